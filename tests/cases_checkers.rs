//! The cases of tests/cases/checkers.jsonl through the library (moves in three notations, perft), and the games of
//! tests/cases/checkers.pdn.

use serde::Deserialize;

use yon::control::Stop;
use yon::engine::Engine;
use yon::game::{FileGame, Game, Notation, Setup};
use yon::games::checkers::{Checkers, Style};
use yon::perft::perft;
use yon::record::Record;

#[derive(Deserialize)]
struct Case {
    fen: String,
    legal: Vec<String>,
    numeric: Vec<String>,
    hub: Vec<String>,
    perft: [u64; 3],
}

impl Case {
    fn position(&self) -> Checkers {
        Checkers::from_fen(&self.fen).unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }
}

fn cases() -> Vec<Case> {
    include_str!("cases/checkers.jsonl").lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn spelt(position: &Checkers, style: Style) -> Vec<String> {
    let mut texts: Vec<String> = position.legal().into_iter().map(|mv| position.spell(mv, style)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn legal_moves_are_those_of_the_cases_in_three_notations() {
    let cases = cases();
    assert_eq!(cases.len(), 156);
    for case in &cases {
        let position = case.position();
        assert_eq!(spelt(&position, Style::Wire), case.legal, "{}", case.fen);
        assert_eq!(spelt(&position, Style::Numeric), case.numeric, "{}", case.fen);
        let mut hub = spelt(&position, Style::Hub);
        hub.dedup();
        assert_eq!(hub, case.hub, "{}", case.fen);
        assert_eq!(position.count(), case.legal.len(), "{}", case.fen);
    }
}

#[test]
fn every_spelling_is_read_as_its_move() {
    for case in cases() {
        let position = case.position();
        for mv in position.legal() {
            for style in [Style::Wire, Style::Numeric, Style::Pdn] {
                let text = position.spell(mv, style);
                assert_eq!(position.parse_move(&text), Ok(mv), "{} {text}", case.fen);
            }
            let hub = position.read_hub(&position.spell(mv, Style::Hub)).expect("the same move");
            assert_eq!(position.after(hub), position.after(mv), "{}", case.fen);
        }
    }
}

#[test]
fn the_move_trees_are_those_of_the_cases() {
    for case in cases() {
        let counts = [1, 2, 3].map(|depth| perft(&case.position(), depth, &Stop::new()).expect("not stopped"));
        assert_eq!(counts, case.perft, "{}", case.fen);
    }
}

#[test]
fn positions_are_read_and_printed_in_one_form() {
    for case in cases() {
        let printed = case.position().fen();
        assert_eq!(Checkers::from_fen(&printed).unwrap(), case.position());
        assert_eq!(printed, case.fen);
    }
}

#[test]
fn the_board_turned_round_has_the_same_moves() {
    for case in cases() {
        let (position, turned) = (case.position(), case.position().turned());
        let other_side = |text: &String| -> Vec<u8> {
            text.split(['-', 'x']).map(|number| 33 - number.parse::<u8>().expect("a number")).collect()
        };
        let mut moves: Vec<Vec<u8>> = spelt(&position, Style::Numeric).iter().map(other_side).collect();
        let numbers =
            |text: &String| -> Vec<u8> { text.split(['-', 'x']).map(|n| n.parse().expect("a number")).collect() };
        let mut found: Vec<Vec<u8>> = spelt(&turned, Style::Numeric).iter().map(numbers).collect();
        moves.sort();
        found.sort();
        assert_eq!(found, moves, "{}", case.fen);
    }
}

const GAMES: &str = include_str!("cases/checkers.pdn");

fn read(text: &str) -> Vec<FileGame> {
    Checkers::from_file(text).expect("PDN").expect("games")
}

fn replay(game: &FileGame) -> Record<Checkers> {
    let start = game.start.as_ref().map_or(Checkers::start(&Setup::default()), |fen| Checkers::from_fen(fen).unwrap());
    let mut record = Record::new(start);
    for text in &game.moves {
        record.play_text(text).unwrap_or_else(|error| panic!("{}: {error}", game.title));
    }
    record
}

#[test]
fn a_collection_of_games_replays() {
    let games = read(GAMES);
    assert_eq!(games.len(), 8);
    assert!(games.iter().map(|game| game.moves.len()).sum::<usize>() > 300);
    for game in &games {
        assert!(!game.title.is_empty());
        replay(game);
    }
}

#[test]
fn a_written_game_is_read_back() {
    for game in read(GAMES) {
        let record = replay(&game);
        let file = Checkers::to_file(record.start(), record.moves(), record.outcome().as_ref()).expect("PDN");
        assert!(file.contains("[GameType \"21,B,8,8,N1,0\"]"), "{file}");
        assert!(file.lines().all(|line| line.len() <= 80), "{file}");
        let again = read(&file);
        assert_eq!(again.len(), 1);
        assert_eq!(replay(&again[0]).moves(), record.moves());
    }
}

#[test]
fn a_game_from_a_position_is_written_with_it() {
    let fen = "W:W18,K27:BK3,9";
    let mut record = Record::new(Checkers::from_fen(fen).unwrap());
    record.play_text("18-15").unwrap();
    record.play_text("9-14").unwrap();
    let file = Checkers::to_file(record.start(), record.moves(), None).unwrap();
    assert!(file.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{file}");
    assert!(file.ends_with("\n\n1. 18-15 9-14 *\n"), "{file}");
    assert_eq!(replay(&read(&file)[0]).position(), record.position());
}

#[test]
fn results_are_those_of_english_draughts() {
    let result = |fen: &str| {
        let position = Checkers::from_fen(fen).unwrap();
        let file = Checkers::to_file(&position, &[], position.outcome().as_ref()).unwrap();
        file.lines().last().unwrap().to_string()
    };
    assert_eq!(result("W:W:B1"), "1-0", "Coral is Black, whose number is the first");
    assert_eq!(result("B:W32:B"), "0-1");
    assert_eq!(result("B:WK32:BK1:H40"), "1/2-1/2");
    assert_eq!(result("B:WK32:BK1"), "*");
}

#[test]
fn a_file_is_known_by_its_content_whatever_the_present_game() {
    let engine = Engine::new();
    let (name, games) = engine.read_games(GAMES).expect("a game reads it");
    assert_eq!((name, games.expect("games").len()), ("checkers", 8));
    assert!(engine.read_games("record position startpos moves a1b2").is_none());
}
