//! Yonmoque over the protocol: actions, records, results that belong to the action, draws, proofs and hints.

use super::driver::{Yon, code};

fn yonmoque() -> Yon {
    let mut yon = Yon::new();
    yon.set("setoption name UCI_Variant value yonmoque");
    yon
}

#[test]
fn the_game_has_its_board_seats_and_start() {
    let mut yon = yonmoque();
    assert_eq!(yon.ask("query fen"), "response 5/5/5/5/5 b 6 6 1");
    assert_eq!(yon.ask("query board"), "response files 5 ranks 5 seats 2");
    assert_eq!(yon.ask("query turn"), "response p1");
    let lines = yon.tell("d");
    assert!(lines.contains(&" 5 .   :   .".to_string()) && lines.contains(&"Turn: p1 Blue".to_string()), "{lines:?}");
    assert_eq!(yon.ask("record"), "record position startpos");
}

#[test]
fn actions_are_read_with_a_hyphen_and_printed_without() {
    let mut yon = yonmoque();
    yon.set("position startpos moves c3 b2 c3-c4 b2a1");
    assert_eq!(yon.ask("record"), "record position startpos moves c3 b2 c3c4 b2a1");
    let record = yon.ask("record");
    yon.set(&format!("ucinewgame\n{record}"));
    assert_eq!(yon.ask("query fen"), "response 5/2b2/5/5/w4 b 5 5 5");
    let moves = yon.ask("legalmoves");
    assert!(moves.starts_with("legalmoves a2 a3 a4 a5 b1 ") && moves.contains(" c4b3 c4b4 c4b5 c4c3 "), "{moves}");
    assert_eq!(code(&yon.ask("position startpos moves c3 c3")), "move");
}

#[test]
fn a_result_belongs_to_the_action_and_no_fen_has_it() {
    let mut yon = yonmoque();
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4 moves d2d3");
    assert_eq!(yon.ask("query result"), "response p1win");
    assert_eq!(yon.ask("query reason"), "response four");
    assert_eq!(yon.ask("legalmoves"), "legalmoves");
    assert_eq!(yon.ask("hint"), "hint value loss plies 0 moves");
    assert_eq!(code(&yon.ask("query after e5")), "over");
    yon.set("position fen 5/5/bbbb1/5/5 w 4 4");
    assert_eq!(yon.ask("query result"), "response none");
    yon.set("position fen 5/5/bbbb1/5/b2ww b 1 4 moves e3");
    assert_eq!(yon.ask("query result"), "response p2win");
    assert_eq!(yon.ask("query reason"), "response five");
    yon.set("position fen b3b/1b3/4b/1bbb1/b4 w 4 0");
    assert_eq!(yon.ask("query reason"), "response stuck");
}

#[test]
fn a_third_occurrence_and_the_last_ply_are_draws() {
    let mut yon = yonmoque();
    yon.set("position fen 4w/5/5/5/b4 b 5 5 moves a1a2 e5e4 a2a1 e4e5 a1a2 e5e4 a2a1");
    assert_eq!(yon.ask("query gameover"), "response false");
    yon.say("values movetime 50");
    assert!(yon.until("valuesok").contains(&"value e4e5 draw".to_string()));
    yon.set("position fen 4w/5/5/5/b4 b 5 5 moves a1a2 e5e4 a2a1 e4e5 a1a2 e5e4 a2a1 e4e5");
    assert_eq!(yon.ask("query result"), "response draw");
    assert_eq!(yon.ask("query reason"), "response repetition");
    yon.set("position fen 4w/5/5/5/b4 b 5 5 300 moves a1a2");
    assert_eq!(yon.ask("query reason"), "response plylimit");
}

#[test]
fn go_mate_finds_a_win_or_proves_that_there_is_none() {
    let mut yon = yonmoque();
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4");
    let found = yon.go("mate 5");
    assert!(found.lines[0].contains(" score mate 1 ") && found.lines[0].ends_with(" pv d2d3"), "{found:?}");
    assert_eq!(found.best, "d2d3");
    yon.set("position fen 5/b1b2/5/1w3/1b1b1 w 2 5");
    let found = yon.go("mate 4");
    assert!(found.lines.iter().any(|line| line.contains("depth 4 ") && line.contains(" score mate -2 ")), "{found:?}");
    let found = yon.go("mate 3");
    assert!(found.lines.contains(&"info string no forced win or loss within 3 plies".to_string()), "{found:?}");
    yon.set("position startpos");
    let found = yon.go("mate 7");
    assert!(found.lines.contains(&"info string no forced win or loss within 7 plies".to_string()), "{found:?}");
    assert_ne!(found.best, "(none)");
    let found = yon.go("mate 40 nodes 20000");
    let stopped = |line: &String| line.starts_with("info string stopped at depth ");
    assert!(found.lines.iter().any(stopped), "{found:?}");
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4 300");
    let found = yon.go("mate 9 searchmoves e5");
    assert!(found.lines.contains(&"info string no forced win or loss within 9 plies".to_string()), "{found:?}");
}

#[test]
fn a_hint_says_win_or_loss_only_where_it_is_proved() {
    let mut yon = yonmoque();
    assert!(yon.ask("hint movetime 50").starts_with("hint value unknown score cp "));
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4");
    let hint = yon.ask("hint movetime 50");
    assert!(hint.starts_with("hint value win plies 1 ") && hint.contains(" d2d3"), "{hint}");
    yon.set("position fen 5/b1b2/5/1w3/1b1b1 w 2 5");
    let hint = yon.ask("hint movetime 2000");
    assert!(hint.starts_with("hint value loss plies 4 moves "), "{hint}");
}

#[test]
fn a_search_is_the_same_again() {
    let mut yon = yonmoque();
    yon.set("position startpos moves c3 b2");
    let first = yon.go("nodes 5000").timeless();
    yon.set("ucinewgame\nposition startpos moves c3 b2");
    assert_eq!(yon.go("nodes 5000").timeless(), first);
}

#[test]
fn leaves_are_counted_and_the_estimate_is_explained() {
    let mut yon = yonmoque();
    yon.say("go perft 3");
    assert_eq!(yon.until("Nodes").pop().as_deref(), Some("Nodes searched: 17288"));
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4");
    let lines = yon.tell("eval");
    assert!(lines.contains(&"Blue wins at once by d2d3".to_string()), "{lines:?}");
}

#[test]
fn go_mate_is_exact_at_every_level() {
    let mut yon = yonmoque();
    yon.set("setoption name Skill Level value 1");
    yon.set("position fen 5/5/bww2/3b1/5 b 4 4");
    yon.say("go mate 1");
    let lines = yon.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove d2d3", "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
}
