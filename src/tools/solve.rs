//! `yon solve`: a board or endings solved from nothing, and the table that keeps them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::progress::Display;
use super::{ToolError, facts, memory, pool, stop_on_signals};
use crate::catalog::{Entry, Failure, What};
use crate::control::Progress;
use crate::table::refuse_unwritable;

/// So much memory is worth a word before the work, in bytes.
const MUCH: u64 = 1_000_000_000;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The side of the board, or the number of pieces.
    pub number: u8,
    /// How many threads; by default as many as the machine has.
    pub threads: Option<usize>,
    /// The file of the table, if one is to be written.
    pub out: Option<PathBuf>,
    /// Replace a file of that name.
    pub force: bool,
    /// Print an object.
    pub json: bool,
}

/// Which board or ending is meant, from the options for both.
///
/// # Errors
/// When the game is not solved here, takes the other option, or has not this number.
pub fn which(entry: &Entry, size: Option<u8>, pieces: Option<u8>) -> Result<u8, ToolError> {
    let Some(solve) = entry.solve else { return Err(ToolError::Unsolvable(entry.name)) };
    let (own, other, found) = match solve.what {
        What::Boards(_) => (size, pieces, "--pieces"),
        What::Endings { .. } => (pieces, size, "--size"),
    };
    let wrong = |found| ToolError::Which { game: entry.name, expected: solve.what.name(), found };
    match (own, other) {
        (_, Some(_)) => Err(wrong(found)),
        (None, None) => Err(wrong("neither --size nor --pieces")),
        (Some(number), None) if solve.what.contains(number) => Ok(number),
        (Some(found), None) => Err(ToolError::Number { found, what: solve.what }),
    }
}

/// Solves a board or endings, writes its table if asked to, and prints what came of it.
///
/// # Errors
/// When the game is not solved here, it has not this number, memory is short, the file cannot be written, or the
/// work was interrupted. No half file is left.
pub fn run(entry: &Entry, wish: &Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    let Some(solve) = entry.solve else { return Err(ToolError::Unsolvable(entry.name)) };
    if !solve.what.contains(wish.number) {
        return Err(ToolError::Number { found: wish.number, what: solve.what });
    }
    let stop = stop_on_signals();
    if let Some(path) = &wish.out {
        refuse_unwritable(path, wish.force).map_err(Failure::Table)?;
    }
    let pool = pool(wish.threads)?;
    let threads = pool.current_num_threads();
    let what = format!("solving {}", solve.what.one(wish.number));
    let needed = (solve.memory)(wish.number, threads);
    memory::refuse_shortage(&what, needed, threads)?;
    if needed >= MUCH {
        // Who does not read this misses nothing.
        let _ = writeln!(std::io::stderr(), "{what} takes {} MB of memory", needed.div_ceil(1_000_000));
    }
    let progress = Progress::default();
    let began = Instant::now();
    let solved = {
        let _display = Display::new("solving", "positions", &progress);
        pool.install(|| (solve.run)(wish.number, threads, &stop, &progress))?
    };
    let seconds = began.elapsed().as_secs_f64();
    let mut found = solved.facts();
    let mut add = |key: &str, value: Json| {
        if let Json::Object(object) = &mut found {
            object.insert(key.into(), value);
        }
    };
    add("seconds", rounded(seconds));
    add("positions_a_second", json!((solved.positions() as f64 / seconds.max(1e-9)) as u64));
    add("threads", json!(threads));
    if let Some(path) = &wish.out {
        let _display = Display::new("writing", "rows", &progress);
        let bytes = pool.install(|| solved.write(path, wish.force, &stop, &progress))?;
        add("file", json!(path.display().to_string()));
        add("bytes", json!(bytes));
        add("bytes_a_position", json!(bytes as f64 / solved.positions() as f64));
        add("seconds_with_file", rounded(began.elapsed().as_secs_f64()));
    }
    facts::print(&found, wish.json, out)
}

/// Seconds to the millisecond.
fn rounded(seconds: f64) -> Json {
    json!((seconds * 1000.0).round() / 1000.0)
}

/// Where the engine finds the table of a board or of endings by itself.
///
/// # Errors
/// When the system has no such place, or it cannot be made.
pub fn place_to_keep(entry: &Entry, number: u8) -> Result<PathBuf, ToolError> {
    let folder = crate::settings::default_table_folder().ok_or(ToolError::NoFolder)?;
    if let Err(source) = std::fs::create_dir_all(&folder) {
        return Err(ToolError::Folder { folder, source });
    }
    let name = entry.tables.as_ref().map_or_else(String::new, |tables| (tables.file_name)(number));
    Ok(Path::new(&folder).join(name))
}
