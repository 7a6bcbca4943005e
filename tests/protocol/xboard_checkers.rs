//! Checkers in the protocol of XBoard: jumps, long chains in parts, crowns, what is lit, and draws.

use super::driver::Yon;
use super::xboard::{NOTHING, playing, tell};

fn game() -> Yon {
    playing("checkers")
}

/// What is refused, twice, with these words.
fn refused(yon: &mut Yon, mv: &str, words: &str) {
    let expected = [format!("Illegal move ({words}): {mv}"), format!("telluser {mv} is illegal: {words}")];
    assert_eq!(tell(yon, &format!("usermove {mv}")), expected);
}

/// A man that takes one, and one that takes two.
const ONE: &str = "7m/8/8/8/3m4/2M5/8/8 w 0 1";
const TWO: &str = "7m/8/5m2/8/3m4/2M5/8/8 w 0 1";
/// A man that takes three.
const THREE: &str = "7m/8/1m6/8/3m4/8/5m2/6M1 w 0 1";
/// A king that goes around four men.
const CIRCLE: &str = "8/2m1m3/5+M2/2m1m3/8/8/8/8 w 0 1";
/// A man that is crowned by a step.
const CROWN: &str = "8/M7/8/8/8/m7/8/8 w 0 1";

#[test]
fn the_second_side_answers() {
    let mut yon = game();
    assert_eq!(tell(&mut yon, "lift c3"), ["highlight 8/8/8/8/1Y1Y4/8/8/8"]);
    yon.say("sd 3\nusermove c3d4");
    let reply = yon.until("move").pop().unwrap();
    assert!(["a5", "c5", "e5", "g5", "b6"].iter().any(|end| reply.ends_with(end)), "{reply}");
}

#[test]
fn a_person_shows_what_is_taken() {
    let mut yon = game();
    assert_eq!(tell(&mut yon, &format!("force\nsetboard {ONE}\nlift c3")), ["highlight 8/8/8/8/3C4/8/8/8"]);
    assert_eq!(tell(&mut yon, "put d4\nlift d4"), ["highlight 8/8/8/4Y3/8/8/8/8"]);
    refused(&mut yon, "c3b4", "Coral must capture: c3e5");
    refused(&mut yon, "c3e5", "show what is taken: click on d4, then on e5");
    refused(&mut yon, "c3d4,d4c5", "the jump ends on e5");
    refused(&mut yon, "@@@@", "expected a move such as c3d4, found '@@@@'");
    assert_eq!(tell(&mut yon, "usermove c3d4,d4e5\nlift h8"), ["highlight 8/6Y1/8/8/8/8/8/8"]);
    assert_eq!(tell(&mut yon, "undo\nlift c3\nlift h8"), ["highlight 8/8/8/8/3C4/8/8/8", "highlight 8/8/8/8/8/8/8/8"]);
    yon.say("sd 3\ngo");
    assert_eq!(yon.until("move"), ["move c3xd4-e5"]);
}

#[test]
fn two_jumps_are_one_move() {
    let mut yon = game();
    tell(&mut yon, &format!("force\nsetboard {TWO}"));
    assert_eq!(
        tell(&mut yon, "lift c3\nlift d4\nlift f6"),
        ["highlight 8/8/8/8/3C4/8/8/8", "highlight 8/8/5C2/4Y3/8/8/8/8", "highlight 8/6Y1/8/8/8/8/8/8"]
    );
    assert_eq!(tell(&mut yon, "usermove c3d4,d4f6,f6g7\nlift h8"), ["highlight 8/6C1/8/8/8/8/8/8"]);
    yon.say("undo\nsd 3\ngo");
    assert_eq!(yon.until("move"), ["move c3xd4xf6-g7"]);
}

