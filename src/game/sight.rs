//! How well a level below full strength sees, in a game in which results are seldom known.

/// The sight of one level: how deep it looks, how surely it sees that a game is over, and how far off its estimates are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// How many plies it looks ahead.
    pub depth: u32,
    /// Of a hundred positions in which the game is over, or is known to be won, how many it sees to be so. At 100 every
    /// forced result within the depth is seen; below, exchanges are not followed past the depth either, nor is it foreseen
    /// what the others can do before the next turn.
    pub ends: u32,
    /// The scale of the logistic noise on its estimates, in hundredths of what a beginner sees
    /// ([`crate::game::Evaluator::GRAIN`]).
    pub noise: u32,
}

impl Sight {
    /// A sight from its three numbers: plies, per cent and hundredths.
    pub const fn new(depth: u32, ends: u32, noise: u32) -> Self {
        Sight { depth, ends, noise }
    }

    /// True when nothing that is decided within the depth is overlooked.
    pub const fn is_sure(&self) -> bool {
        self.ends >= 100
    }
}

/// The levels below full strength, from the lowest: one fewer than there are.
pub type Sights = [Sight; 9];
