//! The people's door: a prompt on a terminal, where a typed move is played and everything else is a short word.
//!
//! A line is first looked up among the commands, then played as a move, then read as a shortened command;
//! whatever it is, the game stays as it was unless the line could be done as a whole. Without a terminal it
//! reads lines from a pipe, without a prompt and without escapes.

mod command;
mod complete;
mod files;
mod game;
mod input;
mod options;
mod paint;
mod screen;
mod show;
mod sides;
mod think;
mod words;

use std::io::{self, Write};

use crate::engine::Engine;
use crate::game::{MoveError, PerSeat};
use crate::protocol::command::COMMANDS as WIRE;
use crate::protocol::lines::Line;
use crate::protocol::output::Output;
use crate::session::report::Start;
use command::{Command, Found, Verb, find, read};
use input::{CtrlC, Event, Input};
use screen::{Abilities, Screen};

/// Why a command was not done; the game is as it was.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    /// People cannot be reached any more.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Anything else, in one line.
    #[error("{0}")]
    Why(String),
}

impl Refusal {
    fn because(reason: impl ToString) -> Self {
        Refusal::Why(reason.to_string())
    }
}

/// A game that people play at a prompt.
struct Repl<W> {
    engine: Engine,
    screen: Screen<W>,
    input: Input,
    ctrl_c: CtrlC,
    /// The sides are called by their other names.
    swapped: bool,
    /// Who is played by the engine.
    engine_seats: PerSeat<bool>,
    /// The position and the move that was warned of last.
    warned_of: Option<(String, String)>,
}

/// Whether the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// Serves whoever types until they leave.
///
/// # Errors
/// When the terminal or pipe fails.
pub fn run<W: Write>(engine: Engine, output: Output<W>) -> io::Result<()> {
    let abilities = Abilities::of_process();
    let (input, ctrl_c) = Input::new(abilities)?;
    let screen = Screen::new(output, abilities);
    let (swapped, engine_seats, warned_of) = (false, PerSeat::default(), None);
    Repl { engine, screen, input, ctrl_c, swapped, engine_seats, warned_of }.serve()
}

