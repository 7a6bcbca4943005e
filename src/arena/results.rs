//! The games of a match on disk: one JSON object a line, a header first, each game as it finishes.
//! A match that was killed goes on from its file, and the files of several parts add up to one match.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
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
    /// Two files say different things of one game.
    #[error("{}: game {game} has another result than in a file before", path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        game: usize,
    },
    /// Another run writes to it.
    #[error("{}: another match is writing to this file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
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

/// What a file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    /// The match.
    pub header: Header,
    /// The games in the order in which they finished, none twice.
    pub games: Vec<GameRecord>,
    /// The bytes up to the end of the last whole line.
    whole: u64,
}

/// Reads a file. A last line without an end was cut off by a kill, and is left out.
///
/// # Errors
/// When it cannot be read or a whole line is wrong.
pub fn read(path: &Path) -> Result<Contents, ResultsError> {
    let io = |error| ResultsError::Io { path: path.into(), error };
    if !std::fs::metadata(path).map_err(io)?.is_file() {
        return Err(io(io::Error::other("expected a file")));
    }
    contents(path, &std::fs::read(path).map_err(io)?)
}

fn contents(path: &Path, bytes: &[u8]) -> Result<Contents, ResultsError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let wrong = |line: usize, why: &dyn ToString| ResultsError::Line { path: path.into(), line, why: why.to_string() };
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|error| wrong(1, &error))?;
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or_else(|| wrong(1, &"expected the header of a match, found nothing"))?;
    let header: Header = serde_json::from_str(first).map_err(|error| wrong(1, &error))?;
    if header.yon_match != VERSION {
        return Err(wrong(1, &format!("expected version {VERSION}, found {}", header.yon_match)));
    }
    if header.engines.iter().any(|name| name.contains(char::is_control)) || header.engines.len() < 2 {
        return Err(wrong(1, &"expected the names of at least two engines"));
    }
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    for (index, line) in lines {
        let game: GameRecord = serde_json::from_str(line).map_err(|error| wrong(index + 1, &error))?;
        if !game.fits(&header) {
            return Err(wrong(index + 1, &"this is no game of the match in the header"));
        }
        if seen.insert(game.game) {
            games.push(game);
        }
    }
    Ok(Contents { header, games, whole: whole as u64 })
}

impl GameRecord {
    /// Whether seats, engines and points are those of a game of this match.
    fn fits(&self, header: &Header) -> bool {
        let most = if header.seats == 2 { 1.0 } else { header.seats as f64 };
        self.game < header.games
            && self.engines.len() == header.seats
            && self.points.len() == header.seats
            && self.engines.iter().all(|&engine| engine < header.engines.len())
            && self.points.iter().all(|points| (0.0..=most).contains(points))
            && self.faults.iter().all(|fault| (1..=header.seats).contains(&fault.seat))
    }
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
    /// Begins a file, or goes on with one; the games that it holds already, in the order in which they finished.
    ///
    /// # Errors
    /// When it exists and is not to be gone on with, is no file of games, is of another match, is being
    /// written by another run, or cannot be written.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(Self, Vec<GameRecord>), ResultsError> {
        let io = |error| ResultsError::Io { path: path.into(), error };
        let exists = match std::fs::metadata(path) {
            Ok(meta) if !meta.is_file() => return Err(io(io::Error::other("expected a file"))),
            Ok(meta) => meta.len() > 0,
            Err(_) => false,
        };
        if exists && !resume {
            return Err(ResultsError::Exists { path: path.into() });
        }
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::Busy { path: path.into() }),
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let first = line(header).map_err(io)?;
        let mut journal = Journal { path: path.into(), file };
        // New, or killed before even the header was whole.
        if first.as_bytes().starts_with(&bytes) && bytes.len() < first.len() {
            journal.file.set_len(0).map_err(io)?;
            journal.write(&first)?;
            return Ok((journal, Vec::new()));
        }
        let old = contents(path, &bytes)?;
        same_match(path, &old.header, header)?;
        journal.file.set_len(old.whole).map_err(io)?;
        Ok((journal, old.games))
    }

    /// Appends a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ResultsError> {
        let text = line(game).map_err(|error| ResultsError::Io { path: self.path.clone(), error })?;
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> Result<(), ResultsError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value).map_err(io::Error::other)? + "\n")
}

/// Adds the games of a file to those of others.
///
/// # Errors
/// When two files say different things of one game.
pub fn add_up(path: &Path, all: &mut Games, more: Vec<GameRecord>) -> Result<(), ResultsError> {
    for game in more {
        let number = game.game;
        if let Some(old) = all.insert(number, game)
            && all.get(&number) != Some(&old)
        {
            return Err(ResultsError::Conflict { path: path.into(), game: number + 1 });
        }
    }
    Ok(())
}
