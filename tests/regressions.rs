//! What trying to break the program found, one test each.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const YON: &str = env!("CARGO_BIN_EXE_yon");
/// A folder that is not there: tables that somebody has are not for tests.
const NO_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/no-data");

fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(YON)
        .args(args)
        .env("XDG_DATA_HOME", NO_DATA)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn wait_holds_behind_stop_until_the_answer_has_come() {
    let output =
        piped(&["uci"], b"setoption name BoardSize value 16\nposition startpos\ngo infinite\nstop\nwait\nquery turn\n");
    let lines = lines(&output);
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
    assert_eq!(lines[lines.len() - 1], "response p1");
}

#[test]
fn a_script_waits_for_the_answer_to_stop_and_to_ponderhit() {
    for (go, end) in [("go infinite", "stop"), ("go ponder movetime 100", "ponderhit")] {
        let output = piped(&["-c", "setoption name BoardSize value 16", "-c", go, "-c", end, "-c", "query turn"], b"");
        let lines = lines(&output);
        assert!(lines[lines.len() - 2].starts_with("bestmove "), "{go}: {lines:?}");
        assert_eq!(lines[lines.len() - 1], "response p1", "{go}");
    }
}

#[test]
fn many_held_lines_do_not_hold_up_the_search() {
    let mut input = b"setoption name BoardSize value 16\nposition startpos\ngo movetime 500\nwait\n".to_vec();
    let long = [b"position startpos moves ".to_vec(), b"a1b2 ".repeat(20_000)].concat();
    for _ in 0..200 {
        input.extend_from_slice(&long);
        input.push(b'\n');
    }
    input.extend_from_slice(b"isready\n");
    let began = Instant::now();
    let output = piped(&["uci"], &input);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let lines = lines(&output);
    let at = |word: &str| lines.iter().position(|line| line.starts_with(word)).unwrap();
    assert!(at("readyok") < at("bestmove"), "isready passes");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error move: ")).count(), 200);
}

#[test]
fn no_more_threads_are_started_than_there_are_processors() {
    let began = Instant::now();
    let input = "setoption name Threads value 256\nsetoption name BoardSize value 16\nposition startpos\n".to_string()
        + &"go nodes 1\nwait\ngo movetime 0\nwait\n".repeat(20);
    let output = piped(&["uci"], input.as_bytes());
    assert_eq!(lines(&output).iter().filter(|line| line.starts_with("bestmove ")).count(), 40);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn without_memory_for_solving_the_board_is_searched() {
    // How much is short decides what cannot be had: the values, the hash table, a thread.
    for kilobytes in [110_000, 120_000, 150_000, 160_000, 180_000] {
        let script = format!(
            "ulimit -v {kilobytes}; \
             printf 'setoption name Hash value 1\\nsetoption name BoardSize value 14\\nposition startpos\\ngo depth 3\\n' \
             | timeout 60 {YON} uci"
        );
        let output = Command::new("bash").args(["-c", &script]).env("XDG_DATA_HOME", NO_DATA).output().unwrap();
        assert!(lines(&output).last().is_some_and(|line| line.starts_with("bestmove ")), "{kilobytes}: {output:?}");
    }
}

#[test]
fn input_that_cannot_be_read_is_exit_code_2() {
    for args in [&["run", "/"][..], &["run", "/no/such/file"]] {
        let output = piped(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{output:?}");
    }
}

#[test]
fn a_pipe_is_no_log_and_a_full_disk_is_said_once() {
    let fifo = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fifo");
    let _ = std::fs::remove_file(&fifo);
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let input = format!("setoption name Debug Log File value {}\nisready\n", fifo.display());
    let found = lines(&piped(&["uci"], input.as_bytes()));
    assert!(found[0].starts_with("info string error value: Debug Log File: "), "{found:?}");
    assert_eq!(found[1], "readyok");

    let found = lines(&piped(&["uci"], b"setoption name Debug Log File value /dev/full\nisready\nisready\n"));
    assert_eq!(found.iter().filter(|line| line.contains("the log cannot be written")).count(), 1, "{found:?}");
    assert_eq!(found.iter().filter(|line| *line == "readyok").count(), 2);
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    for args in [&["--log", "x", "rules"][..], &["--strict", "rules"], &["--strict", "uci"]] {
        let output = piped(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    }
}

/// A folder of its own for what a session on a terminal leaves behind: no other test and no person's game gets in the way.
fn fresh_state() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("state-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// What a terminal shows on which each burst of keys comes at once, faster than it is asked for.
fn typed_ahead(bursts: &[&[u8]]) -> String {
    let mut pty = rexpect::process::PtyProcess::new({
        let mut command = Command::new(YON);
        command.env("TERM", "xterm").env("NO_COLOR", "1").env("XDG_DATA_HOME", NO_DATA);
        command.env("XDG_STATE_HOME", fresh_state());
        command
    })
    .unwrap();
    pty.set_kill_timeout(Some(10_000));
    let mut handle = pty.get_file_handle().unwrap();
    for keys in bursts {
        std::thread::sleep(Duration::from_millis(1000));
        handle.write_all(keys).unwrap();
    }
    std::thread::sleep(Duration::from_millis(1000));
    handle.write_all(b"\x04").unwrap();
    let mut seen = Vec::new();
    // The end of a terminal is an error on this side.
    let _ = handle.read_to_end(&mut seen);
    String::from_utf8_lossy(&seen).into_owned()
}

#[test]
fn lines_typed_ahead_are_kept() {
    let seen = typed_ahead(&[b"new 4\rrecord\rfen\r"]);
    assert!(seen.contains("position fen b2r/4/4/r2b r 1"), "{seen}");
    assert!(seen.matches("b2r/4/4/r2b r 1").count() >= 2, "{seen}");
}

#[test]
fn a_byte_that_is_no_text_costs_the_line_and_not_the_game() {
    let seen = typed_ahead(&[b"new 4\ra1c3\r\xff\r", b"fen\r"]);
    assert!(seen.contains("expected UTF-8"), "{seen}");
    assert!(seen.contains("b2r/2r1/4/3b b 2"), "{seen}");
}
