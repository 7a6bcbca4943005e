//! An opponent for a game of two that knows the rules and counts pieces: a plain alpha-beta that knows nothing else.

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Notation, Seat, Setup, Verdict};
use yon::record::Record;
use yon::search::hash::HashTable;
use yon::search::{Task, search};

/// The opponent.
pub struct Baseline<G> {
    /// How deep it looks, in plies; what is not stable is searched out past it.
    pub depth: i32,
    /// What the side to move has more than the other.
    pub count: fn(&G) -> i32,
}

impl<G: Notation> Baseline<G> {
    fn alpha_beta(&self, position: &G, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        if let Some(outcome) = position.outcome() {
            return match outcome.verdict {
                Verdict::Win(winner) if winner == position.turn() => 10_000 + depth,
                Verdict::Win(_) => -10_000 - depth,
                _ => 0,
            };
        }
        if depth <= 0 && position.is_stable() {
            return (self.count)(position);
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for mv in moves {
            alpha = alpha.max(-self.alpha_beta(&position.after(mv), depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Its move; which of equal ones is a matter of chance.
    pub fn choose(&self, position: &G, rng: &mut fastrand::Rng) -> G::Move {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        rng.shuffle(&mut moves);
        let value = |mv: &G::Move| -self.alpha_beta(&position.after(*mv), self.depth - 1, -20_000, 20_000);
        moves.into_iter().max_by_key(value).expect("a game that is on has a move")
    }

    /// Plays a search with this evaluation and these limits, after so many random plies; the points of the search in
    /// this seat, twice over.
    pub fn meets<E: Evaluator<G>>(&self, evaluator: &E, limits: &Limits, plies: usize, seed: u64, seat: Seat) -> i32 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut record = Record::new(G::start(&Setup::default()));
        for _ in 0..plies {
            let mut moves = Vec::new();
            record.position().moves(&mut moves);
            record.play(moves[rng.usize(0..moves.len())]);
        }
        let hash = HashTable::new(8).unwrap();
        while record.outcome().is_none() {
            let mv = match record.position().turn() == seat {
                true => searched(&record, evaluator, &hash, limits),
                false => self.choose(record.position(), &mut rng),
            };
            record.play(mv);
        }
        match record.outcome().unwrap().verdict {
            Verdict::Win(winner) => 2 * i32::from(winner == seat),
            _ => 1,
        }
    }
}

fn searched<G: Notation, E: Evaluator<G>>(
    record: &Record<G>,
    evaluator: &E,
    hash: &HashTable,
    limits: &Limits,
) -> G::Move {
    let standing = record.standing();
    let mut moves = Vec::new();
    standing.position.moves(&mut moves);
    let stop = Stop::new();
    let task = Task {
        position: &standing.position,
        earlier: &standing.earlier,
        moves: &moves,
        evaluator,
        hash,
        oracle: None,
        limits,
        budget: limits.budget(0),
        lines: 1,
        threads: 1,
        stop: &stop,
        answered: &|| false,
    };
    search(&task, &mut |_| {}).lines[0].pv[0]
}
