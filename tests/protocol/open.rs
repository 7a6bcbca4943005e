//! infinite, ponder, ponderhit, stop, wait.

use std::time::Instant;

use super::driver::{Found, OVER, SKIP, Yon, code, ms};

/// Positions of every kind: solved, being solved, searched, decided by search, one move, over.
fn every_kind() -> Vec<(Yon, &'static str)> {
    let mut skip = Yon::new();
    skip.set(&format!("position fen {SKIP}"));
    let mut over = Yon::new();
    over.set(&format!("position fen {OVER}"));
    let mut level = Yon::on(6);
    level.set("setoption name Skill Level value 2");
    vec![
        (Yon::on(6), "solved"),
        (Yon::on(12), "being solved"),
        (Yon::searching(26), "searched"),
        (Yon::searching(4), "decided by search"),
        (skip, "a skipped turn"),
        (over, "over"),
        (level, "a level"),
    ]
}

#[test]
fn infinite_and_ponder_never_answer_by_themselves_and_stop_ends_them() {
    for words in
        ["infinite", "ponder", "ponder movetime 1", "ponder wtime 1 btime 1", "infinite depth 1", "ponder depth 1"]
    {
        for (mut yon, kind) in every_kind() {
            yon.say(&format!("go {words}"));
            std::thread::sleep(ms(60));
            let mut lines = yon.tell("");
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{words} {kind}: {lines:?}");
            yon.say("stop");
            lines.extend(yon.until("bestmove"));
            Found::new(lines);
        }
    }
}

#[test]
fn infinite_and_ponder_wait_without_using_the_processor() {
    for words in ["infinite", "ponder"] {
        for mut yon in [Yon::on(6), Yon::searching(4)] {
            yon.say(&format!("go {words}"));
            yon.until("info");
            yon.assert_idle();
            yon.say("stop");
            yon.until("bestmove");
        }
    }
    let mut yon = Yon::on(4);
    yon.set(&format!("position fen {OVER}"));
    yon.say("go infinite");
    yon.until("info");
    yon.assert_idle();
}

#[test]
fn an_idle_program_uses_no_processor() {
    let mut yon = Yon::new();
    yon.tell("uci");
    yon.assert_idle();
}

#[test]
fn ponderhit_turns_it_into_a_search_with_the_given_limits() {
    for words in
        ["ponder movetime 50", "ponder wtime 300 btime 300", "ponder depth 3", "ponder nodes 500", "ponder mate 2"]
    {
        for (mut yon, kind) in every_kind() {
            yon.say(&format!("go {words}"));
            std::thread::sleep(ms(30));
            yon.say("ponderhit");
            let began = Instant::now();
            Found::new(yon.until("bestmove"));
            assert!(began.elapsed() < ms(10_000), "{words} {kind}");
        }
    }
}

