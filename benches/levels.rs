//! Fits how far the skill levels see on a board: `cargo bench --bench levels [-- SIZE]`.
//!
//! Level 1 sees nothing ahead. Each level gets the horizon with which it scores so much against the one below, and that
//! score is looked for with which perfect play scores as much against level 9: it is halved upon eight times. All scores are
//! exact (`yon ladder --exact`), from the openings of two random plies with both colours.

use yon::control::{Progress, Stop};
use yon::fallible::Player;
use yon::games::yonkoma::{Side, Solution, Traps, duel};

/// Horizons beyond this are no longer looked at, in plies.
const FARTHEST: f64 = 100.0;
/// Scores are met to within this.
const CLOSE: f64 = 0.002;

struct Board {
    solution: Solution,
    traps: Traps,
}

impl Board {
    /// How a player with this horizon, or without limit, scores against one with that.
    fn score(&self, horizon: Option<f64>, below: f64) -> f64 {
        let [upper, lower] = [horizon, Some(below)].map(|horizon| Player::new(horizon, 0.0));
        let traps = horizon.is_none().then_some(&self.traps);
        let sides = [Side { player: &upper, traps }, Side { player: &lower, traps: None }];
        duel(&self.solution, sides, &Stop::new(), &Progress::default()).expect("nobody stops it").score
    }

    /// The horizon that scores so much against this one, by the rule of false position.
    fn above(&self, below: f64, wanted: f64) -> f64 {
        let miss = |horizon: f64| self.score(Some(horizon), below) - wanted;
        let (mut low, mut high) = ((below, 0.5 - wanted), (below + 2.0, miss(below + 2.0)));
        while high.1 < 0.0 && high.0 < FARTHEST {
            low = high;
            high.0 = below + (high.0 - below) * 1.6;
            high.1 = miss(high.0);
        }
        for _ in 0..4 {
            let between = low.0 + (high.0 - low.0) * -low.1 / (high.1 - low.1);
            let found = (between, miss(between));
            match found.1 {
                miss if miss.abs() < CLOSE => return between,
                miss if miss < 0.0 => low = found,
                _ => high = found,
            }
        }
        high.0
    }
}

fn main() {
    let size = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(8);
    let solution = Solution::solve(size, &Stop::new()).expect("nobody stops it");
    let traps = Traps::find(&solution, true, &Stop::new(), &Progress::default()).expect("nobody stops it");
    let board = Board { solution, traps };
    let (mut least, mut most) = (0.5, 0.9);
    for _ in 0..8 {
        let wanted = f64::midpoint(least, most);
        let mut horizons = vec![0.0];
        while horizons.len() < 9 && horizons.last().is_some_and(|last| *last < FARTHEST) {
            horizons.push(board.above(horizons[horizons.len() - 1], wanted));
        }
        let last = horizons[horizons.len() - 1];
        let top = if last < FARTHEST { board.score(None, last) } else { 0.5 };
        println!("{size}x{size}: {wanted:.4} a level, {top:.4} for perfect play: horizons {horizons:.2?}");
        if top > wanted { least = wanted } else { most = wanted }
    }
}
