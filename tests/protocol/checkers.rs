//! Checkers over the protocol: both notations, draws and their order, what an option changes, and what it leaves.

use super::driver::{Yon, code};

fn checkers() -> Yon {
    let mut yon = Yon::new();
    yon.set("setoption name UCI_Variant value Checkers");
    yon
}

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
/// Two kings go to and fro; after eight plies the position has come for the third time.
const KINGS: &str = "position fen B:WK29:BK4";
const TO_AND_FRO: &str = "4-8 29-25 8-4 25-29 4-8 29-25 8-4";

#[test]
fn the_game_changes_to_its_start_position_and_the_other_options_stay() {
    let mut yon = Yon::new();
    yon.set("setoption name BoardSize value 6\nsetoption name MultiPV value 3\nposition startpos moves a1d4");
    yon.set("setoption name UCI_Variant value checkers");
    assert_eq!(yon.ask("query fen"), format!("response {START}"));
    assert_eq!(yon.ask("query board"), "response files 8 ranks 8 seats 2");
    assert_eq!(yon.ask("query option BoardSize"), "response 6");
    assert_eq!(yon.ask("query option MultiPV"), "response 3");
    assert_eq!(yon.ask("record"), "record position startpos");
    yon.set("position startpos moves 11-15\nsetoption name UCI_Variant value yonkoma");
    assert_eq!(yon.ask("query fen"), "response b4r/6/6/6/6/r4b r 1");
}

#[test]
fn the_option_list_does_not_depend_on_the_game() {
    let list = |yon: &mut Yon| {
        yon.say("uci");
        yon.until("uciok")
    };
    assert_eq!(list(&mut checkers()), list(&mut Yon::new()));
}

#[test]
fn moves_are_read_in_both_notations_and_printed_in_one() {
    let mut yon = checkers();
    yon.set("position startpos moves 11-15 b6c5 15x24 28x19");
    assert_eq!(yon.ask("record"), "record position startpos moves c3d4 b6c5 d4b6 a7c5");
    let record = yon.ask("record");
    yon.set(&format!("ucinewgame\n{record}"));
    assert_eq!(yon.ask("record"), record);
    assert_eq!(yon.ask("query valid startpos moves 11-15 22-17"), "response ok");
    assert!(
        yon.ask("query valid startpos moves 11-15 22-18 1-5").starts_with("response move move 3: 1-5 is illegal: ")
    );
    let found = yon.go("searchmoves 12-16 b2c3 1-2 depth 3");
    assert!(found.lines[0].ends_with("left out: '1-2'"), "{found:?}");
    assert!(["a3b4", "b2c3"].contains(&found.best.as_str()), "{found:?}");
}

#[test]
fn a_third_occurrence_ends_the_game_and_a_search_sees_it_coming() {
    let mut yon = checkers();
    yon.set(&format!("{KINGS} moves {TO_AND_FRO}"));
    assert_eq!(yon.ask("query gameover"), "response false");
    yon.say("values movetime 50");
    assert!(yon.until("valuesok").contains(&"value g7h8 draw".to_string()));
    yon.set(&format!("{KINGS} moves {TO_AND_FRO} 25-29"));
    assert_eq!(yon.ask("query result"), "response draw");
    assert_eq!(yon.ask("query reason"), "response repetition");
    assert_eq!(yon.ask("legalmoves"), "legalmoves");
    assert_eq!(yon.ask("hint"), "hint value draw moves");
    assert_eq!(yon.ask("values"), "valuesok");
    let found = yon.go("depth 3");
    assert!(found.lines[0].contains("depth 0 ") && found.lines[0].contains(" score cp 0 "), "{found:?}");
    assert_eq!(found.best, "(none)");
    assert_eq!(code(&yon.ask(&format!("{KINGS} moves {TO_AND_FRO} 25-29 4-8"))), "over");
    assert_eq!(yon.ask("query result"), "response draw", "the old position stays");
    assert_eq!(code(&yon.ask("query after 4-8")), "over");
}

#[test]
fn the_quiet_limit_is_counted_from_the_fen_and_set_by_an_option() {
    let mut yon = checkers();
    yon.set("position fen B:WK29:BK4:H39 moves 4-8");
    assert_eq!(yon.ask("query reason"), "response quietlimit");
    assert_eq!(yon.ask("query fen"), "response W:WK29:BK8:H40");
    yon.set("setoption name QuietLimit value 41");
    assert_eq!(yon.ask("query reason"), "response none");
    assert_eq!(yon.ask("legalmoves"), "legalmoves h8g7");
    assert_eq!(yon.ask("hint"), "hint value draw moves h8g7");
    yon.set("setoption name QuietLimit value 0\nposition fen B:WK29:BK4:H5000");
    assert_eq!(yon.ask("query gameover"), "response false");
    yon.set("setoption name QuietLimit value 40");
    assert_eq!(yon.ask("query reason"), "response quietlimit");
    yon.say("go perft 3");
    assert_eq!(yon.until("Nodes"), ["a1b2: 4", "Nodes searched: 4"], "leaves are counted past draws");
}

#[test]
fn a_won_position_is_won_before_it_is_drawn() {
    let mut yon = checkers();
    yon.set("position fen B:W12:BK3,K11:H39 moves 11-8");
    assert_eq!(yon.ask("query result"), "response p1win");
    assert_eq!(yon.ask("query reason"), "response nomoves");
    yon.set("position fen W:W21:B");
    assert_eq!(yon.ask("query result"), "response p2win");
}

#[test]
fn white_is_player_2_whoever_is_to_move() {
    let mut yon = checkers();
    yon.set("position fen W:W21:B12");
    assert_eq!(yon.ask("query turn"), "response p2");
    let lines = yon.tell("d");
    assert!(lines.contains(&"Turn: p2 White".to_string()), "{lines:?}");
}

#[test]
fn go_mate_searches_where_tables_know_the_result_and_not_how_long_it_takes() {
    let mut yon = checkers();
    for (fen, question, score) in [
        ("W:WK22,K23,K24:BK31", "go mate 5", " score mate 2 "),
        ("B:WK22,K23,K27:BK31", "go mate 20", " score mate -9 "),
    ] {
        yon.set(&format!("position fen {fen}"));
        yon.say(question);
        let lines = yon.until("bestmove");
        let last = lines.iter().rev().find(|line| line.contains(" score ")).unwrap();
        assert!(last.contains(score), "{lines:?}");
    }
}
