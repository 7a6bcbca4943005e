//! The games that are built: the only module that names them all. An entry says what a game is called,
//! who sits at it and on which boards, and opens a session of it.

mod checkers;
mod clients;
mod training;
mod yonkoma;
mod yonmoque;
mod yonoshogi;

pub use clients::{Clients, HubGame, XBoardGame};

use std::path::Path;

use crate::control::{Progress, Stop};
use crate::fallible::Ladder;
use crate::game::Setup;
use crate::session::Session;
use crate::settings::Sizes;
use crate::table::{TableError, TableFile};
use crate::train::Plan;
use crate::train::samples::SamplesError;
use crate::weights::Weights;

/// One game.
pub struct Entry {
    /// The name for `UCI_Variant`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What people call the seats, in the order of play.
    pub seats: &'static [&'static str],
    /// Other names for the seats, in the same order, where some people use them.
    pub other_seats: &'static [&'static str],
    /// One line that credits whoever designed the game.
    pub credit: &'static str,
    /// The rules for people.
    pub rules: &'static str,
    /// The course for people, or nothing: see `repl::learn`.
    pub lessons: &'static str,
    /// The boards.
    pub sizes: Sizes,
    /// How deep the tree is whose leaves are the openings of a match, where none are given.
    pub opening_plies: u32,
    /// Positions to measure a search on, with the depth.
    pub bench: (&'static [&'static str], u32),
    /// How boards or endings are solved, and which on demand.
    pub solve: Option<Solve>,
    /// The ratings of levels 1 to 10 on a board with this side, in Elo above a player who plays any move.
    pub ratings: fn(u8) -> [u32; 10],
    /// How the skill levels of a solved board fare against each other, worked out exactly.
    pub ladder: Option<RunLadder>,
    /// What can be done with table files.
    pub tables: Option<Tables>,
    /// Fits the weights of the evaluation to games.
    pub train: Option<Train>,
    /// What programs of other kinds need to know of it.
    pub clients: Clients,
    /// Opens a session at the start position of a board.
    pub open: Opener,
}

/// Opens a session at a start position.
pub type Opener = Box<dyn Fn(&Setup) -> Box<dyn Session> + Send + Sync>;

/// What is solved of a game, and which number tells one from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Whole boards, by their side.
    Boards(Sizes),
    /// Endings, by the most pieces that they have.
    Endings {
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
}

impl What {
    /// What the number is called.
    pub const fn name(self) -> &'static str {
        match self {
            What::Boards(_) => "size",
            What::Endings { .. } => "pieces",
        }
    }

    /// True for a number that there is.
    pub fn contains(self, number: u8) -> bool {
        match self {
            What::Boards(sizes) => sizes.contains(number),
            What::Endings { min, max } => (min..=max).contains(&number),
        }
    }

    /// Which numbers there are, in words.
    pub fn expected(self) -> String {
        match self {
            What::Boards(sizes) => sizes.to_string(),
            What::Endings { min, max } => format!("a number from {min} to {max}"),
        }
    }

    /// One of them, in words.
    pub fn one(self, number: u8) -> String {
        match self {
            What::Boards(_) => format!("{number}x{number}"),
            What::Endings { .. } => format!("up to {number} pieces"),
        }
    }
}

/// Solving boards or endings from nothing.
#[derive(Clone, Copy)]
pub struct Solve {
    /// What is solved.
    pub what: What,
    /// Those that the engine solves by itself.
    pub on_demand: &'static [u8],
    /// Those by which the speed of solving is measured: small ones are over too soon, large ones take long.
    pub measured: &'static [u8],
    /// The memory that solving one with so many threads takes at its peak, in bytes.
    pub memory: fn(u8, usize) -> u64,
    /// Solves one, with the threads of rayon's present pool.
    pub run: RunSolver,
}

/// Solves one of this number with so many threads.
pub type RunSolver = fn(u8, usize, &Stop, &Progress) -> Result<Box<dyn Solved>, Failure>;

