//! The match runner against engines that do everything wrong, and against itself.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

fn yon() -> Command {
    Command::new(env!("CARGO_BIN_EXE_yon"))
}

fn run(args: &[&str]) -> Output {
    yon().arg("match").args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// How long the engines of one test sleep when they stall: a number that tells their processes from others'.
const NAP: &str = "86391";

fn bad(how: &str) -> String {
    format!("cmd=sh {}/tests/engines/bad.sh {how} {NAP}", env!("CARGO_MANIFEST_DIR"))
}

/// Two games of 6x6 between a bad engine and a good one; the output, and what the first fault says.
fn against(how: &str) -> (Output, String) {
    let records = scratch(how).join("games.jsonl");
    let output = run(&[
        "--engine",
        &bad(how).replace(NAP, "86392"),
        "name=bad",
        "--engine",
        "name=good",
        "--each",
        "st=0.5",
        "timemargin=50",
        "--size",
        "6",
        "--games",
        "2",
        "--openings",
        "tests/cases/openings-yonkoma-6x6.txt",
        "--recover",
        "--records",
        records.to_str().unwrap(),
    ]);
    let games = std::fs::read_to_string(&records).unwrap();
    let rows: Vec<Json> = games.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2, "{how}: both games were played: {games}");
    for row in &rows {
        let bad_seat = row["engines"].as_array().unwrap().iter().position(|engine| engine == 0).unwrap();
        assert_eq!(row["points"][bad_seat], 0.0, "{how}: the bad engine loses: {row}");
        assert_eq!(row["reason"], "forfeit", "{how}: {row}");
        assert_eq!(row["faults"][0]["seat"], bad_seat + 1, "{how}: {row}");
    }
    let what = rows[0]["faults"][0]["what"].as_str().unwrap().to_string();
    (output, what)
}

/// True while a process runs that was started with exactly this as one of its words.
fn is_running(word: &str) -> bool {
    std::fs::read_dir("/proc").unwrap().any(|entry| {
        let cmdline = std::fs::read(entry.unwrap().path().join("cmdline")).unwrap_or_default();
        cmdline.split(|byte| *byte == 0).any(|part| part == word.as_bytes())
    })
}

