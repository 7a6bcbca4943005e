//! What a match says about strength: Elo, likelihood of superiority, normalised Elo, and the sequential
//! probability ratio test, from single games or from pairs of games on one opening.
//!
//! Formulas as in the sources of cutechess and fastchess. With n results of mean s and variance v,
//! Elo is E(s) = -400 log10(1/s - 1); its error is half of E(s + z se) - E(s - z se), se = sqrt(v/n).

use std::f64::consts::LN_10;

/// The 97.5 % point of the normal distribution: errors are for 95 %.
const Z: f64 = 1.959_964;
/// Points of normalised Elo a unit of (s - ½)/σ is worth.
const NELO: f64 = 800.0 / LN_10;
/// What a result that never came counts for in the test.
const NEVER: f64 = 0.001;

/// How often each result came.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Won.
    pub wins: u64,
    /// Neither.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

/// How often each score of two games on one opening came: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// A number with its 95 % error; neither is ever NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number; infinite when every game was won or lost.
    pub value: f64,
    /// The error, where there is one.
    pub error: Option<f64>,
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = format!("{:.2}", self.value);
        let value = if value == "-0.00" { "0.00" } else { &value };
        match self.error {
            Some(error) => write!(f, "{value} +/- {error:.2}"),
            None => write!(f, "{value}"),
        }
    }
}

/// Results as scores from 0 to 1 with how often each came.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    scores: Vec<f64>,
    counts: Vec<f64>,
    /// Games in one result: 1, or 2 for pairs.
    games: f64,
}

impl Distribution {
    fn number(&self) -> f64 {
        self.counts.iter().sum()
    }

    fn mean(&self) -> f64 {
        self.weighted(|score| score)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.weighted(|score| (score - mean).powi(2))
    }

    fn weighted(&self, value: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.scores.iter().zip(&self.counts).map(|(&score, count)| value(score) * count).sum();
        sum / self.number()
    }

    /// Elo with its error; `None` without results.
    pub fn elo(&self) -> Option<Estimate> {
        if self.number() == 0.0 {
            return None;
        }
        let mean = self.mean();
        let se = (self.variance() / self.number()).sqrt();
        let error = (elo_of(mean + Z * se) - elo_of(mean - Z * se)) / 2.0;
        Some(Estimate { value: elo_of(mean), error: Some(error).filter(|error| error.is_finite()) })
    }

    /// Normalised Elo with its error; `None` without results.
    pub fn nelo(&self) -> Option<Estimate> {
        if self.number() == 0.0 {
            return None;
        }
        let edge = self.mean() - 0.5;
        let deviation = (self.games * self.variance()).sqrt();
        let value = if edge == 0.0 { 0.0 } else { edge / deviation * NELO };
        let error = Z * NELO / (self.games * self.number()).sqrt();
        Some(Estimate { value, error: Some(error).filter(|_| value.is_finite()) })
    }

    /// The likelihood of superiority, 0 to 1; `None` without results.
    pub fn los(&self) -> Option<f64> {
        if self.number() == 0.0 {
            return None;
        }
        let edge = self.mean() - 0.5;
        if edge == 0.0 {
            return Some(0.5);
        }
        Some(0.5 * (1.0 + libm::erf(edge / (2.0 * self.variance() / self.number()).sqrt())))
    }

    /// The log-likelihood ratio of the mean being that of `elo1` rather than that of `elo0` (GSPRT, logistic).
    fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let counts: Vec<f64> = self.counts.iter().map(|&count| count.max(NEVER)).collect();
        let number: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|count| count / number).collect();
        let [likely0, likely1] = [elo0, elo1].map(|elo| likeliest(&self.scores, &shares, score_of(elo)));
        let ratio: f64 = shares.iter().zip(likely0.iter().zip(&likely1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum();
        number * ratio
    }
}

