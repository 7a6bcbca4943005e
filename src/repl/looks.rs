//! How the board looks: signs beyond ASCII where they can be shown, and colours for light and for dark terminals.

use std::io::Write;

use super::complete::Choice;
use super::{Refusal, Repl, words};
use crate::text::quote;

/// Which signs the board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Signs {
    /// Unicode on a colour terminal whose locale says UTF-8, else ASCII.
    #[default]
    Auto,
    /// Shapes and shaded squares.
    Unicode,
    /// Letters and dots.
    Ascii,
}

/// What the terminal's own colour is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Background {
    /// As the terminal says in `COLORFGBG`, else dark.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What people have set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taste {
    /// The signs.
    pub signs: Signs,
    /// The background.
    pub background: Background,
}

/// What is drawn then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// Signs beyond ASCII.
    pub unicode: bool,
    /// Colours for a light terminal.
    pub light: bool,
}

const SIGNS: [(&str, Signs); 3] = [("auto", Signs::Auto), ("unicode", Signs::Unicode), ("ascii", Signs::Ascii)];
const GROUNDS: [(&str, Background); 3] =
    [("auto", Background::Auto), ("light", Background::Light), ("dark", Background::Dark)];

/// The value of this word, whole or begun.
fn read<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    let begins = |word: &str| word.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    let mut found = words.iter().filter(|(word, _)| !text.is_empty() && begins(word));
    let (_, value) = found.next()?;
    if found.next().is_some() { None } else { Some(*value) }
}

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, other)| *other == value).map_or("auto", |(word, _)| word)
}

/// Whether the locale of this process says UTF-8.
fn has_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether the terminal says that its background is light: the last number of `COLORFGBG` is white's or a bright colour's
/// other than dark grey's.
fn is_light(variable: impl Fn(&str) -> Option<String>) -> bool {
    let colour = variable("COLORFGBG").and_then(|value| value.rsplit(';').next()?.trim().parse::<u8>().ok());
    colour.is_some_and(|colour| colour == 7 || (9..=15).contains(&colour))
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

impl Taste {
    /// From the words that are kept; what is none of them is left at its default.
    pub fn of_words(signs: &str, background: &str) -> Self {
        let (signs, background) = (read(&SIGNS, signs), read(&GROUNDS, background));
        Taste { signs: signs.unwrap_or_default(), background: background.unwrap_or_default() }
    }

    /// The words for the signs and the background.
    pub fn words(self) -> [&'static str; 2] {
        [word(&SIGNS, self.signs), word(&GROUNDS, self.background)]
    }

    /// What is drawn on this terminal.
    pub fn looks(self, colour: bool) -> Looks {
        Looks {
            unicode: match self.signs {
                Signs::Auto => colour && has_utf8(environment),
                signs => signs == Signs::Unicode,
            },
            light: match self.background {
                Background::Auto => is_light(environment),
                background => background == Background::Light,
            },
        }
    }
}

/// The names under which `set` knows them, with their words.
fn named() -> [(&'static str, [&'static str; 3]); 2] {
    [("Board", SIGNS.map(|(word, _)| word)), ("Background", GROUNDS.map(|(word, _)| word))]
}

/// The same to be completed.
pub(super) fn choices() -> impl Iterator<Item = Choice> {
    let strings = |words: [&str; 3]| words.map(String::from).into();
    named().into_iter().map(move |(name, words)| Choice { name: name.into(), values: strings(words) })
}

impl<W: Write> Repl<W> {
    /// The names, values and ranges of what can be set here.
    pub(super) fn look_lines(&self) -> Vec<(&'static str, &'static str, String)> {
        let values = self.screen.taste.words();
        let line = |((name, words), value): ((&'static str, [&str; 3]), _)| (name, value, words::listed(&words, "or"));
        named().into_iter().zip(values).map(line).collect()
    }

    /// Shows or sets how the board looks; false where the words are about something else.
    pub(super) fn set_look(&mut self, text: &str) -> Result<bool, Refusal> {
        let (name, value) = text.split_once(|sign: char| sign.is_whitespace() || sign == '=').unwrap_or((text, ""));
        let value = value.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '=').trim();
        let Some(index) = named().iter().position(|(own, _)| own.eq_ignore_ascii_case(name)) else {
            return Ok(false);
        };
        // The size of a board has been set by its first word too.
        if value.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-') {
            return Ok(false);
        }
        let (name, words) = named()[index];
        let wrong = || {
            let expected = words::listed(&words, "or");
            Refusal::Why(format!("{}: expected {expected}, found {}", name.to_lowercase(), quote(value)))
        };
        let range = words::listed(&words, "or");
        if value.is_empty() {
            let value = self.screen.taste.words()[index];
            self.screen.say(&format!("{name} is {value} ({range})."))?;
            return Ok(true);
        }
        match index {
            0 => self.screen.taste.signs = read(&SIGNS, value).ok_or_else(wrong)?,
            _ => self.screen.taste.background = read(&GROUNDS, value).ok_or_else(wrong)?,
        }
        let value = self.screen.taste.words()[index];
        self.screen.say(&format!("{name} is {value}."))?;
        self.show_board(None)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_and_the_terminal_are_asked() {
        let of = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        };
        assert!(has_utf8(of(&[("LANG", "de_DE.UTF-8")])));
        assert!(has_utf8(of(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")])));
        assert!(!has_utf8(of(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")])));
        assert!(!has_utf8(of(&[])));
        assert!(is_light(of(&[("COLORFGBG", "0;15")])) && is_light(of(&[("COLORFGBG", "0;default;7")])));
        for value in ["15;0", "15;default;8", "15;default", "", ";", "0;999"] {
            assert!(!is_light(|_| Some(value.to_string())), "{value}");
        }
    }

    #[test]
    fn words_are_read_whole_or_begun_and_kept() {
        assert_eq!(read(&SIGNS, "UNI"), Some(Signs::Unicode));
        assert_eq!(read(&SIGNS, "a"), None, "auto or ascii");
        assert_eq!(read(&SIGNS, ""), None);
        assert_eq!(read(&GROUNDS, "é"), None);
        for (word, signs) in SIGNS {
            let taste = Taste { signs, background: Background::Light };
            assert_eq!(taste.words(), [word, "light"]);
            assert_eq!(Taste::of_words(word, "light"), taste);
        }
        assert_eq!(Taste::of_words("", "pink"), Taste::default());
    }
}
