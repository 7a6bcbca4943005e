//! Solves one board: the value and distance of every position, by working upwards in an order that
//! every move descends.
//!
//! - **Order.** A move lowers S (the sum of the four distances between enemies), or keeps it and raises
//!   D (the sum of the two distances between partners). States are taken level by level, S upwards and
//!   within it D downwards, so all successors are known.
//! - **One byte a state**, in which the rule is a plain minimum over the successors: the opponent's
//!   losses low, the quicker the lower, his wins high, the slower the lower.
//! - **Rows by the opponent's pair.** Values stand in rows by the mover's pair. All successors of a
//!   state `(m, o)` are `(o, m')`: one row. Each state writes once, into the row of its own mover.
//! - **One row per symmetry class.** The four symmetries that keep the colours leave a quarter of the
//!   rows; a state is looked up in the row of its pair's representative. A class is computed once,
//!   from the representative of its *opponent's* pair, since that is the row that is read.
//! - **Running minima instead of successors** (see [`rows`]). With the opponent and the partner fixed, a
//!   checker may go to a square of its line exactly when the state there comes in an earlier level. So a
//!   state's best successor is the smallest of four running minima, one for each line that its two
//!   checkers stand on, and a new value goes into the same four. The work of a state does not grow with the
//!   length of its moves.
//!
//! What was measured (cachegrind with the caches of a server core, one thread, 14x14, 5.9 million classes): 260 instructions
//! a class, of which a sixth look for the states of a level; 5 misses of the first cache a class (its own minima twice,
//! its code written and read, the table of movers) and none of the last one; one misprediction a class, half of them at the
//! end of a row's short list of states. From 18x18 on values and minima outgrow the last cache, and a class takes two to three
//! times as long (20 ns at 14x14, 55 ns at 18x18, 65 ns at 26x26 on one core): the misses are independent of each other and
//! overlap, two threads halve the time, and large pages change nothing. Barriers do not matter: 26x26 has 4,800 of
//! them, and six milliseconds of work between two.

mod rows;

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::Yonkoma;
use super::classes::Classes;
use crate::control::{Progress, Stop};
use crate::game::Value;
use rows::{Board, Rows};

/// A finished position: the side to move has won, in no plies.
const WON_NOW: u8 = 254;
/// Codes from 1 to below this are losses in that many plies, codes from here on wins in `254 - code`.
const FIRST_WIN: u8 = 127;
/// Not computed. No position is lost in no plies.
const UNKNOWN: u8 = 0;
/// Worse than any successor.
const NO_MOVE: u8 = 255;

/// The values of one board, about a quarter of a byte for each pair of pairs.
#[derive(Debug)]
pub struct Solution {
    classes: Classes,
    values: Vec<AtomicU8>,
    skipped: u64,
}

/// Codes put on one level in place of those that the rules give, to test the solver on numbers that no
/// game made. The code depends on the pair of the mover and that of the opponent in any of their symmetric
/// forms; it is at least 1 and leaves room above and below for the levels that follow.
#[derive(Clone, Copy)]
pub struct Planted {
    /// S of the level.
    pub sum: u32,
    /// D of the level.
    pub spread: u32,
    /// The value for a position of it.
    pub value: fn(&Yonkoma) -> Value,
}

/// The code of a state, from the code of its best successor.
fn after_move(best: u8) -> u8 {
    if best < FIRST_WIN { 253 - best } else { 255 - best }
}

/// The code of a state whose turn is skipped, from the code of the other side's: no ply is counted.
fn after_skip(code: u8) -> u8 {
    254 - code
}

fn decode(code: u8) -> Value {
    if code < FIRST_WIN { Value::Loss(Some(code.into())) } else { Value::Win(Some((254 - code).into())) }
}

fn encode(value: Value) -> u8 {
    match value {
        Value::Win(plies) => 254 - plies.unwrap_or_default().min(60) as u8,
        Value::Loss(plies) => plies.unwrap_or(1).clamp(1, 60) as u8,
        Value::Draw => UNKNOWN,
    }
}

/// How to solve a board.
#[derive(Clone, Copy)]
pub struct Solver {
    /// The side of the board, which must be a legal size.
    pub size: u8,
    /// For how many threads to divide the work; with more than one it is done by those of rayon's present pool.
    pub threads: usize,
    /// For tests.
    pub planted: Option<Planted>,
}

/// Why a board was not solved.
#[derive(Debug, thiserror::Error)]
pub enum Unsolved {
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
    /// The memory could not be had.
    #[error("solving {size}x{size} needs {} MB of memory, and it could not be had", bytes.div_ceil(1_000_000))]
    NoMemory {
        /// The side of the board.
        size: u8,
        /// What is needed, in bytes.
        bytes: u64,
    },
    /// A game is longer than a byte can say.
    #[error("a game on {size}x{size} is too long for the codes")]
    TooLong {
        /// The side of the board.
        size: u8,
    },
}

