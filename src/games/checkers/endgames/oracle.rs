//! The endgame tables that a process uses: those of up to four pieces are made once at first need on a thread of their
//! own, larger ones come from a file. All games of a process share them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::super::{CORAL, Checkers};
use super::claim::claim;
use super::code::Code;
use super::layout::{FEWEST, MOST};
use super::solver::Solution;
use super::table::{EndgameTable, table_name};
use crate::control::{Progress, Stop};
use crate::game::{Game, Oracle, Value};
use crate::table::{OpenTable, TableError, TableFile};

/// Positions with up to so many pieces are worked out on demand.
pub const SOLVED_UP_TO: u8 = 4;
/// From positions with up to so many pieces a search is likely to come to those that are known.
const HELPS: u32 = 8;

/// How often a waiter looks whether it must stop.
const LOOK: Duration = Duration::from_millis(1);

/// The tables that there are, or that are being made. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Endgames(Arc<Tables>);

#[derive(Debug, Default)]
struct Tables {
    solved: OnceLock<Solution>,
    begun: Mutex<bool>,
    /// The memory could not be had.
    given_up: AtomicBool,
    shelf: Mutex<Shelf>,
}

/// Where a table file is looked for, and what was found.
#[derive(Debug, Default)]
struct Shelf {
    folder: Option<PathBuf>,
    slot: Slot,
    /// One that is used wherever it is, and nothing else beside it.
    adopted: Option<Arc<OpenTable<EndgameTable>>>,
}

#[derive(Debug, Default)]
enum Slot {
    #[default]
    NotLookedFor,
    Absent,
    Open(Arc<OpenTable<EndgameTable>>),
}

/// Opens the file as the table of so many pieces.
fn open(path: &Path, pieces: u8) -> OpenTable<EndgameTable> {
    let table = TableFile::open(path).and_then(EndgameTable::new);
    let table = table.and_then(|table| match table.pieces() {
        found if found == pieces => Ok(table),
        found => Err(table.file().other("pieces", found, pieces)),
    });
    OpenTable::new(path, table)
}

impl Shelf {
    /// The table with the most pieces of the folder, which is opened at first need.
    fn table(&mut self) -> Option<&Arc<OpenTable<EndgameTable>>> {
        if self.adopted.is_some() {
            return self.adopted.as_ref();
        }
        if let Slot::NotLookedFor = self.slot {
            let path = |pieces| self.folder.as_ref().map(|folder| (folder.join(table_name(pieces)), pieces));
            let found = (FEWEST..=MOST).rev().filter_map(path).find(|(path, _)| path.exists());
            self.slot = found.map_or(Slot::Absent, |(path, pieces)| Slot::Open(Arc::new(open(&path, pieces))));
        }
        match &self.slot {
            Slot::Open(table) => Some(table),
            _ => None,
        }
    }
}

/// The number of pieces of a position that tables can hold: both sides have some.
fn pieces(position: &Checkers) -> u32 {
    let [coral, white] = position.board().pieces;
    if coral == 0 || white == 0 { u32::MAX } else { (coral | white).count_ones() }
}

