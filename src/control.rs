//! How long work is told to end: a stop flag with a deadline that can be set later, and the limits of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tells a piece of work to end. Clones share one flag; work looks at it every thousand steps or so.
#[derive(Clone, Debug)]
pub struct Stop(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    born: Instant,
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Milliseconds after `born` at which the clock began to run: `ponderhit` moves it.
    clock_start: AtomicU64,
    wake: Condvar,
    lock: Mutex<()>,
}

impl Default for Stop {
    fn default() -> Self {
        Stop::new()
    }
}

impl Stop {
    /// A flag that is not set, with a clock that starts now.
    pub fn new() -> Self {
        Stop(Arc::new(Shared {
            born: Instant::now(),
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            clock_start: AtomicU64::new(0),
            wake: Condvar::new(),
            lock: Mutex::new(()),
        }))
    }

    /// A flag for work on the opponent's time: its clock starts at [`Stop::ponderhit`].
    pub fn pondering() -> Self {
        let stop = Stop::new();
        stop.0.pondering.store(true, Ordering::SeqCst);
        stop
    }

    /// Sets the flag and wakes whoever waits on it.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// The move pondered on was played: the clock starts now. Without effect when nothing is pondered on.
    pub fn ponderhit(&self) {
        if !self.is_pondering() {
            return;
        }
        let now = u64::try_from(self.0.born.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.0.clock_start.store(now, Ordering::SeqCst);
        self.0.pondering.store(false, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        drop(self.0.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.wake.notify_all();
    }

    /// True once [`Stop::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// True between a start as ponder and `ponderhit`.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }

    /// Time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.0.born.elapsed()
    }

    /// Time since the clock began to run: the same, or since `ponderhit`. Zero while pondering.
    pub fn clock(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let start = Duration::from_micros(self.0.clock_start.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(start)
    }

    /// Sleeps, without using the processor, until the flag is set (or, when pondering, until `ponderhit`).
    pub fn wait(&self, until_ponderhit: bool) {
        let mut guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (!until_ponderhit || self.is_pondering()) {
            guard = self.0.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// How far a long piece of work is, for whoever shows it. Clones share the numbers.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Steps>);

#[derive(Debug, Default)]
struct Steps {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Work of so many steps begins.
    pub fn begin(&self, total: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// Steps were done.
    pub fn add(&self, steps: u64) {
        self.0.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// The steps done.
    pub fn done(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }

    /// All steps, or 0 before the work has begun.
    pub fn total(&self) -> u64 {
        self.0.total.load(Ordering::Relaxed)
    }
}

/// One side's clock in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: u64,
    /// Added after each move.
    pub increment: u64,
    /// Moves to the next time control, where there is one.
    pub moves_to_go: Option<u64>,
}

/// When a search must end. Without any limit it ends only when it is stopped, or has proved the result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Look for a forced result within this many plies.
    pub mate: Option<u32>,
    /// Answer only when stopped.
    pub infinite: bool,
}

/// What a search may spend: a bound that is never passed, and one after which no new depth is begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Never passed.
    pub hard: Duration,
    /// No new iteration after this.
    pub soft: Duration,
}

impl Limits {
    /// The time that these limits give, or `None` for no limit in time. `overhead` (milliseconds) is
    /// kept back from a clock for what happens outside of the search.
    ///
    /// From a clock it takes a share for each of the moves that may still come, and never more than
    /// what is left less `overhead`, whatever the increment.
    pub fn budget(&self, overhead: u64) -> Option<Budget> {
        const MOVES_LEFT: u64 = 20;
        let by_clock = self.clock.map(|clock| {
            // Microseconds, so that small clocks are not rounded away.
            let [usable, increment] =
                [clock.left.saturating_sub(overhead), clock.increment].map(|ms| ms.saturating_mul(1000));
            let moves = clock.moves_to_go.map_or(MOVES_LEFT, |m| m.clamp(1, MOVES_LEFT));
            let share = (usable / moves).saturating_add(increment / 4 * 3);
            let reserve = if moves == 1 { usable } else { usable / 2 };
            let hard = share.saturating_mul(3).min(reserve.max(usable.min(increment / 2)));
            // Not the last fifth: the system may give the processor to others for a while.
            let hard = hard.min(usable / 5 * 4);
            Budget { hard: Duration::from_micros(hard), soft: Duration::from_micros(share.min(hard) / 10 * 6) }
        });
        let by_move = self.movetime.map(|ms| {
            // A little is kept back here too, for the way of the answer to the host.
            let whole = Duration::from_millis(ms - overhead.min(ms / 20));
            Budget { hard: whole, soft: whole }
        });
        match (by_clock, by_move) {
            (Some(a), Some(b)) => Some(Budget { hard: a.hard.min(b.hard), soft: a.soft.min(b.soft) }),
            (a, b) => a.or(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_budget_never_passes_the_clock_less_the_overhead() {
        for left in [0, 1, 5, 10, 11, 20, 100, 1000, 60_000, u64::MAX] {
            for increment in [0, 1, 100, 100_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(1000)] {
                    let clock = Clock { left, increment, moves_to_go };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    let budget = limits.budget(10).expect("a clock gives a budget");
                    assert!(budget.hard <= Duration::from_millis(left.saturating_sub(10)), "{clock:?} {budget:?}");
                    assert!(budget.soft <= budget.hard, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn no_time_limit_gives_no_budget() {
        assert_eq!(Limits { depth: Some(3), ..Limits::default() }.budget(10), None);
    }

    #[test]
    fn a_waiter_is_woken_by_stop_and_by_ponderhit() {
        let stop = Stop::pondering();
        let waiter = {
            let stop = stop.clone();
            thread::spawn(move || stop.wait(true))
        };
        stop.ponderhit();
        waiter.join().expect("the waiter ends");
        assert!(!stop.is_stopped());
        let waiter = {
            let stop = stop.clone();
            thread::spawn(move || stop.wait(false))
        };
        stop.stop();
        waiter.join().expect("the waiter ends");
    }

    #[test]
    fn the_clock_stands_still_while_pondering() {
        let stop = Stop::pondering();
        thread::sleep(Duration::from_millis(5));
        assert_eq!(stop.clock(), Duration::ZERO);
        stop.ponderhit();
        assert!(stop.clock() < stop.elapsed());
    }
}
