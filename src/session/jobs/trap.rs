//! What to play where every move loses: the move with the best chance against an opponent who may go wrong.
//!
//! The opponent is one of the skill levels 3, 5, 7 and 9, each of which plays one move in ten at random, and we make our best
//! tries for the rest of the game; what counts is the mean of the four chances. Where an oracle has worked them out
//! ([`Oracle::chance`]) they are exact. Elsewhere up to three moves of our own are looked ahead, with every reply weighed by
//! how likely each opponent is to choose it: a reply that gives the win away counts as a game won, one that gives half of it
//! away or whose result is not known as half a game, and what still wins behind the last move as a game lost.
//!
//! Three moves are nearly as good as the whole way: worked out on all lost positions of 10x10, with every result known, they
//! turn .760 against level 5 (exact chances .760, holding out .732), .298 against level 8 (.297, .281) and .351 against perfect
//! play with one random move in ten (.358, .323). One move alone is worse than holding out against levels 8 and 9.

use std::collections::HashMap;

use super::{Desk, moves_of};
use crate::control::{Budget, Limits};
use crate::fallible::{Player, opponents};
use crate::game::{Evaluator, Notation, Score, Seat, Value, value_of_move};
use crate::record::Standing;
use crate::search::{Task, score_of, search};

/// How many own moves are looked ahead.
const TRIES: u32 = 3;
/// How many results are asked for at most: about a tenth of a second of a solved board.
const RESULTS: u64 = 100_000;
/// How many nodes are searched at most where nothing is known, in all and for one result.
const NODES: u64 = 1_000_000;
const NODES_FOR_ONE: u64 = 20_000;
/// How far results are searched for, in plies, where a loss has no known length.
const FAR: u32 = 6;

/// A move that loses, and what it brings.
pub(super) struct Try<M> {
    pub mv: M,
    pub value: Value,
}

/// The index of the move with the best chance, or `None` where no chance could be worked out in the time.
pub(super) fn best_try<G: Notation, E: Evaluator<G>>(
    desk: &Desk<'_, G, E>,
    moves: &[Try<G::Move>],
    budget: Option<Budget>,
) -> Option<usize> {
    let chances = worked_out(desk, moves).or_else(|| looked_ahead(desk, moves, budget))?;
    // Among equals whoever holds out longest, then the first.
    let better =
        |a: usize, b: usize| chances[a].total_cmp(&chances[b]).then(moves[b].value.rank().cmp(&moves[a].value.rank()));
    (0..moves.len()).reduce(|best, other| if better(best, other).is_lt() { other } else { best })
}

/// The chances by the oracle.
fn worked_out<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, moves: &[Try<G::Move>]) -> Option<Vec<f64>> {
    let oracle = desk.kit.oracle_for(desk.position, &desk.tools.settings)?;
    let chance = |one: &Try<G::Move>| {
        let after = desk.standing.after(one.mv);
        if after.outcome().is_some() { Some(0.0) } else { oracle.chance(&after.position) }
    };
    moves.iter().map(chance).collect()
}

fn looked_ahead<G: Notation, E: Evaluator<G>>(
    desk: &Desk<'_, G, E>,
    moves: &[Try<G::Move>],
    budget: Option<Budget>,
) -> Option<Vec<f64>> {
    let longest = moves.iter().filter_map(|one| one.value.plies()).max();
    let mut ahead = Ahead {
        desk,
        us: desk.position.turn(),
        opponents: opponents(&desk.kit.evaluator.horizons(desk.position)),
        within: longest.map_or(FAR, u32::from),
        budget,
        results: RESULTS,
        nodes: NODES,
        found: HashMap::new(),
    };
    let mut best = None;
    for tries in 1..=TRIES {
        let mean = |chances: [f64; 4]| chances.iter().sum::<f64>() / chances.len() as f64;
        let chance = |one: &Try<G::Move>| Some(mean(ahead.reply(&desk.standing.after(one.mv), tries - 1, 1)?));
        match moves.iter().map(chance).collect::<Option<Vec<f64>>>() {
            Some(chances) => best = Some(chances),
            None => break,
        }
    }
    best
}

struct Ahead<'a, G: Notation, E> {
    desk: &'a Desk<'a, G, E>,
    /// The lost side.
    us: Seat,
    opponents: [Player; 4],
    /// In how many plies the game ends at the latest.
    within: u32,
    budget: Option<Budget>,
    /// What may still be asked and searched.
    results: u64,
    nodes: u64,
    /// By key and own moves left.
    found: HashMap<(u64, u32), [f64; 4]>,
}

