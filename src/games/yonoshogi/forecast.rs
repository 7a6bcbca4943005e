//! What is sure to have come of a move by its player's next turn: whether he can be checkmated, and who is.
//!
//! A player is out at the start of a turn of another who attacks his King then. Until that turn the other has not moved, so
//! what he attacks changes only by lines that open, and each search below looks only where one can.

use super::bits::{Bits, bishop, bit, each, rook};
use super::board::{Board, Kind};
use super::{Action, Move, Yonoshogi};
use crate::game::{Forecast, Game};

/// How many positions are looked at to prove that a move checkmates.
const MOST_POSITIONS: u32 = 40_000;

/// The forecast of a move.
pub(super) fn forecast(position: &Yonoshogi, mv: Move) -> Forecast {
    let player = position.turn().index();
    let after = position.after(mv);
    let survives = !can_fall(&after, player);
    let takes_out = if survives { taken_out(position, &after, player) } else { 0 };
    // His move, and at most one of each of the others.
    let players = position.players() as u8;
    let wins = (survives && takes_out + 1 == players).then_some(players.into());
    Forecast { survives, takes_out, wins }
}

fn legal(position: &Yonoshogi) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    position.moves(&mut moves);
    moves
}

fn is_out(position: &Yonoshogi, player: usize) -> bool {
    position.board().king(player).is_none()
}

/// The players who begin a turn after the present one and before `player` does.
fn later(position: &Yonoshogi, player: usize) -> impl Iterator<Item = usize> {
    let mover = position.turn().index();
    let between = (player + 4 - mover) & 3;
    (1..between).map(move |step| (mover + step) & 3).filter(|&other| position.is_in_play(other))
}

/// True when some moves of the others, up to the turn of `player`, lead to his being out.
fn can_fall(position: &Yonoshogi, player: usize) -> bool {
    let Some(king) = position.board().king(player) else { return true };
    if position.outcome().is_some() || position.turn().index() == player {
        return false;
    }
    if !later(position, player).any(|other| position.board().could_attack(other, king)) {
        return false;
    }
    let moves = legal(position);
    let falls = |mv: &Move| can_fall(&position.after(*mv), player);
    let mut others = later(position, player);
    match (others.next(), others.next()) {
        (Some(attacker), None) => {
            // This move is the last one before the attacker's turn: of the moves that open no line one stands for all.
            let lines = lines_to_kings(position, attacker);
            let board = position.board();
            let idle = moves.iter().find(|mv| is_idle(board, **mv, lines, attacker));
            match idle {
                None => moves.iter().any(falls),
                Some(idle) => falls(idle) || moves.iter().filter(|mv| opens(board, **mv, lines)).any(falls),
            }
        }
        _ => moves.iter().any(falls),
    }
}

/// The squares between two that lie on one line of a Rook or a Bishop.
fn between(a: usize, b: usize) -> Bits {
    let ends = bit(a) | bit(b);
    let straight = rook(ends, a);
    let across = bishop(ends, a);
    if straight & bit(b) != 0 {
        straight & rook(ends, b)
    } else if across & bit(b) != 0 {
        across & bishop(ends, b)
    } else {
        0
    }
}

fn sliders(board: &Board, player: usize) -> Bits {
    let lances = board.plain(player, Kind::Lance);
    board.of(player) & (board.kind(Kind::Rook) | board.kind(Kind::Bishop)) | lances
}

/// All squares between a sliding man of a player and a King of another, a few too many for men that slide otherwise.
fn lines_to_kings(position: &Yonoshogi, attacker: usize) -> Bits {
    let board = position.board();
    let kings = (0..4).filter(|&other| other != attacker).filter_map(|other| board.king(other));
    kings.fold(0, |lines, king| {
        each(sliders(board, attacker)).fold(lines, |lines, slider| lines | between(slider, king))
    })
}

/// A move that may open one of these lines: from it, or by a capture on it, since the captor's men may vanish; or a move of
/// a King, whose player may go out and take all his men with him.
fn opens(board: &Board, mv: Move, lines: Bits) -> bool {
    match mv.action() {
        Action::Step { from, to, .. } => {
            let king = board.kind(Kind::King) & bit(from) != 0;
            king || lines & bit(from) != 0 || lines & board.occupied() & bit(to) != 0
        }
        Action::Drop { .. } | Action::Skip | Action::Resign => false,
    }
}

/// A move that opens no line, shuts none, and takes no man of the attacker.
fn is_idle(board: &Board, mv: Move, lines: Bits, attacker: usize) -> bool {
    let clear = |to: usize| (lines | board.of(attacker)) & bit(to) == 0;
    match mv.action() {
        Action::Step { to, .. } => !opens(board, mv, lines) && clear(to),
        Action::Drop { to, .. } => clear(to),
        Action::Skip | Action::Resign => true,
    }
}

