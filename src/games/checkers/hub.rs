//! Positions and games as Hub has them, the protocol of draughts programs.

use super::bits::{bit, numbered};
use super::{CORAL, Checkers, Style, WHITE};
use crate::game::{Code, FenError, Game, MoveError, Notation};
use crate::text::quote;

/// What Hub calls this game.
pub const VARIANT: &str = "english";

/// Reads a position: the side to move and a sign for each square, `w` and `b` for men, `W` and `B` for kings, `e` for none.
/// When `turned`, the colours are exchanged and the squares are numbered from the other end, as pydraughts has them.
///
/// ```
/// use yon::game::Notation;
/// use yon::games::checkers::hub;
///
/// let start = hub::read("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", true).unwrap();
/// assert_eq!(start.fen(), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
/// assert_eq!(hub::read("Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", false), Ok(start));
/// ```
///
/// # Errors
/// When a sign is wrong, or there is no such position.
pub fn read(text: &str, turned: bool) -> Result<Checkers, FenError> {
    let signs: Vec<char> = text.chars().collect();
    let [side, squares @ ..] = signs.as_slice() else {
        return Err(FenError::new(Code::Fields, "expected a side and 32 squares, found nothing"));
    };
    if squares.len() != 32 {
        let found = squares.len();
        return Err(FenError::new(Code::Size, format!("expected 32 squares behind the side, found {found}")));
    }
    let turn = match (side, turned) {
        ('W', false) | ('B', true) => WHITE,
        ('B', false) | ('W', true) => CORAL,
        _ => {
            let found = quote(&side.to_string());
            return Err(FenError::new(Code::Side, format!("side: expected 'W' or 'B', found {found}")));
        }
    };
    let (mut pieces, mut kings) = ([0; 2], 0);
    for (number, sign) in (1u8..).zip(squares) {
        let number = if turned { 33 - number } else { number };
        let set = numbered(number).map_or(0, bit);
        let seat = match (sign.to_ascii_lowercase(), turned) {
            ('e', _) if *sign == 'e' => continue,
            ('w', false) | ('b', true) => WHITE,
            ('b', false) | ('w', true) => CORAL,
            _ => {
                let found = quote(&sign.to_string());
                let message = format!("square {number}: expected 'w', 'b', 'W', 'B' or 'e', found {found}");
                return Err(FenError::new(Code::Piece, message));
            }
        };
        pieces[seat.index()] |= set;
        kings |= if sign.is_ascii_uppercase() { set } else { 0 };
    }
    Checkers::new(turn, pieces, kings, 0).ok_or_else(|| {
        let message = "expected 1 to 12 pieces a side, and no man where it would have been crowned";
        FenError::new(Code::Count, message)
    })
}

/// The game without its count of quiet moves, so that no draw ends it.
fn unlimited(fen: &str) -> Result<Checkers, FenError> {
    Ok(Checkers { quiet: 0, ..Checkers::from_fen(fen)?.unlimited() })
}

/// The FEN without its count of quiet moves.
///
/// # Errors
/// When it is none.
pub fn fresh(fen: &str) -> Result<String, FenError> {
    Ok(unlimited(fen)?.fen())
}

/// The moves from a position as the wire spells them, each with the FEN after it without its count of quiet moves.
/// They are read as Hub spells them or in any other way, and draws do not end the game.
///
/// # Errors
/// With the number of the move, from 1, when one is none or is illegal.
pub fn replay(start: &Checkers, moves: &[&str]) -> Result<Vec<(String, String)>, (usize, MoveError)> {
    let mut position = Checkers { quiet: 0, ..start.unlimited() };
    let mut played = Vec::new();
    for (number, text) in (1..).zip(moves) {
        let mv =
            position.read_hub(text).map_or_else(|| position.parse_move(text), Ok).map_err(|error| (number, error))?;
        let wire = position.move_text(mv);
        position.play(mv);
        position.quiet = 0;
        played.push((wire, position.fen()));
    }
    Ok(played)
}

/// Moves in a row from a position, as Hub spells them; from one that cannot be read on they are left out.
pub fn spell(fen: &str, line: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    let Ok(mut position) = unlimited(fen) else { return texts };
    for text in line {
        let Ok(mv) = position.parse_move(text) else { break };
        texts.push(position.spell(mv, Style::Hub));
        position.play(mv);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_frames_show_the_same_position() {
        let fen = "W:WK5,21:B12,K30";
        let plain = "WeeeeWeeeeeebeeeeeeeeweeeeeeeeBee";
        let turned: String = std::iter::once('B')
            .chain(plain[1..].chars().rev().map(|sign| match sign {
                'w' => 'b',
                'b' => 'w',
                'W' => 'B',
                'B' => 'W',
                other => other,
            }))
            .collect();
        assert_eq!(read(plain, false).map(|position| position.fen()), Ok(fen.into()));
        assert_eq!(read(&turned, true).map(|position| position.fen()), Ok(fen.into()));
    }

    #[test]
    fn what_is_wrong_with_a_position_is_named() {
        let empty = "e".repeat(32);
        for (text, words) in [
            (String::new(), "expected a side and 32 squares, found nothing"),
            ("We".into(), "expected 32 squares behind the side, found 1"),
            (format!("X{empty}"), "side: expected 'W' or 'B', found 'X'"),
            (format!("W{empty}"), "expected 1 to 12 pieces a side"),
            (format!("W{}Q", "e".repeat(31)), "square 32: expected 'w', 'b', 'W', 'B' or 'e', found 'Q'"),
            (format!("W{}E", "e".repeat(31)), "square 32: expected"),
            (format!("W{}b", "e".repeat(31)), "no man where it would have been crowned"),
        ] {
            let error = read(&text, false).unwrap_err().message;
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_draw_does_not_end_a_game() {
        let start = Checkers::from_fen("W:WK29:BK4:H79").unwrap();
        let moves = ["29-25", "4-8", "25-29", "8-4"].repeat(5);
        let played = replay(&start, &moves).unwrap();
        assert_eq!(played.last(), Some(&("b2a1".into(), "W:WK29:BK4".into())));
        assert_eq!(spell("W:WK29:BK4:H200", &["h8g7".into(), "a1b2".into()]), ["29-25", "4-8"]);
        assert_eq!(fresh("W:WK29:BK4:H200").unwrap(), "W:WK29:BK4");
        assert_eq!(replay(&start, &["29-25", "4-9"]).unwrap_err().0, 2);
    }

    #[test]
    fn a_capture_names_the_pieces_that_it_takes() {
        let fen = "B:W18,19,26,27:BK22";
        let legal = Checkers::from_fen(fen).unwrap().legal();
        let texts: Vec<String> = legal.iter().map(|&mv| Checkers::from_fen(fen).unwrap().move_text(mv)).collect();
        assert_eq!(spell(fen, &texts[..1]), ["22x22x18x19x26x27"]);
        let start = Checkers::from_fen(fen).unwrap();
        assert_eq!(replay(&start, &["22x22x18x19x26x27"]).unwrap()[0].1, "W:W:BK22");
    }
}
