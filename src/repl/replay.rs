//! Going to and fro in a game: taking back and playing again, walking through the record, and the lines that were left.

use std::io::Write;

use super::command::Back;
use super::game::{RESIGN, SKIP};
use super::words::{count, listed};
use super::{Refusal, Repl};
use crate::game::{MoveError, Seat};

/// How many lines that were left are remembered.
const MOST_LINES: usize = 100;

/// What lies ahead of the present position, and beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Walk {
    /// The moves that come next, the first one last.
    ahead: Vec<String>,
    /// Whole lines from the start that were tried and left.
    left: Vec<Vec<String>>,
}

impl Walk {
    /// A move was played after `before`: when it is not the one that lay ahead, that line is left.
    fn note(&mut self, before: &[String], mv: &str) {
        if self.ahead.last().is_some_and(|next| next == mv) {
            self.ahead.pop();
        } else {
            self.leave(before);
        }
    }

    fn leave(&mut self, before: &[String]) {
        if self.ahead.is_empty() {
            return;
        }
        let line: Vec<String> = before.iter().cloned().chain(self.ahead.drain(..).rev()).collect();
        self.left.retain(|other| *other != line);
        self.left.push(line);
        if self.left.len() > MOST_LINES {
            self.left.remove(0);
        }
    }
}

impl<W: Write> Repl<W> {
    /// Plays a move and remembers the line that is left by it.
    pub(super) fn play_move(&mut self, text: &str) -> Result<String, MoveError> {
        let sides = self.sides();
        let before = self.engine.session().record().moves;
        let is_in = |repl: &Self, seat| repl.engine.session().points_of(seat).is_none();
        let there: Vec<Seat> = sides.seats().filter(|&seat| is_in(self, seat)).collect();
        let played = self.engine.session_mut().play(text)?;
        let after = self.engine.session().record().moves;
        let resigned = after.last().is_some_and(|mv| mv == RESIGN);
        if self.engine.session().outcome().is_none() && !resigned {
            let fallen: Vec<Seat> = there.into_iter().filter(|&seat| !is_in(self, seat)).collect();
            for seat in fallen {
                let points = self.engine.session().points_of(seat).unwrap_or(0);
                self.fallen.push(format!("{} is out, with {}.", sides.name(seat), count(points.into(), "point")));
            }
        }
        for ply in before.len()..after.len() {
            self.walk.note(&after[..ply], &after[ply]);
        }
        (self.ended, self.marked_view) = (None, None);
        Ok(played)
    }

    /// How many plies the rule takes back: your move with what came behind it; one move where nobody or everybody is you.
    fn plies_to_undo(&mut self, moves: &[String], back: Back) -> Result<usize, Refusal> {
        let nothing = || Refusal::Why("nothing to undo".into());
        let there = moves.iter().filter(|mv| *mv != SKIP).count();
        if there == 0 {
            return Err(nothing());
        }
        let Back::Moves(wanted) = back else {
            let mut taken = 0;
            for (plies, mv) in (1..).zip(moves.iter().rev()) {
                self.engine.session_mut().undo();
                taken += usize::from(mv != SKIP);
                if taken > 0 && self.is_for_people() {
                    self.replay(moves);
                    return Ok(plies);
                }
            }
            self.replay(moves);
            return Err(nothing());
        };
        if u64::try_from(there).is_ok_and(|there| wanted > there) {
            return Err(Refusal::Why(format!("undo: expected a number from 1 to {there}, found {wanted}")));
        }
        let mut left = wanted;
        let mut plies = 0;
        for mv in moves.iter().rev() {
            if left == 0 {
                break;
            }
            left -= u64::from(mv != SKIP);
            plies += 1;
        }
        Ok(plies)
    }

    /// Plays the rest of a line again that was only taken back to look.
    fn replay(&mut self, moves: &[String]) {
        let here = self.engine.session().record().moves.len();
        for mv in &moves[here..] {
            // It was played before.
            let _ = self.engine.session_mut().play(mv);
        }
    }

    /// True where someone who types is to choose a move, or where the engine plays every side.
    fn is_for_people(&self) -> bool {
        let mut seats = self.sides().seats();
        !self.must_skip() && (!self.engine_plays(self.engine.session().turn()) || seats.all(|s| self.engine_plays(s)))
    }

    /// Takes moves back, each with the skipped turns behind it.
    pub(super) fn undo(&mut self, back: Back) -> Result<(), Refusal> {
        if self.ended.take().is_some() {
            self.screen.say("The game goes on.")?;
            return self.show_board(None);
        }
        let moves = self.engine.session().record().moves;
        let plies = self.plies_to_undo(&moves, back)?;
        let taken = moves.iter().rev().take(plies).map(String::as_str).filter(|mv| *mv != SKIP);
        let taken: Vec<&str> = taken.map(|mv| if mv == RESIGN { "the resignation" } else { mv }).collect();
        self.walk_to(moves.len() - plies)?;
        self.screen.say(&format!("Took back {}.", listed(&taken, "and")))?;
        self.show_board(None)
    }

