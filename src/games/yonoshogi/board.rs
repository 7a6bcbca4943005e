//! The men on the board and in the Reserves, and what they attack.

use super::bits::{
    AHEAD, Bits, CROSSES, GOLDS, KINGS, KNIGHTS, PAWNS, SALTIRES, SILVERS, bishop, bit, each, lance, lowest, rook,
    step_ahead,
};

/// A kind of men, in the order in which a Reserve lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Rook,
    Bishop,
    Gold,
    Silver,
    Knight,
    Lance,
    Pawn,
    King,
}

/// All kinds; the first seven may be in a Reserve.
pub const KINDS: [Kind; 8] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn, Kind::King];

/// How many kinds may be in a Reserve.
pub const IN_RESERVE: usize = 7;

impl Kind {
    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Gold => 'G',
            Kind::Silver => 'S',
            Kind::Knight => 'N',
            Kind::Lance => 'L',
            Kind::Pawn => 'P',
            Kind::King => 'K',
        }
    }

    /// The kind with this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        KINDS.into_iter().find(|kind| kind.letter() == letter)
    }

    /// True for the kinds that promote.
    pub const fn promotes(self) -> bool {
        !matches!(self, Kind::Gold | Kind::King)
    }
}

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose, from 0.
    pub player: usize,
    /// What it is, or was before its promotion.
    pub kind: Kind,
    /// It has promoted.
    pub promoted: bool,
}

/// All men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    players: [Bits; 4],
    kinds: [Bits; 8],
    promoted: Bits,
    occupied: Bits,
    reserves: [[u8; IN_RESERVE]; 4],
}

impl Board {
    /// The men of a player.
    #[inline(always)]
    pub fn of(&self, player: usize) -> Bits {
        self.players[player & 3]
    }

