//! One game between engines: the session is the referee, the engines only make moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::child::{Fault, Logger};
use super::openings::Opening;
use super::player::{Player, SeatClock};
use super::results::{FaultRecord, GameRecord};
use super::schedule::Fixture;
use super::setup::Contestant;
use crate::catalog;
use crate::control::Stop;
use crate::game::{MAX_SEATS, Seat, Setup, Value, Verdict};
use crate::protocol::reply;
use crate::session::Session;
use crate::settings::Settings;
use crate::text::quote;

/// What all games of a match share.
pub struct Table<'a> {
    /// The game.
    pub entry: &'a catalog::Entry,
    /// The board.
    pub setup: Setup,
    /// The engines.
    pub contestants: &'a [Contestant],
    /// End a game when a table knows that it ends in at most so many plies; 0 is any number.
    pub adjudicate: Option<u16>,
    /// Ends the match at once.
    pub cancel: &'a Stop,
    /// Why the runner itself cannot go on.
    pub trouble: &'a Mutex<Option<String>>,
    /// Makes the log of one engine's traffic.
    pub log: &'a (dyn Fn(&str) -> Option<Logger> + Sync),
}

/// The engines of one worker, kept from game to game. An engine that plays several seats has a process for each.
#[derive(Default)]
pub struct Bench(HashMap<(usize, usize), Player>);

impl Bench {
    /// Ends all engines.
    pub fn end(self) {
        self.0.into_values().for_each(Player::end);
    }
}

/// A finished game, and whether an engine broke down in it rather than merely losing it.
pub struct Played {
    /// The record.
    pub record: GameRecord,
    /// An engine crashed, stalled, or could not be started.
    pub broken: bool,
}

struct Game<'a> {
    table: &'a Table<'a>,
    fixture: &'a Fixture,
    session: Box<dyn Session>,
    clocks: Vec<Option<SeatClock>>,
    /// Positions before a seat was taken out and the record began anew.
    plies_before: usize,
    faults: Vec<FaultRecord>,
    broken: bool,
}

/// Plays one game; `None` when the match was cancelled in it.
pub fn play(table: &Table<'_>, bench: &mut Bench, fixture: &Fixture, opening: &Opening) -> Option<Played> {
    let mut session = table.entry.open(&table.setup);
    // The openings were checked when they were read.
    session.set_position(&table.setup, &opening.start, &opening.moves).ok()?;
    if table.adjudicate.is_some() {
        session.prepare(&Settings::new(table.entry.name, table.setup.size));
    }
    let pace = |&engine: &usize| SeatClock::new(&table.contestants[engine].pace);
    let clocks = fixture.engines.iter().map(pace).collect();
    let game = Game { table, fixture, session, clocks, plies_before: 0, faults: Vec::new(), broken: false };
    game.run(bench)
}

