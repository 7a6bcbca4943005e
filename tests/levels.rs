//! Levels below full strength in the games that are not solved.

use std::sync::Arc;

use yon::catalog::{Catalog, Entry};
use yon::control::{Limits, Stop};
use yon::game::{Game, Notation, Score, Setup, Value};
use yon::games::yonmoque::Yonmoque;
use yon::search::hash::HashTable;
use yon::session::report::{Answer, Info, News, Request, Start};
use yon::session::{Session, Tools};
use yon::settings::Settings;

const GAMES: [&str; 3] = ["checkers", "yonmoque", "yonoshogi"];
/// The lowest level that overlooks nothing within its depth.
const SURE: u8 = 4;

fn no_limit() -> Limits {
    Limits { depth: Some(200), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn tools(entry: &Entry, level: u8, seed: u64) -> Tools {
    let settings = Settings { skill: level, ..Settings::new(entry.name, entry.sizes.default) };
    Tools { settings, seed, hash: Arc::new(HashTable::new(4).unwrap()) }
}

fn open(entry: &Entry) -> Box<dyn Session> {
    entry.open(&Setup::of_size(entry.sizes.default))
}

/// The move of a job and the last that it told.
fn go(session: &dyn Session, tools: &Tools, limits: &Limits) -> (String, Info) {
    let request = Request::Go { limits: limits.clone(), searchmoves: None, ponder: false };
    let mut last = None;
    let answer = session.job(request, tools.clone())(&Stop::new(), &mut |news| {
        if let News::Info(info) = news {
            last = Some(info);
        }
    });
    let Answer::Best { mv: Some(mv), .. } = answer else { panic!("expected a move: {answer:?}") };
    (mv, last.expect("a move is told of"))
}

/// The first moves of a game in which one level plays all seats.
fn game(entry: &Entry, level: u8, seed: u64, plies: usize) -> Vec<String> {
    let mut session = open(entry);
    let mut moves = Vec::new();
    while moves.len() < plies && session.outcome().is_none() {
        let (mv, _) = go(&*session, &tools(entry, level, seed), &no_limit());
        session.play(&mv).unwrap();
        moves.push(mv);
    }
    moves
}

/// A session after so many random moves, or fewer if the game ends.
fn random(entry: &Entry, plies: usize, rng: &mut fastrand::Rng) -> Box<dyn Session> {
    let mut session = open(entry);
    for _ in 0..plies {
        let moves = session.legal_moves();
        session.play(&moves[rng.usize(..moves.len())]).unwrap();
        if session.outcome().is_some() {
            session.undo();
            break;
        }
    }
    session
}

#[test]
fn a_seed_repeats_its_game_and_others_play_others() {
    let catalog = Catalog::default();
    for name in GAMES {
        let entry = catalog.entry(name);
        for level in [1, 3, 5] {
            let games: Vec<Vec<String>> = (1..5).map(|seed| game(entry, level, seed, 12)).collect();
            assert_eq!(games[0], game(entry, level, 1, 12), "{name}, level {level}");
            for (number, one) in games.iter().enumerate() {
                assert!(games[..number].iter().all(|other| other != one), "{name}, level {level}: {one:?}");
            }
        }
    }
}

#[test]
fn what_the_hash_table_holds_changes_no_move_of_a_level_and_a_level_leaves_nothing_in_it() {
    let catalog = Catalog::default();
    let mut rng = fastrand::Rng::with_seed(5);
    for name in GAMES {
        let entry = catalog.entry(name);
        for _ in 0..6 {
            let session = random(entry, 6, &mut rng);
            for level in [2, 4, 6] {
                let fresh = go(&*session, &tools(entry, level, 9), &no_limit()).0;
                let used = tools(entry, level, 9);
                let full = Tools { settings: tools(entry, 10, 9).settings, ..used.clone() };
                let other = Tools { settings: tools(entry, level - 1, 9).settings, seed: 8, ..used.clone() };
                go(&*session, &other, &no_limit());
                let after_level = go(&*session, &full, &depth(4));
                let alone = go(&*session, &tools(entry, 10, 9), &depth(4));
                let found = |(mv, info): (String, Info)| (mv, info.score, info.nodes);
                assert_eq!(found(after_level), found(alone), "{name}");
                assert_eq!(go(&*session, &used, &no_limit()).0, fresh, "{name}, level {level}");
            }
        }
    }
}

#[test]
fn a_win_that_is_near_is_played_and_a_loss_that_is_near_avoided() {
    let catalog = Catalog::default();
    let entry = catalog.entry("yonmoque");
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut wins, mut longer, mut dangers) = (0, 0, 0);
    while wins < 30 || longer < 10 || dangers < 30 {
        let session = random(entry, 14, &mut rng);
        let position = Yonmoque::from_fen(&session.fen()).unwrap();
        let mate = Limits { mate: Some(3), ..Limits::default() };
        let proved = go(&*session, &tools(entry, 10, 1), &mate).1.score;
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let loses = |text: &str| {
            let after = position.after(position.parse_move(text).unwrap());
            after.outcome().is_some() || after.wins_at_once(after.turn()).is_some()
        };
        let texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        for level in [SURE, 6] {
            let (mv, info) = go(&*session, &tools(entry, level, rng.u64(..)), &no_limit());
            match proved {
                Score::Proved(Value::Win(Some(plies))) => {
                    assert_eq!(info.score, proved, "{}", session.fen());
                    let after = position.after(position.parse_move(&mv).unwrap());
                    match plies {
                        1 => assert!(after.outcome().is_some(), "{} {mv}", session.fen()),
                        _ => assert!(!loses(&mv), "{} {mv}", session.fen()),
                    }
                    (wins, longer) = (wins + 1, longer + usize::from(plies > 1));
                }
                Score::Proved(_) => {}
                Score::Points(_) if texts.iter().any(|text| loses(text)) => {
                    assert!(!loses(&mv), "{} {mv}", session.fen());
                    dangers += 1;
                }
                Score::Points(_) => {}
            }
        }
    }
}

#[test]
fn a_king_that_can_be_saved_is_saved_and_a_last_piece_taken() {
    let catalog = Catalog::default();
    let entry = catalog.entry("yonoshogi");
    let mut rng = fastrand::Rng::with_seed(3);
    let mut dangers = 0;
    while dangers < 20 {
        let session = random(entry, 12, &mut rng);
        if !session.legal_moves().iter().any(|mv| session.danger(mv).is_some()) {
            continue;
        }
        let mv = go(&*session, &tools(entry, 6, rng.u64(..)), &no_limit()).0;
        assert_eq!(session.danger(&mv), None, "{} {mv}", session.fen());
        dangers += 1;
    }
    let entry = catalog.entry("checkers");
    let mut session = open(entry);
    session.set_position(&Setup::default(), &Start::Fen("B:W18:BK15,K2".into()), &[]).unwrap();
    for level in SURE..10 {
        let mut tools = tools(entry, level, 5);
        tools.settings.use_tables = false;
        let (_, info) = go(&*session, &tools, &no_limit());
        assert_eq!(info.score, Score::Proved(Value::Win(Some(1))), "level {level}");
    }
}

#[test]
fn analysis_hints_values_and_proofs_know_no_level() {
    let catalog = Catalog::default();
    let mut rng = fastrand::Rng::with_seed(2);
    for name in GAMES {
        let entry = catalog.entry(name);
        for _ in 0..4 {
            let session = random(entry, 6, &mut rng);
            let mut analysing = tools(entry, 1, 5);
            analysing.settings.analyse = true;
            let full = tools(entry, 10, 4);
            for limits in [depth(3), Limits { mate: Some(3), nodes: Some(20_000), ..Limits::default() }] {
                let found = |(mv, info): (String, Info)| (mv, info.score, info.nodes);
                let by_full = found(go(&*session, &full, &limits));
                assert_eq!(found(go(&*session, &analysing, &limits)), by_full, "{name} {}", session.fen());
                full.hash.age();
                if limits.mate.is_some() {
                    assert_eq!(found(go(&*session, &tools(entry, 1, 3), &limits)).1, by_full.1, "{name}");
                }
            }
        }
    }
    // Where a result is near, hint and values are exact at level 1 too.
    let entry = catalog.entry("yonmoque");
    let mut session = open(entry);
    session.set_position(&Setup::default(), &Start::Fen("5/5/bww2/3b1/5 b 4 4".into()), &[]).unwrap();
    let ask = |request: Request| session.job(request, tools(entry, 1, 7))(&Stop::new(), &mut |_| {});
    let Answer::Hint(hint) = ask(Request::Hint { movetime: Some(200) }) else { panic!("expected a hint") };
    assert_eq!(hint.value, Ok(Value::Win(Some(1))));
    assert!(hint.moves.contains(&"d2d3".to_string()), "{hint:?}");
    let Answer::Values(values) = ask(Request::Values { movetime: Some(200) }) else { panic!("expected values") };
    assert_eq!((values[0].mv.as_str(), values[0].value), ("d2d3", Ok(Value::Win(Some(1)))));
}
