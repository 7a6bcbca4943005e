//! A line of the text protocol as a typed command: read without a game, judged by the session.

use super::dialect::Foreign;
use super::go::{GoWords, read_go};
use crate::session::report::Start;
use crate::text::{quote, read_digits};

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// The handshake of the default dialect.
    Uci,
    /// The handshake of the universal game interface.
    Ugi,
    /// The handshake of another dialect, which is spoken from then on.
    Foreign(Foreign),
    /// Answer `readyok`.
    IsReady,
    /// Forget the game.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, as written.
        name: String,
        /// Its value, empty when missing.
        value: String,
    },
    /// Put a position.
    Position {
        /// The start.
        start: Start,
        /// The moves from it.
        moves: Vec<String>,
    },
    /// Find a move.
    Go(Box<GoWords>),
    /// Count leaves.
    Perft(u32),
    /// End the search and answer.
    Stop,
    /// The move pondered on was played.
    PonderHit,
    /// Hold what follows until the search ends.
    Wait,
    /// End the program.
    Quit,
    /// List the legal moves.
    LegalMoves,
    /// The value and the best moves.
    Hint(Option<u64>),
    /// The value of each move.
    Values(Option<u64>),
    /// The game so far.
    Record,
    /// One fact.
    Query(Query),
    /// Draw the position.
    Display,
    /// Explain the evaluation.
    Eval,
    /// Measure the search.
    Bench,
    /// List the commands.
    Help,
}

/// One fact to ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Who is to move.
    Turn,
    /// Whether this player, from 1, is to move.
    SeatTurn(usize),
    /// Whether the game is over.
    GameOver,
    /// Who won.
    Result,
    /// How it ended.
    Reason,
    /// The position.
    Fen,
    /// The size of the board and the number of seats.
    Board,
    /// The version of this protocol.
    Protocol,
    /// The commands.
    Commands,
    /// The games.
    Games,
    /// The value of an option.
    Option(String),
    /// Whether a position would be taken.
    Valid {
        /// The start.
        start: Start,
        /// The moves from it.
        moves: Vec<String>,
    },
    /// The FEN after these moves.
    After(Vec<String>),
}

/// The words that begin a command, as `query commands` and `help` list them, with what they do. What begins another
/// dialect is none of them.
pub const COMMANDS: &[(&str, &str)] = &[
    ("uci", "begin in the default dialect: lists the options"),
    ("ugi", "begin in the universal game interface"),
    ("isready", "answers readyok"),
    ("ucinewgame", "forget the game, the hash table and the seed"),
    ("uginewgame", "the same"),
    ("setoption", "name N [value V]: set an option"),
    ("position", "startpos|fen F [moves m...]: put a position"),
    (
        "go",
        "[depth D] [nodes N] [movetime MS] [clocks] [mate N] [infinite] [ponder] [searchmoves m...]: find a move; perft N: count leaves",
    ),
    ("stop", "end the search and answer"),
    ("ponderhit", "the move pondered on was played"),
    ("wait", "hold the commands that follow until the search ends"),
    ("legalmoves", "list the legal moves"),
    ("hint", "[movetime MS]: the value and the best moves"),
    ("values", "[movetime MS]: the value of each move"),
    ("record", "the game as a line that can be read back"),
    (
        "query",
        "turn|p1turn|p2turn|gameover|result|reason|fen|board|protocol|commands|games|option N|valid fen F [moves m...]|after m...",
    ),
    ("d", "draw the position"),
    ("eval", "explain the evaluation"),
    ("bench", "measure the search"),
    ("help", "this list"),
    ("quit", "end the program"),
];

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The first word is unknown.
    #[error("unknown command {0}; 'help' lists them")]
    Unknown(String),
    /// The command has other words than it takes.
    #[error("{command}: expected {expected}, found {found}")]
    Words {
        /// The command.
        command: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A limit that must be right for the command to mean anything.
    #[error("{command}: expected {expected}, found {found}")]
    Limit {
        /// The command.
        command: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was found.
        found: String,
    },
}

impl CommandError {
    /// The word on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            CommandError::Limit { .. } => "limit",
            _ => "command",
        }
    }
}

fn found(words: &[&str]) -> String {
    words.first().map_or("nothing".into(), |word| quote(word))
}

