//! Mistakes: the engine goes over a whole record, says where something was thrown away, and lets people do it better.

use std::io::Write;

use super::exercise::Exercise;
use super::game::RESIGN;
use super::{Refusal, Repl, words};
use crate::control::Limits;
use crate::game::{Score, Seat, Value};
use crate::saved::{Marked, SavedGame};
use crate::session::Session;
use crate::session::report::{Answer, Danger, Judged, MoveValue, Request, Start};

/// How long a move is looked at where nothing is known, in milliseconds.
const LOOK: u64 = 200;
/// An estimate that falls by so much, in hundredths, is a mistake.
const MUCH: i32 = 60;
/// Moves whose estimates are so close are as good as each other.
const CLOSE: i32 = 15;
/// So many plies deeper both moves are searched before an estimate is believed.
const DEEPER: u32 = 2;
/// How bad it is to be put out of the game.
const ENDANGERED: i32 = 25_000;
/// How much longer that may take than the first look.
const LONGER: u64 = 4;
/// How many mistakes are listed when nothing is said.
const LISTED: u64 = 5;

/// A move that threw something away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    ply: usize,
    seat: Seat,
    mv: String,
    /// The moves that were as good as any.
    best: Vec<String>,
    /// How bad it was: exact ones before estimates.
    weight: i32,
    /// What it did.
    what: String,
}

/// How the value of the move that was played compares with the best: its weight and what was thrown away.
fn judged(best: &Judged, played: &Judged) -> Option<(i32, String)> {
    match (best, played) {
        (Ok(Value::Win(_)), Ok(value @ (Value::Draw | Value::Loss(_)))) => {
            let weight = if *value == Value::Draw { 20_000 } else { 30_000 };
            Some((weight, "threw away the win here".into()))
        }
        (Ok(Value::Draw), Ok(Value::Loss(_))) => Some((10_000, "threw away the draw here".into())),
        (Ok(Value::Win(plies)), Err(_)) => {
            let within = plies.map_or(String::new(), |plies| format!(" in {}", words::count(plies.into(), "ply")));
            Some((5_000, format!("passed over a proved win{within}")))
        }
        (Err((best, _)), Err((points, depth))) if best - points >= MUCH => {
            let lost = (best - points).min(4_000);
            Some((lost, format!("is worth about {}.{} less at depth {depth}", lost / 100, lost % 100 / 10)))
        }
        (Err(_), Ok(Value::Loss(_))) => Some((8_000, "walked into a proved loss".into())),
        _ => None,
    }
}

fn mistake(ply: usize, seat: Seat, mv: &str, rows: &[MoveValue]) -> Option<Mistake> {
    let (first, played) = (rows.first()?, rows.iter().find(|row| row.mv == mv)?);
    let (weight, what) = judged(&first.value, &played.value)?;
    let good = |row: &&MoveValue| match (&first.value, &row.value) {
        (Ok(best), Ok(value)) => best.word() == value.word(),
        (Err((best, _)), Err((points, _))) => best - points <= CLOSE,
        _ => row.mv == first.mv,
    };
    let best = rows.iter().filter(good).map(|row| row.mv.clone()).collect();
    Some(Mistake { ply, seat, mv: mv.to_string(), best, weight, what })
}

