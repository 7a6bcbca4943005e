//! The games that are built: the only module that names them all. An entry says what a game is called,
//! who sits at it and on which boards, and opens a session of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::control::Stop;
use crate::game::{Game, Setup};
use crate::games::checkers::{self, Checkers, Judgement};
use crate::games::yonkoma::{self, Knowledge, SolvedBoards, Yonkoma};
use crate::session::{Kit, Play, Session};
use crate::settings::Sizes;

/// One game.
pub struct Entry {
    /// The name for `UCI_Variant`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What people call the seats, in the order of play.
    pub seats: &'static [&'static str],
    /// Other names for the seats, in the same order, where some people use them.
    pub other_seats: &'static [&'static str],
    /// One line that credits whoever designed the game.
    pub credit: &'static str,
    /// The rules for people.
    pub rules: &'static str,
    /// The boards.
    pub sizes: Sizes,
    /// How deep the tree is whose leaves are the openings of a match, where none are given.
    pub opening_plies: u32,
    /// Positions to measure a search on, with the depth.
    pub bench: (&'static [&'static str], u32),
    /// What is solved on demand, and how.
    pub solve: Option<Solve>,
    /// Opens a session at the start position of a board.
    pub open: Opener,
}

/// Opens a session at a start position.
pub type Opener = Box<dyn Fn(&Setup) -> Box<dyn Session> + Send + Sync>;

/// Solving a board from nothing.
#[derive(Clone, Copy)]
pub struct Solve {
    /// The sizes that the engine solves by itself.
    pub on_demand: &'static [u8],
    /// Solves one and says what it took, or `None` when stopped.
    pub run: fn(u8, &Stop) -> Option<Solved>,
}

/// What solving a board took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solved {
    /// Positions with one side to move.
    pub states: u64,
    /// Memory that the result takes, in bytes.
    pub bytes: usize,
    /// Wall time.
    pub time: Duration,
}

impl Entry {
    /// A session at the start position.
    pub fn open(&self, setup: &Setup) -> Box<dyn Session> {
        (self.open)(setup)
    }
}

/// All games, and what they share within a process.
pub struct Catalog {
    entries: Vec<Entry>,
}

impl Default for Catalog {
    fn default() -> Self {
        Catalog { entries: vec![yonkoma(), checkers()] }
    }
}

impl Catalog {
    /// The games, the default one first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The names for `UCI_Variant`, the default one first.
    pub fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    /// The game of this name; the default one when there is none.
    pub fn entry(&self, name: &str) -> &Entry {
        self.entries.iter().find(|entry| entry.name == name).unwrap_or(&self.entries[0])
    }
}

fn yonkoma() -> Entry {
    let kit = Arc::new(Kit {
        evaluator: Knowledge,
        oracle: Some(Arc::new(SolvedBoards::default())),
        default_setup: Setup::of_size(yonkoma::DEFAULT_SIZE),
    });
    Entry {
        name: Yonkoma::NAME,
        title: "Yonkoma",
        seats: Yonkoma::SEATS,
        other_seats: &["White", "Black"],
        credit: "Yonkoma is designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic (2026)",
        rules: yonkoma::RULES,
        sizes: Sizes { min: yonkoma::MIN_SIZE, max: yonkoma::MAX_SIZE, default: yonkoma::DEFAULT_SIZE },
        opening_plies: 2,
        bench: (yonkoma::BENCH, 7),
        solve: Some(Solve { on_demand: &[4, 6, 8, 10, 12, 14], run: solve_yonkoma }),
        open: Box::new(move |setup| Box::new(Play::<Yonkoma, Knowledge>::new(Arc::clone(&kit), setup))),
    }
}

fn checkers() -> Entry {
    let size = checkers::SIZE;
    let kit = Arc::new(Kit { evaluator: Judgement, oracle: None, default_setup: Setup::of_size(size) });
    Entry {
        name: Checkers::NAME,
        title: "Checkers",
        seats: Checkers::SEATS,
        other_seats: &["Black", "White"],
        credit: "Checkers, or English draughts, is a traditional game",
        rules: checkers::RULES,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 3,
        bench: (checkers::BENCH, 11),
        solve: None,
        open: Box::new(move |setup| Box::new(Play::<Checkers, Judgement>::new(Arc::clone(&kit), setup))),
    }
}

fn solve_yonkoma(size: u8, stop: &Stop) -> Option<Solved> {
    let began = Instant::now();
    let solution = yonkoma::Solution::solve(size, stop)?;
    Some(Solved { states: solution.states(), bytes: solution.bytes(), time: began.elapsed() })
}