/// Reads one line. Blank lines and comments are `None`.
///
/// # Errors
/// When it is no command; nothing but the error comes of it.
pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(None) };
    if first.starts_with('#') {
        return Ok(None);
    }
    let alone = |command: Command| match (rest, COMMANDS.iter().find(|(name, _)| *name == first)) {
        ([], _) | (_, None) => Ok(command),
        (rest, Some((name, _))) => {
            Err(CommandError::Words { command: name, expected: "no words after it", found: found(rest) })
        }
    };
    Ok(Some(match first {
        "uci" => alone(Command::Uci)?,
        "ugi" => alone(Command::Ugi)?,
        "hub" if rest.is_empty() => Command::Foreign(Foreign::Hub),
        "xboard" if rest.is_empty() => Command::Foreign(Foreign::XBoard),
        "isready" => alone(Command::IsReady)?,
        "ucinewgame" | "uginewgame" => alone(Command::NewGame)?,
        "setoption" => read_option(line, rest)?,
        "position" => {
            let (start, moves) = read_position("position", rest)?;
            Command::Position { start, moves }
        }
        "go" => match rest {
            ["perft", rest @ ..] => Command::Perft(read_perft(rest)?),
            _ => Command::Go(Box::new(read_go(rest))),
        },
        "stop" => alone(Command::Stop)?,
        "ponderhit" => alone(Command::PonderHit)?,
        "wait" => alone(Command::Wait)?,
        "quit" => alone(Command::Quit)?,
        "legalmoves" => alone(Command::LegalMoves)?,
        "hint" => Command::Hint(read_movetime("hint", rest)?),
        "values" => Command::Values(read_movetime("values", rest)?),
        "record" => read_record(rest)?,
        "query" => Command::Query(read_query(rest)?),
        "d" => alone(Command::Display)?,
        "eval" => alone(Command::Eval)?,
        "bench" => alone(Command::Bench)?,
        "help" => alone(Command::Help)?,
        _ => return Err(CommandError::Unknown(quote(first))),
    }))
}

/// `record` alone asks for the record; with a position behind it, it is a record to read.
fn read_record(rest: &[&str]) -> Result<Command, CommandError> {
    match rest {
        [] => Ok(Command::Record),
        ["position", rest @ ..] => {
            let (start, moves) = read_position("record position", rest)?;
            Ok(Command::Position { start, moves })
        }
        _ => {
            let expected = "nothing, or 'position' and a record to read";
            Err(CommandError::Words { command: "record", expected, found: found(rest) })
        }
    }
}

fn read_position(command: &'static str, words: &[&str]) -> Result<(Start, Vec<String>), CommandError> {
    let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words[at..].iter().skip(1).map(|word| word.to_string()).collect();
    let error = |expected, rest: &[&str]| Err(CommandError::Words { command, expected, found: found(rest) });
    match &words[..at] {
        ["startpos"] => Ok((Start::Startpos, moves)),
        ["startpos", rest @ ..] => error("'moves' after 'startpos'", rest),
        ["fen", fen @ ..] => Ok((Start::Fen(fen.join(" ")), moves)),
        rest => error("'startpos' or 'fen'", if rest.is_empty() { words } else { rest }),
    }
}

fn read_perft(words: &[&str]) -> Result<u32, CommandError> {
    let depth = match words {
        [depth] => read_digits(depth).and_then(|depth| u32::try_from(depth).ok()),
        _ => None,
    };
    let wrong = match words {
        [_, more, ..] => quote(more),
        _ => found(words),
    };
    depth.ok_or(CommandError::Limit { command: "go perft", expected: "a depth in plies", found: wrong })
}

fn read_movetime(command: &'static str, words: &[&str]) -> Result<Option<u64>, CommandError> {
    match words {
        [] => Ok(None),
        ["movetime", ms] => match read_digits(ms) {
            Some(ms) => Ok(Some(ms)),
            None => Err(CommandError::Limit { command, expected: "milliseconds after 'movetime'", found: quote(ms) }),
        },
        ["movetime"] => {
            Err(CommandError::Limit { command, expected: "milliseconds after 'movetime'", found: "nothing".into() })
        }
        ["movetime", _, rest @ ..] | rest => {
            Err(CommandError::Words { command, expected: "nothing or 'movetime MS'", found: found(rest) })
        }
    }
}

/// `name N [value V]`; the value keeps its inner blanks, for paths.
fn read_option(line: &str, words: &[&str]) -> Result<Command, CommandError> {
    let error = |expected, words: &[&str]| CommandError::Words { command: "setoption", expected, found: found(words) };
    let ["name", rest @ ..] = words else { return Err(error("'name' and the name of an option", words)) };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    if end == 0 {
        return Err(error("the name of an option", rest));
    }
    let name = rest[..end].join(" ");
    // The raw text behind the word that was found: two words, the name, and the word itself.
    let mut raw = line.trim();
    for _ in 0..(end + 3).min(words.len() + 1) {
        raw = raw.trim_start().split_once(|sign: char| sign.is_ascii_whitespace()).map_or("", |(_, rest)| rest);
    }
    Ok(Command::SetOption { name, value: raw.trim().to_string() })
}

