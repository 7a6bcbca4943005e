//! Fitting a [`crate::network`] to examples: minibatches in random order, the gradient by going back through the layers, and
//! Adam's steps (Kingma and Ba, 2015), which get smaller to the end.

use rayon::prelude::*;

use super::{Fitted, Loss, entropy};
use crate::control::{Progress, Stop};
use crate::network::{LANES, Shape};

/// Examples in a batch.
const BATCH: usize = 1024;
/// Parts that a batch is cut into to be added up in a fixed order, whatever the number of threads.
const PARTS: usize = 4;
/// The first step.
const RATE: f32 = 1.5e-3;
/// How much of the mean gradient and of its mean square goes on.
const MEANS: [f32; 2] = [0.9, 0.999];

/// What a network is to learn: positions as the inputs that are on, and the chance of the side to move.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    starts: Vec<usize>,
    inputs: Vec<u16>,
    phases: Vec<u8>,
    chances: Vec<f32>,
    aside: Vec<bool>,
}

impl Examples {
    /// Adds one.
    pub fn push(&mut self, inputs: &[usize], phase: usize, chance: f32, aside: bool) {
        self.starts.push(self.inputs.len());
        self.inputs.extend(inputs.iter().map(|&input| input as u16));
        self.phases.push(phase as u8);
        self.chances.push(chance);
        self.aside.push(aside);
    }

    fn len(&self) -> usize {
        self.starts.len()
    }

    fn inputs(&self, at: usize) -> &[u16] {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.inputs.len());
        &self.inputs[self.starts[at]..end]
    }
}

/// What the layers hold for one example.
struct Layers<const VECTORS: usize, const SECOND: usize> {
    first: [[f32; LANES]; VECTORS],
    second: [f32; SECOND],
    chance: f32,
}

