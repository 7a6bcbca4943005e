//! Yonmoque's entry.

use std::sync::Arc;

use super::training::{Course, train_linear};
use super::{Clients, Entry, Failure, Trained};
use crate::control::{Progress, Stop};
use crate::game::{Game, Setup};
use crate::games::yonmoque::{self, Fitted, Yonmoque};
use crate::session::{Kit, Play};
use crate::settings::Sizes;
use crate::train::Plan;

/// The ratings of levels 1 to 10, added up from the steps that `cargo bench --bench ladder` has measured: 400 games a step.
const RATINGS: [u32; 10] = [26, 507, 1011, 1332, 1486, 1638, 1735, 1843, 1965, 2087];

/// The entry.
pub(super) fn entry() -> Entry {
    let size = yonmoque::SIZE;
    let kit = Arc::new(Kit { evaluator: Fitted::default(), oracle: None, default_setup: Setup::of_size(size) });
    Entry {
        name: Yonmoque::NAME,
        title: "Yonmoque",
        seats: Yonmoque::SEATS,
        other_seats: &[],
        credit: "Yonmoque is designed by Mitsuo Yamamoto (Logy Games)",
        rules: yonmoque::RULES,
        lessons: yonmoque::LESSONS,
        sizes: Sizes { min: size, max: size, default: size },
        opening_plies: 2,
        bench: (yonmoque::BENCH, 9),
        solve: None,
        tables: None,
        ratings: |_| RATINGS,
        ladder: None,
        train: Some(train_yonmoque),
        clients: Clients::default(),
        open: Box::new(move |setup| Box::new(Play::<Yonmoque, Fitted>::new(Arc::clone(&kit), setup))),
    }
}

fn train_yonmoque(
    plan: &Plan,
    from_hand: bool,
    given: Option<&str>,
    stop: &Stop,
    progress: &Progress,
) -> Result<Trained, Failure> {
    let first = if from_hand { Fitted::by_hand() } else { Fitted::default() };
    train_linear(&Course { plan, setup: Setup::default(), oracle: None, given, stop, progress }, first)
}
