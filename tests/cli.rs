//! The subcommands that print, and what wrong usage brings.

use std::process::{Command, Output, Stdio};

fn yon(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    // A folder that is not there: tables that somebody has are not for tests.
    command.env("XDG_DATA_HOME", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/no-data"));
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(text(&yon(&["--version"])), format!("yon {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_credits_the_designer_and_lists_every_subcommand() {
    let help = text(&yon(&["--help"]));
    assert!(help.contains("Yonkoma is designed by Mark Steere"), "{help}");
    for name in [
        "repl",
        "uci",
        "run",
        "move",
        "perft",
        "bench",
        "match",
        "check",
        "solve",
        "verify",
        "probe",
        "stats",
        "chart",
        "rules",
        "completions",
    ] {
        assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
        assert!(text(&yon(&[name, "--help"])).contains("Usage: yon "), "{name}");
    }
}

#[test]
fn rules_are_printed_with_their_credit() {
    let rules = text(&yon(&["rules", "yonkoma"]));
    for words in ["Designed by Mark Steere", "Whoever completes a crosscut loses", "There is no passing otherwise"] {
        assert!(rules.contains(words), "{words}: {rules}");
    }
}

#[test]
fn perft_prints_a_line_a_depth() {
    let table = text(&yon(&["perft", "--size", "6", "4"]));
    let leaves: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(leaves, ["8", "64", "304", "1372"]);
    let over = text(&yon(&["perft", "--fen", "1rb1/1br1/4/4 b", "5"]));
    assert_eq!(over.lines().count(), 2, "a finished game has no leaves: {over}");
}

#[test]
fn every_subcommand_plays_checkers() {
    let table = text(&yon(&["perft", "--game", "checkers", "5"]));
    let leaves: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(leaves, ["7", "49", "302", "1469", "7361"]);
    let rules = text(&yon(&["rules", "checkers"]));
    assert!(rules.contains("any of them may be chosen") && rules.contains("becomes a king"), "{rules}");
    assert_eq!(text(&yon(&["move", "--game", "checkers", "--movetime", "50", "B:W18,25:B14"])), "f4d6\n");
}

#[test]
fn a_map_has_a_number_for_each_placing_and_one_search_for_those_that_are_the_same() {
    let map = text(&yon(&["map", "--game", "yonmoque", "--nodes", "2000"]));
    let lines: Vec<&str> = map.lines().collect();
    let row = |line: &str| line.split_whitespace().skip(1).map(String::from).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = lines[..5].iter().map(|line| row(line)).collect();
    assert!(rows.iter().all(|row| row.len() == 5), "{map}");
    for (up, right) in (0..5).flat_map(|up| (0..5).map(move |right| (up, right))) {
        assert_eq!(rows[up][right], rows[right][up], "{map}");
        assert_eq!(rows[up][right], rows[up][4 - right], "{map}");
    }
    assert_eq!(lines.len(), 5 + 1 + 6, "six kinds of squares: {map}");
    let won = text(&yon(&["map", "--game", "yonmoque", "--nodes", "20000", "--json", "5/5/bww2/3b1/5 w 4 4"]));
    let won: serde_json::Value = serde_json::from_str(&won).unwrap();
    let placings = won["placings"].as_array().unwrap();
    assert_eq!(placings.iter().map(|row| row["squares"].as_array().unwrap().len()).sum::<usize>(), 21);
    assert!(placings.iter().any(|row| row["value"] == "loss" && row["plies"] == 2), "{won}");
}

#[test]
fn the_signature_is_the_committed_one() {
    assert_eq!(text(&yon(&["bench", "--signature"])), include_str!("signatures.txt"));
}

#[test]
fn bench_prints_speed_solving_times_and_reactions() {
    let lines = text(&yon(&["bench"]));
    for words in ["signature ", "million nodes a second", "14x14 solved in ", "start to uciok: ", "stop: ", "quit: "] {
        assert!(lines.contains(words), "{words}: {lines}");
    }
}

#[test]
fn completions_name_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&yon(&["completions", shell]));
        assert!(script.contains("completions") && script.contains("match"), "{shell}");
    }
}

#[test]
fn wrong_usage_is_exit_code_2_with_a_reason() {
    for (args, words) in [
        (&["nonsense"][..], "unrecognized subcommand 'nonsense'"),
        (&["move"], "FEN"),
        (&["move", "nowhere"], "expected board, side and optionally ply, found only 'nowhere'"),
        (&["move", "startpos", "a1a2"], "move 1: a1a2 is illegal"),
        (&["move", "--level", "11", "startpos"], "Skill Level: expected a number from 1 to 10, found '11'"),
        (&["move", "--size", "9", "startpos"], "BoardSize: expected an even number from 4 to 26, found '9'"),
        (
            &["move", "--game", "go", "startpos"],
            "UCI_Variant: expected one of yonkoma, checkers, yonmoque, yonoshogi, found 'go'",
        ),
        (&["perft", "--fen", "x", "3"], "expected board, side"),
        (&["perft", "three"], "three"),
        (&["rules", "chess"], "expected one of yonkoma, checkers, yonmoque, yonoshogi, found 'chess'"),
        (&["map"], "position: expected one in which a piece can be placed, found b8r/"),
        (&["run", "/no/such/file"], "cannot read /no/such/file"),
        (&["chart", "/no/such/file"], "cannot read /no/such/file"),
        (&["chart", "Cargo.toml"], "Cargo.toml holds no results: "),
        (&["-c", "d", "uci"], "expected no subcommand"),
        (&["--log", "/no/such/folder/log", "uci"], "cannot append to the log"),
    ] {
        let output = yon(args);
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(message.contains(words), "{args:?}: {message}");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}
