//! What the games of a match add up to: a table of engines, and what each two did against each other.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::results::{GameRecord, Games as Records, Header};
use super::statistics::{Decision, Estimate, Games, Pairs, Points, Sprt};
use crate::text;

/// One engine against all others.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Results, in a game for two.
    pub games: Games,
    /// Points of its seats.
    pub points: Points,
    /// What it did wrong.
    pub faults: u64,
}

/// Two engines against each other, seen from the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// The two, by their number.
    pub engines: (usize, usize),
    /// Single games.
    pub games: Games,
    /// Pairs of games on one opening, both colours.
    pub pairs: Pairs,
}

/// Everything that is printed of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// Seats of the game.
    pub seats: usize,
    /// The engines in their order.
    pub rows: Vec<Row>,
    /// All pairs of engines that have met; in games for two.
    pub duels: Vec<Duel>,
    /// All games.
    pub games: usize,
    /// Games that differ from each other.
    pub distinct: usize,
}

/// A sequential test as games come in; what it has decided once, it has decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Tracker {
    sprt: Sprt,
    /// The first engine's points in rounds of which one game is there.
    open: BTreeMap<usize, f64>,
    pairs: Pairs,
    decision: Option<(Decision, f64)>,
}

impl Tracker {
    /// A test without games.
    pub fn new(sprt: Sprt) -> Self {
        Tracker { sprt, open: BTreeMap::new(), pairs: Pairs::default(), decision: None }
    }

    /// Counts a game between the first two engines of a match.
    pub fn add(&mut self, record: &GameRecord) {
        let first = record.points[usize::from(record.engines[0] != 0)];
        match self.open.remove(&record.round) {
            None => {
                self.open.insert(record.round, first);
            }
            Some(other) => {
                self.pairs.add(first + other);
                let llr = self.sprt.llr_of_pairs(&self.pairs);
                let decision = self.sprt.decide(llr);
                if decision != Decision::GoOn && self.decision.is_none() {
                    self.decision = Some((decision, llr));
                }
            }
        }
    }

    /// What was decided, and at which log-likelihood ratio.
    pub fn decision(&self) -> Option<(Decision, f64)> {
        self.decision
    }
}

impl Standings {
    /// Adds up these games.
    pub fn new(header: &Header, records: &Records) -> Self {
        let row =
            |name: &String| Row { name: name.clone(), games: Games::default(), points: Points::default(), faults: 0 };
        let mut rows: Vec<Row> = header.engines.iter().map(row).collect();
        let mut duels: BTreeMap<(usize, usize), Games> = BTreeMap::new();
        let mut rounds: BTreeMap<(usize, (usize, usize)), Vec<f64>> = BTreeMap::new();
        let mut seen = HashSet::new();
        for record in records.values() {
            seen.insert(&record.record);
            for fault in &record.faults {
                if let Some(&engine) = record.engines.get(fault.seat.wrapping_sub(1)) {
                    rows[engine].faults += 1;
                }
            }
            for (&engine, &own) in record.engines.iter().zip(&record.points) {
                rows[engine].points.add(own, &record.points);
                if header.seats == 2 {
                    count(&mut rows[engine].games, own);
                }
            }
            if let [a, b] = record.engines[..]
                && a != b
            {
                let key = (a.min(b), a.max(b));
                let first = record.points[usize::from(a > b)];
                count(duels.entry(key).or_default(), first);
                rounds.entry((record.round, key)).or_default().push(first);
            }
        }
        let duel = |(engines, games)| {
            let mut pairs = Pairs::default();
            let whole = rounds.iter().filter(|((_, key), firsts)| *key == engines && firsts.len() == 2);
            for (_, firsts) in whole {
                pairs.add(firsts[0] + firsts[1]);
            }
            Duel { engines, games, pairs }
        };
        let duels = duels.into_iter().map(duel).collect();
        Standings { seats: header.seats, rows, duels, games: records.len(), distinct: seen.len() }
    }

