//! Checkers' entry.

use std::sync::Arc;

use super::Entry;
use crate::game::{Game, Setup};
use crate::games::checkers::{self, Checkers, Judgement};
use crate::session::{Kit, Play};
use crate::settings::Sizes;

/// The entry.
pub(super) fn entry() -> Entry {
    let size = checkers::SIZE;
    let kit = Arc::new(Kit { evaluator: Judgement, oracle: None, default_setup: Setup::of_size(size) });
    Entry {
        name: Checkers::NAME,
        title: "Checkers",
        seats: Checkers::SEATS,
        other_seats: &["Black", "White"],
        credit: "Checkers, or English draughts, is a traditional game",
        rules: checkers::RULES,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 3,
        bench: (checkers::BENCH, 11),
        solve: None,
        tables: None,
        open: Box::new(move |setup| Box::new(Play::<Checkers, Judgement>::new(Arc::clone(&kit), setup))),
    }
}
