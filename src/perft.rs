//! Counting the leaves of the move tree: the test of every move generator.

use crate::control::Stop;
use crate::game::Game;

/// Nodes between two looks at the stop flag.
const NODES_BETWEEN_STOPS: u32 = 1 << 12;

/// The number of positions exactly `depth` plies on, or `None` when stopped. A skipped turn is a ply;
/// a finished game has no moves.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<u64> {
    Counter { stop, nodes: 0 }.count(position, depth)
}

/// The count below each legal move, in the order of [`Game::moves`], or `None` when stopped.
/// `depth` counts the move itself and must be at least 1.
pub fn divide<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<Vec<(G::Move, u64)>> {
    let mut counter = Counter { stop, nodes: 0 };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| Some((mv, counter.count(&position.after(mv), depth - 1)?))).collect()
}

struct Counter<'a> {
    stop: &'a Stop,
    nodes: u32,
}

impl Counter<'_> {
    fn count<G: Game>(&mut self, position: &G, depth: u32) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.count() as u64),
            _ => {}
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOPS) && self.stop.is_stopped() {
            return None;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves
            .into_iter()
            .try_fold(0, |sum: u64, mv| Some(sum.saturating_add(self.count(&position.after(mv), depth - 1)?)))
    }
}
