//! Yonkoma: four checkers on an even board; whoever completes a crosscut loses.
//!
//! Designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic, October 2026
//! (marksteeregames.com). Name and rules never change.
//!
//! ```text
//!  6 b         r      Red: a1 and f6, on dark squares      r moves first
//!  5   .   .   .      Blue: a6 and f1, on light squares
//!  4 .   .   .        a checker moves along a diagonal, and must lower the sum of its
//!  3   .   .   .      distances to the two enemy checkers, or keep that sum and go
//!  2 .   .   .        farther from its partner
//!  1 r   .   . b
//!    a b c d e f
//! ```
//!
//! ```
//! use yon::game::{Game, Notation, Setup};
//! use yon::games::yonkoma::Yonkoma;
//!
//! let start = Yonkoma::start(&Setup::of_size(6));
//! assert_eq!(start.fen(), "b4r/6/6/6/6/r4b r 1");
//! let mv = start.parse_move("a1d4").unwrap();
//! assert_eq!(start.after(mv).fen(), "b4r/6/3r2/6/6/5b b 2");
//! ```

mod classes;
mod eval;
mod geometry;
mod horizons;
mod ladder;
mod levels;
mod oracle;
mod plane;
mod solver;
mod stats;
mod survey;
mod sweep;
mod table;
mod text;
mod trap;
mod verify;
pub mod xboard;

pub use classes::Classes;
pub use eval::Knowledge;
pub use geometry::Geometry;
pub use horizons::{horizons, ratings};
pub use ladder::{Duel, Side, duel, ladder};
pub use oracle::{SOLVED_UP_TO, SolvedBoards, table_name};
pub use plane::Plane;
pub use solver::{Planted, Solution, Solver, Unsolved};
pub use stats::{Stats, stats};
pub use survey::{FirstMove, Survey};
pub use table::{RULES_VERSION, SolvedTable, Stored, write as write_table};
pub use text::{LESSONS, RULES};
pub use trap::Traps;
pub use verify::{Values, VerifyError, verify, verify_sample};

use crate::board::{MAX_SIDE, Square};
use crate::game::{Game, Outcome, Reason, Seat, Setup, Verdict};
use crate::text::MAX_COUNTER;

/// The smallest board; 2x2 would begin with a crosscut.
pub const MIN_SIZE: u8 = 4;
/// The largest board.
pub const MAX_SIZE: u8 = MAX_SIDE;
/// The board that is played online.
pub const DEFAULT_SIZE: u8 = 10;

/// Positions to measure a search on: the start of the smallest board that is not
/// solved on demand, and random positions of larger ones.
pub const BENCH: &[&str] = &[
    "b14r/16/16/16/16/16/16/16/16/16/16/16/16/16/16/r14b r",
    "16/16/16/16/9r2b3/16/7r8/16/16/16/16/3b12/16/16/16/16 b",
    "18/1b16/18/18/18/18/2b10r4/18/18/18/18/4r13/18/18/18/18/18/18 b",
    "20/20/20/20/20/20/20/20/20/r19/20/7b12/20/20/20/10r9/20/20/14b5/20 r",
    "26/26/26/26/26/26/26/8r17/26/26/26/26/20b5/26/26/26/26/2r23/26/26/26/26/26/21b4/26/26 b",
];

/// Red, who begins, on the dark squares.
pub const RED: Seat = Seat::new(0);
/// Blue, on the light squares.
pub const BLUE: Seat = Seat::new(1);

/// The sum of the four red-blue distances in a crosscut, and in no other position.
const CROSSCUT: u32 = 4;

/// A position. Each side's two checkers are kept in order, so equal positions are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Yonkoma {
    size: u8,
    turn: Seat,
    checkers: [[Square; 2]; 2],
    ply: u32,
}

/// A checker's move, or the skipped turn of a side that has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The turn is skipped; written `0000`.
    Skip,
    /// From one square to another along a diagonal.
    Step {
        /// The square left.
        from: Square,
        /// The square reached.
        to: Square,
    },
}

/// The four diagonal directions as file and rank steps.
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn sorted(mut pair: [Square; 2]) -> [Square; 2] {
    pair.sort_unstable();
    pair
}

impl Yonkoma {
    /// A position from its parts, or `None` when a checker is off the board or on the wrong colour,
    /// two share a square, or the size is not even or out of range.
    pub fn new(size: u8, turn: Seat, red: [Square; 2], blue: [Square; 2], ply: u32) -> Option<Self> {
        let fits = |pair: [Square; 2], dark| {
            pair[0] != pair[1] && pair.iter().all(|s| s.is_on(size, size) && s.is_dark() == dark)
        };
        let valid = is_size(size) && turn.index() < 2 && fits(red, true) && fits(blue, false);
        valid.then(|| Yonkoma { size, turn, checkers: [sorted(red), sorted(blue)], ply })
    }

