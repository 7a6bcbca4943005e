//! What is written to XBoard: features, moves and squares in its numbers, thinking lines.

use super::offered;
use super::parts::PASS;
use crate::board::Square;
use crate::engine::Engine;
use crate::game::{MoveError, Score, Value};
use crate::session::report::Info;
use crate::settings::Kind;

/// A sure win is this and the moves to the end.
const MATE: i64 = 100_000;

/// Words that are taken and do nothing.
pub(super) const IGNORED: &[&str] = &[
    "xboard", "accepted", "rejected", "random", "name", "rating", "ics", "otim", "draw", "put", "hover", "bk", "white",
    "black", "nps", "cores", "memory", "egtpath",
];

/// The answer to `protover`.
pub(super) fn features(engine: &Engine, variants: &[String]) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        "feature done=0".to_string(),
        format!("feature myname=\"Yon {version}\" variants=\"{}\"", variants.join(",")),
        "feature setboard=1 usermove=1 ping=1 playother=1 colors=0 sigint=0 sigterm=0 reuse=1 debug=1 analyze=1 time=1 \
         draw=0 highlight=1 san=0 name=0"
            .to_string(),
    ];
    for spec in engine.specs().iter().filter(|spec| offered(spec.key)) {
        let value = engine.settings().get(spec.key).unwrap_or_default();
        let kind = match &spec.kind {
            Kind::Spin { min, max, .. } => format!("-spin {value} {min} {max}"),
            Kind::Check { .. } => format!("-check {}", u8::from(value == "true")),
            Kind::Button => "-button".to_string(),
            Kind::Combo { words, .. } => {
                let marked =
                    words.iter().map(|word| if *word == value { format!("*{word}") } else { word.to_string() });
                format!("-combo {}", marked.collect::<Vec<_>>().join(" /// "))
            }
            Kind::Text => continue,
        };
        lines.push(format!("feature option=\"{} {kind}\"", spec.name));
    }
    lines.push("feature done=1".to_string());
    lines
}

/// A text with squares whose ranks count from 0 on a board of 10 ranks, as that program has them; `out` to it, otherwise
/// back from it.
pub(super) fn squares(text: &str, ranks: u8, out: bool) -> String {
    if ranks != 10 {
        return text.to_string();
    }
    let mut moved = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match rest[..digits].parse::<u8>() {
            Ok(rank) => {
                let rank = if out { rank.saturating_sub(1) } else { rank.saturating_add(1) };
                moved += &rank.to_string();
                rest = &rest[digits..];
            }
            Err(_) => {
                let end = digits.max(sign.len_utf8());
                moved += &rest[..end];
                rest = &rest[end..];
            }
        }
    }
    moved
}

/// A text of ours with the squares in that program's numbers.
pub(super) fn outward(engine: &Engine, text: &str) -> String {
    squares(text, engine.session().view().ranks, true)
}

/// The parts of a legal move that are still to be made behind those that were.
pub(super) fn parts(engine: &Engine, fen: &str, begun: &[String], mv: &str) -> Vec<String> {
    super::game(engine).and_then(|game| (game.spell)(fen, begun, mv)).unwrap_or_else(|| vec![mv.into()])
}

/// The first of these parts for a move of the present position, in that program's words.
pub(super) fn first(engine: &Engine, begun: &[String], mv: &str) -> String {
    let parts = parts(engine, &engine.session().fen(), begun, mv);
    outward(engine, parts.first().map_or(mv, String::as_str))
}

/// Why a move is refused, without the move.
pub(super) fn reason(error: &MoveError) -> String {
    match error {
        MoveError::Illegal { reason, .. } => reason.clone(),
        other => other.to_string(),
    }
}

