//! Yonkoma as text: FEN, moves, the board to draw, and why a move is illegal.

use super::{BLUE, MAX_SIZE, MIN_SIZE, Move, RED, Yonkoma, is_size, sum_to};
use crate::board::Square;
use crate::game::{Code, FenError, Game, MoveError, Notation, Seat};
use crate::text::{fen_rows, quote, read_counter};
use crate::view::{Piece, View};

/// The rules as they are printed for people, with the credit.
pub const RULES: &str = include_str!("rules.txt");
/// The course for people.
pub const LESSONS: &str = include_str!("lessons.txt");

/// The wire's word for a skipped turn.
pub(super) const SKIP: &str = "0000";
/// Other spellings of it that are read.
const SKIP_SPELLINGS: [&str; 4] = ["pass", "null", "--", "@@@@"];

const EXAMPLE: &str = "'a1c3'";

fn letter(seat: Seat) -> char {
    if seat == RED { 'r' } else { 'b' }
}

/// One row of a FEN: a letter or `None` for each square.
fn read_row(row: &str, number: usize) -> Result<Vec<Option<Seat>>, FenError> {
    let size_error = |message: String| FenError::new(Code::Size, format!("board row {number}: {message}"));
    let mut cells = Vec::new();
    let mut rest = row;
    let mut after_number = false;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let text = &rest[..digits];
            let run: usize = text.parse().unwrap_or(usize::MAX);
            if after_number || text.starts_with('0') || run > usize::from(MAX_SIZE) {
                let max = MAX_SIZE;
                return Err(size_error(format!("expected a run of 1 to {max} empty squares, found {}", quote(text))));
            }
            cells.resize(cells.len() + run, None);
            rest = &rest[digits..];
            after_number = true;
            continue;
        }
        let seat = match sign {
            'r' => RED,
            'b' => BLUE,
            _ => {
                let sign = quote(&sign.to_string());
                return Err(FenError::new(
                    Code::Piece,
                    format!("board row {number}: expected 'r', 'b' or a number of empty squares, found {sign}"),
                ));
            }
        };
        cells.push(Some(seat));
        rest = &rest[sign.len_utf8()..];
        after_number = false;
        if cells.len() > usize::from(MAX_SIZE) {
            break;
        }
    }
    Ok(cells)
}

fn read_board(text: &str) -> Result<(u8, [[Square; 2]; 2]), FenError> {
    let rows = text.split('/').count();
    let size = u8::try_from(rows).ok().filter(|&size| is_size(size)).ok_or_else(|| {
        FenError::new(
            Code::Size,
            format!("board: expected an even number of rows from {MIN_SIZE} to {MAX_SIZE}, found {rows}"),
        )
    })?;
    let mut checkers = [const { Vec::new() }; 2];
    for (index, row) in text.split('/').enumerate() {
        let cells = read_row(row, index + 1)?;
        if cells.len() != rows {
            let found = if cells.len() > usize::from(MAX_SIZE) { "more".into() } else { cells.len().to_string() };
            return Err(FenError::new(
                Code::Size,
                format!("board row {}: expected {rows} squares, found {found}", index + 1),
            ));
        }
        let rank = size - 1 - index as u8;
        for (file, seat) in (0u8..).zip(cells) {
            if let Some(seat) = seat {
                checkers[seat.index()].push(Square::new(file, rank));
            }
        }
    }
    let pair = |seat: Seat| -> Result<[Square; 2], FenError> {
        let (name, squares) = (Yonkoma::SEATS[seat.index()], &checkers[seat.index()]);
        let pair = <[Square; 2]>::try_from(squares.as_slice()).map_err(|_| {
            FenError::new(Code::Count, format!("board: expected 2 {name} checkers, found {}", squares.len()))
        })?;
        match pair.iter().find(|square| square.is_dark() != (seat == RED)) {
            None => Ok(pair),
            Some(square) => {
                let (want, found) = if seat == RED { ("dark", "light") } else { ("light", "dark") };
                Err(FenError::new(
                    Code::Colour,
                    format!("board: expected {name} on {want} squares, found one on {square}, which is {found}"),
                ))
            }
        }
    };
    Ok((size, [pair(RED)?, pair(BLUE)?]))
}

impl Yonkoma {
    /// Why this side may not make this move, in the game's own terms.
    fn why_illegal(&self, from: Square, to: Square) -> String {
        let size = self.size;
        if let Some(square) = [from, to].into_iter().find(|square| !square.is_on(size, size)) {
            return format!("{square} is not on the {size}x{size} board");
        }
        let (own, enemy) = (self.checkers(self.turn), self.checkers(self.turn.other()));
        let name = Self::SEATS[self.turn.index()];
        let Some(which) = own.iter().position(|&checker| checker == from) else {
            return if enemy.contains(&from) {
                format!("the checker on {from} is not {name}'s, and {name} is to move")
            } else {
                format!("there is no checker on {from}")
            };
        };
        let partner = own[1 - which];
        if from == to {
            return "a move leaves its square".into();
        }
        if from.file.abs_diff(to.file) != from.rank.abs_diff(to.rank) {
            return format!("{to} is not on a diagonal of {from}");
        }
        let (files, ranks) = (if to.file > from.file { 1 } else { -1 }, if to.rank > from.rank { 1 } else { -1 });
        let mut way = from;
        while way != to {
            way = Square::new(way.file.wrapping_add_signed(files), way.rank.wrapping_add_signed(ranks));
            if way == partner {
                return format!("the other checker on {partner} is in the way");
            }
        }
        let (before, after) = (sum_to(from, enemy), sum_to(to, enemy));
        if after > before {
            return format!("the sum of distances to the enemy checkers would rise from {before} to {after}");
        }
        let (near, far) = (from.distance(partner), to.distance(partner));
        format!(
            "the sum of distances to the enemy checkers would stay {before}, \
             and the distance to the other checker would not grow ({near} to {far})"
        )
    }

