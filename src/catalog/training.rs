//! Training a game's evaluation by a plan.

use super::{Failure, Trained};
use crate::control::{Progress, Stop};
use crate::game::{Evaluator, Linear, Notation, Oracle, Seat, Setup};
use crate::network::Networked;
use crate::train::network::{self, Examples};
use crate::train::samples::{read, write};
use crate::train::{Fitted, Plan, Sample, linear, play, target};
use crate::weights::Weights;

/// What a model is trained with.
pub(super) struct Course<'a, G: Notation> {
    /// The plan.
    pub plan: &'a Plan,
    /// What its games begin with.
    pub setup: Setup,
    /// Who knows how games end before they do; prepared.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// Samples to fit to; nothing is played where there are some.
    pub given: Option<&'a str>,
    /// Ends it from outside.
    pub stop: &'a Stop,
    /// Where it reports.
    pub progress: &'a Progress,
}

/// A fit uses the games of so many rounds, the last ones: older ones were played worse.
const ROUNDS_TO_FIT: usize = 3;

/// Trains a sum.
pub(super) fn train_linear<G: Notation, E: Linear<G>>(course: &Course<'_, G>, first: E) -> Result<Trained, Failure> {
    let began = first.weights();
    let fit = |model: &E, samples: &[Sample<G>]| {
        let (weights, fitted) = linear::fit(model, &began, samples, course.plan.steps, course.stop, course.progress);
        (model.with_weights(&weights, ""), fitted)
    };
    let to_file = |model: &E, made: &str| model.with_weights(&model.weights(), made).to_file();
    train(course, first, None::<E>, &fit, &to_file)
}

/// Trains a network. One that begins with nothing learns from what another evaluation plays in the first round.
pub(super) fn train_network<G, E, H, const VECTORS: usize, const SECOND: usize>(
    course: &Course<'_, G>,
    first: E,
    by_hand: Option<H>,
) -> Result<Trained, Failure>
where
    G: Notation,
    E: Networked<G, VECTORS, SECOND>,
    H: Evaluator<G>,
{
    let Course { plan, stop, progress, .. } = *course;
    let first = match by_hand {
        Some(_) => first.with_parameters(&network::random(&E::SHAPE, plan.seed), ""),
        None => first,
    };
    let fit = |model: &E, samples: &[Sample<G>]| {
        let mut examples = Examples::default();
        for sample in samples {
            let chance = target(sample);
            let chance = if sample.position.turn() == Seat::FIRST { chance } else { 1.0 - chance };
            let (inputs, phase) = E::inputs(&sample.position);
            examples.push(&inputs, phase, chance, sample.aside);
        }
        let (parameters, fitted) =
            network::fit(&E::SHAPE, model.parameters(), &examples, plan.steps, plan.seed, stop, progress);
        (model.with_parameters(&parameters, ""), fitted)
    };
    let to_file = |model: &E, made: &str| model.with_parameters(&model.parameters(), made).to_file();
    train(course, first, by_hand, &fit, &to_file)
}

/// Fits a model to samples, and says how well it does.
type Fit<'a, G, E> = dyn Fn(&E, &[Sample<G>]) -> (E, Fitted) + 'a;

/// Trains a model; each round plays with what the one before has made.
fn train<G: Notation, E: Evaluator<G>, H: Evaluator<G>>(
    course: &Course<'_, G>,
    first: E,
    by_hand: Option<H>,
    fit: &Fit<'_, G, E>,
    to_file: &dyn Fn(&E, &str) -> Weights,
) -> Result<Trained, Failure> {
    let Course { plan, ref setup, oracle, given, stop, progress } = *course;
    let mut model = first;
    let mut rounds = Vec::new();
    let mut kept: Vec<Vec<Sample<G>>> = Vec::new();
    let (mut last, mut positions) = (Fitted::default(), 0);
    for round in 0..given.map_or(plan.rounds, |_| 1) {
        kept.push(match (given, &by_hand) {
            (Some(text), _) => read(text)?,
            (None, Some(hand)) if round == 0 => play(hand, oracle, setup, plan, round, stop, progress),
            (None, _) => play(&model, oracle, setup, plan, round, stop, progress),
        });
        let samples = kept[kept.len().saturating_sub(ROUNDS_TO_FIT)..].concat();
        if samples.is_empty() && !stop.is_stopped() {
            return Err(Failure::Samples("expected some positions, found none".into()));
        }
        (model, last) = fit(&model, &samples);
        if stop.is_stopped() {
            return Err(Failure::Stopped);
        }
        positions = samples.len();
        rounds.push(serde_json::json!({
            "positions": positions,
            "loss_before": last.before.aside, "loss_after": last.after.aside,
            "fitted_before": last.before.fitted, "fitted_after": last.after.fitted,
        }));
    }
    let how_many = rounds.len();
    let games = match given {
        Some(_) => "samples of a file".to_owned(),
        None => format!("{how_many} rounds of {} games, {} nodes a move", plan.games, plan.nodes),
    };
    let made = format!(
        "yon train: {games}, {} steps, seed {}; {} positions, loss {:.5} on games kept aside",
        plan.steps, plan.seed, positions, last.after.aside
    );
    let samples = if given.is_some() { String::new() } else { write(&kept.concat()) };
    let facts = serde_json::json!({ "game": G::NAME, "made": made, "rounds": rounds });
    Ok(Trained { weights: to_file(&model, &made), facts, samples })
}
