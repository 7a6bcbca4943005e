//! How fast the leaves of the move tree are counted, from their parents and with each one played:
//! `cargo bench --bench perft`.

use std::time::Instant;

use yon::control::Stop;
use yon::game::{Game, Setup};
use yon::games::checkers::Checkers;
use yon::games::yonkoma::Yonkoma;
use yon::games::yonmoque::Yonmoque;
use yon::perft::{perft, played};

/// The best of so many runs.
const RUNS: usize = 3;

fn best(mut count: impl FnMut() -> u64) -> (u64, f64) {
    let mut best = (0, f64::MAX);
    for _ in 0..RUNS {
        let began = Instant::now();
        let leaves = count();
        best = (leaves, best.1.min(began.elapsed().as_secs_f64()));
    }
    best
}

fn measure<G: Game>(depth: u32) {
    let start = G::start(&Setup::default());
    let stop = Stop::new();
    let rate = |(leaves, seconds): (u64, f64)| leaves as f64 / seconds / 1e6;
    let counted = best(|| perft(&start, depth, &stop).unwrap_or(0));
    let mut ends = 0;
    let each = best(|| played(&start, depth, &stop, &mut |_| ends += 1).unwrap_or(0));
    println!(
        "{} depth {depth}: {} leaves, {:.0} million a second counted, {:.0} million played, {} of them ends",
        G::NAME,
        counted.0,
        rate(counted),
        rate(each),
        ends / RUNS
    );
}

fn main() {
    measure::<Yonkoma>(6);
    measure::<Checkers>(9);
    measure::<Yonmoque>(6);
}
