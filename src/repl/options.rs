//! What can be changed beside the position: options, who is played by the engine, and what the sides are called.

use std::io::Write;

use super::{Refusal, Repl, show, words};
use crate::game::Seat;
use crate::settings::Key;
use crate::text::quote;

impl<W: Write> Repl<W> {
    /// Sets an option, says so, and does what follows from it.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let before = self.engine.settings().log_file.clone();
        let key = self.engine.set_option(name, value).map_err(|error| show::option_refusal(name, error))?;
        match key {
            Key::Variant | Key::BoardSize => {
                self.engine.prepare();
                self.forget_all();
                return self.go_on();
            }
            Key::UseTables => self.engine.prepare(),
            Key::LogFile => {
                let path = self.engine.settings().log_file.clone();
                if let Err(error) = self.screen.output().log_to(path.as_deref()) {
                    let old = before.map_or(String::new(), |path| path.display().to_string());
                    // It was taken before, so it is taken again.
                    let _ = self.engine.set_option(name, &old);
                    let found = quote(value);
                    return Err(Refusal::Why(format!("expected a file to append to, found {found} ({error})")));
                }
            }
            _ => {}
        }
        let name = self.engine.spec(name).map_or("option", |spec| spec.name);
        let said = match self.engine.settings().get(key) {
            Some(value) => format!("{name} is {value}."),
            None => format!("{name}: done."),
        };
        Ok(self.screen.say(&said)?)
    }

    /// Lets the engine play these sides, or says which it plays.
    pub(super) fn engine_side(&mut self, side: Option<&str>) -> Result<(), Refusal> {
        let Some(side) = side else { return self.say_who_plays() };
        let chosen = self.chosen("engine", side)?;
        self.seat_engine(&chosen)
    }

    /// Lets the engine play the other sides; or plays a move, for those who put the word before it.
    pub(super) fn play_side(&mut self, side: Option<&str>) -> Result<(), Refusal> {
        let Some(side) = side else { return self.say_who_plays() };
        match self.chosen("play", side) {
            Ok(chosen) => {
                let others: Vec<Seat> = self.sides().seats().filter(|seat| !chosen.contains(seat)).collect();
                self.seat_engine(&others)
            }
            Err(refusal) => {
                if self.play_typed(side)? {
                    Ok(())
                } else {
                    Err(refusal)
                }
            }
        }
    }

    /// The seats that words stand for.
    fn chosen(&self, command: &str, word: &str) -> Result<Vec<Seat>, Refusal> {
        let sides = self.sides();
        match word {
            "both" | "all" => Ok(sides.seats().collect()),
            "none" => Ok(Vec::new()),
            several => {
                several.split([' ', ',']).filter(|word| !word.is_empty()).map(|word| self.one(command, word)).collect()
            }
        }
    }

    /// The seat that a word stands for.
    pub(super) fn one(&self, command: &str, word: &str) -> Result<Seat, Refusal> {
        let sides = self.sides();
        sides.find(word).ok_or_else(|| {
            let all = if sides.names().len() == 2 { "both" } else { "all" };
            let names = words::listed(&[sides.names(), &[all, "none"]].concat(), "or");
            Refusal::Why(format!("{command}: expected {names}, found {}", quote(word)))
        })
    }

    fn seat_engine(&mut self, seats: &[Seat]) -> Result<(), Refusal> {
        let all = self.sides().seats();
        all.for_each(|seat| self.engine_seats[seat] = seats.contains(&seat));
        self.levels.0 = Default::default();
        self.say_who_plays()?;
        let session = self.engine.session();
        if !self.is_over() && self.engine_plays(session.turn()) { self.go_on() } else { Ok(()) }
    }

    /// Puts someone else on a seat, also in mid-game: `red 5`, `blue me`.
    pub(super) fn player(&mut self, words: &str) -> Result<(), Refusal> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let (side, who) = match words.as_slice() {
            [] => return self.say_who_plays(),
            [side] => (side, &"engine"),
            [side, who] => (side, who),
            [_, _, more, ..] => {
                return Err(Refusal::Why(format!("player: expected a side and who plays it, found {}", quote(more))));
            }
        };
        let seat = self.one("player", side)?;
        let level = crate::text::read_digits(who).filter(|level| (1..=10).contains(level));
        (self.engine_seats[seat], self.levels[seat]) = match (*who, level) {
            ("me", _) => (false, None),
            ("engine", _) => (true, None),
            (_, Some(level)) => (true, u8::try_from(level).ok()),
            (other, None) => {
                let found = quote(other);
                return Err(Refusal::Why(format!(
                    "player: expected me, engine or a level from 1 to 10, found {found}"
                )));
            }
        };
        self.say_who_plays()?;
        let session = self.engine.session();
        if !self.is_over() && self.engine_plays(session.turn()) { self.go_on() } else { Ok(()) }
    }

    /// Turns the board round.
    pub(super) fn flip(&mut self) -> Result<(), Refusal> {
        self.screen.flip = !self.screen.flip;
        self.show_board(None)
    }

    pub(super) fn with_level(&self, seat: Seat) -> String {
        let name = self.sides().name(seat);
        self.levels[seat].map_or(name.to_string(), |level| format!("{name} at level {level}"))
    }

    fn say_who_plays(&mut self) -> Result<(), Refusal> {
        let sides = self.sides();
        let names = |engine: bool| {
            let seats = sides.seats().filter(|&seat| self.engine_plays(seat) == engine);
            let names: Vec<String> = seats.map(|seat| self.with_level(seat)).collect();
            words::listed(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and")
        };
        let (engine, people) = (names(true), names(false));
        let said = match (engine.as_str(), people.as_str()) {
            ("", _) => format!("You play {people}; 'go' lets the engine make one move."),
            (_, "") => format!("The engine plays {engine}; Ctrl-C ends that."),
            _ => format!("The engine plays {engine}, and you play {people}."),
        };
        Ok(self.screen.say(&said)?)
    }

    /// Calls the sides by the names among which this one is, or says what they are called.
    pub(super) fn call_sides(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        let sides = self.sides();
        if let Some(name) = name {
            let names: Vec<&str> = sides.all_names().collect();
            let wrong = || {
                let found = quote(name);
                Refusal::Why(format!("sides: expected {}, found {found}", words::listed(&names, "or")))
            };
            self.swapped = sides.is_other(name).ok_or_else(wrong)?;
            return self.show_board(None);
        }
        let said = format!("The sides are {}.", words::listed(sides.names(), "and"));
        Ok(self.screen.say(&said)?)
    }
}
