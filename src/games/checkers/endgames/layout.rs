//! How the positions with few pieces are numbered, without gaps, Coral being to move.
//!
//! A *slice* is a material: so many men and kings of each side. Within a slice a position is the squares of Coral's men,
//! of White's, of Coral's kings, of White's, in the order of their weight. Each is a set out of the squares that those before
//! it leave (men out of 28, not those on which they would be crowned), numbered in the order of the sets read as binary
//! numbers; the number of a set is a sum of binomial coefficients, its place in the combinatorial number system.
//!
//! So what one placement of all men leaves for the kings is one run of numbers: the *run* in which quiet moves stay.
//! Slices follow one another by their pieces, then by their men, so that the numbers for fewer pieces are a prefix of
//! those for more.

use std::sync::Arc;

use super::super::bits::{Bits, CROWNING, each};
use super::super::moves::Board;

/// The fewest pieces of a position that is on.
pub const FEWEST: u8 = 2;
/// The most pieces that tables are made for; 7 would need 35 thousand million bytes.
pub const MOST: u8 = 6;

/// Squares on which a man can stand.
const MEN: u32 = 28;
/// Squares.
const ALL: u32 = 32;

/// Binomial coefficients.
const CHOOSE: [[u32; MOST as usize + 1]; ALL as usize + 1] = {
    let mut table = [[0; MOST as usize + 1]; ALL as usize + 1];
    let mut n = 0;
    while n <= ALL as usize {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST as usize {
            table[n][k] = if n == 0 { 0 } else { table[n - 1][k - 1] + table[n - 1][k] };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` out of `n`.
fn choose(n: u32, k: u8) -> usize {
    CHOOSE[n as usize][usize::from(k)] as usize
}

/// A set without the squares of another: those above move down.
#[inline(always)]
fn squeeze(mut set: Bits, mut out: Bits) -> Bits {
    while out != 0 {
        let bit = 1 << (31 - out.leading_zeros());
        out ^= bit;
        set = (set & (bit - 1)) | ((set >> 1) & !(bit - 1));
    }
    set
}

/// The reverse: a set that was squeezed, back among the squares of the other.
#[inline(always)]
fn spread(mut set: Bits, mut out: Bits) -> Bits {
    while out != 0 {
        let low = (out & out.wrapping_neg()) - 1;
        out &= out - 1;
        set = (set & low) | ((set & !low) << 1);
    }
    set
}

/// The number of a set among those of the same size, in the order of binary numbers.
#[inline(always)]
fn rank(mut set: Bits) -> usize {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        rank += CHOOSE[set.trailing_zeros() as usize][k];
        set &= set - 1;
        k += 1;
    }
    rank as usize
}

/// The sets of `k` out of `n`, in the order of binary numbers (Gosper's way from one to the next).
fn subsets(n: u32, k: u8) -> impl Iterator<Item = Bits> {
    let mut next = Some((1u64 << k) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != 0)
            .then(|| {
                let low = set & set.wrapping_neg();
                let ripple = set + low;
                (ripple | (((ripple ^ set) >> 2) / low), n)
            })
            .and_then(|(set, n)| (set >> n == 0).then_some(set));
        (set >> n == 0).then_some(set as Bits)
    })
}

/// One material.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The men of the side to move and of the other.
    pub men: [u8; 2],
    /// The kings of the side to move and of the other.
    pub kings: [u8; 2],
    /// Where its numbers begin.
    pub start: usize,
    /// Placements of the kings for one of the men.
    pub run: usize,
    /// Placements of the enemy's kings for one of all other pieces.
    enemy_kings: usize,
    /// For each placement of the own men, the placements of all men before it; last, all.
    men_starts: Arc<[u32]>,
}

impl Slice {
    fn new(men: [u8; 2], kings: [u8; 2], men_starts: Arc<[u32]>, start: usize) -> Self {
        let free = ALL - u32::from(men[0] + men[1]);
        let enemy_kings = choose(free - u32::from(kings[0]), kings[1]);
        Slice { men, kings, start, run: choose(free, kings[0]) * enemy_kings, enemy_kings, men_starts }
    }

    /// Placements of the men.
    pub fn runs(&self) -> usize {
        self.men_starts[self.men_starts.len() - 1] as usize
    }

    /// Positions.
    pub fn entries(&self) -> usize {
        self.runs() * self.run
    }

    /// The number of pieces.
    pub fn pieces(&self) -> u8 {
        self.men.iter().chain(&self.kings).sum()
    }

    /// The place of a run among all numbers.
    #[inline]
    pub fn run_start(&self, men: [Bits; 2]) -> usize {
        let before = self.men_starts[rank(squeeze(men[0], CROWNING[0]))] as usize;
        self.start + (before + rank(squeeze(men[1], CROWNING[1] | men[0]))) * self.run
    }

    /// The men of a run, by its number in the slice.
    fn men_at(&self, run: usize) -> [Bits; 2] {
        let number = self.men_starts.partition_point(|&start| start as usize <= run).saturating_sub(1);
        let own = spread(unrank(number, self.men[0]), CROWNING[0]);
        let enemy = unrank(run - self.men_starts[number] as usize, self.men[1]);
        [own, spread(enemy, CROWNING[1] | own)]
    }

    /// The place of kings within the run of all these men.
    #[inline(always)]
    pub fn in_run(&self, men: Bits, kings: [Bits; 2]) -> usize {
        rank(squeeze(kings[0], men)) * self.enemy_kings + rank(squeeze(kings[1], men | kings[0]))
    }

    /// All placements of the men, in order.
    pub fn each_run(&self) -> impl Iterator<Item = [Bits; 2]> + use<> {
        let men = self.men;
        subsets(MEN, men[0]).map(|set| spread(set, CROWNING[0])).flat_map(move |own| {
            let spots = MEN - (own & !CROWNING[1]).count_ones();
            subsets(spots, men[1]).map(move |set| [own, spread(set, CROWNING[1] | own)])
        })
    }

    /// The placements of the kings, to be found by their places.
    pub fn spots(&self) -> Spots {
        let free = ALL - u32::from(self.men[0] + self.men[1]);
        let enemy = subsets(free - u32::from(self.kings[0]), self.kings[1]).collect();
        Spots { own: subsets(free, self.kings[0]).collect(), enemy }
    }

    /// The position with these pieces.
    #[inline(always)]
    pub fn board(men: [Bits; 2], kings: [Bits; 2]) -> Board {
        Board { pieces: [men[0] | kings[0], men[1] | kings[1]], kings: kings[0] | kings[1] }
    }
}

/// The kings' squares in a slice by their places in a run.
#[derive(Clone, Debug)]
pub struct Spots {
    own: Vec<Bits>,
    enemy: Vec<Bits>,
}

impl Spots {
    /// The kings at a place in the run of all these men.
    #[inline(always)]
    pub fn kings(&self, place: usize, men: Bits) -> [Bits; 2] {
        let own = spread(self.own[place / self.enemy.len()], men);
        [own, spread(self.enemy[place % self.enemy.len()], men | own)]
    }

    /// Calls `found` with each place and its kings, in order.
    #[inline(always)]
    pub fn each(&self, men: Bits, mut found: impl FnMut(usize, [Bits; 2])) {
        let mut place = 0;
        for &own in &self.own {
            let own = spread(own, men);
            for &enemy in &self.enemy {
                found(place, [own, spread(enemy, men | own)]);
                place += 1;
            }
        }
    }
}

/// All positions with up to so many pieces.
#[derive(Clone, Debug)]
pub struct Layout {
    pieces: u8,
    slices: Vec<Slice>,
    /// By material, which slice; `NONE` for none.
    by_material: Vec<u16>,
}

const NONE: u16 = u16::MAX;
/// Counts of a kind of piece, to tell materials apart.
const COUNTS: usize = MOST as usize + 1;

fn material(men: [u8; 2], kings: [u8; 2]) -> usize {
    let count = |code, pieces: u8| code * COUNTS + usize::from(pieces);
    [men[0], kings[0], men[1], kings[1]].into_iter().fold(0, count)
}

fn men_starts(men: [u8; 2]) -> Arc<[u32]> {
    let mut starts = vec![0];
    for own in subsets(MEN, men[0]) {
        let spots = MEN - (spread(own, CROWNING[0]) & !CROWNING[1]).count_ones();
        starts.push(starts[starts.len() - 1] + choose(spots, men[1]) as u32);
    }
    starts.into()
}

impl Layout {
    /// The numbering for up to so many pieces, from [`FEWEST`] to [`MOST`].
    pub fn new(pieces: u8) -> Self {
        let pieces = pieces.clamp(FEWEST, MOST);
        let mut slices: Vec<Slice> = Vec::new();
        let mut by_material = vec![NONE; COUNTS.pow(4)];
        let mut start = 0;
        for all in FEWEST..=pieces {
            for men in 0..=all {
                for own_men in 0..=men {
                    let both_men = [own_men, men - own_men];
                    let starts = men_starts(both_men);
                    for own_kings in 0..=all - men {
                        let kings = [own_kings, all - men - own_kings];
                        if own_men + kings[0] == 0 || both_men[1] + kings[1] == 0 {
                            continue;
                        }
                        by_material[material(both_men, kings)] = slices.len() as u16;
                        let slice = Slice::new(both_men, kings, Arc::clone(&starts), start);
                        start += slice.entries();
                        slices.push(slice);
                    }
                }
            }
        }
        Layout { pieces, slices, by_material }
    }

    /// The most pieces.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The slices, in the order of their numbers.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// All positions.
    pub fn entries(&self) -> usize {
        self.slices.last().map_or(0, |last| last.start + last.entries())
    }

    /// Which slice holds a material, if both sides have pieces and there are not too many.
    #[inline]
    pub fn slice(&self, men: [u8; 2], kings: [u8; 2]) -> Option<&Slice> {
        let all: u8 = men.iter().chain(&kings).sum();
        if all > self.pieces {
            return None;
        }
        self.slices.get(usize::from(self.by_material[material(men, kings)]))
    }

    /// The number of a board with Coral to move, if the layout has it.
    #[inline]
    pub fn index(&self, board: &Board) -> Option<usize> {
        let (men, kings) = ([board.men(0), board.men(1)], [board.kings(0), board.kings(1)]);
        let count = |sets: [Bits; 2]| sets.map(|set| set.count_ones().min(32) as u8);
        let slice = self.slice(count(men), count(kings))?;
        Some(slice.run_start(men) + slice.in_run(men[0] | men[1], kings))
    }

    /// Calls `found` with each of these numbers and its board, in order. `spots` are those of all slices.
    pub fn walk(&self, spots: &[Spots], range: std::ops::Range<usize>, mut found: impl FnMut(usize, Board)) {
        let mut index = range.start;
        while index < range.end {
            let number = self.slices.partition_point(|slice| slice.start <= index).saturating_sub(1);
            let (slice, spots) = (&self.slices[number], &spots[number]);
            let mut run = (index - slice.start) / slice.run;
            while run < slice.runs() && index < range.end {
                let men = slice.men_at(run);
                let all = men[0] | men[1];
                let (start, end) =
                    (slice.start + run * slice.run, (slice.start + (run + 1) * slice.run).min(range.end));
                for at in index..end {
                    found(at, Slice::board(men, spots.kings(at - start, all)));
                }
                (run, index) = (run + 1, end);
            }
        }
    }

    /// The slice and the board of a number.
    pub fn board(&self, index: usize) -> Option<(&Slice, Board)> {
        let slice = self.slices[..self.slices.partition_point(|slice| slice.start <= index)].last()?;
        let (run, place) = ((index - slice.start) / slice.run, (index - slice.start) % slice.run);
        if run >= slice.runs() {
            return None;
        }
        let men = slice.men_at(run);
        let all = men[0] | men[1];
        let own_kings = spread(unrank(place / slice.enemy_kings, slice.kings[0]), all);
        let enemy_kings = unrank(place % slice.enemy_kings, slice.kings[1]);
        Some((slice, Slice::board(men, [own_kings, spread(enemy_kings, all | own_kings)])))
    }
}

/// The set of `k` with this number.
fn unrank(mut number: usize, k: u8) -> Bits {
    let mut set = 0;
    for k in (1..=k).rev() {
        let top = (0..ALL).rev().find(|&top| choose(top, k) <= number).unwrap_or(0);
        set |= 1 << top;
        number -= choose(top, k);
    }
    set
}

/// The advancement of all men: the steps that they have made, from their own first rows.
pub fn advancement(men: [Bits; 2]) -> u32 {
    let rank = |bit: Bits| u32::from(super::super::bits::square(bit.trailing_zeros()).rank);
    each(men[0]).map(rank).sum::<u32>() + each(men[1]).map(|bit| 7 - rank(bit)).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_number_and_comes_back() {
        let layout = Layout::new(3);
        let mut expected = 0;
        for slice in layout.slices() {
            let spots = slice.spots();
            assert_eq!(slice.start, expected);
            let mut runs = 0;
            for men in slice.each_run() {
                assert_eq!(slice.run_start(men), expected);
                spots.each(men[0] | men[1], |place, kings| {
                    let board = Slice::board(men, kings);
                    assert_eq!(spots.kings(place, men[0] | men[1]), kings);
                    assert_eq!(layout.index(&board), Some(expected + place));
                    assert_eq!(layout.board(expected + place).map(|found| found.1), Some(board));
                });
                expected += slice.run;
                runs += 1;
            }
            assert_eq!(runs, slice.runs());
        }
        let spots: Vec<Spots> = layout.slices().iter().map(Slice::spots).collect();
        for range in [0..layout.entries(), 700..9_000, 40..40] {
            let mut next = range.start;
            layout.walk(&spots, range.clone(), |index, board| {
                assert_eq!((index, layout.index(&board)), (next, Some(next)));
                next += 1;
            });
            assert_eq!(next, range.end);
        }
        assert_eq!((layout.entries(), layout.board(expected).is_none()), (expected, true));
    }

    #[test]
    fn there_are_as_many_positions_as_the_known_tables_have() {
        let totals: Vec<usize> = (FEWEST..=MOST).map(|pieces| Layout::new(pieces).entries()).collect();
        assert_eq!(totals[..2], [3_488, 3_488 + 196_032]);
        assert_eq!(totals[2] - totals[1], 2_574_304 + 1_917_090 + 1_717_922);
        assert_eq!(totals[3] - totals[2], 71_334_772 + 56_993_144 + 11_122_892);
        let smaller = Layout::new(3);
        let same = Layout::new(4).slices()[..smaller.slices().len()]
            .iter()
            .zip(smaller.slices())
            .all(|(one, other)| (one.start, one.men, one.kings) == (other.start, other.men, other.kings));
        assert!(same, "fewer pieces are a prefix");
    }
}