    /// Plays again what was taken back, up to where someone is to choose.
    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        let here = self.engine.session().record().moves.len();
        if self.walk.ahead.is_empty() {
            return Err(Refusal::Why("nothing to play again".into()));
        }
        let mut plies = 0;
        while !self.walk.ahead.is_empty() && (plies == 0 || !self.is_for_people()) {
            plies += 1;
            self.walk_to(here + plies)?;
        }
        let moves = self.engine.session().record().moves;
        let again: Vec<&str> = moves[here..].iter().map(String::as_str).filter(|mv| *mv != SKIP).collect();
        self.screen.say(&format!("Played {} again.", listed(&again, "and")))?;
        self.show_board(None)
    }

    /// Goes to the position after so many plies of the game and of what lies ahead.
    fn walk_to(&mut self, ply: usize) -> Result<(), Refusal> {
        (self.ended, self.marked_view) = (None, None);
        let moves = self.engine.session().record().moves;
        for mv in moves.iter().skip(ply).rev() {
            self.engine.session_mut().undo();
            self.walk.ahead.push(mv.clone());
        }
        for _ in moves.len()..ply {
            let Some(mv) = self.walk.ahead.last().cloned() else { break };
            self.play_move(&mv).map_err(Refusal::because)?;
        }
        self.engine.prepare();
        Ok(())
    }

    fn length(&self) -> (usize, usize) {
        let here = self.engine.session().record().moves.len();
        (here, here + self.walk.ahead.len())
    }

    /// So many plies forward, or back where it is negative; the engine does not move by itself there.
    pub(super) fn step(&mut self, by: i64) -> Result<(), Refusal> {
        let (here, all) = self.length();
        match by {
            _ if by < 0 && here == 0 => return Err(Refusal::Why("this is the start of the game".into())),
            _ if by > 0 && here == all => return Err(Refusal::Why("this is the end of the moves".into())),
            _ => {}
        }
        let steps = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
        let ply = if by < 0 { here.saturating_sub(steps) } else { here.saturating_add(steps).min(all) };
        self.show_ply(ply)
    }

    /// The position after so many plies.
    pub(super) fn go_to(&mut self, ply: u64) -> Result<(), Refusal> {
        let (_, all) = self.length();
        match usize::try_from(ply).ok().filter(|&ply| ply <= all) {
            Some(ply) => self.show_ply(ply),
            None => Err(Refusal::Why(format!("goto: expected a number from 0 to {all}, found {ply}"))),
        }
    }

    fn show_ply(&mut self, ply: usize) -> Result<(), Refusal> {
        self.walk_to(ply)?;
        let (here, all) = self.length();
        let last = self.engine.session().record().moves.pop();
        let behind = last.map_or("The start".into(), |mv| format!("Move {here}, {mv}"));
        self.screen.say(&format!("{behind}, of {}.", count(all, "move")))?;
        self.show_board(None)
    }

    /// The lines that were tried and left, or one of them put on the board again.
    pub(super) fn variations(&mut self, number: Option<u64>) -> Result<(), Refusal> {
        let lines = self.walk.left.clone();
        if lines.is_empty() {
            return Err(Refusal::Why("no line was tried and left yet".into()));
        }
        let Some(number) = number else {
            let moves = self.engine.session().record().moves;
            for (number, line) in (1..).zip(&lines) {
                let same = moves.iter().zip(line).take_while(|(a, b)| a == b).count();
                self.screen.say(&format!("{number}. after {}: {}", count(same, "move"), line[same..].join(" ")))?;
            }
            return Ok(());
        };
        let line = usize::try_from(number - 1).ok().and_then(|index| lines.get(index)).cloned();
        let Some(line) = line else {
            let found = format!("variations: expected a number from 1 to {}, found {number}", lines.len());
            return Err(Refusal::Why(found));
        };
        let moves = self.engine.session().record().moves;
        let same = moves.iter().zip(&line).take_while(|(a, b)| a == b).count();
        self.walk_to(same)?;
        self.walk.leave(&moves[..same]);
        for mv in &line[same..] {
            self.play_move(mv).map_err(Refusal::because)?;
        }
        self.walk.left.retain(|other| *other != line);
        self.show_ply(line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &str) -> Vec<String> {
        words.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn a_line_is_left_when_another_move_is_played() {
        let mut walk = Walk { ahead: texts("c b"), left: Vec::new() };
        walk.note(&texts("a"), "b");
        assert_eq!((walk.ahead.clone(), walk.left.len()), (texts("c"), 0));
        walk.note(&texts("a b"), "d");
        assert_eq!((walk.ahead.len(), walk.left.clone()), (0, vec![texts("a b c")]));
        walk.note(&texts("a b d"), "e");
        assert_eq!(walk.left.len(), 1);
    }
}