impl<W: Write> Repl<W> {
    /// Goes over the whole game.
    pub(super) fn annotate(&mut self, movetime: Option<u64>) -> Result<(), Refusal> {
        let game = self.saved_game();
        if game.moves.is_empty() {
            return Err(Refusal::Why("annotate: expected a game with moves, found none".into()));
        }
        let start = game.start.clone().map_or(Start::Startpos, Start::Fen);
        self.mistakes.clear();
        let mut stopped = false;
        for (ply, mv) in game.moves.iter().enumerate() {
            let session = self.engine.open_at(&start, &game.moves[..ply]).map_err(Refusal::because)?;
            // Who gives up has reasons of his own.
            if session.legal_moves().len() < 2 || mv == RESIGN {
                continue;
            }
            if let Some(danger) = session.danger(mv) {
                self.mistakes.push(self.endangered(ply, &*session, mv, danger));
                continue;
            }
            let thought = self.think_in(&*session, Request::Values { movetime: Some(movetime.unwrap_or(LOOK)) })?;
            if thought.stopped {
                stopped = true;
                break;
            }
            let Answer::Values(mut rows) = thought.answer else { continue };
            if mistake(ply, session.turn(), mv, &rows).is_some() && !self.holds(&*session, mv, &mut rows, movetime)? {
                continue;
            }
            self.mistakes.extend(mistake(ply, session.turn(), mv, &rows));
        }
        self.annotated = Some(game);
        let mistakes = self.mistakes.clone();
        self.screen.say_all(&mistakes.iter().map(|mistake| self.told_mistake(mistake)).collect::<Vec<_>>())?;
        let said = words::count(mistakes.len(), "mistake");
        Ok(self.screen.say(&if stopped {
            format!("{said} so far; stopped.")
        } else {
            format!("{said} in the game.")
        })?)
    }

    /// The mistake of a player who could be put out of the game for it, which is proved, and what would have been safe.
    fn endangered(&self, ply: usize, session: &dyn Session, mv: &str, danger: Danger) -> Mistake {
        let when = match danger {
            Danger::OutAtOnce => "at once",
            Danger::OutBeforeNextTurn => "before the next turn",
        };
        let safe = session.legal_moves().into_iter().filter(|mv| session.danger(mv).is_none());
        let (seat, weight) = (session.turn(), ENDANGERED);
        let what = format!("let the others put {} out {when}", self.sides().name(seat));
        Mistake { ply, seat, mv: mv.to_string(), best: safe.collect(), weight, what }
    }

