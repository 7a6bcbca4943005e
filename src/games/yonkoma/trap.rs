//! The best chance of a lost side: how often it is turned when the other side is fallible.
//!
//! The other side is one of the skill levels 3, 5, 7 and 9, each of which plays one move in ten at random, and stays what
//! it is for the rest of the game; the lost side makes its best tries against it, and once it has a won position it wins. For
//! each state that is the mean of four chances, one for each opponent, in one byte.
//!
//! Measured on all lost positions of 10x10, the tries turn .785 instead of .758 against a horizon of 8 plies, and .728
//! instead of .679 against three random moves in ten, where holding out is compared (see [`super::ladder`]). With the four
//! opponents mixed anew at each move instead, it was .784 and .730.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Yonkoma;
use super::horizons::horizons;
use super::solver::Solution;
use super::sweep::{State, sweep};
use crate::control::{Progress, Stop};
use crate::fallible::{Player, opponents};
use crate::game::Value;

/// So much memory must be free beside the numbers, in bytes.
const HEADROOM: usize = 32 << 20;

/// For each place of a board the mean chance of the lost side, in 255ths.
#[derive(Debug)]
pub struct Traps(Vec<u8>);

/// Four chances in 16 bits each.
fn pack(chances: [f64; 4]) -> u64 {
    chances.iter().fold(0, |word, chance| word << 16 | (chance * 65_535.0).round() as u64)
}

fn unpack(word: u64) -> [f64; 4] {
    [48, 32, 16, 0].map(|shift| f64::from((word >> shift) as u16) / 65_535.0)
}

impl Traps {
    /// Works the chances out; `None` when stopped, and when the memory cannot be had: eight bytes a place while it
    /// works, and one byte from then on. `progress` counts states.
    pub fn find(solution: &Solution, parallel: bool, stop: &Stop, progress: &Progress) -> Option<Self> {
        let places = solution.classes().places();
        let words: Vec<AtomicU64> = bytemuck::allocation::try_zeroed_vec(places).ok()?;
        let mut bytes: Vec<u8> = Vec::new();
        bytes.try_reserve_exact(places).ok()?;
        // What the sweep takes besides cannot fail without an end to the program, so there must be some to spare.
        Vec::<u8>::new().try_reserve_exact(HEADROOM).ok()?;
        let opponents = opponents(&horizons(solution.size()));
        let visit = |state: &State<'_>, room: &mut Room| {
            let chances = chances(state, &opponents, room, |place| unpack(words[place].load(Ordering::Relaxed)));
            state.places.iter().for_each(|&place| words[place].store(pack(chances), Ordering::Relaxed));
        };
        if !sweep(solution, parallel, stop, progress, &visit) {
            return None;
        }
        let mean = |word: AtomicU64| unpack(word.into_inner()).iter().sum::<f64>() / 4.0;
        bytes.extend(words.into_iter().map(|word| (mean(word) * 255.0).round() as u8));
        Some(Traps(bytes))
    }

    /// The chance of the lost side at a place, whoever is to move, in 255ths.
    pub fn at(&self, place: usize) -> u8 {
        self.0[place]
    }

    /// The chance of the lost side in a position of this board, in 255ths.
    pub fn of(&self, solution: &Solution, position: &Yonkoma) -> u8 {
        let (row, column) = solution.classes().place_of(position);
        self.at(row * solution.classes().pairs() + column)
    }
}

/// Room for the moves of one state.
#[derive(Default)]
struct Room {
    /// Those that win, with the chances that follow against each opponent.
    wins: Vec<(u16, [f64; 4])>,
    /// The same for one opponent.
    of_one: Vec<(u16, f64)>,
    /// The lengths of those that lose.
    losses: Vec<u16>,
}

/// The chance of the lost side in a state against each opponent, given those in the states that follow.
fn chances(state: &State<'_>, opponents: &[Player; 4], room: &mut Room, after: impl Fn(usize) -> [f64; 4]) -> [f64; 4] {
    let best = |best: [f64; 4], chances: [f64; 4]| std::array::from_fn(|i| best[i].max(chances[i]));
    match (state.value, state.moves) {
        (_, []) => [0.0; 4],
        (Value::Loss(_), moves) => moves.iter().map(|&(_, place)| after(place)).fold([0.0; 4], best),
        (_, &[(_, place)]) => after(place),
        (_, moves) => {
            let Room { wins, of_one, losses } = room;
            wins.clear();
            losses.clear();
            for &(value, place) in moves {
                match value {
                    Value::Win(plies) => wins.push((plies.unwrap_or(0), after(place))),
                    value => losses.push(value.plies().unwrap_or(0)),
                }
            }
            wins.sort_unstable_by_key(|win| win.0);
            std::array::from_fn(|i| {
                of_one.clear();
                of_one.extend(wins.iter().map(|(plies, chances)| (*plies, chances[i])));
                opponents[i].mean_of_wins(of_one, losses)
            })
        }
    }
}
