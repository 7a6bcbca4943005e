//! Scripts (`-c`, `run`), `--strict`, `--log`, and `yon move`.

use super::driver::{Ended, Folder, OVER, SKIP, TO_SKIP, Yon, program};

fn run(args: &[&str]) -> Ended {
    let ended = Yon::with(args).end();
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    ended
}

fn lines(args: &[&str]) -> Vec<String> {
    let ended = run(args);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    ended.lines
}

#[test]
fn c_executes_lines_in_order_and_waits_for_each_search() {
    let found = lines(&[
        "-c",
        "setoption name BoardSize value 16",
        "-c",
        "position startpos",
        "-c",
        "go movetime 100",
        "-c",
        "query turn",
        "-c",
        "hint movetime 50",
        "-c",
        "query protocol",
    ]);
    let at = |word: &str| found.iter().position(|line| line.starts_with(word)).unwrap();
    assert!(at("bestmove") < at("response p1") && at("response p1") < at("hint") && at("hint") < at("response 1"));
    assert_eq!(found.iter().filter(|line| line.starts_with("info string")).count(), 0, "{found:?}");
}

#[test]
fn c_with_infinite_goes_on_to_the_line_that_stops_it() {
    let found =
        lines(&["-c", "position startpos", "-c", "go infinite", "-c", "isready", "-c", "stop", "-c", "go depth 1"]);
    assert_eq!(found.iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn c_waits_for_the_search_before_isready_stop_and_quit_too() {
    for command in ["quit", "stop", "isready"] {
        let (size, last) = ("setoption name BoardSize value 16", "query turn");
        let found = lines(&["-c", size, "-c", "go depth 6", "-c", command, "-c", last]);
        let best = found.iter().position(|line| line.starts_with("bestmove ")).unwrap();
        assert!(found[best - 1].starts_with("info depth 6 "), "{command}: {found:?}");
        assert!(!found[..best].contains(&"readyok".to_string()), "{found:?}");
    }
}

#[test]
fn run_executes_a_file_or_standard_input() {
    let folder = Folder::new("run");
    let path = folder.file("script.yon");
    let script = "# a script\nsetoption name BoardSize value 6\nhint\nquery turn\n";
    std::fs::write(&path, script).unwrap();
    let expected = ["hint value win plies 14 moves a1d4 f6c3", "response p1"];
    assert_eq!(lines(&["run", &path]), expected);
    let mut yon = Yon::with(&["run", "-"]);
    yon.bytes(script.as_bytes());
    let ended = yon.end();
    assert_eq!((ended.lines, ended.code), (expected.map(String::from).to_vec(), Some(0)));
}

#[test]
fn run_of_a_file_that_is_not_there_is_exit_code_2() {
    let ended = run(&["run", "/nonexistent/script"]);
    assert_eq!((ended.code, ended.lines.len()), (Some(2), 0));
    assert!(ended.stderr.contains("/nonexistent/script"), "{}", ended.stderr);
}

#[test]
fn strict_ends_with_exit_code_1_at_the_first_error_line() {
    let ended = run(&["--strict", "-c", "query turn", "-c", "xyzzy", "-c", "query turn"]);
    assert_eq!((ended.code, ended.lines.len()), (Some(1), 2), "{ended:?}");
    let ended = run(&["-c", "query turn", "-c", "xyzzy", "-c", "query turn"]);
    assert_eq!((ended.code, ended.lines.len()), (Some(0), 3), "without it the script goes on: {ended:?}");
    let ended = run(&["--strict", "-c", "query turn", "-c", "isready"]);
    assert_eq!((ended.code, ended.lines.len()), (Some(0), 2));
    let ended = run(&["-c", "query turn", "-c", "position startpos moves a1a2", "--strict"]);
    assert_eq!(ended.code, Some(1), "an error in the last line counts");
    let mut yon = Yon::with(&["run", "-", "--strict"]);
    yon.say("isready\nbad\nisready");
    let ended = yon.end();
    assert_eq!((ended.code, ended.lines.len()), (Some(1), 2));
}

#[test]
fn log_takes_every_line_in_and_out_with_milliseconds() {
    let folder = Folder::new("log");
    let path = folder.file("wire.log");
    lines(&["--log", &path, "-c", "query turn", "-c", "xyzzy"]);
    lines(&["uci", "--log", &path]);
    let log = std::fs::read_to_string(&path).unwrap();
    let mut entries = Vec::new();
    for line in log.lines() {
        let (time, entry) = line.split_once(' ').unwrap();
        time.parse::<u64>().unwrap();
        entries.push(entry);
    }
    assert_eq!(entries[..3], ["> query turn", "< response p1", "> xyzzy"]);
    assert!(entries.len() == 4 && entries[3].starts_with("< info string error command: "), "{log}");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for args in [&["--nonsense"][..], &["nonsense"], &["move"], &["run"]] {
        assert_eq!(run(args).code, Some(2), "{args:?}");
    }
}

#[test]
fn c_beside_a_subcommand_is_wrong_usage() {
    for args in [["-c", "d", "uci"], ["-c", "d", "rules"]] {
        assert_eq!(run(&args).code, Some(2), "{args:?}");
    }
}

#[test]
fn move_prints_one_move() {
    assert_eq!(lines(&["move", "startpos"]), ["a1g7"]);
    assert_eq!(lines(&["move", "--size", "6", "startpos"]), ["a1d4"]);
    assert_eq!(lines(&["move", "--size", "6", "startpos", "a1d4", "a6b5"]).len(), 1);
    assert_eq!(lines(&["move", SKIP]), ["0000"]);
    assert_eq!(lines(&["move", OVER]), ["(none)"]);
    let mut args = vec!["move", "--size", "6", "startpos"];
    args.extend(TO_SKIP.split(' '));
    assert_eq!(lines(&args), ["0000"]);
    args.push("e5d4");
    assert_eq!(lines(&args), ["(none)"], "a skipped turn may be left out");
    assert_eq!(lines(&["move", "--size", "26", "--movetime", "20", "startpos"]).len(), 1);
}

#[test]
fn move_json_has_the_move_its_value_and_the_positions() {
    let json = |args: &[&str]| -> serde_json::Value {
        let lines = lines(&[&["move", "--json"], args].concat());
        assert_eq!(lines.len(), 1);
        serde_json::from_str(&lines[0]).unwrap()
    };
    let won = json(&["b2r/4/4/r2b r"]);
    assert_eq!(won["move"], "a1c3");
    assert_eq!((won["value"].as_str(), won["plies"].as_i64()), (Some("win"), Some(7)));
    assert_eq!(won["fen"], "b2r/4/4/r2b r 1");
    assert_eq!(won["after"], "b2r/2r1/4/3b b 2");
    assert!(won["score"].is_null());
    let lost = json(&["--size", "12", "startpos"]);
    assert_eq!((lost["value"].as_str(), lost["plies"].as_i64()), (Some("loss"), Some(40)));
    let over = json(&[OVER]);
    assert!(over["move"].is_null() && over["after"].is_null(), "{over}");
    assert_eq!((over["value"].as_str(), over["plies"].as_i64()), (Some("win"), Some(0)));
    let open = json(&["--size", "26", "--movetime", "20", "startpos"]);
    assert_eq!(open["value"], "unknown");
    assert!(open["plies"].is_null() && open["score"].is_i64(), "{open}");
}

#[test]
fn move_with_a_level_and_a_seed_is_reproducible() {
    let play = |level: &str, seed: &str| lines(&["move", "--size", "6", "--level", level, "--seed", seed, "startpos"]);
    for seed in ["1", "2", "3"] {
        assert_eq!(play("1", seed), play("1", seed));
        assert_eq!(play("10", seed), ["a1d4"]);
    }
    assert!((1..30).any(|seed| play("1", &seed.to_string()) != ["a1d4"]), "level 1 errs");
}

#[test]
fn move_with_something_wrong_is_exit_code_2_and_a_word_on_stderr() {
    for (args, word) in [
        (&["move", "b2r/4/4/r2b x"][..], "side"),
        (&["move", "startpos", "a1a2"], "a1a2"),
        (&["move", "--size", "7", "startpos"], "7"),
        (&["move", "--level", "11", "startpos"], "11"),
        (&["move", "--game", "chess", "startpos"], "chess"),
        (&["move", OVER, "a1b2"], "end"),
    ] {
        let ended = run(args);
        assert_eq!((ended.code, ended.lines.len()), (Some(2), 0), "{args:?}");
        assert!(ended.stderr.contains(word), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn help_and_version_are_printed() {
    let help = program().arg("--help").output().unwrap();
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("yon"));
    let version = program().arg("--version").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&version.stdout).trim(), format!("yon {}", env!("CARGO_PKG_VERSION")));
}
