//! Limits that are zero, negative, missing or wrong, and clocks.

use std::time::{Duration, Instant};

use super::driver::{Found, Yon, code, ms};

fn timed(yon: &mut Yon, words: &str) -> (Found, Duration) {
    let began = Instant::now();
    let found = yon.go(words);
    (found, began.elapsed())
}

#[test]
fn zero_and_negative_limits_answer_at_once_with_a_legal_move() {
    for words in [
        "movetime 0",
        "depth 0",
        "nodes 0",
        "movetime -1",
        "depth -3",
        "nodes -100",
        "wtime 0 btime 0",
        "wtime -50 btime 1000",
        "p1time -1 p1inc 100000",
        "wtime 0 winc 1000 btime 0 binc 1000",
    ] {
        // Not solved yet, larger than what is ever solved, and search only.
        for mut yon in [Yon::on(14), Yon::on(26), Yon::searching(14)] {
            let (found, time) = timed(&mut yon, words);
            assert_eq!(found.notes.iter().find(|note| note.starts_with("error")), None, "{words}");
            let legal = yon.ask("legalmoves");
            assert!(legal.contains(&found.best), "{words}: {}", found.best);
            let info = found.last();
            assert!(info.nodes < 300 && time < ms(3000), "{words}: {time:?} {info:?}");
            assert_eq!(info.tbhits, 0, "{words} waited for the solved board");
        }
    }
}

#[test]
fn zero_limits_answer_at_once_below_full_strength_too() {
    for words in ["depth 0", "nodes 0", "movetime 0", "wtime 0 btime 0"] {
        let mut yon = Yon::new();
        yon.set("setoption name BoardSize value 14\nsetoption name Skill Level value 5\nposition startpos");
        let found = yon.go(words);
        // Waiting for the solved board would show in the table hits.
        assert_eq!(found.last().tbhits, 0, "{words} waited for the solved board");
    }
}

#[test]
fn a_bad_pair_is_dropped_with_one_info_string_and_the_other_limits_stay() {
    let mut yon = Yon::searching(16);
    for (words, named) in [
        ("depth x nodes 3000", "x"),
        ("nodes 3000 depth", "depth"),
        ("depth nodes 3000", "depth"),
        ("wibble nodes 3000", "wibble"),
        ("nodes 3000 movetime 1e3", "1e3"),
        ("nodes 3000 wtime ten", "ten"),
        ("nodes 3000 mate", "mate"),
        ("nodes 3000 movestogo +5", "+5"),
        ("searchmoves a1b2 depth x nodes 3000", "x"),
    ] {
        let found = yon.go(words);
        assert_eq!(found.notes.len(), 1, "{words}: {:?}", found.notes);
        let line = format!("info string {}", found.notes[0]);
        assert!(code(&line) == "limit" && line.contains(named), "{words}: {line}");
        let nodes = found.last().nodes;
        assert!((1..4000).contains(&nodes), "{words}: the limit of 3000 nodes stays: {nodes}");
    }
}

#[test]
fn with_nothing_but_bad_pairs_it_answers_at_once() {
    for words in ["depth", "nodes", "movetime", "mate", "wtime", "depth x", "movetime 1.5", "wibble", "depth nodes"] {
        let mut yon = Yon::on(26);
        let (found, time) = timed(&mut yon, words);
        assert!(!found.notes.is_empty(), "{words}");
        assert!(found.last().nodes < 300 && time < ms(3000), "{words}: {time:?}");
    }
}

#[test]
fn a_clock_only_for_the_other_side_does_not_mean_for_ever() {
    let mut yon = Yon::on(26);
    for words in ["btime 1000", "p2time 500 p2inc 10", "movestogo 3 winc 100", "p3time 5 p4time 5"] {
        let (_, time) = timed(&mut yon, words);
        assert!(time < ms(10_000), "{words}: {time:?}");
    }
}

