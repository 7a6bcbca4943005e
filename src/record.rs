//! A game as it was played: the start, the moves, and every position on the way.

use crate::game::{Game, MoveError, Notation, Outcome, Reason, Setup, Verdict};

/// A start position and the moves from it. The last position is the present one.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    positions: Vec<G>,
    /// Of each position.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
}

/// What must be known of a position beside itself: how it ended the game, and what came before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing<G> {
    /// The position.
    pub position: G,
    /// The keys of the positions before it that can come back, in the order of play.
    pub earlier: Vec<u64>,
}

impl<G: Game> Standing<G> {
    /// How the game ended, or `None` while it is on. A side that has won has won, whatever else is true; then comes
    /// the repetition, then any other draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let own = self.position.outcome();
        let limit = |outcome: Outcome| matches!(outcome.reason, Reason::QuietLimit | Reason::PlyLimit);
        if !self.is_repetition() || own.is_some_and(|outcome| !limit(outcome)) {
            return own;
        }
        let ended = self.position.repeated().and_then(|ended| ended.outcome());
        let verdict = ended.map_or(Verdict::Draw, |outcome| outcome.verdict);
        Some(Outcome { verdict, reason: Reason::Repetition })
    }

    /// The position as it stands, with the end of the game in it where positions say so.
    pub fn shown(&self) -> G {
        let repeated = if self.is_repetition() { self.position.repeated() } else { None };
        repeated.unwrap_or_else(|| self.position.clone())
    }

    /// True when the position has come up as often as makes a draw.
    pub fn is_repetition(&self) -> bool {
        let Some(often) = G::REPETITION else { return false };
        let from = self.earlier.len().saturating_sub(self.position.reversible());
        if self.earlier.len() - from < often - 1 {
            return false;
        }
        let key = self.position.key();
        self.earlier[from..].iter().filter(|&&other| other == key).count() >= often - 1
    }

    /// True when no position that makes a draw the next time that it comes up can come again.
    pub fn is_clear(&self) -> bool {
        let Some(often) = G::REPETITION else { return true };
        let from = self.earlier.len().saturating_sub(self.position.reversible());
        let mut keys = self.earlier[from..].to_vec();
        keys.push(self.position.key());
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b).all(|same| same.len() + 1 < often)
    }

    /// Where the game stands after a legal move.
    #[must_use]
    pub fn after(&self, mv: G::Move) -> Self {
        let position = self.position.after(mv);
        let mut earlier = Vec::new();
        if G::REPETITION.is_some() {
            let back = position.reversible().min(self.earlier.len() + 1);
            if back > 0 {
                earlier.extend_from_slice(&self.earlier[self.earlier.len() + 1 - back..]);
                earlier.push(self.position.key());
            }
        }
        Standing { position, earlier }
    }
}

impl<G: Notation> Record<G> {
    /// A record that begins at this position.
    pub fn new(start: G) -> Self {
        Record { keys: vec![start.key()], positions: vec![start], moves: Vec::new() }
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

    /// The present position with what came before it.
    pub fn standing(&self) -> Standing<G> {
        let position = self.position().clone();
        let back = if G::REPETITION.is_some() { position.reversible().min(self.moves.len()) } else { 0 };
        Standing { position, earlier: self.keys[self.moves.len() - back..self.moves.len()].to_vec() }
    }

    /// How the game ended, or `None` while it is on.
    pub fn outcome(&self) -> Option<Outcome> {
        match G::REPETITION {
            None => self.position().outcome(),
            Some(_) => self.standing().outcome(),
        }
    }

    /// Takes over the limits of a setup, for the whole game.
    pub fn adopt(&mut self, setup: &Setup) {
        self.positions.iter_mut().for_each(|position| position.adopt(setup));
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let position = self.position().after(mv);
        self.keys.push(position.key());
        self.positions.push(position);
        self.moves.push(mv);
    }

    /// Plays the move spelt so. Where the turn is skipped and the text is a move of the side after,
    /// the skipped turn is played first.
    ///
    /// # Errors
    /// When the move is none or is illegal; nothing is played then.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        match self.position().parse_move(text) {
            Err(error @ MoveError::Syntax { .. }) if G::skip().is_none() => Err(error),
            _ if self.ended_by_repetition() => Err(MoveError::Over { found: text.into() }),
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

    fn ended_by_repetition(&self) -> bool {
        G::REPETITION.is_some() && self.standing().is_repetition()
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
            self.keys.pop();
        }
        any
    }

    /// The moves as the wire spells them.
    pub fn move_texts(&self) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(&mv, position)| position.move_text(mv)).collect()
    }
}
