//! Counts what is in a table: values, distances, moves, and the games that can be played from the start.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use super::classes::Classes;
use super::levels::Levels;
use super::table::SolvedTable;
use super::verify::{Values, VerifyError};
use super::{CROSSCUT, Yonkoma};
use crate::control::{Progress, Stop};
use crate::game::{Game, Setup, Value};

/// What is counted on one board. Positions are those with one side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stats {
    /// Positions that the side to move wins, finished ones included.
    pub won: u64,
    /// Positions that it loses.
    pub lost: u64,
    /// Finished positions, in which it has won.
    pub finished: u64,
    /// Positions in which it has no move, and is skipped.
    pub skipped: u64,
    /// Moves of a position that is not finished, on average; a skipped turn is none.
    pub mean_moves: f64,
    /// Won positions, not finished and without a skipped turn, in which a single move wins.
    pub single_winning_move: u64,
    /// Their share in percent.
    pub single_winning_move_percent: f64,
    /// Positions that a game from the start can come to, with the side to move that it has then.
    pub reachable: u64,
    /// Games from the start to a crosscut, all different sequences of moves: exact below 2^53.
    #[serde(serialize_with = "whole")]
    pub games: f64,
    /// Moves of the longest of them.
    pub longest_game: u8,
    /// Moves of the shortest.
    pub shortest_game: u8,
    /// Won positions by the moves to the end, from 0.
    pub won_in: Vec<u64>,
    /// Lost positions by the moves to the end, from 0.
    pub lost_in: Vec<u64>,
}

/// A whole number while it is exact.
fn whole<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if *number < 9e15 { serializer.serialize_u64(*number as u64) } else { serializer.serialize_f64(*number) }
}

/// What one pass over all positions counts.
#[derive(Clone, Default)]
struct Tally {
    finished: u64,
    skipped: u64,
    moves: u64,
    winnable: u64,
    single: u64,
    won_in: Vec<u64>,
    lost_in: Vec<u64>,
}

fn count(list: &mut Vec<u64>, index: usize, times: u64) {
    if list.len() <= index {
        list.resize(index + 1, 0);
    }
    list[index] += times;
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.finished += other.finished;
        self.skipped += other.skipped;
        self.moves += other.moves;
        self.winnable += other.winnable;
        self.single += other.single;
        for (list, other) in [(&mut self.won_in, other.won_in), (&mut self.lost_in, other.lost_in)] {
            for (index, times) in other.into_iter().enumerate() {
                count(list, index, times);
            }
        }
    }
}

/// Counts everything.
///
/// # Errors
/// When the table cannot be read or is damaged, and when stopped.
pub fn stats(table: &SolvedTable, stop: &Stop, progress: &Progress) -> Result<Stats, VerifyError> {
    let classes = table.classes();
    let tally = tally(table, stop, progress)?;
    let games = Games::count(classes, stop, progress)?;
    let (won, lost) = (tally.won_in.iter().sum::<u64>(), tally.lost_in.iter().sum::<u64>());
    let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
    Ok(Stats {
        won,
        lost,
        finished: tally.finished,
        skipped: tally.skipped,
        mean_moves: tally.moves as f64 / (won + lost - tally.finished).max(1) as f64,
        single_winning_move: tally.single,
        single_winning_move_percent: percent(tally.single, tally.winnable),
        reachable: games.reachable,
        games: games.number,
        longest_game: games.longest,
        shortest_game: games.shortest,
        won_in: tally.won_in,
        lost_in: tally.lost_in,
    })
}

