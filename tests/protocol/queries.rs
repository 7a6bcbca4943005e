//! query, d, eval, help, bench: asking changes nothing.

use super::driver::{OVER, SKIP, TO_SKIP, Yon, code};

#[test]
fn query_turn_and_seats() {
    let mut yon = Yon::new();
    for (line, turn) in [("position startpos", 1), ("position startpos moves a1b2", 2)] {
        yon.set(line);
        assert_eq!(yon.ask("query turn"), format!("response p{turn}"));
        assert_eq!(yon.ask("query p1turn"), format!("response {}", turn == 1));
        assert_eq!(yon.ask("query p2turn"), format!("response {}", turn == 2));
    }
}

#[test]
fn query_gameover_result_and_reason() {
    let mut yon = Yon::new();
    let mut ask = |position: &str| {
        yon.set(position);
        ["gameover", "result", "reason"].map(|query| yon.ask(&format!("query {query}")).replace("response ", ""))
    };
    assert_eq!(ask("position startpos"), ["false", "none", "none"]);
    assert_eq!(ask(&format!("position fen {SKIP}")), ["false", "none", "none"]);
    assert_eq!(ask(&format!("position fen {OVER}")), ["true", "p2win", "crosscut"]);
    assert_eq!(ask("position fen 1rb1/1br1/4/4 r"), ["true", "p1win", "crosscut"]);
}

#[test]
fn query_fen_board_protocol_and_games() {
    let mut yon = Yon::new();
    assert_eq!(yon.ask("query fen"), "response b8r/10/10/10/10/10/10/10/10/r8b r 1");
    assert_eq!(yon.ask("query board"), "response files 10 ranks 10 seats 2");
    assert_eq!(yon.ask("query protocol"), "response 1");
    assert_eq!(yon.ask("query games"), "response yonkoma checkers yonmoque yonoshogi");
    yon.set("position fen b2r/4/4/r2b r");
    assert_eq!(yon.ask("query board"), "response files 4 ranks 4 seats 2");
}

#[test]
fn query_commands_names_commands_that_exist_and_all_of_the_contract() {
    let mut yon = Yon::new();
    let answer = yon.ask("query commands");
    let words: Vec<&str> = answer.split(' ').skip(1).collect();
    for word in "uci ugi isready ucinewgame uginewgame setoption position go stop ponderhit wait quit legalmoves hint \
                 values record query d eval bench help"
        .split(' ')
    {
        assert!(words.contains(&word), "{word}: {answer}");
    }
    for word in words.into_iter().filter(|word| !["quit", "bench"].contains(word)) {
        let lines = yon.tell(&format!("{word}\nstop"));
        assert!(!lines.iter().any(|line| line.contains("unknown command")), "{lines:?}");
    }
}

#[test]
fn query_option_gives_a_value() {
    let mut yon = Yon::new();
    assert_eq!(yon.ask("query option Hash"), "response 64");
    assert_eq!(yon.ask("query option  move   OVERHEAD"), "response 10");
    assert_eq!(yon.ask("query option UCI_Variant"), "response yonkoma");
    assert_eq!(yon.ask("query option TablePath"), "response <empty>");
    assert_eq!(code(&yon.ask("query option Foo")), "option");
    assert_eq!(code(&yon.ask("query option Clear Hash")), "value");
}

#[test]
fn query_valid_has_a_code_for_each_kind_of_fault() {
    let mut yon = Yon::new();
    let before = yon.ask("record");
    for (position, expected) in [
        ("fen b2r/4/4/r2b r", "ok"),
        ("fen b2r/4/4/r2b r 7 moves a1c3", "ok"),
        ("fen b2r/4/4/r2b", "fields"),
        ("fen b2r/4/4/r2b r 1 2", "fields"),
        ("fen b3r/5/5/5/r3b r", "size"),
        ("fen b2r/4/4/r2k r", "piece"),
        ("fen b2r/4/4/r3 r", "count"),
        ("fen b1r1/4/4/r2b r", "colour"),
        ("fen b2r/4/4/r2b x", "side"),
        ("fen b2r/4/4/r2b r 0", "counter"),
        ("fen b2r/4/4/r2b r moves a1a2", "move"),
        ("fen b2r/4/4/r2b r moves a1c3 xx", "move"),
        ("fen 1rb1/1br1/4/4 b moves a1b2", "over"),
    ] {
        let answer = yon.ask(&format!("query valid {position}"));
        let rest = answer.strip_prefix("response ").unwrap();
        let (word, text) = rest.split_once(' ').unwrap_or((rest, ""));
        assert_eq!(word, expected, "{position}");
        assert_eq!(text.is_empty(), word == "ok", "a text behind each code: {answer}");
    }
    assert_eq!(yon.ask("record"), before);
}

