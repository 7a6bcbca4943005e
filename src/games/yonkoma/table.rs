//! Solved boards on disk. A table keeps the winner of every class of positions and, for the lost ones alone,
//! the distance: a won position is one move away from the lost ones that the winner can choose from, so its distance is
//! found by looking at them.
//!
//! Rows and columns are those of [`Classes`]. A block holds [`rows_per_block`] rows (the last one fewer), in two pieces:
//!
//! 1. **The lost positions**, one bit a column. Column `(high, low)` is bit `low` of line `high`, and a row is the lines
//!    1 to `squares - 1`, each filled up to whole bytes, least significant bit first. Except for the first of a row,
//!    each line is combined with the one before it by exclusive or: neighbours in number are neighbours on a diagonal,
//!    and mostly of the same value.
//! 2. **Their distances** in the order of the bits, one byte each: the difference to the one before it in the block,
//!    modulo 256; the first one counts from 0.
//!
//! Finished positions and those with a skipped turn stand there like others.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use super::Yonkoma;
use super::classes::Classes;
use super::solver::Solution;
use crate::control::{Progress, Stop};
use crate::game::{Game, Value, value_of_move};
use crate::table::{Draft, Header, TableError, TableFile, pack, unpack};
use crate::text::quote;

/// The version of the rules, in the header of a table.
pub const RULES_VERSION: u32 = 1;
/// Columns that a block holds at least, where the board has so many.
const BLOCK: usize = 56_000;
/// Blocks that a table keeps unpacked.
const KEPT: usize = 256;
/// Blocks that are packed at a time.
const BATCH: usize = 64;

/// How many rows a block has.
pub fn rows_per_block(classes: &Classes) -> usize {
    (BLOCK / classes.pairs()).clamp(1, classes.rows())
}

fn blocks(classes: &Classes) -> usize {
    classes.rows().div_ceil(rows_per_block(classes))
}

/// Where the lines of a row begin, in bytes, and last where the row ends.
fn line_starts(classes: &Classes) -> Vec<usize> {
    let mut starts = vec![0, 0];
    for line in 1..classes.geometry().squares() {
        starts.push(starts[line] + line.div_ceil(8));
    }
    starts
}

/// A value's part in the fingerprint of a board, which is the sum of all.
///
/// Places are numbered row by row. The mixer is splitmix64's, by Vigna.
pub fn fingerprint(place: usize, value: Value) -> u64 {
    let code = u64::from(value.plies().unwrap_or(0)) * 2 + u64::from(matches!(value, Value::Win(_)));
    let mut mixed = ((place as u64) << 16 | code).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Writes the table of a solved board, and returns the length of the file in bytes; `None` when stopped, which
/// leaves no file. `progress` counts rows.
///
/// # Errors
/// When the file cannot be written.
pub fn write(
    solution: &Solution,
    path: &Path,
    replace: bool,
    fingerprint: u64,
    stop: &Stop,
    progress: &Progress,
) -> Result<Option<u64>, TableError> {
    let classes = solution.classes();
    let starts = line_starts(classes);
    let a_block = rows_per_block(classes);
    let mut draft = Draft::create(path, replace, blocks(classes) as u32)?;
    progress.begin(classes.rows() as u64);
    let numbers: Vec<usize> = (0..blocks(classes)).collect();
    for batch in numbers.chunks(BATCH) {
        let packed: Vec<Vec<u8>> = batch
            .par_iter()
            .map(|block| {
                let rows = block * a_block..((block + 1) * a_block).min(classes.rows());
                if stop.is_stopped() {
                    return Vec::new();
                }
                progress.add(rows.len() as u64);
                pack_rows(rows.map(|row| solution.row(row)), &starts)
            })
            .collect();
        if stop.is_stopped() {
            return Ok(None);
        }
        for block in packed {
            draft.block(&block)?;
        }
    }
    let header = Header {
        game: Yonkoma::NAME.into(),
        rules: RULES_VERSION,
        board: solution.size().into(),
        positions: classes.positions(),
        entries: classes.places() as u64,
        fingerprint,
    };
    draft.finish(&header).map(Some)
}

/// A block of these rows.
fn pack_rows(rows: impl Iterator<Item = impl Iterator<Item = Value>>, starts: &[usize]) -> Vec<u8> {
    let (mut bits, mut distances) = (Vec::new(), Vec::new());
    let mut last = 0u8;
    for mut row in rows {
        let base = bits.len();
        bits.resize(base + starts[starts.len() - 1], 0);
        let lines = starts.len() - 1;
        for high in 1..lines {
            let line = &mut bits[base + starts[high]..base + starts[high + 1]];
            for (low, value) in row.by_ref().take(high).enumerate() {
                if let Value::Loss(plies) = value {
                    line[low / 8] |= 1 << (low % 8);
                    let distance = plies.unwrap_or(0) as u8;
                    distances.push(distance.wrapping_sub(last));
                    last = distance;
                }
            }
        }
        // From the last line down, so that each meets the line before it as it was.
        for high in (2..lines).rev() {
            let (before, line) = bits[base..].split_at_mut(starts[high]);
            for (byte, above) in line[..high.div_ceil(8)].iter_mut().zip(&before[starts[high - 1]..]) {
                *byte ^= above;
            }
        }
    }
    pack(&[&bits, &distances])
}

/// An unpacked block.
struct Block {
    first_row: usize,
    bits: Vec<u8>,
    /// For each row and line, the lost positions before it in the block.
    before: Vec<u32>,
    /// How many lost positions there are, and their distances as the file has them: half of the work of unpacking, and
    /// not needed where a position is won.
    lost: usize,
    packed: Vec<u8>,
    distances: OnceLock<Option<Vec<u8>>>,
}

impl Block {
    /// The distances of the lost positions; `None` when the block does not hold as many, and nothing else.
    fn distances(&self) -> Option<&[u8]> {
        let unpacked = || {
            let mut rest = &self.packed[..];
            let mut distances = unpack(&mut rest, self.lost).filter(|_| rest.is_empty())?;
            let mut last = 0u8;
            for distance in &mut distances {
                last = last.wrapping_add(*distance);
                *distance = last;
            }
            Some(distances)
        };
        self.distances.get_or_init(unpacked).as_deref()
    }
}

/// The number of bits that are set, eight bytes at a time.
fn ones(bytes: &[u8]) -> u32 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words: u32 = words.iter().map(|word| u64::from_le_bytes(*word).count_ones()).sum();
    words + rest.iter().map(|byte| byte.count_ones()).sum::<u32>()
}

