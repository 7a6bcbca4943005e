//! position, the skipped turn, FEN, record.

use super::driver::{OVER, SKIP, TO_SKIP, Yon, code};

fn state(yon: &mut Yon) -> (String, String) {
    (yon.ask("query fen"), yon.ask("record"))
}

/// Refused with one line and this code, and nothing changes.
fn refused(yon: &mut Yon, line: &str, expected: &str) -> String {
    let before = state(yon);
    let lines = yon.tell(line);
    assert_eq!(lines.len(), 1, "{line}: {lines:?}");
    assert_eq!(code(&lines[0]), expected, "{line}: {lines:?}");
    assert_eq!(state(yon), before, "{line}");
    lines[0].clone()
}

fn there() -> Yon {
    let mut yon = Yon::new();
    yon.set("setoption name BoardSize value 6\nposition startpos moves a1b2 a6b5");
    yon
}

#[test]
fn moves_may_be_missing_or_empty() {
    let mut yon = there();
    for line in ["position startpos", "position startpos moves", " position  startpos\tmoves "] {
        yon.set("position startpos moves a1b2");
        yon.set(line);
        assert_eq!(yon.ask("query fen"), "response b4r/6/6/6/6/r4b r 1", "{line}");
    }
    for line in ["position fen b2r/4/4/r2b r 1", "position fen b2r/4/4/r2b r 1 moves"] {
        yon.set(line);
        assert_eq!(yon.ask("query fen"), "response b2r/4/4/r2b r 1", "{line}");
    }
}

#[test]
fn a_position_replaces_start_and_moves() {
    let mut yon = there();
    yon.set("position fen b2r/4/4/r2b r moves a1c3");
    assert_eq!(yon.ask("record"), "record position fen b2r/4/4/r2b r 1 moves a1c3");
    yon.set("position startpos moves f6e5");
    assert_eq!(yon.ask("record"), "record position fen b4r/6/6/6/6/r4b r 1 moves f6e5");
}

#[test]
fn a_position_with_a_wrong_word_is_refused_and_the_old_one_kept() {
    let mut yon = there();
    for line in [
        "position",
        "position start",
        "position b2r/4/4/r2b r",
        "position moves a1b2",
        "position startpos a1b2",
        "position startpos move a1b2",
        "position STARTPOS",
    ] {
        refused(&mut yon, line, "command");
    }
}

#[test]
fn a_position_with_a_wrong_fen_is_refused_and_the_old_one_kept() {
    let mut yon = there();
    for (fen, expected) in [
        ("", "fields"),
        ("b2r/4/4/r2b", "fields"),
        ("b2r/4/4/r2b r 1 1", "fields"),
        ("b3r/5/5/5/r3b r", "size"),
        ("br/rb r", "size"),
        ("b2r/4/4/r2b1 r", "size"),
        ("b2r/3/4/r2b r", "size"),
        ("b2r//4/r2b r", "size"),
        ("b2r/4/4/r2B r", "piece"),
        ("b2r/4/4/r2é r", "piece"),
        ("b2r/4/4/r3 r", "count"),
        ("b2r/1r2/4/r2b r", "count"),
        ("4/4/4/4 r", "count"),
        ("b1r1/4/4/r2b r", "colour"),
        ("1b1r/4/4/r2b r", "colour"),
        ("b2r/4/4/r2b x", "side"),
        ("b2r/4/4/r2b R", "side"),
        ("b2r/4/4/r2b r 0", "counter"),
        ("b2r/4/4/r2b r -4", "counter"),
        ("b2r/4/4/r2b r one", "counter"),
        ("b2r/4/4/r2b r 99999999999999999999", "counter"),
    ] {
        refused(&mut yon, &format!("position fen {fen}"), expected);
    }
}

