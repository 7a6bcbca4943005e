//! An opponent for Yonmoque that knows the rules and counts pieces: a plain alpha-beta of three plies.

use yon::control::{Limits, Stop};
use yon::game::{Game, Seat, Setup, Verdict};
use yon::games::yonmoque::{Fitted, Move, Yonmoque};
use yon::record::Record;
use yon::search::hash::HashTable;
use yon::search::{Task, search};

/// How deep it looks.
const DEPTH: i32 = 3;

fn pieces(position: &Yonmoque) -> i32 {
    let own = position.turn().index();
    let count = |side: usize| position.board().of(side).count_ones() as i32;
    count(own) - count(1 - own)
}

fn alpha_beta(position: &Yonmoque, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.verdict {
            Verdict::Win(winner) if winner == position.turn() => 10_000 + depth,
            Verdict::Win(_) => -10_000 - depth,
            _ => 0,
        };
    }
    if depth <= 0 {
        return pieces(position);
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        alpha = alpha.max(-alpha_beta(&position.after(mv), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The best action by the number of pieces; which of equal ones is a matter of chance.
pub fn baseline(position: &Yonmoque, rng: &mut fastrand::Rng) -> Move {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    rng.shuffle(&mut moves);
    let value = |mv: &Move| -alpha_beta(&position.after(*mv), DEPTH - 1, -20_000, 20_000);
    moves.into_iter().max_by_key(value).expect("a game that is on has a move")
}

fn engine(record: &Record<Yonmoque>, hash: &HashTable, limits: &Limits) -> Move {
    let standing = record.standing();
    let mut moves = Vec::new();
    standing.position.moves(&mut moves);
    let stop = Stop::new();
    let task = Task {
        position: &standing.position,
        earlier: &standing.earlier,
        moves: &moves,
        evaluator: &Fitted::default(),
        hash,
        oracle: None,
        limits,
        budget: limits.budget(0),
        lines: 1,
        threads: 1,
        stop: &stop,
        answered: &|| false,
    };
    search(&task, &mut |_| {}).lines[0].pv[0]
}

/// Plays from a position after two random plies; the points of the engine in this seat, twice over.
pub fn game(seed: u64, seat: Seat, limits: &Limits) -> i32 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut record = Record::new(Yonmoque::start(&Setup::default()));
    for _ in 0..2 {
        let mut moves = Vec::new();
        record.position().moves(&mut moves);
        record.play(moves[rng.usize(0..moves.len())]);
    }
    let hash = HashTable::new(4).unwrap();
    while record.outcome().is_none() {
        let mv = match record.position().turn() == seat {
            true => engine(&record, &hash, limits),
            false => baseline(record.position(), &mut rng),
        };
        record.play(mv);
    }
    match record.outcome().unwrap().verdict {
        Verdict::Win(winner) => 2 * i32::from(winner == seat),
        _ => 1,
    }
}
