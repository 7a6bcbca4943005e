//! Checkers as text: the FEN of PDN, moves, and the board to draw.

use super::bits::{Bits, CROWNING, bit, number_of, numbered};
use super::{CORAL, Checkers, MOST_PIECES, Move, SIZE, WHITE, learned, pdn};
use crate::board::Square;
use crate::game::{Code, FenError, FileError, FileGame, Game, MoveError, Notation, Outcome, Seat};
use crate::text::{quote, read_counter, read_digits};
use crate::view::{Piece, View};

/// The rules as they are printed for people.
pub const RULES: &str = include_str!("rules.txt");
/// The course for people.
pub const LESSONS: &str = include_str!("lessons.txt");

/// A side's letter in draughts notation, where Coral is Black.
fn letter(seat: Seat) -> char {
    if seat == CORAL { 'B' } else { 'W' }
}

/// The sides as FEN lists them.
const LISTED: [Seat; 2] = [WHITE, CORAL];

/// Which fields a FEN has.
const FIELDS: &str = "side, White's pieces, Black's pieces and optionally H and the quiet moves, parted by ':'";

fn fields_error(found: &str) -> FenError {
    FenError::new(Code::Fields, format!("expected {FIELDS}, found {}", quote(found)))
}

/// What one side has: the squares of all its pieces, and of its kings.
fn read_pieces(list: &str, seat: Seat) -> Result<(Bits, Bits), FenError> {
    let name = Checkers::SEATS[seat.index()];
    let (mut pieces, mut kings) = (0, 0);
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let wrong = || {
            let found = quote(item);
            let message =
                format!("{name}: expected a square from 1 to 32, a range of them, or K before one, found {found}");
            FenError::new(Code::Piece, message)
        };
        let number = |text: &str| read_digits(text).and_then(|number| numbered(u8::try_from(number).ok()?));
        let (plain, king) = item.strip_prefix('K').map_or((item, false), |rest| (rest, true));
        let (first, last) = plain.split_once('-').unwrap_or((plain, plain));
        let (first, last) = (number(first).ok_or_else(wrong)?, number(last).ok_or_else(wrong)?);
        if number_of(first) > number_of(last) {
            return Err(wrong());
        }
        for square in (number_of(first)..=number_of(last)).filter_map(numbered) {
            if pieces & bit(square) != 0 {
                let twice = format!("{name}: expected each square once, found {} again", number_of(square));
                return Err(FenError::new(Code::Count, twice));
            }
            if !king && bit(square) & CROWNING[seat.index()] != 0 {
                let man = number_of(square);
                let message = format!("{name}: expected no man where it would have been crowned, found one on {man}");
                return Err(FenError::new(Code::Piece, message));
            }
            pieces |= bit(square);
            kings |= if king { bit(square) } else { 0 };
        }
    }
    if pieces.count_ones() > MOST_PIECES {
        let found = pieces.count_ones();
        return Err(FenError::new(
            Code::Count,
            format!("{name}: expected at most {MOST_PIECES} pieces, found {found}"),
        ));
    }
    Ok((pieces, kings))
}

/// The counters behind the pieces: quiet moves with `H`; a move number with `F`, as PDN has it, is read and dropped.
fn read_counters(fields: &[&str]) -> Result<u32, FenError> {
    let (mut quiet, mut number) = (None, None);
    for field in fields {
        let (slot, name) = match field.as_bytes().first() {
            Some(b'H') => (&mut quiet, "quiet moves"),
            Some(b'F') => (&mut number, "move number"),
            _ => return Err(fields_error(field)),
        };
        if slot.replace(read_counter(name, Some(&field[1..]), 0)?).is_some() {
            return Err(fields_error(field));
        }
    }
    Ok(quiet.unwrap_or(0))
}

impl Notation for Checkers {
    const FILE_FORMAT: Option<&'static str> = Some("pdn");

