//! `yon ladder`: how the skill levels of a solved board fare against each other.

use std::io::Write;

use serde_json::json;

use super::progress::Display;
use super::{ToolError, memory, pool, stop_on_signals};
use crate::catalog::{Entry, What};
use crate::control::Progress;
use crate::fallible::Ladder;

/// Bytes a place that a ladder takes beside the solution: six numbers of four bytes, and the traps with what they are made
/// of.
const BYTES_A_PLACE: u64 = 33;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The side of the board.
    pub size: u8,
    /// How many threads; by default as many as the machine has.
    pub threads: Option<usize>,
    /// Print an object.
    pub json: bool,
}

/// Works a ladder out and prints it.
///
/// # Errors
/// When no board of the game is solved, memory is short, and when stopped.
pub fn run(entry: &Entry, wish: &Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    let (Some(ladder), Some(solve)) = (entry.ladder, entry.solve) else {
        return Err(ToolError::Unsolvable(entry.name));
    };
    if !matches!(solve.what, What::Boards(_)) {
        return Err(ToolError::Unsolvable(entry.name));
    }
    let stop = stop_on_signals();
    let pool = pool(wish.threads)?;
    let threads = pool.current_num_threads();
    let what = format!("the ladder of {}", solve.what.one(wish.size));
    let places = (u64::from(wish.size).pow(4) / 8).pow(2) / 4;
    memory::refuse_shortage(&what, (solve.memory)(wish.size, threads) + places * BYTES_A_PLACE, threads)?;
    let progress = Progress::default();
    let found = {
        let _display = Display::new("ladder", "positions", &progress);
        pool.install(|| ladder(wish.size, &stop, &progress))?
    };
    if wish.json {
        let object = json!({ "game": entry.name, "size": wish.size, "rungs": found.rungs, "losing": found.losing });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    print(&found, out)
}

fn print(found: &Ladder, out: &mut dyn Write) -> Result<(), ToolError> {
    writeln!(out, "level  against   score  everywhere  wins thrown  refuted at once  rating")?;
    for rung in &found.rungs {
        let against = if rung.against == 0 { "random".to_string() } else { rung.against.to_string() };
        let share = if rung.thrown > 0.0 { rung.at_once / rung.thrown * 100.0 } else { 0.0 };
        writeln!(
            out,
            "{:>5}  {against:>7}  {:.4}      {:.4}       {:.4}           {share:>5.2} %  {:>6.0}",
            rung.level, rung.score, rung.everywhere, rung.thrown, rung.rating
        )?;
    }
    writeln!(out)?;
    writeln!(out, "lost positions turned against  longest    trap")?;
    for turned in &found.losing {
        let opponent = match turned.random {
            0.0 => format!("level {}", turned.level),
            random => format!("perfect play, {:.0} % random", random * 100.0),
        };
        writeln!(out, "{opponent:<29}   {:.4}  {:.4}", turned.longest, turned.trap)?;
    }
    Ok(())
}
