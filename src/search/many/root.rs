//! The moves at the root: what is sure to come of each, and their lines in order.

use super::{Task, Watch, ended_points, score_for};
use crate::game::{Evaluator, Forecast, Game, Outcome, PerSeat, Reason, Seat, Verdict};
use crate::search::{Found, Line, WIN};

/// The part of a budget after which no more forecasts are made before the search.
const SHARE_FOR_FORECASTS: u32 = 2;

/// A move with what is known of it.
pub(super) struct Candidate<G: Game> {
    pub(super) mv: G::Move,
    pub(super) after: G,
    /// What is sure, where there was time to find out.
    forecast: Option<Forecast>,
    /// The points that it is found to bring.
    pub(super) points: PerSeat<i32>,
    /// How it stands among those with the same forecast.
    pub(super) rank: i64,
    /// It is proved to win, in so many plies.
    pub(super) proved: Option<i32>,
    pub(super) pv: Vec<G::Move>,
}

/// All moves to consider.
pub(super) struct Root<'a, G: Game, E> {
    task: &'a Task<'a, G, E>,
    pub(super) candidates: Vec<Candidate<G>>,
}

impl<'a, G: Game, E: Evaluator<G>> Root<'a, G, E> {
    pub(super) fn new(task: &'a Task<'a, G, E>) -> Self {
        let candidate = |&mv: &G::Move| {
            let after = task.position.after(mv);
            let points = task.evaluator.score(&after);
            let rank = i64::from(points[task.position.turn()]);
            Candidate { mv, after, forecast: None, points, rank, proved: None, pv: vec![mv] }
        };
        let mut candidates: Vec<Candidate<G>> = task.moves.iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| -candidate.rank);
        let mut root = Root { task, candidates };
        root.look_ahead();
        root
    }

    /// Makes forecasts, of the moves that look best first; those after which the player may fall, and those that take
    /// nobody out where others do, are dropped unless all lines are wanted.
    fn look_ahead(&mut self) {
        if self.candidates.len() > 1 {
            let most = self.task.budget.map(|budget| budget.hard / SHARE_FOR_FORECASTS);
            for index in 0..self.candidates.len() {
                if index > 0 && most.is_some_and(|most| self.task.stop.clock() >= most) {
                    break;
                }
                self.forecast(index);
            }
        }
        let best = self.candidates.iter().filter_map(|candidate| candidate.forecast).max().unwrap_or_default();
        if best.survives && self.task.lines < self.candidates.len() {
            let as_good = |candidate: &Candidate<G>| candidate.forecast.is_none_or(|forecast| forecast >= best);
            if self.candidates.iter().filter(|candidate| as_good(candidate)).count() >= self.task.lines {
                self.candidates.retain(as_good);
            }
        }
    }

    fn forecast(&mut self, index: usize) -> Forecast {
        let candidate = &mut self.candidates[index];
        let forecast = self.task.evaluator.forecast(self.task.position, candidate.mv);
        candidate.proved = candidate.proved.or(forecast.wins.map(i32::from));
        *candidate.forecast.insert(forecast)
    }

    pub(super) fn lines(&self) -> usize {
        self.task.lines.clamp(1, self.candidates.len())
    }

    /// The lines as they stand: in the order of forecasts and then of points, and with scores that keep to that order.
    pub(super) fn found(&mut self, watch: &Watch<'_, G, E>, depth: u32, seldepth: u32) -> Found<G::Move> {
        let turn = self.task.position.turn();
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        loop {
            let rank = |&index: &usize| {
                let candidate: &Candidate<G> = &self.candidates[index];
                let proved = candidate.proved.map(std::cmp::Reverse);
                std::cmp::Reverse((proved, candidate.forecast.unwrap_or_default(), candidate.rank))
            };
            order.sort_by_key(rank);
            // The first is looked at, if there was no time before.
            match order.first() {
                Some(&index) if self.candidates.len() > 1 && self.candidates[index].forecast.is_none() => {
                    self.forecast(index);
                }
                _ => break,
            }
        }
        let mut least = i32::MAX;
        let line = |index: usize| {
            let candidate = &self.candidates[index];
            let mut points = candidate.points;
            let score = match candidate.proved {
                Some(plies) => {
                    points = won(self.task.position, turn);
                    WIN - plies
                }
                None => {
                    points[turn] = points[turn].min(least);
                    least = points[turn];
                    score_for::<G>(&points, turn)
                }
            };
            Line { score, points: Some(points), pv: candidate.pv.clone() }
        };
        let lines = order.into_iter().take(self.lines()).map(line).collect();
        Found {
            depth,
            seldepth: seldepth.max(depth),
            lines,
            nodes: watch.nodes,
            known: 0,
            hashfull: 0,
            time: watch.began.elapsed(),
        }
    }
}

/// The points where a seat has won: of the others those who are out have theirs, and the rest share what remains.
fn won<G: Game>(position: &G, seat: Seat) -> PerSeat<i32> {
    let verdict = Verdict::Win(seat);
    let mut points = ended_points::<G>(&Outcome { verdict, reason: Reason::Checkmate });
    let others = || (0..G::SEATS.len()).map(Seat::new).filter(|&other| other != seat);
    let out = |other| position.points_of(other).map(|points| 100 * i32::from(points));
    let beaten = G::SEATS.len() as i32 - 1;
    let rest = 50 * beaten * (beaten - 1) - others().filter_map(out).sum::<i32>();
    let sharing = others().filter(|&other| out(other).is_none()).count().max(1) as i32;
    others().for_each(|other| points[other] = out(other).unwrap_or(rest / sharing));
    points
}
