//! Fitting the weights of an evaluation that is a sum ([`Linear`]): each step is the gradient over the curvature of each
//! weight by itself, with Nesterov's momentum. A weight that little is known of stays near where it began (a
//! ridge); steps that lead astray are taken back and halved.

use rayon::prelude::*;

use super::{Fitted, Loss, POINTS, Sample, chance, entropy, target};
use crate::control::{Progress, Stop};
use crate::game::{Game, Linear};

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
) -> (Vec<f32>, Fitted) {
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
    (weights, Fitted { before, after })
}
