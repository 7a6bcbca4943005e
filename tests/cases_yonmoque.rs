//! The cases of tests/cases/yonmoque.jsonl and tests/cases/yonmoque-more.json: what every action does, stuck positions, move
//! trees, and whole games.

#[path = "support/reading.rs"]
mod reading;

use reading::texts;
use serde::Deserialize;

use yon::board::Square;
use yon::control::Stop;
use yon::game::{Game, Notation, Reason, Setup, Verdict};
use yon::games::yonmoque::bits::{each, square};
use yon::games::yonmoque::{BLUE, Move, WHITE, Yonmoque};
use yon::perft::{perft, played};
use yon::record::Record;

/// An action, the next position, what turns over, the winner and the reason.
type After = (String, String, Vec<String>, Option<String>, Option<String>);

#[derive(Deserialize)]
struct Case {
    fen: String,
    legal: Vec<String>,
    after: Vec<After>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    position: String,
    #[serde(rename = "move")]
    mv: String,
    is_legal: bool,
    #[serde(default)]
    flips: Vec<String>,
    winner: Option<String>,
    reason: Option<String>,
    next: Option<String>,
}

#[derive(Deserialize)]
struct Stuck {
    position: String,
    legal: Vec<String>,
    winner: String,
    reason: String,
}

#[derive(Deserialize)]
struct Tree {
    position: String,
    depth: u32,
    nodes: u64,
    four: u64,
    five_place: u64,
    five_move: u64,
    stuck: u64,
}

#[derive(Deserialize)]
struct Played {
    moves: Vec<String>,
    winner: Option<String>,
    reason: Option<String>,
}

#[derive(Deserialize)]
struct More {
    cases: Vec<Named>,
    stuck: Vec<Stuck>,
    perft: Vec<Tree>,
    games: Vec<Played>,
}

fn cases() -> Vec<Case> {
    include_str!("cases/yonmoque.jsonl").lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn more() -> More {
    serde_json::from_str(include_str!("cases/yonmoque-more.json")).expect("cases")
}

fn position(fen: &str) -> Yonmoque {
    reading::position(fen)
}

fn without_ply(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The winner and the reason as the cases name them.
fn ending(position: &Yonmoque) -> (Option<String>, Option<String>) {
    match position.outcome().map(|outcome| (outcome.verdict, outcome.reason)) {
        None => (None, None),
        Some((Verdict::Win(BLUE), reason)) => (Some("b".into()), Some(reason.word().into())),
        Some((Verdict::Win(WHITE), reason)) => (Some("w".into()), Some(reason.word().into())),
        Some(other) => panic!("{other:?}"),
    }
}

fn turned(before: &Yonmoque, mv: Move) -> Vec<String> {
    let set = before.board().turns_over(before.turn().index(), mv);
    let mut names: Vec<String> = each(set).map(|at| square(at).to_string()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_action_of_the_cases_leads_where_they_say() {
    let cases = cases();
    assert_eq!(cases.len(), 150);
    let mut actions = 0;
    for case in &cases {
        let before = position(&case.fen);
        assert_eq!(texts(&before), case.legal, "{}", case.fen);
        assert_eq!(before.count(), case.legal.len(), "{}", case.fen);
        assert_eq!(case.after.len(), case.legal.len(), "{}", case.fen);
        for (text, next, flips, winner, reason) in &case.after {
            let mv = before.parse_move(text).unwrap_or_else(|error| panic!("{} {text}: {error}", case.fen));
            let after = before.after(mv);
            assert_eq!(without_ply(&after.fen()), *next, "{} {text}", case.fen);
            assert_eq!(turned(&before, mv), *flips, "{} {text}", case.fen);
            assert_eq!(ending(&after), (winner.clone(), reason.clone()), "{} {text}", case.fen);
            actions += 1;
        }
    }
    assert!(actions > 3000, "{actions}");
}

#[test]
fn every_named_case_holds() {
    let more = more();
    assert_eq!(more.cases.len(), 30);
    for case in &more.cases {
        let before = position(&case.position);
        let parsed = before.parse_move(&case.mv);
        assert_eq!(parsed.is_ok(), case.is_legal, "{}", case.name);
        let Ok(mv) = parsed else { continue };
        let after = before.after(mv);
        assert_eq!(Some(without_ply(&after.fen())), case.next, "{}", case.name);
        assert_eq!(turned(&before, mv), case.flips, "{}", case.name);
        assert_eq!(ending(&after), (case.winner.clone(), case.reason.clone()), "{}", case.name);
    }
    for stuck in &more.stuck {
        let position = position(&stuck.position);
        assert_eq!(texts(&position), stuck.legal);
        assert_eq!(ending(&position), (Some(stuck.winner.clone()), Some(stuck.reason.clone())));
    }
}

#[test]
fn the_move_trees_are_those_of_the_cases_and_so_is_how_they_end() {
    let more = more();
    assert_eq!(more.perft.len(), 31);
    for tree in &more.perft {
        let start = position(&tree.position);
        assert_eq!(perft(&start, tree.depth, &Stop::new()), Some(tree.nodes), "{}", tree.position);
        let (mut four, mut five, mut stuck) = (0, 0, 0);
        let leaves = played(&start, tree.depth, &Stop::new(), &mut |outcome| match outcome.reason {
            Reason::Four => four += 1,
            Reason::Five => five += 1,
            Reason::Stuck => stuck += 1,
            other => panic!("{other:?}"),
        });
        assert_eq!(leaves, Some(tree.nodes), "{}", tree.position);
        let found = (four, five, stuck);
        assert_eq!(
            found,
            (tree.four, tree.five_place + tree.five_move, tree.stuck),
            "{} {}",
            tree.position,
            tree.depth
        );
    }
}

#[test]
fn whole_games_are_played_again() {
    let more = more();
    assert_eq!(more.games.len(), 30);
    for game in &more.games {
        let mut record = Record::new(Yonmoque::start(&Setup::default()));
        let mut drawn = false;
        for text in &game.moves {
            // The games know no draw.
            if drawn {
                break;
            }
            record.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            drawn = record.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Draw);
        }
        if !drawn {
            assert_eq!(ending(record.position()), (game.winner.clone(), game.reason.clone()), "{:?}", game.moves);
        }
    }
}

#[test]
fn every_view_of_the_square_has_the_same_actions() {
    for case in cases() {
        let before = position(&case.fen);
        for view in 0..8 {
            let other = before.seen(view);
            assert_eq!(other.count(), before.count());
            let mut moves = Vec::new();
            before.moves(&mut moves);
            for mv in moves {
                let seen = mv.seen(view);
                assert_eq!(other.parse_move(&other.move_text(seen)), Ok(seen), "{}", case.fen);
                assert_eq!(other.after(seen), before.after(mv).seen(view), "{} view {view}", case.fen);
            }
        }
    }
}

#[test]
fn positions_are_read_and_printed_in_one_form() {
    for case in cases() {
        let read = position(&case.fen);
        assert_eq!(read.fen(), format!("{} 1", case.fen));
        assert_eq!(position(&read.fen()), read);
        let any: Vec<Square> = read.move_squares(read.parse_move(&case.legal[0]).expect("legal"));
        assert!(!any.is_empty());
    }
}
