//! `yon train`: weights fitted to games that an evaluation plays against itself.

use std::io::Write;
use std::path::PathBuf;

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
    refuse_unwritable(&wish.out, wish.force).map_err(|error| ToolError::Work(error.into()))?;
    let (pool, stop, progress) = (pool(wish.threads)?, stop_on_signals(), Progress::default());
    let (weights, found) = {
        let _display = Display::new("training", "games or steps", &progress);
        pool.install(|| train(&wish.plan, wish.from_hand, &stop, &progress))?
    };
    write_whole(&wish.out, &weights.write(), wish.force).map_err(|error| ToolError::Work(error.into()))?;
    facts::print(&found, wish.json, out)
}
