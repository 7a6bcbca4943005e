//! What a table says of a position, in one byte, and how it follows from the positions after it.

/// The quiet moves after which the game is drawn, in the rule that tables are made for.
pub const RULE: u8 = 40;
/// The most steps that are told apart in a result that the rule takes away; more are counted as so many.
pub const MOST_STEPS: u8 = 86;

/// The codes of results that hold under the rule are below this.
const FIRST_CURSED: u8 = 2 * RULE + 3;

/// A result for the side to move.
///
/// The *steps* of a win or loss are the moves of both sides up to and including the next capture or man's move, or the
/// move after which the loser has none, when the winner hurries to win and the loser holds out. Under a limit of
/// `RULE` quiet moves, of which `q` have been made, a result holds exactly when `q + steps` is no more than the limit: the
/// last step is a capture or a man's move and must come before the limit is full, as move `q + steps` at latest, or it
/// leaves the loser without a move, and that counts before the limit.
///
/// A result is *cursed* when it holds only without the limit. Its steps lead to a capture or a man's move that keeps
/// such a result, by way of positions of which some are won or lost under the rule and have their own steps.
///
/// Codes: 0 is a draw, 1 + 2 s + w a result under the rule, and 83 + 2 (s - 1) + w a cursed one, with s steps and w 1 for a
/// win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(pub u8);

impl Code {
    /// Neither side can force a win.
    pub const DRAW: Code = Code(0);

    /// A result in so many steps; cursed when they are too many.
    pub fn decided(won: bool, steps: u8) -> Self {
        if steps > RULE { Code::cursed(won, steps) } else { Code(1 + 2 * steps + u8::from(won)) }
    }

    /// A result in so many steps that holds only without the rule.
    pub fn cursed(won: bool, steps: u8) -> Self {
        Code(FIRST_CURSED + 2 * (steps.clamp(1, MOST_STEPS) - 1) + u8::from(won))
    }

    /// True where a table can hold this.
    pub fn is_valid(self) -> bool {
        self.0 < u8::MAX
    }

    /// True for a draw, with the rule and without it.
    pub fn is_draw(self) -> bool {
        self.0 == 0
    }

    /// True for a result that holds only without the rule.
    pub fn is_cursed(self) -> bool {
        self.0 >= FIRST_CURSED
    }

    /// True for a win, cursed or not.
    pub fn is_win(self) -> bool {
        !self.is_draw() && self.0.is_multiple_of(2)
    }

    /// True for a loss, cursed or not.
    pub fn is_loss(self) -> bool {
        !self.is_draw() && self.0 % 2 == 1
    }

    /// The steps; 0 of a draw.
    pub fn steps(self) -> u8 {
        match self.0 {
            0 => 0,
            code if code >= FIRST_CURSED => (code - FIRST_CURSED) / 2 + 1,
            code => (code - 1) / 2,
        }
    }

    /// In words, for people.
    pub fn words(self) -> String {
        let steps = self.steps();
        match (self.is_win(), self.is_cursed()) {
            _ if self.is_draw() => "a draw".into(),
            (true, false) => format!("a win in {steps}"),
            (false, false) => format!("a loss in {steps}"),
            (true, true) => format!("a win in {steps} without the rule of {RULE} moves"),
            (false, true) => format!("a loss in {steps} without the rule of {RULE} moves"),
        }
    }
}

/// The moves of a position, weighed.
#[derive(Clone, Copy, Debug)]
pub struct Weighing {
    /// The fewest steps to a win under the rule and without it, or `NONE`.
    win: u8,
    plain_win: u8,
    /// The most steps to a loss.
    longest: u8,
    /// Some move does not lose under the rule; some does not lose without it.
    holds: bool,
    plain_holds: bool,
    /// Some move leads to a cursed result.
    cursed: bool,
}

const NONE: u8 = u8::MAX;

impl Default for Weighing {
    fn default() -> Self {
        Weighing { win: NONE, plain_win: NONE, longest: 0, holds: false, plain_holds: false, cursed: false }
    }
}

