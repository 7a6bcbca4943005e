//! Starting, the handshake, and what lines look like.

use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;
use std::time::Instant;

use super::driver::{Folder, OVER, SKIP, Yon, ms, program, script, script_with, timeless};

/// A session that makes the program say nearly everything it can, searches in order.
fn everything() -> String {
    // `stop` and `isready` pass behind `wait`, so they stand where nothing is searched yet.
    format!(
        "stop\nponderhit\nwait\nisready\nsetoption name MultiPV value 3\nsetoption name BoardSize value 6\nxyzzy\n\
         position startpos moves a1a2\nsetoption name Hash value x\nsetoption name Foo value 1\n\
         go depth 3 nodes x\nwait\nposition startpos\ngo depth 4\nwait\ngo searchmoves zz a1b2\nwait\ngo mate 2\nwait\n\
         go perft 2\nwait\nhint\nwait\nvalues\nwait\nrecord\nlegalmoves\nquery turn\nquery p1turn\nquery p2turn\n\
         query gameover\nquery result\nquery reason\nquery fen\nquery board\nquery protocol\nquery commands\n\
         query games\nquery option Hash\nquery option Debug Log File\nquery valid fen x\nquery after a1b2\n\
         query nothing\neval\nhelp\nposition fen {SKIP}\ngo\nwait\nhint\nwait\nlegalmoves\nposition fen {OVER}\n\
         legalmoves\nhint\nwait\nvalues\nwait\ngo\nwait\ngo perft 3\nwait\nucinewgame\n"
    )
}

#[test]
fn a_pipe_gets_the_text_protocol_and_so_does_yon_uci() {
    for args in [&[][..], &["uci"]] {
        let lines = script_with(args, "uci\nisready\nquit\n");
        assert!(lines[0].starts_with("id name Yon"), "{lines:?}");
        assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"], "{args:?}");
    }
}

#[test]
fn yon_uci_speaks_the_protocol_on_a_terminal_too() {
    let mut terminal = rexpect::spawn(&format!("{} uci", env!("CARGO_BIN_EXE_yon")), Some(20_000)).unwrap();
    terminal.send_line("isready").unwrap();
    terminal.exp_string("readyok").unwrap();
    terminal.send_line("query turn").unwrap();
    terminal.exp_string("response p1").unwrap();
    terminal.send_line("quit").unwrap();
    terminal.exp_eof().unwrap();
}

#[test]
fn every_command_works_without_a_handshake_and_the_handshake_changes_only_ok_and_mate() {
    let plain: Vec<String> = script(&everything()).iter().map(|line| timeless(line)).collect();
    for dialect in ["uci", "ugi"] {
        let lines = script(&format!("{dialect}\n{}", everything()));
        let ok = lines.iter().position(|line| *line == format!("{dialect}ok")).expect("the handshake is answered");
        let rest: Vec<String> = lines[ok + 1..].iter().map(|line| timeless(line)).collect();
        assert_eq!(rest.len(), plain.len(), "{dialect}");
        for (line, plain) in rest.iter().zip(&plain) {
            let mate = dialect == "ugi" && plain.contains(" score mate ");
            assert!(line == plain || mate && without_mate(line) == without_mate(plain), "{line}\n{plain}");
        }
    }
}

fn without_mate(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "mate") {
        words[at + 1] = "*";
    }
    words.join(" ")
}

