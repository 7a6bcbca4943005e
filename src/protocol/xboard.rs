//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard: the engine keeps the game, its clock and
//! whose side it plays.

mod lines;

use super::command::Command;
use super::dialect::{Purpose, Step, Translator};
use crate::catalog::{Entry, XBoardGame};
use crate::control::{Clock, Limits};
use crate::engine::Engine;
use crate::game::{Seat, Verdict};
use crate::session::report::{Answer, News, PositionError, RecordText, Request, Start};
use crate::settings::Key;
use crate::text::read_digits;

/// What a client of this protocol has said so far.
#[derive(Default)]
pub struct XBoard {
    /// The side that the engine plays; none in force mode and in an analysis.
    ours: Option<Seat>,
    analyses: bool,
    posts: bool,
    /// The result was told, or came from the other side.
    ended: bool,
    limits: Limits,
    /// Moves of a session of the clock, and its length and what a move adds, in milliseconds.
    session: (u64, u64, u64),
    /// What is left on the clock, in milliseconds, once it was told.
    left: Option<u64>,
    /// A move of ours that is played and not told yet.
    played: Option<String>,
    /// The last line of the search under way.
    last: Option<lines::Last>,
}

/// The games with their boards under the names that the client knows.
fn variants(engine: &Engine) -> impl Iterator<Item = (String, &Entry, &XBoardGame, u8)> {
    let entries = engine.catalog().entries().iter();
    let known = entries.filter_map(|entry| Some((entry, entry.clients.xboard.as_ref()?)));
    known.flat_map(|(entry, game)| {
        game.boards.iter().enumerate().map(move |(index, &size)| {
            let name = if index == 0 { entry.name.to_string() } else { format!("{}{size}", entry.name) };
            (name, entry, game, size)
        })
    })
}

fn game(engine: &Engine) -> Option<&XBoardGame> {
    engine.entry().clients.xboard.as_ref()
}

/// The game with these moves added to it, or without its last ones.
fn position(record: RecordText, add: Option<String>, less: usize) -> Command {
    let start = record.start.map_or(Start::Startpos, Start::Fen);
    let mut moves = record.moves;
    moves.truncate(moves.len().saturating_sub(less));
    moves.extend(add);
    Command::Position { start, moves }
}

fn set(name: &str, value: &str) -> Step {
    Step::Do(Command::SetOption { name: name.into(), value: value.into() })
}

fn unknown(line: &str) -> Vec<Step> {
    vec![Step::Say(format!("Error (unknown command): {line}"))]
}

/// `M` or `M:S` as milliseconds.
fn base(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    Some(read_digits(minutes)?.saturating_mul(60_000).saturating_add(read_digits(seconds)?.saturating_mul(1000)))
}

/// Seconds, perhaps with a fraction, as milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)?;
    Some((number * 1000.0).round() as u64)
}

impl XBoard {
    /// A new game on a board: the engine plays the second side.
    fn new_game(&mut self) {
        self.ours = (!self.analyses).then_some(Seat::FIRST.other());
        self.ended = false;
        self.limits.depth = None;
        self.left = None;
    }

    fn variant(&mut self, name: &str, engine: &Engine) -> Vec<Step> {
        let Some((_, entry, game, size)) = variants(engine).find(|(other, ..)| other == name) else {
            return vec![Step::Say(format!("Error (unknown variant): {name}"))];
        };
        let mut steps = vec![Step::Drop, set("UCI_Variant", entry.name)];
        if entry.sizes.min < entry.sizes.max {
            steps.push(set("BoardSize", &size.to_string()));
        }
        steps.push(Step::Do(Command::NewGame));
        steps.extend((game.setup)(size).into_iter().map(Step::Say));
        steps.push(Step::Look);
        self.new_game();
        steps
    }

    fn user_move(&mut self, text: &str, engine: &Engine) -> Vec<Step> {
        let session = engine.session();
        let theirs = lines::squares(text, session.view().ranks, false);
        let ours = game(engine).map_or(theirs.clone(), |game| (game.read_move)(&session.fen(), &theirs));
        let command = position(session.record(), Some(ours), 0);
        let Command::Position { start, moves } = &command else { return Vec::new() };
        match engine.check_position(start, moves) {
            Ok(()) => vec![Step::Drop, Step::Do(command), Step::Look],
            Err(error) => {
                let reason = match &error {
                    PositionError::Move { error, .. } => lines::reason(error),
                    PositionError::Fen(error) => error.to_string(),
                };
                // That program takes the move back, and shows the reason only when it is told to.
                let refused = format!("Illegal move ({reason}): {text}");
                vec![Step::Say(refused), Step::Say(format!("telluser {text} is illegal: {reason}"))]
            }
        }
    }

