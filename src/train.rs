//! Fitting an evaluation to games that it plays against itself. Everything follows from a seed: the same plan gives the
//! same weights on every machine and with any number of threads.
//!
//! 1. **Games.** Each begins with some random plies, and goes on with searches of so many nodes. Positions from which
//!    nothing is in exchange are kept, with what the search made of them and how the game ended.
//! 2. **A fit.** The chance of a win is taken to be the logistic function of the estimate. Weights are moved
//!    so that it comes nearest to what happened, by the cross entropy: half of it is how the game ended, half what
//!    the search said. A weight that little is known of stays near where it began (a ridge). Each step is the gradient over
//!    the curvature of each weight by itself, with Nesterov's momentum; steps that lead astray are taken back and halved. A
//!    tenth of the games is kept aside, and the fit is judged by these.

use rayon::prelude::*;

use crate::control::{Limits, Progress, Stop};
use crate::game::{Game, Linear, Notation, Seat, Setup, Verdict};
use crate::record::Record;
use crate::search::hash::HashTable;
use crate::search::{PROVED, Task, search};

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

/// Points in which the odds of a win grow by a factor of e.
const POINTS: f32 = 120.0;
/// Games longer than this many plies are called drawn.
const LONGEST: usize = 300;
/// The share of how the game ended in what the estimate should say; the rest is what the search said.
const OUTCOME: f32 = 0.5;
/// The shortest and longest random openings, in plies.
const OPENING: std::ops::RangeInclusive<usize> = 3..=10;
/// Every so many games one is kept aside.
const ASIDE: u64 = 10;
/// How far a weight is thought to lie from where it began, in points.
const SPREAD: f32 = 30.0;
/// A step is this part of the gradient over the curvature: features act together, about so many in a position.
const STEP: f32 = 1.0 / 20.0;
/// A step that makes the loss so many times the lowest was too long.
const TOO_FAR: f64 = 1.01;
/// How much of the last step goes on.
const MOMENTUM: f32 = 0.9;
/// Parts that the samples are cut into to be added up in a fixed order, whatever the number of threads.
const PARTS: usize = 32;

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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// On what it was fitted to.
    pub fitted: f64,
    /// On the games that were kept aside.
    pub aside: f64,
}

fn chance(points: f32) -> f32 {
    1.0 / (1.0 + (-points / POINTS).exp())
}

