//! Where lines go: standard output, each line one write, and a log of both directions with milliseconds.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// A sink of lines with an optional log.
pub struct Output<W> {
    writer: W,
    began: Instant,
    log: Option<File>,
    log_lost: bool,
    errors: usize,
}

impl<W: Write> Output<W> {
    /// Lines to `writer`, no log.
    pub fn new(writer: W) -> Self {
        Output { writer, began: Instant::now(), log: None, log_lost: false, errors: 0 }
    }

    /// Writes one line and flushes it.
    ///
    /// # Errors
    /// When the other side is gone.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        if line.starts_with("info string error ") {
            self.errors += 1;
        }
        self.painted(line, line)
    }

    /// Writes a line that says what could not be done, in whatever form.
    ///
    /// # Errors
    /// When the other side is gone.
    pub fn error(&mut self, line: &str) -> io::Result<()> {
        self.errors += 1;
        self.painted(line, line)
    }

    /// Writes one line as it is shown and flushes it; the log gets the plain one.
    ///
    /// # Errors
    /// When the other side is gone.
    pub fn painted(&mut self, shown: &str, plain: &str) -> io::Result<()> {
        self.note('<', plain);
        self.text(&format!("{shown}\n"))?;
        if std::mem::take(&mut self.log_lost) {
            self.text("info string the log cannot be written to any more, and ends here\n")?;
        }
        Ok(())
    }

    /// Writes text that is no whole line and flushes it; the log does not get it.
    ///
    /// # Errors
    /// When the other side is gone.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match patiently(|| self.writer.write(rest))? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => rest = &rest[written..],
            }
        }
        patiently(|| self.writer.flush())
    }

    /// How many error lines were written.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Notes a line that came in.
    pub fn came_in(&mut self, line: &str) {
        self.note('>', line);
    }

    /// Appends to this file from now on, or to none.
    ///
    /// # Errors
    /// When it cannot be opened; the log stays as it was.
    pub fn log_to(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.log = path.map(open_log).transpose()?;
        Ok(())
    }

    fn note(&mut self, direction: char, line: &str) {
        let Some(log) = &mut self.log else { return };
        let entry = format!("{} {direction} {line}\n", self.began.elapsed().as_millis());
        // A full disk must not stop the game: the log ends there.
        if log.write_all(entry.as_bytes()).is_err() {
            self.log = None;
            self.log_lost = true;
        }
    }
}

/// Opens a file to append to. A pipe would hold everything up until somebody reads it.
pub(crate) fn open_log(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    if let Ok(meta) = std::fs::metadata(path) {
        use std::os::unix::fs::FileTypeExt;
        if meta.file_type().is_fifo() {
            return Err(io::Error::other("expected a file, found a pipe"));
        }
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Tries again as long as the other side is only slow.
fn patiently<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    const LOOK: std::time::Duration = std::time::Duration::from_millis(1);
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(LOOK),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