    fn illegal(&self, text: &str, reason: String) -> MoveError {
        MoveError::Illegal { found: text.into(), reason }
    }
}

impl Notation for Yonkoma {
    fn from_fen(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [board, side, rest @ ..] = fields.as_slice() else {
            let found = match fields.as_slice() {
                [] => "nothing".into(),
                fields => format!("only {}", quote(fields[0])),
            };
            return Err(FenError::new(Code::Fields, format!("expected board, side and optionally ply, found {found}")));
        };
        if rest.len() > 1 {
            return Err(FenError::new(
                Code::Fields,
                format!("expected board, side and optionally ply, found {} more after the ply", quote(rest[1])),
            ));
        }
        let (size, [red, blue]) = read_board(board)?;
        let turn = match *side {
            "r" | "w" => RED,
            "b" => BLUE,
            other => {
                return Err(FenError::new(Code::Side, format!("side: expected 'r' or 'b', found {}", quote(other))));
            }
        };
        let ply = read_counter("ply", rest.first().copied(), 1)?;
        Yonkoma::new(size, turn, red, blue, ply)
            .ok_or_else(|| FenError::new(Code::Count, "board: expected two checkers a side on different squares"))
    }

    fn fen(&self) -> String {
        let sign = |square| [RED, BLUE].into_iter().find(|&seat| self.checkers(seat).contains(&square)).map(letter);
        let fen = fen_rows(self.size, self.size, sign);
        format!("{fen} {} {}", letter(self.turn), self.ply)
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Skip => SKIP.into(),
            Move::Step { from, to } => format!("{from}{to}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let squares = Square::split(text).and_then(|(from, rest)| Some((from, Square::parse(rest)?)));
        let is_skip = text == SKIP || SKIP_SPELLINGS.contains(&text) || squares.is_some_and(|(from, to)| from == to);
        if squares.is_none() && !is_skip {
            return Err(MoveError::Syntax { found: quote(text), example: EXAMPLE });
        }
        if self.outcome().is_some() {
            return Err(MoveError::Over { found: text.into() });
        }
        let must_skip = !self.can_move(self.turn);
        let name = Self::SEATS[self.turn.index()];
        match squares {
            _ if is_skip && must_skip => Ok(Move::Skip),
            _ if is_skip => {
                Err(self.illegal(text, format!("{name} has a move, and a turn is skipped only without one")))
            }
            _ if must_skip => Err(self.illegal(text, format!("{name} has no move, and the turn is skipped ({SKIP})"))),
            Some((from, to)) => {
                let mut legal = false;
                self.steps(self.turn, |f, t| {
                    legal = (f, t) == (from, to);
                    !legal
                });
                if legal { Ok(Move::Step { from, to }) } else { Err(self.illegal(text, self.why_illegal(from, to))) }
            }
            None => Err(MoveError::Syntax { found: quote(text), example: EXAMPLE }),
        }
    }

    fn meaning(&self, mv: Move) -> Option<String> {
        let Move::Step { from, to } = mv else { return None };
        let (own, enemy) = (self.checkers(self.turn), self.checkers(self.turn.other()));
        let (before, after) = (sum_to(from, enemy), sum_to(to, enemy));
        let mut said = if after < before {
            format!("the sum of distances to the enemy checkers falls from {before} to {after}")
        } else {
            let partner = own.into_iter().find(|&checker| checker != from).unwrap_or(from);
            let (near, far) = (from.distance(partner), to.distance(partner));
            format!(
                "the sum of distances to the enemy checkers stays {before}, \
                 while the distance to the other checker rises from {near} to {far}"
            )
        };
        let next = self.after(mv);
        if next.outcome().is_some() {
            said += "; it completes a crosscut";
        } else if !next.can_move(next.turn) {
            said += &format!("; {} has no move then, and is skipped", Self::SEATS[next.turn.index()]);
        }
        Some(said)
    }

    fn move_squares(&self, mv: Move) -> Vec<Square> {
        match mv {
            Move::Skip => Vec::new(),
            Move::Step { from, to } => vec![from, to],
        }
    }

    fn view(&self) -> View {
        let mut view = View::new(self.size, self.size);
        for seat in [RED, BLUE] {
            for square in self.checkers(seat) {
                view.put(square, Piece { glyph: letter(seat), seat });
                view.shape(square, if seat == RED { '◉' } else { '⬢' });
            }
        }
        view
    }

    fn describe(&self) -> Vec<String> {
        let mobility = |seat: Seat| format!("{} {}", Self::SEATS[seat.index()], self.mobility(seat));
        vec![
            format!("sum of distances: {} (a crosscut is {})", self.sum(), super::CROSSCUT),
            format!("spread: {}", self.spread()),
            format!("moves: {}, {}", mobility(RED), mobility(BLUE)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Yonkoma {
        Yonkoma::from_fen(fen).unwrap()
    }

    fn reason(fen: &str, mv: &str) -> String {
        position(fen).parse_move(mv).unwrap_err().to_string()
    }

    #[test]
    fn illegal_moves_are_explained_in_the_games_terms() {
        // Figure 2 of the rule sheet.
        let figure_2 = "6/6/2b3/6/1r4/r4b r";
        for (mv, words) in [
            ("b2a3", "rise from 6 to 7"),
            ("b2f6", "rise from 6 to 8"),
            ("b2b3", "not on a diagonal"),
            ("b2g7", "g7 is not on the 6x6 board"),
            ("c4d5", "not Red's"),
            ("d1e2", "no checker on d1"),
            ("a1c3", "the other checker on b2 is in the way"),
            ("a1b2", "the other checker on b2 is in the way"),
            ("0000", "Red has a move"),
        ] {
            assert!(reason(figure_2, mv).contains(words), "{mv}: {}", reason(figure_2, mv));
        }
        let kept = "the sum of distances to the enemy checkers would stay 9, \
                    and the distance to the other checker would not grow (2 to 1)";
        assert!(reason("4b1/6/6/4r1/b5/4r1 r", "e1f2").contains(kept));
    }

    #[test]
    fn what_a_move_does_is_said_with_the_sums() {
        let meaning = |fen: &str, mv: &str| position(fen).meaning(position(fen).parse_move(mv).unwrap()).unwrap();
        for (fen, mv, words) in [
            ("b4r/6/6/6/6/r4b r", "a1d4", "the sum of distances to the enemy checkers falls from 10 to 6"),
            (
                "6/6/2b3/6/br4/4r1 r",
                "b2a3",
                "the sum of distances to the enemy checkers stays 3, \
                 while the distance to the other checker rises from 3 to 4",
            ),
            ("6/r5/6/3br1/4b1/6 r", "a5d2", "falls from 7 to 2; it completes a crosscut"),
            ("1r4/6/6/3b2/2br2/6 r", "b6d4", "Blue has no move then, and is skipped"),
        ] {
            assert!(meaning(fen, mv).ends_with(words), "{mv}: {}", meaning(fen, mv));
        }
    }

    #[test]
    fn each_field_of_a_fen_has_its_error() {
        for (fen, code, words) in [
            ("", Code::Fields, "found nothing"),
            ("b2r/4/4/r2b", Code::Fields, "found only 'b2r/4/4/r2b'"),
            ("b2r/4/4/r2b r 1 x", Code::Fields, "found 'x' more"),
            ("b3r/5/5/5/r3b r", Code::Size, "even number of rows from 4 to 26, found 5"),
            ("b2r/4/4/4/4/r2b r", Code::Size, "row 1: expected 6 squares, found 4"),
            ("b2r/4/4/r2b1 r", Code::Size, "row 4: expected 4 squares, found 5"),
            ("b2r/4/0r3/r2b r", Code::Size, "found '0'"),
            ("b2r/4/04/r2b r", Code::Size, "found '04'"),
            ("b2r/4/99999999999999999999/r2b r", Code::Size, "found '99999999999999999999'"),
            ("b2r/4/4/r2k r", Code::Piece, "row 4: expected 'r', 'b' or a number of empty squares, found 'k'"),
            ("b3/4/4/r2b r", Code::Count, "expected 2 Red checkers, found 1"),
            ("b2r/b2b/4/r2b r", Code::Count, "expected 2 Blue checkers, found 4"),
            ("b1r1/4/4/r2b r", Code::Colour, "Red on dark squares, found one on c4, which is light"),
            ("1b1r/4/4/r2b r", Code::Colour, "Blue on light squares, found one on b4, which is dark"),
            ("b2r/4/4/r2b x", Code::Side, "expected 'r' or 'b', found 'x'"),
            ("b2r/4/4/r2b r 0", Code::Counter, "ply"),
            ("b2r/4/4/r2b r -1", Code::Counter, "'-1'"),
            ("b2r/4/4/r2b r +1", Code::Counter, "'+1'"),
            ("b2r/4/4/r2b r 99999999999", Code::Counter, "ply"),
        ] {
            let error = Yonkoma::from_fen(fen).unwrap_err();
            assert_eq!(error.code, code, "{fen}: {error}");
            assert!(error.message.contains(words), "{fen}: {error}");
        }
    }

    #[test]
    fn red_may_be_called_white_where_a_side_is_read() {
        assert_eq!(position("b2r/4/4/r2b w").fen(), "b2r/4/4/r2b r 1");
    }
}
