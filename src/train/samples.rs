//! Samples in a file: a line each, with the FEN, the chance that the search saw, how the game ended, and a 1 when the game
//! is kept aside, with tabs between.

use std::fmt::Write;

use super::Sample;
use crate::game::Notation;

/// Why samples cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected a position, two chances and 0 or 1 with tabs between, found {found:?}")]
pub struct SamplesError {
    /// Where, from 1.
    pub line: usize,
    /// The line.
    pub found: String,
}

/// The text of some samples.
pub fn write<G: Notation>(samples: &[Sample<G>]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let Sample { position, seen, ended, aside } = sample;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}\t{seen:.4}\t{ended}\t{}", position.fen(), u8::from(*aside));
        text
    })
}

/// The samples of a text.
///
/// # Errors
/// With the first line that is no sample.
pub fn read<G: Notation>(text: &str) -> Result<Vec<Sample<G>>, SamplesError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    lines.map(|(at, line)| sample(line).ok_or_else(|| SamplesError { line: at + 1, found: short(line) })).collect()
}

/// The beginning of a line that may be long.
fn short(line: &str) -> String {
    line.chars().take(80).collect()
}

fn sample<G: Notation>(line: &str) -> Option<Sample<G>> {
    let mut fields = line.split('\t');
    let position = G::from_fen(fields.next()?).ok()?;
    let mut chance = || fields.next()?.parse::<f32>().ok().filter(|chance| (0.0..=1.0).contains(chance));
    let (seen, ended) = (chance()?, chance()?);
    let aside = match fields.next()? {
        "0" => false,
        "1" => true,
        _ => return None,
    };
    (fields.next().is_none() && position.outcome().is_none()).then_some(Sample { position, seen, ended, aside })
}
