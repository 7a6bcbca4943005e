//! Small readers and writers of text that several rooms share: quoting what was found, and counters.

use crate::board::Square;
use crate::game::{Code, FenError};

/// The largest counter that is read, so that no game can count past what fits.
pub const MAX_COUNTER: u32 = 1_000_000;

/// The longest text that is quoted in a message, in characters.
const MAX_QUOTE: usize = 40;

/// The rows of a FEN from the top, with `/` between: the sign of each piece, and the lengths of runs of empty squares.
pub fn fen_rows(files: u8, ranks: u8, sign: impl Fn(Square) -> Option<char>) -> String {
    let mut rows = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            match sign(Square::new(file, rank)) {
                None => empty += 1,
                Some(sign) => {
                    if empty > 0 {
                        rows += &empty.to_string();
                    }
                    empty = 0;
                    rows.push(sign);
                }
            }
        }
        if empty > 0 {
            rows += &empty.to_string();
        }
        if rank > 0 {
            rows.push('/');
        }
    }
    rows
}

/// `text` in single quotes for a message: shortened, without control characters, blanks run together.
///
/// ```
/// assert_eq!(yon::text::quote("a1\u{7}b2"), "'a1?b2'");
/// assert_eq!(yon::text::quote("a1 \t b2"), "'a1 b2'");
/// assert_eq!(yon::text::quote(&"x".repeat(100)).chars().count(), 43);
/// ```
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    let mut blank = false;
    let mut length = 0;
    for sign in text.chars() {
        if sign.is_whitespace() && blank {
            continue;
        }
        blank = sign.is_whitespace();
        if length == MAX_QUOTE {
            quoted.push('…');
            break;
        }
        length += 1;
        // Marks without width, or that turn the direction of writing, would hide what was found.
        let unseen = matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
        quoted.push(if blank {
            ' '
        } else if sign.is_control() || unseen {
            '?'
        } else {
            sign
        });
    }
    quoted.push('\'');
    quoted
}

/// A whole number in digits alone: no sign, no blank. Too large for `u64` reads as `u64::MAX`.
pub fn read_digits(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// An optional counter of a FEN, from `least` up; missing, it is `least`.
///
/// # Errors
/// With [`Code::Counter`], when it is no whole number in range.
pub fn read_counter(name: &str, text: Option<&str>, least: u32) -> Result<u32, FenError> {
    let Some(text) = text else { return Ok(least) };
    let number = read_digits(text).and_then(|number| u32::try_from(number).ok());
    number.filter(|number| (least..=MAX_COUNTER).contains(number)).ok_or_else(|| {
        let found = quote(text);
        FenError::new(Code::Counter, format!("{name}: expected a number from {least} to {MAX_COUNTER}, found {found}"))
    })
}

/// A number with what it counts, in the singular for one alone.
///
/// ```
/// use yon::text::count;
///
/// assert_eq!([count(1, "game"), count(0, "game"), count(1, "ply"), count(2, "ply")], ["1 game", "0 games", "1 ply", "2 plies"]);
/// ```
pub fn count(number: usize, thing: &str) -> String {
    match (number, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        _ => format!("{number} {thing}s"),
    }
}
