//! The estimate that is fitted to games: weights for what stands on each line of the board. See [`crate::train`] for how they
//! are found.
//!
//! - **Lines.** The five ranks, the five files, the two long diagonals and the four diagonals of four squares: each square of
//!   a line is empty, blue or white, so a line is one of 3^5 or 3^4 patterns. The square's symmetries keep the tiles, so
//!   lines that they take to each other share their weights, and so do a pattern and the same pattern read backwards: five
//!   tables serve. The two sides' tiles differ, so a pattern and the same with colours swapped have weights of their own.
//! - **Whose turn.** Each weight is there twice, for Blue to move and for White.
//! - **Two phases.** Each is two again: one for full hands, one for empty ones, mixed by the number of pieces in hand.
//! - **Numbers.** The numbers of all sixteen lines come at once, as the sum of ten vectors of bytes, one for each rank of each
//!   side.

use std::sync::{Arc, LazyLock};

use super::bits::SIDE;
use super::{BLUE, Board, Move, PIECES, WHITE, Yonmoque};
use crate::board::Square;
use crate::game::{Evaluator, Game, Linear, PerSeat, Seat, Value};
use crate::weights::{Weights, WeightsError};

/// Lines of four or five squares.
const LINES: usize = 16;
/// Patterns of a line, 3^5.
const PATTERNS: usize = 243;
/// Kinds of lines: on the edge, next to it, in the middle, long diagonals, diagonals of four.
const KINDS: usize = 5;
/// The kind of each line: ranks from the lowest, files from the left, diagonals.
const KIND: [usize; LINES] = [0, 1, 2, 1, 0, 0, 1, 2, 1, 0, 3, 3, 4, 4, 4, 4];
/// Different patterns when those read backwards are the same: (243 + 27) / 2.
const DIFFERENT: usize = 135;
/// Counts beside the patterns.
const TERMS: usize = 3;
/// Their names.
const NAMES: [&str; TERMS] = ["the turn", "pieces on the board", "pieces in hand"];
/// Weights for one side to move in one phase.
const HALF: usize = KINDS * DIFFERENT + TERMS;
/// The number of weights for one phase.
const PHASE: usize = 2 * HALF;
/// Weights are kept in eighths of a point.
const SCALE: f32 = 8.0;
/// The pieces of full hands.
const FULL: i32 = 2 * PIECES as i32;

/// The squares of each line in order.
fn squares(line: usize) -> Vec<Square> {
    let side = usize::from(SIDE);
    let along = |file: i32, rank: i32, files: i32, ranks: i32| {
        let at = |far: i32| (file + far * files, rank + far * ranks);
        let on = |&(file, rank): &(i32, i32)| (0..5).contains(&file) && (0..5).contains(&rank);
        (0..5).map(at).filter(on).map(|(file, rank)| Square::new(file as u8, rank as u8)).collect()
    };
    match line {
        line if line < side => along(0, line as i32, 1, 0),
        line if line < 2 * side => along((line - side) as i32, 0, 0, 1),
        10 => along(0, 0, 1, 1),
        11 => along(4, 0, -1, 1),
        12 => along(1, 0, 1, 1),
        13 => along(0, 1, 1, 1),
        14 => along(3, 0, -1, 1),
        _ => along(4, 1, -1, 1),
    }
}

/// The numbers of all lines' patterns, or a part of them.
type Numbers = [u8; LINES];

/// What each rank of each side adds to the numbers.
static PARTIALS: LazyLock<[[[Numbers; 32]; SIDE as usize]; 2]> = LazyLock::new(|| {
    let mut partials = [[[[0; LINES]; 32]; SIDE as usize]; 2];
    for line in 0..LINES {
        for (place, square) in squares(line).into_iter().enumerate() {
            for row in 0..32usize {
                if row >> square.file & 1 == 1 {
                    let worth = 3u8.pow(place as u32);
                    partials[0][usize::from(square.rank)][row][line] += worth;
                    partials[1][usize::from(square.rank)][row][line] += 2 * worth;
                }
            }
        }
    }
    partials
});

