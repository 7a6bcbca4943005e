//! Makes the weights of Yonkoma's evaluation.
//!
//! `cargo bench --bench fit_eval [-- SIZE [POSITIONS]]`: solves the board, samples positions that the edges can
//! matter to (random ones, and what follows them in up to 12 plies, half of them the best and half of them
//! random), and fits the chance of a win by logistic regression to what the plane without edges says.
//! Prints the weights in thousandths of a logit, and how often the sign is right on positions held back.

use yon::control::Stop;
use yon::game::{Game, Value, value_of_move};
use yon::games::yonkoma::{Knowledge, Plane, Solution, Yonkoma};

const INPUTS: usize = Knowledge::WEIGHTS.len();
const STEPS: usize = 3000;
const MOST_PLIES: usize = 12;

type Sample = ([f64; INPUTS], bool);

/// A position some plies into a game that begins anywhere.
fn played_position(solution: &Solution, rng: &mut fastrand::Rng) -> Yonkoma {
    let mut position = Yonkoma::random(solution.size(), rng);
    for _ in 0..rng.usize(0..=MOST_PLIES) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let rank = |&mv: &_| {
            let after = position.after(mv);
            value_of_move(&position, mv, &after, solution.value(&after)).rank()
        };
        let best = moves.iter().copied().min_by_key(rank);
        match if rng.bool() { best } else { rng.choice(moves) } {
            Some(mv) => position.play(mv),
            None => break,
        }
    }
    position
}

fn samples(solution: &Solution, wanted: usize, rng: &mut fastrand::Rng) -> Vec<Sample> {
    let mut samples = Vec::new();
    while samples.len() < wanted {
        let position = played_position(solution, rng);
        let Some(guess) = Plane::get().guess(&position) else { continue };
        if position.outcome().is_none() && Plane::get().known(&position).is_none() {
            let inputs = Knowledge::inputs(guess, position.size()).map(f64::from);
            samples.push((inputs, matches!(solution.value(&position), Value::Win(_))));
        }
    }
    samples
}

fn logit(weights: &[f64; INPUTS], inputs: &[f64; INPUTS]) -> f64 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}

/// Gradient descent on the logistic loss. The inputs are divided by their root mean squares, so one rate fits all.
fn fit(samples: &[Sample]) -> [f64; INPUTS] {
    let count = samples.len() as f64;
    let scale: [f64; INPUTS] =
        std::array::from_fn(|i| (samples.iter().map(|(inputs, _)| inputs[i] * inputs[i]).sum::<f64>() / count).sqrt());
    let scaled: Vec<Sample> =
        samples.iter().map(|(inputs, won)| (std::array::from_fn(|i| inputs[i] / scale[i]), *won)).collect();
    let (mut weights, mut speed) = ([0.0; INPUTS], [0.0; INPUTS]);
    for _ in 0..STEPS {
        let mut slope = [0.0; INPUTS];
        for (inputs, won) in &scaled {
            let error = f64::from(u8::from(*won)) - 1.0 / (1.0 + (-logit(&weights, inputs)).exp());
            for (slope, input) in slope.iter_mut().zip(inputs) {
                *slope += error * input / count;
            }
        }
        for i in 0..INPUTS {
            speed[i] = 0.9 * speed[i] + slope[i];
            weights[i] += speed[i];
        }
    }
    std::array::from_fn(|i| weights[i] / scale[i])
}

fn report(name: &str, weights: &[f64; INPUTS], samples: &[Sample]) {
    let right = samples.iter().filter(|(inputs, won)| (logit(weights, inputs) > 0.0) == *won).count();
    println!("{name}: sign right in {:.1} % of {}", 100.0 * right as f64 / samples.len() as f64, samples.len());
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let get = |index: usize, default: usize| numbers.get(index).copied().unwrap_or(default);
    let (size, wanted) = (get(0, 16) as u8, get(1, 100_000));
    let solution = Solution::solve(size, &Stop::new()).expect("nobody stops it");
    let mut rng = fastrand::Rng::with_seed(16);
    let training = samples(&solution, wanted, &mut rng);
    let weights = fit(&training);
    println!("{size}x{size}: {:.1?}", weights.map(|weight| 1000.0 * weight));
    report("fitted", &weights, &training);
    report("held back", &weights, &samples(&solution, wanted / 4, &mut rng));
    let used = Knowledge::WEIGHTS.map(f64::from);
    report("held back, weights in use", &used, &samples(&solution, wanted / 4, &mut rng));
}
