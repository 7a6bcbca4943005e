//! How two players who are not perfect fare against each other on a solved board: exactly, from the chances of every move in
//! every position, without a game being played.
//!
//! Players are those of [`crate::fallible`], which see each result by itself; as no position comes twice in a game, that is how
//! skill levels play. Where one plays perfectly it chooses among equally good moves by lot here.

use super::horizons::horizons;
use super::solver::Solution;
use super::sweep::{Numbers, State, sweep};
use super::trap::Traps;
use super::{Move, Yonkoma};
use crate::control::{Progress, Stop};
use crate::fallible::{Ladder, Player, Rung, Turned, elo};
use crate::game::{Game, Setup, Value};

/// A win that is thrown away is refuted at once when the game ends in so many plies, the losing move counted.
pub const AT_ONCE: u16 = 4;

/// Perfect play with so many random moves is met by a lost side as well.
const SLIPS: [f64; 2] = [0.1, 0.3];

/// How many duels a ladder takes.
const DUELS: u64 = 10 + 2 * (9 + SLIPS.len() as u64);

/// All levels of a solved board, each against the one below; `None` when stopped, and when the memory cannot be had.
/// With the threads of rayon's present pool. `progress` counts states.
pub fn ladder(solution: &Solution, stop: &Stop, progress: &Progress) -> Option<Ladder> {
    progress.begin(solution.classes().places() as u64 * (DUELS + 1));
    let traps = Traps::find(solution, true, stop, progress)?;
    let horizons = horizons(solution.size());
    let players: Vec<Player> = std::iter::once(Player::at_random())
        .chain(horizons.iter().map(|&horizon| Player::new(Some(horizon), 0.0)))
        .chain([Player::new(None, 0.0)])
        .collect();
    let full = players.len() - 1;
    let side = |level: usize| Side { player: &players[level], traps: (level == full).then_some(&traps) };
    let (mut rungs, mut rating) = (Vec::new(), 0.0);
    for level in 1..=full {
        let Duel { score, everywhere, thrown, at_once, .. } =
            duel(solution, [side(level), side(level - 1)], stop, progress)?;
        rating += elo(score);
        let (level, against) = (level as u8, level as u8 - 1);
        rungs.push(Rung { level, against, score, everywhere, thrown, at_once, rating });
    }
    let slipping = SLIPS.map(|random| (full, random, Player::new(None, random)));
    let levels = (1..full).map(|level| (level, 0.0, players[level].clone()));
    let turned = |(level, random, opponent): (usize, f64, Player)| {
        let against = |traps| {
            let sides = [Side { player: &players[full], traps }, Side { player: &opponent, traps: None }];
            Some(duel(solution, sides, stop, progress)?.turned)
        };
        Some(Turned { level: level as u8, random, longest: against(None)?, trap: against(Some(&traps))? })
    };
    let losing = levels.chain(slipping).map(turned).collect::<Option<_>>()?;
    Some(Ladder { rungs, losing })
}

/// A player, and how it plays where it has lost.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// How it chooses.
    pub player: &'a Player,
    /// Where all its moves lose it plays the best trap, instead of what the player would.
    pub traps: Option<&'a Traps>,
}

/// How one side fares against another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// Its mean score from the openings of two random plies, with both colours.
    pub score: f64,
    /// Its mean score over all positions that are not over, with either side to move.
    pub everywhere: f64,
    /// Its mean score where it is to move and has lost: how often it turns the game.
    pub turned: f64,
    /// How many wins it throws away in a game from the openings.
    pub thrown: f64,
    /// How many of those are refuted at once: within three more plies.
    pub at_once: f64,
}

/// What is known of a state, with the first side to move and with the second: the chance that the first wins, the wins that
/// it will throw away, and those that are refuted at once.
struct Boards([[Numbers; 3]; 2]);

impl Boards {
    fn new(places: usize) -> Option<Self> {
        let three = || Some([Numbers::new(places)?, Numbers::new(places)?, Numbers::new(places)?]);
        Some(Boards([three()?, three()?]))
    }

    /// With the first side to move, or with the second.
    fn at(&self, first: bool, place: usize) -> [f64; 3] {
        self.0[usize::from(!first)].each_ref().map(|numbers| numbers.get(place))
    }

    fn put(&self, first: bool, state: &State<'_>, found: [f64; 3]) {
        self.0[usize::from(!first)].iter().zip(found).for_each(|(numbers, number)| numbers.put(state, number));
    }
}

