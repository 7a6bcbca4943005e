//! The rules of Yonmoque, sentence by sentence, and every ruling.

#[path = "support/reading.rs"]
mod reading;

use reading::texts;
use yon::game::{Game, MoveError, Notation, Outcome, Reason, Seat, Setup, Verdict};
use yon::games::yonmoque::{BLUE, LONGEST, WHITE, Yonmoque};
use yon::record::Record;

fn position(fen: &str) -> Yonmoque {
    reading::position(fen)
}

fn after(fen: &str, text: &str) -> Yonmoque {
    let before = position(fen);
    before.after(before.parse_move(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")))
}

/// The board alone.
fn board(position: &Yonmoque) -> String {
    position.fen().split(' ').next().unwrap().to_string()
}

fn won(winner: Seat, reason: Reason) -> Option<Outcome> {
    Some(Outcome { verdict: Verdict::Win(winner), reason })
}

fn drawn(reason: Reason) -> Option<Outcome> {
    Some(Outcome { verdict: Verdict::Draw, reason })
}

fn played(fen: &str, moves: &str) -> Record<Yonmoque> {
    let mut record = Record::new(position(fen));
    for text in moves.split_whitespace() {
        record.play_text(text).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
    }
    record
}

/// A four of Blue's that was placed, with the means to leave it and to come back.
const STANDING: &str = "5/5/bbbb1/5/b2ww b 1 4";
/// Two pieces far apart, each going to and fro.
const FAR: &str = "4w/5/5/5/b4 b 5 5";
/// Four plies that bring the same position back.
const THERE_AND_BACK: &str = "a1a2 e5e4 a2a1 e4e5 ";

#[test]
fn the_board_is_empty_at_first_with_six_pieces_in_each_hand_and_blue_begins() {
    let start = Yonmoque::start(&Setup::default());
    assert_eq!(start.fen(), "5/5/5/5/5 b 6 6 1");
    assert_eq!((start.turn(), start.hand(BLUE), start.hand(WHITE)), (BLUE, 6, 6));
    assert_eq!(Yonmoque::SEATS, ["Blue", "White"]);
    assert_eq!(start.count(), 25);
}

#[test]
fn a_turn_places_a_piece_on_any_empty_square_or_moves_one() {
    let moves = texts(&position("5/5/2b2/5/5 b 5 6"));
    assert_eq!(moves.iter().filter(|text| text.len() == 2).count(), 24);
    assert_eq!(moves.iter().filter(|text| text.starts_with("c3") && text.len() == 4).count(), 8);
    assert_eq!(moves.len(), 32);
    assert_eq!(after("5/5/2b2/5/5 b 5 6", "e5").fen(), "4b/5/2b2/5/5 w 4 6 2");
}

#[test]
fn nobody_passes() {
    for text in ["0000", "pass", "c3c3", "c3-c3"] {
        assert!(position("5/5/2b2/5/5 b 5 6").parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn without_a_hand_there_are_movements_only() {
    let moves = texts(&position("2w2/1wbw1/www2/ww1ww/2w2 b 0 0"));
    assert_eq!(moves, ["c4b5", "c4d3", "c4d5"]);
}

#[test]
fn a_piece_moves_one_square_to_a_tile_of_any_colour() {
    let moves = texts(&position("5/5/2w2/5/5 w 6 5"));
    let targets: Vec<&str> = moves.iter().filter(|text| text.len() == 4).map(|text| &text[2..]).collect();
    assert_eq!(targets, ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]);
}

#[test]
fn from_a_tile_of_its_own_colour_a_piece_slides_over_tiles_of_that_colour() {
    let slides = |fen: &str, from: &str| -> Vec<String> {
        texts(&position(fen)).into_iter().filter(|text| text.len() == 4 && text.starts_with(from)).collect()
    };
    assert_eq!(slides("5/5/5/5/2b2 b 5 6", "c1"), ["c1a3", "c1b1", "c1b2", "c1c2", "c1d1", "c1d2", "c1e3"]);
    assert_eq!(slides("5/5/5/5/2w2 w 6 5", "c1"), ["c1b1", "c1b2", "c1c2", "c1d1", "c1d2"], "not its colour");
    assert_eq!(slides("5/5/5/w4/5 w 6 5", "a2"), ["a2a1", "a2a3", "a2b1", "a2b2", "a2b3", "a2c4", "a2d5"]);
    assert_eq!(slides("5/2b2/5/w4/5 w 5 5", "a2"), ["a2a1", "a2a3", "a2b1", "a2b2", "a2b3"], "it never jumps");
    assert_eq!(slides("5/5/5/1b3/5 b 5 6", "b2").len(), 8, "the neutral centre stops it");
}

#[test]
fn moves_are_read_with_and_without_a_hyphen_and_printed_without() {
    let before = position("5/5/2b2/5/5 b 5 6");
    assert_eq!(before.parse_move("c3-c4"), before.parse_move("c3c4"));
    assert_eq!(before.move_text(before.parse_move("c3-c4").unwrap()), "c3c4");
    for text in ["", "c", "c33", "c3-", "c3c4c5", "-c3", "c3--c4", "c3 c4"] {
        assert!(matches!(before.parse_move(text), Err(MoveError::Syntax { .. })), "{text}");
    }
}

#[test]
fn a_movement_turns_over_every_unbroken_line_that_ends_at_an_own_piece() {
    assert_eq!(board(&after("5/5/bww2/3b1/5 b 4 4", "d2d3")), "5/5/bbbb1/5/5");
    assert_eq!(board(&after("5/5/b1w2/3b1/5 b 4 5", "d2d3")), "5/5/b1wb1/5/5", "a gap breaks the line");
}

#[test]
fn all_eight_directions_turn_over_at_once_and_nothing_that_they_cause_does() {
    let next = after("b1b1b/1www1/5/2b2/5 b 1 4", "c2c3");
    assert_eq!(board(&next), "b1b1b/1bbb1/2b2/5/5", "three at once");
    // c2 turns over, and c3 between it and c4 does not.
    let next = after("5/2b2/b1w2/1bw2/3b1 b 2 4", "d1d2");
    assert_eq!(board(&next), "5/2b2/b1w2/1bbb1/5");
}

#[test]
fn a_piece_that_moves_between_two_enemies_is_safe() {
    assert_eq!(board(&after("5/5/w1w2/1b3/5 b 5 4", "b2b3")), "5/5/wbw2/5/5");
}

#[test]
fn a_turned_piece_belongs_to_its_new_owner_and_enters_no_hand() {
    let next = after("5/5/bww2/3b1/5 b 4 4", "d2d3");
    assert_eq!((next.hand(BLUE), next.hand(WHITE)), (4, 4));
    assert_eq!(next.board().of(0).count_ones(), 4);
}

#[test]
fn placing_never_wins() {
    let next = after("5/5/bbb2/5/3ww b 3 4", "d3");
    assert_eq!(board(&next), "5/5/bbbb1/5/3ww");
    assert_eq!(next.outcome(), None);
}

#[test]
fn placing_never_flips() {
    let next = after("5/5/bww2/5/5 b 5 4", "d3");
    assert_eq!(board(&next), "5/5/bwwb1/5/5");
}

#[test]
fn a_standing_four_does_nothing_for_either_side() {
    assert_eq!(position(STANDING).outcome(), None);
    assert_eq!(after(STANDING, "a1a2").outcome(), None, "a movement elsewhere");
    assert_eq!(after("5/5/bbbb1/5/b2ww w 1 4", "e1e2").outcome(), None, "the other side's movement");
}

#[test]
fn leaving_a_standing_four_and_rebuilding_it_wins() {
    let record = played(STANDING, "d3d4 e1e2 d4d3");
    assert_eq!(record.outcome(), won(BLUE, Reason::Four));
}

#[test]
fn four_by_movement_wins() {
    assert_eq!(after("5/5/bbb2/3b1/3ww b 2 4", "d2d3").outcome(), won(BLUE, Reason::Four));
    assert_eq!(after("5/3b1/2b2/1b3/1b2w b 2 5", "b1a1").outcome(), won(BLUE, Reason::Four), "a diagonal");
    assert_eq!(after("5/5/www2/3w1/3bb w 4 2", "d2d3").outcome(), won(WHITE, Reason::Four));
}

#[test]
fn four_through_flips_wins_also_without_the_square_of_arrival() {
    assert_eq!(after("5/5/bww2/3b1/5 b 4 4", "d2d3").outcome(), won(BLUE, Reason::Four));
    // c4 turns c3 over between itself and c2, and row 3 is four without c4.
    let next = after("3b1/5/bbwb1/2b2/4w b 1 4", "d5c4");
    assert_eq!(board(&next), "5/2b2/bbbb1/2b2/4w");
    assert_eq!(next.outcome(), won(BLUE, Reason::Four));
}

#[test]
fn five_by_placing_loses() {
    let next = after(STANDING, "e3");
    assert_eq!(next.outcome(), won(WHITE, Reason::Five));
    assert_eq!(texts(&next), [""; 0]);
}

#[test]
fn five_by_movement_loses_and_is_legal() {
    assert_eq!(after("5/4b/bbbb1/5/3ww b 1 4", "e4e3").outcome(), won(WHITE, Reason::Five));
}

#[test]
fn five_by_flips_loses() {
    let next = after("3b1/5/bbwbb/2b2/4w b 0 4", "d5c4");
    assert_eq!(board(&next), "5/2b2/bbbbb/2b2/4w");
    assert_eq!(next.outcome(), won(WHITE, Reason::Five));
}

#[test]
fn five_counts_before_a_four_of_the_same_action() {
    let next = after("w1b1w/2b2/bb1bb/1bb2/w3w b 0 0", "b2c3");
    assert_eq!(board(&next), "w1b1w/2b2/bbbbb/2b2/w3w", "the column is four");
    assert_eq!(next.outcome(), won(WHITE, Reason::Five));
}

#[test]
fn a_standing_five_does_nothing() {
    let standing = position("5/5/bbbbb/5/b2ww b 0 4");
    assert_eq!(standing.outcome(), None);
    assert_eq!(standing.after(standing.parse_move("a1a2").unwrap()).outcome(), None);
}

#[test]
fn a_side_that_can_neither_place_nor_move_is_stuck_and_loses() {
    let walled_in = after("b3b/1b3/4b/bb3/w1b1b b 3 0", "c1b1");
    assert_eq!(walled_in.outcome(), won(BLUE, Reason::Stuck));
    assert_eq!(walled_in.count(), 0);
    let no_piece_left = after("b3b/1b3/4b/1bw2/b2b1 b 4 0", "d1d2");
    assert_eq!(no_piece_left.outcome(), won(BLUE, Reason::Stuck));
    assert_eq!(position("b3b/1b3/4b/1bbb1/b4 w 4 0").outcome(), won(BLUE, Reason::Stuck), "a FEN shows it");
}

#[test]
fn a_side_that_is_walled_in_with_a_hand_plays_on() {
    let next = after("b3b/1b3/4b/bb3/w1b2 b 3 1", "c1b1");
    assert_eq!(next.outcome(), None);
    assert!(texts(&next).iter().all(|text| text.len() == 2));
}

#[test]
fn a_side_with_no_piece_on_the_board_and_a_hand_plays_on() {
    let next = after("5/5/5/1bw2/3b1 b 4 5", "d1d2");
    assert_eq!(board(&next), "5/5/5/1bbb1/5");
    assert_eq!(next.outcome(), None);
    assert_eq!(next.count(), 22);
}

#[test]
fn the_third_occurrence_of_board_side_and_hands_is_a_draw() {
    let twice = played(FAR, THERE_AND_BACK);
    assert_eq!(twice.outcome(), None);
    let mut thrice = played(FAR, &(THERE_AND_BACK.to_string() + "a1a2 e5e4 a2a1"));
    assert_eq!(thrice.outcome(), None);
    thrice.play_text("e4e5").unwrap();
    assert_eq!(thrice.outcome(), drawn(Reason::Repetition));
    assert!(thrice.play_text("a1a2").is_err());
}

#[test]
fn the_same_board_with_another_hand_or_side_is_another_position() {
    let keys = ["4w/5/5/5/b4 b 5 5", "4w/5/5/5/b4 w 5 5", "4w/5/5/5/bb3 b 4 5", "4w/5/5/5/b4 b 5 5 9"];
    let keys = keys.map(|fen| position(fen).key());
    assert!(keys[0] != keys[1] && keys[0] != keys[2]);
    assert_eq!(keys[0], keys[3], "the number of the ply is no part of it");
    let swapped = ["5/5/w3b/5/5 b 5 5", "5/5/b3w/5/5 b 5 5"].map(|fen| position(fen).key());
    assert_ne!(swapped[0], swapped[1]);
    let hands = ["5/5/w3w/5/5 b 4 6", "5/5/w3w/5/5 b 6 4"].map(|fen| position(fen).key());
    assert_ne!(hands[0], hands[1], "pieces may have been turned over");
}

#[test]
fn placing_a_piece_leaves_all_earlier_positions_behind() {
    let record = played(FAR, "a1a2 e5e4 a2a1 e4e5 c3 e5e4");
    assert_eq!(record.position().reversible(), 1);
    assert_eq!(record.standing().earlier.len(), 1);
}

#[test]
fn after_300_plies_the_game_is_drawn() {
    let last = position(&format!("4w/5/5/5/b4 b 5 5 {LONGEST}"));
    assert_eq!((LONGEST, last.outcome()), (300, None));
    let over = last.after(last.parse_move("a1a2").unwrap());
    assert_eq!(over.ply(), 301);
    assert_eq!(over.outcome(), drawn(Reason::PlyLimit));
    assert_eq!(over.count(), 0);
    assert!(matches!(over.parse_move("e5e4"), Err(MoveError::Over { .. })));
}

/// Five, four, stuck, repetition, plies: whatever comes first in this order decides.
#[test]
fn a_result_is_looked_for_in_the_order_of_the_rules() {
    let five = after("w1b1w/2b2/bb1bb/1bb2/w3w b 0 0 300", "b2c3");
    assert_eq!(five.outcome(), won(WHITE, Reason::Five), "before four and the last ply");
    let four = after("5/5/bbb2/3b1/3ww b 2 4 300", "d2d3");
    assert_eq!(four.outcome(), won(BLUE, Reason::Four), "before the last ply");
    let stuck = after("b3b/1b3/4b/bb3/w1b1b b 3 0 300", "c1b1");
    assert_eq!(stuck.outcome(), won(BLUE, Reason::Stuck), "before the last ply");
    let late = format!("4w/5/5/5/b4 b 5 5 {}", LONGEST - 7);
    let repeated = played(&late, &THERE_AND_BACK.repeat(2));
    assert_eq!(repeated.position().outcome(), drawn(Reason::PlyLimit));
    assert_eq!(repeated.outcome(), drawn(Reason::Repetition), "before the last ply");
}

#[test]
fn a_finished_game_cannot_be_seen_from_the_board() {
    let won = after("5/5/bbb2/3b1/3ww b 2 4", "d2d3");
    let read = position(&won.fen());
    assert_eq!(read.outcome(), None);
    assert_ne!(read, won);
    assert_eq!(read.key(), won.key());
}
