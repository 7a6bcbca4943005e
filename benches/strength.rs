//! How often the search, without tables, keeps the value of a Yonkoma position.
//!
//! `cargo bench --bench strength [-- SIZE [MS [POSITIONS]]]`: seeded random positions, half of them won
//! for the side to move; each is searched from an empty table, and the move is judged by solving the board.

use std::time::{Duration, Instant};

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Game, Value, value_of_move};
use yon::games::yonkoma::{Knowledge, Solution, Yonkoma};
use yon::search::hash::HashTable;
use yon::search::{Task, search};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let get = |index: usize, default: u64| numbers.get(index).copied().unwrap_or(default);
    let (size, ms, wanted) = (get(0, 16) as u8, get(1, 100), get(2, 500) as usize);
    // As after the first position of a game.
    Knowledge.prepare();
    let began = Instant::now();
    let solution = Solution::solve(size, &Stop::new()).expect("nobody stops it");
    println!("{size}x{size} solved in {:.1} s", began.elapsed().as_secs_f64());

    let mut rng = fastrand::Rng::with_seed(16);
    let mut positions = Vec::new();
    let mut left = [wanted / 2, wanted - wanted / 2];
    while positions.len() < wanted {
        let position = random_in_play(size, &mut rng);
        let won = matches!(solution.value(&position), Value::Win(_));
        if left[usize::from(won)] > 0 {
            left[usize::from(won)] -= 1;
            positions.push((position, won));
        }
    }
    let (mut kept, mut kept_won, mut won, mut chance, mut depths, mut nodes, mut proved) = (0, 0, 0, 0.0, 0, 0, 0);
    for (position, is_won) in &positions {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let wins = |mv| {
            let after = position.after(mv);
            matches!(value_of_move(position, mv, &after, solution.value(&after)), Value::Win(_))
        };
        let hash = HashTable::new(64).expect("64 MB");
        let limits = if ms > 5000 {
            Limits { nodes: Some(ms), ..Limits::default() }
        } else {
            Limits { movetime: Some(ms), ..Limits::default() }
        };
        let task = Task {
            position,
            earlier: &[],
            moves: &moves,
            evaluator: &Knowledge,
            oracle: None,
            hash: &hash,
            budget: limits.budget(0),
            limits: &limits,
            lines: 1,
            threads: 1,
            stop: &Stop::new(),
            answered: &|| false,
        };
        let found = search(&task, &mut |_| {});
        let good = !is_won || wins(found.lines[0].pv[0]);
        kept += usize::from(good);
        depths += found.depth;
        nodes += found.nodes;
        proved += usize::from(found.lines[0].score.abs() >= yon::search::PROVED);
        if *is_won {
            won += 1;
            kept_won += usize::from(good);
            chance += moves.iter().filter(|&&mv| wins(mv)).count() as f64 / moves.len() as f64;
        }
    }
    let per_second = nodes as f64 / (wanted as f64 * Duration::from_millis(ms).as_secs_f64());
    println!(
        "{size}x{size}, {ms} ms: kept {kept} of {wanted} ({:.1} %), won ones {kept_won} of {won} ({:.1} %; a random move {:.1} %), \
         mean depth {:.1}, {:.1} million nodes a second, proved {proved}",
        100.0 * kept as f64 / wanted as f64,
        100.0 * f64::from(kept_won as u32) / f64::from(won as u32),
        100.0 * chance / f64::from(won as u32),
        f64::from(depths) / wanted as f64,
        per_second / 1e6,
    );
}

/// A random position in which the game is on.
fn random_in_play(size: u8, rng: &mut fastrand::Rng) -> Yonkoma {
    std::iter::repeat_with(|| Yonkoma::random(size, rng))
        .find(|position| position.outcome().is_none())
        .expect("endless")
}