#[test]
fn every_misdeed_is_a_forfeit_with_its_reason_and_the_match_goes_on() {
    for (how, words) in [
        ("exit-at-start", "disconnects"),
        ("crash", "disconnects"),
        ("crash-later", "disconnects"),
        ("stall", "stalls on go"),
        ("slow", "loses on time"),
        ("illegal", "makes an illegal move: 'a1a2'"),
        ("nonsense", "makes an illegal move: 'xyzzy'"),
        ("empty", "makes an illegal move: none"),
        ("long", "makes an illegal move: "),
        ("pass", "makes an illegal move: '0000'"),
        ("claim", "makes a wrong claim: no move is left"),
        ("garbage", "makes an illegal move: 'a1a1'"),
        ("no-text", "makes an illegal move: 'a1a2'"),
        ("flood", "floods its output"),
        ("flood-line", "stalls on go"),
        ("close-output", "disconnects"),
        ("close-input", "disconnects"),
        ("grandchild", "makes an illegal move"),
        ("setsid", "makes an illegal move"),
        ("orphan-crash", "disconnects"),
    ] {
        let (output, what) = against(how);
        // A flood may be too slow on a loaded machine to be one before its time is up.
        let flood = how == "flood" && what.contains("stalls on go");
        assert!(what.contains(words) || flood, "{how}: {what}");
        assert_eq!(output.status.code(), Some(1), "{how}: an engine misbehaved");
        assert!(output.stderr.is_empty(), "{how}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text(&output).contains("Finished match"), "{how}: {}", text(&output));
    }
    assert!(!is_running("86392"), "no child survives");
}

#[test]
fn a_stall_in_the_handshake_or_before_a_game_is_a_forfeit_too() {
    // These wait for ten seconds each, so one game of each is enough.
    let began = Instant::now();
    let of = |how: &str| {
        let engine = bad(how);
        let output = run(&[
            "--engine",
            &engine,
            "name=bad",
            "--engine",
            "name=good",
            "--size",
            "6",
            "--games",
            "1",
            "--each",
            "st=0.1",
        ]);
        (output.status.code(), text(&output))
    };
    let (handshake, ready) = std::thread::scope(|scope| {
        let both = ["silent-handshake", "stall-ready"].map(|how| scope.spawn(move || of(how)));
        let [handshake, ready] = both.map(|one| one.join().unwrap());
        (handshake, ready)
    });
    assert!(handshake.1.contains("bad does not answer with uciok"), "{handshake:?}");
    assert!(ready.1.contains("bad stalls on isready"), "{ready:?}");
    assert!(handshake.1.contains("an engine broke down; --recover would go on"), "{handshake:?}");
    assert_eq!((handshake.0, ready.0), (Some(1), Some(1)));
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_engine_that_will_not_quit_is_ended() {
    let output = run(&[
        "--engine",
        &bad("no-quit").replace(NAP, "86393"),
        "name=bad",
        "--engine",
        "name=good",
        "--size",
        "6",
        "--games",
        "2",
        "--each",
        "st=0.05",
        "--adjudicate",
        "0",
    ]);
    assert!(text(&output).contains("Finished match"), "{}", text(&output));
    assert!(!is_running("86393"));
}

#[test]
fn a_program_that_is_not_there_forfeits() {
    let output =
        run(&["--engine", "cmd=/no/such/engine", "name=none", "--engine", "name=good", "--games", "2", "--recover"]);
    assert!(text(&output).contains("none does not start"), "{}", text(&output));
    assert_eq!(output.status.code(), Some(1));
}

const LEVELS: [&str; 12] = [
    "--engine",
    "name=ten",
    "option.Skill Level=10",
    "--engine",
    "name=one",
    "option.Skill Level=1",
    "option.Seed=7",
    "--size",
    "6",
    "--each",
    "depth=1",
    "option.Hash=1",
];

#[test]
fn the_stronger_level_wins_and_lines_are_those_of_other_runners() {
    let output = run(&[&LEVELS[..], &["--games", "20"]].concat());
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Started game 1 of 20 (ten vs one)\n"), "{text}");
    assert!(text.contains("Finished game 1 (ten vs one): "), "{text}");
    assert!(text.contains("{crosscut}"), "{text}");
    assert!(text.contains("Score of ten vs one: "), "{text}");
    assert!(text.contains("LOS: "), "{text}");
    assert!(text.contains("20 games, "), "{text}");
    assert!(!text.contains("NaN"), "{text}");
}

fn json(args: &[&str]) -> Json {
    let output = run(args);
    serde_json::from_str(&text(&output)).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn a_match_repeats_from_its_seed_whatever_the_concurrency() {
    let of = |more: &[&str]| json(&[&LEVELS[..], &["--games", "40", "--json"], more].concat());
    let first = of(&[]);
    assert_eq!(first, of(&["--concurrency", "3"]));
    assert_eq!(first["games"], 40);
    assert_eq!(first["duels"][0]["wins"].as_u64().unwrap() + first["duels"][0]["losses"].as_u64().unwrap(), 40);
    let pairs: u64 = first["duels"][0]["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(pairs, 20);
}

#[test]
fn shards_add_up_to_exactly_the_numbers_of_one_run() {
    let dir = scratch("shards");
    let whole = json(&[&LEVELS[..], &["--games", "30", "--json", "--openings", "random:2"]].concat());
    let files: Vec<String> = (1..=3).map(|i| dir.join(format!("{i}.jsonl")).to_str().unwrap().to_string()).collect();
    for (index, file) in files.iter().enumerate() {
        let shard = format!("{}/3", index + 1);
        let part = ["--games", "30", "--openings", "random:2", "--shard", &shard, "--records", file];
        run(&[&LEVELS[..], &part].concat());
    }
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_eq!(json(&[&["--json", "--merge"], &names[..]].concat()), whole);
    // The same file twice counts once.
    assert_eq!(json(&[&["--json", "--merge"], &names[..], &names[..1]].concat()), whole);
}

#[test]
fn a_killed_match_goes_on_with_nothing_counted_twice() {
    let dir = scratch("resume");
    let file = dir.join("games.jsonl");
    let path = file.to_str().unwrap();
    let settings = [&LEVELS[..], &["--games", "60", "--openings", "random:2"]].concat();
    let whole = json(&[&settings[..], &["--json"]].concat());
    let mut child = yon()
        .arg("match")
        .args(&settings)
        .args(["--records", path])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while std::fs::read_to_string(&file).unwrap_or_default().lines().count() < 8 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if the kill had come in the middle of a line.
    let text = std::fs::read(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 5]).unwrap();
    let resumed = json(&[&settings[..], &["--json", "--records", path, "--resume"]].concat());
    assert_eq!(resumed, whole);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 61);
    // Complete already: nothing is played, everything is counted.
    assert_eq!(json(&[&settings[..], &["--json", "--records", path, "--resume"]].concat()), whole);
}

#[test]
fn files_of_another_match_are_refused() {
    let dir = scratch("other");
    let file = dir.join("games.jsonl");
    let path = file.to_str().unwrap();
    run(&[&LEVELS[..], &["--games", "2", "--records", path]].concat());
    for (args, words) in [
        (vec!["--games", "2", "--records", path], "the file exists; --resume goes on with its match"),
        (vec!["--games", "4", "--records", path, "--resume"], "games of another match"),
        (vec!["--games", "2", "--seed", "5", "--records", path, "--resume"], "games of another match"),
        (vec!["--games", "2", "--resume"], "--resume: expected --records FILE"),
        (vec!["--games", "2", "--records", "/no/such/folder/x"], "/no/such/folder/x: "),
        (vec!["--games", "2", "--records", dir.to_str().unwrap(), "--resume"], "expected a file"),
    ] {
        let output = run(&[&LEVELS[..], &args].concat());
        let stderr = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(stderr.contains(words), "{args:?}: {stderr}");
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{args:?}: {stderr}");
    }
    std::fs::write(&file, "{\"broken\n").unwrap();
    let output = run(&["--merge", path]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_settings_are_one_clear_line() {
    for (args, words) in [
        (vec!["--games", "2"], "expected --engine at least twice, found 0"),
        (vec!["--engine", "name=a", "--engine", "name=a"], "name: expected different names, found 'a' twice"),
        (vec!["--engine", "--engine", "speed=3"], "found 'speed=3'"),
        (vec!["--engine", "--engine", "--sprt", "elo0=x"], "sprt: expected"),
        (vec!["--engine", "--engine", "--openings", "/no/file"], "openings: cannot read '/no/file'"),
        (vec!["--engine", "--engine", "--openings", "random:x"], "openings: expected random:PLIES"),
        (
            vec!["--engine", "--engine", "--variant", "chess"],
            "UCI_Variant: expected one of yonkoma, checkers, yonmoque, yonoshogi, found 'chess'",
        ),
        (vec!["--engine", "--engine", "--size", "7"], "BoardSize: expected an even number"),
    ] {
        let output = run(&args);
        let stderr = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(stderr.contains(words), "{args:?}: {stderr}");
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{args:?}: {stderr}");
    }
}

#[test]
fn a_test_ends_the_match_and_its_rejection_is_exit_code_1() {
    let accepted = run(&[&LEVELS[..], &["--games", "2000", "--sprt", "elo0=0,elo1=50"]].concat());
    assert!(text(&accepted).contains("SPRT accepts elo1"), "{}", text(&accepted));
    assert_eq!(accepted.status.code(), Some(0));
    assert!(text(&accepted).matches("Finished game").count() < 300);
    let turned = [
        "--engine",
        "name=one",
        "option.Skill Level=1",
        "--engine",
        "name=ten",
        "--size",
        "6",
        "--each",
        "depth=1",
        "--games",
        "2000",
        "--sprt",
        "elo0=0,elo1=50",
    ];
    let rejected = run(&turned);
    assert!(text(&rejected).contains("SPRT accepts elo0"), "{}", text(&rejected));
    assert_eq!(rejected.status.code(), Some(1));
}

#[test]
fn an_exact_table_adjudicates() {
    let output = run(&[&LEVELS[..], &["--games", "4", "--adjudicate", "20"]].concat());
    assert!(text(&output).contains("{adjudication}"), "{}", text(&output));
}

#[test]
fn the_log_keeps_the_traffic_and_a_clock_sent_is_never_negative() {
    let dir = scratch("log");
    let log = dir.join("traffic.log");
    let output = run(&[
        "--engine",
        "name=a",
        "--engine",
        "name=b",
        "proto=ugi",
        "--each",
        "tc=3/10+0.1",
        "--games",
        "4",
        "--size",
        "6",
        "--log",
        log.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let traffic = std::fs::read_to_string(&log).unwrap();
    for words in
        [">a: uci\n", "<a: uciok\n", ">b: ugi\n", ">a: go wtime ", ">b: go p1time ", "movestogo 3", "<b: bestmove "]
    {
        assert!(traffic.contains(words), "{words}: {traffic}");
    }
    for line in traffic.lines().filter(|line| line.contains(": go ")) {
        assert!(!line.contains('-'), "{line}");
    }
}

#[test]
fn one_interrupt_finishes_running_games_and_two_end_the_match() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for interrupts in [1, 2] {
        let slow = bad("slow");
        let mut child = yon()
            .args(["match", "--engine", &slow, "name=slow", "--engine", "name=yon", "--size", "6", "--games", "1000"])
            .args(["--each", "st=5", "--recover"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let pid = Pid::from_raw(child.id() as i32);
        for _ in 0..interrupts {
            kill(pid, Signal::SIGINT).unwrap();
            std::thread::sleep(Duration::from_millis(50));
        }
        let began = Instant::now();
        let mut output = String::new();
        std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut output).unwrap();
        child.wait().unwrap();
        assert!(began.elapsed() < Duration::from_secs(30));
        let (started, finished) = (output.matches("Started game").count(), output.matches("Finished game").count());
        assert!(output.contains("Match ended before all games were played"), "{output}");
        if interrupts == 1 {
            assert_eq!(started, finished, "{output}");
        } else {
            assert!(started - finished <= 1, "{output}");
        }
    }
}

/// Starts a match in which an engine talks for ever and never answers, and sends these signals to the runner.
fn interrupted(signals: &[nix::sys::signal::Signal], nap: &str) -> (Duration, Option<i32>) {
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    let chat = bad("chat").replace(NAP, nap);
    let mut child = yon()
        .args(["match", "--engine", &chat, "name=chat", "--engine", "name=yon", "--size", "6", "--each", "depth=3"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let began = Instant::now();
    for &signal in signals {
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        std::thread::sleep(Duration::from_millis(50));
    }
    let status = child.wait().unwrap();
    (began.elapsed(), status.code())
}

#[test]
fn no_request_to_end_is_held_up_by_an_engine_that_goes_on_talking() {
    use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGTERM};
    for (signals, nap) in [(&[SIGINT, SIGINT][..], "86395"), (&[SIGTERM], "86396"), (&[SIGHUP], "86397")] {
        let (time, code) = interrupted(signals, nap);
        assert!(time < Duration::from_secs(5), "{signals:?}: {time:?}");
        assert_eq!(code, Some(0), "{signals:?}");
        assert!(!is_running(nap), "{signals:?}: a child survives");
    }
}

#[test]
fn a_value_that_an_option_refuses_is_not_passed_over() {
    let output = run(&["--engine", "name=a", "option.Skill Level=11", "--engine", "name=b", "--each", "depth=1"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("a refuses an option: ") && said.contains("'11'"), "{said}");
}

#[test]
fn an_option_that_the_engine_does_not_have_is_not_passed_over() {
    let output = run(&["--engine", "name=a", "option.Skil Level=1", "--engine", "name=b", "--size", "6"]);
    assert!(text(&output).contains("a has no option 'Skil Level'"), "{}", text(&output));
    assert!(text(&output).contains("an engine broke down"), "{}", text(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_file_that_is_none_of_ours_is_left_as_it_is() {
    let dir = scratch("foreign");
    let file = dir.join("notes");
    for text in ["my notes", "my notes\n", "{\"yon_match\":1}\n", "{\"yon_match\":9}"] {
        std::fs::write(&file, text).unwrap();
        let output = run(&[&LEVELS[..], &["--records", file.to_str().unwrap(), "--resume"]].concat());
        assert_eq!(output.status.code(), Some(2), "{text}: {output:?}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let output = run(&[&LEVELS[..], &["--records", "/dev/null", "--resume"]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected a file"), "{output:?}");
}

#[test]
fn rows_that_cannot_be_and_files_that_disagree_are_refused() {
    let dir = scratch("rows");
    let (good, other) = (dir.join("good.jsonl"), dir.join("other.jsonl"));
    let path = good.to_str().unwrap();
    run(&[&LEVELS[..], &["--games", "2", "--records", path]].concat());
    let text = std::fs::read_to_string(&good).unwrap();
    for (from, to, words) in [
        ("\"points\":[1.0,0.0]", "\"points\":[9.0,9.0]", "line 2: this is no game"),
        ("\"game\":0", "\"game\":7", "line 2: this is no game"),
        ("\"points\":[1.0,0.0]", "\"points\":[0.0,1.0]", "game 1 has another result"),
    ] {
        assert!(text.contains(from), "{text}");
        std::fs::write(&other, text.replacen(from, to, 1)).unwrap();
        let output = run(&["--merge", path, other.to_str().unwrap()]);
        let stderr = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(stderr.contains(words), "{to}: {stderr}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn two_runs_cannot_write_one_file() {
    let dir = scratch("busy");
    let file = dir.join("games.jsonl");
    let path = file.to_str().unwrap();
    let settings = [&LEVELS[..], &["--games", "5000", "--records", path]].concat();
    let mut first = yon().arg("match").args(&settings).stdout(std::process::Stdio::null()).spawn().unwrap();
    while std::fs::read_to_string(&file).unwrap_or_default().lines().count() < 2 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = run(&[&settings[..], &["--resume"]].concat());
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(String::from_utf8_lossy(&second.stderr).contains("another match is writing"), "{second:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let command = format!("{} match --engine name=a --engine name=b --size 4 | head -n 1", env!("CARGO_BIN_EXE_yon"));
    let output = Command::new("bash").args(["-c", &format!("set -o pipefail; {command}")]).output().unwrap();
    assert_eq!(text(&output), "Started game 1 of 2 (a vs b)\n");
    assert!(output.stderr.is_empty() && output.status.success(), "{output:?}");
}
