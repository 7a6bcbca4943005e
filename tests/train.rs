//! Training follows from its seed alone, and makes an evaluation fit better.

use yon::control::{Progress, Stop};
use yon::game::{Evaluator, Game, Linear, Notation, Setup};
use yon::games::checkers::endgames::oracle::Endgames;
use yon::games::checkers::{Checkers, Judgement, Learned};
use yon::network::Networked;
use yon::train::network::{self, Examples};
use yon::train::samples::{read, write};
use yon::train::{Fitted, Plan, Sample, linear, play, target};

const PLAN: Plan = Plan { games: 60, rounds: 1, nodes: 150, steps: 12, seed: 5 };

fn games(plan: &Plan) -> Vec<Sample<Checkers>> {
    play(&Judgement, None, &Setup::default(), plan, 0, &Stop::new(), &Progress::default())
}

fn examples(samples: &[Sample<Checkers>]) -> Examples {
    let mut examples = Examples::default();
    for sample in samples {
        let chance = target(sample);
        let chance = if sample.position.turn().index() == 0 { chance } else { 1.0 - chance };
        let (inputs, phase) = Learned::inputs(&sample.position);
        examples.push(&inputs, phase, chance, sample.aside);
    }
    examples
}

fn trained(threads: usize) -> (Vec<Sample<Checkers>>, Vec<f32>, Fitted) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let samples = games(&PLAN);
        let (stop, progress) = (Stop::new(), Progress::default());
        let first = network::random(&Learned::SHAPE, PLAN.seed);
        let examples = examples(&samples);
        let (parameters, fitted) =
            network::fit(&Learned::SHAPE, first, &examples, PLAN.steps, PLAN.seed, &stop, &progress);
        (samples, parameters, fitted)
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
    let fens = |seed| {
        let plan = Plan { seed, games: 3, ..PLAN };
        games(&plan).iter().map(|sample| sample.position.fen()).collect::<Vec<_>>()
    };
    assert_eq!(fens(5), fens(5));
    assert_ne!(fens(5), fens(6));
}

#[test]
fn a_fit_comes_nearer_to_what_happened() {
    let (_, parameters, Fitted { before, after }) = trained(2);
    assert!(after.fitted < before.fitted - 0.05, "{before:?} to {after:?}");
    let first = network::random(&Learned::SHAPE, PLAN.seed);
    let moved = parameters.iter().zip(first).filter(|(new, old)| (*new - old).abs() > 0.001).count();
    assert!(moved > 1000, "{moved} parameters moved");
}

#[test]
fn the_slope_of_the_loss_is_what_the_loss_does() {
    // One batch, one step: where a parameter is moved against its slope, the loss falls.
    let samples = games(&Plan { games: 2, ..PLAN });
    let first = network::random(&Learned::SHAPE, 1);
    let one_step = |parameters| {
        let (stop, progress) = (Stop::new(), Progress::default());
        network::fit(&Learned::SHAPE, parameters, &examples(&samples), 1, 1, &stop, &progress)
    };
    let (mut parameters, Fitted { before, mut after }) = one_step(first);
    assert!(after.fitted < before.fitted);
    for _ in 0..20 {
        let next;
        (parameters, Fitted { after: next, .. }) = one_step(parameters);
        assert!(next.fitted < after.fitted + 0.01, "{next:?} follows {after:?}");
        after = next;
    }
    assert!(after.fitted < before.fitted - 0.005, "{before:?} to {after:?}");
}

