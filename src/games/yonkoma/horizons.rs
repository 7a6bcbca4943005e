//! How far the skill levels see on each board.
//!
//! On 10x10 the horizons are those of [`HORIZONS`]. On 4x4, 6x6, 8x8 and 12x12 they were fitted so that each level beats the
//! one below by the same score, from level 1 with no horizon to perfect play (`cargo bench --bench levels`): .519, .606, .673
//! and .76. Those of larger boards go on from there by as much for each two squares of the side as between 8x8 and 12x12.
//! What came of it `yon ladder --exact` tells.

use crate::fallible::{HORIZONS, Horizons};

/// The horizons of levels 1 to 9 on a board of this side, in plies.
pub fn horizons(size: u8) -> Horizons {
    const OF_12: Horizons = [0.0, 4.2, 7.1, 10.0, 12.7, 15.5, 18.3, 21.4, 25.1];
    const FOR_TWO_MORE: Horizons = [0.0, 0.6, 1.1, 1.6, 2.05, 2.55, 3.0, 3.5, 4.0];
    match size {
        ..=5 => [0.0, 0.84, 1.45, 2.04, 2.64, 3.21, 3.82, 4.57, 5.7],
        6 | 7 => [0.0, 2.15, 3.55, 4.75, 5.86, 6.97, 8.15, 9.5, 11.29],
        8 | 9 => [0.0, 3.0, 5.0, 6.8, 8.6, 10.4, 12.3, 14.4, 17.1],
        10 | 11 => HORIZONS,
        larger => std::array::from_fn(|level| OF_12[level] + f64::from(larger - 12) / 2.0 * FOR_TWO_MORE[level]),
    }
}

/// The ratings of levels 1 to 10 on a board of this side, in Elo above a player who plays any move: as `yon ladder --exact`
/// finds them. Those of boards above 14x14 were not worked out and are taken to be the same as there.
pub fn ratings(size: u8) -> [u32; 10] {
    match size {
        ..=5 => [24, 37, 48, 61, 74, 87, 100, 114, 127, 140],
        6 | 7 => [40, 114, 190, 265, 340, 415, 491, 566, 642, 713],
        8 | 9 => [41, 165, 294, 419, 545, 671, 796, 920, 1046, 1171],
        10 | 11 => [41, 138, 262, 400, 540, 686, 870, 1047, 1259, 1513],
        12 | 13 => [42, 244, 445, 654, 853, 1062, 1264, 1467, 1668, 1869],
        _ => [42, 286, 524, 774, 1009, 1260, 1504, 1741, 1967, 2174],
    }
}
