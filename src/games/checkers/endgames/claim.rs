//! What a table proves of a position in a game: its quiet moves and the limit counted in.
//!
//! Tables are made for a limit of [`RULE`] quiet moves. There they decide every position: a result holds exactly when the
//! quiet moves made and its steps are no more than the limit (see [`Code`]), and what does not hold is a draw, since the
//! side that would win cannot force a capture or a man's move in time.
//!
//! A draw is a draw under any limit. Under others a result is claimed where that is proved:
//!
//! - *No limit:* every result holds, cursed ones too. Steps grow fewer, so no position comes back on the way.
//! - *A larger limit:* a result under the rule whose steps fit the larger limit holds, and so does a cursed one if no
//!   position with as few pieces takes more steps than the limit, since every capture or man's move on the way leads to one
//!   that fits again. What does not fit is a draw where there are no cursed results, with four pieces and fewer; elsewhere
//!   it is not known.
//! - *A smaller limit:* what does not hold under the rule is a draw, and so is what does not fit. What fits holds if no
//!   position with as few pieces takes more steps than the limit; otherwise it is not known.
//!
//! That a position can be drawn by having come up before is not known here.

use super::code::{Code, RULE};
use super::layout::MOST;
use crate::game::Value;

/// The most steps of any position with up to so many pieces, cursed ones included; found by the solver.
const LONGEST: [u8; MOST as usize + 1] = [0, 0, 11, 34, 38, 60, 82];
/// Up to so many pieces no result is cursed.
const UNCURSED: u8 = 4;