impl Endgames {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self) -> Option<Arc<OpenTable<EndgameTable>>> {
        self.shelf().table().cloned()
    }

    /// Up to how many pieces there are tables now.
    fn known_up_to(&self) -> u32 {
        let solved = if self.0.solved.get().is_some() { SOLVED_UP_TO } else { 0 };
        let file = self.file().and_then(|open| open.good().map(EndgameTable::pieces)).unwrap_or(0);
        solved.max(file).into()
    }

    /// True where nothing is worked out: there is no memory, or one file is to be used and nothing else.
    fn given_up(&self) -> bool {
        self.0.given_up.load(Ordering::Relaxed) || self.shelf().adopted.is_some()
    }

    /// What is wrong with the table file.
    pub fn fault(&self) -> Option<String> {
        self.file()?.fault().cloned()
    }

    /// Uses this table file, wherever it is, and nothing else.
    ///
    /// # Errors
    /// When it is no table of this game.
    pub fn adopt(&self, file: TableFile) -> Result<(), TableError> {
        let path = file.path().to_path_buf();
        let table = EndgameTable::new(file)?;
        self.shelf().adopted = Some(Arc::new(OpenTable::new(&path, Ok(table))));
        Ok(())
    }

    /// Works until the small tables are there or `stop` says so; true when they are.
    pub fn solve(&self, stop: &Stop) -> bool {
        while !self.is_prepared() && !self.given_up() && !stop.is_stopped() {
            self.solve_in_background();
            thread::sleep(LOOK);
        }
        self.is_prepared()
    }

    /// Begins to work out the small tables, unless that has begun.
    fn solve_in_background(&self) {
        let mut begun = self.0.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if *begun {
            return;
        }
        let tables = Arc::clone(&self.0);
        let worker = thread::Builder::new().name(format!("solve {SOLVED_UP_TO} pieces")).spawn(move || {
            // One thread: the others are the search's.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
            let solve = || Solution::solve(SOLVED_UP_TO, &Stop::new(), &Progress::default()).ok();
            match pool.and_then(|pool| pool.install(solve)) {
                // Nobody else solves them, so the place is empty.
                Some(solution) => drop(tables.solved.set(solution)),
                None => tables.given_up.store(true, Ordering::Relaxed),
            }
        });
        *begun = true;
        if worker.is_err() {
            self.0.given_up.store(true, Ordering::Relaxed);
        }
    }

    /// What is known of a position now.
    fn code(&self, position: &Checkers) -> Option<Code> {
        let board = if position.turn() == CORAL { *position.board() } else { position.board().turned() };
        if let Some(solution) = self.0.solved.get()
            && let Some(code) = solution.code_of(&board)
        {
            return Some(code);
        }
        self.file()?.ask(|table| table.code(&board)).flatten()
    }
}

/// The oracle of the endgame tables.
impl Oracle<Checkers> for Endgames {
    fn covers(&self, position: &Checkers) -> bool {
        let pieces = pieces(position);
        pieces <= SOLVED_UP_TO.into() && !self.given_up() || pieces <= self.known_up_to()
    }

    fn begin(&self, position: &Checkers) {
        if self.helps(position) && self.known_up_to() < SOLVED_UP_TO.into() && !self.given_up() {
            self.solve_in_background();
        }
    }

    fn prepare(&self, position: &Checkers, stop: &Stop) -> bool {
        if self.helps(position) {
            self.solve(stop);
        }
        self.ready(position)
    }

    fn ready(&self, position: &Checkers) -> bool {
        let pieces = pieces(position);
        pieces <= SOLVED_UP_TO.into() && self.0.solved.get().is_some()
            || pieces <= MOST.into() && pieces <= self.known_up_to()
    }

    fn probe(&self, position: &Checkers) -> Option<Value> {
        let pieces = pieces(position);
        if pieces > MOST.into() {
            return None;
        }
        claim(self.code(position)?, pieces as u8, position.quiet(), position.quiet_limit)
    }

    fn helps(&self, position: &Checkers) -> bool {
        pieces(position) <= HELPS
    }

    fn is_prepared(&self) -> bool {
        self.known_up_to() >= SOLVED_UP_TO.into()
    }

    fn way(&self, position: &Checkers) -> u32 {
        // What follows a capture or a man's move is nearer than what follows a quiet move, whatever its steps.
        let steps = self.code(position).map_or(0, |code| code.steps().into());
        if position.quiet() == 0 { steps } else { u32::from(u8::MAX) + steps }
    }

    fn look_in(&self, folder: Option<&Path>) {
        let mut shelf = self.shelf();
        if shelf.folder.as_deref() != folder {
            let adopted = shelf.adopted.take();
            *shelf = Shelf { folder: folder.map(Path::to_path_buf), adopted, slot: Slot::NotLookedFor };
        }
    }

    fn remark(&self, position: &Checkers) -> Option<String> {
        // Larger boards of pieces have nothing to do with tables.
        self.file().filter(|_| self.helps(position))?.remark()
    }
}
