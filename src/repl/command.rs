//! A line as people type it: what it asks for.

mod table;

pub use table::{COMMANDS, FORMATS, Found, Usage, Verb, find};

use crate::protocol::command::{self as wire, CommandError};
use crate::protocol::go::GoWords;
use crate::session::report::Start;
use crate::text::{quote, read_digits};

/// How far to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// To where the one who types was to move before.
    Turn,
    /// This many moves.
    Moves(u64),
}

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// The legal moves, all or from a square.
    Moves(Option<String>),
    /// A move by the engine.
    Go(Box<GoWords>),
    /// Count leaves.
    Perft(u32),
    /// The value and the best moves.
    Hint(Option<u64>),
    /// The value of each move.
    Values(Option<u64>),
    /// Take moves back.
    Undo(Back),
    /// A new game, perhaps on a board of this size.
    New(Option<String>),
    /// The board.
    Board,
    /// Who is played by the engine.
    Engine(Option<String>),
    /// Who is played by the one who types.
    Play(Option<String>),
    /// How strong the engine plays.
    Level(Option<String>),
    /// What the sides are called.
    Sides(Option<String>),
    /// The position as text, or one to set.
    Fen(Option<String>),
    /// A position with moves.
    Position {
        /// The start.
        start: Start,
        /// The moves from it.
        moves: Vec<String>,
    },
    /// The game as a line.
    Record,
    /// The game as a file of this format.
    GameFile(&'static str),
    /// A game from a file.
    Load {
        /// The file.
        file: String,
        /// Which game, from 1.
        number: Option<u64>,
    },
    /// The options, one of them, or a value for one: the words as they were typed.
    Set(String),
    /// An option by its exact name.
    SetOption {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The parts of the estimate.
    Eval,
    /// The rules.
    Rules,
    /// The commands, or one of them.
    Help(Option<String>),
    /// Play again what was taken back.
    Redo,
    /// So many moves back, without losing them.
    Step(i64),
    /// The position after so many moves.
    Goto(u64),
    /// The moves that were tried and left, or one of these lines.
    Variations(Option<u64>),
    /// The engine against itself.
    Watch(String),
    /// Whether each move is shown and asked for first.
    Confirm(Option<bool>),
    /// Whether there are sentences instead of drawings.
    Plain(Option<bool>),
    /// Turn the board.
    Flip,
    /// Keep the game in a file.
    Save(String),
    /// Who plays a side.
    Player(String),
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// The last move.
    Last,
    /// Where the pieces stand.
    Where(Option<String>),
    /// What stands on a row.
    Row(Option<String>),
    /// What stands on a file.
    File(Option<String>),
    /// Who wins.
    Value(Option<u64>),
    /// A picture in a file.
    Svg(String),
    /// Pictures of the whole game in a folder.
    SvgAll(String),
    /// Search while people type; or end that.
    Analyse(bool),
    /// How many lines.
    MultiPv(Option<String>),
    /// Look for mistakes, with so many milliseconds a move.
    Annotate(Option<u64>),
    /// The worst of them.
    Mistakes(Option<u64>),
    /// Find the better moves.
    Train,
    /// A position with one winning move.
    Puzzle(Option<String>),
    /// Why a move is legal or not.
    Explain(String),
    /// A course, or one of its lessons.
    Learn(Option<u64>),
    /// The answer to what was asked.
    Answer(bool),
    /// Leave.
    Quit,
}

/// Reads the line of a command; its first word is known to stand for `verb`.
///
/// # Errors
/// When it has other words than it takes.
pub fn read(verb: Verb, line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (first, rest) = line.split_once(|sign: char| sign.is_whitespace()).unwrap_or((line, ""));
    let (rest, name) = (rest.trim(), verb.name());
    let words: Vec<&str> = rest.split_whitespace().collect();
    let one = |expected| match words.as_slice() {
        [] => Ok(None),
        [word] => Ok(Some(word.to_ascii_lowercase())),
        [_, more, ..] => Err(CommandError::Words { command: name, expected, found: quote(more) }),
    };
    let several = Some(words.join(" ").to_ascii_lowercase()).filter(|words| !words.is_empty());
    let alone = |command| match words.first() {
        None => Ok(command),
        Some(more) => Err(CommandError::Words { command: name, expected: "no words after it", found: quote(more) }),
    };
    match verb {
        Verb::Moves => Ok(Command::Moves(one("nothing or one square")?)),
        Verb::Go | Verb::Hint | Verb::Values => on_the_wire(&format!("{name} {}", rest.to_ascii_lowercase())),
        Verb::Undo => read_undo(one("nothing or a number of moves")?),
        Verb::New => Ok(Command::New(one("nothing, the size of a board or a game")?)),
        Verb::Board => alone(Command::Board),
        Verb::Engine => Ok(Command::Engine(several)),
        Verb::Play => Ok(Command::Play(several)),
        Verb::Level => Ok(Command::Level(one("nothing or a level")?)),
        Verb::Sides => Ok(Command::Sides(one("nothing or a name")?)),
        Verb::Fen => Ok(Command::Fen((!rest.is_empty()).then(|| rest.to_string()))),
        Verb::Position => on_the_wire(&format!("{name} {rest}")),
        Verb::Record if words.first().is_some_and(|word| word.eq_ignore_ascii_case("save")) => {
            let file = rest[words[0].len()..].trim();
            if file.is_empty() {
                return Err(CommandError::Words {
                    command: "record",
                    expected: "a file after 'save'",
                    found: "nothing".into(),
                });
            }
            Ok(Command::Save(file.into()))
        }
        Verb::Record => match FORMATS.iter().find(|format| rest.eq_ignore_ascii_case(format)) {
            Some(format) => Ok(Command::GameFile(format)),
            None => on_the_wire(&format!("{name} {rest}")),
        },
        Verb::Load => read_load(rest),
        Verb::Set if first.eq_ignore_ascii_case("setoption") => on_the_wire(&format!("setoption {rest}")),
        Verb::Set => Ok(Command::Set(rest.to_string())),
        Verb::Eval => alone(Command::Eval),
        Verb::Rules => alone(Command::Rules),
        Verb::Help => Ok(Command::Help(one("nothing or a command")?)),
        Verb::Quit => alone(Command::Quit),
        Verb::Redo => alone(Command::Redo),
        Verb::Back => Ok(Command::Step(-read_steps(name, one("nothing or a number of moves")?)?)),
        Verb::Forward => Ok(Command::Step(read_steps(name, one("nothing or a number of moves")?)?)),
        Verb::Goto => match one("a number of moves")?.as_deref().map(|word| (word, read_digits(word))) {
            Some((_, Some(number))) => Ok(Command::Goto(number)),
            Some((word, None)) => wrong(name, "a number of moves", quote(word)),
            None => wrong(name, "a number of moves", "nothing".into()),
        },
        Verb::Variations => Ok(Command::Variations(numbered(name, one("nothing or a number")?)?)),
        Verb::Watch => Ok(Command::Watch(several.unwrap_or_default())),
        Verb::Confirm => Ok(Command::Confirm(on_or_off(name, one("on or off")?)?)),
        Verb::Plain => Ok(Command::Plain(on_or_off(name, one("on or off")?)?)),
        Verb::Flip => alone(Command::Flip),
        Verb::Player => Ok(Command::Player(several.unwrap_or_default())),
        Verb::Resign => alone(Command::Resign),
        Verb::Draw => alone(Command::Draw),
        Verb::Last => alone(Command::Last),
        Verb::Where => Ok(Command::Where(one("nothing or a side")?)),
        Verb::Row => Ok(Command::Row(one("the name of a row")?)),
        Verb::File => Ok(Command::File(one("the name of a file")?)),
        Verb::Value => match on_the_wire(&format!("hint {}", rest.to_ascii_lowercase()))? {
            Command::Hint(movetime) => Ok(Command::Value(movetime)),
            other => Ok(other),
        },
        Verb::Svg => match words.as_slice() {
            [] | ["--all"] => wrong(name, "a file, or '--all' and a folder", "nothing".into()),
            ["--all", ..] => Ok(Command::SvgAll(rest["--all".len()..].trim().into())),
            _ => Ok(Command::Svg(rest.into())),
        },
        Verb::Analyse => match one("nothing or 'off'")?.as_deref() {
            None | Some("on") => Ok(Command::Analyse(true)),
            Some("off") => Ok(Command::Analyse(false)),
            Some(word) => wrong(name, "nothing or 'off'", quote(word)),
        },
        Verb::MultiPv => Ok(Command::MultiPv(one("nothing or a number of lines")?)),
        Verb::Annotate => match on_the_wire(&format!("hint {}", rest.to_ascii_lowercase())) {
            Ok(Command::Hint(movetime)) => Ok(Command::Annotate(movetime)),
            _ => wrong(name, "nothing or 'movetime MS'", quote(rest)),
        },
        Verb::Mistakes => Ok(Command::Mistakes(numbered(name, one("nothing or a number")?)?)),
        Verb::Train => alone(Command::Train),
        Verb::Puzzle => Ok(Command::Puzzle(one("easy, hard or a number of plies")?)),
        Verb::Explain if rest.is_empty() => wrong(name, "a move", "nothing".into()),
        Verb::Explain => Ok(Command::Explain(rest.into())),
        Verb::Learn => Ok(Command::Learn(numbered(name, one("nothing or the number of a lesson")?)?)),
        Verb::Yes => alone(Command::Answer(true)),
        Verb::No => alone(Command::Answer(false)),
    }
}

fn wrong<T>(command: &'static str, expected: &'static str, found: String) -> Result<T, CommandError> {
    Err(CommandError::Words { command, expected, found })
}

/// A number from 1, or nothing.
fn numbered(command: &'static str, word: Option<String>) -> Result<Option<u64>, CommandError> {
    let Some(word) = word else { return Ok(None) };
    match read_digits(&word).filter(|&number| number > 0) {
        Some(number) => Ok(Some(number)),
        None => wrong(command, "nothing or a number from 1", quote(&word)),
    }
}

fn read_steps(command: &'static str, word: Option<String>) -> Result<i64, CommandError> {
    let number = numbered(command, word)?.unwrap_or(1);
    Ok(i64::try_from(number).unwrap_or(i64::MAX))
}

fn on_or_off(command: &'static str, word: Option<String>) -> Result<Option<bool>, CommandError> {
    match word.as_deref() {
        None => Ok(None),
        Some("on") => Ok(Some(true)),
        Some("off") => Ok(Some(false)),
        Some(word) => wrong(command, "on or off", quote(word)),
    }
}

/// A path may have blanks in it; a number behind it says which game.
fn read_load(rest: &str) -> Result<Command, CommandError> {
    let (file, number) = match rest.rsplit_once(char::is_whitespace) {
        Some((file, last)) if read_digits(last).is_some() => (file.trim(), read_digits(last)),
        _ => (rest, None),
    };
    if file.is_empty() || number == Some(0) {
        let found = if file.is_empty() { "nothing".into() } else { quote("0") };
        let expected = if file.is_empty() { "a file" } else { "the number of a game from 1" };
        return Err(CommandError::Words { command: "load", expected, found });
    }
    Ok(Command::Load { file: file.into(), number })
}

fn read_undo(word: Option<String>) -> Result<Command, CommandError> {
    let Some(word) = word else { return Ok(Command::Undo(Back::Turn)) };
    match read_digits(&word) {
        Some(number) if number > 0 => Ok(Command::Undo(Back::Moves(number))),
        _ => {
            let expected = "nothing or a number of moves from 1";
            Err(CommandError::Words { command: "undo", expected, found: quote(&word) })
        }
    }
}

/// Reads what is spelt as in the text protocol.
fn on_the_wire(line: &str) -> Result<Command, CommandError> {
    Ok(match wire::read(line)? {
        Some(wire::Command::Go(words)) => Command::Go(words),
        Some(wire::Command::Perft(depth)) => Command::Perft(depth),
        Some(wire::Command::Hint(movetime)) => Command::Hint(movetime),
        Some(wire::Command::Values(movetime)) => Command::Values(movetime),
        Some(wire::Command::Position { start, moves }) => Command::Position { start, moves },
        Some(wire::Command::Record) => Command::Record,
        Some(wire::Command::SetOption { name, value }) => Command::SetOption { name, value },
        _ => Command::Board,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_words_are_named() {
        for (verb, line, words) in [
            (Verb::Moves, "moves a1 b2", "moves: expected nothing or one square, found 'b2'"),
            (Verb::Undo, "undo x", "undo: expected nothing or a number of moves from 1, found 'x'"),
            (Verb::Undo, "undo 0", "found '0'"),
            (Verb::Undo, "u -1", "found '-1'"),
            (Verb::Board, "board now", "board: expected no words after it, found 'now'"),
            (Verb::Hint, "hint depth 3", "hint: expected nothing or 'movetime MS', found 'depth'"),
            (Verb::Position, "position", "position: expected 'startpos' or 'fen', found nothing"),
            (Verb::Load, "load", "load: expected a file, found nothing"),
            (Verb::Load, "load games 0", "load: expected the number of a game from 1, found '0'"),
            (Verb::Record, "record x", "record: expected nothing, or 'position' and a record to read, found 'x'"),
        ] {
            let error = read(verb, line).unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn what_is_typed_in_capitals_is_read_too() {
        assert_eq!(read(Verb::Undo, " UNDO 3 "), Ok(Command::Undo(Back::Moves(3))));
        assert_eq!(read(Verb::Hint, "HINT MOVETIME 5"), Ok(Command::Hint(Some(5))));
        let Ok(Command::Go(words)) = read(Verb::Go, "g DEPTH 3") else { panic!("a search") };
        assert!(words.problems.is_empty());
    }
}
