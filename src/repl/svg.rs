//! The position as a picture: squares, pieces as discs with their letters, the last move, and coordinates on all sides.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;

use super::sides::Sides;
use super::words::count;
use super::{Refusal, Repl};
use crate::board::Square;
use crate::game::Seat;
use crate::session::Session;
use crate::session::report::Start;
use crate::table::write_whole;
use crate::text::quote;
use crate::view::{Mark, View};

/// The side of a square.
const SIDE: u32 = 48;
/// The edge with the coordinates.
const EDGE: u32 = 28;

/// The colours of pieces and of their letters by the names of the sides; others go by their seat.
const BY_NAME: &[(&str, &str, &str)] = &[
    ("Red", "#c8322b", "#ffffff"),
    ("Blue", "#2b55b8", "#ffffff"),
    ("White", "#f7f3e8", "#222222"),
    ("Black", "#2a2a2a", "#ffffff"),
    ("Orange", "#e08a1e", "#222222"),
    ("Green", "#2f8f4e", "#ffffff"),
    ("Coral", "#e2725b", "#222222"),
];
const BY_SEAT: [(&str, &str); 4] =
    [("#c8322b", "#ffffff"), ("#2b55b8", "#ffffff"), ("#2f8f4e", "#ffffff"), ("#e08a1e", "#222222")];

fn colours(seat: Seat, sides: &Sides) -> (&'static str, &'static str) {
    let named = BY_NAME.iter().find(|(name, ..)| *name == sides.name(seat));
    named.map_or(BY_SEAT[seat.index() % 4], |(_, ground, letter)| (*ground, *letter))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The picture of a board.
pub(super) fn picture(view: &View, sides: &Sides, flip: bool) -> String {
    let (files, ranks) = (u32::from(view.files), u32::from(view.ranks));
    let (width, board) = (files * SIDE + 2 * EDGE, ranks * SIDE + 2 * EDGE);
    let height = board + 22 * view.notes().len() as u32;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fbf8f1\"/>\n"
    );
    // Writing into a string does not fail.
    let mut add = |line: std::fmt::Arguments<'_>| {
        let _ = svg.write_fmt(line);
    };
    let place = |file: u8, rank: u8| {
        let (file, rank) = (u32::from(file), u32::from(rank));
        let (column, row) = if flip { (files - 1 - file, rank) } else { (file, ranks - 1 - rank) };
        (EDGE + column * SIDE, EDGE + row * SIDE)
    };
    for rank in 0..view.ranks {
        for file in 0..view.files {
            let square = Square::new(file, rank);
            let (x, y) = place(file, rank);
            let ground = match view.ground(square) {
                '.' => "#cdbb97",
                ':' => "#9db4dc",
                _ => "#efe6d0",
            };
            add(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{ground}\"/>\n"));
            let ring = match view.marked(square) {
                Some(Mark::Target) => Some("#3c9a4b"),
                Some(Mark::Hint) => Some("#d9a400"),
                Some(Mark::Hold) => Some("#2aa5a5"),
                Some(Mark::Last) if view.piece(square).is_none() => Some("#8a7a55"),
                _ => None,
            };
            let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
            if let Some(piece) = view.piece(square) {
                let (ground, letter) = colours(piece.seat, sides);
                let last = view.marked(square) == Some(Mark::Last);
                let (rim, wide) = if last { ("#ffffff", 4) } else { ("#33302a", 1) };
                add(format_args!(
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"19\" fill=\"{ground}\" stroke=\"{rim}\" stroke-width=\"{wide}\"/>\n"
                ));
                let text = escaped(&format!("{}{}", view.padded_prefix(square).trim(), sides.letter(piece)));
                add(format_args!(
                    "<text x=\"{cx}\" y=\"{}\" font-size=\"17\" fill=\"{letter}\">{text}</text>\n",
                    cy + 6
                ));
            }
            if let Some(ring) = ring {
                let radius = if view.piece(square).is_some() { 22 } else { 9 };
                add(format_args!(
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"4\"/>\n"
                ));
            }
        }
    }
    for file in 0..view.files {
        let x = place(file, 0).0 + SIDE / 2;
        for y in [EDGE - 9, board - 9] {
            add(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#5c5340\">{}</text>\n",
                view.file_name(file)
            ));
        }
    }
    for rank in 0..view.ranks {
        let y = place(0, rank).1 + SIDE / 2 + 5;
        for x in [EDGE / 2, width - EDGE / 2] {
            add(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#5c5340\">{}</text>\n",
                view.rank_name(rank)
            ));
        }
    }
    for (line, (_, note)) in (0..).zip(view.notes()) {
        let (x, y) = (width / 2, board + 14 + 22 * line);
        add(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#5c5340\">{}</text>\n", escaped(note)));
    }
    svg + "</svg>\n"
}