/// Room for the moves of one state.
#[derive(Default)]
struct Room {
    results: Vec<Value>,
    chances: Vec<f64>,
}

impl Side<'_> {
    /// The chance of each move of a state.
    fn chances(&self, state: &State<'_>, Room { results, chances }: &mut Room) {
        match self.traps {
            Some(traps) if matches!(state.value, Value::Loss(_)) => {
                let rank = |&(value, place): &(Value, usize)| (u8::MAX - traps.at(place), value.rank());
                let best = state.moves.iter().map(rank).min();
                let equals = state.moves.iter().filter(|mv| Some(rank(mv)) == best).count() as f64;
                chances.clear();
                chances.extend(state.moves.iter().map(|mv| if Some(rank(mv)) == best { 1.0 / equals } else { 0.0 }));
            }
            _ => {
                results.clear();
                results.extend(state.moves.iter().map(|(value, _)| *value));
                self.player.chances(results, chances);
            }
        }
    }
}

/// How the first side fares against the second; `None` when stopped, and when the memory cannot be had: 24 bytes a place.
/// With the threads of rayon's present pool.
pub fn duel(solution: &Solution, sides: [Side<'_>; 2], stop: &Stop, progress: &Progress) -> Option<Duel> {
    let classes = solution.classes();
    let boards = Boards::new(classes.places())?;
    let visit = |state: &State<'_>, room: &mut Room| {
        for first in [true, false] {
            if state.moves.is_empty() {
                boards.put(first, state, [f64::from(u8::from(first)), 0.0, 0.0]);
                continue;
            }
            sides[usize::from(!first)].chances(state, room);
            let mut found = [0.0; 3];
            for (chance, &(value, place)) in room.chances.iter().zip(state.moves) {
                let [wins, thrown, at_once] = boards.at(!first, place);
                let throws = first && matches!((state.value, value), (Value::Win(_), Value::Loss(_)));
                let quickly = throws && value.plies().is_some_and(|plies| plies <= AT_ONCE);
                found[0] += chance * wins;
                found[1] += chance * (thrown + f64::from(u8::from(throws)));
                found[2] += chance * (at_once + f64::from(u8::from(quickly)));
            }
            boards.put(first, state, found);
        }
    };
    if !sweep(solution, true, stop, progress, &visit) {
        return None;
    }
    let [score, thrown, at_once] = from_openings(solution, &boards);
    let (mut everywhere, mut turned) = (Mean::default(), Mean::default());
    for row in 0..classes.rows() {
        let weight = classes.weight(row) as f64;
        for (column, value) in solution.row(row).enumerate().filter(|(_, value)| *value != Value::Win(Some(0))) {
            let place = row * classes.pairs() + column;
            let [own, other] = [true, false].map(|first| boards.at(first, place)[0]);
            everywhere.add((own + other) / 2.0, weight);
            if matches!(value, Value::Loss(_)) {
                turned.add(own, weight);
            }
        }
    }
    Some(Duel { score, everywhere: everywhere.value(), turned: turned.value(), thrown, at_once })
}

/// The mean over the positions after two random plies, with each side having begun.
fn from_openings(solution: &Solution, boards: &Boards) -> [f64; 3] {
    let mut found = [0.0; 3];
    let mut add = |position: &Yonkoma, share: f64| {
        let (row, column) = solution.classes().place_of(position);
        for first in [true, false] {
            let here = boards.at(first, row * solution.classes().pairs() + column);
            found.iter_mut().zip(here).for_each(|(sum, number)| *sum += number * share / 2.0);
        }
    };
    let start = Yonkoma::start(&Setup::of_size(solution.size()));
    let (first, one) = after_each_move(&start);
    for position in first {
        let (second, other) = after_each_move(&position);
        second.iter().for_each(|position| add(position, one * other));
    }
    found
}

/// The positions after each move, and the chance of each when one is played at random.
fn after_each_move(position: &Yonkoma) -> (Vec<Yonkoma>, f64) {
    let mut moves: Vec<Move> = Vec::new();
    position.moves(&mut moves);
    let after: Vec<Yonkoma> = moves.iter().map(|&mv| position.after(mv)).collect();
    let share = 1.0 / after.len().max(1) as f64;
    (after, share)
}

#[derive(Default)]
struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    fn add(&mut self, number: f64, weight: f64) {
        self.sum += number * weight;
        self.weight += weight;
    }

    fn value(&self) -> f64 {
        self.sum / self.weight
    }
}
