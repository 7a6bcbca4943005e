//! `yon map`: what each placing of a piece brings, drawn on the board.

use std::io::Write;

use serde::Serialize;

use super::{ToolError, finish};
use crate::board::Square;
use crate::control::Limits;
use crate::engine::Engine;
use crate::game::{Score, Value};
use crate::session::report::{Info, Request, Start};

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The position.
    pub start: Start,
    /// The moves from it.
    pub moves: Vec<String>,
    /// Nodes of the search for each placing; those that are the same by symmetry share one.
    pub nodes: u64,
    /// Print an object.
    pub json: bool,
}

/// Placings that are the same by symmetry, and what they bring to the side to move.
#[derive(Debug, Serialize)]
struct Row {
    /// The squares, in the order of their bytes.
    squares: Vec<String>,
    /// `win`, `draw`, `loss` or `unknown`.
    value: &'static str,
    /// Plies to the end, where known.
    plies: Option<u16>,
    /// The estimate in hundredths, where the value is unknown.
    score: Option<i32>,
    /// How deep the search was.
    depth: u32,
    /// What the search expects.
    line: Vec<String>,
}

/// The object that `--json` prints, on one line.
#[derive(Debug, Serialize)]
struct Map {
    fen: String,
    nodes: u64,
    placings: Vec<Row>,
}

impl Row {
    fn new(squares: Vec<String>, info: Info) -> Self {
        let (value, plies, score) = match info.score {
            Score::Proved(value) => (value.word(), value.plies(), None),
            Score::Points(points) => ("unknown", None, Some(points)),
        };
        Row { squares, value, plies, score, depth: info.depth, line: info.pv }
    }

    /// A few signs for a square of the board.
    fn cell(&self) -> String {
        match (self.score, self.plies) {
            (Some(points), _) => hundredths(points),
            (None, Some(plies)) => format!("{} {plies}", self.value),
            (None, None) => self.value.to_string(),
        }
    }

    /// An order from the best to the worst.
    fn rank(&self) -> (i32, i32) {
        match self.value {
            "win" => (0, Value::Win(self.plies).rank()),
            "loss" => (2, Value::Loss(self.plies).rank()),
            _ => (1, -self.score.unwrap_or(0)),
        }
    }
}

fn hundredths(points: i32) -> String {
    let sign = if points < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", points.unsigned_abs() / 100, points.unsigned_abs() % 100)
}

/// Searches each placing from an empty table, and draws what came of it.
///
/// # Errors
/// When the position is wrong, no piece can be placed in it, or writing fails.
pub fn run(mut engine: Engine, wish: &Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_option("UseTables", "false")?;
    engine.set_position(&wish.start, &wish.moves)?;
    let session = engine.session();
    let places = |mv: &String| session.move_squares(mv).len() == 1;
    let mut groups = session.alike();
    groups.retain(|group| group.iter().all(places));
    if groups.is_empty() {
        return Err(ToolError::NoPlacing(session.fen()));
    }
    let fen = session.fen();
    let mut placings = Vec::new();
    for group in groups {
        engine.new_game();
        engine.set_position(&wish.start, &wish.moves)?;
        let limits = Limits { nodes: Some(wish.nodes), ..Limits::default() };
        let searchmoves = group.first().map(|mv| vec![mv.clone()]);
        let (info, _) = finish(engine.job(Request::Go { limits, searchmoves, ponder: false })?);
        placings.extend(info.map(|info| Row::new(group, info)));
    }
    placings.sort_by_key(Row::rank);
    if wish.json {
        let map = Map { fen, nodes: wish.nodes, placings };
        writeln!(out, "{}", serde_json::to_string(&map).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    draw(&engine, &placings, out)
}

fn draw(engine: &Engine, placings: &[Row], out: &mut dyn Write) -> Result<(), ToolError> {
    let view = engine.session().view();
    let cell = |square: Square| {
        let here = placings.iter().find(|row| row.squares.contains(&square.to_string()));
        here.map_or(view.piece(square).map_or('.', |piece| piece.glyph).to_string(), Row::cell)
    };
    let squares = |rank: u8| (0..view.files).map(move |file| Square::new(file, rank));
    let width = (0..view.ranks).flat_map(squares).map(|square| cell(square).len()).max().unwrap_or(0) + 2;
    for rank in (0..view.ranks).rev() {
        let line: String = squares(rank).map(|square| format!("{:>width$}", cell(square))).collect();
        writeln!(out, "{:>2}{line}", rank + 1)?;
    }
    let files: String = squares(0).map(|square| format!("{:>width$}", square.file_letter())).collect();
    writeln!(out, "  {files}")?;
    for row in placings {
        writeln!(out, "{}: {}, depth {}: {}", row.squares.join(" "), row.cell(), row.depth, row.line.join(" "))?;
    }
    Ok(())
}
