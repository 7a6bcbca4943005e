//! Solving that is ended from outside leaves no half file.

use std::process::{Child, Stdio};
use std::time::Instant;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::driver::{Folder, PATIENCE, Yon, ms, program};
use super::{names, object, refuses, yon};

fn solving(folder: &Folder, size: &str) -> Child {
    let mut command = program();
    command.args(["solve", "--size", size, "--threads", "1", "--out", &folder.file("yonkoma-16.yon")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
}

/// Waits until this holds of a child that goes on.
fn wait_until(child: &mut Child, mut holds: impl FnMut(u32) -> bool) {
    let began = Instant::now();
    while !holds(child.id()) {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(ms(1));
    }
}

/// Processor time in hundredths of a second.
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_during_solving_ends_it_and_leaves_nothing() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let folder = Folder::new("solving");
        let mut child = solving(&folder, "22");
        wait_until(&mut child, |id| ticks(id) > 30);
        send(&child, signal);
        refuses(&child.wait_with_output().unwrap(), 2, "stopped");
        assert_eq!(names(&folder), Vec::<String>::new(), "{signal}");
    }
}

#[test]
fn a_signal_during_writing_ends_it_and_leaves_nothing() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = Folder::new("writing");
        let mut child = solving(&folder, "18");
        wait_until(&mut child, |_| is_being_written(&folder));
        send(&child, signal);
        refuses(&child.wait_with_output().unwrap(), 2, "stopped");
        assert_eq!(names(&folder), Vec::<String>::new(), "{signal}");
    }
}

/// The test for a place to write leaves none of these for longer than a moment.
fn is_being_written(folder: &Folder) -> bool {
    let there = || names(folder).iter().any(|name| name.starts_with('.') && name.ends_with(".part"));
    there() && {
        std::thread::sleep(ms(30));
        there()
    }
}

#[test]
fn a_writer_that_is_killed_leaves_a_hidden_file_that_does_no_harm() {
    let folder = Folder::new("killed");
    let mut child = solving(&folder, "18");
    wait_until(&mut child, |_| is_being_written(&folder));
    send(&child, Signal::SIGKILL);
    child.wait().unwrap();
    let left = names(&folder);
    assert!(left.len() == 1 && left[0].starts_with(".yonkoma-16.yon.") && left[0].ends_with(".part"), "{left:?}");
    let mut engine = Yon::new();
    engine.set(&format!("setoption name TablePath value {}", folder.0.display()));
    engine.set("setoption name BoardSize value 16");
    engine.set("position startpos");
    assert_eq!(engine.go("depth 2").notes.len(), 0);
    object(&yon(&["solve", "--size", "6", "--out", &folder.file("yonkoma-16.yon"), "--json"]));
    object(&yon(&["verify", &folder.file("yonkoma-16.yon"), "--json"]));
}
