//! An estimate made by hand, in hundredths of a man: what played the first games that [`super::learned`] learned from, and
//! what orders moves.
//!
//! Every term is a count of pieces on certain squares times a weight, for Coral less for White; the board of White is
//! turned by half a turn first, so each term is written once. None of these weights is fitted to anything.

use super::bits::{Bits, bit, file, land, rank, step};
use super::{Board, Checkers, Move};
use crate::board::Square;
use crate::game::{Evaluator, Game, PerSeat};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

/// A man.
const MAN: i32 = 100;
/// A king.
const KING: i32 = 135;
/// What a man gains on each rank, from its home row on.
const ADVANCE: [i32; 8] = [0, 0, 2, 4, 8, 14, 24, 0];
/// Men at home on the squares from which they keep enemies from being crowned: c1 and g1.
const BRIDGE: i32 = 7;
/// Every other man at home.
const HOME: i32 = 3;
/// Men on the four squares in the middle.
const CENTRE_MAN: i32 = 4;
/// Men on the edge.
const EDGE_MAN: i32 = -4;
/// Kings in the middle.
const CENTRE_KING: i32 = 9;
/// Kings on the edge.
const EDGE_KING: i32 = -9;
/// Each square to which a piece can step without being taken there at once.
const FREEDOM: i32 = 2;
/// The opposition, in an ending.
const OPPOSITION: i32 = 5;
/// The turn.
const TURN: i32 = 3;
/// The most men and kings of both sides with which the opposition counts.
const ENDING: u32 = 12;

const EDGE: Bits = file(0) | file(7);
const CENTRE: Bits = (rank(3) | rank(4)) & (file(2) | file(3) | file(4) | file(5));
const MIDDLE: Bits = (rank(2) | rank(3) | rank(4) | rank(5)) & (file(2) | file(3) | file(4) | file(5));
const BRIDGE_SQUARES: Bits = bit(Square::new(2, 0)) | bit(Square::new(6, 0));

/// What one side has, by what it is for, seen from its own end of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Account {
    material: i32,
    advance: i32,
    home: i32,
    place: i32,
    freedom: i32,
}

fn count(set: Bits) -> i32 {
    set.count_ones() as i32
}

/// Squares to which the side that moves upwards can step without being taken there at once, once for each direction.
fn free_squares(board: &Board) -> i32 {
    let (own, kings, enemy, empty) = (board.of(0), board.kings(0), board.of(1), board.empty());
    // Squares on which an enemy that is near could take the piece that has stepped there.
    let enemy_kings = enemy & board.kings;
    let attacked = (0..4).fold(0, |attacked, direction| {
        // An enemy moves down, a king everywhere; behind the square it jumps over must be room.
        let attackers = if direction >= 2 { enemy } else { enemy_kings };
        let room = step(empty, 3 - direction);
        attacked | step(attackers, direction) & room
    });
    let steps = |set: Bits, direction| count(step(set, direction) & empty & !attacked);
    steps(own, 0) + steps(own, 1) + steps(kings, 2) + steps(kings, 3)
}

impl Account {
    /// The account of the side that moves upwards.
    fn of(board: &Board) -> Self {
        let (men, kings) = (board.men(0), board.kings(0));
        let advance = (2..7u8).map(|at| ADVANCE[usize::from(at)] * count(men & rank(at))).sum();
        let freedom = free_squares(board);
        Account {
            material: MAN * count(men) + KING * count(kings),
            advance,
            home: BRIDGE * count(men & BRIDGE_SQUARES) + HOME * count(men & rank(0) & !BRIDGE_SQUARES),
            place: CENTRE_MAN * count(men & CENTRE)
                + EDGE_MAN * count(men & EDGE)
                + CENTRE_KING * count(kings & MIDDLE)
                + EDGE_KING * count(kings & (EDGE | rank(0) | rank(7))),
            freedom: FREEDOM * freedom,
        }
    }

    fn rest(&self) -> i32 {
        self.advance + self.home + self.place + self.freedom
    }
}

/// With few pieces left, whoever is ahead gains by each exchange.
fn lead(material: i32, board: &Board) -> i32 {
    material * 40 / (16 + count(board.of(0)) + count(board.of(1)))
}

/// True when the side to move has the opposition, "the move" of the books: an odd number of pieces stands on the files
/// that begin with a dark square on its own home row.
fn has_opposition(position: &Checkers) -> bool {
    let first = position.turn().index() as u8;
    let system = (0..4).fold(0, |system, at| system | file(2 * at + first));
    count((position.board().of(0) | position.board().of(1)) & system) % 2 == 1
}

/// The estimate for Coral, with its parts.
fn parts(position: &Checkers) -> (Account, Account, i32, i32) {
    let board = position.board();
    let (coral, white) = (Account::of(board), Account::of(position.turned().board()));
    let sign = if position.turn() == super::CORAL { 1 } else { -1 };
    let even = board.of(0).count_ones() == board.of(1).count_ones();
    let ending = even && (board.of(0) | board.of(1)).count_ones() <= ENDING;
    let opposition = match ending {
        true if has_opposition(position) => OPPOSITION * sign,
        true => -OPPOSITION * sign,
        false => 0,
    };
    (coral, white, opposition, TURN * sign)
}

fn estimate(position: &Checkers) -> i32 {
    let (coral, white, opposition, turn) = parts(position);
    lead(coral.material - white.material, position.board()) + coral.rest() - white.rest() + opposition + turn
}

impl Evaluator<Checkers> for Judgement {
    const GRAIN: i32 = MAN;

    fn score(&self, position: &Checkers) -> PerSeat<i32> {
        let coral = estimate(position);
        let mut scores = PerSeat::default();
        scores[super::CORAL] = coral;
        scores[super::WHITE] = -coral;
        scores
    }

    fn promise(&self, position: &Checkers, mv: Move) -> i32 {
        let side = position.turn().index();
        let mut after = *position.board();
        after.play(side, mv);
        let crowned = count(after.kings(side)) - count(position.board().kings(side));
        // A piece that can be taken where it goes was often put there in vain.
        let (enemy, own) = (after.of(side ^ 1), after.of(side));
        let hangs = (0..4).any(|direction| {
            let jumpers = if direction / 2 == side { enemy & after.kings } else { enemy };
            land(jumpers, direction, own & mv.to(), after.empty()) != 0
        });
        100 * count(mv.captured()) + 150 * crowned - if hangs { 60 } else { 0 }
    }
}
