//! The estimate that is learned from games: a small network ([`crate::network`]) that sees where the men and kings of both
//! sides stand, from the side to move. See [`crate::train`] for how its weights are found.
//!
//! - **Inputs.** Four kinds of pieces, own men and kings and the enemy's, on 32 squares. White's board is turned by half a
//!   turn, so there is one network for both sides.
//! - **Phases** by the number of pieces: the first layer is shared, the later ones are not.
//!
//! It took the place of patterns of men on parts of the board, five tables of 3^8 weights, with kings by their squares and
//! nine counts, fitted to the same games: the network's loss was 0.5739 against 0.5835 on games kept aside, and it won 37 of
//! 60 points at 10,000 nodes a move after its first round.

use std::sync::{Arc, LazyLock};

use super::bits::{Bits, each, square};
use super::eval::Judgement;
use super::{Board, Checkers, MOST_PIECES, Move};
use crate::game::{Evaluator, Game, PerSeat, Sights};
use crate::network::{Network, Networked, Shape};
use crate::weights::{Weights, WeightsError};

/// The size of the first layer, in vectors of eight.
pub const VECTORS: usize = 8;
/// The size of the second layer.
pub const SECOND: usize = 16;
/// Dark squares.
const SQUARES: usize = 32;
/// Men and kings of either side on each square.
const SHAPE: Shape<VECTORS, SECOND> = Shape { inputs: 4 * SQUARES, on: 2 * MOST_PIECES as usize, phases: 4 };

/// The network, and how it was made.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network<VECTORS, SECOND>>,
    whole: Arc<[i16]>,
    made: Arc<str>,
}

/// The weights that come with the program.
static OWN: LazyLock<Learned> = LazyLock::new(|| {
    let own = Weights::read(include_bytes!("checkers.weights")).and_then(|weights| Learned::from_weights(&weights));
    // A test sees to it that they can be read.
    own.unwrap_or_else(|_| Learned::of(vec![0; SHAPE.len()], "nothing"))
});

impl Default for Learned {
    fn default() -> Self {
        OWN.clone()
    }
}

impl Learned {
    /// The network of as many parameters as the shape has.
    fn of(mut whole: Vec<i16>, made: &str) -> Self {
        whole.resize(SHAPE.len(), 0);
        Learned { network: Arc::new(Network::new(SHAPE, &whole)), whole: whole.into(), made: made.into() }
    }

    /// Takes weights from a file.
    ///
    /// # Errors
    /// When they are another game's, or of another number.
    pub fn from_weights(weights: &Weights) -> Result<Self, WeightsError> {
        let values = weights.expect(Checkers::NAME, SHAPE.len())?;
        Ok(Learned::of(values.to_vec(), &weights.made))
    }

    /// How the weights were made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The estimate for a side to move, in points.
    #[inline]
    fn points(&self, board: &Board, side: usize) -> i32 {
        let (inputs, phase) = inputs(board, side);
        self.network.points(inputs, phase)
    }
}

/// The inputs that are on where a side is to move, and the phase.
#[inline]
fn inputs(board: &Board, side: usize) -> (impl Iterator<Item = usize>, usize) {
    let seen = |set: Bits| if side == 0 { set } else { set.reverse_bits() };
    let sets = [board.men(side), board.kings(side), board.men(side ^ 1), board.kings(side ^ 1)].map(seen);
    let of = |kind: usize| each(sets[kind]).map(move |square| SQUARES * kind + square.trailing_zeros() as usize);
    let phase = match (board.of(0) | board.of(1)).count_ones() {
        17.. => 0,
        13.. => 1,
        9.. => 2,
        _ => 3,
    };
    (of(0).chain(of(1)).chain(of(2)).chain(of(3)), phase)
}

