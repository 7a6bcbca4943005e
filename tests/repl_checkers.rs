//! The people's door with checkers: moves in either notation, names, and games from and for files.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a pipe is answered.
fn piped(input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    let pipes = command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The same in checkers, behind the first board.
fn checkers(input: &str) -> String {
    let shown = piped(&format!("set UCI_Variant checkers\n{input}"));
    shown.split_once("   a  b  c  d  e  f  g  h\nCoral to move.\n").expect("the board of checkers").1.to_string()
}

#[test]
fn checkers_is_played_between_coral_and_white_in_either_notation() {
    let shown = checkers("c3d4\n24-19\n15x24\nfen\n");
    assert!(
        shown.contains(" 6   (.)    w     w     w  6\n 5 .    (w)    .     .     5\n 4    .     c     .     .  4\n"),
        "{shown}"
    );
    assert!(
        shown.ends_with("White to move.\nW:W21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,24\n"),
        "{shown}"
    )
}

#[test]
fn checkers_answers_what_cannot_be_done_in_one_line() {
    for (line, why) in [
        ("c3c4", "c3c4 is illegal: c4 is a light square, and the game is played on the dark ones"),
        ("11-22", "11-22 is illegal: f6 is not next to c3 on a diagonal"),
        ("22-18", "22-18 is illegal: the piece on f6 is not Coral's, and Coral is to move"),
        ("99-100", "expected a move such as 'c3d4' or '11-15', found '99-100'"),
        ("new 10", "new: expected nothing or 8, the only board, found '10'"),
        ("sides red", "sides: expected Coral, White or Black, found 'red'"),
        ("load", "load: expected a file, found nothing"),
        ("load /no/such/file", "load: cannot read '/no/such/file': No such file or directory (os error 2)"),
        (
            "load Cargo.toml",
            "load: 'Cargo.toml': line 1: expected a game as 'record' prints it, or a file of games in PDN",
        ),
        ("load rustfmt.toml", "expected a game as 'record' prints it, or a file of games in PDN"),
        (
            "load tests/cases/checkers.pdn 9",
            "load: expected a number from 1 to 8, the games of 'tests/cases/checkers.pdn', found 9",
        ),
    ] {
        let shown = checkers(&format!("{line}\nrecord\n"));
        assert!(shown.contains(why) && shown.lines().count() == 2, "{line}: {shown}");
        assert!(shown.ends_with("\nposition startpos\n"), "{line}: {shown}");
    }
}

#[test]
fn the_other_name_of_coral_is_black() {
    let shown = checkers("sides black\nsides\nsides coral\nsides\nengine none\n");
    assert!(
        shown.contains(" 1 b     b     b     b     1\n") && shown.contains("The sides are Black and White.\n"),
        "{shown}"
    );
    assert!(shown.contains("The sides are Coral and White.\n"), "{shown}");
}

#[test]
fn games_come_from_pdn_files_and_go_into_them_whatever_the_present_game() {
    let shown = piped("load tests/cases/checkers.pdn 2\nrecord pdn\n");
    assert!(
        shown.contains("\nGame 2 of 8: Chinook - Marion Tinsley, World Championship 1992, game 8, 1992.08.??.\n"),
        "{shown}"
    );
    assert!(shown.contains("[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 23-18 2. 10-14 18x11 3. 8x15 22-17"), "{shown}");
    let none = piped("record pdn\n");
    assert!(none.ends_with("record: Yonkoma has no files in the format pdn\n"), "{none}");
}

#[test]
fn games_come_from_lines_as_record_prints_them() {
    let path = std::env::temp_dir().join(format!("yon games {}.txt", std::process::id()));
    std::fs::write(&path, "# two games\nrecord position startpos moves c3d4\n\nposition startpos moves 11-15 23-19\n")
        .unwrap();
    let shown = checkers(&format!("load {}\nrecord\nload {} 2\nrecord\n", path.display(), path.display()));
    assert!(shown.contains("Game 1 of 2.\n") && shown.contains("\nposition startpos moves c3d4\n"), "{shown}");
    assert!(shown.ends_with("\nposition startpos moves c3d4 d6c5\n"), "{shown}");
    std::fs::write(&path, "record position startpos moves c3d4 c3d4\n").unwrap();
    let shown = checkers(&format!("load {}\n", path.display()));
    assert!(shown.contains(", game 1: move 2: c3d4 is illegal: "), "{shown}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_file_that_goes_on_after_a_draw_is_loaded_up_to_it() {
    let path = std::env::temp_dir().join(format!("yon-drawn-{}.pdn", std::process::id()));
    let shuffle = "4-8 29-25 8-4 25-29 ".repeat(3);
    std::fs::write(&path, format!("[FEN \"B:WK29:BK4\"]\n{shuffle} 1/2-1/2\n")).unwrap();
    let shown = checkers(&format!("load {}\n", path.display()));
    std::fs::remove_file(&path).unwrap();
    assert!(shown.starts_with("Game 1 of 1.\nThe file goes on for 4 moves after the end.\n"), "{shown}");
    assert!(shown.ends_with("Game over: a draw because the position has come too often.\n"), "{shown}");
}

#[test]
fn a_whole_game_of_checkers_is_played_by_the_engine() {
    let shown = checkers("level 1\nset seed 3\nengine both\n");
    assert!(shown.contains("Game over: "), "{shown}");
    let shown =
        checkers("engine white\nset Move Overhead 0\nlevel 2\n11-15\nhint movetime 50\nvalues movetime 50\neval\n");
    assert!(
        shown.contains("White plays ")
            && shown.contains(" for Coral")
            && shown.contains("points for Coral, by a network"),
        "{shown}"
    );
}

#[test]
fn a_list_of_numbered_moves_is_pasted_and_walked_through() {
    let shown = checkers("1. 11-15 23-19 2. 8-11\nlast\nback 2\nfen\nforward 2\nrecord\n");
    assert!(shown.contains("Coral played b2c3.\nMove 1, c3d4, of 3 moves.\n"), "{shown}");
    assert!(
        shown.contains("\nW:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15\nMove 3, "),
        "{shown}"
    );
    assert!(shown.ends_with("\nposition startpos moves c3d4 d6c5 b2c3\n"), "{shown}");
}
