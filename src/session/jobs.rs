//! The work a session hands out, generic over the game: find a move, value moves, count leaves.

mod go;
mod trap;
mod values;

use super::Kit;
use super::Tools;
use super::report::{Answer, News, Request};
use crate::control::{Limits, Stop};
use crate::game::{Evaluator, Notation, Oracle, Value, value_of_move};
use crate::perft;
use crate::record::Standing;
use crate::search::Task;
use crate::settings::Settings;

/// Everything a job looks at.
struct Desk<'a, G: Notation, E> {
    position: &'a G,
    /// The same with what came before it.
    standing: &'a Standing<G>,
    kit: &'a Kit<G, E>,
    tools: &'a Tools,
    stop: &'a Stop,
}

/// What a move brings, by a table.
#[derive(Clone, Copy)]
struct Likely {
    value: Value,
    /// No position that came before can change it.
    clear: bool,
    /// How far the next step is that cannot be taken back, where the length is not known.
    way: u32,
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

/// Begins in the background what makes the position known, or those that a search comes to, or better estimated.
pub(super) fn begin<G: Notation, E: Evaluator<G>>(kit: &Kit<G, E>, position: &G, settings: &Settings) {
    let oracle = kit.helper_for(position, settings);
    if let Some(oracle) = oracle {
        oracle.begin(position);
    }
    if !oracle.is_some_and(|oracle| oracle.covers(position)) {
        kit.evaluator.begin();
    }
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
    /// What there is to search in this position with an evaluation: for one line, on one thread, without a limit in time and
    /// without tables, unless more is said.
    fn task<'t, F: Evaluator<G>>(
        &'t self,
        evaluator: &'t F,
        moves: &'t [G::Move],
        limits: &'t Limits,
    ) -> Task<'t, G, F> {
        Task {
            position: self.position,
            earlier: &self.standing.earlier,
            moves,
            evaluator,
            oracle: None,
            hash: &self.tools.hash,
            limits,
            budget: None,
            lines: 1,
            threads: 1,
            stop: self.stop,
            answered: &|| false,
        }
    }

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
        let likely = self.likely(mv)?;
        (likely.value == Value::Draw || likely.clear).then_some(likely.value)
    }

    /// The same, where positions that came before may still make it a draw.
    fn likely(&self, mv: G::Move) -> Option<Likely> {
        let settings = &self.tools.settings;
        let standing = self.standing.after(mv);
        let after = &standing.position;
        let oracle = self.kit.oracle_for(self.position, settings);
        // Between more than two, what one gets does not tell what another does, and no result but a win is told.
        let many = G::SEATS.len() > 2;
        let (value, clear) = match standing.outcome() {
            _ if !settings.use_tables || many => return None,
            Some(outcome) => (outcome.value_for(after.turn()), true),
            None => match oracle {
                Some(oracle) => (oracle.probe(after)?, standing.is_clear()),
                None => (self.kit.evaluator.known(after)?, true),
            },
        };
        let value = value_of_move(self.position, mv, after, value);
        let way = if value.plies().is_some() { 0 } else { oracle.map_or(0, |oracle| oracle.way(after)) };
        Some(Likely { value, clear, way })
    }

    /// An order of moves whose values are known, from the best: where a length is not known, the winner goes on and the
    /// loser holds out; among draws, what looks best.
    fn order(&self, mv: G::Move, likely: &Likely) -> (i32, i64) {
        let way = i64::from(likely.way);
        let second = match likely.value {
            Value::Win(_) => way,
            Value::Loss(_) => -way,
            Value::Draw => -i64::from(self.kit.evaluator.score(&self.position.after(mv))[self.position.turn()]),
        };
        (likely.value.rank(), second)
    }

    /// What a table says of a move to a player who may see it; a result of unknown length is as far as the next step that
    /// cannot be taken back.
    fn seen_by_table(&self, mv: G::Move) -> Option<Value> {
        let Likely { value, way, .. } = self.likely(mv).filter(|likely| likely.clear)?;
        let far = Some(u16::try_from(way).unwrap_or(u16::MAX) % (u16::from(u8::MAX) + 1) + 1);
        Some(match value {
            Value::Win(None) => Value::Win(far),
            Value::Loss(None) => Value::Loss(far),
            value => value,
        })
    }

    /// The value of a move after which the game is drawn by its rules. A search cannot tell this from an estimate.
    fn drawn(&self, mv: G::Move) -> Option<Value> {
        if G::SEATS.len() > 2 {
            return None;
        }
        let after = self.standing.after(mv);
        after.outcome().map(|outcome| outcome.value_for(after.position.turn())).filter(|value| *value == Value::Draw)
    }

    /// Waits until what can be known of the present board is known, or until stopped.
    fn wait_for_tables(&self) {
        let oracle = self.kit.helper_for(self.position, &self.tools.settings);
        if let Some(oracle) = oracle {
            oracle.prepare(self.position, self.stop);
        }
        if !oracle.is_some_and(|oracle| oracle.covers(self.position)) {
            self.kit.evaluator.prepare();
        }
    }

    /// The oracle for the inside of a search. A length in plies is not what it knows.
    fn oracle_inside(&self, limits: &Limits) -> Option<&dyn Oracle<G>> {
        self.kit.oracle_inside(self.position, &self.tools.settings).filter(|_| limits.mate.is_none())
    }

    /// Begins in the background what can be known of the present board, or what estimates it better.
    fn begin_tables(&self) {
        begin(self.kit, self.position, &self.tools.settings);
    }

    /// True when the present board is known now.
    fn tables_are_ready(&self) -> bool {
        let oracle = self.kit.oracle_for(self.position, &self.tools.settings);
        oracle.is_some_and(|oracle| oracle.ready(self.position))
    }

    /// True when they know how long the result of the present board takes, if it has one.
    fn tables_know_how_long(&self) -> bool {
        let oracle = self.kit.oracle_for(self.position, &self.tools.settings);
        let value = oracle.and_then(|oracle| oracle.probe(self.position));
        value.is_some_and(|value| value == Value::Draw || value.plies().is_some())
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
