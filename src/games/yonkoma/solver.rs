//! Solves one board: the value and distance of every position, by working upwards in an order that
//! every move descends.
//!
//! - **Order.** A move lowers S (the sum of the four distances between enemies), or keeps it and raises
//!   D (the sum of the two distances between partners). States are taken level by level, S upwards and
//!   within it D downwards, so all successors are known. A skipped turn stays in its level: those
//!   states come last in it.
//! - **One byte a state**, in which the rule is a plain minimum over the successors: the opponent's
//!   losses low, the quicker the lower, his wins high, the slower the lower.
//! - **Rows by the opponent's pair.** Values stand in rows by the mover's pair. All successors of a
//!   state `(m, o)` are `(o, m')`: one row, a few kilobytes. Each state writes once, into its own row.
//! - **One row per symmetry class.** The four symmetries that keep the colours leave a quarter of the
//!   rows; a state is looked up in the row of its pair's representative. A class is computed once,
//!   from the representative of its *opponent's* pair, since that is the row that is read.
//! - **Convexity.** Along a diagonal a sum of distances is convex: once above the start it stays there.

use super::Yonkoma;
use super::geometry::{Geometry, SYMMETRIES, TWIST, pair};
use crate::control::Stop;
use crate::game::Value;

/// A finished position: the side to move has won, in no plies.
const WON_NOW: u8 = 255;
/// Codes below are losses in that many plies, codes from here on wins in `255 - code`.
const FIRST_WIN: u8 = 128;
/// States between two looks at the stop flag.
const STEPS_BETWEEN_STOPS: usize = 1 << 14;

/// The values of one board, about a quarter of a byte for each pair of pairs.
#[derive(Debug)]
pub struct Solution {
    geometry: Geometry,
    /// For each pair, the row of its representative.
    row: Vec<u16>,
    /// For each pair, the symmetry that takes it to its representative.
    to_row: Vec<u8>,
    /// For each row, its representative pair.
    representative: Vec<u16>,
    values: Vec<u8>,
}

/// The large tables, or `None` where there is no memory for them.
fn zeroed<T: Clone + Default>(length: usize) -> Option<Vec<T>> {
    let mut table = Vec::new();
    table.try_reserve_exact(length).ok()?;
    table.resize(length, T::default());
    Some(table)
}

/// The code of a state, from the code of its best successor.
fn after_move(best: u8) -> u8 {
    if best < FIRST_WIN { 254 - best } else { (256 - u16::from(best)) as u8 }
}

fn decode(code: u8) -> Value {
    if code < FIRST_WIN { Value::Loss(Some(code.into())) } else { Value::Win(Some((255 - code).into())) }
}

impl Solution {
    /// Solves the board of this size, or gives up (`None`) when `stop` says so or the memory cannot be had.
    pub fn solve(size: u8, stop: &Stop) -> Option<Self> {
        let mut solution = Solution::empty(size)?;
        let work = Work::new(&solution)?;
        work.run(&mut solution, stop).then_some(solution)
    }

    fn empty(size: u8) -> Option<Self> {
        let geometry = Geometry::new(size);
        let pairs = geometry.pairs();
        let (mut row, mut to_row, mut representative) = (vec![0; pairs], vec![0; pairs], Vec::new());
        for p in 0..pairs {
            let symmetry = (0..SYMMETRIES).min_by_key(|&g| geometry.image(g, p)).unwrap_or(0);
            let smallest = geometry.image(symmetry, p);
            to_row[p] = symmetry as u8;
            if smallest == p {
                row[p] = representative.len() as u16;
                representative.push(p as u16);
            } else {
                row[p] = row[smallest];
            }
        }
        let values = zeroed(representative.len() * pairs)?;
        Some(Solution { geometry, row, to_row, representative, values })
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.geometry.size()
    }

    /// The memory that the values and their tables take, in bytes.
    pub fn bytes(&self) -> usize {
        self.values.len() + self.row.len() * 3 + self.representative.len() * 2
    }

    /// The number of states, one for each pair of the mover and pair of the opponent.
    pub fn states(&self) -> u64 {
        (self.geometry.pairs() as u64).pow(2)
    }

    /// The value of a position on this board, for the side to move.
    ///
    /// # Panics
    /// When the position has another size.
    pub fn value(&self, position: &Yonkoma) -> Value {
        assert_eq!(position.size(), self.size(), "a position of this board");
        let (mover, opponent) = self.geometry.state(position);
        decode(self.values[self.place(mover, opponent)])
    }

    /// The longest game that any position of the board holds, in plies.
    pub fn longest(&self) -> u16 {
        self.values.iter().filter_map(|&code| decode(code).plies()).max().unwrap_or(0)
    }

    fn place(&self, mover: usize, opponent: usize) -> usize {
        let column = self.geometry.image(TWIST[usize::from(self.to_row[mover])], opponent);
        usize::from(self.row[mover]) * self.geometry.pairs() + column
    }

