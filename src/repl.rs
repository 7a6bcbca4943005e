//! The people's door: a prompt on a terminal, where a typed move is played and everything else is a short word.
//!
//! A line is first looked up among the commands, then played as a move, then read as a shortened command;
//! whatever it is, the game stays as it was unless the line could be done as a whole. Without a terminal it
//! reads lines from a pipe, without a prompt and without escapes.

mod analyse;
mod annotate;
mod ask;
mod climb;
mod command;
mod complete;
mod exercise;
mod files;
mod game;
mod help;
mod input;
mod keep;
mod learn;
mod looks;
mod options;
mod paint;
mod puzzle;
mod replay;
mod screen;
mod show;
mod sides;
mod spoken;
mod svg;
mod think;
mod watch;
mod words;

use std::io::{self, Write};
use std::path::PathBuf;

use crate::board::Square;
use crate::engine::Engine;
use crate::game::{MoveError, PerSeat};
use crate::protocol::command::COMMANDS as WIRE;
use crate::protocol::lines::Line;
use crate::protocol::output::Output;
use crate::saved::SavedGame;
use crate::session::report::Start;
use crate::view::View;
use analyse::Analysis;
use annotate::Mistake;
use ask::Question;
use climb::Contest;
use command::{Command, Found, Verb, find, read};
use exercise::Course;
use input::{CtrlC, Event, Input};
use keep::Keeper;
use replay::Walk;
use screen::{Abilities, Screen};
use watch::Show;

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

/// How a game ended that people have ended.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ended {
    /// The word that is kept for it.
    result: String,
    /// Why, in a word.
    reason: &'static str,
    /// The same for people.
    sentence: String,
}

/// How the prompt begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manners {
    /// Sentences instead of drawings.
    pub plain: bool,
    /// Where settings and games are kept, where people type.
    pub state: Option<PathBuf>,
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
    /// How strong it plays there, where that is not the common level.
    levels: PerSeat<Option<u8>>,
    /// The levels go up and down with the results.
    climbs: bool,
    /// How far the game is that decides about that.
    contest: Contest,
    /// How the engine plays against itself when it is watched.
    show: Show,
    /// How the game ended, where people have ended it.
    ended: Option<Ended>,
    /// What lies ahead and beside in the record.
    walk: Walk,
    /// Each move is shown and asked for first.
    confirm: bool,
    /// What waits for yes or no.
    question: Option<Question>,
    /// Sentences instead of drawings were asked for.
    plain_set: bool,
    /// The board as it was marked last, until a move is played.
    marked_view: Option<View>,
    /// An analysis was asked for.
    analysing: bool,
    /// The one that runs.
    analysis: Option<Analysis>,
    /// The game that was looked over, and the mistakes in it.
    annotated: Option<SavedGame>,
    mistakes: Vec<Mistake>,
    /// The exercises that wait.
    course: Option<Course>,
    /// How many puzzles were asked for.
    puzzles: u64,
    /// What stays when people leave.
    keeper: Option<Keeper>,
    /// Who has been put out of the game, in sentences that are still to be said.
    fallen: Vec<String>,
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
pub fn run<W: Write>(engine: Engine, output: Output<W>, manners: Manners) -> io::Result<()> {
    let able = Abilities::of_process();
    let sentences = manners.plain || (able.prompt && !able.editing);
    let mut screen = Screen::new(output, able);
    screen.set_plain(sentences);
    let abilities = screen.abilities();
    let keeper = manners.state.filter(|_| abilities.prompt).map(Keeper::new);
    let (input, ctrl_c) = Input::new(abilities, keeper.as_ref().map(Keeper::history))?;
    let repl = Repl {
        engine,
        screen,
        input,
        ctrl_c,
        swapped: false,
        engine_seats: PerSeat::default(),
        levels: PerSeat::default(),
        climbs: false,
        contest: Contest::default(),
        show: Show::default(),
        ended: None,
        walk: Walk::default(),
        confirm: false,
        question: None,
        plain_set: false,
        marked_view: None,
        analysing: false,
        analysis: None,
        annotated: None,
        mistakes: Vec::new(),
        course: None,
        puzzles: 0,
        keeper,
        fallen: Vec::new(),
        warned_of: None,
    };
    repl.serve()
}

impl<W: Write> Repl<W> {
    fn serve(mut self) -> io::Result<()> {
        let goes_on = self.come_back()?;
        self.engine.prepare();
        self.greet(goes_on)?;
        loop {
            let prompt = self.prompt();
            self.screen.width = self.input.width();
            if !self.input.edits() {
                self.screen.ask(&prompt.plain)?;
            }
            let vocabulary = if self.input.edits() { self.vocabulary() } else { Default::default() };
            if self.analysis.is_none() {
                self.resume_analysis();
            }
            let event = self.input.next(&prompt, vocabulary)?;
            if let Event::Told(line) = event {
                self.screen.say(&line)?;
                continue;
            }
            self.pause_analysis();
            self.ctrl_c.forget();
            let next = match event {
                Event::Line(line) => self.execute(line)?,
                Event::Interrupt => self.interrupted()?,
                Event::End => return self.leave(),
                Event::Told(_) => Next::GoOn,
            };
            self.keep()?;
            self.climb()?;
            if next == Next::Quit {
                return Ok(());
            }
        }
    }

