//! Which positions are equal, and where the value of each stands: in rows by the mover's pair, one row for
//! each class of pairs under the four symmetries that keep the colours, in columns by the opponent's pair.
//! Solver and table files share this.

use super::Yonkoma;
use super::geometry::{Geometry, SYMMETRIES, TWIST};

/// The rows of one board.
#[derive(Debug)]
pub struct Classes {
    geometry: Geometry,
    /// For each pair, the row of its representative.
    row: Vec<u16>,
    /// For each pair, the symmetry that takes it to its representative.
    to_row: Vec<u8>,
    /// For each row, its representative: the pair of its class with the smallest number.
    representative: Vec<u16>,
}

impl Classes {
    /// The rows of a board with this side, which must be a legal size.
    pub fn new(size: u8) -> Self {
        let geometry = Geometry::new(size);
        let pairs = geometry.pairs();
        let (mut row, mut to_row, mut representative) = (vec![0; pairs], vec![0; pairs], Vec::new());
        for p in 0..pairs {
            let symmetry = (0..SYMMETRIES).min_by_key(|&g| geometry.image(g, p)).unwrap_or(0);
            let smallest = geometry.image(symmetry, p);
            to_row[p] = symmetry as u8;
            if smallest == p {
                row[p] = representative.len() as u16;
                representative.push(p as u16);
            } else {
                row[p] = row[smallest];
            }
        }
        Classes { geometry, row, to_row, representative }
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The side of the board.
    pub fn size(&self) -> u8 {
        self.geometry.size()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.representative.len()
    }

    /// The number of columns.
    pub fn pairs(&self) -> usize {
        self.row.len()
    }

    /// The number of places: one for each class of positions, a few classes twice.
    pub fn places(&self) -> usize {
        self.rows() * self.pairs()
    }

    /// The number of positions with one side to move.
    pub fn positions(&self) -> u64 {
        (self.pairs() as u64).pow(2)
    }

    /// The memory that this takes, in bytes, without the geometry.
    pub fn bytes(&self) -> usize {
        self.row.len() * 3 + self.representative.len() * 2
    }

    /// The pairs of the rows, which are their own representatives.
    pub fn representatives(&self) -> &[u16] {
        &self.representative
    }

    /// The pair of a row.
    pub fn representative(&self, row: usize) -> usize {
        self.representative[row].into()
    }

    /// The row of a pair, and the symmetry that takes it to its representative.
    pub fn row(&self, pair: usize) -> (usize, usize) {
        (self.row[pair].into(), self.to_row[pair].into())
    }

    /// The row and the column of a state.
    pub fn place(&self, mover: usize, opponent: usize) -> (usize, usize) {
        let (row, symmetry) = self.row(mover);
        (row, self.geometry.image(TWIST[symmetry], opponent))
    }

    /// The row and the column of a position on this board.
    pub fn place_of(&self, position: &Yonkoma) -> (usize, usize) {
        let (mover, opponent) = self.geometry.state(position);
        self.place(mover, opponent)
    }

    /// The symmetries, other than the identity, that keep the pair of a row, each as it acts on the columns.
    pub fn kept(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let pair = self.representative(row);
        (1..SYMMETRIES).filter(move |&g| self.geometry.image(g, pair) == pair).map(|g| TWIST[g])
    }

    /// How many pairs a row stands for.
    pub fn weight(&self, row: usize) -> u64 {
        (SYMMETRIES / (1 + self.kept(row).count())) as u64
    }
}
