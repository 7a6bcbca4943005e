//! The engines of a match as they are described on the command line: `key=value` words.

use std::path::PathBuf;
use std::time::Duration;

use super::child::Launch;
use crate::protocol::reply::Dialect;
use crate::text::{quote, read_digits};

/// One engine of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Contestant {
    /// The name in tables and records.
    pub name: String,
    /// How to start it.
    pub launch: Launch,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
    /// Which handshake it wants.
    pub dialect: Dialect,
    /// How long it may think.
    pub pace: Pace,
}

/// How long an engine may think. All that are given hold together.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// How far past its time a move may come.
    pub margin: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { clock: None, move_time: None, depth: None, nodes: None, margin: Duration::from_millis(10) }
    }
}

/// A clock: so much for so many moves, or for all of them, and so much more after each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeControl {
    /// Moves until the time is given again; `None` for the whole game.
    pub moves: Option<u64>,
    /// The time.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Why a description is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A word is not `key=value`, or its key is unknown.
    #[error(
        "engine: expected cmd=, name=, arg=, dir=, env.X=, option.X=, proto=, tc=, st=, depth=, nodes= or timemargin=, found {0}"
    )]
    Word(String),
    /// A value is wrong.
    #[error("engine: {key}: expected {expected}, found {found}")]
    Value {
        /// Which.
        key: String,
        /// What it takes.
        expected: &'static str,
        /// What was given.
        found: String,
    },
}

/// The longest time that can be given: a year.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

fn seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

