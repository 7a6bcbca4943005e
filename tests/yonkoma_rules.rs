//! The rules of Yonkoma, sentence by sentence, and every reference number.

use yon::board::Square;
use yon::control::Stop;
use yon::game::{Game, Notation, Reason, Setup, Value, Verdict, value_of_move};
use yon::games::yonkoma::{BLUE, Move, RED, Solution, Yonkoma};

fn position(fen: &str) -> Yonkoma {
    Yonkoma::from_fen(fen).unwrap()
}

fn start(size: u8) -> Yonkoma {
    Yonkoma::start(&Setup::of_size(size))
}

fn texts(position: &Yonkoma) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn solve(size: u8) -> Solution {
    Solution::solve(size, &Stop::new()).unwrap()
}

/// (size, value of the start, plies, first moves, states, longest game value).
const REFERENCE: [(u8, Value, usize, u64, u16); 6] = [
    (4, Value::Win(Some(7)), 4, 784, 8),
    (6, Value::Win(Some(14)), 8, 23_409, 17),
    (8, Value::Win(Some(23)), 12, 246_016, 26),
    (10, Value::Win(Some(26)), 16, 1_500_625, 36),
    (12, Value::Loss(Some(40)), 20, 6_533_136, 42),
    (14, Value::Loss(Some(47)), 24, 22_591_009, 52),
];

/// Values of first moves: (size, moves, value, plies).
const FIRST_MOVES: &[(u8, &str, &str, u16)] = &[
    (4, "a1c3 d4b2", "win", 7),
    (4, "a1b2 d4c3", "loss", 7),
    (6, "a1d4 f6c3", "win", 14),
    (6, "a1b2 a1e5 f6b2 f6e5", "loss", 15),
    (6, "a1c3 f6d4", "loss", 12),
    (8, "a1c3 a1f6 h8f6 h8c3", "win", 23),
    (8, "a1b2 a1g7 h8g7 h8b2", "loss", 24),
    (8, "a1d4 a1e5 h8e5 h8d4", "loss", 18),
    (10, "a1g7 j10d4", "win", 26),
    (10, "a1b2 j10i9", "win", 33),
    (10, "a1c3 j10h8", "loss", 29),
    (10, "a1h8 a1i9 j10c3 j10b2", "loss", 27),
    (10, "a1d4 j10g7", "loss", 25),
    (10, "a1e5 j10f6", "loss", 24),
    (10, "a1f6 j10e5", "loss", 22),
];

#[test]
fn start_positions_have_the_reference_values() {
    for (size, value, first_moves, states, longest) in REFERENCE {
        let solution = solve(size);
        assert_eq!(solution.value(&start(size)), value, "{size}");
        assert_eq!(texts(&start(size)).len(), first_moves, "{size}");
        assert_eq!(solution.states(), states, "{size}");
        assert_eq!(solution.longest(), longest, "{size}");
    }
}

#[test]
fn first_moves_have_the_reference_values() {
    for size in [4, 6, 8, 10] {
        let (solution, start) = (solve(size), start(size));
        let mut listed = 0;
        for &(_, moves, word, plies) in FIRST_MOVES.iter().filter(|row| row.0 == size) {
            for text in moves.split(' ') {
                let mv = start.parse_move(text).unwrap();
                let after = start.after(mv);
                let value = value_of_move(&start, mv, &after, solution.value(&after));
                assert_eq!((value.word(), value.plies()), (word, Some(plies)), "{size} {text}");
                listed += 1;
            }
        }
        assert_eq!(listed, texts(&start).len(), "every first move of {size}x{size} is listed");
    }
}

#[test]
fn solving_takes_at_most_200_mb_on_14x14() {
    assert!(solve(14).bytes() < 10_000_000);
}

