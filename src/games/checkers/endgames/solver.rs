//! Retrograde analysis of all positions with up to so many pieces.
//!
//! Quiet moves of kings keep all men where they are, so they stay between a run and its *twin*, the run with the board turned
//! and the sides exchanged. Every other move leads elsewhere: a capture to fewer pieces, crowning to fewer men, and a man's
//! step to men that have gone farther. So the slices are worked out in the order of pieces and men, and the runs of a slice
//! and its twin from the men that have gone farthest down; those with men equally far need nothing of one another, and are
//! shared out to threads.
//!
//! Two runs together are solved in memory of their own:
//!
//! 1. Each position is looked at once. A capture or the lack of a move decides it; otherwise what the men's moves bring is
//!    noted, and how many quiet moves there are.
//! 2. Layer by layer, from the results in the fewest steps up, each result is carried back to the positions from which a
//!    quiet move leads there: to win needs one such move, to lose needs all. Layers past the rule are cursed results.
//! 3. Where some move leads to a cursed result, layers end at the rule the first time. Then what men's moves and captures
//!    bring without the rule is let in, and layers are worked through again for the positions that are left.
//! 4. What is left is a draw.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::super::bits::{Bits, CROWNING, each, step, step_back};
use super::super::moves::{Board, Move};
use super::code::{Code, RULE, Weighing};
use super::layout::{Layout, Slice, Spots, advancement};
use crate::control::{Progress, Stop};

/// Not decided yet.
const UNKNOWN: u8 = u8::MAX;

/// What is noted of a position that is not decided: the quiet moves that may still lose.
const QUIET: u8 = 31;
/// Some man's move does not lose under the rule.
const HOLDS: u8 = 32;
/// Some man's move does not lose even without the rule.
const HOLDS_PLAINLY: u8 = 64;
/// Some man's move wins without the rule.
const WINS_PLAINLY: u8 = 128;

/// Why positions were not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
    /// There is no memory for the values.
    #[error("no memory for {} MB of values", .0.div_ceil(1_000_000))]
    NoMemory(usize),
}

/// The values of all positions with up to so many pieces.
pub struct Solution {
    layout: Layout,
    codes: Vec<AtomicU8>,
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solution").field("pieces", &self.layout.pieces()).finish_non_exhaustive()
    }
}

/// The memory that solving takes at its peak with so many threads, in bytes.
pub fn memory(pieces: u8, threads: usize) -> u64 {
    let layout = Layout::new(pieces);
    let largest = layout.slices().iter().map(|slice| slice.run).max().unwrap_or(0) as u64;
    let most_runs = layout.slices().iter().map(|slice| slice.runs()).max().unwrap_or(0) as u64;
    // The largest runs have no men, and there is one pair of them for a material; others are small.
    let busy = (threads as u64).min(2);
    layout.entries() as u64 + 2 * largest * 10 * busy + most_runs * 12 + (8 << 20)
}

impl Solution {
    /// Works out all positions with up to so many pieces, with the threads of rayon's present pool. `progress` counts
    /// positions.
    ///
    /// # Errors
    /// When stopped, and when memory is short.
    pub fn solve(pieces: u8, stop: &Stop, progress: &Progress) -> Result<Self, Unsolved> {
        let solution = Solution::empty(Layout::new(pieces))?;
        progress.begin(solution.layout.entries() as u64);
        for slice in solution.layout.slices() {
            let twin = solution.layout.slice([slice.men[1], slice.men[0]], [slice.kings[1], slice.kings[0]]);
            if let Some(twin) = twin.filter(|twin| slice.start <= twin.start) {
                solution.solve_slices([slice, twin], stop, progress)?;
            }
        }
        Ok(solution)
    }

    /// Room for all codes, which are draws.
    ///
    /// # Errors
    /// When memory is short.
    pub(super) fn empty(layout: Layout) -> Result<Self, Unsolved> {
        let entries = layout.entries();
        let codes = bytemuck::allocation::try_zeroed_vec(entries).map_err(|()| Unsolved::NoMemory(entries))?;
        Ok(Solution { layout, codes })
    }

    pub(super) fn set(&self, index: usize, code: Code) {
        self.codes[index].store(code.0, Relaxed);
    }

