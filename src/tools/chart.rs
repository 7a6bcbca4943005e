//! `yon chart`: a picture of the first moves of every solved board, from the file that `scripts/results` makes.
//!
//! A row is a board. It shows the line of squares on which the checker in the first corner can go, so boards of
//! different sizes stand below each other and can be compared. What wins is told by colour and by shape.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::ToolError;
use crate::board::Square;
use crate::catalog::{Catalog, Entry};

/// Why a file of results was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It holds no results.
    #[error("{} holds no results: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A field is not what it must be.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// Which one.
        field: &'static str,
        /// What it must be.
        expected: String,
        /// What it is.
        found: String,
    },
}

#[derive(Deserialize)]
struct Results {
    game: String,
    boards: Vec<Board>,
}

#[derive(Deserialize)]
struct Board {
    size: u8,
    value: Verdict,
    plies: u16,
    first_moves: Vec<FirstMove>,
}

#[derive(Deserialize)]
struct FirstMove {
    #[serde(rename = "move")]
    mv: String,
    value: Verdict,
    plies: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Win,
    Loss,
}

impl Verdict {
    fn verb(self) -> &'static str {
        match self {
            Verdict::Win => "wins",
            Verdict::Loss => "loses",
        }
    }
}

/// Where the checker in the corner can go, and what that brings.
struct Goal {
    to: Square,
    steps: u8,
    value: Verdict,
    plies: u16,
}

/// One row of the picture.
struct Row {
    size: u8,
    value: Verdict,
    plies: u16,
    goals: Vec<Goal>,
}

fn wrong(field: &'static str, expected: impl Into<String>, found: impl ToString) -> ChartError {
    ChartError::Field { field, expected: expected.into(), found: found.to_string() }
}

impl Row {
    fn new(board: &Board, entry: &Entry) -> Result<Self, ChartError> {
        if !entry.sizes.contains(board.size) {
            return Err(wrong("size", entry.sizes.to_string(), board.size));
        }
        let corner = Square::new(0, 0);
        let mut goals = Vec::new();
        for first in &board.first_moves {
            let on_board = |square: &Square| square.is_on(board.size, board.size);
            let split = || {
                let (from, rest) = Square::split(&first.mv)?;
                let to = Square::parse(rest)?;
                (on_board(&from) && on_board(&to)).then_some((from, to))
            };
            let Some((from, to)) = split() else {
                return Err(wrong("move", "two squares of the board", format!("'{}'", first.mv.escape_default())));
            };
            if from == corner {
                let steps = corner.distance(to);
                goals.push(Goal { to, steps, value: first.value, plies: first.plies });
            }
        }
        goals.sort_by_key(|goal| goal.steps);
        let diagonal = goals.iter().all(|goal| goal.to.file == goal.to.rank && goal.to != corner);
        let different = goals.windows(2).all(|two| two[0].steps < two[1].steps);
        if goals.is_empty() || !diagonal || !different {
            let expected = format!("different moves from {corner} along the diagonal");
            return Err(wrong("first_moves", expected, format!("{} on {1}x{1}", goals.len(), board.size)));
        }
        Ok(Row { size: board.size, value: board.value, plies: board.plies, goals })
    }
}

/// Draws the results of a file as an SVG.
///
/// # Errors
/// When the file cannot be read or holds no results of a game that this program knows.
pub fn run(path: &Path, out: &mut dyn Write) -> Result<(), ToolError> {
    let text = fs::read_to_string(path).map_err(|source| ChartError::Io { path: path.into(), source })?;
    let results: Results =
        serde_json::from_str(&text).map_err(|source| ChartError::Json { path: path.into(), source })?;
    let catalog = Catalog::default();
    let Some(entry) = catalog.entries().iter().find(|entry| entry.name == results.game) else {
        let found = format!("'{}'", results.game.escape_default());
        return Err(wrong("game", format!("one of {}", catalog.names().join(", ")), found).into());
    };
    let rows = results.boards.iter().map(|board| Row::new(board, entry)).collect::<Result<Vec<Row>, _>>()?;
    if rows.is_empty() {
        return Err(wrong("boards", "at least one", 0).into());
    }
    let mut svg = String::new();
    draw(&rows, entry, &mut svg).map_err(|fmt::Error| io::Error::other("the picture cannot be written"))?;
    out.write_all(svg.as_bytes())?;
    Ok(())
}

/// The side of a square.
const CELL: u32 = 30;
/// Where the squares begin, below the words and right of the names of the boards.
const TOP: u32 = 132;
const LEFT: u32 = 76;
/// The room for the words right of the squares.
const RIGHT: u32 = 136;
const BOTTOM: u32 = 44;

