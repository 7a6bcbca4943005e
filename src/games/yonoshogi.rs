//! Yo\[n\]o Shogi: Shogi for four players at one board, by Charles Gilman.
//!
//! ```text
//!    9  8  7  6  5  4  3  2  1
//! a gL gN gS gG gK  . oP  . oL     Red (r) moves up, Orange (o) to the left, Green (g) down and
//! b  . gR  . gB  .  . oP oR oN     Blue (b) to the right; they play in this order
//! c gP gP gP gP gP  . oP  . oS
//! d  .  .  .  .  .  . oP oB oG     at the start of a turn every player whose King the one to
//! e bK  . bP  .  .  . oP  . oK     move could capture is out, with all his men; the fewer are
//! f bG bB bP  .  .  .  .  .  .     out before a player, the lower his score
//! g bS  . bP  . rP rP rP rP rP
//! h bN bR bP  .  . rB  . rR  .     the text that described this array is older than its lost
//! i bL  . bP  . rK rG rS rN rL     picture, so it is deduced; any other start can be set
//! ```
//!
//! ```
//! use yon::game::{Game, Notation, Setup};
//! use yon::games::yonoshogi::Yonoshogi;
//!
//! let start = Yonoshogi::start(&Setup::default());
//! let mv = start.parse_move("1g1f").unwrap();
//! assert_eq!(start.count(), 14);
//! assert!(start.after(mv).fen().ends_with("/bS1bP1rPrPrPrP1/bNbRbP2rB1rR1/bL1bP1rKrGrSrNrL o - ---- 2"));
//! ```

pub mod bits;
pub mod board;
mod eval;
mod forecast;
mod levels;
mod moves;
mod spelling;
mod text;

pub use eval::Judgement;
pub use moves::{Action, Move};
pub use text::{LESSONS, RULES};

use crate::game::{Game, Outcome, PerSeat, Reason, Seat, Setup, Verdict};
use board::Board;

/// The side of the board.
pub const SIZE: u8 = bits::SIDE as u8;

/// The start array. The picture of it is lost; this is the only array that fits every sentence of the rules.
pub const START: &str = include_str!("yonoshogi/start.fen").trim_ascii_end();

/// Positions to measure a search on: the start, middle games with four, three and two players, and Kings under attack.
pub const BENCH: &[&str] = &[
    START,
    "gLgN1gGgK1oPoL1/1gSgRgB2oP1oN/gP5oPoRoS/1gPgPgPgP1oPoBoG/bK1bP3oP2/bGbB1bP1rP1oK1/bS2bPrP3rP/bN2bPrR4/bLbRbP1rKrGrSrNrL o oB2P ---- 26",
    "gLgNgS1gK1oP1oL/1gRgGgB2oPoRoN/gPgPgPgPgP1oP1oS/5oP1oBoG/bK1bP3oP1oK/bGbBbP1rP4/bS2bP1rPrPrPrP/bNbRbP1rKrB1rR1/bL1bP2rGrSrNrL o - ---- 6",
    "gLgNgSgG1oP1oL1/3gBgK1oPoRoN/1bK1gPgP1oP1oS/gP1gP2oP1oBoK/2rK3oP2/bG4oG3/bS3bBrPrSrPrP/bNbRbP2rB2rR/bL1bP2rG1rNrL o r4PoPbRP ---- 30",
    "gL1oPgG1gKoNoL1/1bK1gB2oPoR1/gN2gP2oPoKoS/gPbBgP1gPoP1oB1/6oP2/bGbP6b+R/bS8/bNgPbP3oG2/bL1bP3bS2 o oPgR 0--- 48",
    "6oPoL1/8oN/6oPrPoS/1bB2rRoNoP2/bKbR2bP2oGoB/bG1bP2rP3/bS1bN2bPoK1oB/bP2rK5/bL1bP2rGrS1rL r rRo4PbP --0- 70",
    "gLgN1gGgK4/gR1gSgB5/gP1gPgPgP4/9/bKgPbP1rPrP3/bGbBbP6/1bSbP3rPrPrP/bNbRbP2rB1rR1/bL2bPrKrGrSrNrL r - -0-- 14",
    "1gN3gK3/2gRgS4rP/gLgPgPgP1gG1r+SrL/4gP4/4r+NrP3/7rP1/6gG2/gP3rK1rSrB1/rR8 g g3P -0-1 77",
];

/// Plies after which a game is drawn.
pub const PLY_CAP: u32 = 1000;

/// The status of a player who is in the game.
const IN_PLAY: u8 = u8::MAX;

/// A position. It is always settled: the player to move threatens no King.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Yonoshogi {
    board: Board,
    turn: u8,
    /// The final score of each player, or [`IN_PLAY`].
    scores: [u8; 4],
    ply: u32,
    /// The number of plies counts.
    capped: bool,
}

impl Yonoshogi {
    /// The men.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player to move, from 0.
    #[inline(always)]
    fn mover(&self) -> usize {
        usize::from(self.turn)
    }

    /// True for a player whose result is open.
    #[inline(always)]
    pub fn is_in_play(&self, player: usize) -> bool {
        self.scores[player & 3] == IN_PLAY
    }

    /// The final score of a player who has one.
    pub fn score_of(&self, player: usize) -> Option<u8> {
        Some(self.scores[player & 3]).filter(|&score| score != IN_PLAY)
    }

