//! What Tab completes and what is suggested behind the cursor: commands, legal moves, options and their values.

use std::borrow::Cow;

use anstyle::Style;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::{Context, Helper, Validator};

use super::command::{COMMANDS, FORMATS, Found, Verb, find};
use super::paint::painted;

/// An option with the values that can be offered for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Its values, where they are few.
    pub values: Vec<String>,
}

/// What can be typed now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    /// The legal moves.
    pub moves: Vec<String>,
    /// The squares from which there are moves.
    pub squares: Vec<String>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The sizes of boards.
    pub sizes: Vec<String>,
    /// The options.
    pub options: Vec<Choice>,
}

fn begins(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

fn all_that_begin<'a>(words: impl IntoIterator<Item = &'a str>, typed: &str) -> Vec<String> {
    words.into_iter().filter(|word| begins(word, typed)).map(String::from).collect()
}

fn strs(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().map(String::as_str)
}

impl Vocabulary {
    /// Where the word before the cursor begins, and what it may become. `line` ends at the cursor.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.len() - line.trim_start().len();
        let Some(blank) = line[start..].find(char::is_whitespace) else {
            let commands = COMMANDS.iter().map(|usage| usage.name);
            return (start, all_that_begin(commands.chain(strs(&self.moves)), &line[start..]));
        };
        let (Found::Whole(verb) | Found::Begun(verb)) = find(&line[start..start + blank]) else {
            return (line.len(), Vec::new());
        };
        if verb == Verb::Set {
            return self.complete_option(line, start + blank);
        }
        let word = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        (word, self.arguments(verb, &line[word..]))
    }

    /// The words that may stand behind a command.
    fn arguments(&self, verb: Verb, typed: &str) -> Vec<String> {
        let levels: Vec<String> = (1..=10).map(|level| level.to_string()).collect();
        match verb {
            Verb::Moves => all_that_begin(strs(&self.squares), typed),
            Verb::Go => all_that_begin(["movetime", "depth", "nodes", "infinite"], typed),
            Verb::Hint | Verb::Values => all_that_begin(["movetime"], typed),
            Verb::New => all_that_begin(strs(&self.sizes), typed),
            Verb::Engine => all_that_begin(strs(&self.sides).chain(["both", "none"]), typed),
            Verb::Play => all_that_begin(strs(&self.sides).chain(["both", "none"]).chain(strs(&self.moves)), typed),
            Verb::Player => {
                let who = strs(&self.sides).chain(["me", "engine"]).chain(strs(&levels));
                all_that_begin(who, typed)
            }
            Verb::Watch => all_that_begin(strs(&levels).chain(["delay"]), typed),
            Verb::Confirm | Verb::Plain => all_that_begin(["on", "off"], typed),
            Verb::Analyse => all_that_begin(["off"], typed),
            Verb::Annotate | Verb::Value => all_that_begin(["movetime"], typed),
            Verb::Puzzle => all_that_begin(["easy", "hard"], typed),
            Verb::Explain => all_that_begin(strs(&self.moves), typed),
            Verb::Where => all_that_begin(strs(&self.sides), typed),
            Verb::Svg => all_that_begin(["--all"], typed),
            Verb::Level => all_that_begin(strs(&levels).chain(["auto"]), typed),
            Verb::Sides => all_that_begin(strs(&self.sides), typed),
            Verb::Position => all_that_begin(["startpos", "fen", "moves"], typed),
            Verb::Record => all_that_begin(FORMATS.iter().copied().chain(["position", "save"]), typed),
            Verb::Help => all_that_begin(COMMANDS.iter().map(|usage| usage.name), typed),
            _ => Vec::new(),
        }
    }

    /// The name of an option, which may have blanks in it, or its value.
    fn complete_option(&self, line: &str, blank: usize) -> (usize, Vec<String>) {
        let start = line.len() - line[blank..].trim_start().len();
        let typed = &line[start..];
        let value = self.options.iter().find_map(|option| {
            let rest = begins(typed, &option.name).then(|| &typed[option.name.len()..])?;
            rest.starts_with(' ').then(|| (option, rest.trim_start()))
        });
        match value {
            Some((option, rest)) => (line.len() - rest.len(), all_that_begin(strs(&option.values), rest)),
            None => (start, all_that_begin(self.options.iter().map(|option| option.name.as_str()), typed)),
        }
    }

    /// What would complete the line, when there is only one way.
    pub fn suggest(&self, line: &str) -> Option<String> {
        let (start, words) = self.complete(line);
        let typed = &line[start..];
        match words.as_slice() {
            [one] if !typed.is_empty() && one.len() > typed.len() => Some(one[typed.len()..].to_string()),
            _ => None,
        }
    }
}

/// What the line editor asks.
#[derive(Helper, Validator)]
pub struct Assistant {
    /// What can be typed now.
    pub vocabulary: Vocabulary,
    /// Suggestions can be told from what is typed, by their colour.
    pub colour: bool,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.vocabulary.complete(line.get(..pos).unwrap_or(line)))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<String> {
        if self.colour && pos == line.len() { self.vocabulary.suggest(line) } else { None }
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(painted(hint, Style::new().dimmed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        Vocabulary {
            moves: words(&["a1b2", "a1c3", "d4c3"]),
            squares: words(&["a1", "d4"]),
            sides: words(&["Red", "Blue"]),
            sizes: words(&["4", "6"]),
            options: vec![
                Choice { name: "Skill Level".into(), values: vec![] },
                Choice { name: "UseTables".into(), values: words(&["true", "false"]) },
            ],
        }
    }

    #[test]
    fn commands_moves_and_their_words_are_completed() {
        for (line, start, words) in [
            ("mo", 0, vec!["moves"]),
            ("  A1", 2, vec!["a1b2", "a1c3"]),
            ("d", 0, vec!["draw", "d4c3"]),
            ("player b", 7, vec!["Blue"]),
            ("player blue m", 12, vec!["me"]),
            ("explain d", 8, vec!["d4c3"]),
            ("confirm ", 8, vec!["on", "off"]),
            ("record s", 7, vec!["save"]),
            ("moves ", 6, vec!["a1", "d4"]),
            ("mov d", 4, vec!["d4"]),
            ("engine b", 7, vec!["Blue", "both"]),
            ("go movetime 5 d", 14, vec!["depth"]),
            ("set ski", 4, vec!["Skill Level"]),
            ("set skill  le", 4, vec![]),
            ("set usetables f", 14, vec!["false"]),
            ("set usetables ", 14, vec!["true", "false"]),
            ("help und", 5, vec!["undo"]),
            ("xyzzy a", 7, vec![]),
            ("é", 0, vec![]),
            ("", 0, COMMANDS.iter().map(|usage| usage.name).chain(["a1b2", "a1c3", "d4c3"]).collect()),
        ] {
            assert_eq!(vocabulary().complete(line), (start, words.into_iter().map(String::from).collect()), "{line:?}");
        }
    }

    #[test]
    fn the_only_completion_is_suggested() {
        assert_eq!(vocabulary().suggest("mo"), Some("ves".into()));
        assert_eq!(vocabulary().suggest("D4c"), Some("3".into()));
        for line in ["", "a1", "moves", "xyzzy", "set "] {
            assert_eq!(vocabulary().suggest(line), None, "{line}");
        }
    }
}
