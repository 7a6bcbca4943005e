//! What is asked back: whether a move is meant, whether a game is to be given up for a new one, whether a draw is agreed.

use std::io::Write;

use super::game::RESIGN;
use super::{Ended, Refusal, Repl};
use crate::board::Square;
use crate::game::{Seat, Value};
use crate::session::report::{Answer, Request};
use crate::view::Mark;

/// What waits for `yes` or `no`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// This move.
    Move(String),
    /// A new game, perhaps on another board.
    New(Option<String>),
    /// The draw that a side has offered.
    Draw,
}

impl<W: Write> Repl<W> {
    /// Whether each move is shown first.
    pub(super) fn set_confirm(&mut self, on: Option<bool>) -> Result<(), Refusal> {
        self.confirm = on.unwrap_or(self.confirm);
        let said = match self.confirm {
            true => "Each move is shown first, and played at 'yes'.",
            false => "Moves are played as they are typed.",
        };
        Ok(self.screen.say(said)?)
    }

    /// Shows a legal move before it is played: the piece where it stands and, faint, where it would go.
    pub(super) fn ask_move(&mut self, mv: &str) -> Result<(), Refusal> {
        let session = self.engine.session();
        let mut view = session.view();
        let squares: Vec<Square> = session.move_squares(mv);
        if let (Some(&to), Some(after)) = (squares.last(), session.view_after(mv)) {
            if let Some(piece) = after.piece(to) {
                view.put(to, piece);
            }
            view.mark(to, Mark::Ghost);
        }
        let sides = self.sides();
        self.screen.draw(&view, &sides)?;
        self.screen.say(&format!("{mv}: yes or no?"))?;
        self.question = Some(Question::Move(mv.to_string()));
        Ok(())
    }

    /// The answer to what was asked.
    pub(super) fn answer(&mut self, question: Option<Question>, yes: bool) -> Result<(), Refusal> {
        match (question, yes) {
            (None, false) if self.course.is_some() => self.leave_course(),
            (None, _) => Err(Refusal::Why("nothing was asked".into())),
            (Some(Question::Move(mv)), true) => {
                self.play_move(&mv).map_err(Refusal::because)?;
                self.say_played(&mv)?;
                self.go_on()
            }
            (Some(Question::New(size)), true) => self.begin_again(size),
            (Some(Question::Draw), true) => self.agree(),
            (Some(Question::Draw), false) => Ok(self.screen.say("No draw; the game goes on.")?),
            (Some(_), false) => self.show_board(None),
        }
    }

    fn agree(&mut self) -> Result<(), Refusal> {
        self.ended =
            Some(Ended { result: "draw".into(), reason: "agreed", sentence: "Game over: a draw by agreement.".into() });
        self.show_board(None)
    }

    /// The side of those who type that speaks now: the one to move, or the only one they play.
    fn speaker(&self) -> Seat {
        let turn = self.engine.session().turn();
        let mine = self.sides().seats().find(|&seat| !self.engine_plays(seat));
        if self.engine_plays(turn) { mine.unwrap_or(turn) } else { turn }
    }

    /// Gives up: between two the other wins, among more the others play on.
    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        self.expect_play()?;
        let (seat, sides) = (self.speaker(), self.sides());
        let name = sides.name(seat);
        if sides.names().len() == 2 {
            let other = seat.other();
            self.ended = Some(Ended {
                result: format!("p{}win", other.number()),
                reason: "resigned",
                sentence: format!("Game over: {} wins because {name} has resigned.", sides.name(other)),
            });
            return self.show_board(None);
        }
        let turn = self.engine.session().turn();
        if seat != turn {
            let why = format!("resign: {name} gives up on a turn of {name}'s own, and {} is to move", sides.name(turn));
            return Err(Refusal::Why(why));
        }
        if self.play_move(RESIGN).is_err() {
            return Err(Refusal::Why(format!("resign: {name} cannot leave this game")));
        }
        self.engine.prepare();
        self.screen.say(&format!("{name} has resigned."))?;
        self.go_on()
    }

    /// Offers a draw: to the one at the other side, or to the engine, which takes it where it does not stand better.
    pub(super) fn offer_draw(&mut self) -> Result<(), Refusal> {
        self.expect_play()?;
        let sides = self.sides();
        if sides.names().len() != 2 {
            let why =
                "draw: two can agree on one; in a game of more 'resign' gives up, and the rules say what is drawn";
            return Err(Refusal::Why(why.into()));
        }
        let me = self.speaker();
        let name = sides.name(me.other());
        if !self.engine_plays(me.other()) {
            self.question = Some(Question::Draw);
            return Ok(self.screen.say(&format!("{} offers a draw. {name}: yes or no?", sides.name(me)))?);
        }
        let Answer::Hint(hint) = self.think(Request::Hint { movetime: None })?.answer else { return Ok(()) };
        let mine = match hint.value {
            Ok(Value::Win(_)) => 1,
            Ok(Value::Draw) => 0,
            Ok(Value::Loss(_)) => -1,
            Err((points, _)) => points,
        };
        let mine = if self.engine.session().turn() == me { mine } else { -mine };
        if mine >= 0 { self.agree() } else { Ok(self.screen.say(&format!("{name} declines the draw."))?) }
    }
}
