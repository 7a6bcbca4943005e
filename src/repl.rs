//! The people's door.

use crate::engine::Engine;

/// Runs.
///
/// # Errors
/// I/O.
pub fn run(_engine: Engine) -> std::io::Result<()> {
    Ok(())
}
