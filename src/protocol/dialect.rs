//! What a dialect of another kind of program does: it turns lines into the commands of the text protocol, and what comes
//! of them into lines. It keeps what its own protocol makes a program remember, and decides nothing about the game.

use super::command::Command;
use super::hub::Hub;
use super::xboard::XBoard;
use crate::control::Limits;
use crate::engine::Engine;
use crate::session::report::{Answer, News, Request};

/// What a search was begun for, so that its news and its answer are told in the right way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To play a move.
    Play,
    /// To show lines until something else is asked for.
    Analyse,
    /// To name a good move.
    Hint,
    /// To be ready when an expected move comes.
    Ponder,
}

/// One thing that comes of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Write this line.
    Say(String),
    /// Carry out a command of the text protocol.
    Do(Command),
    /// Begin this work, which answers by itself unless it is `open`.
    Begin {
        /// The work.
        request: Request,
        /// What it is for.
        purpose: Purpose,
        /// It answers only when it is told to.
        open: bool,
    },
    /// Begin to find a move after this one, which is expected of the other side; it answers behind [`Step::PonderHit`].
    Ponder {
        /// When to end, from the time that the move comes.
        limits: Limits,
        /// The move, as the wire spells it.
        expected: String,
    },
    /// The expected move has come: put it, and go on with the search to play a move.
    PonderHit(String),
    /// End the work under way, if any, and tell nothing more of it.
    Drop,
    /// Ask the dialect what follows, now that the steps before are done.
    Look,
}

/// A dialect: text to typed commands, typed replies to text.
pub trait Translator {
    /// What is done before the first line.
    fn begin(&mut self, engine: &Engine) -> Vec<Step>;
    /// What comes of a line; `working` while a search is under way.
    fn read(&mut self, line: &str, engine: &Engine, working: bool) -> Vec<Step>;
    /// The lines that tell what a search has found so far.
    fn news(&mut self, purpose: Purpose, news: &News, engine: &Engine) -> Vec<String>;
    /// What comes of the end of a search.
    fn answer(&mut self, purpose: Purpose, answer: &Answer, engine: &Engine) -> Vec<Step>;
    /// What follows from where the game stands now: the answer to [`Step::Look`].
    fn look(&mut self, _engine: &Engine) -> Vec<Step> {
        Vec::new()
    }
    /// The line for what could not be done; the code is one of those in protocol.md.
    fn error(&self, code: &str, message: &str) -> String;
}

/// The dialects that are chosen by their own first line, or as an argument of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// Draughts programs.
    Hub,
    /// XBoard and WinBoard.
    XBoard,
}

impl Foreign {
    /// The line that begins it.
    pub const fn word(self) -> &'static str {
        match self {
            Foreign::Hub => "hub",
            Foreign::XBoard => "xboard",
        }
    }

    /// The translator.
    pub(super) fn translator(self) -> Box<dyn Translator> {
        match self {
            Foreign::Hub => Box::new(Hub::default()),
            Foreign::XBoard => Box::new(XBoard::default()),
        }
    }
}
