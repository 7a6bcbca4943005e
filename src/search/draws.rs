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
//!
//! **Known results.** An oracle's win counts the plies that are left and knows nothing of positions that came before. It is
//! taken for proved where none of those that are ripe to make a draw can come again. What is built on it may need all the
//! plies that were left, so in the hash table it holds where no fewer are. A draw is one whatever came before.

use crate::game::Game;

/// A mixer of words (splitmix64's, by Vigna).
fn mix(word: u64) -> u64 {
    let mut word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The keys of the positions that make a draw the next time that they come up.
pub(super) fn ripe(keys: &[u64], often: usize) -> Vec<u64> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= often).map(|same| same[0]).collect()
}

/// What changes all keys while there are such positions.
pub(super) fn salt(ripe: &[u64]) -> u64 {
    ripe.iter().fold(0, |salt, &key| salt ^ mix(key))
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
        let salt = salt(&ripe(&keys, often));
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

    /// True while positions of the game make a draw the next time that they come up.
    pub(super) fn is_ripe(&self) -> bool {
        self.salt != 0
    }

    /// True when no position that makes a draw the next time that it comes up can come again from here.
    pub(super) fn is_clear<G: Game>(&self, position: &G) -> bool {
        self.salt == 0 || position.reversible() < self.keys.len() - self.root
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

    /// The plies that are left, as the hash table has them.
    pub(super) fn left(&self) -> u8 {
        self.plies.map_or(u8::MAX, |plies| plies.min(u8::MAX.into()) as u8)
    }

    /// True when a proof that takes so many plies holds.
    pub(super) fn holds(&self, plies: u32) -> bool {
        self.plies.is_none_or(|room| plies <= room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome, Seat, Setup};

    /// A number that goes up and down; nobody wins.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Counter {
        number: u64,
        quiet: u32,
    }

    impl Game for Counter {
        type Move = bool;
        const NAME: &'static str = "counter";
        const SEATS: &'static [&'static str] = &["One", "Two"];
        const REPETITION: Option<usize> = Some(3);

        fn start(_: &Setup) -> Self {
            Counter { number: 0, quiet: 0 }
        }
        fn turn(&self) -> Seat {
            Seat::FIRST
        }
        fn outcome(&self) -> Option<Outcome> {
            None
        }
        fn moves(&self, out: &mut Vec<bool>) {
            out.extend([true, false]);
        }
        fn play(&mut self, up: bool) {
            self.number = if up { self.number.wrapping_add(1) } else { self.number.wrapping_sub(1) };
            self.quiet += 1;
        }
        fn key(&self) -> u64 {
            self.number
        }
        fn reversible(&self) -> usize {
            self.quiet as usize
        }
        fn plies_to_draw(&self) -> Option<u32> {
            Some(40 - self.quiet)
        }
    }

    fn at(number: u64, quiet: u32) -> Counter {
        Counter { number, quiet }
    }

    #[test]
    fn a_position_of_the_path_repeats_at_once_and_one_of_the_game_at_its_third_time() {
        let mut path = Path::new(&at(7, 10), &[5, 6]);
        assert!(path.repeats(&at(7, 11), 7), "the root");
        assert!(!path.repeats(&at(6, 11), 6), "the second time");
        path.push(6);
        assert!(path.repeats(&at(6, 12), 6));
        path.pop();
        assert!(!path.repeats(&at(6, 12), 6));
        let mut path = Path::new(&at(7, 10), &[6, 5, 6]);
        assert!(!path.is_clear(&at(8, 11)));
        path.push(8);
        assert!(
            path.is_clear(&at(9, 1)) && !path.is_clear(&at(9, 2)),
            "the root may come again, and what was before it"
        );
        path.pop();
        assert!(path.repeats(&at(6, 11), 6));
        assert!(!path.repeats(&at(6, 2), 6), "a man has moved since");
    }

    #[test]
    fn keys_change_exactly_while_a_position_is_ripe() {
        let far = Room::far();
        let plain = Path::new(&at(7, 10), &[5, 6]).slot(1, far);
        assert_eq!(plain, 1);
        let ripe = Path::new(&at(7, 10), &[6, 5, 6]).slot(1, far);
        assert_ne!(ripe, plain);
        assert_eq!(Path::new(&at(8, 10), &[6, 6, 9]).slot(1, far), ripe, "the same positions, in whatever order");
        assert_ne!(Path::new(&at(6, 10), &[6, 7, 7]).slot(1, far), ripe);
    }

    #[test]
    fn room_is_near_where_a_search_may_meet_the_limit() {
        assert!(!Room::of(&at(0, 20), 19).is_near());
        assert!(Room::of(&at(0, 20), 20).is_near());
        let room = Room::of(&at(0, 30), 3);
        assert!(room.holds(10) && !room.holds(11));
        let path = Path::new(&at(7, 30), &[]);
        assert_eq!(path.slot(1, room), 1);
        assert_ne!(path.slot(1, Room::of(&at(0, 30), 11)), path.slot(1, Room::of(&at(0, 29), 11)));
    }
}
