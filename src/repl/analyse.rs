//! Analysis while people go on typing: a search on a thread of its own whose lines appear above the prompt.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use super::input::Teller;
use super::sides::Sides;
use super::{Refusal, Repl, words};
use crate::control::{Limits, Stop};
use crate::game::{Score, Seat};
use crate::session::report::{Info, News, Request};

/// At most two reports a second.
const PAUSE: Duration = Duration::from_millis(500);
/// So much deeper is worth a report.
const DEEPER: u32 = 2;

/// Which reports are worth a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Filter {
    /// When and what was shown last.
    shown: Option<(Duration, Option<String>, Option<Score>, u32)>,
}

impl Filter {
    /// Whether a report is to be shown that comes so long after the beginning.
    fn passes(&mut self, now: Duration, info: &Info) -> bool {
        let best = info.pv.first().cloned();
        let news = match &self.shown {
            None => true,
            Some((then, mv, score, depth)) => {
                now.saturating_sub(*then) >= PAUSE
                    && (*mv != best || *score != Some(info.score) || info.depth >= depth + DEEPER)
            }
        };
        if news {
            self.shown = Some((now, best, Some(info.score), info.depth));
        }
        news
    }
}

/// An analysis that goes on.
pub(super) struct Analysis {
    stop: Stop,
}

impl Drop for Analysis {
    /// The worker is not waited for: it may hold a line that is shown only when the next line is awaited.
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A report as a line.
fn line(info: &Info, mover: Seat, sides: &Sides, several: bool) -> String {
    let number = if several { format!("{}. ", info.multipv) } else { String::new() };
    let pv: Vec<&str> = info.pv.iter().take(8).map(String::as_str).collect();
    format!("depth {}: {number}{} with {}", info.depth, words::score(info.score, mover, sides), pv.join(" "))
}

/// Tells what is worth telling of the reports of a search.
fn listen(mover: Seat, sides: Sides, several: bool, stop: Stop, mut teller: Teller) -> impl FnMut(News) {
    let (began, mut filter) = (Instant::now(), Filter::default());
    let mut open = false;
    move |news| match news {
        News::Note(_) => {}
        // What comes after its end is about a position that has gone.
        News::Info(_) if stop.is_stopped() => {}
        News::Info(info) => {
            if info.multipv == 1 {
                open = filter.passes(began.elapsed(), &info);
            }
            if open {
                teller.tell(&line(&info, mover, &sides, several));
            }
        }
    }
}

impl<W: Write> Repl<W> {
    /// Begins to analyse, or ends it.
    pub(super) fn analyse(&mut self, on: bool) -> Result<(), Refusal> {
        if !on {
            self.analysing = false;
            self.analysis = None;
            return Ok(self.screen.say("The analysis is at its end.")?);
        }
        self.expect_play()?;
        self.analysing = true;
        Ok(self.screen.say("Analysing; go on typing, and 'analyse off' ends it.")?)
    }

    /// Before a line is obeyed the search ends, for the game may change.
    pub(super) fn pause_analysis(&mut self) {
        self.analysis = None;
    }

    /// Before a line is awaited the search goes on, on the position that is there now.
    pub(super) fn resume_analysis(&mut self) {
        if !self.analysing || self.is_over() {
            return;
        }
        let limits = Limits { infinite: true, ..Limits::default() };
        let Some(teller) = self.input.teller() else { return };
        let Ok(job) = self.engine.analysis(Request::Go { limits, searchmoves: None, ponder: false }) else { return };
        let (mover, sides) = (self.engine.session().turn(), self.sides());
        let several = self.engine.settings().multipv > 1;
        let stop = Stop::new();
        let flag = stop.clone();
        let worker = thread::Builder::new().name("analysis".into()).spawn(move || {
            let mut listen = listen(mover, sides, several, flag.clone(), teller);
            // A fault of the search ends the analysis and not the game.
            let _ = catch_unwind(AssertUnwindSafe(|| job(&flag, &mut listen)));
        });
        self.analysis = worker.ok().map(|_| Analysis { stop });
    }

    /// How many lines an analysis shows.
    pub(super) fn lines_to_show(&mut self, lines: Option<&str>) -> Result<(), Refusal> {
        match lines {
            Some(lines) => self.set_option("MultiPV", lines),
            None => {
                let lines = self.engine.settings().multipv;
                Ok(self.screen.say(&format!("An analysis shows {}.", words::count(lines, "line")))?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(mv: &str, points: i32, depth: u32) -> Info {
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score: Score::Points(points),
            scores: Vec::new(),
            nodes: 0,
            hashfull: 0,
            tbhits: 0,
            time: Duration::ZERO,
            pv: vec![mv.into()],
        }
    }

    #[test]
    fn at_most_two_lines_a_second_and_only_what_is_new() {
        let mut filter = Filter::default();
        let mut passes = |ms, mv, points, depth| filter.passes(Duration::from_millis(ms), &info(mv, points, depth));
        assert!(passes(0, "a", 1, 1));
        assert!(!passes(499, "b", 5, 9), "too soon");
        assert!(!passes(600, "a", 1, 2), "nothing new");
        assert!(passes(700, "a", 1, 3), "deeper by two");
        assert!(!passes(1100, "b", 1, 3), "too soon");
        assert!(passes(1200, "b", 1, 3), "another move");
        assert!(passes(1700, "b", 2, 3), "another value");
        assert!(!passes(9000, "b", 2, 4), "nothing new");
    }
}
