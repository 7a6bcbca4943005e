//! Checks a table against the rules: every stored value against those of the positions that follow, which
//! the rules module finds. Nothing of the solver is used here but how positions are numbered.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use rayon::prelude::*;

use super::classes::Classes;
use super::geometry::pair;
use super::table::{SolvedTable, Stored, fingerprint};
use super::{Move, RED, Yonkoma};
use crate::control::{Progress, Stop};
use crate::game::{Game, Notation, Value, value_of_move};
use crate::table::TableError;

/// Won, and the distance is not known yet. Other codes are twice the distance, plus one for a win.
const WON: u8 = u8::MAX;
/// The longest loss that there is a code for, and for the win that follows from it.
const LONGEST_LOSS: u8 = 125;
/// Positions between two looks at the stop flag.
const LOOK: usize = 1 << 12;

/// What is wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
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
    /// The values are right, and the fingerprint in the header is another board's.
    #[error("the header has the fingerprint {found:016x}, the values have {expected:016x}")]
    Fingerprint {
        /// In the header.
        found: u64,
        /// Of the values.
        expected: u64,
    },
    /// A loss is longer than any game.
    #[error("the table has a loss in more than {LONGEST_LOSS} moves, longer than any game")]
    TooLong,
    /// There is no memory for the values.
    #[error("no memory for {} MB of values", .0.div_ceil(1_000_000))]
    NoMemory(usize),
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
}

fn encode(value: Value) -> u8 {
    (value.plies().unwrap_or(0) * 2) as u8 + u8::from(matches!(value, Value::Win(_)))
}

fn decode(code: u8) -> Value {
    let plies = Some(u16::from(code / 2));
    if code % 2 == 1 { Value::Win(plies) } else { Value::Loss(plies) }
}

pub(super) fn words(value: Value) -> String {
    format!("{} in {}", value.word(), value.plies().unwrap_or(0))
}

/// No tally.
#[derive(Default)]
struct Nothing;

impl std::ops::AddAssign for Nothing {
    fn add_assign(&mut self, _: Nothing) {}
}

/// The values of a table in memory, with the distances of the won positions worked out from the rules.
pub struct Values<'a> {
    classes: &'a Classes,
    codes: Vec<AtomicU8>,
}

impl<'a> Values<'a> {
    /// Reads a table and works the distances of the won positions out. `progress` is begun here, with room for
    /// `passes` more passes over all places.
    ///
    /// # Errors
    /// When the table cannot be read or is damaged, a won position has no winning move, and when stopped.
    pub fn load(table: &'a SolvedTable, passes: u64, stop: &Stop, progress: &Progress) -> Result<Self, VerifyError> {
        let classes = table.classes();
        progress.begin(classes.places() as u64 * (1 + passes));
        let codes = bytemuck::allocation::try_zeroed_vec(classes.places())
            .map_err(|()| VerifyError::NoMemory(classes.places()))?;
        let values = Values { classes, codes };
        let too_long = AtomicBool::new(false);
        table.for_each_row(|row, stored| {
            for (code, stored) in values.row(row).iter().zip(stored) {
                let stored = match stored {
                    Stored::Win => WON,
                    Stored::Loss(plies @ ..=LONGEST_LOSS) => plies * 2,
                    Stored::Loss(_) => return too_long.store(true, Ordering::Relaxed),
                };
                code.store(stored, Ordering::Relaxed);
            }
        })?;
        if too_long.into_inner() {
            return Err(VerifyError::TooLong);
        }
        values.refuse_unequal_images()?;
        values.each_state::<Nothing>(stop, progress, |_, row, mover| {
            let place = values.place(mover, row);
            if values.code(place) == WON
                && let Some(position) = values.position(mover, row)
            {
                values.store(place, encode(values.win(&position, row)?));
            }
            Ok(())
        })?;
        Ok(values)
    }

    fn row(&self, row: usize) -> &[AtomicU8] {
        let pairs = self.classes.pairs();
        &self.codes[row * pairs..][..pairs]
    }