/// A table that is open.
pub struct SolvedTable {
    file: TableFile,
    classes: Classes,
    starts: Vec<usize>,
    /// The last blocks that were needed, the latest last.
    kept: Mutex<Vec<(usize, Arc<Block>)>>,
}

impl std::fmt::Debug for SolvedTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolvedTable").field("file", &self.file).finish_non_exhaustive()
    }
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// Won; how soon is not stored.
    Win,
    /// Lost in so many plies.
    Loss(u8),
}

impl SolvedTable {
    /// Takes a table file for a board of Yonkoma.
    ///
    /// # Errors
    /// When it is another game's, of other rules, or its numbers do not fit its board.
    pub fn new(file: TableFile) -> Result<Self, TableError> {
        let header = file.header();
        if header.game != Yonkoma::NAME {
            return Err(file.other("a table of", quote(&header.game), quote(Yonkoma::NAME)));
        }
        if header.rules != RULES_VERSION {
            return Err(file.other("rules version", header.rules, RULES_VERSION));
        }
        let Some(size) = u8::try_from(header.board).ok().filter(|&size| super::is_size(size)) else {
            return Err(file.other("board", header.board, "an even side from 4 to 26"));
        };
        let classes = Classes::new(size);
        let expected = (classes.positions(), classes.places() as u64, blocks(&classes));
        if (header.positions, header.entries, file.blocks()) != expected {
            return Err(file.damaged(format!("its counts are not those of {size}x{size}")));
        }
        let starts = line_starts(&classes);
        Ok(SolvedTable { file, classes, starts, kept: Mutex::default() })
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.classes.size()
    }