/// What the estimate is made of, for people: what each piece is worth where it stands, the estimate with it less the
/// estimate without it.
pub(super) fn describe(position: &Checkers) -> Vec<String> {
    let model = &*OWN;
    let (board, mover) = (position.board(), position.turn().index());
    let coral = |board: &Board| if mover == 0 { model.points(board, mover) } else { -model.points(board, mover) };
    let whole = coral(board);
    let mut lines = Vec::new();
    for (side, name_of_side) in Checkers::SEATS.iter().enumerate() {
        lines.push(format!(
            "{name_of_side}: {} men, {} kings",
            board.men(side).count_ones(),
            board.kings(side).count_ones()
        ));
    }
    lines.push(format!("points for Coral, by a network: {whole}"));
    for (side, name_of_side) in Checkers::SEATS.iter().enumerate() {
        let sign = if side == 0 { 1 } else { -1 };
        let mut worth: Vec<(i32, Bits)> =
            each(board.of(side)).map(|piece| (sign * (whole - coral(&board.without(piece))), piece)).collect();
        worth.sort_by_key(|&(points, piece)| (-points, piece));
        let word = |&(points, piece): &(i32, Bits)| {
            let king = if board.kings & piece != 0 { "king " } else { "" };
            format!("{king}{} {points}", square(piece.trailing_zeros()))
        };
        let words: Vec<String> = worth.iter().map(word).collect();
        lines.push(format!("  what each piece of {name_of_side} is worth there: {}", words.join(", ")));
    }
    lines.push(format!("weights by {}", model.made));
    lines.push(format!("king moves without a capture: {}", position.quiet()));
    let jumpers = board.jumpers(mover).count_ones();
    if jumpers > 0 {
        lines.push(format!("{} can capture with {jumpers} of its pieces", Checkers::SEATS[mover]));
    }
    lines
}

impl Evaluator<Checkers> for Learned {
    const GRAIN: i32 = Judgement::GRAIN;
    const LEVELS: Option<Sights> = Some(super::levels::LEVELS);
    const SELECTIVE: bool = true;

    fn score(&self, position: &Checkers) -> PerSeat<i32> {
        let points = self.points(position.board(), position.turn().index());
        let mut scores = PerSeat::default();
        scores[position.turn()] = points;
        scores[position.turn().other()] = -points;
        scores
    }

    fn promise(&self, position: &Checkers, mv: Move) -> i32 {
        Judgement.promise(position, mv)
    }
}

impl Networked<Checkers, VECTORS, SECOND> for Learned {
    const SHAPE: Shape<VECTORS, SECOND> = SHAPE;

    fn parameters(&self) -> Vec<f32> {
        SHAPE.parameters(&self.whole)
    }

    fn with_parameters(&self, parameters: &[f32], made: &str) -> Self {
        Learned::of(SHAPE.whole(parameters), made)
    }

    fn to_file(&self) -> Weights {
        Weights { game: Checkers::NAME.into(), made: self.made.to_string(), values: self.whole.to_vec() }
    }

    fn inputs(position: &Checkers) -> (Vec<usize>, usize) {
        let (inputs, phase) = inputs(position.board(), position.turn().index());
        (inputs.collect(), phase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Setup};

    #[test]
    fn the_weights_that_come_with_the_program_can_be_read() {
        let weights = Weights::read(include_bytes!("checkers.weights")).unwrap();
        let learned = Learned::from_weights(&weights).unwrap();
        assert!(learned.made().contains("seed"), "{}", learned.made());
        assert_eq!(learned.to_file(), weights);
    }

    #[test]
    fn inputs_tell_kinds_and_squares_from_the_side_to_move() {
        let position = Checkers::from_fen("B:W32,K18:B2,K14").unwrap();
        let turned = position.turned();
        let (own, phase) = Learned::inputs(&position);
        assert_eq!((own.len(), phase), (4, 3));
        assert_eq!(own.iter().map(|input| input / SQUARES).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!((own.clone(), phase), Learned::inputs(&turned), "the turned board looks the same");
        let other = Checkers::from_fen("W:W32,K18:B2,K14").unwrap();
        assert_ne!(own, Learned::inputs(&other).0);
        assert_eq!(Learned::inputs(&Checkers::start(&Setup::default())).0.len(), 24);
    }

    #[test]
    fn a_man_more_is_worth_something_and_a_king_more_than_a_man() {
        let points = |fen: &str| Learned::default().score(&Checkers::from_fen(fen).unwrap())[super::super::CORAL];
        let even = points("B:W21,22,23,25,26,30,31,32:B1,2,3,5,6,9,10,11");
        let man = points("B:W21,22,23,25,26,30,31:B1,2,3,5,6,9,10,11");
        let king = points("B:W21,22,23,25,26,30,31:B1,2,3,5,6,9,10,K11");
        assert!(even + 50 < man && man + 20 < king, "{even} {man} {king}");
    }
}
