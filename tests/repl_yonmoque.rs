//! The people's door with Yonmoque: placings and moves, tiles, refusals, and a whole game.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a pipe is answered behind the first board of Yonmoque.
fn yonmoque(input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    let pipes = command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("set UCI_Variant yonmoque\n{input}").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let shown = String::from_utf8(output.stdout).unwrap();
    shown.split_once("   a  b  c  d  e\nBlue to move.\n").expect("the board of Yonmoque").1.to_string()
}

#[test]
fn pieces_are_placed_and_moved_on_coloured_tiles() {
    let shown = yonmoque("c3\nb2\nc3c4\nfen\n");
    let board = " 5 .     :     .  5\n 4    : (b) :     4\n";
    assert!(shown.contains(board), "{shown}");
    assert!(shown.ends_with("White to move.\n5/2b2/5/1w3/5 w 5 5 4\n"), "{shown}");
}

#[test]
fn what_cannot_be_done_is_answered_in_one_line() {
    for (line, why) in [
        ("f1", "f1 is illegal: f1 is not on the 5x5 board"),
        ("c3c4", "c3c4 is illegal: there is no piece on c3"),
        ("c3c4c5", "expected a move such as 'c3' or 'b4a4', found 'c3c4c5'"),
        ("new 8", "new: expected nothing or 5, the only board, found '8'"),
        ("sides red", "sides: expected Blue or White, found 'red'"),
    ] {
        let shown = yonmoque(&format!("{line}\nrecord\n"));
        assert!(shown.contains(why) && shown.lines().count() == 2, "{line}: {shown}");
    }
}

#[test]
fn a_win_is_announced_with_its_reason() {
    let shown = yonmoque("position fen 5/5/bww2/3b1/5 b 4 4\nhint\nd2d3\n");
    assert!(shown.contains("Blue wins in 1 ply; "), "{shown}");
    assert!(shown.ends_with("Game over: Blue wins because there are four in a row.\n"), "{shown}");
    let shown = yonmoque("position fen 5/5/bbbb1/5/b2ww b 1 4\ne3\n");
    assert!(shown.ends_with("Game over: White wins because there are five in a row.\n"), "{shown}");
}

#[test]
fn a_whole_game_is_played_by_the_engine() {
    let shown = yonmoque("level 1\nset seed 3\nengine both\n");
    assert!(shown.contains("Game over: "), "{shown}");
    let shown = yonmoque("engine white\nset Move Overhead 0\nlevel 2\nc3\nmoves c3\nvalues movetime 50\neval\nrules\n");
    assert!(shown.contains("White plays ") && shown.contains(" from c3, marked *:"), "{shown}");
    assert!(shown.contains("points for Blue:") && shown.contains("Mitsuo Yamamoto"), "{shown}");
}
