//! The 600 cases of tests/cases/yonkoma.jsonl through the library: moves, skips, values, hints, results.

use serde::Deserialize;
use std::collections::BTreeMap;

use yon::control::Stop;
use yon::engine::Engine;
use yon::game::{Code, Game, Notation, Seat, Value, Verdict, value_of_move};
use yon::games::yonkoma::{BLUE, RED, Solution, Yonkoma};
use yon::session::report::{Answer, Hint, Request, Start};

#[derive(Deserialize)]
struct Case {
    fen: String,
    over: bool,
    winner: Option<char>,
    #[serde(default)]
    skip: bool,
    #[serde(default)]
    legal: Vec<String>,
    value: Option<String>,
    plies: Option<u16>,
    #[serde(default)]
    moves: BTreeMap<String, (String, u16)>,
    #[serde(default)]
    hint: Vec<String>,
}

impl Case {
    fn position(&self) -> Yonkoma {
        Yonkoma::from_fen(&self.fen).unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }
}

fn cases() -> Vec<Case> {
    include_str!("cases/yonkoma.jsonl").lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn running() -> impl Iterator<Item = Case> {
    cases().into_iter().filter(|case| !case.over)
}

fn moves_of(position: &Yonkoma) -> Vec<yon::games::yonkoma::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn value(word: &str, plies: u16) -> Value {
    match word {
        "win" => Value::Win(Some(plies)),
        "loss" => Value::Loss(Some(plies)),
        other => panic!("{other}"),
    }
}

/// The solved boards of the cases.
fn solved() -> BTreeMap<u8, Solution> {
    [4, 6, 8].into_iter().map(|size| (size, Solution::solve(size, &Stop::new()).expect("not stopped"))).collect()
}

/// What each legal move brings, by the solution, in the order of the moves' bytes.
fn valued(position: &Yonkoma, solution: &Solution) -> Vec<(String, Value)> {
    let mut rows: Vec<(String, Value)> = moves_of(position)
        .into_iter()
        .map(|mv| {
            let after = position.after(mv);
            (position.move_text(mv), value_of_move(position, mv, &after, solution.value(&after)))
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    rows
}

#[test]
fn there_are_600_rows_of_every_kind() {
    let cases = cases();
    assert_eq!(cases.len(), 600);
    assert!(cases.iter().filter(|case| case.over).count() >= 30);
    assert!(cases.iter().filter(|case| case.skip).count() >= 30);
    for size in [4, 6, 8] {
        assert!(cases.iter().filter(|case| case.position().size() == size).count() >= 180, "{size}");
    }
}

#[test]
fn fens_are_printed_with_every_field_and_read_back() {
    for case in cases() {
        let position = case.position();
        assert_eq!(position.fen(), format!("{} 1", case.fen));
        assert_eq!(Yonkoma::from_fen(&position.fen()), Ok(position));
    }
}

#[test]
fn legal_moves_are_those_of_the_cases() {
    for case in running() {
        let position = case.position();
        let mut texts: Vec<String> = moves_of(&position).iter().map(|&mv| position.move_text(mv)).collect();
        texts.sort_unstable();
        assert_eq!(texts, case.legal, "{}", case.fen);
        assert_eq!(position.count(), case.legal.len(), "{}", case.fen);
        for text in &case.legal {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{} {error}", case.fen));
            assert_eq!(position.move_text(mv), *text);
        }
    }
}

#[test]
fn a_turn_is_skipped_exactly_where_the_cases_say() {
    for case in running() {
        let position = case.position();
        assert_eq!(position.parse_move("0000").is_ok(), case.skip, "{}", case.fen);
        assert_eq!(moves_of(&position).iter().any(|&mv| Yonkoma::is_skip(mv)), case.skip, "{}", case.fen);
        assert_eq!(case.legal == ["0000"], case.skip, "{}", case.fen);
    }
}

#[test]
fn values_and_plies_of_positions_are_those_of_the_cases() {
    let solved = solved();
    for case in running() {
        let position = case.position();
        let expected = value(case.value.as_deref().expect("a value"), case.plies.expect("plies"));
        assert_eq!(solved[&position.size()].value(&position), expected, "{}", case.fen);
    }
}

#[test]
fn values_and_plies_of_each_move_are_those_of_the_cases() {
    let solved = solved();
    let mut count = 0;
    for case in running().filter(|case| !case.skip) {
        let position = case.position();
        let found = valued(&position, &solved[&position.size()]);
        let expected: Vec<(String, Value)> =
            case.moves.iter().map(|(mv, (word, plies))| (mv.clone(), value(word, *plies))).collect();
        assert_eq!(found, expected, "{}", case.fen);
        count += found.len();
    }
    assert!(count > 2000, "{count} moves");
}

#[test]
fn a_skipped_turn_has_the_value_of_its_position() {
    let solved = solved();
    for case in running().filter(|case| case.skip) {
        let position = case.position();
        let expected = value(case.value.as_deref().expect("a value"), case.plies.expect("plies"));
        assert_eq!(valued(&position, &solved[&position.size()]), [("0000".to_string(), expected)], "{}", case.fen);
    }
}

#[test]
fn hints_are_those_of_the_cases() {
    let mut engine = Engine::new();
    for case in running() {
        engine.set_position(&Start::Fen(case.fen.clone()), &[]).expect("a position");
        let job = engine.job(Request::Hint { movetime: None }).expect("memory");
        let Answer::Hint(hint) = job(&Stop::new(), &mut |_| {}) else { panic!("a hint") };
        let expected = value(case.value.as_deref().expect("a value"), case.plies.expect("plies"));
        assert_eq!(hint, Hint { value: Ok(expected), partial: false, moves: case.hint.clone() }, "{}", case.fen);
    }
}

#[test]
fn games_are_over_exactly_where_the_cases_say_and_won_by_whom_they_say() {
    let solved = solved();
    for case in cases() {
        let position = case.position();
        let outcome = position.outcome();
        assert_eq!(outcome.is_some(), case.over, "{}", case.fen);
        let Some(outcome) = outcome else { continue };
        let winner: Seat = if case.winner == Some('r') { RED } else { BLUE };
        assert_eq!(outcome.verdict, Verdict::Win(winner), "{}", case.fen);
        assert_eq!(outcome.reason.word(), "crosscut");
        assert_eq!(moves_of(&position).len(), 0, "{}", case.fen);
        let error = position.parse_move("a1b2").expect_err("the game is over");
        assert_eq!(error.code(), Code::Over, "{}", case.fen);
        assert_eq!(solved[&position.size()].value(&position), Value::Win(Some(0)), "the side to move has won");
    }
}
