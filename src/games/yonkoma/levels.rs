//! The states that a row looks at, by level: for one pair of the opponent and one S, all pairs of the mover by D.

use super::geometry::{Geometry, pair};

/// The movers of one row.
pub struct Levels {
    /// The distance between the opponent's checkers.
    apart: u32,
    /// The squares in the order of their sums of distances to the opponent's checkers, and where each sum ends.
    squares: Vec<u16>,
    sum_ends: Vec<u16>,
    /// Where the states with the present S begin, and where each distance between the mover's checkers ends, from the
    /// largest down.
    start: u32,
    ends: Vec<u32>,
}

impl Levels {
    /// Those of an opponent's pair.
    pub fn new(geometry: &Geometry, opponent: usize) -> Self {
        let (a, b) = geometry.members(opponent);
        let sum = |&square: &u16| geometry.cross(square.into(), a) + geometry.cross(square.into(), b);
        let mut squares: Vec<u16> = (0..geometry.squares() as u16).collect();
        squares.sort_by_key(sum);
        let largest = 2 * (geometry.size() - 1);
        let sum_ends = (0..=largest).map(|most| squares.partition_point(|square| sum(square) <= most) as u16).collect();
        let apart = geometry.own(a, b).into();
        Levels { apart, squares, sum_ends, start: 0, ends: vec![0; usize::from(geometry.size())] }
    }

    /// The squares with this sum of distances to the opponent's checkers.
    fn with_sum(&self, sum: usize) -> &[u16] {
        match self.sum_ends.get(sum) {
            Some(&end) if sum > 0 => &self.squares[usize::from(self.sum_ends[sum - 1])..usize::from(end)],
            _ => &[],
        }
    }

    /// Calls `found` for every pair of squares whose sums add up to `sum`.
    fn pairs(&self, sum: usize, mut found: impl FnMut(usize, usize)) {
        for low in 0..=sum / 2 {
            let (one, two) = (self.with_sum(low), self.with_sum(sum - low));
            for (i, &x) in one.iter().enumerate() {
                let others = if 2 * low == sum { &two[i + 1..] } else { two };
                for &y in others {
                    found(x.into(), y.into());
                }
            }
        }
    }

    /// Appends the states with this S, by the distance of the mover's checkers from the largest down.
    pub fn gather(&mut self, geometry: &Geometry, sum: u32, states: &mut Vec<u16>) {
        let sum = sum as usize;
        let farthest = usize::from(geometry.size()) - 1;
        let slot = |x, y| farthest - usize::from(geometry.own(x, y));
        let mut ends = std::mem::take(&mut self.ends);
        ends.fill(0);
        self.pairs(sum, |x, y| ends[slot(x, y)] += 1);
        self.start = states.len() as u32;
        let mut total = self.start;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        states.resize(total as usize, 0);
        self.pairs(sum, |x, y| {
            let next = &mut ends[slot(x, y)];
            states[*next as usize] = pair(x, y) as u16;
            *next += 1;
        });
        self.ends = ends;
    }

    /// Where, among what was gathered, the states with this D stand.
    pub fn level(&self, spread: u32) -> std::ops::Range<usize> {
        let farthest = self.ends.len() as u32 - 1;
        let distance = spread.saturating_sub(self.apart);
        if distance == 0 || distance > farthest {
            return 0..0;
        }
        let slot = (farthest - distance) as usize;
        let start = if slot == 0 { self.start } else { self.ends[slot - 1] };
        start as usize..self.ends[slot] as usize
    }
}
