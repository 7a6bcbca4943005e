//! Moves as text: algebraic as on the wire, in draughts numbers, and as Hub has them; and why a move is illegal.

use super::bits::{self, bit, number_of, numbered};
use super::{Checkers, Move};
use crate::board::Square;
use crate::game::{Game, MoveError, Notation};
use crate::text::quote;

/// A move in the right spelling, for messages.
const EXAMPLE: &str = "'c3d4' or '11-15'";
/// How many moves a message names.
const NAMED: usize = 4;

/// How a move is spelt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Every square in algebraic notation: `c3d4`, `c3e5g7`.
    Wire,
    /// Every square in draughts numbers: `11-15`, `11x18x25`.
    Numeric,
    /// The same, but a chain by its ends alone where they fit one move only: `11x25`.
    Pdn,
    /// The first and the last square and every piece taken, ascending: `11x25x15x22`. Routes that take the same
    /// pieces are one move.
    Hub,
}

/// A move as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spelt {
    squares: Vec<Square>,
    /// It was said that something is taken.
    takes: bool,
}

/// Reads squares, two at least, in one notation or the other.
fn read(text: &str) -> Option<Spelt> {
    let mut spelt = Spelt { squares: Vec::new(), takes: false };
    let mut rest = text;
    while !rest.is_empty() {
        let (square, behind) = if text.as_bytes()[0].is_ascii_digit() {
            let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
            (numbered(rest[..end].parse().ok()?)?, &rest[end..])
        } else {
            Square::split(rest)?
        };
        spelt.squares.push(square);
        rest = match behind.as_bytes() {
            [b'-', _, ..] => &behind[1..],
            [b'x' | b'X' | b':', _, ..] => {
                spelt.takes = true;
                &behind[1..]
            }
            _ => behind,
        };
    }
    (spelt.squares.len() > 1).then_some(spelt)
}

fn joined(squares: &[Square], separator: &str) -> String {
    let texts: Vec<String> = squares.iter().map(|&square| number_of(square).to_string()).collect();
    texts.join(separator)
}

impl Checkers {
    /// The legal moves.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// A legal move as text.
    pub fn spell(&self, mv: Move, style: Style) -> String {
        let squares = mv.squares();
        let ends = [squares[0], squares[squares.len() - 1]];
        let separator = if mv.is_capture() { "x" } else { "-" };
        match style {
            Style::Wire => squares.iter().map(Square::to_string).collect(),
            Style::Numeric => joined(&squares, separator),
            Style::Pdn => {
                let same_ends = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
                let only = self.legal().iter().filter(same_ends).count() == 1;
                joined(if only { &ends } else { &squares }, separator)
            }
            Style::Hub => {
                let mut taken: Vec<u8> = bits::squares(mv.captured()).map(number_of).collect();
                taken.sort_unstable();
                let taken: String = taken.iter().map(|number| format!("x{number}")).collect();
                joined(&ends, separator) + &taken
            }
        }
    }

    /// The first legal move that Hub spells so.
    pub fn read_hub(&self, text: &str) -> Option<Move> {
        self.legal().into_iter().find(|&mv| self.spell(mv, Style::Hub) == text)
    }

    /// The legal move that is spelt so in either notation.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let spelt = read(text).ok_or_else(|| MoveError::Syntax { found: quote(text), example: EXAMPLE })?;
        if self.outcome().is_some() {
            return Err(MoveError::Over { found: text.into() });
        }
        let illegal = |reason: String| MoveError::Illegal { found: text.into(), reason };
        let moves = self.legal();
        let squares = &spelt.squares;
        let ends = |mv: &&Move| [mv.from(), mv.to()] == [bit(squares[0]), bit(squares[squares.len() - 1])];
        let fitting: Vec<&Move> = match moves.iter().find(|mv| mv.squares() == *squares) {
            Some(exact) => vec![exact],
            None if squares.len() == 2 => moves.iter().filter(ends).collect(),
            None => Vec::new(),
        };
        match fitting.as_slice() {
            [] => Err(illegal(self.why_illegal(squares, &moves))),
            [mv] if spelt.takes && !mv.is_capture() => Err(illegal("it takes no piece".into())),
            [mv] => Ok(**mv),
            several => {
                let all = self.listed(several.iter().copied());
                Err(illegal(format!("it may be {all}, and every square on the way must be named")))
            }
        }
    }

    /// A few moves by name.
    fn listed<'a>(&self, moves: impl Iterator<Item = &'a Move>) -> String {
        let mut names: Vec<String> = moves.map(|&mv| self.move_text(mv)).collect();
        names.sort_unstable();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        let all = names.join(" or ");
        if more > 0 { format!("{all} or {more} more") } else { all }
    }

    /// Why the side to move may not go this way, in the game's own terms.
    fn why_illegal(&self, squares: &[Square], moves: &[Move]) -> String {
        let side = self.turn.index();
        let name = Self::SEATS[side];
        if let Some(square) = squares.iter().find(|square| bit(**square) == 0) {
            return match square.is_on(bits::SIDE, bits::SIDE) {
                true => format!("{square} is a light square, and the game is played on the dark ones"),
                false => format!("{square} is not on the 8x8 board"),
            };
        }
        let (from, to) = (squares[0], squares[1]);
        if self.board.of(side) & bit(from) == 0 {
            return match self.board.empty() & bit(from) {
                0 => format!("the piece on {from} is not {name}'s, and {name} is to move"),
                _ => format!("there is no piece on {from}"),
            };
        }
        let (files, ranks) = (from.file.abs_diff(to.file), from.rank.abs_diff(to.rank));
        let is_jump = (files, ranks) == (2, 2);
        if moves[0].is_capture() {
            let begun = moves.iter().find(|mv| mv.squares().starts_with(squares));
            return match begun {
                Some(_) => {
                    let chains = moves.iter().filter(|mv| mv.squares().starts_with(squares));
                    format!("the chain goes on: {}", self.listed(chains))
                }
                None => format!("{name} must capture: {}", self.listed(moves.iter())),
            };
        }
        if squares.len() > 2 || is_jump {
            return match self.board.of(side ^ 1) {
                _ if is_jump && self.board.empty() & bit(to) == 0 => format!("{to} is not empty"),
                _ if is_jump => format!("there is no enemy between {from} and {to} that this piece may jump"),
                _ => format!("{name} has nothing to capture"),
            };
        }
        if (files, ranks) != (1, 1) {
            return format!("{to} is not next to {from} on a diagonal");
        }
        if self.board.empty() & bit(to) == 0 {
            return format!("{to} is not empty");
        }
        "a man moves forward only".to_string()
    }
}
