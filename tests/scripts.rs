//! The examples under scripts/ run as they stand.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

fn run(script: &str, args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts").join(script))
        .args(args)
        .env("YON", env!("CARGO_BIN_EXE_yon"))
        .env("GAMES", "2000")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output();
    output.unwrap_or_else(|error| panic!("{script}: {error}"))
}

fn text(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn a_match() {
    let output = run("match.sh", &["4"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).contains("Score of full vs six: 4 - 0 - 0"), "{}", text(&output));
}

#[test]
fn a_ladder_of_levels() {
    let output = run("ladder.sh", &["4"]);
    assert_eq!(text(&output).lines().count(), 9, "{}", text(&output));
}

#[test]
fn a_shell_client() {
    let output = run("client.sh", &["6"]);
    let text = text(&output);
    assert!(text.starts_with("moves: a1d4 "), "{text}");
    assert!(text.contains("response p1win\nresponse crosscut\n"), "{text}");
}

#[test]
fn a_file_of_positions() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions.txt");
    std::fs::write(&file, "# two\nb2r/4/4/r2b r\n\nb4r/6/6/6/6/r4b r\n").unwrap();
    let output = run("analyse.sh", &[file.to_str().unwrap()]);
    let expected = "b2r/4/4/r2b r 1\nhint value win plies 7 moves a1c3 d4b2\n\
                    b4r/6/6/6/6/r4b r 1\nhint value win plies 14 moves a1d4 f6c3\n";
    assert_eq!(text(&output), expected);
}

/// The same build against itself on random openings: the test decides nothing at once, and the file can be gone on with.
#[test]
fn a_sequential_test_of_two_builds() {
    let records = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sprt.jsonl");
    let _ = std::fs::remove_file(&records);
    let yon = env!("CARGO_BIN_EXE_yon");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts/sprt.sh"))
        .args([yon, yon, records.to_str().unwrap()])
        .envs([("YON", yon), ("GAMES", "2")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(text.contains("SPRT: llr "), "{text} {output:?}");
    assert!(text.contains("Finished match"), "{text}");
}

#[test]
#[ignore = "needs python3; scripts/check.sh runs it"]
fn a_python_client() {
    let output = run("client.py", &[env!("CARGO_BIN_EXE_yon"), "10", "6"]);
    let text = text(&output);
    assert!(text.trim_end().ends_with("win crosscut"), "{text}");
}

#[test]
#[ignore = "needs python3; scripts/check.sh runs it"]
fn a_check_of_tables_by_another_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (good, bad) = (folder.join("checked.yon"), folder.join("flipped.yon"));
    let solve = ["solve", "--size", "6", "--force", "--out", good.to_str().unwrap()];
    assert!(Command::new(env!("CARGO_BIN_EXE_yon")).args(solve).output().unwrap().status.success());
    let output = run("check_table.py", &[good.to_str().unwrap(), "--positions", "2000"]);
    assert!(text(&output).contains("2000 positions are right"), "{output:?}");
    let bytes = std::fs::read(&good).unwrap();
    for at in (0..bytes.len()).step_by(83) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1;
        std::fs::write(&bad, flipped).unwrap();
        let output = run("check_table.py", &[bad.to_str().unwrap(), "--positions", "0"]);
        let no_table = at < 12;
        assert_eq!(output.status.code(), Some(if no_table { 2 } else { 1 }), "byte {at}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "byte {at}: {output:?}");
    }
    for (path, words) in [("/no/such.yon", "cannot read"), (env!("CARGO_BIN_EXE_yon"), "is no table")] {
        let output = run("check_table.py", &[path]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
    }
}

#[test]
#[ignore = "needs GNU parallel; scripts/check.sh runs it"]
fn a_match_in_parts() {
    let output = run("many-machines.sh", &["3", "30"]);
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(text.contains("30 games, "), "{text} {output:?}");
    assert!(text.contains("Finished match"), "{text}");
}
