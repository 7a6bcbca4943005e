//! The program as a child that is spoken to over pipes: lines in, lines out, every wait bounded.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long anything may take before a test fails; far above every bound that is tested.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The game of the rules on 6x6, up to the turn that Blue must skip.
pub const TO_SKIP: &str = "a1d4 a6b5 f6e5 b5c4 d4c3 c4d5 c3d4 f1c4 d4c5";
/// The position there.
pub const SKIP: &str = "6/2rbr1/2b3/6/6/6 b 10";
/// A finished game: Blue is to move and has won.
pub const OVER: &str = "1rb1/1br1/4/4 b 1";

/// A folder that is not there: whoever tests may have tables of larger boards, which are not for tests.
pub const NO_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/no-data");

/// The program, which finds no tables by itself.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    command.env("XDG_DATA_HOME", NO_DATA);
    command
}

/// Milliseconds as a duration.
pub const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// One running program.
pub struct Yon {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// How a program ended.
#[derive(Debug)]
pub struct Ended {
    /// The lines that had not been read.
    pub lines: Vec<String>,
    pub code: Option<i32>,
    pub stderr: String,
}

impl Yon {
    /// `yon` on a pipe.
    pub fn new() -> Self {
        Yon::run(program())
    }

    /// `yon` with arguments.
    pub fn with(args: &[&str]) -> Self {
        let mut command = program();
        command.args(args);
        Yon::run(command)
    }

    /// With `BoardSize` set, and the start position put.
    pub fn on(size: u32) -> Self {
        let mut yon = Yon::new();
        yon.say(&format!("setoption name BoardSize value {size}\nposition startpos"));
        yon
    }

    /// The same, without solved boards.
    pub fn searching(size: u32) -> Self {
        let mut yon = Yon::new();
        yon.say("setoption name UseTables value false");
        yon.say(&format!("setoption name BoardSize value {size}\nposition startpos"));
        yon
    }

    /// Any command that speaks the protocol.
    pub fn run(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, output) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut stderr = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let input = child.stdin.take();
        Yon { child, input, output, errors: Some(errors) }
    }

    /// Sends a line, or several, in one write.
    pub fn say(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // A program that has ended is found by what it does not answer.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The next line, or `None` when none comes in time or the output has ended.
    pub fn line_within(&self, time: Duration) -> Option<String> {
        self.output.recv_timeout(time).ok()
    }

    /// The next line.
    pub fn line(&self) -> String {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the output ended"),
        }
    }

    /// Sends a line and returns the one that comes back.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.line()
    }

    /// Every line up to and with the one that begins with this word.
    pub fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// What the program has to say to this, and nothing that comes later.
    pub fn tell(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is taken without a word.
    pub fn set(&mut self, line: &str) {
        assert_eq!(self.tell(line), Vec::<String>::new(), "{line}");
    }

    /// Waits until the present board is solved.
    pub fn until_solved(&mut self) {
        let hint = self.ask("hint");
        assert!(hint.contains(" plies "), "{hint}");
    }

    /// Fails when a line comes within this time.
    pub fn silent(&self, time: Duration) {
        assert_eq!(self.line_within(time), None);
    }

    /// Searches to the end and checks what holds for every search.
    pub fn go(&mut self, words: &str) -> Found {
        self.say(format!("go {words}").trim_end());
        let found = Found::new(self.until("bestmove"));
        assert_eq!(self.tell(""), Vec::<String>::new(), "exactly one bestmove, and last: go {words}");
        found
    }

    /// Closes the input and waits for the end.
    pub fn end(mut self) -> Ended {
        self.input = None;
        self.ended()
    }

    /// Waits for the end.
    pub fn ended(mut self) -> Ended {
        let began = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.code();
            }
            assert!(began.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(ms(2));
        };
        let lines = self.output.iter().collect();
        let stderr = self.errors.take().map_or(String::new(), |thread| thread.join().unwrap());
        Ended { lines, code, stderr }
    }

    /// Stops reading what it writes.
    pub fn stop_reading(&mut self) {
        self.output = channel().1;
    }

    /// Processor time used so far, in clock ticks (hundredths of a second).
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Fails when it uses the processor although it has nothing to do.
    pub fn assert_idle(&self) {
        thread::sleep(ms(200));
        let before = self.ticks();
        thread::sleep(ms(500));
        let used = self.ticks() - before;
        assert!(used <= 5, "{used} ticks in half a second of waiting");
    }
}

impl Drop for Yon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines that come of an input that ends.
pub fn script(input: &str) -> Vec<String> {
    script_with(&[], input)
}

