//! `yon perft`: leaves depth by depth, with the time and the rate.

use std::io::Write;
use std::time::Instant;

use super::{ToolError, finish};
use crate::engine::Engine;
use crate::session::report::{Answer, Request, Start};

/// Prints one line for each depth from 1 to the last.
///
/// # Errors
/// When the position is wrong or writing fails.
pub fn run(mut engine: Engine, start: &Start, depth: u32, out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_option("UseTables", "false")?;
    engine.set_position(start, &[])?;
    writeln!(out, "{:>5} {:>20} {:>10} {:>10}", "depth", "leaves", "seconds", "M/s")?;
    for depth in 1..=depth {
        let began = Instant::now();
        let (_, answer) = finish(engine.job(Request::Perft(depth))?);
        let seconds = began.elapsed().as_secs_f64();
        if let Answer::Perft { total, .. } = answer {
            let rate = total as f64 / seconds.max(1e-9) / 1e6;
            writeln!(out, "{depth:>5} {total:>20} {seconds:>10.3} {rate:>10.1}")?;
            if total == 0 {
                break;
            }
        }
    }
    Ok(())
}