    /// Any position of a board of a legal size, with either side to move: for tests and measurements.
    pub fn random(size: u8, rng: &mut fastrand::Rng) -> Self {
        loop {
            let mut square = || Square::new(rng.u8(0..size), rng.u8(0..size));
            let (red, blue) = ([square(), square()], [square(), square()]);
            if let Some(position) = Yonkoma::new(size, Seat::new(rng.usize(0..2)), red, blue, 1) {
                return position;
            }
        }
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// A side's two checkers, in the order of their squares.
    pub fn checkers(&self, seat: Seat) -> [Square; 2] {
        self.checkers[seat.index()]
    }

    /// S: the sum of the four distances between a red and a blue checker. No move raises it.
    pub fn sum(&self) -> u32 {
        let [red, blue] = self.checkers;
        red.iter().map(|&checker| sum_to(checker, blue)).sum()
    }

    /// D: the distance between the two red checkers plus that between the two blue ones. A move that
    /// keeps S raises it.
    pub fn spread(&self) -> u32 {
        self.checkers.iter().map(|pair| u32::from(pair[0].distance(pair[1]))).sum()
    }

    /// Calls `found` for every move of a checker of `seat`, whoever is to move, until it returns false.
    fn steps(&self, seat: Seat, mut found: impl FnMut(Square, Square) -> bool) {
        let own = self.checkers[seat.index()];
        let enemy = self.checkers[seat.other().index()];
        for which in 0..2 {
            let (from, partner) = (own[which], own[1 - which]);
            let sum = sum_to(from, enemy);
            let apart = from.distance(partner);
            for (files, ranks) in DIAGONALS {
                let mut to = from;
                loop {
                    to = Square::new(to.file.wrapping_add_signed(files), to.rank.wrapping_add_signed(ranks));
                    if !to.is_on(self.size, self.size) || to == partner {
                        break;
                    }
                    let new_sum = sum_to(to, enemy);
                    // Distance is convex along a line: a sum that has risen above the start stays there.
                    if new_sum > sum {
                        break;
                    }
                    let legal = new_sum < sum || to.distance(partner) > apart;
                    if legal && !found(from, to) {
                        return;
                    }
                }
            }
        }
    }

    /// The number of moves that the checkers of `seat` have, whoever is to move.
    pub fn mobility(&self, seat: Seat) -> usize {
        let mut count = 0;
        self.steps(seat, |_, _| {
            count += 1;
            true
        });
        count
    }

    /// True when the checkers of `seat` have a move, whoever is to move.
    pub fn can_move(&self, seat: Seat) -> bool {
        let mut any = false;
        self.steps(seat, |_, _| {
            any = true;
            false
        });
        any
    }
}

/// True for an even side from [`MIN_SIZE`] to [`MAX_SIZE`].
pub fn is_size(size: u8) -> bool {
    size.is_multiple_of(2) && (MIN_SIZE..=MAX_SIZE).contains(&size)
}

fn sum_to(checker: Square, enemy: [Square; 2]) -> u32 {
    u32::from(checker.distance(enemy[0])) + u32::from(checker.distance(enemy[1]))
}

impl Game for Yonkoma {
    type Move = Move;

    const NAME: &'static str = "yonkoma";
    const SEATS: &'static [&'static str] = &["Red", "Blue"];

    fn start(setup: &Setup) -> Self {
        let last = if is_size(setup.size) { setup.size } else { DEFAULT_SIZE } - 1;
        Yonkoma {
            size: last + 1,
            turn: RED,
            checkers: [[Square::new(0, 0), Square::new(last, last)], [Square::new(0, last), Square::new(last, 0)]],
            ply: 1,
        }
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // The other side completed the crosscut, and has lost by it.
        (self.sum() == CROSSCUT).then_some(Outcome { verdict: Verdict::Win(self.turn), reason: Reason::Crosscut })
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let before = out.len();
        self.steps(self.turn, |from, to| {
            out.push(Move::Step { from, to });
            true
        });
        if out.len() == before {
            out.push(Move::Skip);
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.mobility(self.turn).max(1) }
    }

    fn play(&mut self, mv: Move) {
        if let Move::Step { from, to } = mv {
            let own = &mut self.checkers[self.turn.index()];
            let which = usize::from(own[1] == from);
            own[which] = to;
            *own = sorted(*own);
        }
        self.turn = self.turn.other();
        self.ply = (self.ply + 1).min(MAX_COUNTER);
    }

    fn is_skip(mv: Move) -> bool {
        mv == Move::Skip
    }

    fn skip() -> Option<Move> {
        Some(Move::Skip)
    }

    fn key(&self) -> u64 {
        // Four squares of ten bits, the turn and the size make 46 bits; the mixer (splitmix64's, by
        // Vigna) is a bijection, so different positions have different keys.
        let mut packed = u64::from(self.size) << 1 | self.turn.index() as u64;
        for square in self.checkers.as_flattened() {
            packed = packed << 10 | u64::from(square.rank) << 5 | u64::from(square.file);
        }
        packed = (packed ^ (packed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        packed = (packed ^ (packed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        packed ^ (packed >> 31)
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn history_slots(&self) -> usize {
        2 * usize::from(self.size) * usize::from(self.size)
    }

    fn history_slot(&self, mv: Move) -> usize {
        let Move::Step { to, .. } = mv else { return 0 };
        let square = usize::from(to.rank) * usize::from(self.size) + usize::from(to.file);
        2 * square + self.turn.index()
    }
}
