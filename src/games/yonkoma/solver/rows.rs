//! The work of a solver on some rows, level by level.
//!
//! A row belongs to a pair of the opponent, `o`, and looks at all pairs `m` of the mover. Let `m` be the squares
//! `x` and `y`, and take a move of the checker on `x`: it goes along one of the two diagonals through `x` to a square `z`
//! that lowers the sum of distances to `o`, or keeps it and is farther from `y`. But that is to say that the state
//! after the move, which stands at `(o, {z, y})`, comes in an earlier level than `(m, o)`: with `o` and `y` fixed,
//! S is the sum of `z` and D its distance from `y`, up to constants. Only `y` itself can be in the way, where it
//! stands on the same diagonal.
//!
//! So for each `y` and each diagonal (the two through `y` cut in half) the row keeps the smallest code of all states
//! `(o, {z, y})` of earlier levels with `z` on that diagonal. There are `2n + 1` such lines, which fit in one cache line
//! of 64 bytes up to 26x26. A state reads four of them, two for each of its checkers, and writes to the same four when
//! its own level is past.
//!
//! A skipped turn stays in its level, where it is left out. It is found when the level is taken in: what was not
//! computed has the value of the other side's turn, which by then is known.

use std::sync::atomic::Ordering;

use super::{NO_MOVE, Planted, Solution, UNKNOWN, WON_NOW, after_move, after_skip, encode};
use crate::games::yonkoma::CROSSCUT;
use crate::games::yonkoma::classes::Classes;
use crate::games::yonkoma::geometry::TWIST;
use crate::games::yonkoma::levels::Levels;

/// What a row keeps for each square, in bytes.
pub const BYTES_A_SQUARE: u64 = size_of::<Minima>() as u64;

/// For one opponent and one square of a partner, the smallest code on each line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Minima([u8; 64]);

/// What is needed of a pair when it is the mover's.
#[derive(Clone, Copy)]
struct Mover {
    squares: [u16; 2],
    /// The two lines of the first checker, among those of the second as partner, and the other way round.
    lines: [[u8; 2]; 2],
    /// Where the values of its states stand.
    row: u16,
    symmetry: u8,
    /// True when a symmetry keeps its representative.
    kept: bool,
}

/// What all rows share.
pub struct Board<'a> {
    solution: &'a Solution,
    movers: Vec<Mover>,
    planted: Option<Planted>,
}

/// One row.
struct Row {
    row: usize,
    opponent: usize,
    /// How many pairs the opponent's stands for.
    weight: u64,
    /// The opponent's pair under each symmetry of the mover's.
    columns: [u16; 4],
    levels: Levels,
    /// States whose values are to be taken in.
    pending: std::ops::Range<usize>,
}

/// Some rows that one thread works on at a time.
pub struct Rows {
    rows: Vec<Row>,
    minima: Vec<Minima>,
    /// The movers of the states with the present S, by row and within it by the distance of their checkers.
    states: Vec<u16>,
    skipped: u64,
}

impl Minima {
    fn take(&mut self, lines: [u8; 2], code: u8) {
        for line in lines {
            let least = &mut self.0[usize::from(line & 63)];
            *least = code.min(*least);
        }
    }

    fn least(&self, [one, two]: [u8; 2]) -> u8 {
        self.0[usize::from(one & 63)].min(self.0[usize::from(two & 63)])
    }
}

impl<'a> Board<'a> {
    pub fn new(solution: &'a Solution, planted: Option<Planted>) -> Self {
        let geometry = solution.classes.geometry();
        let kept: Vec<bool> =
            (0..solution.classes.rows()).map(|row| solution.classes.kept(row).next().is_some()).collect();
        let size = geometry.size();
        let lines = |from: usize, partner: usize| {
            let [(u, v), (partner_u, partner_v)] = [from, partner].map(|square| {
                let square = geometry.square(square);
                ((square.file + square.rank) / 2, (size - 2 + square.file - square.rank) / 2)
            });
            // Where the partner stands on the diagonal, the squares beyond it are a line of their own.
            let along_u = if v == partner_v && u > partner_u { 2 * size - 1 } else { v };
            let along_v = if u == partner_u && v > partner_v { 2 * size } else { size - 1 + u };
            [along_u, along_v]
        };
        let mover = |pair| {
            let (x, y) = geometry.members(pair);
            let (row, symmetry) = solution.classes.row(pair);
            Mover {
                squares: [x as u16, y as u16],
                lines: [lines(x, y), lines(y, x)],
                row: row as u16,
                symmetry: symmetry as u8,
                kept: kept[row],
            }
        };
        Board { solution, movers: (0..geometry.pairs()).map(mover).collect(), planted }
    }

    pub fn size(&self) -> u8 {
        self.solution.size()
    }

