//! Someone at a pseudo-terminal, for the tests of the people's door.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

/// How long an answer may take, in milliseconds, on the slowest machine.
pub const PATIENCE: u64 = 30_000;
/// What stands before the cursor when a line is awaited.
pub const PROMPT: &str = "(Red|Blue|White|Black|Coral|Orange|Green|over)(\u{1b}\\[0m)?> ";
pub const START_4: &str = "b2r/4/4/r2b r 1";

pub fn yon(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yon"));
    command.args(args).env("TERM", "xterm").env_remove("NO_COLOR");
    // Whatever the locale and the terminal of whoever runs the tests.
    command.env("LC_ALL", "C").env_remove("COLORFGBG");
    // A folder that is not there: tables that somebody has are not for tests.
    command.env("XDG_DATA_HOME", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/no-data"));
    command.env("XDG_STATE_HOME", fresh_folder());
    command
}

/// A folder for what is kept, which nobody else uses.
pub fn fresh_folder() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("state-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Someone at a terminal.
pub struct Player {
    pub terminal: PtySession,
    pub greeting: String,
}

impl Player {
    pub fn at(command: Command, strip: bool) -> Self {
        let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(strip);
        let terminal = spawn_with_options(command, options).expect("yon starts on a terminal");
        let mut player = Player { terminal, greeting: String::new() };
        player.greeting = player.answer();
        player
    }

    /// Without colour, and escapes are left out of what is seen.
    pub fn plain() -> Self {
        let mut command = yon(&[]);
        command.env("NO_COLOR", "1");
        Player::at(command, true)
    }

    /// On the smallest board.
    pub fn small() -> Self {
        let mut player = Player::plain();
        player.ask("new 4");
        player
    }

    pub fn press(&mut self, keys: &str) {
        self.terminal.send(keys).expect("the terminal takes keys");
        self.terminal.flush().expect("the terminal takes keys");
    }

    /// What is shown until a line is awaited again.
    pub fn answer(&mut self) -> String {
        self.terminal.exp_regex(PROMPT).unwrap_or_else(|error| panic!("no prompt came: {error}")).0
    }

    pub fn sees(&mut self, text: &str) -> String {
        self.terminal.exp_string(text).unwrap_or_else(|error| panic!("'{text}' did not come: {error}"))
    }

    /// Types a line; what it is answered with.
    pub fn ask(&mut self, line: &str) -> String {
        self.press(&format!("{line}\r"));
        let answer = self.answer().replace('\r', "");
        answer.strip_prefix(line).unwrap_or(&answer).trim_start_matches('\n').to_string()
    }

    /// Begins a new game, whether or not one is on.
    pub fn anew(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        if answer == "A game is on. Begin another: yes or no?\n" { self.ask("yes") } else { answer }
    }

    pub fn fen(&mut self) -> String {
        self.ask("fen").trim().to_string()
    }

    /// Types a line that must change nothing and be answered by this line alone.
    pub fn is_refused(&mut self, line: &str, why: &str) {
        let before = self.ask("record");
        assert_eq!(self.ask(line).trim_end(), why, "{line}");
        assert_eq!(self.ask("record"), before, "{line}");
    }

    /// With what is kept in this folder, on the smallest board.
    pub fn with_state(folder: &Path) -> Self {
        let mut command = yon(&[]);
        command.env("NO_COLOR", "1").env("XDG_STATE_HOME", folder);
        Player::at(command, true)
    }

    pub fn leaves(mut self) {
        self.terminal.exp_eof().expect("yon ends");
        let status = self.terminal.process().wait().expect("yon ends");
        assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
    }
}
