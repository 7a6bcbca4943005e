//! `yon solve`, `verify`, `probe` and `stats` as a black box: what they print, what they refuse, what they leave.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // The lint knows tests, and not what they are made of.

#[path = "protocol/driver.rs"]
mod driver;
#[path = "tables/interrupted.rs"]
mod interrupted;
#[path = "tables/made.rs"]
#[allow(dead_code)]
mod made;

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use yon::game::{Notation, Value};
use yon::games::yonkoma::Stored;

use driver::{Folder, Yon, program};
use made::{forge, header, random_positions, solution, stored, table_in};

fn yon(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().unwrap()
}

fn shell(script: &str) -> Output {
    let mut command = Command::new("sh");
    command.env("XDG_DATA_HOME", driver::NO_DATA).env("YON", env!("CARGO_BIN_EXE_yon"));
    command.args(["-c", script]).output().unwrap()
}

/// The object that is printed, and nothing else.
fn object(output: &Output) -> Json {
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    let text = std::str::from_utf8(&output.stdout).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    serde_json::from_str(text).unwrap()
}

/// One line on standard error with these words, nothing on standard output, and this code.
fn refuses(output: &Output, code: i32, words: &str) {
    let message = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(message.contains(words), "expected {words}: {message}");
    assert_eq!((output.status.code(), message.lines().count()), (Some(code), 1), "{message}");
    assert!(message.starts_with("yon: ") && output.stdout.is_empty(), "{output:?}");
}

fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn solve_prints_one_object_and_verify_has_its_fingerprint() {
    let folder = Folder::new("solve");
    for threads in ["1", "2", "3"] {
        let file = folder.file(&format!("{threads}.yon"));
        let solved = object(&yon(&["solve", "--size", "8", "--out", &file, "--threads", threads, "--json"]));
        assert_eq!((&solved["value"], &solved["plies"], &solved["size"]), (&"win".into(), &23.into(), &8.into()));
        assert_eq!(solved["bytes"], fs::metadata(&file).unwrap().len());
        assert_eq!(solved["threads"].to_string(), threads);
        let verified = object(&yon(&["verify", &file, "--json", "--threads", threads]));
        assert_eq!(verified["fingerprint"], solved["fingerprint"]);
        assert_eq!((&verified["checked"], &verified["positions"]), (&solved["entries"], &solved["positions"]));
        let sampled = object(&yon(&["verify", &file, "--json", "--sample", "500", "--seed", "7"]));
        assert_eq!(sampled["checked"], 500);
    }
    assert_eq!(names(&folder), ["1.yon", "2.yon", "3.yon"]);
    let files = ["1.yon", "2.yon", "3.yon"].map(|name| fs::read(folder.0.join(name)).unwrap());
    assert!(files[0] == files[1] && files[1] == files[2]);
}

