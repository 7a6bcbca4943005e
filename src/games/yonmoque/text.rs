//! Yonmoque as text: FEN, actions, the board to draw, and why an action is illegal.

use super::bits::{self, Bits, NEUTRAL_TILES, SIDE, TILES, bit};
use super::{BLUE, Board, Move, PIECES, WHITE, Yonmoque, patterns};
use crate::board::Square;
use crate::game::{Code, FenError, Game, MoveError, Notation, Reason, Seat};
use crate::text::{fen_rows, quote, read_counter, read_digits};
use crate::view::{Piece, View};

/// The rules as they are printed for people, with the credit.
pub const RULES: &str = include_str!("rules.txt");

/// The course for people.
pub const LESSONS: &str = include_str!("lessons.txt");

/// Actions in the right spelling, for messages.
const EXAMPLE: &str = "'c3' or 'b4a4'";

/// Which fields a FEN has.
const FIELDS: &str = "board, side, Blue's hand, White's hand and optionally ply";

fn letter(seat: Seat) -> char {
    if seat == BLUE { 'b' } else { 'w' }
}

/// One row of a FEN, from the left.
fn read_row(row: &str, number: usize) -> Result<Vec<Option<Seat>>, FenError> {
    let mut cells = Vec::new();
    let mut after_number = false;
    for sign in row.chars() {
        match sign {
            'b' => cells.push(Some(BLUE)),
            'w' => cells.push(Some(WHITE)),
            '1'..='5' if !after_number => cells.resize(cells.len() + (sign as usize - '0' as usize), None),
            '0'..='9' => {
                let message =
                    format!("board row {number}: expected a run of 1 to 5 empty squares, found {}", quote(row));
                return Err(FenError::new(Code::Size, message));
            }
            _ => {
                let sign = quote(&sign.to_string());
                let message =
                    format!("board row {number}: expected 'b', 'w' or a number of empty squares, found {sign}");
                return Err(FenError::new(Code::Piece, message));
            }
        }
        after_number = sign.is_ascii_digit();
        if cells.len() > usize::from(SIDE) {
            break;
        }
    }
    if cells.len() == usize::from(SIDE) {
        return Ok(cells);
    }
    let found = if cells.len() > usize::from(SIDE) { "more".into() } else { cells.len().to_string() };
    Err(FenError::new(Code::Size, format!("board row {number}: expected {SIDE} squares, found {found}")))
}

fn read_board(text: &str) -> Result<[Bits; 2], FenError> {
    let rows = text.split('/').count();
    if rows != usize::from(SIDE) {
        return Err(FenError::new(Code::Size, format!("board: expected {SIDE} rows, found {rows}")));
    }
    let mut pieces = [0; 2];
    for (index, row) in (0..SIDE).zip(text.split('/')) {
        for (file, seat) in (0..SIDE).zip(read_row(row, usize::from(index) + 1)?) {
            if let Some(seat) = seat {
                pieces[seat.index()] |= bit(Square::new(file, SIDE - 1 - index));
            }
        }
    }
    Ok(pieces)
}

fn read_hand(seat: Seat, text: &str) -> Result<u8, FenError> {
    let number = read_digits(text).and_then(|number| u8::try_from(number).ok()).filter(|&number| number <= PIECES);
    number.ok_or_else(|| {
        let (name, found) = (Yonmoque::SEATS[seat.index()], quote(text));
        FenError::new(Code::Hand, format!("{name}'s hand: expected a number from 0 to {PIECES}, found {found}"))
    })
}

/// The squares of an action as it was written.
fn read(text: &str) -> Option<(Option<Square>, Square)> {
    let (first, rest) = Square::split(text)?;
    match rest.strip_prefix('-').unwrap_or(rest) {
        "" if rest.is_empty() => Some((None, first)),
        second => Some((Some(first), Square::parse(second)?)),
    }
}