/// The value for the side to move of a position that is on: its code, its pieces, the quiet moves that led to it, and their
/// limit (0 for none). `None` when it is not proved.
pub fn claim(code: Code, pieces: u8, quiet: u32, limit: u32) -> Option<Value> {
    let rule = u32::from(RULE);
    let result = if code.is_win() { Value::Win(None) } else { Value::Loss(None) };
    let fits = limit == 0 || quiet.saturating_add(code.steps().into()) <= limit;
    let all_fit = limit == 0 || u32::from(LONGEST[usize::from(pieces.min(MOST))]) <= limit;
    let drawn_by_rule = limit != 0 && limit <= rule && (code.is_cursed() || !fits);
    if code.is_draw() || drawn_by_rule || !fits && limit > rule && pieces <= UNCURSED {
        return Some(Value::Draw);
    }
    let holds = all_fit || !code.is_cursed() && limit >= rule;
    (fits && holds).then_some(result)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::super::bits::Bits;
    use super::super::super::{CORAL, Checkers};
    use super::super::layout::{Layout, Slice, advancement};
    use super::super::solver::Solution;
    use super::*;
    use crate::control::{Progress, Stop};
    use crate::game::{Game, Setup};

    #[test]
    fn a_win_holds_up_to_its_last_step() {
        let win = Code::decided(true, 10);
        for (quiet, limit, value) in [
            (30, 40, Some(Value::Win(None))),
            (31, 40, Some(Value::Draw)),
            (70, 80, Some(Value::Win(None))),
            (900, 0, Some(Value::Win(None))),
            (0, 39, Some(Value::Win(None))),
            (0, 37, None),
            (0, 9, Some(Value::Draw)),
        ] {
            assert_eq!(claim(win, 4, quiet, limit), value, "{quiet} {limit}");
        }
        let cursed = Code::cursed(false, 50);
        for (quiet, limit, value) in [
            (0, 40, Some(Value::Draw)),
            (0, 30, Some(Value::Draw)),
            (0, 55, None),
            (10, 80, Some(Value::Loss(None))),
            (31, 80, None),
            (31, 0, Some(Value::Loss(None))),
        ] {
            assert_eq!(claim(cursed, 5, quiet, limit), value, "{quiet} {limit}");
        }
        assert_eq!(claim(cursed, 6, 0, 80), None, "six pieces may take longer");
        assert_eq!(claim(Code::DRAW, 6, 3, 17), Some(Value::Draw));
    }

    /// What each position is worth under a limit, by its number and the quiet moves: 1 won, -1 lost, 0 drawn, from the
    /// rules alone. A quiet move adds one to the count, and other moves lead to what has been worked out before.
    struct Counted {
        layout: Layout,
        values: Vec<i8>,
        limit: u32,
    }

    impl Counted {
        fn slot(&self, index: usize, quiet: u32) -> usize {
            index * (self.limit as usize + 1) + quiet as usize
        }

        fn new(pieces: u8, limit: u32) -> Self {
            let layout = Layout::new(pieces);
            let mut groups: HashMap<(u8, u8, u32), Vec<(usize, Checkers)>> = HashMap::new();
            let setup = Setup { quiet_limit: limit, ..Setup::of_size(8) };
            for slice in layout.slices() {
                let spots = slice.spots();
                for men in slice.each_run() {
                    let key = (slice.pieces(), slice.men[0] + slice.men[1], u32::MAX - advancement(men));
                    let group = groups.entry(key).or_default();
                    spots.each(men[0] | men[1], |place, kings: [Bits; 2]| {
                        let board = Slice::board(men, kings);
                        let mut position = Checkers::new(CORAL, board.pieces, board.kings, 0).unwrap();
                        position.adopt(&setup);
                        group.push((slice.run_start(men) + place, position));
                    });
                }
            }
            let mut keys: Vec<_> = groups.keys().copied().collect();
            keys.sort_unstable();
            let values = vec![0; layout.entries() * (limit as usize + 1)];
            let mut counted = Counted { layout, values, limit };
            let mut moves = Vec::new();
            for key in keys {
                for quiet in (0..=limit).rev() {
                    for (index, position) in &groups[&key] {
                        let position = position.at_quiet(quiet);
                        let value = match position.outcome() {
                            Some(outcome) => match outcome.value_for(CORAL) {
                                Value::Win(_) => 1,
                                Value::Loss(_) => -1,
                                Value::Draw => 0,
                            },
                            None => {
                                moves.clear();
                                position.moves(&mut moves);
                                moves.iter().map(|&mv| -counted.value(&position.after(mv))).max().unwrap()
                            }
                        };
                        let slot = counted.slot(*index, quiet);
                        counted.values[slot] = value;
                    }
                }
            }
            counted
        }

        /// Of a position with White to move.
        fn value(&self, position: &Checkers) -> i8 {
            match self.layout.index(position.turned().board()) {
                Some(index) => self.values[self.slot(index, position.quiet())],
                None => -1,
            }
        }
    }

    fn claims_equal_counting(pieces: u8, limit: u32) {
        let solution = Solution::solve(pieces, &Stop::new(), &Progress::default()).unwrap();
        let counted = Counted::new(pieces, limit);
        let (mut claimed, mut open) = ([0; 3], 0);
        for index in 0..counted.layout.entries() {
            let (slice, board) = counted.layout.board(index).unwrap();
            for quiet in 0..=limit {
                let position = Checkers::new(CORAL, board.pieces, board.kings, 0).unwrap();
                if !position.board().can_move(0) || quiet == limit {
                    continue;
                }
                let truth = counted.values[counted.slot(index, quiet)];
                match claim(solution.code(index), slice.pieces(), quiet, limit) {
                    Some(value) => {
                        let claim = match value {
                            Value::Win(_) => 1,
                            Value::Draw => 0,
                            Value::Loss(_) => -1,
                        };
                        assert_eq!(claim, truth, "{position:?} after {quiet} of {limit}: {:?}", solution.code(index));
                        claimed[(claim + 1) as usize] += 1;
                    }
                    None => open += 1,
                }
            }
        }
        let all_fit = limit >= u32::from(LONGEST[usize::from(pieces)]);
        assert_eq!(open == 0, all_fit, "{open} open");
        assert!(claimed[1] > 0 && (!all_fit || claimed[0] > 0 && claimed[2] > 0), "{claimed:?}");
    }

    #[test]
    fn claims_are_what_counting_quiet_moves_finds() {
        for limit in [5, 8, 11, 12, 40, 45] {
            claims_equal_counting(2, limit);
        }
        for limit in [5, 8] {
            claims_equal_counting(3, limit);
        }
    }

    #[test]
    #[ignore = "takes a minute without optimisation"]
    fn claims_are_what_counting_finds_with_three_pieces_under_the_rule() {
        for limit in [33, 34, 40, 50] {
            claims_equal_counting(3, limit);
        }
    }
}
