//! The estimate that is fitted to games: weights for patterns of men on parts of the board, for kings by their
//! squares, and for a few counts. See [`crate::train`] for how they are found.
//!
//! - **Patterns.** A part is four ranks by four files, eight dark squares, each empty, with an own man or with an enemy's:
//!   3^8 patterns with a weight each. There are nine such parts, which overlap; half a turn with the sides exchanged takes
//!   four of them to four others and the one in the middle to itself, so five tables of weights serve: the estimate is
//!   their sum for the board less their sum for the turned board. (Patterns of men of this kind are what Scan, by Letouzey,
//!   uses in the draughts variants.)
//! - **Two phases.** Each weight is two: one for a full board, one for an empty one, mixed by the number of pieces.
//! - **Indices.** The numbers of all five patterns of a side come at once, as the sum of four vectors, one for each byte of
//!   the word that holds the side's men.

use std::sync::{Arc, LazyLock};

use super::bits::{Bits, bit, each};
use super::eval::{self, Judgement};
use super::{Checkers, MOST_PIECES, Move};
use crate::board::Square;
use crate::game::{Evaluator, Game, Linear, PerSeat};
use crate::weights::{Weights, WeightsError};

/// The lower left corners of the five parts: file and rank.
const PARTS: [(u8, u8); 5] = [(0, 0), (2, 0), (4, 0), (0, 2), (2, 2)];
/// Dark squares of a part.
const SQUARES: usize = 8;
/// Patterns of a part, 3^8.
const PATTERNS: usize = 6561;
/// Where the weights of kings begin, after those of patterns: one for each square.
const KINGS: usize = PARTS.len() * PATTERNS;
/// Where those of the counts begin.
const COUNTS: usize = KINGS + 32;
/// The number of weights for one phase.
const PHASE: usize = COUNTS + eval::TERMS;
/// Weights are kept in eighths of a hundredth of a man.
const SCALE: f32 = 8.0;

/// Partial numbers of the patterns for each byte of a word of men: added up they are the numbers of one side.
type Partial = [u16; 8];

static PARTIALS: LazyLock<Box<[[Partial; 256]; 4]>> = LazyLock::new(|| {
    let mut partials = Box::new([[[0; 8]; 256]; 4]);
    for (part, &(file, rank)) in PARTS.iter().enumerate() {
        let places = (0..4).flat_map(|r| (0..4).map(move |f| bit(Square::new(file + f, rank + r)))).filter(|&b| b != 0);
        for (place, square) in places.enumerate() {
            debug_assert!(place < SQUARES, "eight dark squares");
            let at = square.trailing_zeros() as usize;
            for (byte, partial) in partials[at / 8].iter_mut().enumerate() {
                if byte >> (at % 8) & 1 == 1 {
                    partial[part] += 3u16.pow(place as u32);
                }
            }
        }
    }
    partials
});

/// The numbers of the five patterns of a board on which these are the own men and those the enemy's.
#[inline]
fn numbers(own: Bits, enemy: Bits) -> Partial {
    let partials = &**PARTIALS;
    let mut numbers = [0u16; 8];
    for byte in 0..4 {
        let one = &partials[byte][(own >> (8 * byte)) as usize & 255];
        let two = &partials[byte][(enemy >> (8 * byte)) as usize & 255];
        for ((number, one), two) in numbers.iter_mut().zip(one).zip(two) {
            *number += one + 2 * two;
        }
    }
    numbers
}

/// The weights, those of both phases side by side.
#[derive(Clone, Debug)]
pub struct Fitted {
    weights: Arc<[[i16; 2]]>,
    made: Arc<str>,
}

/// The weights that come with the program.
static OWN: LazyLock<Fitted> = LazyLock::new(|| {
    let own = Weights::read(include_bytes!("checkers.weights")).and_then(|weights| Fitted::from_weights(&weights));
    // A test sees to it that they can be read.
    own.unwrap_or_else(|_| Fitted::by_hand())
});

impl Default for Fitted {
    fn default() -> Self {
        OWN.clone()
    }
}

impl Fitted {
    /// The estimate made by hand, in the same form: where fitting begins.
    pub fn by_hand() -> Self {
        let mut weights = vec![[0; 2]; PHASE];
        for (weight, by_hand) in weights[COUNTS..].iter_mut().zip(eval::BY_HAND) {
            *weight = by_hand.map(|points| (points * SCALE) as i16);
        }
        Fitted { weights: weights.into(), made: "by hand".into() }
    }

