//! The floors of the house: a module imports only from floors below its own (see `src/lib.rs`).

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with its floor in tenths. A room that is not listed here fails the test.
const FLOORS: &[(&str, u32)] = &[
    ("board", 0),
    ("view", 0),
    ("control", 0),
    ("game", 0),
    ("table", 0),
    ("weights", 0),
    ("network", 0),
    ("text", 0),
    ("fallible", 0),
    ("games", 10),
    ("perft", 15),
    ("record", 15),
    ("search", 15),
    ("train", 15),
    ("settings", 20),
    ("saved", 20),
    ("session", 20),
    ("catalog", 30),
    ("engine", 30),
    ("arena", 40),
    ("tools", 40),
    ("protocol", 40),
    ("repl", 40),
];

/// Rooms on one floor that may use each other, in this direction.
const SIDEWAYS: &[(&str, &str)] = &[
    ("view", "board"),
    ("view", "game"),
    ("game", "view"),
    ("game", "fallible"),
    ("fallible", "game"),
    ("game", "board"),
    ("game", "control"),
    ("text", "board"),
    ("text", "game"),
    ("weights", "table"),
    ("game", "weights"),
    ("network", "game"),
    ("network", "weights"),
    ("session", "settings"),
    ("train", "record"),
    ("train", "search"),
    ("engine", "catalog"),
    ("protocol", "tools"),
    ("arena", "protocol"),
    ("tools", "arena"),
    ("tools", "protocol"),
    ("repl", "protocol"),
];

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn room(path: &Path) -> String {
    let relative = path.strip_prefix(src()).unwrap();
    relative.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_string()
}

fn floor(room: &str) -> u32 {
    FLOORS.iter().find(|(name, _)| *name == room).unwrap_or_else(|| panic!("the room '{room}' has no floor")).1
}

/// The rooms that a line names behind `crate::`.
fn imports(line: &str) -> Vec<String> {
    line.match_indices("crate::")
        .map(|(at, word)| {
            let rest = &line[at + word.len()..];
            rest.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect::<String>()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn imports_point_down() {
    let mut checked = 0;
    for path in sources(&src()) {
        let from = room(&path);
        if ["main", "cli", "lib"].contains(&from.as_str()) {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let code = line.split("//").next().unwrap();
            for to in imports(code) {
                let sideways = SIDEWAYS.contains(&(from.as_str(), to.as_str()));
                assert!(
                    to == from || sideways || floor(&to) < floor(&from),
                    "{}: '{from}' (floor {}) imports '{to}' (floor {}): {line}",
                    path.display(),
                    floor(&from),
                    floor(&to)
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "the test found only {checked} imports");
}

#[test]
fn games_never_import_each_other() {
    let names: Vec<String> = fs::read_dir(src().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    for path in sources(&src().join("games")) {
        let text = fs::read_to_string(&path).unwrap();
        let own = path.strip_prefix(src().join("games")).unwrap().components().next().unwrap();
        let own = own.as_os_str().to_str().unwrap().trim_end_matches(".rs");
        for other in names.iter().filter(|name| *name != own) {
            assert!(!text.contains(&format!("games::{other}")), "{} imports {other}", path.display());
        }
    }
}

#[test]
fn only_the_catalog_and_the_games_name_a_game() {
    for path in sources(&src()) {
        let room = room(&path);
        // The credit stands wherever the program introduces itself.
        if ["games", "catalog", "cli", "lib"].contains(&room.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let comment = line.trim_start().starts_with("//");
            let credit = line.contains("Mark Steere");
            // The pieces of several games are checkers, so that game is named by its modules and its quoted name.
            let line_low = line.to_lowercase();
            let named = ["yonkoma", "checkers::", "\"checkers", "yonmoque"].iter().any(|name| line_low.contains(name));
            assert!(comment || credit || !named, "{}:{} names a game: {line}", path.display(), number + 1);
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_readable() {
    for path in sources(&src()) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} has no first line that says what it is", path.display());
        let lines = text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines: it wants to be two", path.display());
    }
}
