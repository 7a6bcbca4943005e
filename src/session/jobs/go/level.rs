//! The move of a level below full strength. In a game in which results are known it goes by those that it sees; in others it
//! plays the best that it finds as far as it sees.

use std::time::Duration;

use super::{Candidate, Go, shown, still};
use crate::control::Limits;
use crate::game::{Evaluator, Notation, PerSeat, Score, Sight, Value};
use crate::search::blur::{Blurred, table};
use crate::search::many::{ended_points, score_for};
use crate::search::strength::{Choice, choose, horizon, reach};
use crate::search::{Task, score_of, search};
use crate::session::report::{Answer, Info, News};

impl<G: Notation, E: Evaluator<G>> Go<'_, G, E> {
    /// Searches with the sight of a level. What a table tells is seen or not by the rule for games in which results are
    /// known, by a level that overlooks nothing: a win that is seen is played, and a loss that is seen is avoided.
    pub(super) fn play_by_sight(&self, sight: Sight, waits: bool, news: &mut dyn FnMut(News)) -> Answer {
        self.wait_within_limits(waits);
        let oracle = self.desk.kit.oracle_for(self.desk.position, &self.desk.tools.settings);
        let has_table = sight.is_sure() && oracle.is_some();
        let by_table = |mv| if has_table { self.desk.seen_by_table(mv) } else { None };
        let seen: Vec<Option<Value>> =
            self.root.iter().map(|candidate| self.seen(&candidate.text, by_table(candidate.mv))).collect();
        let tbhits = seen.iter().flatten().count() as u64;
        let is_loss = |value: &Option<Value>| matches!(value, Some(Value::Loss(_)));
        let wins = seen.iter().any(|value| matches!(value, Some(Value::Win(_))));
        if wins || seen.iter().all(is_loss) {
            let known = |index: &usize| seen[*index].map_or(i32::MAX, Value::rank);
            let Some(index) = (0..seen.len()).min_by_key(known) else { return Answer::Best { mv: None, ponder: None } };
            let mv = self.root[index].text.clone();
            let score = seen[index].map_or(Score::Points(0), Score::Proved);
            news(News::Info(Info {
                depth: 1,
                seldepth: 1,
                nodes: tbhits,
                tbhits,
                pv: vec![mv.clone()],
                ..still(score)
            }));
            return Answer::Best { mv: Some(mv), ponder: None };
        }
        let open = self.root.iter().zip(&seen).filter(|(_, value)| !is_loss(value));
        let moves: Vec<G::Move> = open.map(|(candidate, _)| candidate.mv).collect();
        let limits = Limits {
            depth: Some(self.limits.depth.map_or(sight.depth, |depth| depth.min(sight.depth))),
            ..self.limits.clone()
        };
        let blurred = Blurred::new(&self.desk.kit.evaluator, sight, self.desk.tools.seed);
        // One thread: more would not find the same move each time.
        let task = Task { hash: &table(), budget: self.budget, ..self.desk.task(&blurred, &moves, &limits) };
        let found = search(&task, &mut |_| {});
        let best = &found.lines[0];
        let texts = self.texts(&best.pv);
        let mv = texts.first().cloned();
        // What a level believes of four seats adds up to nothing; what is told of them is the estimate without its errors.
        let after = self.points_after(best.pv[0]);
        news(News::Info(Info {
            depth: found.depth.max(1),
            seldepth: found.seldepth.max(1),
            scores: shown::<G>(&after),
            nodes: found.nodes,
            hashfull: found.hashfull,
            tbhits,
            time: found.time,
            pv: texts,
            ..still(if G::SEATS.len() > 2 && !matches!(score_of(best.score), Score::Proved(_)) {
                Score::Points(score_for::<G>(&after, self.desk.position.turn()))
            } else {
                score_of(best.score)
            })
        }));
        Answer::Best { mv, ponder: None }
    }

    /// The points that the seats may expect after a move, by the estimate alone.
    fn points_after(&self, mv: G::Move) -> PerSeat<i32> {
        let after = self.desk.standing.after(mv);
        match after.outcome() {
            Some(outcome) => ended_points::<G>(&outcome),
            None => self.desk.kit.evaluator.score(&after.position),
        }
    }

    /// What is seen of a value.
    fn seen(&self, text: &str, value: Option<Value>) -> Option<Value> {
        let settings = &self.desk.tools.settings;
        let choice = [Choice { text, value }];
        choose(settings.skill, self.horizon(), self.desk.position.key(), self.desk.tools.seed, &choice).seen
    }

    /// The move that a level below full strength plays.
    pub(super) fn play_as_level(&self, waits: bool, news: &mut dyn FnMut(News)) -> Answer {
        let settings = &self.desk.tools.settings;
        let known = self.known_or_searched(waits);
        let choices: Vec<Choice<'_>> = self
            .root
            .iter()
            .zip(&known.moves)
            .map(|(candidate, &value)| Choice { text: &candidate.text, value })
            .collect();
        let chosen = choose(settings.skill, self.horizon(), self.desk.position.key(), self.desk.tools.seed, &choices);
        let unseen =
            known.points.get(chosen.index).map_or(0, |points| score_for::<G>(points, self.desk.position.turn()));
        let score = chosen.seen.map_or(Score::Points(unseen), Score::Proved);
        let mv = self.root[chosen.index].text.clone();
        news(News::Info(Info {
            depth: 1,
            seldepth: 1,
            multipv: 1,
            score,
            scores: known.points.get(chosen.index).map_or(Vec::new(), shown::<G>),
            nodes: known.nodes,
            hashfull: 0,
            tbhits: known.tbhits,
            time: self.desk.stop.elapsed(),
            pv: vec![mv.clone()],
        }));
        self.say_mate(score, known.depth, news);
        Answer::Best { mv: Some(mv), ponder: None }
    }

    /// How far the level sees.
    fn horizon(&self) -> Option<f64> {
        horizon(self.desk.tools.settings.skill, &self.desk.kit.evaluator.horizons(self.desk.position))
    }

    /// What each move brings, as far as a table or a search of all moves can tell within the limits.
    fn known_or_searched(&self, waits: bool) -> Known {
        self.wait_within_limits(waits);
        let root = || self.root.iter();
        let values: Vec<Option<Value>> = root().map(|candidate| self.desk.seen_by_table(candidate.mv)).collect();
        let all_known = values.iter().all(Option::is_some);
        let hits = values.iter().flatten().count() as u64;
        if all_known {
            return Known { moves: values, points: Vec::new(), depth: u32::MAX, nodes: hits, tbhits: hits };
        }
        let reach = reach(self.horizon());
        let depth = self.limits.depth.map_or(reach, |depth| depth.min(reach));
        let limits = Limits { depth: Some(depth), ..self.limits.clone() };
        let found = self.search(&limits, self.root.len(), None, &mut |_| {});
        let judged = |(candidate, value): (&Candidate<G::Move>, &Option<Value>)| {
            let line = found.lines.iter().find(|line| line.pv[0] == candidate.mv);
            match line.map(|line| score_of(line.score)) {
                Some(Score::Proved(value)) => Some(value),
                Some(Score::Points(_)) | None => *value,
            }
        };
        let line_of = |candidate: &Candidate<G::Move>| found.lines.iter().find(|line| line.pv[0] == candidate.mv);
        let points = root().filter_map(|candidate| line_of(candidate)?.points).collect();
        let moves = root().zip(&values).map(judged).collect();
        Known { moves, points, depth: found.depth, nodes: found.nodes, tbhits: hits }
    }

    /// Waits for a table as long as the limits allow: a level plays the same with a table, only surer.
    fn wait_within_limits(&self, waits: bool) {
        if waits {
            self.desk.wait_for_tables();
        } else {
            self.desk.begin_tables();
        }
        let at_once = self.limits.depth == Some(0) || self.limits.nodes == Some(0);
        let oracle = self.desk.kit.oracle_for(self.desk.position, &self.desk.tools.settings);
        let Some(oracle) = oracle.filter(|_| !waits && !at_once) else { return };
        let half = self.budget.map_or(Duration::MAX, |budget| budget.hard / 2);
        while !oracle.ready(self.desk.position) && !self.desk.stop.is_stopped() && self.desk.stop.clock() < half {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What is known of the moves at the root, in their order.
struct Known {
    /// The value, where it is known.
    moves: Vec<Option<Value>>,
    /// The points of all seats after each, in a game for more than two.
    points: Vec<PerSeat<i32>>,
    depth: u32,
    nodes: u64,
    tbhits: u64,
}
