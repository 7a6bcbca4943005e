//! Where the games of a match begin: from a file, at random, or every position a few plies from the start.

use std::collections::HashSet;

use crate::catalog::Entry;
use crate::game::Setup;
use crate::session::report::{PositionError, Start};
use crate::text::quote;

/// A start and moves from it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The start.
    pub start: Start,
    /// The moves.
    pub moves: Vec<String>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The lines of a file: FENs or move lists.
    Lines(Vec<String>),
    /// Random moves from the start.
    Random {
        /// How many.
        plies: u32,
    },
    /// Every position so many plies from the start, in a random order.
    Tree {
        /// How many.
        plies: u32,
    },
}

/// Why there are no openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line is wrong.
    #[error("openings: line {line}: {error}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why.
        error: PositionError,
    },
    /// The game is over in the opening.
    #[error("openings: line {0}: the game is over there")]
    Over(usize),
    /// There is none.
    #[error("openings: expected at least one, found none")]
    None,
}

/// One line of a file: a FEN, a FEN with moves, or moves from the start; `None` for blanks and comments.
fn read(line: &str) -> Option<Opening> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| ["position", "record"].contains(word)).collect();
    let moves_at = words.iter().position(|word| *word == "moves");
    let texts = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    let (head, moves) = match moves_at {
        Some(at) => (&words[..at], texts(&words[at + 1..])),
        None => (&words[..], Vec::new()),
    };
    Some(match head {
        [] | ["startpos"] => Opening { start: Start::Startpos, moves },
        ["fen", fen @ ..] => Opening { start: Start::Fen(fen.join(" ")), moves },
        // A FEN has a field of rows or colons; moves have neither.
        [first, ..] if moves_at.is_some() || first.contains(['/', ':']) => {
            Opening { start: Start::Fen(head.join(" ")), moves }
        }
        moves => Opening { start: Start::Startpos, moves: texts(moves) },
    })
}

/// The openings of a match, all of them playable. Opening number i is `openings[i % openings.len()]`.
///
/// # Errors
/// When a line is wrong, the game is over in it, or there is none.
pub fn openings(
    source: &Source,
    entry: &Entry,
    setup: &Setup,
    seed: u64,
    wanted: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let found = match source {
        Source::Lines(lines) => from_lines(lines, entry, setup)?,
        Source::Random { plies } => at_random(*plies, entry, setup, seed, wanted),
        Source::Tree { plies } => {
            let mut all = tree(*plies, entry, setup);
            fastrand::Rng::with_seed(seed).shuffle(&mut all);
            all
        }
    };
    if found.is_empty() { Err(OpeningError::None) } else { Ok(found) }
}

fn from_lines(lines: &[String], entry: &Entry, setup: &Setup) -> Result<Vec<Opening>, OpeningError> {
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(opening) = read(line) else { continue };
        let mut session = entry.open(setup);
        let line = index + 1;
        session
            .set_position(setup, &opening.start, &opening.moves)
            .map_err(|error| OpeningError::Line { line, error })?;
        if session.outcome().is_some() {
            return Err(OpeningError::Over(line));
        }
        found.push(opening);
    }
    Ok(found)
}

/// Random lines; different ones as long as that is easy.
fn at_random(plies: u32, entry: &Entry, setup: &Setup, seed: u64, wanted: usize) -> Vec<Opening> {
    const TRIES_EACH: usize = 20;
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..wanted.max(1) * TRIES_EACH {
        if found.len() >= wanted.max(1) {
            break;
        }
        let mut session = entry.open(setup);
        let mut moves = Vec::new();
        for _ in 0..plies {
            let legal = session.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.usize(..legal.len())].clone();
            if session.play(&mv).is_ok() {
                moves.push(mv);
            }
        }
        let opening = Opening { start: Start::Startpos, moves };
        if session.outcome().is_none() && seen.insert(opening.clone()) {
            found.push(opening);
        }
    }
    found
}

fn tree(plies: u32, entry: &Entry, setup: &Setup) -> Vec<Opening> {
    let mut lines: Vec<Vec<String>> = vec![Vec::new()];
    for _ in 0..plies {
        let longer = |line: Vec<String>| {
            let mut session = entry.open(setup);
            let legal = match session.set_position(setup, &Start::Startpos, &line) {
                Ok(()) => session.legal_moves(),
                Err(_) => Vec::new(),
            };
            legal.into_iter().map(move |mv| [line.clone(), vec![mv]].concat())
        };
        lines = lines.into_iter().flat_map(longer).collect();
    }
    let mut session = entry.open(setup);
    let mut is_on =
        |line: &Vec<String>| session.set_position(setup, &Start::Startpos, line).is_ok() && session.outcome().is_none();
    lines.retain(&mut is_on);
    lines.into_iter().map(|moves| Opening { start: Start::Startpos, moves }).collect()
}

/// Reads `FILE` lines, or `random:PLIES`.
///
/// # Errors
/// A message when the number of plies is none.
pub fn source(text: &str, read_file: impl FnOnce(&str) -> std::io::Result<String>) -> Result<Source, String> {
    if let Some(plies) = text.strip_prefix("random:") {
        let plies = crate::text::read_digits(plies).filter(|&plies| plies <= 200);
        let plies =
            plies.ok_or_else(|| format!("openings: expected random:PLIES of at most 200, found {}", quote(text)))?;
        return Ok(Source::Random { plies: plies as u32 });
    }
    let content = read_file(text).map_err(|error| format!("openings: cannot read {}: {error}", quote(text)))?;
    Ok(Source::Lines(content.lines().map(str::to_string).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    const SETUP: Setup = Setup::of_size(6);

    fn lines(text: &str) -> Result<Vec<Opening>, OpeningError> {
        let source = source("file", |_| Ok(text.into())).unwrap();
        openings(&source, &Catalog::default().entries()[0], &SETUP, 1, 10)
    }

    #[test]
    fn a_line_is_a_fen_or_moves() {
        let found =
            lines("# comment\n\nb4r/6/6/6/6/r4b r\na1d4 a6b5\nposition fen b4r/6/6/6/6/r4b r 1 moves a1b2\nstartpos\n");
        let found = found.unwrap();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].start, Start::Fen("b4r/6/6/6/6/r4b r".into()));
        assert_eq!(found[1], Opening { start: Start::Startpos, moves: vec!["a1d4".into(), "a6b5".into()] });
        assert_eq!(found[2].moves, ["a1b2"]);
        assert_eq!(found[3], Opening { start: Start::Startpos, moves: Vec::new() });
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, words) in [
            ("", "found none"),
            ("a1d4\na1a2", "line 2: move 1: a1a2 is illegal"),
            ("b4r/6/6/6/6/r5 r", "line 1: board: expected 2 Blue checkers, found 1"),
            ("4b1/3r2/2rb2/6/6/6 r", "line 1: "),
        ] {
            let error = lines(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        assert!(source("random:x", |_| Ok(String::new())).is_err());
    }

    #[test]
    fn random_openings_repeat_with_the_seed_and_differ_from_each_other() {
        let catalog = Catalog::default();
        let of = |seed| openings(&Source::Random { plies: 3 }, &catalog.entries()[0], &SETUP, seed, 20).unwrap();
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert_eq!(of(1).iter().collect::<HashSet<_>>().len(), 20);
        assert!(of(1).iter().all(|opening| opening.moves.len() == 3));
    }

    #[test]
    fn the_tree_holds_every_line() {
        let found = openings(&Source::Tree { plies: 2 }, &Catalog::default().entries()[0], &SETUP, 1, 1).unwrap();
        assert_eq!(found.len(), 64);
    }
}