    fn set_board(&mut self, text: &str, engine: &Engine) -> Vec<Step> {
        let fen = game(engine).map(|game| (game.read)(text));
        match fen {
            Some(Ok(fen)) => {
                self.ended = false;
                let start = Start::Fen(fen);
                vec![Step::Drop, Step::Do(Command::Position { start, moves: Vec::new() }), Step::Look]
            }
            Some(Err(error)) => vec![Step::Say(format!("tellusererror Illegal position: {error}"))],
            None => unknown("setboard"),
        }
    }

    fn take_back(&mut self, plies: usize, engine: &Engine) -> Vec<Step> {
        if engine.session().record().moves.len() < plies {
            let command = if plies == 1 { "undo" } else { "remove" };
            return vec![Step::Say(format!("Error (no move to take back): {command}"))];
        }
        self.ended = false;
        vec![Step::Drop, Step::Do(position(engine.session().record(), None, plies)), Step::Look]
    }

    fn level(&mut self, words: &[&str]) -> bool {
        let [moves, time, increment] = words else { return false };
        let (Some(moves), Some(time), Some(increment)) = (read_digits(moves), base(time), seconds(increment)) else {
            return false;
        };
        self.session = (moves, time, increment);
        self.limits.movetime = None;
        self.left = Some(time);
        true
    }

    /// `option NAME=VALUE`, or a button's name alone.
    fn option(&self, text: &str, engine: &Engine) -> Vec<Step> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let check = engine.spec(name).is_ok_and(|spec| matches!(spec.kind, crate::settings::Kind::Check { .. }));
        let value = match (check, value) {
            (true, "1") => "true",
            (true, "0") => "false",
            _ => value,
        };
        vec![set(name, value)]
    }

    /// The limits of a move of ours.
    fn limits(&self, engine: &Engine) -> Limits {
        let (moves, _, increment) = self.session;
        let played = engine.session().record().moves.len() as u64 / 2;
        let moves_to_go = (moves > 0).then(|| moves - played % moves.max(1));
        let clock = self.left.map(|left| Clock { left, increment, moves_to_go });
        Limits { clock: clock.filter(|_| self.limits.movetime.is_none()), ..self.limits.clone() }
    }

    fn hint(&self, engine: &Engine, working: bool) -> Vec<Step> {
        match &self.last {
            Some(last) if working => vec![Step::Say(format!("Hint: {}", lines::spell(engine, &last.best)))],
            _ if working => Vec::new(),
            _ => vec![Step::Begin { request: Request::Hint { movetime: None }, purpose: Purpose::Hint, open: false }],
        }
    }

    /// Takes one of the words that need nothing but to be remembered; false when it is none.
    fn remember(&mut self, words: &[&str]) -> bool {
        match words {
            ["post"] => self.posts = true,
            ["nopost"] => self.posts = false,
            ["level", rest @ ..] => return self.level(rest),
            ["st", time] => match seconds(time) {
                Some(time) => self.limits.movetime = Some(time),
                None => return false,
            },
            ["sd", depth] => match read_digits(depth) {
                Some(depth) => self.limits.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX)),
                None => return false,
            },
            // Hundredths of a second; a clock that has run out is below zero.
            ["time", left] => match read_digits(left.trim_start_matches('-')) {
                Some(_) if left.starts_with('-') => self.left = Some(0),
                Some(left) => self.left = Some(left.saturating_mul(10)),
                None => return false,
            },
            [word, ..] => return lines::IGNORED.contains(word),
            [] => {}
        }
        true
    }
}

impl Translator for XBoard {
    fn begin(&mut self, _engine: &Engine) -> Vec<Step> {
        self.new_game();
        Vec::new()
    }

