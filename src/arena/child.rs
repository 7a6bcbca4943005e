//! An engine as a child process: spoken to in lines, never trusted. Whatever it does ends in a typed
//! fault at a known time, and nothing that it started survives it.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Stop;
use crate::protocol::lines::read_lines;

/// Lines that may wait to be looked at; past it the engine waits in its pipe.
const LINES_WAITING: usize = 256;
/// Lines in one answer past which they are a flood.
const FLOOD_LINES: usize = 50_000;
/// Bytes in one answer past which they are a flood.
const FLOOD_BYTES: usize = 16 << 20;
/// How much of a line is kept in a log.
const LOGGED: usize = 4096;
/// How often a waiter looks whether it must end.
const LOOK: Duration = Duration::from_millis(50);
/// How long an engine may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    /// The program; empty is this program itself, in its text protocol.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder it starts in.
    pub dir: Option<PathBuf>,
    /// Variables added to its environment.
    pub env: Vec<(String, String)>,
}

/// What an engine did that it must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    NoStart(String),
    /// It could not be started for want of memory, processes or files here: no fault of the engine.
    NoResources(String),
    /// It lists no option of this name.
    NoOption(String),
    /// It refuses the value of an option.
    RefusedOption(String),
    /// It ended or closed its pipes.
    Disconnected,
    /// It did not answer in time.
    Stalled(&'static str),
    /// It wrote without end.
    Flooded,
    /// It played what is no legal move.
    IllegalMove(String),
    /// It said that there is no move where there is one.
    WrongClaim(String),
    /// It passed its clock, by this much.
    LostOnTime(Duration),
    /// It speaks another dialect.
    NoHandshake(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoStart(why) | Fault::NoResources(why) => write!(f, "does not start: {why}"),
            Fault::NoOption(name) => write!(f, "has no option {name}"),
            Fault::RefusedOption(why) => write!(f, "refuses an option: {why}"),
            Fault::Disconnected => write!(f, "disconnects"),
            Fault::Stalled(on) => write!(f, "stalls on {on}"),
            Fault::Flooded => write!(f, "floods its output"),
            Fault::IllegalMove(mv) => write!(f, "makes an illegal move: {mv}"),
            Fault::WrongClaim(claim) => write!(f, "makes a wrong claim: {claim}"),
            Fault::LostOnTime(by) => write!(f, "loses on time, by {} ms", by.as_millis()),
            Fault::NoHandshake(word) => write!(f, "does not answer with {word}"),
        }
    }
}

/// A line as it came: when, and what; `None` when it was no text.
type Arrived = (Instant, Option<String>);

/// A running engine.
pub struct Process {
    child: Child,
    lines: Receiver<Arrived>,
    writer: Option<SyncSender<Order>>,
    ended: bool,
    log: Option<Logger>,
    cancel: Stop,
}

/// Text to write, and where to report the time at which it was flushed.
struct Order {
    text: String,
    flushed: SyncSender<Instant>,
}

/// Takes note of the traffic: the direction and the line.
pub type Logger = Box<dyn FnMut(char, &str) + Send>;

impl Process {
    /// Starts an engine in a process group of its own. When `cancel` is stopped, waiting for it ends.
    ///
    /// # Errors
    /// [`Fault::NoStart`] with the reason of the system.
    pub fn start(launch: &Launch, log: Option<Logger>, cancel: Stop) -> Result<Self, Fault> {
        let no_start = |error: io::Error| match is_want(&error) {
            true => Fault::NoResources(error.to_string()),
            false => Fault::NoStart(error.to_string()),
        };
        let mut command = if launch.program.is_empty() {
            let mut command = Command::new(std::env::current_exe().map_err(no_start)?);
            command.arg("uci");
            command
        } else {
            Command::new(&launch.program)
        };
        command.args(&launch.args).envs(launch.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        own_group(&mut command);
        let mut child = command.spawn().map_err(no_start)?;
        let (Some(output), Some(mut input)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(Fault::Disconnected);
        };
        let (arrived, lines) = sync_channel(LINES_WAITING);
        thread::spawn(move || {
            // However it ends, the engine has disconnected.
            let _ = read_lines(output, |line| arrived.send((Instant::now(), line.ok())).is_ok());
        });
        // A thread writes, so that an engine that reads nothing cannot hold up the match.
        let (writer, orders) = sync_channel::<Order>(64);
        thread::spawn(move || {
            for order in orders {
                if input.write_all(order.text.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
                // The one who asked may have given up.
                let _ = order.flushed.send(Instant::now());
            }
        });
        Ok(Process { child, lines, writer: Some(writer), ended: false, log, cancel })
    }

    /// Sends lines as one write; the time at which they were flushed.
    ///
    /// # Errors
    /// When the engine is gone, or reads nothing within `patience`.
    pub fn send(&mut self, lines: &[&str], patience: Duration) -> Result<Instant, Fault> {
        let mut text = String::new();
        for line in lines {
            self.note('>', line);
            text.push_str(line);
            text.push('\n');
        }
        let (flushed, when) = sync_channel(1);
        let writer = self.writer.as_ref().ok_or(Fault::Disconnected)?;
        writer.try_send(Order { text, flushed }).map_err(|_| Fault::Stalled("its input"))?;
        when.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Stalled("its input"),
            RecvTimeoutError::Disconnected => Fault::Disconnected,
        })
    }

