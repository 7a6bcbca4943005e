//! `yon check ENGINE`: what an engine of our dialect must do, tried one by one, with a table of what it does wrong.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Log, catch_signals};
use crate::arena::child::{Fault, Launch, Process, adopt_orphans, kill_orphans};
use crate::control::Stop;
use crate::engine::Engine;
use crate::protocol::reply::Dialect;
use crate::session::Session;
use crate::text::quote;

/// Patience where the protocol names no bound.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a search that must not answer is watched.
const WATCH: Duration = Duration::from_millis(300);
/// The bound on `stop`, ten times over for loaded machines.
const STOP: Duration = Duration::from_millis(500);
/// The bound on `isready` in a search, ten times over.
const READY: Duration = Duration::from_secs(1);
/// How much later than its time a move may come, for the way through the pipes.
const MARGIN: Duration = Duration::from_millis(100);

/// The engine to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// How to start it.
    pub launch: Launch,
    /// Its dialect.
    pub dialect: Dialect,
    /// The file of traffic.
    pub log: Option<PathBuf>,
}

/// What came of one check: nothing, or what is wrong.
type Verdict = Result<(), String>;

/// A check: its name, and how it is made.
type Check = (&'static str, fn(&mut Subject<'_>) -> Verdict);

const CHECKS: &[Check] = &[
    ("says nothing before the first command", silent_start),
    ("shakes hands, with a name", handshake),
    ("lists options with kinds, and defaults within their ranges", options),
    ("answers isready", ready),
    ("finds a legal move, and shows a score and a line first", movetime),
    ("answers each go exactly once", once),
    ("takes a depth, and a number of nodes", depth_and_nodes),
    ("keeps to a clock", clock),
    ("keeps to a clock of 50 ms", small_clock),
    ("answers isready during a search", ready_in_search),
    ("never answers go infinite by itself, and stop at once", infinite),
    ("thinks on the opponent's time until ponderhit", ponder),
    ("considers searchmoves alone", searchmoves),
    ("takes a FEN, and moves from it", fen),
    ("refuses a wrong FEN and keeps the old position", wrong_fen),
    ("survives what it does not know", unknown),
    ("says that no move is left when the game is over", finished),
    ("begins a new game", new_game),
    ("finishes a search at the end of input, and exits", end_of_input),
    ("stops go infinite at the end of input, and exits", end_of_input_infinite),
    ("exits at quit, in a search too", quit),
];

/// Checks an engine and prints the table; true when nothing is wrong.
///
/// # Errors
/// When writing fails.
pub fn run(engine: &Engine, wish: &Wish, out: &mut dyn Write) -> io::Result<bool> {
    let log = wish.log.as_deref().map(Log::open).transpose().map_err(io::Error::other)?;
    let cancel = Stop::new();
    catch_signals(&Arc::new(AtomicBool::new(true)), &cancel);
    adopt_orphans();
    let mut failed = 0;
    for (name, check) in CHECKS.iter().take_while(|_| !cancel.is_stopped()) {
        let mut subject =
            Subject { engine, wish, log: log.as_ref(), cancel: &cancel, process: None, lines: Vec::new() };
        match check(&mut subject) {
            Ok(()) => writeln!(out, "ok    {name}")?,
            Err(why) => {
                failed += 1;
                writeln!(out, "FAIL  {name}: {why}")?;
            }
        }
    }
    kill_orphans();
    if cancel.is_stopped() {
        writeln!(out, "interrupted")?;
        return Ok(false);
    }
    writeln!(out, "{} passed, {failed} failed", CHECKS.len() - failed)?;
    Ok(failed == 0)
}

/// The engine under one check, freshly started.
struct Subject<'a> {
    engine: &'a Engine,
    wish: &'a Wish,
    log: Option<&'a Log>,
    cancel: &'a Stop,
    process: Option<Process>,
    /// Lines read since the last `go`.
    lines: Vec<String>,
}

fn said(fault: &Fault) -> String {
    fault.to_string()
}

