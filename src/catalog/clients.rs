//! What programs of other kinds need to know of a game, in their words. Positions are FENs and moves are as the wire
//! spells them on this side.

use crate::board::Square;
use crate::game::{FenError, MoveError};

/// The dialects in which a game can be played beside the text protocol.
#[derive(Clone, Copy, Default)]
pub struct Clients {
    /// Draughts programs, if the game is one of theirs.
    pub hub: Option<HubGame>,
    /// XBoard and WinBoard.
    pub xboard: Option<XBoardGame>,
}

/// A game as XBoard is told of it. Squares count from 1 on this side, whatever the board. A move that it cannot show at
/// once is told in parts, with a pass of the other side between two of them.
#[derive(Clone, Copy)]
pub struct XBoardGame {
    /// The sides of the boards that it can show, the usual one first.
    pub boards: &'static [u8],
    /// The lines that tell it of a board, its pieces and the start position.
    pub setup: fn(u8) -> Vec<String>,
    /// The FEN of a position in its words.
    pub read: fn(&str) -> Result<String, FenError>,
    /// From the FEN of a position and a move of its own, part by part.
    pub read_move: ReadMove,
    /// From the FEN of a position, the parts of a move that were made, in its words, and a legal move: the parts of this
    /// move that are still to be made, one at least; none when it does not begin so.
    pub spell: fn(&str, &[String], &str) -> Option<Vec<String>>,
    /// Where a move takes more than two clicks: from the FEN of a position, the parts of a move that were made, and the
    /// squares that were clicked on, the squares to light with the letters of its colours, capital ones.
    pub lit: Option<Lit>,
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

/// The move as the wire spells it, legal or not; none when a legal move begins so; or why it cannot be read.
pub type ReadMove = fn(&str, &[String]) -> Result<Option<String>, String>;

/// Squares and letters.
pub type Lit = fn(&str, &[String], &[Square]) -> Vec<(Square, char)>;

/// From a FEN and texts of moves: the moves as the wire spells them, each with the FEN after it; or the number of the
/// first that is wrong, from 1, and why.
pub type Replay = fn(&str, &[&str]) -> Result<Vec<(String, String)>, (usize, MoveError)>;