    fn from_fen(text: &str) -> Result<Self, FenError> {
        let text = text.trim_ascii();
        let whole = text.strip_suffix('.').unwrap_or(text);
        let fields: Vec<&str> = whole.split(':').collect();
        let turn = match fields[0] {
            "B" => CORAL,
            "W" => WHITE,
            _ if fields.len() < 3 => return Err(fields_error(text)),
            other => {
                return Err(FenError::new(Code::Side, format!("side: expected 'B' or 'W', found {}", quote(other))));
            }
        };
        let [_, first, second, counters @ ..] = fields.as_slice() else { return Err(fields_error(text)) };
        let (mut pieces, mut kings) = ([None; 2], 0);
        for list in [first, second] {
            let of = |seat| list.strip_prefix(letter(seat)).map(|squares| (seat, squares));
            let (seat, squares) = LISTED.into_iter().find_map(of).ok_or_else(|| fields_error(list))?;
            let (all, crowned) = read_pieces(squares, seat)?;
            if pieces[seat.index()].replace(all).is_some() {
                return Err(fields_error(list));
            }
            kings |= crowned;
        }
        let quiet = read_counters(counters)?;
        let [Some(coral), Some(white)] = pieces else { return Err(fields_error(text)) };
        let both = coral & white;
        if both != 0 {
            let square = number_of(super::bits::square(both.trailing_zeros()));
            return Err(FenError::new(
                Code::Count,
                format!("board: expected one piece on a square, found two on {square}"),
            ));
        }
        Checkers::new(turn, [coral, white], kings, quiet)
            .ok_or_else(|| FenError::new(Code::Count, "board: expected at least one piece, found none"))
    }

    fn fen(&self) -> String {
        let mut fen = letter(self.turn).to_string();
        for seat in LISTED {
            let mut numbers: Vec<u8> = self.squares(seat).map(number_of).collect();
            numbers.sort_unstable();
            let text = |number: &u8| match numbered(*number) {
                Some(square) if self.is_king(square) => format!("K{number}"),
                _ => number.to_string(),
            };
            let texts: Vec<String> = numbers.iter().map(text).collect();
            fen += &format!(":{}{}", letter(seat), texts.join(","));
        }
        if self.quiet > 0 {
            fen += &format!(":H{}", self.quiet);
        }
        fen
    }

