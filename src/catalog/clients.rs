//! What programs of other kinds need to know of a game, in their words. Positions are FENs and moves are as the wire
//! spells them on this side.

use crate::game::{FenError, MoveError};

/// The dialects in which a game can be played beside the text protocol.
#[derive(Clone, Copy, Default)]
pub struct Clients {
    /// Draughts programs, if the game is one of theirs.
    pub hub: Option<HubGame>,
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