    /// All rows, in blocks for so many threads; `None` when there is no memory for them.
    pub fn blocks(&self, threads: usize) -> Option<Vec<Rows>> {
        let classes = &self.solution.classes;
        let (squares, rows) = (classes.geometry().squares(), classes.rows());
        let a_block = if threads == 1 { rows } else { rows.div_ceil(16 * threads) };
        let block = |opponents: &[u16]| {
            let mut minima = Vec::new();
            minima.try_reserve_exact(opponents.len() * squares).ok()?;
            minima.resize(opponents.len() * squares, Minima([NO_MOVE; 64]));
            let rows = opponents.iter().map(|&opponent| Row::new(classes, opponent.into())).collect();
            Some(Rows { rows, minima, states: Vec::new(), skipped: 0 })
        };
        classes.representatives().chunks(a_block).map(block).collect()
    }

    fn planted(&self, mover: usize, opponent: usize) -> Option<u8> {
        let position = self.solution.classes.geometry().position(mover, opponent)?;
        self.planted.map(|planted| encode((planted.value)(&position)))
    }
}

impl Row {
    fn new(classes: &Classes, opponent: usize) -> Self {
        let geometry = classes.geometry();
        let (row, _) = classes.row(opponent);
        Row {
            row,
            opponent,
            weight: classes.weight(row),
            columns: TWIST.map(|twisted| geometry.image(twisted, opponent) as u16),
            levels: Levels::new(geometry, opponent),
            pending: 0..0,
        }
    }

    /// Takes the values of the last level in.
    fn absorb(&mut self, board: &Board<'_>, states: &[u16], minima: &mut [Minima]) {
        let values = board.solution.codes(self.row);
        for &mover in &states[std::mem::take(&mut self.pending)] {
            let mover = usize::from(mover);
            let mut code = values[mover].load(Ordering::Relaxed);
            let Mover { squares: [x, y], lines, .. } = board.movers[mover];
            if code == UNKNOWN {
                // Here the mover of this row had no move; it is the other side's turn.
                code = after_skip(board.solution.code(board.solution.classes.place(mover, self.opponent)));
                assert!(code != after_skip(UNKNOWN), "the rules leave neither side without a move");
                values[mover].store(code, Ordering::Relaxed);
            }
            minima[usize::from(y)].take(lines[0], code);
            minima[usize::from(x)].take(lines[1], code);
        }
    }

    /// Computes one level, and returns how many of its states have no move.
    fn compute(&self, board: &Board<'_>, at: (u32, u32), states: &[u16], minima: &[Minima]) -> u64 {
        let planted = board.planted.is_some_and(|planted| (planted.sum, planted.spread) == at);
        let mut skipped = 0;
        for &state in states {
            let mover = board.movers[usize::from(state)];
            let [x, y] = mover.squares;
            let best = minima[usize::from(y)].least(mover.lines[0]).min(minima[usize::from(x)].least(mover.lines[1]));
            let code = match best {
                _ if at.0 == CROSSCUT => WON_NOW,
                _ if planted => board.planted(state.into(), self.opponent).unwrap_or(UNKNOWN),
                NO_MOVE => {
                    skipped += 1;
                    continue;
                }
                best => after_move(best),
            };
            let column = usize::from(self.columns[usize::from(mover.symmetry)]);
            let row = usize::from(mover.row);
            board.solution.codes(row)[column].store(code, Ordering::Relaxed);
            if mover.kept {
                repeat(board.solution, row, column, code);
            }
        }
        skipped
    }
}

/// A pair that a symmetry keeps has the images of its opponents in the same row.
#[cold]
fn repeat(solution: &Solution, row: usize, column: usize, code: u8) {
    for symmetry in solution.classes.kept(row) {
        let image = solution.classes.geometry().image(symmetry, column);
        solution.codes(row)[image].store(code, Ordering::Relaxed);
    }
}

impl Rows {
    /// Finds the states with this S. All earlier levels must be computed.
    pub fn gather(&mut self, board: &Board<'_>, sum: u32) {
        self.absorb(board);
        self.states.clear();
        for row in &mut self.rows {
            row.levels.gather(board.solution.classes.geometry(), sum, &mut self.states);
        }
    }

    /// How many states were found in which the turn is skipped.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Takes in what is pending. All earlier levels must be computed.
    pub fn absorb(&mut self, board: &Board<'_>) {
        let squares = board.solution.classes.geometry().squares();
        for (row, minima) in self.rows.iter_mut().zip(self.minima.chunks_exact_mut(squares)) {
            row.absorb(board, &self.states, minima);
        }
    }

    /// Computes the states of this D among those with the present S, and returns their number. All earlier levels
    /// must be computed.
    pub fn level(&mut self, board: &Board<'_>, sum: u32, spread: u32) -> u64 {
        let squares = board.solution.classes.geometry().squares();
        let mut computed = 0;
        for (row, minima) in self.rows.iter_mut().zip(self.minima.chunks_exact_mut(squares)) {
            let level = row.levels.level(spread);
            if level.is_empty() {
                continue;
            }
            row.absorb(board, &self.states, minima);
            self.skipped += row.weight * row.compute(board, (sum, spread), &self.states[level.clone()], minima);
            computed += level.len() as u64;
            row.pending = level;
        }
        computed
    }
}
