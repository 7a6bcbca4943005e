//! What people see: lines, plain or in colour, a prompt, and one line that is written over while the engine thinks.

use std::io::{self, IsTerminal, Write};

use super::looks::{Looks, Taste};
use super::paint::{self, Frame};
use super::sides::Sides;
use crate::protocol::output::Output;
use crate::text::quote;
use crate::view::View;

/// The terminals on which nothing can be written over.
const DUMB: [&str; 3] = ["dumb", "cons25", "emacs"];
/// Moves the cursor to the start of the line and empties it.
const WIPE: &str = "\r\u{1b}[K";

/// What the standard streams can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// People type here: they get a prompt.
    pub prompt: bool,
    /// Lines can be edited and written over.
    pub editing: bool,
    /// Colour is there and wanted.
    pub colour: bool,
}

impl Abilities {
    /// Those of this process.
    pub fn of_process() -> Self {
        let prompt = io::stdin().is_terminal();
        let term = std::env::var("TERM").ok();
        let clever = term.map_or(cfg!(windows), |term| !DUMB.contains(&term.to_ascii_lowercase().as_str()));
        let editing = prompt && io::stdout().is_terminal() && clever;
        let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Abilities { prompt, editing, colour: editing && !colourless }
    }
}

/// The writing side of the terminal.
pub struct Screen<W> {
    output: Output<W>,
    abilities: Abilities,
    /// What the terminal could do.
    able: Abilities,
    /// The line that stands there to be written over.
    passing: String,
    /// Nothing is drawn.
    plain: bool,
    /// The board is turned round.
    pub flip: bool,
    /// Its columns.
    pub width: usize,
    /// How people want the board to look.
    pub taste: Taste,
}

impl<W: Write> Screen<W> {
    /// Writes to `output`.
    pub fn new(output: Output<W>, abilities: Abilities) -> Self {
        Screen {
            output,
            abilities,
            able: abilities,
            passing: String::new(),
            plain: false,
            flip: false,
            width: 80,
            taste: Taste::default(),
        }
    }

    /// What it can do.
    pub fn abilities(&self) -> Abilities {
        self.abilities
    }

    /// What it could do if drawings were wanted.
    pub fn able(&self) -> Abilities {
        self.able
    }

    /// Why people who type here get sentences whatever they wish, if that is so.
    pub fn why_plain(&self) -> Option<String> {
        if !self.able.prompt || self.able.editing {
            return None;
        }
        Some(match std::env::var("TERM") {
            _ if !io::stdout().is_terminal() => "what is shown does not go to a terminal".into(),
            Ok(term) => format!("on a terminal of the kind {} nothing can be drawn over", quote(&term)),
            Err(_) => "TERM does not say what kind of terminal this is".into(),
        })
    }

    /// Whether there are sentences and no drawings.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// Leaves drawings and escapes out, or draws again.
    pub fn set_plain(&mut self, plain: bool) {
        self.plain = plain;
        self.abilities = match plain {
            true => Abilities { editing: false, colour: false, ..self.able },
            false => self.able,
        };
    }

    /// Where the lines go.
    pub fn output(&mut self) -> &mut Output<W> {
        &mut self.output
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        self.painted(line, line)
    }

    /// Writes lines.
    pub fn say_all<S: AsRef<str>>(&mut self, lines: &[S]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line.as_ref()))
    }

    /// Writes a line that is plain, or in colour where that can be shown.
    pub fn painted(&mut self, plain: &str, colour: &str) -> io::Result<()> {
        self.wipe()?;
        let shown = if self.abilities.colour { colour } else { plain };
        self.output.painted(shown, plain)
    }

    /// How things are drawn here.
    pub fn looks(&self) -> Looks {
        self.taste.looks(self.abilities.colour)
    }

    /// Draws a board.
    pub fn draw(&mut self, view: &View, sides: &Sides) -> io::Result<()> {
        if self.plain {
            return Ok(());
        }
        let frame = Frame { sides, flip: self.flip, room: self.width, looks: self.looks() };
        paint::board(view, frame).iter().try_for_each(|(plain, colour)| self.painted(plain, colour))
    }

    /// Asks for a line, where people type.
    pub fn ask(&mut self, prompt: &str) -> io::Result<()> {
        if self.abilities.prompt { self.output.text(prompt) } else { Ok(()) }
    }

    /// Shows a line until the next one, where that can be done.
    pub fn pass(&mut self, line: &str, width: usize) -> io::Result<()> {
        if !self.abilities.editing {
            return Ok(());
        }
        let line: String = line.chars().take(width.saturating_sub(1)).collect();
        if line == self.passing {
            return Ok(());
        }
        self.output.text(&format!("{WIPE}{line}"))?;
        self.passing = line;
        Ok(())
    }

    /// Takes the passing line away.
    pub fn wipe(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.passing).is_empty() { Ok(()) } else { self.output.text(WIPE) }
    }
}
