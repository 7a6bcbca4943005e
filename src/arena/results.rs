//! The games of a match on disk: one JSON object a line, a header first, each game as it finishes.
//! A match that was killed goes on from its file, and the files of several parts add up to one match.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The version of the file.
const VERSION: u32 = 1;

/// What a match is: games of one header can be added up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of this form.
    pub yon_match: u32,
    /// The game.
    pub variant: String,
    /// The side of the board of the start position.
    pub size: u8,
    /// The engines, in order.
    pub engines: Vec<String>,
    /// Seats of the game.
    pub seats: usize,
    /// How many games the whole match has.
    pub games: usize,
    /// A hash of all else that the schedule depends on: openings, tournament, seed, time controls, options.
    pub plan: String,
}

impl Header {
    /// A header of the present version.
    pub fn new(variant: &str, size: u8, engines: Vec<String>, seats: usize, games: usize, plan: String) -> Self {
        Header { yon_match: VERSION, variant: variant.into(), size, engines, seats, games, plan }
    }
}

/// Something that an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The seat, from 1.
    pub seat: usize,
    /// After how many moves.
    pub after: usize,
    /// What, in words.
    pub what: String,
}

/// One finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0.
    pub game: usize,
    /// Games of one round share opening and engines.
    pub round: usize,
    /// For each seat, the engine that played it, by its number in the header.
    pub engines: Vec<usize>,
    /// The record as the protocol prints it: it can be pasted behind `record`.
    pub record: String,
    /// `p1win`, `p2win`, `draw`, or `scores …`.
    pub result: String,
    /// Why: the game's word, or `forfeit` or `adjudication`.
    pub reason: String,
    /// Each seat's points: 1, ½ or 0 in a game for two, the final scores otherwise.
    pub points: Vec<f64>,
    /// What engines did wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is no game.
    #[error("{}: line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        line: usize,
        /// Why.
        why: String,
    },
    /// It belongs to another match.
    #[error("{}: these are games of another match ({what} differs)", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// It is there already.
    #[error("{}: the file exists; --resume goes on with its match", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
}

/// Games by their number: none is counted twice.
pub type Games = BTreeMap<usize, GameRecord>;

/// Reads a file. A last line without an end was cut off by a kill, and is left out; the length of what
/// is whole is returned too.
///
/// # Errors
/// When it cannot be read or a whole line is wrong.
pub fn read(path: &Path) -> Result<(Header, Games, u64), ResultsError> {
    let text = std::fs::read(path).map_err(|error| ResultsError::Io { path: path.into(), error })?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let wrong = |line: usize, why: &dyn ToString| ResultsError::Line { path: path.into(), line, why: why.to_string() };
    let text = std::str::from_utf8(&text[..whole]).map_err(|error| wrong(1, &error))?;
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or_else(|| wrong(1, &"expected the header of a match, found nothing"))?;
    let header: Header = serde_json::from_str(first).map_err(|error| wrong(1, &error))?;
    if header.yon_match != VERSION {
        return Err(wrong(1, &format!("expected version {VERSION}, found {}", header.yon_match)));
    }
    let mut games = Games::new();
    for (index, line) in lines {
        let game: GameRecord = serde_json::from_str(line).map_err(|error| wrong(index + 1, &error))?;
        let fits = game.engines.len() == header.seats
            && game.points.len() == header.seats
            && game.engines.iter().all(|&engine| engine < header.engines.len());
        if !fits {
            return Err(wrong(index + 1, &"the seats are not those of the header"));
        }
        games.insert(game.game, game);
    }
    Ok((header, games, whole as u64))
}

/// Holds two headers against each other.
///
/// # Errors
/// When they are of different matches.
pub fn same_match(path: &Path, a: &Header, b: &Header) -> Result<(), ResultsError> {
    let what = if a.variant != b.variant {
        "the game"
    } else if a.size != b.size {
        "the board"
    } else if a.engines != b.engines {
        "the list of engines"
    } else if a != b {
        "the number of games, openings, seed, or a setting of an engine"
    } else {
        return Ok(());
    };
    Err(ResultsError::Other { path: path.into(), what })
}

/// A file to which games are appended as they finish.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a file, or goes on with one; the games that it holds already.
    ///
    /// # Errors
    /// When it exists and is not to be gone on with, is of another match, or cannot be written.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(Self, Games), ResultsError> {
        let io = |error| ResultsError::Io { path: path.into(), error };
        let exists = std::fs::metadata(path).is_ok_and(|meta| !meta.is_file() || meta.len() > 0);
        if exists && !resume {
            return Err(ResultsError::Exists { path: path.into() });
        }
        if !exists {
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
            let mut journal = Journal { path: path.into(), file };
            journal.line(header)?;
            return Ok((journal, Games::new()));
        }
        let (old, games, whole) = match read(path) {
            // Killed before even the header was whole: begin again.
            Err(ResultsError::Line { line: 1, .. }) if std::fs::read(path).is_ok_and(|text| !text.contains(&b'\n')) => {
                std::fs::remove_file(path).map_err(io)?;
                return Journal::open(path, header, resume);
            }
            read => read?,
        };
        same_match(path, &old, header)?;
        let file = OpenOptions::new().append(true).open(path).map_err(io)?;
        file.set_len(whole).map_err(io)?;
        Ok((Journal { path: path.into(), file }, games))
    }

    /// Appends a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ResultsError> {
        self.line(game)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), ResultsError> {
        let io = |error| ResultsError::Io { path: self.path.clone(), error };
        let mut text = serde_json::to_string(value).map_err(|error| io(io::Error::other(error)))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(io)
    }
}
