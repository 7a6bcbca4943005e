//! Checkers' entry.

use std::sync::Arc;

use super::{Entry, Failure};
use crate::control::{Progress, Stop};
use crate::game::{Game, Setup};
use crate::games::checkers::{self, Checkers, Fitted};
use crate::session::{Kit, Play};
use crate::settings::Sizes;
use crate::train::Plan;
use crate::weights::Weights;

/// The entry.
pub(super) fn entry() -> Entry {
    let size = checkers::SIZE;
    let kit = Arc::new(Kit { evaluator: Fitted::default(), oracle: None, default_setup: Setup::of_size(size) });
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
        train: Some(train_checkers),
        open: Box::new(move |setup| Box::new(Play::<Checkers, Fitted>::new(Arc::clone(&kit), setup))),
    }
}

fn train_checkers(
    plan: &Plan,
    from_hand: bool,
    stop: &Stop,
    progress: &Progress,
) -> Result<(Weights, serde_json::Value), Failure> {
    let first = if from_hand { Fitted::by_hand() } else { Fitted::default() };
    super::train(first, &Setup::default(), plan, stop, progress)
}
