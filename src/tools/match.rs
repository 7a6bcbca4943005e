//! `yon match`: the match runner's command line, its lines, and its exit.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::child::Logger;
use crate::arena::game::Table;
use crate::arena::openings::{Opening, Source, openings, source};
use crate::arena::results::{GameRecord, Games, Header, Journal, ResultsError, read, same_match};
use crate::arena::schedule::{Fixture, Plan, Shard, Tournament, fixtures};
use crate::arena::setup::Contestant;
use crate::arena::standings::Standings;
use crate::arena::statistics::{Decision, Sprt};
use crate::arena::{Ending, Event, Match, Next};
use crate::control::Stop;
use crate::engine::Engine;
use crate::game::Setup;
use crate::text::quote;

/// Finished games between two printings of the score on a pipe.
const SCORE_EVERY: usize = 10;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Words of each `--engine`.
    pub engines: Vec<Vec<String>>,
    /// Words of `--each`.
    pub each: Vec<String>,
    /// Games for each group of engines that meet.
    pub games: usize,
    /// Games at the same time.
    pub concurrency: usize,
    /// A file, or `random:PLIES`.
    pub openings: Option<String>,
    /// The seed of openings.
    pub seed: u64,
    /// `elo0=,elo1=,alpha=,beta=`.
    pub sprt: Option<String>,
    /// Who meets whom.
    pub tournament: Tournament,
    /// Print an object at the end.
    pub json: bool,
    /// The file of games.
    pub records: Option<PathBuf>,
    /// Go on with that file.
    pub resume: bool,
    /// Go on when an engine breaks down.
    pub recover: bool,
    /// The file of traffic.
    pub log: Option<PathBuf>,
    /// End games that a table knows.
    pub adjudicate: Option<u16>,
    /// Play one part.
    pub shard: Option<Shard>,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Wrong usage.
    #[error("{0}")]
    Usage(String),
    /// The file of games.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn usage(error: impl ToString) -> MatchError {
    MatchError::Usage(error.to_string())
}

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05`; what is missing has these values.
///
/// # Errors
/// When a part is wrong.
pub fn read_sprt(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let number = |value: &str| value.parse::<f64>().ok().filter(|value| value.is_finite());
        let (key, value) =
            part.split_once('=').and_then(|(key, value)| Some((key, number(value)?))).ok_or_else(|| {
                format!("sprt: expected elo0=, elo1=, alpha= or beta= with a number, found {}", quote(part))
            })?;
        match key {
            "elo0" => sprt.elo0 = value,
            "elo1" => sprt.elo1 = value,
            "alpha" => sprt.alpha = value,
            "beta" => sprt.beta = value,
            _ => return Err(format!("sprt: expected elo0=, elo1=, alpha= or beta=, found {}", quote(part))),
        }
    }
    let share = |value: f64| value > 0.0 && value < 0.5;
    if sprt.elo0 >= sprt.elo1 || !share(sprt.alpha) || !share(sprt.beta) || sprt.elo0 < -1000.0 || sprt.elo1 > 1000.0 {
        return Err("sprt: expected -1000 <= elo0 < elo1 <= 1000 and alpha and beta between 0 and 0.5".into());
    }
    Ok(sprt)
}

/// FNV-1a, for a fingerprint that stays the same from run to run.
fn fingerprint(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

struct Prepared {
    contestants: Vec<Contestant>,
    fixtures: Vec<Fixture>,
    openings: Vec<Opening>,
    header: Header,
    sprt: Option<Sprt>,
}

fn prepare(engine: &Engine, wish: &Wish) -> Result<Prepared, MatchError> {
    let entry = engine.entry();
    let setup = Setup { size: engine.settings().board_size };
    let read_one = |(index, own): (usize, &Vec<String>)| Contestant::read(&wish.each, own, index + 1);
    let contestants: Vec<Contestant> =
        wish.engines.iter().enumerate().map(read_one).collect::<Result<_, _>>().map_err(usage)?;
    if contestants.len() < 2 {
        return Err(usage(format!("expected --engine at least twice, found {}", contestants.len())));
    }
    let mut names: Vec<String> = contestants.iter().map(|contestant| contestant.name.clone()).collect();
    let all = names.clone();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(usage(format!("engine: name: expected different names, found {} twice", quote(&pair[0]))));
    }
    let sprt = wish.sprt.as_deref().map(read_sprt).transpose().map_err(usage)?;
    if sprt.is_some() && (contestants.len() != 2 || entry.seats.len() != 2) {
        return Err(usage("sprt: expected two engines in a game for two"));
    }
    let plan =
        Plan { engines: contestants.len(), seats: entry.seats.len(), games: wish.games, tournament: wish.tournament };
    let fixtures = fixtures(&plan);
    let wanted = fixtures.iter().map(|fixture| fixture.opening + 1).max().unwrap_or(0);
    let source = match &wish.openings {
        Some(text) => source(text, |path| std::fs::read_to_string(path)).map_err(usage)?,
        None => Source::Tree { plies: entry.opening_plies },
    };
    let openings = openings(&source, entry, &setup, wish.seed, wanted).map_err(usage)?;
    let plan = fingerprint(&format!("{plan:?} {openings:?} {contestants:?}"));
    let header = Header::new(entry.name, setup.size, all, entry.seats.len(), fixtures.len(), plan);
    Ok(Prepared { contestants, fixtures, openings, header, sprt })
}

/// Plays a match; true when nothing is to be complained of: no engine misbehaved and no test rejected.
///
/// # Errors
/// When a setting is wrong or a file cannot be used.
pub fn run(engine: &Engine, wish: &Wish, out: &mut dyn Write) -> Result<bool, MatchError> {
    let mut prepared = prepare(engine, wish)?;
    if let Some(shard) = wish.shard {
        prepared.fixtures.retain(|fixture| shard.has(fixture.round));
    }
    let (mut journal, mut games) = match &wish.records {
        Some(path) => {
            Journal::open(path, &prepared.header, wish.resume).map(|(journal, games)| (Some(journal), games))?
        }
        None if wish.resume => return Err(usage("--resume: expected --records FILE, found none")),
        None => (None, Games::new()),
    };
    prepared.fixtures.retain(|fixture| !games.contains_key(&fixture.number));
    let log = wish.log.as_deref().map(open_log).transpose()?;
    let (finish, cancel) = (Arc::new(AtomicBool::new(false)), Stop::new());
    catch_interrupts(&finish, &cancel);
    let table = Table {
        entry: engine.entry(),
        setup: Setup { size: engine.settings().board_size },
        contestants: &prepared.contestants,
        adjudicate: wish.adjudicate,
        cancel: &cancel,
        log: &|name| log.as_ref().map(|log| log.for_engine(name)),
    };
    let Prepared { fixtures, openings, header, sprt, .. } = prepared;
    let mut printer = Printer::new(out, &header, games.len() + fixtures.len(), sprt, wish.json);
    let game = Match { table, fixtures, openings, concurrency: wish.concurrency, recover: wish.recover };
    let mut failed = None;
    let ending = if printer.decided(&games).is_some() {
        Ending::Early
    } else {
        game.run(&finish, &mut |event| {
            let step = step(&mut printer, &mut journal, &mut games, &event);
            step.unwrap_or_else(|error| {
                failed.get_or_insert(error);
                cancel.stop();
                Next::Finish
            })
        })
    };
    match failed {
        Some(error) => Err(error),
        None => printer.end(&games, ending),
    }
}

fn step(
    printer: &mut Printer<'_>,
    journal: &mut Option<Journal>,
    games: &mut Games,
    event: &Event<'_>,
) -> Result<Next, MatchError> {
    match event {
        Event::Started(fixture) => printer.started(fixture)?,
        Event::Finished(record) => {
            if let Some(journal) = journal {
                journal.add(record)?;
            }
            games.insert(record.game, (*record).clone());
            printer.finished(record, games)?;
            if printer.decided(games).is_some() {
                return Ok(Next::Finish);
            }
        }
    }
    Ok(Next::GoOn)
}

/// Adds up the files of several parts and prints what one run would have printed.
///
/// # Errors
/// When a file is wrong or of another match.
pub fn merge(files: &[PathBuf], sprt: Option<&str>, json: bool, out: &mut dyn Write) -> Result<bool, MatchError> {
    let sprt = sprt.map(read_sprt).transpose().map_err(usage)?;
    let mut whole: Option<(Header, Games)> = None;
    for path in files {
        let (header, games, _) = read(path)?;
        match &mut whole {
            None => whole = Some((header, games)),
            Some((first, all)) => {
                same_match(path, first, &header)?;
                all.extend(games);
            }
        }
    }
    let Some((header, games)) = whole else { return Err(usage("--merge: expected files, found none")) };
    let ending = if games.len() < header.games { Ending::Early } else { Ending::Complete };
    Printer::new(out, &header, header.games, sprt, json).end(&games, ending)
}

/// Prints a match: a bar on a terminal, lines on a pipe, an object with `--json`.
struct Printer<'a> {
    out: &'a mut dyn Write,
    header: &'a Header,
    total: usize,
    sprt: Option<Sprt>,
    json: bool,
    bar: Option<ProgressBar>,
}

impl<'a> Printer<'a> {
    fn new(out: &'a mut dyn Write, header: &'a Header, total: usize, sprt: Option<Sprt>, json: bool) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Printer { out, header, total, sprt, json, bar }
    }

    fn names(&self, engines: &[usize]) -> String {
        let names: Vec<&str> = engines.iter().map(|&engine| self.header.engines[engine].as_str()).collect();
        names.join(" vs ")
    }

    fn speaks(&self) -> bool {
        !self.json && self.bar.is_none()
    }

    fn started(&mut self, fixture: &Fixture) -> io::Result<()> {
        if self.speaks() {
            let names = self.names(&fixture.engines);
            writeln!(self.out, "Started game {} of {} ({names})", fixture.number + 1, self.header.games)?;
        }
        Ok(())
    }

    fn finished(&mut self, record: &GameRecord, games: &Games) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            let standings = Standings::new(self.header, games);
            bar.set_message(standings.score_lines(None).first().cloned().unwrap_or_default());
            bar.set_position(games.len() as u64);
        }
        if !self.speaks() {
            return Ok(());
        }
        let result = match record.result.as_str() {
            "p1win" => "1-0",
            "p2win" => "0-1",
            "draw" => "1/2-1/2",
            other => other,
        };
        let faults: Vec<String> = record
            .faults
            .iter()
            .map(|fault| format!("{} {}", self.header.engines[record.engines[fault.seat - 1]], fault.what))
            .collect();
        let why = if faults.is_empty() { record.reason.clone() } else { faults.join("; ") };
        writeln!(self.out, "Finished game {} ({}): {result} {{{why}}}", record.game + 1, self.names(&record.engines))?;
        if games.len().is_multiple_of(SCORE_EVERY) && games.len() < self.total {
            for line in Standings::new(self.header, games).score_lines(self.sprt.as_ref()) {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    /// What the test says, once it says something.
    fn decided(&self, games: &Games) -> Option<Decision> {
        let sprt = self.sprt?;
        let standings = Standings::new(self.header, games);
        let duel = standings.duels.first()?;
        Some(sprt.decide(sprt.llr_of_pairs(&duel.pairs))).filter(|decision| *decision != Decision::GoOn)
    }

    fn end(&mut self, games: &Games, ending: Ending) -> Result<bool, MatchError> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let standings = Standings::new(self.header, games);
        let decision = self.decided(games);
        if self.json {
            let text = serde_json::to_string(&standings.json(self.sprt.as_ref())).map_err(io::Error::other)?;
            writeln!(self.out, "{text}")?;
        } else {
            let scores = standings.score_lines(self.sprt.as_ref());
            for line in scores.into_iter().chain(standings.table()) {
                writeln!(self.out, "{line}")?;
            }
            let verdict = match (decision, ending) {
                (Some(Decision::AcceptOther), _) => "Finished match: SPRT accepts elo1",
                (Some(Decision::AcceptNull), _) => "Finished match: SPRT accepts elo0",
                (_, Ending::Complete) => "Finished match",
                (_, Ending::Early) => "Match ended before all games were played",
                (_, Ending::Broken) => "Match ended because an engine broke down; --recover would go on",
            };
            writeln!(self.out, "{verdict}")?;
        }
        let faults = standings.rows.iter().any(|row| row.faults > 0);
        Ok(!faults && decision != Some(Decision::AcceptNull))
    }
}

/// The first Ctrl-C lets running games end, the second ends the match at once.
fn catch_interrupts(finish: &Arc<AtomicBool>, cancel: &Stop) {
    let (finish, cancel) = (Arc::clone(finish), cancel.clone());
    // Where no handler can be set, Ctrl-C ends the program, and engines end with their pipes.
    let _ = ctrlc::set_handler(move || {
        if finish.swap(true, Ordering::SeqCst) {
            cancel.stop();
        }
    });
}

/// The log of all engines' traffic.
struct Log {
    file: Arc<Mutex<File>>,
    began: Instant,
}

fn open_log(path: &std::path::Path) -> Result<Log, MatchError> {
    let file = File::options().create(true).append(true).open(path);
    let file = file.map_err(|error| usage(format!("log: cannot append to {}: {error}", path.display())))?;
    Ok(Log { file: Arc::new(Mutex::new(file)), began: Instant::now() })
}

impl Log {
    fn for_engine(&self, name: &str) -> Logger {
        let (file, began, name) = (Arc::clone(&self.file), self.began, name.to_string());
        Box::new(move |direction, line| {
            let entry = format!("{} {direction}{name}: {line}\n", began.elapsed().as_millis());
            // A full disk must not stop the match.
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(entry.as_bytes());
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_read_from_its_parts() {
        let sprt = Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.05 };
        assert_eq!(read_sprt("elo0=-5,elo1=5,alpha=0.1"), Ok(sprt));
        for wrong in ["elo0", "elo2=3", "elo0=x", "elo0=5,elo1=5", "alpha=0", "beta=0.7", "elo1=NaN", "elo1=inf"] {
            assert!(read_sprt(wrong).is_err(), "{wrong}");
        }
    }
}
