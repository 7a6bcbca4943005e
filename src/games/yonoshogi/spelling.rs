//! How moves are written, and why one is illegal.

use super::bits::{CAMP_FILES, LAST, LAST_TWO, SIDE, ZONE, bit, file};
use super::board::Kind;
use super::text::square;
use super::{Action, Move, Yonoshogi};
use crate::board::Square;
use crate::game::{Game, MoveError};
use crate::text::quote;

/// The wire's word for a skipped turn.
const SKIP: &str = "0000";
/// Other spellings of it that are read.
const SKIP_SPELLINGS: [&str; 4] = ["pass", "null", "--", "@@@@"];

/// The word with which a player gives up.
const RESIGN: &str = "resign";

const EXAMPLE: &str = "'1g1f', '8g9g+' or 'P*5e'";

/// The name of a square, such as `5e`.
pub(super) fn name(square: usize) -> String {
    let (row, column) = (square / SIDE, square % SIDE);
    format!("{}{}", SIDE - column, (b'a' + row as u8) as char)
}

/// What a man is called.
fn man_name(kind: Kind, promoted: bool) -> String {
    let name = match kind {
        Kind::Rook => "Rook",
        Kind::Bishop => "Bishop",
        Kind::Gold => "Gold",
        Kind::Silver => "Silver",
        Kind::Knight => "Knight",
        Kind::Lance => "Lance",
        Kind::Pawn => "Pawn",
        Kind::King => "King",
    };
    if promoted { format!("promoted {name}") } else { name.into() }
}

/// The square of this name.
pub(super) fn read_square(text: &str) -> Option<usize> {
    let &[file, row] = text.as_bytes() else { return None };
    let on_board = (b'1'..=b'9').contains(&file) && (b'a'..=b'i').contains(&row);
    on_board.then(|| usize::from(row - b'a') * SIDE + usize::from(b'9' - file))
}

/// A move as the wire has it.
pub(super) fn spell(mv: Move) -> String {
    match mv.action() {
        Action::Skip => SKIP.into(),
        Action::Resign => RESIGN.into(),
        Action::Step { from, to, promotes } => {
            format!("{}{}{}", name(from), name(to), if promotes { "+" } else { "" })
        }
        Action::Drop { kind, to } => format!("{}*{}", kind.letter(), name(to)),
    }
}

/// The squares that a move leaves and reaches.
pub(super) fn squares(mv: Move) -> Vec<Square> {
    match mv.action() {
        Action::Skip | Action::Resign => Vec::new(),
        Action::Step { from, to, .. } => vec![square(from), square(to)],
        Action::Drop { to, .. } => vec![square(to)],
    }
}

/// What a text says, whether or not it is legal.
fn read(text: &str) -> Option<Action> {
    if text == SKIP || SKIP_SPELLINGS.contains(&text) {
        return Some(Action::Skip);
    }
    if text == RESIGN {
        return Some(Action::Resign);
    }
    let (first, rest) = text.split_at_checked(2)?;
    if let Some(letter) = first.strip_suffix('*') {
        let kind = letter.chars().next().and_then(Kind::of_letter).filter(|&kind| kind != Kind::King)?;
        return read_square(rest).map(|to| Action::Drop { kind, to });
    }
    let (second, promotes) = rest.strip_suffix('+').map_or((rest, false), |plain| (plain, true));
    let (from, to) = (read_square(first)?, read_square(second)?);
    Some(if from == to && !promotes { Action::Skip } else { Action::Step { from, to, promotes } })
}

impl Yonoshogi {
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let Some(action) = read(text) else {
            return Err(MoveError::Syntax { found: quote(text), example: EXAMPLE });
        };
        if self.outcome().is_some() {
            return Err(MoveError::Over { found: text.into() });
        }
        if action == Action::Resign {
            return Ok(Move::RESIGN);
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let found = moves.iter().find(|mv| mv.action() == action);
        found.copied().ok_or_else(|| MoveError::Illegal {
            found: text.into(),
            reason: self.why_illegal(action, moves[0] == Move::SKIP),
        })
    }

