//! The ways of searching a game for four against each other, at equal time, in every seating.
//!
//! `cargo bench --bench many_players [-- MS [ROUNDS [WAYS]]]`: each round is a random opening played in every arrangement
//! of the ways; with two ways each plays two seats, with four one. WAYS are letters: m for max^n, p for paranoid, b for
//! best reply, t for the tree; all four by default.

use yon::control::{Limits, Stop};
use yon::game::{Game, Setup, Verdict};
use yon::games::yonoshogi::{Judgement, Yonoshogi};
use yon::record::Record;
use yon::search::Task;
use yon::search::hash::HashTable;
use yon::search::many::{Method, search_by};

/// Random moves before a game.
const OPENING: usize = 8;

fn way(letter: char) -> Option<Method> {
    match letter {
        'm' => Some(Method::MaxN),
        'p' => Some(Method::Paranoid),
        'b' => Some(Method::BestReply),
        't' => Some(Method::Tree),
        _ => None,
    }
}

/// An opening after which nobody is out.
fn opening(rng: &mut fastrand::Rng) -> Record<Yonoshogi> {
    loop {
        let mut record = Record::new(Yonoshogi::start(&Setup::default()));
        for _ in 0..OPENING {
            let mut moves = Vec::new();
            record.position().moves(&mut moves);
            if !moves.is_empty() {
                record.play(moves[rng.usize(..moves.len())]);
            }
        }
        if record.position().players() == 4 {
            return record;
        }
    }
}

struct Work {
    nodes: u64,
    moves: u64,
    depth: u64,
}

fn play(mut record: Record<Yonoshogi>, seats: &[Method], ms: u64, work: &mut [Work; 4]) -> ([u8; 4], u32) {
    let tables: Vec<HashTable> = seats.iter().map(|_| HashTable::new(16).expect("16 MB")).collect();
    loop {
        let standing = record.standing();
        if let Some(outcome) = standing.outcome() {
            let Verdict::Scores(points) = outcome.verdict else { panic!("{outcome:?}") };
            return (points.0, record.position().ply());
        }
        let seat = standing.position.turn().index();
        let mut moves = Vec::new();
        standing.position.moves(&mut moves);
        let limits = Limits { movetime: Some(ms), ..Limits::default() };
        let task = Task {
            position: &standing.position,
            earlier: &standing.earlier,
            moves: &moves,
            evaluator: &Judgement,
            oracle: None,
            hash: &tables[seat],
            limits: &limits,
            budget: limits.budget(0),
            lines: 1,
            threads: 1,
            stop: &Stop::new(),
            answered: &|| false,
        };
        let found = search_by(seats[seat], &task, &mut |_| {});
        let own = &mut work[seats[seat] as usize];
        (own.nodes, own.moves, own.depth) =
            (own.nodes + found.nodes, own.moves + 1, own.depth + u64::from(found.depth));
        record.play(found.lines[0].pv[0]);
    }
}

/// Every way to seat these in equal numbers.
fn arrangements(ways: &[Method]) -> Vec<Vec<Method>> {
    let each = 4 / ways.len();
    let seat = |code: usize, at: usize| ways[code / ways.len().pow(at as u32) % ways.len()];
    let all = (0..ways.len().pow(4)).map(|code| (0..4).map(|at| seat(code, at)).collect::<Vec<Method>>());
    all.filter(|seats| ways.iter().all(|way| seats.iter().filter(|other| *other == way).count() == each)).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let number = |at: usize, default: u64| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let (ms, rounds) = (number(0, 50), number(1, 1));
    let ways: Vec<Method> = args.get(2).map_or("mpbt", String::as_str).chars().filter_map(way).collect();
    let seatings = arrangements(&ways);
    assert!(!seatings.is_empty(), "one, two or four ways");
    let mut points: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut work = [0, 1, 2, 3].map(|_| Work { nodes: 0, moves: 0, depth: 0 });
    let mut plies = 0;
    for round in 0..rounds {
        let record = opening(&mut fastrand::Rng::with_seed(round));
        for seats in &seatings {
            let (scores, length) = play(record.clone(), seats, ms, &mut work);
            plies += u64::from(length);
            for (way, &score) in seats.iter().zip(&scores) {
                points[*way as usize].push(score.into());
            }
        }
        println!(
            "{} games of {ms} ms a move, {} plies on average",
            points[ways[0] as usize].len() * ways.len() / 4,
            plies / ((round + 1) * seatings.len() as u64)
        );
        for &way in &ways {
            let (list, done) = (&points[way as usize], &work[way as usize]);
            let n = list.len() as f64;
            let mean = list.iter().sum::<f64>() / n;
            let spread = list.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / n;
            let moves = done.moves.max(1);
            println!(
                "  {way:?}: {n} seats, {mean:.3} points +- {:.3}, {} nodes and depth {:.1} a move",
                1.96 * (spread / n).sqrt(),
                done.nodes / moves,
                done.depth as f64 / moves as f64,
            );
        }
    }
}