fn with_last_move(session: &dyn Session) -> View {
    let mut view = session.view();
    session.last_move().into_iter().for_each(|square| view.mark(square, Mark::Last));
    view
}

impl<W: Write> Repl<W> {
    /// Draws the position into a file, with the last move and what is marked on the board.
    pub(super) fn svg(&mut self, path: &str) -> Result<(), Refusal> {
        let mut view = self.marked_view.clone().unwrap_or_else(|| self.engine.session().view());
        for square in self.engine.session().last_move() {
            if view.marked(square).is_none() {
                view.mark(square, Mark::Last);
            }
        }
        let picture = picture(&view, &self.sides(), self.screen.flip);
        let wrong = |error| Refusal::Why(format!("svg: {error}"));
        write_whole(Path::new(path), picture.as_bytes(), true).map_err(wrong)?;
        Ok(self.screen.say(&format!("Drawn into {}.", quote(path)))?)
    }

    /// Draws every position of the game into files of a folder.
    pub(super) fn svg_all(&mut self, folder: &str) -> Result<(), Refusal> {
        let wrong = |error: std::io::Error| Refusal::Why(format!("svg: cannot make {}: {error}", quote(folder)));
        fs::create_dir_all(folder).map_err(wrong)?;
        let game = self.saved_game();
        let start = game.start.map_or(Start::Startpos, Start::Fen);
        for ply in 0..=game.moves.len() {
            let session = self.engine.open_at(&start, &game.moves[..ply]).map_err(Refusal::because)?;
            let picture = picture(&with_last_move(&*session), &self.sides(), self.screen.flip);
            let path = Path::new(folder).join(format!("{ply:03}.svg"));
            let wrong = |error| Refusal::Why(format!("svg: {error}"));
            write_whole(&path, picture.as_bytes(), true).map_err(wrong)?;
        }
        Ok(self.screen.say(&format!("{} drawn into {}.", count(game.moves.len() + 1, "position"), quote(folder)))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::game::Setup;

    #[test]
    fn a_picture_has_every_square_piece_and_name() {
        let catalog = Catalog::default();
        for entry in catalog.entries() {
            let session = entry.open(&Setup::of_size(entry.sizes.default));
            let view = session.view();
            let svg = picture(&view, &Sides::of(entry, false), false);
            let cells = usize::from(view.files) * usize::from(view.ranks);
            assert_eq!(svg.matches("<rect").count(), cells + 1, "{}", entry.name);
            let squares = (0..view.ranks).flat_map(|r| (0..view.files).map(move |f| Square::new(f, r)));
            let pieces = squares.filter(|&square| view.piece(square).is_some()).count();
            assert_eq!(svg.matches("<circle").count(), pieces, "{}", entry.name);
            let names = 2 * (usize::from(view.files) + usize::from(view.ranks));
            assert_eq!(svg.matches("<text").count(), pieces + names + view.notes().len(), "{}", entry.name);
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        }
    }

    #[test]
    fn the_last_piece_is_ringed_and_hints_are_marked() {
        let catalog = Catalog::default();
        let entry = &catalog.entries()[0];
        let mut session = entry.open(&Setup::of_size(4));
        session.play("a1c3").unwrap();
        let sides = Sides::of(entry, false);
        let mut view = with_last_move(&*session);
        assert_eq!(picture(&view, &sides, false).matches("stroke=\"#ffffff\" stroke-width=\"4\"").count(), 1);
        view.mark(Square::new(1, 1), Mark::Hint);
        assert!(picture(&view, &sides, false).contains("#d9a400"));
        assert_ne!(picture(&view, &sides, true), picture(&view, &sides, false));
    }
}
