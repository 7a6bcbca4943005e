//! Searching a game for two: iterative deepening over alpha-beta with a hash table, any number of
//! lines, on one or more threads. Games for more are searched by [`many`]. A search reports and returns typed lines; it
//! never prints.

mod alphabeta;
pub mod blur;
mod draws;
pub mod hash;
pub mod many;
pub mod proof;
pub mod strength;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::control::{Budget, Limits, Stop};
use crate::game::{Evaluator, Game, Oracle, PerSeat, Score, Value};
use alphabeta::Searcher;
use hash::HashTable;

/// The score of a result that is forced now; one that takes `n` plies is `WIN - n`.
pub const WIN: i32 = 32_000;
/// Scores beyond this, either way, are forced results; estimates stay within.
pub const PROVED: i32 = 30_000;
/// The score of a result that an oracle knows, without its length; one that is `n` plies away is `KNOWN - n`.
const KNOWN: i32 = 29_500;
/// Scores beyond this, either way, and not beyond [`PROVED`] are such results; estimates stay within.
const KNOWN_FROM: i32 = 28_000;
/// The score of such a result where positions that came before may take it away: no more than an estimate.
const LIKELY: i32 = 27_000;
/// No score is beyond this.
const INFINITE: i32 = 32_500;
/// The deepest iteration; no game here is longer.
const MAX_DEPTH: u32 = 250;

/// What to search, and with what.
pub struct Task<'a, G: Game, E> {
    /// The position.
    pub position: &'a G,
    /// The keys of the positions before it that can come back, in the order of play.
    pub earlier: &'a [u64],
    /// The moves to consider; not empty, all legal. Among moves with the same settled result the earlier is preferred.
    pub moves: &'a [G::Move],
    /// What is known about the game.
    pub evaluator: &'a E,
    /// Who knows the results of some positions inside the tree, without their length. It must be prepared.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// Where results are kept.
    pub hash: &'a HashTable,
    /// When to end.
    pub limits: &'a Limits,
    /// How long, if there is a limit in time.
    pub budget: Option<Budget>,
    /// How many of the best moves get an exact score and a line.
    pub lines: usize,
    /// How many threads.
    pub threads: usize,
    /// Ends the search from outside.
    pub stop: &'a Stop,
    /// Ends the search as well when it returns true: a better source has the answer.
    pub answered: &'a (dyn Fn() -> bool + Sync),
}

/// A move with its score and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The score for the side to move.
    pub score: i32,
    /// The points that each seat may expect at the end, in hundredths, in a game for more than two.
    pub points: Option<PerSeat<i32>>,
    /// The moves, this one first.
    pub pv: Vec<M>,
}

/// Where a search stands, or how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The last depth that was finished.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// The best lines, best first.
    pub lines: Vec<Line<M>>,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Positions that the oracle knew, by all threads.
    pub known: u64,
    /// The use of the hash table, in thousandths.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
}

/// A score as the rest of the program sees it.
pub fn score_of(score: i32) -> Score {
    if score >= PROVED {
        Score::Proved(Value::Win(Some((WIN - score) as u16)))
    } else if score <= -PROVED {
        Score::Proved(Value::Loss(Some((WIN + score) as u16)))
    } else if score >= KNOWN_FROM {
        Score::Proved(Value::Win(None))
    } else if score <= -KNOWN_FROM {
        Score::Proved(Value::Loss(None))
    } else {
        Score::Points(score)
    }
}

/// The estimate of a position as a score for the side to move.
pub fn estimate<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G) -> i32 {
    let (points, turn) = (evaluator.score(position), position.turn());
    if G::SEATS.len() > 2 { many::score_for::<G>(&points, turn) } else { points[turn] }
}

/// True when a search to this depth has settled the score: deeper ones cannot find a quicker win.
fn is_settled(score: i32, depth: u32) -> bool {
    score.abs() >= PROVED && (WIN - score.abs()) as u32 <= depth
}

/// What the threads of one search share.
struct Shared {
    done: AtomicBool,
    nodes: AtomicU64,
    known: AtomicU64,
    began: Instant,
}

/// How many threads are worth starting: no more than there are processors, and one where there is nothing to do.
fn threads<G: Game, E>(task: &Task<'_, G, E>) -> usize {
    const FEW_NODES: u64 = 10_000;
    let at_once = task.budget.is_some_and(|budget| budget.hard.is_zero());
    if at_once || task.limits.nodes.is_some_and(|nodes| nodes < FEW_NODES) {
        return 1;
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    task.threads.clamp(1, processors)
}

/// Searches until a limit is met, the result is settled, or it is told to stop. `report` is called
/// after each finished depth. There is at least one line in what it returns, whatever the limits.
pub fn search<G: Game, E: Evaluator<G>>(
    task: &Task<'_, G, E>,
    report: &mut dyn FnMut(&Found<G::Move>),
) -> Found<G::Move> {
    if G::SEATS.len() > 2 {
        return many::search(task, report);
    }
    if task.budget.is_none() {
        // Whoever gives no time wants the same answer each time.
        task.evaluator.prepare();
    }
    task.hash.age();
    let (nodes, known) = (AtomicU64::new(0), AtomicU64::new(0));
    let shared = Shared { done: AtomicBool::new(false), nodes, known, began: Instant::now() };
    let mut found = std::thread::scope(|scope| {
        for number in 1..threads(task) {
            let shared = &shared;
            // Without a thread the search is slower, not wrong.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                Searcher::new(task, shared, number).deepen(&mut |_| {});
            });
        }
        let found = Searcher::new(task, &shared, 0).deepen(report);
        shared.done.store(true, Relaxed);
        found
    });
    found.nodes = shared.nodes.load(Relaxed);
    found.known = shared.known.load(Relaxed);
    found
}
