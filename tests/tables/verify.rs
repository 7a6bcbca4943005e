//! Verifying finds values that do not follow from the rules, under whatever checksums.

use yon::control::{Progress, Stop};
use yon::game::{Game, Notation, Value};
use yon::games::yonkoma::{Stored, VerifyError, Yonkoma, verify, verify_sample};
use yon::table::Header;

use super::driver::Folder;
use super::made::{Rows, forge, header, moves_of, open, solution, stored, table_in};

const SIZE: u8 = 6;

fn whole(folder: &Folder, rows: &Rows, header: &Header) -> Result<u64, VerifyError> {
    let path = folder.0.join("forged");
    forge(&path, header, rows, solution(SIZE).classes());
    verify(&open(&path).unwrap(), &Stop::new(), &Progress::default())
}

#[test]
fn a_right_table_passes_whole_and_in_samples() {
    let folder = Folder::new("right");
    for size in [4, 6, 8] {
        let table = open(&table_in(&folder, size)).unwrap();
        let entries = table.classes().places() as u64;
        assert_eq!(verify(&table, &Stop::new(), &Progress::default()).unwrap(), entries);
        for seed in 0..3 {
            assert_eq!(verify_sample(&table, 1000, seed, &Stop::new(), &Progress::default()).unwrap(), 1000);
        }
    }
}

#[test]
fn a_verification_that_is_stopped_does_not_pass() {
    let folder = Folder::new("stop");
    let table = open(&table_in(&folder, 6)).unwrap();
    let stop = Stop::new();
    stop.stop();
    assert!(matches!(verify(&table, &stop, &Progress::default()), Err(VerifyError::Stopped)));
    assert!(matches!(verify_sample(&table, 9, 1, &stop, &Progress::default()), Err(VerifyError::Stopped)));
}

/// The position that was named: its value or that of one of its successors is another than it should be.
fn is_at_fault(folder: &Folder, fen: &str) -> bool {
    let table = open(&folder.0.join("forged")).unwrap();
    let position = Yonkoma::from_fen(fen).unwrap();
    let differs = |position: &Yonkoma| table.value(position).ok() != Some(solution(SIZE).value(position));
    // The end of a game is seen without a table, which has it all the same.
    position.outcome().is_some() || differs(&position) || moves_of(&position).iter().any(differs)
}

/// Changes one place at a time, and its images, and asks both ways of verifying.
fn is_found(name: &str, change: impl Fn(Stored) -> Option<Stored>) {
    let folder = Folder::new(name);
    let right = stored(solution(SIZE));
    let classes = solution(SIZE).classes();
    let places: Vec<(usize, usize)> =
        (0..classes.rows()).flat_map(|row| (0..classes.pairs()).map(move |column| (row, column))).collect();
    let mut tried = 0;
    for (row, column) in places.into_iter().step_by(37) {
        let Some(changed) = change(right[row][column]) else { continue };
        let mut rows = right.clone();
        rows[row][column] = changed;
        for symmetry in classes.kept(row) {
            rows[row][classes.geometry().image(symmetry, column)] = changed;
        }
        match whole(&folder, &rows, &header(solution(SIZE))) {
            Err(VerifyError::Wrong { fen, .. }) => assert!(is_at_fault(&folder, &fen), "{fen}"),
            other => panic!("row {row} column {column}: {other:?}"),
        }
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn a_loss_with_another_distance_is_found() {
    is_found("longer", |stored| match stored {
        Stored::Loss(plies) => Some(Stored::Loss(plies + 2)),
        Stored::Win => None,
    });
}

#[test]
fn a_loss_that_is_called_a_win_is_found() {
    is_found("win", |stored| (stored != Stored::Win).then_some(Stored::Win));
}

#[test]
fn a_win_that_is_called_a_loss_is_found() {
    is_found("loss", |stored| (stored == Stored::Win).then_some(Stored::Loss(4)));
}

#[test]
fn a_place_that_differs_from_its_image_is_found() {
    let folder = Folder::new("image");
    let classes = solution(SIZE).classes();
    let mut rows = stored(solution(SIZE));
    let (row, column) = (0..classes.rows())
        .flat_map(|row| (0..classes.pairs()).map(move |column| (row, column)))
        .find(|&(row, column)| classes.kept(row).any(|s| classes.geometry().image(s, column) != column))
        .unwrap();
    rows[row][column] = if rows[row][column] == Stored::Win { Stored::Loss(2) } else { Stored::Win };
    let error = whole(&folder, &rows, &header(solution(SIZE))).unwrap_err();
    assert!(matches!(error, VerifyError::Wrong { .. }), "{error}");
}

#[test]
fn a_loss_in_more_moves_than_a_code_holds_is_found() {
    let folder = Folder::new("long");
    for more in [126, 127, 128, 255] {
        let mut rows = stored(solution(SIZE));
        let first = rows.iter_mut().flatten().find(|stored| **stored != Stored::Win).unwrap();
        // 128 more is the same code once it is doubled in a byte.
        *first = match *first {
            Stored::Loss(plies) => Stored::Loss(plies.saturating_add(more)),
            Stored::Win => unreachable!(),
        };
        let error = whole(&folder, &rows, &header(solution(SIZE))).unwrap_err();
        assert!(matches!(error, VerifyError::TooLong), "{error}");
    }
}

#[test]
fn a_wrong_fingerprint_is_found() {
    let folder = Folder::new("fingerprint");
    let right = header(solution(SIZE));
    let wrong = Header { fingerprint: right.fingerprint ^ 1, ..right.clone() };
    match whole(&folder, &stored(solution(SIZE)), &wrong) {
        Err(VerifyError::Fingerprint { found, expected }) => {
            assert_eq!((found, expected), (wrong.fingerprint, right.fingerprint));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sample_finds_wrong_values_and_repeats_with_its_seed() {
    let folder = Folder::new("sample");
    let mut rows = stored(solution(SIZE));
    for stored in rows.iter_mut().flatten() {
        if let Stored::Loss(plies @ 3..=6) = stored {
            *plies += 2;
        }
    }
    let path = folder.0.join("forged");
    forge(&path, &header(solution(SIZE)), &rows, solution(SIZE).classes());
    let table = open(&path).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let sample = |seed| one.install(|| verify_sample(&table, 10_000, seed, &Stop::new(), &Progress::default()));
    for seed in 1..4 {
        let error = sample(seed).unwrap_err();
        let VerifyError::Wrong { fen, .. } = &error else { panic!("{error}") };
        assert!(is_at_fault(&folder, fen), "{fen}");
        assert_eq!(sample(seed).unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn a_won_position_of_a_wrong_table_without_a_winning_move_is_an_error() {
    let folder = Folder::new("no-way");
    let path = folder.0.join("forged");
    let mut rows = stored(solution(SIZE));
    rows.iter_mut().flatten().for_each(|stored| *stored = Stored::Win);
    forge(&path, &header(solution(SIZE)), &rows, solution(SIZE).classes());
    let table = open(&path).unwrap();
    let lost = super::made::all_positions(SIZE).find(|p| matches!(solution(SIZE).value(p), Value::Loss(Some(9))));
    let error = table.value(&lost.unwrap()).unwrap_err().to_string();
    assert!(error.ends_with("is damaged: a won position has no winning move"), "{error}");
}