/// Colours for both backgrounds. Losses go from light to dark in steps, the sooner the darker.
const STYLE: &str = "
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:13px;fill:#1f2328}
.page{fill:#ffffff}.h1{font-size:19px;font-weight:600}.dim{fill:#59636e;font-size:12px}.mid{text-anchor:middle}
.end{text-anchor:end}.w{fill:#0067b8}.wt{fill:#ffffff;font-weight:700}.good{fill:#0067b8;font-weight:700}
.l0{fill:#fdeccc}.l1{fill:#f9d08f}.l2{fill:#eeaa52}.l3{fill:#d97e26}.l4{fill:#9a4a0c}
.t0,.t1,.t2,.t3{fill:#2b1a00}.t4{fill:#ffffff}.own{fill:none;stroke:#59636e;stroke-width:2}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.dim{fill:#9198a1}.own{stroke:#9198a1}
.w{fill:#3d9bf0}.wt{fill:#04111f}.good{fill:#58b0ff}.t0,.t1,.t2,.t3{fill:#2b1a00}.t4{fill:#ffffff}}
";

/// A row's loss as a shade from 0, which holds out as long as any on this board, to 4.
fn shade(row: &Row, goal: &Goal) -> u32 {
    let best = row.goals.iter().filter(|goal| goal.value == Verdict::Loss).map(|goal| goal.plies).max();
    let share = u32::from(goal.plies) * 100 / u32::from(best.unwrap_or(1).max(1));
    match share {
        95.. => 0,
        85.. => 1,
        75.. => 2,
        65.. => 3,
        _ => 4,
    }
}

fn draw(rows: &[Row], entry: &Entry, svg: &mut String) -> fmt::Result {
    let first = entry.seats.first().copied().unwrap_or_default();
    let longest = rows.iter().map(|row| u32::from(row.size)).max().unwrap_or(0);
    let width = (LEFT + longest * CELL + RIGHT).max(900);
    let height = TOP + rows.len() as u32 * CELL + BOTTOM;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title desc\">"
    )?;
    writeln!(
        svg,
        "<title id=\"title\">{}: the first moves of every board, solved. {}.</title>",
        entry.title, entry.credit
    )?;
    writeln!(svg, "<desc id=\"desc\">{}</desc>", description(rows, first))?;
    writeln!(svg, "<style>{STYLE}</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>")?;
    heading(entry, first, svg)?;
    for steps in 1..longest.saturating_sub(1) {
        let name = Square::new(steps as u8, steps as u8);
        let (x, y) = (LEFT + steps * CELL + CELL / 2, TOP - 8);
        writeln!(svg, "<text class=\"dim mid\" x=\"{x}\" y=\"{y}\">{name}</text>")?;
    }
    for (index, row) in rows.iter().enumerate() {
        draw_row(row, first, TOP + index as u32 * CELL, svg)?;
    }
    writeln!(svg, "<text class=\"dim\" x=\"16\" y=\"{}\">{}.</text>\n</svg>", height - 14, entry.credit)
}

/// The words above, with what colours and shapes mean.
fn heading(entry: &Entry, first: &str, svg: &mut String) -> fmt::Result {
    let corner = Square::new(0, 0);
    writeln!(svg, "<text class=\"h1\" x=\"16\" y=\"30\">{}: where {first} may begin</text>", entry.title)?;
    writeln!(
        svg,
        "<text x=\"16\" y=\"52\">A row is the long diagonal of one board, from {first}'s checker on {corner} to the one in \
         the far corner, and each square a first move from {corner}.</text>"
    )?;
    writeln!(
        svg,
        "<text x=\"16\" y=\"70\">The number: moves to the end when the winner hurries and the loser holds out.</text>"
    )?;
    let y = 80;
    cell(LEFT, y, "w", "wt", true, "n", svg)?;
    writeln!(svg, "<text x=\"{}\" y=\"{}\">{first} wins</text>", LEFT + 36, y + 20)?;
    let from = LEFT + 130;
    for shade in 0..5u32 {
        let (fill, ink) = (format!("l{shade}"), format!("t{shade}"));
        cell(from + shade * CELL, y, &fill, &ink, false, "n", svg)?;
    }
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">{first} loses, the darker the sooner beside the longest loss of the row</text>",
        from + 5 * CELL + 6,
        y + 20
    )
}

/// A square with a number: a round one wins.
fn cell(x: u32, y: u32, fill: &str, ink: &str, round: bool, text: &str, svg: &mut String) -> fmt::Result {
    let corner = if round { CELL / 2 - 1 } else { 3 };
    let (side, middle, base) = (CELL - 2, x + CELL / 2, y + CELL / 2 + 5);
    write!(
        svg,
        "<rect class=\"{fill}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"{corner}\"/>\
         <text class=\"{ink} mid\" x=\"{middle}\" y=\"{base}\">{text}</text>",
        x + 1,
        y + 1
    )
}

fn draw_row(row: &Row, first: &str, y: u32, svg: &mut String) -> fmt::Result {
    let (size, base) = (row.size, y + CELL / 2 + 5);
    writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{base}\">{size}×{size}</text>", LEFT - 12)?;
    for own in [0, u32::from(size) - 1] {
        let (x, y) = (LEFT + own * CELL + CELL / 2, y + CELL / 2);
        writeln!(svg, "<circle class=\"own\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>")?;
    }
    for goal in &row.goals {
        let (x, plies) = (LEFT + u32::from(goal.steps) * CELL, goal.plies.to_string());
        let verb = goal.value.verb();
        write!(svg, "<g><title>{size}x{size}, a1 to {}: {first} {verb} in {plies}</title>", goal.to)?;
        match goal.value {
            Verdict::Win => cell(x, y, "w", "wt", true, &plies, svg)?,
            Verdict::Loss => {
                let shade = shade(row, goal);
                cell(x, y, &format!("l{shade}"), &format!("t{shade}"), false, &plies, svg)?;
            }
        }
        writeln!(svg, "</g>")?;
    }
    let class = if row.value == Verdict::Win { "good" } else { "plain" };
    let (x, verb) = (LEFT + u32::from(size) * CELL + 10, row.value.verb());
    writeln!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{base}\">{first} {verb} in {}</text>", row.plies)
}

/// The picture in words.
fn description(rows: &[Row], first: &str) -> String {
    let mut words = Vec::new();
    for row in rows {
        let wins: Vec<String> =
            row.goals.iter().filter(|goal| goal.value == Verdict::Win).map(|goal| goal.to.to_string()).collect();
        let by = if wins.is_empty() { String::new() } else { format!(" by {}", wins.join(" or ")) };
        words.push(format!("{0}x{0}: {first} {1} in {2}{by}", row.size, row.value.verb(), row.plies));
    }
    format!("{}.", words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(json: &str) -> Result<String, String> {
        let path = std::env::temp_dir().join(format!("yon-chart-{:016x}.json", fastrand::u64(..)));
        fs::write(&path, json).unwrap();
        let mut out = Vec::new();
        let done = run(&path, &mut out);
        fs::remove_file(&path).unwrap();
        done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| error.to_string())
    }

    fn one(size: u8, moves: &str) -> Result<String, String> {
        let game = Catalog::default().names()[0];
        let board = format!(r#"{{"size":{size},"value":"win","plies":7,"first_moves":[{moves}]}}"#);
        drawn(&format!(r#"{{"game":"{game}","boards":[{board}]}}"#))
    }

    #[test]
    fn a_row_has_a_square_for_each_move_from_the_corner() {
        let won = r#"{"move":"a1c3","value":"win","plies":7}"#;
        let lost = r#"{"move":"a1b2","value":"loss","plies":7},{"move":"d4c3","value":"loss","plies":7}"#;
        let svg = one(4, &format!("{won},{lost}")).unwrap();
        assert_eq!(svg.matches("<g>").count(), 2, "{svg}");
        assert!(svg.contains("4x4, a1 to c3: Red wins in 7") && svg.contains("a1 to b2: Red loses in 7"), "{svg}");
        assert!(svg.contains("Mark Steere"), "{svg}");
    }

    #[test]
    fn wrong_results_are_refused_with_a_reason() {
        let mv = |text: &str| format!(r#"{{"move":"{text}","value":"win","plies":7}}"#);
        for (found, expected) in [
            (one(5, ""), "size: expected an even number from 4 to 26, found 5"),
            (one(4, ""), "first_moves: expected different moves from a1 along the diagonal, found 0 on 4x4"),
            (one(4, &mv("a1e5")), "move: expected two squares of the board, found 'a1e5'"),
            (one(4, &mv("a1")), "move: expected two squares of the board, found 'a1'"),
            (one(4, &mv("a1b3")), "first_moves: expected different moves from a1 along the diagonal, found 1 on 4x4"),
            (drawn(r#"{"game":"go","boards":[]}"#), "game: expected one of "),
            (drawn("{"), "holds no results: EOF"),
        ] {
            assert!(found.as_ref().is_err_and(|error| error.contains(expected)), "{found:?}: {expected}");
        }
    }
}
