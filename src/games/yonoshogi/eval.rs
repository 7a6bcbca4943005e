//! An estimate made by hand: the points that each player may expect at the end.
//!
//! A player scores a point for each whom he outlasts. So what he may expect is a point for each who is out, and for each
//! other who is not the chance to outlast him, which comes of the difference of their strengths. A player's strength is
//! his men, those in Reserve worth a little more; how safe his King is; and whether it is attacked: an attack falls due at
//! the start of the attacker's turn, so it weighs little on one who is to move before, and nearly all on one who is not.
//! None of these weights is fitted to anything.

use super::bits::{Bits, KINGS, bit};
use super::board::{Board, IN_RESERVE, KINDS, Kind};
use super::{Action, Move, Yonoshogi};
use crate::game::{Evaluator, Forecast, Game, PerSeat, Sights};

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

/// A man on the board, in hundredths of a Pawn, in the order of [`KINDS`].
const WORTH: [i32; 8] = [1000, 850, 600, 550, 400, 350, 100, 0];
/// The same when promoted.
const PROMOTED: [i32; 8] = [1300, 1150, 600, 600, 600, 600, 500, 0];
/// The same in Reserve.
const RESERVE: [i32; IN_RESERVE] = [1100, 950, 680, 620, 450, 380, 130];

/// Each square next to the King that another player attacks, once for each such player.
const PRESSED: i32 = -45;
/// Each square to which the King could go without being attacked there, up to [`MANY_ESCAPES`].
const ESCAPE: i32 = 40;
/// More escapes than this count no more.
const MANY_ESCAPES: u32 = 3;
/// Each man of the player's own next to the King.
const GUARD: i32 = 35;
/// A King that is attacked while its player is to move before the attacker.
const CHECKED: i32 = -350;
/// The same without a square to go to.
const CORNERED: i32 = -500;
/// A King that is attacked while the attacker is to move before its player.
const DOOMED: i32 = -9000;

/// The difference of strengths at which the stronger outlasts the other three times of four.
const SPREAD: i32 = 1500;

/// What the strength of a player is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Account {
    pub(super) board: i32,
    pub(super) reserve: i32,
    pub(super) king: i32,
    pub(super) attacked: i32,
}

impl Account {
    fn total(&self) -> i32 {
        self.board + self.reserve + self.king + self.attacked
    }
}

fn count(set: Bits) -> i32 {
    set.count_ones() as i32
}

fn material(board: &Board, player: usize) -> (i32, i32) {
    let (own, promoted) = (board.of(player), board.promoted());
    let on_board = KINDS.into_iter().fold(0, |sum, kind| {
        let men = own & board.kind(kind);
        let changed = men & promoted;
        sum + WORTH[kind as usize] * count(men & !promoted) + PROMOTED[kind as usize] * count(changed)
    });
    let held = (0..IN_RESERVE).map(|at| RESERVE[at] * i32::from(board.reserve(player, KINDS[at]))).sum();
    (on_board, held)
}

/// The accounts of the players in the game.
pub(super) fn accounts(position: &Yonoshogi) -> [Option<Account>; 4] {
    let board = position.board();
    let mover = position.turn().index();
    let attacks = [0, 1, 2, 3].map(|player| if position.is_in_play(player) { board.attacked_by(player) } else { 0 });
    [0, 1, 2, 3].map(|player| {
        let king = board.king(player).filter(|_| position.is_in_play(player))?;
        let (on_board, reserve) = material(board, player);
        let ring = KINGS[king];
        let others = |but: usize| (0..4).filter(move |&other| other != but);
        let pressed: i32 = others(player).map(|other| count(attacks[other] & ring)).sum();
        let attacked = others(player).fold(0, |all, other| all | attacks[other]);
        let escapes = (ring & !attacked & !board.of(player)).count_ones();
        let guards = count(ring & board.of(player));
        // Turns from now until this player's.
        let wait = |of: usize| (of + 4 - mover) & 3;
        let threat = |other: usize| match attacks[other] & bit(king) {
            0 => 0,
            _ if wait(other) < wait(player) => DOOMED,
            _ if escapes == 0 => CHECKED + CORNERED,
            _ => CHECKED,
        };
        Some(Account {
            board: on_board,
            reserve,
            king: PRESSED * pressed + ESCAPE * escapes.min(MANY_ESCAPES) as i32 + GUARD * guards,
            attacked: others(player).map(threat).sum(),
        })
    })
}

/// The chance in hundredths that a player outlasts another who is weaker by this.
fn share(lead: i32) -> i32 {
    50 + 50 * lead / (lead.abs() + SPREAD)
}

