//! Puzzles: a won position with exactly one winning move, easy or hard by its length and by how natural the wrong moves are.
//! That there is no other is known from tables, or proved for as many plies as the puzzle says. Among more than two, a
//! position in which one move alone keeps its player in the game.

use std::io::Write;

use super::exercise::Exercise;
use super::{Refusal, Repl, words};
use crate::control::Limits;
use crate::game::{Score, Value};
use crate::session::Session;
use crate::session::report::{Answer, MoveValue, Request, Start};
use crate::text::{quote, read_digits};

/// How many positions are tried.
const TRIES: usize = 400;
/// How many moves are played at random at most before one.
const WALK: usize = 40;
/// The same in every other try: in long games nothing is decided before.
const LONG_WALK: usize = 120;
/// So many moves are taken back at most from where a game has ended at random.
const STEPS_BACK: usize = 6;
/// So many plies more than the win takes it is proved that no other move wins.
const MORE: u32 = 4;
/// A win that is not known from tables is looked for within so many plies.
const FARTHEST: u32 = 11;
/// How long that proof may take, in milliseconds.
const PROOF: u64 = 2000;
/// With so many moves or fewer it is easy to find the only safe one.
const FEW: usize = 20;
/// How long a position is looked at where nothing is known, in milliseconds.
const LOOK: u64 = 30;
/// Up to so many plies a win is short.
const SHORT: u32 = 7;
/// Up to so many it is easy whatever the other moves look like.
const SHORTEST: u32 = 3;

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Any,
    Easy,
    Hard,
    Plies(u64),
}

/// A win that one move alone brings, as far as the values of all moves tell.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OnlyWin {
    mv: String,
    /// How long it takes, where that is known.
    plies: Option<u32>,
    /// How much of the wrong moves looks natural, in hundredths: those that hold out longer than the win takes.
    natural: usize,
    /// It is known of every other move that it does not win.
    settled: bool,
}

fn only_win(rows: &[MoveValue]) -> Option<OnlyWin> {
    let [first, rest @ ..] = rows else { return None };
    let Ok(Value::Win(plies)) = first.value else { return None };
    if rest.is_empty() || rest.iter().any(|row| matches!(row.value, Ok(Value::Win(_)))) {
        return None;
    }
    let settled = rest.iter().all(|row| row.value.is_ok());
    let plies = plies.map(u32::from);
    let natural = |row: &&MoveValue| match row.value {
        Ok(Value::Loss(Some(held))) => plies.is_none_or(|plies| u32::from(held) > plies),
        _ => true,
    };
    let natural = 100 * rest.iter().filter(natural).count() / rest.len();
    Some(OnlyWin { mv: first.mv.clone(), plies, natural, settled })
}