    /// The men of a kind, promoted ones too.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bits {
        self.kinds[kind as usize]
    }

    /// A player's men of a kind that have not promoted.
    #[inline(always)]
    pub fn plain(&self, player: usize, kind: Kind) -> Bits {
        self.of(player) & self.kind(kind) & !self.promoted
    }

    /// A player's men that go like a Gold.
    #[inline(always)]
    pub fn golds(&self, player: usize) -> Bits {
        let small = self.kind(Kind::Pawn) | self.kind(Kind::Lance) | self.kind(Kind::Knight) | self.kind(Kind::Silver);
        self.of(player) & (self.kind(Kind::Gold) | small & self.promoted)
    }

    /// The men that have promoted.
    #[inline(always)]
    pub fn promoted(&self) -> Bits {
        self.promoted
    }

    /// The squares on which men stand.
    #[inline(always)]
    pub fn occupied(&self) -> Bits {
        self.occupied
    }

    /// The square of a player's King; of one who has none, no square of the board.
    #[inline(always)]
    pub fn king(&self, player: usize) -> Option<usize> {
        let king = self.of(player) & self.kind(Kind::King);
        (king != 0).then(|| lowest(king))
    }

    /// How many men of a kind a player has in Reserve.
    #[inline(always)]
    pub fn reserve(&self, player: usize, kind: Kind) -> u8 {
        self.reserves[player & 3].get(kind as usize).copied().unwrap_or(0)
    }

    /// True when a player has no man in Reserve.
    #[inline(always)]
    pub fn is_reserve_empty(&self, player: usize) -> bool {
        self.reserves[player & 3] == [0; IN_RESERVE]
    }

    /// Puts men into a Reserve.
    pub fn set_reserve(&mut self, player: usize, kind: Kind, count: u8) {
        if let Some(place) = self.reserves[player & 3].get_mut(kind as usize) {
            *place = count;
        }
    }

    /// The man on a square.
    pub fn man(&self, square: usize) -> Option<Man> {
        let at = bit(square);
        let player = self.players.iter().position(|men| men & at != 0)?;
        Some(Man { player, kind: self.kind_on(at), promoted: self.promoted & at != 0 })
    }

    #[inline(always)]
    fn kind_on(&self, at: Bits) -> Kind {
        // The kinds that there are most of are looked at first.
        const ORDER: [Kind; 7] =
            [Kind::Pawn, Kind::Gold, Kind::Silver, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Lance];
        ORDER.into_iter().find(|&kind| self.kind(kind) & at != 0).unwrap_or(Kind::King)
    }

    /// Puts a man on an empty square.
    pub fn put(&mut self, square: usize, man: Man) {
        let at = bit(square);
        self.players[man.player & 3] |= at;
        self.kinds[man.kind as usize] |= at;
        self.occupied |= at;
        if man.promoted {
            self.promoted |= at;
        }
    }

    /// Moves a player's man; what it captures goes to his Reserve and loses its promotion.
    #[inline(always)]
    pub fn step(&mut self, player: usize, from: usize, to: usize, promotes: bool) {
        let (start, end) = (bit(from), bit(to));
        if self.occupied & end != 0 {
            let captured = self.kind_on(end);
            if let Some(count) = self.reserves[player & 3].get_mut(captured as usize) {
                *count = count.saturating_add(1);
            }
            self.kinds[captured as usize] &= !end;
            self.players.iter_mut().for_each(|men| *men &= !end);
            self.promoted &= !end;
        }
        let kind = self.kind_on(start);
        self.kinds[kind as usize] ^= start | end;
        self.players[player & 3] ^= start | end;
        self.occupied = self.occupied & !start | end;
        if promotes {
            self.promoted |= end;
        } else if self.promoted & start != 0 {
            self.promoted ^= start | end;
        }
    }

    /// Drops a man from a player's Reserve.
    #[inline(always)]
    pub fn drop(&mut self, player: usize, kind: Kind, to: usize) {
        let at = bit(to);
        if let Some(count) = self.reserves[player & 3].get_mut(kind as usize) {
            *count = count.saturating_sub(1);
        }
        self.kinds[kind as usize] |= at;
        self.players[player & 3] |= at;
        self.occupied |= at;
    }

    /// Takes a player's men off the board and out of his Reserve.
    pub fn remove(&mut self, player: usize) {
        let rest = !self.of(player);
        self.kinds.iter_mut().for_each(|men| *men &= rest);
        self.promoted &= rest;
        self.occupied &= rest;
        self.players[player & 3] = 0;
        self.reserves[player & 3] = [0; IN_RESERVE];
    }

    /// The men of a player that attack a square.
    #[inline(always)]
    pub fn attackers(&self, player: usize, square: usize) -> Bits {
        let opposite = player & 3 ^ 2;
        let (own, plain) = (self.of(player), self.of(player) & !self.promoted);
        let (rooks, bishops) = (own & self.kind(Kind::Rook), own & self.kind(Kind::Bishop));
        let mut found = plain & self.kind(Kind::Pawn) & PAWNS[opposite][square]
            | plain & self.kind(Kind::Knight) & KNIGHTS[opposite][square]
            | plain & self.kind(Kind::Silver) & SILVERS[opposite][square]
            | self.golds(player) & GOLDS[opposite][square]
            | (own & self.kind(Kind::King) | (rooks | bishops) & self.promoted) & KINGS[square];
        let lances = plain & self.kind(Kind::Lance) & AHEAD[opposite][square];
        if rooks & CROSSES[square] | lances != 0 {
            found |= rooks & rook(self.occupied, square) | lances & lance(self.occupied, opposite, square);
        }
        if bishops & SALTIRES[square] != 0 {
            found |= bishops & bishop(self.occupied, square);
        }
        found
    }

    /// True when a player could capture another's King.
    #[inline(always)]
    pub fn threatens(&self, player: usize, other: usize) -> bool {
        self.king(other).is_some_and(|king| self.attackers(player, king) != 0)
    }

    /// What a player's man on a square attacks.
    #[inline(always)]
    pub fn attacks_from(&self, player: usize, square: usize) -> Bits {
        let at = bit(square);
        self.attacks_as(player, self.kind_on(at), self.promoted & at != 0, square)
    }

    /// What a player's man of a kind would attack from a square.
    #[inline(always)]
    pub fn attacks_as(&self, player: usize, kind: Kind, promoted: bool, square: usize) -> Bits {
        let player = player & 3;
        match kind {
            Kind::Rook if promoted => rook(self.occupied, square) | KINGS[square],
            Kind::Bishop if promoted => bishop(self.occupied, square) | KINGS[square],
            Kind::Rook => rook(self.occupied, square),
            Kind::Bishop => bishop(self.occupied, square),
            Kind::King => KINGS[square],
            Kind::Gold => GOLDS[player][square],
            _ if promoted => GOLDS[player][square],
            Kind::Silver => SILVERS[player][square],
            Kind::Knight => KNIGHTS[player][square],
            Kind::Lance => lance(self.occupied, player, square),
            Kind::Pawn => PAWNS[player][square],
        }
    }

    /// True when a player attacks a square now, or could attack it without moving a man if other men went away.
    #[inline(always)]
    pub fn could_attack(&self, player: usize, square: usize) -> bool {
        let own = self.of(player);
        let lances = self.plain(player, Kind::Lance) & AHEAD[player & 3 ^ 2][square];
        own & self.kind(Kind::Rook) & CROSSES[square] != 0
            || own & self.kind(Kind::Bishop) & SALTIRES[square] != 0
            || lances != 0
            || self.attackers(player, square) != 0
    }

    /// All squares that a player attacks.
    pub fn attacked_by(&self, player: usize) -> Bits {
        let (own, occupied) = (self.of(player), self.occupied);
        let mut all = step_ahead(self.plain(player, Kind::Pawn), player);
        for square in each(self.plain(player, Kind::Lance)) {
            all |= lance(occupied, player & 3, square);
        }
        for square in each(self.plain(player, Kind::Knight)) {
            all |= KNIGHTS[player & 3][square];
        }
        for square in each(self.plain(player, Kind::Silver)) {
            all |= SILVERS[player & 3][square];
        }
        for square in each(self.golds(player)) {
            all |= GOLDS[player & 3][square];
        }
        for square in each(own & self.kind(Kind::Bishop)) {
            all |= bishop(occupied, square);
        }
        for square in each(own & self.kind(Kind::Rook)) {
            all |= rook(occupied, square);
        }
        let kings = own & (self.kind(Kind::King) | (self.kind(Kind::Rook) | self.kind(Kind::Bishop)) & self.promoted);
        for square in each(kings) {
            all |= KINGS[square];
        }
        all
    }

    /// Words that tell boards apart, for a hash.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let sets = self.players.iter().chain(&self.kinds[..IN_RESERVE]).chain([&self.promoted]);
        let reserves =
            self.reserves.iter().map(|counts| counts.iter().fold(0u64, |word, &count| word << 8 | u64::from(count)));
        sets.flat_map(|&set| [set as u64, (set >> 64) as u64]).chain(reserves)
    }
}
