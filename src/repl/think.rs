//! Work that takes time: it runs on a thread, shows where it stands, and ends at Ctrl-C.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::input::{CtrlC, Input};
use super::screen::Screen;
use super::sides::Sides;
use super::{Refusal, Repl, words};
use crate::control::Stop;
use crate::game::Seat;
use crate::session::report::{Answer, Info, News, Request};
use crate::session::{Job, Session};

/// How often the passing line is written over.
const TICK: Duration = Duration::from_millis(100);
/// Work that is done before this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// What came of a piece of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// How it ended.
    pub answer: Answer,
    /// The last report of each line of the search, best first.
    pub lines: Vec<Info>,
    /// What there was to tell beside, which is said already unless it is about a question of the prompt's own.
    pub notes: Vec<String>,
    /// It was ended from outside.
    pub stopped: bool,
}

enum Told {
    News(News),
    /// `None` when the work failed.
    Done(Option<Answer>),
}

/// What is shown while work runs.
struct Watcher<'a, W> {
    screen: &'a mut Screen<W>,
    input: &'a mut Input,
    stop: &'a Stop,
    sides: Sides,
    mover: Seat,
    /// It ends only when it is told to.
    open: bool,
    width: usize,
    began: Instant,
    shown: Option<Instant>,
    /// It was said once that this takes time, where nothing can be written over.
    warned: bool,
    lines: Vec<Info>,
    notes: Vec<String>,
}

impl<W: Write> Watcher<'_, W> {
    fn hear(&mut self, news: News) {
        match news {
            News::Info(info) => {
                // A new best line makes the others old.
                self.lines.truncate(info.multipv.saturating_sub(1));
                self.lines.push(info);
            }
            News::Note(note) => self.notes.push(note),
        }
    }

    fn look(&mut self) -> io::Result<()> {
        if self.open && self.input.is_waiting() {
            self.stop.stop();
        }
        let now = Instant::now();
        let patient = !self.open && now.duration_since(self.began) < PATIENCE;
        if patient || self.shown.is_some_and(|shown| now.duration_since(shown) < TICK) {
            return Ok(());
        }
        self.shown = Some(now);
        let abilities = self.screen.abilities();
        if abilities.editing {
            return self.screen.pass(&self.status(), self.width);
        }
        if abilities.prompt && !std::mem::replace(&mut self.warned, true) {
            let end = if self.open { "Ctrl-C or Enter ends it" } else { "Ctrl-C ends it" };
            return self.screen.say(&format!("Thinking; {end}."));
        }
        Ok(())
    }

    /// Where the work stands, in a line.
    fn status(&self) -> String {
        let seconds = self.began.elapsed().as_secs();
        match self.lines.first() {
            None => format!("Thinking for {seconds} s; Ctrl-C ends it."),
            Some(info) => format!(
                "{seconds} s, depth {}: {} with {}",
                info.depth,
                words::score(info.score, self.mover, &self.sides),
                info.pv.join(" ")
            ),
        }
    }
}

/// Runs work on a thread of its own and looks after it: what it tells, and every tick.
fn attend<W: Write>(job: Job, watcher: &mut Watcher<'_, W>) -> io::Result<Option<Answer>> {
    let (sender, events) = channel();
    let flag = watcher.stop.clone();
    let worker = thread::Builder::new().name("search".into()).spawn(move || {
        // Sending fails only when nobody listens any more.
        let mut tell = |news| drop(sender.send(Told::News(news)));
        let answer = catch_unwind(AssertUnwindSafe(|| job(&flag, &mut tell))).ok();
        let _ = sender.send(Told::Done(answer));
    })?;
    let end = loop {
        match events.recv_timeout(TICK / 2) {
            Ok(Told::News(news)) => watcher.hear(news),
            Ok(Told::Done(answer)) => break Ok(answer),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(None),
        }
        if let Err(error) = watcher.look() {
            watcher.stop.stop();
            break Err(error);
        }
    };
    // Its panic, if any, is caught inside.
    let _ = worker.join();
    end
}

/// True for work that ends only when it is told to.
fn is_open(request: &Request) -> bool {
    matches!(request, Request::Go { limits, ponder, .. } if limits.infinite || *ponder)
}

impl<W: Write> Repl<W> {
    /// Does a piece of work on the present position and waits for its end.
    pub(super) fn think(&mut self, request: Request) -> Result<Thought, Refusal> {
        let open = is_open(&request);
        let mover = self.engine.session().turn();
        let job = self.engine.job(request).map_err(Refusal::because)?;
        self.await_job(job, open, mover, true)
    }

    /// The same in a game beside the one that is played.
    pub(super) fn think_in(&mut self, session: &dyn Session, request: Request) -> Result<Thought, Refusal> {
        let asks_for_mate = matches!(&request, Request::Go { limits, .. } if limits.mate.is_some());
        let job = self.engine.job_in(session, request).map_err(Refusal::because)?;
        self.await_job(job, false, session.turn(), !asks_for_mate)
    }

    fn await_job(&mut self, job: Job, open: bool, mover: Seat, aloud: bool) -> Result<Thought, Refusal> {
        let stop = Stop::new();
        let watch = CtrlC::watch(&self.ctrl_c, &stop);
        if open && self.screen.abilities().editing {
            self.screen.say("Searching until Ctrl-C is pressed.")?;
        }
        let width = self.input.width();
        let mut watcher = Watcher {
            screen: &mut self.screen,
            input: &mut self.input,
            stop: &stop,
            sides: Sides::of(self.engine.entry(), self.swapped),
            mover,
            open,
            width,
            began: Instant::now(),
            shown: None,
            warned: false,
            lines: Vec::new(),
            notes: Vec::new(),
        };
        let answer = attend(job, &mut watcher)?;
        let (lines, notes) = (watcher.lines, watcher.notes);
        drop(watch);
        self.screen.wipe()?;
        if aloud {
            self.screen.say_all(&notes)?;
        }
        let stopped = stop.is_stopped();
        if stopped {
            self.input.after_stop();
        }
        let fault = || Refusal::Why("the search failed; this is a fault of the engine".into());
        Ok(Thought { answer: answer.ok_or_else(fault)?, lines, notes, stopped })
    }
}
