//! What a session is asked, and what its jobs answer: typed, for every door alike.

use std::time::Duration;

use crate::control::Limits;
use crate::game::{Code, FenError, MoveError, Score, Value};

/// Where a position starts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// The start position of the game, with the board that is set.
    Startpos,
    /// A FEN.
    Fen(String),
}

/// Why a position was refused as a whole.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        error: MoveError,
    },
}

impl PositionError {
    /// The code on the wire.
    pub fn code(&self) -> Code {
        match self {
            PositionError::Fen(error) => error.code,
            PositionError::Move { error, .. } => error.code(),
        }
    }
}

/// A piece of work on the present position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Find a move.
    Go {
        /// When to end.
        limits: Limits,
        /// Consider these moves alone.
        searchmoves: Option<Vec<String>>,
        /// On the opponent's time.
        ponder: bool,
    },
    /// Count leaves.
    Perft(u32),
    /// The value and the best moves, exact where it can be.
    Hint {
        /// Milliseconds, where nothing is solved.
        movetime: Option<u64>,
    },
    /// The value of each move.
    Values {
        /// Milliseconds, where nothing is solved.
        movetime: Option<u64>,
    },
}

/// One line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// The points that each seat may expect at the end, in hundredths, in a game for more than two.
    pub scores: Vec<i32>,
    /// Positions visited.
    pub nodes: u64,
    /// Use of the hash table, in thousandths.
    pub hashfull: u32,
    /// Positions looked up in solved boards.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<String>,
}

/// What a job tells before it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A line of the search.
    Info(Info),
    /// Something to know, for people.
    Note(String),
}

/// A proved value, or the score in hundredths and the depth in plies of an estimate.
pub type Judged = Result<Value, (i32, u32)>;

/// What is known of a position: exact, or an estimate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The value for the side to move, if it is proved; otherwise the score and depth of an estimate.
    pub value: Judged,
    /// Some moves could not be decided.
    pub partial: bool,
    /// The moves, in the order of their bytes.
    pub moves: Vec<String>,
}

/// What a move brings to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// The value if it is proved; otherwise the score and depth of an estimate.
    pub value: Judged,
}

/// What a move lets happen to the player who makes it, where another move would not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// He is out of the game at once.
    OutAtOnce,
    /// The others can put him out before his next turn.
    OutBeforeNextTurn,
}

/// How a job ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, or none where there is none.
    Best {
        /// The move.
        mv: Option<String>,
        /// The reply that is expected.
        ponder: Option<String>,
    },
    /// Leaves below each move, and their sum.
    Perft {
        /// In the order of their bytes.
        counts: Vec<(String, u64)>,
        /// All leaves.
        total: u64,
    },
    /// A count or measurement that was stopped.
    Stopped,
    /// Everything was told on the way.
    Nothing,
    /// The answer to [`Request::Hint`].
    Hint(Hint),
    /// The answer to [`Request::Values`], best first.
    Values(Vec<MoveValue>),
}

/// A game as a line that can be read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordText {
    /// The FEN of the start, or `None` for the game's default start.
    pub start: Option<String>,
    /// The moves, skipped turns included.
    pub moves: Vec<String>,
}

impl RecordText {
    /// `position startpos` or `position fen F`, then `moves` and the moves if there are any.
    pub fn line(&self) -> String {
        let mut line = match &self.start {
            None => "position startpos".to_string(),
            Some(fen) => format!("position fen {fen}"),
        };
        if !self.moves.is_empty() {
            line += " moves ";
            line += &self.moves.join(" ");
        }
        line
    }
}
