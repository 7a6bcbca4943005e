//! `go mate` in games that prove results by a search of their own, against the dumbest one.

use yon::control::{Limits, Stop};
use yon::game::{Game, Notation, Seat, Setup, Value, Verdict};
use yon::games::yonmoque::{Fitted, LONGEST, Yonmoque};
use yon::search::Task;
use yon::search::hash::HashTable;
use yon::search::proof::{Proof, prove};

fn moves(position: &Yonmoque) -> Vec<yon::games::yonmoque::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Whether a side wins within so many plies, whatever the other does; positions with one of these keys are drawn.
fn wins(position: &Yonmoque, side: Seat, plies: u32, drawn: &[u64]) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.verdict == Verdict::Win(side);
    }
    if plies == 0 || drawn.contains(&position.key()) {
        return false;
    }
    let mut after = moves(position).into_iter().map(|mv| position.after(mv));
    match position.turn() == side {
        true => after.any(|next| wins(&next, side, plies - 1, drawn)),
        false => after.all(|next| wins(&next, side, plies - 1, drawn)),
    }
}

/// The shortest forced result within so many plies.
fn plain(position: &Yonmoque, within: u32, drawn: &[u64]) -> Option<Value> {
    let (own, other) = (position.turn(), position.turn().other());
    let after = || moves(position).into_iter().map(|mv| position.after(mv));
    (1..=within).find_map(|plies| match plies % 2 {
        1 => after().any(|next| wins(&next, own, plies - 1, drawn)).then_some(Value::Win(Some(plies as u16))),
        _ => after().all(|next| wins(&next, other, plies - 1, drawn)).then_some(Value::Loss(Some(plies as u16))),
    })
}

fn proved(position: &Yonmoque, earlier: &[u64], within: u32, hash: &HashTable) -> Proof<yon::games::yonmoque::Move> {
    let task = Task {
        position,
        earlier,
        moves: &moves(position),
        evaluator: &Fitted::default(),
        oracle: None,
        hash,
        limits: &Limits::default(),
        budget: None,
        lines: 1,
        threads: 1,
        stop: &Stop::new(),
        answered: &|| false,
    };
    prove(&task, within, &mut |_| {})
}

/// Positions of random games that are on, after so many plies or more.
fn random(count: usize, from: usize, seed: u64) -> Vec<Yonmoque> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Yonmoque::start(&Setup::default());
        for _ in 0..rng.usize(from..from + 30) {
            let Some(mv) = rng.choice(moves(&position)) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

#[test]
fn a_proof_finds_exactly_what_trying_everything_finds() {
    let hash = HashTable::new(4).unwrap();
    let mut found = [0; 5];
    for (count, from, within) in [(400, 0, 3), (200, 12, 4)] {
        for position in random(count, from, within.into()) {
            let wanted = plain(&position, within, &[]);
            let proof = proved(&position, &[], within, &hash);
            assert_eq!(proof.value, wanted, "{}", position.fen());
            found[wanted.and_then(Value::plies).map_or(0, usize::from)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
}

#[test]
fn a_line_of_a_proof_is_as_long_as_its_result_and_ends_the_game() {
    let hash = HashTable::new(4).unwrap();
    let mut long = 0;
    for position in random(150, 10, 8) {
        let proof = proved(&position, &[], 6, &hash);
        let Some(value) = proof.value else { continue };
        let end = proof.line.iter().fold(position, |at, &mv| {
            assert!(moves(&at).contains(&mv), "{}", position.fen());
            at.after(mv)
        });
        assert_eq!(value.plies().map(usize::from), Some(proof.line.len()), "{}", position.fen());
        let outcome = end.outcome().expect("the line ends the game").value_for(position.turn());
        assert_eq!(outcome.word(), value.word(), "{}", position.fen());
        long += usize::from(proof.line.len() > 3);
    }
    assert!(long > 10, "{long}");
}

/// A position of the game that makes a draw the next time: no proof goes through it, whatever the table holds.
#[test]
fn a_proof_respects_positions_that_have_come_twice() {
    let hash = HashTable::new(4).unwrap();
    let mut changed = 0;
    for position in random(400, 14, 9) {
        let without = proved(&position, &[], 3, &hash);
        if without.value != Some(Value::Win(Some(3))) {
            continue;
        }
        let twice = position.after(without.line[0]).key();
        let wanted = plain(&position, 3, &[twice]);
        assert_eq!(proved(&position, &[twice, twice], 3, &hash).value, wanted, "{}", position.fen());
        assert_eq!(proved(&position, &[twice], 3, &hash).value, without.value, "the second time is no draw");
        assert_eq!(proved(&position, &[], 3, &hash).value, without.value);
        changed += usize::from(wanted != without.value);
    }
    assert!(changed > 5, "{changed}");
}

#[test]
fn a_proof_ends_with_the_longest_game() {
    let hash = HashTable::new(4).unwrap();
    let mut late = 0;
    for position in random(300, 14, 10) {
        let proof = proved(&position, &[], 3, &hash);
        if proof.value != Some(Value::Win(Some(3))) {
            continue;
        }
        let fen = position.fen();
        let at = |ply: u32| Yonmoque::from_fen(&format!("{} {ply}", fen.rsplit_once(' ').unwrap().0)).unwrap();
        assert_eq!(proved(&at(LONGEST - 2), &[], 3, &hash).value, proof.value, "{fen}: three plies are left");
        assert_eq!(proved(&at(LONGEST - 1), &[], 3, &hash).value, None, "{fen}: two are");
        late += 1;
    }
    assert!(late > 5, "{late}");
}

#[test]
fn nobody_wins_from_the_start_within_nine_plies() {
    let start = Yonmoque::start(&Setup::default());
    let proof = proved(&start, &[], 9, &HashTable::new(16).unwrap());
    assert_eq!((proof.value, proof.plies), (None, 9));
}

/// Two minutes of an optimised build.
#[test]
#[ignore = "takes long"]
fn blue_does_not_win_from_the_start_within_13_plies_nor_white_within_14() {
    let start = Yonmoque::start(&Setup::default());
    let proof = proved(&start, &[], 14, &HashTable::new(1024).unwrap());
    assert_eq!((proof.value, proof.plies), (None, 14));
}
