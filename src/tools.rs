//! The subcommands that print.

pub mod bench;
pub mod check;
pub mod r#match;
pub mod r#move;
pub mod perft;

use std::io;

use crate::control::Stop;
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
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
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