impl Solver {
    /// With one thread.
    pub fn new(size: u8) -> Self {
        Solver { size, threads: 1, planted: None }
    }

    /// An estimate of the memory that solving takes at its peak, in bytes. It errs on the high side.
    pub fn memory(&self) -> u64 {
        let squares = u64::from(self.size).pow(2) / 2;
        let pairs = squares * (squares - 1) / 2;
        // A quarter of the rows, and those of pairs that a symmetry keeps.
        let rows = pairs / 4 + squares;
        let states_of_a_level = rows * pairs / (u64::from(self.size) * 2);
        rows * (pairs + squares * rows::BYTES_A_SQUARE) + states_of_a_level * 2 + (16 << 20)
    }

    /// Solves the board. `progress` counts the states of the classes, out of [`Classes::places`].
    ///
    /// # Errors
    /// When stopped, and when the memory could not be had.
    pub fn solve(&self, stop: &Stop, progress: &Progress) -> Result<Solution, Unsolved> {
        let no_memory = || Unsolved::NoMemory { size: self.size, bytes: self.memory() };
        let mut solution = Solution::empty(self.size).ok_or_else(no_memory)?;
        progress.begin(solution.values.len() as u64);
        let board = Board::new(&solution, self.planted);
        let mut blocks = board.blocks(self.threads).ok_or_else(no_memory)?;
        let finished = if self.threads > 1 {
            climb(&board, stop, progress, |work| blocks.par_iter_mut().for_each(work))
        } else {
            climb(&board, stop, progress, |work| blocks.iter_mut().for_each(work))
        };
        let skipped = blocks.iter().map(Rows::skipped).sum();
        if !finished {
            return Err(Unsolved::Stopped);
        }
        // A distance that does not fit follows on one of 127, which has this code, won or lost.
        let too_long = |code: &AtomicU8| code.load(Ordering::Relaxed) == FIRST_WIN;
        // With one thread nothing is asked of rayon, whose own pool may not start where memory is short.
        let any_too_long = match self.threads {
            0 | 1 => solution.values.iter().any(too_long),
            _ => solution.values.par_iter().any(too_long),
        };
        if any_too_long {
            return Err(Unsolved::TooLong { size: self.size });
        }
        solution.skipped = skipped;
        Ok(solution)
    }
}

/// Takes all blocks of rows through all levels together; false when stopped. `each` does a piece of work on
/// every block and returns when all are done.
fn climb(
    board: &Board<'_>,
    stop: &Stop,
    progress: &Progress,
    mut each: impl FnMut(&(dyn Fn(&mut Rows) + Sync)),
) -> bool {
    let farthest = u32::from(board.size() - 1);
    for sum in super::CROSSCUT..=4 * farthest {
        each(&|rows| rows.gather(board, sum));
        for spread in (2..=2 * farthest).rev() {
            if stop.is_stopped() {
                return false;
            }
            each(&|rows| progress.add(rows.level(board, sum, spread)));
        }
    }
    each(&|rows| rows.absorb(board));
    true
}

impl Solution {
    /// Solves the board of this size with one thread, or gives up (`None`) when `stop` says so or the memory
    /// cannot be had.
    pub fn solve(size: u8, stop: &Stop) -> Option<Self> {
        Solver::new(size).solve(stop, &Progress::default()).ok()
    }

    fn empty(size: u8) -> Option<Self> {
        let classes = Classes::new(size);
        let values = bytemuck::allocation::try_zeroed_vec(classes.places()).ok()?;
        Some(Solution { classes, values, skipped: 0 })
    }

    /// The rows.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.classes.size()
    }

    /// The memory that the values and their tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.values.len() + self.classes.bytes()
    }

    /// The number of states, one for each pair of the mover and pair of the opponent.
    pub fn states(&self) -> u64 {
        self.classes.positions()
    }

    /// The number of states in which the turn is skipped.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The value of a position on this board, for the side to move.
    ///
    /// # Panics
    /// When the position has another size.
    pub fn value(&self, position: &Yonkoma) -> Value {
        assert_eq!(position.size(), self.size(), "a position of this board");
        decode(self.code(self.classes.place_of(position)))
    }

    /// The value at a row and a column.
    pub fn value_at(&self, place: (usize, usize)) -> Value {
        decode(self.code(place))
    }

    /// The values of a row.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = Value> + '_ {
        self.codes(row).iter().map(|code| decode(code.load(Ordering::Relaxed)))
    }

    /// The longest game that any position of the board holds, in plies.
    pub fn longest(&self) -> u16 {
        (0..self.classes.rows()).flat_map(|row| self.row(row)).filter_map(Value::plies).max().unwrap_or(0)
    }

    fn codes(&self, row: usize) -> &[AtomicU8] {
        let pairs = self.classes.pairs();
        &self.values[row * pairs..][..pairs]
    }

    fn code(&self, (row, column): (usize, usize)) -> u8 {
        self.codes(row)[column].load(Ordering::Relaxed)
    }
}
