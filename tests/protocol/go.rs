//! go: what a search answers.

use std::sync::OnceLock;

use super::driver::{Found, OVER, SKIP, Yon, code, script};

/// A position, its value and its plies to the end.
const KNOWN: [(&str, &str, i64); 6] = [
    ("b2r/4/4/r2b r", "win", 7),
    ("b2r/1b2/1r2/4 r", "loss", 5),
    ("b3/2r1/1rb1/4 r", "loss", 3),
    ("b4r/6/6/6/6/r4b r", "win", 14),
    (SKIP, "win", 1),
    ("b10r/12/12/12/12/12/12/12/12/12/12/r10b r", "loss", 40),
];

#[test]
fn every_limit_on_every_size_gives_one_bestmove_with_a_score_and_a_pv_before_it() {
    let limits = [
        "depth 3",
        "nodes 300",
        "movetime 15",
        "wtime 200 btime 200",
        "p1time 200 p2time 200 p1inc 5 p2inc 5",
        "wtime 100 btime 100 movestogo 1",
        "mate 3",
        "depth 2 nodes 1000 movetime 100 wtime 1000 btime 1000",
    ];
    let mut yon = Yon::new();
    for tables in [true, false] {
        yon.set(&format!("setoption name UseTables value {tables}"));
        for size in (4..=26).step_by(2) {
            yon.set(&format!("setoption name BoardSize value {size}\nposition startpos moves a1b2"));
            let legal = yon.ask("legalmoves");
            for words in limits {
                let found = yon.go(words);
                assert!(legal.split(' ').skip(1).any(|mv| mv == found.best), "{size} {words}: {}", found.best);
            }
        }
    }
}

#[test]
fn depth_and_nodes_are_kept() {
    let mut yon = Yon::searching(16);
    assert_eq!(yon.go("depth 5").last().depth, 5);
    assert!(yon.go("depth 5").infos.iter().all(|info| info.seldepth >= info.depth));
    let nodes = yon.go("nodes 20000").last().nodes;
    assert!(nodes <= 22_000, "{nodes}");
}

#[test]
fn score_is_from_the_side_to_move_in_moves_in_uci_and_in_plies_in_ugi() {
    let mut yon = Yon::new();
    for dialect in ["uci", "ugi"] {
        yon.say(dialect);
        yon.until(&format!("{dialect}ok"));
        for (fen, value, plies) in KNOWN {
            yon.set(&format!("position fen {fen}"));
            let number = if dialect == "uci" { (plies + 1) / 2 } else { plies };
            let signed = if value == "win" { number } else { -number };
            assert_eq!(yon.go("").last().score(), format!("mate {signed}"), "{dialect} {fen}");
            assert!(yon.ask("hint").starts_with(&format!("hint value {value} plies {plies} ")));
        }
    }
}

#[test]
fn a_search_without_tables_reports_the_same_score() {
    let mut yon = Yon::searching(4);
    for (fen, value, plies) in &KNOWN[..5] {
        yon.set(&format!("position fen {fen}"));
        let signed = if *value == "win" { (plies + 1) / 2 } else { -(plies + 1) / 2 };
        assert_eq!(yon.go("depth 20").last().score(), format!("mate {signed}"), "{fen}");
    }
}

#[test]
fn a_finished_game_has_depth_0_no_pv_mate_1_and_bestmove_none() {
    for dialect in ["uci", "ugi"] {
        let mut yon = Yon::new();
        yon.say(dialect);
        yon.until(&format!("{dialect}ok"));
        yon.set(&format!("position fen {OVER}"));
        for words in ["", "depth 3", "movetime 10", "mate 3", "nodes 5", "searchmoves a1b2"] {
            let found = yon.go(words);
            let info = found.last();
            assert_eq!((info.depth, info.score().as_str(), info.pv.len()), (0, "mate 1", 0), "{words}");
            assert_eq!(found.best, "(none)");
            assert!(!found.lines.iter().any(|line| line.contains(" pv")), "{:?}", found.lines);
        }
    }
}

#[test]
fn a_skipped_turn_is_bestmove_0000() {
    for mut yon in [Yon::new(), Yon::searching(6)] {
        yon.set(&format!("position fen {SKIP}"));
        for words in ["", "depth 4", "movetime 20", "nodes 100", "searchmoves 0000", "searchmoves pass depth 2"] {
            let found = yon.go(words);
            assert_eq!(found.best, "0000", "{words}");
        }
        assert_eq!(yon.go("depth 4").last().score(), "mate 1");
    }
}

