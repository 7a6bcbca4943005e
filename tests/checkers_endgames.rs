//! Endgame tables of checkers: kept, checked, asked, and played by.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

use yon::control::{Limits, Progress, Stop};
use yon::game::{Game, Notation, Oracle, Score, Setup, Value};
use yon::games::checkers::endgames::code::Code;
use yon::games::checkers::endgames::oracle::Endgames;
use yon::games::checkers::endgames::solver::Solution;
use yon::games::checkers::endgames::table::{BLOCK, EndgameTable, write};
use yon::games::checkers::endgames::verify::{VerifyError, verify, verify_sample, verify_solution};
use yon::games::checkers::{CORAL, Checkers, Judgement, Move};
use yon::search::hash::HashTable;
use yon::search::{Task, score_of, search};
use yon::table::TableFile;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("endgames-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn three() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| Solution::solve(3, &Stop::new(), &Progress::default()).unwrap())
}

/// The oracle of up to four pieces, ready.
fn oracle() -> &'static Endgames {
    static ORACLE: OnceLock<Endgames> = OnceLock::new();
    ORACLE.get_or_init(|| {
        let oracle = Endgames::default();
        assert!(oracle.prepare(&position("W:WK14,K15:BK5"), &Stop::new()));
        oracle
    })
}

fn position(fen: &str) -> Checkers {
    Checkers::from_fen(fen).unwrap()
}

fn write_three(name: &str) -> PathBuf {
    let path = folder(name).join("three.yon");
    let bytes = write(three(), &path, false, &Stop::new(), &Progress::default()).unwrap().unwrap();
    assert_eq!(bytes, fs::metadata(&path).unwrap().len());
    path
}

fn open(path: &std::path::Path) -> EndgameTable {
    EndgameTable::new(TableFile::open(path).unwrap()).unwrap()
}

#[test]
fn the_file_answers_as_the_solution_does_and_verifies() {
    let table = open(&write_three("same"));
    for index in (0..three().layout().entries()).step_by(7) {
        let (_, board) = three().layout().board(index).unwrap();
        assert_eq!(table.code(&board).unwrap(), Some(three().code(index)));
    }
    let entries = three().layout().entries() as u64;
    assert_eq!(verify(&table, &Stop::new(), &Progress::default()).unwrap(), entries);
    assert_eq!(verify_sample(&table, 500, 3, &Stop::new(), &Progress::default()).unwrap(), 500);
    assert_eq!(verify_solution(three(), &Stop::new(), &Progress::default()).unwrap(), entries);
    let stopped = Stop::new();
    stopped.stop();
    assert!(matches!(verify(&table, &stopped, &Progress::default()), Err(VerifyError::Unsolved(_))));
}

#[test]
fn a_flipped_byte_is_an_error_and_not_an_answer() {
    let path = write_three("flipped");
    let sound = fs::read(&path).unwrap();
    for at in [8, 12, 33, 41, 70, 85, 100, sound.len() - 1, sound.len() / 2] {
        let mut bytes = sound.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let table = TableFile::open(&path).and_then(EndgameTable::new);
        if let Ok(table) = table {
            let checked = verify(&table, &Stop::new(), &Progress::default());
            assert!(matches!(checked, Err(VerifyError::Table(_))), "byte {at}: {checked:?}");
        }
    }
}

#[test]
fn a_wrong_value_is_found_wherever_it_stands() {
    // A table that is sound as a file and wrong in one value: the first block is packed anew.
    let path = write_three("wrong");
    let table = open(&path);
    let mut codes = yon::table::unpack(&mut &table.file().block(0).unwrap()[..], BLOCK).unwrap();
    let quiet = |index: &usize| three().layout().board(*index).is_some_and(|(_, board)| board.jumpers(0) == 0);
    let at = (0..BLOCK).filter(quiet).find(|&index| Code(codes[index]).is_draw()).unwrap();
    codes[at] = Code::decided(true, 5).0;
    let mut draft = yon::table::Draft::create(&path, true, table.file().blocks() as u32).unwrap();
    for number in 0..table.file().blocks() {
        let block = if number == 0 { yon::table::pack(&[&codes]) } else { table.file().block(number).unwrap() };
        draft.block(&block).unwrap();
    }
    draft.finish(table.file().header()).unwrap();
    let fault = verify(&open(&path), &Stop::new(), &Progress::default()).unwrap_err();
    assert!(matches!(fault, VerifyError::Wrong { .. }), "{fault}");
}