#[test]
fn the_clock_is_never_overstepped_whatever_the_increment() {
    let mut yon = Yon::on(26);
    for (left, rest) in [
        (1, ""),
        (5, "winc 100000"),
        (11, "winc 100000"),
        (30, "winc 0"),
        (100, "winc 1000000"),
        (100, "winc 18446744073709551615"),
        (100, "movestogo 1"),
        (100, "movestogo 1 winc 100000"),
        (300, "winc 300 movestogo 0"),
        (300, "winc 99999999999999999999999"),
    ] {
        let (_, time) = timed(&mut yon, &format!("wtime {left} btime 1 {rest}"));
        assert!(time < ms(10 * left + 400), "{left} {rest}: {time:?}");
    }
}

#[test]
fn move_overhead_is_kept_back() {
    let mut yon = Yon::on(26);
    yon.set("setoption name Move Overhead value 5000");
    let (found, time) = timed(&mut yon, "wtime 5000 btime 5000 winc 60000 movestogo 1");
    assert!(time < ms(3000), "nothing is left to use: {time:?}");
    assert_eq!(found.last().nodes, 0);
}

#[test]
fn large_numbers_are_read() {
    let mut yon = Yon::on(6);
    let huge = "99999999999999999999999999";
    for words in ["depth", "nodes", "movetime", "mate", "wtime"] {
        let found = yon.go(&format!("{words} {huge}"));
        assert!(!found.notes.iter().any(|note| note.starts_with("error")), "{words}: {:?}", found.notes);
    }
}

#[test]
fn clocks_of_four_players_are_read_in_both_dialects() {
    for dialect in ["uci", "ugi"] {
        let mut yon = Yon::searching(16);
        yon.say(dialect);
        yon.until(&format!("{dialect}ok"));
        let words = "p1time 1 p2time 2 p3time 3 p4time 4 p1inc 1 p2inc 2 p3inc 3 p4inc 4 wtime 1 btime 1 winc 1 binc 1 \
                     movestogo 4 depth 1";
        assert_eq!(yon.go(words).notes, Vec::<String>::new());
    }
}

#[test]
fn wtime_is_player_1_and_btime_player_2() {
    for (position, none, some) in [
        ("position startpos", "wtime 0 btime 60000", "wtime 2000 btime 0"),
        ("position startpos", "p1time 0 p2time 60000", "p1time 2000 p2time 0"),
        ("position startpos moves a1b2", "wtime 60000 btime 0", "wtime 0 btime 2000"),
        ("position startpos moves a1b2", "p1time 60000 p2time 0", "p1time 0 p2time 2000"),
    ] {
        let mut yon = Yon::searching(16);
        yon.set(position);
        assert_eq!(yon.go(none).last().nodes, 0, "{position} {none}");
        assert!(yon.go(some).last().nodes > 0, "{position} {some}");
    }
}

#[test]
fn without_a_limit_it_is_as_movetime_1000() {
    let mut yon = Yon::on(26);
    let (_, time) = timed(&mut yon, "");
    assert!((ms(500)..ms(10_000)).contains(&time), "{time:?}");
}

#[test]
fn without_a_limit_it_is_at_once_where_the_position_is_known() {
    let mut yon = Yon::on(10);
    yon.until_solved();
    let (found, time) = timed(&mut yon, "");
    assert!(time < ms(900), "{time:?}");
    assert_eq!((found.best.as_str(), found.last().score().as_str()), ("a1g7", "mate 13"));
}

#[test]
fn movetime_is_kept() {
    let mut yon = Yon::on(26);
    let (_, time) = timed(&mut yon, "movetime 200");
    assert!((ms(100)..ms(2000)).contains(&time), "{time:?}");
}

#[test]
fn ponderhit_does_not_lengthen_a_search_that_does_not_ponder() {
    let mut yon = Yon::on(26);
    let began = Instant::now();
    yon.say("go movetime 300");
    while began.elapsed() < ms(4000) {
        yon.say("ponderhit");
        if yon.line_within(ms(20)).is_some_and(|line| line.starts_with("bestmove")) {
            return;
        }
    }
    panic!("a movetime of 300 ms was lengthened beyond 4 s");
}
