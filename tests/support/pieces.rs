//! An opponent for Yonmoque that counts pieces.

#[path = "baseline.rs"]
pub mod baseline;

use baseline::Baseline;
use yon::game::Game;
use yon::games::yonmoque::Yonmoque;

/// It looks three plies ahead.
pub const PIECES: Baseline<Yonmoque> = Baseline { depth: 3, count: more_pieces };

fn more_pieces(position: &Yonmoque) -> i32 {
    let own = position.turn().index();
    let count = |side: usize| position.board().of(side).count_ones() as i32;
    count(own) - count(1 - own)
}
