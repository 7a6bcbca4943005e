//! `yon bench`: the signature of the search, its speed, solving times, and how fast the program reacts.
//!
//! The signature is a node total: positions and depth are fixed, tables are off, one thread. It does
//! not depend on the machine, so a change of it is a change of the search.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{ToolError, finish};
use crate::arena::child::{Fault, Launch, Process};
use crate::catalog::{Catalog, Entry};
use crate::control::{Limits, Progress, Stop};
use crate::engine::Engine;
use crate::session::report::{News, Request, Start};
use crate::session::{Job, report::Answer};

/// What the search did on a game's positions.
struct Run {
    nodes: u64,
    time: Duration,
}

/// Searches the positions of a game, tables off, until done or stopped.
fn measure(entry: &Entry, stop: &Stop) -> Result<Run, ToolError> {
    let (fens, depth) = entry.bench;
    let mut engine = Engine::new();
    engine.set_option("UCI_Variant", entry.name)?;
    engine.set_option("UseTables", "false")?;
    let began = Instant::now();
    let mut nodes = 0;
    for fen in fens.iter().take_while(|_| !stop.is_stopped()) {
        engine.new_game();
        engine.set_position(&Start::Fen((*fen).into()), &[])?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (info, _) = finish(engine.job(Request::Go { limits, searchmoves: None, ponder: false })?);
        nodes += info.map_or(0, |info| info.nodes);
    }
    Ok(Run { nodes, time: began.elapsed() })
}

fn search_line(entry: &Entry, run: &Run) -> String {
    let rate = run.nodes as f64 / run.time.as_secs_f64().max(1e-9) / 1e6;
    format!(
        "{} signature {} in {:.2} s, {rate:.2} million nodes a second",
        entry.name,
        run.nodes,
        run.time.as_secs_f64()
    )
}

fn solve_lines(entry: &Entry, stop: &Stop) -> Vec<String> {
    let Some(solve) = entry.solve else { return Vec::new() };
    let line = |&number: &u8| {
        let began = Instant::now();
        let solved = (solve.run)(number, 1, stop, &Progress::default()).ok()?;
        let time = began.elapsed().as_secs_f64();
        Some(format!(
            "{} {} solved in {time:.3} s: {} positions, {:.1} MB kept",
            entry.name,
            solve.what.one(number),
            solved.positions(),
            solved.bytes() as f64 / 1e6
        ))
    };
    solve.on_demand.iter().map_while(line).collect()
}

/// The job of the protocol's `bench`: its lines come as notes.
pub fn job() -> Job {
    Box::new(|stop, news| {
        for entry in Catalog::default().entries() {
            if let Ok(run) = measure(entry, stop)
                && !stop.is_stopped()
            {
                news(News::Note(search_line(entry, &run)));
            }
            for line in solve_lines(entry, stop) {
                news(News::Note(line));
            }
        }
        if stop.is_stopped() { Answer::Stopped } else { Answer::Nothing }
    })
}

/// Prints `GAME NODES` for each game.
///
/// # Errors
/// When writing fails.
pub fn print_signatures(out: &mut dyn Write) -> Result<(), ToolError> {
    for entry in Catalog::default().entries() {
        writeln!(out, "{} {}", entry.name, measure(entry, &Stop::new())?.nodes)?;
    }
    Ok(())
}

/// Times that a size is solved, to take the median.
const RUNS: usize = 5;

