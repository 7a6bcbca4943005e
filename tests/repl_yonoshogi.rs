//! The people's door with Yo\[n\]o Shogi: the board, Reserves, warnings, and who plays which seat.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a pipe is answered, behind the first board of the game.
fn yonoshogi(input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    let pipes = command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("set UCI_Variant yonoshogi\n{input}").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let shown = String::from_utf8(output.stdout).unwrap();
    shown
        .split_once("    9   8   7   6   5   4   3   2   1\nRed: ")
        .map(|(_, shown)| ("", format!("Red: {shown}")))
        .expect("the board")
        .1
        .to_string()
}

const QUIET: &str = "fen 4gK4/9/9/9/bK7oK/9/9/4rG4/4rK3oR r rP2G ----";

#[test]
fn the_board_has_its_own_names_and_reserves_below_it() {
    let shown = yonoshogi("1g1f\nmoves 5i\n");
    assert!(shown.starts_with("Red: Reserve -\nOrange: Reserve -\nGreen: Reserve -\nBlue: Reserve -\nRed to move.\n"));
    assert!(
        shown.contains(" f bG  bB  bP   .       .       . (rP) f\n g bS      bP      rP  rP  rP  rP ( .) g\n"),
        "{shown}"
    );
    assert!(shown.ends_with("there is no move from 5i; 'moves' lists all\n"), "{shown}");
    let shown = yonoshogi(&format!("{QUIET}\n5i\n"));
    assert!(shown.contains("Red: Reserve 2GP\nOrange: Reserve -\n"), "{shown}");
    assert!(shown.ends_with("4 moves from 5i, marked *:\n  5i4h 5i4i 5i6h 5i6i\n"), "{shown}");
}

#[test]
fn a_player_who_is_out_is_shown_with_his_score() {
    let shown = yonoshogi("fen 4gK4/9/9/9/bK8/9/9/9/4rK4 r - -0-- 5\n");
    assert!(shown.contains("Orange: out with 0\n"), "{shown}");
    let shown = yonoshogi("fen 4gK4/9/9/4rR4/9/9/9/9/3rK5 g - -0-1 80\n5a5b\n5a5b\n");
    assert!(shown.contains("Red: has 3\nOrange: out with 0\nGreen: out with 2\nBlue: out with 1\n"), "{shown}");
    let end =
        "Game over: Red wins, and Red has 3, Orange has 0, Green has 2, Blue has 1 because every other side is out.\n";
    assert!(shown.ends_with(end), "{shown}");
}

#[test]
fn drops_are_typed_as_people_type_them() {
    for typed in ["P*5f", "p*5f", "p * 5F"] {
        let shown =
            yonoshogi(&format!("{QUIET}\n5i6h\n5i6h\nfen 4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rP ----\n{typed}\nfen\n"));
        assert!(shown.ends_with("\n4gK4/9/9/9/bK7oK/4rP4/9/9/4rK4 o - ---- 2\n"), "{typed}: {shown}");
    }
}

#[test]
fn a_move_that_lets_its_player_be_put_out_is_warned_of_once() {
    let warning =
        "Warning: Red is out at once after 5h5g, and there is a safe move. Type it again to play it all the same.";
    let shown = yonoshogi(&format!("{QUIET}\n5h5g\nfen\n"));
    assert!(shown.contains(warning) && shown.ends_with(" r r2GP ---- 1\n"), "{shown}");
    let shown = yonoshogi(&format!("{QUIET}\n5h5g\n5h-5g\nfen\n"));
    assert_eq!(shown.matches("Warning").count(), 1);
    assert!(shown.ends_with(" o - 0--- 2\n"), "{shown}");
    // Orange may open the file for Green, whose Rook stands behind.
    let open = "fen 1gK2gR4/9/9/9/bK7oK/4oG4/9/9/3rK5 r - ----";
    let shown = yonoshogi(&format!("{open}\n6i5i\nfen\n"));
    assert!(
        shown.contains("Warning: after 6i5i Red can be put out before the next turn, and there is a safe"),
        "{shown}"
    );
    assert!(!yonoshogi(&format!("{open}\n6i7i\n")).contains("Warning"));
    assert!(!yonoshogi("1g1f\n").contains("Warning"));
}

#[test]
fn where_no_move_is_safe_there_is_no_warning() {
    let shown = yonoshogi("fen 4gK4/9/9/4rR4/9/9/9/9/3rK5 g - -0-1 80\n5a5b\n");
    // The King steps off the file with some moves, so this one is warned of.
    assert!(shown.contains("Warning: Green is out at once after 5a5b"), "{shown}");
    let lost = "fen gK1rK6/9/1rR7/rR8/9/9/9/9/9 g - -0-1 80";
    let shown = yonoshogi(&format!("{lost}\n9a8a\n"));
    assert!(!shown.contains("Warning") && shown.contains("Game over"), "{shown}");
}

#[test]
fn people_and_engines_sit_in_any_seats() {
    let shown = yonoshogi("engine orange blue\nplay red, green\nengine none\n");
    assert!(shown.contains("The engine plays Orange and Blue, and you play Red and Green.\n"), "{shown}");
    let wrong = yonoshogi("engine purple\nengine red purple\n");
    let error = "engine: expected Red, Orange, Green, Blue, all or none, found 'purple'";
    assert_eq!(wrong.matches(error).count(), 2, "{wrong}");
    let shown = yonoshogi("level 2\nengine orange green\n1g1f\n");
    assert!(shown.contains("Orange plays ") && shown.contains("Green plays "), "{shown}");
    assert!(shown.ends_with("Blue to move.\n"), "{shown}");
}

#[test]
fn a_player_resigns_and_the_others_play_on() {
    let shown = yonoshogi("resign\nfen\nundo\n");
    assert!(shown.contains("Red has resigned.\n") && shown.contains("Red: out with 0\n"), "{shown}");
    assert!(
        shown.contains(" o - 0--- 1\nTook back the resignation.\n") && shown.ends_with("Red to move.\n"),
        "{shown}"
    );
}

#[test]
fn what_stands_where_is_told_in_sentences() {
    let shown = yonoshogi("1g1f\nlast\nfile 1\nrow e\nplayer red 2\n");
    assert!(shown.contains("Red played 1g1f.\nFile 1: Red L on 1i, Red P on 1f, Orange K on 1e, "), "{shown}");
    assert!(shown.contains("Row e: Blue K on 9e, "), "{shown}");
    assert!(shown.ends_with("The engine plays Red at level 2, and you play Orange, Green and Blue.\n"), "{shown}");
}

#[test]
fn whoever_is_put_out_is_named() {
    let out = "fen 4gK4/9/9/4rR4/9/bK8/9/9/3rK5 g - -0-- 80\n5a5b\n5a5b\n9f9e\n";
    let shown = yonoshogi(out);
    assert!(shown.contains("Green is out, with 1 point.\n"), "{shown}");
    let shown = yonoshogi(&format!("plain on\n{out}"));
    assert!(shown.contains("Blue played 9f9e.\nGreen is out, with 1 point.\n"), "{shown}");
}

#[test]
fn whoever_is_new_is_told_how_to_get_three_opponents() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    let pipes = command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"new yonoshogi\nlevel 2\nplay red\n").unwrap();
    let shown = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(shown.contains("'level 2' and 'play red' for easy opponents, 'learn' for a course,\n"), "{shown}");
    assert!(shown.contains("The engine plays Orange, Green and Blue, and you play Red.\n"), "{shown}");
}
