//! Skill levels on solved boards: the exact ladder, held against games that are played, and what it must show.

use std::collections::HashMap;
use std::sync::OnceLock;

use yon::control::{Progress, Stop};
use yon::fallible::{Ladder, Player};
use yon::game::{Game, Notation, Seat, Setup, Value, Verdict, value_of_move};
use yon::games::yonkoma::{Move, Side, Solution, Traps, Yonkoma, duel, horizons, ladder, ratings};
use yon::search::strength::{Choice, choose, horizon};

fn solved(size: u8) -> Solution {
    Solution::solve(size, &Stop::new()).unwrap()
}

fn ladder_of(size: u8) -> Ladder {
    ladder(&solved(size), &Stop::new(), &Progress::default()).unwrap()
}

/// The ladder of 10x10; made once for several tests.
fn ten() -> &'static Ladder {
    static LADDER: OnceLock<Ladder> = OnceLock::new();
    LADDER.get_or_init(|| ladder_of(10))
}

/// What each move brings, in the order of the moves' bytes.
fn valued(solution: &Solution, position: &Yonkoma) -> Vec<(String, Value, Move)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let row = |mv| {
        let after = position.after(mv);
        (position.move_text(mv), value_of_move(position, mv, &after, solution.value(&after)), mv)
    };
    let mut rows: Vec<(String, Value, Move)> = moves.into_iter().map(row).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    rows
}

fn level_move(solution: &Solution, position: &Yonkoma, level: u8, seed: u64) -> Move {
    let rows = valued(solution, position);
    let choices: Vec<Choice<'_>> = rows.iter().map(|row| Choice { text: &row.0, value: Some(row.1) }).collect();
    let horizon = horizon(level, &horizons(solution.size()));
    rows[choose(level, horizon, position.key(), seed, &choices).index].2
}

#[test]
fn levels_that_play_games_score_as_the_ladder_says() {
    let solution = solved(6);
    let [upper, lower] = [4, 3].map(|level| Player::new(horizon(level, &horizons(6)), 0.0));
    let sides = [Side { player: &upper, traps: None }, Side { player: &lower, traps: None }];
    let exact = duel(&solution, sides, &Stop::new(), &Progress::default()).unwrap();
    let (games, mut won, mut thrown) = (20_000, 0u32, 0u32);
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed / 2);
        let mut position = Yonkoma::start(&Setup::of_size(6));
        for _ in 0..2 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play(moves[rng.usize(..moves.len())]);
        }
        let own = (seed % 2) as usize;
        while position.outcome().is_none() {
            let is_own = position.turn().index() == own;
            let mv = level_move(&solution, &position, if is_own { 4 } else { 3 }, seed * 2 + u64::from(is_own));
            let (before, after) = (solution.value(&position), solution.value(&position.after(mv)));
            let threw = matches!((before, after), (Value::Win(_), Value::Win(_))) && mv != Move::Skip;
            thrown += u32::from(is_own && threw);
            position.play(mv);
        }
        let verdict = position.outcome().unwrap().verdict;
        won += u32::from(matches!(verdict, Verdict::Win(seat) if seat.index() == own));
    }
    let games = f64::from(u32::try_from(games).unwrap());
    let error = (exact.score * (1.0 - exact.score) / games).sqrt();
    assert!((f64::from(won) / games - exact.score).abs() < 4.0 * error, "{won} of {games}, {exact:?}");
    assert!((f64::from(thrown) / games - exact.thrown).abs() < 0.03, "{thrown} in {games}, {exact:?}");
}

/// The chances of the lost side against each opponent, from the rules and by going through the whole game.
fn tried(
    solution: &Solution,
    position: &Yonkoma,
    opponents: &[Player; 4],
    known: &mut HashMap<Yonkoma, [f64; 4]>,
) -> [f64; 4] {
    let [red, blue] = [0, 1].map(|seat| position.checkers(Seat::new(seat)));
    let key = Yonkoma::new(position.size(), position.turn(), red, blue, 1).unwrap();
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let lost = matches!(solution.value(position), Value::Loss(_));
    let mut found = [0.0; 4];
    let rows = valued(solution, position);
    let results: Vec<Value> = rows.iter().map(|row| row.1).collect();
    for (_, value, mv) in &rows {
        // A move that gives the win away is worth a game won.
        let after = match (lost, value) {
            (false, Value::Loss(_)) => [1.0; 4],
            _ => tried(solution, &position.after(*mv), opponents, known),
        };
        for (i, opponent) in opponents.iter().enumerate() {
            if lost {
                found[i] = f64::max(found[i], after[i]);
            } else {
                let mut chances = Vec::new();
                opponent.chances(&results, &mut chances);
                let place = rows.iter().position(|row| row.2 == *mv).unwrap();
                found[i] += chances[place] * after[i];
            }
        }
    }
    known.insert(key, found);
    found
}

#[test]
fn the_traps_are_those_of_going_through_the_game() {
    for size in [4, 6] {
        let solution = solved(size);
        let traps = Traps::find(&solution, false, &Stop::new(), &Progress::default()).unwrap();
        let of = |level: u8| Player::new(horizon(level, &horizons(size)), 0.1);
        let opponents = [3, 5, 7, 9].map(of);
        let mut known = HashMap::new();
        let mut rng = fastrand::Rng::with_seed(9);
        let mut worth = 0;
        for _ in 0..3000 {
            let position = Yonkoma::random(size, &mut rng);
            let mean = tried(&solution, &position, &opponents, &mut known).iter().sum::<f64>() / 4.0;
            let found = f64::from(traps.of(&solution, &position)) / 255.0;
            assert!((found - mean).abs() < 0.004, "{}: {found} and {mean}", position.fen());
            worth += usize::from(found > 0.1);
        }
        assert!(worth > 300, "{size}: {worth}");
    }
}

#[test]
fn each_level_beats_the_one_below() {
    for found in [&ladder_of(6), &ladder_of(8), ten()] {
        for rung in &found.rungs {
            if rung.level == 1 {
                assert!((0.5..0.6).contains(&rung.score), "{rung:?}");
            } else {
                assert!(rung.score > 0.6, "{rung:?}");
            }
        }
    }
}

#[test]
fn from_level_4_on_hardly_a_thrown_win_is_refuted_at_once() {
    for found in [&ladder_of(8), ten()] {
        for rung in found.rungs.iter().filter(|rung| (4..10).contains(&rung.level)) {
            assert!(rung.at_once < 0.02 * rung.thrown, "{rung:?}");
        }
    }
}

#[test]
fn traps_turn_more_games_than_holding_out() {
    for found in [&ladder_of(8), ten()] {
        assert_eq!(found.losing.len(), 11);
        for turned in &found.losing {
            assert!(turned.trap > turned.longest, "{turned:?}");
        }
    }
}

#[test]
fn ratings_are_those_of_the_ladder() {
    for (size, found) in [(4, &ladder_of(4)), (6, &ladder_of(6)), (8, &ladder_of(8)), (10, ten())] {
        let of_ladder: Vec<u32> = found.rungs.iter().map(|rung| rung.rating.round() as u32).collect();
        assert_eq!(of_ladder, ratings(size), "{size}");
    }
}

#[test]
fn horizons_grow_with_the_level() {
    for size in (4..=26).step_by(2) {
        assert!(horizons(size).windows(2).all(|pair| pair[0] < pair[1]), "{size}");
    }
}
