//! Where lines come from: a line editor on a terminal, or plain lines from a pipe or a simple terminal; and Ctrl-C.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor, ExternalPrinter};

use super::complete::{Assistant, Vocabulary};
use super::keep::read_history;
use super::screen::Abilities;
use crate::control::Stop;
use crate::protocol::lines::{Line, LineError, MAX_LINE, read_lines};

/// How many lines may run ahead.
const AHEAD: usize = 64;
/// How many lines the history holds.
const HISTORY: usize = 1000;
/// The width where nothing tells it.
const WIDTH: usize = 80;

/// What comes in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line.
    Line(Line),
    /// A line that work in the background has to tell.
    Told(String),
    /// Ctrl-C, while nothing runs that it could end.
    Interrupt,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// A prompt, plain and in colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// Without colour.
    pub plain: String,
    /// In colour.
    pub colour: String,
}

/// The reading side.
pub struct Input {
    source: Source,
    waiting: VecDeque<Event>,
    /// Where lines are kept.
    history: Option<PathBuf>,
}

enum Source {
    Editor(Box<Editor<Assistant, MemHistory>>),
    Plain(Plain),
}

/// Plain lines that a thread reads.
struct Plain {
    events: Receiver<Event>,
    /// What puts others among the lines.
    sender: SyncSender<Event>,
    /// On a terminal the thread reads a line only when it is wanted, so that what is typed next may be read by an editor.
    wanted: Option<SyncSender<()>>,
    /// A line is wanted that has not come yet.
    pending: bool,
}

impl Plain {
    /// Lets the thread read a line, unless it does.
    fn want(&mut self) {
        if let Some(wanted) = &self.wanted
            && !std::mem::replace(&mut self.pending, true)
        {
            // A thread that has ended has sent its end.
            let _ = wanted.try_send(());
        }
    }

    /// Notes what has come.
    fn came(&mut self, event: Event) -> Event {
        if matches!(event, Event::Line(_) | Event::End) {
            self.pending = false;
        }
        event
    }
}

/// Tells lines while a line is awaited.
pub enum Teller {
    /// Above the line that is being edited.
    Above(Box<dyn ExternalPrinter + Send>),
    /// Among the lines that come in.
    Among(SyncSender<Event>),
}

impl Teller {
    /// Tells a line; when nobody listens any more, nothing happens.
    pub fn tell(&mut self, line: &str) {
        match self {
            Teller::Above(printer) => drop(printer.print(format!("{line}\n"))),
            Teller::Among(lines) => drop(lines.try_send(Event::Told(line.to_string()))),
        }
    }
}

impl Input {
    /// Reads standard input as the terminal allows, and listens for Ctrl-C where people type.
    ///
    /// # Errors
    /// When there is no thread to read on.
    pub fn new(abilities: Abilities, history: Option<PathBuf>) -> io::Result<(Self, CtrlC)> {
        if let Some(mut editor) = abilities.editing.then(|| editor(abilities.colour)).flatten() {
            for line in history.as_deref().map(read_history).unwrap_or_default() {
                editor.add_history_entry(line).map_err(failure)?;
            }
            let input = Input { source: Source::Editor(Box::new(editor)), waiting: VecDeque::new(), history };
            return Ok((input, CtrlC::listen()));
        }
        let ctrl_c = if abilities.prompt { CtrlC::listen() } else { CtrlC::default() };
        let source = plain_source(abilities.prompt.then_some(&ctrl_c))?;
        Ok((Input { source, waiting: VecDeque::new(), history }, ctrl_c))
    }

    /// Reads plain lines from now on, without an editor and its escapes.
    ///
    /// # Errors
    /// When there is no thread to read on.
    pub fn simplify(&mut self, ctrl_c: &CtrlC) -> io::Result<()> {
        if self.edits() {
            self.source = plain_source(Some(ctrl_c))?;
        }
        Ok(())
    }

    /// Reads with the line editor from now on.
    ///
    /// # Errors
    /// When the lines that were typed before cannot be taken over.
    pub fn enrich(&mut self, abilities: Abilities, ctrl_c: &CtrlC) -> io::Result<()> {
        // A line that is being read would be lost to the editor.
        let free = matches!(&self.source, Source::Plain(plain) if plain.wanted.is_some() && !plain.pending);
        if free && let Some(mut editor) = abilities.editing.then(|| editor(abilities.colour)).flatten() {
            for line in self.history.as_deref().map(read_history).unwrap_or_default() {
                editor.add_history_entry(line).map_err(failure)?;
            }
            ctrl_c.lock().idle = None;
            self.source = Source::Editor(Box::new(editor));
        }
        Ok(())
    }

    /// Whether the one who types sees the prompt through the line editor.
    pub fn edits(&self) -> bool {
        matches!(self.source, Source::Editor(_))
    }

    /// What tells lines while the next one is awaited, where that can be done.
    pub fn teller(&mut self) -> Option<Teller> {
        match &mut self.source {
            Source::Editor(editor) => Some(Teller::Above(Box::new(editor.create_external_printer().ok()?))),
            Source::Plain(plain) => Some(Teller::Among(plain.sender.clone())),
        }
    }

    /// The columns of the terminal.
    pub fn width(&mut self) -> usize {
        match &mut self.source {
            Source::Editor(editor) => editor.dimensions().map_or(WIDTH, |(columns, _)| columns.into()),
            Source::Plain(_) => WIDTH,
        }
    }