    /// Takes weights from a file.
    ///
    /// # Errors
    /// When they are another game's, or of another number.
    pub fn from_weights(weights: &Weights) -> Result<Self, WeightsError> {
        let values = weights.expect(Checkers::NAME, 2 * PHASE)?;
        let pairs = (0..PHASE).map(|at| [values[at], values[PHASE + at]]).collect();
        Ok(Fitted { weights: pairs, made: weights.made.as_str().into() })
    }

    /// How the weights were made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The weights of what stands on a board, seen from the side that moves upwards, for both phases.
    #[inline]
    fn side(&self, men: [Bits; 2], kings: Bits) -> [i32; 2] {
        let mut sum = [0; 2];
        let mut add = |at: usize| {
            let [full, empty] = self.weights[at];
            sum[0] += i32::from(full);
            sum[1] += i32::from(empty);
        };
        for (part, &number) in numbers(men[0], men[1])[..PARTS.len()].iter().enumerate() {
            add(part * PATTERNS + usize::from(number));
        }
        for king in each(kings) {
            add(KINGS + king.trailing_zeros() as usize);
        }
        sum
    }

    /// The estimate for Coral in hundredths of a man.
    fn estimate(&self, position: &Checkers) -> i32 {
        let board = position.board();
        let (coral, white) = (board.men(0), board.men(1));
        let up = self.side([coral, white], board.kings(0));
        let down = self.side([white.reverse_bits(), coral.reverse_bits()], board.kings(1).reverse_bits());
        let mut phases = [up[0] - down[0], up[1] - down[1]];
        for (term, weight) in eval::terms(position).into_iter().zip(&self.weights[COUNTS..]) {
            phases[0] += term * i32::from(weight[0]);
            phases[1] += term * i32::from(weight[1]);
        }
        let pieces = pieces(position);
        (phases[0] * pieces + phases[1] * (FULL - pieces)) / (FULL * SCALE as i32)
    }
}

/// The names of the counts, in their order.
const NAMES: [&str; eval::TERMS] = [
    "men",
    "kings",
    "men on the bridge, c1 and g1 or f8 and b8",
    "other men at home",
    "free squares",
    "opposition",
    "the turn",
    "men on the edge",
    "ranks that men have come forward",
];

/// What the estimate is made of, for people: every part in points for Coral.
pub(super) fn describe(position: &Checkers) -> Vec<String> {
    let model = &*OWN;
    let board = position.board();
    let (coral, white) = (board.men(0), board.men(1));
    let pieces = pieces(position);
    let mixed = |[full, empty]: [i32; 2]| (full * pieces + empty * (FULL - pieces)) / (FULL * SCALE as i32);
    let less = |up: [i32; 2], down: [i32; 2]| mixed([up[0] - down[0], up[1] - down[1]]);
    let down = [white.reverse_bits(), coral.reverse_bits()];
    let men = less(model.side([coral, white], 0), model.side(down, 0));
    let with_kings = less(model.side([coral, white], board.kings(0)), model.side(down, board.kings(1).reverse_bits()));
    let side = |name: &str, side: usize| {
        format!("{name}: {} men, {} kings", board.men(side).count_ones(), board.kings(side).count_ones())
    };
    let mut lines = vec![side("Coral", 0), side("White", 1), "points for Coral, in hundredths of a man:".into()];
    for ((term, weight), name) in eval::terms(position).into_iter().zip(&model.weights[COUNTS..]).zip(NAMES) {
        let points = mixed(weight.map(|weight| term * i32::from(weight)));
        lines.push(format!("  {name}: {points} (Coral is {term:+})"));
    }
    lines.push(format!("  patterns of men: {men}"));
    lines.push(format!("  squares of kings: {}", with_kings - men));
    lines.push(format!("weights by {}", model.made));
    lines.push(format!("king moves without a capture: {}", position.quiet()));
    let jumpers = board.jumpers(position.turn().index()).count_ones();
    if jumpers > 0 {
        lines.push(format!("{} can capture with {jumpers} of its pieces", Checkers::SEATS[position.turn().index()]));
    }
    lines
}

/// The pieces of a full board.
const FULL: i32 = 2 * MOST_PIECES as i32;

fn pieces(position: &Checkers) -> i32 {
    let board = position.board();
    (board.of(0) | board.of(1)).count_ones() as i32
}

impl Evaluator<Checkers> for Fitted {
    const GRAIN: Option<i32> = Judgement::GRAIN;
    const SELECTIVE: bool = true;

