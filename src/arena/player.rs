//! An engine that plays: the handshake, a new game, and a move in the time it has.

use std::time::{Duration, Instant};

use super::child::{Fault, Logger, Process};
use super::setup::{Contestant, Pace};
use crate::control::Stop;
use crate::protocol::reply::Dialect;
use crate::text::quote;

/// How long an engine may take for a handshake or to be ready.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine may think when nothing bounds its time.
const LONGEST_THOUGHT: Duration = Duration::from_secs(600);
/// How long an engine that has lost on time may take to answer `stop`, to be kept.
const GRACE: Duration = Duration::from_millis(500);

/// One seat's clock during a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatClock {
    left: Duration,
    moves_to_go: Option<u64>,
}

impl SeatClock {
    /// A full clock, if the pace has one.
    pub fn new(pace: &Pace) -> Option<Self> {
        // The first increment is given before the first move, as cutechess does.
        pace.clock.map(|tc| SeatClock { left: tc.time + tc.increment, moves_to_go: tc.moves })
    }

    /// Takes a thought off the clock; how far it was passed, if that is more than the margin.
    fn spend(&mut self, pace: &Pace, thought: Duration) -> Result<(), Duration> {
        let Some(tc) = pace.clock else { return Ok(()) };
        let over = thought.saturating_sub(self.left);
        self.left = self.left.saturating_sub(thought) + tc.increment;
        if let (Some(moves), Some(period)) = (&mut self.moves_to_go, tc.moves) {
            *moves -= 1;
            if *moves == 0 {
                *moves = period;
                self.left += tc.time;
            }
        }
        if over > pace.margin { Err(over) } else { Ok(()) }
    }

    /// Milliseconds left; never below zero.
    pub fn millis(&self) -> u128 {
        self.left.as_millis()
    }
}

/// A connected engine.
pub struct Player {
    process: Process,
    dialect: Dialect,
    /// The names of the options it has.
    options: Vec<String>,
}

/// What an engine answers to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move as it was written.
    pub mv: String,
    /// From the flush of `go` to the arrival of `bestmove`.
    pub time: Duration,
}

