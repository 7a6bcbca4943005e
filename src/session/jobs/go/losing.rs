//! The move of full strength where every move loses: the best try, unless it is to hold out.

use std::time::Duration;

use super::super::Likely;
use super::super::trap::{Try, best_try};
use super::{Candidate, Go};
use crate::control::Limits;
use crate::game::{Evaluator, Notation, Score, Value};
use crate::search::{Found, score_of};
use crate::session::report::{Answer, News};
use crate::settings::Losing;

impl<G: Notation, E: Evaluator<G>> Go<'_, G, E> {
    /// Whether a lost position is to be played for traps: not where what is so is asked for.
    fn sets_traps(&self) -> bool {
        let settings = &self.desk.tools.settings;
        let asked = self.limits.infinite || self.limits.mate.is_some() || settings.analyse || settings.multipv > 1;
        G::SEATS.len() == 2 && self.root.len() > 1 && settings.losing == Losing::Trap && !asked
    }

    /// The index of the best try, where all moves are known and lose.
    pub(super) fn trap_among(&self, lines: &[(Likely, &Candidate<G::Move>)]) -> Option<usize> {
        if !self.sets_traps() || !lines.iter().all(|(likely, _)| likely.clear && matches!(likely.value, Value::Loss(_)))
        {
            return None;
        }
        if let Some(oracle) = self.desk.kit.oracle_for(self.desk.position, &self.desk.tools.settings) {
            let stop = self.desk.stop;
            // Without any limit an answer is due soon.
            let soon =
                if self.waits { self.budget.map_or(Duration::MAX, |budget| budget.hard / 2) } else { Duration::ZERO };
            while oracle.begin_chances(self.desk.position) && !stop.is_stopped() && stop.clock() < soon {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let moves: Vec<Try<G::Move>> =
            lines.iter().map(|(likely, candidate)| Try { mv: candidate.mv, value: likely.value }).collect();
        best_try(self.desk, &moves, self.budget)
    }

    /// The best try where a search has proved that all moves lose.
    pub(super) fn trap_after_search(&self, found: &Found<G::Move>, news: &mut dyn FnMut(News)) -> Option<Answer> {
        let Score::Proved(value @ Value::Loss(_)) = score_of(found.lines[0].score) else { return None };
        if !self.sets_traps() || self.desk.stop.is_stopped() {
            return None;
        }
        // The line that was found holds out longest; the others lose as well, no later.
        let moves: Vec<Try<G::Move>> = self.root.iter().map(|candidate| Try { mv: candidate.mv, value }).collect();
        let best = &self.root[best_try(self.desk, &moves, self.budget)?];
        if best.mv == found.lines[0].pv[0] {
            return None;
        }
        let alone = Go { root: vec![Candidate { text: best.text.clone(), mv: best.mv }], ..*self };
        let limits = Limits { depth: Some(found.depth), ..Limits::default() };
        let mut line = alone.search(&limits, 1, self.desk.oracle_inside(&limits), &mut |_| {});
        // The score is the position's, whatever is played in it.
        line.lines[0].score = found.lines[0].score;
        alone.tell(&line, news);
        let mut texts = alone.texts(&line.lines[0].pv).into_iter();
        Some(Answer::Best { mv: texts.next(), ponder: texts.next() })
    }
}
