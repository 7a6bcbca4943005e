//! Draws that come of the way to a position: repetition, and too many plies without progress.
//!
//! **Repetition.** A position of the path that comes again counts as a draw at once, and one of the game when it has come
//! up as often as the rules say. A side that can force a win never needs a position twice, so what is proved holds. What
//! the hash table holds was found on other paths. An estimate in it may hold a draw of another path, as in every program
//! of this kind; a proof in it can be wrong for one reason only: its line runs into a position of the game at which the
//! next occurrence is the draw. So while there are such positions, keys are changed by which they are, and what was
//! proved without them is not found.
//!
//! **Plies without progress.** A search to depth `d` cannot meet the limit when more than `d` such plies are left: then the
//! position is *far* from the draw, and its key leaves the count out. Otherwise it is *near*, and its key is changed by the
//! count. A proof found far from the draw, or at another count, takes a number of plies, and holds wherever as many are
//! left: a win on the last of them stands before the draw.

use crate::game::Game;

/// A mixer of words (splitmix64's, by Vigna).
fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The keys of the positions that led to a node: those of the game, the root, and those of the search.
pub(super) struct Path {
    keys: Vec<u64>,
    /// Where the root stands among them.
    root: usize,
    /// What changes all keys, while a position of the game makes a draw the next time that it comes up.
    salt: u64,
    /// The occurrence that makes a draw; 0 where none does.
    often: usize,
}

impl Path {
    /// The way to the root.
    pub(super) fn new<G: Game>(root: &G, earlier: &[u64]) -> Self {
        let Some(often) = G::REPETITION else { return Path { keys: Vec::new(), root: 0, salt: 0, often: 0 } };
        let mut keys = earlier.to_vec();
        keys.push(root.key());
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        let ripe = sorted.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= often);
        let salt = ripe.fold(0, |salt, same| salt ^ mix(same[0]));
        Path { root: earlier.len(), keys, salt, often }
    }

    /// True when a position makes a draw here by having come up before.
    pub(super) fn repeats<G: Game>(&self, position: &G, key: u64) -> bool {
        if self.often == 0 {
            return false;
        }
        let back = position.reversible().min(self.keys.len());
        let mut before = 0;
        for at in (self.keys.len() - back..self.keys.len()).rev().filter(|&at| self.keys[at] == key) {
            before += 1;
            if at >= self.root || before + 1 >= self.often {
                return true;
            }
        }
        false
    }

    /// The key under which the table keeps a position.
    pub(super) fn slot(&self, key: u64, room: Room) -> u64 {
        key ^ self.salt ^ room.near.map_or(0, |plies| mix(u64::from(plies)))
    }

    pub(super) fn push(&mut self, key: u64) {
        if self.often > 0 {
            self.keys.push(key);
        }
    }

    pub(super) fn pop(&mut self) {
        if self.often > 0 {
            self.keys.pop();
        }
    }
}

/// How many plies without progress are left.
#[derive(Clone, Copy)]
pub(super) struct Room {
    plies: Option<u32>,
    /// The same, where a search to the depth may meet the limit.
    near: Option<u32>,
}

impl Room {
    /// The room at a position that is searched to a depth.
    pub(super) fn of<G: Game>(position: &G, depth: i32) -> Self {
        let plies = position.plies_to_draw();
        Room { plies, near: plies.filter(|&plies| i64::from(depth) >= i64::from(plies)) }
    }

    /// As much as any search needs.
    pub(super) fn far() -> Self {
        Room { plies: None, near: None }
    }

    pub(super) fn is_near(&self) -> bool {
        self.near.is_some()
    }

    /// True when a proof that takes so many plies holds.
    pub(super) fn holds(&self, plies: u32) -> bool {
        self.plies.is_none_or(|room| plies <= room)
    }
}
