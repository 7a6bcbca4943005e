//! The 32 dark squares as the bits of a word, numbered so that every step is a rotation.
//!
//! A step to the right and up adds 1 to the number, one to the left and up adds 7, both modulo 32:
//!
//! ```text
//! 8        5      31      25      19
//! 7    4      30      24      18
//! 6       29      23      17      11
//! 5   28      22      16      10
//! 4       21      15       9       3
//! 3   20      14       8       2
//! 2       13       7       1      27
//! 1   12       6       0      26
//!      a   b   c   d   e   f   g   h
//! ```
//!
//! So a whole set of pieces steps at once: mask out those that stand at the edge, rotate. Of the numberings with this
//! property it is the one in which turning the board by half a turn reverses the order of the bits.

use crate::board::Square;

/// A set of dark squares.
pub type Bits = u32;

/// Files and ranks of the board.
pub const SIDE: u8 = 8;

/// The directions, left and up first: file step, rank step, and how far the bits rotate to the left.
const DIRECTIONS: [(i8, i8, u32); 4] = [(-1, 1, 7), (1, 1, 1), (-1, -1, 31), (1, -1, 25)];

/// The squares from which one step leads to a square of the board, for each direction.
const CAN_STEP: [Bits; 4] = reach(1);
/// The squares from which two steps do.
const CAN_JUMP: [Bits; 4] = reach(2);

/// Where a man of each side is crowned.
pub const CROWNING: [Bits; 2] = [rank(7), rank(0)];

/// The number of a dark square.
const fn number(file: u8, rank: u8) -> u32 {
    (12 + 4 * rank as u32 + 29 * file as u32) % 32
}

/// The bit of a square, or none for a light square and one off the board.
pub const fn bit(square: Square) -> Bits {
    if square.is_dark() && square.is_on(SIDE, SIDE) { 1 << number(square.file, square.rank) } else { 0 }
}

/// The squares in the order of their bits.
const SQUARES: [Square; 32] = {
    let mut squares = [Square::new(0, 0); 32];
    let mut at = 0;
    while at < 64 {
        let square = Square::new(at % 8, at / 8);
        if square.is_dark() {
            squares[number(square.file, square.rank) as usize] = square;
        }
        at += 1;
    }
    squares
};

/// The square of a bit's number; only the last five bits of the number count.
pub const fn square(number: u32) -> Square {
    SQUARES[(number % 32) as usize]
}

const fn reach(steps: i8) -> [Bits; 4] {
    let mut reach = [0; 4];
    let mut at = 0;
    while at < 128 {
        let (direction, from) = (at / 32, square(at as u32 % 32));
        let (files, ranks, _) = DIRECTIONS[direction];
        let (file, rank) = (from.file as i8 + steps * files, from.rank as i8 + steps * ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            reach[direction] |= bit(from);
        }
        at += 1;
    }
    reach
}

/// The dark squares of a rank, counted from 0.
pub const fn rank(rank: u8) -> Bits {
    let (mut set, mut file) = (0, 0);
    while file < 8 {
        set |= bit(Square::new(file, rank));
        file += 1;
    }
    set
}

/// The dark squares of a file, counted from 0.
pub const fn file(file: u8) -> Bits {
    let (mut set, mut rank) = (0, 0);
    while rank < 8 {
        set |= bit(Square::new(file, rank));
        rank += 1;
    }
    set
}

/// The squares one step on, of those from which there is a step.
#[inline(always)]
pub const fn step(set: Bits, direction: usize) -> Bits {
    (set & CAN_STEP[direction]).rotate_left(DIRECTIONS[direction].2)
}

/// The squares one step back from squares that a step has reached.
#[inline(always)]
pub const fn step_back(set: Bits, direction: usize) -> Bits {
    set.rotate_right(DIRECTIONS[direction].2)
}

/// The enemies that could be jumped over from a set, if the squares behind them are empty.
#[inline(always)]
pub const fn over(set: Bits, direction: usize, enemy: Bits) -> Bits {
    (set & CAN_JUMP[direction]).rotate_left(DIRECTIONS[direction].2) & enemy
}

/// The empty squares behind jumped enemies.
#[inline(always)]
pub const fn behind(jumped: Bits, direction: usize, empty: Bits) -> Bits {
    jumped.rotate_left(DIRECTIONS[direction].2) & empty
}

/// The squares on which jumps land.
#[inline(always)]
pub const fn land(set: Bits, direction: usize, enemy: Bits, empty: Bits) -> Bits {
    behind(over(set, direction, enemy), direction, empty)
}

/// The squares from which jumps came that have landed here.
#[inline(always)]
pub const fn jump_back(set: Bits, direction: usize) -> Bits {
    set.rotate_right(2 * DIRECTIONS[direction].2)
}

/// The bits of a set, one by one.
pub fn each(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

/// The squares of a set.
pub fn squares(set: Bits) -> impl Iterator<Item = Square> {
    each(set).map(|bit| square(bit.trailing_zeros()))
}

/// The square with this number in draughts notation, from 1 at the right of rank 1 to 32 at the left of rank 8.
pub fn numbered(number: u8) -> Option<Square> {
    if !(1..=32).contains(&number) {
        return None;
    }
    let (rank, place) = ((number - 1) / 4, (number - 1) % 4);
    Some(Square::new(2 * (3 - place) + rank % 2, rank))
}

/// The number of a dark square in draughts notation.
pub fn number_of(square: Square) -> u8 {
    square.rank * 4 + (7 - square.file) / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_square_has_a_bit_of_its_own() {
        let all: Bits = (0..8).map(rank).fold(0, |all, rank| all ^ rank);
        assert_eq!(all, !0);
        assert_eq!((0..8).map(file).fold(0, |all, file| all ^ file), !0);
        for number in 0..32 {
            assert_eq!(bit(square(number)), 1 << number);
        }
    }

    #[test]
    fn steps_and_jumps_go_where_the_board_says() {
        for number in 0..32 {
            let from = square(number);
            for (direction, (files, ranks, _)) in DIRECTIONS.into_iter().enumerate() {
                let at = |steps: i8| {
                    let to = Square::new(
                        from.file.wrapping_add_signed(steps * files),
                        from.rank.wrapping_add_signed(steps * ranks),
                    );
                    bit(to)
                };
                assert_eq!(step(bit(from), direction), at(1), "{from} {direction}");
                assert_eq!(land(bit(from), direction, at(1), at(2)), at(2), "{from} {direction}");
                assert_eq!(land(bit(from), direction, !0, !0), at(2), "{from} {direction}");
                if at(2) != 0 {
                    assert_eq!(jump_back(at(2), direction), bit(from));
                    assert_eq!(step_back(at(1), direction), bit(from));
                }
            }
        }
    }

    #[test]
    fn half_a_turn_reverses_the_bits() {
        for number in 0..32 {
            let from = square(number);
            let turned = Square::new(7 - from.file, 7 - from.rank);
            assert_eq!(bit(turned), bit(from).reverse_bits());
        }
    }

    #[test]
    fn draughts_numbers_are_those_of_the_books() {
        for (number, text) in [(1, "g1"), (4, "a1"), (11, "c3"), (15, "d4"), (29, "h8"), (32, "b8")] {
            assert_eq!(numbered(number).map(|square| square.to_string()), Some(text.into()));
        }
        for number in 1..=32 {
            assert_eq!(numbered(number).map(number_of), Some(number));
        }
        assert_eq!((numbered(0), numbered(33)), (None, None));
    }
}
