//! The plain solver: the second opinion on every value, and the yardstick for the solver's speed.
//!
//! Positions are sorted by S upwards and D downwards (no move raises S, and one that keeps it raises D),
//! and each is valued from its successors with one random read a successor. It shares nothing with the
//! program but the rules of the game, which it states again.

/// A value for the side to move: won or lost, with the plies to the end, skipped turns not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainValue {
    pub won: bool,
    pub plies: u8,
}

pub struct PlainSolver {
    size: i32,
    squares: Vec<(i32, i32)>,
    /// For each square of the board its number among those of its colour.
    number: Vec<usize>,
    light: Vec<(i32, i32)>,
    pairs: Vec<(usize, usize)>,
    /// One code for each (mover's pair, opponent's pair), the mover on the dark squares.
    values: Vec<u8>,
    planted: Option<Planted>,
}

/// Values that take the place of the game's own at one S and D: of the mover's squares, which are dark, and the opponent's.
pub struct Planted {
    pub sum: i32,
    pub spread: i32,
    pub value: Box<dyn Fn(Pair, Pair) -> PlainValue>,
}

/// Two squares by file and rank from 0.
pub type Pair = [(i32, i32); 2];

fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn pair(a: usize, b: usize) -> usize {
    a.max(b) * (a.max(b) - 1) / 2 + a.min(b)
}

impl PlainSolver {
    pub fn new(size: i32) -> Self {
        PlainSolver::with(size, None)
    }

    pub fn with(size: i32, planted: Option<Planted>) -> Self {
        let on = |parity| (0..size * size).map(|i| (i % size, i / size)).filter(move |s| (s.0 + s.1) % 2 == parity);
        let squares: Vec<_> = on(0).collect();
        // A light square has the number of the dark one that the mirror along the files puts on it.
        let light: Vec<_> = squares.iter().map(|&(file, rank)| (size - 1 - file, rank)).collect();
        let mut number = vec![0; (size * size) as usize];
        for list in [&squares, &light] {
            for (index, &(file, rank)) in list.iter().enumerate() {
                number[(rank * size + file) as usize] = index;
            }
        }
        let pairs = (0..squares.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let mut solver = PlainSolver { size, squares, light, number, pairs, values: Vec::new(), planted };
        solver.solve();
        solver
    }

    pub fn states(&self) -> usize {
        self.values.len()
    }

    fn sum_and_spread(&self, mover: usize, opponent: usize) -> (i32, i32) {
        let ((a, b), (c, d)) = (self.pairs[mover], self.pairs[opponent]);
        let (own, enemy) = ([self.squares[a], self.squares[b]], [self.light[c], self.light[d]]);
        let sum = own.iter().flat_map(|&o| enemy.iter().map(move |&e| distance(o, e))).sum();
        (sum, distance(own[0], own[1]) + distance(enemy[0], enemy[1]))
    }

    fn solve(&mut self) {
        let count = self.pairs.len();
        let levels = (4 * self.size) as usize * (2 * self.size) as usize;
        let level = |solver: &Self, state: usize| {
            let (sum, spread) = solver.sum_and_spread(state / count, state % count);
            (sum * 2 * solver.size + (2 * solver.size - 1 - spread)) as usize
        };
        let mut starts = vec![0usize; levels + 1];
        for state in 0..count * count {
            starts[level(self, state) + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut order = vec![0u32; count * count];
        let mut next = starts.clone();
        for state in 0..count * count {
            let place = &mut next[level(self, state)];
            order[*place] = state as u32;
            *place += 1;
        }
        self.values = vec![0; count * count];
        for window in starts.windows(2) {
            let states = &order[window[0]..window[1]];
            let mut skipped = Vec::new();
            if let (Some(planted), Some(&first)) = (&self.planted, states.first()) {
                let at = self.sum_and_spread(first as usize / count, first as usize % count);
                if at == (planted.sum, planted.spread) {
                    for &state in states {
                        let ((a, b), (c, d)) = (self.pairs[state as usize / count], self.pairs[state as usize % count]);
                        let (own, enemy) = ([self.squares[a], self.squares[b]], [self.light[c], self.light[d]]);
                        self.values[state as usize] = code((planted.value)(own, enemy));
                    }
                    continue;
                }
            }
            for &state in states {
                let (mover, opponent) = (state as usize / count, state as usize % count);
                if self.sum_and_spread(mover, opponent).0 == 4 {
                    self.values[state as usize] = code(PlainValue { won: true, plies: 0 });
                    continue;
                }
                let mut best: Option<PlainValue> = None;
                for to in self.successors(mover, opponent) {
                    let after = decode(self.values[opponent * count + to]);
                    let value = PlainValue { won: !after.won, plies: after.plies + 1 };
                    if best.is_none_or(|best| better(value, best)) {
                        best = Some(value);
                    }
                }
                match best {
                    Some(value) => self.values[state as usize] = code(value),
                    None => skipped.push(state as usize),
                }
            }
            for state in skipped {
                let after = decode(self.values[state % count * count + state / count]);
                self.values[state] = code(PlainValue { won: !after.won, plies: after.plies });
            }
        }
    }

    /// The mover's pairs after each of his moves.
    fn successors(&self, mover: usize, opponent: usize) -> Vec<usize> {
        let ((a, b), (c, d)) = (self.pairs[mover], self.pairs[opponent]);
        let enemy = [self.light[c], self.light[d]];
        let to_enemy = |square| distance(square, enemy[0]) + distance(square, enemy[1]);
        let mut found = Vec::new();
        for (from, partner) in [(a, b), (b, a)] {
            let (start, other) = (self.squares[from], self.squares[partner]);
            for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let mut square = (start.0 + files, start.1 + ranks);
                while (0..self.size).contains(&square.0) && (0..self.size).contains(&square.1) && square != other {
                    let (before, after) = (to_enemy(start), to_enemy(square));
                    if after < before || (after == before && distance(square, other) > distance(start, other)) {
                        found.push(pair(self.number[(square.1 * self.size + square.0) as usize], partner));
                    }
                    square = (square.0 + files, square.1 + ranks);
                }
            }
        }
        found
    }

    /// The value for the side to move whose checkers are `own`, by file and rank from 0.
    #[allow(dead_code)]
    pub fn value(&self, own: [(i32, i32); 2], enemy: [(i32, i32); 2]) -> PlainValue {
        // The mover is seen on the dark squares: where he is not, the board is mirrored.
        let mirror = (own[0].0 + own[0].1) % 2 == 1;
        let seen = |(file, rank): (i32, i32)| if mirror { (self.size - 1 - file, rank) } else { (file, rank) };
        let number = |square: (i32, i32)| self.number[(seen(square).1 * self.size + seen(square).0) as usize];
        let mover = pair(number(own[0]), number(own[1]));
        let opponent = pair(number(enemy[0]), number(enemy[1]));
        decode(self.values[mover * self.pairs.len() + opponent])
    }
}

fn better(a: PlainValue, b: PlainValue) -> bool {
    match (a.won, b.won) {
        (true, true) => a.plies < b.plies,
        (false, false) => a.plies > b.plies,
        (won, _) => won,
    }
}

fn code(value: PlainValue) -> u8 {
    value.plies << 1 | u8::from(value.won)
}

fn decode(code: u8) -> PlainValue {
    PlainValue { won: code & 1 == 1, plies: code >> 1 }
}
