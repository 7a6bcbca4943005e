//! An estimate made by hand.

use super::{BLUE, Move, WHITE, Yonmoque};
use crate::game::{Evaluator, Game, PerSeat, Seat, Value};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

/// A piece on the board.
const PIECE: i32 = 20;

fn estimate(position: &Yonmoque) -> i32 {
    let count = |seat: crate::game::Seat| position.board().of(seat.index()).count_ones() as i32;
    PIECE * (count(BLUE) - count(WHITE))
}

/// What the estimate is made of, for people.
pub(super) fn describe(position: &Yonmoque) -> Vec<String> {
    let side = |seat: crate::game::Seat| {
        let name = Yonmoque::SEATS[seat.index()];
        format!(
            "{name}: {} on the board, {} in hand",
            position.board().of(seat.index()).count_ones(),
            position.hand(seat)
        )
    };
    vec![side(BLUE), side(WHITE)]
}

impl Evaluator<Yonmoque> for Judgement {
    const GRAIN: Option<i32> = Some(100);

    const PROVES: bool = true;

    fn wins_at_once(&self, position: &Yonmoque, seat: Seat) -> bool {
        position.wins_at_once(seat).is_some()
    }

    fn can_wait(&self, position: &Yonmoque) -> bool {
        position.can_wait()
    }

    fn known(&self, position: &Yonmoque) -> Option<Value> {
        position.wins_at_once(position.turn()).map(|_| Value::Win(Some(1)))
    }

    fn score(&self, position: &Yonmoque) -> PerSeat<i32> {
        let blue = estimate(position);
        let mut scores = PerSeat::default();
        scores[BLUE] = blue;
        scores[WHITE] = -blue;
        scores
    }

    fn promise(&self, position: &Yonmoque, mv: Move) -> i32 {
        let turned = position.board().turns_over(position.turn().index(), mv);
        100 * turned.count_ones() as i32
    }
}