impl Yonmoque {
    /// Why the side to move may not act so, in the game's own terms.
    fn why_illegal(&self, from: Option<Square>, to: Square) -> String {
        let (side, name) = (self.turn(), Self::SEATS[self.turn().index()]);
        if let Some(square) = from.into_iter().chain([to]).find(|&square| bit(square) == 0) {
            return format!("{square} is not on the {SIDE}x{SIDE} board");
        }
        let Some(from) = from else {
            return match self.hand(side) {
                _ if self.board().empty() & bit(to) == 0 => format!("{to} is not empty"),
                _ => format!("{name} has no piece in hand"),
            };
        };
        let board = self.board();
        if board.of(side.index()) & bit(from) == 0 {
            return match board.empty() & bit(from) {
                0 => format!("the piece on {from} is not {name}'s, and {name} is to move"),
                _ => format!("there is no piece on {from}"),
            };
        }
        if from == to {
            return "a piece must leave its square, and nobody passes".into();
        }
        if board.empty() & bit(to) == 0 {
            return format!("{to} is not empty");
        }
        let colour = name.to_lowercase();
        let tiles = TILES[side.index()];
        let (files, ranks) = (from.file.abs_diff(to.file), from.rank.abs_diff(to.rank));
        if files != ranks {
            return format!("{to} is neither next to {from} nor on a diagonal with it");
        }
        if tiles & bit(from) == 0 {
            return format!("{from} is no {colour} tile, so the piece moves one square");
        }
        if tiles & bit(to) == 0 {
            return format!("{to} is no {colour} tile, and a slide ends on one");
        }
        format!("a slide goes over empty {colour} tiles alone")
    }
}

impl Yonmoque {
    /// True when an action leaves a four on the board that did not stand before.
    fn makes_four(&self, mv: Move) -> bool {
        let (side, after) = (self.turn().index(), self.after(mv));
        bits::has_new_four(after.board().of(side), self.board().of(side))
    }
}