    /// Whether what was found of a move holds when it and the best one are searched alone to the same depth, deeper than
    /// before; the values found there take the place of the first ones. What is proved holds.
    fn holds(
        &mut self,
        session: &dyn Session,
        mv: &str,
        rows: &mut [MoveValue],
        movetime: Option<u64>,
    ) -> Result<bool, Refusal> {
        let depth = rows.iter().find_map(|row| row.value.err()).map_or(0, |(_, depth)| depth + DEEPER);
        let best = rows.first().map_or(String::new(), |row| row.mv.clone());
        let time = movetime.unwrap_or(LOOK).saturating_mul(LONGER);
        for row in rows.iter_mut().filter(|row| row.mv == mv || row.mv == best) {
            if row.value.is_ok() {
                continue;
            }
            let limits = Limits { depth: Some(depth), movetime: Some(time), ..Limits::default() };
            let request = Request::Go { limits, searchmoves: Some(vec![row.mv.clone()]), ponder: false };
            let thought = self.think_in(session, request)?;
            match thought.lines.first() {
                Some(info) if matches!(info.score, Score::Proved(_)) || info.depth >= depth => {
                    row.value = match info.score {
                        Score::Proved(value) => Ok(value),
                        Score::Points(points) => Err((points, info.depth)),
                    };
                }
                // There was no time to go that deep, so nothing is said of it.
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// What was found in a game, if it is the one that was looked over, perhaps with more moves.
    pub(super) fn marks_of(&self, game: &SavedGame) -> Option<Vec<Marked>> {
        let looked = self.annotated.as_ref()?;
        let same = looked.game == game.game && looked.start == game.start && game.moves.starts_with(&looked.moves);
        let marked = |mistake: &Mistake| Marked {
            ply: mistake.ply,
            seat: mistake.seat.number(),
            best: mistake.best.clone(),
            weight: mistake.weight,
            what: mistake.what.clone(),
        };
        same.then(|| self.mistakes.iter().map(marked).collect())
    }

    /// Takes over what was found in a game before it was kept; what cannot be is left out.
    pub(super) fn take_marks(&mut self, game: &SavedGame) {
        let Some(marks) = &game.marks else { return };
        let seats = self.sides().names().len();
        let mistake = |marked: &Marked| {
            let seat = marked.seat.checked_sub(1).filter(|&seat| seat < seats)?;
            let mv = game.moves.get(marked.ply)?.clone();
            let best = marked.best.iter().map(|mv| words::harmless(mv)).collect();
            let what = words::harmless(&marked.what);
            Some(Mistake { ply: marked.ply, seat: Seat::new(seat), mv, best, weight: marked.weight, what })
        };
        self.mistakes = marks.iter().filter_map(mistake).collect();
        self.annotated = Some(game.clone());
    }

    fn told_mistake(&self, mistake: &Mistake) -> String {
        let best: Vec<&str> = mistake.best.iter().take(4).map(String::as_str).collect();
        let (name, better) = (self.sides().name(mistake.seat), words::listed(&best, "or"));
        format!("Move {}, {} by {name}, {}; better was {better}.", mistake.ply + 1, mistake.mv, mistake.what)
    }

    fn worst(&self) -> Result<Vec<Mistake>, Refusal> {
        if self.annotated.is_none() {
            return Err(Refusal::Why("no game was looked over yet; 'annotate' does it".into()));
        }
        let mut worst = self.mistakes.clone();
        worst.sort_by_key(|mistake| std::cmp::Reverse(mistake.weight));
        Ok(worst)
    }

    /// The worst mistakes.
    pub(super) fn list_mistakes(&mut self, most: Option<u64>) -> Result<(), Refusal> {
        let most = usize::try_from(most.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let worst = self.worst()?;
        if worst.is_empty() {
            return Ok(self.screen.say("No mistakes were found.")?);
        }
        let lines: Vec<String> = worst.iter().take(most).map(|mistake| self.told_mistake(mistake)).collect();
        Ok(self.screen.say_all(&lines)?)
    }

    /// Shows the position before each mistake and waits for something better.
    pub(super) fn train(&mut self) -> Result<(), Refusal> {
        let worst = self.worst()?;
        let Some(game) = self.annotated.clone().filter(|_| !worst.is_empty()) else {
            return Ok(self.screen.say("No mistakes were found.")?);
        };
        let start = game.start.clone().map_or(Start::Startpos, Start::Fen);
        let exercise = |mistake: &Mistake| Exercise {
            task: vec![format!(
                "In the game {} played {} here. Find a better move.",
                self.sides().name(mistake.seat),
                mistake.mv
            )],
            start: start.clone(),
            moves: game.moves[..mistake.ply].to_vec(),
            replies: Vec::new(),
            right: mistake.best.clone(),
            praise: format!("{} {}.", mistake.mv, mistake.what),
            wrong: Vec::new(),
        };
        let exercises = worst.iter().map(exercise).collect();
        self.begin_course(exercises)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_thrown_away_is_a_mistake_and_a_slower_win_is_none() {
        let (win, slow, draw, loss) =
            (Ok(Value::Win(Some(3))), Ok(Value::Win(Some(9))), Ok(Value::Draw), Ok(Value::Loss(Some(2))));
        let weight = |best: &Judged, played: &Judged| judged(best, played).map(|(weight, _)| weight);
        assert!(weight(&win, &loss) > weight(&win, &draw));
        assert!(weight(&win, &draw) > weight(&draw, &loss));
        assert_eq!(weight(&win, &slow), None);
        assert_eq!(weight(&loss, &loss), None);
        assert_eq!(weight(&Err((50, 4)), &Err((-9, 4))), None);
        assert_eq!(judged(&Err((50, 4)), &Err((-50, 4))).unwrap().1, "is worth about 1.0 less at depth 4");
        assert_eq!(judged(&Ok(Value::Win(Some(5))), &Err((0, 4))).unwrap().1, "passed over a proved win in 5 plies");
        assert_eq!(judged(&Ok(Value::Win(Some(1))), &Err((0, 4))).unwrap().1, "passed over a proved win in 1 ply");
        assert_eq!(judged(&win, &loss).unwrap().1, "threw away the win here");
    }
}
