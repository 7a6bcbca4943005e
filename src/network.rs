//! A small neural network that estimates positions: inputs that are on or off, two layers between, and the last two layers
//! once for each phase of a game. Whole numbers only, so it gives the same on every machine.
//!
//! The first layer adds up one row of weights for each input that is on. Both layers between are cut off at 0 and at 1.
//! What comes out is the logarithm of the odds of a win for the side to move.
//!
//! Weights are 16 bits: those of the first layer and all biases in units of 1/512, the others of 1/1024.
//! A layer's numbers are worked on eight at a time: they are kept in vectors of eight, and `VECTORS` of these are the first
//! layer.
//!
//! Parameters in one list are, in this order: the rows of the first layer, its biases, and for each phase the rows of the
//! second layer, its biases, the weights of the last and its bias.

use wide::{i16x8, i32x4};

use crate::game::{Evaluator, Game};
use crate::weights::Weights;

/// One, in the layers.
const ONE: i32 = 1 << ONE_BITS;
const ONE_BITS: u32 = 9;
/// One, in the weights of the later layers.
const WEIGHT_BITS: u32 = 10;
/// Numbers in a vector.
pub const LANES: usize = 8;
/// Points in which the odds of a win grow by a factor of e.
pub const POINTS: f32 = 120.0;

/// How many inputs and phases a network has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<const VECTORS: usize, const SECOND: usize> {
    /// Inputs.
    pub inputs: usize,
    /// The most inputs that are on at once.
    pub on: usize,
    /// Phases.
    pub phases: usize,
}

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    FirstWeight,
    Bias,
    LaterWeight,
}

impl<const VECTORS: usize, const SECOND: usize> Shape<VECTORS, SECOND> {
    /// The size of the first layer.
    pub const FIRST: usize = LANES * VECTORS;

    /// Where the biases of the first layer begin.
    pub const fn biases(&self) -> usize {
        self.inputs * Self::FIRST
    }

    /// Where the parameters of a phase begin.
    pub const fn phase(&self, phase: usize) -> usize {
        self.biases() + Self::FIRST + phase * Self::PHASE
    }

    /// The number of parameters of a phase.
    pub const PHASE: usize = SECOND * Self::FIRST + SECOND + SECOND + 1;

    /// The number of all parameters.
    pub const fn len(&self) -> usize {
        self.phase(self.phases)
    }

    /// True for a network without parameters, which there is none of.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn part(&self, at: usize) -> Part {
        if at < self.biases() {
            return Part::FirstWeight;
        }
        let Some(within) = at.checked_sub(self.phase(0)) else { return Part::Bias };
        match within % Self::PHASE {
            row if row < SECOND * Self::FIRST => Part::LaterWeight,
            bias if bias < SECOND * Self::FIRST + SECOND => Part::Bias,
            last if last < Self::PHASE - 1 => Part::LaterWeight,
            _ => Part::Bias,
        }
    }

    /// The units of a parameter in one.
    fn units(&self, at: usize) -> f32 {
        match self.part(at) {
            Part::FirstWeight | Part::Bias => ONE as f32,
            Part::LaterWeight => (1 << WEIGHT_BITS) as f32,
        }
    }

    /// The largest size of a parameter: sums of as many as there can be must not overflow.
    pub fn most(&self, at: usize) -> f32 {
        match self.part(at) {
            Part::FirstWeight => (f32::from(i16::MAX) / ONE as f32) / (self.on + 1) as f32,
            Part::Bias if at < self.phase(0) => (f32::from(i16::MAX) / ONE as f32) / (self.on + 1) as f32,
            Part::Bias => f32::from(i16::MAX) / ONE as f32,
            // 64 such products of at most 2^9 * 2^14 are 2^29.
            Part::LaterWeight => 16.0,
        }
    }

    /// Parameters as a file keeps them.
    pub fn whole(&self, parameters: &[f32]) -> Vec<i16> {
        let round = |(at, &value): (usize, &f32)| {
            let most = self.most(at);
            (value.clamp(-most, most) * self.units(at)).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16
        };
        parameters.iter().enumerate().map(round).collect()
    }

    /// What a file keeps as parameters.
    pub fn parameters(&self, whole: &[i16]) -> Vec<f32> {
        whole.iter().enumerate().map(|(at, &value)| f32::from(value) / self.units(at)).collect()
    }
}

/// An evaluation that is a network, so that its parameters can be fitted to games.
pub trait Networked<G: Game, const VECTORS: usize, const SECOND: usize>: Evaluator<G> + Clone {
    /// Its shape.
    const SHAPE: Shape<VECTORS, SECOND>;
    /// The parameters.
    fn parameters(&self) -> Vec<f32>;
    /// The same evaluation with other parameters, as many, and how they were made.
    #[must_use]
    fn with_parameters(&self, parameters: &[f32], made: &str) -> Self;
    /// The parameters as a file keeps them.
    fn to_file(&self) -> Weights;
    /// The inputs that are on, seen from the side to move, and the phase.
    fn inputs(position: &G) -> (Vec<usize>, usize);
}

/// A network. `VECTORS` times eight and `SECOND` are the sizes of the two layers between.
#[derive(Clone, Debug)]
pub struct Network<const VECTORS: usize, const SECOND: usize> {
    rows: Vec<[i16x8; VECTORS]>,
    biases: [i16x8; VECTORS],
    phases: Vec<Phase<VECTORS, SECOND>>,
}