#[test]
fn red_and_blue_begin_on_their_corners_and_red_moves_first() {
    for size in (4..=26).step_by(2) {
        let position = start(size);
        let last = size - 1;
        assert_eq!(position.checkers(RED), [Square::new(0, 0), Square::new(last, last)]);
        assert_eq!(position.checkers(BLUE), [Square::new(0, last), Square::new(last, 0)]);
        assert_eq!(position.turn(), RED);
        assert!(position.checkers(RED).iter().all(|square| square.is_dark()));
        assert!(position.checkers(BLUE).iter().all(|square| !square.is_dark()));
        assert_eq!(texts(&position).len(), 2 * usize::from(size) - 4);
    }
}

#[test]
fn figure_2_lists_the_moves_of_the_checker_on_b2() {
    let figure = position("6/6/2b3/6/1r4/r4b r");
    let of_b2: Vec<String> = texts(&figure).into_iter().filter(|text| text.starts_with("b2")).collect();
    assert_eq!(of_b2, ["b2c1", "b2c3", "b2d4", "b2e5"]);
}

#[test]
fn figure_3_red_completes_a_crosscut_and_loses() {
    // Red moves to e3 between the blue checkers: e3 and f4 red, e4 and f3 blue.
    let before = position("6/6/4br/5b/3r2/6 r");
    let after = before.after(before.parse_move("d2e3").unwrap());
    let outcome = after.outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.reason), (Verdict::Win(BLUE), Reason::Crosscut));
    assert_eq!(after.turn(), BLUE);
    assert!(texts(&after).is_empty());
}

#[test]
fn a_move_may_not_pass_through_or_land_on_the_other_checker() {
    let blocked = position("6/6/2b3/6/1r4/r4b r");
    assert!(texts(&blocked).iter().all(|text| !text.starts_with("a1b2") && !text.starts_with("a1c3")));
}

#[test]
fn a_sum_that_stays_needs_a_greater_distance_to_the_partner() {
    let figure = position("6/6/2b3/6/1r4/r4b r");
    // Sum 6 before; on c1 and e5 it is 6 again, farther from a1; on b2 the checker is 1 away from it.
    for text in ["b2c1", "b2e5"] {
        let Move::Step { to, .. } = figure.parse_move(text).unwrap() else { panic!("{text}") };
        let sum: u8 = figure.checkers(BLUE).iter().map(|enemy| to.distance(*enemy)).sum();
        assert_eq!(sum, 6);
        assert!(to.distance(Square::new(0, 0)) > 1);
    }
}

#[test]
fn a_crosscut_is_exactly_a_sum_of_4() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut crosscuts = 0;
    for _ in 0..200_000 {
        let position = Yonkoma::random(4, &mut rng);
        let [red, blue] = [position.checkers(RED), position.checkers(BLUE)];
        let all = [red, blue].concat();
        let file = all.iter().map(|square| square.file).min().unwrap();
        let rank = all.iter().map(|square| square.rank).min().unwrap();
        let block = all.iter().all(|square| square.file <= file + 1 && square.rank <= rank + 1);
        assert_eq!(position.sum() == 4, block, "{position:?}");
        assert_eq!(position.outcome().is_some(), block);
        crosscuts += usize::from(block);
    }
    assert!(crosscuts > 100);
}

#[test]
fn a_skipped_turn_is_the_only_move_of_a_side_without_one() {
    let skipped = position("4/4/brb1/2r1 r");
    assert_eq!(texts(&skipped), ["0000"]);
    for spelling in ["0000", "pass", "null", "--", "@@@@", "a1a1"] {
        assert_eq!(skipped.parse_move(spelling), Ok(Move::Skip), "{spelling}");
        assert!(start(4).parse_move(spelling).is_err(), "{spelling}");
    }
    let after = skipped.after(Move::Skip);
    assert_eq!(after.turn(), BLUE);
    assert_eq!(after.checkers(RED), skipped.checkers(RED));
    assert_eq!(after.ply(), skipped.ply() + 1);
}