/// The shares nearest to those seen whose mean is `mean`: p/(1 + θ(a - mean)), with θ such that it is.
fn likeliest(scores: &[f64], shares: &[f64], mean: f64) -> Vec<f64> {
    // The sum falls from +∞ to -∞ between the two poles, so halving finds its zero.
    let (mut low, mut high) = (-1.0 / (scores[scores.len() - 1] - mean), 1.0 / (mean - scores[0]));
    let sum = |theta: f64| -> f64 {
        scores.iter().zip(shares).map(|(a, p)| p * (a - mean) / (1.0 + theta * (a - mean))).sum()
    };
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    scores.iter().zip(shares).map(|(a, p)| p / (1.0 + theta * (a - mean))).collect()
}

/// The Elo difference of an expected score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The expected score at an Elo difference.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Games {
    /// The results of single games.
    pub fn distribution(&self) -> Distribution {
        let counts = [self.losses, self.draws, self.wins].map(|count| count as f64).to_vec();
        Distribution { scores: vec![0.0, 0.5, 1.0], counts, games: 1.0 }
    }

    /// All games.
    pub fn number(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win 1, a draw ½.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of draws, 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.number() > 0).then(|| self.draws as f64 / self.number() as f64)
    }
}

impl Pairs {
    /// Counts a pair by its points, 0 to 2.
    pub fn add(&mut self, points: f64) {
        self.0[((points * 2.0).round() as usize).min(4)] += 1;
    }

    /// The results of pairs.
    pub fn distribution(&self) -> Distribution {
        let counts = self.0.map(|count| count as f64).to_vec();
        Distribution { scores: vec![0.0, 0.25, 0.5, 0.75, 1.0], counts, games: 2.0 }
    }

    /// All pairs.
    pub fn number(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// A sequential test of two hypotheses about the Elo difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the other.
    pub elo1: f64,
    /// The probability of accepting the other when the null hypothesis is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the other is true.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Not enough games.
    GoOn,
    /// The null hypothesis.
    AcceptNull,
    /// The other.
    AcceptOther,
}

impl Sprt {
    /// The bounds at which the test ends: ln(β/(1-α)) and ln((1-β)/α).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio from single games; 0 without any.
    pub fn llr_of_games(&self, games: &Games) -> f64 {
        if games.number() == 0 { 0.0 } else { games.distribution().llr(self.elo0, self.elo1) }
    }

    /// The log-likelihood ratio from pairs; 0 without any.
    pub fn llr_of_pairs(&self, pairs: &Pairs) -> f64 {
        if pairs.number() == 0 { 0.0 } else { pairs.distribution().llr(self.elo0, self.elo1) }
    }

    /// What this ratio decides.
    pub fn decide(&self, llr: f64) -> Decision {
        let (low, high) = self.bounds();
        if llr >= high {
            Decision::AcceptOther
        } else if llr <= low {
            Decision::AcceptNull
        } else {
            Decision::GoOn
        }
    }
}

/// Points of one engine in games for more than two: their mean with its error, and how often it took each rank.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Points {
    scores: Vec<f64>,
    /// How often this engine's seat came first, second, and so on; ties share the better rank.
    pub ranks: Vec<u64>,
}

impl Points {
    /// Counts one seat's final score among all seats' scores.
    pub fn add(&mut self, own: f64, all: &[f64]) {
        let rank = all.iter().filter(|&&other| other > own).count();
        if self.ranks.len() < all.len() {
            self.ranks.resize(all.len(), 0);
        }
        self.ranks[rank] += 1;
        self.scores.push(own);
    }

    /// All points.
    pub fn total(&self) -> f64 {
        self.scores.iter().sum()
    }

    /// The seats counted.
    pub fn number(&self) -> u64 {
        self.scores.len() as u64
    }

