//! Searching a game for more than two. Every value is the points that each seat may expect at the end, in hundredths.
//!
//! Four ways, of which [`Method::default`] won the matches of `benches/many_players.rs`:
//!
//! - *max^n* (Luckhardt and Irani 1986): each player plays for his own points.
//! - *paranoid* (Sturtevant and Korf 2000): all others play against the one who searches, so alpha-beta works.
//! - *best reply* (BRS+, Esser et al. 2013): of the others one plays against him with a searched move, the rest play the
//!   move that looks most promising.
//! - *tree* (Monte Carlo tree search with a max^n tree, Nijssen and Winands 2013): the most promising line is followed to
//!   its end and that is judged by the estimate instead of by a random game.
//!
//! Whatever the way, a move after which the player survives until his next turn is played if there is one, and among these
//! one that surely takes others out by then ([`Evaluator::forecast`]).

mod depth_first;
mod root;
mod tree;

use std::time::Instant;

use super::draws::ripe;
use super::{Found, Task};
use crate::game::{Evaluator, Game, Outcome, PerSeat, Seat, Verdict};

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Each for himself.
    MaxN,
    /// All against one.
    Paranoid,
    /// One of the others at a time against one.
    #[default]
    BestReply,
    /// The most promising line first, each for himself.
    Tree,
}

/// What a player may expect who has an equal share of all points, in hundredths: the zero of scores for one seat.
fn equal_share<G: Game>() -> i32 {
    50 * (G::SEATS.len() as i32 - 1)
}

/// Points in hundredths as a score for the side to move: what is above an equal share.
pub fn score_for<G: Game>(points: &PerSeat<i32>, seat: Seat) -> i32 {
    points[seat] - equal_share::<G>()
}

/// The points of a finished game, in hundredths.
pub fn ended_points<G: Game>(outcome: &Outcome) -> PerSeat<i32> {
    let mut points = PerSeat::default();
    for seat in (0..G::SEATS.len()).map(Seat::new) {
        points[seat] = match outcome.verdict {
            Verdict::Scores(scores) => 100 * i32::from(scores[seat]),
            Verdict::Win(winner) if winner == seat => 100 * (G::SEATS.len() as i32 - 1),
            Verdict::Win(_) => 0,
            Verdict::Draw => equal_share::<G>(),
        };
    }
    points
}

/// When to end, looked at now and then.
struct Watch<'a, G: Game, E> {
    task: &'a Task<'a, G, E>,
    began: Instant,
    nodes: u64,
    ended: bool,
    /// Positions of the game that make a draw the next time that they come up.
    ripe: Vec<u64>,
}

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 64;

impl<'a, G: Game, E: Evaluator<G>> Watch<'a, G, E> {
    fn new(task: &'a Task<'a, G, E>) -> Self {
        let mut keys = task.earlier.to_vec();
        keys.push(task.position.key());
        let ripe = G::REPETITION.map_or(Vec::new(), |often| ripe(&keys, often));
        Watch { task, began: Instant::now(), nodes: 0, ended: false, ripe }
    }

    /// Counts a node; true when the search is to end.
    fn is_over(&mut self) -> bool {
        self.nodes += 1;
        if self.task.limits.nodes.is_some_and(|most| self.nodes > most) {
            self.ended = true;
        } else if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            let stop = self.task.stop;
            let late = |budget: super::Budget| !stop.is_pondering() && stop.clock() >= budget.hard;
            self.ended |= stop.is_stopped() || self.task.budget.is_some_and(late);
        }
        self.ended
    }

    /// True when no further depth is worth beginning.
    fn is_late(&self) -> bool {
        let stop = self.task.stop;
        let soft = self.task.budget.is_some_and(|budget| stop.clock() >= budget.soft);
        let forced = self.task.moves.len() == 1 && self.task.limits.clock.is_some();
        self.ended || !stop.is_pondering() && (soft || forced)
    }

    /// The points of a position that ends the game.
    fn ended(&self, position: &G) -> Option<PerSeat<i32>> {
        if let Some(outcome) = position.outcome() {
            return Some(ended_points::<G>(&outcome));
        }
        if self.ripe.is_empty() || !self.ripe.contains(&position.key()) {
            return None;
        }
        let drawn = position.repeated().and_then(|drawn| drawn.outcome());
        Some(drawn.map_or(PerSeat([equal_share::<G>(); 4]), |outcome| ended_points::<G>(&outcome)))
    }

    /// The points that a position is judged to bring.
    fn judge(&self, position: &G) -> PerSeat<i32> {
        self.ended(position).unwrap_or_else(|| self.task.evaluator.score(position))
    }
}

/// Searches in the usual way; see [`super::search`].
pub(super) fn search<G: Game, E: Evaluator<G>>(
    task: &Task<'_, G, E>,
    report: &mut dyn FnMut(&Found<G::Move>),
) -> Found<G::Move> {
    // Between two the tree of one against the others is exact.
    let duel = task.position.seats_left() == 2;
    search_by(if duel { Method::Paranoid } else { Method::default() }, task, report)
}

/// Searches in this way.
pub fn search_by<G: Game, E: Evaluator<G>>(
    method: Method,
    task: &Task<'_, G, E>,
    report: &mut dyn FnMut(&Found<G::Move>),
) -> Found<G::Move> {
    let mut watch = Watch::new(task);
    let root = root::Root::new(task);
    match method {
        Method::Tree => tree::search(&mut watch, root, report),
        _ => depth_first::search(method, &mut watch, root, report),
    }
}