    /// How the positions are numbered.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What is kept at a number.
    #[inline]
    pub fn code(&self, index: usize) -> Code {
        Code(self.codes[index].load(Relaxed))
    }

    /// What is kept of a board with Coral to move, if it has few enough pieces.
    #[inline]
    pub fn code_of(&self, board: &Board) -> Option<Code> {
        self.layout.index(board).map(|index| self.code(index))
    }

    /// The codes from one number to another.
    pub fn codes(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = Code> {
        self.codes[range].iter().map(|code| Code(code.load(Relaxed)))
    }

    fn solve_slices(&self, slices: [&Slice; 2], stop: &Stop, progress: &Progress) -> Result<(), Unsolved> {
        let spots = slices.map(Slice::spots);
        let mut runs: Vec<(u32, [Bits; 2])> = slices[0].each_run().map(|men| (advancement(men), men)).collect();
        runs.sort_by_key(|&(advancement, _)| std::cmp::Reverse(advancement));
        for level in runs.chunk_by(|one, other| one.0 == other.0) {
            let solve = |work: &mut Work, &(_, men): &(u32, [Bits; 2])| {
                if stop.is_stopped() {
                    return Err(Unsolved::Stopped);
                }
                let turned = [men[1].reverse_bits(), men[0].reverse_bits()];
                let same_slice = slices[0].start == slices[1].start;
                // Of two runs of one slice that are each other's twins, one solves both.
                if same_slice && turned < men {
                    return Ok(());
                }
                let sides = [self.side(slices[0], &spots[0], men), self.side(slices[1], &spots[1], turned)];
                let different = if same_slice && turned == men { 1 } else { 2 };
                work.solve(self, &sides[..different]);
                progress.add((slices[0].run * different) as u64);
                Ok(())
            };
            let few = level.len().div_ceil(64).min(1 + 20_000 / slices[0].run);
            level.par_iter().with_min_len(few).map_init(Work::default, solve).collect::<Result<(), Unsolved>>()?;
        }
        Ok(())
    }

    fn side<'a>(&'a self, slice: &'a Slice, spots: &'a Spots, men: [Bits; 2]) -> Side<'a> {
        let all = men[0] | men[1];
        let mut steps = Vec::new();
        for direction in [0, 1] {
            for to in each(step(men[0], direction) & !all) {
                let own = men[0] ^ to ^ step_back(to, direction);
                let (own_men, crowned) = (own & !CROWNING[0], to & CROWNING[0]);
                let after = [men[1].reverse_bits(), own_men.reverse_bits()];
                let count = |sets: [Bits; 2]| sets.map(|set| set.count_ones() as u8);
                let kings = [slice.kings[1], slice.kings[0] + u8::from(crowned != 0)];
                if let Some(next) = self.layout.slice(count(after), kings) {
                    let start = next.run_start(after);
                    steps.push(ManStep { to, crowned, slice: next, start, men: after[0] | after[1] });
                }
            }
        }
        Side { slice, spots, men, all, start: slice.run_start(men), steps }
    }
}

/// A man's step from a run, if a king does not stand in its way.
struct ManStep<'a> {
    to: Bits,
    /// The same square, if he is crowned there.
    crowned: Bits,
    /// Where it leads, with the other side to move: the slice, the run's place and all men there.
    slice: &'a Slice,
    start: usize,
    men: Bits,
}

/// One of the two runs that are solved together.
struct Side<'a> {
    slice: &'a Slice,
    spots: &'a Spots,
    men: [Bits; 2],
    all: Bits,
    start: usize,
    steps: Vec<ManStep<'a>>,
}

/// Memory for one pair of runs, of each side in the same order.
#[derive(Default)]
struct Work {
    boards: [Sheet; 2],
    moves: Vec<Move>,
}

#[derive(Default)]
struct Sheet {
    codes: Vec<u8>,
    notes: Vec<u8>,
    /// Places by the steps of their results.
    layers: Vec<Vec<u32>>,
}

impl Sheet {
    fn decide(&mut self, place: usize, code: Code) {
        self.codes[place] = code.0;
        self.wait(place, code);
    }

