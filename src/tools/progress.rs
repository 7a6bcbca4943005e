//! Shows how far long work is: a bar on a terminal, a plain line now and then elsewhere. Both go to standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::control::Progress;

/// How often a bar is drawn.
const REFRESH: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no bar.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A display of work that goes on. It ends when it is dropped.
pub struct Display {
    end: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Display {
    /// Begins to show the progress of work of this name, counted in `unit`.
    pub fn new(name: &'static str, unit: &'static str, progress: &Progress) -> Self {
        let (end, ended) = mpsc::channel();
        let progress = progress.clone();
        let show = move || {
            let terminal = io::stderr().is_terminal();
            let bar = terminal.then(|| bar(name, unit));
            let began = Instant::now();
            let pause = if terminal { REFRESH } else { LINE_EVERY };
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                match &bar {
                    Some(bar) => {
                        bar.set_length(progress.total());
                        bar.set_position(progress.done());
                    }
                    // Who does not read this misses nothing.
                    None => drop(writeln!(io::stderr(), "{}", line(name, unit, &progress, began.elapsed()))),
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        };
        let thread = std::thread::Builder::new().name("progress".into()).spawn(show).ok();
        Display { end, thread }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.end.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn bar(name: &'static str, unit: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let template = format!("{name} {{bar:20}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn line(name: &str, unit: &str, progress: &Progress, elapsed: Duration) -> String {
    let (done, total) = (progress.done(), progress.total());
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = total.saturating_sub(done) as f64 / rate.max(1e-9);
    let left = if done == 0 { "unknown".into() } else { HumanDuration(Duration::from_secs_f64(left)).to_string() };
    let (done, total, rate) = (HumanCount(done), HumanCount(total), HumanCount(rate as u64));
    format!("{name}: {done} of {total} {unit}, {rate} a second, {left} left")
}
