//! quit, the end of input, and a reader that has gone.

use std::process::Stdio;
use std::time::Instant;

use super::driver::{Ended, Found, Yon, ms, program};

fn fine(ended: &Ended) {
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
}

#[test]
fn quit_ends_within_half_a_second_in_the_middle_of_anything() {
    for (size, command) in [
        (14, "isready"),
        (14, "hint"),
        (14, "go"),
        (26, "go infinite"),
        (26, "go perft 40"),
        (26, "values movetime 99999"),
        (26, "bench"),
    ] {
        let mut yon = Yon::on(size);
        yon.say(command);
        std::thread::sleep(ms(30));
        let began = Instant::now();
        yon.say("quit");
        let ended = yon.ended();
        assert!(began.elapsed() < ms(5000), "{command}: {:?}", began.elapsed());
        fine(&ended);
        let bests = ended.lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(bests, usize::from(command.starts_with("go") && !command.contains("perft")), "{command}: {ended:?}");
    }
}

#[test]
fn quit_drops_a_perft_and_what_follows_it() {
    let mut yon = Yon::on(26);
    yon.say("go perft 40\nquit\nquery turn");
    let ended = yon.ended();
    fine(&ended);
    assert_eq!(ended.lines, Vec::<String>::new());
}

#[test]
fn end_of_input_finishes_a_search_with_a_limit() {
    for words in ["depth 5", "nodes 5000", "movetime 200", "wtime 3000 btime 3000", "mate 4"] {
        let mut yon = Yon::searching(16);
        yon.say(&format!("go {words}"));
        let ended = yon.end();
        fine(&ended);
        let found = Found::new(ended.lines);
        if words == "depth 5" {
            assert_eq!(found.last().depth, 5);
        }
    }
}

#[test]
fn end_of_input_lets_perft_hint_and_values_finish() {
    for (command, last) in [
        ("go perft 5", "Nodes searched: 262632"),
        ("hint", "hint value win plies 26 moves a1b2 a1g7 j10d4 j10i9"),
        ("values", "valuesok"),
    ] {
        let mut yon = Yon::new();
        yon.say(command);
        let ended = yon.end();
        fine(&ended);
        assert_eq!(ended.lines.last().unwrap(), last);
    }
}

#[test]
fn end_of_input_stops_infinite_and_ponder() {
    for words in ["infinite", "ponder", "ponder movetime 100000", "infinite depth 3"] {
        for size in [6, 26] {
            let mut yon = Yon::on(size);
            yon.say(&format!("go {words}"));
            let began = Instant::now();
            let ended = yon.end();
            fine(&ended);
            Found::new(ended.lines);
            assert!(began.elapsed() < ms(5000), "{words}: {:?}", began.elapsed());
        }
    }
}

#[test]
fn end_of_input_after_ponderhit_finishes_the_search() {
    let mut yon = Yon::searching(16);
    yon.say("go ponder depth 7\nponderhit");
    let ended = yon.end();
    fine(&ended);
    assert_eq!(Found::new(ended.lines).last().depth, 7);
}

#[test]
fn end_of_input_carries_out_what_waits() {
    let mut yon = Yon::searching(16);
    yon.say("go depth 4\nwait\nquery turn\ngo depth 2\nwait\nquery fen");
    let ended = yon.end();
    fine(&ended);
    assert_eq!(ended.lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert!(ended.lines.last().unwrap().starts_with("response b14r/"), "{ended:?}");
}

#[test]
fn end_of_input_with_nothing_to_do_ends_with_0() {
    fine(&Yon::new().end());
    let mut yon = Yon::new();
    yon.bytes(b"isready");
    let ended = yon.end();
    fine(&ended);
    assert_eq!(ended.lines, ["readyok"], "a last line without an end is a line");
}

#[test]
fn a_reader_that_has_gone_is_a_quiet_end() {
    // The whole output is closed before anything is written.
    let mut command = program();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut input, b"uci\nisready\n");
    // The input stays open: it is the broken pipe that ends it.
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_reader_that_goes_during_a_search_is_a_quiet_end() {
    for command in ["go infinite", "go movetime 1500", "go depth 100", "values movetime 400"] {
        let mut yon = Yon::searching(26);
        yon.say("isready");
        yon.until("readyok");
        yon.stop_reading();
        yon.say(&format!("{command}\nuci\nuci"));
        for _ in 0..20 {
            std::thread::sleep(ms(10));
            yon.say("isready");
        }
        let began = Instant::now();
        let ended = yon.ended();
        assert!(began.elapsed() < ms(5000), "{command}: {:?}", began.elapsed());
        fine(&ended);
    }
}

#[test]
fn a_reader_of_one_line_is_a_quiet_end_for_scripts_too() {
    let mut yon = Yon::with(&["-c", "uci", "-c", "uci", "-c", "help", "-c", "help"]);
    yon.line();
    yon.stop_reading();
    fine(&yon.ended());
}
