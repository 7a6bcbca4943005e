//! An evaluation as a level below full strength sees it: each estimate is off by chance, and the end of a game may be
//! overlooked.
//!
//! What is added to an estimate is drawn from a logistic distribution by a hash of position and seed. It is a function of
//! the position, so a search over such estimates is as consistent as one over the true ones: it prefers what it believes to be
//! better, finds the same move again, and plays a game that holds together. How deep to look is up to whoever searches.
//!
//! A hash table must not be shared between evaluations that differ in sight or seed: see [`table`].

use super::hash::HashTable;
use super::strength::mix;
use crate::game::{Evaluator, Forecast, Game, PerSeat, Sight, Value};

/// What tells the uses of the hash apart.
const NOISE: u64 = 1;
const ENDS: u64 = 2;
/// The most that an estimate is off, in points, between two and between more: none with it can be taken for a result.
const MOST: [f64; 2] = [20_000.0, 1200.0];
/// The largest scale of noise; beyond it the estimate is made smaller instead, which comes to the same.
const LARGEST: [f64; 2] = [3000.0, 200.0];
/// The size of the table for one move of a level, in megabytes.
const MEGABYTES: usize = 4;
/// From how many plies on a search looks as far as the next turn of the same player, where the others reply with one
/// searched move.
const ROUND: u32 = 2;

/// An evaluation with noise.
#[derive(Clone, Copy, Debug)]
pub struct Blurred<'a, E> {
    inner: &'a E,
    sight: Sight,
    seed: u64,
}

impl<'a, E> Blurred<'a, E> {
    /// What a level with this sight makes of an evaluation in a game with this seed.
    pub fn new(inner: &'a E, sight: Sight, seed: u64) -> Self {
        Blurred { inner, sight, seed }
    }

    fn hash(&self, key: u64, purpose: u64) -> u64 {
        mix(self.seed ^ mix(key ^ mix(purpose)))
    }

    /// Whether it sees a result in the position with this key.
    fn sees(&self, key: u64) -> bool {
        self.sight.is_sure() || self.hash(key, ENDS) % 100 < u64::from(self.sight.ends)
    }
}

/// An empty table for one move of a level; where there is no memory for it, one that keeps nothing.
pub fn table() -> HashTable {
    HashTable::new(MEGABYTES).unwrap_or_else(|_| HashTable::none())
}

