//! Answers in sentences, for people who do not see the board: the last move, where pieces stand, who wins.

use std::io::Write;

use super::game::RESIGN;
use super::words::{self, listed};
use super::{Refusal, Repl};
use crate::board::Square;
use crate::game::Seat;
use crate::session::report::{Answer, Request};
use crate::text::quote;

impl<W: Write> Repl<W> {
    /// Sentences instead of drawings, or drawings again.
    pub(super) fn plain(&mut self, on: Option<bool>) -> Result<(), Refusal> {
        if on == Some(false)
            && let Some(why) = self.screen.why_plain()
        {
            self.plain_set = false;
            return Ok(self.screen.say(&format!("Plain stays on, for {why}."))?);
        }
        if let Some(on) = on {
            self.set_plain(on)?;
            self.plain_set = on;
        }
        if self.screen.is_plain() {
            return Ok(self.screen.say(
                "Plain is on: sentences and no drawings; 'last', 'where', 'row', 'file' and 'value' tell more.",
            )?);
        }
        self.screen.say("Plain is off.")?;
        self.show_board(None)
    }

    /// Does it, without a word.
    pub(super) fn set_plain(&mut self, on: bool) -> std::io::Result<()> {
        if on {
            self.input.simplify(&self.ctrl_c)?;
        }
        self.screen.set_plain(on);
        if !on {
            self.input.enrich(self.screen.able(), &self.ctrl_c)?;
        }
        Ok(())
    }

    /// Says what was played where the board does not show it.
    pub(super) fn say_played(&mut self, mv: &str) -> Result<(), Refusal> {
        if self.screen.is_plain() {
            self.say_last_of(mv)?;
        }
        self.say_fallen()
    }

    /// Says who has been put out of the game.
    pub(super) fn say_fallen(&mut self) -> Result<(), Refusal> {
        let fallen = std::mem::take(&mut self.fallen);
        Ok(self.screen.say_all(&fallen)?)
    }

    fn say_last_of(&mut self, mv: &str) -> Result<(), Refusal> {
        let (name, mv) = self.last_move_of(mv);
        if mv == RESIGN {
            return Ok(self.screen.say(&format!("{name} has resigned."))?);
        }
        Ok(self.screen.say(&format!("{name} played {mv}."))?)
    }

    /// Who played the last move, found by taking it back for a moment.
    fn last_move_of(&mut self, mv: &str) -> (&'static str, String) {
        let sides = self.sides();
        let moves = self.engine.session().record().moves;
        self.engine.session_mut().undo();
        let name = sides.name(self.engine.session().turn());
        if let Some(last) = moves.last() {
            // It was played before.
            let _ = self.engine.session_mut().play(last);
        }
        (name, moves.last().cloned().unwrap_or_else(|| mv.to_string()))
    }

    /// The last move.
    pub(super) fn last(&mut self) -> Result<(), Refusal> {
        match self.engine.session().record().moves.last().cloned() {
            None => Ok(self.screen.say("No move was played yet.")?),
            Some(mv) if mv == super::game::SKIP => {
                let (name, _) = self.last_move_of(&mv);
                Ok(self.screen.say(&format!("{name} was skipped."))?)
            }
            Some(mv) => self.say_last_of(&mv),
        }
    }

    fn squares(&self) -> Vec<Square> {
        let view = self.engine.session().view();
        (0..view.ranks).flat_map(|rank| (0..view.files).map(move |file| Square::new(file, rank))).collect()
    }

    /// Where the pieces of a side, or of all, stand.
    pub(super) fn pieces(&mut self, side: Option<&str>) -> Result<(), Refusal> {
        let sides = self.sides();
        let chosen: Vec<Seat> = match side {
            None => sides.seats().collect(),
            Some(side) => vec![self.one("where", side)?],
        };
        for seat in chosen {
            let (session, view) = (self.engine.session(), self.engine.session().view());
            let mut places: Vec<String> = Vec::new();
            for square in self.squares() {
                if let Some(piece) = view.piece(square).filter(|piece| piece.seat == seat) {
                    places.push(format!("{} on {}", sides.letter(piece), session.square_text(square)));
                }
            }
            let same =
                places.len() > 1 && places.iter().all(|place| place.split(' ').next() == places[0].split(' ').next());
            if same {
                places.iter_mut().for_each(|place| *place = place.split(' ').next_back().unwrap_or_default().into());
            }
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            let said = match places.as_slice() {
                [] => format!("{} has no piece on the board.", sides.name(seat)),
                _ => format!("{} has {}.", sides.name(seat), listed(&places, "and")),
            };
            self.screen.say(&said)?;
        }
        let notes: Vec<String> =
            self.engine.session().view().notes().iter().map(|(_, note)| sides.rename(note)).collect();
        Ok(self.screen.say_all(&notes)?)
    }

    /// What stands on a row or a file.
    pub(super) fn line_of(&mut self, row: bool, name: Option<&str>) -> Result<(), Refusal> {
        let (word, view, sides) = (if row { "row" } else { "file" }, self.engine.session().view(), self.sides());
        let names: Vec<String> = match row {
            true => (0..view.ranks).map(|rank| view.rank_name(rank)).collect(),
            false => (0..view.files).map(|file| view.file_name(file).to_string()).collect(),
        };
        let found = names.iter().position(|other| Some(other.as_str()) == name);
        let Some(index) = found else {
            let (first, last) = (names.first().cloned().unwrap_or_default(), names.last().cloned().unwrap_or_default());
            let found = name.map_or("nothing".into(), quote);
            return Err(Refusal::Why(format!("{word}: expected a name from {first} to {last}, found {found}")));
        };
        let on = |square: &Square| usize::from(if row { square.rank } else { square.file }) == index;
        let session = self.engine.session();
        let place = |square: Square| {
            let piece = view.piece(square)?;
            Some(format!("{} {} on {}", sides.name(piece.seat), sides.letter(piece), session.square_text(square)))
        };
        let places: Vec<String> = self.squares().into_iter().filter(on).filter_map(place).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let said = match places.as_slice() {
            [] => format!("{} {} is empty.", if row { "Row" } else { "File" }, names[index]),
            _ => format!("{} {}: {}.", if row { "Row" } else { "File" }, names[index], listed(&places, "and")),
        };
        Ok(self.screen.say(&said)?)
    }

    /// Who wins, in a sentence.
    pub(super) fn value(&mut self, movetime: Option<u64>) -> Result<(), Refusal> {
        self.expect_play()?;
        let Answer::Hint(hint) = self.think(Request::Hint { movetime })?.answer else { return Ok(()) };
        let known = words::known(&hint.value, self.engine.session().turn(), &self.sides());
        let mut signs = known.chars();
        let first = signs.next().map(|sign| sign.to_ascii_uppercase()).map(String::from).unwrap_or_default();
        Ok(self.screen.say(&format!("{first}{}.", signs.as_str()))?)
    }
}