/// Positive for a win: in moves of the winner.
fn score(score: Score) -> i64 {
    let moves = |plies: u16| MATE + i64::from(plies.div_ceil(2));
    match score {
        Score::Points(points) => points.into(),
        Score::Proved(Value::Win(Some(plies))) => moves(plies),
        Score::Proved(Value::Loss(Some(plies))) => -moves(plies),
        Score::Proved(Value::Win(None)) => MATE / 5,
        Score::Proved(Value::Loss(None)) => -MATE / 5,
        Score::Proved(Value::Draw) => 0,
    }
}

/// `ply score time nodes pv`, the time in hundredths of a second. A move that the search is `ahead` of the game by comes
/// first in the pv.
pub(super) fn thinking(info: &Info, ahead: Option<&str>, begun: &[String], engine: &Engine) -> String {
    let session = engine.session();
    let mut moves = Vec::new();
    let mut played: Vec<String> = Vec::new();
    for mv in ahead.into_iter().chain(info.pv.iter().map(String::as_str)) {
        let Ok(fen) = session.fen_after(&played) else { break };
        let begun = if played.is_empty() { begun } else { &[] };
        let told = parts(engine, &fen, begun, mv).join(&format!(" {PASS} "));
        moves.push(outward(engine, &told));
        played.push(mv.into());
    }
    let time = info.time.as_millis() / 10;
    format!("{} {} {time} {} {}", info.depth, score(info.score), info.nodes, moves.join(" ")).trim_end().to_string()
}

/// The squares that the piece on this one reaches.
pub(super) fn reached(from: Square, engine: &Engine) -> Vec<(Square, char)> {
    let session = engine.session();
    let ways = session.legal_moves().into_iter().map(|mv| session.move_squares(&mv));
    let ends = ways.filter(|way| way.first() == Some(&from)).filter_map(|way| way.get(1).copied());
    ends.map(|end| (end, 'Y')).collect()
}

/// The marks on squares: a letter on each, ranks from the top.
pub(super) fn highlight(lit: &[(Square, char)], engine: &Engine) -> String {
    let view = engine.session().view();
    let rows = (0..view.ranks).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..view.files {
            if let Some((_, mark)) = lit.iter().find(|(square, _)| *square == Square::new(file, rank)) {
                if empty > 0 {
                    row += &empty.to_string();
                }
                row.push(*mark);
                empty = 0;
            } else {
                empty += 1;
            }
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    });
    format!("highlight {}", rows.collect::<Vec<_>>().join("/"))
}

/// The last line of a search.
pub(super) struct Last {
    /// Its first move.
    pub best: String,
    depth: u32,
    nodes: u64,
    hundredths: u128,
}

impl Last {
    pub(super) fn of(info: &Info) -> Option<Self> {
        let best = info.pv.first()?.clone();
        Some(Last { best, depth: info.depth, nodes: info.nodes, hundredths: info.time.as_millis() / 10 })
    }

    /// The answer to `.`: time, nodes, depth, moves that are still to be looked at, all moves, the best one.
    pub(super) fn statistics(&self, engine: &Engine, begun: &[String]) -> String {
        let moves = engine.session().legal_moves().len();
        let best = first(engine, begun, &self.best);
        format!("stat01: {} {} {} 0 {moves} {best}", self.hundredths, self.nodes, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_from_0_on_ten_of_them_alone() {
        assert_eq!(squares("a1f10", 10, true), "a0f9");
        assert_eq!(squares("a0f9", 10, false), "a1f10");
        assert_eq!(squares("@@@@", 10, true), "@@@@");
        assert_eq!(squares("a1f10", 12, true), "a1f10");
        assert_eq!(squares("é999999", 10, true), "é999999");
    }

    #[test]
    fn a_sure_win_is_a_hundred_thousand_and_the_moves_to_it() {
        for (value, number) in [
            (Score::Points(-30), -30),
            (Score::Proved(Value::Win(Some(7))), 100_004),
            (Score::Proved(Value::Loss(Some(6))), -100_003),
            (Score::Proved(Value::Win(None)), 20_000),
            (Score::Proved(Value::Draw), 0),
        ] {
            assert_eq!(score(value), number);
        }
    }
}
