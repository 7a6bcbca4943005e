//! The solver against a plain one that shares nothing with it but the rules.

#[path = "support/plain.rs"]
mod plain;

use plain::{PlainSolver, PlainValue};
use yon::board::Square;
use yon::control::{Progress, Stop};
use yon::game::{Game, Value};
use yon::games::yonkoma::{BLUE, Planted, RED, Solution, Solver, Yonkoma};

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
    compare(&Solution::solve(size, &Stop::new()).unwrap(), &PlainSolver::new(size.into()), step)
}

fn compare(solution: &Solution, plain: &PlainSolver, step: usize) -> usize {
    let size = solution.size();
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

/// A number that depends on nothing but the place of the checkers relative to each other and the edges: the same
/// for all eight symmetric forms of a position, with the colours swapped where the squares are.
fn scramble(size: i32, own: plain::Pair, enemy: plain::Pair) -> u64 {
    let last = size - 1;
    let forms = (0..8).map(|form| {
        let turn = |(mut file, mut rank): (i32, i32)| {
            if form & 1 != 0 {
                file = last - file;
            }
            if form & 2 != 0 {
                rank = last - rank;
            }
            if form & 4 != 0 { (rank, file) } else { (file, rank) }
        };
        let (mut own, mut enemy) = (own.map(turn), enemy.map(turn));
        own.sort_unstable();
        enemy.sort_unstable();
        (own, enemy)
    });
    let least = forms.min().unwrap();
    let numbers = [least.0, least.1].concat().into_iter().flat_map(|(file, rank)| [file as u64, rank as u64]);
    numbers
        .fold(0x9e37_79b9_7f4a_7c15, |hash, number| (hash ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29))
}

fn planted_value(size: i32, own: plain::Pair, enemy: plain::Pair) -> PlainValue {
    let number = scramble(size, own, enemy);
    PlainValue { won: number.is_multiple_of(2), plies: 1 + (number / 2 % 40) as u8 }
}

fn planted_in_solver(position: &Yonkoma) -> Value {
    let turn = position.turn();
    let (own, enemy) = (squares(position.checkers(turn)), squares(position.checkers(turn.other())));
    let value = planted_value(position.size().into(), own, enemy);
    let plies = Some(value.plies.into());
    if value.won { Value::Win(plies) } else { Value::Loss(plies) }
}

#[test]
fn the_rule_of_the_levels_holds_for_values_that_no_game_made() {
    for (size, sum, spread, threads) in [(6, 8, 5, 1), (8, 10, 8, 1), (8, 14, 6, 2), (10, 16, 9, 1), (10, 7, 4, 2)] {
        let planted = Planted { sum, spread, value: planted_in_solver };
        let solver = Solver { planted: Some(planted), threads, ..Solver::new(size) };
        let solution = solver.solve(&Stop::new(), &Progress::default()).unwrap();
        let value = Box::new(move |own, enemy| planted_value(size.into(), own, enemy));
        let planted = plain::Planted { sum: sum as i32, spread: spread as i32, value };
        let plain = PlainSolver::with(size.into(), Some(planted));
        assert!(compare(&solution, &plain, if size == 10 { 3 } else { 1 }) > 40_000);
        let own = Solution::solve(size, &Stop::new()).unwrap();
        assert!(differs(&solution, &own), "the planted values must matter at {size}x{size}");
    }
}

/// True when a hundredth of random positions has another value.
fn differs(one: &Solution, other: &Solution) -> bool {
    let mut rng = fastrand::Rng::with_seed(1);
    let positions = std::iter::repeat_with(|| Yonkoma::random(one.size(), &mut rng)).take(2000);
    positions.filter(|position| one.value(position) != other.value(position)).count() > 20
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let [one, three] =
        [1, 3].map(|threads| Solver { threads, ..Solver::new(12) }.solve(&Stop::new(), &Progress::default()).unwrap());
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..200_000 {
        let position = Yonkoma::random(12, &mut rng);
        assert_eq!(one.value(&position), three.value(&position), "{position:?}");
    }
}
