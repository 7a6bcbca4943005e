//! Playing: moves as people spell them, skipped turns, the engine's moves, and taking back.

use std::io::Write;

use super::Contest;
use super::ask::Question;
use super::command::Verb;
use super::think::Thought;
use super::{Refusal, Repl, show, words};
use crate::control::Limits;
use crate::game::{MoveError, Score, Seat};
use crate::protocol::go::GoWords;
use crate::session::report::{Answer, Danger, PositionError, Request, Start};
use crate::settings::Settings;

/// How a skipped turn is spelt in every game.
pub(super) const SKIP: &str = "0000";

/// How a player gives up in a game that goes on without him, as a move.
pub(super) const RESIGN: &str = "resign";

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
        if self.course.is_none()
            && let Some(warning) = self.warning(text)
        {
            self.screen.say(&warning)?;
            return Ok(true);
        }
        if self.ended.is_some() && self.spells_a_move(text) {
            return Err(Refusal::Why(OVER.into()));
        }
        if self.course.is_some()
            && let Some(mv) = self.legal(text)
        {
            return self.try_exercise(&mv).map(|()| true);
        }
        if self.confirm
            && let Some(mv) = self.legal(text)
        {
            return self.ask_move(&mv).map(|()| true);
        }
        match self.try_spellings(text) {
            Ok(mv) => self.say_played(&mv)?,
            Err(MoveError::Syntax { .. }) => return Ok(false),
            Err(error @ MoveError::Over { .. }) => return Err(Refusal::Why(format!("{error}; {OVER}"))),
            Err(error) => return Err(Refusal::because(error)),
        }
        self.go_on()?;
        Ok(true)
    }

    /// The legal move that was typed, in the spelling of the wire.
    fn legal(&mut self, text: &str) -> Option<String> {
        let moves = self.engine.session().record().moves.len();
        let session = self.engine.session_mut();
        let played = spellings(text).into_iter().find_map(|spelling| session.play(&spelling).ok());
        while session.record().moves.len() > moves {
            session.undo();
        }
        played
    }

    fn spells_a_move(&mut self, text: &str) -> bool {
        self.legal(text).is_some()
    }

    /// Why a move is legal or not, in the game's own terms.
    pub(super) fn explain(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some(mv) = self.legal(text) {
            let said = match self.engine.session().meaning(&mv) {
                Some(meaning) => format!("{mv} is legal: {}.", self.sides().rename(&meaning)),
                None => format!("{mv} is legal."),
            };
            self.screen.say(&said)?;
            // It is taken back at once.
            let played = self.engine.session_mut().play(&mv).is_ok();
            let outcome = self.engine.session().outcome().filter(|_| played);
            if played {
                self.engine.session_mut().undo();
            }
            let end = outcome.map(|outcome| words::outcome(&outcome, &self.sides()));
            return Ok(self.screen.say_all(&end.into_iter().collect::<Vec<_>>())?);
        }
        match self.try_spellings(text) {
            // Nothing that is legal comes this far.
            Ok(_) => Ok(()),
            Err(error) => Err(Refusal::because(error)),
        }
    }

    fn try_spellings(&mut self, text: &str) -> Result<String, MoveError> {
        let mut spellings = spellings(text).into_iter().peekable();
        loop {
            let spelling = spellings.next().unwrap_or_default();
            match self.play_move(&spelling) {
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
        let seats = self.sides().names().len();
        let mut in_a_row = 0;
        loop {
            let stuck = self.skip_turns()?;
            let session = self.engine.session();
            if stuck || self.is_over() || !self.engine_plays(session.turn()) {
                break;
            }
            let limits = Limits::default();
            let stopped = self.engine_move(Request::Go { limits, searchmoves: None, ponder: false })?;
            in_a_row += 1;
            // Those who type have no seat, or none that is still in the game.
            if stopped && (in_a_row > seats || self.sides().seats().all(|seat| self.engine_plays(seat))) {
                self.engine_seats.0 = Default::default();
                self.levels.0 = Default::default();
                let all = if seats == 2 { "both" } else { "all" };
                self.screen.say(&format!("The engine plays no side any more; 'engine {all}' lets it go on."))?;
            }
        }
        self.show_board(None)
    }

    /// Skips the turns of sides that have no move; true when that is so for all of them.
    pub(super) fn skip_turns(&mut self) -> Result<bool, Refusal> {
        for _ in self.sides().seats() {
            if !self.must_skip() {
                return Ok(false);
            }
            let name = self.sides().name(self.engine.session().turn());
            self.play_move(SKIP).map_err(Refusal::because)?;
            self.screen.say(&format!("{name} has no move, so the turn is skipped."))?;
        }
        let stuck = self.must_skip();
        if stuck {
            self.screen.say("No side has a move.")?;
        }
        Ok(stuck)
    }

    pub(super) fn must_skip(&self) -> bool {
        self.engine.session().legal_moves() == [SKIP]
    }

    /// Whether the engine moves for this seat by itself.
    pub(super) fn engine_plays(&self, seat: Seat) -> bool {
        self.engine_seats[seat]
    }

    /// Finds a move, plays it and says what it leads to; true when the search was ended from outside.
    pub(super) fn engine_move(&mut self, request: Request) -> Result<bool, Refusal> {
        let mover = self.engine.session().turn();
        let Settings { skill, limit_strength, .. } = *self.engine.settings();
        let own = self.levels[mover];
        self.play_at(own.unwrap_or(skill), limit_strength && own.is_none());
        let thought = self.think(request);
        let told = thought.as_ref().ok().map(|thought| self.told_if_best(thought, mover));
        self.play_at(skill, limit_strength);
        let thought = thought?;
        let Answer::Best { mv: Some(mv), .. } = &thought.answer else {
            return Err(Refusal::Why("the engine has found no move".into()));
        };
        self.play_move(mv).map_err(Refusal::because)?;
        if self.contest == Contest::Open {
            self.contest = Contest::Begun;
        }
        self.screen.say_all(&told.unwrap_or_default())?;
        self.say_fallen()?;
        Ok(thought.stopped)
    }

    /// Sets the common level, and whether the rating decides instead.
    pub(super) fn play_at(&mut self, level: u8, limited: bool) {
        // The values are such as the options take.
        let _ = self.engine.set_option("Skill Level", &level.to_string());
        let _ = self.engine.set_option("UCI_LimitStrength", &limited.to_string());
    }

    fn told_if_best(&self, thought: &Thought, mover: Seat) -> Vec<String> {
        match &thought.answer {
            Answer::Best { mv: Some(mv), .. } => self.told(mv, mover, thought),
            _ => Vec::new(),
        }
    }

    /// The engine's move with its score, and the other lines of the search where several were asked for.
    fn told(&self, mv: &str, mover: Seat, thought: &Thought) -> Vec<String> {
        let sides = self.sides();
        let played = format!("{} plays {mv}", sides.name(mover));
        let unseen =
            |score| matches!(score, Score::Points(_)) && self.levels[mover].unwrap_or(self.engine.level()) < 10;
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
        if self.is_over() { Err(Refusal::Why(OVER.into())) } else { Ok(()) }
    }

    /// Whether the game is over, by the rules or by those who play.
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some() || self.engine.session().outcome().is_some()
    }

    /// What belongs to one game alone is forgotten.
    pub(super) fn forget_game(&mut self) {
        (self.ended, self.walk, self.course, self.marked_view) = (None, Default::default(), None, None);
        self.contest = Contest::Open;
        self.fallen.clear();
    }

    /// The same with what was found out about the game.
    pub(super) fn forget_all(&mut self) {
        self.forget_game();
        (self.annotated, self.mistakes) = (None, Vec::new());
    }

    /// Begins again, perhaps on another board; people are asked first when a game is on.
    pub(super) fn new_game(&mut self, size: Option<String>) -> Result<(), Refusal> {
        let on = !self.is_over() && !self.engine.session().record().moves.is_empty();
        if on && self.screen.abilities().prompt {
            self.question = Some(Question::New(size));
            return Ok(self.screen.say("A game is on. Begin another: yes or no?")?);
        }
        self.begin_again(size)
    }

    /// Begins again, perhaps on another board.
    pub(super) fn begin_again(&mut self, size: Option<String>) -> Result<(), Refusal> {
        let sizes = self.engine.entry().sizes;
        if let Some(game) = size.as_deref().and_then(|word| self.game_named(word)) {
            if game != self.engine.entry().name {
                self.engine.set_option("UCI_Variant", game).map_err(Refusal::because)?;
            }
            self.engine.new_game();
            self.forget_all();
            self.introduce()?;
            return self.go_on();
        }
        if let Some(size) = size.filter(|size| sizes.min < sizes.max || *size != sizes.min.to_string()) {
            if sizes.min == sizes.max {
                let (only, found) = (sizes.min, crate::text::quote(&size));
                return Err(Refusal::Why(format!("new: expected nothing or {only}, the only board, found {found}")));
            }
            let refused = |error| show::option_refusal(Verb::New.name(), error);
            self.engine.set_option("BoardSize", &size).map_err(refused)?;
        }
        self.engine.new_game();
        self.forget_all();
        self.go_on()
    }

    /// The game of this name, or of this title.
    fn game_named(&self, word: &str) -> Option<&'static str> {
        let named = |title: &str| title.eq_ignore_ascii_case(word);
        self.engine
            .catalog()
            .entries()
            .iter()
            .find(|entry| named(entry.name) || named(entry.title))
            .map(|entry| entry.name)
    }

    /// Puts a position.
    pub(super) fn set_position(&mut self, command: &str, start: &Start, moves: &[String]) -> Result<(), Refusal> {
        let named = |error: PositionError| Refusal::Why(format!("{command}: {error}"));
        self.engine.set_position(start, moves).map_err(named)?;
        self.forget_all();
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
