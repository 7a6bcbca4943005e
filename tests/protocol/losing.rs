//! What full strength plays where every move loses, and strength by a rating.

use super::driver::{Yon, script};

fn setup(lines: &str) -> Yon {
    let mut yon = Yon::new();
    for line in lines.lines() {
        yon.set(line);
    }
    yon
}

/// The words after `hint`: value, and the moves.
fn hint(yon: &mut Yon) -> (String, Vec<String>) {
    yon.say("hint");
    let line = yon.until("hint").pop().unwrap();
    let (value, moves) = line.strip_prefix("hint value ").unwrap().split_once(" moves").unwrap();
    (value.split(' ').next().unwrap().into(), moves.split_whitespace().map(String::from).collect())
}

/// What the move brings, as `values` says.
fn brings(yon: &mut Yon, mv: &str) -> String {
    yon.say("values");
    let lines = yon.until("valuesok");
    lines.iter().find(|line| line.starts_with(&format!("value {mv} "))).unwrap().clone()
}

/// Red to move on 8x8 has lost; holding out is not his best chance.
const LOST: &str = "7r/1b6/7r/8/8/8/8/1b6 r";

#[test]
fn a_lost_side_sets_a_trap_unless_it_is_to_hold_out() {
    let mut yon = setup(&format!("position fen {LOST}"));
    let (value, longest) = hint(&mut yon);
    assert_eq!(value, "loss");
    let trap = yon.go("depth 30");
    assert!(!longest.contains(&trap.best), "{} of {longest:?}", trap.best);
    // The score is that of the position.
    let plies: i32 = brings(&mut yon, &longest[0]).rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(trap.last().score(), format!("mate {}", -(plies + 1) / 2));
    assert_eq!(trap.last().pv[0], trap.best);
    assert_eq!(hint(&mut yon).1, longest, "the hint holds out");
    yon.set("setoption name losing play value Longest");
    let held = yon.go("depth 30");
    assert_eq!(held.best, longest[0]);
    yon.set("setoption name Losing Play value trap");
    assert_eq!(yon.go("").best, trap.best);
}

#[test]
fn who_asks_what_is_so_gets_the_longest_loss() {
    let mut yon = setup(&format!("position fen {LOST}"));
    let (_, longest) = hint(&mut yon);
    assert_eq!(yon.go("mate 40").best, longest[0]);
    yon.set("setoption name MultiPV value 2");
    assert_eq!(yon.go("depth 40").best, longest[0]);
    yon.set("setoption name MultiPV value 1\nsetoption name UCI_AnalyseMode value true");
    assert_eq!(yon.go("depth 40").best, longest[0]);
    yon.set("setoption name UCI_AnalyseMode value false");
    yon.say("go infinite");
    yon.until("info");
    yon.say("stop");
    assert_eq!(yon.until("bestmove").pop().unwrap(), format!("bestmove {}", longest[0]));
}

#[test]
fn a_trap_is_the_same_again_and_keeps_its_limits() {
    let input =
        format!("position fen {LOST}\ngo depth 9\nwait\nucinewgame\nposition fen {LOST}\ngo nodes 5000\nwait\n");
    let best = |lines: Vec<String>| lines.into_iter().filter(|line| line.starts_with("bestmove")).collect::<Vec<_>>();
    let first = best(script(&input));
    assert_eq!(first[0], first[1]);
    assert_eq!(first, best(script(&input)));
    let mut yon = setup(&format!("position fen {LOST}"));
    for words in ["depth 0", "nodes 0", "movetime 0", "movetime 1", "wtime 1 btime 1", "wtime 0"] {
        assert_ne!(yon.go(words).best, "(none)", "{words}");
    }
}

#[test]
fn where_no_board_is_solved_up_to_three_moves_are_looked_ahead() {
    for (variant, fen) in
        [("yonkoma", LOST), ("checkers", "W:WK32:BK1,K2,K15"), ("yonmoque", "5/b1b2/5/1w3/1b1b1 w 2 5")]
    {
        let mut moves = Vec::new();
        for losing in ["trap", "longest"] {
            let mut yon = setup(&format!(
                "setoption name UCI_Variant value {variant}\nsetoption name UseTables value {}\nsetoption name Losing Play value {losing}\nposition fen {fen}",
                variant == "checkers"
            ));
            let found = yon.go("depth 14");
            let score = found.last().score();
            assert!(score.starts_with("mate -") || score == "loss" || score.starts_with("cp -"), "{variant} {score}");
            assert_eq!(found.last().pv[0], found.best);
            moves.push(found.best);
        }
        // On these positions the way differs; that the trap is better is a matter of measurement.
        assert_ne!(moves[0], moves[1], "{variant}");
    }
}

#[test]
fn a_rating_chooses_a_level() {
    let best = |settings: &str| {
        let mut input = format!("setoption name Seed value 7\n{settings}\n");
        for fen in [
            "startpos",
            "startpos moves a1b2",
            "startpos moves a1c3",
            "startpos moves a1d4",
            "fen 7r/1b6/7r/8/8/8/8/1b6 b",
        ] {
            input += &format!("position {fen}\ngo\nwait\n");
        }
        script(&input).into_iter().filter(|line| line.starts_with("bestmove")).collect::<Vec<_>>()
    };
    let level = |level: u8| best(&format!("setoption name Skill Level value {level}"));
    let rating =
        |elo: u32| best(&format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}"));
    assert_eq!(rating(0), level(1));
    assert_eq!(rating(270), level(3));
    assert_eq!(rating(4000), level(10));
    assert_ne!(level(1), level(10));
    assert_eq!(best("setoption name UCI_Elo value 0"), level(10), "unless the strength is limited");
}
