//! Visits every state of a solved board after those that its moves lead to: for whatever is worked out from there upwards,
//! as the chances of players who are not perfect.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::geometry::pair;
use super::levels::Levels;
use super::solver::Solution;
use crate::control::{Progress, Stop};
use crate::game::Value;

/// A state as it is visited.
pub struct State<'a> {
    /// Its value for the side to move.
    pub value: Value,
    /// What each move brings to the side to move, and the place of the state that it leads to. A skipped turn is one move
    /// that takes no ply; a finished state has none.
    pub moves: &'a [(Value, usize)],
    /// The places where the state stands: one, or several where a symmetry keeps the mover's pair.
    pub places: &'a [usize],
}

/// One number for each place of a board, which may be read and written by many threads.
#[derive(Debug)]
pub struct Numbers(Vec<AtomicU32>);

impl Numbers {
    /// Zero everywhere, for so many places; `None` when the memory cannot be had.
    pub fn new(places: usize) -> Option<Self> {
        Some(Numbers(bytemuck::allocation::try_zeroed_vec(places).ok()?))
    }

    /// The number at a place.
    pub fn get(&self, place: usize) -> f64 {
        f32::from_bits(self.0[place].load(Ordering::Relaxed)).into()
    }

    /// Puts a number at the places of a state.
    pub fn put(&self, state: &State<'_>, number: f64) {
        for &place in state.places {
            self.0[place].store((number as f32).to_bits(), Ordering::Relaxed);
        }
    }
}

/// What all rows share.
struct Board<'a> {
    solution: &'a Solution,
    /// For each square the squares of its four diagonals, outwards.
    rays: Vec<[Vec<u16>; 4]>,
    kept: Vec<bool>,
}

/// Some opponents, one for each row, that one thread works on at a time.
struct Block<S> {
    rows: Vec<(usize, Levels)>,
    states: Vec<u16>,
    skipped: Vec<(usize, usize)>,
    moves: Vec<(Value, usize)>,
    places: Vec<usize>,
    scratch: S,
}

