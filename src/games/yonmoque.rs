//! Yonmoque: six two-coloured pieces a side on 25 tiles; four in a row by a movement win, five in a row lose.
//!
//! ```text
//!  5  . _ : _ .      the board is empty at first; a turn places a piece
//!  4  _ : _ : _      or moves one to a neighbouring square
//!  3  : _ . _ :
//!  2  _ : _ : _      . neutral tile   : blue tile   _ white tile
//!  1  . _ : _ .      a piece on a tile of its own colour may slide
//!     a b c d e      over such tiles along a diagonal
//! ```
//!
//! A four may stand on the board without a winner, so the result belongs to the action, and is stored in the position that
//! the action makes. A position that is read from a FEN has no such result.
//!
//! ```
//! use yon::game::{Game, Notation, Reason, Setup};
//! use yon::games::yonmoque::Yonmoque;
//!
//! let start = Yonmoque::start(&Setup::default());
//! assert_eq!(start.fen(), "5/5/5/5/5 b 6 6 1");
//! let threat = Yonmoque::from_fen("5/5/bww2/3b1/5 b 4 4").unwrap();
//! let won = threat.after(threat.parse_move("d2d3").unwrap());
//! assert_eq!(won.fen(), "5/5/bbbb1/5/5 w 4 4 2");
//! assert_eq!(won.outcome().unwrap().reason, Reason::Four);
//! ```

pub mod bits;
mod levels;
mod moves;
mod patterns;
mod shapes;
mod text;
mod threats;

pub use moves::{Board, Line, Move};
pub use patterns::Fitted;
pub use text::{LESSONS, RULES};

use std::hash::{Hash, Hasher};

use crate::board::Square;
use crate::game::{Game, Outcome, Reason, Seat, Setup, Verdict};
use crate::text::MAX_COUNTER;

/// Blue, who begins.
pub const BLUE: Seat = Seat::new(0);
/// White.
pub const WHITE: Seat = Seat::new(1);

/// The side of the board.
pub const SIZE: u8 = bits::SIDE;
/// The pieces that each side has in hand at first.
pub const PIECES: u8 = 6;
/// The game is drawn when so many plies have been played.
pub const LONGEST: u32 = 300;

/// Positions to measure a search on: the start, and games in which nothing is decided after two to ten plies.
pub const BENCH: &[&str] = &[
    "5/5/5/5/5 b 6 6",
    "5/5/2b2/1w3/5 b 5 5",
    "3b1/w2b1/5/b4/1w3 w 3 4",
    "3w1/4b/2b1w/4w/1w1bb b 2 2",
    "1w1wb/5/2b1w/5/1w1bb b 2 2",
];

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Yonmoque {
    board: Board,
    hands: [u8; 2],
    turn: Seat,
    /// What the last action has made, where that ended the game.
    made: Option<Line>,
    /// Movements in a row that led here, as far as they are known: positions before them cannot come back.
    moved: u16,
    /// The number of the ply about to be played.
    ply: u32,
}

impl PartialEq for Yonmoque {
    /// Where a position came from does not matter.
    fn eq(&self, other: &Self) -> bool {
        let own = |of: &Self| (of.board, of.hands, of.turn, of.made, of.ply);
        own(self) == own(other)
    }
}

impl Eq for Yonmoque {}

impl Hash for Yonmoque {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.hands, self.turn, self.made, self.ply).hash(state);
    }
}

impl Yonmoque {
    /// A position from the board, the side to move, the pieces in hand and the number of the ply about to be played;
    /// `None` when there are not twelve pieces, a square has two, or a hand has more than [`PIECES`].
    pub fn new(board: Board, turn: Seat, hands: [u8; 2], ply: u32) -> Option<Self> {
        let [blue, white] = board.pieces;
        let all = (blue.count_ones() + white.count_ones()) as u8 + hands[0].min(PIECES) + hands[1].min(PIECES);
        let sound = (blue | white) & !bits::ALL == 0 && blue & white == 0 && hands.iter().all(|&hand| hand <= PIECES);
        (sound && all == 2 * PIECES && turn.index() < 2).then_some(Yonmoque {
            board,
            hands,
            turn,
            made: None,
            moved: 0,
            ply: ply.clamp(1, MAX_COUNTER),
        })
    }

