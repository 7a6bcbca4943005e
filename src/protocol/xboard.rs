//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard: the engine keeps the game, its clock and
//! whose side it plays.

mod clock;
mod lines;
mod parts;
mod play;

use std::time::Instant;

use super::command::Command;
use super::dialect::{Purpose, Step, Translator};
use crate::board::Square;
use crate::catalog::{Entry, XBoardGame};
use crate::control::Limits;
use crate::engine::Engine;
use crate::game::{Outcome, Seat, Verdict};
use crate::session::report::{Answer, News, Request};
use crate::settings::Key;
use parts::{PASS, Parts};
use play::{position, set, unknown};

/// What a client of this protocol has said so far.
#[derive(Default)]
pub struct XBoard {
    /// The side that the engine plays; none in force mode and in an analysis.
    ours: Option<Seat>,
    analyses: bool,
    posts: bool,
    /// The other side is a program too.
    against_program: bool,
    /// The result was told, or came from the other side.
    ended: bool,
    level: clock::Level,
    parts: Parts,
    /// The squares that were clicked on.
    clicked: Vec<Square>,
    /// When the search for a move of ours began.
    began: Option<Instant>,
    /// A move of ours that is played and not told yet, and the reply to it that is expected.
    played: Option<(String, Option<String>)>,
    /// To think on the other side's time.
    ponders: bool,
    /// The reply that is thought about on the other side's time, and the limits of that search.
    pondered: Option<(String, Limits)>,
    /// The last line of the search under way.
    last: Option<lines::Last>,
    /// A hint was asked for before there was such a line.
    owes_hint: bool,
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

impl XBoard {
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

    fn hint(&mut self, engine: &Engine, working: bool) -> Vec<Step> {
        let say = |best: &str| vec![Step::Say(format!("Hint: {}", lines::first(engine, &self.parts.begun(), best)))];
        match (&self.last, &self.pondered, self.searchmoves(engine)) {
            (_, Some((expected, _)), _) if working => say(expected),
            (Some(last), ..) if working => say(&last.best),
            _ if working => {
                self.owes_hint = true;
                Vec::new()
            }
            (_, _, Some(moves)) => moves.first().map_or(Vec::new(), |mv| say(mv)),
            _ => vec![Step::Begin { request: Request::Hint { movetime: None }, purpose: Purpose::Hint, open: false }],
        }
    }

    /// Takes one of the words that need nothing but to be remembered; false when it is none.
    fn remember(&mut self, words: &[&str]) -> bool {
        match words {
            ["post"] => self.posts = true,
            ["nopost"] => self.posts = false,
            ["hard"] => self.ponders = true,
            ["computer"] => self.against_program = true,
            ["time", left] => return self.level.set_left(left),
            [word, ..] => return lines::IGNORED.contains(word),
            [] => {}
        }
        true
    }

    /// What ends a search on the other side's time and nothing else; none when it is another line.
    fn end_pondering(&mut self, words: &[&str]) -> Option<Vec<Step>> {
        let known = match words {
            ["easy"] => {
                self.ponders = false;
                true
            }
            ["level", rest @ ..] => self.level.set_session(rest),
            ["st", time] => self.level.set_move_time(time),
            ["sd", depth] => self.level.set_depth(depth),
            _ => false,
        };
        known.then(|| self.pondered.take().map_or(Vec::new(), |_| vec![Step::Drop]))
    }

    /// The result as it is claimed.
    fn claim(&self, outcome: &Outcome, engine: &Engine) -> String {
        let reason = outcome.reason.word();
        match outcome.verdict {
            Verdict::Win(seat) => {
                let result = if seat == Seat::FIRST { "1-0" } else { "0-1" };
                format!("{result} {{{} wins: {reason}}}", engine.session().seats()[seat.index()])
            }
            // In a match that program takes a draw that it does not see itself for a false claim, but not one that both
            // sides offer.
            _ if self.against_program => "offer draw".into(),
            _ => format!("1/2-1/2 {{Draw: {reason}}}"),
        }
    }