/// The numbers of the lines' patterns, each square a digit in base three: 0 empty, 1 blue, 2 white.
#[inline]
fn numbers(board: &Board) -> Numbers {
    let partials = &*PARTIALS;
    let mut numbers = [0; LINES];
    for (side, partials) in partials.iter().enumerate() {
        for (rank, partials) in partials.iter().enumerate() {
            let part = &partials[(board.of(side) >> (5 * rank)) as usize & 31];
            for (number, part) in numbers.iter_mut().zip(part) {
                *number += part;
            }
        }
    }
    numbers
}

/// Which of the different patterns a number is, for lines of five and of four squares.
static SAME: LazyLock<[[u8; PATTERNS]; 2]> = LazyLock::new(|| {
    [5, 4].map(|length| {
        let mut same = [0; PATTERNS];
        let mut different = 0;
        for number in 0..3usize.pow(length) {
            let back = (0..length).fold(0, |back, place| back * 3 + number / 3usize.pow(place) % 3);
            if back < number {
                same[number] = same[back];
            } else {
                same[number] = different;
                different += 1;
            }
        }
        same
    })
});

/// The number of the weight of a line's pattern.
fn weight_of(line: usize, number: u8) -> usize {
    KIND[line] * DIFFERENT + usize::from(SAME[usize::from(KIND[line] == 4)][usize::from(number)])
}

/// What is counted, Blue's less White's.
fn terms(position: &Yonmoque) -> [i32; TERMS] {
    let count = |side: usize| position.board().of(side).count_ones() as i32;
    let hand = |seat: Seat| i32::from(position.hand(seat));
    [1, count(0) - count(1), hand(BLUE) - hand(WHITE)]
}

/// Pieces in both hands.
fn held(position: &Yonmoque) -> i32 {
    i32::from(position.hand(BLUE)) + i32::from(position.hand(WHITE))
}

/// The weights of both phases side by side.
type Pair = [i16; 2];

/// The evaluation.
#[derive(Clone, Debug)]
pub struct Fitted {
    weights: Arc<[Pair]>,
    /// The same for each side to move, kind and number of a pattern, for a quick look.
    spread: Arc<[Pair]>,
    made: Arc<str>,
}

/// The weights that come with the program.
static OWN: LazyLock<Fitted> = LazyLock::new(|| {
    let own = Weights::read(include_bytes!("yonmoque.weights")).and_then(|weights| Fitted::from_weights(&weights));
    // A test sees to it that they can be read.
    own.unwrap_or_else(|_| Fitted::by_hand())
});

impl Default for Fitted {
    fn default() -> Self {
        OWN.clone()
    }
}

/// Points for pieces alone among four squares of a line, by their number.
const BY_HAND: [f32; 5] = [0.0, 1.0, 5.0, 18.0, 10.0];
/// Points for a piece on the board, for one in hand, and for the turn.
const BY_HAND_TERMS: [f32; TERMS] = [15.0, 12.0, 6.0];

impl Fitted {
    fn new(weights: Vec<Pair>, made: &str) -> Self {
        let mut spread = vec![[0; 2]; 2 * KINDS * PATTERNS];
        for turn in 0..2 {
            for line in [0, 1, 2, 10, 12] {
                for number in 0..3usize.pow(squares(line).len() as u32) {
                    let at = (turn * KINDS + KIND[line]) * PATTERNS + number;
                    spread[at] = weights[turn * HALF + weight_of(line, number as u8)];
                }
            }
        }
        Fitted { weights: weights.into(), spread: spread.into(), made: made.into() }
    }

    /// The estimate made by hand, in the same form: where fitting begins.
    pub fn by_hand() -> Self {
        let mut weights = vec![[0; 2]; PHASE];
        let kept = |points: f32| [(points * SCALE) as i16; 2];
        for (turn, sign) in [(0, 1.0), (1, -1.0)] {
            for line in [0, 1, 2, 10, 12] {
                let length = squares(line).len();
                for number in 0..3usize.pow(length as u32) {
                    let digits: Vec<usize> = (0..length).map(|at| number / 3usize.pow(at as u32) % 3).collect();
                    let alone = |four: &[usize], own: usize, enemy: usize| match four.contains(&enemy) {
                        true => 0.0,
                        false => BY_HAND[four.iter().filter(|digit| **digit == own).count()],
                    };
                    let points: f32 = digits.windows(4).map(|four| alone(four, 1, 2) - alone(four, 2, 1)).sum();
                    weights[turn * HALF + weight_of(line, number as u8)] = kept(points);
                }
            }
            for (at, points) in BY_HAND_TERMS.into_iter().enumerate() {
                weights[turn * HALF + KINDS * DIFFERENT + at] = kept(if at == 0 { sign * points } else { points });
            }
        }
        Fitted::new(weights, "by hand")
    }

