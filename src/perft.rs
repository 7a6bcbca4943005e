//! Counting the leaves of the move tree: the test of every move generator.

use crate::control::Stop;
use crate::game::{Game, Outcome};

/// Nodes between two looks at the stop flag.
const NODES_BETWEEN_STOPS: u32 = 1 << 12;

/// The number of positions exactly `depth` plies on, or `None` when stopped. A skipped turn is a ply;
/// a finished game has no moves. Draws by repetition or by length do not end a game here.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<u64> {
    Counter::new(stop).count(&position.unlimited(), depth)
}

/// The count below each legal move, in the order of [`Game::moves`], or `None` when stopped.
/// `depth` counts the move itself and must be at least 1.
pub fn divide<G: Game>(position: &G, depth: u32, stop: &Stop) -> Option<Vec<(G::Move, u64)>> {
    let position = position.unlimited();
    let mut counter = Counter::new(stop);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().map(|mv| Some((mv, counter.count(&position.after(mv), depth - 1)?))).collect()
}

/// The same number with every leaf played, instead of counted from its parent; `ended` is told how a game ended whose last
/// move was that leaf's.
pub fn played<G: Game>(position: &G, depth: u32, stop: &Stop, ended: &mut dyn FnMut(Outcome)) -> Option<u64> {
    let mut counter = Counter::new(stop);
    counter.play(&position.unlimited(), depth, ended)
}

struct Counter<'a, G: Game> {
    stop: &'a Stop,
    nodes: u32,
    /// Lists of moves that are not in use: one for each depth, so that nothing is allocated at a node.
    spare: Vec<Vec<G::Move>>,
}

impl<'a, G: Game> Counter<'a, G> {
    fn new(stop: &'a Stop) -> Self {
        Counter { stop, nodes: 0, spare: Vec::new() }
    }

    fn count(&mut self, position: &G, depth: u32) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.count() as u64),
            _ => {}
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOPS) && self.stop.is_stopped() {
            return None;
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        position.moves(&mut moves);
        let mut leaves: u64 = 0;
        for &mv in &moves {
            let after = position.after(mv);
            let below = if depth == 2 { after.count() as u64 } else { self.count(&after, depth - 1)? };
            leaves = leaves.saturating_add(below);
        }
        moves.clear();
        self.spare.push(moves);
        Some(leaves)
    }
    fn play(&mut self, position: &G, depth: u32, ended: &mut dyn FnMut(Outcome)) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOPS) && self.stop.is_stopped() {
            return None;
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        position.moves(&mut moves);
        let mut leaves: u64 = 0;
        for &mv in &moves {
            let after = position.after(mv);
            if depth > 1 {
                leaves = leaves.saturating_add(self.play(&after, depth - 1, ended)?);
                continue;
            }
            leaves += 1;
            if let Some(outcome) = after.outcome() {
                ended(outcome);
            }
        }
        moves.clear();
        self.spare.push(moves);
        Some(leaves)
    }
}
