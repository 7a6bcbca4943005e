//! The hash table: fixed memory, shared by threads without locks.
//!
//! An entry is two words, the data and the key xor the data, so an entry torn by two writers is seen
//! as no entry (Hyatt and Mann, "A lock-less transposition table implementation", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// The true score is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score, with forced results counted from this position.
    pub score: i16,
    /// The depth of the search that found it.
    pub depth: u8,
    /// How the score bounds the true one.
    pub bound: Bound,
    /// How many plies without progress were left; 255 for as many or more, and where there is no limit.
    pub room: u8,
    /// The best move's index in the order of [`crate::game::Game::moves`], or [`NO_MOVE`].
    pub index: u16,
}

/// The index of no move.
pub const NO_MOVE: u16 = u16::MAX;

const WAYS: usize = 4;
const WORDS_PER_BUCKET: usize = WAYS * 2;
const BYTES_PER_BUCKET: usize = WORDS_PER_BUCKET * 8;
const GENERATIONS: u8 = 64;

/// The table.
pub struct HashTable {
    /// The buckets, with room to spare to let the first one begin where a line of the processor's cache does.
    words: Box<[AtomicU64]>,
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    megabytes: usize,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {0} MB")]
pub struct NoMemory(pub usize);

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.depth) << 16
            | (self.bound as u64) << 24
            | u64::from(generation) << 26
            | u64::from(self.index) << 32
            | u64::from(self.room) << 48
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 24 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let (depth, room) = ((data >> 16) as u8, (data >> 48) as u8);
        Some(Entry { score: data as u16 as i16, depth, bound, room, index: (data >> 32) as u16 })
    }
}

impl HashTable {
    /// An empty table of at most this many megabytes (2^20 bytes); one of 0 keeps nothing. The memory
    /// is taken from the system as it is used.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Self, NoMemory> {
        let buckets = (megabytes << 20) / BYTES_PER_BUCKET;
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(buckets * WORDS_PER_BUCKET + WORDS_PER_BUCKET - 1)
                .map_err(|_| NoMemory(megabytes))?;
        let past = words.as_ptr() as usize % BYTES_PER_BUCKET;
        let first = (BYTES_PER_BUCKET - past) % BYTES_PER_BUCKET / 8;
        Ok(HashTable { words, first, buckets, generation: AtomicU8::new(0), megabytes })
    }

    /// A table that keeps nothing.
    pub fn none() -> Self {
        HashTable { words: Box::new([]), first: 0, buckets: 0, generation: AtomicU8::new(0), megabytes: 0 }
    }

    /// The size it was made with.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Begins a new search: older entries are the first to be replaced.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        if self.buckets == 0 {
            return &[];
        }
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let begin = self.first + index * WORDS_PER_BUCKET;
        self.words.get(begin..begin + WORDS_PER_BUCKET).unwrap_or(&[])
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Stores what is known of a position, over the least valuable entry of its bucket.
    pub fn put(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let worth = |slot: &[AtomicU64]| {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key {
                return -1000;
            }
            let Some(old) = Entry::unpack(data) else { return -500 };
            let age = (GENERATIONS + generation - (data >> 26) as u8 % GENERATIONS) % GENERATIONS;
            i32::from(old.depth) - 8 * i32::from(age)
        };
        if let Some(slot) = self.bucket(key).chunks_exact(2).min_by_key(|slot| worth(slot)) {
            let data = entry.pack(generation);
            slot[0].store(key ^ data, Relaxed);
            slot[1].store(data, Relaxed);
        }
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn permille(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.words[self.first..].chunks_exact(2).take(1000.min(self.buckets * WAYS));
        let used = |slot: &&[AtomicU64]| {
            let data = slot[1].load(Relaxed);
            Entry::unpack(data).is_some() && (data >> 26) as u8 % GENERATIONS == generation
        };
        sample.filter(used).count() as u32
    }
}

impl std::fmt::Debug for HashTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HashTable").field("megabytes", &self.megabytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = HashTable::new(1).unwrap();
        let entry = Entry { score: -31_999, depth: 200, bound: Bound::Upper, room: 39, index: 700 };
        assert_eq!(table.get(42), None);
        table.put(42, entry);
        assert_eq!(table.get(42), Some(entry));
        assert_eq!(table.get(43), None);
        let newer = Entry { score: 5, depth: 1, bound: Bound::Exact, room: 255, index: NO_MOVE };
        table.put(42, newer);
        assert_eq!(table.get(42), Some(newer), "the same position replaces its own entry");
    }

    #[test]
    fn a_torn_entry_is_no_entry() {
        let table = HashTable::new(1).unwrap();
        table.put(42, Entry { score: 1, depth: 1, bound: Bound::Exact, room: 0, index: 0 });
        let slot = table.bucket(42);
        slot[1].fetch_xor(1, Relaxed);
        assert_eq!(table.get(42), None);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = HashTable::new(1).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 6)] {
            table.put(key, Entry { score: 0, depth, bound: Bound::Exact, room: 0, index: 0 });
        }
        assert_eq!(table.get(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.get(key).is_some()));
    }

    #[test]
    fn more_memory_than_there_is_is_an_error() {
        // Without the black box the optimiser drops the allocation, and the refusal with it.
        assert!(std::hint::black_box(HashTable::new(1 << 40)).is_err());
    }
}
