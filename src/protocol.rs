//! The text door: lines in, lines out. One channel brings everything to the main thread, which alone
//! writes: lines from a reading thread, news and answers from the thread of a search.
//!
//! While a search runs, `isready legalmoves record query d stop ponderhit quit` are answered at once and
//! the other commands end it first; behind `wait` they are held until it has ended. At the end of input
//! a search with a limit is finished, an open one is stopped.

pub mod command;
pub mod dialect;
mod foreign;
pub mod go;
pub mod hub;
pub mod lines;
pub mod output;
pub mod reply;
pub mod xboard;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::control::Stop;
use crate::engine::Engine;
use crate::session::Job;
use crate::session::report::{Answer, News, Request};
use crate::settings::Key;
use crate::text::quote;
use command::{Command, Query, read};
use dialect::{Foreign, Purpose, Translator};
use go::GoWords;
use lines::{Gate, Line, read_lines, weight};
use output::Output;
use reply::Dialect;

/// The version of the protocol that `query protocol` answers.
pub const VERSION: u32 = 1;

/// How far lines and news may run ahead of the main thread.
const CHANNEL: usize = 1024;

/// What reaches the main thread.
enum Event {
    Line(Line),
    EndOfInput,
    InputFailed(io::Error),
    News(News),
    /// The end of a job; `None` when it failed.
    Done(Option<Answer>),
}

/// How the loop treats what it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manners {
    /// Wait for each search with a limit before anything else is read, `quit` included: for scripts.
    pub in_order: bool,
    /// End at the first error line.
    pub strict: bool,
    /// Speak this dialect from the beginning.
    pub dialect: Option<Foreign>,
}

/// How the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// `quit`, or the end of input.
    Done,
    /// The first error line, with [`Manners::strict`].
    Error,
}

/// Speaks the protocol until `quit` or the end of input.
///
/// # Errors
/// When the other side can no longer be written to.
pub fn serve<R, W>(engine: Engine, input: R, output: Output<W>, manners: Manners) -> io::Result<End>
where
    R: Read + Send + 'static,
    W: Write,
{
    let (sender, events) = sync_channel(CHANNEL);
    let gate = Gate::default();
    let reader = Reader { sender: sender.clone(), gate: gate.clone() };
    thread::Builder::new().name("input".into()).spawn(move || reader.run(input))?;
    let mut door = Door {
        engine,
        output,
        manners,
        dialect: Dialect::default(),
        translator: None,
        sender,
        events,
        gate,
        running: None,
        holding: false,
        at_end: false,
        queue: VecDeque::new(),
        passing: VecDeque::new(),
    };
    if let Some(dialect) = manners.dialect {
        door.speak(dialect)?;
    }
    door.run()
}

struct Reader {
    sender: SyncSender<Event>,
    gate: Gate,
}

impl Reader {
    fn run(self, input: impl Read) {
        let read = read_lines(input, |line| {
            self.gate.enter(weight(&line));
            self.sender.send(Event::Line(line)).is_ok()
        });
        // Nobody listens any more when the main thread has ended.
        let _ = self.sender.send(read.map_or_else(Event::InputFailed, |()| Event::EndOfInput));
    }
}

/// A search, a count or another job under way.
struct Running {
    stop: Stop,
    /// It answers only when it is told to.
    open: bool,
    /// It answers only to `stop`, not to `ponderhit`.
    infinite: bool,
    /// It ends with `bestmove`.
    finds_move: bool,
    /// What a dialect began it for; nothing more is told of it when that is gone.
    purpose: Option<Purpose>,
}

impl Running {
    fn counting() -> Self {
        Running { stop: Stop::new(), open: false, infinite: false, finds_move: false, purpose: None }
    }
}

struct Door<W> {
    engine: Engine,
    output: Output<W>,
    manners: Manners,
    dialect: Dialect,
    translator: Option<Box<dyn Translator>>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    gate: Gate,
    running: Option<Running>,
    /// Lines are held until the search ends.
    holding: bool,
    at_end: bool,
    /// Lines that have come and are not executed.
    queue: VecDeque<Line>,
    /// Those of them that pass while the others are held.
    passing: VecDeque<Line>,
}