/// Works a board's ladder out, with the threads of rayon's present pool.
pub type RunLadder = fn(u8, &Stop, &Progress) -> Result<Ladder, Failure>;

/// Makes weights by a plan, beginning with those of the program or with the estimate made by hand, from games that are
/// played or, where there are some, from the samples of a text.
pub type Train = fn(&Plan, bool, Option<&str>, &Stop, &Progress) -> Result<Trained, Failure>;

/// What came of training.
pub struct Trained {
    /// The weights.
    pub weights: Weights,
    /// How well they fit, as an object.
    pub facts: serde_json::Value,
    /// The samples of the games that were played.
    pub samples: String,
}

/// Checks all of a file, or so many random positions with a seed.
pub type Verifier = fn(TableFile, Option<(u64, u64)>, &Stop, &Progress) -> Result<u64, Failure>;

/// A board, or endings, that have been solved.
pub trait Solved: Send + Sync {
    /// Positions with one side to move.
    fn positions(&self) -> u64;
    /// Memory that the values take, in bytes.
    fn bytes(&self) -> usize;
    /// What there is to tell, as an object.
    fn facts(&self) -> serde_json::Value;
    /// Writes a table file and returns its length in bytes.
    ///
    /// # Errors
    /// When stopped, and when it cannot be written.
    fn write(&self, path: &Path, replace: bool, stop: &Stop, progress: &Progress) -> Result<u64, Failure>;
}

/// What can be done with the table files of a game.
pub struct Tables {
    /// Lets the game's oracle use this file, wherever it is.
    pub adopt: Box<dyn Fn(TableFile) -> Result<(), TableError> + Send + Sync>,
    /// What was found wrong with a board's table while it was used.
    pub fault: Box<dyn Fn(u8) -> Option<String> + Send + Sync>,
    /// The name under which a table is looked for.
    pub file_name: fn(u8) -> String,
    /// The memory that checking all of a file takes, in bytes.
    pub memory: fn(&TableFile) -> u64,
    /// Checks all of a file, or so many random positions with a seed, and returns how many were checked.
    pub verify: Verifier,
    /// The memory that counting takes, in bytes.
    pub stats_memory: fn(&TableFile) -> u64,
    /// Counts what is in a file.
    pub stats: fn(TableFile, &Stop, &Progress) -> Result<serde_json::Value, Failure>,
}

/// Why work on a solved board came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It was told to end.
    #[error("stopped")]
    Stopped,
    /// A check found a fault.
    #[error("{0}")]
    Check(String),
    /// A table file cannot be read or written.
    #[error(transparent)]
    Table(TableError),
    /// Memory is short.
    #[error("{0}")]
    Memory(String),
    /// The samples of a training are none.
    #[error("samples: {0}")]
    Samples(String),
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Damaged { .. } => Failure::Check(error.to_string()),
            error => Failure::Table(error),
        }
    }
}

impl From<SamplesError> for Failure {
    fn from(error: SamplesError) -> Self {
        Failure::Samples(error.to_string())
    }
}

impl Entry {
    /// A session at the start position.
    pub fn open(&self, setup: &Setup) -> Box<dyn Session> {
        (self.open)(setup)
    }
}

/// All games, and what they share within a process.
pub struct Catalog {
    entries: Vec<Entry>,
}

impl Default for Catalog {
    fn default() -> Self {
        Catalog { entries: vec![yonkoma::entry(), checkers::entry(), yonmoque::entry(), yonoshogi::entry()] }
    }
}

impl Catalog {
    /// The games, the default one first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The names for `UCI_Variant`, the default one first.
    pub fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    /// The game of this name; the default one when there is none.
    pub fn entry(&self, name: &str) -> &Entry {
        self.entries.iter().find(|entry| entry.name == name).unwrap_or(&self.entries[0])
    }
}
