//! How the engine does in Yonmoque against a plain alpha-beta of three plies that counts pieces.
//!
//! `cargo bench --bench yonmoque [-- MS [GAMES]]`: each two games begin with the same two random plies, one from each seat.

#[path = "../tests/support/pieces.rs"]
mod pieces;

use pieces::PIECES;
use yon::control::Limits;
use yon::games::yonmoque::{BLUE, Fitted, WHITE};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let get = |index: usize, default: u64| numbers.get(index).copied().unwrap_or(default);
    let (ms, games) = (get(0, 50), get(1, 100));
    let limits = Limits { movetime: Some(ms), ..Limits::default() };
    let evaluator = Fitted::default();
    let game = |seed, seat| PIECES.meets(&evaluator, &limits, 2, seed, seat);
    let points: Vec<[i32; 2]> = (0..games / 2).map(|seed| [BLUE, WHITE].map(|seat| game(seed, seat))).collect();
    let of = |seat: usize| points.iter().map(|pair| f64::from(pair[seat]) / 2.0).sum::<f64>();
    println!("{games} games at {ms} ms: {} points, {} as Blue and {} as White", of(0) + of(1), of(0), of(1));
}
