//! What the sides are called: by their usual names, or by the other names that some people use for them.

use crate::catalog::Entry;
use crate::game::Seat;
use crate::view::Piece;

/// The names of the sides as they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    usual: &'static [&'static str],
    other: &'static [&'static str],
    swapped: bool,
}

impl Sides {
    /// The names of a game's sides: the usual ones, or the others where there are any.
    pub fn of(entry: &Entry, swapped: bool) -> Self {
        let complete = entry.other_seats.len() == entry.seats.len();
        Sides { usual: entry.seats, other: entry.other_seats, swapped: swapped && complete }
    }

    /// The names that are shown.
    pub fn names(&self) -> &'static [&'static str] {
        if self.swapped { self.other } else { self.usual }
    }

    /// Every name, shown or not.
    pub fn all_names(&self) -> impl Iterator<Item = &'static str> {
        let new = |name: &&&str| !self.usual.contains(name);
        self.usual.iter().chain(self.other.iter().filter(new)).copied()
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &'static str {
        self.names().get(seat.index()).copied().unwrap_or("nobody")
    }

    /// All seats, in the order of play.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.usual.len()).map(Seat::new)
    }

    /// The seat that this text names, whole or begun, by either of its names.
    pub fn find(&self, text: &str) -> Option<Seat> {
        let begins = |name: &str| name.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        let named = |seat: Seat| {
            [self.usual, self.other].iter().any(|names| names.get(seat.index()).is_some_and(|name| begins(name)))
        };
        let mut found = self.seats().filter(|&seat| named(seat));
        let seat = found.next().filter(|_| !text.is_empty());
        if found.next().is_some() { None } else { seat }
    }

    /// Whether this text, whole or begun, is one of the other names rather than of the usual ones.
    pub fn is_other(&self, text: &str) -> Option<bool> {
        let begins = |name: &&str| name.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        match (self.usual.iter().any(begins), self.other.iter().any(begins)) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        }
    }

    /// The text with the usual names replaced by those that are shown.
    pub fn rename(&self, text: &str) -> String {
        if !self.swapped {
            return text.to_string();
        }
        let replaced = |piece: &str| {
            let word = piece.trim_end_matches(|sign: char| !sign.is_alphanumeric());
            let place = self.usual.iter().position(|name| *name == word);
            match place.and_then(|index| self.other.get(index)) {
                Some(name) => format!("{name}{}", &piece[word.len()..]),
                None => piece.to_string(),
            }
        };
        text.split_inclusive(|sign: char| !sign.is_alphanumeric()).map(replaced).collect()
    }

    /// The letter that stands for a piece: where it is the first of the side's usual name, that of the name shown.
    pub fn letter(&self, piece: Piece) -> char {
        let first = |names: &[&str]| names.get(piece.seat.index()).and_then(|name| name.chars().next());
        match (first(self.usual), first(self.names())) {
            (Some(usual), Some(shown)) if piece.glyph == usual.to_ascii_lowercase() => shown.to_ascii_lowercase(),
            (Some(usual), Some(shown)) if piece.glyph == usual => shown,
            _ => piece.glyph,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn sides(swapped: bool) -> Sides {
        Sides::of(&Catalog::default().entries()[0], swapped)
    }

    #[test]
    fn a_side_is_found_by_either_name_whole_or_begun() {
        for text in ["red", "RED", "r", "White", "w"] {
            assert_eq!(sides(false).find(text), Some(Seat::new(0)), "{text}");
        }
        for text in ["blue", "bl", "b", "black"] {
            assert_eq!(sides(true).find(text), Some(Seat::new(1)), "{text}");
        }
        for text in ["", "green", "redd", "é"] {
            assert_eq!(sides(false).find(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_replaced_as_whole_words() {
        let text = "Red is to move; Redder, Blue's and (Blue).";
        assert_eq!(sides(true).rename(text), "White is to move; Redder, Black's and (Black).");
        assert_eq!(sides(false).rename(text), text);
    }

    #[test]
    fn letters_follow_the_names() {
        let piece = |glyph, seat| Piece { glyph, seat: Seat::new(seat) };
        assert_eq!(sides(true).letter(piece('r', 0)), 'w');
        assert_eq!(sides(true).letter(piece('R', 0)), 'W');
        assert_eq!(sides(true).letter(piece('b', 1)), 'b');
        assert_eq!(sides(true).letter(piece('k', 0)), 'k');
        assert_eq!(sides(false).letter(piece('r', 0)), 'r');
    }
}
