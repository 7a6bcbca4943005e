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
}

impl View {
    /// An empty board, chequered: `.` on dark squares and a blank on light ones.
    pub fn new(files: u8, ranks: u8) -> Self {
        let cells = usize::from(files) * usize::from(ranks);
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| Square::new(file, rank)));
        let ground = squares.map(|square| if square.is_dark() { '.' } else { ' ' }).collect();
        View { files, ranks, pieces: vec![None; cells], marks: vec![None; cells], ground }
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

    /// The board as plain lines: ranks from the top, files below.
    pub fn to_lines(&self) -> Vec<String> {
        let mut lines = Vec::with_capacity(usize::from(self.ranks) + 1);
        for rank in (0..self.ranks).rev() {
            let mut line = format!("{:>2}", rank + 1);
            for file in 0..self.files {
                let square = Square::new(file, rank);
                let glyph = self.piece(square).map_or(self.ground(square), |piece| piece.glyph);
                line.push(' ');
                line.push(glyph);
            }
            lines.push(line.trim_end().to_string());
        }
        let mut files = String::from("  ");
        for file in 0..self.files {
            files.push(' ');
            files.push(Square::new(file, 0).file_letter());
        }
        lines.push(files);
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
}