    /// Puts a result among those that are to be carried back.
    fn wait(&mut self, place: usize, code: Code) {
        if !code.is_draw() {
            self.wait_at(place, usize::from(code.steps()));
        }
    }

    fn wait_at(&mut self, place: usize, layer: usize) {
        if self.layers.len() <= layer {
            self.layers.resize_with(layer + 1, Vec::new);
        }
        self.layers[layer].push(place as u32);
    }
}

/// Quiet moves of the kings to move.
#[inline(always)]
fn quiet_moves(kings: Bits, occupied: Bits) -> u8 {
    let ends = |direction| step(kings, direction) & !occupied;
    let pair = |one, other| (u64::from(ends(one)) << 32 | u64::from(ends(other))).count_ones();
    (pair(0, 1) + pair(2, 3)) as u8
}

impl Work {
    fn solve(&mut self, solution: &Solution, sides: &[Side<'_>]) {
        let mut cursed = false;
        for (number, side) in sides.iter().enumerate() {
            cursed |= self.look(solution, side, number);
        }
        if sides[0].slice.kings != [0, 0] {
            self.carry_back(sides, if cursed { usize::from(RULE) } else { usize::MAX }, false);
            if cursed {
                (0..sides.len()).for_each(|number| self.lift_rule(&sides[number], number));
                self.carry_back(sides, usize::MAX, true);
            }
        }
        for (side, sheet) in sides.iter().zip(&mut self.boards) {
            let kept = &solution.codes[side.start..side.start + side.slice.run];
            for (kept, &code) in kept.iter().zip(&sheet.codes) {
                kept.store(if code == UNKNOWN { Code::DRAW.0 } else { code }, Relaxed);
            }
            sheet.layers.iter_mut().for_each(Vec::clear);
        }
    }

    /// Looks at each position of a run; true when a move leads to a cursed result.
    fn look(&mut self, solution: &Solution, side: &Side<'_>, number: usize) -> bool {
        let (sheet, moves) = (&mut self.boards[number], &mut self.moves);
        sheet.codes.clear();
        sheet.codes.resize(side.slice.run, UNKNOWN);
        sheet.notes.clear();
        sheet.notes.resize(side.slice.run, 0);
        let mut cursed = false;
        side.spots.each(side.all, |place, kings| {
            let board = Slice::board(side.men, kings);
            let mut weighing = Weighing::default();
            if board.jumpers(0) != 0 {
                moves.clear();
                board.moves(0, moves);
                for &mv in moves.iter() {
                    let mut after = board;
                    after.play(0, mv);
                    // Only a board without enemies is none of the layout's.
                    match solution.code_of(&after.turned()) {
                        Some(code) => weighing.add(true, code),
                        None => weighing.add_end(),
                    }
                    if weighing.wins_at_once() {
                        break;
                    }
                }
                cursed |= weighing.meets_curse();
                let code = weighing.code();
                sheet.codes[place] = code.0;
                if !code.is_cursed() {
                    sheet.wait(place, code);
                }
                return;
            }
            let occupied = side.all | kings[0] | kings[1];
            for step in side.steps.iter().filter(|step| step.to & occupied == 0) {
                let after = [kings[1].reverse_bits(), (kings[0] | step.crowned).reverse_bits()];
                weighing.add(true, solution.code(step.start + step.slice.in_run(step.men, after)));
                if weighing.wins_at_once() {
                    return sheet.decide(place, weighing.code());
                }
            }
            cursed |= weighing.meets_curse();
            let quiet = quiet_moves(kings[0], occupied);
            if quiet == 0 {
                let code = weighing.code();
                sheet.codes[place] = code.0;
                if !code.is_cursed() {
                    sheet.wait(place, code);
                }
                return;
            }
            let flag = |is: bool, flag| if is { flag } else { 0 };
            sheet.notes[place] = quiet
                | flag(weighing.holds(), HOLDS)
                | flag(weighing.holds_plainly(), HOLDS_PLAINLY)
                | flag(weighing.wins_plainly(), WINS_PLAINLY);
        });
        cursed
    }

    /// Carries results back over quiet moves, up to those in `most` steps.
    fn carry_back(&mut self, sides: &[Side<'_>], most: usize, plainly: bool) {
        let held = if plainly { HOLDS_PLAINLY } else { HOLDS };
        let decided = |won, layer: usize| {
            let steps = layer.min(usize::from(u8::MAX)) as u8;
            if plainly { Code::cursed(won, steps) } else { Code::decided(won, steps) }
        };
        let mut layer = 0;
        while layer < most && self.boards[..sides.len()].iter().any(|sheet| layer < sheet.layers.len()) {
            for number in 0..sides.len() {
                let Some(places) = self.boards[number].layers.get_mut(layer) else { continue };
                let places = std::mem::take(places);
                let before = sides.len() - 1 - number;
                let (side, side_before) = (&sides[number], &sides[before]);
                for &place in &places {
                    let lost = Code(self.boards[number].codes[place as usize]).is_loss();
                    let kings = side.spots.kings(place as usize, side.all);
                    // As the one sees it who has just moved here.
                    let [enemy, own] = kings.map(Bits::reverse_bits);
                    let free = !(side_before.all | own | enemy);
                    let sheet = &mut self.boards[before];
                    for direction in 0..4 {
                        for from in each(step(own, direction) & free) {
                            let was = own ^ from ^ step_back(from, direction);
                            let place = side_before.slice.in_run(side_before.all, [was, enemy]);
                            if sheet.codes[place] != UNKNOWN {
                                continue;
                            }
                            if lost {
                                sheet.codes[place] = decided(true, layer + 1).0;
                                sheet.wait_at(place, layer + 1);
                                continue;
                            }
                            sheet.notes[place] -= 1;
                            if sheet.notes[place] & (QUIET | held) == 0 {
                                sheet.codes[place] = decided(false, layer + 1).0;
                                sheet.wait_at(place, layer + 1);
                            }
                        }
                    }
                }
                // The memory serves again.
                let mut places = places;
                places.clear();
                self.boards[number].layers[layer] = places;
            }
            layer += 1;
        }
    }

    /// Prepares a run for results without the rule: those under it are carried back anew to what is not decided.
    fn lift_rule(&mut self, side: &Side<'_>, number: usize) {
        let sheet = &mut self.boards[number];
        sheet.layers.iter_mut().for_each(Vec::clear);
        for place in 0..side.slice.run {
            let code = Code(sheet.codes[place]);
            if code.0 != UNKNOWN {
                sheet.wait(place, code);
            } else if sheet.notes[place] & WINS_PLAINLY != 0 {
                sheet.decide(place, Code::cursed(true, 1));
            } else {
                let kings = side.spots.kings(place, side.all);
                let quiet = quiet_moves(kings[0], side.all | kings[0] | kings[1]);
                sheet.notes[place] = sheet.notes[place] & !QUIET | quiet;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Won, lost and drawn positions with exactly so many pieces, and the most steps.
    fn counts(solution: &Solution, pieces: u8) -> ([u64; 3], u8) {
        let (mut counts, mut most) = ([0; 3], 0);
        for slice in solution.layout.slices().iter().filter(|slice| slice.pieces() == pieces) {
            for code in solution.codes(slice.start..slice.start + slice.entries()) {
                assert!(code.is_valid());
                counts[if code.is_win() { 0 } else { 1 + usize::from(code.is_draw()) }] += 1;
                most = most.max(code.steps());
            }
        }
        (counts, most)
    }

    #[test]
    fn up_to_four_pieces_there_are_as_many_wins_losses_and_draws_as_published() {
        let solution = Solution::solve(4, &Stop::new(), &Progress::default()).unwrap();
        assert_eq!(counts(&solution, 2).0, [716, 402, 2_370]);
        assert_eq!(counts(&solution, 3).0, [100_250, 87_305, 8_477]);
        assert_eq!(counts(&solution, 4).0, [2_574_304, 1_917_090, 1_717_922]);
        assert_eq!([2, 3, 4].map(|pieces| counts(&solution, pieces).1), [11, 34, 38], "37 quiet moves and one more");
    }

    #[test]
    #[ignore = "takes minutes without optimisation, and 200 MB"]
    fn with_five_pieces_too() {
        let solution = Solution::solve(5, &Stop::new(), &Progress::default()).unwrap();
        assert_eq!(counts(&solution, 5), ([71_334_772, 56_993_144, 11_122_892], 60));
    }
}
