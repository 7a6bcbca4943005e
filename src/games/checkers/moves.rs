//! The board as three sets of squares, its moves, and how many there are.
//!
//! Counting works on whole sets. Men jump forward only, so the routes of different men, and those of one man over
//! different squares, never meet a piece that another has taken: they are counted together, one jump at a time. Kings are
//! followed one by one.

use super::bits::{Bits, CROWNING, behind, each, jump_back, land, over, square, step, step_back};
use crate::board::Square;

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The men and kings of each side, Coral first.
    pub pieces: [Bits; 2],
    /// The kings of both.
    pub kings: Bits,
}

/// A move: one step, or a whole chain of jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square left and the one reached; none when a king comes back to where it began.
    change: Bits,
    /// The pieces taken.
    captured: Bits,
    route: Route,
}

/// The way of a move: the number of the first square's bit (5 bits), how many steps or jumps (4 bits), and the
/// direction of each (2 bits). No chain is longer than nine: its landing squares lie two files and ranks apart, and
/// between the eight such squares that can be reached from one of them there are nine pieces to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Route(u32);

impl Route {
    const LENGTH: u32 = 5;
    const STEPS: u32 = 9;

    fn from(bit: Bits) -> Self {
        Route(bit.trailing_zeros())
    }

    fn longer(self, direction: usize) -> Self {
        let length = self.length();
        Route((self.0 + (1 << Self::LENGTH)) | (direction as u32) << (Self::STEPS + 2 * length))
    }

    fn length(self) -> u32 {
        self.0 >> Self::LENGTH & 15
    }

    fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.length()).map(move |at| (self.0 >> (Self::STEPS + 2 * at) & 3) as usize)
    }
}

impl Move {
    /// The pieces taken.
    pub fn captured(&self) -> Bits {
        self.captured
    }

    /// True for a chain of jumps.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// The bit of the square left.
    pub fn from(&self) -> Bits {
        1 << (self.route.0 & 31)
    }

    /// The bit of the square reached.
    pub fn to(&self) -> Bits {
        if self.change == 0 { self.from() } else { self.change & !self.from() }
    }

    /// The square left and each square on which the piece lands, in their order.
    pub fn squares(&self) -> Vec<Square> {
        let mut at = self.from();
        let mut squares = vec![square(at.trailing_zeros())];
        for direction in self.route.directions() {
            at = if self.is_capture() { land(at, direction, !0, !0) } else { step(at, direction) };
            squares.push(square(at.trailing_zeros()));
        }
        squares
    }
}

/// The directions in which the men of a side move.
#[inline(always)]
const fn forward(side: usize) -> [usize; 2] {
    [2 * side, 2 * side + 1]
}

