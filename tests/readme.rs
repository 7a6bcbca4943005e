//! The README's examples run as they stand: in `console` blocks, lines after `$` are commands, and what follows
//! is what they print, with `*` for any run of characters.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// The commands of the README with what they are said to print.
fn examples() -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in include_str!("../README.md").lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_string(), Vec::new())),
                (None, Some((_, printed))) => printed.push(line.to_string()),
                (None, None) => panic!("output before a command: {line}"),
            }
        }
    }
    found
}

fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let mut open = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        open = part.is_empty();
    }
    rest.is_empty() || open
}

#[test]
fn every_example_prints_what_it_says() {
    let examples = examples();
    assert_eq!(examples.len(), 20);
    let bin = Path::new(env!("CARGO_BIN_EXE_yon"));
    // One folder for all of them, in which they find the files of those before.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = format!("{}:{}", bin.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for (command, printed) in examples {
        let command = command.replace("cargo run --release --quiet", "yon");
        let output =
            Command::new("sh").args(["-c", &command]).env("PATH", &path).current_dir(&folder).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(output.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(lines.len(), printed.len(), "{command}:\n{text}");
        for (pattern, line) in printed.iter().zip(lines) {
            assert!(fits(pattern, line), "{command}:\nexpected {pattern}\nfound    {line}");
        }
    }
}

#[test]
fn the_files_it_points_to_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = include_str!("../README.md");
    let mut links = 0;
    for part in text.split("](").skip(1) {
        let target = part.split(')').next().unwrap();
        if let Some(place) = target.strip_prefix('#') {
            let heading = format!("\n## {}\n", place.replace('-', " "));
            assert!(text.to_lowercase().contains(&heading.to_lowercase()), "{target}");
            continue;
        }
        assert!(root.join(target).exists(), "{target}");
        links += 1;
    }
    assert!(links > 8, "{links}");
}
