//! legalmoves, perft, hint, values, record.

use super::driver::{OVER, SKIP, TO_SKIP, Yon, code, ms};

const START_4: &str = "position fen b2r/4/4/r2b r";
/// A position on 16x16 that a search decides in a moment.
const DECIDED_16: &str = "position fen 16/16/16/16/9r2b3/16/7r8/16/16/16/16/3b12/16/16/16/16 b";

#[test]
fn legalmoves_are_sorted_by_bytes() {
    let mut yon = Yon::new();
    let moves = yon.ask("legalmoves");
    assert_eq!(
        moves,
        "legalmoves a1b2 a1c3 a1d4 a1e5 a1f6 a1g7 a1h8 a1i9 j10b2 j10c3 j10d4 j10e5 j10f6 j10g7 j10h8 j10i9"
    );
    yon.set("position startpos moves a1b2");
    let moves = yon.ask("legalmoves");
    let listed: Vec<&str> = moves.split(' ').skip(1).collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(listed, sorted);
    assert!(listed[0].starts_with("a10"), "a10b9 stands before a1b2 in bytes: {moves}");
}

#[test]
fn legalmoves_of_a_skipped_turn_and_of_a_finished_game() {
    let mut yon = Yon::new();
    yon.set(&format!("position fen {SKIP}"));
    assert_eq!(yon.ask("legalmoves"), "legalmoves 0000");
    yon.set(&format!("position fen {OVER}"));
    assert_eq!(yon.ask("legalmoves"), "legalmoves");
}

fn perft(yon: &mut Yon, depth: u32) -> Vec<String> {
    yon.say(&format!("go perft {depth}"));
    yon.until("Nodes")
}

#[test]
fn perft_lists_the_moves_in_the_order_of_legalmoves_then_the_total() {
    let mut yon = Yon::on(10);
    let lines = perft(&mut yon, 2);
    let moves = yon.ask("legalmoves");
    let named: Vec<&str> = lines[..lines.len() - 1].iter().map(|line| line.split_once(": ").unwrap().0).collect();
    assert_eq!(named, moves.split(' ').skip(1).collect::<Vec<_>>());
    assert_eq!(lines[lines.len() - 1], "Nodes searched: 256");
    let sum: u64 =
        lines[..lines.len() - 1].iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 256);
    assert_eq!(yon.tell(""), Vec::<String>::new(), "no blank line, no bestmove");
}

#[test]
fn perft_of_every_board_of_the_rules() {
    let mut yon = Yon::new();
    for (size, counts) in [
        (4, &[4, 16, 32, 56, 124, 224, 332, 412][..]),
        (6, &[8, 64, 304, 1372, 6792, 29272, 115_396]),
        (8, &[12, 144, 1072, 7688, 58736]),
        (10, &[16, 256, 2592, 25440]),
    ] {
        yon.set(&format!("setoption name BoardSize value {size}"));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&mut yon, depth).pop().unwrap(), format!("Nodes searched: {count}"), "{size} {depth}");
        }
    }
}

#[test]
fn perft_of_0_a_skip_and_a_finished_game() {
    let mut yon = Yon::new();
    assert_eq!(perft(&mut yon, 0), ["Nodes searched: 1"]);
    yon.set(&format!("position fen {SKIP}"));
    assert_eq!(perft(&mut yon, 1), ["0000: 1", "Nodes searched: 1"]);
    assert_eq!(perft(&mut yon, 0), ["Nodes searched: 1"]);
    let lines = perft(&mut yon, 2);
    assert!(lines.len() == 2 && lines[0].starts_with("0000: "), "{lines:?}");
    yon.set(&format!("position fen {OVER}"));
    assert_eq!(perft(&mut yon, 3), ["Nodes searched: 0"]);
}

#[test]
fn perft_without_a_depth_is_refused() {
    let mut yon = Yon::new();
    for line in ["go perft", "go perft x", "go perft -1", "go perft 1 2"] {
        let lines = yon.tell(line);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(code(&lines[0]), "limit");
    }
}

#[test]
fn perft_is_a_search_stop_ends_it_and_isready_is_answered() {
    let mut yon = Yon::on(26);
    yon.say("go perft 40\nisready");
    assert_eq!(yon.line_within(ms(1000)).as_deref(), Some("readyok"));
    yon.say("stop\nwait\nquery turn");
    let lines = yon.until("response");
    assert!(!lines.iter().any(|line| line.starts_with("Nodes") || line.starts_with("bestmove")), "{lines:?}");
    assert_ne!(yon.go("movetime 10").best, "(none)");
}

