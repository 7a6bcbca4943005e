//! Boards that are solved on demand: who waits for them and who does not.

use std::time::Instant;

use super::driver::{Yon, ms};

/// A fresh program on 12x12, whose solving has just begun.
fn begun() -> Yon {
    Yon::on(12)
}

#[test]
fn depth_nodes_mate_and_go_without_limit_wait_for_the_solved_board() {
    for words in ["depth 1", "nodes 1", "mate 40", ""] {
        let found = begun().go(words);
        let info = found.last();
        assert!(info.tbhits > 0, "go {words}: {:?}", found.lines);
        assert_eq!((info.score().as_str(), found.best.as_str()), ("mate -20", "a1k11"), "go {words}");
    }
}

#[test]
fn hint_and_values_wait_for_the_solved_board_whatever_the_movetime() {
    assert_eq!(begun().ask("hint movetime 1"), "hint value loss plies 40 moves a1k11 l12b2");
    let mut yon = begun();
    yon.say("values movetime 1");
    assert!(yon.until("valuesok")[..20].iter().all(|line| line.contains(" plies ")));
}

#[test]
fn clocks_and_movetime_do_not_wait_for_the_solved_board() {
    for words in ["movetime 0", "movetime 10", "wtime 20 btime 20", "p1time 10 p2time 10"] {
        assert_eq!(Yon::on(14).go(words).last().tbhits, 0, "go {words}");
    }
}

#[test]
fn isready_stop_and_quit_are_answered_while_it_waits() {
    for command in ["hint", "go", "go depth 3", "go mate 5", "values"] {
        let mut yon = Yon::new();
        yon.say(&format!(
            "setoption name BoardSize value 14\nposition startpos\n{command}\nisready\nstop\nwait\nquery turn"
        ));
        let began = Instant::now();
        let lines = yon.until("response");
        let ready = lines.iter().position(|line| line == "readyok").unwrap();
        let ends = |line: &String| ["hint", "bestmove", "valuesok"].iter().any(|word| line.starts_with(word));
        assert!(lines.iter().position(ends).unwrap() > ready, "{command}: {lines:?}");
        let exact =
            |line: &String| ["score mate", "hint value win", "hint value loss"].iter().any(|word| line.contains(word));
        assert!(!lines.iter().any(exact), "{command} was stopped: {lines:?}");
        assert!(began.elapsed() < ms(1500), "{command}: {:?}", began.elapsed());
    }
    let mut yon = Yon::new();
    yon.say("setoption name BoardSize value 14\nposition startpos\nhint\nquit");
    let began = Instant::now();
    assert_eq!(yon.ended().code, Some(0));
    assert!(began.elapsed() < ms(5000));
}

#[test]
fn solving_starts_at_the_first_position_or_ucinewgame_and_not_at_start_up() {
    for command in ["position startpos", "ucinewgame", "uginewgame"] {
        let mut yon = Yon::new();
        yon.say("uci");
        yon.until("uciok");
        yon.set("setoption name BoardSize value 14");
        yon.assert_idle();
        yon.set(command);
        let began = Instant::now();
        let before = yon.ticks();
        while yon.ticks() < before + 4 {
            assert!(began.elapsed() < ms(10_000), "nothing is solved after {command}");
            std::thread::sleep(ms(10));
        }
    }
}

#[test]
fn a_position_of_another_size_is_solved_too() {
    let mut yon = Yon::on(10);
    yon.set("position fen b6r/8/8/8/8/8/8/r6b r");
    assert_eq!(yon.ask("hint"), "hint value win plies 23 moves a1c3 a1f6 h8c3 h8f6");
}

#[test]
fn every_board_up_to_14_has_the_value_of_the_rules() {
    let mut yon = Yon::new();
    for (size, value) in [
        (4, "win plies 7"),
        (6, "win plies 14"),
        (8, "win plies 23"),
        (10, "win plies 26"),
        (12, "loss plies 40"),
        (14, "loss plies 47"),
    ] {
        yon.set(&format!("setoption name BoardSize value {size}"));
        let hint = yon.ask("hint");
        assert!(hint.starts_with(&format!("hint value {value} moves ")), "{size}: {hint}");
    }
}
