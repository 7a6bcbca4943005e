//! The estimate that is fitted to games: weights for the patterns on parts of the board. See [`crate::train`] for how they are
//! found.
//!
//! - **Patterns.** The parts are the lines of four and five squares and the blocks of 3x3: see [`super::shapes`]. The square's
//!   symmetries keep the tiles, so symmetric patterns share a weight. The two sides' tiles differ, so a pattern and the same
//!   with colours swapped have weights of their own.
//! - **Whose turn.** Each weight is there twice, for Blue to move and for White.
//! - **Two phases.** Each is two again: one for full hands, one for empty ones, mixed by the number of pieces in hand.
//! - **Wins at once** are no matter of estimates: the search is told of them as known values.
//!
//! At 10,000 nodes a move the fitted weights won 237 of 300 points against those made by hand. Of these, weights for lines
//! alone won 183 of 300, and those with blocks 172 of 300 against them (95 of 200 at 20 ms). Knowing wins at once won 188 of
//! 300 against a search that must find them, and 213 of 400 at 20 and 30 ms.

use std::sync::{Arc, LazyLock};

use super::shapes::{SHAPES, Shapes};
use super::{BLUE, Move, PIECES, WHITE, Yonmoque};
use crate::game::{Evaluator, Game, Linear, PerSeat, Seat, Sights, Value};
use crate::weights::{Weights, WeightsError};

/// Counts beside the patterns.
const TERMS: usize = 3;
/// Their names.
const NAMES: [&str; TERMS] = ["the turn", "pieces on the board", "pieces in hand"];
/// Weights are kept in eighths of a point.
const SCALE: f32 = 8.0;
/// The pieces of full hands.
const FULL: i32 = 2 * PIECES as i32;

/// The number of weights for one side to move in one phase: patterns first, then counts.
fn half() -> usize {
    SHAPES.different + TERMS
}

/// The number of weights for one phase.
fn phase() -> usize {
    2 * half()
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

/// What an action that threatens to win is worth in the order of actions, beside 100 for each piece that turns over.
const THREAT: i32 = 300;
/// What one is worth that lets the other side win at once, or makes five.
const LOST: i32 = -(1 << 24);

/// The evaluation.
#[derive(Clone)]
pub struct Fitted {
    weights: Arc<[Pair]>,
    /// The same for each side to move and each number of a pattern, for a quick look.
    spread: [Arc<[Pair]>; 2],
    shapes: &'static Shapes,
    made: Arc<str>,
}

/// The weights that come with the program.
static OWN: LazyLock<Fitted> = LazyLock::new(|| {
    let own = Weights::read(include_bytes!("yonmoque.weights")).and_then(|weights| Fitted::from_weights(&weights));
    // A test sees to it that they can be read.
    own.unwrap_or_else(|_| Fitted::by_hand())
});

impl std::fmt::Debug for Fitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fitted").field("made", &self.made).finish_non_exhaustive()
    }
}

impl Default for Fitted {
    fn default() -> Self {
        OWN.clone()
    }
}

/// Numbers of a line of five squares.
const LINE: usize = 243;
/// Points for pieces alone among four squares of a line, by their number.
const BY_HAND: [f32; 5] = [0.0, 1.0, 5.0, 18.0, 10.0];
/// Points for a piece on the board, for one in hand, and for the turn.
const BY_HAND_TERMS: [f32; TERMS] = [15.0, 12.0, 6.0];

impl Fitted {
    fn new(weights: Vec<Pair>, made: &str) -> Self {
        let shapes = &*SHAPES;
        let spread = [0, 1].map(|turn| {
            let of = |&pattern: &u32| weights[turn * half() + pattern as usize];
            shapes.patterns.iter().map(of).collect()
        });
        Fitted { weights: weights.into(), spread, shapes, made: made.into() }
    }