impl Subject<'_> {
    fn process(&mut self) -> Result<&mut Process, String> {
        if self.process.is_none() {
            self.process = Some(
                Process::start(&self.wish.launch, self.log.map(|log| log.for_engine("engine")), self.cancel.clone())
                    .map_err(|fault| said(&fault))?,
            );
        }
        self.process.as_mut().ok_or_else(|| "it is not running".into())
    }

    fn say(&mut self, lines: &[&str]) -> Result<Instant, String> {
        self.process()?.send(lines, PATIENCE).map_err(|fault| said(&fault))
    }

    /// Lines until one that begins with this word; the time from now to its arrival.
    fn until(&mut self, word: &'static str, within: Duration) -> Result<(Duration, String), String> {
        let began = Instant::now();
        let mut seen = Vec::new();
        let found = self.process()?.read(word, began + within, |line| {
            seen.push(line.to_string());
            (line.split_whitespace().next() == Some(word)).then(|| line.to_string())
        });
        self.lines.append(&mut seen);
        match found {
            Ok((when, line)) => Ok((when.saturating_duration_since(began), line)),
            Err(Fault::Stalled(_)) => Err(format!("no {word} within {} ms", within.as_millis())),
            Err(fault) => Err(format!("{} before {word}", said(&fault))),
        }
    }

    /// Nothing that begins with this word for a while.
    fn no(&mut self, word: &'static str, within: Duration) -> Verdict {
        match self.until(word, within) {
            Ok((after, line)) => Err(format!("{} after {} ms", quote(&line), after.as_millis())),
            Err(why) if why.starts_with("no ") => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// Started, greeted, and set to the game.
    fn greet(&mut self) -> Verdict {
        let (hello, reply) = self.words();
        self.say(&[hello])?;
        self.until(reply, PATIENCE)?;
        let settings = self.engine.settings();
        let game = [("UCI_Variant", settings.variant.clone()), ("BoardSize", settings.board_size.to_string())];
        for (name, value) in game {
            if self.lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))) {
                self.say(&[&format!("setoption name {name} value {value}")])?;
            }
        }
        self.say(&["isready"])?;
        self.until("readyok", PATIENCE).map(drop)
    }

    fn words(&self) -> (&'static str, &'static str) {
        match self.wish.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
        }
    }

    fn clocks(&self, ms: u32) -> String {
        match self.wish.dialect {
            Dialect::Uci => format!("go wtime {ms} btime {ms} winc 0 binc 0"),
            Dialect::Ugi => format!("go p1time {ms} p2time {ms} p1inc 0 p2inc 0"),
        }
    }

    /// The game at its start.
    fn game(&self) -> Box<dyn Session> {
        self.engine.entry().open(&self.engine.settings().setup())
    }

    /// Sends `go` and reads its answer: the move, and the time it took.
    fn go(&mut self, go: &str, within: Duration) -> Result<(String, Duration), String> {
        self.lines.clear();
        self.say(&[go])?;
        let (time, line) = self.until("bestmove", within)?;
        Ok((line.split_whitespace().nth(1).unwrap_or("").to_string(), time))
    }

    /// The same, for a position in which a legal move is due.
    fn legal_go(&mut self, session: &dyn Session, go: &str, within: Duration) -> Result<Duration, String> {
        let (mv, time) = self.go(go, within)?;
        if session.legal_moves().contains(&mv) {
            Ok(time)
        } else {
            Err(format!("{} is no legal move of {}", quote(&mv), session.fen()))
        }
    }

    fn exits(&mut self, within: Duration) -> Verdict {
        let began = Instant::now();
        let code = self.process()?.exit_code(began + within);
        match code {
            Some(Some(0)) => Ok(()),
            Some(Some(code)) => Err(format!("it exits with code {code}")),
            Some(None) => Err("it is killed by a signal".into()),
            None => Err(format!("it is still running {} ms later", within.as_millis())),
        }
    }
}

fn silent_start(subject: &mut Subject<'_>) -> Verdict {
    subject.process()?;
    let mut first = None;
    let deadline = Instant::now() + WATCH;
    let read = subject.process()?.read("nothing", deadline, |line| {
        first = Some(line.to_string());
        Some(())
    });
    match (read, first) {
        (Err(Fault::Stalled(_)), None) => Ok(()),
        (_, Some(line)) => Err(format!("it says {}", quote(&line))),
        (Err(fault), None) => Err(said(&fault)),
        (Ok(_), None) => Ok(()),
    }
}

