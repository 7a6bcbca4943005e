//! The rules of checkers, sentence by sentence, and every example of the tutorial.

use yon::game::{Game, MoveError, Notation, Outcome, Reason, Setup, Verdict};
use yon::games::checkers::bits::numbered;
use yon::games::checkers::{CORAL, Checkers, WHITE};
use yon::record::Record;

fn position(fen: &str) -> Checkers {
    Checkers::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn start() -> Checkers {
    Checkers::start(&Setup::default())
}

fn texts(position: &Checkers) -> Vec<String> {
    let mut texts: Vec<String> = position.legal().into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn moves(fen: &str) -> Vec<String> {
    texts(&position(fen))
}

fn after(fen: &str, text: &str) -> Checkers {
    let before = position(fen);
    before.after(before.parse_move(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")))
}

fn won(winner: yon::game::Seat) -> Option<Outcome> {
    Some(Outcome { verdict: Verdict::Win(winner), reason: Reason::NoMoves })
}

fn drawn(reason: Reason) -> Option<Outcome> {
    Some(Outcome { verdict: Verdict::Draw, reason })
}

fn played(fen: &str, moves: &str) -> Record<Checkers> {
    let mut record = Record::new(position(fen));
    for text in moves.split_whitespace() {
        record.play_text(text).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
    }
    record
}

/// Two kings far apart, each going to and fro on an edge of its own.
const KINGS: &str = "B:WK29:BK4";
/// Four plies that bring the same position back.
const THERE_AND_BACK: &str = "4-8 29-25 8-4 25-29 ";

#[test]
fn coral_has_rows_1_to_3_and_moves_first_and_white_has_rows_6_to_8() {
    assert_eq!(start().turn(), CORAL);
    assert!(start().squares(CORAL).all(|square| square.rank < 3 && square.is_dark()));
    assert!(start().squares(WHITE).all(|square| square.rank > 4 && square.is_dark()));
    assert_eq!((start().squares(CORAL).count(), start().squares(WHITE).count()), (12, 12));
    assert_eq!(Checkers::SEATS, ["Coral", "White"]);
    assert_eq!(start().fen(), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
}

#[test]
fn squares_are_numbered_as_in_draughts() {
    for (number, square) in [(1, "g1"), (4, "a1"), (11, "c3"), (15, "d4"), (32, "b8")] {
        assert_eq!(numbered(number).unwrap().to_string(), square);
    }
}

#[test]
fn men_step_one_square_diagonally_forward() {
    assert_eq!(moves("B:W32:B15"), ["d4c5", "d4e5"]);
    assert_eq!(moves("W:W15:B28"), ["d4c3", "d4e3"]);
}

#[test]
fn men_jump_an_adjacent_enemy_into_the_empty_square_beyond() {
    assert_eq!(moves("B:W18:B15"), ["d4f6"]);
    assert_eq!(moves("B:W18,22:B15"), ["d4c5"], "the square beyond is not empty");
    assert_eq!(moves("B:W23:B15"), ["d4c5", "d4e5"], "the enemy is not adjacent");
    assert_eq!(moves("B:W28:B15,18"), ["d4c5", "e5d6", "e5f6"], "nobody jumps over his own");
}

#[test]
fn men_jump_forward_only() {
    assert_eq!(moves("B:W11:B15"), ["d4c5", "d4e5"]);
    assert_eq!(moves("W:W15:B18"), ["d4c3", "d4e3"]);
}

#[test]
fn kings_step_one_square_forward_or_backward() {
    assert_eq!(moves("B:W32:BK15"), ["d4c3", "d4c5", "d4e3", "d4e5"]);
    assert_eq!(moves("W:WK15:B28"), ["d4c3", "d4c5", "d4e3", "d4e5"]);
}

#[test]
fn kings_jump_one_square_forward_or_backward() {
    assert_eq!(moves("B:W10,11,18,19:BK15"), ["d4b2", "d4b6", "d4f2", "d4f6"]);
    assert_eq!(moves("B:W26:BK15"), ["d4c3", "d4c5", "d4e3", "d4e5"], "they do not fly");
}

#[test]
fn a_capture_is_compulsory_while_there_is_any() {
    let position = position("B:W18,29:B1,4,15");
    assert_eq!(texts(&position), ["d4f6"]);
    let error = position.parse_move("a1b2").unwrap_err().to_string();
    assert_eq!(error, "a1b2 is illegal: Coral must capture: d4f6");
}

#[test]
fn any_capture_may_be_chosen() {
    let two_or_one = position("B:W15,16,22:B11,12");
    assert_eq!(texts(&two_or_one), ["a3c5", "c3a5", "c3e5g7"], "no majority rule");
}

#[test]
fn a_chain_is_finished_by_the_same_piece() {
    assert_eq!(moves("B:W15,22:B1,11"), ["c3e5g7"]);
    let error = position("B:W15,22:B1,11").parse_move("c3e5").unwrap_err().to_string();
    assert_eq!(error, "c3e5 is illegal: the chain goes on: c3e5g7");
}

#[test]
fn half_of_a_chain_is_illegal_and_so_is_more_than_it() {
    for text in ["c3e5", "11x18", "c3e5g7e5", "11x18x25x18"] {
        assert!(matches!(position("B:W15,22:B1,11").parse_move(text), Err(MoveError::Illegal { .. })), "{text}");
    }
}

#[test]
fn a_man_that_reaches_its_last_row_is_crowned() {
    assert!(after("B:W5:B27", "c7b8").is_king(numbered(32).unwrap()));
    assert!(after("W:W5:B28", "h2g1").is_king(numbered(1).unwrap()));
    assert!(!after("B:W5:B23", "d6c7").is_king(numbered(27).unwrap()));
}

#[test]
fn crowning_ends_the_turn_also_in_a_chain() {
    // From f8 a king would jump on over g7.
    assert_eq!(moves("B:W19,25,26:B16"), ["b4d6f8"]);
    let next = after("B:W19,25,26:B16", "b4d6f8");
    assert_eq!(next.fen(), "W:W25:BK30");
    assert_eq!(next.turn(), WHITE);
}

#[test]
fn no_piece_left_loses_at_once() {
    assert_eq!(after("B:W18:B15", "d4f6").outcome(), won(CORAL));
    assert_eq!(position("B:W21:B").outcome(), won(WHITE));
    assert_eq!(position("W:W21:B").outcome(), won(WHITE), "whoever is to move");
    assert_eq!(position("B:W:B1").outcome(), won(CORAL));
    assert!(moves("W:W21:B").is_empty() && moves("B:W:B1").is_empty());
}

#[test]
fn no_legal_move_left_loses_at_once() {
    // The man on a1 can go nowhere: b2 is held and so is c3.
    let stuck = position("B:W8,11:B4");
    assert_eq!(stuck.outcome(), won(WHITE));
    assert!(texts(&stuck).is_empty());
    assert!(matches!(stuck.parse_move("a1b2"), Err(MoveError::Over { .. })));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let once = THERE_AND_BACK;
    assert_eq!(played(KINGS, "").outcome(), None);
    assert_eq!(played(KINGS, once).outcome(), None, "the second time");
    let third = played(KINGS, &(once.to_string() + once));
    assert_eq!(third.outcome(), drawn(Reason::Repetition));
    let error = third.clone().play_text("4-8").unwrap_err();
    assert!(matches!(error, MoveError::Over { .. }), "{error}");
    // One ply less is the third time for nothing.
    let mut back = third;
    back.undo();
    assert_eq!(back.outcome(), None);
}

#[test]
fn the_position_given_is_occurrence_1_whatever_its_count_says() {
    let fen = KINGS.to_string() + ":H7";
    assert_eq!(played(&fen, THERE_AND_BACK).outcome(), None);
    assert_eq!(played(&fen, &THERE_AND_BACK.repeat(2)).outcome(), drawn(Reason::Repetition));
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    assert_ne!(position(KINGS).key(), position("W:WK29:BK4").key());
}

#[test]
fn repetition_counts_boards_and_not_moves() {
    // Two kings of one side change places.
    let changed = "12-16 29-25 4-8 25-29 8-12 29-25 16-11 25-29 11-8 29-25 8-4 25-29 ";
    assert_eq!(played("B:WK29:BK4,K12", changed).position().fen(), "B:WK29:BK4,K12:H12");
    assert_eq!(played("B:WK29:BK4,K12", changed).outcome(), None);
    assert_eq!(played("B:WK29:BK4,K12", &changed.repeat(2)).outcome(), drawn(Reason::Repetition));
}

#[test]
fn forty_consecutive_king_moves_without_a_capture_are_a_draw() {
    let at = |count: u32| position(&format!("{KINGS}:H{count}"));
    assert_eq!(at(39).outcome(), None);
    assert_eq!(at(39).after(at(39).parse_move("4-8").unwrap()).outcome(), drawn(Reason::QuietLimit));
    assert_eq!(at(40).outcome(), drawn(Reason::QuietLimit));
    assert!(texts(&at(40)).is_empty());
    let mut quiet = position("B:WK29,K32:BK4,K1");
    let mut rng = fastrand::Rng::with_seed(1);
    for plies in 1..=40 {
        let settled: Vec<_> = quiet.legal().into_iter().filter(|&mv| !mv.is_capture()).collect();
        let safe = settled.into_iter().filter(|&mv| quiet.after(mv).is_stable()).collect::<Vec<_>>();
        quiet.play(rng.choice(safe).expect("two kings a side can keep apart"));
        assert_eq!(quiet.quiet(), plies, "moves of either side count");
        assert_eq!(quiet.outcome().is_some(), plies == 40);
    }
}

#[test]
fn a_capture_resets_the_count() {
    assert_eq!(after("B:W18,29:BK15:H39", "d4f6").quiet(), 0);
}

#[test]
fn a_mans_move_resets_the_count_crowning_included() {
    assert_eq!(after("B:WK29:B15,K4:H39", "d4c5").quiet(), 0);
    assert_eq!(after("B:WK29:B27,K4:H39", "c7b8").quiet(), 0);
    assert_eq!(after("B:WK29:B15,K4:H38", "a1b2").quiet(), 39);
}

#[test]
fn the_limit_is_an_option_and_0_is_off() {
    assert_eq!(Setup::default().quiet_limit, 40);
    let with = |limit, count: u32| {
        let mut position = position(&format!("{KINGS}:H{count}"));
        position.adopt(&Setup { quiet_limit: limit, ..Setup::default() });
        position
    };
    let next = |position: Checkers| position.after(position.parse_move("4-8").unwrap());
    assert_eq!(with(80, 79).outcome(), None);
    assert_eq!(next(with(80, 79)).outcome(), drawn(Reason::QuietLimit));
    assert_eq!(next(with(0, 5000)).outcome(), None);
    assert_eq!(with(40, 79).outcome(), drawn(Reason::QuietLimit));
}

#[test]
fn no_legal_move_comes_before_the_quiet_limit_so_the_fortieth_quiet_move_can_win() {
    let before = "B:W12:BK3,K11:H39";
    let shut_in = after(before, "11-8");
    assert_eq!((shut_in.quiet(), shut_in.outcome()), (40, won(CORAL)));
    assert_eq!(after(before, "11-7").outcome(), drawn(Reason::QuietLimit));
}

#[test]
fn a_repetition_comes_before_the_quiet_limit() {
    let fen = format!("{KINGS}:H32");
    let record = played(&fen, &THERE_AND_BACK.repeat(2));
    assert_eq!(record.position().quiet(), 40);
    assert_eq!(record.outcome(), drawn(Reason::Repetition));
    let other = played(&format!("{KINGS}:H39"), "4-8");
    assert_eq!(other.outcome(), drawn(Reason::QuietLimit));
}

#[test]
fn the_start_square_counts_as_empty_so_a_full_circle_is_legal() {
    assert_eq!(moves("B:W18,19,26,27:BK22"), ["f6d4b6d8f6", "f6d8b6d4f6"]);
    let next = after("B:W18,19,26,27:BK22", "f6d4b6d8f6");
    assert_eq!(next.fen(), "W:W:BK22");
    assert_eq!(next.outcome(), won(CORAL));
}

#[test]
fn two_routes_with_the_same_captures_are_two_moves() {
    let position = position("B:W18,19,26,27:BK22");
    let both = position.legal();
    assert_eq!(both.len(), 2);
    assert_eq!(both[0].captured(), both[1].captured());
    assert_eq!(position.after(both[0]), position.after(both[1]));
    assert_eq!(position.count(), 2);
}

#[test]
fn a_piece_is_taken_once_at_most() {
    // From f6 the king would be back on d4, over the same piece.
    assert_eq!(moves("B:W18:BK15"), ["d4f6"]);
    assert_eq!(moves("B:W18,26:BK15"), ["d4f6d8"]);
}

#[test]
fn the_short_form_is_read_when_it_fits_one_move_only() {
    let chain = position("B:W15,22:B1,11");
    let mv = chain.parse_move("c3e5g7").unwrap();
    for text in ["c3g7", "11x25", "11x18x25", "11-25", "c3xe5xg7"] {
        assert_eq!(chain.parse_move(text), Ok(mv), "{text}");
    }
    let circles = position("B:W18,19,26,27:BK22");
    assert!(matches!(circles.parse_move("f6f6"), Err(MoveError::Illegal { .. })));
}

#[test]
fn algebraic_and_numeric_moves_are_both_read() {
    for (algebraic, numeric) in [("c3d4", "11-15"), ("c3b4", "11-16"), ("g3h4", "9-13")] {
        assert_eq!(start().parse_move(algebraic), start().parse_move(numeric));
        assert!(start().parse_move(numeric).is_ok());
    }
    for text in ["", "c3", "11", "0-4", "33-29", "c3d4e", "11-", "-11-15", "11--15", "eleven", "0000", "c33d4", "11x"] {
        assert!(matches!(start().parse_move(text), Err(MoveError::Syntax { .. })), "{text}");
    }
}

// The tutorial's examples.

#[test]
fn tutorial_c3_steps_to_b4_or_d4() {
    let from_c3: Vec<String> = texts(&start()).into_iter().filter(|text| text.starts_with("c3")).collect();
    assert_eq!(from_c3, ["c3b4", "c3d4"]);
}

#[test]
fn tutorial_c3_jumps_d4_to_e5() {
    assert_eq!(moves("B:W15,29:B11"), ["c3e5"]);
    assert_eq!(after("B:W15,29:B11", "c3e5").fen(), "W:W29:B18");
}

#[test]
fn tutorial_a_step_is_refused_while_any_jump_exists() {
    let position = position("B:W15,29:B11,9");
    for text in ["c3b4", "g3h4", "g3f4"] {
        let error = position.parse_move(text).unwrap_err().to_string();
        assert_eq!(error, format!("{text} is illegal: Coral must capture: c3e5"));
    }
}

#[test]
fn tutorial_c3_to_e5_to_g7_in_one_turn() {
    let next = after("B:W15,22,29:B11", "c3e5g7");
    assert_eq!(next.fen(), "W:W29:B25");
    assert_eq!(next.turn(), WHITE);
}

#[test]
fn tutorial_c7_to_b8_crowns() {
    assert_eq!(after("B:W29:B27", "c7b8").fen(), "W:W29:BK32");
}

#[test]
fn tutorial_a_crowned_mans_chain_ends_there_though_a_king_could_go_on() {
    // From d6 over e7 to f8; a king would jump on over g7.
    assert_eq!(moves("B:W25,26:B23"), ["d6f8"]);
    assert_eq!(moves("B:W25,26:BK23"), ["d6f8h6"]);
    assert_eq!(after("B:W25,26:B23", "d6f8").fen(), "W:W25:BK30");
}

#[test]
fn tutorial_a_king_steps_d4_to_e3_and_jumps_both_ways() {
    assert!(moves("B:W29:BK15").contains(&"d4e3".to_string()));
    assert_eq!(moves("B:W10,18:BK15"), ["d4f2", "d4f6"]);
}

#[test]
fn tutorial_taking_the_last_piece_wins() {
    assert_eq!(after("W:W18:B15", "e5c3").outcome(), won(WHITE));
}

#[test]
fn tutorial_leaving_the_opponent_without_a_move_wins() {
    let next = after("W:W15,8:B4", "15-11");
    assert_eq!((next.outcome(), next.squares(CORAL).count()), (won(WHITE), 1));
}
