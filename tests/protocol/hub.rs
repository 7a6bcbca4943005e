//! Hub as a black box: what chooses it, what it must survive, and that searches answer as often as they should.

use super::driver::{Yon, ms, script, script_with};

const START: &str = "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// The program after the handshake.
fn hub() -> Yon {
    let mut yon = Yon::with(&["hub"]);
    yon.say("hub");
    yon.until("wait");
    yon
}

/// What comes of a line, and nothing that comes later.
fn tell(yon: &mut Yon, line: &str) -> Vec<String> {
    yon.say(&format!("{line}\nping"));
    let mut lines = yon.until("pong");
    lines.pop();
    lines
}

#[test]
fn the_first_line_or_an_argument_chooses_it() {
    let by_line = script("hub\n");
    assert_eq!(by_line.last().map(String::as_str), Some("wait"));
    assert_eq!(script_with(&["hub"], "hub\n"), by_line);
    assert_eq!(script_with(&["hub"], ""), Vec::<String>::new());
    assert_eq!(script_with(&["hub"], "ping\n# a comment\n\n"), ["pong"]);
}

#[test]
fn the_text_protocol_is_not_spoken_any_more() {
    let mut yon = hub();
    assert_eq!(tell(&mut yon, "uci"), ["error message=\"unknown command 'uci'\""]);
    assert_eq!(tell(&mut yon, "isready"), ["error message=\"unknown command 'isready'\""]);
}

#[test]
fn a_parameter_that_was_set_is_listed_with_its_value() {
    let mut yon = hub();
    for line in ["name=hash value=16", "name=skill value=3", "name=frame value=plain", "name=use-tables value=false"] {
        assert_eq!(tell(&mut yon, &format!("set-param {line}")), Vec::<String>::new(), "{line}");
    }
    yon.say("hub");
    let lines = yon.until("wait").join("\n");
    for words in
        ["name=hash value=16 ", "name=skill value=3 ", "name=frame value=plain ", "name=use-tables value=false "]
    {
        assert!(lines.contains(words), "{words}: {lines}");
    }
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let mut yon = hub();
    assert_eq!(tell(&mut yon, &format!("pos {START} moves=\"11-15\"")), Vec::<String>::new());
    for (line, words) in [
        ("set-param name=hash value=0", "Hash: expected a number from 1 to 65536, found '0'"),
        ("set-param name=speed value=1", "set-param: there is no parameter 'speed'"),
        ("set-param name=variant value=killer", "variant: there is no game 'killer'"),
        ("set-param name=frame value=x", "frame: expected pydraughts or plain, found 'x'"),
        ("set-param hash", "set-param: expected 'name=' and 'value='"),
        ("pos", "pos: expected 'pos='"),
        ("pos pos=start", "expected 32 squares behind the side, found 4"),
        ("pos pos=\"Wbbb", "pos: expected ''' at the end"),
        ("level", "level: expected 'depth'"),
        ("go fast", "go: expected think, ponder or analyze, found 'fast'"),
        ("\u{1f600}=\"", "unknown command"),
    ] {
        let lines = tell(&mut yon, line);
        assert!(lines.len() == 1 && lines[0].starts_with("error message=\"") && lines[0].contains(words), "{lines:?}");
        assert_eq!(lines[0].matches('"').count(), 2, "{lines:?}");
    }
    let lines = tell(&mut yon, &format!("pos {START} moves=\"11-15 24-19 1-2\""));
    assert!(lines[0].contains("pos: move 3: 1-2 is illegal: "), "{lines:?}");
    // The position is still the one after 11-15: White is to move.
    yon.say("level depth=1\ngo think");
    let done = yon.until("done").pop().unwrap();
    let from: u32 = done.strip_prefix("done move=").unwrap().split('-').next().unwrap().parse().unwrap();
    assert!((21..=24).contains(&from), "{done}");
}

#[test]
fn each_search_answers_once_and_open_ones_only_when_told_to() {
    let mut yon = hub();
    yon.say(&format!("set-param name=use-tables value=false\npos {START}"));
    for (level, go, end) in [
        ("depth=2", "think", ""),
        ("infinite", "think", "stop"),
        ("infinite", "analyze", "stop"),
        ("depth=2", "ponder", "ponder-hit"),
        ("depth=2", "ponder", "stop"),
        ("infinite", "ponder", "stop"),
    ] {
        let early = tell(&mut yon, &format!("level {level}\ngo {go}"));
        if !end.is_empty() {
            assert!(!early.iter().any(|line| line.starts_with("done")), "{level} {go}: {early:?}");
            yon.say(end);
        }
        if end.is_empty() && early.iter().any(|line| line.starts_with("done")) {
            continue;
        }
        let lines = yon.until("done");
        assert!(lines.last().unwrap().starts_with("done move="), "{lines:?}");
        assert_eq!(tell(&mut yon, "stop\nponder-hit"), Vec::<String>::new(), "{level} {go}");
    }
    yon.silent(ms(20));
}

#[test]
fn a_finished_game_answers_with_an_error_and_no_move() {
    let mut yon = hub();
    yon.say("set-param name=frame value=plain\npos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeBe\nlevel depth=2\ngo think");
    let lines = yon.until("done");
    assert_eq!(lines.last().unwrap(), "done move=none");
    assert!(lines.iter().any(|line| line.contains("the game is over")), "{lines:?}");
}

#[test]
fn end_of_input_ends_every_search() {
    for go in ["level depth=3\ngo think", "level infinite\ngo analyze", "level infinite\ngo ponder"] {
        let lines = script_with(&["hub"], &format!("hub\npos {START}\n{go}\n"));
        assert!(lines.last().unwrap().starts_with("done move="), "{go}: {lines:?}");
    }
}