/// The cases of 4x4 to 8x8 with a choice of moves, and which the best is: ties by bytes.
fn best_moves() -> Vec<(String, String, Vec<String>)> {
    let mut rows = Vec::new();
    for line in include_str!("../cases/yonkoma.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(moves) = row["moves"].as_object().filter(|moves| moves.len() > 1) else { continue };
        let rank = |value: &serde_json::Value| {
            let plies = value[1].as_i64().unwrap();
            if value[0] == "win" { plies - 1000 } else { 1000 - plies }
        };
        let best = moves.values().map(rank).min().unwrap();
        let mut equal: Vec<String> =
            moves.iter().filter(|(_, value)| rank(value) == best).map(|(mv, _)| mv.clone()).collect();
        equal.sort_unstable();
        rows.push((row["fen"].as_str().unwrap().to_string(), equal[0].clone(), equal));
    }
    assert!(rows.len() > 300, "{}", rows.len());
    rows
}

fn played(tables: bool) -> Vec<String> {
    let mut input = format!("setoption name UseTables value {tables}\nsetoption name Losing Play value longest\n");
    for (fen, ..) in best_moves() {
        input += &format!("ucinewgame\nposition fen {fen}\ngo depth 30\nwait\n");
    }
    let lines = script(&input);
    let best: Vec<String> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(String::from).collect();
    assert_eq!(best.len(), best_moves().len());
    best
}

#[test]
fn full_strength_plays_the_fastest_win_and_at_will_the_longest_loss_ties_by_bytes() {
    for ((fen, best, _), played) in best_moves().iter().zip(played(true)) {
        assert_eq!(played, *best, "{fen}");
    }
}

/// What a search without tables plays; made once for two tests.
fn searched() -> impl Iterator<Item = ((String, String, Vec<String>), String)> {
    static PLAYED: OnceLock<Vec<String>> = OnceLock::new();
    best_moves().into_iter().zip(PLAYED.get_or_init(|| played(false)).clone())
}

#[test]
fn a_search_that_is_deep_enough_plays_the_fastest_win_or_the_longest_loss() {
    for ((fen, _, equal), played) in searched() {
        assert!(equal.contains(&played), "{fen}: {played} is none of {equal:?}");
    }
}

#[test]
fn a_search_that_is_deep_enough_breaks_ties_by_bytes() {
    let wrong: Vec<String> = searched()
        .filter(|((_, best, _), played)| played != best)
        .map(|((fen, best, _), played)| format!("{fen}: {played}, and {best} is as good"))
        .collect();
    assert_eq!(wrong.len(), 0, "such as {:#?}", &wrong[..wrong.len().min(3)]);
}

#[test]
fn mate_counts_plies_in_every_dialect_and_says_when_there_is_no_forced_result() {
    for dialect in ["uci", "ugi"] {
        for tables in [true, false] {
            let mut yon = Yon::new();
            yon.say(dialect);
            yon.until(&format!("{dialect}ok"));
            yon.set(&format!("setoption name UseTables value {tables}"));
            for (fen, value, plies) in &KNOWN[..4] {
                yon.set(&format!("position fen {fen}"));
                let number = if dialect == "uci" { (plies + 1) / 2 } else { *plies };
                let signed = if *value == "win" { number } else { -number };
                for more in [0, 3] {
                    let found = yon.go(&format!("mate {}", plies + more));
                    assert_eq!(found.last().score(), format!("mate {signed}"), "{tables} {fen}");
                    assert_eq!(found.notes, Vec::<String>::new());
                }
                let less = plies - 1;
                let found = yon.go(&format!("mate {less}"));
                assert_eq!(found.notes, [format!("no forced win or loss within {less} plies")], "{tables} {fen}");
            }
        }
    }
}

#[test]
fn searchmoves_restricts_and_limits_may_follow_it() {
    let mut yon = Yon::searching(16);
    let found = yon.go("searchmoves p16o15 a1b2 depth 4");
    assert_eq!(found.last().depth, 4);
    assert!(["p16o15", "a1b2"].contains(&found.best.as_str()));
    assert!(found.infos.iter().all(|info| ["p16o15", "a1b2"].contains(&info.pv[0].as_str())));
    let found = yon.go("depth 3 searchmoves a1b2 nodes 100000 movetime 5000");
    assert_eq!((found.best.as_str(), found.last().depth), ("a1b2", 3));
    let mut yon = Yon::on(6);
    assert_eq!(yon.go("searchmoves a1b2 f6e5").last().score(), "mate -8");
}

#[test]
fn illegal_searchmoves_are_dropped_with_one_info_string() {
    for mut yon in [Yon::on(6), Yon::searching(6)] {
        let found = yon.go("searchmoves a1a2 a1b2 zz 0000 a6b5 depth 2");
        assert_eq!(found.best, "a1b2");
        assert_eq!(found.notes.len(), 1, "{:?}", found.notes);
        let note = format!("info string {}", found.notes[0]);
        assert_eq!(code(&note), "move");
        assert!(["a1a2", "zz", "0000", "a6b5"].iter().all(|mv| note.contains(mv)), "{note}");
    }
}

#[test]
fn no_searchmoves_left_is_bestmove_none() {
    for mut yon in [Yon::on(6), Yon::searching(6)] {
        assert_eq!(yon.go("searchmoves a1a2 depth 2").best, "(none)");
        assert_eq!(yon.go("searchmoves depth 2").best, "(none)");
        assert_eq!(yon.go("searchmoves zz").best, "(none)");
    }
}