#[test]
fn work_that_is_stopped_leaves_nothing() {
    let (stop, folder) = (Stop::new(), folder("stopped"));
    stop.stop();
    assert!(Solution::solve(3, &stop, &Progress::default()).is_err());
    assert_eq!(write(three(), &folder.join("x.yon"), false, &stop, &Progress::default()).unwrap(), None);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// The published results that four pieces decide; see `cases/checkers-problems.json`.
#[test]
fn published_results_are_right() {
    for (fen, value) in [
        ("B:WK19,K23:B12,K28", Value::Draw),
        ("B:WK26,K27:B21,K25", Value::Loss(None)),
        ("W:WK18:BK29,K30", Value::Draw),
        ("B:W19,31:B2,K4", Value::Win(None)),
    ] {
        assert_eq!(oracle().probe(&position(fen)), Some(value), "{fen}");
        assert_eq!(oracle().probe(&position(fen).turned()), Some(value), "{fen} turned");
    }
}

fn moves(position: &Checkers) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The winner's move: it keeps the win, and of those that do it goes the shortest way.
fn winners_move(oracle: &Endgames, position: &Checkers) -> Move {
    let keeps = |mv: &Move| {
        let after = position.after(*mv);
        let won = after.outcome().is_some_and(|outcome| outcome.value_for(position.turn()) == Value::Win(Some(0)));
        won || after.outcome().is_none() && oracle.probe(&after) == Some(Value::Loss(None))
    };
    let best = moves(position).into_iter().filter(keeps).min_by_key(|&mv| oracle.way(&position.after(mv)));
    best.unwrap_or_else(|| panic!("{}: no move keeps the win", position.fen()))
}

/// Plays a won ending to its end against a defender that holds out or moves by lot; the winner must win.
fn play_out(oracle: &Endgames, start: &Checkers, by_lot: bool, rng: &mut fastrand::Rng) {
    let (winner, mut position) = (start.turn(), *start);
    let mut seen = vec![position.key()];
    for _ in 0..600 {
        if let Some(outcome) = position.outcome() {
            assert_eq!(outcome.value_for(winner), Value::Win(Some(0)), "{}: {}", start.fen(), position.fen());
            return;
        }
        let mv = if position.turn() == winner {
            winners_move(oracle, &position)
        } else if by_lot {
            rng.choice(moves(&position)).unwrap()
        } else {
            let way = |mv: &Move| oracle.way(&position.after(*mv));
            moves(&position).into_iter().max_by_key(way).unwrap()
        };
        position.play(mv);
        let key = position.key();
        assert!(!seen.contains(&key), "{}: {} comes again", start.fen(), position.fen());
        seen.push(key);
    }
    panic!("{}: the game does not end", start.fen());
}

/// Random positions with exactly so many pieces, after some quiet moves.
fn random(pieces: u32, rng: &mut fastrand::Rng) -> Checkers {
    let layout = yon::games::checkers::endgames::layout::Layout::new(pieces as u8);
    let first = layout.slices().iter().find(|slice| u32::from(slice.pieces()) == pieces).unwrap().start;
    let (_, board) = layout.board(rng.usize(first..layout.entries())).unwrap();
    Checkers::new(CORAL, board.pieces, board.kings, rng.u32(..40)).unwrap()
}

fn won_endings_are_won(oracle: &Endgames, pieces: u32, count: usize, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut played = 0;
    while played < count {
        let position = random(pieces, &mut rng);
        let position = if rng.bool() { position } else { position.turned() };
        if position.outcome().is_none() && oracle.probe(&position) == Some(Value::Win(None)) {
            play_out(oracle, &position, played % 2 == 0, &mut rng);
            played += 1;
        }
    }
}

#[test]
fn whoever_is_won_wins_from_every_number_of_quiet_moves_against_any_defence() {
    for pieces in [2, 3, 4] {
        won_endings_are_won(oracle(), pieces, 300, pieces.into());
    }
}

/// With a table of five pieces in the folder that `YON_FIVE` names, from every number of quiet moves at which a win is
/// claimed, and under the limits of the tournaments and none.
#[test]
#[ignore = "needs a table of five pieces"]
fn with_five_pieces_too() {
    let path = std::env::var("YON_FIVE").expect("YON_FIVE names a table of five pieces");
    let endgames = Endgames::default();
    endgames.adopt(TableFile::open(path.as_ref()).unwrap()).unwrap();
    won_endings_are_won(&endgames, 5, 3_000, 5);
    for (fen, value) in [("W:WK22,K23,K24:BK31,K32", Value::Win(None)), ("W:WK22,K23,K24:BK31,K32:H39", Value::Draw)] {
        assert_eq!(endgames.probe(&position(fen)), Some(value), "{fen}");
    }
    // What the search claims of five pieces by the tables of four agrees with the table of five.
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut claims, mut table) = (0, HashTable::new(16).unwrap());
    while claims < 500 {
        let start = random(5, &mut rng);
        if start.outcome().is_some() {
            continue;
        }
        let (score, ..) = searched_with(&table, &start, &[], 8, Some(oracle()));
        let Score::Proved(value) = score else { continue };
        let truth = endgames.probe(&start).unwrap();
        assert_eq!(value.word(), truth.word(), "{}", start.fen());
        claims += 1;
        if claims % 100 == 0 {
            table = HashTable::new(16).unwrap();
        }
    }
}