/// Whether the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl<W: Write> Door<W> {
    fn run(mut self) -> io::Result<End> {
        loop {
            if self.manners.strict && self.output.errors() > 0 {
                return Ok(End::Error);
            }
            let next = match self.passing.pop_front() {
                None if !self.holding => self.queue.pop_front(),
                passing => passing,
            };
            if let Some(line) = next {
                if self.execute(line)? == Next::Quit {
                    return Ok(End::Done);
                }
                continue;
            }
            if self.at_end {
                match &self.running {
                    None => return Ok(End::Done),
                    Some(running) if running.open => running.stop.stop(),
                    Some(_) => {}
                }
            }
            let Ok(event) = self.events.recv() else { return Ok(End::Done) };
            self.take(event)?;
        }
    }

    /// Everything but executing a line.
    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(line) if self.holding && !self.manners.in_order && passes(&line) => {
                self.passing.push_back(line)
            }
            Event::Line(line) => self.queue.push_back(line),
            Event::EndOfInput => self.at_end = true,
            Event::InputFailed(error) => return Err(error),
            Event::News(news) => self.tell(news)?,
            Event::Done(answer) => self.finish(answer)?,
        }
        Ok(())
    }

    fn tell(&mut self, news: News) -> io::Result<()> {
        if self.translator.is_some() {
            return self.tell_in_dialect(&news);
        }
        let line = match news {
            News::Info(info) => reply::info(&info, self.dialect),
            News::Note(note) => format!("info string {note}"),
        };
        self.output.line(&line)
    }

    fn finish(&mut self, answer: Option<Answer>) -> io::Result<()> {
        self.holding = false;
        let running = self.running.take();
        if self.translator.is_some() {
            return self.finish_in_dialect(running, answer);
        }
        let with_ponder = self.dialect == Dialect::Uci && self.engine.settings().ponder;
        match answer {
            Some(answer) => self.lines(reply::answer(&answer, with_ponder)),
            None => {
                self.error("command", "the search failed; this is a fault of the engine")?;
                let mv = self.engine.session().legal_moves().into_iter().next();
                match running {
                    Some(running) if running.finds_move => {
                        self.lines(reply::answer(&Answer::Best { mv, ponder: None }, false))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn lines(&mut self, lines: Vec<String>) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.output.line(line))
    }

    fn error(&mut self, code: &str, message: &str) -> io::Result<()> {
        let line = match &self.translator {
            Some(translator) => translator.error(code, message),
            None => reply::error(code, message),
        };
        self.output.error(&line)
    }

    fn response(&mut self, text: &str) -> io::Result<()> {
        self.output.line(format!("response {text}").trim_end())
    }

    fn execute(&mut self, line: Line) -> io::Result<Next> {
        self.gate.leave(weight(&line));
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                self.output.came_in("(a line that is refused)");
                self.error("command", &error.to_string())?;
                return Ok(Next::GoOn);
            }
        };
        self.output.came_in(&line);
        if self.translator.is_some() {
            return self.translate(&line);
        }
        match read(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.quit()?;
                return Ok(Next::Quit);
            }
            Ok(Some(command)) => self.obey(command)?,
            Err(error) => self.error(error.code(), &error.to_string())?,
        }
        Ok(Next::GoOn)
    }

    /// What may come while a search runs stands first; the rest ends it.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::IsReady => self.output.line("readyok"),
            Command::Stop => {
                if let Some(running) = &mut self.running {
                    running.stop.stop();
                    running.open = false;
                    self.holding |= self.manners.in_order;
                }
                Ok(())
            }
            Command::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.stop.ponderhit();
                    running.open &= running.infinite;
                    self.holding |= self.manners.in_order && !running.open;
                }
                Ok(())
            }
            Command::LegalMoves => {
                let line = format!("legalmoves {}", self.engine.session().legal_moves().join(" "));
                self.output.line(line.trim_end())
            }
            Command::Record => {
                let line = format!("record {}", self.engine.session().record().line());
                self.output.line(&line)
            }
            Command::Query(query) => self.query(query),
            Command::Display => self.lines(reply::display(&self.engine)),
            Command::Help => self.lines(reply::help()),
            Command::Uci => self.greet(Dialect::Uci),
            Command::Ugi => self.greet(Dialect::Ugi),
            Command::Foreign(dialect) => {
                self.end_search()?;
                self.speak(dialect)?;
                self.translate(dialect.word()).map(drop)
            }
            Command::Eval => self.lines(self.engine.session().describe()),
            Command::Wait => match &self.running {
                Some(running) if running.open => {
                    self.error("command", "wait: the search ends only when it is told to; expected 'stop'")
                }
                None => Ok(()),
                Some(_) => {
                    self.hold();
                    Ok(())
                }
            },
            Command::SetOption { name, value } => {
                self.end_search()?;
                self.set_option(&name, &value)
            }
            Command::NewGame => {
                self.end_search()?;
                self.engine.new_game();
                Ok(())
            }
            Command::Position { start, moves } => {
                self.end_search()?;
                match self.engine.set_position(&start, &moves) {
                    Ok(()) => Ok(()),
                    Err(error) => self.error(error.code().word(), &format!("position: {error}")),
                }
            }
            Command::Go(words) => {
                self.end_search()?;
                self.go(*words)
            }
            Command::Perft(depth) => {
                self.end_search()?;
                self.start_counting(Request::Perft(depth))
            }
            Command::Hint(movetime) => {
                self.end_search()?;
                self.start_counting(Request::Hint { movetime })
            }
            Command::Values(movetime) => {
                self.end_search()?;
                self.start_counting(Request::Values { movetime })
            }
            Command::Bench => {
                self.end_search()?;
                self.spawn(crate::tools::bench::job(), Running::counting())
            }
            Command::Quit => Ok(()),
        }
    }

    /// Holds all lines but those that pass, which may have come already.
    fn hold(&mut self) {
        self.holding = true;
        let (passing, held) = std::mem::take(&mut self.queue).into_iter().partition(passes);
        self.queue = held;
        self.passing.extend::<VecDeque<Line>>(passing);
    }

    fn greet(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        self.lines(reply::handshake(dialect, &self.engine))
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let before = self.engine.settings().log_file.clone();
        match self.engine.set_option(name, value) {
            Err(error @ crate::settings::OptionError::Unknown(_)) => self.error("option", &error.to_string()),
            Err(error) => self.error("value", &error.to_string()),
            Ok(Key::LogFile) => {
                let path = self.engine.settings().log_file.clone();
                match self.output.log_to(path.as_deref()) {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        let old = before.map_or(String::new(), |path| path.display().to_string());
                        // It was taken before, so it is taken again.
                        let _ = self.engine.set_option(name, &old);
                        let found = quote(value);
                        self.error(
                            "value",
                            &format!("Debug Log File: expected a file to append to, found {found} ({error})"),
                        )
                    }
                }
            }
            Ok(_) => Ok(()),
        }
    }

    fn go(&mut self, words: GoWords) -> io::Result<()> {
        let words = words.seated(self.engine.session().seats());
        for problem in &words.problems {
            self.error("limit", problem)?;
        }
        let (open, infinite) = (words.is_open(), words.is_infinite());
        let request = words.request(self.engine.session().turn());
        let stop = match &request {
            Request::Go { ponder: true, .. } => Stop::pondering(),
            _ => Stop::new(),
        };
        self.start(request, Running { stop, open, infinite, finds_move: true, purpose: None })
    }

    /// Starts a job that answers by itself and finds no move.
    fn start_counting(&mut self, request: Request) -> io::Result<()> {
        self.start(request, Running::counting())
    }

    fn start(&mut self, request: Request, running: Running) -> io::Result<()> {
        match self.engine.job(request) {
            Ok(job) => self.spawn(job, running),
            Err(error) => self.error("option", &error.to_string()),
        }
    }

    fn spawn(&mut self, job: Job, running: Running) -> io::Result<()> {
        let (sender, flag) = (self.sender.clone(), running.stop.clone());
        let work = move || {
            // Sending fails only when nobody listens any more.
            let mut tell = |news| drop(sender.send(Event::News(news)));
            let answer = catch_unwind(AssertUnwindSafe(|| job(&flag, &mut tell))).ok();
            let _ = sender.send(Event::Done(answer));
        };
        thread::Builder::new().name("search".into()).spawn(work)?;
        self.holding = self.manners.in_order && !running.open;
        self.running = Some(running);
        Ok(())
    }

    /// Ends the search, if any, and prints its answer; lines that come meanwhile keep their order.
    fn end_search(&mut self) -> io::Result<()> {
        while let Some(running) = &self.running {
            running.stop.stop();
            let Ok(event) = self.events.recv() else { return Ok(()) };
            self.take(event)?;
        }
        Ok(())
    }

    /// A search answers before the program ends; anything else is dropped.
    fn quit(&mut self) -> io::Result<()> {
        match &self.running {
            Some(running) if running.finds_move => self.end_search(),
            _ => Ok(()),
        }
    }

    fn query(&mut self, query: Query) -> io::Result<()> {
        match answer_query(&self.engine, query) {
            Ok(text) => self.response(&text),
            Err((code, message)) => self.error(code, &message),
        }
    }
}