impl Notation for Yonmoque {
    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [board, side, blue, white, rest @ ..] = fields.as_slice() else {
            return Err(FenError::new(Code::Fields, format!("expected {FIELDS}, found {}", quote(text))));
        };
        if let Some(more) = rest.get(1) {
            return Err(FenError::new(Code::Fields, format!("expected {FIELDS}, found {} more", quote(more))));
        }
        let pieces = read_board(board)?;
        let turn = match *side {
            "b" => BLUE,
            "w" => WHITE,
            other => {
                return Err(FenError::new(Code::Side, format!("side: expected 'b' or 'w', found {}", quote(other))));
            }
        };
        let hands = [read_hand(BLUE, blue)?, read_hand(WHITE, white)?];
        let ply = read_counter("ply", rest.first().copied(), 1)?;
        let placed = (pieces[0] | pieces[1]).count_ones();
        Yonmoque::new(Board { pieces }, turn, hands, ply).ok_or_else(|| {
            let (all, held) = (2 * PIECES, hands[0] + hands[1]);
            let message = format!("pieces: expected {all} on the board and in both hands, found {placed} and {held}");
            FenError::new(Code::Count, message)
        })
    }

    fn fen(&self) -> String {
        let sign = |square| self.piece(square).map(letter);
        let fen = fen_rows(SIDE, SIDE, sign);
        format!("{fen} {} {} {} {}", letter(self.turn()), self.hand(BLUE), self.hand(WHITE), self.ply())
    }

    fn move_text(&self, mv: Move) -> String {
        mv.from().map_or(String::new(), |from| from.to_string()) + &mv.to().to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (from, to) = read(text).ok_or_else(|| MoveError::Syntax { found: quote(text), example: EXAMPLE })?;
        if self.outcome().is_some() {
            return Err(MoveError::Over { found: text.into() });
        }
        let mv = match from {
            Some(from) => Move::movement(from, to),
            None => Move::place(to),
        };
        let side = self.turn();
        let legal = |mv: &Move| self.board().allows(side.index(), self.hand(side) > 0, *mv);
        mv.filter(legal).ok_or_else(|| MoveError::Illegal { found: text.into(), reason: self.why_illegal(from, to) })
    }

    fn meaning(&self, mv: Move) -> Option<String> {
        let (side, to) = (self.turn(), mv.to());
        let (own, enemy) = (Self::SEATS[side.index()], Self::SEATS[side.other().index()]);
        let mut said = match mv.from() {
            None => format!("{own} places a piece on {to} and has {} left in hand", self.hand(side).saturating_sub(1)),
            Some(from) if from.distance(to) > 1 => {
                format!("the piece on {from} slides to {to} over {} tiles", own.to_lowercase())
            }
            Some(from) => format!("the piece on {from} moves one square to {to}"),
        };
        let turned = self.board().turns_over(side.index(), mv);
        let turned: Vec<String> = bits::each(turned).map(|number| bits::square(number).to_string()).collect();
        match turned.as_slice() {
            [] => {}
            [one] => said += &format!(", and {enemy}'s piece on {one} turns over"),
            [first @ .., last] => {
                said += &format!(", and {enemy}'s pieces on {} and {last} turn over", first.join(", "))
            }
        }
        match self.after(mv).outcome().map(|outcome| outcome.reason) {
            Some(Reason::Four) => said += "; that makes four in a row",
            Some(Reason::Five) => said += "; that makes five in a row",
            Some(Reason::Stuck) => said += &format!("; {enemy} cannot act then"),
            _ if mv.is_placing() && self.makes_four(mv) => said += "; a four that is placed does not win",
            _ => {}
        }
        Some(said)
    }

    fn move_squares(&self, mv: Move) -> Vec<Square> {
        mv.from().into_iter().chain([mv.to()]).collect()
    }

    fn view(&self) -> View {
        let mut view = View::new(SIDE, SIDE);
        for square in (0..bits::SQUARES as u8).map(bits::square) {
            view.pave(
                square,
                match bit(square) {
                    tile if tile & NEUTRAL_TILES != 0 => '.',
                    tile if tile & TILES[0] != 0 => ':',
                    _ => ' ',
                },
            );
            if let Some(seat) = self.piece(square) {
                view.put(square, Piece { glyph: letter(seat), seat });
                view.shape(square, if seat == BLUE { '⬢' } else { '◉' });
            }
        }
        view
    }

    fn describe(&self) -> Vec<String> {
        patterns::describe(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_action_does_is_said_with_what_turns_over() {
        for (fen, mv, words) in [
            ("5/5/5/5/5 b 6 6", "c3", "Blue places a piece on c3 and has 5 left in hand"),
            ("5/5/5/5/1b3 b 5 6", "b1c2", "the piece on b1 moves one square to c2"),
            ("5/5/5/1b3/5 b 5 6", "b2a3", "the piece on b2 moves one square to a3"),
            ("5/5/5/5/2b2 b 5 6", "c1e3", "the piece on c1 slides to e3 over blue tiles"),
            ("5/5/1bw2/3bw/4b b 3 4", "d2d3", "and White's piece on c3 turns over"),
            ("5/5/bww2/3b1/5 b 4 4", "d2d3", "White's pieces on b3 and c3 turn over; that makes four in a row"),
            ("5/5/bbb2/5/ww3 b 3 4", "d3", "has 2 left in hand; a four that is placed does not win"),
            ("5/5/bbbb1/5/www2 b 2 3", "e3", "has 1 left in hand; that makes five in a row"),
        ] {
            let position = Yonmoque::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let said = position.meaning(position.parse_move(mv).unwrap()).unwrap();
            assert!(said.ends_with(words), "{mv}: {said}");
        }
    }

    #[test]
    fn each_field_of_a_fen_has_its_error() {
        for (fen, code, words) in [
            ("", Code::Fields, "expected board, side, Blue's hand, White's hand and optionally ply, found ''"),
            ("5/5/5/5/5 b 6", Code::Fields, "found '5/5/5/5/5 b 6'"),
            ("5/5/5/5/5 b 6 6 1 x", Code::Fields, "found 'x' more"),
            ("5/5/5/5 b 6 6", Code::Size, "board: expected 5 rows, found 4"),
            ("5/5/5/5/4 b 6 6", Code::Size, "board row 5: expected 5 squares, found 4"),
            ("5/5/5/5/5b b 6 6", Code::Size, "board row 5: expected 5 squares, found more"),
            ("5/5/5/5/6 b 6 6", Code::Size, "board row 5: expected a run of 1 to 5 empty squares, found '6'"),
            ("5/5/5/5/23 b 6 6", Code::Size, "board row 5: expected a run of 1 to 5 empty squares, found '23'"),
            ("5/5/5/5/05 b 6 6", Code::Size, "board row 5: expected a run of 1 to 5 empty squares, found '05'"),
            ("5/5/x4/5/5 b 6 6", Code::Piece, "board row 3: expected 'b', 'w' or a number of empty squares, found 'x'"),
            ("5/5/B4/5/5 b 5 6", Code::Piece, "found 'B'"),
            ("5/5/5/5/5 r 6 6", Code::Side, "side: expected 'b' or 'w', found 'r'"),
            ("5/5/5/5/5 b 7 6", Code::Hand, "Blue's hand: expected a number from 0 to 6, found '7'"),
            ("5/5/5/5/5 b 6 -1", Code::Hand, "White's hand: expected a number from 0 to 6, found '-1'"),
            ("5/5/b4/5/5 b 6 6", Code::Count, "expected 12 on the board and in both hands, found 1 and 12"),
            ("5/5/5/5/5 b 5 6", Code::Count, "found 0 and 11"),
            ("5/5/5/5/5 b 6 6 0", Code::Counter, "ply: expected a number from 1 to 1000000, found '0'"),
        ] {
            let error = Yonmoque::from_fen(fen).unwrap_err();
            assert_eq!(error.code, code, "{fen}: {error}");
            assert!(error.message.contains(words), "{fen}: {error}");
        }
    }

    #[test]
    fn illegal_actions_are_explained_in_the_games_terms() {
        for (fen, mv, words) in [
            ("5/5/5/5/5 b 6 6", "f1", "f1 is not on the 5x5 board"),
            ("5/5/5/5/5 b 6 6", "a1a6", "a6 is not on the 5x5 board"),
            ("5/5/5/5/5 b 6 6", "a1a2", "there is no piece on a1"),
            ("5/5/2b2/5/5 w 5 6", "c3", "c3 is not empty"),
            ("5/5/2b2/5/5 w 5 6", "c3c4", "the piece on c3 is not White's, and White is to move"),
            ("5/5/2b2/5/5 b 5 6", "c3c3", "a piece must leave its square, and nobody passes"),
            ("5/5/2b2/5/5 b 5 6", "c3e3", "e3 is neither next to c3 nor on a diagonal with it"),
            ("5/5/2b2/5/5 b 5 6", "c3e5", "c3 is no blue tile, so the piece moves one square"),
            ("5/5/5/1b3/5 b 5 6", "b2d4", "a slide goes over empty blue tiles alone"),
            ("5/5/5/1b3/2w2 w 5 5", "c1a3", "c1 is no white tile"),
            ("5/5/2w2/5/1b3 b 5 5", "b1c1c3", "expected an action"),
            ("bb3/ww3/bb3/ww3/bb1ww b 0 0", "c1", "Blue has no piece in hand"),
        ] {
            let error = Yonmoque::from_fen(fen).unwrap().parse_move(mv).unwrap_err().to_string();
            let words = words.replace("expected an action", "expected a move such as 'c3' or 'b4a4'");
            assert!(error.contains(&words), "{fen} {mv}: {error}");
        }
        let stuck = Yonmoque::from_fen("b3b/1b3/4b/1bbb1/b4 w 4 0").unwrap();
        assert!(matches!(stuck.parse_move("c3"), Err(MoveError::Over { .. })));
    }
}
