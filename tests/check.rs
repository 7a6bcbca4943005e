//! `yon check`: our own engine passes, and each misdeed of a bad one is found.
#![cfg(unix)]

use std::process::{Command, Output};

fn check(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yon")).arg("check").args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Whether the row of this check begins with `FAIL` for a bad engine.
fn fails(how: &str, row: &str) -> bool {
    let script = format!("{}/tests/engines/bad.sh", env!("CARGO_MANIFEST_DIR"));
    let output = check(&["sh", &script, how, "86394"]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{how}: {text}");
    let line = text.lines().find(|line| line.contains(row)).unwrap_or_else(|| panic!("no row '{row}': {text}"));
    line.starts_with("FAIL")
}

#[test]
fn our_own_engine_passes_in_both_dialects_and_on_a_board_that_is_searched() {
    for args in [&[][..], &["--proto", "ugi"], &["--size", "18"]] {
        let output = check(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output));
        assert!(text(&output).ends_with("21 passed, 0 failed\n"), "{}", text(&output));
        assert!(text(&output).lines().all(|line| line.starts_with("ok ") || line.contains("passed")));
    }
}

#[test]
fn misdeeds_are_found_and_what_is_right_is_not_complained_of() {
    for (how, row) in [
        ("illegal", "finds a legal move"),
        ("claim", "finds a legal move"),
        ("crash", "answers each go exactly once"),
        ("garbage", "never answers go infinite by itself"),
        ("flood", "answers each go exactly once"),
        ("pass", "considers searchmoves alone"),
    ] {
        assert!(fails(how, row), "{how}");
        assert!(!fails(how, "shakes hands"), "{how}: it does shake hands");
    }
}

#[test]
fn a_program_that_is_not_there_fails_every_check_in_words() {
    let output = check(&["/no/such/engine"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("does not start: "), "{}", text(&output));
    assert!(text(&output).ends_with("0 passed, 21 failed\n"), "{}", text(&output));
}
