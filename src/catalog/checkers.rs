//! Checkers' entry, and how its endings are solved, kept and checked.

use std::path::Path;
use std::sync::Arc;

use super::training::{Course, train_network};
use super::{Clients, Entry, Failure, HubGame, Solve, Solved, Tables, Trained, What, XBoardGame};
use crate::control::{Progress, Stop};
use crate::game::{Game, MoveError, Notation, Setup};
use crate::games::checkers::endgames::layout::{FEWEST, MOST};
use crate::games::checkers::endgames::oracle::{Endgames, SOLVED_UP_TO};
use crate::games::checkers::endgames::solver::{Solution, Unsolved, memory};
use crate::games::checkers::endgames::stats::Survey;
use crate::games::checkers::endgames::table::{EndgameTable, LoadError, table_name, write};
use crate::games::checkers::endgames::verify::{VerifyError, verify, verify_sample};
use crate::games::checkers::{self, Checkers, Judgement, Learned, hub};
use crate::session::{Kit, Play};
use crate::settings::Sizes;
use crate::table::TableFile;
use crate::train::Plan;

/// The ratings of levels 1 to 10, added up from the steps that `cargo bench --bench ladder` has measured: 400 games a step.
const RATINGS: [u32; 10] = [24, 325, 526, 735, 1035, 1297, 1451, 1721, 1915, 2357];

/// The entry.
pub(super) fn entry() -> Entry {
    let size = checkers::SIZE;
    let endgames = Endgames::default();
    let kit = Arc::new(Kit {
        evaluator: Learned::default(),
        oracle: Some(Arc::new(endgames.clone())),
        default_setup: Setup::of_size(size),
    });
    Entry {
        name: Checkers::NAME,
        title: "Checkers",
        seats: Checkers::SEATS,
        other_seats: &["Black", "White"],
        credit: "Checkers, or English draughts, is a traditional game",
        rules: checkers::RULES,
        lessons: checkers::LESSONS,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 3,
        bench: (checkers::BENCH, 11),
        solve: Some(Solve {
            what: What::Endings { min: FEWEST, max: MOST },
            on_demand: &[SOLVED_UP_TO],
            measured: &[SOLVED_UP_TO],
            memory,
            run: solve,
        }),
        tables: Some(Tables {
            fault: {
                let endgames = endgames.clone();
                Box::new(move |_| endgames.fault())
            },
            adopt: Box::new(move |file| endgames.adopt(file)),
            file_name: table_name,
            memory: in_memory,
            verify: check,
            stats_memory: in_memory,
            stats: count,
        }),
        ratings: |_| RATINGS,
        ladder: None,
        train: Some(train_checkers),
        clients: Clients { hub: Some(hub_game()), xboard: Some(XBOARD) },
        open: Box::new(move |setup| Box::new(Play::<Checkers, Learned>::new(Arc::clone(&kit), setup))),
    }
}

const XBOARD: XBoardGame = XBoardGame {
    boards: checkers::xboard::BOARDS,
    setup: checkers::xboard::setup,
    read: checkers::xboard::read,
    read_move: checkers::xboard::read_move,
    spell: checkers::xboard::spell,
    lit: Some(checkers::xboard::lit),
};

fn hub_game() -> HubGame {
    HubGame {
        variant: hub::VARIANT,
        read: |text, turned| Ok(hub::read(text, turned)?.fen()),
        fresh: hub::fresh,
        replay: |start, moves| {
            let error = |error| (0, MoveError::Illegal { found: start.into(), reason: format!("{error}") });
            hub::replay(&Checkers::from_fen(start).map_err(error)?, moves)
        },
        spell: hub::spell,
    }
}

/// The memory for all values of a file, and for what else is needed to look at each.
fn in_memory(file: &TableFile) -> u64 {
    file.header().entries.saturating_add(64 << 20)
}

/// Endings and what was counted in them.
struct SolvedEndings {
    solution: Solution,
    survey: Survey,
}

fn solve(pieces: u8, threads: usize, stop: &Stop, progress: &Progress) -> Result<Box<dyn Solved>, Failure> {
    let run = || Solution::solve(pieces, stop, progress);
    let solution = match threads {
        1 => rayon::ThreadPoolBuilder::new().num_threads(1).build().map_or_else(|_| run(), |pool| pool.install(run))?,
        _ => run()?,
    };
    let survey = Survey::of(&solution);
    Ok(Box::new(SolvedEndings { solution, survey }))
}

impl Solved for SolvedEndings {
    fn positions(&self) -> u64 {
        self.survey.positions
    }

    fn bytes(&self) -> usize {
        self.solution.layout().entries()
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::to_value(&self.survey).unwrap_or_default()
    }

    fn write(&self, path: &Path, replace: bool, stop: &Stop, progress: &Progress) -> Result<u64, Failure> {
        write(&self.solution, path, replace, stop, progress)?.ok_or(Failure::Stopped)
    }
}

impl From<Unsolved> for Failure {
    fn from(error: Unsolved) -> Self {
        match error {
            Unsolved::Stopped => Failure::Stopped,
            Unsolved::NoMemory(_) => Failure::Memory(error.to_string()),
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Table(error) => error.into(),
            LoadError::Unsolved(error) => error.into(),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Table(error) => error.into(),
            VerifyError::Unsolved(error) => error.into(),
            VerifyError::Wrong { .. } | VerifyError::Fingerprint { .. } | VerifyError::NoPosition(_) => {
                Failure::Check(error.to_string())
            }
        }
    }
}

fn count(file: TableFile, stop: &Stop, progress: &Progress) -> Result<serde_json::Value, Failure> {
    let table = EndgameTable::new(file)?;
    progress.begin(table.layout().entries() as u64);
    let survey = Survey::of(&table.load(stop, progress)?);
    Ok(serde_json::to_value(&survey).unwrap_or_default())
}

fn check(file: TableFile, sample: Option<(u64, u64)>, stop: &Stop, progress: &Progress) -> Result<u64, Failure> {
    let table = EndgameTable::new(file)?;
    Ok(match sample {
        None => verify(&table, stop, progress)?,
        Some((count, seed)) => verify_sample(&table, count, seed, stop, progress)?,
    })
}

/// Games in training are drawn after so many moves without progress: what comes later has little to teach.
const QUIET_IN_TRAINING: u32 = 12;

fn train_checkers(
    plan: &Plan,
    from_hand: bool,
    given: Option<&str>,
    stop: &Stop,
    progress: &Progress,
) -> Result<Trained, Failure> {
    let setup = Setup { quiet_limit: QUIET_IN_TRAINING, ..Setup::default() };
    let endgames = Endgames::default();
    if !endgames.solve(stop) {
        return Err(if stop.is_stopped() {
            Failure::Stopped
        } else {
            Failure::Memory("no memory for the endings".into())
        });
    }
    let course = Course { plan, setup, oracle: Some(&endgames), given, stop, progress };
    train_network(&course, Learned::default(), from_hand.then_some(Judgement))
}
