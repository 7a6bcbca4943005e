//! The counts of a table against counting by hand.

use std::collections::{HashMap, HashSet};

use yon::control::{Progress, Stop};
use yon::game::{Game, Setup, Value};
use yon::games::yonkoma::{RED, Stats, Yonkoma, stats};

use super::driver::Folder;
use super::made::{moves_of, open, positions, table_in};

fn of_table(size: u8) -> Stats {
    let folder = Folder::new(&format!("stats-{size}"));
    stats(&open(&table_in(&folder, size)).unwrap(), &Stop::new(), &Progress::default()).unwrap()
}

/// A position without its ply number.
fn plain(position: &Yonkoma) -> Yonkoma {
    let [red, blue] = [position.turn(), position.turn().other()].map(|seat| position.checkers(seat));
    let (red, blue) = if position.turn() == RED { (red, blue) } else { (blue, red) };
    Yonkoma::new(position.size(), position.turn(), red, blue, 1).unwrap()
}

fn skips(position: &Yonkoma) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.len() == 1 && Yonkoma::is_skip(moves[0])
}

/// What can be said of a position by playing on.
#[derive(Clone, Copy)]
struct Known {
    won: bool,
    plies: u8,
    games: u64,
    longest: u8,
    shortest: u8,
}

fn know(position: &Yonkoma, memory: &mut HashMap<Yonkoma, Known>) -> Known {
    let position = plain(position);
    if let Some(known) = memory.get(&position) {
        return *known;
    }
    let ply = u8::from(!skips(&position));
    let after: Vec<Known> = moves_of(&position).iter().map(|after| know(after, memory)).collect();
    let known = if after.is_empty() {
        Known { won: true, plies: 0, games: 1, longest: 0, shortest: 0 }
    } else {
        let quickest = after.iter().filter(|after| !after.won).map(|after| after.plies).min();
        let slowest = after.iter().map(|after| after.plies).max().unwrap();
        Known {
            won: quickest.is_some(),
            plies: ply + quickest.unwrap_or(slowest),
            games: after.iter().map(|after| after.games).sum(),
            longest: ply + after.iter().map(|after| after.longest).max().unwrap(),
            shortest: ply + after.iter().map(|after| after.shortest).min().unwrap(),
        }
    };
    memory.insert(position, known);
    known
}

fn reachable(size: u8) -> usize {
    let start = plain(&Yonkoma::start(&Setup::of_size(size)));
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        for after in moves_of(&position) {
            let after = plain(&after);
            if seen.insert(after) {
                open.push(after);
            }
        }
    }
    seen.len()
}

fn by_hand(size: u8) -> Stats {
    let mut memory = HashMap::new();
    let mut lists = [vec![0u64; 100], vec![0u64; 100]];
    let (mut finished, mut skipped, mut moves, mut winnable, mut single) = (0, 0, 0, 0, 0);
    for position in positions(size, RED) {
        let known = know(&position, &mut memory);
        lists[usize::from(!known.won)][usize::from(known.plies)] += 1;
        if position.outcome().is_some() {
            finished += 1;
        } else if skips(&position) {
            skipped += 1;
        } else {
            let after = moves_of(&position);
            moves += after.len();
            winnable += u64::from(known.won);
            single += u64::from(after.iter().filter(|after| !know(after, &mut memory).won).count() == 1);
        }
    }
    let [won_in, lost_in] = lists.map(|list| {
        let end = list.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        list[..end].to_vec()
    });
    let (won, lost) = (won_in.iter().sum::<u64>(), lost_in.iter().sum::<u64>());
    let start = know(&Yonkoma::start(&Setup::of_size(size)), &mut memory);
    Stats {
        won,
        lost,
        finished,
        skipped,
        mean_moves: moves as f64 / (won + lost - finished) as f64,
        single_winning_move: single,
        single_winning_move_percent: single as f64 * 100.0 / winnable as f64,
        reachable: reachable(size) as u64,
        games: start.games as f64,
        longest_game: start.longest,
        shortest_game: start.shortest,
        won_in,
        lost_in,
    }
}

#[test]
fn every_count_of_4x4_and_6x6_is_what_counting_by_hand_gives() {
    for size in [4, 6] {
        assert_eq!(of_table(size), by_hand(size), "{size}");
    }
}

#[test]
fn the_counts_of_8x8_fit_together() {
    let found = of_table(8);
    assert_eq!(found.won + found.lost, 246_016);
    assert_eq!(found.won, found.won_in.iter().sum::<u64>());
    assert_eq!(found.lost, found.lost_in.iter().sum::<u64>());
    assert_eq!(found.won_in[0], found.finished);
    assert_eq!(found.lost_in[0], 0);
    assert_eq!(found.won_in.len().max(found.lost_in.len()), 27, "the longest value is 26");
    // A crosscut has a block of 2x2 and one of two colours on each diagonal: with the mover on dark squares, one way.
    assert_eq!(found.finished, 49);
    assert_eq!(found.reachable, reachable(8) as u64);
    let start = know(&Yonkoma::start(&Setup::of_size(8)), &mut HashMap::new());
    assert_eq!((start.won, start.plies), (true, 23));
    assert_eq!(found.games, start.games as f64);
    assert_eq!((found.longest_game, found.shortest_game), (start.longest, start.shortest));
    assert!(u64::from(found.shortest_game) <= 23 && found.longest_game >= 23);
    let share = found.single_winning_move as f64 * 100.0 / (found.won - found.finished) as f64;
    assert!((share..share + 1.0).contains(&found.single_winning_move_percent), "{share}");
}

#[test]
fn counting_that_is_stopped_says_so() {
    let folder = Folder::new("stats-stop");
    let stop = Stop::new();
    stop.stop();
    assert!(stats(&open(&table_in(&folder, 6)).unwrap(), &stop, &Progress::default()).is_err());
}

#[test]
fn values_by_hand_are_those_of_the_solution() {
    let mut memory = HashMap::new();
    for position in positions(6, RED) {
        let known = know(&position, &mut memory);
        let plies = Some(known.plies.into());
        let value = if known.won { Value::Win(plies) } else { Value::Loss(plies) };
        assert_eq!(value, super::made::solution(6).value(&position), "{position:?}");
    }
}
