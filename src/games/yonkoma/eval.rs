//! What guides a search of Yonkoma on boards that are not solved: the values of the plane without edges,
//! and, where the edges can matter, how much they are worth there.

use super::horizons::horizons;
use super::{Move, Plane, Yonkoma};
use crate::fallible::Horizons;
use crate::game::{Evaluator, Game, PerSeat, Value};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge;

/// How much a difference in mobility weighs when the checkers are too far apart for the plane, or it is not
/// there yet.
const MOBILITY: i32 = 10;
/// How much the evaluation counts in the order of moves, next to the history.
const PROMISE: i32 = 10;

impl Knowledge {
    /// What each of [`Knowledge::inputs`] weighs, in thousandths of a logit of the chance to win: fitted by logistic
    /// regression to 100,000 positions of the solved 16x16 by `benches/fit_eval.rs`, which remakes them.
    pub const WEIGHTS: [i32; 4] = [4922, -30, -1049, 7];

    /// What the evaluation is made of: for the position and for the position with the turn passed to the other
    /// side, the sign of the plane's value for the side to move, and the sign times the plies. The longer the way
    /// to the end, the more the edges matter, in proportion to the board: plies count in 64ths of its side.
    pub fn inputs(guess: [Value; 2], size: u8) -> [i32; 4] {
        let [(own, own_plies), (passed, passed_plies)] = guess.map(|value| {
            let sign = if matches!(value, Value::Win(_)) { 1 } else { -1 };
            (sign, sign * i32::from(value.plies().unwrap_or(0)) * 64 / i32::from(size))
        });
        [own, own_plies, passed, passed_plies]
    }
}

/// The estimate for the side to move.
fn estimate(position: &Yonkoma) -> i32 {
    let turn = position.turn();
    match Plane::ready().and_then(|plane| plane.guess(position)) {
        Some(guess) => {
            let inputs = Knowledge::inputs(guess, position.size());
            inputs.iter().zip(Knowledge::WEIGHTS).map(|(input, weight)| input * weight).sum()
        }
        None => MOBILITY * (position.mobility(turn) as i32 - position.mobility(turn.other()) as i32),
    }
}

impl Evaluator<Yonkoma> for Knowledge {
    fn score(&self, position: &Yonkoma) -> PerSeat<i32> {
        let mut scores = PerSeat::default();
        let score = estimate(position);
        scores[position.turn()] = score;
        scores[position.turn().other()] = -score;
        scores
    }

    fn promise(&self, position: &Yonkoma, mv: Move) -> i32 {
        if mv == Move::Skip { 0 } else { -PROMISE * estimate(&position.after(mv)) }
    }

    fn known(&self, position: &Yonkoma) -> Option<Value> {
        Plane::ready().and_then(|plane| plane.known(position))
    }

    fn horizons(&self, position: &Yonkoma) -> Horizons {
        horizons(position.size())
    }

    fn prepare(&self) {
        Plane::get();
    }

    fn begin(&self) {
        if Plane::ready().is_none() {
            // Without a thread the simpler estimate serves a little longer.
            let _ = std::thread::Builder::new().name("plane".into()).spawn(Plane::get);
        }
    }
}
