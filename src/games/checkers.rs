//! Checkers, or English draughts: twelve men a side, captures are compulsory, and men that reach the last row are crowned.
//!
//! ```text
//!  8   w   w   w   w      Coral: twelve men on rows 1 to 3, moves first, upwards
//!  7 w   w   w   w        White: twelve men on rows 6 to 8
//!  6   w   w   w   w
//!  5 .   .   .   .        a man steps forward along a diagonal, and jumps forward over
//!  4   .   .   .   .      an enemy; a king steps and jumps backward too, one square
//!  3 c   c   c   c
//!  2   c   c   c   c      in draughts notation Coral is Black, and the squares are
//!  1 c   c   c   c        numbered from 1 = g1 to 32 = b8
//!    a b c d e f g h
//! ```
//!
//! ```
//! use yon::game::{Game, Notation, Setup};
//! use yon::games::checkers::Checkers;
//!
//! let start = Checkers::start(&Setup::default());
//! let mv = start.parse_move("c3d4").unwrap();
//! assert_eq!(start.parse_move("11-15"), Ok(mv));
//! let men = "W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
//! assert_eq!(start.after(mv).fen(), format!("W:{men}"));
//! ```

pub mod bits;
pub mod endgames;
mod eval;
pub mod hub;
mod learned;
mod levels;
mod moves;
mod pdn;
mod spelling;
mod text;
pub mod xboard;

pub use eval::Judgement;
pub use learned::Learned;
pub use moves::{Board, Move};
pub use spelling::Style;
pub use text::{LESSONS, RULES};

use crate::board::Square;
use crate::game::{Game, Outcome, Reason, Seat, Setup, Verdict};
use crate::text::MAX_COUNTER;
use bits::{Bits, CROWNING};

/// Coral, who begins: Black in draughts notation.
pub const CORAL: Seat = Seat::new(0);
/// White.
pub const WHITE: Seat = Seat::new(1);

/// The side of the board.
pub const SIZE: u8 = bits::SIDE;

/// The most men and kings of a side.
pub const MOST_PIECES: u32 = 12;

/// Positions to measure a search on: the start, a middle game, an exchange, and endings with kings.
pub const BENCH: &[&str] = &[
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W17,21,22,23,26,27,28,30,31,32:B1,2,3,5,6,8,10,11,12,15",
    "B:W18,20,21,25,27,28,32:B3,5,9,10,11,12,13",
    "B:WK4,23,26:B1,K20,24",
    "W:W30,K31,K32:BK20,21,K22,K23",
];

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checkers {
    board: Board,
    turn: Seat,
    /// King moves without a capture that the last moves were.
    quiet: u32,
    /// How many of them are a draw; 0 is no number.
    quiet_limit: u32,
}

impl Checkers {
    /// A position from the squares of each side's pieces and of the kings among them, or `None` when a side has more than
    /// [`MOST_PIECES`], a square has two pieces or a king none, a man stands where he would have been crowned, or the
    /// board is empty.
    pub fn new(turn: Seat, pieces: [Bits; 2], kings: Bits, quiet: u32) -> Option<Self> {
        let board = Board { pieces, kings };
        let all = pieces[0] | pieces[1];
        let few = pieces.iter().all(|set| set.count_ones() <= MOST_PIECES);
        let uncrowned = (0..2).any(|side| board.men(side) & CROWNING[side] != 0);
        let sound = few && all != 0 && pieces[0] & pieces[1] == 0 && kings & !all == 0 && !uncrowned;
        let quiet_limit = Setup::default().quiet_limit;
        (sound && turn.index() < 2).then_some(Checkers { board, turn, quiet: quiet.min(MAX_COUNTER), quiet_limit })
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// King moves without a capture, in a row, that led here.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The squares on which a side has pieces.
    pub fn squares(&self, seat: Seat) -> impl Iterator<Item = Square> + use<> {
        bits::squares(self.board.of(seat.index()))
    }

    /// True when the piece on this square is a king.
    pub fn is_king(&self, square: Square) -> bool {
        self.board.kings & bits::bit(square) != 0
    }

    /// The board turned by half a turn with the sides exchanged: the same game for the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        Checkers { board: self.board.turned(), turn: self.turn.other(), ..*self }
    }

    /// The same position after so many quiet moves.
    #[cfg(test)]
    fn at_quiet(&self, quiet: u32) -> Self {
        Checkers { quiet, ..*self }
    }

    fn is_quiet_draw(&self) -> bool {
        self.quiet_limit != 0 && self.quiet >= self.quiet_limit
    }

    /// Over although the side to move may have a move: the quiet limit, or, in a position that was set, no enemy.
    #[inline]
    fn is_over_early(&self) -> bool {
        self.board.of(self.turn.index() ^ 1) == 0 || self.is_quiet_draw()
    }
}

/// A mixer of words (splitmix64's, by Vigna); different words stay different.
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Game for Checkers {
    type Move = Move;

    const NAME: &'static str = "checkers";
    const SEATS: &'static [&'static str] = &["Coral", "White"];
    const REPETITION: Option<usize> = Some(3);

    fn start(setup: &Setup) -> Self {
        let coral = bits::rank(0) | bits::rank(1) | bits::rank(2);
        let board = Board { pieces: [coral, coral.reverse_bits()], kings: 0 };
        Checkers { board, turn: CORAL, quiet: 0, quiet_limit: setup.quiet_limit }
    }

    fn adopt(&mut self, setup: &Setup) {
        self.quiet_limit = setup.quiet_limit;
    }

    fn unlimited(&self) -> Self {
        Checkers { quiet_limit: 0, ..*self }
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let lost = |seat: Seat| Some(Outcome { verdict: Verdict::Win(seat.other()), reason: Reason::NoMoves });
        if !self.board.can_move(self.turn.index()) {
            return lost(self.turn);
        }
        if self.board.of(self.turn.index() ^ 1) == 0 {
            return lost(self.turn.other());
        }
        self.is_quiet_draw().then_some(Outcome { verdict: Verdict::Draw, reason: Reason::QuietLimit })
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_over_early() {
            self.board.moves(self.turn.index(), out);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.is_over_early() { 0 } else { self.board.count(self.turn.index()) }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let progress = self.board.play(self.turn.index(), mv);
        self.quiet = if progress { 0 } else { (self.quiet + 1).min(MAX_COUNTER) };
        self.turn = self.turn.other();
    }

    fn key(&self) -> u64 {
        let [coral, white] = self.board.pieces;
        let pieces = u64::from(white) << 32 | u64::from(coral);
        let rest = (self.turn.index() as u64) << 32 | u64::from(self.board.kings);
        mix(mix(pieces) ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn reversible(&self) -> usize {
        self.quiet as usize
    }

    fn plies_to_draw(&self) -> Option<u32> {
        (self.quiet_limit != 0).then(|| self.quiet_limit.saturating_sub(self.quiet))
    }

    fn is_stable(&self) -> bool {
        self.board.jumpers(self.turn.index()) == 0
    }

    fn history_slots(&self) -> usize {
        2 * 32 * 32
    }

    fn history_slot(&self, mv: Move) -> usize {
        let [from, to] = [mv.from(), mv.to()].map(|bit| bit.trailing_zeros() as usize & 31);
        (self.turn.index() * 32 + from) * 32 + to
    }
}
