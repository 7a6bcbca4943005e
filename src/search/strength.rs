//! Playing below full strength: a level sees the true result of a move the less likely, the farther the end is.
//!
//! A level sees the result of a move that ends the game in `d` plies, the move itself counted, with
//! probability 1/(1 + e^((d-h)/1.5)).
//! Whether it sees is decided by a hash of position, move and seed, so a game is consistent and repeatable.
//! It plays the quickest win it sees, else any move that it does not see to lose, else its longest loss.
//!
//! In a game in which results are seldom known, a level searches with blurred estimates instead: see [`super::blur`].

use crate::fallible::{Horizons, sees};
use crate::game::Value;

/// The level that sees everything.
pub const FULL: u8 = 10;

/// A move to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<'a> {
    /// Its text.
    pub text: &'a str,
    /// What it brings, where that is known.
    pub value: Option<Value>,
}

/// The move a level plays, and whether it sees what that brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The index among the choices.
    pub index: usize,
    /// The value, if the level sees it.
    pub seen: Option<Value>,
}

/// How far a level sees, by the horizons of the levels below [`FULL`]; `None` without limit.
pub fn horizon(level: u8, horizons: &Horizons) -> Option<f64> {
    horizons.get(usize::from(level.clamp(1, FULL)) - 1).copied()
}

/// How many plies a search for a level with this horizon looks ahead: farther results it would see with less than 2 %.
pub fn reach(horizon: Option<f64>) -> u32 {
    const PAST_HORIZON: f64 = 6.0;
    horizon.map_or(u32::MAX, |horizon| (horizon + PAST_HORIZON).ceil() as u32)
}

/// splitmix64's mixer (Vigna).
pub(super) fn mix(mut word: u64) -> u64 {
    word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The choice of a level with this horizon among moves, which must not be empty. `key` is the position's and `seed` the
/// game's.
pub fn choose(level: u8, horizon: Option<f64>, key: u64, seed: u64, choices: &[Choice<'_>]) -> Chosen {
    let lot = |text: &str, purpose: u64| {
        let start = mix(seed ^ mix(key ^ purpose));
        text.bytes().fold(start, |word, byte| mix(word ^ u64::from(byte)))
    };
    let uniform = |text: &str| (lot(text, 1) >> 11) as f64 / (1u64 << 53) as f64;
    let seen = |choice: &Choice<'_>| {
        let distance = |value: Value| value.plies().unwrap_or(u16::MAX);
        choice.value.filter(|&value| uniform(choice.text) < sees(horizon, distance(value)))
    };
    // Quickest win, then whatever is not seen to lose in an order drawn by lot, then the longest loss.
    // Among equals the full level plays the first, the others any.
    let equal = |choice: &Choice<'_>| if level >= FULL { 0 } else { lot(choice.text, 2) };
    let order = |(_, choice): &(usize, &Choice<'_>)| match seen(choice) {
        Some(value @ Value::Win(_)) => (0, i64::from(value.rank()), equal(choice)),
        Some(value @ Value::Loss(_)) => (2, i64::from(value.rank()), equal(choice)),
        Some(Value::Draw) | None => (1, 0, lot(choice.text, 2)),
    };
    let (index, choice) = choices.iter().enumerate().min_by_key(order).expect("there is a move to choose");
    Chosen { index, seen: seen(choice) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fallible::HORIZONS;

    fn moves(values: &[Option<Value>]) -> Vec<Choice<'_>> {
        const TEXTS: [&str; 6] = ["a1b2", "a1c3", "a1d4", "f6e5", "f6d4", "f6c3"];
        values.iter().zip(TEXTS).map(|(&value, text)| Choice { text, value }).collect()
    }

    #[test]
    fn the_full_level_plays_the_quickest_win_or_the_longest_loss() {
        let won = [Some(Value::Win(Some(9))), Some(Value::Loss(Some(2))), Some(Value::Win(Some(3)))];
        assert_eq!(choose(FULL, None, 1, 2, &moves(&won)).index, 2);
        let lost = [Some(Value::Loss(Some(9))), Some(Value::Loss(Some(12))), Some(Value::Loss(Some(3)))];
        assert_eq!(choose(FULL, None, 1, 2, &moves(&lost)).index, 1);
    }

    #[test]
    fn a_choice_is_repeatable_and_varies_with_the_seed() {
        let values = [None; 6];
        let choices = moves(&values);
        let first: Vec<usize> = (0..50).map(|seed| choose(3, Some(4.5), 7, seed, &choices).index).collect();
        let again: Vec<usize> = (0..50).map(|seed| choose(3, Some(4.5), 7, seed, &choices).index).collect();
        assert_eq!(first, again);
        assert!((0..6).all(|index| first.contains(&index)), "every move is played by some seed: {first:?}");
    }

    #[test]
    fn past_its_reach_a_level_sees_next_to_nothing() {
        for level in 1..FULL {
            let horizon = horizon(level, &HORIZONS);
            assert!(sees(horizon, reach(horizon) as u16 + 1) < 0.02, "level {level}");
        }
        assert_eq!(reach(horizon(FULL, &HORIZONS)), u32::MAX);
    }

    #[test]
    fn levels_see_as_often_as_the_formula_says() {
        let values = [Some(Value::Win(Some(8)))];
        let choices = moves(&values);
        for level in [1, 4, 9, 10] {
            let horizon = horizon(level, &HORIZONS);
            let seen = (0..4000).filter(|&seed| choose(level, horizon, 5, seed, &choices).seen.is_some()).count();
            let share = seen as f64 / 4000.0;
            assert!((share - sees(horizon, 8)).abs() < 0.04, "level {level}: {share} and {}", sees(horizon, 8));
        }
    }
}
