//! What guides a search of Yonkoma on boards that are not solved.

use super::{Move, Yonkoma};
use crate::game::{Evaluator, Game, PerSeat};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge;

impl Evaluator<Yonkoma> for Knowledge {
    fn score(&self, position: &Yonkoma) -> PerSeat<i32> {
        let mut scores = PerSeat::default();
        let turn = position.turn();
        let edge = position.mobility(turn) as i32 - position.mobility(turn.other()) as i32;
        scores[turn] = edge * 10;
        scores[turn.other()] = -edge * 10;
        scores
    }

    fn promise(&self, _position: &Yonkoma, _mv: Move) -> i32 {
        0
    }
}
