//! The move generators against counted trees: `tests/cases/perft.txt`, any game.

use yon::control::Stop;
use yon::game::{Game, Notation, Reason, Setup};
use yon::games::checkers::Checkers;
use yon::games::yonkoma::Yonkoma;
use yon::games::yonmoque::Yonmoque;
use yon::games::yonoshogi::Yonoshogi;
use yon::perft::{divide, perft, played};

/// Checks every row of this game; returns how many counts were compared.
fn check<G: Notation>() -> usize {
    let mut compared = 0;
    for row in include_str!("cases/perft.txt").lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(';').map(str::trim).collect();
        let [game, fen, counts] = fields.as_slice() else { panic!("{row}") };
        if *game != G::NAME {
            continue;
        }
        let position = G::from_fen(fen).unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            assert_eq!(perft(&position, depth, &Stop::new()), Some(count), "{fen} depth {depth}");
            let divided: u64 = divide(&position, depth, &Stop::new()).unwrap().iter().map(|(_, count)| count).sum();
            assert_eq!(divided, count, "{fen} depth {depth}, divided");
            compared += 1;
        }
    }
    compared
}

#[test]
fn yonkoma() {
    assert_eq!(check::<Yonkoma>(), 8 + 8 + 7 + 6 + 1 + 2);
}

#[test]
fn checkers() {
    assert_eq!(check::<Checkers>(), 10 + 2 + 6 + 3);
}

#[test]
fn yonoshogi() {
    assert_eq!(check::<Yonoshogi>(), 6 + 3);
}

/// `cargo test --release --test perft -- --ignored`.
#[test]
#[ignore = "takes long in an unoptimised build"]
fn yonoshogi_to_depth_7() {
    let start = Yonoshogi::start(&Setup::default());
    assert_eq!(perft(&start, 7, &Stop::new()), Some(124_968_038));
}

/// Some seconds of an optimised build: `cargo test --release --test perft -- --ignored`.
#[test]
#[ignore = "takes long in an unoptimised build"]
fn checkers_to_depth_12() {
    let start = Checkers::from_fen("B:W21-32:B1-12").unwrap();
    assert_eq!(perft(&start, 11, &Stop::new()), Some(85_242_128));
    assert_eq!(perft(&start, 12, &Stop::new()), Some(388_623_673));
}

#[test]
fn yonmoque() {
    assert_eq!(check::<Yonmoque>(), 6 + 2 + 1);
}

/// A quarter of a minute of an optimised build, and five with every leaf played.
#[test]
#[ignore = "takes long"]
fn yonmoque_to_depth_7() {
    let start = Yonmoque::from_fen("5/5/5/5/5 b 6 6").unwrap();
    assert_eq!(perft(&start, 7, &Stop::new()), Some(15_316_533_616));
    let (mut fours, mut fives) = (0, 0);
    let leaves = played(&start, 7, &Stop::new(), &mut |outcome| match outcome.reason {
        Reason::Four => fours += 1,
        _ => fives += 1,
    });
    assert_eq!((leaves, fours, fives), (Some(15_316_533_616), 12_109_856, 326_800));
}

#[test]
fn a_played_tree_ends_as_often_as_the_reference_says() {
    for (depth, leaves, fours, fives) in [(4, 489_544, 0, 0), (5, 15_244_488, 1024, 0), (6, 469_537_248, 89_616, 1056)]
    {
        let start = Yonmoque::from_fen("5/5/5/5/5 b 6 6").unwrap();
        let mut found = [0; 2];
        let counted = played(&start, depth, &Stop::new(), &mut |outcome| {
            found[usize::from(outcome.reason != Reason::Four)] += 1;
        });
        assert_eq!((counted, found), (Some(leaves), [fours, fives]), "depth {depth}");
    }
}

#[test]
fn a_stopped_count_gives_no_number() {
    let position = Yonkoma::from_fen("b8r/10/10/10/10/10/10/10/10/r8b r").unwrap();
    let stop = Stop::new();
    stop.stop();
    assert_eq!(perft(&position, 8, &stop), None);
    assert_eq!(played(&position, 8, &stop, &mut |_| {}), None);
}