/// How many others are out by the next turn of `player`, whatever is played.
fn taken_out(before: &Yonoshogi, after: &Yonoshogi, player: usize) -> u8 {
    let fallen = |&other: &usize| other != player && before.is_in_play(other) && is_out(after, other);
    let at_once = (0..4).filter(fallen).count();
    let board = after.board();
    let attacked = |&other: &usize| {
        let by = |attacker: &usize| *attacker != other && board.threatens(*attacker, other);
        other != player && !is_out(after, other) && (0..4).any(|attacker| by(&attacker))
    };
    let surely = |&other: &usize| {
        let mut left = MOST_POSITIONS;
        !can_survive(after, player, other, &mut left)
    };
    (at_once + (0..4).filter(attacked).filter(surely).count()) as u8
}

/// True when some moves up to the turn of `player` leave `other` in the game, and when it is not known within `left`
/// positions.
fn can_survive(position: &Yonoshogi, player: usize, other: usize, left: &mut u32) -> bool {
    if is_out(position, other) {
        return false;
    }
    if position.outcome().is_some() || position.turn().index() == player {
        return true;
    }
    let moves = legal(position);
    let board = position.board();
    let last = later(position, player).next().is_none();
    let king = board.king(other).unwrap_or(0);
    let attackers = board.attackers(player, king);
    // The last move before the attack falls due must take an attacker, shut its line, or take the King away.
    let answers = if last && attackers != 0 {
        each(attackers).fold(attackers, |set, from| set | between(from, king))
    } else {
        !0
    };
    let may_help = |mv: &&Move| match mv.action() {
        Action::Step { from, to, .. } => answers & bit(to) != 0 || from == king,
        Action::Drop { to, .. } => answers & bit(to) != 0,
        Action::Skip | Action::Resign => answers == !0,
    };
    for &mv in moves.iter().filter(may_help) {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if can_survive(&position.after(mv), player, other, left) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// Every sequence of moves of the others, one by one.
    fn falls_by_brute_force(position: &Yonoshogi, player: usize) -> bool {
        if is_out(position, player) {
            return true;
        }
        if position.outcome().is_some() || position.turn().index() == player || later(position, player).next().is_none()
        {
            return false;
        }
        legal(position).iter().any(|&mv| falls_by_brute_force(&position.after(mv), player))
    }

    fn survives_by_brute_force(position: &Yonoshogi, player: usize, other: usize) -> bool {
        if is_out(position, other) {
            return false;
        }
        if position.outcome().is_some() || position.turn().index() == player {
            return true;
        }
        legal(position).iter().any(|&mv| survives_by_brute_force(&position.after(mv), player, other))
    }

    /// Positions of random games.
    fn random_positions(seeds: std::ops::Range<u64>, visit: &mut dyn FnMut(&Yonoshogi)) {
        for seed in seeds {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = Yonoshogi::start(&Default::default());
            while position.outcome().is_none() && position.ply() < 400 {
                visit(&position);
                let moves = legal(&position);
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
    }

    #[test]
    fn who_survives_a_move_is_what_all_sequences_say() {
        let (mut safe, mut lost, mut close) = (0, 0, 0);
        let mut rng = fastrand::Rng::with_seed(9);
        random_positions(0..300, &mut |position| {
            let player = position.turn().index();
            let moves = legal(position);
            let mv = moves[rng.usize(..moves.len())];
            let after = position.after(mv);
            let falls = falls_by_brute_force(&after, player);
            assert_eq!(forecast(position, mv).survives, !falls, "{} {}", position.fen(), position.move_text(mv));
            *(if falls { &mut lost } else { &mut safe }) += 1;
            close += i32::from(falls && !is_out(&after, player));
        });
        assert!(safe > 5000 && lost > 500 && close > 400, "{safe} {lost} {close}");
    }

    #[test]
    fn who_is_taken_out_is_out_in_all_sequences() {
        let mut sure = 0;
        random_positions(100..160, &mut |position| {
            // With all four it takes too long to try everything.
            if position.players() > 3 {
                return;
            }
            let player = position.turn().index();
            for mv in legal(position) {
                let found = forecast(position, mv);
                if !found.survives || found.takes_out == 0 {
                    continue;
                }
                let after = position.after(mv);
                let others = (0..4).filter(|&other| other != player && position.is_in_play(other));
                let out = others.filter(|&other| !survives_by_brute_force(&after, player, other)).count();
                assert!(usize::from(found.takes_out) <= out, "{} {}", position.fen(), position.move_text(mv));
                sure += 1;
            }
        });
        assert!(sure > 100, "{sure}");
    }
}