/// The last quiet move at which a win is claimed is the last at which it can be won: one later, holding out draws.
#[test]
fn one_quiet_move_too_many_is_a_draw() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut held = 0;
    while held < 200 {
        let start = random(4, &mut rng).turned();
        let value = |quiet: u32| {
            let plain = start.fen();
            let fen = plain.split(":H").next().unwrap();
            oracle().probe(&position(&format!("{fen}:H{quiet}")))
        };
        if start.outcome().is_some() || value(0) != Some(Value::Win(None)) {
            continue;
        }
        let last = (0..40).take_while(|&quiet| value(quiet) == Some(Value::Win(None))).last().unwrap();
        assert!((last + 1..40).all(|quiet| value(quiet) == Some(Value::Draw)), "{}", start.fen());
        held += 1;
    }
}

/// Random kings with nothing to take.
fn random_kings(pieces: u32, rng: &mut fastrand::Rng) -> Checkers {
    loop {
        let mut sets = [0, 0];
        for number in 0..pieces {
            sets[usize::from(number % 2 == 1)] |= 1 << rng.u32(..32);
        }
        let [own, enemy] = sets;
        let found = Checkers::new(CORAL, sets, own | enemy, 0).filter(|_| (own | enemy).count_ones() == pieces);
        if let Some(position) = found.filter(|position| position.is_stable() && position.outcome().is_none()) {
            return position;
        }
    }
}

/// What a search to a depth says, with the tables and without.
fn searched(position: &Checkers, earlier: &[u64], depth: u32, oracle: Option<&Endgames>) -> (Score, Move, u64) {
    searched_with(&HashTable::new(4).unwrap(), position, earlier, depth, oracle)
}

fn searched_with(
    hash: &HashTable,
    position: &Checkers,
    earlier: &[u64],
    depth: u32,
    oracle: Option<&Endgames>,
) -> (Score, Move, u64) {
    let legal = moves(position);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let task = Task {
        position,
        earlier,
        moves: &legal,
        evaluator: &Judgement,
        oracle: oracle.map(|oracle| oracle as &dyn Oracle<Checkers>),
        hash,
        limits: &limits,
        budget: None,
        lines: 1,
        threads: 1,
        stop: &Stop::new(),
        answered: &|| false,
    };
    let found = search(&task, &mut |_| {});
    (score_of(found.lines[0].score), found.lines[0].pv[0], found.known)
}