fn cut(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

/// True where a layer is not cut off, so that what goes in changes what comes out.
fn moves(value: f32) -> bool {
    value > 0.0 && value < 1.0
}

fn dot(one: &[f32], two: &[f32]) -> f32 {
    // Eight sums side by side, in an order that does not depend on the machine.
    let mut sums = [0.0f32; 8];
    for (one, two) in one.chunks_exact(8).zip(two.chunks_exact(8)) {
        for at in 0..8 {
            sums[at] += one[at] * two[at];
        }
    }
    sums.iter().sum()
}

fn forward<const VECTORS: usize, const SECOND: usize>(
    shape: &Shape<VECTORS, SECOND>,
    parameters: &[f32],
    inputs: &[u16],
    phase: usize,
) -> Layers<VECTORS, SECOND> {
    let size = Shape::<VECTORS, SECOND>::FIRST;
    let mut first = [[0.0; LANES]; VECTORS];
    first.as_flattened_mut().copy_from_slice(&parameters[shape.biases()..shape.biases() + size]);
    for &input in inputs {
        let row = &parameters[usize::from(input) * size..][..size];
        first.as_flattened_mut().iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }
    let out = first.map(|vector| vector.map(cut));
    let out = out.as_flattened();
    let later = &parameters[shape.phase(phase)..shape.phase(phase + 1)];
    let (rows, rest) = later.split_at(size * SECOND);
    let second: [f32; SECOND] = std::array::from_fn(|at| rest[at] + dot(&rows[at * size..][..size], out));
    let last = rest[2 * SECOND] + (0..SECOND).map(|at| cut(second[at]) * rest[SECOND + at]).sum::<f32>();
    Layers { first, second, chance: 1.0 / (1.0 + libm::expf(-last)) }
}

/// Adds the gradient of the loss of one example.
fn backward<const VECTORS: usize, const SECOND: usize>(
    shape: &Shape<VECTORS, SECOND>,
    parameters: &[f32],
    inputs: &[u16],
    phase: usize,
    wanted: f32,
    gradient: &mut [f32],
) {
    let layers = forward(shape, parameters, inputs, phase);
    let error = layers.chance - wanted;
    let size = Shape::<VECTORS, SECOND>::FIRST;
    let out = layers.first.map(|vector| vector.map(cut));
    let out = out.as_flattened();
    let later = shape.phase(phase)..shape.phase(phase + 1);
    let (rows, rest) = parameters[later.clone()].split_at(size * SECOND);
    let (row_slopes, rest_slopes) = gradient[later].split_at_mut(size * SECOND);
    let mut back = [[0.0; LANES]; VECTORS];
    let back = back.as_flattened_mut();
    for at in 0..SECOND {
        rest_slopes[SECOND + at] += error * cut(layers.second[at]);
        if !moves(layers.second[at]) {
            continue;
        }
        let slope = error * rest[SECOND + at];
        rest_slopes[at] += slope;
        let (row, row_slope) = (&rows[at * size..][..size], &mut row_slopes[at * size..][..size]);
        for one in 0..size {
            row_slope[one] += slope * out[one];
            back[one] += slope * row[one];
        }
    }
    rest_slopes[2 * SECOND] += error;
    for (back, &sum) in back.iter_mut().zip(layers.first.as_flattened()) {
        *back = if moves(sum) { *back } else { 0.0 };
    }
    for &input in inputs {
        let row = &mut gradient[usize::from(input) * size..][..size];
        row.iter_mut().zip(&*back).for_each(|(slope, back)| *slope += back);
    }
    let biases = &mut gradient[shape.biases()..shape.biases() + size];
    biases.iter_mut().zip(&*back).for_each(|(slope, back)| *slope += back);
}

/// Parameters from which a network can learn: small and random.
pub fn random<const VECTORS: usize, const SECOND: usize>(shape: &Shape<VECTORS, SECOND>, seed: u64) -> Vec<f32> {
    let size = Shape::<VECTORS, SECOND>::FIRST;
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut parameters: Vec<f32> = (0..shape.biases()).map(|_| (rng.f32() - 0.5) * 0.4).collect();
    parameters.extend((0..size).map(|_| 0.2 + 0.2 * rng.f32()));
    for _ in 0..shape.phases {
        let spread = 2.0 * (3.0 / size as f32).sqrt();
        parameters.extend((0..size * SECOND).map(|_| (rng.f32() - 0.5) * spread));
        parameters.extend((0..SECOND).map(|_| 0.3));
        let spread = 2.0 * (3.0 / SECOND as f32).sqrt();
        parameters.extend((0..SECOND).map(|_| (rng.f32() - 0.5) * spread));
        parameters.push(0.0);
    }
    parameters
}

fn losses<const VECTORS: usize, const SECOND: usize>(
    shape: &Shape<VECTORS, SECOND>,
    parameters: &[f32],
    examples: &Examples,
) -> Loss {
    let part = examples.len().div_ceil(32).max(1);
    let sums: Vec<[(f64, u64); 2]> = (0..examples.len())
        .collect::<Vec<_>>()
        .par_chunks(part)
        .map(|part| {
            let mut sums = [(0.0, 0); 2];
            for &at in part {
                let seen = forward(shape, parameters, examples.inputs(at), examples.phases[at].into()).chance;
                let sum = &mut sums[usize::from(examples.aside[at])];
                sum.0 += entropy(seen, examples.chances[at]);
                sum.1 += 1;
            }
            sums
        })
        .collect();
    let mean = |side: usize| {
        let (sum, count) = sums.iter().fold((0.0, 0), |(sum, count), part| (sum + part[side].0, count + part[side].1));
        sum / count.max(1) as f64
    };
    Loss { fitted: mean(0), aside: mean(1) }
}

/// Fits parameters to examples, going so often through all that are not kept aside.
pub fn fit<const VECTORS: usize, const SECOND: usize>(
    shape: &Shape<VECTORS, SECOND>,
    mut parameters: Vec<f32>,
    examples: &Examples,
    steps: u32,
    seed: u64,
    stop: &Stop,
    progress: &Progress,
) -> (Vec<f32>, Fitted) {
    let before = losses(shape, &parameters, examples);
    let mut order: Vec<u32> = (0..examples.len()).filter(|&at| !examples.aside[at]).map(|at| at as u32).collect();
    let mut rng = fastrand::Rng::with_seed(seed);
    let most: Vec<f32> = (0..parameters.len()).map(|at| shape.most(at)).collect();
    let (mut mean, mut square) = (vec![0.0f32; parameters.len()], vec![0.0f32; parameters.len()]);
    let batches = (order.len() / BATCH).max(1) * steps as usize;
    let mut slopes = vec![vec![0.0f32; parameters.len()]; PARTS];
    let (mut done, mut left) = (0usize, [1.0f32; 2]);
    progress.begin(steps.into());
    'all: for _ in 0..steps {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH).filter(|batch| batch.len() == BATCH || order.len() < BATCH) {
            if stop.is_stopped() {
                break 'all;
            }
            let part = batch.len().div_ceil(PARTS);
            slopes.par_iter_mut().enumerate().for_each(|(number, slopes)| {
                slopes.fill(0.0);
                for &at in batch.iter().skip(number * part).take(part) {
                    let at = at as usize;
                    let (phase, chance) = (examples.phases[at].into(), examples.chances[at]);
                    backward(shape, &parameters, examples.inputs(at), phase, chance, slopes);
                }
            });
            let rate = RATE * (1.0 - done as f32 / batches as f32).max(0.02);
            done += 1;
            left[0] *= MEANS[0];
            left[1] *= MEANS[1];
            for at in 0..parameters.len() {
                let slope = slopes.iter().map(|part| part[at]).sum::<f32>() / batch.len() as f32;
                mean[at] = MEANS[0] * mean[at] + (1.0 - MEANS[0]) * slope;
                square[at] = MEANS[1] * square[at] + (1.0 - MEANS[1]) * slope * slope;
                let (mean, square) = (mean[at] / (1.0 - left[0]), square[at] / (1.0 - left[1]));
                parameters[at] = (parameters[at] - rate * mean / (square.sqrt() + 1e-8)).clamp(-most[at], most[at]);
            }
        }
        progress.add(1);
    }
    let after = losses(shape, &parameters, examples);
    (parameters, Fitted { before, after })
}