    fn read(&mut self, line: &str, engine: &Engine, working: bool) -> Vec<Step> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let rest =
            line.trim_start().split_once(|sign: char| sign.is_ascii_whitespace()).map_or("", |(_, rest)| rest.trim());
        match words.as_slice() {
            ["protover", ..] => {
                let names: Vec<String> = variants(engine).map(|(name, ..)| name).collect();
                lines::features(engine, &names).into_iter().map(Step::Say).collect()
            }
            ["new"] => {
                self.new_game();
                vec![Step::Drop, Step::Do(Command::NewGame), Step::Look]
            }
            ["variant", name] => self.variant(name, engine),
            ["usermove", text] => self.user_move(text, engine),
            ["setboard", _, ..] => self.set_board(rest, engine),
            ["undo"] => self.take_back(1, engine),
            ["remove"] => self.take_back(2, engine),
            ["force"] | ["result", ..] => {
                self.ours = None;
                vec![Step::Drop]
            }
            ["go"] => {
                self.ours = Some(engine.session().turn());
                vec![Step::Drop, Step::Look]
            }
            ["playother"] => {
                self.ours = Some(engine.session().turn().other());
                vec![Step::Drop]
            }
            ["analyze"] => {
                (self.analyses, self.ours) = (true, None);
                vec![Step::Drop, Step::Look]
            }
            ["exit"] => {
                self.analyses = false;
                vec![Step::Drop, set("UCI_AnalyseMode", "false")]
            }
            ["?"] if self.analyses => Vec::new(),
            ["?"] => vec![Step::Do(Command::Stop)],
            ["."] => self.last.iter().filter(|_| working).map(|last| Step::Say(last.statistics(engine))).collect(),
            ["lift", square] => vec![Step::Say(lines::highlight(square, engine))],
            ["hint"] => self.hint(engine, working),
            ["ping", number] => vec![Step::Say(format!("pong {number}"))],
            ["option", _, ..] => self.option(rest, engine),
            ["quit"] => vec![Step::Do(Command::Quit)],
            words if self.remember(words) => Vec::new(),
            _ => unknown(line.trim()),
        }
    }

    fn look(&mut self, engine: &Engine) -> Vec<Step> {
        self.last = None;
        let session = engine.session();
        let outcome = session.outcome();
        let played = self.played.take();
        if self.analyses {
            if outcome.is_some() {
                return Vec::new();
            }
            let request = Request::Go {
                limits: Limits { infinite: true, ..Limits::default() },
                searchmoves: None,
                ponder: false,
            };
            return vec![
                set("UCI_AnalyseMode", "true"),
                Step::Begin { request, purpose: Purpose::Analyse, open: true },
            ];
        }
        if let (Some(outcome), Some(_)) = (outcome, self.ours) {
            if std::mem::replace(&mut self.ended, true) {
                return Vec::new();
            }
            let reason = outcome.reason.word();
            let text = match outcome.verdict {
                Verdict::Win(seat) => {
                    let result = if seat == Seat::FIRST { "1-0" } else { "0-1" };
                    format!("{result} {{{} wins: {reason}}}", session.seats()[seat.index()])
                }
                _ => format!("1/2-1/2 {{Draw: {reason}}}"),
            };
            // In one write with the move: the claim of the other side, which has won by it, must not come in between, since
            // that program takes a win that an engine claims for itself to be false.
            return vec![Step::Say(played.map_or(text.clone(), |played| format!("{played}\n{text}")))];
        }
        if let Some(played) = played {
            return vec![Step::Say(played)];
        }
        if self.ours != Some(session.turn()) {
            return Vec::new();
        }
        let request = Request::Go { limits: self.limits(engine), searchmoves: None, ponder: false };
        vec![Step::Begin { request, purpose: Purpose::Play, open: false }]
    }

    fn news(&mut self, purpose: Purpose, news: &News, engine: &Engine) -> Vec<String> {
        match news {
            News::Info(info) => {
                if info.multipv == 1 {
                    self.last = lines::Last::of(info, engine);
                }
                let shown = self.posts && purpose != Purpose::Hint;
                shown.then(|| lines::thinking(info, engine)).into_iter().collect()
            }
            News::Note(note) => vec![format!("# {note}")],
        }
    }

    fn answer(&mut self, purpose: Purpose, answer: &Answer, engine: &Engine) -> Vec<Step> {
        match (purpose, answer) {
            (Purpose::Play, Answer::Best { mv: Some(mv), .. }) => {
                self.played = Some(format!("move {}", lines::spell(engine, mv)));
                vec![Step::Do(position(engine.session().record(), Some(mv.clone()), 0)), Step::Look]
            }
            (Purpose::Hint, Answer::Hint(hint)) => hint
                .moves
                .first()
                .map(|mv| Step::Say(format!("Hint: {}", lines::spell(engine, mv))))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    fn error(&self, code: &str, message: &str) -> String {
        format!("Error ({code}): {message}")
    }
}

/// The options that a person may set in the client's menus.
fn offered(key: Key) -> bool {
    matches!(
        key,
        Key::Hash
            | Key::Threads
            | Key::MultiPv
            | Key::MoveOverhead
            | Key::Skill
            | Key::Seed
            | Key::QuietLimit
            | Key::UseTables
            | Key::ClearHash
    )
}