/// The same with arguments.
pub fn script_with(args: &[&str], input: &str) -> Vec<String> {
    let mut yon = Yon::with(args);
    yon.bytes(input.as_bytes());
    let ended = yon.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{input}");
    ended.lines
}

/// One `info` line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    pub depth: u32,
    pub seldepth: u32,
    pub multipv: usize,
    /// `cp` or `mate`.
    pub unit: String,
    pub score: i64,
    pub nodes: u64,
    pub tbhits: u64,
    pub time: u64,
    pub pv: Vec<String>,
}

impl Info {
    /// Reads a line whose words must stand exactly in the order of the contract.
    pub fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let names = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"];
        let at = |index: usize| words.get(index).copied().unwrap_or_else(|| panic!("too short: {line}"));
        assert_eq!(at(0), "info", "{line}");
        let mut numbers = Vec::new();
        let mut unit = String::new();
        let mut next = 1;
        for name in names {
            assert_eq!(at(next), name, "{line}");
            if name == "score" {
                next += 1;
                unit = at(next).to_string();
                assert!(["cp", "mate"].contains(&unit.as_str()), "{line}");
            }
            numbers.push(at(next + 1).parse::<i64>().unwrap_or_else(|_| panic!("no integer behind {name}: {line}")));
            next += 2;
            if name == "score" && at(next) == "scores" {
                // In a game for four.
                assert!((1..5).all(|seat| at(next + seat).parse::<i64>().is_ok()), "{line}");
                next += 5;
            }
        }
        let pv: Vec<String> = match words.get(next) {
            None => Vec::new(),
            Some(&"pv") => words[next + 1..].iter().map(|mv| mv.to_string()).collect(),
            Some(_) => panic!("pv stands last: {line}"),
        };
        let [depth, seldepth, multipv, score, nodes, nps, hashfull, tbhits, time] = numbers[..] else { unreachable!() };
        assert!(nps >= 0 && (0..=1000).contains(&hashfull), "{line}");
        Info {
            depth: depth.try_into().unwrap(),
            seldepth: seldepth.try_into().unwrap(),
            multipv: multipv.try_into().unwrap(),
            unit,
            score,
            nodes: nodes.try_into().unwrap(),
            tbhits: tbhits.try_into().unwrap(),
            time: time.try_into().unwrap(),
            pv,
        }
    }

    /// `cp 10` or `mate -3`.
    pub fn score(&self) -> String {
        format!("{} {}", self.unit, self.score)
    }
}

/// The answer to a `go`.
#[derive(Clone, Debug)]
pub struct Found {
    pub infos: Vec<Info>,
    /// What stood behind `info string`.
    pub notes: Vec<String>,
    /// The words behind `bestmove`.
    pub best: String,
    /// All lines.
    pub lines: Vec<String>,
}

impl Found {
    /// From the lines of a search: at least one score, the bestmove last and first in the last line.
    pub fn new(lines: Vec<String>) -> Self {
        let best =
            lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("bestmove stands last").to_string();
        let mut infos = Vec::new();
        let mut notes = Vec::new();
        for line in &lines[..lines.len() - 1] {
            match line.strip_prefix("info string ") {
                Some(note) => notes.push(note.to_string()),
                None => infos.push(Info::read(line)),
            }
        }
        let last = infos.iter().rev().find(|info| info.multipv == 1).expect("a score before each bestmove");
        let word = best.split(' ').next().unwrap();
        assert_eq!(last.pv.first().map_or("(none)", String::as_str), word, "{lines:#?}");
        Found { infos, notes, best, lines }
    }

    /// The last line about the best move.
    pub fn last(&self) -> &Info {
        self.infos.iter().rev().find(|info| info.multipv == 1).unwrap()
    }

    /// The lines without what a clock decides.
    pub fn timeless(&self) -> Vec<String> {
        self.lines.iter().map(|line| timeless(line)).collect()
    }
}

/// A line without its `nps` and `time`.
pub fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if words.get(1) == Some(&"depth") {
        for name in ["nps", "time"] {
            let at = words.iter().position(|word| *word == name).unwrap();
            words[at + 1] = "*";
        }
    }
    words.join(" ")
}

/// The code of `info string error CODE: text`, or what the line is instead.
pub fn code(line: &str) -> &str {
    let rest = line.strip_prefix("info string error ").unwrap_or_else(|| panic!("no error line: {line}"));
    let (code, text) = rest.split_once(": ").unwrap_or_else(|| panic!("no text behind the code: {line}"));
    assert!(!text.is_empty() && code.bytes().all(|byte| byte.is_ascii_lowercase()), "{line}");
    code
}

/// A folder of its own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("yon-test-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