fn tally(table: &SolvedTable, stop: &Stop, progress: &Progress) -> Result<Tally, VerifyError> {
    let classes = table.classes();
    let values = Values::load(table, 1, stop, progress)?;
    values.each_state(stop, progress, |tally: &mut Tally, row, mover| {
        let Some(position) = values.position(mover, row) else { return Ok(()) };
        let times = classes.weight(row);
        let value = values.value(values.place(mover, row));
        let (list, winnable) = match value {
            Value::Win(_) => (&mut tally.won_in, true),
            _ => (&mut tally.lost_in, false),
        };
        count(list, value.plies().unwrap_or(0).into(), times);
        if position.outcome().is_some() {
            tally.finished += times;
            return Ok(());
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.first().is_some_and(|&mv| Yonkoma::is_skip(mv)) {
            tally.skipped += times;
            return Ok(());
        }
        tally.moves += times * moves.len() as u64;
        if winnable {
            let wins = |&&mv: &&super::Move| matches!(values.value_of(&position.after(mv)), Value::Loss(_));
            tally.winnable += times;
            tally.single += times * u64::from(moves.iter().filter(wins).take(2).count() == 1);
        }
        Ok(())
    })
}

/// The games from the start.
struct Games {
    reachable: u64,
    number: f64,
    longest: u8,
    shortest: u8,
}

/// A place was come to after an even number of plies, after an odd one.
const VISITED: [u8; 2] = [1, 2];
/// It is to be expanded now or at the next ply.
const WAITING: [u8; 2] = [4, 8];

/// The places of a board with one number each, or several.
struct Map<'a> {
    classes: &'a Classes,
    seen: Vec<AtomicU8>,
    /// For each ply's parity, whether a row has places that wait.
    waiting: [Vec<AtomicBool>; 2],
}

impl Map<'_> {
    fn index(&self, (row, column): (usize, usize)) -> usize {
        row * self.classes.pairs() + column
    }

    /// All places of the class of a position.
    fn images(&self, position: &Yonkoma) -> impl Iterator<Item = (usize, usize)> {
        let (row, column) = self.classes.place_of(position);
        let image = move |symmetry| (row, self.classes.geometry().image(symmetry, column));
        std::iter::once((row, column)).chain(self.classes.kept(row).map(image))
    }

    /// A position is come to after so many plies.
    fn come_to(&self, position: &Yonkoma, ply: usize) {
        for place in self.images(position) {
            let seen = &self.seen[self.index(place)];
            if seen.fetch_or(VISITED[ply % 2], Ordering::Relaxed) & VISITED[ply % 2] == 0 {
                seen.fetch_or(WAITING[ply % 2], Ordering::Relaxed);
                self.waiting[ply % 2][place.0].store(true, Ordering::Relaxed);
            }
        }
    }

    /// Expands what waits after so many plies; false when nothing does.
    fn expand(&self, ply: usize) -> bool {
        let any = AtomicBool::new(false);
        (0..self.classes.rows()).into_par_iter().for_each(|row| {
            if !self.waiting[ply % 2][row].swap(false, Ordering::Relaxed) {
                return;
            }
            let mut moves = Vec::new();
            for column in 0..self.classes.pairs() {
                let seen = &self.seen[self.index((row, column))];
                if seen.load(Ordering::Relaxed) & WAITING[ply % 2] == 0 {
                    continue;
                }
                seen.fetch_and(!WAITING[ply % 2], Ordering::Relaxed);
                any.store(true, Ordering::Relaxed);
                if let Some(position) = self.classes.geometry().position(self.classes.representative(row), column) {
                    moves.clear();
                    position.moves(&mut moves);
                    for &mv in &moves {
                        self.come_to(&position.after(mv), ply + 1);
                    }
                }
            }
        });
        any.into_inner()
    }

    /// Positions come to, with the side to move that they have then.
    fn reachable(&self) -> u64 {
        let row = |(row, seen): (usize, &[AtomicU8])| {
            let both = |seen: &AtomicU8| u64::from((seen.load(Ordering::Relaxed) & 3).count_ones());
            seen.iter().map(both).sum::<u64>() * self.classes.weight(row)
        };
        self.seen.par_chunks(self.classes.pairs()).enumerate().map(row).sum()
    }
}

/// What follows from a place, by all the games from there.
struct Ahead {
    number: Vec<AtomicU64>,
    longest: Vec<AtomicU8>,
    shortest: Vec<AtomicU8>,
}