    fn greet(&mut self, goes_on: bool) -> io::Result<()> {
        let entry = self.engine.entry();
        let title = format!("Yon {}: {}", env!("CARGO_PKG_VERSION"), entry.title);
        let credit = format!("{}.", entry.credit);
        self.screen.say_all(&[title, credit, String::new()])?;
        if goes_on {
            self.screen.say("The game you left goes on; 'new' begins another.")?;
        }
        done(self.go_on())?;
        self.how_to_move()?;
        let now = self.engine.entry().name;
        let others: Vec<&str> = self.engine.catalog().names().into_iter().filter(|name| *name != now).collect();
        if others.is_empty() {
            return Ok(());
        }
        let others: Vec<String> = others.iter().map(|name| format!("'new {name}'")).collect();
        let others = words::listed(&others.iter().map(String::as_str).collect::<Vec<_>>(), "or");
        self.screen.say(&format!("Another game: {others}."))
    }

    /// What is said of a game that people turn to.
    fn introduce(&mut self) -> io::Result<()> {
        let entry = self.engine.entry();
        let lines = [format!("{}. {}.", entry.title, entry.credit)];
        self.screen.say_all(&lines)?;
        self.how_to_move()
    }

    /// Which pieces are whose, how a move is typed, and what else there is.
    fn how_to_move(&mut self) -> io::Result<()> {
        let example = self.engine.session().legal_moves().into_iter().next().unwrap_or_default();
        let course = if self.engine.entry().lessons.is_empty() { "" } else { ", 'learn' for a course" };
        let sides = self.sides();
        let [first, last] =
            [sides.names().first(), sides.names().last()].map(|name| name.copied().unwrap_or_default().to_lowercase());
        let opponents = match sides.names().len() {
            2 => format!("'player {last} 2' for an easy opponent{course},"),
            _ => format!("'level 2' and 'play {first}' for easy opponents{course},"),
        };
        self.screen.say_all(&[
            format!("Type a move such as {example}, 'moves' to list them, 'go' to let the engine play,"),
            opponents,
            "'rules' for the rules, 'help' for everything else.".to_string(),
        ])?;
        let legend = self.legend();
        if self.screen.is_plain() || legend.is_empty() { Ok(()) } else { self.screen.say(&legend) }
    }

    /// Which letter or shape is whose, where pieces are on the board and no sign before them tells.
    fn legend(&self) -> String {
        let (view, sides) = (self.engine.session().view(), self.sides());
        if view.prefix_width() > 0 {
            return String::new();
        }
        let squares = || (0..view.ranks).flat_map(|rank| (0..view.files).map(move |file| Square::new(file, rank)));
        let unicode = self.screen.looks().unicode;
        let sign = |seat| {
            let (square, piece) =
                squares().find_map(|at| view.piece(at).filter(|piece| piece.seat == seat).map(|piece| (at, piece)))?;
            let shape = view.shape_on(square).filter(|_| unicode).unwrap_or_else(|| sides.letter(piece));
            Some(format!("{} has {shape}", sides.name(seat)))
        };
        let signs: Option<Vec<String>> = sides.seats().map(sign).collect();
        let signs = signs.unwrap_or_default();
        let all = words::listed(&signs.iter().map(String::as_str).collect::<Vec<_>>(), "and");
        if all.is_empty() { all } else { format!("{all}.") }
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
        let question = self.question.take();
        let found = find(first);
        if line.ends_with('?') && line.len() > 1 {
            return self
                .help(Some(line.trim_end_matches('?').split_whitespace().next().unwrap_or("help")))
                .map(|()| Next::GoOn);
        }
        if let Found::Whole(Verb::Yes | Verb::No) = found {
            return self.answer(question, found == Found::Whole(Verb::Yes)).map(|()| Next::GoOn);
        }
        if let Found::Whole(verb) = found {
            return self.obey(read(verb, line).map_err(Refusal::because)?);
        }
        if self.play_typed(line)? || self.show_square(line)? || self.paste(line)? {
            return Ok(Next::GoOn);
        }
        match found {
            Found::Whole(verb) | Found::Begun(verb) => self.obey(read(verb, line).map_err(Refusal::because)?),
            Found::Several(names) => Err(help::several(first, &names)),
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
        help::unknown(first, near)
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
            Command::Redo => self.redo()?,
            Command::Step(by) => self.step(by)?,
            Command::Goto(ply) => self.go_to(ply)?,
            Command::Variations(number) => self.variations(number)?,
            Command::Watch(words) => self.watch(&words)?,
            Command::Confirm(on) => self.set_confirm(on)?,
            Command::Plain(on) => self.plain(on)?,
            Command::Flip => self.flip()?,
            Command::Save(file) => self.save(&file)?,
            Command::Player(words) => self.player(&words)?,
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Last => self.last()?,
            Command::Where(side) => self.pieces(side.as_deref())?,
            Command::Row(name) => self.line_of(true, name.as_deref())?,
            Command::File(name) => self.line_of(false, name.as_deref())?,
            Command::Value(movetime) => self.value(movetime)?,
            Command::Answer(yes) => self.answer(None, yes)?,
            Command::Explain(mv) => self.explain(&mv)?,
            Command::Svg(file) => self.svg(&file)?,
            Command::SvgAll(folder) => self.svg_all(&folder)?,
            Command::Analyse(on) => self.analyse(on)?,
            Command::MultiPv(lines) => self.lines_to_show(lines.as_deref())?,
            Command::Annotate(movetime) => self.annotate(movetime)?,
            Command::Mistakes(most) => self.list_mistakes(most)?,
            Command::Train => self.train()?,
            Command::Puzzle(kind) => self.puzzle(kind.as_deref())?,
            Command::Learn(number) => self.learn(number)?,
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
