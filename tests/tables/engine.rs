//! The engine on boards that it does not solve itself: with a table, without one, and with one that is no good.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use yon::game::{Game, Notation, Setup, Value, value_of_move};
use yon::games::yonkoma::{Stored, Yonkoma};

use super::driver::{Folder, Yon, program};
use super::made::{forge, header, random_positions, solution, stored, table_in, write};

/// A folder with the table of 16x16, for all tests of this program.
fn tables() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{}", env!("CARGO_PKG_VERSION")));
        fs::create_dir_all(&folder).unwrap();
        write(solution(16), &folder.join("yonkoma-16.yon"));
        folder
    })
}

/// On 16x16 with the tables of a folder.
fn with(folder: &Path) -> Yon {
    let mut yon = Yon::new();
    yon.set(&format!("setoption name TablePath value {}", folder.display()));
    yon.set("setoption name BoardSize value 16");
    yon.set("position startpos");
    yon
}

fn note() -> String {
    format!("table {}", tables().join("yonkoma-16.yon").display())
}

/// Plays a line out and checks that each move is a best one.
fn plays_best(position: &Yonkoma, line: &[String]) {
    let mut at = *position;
    for text in line {
        let mv = at.parse_move(text).unwrap();
        let after = at.after(mv);
        assert_eq!(
            value_of_move(&at, mv, &after, solution(16).value(&after)),
            solution(16).value(&at),
            "{text}: {line:?}"
        );
        at = after;
    }
    assert!(at.outcome().is_some(), "the line goes to the end: {line:?}");
}

#[test]
fn go_with_a_table_is_proved_with_a_line_to_the_end_and_names_the_table_once() {
    let mut yon = with(tables());
    for (index, words) in ["", "depth 3", "movetime 50", "nodes 1", "infinite\nstop"].into_iter().enumerate() {
        let found = yon.go(words);
        let notes = if index == 0 { vec![note()] } else { Vec::new() };
        assert_eq!(found.notes, notes, "go {words}");
        let info = found.last();
        assert_eq!((info.score().as_str(), info.seldepth, found.best.as_str()), ("mate 24", 48, "a1c3"), "go {words}");
        assert!(info.tbhits > 0, "go {words}");
        plays_best(&Yonkoma::start(&Setup::of_size(16)), &info.pv);
    }
    assert_eq!(yon.ask("hint"), "hint value win plies 48 moves a1c3 p16n14");
}

#[test]
fn hint_and_go_have_the_value_of_the_solution_on_random_positions() {
    let mut yon = with(tables());
    yon.set("setoption name Losing Play value longest");
    yon.go("");
    for position in random_positions(16, 60).filter(|position| position.outcome().is_none()) {
        yon.set(&format!("position fen {}", position.fen()));
        let (word, plies) = match solution(16).value(&position) {
            Value::Win(plies) => ("win", plies.unwrap()),
            Value::Loss(plies) => ("loss", plies.unwrap()),
            Value::Draw => unreachable!(),
        };
        let hint = yon.ask("hint");
        assert!(hint.starts_with(&format!("hint value {word} plies {plies} moves ")), "{}: {hint}", position.fen());
        let found = yon.go("");
        let mate = i64::from(plies.div_ceil(2)) * if word == "win" { 1 } else { -1 };
        assert_eq!(found.last().score(), format!("mate {mate}"), "{}", position.fen());
        plays_best(&position, &found.last().pv);
    }
}

#[test]
fn without_use_tables_no_table_is_used_or_named() {
    let mut yon = with(tables());
    yon.set("setoption name UseTables value false");
    let found = yon.go("depth 3");
    assert_eq!((found.notes.len(), found.last().tbhits), (0, 0));
    yon.set("setoption name UseTables value true");
    assert_eq!(yon.go("depth 3").notes, [note()]);
}

#[test]
fn nothing_is_said_where_there_is_no_table() {
    let folder = Folder::new("no-tables");
    // What a writer left behind that was killed is none.
    fs::copy(tables().join("yonkoma-16.yon"), folder.0.join(".yonkoma-16.yon.1.0.part")).unwrap();
    let found = with(&folder.0).go("depth 3");
    assert_eq!((found.notes.len(), found.last().tbhits), (0, 0));
    assert_eq!(found.last().depth, 3);
}