#[test]
fn the_handshake_names_program_and_author_then_options_then_ok() {
    for dialect in ["uci", "ugi"] {
        let lines = script(&format!("{dialect}\n"));
        assert!(lines[0].starts_with("id name Yon "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        let (last, options) = lines[2..].split_last().unwrap();
        assert!(options.len() > 10 && options.iter().all(|line| line.starts_with("option name ")), "{lines:?}");
        assert_eq!(*last, format!("{dialect}ok"));
    }
}

#[test]
fn the_author_line_credits_the_designer_of_yonkoma() {
    assert!(script("uci\n")[1].contains("Mark Steere"));
}

#[test]
fn start_to_uciok_takes_at_most_50_ms_and_30_mb() {
    let start = || {
        let began = Instant::now();
        let mut yon = Yon::new();
        yon.say("uci");
        yon.until("uciok");
        (began.elapsed(), yon)
    };
    let (time, yon) = (0..5).map(|_| start()).min_by_key(|(time, _)| *time).unwrap();
    assert!(time < ms(500), "{time:?}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", yon.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 30_000, "{kilobytes} kB");
}

#[test]
fn nothing_is_printed_before_the_first_command() {
    let yon = Yon::new();
    yon.silent(ms(300));
    let ended = yon.end();
    assert_eq!((ended.lines, ended.code, ended.stderr.as_str()), (vec![], Some(0), ""));
}

#[test]
fn no_info_string_comes_before_uciok() {
    for input in ["uci\n", "ugi\n", "setoption name Hash value 16\nposition startpos\nuci\n", "ucinewgame\nuci\n"] {
        let lines = script(input);
        assert!(!lines.iter().any(|line| line.starts_with("info")), "{lines:?}");
    }
}

#[test]
fn a_pipe_sees_no_banner_prompt_colour_or_unasked_line() {
    for line in script(&everything()) {
        assert!(!line.is_empty() && !line.contains('\x1b') && !line.contains('\r'), "{line:?}");
        assert!(!line.starts_with(['>', '$']), "{line:?}");
    }
    let mut yon = Yon::on(14);
    yon.until_solved();
    yon.silent(ms(300));
}

#[test]
fn each_line_is_one_write() {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    ours.set_read_timeout(Some(ms(50))).unwrap();
    let mut command = program();
    command.args(["-c", &everything()]).stdin(Stdio::null()).stderr(Stdio::null());
    // On a datagram socket each write arrives by itself.
    let mut child = command.stdout(Stdio::from(OwnedFd::from(theirs))).spawn().unwrap();
    drop(command);
    let mut count = 0;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let ended = child.try_wait().unwrap().is_some();
        match ours.recv(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                let line = std::str::from_utf8(&buffer[..length]).unwrap();
                assert_eq!(line.find('\n'), Some(length - 1), "one write, one whole line: {line:?}");
                count += 1;
            }
            Err(error) if error.kind() != ErrorKind::WouldBlock => break,
            Err(_) if ended => break,
            Err(_) => {}
        }
    }
    assert!(count > 80, "{count} lines");
}

#[test]
fn each_line_is_flushed_when_it_is_complete() {
    // A pipe is no terminal: a line that waits in a buffer would never be read here.
    let mut yon = Yon::searching(26);
    yon.say("go infinite");
    assert!(yon.line().starts_with("info depth 1 "));
    assert_eq!(yon.tell("").iter().find(|line| !line.starts_with("info ")), None);
}

#[test]
fn there_are_no_trailing_or_double_blanks() {
    // The drawing of `d` is a picture, and is not looked at.
    let mut lines = script(&everything());
    lines.extend(script("uci\nugi\n"));
    lines.extend(script("d\n").into_iter().skip_while(|line| !line.starts_with("Fen: ")));
    for line in lines {
        assert!(!line.contains("  ") && !line.ends_with(' ') && !line.starts_with(' '), "{line:?}");
    }
}

#[test]
fn there_are_no_double_blanks_in_an_error_that_quotes_some() {
    for input in ["setoption name Hash value 1  2\n", "setoption name UCI_Variant value a  b\n"] {
        let lines = script(input);
        assert!(lines.len() == 1 && !lines[0].contains("  "), "{lines:?}");
    }
}

#[test]
fn the_protocol_touches_no_files() {
    let folder = Folder::new("files");
    let mut command = program();
    command.current_dir(&folder.0);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"] {
        command.env(name, &folder.0);
    }
    let mut yon = Yon::run(command);
    yon.say(&everything());
    let ended = yon.end();
    assert_eq!(ended.code, Some(0));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn player_1_is_red_whatever_side_a_fen_has_to_move() {
    let mut yon = Yon::new();
    assert_eq!(yon.ask("query turn"), "response p1");
    yon.set("position fen b2r/4/4/r2b b");
    assert_eq!(yon.ask("query turn"), "response p2");
    assert_eq!(yon.ask("query p1turn"), "response false");
    assert!(yon.tell("d").contains(&"Turn: p2 Blue".to_string()));
    yon.set("position fen b2r/4/4/r2b b moves a4b3");
    assert_eq!(yon.ask("query turn"), "response p1");
    assert!(yon.tell("d").contains(&"Turn: p1 Red".to_string()));
}
