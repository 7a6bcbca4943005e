//! What is worth telling about a solved board.

use rayon::prelude::*;
use serde::Serialize;

use super::solver::Solution;
use super::table::fingerprint;
use super::{Move, Yonkoma};
use crate::game::{Game, Notation, Setup, Value, value_of_move};

/// A move of the start position and what it brings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstMove {
    /// As the wire spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// `win` or `loss` for whoever makes it.
    pub value: &'static str,
    /// Moves to the end, this one included and skipped turns not counted.
    pub plies: u16,
}

/// The results of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Survey {
    /// Always `yonkoma`.
    pub game: &'static str,
    /// The side of the board.
    pub size: u8,
    /// `win` or `loss` for whoever begins.
    pub value: &'static str,
    /// Moves from the start to the end, skipped turns not counted.
    pub plies: u16,
    /// Every move of the start position, the best first.
    pub first_moves: Vec<FirstMove>,
    /// How many of them win.
    pub winning_first_moves: usize,
    /// Positions with one side to move: a pair of the mover times a pair of the opponent.
    pub positions: u64,
    /// Places in which their values are kept, one for each class of equal ones.
    pub entries: u64,
    /// Positions that the side to move wins, finished ones included.
    pub won: u64,
    /// Positions in which the side to move has no move, and is skipped.
    pub skipped: u64,
    /// The largest distance of any position.
    pub longest: u16,
    /// A hash of all values.
    #[serde(serialize_with = "as_hex")]
    pub fingerprint: u64,
}

/// Sixteen hexadecimal digits, since JSON's numbers do not hold 64 bits everywhere.
pub(super) fn as_hex<S: serde::Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{number:016x}"))
}

/// The moves of the start position with their values, the best first and then in the order of bytes.
fn first_moves(size: u8, value_of: impl Fn(&Yonkoma) -> Value) -> Vec<FirstMove> {
    let start = Yonkoma::start(&Setup::of_size(size));
    let mut moves: Vec<Move> = Vec::new();
    start.moves(&mut moves);
    let mut valued: Vec<(i32, FirstMove)> = moves
        .into_iter()
        .map(|mv| {
            let after = start.after(mv);
            let value = value_of_move(&start, mv, &after, value_of(&after));
            let plies = value.plies().unwrap_or(0);
            (value.rank(), FirstMove { mv: start.move_text(mv), value: value.word(), plies })
        })
        .collect();
    valued.sort_by(|a, b| (a.0, &a.1.mv).cmp(&(b.0, &b.1.mv)));
    valued.into_iter().map(|(_, first)| first).collect()
}

/// What a row adds.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    longest: u16,
    fingerprint: u64,
}

impl Survey {
    /// Looks at every value of a board.
    pub fn of(solution: &Solution) -> Self {
        let classes = solution.classes();
        let row = |row: usize| {
            let mut tally = Tally::default();
            for (column, value) in solution.row(row).enumerate() {
                tally.won += u64::from(matches!(value, Value::Win(_)));
                tally.longest = tally.longest.max(value.plies().unwrap_or(0));
                tally.fingerprint = tally.fingerprint.wrapping_add(fingerprint(row * classes.pairs() + column, value));
            }
            Tally { won: tally.won * classes.weight(row), ..tally }
        };
        let add = |a: Tally, b: Tally| Tally {
            won: a.won + b.won,
            longest: a.longest.max(b.longest),
            fingerprint: a.fingerprint.wrapping_add(b.fingerprint),
        };
        let tally = (0..classes.rows()).into_par_iter().map(row).reduce(Tally::default, add);
        let size = solution.size();
        let start = solution.value(&Yonkoma::start(&Setup::of_size(size)));
        let first_moves = first_moves(size, |position| solution.value(position));
        Survey {
            game: Yonkoma::NAME,
            size,
            value: start.word(),
            plies: start.plies().unwrap_or(0),
            winning_first_moves: first_moves.iter().filter(|first| first.value == "win").count(),
            first_moves,
            positions: classes.positions(),
            entries: classes.places() as u64,
            won: tally.won,
            skipped: solution.skipped(),
            longest: tally.longest,
            fingerprint: tally.fingerprint,
        }
    }
}
