//! Bad input: one error line each, the state unchanged, the program alive.

use super::driver::{Yon, code, ms};

/// The only line that comes of these bytes; the position stays.
fn only_line(yon: &mut Yon, bytes: &[u8]) -> String {
    let before = yon.ask("record");
    yon.bytes(bytes);
    let mut lines = yon.tell("");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(yon.ask("record"), before);
    lines.remove(0)
}

#[test]
fn unknown_commands_are_named_and_change_nothing() {
    let mut yon = Yon::on(6);
    for word in ["xyzzy", "GO", "Position", "xboard", "hub", "protover", "go!", "ucı", "🙂", "position,"] {
        let line = only_line(&mut yon, format!("{word} a b c\n").as_bytes());
        assert_eq!(code(&line), "command", "{line}");
        assert!(line.contains(word), "{line}");
    }
}

#[test]
fn words_behind_a_command_that_takes_none_are_refused() {
    let mut yon = Yon::on(6);
    for command in ["uci", "ugi", "isready", "ucinewgame", "stop", "ponderhit", "wait", "quit", "legalmoves", "d"] {
        let line = only_line(&mut yon, format!("{command} now\n").as_bytes());
        assert_eq!(code(&line), "command", "{line}");
        assert!(line.contains(command) && line.contains("now") && line.contains("expected"), "{line}");
    }
}

#[test]
fn garbage_never_ends_the_program() {
    let mut yon = Yon::on(6);
    let mut rng = 1u64;
    let mut next = |below: u64| {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) % below
    };
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "-1",
        "0",
        "99999999999999999999",
        "a1b2",
        "0000",
        "setoption",
        "name",
        "value",
        "Hash",
        "BoardSize",
        "hint",
        "values",
        "query",
        "valid",
        "after",
        "option",
        "perft",
        "b4r/6/6/6/6/r4b",
        "r",
        "b",
        "record",
        "searchmoves",
        "mate",
        "movetime",
        "é",
        "///",
        "wait",
        "stop",
        "\t",
        "#",
    ];
    for _ in 0..300 {
        let line: Vec<&str> = (0..next(7)).map(|_| words[next(words.len() as u64) as usize]).collect();
        let line = line.join(" ");
        // A perft or a search may be long: it is stopped.
        yon.say(&format!("{line}\nstop"));
    }
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..next(40)).map(|_| next(256) as u8).collect();
        yon.bytes(&bytes);
        yon.bytes(b"\nstop\n");
    }
    yon.say("stop\nwait\nisready");
    yon.until("readyok");
    yon.say("position startpos\nquery turn");
    assert_eq!(yon.until("response").pop().unwrap(), "response p1");
}

#[test]
fn invalid_utf_8_is_refused_without_an_echo() {
    let mut yon = Yon::new();
    for bytes in [&b"\xff\xfe secret\n"[..], b"isready \xc3\n", b"\x80\n", b"position startpos \xed\xa0\x80\n"] {
        let line = only_line(&mut yon, bytes);
        assert_eq!(code(&line), "command", "{line}");
        assert!(line.contains("UTF-8") && !line.contains("secret") && line.is_ascii(), "{line}");
    }
}

#[test]
fn nul_bytes_are_refused_without_an_echo() {
    let mut yon = Yon::new();
    for bytes in [&b"secret\0\n"[..], b"\0\n", b"isready\0\n"] {
        let line = only_line(&mut yon, bytes);
        assert_eq!(code(&line), "command", "{line}");
        assert!(line.contains("NUL") && !line.contains("secret") && !line.contains('\0'), "{line:?}");
    }
}

#[test]
fn a_line_of_128_kib_is_read_and_a_longer_one_is_refused_without_an_echo() {
    let mut yon = Yon::new();
    let longest = format!("position startpos{}", " ".repeat((128 << 10) - 17));
    yon.set(&longest);
    yon.set(&format!("{longest}\r"));
    let line = only_line(&mut yon, format!("{longest} \n").as_bytes());
    assert_eq!(code(&line), "command", "{line}");
    assert!(line.len() < 200, "{line}");
    let line = only_line(&mut yon, format!("{}\n", "secret ".repeat(1 << 19)).as_bytes());
    assert!(code(&line) == "command" && !line.contains("secret"), "{line}");
    assert_eq!(yon.ask("query turn"), "response p1");
}

#[test]
fn a_long_word_is_shortened_in_the_error() {
    let mut yon = Yon::new();
    for line in [&"x".repeat(100_000), &format!("position startpos moves {}", "y".repeat(100_000))] {
        let error = only_line(&mut yon, format!("{line}\n").as_bytes());
        assert!(error.len() < 300, "{} bytes", error.len());
    }
}

#[test]
fn control_characters_are_not_echoed() {
    let mut yon = Yon::new();
    let line = only_line(&mut yon, b"a\x1b[31mb\x07\x7f\n");
    assert!(!line.chars().any(char::is_control), "{line:?}");
}

#[test]
fn a_carriage_return_before_the_end_is_dropped() {
    let mut yon = Yon::new();
    yon.bytes(b"isready\r\nquery turn\r\nposition startpos moves a1b2\r\nquery turn\r\n");
    assert_eq!([yon.line(), yon.line(), yon.line()], ["readyok", "response p1", "response p2"]);
}

#[test]
fn blank_lines_and_comments_are_nothing() {
    let mut yon = Yon::new();
    yon.bytes(b"\n  \n\t\n\r\n# quit\n#quit\n   # go infinite\n");
    assert_eq!(yon.tell(""), Vec::<String>::new());
}

#[test]
fn blanks_and_tabs_between_words_do_not_matter() {
    let mut yon = Yon::new();
    yon.say("  position \t startpos   moves   a1b2  ");
    assert_eq!(yon.ask("\tquery   turn "), "response p2");
}

#[test]
fn an_error_names_what_was_expected_and_what_was_found() {
    let mut yon = Yon::on(6);
    for (line, words) in [
        ("position fen b2r/4/4/r2b x", &["side", "expected", "'r'", "'x'"][..]),
        ("position fen b2r/4/4/r3 r", &["Blue", "expected 2", "found 1"]),
        ("position startpos a1b2", &["moves", "expected", "'a1b2'"]),
        ("position startpos moves a1a2", &["move 1", "a1a2", "diagonal"]),
        ("setoption name Hash value many", &["Hash", "expected", "1", "65536", "'many'"]),
        ("setoption name Hashes value 3", &["Hashes"]),
        ("go perft x", &["perft", "expected", "'x'"]),
        ("query pturn", &["query", "expected", "'pturn'"]),
        ("hint movetime soon", &["movetime", "expected", "'soon'"]),
    ] {
        let error = only_line(&mut yon, format!("{line}\n").as_bytes());
        code(&error);
        for word in words {
            assert!(error.contains(word), "{word} in {error}");
        }
    }
}

#[test]
fn many_lines_at_once_are_answered_in_order() {
    let mut yon = Yon::new();
    let input = "query turn\nisready\n".repeat(5000);
    let mut writer = input.as_bytes().chunks(4000);
    // Read while writing: neither side may block the other for ever.
    let mut count = 0;
    loop {
        let chunk = writer.next();
        if let Some(chunk) = chunk {
            yon.bytes(chunk);
        }
        while let Some(line) = yon.line_within(if chunk.is_some() { ms(0) } else { ms(3000) }) {
            assert_eq!(line, ["response p1", "readyok"][count % 2]);
            count += 1;
            if count == 10_000 {
                return;
            }
        }
        assert!(chunk.is_some(), "{count} lines");
    }
}
