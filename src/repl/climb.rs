//! `level auto`: a level up after a game that people win, and one down after one that they lose.

use std::io::{self, Write};

use super::{Refusal, Repl, words};
use crate::game::Seat;

/// How far the game has come that decides about the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Contest {
    /// The engine has made no move in it.
    #[default]
    Open,
    /// It has.
    Begun,
    /// Its result has been counted.
    Counted,
}

/// How well people did among all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fared {
    Won,
    Lost,
    Between,
}

/// How a seat fared by a result as it is kept.
fn fared(result: &str, seat: Seat) -> Fared {
    let words: Vec<&str> = result.split_whitespace().collect();
    match words.as_slice() {
        ["scores", points @ ..] => {
            let points: Vec<u8> = points.iter().filter_map(|points| points.parse().ok()).collect();
            let Some(&own) = points.get(seat.index()) else { return Fared::Between };
            let others =
                || points.iter().enumerate().filter(|(index, _)| *index != seat.index()).map(|(_, other)| *other);
            match () {
                () if others().all(|other| other < own) => Fared::Won,
                () if others().all(|other| other > own) => Fared::Lost,
                () => Fared::Between,
            }
        }
        [winner] if *winner == format!("p{}win", seat.number()) => Fared::Won,
        [winner] if winner.ends_with("win") => Fared::Lost,
        _ => Fared::Between,
    }
}

impl<W: Write> Repl<W> {
    /// Changes the level when a game between one person and the engine is over.
    pub(super) fn climb(&mut self) -> io::Result<()> {
        if !self.climbs || self.contest != Contest::Begun || !self.is_over() || self.course.is_some() {
            return Ok(());
        }
        self.contest = Contest::Counted;
        let people: Vec<Seat> = self.sides().seats().filter(|&seat| !self.engine_plays(seat)).collect();
        let [person] = people.as_slice() else { return Ok(()) };
        let (step, why) = match fared(&self.result().0, *person) {
            Fared::Won => (1, "You won"),
            Fared::Lost => (-1, "You lost"),
            Fared::Between => return Ok(()),
        };
        let moved = |level: u8| level.saturating_add_signed(step).clamp(1, 10);
        let common = self.engine.level();
        let (mut changed, mut level) = (false, common);
        for seat in self.sides().seats().filter(|seat| !people.contains(seat)) {
            let before = self.levels[seat].unwrap_or(common);
            level = moved(before);
            changed |= level != before;
            match &mut self.levels[seat] {
                Some(own) => *own = level,
                None => self.play_at(level, false),
            }
        }
        if !changed {
            return Ok(());
        }
        self.screen.say(&format!("{why}: the engine plays at level {level} from now on."))
    }

    /// Shows or sets how strong the engine plays, or lets the results decide.
    pub(super) fn level(&mut self, level: Option<&str>) -> Result<(), Refusal> {
        match level {
            None => {}
            Some("auto") => self.climbs = true,
            Some(level) => {
                let refused = |_| {
                    let found = crate::text::quote(level);
                    Refusal::Why(format!("level: expected a number from 1 to 10 or auto, found {found}"))
                };
                self.engine.set_option("Skill Level", level).map_err(refused)?;
                // Whoever names a level wants that and no rating.
                let _ = self.engine.set_option("UCI_LimitStrength", "false");
                self.climbs = false;
            }
        }
        let strength = match self.engine.level() {
            10 => "10, its best".to_string(),
            level => format!("{level} of 10"),
        };
        let own: Vec<String> = self
            .sides()
            .seats()
            .filter(|&seat| self.levels[seat].is_some())
            .map(|seat| self.with_level(seat))
            .collect();
        let mut said = vec![match own.as_slice() {
            [] => format!("The engine plays at level {strength}."),
            own => {
                let own = words::listed(&own.iter().map(String::as_str).collect::<Vec<_>>(), "and");
                format!("The engine plays {own}; elsewhere at level {strength}.")
            }
        }];
        if self.climbs {
            said.push("It goes a level up after each game that you win, and down after one that you lose.".into());
        }
        Ok(self.screen.say_all(&said)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_tells_how_a_seat_fared() {
        let of = |result, seat| fared(result, Seat::new(seat));
        assert_eq!((of("p1win", 0), of("p1win", 1), of("draw", 0)), (Fared::Won, Fared::Lost, Fared::Between));
        let four = |seat| of("scores 2 0 3 1", seat);
        assert_eq!([0, 1, 2, 3].map(four), [Fared::Between, Fared::Lost, Fared::Won, Fared::Between]);
        assert_eq!(of("scores 1 1 1 0", 0), Fared::Between);
    }
}
