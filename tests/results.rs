//! The published results: README shows what `docs/yonkoma.json` holds, the picture is drawn from it, and what the solver
//! finds now is what it holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn results() -> Json {
    serde_json::from_str(include_str!("../docs/yonkoma.json")).unwrap()
}

fn boards() -> Vec<Json> {
    results()["boards"].as_array().unwrap().clone()
}

fn yon(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_yon")).args(args).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The moves of the checker on a1: the file that each goes to, whether it wins, and in how many moves.
fn from_a1(board: &Json) -> Vec<(u8, bool, u64)> {
    let goal = |first: &Json| {
        let to = first["move"].as_str()?.strip_prefix("a1")?.as_bytes()[0];
        Some((to - b'a', first["value"] == "win", first["plies"].as_u64()?))
    };
    let mut goals: Vec<_> = board["first_moves"].as_array().unwrap().iter().filter_map(goal).collect();
    goals.sort_unstable();
    goals
}

#[test]
fn every_size_is_there() {
    let sizes: Vec<u64> = boards().iter().map(|board| board["size"].as_u64().unwrap()).collect();
    assert_eq!(sizes, (4..=26).step_by(2).collect::<Vec<u64>>());
}

#[test]
fn small_boards_are_as_the_solver_finds_them_now() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("results");
    fs::create_dir_all(&folder).unwrap();
    for board in boards().iter().filter(|board| board["size"].as_u64().unwrap() <= 12) {
        let size = board["size"].to_string();
        let path = folder.join(format!("{size}.yon"));
        let path = path.to_str().unwrap();
        let solved = yon(&["solve", "--size", &size, "--out", path, "--force", "--json"]);
        let solved: Json = serde_json::from_str(&solved).unwrap();
        for (key, value) in board.as_object().unwrap() {
            if !["measured", "stats"].contains(&key.as_str()) {
                assert_eq!(*value, solved[key], "{size}x{size}: {key}");
            }
        }
        let counted: Json = serde_json::from_str(&yon(&["stats", path, "--json"])).unwrap();
        for (key, value) in board["stats"].as_object().unwrap() {
            if key == "games" {
                // A sum of floating-point numbers; threads may choose its order.
                let ratio = value.as_f64().unwrap() / counted[key].as_f64().unwrap();
                assert!((ratio - 1.0).abs() < 1e-9, "{size}x{size}: {key}");
            } else {
                assert_eq!(*value, counted[key], "{size}x{size}: {key}");
            }
        }
    }
}

#[test]
fn the_picture_is_drawn_from_the_results() {
    let drawn = yon(&["chart", root().join("docs/yonkoma.json").to_str().unwrap()]);
    assert!(
        drawn == include_str!("../docs/first-moves.svg"),
        "run: yon chart docs/yonkoma.json > docs/first-moves.svg"
    );
    assert!(drawn.contains("designed by Mark Steere"), "{drawn}");
}

#[test]
fn what_the_readme_says_of_the_pattern_holds() {
    for board in boards() {
        let size = board["size"].as_u64().unwrap();
        let won = board["value"] == "win";
        let goals = from_a1(&board);
        let wins: Vec<u8> = goals.iter().filter(|(_, wins, _)| *wins).map(|goal| goal.0 + b'a').collect();
        let expected: &[u8] = match size {
            4 | 16 => b"c",
            6 => b"d",
            8 => b"cf",
            10 => b"bg",
            24 => b"e",
            _ => b"",
        };
        assert_eq!(wins, expected, "{size}");
        assert_eq!(won, !expected.is_empty(), "{size}");
        let middle = |file: u8| [size / 2 - 1, size / 2].contains(&u64::from(file));
        let soonest = goals.iter().filter(|(_, wins, _)| !wins).map(|&(_, _, plies)| plies).min().unwrap();
        let quickest = goals.iter().any(|&(file, wins, plies)| !wins && plies == soonest && middle(file));
        assert!(quickest, "{size}: none loses sooner than a move to the middle");
        if !won {
            let (file, _, plies) = goals[goals.len() - 1];
            assert_eq!(u64::from(file), size - 2, "{size}");
            assert_eq!(
                Some(plies),
                goals.iter().map(|goal| goal.2).max(),
                "{size}: the longest move holds out longest"
            );
            assert_eq!(Some(plies), board["plies"].as_u64(), "{size}");
        }
    }
}

#[test]
fn the_readme_shows_what_the_script_renders() {
    let script = root().join("scripts/results");
    let output = match Command::new("python3").arg(script).arg("--print").output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: python3 cannot be run: {error}");
            return;
        }
    };
    assert!(output.status.success(), "{output:?}");
    let rendered = String::from_utf8(output.stdout).unwrap();
    let readme = include_str!("../README.md");
    let block = readme.split("<!-- results -->\n").nth(1).and_then(|rest| rest.split("<!-- /results -->").next());
    assert_eq!(block, Some(rendered.as_str()), "run: scripts/results --readme");
}