/// `[moves/]time[+increment]` in seconds, or `minutes:seconds` for the time; `inf` is no clock.
fn time_control(text: &str) -> Option<Option<TimeControl>> {
    if text == "inf" {
        return Some(None);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(read_digits(moves).filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let time = match time.split_once(':') {
        Some((minutes, rest)) => {
            Duration::from_secs(read_digits(minutes)?.checked_mul(60)?).checked_add(seconds(rest)?)?
        }
        None => seconds(time)?,
    };
    let increment = seconds(increment)?;
    (time <= LONGEST && (!time.is_zero() || !increment.is_zero())).then_some(Some(TimeControl {
        moves,
        time,
        increment,
    }))
}

impl Contestant {
    /// An engine from its words, those of `--each` first. Without `cmd` it is this program itself.
    ///
    /// # Errors
    /// When a word is none of the known ones or its value is wrong.
    pub fn read(each: &[String], own: &[String], number: usize) -> Result<Self, SetupError> {
        let mut contestant = Contestant {
            name: String::new(),
            launch: Launch::default(),
            options: Vec::new(),
            dialect: Dialect::Uci,
            pace: Pace::default(),
        };
        let mut own_args = Vec::new();
        for word in each.iter().chain(own) {
            contestant.take(word, &mut own_args)?;
        }
        contestant.launch.args.extend(own_args);
        if contestant.name.is_empty() {
            let program = std::path::Path::new(&contestant.launch.program).file_name();
            let stem = program.map_or("yon".into(), |name| name.to_string_lossy().into_owned());
            contestant.name = format!("{stem}-{number}");
        }
        Ok(contestant)
    }

    fn take(&mut self, word: &str, args: &mut Vec<String>) -> Result<(), SetupError> {
        if word.contains(char::is_control) {
            return Err(SetupError::Word(quote(word)));
        }
        let (key, value) = word.split_once('=').ok_or_else(|| SetupError::Word(quote(word)))?;
        let wrong = |expected| SetupError::Value { key: key.into(), expected, found: quote(value) };
        let number = |expected| read_digits(value).ok_or_else(|| wrong(expected));
        match key {
            "cmd" => {
                let mut words = shlex::split(value).filter(|words| !words.is_empty());
                let mut words = words.take().ok_or_else(|| wrong("a program, quoted as in a shell"))?.into_iter();
                self.launch.program = words.next().unwrap_or_default();
                self.launch.args = words.collect();
            }
            "name" if !value.trim().is_empty() => self.name = value.trim().into(),
            "name" => return Err(wrong("a name")),
            "arg" => args.push(value.into()),
            "dir" => self.launch.dir = Some(PathBuf::from(value)),
            "proto" => {
                self.dialect = match value {
                    "uci" => Dialect::Uci,
                    "ugi" => Dialect::Ugi,
                    _ => return Err(wrong("uci or ugi")),
                }
            }
            "tc" => self.pace.clock = time_control(value).ok_or_else(|| wrong("[moves/]seconds[+increment] or inf"))?,
            "st" => self.pace.move_time = Some(seconds(value).ok_or_else(|| wrong("seconds"))?),
            "depth" => self.pace.depth = Some(u32::try_from(number("plies")?).map_err(|_| wrong("plies"))?),
            "nodes" => self.pace.nodes = Some(number("nodes")?),
            "timemargin" => self.pace.margin = Duration::from_millis(number("milliseconds")?),
            _ => match key.split_once('.') {
                Some(("env", name)) if !name.is_empty() => self.launch.env.push((name.into(), value.into())),
                Some(("option", name)) if !name.is_empty() => {
                    // The later one holds, so an engine's own value goes before that of all.
                    self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
                    self.options.push((name.into(), value.into()));
                }
                _ => return Err(SetupError::Word(quote(word))),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Contestant, SetupError> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Contestant::read(&["tc=1+0.1".into(), "option.Hash=1".into()], &words, 2)
    }

    #[test]
    fn an_engine_is_read_from_its_words() {
        let engine = read(&[
            "cmd=./a 'b c'",
            "arg=-x",
            "dir=/d",
            "env.A=1=2",
            "option.Skill Level=3",
            "option.hash=8",
            "proto=ugi",
            "tc=40/1:30+2.5",
            "timemargin=50",
        ])
        .unwrap();
        assert_eq!(engine.launch.program, "./a");
        assert_eq!(engine.launch.args, ["b c", "-x"]);
        assert_eq!(engine.launch.env, [("A".to_string(), "1=2".to_string())]);
        assert_eq!(engine.options, [("Skill Level".into(), "3".into()), ("hash".into(), "8".into())]);
        assert_eq!(engine.name, "a-2");
        assert_eq!(engine.dialect, Dialect::Ugi);
        let (time, increment) = (Duration::from_secs(90), Duration::from_millis(2500));
        assert_eq!(engine.pace.clock, Some(TimeControl { moves: Some(40), time, increment }));
        assert_eq!(engine.pace.margin, Duration::from_millis(50));
    }

    #[test]
    fn without_a_command_it_is_this_program() {
        let engine = read(&[]).unwrap();
        assert_eq!((engine.launch.program.as_str(), engine.name.as_str()), ("", "yon-2"));
        assert_eq!(engine.options, [("Hash".to_string(), "1".to_string())]);
    }

    #[test]
    fn wrong_words_are_named() {
        for (word, words) in [
            ("hash=3", "found 'hash=3'"),
            ("cmd", "found 'cmd'"),
            ("cmd=", "cmd: expected a program"),
            ("cmd='a", "cmd: expected a program"),
            ("tc=", "tc: expected [moves/]seconds"),
            ("tc=0", "tc: expected"),
            ("tc=-1", "tc: expected"),
            ("tc=1e9", "tc: expected"),
            ("tc=0/5", "tc: expected"),
            ("tc=99999999999999999999999", "tc: expected"),
            ("tc=18446744073709549568", "tc: expected"),
            ("st=18446744073709549568", "st: expected"),
            ("name=a\nb", "found 'name=a"),
            ("option.X=1\nquit", "found 'option.X=1"),
            ("st=x", "st: expected seconds"),
            ("depth=x", "depth: expected plies"),
            ("depth=4294967296", "depth: expected plies"),
            ("nodes=-1", "nodes: expected nodes"),
            ("proto=xboard", "proto: expected uci or ugi"),
            ("env.=1", "found 'env.=1'"),
            ("name= ", "name: expected a name"),
        ] {
            let error = read(&[word]).unwrap_err().to_string();
            assert!(error.contains(words), "{word}: {error}");
        }
    }
}