    fn score(&self, position: &Checkers) -> PerSeat<i32> {
        let coral = self.estimate(position);
        let mut scores = PerSeat::default();
        scores[super::CORAL] = coral;
        scores[super::WHITE] = -coral;
        scores
    }

    fn promise(&self, position: &Checkers, mv: Move) -> i32 {
        Judgement.promise(position, mv)
    }
}

impl Linear<Checkers> for Fitted {
    fn weights(&self) -> Vec<f32> {
        let phase = |phase: usize| self.weights.iter().map(move |weight| f32::from(weight[phase]) / SCALE);
        phase(0).chain(phase(1)).collect()
    }

    fn with_weights(&self, weights: &[f32], made: &str) -> Self {
        let kept = |points: f32| (points * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let pairs = (0..PHASE).map(|at| [kept(weights[at]), kept(weights[PHASE + at])]).collect();
        Fitted { weights: pairs, made: made.into() }
    }

    fn to_file(&self) -> Weights {
        let phase = |phase: usize| self.weights.iter().map(move |weight| weight[phase]);
        Weights { game: Checkers::NAME.into(), made: self.made.to_string(), values: phase(0).chain(phase(1)).collect() }
    }

    fn features(&self, position: &Checkers, found: &mut dyn FnMut(usize, f32)) {
        let board = position.board();
        let (coral, white) = (board.men(0), board.men(1));
        let full = pieces(position) as f32 / FULL as f32;
        let mut add = |at: usize, amount: f32| {
            found(at, amount * full);
            found(PHASE + at, amount * (1.0 - full));
        };
        let sides = [
            (1.0, [coral, white], board.kings(0)),
            (-1.0, [white.reverse_bits(), coral.reverse_bits()], board.kings(1).reverse_bits()),
        ];
        for (sign, [own, enemy], kings) in sides {
            for (part, &number) in numbers(own, enemy)[..PARTS.len()].iter().enumerate() {
                add(part * PATTERNS + usize::from(number), sign);
            }
            for king in each(kings) {
                add(KINGS + king.trailing_zeros() as usize, sign);
            }
        }
        for (at, term) in eval::terms(position).into_iter().enumerate() {
            if term != 0 {
                add(COUNTS + at, term as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Setup};

    fn some_positions() -> Vec<Checkers> {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut found = Vec::new();
        while found.len() < 500 {
            let mut position = Checkers::start(&Setup::default());
            let mut moves = Vec::new();
            for _ in 0..rng.usize(0..80) {
                moves.clear();
                position.moves(&mut moves);
                let Some(&mv) = moves.get(rng.usize(0..moves.len().max(1))) else { break };
                position.play(mv);
            }
            if position.outcome().is_none() {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn the_weights_that_come_with_the_program_can_be_read() {
        let weights = Weights::read(include_bytes!("checkers.weights")).unwrap();
        let fitted = Fitted::from_weights(&weights).unwrap();
        assert!(fitted.made().contains("seed"), "{}", fitted.made());
        assert_eq!(fitted.to_file(), weights);
    }

    #[test]
    fn a_pattern_s_number_is_the_number_of_its_squares_in_base_three() {
        for position in some_positions() {
            let men = [position.board().men(0), position.board().men(1)];
            let found = numbers(men[0], men[1]);
            for (part, &(file, rank)) in PARTS.iter().enumerate() {
                let (mut number, mut place) = (0, 1);
                for r in rank..rank + 4 {
                    for f in file..file + 4 {
                        let square = bit(Square::new(f, r));
                        if square != 0 {
                            number += place * (u16::from(men[0] & square != 0) + 2 * u16::from(men[1] & square != 0));
                            place *= 3;
                        }
                    }
                }
                assert_eq!(found[part], number, "{} part {part}", position.fen());
            }
        }
    }

    #[test]
    fn the_estimate_is_the_sum_of_weights_times_features_and_the_same_for_both_sides() {
        let model = Fitted::default();
        let weights = model.weights();
        for position in some_positions() {
            let mut sum = 0.0;
            model.features(&position, &mut |at, amount| sum += weights[at] * amount);
            let score = model.score(&position);
            assert!((score[super::super::CORAL] as f32 - sum).abs() < 1.5, "{}", position.fen());
            let turned = model.score(&position.turned());
            assert_eq!(turned[super::super::WHITE], score[super::super::CORAL], "{}", position.fen());
        }
    }
}
