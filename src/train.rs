//! Fitting an evaluation to games that it plays against itself. Everything follows from a seed: the same plan gives the
//! same weights on every machine and with any number of threads.
//!
//! 1. **Games.** Each begins with some random plies, and goes on with searches of so many nodes until its result is known.
//!    Positions from which nothing is in exchange are kept, with what the search made of them and how the game ended.
//! 2. **A fit.** The chance of a win is taken to be the logistic function of the estimate. Weights are moved
//!    so that it comes nearest to what happened, by the cross entropy: half of it is how the game ended, half what
//!    the search said. A tenth of the games is kept aside, and the fit is judged by these. How weights are moved depends on
//!    what the estimate is: a sum of weights ([`linear`]) or a [`network`].

pub mod linear;
pub mod network;
pub mod samples;

use rayon::prelude::*;

use crate::control::{Limits, Progress, Stop};
use crate::game::{Evaluator, Notation, Oracle, Score, Seat, Setup, Value, Verdict};
use crate::network::POINTS;
use crate::record::Record;
use crate::search::hash::HashTable;
use crate::search::{Task, score_of, search};

/// What makes a set of weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Games that are played in each round.
    pub games: u64,
    /// Rounds: each plays with the weights of the one before, and fits to the games of all.
    pub rounds: u32,
    /// Nodes of a search.
    pub nodes: u64,
    /// Steps of the fit; each goes through all positions.
    pub steps: u32,
    /// Where all chance comes from.
    pub seed: u64,
}

/// Games longer than this many plies are called drawn.
const LONGEST: usize = 300;
/// The share of how the game ended in what the estimate should say; the rest is what the search said.
const OUTCOME: f32 = 0.5;
/// The shortest and longest random openings, in plies.
const OPENING: std::ops::RangeInclusive<usize> = 3..=10;
/// Every so many games one is kept aside.
const ASIDE: u64 = 10;
/// A position with what became of it.
#[derive(Clone, Debug)]
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// The chance that the first seat wins, as the search saw it.
    pub seen: f32,
    /// 1 when it won, 0 when it lost, a half for a draw.
    pub ended: f32,
    /// True when the game is kept aside.
    pub aside: bool,
}

/// How well a fit does: the cross entropy per position, less is better.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// On what it was fitted to.
    pub fitted: f64,
    /// On the games that were kept aside.
    pub aside: f64,
}

/// How well a model does before it is fitted and after.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Fitted {
    /// Before.
    pub before: Loss,
    /// After.
    pub after: Loss,
}

fn chance(points: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-points / POINTS))
}

/// Plays games, and returns their quiet positions in the order of the games; fewer when stopped. A game is over as soon as
/// the search has proved its result or the oracle knows it, so those of `oracle` must be prepared.
pub fn play<G: Notation, E: Evaluator<G>>(
    evaluator: &E,
    oracle: Option<&dyn Oracle<G>>,
    setup: &Setup,
    plan: &Plan,
    round: u32,
    stop: &Stop,
    progress: &Progress,
) -> Vec<Sample<G>> {
    progress.begin(plan.games);
    let games = (0..plan.games).into_par_iter().map(|number| {
        let seed = plan.seed ^ (u64::from(round) << 40 | number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut samples = play_one(evaluator, oracle, setup, plan.nodes, seed, stop).unwrap_or_default();
        for sample in &mut samples {
            sample.aside = number % ASIDE == 0;
        }
        progress.add(1);
        samples
    });
    games.flatten_iter().collect()
}

/// The samples of one game; `None` where there is none, or when stopped.
fn play_one<G: Notation, E: Evaluator<G>>(
    evaluator: &E,
    oracle: Option<&dyn Oracle<G>>,
    setup: &Setup,
    nodes: u64,
    seed: u64,
    stop: &Stop,
) -> Option<Vec<Sample<G>>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut record = opening::<G>(setup, &mut rng)?;
    let hash = HashTable::new(1).ok()?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut samples = Vec::new();
    let first = Seat::FIRST;
    let ended = loop {
        if stop.is_stopped() {
            return None;
        }
        if let Some(outcome) = record.outcome() {
            break match outcome.verdict {
                Verdict::Win(winner) => f32::from(u8::from(winner == first)),
                _ => 0.5,
            };
        }
        let position = record.position();
        let chance_of = |value: Value| match (value, position.turn() == first) {
            (Value::Draw, _) => 0.5,
            (Value::Win(_), true) | (Value::Loss(_), false) => 1.0,
            _ => 0.0,
        };
        if let Some(value) = oracle.filter(|oracle| oracle.ready(position)).and_then(|oracle| oracle.probe(position)) {
            break chance_of(value);
        }
        if record.moves().len() >= LONGEST {
            break 0.5;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let standing = record.standing();
        let task = Task {
            position,
            earlier: &standing.earlier,
            moves: &moves,
            evaluator,
            hash: &hash,
            oracle,
            limits: &limits,
            budget: None,
            lines: 1,
            threads: 1,
            stop,
            answered: &|| false,
        };
        let found = search(&task, &mut |_| {});
        let line = &found.lines[0];
        match score_of(line.score) {
            Score::Proved(value @ (Value::Win(_) | Value::Loss(_))) => break chance_of(value),
            _ if position.is_stable() => {
                let score = if position.turn() == first { line.score } else { -line.score };
                samples.push(Sample {
                    position: position.clone(),
                    seen: chance(score as f32),
                    ended: 0.5,
                    aside: false,
                });
            }
            _ => {}
        }
        let mv = line.pv[0];
        record.play(mv);
    };
    for sample in &mut samples {
        sample.ended = ended;
    }
    Some(samples)
}

/// A start after some random plies, or `None` where the game ended in them.
fn opening<G: Notation>(setup: &Setup, rng: &mut fastrand::Rng) -> Option<Record<G>> {
    let mut record = Record::new(G::start(setup));
    for _ in 0..rng.usize(OPENING) {
        let mut moves = Vec::new();
        record.position().moves(&mut moves);
        let mv = moves.get(rng.usize(0..moves.len().max(1)))?;
        record.play(*mv);
    }
    record.outcome().is_none().then_some(record)
}

/// The chance that the first seat wins that an estimate should come to.
pub fn target<G>(sample: &Sample<G>) -> f32 {
    OUTCOME * sample.ended + (1.0 - OUTCOME) * sample.seen
}

/// The cross entropy of what was seen with what was wanted.
fn entropy(seen: f32, wanted: f32) -> f64 {
    let (seen, wanted) = (f64::from(seen).clamp(1e-6, 1.0 - 1e-6), f64::from(wanted));
    -wanted * seen.ln() - (1.0 - wanted) * (1.0 - seen).ln()
}