#[test]
fn hint_lists_every_winning_move_when_won() {
    let mut yon = Yon::new();
    assert_eq!(yon.ask("hint"), "hint value win plies 26 moves a1b2 a1g7 j10d4 j10i9");
    yon.set(START_4);
    assert_eq!(yon.ask("hint"), "hint value win plies 7 moves a1c3 d4b2");
}

#[test]
fn hint_lists_those_that_hold_out_longest_when_lost() {
    let mut yon = Yon::on(12);
    assert_eq!(yon.ask("hint"), "hint value loss plies 40 moves a1k11 l12b2");
    yon.set("position fen b2r/1b2/1r2/4 r");
    assert_eq!(yon.ask("hint"), "hint value loss plies 5 moves b2a3 d4c3");
}

#[test]
fn hint_of_a_skipped_turn_counts_without_the_skip() {
    let mut yon = Yon::new();
    yon.set(&format!("position fen {SKIP}"));
    assert_eq!(yon.ask("hint"), "hint value win plies 1 moves 0000");
}

#[test]
fn hint_of_a_finished_game_is_the_value_for_the_side_to_move() {
    let mut yon = Yon::new();
    yon.set(&format!("position fen {OVER}"));
    assert_eq!(yon.ask("hint"), "hint value win plies 0 moves");
    assert_eq!(yon.ask("hint movetime 5"), "hint value win plies 0 moves");
}

#[test]
fn one_line_for_each_hint() {
    let mut yon = Yon::on(6);
    yon.say("hint\nwait\nhint\nwait\nhint movetime 5\nwait\nquery turn");
    let lines = yon.until("response");
    assert_eq!(lines[..3], vec!["hint value win plies 14 moves a1d4 f6c3"; 3]);
    assert_eq!(lines.len(), 4);
}

#[test]
fn hint_above_14_is_unknown_with_a_score_or_proved() {
    let mut yon = Yon::on(16);
    let unknown = yon.ask("hint movetime 100");
    let words: Vec<&str> = unknown.split(' ').collect();
    assert_eq!(words[..5], ["hint", "value", "unknown", "score", "cp"]);
    assert!(words[5].parse::<i32>().is_ok() && words[6] == "depth" && words[7].parse::<u32>().is_ok(), "{unknown}");
    assert!(words[8] == "moves" && words.len() >= 10, "{unknown}");
    yon.set(DECIDED_16);
    let proved = yon.ask("hint movetime 20000");
    assert_eq!(
        proved,
        "hint value win plies 9 moves d5c6 d5e6 d5f7 d5g8 d5h9 d5i10 d5j11 d5k12 d5n15 m12i8 m12j15 m12j9 m12k10 \
         m12l11 m12l13"
    );
}

#[test]
fn a_hint_that_says_win_lists_nothing_but_wins_however_little_time_it_had() {
    let mut yon = Yon::on(16);
    for time in [1, 2, 4, 8, 16, 32] {
        yon.set(&format!("ucinewgame\n{DECIDED_16}"));
        let hint = yon.ask(&format!("hint movetime {time}"));
        let (value, moves) = hint.split_once(" moves ").unwrap();
        assert!(value.starts_with("hint value win") || value.starts_with("hint value unknown score cp "), "{hint}");
        if value.starts_with("hint value win") {
            assert!(["d5m14", "d5l13", "m12k14"].iter().all(|loss| !moves.split(' ').any(|mv| mv == *loss)), "{hint}");
            assert!(moves.split(' ').count() == 15 || value.ends_with(" partial"), "{hint}");
        }
    }
}

#[test]
fn hint_takes_a_second_by_default_where_nothing_is_solved_and_stop_ends_it_early() {
    let mut yon = Yon::on(26);
    let began = std::time::Instant::now();
    assert!(yon.ask("hint").starts_with("hint value unknown "));
    assert!((ms(500)..ms(10_000)).contains(&began.elapsed()), "{:?}", began.elapsed());
    yon.say("hint movetime 100000\nisready");
    assert_eq!(yon.line_within(ms(1000)).as_deref(), Some("readyok"));
    yon.say("stop");
    assert!(yon.line_within(ms(500)).expect("stop ends it").starts_with("hint value unknown "));
}

#[test]
fn level_and_multipv_do_not_matter_to_hints_and_values() {
    let mut yon = Yon::on(6);
    let ask = |yon: &mut Yon| {
        yon.say("hint\nwait\nvalues");
        yon.until("valuesok")
    };
    let before = ask(&mut yon);
    yon.set("setoption name Skill Level value 1\nsetoption name MultiPV value 4\nsetoption name Ponder value true");
    assert_eq!(ask(&mut yon), before);
}