/// Whether a line is executed even behind `wait`.
fn passes(line: &Line) -> bool {
    line.as_ref().is_ok_and(|line| ["isready", "stop", "ponderhit", "quit"].contains(&line.trim()))
}

/// The text behind `response`, or an error as code and message.
fn answer_query(engine: &Engine, query: Query) -> Result<String, (&'static str, String)> {
    let session = engine.session();
    let seats = session.seats();
    Ok(match query {
        Query::Turn => format!("p{}", session.turn().number()),
        Query::SeatTurn(number) if number <= seats.len() => (session.turn().number() == number).to_string(),
        Query::SeatTurn(number) => {
            return Err(("command", format!("query: expected a player from 1 to {}, found {number}", seats.len())));
        }
        Query::GameOver => session.outcome().is_some().to_string(),
        Query::Result => {
            session.outcome().map_or("none".into(), |outcome| reply::result(&outcome.verdict, seats.len()))
        }
        Query::Reason => session.outcome().map_or("none", |outcome| outcome.reason.word()).into(),
        Query::Fen => session.fen(),
        Query::Board => {
            let view = session.view();
            format!("files {} ranks {} seats {}", view.files, view.ranks, seats.len())
        }
        Query::Protocol => VERSION.to_string(),
        Query::Commands => command::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" "),
        Query::Games => engine.catalog().names().join(" "),
        Query::Option(name) => {
            let spec = engine.spec(&name).map_err(|error| ("option", error.to_string()))?;
            let none = || ("value", format!("{}: a button has no value", spec.name));
            engine.settings().get(spec.key).ok_or_else(none)?
        }
        Query::Valid { start, moves } => match engine.check_position(&start, &moves) {
            Ok(()) => "ok".into(),
            Err(error) => format!("{} {error}", error.code().word()),
        },
        Query::After(moves) => {
            session.fen_after(&moves).map_err(|error| (error.code().word(), format!("query after: {error}")))?
        }
    })
}