    /// True when something has come that is not read yet; a line editor does not know.
    pub fn is_waiting(&mut self) -> bool {
        if self.waiting.is_empty()
            && let Source::Plain(plain) = &mut self.source
        {
            plain.want();
            // What was told in the background is no line that somebody has typed.
            let mut received = plain.events.try_recv();
            while matches!(received, Ok(Event::Told(_))) {
                received = plain.events.try_recv();
            }
            match received {
                Ok(event) => self.waiting.push_back(plain.came(event)),
                Err(TryRecvError::Disconnected) => self.waiting.push_back(Event::End),
                Err(TryRecvError::Empty) => {}
            }
        }
        !self.waiting.is_empty()
    }

    /// Waits for the next line. `vocabulary` is what can be typed.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn next(&mut self, prompt: &Prompt, vocabulary: Vocabulary) -> io::Result<Event> {
        if let Some(event) = self.waiting.pop_front() {
            return Ok(event);
        }
        let editor = match &mut self.source {
            Source::Plain(plain) => {
                plain.want();
                let event = plain.events.recv().unwrap_or(Event::End);
                return Ok(plain.came(event));
            }
            Source::Editor(editor) => editor,
        };
        if let Some(assistant) = editor.helper_mut() {
            assistant.vocabulary = vocabulary;
        }
        match editor.readline(&(prompt.plain.as_str(), prompt.colour.as_str())) {
            Ok(text) => {
                // Pasted text may have several lines.
                for line in text.split('\n').map(str::trim) {
                    if !line.is_empty() && line.len() <= MAX_LINE {
                        editor.add_history_entry(line).map_err(failure)?;
                        remember(self.history.as_deref(), line);
                    }
                    self.waiting.push_back(Event::Line(checked(line)));
                }
                Ok(self.waiting.pop_front().unwrap_or(Event::Line(Ok(String::new()))))
            }
            Err(ReadlineError::Interrupted) => Ok(Event::Interrupt),
            Err(ReadlineError::Eof) => Ok(Event::End),
            // A byte that is no text costs the line, not the game.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Event::Line(Err(LineError::NotUtf8)))
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// After work was ended from outside: forgets the lines that were pasted behind it, or the empty line that ended it.
    pub fn after_stop(&mut self) {
        if self.edits() {
            self.waiting.clear();
        } else if matches!(self.waiting.front(), Some(Event::Line(Ok(line))) if line.trim().is_empty()) {
            self.waiting.pop_front();
        }
    }
}

/// Lines as they come, read on a thread of their own; on a terminal, each when it is wanted.
fn plain_source(ctrl_c: Option<&CtrlC>) -> io::Result<Source> {
    let (sender, events) = sync_channel(AHEAD);
    let lines = sender.clone();
    let (wanted, demands) = sync_channel::<()>(1);
    let patient = ctrl_c.is_some();
    thread::Builder::new().name("input".into()).spawn(move || {
        // Input that cannot be read is at its end.
        if patient && demands.recv().is_err() {
            return;
        }
        let mut let_go = false;
        let _ = read_lines(io::stdin(), |line| {
            let sent = lines.send(Event::Line(line)).is_ok();
            let_go = patient && demands.recv().is_err();
            sent && !let_go
        });
        if let_go {
            return;
        }
        // Nobody listens any more when the main thread has ended.
        let _ = lines.send(Event::End);
    })?;
    if let Some(ctrl_c) = ctrl_c {
        ctrl_c.lock().idle = Some(sender.clone());
    }
    Ok(Source::Plain(Plain { events, sender, wanted: patient.then_some(wanted), pending: false }))
}

/// Keeps a line; one that cannot be kept is only not there next time.
fn remember(path: Option<&Path>, line: &str) {
    let Some(path) = path else { return };
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path) {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

fn checked(line: &str) -> Line {
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    if line.contains('\0') { Err(LineError::Nul) } else { Ok(line.to_string()) }
}

fn failure(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

fn editor(colour: bool) -> Option<Editor<Assistant, MemHistory>> {
    let config = Config::builder()
        .max_history_size(HISTORY)
        .ok()?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .color_mode(if colour { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let mut editor = Editor::with_history(config.clone(), MemHistory::with_config(&config)).ok()?;
    editor.set_helper(Some(Assistant { vocabulary: Vocabulary::default(), colour }));
    Some(editor)
}

/// Where Ctrl-C goes: to the work that runs, to what runs next before another line is read, or to whoever waits
/// for a line.
#[derive(Clone, Debug, Default)]
pub struct CtrlC(Arc<Mutex<Pressed>>);

#[derive(Debug, Default)]
struct Pressed {
    /// What runs now.
    stop: Option<Stop>,
    /// It was pressed while nothing ran.
    between: bool,
    /// Who waits for a line, where no editor does.
    idle: Option<SyncSender<Event>>,
}

/// While it lives, Ctrl-C ends one piece of work.
#[derive(Debug)]
pub struct Watch(CtrlC);

impl CtrlC {
    fn listen() -> Self {
        let ctrl_c = CtrlC::default();
        let handler = ctrl_c.clone();
        // Where no handler can be set, Ctrl-C ends the program as everywhere.
        let _ = ctrlc::set_handler(move || {
            let mut pressed = handler.lock();
            if let Some(stop) = &pressed.stop {
                return stop.stop();
            }
            pressed.between = true;
            if let Some(idle) = &pressed.idle {
                // A full channel has lines to read first.
                let _ = idle.try_send(Event::Interrupt);
            }
        });
        ctrl_c
    }

    fn lock(&self) -> MutexGuard<'_, Pressed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets Ctrl-C set this flag from now on.
    pub fn watch(&self, stop: &Stop) -> Watch {
        let mut pressed = self.lock();
        if std::mem::take(&mut pressed.between) {
            stop.stop();
        }
        pressed.stop = Some(stop.clone());
        Watch(self.clone())
    }

    /// Forgets what was pressed before a new line was read.
    pub fn forget(&self) {
        self.lock().between = false;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.lock().stop = None;
    }
}
