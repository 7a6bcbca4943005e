//! What is worth telling about a table: how many positions are won, lost and drawn, by their pieces.

use rayon::prelude::*;
use serde::Serialize;

use super::super::Checkers;
use super::layout::FEWEST;
use super::solver::Solution;
use super::table::fingerprint_of;
use crate::game::Game;

/// Positions with so many pieces, one side to move; results under the rule of 40 quiet moves and without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// How many pieces.
    pub pieces: u8,
    /// Won by the side to move, with the rule or without it.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn without the rule too.
    pub drawn: u64,
    /// Of those won, how many are not under the rule.
    pub won_without_the_rule: u64,
    /// Of those lost, how many are not under the rule.
    pub lost_without_the_rule: u64,
    /// The most moves to the next capture or man's move, that one included.
    pub longest: u8,
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            pieces: self.pieces.max(other.pieces),
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            won_without_the_rule: self.won_without_the_rule + other.won_without_the_rule,
            lost_without_the_rule: self.lost_without_the_rule + other.lost_without_the_rule,
            longest: self.longest.max(other.longest),
        }
    }
}

/// The results of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Survey {
    /// Always `checkers`.
    pub game: &'static str,
    /// The most pieces.
    pub pieces: u8,
    /// Positions with one side to move.
    pub positions: u64,
    /// By the number of pieces.
    pub counts: Vec<Counts>,
    /// A hash of all values.
    pub fingerprint: String,
}

/// Positions that are counted at a time.
const PART: usize = 1 << 16;

fn count(solution: &Solution, pieces: u8) -> Counts {
    let slices = solution.layout().slices().iter().filter(|slice| slice.pieces() == pieces);
    let parts: Vec<_> = slices
        .flat_map(|slice| {
            let end = slice.start + slice.entries();
            (slice.start..end).step_by(PART).map(move |start| start..(start + PART).min(end))
        })
        .collect();
    let of_part = |range: std::ops::Range<usize>| {
        let mut counts = Counts { pieces, ..Counts::default() };
        for code in solution.codes(range) {
            let cursed = u64::from(code.is_cursed());
            counts.won += u64::from(code.is_win());
            counts.lost += u64::from(code.is_loss());
            counts.drawn += u64::from(code.is_draw());
            counts.won_without_the_rule += cursed * u64::from(code.is_win());
            counts.lost_without_the_rule += cursed * u64::from(code.is_loss());
            counts.longest = counts.longest.max(code.steps());
        }
        counts
    };
    parts.into_par_iter().map(of_part).reduce(Counts::default, Counts::plus)
}

impl Survey {
    /// Looks at every value.
    pub fn of(solution: &Solution) -> Self {
        let pieces = solution.layout().pieces();
        Survey {
            game: Checkers::NAME,
            pieces,
            positions: solution.layout().entries() as u64,
            counts: (FEWEST..=pieces).map(|pieces| count(solution, pieces)).collect(),
            fingerprint: format!("{:016x}", fingerprint_of(solution)),
        }
    }
}
