//! The move of a level in a game in which results are seldom known: the best that it finds as far as it sees.

use super::{Go, shown, still};
use crate::control::Limits;
use crate::game::{Evaluator, Notation, Score, Sight, Value};
use crate::search::blur::{Blurred, table};
use crate::search::strength::{Choice, choose};
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
        let task = Task {
            position: self.desk.position,
            earlier: &self.desk.standing.earlier,
            moves: &moves,
            evaluator: &Blurred::new(&self.desk.kit.evaluator, sight, self.desk.tools.seed),
            oracle: None,
            hash: &table(),
            limits: &limits,
            budget: self.budget,
            lines: 1,
            // More would not find the same move each time.
            threads: 1,
            stop: self.desk.stop,
            answered: &|| false,
        };
        let found = search(&task, &mut |_| {});
        let best = &found.lines[0];
        let texts = self.texts(&best.pv);
        let mv = texts.first().cloned();
        news(News::Info(Info {
            depth: found.depth.max(1),
            seldepth: found.seldepth.max(1),
            scores: best.points.as_ref().map_or(Vec::new(), shown::<G>),
            nodes: found.nodes,
            hashfull: found.hashfull,
            tbhits,
            time: found.time,
            pv: texts,
            ..still(score_of(best.score))
        }));
        Answer::Best { mv, ponder: None }
    }

    /// What is seen of a value.
    fn seen(&self, text: &str, value: Option<Value>) -> Option<Value> {
        let settings = &self.desk.tools.settings;
        let choice = [Choice { text, value }];
        choose(settings.skill, self.horizon(), self.desk.position.key(), self.desk.tools.seed, &choice).seen
    }
}