    fn move_text(&self, mv: Move) -> String {
        self.spell(mv, super::Style::Wire)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn meaning(&self, mv: Move) -> Option<String> {
        let crowned = |square: Square| self.is_king(square);
        let squares = mv.squares();
        let (from, to) = (squares.first().copied()?, squares.last().copied()?);
        let what = if crowned(from) { "the king" } else { "the man" };
        let taken: Vec<String> = super::bits::squares(mv.captured())
            .map(|square| format!("the {} on {square}", if crowned(square) { "king" } else { "man" }))
            .collect();
        let mut said = match taken.as_slice() {
            [] => format!("{what} on {from} steps to {to}"),
            [one] => format!("{what} on {from} jumps to {to} and takes {one}"),
            [first @ .., last] => {
                let way: Vec<String> = squares[1..].iter().map(Square::to_string).collect();
                format!("{what} on {from} jumps to {} and takes {} and {last}", way.join(", "), first.join(", "))
            }
        };
        if !crowned(from) && bit(to) & CROWNING[self.turn.index()] != 0 {
            said += ", and becomes a king";
        }
        Some(said)
    }

    fn move_squares(&self, mv: Move) -> Vec<Square> {
        mv.squares()
    }

    fn view(&self) -> View {
        let mut view = View::new(SIZE, SIZE);
        for (seat, man, king) in [(CORAL, ('c', '⛂'), ('C', '⛃')), (WHITE, ('w', '⛀'), ('W', '⛁'))] {
            for square in self.squares(seat) {
                let (glyph, shape) = if self.is_king(square) { king } else { man };
                view.put(square, Piece { glyph, seat });
                view.shape(square, shape);
            }
        }
        view
    }

    fn describe(&self) -> Vec<String> {
        learned::describe(self)
    }

    fn to_file(start: &Self, moves: &[Move], outcome: Option<&Outcome>) -> Option<String> {
        Some(pdn::write(start, moves, outcome))
    }

    fn from_file(text: &str) -> Option<Result<Vec<FileGame>, FileError>> {
        pdn::is_pdn(text).then(|| pdn::read(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_does_is_said_with_what_it_takes() {
        for (fen, mv, words) in [
            ("B:W21-32:B1-12", "c3d4", "the man on c3 steps to d4"),
            ("B:W15,32:B11", "c3e5", "the man on c3 jumps to e5 and takes the man on d4"),
            ("B:WK15,22,32:B11", "c3e5g7", "jumps to e5, g7 and takes the king on d4 and the man on f6"),
            ("B:W20:B26,4", "e7d8", "the man on e7 steps to d8, and becomes a king"),
            ("B:W20:BK26,4", "e7d8", "the king on e7 steps to d8"),
        ] {
            let position = Checkers::from_fen(fen).unwrap();
            let said = position.meaning(position.parse_move(mv).unwrap()).unwrap();
            assert!(said.ends_with(words), "{mv}: {said}");
        }
    }

    #[test]
    fn each_field_of_a_fen_has_its_error() {
        for (fen, code, words) in [
            ("", Code::Fields, "found ''"),
            ("B", Code::Fields, "found 'B'"),
            ("B:W21", Code::Fields, "found 'B:W21'"),
            ("nonsense", Code::Fields, "expected side, White's pieces, Black's pieces"),
            ("B:W21:W22", Code::Fields, "found 'W22'"),
            ("B:W21:X1", Code::Fields, "found 'X1'"),
            ("B:W21:B1:Q3", Code::Fields, "found 'Q3'"),
            ("B:W21:B1:H3:H4", Code::Fields, "found 'H4'"),
            ("R:W21:B1", Code::Side, "side: expected 'B' or 'W', found 'R'"),
            (
                "B:W21:B0",
                Code::Piece,
                "Coral: expected a square from 1 to 32, a range of them, or K before one, found '0'",
            ),
            ("B:W33:B1", Code::Piece, "White: expected a square from 1 to 32"),
            ("B:W21,:B1", Code::Piece, "found ''"),
            ("B:W21,x:B1", Code::Piece, "found 'x'"),
            ("B:WK:B1", Code::Piece, "found 'K'"),
            ("B:W24-21:B1", Code::Piece, "found '24-21'"),
            ("B:W21:B1 x", Code::Piece, "found '1 x'"),
            ("B:W3:B1", Code::Piece, "White: expected no man where it would have been crowned, found one on 3"),
            ("B:W21:B30", Code::Piece, "Coral: expected no man where it would have been crowned, found one on 30"),
            ("B:W21,21:B1", Code::Count, "White: expected each square once, found 21 again"),
            ("B:W20-32:B1", Code::Count, "White: expected at most 12 pieces, found 13"),
            ("B:W5:B5", Code::Count, "expected one piece on a square, found two on 5"),
            ("B:W:B", Code::Count, "expected at least one piece, found none"),
            ("B:W21:B1:H-1", Code::Counter, "quiet moves: expected a number from 0 to 1000000, found '-1'"),
            ("B:W21:B1:H", Code::Counter, "quiet moves"),
            ("B:W21:B1:H99999999999", Code::Counter, "quiet moves"),
        ] {
            let error = Checkers::from_fen(fen).unwrap_err();
            assert_eq!(error.code, code, "{fen}: {error}");
            assert!(error.message.contains(words), "{fen}: {error}");
        }
    }

    #[test]
    fn a_fen_may_have_ranges_a_dot_either_order_and_a_move_number() {
        for (read, printed) in [
            ("B:W21-32:B1-12.", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
            ("W:B2,1:WK30,21:H0", "W:W21,K30:B1,2"),
            ("W:WK1-3:B:H7:F12", "W:WK1,K2,K3:B:H7"),
            ("B:W:BK5", "B:W:BK5"),
        ] {
            assert_eq!(Checkers::from_fen(read).unwrap().fen(), printed);
        }
    }

    #[test]
    fn illegal_moves_are_explained_in_the_games_terms() {
        for (fen, mv, words) in [
            ("B:W21-32:B1-12", "c3c4", "c4 is a light square"),
            ("B:W21-32:B1-12", "a9b10", "a9 is not on the 8x8 board"),
            ("B:W21-32:B1-12", "d4e5", "there is no piece on d4"),
            ("B:W21-32:B1-12", "22-17", "the piece on f6 is not Coral's, and Coral is to move"),
            ("B:W21-32:B1-12", "c3b2", "b2 is not empty"),
            ("B:W21-32:B1-12", "c3g7", "g7 is not next to c3 on a diagonal"),
            ("B:W21-32:B1-12", "c3e5", "no enemy between c3 and e5"),
            ("B:W21-32:B1-12", "c3e5g7", "no enemy between c3 and e5"),
            ("B:W21-32:B1-12", "11x15", "11x15 is illegal: it takes no piece"),
            ("B:W21:B15", "d4c3", "a man moves forward only"),
            ("B:W15:B11,1", "g1f2", "Coral must capture: c3e5"),
            ("B:W15,22:B11,1", "c3e5", "the chain goes on: c3e5g7"),
            ("B:W18,19,26,27:BK22", "f6f6", "it may be f6d4b6d8f6 or f6d8b6d4f6, and every square"),
        ] {
            let error = Checkers::from_fen(fen).unwrap().parse_move(mv).unwrap_err().to_string();
            assert!(error.contains(words), "{fen} {mv}: {error}");
        }
        assert!(matches!(Checkers::from_fen("W:W:B1").unwrap().parse_move("a1b2"), Err(MoveError::Over { .. })));
    }
}
