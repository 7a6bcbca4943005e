//! A position as people see it: one typed grid, from which text, colour and pictures are drawn.

use crate::board::Square;
use crate::game::Seat;

/// A piece to draw: its letter and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The letter that tells it from others without colour.
    pub glyph: char,
    /// Whose it is.
    pub seat: Seat,
}

/// What may be marked on a square beside its piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A legal move ends here.
    Target,
    /// The last move began or ended here.
    Last,
    /// A hint points here.
    Hint,
    /// A hint that only holds out, or holds a draw, points here.
    Hold,
    /// The piece would stand here.
    Ghost,
}

/// What stands at the edges of a board: a sign for each column from the left, and for each row from below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labels {
    /// Columns.
    pub files: Vec<char>,
    /// Rows.
    pub ranks: Vec<char>,
}

/// A board of `files` x `ranks` cells with its pieces and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    pieces: Vec<Option<Piece>>,
    marks: Vec<Option<Mark>>,
    ground: Vec<char>,
    prefixes: Vec<&'static str>,
    shapes: Vec<Option<char>>,
    captions: Vec<Option<u16>>,
    labels: Option<Labels>,
    notes: Vec<(Seat, String)>,
}

impl View {
    /// An empty board, chequered: `.` on dark squares and a blank on light ones.
    pub fn new(files: u8, ranks: u8) -> Self {
        let cells = usize::from(files) * usize::from(ranks);
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| Square::new(file, rank)));
        let ground = squares.map(|square| if square.is_dark() { '.' } else { ' ' }).collect();
        View {
            files,
            ranks,
            pieces: vec![None; cells],
            marks: vec![None; cells],
            ground,
            prefixes: vec![""; cells],
            shapes: vec![None; cells],
            captions: vec![None; cells],
            labels: None,
            notes: Vec::new(),
        }
    }

    /// Names columns and rows otherwise than by letters from the left and numbers from below.
    pub fn label(&mut self, labels: Labels) {
        self.labels = Some(labels);
    }

    /// What is to be said of a seat beside the board, such as what it has in hand.
    pub fn note(&mut self, seat: Seat, text: String) {
        self.notes.push((seat, text));
    }

    /// What is said of the seats beside the board.
    pub fn notes(&self) -> &[(Seat, String)] {
        &self.notes
    }

    /// Signs before the letter of a piece, such as whose it is where letters alone do not tell.
    pub fn prefix(&mut self, square: Square, prefix: &'static str) {
        if let Some(index) = self.index(square) {
            self.prefixes[index] = prefix;
        }
    }

    /// The signs before the letter on a square, with blanks before them so that all are of one width.
    pub fn padded_prefix(&self, square: Square) -> String {
        let prefix = self.index(square).map_or("", |index| self.prefixes[index]);
        format!("{prefix:>width$}", width = self.prefix_width())
    }

    /// A sign of one column for the piece on a square that is drawn instead of its letter where people see more than
    /// ASCII. It must be as wide everywhere: no character whose East Asian width is ambiguous or wide.
    pub fn shape(&mut self, square: Square, shape: char) {
        if let Some(index) = self.index(square) {
            self.shapes[index] = Some(shape);
        }
    }

    /// The sign that is drawn instead of the letter on a square.
    pub fn shape_on(&self, square: Square) -> Option<char> {
        self.index(square).and_then(|index| self.shapes[index])
    }

    /// A number to write on a marked square, such as how far the end is.
    pub fn caption(&mut self, square: Square, number: u16) {
        if let Some(index) = self.index(square) {
            self.captions[index] = Some(number);
        }
    }

    /// The number on a marked square.
    pub fn caption_on(&self, square: Square) -> Option<u16> {
        self.index(square).and_then(|index| self.captions[index])
    }

    /// True for the darkest squares of the board, which may be shaded: `:` where there are any, `.` elsewhere.
    pub fn is_shaded(&self, square: Square) -> bool {
        let darkest = if self.ground.contains(&':') { ':' } else { '.' };
        self.index(square).is_some_and(|index| self.ground[index] == darkest)
    }

    /// How many signs stand before letters at most.
    pub fn prefix_width(&self) -> usize {
        self.prefixes.iter().map(|prefix| prefix.len()).max().unwrap_or(0)
    }

    /// The name of a row, counted from 0.
    pub fn rank_name(&self, rank: u8) -> String {
        let label = self.labels.as_ref().and_then(|labels| labels.ranks.get(usize::from(rank)));
        label.map_or_else(|| (rank + 1).to_string(), char::to_string)
    }

    /// The name of a column, counted from 0.
    pub fn file_name(&self, file: u8) -> char {
        let label = self.labels.as_ref().and_then(|labels| labels.files.get(usize::from(file)));
        label.copied().unwrap_or(Square::new(file, 0).file_letter())
    }

    fn index(&self, square: Square) -> Option<usize> {
        square
            .is_on(self.files, self.ranks)
            .then(|| usize::from(square.rank) * usize::from(self.files) + usize::from(square.file))
    }

    /// Puts a piece on a square; off the board nothing happens.
    pub fn put(&mut self, square: Square, piece: Piece) {
        if let Some(index) = self.index(square) {
            self.pieces[index] = Some(piece);
        }
    }

    /// Marks a square; a later mark replaces an earlier one.
    pub fn mark(&mut self, square: Square, mark: Mark) {
        if let Some(index) = self.index(square) {
            self.marks[index] = Some(mark);
        }
    }

    /// Changes what an empty square looks like.
    pub fn pave(&mut self, square: Square, sign: char) {
        if let Some(index) = self.index(square) {
            self.ground[index] = sign;
        }
    }

    /// What a square looks like when it is empty.
    pub fn ground(&self, square: Square) -> char {
        self.index(square).map_or(' ', |index| self.ground[index])
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.index(square).and_then(|index| self.pieces[index])
    }

    /// The mark on a square.
    pub fn marked(&self, square: Square) -> Option<Mark> {
        self.index(square).and_then(|index| self.marks[index])
    }

    /// The board as plain lines: ranks from the top, files below; then what is said of the seats.
    pub fn to_lines(&self) -> Vec<String> {
        let width = self.prefix_width() + 1;
        let mut lines = Vec::with_capacity(usize::from(self.ranks) + 1);
        for rank in (0..self.ranks).rev() {
            let mut line = format!("{:>2}", self.rank_name(rank));
            for file in 0..self.files {
                let square = Square::new(file, rank);
                let glyph = self.piece(square).map_or(self.ground(square), |piece| piece.glyph);
                line.push(' ');
                line += &self.padded_prefix(square);
                line.push(glyph);
            }
            lines.push(line.trim_end().to_string());
        }
        let mut files = String::from("  ");
        for file in 0..self.files {
            files += &format!(" {:>width$}", self.file_name(file));
        }
        lines.push(files);
        lines.extend(self.notes.iter().map(|(_, text)| text.clone()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_draws_in_plain_lines() {
        let mut view = View::new(4, 2);
        view.put(Square::new(0, 0), Piece { glyph: 'r', seat: Seat::FIRST });
        view.put(Square::new(9, 9), Piece { glyph: 'x', seat: Seat::FIRST });
        assert_eq!(view.to_lines(), [" 2   .   .", " 1 r   .", "   a b c d"]);
    }

    #[test]
    fn a_board_may_have_other_names_signs_before_its_letters_and_notes() {
        let mut view = View::new(3, 2);
        view.label(Labels { files: vec!['3', '2', '1'], ranks: vec!['b', 'a'] });
        view.put(Square::new(0, 0), Piece { glyph: 'K', seat: Seat::FIRST });
        view.prefix(Square::new(0, 0), "r");
        view.put(Square::new(2, 1), Piece { glyph: 'P', seat: Seat::FIRST });
        view.prefix(Square::new(2, 1), "r+");
        view.note(Seat::FIRST, "Red: nothing".into());
        assert_eq!(view.to_lines(), [" a       . r+P", " b  rK       .", "     3   2   1", "Red: nothing"]);
    }
}
