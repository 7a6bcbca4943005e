//! How much memory there is, as far as the system tells.

use std::fs;

use super::ToolError;

/// What each thread takes beside the data: its stack and, where it packs blocks, the packer.
const A_THREAD: u64 = 16 << 20;

/// Says before work begins that there is not enough memory for it: so many bytes of data, and what the threads take.
///
/// # Errors
/// When less can be had.
pub fn refuse_shortage(what: &str, data: u64, threads: usize) -> Result<(), ToolError> {
    let needed = data.saturating_add(A_THREAD * threads as u64);
    match available() {
        Some(available) if available < needed => Err(ToolError::Shortage { what: what.into(), needed, available }),
        _ => Ok(()),
    }
}

/// The memory that can still be had, in bytes: the least of what the machine, the control group and the limit of the
/// process leave. `None` where the system tells nothing.
pub fn available() -> Option<u64> {
    [machine(), control_group(), process()].into_iter().flatten().min()
}

fn machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024)
}

fn control_group() -> Option<u64> {
    let number = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

#[cfg(unix)]
fn process() -> Option<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    if soft == RLIM_INFINITY {
        return None;
    }
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(soft.saturating_sub(used * 1024))
}

#[cfg(not(unix))]
fn process() -> Option<u64> {
    None
}
