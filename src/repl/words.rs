//! Sentences for people: results, values and estimates with the names of the sides.

use super::sides::Sides;
use crate::game::{Outcome, Reason, Score, Seat, Value, Verdict};
use crate::session::report::Judged;
pub use crate::text::count;

/// `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[&str], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Text of a file as it may be shown: no control characters, and no more than a line or two.
pub fn harmless(text: &str) -> String {
    const LONGEST: usize = 160;
    text.chars().take(LONGEST).map(|sign| if sign.is_control() { '?' } else { sign }).collect()
}

/// Who wins by force, and when, from the value for `mover`.
pub fn value(value: Value, mover: Seat, sides: &Sides) -> String {
    let plies = match value.plies() {
        None | Some(0) => String::new(),
        Some(plies) => format!(" in {}", count(plies.into(), "ply")),
    };
    let name = sides.name(mover);
    match value {
        Value::Win(_) => format!("{name} wins{plies}"),
        Value::Draw => "neither side can force a win".into(),
        Value::Loss(_) => match sides.names().len() {
            2 => format!("{} wins{plies}", sides.name(mover.other())),
            _ => format!("{name} loses{plies}"),
        },
    }
}

/// An estimate in hundredths for `mover`.
pub fn estimate(points: i32, mover: Seat, sides: &Sides) -> String {
    let sign = if points < 0 { '-' } else { '+' };
    let (whole, part) = (points.unsigned_abs() / 100, points.unsigned_abs() % 100);
    format!("estimate {sign}{whole}.{part:02} for {}", sides.name(mover))
}

/// A score of a search for `mover`.
pub fn score(score: Score, mover: Seat, sides: &Sides) -> String {
    match score {
        Score::Proved(proved) => value(proved, mover, sides),
        Score::Points(points) => estimate(points, mover, sides),
    }
}

/// A value that is proved, or an estimate with its depth.
pub fn known(known: &Judged, mover: Seat, sides: &Sides) -> String {
    match known {
        Ok(proved) => value(*proved, mover, sides),
        Err((points, depth)) => format!("{}, depth {depth}", estimate(*points, mover, sides)),
    }
}

fn reason(outcome: &Outcome, sides: &Sides) -> String {
    let loser = match outcome.verdict {
        Verdict::Win(winner) if sides.names().len() == 2 => sides.name(winner.other()),
        Verdict::Scores(_) => "every other side",
        _ => "the last side",
    };
    match outcome.reason {
        Reason::Crosscut => format!("{loser} has completed a crosscut"),
        Reason::NoMoves => format!("{loser} has no move"),
        Reason::Four => "there are four in a row".into(),
        Reason::Five => "there are five in a row".into(),
        Reason::Stuck => format!("{loser} cannot act"),
        Reason::Repetition => "the position has come too often".into(),
        Reason::QuietLimit => "nothing has happened for too long".into(),
        Reason::PlyLimit => "the game has reached its greatest length".into(),
        Reason::Checkmate if matches!(outcome.verdict, Verdict::Scores(_)) => format!("{loser} is out"),
        Reason::Checkmate => format!("{loser} is checkmated"),
    }
}

/// How the game ended.
pub fn outcome(outcome: &Outcome, sides: &Sides) -> String {
    let who = match outcome.verdict {
        Verdict::Win(winner) => format!("{} wins", sides.name(winner)),
        Verdict::Draw => "a draw".into(),
        Verdict::Scores(points) => {
            let scores: Vec<String> =
                sides.seats().map(|seat| format!("{} has {}", sides.name(seat), points[seat])).collect();
            let best = sides.seats().map(|seat| points[seat]).max();
            let winners: Vec<Seat> = sides.seats().filter(|&seat| Some(points[seat]) == best).collect();
            match winners.as_slice() {
                [winner] => format!("{} wins, and {}", sides.name(*winner), scores.join(", ")),
                _ => scores.join(", "),
            }
        }
    };
    format!("Game over: {who} because {}.", reason(outcome, sides))
}

/// Words in lines of at most `width` columns, each indented by two.
pub fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn sides() -> Sides {
        Sides::of(&Catalog::default().entries()[0], false)
    }

    #[test]
    fn values_name_the_winner_whoever_is_to_move() {
        let (red, blue) = (Seat::new(0), Seat::new(1));
        assert_eq!(value(Value::Win(Some(13)), red, &sides()), "Red wins in 13 plies");
        assert_eq!(value(Value::Loss(Some(1)), red, &sides()), "Blue wins in 1 ply");
        assert_eq!(value(Value::Win(None), blue, &sides()), "Blue wins");
    }

    #[test]
    fn estimates_are_signed_hundredths() {
        let red = Seat::new(0);
        assert_eq!(estimate(-5, red, &sides()), "estimate -0.05 for Red");
        assert_eq!(estimate(0, red, &sides()), "estimate +0.00 for Red");
        assert_eq!(estimate(1234, red, &sides()), "estimate +12.34 for Red");
        assert_eq!(estimate(i32::MIN, red, &sides()), "estimate -21474836.48 for Red");
    }

    #[test]
    fn words_wrap_at_the_width() {
        let words: Vec<String> = ["aaaa", "bbbb", "cccc"].map(String::from).into();
        assert_eq!(wrapped(&words, 11), ["  aaaa bbbb", "  cccc"]);
    }
}