impl Player {
    /// Starts an engine, shakes hands, and sets the game, the board and its options.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn connect(
        contestant: &Contestant,
        game: &[(&str, String)],
        log: Option<Logger>,
        cancel: Stop,
    ) -> Result<Self, Fault> {
        let mut process = Process::start(&contestant.launch, log, cancel)?;
        let (hello, reply) = match contestant.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
        };
        process.send(&[hello], PATIENCE)?;
        let mut options = Vec::new();
        process
            .read("the handshake", Instant::now() + PATIENCE, |line| {
                if let Some(rest) = line.strip_prefix("option name ") {
                    options.push(rest.split(" type ").next().unwrap_or(rest).to_string());
                }
                (line == reply).then_some(())
            })
            .map_err(
                |fault| if fault == Fault::Stalled("the handshake") { Fault::NoHandshake(reply) } else { fault },
            )?;
        let mut player = Player { process, dialect: contestant.dialect, options };
        if let Some((name, _)) = contestant.options.iter().find(|(name, _)| !player.has_option(name)) {
            return Err(Fault::NoOption(quote(name)));
        }
        let known: Vec<(String, String)> = game
            .iter()
            .filter(|(name, _)| player.has_option(name))
            .map(|(name, value)| (name.to_string(), value.clone()))
            .chain(contestant.options.iter().cloned())
            .collect();
        for (name, value) in known {
            let line = format!("setoption name {name} value {value}");
            player.process.send(&[&line], PATIENCE)?;
        }
        match player.ready()? {
            Some(error) if !contestant.options.is_empty() => Err(Fault::RefusedOption(error)),
            _ => Ok(player),
        }
    }

    /// True when the engine listed an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Waits until the engine is ready; the first error that it tells of meanwhile.
    fn ready(&mut self) -> Result<Option<String>, Fault> {
        self.process.send(&["isready"], PATIENCE)?;
        let deadline = Instant::now() + PATIENCE;
        let mut error = None;
        self.process.read("isready", deadline, |line| {
            if let Some(rest) = line.strip_prefix("info string error ") {
                error.get_or_insert_with(|| rest.to_string());
            }
            (line == "readyok").then_some(())
        })?;
        Ok(error)
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.process.drain();
        let word = if self.dialect == Dialect::Uci { "ucinewgame" } else { "uginewgame" };
        self.process.send(&[word], PATIENCE)?;
        self.ready().map(drop)
    }

    /// Asks for a move. `clocks` holds every seat's clock, `seat` whose turn it is.
    ///
    /// # Errors
    /// What it did wrong; a move that came too late is [`Fault::LostOnTime`].
    pub fn think(
        &mut self,
        position: &str,
        pace: &Pace,
        clocks: &mut [Option<SeatClock>],
        increments: &[Duration],
        seat: usize,
    ) -> Result<Thought, Fault> {
        self.process.drain();
        let go = self.go_line(pace, clocks, increments, seat);
        let began = self.process.send(&[position, &go], PATIENCE)?;
        let allowed = [clocks[seat].map(|clock| clock.left), pace.move_time].into_iter().flatten().min();
        let deadline = began + allowed.map_or(LONGEST_THOUGHT, |allowed| allowed + pace.margin);
        let bestmove = |line: &str| {
            let rest = line.strip_prefix("bestmove")?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace))
                .then(|| rest.split_whitespace().next().unwrap_or("").to_string())
        };
        let answer = self.process.read("go", deadline, bestmove);
        let (when, mv) = match (answer, allowed) {
            (Err(Fault::Stalled(_)), Some(allowed)) => {
                // Out of time. If it still answers, it was slow; otherwise it has stalled.
                self.process.send(&["stop"], GRACE)?;
                let (when, _) = self.process.read("go", Instant::now() + GRACE, bestmove)?;
                return Err(Fault::LostOnTime(when.saturating_duration_since(began).saturating_sub(allowed)));
            }
            (answer, _) => answer?,
        };
        let time = when.saturating_duration_since(began);
        if let Some(allowed) = pace.move_time
            && time > allowed + pace.margin
        {
            return Err(Fault::LostOnTime(time - allowed));
        }
        if let Some(clock) = &mut clocks[seat] {
            clock.spend(pace, time).map_err(Fault::LostOnTime)?;
        }
        match mv.as_str() {
            "" => Err(Fault::IllegalMove("none".into())),
            "(none)" => Err(Fault::WrongClaim("no move is left".into())),
            mv if mv.len() > 64 => Err(Fault::IllegalMove(quote(mv))),
            _ => Ok(Thought { mv, time }),
        }
    }

    fn go_line(&self, pace: &Pace, clocks: &[Option<SeatClock>], increments: &[Duration], seat: usize) -> String {
        let mut line = String::from("go");
        if let Some(own) = &clocks[seat] {
            let names = |index: usize| match (self.dialect, clocks.len(), index) {
                (Dialect::Uci, 2, 0) => ("wtime".to_string(), "winc".to_string()),
                (Dialect::Uci, 2, _) => ("btime".to_string(), "binc".to_string()),
                _ => (format!("p{}time", index + 1), format!("p{}inc", index + 1)),
            };
            for (index, clock) in clocks.iter().enumerate() {
                // A seat without a clock of its own is shown the same time.
                let (time, increment) = names(index);
                let left = clock.as_ref().unwrap_or(own).millis();
                line += &format!(" {time} {left} {increment} {}", increments[index].as_millis());
            }
            if let Some(moves) = own.moves_to_go {
                line += &format!(" movestogo {moves}");
            }
        }
        if let Some(time) = pace.move_time {
            line += &format!(" movetime {}", time.as_millis());
        }
        if let Some(depth) = pace.depth {
            line += &format!(" depth {depth}");
        }
        if let Some(nodes) = pace.nodes {
            line += &format!(" nodes {nodes}");
        }
        line
    }

    /// Ends the engine.
    pub fn end(mut self) {
        self.process.end();
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::TimeControl;
    use super::*;

    fn pace(moves: Option<u64>) -> Pace {
        let clock = TimeControl { moves, time: Duration::from_millis(100), increment: Duration::from_millis(10) };
        Pace { clock: Some(clock), ..Pace::default() }
    }

    #[test]
    fn a_clock_counts_down_and_is_never_negative() {
        let pace = pace(None);
        let mut clock = SeatClock::new(&pace).unwrap();
        assert_eq!(clock.spend(&pace, Duration::from_millis(60)), Ok(()));
        assert_eq!(clock.millis(), 60);
        assert_eq!(clock.spend(&pace, Duration::from_millis(65)), Ok(()), "within the margin");
        assert_eq!(clock.millis(), 10);
        assert_eq!(clock.spend(&pace, Duration::from_millis(30)), Err(Duration::from_millis(20)));
    }

    #[test]
    fn a_period_of_moves_gives_its_time_again() {
        let pace = pace(Some(2));
        let mut clock = SeatClock::new(&pace).unwrap();
        for _ in 0..2 {
            assert_eq!(clock.spend(&pace, Duration::from_millis(20)), Ok(()));
        }
        assert_eq!((clock.millis(), clock.moves_to_go), (190, Some(2)));
    }
}
