//! Squares, files and ranks, and their text, for boards of any size up to 26x26.

use std::fmt;

/// The largest board side: files are the letters `a` to `z`.
pub const MAX_SIDE: u8 = 26;

/// A square by file and rank, both counted from 0: `a1` is file 0, rank 0.
///
/// ```
/// use yon::board::Square;
/// let square = Square::parse("c10").unwrap();
/// assert_eq!((square.file, square.rank), (2, 9));
/// assert_eq!(square.to_string(), "c10");
/// assert_eq!(Square::parse("c01"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, 0 for `a`.
    pub file: u8,
    /// The row, 0 for rank 1.
    pub rank: u8,
}

impl Square {
    /// The square in this file and rank, counted from 0.
    pub const fn new(file: u8, rank: u8) -> Self {
        Square { file, rank }
    }

    /// The square with exactly this text, or `None`.
    pub fn parse(text: &str) -> Option<Self> {
        match Self::split(text) {
            Some((square, "")) => Some(square),
            _ => None,
        }
    }

    /// Reads one square off the front of `text`: the square and what follows it.
    /// A rank has one or two digits and no leading zero.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        let file = *text.as_bytes().first()?;
        if !file.is_ascii_lowercase() {
            return None;
        }
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=2).contains(&digits) || text.as_bytes()[1] == b'0' {
            return None;
        }
        let rank: u8 = text[1..=digits].parse().ok()?;
        if rank > MAX_SIDE {
            return None;
        }
        Some((Square::new(file - b'a', rank - 1), &text[digits + 1..]))
    }

    /// True for the colour of `a1`.
    pub const fn is_dark(self) -> bool {
        (self.file + self.rank).is_multiple_of(2)
    }

    /// True when the square lies on a board with this many files and ranks.
    pub const fn is_on(self, files: u8, ranks: u8) -> bool {
        self.file < files && self.rank < ranks
    }

    /// The number of king moves between two squares.
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file.abs_diff(other.file);
        let ranks = self.rank.abs_diff(other.rank);
        if files > ranks { files } else { ranks }
    }

    /// The file's letter.
    pub const fn file_letter(self) -> char {
        (b'a' + self.file) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_parses_back() {
        for file in 0..MAX_SIDE {
            for rank in 0..MAX_SIDE {
                let square = Square::new(file, rank);
                assert_eq!(Square::parse(&square.to_string()), Some(square));
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "a", "1", "a0", "a01", "a27", "a100", "A1", "a1 ", "é1", "aa1", "a-1", "a1b"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }

    #[test]
    fn two_squares_split_one_after_the_other() {
        let (from, rest) = Square::split("a10b9").unwrap();
        assert_eq!((from.to_string().as_str(), rest), ("a10", "b9"));
        assert!(Square::split("a100b9").is_none(), "three digits are no rank");
    }

    #[test]
    fn distance_is_the_larger_difference() {
        assert_eq!(Square::new(0, 0).distance(Square::new(3, 5)), 5);
        assert_eq!(Square::new(7, 2).distance(Square::new(3, 2)), 4);
    }
}
