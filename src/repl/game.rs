//! Playing: moves as people spell them, skipped turns, the engine's moves, and taking back.

use std::io::Write;

use super::command::{Back, Verb};
use super::think::Thought;
use super::{Refusal, Repl, show, words};
use crate::control::Limits;
use crate::game::{MoveError, Score, Seat};
use crate::protocol::go::GoWords;
use crate::session::report::{Answer, Danger, PositionError, Request, Start};

/// How a skipped turn is spelt in every game.
const SKIP: &str = "0000";

/// Why nothing can be played any more.
const OVER: &str = "the game is over; 'undo' takes a move back and 'new' begins again";

/// A move with what people put between and behind its parts left out, in small letters.
fn squeezed(text: &str) -> String {
    let noise = |sign: char| sign.is_whitespace() || ['-', '>', ',', ';', ':', '.'].contains(&sign);
    text.chars().filter(|&sign| !noise(sign)).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// The ways to read a move as it was typed: as it stands, in small letters without what people put between, and the same
/// with the capital of a man that is dropped.
fn spellings(text: &str) -> Vec<String> {
    let plain = squeezed(text);
    let mut all = vec![text.to_string()];
    if plain.as_bytes().get(1) == Some(&b'*') {
        all.push(plain[..1].to_ascii_uppercase() + &plain[1..]);
    }
    all.push(plain);
    all
}

impl<W: Write> Repl<W> {
    /// Plays what was typed, if it is a move; false when it spells none.
    pub(super) fn play_typed(&mut self, text: &str) -> Result<bool, Refusal> {
        if let Some(warning) = self.warning(text) {
            self.screen.say(&warning)?;
            return Ok(true);
        }
        match self.try_spellings(text) {
            Ok(_) => {}
            Err(MoveError::Syntax { .. }) => return Ok(false),
            Err(error @ MoveError::Over { .. }) => return Err(Refusal::Why(format!("{error}; {OVER}"))),
            Err(error) => return Err(Refusal::because(error)),
        }
        self.go_on()?;
        Ok(true)
    }

    fn try_spellings(&mut self, text: &str) -> Result<String, MoveError> {
        let session = self.engine.session_mut();
        let mut spellings = spellings(text).into_iter().peekable();
        loop {
            let spelling = spellings.next().unwrap_or_default();
            match session.play(&spelling) {
                Err(MoveError::Syntax { .. }) if spellings.peek().is_some() => {}
                played => return played,
            }
        }
    }

    /// What to say, once, of a move that lets the one who makes it be put out of the game.
    fn warning(&mut self, text: &str) -> Option<String> {
        let session = self.engine.session();
        let (mv, danger) = spellings(text).into_iter().find_map(|mv| session.danger(&mv).map(|danger| (mv, danger)))?;
        let here = (session.fen(), mv);
        if self.warned_of.as_ref() == Some(&here) {
            return None;
        }
        let name = self.sides().name(session.turn());
        let what = match danger {
            Danger::OutAtOnce => format!("{name} is out at once after {}", here.1),
            Danger::OutBeforeNextTurn => format!("after {} {name} can be put out before the next turn", here.1),
        };
        self.warned_of = Some(here);
        Some(format!("Warning: {what}, and there is a safe move. Type it again to play it all the same."))
    }

    /// After a move or a new position: skips turns and lets the engine play its sides, then shows the board.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        loop {
            let stuck = self.skip_turns()?;
            let session = self.engine.session();
            if stuck || session.outcome().is_some() || !self.engine_plays(session.turn()) {
                break;
            }
            let limits = Limits::default();
            let stopped = self.engine_move(Request::Go { limits, searchmoves: None, ponder: false })?;
            if stopped && self.sides().seats().all(|seat| self.engine_plays(seat)) {
                self.engine_seats.0 = Default::default();
                self.screen.say("The engine plays no side any more; 'engine both' lets it go on.")?;
            }
        }
        self.show_board(None)
    }

    /// Skips the turns of sides that have no move; true when that is so for all of them.
    fn skip_turns(&mut self) -> Result<bool, Refusal> {
        for _ in self.sides().seats() {
            if !self.must_skip() {
                return Ok(false);
            }
            let name = self.sides().name(self.engine.session().turn());
            self.engine.session_mut().play(SKIP).map_err(Refusal::because)?;
            self.screen.say(&format!("{name} has no move, so the turn is skipped."))?;
        }
        let stuck = self.must_skip();
        if stuck {
            self.screen.say("No side has a move.")?;
        }
        Ok(stuck)
    }

    fn must_skip(&self) -> bool {
        self.engine.session().legal_moves() == [SKIP]
    }

    /// Whether the engine moves for this seat by itself.
    pub(super) fn engine_plays(&self, seat: Seat) -> bool {
        self.engine_seats[seat]
    }

    /// Finds a move, plays it and says what it leads to; true when the search was ended from outside.
    fn engine_move(&mut self, request: Request) -> Result<bool, Refusal> {
        let mover = self.engine.session().turn();
        let thought = self.think(request)?;
        let Answer::Best { mv: Some(mv), .. } = &thought.answer else {
            return Err(Refusal::Why("the engine has found no move".into()));
        };
        self.engine.session_mut().play(mv).map_err(Refusal::because)?;
        for line in self.told(mv, mover, &thought) {
            self.screen.say(&line)?;
        }
        Ok(thought.stopped)
    }

    /// The engine's move with its score, and the other lines of the search where several were asked for.
    fn told(&self, mv: &str, mover: Seat, thought: &Thought) -> Vec<String> {
        let sides = self.sides();
        let played = format!("{} plays {mv}", sides.name(mover));
        let unseen = |score| matches!(score, Score::Points(_)) && !self.engine.settings().full_strength();
        let mut told = vec![match thought.lines.first() {
            Some(info) if !unseen(info.score) => {
                let depth = match info.score {
                    Score::Points(_) => format!(", depth {}", info.depth),
                    Score::Proved(_) => String::new(),
                };
                format!("{played}: {}{depth}.", words::score(info.score, mover, &sides))
            }
            _ => format!("{played}."),
        }];
        for info in thought.lines.iter().skip(1) {
            let first = info.pv.first().map_or("", String::as_str);
            told.push(format!("  {first}: {}", words::score(info.score, mover, &sides)));
        }
        told
    }

    /// Lets the engine make this move.
    pub(super) fn go(&mut self, words: GoWords) -> Result<(), Refusal> {
        self.expect_play()?;
        let words = words.seated(self.engine.session().seats());
        if let Some(problem) = words.problems.first() {
            let known =
                if problem.contains("unknown") { "; expected 'movetime MS', 'depth N' or 'infinite'" } else { "" };
            return Err(Refusal::Why(format!("{problem}{known}")));
        }
        let request = words.request(self.engine.session().turn());
        if let Request::Go { searchmoves, ponder, .. } = &request {
            if *ponder {
                return Err(Refusal::Why("go: 'ponder' is for programs; expected a limit or 'infinite'".into()));
            }
            let legal = self.engine.session().legal_moves();
            if let Some(mv) = searchmoves.iter().flatten().find(|mv| !legal.contains(mv)) {
                let found = crate::text::quote(mv);
                return Err(Refusal::Why(format!("go: searchmoves: expected legal moves, found {found}")));
            }
            if searchmoves.as_ref().is_some_and(Vec::is_empty) {
                return Err(Refusal::Why("go: searchmoves: expected legal moves, found nothing".into()));
            }
        }
        self.engine_move(request)?;
        self.go_on()
    }

    /// Refuses what makes no sense after the end of the game.
    pub(super) fn expect_play(&self) -> Result<(), Refusal> {
        match self.engine.session().outcome() {
            None => Ok(()),
            Some(_) => Err(Refusal::Why(OVER.into())),
        }
    }

    /// Takes moves back, each with the skipped turns behind it.
    pub(super) fn undo(&mut self, back: Back) -> Result<(), Refusal> {
        let moves = self.engine.session().record().moves;
        let there = moves.iter().filter(|mv| *mv != SKIP).count();
        if there == 0 {
            return Err(Refusal::Why("there is no move to take back".into()));
        }
        if let Back::Moves(wanted) = back
            && u64::try_from(there).is_ok_and(|there| wanted > there)
        {
            return Err(Refusal::Why(format!("undo: expected a number from 1 to {there}, found {wanted}")));
        }
        let mut taken = Vec::new();
        for mv in moves.iter().rev() {
            let enough = match back {
                Back::Moves(wanted) => u64::try_from(taken.len()).is_ok_and(|taken| taken >= wanted),
                Back::Turn => !taken.is_empty() && self.is_for_people(),
            };
            if enough {
                break;
            }
            self.engine.session_mut().undo();
            if mv != SKIP {
                taken.push(mv.as_str());
            }
        }
        self.engine.prepare();
        self.screen.say(&format!("Took back {}.", words::listed(&taken, "and")))?;
        self.show_board(None)
    }

    /// True where someone who types is to choose a move, or where the engine plays every side.
    fn is_for_people(&self) -> bool {
        let mut seats = self.sides().seats();
        !self.must_skip() && (!self.engine_plays(self.engine.session().turn()) || seats.all(|s| self.engine_plays(s)))
    }

    /// Begins again, perhaps on another board.
    pub(super) fn new_game(&mut self, size: Option<String>) -> Result<(), Refusal> {
        let sizes = self.engine.entry().sizes;
        if let Some(size) = size.filter(|size| sizes.min < sizes.max || *size != sizes.min.to_string()) {
            if sizes.min == sizes.max {
                let (only, found) = (sizes.min, crate::text::quote(&size));
                return Err(Refusal::Why(format!("new: expected nothing or {only}, the only board, found {found}")));
            }
            let refused = |error| show::option_refusal(Verb::New.name(), error);
            self.engine.set_option("BoardSize", &size).map_err(refused)?;
        }
        self.engine.new_game();
        self.go_on()
    }

    /// Puts a position.
    pub(super) fn set_position(&mut self, command: &str, start: &Start, moves: &[String]) -> Result<(), Refusal> {
        let named = |error: PositionError| Refusal::Why(format!("{command}: {error}"));
        self.engine.set_position(start, moves).map_err(named)?;
        self.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::squeezed;

    #[test]
    fn moves_may_be_spelt_as_people_spell_them() {
        for text in ["A1 c3", "a1-c3", "a1 -> C3", "a1, c3.", " a1c3 "] {
            assert_eq!(squeezed(text), "a1c3", "{text}");
        }
    }
}
