//! Yonkoma's entry, and how its boards are solved, kept and checked.

use std::path::Path;
use std::sync::Arc;

use super::{Clients, Entry, Failure, Solve, Solved, Tables, What, XBoardGame};
use crate::control::{Progress, Stop};
use crate::fallible::Ladder;
use crate::game::{Game, Setup};
use crate::games::yonkoma::{self, Knowledge, SolvedBoards, SolvedTable, Unsolved, VerifyError, Yonkoma};
use crate::session::{Kit, Play};
use crate::settings::Sizes;
use crate::table::TableFile;

/// The entry.
pub(super) fn entry() -> Entry {
    let boards = SolvedBoards::default();
    let kit = Arc::new(Kit {
        evaluator: Knowledge,
        oracle: Some(Arc::new(boards.clone())),
        default_setup: Setup::of_size(yonkoma::DEFAULT_SIZE),
    });
    let sizes = Sizes { min: yonkoma::MIN_SIZE, max: yonkoma::MAX_SIZE, default: yonkoma::DEFAULT_SIZE };
    Entry {
        name: Yonkoma::NAME,
        title: "Yonkoma",
        seats: Yonkoma::SEATS,
        other_seats: &["White", "Black"],
        credit: "Yonkoma is designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic (2026)",
        rules: yonkoma::RULES,
        lessons: yonkoma::LESSONS,
        sizes,
        opening_plies: 2,
        bench: (yonkoma::BENCH, 7),
        solve: Some(Solve {
            what: What::Boards(sizes),
            on_demand: &[4, 6, 8, 10, 12, 14],
            measured: &[12, 14, 16, 18],
            memory: |size, threads| yonkoma::Solver { threads, ..yonkoma::Solver::new(size) }.memory(),
            run: solve_yonkoma,
        }),
        tables: Some(Tables {
            fault: {
                let boards = boards.clone();
                Box::new(move |size| boards.fault(size))
            },
            adopt: Box::new(move |file| boards.adopt(file)),
            file_name: yonkoma::table_name,
            memory: |file| file.header().entries,
            stats_memory: |file| file.header().entries.saturating_mul(11),
            verify: verify_yonkoma,
            stats: stats_of_yonkoma,
        }),
        ratings: yonkoma::ratings,
        ladder: Some(ladder_of_yonkoma),
        train: None,
        clients: Clients { hub: None, xboard: Some(XBOARD) },
        open: Box::new(move |setup| Box::new(Play::<Yonkoma, Knowledge>::new(Arc::clone(&kit), setup))),
    }
}

const XBOARD: XBoardGame = XBoardGame {
    boards: yonkoma::xboard::BOARDS,
    setup: yonkoma::xboard::setup,
    read: yonkoma::xboard::read,
    read_move: yonkoma::xboard::read_move,
    spell: yonkoma::xboard::spell,
    lit: None,
};

/// A board of Yonkoma and what was counted on it.
struct SolvedYonkoma {
    solution: yonkoma::Solution,
    survey: yonkoma::Survey,
}

fn solve_yonkoma(size: u8, threads: usize, stop: &Stop, progress: &Progress) -> Result<Box<dyn Solved>, Failure> {
    let solution = yonkoma::Solver { threads, ..yonkoma::Solver::new(size) }.solve(stop, progress)?;
    let survey = yonkoma::Survey::of(&solution);
    Ok(Box::new(SolvedYonkoma { solution, survey }))
}

impl From<Unsolved> for Failure {
    fn from(error: Unsolved) -> Self {
        match error {
            Unsolved::Stopped => Failure::Stopped,
            Unsolved::NoMemory { .. } => Failure::Memory(error.to_string()),
            Unsolved::TooLong { .. } => Failure::Check(error.to_string()),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Table(error) => error.into(),
            VerifyError::Stopped => Failure::Stopped,
            VerifyError::NoMemory(_) => Failure::Memory(error.to_string()),
            VerifyError::Wrong { .. } | VerifyError::Fingerprint { .. } | VerifyError::TooLong => {
                Failure::Check(error.to_string())
            }
        }
    }
}

impl Solved for SolvedYonkoma {
    fn positions(&self) -> u64 {
        self.solution.states()
    }

    fn bytes(&self) -> usize {
        self.solution.bytes()
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::to_value(&self.survey).unwrap_or_default()
    }

    fn write(&self, path: &Path, replace: bool, stop: &Stop, progress: &Progress) -> Result<u64, Failure> {
        let written = yonkoma::write_table(&self.solution, path, replace, self.survey.fingerprint, stop, progress)?;
        written.ok_or(Failure::Stopped)
    }
}

fn ladder_of_yonkoma(size: u8, stop: &Stop, progress: &Progress) -> Result<Ladder, Failure> {
    let threads = rayon::current_num_threads();
    let solution = yonkoma::Solver { threads, ..yonkoma::Solver::new(size) }.solve(stop, progress)?;
    let no_memory = || Failure::Memory(format!("no memory for the ladder of {size}x{size}"));
    yonkoma::ladder(&solution, stop, progress)
        .ok_or_else(|| if stop.is_stopped() { Failure::Stopped } else { no_memory() })
}

fn stats_of_yonkoma(file: TableFile, stop: &Stop, progress: &Progress) -> Result<serde_json::Value, Failure> {
    let stats = yonkoma::stats(&SolvedTable::new(file)?, stop, progress)?;
    Ok(serde_json::to_value(&stats).unwrap_or_default())
}

fn verify_yonkoma(
    file: TableFile,
    sample: Option<(u64, u64)>,
    stop: &Stop,
    progress: &Progress,
) -> Result<u64, Failure> {
    let table = SolvedTable::new(file)?;
    Ok(match sample {
        None => yonkoma::verify(&table, stop, progress)?,
        Some((count, seed)) => yonkoma::verify_sample(&table, count, seed, stop, progress)?,
    })
}
