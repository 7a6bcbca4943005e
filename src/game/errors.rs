//! Why a text or a request is refused.

/// What is wrong with a text or a request: one code for each kind, the same on every door.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// Too few or too many fields.
    Fields,
    /// Rows or board of a wrong size.
    Size,
    /// A sign that is no piece.
    Piece,
    /// Too few or too many pieces.
    Count,
    /// A piece on a square of the wrong colour.
    Colour,
    /// The side to move.
    Side,
    /// Pieces in hand.
    Hand,
    /// A ply number or another counter.
    Counter,
    /// Who is still in the game.
    Status,
    /// A move that is none, or that is not legal.
    Move,
    /// A move after the end.
    Over,
}

impl Code {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Code::Fields => "fields",
            Code::Size => "size",
            Code::Piece => "piece",
            Code::Count => "count",
            Code::Colour => "colour",
            Code::Side => "side",
            Code::Hand => "hand",
            Code::Counter => "counter",
            Code::Status => "status",
            Code::Move => "move",
            Code::Over => "over",
        }
    }
}

/// Why a FEN was refused. Messages name the field, what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct FenError {
    /// The kind of fault.
    pub code: Code,
    /// One line, lower case, no full stop.
    pub message: String,
}

impl FenError {
    /// An error of this kind.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        FenError { code, message: message.into() }
    }
}

/// Why a move was refused. A text that spells no move and a move that the rules forbid are different.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text spells no move at all.
    #[error("expected a move such as {example}, found {found}")]
    Syntax {
        /// What was read, quoted.
        found: String,
        /// A move in the right spelling.
        example: &'static str,
    },
    /// The move is spelt well and is not legal here.
    #[error("{found} is illegal: {reason}")]
    Illegal {
        /// The move.
        found: String,
        /// Why, in the game's own terms.
        reason: String,
    },
    /// The game has ended.
    #[error("{found} comes after the end of the game")]
    Over {
        /// The move.
        found: String,
    },
}

impl MoveError {
    /// The code on the wire.
    pub const fn code(&self) -> Code {
        match self {
            MoveError::Syntax { .. } | MoveError::Illegal { .. } => Code::Move,
            MoveError::Over { .. } => Code::Over,
        }
    }
}

/// Why a file of games could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct FileError {
    /// Where, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub message: String,
}
