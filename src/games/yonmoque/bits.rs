//! The 25 squares as the bits of a word, row by row from a1, with the tables that rules and estimates share: steps, chains,
//! lines of four and five, and what an arrival turns over.
//!
//! ```text
//! 5   20 21 22 23 24      N W B W N
//! 4   15 16 17 18 19      W B W B W
//! 3   10 11 12 13 14      B W N W B
//! 2    5  6  7  8  9      W B W B W
//! 1    0  1  2  3  4      N W B W N
//!      a  b  c  d  e      a  b c d e
//! ```

use crate::board::Square;

/// A set of squares.
pub type Bits = u32;

/// Files and ranks of the board.
pub const SIDE: u8 = 5;
/// Squares of the board.
pub const SQUARES: usize = 25;
/// All of them.
pub const ALL: Bits = (1 << SQUARES) - 1;
/// A bit that no square has: what is needed for something that cannot be.
const NEVER: Bits = 1 << 31;

/// The leftmost file.
const FILE_A: Bits = 0x10_8421;
/// The lowest rank.
const RANK_1: Bits = 0x1f;

/// The blue tiles.
const BLUE_TILES: Bits = set(&["c1", "b2", "d2", "a3", "e3", "b4", "d4", "c5"]);
/// The neutral tiles.
pub const NEUTRAL_TILES: Bits = set(&["a1", "e1", "c3", "a5", "e5"]);
/// The tiles of each side's own colour, Blue's first.
pub const TILES: [Bits; 2] = [BLUE_TILES, ALL & !BLUE_TILES & !NEUTRAL_TILES];

/// The bit of a square, or none off the board.
pub const fn bit(square: Square) -> Bits {
    if square.is_on(SIDE, SIDE) { 1 << (square.rank * SIDE + square.file) } else { 0 }
}

/// The square of a bit's number.
pub const fn square(number: u8) -> Square {
    Square::new(number % SIDE, number / SIDE)
}

const fn set(names: &[&str]) -> Bits {
    let (mut bits, mut at) = (0, 0);
    while at < names.len() {
        let name = names[at].as_bytes();
        bits |= bit(Square::new(name[0] - b'a', name[1] - b'1'));
        at += 1;
    }
    bits
}

/// The bits of a set by their numbers.
#[inline(always)]
pub fn each(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(lowest)
    })
}

/// The square so many steps away, or none off the board.
const fn away(from: u8, files: i8, ranks: i8) -> Bits {
    let (file, rank) = ((from % SIDE) as i8 + files, (from / SIDE) as i8 + ranks);
    if file < 0 || rank < 0 || file >= SIDE as i8 || rank >= SIDE as i8 { 0 } else { 1 << (rank * 5 + file) }
}

/// The eight directions: files, ranks.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The squares one step from each.
pub const STEPS: [Bits; SQUARES] = {
    let mut steps = [0; SQUARES];
    let mut at = 0;
    while at < 8 * SQUARES {
        let (files, ranks) = DIRECTIONS[at % 8];
        steps[at / 8] |= away((at / 8) as u8, files, ranks);
        at += 1;
    }
    steps
};

/// Squares from which there is one to the left.
pub const NOT_A: Bits = ALL & !FILE_A;
/// Squares from which there is one to the right.
pub const NOT_E: Bits = ALL & !(FILE_A << 4);

/// The squares of a set and all those next to them.
#[inline(always)]
pub const fn neighbours(set: Bits) -> Bits {
    let wide = set | (set & NOT_E) << 1 | (set & NOT_A) >> 1;
    (wide | wide << 5 | wide >> 5) & ALL
}

/// A slide that goes farther than a step.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The squares that must be empty.
    pub needs: Bits,
    /// Where it ends.
    pub to: Bits,
}

/// Slides from a square: no square has more than two.
const MOST_SLIDES: usize = 2;

/// The slides of two and three squares from each square, for each side.
pub const SLIDES: [[[Slide; MOST_SLIDES]; SQUARES]; 2] = [slides(TILES[0]), slides(TILES[1])];

