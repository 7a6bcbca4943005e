//! `yon match`: the match runner's command line, its lines, and its exit.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{Log, catch_signals};
use crate::arena::child::{adopt_orphans, kill_orphans};
use crate::arena::game::Table;
use crate::arena::openings::{Opening, Source, openings, source};
use crate::arena::results::{Contents, GameRecord, Games, Header, Journal, ResultsError, add_up, read, same_match};
use crate::arena::schedule::{Fixture, Plan, Shard, Tournament, fixtures};
use crate::arena::setup::Contestant;
use crate::arena::standings::{Standings, Tracker};
use crate::arena::statistics::{Decision, Sprt};
use crate::arena::{Ending, Event, Match, Next};
use crate::control::Stop;
use crate::engine::Engine;
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
    #[error("cannot write")]
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
    let setup = engine.settings().setup();
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
    let plan = fingerprint(&format!("{plan:?} {openings:?} {contestants:?} {:?}", wish.adjudicate));
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
    let (mut journal, old) = match &wish.records {
        Some(path) => {
            Journal::open(path, &prepared.header, wish.resume).map(|(journal, games)| (Some(journal), games))?
        }
        None if wish.resume => return Err(usage("--resume: expected --records FILE, found none")),
        None => (None, Vec::new()),
    };
    let log = wish.log.as_deref().map(Log::open).transpose().map_err(usage)?;
    let Prepared { contestants, mut fixtures, openings, header, sprt } = prepared;
    let mut printer = Printer::new(out, &header, fixtures.len(), sprt, wish.json);
    old.into_iter().for_each(|record| printer.count(record));
    fixtures.retain(|fixture| !printer.games.contains_key(&fixture.number));
    let (finish, cancel, trouble) = (Arc::new(AtomicBool::new(false)), Stop::new(), Mutex::new(None));
    catch_signals(&finish, &cancel);
    adopt_orphans();
    let table = Table {
        entry: engine.entry(),
        setup: engine.settings().setup(),
        contestants: &contestants,
        adjudicate: wish.adjudicate,
        cancel: &cancel,
        trouble: &trouble,
        log: &|name| log.as_ref().map(|log| log.for_engine(name)),
    };
    let game = Match { table, fixtures, openings, concurrency: wish.concurrency, recover: wish.recover };
    let mut failed = None;
    let ending = if printer.decision().is_some() {
        Ending::Early
    } else {
        game.run(&finish, &mut |event| {
            let step = step(&mut printer, &mut journal, &event);
            step.unwrap_or_else(|error| {
                failed.get_or_insert(error);
                cancel.stop();
                Next::Finish
            })
        })
    };
    kill_orphans();
    if let Some(error) = failed {
        return Err(error);
    }
    if let Some(why) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(usage(format!("cannot start more engines: {why}; fewer at a time (--concurrency) may help")));
    }
    printer.end(ending)
}

fn step(printer: &mut Printer<'_>, journal: &mut Option<Journal>, event: &Event<'_>) -> Result<Next, MatchError> {
    match event {
        Event::Started(fixture) => printer.started(fixture)?,
        Event::Finished(record) => {
            if let Some(journal) = journal {
                journal.add(record)?;
            }
            printer.count((*record).clone());
            printer.finished(record)?;
            if printer.decision().is_some() {
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
        let Contents { header, games, .. } = read(path)?;
        let (first, all) = whole.get_or_insert_with(|| (header.clone(), Games::new()));
        same_match(path, first, &header)?;
        add_up(path, all, games)?;
    }
    let Some((header, games)) = whole else { return Err(usage("--merge: expected files, found none")) };
    if sprt.is_some() && (header.engines.len() != 2 || header.seats != 2) {
        return Err(usage("sprt: expected two engines in a game for two"));
    }
    let ending = if games.len() < header.games { Ending::Early } else { Ending::Complete };
    let mut printer = Printer::new(out, &header, header.games, sprt, json);
    games.into_values().for_each(|record| printer.count(record));
    printer.end(ending)
}

/// Counts the games of a match and prints it: a bar on a terminal, lines on a pipe, an object with `--json`.
struct Printer<'a> {
    out: &'a mut dyn Write,
    header: &'a Header,
    total: usize,
    games: Games,
    sprt: Option<Sprt>,
    tracker: Option<Tracker>,
    json: bool,
    bar: Option<ProgressBar>,
}

impl<'a> Printer<'a> {
    fn new(out: &'a mut dyn Write, header: &'a Header, total: usize, sprt: Option<Sprt>, json: bool) -> Self {
        let watched = io::stderr().is_terminal() && (json || io::stdout().is_terminal());
        let bar = watched.then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:20} {pos}/{len} games, {eta} left  {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let tracker = sprt.map(Tracker::new);
        Printer { out, header, total, games: Games::new(), sprt, tracker, json, bar }
    }

    /// Counts a game, once.
    fn count(&mut self, record: GameRecord) {
        if !self.games.contains_key(&record.game) {
            if let Some(tracker) = &mut self.tracker {
                tracker.add(&record);
            }
            self.games.insert(record.game, record);
        }
    }

    fn decision(&self) -> Option<(Decision, f64)> {
        self.tracker.as_ref().and_then(Tracker::decision)
    }

    fn standings(&self) -> Standings {
        Standings::new(self.header, &self.games)
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

    fn finished(&mut self, record: &GameRecord) -> io::Result<()> {
        let line = self.finished_line(record);
        if let Some(bar) = &self.bar {
            bar.set_position(self.games.len() as u64);
            bar.set_message(self.standings().score_lines(None).first().cloned().unwrap_or_default());
            if !record.faults.is_empty() {
                bar.println(&line);
            }
        }
        if !self.speaks() {
            return Ok(());
        }
        writeln!(self.out, "{line}")?;
        if self.games.len().is_multiple_of(SCORE_EVERY) && self.games.len() < self.total {
            for line in self.standings().score_lines(self.sprt.as_ref()) {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    fn finished_line(&self, record: &GameRecord) -> String {
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
        format!("Finished game {} ({}): {result} {{{why}}}", record.game + 1, self.names(&record.engines))
    }

    fn end(&mut self, ending: Ending) -> Result<bool, MatchError> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let standings = self.standings();
        let verdict = match (self.decision(), ending) {
            (Some((Decision::AcceptOther, llr)), _) => format!("Finished match: SPRT accepts elo1 at llr {llr:.4}"),
            (Some((_, llr)), _) => format!("Finished match: SPRT accepts elo0 at llr {llr:.4}"),
            (None, Ending::Complete) => "Finished match".into(),
            (None, Ending::Early) => "Match ended before all games were played".into(),
            (None, Ending::Broken) => "Match ended because an engine broke down; --recover would go on".into(),
        };
        if self.json {
            let report = standings.json(self.sprt.as_ref(), &verdict);
            writeln!(self.out, "{}", serde_json::to_string(&report).map_err(io::Error::other)?)?;
        } else {
            let scores = standings.score_lines(self.sprt.as_ref());
            for line in scores.into_iter().chain(standings.table()) {
                writeln!(self.out, "{line}")?;
            }
            writeln!(self.out, "{verdict}")?;
        }
        let faults = standings.rows.iter().any(|row| row.faults > 0);
        let rejected = self.decision().is_some_and(|(decision, _)| decision == Decision::AcceptNull);
        Ok(!faults && !rejected)
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
