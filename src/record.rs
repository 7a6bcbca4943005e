//! A game as it was played: the start, the moves, and every position on the way.

use crate::game::{Game, MoveError, Notation};

/// A start position and the moves from it. The last position is the present one.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Notation> Record<G> {
    /// A record that begins at this position.
    pub fn new(start: G) -> Self {
        Record { positions: vec![start], moves: Vec::new() }
    }

    /// The position that the record began with.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// The moves so far, skipped turns included.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Plays the move spelt so. Where the turn is skipped and the text is a move of the side after,
    /// the skipped turn is played first.
    ///
    /// # Errors
    /// When the move is none or is illegal; nothing is played then.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        match self.position().parse_move(text) {
            Ok(mv) => {
                self.play(mv);
                Ok(mv)
            }
            Err(error) => {
                let skip = self.forced_skip().ok_or_else(|| error.clone())?;
                let mv = self.position().after(skip).parse_move(text).map_err(|_| error)?;
                self.play(skip);
                self.play(mv);
                Ok(mv)
            }
        }
    }

    /// The skipped turn, where it is the only legal move.
    pub fn forced_skip(&self) -> Option<G::Move> {
        let skip = G::skip()?;
        let mut moves = Vec::new();
        self.position().moves(&mut moves);
        (moves == [skip]).then_some(skip)
    }

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let any = self.moves.pop().is_some();
        if any {
            self.positions.pop();
        }
        any
    }

    /// The moves as the wire spells them.
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(&mv, position)| position.move_text(mv)).collect()
    }
}
