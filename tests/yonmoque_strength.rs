//! The engine against a baseline of Yonmoque that knows nothing but the number of pieces.

#[path = "support/pieces.rs"]
mod pieces;

use pieces::PIECES;
use yon::control::Limits;
use yon::game::{Game, Notation, Verdict};
use yon::games::yonmoque::{BLUE, Fitted, WHITE, Yonmoque};

#[test]
fn forty_games_against_a_depth_of_three_with_pieces_alone_bring_nine_points_of_ten() {
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let evaluator = Fitted::default();
    let game = |seed, seat| PIECES.meets(&evaluator, &limits, 2, seed, seat);
    let points: Vec<i32> = (0..20).flat_map(|seed| [BLUE, WHITE].map(|seat| game(seed, seat))).collect();
    assert!(points.iter().sum::<i32>() >= 72, "{points:?}");
}

#[test]
fn the_baseline_sees_a_four_that_wins_and_one_that_threatens() {
    let mut rng = fastrand::Rng::with_seed(1);
    let won = Yonmoque::from_fen("5/5/bbb2/3b1/3ww b 2 4").unwrap();
    let mv = PIECES.choose(&won, &mut rng);
    assert_eq!(won.after(mv).outcome().map(|outcome| outcome.verdict), Some(Verdict::Win(BLUE)));
    let threatened = Yonmoque::from_fen("5/5/bbb2/3b1/3ww w 2 4").unwrap();
    let mv = PIECES.choose(&threatened, &mut rng);
    assert!(threatened.after(mv).wins_at_once(BLUE).is_none(), "{}", threatened.move_text(mv));
}