#[test]
fn the_clock_of_a_ponder_search_starts_at_ponderhit() {
    let mut yon = Yon::on(26);
    yon.say("go ponder movetime 400");
    std::thread::sleep(ms(600));
    yon.say("ponderhit");
    let began = Instant::now();
    yon.until("bestmove");
    assert!((ms(200)..ms(4000)).contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[test]
fn ponder_without_a_limit_takes_a_second_from_ponderhit() {
    let mut yon = Yon::on(26);
    yon.say("go ponder");
    std::thread::sleep(ms(50));
    yon.say("ponderhit");
    let began = Instant::now();
    yon.until("bestmove");
    assert!((ms(500)..ms(10_000)).contains(&began.elapsed()), "{:?}", began.elapsed());
}

#[test]
fn infinite_stays_infinite_after_ponderhit() {
    let mut yon = Yon::on(6);
    yon.say("go ponder infinite\nponderhit");
    std::thread::sleep(ms(100));
    assert!(!yon.tell("").iter().any(|line| line.starts_with("bestmove")));
    yon.say("stop");
    yon.until("bestmove");
}

#[test]
fn stop_answers_within_50_ms() {
    for size in [14, 16, 26] {
        let mut yon = Yon::searching(size);
        yon.say("go infinite");
        yon.until("info");
        std::thread::sleep(ms(50));
        let began = Instant::now();
        yon.say("stop");
        yon.until("bestmove");
        assert!(began.elapsed() < ms(500), "{size}: {:?}", began.elapsed());
    }
}

#[test]
fn stop_and_ponderhit_while_idle_are_ignored_and_not_remembered() {
    let mut yon = Yon::searching(16);
    yon.set("stop");
    yon.set("ponderhit");
    yon.set("stop\nponderhit\nstop");
    assert_eq!(yon.go("depth 5").last().depth, 5);
    yon.set("stop\nponderhit");
    yon.say("go ponder depth 1");
    std::thread::sleep(ms(50));
    assert!(!yon.tell("").iter().any(|line| line.starts_with("bestmove")));
    yon.say("stop\nstop\nstop");
    yon.until("bestmove");
    assert_eq!(yon.go("depth 4").last().depth, 4);
}

#[test]
fn wait_holds_what_follows_until_the_search_ends() {
    let mut yon = Yon::on(26);
    yon.say("go movetime 150\nwait\nquery turn\nposition startpos moves a1b2\nquery turn\nlegalmoves");
    let lines = yon.until("legalmoves");
    let best = lines.iter().position(|line| line.starts_with("bestmove")).unwrap();
    assert_eq!(lines[best + 1..best + 3], ["response p1", "response p2"]);
    assert_eq!(lines.len(), best + 4);
}

#[test]
fn wait_without_a_search_is_nothing() {
    let mut yon = Yon::new();
    yon.set("wait\nwait");
    assert_eq!(yon.ask("query turn"), "response p1");
}

#[test]
fn wait_holds_behind_hint_values_and_perft_too() {
    let mut yon = Yon::on(8);
    yon.say("hint\nwait\nvalues\nwait\ngo perft 3\nwait\nquery turn");
    let lines = yon.until("response");
    assert!(lines[0].starts_with("hint ") && lines[1].starts_with("value "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2], "Nodes searched: 1072");
}

#[test]
fn isready_stop_ponderhit_and_quit_pass_behind_wait() {
    let mut yon = Yon::on(26);
    yon.say("go movetime 30000\nwait\nquery turn");
    yon.say("isready");
    let lines = yon.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove") || line.starts_with("response")), "{lines:?}");
    yon.say("ponderhit\nisready");
    yon.until("readyok");
    yon.say("stop");
    let lines = yon.until("response");
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
    yon.say("go movetime 30000\nwait\nquery turn\nquit");
    let began = Instant::now();
    let ended = yon.ended();
    assert!(began.elapsed() < ms(5000) && ended.code == Some(0), "{ended:?}");
}

#[test]
fn isready_and_stop_pass_behind_wait_even_when_they_came_with_it_and_a_search_had_to_end_first() {
    let mut yon = Yon::on(26);
    yon.say("go infinite\ngo movetime 8000\nwait\nisready\nstop\nquery turn");
    let began = Instant::now();
    let lines = yon.until("response");
    assert!(began.elapsed() < ms(5000), "held for {:?}", began.elapsed());
    let at = |word: &str| lines.iter().rposition(|line| line.starts_with(word)).unwrap();
    assert!(at("readyok") < at("bestmove"), "{lines:?}");
}

#[test]
fn wait_is_refused_with_infinite_or_ponder() {
    let mut yon = Yon::on(26);
    for words in ["infinite", "ponder", "ponder movetime 100"] {
        yon.say(&format!("go {words}\nwait\nquery turn"));
        let lines = yon.until("response");
        let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string error")).collect();
        assert_eq!(errors.len(), 1, "{lines:?}");
        assert_eq!(code(errors[0]), "command");
        assert!(errors[0].contains("wait"), "{errors:?}");
        yon.say("stop");
        yon.until("bestmove");
    }
}

#[test]
fn wait_is_taken_after_ponderhit() {
    let mut yon = Yon::on(26);
    yon.say("go ponder movetime 200\nponderhit\nwait\nquery turn");
    let lines = yon.until("response");
    assert!(!lines.iter().any(|line| line.starts_with("info string error")), "{lines:?}");
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
}
