//! The board as people see it: letters and marks that read without colour, and colour where it is wanted.

use anstyle::{AnsiColor, Style};

use super::sides::Sides;
use crate::board::Square;
use crate::game::Seat;
use crate::view::{Mark, View};

/// A colour pair that reads on light and dark terminals alike, for it brings its own background.
const fn tile(letter: AnsiColor, ground: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(anstyle::Color::Ansi(letter))).bg_color(Some(anstyle::Color::Ansi(ground)))
}

/// The colours of the sides by their names.
const BY_NAME: &[(&str, Style)] = &[
    ("Red", tile(AnsiColor::BrightWhite, AnsiColor::Red)),
    ("Blue", tile(AnsiColor::BrightWhite, AnsiColor::Blue)),
    ("White", tile(AnsiColor::Black, AnsiColor::White)),
    ("Black", tile(AnsiColor::BrightWhite, AnsiColor::Black)),
    ("Orange", tile(AnsiColor::Black, AnsiColor::Yellow)),
    ("Green", tile(AnsiColor::Black, AnsiColor::Green)),
];

/// The colours of sides whose names are no colours, in the order of play.
const BY_SEAT: [Style; 4] = [
    tile(AnsiColor::BrightWhite, AnsiColor::Red),
    tile(AnsiColor::BrightWhite, AnsiColor::Blue),
    tile(AnsiColor::Black, AnsiColor::Green),
    tile(AnsiColor::Black, AnsiColor::Yellow),
];

/// The colours of a side.
pub fn style_of(seat: Seat, sides: &Sides) -> Style {
    let by_name = BY_NAME.iter().find(|(name, _)| *name == sides.name(seat));
    by_name.map_or(BY_SEAT[seat.index()], |(_, style)| *style)
}

/// Text in these colours.
pub fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

fn mark_style(mark: Mark) -> Style {
    match mark {
        Mark::Target => tile(AnsiColor::Black, AnsiColor::Green),
        Mark::Hint => tile(AnsiColor::Black, AnsiColor::Yellow),
        Mark::Hold => tile(AnsiColor::Black, AnsiColor::Cyan),
        Mark::Ghost => Style::new().dimmed(),
        Mark::Last => Style::new().bold(),
    }
}

/// The signs on either side of a marked square.
fn signs(mark: Mark) -> (char, char) {
    match mark {
        Mark::Target => ('*', '*'),
        Mark::Hint => ('+', '+'),
        Mark::Hold => ('-', '-'),
        Mark::Ghost => ('[', ']'),
        Mark::Last => ('(', ')'),
    }
}

/// One square, three columns wide, or two where there is little room, and more where signs stand before the letters: plain,
/// and in colour.
fn cell(view: &View, square: Square, sides: &Sides, narrow: bool) -> (String, String) {
    let piece = view.piece(square);
    let mark = view.marked(square);
    let empty = match mark {
        Some(Mark::Target) => '*',
        Some(Mark::Hint) => '+',
        Some(Mark::Hold) => '-',
        _ => view.ground(square),
    };
    let middle = piece.map_or(empty, |piece| sides.letter(piece));
    let (left, right) = match mark {
        Some(mark) if piece.is_some() || mark == Mark::Last => signs(mark),
        _ => (' ', ' '),
    };
    let prefix = view.padded_prefix(square);
    let middle = format!("{prefix}{middle}");
    let right = if narrow { String::new() } else { right.to_string() };
    let plain = format!("{left}{middle}{right}");
    let colour = match (piece, mark) {
        (None, None) => plain.clone(),
        (None, Some(mark)) => painted(&plain, mark_style(mark)),
        (Some(piece), None) => painted(&plain, style_of(piece.seat, sides)),
        (Some(_), Some(Mark::Ghost)) => painted(&plain, mark_style(Mark::Ghost)),
        (Some(piece), Some(Mark::Last)) => painted(&plain, style_of(piece.seat, sides)),
        (Some(piece), Some(mark)) => {
            let side = |sign: &str| painted(sign, mark_style(mark));
            let letter = painted(&middle, style_of(piece.seat, sides));
            if narrow {
                format!("{}{letter}", side(&left.to_string()))
            } else {
                format!("{}{letter}{}", side(&left.to_string()), side(&right))
            }
        }
    };
    (plain, colour)
}

/// The columns of a usual terminal, which no board is wider than.
const COLUMNS: usize = 80;

