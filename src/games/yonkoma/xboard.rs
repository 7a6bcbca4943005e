//! Yonkoma as XBoard is told of it: boards, pieces and positions in its words.

use super::Yonkoma;
use crate::game::{Code, FenError, Game, Notation, Setup};
use crate::text::{quote, read_digits};

/// The boards that XBoard 4.9 can show, the usual one first: above 14 it breaks, and it crashes on 18.
pub const BOARDS: &[u8] = &[10, 4, 6, 8, 12, 14];

/// The pieces by their place in XBoard's table, White's before Black's. The king's place is empty, since otherwise every
/// move would leave a king in check.
const PIECES: &str = "..........M...........m.";

/// What XBoard is told of a board. The parent is `lion`, in which alone a person can pass: with a click on the other
/// side's clock.
///
/// ```
/// let lines = yon::games::yonkoma::xboard::setup(6);
/// assert_eq!(lines[0], "setup (..........M...........m.) 6x6+0_lion m4M/6/6/6/6/M4m w - - 0 1");
/// ```
pub fn setup(size: u8) -> Vec<String> {
    let fen = Yonkoma::start(&Setup::of_size(size)).fen();
    let board = fen.split(' ').next().unwrap_or_default().replace('r', "M").replace('b', "m");
    vec![format!("setup ({PIECES}) {size}x{size}+0_lion {board} w - - 0 1"), "piece M& mB".to_string()]
}

/// Reads a FEN of XBoard, in which White is Red. Its fields for chess are not looked at, save the number of the move.
///
/// # Errors
/// When it has no board or side, and with the reasons of a FEN of the game.
pub fn read(text: &str) -> Result<String, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let [board, side, rest @ ..] = fields.as_slice() else {
        return Err(FenError::new(Code::Fields, format!("expected board and side, found {}", quote(text))));
    };
    if let Some(sign) = board.chars().find(|sign| !sign.is_ascii_digit() && !"Mm/".contains(*sign)) {
        let found = quote(&sign.to_string());
        return Err(FenError::new(Code::Piece, format!("board: expected 'M' or 'm', found {found}")));
    }
    let (side, second) = match *side {
        "w" => ("r", 0),
        "b" => ("b", 1),
        other => return Err(FenError::new(Code::Side, format!("side: expected 'w' or 'b', found {}", quote(other)))),
    };
    let number = rest.last().and_then(|number| read_digits(number)).unwrap_or(1).clamp(1, 100_000);
    let board = board.replace('M', "r").replace('m', "b");
    Ok(Yonkoma::from_fen(&format!("{board} {side} {}", 2 * number - 1 + second))?.fen())
}

/// A move as XBoard has it, always in one part.
pub fn spell(_fen: &str, _begun: &[String], text: &str) -> Option<Vec<String>> {
    Some(vec![if text == super::text::SKIP { "@@@@".into() } else { text.into() }])
}

/// A move of XBoard's as the wire spells it.
///
/// # Errors
/// None.
pub fn read_move(_fen: &str, parts: &[String]) -> Result<Option<String>, String> {
    Ok(Some(parts.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_white_as_red() {
        for size in BOARDS {
            let line = &setup(*size)[0];
            let fen = line.rsplit_once("lion ").unwrap().1;
            assert_eq!(read(fen).unwrap(), Yonkoma::start(&Setup::of_size(*size)).fen());
        }
        assert_eq!(read("6/2MmM1/2m3/6/6/6 b - - 3 5").unwrap(), "6/2rbr1/2b3/6/6/6 b 10");
        assert_eq!(read("m2M/4/4/M2m w").unwrap(), "b2r/4/4/r2b r 1");
    }

    #[test]
    fn what_is_wrong_with_a_position_is_named() {
        for (fen, words) in [
            ("", "expected board and side, found ''"),
            ("m2M/4/4/M2m", "expected board and side"),
            ("m2M/4/4/M2q w - - 0 1", "expected 'M' or 'm', found 'q'"),
            ("m2M/4/4/M2m x - - 0 1", "side: expected 'w' or 'b', found 'x'"),
            ("m2M/4/4/4 w - - 0 1", "expected 2 Red checkers, found 1"),
            ("m2M/4/4/MM2 w - - 0 1", "expected"),
        ] {
            let error = read(fen).unwrap_err().message;
            assert!(error.contains(words), "{fen}: {error}");
        }
    }
}
