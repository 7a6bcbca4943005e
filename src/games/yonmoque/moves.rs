//! The board as two sets of squares, its actions, how many there are, and what an action does.

use super::bits::{
    ALL, Bits, FIVES, NOT_A, NOT_E, SLIDES, SQUARES, STEPS, TILES, bit, each, has_four, has_new_five, has_new_four,
    square, turned_over,
};
use crate::board::Square;

/// An action: a piece placed, or one moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The number of the square left, or [`FROM_HAND`].
    from: u8,
    /// The number of the square reached.
    to: u8,
}

/// Where a piece comes from that is placed.
const FROM_HAND: u8 = SQUARES as u8;

/// What an action that ends the game has made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// Four in a row by a movement: whoever made it has won.
    Four,
    /// Five in a row: whoever made it has lost.
    Five,
}

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The pieces of each side, Blue first.
    pub pieces: [Bits; 2],
}

impl Move {
    /// The action that places a piece, if the square is on the board.
    pub fn place(to: Square) -> Option<Self> {
        Move::of(FROM_HAND, to)
    }

    /// The action that moves a piece, if both squares are on the board.
    pub fn movement(from: Square, to: Square) -> Option<Self> {
        let from = bit(from);
        if from == 0 { None } else { Move::of(from.trailing_zeros() as u8, to) }
    }

    fn of(from: u8, to: Square) -> Option<Self> {
        let to = bit(to);
        (to != 0).then(|| Move { from, to: to.trailing_zeros() as u8 })
    }

    /// The movement between squares of these numbers.
    #[inline(always)]
    pub(super) fn numbered(from: u8, to: u8) -> Self {
        Move { from, to }
    }

    /// The placing on a square of this number.
    #[inline(always)]
    pub(super) fn placed(to: u8) -> Self {
        Move { from: FROM_HAND, to }
    }

    /// True when a piece is placed.
    #[inline(always)]
    pub fn is_placing(self) -> bool {
        self.from == FROM_HAND
    }

    /// The square that a moved piece leaves.
    pub fn from(self) -> Option<Square> {
        (!self.is_placing()).then(|| square(self.from))
    }

    /// The square reached.
    pub fn to(self) -> Square {
        square(self.to)
    }

    /// The number of the square reached, from 0.
    #[inline(always)]
    pub fn target(self) -> u8 {
        self.to
    }

    /// Another number for each action, below [`Move::KINDS`].
    #[inline(always)]
    pub fn kind(self) -> usize {
        usize::from(self.from) * SQUARES + usize::from(self.to)
    }

    /// How many actions there are.
    pub const KINDS: usize = (SQUARES + 1) * SQUARES;

    /// The bit of the square left, or none.
    #[inline(always)]
    fn left(self) -> Bits {
        1u32.wrapping_shl(self.from.into()) & ALL
    }

    /// The bit of the square reached.
    #[inline(always)]
    fn reached(self) -> Bits {
        1u32.wrapping_shl(self.to.into()) & ALL
    }

    /// The same action as another view of the square has it.
    #[must_use]
    pub fn seen(self, view: usize) -> Self {
        let turn = |at: u8| super::bits::SYMMETRIES[view % 8].get(usize::from(at)).copied().unwrap_or(FROM_HAND);
        Move { from: turn(self.from), to: turn(self.to) }
    }
}

/// How many squares two sets have.
#[inline(always)]
fn both(one: Bits, two: Bits) -> u32 {
    (u64::from(one) << 32 | u64::from(two)).count_ones()
}

/// The same bits of both boards of a packed pair.
const fn twice(set: u64) -> u64 {
    set | set << SQUARES
}

/// A packed pair of boards with its files in the other order.
#[inline(always)]
fn mirrored(boards: u64) -> u64 {
    const A: u64 = twice(0x10_8421);
    (boards & A) << 4 | (boards & A << 1) << 2 | boards & A << 2 | (boards & A << 3) >> 2 | (boards & A << 4) >> 4
}

/// A packed pair of boards with its ranks in the other order.
#[inline(always)]
fn upside_down(boards: u64) -> u64 {
    const R: u64 = twice(0x1f);
    (boards & R) << 20
        | (boards & R << 5) << 10
        | boards & R << 10
        | (boards & R << 15) >> 10
        | (boards & R << 20) >> 20
}

/// A packed pair of boards with files and ranks exchanged: the diagonal that is so many above the main one goes below it.
#[inline(always)]
fn transposed(boards: u64) -> u64 {
    const fn diagonal(above: usize) -> u64 {
        let (mut set, mut rank) = (0, above);
        while rank < 5 {
            set |= 1u64 << (rank * 5 + rank - above);
            rank += 1;
        }
        twice(set)
    }
    // A square (file, rank) has number 5 rank + file; exchanged, it moves by four for each rank that it is above.
    let mut turned = boards & diagonal(0);
    turned |= (boards & diagonal(1)) >> 4 | boards << 4 & diagonal(1);
    turned |= (boards & diagonal(2)) >> 8 | boards << 8 & diagonal(2);
    turned |= (boards & diagonal(3)) >> 12 | boards << 12 & diagonal(3);
    turned | (boards & diagonal(4)) >> 16 | boards << 16 & diagonal(4)
}

