//! The rules of Yo\[n\]o Shogi, sentence by sentence.

use yon::game::{Code, Game, Notation, Outcome, PerSeat, Reason, Seat, Setup, Verdict};
use yon::games::yonoshogi::{PLY_CAP, START, Yonoshogi};
use yon::record::Record;

fn position(fen: &str) -> Yonoshogi {
    Yonoshogi::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// The legal moves that begin so.
fn that_begin(fen: &str, start: &str) -> Vec<String> {
    legal(fen).into_iter().filter(|text| text.starts_with(start)).collect()
}

fn after(fen: &str, mv: &str) -> Yonoshogi {
    let position = position(fen);
    position.after(position.parse_move(mv).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn scores(position: &Yonoshogi) -> [Option<u8>; 4] {
    [0, 1, 2, 3].map(|player| position.score_of(player))
}

fn over(points: [u8; 4], reason: Reason) -> Option<Outcome> {
    Some(Outcome { verdict: Verdict::Scores(PerSeat(points)), reason })
}

#[test]
fn red_begins_and_the_turn_goes_round_to_orange_green_and_blue() {
    let start = Yonoshogi::start(&Setup::default());
    assert_eq!(start.fen(), START);
    let mut record = Record::new(start);
    for (seat, mv) in [(0, "2g2f"), (1, "3e4e"), (2, "8c8d"), (3, "7e6e")] {
        assert_eq!(record.position().turn(), Seat::new(seat));
        record.play_text(mv).unwrap();
    }
    assert_eq!(record.position().turn(), Seat::FIRST);
    assert_eq!(record.position().ply(), 5);
}

/// An empty board but for Kings out of the way, with these rows for the rest; Green and Blue are out.
fn two_players(rows: &str, turn: char, reserves: &str) -> String {
    format!("{rows} {turn} {reserves} --00 9")
}

#[test]
fn men_promote_on_moves_that_begin_or_end_in_the_three_ranks_farthest_from_the_player() {
    let fen = two_players("9/4rS4/9/6rS2/9/9/8oK/9/rK8", 'r', "-");
    assert_eq!(that_begin(&fen, "5b5a"), ["5b5a", "5b5a+"]);
    assert_eq!(that_begin(&fen, "5b4c"), ["5b4c", "5b4c+"], "out of it again is a move that begins there");
    assert_eq!(that_begin(&fen, "3d3c"), ["3d3c", "3d3c+"]);
    assert_eq!(that_begin(&fen, "3d2e"), ["3d2e"]);
    // The zone of Orange is files 9 to 7 over all rows.
    let fen = two_players("9/4rK4/9/9/6oS2/3oS5/9/9/8oK", 'o', "-");
    assert_eq!(that_begin(&fen, "6f7f"), ["6f7f", "6f7f+"]);
    assert_eq!(that_begin(&fen, "3e4e"), ["3e4e"]);
}

#[test]
fn promotion_is_compulsory_where_a_man_would_have_no_move() {
    let fen = two_players("9/4rP4/1rL7/2rN6/2rN6/9/8oK/9/rK8", 'r', "-");
    assert_eq!(that_begin(&fen, "5b"), ["5b5a+"]);
    assert_eq!(that_begin(&fen, "8c"), ["8c8a+", "8c8b", "8c8b+"]);
    assert_eq!(that_begin(&fen, "7d"), ["7d6b+", "7d8b+"]);
    assert_eq!(that_begin(&fen, "7e"), ["7e6c", "7e6c+"], "a Lance of Red's own is on 8c")
}

#[test]
fn kings_golds_and_promoted_men_never_promote() {
    let fen = two_players("9/rK2rG1r+S1r+R1/9/9/9/9/9/8oK/9", 'r', "-");
    assert!(legal(&fen).iter().all(|text| !text.ends_with('+')), "{:?}", legal(&fen));
    assert!(legal(&fen).len() > 20);
}

#[test]
fn captured_men_join_the_reserve_without_their_promotion() {
    let after = after(&two_players("9/9/9/4o+P4/4rG4/9/8oK/9/rK8", 'r', "-"), "5e5d");
    assert_eq!(after.fen(), "9/9/9/4rG4/9/9/8oK/9/rK8 o rP --00 10");
}

#[test]
fn men_are_dropped_on_the_players_own_five_files_only() {
    let kings = "4gK4/9/9/9/bK7oK/9/9/9/4rK4";
    for (turn, file_or_row) in [('r', "54321"), ('o', "abcde"), ('g', "98765"), ('b', "efghi")] {
        let drops = that_begin(&format!("{kings} {turn} {turn}G ---- 1"), "G*");
        let on_own = |text: &String| text[2..].contains(|sign| file_or_row.contains(sign));
        assert!(drops.iter().all(on_own), "{turn} {drops:?}");
        // 45 squares, and Kings on three of them.
        assert_eq!(drops.len(), 42, "{turn} {drops:?}");
    }
}

#[test]
fn no_pawn_or_lance_is_dropped_on_the_last_rank_and_no_knight_on_the_last_two() {
    let kings = "9/9/9/9/4gK4/bK7oK/9/9/4rK4";
    for (turn, last, next) in [('r', 'a', 'b'), ('o', '9', '8'), ('g', 'i', 'h'), ('b', '1', '2')] {
        let fen = format!("{kings} {turn} {turn}NLP ---- 1");
        for (man, barred) in [("P*", vec![last]), ("L*", vec![last]), ("N*", vec![last, next])] {
            let drops = that_begin(&fen, man);
            assert!(drops.len() > 20);
            assert!(drops.iter().all(|text| !text[2..].contains(barred.as_slice())), "{turn} {man} {drops:?}");
        }
        assert!(that_begin(&fen, "P*").iter().any(|text| text.contains(next)));
    }
}

#[test]
fn no_second_unpromoted_pawn_stands_on_one_of_the_players_files() {
    let drops = that_begin("4gK4/9/9/9/bK5r+P1oK/9/4gP4/9/4rK4 r rP ---- 1", "P*");
    assert!(drops.iter().any(|text| text.starts_with("P*3")), "a promoted one does not count");
    assert!(drops.iter().any(|text| text.starts_with("P*5")), "nor does another player's");
    let drops = that_begin("4gK4/9/9/4rP4/bK7oK/9/9/9/4rK4 r rP ---- 1", "P*");
    assert!(!drops.is_empty() && drops.iter().all(|text| !text.starts_with("P*5")));
    // A file of Orange's is a row of the board.
    let drops = that_begin("4gK4/9/9/3oP5/bK7oK/9/9/9/4rK4 o oP ---- 1", "P*");
    assert!(!drops.is_empty() && drops.iter().all(|text| !text.ends_with('d')));
}

#[test]
fn no_bishop_is_dropped_on_a_square_colour_with_two_unpromoted_bishops_of_the_players_own() {
    let dark = |text: &String| {
        let bytes = text.as_bytes();
        (bytes[2] + bytes[3]) % 2
    };
    let two = that_begin("4gK4/9/9/9/bK3rB3oK/9/4rB4/9/4rK4 r rB ---- 1", "B*");
    let of_5e = dark(&"B*5e".to_string());
    assert!(!two.is_empty() && two.iter().all(|text| dark(text) != of_5e));
    for board in ["4gK4/9/9/9/bK3rB3oK/9/4r+B4/9/4rK4", "4gK4/9/9/9/bK3rB3oK/9/4oB4/9/4rK4"] {
        let drops = that_begin(&format!("{board} r rB ---- 1"), "B*");
        assert!(drops.iter().any(|text| dark(text) == of_5e), "{board}");
    }
}

const MATE: &str = "6gLgKgL/9/7rG1/9/9/9/9/9/4rK4 r rP -0-1 60";

#[test]
fn with_two_players_left_a_pawn_is_not_dropped_to_mate() {
    assert!(!legal(MATE).contains(&"P*2b".to_string()));
    let error = position(MATE).parse_move("P*2b").unwrap_err().to_string();
    assert!(error.contains("must not be dropped to mate"), "{error}");
    // The King has a way out, or the Pawn can be taken.
    assert!(legal("7gKgL/9/7rG1/9/9/9/9/9/4rK4 r rP -0-1 60").contains(&"P*2b".to_string()));
    assert!(legal("6gLgKgL/6gG2/7rG1/9/9/9/9/9/4rK4 r rP -0-1 60").contains(&"P*2b".to_string()));
    // Green threatens Red's King already, so the Pawn comes too late to mate.
    assert!(legal("6gLgKgL/9/7rG1/9/9/9/9/9/4rK3gR r rP -0-1 60").contains(&"P*2b".to_string()));
}

#[test]
fn other_drops_may_mate_and_with_more_players_a_pawn_may() {
    assert!(legal("6gLgKgL/9/7rG1/9/9/9/9/9/4rK4 r rG -0-1 60").contains(&"G*2b".to_string()));
    assert!(legal("6gLgKgL/9/7rG1/9/bK8/9/9/9/4rK4 r rP -0-- 60").contains(&"P*2b".to_string()));
}

#[test]
fn there_is_no_duty_to_answer_a_check_and_suicide_is_a_move() {
    // Orange's Rook attacks Red's King.
    let fen = "4gK4/9/9/9/bK7oK/9/9/4rG4/4rK3oR r - ---- 1";
    assert!(legal(fen).contains(&"5h5g".to_string()));
    let left = after(fen, "5h5g");
    assert_eq!(scores(&left), [Some(0), None, None, None]);
    assert_eq!(left.turn(), Seat::new(1));
}

#[test]
fn at_the_start_of_a_turn_every_player_whose_king_could_be_captured_is_out_with_all_his_men() {
    let left = after("4gK4/9/9/9/1bK3rP1oR1/9/9/5rK3/8oK r bGrP ---- 1", "4e4d");
    assert_eq!(left.fen(), "4gK4/9/9/5rP3/7oR1/9/9/5rK3/8oK o rP ---0 2");
}

#[test]
fn men_captured_from_a_fallen_player_stay_with_their_captor() {
    let left = after("4gK4/9/9/9/1bK3rP1oR1/9/9/5rK3/8oK r oB2P ---- 1", "4e4d");
    assert!(left.fen().ends_with(" o oB2P ---0 2"), "{}", left.fen());
}

#[test]
fn a_removal_that_uncovers_another_king_takes_its_player_out_after_the_first() {
    let left = after("9/9/9/9/bK3gP1gK1oR/9/9/4rK4/8oK r - ---- 1", "5h5i");
    assert_eq!(scores(&left), [None, None, Some(0), Some(1)]);
    let left = after("9/9/9/9/rK1bK1gK3oR/9/9/9/8oK b - ---- 4", "7e7f");
    assert_eq!(scores(&left), [None, None, None, None], "Red is to move before Orange");
}

#[test]
fn players_who_go_out_together_score_the_same() {
    let left = after("6gK2/9/9/9/1bK4oR2/9/9/6rK2/8oK r - ---- 1", "3h2g");
    assert_eq!(scores(&left), [None, None, Some(0), Some(0)]);
    let left = after("6gK2/9/9/9/1bK4oR2/9/9/6rK2/8oK r - ---- 1", "3h3i");
    assert_eq!(left.outcome(), over([0, 3, 0, 0], Reason::Checkmate));
}

#[test]
fn the_score_is_the_number_of_players_out_before_and_three_for_the_last() {
    let left = after("4gK4/9/9/4rR4/9/9/9/9/3rK5 g - -0-1 80", "5a5b");
    assert_eq!(left.outcome(), over([3, 0, 2, 1], Reason::Checkmate));
    assert!(legal(&left.fen()).is_empty());
}

#[test]
fn the_turn_passes_over_players_who_are_out() {
    assert_eq!(after("4gK4/9/9/9/bK8/9/9/9/4rK4 r - -0-- 5", "5i4i").turn(), Seat::new(2));
}

#[test]
fn the_fourth_occurrence_of_a_position_is_a_draw_that_those_left_share() {
    for (board, turn, status, round, points) in [
        (
            "4gK4/9/9/9/bK7oK/9/9/9/4rK4",
            'r',
            "----",
            ["5i4i", "1e1f", "5a6a", "9e9d", "4i5i", "1f1e", "6a5a", "9d9e"].as_slice(),
            [0, 0, 0, 0],
        ),
        ("4gK4/9/9/9/bK8/9/9/9/4rK4", 'r', "-0--", &["5i4i", "5a6a", "9e9d", "4i5i", "6a5a", "9d9e"], [1, 0, 1, 1]),
        ("4gK4/9/9/9/9/9/9/9/4rK4", 'r', "-0-1", &["5i4i", "5a6a", "4i5i", "6a5a"], [2, 0, 2, 1]),
    ] {
        let mut record = Record::new(position(&format!("{board} {turn} - {status} 1")));
        for _ in 0..3 {
            assert_eq!(record.outcome(), None);
            for mv in round {
                record.play_text(mv).unwrap();
            }
        }
        assert_eq!(record.outcome(), over(points, Reason::Repetition), "{board}");
        let shown = record.standing().shown();
        let digits: String = points.iter().map(u8::to_string).collect();
        assert!(shown.fen().contains(&format!(" {digits} ")), "{}", shown.fen());
        assert_eq!(shown.outcome().map(|outcome| outcome.verdict), record.outcome().map(|outcome| outcome.verdict));
        assert!(record.play_text(round[0]).is_err());
    }
}

#[test]
fn after_a_thousand_plies_the_game_is_a_draw_unless_it_ends_at_once() {
    let fen = format!("4gK4/9/9/9/bK8/9/9/9/4rK4 r - -0-- {PLY_CAP}");
    let last = after(&fen, "5i4i");
    assert_eq!(last.outcome(), over([1, 0, 1, 1], Reason::PlyLimit));
    assert_eq!(last.fen(), "4gK4/9/9/9/bK8/9/9/9/5rK3 g - 1011 1001");
    assert_eq!(after(&fen.replace("1000", "999"), "5i4i").outcome(), None);
    // Checkmate comes before the cap.
    let won = after("4gK4/9/9/4rR4/9/9/9/9/3rK5 g - -0-1 1000", "5a5b");
    assert_eq!(won.outcome(), over([3, 0, 2, 1], Reason::Checkmate));
}

#[test]
fn repetition_comes_before_the_ply_cap() {
    let mut record = Record::new(position("4gK4/9/9/9/9/9/9/9/4rK4 r - -0-1 989"));
    for mv in ["5i4i", "5a6a", "4i5i", "6a5a"].into_iter().cycle().take(12) {
        record.play_text(mv).unwrap();
    }
    assert_eq!(record.position().ply(), PLY_CAP + 1);
    assert_eq!(record.outcome(), over([2, 0, 2, 1], Reason::Repetition));
}

#[test]
fn a_player_with_no_move_at_all_is_skipped() {
    let fen = "rKrSrSrSrSrGrGrGrG/rPrPrPrPrPrPrPrPrP/9/9/9/9/9/4gK4/9 r - -0-1 9";
    assert_eq!(legal(fen), ["0000"]);
    for text in ["0000", "pass", "null", "--", "@@@@", "5b5b"] {
        assert!(position(fen).parse_move(text).is_ok(), "{text}");
        assert!(position(START).parse_move(text).is_err(), "{text}");
    }
    let left = after(fen, "0000");
    assert_eq!((left.turn(), left.ply()), (Seat::new(2), 10));
}

#[test]
fn resigning_counts_as_being_checkmated_now() {
    let without = |fen: &str, seat| position(fen).without(Seat::new(seat)).map(|left| left.fen());
    let start = "4gK4/9/9/9/bK7oK/9/9/9/4rK4 r oG ---- 1";
    assert_eq!(without(start, 1).unwrap(), "4gK4/9/9/9/bK8/9/9/9/4rK4 r - -0-- 1");
    assert_eq!(without(start, 0).unwrap(), "4gK4/9/9/9/bK7oK/9/9/9/9 o oG 0--- 1", "the turn passes on");
    // Red goes; Orange is to move and attacks Green's King along the row that Red's Pawn shut.
    let open = "9/9/9/9/1gK3rP1oR1/9/9/5rK3/8oK r - ---0 9";
    assert_eq!(without(open, 0).unwrap(), "9/9/9/9/7oR1/9/9/9/8oK o - 1320 9");
    assert_eq!(without("9/9/9/9/9/9/9/9/4gK3oK o - 0--0 9", 2).unwrap(), "9/9/9/9/9/9/9/9/8oK o - 0320 9");
    assert_eq!(without(start, 1).map(|fen| without(&fen, 1)), Some(None), "who is out cannot resign");
}

#[test]
fn a_position_that_cannot_be_is_refused_with_its_reason() {
    for (fen, code, words) in [
        ("", Code::Fields, "expected board, turn, Reserves, status"),
        ("9/9/9/9/9/9/9/9/9 r - ----  1 2", Code::Fields, "found 6 fields"),
        ("9/9/9 r - ---- 1", Code::Size, "expected 9 rows parted by '/', found 3"),
        ("8/9/9/9/9/9/9/9/9 r - ----", Code::Size, "board row a: expected 9 squares, found 8"),
        ("9/9rP/9/9/9/9/9/9/9 r - ----", Code::Size, "board row b: expected 9 squares, found 10"),
        ("9/45/9/9/9/9/9/9/9 r - ----", Code::Size, "one number for empty squares"),
        ("9/9/rX8/9/9/9/9/9/9 r - ----", Code::Piece, "board row c"),
        ("9/9/r+K8/9/9/9/9/9/9 r - ----", Code::Piece, "found 'r+K8'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 x - ----", Code::Side, "expected 'r', 'o', 'g' or 'b', found 'x'"),
        ("4gK4/9/9/9/bK8/9/9/9/4rK4 o - -0--", Code::Side, "expected a player who is in the game, found Orange"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r r ----", Code::Hand, "found 'r'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r r1P ----", Code::Hand, "found 'r1P'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rPP ----", Code::Hand, "found 'rPP'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rK ----", Code::Hand, "found 'rK'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rPrB ----", Code::Hand, "found 'rPrB'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r r50Po50P ----", Code::Count, "expected at most 99 men P in all, found 100"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---", Code::Status, "status: expected four signs"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---4", Code::Status, "found '---4'"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---0", Code::Status, "when the game is over"),
        ("4gK4/9/9/9/bK8/9/9/9/4rK4 r - -1--", Code::Status, "expected 0 for Orange"),
        ("9/9/9/9/9/9/9/9/4rK4 r - -012", Code::Status, "expected 3 for each who is left"),
        ("9/9/9/9/9/9/9/9/9 r - 0000", Code::Count, "expected at least one King, found none"),
        ("4gK4/9/9/9/bK8/9/9/9/4rK4 r - ----", Code::Count, "Orange: expected one King, found 0"),
        ("4gK4/9/9/9/bK7oK/9/9/9/3rKrK4 r - ----", Code::Count, "Red: expected one King, found 2"),
        ("4gK4/9/9/9/bK8/8oP/9/9/4rK4 r - -0--", Code::Count, "Orange: expected no men"),
        ("4gK4/9/9/9/bK8/9/9/9/4rK4 r oP -0--", Code::Count, "Orange: expected no men"),
        ("4gK4/9/9/9/bK7oK/9/4rR4/9/4rK4 r - ----", Code::Status, "Red to move threatens no King, found Green's"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 0", Code::Counter, "ply: expected a number from 1"),
    ] {
        let error = Yonoshogi::from_fen(fen).unwrap_err();
        assert_eq!(error.code, code, "{fen}: {error}");
        assert!(error.message.contains(words), "{fen}: {error}");
    }
    assert_eq!(
        position("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r bPr2PB ----").fen(),
        "4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rB2PbP ---- 1"
    );
}

#[test]
fn illegal_moves_are_explained_in_the_games_terms() {
    for (fen, mv, words) in [
        (START, "5e5d", "there is no man on 5e"),
        (START, "1e2e", "the man on 1e is Orange's, and Red is to move"),
        (START, "1g1e", "the man on 1g does not reach 1e"),
        (START, "5i4i", "4i holds a man of Red's own"),
        (START, "1g1f+", "neither 1g nor 1f is on the three ranks farthest from Red"),
        (START, "4i5h+", "the man on 4i cannot promote"),
        (START, "P*5f", "Red has no P in Reserve"),
        (START, "0000", "Red has a move"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rNLP2B ----", "P*5i", "5i is not empty"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rNLP2B ----", "P*6e", "6e is not on one of Red's own five files"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rNLP2B ----", "N*4b", "a man dropped on 4b would have no move"),
        ("4gK4/9/9/4rP4/bK7oK/9/9/9/4rK4 r rP ----", "P*5f", "an unpromoted Pawn on that file"),
        ("4gK4/9/9/9/bK3rB3oK/9/4rB4/9/4rK4 r rB ----", "B*5c", "two Bishops of Red's own"),
        ("4gK4/9/3rP5/9/bK7oK/9/9/9/1rP2rK4 r - ----", "8i8h+", "neither 8i nor 8h"),
        ("4gK4/3rP5/9/9/bK7oK/9/9/9/4rK4 r - ----", "6b6a", "must promote: 6b6a+"),
    ] {
        let error = position(fen).parse_move(mv).unwrap_err().to_string();
        assert!(error.contains(words), "{fen} {mv}: {error}");
    }
    for text in ["", "5", "5e", "5e5", "5e5j", "P*", "K*5e", "X*5e", "p*5e", "5e5d++", "0e1d", "a1a2"] {
        let error = position(START).parse_move(text).unwrap_err().to_string();
        assert!(error.starts_with("expected a move such as '1g1f', '8g9g+' or 'P*5e'"), "{text}: {error}");
    }
}
