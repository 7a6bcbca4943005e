//! The solver against the plain one, in one run on one thread: `cargo bench --bench solver`.

#[path = "../tests/support/plain.rs"]
mod plain;

use std::hint::black_box;
use std::time::Instant;

use plain::PlainSolver;
use yon::control::Stop;
use yon::games::yonkoma::Solution;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn time(mut work: impl FnMut()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

fn main() {
    for (size, runs) in [(10, 5), (12, 3), (14, 1)] {
        let (mut plain, mut solver) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            plain.push(time(|| {
                black_box(PlainSolver::new(size).states());
            }));
            solver.push(time(|| {
                black_box(Solution::solve(size as u8, &Stop::new()).map(|solution| solution.states()));
            }));
        }
        let (plain, solver) = (median(plain), median(solver));
        println!("{size}x{size}: plain {plain:.3} s, solver {solver:.3} s, ratio {:.1}", plain / solver);
    }
}