/// The logistic deviate with scale 1 that belongs to a random word.
fn logistic(word: u64) -> f64 {
    // Strictly between 0 and 1.
    let uniform = ((word >> 12) as f64 + 0.5) / (1u64 << 52) as f64;
    libm::log(uniform / (1.0 - uniform))
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Blurred<'_, E> {
    const GRAIN: i32 = E::GRAIN;
    const SYMMETRIC: bool = false;
    // What is within the depth is to be seen.
    const SELECTIVE: bool = false;

    fn score(&self, position: &G) -> PerSeat<i32> {
        let mut scores = self.inner.score(position);
        let wanted = f64::from(E::GRAIN) * f64::from(self.sight.noise) / 100.0;
        if wanted == 0.0 {
            return scores;
        }
        let many = usize::from(G::SEATS.len() > 2);
        let scale = wanted.min(LARGEST[many]);
        if scale < wanted {
            scores.0.iter_mut().for_each(|score| *score = (f64::from(*score) * scale / wanted) as i32);
        }
        let noise = |word| (scale * logistic(word)).clamp(-MOST[many], MOST[many]) as i32;
        let word = self.hash(position.key(), NOISE);
        if G::SEATS.len() == 2 {
            // What one gains the other loses.
            let first = noise(word);
            scores.0[0] += first;
            scores.0[1] -= first;
        } else {
            (0u64..).zip(&mut scores.0[..G::SEATS.len()]).for_each(|(seat, score)| *score += noise(mix(word ^ seat)));
        }
        scores
    }

    fn sees_end(&self, position: &G) -> bool {
        self.sees(position.key()) && self.inner.sees_end(position)
    }

    fn follows_exchanges(&self) -> bool {
        self.sight.is_sure()
    }

    fn promise(&self, position: &G, mv: G::Move) -> i32 {
        self.inner.promise(position, mv)
    }

    fn foresight(&self, position: &G, mv: G::Move) -> i32 {
        self.inner.foresight(position, mv)
    }

    fn forecast(&self, position: &G, mv: G::Move) -> Forecast {
        if self.sight.depth >= ROUND && self.sight.is_sure() {
            self.inner.forecast(position, mv)
        } else {
            Forecast::default()
        }
    }

    fn known(&self, position: &G) -> Option<Value> {
        self.inner.known(position).filter(|_| self.sees(position.key()))
    }

    fn prepare(&self) {
        self.inner.prepare();
    }

    fn begin(&self) {
        self.inner.begin();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Setup, Sights};
    use crate::games::yonmoque::{Fitted, Yonmoque};
    use crate::games::yonoshogi::{Judgement, Yonoshogi};

    /// Positions of random games, none twice.
    fn positions<G: Game>(count: usize) -> Vec<G> {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut found: Vec<G> = Vec::new();
        while found.len() < count {
            let mut position = G::start(&Setup::default());
            for _ in 0..rng.usize(4..20) {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&mv) = moves.get(rng.usize(0..moves.len().max(1))) else { break };
                position.play(mv);
            }
            if position.outcome().is_none() && found.iter().all(|other| other.key() != position.key()) {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn noise_is_logistic_and_belongs_to_position_and_seed() {
        let inner = Fitted::default();
        let (blurred, other) =
            (Blurred::new(&inner, Sight::new(1, 100, 200), 7), Blurred::new(&inner, Sight::new(1, 100, 200), 8));
        let mut noise = Vec::new();
        let mut same = 0;
        for position in positions::<Yonmoque>(2000) {
            let (plain, first) = (inner.score(&position), blurred.score(&position));
            assert_eq!(first, blurred.score(&position));
            assert_eq!(first.0[0], -first.0[1]);
            noise.push(first.0[0] - plain.0[0]);
            same += usize::from(other.score(&position) == first);
        }
        assert!(same < 40, "{same}");
        // Quartiles of the logistic distribution stand ln 3 scales from its middle.
        noise.sort_unstable();
        let quartile = 200.0 * 3f64.ln();
        for (at, expected) in [(500, -quartile), (1000, 0.0), (1500, quartile)] {
            assert!((f64::from(noise[at]) - expected).abs() < 35.0, "{} for {expected}", noise[at]);
        }
    }

    #[test]
    fn each_seat_of_more_than_two_has_its_own_noise() {
        let inner = Judgement;
        let blurred = Blurred::new(&inner, Sight::new(1, 100, 300), 7);
        let mut both = 0;
        for position in positions::<Yonoshogi>(200) {
            let (plain, own) = (inner.score(&position), blurred.score(&position));
            let up = |seat: usize| own.0[seat] > plain.0[seat];
            both += usize::from(up(0) == up(1));
        }
        assert!((60..140).contains(&both), "{both}");
    }

    #[test]
    fn ends_are_seen_as_often_as_the_sight_says() {
        let inner = Fitted::default();
        let ended: Vec<Yonmoque> = positions::<Yonmoque>(2000);
        for (ends, most) in [(0, 0), (30, 700), (100, 2000)] {
            let blurred = Blurred::new(&inner, Sight::new(1, ends, 200), 7);
            let seen = ended.iter().filter(|position| blurred.sees_end(*position)).count();
            assert!(seen <= most && seen + 200 >= most, "{ends}: {seen}");
        }
    }

    #[test]
    fn a_higher_level_sees_as_far_and_from_the_fourth_on_none_overlooks_anything() {
        fn check(levels: Option<Sights>) {
            let levels = levels.expect("it has levels");
            assert!(levels.is_sorted_by_key(|sight| (sight.depth, sight.ends)), "{levels:?}");
            assert!(levels[3..].iter().all(Sight::is_sure), "{levels:?}");
        }
        check(<Fitted as Evaluator<Yonmoque>>::LEVELS);
        check(<Judgement as Evaluator<Yonoshogi>>::LEVELS);
        check(<crate::games::checkers::Learned as Evaluator<crate::games::checkers::Checkers>>::LEVELS);
    }
}
