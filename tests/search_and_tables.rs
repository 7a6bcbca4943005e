//! What a search without tables proves on boards that are not solved on demand is what the solved boards have.
//!
//! The largest boards are compared where there are tables of them: with `YON_TABLES` set to a folder,
//! `cargo test --release --test search_and_tables -- --ignored --nocapture`.

#![allow(clippy::unwrap_used)] // The lint knows tests, and not what they are made of.

use std::path::PathBuf;

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Game, Notation, Score, Value};
use yon::games::yonkoma::{Knowledge, Solution, SolvedTable, Yonkoma, table_name};
use yon::search::hash::HashTable;
use yon::search::{Task, score_of, search};
use yon::table::TableFile;

/// What came of searching many positions of one board.
#[derive(Default, Debug)]
struct Tally {
    tried: usize,
    /// The result was proved within the limit.
    proved: usize,
    /// By a search, and not because the position was known at once.
    searched: usize,
    /// The length was settled too.
    settled: usize,
}

/// Random positions, most of them late in a game: a few random moves are played first.
fn position(size: u8, rng: &mut fastrand::Rng) -> Yonkoma {
    loop {
        let mut position = Yonkoma::random(size, rng);
        for _ in 0..rng.usize(0..8) {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if let Some(mv) = rng.choice(moves) {
                position.play(mv);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn compare(size: u8, count: usize, most_nodes: u64, exact: impl Fn(&Yonkoma) -> Value) -> Tally {
    Knowledge.prepare();
    let hash = HashTable::new(8).unwrap();
    let mut rng = fastrand::Rng::with_seed(u64::from(size));
    let mut tally = Tally::default();
    for _ in 0..count {
        let position = position(size, &mut rng);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        // A search that is cut off anywhere must have proved what it says, too.
        let nodes = if rng.bool() { most_nodes } else { rng.u64(1..most_nodes) };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let task = Task {
            earlier: &[],
            oracle: None,
            position: &position,
            moves: &moves,
            evaluator: &Knowledge,
            hash: &hash,
            limits: &limits,
            budget: None,
            lines: 1,
            threads: 1,
            stop: &Stop::new(),
            answered: &|| false,
        };
        let found = search(&task, &mut |_| {});
        tally.tried += 1;
        let Score::Proved(value) = score_of(found.lines[0].score) else { continue };
        tally.proved += 1;
        tally.searched += usize::from(Knowledge.known(&position).is_none());
        let exact = exact(&position);
        assert_eq!(value.word(), exact.word(), "{}", position.fen());
        // A win is never claimed sooner than it is there; how long a loss lasts is known when it is settled.
        if value.plies().is_some_and(|plies| u32::from(plies) <= found.depth) {
            assert_eq!(value, exact, "{}", position.fen());
            tally.settled += 1;
        } else if let Value::Win(_) = value {
            assert!(exact.plies() <= value.plies(), "{}: {exact:?} {value:?}", position.fen());
        }
    }
    tally
}

#[test]
fn a_search_agrees_with_16x16_wherever_it_finishes() {
    let solution = Solution::solve(16, &Stop::new()).unwrap();
    let tally = compare(16, 12_000, 2_000, |position| solution.value(position));
    assert!(tally.proved > 1000 && tally.searched > 500 && tally.settled > 300, "{tally:?}");
}

#[test]
#[ignore = "reads the tables of the largest boards from the folder YON_TABLES"]
fn a_search_agrees_with_the_tables_of_a_folder_wherever_it_finishes() {
    let folder = PathBuf::from(std::env::var_os("YON_TABLES").expect("YON_TABLES is a folder with tables"));
    for size in (16..=26).step_by(2) {
        let file = TableFile::open(&folder.join(table_name(size))).unwrap();
        let table = SolvedTable::new(file).unwrap();
        let tally = compare(size, 5000, 20_000, |position| table.value(position).unwrap());
        println!("{size}x{size}: {tally:?}, all agree");
        assert!(tally.proved > 1000, "{size}: {tally:?}");
    }
}
