//! Moves: what they are, which there are, and how many.

use super::bits::{
    BOARD, Bits, CAMP_FILES, EVEN, GOLDS, KINGS, KNIGHTS, LAST, LAST_TWO, PAWNS, SILVERS, ZONE, bishop, bit, each,
    files_of, lance, rook, step_ahead,
};
use super::board::{Board, KINDS, Kind};

/// A move: a man goes from one square to another and perhaps promotes, or comes from the Reserve, or the turn is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The turn is skipped; written `0000`.
    Skip,
    /// The player gives up, and is out; written `resign`.
    Resign,
    /// A man goes from a square to another.
    Step {
        /// The square left.
        from: usize,
        /// The square reached.
        to: usize,
        /// It promotes.
        promotes: bool,
    },
    /// A man comes from the Reserve.
    Drop {
        /// Which.
        kind: Kind,
        /// The square.
        to: usize,
    },
}

/// Where the first kind stands among the numbers of squares that are left.
const RESERVE: u16 = 96;

impl Move {
    /// The skipped turn.
    pub const SKIP: Move = Move(u16::MAX);
    /// Its player gives up. It is no legal move, so no search plays it, and is read wherever a player may give up.
    pub const RESIGN: Move = Move(u16::MAX - 1);

    #[inline(always)]
    pub(super) const fn step(from: usize, to: usize, promotes: bool) -> Self {
        Move(from as u16 | (to as u16) << 7 | (promotes as u16) << 14)
    }

    #[inline(always)]
    pub(super) const fn drop(kind: Kind, to: usize) -> Self {
        Move((RESERVE + kind as u16) | (to as u16) << 7)
    }

    /// What it does.
    #[inline(always)]
    pub fn action(self) -> Action {
        if self.0 >= Move::RESIGN.0 {
            return if self == Move::SKIP { Action::Skip } else { Action::Resign };
        }
        let (first, to) = (self.0 & 127, usize::from(self.0 >> 7 & 127));
        match first.checked_sub(RESERVE) {
            None => Action::Step { from: first.into(), to, promotes: self.0 >> 14 & 1 != 0 },
            Some(kind) => Action::Drop { kind: KINDS[usize::from(kind & 7)], to },
        }
    }
}

/// Where one man may go, and what he may become there.
struct Targets {
    all: Bits,
    /// He may promote.
    may: Bits,
    /// He must.
    must: Bits,
}

impl Targets {
    #[inline(always)]
    fn plain(all: Bits) -> Self {
        Targets { all, may: 0, must: 0 }
    }

    /// Of a man that promotes in its zone, and must on some squares.
    #[inline(always)]
    fn of(all: Bits, player: usize, from: usize, must: Bits) -> Self {
        let may = if bit(from) & ZONE[player] != 0 { all } else { all & ZONE[player] };
        Targets { all, may, must: all & must }
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        self.all.count_ones() + (self.may & !self.must).count_ones()
    }
}

impl Board {
    /// Calls `found` with the place and the targets of each man of a player but the Pawns.
    #[inline(always)]
    fn men_with_targets(&self, player: usize, mut found: impl FnMut(usize, Targets)) {
        let (free, occupied) = (!self.of(player), self.occupied());
        for from in each(self.plain(player, Kind::Lance)) {
            found(from, Targets::of(lance(occupied, player, from) & free, player, from, LAST[player]));
        }
        for from in each(self.plain(player, Kind::Knight)) {
            found(from, Targets::of(KNIGHTS[player][from] & free, player, from, LAST_TWO[player]));
        }
        for from in each(self.plain(player, Kind::Silver)) {
            found(from, Targets::of(SILVERS[player][from] & free, player, from, 0));
        }
        for from in each(self.golds(player)) {
            found(from, Targets::plain(GOLDS[player][from] & free));
        }
        for from in each(self.of(player) & self.kind(Kind::Bishop)) {
            let all = bishop(occupied, from) & free;
            found(
                from,
                match self.promoted() & bit(from) {
                    0 => Targets::of(all, player, from, 0),
                    _ => Targets::plain(all | KINGS[from] & free),
                },
            );
        }
        for from in each(self.of(player) & self.kind(Kind::Rook)) {
            let all = rook(occupied, from) & free;
            found(
                from,
                match self.promoted() & bit(from) {
                    0 => Targets::of(all, player, from, 0),
                    _ => Targets::plain(all | KINGS[from] & free),
                },
            );
        }
        for from in each(self.of(player) & self.kind(Kind::King)) {
            found(from, Targets::plain(KINGS[from] & free));
        }
    }