fn handshake(subject: &mut Subject<'_>) -> Verdict {
    let (hello, reply) = subject.words();
    subject.say(&[hello])?;
    subject.until(reply, PATIENCE)?;
    match subject.lines.iter().any(|line| line.starts_with("id name ")) {
        true => Ok(()),
        false => Err("no id name".into()),
    }
}

fn options(subject: &mut Subject<'_>) -> Verdict {
    handshake(subject)?;
    let options: Vec<&String> = subject.lines.iter().filter(|line| line.starts_with("option ")).collect();
    options.iter().try_for_each(|line| option(line).map_err(|why| format!("{why} in {}", quote(line))))
}

fn option(line: &str) -> Verdict {
    let rest = line.strip_prefix("option name ").ok_or("no name")?;
    let (_, rest) = rest.split_once(" type ").ok_or("no type")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let after = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1)).copied();
    let number = |key: &str| after(key).and_then(|word| word.parse::<i64>().ok()).ok_or(format!("no {key}"));
    match words.first().copied() {
        Some("button") => Ok(()),
        Some("string") => after("default").map(drop).ok_or("no default".into()),
        Some("check") if matches!(after("default"), Some("true" | "false")) => Ok(()),
        Some("check") => Err("no default of true or false".into()),
        Some("combo") => {
            let default = after("default").ok_or("no default")?;
            let listed = words.windows(2).any(|pair| pair[0] == "var" && pair[1] == default);
            if listed { Ok(()) } else { Err("a default that is not listed".into()) }
        }
        Some("spin") => {
            let (default, min, max) = (number("default")?, number("min")?, number("max")?);
            if (min..=max).contains(&default) { Ok(()) } else { Err("a default out of range".into()) }
        }
        _ => Err("an unknown type".into()),
    }
}

fn ready(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()
}

fn movetime(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    let within = Duration::from_millis(300) + MARGIN;
    subject.legal_go(&*subject.game(), "go movetime 300", within)?;
    let bestmove = subject.lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or("").to_string();
    let info = subject.lines.iter().rfind(|line| line.starts_with("info ") && line.contains(" score "));
    let info = info.ok_or("no info line with a score before bestmove")?;
    match info.split_once(" pv ").and_then(|(_, pv)| pv.split_whitespace().next()) {
        Some(first) if first == bestmove => Ok(()),
        Some(first) => Err(format!("the line begins with {} and the move is {}", quote(first), quote(&bestmove))),
        None => Err("the last info line has no pv".into()),
    }
}

fn once(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    for _ in 0..3 {
        subject.go("go movetime 50", PATIENCE)?;
    }
    subject.say(&["stop"])?;
    subject.no("bestmove", WATCH)
}

fn depth_and_nodes(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    subject.legal_go(&*subject.game(), "go depth 1", PATIENCE)?;
    subject.legal_go(&*subject.game(), "go nodes 100", PATIENCE).map(drop)
}

fn clock(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    subject.legal_go(&*subject.game(), &subject.clocks(2000), Duration::from_millis(2000)).map(drop)
}

fn small_clock(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    subject.legal_go(&*subject.game(), &subject.clocks(50), Duration::from_millis(50) + MARGIN).map(drop)
}

fn ready_in_search(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos", "go infinite"])?;
    subject.no("bestmove", WATCH)?;
    subject.say(&["isready"])?;
    subject.until("readyok", READY)?;
    subject.say(&["stop"])?;
    subject.until("bestmove", STOP).map(drop)
}

fn infinite(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    for _ in 0..2 {
        subject.say(&["position startpos", "go infinite"])?;
        subject.no("bestmove", WATCH)?;
        subject.say(&["stop"])?;
        subject.until("bestmove", STOP)?;
    }
    subject.no("bestmove", WATCH)
}

fn ponder(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos"])?;
    let ponder = subject.clocks(300).replace("go ", "go ponder ");
    subject.say(&[&ponder])?;
    subject.no("bestmove", Duration::from_millis(500))?;
    subject.say(&["ponderhit"])?;
    subject.until("bestmove", Duration::from_millis(300) + MARGIN).map(drop)
}