    /// The file.
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    /// The rows.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The exact value of a position on this board, for the side to move.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged, and when the position is on another board.
    pub fn value(&self, position: &Yonkoma) -> Result<Value, TableError> {
        if position.size() != self.size() {
            return Err(self.file.other("board", self.size(), position.size()));
        }
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.value_for(position.turn()));
        }
        match self.stored(position)? {
            Stored::Loss(plies) => Ok(Value::Loss(Some(plies.into()))),
            Stored::Win => self.win(position),
        }
    }

    /// The value of a won position: of the lost ones that its moves lead to, the quickest.
    fn win(&self, position: &Yonkoma) -> Result<Value, TableError> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut best = None;
        for mv in moves {
            let after = position.after(mv);
            let value = match after.outcome() {
                Some(outcome) => outcome.value_for(after.turn()),
                None => match self.stored(&after)? {
                    Stored::Loss(plies) => Value::Loss(Some(plies.into())),
                    Stored::Win => continue,
                },
            };
            let value = value_of_move(position, mv, &after, value);
            best = Some(best.map_or(value, |best: Value| if value.rank() < best.rank() { value } else { best }));
        }
        let wins = |value: &Value| matches!(value, Value::Win(_));
        best.filter(wins).ok_or_else(|| self.file.damaged("a won position has no winning move".into()))
    }

    /// What is stored of a position on this board.
    ///
    /// # Errors
    /// When its block cannot be read or is damaged.
    pub fn stored(&self, position: &Yonkoma) -> Result<Stored, TableError> {
        let (row, column) = self.classes.place_of(position);
        let block = self.block(row / rows_per_block(&self.classes))?;
        self.look_up(&block, row, column)
    }

    fn look_up(&self, block: &Block, row: usize, column: usize) -> Result<Stored, TableError> {
        let (high, low) = self.classes.geometry().members(column);
        let row = row - block.first_row;
        let line = &block.bits[row * self.row_bytes() + self.starts[high]..];
        let bit = 1 << (low % 8);
        if line[low / 8] & bit == 0 {
            return Ok(Stored::Win);
        }
        let earlier: u32 = line[..low / 8].iter().map(|byte| byte.count_ones()).sum();
        let here = (line[low / 8] & (bit - 1)).count_ones();
        let lines = self.starts.len() - 1;
        let index = (block.before[row * lines + high] + earlier + here) as usize;
        block
            .distances()
            .unwrap_or_default()
            .get(index)
            .map(|&plies| Stored::Loss(plies))
            .ok_or_else(|| self.file.damaged("a block is too short".into()))
    }

    fn row_bytes(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// A block, from those that are kept or from the file.
    fn block(&self, number: usize) -> Result<Arc<Block>, TableError> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = kept();
            if let Some(at) = kept.iter().rposition(|(kept, _)| *kept == number) {
                let found = kept.remove(at);
                let block = Arc::clone(&found.1);
                kept.push(found);
                return Ok(block);
            }
        }
        let block = Arc::new(self.read(number)?);
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((number, Arc::clone(&block)));
        Ok(block)
    }

    fn read(&self, number: usize) -> Result<Block, TableError> {
        let damaged = || self.file.damaged(format!("block {number} does not unpack"));
        let a_block = rows_per_block(&self.classes);
        let first_row = number * a_block;
        let rows = a_block.min(self.classes.rows() - first_row);
        let packed = self.file.block(number)?;
        let mut rest = &packed[..];
        let mut bits = unpack(&mut rest, rows * self.row_bytes()).ok_or_else(damaged)?;
        let lines = self.starts.len() - 1;
        let mut before = Vec::with_capacity(rows * lines);
        let mut lost = 0;
        for row in bits.chunks_exact_mut(self.row_bytes()) {
            before.push(lost);
            for high in 1..lines {
                let (above, line) = row.split_at_mut(self.starts[high]);
                let line = &mut line[..high.div_ceil(8)];
                if high > 1 {
                    for (byte, above) in line.iter_mut().zip(&above[self.starts[high - 1]..]) {
                        *byte ^= above;
                    }
                }
                // What fills a line up to whole bytes is no position.
                if high % 8 != 0 && line[high / 8] >> (high % 8) != 0 {
                    return Err(damaged());
                }
                before.push(lost);
                lost += ones(line);
            }
        }
        Ok(Block { first_row, bits, before, lost: lost as usize, packed: rest.to_vec(), distances: OnceLock::new() })
    }

    /// Reads the table from the first row to the last, and calls `found` with each row and what it stores, on several
    /// threads and in no order.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn for_each_row(&self, found: impl Fn(usize, &[Stored]) + Sync) -> Result<(), TableError> {
        (0..self.file.blocks()).into_par_iter().try_for_each(|number| {
            let block = self.read(number)?;
            let mut row = Vec::with_capacity(self.classes.pairs());
            let distances =
                block.distances().ok_or_else(|| self.file.damaged(format!("block {number} does not unpack")))?;
            let mut distances = distances.iter();
            for (index, bits) in block.bits.chunks_exact(self.row_bytes()).enumerate() {
                row.clear();
                for high in 1..self.starts.len() - 1 {
                    let line = &bits[self.starts[high]..];
                    for low in 0..high {
                        let lost = line[low / 8] >> (low % 8) & 1 == 1;
                        // As many distances as bits were unpacked.
                        let mut loss = || distances.next().map_or(Stored::Win, |&plies| Stored::Loss(plies));
                        row.push(if lost { loss() } else { Stored::Win });
                    }
                }
                found(block.first_row + index, &row);
            }
            Ok(())
        })
    }
}