/// The board line by line, each plain and in colour: ranks on both sides where there is room, files above and below.
pub fn board(view: &View, sides: &Sides, flip: bool, room: usize) -> Vec<(String, String)> {
    let mut lines = Vec::with_capacity(usize::from(view.ranks) + 1);
    let turned = |count: u8, from_end: bool| (0..count).map(move |at| if from_end { count - 1 - at } else { at });
    let room = room.min(COLUMNS);
    let narrow = 2 + usize::from(view.files) * (view.prefix_width() + 3) > room;
    let (width, gap) = (view.prefix_width() + 2, if narrow { "" } else { " " });
    let files: String = turned(view.files, flip).map(|file| format!("{:>width$}{gap}", view.file_name(file))).collect();
    let files = format!("  {}", files.trim_end());
    lines.push((files.clone(), files.clone()));
    let columns = 2 + usize::from(view.files) * (width + gap.len());
    for rank in turned(view.ranks, !flip) {
        let mut plain = format!("{:>2}", view.rank_name(rank));
        let mut colour = plain.clone();
        for file in turned(view.files, flip) {
            let (dull, bright) = cell(view, Square::new(file, rank), sides, narrow);
            plain += &dull;
            colour += &bright;
        }
        if columns + 3 <= room {
            let name = format!(" {}", view.rank_name(rank));
            plain += &name;
            colour += &name;
        }
        lines.push((plain.trim_end().to_string(), colour.trim_end().to_string()));
    }
    lines.push((files.clone(), files));
    let note = |(seat, text): &(Seat, String)| (text.clone(), painted(text, style_of(*seat, sides)));
    lines.extend(view.notes().iter().map(note));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::view::Piece;

    fn sides(swapped: bool) -> Sides {
        Sides::of(&Catalog::default().entries()[0], swapped)
    }

    fn sample() -> View {
        let mut view = View::new(4, 2);
        view.put(Square::new(0, 0), Piece { glyph: 'r', seat: Seat::new(0) });
        view.put(Square::new(3, 0), Piece { glyph: 'b', seat: Seat::new(1) });
        view.mark(Square::new(0, 0), Mark::Last);
        view.mark(Square::new(1, 1), Mark::Last);
        view.mark(Square::new(2, 0), Mark::Target);
        view.mark(Square::new(3, 0), Mark::Hint);
        view
    }

    fn plain(view: &View, swapped: bool) -> Vec<String> {
        board(view, &sides(swapped), false, 80).into_iter().map(|(plain, _)| plain).collect()
    }

    #[test]
    fn marks_read_without_colour() {
        assert_eq!(plain(&sample(), false), ["   a  b  c  d", " 2   (.)    .  2", " 1(r)    * +b+ 1", "   a  b  c  d"]);
        assert_eq!(plain(&sample(), true)[2], " 1(w)    * +b+ 1");
    }

    /// What stands in a coloured line beside its escapes.
    fn without_escapes(line: &str) -> String {
        let mut text = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            text += before;
            rest = after.split_once('m').map_or("", |(_, rest)| rest);
        }
        text + rest
    }

    #[test]
    fn colour_adds_nothing_but_escapes() {
        for (plain, colour) in board(&sample(), &sides(false), false, 80) {
            assert_eq!(without_escapes(&colour).trim_end(), plain);
        }
        assert!(board(&sample(), &sides(false), false, 80)[2].1.contains("\u{1b}[1m\u{1b}[97m\u{1b}[41m(r)\u{1b}[0m"));
    }

    #[test]
    fn a_narrow_terminal_gets_narrow_squares() {
        let lines: Vec<String> =
            board(&sample(), &sides(false), false, 12).into_iter().map(|(plain, _)| plain).collect();
        assert_eq!(lines, ["   a b c d", " 2  (.   .", " 1(r   *+b", "   a b c d"]);
    }

    #[test]
    fn a_board_is_turned_round() {
        let lines: Vec<String> =
            board(&sample(), &sides(false), true, 80).into_iter().map(|(plain, _)| plain).collect();
        assert_eq!(lines, ["   d  c  b  a", " 1+b+ *    (r) 1", " 2 .    (.)    2", "   d  c  b  a"]);
    }

    #[test]
    fn the_largest_board_fits_80_columns() {
        let mut view = View::new(26, 26);
        for file in 0..26 {
            view.mark(Square::new(file, file), Mark::Last);
        }
        for (plain, _) in board(&view, &sides(false), false, 80) {
            assert!(plain.len() <= 80, "{plain}");
        }
    }
}