#[derive(Clone, Debug)]
struct Phase<const VECTORS: usize, const SECOND: usize> {
    rows: [[i16x8; VECTORS]; SECOND],
    biases: [i32; SECOND],
    last: [i32; SECOND],
    bias: i32,
}

/// As many vectors of numbers, eight each.
fn vectors<const VECTORS: usize>(values: &[i16]) -> [i16x8; VECTORS] {
    std::array::from_fn(|vector| i16x8::new(std::array::from_fn(|lane| values[LANES * vector + lane])))
}

impl<const VECTORS: usize, const SECOND: usize> Network<VECTORS, SECOND> {
    /// The network of these parameters, in units as a file keeps them.
    ///
    /// # Panics
    /// When their number is not the shape's.
    pub fn new(shape: Shape<VECTORS, SECOND>, parameters: &[i16]) -> Self {
        assert_eq!(parameters.len(), shape.len(), "parameters of a network");
        let first = Shape::<VECTORS, SECOND>::FIRST;
        let (rows, rest) = parameters.split_at(shape.biases());
        let (biases, rest) = rest.split_at(first);
        let phase = |parameters: &[i16]| {
            let (rows, rest) = parameters.split_at(first * SECOND);
            let wide = |values: &[i16], bits: u32| std::array::from_fn(|at| i32::from(values[at]) << bits);
            Phase {
                rows: std::array::from_fn(|at| vectors(&rows[at * first..])),
                biases: wide(rest, WEIGHT_BITS),
                last: wide(&rest[SECOND..], 0),
                bias: i32::from(rest[2 * SECOND]) << WEIGHT_BITS,
            }
        };
        Network {
            rows: rows.chunks_exact(first).map(vectors).collect(),
            biases: vectors(biases),
            phases: rest.chunks_exact(Shape::<VECTORS, SECOND>::PHASE).map(phase).collect(),
        }
    }

    /// The estimate for the side to move, in points, with these inputs on.
    #[inline]
    pub fn points(&self, inputs: impl Iterator<Item = usize>, phase: usize) -> i32 {
        let mut sums = self.biases;
        inputs.for_each(|input| {
            for (sum, &weights) in sums.iter_mut().zip(&self.rows[input]) {
                *sum += weights;
            }
        });
        let (zero, one) = (i16x8::splat(0), i16x8::splat(ONE as i16));
        let sums = sums.map(|sum| sum.max(zero).min(one));
        let phase = &self.phases[phase];
        let mut out = phase.bias;
        for at in 0..SECOND {
            let mut products = i32x4::splat(0);
            for (&sum, &weights) in sums.iter().zip(&phase.rows[at]) {
                products += sum.dot(weights);
            }
            let sum = phase.biases[at] + products.reduce_add();
            out += (sum >> WEIGHT_BITS).clamp(0, ONE) * phase.last[at];
        }
        ((i64::from(out) * POINTS as i64) >> (ONE_BITS + WEIGHT_BITS)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape<1, 4> = Shape { inputs: 6, on: 3, phases: 2 };

    fn some_parameters(seed: u64) -> Vec<f32> {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..SHAPE.len()).map(|_| rng.f32() * 2.0 - 1.0).collect()
    }

    /// The same in floating point, a number at a time.
    fn plain(parameters: &[f32], on: &[usize], phase: usize) -> f32 {
        let cut = |value: f32| value.clamp(0.0, 1.0);
        let first: Vec<f32> = (0..8)
            .map(|at| cut(parameters[SHAPE.biases() + at] + on.iter().map(|row| parameters[row * 8 + at]).sum::<f32>()))
            .collect();
        let later = &parameters[SHAPE.phase(phase)..];
        let second = |at: usize| cut(later[32 + at] + (0..8).map(|one| later[at * 8 + one] * first[one]).sum::<f32>());
        POINTS * (later[40] + (0..4).map(|at| later[36 + at] * second(at)).sum::<f32>())
    }

    #[test]
    fn whole_numbers_come_near_to_the_same_in_floating_point() {
        let mut different = std::collections::HashSet::new();
        for seed in 0..200 {
            let parameters = some_parameters(seed);
            let network = Network::new(SHAPE, &SHAPE.whole(&parameters));
            for (on, phase) in [(vec![], 0), (vec![1], 1), (vec![0, 2, 5], 0), (vec![3, 4, 5], 1)] {
                let (found, wanted) = (network.points(on.iter().copied(), phase), plain(&parameters, &on, phase));
                assert!((found as f32 - wanted).abs() < 4.0, "{seed} {on:?} {phase}: {found} and {wanted}");
                different.insert(found);
            }
        }
        assert!(different.len() > 100, "{} estimates", different.len());
    }

    #[test]
    fn parameters_survive_being_whole() {
        let whole = SHAPE.whole(&some_parameters(1));
        assert_eq!(SHAPE.whole(&SHAPE.parameters(&whole)), whole);
        assert_eq!(whole.len(), 6 * 8 + 8 + 2 * (4 * 8 + 4 + 4 + 1));
    }

    #[test]
    fn no_sum_overflows_with_the_largest_parameters() {
        for sign in [1.0, -1.0] {
            let largest: Vec<f32> = (0..SHAPE.len()).map(|at| sign * SHAPE.most(at)).collect();
            let network = Network::new(SHAPE, &SHAPE.whole(&largest));
            let found = network.points([0, 1, 2].into_iter(), 0);
            assert!((found as f32 - plain(&largest, &[0, 1, 2], 0)).abs() < 4.0, "{found}");
        }
    }
}
