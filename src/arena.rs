//! The match runner: plays engines against each other over the text protocol and adds up the results.
//!
//! A match is a list of fixtures that depends on nothing but its settings ([`schedule`]). Workers take
//! them in order, each with engines of its own ([`game`], [`player`], [`child`]); the main thread alone
//! prints, writes the results ([`results`]) and adds them up ([`standings`], [`statistics`]).

pub mod child;
pub mod game;
pub mod openings;
pub mod player;
pub mod results;
pub mod schedule;
pub mod setup;
pub mod standings;
pub mod statistics;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use game::{Bench, Played, Table, play};
use openings::Opening;
use results::GameRecord;
use schedule::Fixture;

/// A match, ready to be played.
pub struct Match<'a> {
    /// What all games share.
    pub table: Table<'a>,
    /// The games to play, in order.
    pub fixtures: Vec<Fixture>,
    /// The openings.
    pub openings: Vec<Opening>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Go on when an engine breaks down.
    pub recover: bool,
}

/// What happens in a match.
pub enum Event<'a> {
    /// A game begins.
    Started(&'a Fixture),
    /// A game has ended.
    Finished(&'a GameRecord),
}

/// What to do after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Begin further games.
    GoOn,
    /// Finish what is running, and begin no more.
    Finish,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// It was told to finish early.
    Early,
    /// An engine broke down, and the match was not to go on after that.
    Broken,
}

enum Message {
    Started(usize),
    Finished(Box<Played>),
}

impl Match<'_> {
    /// Plays. `watch` sees every event on this thread, in the order in which things happened; with
    /// `finish` set from elsewhere no further game begins.
    pub fn run(&self, finish: &AtomicBool, watch: &mut dyn FnMut(Event<'_>) -> Next) -> Ending {
        let next = AtomicUsize::new(0);
        let cancel = self.table.cancel;
        let mut ending = Ending::Complete;
        let mut played = 0;
        thread::scope(|scope| {
            let (sender, messages) = sync_channel(64);
            for _ in 0..self.concurrency.clamp(1, self.fixtures.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut bench = Bench::default();
                    while !finish.load(Ordering::SeqCst) && !cancel.is_stopped() {
                        let index = next.fetch_add(1, Ordering::SeqCst);
                        let Some(fixture) = self.fixtures.get(index) else { break };
                        let opening = &self.openings[fixture.opening % self.openings.len()];
                        // The main thread listens until the last worker is gone.
                        let _ = sender.send(Message::Started(index));
                        let Some(played) = play(&self.table, &mut bench, fixture, opening) else { break };
                        if played.broken && !self.recover {
                            finish.store(true, Ordering::SeqCst);
                        }
                        let _ = sender.send(Message::Finished(Box::new(played)));
                    }
                    bench.end();
                });
            }
            drop(sender);
            for message in messages {
                let next = match message {
                    Message::Started(index) => watch(Event::Started(&self.fixtures[index])),
                    Message::Finished(game) => {
                        played += 1;
                        // The worker has seen to it that no further game begins.
                        if game.broken && !self.recover {
                            ending = Ending::Broken;
                        }
                        watch(Event::Finished(&game.record))
                    }
                };
                if next == Next::Finish {
                    finish.store(true, Ordering::SeqCst);
                }
            }
        });
        if ending == Ending::Complete && played < self.fixtures.len() { Ending::Early } else { ending }
    }
}
