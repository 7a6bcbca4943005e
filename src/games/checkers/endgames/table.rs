//! Endgame tables on disk: one file for all positions with up to so many pieces.
//!
//! A file holds the [`Code`]s in the order of [`Layout`], one byte each, [`BLOCK`] of them in a block (fewer in the last).
//! A position in which a capture is due has the code of the one before it in the block, or 0 as the first: what it is
//! worth follows from the positions with fewer pieces to which its captures lead, and bytes that repeat take no room.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::super::Checkers;
use super::super::moves::Board;
use super::code::{Code, Weighing};
use super::layout::{FEWEST, Layout, MOST, Slice, Spots};
use super::solver::{Solution, Unsolved};
use crate::control::{Progress, Stop};
use crate::game::Game;
use crate::table::{Draft, Header, TableError, TableFile, pack, unpack};

/// The version of the rules, in the header of a table.
pub const RULES_VERSION: u32 = 1;
/// Positions in a block.
pub const BLOCK: usize = 1 << 15;
/// Blocks that a table keeps unpacked, at most.
const KEPT: usize = 2048;
/// Blocks that are packed at a time.
const BATCH: usize = 64;

/// The name of the table file for so many pieces.
pub fn table_name(pieces: u8) -> String {
    format!("{}-{pieces}.yon", Checkers::NAME)
}

/// A code's part in the fingerprint of a table, which is the sum of all. The mixer is splitmix64's, by Vigna.
fn fingerprint(index: usize, code: Code) -> u64 {
    let mut mixed = ((index as u64) << 8 | u64::from(code.0)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The fingerprint of all codes.
pub fn fingerprint_of(solution: &Solution) -> u64 {
    let entries = solution.layout().entries();
    let part = |block: usize| {
        let first = block * BLOCK;
        let codes = solution.codes(first..(first + BLOCK).min(entries));
        (first..).zip(codes).map(|(index, code)| fingerprint(index, code)).fold(0, u64::wrapping_add)
    };
    (0..entries.div_ceil(BLOCK)).into_par_iter().map(part).reduce(|| 0, u64::wrapping_add)
}

/// What a position in which a capture is due is worth, from what its captures lead to.
fn from_captures<E>(board: &Board, mut code: impl FnMut(&Board) -> Result<Option<Code>, E>) -> Result<Code, E> {
    let (mut moves, mut weighing) = (Vec::new(), Weighing::default());
    board.moves(0, &mut moves);
    for mv in moves {
        let mut after = *board;
        after.play(0, mv);
        // Only a board without enemies has no code.
        match code(&after.turned())? {
            Some(code) => weighing.add(true, code),
            None => weighing.add_end(),
        }
    }
    Ok(weighing.code())
}

fn spots(layout: &Layout) -> Vec<Spots> {
    layout.slices().iter().map(Slice::spots).collect()
}

/// Writes the table of a solution, and returns the length of the file in bytes; `None` when stopped, which leaves no
/// file. `progress` counts positions.
///
/// # Errors
/// When the file cannot be written.
pub fn write(
    solution: &Solution,
    path: &std::path::Path,
    replace: bool,
    stop: &Stop,
    progress: &Progress,
) -> Result<Option<u64>, TableError> {
    let layout = solution.layout();
    let entries = layout.entries();
    let blocks: Vec<usize> = (0..entries.div_ceil(BLOCK)).collect();
    let mut draft = Draft::create(path, replace, blocks.len() as u32)?;
    progress.begin(entries as u64);
    let spots = spots(layout);
    for batch in blocks.chunks(BATCH) {
        let a_block = |block: &usize| {
            let range = block * BLOCK..((block + 1) * BLOCK).min(entries);
            if stop.is_stopped() {
                return Vec::new();
            }
            let mut codes: Vec<u8> = Vec::with_capacity(range.len());
            layout.walk(&spots, range.clone(), |index, board| {
                let due = board.jumpers(0) != 0;
                codes.push(if due { codes.last().copied().unwrap_or(0) } else { solution.code(index).0 });
            });
            progress.add(range.len() as u64);
            pack(&[&codes])
        };
        let packed: Vec<Vec<u8>> = batch.par_iter().map(a_block).collect();
        if stop.is_stopped() {
            return Ok(None);
        }
        for block in packed {
            draft.block(&block)?;
        }
    }
    let header = Header {
        game: Checkers::NAME.into(),
        rules: RULES_VERSION,
        board: layout.pieces().into(),
        positions: entries as u64,
        entries: entries as u64,
        fingerprint: fingerprint_of(solution),
    };
    draft.finish(&header).map(Some)
}

/// A block that is kept unpacked, with its number.
type Kept = Mutex<Option<(usize, Arc<[u8]>)>>;

/// A table that is open.
pub struct EndgameTable {
    file: TableFile,
    layout: Layout,
    /// A block is kept in the place that its number leaves when divided by [`KEPT`].
    kept: Vec<Kept>,
}

impl std::fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EndgameTable").field("file", &self.file).finish_non_exhaustive()
    }
}