/// Prints how fast boards are solved, with one thread and with all, in a form that two builds can be compared by.
///
/// # Errors
/// When writing fails or no threads can be had.
pub fn print_solving(out: &mut dyn Write) -> Result<(), ToolError> {
    let stop = Stop::new();
    let all = super::pool(None)?;
    for entry in Catalog::default().entries() {
        let Some(solve) = entry.solve else { continue };
        for &number in solve.measured {
            for threads in [1, all.current_num_threads()] {
                let mut times = Vec::new();
                let mut positions = 0;
                for _ in 0..RUNS {
                    let began = Instant::now();
                    let solved = all.install(|| (solve.run)(number, threads, &stop, &Progress::default()))?;
                    times.push(began.elapsed().as_secs_f64());
                    positions = solved.positions();
                }
                times.sort_by(f64::total_cmp);
                let median = times[RUNS / 2];
                writeln!(
                    out,
                    "{} {} threads {threads}: {:.1} million positions a second, median {median:.3} s, best {:.3} s of {RUNS}",
                    entry.name,
                    solve.what.one(number),
                    positions as f64 / median / 1e6,
                    times[0]
                )?;
            }
        }
    }
    Ok(())
}

/// Prints everything.
///
/// # Errors
/// When writing fails, or this program cannot be started again to measure how it reacts.
pub fn print_all(out: &mut dyn Write) -> Result<(), ToolError> {
    let stop = Stop::new();
    for entry in Catalog::default().entries() {
        writeln!(out, "{}", search_line(entry, &measure(entry, &stop)?))?;
        for line in solve_lines(entry, &stop) {
            writeln!(out, "{line}")?;
        }
    }
    for line in reactions()? {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// How long a reaction may take at all.
const PATIENCE: Duration = Duration::from_secs(10);

fn said(fault: &Fault) -> io::Error {
    io::Error::other(format!("this program, started again, {fault}"))
}

/// Says lines and waits for one that begins so; the time from the flush to its arrival.
fn reaction(peer: &mut Process, lines: &[&str], word: &'static str) -> io::Result<Duration> {
    let began = peer.send(lines, PATIENCE).map_err(|fault| said(&fault))?;
    let wanted = |line: &str| line.starts_with(word).then_some(());
    let (when, ()) = peer.read(word, began + PATIENCE, wanted).map_err(|fault| said(&fault))?;
    Ok(when.saturating_duration_since(began))
}

/// Says lines and gives the program time to be in the middle of them.
fn occupy(peer: &mut Process, lines: &[&str]) -> io::Result<()> {
    peer.send(lines, PATIENCE).map_err(|fault| said(&fault))?;
    std::thread::sleep(Duration::from_millis(100));
    Ok(())
}

/// How fast the program reacts in the middle of its heaviest work; the worst of several tries each.
fn reactions() -> io::Result<Vec<String>> {
    const TRIES: usize = 5;
    let mut worst = [Duration::ZERO; 4];
    for _ in 0..TRIES {
        let began = Instant::now();
        let mut peer = Process::start(&Launch::default(), None, Stop::new()).map_err(|fault| said(&fault))?;
        reaction(&mut peer, &["uci"], "uciok")?;
        let start = began.elapsed();
        occupy(&mut peer, &["setoption name BoardSize value 14", "position startpos", "go infinite"])?;
        let ready = reaction(&mut peer, &["isready"], "readyok")?;
        let stop = reaction(&mut peer, &["stop"], "bestmove")?;
        occupy(&mut peer, &["setoption name BoardSize value 26", "position startpos", "go infinite"])?;
        let began = peer.send(&["quit"], PATIENCE).map_err(|fault| said(&fault))?;
        if peer.exit_code(began + PATIENCE).is_none() {
            return Err(io::Error::other("this program, started again, does not quit"));
        }
        let quit = began.elapsed();
        for (worst, time) in worst.iter_mut().zip([start, ready, stop, quit]) {
            *worst = time.max(*worst);
        }
    }
    let names = [("start to uciok", 50), ("isready while solving 14x14", 100), ("stop", 50), ("quit", 500)];
    let line = |((name, bound), worst): ((&str, u32), Duration)| {
        format!("{name}: {:.1} ms at worst of {TRIES} (bound {bound} ms)", worst.as_secs_f64() * 1e3)
    };
    Ok(names.into_iter().zip(worst).map(line).collect())
}