    /// The estimate made by hand, in the same form: where fitting begins. Blocks count for nothing in it.
    pub fn by_hand() -> Self {
        let mut weights = vec![[0; 2]; phase()];
        let kept = |points: f32| [(points * SCALE) as i16; 2];
        for (turn, sign) in [(0, 1.0), (1, -1.0)] {
            for range in SHAPES.starts.windows(2).filter(|range| range[1] - range[0] <= LINE) {
                for number in 0..range[1] - range[0] {
                    let length = if range[1] - range[0] == LINE { 5 } else { 4 };
                    let digits: Vec<usize> = (0..length).map(|at| number / 3usize.pow(at) % 3).collect();
                    let alone = |four: &[usize], own: usize, enemy: usize| match four.contains(&enemy) {
                        true => 0.0,
                        false => BY_HAND[four.iter().filter(|digit| **digit == own).count()],
                    };
                    let points: f32 = digits.windows(4).map(|four| alone(four, 1, 2) - alone(four, 2, 1)).sum();
                    weights[turn * half() + SHAPES.patterns[range[0] + number] as usize] = kept(points);
                }
            }
            for (at, points) in BY_HAND_TERMS.into_iter().enumerate() {
                weights[turn * half() + SHAPES.different + at] = kept(if at == 0 { sign * points } else { points });
            }
        }
        Fitted::new(weights, "by hand")
    }

    /// Takes weights from a file.
    ///
    /// # Errors
    /// When they are another game's, or of another number.
    pub fn from_weights(weights: &Weights) -> Result<Self, WeightsError> {
        let values = weights.expect(Yonmoque::NAME, 2 * phase())?;
        Ok(Fitted::new((0..phase()).map(|at| [values[at], values[phase() + at]]).collect(), &weights.made))
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
        let spread = &self.spread[turn];
        for place in self.shapes.places(position.board()) {
            let [full, empty] = spread[place];
            lines[0] += i32::from(full);
            lines[1] += i32::from(empty);
        }
        let first = turn * half() + self.shapes.different;
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
    lines.push(format!("  patterns: {}", mixed(position, patterns)));
    let first = position.turn().index() * half() + SHAPES.different;
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
    const GRAIN: i32 = 100;
    const LEVELS: Option<Sights> = Some(super::levels::LEVELS);
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

    fn foresight(&self, position: &Yonmoque, mv: Move) -> i32 {
        let (after, own) = (position.after(mv), position.turn());
        let lost = after.outcome().is_some() || after.wins_at_once(own.other()).is_some();
        match after.wins_at_once(own) {
            _ if lost => LOST,
            Some(_) => THREAT,
            None => 0,
        }
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
        let of_phase = |phase: usize| self.weights.iter().map(move |weight| f32::from(weight[phase]) / SCALE);
        of_phase(0).chain(of_phase(1)).collect()
    }

    fn with_weights(&self, weights: &[f32], made: &str) -> Self {
        let kept = |points: f32| (points * SCALE).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Fitted::new((0..phase()).map(|at| [kept(weights[at]), kept(weights[phase() + at])]).collect(), made)
    }

    fn to_file(&self) -> Weights {
        let of_phase = |phase: usize| self.weights.iter().map(move |weight| weight[phase]);
        Weights {
            game: Yonmoque::NAME.into(),
            made: self.made.to_string(),
            values: of_phase(0).chain(of_phase(1)).collect(),
        }
    }

    fn features(&self, position: &Yonmoque, found: &mut dyn FnMut(usize, f32)) {
        let full = held(position) as f32 / FULL as f32;
        let first = position.turn().index() * half();
        let mut add = |at: usize, amount: f32| {
            found(first + at, amount * full);
            found(phase() + first + at, amount * (1.0 - full));
        };
        for place in self.shapes.places(position.board()) {
            add(self.shapes.patterns[place] as usize, 1.0);
        }
        for (at, term) in terms(position).into_iter().enumerate() {
            add(self.shapes.different + at, term as f32);
        }
    }
}

#[cfg(test)]
mod tests {
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