    fn name(&self, engine: usize) -> &str {
        &self.rows[engine].name
    }

    /// What is worth a line now and then: each duel's score and estimates.
    pub fn score_lines(&self, sprt: Option<&Sprt>) -> Vec<String> {
        let mut lines = Vec::new();
        for duel in &self.duels {
            let (a, b) = duel.engines;
            let Games { wins, draws, losses } = duel.games;
            let share = duel.games.points() / duel.games.number().max(1) as f64;
            lines.push(format!(
                "Score of {} vs {}: {wins} - {losses} - {draws}  [{share:.3}] {}",
                self.name(a),
                self.name(b),
                duel.games.number()
            ));
            lines.push(format!(
                "Elo difference: {}, LOS: {} %, DrawRatio: {} %, nElo: {}",
                shown(duel.games.distribution().elo()),
                percent(duel.games.distribution().los()),
                percent(duel.games.draw_ratio()),
                shown(duel.games.distribution().nelo())
            ));
            let [ll, ld, even, wd, ww] = duel.pairs.0;
            lines.push(format!(
                "Pairs LL LD LW/DD WD WW: [{ll}, {ld}, {even}, {wd}, {ww}], Elo: {}, nElo: {}",
                shown(duel.pairs.distribution().elo()),
                shown(duel.pairs.distribution().nelo())
            ));
            if let Some(sprt) = sprt {
                let llr = sprt.llr_of_pairs(&duel.pairs);
                let (low, high) = sprt.bounds();
                let share = 100.0 * llr / if llr < 0.0 { low } else { high };
                lines.push(format!("SPRT: llr {llr:.4} ({share:.1}%), lbound {low:.3}, ubound {high:.3}"));
            }
        }
        lines
    }

    /// The final table, best first, with what an engine did wrong.
    pub fn table(&self) -> Vec<String> {
        let mut order: Vec<&Row> = self.rows.iter().filter(|row| row.points.number() > 0).collect();
        let mean = |row: &Row| row.points.mean().map_or(0.0, |mean| mean.value);
        order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let width = order.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut lines = vec![self.heading(width)];
        for (index, row) in order.iter().enumerate() {
            let common =
                format!("{:>4} {:<width$} {:>7} {:>9.1}", index + 1, row.name, row.points.number(), row.points.total());
            let rest = if self.seats == 2 {
                format!(
                    "{:>8.1}% {:>7.1}% {:>20}",
                    100.0 * mean(row),
                    100.0 * row.games.draw_ratio().unwrap_or(0.0),
                    shown(row.games.distribution().elo())
                )
            } else {
                let ranks: Vec<String> = row.points.ranks.iter().map(u64::to_string).collect();
                format!("{:>18} {:>16}", shown(row.points.mean()), ranks.join(" "))
            };
            lines.push(format!("{common} {rest} {:>6}", row.faults));
        }
        lines.push(format!("{}, {} of them distinct", text::count(self.games, "game"), self.distinct));
        lines
    }

    fn heading(&self, width: usize) -> String {
        if self.seats == 2 {
            format!(
                "{:>4} {:<width$} {:>7} {:>9} {:>9} {:>8} {:>20} {:>6}",
                "Rank", "Name", "Games", "Points", "Score", "Draw", "Elo +/-", "Faults"
            )
        } else {
            let seats = if self.games > 0 { "Ranks 1 2 ..." } else { "Ranks" };
            format!(
                "{:>4} {:<width$} {:>7} {:>9} {:>18} {:>16} {:>6}",
                "Rank", "Name", "Seats", "Points", "Mean +/-", seats, "Faults"
            )
        }
    }

