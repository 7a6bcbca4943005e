//! Typed answers as lines of the text protocol: the only place that knows these words.

use super::command::COMMANDS;
use crate::engine::Engine;
use crate::game::{Score, Value, Verdict};
use crate::session::report::{Answer, Hint, Info, Judged, MoveValue};
use crate::settings::{EMPTY, Kind, Spec};

/// Which handshake was given; it changes a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// `uci`, and no handshake at all.
    #[default]
    Uci,
    /// `ugi`.
    Ugi,
}

/// `info string error CODE: message`.
pub fn error(code: &str, message: &str) -> String {
    format!("info string error {code}: {message}")
}

/// The reply to a handshake.
pub fn handshake(dialect: Dialect, engine: &Engine) -> Vec<String> {
    let mut lines = vec![
        format!("id name Yon {}", env!("CARGO_PKG_VERSION")),
        "id author the Yon authors (Yonkoma is designed by Mark Steere)".to_string(),
    ];
    lines.extend(engine.specs().iter().map(option));
    lines.push(if dialect == Dialect::Uci { "uciok" } else { "ugiok" }.to_string());
    lines
}

fn option(spec: &Spec) -> String {
    let kind = match &spec.kind {
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Check { default } => format!("check default {default}"),
        Kind::Combo { default, words } => format!("combo default {default} var {}", words.join(" var ")),
        Kind::Text => format!("string default {EMPTY}"),
        Kind::Button => "button".to_string(),
    };
    format!("option name {} type {kind}", spec.name)
}

/// `cp X` or `mate Y`. With N plies to the end, `mate` counts the winner's moves in uci and plies in ugi;
/// clients read `mate 0` as lost, so a side that has won already has `mate 1`.
fn score(score: Score, dialect: Dialect) -> String {
    let mate = |plies: u16| if dialect == Dialect::Uci { plies.div_ceil(2) } else { plies };
    match score {
        Score::Points(points) => format!("cp {points}"),
        Score::Proved(Value::Win(Some(plies))) => format!("mate {}", mate(plies).max(1)),
        Score::Proved(Value::Loss(Some(0))) => "mate 0".to_string(),
        Score::Proved(Value::Loss(Some(plies))) => format!("mate -{}", mate(plies)),
        Score::Proved(Value::Draw) => "cp 0".to_string(),
        Score::Proved(Value::Win(None)) => "cp 20000".to_string(),
        Score::Proved(Value::Loss(None)) => "cp -20000".to_string(),
    }
}

/// A line of a search.
pub fn info(info: &Info, dialect: Dialect) -> String {
    let micros = info.time.as_micros().max(1);
    let nps = (u128::from(info.nodes) * 1_000_000 / micros).min(u64::MAX.into());
    let mut scores = String::new();
    if !info.scores.is_empty() {
        scores += " scores";
        info.scores.iter().for_each(|points| scores += &format!(" {points}"));
    }
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{scores} nodes {} nps {nps} hashfull {} tbhits {} time {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.score, dialect),
        info.nodes,
        info.hashfull,
        info.tbhits,
        info.time.as_millis(),
    );
    if !info.pv.is_empty() {
        line += " pv ";
        line += &info.pv.join(" ");
    }
    line
}

/// How a job ended. `with_ponder` adds the expected reply, which some clients cannot read.
pub fn answer(answer: &Answer, with_ponder: bool) -> Vec<String> {
    match answer {
        Answer::Best { mv: None, .. } => vec!["bestmove (none)".into()],
        Answer::Best { mv: Some(mv), ponder: Some(reply) } if with_ponder => {
            vec![format!("bestmove {mv} ponder {reply}")]
        }
        Answer::Best { mv: Some(mv), .. } => vec![format!("bestmove {mv}")],
        Answer::Perft { counts, total } => {
            let mut lines: Vec<String> = counts.iter().map(|(mv, count)| format!("{mv}: {count}")).collect();
            lines.push(format!("Nodes searched: {total}"));
            lines
        }
        Answer::Stopped => vec!["info string stopped before the count was done".into()],
        Answer::Nothing => Vec::new(),
        Answer::Hint(found) => vec![hint(found)],
        Answer::Values(rows) => {
            let mut lines: Vec<String> = rows.iter().map(value).collect();
            lines.push("valuesok".into());
            lines
        }
    }
}

fn verdict(value: &Judged) -> String {
    match value {
        Ok(value) => {
            let plies = value.plies().map_or(String::new(), |plies| format!(" plies {plies}"));
            format!("{}{plies}", value.word())
        }
        Err((points, depth)) => format!("unknown score cp {points} depth {depth}"),
    }
}

fn hint(hint: &Hint) -> String {
    let partial = if hint.partial { " partial" } else { "" };
    let mut line = format!("hint value {}{partial} moves", verdict(&hint.value));
    for mv in &hint.moves {
        line.push(' ');
        line += mv;
    }
    line
}

fn value(row: &MoveValue) -> String {
    format!("value {} {}", row.mv, verdict(&row.value))
}

/// `p1win`, `p2win`, `draw`, or the scores of all seats.
pub fn result(verdict: &Verdict, seats: usize) -> String {
    match verdict {
        Verdict::Win(seat) => format!("p{}win", seat.number()),
        Verdict::Draw => "draw".into(),
        Verdict::Scores(points) => {
            let points: Vec<String> = points.0[..seats].iter().map(u8::to_string).collect();
            format!("scores {}", points.join(" "))
        }
    }
}

/// The drawing of the present position with its facts.
pub fn display(engine: &Engine) -> Vec<String> {
    let session = engine.session();
    let mut lines = session.view().to_lines();
    let turn = session.turn();
    lines.push(format!("Fen: {}", session.fen()));
    lines.push(format!("Key: {:016x}", session.key()));
    lines.push(format!("Turn: p{} {}", turn.number(), session.seats()[turn.index()]));
    if let Some(outcome) = session.outcome() {
        lines.push(format!("Result: {} {}", result(&outcome.verdict, session.seats().len()), outcome.reason.word()));
    }
    lines
}

/// The list of commands for people.
pub fn help() -> Vec<String> {
    COMMANDS.iter().map(|(name, what)| format!("{name}: {what}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_counts_moves_in_uci_and_plies_in_ugi() {
        for (value, uci, ugi) in [
            (Value::Win(Some(0)), "mate 1", "mate 1"),
            (Value::Win(Some(1)), "mate 1", "mate 1"),
            (Value::Win(Some(2)), "mate 1", "mate 2"),
            (Value::Win(Some(26)), "mate 13", "mate 26"),
            (Value::Win(Some(7)), "mate 4", "mate 7"),
            (Value::Loss(Some(0)), "mate 0", "mate 0"),
            (Value::Loss(Some(1)), "mate -1", "mate -1"),
            (Value::Loss(Some(40)), "mate -20", "mate -40"),
            (Value::Draw, "cp 0", "cp 0"),
        ] {
            assert_eq!(score(Score::Proved(value), Dialect::Uci), uci, "{value:?}");
            assert_eq!(score(Score::Proved(value), Dialect::Ugi), ugi, "{value:?}");
        }
    }
}
