//! Solved boards: the small ones made once at first need on a thread of their own, the others from table files.
//! All games of a process share them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::solver::Solution;
use super::table::SolvedTable;
use super::trap::Traps;
use super::{MAX_SIZE, Yonkoma};
use crate::control::{Progress, Stop};
use crate::game::{Game, Oracle, Value};
use crate::table::{OpenTable, TableError, TableFile};

/// The largest board that is solved on demand.
pub const SOLVED_UP_TO: u8 = 14;

/// How often a waiter looks whether it must stop.
const LOOK: Duration = Duration::from_millis(1);

/// The boards that are solved, or being solved. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct SolvedBoards(Arc<Boards>);

#[derive(Debug, Default)]
struct Boards {
    solved: [OnceLock<Solution>; MAX_SIZE as usize + 1],
    begun: Mutex<Vec<u8>>,
    /// Boards for which the memory could not be had.
    given_up: Mutex<Vec<u8>>,
    /// The chances of lost sides on boards that are solved on demand, and for which they were begun.
    traps: [OnceLock<Option<Traps>>; SOLVED_UP_TO as usize + 1],
    traps_begun: Mutex<Vec<u8>>,
    tables: Mutex<Shelf>,
}

/// The table files.
#[derive(Debug, Default)]
struct Shelf {
    folder: Option<PathBuf>,
    /// By the side of the board, those that were looked for.
    slots: [Slot; MAX_SIZE as usize + 1],
    /// Those that are used wherever they are; they come first.
    adopted: Vec<(u8, Arc<OpenTable<SolvedTable>>)>,
}

/// What is known of a board's table.
#[derive(Clone, Debug, Default)]
enum Slot {
    #[default]
    NotLookedFor,
    Absent,
    Open(Arc<OpenTable<SolvedTable>>),
}

/// The name of a board's table file.
pub fn table_name(size: u8) -> String {
    format!("{}-{size}.yon", Yonkoma::NAME)
}

impl Shelf {
    /// The table of a board, which is opened at first need.
    fn table(&mut self, size: u8) -> Option<&Arc<OpenTable<SolvedTable>>> {
        if let Some((_, table)) = self.adopted.iter().find(|(of, _)| *of == size) {
            return Some(table);
        }
        let slot = self.slots.get_mut(usize::from(size))?;
        if let Slot::NotLookedFor = slot {
            let path = self.folder.as_ref().map(|folder| folder.join(table_name(size)));
            *slot = match path.filter(|path| path.exists()) {
                Some(path) => {
                    let table = TableFile::open(&path).and_then(SolvedTable::new);
                    let table = table.and_then(|table| match table.size() {
                        found if found == size => Ok(table),
                        found => Err(table.file().other("board", found, size)),
                    });
                    Slot::Open(Arc::new(OpenTable::new(&path, table)))
                }
                None => Slot::Absent,
            };
        }
        match slot {
            Slot::Open(table) => Some(table),
            _ => None,
        }
    }
}