    /// Takes weights from a file.
    ///
    /// # Errors
    /// When they are another game's, or of another number.
    pub fn from_weights(weights: &Weights) -> Result<Self, WeightsError> {
        let values = weights.expect(Yonmoque::NAME, 2 * PHASE)?;
        Ok(Fitted::new((0..PHASE).map(|at| [values[at], values[PHASE + at]]).collect(), &weights.made))
    }

    /// How the weights were made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The weights of the patterns, and of the counts, added up for both phases.
    #[inline]
    fn sums(&self, position: &Yonmoque) -> [[i32; 2]; 2] {
        let turn = position.turn().index() & 1;
        let (mut lines, mut counts) = ([0; 2], [0; 2]);
        for (number, kind) in numbers(position.board()).into_iter().zip(KIND) {
            let [full, empty] = self.spread[(turn * KINDS + kind) * PATTERNS + usize::from(number)];
            lines[0] += i32::from(full);
            lines[1] += i32::from(empty);
        }
        let first = turn * HALF + KINDS * DIFFERENT;
        for (term, [full, empty]) in terms(position).into_iter().zip(&self.weights[first..first + TERMS]) {
            counts[0] += term * i32::from(*full);
            counts[1] += term * i32::from(*empty);
        }
        [lines, counts]
    }

    /// The estimate for Blue in points.
    fn estimate(&self, position: &Yonmoque) -> i32 {
        let [lines, counts] = self.sums(position);
        mixed(position, [lines[0] + counts[0], lines[1] + counts[1]])
    }
}

/// Points from the sums of both phases.
fn mixed(position: &Yonmoque, [full, empty]: [i32; 2]) -> i32 {
    let held = held(position);
    (full * held + empty * (FULL - held)) / (FULL * SCALE as i32)
}

/// What the estimate is made of, for people: every part in points for Blue.
pub(super) fn describe(position: &Yonmoque) -> Vec<String> {
    let model = &*OWN;
    let side = |seat: Seat| {
        let (name, board) = (Yonmoque::SEATS[seat.index()], position.board().of(seat.index()).count_ones());
        format!("{name}: {board} on the board, {} in hand", position.hand(seat))
    };
    let mut lines = vec![side(BLUE), side(WHITE), "points for Blue:".into()];
    let [patterns, _] = model.sums(position);
    lines.push(format!("  lines: {}", mixed(position, patterns)));
    let first = position.turn().index() * HALF + KINDS * DIFFERENT;
    for ((term, weight), name) in terms(position).into_iter().zip(&model.weights[first..]).zip(NAMES) {
        lines.push(format!("  {name}: {}", mixed(position, weight.map(|weight| term * i32::from(weight)))));
    }
    lines.push(format!("weights by {}", model.made));
    for seat in [BLUE, WHITE] {
        if let Some(mv) = position.wins_at_once(seat).filter(|_| position.outcome().is_none()) {
            let text = crate::game::Notation::move_text(position, mv);
            let verb = if seat == position.turn() { "wins at once by" } else { "threatens" };
            lines.push(format!("{} {verb} {text}", Yonmoque::SEATS[seat.index()]));
        }
    }
    lines
}

impl Evaluator<Yonmoque> for Fitted {
    const GRAIN: Option<i32> = Some(100);
    const SELECTIVE: bool = true;
    const PROVES: bool = true;

    fn score(&self, position: &Yonmoque) -> PerSeat<i32> {
        let blue = self.estimate(position);
        let mut scores = PerSeat::default();
        scores[BLUE] = blue;
        scores[WHITE] = -blue;
        scores
    }

    fn promise(&self, position: &Yonmoque, mv: Move) -> i32 {
        let turned = position.board().turns_over(position.turn().index(), mv);
        100 * turned.count_ones() as i32
    }

    fn wins_at_once(&self, position: &Yonmoque, seat: Seat) -> bool {
        position.wins_at_once(seat).is_some()
    }

