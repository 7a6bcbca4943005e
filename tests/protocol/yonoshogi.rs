//! Yo\[n\]o Shogi over the protocol: four seats, their clocks and scores, results, and what is refused.

use super::driver::{Found, Yon, code};

/// The lines of a search before its bestmove.
fn infos(found: &Found) -> Vec<&String> {
    found.lines.iter().filter(|line| line.starts_with("info ")).collect()
}

fn yonoshogi() -> Yon {
    let mut yon = Yon::new();
    yon.set("setoption name UCI_Variant value yonoshogi");
    yon
}

const START: &str = "gLgNgSgGgK1oP1oL/1gR1gB2oPoRoN/gPgPgPgPgP1oP1oS/6oPoBoG/bK1bP3oP1oK/bGbBbP6/bS1bP1rPrPrPrPrP/bNbRbP2rB1rR1/bL1bP1rKrGrSrNrL r - ---- 1";
/// Green leaves the King on Red's file.
const LAST: &str = "position fen 4gK4/9/9/4rR4/9/9/9/9/3rK5 g - -0-1 80";
/// Each of four Kings goes to and fro once.
const ROUND: &str = "5i4i 1e1f 5a6a 9e9d 4i5i 1f1e 6a5a 9d9e";

#[test]
fn the_game_has_four_seats_on_a_board_of_nine() {
    let mut yon = yonoshogi();
    assert_eq!(yon.ask("query fen"), format!("response {START}"));
    assert_eq!(yon.ask("query board"), "response files 9 ranks 9 seats 4");
    assert_eq!(yon.ask("record"), "record position startpos");
    for (number, mv) in [(1, "1g1f"), (2, "1e2e"), (3, "8b9b"), (4, "9g8g")] {
        assert_eq!(yon.ask("query turn"), format!("response p{number}"));
        for player in 1..=4 {
            assert_eq!(yon.ask(&format!("query p{player}turn")), format!("response {}", player == number));
        }
        let record = yon.ask("record");
        let moves = if number == 1 { " moves" } else { "" };
        yon.set(&format!("{record}{moves} {mv}"));
    }
    assert_eq!(yon.ask("query turn"), "response p1");
    assert_eq!(yon.ask("record"), "record position startpos moves 1g1f 1e2e 8b9b 9g8g");
}

#[test]
fn results_are_scores_and_draws_are_too() {
    let mut yon = yonoshogi();
    yon.set(LAST);
    assert_eq!(yon.ask("query result"), "response none");
    yon.set(&format!("{LAST} moves 5a5b"));
    assert_eq!(yon.ask("query gameover"), "response true");
    assert_eq!(yon.ask("query result"), "response scores 3 0 2 1");
    assert_eq!(yon.ask("query reason"), "response checkmate");
    assert_eq!(yon.ask("legalmoves"), "legalmoves");
    assert_eq!(yon.ask("query fen"), "response 9/9/9/4rR4/9/9/9/9/3rK5 r - 3021 81");
    let found = yon.go("depth 3");
    assert_eq!(found.best, "(none)");
    assert!(
        found.lines[0].contains("depth 0 seldepth 0 multipv 1 score mate 1 scores 300 0 200 100 nodes 0 "),
        "{found:?}"
    );
    assert_eq!(yon.ask("hint"), "hint value win plies 0 moves");
    yon.set(&format!("position fen 4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 1 moves {ROUND} {ROUND} {ROUND}"));
    assert_eq!(yon.ask("query result"), "response scores 0 0 0 0");
    assert_eq!(yon.ask("query reason"), "response repetition");
    assert_eq!(yon.ask("query fen"), "response 4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - 0000 25");
    assert!(yon.go("depth 3").lines[0].contains(" score cp 0 scores 0 0 0 0 "));
    assert_eq!(code(&yon.ask(&format!("query after {}", "5i4i"))), "over");
    yon.set("position fen 4gK4/9/9/9/bK8/9/9/9/4rK4 r - -0-- 1000 moves 5i4i");
    assert_eq!(yon.ask("query result"), "response scores 1 0 1 1");
    assert_eq!(yon.ask("query reason"), "response plylimit");
}

#[test]
fn a_fourth_occurrence_is_told_to_who_asks_what_follows() {
    let mut yon = yonoshogi();
    let last = ROUND.rsplit_once(' ').unwrap();
    yon.set(&format!("position fen 4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 1 moves {ROUND} {ROUND} {}", last.0));
    assert_eq!(yon.ask("query gameover"), "response false");
    assert_eq!(yon.ask(&format!("query after {}", last.1)), "response 4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - 0000 25");
}

