//! What each move brings, and from it a hint: exact from a solved board or by search, never guessed.

use super::super::report::{Hint, Judged, MoveValue};
use super::Desk;
use crate::control::Limits;
use crate::game::{Evaluator, Notation, Score, Value};
use crate::search::{Task, score_of, search};

/// What a search for values gets where nothing is solved, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;

/// The value of each legal move, in the order of the moves' bytes.
fn valued<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, movetime: Option<u64>) -> Vec<MoveValue> {
    if desk.standing.outcome().is_some() {
        return Vec::new();
    }
    let moves = desk.moves_in_order();
    desk.wait_for_tables();
    let known = |(text, mv): &(String, G::Move)| Some(MoveValue { mv: text.clone(), value: Ok(desk.known(*mv)?) });
    if let Some(values) = moves.iter().map(known).collect() {
        return values;
    }
    let only: Vec<G::Move> = moves.iter().map(|(_, mv)| *mv).collect();
    let limits = Limits { movetime: Some(movetime.unwrap_or(DEFAULT_MOVETIME)), ..Limits::default() };
    let task = Task {
        oracle: desk.oracle_inside(&limits),
        budget: limits.budget(desk.tools.settings.move_overhead),
        lines: only.len(),
        threads: desk.tools.settings.threads,
        ..desk.task(&desk.kit.evaluator, &only, &limits)
    };
    let found = search(&task, &mut |_| {});
    let value = |mv: G::Move| {
        if let Some(draw) = desk.drawn(mv) {
            return Ok(draw);
        }
        let score = found.lines.iter().find(|line| line.pv[0] == mv).map_or(0, |line| line.score);
        match score_of(score) {
            Score::Proved(value) => Ok(settled(value, found.depth)),
            Score::Points(points) => Err((points, found.depth)),
        }
    };
    moves.into_iter().map(|(text, mv)| MoveValue { mv: text, value: value(mv) }).collect()
}

/// A length is exact only if the search went that deep; otherwise the result alone is proved.
fn settled(value: Value, depth: u32) -> Value {
    let exact = |plies: Option<u16>| plies.filter(|&plies| u32::from(plies) <= depth);
    match value {
        Value::Win(plies) => Value::Win(exact(plies)),
        Value::Draw => Value::Draw,
        Value::Loss(plies) => Value::Loss(exact(plies)),
    }
}

/// Best first: the quickest win, a draw, what is not known by its score, the slowest loss; ties by bytes.
pub(super) fn values<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, movetime: Option<u64>) -> Vec<MoveValue> {
    let mut values = valued(desk, movetime);
    values.sort_by_key(|row| match row.value {
        Ok(value @ Value::Win(_)) => (0, value.rank()),
        Ok(Value::Draw) => (1, 0),
        Err((score, _)) => (2, -score),
        Ok(value @ Value::Loss(_)) => (3, value.rank()),
    });
    values
}

pub(super) fn hint<G: Notation, E: Evaluator<G>>(desk: &Desk<'_, G, E>, movetime: Option<u64>) -> Hint {
    if let Some(outcome) = desk.standing.outcome() {
        let value = outcome.value_for(desk.position.turn());
        return Hint { value: Ok(value), partial: false, moves: Vec::new() };
    }
    hint_from(&valued(desk, movetime))
}

/// The hint that follows from the values of all moves, which are in the order of their bytes.
fn hint_from(rows: &[MoveValue]) -> Hint {
    let moves_with = |wanted: &dyn Fn(&Judged) -> bool| -> Vec<String> {
        rows.iter().filter(|row| wanted(&row.value)).map(|row| row.mv.clone()).collect()
    };
    let undecided = rows.iter().filter_map(|row| row.value.err()).max();
    let best = rows.iter().filter_map(|row| row.value.ok()).min_by_key(|value| value.rank());
    match (best, undecided) {
        (Some(value @ Value::Win(_)), undecided) => Hint {
            value: Ok(value),
            partial: undecided.is_some(),
            moves: moves_with(&|value| matches!(value, Ok(Value::Win(_)))),
        },
        (_, Some(estimate)) => {
            Hint { value: Err(estimate), partial: false, moves: moves_with(&|value| *value == Err(estimate)) }
        }
        (Some(value), None) => Hint {
            value: Ok(value),
            partial: false,
            moves: moves_with(&|other| other.is_ok_and(|other| other.rank() == value.rank())),
        },
        (None, None) => Hint { value: Err((0, 0)), partial: false, moves: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(mv: &str, value: Judged) -> MoveValue {
        MoveValue { mv: mv.into(), value }
    }

    #[test]
    fn a_win_lists_every_proved_win_and_is_partial_when_some_are_open() {
        let hint = hint_from(&[
            row("a", Ok(Value::Win(Some(9)))),
            row("b", Ok(Value::Loss(Some(2)))),
            row("c", Ok(Value::Win(Some(3)))),
            row("d", Err((50, 7))),
        ]);
        let moves = vec!["a".to_string(), "c".to_string()];
        assert_eq!(hint, Hint { value: Ok(Value::Win(Some(3))), partial: true, moves });
    }

    #[test]
    fn an_open_move_forbids_a_verdict_of_loss_or_draw() {
        for closed in [Value::Loss(Some(4)), Value::Draw] {
            let hint = hint_from(&[row("a", Ok(closed)), row("b", Err((-30, 7))), row("c", Err((-40, 7)))]);
            assert_eq!(hint, Hint { value: Err((-30, 7)), partial: false, moves: vec!["b".into()] });
        }
    }

    #[test]
    fn a_loss_lists_those_that_hold_out_longest() {
        let hint = hint_from(&[row("a", Ok(Value::Loss(Some(4)))), row("b", Ok(Value::Loss(Some(6))))]);
        assert_eq!(hint, Hint { value: Ok(Value::Loss(Some(6))), partial: false, moves: vec!["b".into()] });
        // A length that is not settled is longer than every settled one.
        let hint = hint_from(&[row("a", Ok(Value::Loss(Some(6)))), row("b", Ok(Value::Loss(None)))]);
        assert_eq!(hint, Hint { value: Ok(Value::Loss(None)), partial: false, moves: vec!["b".into()] });
    }
}
