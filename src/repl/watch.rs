//! Watching: the engine against itself with a level for each seat and time to look, until Ctrl-C, and on from there.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use super::input::CtrlC;
use super::{Refusal, Repl};
use crate::control::{Limits, Stop};
use crate::game::PerSeat;
use crate::session::report::Request;
use crate::text::{quote, read_digits};

/// How long a position stays, when nothing else is said.
const DELAY: Duration = Duration::from_millis(1000);
/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// How the engine plays against itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Show {
    levels: PerSeat<Option<u8>>,
    delay: Duration,
}

impl Default for Show {
    fn default() -> Self {
        Show { levels: PerSeat::default(), delay: DELAY }
    }
}

impl<W: Write> Repl<W> {
    fn read_show(&self, text: &str) -> Result<Show, Refusal> {
        let mut show = self.show;
        let wrong =
            |expected: &str, found: &str| Refusal::Why(format!("watch: expected {expected}, found {}", quote(found)));
        let (levels, delay) = match text.split_once("delay") {
            Some((levels, delay)) => (levels, Some(delay.trim())),
            None => (text, None),
        };
        if let Some(delay) = delay {
            let read = read_digits(delay).filter(|&delay| delay <= 60_000);
            show.delay = Duration::from_millis(read.ok_or_else(|| wrong("0 to 60000 ms after 'delay'", delay))?);
        }
        let words: Vec<&str> = levels.split_whitespace().collect();
        let seats = self.sides().names().len();
        if !words.is_empty() && words.len() != 1 && words.len() != seats {
            return Err(wrong(&format!("a level, or {seats} of them"), levels.trim()));
        }
        for (index, seat) in self.sides().seats().enumerate().filter(|_| !words.is_empty()) {
            let word = words.get(index).unwrap_or(&words[0]);
            let level = read_digits(word).and_then(|level| u8::try_from(level).ok());
            let level = level.filter(|level| (1..=10).contains(level));
            show.levels[seat] = Some(level.ok_or_else(|| wrong("levels from 1 to 10", word))?);
        }
        Ok(show)
    }

    /// The engine plays every side, from here on.
    pub(super) fn watch(&mut self, text: &str) -> Result<(), Refusal> {
        self.expect_play()?;
        self.show = self.read_show(text)?;
        let levels = std::mem::replace(&mut self.levels, self.show.levels);
        let shown = self.watch_on();
        self.levels = levels;
        shown
    }

    fn watch_on(&mut self) -> Result<(), Refusal> {
        loop {
            if self.skip_turns()? || self.is_over() {
                return self.show_board(None);
            }
            let stopped =
                self.engine_move(Request::Go { limits: Limits::default(), searchmoves: None, ponder: false })?;
            self.show_board(None)?;
            if self.is_over() {
                return Ok(());
            }
            if stopped || self.pause(self.show.delay) {
                return Ok(self.screen.say("Stopped; 'watch' goes on from here.")?);
            }
        }
    }

    /// Waits; true when it was ended by Ctrl-C.
    fn pause(&mut self, delay: Duration) -> bool {
        let stop = Stop::new();
        let _watch = CtrlC::watch(&self.ctrl_c, &stop);
        let end = Instant::now() + delay;
        while !stop.is_stopped() && Instant::now() < end {
            thread::sleep(LOOK.min(end.saturating_duration_since(Instant::now())));
        }
        stop.is_stopped()
    }
}