    /// The same as an object.
    pub fn json(&self, sprt: Option<&Sprt>, ending: &str) -> Report {
        let pair = |estimate: Option<Estimate>| Number {
            value: estimate.map(|e| e.value).filter(|v| v.is_finite()),
            error: estimate.and_then(|e| e.error),
        };
        let engine = |row: &Row| EngineReport {
            name: row.name.clone(),
            games: row.points.number(),
            points: row.points.total(),
            mean: pair(row.points.mean()),
            ranks: row.points.ranks.clone(),
            wins: row.games.wins,
            draws: row.games.draws,
            losses: row.games.losses,
            faults: row.faults,
        };
        let duel = |duel: &Duel| DuelReport {
            engines: [self.name(duel.engines.0).into(), self.name(duel.engines.1).into()],
            wins: duel.games.wins,
            draws: duel.games.draws,
            losses: duel.games.losses,
            elo: pair(duel.games.distribution().elo()),
            nelo: pair(duel.games.distribution().nelo()),
            los: duel.games.distribution().los(),
            draw_ratio: duel.games.draw_ratio(),
            pairs: duel.pairs.0,
            pairs_elo: pair(duel.pairs.distribution().elo()),
            pairs_nelo: pair(duel.pairs.distribution().nelo()),
            llr: sprt.map(|sprt| sprt.llr_of_pairs(&duel.pairs)),
            bounds: sprt.map(|sprt| sprt.bounds()),
        };
        Report {
            ending: ending.into(),
            games: self.games,
            distinct: self.distinct,
            engines: self.rows.iter().map(engine).collect(),
            duels: self.duels.iter().map(duel).collect(),
        }
    }
}

fn count(games: &mut Games, points: f64) {
    if points > 0.75 {
        games.wins += 1;
    } else if points < 0.25 {
        games.losses += 1;
    } else {
        games.draws += 1;
    }
}

fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".into(), |estimate| estimate.to_string())
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.1}", 100.0 * share))
}

/// The numbers of a match, as `--json` prints them. What is infinite or does not exist is null.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    ending: String,
    games: usize,
    distinct: usize,
    engines: Vec<EngineReport>,
    duels: Vec<DuelReport>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Number {
    value: Option<f64>,
    error: Option<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct EngineReport {
    name: String,
    games: u64,
    points: f64,
    mean: Number,
    ranks: Vec<u64>,
    wins: u64,
    draws: u64,
    losses: u64,
    faults: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct DuelReport {
    engines: [String; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Number,
    nelo: Number,
    los: Option<f64>,
    draw_ratio: Option<f64>,
    pairs: [u64; 5],
    pairs_elo: Number,
    pairs_nelo: Number,
    llr: Option<f64>,
    bounds: Option<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, first: f64) -> GameRecord {
        GameRecord {
            game: number,
            round: number / 2,
            engines: if number.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] },
            record: format!("position startpos moves {number}"),
            result: String::new(),
            reason: String::new(),
            points: if number.is_multiple_of(2) { vec![first, 1.0 - first] } else { vec![1.0 - first, first] },
            faults: Vec::new(),
        }
    }

    #[test]
    fn a_decision_stands_whatever_games_come_in_after_it() {
        let mut tracker = Tracker::new(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 });
        let mut number = 0;
        while tracker.decision().is_none() {
            tracker.add(&game(number, 1.0));
            number += 1;
            assert!(number < 1000);
        }
        let decided = tracker.decision();
        assert!(matches!(decided, Some((Decision::AcceptOther, llr)) if llr > 2.9));
        for _ in 0..40 {
            tracker.add(&game(number, 0.0));
            number += 1;
        }
        assert_eq!(tracker.decision(), decided);
    }

    #[test]
    fn draws_count_half_in_games_and_pairs() {
        let header = Header::new("g", 4, vec!["a".into(), "b".into()], 2, 4, String::new());
        let games: Records = [(0, 0.5), (1, 0.5), (2, 1.0), (3, 0.5)].map(|(n, first)| (n, game(n, first))).into();
        let standings = Standings::new(&header, &games);
        assert_eq!(standings.duels[0].games, Games { wins: 1, draws: 3, losses: 0 });
        assert_eq!(standings.duels[0].pairs, Pairs([0, 0, 1, 1, 0]));
        assert_eq!(standings.rows[1].points.total(), 1.5);
    }
}
