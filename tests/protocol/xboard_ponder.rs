//! Thinking on the other side's time in the protocol of XBoard. A search to a depth tells whether it went on or was begun
//! anew: lines from depth 1 come only when it is begun.

use super::driver::{Yon, ms};
use super::xboard::{NOTHING, playing, tell};

/// A game on a board that is not solved, at a depth, behind the first move and the answer to it, when the search for the
/// expected reply has come to its depth. With the reply.
fn pondering(settings: &str) -> (Yon, String) {
    let mut yon = playing("yonkoma14");
    assert_eq!(tell(&mut yon, &format!("option UseTables=0\nhard\npost\nsd 6\n{settings}")), NOTHING);
    yon.say("usermove a1c3");
    assert!(yon.until("move").len() > 6);
    let reply = lines_to(&yon, "6");
    (yon, reply)
}

/// Reads lines from depth 1 to this one, all with the same first move, which is returned.
fn lines_to(yon: &Yon, depth: &str) -> String {
    let first = yon.line();
    let words: Vec<String> = first.split(' ').map(String::from).collect();
    assert!(words[0] == "1" && words.len() > 5, "{first}");
    loop {
        let line = yon.line();
        let found: Vec<&str> = line.split(' ').collect();
        assert_eq!(found[4], words[4], "{line}");
        if found[0] == depth {
            return words[4].clone();
        }
    }
}

/// A legal move that is not this one, found by what is lit.
fn other(yon: &mut Yon, reply: &str) -> String {
    for (file, rank) in ('a'..='n').flat_map(|file| (1..=14).map(move |rank| (file, rank))) {
        let from = format!("{file}{rank}");
        let line = tell(yon, &format!("lift {from}")).concat();
        for (rank, row) in (1..=14).rev().zip(line.trim_start_matches("highlight ").split('/')) {
            let mut file = b'a';
            for run in row.split_inclusive('Y') {
                file += run.trim_end_matches('Y').parse::<u8>().unwrap_or(0);
                let mv = format!("{from}{}{rank}", char::from(file));
                if run.ends_with('Y') && mv != reply {
                    return mv;
                }
                file += 1;
            }
        }
    }
    panic!("no other move than {reply}");
}

/// Plays this move and tells whether the search for the answer was begun with it.
fn begins(yon: &mut Yon, mv: &str) -> bool {
    yon.say(&format!("usermove {mv}"));
    let lines = yon.until("move");
    assert!(lines.len() == 1 || lines[0].starts_with("1 "), "{lines:?}");
    lines.len() > 1
}

#[test]
fn the_search_goes_on_when_the_expected_move_comes() {
    let (mut yon, reply) = pondering("");
    // It has come to its depth, and waits. Only a move of its own is hurried; what a client asks meanwhile is answered.
    assert_eq!(tell(&mut yon, "?\n.\nhover a1\ntime 5000\notim 5000"), NOTHING);
    assert_eq!(yon.ask("hint"), format!("Hint: {reply}"));
    assert!(tell(&mut yon, &format!("lift {}", &reply[..2])).len() == 1);
    assert!(!begins(&mut yon, &reply));
    // And again for the next one.
    let reply = lines_to(&yon, "6");
    assert!(!begins(&mut yon, &reply));
}

#[test]
fn another_move_begins_a_search() {
    let (mut yon, reply) = pondering("");
    let other = other(&mut yon, &reply);
    yon.say(&format!("usermove {other}"));
    let lines = yon.until("move");
    assert!(lines.len() > 1 && lines[0].starts_with("1 "), "{lines:?}");
    assert!(!lines[0].contains(&other), "{lines:?}");
}

#[test]
fn what_changes_the_game_or_the_search_ends_it() {
    for line in ["easy", "option Hash=16", "sd 6", "level 0 1 0", "st 60", "force\nplayother"] {
        let (mut yon, reply) = pondering("");
        assert_eq!(tell(&mut yon, line), NOTHING, "{line}");
        assert!(begins(&mut yon, &reply), "{line}");
    }
    for line in [
        "force",
        "new\nforce",
        "remove",
        "setboard m12M/14/14/14/14/14/14/14/14/14/14/14/14/M12m w - - 0 1",
        "result * {x}",
    ] {
        let (mut yon, _) = pondering("sd 60\nst 0.3");
        assert_eq!(tell(&mut yon, line), NOTHING, "{line}");
        yon.silent(ms(100));
    }
    let (mut yon, _) = pondering("");
    tell(&mut yon, "nopost\nanalyze\nexit");
    yon.silent(ms(100));
    let (mut yon, _) = pondering("sd 60\nst 0.3");
    yon.say("quit");
    assert_eq!(yon.ended().code, Some(0));
}

#[test]
fn no_lines_come_without_post_and_none_without_hard() {
    let (mut yon, reply) = pondering("nopost\npost");
    assert_eq!(tell(&mut yon, "nopost"), NOTHING);
    yon.say(&format!("usermove {reply}"));
    assert!(yon.line().starts_with("move "));
    yon.silent(ms(100));
    let mut yon = playing("yonkoma14");
    assert_eq!(tell(&mut yon, "option UseTables=0\nhard\neasy\npost\nsd 4"), NOTHING);
    yon.say("usermove a1c3");
    yon.until("move");
    yon.silent(ms(100));
}

#[test]
fn the_time_runs_from_the_expected_move_on() {
    let (mut yon, reply) = pondering("sd 60\nst 0.5");
    let began = std::time::Instant::now();
    yon.say(&format!("usermove {reply}"));
    yon.until("move");
    let took = began.elapsed();
    assert!(took >= ms(400) && took < ms(5000), "{took:?}");
}

#[test]
fn a_clock_that_shows_less_than_was_counted_on_begins_a_search() {
    for (left, anew) in [("6000", false), ("500", true)] {
        let (mut yon, reply) = pondering("level 0 1 0\ntime 6000");
        assert_eq!(tell(&mut yon, &format!("time {left}")), NOTHING);
        assert_eq!(begins(&mut yon, &reply), anew, "{left}");
    }
}

#[test]
fn a_solved_board_needs_no_thinking_and_plays_on() {
    let mut yon = playing("yonkoma6");
    tell(&mut yon, "hard");
    yon.say("usermove a1d4");
    assert_eq!(yon.until("move"), ["move a6b5"]);
    assert_eq!(yon.ask("hint"), "Hint: d4f2");
    for (mv, reply) in [("d4f2", "move f1e2"), ("f2e1", "move b5c6")] {
        yon.say(&format!("usermove {mv}"));
        assert_eq!(yon.until("move"), [reply]);
    }
}

#[test]
fn nothing_is_thought_about_behind_the_end_of_the_game() {
    let mut yon = playing("yonkoma6");
    yon.say("hard\npost\nsetboard 6/2MmM1/2m3/6/6/6 b - - 0 5");
    assert_eq!(yon.until("move").last().unwrap(), "move @@@@");
    assert_eq!(tell(&mut yon, ""), NOTHING);
    yon.say("usermove e5d4");
    assert_eq!(yon.line(), "0-1 {Blue wins: crosscut}");
}
