//! The squares of one colour, numbered, with their distances, diagonals, pairs and symmetries: the
//! ground that the solver stands on.
//!
//! A state is (the mover's pair, the opponent's pair), seen with the mover on the dark squares. Light
//! squares are named by the dark square that a mirror along the files puts on them. So a move of the
//! mover's pair `m` to `m'` against `o` leads from the state `(m, o)` to the state `(o, m')`: the
//! colours swap and nothing needs to be turned.

use super::{RED, Yonkoma};
use crate::board::Square;
use crate::game::Game;

/// The number of symmetries that keep the colours of the squares.
pub const SYMMETRIES: usize = 4;

/// A symmetry of the dark squares acts on the mirrored names of the light ones as this symmetry:
/// the two diagonal mirrors change places.
pub const TWIST: [usize; SYMMETRIES] = [0, 1, 3, 2];

/// The tables for one board size. Squares are numbered 0 to `squares - 1`, pairs of different squares
/// 0 to `pairs - 1`.
#[derive(Debug)]
pub struct Geometry {
    size: u8,
    dark: Vec<Square>,
    number: Vec<u16>,
    own: Vec<u8>,
    cross: Vec<u8>,
    /// The two squares of each pair, the larger number first. Pairs are in the order of that, then of the other.
    members: Vec<(u16, u16)>,
    images: [Vec<u16>; SYMMETRIES],
}

/// The number of the pair of two different squares.
pub fn pair(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}

/// Squares are numbered along the diagonals that fall from left to right, these from the corner a1 outwards, to and
/// fro: so neighbours in number are near each other on a line of moves, and their values are alike.
fn diagonal_order(square: Square) -> (u8, i8) {
    let diagonal = (square.file + square.rank) / 2;
    let along = square.rank as i8 - square.file as i8;
    (diagonal, if diagonal.is_multiple_of(2) { along } else { -along })
}

impl Geometry {
    /// The tables of a board with this side, which must be a legal size.
    pub fn new(size: u8) -> Self {
        let last = size - 1;
        let on_board = (0..size).flat_map(|rank| (0..size).map(move |file| Square::new(file, rank)));
        let mut dark: Vec<Square> = on_board.filter(|square| square.is_dark()).collect();
        dark.sort_by_key(|square| diagonal_order(*square));
        let mut number = vec![u16::MAX; usize::from(size) * usize::from(size)];
        for (index, square) in dark.iter().enumerate() {
            number[usize::from(square.rank) * usize::from(size) + usize::from(square.file)] = index as u16;
        }
        let mirror = |s: Square| Square::new(last - s.file, s.rank);
        let of = |s: Square| number[usize::from(s.rank) * usize::from(size) + usize::from(s.file)];
        let own = dark.iter().flat_map(|a| dark.iter().map(|b| a.distance(*b))).collect();
        let cross = dark.iter().flat_map(|a| dark.iter().map(|b| a.distance(mirror(*b)))).collect();
        let members: Vec<(u16, u16)> =
            (1..dark.len() as u16).flat_map(|high| (0..high).map(move |low| (high, low))).collect();
        let image = |turn: fn(u8, Square) -> Square| -> Vec<u16> {
            let to = |square: u16| usize::from(of(turn(last, dark[usize::from(square)])));
            members.iter().map(|&(a, b)| pair(to(a), to(b)) as u16).collect()
        };
        let images = [
            image(|_, s| s),
            image(|last, s| Square::new(last - s.file, last - s.rank)),
            image(|_, s| Square::new(s.rank, s.file)),
            image(|last, s| Square::new(last - s.rank, last - s.file)),
        ];
        Geometry { size, own, cross, members, images, number, dark }
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The number of dark squares, half of the board.
    pub fn squares(&self) -> usize {
        self.dark.len()
    }

    /// The number of pairs of dark squares. At 26x26 there are 56,953, so a pair fits a `u16`.
    pub fn pairs(&self) -> usize {
        self.members.len()
    }

    /// The distance between two dark squares.
    pub fn own(&self, a: usize, b: usize) -> u8 {
        self.own[a * self.dark.len() + b]
    }

    /// The distance between a dark square and the light one that is named by the mirrored `b`.
    pub fn cross(&self, a: usize, b: usize) -> u8 {
        self.cross[a * self.dark.len() + b]
    }

    /// The square of this number.
    pub fn square(&self, number: usize) -> Square {
        self.dark[number]
    }

    /// The light square that is named by this number.
    pub fn mirrored(&self, number: usize) -> Square {
        let Square { file, rank } = self.dark[number];
        Square::new(self.size - 1 - file, rank)
    }

    /// The two squares of a pair.
    pub fn members(&self, pair: usize) -> (usize, usize) {
        let (a, b) = self.members[pair];
        (usize::from(a), usize::from(b))
    }

    /// The image of a pair under a symmetry.
    pub fn image(&self, symmetry: usize, pair: usize) -> usize {
        usize::from(self.images[symmetry][pair])
    }

    /// The position of a state, with Red to move.
    pub fn position(&self, mover: usize, opponent: usize) -> Option<Yonkoma> {
        let ((a, b), (c, d)) = (self.members(mover), self.members(opponent));
        Yonkoma::new(self.size, RED, [a, b].map(|x| self.square(x)), [c, d].map(|x| self.mirrored(x)), 1)
    }

    /// The number of a dark square.
    pub fn number_of(&self, square: Square) -> usize {
        usize::from(self.number[usize::from(square.rank) * usize::from(self.size) + usize::from(square.file)])
    }

    /// The mover's and the opponent's pair of a position on this board.
    pub fn state(&self, position: &Yonkoma) -> (usize, usize) {
        let name = |square: Square| {
            let seen = if square.is_dark() { square } else { Square::new(self.size - 1 - square.file, square.rank) };
            self.number_of(seen)
        };
        let of = |[a, b]: [Square; 2]| pair(name(a), name(b));
        (of(position.checkers(position.turn())), of(position.checkers(position.turn().other())))
    }
}