#[test]
fn a_table_that_comes_later_is_found_when_the_folder_is_named_again() {
    let folder = Folder::new("later");
    let mut yon = with(&folder.0);
    assert_eq!(yon.go("depth 2").notes.len(), 0);
    fs::copy(tables().join("yonkoma-16.yon"), folder.0.join("yonkoma-16.yon")).unwrap();
    yon.set("setoption name TablePath value <empty>");
    yon.set(&format!("setoption name TablePath value {}", folder.0.display()));
    assert_eq!(yon.go("depth 2").notes, [format!("table {}", folder.file("yonkoma-16.yon"))]);
}

#[test]
fn the_default_folder_is_that_of_the_system_for_data() {
    let data = Folder::new("data");
    let folder = data.0.join("yon/tables");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(tables().join("yonkoma-16.yon"), folder.join("yonkoma-16.yon")).unwrap();
    let mut command = program();
    command.env("XDG_DATA_HOME", &data.0);
    let mut yon = Yon::run(command);
    yon.set("setoption name BoardSize value 16");
    yon.set("position startpos");
    let found = yon.go("depth 2");
    assert_eq!(found.notes, [format!("table {}", folder.join("yonkoma-16.yon").display())]);
    assert_eq!(found.last().score(), "mate 24");
}

#[test]
fn boards_that_are_solved_on_demand_use_no_table() {
    let folder = Folder::new("small");
    for size in [6, 10] {
        // The file of a liar.
        let mut rows = stored(solution(size));
        rows.iter_mut().flatten().for_each(|stored| *stored = Stored::Loss(1));
        let path = folder.0.join(format!("yonkoma-{size}.yon"));
        forge(&path, &header(solution(size)), &rows, solution(size).classes());
        let mut yon = with(&folder.0);
        yon.set(&format!("setoption name BoardSize value {size}"));
        yon.set("position startpos");
        let found = yon.go("");
        assert_eq!((found.notes.len(), found.last().score > 0), (0, true), "{size}");
    }
}

/// The engine says this once and then searches as if there were no table.
fn is_refused(folder: &Folder, words: &str) {
    let mut yon = with(&folder.0);
    yon.say("hint movetime 50");
    let hint = yon.until("hint");
    assert_eq!(hint.len(), 2, "{hint:?}");
    assert!(hint[0].starts_with("info string table not used: ") && hint[0].contains(words), "{hint:?}");
    assert!(hint[1].starts_with("hint value unknown "), "{hint:?}");
    let found = yon.go("depth 3");
    assert_eq!((found.notes.len(), found.last().depth, found.last().tbhits), (0, 3, 0));
}

#[test]
fn a_file_that_is_not_the_table_of_its_name_is_refused_and_said_to_be() {
    let folder = Folder::new("refused");
    let path = folder.0.join("yonkoma-16.yon");
    fs::rename(table_in(&folder, 6), &path).unwrap();
    is_refused(&folder, "board 6, expected 16");
    fs::write(&path, "").unwrap();
    is_refused(&folder, "is no table file");
    let mut bytes = fs::read(tables().join("yonkoma-16.yon")).unwrap();
    bytes.pop();
    fs::write(&path, &bytes).unwrap();
    is_refused(&folder, "is damaged: expected ");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    is_refused(&folder, "is a folder; expected a file");
    #[cfg(unix)]
    {
        fs::remove_dir(&path).unwrap();
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
        is_refused(&folder, "is no table file");
    }
}

#[test]
fn a_table_that_turns_out_damaged_is_used_no_more_and_the_search_is_whole() {
    let folder = Folder::new("blocks");
    let path = folder.0.join("yonkoma-16.yon");
    let mut bytes = fs::read(tables().join("yonkoma-16.yon")).unwrap();
    let blocks = u32::from_le_bytes(bytes[36..40].try_into().unwrap()) as usize;
    bytes[80 + 8 * blocks..].iter_mut().step_by(50).for_each(|byte| *byte ^= 1);
    fs::write(&path, &bytes).unwrap();
    let mut yon = with(&folder.0);
    let found = yon.go("depth 5");
    assert_eq!(found.notes.len(), 2, "{:?}", found.notes);
    assert_eq!(found.notes[0], format!("table {}", path.display()));
    assert!(found.notes[1].starts_with("table not used: ") && found.notes[1].contains("is damaged: the checksum of"));
    assert_eq!((found.last().depth, found.last().tbhits), (5, 0), "{:?}", found.lines);
    assert_eq!(yon.go("depth 5").notes.len(), 0);
}