/// What the search claims of five pieces by the tables of four is true.
#[test]
fn the_search_claims_by_tables_only_what_the_counter_leaves() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut claims = 0;
    for _ in 0..150 {
        let start = random(5, &mut rng);
        if start.outcome().is_some() {
            continue;
        }
        let (score, mv, known) = searched(&start, &[], 7, Some(oracle()));
        let Score::Proved(Value::Win(None)) = score else { continue };
        assert!(known > 0);
        claims += 1;
        // It is played on until the oracle takes over, and won.
        let mut position = start.after(mv);
        while position.outcome().is_none() && !oracle().ready(&position) {
            position.play(if position.turn() == start.turn() {
                searched(&position, &[], 9, Some(oracle())).1
            } else {
                rng.choice(moves(&position)).unwrap()
            });
        }
        let value = match position.outcome() {
            Some(outcome) => outcome.value_for(start.turn()),
            None => {
                let value = oracle().probe(&position).unwrap();
                if position.turn() == start.turn() { value } else { value.flip() }
            }
        };
        assert!(matches!(value, Value::Win(_)), "{}: {}", start.fen(), position.fen());
    }
    assert!(claims >= 20, "{claims} claims");
}

/// What the hash table has from a game with many quiet moves left is no claim where few are. With kings alone, nothing but a
/// capture resets their count, so a search that is deeper than they last finds every claim that is true.
#[test]
fn known_results_in_the_hash_table_respect_the_quiet_limit() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut true_claims, mut refused) = (0, 0);
    for _ in 0..150 {
        let early = random_kings(5, &mut rng);
        let table = HashTable::new(4).unwrap();
        let (first, ..) = searched_with(&table, &early, &[], 9, Some(oracle()));
        let late = position(&format!("{}:H37", early.fen()));
        let (claimed, ..) = searched_with(&table, &late, &[], 2, Some(oracle()));
        let (truth, ..) = searched(&late, &[], 7, Some(oracle()));
        let win = |score| matches!(score, Score::Proved(Value::Win(_)));
        assert!(!win(claimed) || win(truth), "{}: {claimed:?} {truth:?}", late.fen());
        true_claims += usize::from(win(claimed));
        refused += usize::from(win(first) && !win(truth));
    }
    assert!(true_claims > 5 && refused > 5, "{true_claims} {refused}");
}

/// A position that has come twice may take a table's win away, so the search does not call it proved; a draw stays one.
#[test]
fn positions_that_came_before_make_a_known_win_an_estimate() {
    let won = position("W:WK14,K15:BK5");
    let mut record = yon::record::Record::new(won);
    assert_eq!(searched(&won, &[], 2, Some(oracle())).0, Score::Proved(Value::Win(None)));
    for text in "15-18 5-1 18-15 1-5".split(' ') {
        record.play_text(text).unwrap();
    }
    let standing = record.standing();
    assert!(!standing.is_clear());
    let (score, ..) = searched(&standing.position, &standing.earlier, 2, Some(oracle()));
    assert!(matches!(score, Score::Points(points) if points > 20_000), "{score:?}");
}

#[test]
fn limits_other_than_the_rule_are_claimed_where_they_are_sure() {
    let value = |fen: &str, quiet_limit| {
        let mut position = position(fen);
        position.adopt(&Setup { quiet_limit, ..Setup::of_size(8) });
        oracle().probe(&position)
    };
    let late = "W:WK14,K15:BK5:H39";
    assert_eq!(value(late, 40), Some(Value::Draw));
    assert_eq!(value(late, 80), Some(Value::Win(None)));
    assert_eq!(value(late, 0), Some(Value::Win(None)));
    assert_eq!(value("W:WK14,K15:BK5", 8), Some(Value::Draw));
}

