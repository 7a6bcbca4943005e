//! Yo\[n\]o Shogi's entry.

use std::sync::Arc;

use super::{Clients, Entry};
use crate::game::{Game, Setup};
use crate::games::yonoshogi::{self, Judgement, Yonoshogi};
use crate::session::{Kit, Play};
use crate::settings::Sizes;

/// The ratings of levels 1 to 10, added up from the steps that `cargo bench --bench ladder` has measured: 102 games a step, as shares of the opponents outlasted.
const RATINGS: [u32; 10] = [26, 116, 214, 314, 412, 520, 596, 697, 768, 855];

/// The entry.
pub(super) fn entry() -> Entry {
    let size = yonoshogi::SIZE;
    let kit = Arc::new(Kit { evaluator: Judgement, oracle: None, default_setup: Setup::of_size(size) });
    Entry {
        name: Yonoshogi::NAME,
        title: "Yo[n]o Shogi",
        seats: Yonoshogi::SEATS,
        other_seats: &[],
        credit: "Yo[n]o Shogi is designed by Charles Gilman",
        rules: yonoshogi::RULES,
        lessons: yonoshogi::LESSONS,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 2,
        bench: (yonoshogi::BENCH, 5),
        solve: None,
        tables: None,
        ratings: |_| RATINGS,
        ladder: None,
        train: None,
        clients: Clients::default(),
        open: Box::new(move |setup| Box::new(Play::<Yonoshogi, Judgement>::new(Arc::clone(&kit), setup))),
    }
}
