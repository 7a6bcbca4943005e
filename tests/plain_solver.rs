//! The solver against a plain one that shares nothing with it but the rules.

#[path = "support/plain.rs"]
mod plain;

use plain::{PlainSolver, PlainValue};
use yon::board::Square;
use yon::control::Stop;
use yon::game::{Game, Value};
use yon::games::yonkoma::{BLUE, RED, Solution, Yonkoma};

fn plain_of(value: Value) -> PlainValue {
    match value {
        Value::Win(Some(plies)) => PlainValue { won: true, plies: plies as u8 },
        Value::Loss(Some(plies)) => PlainValue { won: false, plies: plies as u8 },
        other => panic!("the solver knows every length: {other:?}"),
    }
}

fn squares(pair: [Square; 2]) -> [(i32, i32); 2] {
    pair.map(|square| (i32::from(square.file), i32::from(square.rank)))
}

fn all_squares(size: u8, dark: bool) -> Vec<Square> {
    (0..size).flat_map(|r| (0..size).map(move |f| Square::new(f, r))).filter(|s| s.is_dark() == dark).collect()
}

fn pairs(size: u8, dark: bool) -> Vec<[Square; 2]> {
    let all = all_squares(size, dark);
    (0..all.len()).flat_map(|a| (0..a).map(|b| [all[a], all[b]]).collect::<Vec<_>>()).collect()
}

/// Both sides to move, every placement (or every `step`-th, to bound the time).
fn agree(size: u8, step: usize) -> usize {
    let solution = Solution::solve(size, &Stop::new()).unwrap();
    let plain = PlainSolver::new(size.into());
    assert_eq!(plain.states() as u64, solution.states());
    let (reds, blues) = (pairs(size, true), pairs(size, false));
    let mut compared = 0;
    for index in (0..reds.len() * blues.len()).step_by(step) {
        let (red, blue) = (reds[index / blues.len()], blues[index % blues.len()]);
        for turn in [RED, BLUE] {
            let position = Yonkoma::new(size, turn, red, blue, 1).unwrap();
            let (own, enemy) = (position.checkers(turn), position.checkers(turn.other()));
            let expected = plain.value(squares(own), squares(enemy));
            assert_eq!(plain_of(solution.value(&position)), expected, "{position:?}");
            assert_eq!(position.outcome().is_some(), expected.won && expected.plies == 0, "{position:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_position_of_4x4_to_8x8_agrees() {
    assert_eq!([4, 6, 8].map(|size| agree(size, 1)), [2 * 784, 2 * 23_409, 2 * 246_016]);
}

#[test]
fn every_position_of_10x10_agrees() {
    assert_eq!(agree(10, 1), 2 * 1_500_625);
}

#[test]
fn samples_of_12x12_and_14x14_agree() {
    assert!(agree(12, 7) > 1_800_000);
    assert!(agree(14, 31) > 1_400_000);
}
