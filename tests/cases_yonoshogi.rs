//! The cases of tests/cases/yonoshogi.jsonl through the library (moves, who is checkmated, scores, results, the positions
//! that follow), and the games of tests/cases/yonoshogi-games.jsonl.

use std::collections::BTreeMap;

use serde::Deserialize;

use yon::game::{Game, Notation, Reason, Seat, Verdict};
use yon::games::yonoshogi::Yonoshogi;
use yon::record::Record;

const LETTERS: [&str; 4] = ["r", "o", "g", "b"];

type Scores = BTreeMap<String, Option<u8>>;

#[derive(Deserialize)]
struct Ended {
    kind: String,
    by: String,
    winner: Option<String>,
    scores: Scores,
}

#[derive(Deserialize)]
struct Sample {
    #[serde(rename = "move")]
    mv: String,
    eliminated: String,
    scores: Scores,
    result: Option<Ended>,
    fen: String,
}

#[derive(Deserialize)]
struct Case {
    turn: String,
    in_game: String,
    scores: Scores,
    result: Option<Ended>,
    checks: BTreeMap<String, String>,
    legal: Vec<String>,
    eliminates: BTreeMap<String, String>,
    ends: BTreeMap<String, String>,
    samples: Vec<Sample>,
    fen: String,
}

#[derive(Deserialize)]
struct Elimination {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    eliminated: String,
}

#[derive(Deserialize)]
struct WholeGame {
    start: String,
    moves: Vec<String>,
    eliminations: Vec<Elimination>,
    #[serde(rename = "final")]
    last: String,
    result: Ended,
}

fn cases() -> Vec<Case> {
    include_str!("cases/yonoshogi.jsonl").lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn games() -> Vec<WholeGame> {
    include_str!("cases/yonoshogi-games.jsonl").lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn position(fen: &str) -> Yonoshogi {
    Yonoshogi::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &Yonoshogi) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

fn scores(position: &Yonoshogi) -> Scores {
    (0..4).map(|player| (LETTERS[player].to_string(), position.score_of(player))).collect()
}

/// Who has not been taken out.
fn in_game(position: &Yonoshogi) -> String {
    (0..4).filter(|&player| position.board().king(player).is_some()).map(|player| LETTERS[player]).collect()
}

/// Who is in the game before a move and not after it, survivors of a finished game left out.
fn fallen(before: &Yonoshogi, after: &Yonoshogi) -> String {
    let has_fallen = |&player: &usize| before.is_in_play(player) && after.board().king(player).is_none();
    (0..4).filter(has_fallen).map(|player| LETTERS[player]).collect()
}

fn check_result(position: &Yonoshogi, expected: Option<&Ended>, fen: &str) {
    let Some(expected) = expected else { return assert_eq!(position.outcome(), None, "{fen}") };
    let outcome = position.outcome().unwrap_or_else(|| panic!("{fen} is over"));
    assert_eq!(scores(position), expected.scores, "{fen}");
    let Verdict::Scores(points) = outcome.verdict else { panic!("{fen}: {outcome:?}") };
    let best = (0..4).filter(|&player| points[Seat::new(player)] == 3).map(|player| LETTERS[player].to_string()).next();
    assert_eq!(best, expected.winner, "{fen}");
    assert_eq!(outcome.reason.word(), expected.by, "{fen}");
    assert_eq!(expected.kind == "win", expected.winner.is_some(), "{fen}");
}

#[test]
fn legal_moves_are_those_of_the_cases() {
    let cases = cases();
    assert_eq!(cases.len(), 103);
    for case in &cases {
        let position = position(&case.fen);
        assert_eq!(legal(&position), case.legal, "{}", case.fen);
        assert_eq!(position.count(), case.legal.len(), "{}", case.fen);
        assert_eq!(LETTERS[position.turn().index()], case.turn, "{}", case.fen);
        assert_eq!(in_game(&position), case.in_game, "{}", case.fen);
        assert_eq!(scores(&position), case.scores, "{}", case.fen);
        check_result(&position, case.result.as_ref(), &case.fen);
    }
}

#[test]
fn who_attacks_which_king_is_what_the_cases_say() {
    let mut checks = 0;
    for case in cases() {
        let position = position(&case.fen);
        for (player, name) in LETTERS.iter().enumerate() {
            let threatens = |&other: &usize| other != player && position.board().threatens(other, player);
            let by: String = (0..4).filter(threatens).map(|other| LETTERS[other]).collect();
            assert_eq!(by, case.checks.get(*name).cloned().unwrap_or_default(), "{} {name}", case.fen);
            checks += by.len();
        }
    }
    assert!(checks > 20);
}

#[test]
fn every_move_checkmates_whom_the_cases_say() {
    let mut out = 0;
    for case in cases() {
        let position = position(&case.fen);
        for text in &case.legal {
            let after = position.after(position.parse_move(text).unwrap());
            let fallen = fallen(&position, &after);
            assert_eq!(fallen, case.eliminates.get(text).cloned().unwrap_or_default(), "{} {text}", case.fen);
            let ends = case.ends.get(text).cloned();
            let winner = after.outcome().map(|_| LETTERS[after.turn().index()].to_string());
            assert_eq!(winner, ends, "{} {text}", case.fen);
            out += fallen.len();
        }
    }
    assert!(out > 200, "{out}");
}

#[test]
fn the_positions_that_follow_are_those_of_the_cases() {
    let mut samples = 0;
    for case in cases() {
        let position = position(&case.fen);
        for sample in &case.samples {
            let after = position.after(position.parse_move(&sample.mv).unwrap());
            assert_eq!(after.fen(), sample.fen, "{} {}", case.fen, sample.mv);
            assert_eq!(fallen(&position, &after), sample.eliminated, "{} {}", case.fen, sample.mv);
            assert_eq!(scores(&after), sample.scores, "{} {}", case.fen, sample.mv);
            check_result(&after, sample.result.as_ref(), &sample.fen);
            samples += 1;
        }
    }
    assert!(samples > 300, "{samples}");
}

#[test]
fn whole_games_replay_to_their_results() {
    let games = games();
    assert_eq!(games.len(), 7);
    for game in &games {
        let mut record = Record::new(position(&game.start));
        let mut eliminations = game.eliminations.iter().peekable();
        for (ply, text) in (1..).zip(&game.moves) {
            let before = *record.position();
            record.play_text(text).unwrap_or_else(|error| panic!("{}: {ply}: {error}", game.last));
            let out = fallen(&before, record.position());
            match eliminations.next_if(|elimination| elimination.ply == ply) {
                Some(elimination) => {
                    assert_eq!((text, &out), (&elimination.mv, &elimination.eliminated), "{}", game.last);
                }
                None => assert_eq!(out, "", "{}: {ply}", game.last),
            }
        }
        assert!(eliminations.next().is_none());
        let end = record.standing().shown();
        assert_eq!(end.fen(), game.last);
        let outcome = record.outcome().expect("the game is over");
        assert_eq!(outcome.reason.word(), game.result.by);
        if outcome.reason == Reason::Repetition {
            assert!(game.result.winner.is_none());
        }
        check_result(&end, Some(&game.result), &game.last);
    }
}