#[test]
fn every_info_line_has_the_scores_of_four() {
    let mut yon = yonoshogi();
    for words in ["depth 4", "nodes 500", "movetime 20", "movetime 0", "depth 0", "searchmoves 1g1f 2g2f depth 2"] {
        let found = yon.go(words);
        assert!(!infos(&found).is_empty(), "{words}");
        for line in infos(&found) {
            let rest = line.split_once(" scores ").unwrap_or_else(|| panic!("{words}: {line}")).1;
            let scores: Vec<i32> = rest.split(' ').take(4).map(|score| score.parse().unwrap()).collect();
            assert!(scores.iter().all(|score| (0..=300).contains(score)), "{line}");
            let cp: i32 = line.split_once(" score cp ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(cp, scores[0] - 150, "{line}");
        }
        let legal = yon.ask("legalmoves");
        assert!(legal.split(' ').any(|mv| mv == found.best), "{words}: {found:?}");
    }
    assert!(["1g1f", "2g2f"].contains(&yon.go("searchmoves 1g1f 2g2f depth 2").best.as_str()));
}

#[test]
fn each_seat_has_its_clock_under_its_letter_and_its_number() {
    let mut yon = yonoshogi();
    // With no clock of his own Blue would think for a second at least; with it, hardly.
    yon.set("position startpos moves 1g1f 1e2e 8b9b");
    for words in ["rtime 900000 otime 900000 gtime 900000 btime 0 rinc 9 oinc 9 ginc 9 binc 0", "p4time 0 p4inc 0"] {
        let began = std::time::Instant::now();
        yon.go(words);
        assert!(began.elapsed().as_millis() < 800, "{words}");
    }
    yon.say("go wtime 5 depth 1");
    let said = yon.until("bestmove");
    assert_eq!(said[0], "info string error limit: go: wtime: no player of this game has this clock");
}

#[test]
fn hints_tell_a_win_alone() {
    let mut yon = yonoshogi();
    yon.set("position fen 6gLgKgL/9/7rG1/9/9/9/9/9/4rK4 r rG -0-1 60");
    let hint = yon.ask("hint movetime 50");
    assert!(hint.starts_with("hint value win plies 2 ") && hint.contains(" G*2b"), "{hint}");
    let found = yon.go("depth 3");
    assert_eq!(found.best, "G*2b");
    assert!(infos(&found).pop().unwrap().contains(" score mate 1 "), "{found:?}");
    yon.set("position startpos");
    assert!(yon.ask("hint movetime 20").starts_with("hint value unknown score cp "));
    // Green may only choose how to lose.
    yon.set(LAST);
    assert!(yon.ask("hint movetime 20").starts_with("hint value unknown score cp "));
    yon.say("values movetime 20");
    let values = yon.until("valuesok");
    assert_eq!(values.len(), 6);
    assert!(values[..5].iter().all(|line| line.contains(" unknown score cp ")), "{values:?}");
}

#[test]
fn a_skipped_turn_is_0000() {
    let mut yon = yonoshogi();
    yon.set("position fen rKrSrSrSrSrGrGrGrG/rPrPrPrPrPrPrPrPrP/9/9/9/9/9/4gK4/9 r - -0-1 9");
    assert_eq!(yon.ask("legalmoves"), "legalmoves 0000");
    assert_eq!(yon.go("depth 2").best, "0000");
    assert_eq!(yon.ask("query valid startpos moves 0000").split(' ').nth(1), Some("move"));
    yon.set("position fen rKrSrSrSrSrGrGrGrG/rPrPrPrPrPrPrPrPrP/9/9/9/9/9/4gK4/9 r - -0-1 9 moves 5h4h");
    assert!(yon.ask("record").ends_with(" moves 0000 5h4h"));
}

#[test]
fn what_cannot_be_is_refused_with_its_code_and_changes_nothing() {
    let mut yon = yonoshogi();
    for (fen, expected) in [
        ("9/9 r - ----", "size"),
        ("4gK4/9/9/9/bK7oK/9/4rR4/9/4rK4 r - ----", "status"),
        ("4gK4/9/9/9/bK7oK/9/9/9/3rKrK4 r - ----", "count"),
        ("4gK4/9/9/9/bK8/8oP/9/9/4rK4 r - -0--", "count"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r rK ----", "hand"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 w - ----", "side"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 0", "counter"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r", "fields"),
        ("4gK4/9/9/9/bX7oK/9/9/9/4rK4 r - ----", "piece"),
        ("4gK4/9/9/9/bK7oK/9/9/9/4rK4 r - ---- 1 moves 5i5j", "move"),
        ("9/9/9/4rR4/9/9/9/9/3rK5 r - 3021 81 moves 6i6h", "over"),
    ] {
        assert_eq!(code(&yon.ask(&format!("position fen {fen}"))), expected, "{fen}");
        let valid = yon.ask(&format!("query valid fen {fen}"));
        assert!(valid.starts_with(&format!("response {expected} ")), "{valid}");
    }
    assert_eq!(yon.ask("query fen"), format!("response {START}"));
}

#[test]
fn the_same_limits_give_the_same_lines() {
    let mut yon = yonoshogi();
    yon.set("position startpos moves 1g1f 1e2e 8b9b");
    let lines = |yon: &mut Yon| -> Vec<String> {
        yon.set("ucinewgame\nposition startpos moves 1g1f 1e2e 8b9b");
        let plain = |line: &String| {
            let words: Vec<&str> = line.split(' ').collect();
            let timed = |at: usize| ["nps", "time"].iter().any(|name| at > 0 && words[at - 1] == *name);
            words.iter().enumerate().filter(|(at, _)| !timed(*at)).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
        };
        yon.go("nodes 20000").lines.iter().map(plain).collect()
    };
    let first = lines(&mut yon);
    assert!(first.len() > 2);
    assert_eq!(lines(&mut yon), first);
}

#[test]
fn multipv_gives_as_many_lines_as_there_are_moves() {
    let mut yon = yonoshogi();
    yon.set("setoption name MultiPV value 100");
    let found = yon.go("depth 2");
    let last: Vec<&String> = infos(&found).into_iter().rev().take(14).collect();
    assert!(last[13].contains(" multipv 1 ") && last[0].contains(" multipv 14 "), "{found:?}");
}

#[test]
fn levels_play_legal_moves_and_repeat_with_their_seed() {
    for level in [1, 5, 9] {
        let mut yon = yonoshogi();
        yon.set(&format!("setoption name Skill Level value {level}\nsetoption name Seed value 7"));
        let first = yon.go("depth 3");
        assert_eq!(infos(&first).len(), 1);
        assert!(first.lines[0].contains(" scores "));
        yon.set("ucinewgame\nposition startpos");
        assert_eq!(yon.go("depth 3").best, first.best, "level {level}");
    }
}
