//! The parts of the board whose patterns the estimate weighs: sixteen lines and nine blocks of 3x3 squares.
//!
//! Each square of a part is empty, blue or white, a digit in base three; the part's number says which pattern it holds. Parts
//! that the square's symmetries take to each other are of one *kind*, and have their squares in an order that goes over
//! from one to the other; patterns of a kind that a symmetry takes to each other are the same *pattern*.
//!
//! The numbers of all parts come at once, as the sum of ten vectors, one for each rank of each side.

use std::sync::LazyLock;

use super::Board;
use super::bits::{SIDE, SYMMETRIES};

/// Parts of the board.
pub const PARTS: usize = 25;
/// Room for the numbers of all parts, in whole vectors.
const LANES: usize = 32;

/// The numbers of the patterns of all parts, or what a rank adds to them.
pub type Numbers = [u16; LANES];

/// What is known of the parts before any position.
pub struct Shapes {
    /// The kind of each part.
    pub kinds: [usize; PARTS],
    /// Where the numbers of each kind begin in a table of all, and behind them its length.
    pub starts: Vec<usize>,
    /// Which pattern each number of each kind is, one kind behind the other.
    pub patterns: Vec<u32>,
    /// How many patterns there are.
    pub different: usize,
    /// What each rank of each side adds to the numbers.
    partials: [[[Numbers; 32]; SIDE as usize]; 2],
}

/// The squares of all parts by their numbers, in any order.
fn parts() -> Vec<Vec<u8>> {
    let line = |from: i8, step: i8, length: i8| (0..length).map(|at| (from + at * step) as u8).collect();
    let mut parts: Vec<Vec<u8>> = (0..5).map(|rank| line(5 * rank, 1, 5)).collect();
    parts.extend((0..5).map(|file| line(file, 5, 5)));
    parts.extend([(0, 6, 5), (4, 4, 5), (1, 6, 4), (5, 6, 4), (3, 4, 4), (9, 4, 4)].map(|(f, s, l)| line(f, s, l)));
    for corner in [0, 1, 2, 5, 6, 7, 10, 11, 12] {
        parts.push((0..9).map(|at| corner + at / 3 * 5 + at % 3).collect());
    }
    parts
}

/// The squares of a part as a view has them, in their order.
fn seen(part: &[u8], view: usize) -> Vec<u8> {
    part.iter().map(|&at| SYMMETRIES[view][usize::from(at)]).collect()
}

fn same_squares(one: &[u8], two: &[u8]) -> bool {
    one.len() == two.len() && one.iter().all(|square| two.contains(square))
}

/// Which of the different patterns each number of a part is, counted from `first`.
fn patterns_of(part: &[u8], first: usize) -> Vec<u32> {
    // What a digit at each place is worth at the place where a symmetry that keeps the part puts it.
    let turns: Vec<Vec<usize>> = (0..8)
        .map(|view| seen(part, view))
        .filter(|other| same_squares(part, other))
        .map(|other| {
            let place = |at: &u8| part.iter().position(|own| own == at).unwrap_or(0);
            other.iter().map(|at| 3usize.pow(place(at) as u32)).collect()
        })
        .collect();
    let mut patterns: Vec<u32> = Vec::new();
    let mut next = first as u32;
    let mut digits = vec![0; part.len()];
    for number in 0..3usize.pow(part.len() as u32) {
        let turned = |turn: &Vec<usize>| -> usize { digits.iter().zip(turn).map(|(digit, worth)| digit * worth).sum() };
        let least = turns.iter().map(turned).min().unwrap_or(number);
        patterns.push(if least < number { patterns[least] } else { next });
        next += u32::from(least >= number);
        for digit in &mut digits {
            *digit = (*digit + 1) % 3;
            if *digit > 0 {
                break;
            }
        }
    }
    patterns
}