fn searchmoves(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let only = subject.game().legal_moves().pop().ok_or("the start position has no move")?;
    subject.say(&["position startpos"])?;
    let (mv, _) = subject.go(&format!("go depth 2 searchmoves {only}"), PATIENCE)?;
    if mv == only { Ok(()) } else { Err(format!("asked for {}, it plays {}", quote(&only), quote(&mv))) }
}

/// The game after its first legal move, with that move.
fn one_move(subject: &Subject<'_>) -> Result<(Box<dyn Session>, String), String> {
    let mut session = subject.game();
    let first = session.legal_moves().into_iter().next().ok_or("the start position has no move")?;
    session.play(&first).map_err(|error| error.to_string())?;
    Ok((session, first))
}

fn fen(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let start = subject.game().fen();
    let (session, first) = one_move(subject)?;
    subject.say(&[&format!("position fen {start} moves {first}")])?;
    subject.legal_go(&*session, "go depth 1", PATIENCE)?;
    subject.say(&[&format!("position fen {}", session.fen())])?;
    subject.legal_go(&*session, "go depth 1", PATIENCE).map(drop)
}

fn wrong_fen(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let (session, first) = one_move(subject)?;
    subject.say(&[&format!("position startpos moves {first}")])?;
    for wrong in ["position fen 8/8/x", "position fen", "position startpos moves zz99", "position nowhere"] {
        subject.say(&[wrong, "isready"])?;
        subject.until("readyok", PATIENCE)?;
        subject.legal_go(&*session, "go depth 1", PATIENCE).map_err(|why| format!("after {}: {why}", quote(wrong)))?;
    }
    Ok(())
}

fn unknown(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let long = "x".repeat(100_000);
    for strange in ["", "xyzzy", "go nowhere", "setoption name Nothing value 3", "ponderhit", "stop", &long] {
        subject.say(&[strange, "stop", "isready"])?;
        subject.until("readyok", PATIENCE).map_err(|why| format!("after {}: {why}", quote(strange)))?;
    }
    Ok(())
}

/// A line to the end of a game: legal moves drawn by lot from a fixed seed.
fn played_out(subject: &Subject<'_>) -> Vec<String> {
    let mut session = subject.game();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut moves = Vec::new();
    while session.outcome().is_none() {
        let legal = session.legal_moves();
        let Some(mv) = legal.get(rng.usize(..legal.len().max(1))) else { break };
        moves.push(mv.clone());
        if session.play(mv).is_err() {
            break;
        }
    }
    moves
}

fn finished(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let moves = played_out(subject);
    subject.say(&[&format!("position startpos moves {}", moves.join(" "))])?;
    let (mv, _) = subject.go("go depth 1", PATIENCE)?;
    if mv == "(none)" { Ok(()) } else { Err(format!("expected 'bestmove (none)', found {}", quote(&mv))) }
}

fn new_game(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    let word = if subject.wish.dialect == Dialect::Uci { "ucinewgame" } else { "uginewgame" };
    subject.say(&["position startpos", "go infinite", word, "isready"])?;
    subject.until("bestmove", STOP)?;
    subject.until("readyok", PATIENCE)?;
    subject.say(&["position startpos"])?;
    subject.legal_go(&*subject.game(), "go depth 1", PATIENCE).map(drop)
}

fn end_of_input(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos", "go movetime 200"])?;
    subject.process()?.close_input();
    subject.until("bestmove", PATIENCE)?;
    subject.exits(PATIENCE)
}

fn end_of_input_infinite(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos", "go infinite"])?;
    subject.process()?.close_input();
    subject.until("bestmove", PATIENCE)?;
    subject.exits(PATIENCE)
}

fn quit(subject: &mut Subject<'_>) -> Verdict {
    subject.greet()?;
    subject.say(&["position startpos", "go infinite"])?;
    subject.no("bestmove", Duration::from_millis(50))?;
    subject.say(&["quit"])?;
    subject.exits(Duration::from_secs(5))
}
