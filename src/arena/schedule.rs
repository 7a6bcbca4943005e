//! Which engines meet, on which opening, in which seats: a list that depends on nothing but its
//! settings, so that a match can be cut in parts and resumed.

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tournament {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets each other.
    Gauntlet,
}

/// One game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: usize,
    /// Games with the same round are played on one opening by the same engines, in other seats.
    pub round: usize,
    /// The opening, by number; the same opening may serve several groups of engines.
    pub opening: usize,
    /// For each seat, the engine that plays it.
    pub engines: Vec<usize>,
}

/// What a schedule depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Engines in the match, at least 2.
    pub engines: usize,
    /// Seats of the game.
    pub seats: usize,
    /// Games for each group of engines that meet.
    pub games: usize,
    /// Who meets whom.
    pub tournament: Tournament,
}

/// The groups of engines that meet. In a game for two these are pairs; in one for more, all engines
/// meet together as far as there are seats.
fn groups(plan: &Plan) -> Vec<Vec<usize>> {
    let size = plan.engines.min(plan.seats);
    let mut groups = Vec::new();
    let mut group: Vec<usize> = (0..size).collect();
    // All sorted choices of `size` engines, in order.
    loop {
        if plan.tournament == Tournament::RoundRobin || group[0] == 0 {
            groups.push(group.clone());
        }
        let Some(at) = (0..size).rev().find(|&i| group[i] < plan.engines - size + i) else { return groups };
        group[at] += 1;
        for i in at + 1..size {
            group[i] = group[i - 1] + 1;
        }
    }
}

/// Every way to seat these engines in which their numbers of seats differ by at most one, in a fixed order.
pub fn arrangements(group: &[usize], seats: usize) -> Vec<Vec<usize>> {
    let engines = group.len();
    let mut found = Vec::new();
    for code in 0..engines.pow(seats as u32) {
        let digits: Vec<usize> =
            (0..seats).map(|seat| code / engines.pow((seats - 1 - seat) as u32) % engines).collect();
        let counts = (0..engines).map(|engine| digits.iter().filter(|&&digit| digit == engine).count());
        let (least, most) = counts.fold((usize::MAX, 0), |(least, most), count| (least.min(count), most.max(count)));
        if most - least <= 1 {
            found.push(digits.into_iter().map(|digit| group[digit]).collect());
        }
    }
    found
}

/// All games of a match. Each opening is played in every arrangement of its group, one after the other,
/// so the games of a group are rounded up to whole openings.
pub fn fixtures(plan: &Plan) -> Vec<Fixture> {
    let groups: Vec<Vec<Vec<usize>>> = groups(plan).iter().map(|group| arrangements(group, plan.seats)).collect();
    let per_round = groups.iter().map(Vec::len).max().unwrap_or(1);
    let openings = plan.games.div_ceil(per_round);
    let mut fixtures = Vec::new();
    for opening in 0..openings {
        for (group, seatings) in groups.iter().enumerate() {
            for engines in seatings {
                let (number, round) = (fixtures.len(), opening * groups.len() + group);
                fixtures.push(Fixture { number, round, opening, engines: engines.clone() });
            }
        }
    }
    fixtures
}

/// One part of a match, from 1 of several: whole rounds, dealt in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// True when this part plays the round.
    pub fn has(&self, round: usize) -> bool {
        round % self.of == self.index - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err(format!("expected I/N with I from 1 to N, found '{text}'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn plan(engines: usize, seats: usize, games: usize, tournament: Tournament) -> Plan {
        Plan { engines, seats, games, tournament }
    }

    #[test]
    fn two_engines_swap_colours_on_each_opening() {
        let games = fixtures(&plan(2, 2, 5, Tournament::RoundRobin));
        assert_eq!(games.len(), 6, "rounded up to whole openings");
        for pair in games.chunks(2) {
            assert_eq!((pair[0].opening, pair[0].round), (pair[1].opening, pair[1].round));
            let swapped: Vec<usize> = pair[1].engines.iter().rev().copied().collect();
            assert_eq!(pair[0].engines, swapped);
        }
    }

    #[test]
    fn a_round_robin_pairs_everybody_and_a_gauntlet_the_first() {
        let met = |tournament| -> HashMap<Vec<usize>, usize> {
            let mut met = HashMap::new();
            for game in fixtures(&plan(4, 2, 10, tournament)) {
                let mut group = game.engines.clone();
                group.sort();
                *met.entry(group).or_default() += 1;
            }
            met
        };
        let all = met(Tournament::RoundRobin);
        assert_eq!((all.len(), all.values().collect::<HashSet<_>>()), (6, HashSet::from([&10])));
        let first = met(Tournament::Gauntlet);
        assert_eq!(first.len(), 3);
        assert!(first.keys().all(|group| group[0] == 0));
    }

    #[test]
    fn four_seats_are_filled_in_every_fair_arrangement() {
        for (engines, expected) in [(2, 6), (3, 36), (4, 24)] {
            let group: Vec<usize> = (0..engines).collect();
            let all = arrangements(&group, 4);
            assert_eq!(all.len(), expected, "{engines} engines");
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), expected, "all different");
            for engine in group {
                let seats: Vec<usize> = (0..4).map(|seat| all.iter().filter(|a| a[seat] == engine).count()).collect();
                assert!(seats.iter().all(|&count| count == seats[0]), "every seat equally often: {seats:?}");
            }
        }
    }

    #[test]
    fn shards_part_the_match_without_a_rest() {
        let games = fixtures(&plan(3, 2, 20, Tournament::RoundRobin));
        let mut seen = Vec::new();
        for index in 1..=4 {
            let shard = Shard { index, of: 4 };
            seen.extend(games.iter().filter(|game| shard.has(game.round)).map(|game| game.number));
        }
        seen.sort();
        assert_eq!(seen, (0..games.len()).collect::<Vec<_>>());
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/4".parse(), Ok(Shard { index: 2, of: 4 }));
    }
}