/// The parts.
pub static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let mut parts = parts();
    let mut first_of_kind: Vec<Vec<u8>> = Vec::new();
    let mut kinds = [0; PARTS];
    for (part, kind) in parts.iter_mut().zip(&mut kinds) {
        let known = first_of_kind.iter().enumerate().find_map(|(kind, first)| {
            let views = (0..8).map(|view| seen(first, view));
            views.into_iter().find(|other| same_squares(part, other)).map(|other| (kind, other))
        });
        match known {
            Some((of, in_order)) => (*kind, *part) = (of, in_order),
            None => {
                *kind = first_of_kind.len();
                first_of_kind.push(part.clone());
            }
        }
    }
    let (mut starts, mut patterns, mut different) = (vec![0], Vec::new(), 0);
    for first in &first_of_kind {
        patterns.extend(patterns_of(first, different));
        different = patterns.iter().max().map_or(0, |&last| last as usize + 1);
        starts.push(patterns.len());
    }
    let mut partials = [[[[0; LANES]; 32]; SIDE as usize]; 2];
    for (lane, part) in parts.iter().enumerate() {
        for (place, square) in part.iter().enumerate() {
            let (rank, file) = (usize::from(square / SIDE), square % SIDE);
            let worth = 3u16.pow(place as u32);
            for row in (0..32usize).filter(|row| row >> file & 1 == 1) {
                partials[0][rank][row][lane] += worth;
                partials[1][rank][row][lane] += 2 * worth;
            }
        }
    }
    Shapes { kinds, starts, patterns, different, partials }
});

impl Shapes {
    /// The numbers of all parts of a board.
    #[inline]
    pub fn numbers(&self, board: &Board) -> Numbers {
        let mut numbers = [0; LANES];
        for (side, partials) in self.partials.iter().enumerate() {
            for (rank, partials) in partials.iter().enumerate() {
                let part = &partials[(board.of(side) >> (5 * rank)) as usize & 31];
                for (number, part) in numbers.iter_mut().zip(part) {
                    *number += part;
                }
            }
        }
        numbers
    }

    /// The places of the parts' numbers in a table of all kinds.
    #[inline]
    pub fn places(&self, board: &Board) -> impl Iterator<Item = usize> {
        let numbers = self.numbers(board);
        self.kinds.iter().zip(numbers).map(|(&kind, number)| self.starts[kind] + usize::from(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_five_kinds_of_lines_and_three_of_blocks() {
        let shapes = &*SHAPES;
        assert_eq!(shapes.kinds[..16], [0, 1, 2, 1, 0, 0, 1, 2, 1, 0, 3, 3, 4, 4, 4, 4]);
        assert_eq!(shapes.kinds[16..], [5, 6, 5, 6, 7, 6, 5, 6, 5]);
        let lengths: Vec<usize> = shapes.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(lengths, [243, 243, 243, 243, 81, 19683, 19683, 19683]);
    }

    #[test]
    fn patterns_are_counted_by_burnside_s_lemma() {
        // Lines read backwards: (3^5 + 3^3) / 2 and (3^4 + 3^2) / 2. Blocks with one mirror: (3^9 + 3^6) / 2; with all eight
        // views: (3^9 + 3^5 + 2 * 3^3 + 4 * 3^6) / 8.
        assert_eq!(SHAPES.different, 4 * 135 + 45 + 2 * 10206 + 2862);
    }

    #[test]
    fn every_view_of_a_board_has_the_same_patterns() {
        let mut rng = fastrand::Rng::with_seed(9);
        let shapes = &*SHAPES;
        for _ in 0..300 {
            let (blue, white) = (rng.u32(..), rng.u32(..) & rng.u32(..));
            let pieces = [blue & !white, white].map(|set| set & super::super::bits::ALL);
            let patterns = |view: usize| {
                let board = Board { pieces: pieces.map(|set| super::super::bits::seen(set, view)) };
                let mut patterns: Vec<u32> = shapes.places(&board).map(|place| shapes.patterns[place]).collect();
                patterns.sort_unstable();
                patterns
            };
            assert!((1..8).all(|view| patterns(view) == patterns(0)));
        }
    }
}