/// Plays games, and returns their quiet positions in the order of the games; fewer when stopped.
pub fn play<G: Notation, E: Linear<G>>(
    evaluator: &E,
    setup: &Setup,
    plan: &Plan,
    round: u32,
    stop: &Stop,
    progress: &Progress,
) -> Vec<Sample<G>> {
    progress.begin(plan.games);
    let games = (0..plan.games).into_par_iter().map(|number| {
        let seed = plan.seed ^ (u64::from(round) << 40 | number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let samples = play_one(evaluator, setup, plan.nodes, seed, number % ASIDE == 0, stop);
        progress.add(1);
        samples
    });
    games.flatten_iter().collect()
}

fn play_one<G: Notation, E: Linear<G>>(
    evaluator: &E,
    setup: &Setup,
    nodes: u64,
    seed: u64,
    aside: bool,
    stop: &Stop,
) -> Vec<Sample<G>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let Some(mut record) = opening::<G>(setup, &mut rng) else { return Vec::new() };
    let Ok(hash) = HashTable::new(1) else { return Vec::new() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut samples = Vec::new();
    let first = Seat::FIRST;
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        if stop.is_stopped() {
            return Vec::new();
        }
        let position = record.position();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let standing = record.standing();
        let task = Task {
            position,
            earlier: &standing.earlier,
            moves: &moves,
            evaluator,
            hash: &hash,
            oracle: None,
            limits: &limits,
            budget: None,
            lines: 1,
            threads: 1,
            stop,
            answered: &|| false,
        };
        let found = search(&task, &mut |_| {});
        let line = &found.lines[0];
        let score = if position.turn() == first { line.score } else { -line.score };
        if position.is_stable() && line.score.abs() < PROVED {
            samples.push(Sample { position: position.clone(), seen: chance(score as f32), ended: 0.5, aside });
        }
        let mv = line.pv[0];
        record.play(mv);
    }
    let ended = match record.outcome().map(|outcome| outcome.verdict) {
        Some(Verdict::Win(winner)) => f32::from(u8::from(winner == first)),
        _ => 0.5,
    };
    for sample in &mut samples {
        sample.ended = ended;
    }
    samples
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

/// The features of all samples, one after another.
struct Features {
    starts: Vec<usize>,
    numbers: Vec<u32>,
    amounts: Vec<f32>,
}

impl Features {
    fn of<G: Game, E: Linear<G>>(model: &E, samples: &[Sample<G>]) -> Self {
        let mut all = Features { starts: vec![0], numbers: Vec::new(), amounts: Vec::new() };
        for sample in samples {
            model.features(&sample.position, &mut |number, amount| {
                all.numbers.push(number as u32);
                all.amounts.push(amount);
            });
            all.starts.push(all.numbers.len());
        }
        all
    }

    fn each(&self, sample: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let range = self.starts[sample]..self.starts[sample + 1];
        self.numbers[range.clone()].iter().map(|&n| n as usize).zip(self.amounts[range].iter().copied())
    }

    fn points(&self, sample: usize, weights: &[f32]) -> f32 {
        self.each(sample).map(|(number, amount)| weights[number] * amount).sum()
    }
}

fn target<G>(sample: &Sample<G>) -> f32 {
    OUTCOME * sample.ended + (1.0 - OUTCOME) * sample.seen
}

/// The cross entropy of what was seen with what was wanted.
fn entropy(seen: f32, wanted: f32) -> f64 {
    let (seen, wanted) = (f64::from(seen).clamp(1e-6, 1.0 - 1e-6), f64::from(wanted));
    -wanted * seen.ln() - (1.0 - wanted) * (1.0 - seen).ln()
}

fn losses<G>(samples: &[Sample<G>], features: &Features, weights: &[f32]) -> Loss {
    let (mut sums, mut counts) = ([0.0; 2], [0u64; 2]);
    for (at, sample) in samples.iter().enumerate() {
        sums[usize::from(sample.aside)] += entropy(chance(features.points(at, weights)), target(sample));
        counts[usize::from(sample.aside)] += 1;
    }
    let mean = |at: usize| sums[at] / counts[at].max(1) as f64;
    Loss { fitted: mean(0), aside: mean(1) }
}

/// The gradient and the curvature of the loss by each weight, over some samples, and the loss.
struct Slope {
    loss: f64,
    gradient: Vec<f32>,
    curvature: Vec<f32>,
}

impl Slope {
    fn over<G: Game>(
        samples: &[Sample<G>],
        features: &Features,
        weights: &[f32],
        range: std::ops::Range<usize>,
    ) -> Self {
        let mut slope = Slope { loss: 0.0, gradient: vec![0.0; weights.len()], curvature: vec![0.0; weights.len()] };
        for at in range.filter(|&at| !samples[at].aside) {
            let seen = chance(features.points(at, weights));
            let error = (seen - target(&samples[at])) / POINTS;
            slope.loss += entropy(seen, target(&samples[at]));
            let bend = seen * (1.0 - seen) / (POINTS * POINTS);
            for (number, amount) in features.each(at) {
                slope.gradient[number] += error * amount;
                slope.curvature[number] += bend * amount * amount;
            }
        }
        slope
    }

    fn add(mut self, other: Slope) -> Self {
        self.loss += other.loss;
        for (own, other) in [(&mut self.gradient, other.gradient), (&mut self.curvature, other.curvature)] {
            for (own, other) in own.iter_mut().zip(other) {
                *own += other;
            }
        }
        self
    }
}

/// Fits a model's weights to samples: the new weights, and the losses before and after. `began` are the weights that
/// those of which little is known stay near.
pub fn fit<G: Game, E: Linear<G>>(
    model: &E,
    began: &[f32],
    samples: &[Sample<G>],
    steps: u32,
    stop: &Stop,
    progress: &Progress,
) -> (Vec<f32>, [Loss; 2]) {
    let features = Features::of(model, samples);
    let mut weights = model.weights();
    let before = losses(samples, &features, &weights);
    let mut speed = vec![0.0; weights.len()];
    let (mut step, mut lowest, mut kept) = (STEP, f64::MAX, weights.clone());
    progress.begin(steps.into());
    let length = samples.len().div_ceil(PARTS).max(1);
    for _ in 0..steps {
        if stop.is_stopped() {
            break;
        }
        // Nesterov: the slope is taken where the last step would lead.
        let ahead: Vec<f32> = weights.iter().zip(&speed).map(|(weight, speed)| weight + MOMENTUM * speed).collect();
        let parts: Vec<Slope> = (0..PARTS)
            .into_par_iter()
            .map(|part| {
                let range = (part * length).min(samples.len())..((part + 1) * length).min(samples.len());
                Slope::over(samples, &features, &ahead, range)
            })
            .collect();
        let Some(slope) = parts.into_iter().reduce(Slope::add) else { break };
        if slope.loss > lowest * TOO_FAR {
            // Features that act together more than was thought: back to where it was best, with smaller steps.
            step /= 2.0;
            weights.clone_from(&kept);
            speed.fill(0.0);
            progress.add(1);
            continue;
        }
        if slope.loss < lowest {
            lowest = slope.loss;
            kept.clone_from(&ahead);
        }
        let ridge = 1.0 / (SPREAD * SPREAD);
        for at in 0..weights.len() {
            let gradient = slope.gradient[at] + ridge * (ahead[at] - began[at]);
            speed[at] = MOMENTUM * speed[at] - step * gradient / (slope.curvature[at] + ridge);
            weights[at] += speed[at];
        }
        progress.add(1);
    }
    let after = losses(samples, &features, &weights);
    (weights, [before, after])
}
