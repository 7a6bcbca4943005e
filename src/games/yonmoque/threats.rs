//! Actions that win at once, found without listing all actions.
//!
//! A movement makes a new four on a line of which, once enemy pieces have turned over, at most the square of arrival was
//! missing. So only two kinds of arrival come into question: on the missing square of a line with three own pieces, and next
//! to an enemy piece that may turn over. For the second kind, what turns over when no piece has left its square is a bound on
//! what any movement there turns over; only where that makes a four, movements are tried one by one.

use super::bits::{
    ALL, AXES, Bits, FIVES, FOUR_STARTS, SLIDES, SQUARES, STEPS, each, has_four, has_new_four, neighbours, turned_over,
};
use super::moves::{Board, Line, Move};

/// The squares that a set lacks for four in a row, one each.
#[inline(always)]
fn completing(set: Bits) -> Bits {
    let mut found = 0;
    for (step, starts) in AXES.into_iter().zip(FOUR_STARTS) {
        let [one, two, three, four] = [set, set >> step, set >> (2 * step), set >> (3 * step)];
        let (first, last) = (one & two & starts, three & four & starts);
        found |= two & last | (one & last) << step | (first & four) << (2 * step) | (first & three) << (3 * step);
    }
    found & ALL & !set
}

impl Board {
    /// From where a side's pieces can come to an empty square.
    #[inline(always)]
    fn sources(&self, side: usize, to: u8) -> Bits {
        let (own, at) = (self.of(side), usize::from(to) % SQUARES);
        let mut from = STEPS[at] & own;
        for slide in SLIDES[side & 1][at] {
            // A slide back over the same squares.
            if slide.needs & !slide.to & !self.empty() == 0 {
                from |= slide.to & own;
            }
        }
        from
    }

    /// An action of a side that wins at once, by four in a row or because the other side, which has no hand then, is
    /// stuck.
    pub fn winning(&self, side: usize, has_hand: bool, enemy_has_hand: bool) -> Option<Move> {
        let (own, enemy, empty) = (self.of(side), self.of(side ^ 1), self.empty());
        let direct = completing(own) & empty;
        let near = neighbours(enemy) & empty;
        let candidates = if enemy_has_hand { direct | near } else { empty } & (neighbours(own) | TWO_AND_MORE);
        for to in each(candidates) {
            let turned = turned_over(to, own | 1 << to, enemy);
            let most = own | 1 << to | turned;
            let four = direct >> to & 1 == 1 || turned != 0 && has_four(most) && has_new_four(most, own);
            let stuck = !enemy_has_hand && neighbours(enemy & !turned) & empty & !(1 << to) == 0;
            if four || stuck {
                let movement = |from| Move::numbered(from, to);
                let wins = |mv: &Move| self.wins(side, *mv, enemy_has_hand);
                if let Some(found) = each(self.sources(side, to)).map(movement).find(wins) {
                    return Some(found);
                }
            }
        }
        // A placing wins only by shutting in.
        let open = neighbours(enemy) & empty;
        if !enemy_has_hand && has_hand && open.count_ones() <= 1 {
            let fills = if open == 0 { empty } else { open };
            return each(fills).map(Move::placed).find(|mv| self.wins(side, *mv, enemy_has_hand));
        }
        None
    }

    /// True when an action, which must be legal, wins at once.
    fn wins(&self, side: usize, mv: Move, enemy_has_hand: bool) -> bool {
        let mut after = *self;
        match after.play(side, mv) {
            Some(line) => line == Line::Four,
            None => !enemy_has_hand && !after.can_move(side ^ 1),
        }
    }

    /// True when a side can place a piece that changes nothing for the other but for its square: in a corner, where it
    /// can never be turned over, and makes no five.
    pub fn has_idle_corner(&self, side: usize) -> bool {
        each(CORNERS & self.empty()).any(|at| {
            let own = self.of(side) | 1 << at;
            FIVES[usize::from(at) % SQUARES].iter().all(|line| own & line != *line)
        })
    }
}

