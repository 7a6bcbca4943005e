//! Training follows from its seed alone, and makes an evaluation fit better.

use yon::control::{Progress, Stop};
use yon::game::{Evaluator, Linear, Notation, Setup};
use yon::games::checkers::{Checkers, Fitted};
use yon::train::{Plan, Sample, fit, play};

const PLAN: Plan = Plan { games: 60, rounds: 1, nodes: 150, steps: 12, seed: 5 };

fn trained(threads: usize) -> (Vec<Sample<Checkers>>, Vec<f32>, [f64; 2]) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let model = Fitted::by_hand();
        let (stop, progress) = (Stop::new(), Progress::default());
        let samples = play(&model, &Setup::default(), &PLAN, 0, &stop, &progress);
        let (weights, [before, after]) = fit(&model, &model.weights(), &samples, PLAN.steps, &stop, &progress);
        (samples, weights, [before.fitted, after.fitted])
    })
}

#[test]
fn the_same_seed_makes_the_same_weights_with_any_number_of_threads() {
    let (one, two) = (trained(1), trained(2));
    assert_eq!(one.0.len(), two.0.len());
    assert!(one.0.len() > 1000, "{} positions", one.0.len());
    assert_eq!(one.1, two.1);
}

#[test]
fn another_seed_makes_other_games() {
    let (stop, progress) = (Stop::new(), Progress::default());
    let games = |seed| {
        let plan = Plan { seed, games: 3, ..PLAN };
        let samples = play(&Fitted::by_hand(), &Setup::default(), &plan, 0, &stop, &progress);
        samples.iter().map(|sample| sample.position.fen()).collect::<Vec<_>>()
    };
    assert_eq!(games(5), games(5));
    assert_ne!(games(5), games(6));
}

#[test]
fn a_fit_comes_nearer_to_what_happened() {
    let (_, weights, [before, after]) = trained(2);
    assert!(after < before - 0.005, "{before} to {after}");
    let model = Fitted::by_hand();
    let moved = weights.iter().zip(model.weights()).filter(|(new, old)| (*new - old).abs() > 1.0).count();
    assert!(moved > 100, "{moved} weights moved");
}

#[test]
fn positions_of_a_sample_are_quiet_and_judged_from_the_first_seat() {
    let (samples, ..) = trained(2);
    for sample in &samples {
        assert!(yon::game::Game::is_stable(&sample.position), "{}", sample.position.fen());
        assert!((0.0..=1.0).contains(&sample.seen) && [0.0, 0.5, 1.0].contains(&sample.ended));
    }
    // Where the search saw a side far ahead, that side won more often than it lost.
    let ahead = |sample: &&Sample<Checkers>| (sample.seen - 0.5).abs() > 0.25 && sample.ended != 0.5;
    let (right, all) = samples
        .iter()
        .filter(ahead)
        .fold((0, 0), |(right, all), sample| (right + u32::from((sample.seen > 0.5) == (sample.ended > 0.5)), all + 1));
    assert!(all > 50 && right * 10 > all * 8, "{right} of {all}");
}

#[test]
fn weights_survive_the_way_through_a_file() {
    let (_, weights, _) = trained(1);
    let model = Fitted::by_hand().with_weights(&weights, "a test");
    let read = Fitted::from_weights(&yon::weights::Weights::read(&model.to_file().write()).unwrap()).unwrap();
    let start = <Checkers as yon::game::Game>::start(&Setup::default());
    assert_eq!(read.made(), "a test");
    assert_eq!(read.weights(), model.weights());
    assert_eq!(read.score(&start), model.score(&start));
}

#[test]
fn the_weights_of_another_game_are_fitted_by_the_same_trainer() {
    use yon::games::yonmoque;
    let model = yonmoque::Fitted::by_hand();
    let (stop, progress) = (Stop::new(), Progress::default());
    let plan = Plan { games: 300, ..PLAN };
    let samples = play(&model, &Setup::default(), &plan, 0, &stop, &progress);
    assert!(samples.len() > 500, "{} positions", samples.len());
    let (weights, [before, after]) = fit(&model, &model.weights(), &samples, 40, &stop, &progress);
    assert!(after.fitted < before.fitted - 0.005, "{before:?} to {after:?}");
    let fitted = model.with_weights(&weights, "a test");
    let read =
        yonmoque::Fitted::from_weights(&yon::weights::Weights::read(&fitted.to_file().write()).unwrap()).unwrap();
    assert_eq!((read.made(), read.weights()), ("a test", fitted.weights()));
}

/// Features that act together as one make steps of the usual length lead astray.
#[test]
fn a_fit_that_is_led_astray_turns_back() {
    #[derive(Clone)]
    struct Same(Vec<f32>);
    impl Evaluator<Checkers> for Same {
        fn score(&self, _: &Checkers) -> yon::game::PerSeat<i32> {
            yon::game::PerSeat::default()
        }
        fn promise(&self, _: &Checkers, _: yon::games::checkers::Move) -> i32 {
            0
        }
    }
    impl Linear<Checkers> for Same {
        fn weights(&self) -> Vec<f32> {
            self.0.clone()
        }
        fn with_weights(&self, weights: &[f32], _: &str) -> Self {
            Same(weights.to_vec())
        }
        fn to_file(&self) -> yon::weights::Weights {
            yon::weights::Weights { game: String::new(), made: String::new(), values: Vec::new() }
        }
        fn features(&self, position: &Checkers, found: &mut dyn FnMut(usize, f32)) {
            let board = position.board();
            let ahead = board.of(0).count_ones() as f32 - board.of(1).count_ones() as f32;
            (0..self.0.len()).for_each(|at| found(at, ahead));
        }
    }
    let (samples, ..) = trained(2);
    let (stop, progress) = (Stop::new(), Progress::default());
    let model = Same(vec![0.0; 200]);
    let (_, [before, after]) = fit(&model, &model.weights(), &samples, 40, &stop, &progress);
    assert!(after.fitted < before.fitted, "{before:?} to {after:?}");
}