#[test]
fn values_are_sorted_quickest_win_first_and_slowest_loss_before_quicker_ones() {
    let mut yon = Yon::on(6);
    yon.say("values");
    assert_eq!(
        yon.until("valuesok"),
        [
            "value a1d4 win plies 14",
            "value f6c3 win plies 14",
            "value a1b2 loss plies 15",
            "value a1e5 loss plies 15",
            "value f6b2 loss plies 15",
            "value f6e5 loss plies 15",
            "value a1c3 loss plies 12",
            "value f6d4 loss plies 12",
            "valuesok"
        ]
    );
    yon.set("setoption name BoardSize value 10");
    yon.say("values");
    let lines = yon.until("valuesok");
    let expected = "a1g7 26 j10d4 26 a1b2 33 j10i9 33 a1c3 29 j10h8 29 a1h8 27 a1i9 27 j10b2 27 j10c3 27 \
                    a1d4 25 j10g7 25 a1e5 24 j10f6 24 a1f6 22 j10e5 22 ";
    let mut found = String::new();
    for line in &lines[..lines.len() - 1] {
        let words: Vec<&str> = line.split(' ').collect();
        found += &format!("{} {} ", words[1], words[4]);
    }
    assert_eq!(found, expected);
}

#[test]
fn values_of_a_skip_and_of_a_finished_game() {
    let mut yon = Yon::new();
    yon.set(&format!("position fen {SKIP}"));
    yon.say("values");
    assert_eq!(yon.until("valuesok"), ["value 0000 win plies 1", "valuesok"]);
    yon.set(&format!("position fen {OVER}"));
    yon.say("values");
    assert_eq!(yon.until("valuesok"), ["valuesok"]);
}

#[test]
fn stop_ends_values_early_and_each_move_has_its_line_all_the_same() {
    let mut yon = Yon::on(26);
    yon.say("values movetime 100000\nisready");
    assert_eq!(yon.line_within(ms(1000)).as_deref(), Some("readyok"));
    yon.say("stop");
    assert!(yon.line_within(ms(500)).expect("stop ends it").starts_with("value "));
    assert_eq!(yon.until("valuesok").len(), 48);
}

#[test]
fn values_that_are_not_proved_are_unknown_and_sorted_by_score() {
    let mut yon = Yon::on(16);
    yon.say("values movetime 100");
    let lines = yon.until("valuesok");
    let moves = yon.ask("legalmoves");
    let mut named: Vec<&str> = lines[..lines.len() - 1].iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, moves.split(' ').skip(1).collect::<Vec<_>>(), "each legal move once");
    let scores: Vec<i32> = lines
        .iter()
        .filter(|line| line.contains(" unknown score cp "))
        .map(|line| line.split(' ').nth(5).unwrap().parse().unwrap())
        .collect();
    assert!(!scores.is_empty() && scores.is_sorted_by(|a, b| a >= b), "{lines:?}");
}

#[test]
fn hint_and_values_refuse_other_words() {
    let mut yon = Yon::on(4);
    for command in ["hint", "values"] {
        assert_eq!(code(&yon.ask(&format!("{command} depth 3"))), "command");
        assert_eq!(code(&yon.ask(&format!("{command} movetime"))), "limit");
        assert_eq!(code(&yon.ask(&format!("{command} movetime x"))), "limit");
    }
}

#[test]
fn record_says_startpos_only_for_the_default_start() {
    let mut yon = Yon::new();
    assert_eq!(yon.ask("record"), "record position startpos");
    yon.set("position startpos moves a1g7 a10b9");
    assert_eq!(yon.ask("record"), "record position startpos moves a1g7 a10b9");
    yon.set("setoption name BoardSize value 4\nposition startpos moves a1c3");
    assert_eq!(yon.ask("record"), "record position fen b2r/4/4/r2b r 1 moves a1c3");
}

#[test]
fn a_record_is_read_back_whole_and_without_its_first_word() {
    let mut yon = Yon::new();
    for game in [
        "position startpos moves a1g7 a10b9",
        "position fen b2r/4/4/r2b b 9 moves a4b3",
        &format!("position fen b4r/6/6/6/6/r4b r moves {TO_SKIP} e5d4"),
    ] {
        yon.set(game);
        let record = yon.ask("record");
        for line in [&record[..], record.strip_prefix("record ").unwrap()] {
            yon.set("ucinewgame");
            yon.set(line);
            assert_eq!(yon.ask("record"), record);
        }
    }
    assert_eq!(code(&yon.ask("record x")), "command");
}

#[test]
fn a_record_of_the_default_start_is_read_back_on_any_board_size() {
    let mut yon = Yon::new();
    yon.set("setoption name BoardSize value 6");
    yon.set("position fen b8r/10/10/10/10/10/10/10/10/r8b r moves a1g7");
    let (fen, record) = (yon.ask("query fen"), yon.ask("record"));
    yon.set(&record);
    assert_eq!(yon.ask("query fen"), fen, "{record}");
}
