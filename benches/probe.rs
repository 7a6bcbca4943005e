//! How long a probe of a table takes: `cargo bench --bench probe -- FILE...`. The file should be in the system's cache.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use yon::games::yonkoma::{SolvedTable, Yonkoma};
use yon::table::TableFile;

const PROBES: usize = 5000;

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| times[(times.len() as f64 * share) as usize].as_secs_f64() * 1e6;
    format!("median {:.1}, 90 % {:.1}, 99 % {:.1} microseconds", at(0.5), at(0.9), at(0.99))
}

fn main() {
    for path in std::env::args().skip(1).filter(|word| !word.starts_with("--")) {
        let began = Instant::now();
        let table = TableFile::open(Path::new(&path)).and_then(SolvedTable::new).expect("a table of this game");
        println!("{path}: opened in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
        let mut rng = fastrand::Rng::with_seed(1);
        let positions: Vec<Yonkoma> =
            std::iter::repeat_with(|| Yonkoma::random(table.size(), &mut rng)).take(PROBES).collect();
        // The first probes bring the file into the system's cache and are not counted.
        let pass = |positions: &[Yonkoma]| {
            let probe = |position| {
                let began = Instant::now();
                black_box(table.value(position).expect("a whole table"));
                began.elapsed()
            };
            positions.iter().map(probe).collect::<Vec<_>>()
        };
        pass(&positions);
        println!("  any position: {}", quantiles(pass(&positions)));
        let mut twice = Vec::new();
        for position in &positions {
            pass(std::slice::from_ref(position));
            twice.extend(pass(std::slice::from_ref(position)));
        }
        println!("  a position asked a second time: {}", quantiles(twice));
    }
}