    fn can_wait(&self, position: &Yonmoque) -> bool {
        position.can_wait()
    }

    fn known(&self, position: &Yonmoque) -> Option<Value> {
        let wins = position.outcome().is_none() && position.wins_at_once(position.turn()).is_some();
        wins.then_some(Value::Win(Some(1)))
    }
}

impl Linear<Yonmoque> for Fitted {
    fn weights(&self) -> Vec<f32> {
        let phase = |phase: usize| self.weights.iter().map(move |weight| f32::from(weight[phase]) / SCALE);
        phase(0).chain(phase(1)).collect()
    }

    fn with_weights(&self, weights: &[f32], made: &str) -> Self {
        let kept = |points: f32| (points * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Fitted::new((0..PHASE).map(|at| [kept(weights[at]), kept(weights[PHASE + at])]).collect(), made)
    }

    fn to_file(&self) -> Weights {
        let phase = |phase: usize| self.weights.iter().map(move |weight| weight[phase]);
        Weights { game: Yonmoque::NAME.into(), made: self.made.to_string(), values: phase(0).chain(phase(1)).collect() }
    }

    fn features(&self, position: &Yonmoque, found: &mut dyn FnMut(usize, f32)) {
        let full = held(position) as f32 / FULL as f32;
        let first = position.turn().index() * HALF;
        let mut add = |at: usize, amount: f32| {
            found(first + at, amount * full);
            found(PHASE + first + at, amount * (1.0 - full));
        };
        for (line, number) in numbers(position.board()).into_iter().enumerate() {
            add(weight_of(line, number), 1.0);
        }
        for (at, term) in terms(position).into_iter().enumerate() {
            add(KINDS * DIFFERENT + at, term as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::{Bits, bit};
    use super::*;
    use crate::game::{Notation, Setup};

    fn some_positions() -> Vec<Yonmoque> {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut found = Vec::new();
        while found.len() < 500 {
            let mut position = Yonmoque::start(&Setup::default());
            for _ in 0..rng.usize(0..40) {
                let mut moves = Vec::new();
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
        let weights = Weights::read(include_bytes!("yonmoque.weights")).unwrap();
        let fitted = Fitted::from_weights(&weights).unwrap();
        assert!(fitted.made().contains("seed"), "{}", fitted.made());
        assert_eq!(fitted.to_file(), weights);
    }

    #[test]
    fn a_line_s_number_is_the_number_of_its_squares_in_base_three() {
        let all: Bits = (0..LINES).flat_map(squares).fold(0, |all, square| all | bit(square));
        assert_eq!(all.count_ones(), 25);
        for position in some_positions() {
            let board = position.board();
            for (line, number) in numbers(board).into_iter().enumerate() {
                let digit = |square| match (board.of(0) & bit(square), board.of(1) & bit(square)) {
                    (0, 0) => 0,
                    (0, _) => 2,
                    _ => 1,
                };
                let wanted = squares(line).into_iter().rev().fold(0, |number, square| 3 * number + digit(square));
                assert_eq!(number, wanted, "{} line {line}", position.fen());
            }
        }
    }

    #[test]
    fn the_estimate_is_the_sum_of_weights_times_features_and_the_same_in_every_view() {
        for model in [Fitted::default(), Fitted::by_hand()] {
            let weights = model.weights();
            for position in some_positions() {
                let mut sum = 0.0;
                model.features(&position, &mut |at, amount| sum += weights[at] * amount);
                let score = model.score(&position)[BLUE];
                assert!((score as f32 - sum).abs() < 1.5, "{}: {score} {sum}", position.fen());
                assert!((0..8).all(|view| model.score(&position.seen(view))[BLUE] == score), "{}", position.fen());
            }
        }
    }

    #[test]
    fn what_is_known_is_a_win_at_once() {
        let mut known = 0;
        for position in some_positions() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let turn = position.turn();
            let wins =
                |mv: &Move| position.after(*mv).outcome().map(|end| end.value_for(turn)) == Some(Value::Win(Some(0)));
            let found = Fitted::default().known(&position);
            assert_eq!(found.is_some(), moves.iter().any(wins), "{}", position.fen());
            known += usize::from(found == Some(Value::Win(Some(1))));
        }
        assert!(known > 50, "{known}");
    }
}
