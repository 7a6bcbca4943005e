//! The protocol of XBoard as a black box: whose turn it is to think, what interrupts what, and what is refused.

use super::driver::{Yon, script, script_with};

/// The program in a new game, with thinking lines off.
pub fn playing(variant: &str) -> Yon {
    let mut yon = Yon::new();
    yon.say("xboard\nprotover 2");
    while yon.line() != "feature done=1" {}
    let setup = tell(&mut yon, &format!("new\nvariant {variant}"));
    assert!(setup.len() > 1 && setup[0].starts_with("setup "), "{setup:?}");
    yon
}

/// The same on 6x6.
fn game() -> Yon {
    playing("yonkoma6")
}

/// What comes of lines, and nothing that comes later.
pub fn tell(yon: &mut Yon, lines: &str) -> Vec<String> {
    yon.say(&format!("{lines}\nping 7"));
    let mut found = yon.until("pong");
    assert_eq!(found.pop().as_deref(), Some("pong 7"));
    found
}

pub const NOTHING: Vec<String> = Vec::new();

#[test]
fn the_first_line_or_an_argument_chooses_it() {
    let by_line = script("xboard\nprotover 2\n");
    assert_eq!(by_line.first().map(String::as_str), Some("feature done=0"));
    assert_eq!(by_line.last().map(String::as_str), Some("feature done=1"));
    assert_eq!(script_with(&["xboard"], "protover 2\n"), by_line);
    assert_eq!(script_with(&["xboard"], "xboard\nprotover 2\n"), by_line);
    assert_eq!(script_with(&["xboard"], ""), NOTHING);
}

#[test]
fn it_answers_a_move_only_when_it_is_its_turn() {
    let mut yon = game();
    yon.say("sd 3\nusermove a1d4");
    assert_eq!(yon.until("move").last().unwrap(), "move a6b5");
    // In force mode it takes moves of both sides.
    assert_eq!(tell(&mut yon, "force\nusermove d4f2\nusermove f1e2"), NOTHING);
    // `go` plays for the side to move, here the first.
    yon.say("go");
    assert_eq!(yon.until("move").last().unwrap(), "move f2e1");
    // `playother` waits for that side to move.
    assert_eq!(tell(&mut yon, "new\nforce\nplayother"), NOTHING);
    yon.say("usermove a1d4");
    assert_eq!(yon.until("move").last().unwrap(), "move a6b5");
}

#[test]
fn a_position_that_is_set_outside_of_force_mode_is_played() {
    let mut yon = game();
    yon.say("setboard 6/2MmM1/2m3/6/6/6 b - - 0 5");
    assert_eq!(yon.until("move").last().unwrap(), "move @@@@");
    yon.say("usermove e5d4");
    assert_eq!(yon.until("0-1").last().unwrap(), "0-1 {Blue wins: crosscut}");
    assert_eq!(tell(&mut yon, "force\nsetboard 6/2MmM1/2m3/6/6/6 b - - 0 5"), NOTHING);
}

#[test]
fn whoever_completes_a_crosscut_has_lost_whichever_side_it_is() {
    let mut yon = game();
    let moves = "a1d4 a6b5 d4f2 f1e2 f2e1 b5c6 e1c3 c6e4 c3d2 e2d3 d2e3 e4f5 f6d4";
    yon.say(&format!("force\nusermove {}\ngo", moves.replace(' ', "\nusermove ")));
    assert_eq!(yon.until("1-0"), ["move f5e4", "1-0 {Red wins: crosscut}"]);
    // It is claimed once.
    assert_eq!(tell(&mut yon, "go"), NOTHING);
}

#[test]
fn illegal_moves_are_refused_with_the_reason_and_change_nothing() {
    let mut yon = game();
    for (mv, words) in [
        ("a1a2", "a2 is not on a diagonal of a1"),
        ("b2c3", "there is no checker on b2"),
        ("a6b5", "the checker on a6 is not Red's, and Red is to move"),
        ("@@@@", "Red has a move"),
        ("e2e4q", "'e2e4q'"),
        ("a1z99", "'a1z99'"),
    ] {
        let lines = tell(&mut yon, &format!("usermove {mv}"));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("Illegal move (") && lines[0].ends_with(&format!("): {mv}")), "{lines:?}");
        assert!(lines[0].contains(words) && lines[1].starts_with("telluser ") && lines[1].contains(words), "{lines:?}");
    }
    yon.say("usermove a1d4");
    assert_eq!(yon.until("move").last().unwrap(), "move a6b5");
}