/// All lines of each depth, in the order in which they came.
fn by_depth(found: &Found) -> Vec<Vec<(u32, usize, String)>> {
    let mut groups: Vec<Vec<(u32, usize, String)>> = Vec::new();
    for info in &found.infos {
        if info.multipv == 1 {
            groups.push(Vec::new());
        }
        groups.last_mut().unwrap().push((info.depth, info.multipv, info.pv[0].clone()));
    }
    groups
}

fn check_multipv(found: &Found, wanted: usize) {
    let groups = by_depth(found);
    assert!(!groups.is_empty());
    for group in &groups {
        assert_eq!(group.len(), wanted, "{group:?}");
        assert!(group.iter().enumerate().all(|(index, line)| line.1 == index + 1), "{group:?}");
        let mut moves: Vec<&str> = group.iter().map(|line| line.2.as_str()).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), wanted, "all different: {group:?}");
    }
    let worth = |unit: &str, score: i64| match (unit, score) {
        ("cp", points) => points,
        (_, mate) if mate > 0 => 1_000_000 - mate,
        (_, mate) => -1_000_000 - mate,
    };
    for pair in found.infos.windows(2).filter(|pair| pair[1].multipv > 1) {
        assert!(worth(&pair[0].unit, pair[0].score) >= worth(&pair[1].unit, pair[1].score), "sorted: {pair:?}");
    }
}

#[test]
fn multipv_larger_than_the_number_of_moves_gives_as_many_lines_sorted_and_different() {
    for mut yon in [Yon::on(6), Yon::searching(6)] {
        for (multipv, wanted) in [(1, 1), (3, 3), (8, 8), (9, 8), (256, 8)] {
            yon.set(&format!("setoption name MultiPV value {multipv}"));
            check_multipv(&yon.go("depth 6"), wanted);
        }
        check_multipv(&yon.go("depth 2 searchmoves a1b2 a1c3"), 2);
        yon.set(&format!("position fen {SKIP}"));
        check_multipv(&yon.go("depth 2"), 1);
    }
    let mut yon = Yon::searching(16);
    yon.set("setoption name MultiPV value 200");
    check_multipv(&yon.go("depth 3"), 28);
}

#[test]
fn multipv_lines_of_one_answer_have_one_depth() {
    for mut yon in [Yon::searching(6), Yon::on(6)] {
        yon.set("setoption name MultiPV value 8");
        for words in ["depth 4", "depth 20", ""] {
            for group in by_depth(&yon.go(words)) {
                assert!(group.iter().all(|line| line.0 == group[0].0), "go {words}: {group:?}");
            }
        }
    }
}

#[test]
fn bestmove_names_a_ponder_move_only_in_uci_with_ponder_on() {
    for (dialect, ponder, words) in
        [("uci", true, 3), ("uci", false, 1), ("ugi", true, 1), ("ugi", false, 1), ("", true, 3), ("", false, 1)]
    {
        for tables in [true, false] {
            let mut yon = Yon::new();
            yon.tell(dialect);
            yon.set(&format!("setoption name Ponder value {ponder}\nsetoption name UseTables value {tables}"));
            yon.set("setoption name BoardSize value 6");
            let found = yon.go("depth 4");
            let best: Vec<&str> = found.best.split(' ').collect();
            assert_eq!(best.len(), words, "{dialect} {ponder}: {best:?}");
            if let [_, word, reply] = best[..] {
                assert_eq!((word, reply), ("ponder", found.last().pv[1].as_str()));
            }
            yon.set(&format!("position fen {OVER}"));
            assert_eq!(yon.go("depth 3").best, "(none)");
        }
    }
}

#[test]
fn pv_moves_can_be_played() {
    for mut yon in [Yon::on(8), Yon::searching(8)] {
        for info in yon.go("depth 8").infos {
            let line = format!("query valid fen b6r/8/8/8/8/8/8/r6b r moves {}", info.pv.join(" "));
            assert_eq!(yon.ask(&line), "response ok");
        }
    }
}

#[test]
fn full_strength_on_one_thread_is_deterministic() {
    let game = |yon: &mut Yon| -> Vec<String> {
        let mut lines = Vec::new();
        for size in [6, 16] {
            yon.set(&format!("setoption name BoardSize value {size}\nucinewgame"));
            for words in ["depth 6", "nodes 3000", "mate 5", "depth 4 searchmoves a1b2 a1c3"] {
                lines.extend(yon.go(words).timeless());
            }
        }
        lines
    };
    for tables in [true, false] {
        let mut yon = Yon::new();
        yon.set(&format!("setoption name UseTables value {tables}"));
        let first = game(&mut yon);
        assert_eq!(game(&mut yon), first, "after ucinewgame");
        let mut other = Yon::new();
        other.set(&format!("setoption name UseTables value {tables}"));
        assert_eq!(game(&mut other), first, "in another process");
    }
}