/// The points that each player may expect, in hundredths.
pub(super) fn expected(position: &Yonoshogi) -> [i32; 4] {
    let strengths = accounts(position).map(|account| account.map(|account| account.total()));
    let out = 4 - position.players() as i32;
    [0, 1, 2, 3].map(|player| match (strengths[player], position.score_of(player)) {
        (_, Some(score)) => 100 * i32::from(score),
        (None, None) => 0,
        (Some(own), None) => {
            let others = (0..4).filter(|&other| other != player);
            100 * out + others.filter_map(|other| strengths[other]).map(|other| share(own - other)).sum::<i32>()
        }
    })
}

/// What the estimate is made of, a line for each player.
pub(super) fn describe(position: &Yonoshogi) -> Vec<String> {
    let expected = expected(position);
    let line = |(player, account): (usize, Option<Account>)| {
        let name = Yonoshogi::SEATS[player];
        let points = f64::from(expected[player]) / 100.0;
        match account {
            None => format!("{name}: {points} points"),
            Some(Account { board, reserve, king, attacked }) => format!(
                "{name}: {points:.2} points expected; men {board}, Reserve {reserve}, around the King {king}, attacks on it {attacked}"
            ),
        }
    };
    accounts(position).into_iter().enumerate().map(line).collect()
}

impl Evaluator<Yonoshogi> for Judgement {
    const GRAIN: i32 = 10;
    const LEVELS: Option<Sights> = Some(super::levels::LEVELS);

    fn score(&self, position: &Yonoshogi) -> PerSeat<i32> {
        PerSeat(expected(position))
    }

    fn promise(&self, position: &Yonoshogi, mv: Move) -> i32 {
        let board = position.board();
        let player = position.turn().index();
        let strikes_king = |set: Bits| {
            let kings = board.kind(Kind::King) & !board.of(player);
            100 * count(set & kings)
        };
        match mv.action() {
            Action::Skip | Action::Resign => 0,
            Action::Step { from, to, promotes } => {
                let Some(man) = board.man(from) else { return 0 };
                let place = man.kind as usize;
                let own = if man.promoted { PROMOTED[place] } else { WORTH[place] };
                let gain = if promotes { PROMOTED[place] - WORTH[place] } else { 0 };
                let capture = board.man(to).map_or(0, |taken| {
                    let worth = if taken.promoted { PROMOTED } else { WORTH };
                    worth[taken.kind as usize] + RESERVE.get(taken.kind as usize).copied().unwrap_or(0) - own / 8
                });
                capture + gain + strikes_king(board.attacks_as(player, man.kind, man.promoted || promotes, to))
            }
            Action::Drop { kind, to } => {
                let near = (0..4).filter(|&other| other != player).filter_map(|other| board.king(other));
                let close: i32 = near.map(|king| count(KINGS[king] & bit(to))).sum();
                20 * close - 30 + strikes_king(board.attacks_as(player, kind, false, to))
            }
        }
    }

    fn forecast(&self, position: &Yonoshogi, mv: Move) -> Forecast {
        super::forecast::forecast(position, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    fn expected_at(fen: &str) -> [i32; 4] {
        expected(&Yonoshogi::from_fen(fen).unwrap())
    }

    #[test]
    fn all_that_is_expected_is_the_six_points_that_there_are() {
        for (fen, loss) in [
            (super::super::START, 0),
            ("4gK4/9/6rR2/9/bK8/9/9/9/4rK4 r - -0-- 5", 0),
            ("4gK4/9/9/9/9/9/9/9/4rK4 r rG -0-1 5", 0),
        ] {
            let sum: i32 = expected_at(fen).iter().sum();
            assert_eq!(sum + loss, 600, "{fen}");
        }
    }

    #[test]
    fn who_moves_before_an_attack_falls_due_is_not_lost() {
        // Orange attacks Green's King. With Green to move, or Red who comes before nobody here, it differs.
        let fen = |turn: char| format!("4gK4/9/9/9/bK7oK/4oR4/9/9/3rK5 {turn} - ---- 5");
        let [red, green, blue] = ['r', 'g', 'b'].map(|turn| expected_at(&fen(turn))[2]);
        assert!(red < 50, "Red and then Orange move before Green: {red}");
        assert!(green > 100 && blue < 50, "{green} {blue}");
    }

    #[test]
    fn a_man_more_is_expected_to_bring_more() {
        let with = expected_at("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rG ---- 1");
        let without = expected_at("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 1");
        assert!(with[0] > without[0] + 20 && with[1] < without[1], "{with:?} {without:?}");
    }
}
