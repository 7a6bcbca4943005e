//! The laws that every game obeys: one generic function each, one line a game.

use std::collections::HashSet;

use proptest::prelude::*;
use yon::game::{Game, Notation, Reason, Setup};
use yon::games::checkers::Checkers;
use yon::games::yonkoma::Yonkoma;
use yon::games::yonmoque::Yonmoque;
use yon::games::yonoshogi::Yonoshogi;
use yon::record::Record;

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Calls `visit` on every position of random games from the starts of these boards.
fn random_games<G: Game>(sizes: &[u8], games: u64, mut visit: impl FnMut(&G)) {
    let mut visited = 0;
    for &size in sizes {
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut position = G::start(&Setup::of_size(size));
            loop {
                visit(&position);
                visited += 1;
                assert!(visited < 10_000_000, "random games end");
                let moves = moves(&position);
                let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
                position.play(mv);
            }
            assert!(position.outcome().is_some());
        }
    }
}

fn no_moves_exactly_when_over<G: Notation>(sizes: &[u8]) {
    random_games::<G>(sizes, 100, |position| {
        assert_eq!(moves(position).is_empty(), position.outcome().is_some(), "{}", position.fen());
        assert_eq!(position.count(), moves(position).len());
    });
}

fn move_texts_are_unique_and_parse_back<G: Notation>(sizes: &[u8]) {
    random_games::<G>(sizes, 50, |position| {
        let moves = moves(position);
        let texts: HashSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        assert_eq!(texts.len(), moves.len());
        for mv in moves {
            assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv), "{}", position.fen());
        }
    });
}

fn fens_print_and_parse_back<G: Notation>(sizes: &[u8]) {
    random_games::<G>(sizes, 50, |position| {
        let read = G::from_fen(&position.fen()).unwrap();
        assert_eq!(read.key(), position.key());
        // A line that ends a game belongs to the action, and no FEN says that it has.
        if position.outcome().is_some_and(|outcome| matches!(outcome.reason, Reason::Four | Reason::Five)) {
            return;
        }
        assert_eq!(&read, position);
        assert_eq!(read.ply(), position.ply());
        assert_eq!(moves(&read), moves(position), "same position, same moves");
    });
}

/// `counter` begins what a FEN says beside board and side to move.
fn keys_tell_positions_apart<G: Notation>(sizes: &[u8], counter: &str) {
    let mut seen = std::collections::HashMap::new();
    random_games::<G>(sizes, 50, |position| {
        let fen = position.fen();
        let board = fen.rsplit_once(counter).map_or(fen.as_str(), |(board, _)| board).to_string();
        let other = seen.entry(position.key()).or_insert_with(|| board.clone());
        assert_eq!(*other, board);
    });
    assert!(seen.len() > 500);
}

fn skipped_turns_stand_alone_and_may_be_left_out<G: Notation>(sizes: &[u8]) -> usize {
    let mut skips = 0;
    random_games::<G>(sizes, 200, |position| {
        let moves_here = moves(position);
        if moves_here.iter().any(|&mv| G::is_skip(mv)) {
            assert_eq!(moves_here.len(), 1);
            skips += 1;
            let after = position.after(moves_here[0]);
            for mv in moves(&after) {
                let text = after.move_text(mv);
                let mut record = Record::new(position.clone());
                record.play_text(&text).unwrap();
                assert_eq!(record.moves(), [moves_here[0], mv], "{} {text}", position.fen());
            }
        }
    });
    skips
}

fn a_record_replays_and_undoes<G: Notation>(sizes: &[u8]) {
    for &size in sizes {
        let start = G::start(&Setup::of_size(size));
        let mut record = Record::new(start.clone());
        let mut rng = fastrand::Rng::with_seed(u64::from(size));
        while let moves = moves(record.position())
            && !moves.is_empty()
        {
            record.play(moves[rng.usize(..moves.len())]);
        }
        let mut again = Record::new(start.clone());
        for text in record.move_texts() {
            again.play_text(&text).unwrap();
        }
        assert_eq!(again.position(), record.position());
        while again.undo() {}
        assert_eq!(again.position(), &start);
        assert!(again.moves().is_empty());
    }
}

/// Nothing that a parser reads makes it panic, and what it takes it prints in a form that it takes again.
fn any_text_is_read_or_refused<G: Notation>(text: &str) {
    if let Ok(position) = G::from_fen(text) {
        assert_eq!(G::from_fen(&position.fen()).as_ref(), Ok(&position));
    }
    let start = G::start(&Setup::of_size(8));
    if let Ok(mv) = start.parse_move(text) {
        assert!(moves(&start).contains(&mv));
    }
}

fn one_changed_byte<G: Notation>(fens: &[&str], which: usize, at: usize, byte: u8) {
    let mut bytes = fens[which % fens.len()].as_bytes().to_vec();
    let at = at % bytes.len();
    bytes[at] = byte;
    if let Ok(text) = String::from_utf8(bytes) {
        any_text_is_read_or_refused::<G>(&text);
    }
}

const YONKOMA_SIZES: &[u8] = &[4, 6, 8, 10, 14, 26];
const YONKOMA_FENS: &[&str] =
    &["b2r/4/4/r2b r 1", "6/6/2b3/6/1r4/r4b r 12", "b8r/10/10/10/10/10/10/10/10/r8b b 999999"];