impl Weighing {
    /// Adds a move: whether it is a capture or a man's move, and what is stored of the position after it.
    #[inline]
    pub fn add(&mut self, resets: bool, after: Code) {
        let steps = if resets { 1 } else { after.steps() + 1 };
        self.cursed |= after.is_cursed();
        if after.is_win() {
            self.longest = self.longest.max(steps);
            self.holds |= after.is_cursed();
            return;
        }
        (self.holds, self.plain_holds) = (true, true);
        if after.is_loss() {
            self.plain_win = self.plain_win.min(steps);
            if !after.is_cursed() {
                self.win = self.win.min(steps);
            }
        }
    }

    /// A capture after which the enemy has nothing left, or is to move and cannot.
    pub fn add_end(&mut self) {
        self.add(true, Code::decided(false, 0));
    }

    /// True when a move leads to a cursed result.
    pub fn meets_curse(&self) -> bool {
        self.cursed
    }

    /// True when a move wins in one step under the rule: no other need be looked at.
    pub fn wins_at_once(&self) -> bool {
        self.win == 1
    }

    /// True when there is a move that wins without the rule.
    pub fn wins_plainly(&self) -> bool {
        self.plain_win != NONE
    }

    /// True when some move does not lose under the rule.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// True when some move does not lose even without the rule.
    pub fn holds_plainly(&self) -> bool {
        self.plain_holds
    }

    /// What is stored of the position whose moves these are.
    pub fn code(&self) -> Code {
        if self.win <= RULE {
            Code::decided(true, self.win)
        } else if !self.holds {
            Code::decided(false, self.longest)
        } else if self.plain_win != NONE {
            Code::cursed(true, self.plain_win)
        } else if !self.plain_holds {
            Code::cursed(false, self.longest)
        } else {
            Code::DRAW
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart_and_fill_a_byte() {
        let mut seen = std::collections::HashSet::from([Code::DRAW.0]);
        for won in [true, false] {
            for (cursed, steps) in
                (0..=RULE).map(|steps| (false, steps)).chain((1..=MOST_STEPS).map(|steps| (true, steps)))
            {
                let code = if cursed { Code::cursed(won, steps) } else { Code::decided(won, steps) };
                assert!(seen.insert(code.0), "{code:?}");
                let read = (code.is_win(), code.is_loss(), code.is_cursed(), code.steps(), code.is_valid());
                assert_eq!(read, (won, !won, cursed, steps, true));
            }
        }
        assert_eq!(seen.len(), 255);
        assert_eq!(Code::decided(true, 41), Code::cursed(true, 41));
        assert_eq!(Code::cursed(true, 200).steps(), MOST_STEPS);
    }

    fn weighed(moves: &[(bool, Code)]) -> Code {
        let mut weighing = Weighing::default();
        moves.iter().for_each(|&(resets, after)| weighing.add(resets, after));
        weighing.code()
    }

    #[test]
    fn a_position_follows_from_its_moves() {
        let (win, loss) = (|steps| Code::decided(true, steps), |steps| Code::decided(false, steps));
        let (cursed_win, cursed_loss) = (|steps| Code::cursed(true, steps), |steps| Code::cursed(false, steps));
        assert_eq!(weighed(&[]), loss(0), "no move");
        assert_eq!(weighed(&[(false, loss(6)), (true, Code::DRAW)]), win(7));
        assert_eq!(weighed(&[(false, loss(6)), (true, loss(30))]), win(1));
        assert_eq!(weighed(&[(false, win(6)), (true, win(30))]), loss(7));
        assert_eq!(weighed(&[(false, win(6)), (false, Code::DRAW)]), Code::DRAW);
        assert_eq!(weighed(&[(false, loss(40)), (false, Code::DRAW)]), cursed_win(41));
        assert_eq!(weighed(&[(false, win(40))]), cursed_loss(41));
        assert_eq!(weighed(&[(true, cursed_loss(41)), (false, loss(40))]), cursed_win(1));
        assert_eq!(weighed(&[(true, cursed_win(41)), (false, win(4))]), cursed_loss(5));
        assert_eq!(weighed(&[(true, cursed_win(41)), (false, Code::DRAW)]), Code::DRAW);
    }
}