#[test]
fn every_move_lowers_the_sum_or_keeps_it_and_raises_the_spread() {
    let mut rng = fastrand::Rng::with_seed(26);
    for size in (4..=26).step_by(2) {
        let mut moves_seen = 0;
        for _ in 0..2000 {
            let position = Yonkoma::random(size, &mut rng);
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for mv in moves.into_iter().filter(|mv| *mv != Move::Skip) {
                let after = position.after(mv);
                let (sum, spread) = (position.sum(), position.spread());
                assert!(
                    after.sum() < sum || (after.sum() == sum && after.spread() > spread),
                    "{} {}",
                    position.fen(),
                    position.move_text(mv)
                );
                moves_seen += 1;
            }
        }
        assert!(moves_seen > 2000, "{size}");
    }
}

#[test]
fn the_longest_possible_game_is_bounded_by_sum_and_spread() {
    let mut rng = fastrand::Rng::with_seed(9);
    for size in (4..=26).step_by(2) {
        let mut position = start(size);
        let mut plies = 0;
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play(moves[rng.usize(..moves.len())]);
            plies += 1;
            assert!(plies < 4 * 4 * u32::from(size) * 2 * u32::from(size));
        }
        assert_eq!(position.ply(), plies + 1);
    }
}

#[test]
fn all_eight_symmetries_keep_the_value() {
    let mut rng = fastrand::Rng::with_seed(8);
    for size in [4, 6, 8, 10] {
        let solution = solve(size);
        let last = size - 1;
        for _ in 0..500 {
            let position = Yonkoma::random(size, &mut rng);
            for symmetry in 0..8 {
                let turned = |square: Square| {
                    let (mut file, mut rank) = (square.file, square.rank);
                    if symmetry & 1 == 1 {
                        file = last - file;
                    }
                    if symmetry & 2 == 2 {
                        rank = last - rank;
                    }
                    if symmetry & 4 == 4 { Square::new(rank, file) } else { Square::new(file, rank) }
                };
                let [red, blue] = [RED, BLUE].map(|seat| position.checkers(seat).map(turned));
                // Where the colours of the squares are swapped, so are those of the checkers.
                let kept = red[0].is_dark();
                let image = if kept {
                    Yonkoma::new(size, position.turn(), red, blue, 1)
                } else {
                    Yonkoma::new(size, position.turn().other(), blue, red, 1)
                };
                let image = image.unwrap();
                assert_eq!(solution.value(&image), solution.value(&position), "{} {symmetry}", position.fen());
                assert_eq!(texts(&image).len(), texts(&position).len());
            }
        }
    }
}

/// Whether some position with this side of the board leaves neither side a move.
fn both_are_stuck(size: u8) -> Option<Yonkoma> {
    let of = |dark: bool| -> Vec<Square> {
        let all = (0..size).flat_map(|rank| (0..size).map(move |file| Square::new(file, rank)));
        all.filter(|square| square.is_dark() == dark).collect()
    };
    let pairs = |squares: Vec<Square>| -> Vec<[Square; 2]> {
        (0..squares.len()).flat_map(|a| (0..a).map(|b| [squares[b], squares[a]]).collect::<Vec<_>>()).collect()
    };
    let (reds, blues) = (pairs(of(true)), pairs(of(false)));
    reds.iter().find_map(|&red| {
        blues.iter().find_map(|&blue| {
            let position = Yonkoma::new(size, RED, red, blue, 1)?;
            let stuck = !position.can_move(RED) && !position.can_move(BLUE) && position.outcome().is_none();
            stuck.then_some(position)
        })
    })
}

#[test]
fn there_is_no_position_in_which_neither_side_can_move() {
    for size in [4, 6, 8, 10, 12] {
        assert_eq!(both_are_stuck(size), None, "{size}");
    }
}

#[test]
#[ignore = "minutes: the larger boards, run by hand"]
fn there_is_no_position_in_which_neither_side_can_move_up_to_26x26() {
    for size in (14..=26).step_by(2) {
        assert_eq!(both_are_stuck(size), None, "{size}");
    }
}