    fn ponder(&mut self, reply: Option<String>, engine: &Engine) -> Option<Step> {
        let expected = reply.filter(|_| self.ponders)?;
        let limits = self.level.limits_ahead(engine.session().record().moves.len() + 1);
        self.pondered = Some((expected.clone(), limits.clone()));
        Some(Step::Ponder { limits, expected })
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
                vec![self.drop(), Step::Do(Command::NewGame), Step::Look]
            }
            ["variant", name] => self.variant(name, engine),
            ["usermove", text] => self.user_move(text, engine, working),
            ["setboard", _, ..] => self.set_board(rest, engine),
            ["undo"] => self.take_back(1, engine),
            ["remove"] => self.take_back(2, engine),
            ["force"] | ["result", ..] => {
                self.ours = None;
                vec![self.drop()]
            }
            ["go"] => {
                self.ours = Some(self.turn(engine));
                vec![self.drop(), Step::Look]
            }
            ["playother"] => {
                self.ours = Some(self.turn(engine).other());
                vec![self.drop()]
            }
            ["analyze"] => {
                (self.analyses, self.ours) = (true, None);
                vec![self.drop(), Step::Look]
            }
            ["exit"] => {
                self.analyses = false;
                vec![self.drop(), set("UCI_AnalyseMode", "false")]
            }
            // Only a search for a move of ours is hurried.
            ["?"] if self.analyses || self.pondered.is_some() => Vec::new(),
            ["?"] => vec![Step::Do(Command::Stop)],
            ["."] if self.pondered.is_some() => Vec::new(),
            ["."] => {
                let said = self.last.iter().filter(|_| working);
                said.map(|last| Step::Say(last.statistics(engine, &self.parts.begun()))).collect()
            }
            ["lift", square] => self.lift(square, engine),
            ["hint"] => self.hint(engine, working),
            ["ping", number] => vec![Step::Say(format!("pong {number}"))],
            ["option", _, ..] => self.option(rest, engine),
            ["quit"] => vec![Step::Do(Command::Quit)],
            words if self.remember(words) => Vec::new(),
            words => self.end_pondering(words).unwrap_or_else(|| unknown(line.trim())),
        }
    }

    fn look(&mut self, engine: &Engine) -> Vec<Step> {
        (self.last, self.owes_hint) = (None, false);
        let session = engine.session();
        let outcome = session.outcome();
        let played = self.played.take();
        let searchmoves = self.searchmoves(engine);
        if self.analyses {
            if outcome.is_some() || self.parts.pass_is_due() {
                return Vec::new();
            }
            let limits = Limits { infinite: true, ..Limits::default() };
            let request = Request::Go { limits, searchmoves, ponder: false };
            return vec![
                set("UCI_AnalyseMode", "true"),
                Step::Begin { request, purpose: Purpose::Analyse, open: true },
            ];
        }
        if let (Some(outcome), Some(_)) = (outcome, self.ours) {
            if std::mem::replace(&mut self.ended, true) {
                return Vec::new();
            }
            let text = self.claim(&outcome, engine);
            // In one write with the move: the claim of the other side, which has won by it, must not come in between, since
            // that program takes a win that an engine claims for itself to be false.
            return vec![Step::Say(played.map_or(text.clone(), |(played, _)| format!("{played}\n{text}")))];
        }
        if let Some((played, reply)) = played {
            let ponder = self.ponder(reply, engine);
            return std::iter::once(Step::Say(played)).chain(ponder).collect();
        }
        if self.ours != Some(self.turn(engine)) {
            // Only moves that were taken back lead here: nobody can pass for the other side.
            let stuck = self.parts.pass_is_due() && self.ours.is_some() && !self.against_program;
            let advice = "telluser a move that was shown in parts is taken back in parts: take back once more";
            return stuck.then(|| Step::Say(advice.into())).into_iter().collect();
        }
        if self.parts.pass_is_due() {
            // Between two programs, whoever moves passes for the other side.
            if self.against_program {
                return Vec::new();
            }
            self.parts.add(PASS, false);
            return vec![Step::Say(format!("move {PASS}"))];
        }
        self.began = Some(Instant::now());
        let limits = self.level.limits(session.record().moves.len());
        let request = Request::Go { limits, searchmoves, ponder: false };
        vec![Step::Begin { request, purpose: Purpose::Play, open: false }]
    }

    fn news(&mut self, purpose: Purpose, news: &News, engine: &Engine) -> Vec<String> {
        match news {
            News::Info(info) => {
                if info.multipv == 1 {
                    self.last = lines::Last::of(info);
                }
                let ahead = self.pondered.as_ref().map(|(expected, _)| expected.as_str());
                let shown = self.posts && purpose != Purpose::Hint;
                let begun = self.parts.begun();
                let thought = shown.then(|| lines::thinking(info, ahead, &begun, engine));
                let owed = self.last.as_ref().filter(|_| self.owes_hint);
                let hint = owed.map(|last| format!("Hint: {}", lines::first(engine, &begun, &last.best)));
                self.owes_hint &= hint.is_none();
                thought.into_iter().chain(hint).collect()
            }
            News::Note(note) => vec![format!("# {note}")],
        }
    }

    fn answer(&mut self, purpose: Purpose, answer: &Answer, engine: &Engine) -> Vec<Step> {
        let begun = self.parts.begun();
        match (purpose, answer) {
            (Purpose::Play, Answer::Best { mv: Some(mv), ponder }) => {
                let parts = lines::parts(engine, &engine.session().fen(), &begun, mv);
                self.parts.add_move(&parts);
                let used = self.began.take().map_or(0, |began| began.elapsed().as_millis());
                self.level.spend(u64::try_from(used).unwrap_or(u64::MAX));
                let told: Vec<String> = parts.iter().map(|part| lines::outward(engine, part)).collect();
                let played = format!("move {}", told.join(&format!("\nmove {PASS}\nmove ")));
                self.played = Some((played, ponder.clone()));
                vec![Step::Do(position(engine.session().record(), Some(mv.clone()), 0)), Step::Look]
            }
            (Purpose::Hint, Answer::Hint(hint)) => hint
                .moves
                .first()
                .map(|mv| Step::Say(format!("Hint: {}", lines::first(engine, &begun, mv))))
                .into_iter()
                .collect(),
            (Purpose::Ponder, _) => {
                self.pondered = None;
                Vec::new()
            }
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
            | Key::LimitStrength
            | Key::Elo
            | Key::Losing
            | Key::Seed
            | Key::QuietLimit
            | Key::UseTables
            | Key::ClearHash
    )
}