fn zeroed<T: bytemuck::Zeroable>(length: usize) -> Result<Vec<T>, VerifyError> {
    bytemuck::allocation::try_zeroed_vec(length).map_err(|()| VerifyError::NoMemory(length * size_of::<T>()))
}

impl Games {
    fn count(classes: &Classes, stop: &Stop, progress: &Progress) -> Result<Self, VerifyError> {
        let flags = || (0..classes.rows()).map(|_| AtomicBool::new(false)).collect();
        let map = Map { classes, seen: zeroed(classes.places())?, waiting: [flags(), flags()] };
        let start = Yonkoma::start(&Setup::of_size(classes.size()));
        map.come_to(&start, 0);
        let mut ply = 0;
        while map.expand(ply) {
            ply += 1;
            if stop.is_stopped() {
                return Err(VerifyError::Stopped);
            }
        }
        let places = classes.places();
        let ahead = Ahead { number: zeroed(places)?, longest: zeroed(places)?, shortest: zeroed(places)? };
        climb(&map, &ahead, stop, progress)?;
        let at = map.index(classes.place_of(&start));
        Ok(Games {
            reachable: map.reachable(),
            number: f64::from_bits(ahead.number[at].load(Ordering::Relaxed)),
            longest: ahead.longest[at].load(Ordering::Relaxed),
            shortest: ahead.shortest[at].load(Ordering::Relaxed),
        })
    }
}

/// Works upwards level by level, as the solver does, over the places that were come to.
fn climb(map: &Map<'_>, ahead: &Ahead, stop: &Stop, progress: &Progress) -> Result<(), VerifyError> {
    let classes = map.classes;
    let geometry = classes.geometry();
    let farthest = u32::from(classes.size() - 1);
    let row = |row| (row, Levels::new(geometry, classes.representative(row)), Vec::new());
    let mut rows: Vec<(usize, Levels, Vec<u16>)> = (0..classes.rows()).map(row).collect();
    let sums = CROSSCUT..=4 * farthest;
    progress.begin(sums.clone().count() as u64);
    for sum in sums {
        rows.par_iter_mut().for_each(|(_, levels, movers)| {
            movers.clear();
            levels.gather(geometry, sum, movers);
        });
        for spread in (2..=2 * farthest).rev() {
            if stop.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            // A skipped turn stays in its level, so those positions come after the others.
            for skipped in [false, true] {
                rows.par_iter().for_each(|(row, levels, movers)| {
                    for &mover in &movers[levels.level(spread)] {
                        let (mover, opponent) = (usize::from(mover), classes.representative(*row));
                        let at = map.index(classes.place(mover, opponent));
                        if map.seen[at].load(Ordering::Relaxed) == 0 {
                            continue;
                        }
                        if let Some(position) = geometry.position(mover, opponent) {
                            look_ahead(map, ahead, &position, skipped);
                        }
                    }
                });
            }
        }
        progress.add(1);
    }
    Ok(())
}

/// Works out one position: those with a skipped turn, or all others.
fn look_ahead(map: &Map<'_>, ahead: &Ahead, position: &Yonkoma, skipped: bool) {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let skips = moves.first().is_some_and(|&mv| Yonkoma::is_skip(mv));
    if skips != skipped {
        return;
    }
    let (mut number, mut longest, mut shortest) = (0.0, 0, u8::MAX);
    let ply = u8::from(!skips);
    for mv in &moves {
        let at = map.index(map.classes.place_of(&position.after(*mv)));
        number += f64::from_bits(ahead.number[at].load(Ordering::Relaxed));
        longest = longest.max(ply + ahead.longest[at].load(Ordering::Relaxed));
        shortest = shortest.min(ply + ahead.shortest[at].load(Ordering::Relaxed));
    }
    if moves.is_empty() {
        (number, longest, shortest) = (1.0, 0, 0);
    }
    for place in map.images(position) {
        let at = map.index(place);
        ahead.number[at].store(f64::to_bits(number), Ordering::Relaxed);
        ahead.longest[at].store(longest, Ordering::Relaxed);
        ahead.shortest[at].store(shortest, Ordering::Relaxed);
    }
}