#[test]
fn moves_are_taken_back_one_or_two_at_a_time() {
    let mut yon = game();
    assert_eq!(tell(&mut yon, "undo"), ["Error (no move to take back): undo"]);
    yon.say("usermove a1d4");
    yon.until("move");
    assert_eq!(tell(&mut yon, "remove"), NOTHING);
    assert_eq!(tell(&mut yon, "lift a1"), ["highlight 6/4Y1/3Y2/2Y3/1Y4/6"]);
    assert_eq!(tell(&mut yon, "remove"), ["Error (no move to take back): remove"]);
    assert_eq!(tell(&mut yon, "force\nusermove a1d4\nundo\nlift d4"), ["highlight 6/6/6/6/6/6"]);
}

#[test]
fn thinking_lines_come_only_behind_post() {
    let mut yon = game();
    yon.say("usermove a1d4");
    assert_eq!(yon.until("move"), ["move a6b5"]);
    yon.say("post\nusermove d4f2");
    let lines = yon.until("move");
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!(words[..2], ["11", "-100006"], "{lines:?}");
    assert_eq!(words[4..6], ["f1e2", "f2e1"], "{lines:?}");
    yon.say("nopost\nusermove f2e1");
    assert_eq!(yon.until("move").len(), 1);
}

#[test]
fn an_analysis_follows_the_game_and_plays_nothing() {
    let mut yon = game();
    yon.say("post\nanalyze");
    assert!(yon.line().starts_with("14 100007 "));
    yon.say("usermove a1d4");
    assert!(yon.line().starts_with("13 -100007 "));
    yon.say(".");
    assert_eq!(yon.line().rsplit(' ').next(), Some("a6b5"));
    assert_eq!(yon.ask("hint"), "Hint: a6b5");
    yon.say("undo");
    assert!(yon.line().starts_with("14 100007 "));
    assert_eq!(tell(&mut yon, "exit\n."), NOTHING);
    assert_eq!(yon.ask("hint"), "Hint: a1d4");
    // A new board is looked at as well, and to move now means nothing.
    yon.say("variant yonkoma4");
    yon.until("piece");
    yon.say("analyze\n?\nvariant yonkoma6");
    yon.until("piece");
    assert!(yon.line().starts_with("14 100007 "));
    // In a finished game there is nothing to show, and nobody claims it.
    assert_eq!(tell(&mut yon, "setboard 6/2Mm2/2mM2/6/6/6 b - - 0 6\nanalyze\nexit"), NOTHING);
}

#[test]
fn a_search_that_is_interrupted_plays_nothing_and_move_now_plays() {
    let mut yon = game();
    yon.say("option UseTables=0\nvariant yonkoma14\nst 60\nusermove a1c3");
    yon.until("piece");
    assert_eq!(tell(&mut yon, "force"), NOTHING);
    yon.say("go\n?");
    assert!(yon.until("move").last().unwrap().starts_with("move "));
    let mut yon = game();
    yon.say("option UseTables=0\nvariant yonkoma14\nst 60\nusermove a1c3\nquit");
    let lines = yon.ended().lines;
    assert!(!lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
}

#[test]
fn boards_of_ten_ranks_count_from_0() {
    let mut yon = game();
    yon.say("variant yonkoma");
    yon.until("piece");
    assert_eq!(tell(&mut yon, "lift a0"), ["highlight 10/8Y1/7Y2/6Y3/5Y4/4Y5/3Y6/2Y7/1Y8/10"]);
    yon.say("usermove a0g6");
    assert_eq!(yon.until("move").last().unwrap(), "move a9c7");
}

#[test]
fn options_of_the_menus_are_set() {
    let mut yon = game();
    let settings = "option Skill Level=1\noption Seed=5\noption UseTables=1\noption Clear Hash\noption Hash=16";
    assert_eq!(tell(&mut yon, settings), NOTHING);
    for (line, words) in [
        ("option Skill Level=11", "Error (value): Skill Level: expected a number from 1 to 10"),
        ("option Speed=1", "Error (option): no option is named 'Speed'"),
    ] {
        let lines = tell(&mut yon, line);
        assert!(lines.len() == 1 && lines[0].starts_with(words), "{lines:?}");
    }
}

#[test]
fn what_is_unknown_is_named_and_what_a_client_may_say_is_not() {
    let mut yon = game();
    assert_eq!(tell(&mut yon, "xyzzy 3"), ["Error (unknown command): xyzzy 3"]);
    assert_eq!(tell(&mut yon, "variant normal"), ["Error (unknown variant): normal"]);
    assert_eq!(tell(&mut yon, "level a b c"), ["Error (unknown command): level a b c"]);
    let lines = tell(&mut yon, "setboard 6/6 w");
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position: "), "{lines:?}");
    let quiet = "accepted done\nrejected name\nhard\neasy\nrandom\ncomputer\nname X\nrating 1 2\notim 100\ntime -3\n\
                 draw\nput a1\nhover a1\nbk\nlevel 40 5 0\nlevel 0 1:30 0.5\nst 3\nsd 4\nresult 1-0 {x}\n\n#";
    let expected = ["Error (unknown command): #"];
    assert_eq!(tell(&mut yon, quiet), expected);
}