/// The corners.
const CORNERS: Bits = 1 | 1 << 4 | 1 << 20 | 1 << 24;
/// Squares to which a piece can come from farther than a step.
const TWO_AND_MORE: Bits = ALL & !CORNERS & !(1 << 12);

#[cfg(test)]
mod tests {
    use super::super::Yonmoque;
    use super::*;
    use crate::game::{Game, Reason, Seat, Setup, Value};

    /// How many actions win at once, all tried one by one, and of those that end with a stuck side.
    fn compared(position: &Yonmoque) -> (usize, usize) {
        let turn = position.turn();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let end = |mv: &Move| position.after(*mv).outcome().filter(|end| end.value_for(turn) == Value::Win(Some(0)));
        let winning: Vec<Move> = moves.iter().copied().filter(|mv| end(mv).is_some()).collect();
        let found = position.wins_at_once(turn);
        assert_eq!(found.is_some(), !winning.is_empty(), "{position:?} {found:?} {winning:?}");
        assert!(found.is_none_or(|mv| winning.contains(&mv)), "{position:?} {found:?}");
        let stuck = winning.iter().filter(|mv| end(mv).is_some_and(|end| end.reason == Reason::Stuck)).count();
        (winning.len(), stuck)
    }

    #[test]
    fn an_action_that_wins_at_once_is_found_exactly_where_there_is_one() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut won = 0;
        for _ in 0..3000 {
            let mut position = Yonmoque::start(&Setup::default());
            while position.outcome().is_none() {
                won += usize::from(compared(&position).0 > 0);
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(moves[rng.usize(0..moves.len())]);
            }
        }
        assert!(won > 10_000, "{won}");
    }

    #[test]
    fn shutting_in_is_found_exactly_where_it_can_be_done() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut shut_in = 0;
        for _ in 0..100_000 {
            let (mut pieces, held, few) = ([0; 2], rng.u8(0..2), rng.usize(1..3));
            for number in 0..12 - usize::from(held) {
                let free: Vec<u8> = each(ALL & !(pieces[0] | pieces[1])).collect();
                // Whoever has few pieces has them at the edge, and the others stand near.
                let near: Vec<u8> = each(neighbours(neighbours(pieces[1])) & !(pieces[0] | pieces[1])).collect();
                let among = if number < few || near.is_empty() { &free } else { &near };
                pieces[usize::from(number < few)] |= 1 << among[rng.usize(0..among.len())];
            }
            let position = Yonmoque::new(Board { pieces }, Seat::FIRST, [held, 0], 1).expect("twelve pieces");
            shut_in += usize::from(position.outcome().is_none() && compared(&position).1 > 0);
        }
        assert!(shut_in > 1000, "{shut_in}");
    }

    #[test]
    fn an_idle_placing_leaves_no_new_win_to_the_other_side() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut tried = 0;
        for _ in 0..2000 {
            let mut position = Yonmoque::start(&Setup::default());
            while position.outcome().is_none() {
                let (turn, other) = (position.turn(), position.turn().other());
                if position.hand(turn) > 1
                    && position.board().has_idle_corner(turn.index())
                    && position.wins_at_once(other).is_none()
                {
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    let idle = |mv: &&Move| {
                        let after = position.after(**mv);
                        after.outcome().is_none() && after.wins_at_once(other).is_none()
                    };
                    let corners = moves.iter().filter(|mv| mv.is_placing() && CORNERS >> mv.target() & 1 == 1);
                    assert!(corners.clone().any(|mv| idle(&mv)), "{position:?}");
                    tried += 1;
                }
                let mut moves = Vec::new();
                position.moves(&mut moves);
                position.play(moves[rng.usize(0..moves.len())]);
            }
        }
        assert!(tried > 5000, "{tried}");
    }
}
