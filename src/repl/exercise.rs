//! Positions that wait for a move: lessons, puzzles, and mistakes to do better. A wrong try is refuted, a right one praised.

use std::collections::VecDeque;
use std::io::Write;

use super::game::SKIP;
use super::{Refusal, Repl, words};
use crate::saved::SavedGame;
use crate::session::report::{Answer, Request, Start};
use crate::view::Mark;

/// One position with what is to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Exercise {
    /// What is said first.
    pub task: Vec<String>,
    /// The position: its start and the moves to it.
    pub start: Start,
    /// The moves to it.
    pub moves: Vec<String>,
    /// What the others answer to the exercise before, where this one goes on from it; it begins then where they lead.
    pub replies: Vec<String>,
    /// The moves that are right; when there are none, every legal one that is not named as wrong.
    pub right: Vec<String>,
    /// What is said of a right move.
    pub praise: String,
    /// What is said of certain wrong ones, and under `*` of all others; without that those are refuted by a search.
    pub wrong: Vec<(String, String)>,
}

/// Where what is said of all other wrong moves stands.
const ANY: &str = "*";

impl Exercise {
    /// Whether a legal move is what is to be found.
    pub fn takes(&self, mv: &str) -> bool {
        match self.right.is_empty() {
            true => self.wrong.iter().all(|(wrong, _)| wrong != mv),
            false => self.right.iter().any(|right| right == mv),
        }
    }

    /// What is said of a wrong move, if anything is.
    fn why_not(&self, mv: &str) -> Option<&str> {
        let of = |text: &str| self.wrong.iter().find(|(wrong, _)| wrong == text).map(|(_, why)| why.as_str());
        of(mv).or_else(|| of(ANY))
    }

    /// The moves from its start after `mv` and what the others answer to it.
    pub fn moves_after(&self, mv: &str, replies: &[String]) -> Vec<String> {
        self.moves.iter().cloned().chain([mv.to_string()]).chain(replies.iter().cloned()).collect()
    }
}

/// Exercises one after another, and the game that goes on behind them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    left: VecDeque<Exercise>,
    /// The game behind them.
    pub back: SavedGame,
}

impl<W: Write> Repl<W> {
    /// Begins with these exercises; the present game waits.
    pub(super) fn begin_course(&mut self, exercises: Vec<Exercise>) -> Result<(), Refusal> {
        let back = self.course.take().map_or_else(|| self.saved_game(), |course| course.back);
        self.course = Some(Course { left: exercises.into(), back });
        self.show_exercise()
    }

    fn show_exercise(&mut self) -> Result<(), Refusal> {
        let next = self.course.as_ref().and_then(|course| course.left.front().cloned());
        let Some(exercise) = next else { return self.end_course() };
        let course = self.course.take();
        self.engine.set_position(&exercise.start, &exercise.moves).map_err(Refusal::because)?;
        self.forget_game();
        self.course = course;
        self.say_replies(&exercise)?;
        self.show_board(None)?;
        Ok(self.screen.say_all(&exercise.task)?)
    }

    /// What the others have answered, move by move.
    fn say_replies(&mut self, exercise: &Exercise) -> Result<(), Refusal> {
        let before = exercise.moves.len() - exercise.replies.len().min(exercise.moves.len());
        for (at, reply) in (before..).zip(&exercise.replies) {
            let session = self.engine.open_at(&exercise.start, &exercise.moves[..at]).map_err(Refusal::because)?;
            let name = self.sides().name(session.turn());
            self.screen.say(&match reply.as_str() {
                SKIP => format!("{name} has no move, so the turn is skipped."),
                _ => format!("{name} plays {reply}."),
            })?;
        }
        Ok(())
    }

    fn end_course(&mut self) -> Result<(), Refusal> {
        self.screen.say("That was the last one; back to the game.")?;
        self.leave_course()
    }

    /// The game that waited goes on.
    pub(super) fn leave_course(&mut self) -> Result<(), Refusal> {
        let Some(course) = self.course.take() else { return Ok(()) };
        self.put_saved(&course.back)?;
        self.show_board(None)
    }

    /// Judges a legal move that was typed while an exercise waits.
    pub(super) fn try_exercise(&mut self, mv: &str) -> Result<(), Refusal> {
        let Some(exercise) = self.course.as_ref().and_then(|course| course.left.front().cloned()) else {
            return Ok(());
        };
        if exercise.takes(mv) {
            let session = self.engine.session();
            if let Some(mut view) = session.view_after(mv) {
                session.move_squares(mv).into_iter().for_each(|square| view.mark(square, Mark::Last));
                let sides = self.sides();
                self.screen.draw(&view, &sides)?;
            }
            self.screen.say(format!("Right. {}", exercise.praise).trim_end())?;
            if let Some(course) = &mut self.course {
                course.left.pop_front();
                if let Some(next) = course.left.front_mut().filter(|next| !next.replies.is_empty()) {
                    (next.start, next.moves) = (exercise.start.clone(), exercise.moves_after(mv, &next.replies));
                }
            }
            return self.show_exercise();
        }
        match exercise.why_not(mv) {
            Some(why) => self.screen.say(&format!("No: {why}"))?,
            None => self.refute(mv)?,
        }
        Ok(self.screen.say("Try another move; 'hint' tells, 'no' leaves.")?)
    }

    /// Says what comes of a move.
    fn refute(&mut self, mv: &str) -> Result<(), Refusal> {
        let mover = self.engine.session().turn();
        self.engine.session_mut().play(mv).map_err(Refusal::because)?;
        let looked = if self.engine.session().outcome().is_some() {
            Ok(None)
        } else {
            self.think(Request::Hint { movetime: Some(300) }).map(|thought| Some(thought.answer))
        };
        let (turn, sides) = (self.engine.session().turn(), self.sides());
        let ended = self.engine.session().outcome();
        self.engine.session_mut().undo();
        let said = match (looked?, ended) {
            (_, Some(outcome)) => words::outcome(&outcome, &sides),
            (Some(Answer::Hint(hint)), _) => {
                let reply = hint.moves.first().map_or(String::new(), |reply| format!(" after {reply}"));
                format!("{}{reply}.", words::known(&hint.value, turn, &sides))
            }
            _ => format!("it does less for {}.", sides.name(mover)),
        };
        Ok(self.screen.say(&format!("No: {mv}, and {said}"))?)
    }
}