#[test]
fn yonkoma() {
    no_moves_exactly_when_over::<Yonkoma>(YONKOMA_SIZES);
    move_texts_are_unique_and_parse_back::<Yonkoma>(YONKOMA_SIZES);
    fens_print_and_parse_back::<Yonkoma>(YONKOMA_SIZES);
    keys_tell_positions_apart::<Yonkoma>(YONKOMA_SIZES, " ");
    a_record_replays_and_undoes::<Yonkoma>(YONKOMA_SIZES);
    assert!(skipped_turns_stand_alone_and_may_be_left_out::<Yonkoma>(YONKOMA_SIZES) > 50);
}

const CHECKERS_FENS: &[&str] =
    &["B:W21-32:B1-12.", "W:W18,K24,30:BK1,7,K20:H12", "B:W18,19,26,27:BK22", "W:W21:B", "B:WK1:BK32:H40"];

#[test]
fn checkers() {
    no_moves_exactly_when_over::<Checkers>(&[8]);
    move_texts_are_unique_and_parse_back::<Checkers>(&[8]);
    fens_print_and_parse_back::<Checkers>(&[8]);
    keys_tell_positions_apart::<Checkers>(&[8], ":H");
    a_record_replays_and_undoes::<Checkers>(&[8]);
    assert_eq!(skipped_turns_stand_alone_and_may_be_left_out::<Checkers>(&[8]), 0);
}

const YONMOQUE_FENS: &[&str] =
    &["5/5/5/5/5 b 6 6 1", "2ww1/bw2w/b1wbb/bb3/4b w 0 0 31", "5/b1b2/5/1w3/1b1b1 w 2 5", "b3b/1b3/4b/1bbb1/b4 w 4 0"];

#[test]
fn yonmoque() {
    no_moves_exactly_when_over::<Yonmoque>(&[5]);
    move_texts_are_unique_and_parse_back::<Yonmoque>(&[5]);
    fens_print_and_parse_back::<Yonmoque>(&[5]);
    keys_tell_positions_apart::<Yonmoque>(&[5], " ");
    a_record_replays_and_undoes::<Yonmoque>(&[5]);
    assert_eq!(skipped_turns_stand_alone_and_may_be_left_out::<Yonmoque>(&[5]), 0);
}

const YONOSHOGI_FENS: &[&str] = &[
    yon::games::yonoshogi::START,
    "4gK4/9/9/3oP5/bK7oK/9/9/9/4rK4 o rB2PoP ---- 7",
    "4gK4/9/9/4rR4/9/9/9/9/3rK5 g g18P -0-1 80",
    "gPgP7/1gGgK6/9/9/3gP5/9/1gR3g+R3/3g+P5/g+Lg+P2g+N4 g - 2031 302",
];

#[test]
fn yonoshogi() {
    no_moves_exactly_when_over::<Yonoshogi>(&[9]);
    move_texts_are_unique_and_parse_back::<Yonoshogi>(&[9]);
    fens_print_and_parse_back::<Yonoshogi>(&[9]);
    keys_tell_positions_apart::<Yonoshogi>(&[9], " ");
    a_record_replays_and_undoes::<Yonoshogi>(&[9]);
    skipped_turns_stand_alone_and_may_be_left_out::<Yonoshogi>(&[9]);
}

/// Whatever a file holds, it is read or refused.
fn any_file_is_read_or_refused<G: Notation>(text: &str) {
    if let Some(Ok(games)) = G::from_file(text) {
        assert!(games.iter().all(|game| !game.moves.is_empty() || game.start.is_some() || !text.is_empty()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsers_survive_any_text(text in "\\PC*") {
        any_text_is_read_or_refused::<Yonkoma>(&text);
        any_text_is_read_or_refused::<Checkers>(&text);
        any_text_is_read_or_refused::<Yonmoque>(&text);
        any_text_is_read_or_refused::<Yonoshogi>(&text);
        any_file_is_read_or_refused::<Checkers>(&text);
    }

    #[test]
    fn parsers_survive_text_of_their_own_signs(text in "[rbw0-9/a-z \\-@]{0,60}") {
        any_text_is_read_or_refused::<Yonkoma>(&text);
        any_text_is_read_or_refused::<Yonmoque>(&text);
    }

    #[test]
    fn parsers_of_checkers_survive_text_of_their_own_signs(text in "[BWKHF0-9:,.x a-h-]{0,60}") {
        any_text_is_read_or_refused::<Checkers>(&text);
    }

    #[test]
    fn parsers_of_yonoshogi_survive_text_of_their_own_signs(
        board in "([rogb]\\+?[RBGSNLPK]|[1-9]|/){0,40}",
        rest in "[rogb0-9RBGSNLPK*+a-i -]{0,30}",
    ) {
        any_text_is_read_or_refused::<Yonoshogi>(&format!("{board} {rest}"));
        any_text_is_read_or_refused::<Yonoshogi>(&rest);
    }

    #[test]
    fn file_parsers_survive_text_of_their_own_signs(text in "[\\[\\]\"{}();%$!?*0-9.x\n a-z-]{0,80}") {
        any_file_is_read_or_refused::<Checkers>(&text);
        any_file_is_read_or_refused::<Checkers>(&("[Event \"\"]\n".to_string() + &text));
    }

    #[test]
    fn parsers_survive_one_changed_byte(which in any::<usize>(), at in any::<usize>(), byte in any::<u8>()) {
        one_changed_byte::<Yonkoma>(YONKOMA_FENS, which, at, byte);
        one_changed_byte::<Checkers>(CHECKERS_FENS, which, at, byte);
        one_changed_byte::<Yonmoque>(YONMOQUE_FENS, which, at, byte);
        one_changed_byte::<Yonoshogi>(YONOSHOGI_FENS, which, at, byte);
    }
}
