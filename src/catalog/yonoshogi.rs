//! Yo\[n\]o Shogi's entry.

use std::sync::Arc;

use super::{Clients, Entry};
use crate::game::{Game, Setup};
use crate::games::yonoshogi::{self, Judgement, Yonoshogi};
use crate::session::{Kit, Play};
use crate::settings::Sizes;

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
        ratings: |_| [0; 10],
        ladder: None,
        train: None,
        clients: Clients::default(),
        open: Box::new(move |setup| Box::new(Play::<Yonoshogi, Judgement>::new(Arc::clone(&kit), setup))),
    }
}