    /// How many players are in the game.
    #[inline(always)]
    pub fn players(&self) -> usize {
        self.scores.iter().filter(|&&score| score == IN_PLAY).count()
    }

    /// The only other player in the game, where there is only one.
    #[inline(always)]
    fn only_other(&self) -> Option<usize> {
        let mut others = (0..4).filter(|&player| player != self.mover() && self.is_in_play(player));
        let first = others.next();
        if others.next().is_some() { None } else { first }
    }

    fn is_over(&self) -> bool {
        !self.is_in_play(self.mover())
    }

    /// The players in the game that another threatens, as bits.
    #[inline(always)]
    fn threatened_by(&self, player: usize) -> u8 {
        let threatened =
            |other: &usize| *other != player && self.is_in_play(*other) && self.board.threatens(player, *other);
        (0..4).filter(threatened).fold(0, |set, other| set | 1 << other)
    }

    /// Takes these players out together: each scores one for each player who was out before.
    fn take_out(&mut self, players: u8) {
        let score = 4 - self.players() as u8;
        for player in (0..4).filter(|player| players >> player & 1 != 0) {
            self.scores[player] = score;
            self.board.remove(player);
        }
    }

    /// Begins the turn of the player to move: whoever is threatened is out, again and again while removals uncover further
    /// Kings; the last one left has won.
    #[inline(always)]
    fn settle(&mut self) {
        let mover = self.mover();
        loop {
            let threatened = self.threatened_by(mover);
            if threatened == 0 {
                break;
            }
            self.take_out(threatened);
        }
        if self.players() == 1 {
            self.scores[mover] = 3;
        }
    }

    /// Gives the turn to the next player in the game.
    #[inline(always)]
    fn pass_on(&mut self) {
        let mover = self.mover();
        let next = (1..4).map(|step| (mover + step) & 3).find(|&player| self.is_in_play(player));
        self.turn = next.unwrap_or(mover) as u8;
    }

    /// Ends the game as a draw: each of those who are left gets what remains for them.
    fn draw(&mut self) {
        let left = (0..4).filter(|&player| self.board.king(player).is_some());
        let players = left.fold(0u8, |set, player| set | 1 << player);
        let score = 4u8.saturating_sub(players.count_ones() as u8);
        for player in (0..4).filter(|player| players >> player & 1 != 0) {
            self.scores[player] = score;
        }
    }
}

/// A mixer of words (splitmix64's, by Vigna); different words stay different.
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Game for Yonoshogi {
    type Move = Move;

    const NAME: &'static str = "yonoshogi";
    const SEATS: &'static [&'static str] = &["Red", "Orange", "Green", "Blue"];
    const REPETITION: Option<usize> = Some(4);

    fn start(_: &Setup) -> Self {
        text::start()
    }

    fn unlimited(&self) -> Self {
        let mut free = Yonoshogi { capped: false, ..*self };
        if self.is_over() && self.board.king(self.mover()).is_some() {
            // A draw by length is none here, nor one by repetition; a game that is won stays so.
            let survivors: Vec<usize> = (0..4).filter(|&player| self.board.king(player).is_some()).collect();
            if survivors.len() > 1 {
                survivors.into_iter().for_each(|player| free.scores[player] = IN_PLAY);
            }
        }
        free
    }

    fn turn(&self) -> Seat {
        Seat::new(self.mover() & 3)
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let kings = (0..4).filter(|&player| self.board.king(player).is_some()).count();
        let reason = match kings {
            0 | 1 => Reason::Checkmate,
            _ if self.ply > PLY_CAP => Reason::PlyLimit,
            _ => Reason::Repetition,
        };
        Some(Outcome { verdict: Verdict::Scores(PerSeat(self.scores)), reason })
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let before = out.len();
        self.board.moves(self.mover(), self.only_other(), out);
        if out.len() == before {
            out.push(Move::SKIP);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.is_over() { 0 } else { self.board.count(self.mover(), self.only_other()).max(1) }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if self.is_over() {
            return;
        }
        match mv.action() {
            Action::Skip => {}
            Action::Resign => {
                *self = self.without(self.turn()).unwrap_or(*self);
                return;
            }
            Action::Step { from, to, promotes } => self.board.step(self.mover(), from, to, promotes),
            Action::Drop { kind, to } => self.board.drop(self.mover(), kind, to),
        }
        self.ply += 1;
        self.pass_on();
        self.settle();
        if self.capped && self.ply > PLY_CAP && !self.is_over() {
            self.draw();
        }
    }

    fn is_skip(mv: Move) -> bool {
        mv == Move::SKIP
    }

    fn skip() -> Option<Move> {
        Some(Move::SKIP)
    }

    fn without(&self, seat: Seat) -> Option<Self> {
        let player = seat.index();
        if self.is_over() || !self.is_in_play(player) {
            return None;
        }
        let mut rest = *self;
        rest.take_out(1 << player);
        if player == self.mover() {
            rest.pass_on();
        }
        rest.settle();
        Some(rest)
    }

    fn seats_left(&self) -> usize {
        self.players()
    }

    fn points_of(&self, seat: Seat) -> Option<u8> {
        self.score_of(seat.index())
    }

    fn repeated(&self) -> Option<Self> {
        let mut drawn = *self;
        drawn.draw();
        Some(drawn)
    }

    fn key(&self) -> u64 {
        let seed = mix(u64::from(self.turn) + 1);
        self.board.words().fold(seed, |key, word| mix(key ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    fn ply(&self) -> u32 {
        self.ply
    }
}
