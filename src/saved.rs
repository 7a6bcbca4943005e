//! What is kept on disk for people: games as lines of JSON, and the state of the prompt between two evenings.
//!
//! A game is one line, so a file of games grows by appending. The state is one file, written whole under another name and
//! renamed; one that cannot be read is set aside, never overwritten.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::table::{TableError, write_whole};
use crate::text::quote;

/// The name of the file of the state.
pub const STATE: &str = "state.json";
/// The name of the file of finished games.
pub const GAMES: &str = "games.jsonl";
/// The name of the file of lines that were typed.
pub const HISTORY: &str = "history";

/// A mistake in a game that was looked over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Marked {
    /// How many moves came before.
    pub ply: usize,
    /// Whose it was, from 1.
    pub seat: usize,
    /// The moves that were as good as any.
    pub best: Vec<String>,
    /// How bad it was: the larger, the worse.
    pub weight: i32,
    /// What it did, in words.
    pub what: String,
}

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedGame {
    /// The name of the game.
    pub game: String,
    /// The FEN of the start; without it the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves, skipped turns included.
    pub moves: Vec<String>,
    /// Who plays each seat: `me`, `engine`, or `level N`.
    #[serde(default)]
    pub players: Vec<String>,
    /// `*` while it is on, `p1win` to `p4win`, `draw`, or `scores` and the points.
    #[serde(default)]
    pub result: String,
    /// Why it ended, in a word.
    #[serde(default)]
    pub reason: String,
    /// The mistakes in it, where it was looked over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Marked>>,
}

/// Why a line is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {number}: expected a game as 'record save' keeps it, found {found}")]
pub struct LineError {
    /// Which line, from 1.
    pub number: usize,
    /// What stands there.
    pub found: String,
}

/// The games of a text, one a line, or `None` when the text does not begin like that.
pub fn read_games(text: &str) -> Option<Result<Vec<SavedGame>, LineError>> {
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines().next().filter(|(_, line)| line.trim_start().starts_with("{\""))?;
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|_| LineError { number, found: quote(line) })
    };
    Some(lines().map(read).collect())
}

/// Appends a game to a file in one write, on a line of its own.
///
/// # Errors
/// When the file cannot be written.
pub fn append(path: &Path, game: &SavedGame) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    // A line that was not finished, as on a full disk, must not take this one with it.
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(-1)).is_ok() {
        file.read_exact(&mut last)?;
    }
    let begin = if last == *b"\n" { "" } else { "\n" };
    let line = format!("{begin}{}\n", serde_json::to_string(game)?);
    file.write_all(line.as_bytes())
}

/// What the prompt remembers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The options that are not at their defaults.
    pub options: Vec<(String, String)>,
    /// Who plays each seat.
    pub players: Vec<String>,
    /// The sides are called by their other names.
    pub swapped: bool,
    /// Each move is shown and asked for first.
    pub confirm: bool,
    /// Sentences instead of drawings.
    pub plain: bool,
    /// The board is turned round.
    pub flip: bool,
    /// The level goes up and down with the results.
    pub climbs: bool,
    /// Which signs the board is drawn with: `auto`, `unicode` or `ascii`.
    pub board: String,
    /// What the terminal's own colour is taken for: `auto`, `light` or `dark`.
    pub background: String,
    /// The game that is not over yet.
    pub game: Option<SavedGame>,
}

/// Where the state is kept; `None` where the system has no such place.
pub fn state_folder() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "yon")?;
    Some(dirs.state_dir().unwrap_or(dirs.data_local_dir()).to_path_buf())
}

impl State {
    /// What was kept in a folder, or the state of a first evening; and what there is to say of a file that cannot be read.
    pub fn load(folder: &Path) -> (State, Option<String>) {
        let path = folder.join(STATE);
        let why = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (State::default(), None),
            Err(error) => return (State::default(), Some(format!("cannot read {}: {error}", path.display()))),
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(state) => return (state, None),
                Err(error) => error,
            },
        };
        let aside = (1..).map(|number| folder.join(format!("{STATE}.damaged-{number}"))).find(|path| !path.exists());
        let moved = aside.and_then(|aside| fs::rename(&path, &aside).ok().map(|()| aside));
        let place =
            moved.map_or("it cannot be moved".into(), |aside| format!("it is set aside as {}", aside.display()));
        (State::default(), Some(format!("{} is damaged ({why}); {place}", path.display())))
    }

    /// Keeps the state in a folder, which is made where it is missing.
    ///
    /// # Errors
    /// When it cannot be written; what was kept before stays.
    pub fn save(&self, folder: &Path) -> Result<(), TableError> {
        let path = folder.join(STATE);
        let failed = |source| TableError::Io { what: "write", path: path.clone(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let text = serde_json::to_string(self).map_err(|error| failed(error.into()))?;
        write_whole(&path, format!("{text}\n").as_bytes(), true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("yon-saved-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn a_state_comes_back_as_it_was_kept() {
        let folder = folder("back");
        let game = SavedGame { game: "g".into(), moves: vec!["a1b2".into()], result: "*".into(), ..Default::default() };
        let state =
            State { options: vec![("A b".into(), "c".into())], game: Some(game), plain: true, ..State::default() };
        assert_eq!(State::load(&folder), (State::default(), None));
        state.save(&folder).unwrap();
        assert_eq!(State::load(&folder), (state, None));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_state_is_set_aside_each_time_under_a_new_name() {
        let folder = folder("damaged");
        fs::create_dir_all(&folder).unwrap();
        for number in 1..3 {
            fs::write(folder.join(STATE), format!("{{\"plain\": {number}")).unwrap();
            let (state, said) = State::load(&folder);
            assert_eq!(state, State::default());
            assert!(said.unwrap().contains(" is damaged ("));
            let aside = fs::read_to_string(folder.join(format!("{STATE}.damaged-{number}"))).unwrap();
            assert_eq!(aside, format!("{{\"plain\": {number}"));
            assert!(!folder.join(STATE).exists());
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_of_games_is_known_by_its_first_line() {
        let line = r#"{"game":"g","moves":["a1b2"]}"#;
        assert_eq!(read_games(&format!("\n{line}\n{line}\n")).unwrap().unwrap().len(), 2);
        assert_eq!(read_games("position startpos"), None);
        assert_eq!(read_games("{ a comment }"), None);
        let error = read_games(&format!("{line}\n{{\"game\":1}}")).unwrap().unwrap_err().to_string();
        assert_eq!(error, "line 2: expected a game as 'record save' keeps it, found '{\"game\":1}'");
    }
}
