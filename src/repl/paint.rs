//! The board as people see it: letters and marks that read without colour, and colour where it is wanted.

use anstyle::{AnsiColor, Style};

use super::looks::Looks;
use super::sides::Sides;
use crate::board::Square;
use crate::game::Seat;
use crate::view::{Mark, View};

/// A colour pair with its own background.
const fn tile(letter: AnsiColor, ground: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(anstyle::Color::Ansi(letter))).bg_color(Some(anstyle::Color::Ansi(ground)))
}

/// A dark letter on the terminal's own light ground.
const fn ink(letter: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(anstyle::Color::Ansi(letter)))
}

/// The colours of the sides by their names, on a dark terminal.
const BY_NAME: &[(&str, Style)] = &[
    ("Red", tile(AnsiColor::BrightWhite, AnsiColor::Red)),
    ("Blue", tile(AnsiColor::BrightWhite, AnsiColor::Blue)),
    ("White", tile(AnsiColor::Black, AnsiColor::White)),
    ("Black", tile(AnsiColor::BrightWhite, AnsiColor::Black)),
    ("Orange", tile(AnsiColor::Black, AnsiColor::Yellow)),
    ("Green", tile(AnsiColor::Black, AnsiColor::Green)),
];

/// The same on a light terminal.
const BY_NAME_ON_LIGHT: &[(&str, Style)] = &[
    ("Red", ink(AnsiColor::Red)),
    ("Blue", ink(AnsiColor::Blue)),
    ("White", tile(AnsiColor::Black, AnsiColor::White)),
    ("Black", ink(AnsiColor::Black)),
    ("Orange", tile(AnsiColor::Black, AnsiColor::Yellow)),
    ("Green", ink(AnsiColor::Green)),
];

/// The colours of sides whose names are no colours, in the order of play, on a dark terminal.
const BY_SEAT: [Style; 4] = [
    tile(AnsiColor::BrightWhite, AnsiColor::Red),
    tile(AnsiColor::BrightWhite, AnsiColor::Blue),
    tile(AnsiColor::Black, AnsiColor::Green),
    tile(AnsiColor::Black, AnsiColor::Yellow),
];

/// The same on a light terminal.
const BY_SEAT_ON_LIGHT: [Style; 4] =
    [ink(AnsiColor::Red), ink(AnsiColor::Blue), ink(AnsiColor::Green), tile(AnsiColor::Black, AnsiColor::Yellow)];

/// The colours of a side.
pub fn style_of(seat: Seat, sides: &Sides, light: bool) -> Style {
    let (names, seats) = if light { (BY_NAME_ON_LIGHT, BY_SEAT_ON_LIGHT) } else { (BY_NAME, BY_SEAT) };
    let by_name = names.iter().find(|(name, _)| *name == sides.name(seat));
    by_name.map_or(seats[seat.index()], |(_, style)| *style)
}

/// What an empty square without a mark is drawn with beyond ASCII.
const SHADE: char = '░';
/// The same for a square that is not the darkest.
const DOT: char = '∙';

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

/// Everything about a drawing but the board itself.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// What the sides are called.
    pub sides: &'a Sides,
    /// The board is turned round.
    pub flip: bool,
    /// The columns there are.
    pub room: usize,
    /// Signs and colours.
    pub looks: Looks,
}

/// The ground of an empty square without a mark, `width` columns wide: plain, and in colour.
fn ground(view: &View, square: Square, width: usize, unicode: bool) -> (String, String) {
    let sign = view.ground(square);
    let shaded = unicode && view.is_shaded(square);
    let text = match sign {
        _ if shaded => String::from(SHADE).repeat(width),
        _ => {
            let sign = if unicode && sign == '.' { DOT } else { sign };
            let before = view.prefix_width() + 1;
            format!("{:before$}{sign}{:after$}", "", "", after = width - before - 1)
        }
    };
    let blue = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Blue)));
    let style = if sign == ':' { blue } else { Style::new().dimmed() };
    let colour = if unicode && sign != ' ' { painted(&text, style) } else { text.clone() };
    (text, colour)
}

