//! How a player below perfection chooses where the results of all moves are known: the chances of each move.
//!
//! A player sees the true result of a move that ends the game in `d` plies, the move itself counted, with probability
//! `1/(1 + e^((d-h)/1.5))`, each move by itself. He plays the quickest win that he sees, else any move that he does not see
//! to lose, else his longest loss; among equals any. Skill levels are such players ([`crate::search::strength`] plays
//! as they do), and so are the opponents for whom a lost side sets its traps.

use serde::Serialize;

use crate::game::Value;

/// How gradually seeing fades around the horizon, in plies.
const BLUR: f64 = 1.5;

/// Where chances of less than this do not show.
const ENOUGH: f64 = 1e-5;

/// How far each level below full strength sees, in plies, from level 1 up: at this distance it sees every other result.
pub type Horizons = [f64; 9];

/// The horizons on 10x10 Yonkoma, which serve where no others were fitted.
pub const HORIZONS: Horizons = [0.0, 2.5, 4.5, 6.5, 8.5, 10.5, 13.0, 15.5, 19.0];

/// Nodes and weights of the Gauss-Legendre rule on [0, 1] with ten nodes, which is exact up to degree 19. (Abramowitz and
/// Stegun, table 25.4, moved from [-1, 1].)
const RULE: [(f64, f64); 10] = {
    const HALF: [(f64, f64); 5] = [
        (0.148_874_338_981_631_22, 0.295_524_224_714_752_87),
        (0.433_395_394_129_247_2, 0.269_266_719_309_996_35),
        (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
        (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
        (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
    ];
    let mut rule = [(0.0, 0.0); 10];
    let mut i = 0;
    while i < 5 {
        rule[2 * i] = (0.5 - HALF[i].0 / 2.0, HALF[i].1 / 2.0);
        rule[2 * i + 1] = (0.5 + HALF[i].0 / 2.0, HALF[i].1 / 2.0);
        i += 1;
    }
    rule
};

/// The probability of seeing a result at a distance in plies, by a horizon; without one everything is seen.
pub fn sees(horizon: Option<f64>, distance: u16) -> f64 {
    horizon.map_or(1.0, |horizon| 1.0 / (1.0 + ((f64::from(distance) - horizon) / BLUR).exp()))
}

/// The levels that the opponent of a lost side may be.
const OPPONENTS: [u8; 4] = [3, 5, 7, 9];
/// The share of their moves that they play at random.
const AT_RANDOM: f64 = 0.1;

/// The opponents for whom a lost side sets its traps, by the horizons of the board: it does not know which of them it
/// has, and each is as likely.
pub fn opponents(horizons: &Horizons) -> [Player; 4] {
    OPPONENTS.map(|level| Player::new(Some(horizons[usize::from(level) - 1]), AT_RANDOM))
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The probability of seeing a result, by its distance; beyond the last one it sees nothing, or everything.
    sees: Vec<f64>,
    beyond: f64,
    /// The share of moves that it plays at random, whatever it sees.
    random: f64,
}

impl Player {
    /// The longest distances that are told apart.
    const FARTHEST: u16 = 300;

    /// A player with this horizon in plies, or who sees everything, and who plays the share `random` of its moves at random.
    pub fn new(horizon: Option<f64>, random: f64) -> Self {
        let sees = (0..=Self::FARTHEST).map(|distance| sees(horizon, distance)).collect();
        Player { sees, beyond: f64::from(u8::from(horizon.is_none())), random: random.clamp(0.0, 1.0) }
    }

    /// One who plays any move.
    pub fn at_random() -> Self {
        Self::new(None, 1.0)
    }

    fn chance_to_see(&self, value: Value) -> f64 {
        let plies = value.plies().unwrap_or(u16::MAX);
        self.sees.get(usize::from(plies)).copied().unwrap_or(self.beyond)
    }

    /// The chance of each move, given what the moves bring. The chances add up to one.
    ///
    /// ```
    /// use yon::fallible::Player;
    /// use yon::game::Value::{Loss, Win};
    /// let mut chances = Vec::new();
    /// Player::new(Some(4.0), 0.0).chances(&[Win(Some(4)), Loss(Some(4))], &mut chances);
    /// // Half the time it sees the win. Else it may see the loss, and if not plays either.
    /// assert!((chances[0] - (0.5 + 0.25 + 0.125)).abs() < 1e-12);
    /// ```
    pub fn chances(&self, results: &[Value], chances: &mut Vec<f64>) {
        chances.clear();
        chances.resize(results.len(), 0.0);
        if self.random < 1.0 {
            let blind = self.seen_wins(results, chances);
            // No result is so unlikely that less than this would show.
            if blind > 1e-15 {
                self.without_a_win(results, blind, chances);
            }
        }
        let any = self.random / results.len() as f64;
        for chance in chances {
            *chance = *chance * (1.0 - self.random) + any;
        }
    }

    /// The mean of what the moves are worth to the other side, over the choices of this player, who can win: `wins` are its
    /// winning moves by their distance from the shortest up, with what each is worth, `losses` the distances of those that
    /// lose, which are worth 1. The same as by [`Player::chances`], faster.
    pub fn mean_of_wins(&self, wins: &[(u16, f64)], losses: &[u16]) -> f64 {
        let sees = |distance: u16| self.sees.get(usize::from(distance)).copied().unwrap_or(self.beyond);
        let worth = |moves: &[(u16, f64)]| moves.iter().map(|(_, worth)| worth).sum::<f64>();
        let (mut seen, mut blind) = (0.0, 1.0);
        for equals in wins.chunk_by(|a, b| a.0 == b.0) {
            let none = blind * (1.0 - sees(equals[0].0)).powi(equals.len() as i32);
            seen += (blind - none) * worth(equals) / equals.len() as f64;
            blind = none;
            if blind < ENOUGH {
                break;
            }
        }
        let count = wins.len() as f64;
        if blind >= ENOUGH {
            // E[1/(k+X)], as below.
            let one: f64 = match losses {
                [] => 1.0 / count,
                _ => {
                    let mut terms = RULE.map(|(t, weight)| weight * t.powi(wins.len() as i32 - 1));
                    for &loss in losses {
                        let sees = sees(loss);
                        for (term, (t, _)) in terms.iter_mut().zip(RULE) {
                            *term *= t + sees * (1.0 - t);
                        }
                    }
                    terms.iter().sum()
                }
            };
            seen += blind * (one * worth(wins) + 1.0 - count * one);
        }
        let any = (worth(wins) + losses.len() as f64) / (count + losses.len() as f64);
        seen * (1.0 - self.random) + any * self.random
    }

    /// Adds the chances of moves as the quickest win that is seen; returns the chance that none is.
    fn seen_wins(&self, results: &[Value], chances: &mut [f64]) -> f64 {
        let (mut blind, mut last) = (1.0, 0);
        loop {
            let later = results.iter().filter_map(|value| match value {
                Value::Win(plies) => Some(u32::from(plies.unwrap_or(u16::MAX)) + 1).filter(|rank| *rank > last),
                _ => None,
            });
            let Some(next) = later.min() else { return blind };
            last = next;
            let is_next =
                |value: &Value| matches!(value, Value::Win(plies) if u32::from(plies.unwrap_or(u16::MAX)) + 1 == next);
            let equals = results.iter().filter(|value| is_next(value)).count() as i32;
            let sees = results.iter().find(|value| is_next(value)).map_or(0.0, |value| self.chance_to_see(*value));
            let none = (1.0 - sees).powi(equals);
            let each = blind * (1.0 - none) / f64::from(equals);
            chances.iter_mut().zip(results).filter(|(_, value)| is_next(value)).for_each(|(chance, _)| *chance += each);
            blind *= none;
        }
    }

    /// Adds the chances of moves when no win is seen, which has the chance `blind`: any move that is not seen to lose, else
    /// the longest loss.
    ///
    /// With `k` moves that do not lose and `X` losses that are not seen, each of the first has the chance
    /// E\[1/(k+X)\], which is the integral of t^(k-1) times the product of `p + (1-p) t` over the losses, where `p` is the
    /// chance to see each; likewise for a loss that is not seen, among the others.
    fn without_a_win(&self, results: &[Value], blind: f64, chances: &mut [f64]) {
        let loses = |value: &&Value| matches!(value, Value::Loss(_));
        let safe = results.iter().filter(|value| !loses(value)).count() as i32;
        let mut pool = vec![0.0; results.len()];
        for (t, weight) in RULE {
            let product: f64 = results
                .iter()
                .filter(loses)
                .map(|value| self.chance_to_see(*value))
                .map(|sees| sees + (1.0 - sees) * t)
                .product();
            let (each, other) = (weight * t.powi(safe - 1) * product, weight * t.powi(safe) * product);
            for (chance, value) in pool.iter_mut().zip(results) {
                *chance += match value {
                    Value::Loss(_) => {
                        let sees = self.chance_to_see(*value);
                        (1.0 - sees) * other / (sees + (1.0 - sees) * t)
                    }
                    _ => each,
                };
            }
        }
        let all_seen = match safe {
            0 => results.iter().map(|value| self.chance_to_see(*value)).product(),
            _ => 0.0,
        };
        // With very many moves the rule is no more exact; the chances must add up all the same.
        let total: f64 = pool.iter().sum();
        if total > 0.0 {
            let scale = blind * (1.0 - all_seen) / total;
            chances.iter_mut().zip(&pool).for_each(|(chance, part)| *chance += part * scale);
        }
        if safe > 0 {
            return;
        }
        let longest = results.iter().map(|value| value.rank()).min();
        let is_longest = |value: &Value| Some(value.rank()) == longest;
        let each = blind * all_seen / results.iter().filter(|value| is_longest(value)).count() as f64;
        chances.iter_mut().zip(results).filter(|(_, value)| is_longest(value)).for_each(|(chance, _)| *chance += each);
    }
}

/// How one level fares against the one below, worked out exactly.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The level.
    pub level: u8,
    /// The level below; 0 is a player who plays any move.
    pub against: u8,
    /// Its mean score from the openings, with both colours.
    pub score: f64,
    /// Its mean score over all positions that are not over, with either side to move.
    pub everywhere: f64,
    /// How many wins it throws away in a game from the openings.
    pub thrown: f64,
    /// How many of these are refuted within three moves.
    pub at_once: f64,
    /// How much it is above a player who plays any move, in Elo, step by step.
    pub rating: f64,
}

/// How often a lost game is turned against an opponent, by each way of losing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Turned {
    /// The level of the opponent; 10 is perfect play.
    pub level: u8,
    /// The share of its moves that it plays at random.
    pub random: f64,
    /// The share of all lost positions that is turned by holding out longest.
    pub longest: f64,
    /// By the move with the best chance.
    pub trap: f64,
}

/// All levels of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    /// From the lowest step up.
    pub rungs: Vec<Rung>,
    /// Against each level below full strength, and against perfect play with random moves.
    pub losing: Vec<Turned>,
}

