//! Checks a table against the rules: every code against those of the positions that follow, which the rules module
//! finds. Nothing of the solver is used but how positions are numbered.
//!
//! Where each position agrees with those after it, all are right: a win leads to a loss in fewer steps, so its steps are
//! real; from a loss every move leads to a win in fewer; and draws lead to draws and to nothing better, for ever.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::super::{CORAL, Checkers, Move};
use super::code::{Code, Weighing};
use super::layout::Slice;
use super::solver::{Solution, Unsolved};
use super::table::{EndgameTable, LoadError, fingerprint_of};
use crate::control::{Progress, Stop};
use crate::game::{Game, Notation};
use crate::table::TableError;

/// Positions between two looks at the stop flag.
const PART: usize = 1 << 15;

/// What is wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Memory is short, or the stop flag was set.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// A value is not that which follows from the rules.
    #[error("{fen}: the table has {found}, the moves from there make it {expected}")]
    Wrong {
        /// The position.
        fen: String,
        /// What the table says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The values are right, and the fingerprint in the header is another table's.
    #[error("the header has the fingerprint {found:016x}, the values have {expected:016x}")]
    Fingerprint {
        /// In the header.
        found: u64,
        /// Of the values.
        expected: u64,
    },
    /// A number stands for no position.
    #[error("position {0} is none")]
    NoPosition(usize),
}

impl From<LoadError> for VerifyError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Table(error) => error.into(),
            LoadError::Unsolved(error) => error.into(),
        }
    }
}

/// What a position is worth, from the positions after it.
fn from_moves(
    position: &Checkers,
    moves: &mut Vec<Move>,
    mut code: impl FnMut(&Checkers) -> Result<Option<Code>, VerifyError>,
) -> Result<Code, VerifyError> {
    let mut weighing = Weighing::default();
    moves.clear();
    position.moves(moves);
    for &mv in moves.iter() {
        let after = position.after(mv);
        match code(&after.turned())? {
            Some(code) => weighing.add(after.quiet() == 0, code),
            // Too many pieces it has not, so a side has none, and the game is over.
            None if after.outcome().is_some() => weighing.add_end(),
            None => {
                return Err(VerifyError::Wrong {
                    fen: after.fen(),
                    found: "nothing".into(),
                    expected: "a value".into(),
                });
            }
        }
    }
    Ok(weighing.code())
}

fn refuse_other(position: &Checkers, found: Code, expected: Code) -> Result<(), VerifyError> {
    if found == expected {
        return Ok(());
    }
    Err(VerifyError::Wrong { fen: position.fen(), found: found.words(), expected: expected.words() })
}

/// Checks every value, on several threads, and returns how many there are. `progress` counts positions.
///
/// # Errors
/// The first fault that is found.
pub fn verify_solution(solution: &Solution, stop: &Stop, progress: &Progress) -> Result<u64, VerifyError> {
    let layout = solution.layout();
    let spots: Vec<_> = layout.slices().iter().map(Slice::spots).collect();
    let entries = layout.entries();
    let parts: Vec<usize> = (0..entries).step_by(PART).collect();
    parts.into_par_iter().try_for_each(|first| {
        if stop.is_stopped() {
            return Err(Unsolved::Stopped.into());
        }
        let range = first..(first + PART).min(entries);
        progress.add(range.len() as u64);
        let (mut fault, mut moves) = (None, Vec::new());
        layout.walk(&spots, range, |index, board| {
            if fault.is_some() {
                return;
            }
            let check = || {
                let position =
                    Checkers::new(CORAL, board.pieces, board.kings, 0).ok_or(VerifyError::NoPosition(index))?;
                let expected =
                    from_moves(&position.unlimited(), &mut moves, |after| Ok(solution.code_of(after.board())))?;
                refuse_other(&position, solution.code(index), expected)
            };
            fault = { check }().err();
        });
        fault.map_or(Ok(()), Err)
    })?;
    Ok(entries as u64)
}

/// Checks every value of a table, and the fingerprint. Returns how many were checked.
///
/// # Errors
/// The first fault that is found.
pub fn verify(table: &EndgameTable, stop: &Stop, progress: &Progress) -> Result<u64, VerifyError> {
    progress.begin(2 * table.layout().entries() as u64);
    let solution = table.load(stop, progress)?;
    let checked = verify_solution(&solution, stop, progress)?;
    let (found, expected) = (table.file().header().fingerprint, fingerprint_of(&solution));
    if found != expected {
        return Err(VerifyError::Fingerprint { found, expected });
    }
    Ok(checked)
}

/// Checks so many random positions, the same for the same seed, and returns their number.
///
/// # Errors
/// The first fault that is found.
pub fn verify_sample(
    table: &EndgameTable,
    count: u64,
    seed: u64,
    stop: &Stop,
    progress: &Progress,
) -> Result<u64, VerifyError> {
    progress.begin(count);
    let rng = Mutex::new(fastrand::Rng::with_seed(seed));
    (0..count).into_par_iter().try_for_each(|_| {
        if stop.is_stopped() {
            return Err(Unsolved::Stopped.into());
        }
        let index = rng.lock().unwrap_or_else(PoisonError::into_inner).usize(..table.layout().entries());
        let (_, board) = table.layout().board(index).ok_or(VerifyError::NoPosition(index))?;
        let position = Checkers::new(CORAL, board.pieces, board.kings, 0).ok_or(VerifyError::NoPosition(index))?;
        let found = table.code(&board)?.ok_or(VerifyError::NoPosition(index))?;
        let expected = from_moves(&position.unlimited(), &mut Vec::new(), |after| Ok(table.code(after.board())?))?;
        progress.add(1);
        refuse_other(&position, found, expected)
    })?;
    Ok(count)
}
