//! `yon move`: one move for hosts that start a program per turn.

use std::io::Write;

use serde::Serialize;

use super::{ToolError, finish};
use crate::control::Limits;
use crate::engine::Engine;
use crate::game::Score;
use crate::session::report::{Answer, Request, Start};

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// 1 to 10.
    pub level: u8,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// The seed of a level's choices.
    pub seed: u32,
    /// Print an object.
    pub json: bool,
    /// The position.
    pub start: Start,
    /// The moves from it.
    pub moves: Vec<String>,
}

/// The object that `--json` prints, on one line.
#[derive(Debug, Serialize)]
struct Reply {
    /// The position before the move.
    fen: String,
    /// The move; null when the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// `win`, `draw`, `loss` or `unknown`, for the side to move.
    value: &'static str,
    /// Plies to the end, where known.
    plies: Option<u16>,
    /// The estimate in hundredths, where the value is unknown.
    score: Option<i32>,
    /// The position after the move.
    after: Option<String>,
}

/// Prints one move.
///
/// # Errors
/// When the position or an option is wrong, or writing fails.
pub fn run(mut engine: Engine, wish: Wish, out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_option("Skill Level", &wish.level.to_string())?;
    engine.set_option("Seed", &wish.seed.to_string())?;
    engine.set_position(&wish.start, &wish.moves)?;
    let limits = Limits { movetime: wish.movetime, ..Limits::default() };
    let (info, answer) = finish(engine.job(Request::Go { limits, searchmoves: None, ponder: false })?);
    let mv = match answer {
        Answer::Best { mv, .. } => mv,
        _ => None,
    };
    if !wish.json {
        writeln!(out, "{}", mv.as_deref().unwrap_or("(none)"))?;
        return Ok(());
    }
    let (value, plies, score) = match info.map(|info| info.score) {
        Some(Score::Proved(value)) => (value.word(), value.plies(), None),
        Some(Score::Points(points)) => ("unknown", None, Some(points)),
        None => ("unknown", None, None),
    };
    let after = mv.as_ref().and_then(|mv| engine.session().fen_after(std::slice::from_ref(mv)).ok());
    let reply = Reply { fen: engine.session().fen(), mv, value, plies, score, after };
    writeln!(out, "{}", serde_json::to_string(&reply).map_err(std::io::Error::other)?)?;
    Ok(())
}