#[test]
fn a_longer_chain_of_the_engines_is_told_in_parts() {
    let mut yon = game();
    yon.say(&format!("force\nsetboard {CIRCLE}\ngo"));
    assert_eq!(yon.until("1-0"), ["move f6xe5xc5-b6", "move @@@@", "move b6xc7xe7-f6", "1-0 {Coral wins: nomoves}"]);
    assert_eq!(tell(&mut yon, "force\nundo\nlift b6"), ["highlight 8/2C5/8/8/8/8/8/8"]);
    assert_eq!(
        tell(&mut yon, "undo\nlift b6\nundo\nlift f6"),
        ["highlight 8/8/8/8/8/8/8/8", "highlight 8/4C3/8/4C3/8/8/8/8"]
    );
    assert_eq!(tell(&mut yon, "undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn a_longer_chain_of_a_persons_goes_on_after_a_pass_of_the_engine() {
    let mut yon = game();
    tell(&mut yon, &format!("setboard {THREE}\nsd 3"));
    assert_eq!(tell(&mut yon, "usermove g1f2,f2d4,d4c5"), ["move @@@@"]);
    assert_eq!(tell(&mut yon, "lift c5\nlift h8"), ["highlight 8/8/1C6/8/8/8/8/8", "highlight 8/8/8/8/8/8/8/8"]);
    refused(&mut yon, "h8g7", "the chain goes on from c5");
    yon.say("usermove c5b6,b6a7");
    assert_eq!(yon.until("move"), ["move h8g7"]);
    // Two halves of a move are taken back at a time: h8g7 and the end of the chain, then its pass and its beginning.
    assert_eq!(tell(&mut yon, "remove\nlift c5"), ["highlight 8/8/1C6/8/8/8/8/8"]);
    assert_eq!(tell(&mut yon, "remove\nlift g1"), ["highlight 8/8/8/8/8/8/5C2/8"]);
    // A chain may be shown in other parts too.
    assert_eq!(tell(&mut yon, "usermove g1f2,f2e3"), ["move @@@@"]);
    yon.say("usermove e3d4,d4b6,b6a7");
    assert_eq!(yon.until("move"), ["move h8g7"]);
}

#[test]
fn nobody_else_moves_in_the_middle_of_a_chain() {
    let mut yon = game();
    // The engine has White: two of its plies and one of the other side's are taken back one by one.
    tell(&mut yon, &format!("force\nsetboard {CIRCLE}\nusermove f6e5,e5d4"));
    refused(&mut yon, "c7b6", "the move of Coral is not complete");
    assert_eq!(tell(&mut yon, "lift d4"), ["highlight 8/8/8/8/8/8/8/8"]);
    // Whoever is to move for the client passes first; then the chain goes on.
    yon.say("go");
    assert_eq!(yon.until("move"), ["move @@@@"]);
    yon.say("go");
    assert_eq!(yon.until("1-0"), ["move d4xc5xc7-d8", "move @@@@", "move d8xe7-f6", "1-0 {Coral wins: nomoves}"]);
    assert_eq!(
        tell(&mut yon, "undo\nundo"),
        ["telluser a move that was shown in parts is taken back in parts: take back once more"]
    );
}

#[test]
fn between_two_programs_whoever_moves_passes_for_the_other() {
    let mut yon = game();
    tell(&mut yon, &format!("computer\nsetboard {THREE}\nsd 3"));
    assert_eq!(tell(&mut yon, "usermove g1f2,f2d4,d4c5"), NOTHING);
    // That program tells the other side of a pass by the position.
    assert_eq!(tell(&mut yon, "setboard 7m/8/1m6/2M5/8/8/8/8 w 0 2"), NOTHING);
    yon.say("usermove c5b6,b6a7");
    assert_eq!(yon.until("move"), ["move h8g7"]);
}

#[test]
fn a_man_is_crowned_on_both_sides() {
    let mut yon = game();
    assert_eq!(tell(&mut yon, &format!("setboard {CROWN}\nsd 3\nlift a7")), ["highlight 1M6/8/8/8/8/8/8/8"]);
    refused(&mut yon, "a7b8", "a man is crowned there, for which Show Target Squares (Options, General) must be on");
    yon.say("usermove a7b8+");
    assert_eq!(yon.until("move"), ["move a3b2"]);
    yon.say("usermove b8a7");
    let reply = yon.until("move").pop().unwrap();
    assert!(["move b2a1+", "move b2c1+"].contains(&reply.as_str()), "{reply}");
    assert_eq!(tell(&mut yon, "lift a7"), ["highlight 1Y6/8/1Y6/8/8/8/8/8"]);
}

#[test]
fn a_draw_is_claimed_from_a_person_and_offered_to_a_program() {
    let kings = "8/+M7/8/8/8/+m7/8/8 w 0 1";
    for (first, last) in [("new", "1/2-1/2 {Draw: quietlimit}"), ("computer", "offer draw")] {
        let mut yon = game();
        tell(&mut yon, &format!("{first}\noption QuietLimit=2\nsetboard {kings}\nsd 3"));
        yon.say("usermove a7b8");
        let lines = [yon.line(), yon.line()];
        assert!(lines[0].starts_with("move a3") && lines[1] == last, "{lines:?}");
        assert_eq!(tell(&mut yon, "hint"), ["Error (no)"][1..]);
    }
}

#[test]
fn an_analysis_and_a_hint_tell_moves_in_the_same_way() {
    let mut yon = game();
    tell(&mut yon, &format!("post\nforce\nsetboard {CIRCLE}"));
    assert!(yon.ask("hint").starts_with("Hint: f6xe"));
    yon.say("analyze");
    let line = yon.line();
    assert!(
        line.ends_with(" f6xe5xc5-b6 @@@@ b6xc7xe7-f6") || line.ends_with(" f6xe7xc7-b6 @@@@ b6xc5xe5-f6"),
        "{line}"
    );
    // In the middle of a chain it waits for the pass, and then shows how the chain goes on.
    assert_eq!(tell(&mut yon, "usermove f6e5,e5d4"), NOTHING);
    assert_eq!(tell(&mut yon, "usermove @@@@")[..0], NOTHING);
    yon.say("hint");
    assert_eq!(yon.until("Hint:").last().unwrap(), "Hint: d4xc5xc7-d8");
}

#[test]
fn positions_that_are_none_are_refused() {
    let mut yon = game();
    for (fen, words) in [
        ("8/8/8/8/8/8/8/1M6 w 0 1", "expected pieces on dark squares alone, found one on b1"),
        ("8/8/8/8/8/8/8/8 w 0 1", "expected 1 to 12 pieces a side"),
        ("8/8 w 0 1", "expected 8 rows, found 2"),
    ] {
        let lines = tell(&mut yon, &format!("setboard {fen}"));
        assert!(lines.len() == 1 && lines[0].starts_with("tellusererror ") && lines[0].contains(words), "{lines:?}");
    }
}
