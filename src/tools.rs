//! The subcommands that print.

pub mod bench;
pub mod chart;
pub mod check;
mod facts;
pub mod ladder;
pub mod map;
pub mod r#match;
mod memory;
pub mod r#move;
pub mod perft;
mod progress;
pub mod solve;
pub mod table;
pub mod train;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::arena::child::Logger;
use crate::catalog::{Failure, What};
use crate::control::Stop;
use crate::protocol::output::open_log;
use crate::search::hash::NoMemory;
use crate::session::Job;
use crate::session::report::{Answer, Info, News, PositionError, Start};
use crate::settings::OptionError;

/// Why a subcommand failed.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is no memory for the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The game is not solved by this program.
    #[error("game: {0} is not solved here")]
    Unsolvable(&'static str),
    /// The game's evaluation has no weights to fit.
    #[error("game: the evaluation of {0} is not fitted to games")]
    Untrainable(&'static str),
    /// A board or ending that the game has not.
    #[error("{}: expected {}, found {found}", what.name(), what.expected())]
    Number {
        /// What was asked for.
        found: u8,
        /// What there is.
        what: What,
    },
    /// The wrong option, or none, to say what is to be solved.
    #[error("{game}: expected --{expected} N, found {found}")]
    Which {
        /// The game.
        game: &'static str,
        /// Which option it takes.
        expected: &'static str,
        /// What was found.
        found: &'static str,
    },
    /// There is not enough memory for some work.
    #[error("{what} needs {} MB of memory, and {} MB are free", needed.div_ceil(1_000_000), available / 1_000_000)]
    Shortage {
        /// Which work.
        what: String,
        /// What it needs, in bytes.
        needed: u64,
        /// What can be had, in bytes.
        available: u64,
    },
    /// The position is none of the table's.
    #[error("{} does not hold the position {fen}", file.display())]
    NotInTable {
        /// The table.
        file: std::path::PathBuf,
        /// The position.
        fen: String,
    },
    /// No piece can be placed.
    #[error("position: expected one in which a piece can be placed, found {0}")]
    NoPlacing(String),
    /// There is no place for tables.
    #[error("this system has no folder for the files of a program; expected --out")]
    NoFolder,
    /// The folder for tables cannot be made.
    #[error("cannot make the folder {}", folder.display())]
    Folder {
        /// The folder.
        folder: std::path::PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Two things are to go to one file.
    #[error("--keep and --out: expected two files, found {} for both", .0.display())]
    SameFile(std::path::PathBuf),
    /// A file of samples cannot be read.
    #[error("cannot read {}", file.display())]
    Read {
        /// The file.
        file: std::path::PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Work on a solved board came to nothing.
    #[error(transparent)]
    Work(#[from] Failure),
    /// The threads could not be had.
    #[error("threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A file of results cannot be drawn.
    #[error(transparent)]
    Chart(#[from] chart::ChartError),
    /// Writing failed.
    #[error("cannot write")]
    Io(#[from] io::Error),
}

impl ToolError {
    /// True when the work was done and a check failed.
    pub fn is_failed_check(&self) -> bool {
        matches!(self, ToolError::Work(Failure::Check(_)))
    }
}

/// The threads for heavy work: so many, or as many as the machine has.
fn pool(threads: Option<usize>) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()
}

/// A flag that the first Ctrl-C sets, as does any other request to end.
fn stop_on_signals() -> Stop {
    let stop = Stop::new();
    catch_signals(&Arc::new(AtomicBool::new(true)), &stop);
    stop
}

/// `startpos`, or anything else as a FEN.
pub fn start(text: &str) -> Start {
    if text == "startpos" { Start::Startpos } else { Start::Fen(text.into()) }
}

/// Runs a job here and now: the last line it told, and its answer.
fn finish(job: Job) -> (Option<Info>, Answer) {
    let mut last = None;
    let answer = job(&Stop::new(), &mut |news| {
        if let News::Info(info) = news
            && info.multipv == 1
        {
            last = Some(info);
        }
    });
    (last, answer)
}

/// The log of the traffic with other engines.
struct Log {
    file: Arc<Mutex<File>>,
    began: Instant,
}

impl Log {
    /// Appends to a file; what is wrong with it, in words.
    fn open(path: &Path) -> Result<Self, String> {
        let file = open_log(path).map_err(|error| format!("log: cannot append to {}: {error}", path.display()))?;
        Ok(Log { file: Arc::new(Mutex::new(file)), began: Instant::now() })
    }

    fn for_engine(&self, name: &str) -> Logger {
        let (file, began, name) = (Arc::clone(&self.file), self.began, name.to_string());
        Box::new(move |direction, line| {
            let entry = format!("{} {direction}{name}: {line}\n", began.elapsed().as_millis());
            // A full disk must not stop what is logged.
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(entry.as_bytes());
        })
    }
}

/// The first Ctrl-C sets `finish`: what is running may end. The second stops `cancel`, as does any other request to end.
#[cfg(unix)]
fn catch_signals(finish: &Arc<AtomicBool>, cancel: &Stop) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let (finish, cancel) = (Arc::clone(finish), cancel.clone());
    // A file that grows too large is an error of writing, as a full disk is.
    let _ = signal_hook::flag::register(nix::sys::signal::Signal::SIGXFSZ as i32, Arc::default());
    // Where no handler can be set, a signal ends the program, and engines end with their pipes.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    let watch = move || {
        for signal in signals.forever() {
            if finish.swap(true, Ordering::SeqCst) || signal != SIGINT {
                cancel.stop();
            }
        }
    };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(watch);
}

#[cfg(not(unix))]
fn catch_signals(finish: &Arc<AtomicBool>, cancel: &Stop) {
    let (finish, cancel) = (Arc::clone(finish), cancel.clone());
    // Where no handler can be set, Ctrl-C ends the program, and engines end with their pipes.
    let _ = ctrlc::set_handler(move || {
        if finish.swap(true, Ordering::SeqCst) {
            cancel.stop();
        }
    });
}