impl SolvedBoards {
    /// The solution of a board, if it is ready.
    pub fn get(&self, size: u8) -> Option<&Solution> {
        self.0.solved.get(usize::from(size)).and_then(OnceLock::get)
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a board that is not solved on demand, or that has one of its own.
    fn table(&self, size: u8) -> Option<Arc<OpenTable<SolvedTable>>> {
        self.shelf().table(size).filter(|open| open.good().is_some()).cloned()
    }

    /// What is wrong with the table of a board.
    pub fn fault(&self, size: u8) -> Option<String> {
        self.shelf().table(size)?.fault().cloned()
    }

    /// Uses this table, wherever it is.
    ///
    /// # Errors
    /// When it is no table of this game.
    pub fn adopt(&self, file: TableFile) -> Result<(), TableError> {
        let path = file.path().to_path_buf();
        let table = SolvedTable::new(file)?;
        let mut shelf = self.shelf();
        shelf.adopted.retain(|(size, _)| *size != table.size());
        shelf.adopted.push((table.size(), Arc::new(OpenTable::new(&path, Ok(table)))));
        Ok(())
    }

    /// Begins to solve this board in the background, unless that has begun or it is too large.
    fn solve_in_background(&self, size: u8) {
        if size > SOLVED_UP_TO || self.get(size).is_some() {
            return;
        }
        let mut begun = self.0.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.contains(&size) {
            return;
        }
        let boards = Arc::clone(&self.0);
        let worker = thread::Builder::new().name(format!("solve {size}x{size}")).spawn(move || {
            // Whatever happens here, who waits for the board must not wait for ever.
            match std::panic::catch_unwind(|| Solution::solve(size, &Stop::new())).ok().flatten() {
                // Nobody else solves this size, so the place is empty.
                Some(solution) => drop(boards.solved[usize::from(size)].set(solution)),
                None => boards.given_up.lock().unwrap_or_else(PoisonError::into_inner).push(size),
            }
        });
        begun.push(size);
        if worker.is_err() {
            self.0.given_up.lock().unwrap_or_else(PoisonError::into_inner).push(size);
        }
    }
}

impl SolvedBoards {
    /// Begins to work out the chances of lost sides on a board that has been solved on demand, unless that has begun.
    fn find_traps_in_background(&self, size: u8) {
        if size > SOLVED_UP_TO || self.get(size).is_none() {
            return;
        }
        let mut begun = self.0.traps_begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.contains(&size) {
            return;
        }
        begun.push(size);
        let boards = self.clone();
        let work = move || {
            let found =
                std::panic::catch_unwind(|| Traps::find(boards.get(size)?, false, &Stop::new(), &Progress::default()));
            // Nobody else works this size out, so the place is empty.
            let _ = boards.0.traps[usize::from(size)].set(found.ok().flatten());
        };
        let worker = thread::Builder::new().name(format!("traps {size}x{size}")).spawn(work);
        if worker.is_err() {
            let _ = self.0.traps[usize::from(size)].set(None);
        }
    }
}

/// The oracle of the solved boards.
impl Oracle<Yonkoma> for SolvedBoards {
    fn covers(&self, position: &Yonkoma) -> bool {
        let given_up = || self.0.given_up.lock().unwrap_or_else(PoisonError::into_inner).contains(&position.size());
        self.ready(position) || position.size() <= SOLVED_UP_TO && !given_up()
    }

    fn begin(&self, position: &Yonkoma) {
        if self.table(position.size()).is_none() {
            self.solve_in_background(position.size());
        }
    }

    fn prepare(&self, position: &Yonkoma, stop: &Stop) -> bool {
        while self.covers(position) && !self.ready(position) && !stop.is_stopped() {
            self.begin(position);
            thread::sleep(LOOK);
        }
        self.ready(position)
    }

    fn ready(&self, position: &Yonkoma) -> bool {
        self.get(position.size()).is_some() || self.table(position.size()).is_some()
    }

    fn probe(&self, position: &Yonkoma) -> Option<Value> {
        match self.get(position.size()) {
            Some(solution) => Some(solution.value(position)),
            None => self.table(position.size())?.ask(|table| table.value(position)),
        }
    }

    fn chance(&self, position: &Yonkoma) -> Option<f64> {
        let solution = self.get(position.size())?;
        let traps = self.0.traps.get(usize::from(position.size()))?.get()?.as_ref()?;
        Some(f64::from(traps.of(solution, position)) / 255.0)
    }

    fn begin_chances(&self, position: &Yonkoma) -> bool {
        self.find_traps_in_background(position.size());
        let slot = self.0.traps.get(usize::from(position.size()));
        self.get(position.size()).is_some() && slot.is_some_and(|slot| slot.get().is_none())
    }

    fn look_in(&self, folder: Option<&Path>) {
        let mut shelf = self.shelf();
        // Small boards are solved faster than a file is found to be there, and need none.
        if shelf.folder.as_deref() != folder {
            let adopted = std::mem::take(&mut shelf.adopted);
            *shelf = Shelf { folder: folder.map(Path::to_path_buf), adopted, ..Shelf::default() };
            for slot in &mut shelf.slots[..=usize::from(SOLVED_UP_TO)] {
                *slot = Slot::Absent;
            }
        }
    }

    fn remark(&self, position: &Yonkoma) -> Option<String> {
        self.shelf().table(position.size())?.remark()
    }
}
