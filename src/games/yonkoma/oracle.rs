//! Solved boards, made once at first need on a thread of their own and shared by all games of a process.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::solver::Solution;
use super::{MAX_SIZE, Yonkoma};
use crate::control::Stop;
use crate::game::{Oracle, Value};

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
}

impl SolvedBoards {
    /// The solution of a board, if it is ready.
    pub fn get(&self, size: u8) -> Option<&Solution> {
        self.0.solved.get(usize::from(size)).and_then(OnceLock::get)
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
            match Solution::solve(size, &Stop::new()) {
                // Nobody else solves this size, so the place is empty.
                Some(solution) => drop(boards.solved[usize::from(size)].set(solution)),
                None => boards.given_up.lock().unwrap_or_else(PoisonError::into_inner).push(size),
            }
        });
        if worker.is_ok() {
            begun.push(size);
        }
    }
}

/// The oracle of the solved boards.
impl Oracle<Yonkoma> for SolvedBoards {
    fn covers(&self, position: &Yonkoma) -> bool {
        let given_up = || self.0.given_up.lock().unwrap_or_else(PoisonError::into_inner).contains(&position.size());
        position.size() <= SOLVED_UP_TO && (self.ready(position) || !given_up())
    }

    fn begin(&self, position: &Yonkoma) {
        self.solve_in_background(position.size());
    }

    fn prepare(&self, position: &Yonkoma, stop: &Stop) -> bool {
        while self.covers(position) && !self.ready(position) && !stop.is_stopped() {
            self.begin(position);
            thread::sleep(LOOK);
        }
        self.ready(position)
    }

    fn ready(&self, position: &Yonkoma) -> bool {
        self.get(position.size()).is_some()
    }

    fn probe(&self, position: &Yonkoma) -> Option<Value> {
        self.get(position.size()).map(|solution| solution.value(position))
    }
}
