//! Lines from a stream: bounded, checked, and read on a thread of their own.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The longest line that is read, in bytes without its end: 128 KiB.
pub const MAX_LINE: usize = 128 << 10;
/// How much may wait to be executed, in bytes; past it the reader waits too.
const MAX_WAITING: usize = 32 << 20;

/// How often a source that does not wait is asked again.
const LOOK: std::time::Duration = std::time::Duration::from_millis(1);

/// Why a line is refused; what it holds is not echoed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`].
    #[error("expected a line of at most {MAX_LINE} bytes, found a longer one")]
    TooLong,
    /// Not UTF-8.
    #[error("expected UTF-8, found a line with other bytes")]
    NotUtf8,
    /// A NUL byte.
    #[error("expected text, found a line with a NUL byte")]
    Nul,
}

/// A line without its end, or why it is refused.
pub type Line = Result<String, LineError>;

/// Checks the bytes of one line; a carriage return before its end is dropped.
fn check(bytes: &[u8]) -> Line {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    if bytes.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    if bytes.contains(&0) {
        return Err(LineError::Nul);
    }
    String::from_utf8(bytes.to_vec()).map_err(|_| LineError::NotUtf8)
}

/// Reads lines until the end of input, or until `each` returns false. No more of a long line is kept than its
/// limit; a byte order mark before the first line is dropped.
///
/// # Errors
/// When the input cannot be read.
pub fn read_lines(input: impl Read, mut each: impl FnMut(Line) -> bool) -> io::Result<()> {
    let mut first = true;
    let mut each = |line: Line| {
        let begins = std::mem::take(&mut first);
        each(line.map(|line| line.strip_prefix('\u{feff}').filter(|_| begins).map(str::to_string).unwrap_or(line)))
    };
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(LOOK);
                continue;
            }
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            if any {
                each(check(&bytes));
            }
            return Ok(());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        // One byte past the limit (and a carriage return) is enough to know that a line is too long.
        let room = (MAX_LINE + 2).saturating_sub(bytes.len());
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        any = true;
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            if !each(check(&bytes)) {
                return Ok(());
            }
            bytes.clear();
            any = false;
        }
    }
}

/// Keeps a fast writer on the other side from filling the memory: the reader waits while too much is unexecuted.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<(Mutex<usize>, Condvar)>);

impl Gate {
    /// Counts these bytes in, as soon as there is room.
    pub fn enter(&self, bytes: usize) {
        let mut waiting = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        while *waiting > MAX_WAITING {
            waiting = self.0.1.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting += bytes;
    }

    /// Counts them out.
    pub fn leave(&self, bytes: usize) {
        let mut waiting = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting = waiting.saturating_sub(bytes);
        drop(waiting);
        self.0.1.notify_all();
    }
}

/// What a line counts for at the gate.
pub fn weight(line: &Line) -> usize {
    line.as_ref().map_or(0, String::len) + 64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        read_lines(input, |line| {
            lines.push(line);
            true
        })
        .unwrap();
        lines
    }

    #[test]
    fn a_carriage_return_before_the_end_is_dropped() {
        assert_eq!(lines(b"uci\r\nisready\n\nquit"), ["uci", "isready", "", "quit"].map(|line| Ok(line.into())));
    }

    #[test]
    fn a_byte_order_mark_is_dropped_at_the_beginning_alone() {
        assert_eq!(lines("\u{feff}uci\n\u{feff}d\n".as_bytes()), [Ok("uci".into()), Ok("\u{feff}d".into())]);
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        assert!(read_lines(Broken, |_| true).is_err());
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(lines(b"\xff\xfe\ngo\0\nd\n"), [Err(LineError::NotUtf8), Err(LineError::Nul), Ok("d".into())]);
    }

    #[test]
    fn a_line_of_128_kib_is_read_and_a_longer_one_is_not() {
        let mut input = vec![b'x'; MAX_LINE];
        input.extend_from_slice(b"\r\n");
        input.extend(vec![b'y'; MAX_LINE + 1]);
        input.extend_from_slice(b"\nd\n");
        let read = lines(&input);
        assert_eq!(read[0].as_ref().map(String::len), Ok(MAX_LINE));
        assert_eq!(read[1..], [Err(LineError::TooLong), Ok("d".into())]);
    }
}