impl<W: Write> Repl<W> {
    fn serve(mut self) -> io::Result<()> {
        self.engine.prepare();
        self.greet()?;
        loop {
            let prompt = self.prompt();
            if !self.input.edits() {
                self.screen.ask(&prompt.plain)?;
            }
            let vocabulary = if self.input.edits() { self.vocabulary() } else { Default::default() };
            let event = self.input.next(&prompt, vocabulary)?;
            self.ctrl_c.forget();
            let next = match event {
                Event::Line(line) => self.execute(line)?,
                Event::Interrupt => self.interrupted()?,
                Event::End => return self.leave(),
            };
            if next == Next::Quit {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let entry = self.engine.entry();
        let title = format!("Yon {}: {}", env!("CARGO_PKG_VERSION"), entry.title);
        let credit = format!("{}.", entry.credit);
        let example = self.engine.session().legal_moves().into_iter().next().unwrap_or_default();
        self.screen.say_all(&[title, credit, String::new()])?;
        done(self.show_board(None))?;
        self.screen.say_all(&[
            format!("Type a move such as {example}, 'moves' to list them, 'go' to let the engine play,"),
            "'rules' for the rules, 'help' for everything else.".to_string(),
        ])
    }

    /// At the end of input on a simple terminal the prompt still stands there.
    fn leave(mut self) -> io::Result<()> {
        if self.screen.abilities().prompt && !self.input.edits() { self.screen.say("") } else { Ok(()) }
    }

    fn interrupted(&mut self) -> io::Result<Next> {
        if !self.input.edits() {
            self.screen.say("")?;
        }
        self.screen.say("The game goes on; 'quit' or Ctrl-D leaves.")?;
        Ok(Next::GoOn)
    }

    fn execute(&mut self, line: Line) -> io::Result<Next> {
        let obeyed = match line {
            Ok(line) => {
                self.screen.output().came_in(&line);
                self.obey_line(line.trim())
            }
            Err(error) => Err(Refusal::because(error)),
        };
        match obeyed {
            Ok(next) => Ok(next),
            Err(Refusal::Io(error)) => Err(error),
            Err(Refusal::Why(why)) => {
                let why = self.sides().rename(&why);
                self.screen.say(&why)?;
                Ok(Next::GoOn)
            }
        }
    }

    fn obey_line(&mut self, line: &str) -> Result<Next, Refusal> {
        let Some(first) = line.split_whitespace().next().filter(|word| !word.starts_with('#')) else {
            return Ok(Next::GoOn);
        };
        let found = find(first);
        if let Found::Whole(verb) = found {
            return self.obey(read(verb, line).map_err(Refusal::because)?);
        }
        if self.play_typed(line)? || self.show_square(line)? {
            return Ok(Next::GoOn);
        }
        match found {
            Found::Whole(verb) | Found::Begun(verb) => self.obey(read(verb, line).map_err(Refusal::because)?),
            Found::Several(names) => Err(show::several(first, &names)),
            Found::None(near) => Err(self.nothing(line, first, near)),
        }
    }

    /// A square alone shows the moves from it.
    fn show_square(&mut self, line: &str) -> Result<bool, Refusal> {
        let text = line.to_ascii_lowercase();
        match self.engine.session().parse_square(&text) {
            None => Ok(false),
            Some(_) => self.moves(Some(&text)).map(|()| true),
        }
    }

    /// What a line that means nothing was perhaps meant to be.
    fn nothing(&mut self, line: &str, first: &str, near: Option<&str>) -> Refusal {
        if WIRE.iter().any(|(name, _)| *name == first) {
            return Refusal::Why(format!(
                "'{first}' is for programs, and 'yon uci' speaks with them; 'help' lists more"
            ));
        }
        if near.is_none()
            && first.bytes().any(|byte| byte.is_ascii_digit())
            && let Err(error @ MoveError::Syntax { .. }) = self.engine.session_mut().play(line)
        {
            return Refusal::because(error);
        }
        show::unknown(first, near)
    }

    fn obey(&mut self, command: Command) -> Result<Next, Refusal> {
        match command {
            Command::Quit => return Ok(Next::Quit),
            Command::Moves(square) => self.moves(square.as_deref())?,
            Command::Go(words) => self.go(*words)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Hint(movetime) => self.hint(movetime)?,
            Command::Values(movetime) => self.values(movetime)?,
            Command::Undo(back) => self.undo(back)?,
            Command::New(size) => self.new_game(size)?,
            Command::Board => self.show_board(None)?,
            Command::Engine(side) => self.engine_side(side.as_deref())?,
            Command::Play(side) => self.play_side(side.as_deref())?,
            Command::Level(level) => self.level(level.as_deref())?,
            Command::Sides(name) => self.call_sides(name.as_deref())?,
            Command::Fen(None) => self.screen.say(&self.engine.session().fen())?,
            Command::Fen(Some(fen)) => self.set_position(Verb::Fen.name(), &start(fen), &[])?,
            Command::Position { start, moves } => self.set_position(Verb::Position.name(), &start, &moves)?,
            Command::Record => self.screen.say(&self.engine.session().record().line())?,
            Command::GameFile(format) => self.game_file(format)?,
            Command::Load { file, number } => self.load(&file, number)?,
            Command::Set(text) => self.set(&text)?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Eval => self.eval()?,
            Command::Rules => self.screen.say_all(&self.engine.entry().rules.lines().collect::<Vec<_>>())?,
            Command::Help(word) => self.help(word.as_deref())?,
        }
        Ok(Next::GoOn)
    }
}

/// What a FEN or the word for the start position sets.
fn start(text: String) -> Start {
    if text.eq_ignore_ascii_case("startpos") { Start::Startpos } else { Start::Fen(text) }
}

/// The outcome of what cannot be refused.
fn done(result: Result<(), Refusal>) -> io::Result<()> {
    match result {
        Err(Refusal::Io(error)) => Err(error),
        _ => Ok(()),
    }
}
