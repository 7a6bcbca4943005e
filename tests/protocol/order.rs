//! What may come during a search, and in which order the answers stand.

use std::time::Instant;

use super::driver::{Yon, code, ms, script};

fn thinking() -> Yon {
    let mut yon = Yon::searching(26);
    yon.say("go infinite");
    yon.until("info");
    yon
}

#[test]
fn isready_legalmoves_record_query_and_d_are_answered_at_once_during_a_search() {
    let mut yon = thinking();
    for (command, word) in [
        ("isready", "readyok"),
        ("legalmoves", "legalmoves"),
        ("record", "record"),
        ("query turn", "response"),
        ("query fen", "response"),
        ("d", "Turn:"),
    ] {
        let began = Instant::now();
        yon.say(command);
        let lines = yon.until(word);
        assert!(began.elapsed() < ms(1000), "{command}: {:?}", began.elapsed());
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{command}: {lines:?}");
    }
    yon.say("stop");
    yon.until("bestmove");
}

#[test]
fn isready_is_answered_within_100_ms_while_solving() {
    let mut yon = Yon::on(14);
    for _ in 0..10 {
        let began = Instant::now();
        assert_eq!(yon.ask("isready"), "readyok");
        assert!(began.elapsed() < ms(1000), "{:?}", began.elapsed());
        std::thread::sleep(ms(20));
    }
}

#[test]
fn isready_is_answered_within_100_ms_during_a_search() {
    let mut yon = thinking();
    for _ in 0..10 {
        let began = Instant::now();
        yon.say("isready");
        yon.until("readyok");
        assert!(began.elapsed() < ms(1000), "{:?}", began.elapsed());
        std::thread::sleep(ms(20));
    }
}

#[test]
fn position_setoption_ucinewgame_go_hint_and_bench_stop_a_search_first() {
    for command in [
        "position startpos moves a1b2",
        "setoption name MultiPV value 2",
        "setoption name BoardSize value 8",
        "ucinewgame",
        "uginewgame",
        "go depth 2",
        "go perft 1",
        "hint movetime 10",
        "values movetime 10",
        "bench",
    ] {
        let mut yon = thinking();
        yon.say(&format!("{command}\nstop\nwait\nquery turn"));
        let lines = yon.until("response");
        let bests = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(bests, if command == "go depth 2" { 2 } else { 1 }, "{command}: {lines:?}");
        let first = lines.iter().position(|line| line.starts_with("bestmove ")).unwrap();
        let what = lines.iter().position(|line| ["hint", "value", "Nodes"].iter().any(|word| line.starts_with(word)));
        assert!(what.is_none_or(|at| at > first), "{command}: its bestmove comes first: {lines:?}");
    }
}

#[test]
fn a_command_that_stops_a_search_is_then_carried_out() {
    let mut yon = thinking();
    yon.say("position startpos moves a1b2\nquery turn");
    let lines = yon.until("response");
    assert!(lines[lines.len() - 2].starts_with("bestmove ") && lines[lines.len() - 1] == "response p2", "{lines:?}");
    yon.say("go infinite\nsetoption name MultiPV value 2\nquery option MultiPV");
    let lines = yon.until("response");
    assert!(lines[lines.len() - 2].starts_with("bestmove ") && lines[lines.len() - 1] == "response 2", "{lines:?}");
}

#[test]
fn exactly_one_bestmove_for_each_go_in_order() {
    let mut yon = Yon::searching(16);
    let mut input = String::new();
    let moves = ["a1b2", "p16o15", "a1c3", "p16n14", "a1d4", "p16m13"];
    for mv in moves {
        input += &format!("go infinite searchmoves {mv}\n");
    }
    yon.say(&format!("{input}stop"));
    let bests: Vec<String> = moves.iter().map(|_| yon.until("bestmove").pop().unwrap()).collect();
    let moves = moves.map(|mv| format!("bestmove {mv}"));
    assert_eq!(bests, moves);
    assert_eq!(yon.tell(""), Vec::<String>::new());
}

#[test]
fn piped_commands_behind_go_need_wait() {
    let lines = script(
        "setoption name BoardSize value 16\nposition startpos\ngo movetime 60000\nposition startpos moves a1b2\n\
         query turn\n",
    );
    assert_eq!(lines[lines.len() - 1], "response p2");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
}

#[test]
fn bad_input_during_a_search_is_one_error_and_does_not_stop_it() {
    let mut yon = thinking();
    for line in ["xyzzy", "position", "isready now", "query x", "setoption name", "hint depth 3"] {
        yon.say(&format!("{line}\nquery turn"));
        let lines = yon.until("response");
        let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string error")).collect();
        assert_eq!(errors.len(), 1, "{line}: {lines:?}");
        code(errors[0]);
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{line}: {lines:?}");
    }
}

#[test]
fn a_handshake_during_a_search_is_answered() {
    let mut yon = thinking();
    yon.say("uci");
    assert!(!yon.until("uciok").iter().any(|line| line.starts_with("bestmove")));
    yon.say("stop");
    yon.until("bestmove");
}

#[test]
fn a_hint_during_a_hint_ends_the_first() {
    let mut yon = Yon::on(26);
    yon.say("hint movetime 60000\nhint movetime 50\nwait\nquery turn");
    let began = Instant::now();
    let lines = yon.until("response");
    assert!(began.elapsed() < ms(5000), "{:?}", began.elapsed());
    assert_eq!(lines.iter().filter(|line| line.starts_with("hint value ")).count(), 2);
}
