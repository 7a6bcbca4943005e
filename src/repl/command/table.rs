//! The commands: their words, what they do, and which one a word stands for, whole, shortened or mistyped.

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
    Redo,
    Back,
    Forward,
    Goto,
    Variations,
    Watch,
    Confirm,
    Plain,
    Flip,
    Player,
    Resign,
    Draw,
    Last,
    Where,
    Row,
    File,
    Value,
    Svg,
    Analyse,
    MultiPv,
    Annotate,
    Mistakes,
    Train,
    Puzzle,
    Explain,
    Learn,
    Yes,
    No,
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
    usage(Verb::Redo, "redo", "", "play again what was taken back"),
    usage(Verb::New, "new", "[SIZE|GAME]", "begin again, on another board, another game"),
    usage(Verb::Play, "play", "SIDES|all|none", "play these sides; the engine plays the rest"),
    usage(Verb::Engine, "engine", "SIDES|all|none", "let the engine play these sides"),
    usage(Verb::Player, "player", "SIDE me|LEVEL", "who plays a side: you, or a level"),
    usage(Verb::Watch, "watch", "[LEVEL..] [delay MS]", "watch the engine play itself; Ctrl-C stops"),
    usage(Verb::Level, "level", "[N|auto]", "how strong the engine plays, or by results"),
    usage(Verb::Confirm, "confirm", "on|off", "show each move first and ask"),
    usage(Verb::Resign, "resign", "", "give up"),
    usage(Verb::Draw, "draw", "", "offer a draw"),
    usage(Verb::Back, "back", "[N]", "one move back in the game, or N"),
    usage(Verb::Forward, "forward", "[N]", "one move forward again, or N"),
    usage(Verb::Goto, "goto", "N", "the position after N moves"),
    usage(Verb::Variations, "variations", "[N]", "moves tried and left; go to the Nth"),
    usage(Verb::Analyse, "analyse", "[off]", "search while you go on typing"),
    usage(Verb::MultiPv, "multipv", "[N]", "how many lines an analysis shows"),
    usage(Verb::Annotate, "annotate", "[movetime MS]", "look for mistakes in the game"),
    usage(Verb::Mistakes, "mistakes", "[N]", "the worst mistakes that annotate found"),
    usage(Verb::Train, "train", "", "find better moves where mistakes were made"),
    usage(Verb::Puzzle, "puzzle", "[easy|hard|N]", "a position with one winning move"),
    usage(Verb::Explain, "explain", "MOVE", "why a move is legal or not"),
    usage(Verb::Learn, "learn", "[N]", "a short course, or its Nth lesson"),
    usage(Verb::Board, "board", "", "draw the board again"),
    usage(Verb::Sides, "sides", "[NAME]", "call the sides by these names or the others"),
    usage(Verb::Record, "record", "[pdn|save FILE]", "print the game, or keep it in a file"),
    usage(Verb::Load, "load", "FILE [N]", "put the first or the Nth game of a file"),
    usage(Verb::Svg, "svg", "FILE | --all DIR", "draw the position, or all, as a picture"),
    usage(Verb::Fen, "fen", "[FEN]", "print the position, or set it"),
    usage(Verb::Position, "position", "startpos|fen FEN [moves]", "set a position and the moves from it"),
    usage(Verb::Eval, "eval", "", "what the engine's estimate is made of"),
    usage(Verb::Flip, "flip", "", "turn the board round"),
    usage(Verb::Plain, "plain", "on|off", "sentences instead of drawings"),
    usage(Verb::Last, "last", "", "the last move"),
    usage(Verb::Where, "where", "[SIDE]", "where pieces stand"),
    usage(Verb::Row, "row", "NAME", "what stands on a row"),
    usage(Verb::File, "file", "NAME", "what stands on a file"),
    usage(Verb::Value, "value", "[movetime MS]", "who wins, in a sentence"),
    usage(Verb::Yes, "yes", "", "what was asked"),
    usage(Verb::No, "no", "", "not what was asked"),
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
    ("analyze", Verb::Analyse),
    ("b", Verb::Back),
    ("bye", Verb::Quit),
    ("d", Verb::Board),
    ("exit", Verb::Quit),
    ("f", Verb::Forward),
    ("g", Verb::Go),
    ("legalmoves", Verb::Moves),
    ("m", Verb::Moves),
    ("n", Verb::No),
    ("option", Verb::Set),
    ("q", Verb::Quit),
    ("rank", Verb::Row),
    ("restart", Verb::New),
    ("setoption", Verb::Set),
    ("show", Verb::Board),
    ("takeback", Verb::Undo),
    ("uginewgame", Verb::New),
    ("ucinewgame", Verb::New),
    ("y", Verb::Yes),
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
}
