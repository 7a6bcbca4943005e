//! The engine against a baseline of checkers that knows nothing but the number of pieces.

#[path = "support/baseline.rs"]
mod baseline;

use baseline::Baseline;
use yon::control::Limits;
use yon::game::{Evaluator, Game, Notation, PerSeat};
use yon::games::checkers::{CORAL, Checkers, Learned, WHITE};

/// Material; captures are searched out.
const MATERIAL: Baseline<Checkers> = Baseline { depth: 5, count: material };

fn material(position: &Checkers) -> i32 {
    let board = position.board();
    let side = |side: usize| 100 * board.men(side).count_ones() as i32 + 130 * board.kings(side).count_ones() as i32;
    let own = position.turn().index();
    side(own) - side(1 - own)
}

#[test]
fn twenty_games_against_a_depth_of_five_with_material_alone_bring_eighteen_points_and_no_loss() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let evaluator = Learned::default();
    let game = |seed, seat| MATERIAL.meets(&evaluator, &limits, 3, seed, seat);
    let points: Vec<i32> = (0..10).flat_map(|seed| [CORAL, WHITE].map(|seat| game(seed, seat))).collect();
    assert!(!points.contains(&0), "{points:?}");
    assert!(points.iter().sum::<i32>() >= 36, "{points:?}");
}

#[test]
fn the_baseline_sees_a_capture_that_wins() {
    let position = Checkers::from_fen("B:W18,32:B14,3").unwrap();
    let mv = MATERIAL.choose(&position, &mut fastrand::Rng::with_seed(1));
    assert!(!mv.captured().count_ones().is_multiple_of(2), "{}", position.move_text(mv));
    let scores: PerSeat<i32> = Learned::default().score(&position);
    assert_eq!(scores[CORAL], -scores[WHITE]);
}