    /// Why the player to move may not do this, in the game's own terms.
    fn why_illegal(&self, action: Action, must_skip: bool) -> String {
        let player = self.mover();
        let mover = Self::SEATS[player];
        match action {
            Action::Skip | Action::Resign => format!("{mover} has a move, and a turn is skipped only without one"),
            _ if must_skip => format!("{mover} has no move, and the turn is skipped ({SKIP})"),
            Action::Step { from, to, promotes } => self.why_no_step(player, from, to, promotes),
            Action::Drop { kind, to } => self.why_no_drop(player, kind, to),
        }
    }

    /// What a legal move does.
    pub(super) fn what_it_does(&self, mv: Move) -> Option<String> {
        let player = self.mover();
        let next = self.after(mv);
        let mut said = match mv.action() {
            Action::Skip => return None,
            Action::Resign => format!("{} gives up", Self::SEATS[player]),
            Action::Step { from, to, promotes } => {
                let man = self.board.man(from)?;
                let mut said =
                    format!("the {} on {} goes to {}", man_name(man.kind, man.promoted), name(from), name(to));
                if let Some(taken) = self.board.man(to) {
                    let owner = Self::SEATS[taken.player & 3];
                    let what = man_name(taken.kind, taken.promoted);
                    said += &format!(" and takes {owner}'s {what}, which joins the Reserve");
                    if taken.promoted {
                        said += &format!(" as a {}", man_name(taken.kind, false));
                    }
                }
                if promotes {
                    said += ", and promotes";
                }
                said
            }
            Action::Drop { kind, to } => {
                let left = self.board.reserve(player, kind).saturating_sub(1);
                let left = if left == 0 { String::new() } else { format!(" and {left} more stay there") };
                format!("a {} from the Reserve is dropped on {}{left}", man_name(kind, false), name(to))
            }
        };
        for other in (0..4).filter(|&other| self.is_in_play(other)) {
            let who = Self::SEATS[other];
            if next.board.king(other).is_none() {
                said += &format!("; {who} is out");
            } else if other != player && next.is_in_play(player) && next.board.threatens(player, other) {
                said += &format!("; it threatens {who}'s King");
            }
        }
        Some(said)
    }

    fn why_no_step(&self, player: usize, from: usize, to: usize, promotes: bool) -> String {
        let (start, end) = (name(from), name(to));
        let mover = Self::SEATS[player];
        let Some(man) = self.board.man(from) else { return format!("there is no man on {start}") };
        if man.player != player {
            let owner = Self::SEATS[man.player];
            return format!("the man on {start} is {owner}'s, and {mover} is to move");
        }
        if self.board.attacks_from(player, from) & bit(to) == 0 {
            return format!("the man on {start} does not reach {end}");
        }
        if self.board.of(player) & bit(to) != 0 {
            return format!("{end} holds a man of {mover}'s own");
        }
        if !promotes {
            return format!("a man without a move left there must promote: {start}{end}+");
        }
        if man.promoted || !man.kind.promotes() {
            return format!("the man on {start} cannot promote");
        }
        if (bit(from) | bit(to)) & ZONE[player] == 0 {
            return format!("neither {start} nor {end} is on the three ranks farthest from {mover}");
        }
        "the rules forbid it".into()
    }

    fn why_no_drop(&self, player: usize, kind: Kind, to: usize) -> String {
        let (square, mover) = (name(to), Self::SEATS[player]);
        let at = bit(to);
        if self.board.reserve(player, kind) == 0 {
            return format!("{mover} has no {} in Reserve", kind.letter());
        }
        if self.board.occupied() & at != 0 {
            return format!("{square} is not empty");
        }
        if CAMP_FILES[player] & at == 0 {
            return format!("{square} is not on one of {mover}'s own five files");
        }
        let blocked = match kind {
            Kind::Pawn | Kind::Lance => LAST[player],
            Kind::Knight => LAST_TWO[player],
            _ => 0,
        };
        if blocked & at != 0 {
            return format!("a man dropped on {square} would have no move");
        }
        let same_file = |other: usize| file(player, other) == file(player, to);
        match kind {
            Kind::Pawn if super::bits::each(self.board.plain(player, kind)).any(same_file) => {
                format!("{mover} has an unpromoted Pawn on that file already")
            }
            Kind::Pawn => "with two players left a Pawn must not be dropped to mate".into(),
            Kind::Bishop => format!("two Bishops of {mover}'s own stand on that square colour already"),
            _ => "the rules forbid it".into(),
        }
    }
}