#[test]
fn number_0_leading_zeros_and_two_numbers_in_a_row_are_refused() {
    let mut yon = there();
    for fen in ["b2r/4/4/r0r1b r", "b2r/04/4/r2b r", "b02r/4/4/r2b r", "b11r/4/4/r2b r", "b2r/22/4/r2b r"] {
        refused(&mut yon, &format!("position fen {fen}"), "size");
    }
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_whole_position_is_refused() {
    let mut yon = there();
    for (moves, number, name) in [
        ("a1a2", 1, "a1a2"),
        ("zz", 1, "zz"),
        ("a1b2 b2a1", 2, "b2a1"),
        ("a1b2 a6b5 b2a3 0000", 4, "0000"),
        ("a1d4 a6b5 d4d4", 3, "d4d4"),
        ("a1g7", 1, "g7"),
    ] {
        let line = refused(&mut yon, &format!("position startpos moves {moves}"), "move");
        assert!(line.contains(&format!("move {number}")) && line.contains(name), "{moves}: {line}");
    }
}

#[test]
fn what_is_found_in_place_of_a_move_is_quoted_once() {
    let line = there().ask("position startpos moves zz");
    assert!(line.contains("'zz'") && !line.contains("''"), "{line}");
}

#[test]
fn a_move_after_the_end_is_refused() {
    let mut yon = there();
    for tail in ["a1b2", "0000", "pass"] {
        refused(&mut yon, &format!("position fen {OVER} moves {tail}"), "over");
        let line = refused(&mut yon, &format!("position startpos moves {TO_SKIP} 0000 e5d4 {tail}"), "over");
        assert!(line.contains("move 12"), "{line}");
    }
}

#[test]
fn the_game_of_the_rules_runs_into_a_skipped_turn_and_blue_wins() {
    let mut yon = there();
    yon.set(&format!("position startpos moves {TO_SKIP}"));
    assert_eq!(yon.ask("query fen"), format!("response {SKIP}"));
    assert_eq!(yon.ask("legalmoves"), "legalmoves 0000");
    assert_eq!(yon.ask("query turn"), "response p2");
    yon.set(&format!("position startpos moves {TO_SKIP} 0000 e5d4"));
    for (query, answer) in [("gameover", "true"), ("result", "p2win"), ("reason", "crosscut"), ("turn", "p2")] {
        assert_eq!(yon.ask(&format!("query {query}")), format!("response {answer}"));
    }
    assert_eq!(yon.ask("query fen"), "response 6/2rb2/2br2/6/6/6 b 12", "the skip is a ply");
}

#[test]
fn a_skipped_turn_is_read_in_each_spelling_and_may_be_left_out() {
    let mut yon = there();
    yon.set(&format!("position startpos moves {TO_SKIP} 0000 e5d4"));
    let expected = state(&mut yon);
    assert!(expected.1.ends_with(&format!("{TO_SKIP} 0000 e5d4")), "{expected:?}");
    for skip in ["0000", "pass", "null", "--", "@@@@", "a1a1", "c4c4", ""] {
        yon.set("position startpos");
        yon.set(&format!("position startpos moves {TO_SKIP} {skip} e5d4"));
        assert_eq!(state(&mut yon), expected, "{skip}");
        assert_eq!(yon.tell(&format!("query valid fen {SKIP} moves {skip} e5d4")), ["response ok"], "{skip}");
        yon.set(&format!("position fen {SKIP}"));
        assert_eq!(yon.ask(&format!("query after {skip} e5d4")), expected.0, "{skip}");
    }
}

#[test]
fn a_skipped_turn_is_refused_where_it_is_not_the_legal_move() {
    let mut yon = there();
    for skip in ["0000", "pass", "null", "--", "@@@@", "a1a1", "f6f6", "c3c3"] {
        refused(&mut yon, &format!("position startpos moves {skip}"), "move");
        refused(&mut yon, &format!("position startpos moves {TO_SKIP} 0000 {skip}"), "move");
    }
    refused(&mut yon, &format!("position startpos moves {TO_SKIP} c4d3"), "move");
}

#[test]
fn a_missing_ply_is_1_and_every_field_is_printed() {
    let mut yon = Yon::new();
    yon.set("position fen b2r/4/4/r2b b");
    assert_eq!(yon.ask("query fen"), "response b2r/4/4/r2b b 1");
    assert!(yon.tell("d").contains(&"Fen: b2r/4/4/r2b b 1".to_string()));
    assert_eq!(yon.ask("record"), "record position fen b2r/4/4/r2b b 1");
}

#[test]
fn the_ply_is_the_number_of_the_ply_about_to_be_played() {
    let mut yon = Yon::new();
    yon.set("position startpos moves a1b2 a10b9 b2a3");
    assert!(yon.ask("query fen").ends_with(" b 4"));
    yon.set("position fen b2r/4/4/r2b r 41 moves a1c3");
    assert!(yon.ask("query fen").ends_with(" b 42"));
}

#[test]
fn white_is_read_for_red_and_never_printed() {
    let mut yon = Yon::new();
    yon.set("position fen b2r/4/4/r2b w");
    assert_eq!(yon.ask("query fen"), "response b2r/4/4/r2b r 1");
}

#[test]
fn the_key_ignores_the_ply_and_nothing_else() {
    let mut yon = Yon::new();
    let mut key = |fen: &str| {
        yon.set(&format!("position fen {fen}"));
        yon.tell("d").into_iter().find(|line| line.starts_with("Key: ")).unwrap()
    };
    let first = key("b2r/4/4/r2b r 1");
    assert_eq!(key("b2r/4/4/r2b r 17"), first);
    for other in ["b2r/4/4/r2b b 1", "b2r/4/1r2/3b r 1", "3r/1b2/4/r2b r", "b4r/6/6/6/6/r4b r"] {
        assert_ne!(key(other), first, "{other}");
    }
}

#[test]
fn every_fen_that_is_printed_is_read() {
    let mut yon = Yon::new();
    for start in [
        "startpos",
        "fen b2r/4/4/r2b r 1000000",
        "fen b24r/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/r24b r",
    ] {
        yon.set(&format!("position {start}"));
        for _ in 0..3 {
            let moves = yon.ask("legalmoves");
            let fen = yon.ask(&format!("query after {}", moves.split(' ').nth(1).unwrap()));
            let fen = fen.strip_prefix("response ").unwrap();
            assert_eq!(yon.ask(&format!("query valid fen {fen}")), "response ok", "{fen}");
            yon.set(&format!("position fen {fen}"));
            assert_eq!(yon.ask("query fen"), format!("response {fen}"));
        }
    }
}

#[test]
fn every_size_from_4_to_26_starts_in_its_corners() {
    let mut yon = Yon::new();
    for size in (4..=26).step_by(2) {
        yon.set(&format!("setoption name BoardSize value {size}\nposition startpos"));
        let empty = format!("{size}/").repeat(size - 2);
        let gap = size - 2;
        assert_eq!(yon.ask("query fen"), format!("response b{gap}r/{empty}r{gap}b r 1"));
        let moves = yon.ask("legalmoves");
        assert_eq!(moves.split(' ').count() - 1, 2 * size - 4, "{size}: {moves}");
    }
}

#[test]
fn figure_2_of_the_rules() {
    let mut yon = Yon::new();
    yon.set("position fen 6/6/2b3/6/1r4/r4b r");
    let moves = yon.ask("legalmoves");
    let from_b2: Vec<&str> = moves.split(' ').filter(|mv| mv.starts_with("b2")).collect();
    assert_eq!(from_b2, ["b2c1", "b2c3", "b2d4", "b2e5"]);
}

#[test]
fn a_long_game_and_a_long_list_are_read() {
    let mut yon = Yon::searching(26);
    // Play on until the end, always the first legal move: one position command after another.
    let mut moves = String::new();
    for _ in 0..200 {
        yon.set(&format!("position startpos moves{moves}"));
        let legal = yon.ask("legalmoves");
        let Some(mv) = legal.split(' ').nth(1) else { break };
        moves += &format!(" {mv}");
    }
    assert!(yon.ask("record").ends_with(&moves));
    assert_eq!(yon.ask("query gameover"), "response true");
}