    /// Reads lines until one that `wanted` takes, or until `deadline`; the time it came at.
    ///
    /// # Errors
    /// When the engine ends, writes without end, or does not answer in time: [`Fault::Stalled`] on `on`.
    pub fn read<T>(
        &mut self,
        on: &'static str,
        deadline: Instant,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<(Instant, T), Fault> {
        let (mut lines, mut bytes) = (0, 0);
        while lines < FLOOD_LINES && bytes < FLOOD_BYTES {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.cancel.is_stopped() {
                return Err(Fault::Stalled(on));
            }
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok((when, line)) => {
                    lines += 1;
                    bytes += line.as_ref().map_or(0, String::len);
                    let line = line.unwrap_or_else(|| "(a line that is no text)".into());
                    self.note('<', &line);
                    if let Some(found) = wanted(line.trim()) {
                        return Ok((when, found));
                    }
                }
                // Something that it started may hold its output open when it is gone itself.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => return Err(Fault::Disconnected),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Disconnected),
            }
        }
        Err(Fault::Flooded)
    }

    /// Throws away what has come and nobody asked for.
    pub fn drain(&mut self) {
        for _ in 0..LINES_WAITING {
            let Ok((_, line)) = self.lines.try_recv() else { return };
            if let Some(line) = line {
                self.note('<', &line);
            }
        }
    }

    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn note(&mut self, direction: char, line: &str) {
        if let Some(log) = &mut self.log {
            log(direction, &line[..line.floor_char_boundary(LOGGED)]);
        }
    }

    /// Ends the engine, politely at first, and everything that it started.
    pub fn end(&mut self) {
        if self.writer.is_some() && self.send(&["quit"], Duration::from_millis(50)).is_ok() {
            let began = Instant::now();
            while began.elapsed() < PATIENCE && !self.has_exited() {
                self.drain();
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.kill();
    }

    /// Closes the engine's input: the end of input, for it.
    pub fn close_input(&mut self) {
        self.writer = None;
    }

    /// Waits until the engine has ended by itself: its exit code, `Some(None)` when a signal ended it,
    /// `None` when it has not ended by the deadline.
    pub fn exit_code(&mut self, deadline: Instant) -> Option<Option<i32>> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.code()),
                Ok(None) if Instant::now() < deadline => {
                    self.drain();
                    thread::sleep(Duration::from_millis(1));
                }
                _ => return None,
            }
        }
    }

    fn kill(&mut self) {
        self.writer = None;
        if !std::mem::replace(&mut self.ended, true) {
            kill_group(&mut self.child);
            // Killed, so there is nothing to wait for but the system's bookkeeping.
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

/// Kills the engine and whatever it started in its group.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(id) = i32::try_from(child.id()) {
        // The group may be gone already.
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// True for a want of memory, processes or file descriptors of our own.
#[cfg(unix)]
fn is_want(error: &io::Error) -> bool {
    use nix::errno::Errno;
    let wants = [Errno::EMFILE, Errno::ENFILE, Errno::EAGAIN, Errno::ENOMEM];
    error.raw_os_error().is_some_and(|code| wants.contains(&Errno::from_raw(code)))
}

#[cfg(not(unix))]
fn is_want(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory
}

/// Makes this process the parent of whatever engines leave behind, so that [`kill_orphans`] can find it.
pub fn adopt_orphans() {
    // Where the system cannot do it, what has left its engine's group is out of reach.
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Kills every process that is left of engines that have ended. Call it when none is running.
pub fn kill_orphans() {
    #[cfg(target_os = "linux")]
    for _ in 0..100 {
        use nix::sys::signal::{Signal, kill};
        let orphans = orphans();
        if orphans.is_empty() {
            return;
        }
        for pid in orphans {
            // It may have ended by itself.
            let _ = kill(pid, Signal::SIGKILL);
            let _ = nix::sys::wait::waitpid(pid, None);
        }
    }
}

/// The children of this process.
#[cfg(target_os = "linux")]
fn orphans() -> Vec<nix::unistd::Pid> {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    let children =
        |thread: io::Result<std::fs::DirEntry>| std::fs::read_to_string(thread.ok()?.path().join("children")).ok();
    let lists: Vec<String> = threads.filter_map(children).collect();
    let pids = lists.iter().flat_map(|list| list.split_whitespace()).filter_map(|pid| pid.parse().ok());
    pids.map(nix::unistd::Pid::from_raw).collect()
}
