//! The work a session hands out, generic over the game: find a move, value moves, count leaves.

mod go;
mod values;

use super::Kit;
use super::Tools;
use super::report::{Answer, News, Request};
use crate::control::Stop;
use crate::game::{Evaluator, Notation, Value, value_of_move};
use crate::perft;
use crate::record::Standing;

/// Everything a job looks at.
struct Desk<'a, G: Notation, E> {
    position: &'a G,
    /// The same with what came before it.
    standing: &'a Standing<G>,
    kit: &'a Kit<G, E>,
    tools: &'a Tools,
    stop: &'a Stop,
}

/// Runs a request to its end.
pub(super) fn run<G: Notation, E: Evaluator<G>>(
    standing: &Standing<G>,
    kit: &Kit<G, E>,
    request: &Request,
    tools: &Tools,
    stop: &Stop,
    news: &mut dyn FnMut(News),
) -> Answer {
    let desk = Desk { position: &standing.position, standing, kit, tools, stop };
    let uses_tables = !matches!(request, Request::Perft(_));
    if uses_tables {
        desk.say_which_table(news);
    }
    let answer = match request {
        Request::Go { limits, searchmoves, ponder } => go::go(&desk, limits, searchmoves.as_deref(), *ponder, news),
        Request::Hint { movetime } => Answer::Hint(values::hint(&desk, *movetime)),
        Request::Values { movetime } => Answer::Values(values::values(&desk, *movetime)),
        Request::Perft(depth) => count(&desk, *depth),
    };
    // Something may have been found wrong with it.
    if uses_tables {
        desk.say_which_table(news);
    }
    answer
}

/// All legal moves.
pub(super) fn moves_of<G: Notation>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The texts of moves in the order of their bytes.
pub(super) fn texts_in_order<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

impl<G: Notation, E: Evaluator<G>> Desk<'_, G, E> {
    /// All legal moves in the order of their texts' bytes, with those texts.
    fn moves_in_order(&self) -> Vec<(String, G::Move)> {
        let mut moves: Vec<(String, G::Move)> =
            moves_of(self.position).into_iter().map(|mv| (self.position.move_text(mv), mv)).collect();
        moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// Says once which table file is used, or why one is not.
    fn say_which_table(&self, news: &mut dyn FnMut(News)) {
        let oracle = self.kit.oracle.as_deref().filter(|_| self.tools.settings.use_tables);
        if let Some(remark) = oracle.and_then(|oracle| oracle.remark(self.position)) {
            news(News::Note(remark));
        }
    }

    /// The exact value of a move, if tables may be used and it is known now.
    fn known(&self, mv: G::Move) -> Option<Value> {
        let settings = &self.tools.settings;
        let after = self.position.after(mv);
        let value = match self.standing.after(mv).outcome() {
            _ if !settings.use_tables => return None,
            Some(outcome) => outcome.value_for(after.turn()),
            None => match self.kit.oracle_for(self.position, settings) {
                Some(oracle) => oracle.probe(&after)?,
                None => self.kit.evaluator.known(&after)?,
            },
        };
        Some(value_of_move(self.position, mv, &after, value))
    }

    /// The value of a move after which the game is drawn by its rules. A search cannot tell this from an estimate.
    fn drawn(&self, mv: G::Move) -> Option<Value> {
        let after = self.standing.after(mv);
        after.outcome().map(|outcome| outcome.value_for(after.position.turn())).filter(|value| *value == Value::Draw)
    }

    /// Waits until what can be known of the present board is known, or until stopped.
    fn wait_for_tables(&self) {
        match self.kit.oracle_for(self.position, &self.tools.settings) {
            Some(oracle) => {
                oracle.prepare(self.position, self.stop);
            }
            None => self.kit.evaluator.prepare(),
        }
    }

    /// Begins in the background what can be known of the present board, or what estimates it better.
    fn begin_tables(&self) {
        match self.kit.oracle_for(self.position, &self.tools.settings) {
            Some(oracle) => oracle.begin(self.position),
            None => self.kit.evaluator.begin(),
        }
    }

    /// True when the present board is known now.
    fn tables_are_ready(&self) -> bool {
        let oracle = self.kit.oracle_for(self.position, &self.tools.settings);
        oracle.is_some_and(|oracle| oracle.ready(self.position))
    }
}

fn count<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, depth: u32) -> Answer {
    if depth == 0 {
        return Answer::Perft { counts: Vec::new(), total: 1 };
    }
    let Some(counts) = perft::divide(desk.position, depth, desk.stop) else { return Answer::Stopped };
    let total = counts.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count));
    let mut counts: Vec<(String, u64)> =
        counts.into_iter().map(|(mv, count)| (desk.position.move_text(mv), count)).collect();
    counts.sort_unstable();
    Answer::Perft { counts, total }
}