#[test]
fn query_after_gives_the_fen_and_leaves_the_position() {
    let mut yon = Yon::new();
    yon.set("position fen b2r/4/4/r2b r");
    assert_eq!(yon.ask("query after a1c3"), "response b2r/2r1/4/3b b 2");
    assert_eq!(yon.ask("query after a1c3 a4b3"), "response 3r/1br1/4/3b r 3");
    assert_eq!(yon.ask("query after"), "response b2r/4/4/r2b r 1");
    assert_eq!(code(&yon.ask("query after a1c3 a1b2")), "move");
    assert_eq!(yon.ask("query fen"), "response b2r/4/4/r2b r 1");
    yon.set(&format!("position fen {OVER}"));
    assert_eq!(code(&yon.ask("query after a1b2")), "over");
}

#[test]
fn wrong_queries_are_refused_with_one_line() {
    let mut yon = Yon::new();
    for line in ["query", "query x", "query turn now", "query option", "query valid", "query valid x", "query p3turn"] {
        let lines = yon.tell(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert_eq!(code(&lines[0]), "command", "{line}");
    }
}

#[test]
fn d_draws_and_then_names_fen_key_and_turn_and_the_result_when_over() {
    let mut yon = Yon::new();
    yon.set("position fen b2r/4/4/r2b r 3");
    let lines = yon.tell("d");
    let at = lines.iter().position(|line| line.starts_with("Fen: ")).unwrap();
    assert!(at >= 4, "a drawing comes first: {lines:?}");
    assert_eq!(lines[at], "Fen: b2r/4/4/r2b r 3");
    let key = lines[at + 1].strip_prefix("Key: ").unwrap();
    assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    assert_eq!(lines[at + 2..], ["Turn: p1 Red"]);
    yon.set(&format!("position fen {OVER}"));
    let lines = yon.tell("d");
    assert_eq!(lines[lines.len() - 2..], ["Turn: p2 Blue", "Result: p2win crosscut"]);
}

#[test]
fn eval_and_help_say_something() {
    let mut yon = Yon::new();
    assert!(!yon.tell("eval").is_empty());
    assert!(yon.tell("help").len() >= 20);
}

#[test]
fn bench_measures_and_can_be_stopped() {
    let mut yon = Yon::new();
    yon.say("bench\nstop\nisready");
    yon.until("readyok");
    yon.say("query turn");
    assert_eq!(yon.until("response").pop().unwrap(), "response p1");
}

#[test]
fn none_of_them_changes_the_state() {
    let mut yon = Yon::new();
    yon.set(&format!("setoption name BoardSize value 6\nposition startpos moves {TO_SKIP}"));
    let before = (yon.ask("query fen"), yon.ask("record"), yon.ask("legalmoves"));
    for line in ["turn", "result", "fen", "board", "commands", "option Hash", "valid fen x", "after 0000 e5d4"] {
        yon.ask(&format!("query {line}"));
    }
    yon.tell("d\neval\nhelp\nlegalmoves\nrecord\nuci\nugi");
    assert_eq!((yon.ask("query fen"), yon.ask("record"), yon.ask("legalmoves")), before);
}

#[test]
fn none_of_them_stops_a_search() {
    let mut yon = Yon::searching(26);
    yon.say("go infinite");
    for line in ["turn", "gameover", "result", "reason", "fen", "board", "protocol", "games", "valid fen x", "after"] {
        yon.say(&format!("query {line}"));
        let lines = yon.until("response");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{line}: {lines:?}");
    }
    let lines = yon.tell("d\nlegalmoves\nrecord");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    yon.say("stop");
    yon.until("bestmove");
}
