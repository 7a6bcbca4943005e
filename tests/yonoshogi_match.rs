//! A match at four seats between processes: seats, points, and an engine that breaks the rules.
#![cfg(unix)]

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_yon");
    Command::new(program).args(["match", "--game", "yonoshogi", "--json"]).args(args).output().unwrap()
}

fn report(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn two_engines_meet_in_all_six_seatings_and_share_the_points() {
    let level = ["name=low", "option.Skill Level=1", "option.Seed=7"];
    let mut args = vec!["--engine", "name=full", "--engine"];
    args.extend(level);
    args.extend(["--each", "depth=2", "--games", "6"]);
    let output = run(&args);
    assert!(output.status.success(), "{output:?}");
    let report = report(&output);
    assert_eq!(report["games"], 6);
    let engines = report["engines"].as_array().unwrap();
    assert!(engines.iter().all(|engine| engine["games"] == 12 && engine["faults"] == 0), "{report}");
    let points: f64 = engines.iter().map(|engine| engine["points"].as_f64().unwrap()).sum();
    // Six points a game, less what players who go out together or share a draw do not get.
    assert!((20.0..=36.0).contains(&points), "{report}");
    assert!(engines[0]["points"].as_f64() > engines[1]["points"].as_f64(), "{report}");
}

#[test]
fn an_engine_that_plays_no_legal_move_is_checkmated_and_the_others_play_on() {
    let bad = format!("cmd=sh {}/tests/engines/bad.sh illegal", env!("CARGO_MANIFEST_DIR"));
    let output = run(&["--engine", "name=good", "--engine", "name=bad", &bad, "--each", "depth=1", "--games", "6"]);
    let report = report(&output);
    let engines = report["engines"].as_array().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let faults = |at: usize| engines[at]["faults"].as_u64().unwrap();
    // Some are checkmated before they come to move.
    assert!(faults(0) == 0 && (6..=12).contains(&faults(1)), "{report}");
    assert_eq!(engines[1]["ranks"][0], 0, "who is out for a fault is never the last one left: {report}");
    let points: f64 = engines.iter().map(|engine| engine["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 36.0, "the others played on to the end: {report}");
}