fn fits(wish: Wish, plies: Option<u32>, natural: usize) -> bool {
    // A win whose length is not known is a long one.
    let long = plies.unwrap_or(u32::MAX);
    match wish {
        Wish::Any => long > 1,
        Wish::Easy => long > 1 && (long <= SHORTEST || long <= SHORT && natural <= 50),
        Wish::Hard => long > SHORT || (long > 3 && natural > 50),
        Wish::Plies(wanted) => plies.is_some_and(|plies| u64::from(plies) == wanted),
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
        let many = self.sides().names().len() > 2;
        if let (true, Wish::Plies(_)) = (many, wish) {
            let why = "puzzle: expected nothing, easy or hard in a game of more than two, where one move alone is safe";
            return Err(Refusal::Why(why.into()));
        }
        self.puzzles += 1;
        let seed = u64::from(self.engine.settings().seed);
        let mut dice = match seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(seed.wrapping_add(self.puzzles)),
        };
        for number in 0..TRIES {
            let session = self.wander(&mut dice, if number % 2 == 0 { WALK } else { LONG_WALK });
            if session.legal_moves().len() < 2 {
                continue;
            }
            let found = if many { only_safe(&*session, wish) } else { self.only_winning(&*session, wish)? };
            let Some((mv, task, praise)) = found else { continue };
            let exercise = Exercise {
                task: vec![format!("{} to move {task}", self.sides().name(session.turn()))],
                start: Start::Fen(session.fen()),
                moves: Vec::new(),
                replies: Vec::new(),
                right: vec![mv],
                praise: praise.into(),
                wrong: Vec::new(),
            };
            return self.begin_course(vec![exercise]);
        }
        Err(Refusal::Why("no such puzzle was found; try another kind, or again".into()))
    }

    /// A position after moves at random, at most so many: one on the way that is known to be won, if there is one;
    /// otherwise the last, or some moves before it where the game ends there.
    fn wander(&self, dice: &mut fastrand::Rng, walk: usize) -> Box<dyn Session> {
        let mut session = self.engine.entry().open(&self.engine.settings().setup());
        let (mut played, mut won) = (0, Vec::new());
        for _ in 0..dice.usize(1..=walk) {
            let moves = session.legal_moves();
            if moves.is_empty() || session.play(&moves[dice.usize(0..moves.len())]).is_err() {
                for _ in 0..dice.usize(2..=STEPS_BACK) {
                    session.undo();
                }
                break;
            }
            played += 1;
            if session.outcome().is_none() && matches!(session.known_value(), Some(Value::Win(_))) {
                won.push(played);
            }
        }
        if !won.is_empty() {
            let wanted = won[dice.usize(0..won.len())];
            while session.record().moves.len() > wanted && session.undo() {}
        }
        session
    }

    /// The only winning move of a position, what is to be done, and what is said of the move.
    fn only_winning(&mut self, session: &dyn Session, wish: Wish) -> Result<Option<Puzzle>, Refusal> {
        let found = match session.known_value() {
            Some(_) => self.by_values(session)?,
            None => self.by_proof(session)?,
        };
        let found = found.filter(|found| fits(wish, found.plies, found.natural));
        let Some(OnlyWin { mv, plies, settled, .. }) = found else { return Ok(None) };
        let length = |plies: u32| words::count(plies as usize, "ply");
        if settled {
            let wins = plies.map_or("wins".into(), |plies| format!("wins in {}", length(plies)));
            let task = format!("{wins}, and one move alone does it. Which?");
            return Ok(Some((mv, task, "Every other move lets the win go.")));
        }
        let Some(plies) = plies else { return Ok(None) };
        // The others are not known: none of them wins within some more plies, as was proved.
        let within = length(plies + MORE);
        let task = format!("wins in {}, and no other move wins within {within}. Which does it?", length(plies));
        Ok(Some((mv, task, "Every other move lets that win go.")))
    }

    /// The only winning move of a position that is known.
    fn by_values(&mut self, session: &dyn Session) -> Result<Option<OnlyWin>, Refusal> {
        let thought = self.think_in(session, Request::Values { movetime: Some(LOOK) })?;
        if thought.stopped {
            return Err(Refusal::Why(STOPPED.into()));
        }
        let Answer::Values(rows) = thought.answer else { return Ok(None) };
        Ok(only_win(&rows).filter(|found| found.settled))
    }

    /// The only move that wins within some plies of a position that is not known, and whether that is proved.
    fn by_proof(&mut self, session: &dyn Session) -> Result<Option<OnlyWin>, Refusal> {
        let won = self.ask_for_win(session, FARTHEST, LOOK, None)?;
        let Some((Some(Value::Win(Some(plies))), Some(mv))) = won else { return Ok(None) };
        let others = session.legal_moves().into_iter().filter(|other| *other != mv).collect();
        let plies = u32::from(plies);
        match self.ask_for_win(session, plies + MORE, PROOF, Some(others))? {
            Some((Some(Value::Win(_)), _)) | None => Ok(None),
            Some((value, _)) => {
                // A move that is proved to lose does not look natural.
                let natural = if value.is_some() { 0 } else { 100 };
                Ok(Some(OnlyWin { mv, plies: Some(plies), natural, settled: false }))
            }
        }
    }

    /// What is forced within so many plies, and the move; `None` where time was too short to tell.
    fn ask_for_win(
        &mut self,
        session: &dyn Session,
        within: u32,
        movetime: u64,
        searchmoves: Option<Vec<String>>,
    ) -> Result<Option<Asked>, Refusal> {
        let limits = Limits { mate: Some(within), movetime: Some(movetime), ..Limits::default() };
        let thought = self.think_in(session, Request::Go { limits, searchmoves, ponder: false })?;
        if thought.stopped {
            return Err(Refusal::Why(STOPPED.into()));
        }
        let proved = thought.lines.first().and_then(|info| match info.score {
            Score::Proved(value) => Some(value),
            Score::Points(_) => None,
        });
        let mv = thought.lines.first().and_then(|info| info.pv.first().cloned());
        let refuted = thought.notes.iter().any(|note| note.starts_with("no forced win or loss within"));
        Ok((proved.is_some() || refuted).then_some((proved, mv)))
    }
}

/// A move, what is to be done, and what is said of the move.
type Puzzle = (String, String, &'static str);

/// The forced result that was found, if there is one, and the best move.
type Asked = (Option<Value>, Option<String>);

/// Why there is no puzzle when Ctrl-C was pressed.
const STOPPED: &str = "stopped before a puzzle was found";

/// The only move after which the others cannot put the player out before the next turn.
fn only_safe(session: &dyn Session, wish: Wish) -> Option<Puzzle> {
    let legal = session.legal_moves();
    let mut safe = legal.iter().filter(|mv| session.danger(mv).is_none());
    let (mv, None) = (safe.next()?, safe.next()) else { return None };
    let fits = match wish {
        Wish::Easy => legal.len() <= FEW,
        Wish::Hard => legal.len() > FEW,
        Wish::Any | Wish::Plies(_) => true,
    };
    let task = "can be put out before the next turn after every move but one. Which is safe?";
    fits.then(|| (mv.clone(), task.into(), "After every other move the others could put you out."))
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
        let found = OnlyWin { mv: "m".into(), plies: Some(5), natural: 50, settled: true };
        assert_eq!(only_win(&rows(&[win, loss, Value::Loss(Some(2))])), Some(found.clone()));
        let mut open = rows(&[win, loss]);
        open.push(MoveValue { mv: "n".into(), value: Err((-30, 6)) });
        assert_eq!(only_win(&open), Some(OnlyWin { natural: 100, settled: false, ..found }));
        assert_eq!(only_win(&rows(&[win, win, loss])), None);
        assert_eq!(only_win(&rows(&[win])), None);
        assert_eq!(only_win(&rows(&[loss, loss])), None);
        assert!(fits(Wish::Easy, Some(5), 50) && !fits(Wish::Easy, Some(9), 0) && fits(Wish::Hard, Some(9), 0));
        assert!(fits(Wish::Plies(3), Some(3), 0) && !fits(Wish::Plies(3), Some(5), 0) && !fits(Wish::Any, Some(1), 0));
        assert!(fits(Wish::Hard, None, 0) && !fits(Wish::Easy, None, 0) && !fits(Wish::Plies(3), None, 0));
    }
}