impl EndgameTable {
    /// Takes a table file of checkers.
    ///
    /// # Errors
    /// When it is another game's, of other rules, or its numbers do not fit its pieces.
    pub fn new(file: TableFile) -> Result<Self, TableError> {
        let header = file.header();
        if header.game != Checkers::NAME {
            return Err(file.other("a table of", &header.game, Checkers::NAME));
        }
        if header.rules != RULES_VERSION {
            return Err(file.other("rules version", header.rules, RULES_VERSION));
        }
        let Some(pieces) = u8::try_from(header.board).ok().filter(|pieces| (FEWEST..=MOST).contains(pieces)) else {
            return Err(file.other("pieces", header.board, format!("a number from {FEWEST} to {MOST}")));
        };
        let layout = Layout::new(pieces);
        let entries = layout.entries();
        let expected = (entries as u64, entries as u64, entries.div_ceil(BLOCK));
        if (header.positions, header.entries, file.blocks()) != expected {
            return Err(file.damaged(format!("its counts are not those of {pieces} pieces")));
        }
        let kept = (0..KEPT.min(file.blocks())).map(|_| Mutex::default()).collect();
        Ok(EndgameTable { file, layout, kept })
    }

    /// The most pieces.
    pub fn pieces(&self) -> u8 {
        self.layout.pieces()
    }

    /// How the positions are numbered.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The file.
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    /// What is known of a board with Coral to move; `None` when it has too many pieces, or a side has none.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
    pub fn code(&self, board: &Board) -> Result<Option<Code>, TableError> {
        let Some(index) = self.layout.index(board) else { return Ok(None) };
        if board.jumpers(0) != 0 {
            return from_captures(board, |after| self.code(after)).map(Some);
        }
        let number = index / BLOCK;
        let code = Code(self.block(number)?[index % BLOCK]);
        Ok(Some(code))
    }

    /// A block, from those that are kept or from the file.
    fn block(&self, number: usize) -> Result<Arc<[u8]>, TableError> {
        let mut kept = self.kept[number % self.kept.len()].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = kept.as_ref().filter(|(kept, _)| *kept == number) {
            return Ok(Arc::clone(block));
        }
        let block: Arc<[u8]> = self.read(number)?.into();
        *kept = Some((number, Arc::clone(&block)));
        Ok(block)
    }

    fn read(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let length = BLOCK.min(self.layout.entries() - number * BLOCK);
        let packed = self.file.block(number)?;
        let codes = unpack(&mut &packed[..], length);
        let sound = codes.filter(|codes| codes.iter().all(|&code| Code(code).is_valid()));
        sound.ok_or_else(|| self.file.damaged(format!("block {number} does not unpack")))
    }

    /// Reads the whole table into memory. `progress` counts positions and is begun by the caller.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged, memory is short, and when stopped.
    pub fn load(&self, stop: &Stop, progress: &Progress) -> Result<Solution, LoadError> {
        let solution = Solution::empty(self.layout.clone())?;
        (0..self.file.blocks()).into_par_iter().try_for_each(|number| {
            if stop.is_stopped() {
                return Err(LoadError::Unsolved(Unsolved::Stopped));
            }
            for (index, code) in (number * BLOCK..).zip(self.read(number)?) {
                solution.set(index, Code(code));
            }
            Ok(())
        })?;
        let spots = spots(&self.layout);
        for pieces in FEWEST..=self.pieces() {
            // Captures lead to fewer pieces.
            let layout = &self.layout;
            let of_pieces = || layout.slices().iter().filter(|slice| slice.pieces() == pieces);
            let first = of_pieces().map(|slice| slice.start).min().unwrap_or(0);
            let end = of_pieces().map(|slice| slice.start + slice.entries()).max().unwrap_or(0);
            let parts: Vec<usize> = (first..end).step_by(BLOCK).collect();
            parts.into_par_iter().try_for_each(|start| {
                if stop.is_stopped() {
                    return Err(Unsolved::Stopped);
                }
                let range = start..(start + BLOCK).min(end);
                layout.walk(&spots, range.clone(), |index, board| {
                    if board.jumpers(0) != 0 {
                        let code = from_captures(&board, |after| Ok::<_, Unsolved>(solution.code_of(after)));
                        solution.set(index, code.unwrap_or(Code::DRAW));
                    }
                });
                progress.add(range.len() as u64);
                Ok(())
            })?;
        }
        Ok(solution)
    }
}

/// Why a table was not read into memory.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Memory is short, or the stop flag was set.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}