    /// Where a player may drop a man of a kind, apart from the ban on mates by a Pawn.
    #[inline(always)]
    pub fn drop_squares(&self, player: usize, kind: Kind) -> Bits {
        let free = CAMP_FILES[player] & !self.occupied();
        match kind {
            Kind::Pawn => free & !LAST[player] & !files_of(self.plain(player, Kind::Pawn), player),
            Kind::Lance => free & !LAST[player],
            Kind::Knight => free & !LAST_TWO[player],
            Kind::Bishop => {
                let own = self.plain(player, Kind::Bishop);
                let full = |colour: Bits| (own & colour).count_ones() >= 2;
                free & !if full(EVEN) { EVEN } else { 0 } & !if full(!EVEN) { !EVEN } else { 0 }
            }
            _ => free,
        }
    }

    /// Calls `found` with each kind that a player has in Reserve and the squares for it. `other` is the only other player
    /// in the game, whom no Pawn may mate.
    #[inline(always)]
    fn drops(&self, player: usize, other: Option<usize>, mut found: impl FnMut(Kind, Bits)) {
        if self.is_reserve_empty(player) {
            return;
        }
        for kind in KINDS {
            if self.reserve(player, kind) > 0 {
                let squares = self.drop_squares(player, kind);
                let banned = match other {
                    Some(other) if kind == Kind::Pawn => self.mating_pawn(player, other),
                    _ => 0,
                };
                found(kind, squares & !banned);
            }
        }
    }

    /// The square, if there is one, on which a Pawn must not be dropped since it would mate the only other player: it
    /// attacks his King, he does not threaten the dropper's, and whatever he does the dropper still threatens his.
    pub fn mating_pawn(&self, player: usize, other: usize) -> Bits {
        let Some(king) = self.king(other) else { return 0 };
        let place = PAWNS[player ^ 2][king] & self.drop_squares(player, Kind::Pawn);
        if place == 0 {
            return 0;
        }
        let square = place.trailing_zeros() as usize;
        let mut dropped = *self;
        dropped.drop(player, Kind::Pawn, square);
        if dropped.threatens(other, player) {
            return 0;
        }
        // The Pawn stands next to the King: he can go away, or it can be taken. Nothing else ends the attack.
        let saved = |from: usize, to: usize| {
            let mut after = dropped;
            after.step(other, from, to, false);
            !after.threatens(player, other)
        };
        let flees = each(KINGS[king] & !dropped.of(other)).any(|to| saved(king, to));
        let takes = || each(dropped.attackers(other, square)).any(|from| saved(from, square));
        if flees || takes() { 0 } else { place }
    }

    /// The number of moves of a player; `other` is the only other one in the game.
    #[inline]
    pub fn count(&self, player: usize, other: Option<usize>) -> usize {
        let pawns = self.plain(player, Kind::Pawn);
        let targets = step_ahead(pawns, player) & !self.of(player);
        // A Pawn in its zone stays in it; so does what it becomes.
        let mut count = targets.count_ones() + (targets & ZONE[player] & !LAST[player]).count_ones();
        self.men_with_targets(player, |_, targets| count += targets.count());
        self.drops(player, other, |_, squares| count += squares.count_ones());
        count as usize
    }

    /// Appends the moves of a player in a fixed order; `other` is the only other one in the game.
    #[inline]
    pub fn moves(&self, player: usize, other: Option<usize>, out: &mut Vec<Move>) {
        let mut push = |from: usize, targets: Targets| {
            for to in each(targets.all) {
                let at = bit(to);
                if targets.may & at != 0 {
                    out.push(Move::step(from, to, true));
                }
                if targets.must & at == 0 {
                    out.push(Move::step(from, to, false));
                }
            }
        };
        for from in each(self.plain(player, Kind::Pawn)) {
            push(from, Targets::of(PAWNS[player][from] & !self.of(player), player, from, LAST[player]));
        }
        self.men_with_targets(player, &mut push);
        self.drops(player, other, |kind, squares| out.extend(each(squares & BOARD).map(|to| Move::drop(kind, to))));
    }
}