/// The difference in Elo that a mean score shows.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(player: &Player, results: &[Value]) -> Vec<f64> {
        let mut chances = Vec::new();
        player.chances(results, &mut chances);
        chances
    }

    /// The same by going through everything that may be seen.
    fn enumerated(player: &Player, results: &[Value]) -> Vec<f64> {
        let mut chances = vec![0.0; results.len()];
        for seen in 0..1u32 << results.len() {
            let sees = |i: usize| seen >> i & 1 == 1;
            let weight: f64 = (0..results.len())
                .map(
                    |i| if sees(i) { player.chance_to_see(results[i]) } else { 1.0 - player.chance_to_see(results[i]) },
                )
                .product();
            let order = |i: usize| match results[i] {
                value @ Value::Win(_) if sees(i) => (0, value.rank()),
                value @ Value::Loss(_) if sees(i) => (2, value.rank()),
                _ => (1, 0),
            };
            let best = (0..results.len()).map(order).min().unwrap();
            let among: Vec<usize> = (0..results.len()).filter(|&i| order(i) == best).collect();
            among.iter().for_each(|&i| chances[i] += weight / among.len() as f64);
        }
        chances.iter().map(|chance| chance * (1.0 - player.random) + player.random / results.len() as f64).collect()
    }

    #[test]
    fn chances_are_those_of_going_through_all_that_may_be_seen() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let results: Vec<Value> = (0..rng.usize(1..10))
                .map(|_| match rng.u8(0..5) {
                    0 => Value::Draw,
                    1 | 2 => Value::Win(Some(rng.u16(0..12))),
                    _ => Value::Loss(Some(rng.u16(0..12))),
                })
                .collect();
            let horizon = [None, Some(0.0), Some(4.0), Some(9.0)][rng.usize(0..4)];
            let player = Player::new(horizon, [0.0, 0.1, 1.0][rng.usize(0..3)]);
            let (fast, slow) = (chances(&player, &results), enumerated(&player, &results));
            assert!((fast.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{results:?} {fast:?}");
            for (a, b) in fast.iter().zip(&slow) {
                assert!((a - b).abs() < 1e-9, "{results:?} {fast:?} {slow:?}");
            }
        }
    }

    #[test]
    fn the_mean_of_wins_is_that_by_the_chances() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..300 {
            let mut wins: Vec<(u16, f64)> = (0..rng.usize(1..6)).map(|_| (rng.u16(1..12), rng.f64())).collect();
            wins.sort_by_key(|win| win.0);
            let losses: Vec<u16> = (0..rng.usize(0..8)).map(|_| rng.u16(1..12)).collect();
            let player = Player::new([None, Some(2.0), Some(9.0)][rng.usize(0..3)], [0.0, 0.1][rng.usize(0..2)]);
            let results = wins.iter().map(|win| Value::Win(Some(win.0)));
            let results: Vec<Value> = results.chain(losses.iter().map(|&plies| Value::Loss(Some(plies)))).collect();
            let worth = wins.iter().map(|win| win.1).chain(losses.iter().map(|_| 1.0));
            let mean: f64 = chances(&player, &results).iter().zip(worth).map(|(chance, worth)| chance * worth).sum();
            assert!((player.mean_of_wins(&wins, &losses) - mean).abs() < 1e-4, "{wins:?} {losses:?}");
        }
    }

    #[test]
    fn chances_of_very_many_moves_add_up() {
        let results: Vec<Value> = (0..60).map(|i| Value::Loss(Some(i))).collect();
        let sum: f64 = chances(&Player::new(Some(0.0), 0.0), &results).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}