fn yon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yon")).args(args).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_command_line_solves_keeps_checks_counts_and_asks() {
    let folder = folder("tools");
    let file = folder.join("three.yon");
    let file = file.to_str().unwrap();
    let solved = yon(&["solve", "--game", "checkers", "--pieces", "3", "--out", file, "--json"]);
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    assert!(out(&solved).contains(r#""pieces":3,"won":100250,"lost":87305,"drawn":8477"#), "{}", out(&solved));
    let again = yon(&["solve", "--game", "checkers", "--pieces", "3", "--out", file]);
    assert_eq!(again.status.code(), Some(2));
    assert!(out(&yon(&["verify", file])).contains("result: every value is right"));
    assert!(out(&yon(&["verify", file, "--sample", "100"])).contains("checked: 100"));
    assert!(out(&yon(&["stats", file, "--json"])).contains(r#""longest":34"#));
    let probed = out(&yon(&["probe", file, "W:WK18:BK29,K30"]));
    assert!(probed.contains("value: draw") && probed.contains("e5f6 draw"), "{probed}");
    let start = yon(&["probe", file, "startpos"]);
    assert_eq!(start.status.code(), Some(2), "{start:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn each_game_takes_its_own_number() {
    for (args, message) in [
        (&["--game", "checkers", "--size", "8"][..], "yon: checkers: expected --pieces N, found --size\n"),
        (&["--game", "checkers"], "yon: checkers: expected --pieces N, found neither --size nor --pieces\n"),
        (&["--game", "checkers", "--pieces", "7"], "yon: pieces: expected a number from 2 to 6, found 7\n"),
        (&["--pieces", "4"], "yon: yonkoma: expected --size N, found --pieces\n"),
        (&["--size", "8", "--pieces", "4"], "yon: yonkoma: expected --size N, found --pieces\n"),
        (&["--size", "7"], "yon: size: expected an even number from 4 to 26, found 7\n"),
    ] {
        let output = yon(&[&["solve"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    }
}

/// The engine's own moves win endings against a defender by lot, from the first quiet move that there is.
#[test]
fn the_engine_wins_won_endings() {
    use yon::session::report::{Answer, Request, Start};
    let mut rng = fastrand::Rng::with_seed(11);
    let mut engine = yon::engine::Engine::new();
    engine.set_option("UCI_Variant", "checkers").unwrap();
    let mut played = 0;
    while played < 20 {
        let start = random(4, &mut rng);
        if start.outcome().is_some() || oracle().probe(&start) != Some(Value::Win(None)) {
            continue;
        }
        played += 1;
        let mut texts: Vec<String> = Vec::new();
        let winner = start.turn();
        let outcome = loop {
            engine.set_position(&Start::Fen(start.fen()), &texts).unwrap();
            if let Some(outcome) = engine.session().outcome() {
                break outcome;
            }
            if engine.session().turn() == winner {
                let go = Request::Go { limits: Limits::default(), searchmoves: None, ponder: false };
                let Answer::Best { mv, .. } = engine.job(go).unwrap()(&Stop::new(), &mut |_| {}) else { panic!() };
                texts.extend(mv);
            } else {
                texts.extend(rng.choice(engine.session().legal_moves()));
            }
        };
        assert_eq!(outcome.value_for(winner), Value::Win(Some(0)), "{} {texts:?}", start.fen());
    }
}

#[test]
fn the_session_answers_from_tables_with_and_without_a_file() {
    let game = "setoption name UCI_Variant value checkers";
    let answers = |lines: &[&str]| {
        let all: Vec<&str> = [game].iter().chain(lines).flat_map(|line| ["-c", line]).collect();
        out(&yon(&all))
    };
    let won = "position fen W:WK14,K15:BK5";
    let told = answers(&[won, "hint", "go", "values"]);
    assert!(told.contains("hint value win moves "), "{told}");
    assert!(told.contains("score cp 20000") && told.contains("tbhits 8"), "{told}");
    assert!(told.contains("value d4e3 win\n") || told.contains("value d4c5 win\n"), "{told}");
    // The same at the end of the rule's patience.
    let late = answers(&["position fen W:WK14,K15:BK5:H35", "hint"]);
    assert!(late.contains("hint value draw moves "), "{late}");
    // A file that is there is used, and said so once.
    let path = write_three("session");
    let folder = path.parent().unwrap();
    fs::rename(&path, folder.join("checkers-3.yon")).unwrap();
    let option = format!("setoption name TablePath value {}", folder.display());
    let told = answers(&[&option, won, "hint", "hint"]);
    assert_eq!(told.matches("checkers-3.yon").count(), 1, "{told}");
    fs::write(folder.join("checkers-3.yon"), "nothing").unwrap();
    let told = answers(&[&option, won, "hint"]);
    assert!(told.contains("table not used: ") && told.contains("hint value win moves "), "{told}");
}