#[test]
fn solve_for_people_prints_lines_and_no_progress_on_a_pipe() {
    let output = yon(&["solve", "--size", "6"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for line in ["size: 6", "value: win", "plies: 14", "positions: 23,409", "winning first moves: 2"] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

#[test]
fn a_reader_that_goes_away_is_success() {
    let output = shell("( (sleep 0.2; \"$YON\" solve --size 4 --json; echo $? >&2) | true ) 2>&1");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "0");
}

#[test]
fn wrong_usage_of_solve_is_exit_code_2_and_leaves_nothing() {
    let folder = Folder::new("usage");
    let file = folder.file("t.yon");
    let below = folder.file("none/t.yon");
    for (args, words) in [
        (&["--size", "7"][..], "size: expected "),
        (&["--size", "2"], "size: expected "),
        (&["--size", "28"], "size: expected "),
        (&["--size", "0"], "size: expected "),
        (&["--size", "256"], "256"),
        (&["--size", "-4"], "-4"),
        (&["--size", "x"], "x"),
        (&[], "--size"),
        (&["--size", "6", "--threads", "0"], "0"),
        (&["--size", "6", "--save", "--out", &file], "cannot be used with"),
        (&["--size", "6", "--out", ""], "--out"),
        (&["--size", "6", "--out", &folder.file("")], "is a folder; expected a file"),
        (&["--size", "6", "--out", &folder.file("x/")], "is a folder; expected a file"),
        (&["--size", "6", "--out", &below], "cannot write "),
        (&["--size", "6", "--out", "/dev/full"], "/dev/full exists"),
        (&["--size", "6", "--out", "/dev/full", "--force"], "/dev/full is no file that can be replaced"),
        (&["--size", "6", "--out", "/proc/t.yon"], "cannot write /proc/t.yon"),
        (&["--size", "6", "--game", "chess"], "expected one of yonkoma"),
    ] {
        let output = yon(&[&["solve"], args].concat());
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(message.contains(words), "{args:?}: {message}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {message}");
        assert_eq!(names(&folder), Vec::<String>::new(), "{args:?}");
    }
}

#[test]
fn what_is_there_is_replaced_only_with_force_and_only_if_it_is_a_file() {
    let folder = Folder::new("force");
    let file = folder.file("t.yon");
    fs::write(&file, "mine").unwrap();
    refuses(&yon(&["solve", "--size", "6", "--out", &file]), 2, "t.yon exists; expected --force to replace it");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    object(&yon(&["solve", "--size", "6", "--out", &file, "--force", "--json"]));
    object(&yon(&["verify", &file, "--json"]));
    let (link, pipe) = (folder.file("link"), folder.file("pipe"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    nix::unistd::mkfifo(pipe.as_str(), nix::sys::stat::Mode::S_IRWXU).unwrap();
    for other in [&link, &pipe] {
        refuses(&yon(&["solve", "--size", "6", "--out", other, "--force"]), 2, "is no file that can be replaced");
    }
    object(&yon(&["verify", &link, "--json"]));
    assert_eq!(names(&folder), ["link", "pipe", "t.yon"]);
}

#[test]
fn a_folder_that_cannot_be_written_or_made_is_named_before_solving() {
    let folder = Folder::new("save");
    fs::write(folder.0.join("yon"), "in the way").unwrap();
    let output = program().args(["solve", "--size", "26", "--save"]).env("XDG_DATA_HOME", &folder.0).output().unwrap();
    refuses(&output, 2, &format!("cannot make the folder {}", folder.file("yon/tables")));
}

#[test]
fn save_puts_the_table_where_the_engine_looks() {
    let folder = Folder::new("saved");
    let save = || program().args(["solve", "--size", "6", "--save", "--json"]).env("XDG_DATA_HOME", &folder.0).output();
    let solved = object(&save().unwrap());
    assert_eq!(solved["file"], folder.file("yon/tables/yonkoma-6.yon"));
    object(&yon(&["verify", solved["file"].as_str().unwrap(), "--json"]));
    refuses(&save().unwrap(), 2, "exists; expected --force to replace it");
}

#[test]
fn a_disk_that_is_full_leaves_nothing() {
    let folder = Folder::new("full");
    // A limit on the length of files is met in the same place; the first piece written is a mebibyte.
    for blocks in [0, 1, 16, 40] {
        let file = folder.file("t.yon");
        let output = shell(&format!("ulimit -f {blocks}; exec \"$YON\" solve --size 10 --out {file}"));
        refuses(&output, 2, "t.yon: ");
        assert_eq!(names(&folder), Vec::<String>::new(), "{blocks}");
    }
}

#[test]
fn two_who_solve_into_one_file_leave_one_whole_table() {
    let folder = Folder::new("both");
    let file = folder.file("t.yon");
    let start = || {
        let mut command = program();
        command.args(["solve", "--size", "10", "--out", &file, "--json"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut codes = [start(), start()].map(|mut child| child.wait().unwrap().code());
    codes.sort();
    assert_eq!(codes, [Some(0), Some(2)]);
    assert_eq!(names(&folder), ["t.yon"]);
    object(&yon(&["verify", &file, "--json"]));
}

#[test]
fn memory_that_is_short_is_said_before_starting_with_the_figure() {
    let folder = Folder::new("memory");
    let file = folder.file("t.yon");
    let output = shell(&format!("ulimit -v 400000; exec \"$YON\" solve --size 26 --threads 1 --out {file}"));
    refuses(&output, 2, "yon: solving 26x26 needs ");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains(" MB of memory, and ") && message.trim().ends_with(" MB are free"), "{message}");
    assert_eq!(names(&folder), Vec::<String>::new());
    // A table that says that it is larger than any memory.
    let mut claims = header(solution(4));
    claims.entries = u64::MAX;
    forge(&folder.0.join("huge"), &claims, &stored(solution(4)), solution(4).classes());
    refuses(&yon(&["verify", &folder.file("huge")]), 2, "verifying this table needs 18446744073710 MB of memory");
    refuses(&yon(&["stats", &folder.file("huge")]), 2, "counting this table needs 18446744073710 MB of memory");
    refuses(&yon(&["probe", &folder.file("huge"), "startpos"]), 1, "its counts are not those of 4x4");
}

#[test]
fn a_damaged_file_is_exit_code_1_and_what_is_no_table_is_2() {
    let folder = Folder::new("codes");
    let file = folder.file("t.yon");
    let whole = made::bytes_of(6);
    let damaged = |bytes: &[u8]| fs::write(&file, bytes).unwrap();
    let each = |code: i32, words: &str| {
        for args in [
            &["verify", &file][..],
            &["verify", &file, "--sample", "9"],
            &["probe", &file, "startpos"],
            &["stats", &file],
        ] {
            refuses(&yon(args), code, words);
        }
    };
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    damaged(&flipped);
    each(1, "is damaged: the checksum of block 0 does not fit");
    damaged(&whole[..whole.len() - 1]);
    each(1, "is damaged: expected ");
    damaged(b"");
    each(2, "is no table file");
    let mut version = whole.clone();
    version[8] = 9;
    damaged(&version);
    each(2, "table version 9, expected 1");
    fs::remove_file(&file).unwrap();
    each(2, "cannot read ");
    fs::create_dir(&file).unwrap();
    each(2, "is a folder; expected a file");
    refuses(&yon(&["verify", "/dev/zero"]), 2, "is no table file");
}

#[test]
fn wrong_values_under_right_checksums_are_exit_code_1_with_the_position() {
    let folder = Folder::new("wrong");
    let file = folder.file("t.yon");
    let mut rows = stored(solution(6));
    for stored in rows.iter_mut().flatten() {
        if let Stored::Loss(plies @ 3..=6) = stored {
            *plies += 2;
        }
    }
    forge(folder.0.join("t.yon").as_path(), &header(solution(6)), &rows, solution(6).classes());
    for args in [&["verify", &file][..], &["verify", &file, "--sample", "10000"]] {
        let output = yon(args);
        refuses(&output, 1, ": the table has ");
        let message = String::from_utf8(output.stderr).unwrap();
        let fen = message.strip_prefix("yon: ").unwrap().split(": ").next().unwrap();
        assert!(yon::games::yonkoma::Yonkoma::from_fen(fen).is_ok(), "{message}");
    }
    let mut claims = header(solution(6));
    claims.fingerprint ^= 1;
    forge(folder.0.join("t.yon").as_path(), &claims, &stored(solution(6)), solution(6).classes());
    refuses(&yon(&["verify", &file]), 1, "the header has the fingerprint ");
}

#[test]
fn a_sample_of_none_is_wrong_usage() {
    let folder = Folder::new("none");
    let file = table_in(&folder, 4).display().to_string();
    for args in [["--sample", "0"], ["--sample", "-1"], ["--sample", "x"], ["--seed", "3"]] {
        let output = yon(&[&["verify", file.as_str()], &args[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn probe_has_the_values_of_the_file_with_the_whole_line() {
    let folder = Folder::new("probe");
    for size in [6, 8] {
        let file = table_in(&folder, size).display().to_string();
        for position in random_positions(size, 12).chain([Notation::from_fen("b4r/6/6/6/6/r4b r").unwrap()]) {
            if position.size() != size {
                continue;
            }
            let found = object(&yon(&["probe", &file, &position.fen(), "--json"]));
            let value = solution(size).value(&position);
            assert_eq!(found["value"], value.word(), "{}", position.fen());
            assert_eq!(found["plies"], value.plies().unwrap(), "{}", position.fen());
            let line: Vec<&str> = found["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            let moves = line.iter().filter(|mv| **mv != "0000").count();
            assert_eq!(moves, usize::from(value.plies().unwrap()), "{}: {line:?}", position.fen());
        }
    }
}

#[test]
fn probe_asks_the_file_and_not_the_solver() {
    let folder = Folder::new("liar");
    let file = folder.file("liar");
    // A table in which every loss is two moves longer.
    let mut rows = stored(solution(6));
    for stored in rows.iter_mut().flatten() {
        if let Stored::Loss(plies) = stored {
            *plies += 2;
        }
    }
    forge(folder.0.join("liar").as_path(), &header(solution(6)), &rows, solution(6).classes());
    let found = object(&yon(&["probe", &file, "startpos", "--json"]));
    assert_eq!((&found["value"], &found["plies"]), (&"win".into(), &16.into()));
    refuses(&yon(&["probe", &file, "b2r/4/4/r2b r"]), 2, "does not hold the position b2r/4/4/r2b r 1");
    refuses(&yon(&["probe", &file, "nonsense"]), 2, "expected board, side");
    assert!(matches!(solution(6).value(&Notation::from_fen("b4r/6/6/6/6/r4b r").unwrap()), Value::Win(Some(14))));
}

#[test]
fn stats_prints_one_object() {
    let folder = Folder::new("stats");
    let file = table_in(&folder, 6).display().to_string();
    let found = object(&yon(&["stats", &file, "--json", "--threads", "2"]));
    assert_eq!(found["won"].as_u64().unwrap() + found["lost"].as_u64().unwrap(), 23_409);
    assert_eq!(found["finished"], 25);
}

#[test]
fn an_engine_goes_on_while_its_table_is_replaced_and_removed() {
    let folder = Folder::new("swap");
    let file = folder.file("yonkoma-16.yon");
    object(&yon(&["solve", "--size", "16", "--out", &file, "--json"]));
    let mut engine = Yon::new();
    engine.set(&format!("setoption name TablePath value {}", folder.0.display()));
    engine.set("setoption name BoardSize value 16");
    engine.set("position startpos");
    assert_eq!(engine.go("depth 2").last().score(), "mate 24");
    object(&yon(&["solve", "--size", "6", "--out", &file, "--force", "--json"]));
    engine.set("position startpos moves a1c3");
    assert_eq!(engine.ask("hint movetime 1").split(' ').nth(2), Some("loss"));
    fs::remove_file(&file).unwrap();
    engine.set("position startpos moves a1b2");
    assert_eq!(engine.ask("hint movetime 1").split(' ').nth(2), Some("win"));
}
