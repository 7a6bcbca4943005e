//! How often each skill level beats the one below on a solved board: `cargo bench --bench levels [-- SIZE [GAMES]]`.
//!
//! Games begin two random plies after the start position, each opening is played with both colours, and
//! each game has its own seed.

use yon::control::Stop;
use yon::game::{Game, Notation, Setup, Value, Verdict, value_of_move};
use yon::games::yonkoma::{Move, Solution, Yonkoma};
use yon::search::strength::{Choice, choose};

fn level_move(solution: &Solution, position: &Yonkoma, level: u8, seed: u64) -> Move {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut rows: Vec<(String, Value, Move)> = moves
        .into_iter()
        .map(|mv| {
            let after = position.after(mv);
            (position.move_text(mv), value_of_move(position, mv, &after, solution.value(&after)), mv)
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    let choices: Vec<Choice<'_>> = rows.iter().map(|row| Choice { text: &row.0, value: Some(row.1) }).collect();
    rows[choose(level, position.key(), seed, &choices).index].2
}

fn opening(size: u8, seed: u64) -> Yonkoma {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = Yonkoma::start(&Setup::of_size(size));
    for _ in 0..2 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if !moves.is_empty() {
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    position
}

/// True when the first level wins; it plays seat `first`.
fn wins(solution: &Solution, levels: [u8; 2], first: usize, seed: u64) -> bool {
    let mut position = opening(solution.size(), seed / 2);
    loop {
        if let Some(outcome) = position.outcome() {
            return matches!(outcome.verdict, Verdict::Win(seat) if seat.index() == first);
        }
        let player = usize::from(position.turn().index() != first);
        let mv = level_move(solution, &position, levels[player], seed * 2 + player as u64);
        position.play(mv);
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let (size, games) = (numbers.first().map_or(10, |&n| n as u8), numbers.get(1).copied().unwrap_or(2000));
    let solution = Solution::solve(size, &Stop::new()).expect("nobody stops it");
    for level in 2..=10 {
        let won = (0..games).filter(|&seed| wins(&solution, [level, level - 1], (seed % 2) as usize, seed)).count();
        println!("{size}x{size}: level {level} scores {:.3} against level {}", won as f64 / games as f64, level - 1);
    }
}