impl Game<'_> {
    fn run(mut self, bench: &mut Bench) -> Option<Played> {
        for seat in 0..self.fixture.engines.len() {
            if let Err(fault) = self.player(bench, seat).and_then(Player::new_game)
                && let Some(played) = self.fault(bench, seat, fault)
            {
                return self.unless_cancelled(played);
            }
        }
        loop {
            if self.table.cancel.is_stopped() {
                return None;
            }
            if let Some(outcome) = self.session.outcome() {
                let result = reply::result(&outcome.verdict, self.fixture.engines.len());
                let points = self.points(&outcome.verdict);
                return Some(self.finished(result, outcome.reason.word(), points));
            }
            if let Some(played) = self.adjudicated() {
                return Some(played);
            }
            let seat = self.session.turn().index();
            if let Err(fault) = self.one_move(bench, seat)
                && let Some(played) = self.fault(bench, seat, fault)
            {
                return self.unless_cancelled(played);
            }
        }
    }

    fn unless_cancelled(&self, played: Played) -> Option<Played> {
        (!self.table.cancel.is_stopped()).then_some(played)
    }

    fn contestant(&self, seat: usize) -> &Contestant {
        &self.table.contestants[self.fixture.engines[seat]]
    }

    /// The process that plays a seat, started if need be.
    fn player<'b>(&self, bench: &'b mut Bench, seat: usize) -> Result<&'b mut Player, Fault> {
        let key = self.key(seat);
        match bench.0.entry(key) {
            Entry::Occupied(place) => Ok(place.into_mut()),
            Entry::Vacant(place) => {
                let game = [
                    ("UCI_Variant", self.table.entry.name.to_string()),
                    ("BoardSize", self.table.setup.size.to_string()),
                ];
                let contestant = self.contestant(seat);
                let log = (self.table.log)(&contestant.name);
                Ok(place.insert(Player::connect(contestant, &game, log, self.table.cancel.clone())?))
            }
        }
    }

    /// An engine and which of its seats this is.
    fn key(&self, seat: usize) -> (usize, usize) {
        let engine = self.fixture.engines[seat];
        (engine, self.fixture.engines[..seat].iter().filter(|&&other| other == engine).count())
    }

    fn one_move(&mut self, bench: &mut Bench, seat: usize) -> Result<(), Fault> {
        let position = self.session.record().line();
        let contestants = self.table.contestants;
        let pace = |&engine: &usize| contestants[engine].pace.clock.map_or(Duration::ZERO, |clock| clock.increment);
        let increments: Vec<Duration> = self.fixture.engines.iter().map(pace).collect();
        let pace = self.contestant(seat).pace.clone();
        let mut clocks = std::mem::take(&mut self.clocks);
        let thought =
            self.player(bench, seat).and_then(|player| player.think(&position, &pace, &mut clocks, &increments, seat));
        self.clocks = clocks;
        let mv = thought?.mv;
        let legal = self.session.legal_moves();
        // A text that is taken where the turn is skipped would be two plies; engines make one.
        let played = if legal.contains(&mv) || legal.len() == 1 && legal[0] == "0000" && mv == "pass" {
            self.session.play(&mv).is_ok()
        } else {
            false
        };
        if played { Ok(()) } else { Err(Fault::IllegalMove(quote(&mv))) }
    }

    /// Takes down what a seat did wrong; the game as it ends by it, unless it goes on without that seat.
    fn fault(&mut self, bench: &mut Bench, seat: usize, fault: Fault) -> Option<Played> {
        if let Fault::NoResources(why) = &fault {
            *self.table.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
            self.table.cancel.stop();
        }
        // Whatever it did, it may still be at it: the next game has a fresh process.
        bench.0.remove(&self.key(seat));
        self.broken |= !matches!(fault, Fault::IllegalMove(_) | Fault::LostOnTime(_) | Fault::WrongClaim(_));
        let moves = self.session.record().moves.len();
        let after = self.plies_before + moves;
        self.faults.push(FaultRecord { seat: seat + 1, after, what: fault.to_string() });
        if self.fixture.engines.len() > 2 && self.session.remove(Seat::new(seat)) {
            self.plies_before = after;
            return None;
        }
        let others = (0..self.fixture.engines.len()).filter(|&other| other != seat);
        let (result, points) = match self.fixture.engines.len() {
            2 => {
                let winner = 1 - seat;
                (format!("p{}win", winner + 1), (0..2).map(|s| f64::from(u8::from(s == winner))).collect())
            }
            seats => {
                let share = others.count() as f64 / 2.0;
                let points: Vec<f64> = (0..seats).map(|s| if s == seat { 0.0 } else { share + 0.5 }).collect();
                let texts: Vec<String> = points.iter().map(f64::to_string).collect();
                (format!("scores {}", texts.join(" ")), points)
            }
        };
        Some(self.finished(result, "forfeit", points))
    }

    fn adjudicated(&mut self) -> Option<Played> {
        let within = self.table.adjudicate?;
        let value = self.session.known_value()?;
        let near = within == 0 || value.plies().is_some_and(|plies| plies <= within);
        let (turn, seats) = (self.session.turn(), self.fixture.engines.len());
        if !near || seats != 2 {
            return None;
        }
        let verdict = match value {
            Value::Win(_) => Verdict::Win(turn),
            Value::Draw => Verdict::Draw,
            Value::Loss(_) => Verdict::Win(turn.other()),
        };
        let (result, points) = (reply::result(&verdict, seats), self.points(&verdict));
        Some(self.finished(result, "adjudication", points))
    }

    fn points(&self, verdict: &Verdict) -> Vec<f64> {
        let seats = self.fixture.engines.len();
        match *verdict {
            Verdict::Win(winner) => (0..seats).map(|seat| f64::from(u8::from(seat == winner.index()))).collect(),
            Verdict::Draw => vec![1.0 / seats as f64; seats],
            Verdict::Scores(scores) => scores.0[..seats.min(MAX_SEATS)].iter().map(|&score| score.into()).collect(),
        }
    }

    fn finished(&mut self, result: String, reason: &str, points: Vec<f64>) -> Played {
        let record = GameRecord {
            game: self.fixture.number,
            round: self.fixture.round,
            engines: self.fixture.engines.clone(),
            record: self.session.record().line(),
            result,
            reason: reason.into(),
            points,
            faults: std::mem::take(&mut self.faults),
        };
        Played { record, broken: self.broken }
    }
}