impl<G: Notation, E: Evaluator<G>> Ahead<'_, G, E> {
    fn must_end(&self) -> bool {
        let stop = self.desk.stop;
        let late = || {
            self.budget.is_some_and(|budget| !stop.is_pondering() && stop.clock() >= budget.soft.min(budget.hard / 2))
        };
        self.results == 0 || self.nodes == 0 || stop.is_stopped() || late()
    }

    /// The chances with the other side to move, `tries` own moves being left and `ply` played; `None` when it must end.
    fn reply(&mut self, standing: &Standing<G>, tries: u32, ply: u32) -> Option<[f64; 4]> {
        if let Some(outcome) = standing.outcome() {
            return Some([worth(outcome.value_for(self.us)); 4]);
        }
        let key = (standing.position.key(), tries);
        if let Some(found) = self.found.get(&key) {
            return Some(*found);
        }
        let moves = moves_of(&standing.position);
        let chances = if standing.position.turn() == self.us {
            self.best(standing, &moves, tries, ply)?
        } else {
            self.expected(standing, &moves, tries, ply)?
        };
        self.found.insert(key, chances);
        Some(chances)
    }

    fn best(&mut self, standing: &Standing<G>, moves: &[G::Move], tries: u32, ply: u32) -> Option<[f64; 4]> {
        let Some(left) = tries.checked_sub(1) else { return Some([0.0; 4]) };
        moves.iter().try_fold([0.0; 4], |best: [f64; 4], &mv| {
            let chances = self.reply(&standing.after(mv), left, ply + 1)?;
            Some(std::array::from_fn(|i| best[i].max(chances[i])))
        })
    }

    fn expected(&mut self, standing: &Standing<G>, moves: &[G::Move], tries: u32, ply: u32) -> Option<[f64; 4]> {
        let results = moves.iter().map(|&mv| self.result(standing, mv, ply)).collect::<Option<Vec<_>>>()?;
        let mut worths = Vec::with_capacity(moves.len());
        for (&mv, result) in moves.iter().zip(&results) {
            worths.push(match result {
                Some(Value::Win(_)) => self.reply(&standing.after(mv), tries, ply + 1)?,
                result => [result.map_or(0.5, |value| worth(value.flip())); 4],
            });
        }
        // What is not known is not seen.
        let results: Vec<Value> = results.into_iter().map(|result| result.unwrap_or(Value::Draw)).collect();
        let mut chances = Vec::new();
        Some(std::array::from_fn(|i| {
            self.opponents[i].chances(&results, &mut chances);
            chances.iter().zip(&worths).map(|(chance, worths)| chance * worths[i]).sum()
        }))
    }

    /// What a move brings to whoever makes it, `Some(None)` where that is not known, `None` when it must end.
    #[expect(clippy::option_option, reason = "not known is an answer")]
    fn result(&mut self, standing: &Standing<G>, mv: G::Move, ply: u32) -> Option<Option<Value>> {
        if self.must_end() {
            return None;
        }
        self.results -= 1;
        let after = standing.after(mv);
        if let Some(outcome) = after.outcome() {
            let value = outcome.value_for(after.position.turn());
            return Some(Some(value_of_move(&standing.position, mv, &after.position, value)));
        }
        let here = Desk { position: &standing.position, standing, ..*self.desk };
        if let Some(value) = here.seen_by_table(mv) {
            return Some(Some(value));
        }
        let depth = self.within.saturating_sub(ply + 1).max(1);
        let limits = Limits { depth: Some(depth), nodes: Some(NODES_FOR_ONE), ..Limits::default() };
        let moves = moves_of(&after.position);
        let there = Desk { position: &after.position, standing: &after, ..*self.desk };
        let task = Task {
            oracle: self.desk.oracle_inside(&limits),
            budget: self.budget,
            ..there.task(&self.desk.kit.evaluator, &moves, &limits)
        };
        let found = search(&task, &mut |_| {});
        self.nodes = self.nodes.saturating_sub(found.nodes);
        Some(match score_of(found.lines[0].score) {
            Score::Proved(value) => Some(value_of_move(&standing.position, mv, &after.position, value)),
            Score::Points(_) => None,
        })
    }
}

/// What a result is worth.
fn worth(value: Value) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Draw => 0.5,
        Value::Loss(_) => 0.0,
    }
}
