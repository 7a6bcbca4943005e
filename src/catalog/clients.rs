//! What programs of other kinds need to know of a game, in their words. Positions are FENs and moves are as the wire
//! spells them on this side.

use crate::game::{FenError, MoveError};

/// The dialects in which a game can be played beside the text protocol.
#[derive(Clone, Copy, Default)]
pub struct Clients {
    /// Draughts programs, if the game is one of theirs.
    pub hub: Option<HubGame>,
    /// XBoard and WinBoard.
    pub xboard: Option<XBoardGame>,
}

/// A game as XBoard is told of it. Squares count from 1 on this side, whatever the board.
#[derive(Clone, Copy)]
pub struct XBoardGame {
    /// The sides of the boards that it can show, the usual one first.
    pub boards: &'static [u8],
    /// The lines that tell it of a board, its pieces and the start position.
    pub setup: fn(u8) -> Vec<String>,
    /// The FEN of a position in its words.
    pub read: fn(&str) -> Result<String, FenError>,
    /// From the FEN of a position and a move of its own: the move as the wire spells it, or the text as it was.
    pub read_move: fn(&str, &str) -> String,
    /// From the FEN of a position and a legal move: the move in its words.
    pub spell: fn(&str, &str) -> String,
}

/// A game as Hub has it.
#[derive(Clone, Copy)]
pub struct HubGame {
    /// What Hub calls it.
    pub variant: &'static str,
    /// The FEN of a position; the flag says that it is seen from the other side, as pydraughts has it.
    pub read: fn(&str, bool) -> Result<String, FenError>,
    /// The FEN without what may make it a draw.
    pub fresh: fn(&str) -> Result<String, FenError>,
    /// Moves from a position, each with the fresh FEN after it; draws do not end the game.
    pub replay: Replay,
    /// Moves in a row from a position, as Hub spells them.
    pub spell: fn(&str, &[String]) -> Vec<String>,
}

/// From a FEN and texts of moves: the moves as the wire spells them, each with the FEN after it; or the number of the
/// first that is wrong, from 1, and why.
pub type Replay = fn(&str, &[&str]) -> Result<Vec<(String, String)>, (usize, MoveError)>;