/// Visits all states, with one thread or with those of rayon's present pool; false when stopped. `progress` counts states.
/// Each thread has room of its own that `visit` may use again and again.
pub fn sweep<S: Default + Send>(
    solution: &Solution,
    parallel: bool,
    stop: &Stop,
    progress: &Progress,
    visit: &(dyn Fn(&State<'_>, &mut S) + Sync),
) -> bool {
    let board = Board::new(solution);
    let mut blocks: Vec<Block<S>> = board.blocks(parallel);
    let mut each = |work: &(dyn Fn(&mut Block<S>) + Sync)| match parallel {
        true => blocks.par_iter_mut().for_each(work),
        false => blocks.iter_mut().for_each(work),
    };
    let farthest = u32::from(solution.size() - 1);
    for sum in super::CROSSCUT..=4 * farthest {
        each(&|block| block.gather(&board, sum));
        for spread in (2..=2 * farthest).rev() {
            if stop.is_stopped() {
                return false;
            }
            each(&|block| progress.add(block.level(&board, spread, visit)));
            each(&|block| block.skip(&board, visit));
        }
    }
    true
}

impl<'a> Board<'a> {
    fn new(solution: &'a Solution) -> Self {
        let geometry = solution.classes().geometry();
        let size = geometry.size();
        let ray = |square: usize, (files, ranks): (i8, i8)| {
            let mut to = geometry.square(square);
            let next = || {
                to = crate::board::Square::new(to.file.wrapping_add_signed(files), to.rank.wrapping_add_signed(ranks));
                to.is_on(size, size).then(|| geometry.number_of(to) as u16)
            };
            std::iter::from_fn(next).collect()
        };
        let rays = (0..geometry.squares()).map(|square| super::DIAGONALS.map(|way| ray(square, way))).collect();
        let classes = solution.classes();
        let kept = (0..classes.rows()).map(|row| classes.kept(row).next().is_some()).collect();
        Board { solution, rays, kept }
    }

    fn blocks<S: Default>(&self, parallel: bool) -> Vec<Block<S>> {
        let classes = self.solution.classes();
        let a_block =
            if parallel { classes.rows().div_ceil(16 * rayon::current_num_threads()) } else { classes.rows() };
        let row = |&opponent: &u16| (usize::from(opponent), Levels::new(classes.geometry(), opponent.into()));
        let block = |opponents: &[u16]| Block {
            rows: opponents.iter().map(row).collect(),
            states: Vec::new(),
            skipped: Vec::new(),
            moves: Vec::new(),
            places: Vec::new(),
            scratch: S::default(),
        };
        classes.representatives().chunks(a_block).map(block).collect()
    }

    /// Puts the moves of a state into `moves`: what each brings, and where it leads.
    fn moves(&self, mover: usize, opponent: usize, row: usize, moves: &mut Vec<(Value, usize)>) {
        moves.clear();
        let classes = self.solution.classes();
        let geometry = classes.geometry();
        let (a, b) = geometry.members(opponent);
        let sum = |square| u32::from(geometry.cross(square, a)) + u32::from(geometry.cross(square, b));
        let (x, y) = geometry.members(mover);
        for (from, partner) in [(x, y), (y, x)] {
            let (least, apart) = (sum(from), geometry.own(from, partner));
            for ray in &self.rays[from] {
                for &to in ray {
                    let to = usize::from(to);
                    // Distance is convex along a line: a sum that has risen above the start stays there.
                    if to == partner || sum(to) > least {
                        break;
                    }
                    if sum(to) < least || geometry.own(to, partner) > apart {
                        let place = (row, pair(to, partner));
                        let value = self.solution.value_at(place).flip().one_ply_more();
                        moves.push((value, row * classes.pairs() + place.1));
                    }
                }
            }
        }
    }

    /// Puts the places of a state into `places`, and returns its value.
    fn places(&self, mover: usize, opponent: usize, places: &mut Vec<usize>) -> Value {
        let classes = self.solution.classes();
        let (row, column) = classes.place(mover, opponent);
        places.clear();
        places.push(row * classes.pairs() + column);
        if self.kept[row] {
            places.extend(classes.kept(row).map(|g| row * classes.pairs() + classes.geometry().image(g, column)));
        }
        self.solution.value_at((row, column))
    }
}

impl<S> Block<S> {
    /// Finds the states with this S.
    fn gather(&mut self, board: &Board<'_>, sum: u32) {
        self.states.clear();
        for (_, levels) in &mut self.rows {
            levels.gather(board.solution.classes().geometry(), sum, &mut self.states);
        }
    }

    /// Visits the states of this D that have moves or are finished, keeps the others, and returns the number of all.
    fn level(&mut self, board: &Board<'_>, spread: u32, visit: &(dyn Fn(&State<'_>, &mut S) + Sync)) -> u64 {
        let mut visited = 0;
        for (opponent, levels) in &self.rows {
            let (row, _) = board.solution.classes().row(*opponent);
            for &mover in &self.states[levels.level(spread)] {
                let mover = usize::from(mover);
                visited += 1;
                let value = board.places(mover, *opponent, &mut self.places);
                if value == Value::Win(Some(0)) {
                    self.moves.clear();
                } else {
                    board.moves(mover, *opponent, row, &mut self.moves);
                    if self.moves.is_empty() {
                        self.skipped.push((mover, *opponent));
                        continue;
                    }
                }
                visit(&State { value, moves: &self.moves, places: &self.places }, &mut self.scratch);
            }
        }
        visited
    }

    /// Visits the states of the last level in which the turn is skipped.
    fn skip(&mut self, board: &Board<'_>, visit: &(dyn Fn(&State<'_>, &mut S) + Sync)) {
        let classes = board.solution.classes();
        for (mover, opponent) in self.skipped.drain(..) {
            let (row, column) = classes.place(opponent, mover);
            let value = board.places(mover, opponent, &mut self.places);
            let moves = [(value, row * classes.pairs() + column)];
            visit(&State { value, moves: &moves, places: &self.places }, &mut self.scratch);
        }
    }
}
