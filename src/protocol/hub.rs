//! Hub, the protocol of draughts programs: positions, levels and moves of its own, the same searches.

use std::time::Duration;

use super::command::Command;
use super::dialect::{Purpose, Step, Translator};
use crate::catalog::HubGame;
use crate::control::{Clock, Limits};
use crate::engine::Engine;
use crate::game::{Code, Score, Value};
use crate::session::report::{Answer, News, PositionError, Request, Start};
use crate::settings::Kind;
use crate::text::quote;

/// The score of a sure win in men, from which its length in plies is taken in hundredths.
const SURE: i32 = 10_000;
/// A win of unknown length, and the most that an estimate says: what clients do not yet take for a number of moves.
const MOST: i32 = 9_000;
/// Quiet moves that are a draw for the clients of this protocol.
const QUIET_LIMIT: &str = "80";

/// Parameters that are options: their names here and there.
const PARAMS: [(&str, &str); 8] = [
    ("hash", "Hash"),
    ("threads", "Threads"),
    ("move-overhead", "Move Overhead"),
    ("skill", "Skill Level"),
    ("losing-play", "Losing Play"),
    ("seed", "Seed"),
    ("quiet-limit", "QuietLimit"),
    ("use-tables", "UseTables"),
];

/// How positions are written: pydraughts exchanges the colours and numbers the squares from the other end.
const FRAMES: [&str; 2] = ["pydraughts", "plain"];

/// What a client of this protocol has said so far.
#[derive(Default)]
pub struct Hub {
    /// Which of [`FRAMES`].
    frame: usize,
    level: Limits,
}

/// `key=value` words behind a command; a bare key has no value.
type Words = Vec<(String, Option<String>)>;

/// Splits a line into its first word and what follows; quotes keep blanks together.
fn split(line: &str) -> Result<(String, Words), String> {
    let mut rest = line.trim();
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let command = rest[..end].to_string();
    rest = rest[end..].trim_start();
    let mut words = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(|sign: char| sign == '=' || sign.is_whitespace()).unwrap_or(rest.len());
        let key = rest[..end].to_string();
        rest = rest[end..].trim_start();
        let Some(behind) = rest.strip_prefix('=') else {
            words.push((key, None));
            continue;
        };
        rest = behind.trim_start();
        let value;
        (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(|| format!("{key}: expected '\"' at the end"))?,
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push((key, Some(value.to_string())));
        rest = rest.trim_start();
    }
    Ok((command, words))
}

fn value<'a>(words: &'a Words, key: &str) -> Option<&'a str> {
    words.iter().find(|(other, _)| other == key).and_then(|(_, value)| value.as_deref())
}

/// Seconds as milliseconds.
fn seconds(words: &Words, key: &str) -> Result<Option<i64>, String> {
    let Some(text) = value(words, key) else { return Ok(None) };
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    let number = number.ok_or_else(|| format!("level: {key}: expected seconds, found {}", quote(text)))?;
    // A cast keeps to the range.
    Ok(Some((number * 1000.0).round() as i64))
}

fn whole(words: &Words, key: &str) -> Result<Option<u64>, String> {
    let Some(text) = value(words, key) else { return Ok(None) };
    let number = crate::text::read_digits(text);
    number.map(Some).ok_or_else(|| format!("level: {key}: expected a whole number, found {}", quote(text)))
}