    fn store(&mut self, mover: usize, opponent: usize, code: u8) {
        let place = self.place(mover, opponent);
        self.values[place] = code;
        let pairs = self.geometry.pairs();
        let (row, column) = (place / pairs, place % pairs);
        let representative = usize::from(self.representative[row]);
        // A pair that a symmetry keeps has the images of its opponents in the same row.
        for (symmetry, &twisted) in TWIST.iter().enumerate().skip(1) {
            if self.geometry.image(symmetry, representative) == representative {
                self.values[row * pairs + self.geometry.image(twisted, column)] = code;
            }
        }
    }
}

/// The states to solve, in order.
struct Work {
    /// `(row of the opponent's pair, mover's pair)`, level by level.
    states: Vec<(u16, u16)>,
    /// Where each level ends.
    ends: Vec<usize>,
    /// For each row and square, the sum of the distances to the row's two checkers.
    sums: Vec<u8>,
}

impl Work {
    fn new(solution: &Solution) -> Option<Self> {
        let geometry = &solution.geometry;
        let (squares, pairs) = (geometry.squares(), geometry.pairs());
        let mut sums = Vec::with_capacity(solution.representative.len() * squares);
        for &opponent in &solution.representative {
            let (a, b) = geometry.members(usize::from(opponent));
            sums.extend((0..squares).map(|x| geometry.cross(x, a) + geometry.cross(x, b)));
        }
        let apart: Vec<u8> = (0..pairs)
            .map(|p| {
                let (a, b) = geometry.members(p);
                geometry.own(a, b)
            })
            .collect();
        let spreads = 2 * usize::from(geometry.size()) - 1;
        let level = |row: usize, mover: usize| {
            let (a, b) = geometry.members(mover);
            let sum = usize::from(sums[row * squares + a]) + usize::from(sums[row * squares + b]);
            let spread = apart[mover] + apart[usize::from(solution.representative[row])];
            sum * spreads + (spreads - 1 - usize::from(spread))
        };
        let rows = solution.representative.len();
        let all = || (0..rows).flat_map(|row| (0..pairs).map(move |mover| (row, mover)));
        // A counting sort; it keeps the rows of a level together.
        let mut ends = vec![0; (8 * usize::from(geometry.size()) + 1) * spreads];
        for (row, mover) in all() {
            ends[level(row, mover)] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut states = zeroed(total)?;
        for (row, mover) in all() {
            let next = &mut ends[level(row, mover)];
            states[*next] = (row as u16, mover as u16);
            *next += 1;
        }
        Some(Work { states, ends, sums })
    }

    fn run(&self, solution: &mut Solution, stop: &Stop) -> bool {
        let (squares, pairs) = (solution.geometry.squares(), solution.geometry.pairs());
        let mut skipped = Vec::new();
        let mut start = 0;
        for &end in &self.ends {
            for chunk in self.states[start..end].chunks(STEPS_BETWEEN_STOPS) {
                if stop.is_stopped() {
                    return false;
                }
                for &(row, mover) in chunk {
                    let (row, mover) = (usize::from(row), usize::from(mover));
                    let sums = &self.sums[row * squares..][..squares];
                    let values = &solution.values[row * pairs..][..pairs];
                    let opponent = usize::from(solution.representative[row]);
                    match best_successor(&solution.geometry, sums, values, mover) {
                        Some(best) => solution.store(mover, opponent, after_move(best)),
                        None if is_crosscut(&solution.geometry, sums, mover) => {
                            solution.store(mover, opponent, WON_NOW);
                        }
                        None => skipped.push((mover, opponent)),
                    }
                }
            }
            // The turn is skipped: the opponent's value, with no ply counted.
            for (mover, opponent) in skipped.drain(..) {
                let code = solution.values[solution.place(opponent, mover)];
                assert!(code != 0, "the rules leave neither side without a move");
                solution.store(mover, opponent, 255 - code);
            }
            start = end;
        }
        true
    }
}

fn is_crosscut(geometry: &Geometry, sums: &[u8], mover: usize) -> bool {
    let (a, b) = geometry.members(mover);
    u32::from(sums[a] + sums[b]) == super::CROSSCUT
}

/// The smallest code among the successors, or `None` without any. `values` is the row of the opponent's pair.
fn best_successor(geometry: &Geometry, sums: &[u8], values: &[u8], mover: usize) -> Option<u8> {
    let (a, b) = geometry.members(mover);
    if u32::from(sums[a] + sums[b]) == super::CROSSCUT {
        return None;
    }
    let mut best = None;
    for (from, partner) in [(a, b), (b, a)] {
        let (sum, apart) = (sums[from], geometry.own(from, partner));
        for ray in geometry.rays(from) {
            for &to in ray {
                let to = usize::from(to);
                let new_sum = sums[to];
                if to == partner || new_sum > sum {
                    break;
                }
                if new_sum < sum || geometry.own(to, partner) > apart {
                    let code = values[pair(to, partner)];
                    best = Some(best.map_or(code, |best: u8| best.min(code)));
                }
            }
        }
    }
    best
}
