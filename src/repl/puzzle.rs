//! Puzzles: a won position with exactly one winning move, easy or hard by its length and by how natural the wrong moves are.

use std::io::Write;

use super::exercise::Exercise;
use super::{Refusal, Repl};
use crate::game::Value;
use crate::session::report::{Answer, MoveValue, Request, Start};
use crate::text::{quote, read_digits};

/// How many positions are tried.
const TRIES: usize = 400;
/// How many moves are played at random at most before one.
const WALK: usize = 40;
/// How long a position is looked at where nothing is known, in milliseconds.
const LOOK: u64 = 30;
/// Up to so many plies a win is short.
const SHORT: u32 = 7;

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Any,
    Easy,
    Hard,
    Plies(u64),
}

/// The only winning move, how long the win is, and how much of the wrong moves looks natural, in hundredths: those that
/// hold out longer than the win takes.
fn only_win(rows: &[MoveValue]) -> Option<(String, u32, usize)> {
    let [first, rest @ ..] = rows else { return None };
    let Ok(Value::Win(plies)) = first.value else { return None };
    if rest.is_empty() || rest.iter().any(|row| !matches!(row.value, Ok(Value::Loss(_) | Value::Draw))) {
        return None;
    }
    let plies = u32::from(plies?);
    let natural = |row: &&MoveValue| match row.value {
        Ok(Value::Loss(Some(held))) => u32::from(held) > plies,
        _ => true,
    };
    Some((first.mv.clone(), plies, 100 * rest.iter().filter(natural).count() / rest.len()))
}

fn fits(wish: Wish, plies: u32, natural: usize) -> bool {
    match wish {
        Wish::Any => plies > 1,
        Wish::Easy => plies > 1 && plies <= SHORT && natural <= 50,
        Wish::Hard => plies > SHORT || (plies > 3 && natural > 50),
        Wish::Plies(wanted) => u64::from(plies) == wanted,
    }
}

impl<W: Write> Repl<W> {
    /// Finds a puzzle and waits for its move.
    pub(super) fn puzzle(&mut self, word: Option<&str>) -> Result<(), Refusal> {
        let wish = match (word, word.and_then(read_digits)) {
            (None, _) => Wish::Any,
            (Some("easy"), _) => Wish::Easy,
            (Some("hard"), _) => Wish::Hard,
            (_, Some(plies)) if plies > 0 => Wish::Plies(plies),
            (Some(word), _) => {
                let found = quote(word);
                return Err(Refusal::Why(format!("puzzle: expected easy, hard or a number of plies, found {found}")));
            }
        };
        if self.sides().names().len() != 2 {
            return Err(Refusal::Why("puzzle: expected a game of two".into()));
        }
        self.puzzles += 1;
        let seed = u64::from(self.engine.settings().seed);
        let mut dice = match seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(seed.wrapping_add(self.puzzles)),
        };
        for _ in 0..TRIES {
            let mut session = self.engine.entry().open(&self.engine.settings().setup());
            for _ in 0..dice.usize(1..=WALK) {
                let moves = session.legal_moves();
                if moves.is_empty() || session.play(&moves[dice.usize(0..moves.len())]).is_err() {
                    break;
                }
            }
            if session.legal_moves().len() < 2 {
                continue;
            }
            let thought = self.think_in(&*session, Request::Values { movetime: Some(LOOK) })?;
            if thought.stopped {
                return Err(Refusal::Why("stopped before a puzzle was found".into()));
            }
            let Answer::Values(rows) = thought.answer else { continue };
            if let Some((mv, plies, _)) = only_win(&rows).filter(|(_, plies, natural)| fits(wish, *plies, *natural)) {
                let name = self.sides().name(session.turn());
                let exercise = Exercise {
                    task: vec![format!("{name} to move wins in {plies} plies, and one move alone does it. Which?")],
                    start: Start::Fen(session.fen()),
                    moves: Vec::new(),
                    right: vec![mv],
                    praise: "Every other move lets the win go.".into(),
                    wrong: Vec::new(),
                };
                return self.begin_course(vec![exercise]);
            }
        }
        Err(Refusal::Why("no such puzzle was found; try another kind, or again".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[Value]) -> Vec<MoveValue> {
        values.iter().map(|value| MoveValue { mv: "m".into(), value: Ok(*value) }).collect()
    }

    #[test]
    fn one_winning_move_alone_makes_a_puzzle() {
        let (win, loss) = (Value::Win(Some(5)), Value::Loss(Some(8)));
        assert_eq!(only_win(&rows(&[win, loss, Value::Loss(Some(2))])), Some(("m".into(), 5, 50)));
        assert_eq!(only_win(&rows(&[win, win, loss])), None);
        assert_eq!(only_win(&rows(&[win])), None);
        assert_eq!(only_win(&rows(&[loss, loss])), None);
        assert!(fits(Wish::Easy, 5, 50) && !fits(Wish::Easy, 9, 0) && fits(Wish::Hard, 9, 0));
        assert!(fits(Wish::Plies(3), 3, 0) && !fits(Wish::Plies(3), 5, 0) && !fits(Wish::Any, 1, 0));
    }
}
