//! `yon verify`, `yon probe` and `yon stats`: table files checked, asked and counted.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value as Json, json};

use super::progress::Display;
use super::{ToolError, facts, finish, memory, pool, stop_on_signals};
use crate::catalog::{Catalog, Entry, Failure, Tables, What};
use crate::control::{Limits, Progress};
use crate::engine::Engine;
use crate::game::Value;
use crate::session::report::{Answer, Request};
use crate::table::TableFile;
use crate::text::quote;

/// What `verify` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The table.
    pub file: PathBuf,
    /// Check so many random positions instead of all.
    pub sample: Option<u64>,
    /// The seed of the random positions.
    pub seed: u64,
    /// How many threads; by default as many as the machine has.
    pub threads: Option<usize>,
    /// Print an object.
    pub json: bool,
}

fn open(path: &Path) -> Result<TableFile, ToolError> {
    TableFile::open(path).map_err(|error| ToolError::Work(error.into()))
}

fn tables<'a>(catalog: &'a Catalog, file: &TableFile) -> Result<(&'a Entry, &'a Tables), ToolError> {
    let name = &file.header().game;
    let entry = catalog.entries().iter().find(|entry| entry.name == name.as_str());
    let found = entry.and_then(|entry| Some((entry, entry.tables.as_ref()?)));
    found.ok_or_else(|| {
        ToolError::Work(Failure::Table(file.other("a table of", quote(name), "a game that this program knows")))
    })
}

/// What the header of a file says.
fn header(file: &TableFile) -> Json {
    let header = file.header();
    json!({
        "file": file.path().display().to_string(),
        "game": header.game,
        "board": header.board,
        "positions": header.positions,
        "entries": header.entries,
        "fingerprint": format!("{:016x}", header.fingerprint),
        "bytes": file.bytes(),
    })
}

fn add(found: &mut Json, more: Json) {
    if let (Json::Object(found), Json::Object(more)) = (found, more) {
        found.extend(more);
    }
}

/// Checks a table and says so; it ends at the first fault.
///
/// # Errors
/// When a check fails ([`Failure::Check`]), the file cannot be read, or memory is short.
pub fn verify(wish: &Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    let catalog = Catalog::default();
    let file = open(&wish.file)?;
    let (_, tables) = tables(&catalog, &file)?;
    let sample = wish.sample.map(|count| (count, wish.seed));
    let pool = pool(wish.threads)?;
    if sample.is_none() {
        memory::refuse_shortage("verifying this table", (tables.memory)(&file), pool.current_num_threads())?;
    }
    let mut found = header(&file);
    let (stop, progress) = (stop_on_signals(), Progress::default());
    let began = Instant::now();
    let checked = {
        let _display = Display::new("verifying", "positions", &progress);
        pool.install(|| (tables.verify)(file, sample, &stop, &progress))?
    };
    let seconds = (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    add(&mut found, json!({ "checked": checked, "result": "every value is right", "seconds": seconds }));
    facts::print(&found, wish.json, out)
}

/// Counts what is in a table.
///
/// # Errors
/// When the file cannot be read or is damaged, or memory is short.
pub fn stats(path: &Path, threads: Option<usize>, json: bool, out: &mut dyn Write) -> Result<(), ToolError> {
    let catalog = Catalog::default();
    let file = open(path)?;
    let (_, tables) = tables(&catalog, &file)?;
    let pool = pool(threads)?;
    memory::refuse_shortage("counting this table", (tables.stats_memory)(&file), pool.current_num_threads())?;
    let mut found = header(&file);
    let (stop, progress) = (stop_on_signals(), Progress::default());
    let counted = {
        let _display = Display::new("counting", "steps", &progress);
        pool.install(|| (tables.stats)(file, &stop, &progress))?
    };
    add(&mut found, counted);
    facts::print(&found, json, out)
}

/// Prints the exact value of a position, of each of its moves, and the line of best play.
///
/// # Errors
/// When the file cannot be read or is damaged, or the position is wrong or on another board.
pub fn probe(path: &Path, fen: &str, json: bool, out: &mut dyn Write) -> Result<(), ToolError> {
    let file = open(path)?;
    let (name, board) = (file.header().game.clone(), file.header().board);
    let mut engine = Engine::new();
    let (entry, _) = tables(engine.catalog(), &file)?;
    let of_board = entry.solve.is_some_and(|solve| matches!(solve.what, What::Boards(_)));
    engine.set_option("UCI_Variant", &name)?;
    if of_board {
        engine.set_option("BoardSize", &board.to_string())?;
    }
    let entry = engine.entry();
    if let Some(tables) = &entry.tables {
        (tables.adopt)(file).map_err(|error| ToolError::Work(error.into()))?;
    }
    engine.set_position(&super::start(fen), &[])?;
    let fen = engine.session().fen();
    let go = Request::Go { limits: Limits::default(), searchmoves: None, ponder: false };
    // A position brings its own board, and another one might be known without the file.
    let on_this_board = !of_board || u32::from(engine.session().view().files) == board;
    let answers = match engine.session().known_value().filter(|_| on_this_board) {
        Some(value) => {
            let (info, _) = finish(engine.analysis(go)?);
            let (_, answer) = finish(engine.job(Request::Values { movetime: None })?);
            Some((value, info, answer))
        }
        None => None,
    };
    // What was not read from the file was found in another way, and is not its answer.
    let size = u8::try_from(board).unwrap_or_default();
    if let Some(fault) = engine.entry().tables.as_ref().and_then(|tables| (tables.fault)(size)) {
        return Err(ToolError::Work(Failure::Check(fault)));
    }
    let Some((value, info, answer)) = answers else { return Err(ToolError::NotInTable { file: path.into(), fen }) };
    let moves: Vec<Json> = match answer {
        Answer::Values(values) => {
            values.into_iter().filter_map(|of| Some((of.mv, of.value.ok()?))).map(move_json).collect()
        }
        _ => Vec::new(),
    };
    let line = info.map(|info| info.pv).unwrap_or_default();
    let found = json!({
        "fen": fen, "value": value.word(), "plies": value.plies(), "moves": moves,
        "line": if json { json!(line) } else { json!(line.join(" ")) },
    });
    facts::print(&found, json, out)
}

fn move_json((mv, value): (String, Value)) -> Json {
    json!({ "move": mv, "value": value.word(), "plies": value.plies() })
}
