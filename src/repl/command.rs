//! A line as people type it: which command it begins with, whole, shortened or mistyped, and what it asks for.

use crate::protocol::command::{self as wire, CommandError};
use crate::protocol::go::GoWords;
use crate::session::report::Start;
use crate::text::{quote, read_digits};

/// Which command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Verb {
    Moves,
    Go,
    Hint,
    Values,
    Undo,
    New,
    Board,
    Engine,
    Play,
    Level,
    Sides,
    Fen,
    Position,
    Record,
    Load,
    Set,
    Eval,
    Rules,
    Help,
    Quit,
}

/// A command with the words it takes and what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Which.
    pub verb: Verb,
    /// The word that is typed.
    pub name: &'static str,
    /// The words behind it.
    pub words: &'static str,
    /// What it does.
    pub what: &'static str,
}

const fn usage(verb: Verb, name: &'static str, words: &'static str, what: &'static str) -> Usage {
    Usage { verb, name, words, what }
}

/// Every command, in the order in which `help` lists them.
pub const COMMANDS: &[Usage] = &[
    usage(Verb::Moves, "moves", "[SQUARE]", "list the moves, or show those from a square"),
    usage(Verb::Go, "go", "[movetime MS|depth N|infinite]", "let the engine make this move"),
    usage(Verb::Hint, "hint", "[movetime MS]", "who wins, and the best moves"),
    usage(Verb::Values, "values", "[movetime MS]", "what each move leads to"),
    usage(Verb::Undo, "undo", "[N]", "take back your last move, or N moves"),
    usage(Verb::New, "new", "[SIZE]", "begin again, also on another board"),
    usage(Verb::Play, "play", "SIDES|all|none", "play these sides; the engine plays the rest"),
    usage(Verb::Engine, "engine", "SIDES|all|none", "let the engine play these sides"),
    usage(Verb::Level, "level", "[N]", "how strong the engine plays, from 1 to 10"),
    usage(Verb::Board, "board", "", "draw the board again"),
    usage(Verb::Sides, "sides", "[NAME]", "call the sides by these names or the others"),
    usage(Verb::Record, "record", "[pdn]", "print the game as a line, or as a file"),
    usage(Verb::Load, "load", "FILE [N]", "put the first or the Nth game of a file"),
    usage(Verb::Fen, "fen", "[FEN]", "print the position, or set it"),
    usage(Verb::Position, "position", "startpos|fen FEN [moves]", "set a position and the moves from it"),
    usage(Verb::Eval, "eval", "", "what the engine's estimate is made of"),
    usage(Verb::Set, "set", "[NAME [VALUE]]", "list the options, show one, or set it"),
    usage(Verb::Rules, "rules", "", "the rules of the game"),
    usage(Verb::Help, "help", "[COMMAND]", "this list, or more about one command"),
    usage(Verb::Quit, "quit", "", "leave; so does Ctrl-D"),
];

/// The formats of game files that a record can be printed in, in the games that have them.
pub const FORMATS: &[&str] = &["pdn"];

/// Other words for commands, as other programs have them.
const ALIASES: &[(&str, Verb)] = &[
    ("?", Verb::Help),
    ("bye", Verb::Quit),
    ("d", Verb::Board),
    ("exit", Verb::Quit),
    ("legalmoves", Verb::Moves),
    ("option", Verb::Set),
    ("restart", Verb::New),
    ("setoption", Verb::Set),
    ("show", Verb::Board),
    ("takeback", Verb::Undo),
    ("uginewgame", Verb::New),
    ("ucinewgame", Verb::New),
];

impl Verb {
    /// Its row.
    pub fn usage(self) -> &'static Usage {
        // Every verb has a row, as a test says.
        COMMANDS.iter().find(|usage| usage.verb == self).unwrap_or(&COMMANDS[0])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.usage().name
    }
}

/// What a first word means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A command by its whole name.
    Whole(Verb),
    /// The beginning of one command.
    Begun(Verb),
    /// The beginning of several.
    Several(Vec<&'static str>),
    /// None; perhaps a slip for this one.
    None(Option<&'static str>),
}

/// The command that a word stands for.
pub fn find(word: &str) -> Found {
    let word = word.to_ascii_lowercase();
    let named = COMMANDS.iter().map(|usage| (usage.name, usage.verb));
    if let Some((_, verb)) = named.chain(ALIASES.iter().copied()).find(|(name, _)| *name == word) {
        return Found::Whole(verb);
    }
    let begun: Vec<&Usage> = COMMANDS.iter().filter(|usage| usage.name.starts_with(&word)).collect();
    match begun.as_slice() {
        [] => Found::None(nearest(&word)),
        [one] => Found::Begun(one.verb),
        several => Found::Several(several.iter().map(|usage| usage.name).collect()),
    }
}

/// The command that was probably meant: at most two slips away, and fewer than half of its letters.
fn nearest(word: &str) -> Option<&'static str> {
    const LONGEST: usize = 16;
    let word: Vec<char> = word.chars().take(LONGEST + 1).collect();
    if word.len() > LONGEST {
        return None;
    }
    let slips = |name: &str| distance(&word, &name.chars().collect::<Vec<_>>());
    let near = COMMANDS.iter().map(|usage| (slips(usage.name), usage.name));
    let near = near.filter(|(slips, name)| *slips <= 2 && 2 * slips < name.len().max(word.len()));
    near.min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// How many letters must be put, dropped, changed or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = table[(i - 1) * width + j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = changed.min(table[(i - 1) * width + j] + 1).min(table[i * width + j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(table[(i - 2) * width + j - 2] + 1);
                }
                least
            };
        }
    }
    table[a.len() * width + b.len()]
}

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
        Verb::New => Ok(Command::New(one("nothing or the size of a board")?)),
        Verb::Board => alone(Command::Board),
        Verb::Engine => Ok(Command::Engine(several)),
        Verb::Play => Ok(Command::Play(several)),
        Verb::Level => Ok(Command::Level(one("nothing or a level")?)),
        Verb::Sides => Ok(Command::Sides(one("nothing or a name")?)),
        Verb::Fen => Ok(Command::Fen((!rest.is_empty()).then(|| rest.to_string()))),
        Verb::Position => on_the_wire(&format!("{name} {rest}")),
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
    fn every_command_is_found_by_its_name_and_has_its_row() {
        for usage in COMMANDS {
            assert_eq!(find(usage.name), Found::Whole(usage.verb));
            assert_eq!(find(&usage.name.to_uppercase()), Found::Whole(usage.verb));
            assert_eq!(usage.verb.name(), usage.name);
        }
    }

    #[test]
    fn a_beginning_stands_for_its_only_command() {
        assert_eq!(find("u"), Found::Begun(Verb::Undo));
        assert_eq!(find("mov"), Found::Begun(Verb::Moves));
        assert_eq!(find("h"), Found::Several(vec!["hint", "help"]));
    }

    #[test]
    fn a_slip_is_met_with_the_nearest_command() {
        for (typed, meant) in [
            ("udno", Some("undo")),
            ("mvoes", Some("moves")),
            ("recrod", Some("record")),
            ("hlep", Some("help")),
            ("ne", None),
            ("xyzzy", None),
            ("", None),
            ("a_very_long_word_that_is_no_command", None),
        ] {
            let found = find(typed);
            match meant {
                Some(meant) => assert_eq!(found, Found::None(Some(meant)), "{typed}"),
                None => assert!(!matches!(found, Found::None(Some(_)) | Found::Whole(_)), "{typed}: {found:?}"),
            }
        }
    }

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