#[test]
fn positions_of_a_sample_are_quiet_and_judged_from_the_first_seat() {
    let samples = games(&PLAN);
    for sample in &samples {
        assert!(sample.position.is_stable(), "{}", sample.position.fen());
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
fn a_game_is_over_when_the_endings_are_known() {
    use yon::game::Oracle;
    let endgames = Endgames::default();
    assert!(endgames.solve(&Stop::new()));
    let plan = Plan { games: 20, ..PLAN };
    let play = |oracle: Option<&dyn Oracle<Checkers>>| {
        play(&Judgement, oracle, &Setup::default(), &plan, 0, &Stop::new(), &Progress::default())
    };
    let (with, without) = (play(Some(&endgames)), play(None));
    let pieces = |sample: &Sample<Checkers>| {
        let board = sample.position.board();
        (board.of(0) | board.of(1)).count_ones()
    };
    assert!(with.iter().all(|sample| pieces(sample) > 4));
    assert!(without.iter().any(|sample| pieces(sample) <= 4), "or the one above says nothing");
}

#[test]
fn samples_survive_the_way_through_a_file() {
    let samples = games(&Plan { games: 12, ..PLAN });
    let text = write(&samples);
    let read = read::<Checkers>(&text).unwrap();
    assert_eq!(read.len(), samples.len());
    assert!(samples.iter().any(|sample| sample.aside) && samples.iter().any(|sample| !sample.aside));
    for (read, sample) in read.iter().zip(&samples) {
        assert_eq!(read.position.fen(), sample.position.fen());
        assert!((read.seen - sample.seen).abs() < 0.0001 && read.ended == sample.ended && read.aside == sample.aside);
    }
}

#[test]
fn a_line_that_is_no_sample_is_an_error_with_its_number() {
    let good = "B:W32,K18:B1,K15\t0.5\t1\t0\n";
    for bad in [
        "",
        "\t0.5\t1\t0",
        "B:W32,K18:B1,K15\t0.5\t1",
        "B:W32,K18:B1,K15\t0.5\t2\t0",
        "B:W32,K18:B1,K15\tNaN\t1\t0",
        "B:W32,K18:B1,K15\t0.5\t1\t2",
        "B:W32,K18:B1,K15\t0.5\t1\t0\t0",
        "B:W32,K18:B1,K15,K99\t0.5\t1\t0",
    ] {
        let read = read::<Checkers>(&format!("{good}{bad}\n{good}"));
        match bad {
            "" => assert_eq!(read.unwrap().len(), 2, "an empty line is no line"),
            _ => assert_eq!(read.unwrap_err().line, 2, "{bad}"),
        }
    }
}

#[test]
fn weights_survive_the_way_through_a_file() {
    let (_, parameters, _) = trained(1);
    let model = Learned::default().with_parameters(&parameters, "a test");
    let read = Learned::from_weights(&yon::weights::Weights::read(&model.to_file().write()).unwrap()).unwrap();
    let start = Checkers::start(&Setup::default());
    assert_eq!(read.made(), "a test");
    assert_eq!(read.parameters(), model.parameters());
    assert_eq!(read.score(&start), model.score(&start));
    assert_ne!(read.score(&start), Learned::default().score(&start));
}

#[test]
fn the_weights_of_a_sum_follow_from_the_seed_and_fit_better() {
    use yon::games::yonmoque;
    let model = yonmoque::Fitted::by_hand();
    let (stop, progress) = (Stop::new(), Progress::default());
    let plan = Plan { games: 300, ..PLAN };
    let fitted = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let samples = play(&model, None, &Setup::default(), &plan, 0, &stop, &progress);
            assert!(samples.len() > 500, "{} positions", samples.len());
            linear::fit(&model, &model.weights(), &samples, 40, &stop, &progress)
        })
    };
    let (weights, Fitted { before, after }) = fitted(1);
    assert_eq!(weights, fitted(2).0);
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
    let samples = games(&PLAN);
    let (stop, progress) = (Stop::new(), Progress::default());
    let model = Same(vec![0.0; 200]);
    let (_, Fitted { before, after }) = linear::fit(&model, &model.weights(), &samples, 40, &stop, &progress);
    assert!(after.fitted < before.fitted, "{before:?} to {after:?}");
}

fn train(args: &[&str]) -> (Option<i32>, String) {
    let words = ["train", "--game", "yonmoque", "--nodes", "20", "--games", "2", "--rounds", "1", "--steps", "1"];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_yon")).args(words).args(args).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_no_file_of_samples_is_one_clear_error_and_leaves_nothing() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("samples");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (out, empty, junk) = (folder.join("out"), folder.join("empty"), folder.join("junk"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&junk, "hello\n").unwrap();
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    for (samples, error) in [
        (path(&empty), "samples: expected some positions, found none"),
        (path(&junk), "samples: line 1: expected a position, "),
        (path(&folder), "cannot read "),
    ] {
        let (code, said) = train(&["--samples", &samples, "--out", &path(&out)]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(error) && said.matches("expected").count() < 2, "{said}");
        assert!(!out.exists());
    }
    let (code, said) = train(&["--keep", &path(&out), "--out", &path(&out)]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("--keep and --out: expected two files, found ") && !out.exists(), "{said}");
    let kept = folder.join("kept");
    assert_eq!(train(&["--keep", &path(&kept), "--out", &path(&out)]).0, Some(0));
    let (code, said) = train(&["--samples", &path(&kept), "--out", &path(&out), "--force"]);
    assert_eq!(code, Some(0), "what was kept can be fitted to: {said}");
}
