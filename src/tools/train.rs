//! `yon train`: weights fitted to games that an evaluation plays against itself.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::progress::Display;
use super::{ToolError, facts, pool, stop_on_signals};
use crate::catalog::Entry;
use crate::control::Progress;
use crate::table::{refuse_unwritable, write_whole};
use crate::train::Plan;

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    /// How the weights are to be made.
    pub plan: Plan,
    /// Begin with the estimate made by hand instead of the weights of the program.
    pub from_hand: bool,
    /// Files with samples to fit to; where there is none, games are played.
    pub samples: Vec<PathBuf>,
    /// Where the samples of the games go as well.
    pub keep: Option<PathBuf>,
    /// Where the weights go.
    pub out: PathBuf,
    /// Replace a file of that name.
    pub force: bool,
    /// How many threads; by default as many as the machine has.
    pub threads: Option<usize>,
    /// Print an object.
    pub json: bool,
}

/// Plays games, fits the weights to them, writes them to a file and prints how well they fit.
///
/// # Errors
/// When the game's evaluation is not fitted to games, the file cannot be written, or the work was interrupted.
pub fn run(entry: &Entry, wish: &Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    let Some(train) = entry.train else { return Err(ToolError::Untrainable(entry.name)) };
    if wish.keep.as_ref() == Some(&wish.out) {
        return Err(ToolError::SameFile(wish.out.clone()));
    }
    for file in [Some(&wish.out), wish.keep.as_ref()].into_iter().flatten() {
        refuse_unwritable(file, wish.force).map_err(|error| ToolError::Work(error.into()))?;
    }
    let read = |file: &PathBuf| read_file(file).map_err(|source| ToolError::Read { file: file.clone(), source });
    let given = wish.samples.iter().map(read).collect::<Result<Vec<String>, _>>()?.concat();
    let given = (!wish.samples.is_empty()).then_some(given.as_str());
    let (pool, stop, progress) = (pool(wish.threads)?, stop_on_signals(), Progress::default());
    let trained = {
        let _display = Display::new("training", "games or steps", &progress);
        pool.install(|| train(&wish.plan, wish.from_hand, given, &stop, &progress))?
    };
    let write = |file: &PathBuf, bytes: &[u8]| {
        write_whole(file, bytes, wish.force).map_err(|error| ToolError::Work(error.into()))
    };
    write(&wish.out, &trained.weights.write())?;
    if let Some(file) = &wish.keep {
        write(file, trained.samples.as_bytes())?;
    }
    facts::print(&trained.facts, wish.json, out)
}

/// The text of a file; what is none, such as a device, has no end.
fn read_file(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    fs::read_to_string(path)
}