    /// The pieces on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces that a side has in hand.
    pub fn hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index() & 1]
    }

    /// Whose piece stands on a square.
    pub fn piece(&self, square: Square) -> Option<Seat> {
        [BLUE, WHITE].into_iter().find(|seat| self.board.of(seat.index()) & bits::bit(square) != 0)
    }

    /// The position as another of the square's eight views has it: turned and mirrored.
    #[must_use]
    pub fn seen(&self, view: usize) -> Self {
        let pieces = self.board.pieces.map(|set| bits::seen(set, view));
        Yonmoque { board: Board { pieces }, ..*self }
    }

    /// An action with which this side would win at once if it were to move.
    pub fn wins_at_once(&self, seat: Seat) -> Option<Move> {
        let [own, enemy] = [seat, seat.other()].map(|seat| self.hand(seat) > 0);
        self.board.winning(seat.index(), own, enemy)
    }

    /// True when the side to move can place a piece that gives the other side no way to win at once that it has not now. A
    /// last piece from the hand could: without a hand a side can be shut in.
    fn can_wait(&self) -> bool {
        self.hand(self.turn) > 1 && self.board.has_idle_corner(self.turn.index())
    }

    fn is_stuck(&self) -> bool {
        self.hands[self.turn.index() & 1] == 0 && !self.board.can_move(self.turn.index())
    }

    /// Over although the side to move may have an action.
    #[inline(always)]
    fn is_over_early(&self) -> bool {
        self.made.is_some() || self.ply > LONGEST
    }
}

/// A mixer of words (splitmix64's, by Vigna); different words stay different.
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Game for Yonmoque {
    type Move = Move;

    const NAME: &'static str = "yonmoque";
    const SEATS: &'static [&'static str] = &["Blue", "White"];
    const REPETITION: Option<usize> = Some(3);
    const SYMMETRIC: bool = true;

    fn start(_setup: &Setup) -> Self {
        Yonmoque { board: Board { pieces: [0; 2] }, hands: [PIECES; 2], turn: BLUE, made: None, moved: 0, ply: 1 }
    }

    fn unlimited(&self) -> Self {
        Yonmoque { ply: 1, ..*self }
    }

    #[inline(always)]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let won = |seat: Seat, reason| Some(Outcome { verdict: Verdict::Win(seat), reason });
        match self.made {
            Some(Line::Five) => won(self.turn, Reason::Five),
            Some(Line::Four) => won(self.turn.other(), Reason::Four),
            None if self.is_stuck() => won(self.turn.other(), Reason::Stuck),
            None => (self.ply > LONGEST).then_some(Outcome { verdict: Verdict::Draw, reason: Reason::PlyLimit }),
        }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if !self.is_over_early() {
            let side = self.turn.index() & 1;
            self.board.moves(side, self.hands[side] > 0, out);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.is_over_early() {
            return 0;
        }
        let side = self.turn.index() & 1;
        let placings = if self.hands[side] > 0 { self.board.empty().count_ones() } else { 0 };
        (placings + self.board.count(side)) as usize
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let side = self.turn.index() & 1;
        self.made = self.board.play(side, mv);
        if mv.is_placing() {
            self.hands[side] = self.hands[side].saturating_sub(1);
            self.moved = 0;
        } else {
            self.moved = self.moved.saturating_add(1);
        }
        self.ply = (self.ply + 1).min(MAX_COUNTER);
        self.turn = self.turn.other();
    }

    fn key(&self) -> u64 {
        let hands = u64::from(self.hands[0]) << 3 | u64::from(self.hands[1]);
        mix(self.board.packed() | hands << 50 | (self.turn.index() as u64) << 56)
    }

    fn symmetric_key(&self) -> u64 {
        let hands = u64::from(self.hands[0]) << 3 | u64::from(self.hands[1]);
        mix(self.board.least_view() | hands << 50 | (self.turn.index() as u64) << 56)
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn reversible(&self) -> usize {
        self.moved.into()
    }

    fn plies_to_draw(&self) -> Option<u32> {
        Some((LONGEST + 1).saturating_sub(self.ply))
    }

    fn history_slots(&self) -> usize {
        2 * Move::KINDS
    }

    fn history_slot(&self, mv: Move) -> usize {
        self.turn.index() * Move::KINDS + mv.kind()
    }
}