const fn slides(tiles: Bits) -> [[Slide; MOST_SLIDES]; SQUARES] {
    let mut slides = [[Slide { needs: NEVER, to: 0 }; MOST_SLIDES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let (mut found, mut direction) = (0, 4);
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            let (mut needs, mut length) = (0, 1);
            while length < 5 {
                let to = away(from as u8, files * length, ranks * length);
                if to & tiles == 0 || tiles >> from & 1 == 0 {
                    break;
                }
                needs |= to;
                if length > 1 {
                    slides[from][found] = Slide { needs, to };
                    found += 1;
                }
                length += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    slides
}

/// The shifts along a row, a column, and the two kinds of diagonals.
pub const AXES: [u32; 4] = [1, 5, 6, 4];
/// From which squares four in a row begin along each axis.
pub const FOUR_STARTS: [Bits; 4] = starts(4);
/// From which five begin.
const FIVE_STARTS: [Bits; 4] = starts(5);

const fn starts(length: i8) -> [Bits; 4] {
    let mut starts = [0; 4];
    let mut at = 0;
    while at < 4 * SQUARES {
        let (files, ranks) = [(1, 0), (0, 1), (1, 1), (-1, 1)][at % 4];
        if away((at / 4) as u8, files * (length - 1), ranks * (length - 1)) != 0 {
            starts[at % 4] |= 1 << (at / 4);
        }
        at += 1;
    }
    starts
}

/// From which squares of a set four in a row begin, along each axis.
#[inline(always)]
fn fours(set: Bits) -> [Bits; 4] {
    let four = |axis: usize| {
        let pairs = set & set >> AXES[axis];
        pairs & pairs >> (2 * AXES[axis]) & FOUR_STARTS[axis]
    };
    [four(0), four(1), four(2), four(3)]
}

/// True when a set has four in a row.
#[inline(always)]
pub fn has_four(set: Bits) -> bool {
    fours(set).iter().fold(0, |any, four| any | four) != 0
}

/// True when a set has four in a row of which a part of it is not.
pub fn has_new_four(set: Bits, old: Bits) -> bool {
    fours(set) != fours(set & old)
}

fn fives(set: Bits) -> [Bits; 4] {
    let fours = fours(set);
    std::array::from_fn(|axis| fours[axis] & fours[axis] >> AXES[axis] & FIVE_STARTS[axis])
}

/// True when a set has five in a row of which a part of it is not.
pub fn has_new_five(set: Bits, old: Bits) -> bool {
    fives(set) != fives(set & old)
}

/// The lines of five through each square.
pub const FIVES: [[Bits; 4]; SQUARES] = {
    let mut fives = [[NEVER; 4]; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        fives[at][0] = RANK_1 << (at / 5 * 5);
        fives[at][1] = FILE_A << (at % 5);
        if at.is_multiple_of(6) {
            fives[at][2] = DIAGONALS[at];
        }
        if at / 5 + at % 5 == 4 {
            fives[at][3] = ANTIDIAGONALS[at];
        }
        at += 1;
    }
    fives
};

/// All lines of four squares in a row.
pub const FOURS: [Bits; 28] = {
    let mut lines = [0; 28];
    let (mut found, mut at) = (0, 0);
    while at < 4 * SQUARES {
        let (axis, from) = (at / SQUARES, at % SQUARES);
        if FOUR_STARTS[axis] >> from & 1 == 1 {
            let step = AXES[axis];
            lines[found] = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << from;
            found += 1;
        }
        at += 1;
    }
    lines
};

/// The diagonal through each square that goes up to the right.
const DIAGONALS: [Bits; SQUARES] = lines_through(1, 1);
/// The one that goes up to the left.
const ANTIDIAGONALS: [Bits; SQUARES] = lines_through(-1, 1);

const fn lines_through(files: i8, ranks: i8) -> [Bits; SQUARES] {
    let mut lines = [0; SQUARES];
    let mut at = 0;
    while at < SQUARES {
        let mut far = -4;
        while far <= 4 {
            lines[at] |= away(at as u8, files * far, ranks * far);
            far += 1;
        }
        at += 1;
    }
    lines
}

/// What turns over in a line of five, by the place of arrival, the own pieces, and the enemy's.
static TURNED: [[[u8; 32]; 32]; 5] = {
    let mut turned = [[[0; 32]; 32]; 5];
    let mut at = 0;
    while at < 5 * 32 * 32 {
        let (place, own, enemy) = (at / 1024, at / 32 % 32, at % 32);
        let mut direction = -1;
        while direction <= 1 {
            let (mut next, mut between) = (place as i32 + direction, 0);
            while next >= 0 && next < 5 && enemy >> next & 1 == 1 {
                between |= 1u8 << next;
                next += direction;
            }
            if next >= 0 && next < 5 && own >> next & 1 == 1 {
                turned[place][own][enemy] |= between;
            }
            direction += 2;
        }
        at += 1;
    }
    turned
};

/// Five bits spread over the lowest square of each rank.
const COLUMNS: [Bits; 32] = {
    let mut columns = [0; 32];
    let mut at = 0;
    while at < 32 * 5 {
        if (at / 5) >> (at % 5) & 1 == 1 {
            columns[at / 5] |= 1 << (5 * (at % 5));
        }
        at += 1;
    }
    columns
};

/// The squares of a file as five bits, lowest first: rank r is moved from bit 5r to bit 20 + r.
#[inline(always)]
const fn of_file(set: Bits, file: u32) -> usize {
    const GATHER: Bits = 1 << 20 | 1 << 16 | 1 << 12 | 1 << 8 | 1 << 4;
    ((set >> file & FILE_A).wrapping_mul(GATHER) >> 20 & 31) as usize
}

/// The files of a set that has one square of each at most, as five bits.
#[inline(always)]
const fn files_of(set: Bits) -> usize {
    (set.wrapping_mul(FILE_A) >> 20 & 31) as usize
}

/// The enemy pieces that turn over when a piece has arrived on a square: in every direction those of an unbroken line
/// that ends at an own piece.
#[inline(always)]
pub fn turned_over(at: u8, own: Bits, enemy: Bits) -> Bits {
    let index = usize::from(at) % SQUARES;
    if enemy & STEPS[index] == 0 {
        return 0;
    }
    let (file, rank) = (index as u32 % 5, index as u32 / 5);
    let in_row = TURNED[file as usize][(own >> (5 * rank) & 31) as usize][(enemy >> (5 * rank) & 31) as usize];
    let in_file = TURNED[rank as usize][of_file(own, file)][of_file(enemy, file)];
    let on = |line: Bits| {
        let turned = TURNED[file as usize][files_of(own & line)][files_of(enemy & line)];
        Bits::from(turned).wrapping_mul(FILE_A) & line
    };
    Bits::from(in_row) << (5 * rank)
        | COLUMNS[usize::from(in_file) & 31] << file
        | on(DIAGONALS[index])
        | on(ANTIDIAGONALS[index])
}

/// The number of a square in the square's other seven views: turned and mirrored.
pub const SYMMETRIES: [[u8; SQUARES]; 8] = {
    let mut views = [[0; SQUARES]; 8];
    let mut at = 0;
    while at < 8 * SQUARES {
        let (view, from) = (at / SQUARES, (at % SQUARES) as u8);
        let (mut file, mut rank) = (from % 5, from / 5);
        if view & 1 != 0 {
            file = 4 - file;
        }
        if view & 2 != 0 {
            rank = 4 - rank;
        }
        views[view][from as usize] = if view & 4 != 0 { file * 5 + rank } else { rank * 5 + file };
        at += 1;
    }
    views
};

/// A set as another view of the square has it.
pub fn seen(set: Bits, view: usize) -> Bits {
    each(set).fold(0, |seen, at| seen | 1 << SYMMETRIES[view % 8][usize::from(at)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_are_those_of_the_rules_and_every_symmetry_keeps_them() {
        let counts = [BLUE_TILES, TILES[1], NEUTRAL_TILES].map(Bits::count_ones);
        assert_eq!(counts, [8, 12, 5]);
        assert_eq!(TILES[0] | TILES[1] | NEUTRAL_TILES, ALL);
        for view in 0..8 {
            assert_eq!(seen(BLUE_TILES, view), BLUE_TILES);
            assert_eq!(seen(TILES[1], view), TILES[1]);
            assert_eq!(seen(ALL, view), ALL);
        }
    }

    #[test]
    fn there_are_28_lines_of_four_and_12_of_five() {
        let mut fours = FOURS.to_vec();
        fours.sort_unstable();
        fours.dedup();
        assert_eq!(fours.len(), 28);
        assert!(fours.iter().all(|line| line.count_ones() == 4 && has_four(*line)));
        let mut fives: Vec<Bits> = FIVES.iter().flatten().copied().filter(|line| *line != NEVER).collect();
        fives.sort_unstable();
        fives.dedup();
        assert_eq!(fives.len(), 12);
        assert!(fives.iter().all(|line| line.count_ones() == 5 && has_new_five(*line, 0)));
    }

    #[test]
    fn any_set_has_the_lines_that_the_list_says() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let (set, old) = (rng.u32(..) & ALL, rng.u32(..));
            assert_eq!(has_four(set), FOURS.iter().any(|line| set & line == *line));
            let new = |line: &Bits| set & line == *line && old & line != *line;
            assert_eq!(has_new_four(set, old), FOURS.iter().any(new));
            assert_eq!(has_new_five(set, old), FIVES.iter().flatten().any(new));
        }
    }

    /// Square by square, as the rules say it.
    fn plainly_turned(at: u8, own: Bits, enemy: Bits) -> Bits {
        let mut all = 0;
        for (files, ranks) in DIRECTIONS {
            let mut between = 0;
            for far in 1..5 {
                let next = away(at, files * far, ranks * far);
                if enemy & next == 0 {
                    all |= if own & next != 0 { between } else { 0 };
                    break;
                }
                between |= next;
            }
        }
        all
    }

    #[test]
    fn what_turns_over_is_what_the_rules_say() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut most = 0;
        for _ in 0..200_000 {
            let at = rng.u8(0..25);
            let (own, enemy) = (rng.u32(..) & ALL, rng.u32(..) & rng.u32(..) | rng.u32(..) & ALL);
            let (own, enemy) = (own & !enemy | 1 << at, enemy & ALL & !(1 << at));
            let turned = turned_over(at, own, enemy);
            assert_eq!(turned, plainly_turned(at, own, enemy), "{at} {own:x} {enemy:x}");
            most = most.max(turned.count_ones());
        }
        assert!(most > 5, "{most}");
    }

    #[test]
    fn blue_has_8_slides_and_white_24() {
        let count = |side: usize| SLIDES[side].iter().flatten().filter(|slide| slide.to != 0).count();
        assert_eq!([count(0), count(1)], [8, 24]);
    }
}