impl Board {
    /// The pieces of a side.
    #[inline(always)]
    pub fn of(&self, side: usize) -> Bits {
        self.pieces[side & 1]
    }

    /// Both sets in 50 bits.
    #[inline(always)]
    pub fn packed(&self) -> u64 {
        u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << SQUARES
    }

    /// The least of the eight views of the square, packed.
    pub fn least_view(&self) -> u64 {
        let board = self.packed();
        let turned = transposed(board);
        let views = |board: u64| {
            let other = mirrored(board);
            board.min(other).min(upside_down(board)).min(upside_down(other))
        };
        views(board).min(views(turned))
    }

    /// The squares that hold no piece.
    #[inline(always)]
    pub fn empty(&self) -> Bits {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// Where the piece on a square can go, if it is this side's.
    #[inline(always)]
    pub fn targets(&self, side: usize, from: u8) -> Bits {
        let (from, taken) = (usize::from(from) % SQUARES, !self.empty());
        let mut targets = STEPS[from] & !taken;
        for slide in SLIDES[side & 1][from] {
            if slide.needs & taken == 0 {
                targets |= slide.to;
            }
        }
        targets
    }

    /// True when a side can move a piece.
    pub fn can_move(&self, side: usize) -> bool {
        // Whoever slides could step as well.
        each(self.of(side)).any(|from| STEPS[usize::from(from)] & self.empty() != 0)
    }

    /// The number of movements of a side.
    #[inline]
    pub fn count(&self, side: usize) -> u32 {
        let (own, empty) = (self.of(side), self.empty());
        let (right, left) = ((own & NOT_E) << 1, (own & NOT_A) >> 1);
        let steps = both(right & empty, left & empty)
            + both(own << 5 & empty, own >> 5 & empty)
            + both(right << 5 & empty, right >> 5 & empty)
            + both(left << 5 & empty, left >> 5 & empty);
        let free = empty & TILES[side & 1];
        let sliders = own & TILES[side & 1];
        let second = |on: fn(Bits) -> Bits| {
            let second = on(on(sliders) & free) & free;
            both(second, on(second) & free)
        };
        let slides = second(|set| (set & NOT_E) << 6)
            + second(|set| (set & NOT_A) << 4)
            + second(|set| (set & NOT_E) >> 4)
            + second(|set| (set & NOT_A) >> 6);
        steps + slides
    }

    /// Appends the actions of a side: placings first, if there is a hand, then movements, by their squares.
    #[inline]
    pub fn moves(&self, side: usize, has_hand: bool, out: &mut Vec<Move>) {
        if has_hand {
            out.extend(each(self.empty()).map(|to| Move { from: FROM_HAND, to }));
        }
        for from in each(self.of(side)) {
            out.extend(each(self.targets(side, from)).map(|to| Move { from, to }));
        }
    }

    /// True when an action is one of a side's.
    pub fn allows(&self, side: usize, has_hand: bool, mv: Move) -> bool {
        match mv.is_placing() {
            true => has_hand && self.empty() & mv.reached() != 0,
            false => self.of(side) & mv.left() != 0 && self.targets(side, mv.from) & mv.reached() != 0,
        }
    }

    /// The enemy pieces that an action turns over.
    #[inline(always)]
    pub fn turns_over(&self, side: usize, mv: Move) -> Bits {
        if mv.is_placing() {
            return 0;
        }
        turned_over(mv.to, self.of(side) & !mv.left() | mv.reached(), self.of(side ^ 1))
    }

    /// Plays an action of a side; the line by which it ends the game.
    #[inline(always)]
    pub fn play(&mut self, side: usize, mv: Move) -> Option<Line> {
        let (side, to) = (side & 1, mv.reached());
        if mv.is_placing() {
            let own = self.pieces[side] | to;
            self.pieces[side] = own;
            let five = FIVES[usize::from(mv.to) % SQUARES].iter().fold(false, |any, line| any | (own & line == *line));
            return five.then_some(Line::Five);
        }
        let stayed = self.pieces[side] & !mv.left();
        let turned = turned_over(mv.to, stayed | to, self.pieces[side ^ 1]);
        let own = stayed | to | turned;
        self.pieces[side] = own;
        self.pieces[side ^ 1] &= !turned;
        if has_four(own) { ending(own, stayed) } else { None }
    }
}

/// The line that a movement has made, where there is one that did not stand before.
#[inline(never)]
fn ending(own: Bits, stayed: Bits) -> Option<Line> {
    match (has_new_five(own, stayed), has_new_four(own, stayed)) {
        (true, _) => Some(Line::Five),
        (false, true) => Some(Line::Four),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::seen;
    use super::*;

    #[test]
    fn the_least_view_is_that_of_all_eight() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..10_000 {
            let (blue, white) = (rng.u32(..) & ALL, rng.u32(..));
            let board = Board { pieces: [blue, white & ALL & !blue] };
            let views = (0..8).map(|view| Board { pieces: board.pieces.map(|set| seen(set, view)) });
            let least = views.clone().map(|view| view.packed()).min();
            assert_eq!(Some(board.least_view()), least);
            assert!(views.clone().all(|view| Some(view.least_view()) == least));
        }
    }
}