/// The limits of a `level`.
fn read_level(words: &Words) -> Result<Limits, String> {
    let positive = |ms: i64| u64::try_from(ms).unwrap_or(0);
    let increment = seconds(words, "inc")?.unwrap_or(0);
    let moves_to_go = whole(words, "moves")?;
    // The increment is added before each move here, and is not in the time yet.
    let clock = seconds(words, "time")?.map(|left| Clock {
        left: positive(left.saturating_add(increment)),
        increment: positive(increment),
        moves_to_go,
    });
    let limits = Limits {
        depth: whole(words, "depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: whole(words, "nodes")?,
        movetime: seconds(words, "move-time")?.map(positive),
        clock,
        infinite: words.iter().any(|(key, _)| key == "infinite"),
        ..Limits::default()
    };
    if limits == Limits::default() {
        return Err("level: expected 'depth', 'nodes', 'move-time', 'time' or 'infinite'".into());
    }
    Ok(limits)
}

/// The score in men for the side to move: estimates as they are, a proved win as 100 less a hundredth for each ply.
fn men(score: Score) -> String {
    let hundredths = match score {
        Score::Points(points) => points.clamp(-MOST, MOST),
        Score::Proved(Value::Win(Some(plies))) => (SURE - i32::from(plies)).max(MOST + 1),
        Score::Proved(Value::Loss(Some(plies))) => (i32::from(plies) - SURE).min(-MOST - 1),
        Score::Proved(Value::Win(None)) => MOST,
        Score::Proved(Value::Loss(None)) => -MOST,
        Score::Proved(Value::Draw) => 0,
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

fn set(name: &str, value: &str) -> Step {
    Step::Do(Command::SetOption { name: name.into(), value: value.into() })
}

fn game(engine: &Engine) -> Option<&HubGame> {
    engine.entry().clients.hub.as_ref()
}

impl Hub {
    fn wrong(&self, message: &str) -> Vec<Step> {
        vec![Step::Say(self.error("command", message))]
    }

    fn params(&self, engine: &Engine) -> Vec<Step> {
        let variants: Vec<&str> =
            engine.catalog().entries().iter().filter_map(|entry| Some(entry.clients.hub.as_ref()?.variant)).collect();
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![format!("id name=Yon version={version} author=\"the Yon authors\"")];
        let choice = |name: &str, value: &str, values: &[&str]| {
            format!("param name={name} value={value} type=enum values=\"{}\"", values.join(" "))
        };
        lines.push(choice("variant", game(engine).map_or("none", |game| game.variant), &variants));
        lines.push(choice("frame", FRAMES[self.frame], &FRAMES));
        for (name, option) in PARAMS {
            let Ok(spec) = engine.spec(option) else { continue };
            let value = engine.settings().get(spec.key).unwrap_or_default();
            lines.push(match spec.kind {
                Kind::Spin { min, max, .. } => format!("param name={name} value={value} type=int min={min} max={max}"),
                Kind::Combo { words, .. } => {
                    format!("param name={name} value={value} type=enum values=\"{}\"", words.join(" "))
                }
                _ => format!("param name={name} value={value} type=bool"),
            });
        }
        lines.push("wait".into());
        lines.into_iter().map(Step::Say).collect()
    }

    fn set_param(&mut self, words: &Words, engine: &Engine) -> Vec<Step> {
        let (Some(name), Some(text)) = (value(words, "name"), value(words, "value")) else {
            return self.wrong("set-param: expected 'name=' and 'value='");
        };
        if name == "frame" {
            let Some(frame) = FRAMES.iter().position(|frame| *frame == text) else {
                return self.wrong(&format!("frame: expected {}, found {}", FRAMES.join(" or "), quote(text)));
            };
            self.frame = frame;
            return Vec::new();
        }
        if name == "variant" {
            let variant = |entry: &crate::catalog::Entry| Some(entry.clients.hub.as_ref()?.variant);
            let found = engine.catalog().entries().iter().find(|entry| variant(entry) == Some(text));
            return match found {
                Some(entry) => vec![set("UCI_Variant", entry.name)],
                None => self.wrong(&format!("variant: there is no game {}", quote(text))),
            };
        }
        match PARAMS.iter().find(|(other, _)| *other == name) {
            Some((_, option)) => vec![set(option, text)],
            None => self.wrong(&format!("set-param: there is no parameter {}", quote(name))),
        }
    }

    fn position(&self, words: &Words, engine: &Engine) -> Vec<Step> {
        let Some(text) = value(words, "pos") else { return self.wrong("pos: expected 'pos='") };
        let Some(game) = game(engine) else { return self.wrong("pos: this game is not played over Hub") };
        let moves: Vec<&str> = value(words, "moves").unwrap_or_default().split_ascii_whitespace().collect();
        let start = match (game.read)(text, self.frame == 0) {
            Ok(fen) => fen,
            Err(error) => return self.wrong(&format!("pos: {error}")),
        };
        let played = match (game.replay)(&start, &moves) {
            Ok(played) => played,
            Err((number, error)) => return self.wrong(&format!("pos: move {number}: {error}")),
        };
        // Where the game was drawn but is played on, it begins anew.
        let fens: Vec<&str> =
            std::iter::once(start.as_str()).chain(played.iter().map(|(_, fen)| fen.as_str())).collect();
        let mut first = 0;
        loop {
            let start = Start::Fen(fens[first].into());
            let moves: Vec<String> = played[first..].iter().map(|(wire, _)| wire.clone()).collect();
            match engine.check_position(&start, &moves) {
                Err(PositionError::Move { number, error }) if number > 1 && error.code() == Code::Over => {
                    first += number - 1;
                }
                _ => return vec![Step::Do(Command::Position { start, moves })],
            }
        }
    }

    fn go(&self, words: &Words, engine: &Engine) -> Vec<Step> {
        let mode = words.first().map_or("think", |(word, _)| word.as_str());
        let (analyses, ponder) = match mode {
            "think" => (false, false),
            "ponder" => (false, true),
            "analyze" | "analyse" => (true, false),
            _ => return self.wrong(&format!("go: expected think, ponder or analyze, found {}", quote(mode))),
        };
        let mut limits = self.level.clone();
        limits.infinite |= analyses && limits == Limits::default();
        let mut steps = vec![set("UCI_AnalyseMode", if analyses { "true" } else { "false" })];
        if engine.session().outcome().is_some()
            && let Some(Ok(fen)) = game(engine).map(|game| (game.fresh)(&engine.session().fen()))
        {
            steps.push(Step::Do(Command::Position { start: Start::Fen(fen), moves: Vec::new() }));
        }
        let open = limits.infinite || ponder;
        let purpose = if analyses { Purpose::Analyse } else { Purpose::Play };
        steps.push(Step::Begin { request: Request::Go { limits, searchmoves: None, ponder }, purpose, open });
        steps
    }
}

impl Translator for Hub {
    fn begin(&mut self, engine: &Engine) -> Vec<Step> {
        let entry = engine.catalog().entries().iter().find(|entry| entry.clients.hub.is_some());
        let variant = entry.map(|entry| set("UCI_Variant", entry.name));
        variant.into_iter().chain([set("QuietLimit", QUIET_LIMIT)]).collect()
    }

    fn read(&mut self, line: &str, engine: &Engine, _working: bool) -> Vec<Step> {
        let (command, words) = match split(line) {
            Ok(split) => split,
            Err(message) => return self.wrong(&message),
        };
        match command.as_str() {
            "" => Vec::new(),
            comment if comment.starts_with('#') => Vec::new(),
            "hub" => self.params(engine),
            "set-param" => self.set_param(&words, engine),
            "init" => vec![Step::Say("ready".into())],
            "ping" => vec![Step::Say("pong".into())],
            "new-game" => vec![Step::Do(Command::NewGame)],
            "pos" => self.position(&words, engine),
            "level" => match read_level(&words) {
                Ok(level) => {
                    self.level = level;
                    Vec::new()
                }
                Err(message) => self.wrong(&message),
            },
            "go" => self.go(&words, engine),
            "stop" => vec![Step::Do(Command::Stop)],
            "ponder-hit" => vec![Step::Do(Command::PonderHit)],
            "quit" => vec![Step::Do(Command::Quit)],
            other => self.wrong(&format!("unknown command {}", quote(other))),
        }
    }

    fn news(&mut self, _purpose: Purpose, news: &News, engine: &Engine) -> Vec<String> {
        let (News::Info(info), Some(game)) = (news, game(engine)) else { return Vec::new() };
        let millions = info.nodes as f64 / info.time.max(Duration::from_micros(1)).as_secs_f64() / 1e6;
        let pv = (game.spell)(&engine.session().fen(), &info.pv).join(" ");
        vec![format!(
            "info depth={} score={} nodes={} time={:.3} nps={millions:.3} pv=\"{pv}\"",
            info.depth,
            men(info.score),
            info.nodes,
            info.time.as_secs_f64(),
        )]
    }

    fn answer(&mut self, _purpose: Purpose, answer: &Answer, engine: &Engine) -> Vec<Step> {
        let Answer::Best { mv, ponder } = answer else { return Vec::new() };
        let line: Vec<String> = mv.iter().chain(ponder).cloned().collect();
        let texts = game(engine).map_or(Vec::new(), |game| (game.spell)(&engine.session().fen(), &line));
        let done = match texts.as_slice() {
            [] => {
                let over = self.error("over", "go: the game is over, no move is legal");
                return vec![Step::Say(over), Step::Say("done move=none".into())];
            }
            [mv] => format!("done move={mv}"),
            [mv, reply, ..] => format!("done move={mv} ponder={reply}"),
        };
        vec![Step::Say(done)]
    }

    fn error(&self, _code: &str, message: &str) -> String {
        format!("error message=\"{}\"", message.replace('"', "'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(line: &str) -> Result<Limits, String> {
        split(line).and_then(|(_, words)| read_level(&words))
    }

    #[test]
    fn every_form_of_a_level_is_read() {
        let none = Limits::default;
        let clock = |left, increment, moves_to_go| Some(Clock { left, increment, moves_to_go });
        for (line, limits) in [
            ("level depth=3", Limits { depth: Some(3), ..none() }),
            ("level nodes=1000", Limits { nodes: Some(1000), ..none() }),
            ("level move-time=0.25", Limits { movetime: Some(250), ..none() }),
            ("level time=9", Limits { clock: clock(9000, 0, None), ..none() }),
            ("level time=9 inc=1.5", Limits { clock: clock(10_500, 1500, None), ..none() }),
            ("level moves=9 time=9 inc=1", Limits { clock: clock(10_000, 1000, Some(9)), ..none() }),
            ("level time=-0.4 inc=0.1", Limits { clock: clock(0, 100, None), ..none() }),
            ("level infinite", Limits { infinite: true, ..none() }),
            ("level depth = 3 move-time = \"1\"", Limits { depth: Some(3), movetime: Some(1000), ..none() }),
        ] {
            assert_eq!(level(line), Ok(limits), "{line}");
        }
    }

    #[test]
    fn a_level_that_says_nothing_is_refused() {
        for (line, words) in [
            ("level", "expected 'depth'"),
            ("level handicap=1", "expected 'depth'"),
            ("level depth=x", "level: depth: expected a whole number, found 'x'"),
            ("level time=inf", "level: time: expected seconds, found 'inf'"),
            ("level time=\"9", "time: expected '\"' at the end"),
        ] {
            let error = level(line).unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn scores_are_in_men_and_tell_sure_wins_apart() {
        for (score, text) in [
            (Score::Points(12), "0.12"),
            (Score::Points(-150), "-1.50"),
            (Score::Points(20_000), "90.00"),
            (Score::Proved(Value::Win(Some(5))), "99.95"),
            (Score::Proved(Value::Loss(Some(4))), "-99.96"),
            (Score::Proved(Value::Win(None)), "90.00"),
            (Score::Proved(Value::Draw), "0.00"),
        ] {
            assert_eq!(men(score), text);
        }
    }
}
