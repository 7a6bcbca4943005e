//! How long a move may take, as that protocol says it.

use crate::control::{Clock, Limits};
use crate::text::read_digits;

/// What the client has said of time and depth. Times in milliseconds.
#[derive(Default)]
pub(super) struct Level {
    limits: Limits,
    /// Moves of a session of the clock, and its length and what a move adds.
    session: (u64, u64, u64),
    /// What is left on the clock, once it was told.
    left: Option<u64>,
}

/// `M` or `M:S` as milliseconds.
fn base(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    Some(read_digits(minutes)?.saturating_mul(60_000).saturating_add(read_digits(seconds)?.saturating_mul(1000)))
}

/// Seconds, perhaps with a fraction, as milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)?;
    Some((number * 1000.0).round() as u64)
}

impl Level {
    /// A new game: what was said of its clock and of depth is gone.
    pub(super) fn new_game(&mut self) {
        self.limits.depth = None;
        self.left = None;
    }

    /// `level MOVES TIME INCREMENT`; false when a word is none of these.
    pub(super) fn set_session(&mut self, words: &[&str]) -> bool {
        let [moves, time, increment] = words else { return false };
        let (Some(moves), Some(time), Some(increment)) = (read_digits(moves), base(time), seconds(increment)) else {
            return false;
        };
        self.session = (moves, time, increment);
        self.limits.movetime = None;
        self.left = Some(time);
        true
    }

    /// `st SECONDS`.
    pub(super) fn set_move_time(&mut self, text: &str) -> bool {
        let time = seconds(text);
        self.limits.movetime = time.or(self.limits.movetime);
        time.is_some()
    }

    /// `sd DEPTH`.
    pub(super) fn set_depth(&mut self, text: &str) -> bool {
        let depth = read_digits(text).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        self.limits.depth = depth.or(self.limits.depth);
        depth.is_some()
    }

    /// `time LEFT` in hundredths of a second; a clock that has run out is below zero.
    pub(super) fn set_left(&mut self, text: &str) -> bool {
        let Some(left) = read_digits(text.trim_start_matches('-')) else { return false };
        self.left = Some(if text.starts_with('-') { 0 } else { left.saturating_mul(10) });
        true
    }

    /// So much of it was used.
    pub(super) fn spend(&mut self, time: u64) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// The limits of a move of ours behind so many plies.
    pub(super) fn limits(&self, plies: usize) -> Limits {
        let (moves, _, increment) = self.session;
        let moves_to_go = (moves > 0).then(|| moves - plies as u64 / 2 % moves.max(1));
        let clock = self.left.map(|left| Clock { left, increment, moves_to_go });
        Limits { clock: clock.filter(|_| self.limits.movetime.is_none()), ..self.limits.clone() }
    }

    /// The limits of a move that is begun on the other side's time, when our clock is not told. They count on less than is
    /// left by our own measure.
    pub(super) fn limits_ahead(&self, plies: usize) -> Limits {
        let mut limits = self.limits(plies);
        if let Some(clock) = &mut limits.clock {
            clock.left -= clock.left / 8;
        }
        limits
    }

    /// Whether the clock shows at least what these limits count on.
    pub(super) fn covers(&self, limits: &Limits) -> bool {
        limits.clock.is_none_or(|clock| self.left.is_none_or(|left| left >= clock.left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_on_the_other_sides_time_counts_on_less_than_is_left() {
        let mut level = Level::default();
        assert!(level.set_session(&["40", "1:30", "0.5"]) && level.set_left("8000"));
        level.spend(16_000);
        assert_eq!(level.limits(3).clock, Some(Clock { left: 64_000, increment: 500, moves_to_go: Some(39) }));
        let ahead = level.limits_ahead(4);
        assert_eq!(ahead.clock, Some(Clock { left: 56_000, increment: 500, moves_to_go: Some(38) }));
        for (told, covers) in [("6400", true), ("5600", true), ("5599", false), ("-3", false)] {
            assert!(level.set_left(told));
            assert_eq!(level.covers(&ahead), covers, "{told}");
        }
        // With a time for each move there is no clock.
        assert!(level.set_move_time("2.5"));
        assert_eq!(level.limits(0).clock, None);
        assert!(level.covers(&level.limits_ahead(0)));
    }

    #[test]
    fn what_is_no_time_is_refused_and_changes_nothing() {
        let mut level = Level::default();
        assert!(level.set_move_time("3") && level.set_depth("7"));
        assert!(!level.set_move_time("x") && !level.set_depth("-1") && !level.set_left("x"));
        assert!(!level.set_session(&["40", "a", "0"]) && !level.set_session(&["40", "5"]));
        assert_eq!(level.limits(0), Limits { depth: Some(7), movetime: Some(3000), ..Limits::default() });
    }
}