fn read_query(words: &[&str]) -> Result<Query, CommandError> {
    let error = |expected, words: &[&str]| CommandError::Words { command: "query", expected, found: found(words) };
    let (&subject, rest) = words.split_first().ok_or_else(|| error("a subject such as 'turn'", words))?;
    let query = match subject {
        "option" if rest.is_empty() => return Err(error("the name of an option after 'option'", rest)),
        "option" => return Ok(Query::Option(rest.join(" "))),
        "valid" => {
            let (start, moves) = read_position("query valid", rest)?;
            return Ok(Query::Valid { start, moves });
        }
        "after" => return Ok(Query::After(rest.iter().map(|word| word.to_string()).collect())),
        "turn" => Query::Turn,
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        "reason" => Query::Reason,
        "fen" => Query::Fen,
        "board" => Query::Board,
        "protocol" => Query::Protocol,
        "commands" => Query::Commands,
        "games" => Query::Games,
        "p1turn" => Query::SeatTurn(1),
        "p2turn" => Query::SeatTurn(2),
        "p3turn" => Query::SeatTurn(3),
        "p4turn" => Query::SeatTurn(4),
        _ => return Err(error("a subject such as 'turn' or 'result'", words)),
    };
    if rest.is_empty() { Ok(query) } else { Err(error("no words after the subject", rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        read(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        read(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_and_comments_are_nothing() {
        for line in ["", "   ", "\t", "# go", "  #", "#go"] {
            assert_eq!(read(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn a_position_may_have_moves_empty_or_missing() {
        for line in ["position startpos", "position startpos moves", "  position \t startpos  moves "] {
            assert_eq!(command(line), Command::Position { start: Start::Startpos, moves: vec![] });
        }
        let fen = command("position fen b2r/4/4/r2b  r 1 moves a1c3 0000");
        let moves = vec!["a1c3".to_string(), "0000".to_string()];
        assert_eq!(fen, Command::Position { start: Start::Fen("b2r/4/4/r2b r 1".into()), moves });
    }

    #[test]
    fn a_record_is_read_as_it_is_printed() {
        assert_eq!(command("record"), Command::Record);
        assert_eq!(command("record position startpos moves a1g7"), command("position startpos moves a1g7"));
    }

    #[test]
    fn wrong_words_are_named() {
        for (line, words) in [
            ("position", "position: expected 'startpos' or 'fen', found nothing"),
            ("position start", "expected 'startpos' or 'fen', found 'start'"),
            ("position startpos a1c3", "expected 'moves' after 'startpos', found 'a1c3'"),
            ("position moves a1c3", "expected 'startpos' or 'fen', found 'moves'"),
            ("isready now", "isready: expected no words after it, found 'now'"),
            ("xyzzy", "unknown command 'xyzzy'; 'help' lists them"),
            ("GO", "unknown command 'GO'"),
            ("go perft", "go perft: expected a depth in plies, found nothing"),
            ("go perft -1", "found '-1'"),
            ("go perft 3 4", "found '4'"),
            ("go perft 4294967296", "found '4294967296'"),
            ("hint depth 3", "hint: expected nothing or 'movetime MS', found 'depth'"),
            ("hint movetime", "hint: expected milliseconds after 'movetime', found nothing"),
            ("values movetime x", "values: expected milliseconds after 'movetime', found 'x'"),
            ("setoption Hash 3", "setoption: expected 'name' and the name of an option, found 'Hash'"),
            ("setoption name", "setoption: expected the name of an option, found nothing"),
            ("query", "query: expected a subject such as 'turn', found nothing"),
            ("query turn p1", "query: expected no words after the subject, found 'p1'"),
            ("record fen", "record: expected nothing, or 'position' and a record to read, found 'fen'"),
        ] {
            assert!(error(line).contains(words), "{line}: {}", error(line));
        }
    }

    #[test]
    fn an_option_value_keeps_its_blanks() {
        for (line, name, value) in [
            ("setoption name Skill Level value 3", "Skill Level", "3"),
            ("setoption  name  skill   level  value  3 ", "skill level", "3"),
            ("setoption name Clear Hash", "Clear Hash", ""),
            ("setoption name Debug Log File value /a  b/c value d", "Debug Log File", "/a  b/c value d"),
            ("setoption name TablePath value", "TablePath", ""),
        ] {
            assert_eq!(command(line), Command::SetOption { name: name.into(), value: value.into() }, "{line}");
        }
    }
}