/// One square, three columns wide, or two where there is little room, and more where signs stand before the letters: plain,
/// and in colour.
fn cell(view: &View, square: Square, frame: Frame<'_>, narrow: bool) -> (String, String) {
    let piece = view.piece(square);
    let mark = view.marked(square);
    let Looks { unicode, light } = frame.looks;
    let width = view.prefix_width() + if narrow { 2 } else { 3 };
    if piece.is_none() && mark.is_none() {
        return ground(view, square, width, unicode);
    }
    let empty = match mark {
        Some(Mark::Target) => '*',
        Some(Mark::Hint) => '+',
        Some(Mark::Hold) => '-',
        _ if unicode && view.is_shaded(square) => SHADE,
        _ if unicode && view.ground(square) == '.' => DOT,
        _ => view.ground(square),
    };
    let letter = |piece| frame.sides.letter(piece);
    let shape = view.shape_on(square).filter(|_| unicode);
    let middle = piece.map_or(empty, |piece| shape.unwrap_or_else(|| letter(piece)));
    let (left, right) = match mark {
        Some(mark) if piece.is_some() || mark == Mark::Last => signs(mark),
        _ => (' ', ' '),
    };
    let prefix = view.padded_prefix(square);
    let middle = format!("{prefix}{middle}");
    let right = if narrow { String::new() } else { right.to_string() };
    let number = view.caption_on(square).map(|number| format!("{}{number}", middle.trim_start()));
    let plain = match number.filter(|number| piece.is_none() && number.len() <= width) {
        Some(number) => format!("{:indent$}{number:room$}", "", indent = width - 3.min(width), room = 3.min(width)),
        None => format!("{left}{middle}{right}"),
    };
    let style = |piece: crate::view::Piece| style_of(piece.seat, frame.sides, light);
    let colour = match (piece, mark) {
        (None, None) => plain.clone(),
        (None, Some(mark)) => painted(&plain, mark_style(mark)),
        (Some(piece), None) => painted(&plain, style(piece)),
        (Some(_), Some(Mark::Ghost)) => painted(&plain, mark_style(Mark::Ghost)),
        (Some(piece), Some(Mark::Last)) => painted(&plain, style(piece)),
        (Some(piece), Some(mark)) => {
            let side = |sign: &str| painted(sign, mark_style(mark));
            let letter = painted(&middle, style(piece));
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
pub fn board(view: &View, frame: Frame<'_>) -> Vec<(String, String)> {
    let Frame { sides, flip, room, looks } = frame;
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
            let (dull, bright) = cell(view, Square::new(file, rank), frame, narrow);
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
    let note = |(seat, text): &(Seat, String)| (text.clone(), painted(text, style_of(*seat, sides, looks.light)));
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

    fn drawn(view: &View, swapped: bool, flip: bool, room: usize) -> Vec<(String, String)> {
        board(view, Frame { sides: &sides(swapped), flip, room, looks: Looks::default() })
    }

    fn plain(view: &View, swapped: bool) -> Vec<String> {
        drawn(view, swapped, false, 80).into_iter().map(|(plain, _)| plain).collect()
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
        for (plain, colour) in drawn(&sample(), false, false, 80) {
            assert_eq!(without_escapes(&colour).trim_end(), plain);
        }
        assert!(drawn(&sample(), false, false, 80)[2].1.contains("\u{1b}[1m\u{1b}[97m\u{1b}[41m(r)\u{1b}[0m"));
    }

    #[test]
    fn a_narrow_terminal_gets_narrow_squares() {
        let lines: Vec<String> = drawn(&sample(), false, false, 12).into_iter().map(|(plain, _)| plain).collect();
        assert_eq!(lines, ["   a b c d", " 2  (.   .", " 1(r   *+b", "   a b c d"]);
    }

    #[test]
    fn a_board_is_turned_round() {
        let lines: Vec<String> = drawn(&sample(), false, true, 80).into_iter().map(|(plain, _)| plain).collect();
        assert_eq!(lines, ["   d  c  b  a", " 1+b+ *    (r) 1", " 2 .    (.)    2", "   d  c  b  a"]);
    }

    #[test]
    fn the_largest_board_fits_80_columns() {
        let mut view = View::new(26, 26);
        for file in 0..26 {
            view.mark(Square::new(file, file), Mark::Last);
        }
        for (plain, _) in drawn(&view, false, false, 80) {
            assert!(plain.len() <= 80, "{plain}");
        }
    }
    /// Every board of every game as it is drawn beyond ASCII, with every mark, plain and in colour.
    fn all_boards(light: bool) -> Vec<(String, String)> {
        let catalog = Catalog::default();
        let mut lines = Vec::new();
        for entry in catalog.entries() {
            let mut dice = fastrand::Rng::with_seed(1);
            let mut session = entry.open(&crate::game::Setup::of_size(entry.sizes.default));
            for _ in 0..40 {
                let mut view = session.view();
                for mark in [Mark::Target, Mark::Last, Mark::Hint, Mark::Hold, Mark::Ghost] {
                    view.mark(Square::new(dice.u8(0..view.files), dice.u8(0..view.ranks)), mark);
                }
                for swapped in [false, true] {
                    let (sides, looks) = (Sides::of(entry, swapped), Looks { unicode: true, light });
                    for room in [80, 24] {
                        lines.extend(board(&view, Frame { sides: &sides, flip: false, room, looks }));
                    }
                }
                let moves = session.legal_moves();
                let Some(mv) = (!moves.is_empty()).then(|| &moves[dice.usize(0..moves.len())]) else { break };
                session.play(mv).unwrap();
            }
        }
        lines
    }

    #[test]
    fn no_sign_is_of_ambiguous_width_and_a_drawing_is_as_wide_as_in_ascii() {
        use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
        assert_eq!('●'.width_cjk(), Some(2), "the width of an ambiguous sign is seen");
        let mut beyond = std::collections::BTreeSet::new();
        for (plain, colour) in all_boards(false) {
            for sign in plain.chars() {
                assert_eq!((sign.width(), sign.width_cjk()), (Some(1), Some(1)), "{sign} {:x}", sign as u32);
                beyond.extend(Some(sign).filter(|sign| !sign.is_ascii()));
            }
            assert_eq!(without_escapes(&colour).trim_end(), plain.trim_end());
        }
        let shown: String = beyond.into_iter().collect();
        assert_eq!(shown, "∙░◉⛀⛂⛃⬢");
        for room in [80, 12] {
            let looks = Looks { unicode: true, light: false };
            let unicode = board(&sample(), Frame { sides: &sides(false), flip: false, room, looks });
            for ((unicode, _), (ascii, _)) in unicode.iter().zip(drawn(&sample(), false, false, room)) {
                let (wide, least) = (unicode.width(), ascii.width());
                assert!(wide >= least && wide <= least + 3, "{unicode:?} {ascii:?}");
            }
        }
    }

    #[test]
    fn sides_differ_in_shape_where_no_letter_is_drawn() {
        let catalog = Catalog::default();
        for entry in catalog.entries() {
            let mut dice = fastrand::Rng::with_seed(2);
            let mut session = entry.open(&crate::game::Setup::of_size(entry.sizes.default));
            let mut seen: Vec<(String, Seat)> = Vec::new();
            for _ in 0..60 {
                let view = session.view();
                for square in (0..view.ranks).flat_map(|r| (0..view.files).map(move |f| Square::new(f, r))) {
                    let Some(piece) = view.piece(square) else { continue };
                    let sign = view.shape_on(square).unwrap_or(piece.glyph);
                    seen.push((format!("{}{sign}", view.padded_prefix(square)), piece.seat));
                }
                let moves = session.legal_moves();
                let Some(mv) = (!moves.is_empty()).then(|| &moves[dice.usize(0..moves.len())]) else { break };
                session.play(mv).unwrap();
            }
            for (sign, seat) in &seen {
                assert!(seen.iter().all(|(other, owner)| other != sign || owner == seat), "{}: {sign}", entry.name);
            }
        }
    }

    #[test]
    fn a_light_terminal_gets_other_colours_and_no_bright_text() {
        let (dark, light) = (all_boards(false), all_boards(true));
        let text = |lines: &[(String, String)]| lines.iter().map(|(_, colour)| colour.as_str()).collect::<String>();
        assert_ne!(text(&dark), text(&light));
        assert!(text(&dark).contains("\u{1b}[97m"), "white letters on a dark terminal");
        // Yellow, white and every bright colour as the colour of letters.
        for code in ["33", "37", "90", "91", "92", "93", "94", "95", "96", "97"] {
            assert!(!text(&light).contains(&format!("\u{1b}[{code}m")), "{code}");
        }
    }

    #[test]
    fn numbers_stand_on_marked_squares_where_there_is_room() {
        let mut view = sample();
        for (file, rank, number) in [(2, 0, 7), (1, 1, 14), (3, 0, 5)] {
            view.mark(Square::new(file, rank), if file == 3 { Mark::Hint } else { Mark::Hold });
            view.caption(Square::new(file, rank), number);
        }
        assert_eq!(plain(&view, false)[1..3], [" 2   -14    .  2", " 1(r)   -7 +b+ 1"]);
        let narrow: Vec<String> = drawn(&view, false, false, 12).into_iter().map(|(plain, _)| plain).collect();
        assert_eq!(narrow[1..3], [" 2   -   .", " 1(r  -7+b"]);
    }
}