    /// The value of a won position: of the lost ones that its moves lead to, the quickest.
    fn win(&self, position: &Yonkoma, row: usize) -> Result<Value, VerifyError> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.value_for(position.turn()));
        }
        let mut best = None;
        self.each_after(position, row, |code, plies| {
            // While the table is read, won positions may be known or not.
            if code != WON && code.is_multiple_of(2) {
                let distance = u16::from(code / 2) + plies;
                best = Some(best.map_or(distance, |best: u16| best.min(distance)));
            }
        });
        best.map(|plies| Value::Win(Some(plies))).ok_or_else(|| wrong(position, "a win".into(), "a loss".into()))
    }

    /// The value of a position as the positions make it that follow; their values must be known.
    fn by_what_follows(&self, position: &Yonkoma, row: usize) -> Value {
        if let Some(outcome) = position.outcome() {
            return outcome.value_for(position.turn());
        }
        let (mut win, mut loss) = (None, 0);
        self.each_after(position, row, |code, plies| {
            let distance = u16::from(code / 2) + plies;
            if code.is_multiple_of(2) {
                win = Some(win.map_or(distance, |win: u16| win.min(distance)));
            } else {
                loss = loss.max(distance);
            }
        });
        win.map_or(Value::Loss(Some(loss)), |plies| Value::Win(Some(plies)))
    }

    /// Calls `found` with the code of every position that a move leads to, from a position in which Red is to move and
    /// the row is that of Blue's pair, and with the plies that the move counts. The moves are those of the rules module.
    /// What they lead to has Blue as its mover, so all of it stands in that row, by Red's new pair.
    fn each_after(&self, position: &Yonkoma, row: usize, mut found: impl FnMut(u8, u16)) {
        let geometry = self.classes.geometry();
        let [one, two] = position.checkers(RED);
        let mut skipped = true;
        position.steps(RED, |from, to| {
            let partner = if from == one { two } else { one };
            let column = pair(geometry.number_of(to), geometry.number_of(partner));
            found(self.code((row, column)), 1);
            skipped = false;
            true
        });
        if skipped {
            let mut after = *position;
            after.play(Move::Skip);
            found(self.code(self.classes.place_of(&after)), 0);
        }
    }

    /// The position with this mover and the opponent of a row.
    pub fn position(&self, mover: usize, row: usize) -> Option<Yonkoma> {
        self.classes.geometry().position(mover, self.classes.representative(row))
    }

    /// The value of a position of the board.
    pub fn value_of(&self, position: &Yonkoma) -> Value {
        self.value(self.classes.place_of(position))
    }

    fn code(&self, (row, column): (usize, usize)) -> u8 {
        self.row(row)[column].load(Ordering::Relaxed)
    }

    /// Where the state with this mover and the opponent of a row stands.
    pub fn place(&self, mover: usize, row: usize) -> (usize, usize) {
        self.classes.place(mover, self.classes.representative(row))
    }

    /// The value at a place.
    pub fn value(&self, place: (usize, usize)) -> Value {
        decode(self.code(place))
    }

    fn store(&self, (row, column): (usize, usize), code: u8) {
        self.row(row)[column].store(code, Ordering::Relaxed);
        for symmetry in self.classes.kept(row) {
            self.row(row)[self.classes.geometry().image(symmetry, column)].store(code, Ordering::Relaxed);
        }
    }

    /// A row whose pair a symmetry keeps has some classes twice.
    fn refuse_unequal_images(&self) -> Result<(), VerifyError> {
        for row in 0..self.classes.rows() {
            for symmetry in self.classes.kept(row) {
                for column in 0..self.classes.pairs() {
                    let image = self.classes.geometry().image(symmetry, column);
                    let (found, expected) = (self.code((row, column)), self.code((row, image)));
                    if found != expected
                        && let Some(position) =
                            self.classes.geometry().position(self.classes.representative(row), column)
                    {
                        let words = |code| if code == WON { "a win".into() } else { words(decode(code)) };
                        return Err(wrong(&position, words(found), words(expected)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Calls `found` for at least one state of each class, on several threads, with the mover and the row of its
    /// opponent: with all movers for each row. What a thread tallies is added up.
    ///
    /// # Errors
    /// The first that `found` returns, and when stopped.
    pub fn each_state<T: Default + Send + std::ops::AddAssign>(
        &self,
        stop: &Stop,
        progress: &Progress,
        found: impl Fn(&mut T, usize, usize) -> Result<(), VerifyError> + Sync,
    ) -> Result<T, VerifyError> {
        let a_row = |mut tally: T, row: usize| {
            for mover in 0..self.classes.pairs() {
                if mover % LOOK == 0 && stop.is_stopped() {
                    return Err(VerifyError::Stopped);
                }
                found(&mut tally, row, mover)?;
            }
            progress.add(self.classes.pairs() as u64);
            Ok(tally)
        };
        let add = |mut one: T, other: T| {
            one += other;
            Ok(one)
        };
        (0..self.classes.rows()).into_par_iter().try_fold(T::default, a_row).try_reduce(T::default, add)
    }

    /// The fingerprint of all values.
    pub fn fingerprint(&self) -> u64 {
        let sum = |(row, codes): (usize, &[AtomicU8])| {
            let first = row * self.classes.pairs();
            let part =
                |(column, code): (usize, &AtomicU8)| fingerprint(first + column, decode(code.load(Ordering::Relaxed)));
            codes.iter().enumerate().map(part).fold(0, u64::wrapping_add)
        };
        self.codes.par_chunks(self.classes.pairs()).enumerate().map(sum).reduce(|| 0, u64::wrapping_add)
    }
}

fn wrong(position: &Yonkoma, found: String, expected: String) -> VerifyError {
    VerifyError::Wrong { fen: position.fen(), found, expected }
}

/// The value of a position from those of the positions that follow.
fn from_moves(
    position: &Yonkoma,
    mut value: impl FnMut(&Yonkoma) -> Result<Value, VerifyError>,
) -> Result<Value, VerifyError> {
    if let Some(outcome) = position.outcome() {
        return Ok(outcome.value_for(position.turn()));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut best: Option<Value> = None;
    for mv in moves {
        let after = position.after(mv);
        let value = value_of_move(position, mv, &after, value(&after)?);
        best = Some(best.map_or(value, |best| if value.rank() < best.rank() { value } else { best }));
    }
    // Where the game goes on there is a move.
    Ok(best.unwrap_or(Value::Draw))
}

/// Checks every stored position, one of each class of equal ones, and the fingerprint. Returns how many were
/// checked.
///
/// # Errors
/// The first fault that is found.
pub fn verify(table: &SolvedTable, stop: &Stop, progress: &Progress) -> Result<u64, VerifyError> {
    let values = Values::load(table, 1, stop, progress)?;
    let checked: u64 = values.each_state(stop, progress, |checked, row, mover| {
        let stored = values.value(values.place(mover, row));
        *checked += 1;
        // A win is worked out from the moves; that there is one was found then.
        if let Value::Loss(_) = stored
            && let Some(position) = values.position(mover, row)
        {
            let expected = values.by_what_follows(&position, row);
            if stored != expected {
                return Err(wrong(&position, words(stored), words(expected)));
            }
        }
        Ok(())
    })?;
    let (found, expected) = (table.file().header().fingerprint, values.fingerprint());
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
    table: &SolvedTable,
    count: u64,
    seed: u64,
    stop: &Stop,
    progress: &Progress,
) -> Result<u64, VerifyError> {
    progress.begin(count);
    let rng = Mutex::new(fastrand::Rng::with_seed(seed));
    (0..count).into_par_iter().try_for_each(|_| {
        if stop.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        let position = Yonkoma::random(table.size(), &mut rng.lock().unwrap_or_else(PoisonError::into_inner));
        let found = table.value(&position)?;
        let expected = from_moves(&position, |after| Ok(table.value(after)?))?;
        if found != expected {
            return Err(wrong(&position, words(found), words(expected)));
        }
        progress.add(1);
        Ok(())
    })?;
    Ok(count)
}