    /// The mean with its error; `None` without scores.
    pub fn mean(&self) -> Option<Estimate> {
        let number = self.scores.len() as f64;
        if self.scores.is_empty() {
            return None;
        }
        let mean = self.total() / number;
        let variance = self.scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / number;
        Some(Estimate { value: mean, error: Some(Z * (variance / number).sqrt()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    fn near(found: f64, expected: f64, digits: i32) {
        assert!((found - expected).abs() < 0.6 * 10f64.powi(-digits), "{found} is not {expected}");
    }

    fn check(estimate: Option<Estimate>, value: f64, error: f64, digits: i32) {
        let estimate = estimate.unwrap();
        near(estimate.value, value, digits);
        near(estimate.error.unwrap(), error, digits);
    }

    #[test]
    fn games_without_draws() {
        let games = Games { wins: 120, losses: 80, draws: 0 };
        check(games.distribution().elo(), 70.4365, 49.5169, 4);
        near(games.distribution().los().unwrap(), 0.998_054, 6);
        check(games.distribution().nelo(), 70.92, 48.15, 2);
        near(TEST.llr_of_games(&games), 1.0685, 4);
    }

    #[test]
    fn games_with_draws() {
        let games = Games { wins: 60, losses: 40, draws: 100 };
        check(games.distribution().elo(), 34.8601, 34.1593, 4);
        near(games.distribution().los().unwrap(), 0.978_324, 6);
        near(TEST.llr_of_games(&games), 0.9881, 4);
        near(games.draw_ratio().unwrap(), 0.5, 6);
    }

    #[test]
    fn pairs() {
        let pairs = Pairs([10, 0, 50, 0, 40]);
        check(pairs.distribution().elo(), 107.5381, 48.3078, 4);
        check(pairs.distribution().nelo(), 115.1035, 48.1512, 4);
        near(TEST.llr_of_pairs(&pairs), 1.6581, 4);
    }

    #[test]
    fn the_bounds_of_the_test() {
        let (low, high) = TEST.bounds();
        near(low, -2.9444, 4);
        near(high, 2.9444, 4);
        assert_eq!(TEST.decide(2.95), Decision::AcceptOther);
        assert_eq!(TEST.decide(-2.95), Decision::AcceptNull);
        assert_eq!(TEST.decide(0.0), Decision::GoOn);
    }

    #[test]
    fn nothing_is_ever_not_a_number() {
        for (wins, draws, losses) in [(3, 0, 0), (0, 0, 3), (0, 200, 0), (1, 0, 0), (0, 1, 0), (0, 0, 0)] {
            let games = Games { wins, draws, losses };
            let texts = format!(
                "{:?} {:?} {:?} {}",
                games.distribution().elo(),
                games.distribution().nelo(),
                games.distribution().los(),
                TEST.llr_of_games(&games)
            );
            assert!(!texts.contains("NaN"), "{games:?}: {texts}");
            assert_eq!(games.distribution().elo().is_none(), games.number() == 0);
        }
        let won = Games { wins: 3, ..Games::default() };
        assert_eq!(won.distribution().elo().unwrap().to_string(), "inf");
        assert_eq!(won.distribution().los(), Some(1.0));
        for pairs in [Pairs([0, 0, 100, 0, 0]), Pairs([0, 0, 0, 0, 5]), Pairs::default()] {
            let texts = format!(
                "{:?} {:?} {:?} {}",
                pairs.distribution().elo(),
                pairs.distribution().nelo(),
                pairs.distribution().los(),
                TEST.llr_of_pairs(&pairs)
            );
            assert!(!texts.contains("NaN"), "{pairs:?}: {texts}");
        }
        assert_eq!(Pairs([0, 0, 100, 0, 0]).distribution().elo().unwrap().value, 0.0);
    }

    #[test]
    fn points_of_four_seats_have_a_mean_and_ranks() {
        let mut points = Points::default();
        points.add(3.0, &[3.0, 2.0, 1.0, 0.0]);
        points.add(1.0, &[3.0, 1.0, 1.0, 0.0]);
        points.add(0.0, &[3.0, 2.0, 1.0, 0.0]);
        assert_eq!(points.ranks, [1, 1, 0, 1]);
        near(points.mean().unwrap().value, 4.0 / 3.0, 6);
        near(points.mean().unwrap().error.unwrap(), Z * (14.0f64 / 27.0).sqrt(), 6);
    }
}
