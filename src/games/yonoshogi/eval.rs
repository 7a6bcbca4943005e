//! An estimate.

use super::{Move, Yonoshogi};
use crate::game::{Evaluator, PerSeat};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

impl Evaluator<Yonoshogi> for Judgement {
    const GRAIN: Option<i32> = Some(30);

    fn score(&self, _: &Yonoshogi) -> PerSeat<i32> {
        PerSeat::default()
    }

    fn promise(&self, _: &Yonoshogi, _: Move) -> i32 {
        0
    }
}
