//! Yonmoque's entry.

use std::sync::Arc;

use super::Entry;
use crate::game::{Game, Setup};
use crate::games::yonmoque::{self, Judgement, Yonmoque};
use crate::session::{Kit, Play};
use crate::settings::Sizes;

/// The entry.
pub(super) fn entry() -> Entry {
    let size = yonmoque::SIZE;
    let kit = Arc::new(Kit { evaluator: Judgement, oracle: None, default_setup: Setup::of_size(size) });
    Entry {
        name: Yonmoque::NAME,
        title: "Yonmoque",
        seats: Yonmoque::SEATS,
        other_seats: &[],
        credit: "Yonmoque is designed by Mitsuo Yamamoto (Logy Games)",
        rules: yonmoque::RULES,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 2,
        bench: (yonmoque::BENCH, 5),
        solve: None,
        tables: None,
        train: None,
        open: Box::new(move |setup| Box::new(Play::<Yonmoque, Judgement>::new(Arc::clone(&kit), setup))),
    }
}