impl Board {
    /// The men and kings of a side.
    #[inline(always)]
    pub fn of(&self, side: usize) -> Bits {
        self.pieces[side & 1]
    }

    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: usize) -> Bits {
        self.of(side) & !self.kings
    }

    /// The kings of a side.
    #[inline(always)]
    pub fn kings(&self, side: usize) -> Bits {
        self.of(side) & self.kings
    }

    /// The board turned by half a turn with the sides exchanged.
    #[must_use]
    #[inline(always)]
    pub fn turned(&self) -> Self {
        let [coral, white] = self.pieces.map(Bits::reverse_bits);
        Board { pieces: [white, coral], kings: self.kings.reverse_bits() }
    }

    /// The board without some pieces.
    #[must_use]
    pub fn without(&self, gone: Bits) -> Self {
        Board { pieces: self.pieces.map(|pieces| pieces & !gone), kings: self.kings & !gone }
    }

    /// The squares that hold no piece.
    #[inline(always)]
    pub fn empty(&self) -> Bits {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of a side that can jump.
    #[inline(always)]
    pub fn jumpers(&self, side: usize) -> Bits {
        let (own, enemy, empty) = (self.of(side), self.of(side ^ 1), self.empty());
        let from = |set, direction| jump_back(land(set, direction, enemy, empty), direction);
        let [left, right] = forward(side);
        let mut jumpers = from(own, left) | from(own, right);
        let kings = own & self.kings;
        if kings != 0 {
            let [left, right] = forward(side ^ 1);
            jumpers |= from(kings, left) | from(kings, right);
        }
        jumpers
    }

    /// True when a side has a move.
    pub fn can_move(&self, side: usize) -> bool {
        let (own, empty) = (self.of(side), self.empty());
        let steps = |set, directions: [usize; 2]| directions.map(|direction| step(set, direction) & empty) != [0, 0];
        steps(own, forward(side)) || steps(own & self.kings, forward(side ^ 1)) || self.jumpers(side) != 0
    }

    /// The number of moves of a side.
    #[inline]
    pub fn count(&self, side: usize) -> usize {
        // One copy of the code for each side, with its directions fixed.
        let count = if side == 0 { self.count_of::<0>() } else { self.count_of::<1>() };
        count as usize
    }

    #[inline(always)]
    fn count_of<const SIDE: usize>(&self) -> u32 {
        if self.jumpers(SIDE) != 0 {
            return self.count_chains::<SIDE>();
        }
        let (own, empty) = (self.of(SIDE), self.empty());
        let pair = |set, [left, right]: [usize; 2]| {
            let steps = u64::from(step(set, left) & empty) << 32 | u64::from(step(set, right) & empty);
            steps.count_ones()
        };
        let kings = own & self.kings;
        let back = if kings != 0 { pair(kings, forward(SIDE ^ 1)) } else { 0 };
        pair(own, forward(SIDE)) + back
    }

    #[inline(never)]
    fn count_chains<const SIDE: usize>(&self) -> u32 {
        let (enemy, empty) = (self.of(SIDE ^ 1), self.empty());
        let men = self.men(SIDE);
        let [left, right] = forward(SIDE).map(|direction| land(men, direction, enemy, empty));
        let chains = men_routes::<SIDE>(left, enemy, empty) + men_routes::<SIDE>(right, enemy, empty);
        each(self.kings(SIDE)).fold(chains, |chains, king| chains + king_routes(king, enemy, empty | king))
    }

    /// Appends the moves of a side, in a fixed order.
    pub fn moves(&self, side: usize, out: &mut Vec<Move>) {
        if side == 0 { self.moves_of::<0>(out) } else { self.moves_of::<1>(out) }
    }

    #[inline(always)]
    fn moves_of<const SIDE: usize>(&self, out: &mut Vec<Move>) {
        let jumpers = self.jumpers(SIDE);
        if jumpers != 0 {
            return self.chains::<SIDE>(jumpers, out);
        }
        let (own, empty) = (self.of(SIDE), self.empty());
        let mut steps = |set, direction| {
            for to in each(step(set, direction) & empty) {
                let from = step_back(to, direction);
                out.push(Move { change: from | to, captured: 0, route: Route::from(from).longer(direction) });
            }
        };
        let [left, right] = forward(SIDE);
        steps(own, left);
        steps(own, right);
        let kings = own & self.kings;
        if kings != 0 {
            let [left, right] = forward(SIDE ^ 1);
            steps(kings, left);
            steps(kings, right);
        }
    }

    #[inline(never)]
    fn chains<const SIDE: usize>(&self, jumpers: Bits, out: &mut Vec<Move>) {
        let (enemy, empty) = (self.of(SIDE ^ 1), self.empty());
        for from in each(jumpers) {
            let king = from & self.kings != 0;
            let route = Route::from(from);
            let directions: &[usize] = if king { &[0, 1, 2, 3] } else { const { &forward(SIDE) } };
            // The square that the piece leaves counts as empty.
            let mut chase = Chase { from, enemy, empty: empty | from, directions, out };
            chase.go_on(from, 0, route);
        }
    }

    /// Plays a move of a side; true when it takes, or moves a man, so that no earlier position comes back.
    #[inline]
    pub fn play(&mut self, side: usize, mv: Move) -> bool {
        let (own, other) = (side & 1, side & 1 ^ 1);
        let is_king = mv.from() & self.kings != 0;
        self.kings &= !mv.captured;
        // Of a man's squares the one it is crowned on becomes a king's.
        self.kings ^= if is_king { mv.change } else { mv.change & CROWNING[own] };
        self.pieces[own] ^= mv.change;
        self.pieces[other] &= !mv.captured;
        !is_king || mv.captured != 0
    }
}

/// The routes of men that have just jumped onto these squares, each from its own.
fn men_routes<const SIDE: usize>(landed: Bits, enemy: Bits, empty: Bits) -> u32 {
    let [left, right] = forward(SIDE);
    let (to_left, to_right) = (land(landed, left, enemy, empty), land(landed, right, enemy, empty));
    if to_left | to_right == 0 {
        return landed.count_ones();
    }
    let go_on = jump_back(to_left, left) | jump_back(to_right, right);
    (landed & !go_on).count_ones()
        + men_routes::<SIDE>(to_left, enemy, empty)
        + men_routes::<SIDE>(to_right, enemy, empty)
}

/// The routes on which a king can go on from here; 0 when it can go no farther.
fn king_routes(at: Bits, enemy: Bits, empty: Bits) -> u32 {
    let mut routes = 0;
    for direction in 0..4 {
        let taken = over(at, direction, enemy);
        let to = behind(taken, direction, empty);
        if to != 0 {
            routes += king_routes(to, enemy & !taken, empty).max(1);
        }
    }
    routes
}

/// A piece on its chain.
struct Chase<'a> {
    from: Bits,
    enemy: Bits,
    empty: Bits,
    directions: &'a [usize],
    out: &'a mut Vec<Move>,
}

impl Chase<'_> {
    fn go_on(&mut self, at: Bits, captured: Bits, route: Route) {
        let mut ends = true;
        for &direction in self.directions {
            let taken = over(at, direction, self.enemy & !captured);
            let to = behind(taken, direction, self.empty);
            if to != 0 {
                ends = false;
                self.go_on(to, captured | taken, route.longer(direction));
            }
        }
        if ends {
            self.out.push(Move { change: self.from ^ at, captured, route });
        }
    }
}
