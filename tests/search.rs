//! The search against the dumbest minimax, and against the solver.

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Game, Notation, Score, Setup, Value, Verdict};
use yon::games::checkers::{Checkers, Judgement};
use yon::games::yonkoma::{Knowledge, Solution, Yonkoma};
use yon::games::yonmoque::{Fitted, Yonmoque};
use yon::search::hash::HashTable;
use yon::search::{Found, PROVED, Task, WIN, score_of, search};

fn moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The dumbest oracle: every line to the depth and on until it is stable, a skipped turn costing none; `path` holds the
/// keys from the root to here, where positions can come back.
fn minimax<G: Game, E: Evaluator<G>>(
    position: &G,
    evaluator: &E,
    depth: i32,
    counted: i32,
    path: &mut Vec<u64>,
) -> i32 {
    if G::REPETITION.is_some() && path.contains(&position.key()) {
        return 0;
    }
    if let Some(outcome) = position.outcome() {
        return match outcome.verdict {
            Verdict::Win(seat) if seat == position.turn() => WIN - counted,
            Verdict::Win(_) => counted - WIN,
            _ => 0,
        };
    }
    match evaluator.known(position) {
        Some(Value::Win(Some(plies))) => return WIN - counted - i32::from(plies),
        Some(Value::Loss(Some(plies))) => return counted + i32::from(plies) - WIN,
        _ => {}
    }
    if depth <= 0 && position.is_stable() {
        return evaluator.score(position)[position.turn()].clamp(1 - PROVED, PROVED - 1);
    }
    path.push(position.key());
    let value = |mv| {
        let next = position.after(mv);
        let cost = i32::from(!G::is_skip(mv));
        let score = minimax(&next, evaluator, depth - cost, counted + cost, path);
        if next.turn() == position.turn() { score } else { -score }
    };
    let best = moves(position).into_iter().map(value).max().expect("a game that is on has a move");
    path.pop();
    best
}

fn find<G: Game, E: Evaluator<G>>(
    position: &G,
    evaluator: &E,
    limits: &Limits,
    lines: usize,
    threads: usize,
) -> Found<G::Move> {
    find_with(&HashTable::new(4).unwrap(), position, evaluator, limits, lines, threads)
}

fn find_with<G: Game, E: Evaluator<G>>(
    hash: &HashTable,
    position: &G,
    evaluator: &E,
    limits: &Limits,
    lines: usize,
    threads: usize,
) -> Found<G::Move> {
    let moves = moves(position);
    let task = Task {
        position,
        earlier: &[],
        moves: &moves,
        evaluator,
        oracle: None,
        hash,
        limits,
        budget: limits.budget(0),
        lines,
        threads,
        stop: &Stop::new(),
        answered: &|| false,
    };
    search(&task, &mut |_| {})
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn equals_minimax<G: Notation, E: Evaluator<G>>(position: &G, evaluator: &E, to_depth: u32) {
    evaluator.prepare();
    for d in 1..=to_depth {
        let dumb = minimax(position, evaluator, d as i32, 0, &mut Vec::new());
        let plain = find_with(&HashTable::new(0).unwrap(), position, evaluator, &depth(d), 1, 1);
        if !(plain.lines[0].score.abs() >= PROVED && plain.depth < d) {
            assert_eq!(plain.lines[0].score, dumb, "{} depth {d}", position.fen());
        }
        // With the table, what another path has searched deeper may be known better; what is forced stays so.
        let found = find(position, evaluator, &depth(d), 1, 1);
        if dumb.abs() >= PROVED {
            assert_eq!(found.lines[0].score, dumb, "{} depth {d}", position.fen());
        }
    }
}

#[test]
fn the_search_equals_minimax_on_small_depths() {
    let mut rng = fastrand::Rng::with_seed(1);
    for size in [4, 6, 8, 12, 16, 26] {
        for _ in 0..40 {
            equals_minimax(&random_in_play(size, &mut rng), &Knowledge, 4);
        }
    }
}

/// Positions of random games of checkers in which the game is on.
fn random_checkers(count: usize, seed: u64) -> Vec<Checkers> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Checkers::start(&Setup::default());
        for _ in 0..rng.usize(..90) {
            let Some(mv) = rng.choice(moves(&position)) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

#[test]
fn the_search_of_checkers_equals_minimax_on_small_depths() {
    for position in random_checkers(150, 1) {
        equals_minimax(&position, &Judgement, 5);
    }
    // Where both sides have kings, positions come back and the limit is near.
    for fen in ["B:WK29:BK4,K12:H36", "W:WK15,K22:BK4:H37", "B:WK18:BK1,K2", "W:WK29,9:BK5,K6:H38"] {
        equals_minimax(&Checkers::from_fen(fen).unwrap(), &Judgement, 6);
    }
}

/// An evaluation that leaves nothing out: what it says of a depth can be held against everything tried.
#[derive(Clone, Default)]
struct Thorough(Fitted);

impl Evaluator<Yonmoque> for Thorough {
    fn score(&self, position: &Yonmoque) -> yon::game::PerSeat<i32> {
        self.0.score(position)
    }
    fn promise(&self, position: &Yonmoque, mv: yon::games::yonmoque::Move) -> i32 {
        self.0.promise(position, mv)
    }
    fn known(&self, position: &Yonmoque) -> Option<Value> {
        self.0.known(position)
    }
}

#[test]
fn the_search_of_yonmoque_equals_minimax_on_small_depths() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut compared = 0;
    while compared < 60 {
        let mut position = Yonmoque::start(&Setup::default());
        for _ in 0..rng.usize(..40) {
            let Some(mv) = rng.choice(moves(&position)) else { break };
            position.play(mv);
        }
        if position.outcome().is_none() {
            equals_minimax(&position, &Thorough::default(), 3);
            compared += 1;
        }
    }
}

/// What is proved with the hash table full of other paths is what a search without one proves.
#[test]
fn proofs_in_the_table_respect_the_quiet_limit() {
    let table = HashTable::new(4).unwrap();
    // Two kings against one in the double corner: a win that takes a number of king moves.
    let won = Checkers::from_fen("W:WK14,K15:BK5").unwrap();
    let far = find_with(&table, &won, &Judgement, &depth(21), 1, 1);
    let Score::Proved(Value::Win(Some(plies))) = score_of(far.lines[0].score) else { panic!("{far:?}") };
    assert!(plies > 10, "{plies}");
    for left in [1, plies / 2, plies - 1, plies, plies + 1] {
        let fen = format!("W:WK14,K15:BK5:H{}", 40 - left);
        let late = Checkers::from_fen(&fen).unwrap();
        let found = find_with(&table, &late, &Judgement, &depth(21), 1, 1);
        let proved = matches!(score_of(found.lines[0].score), Score::Proved(Value::Win(_)));
        assert_eq!(proved, left >= plies, "{fen}: a win in {plies}, {:?}", found.lines[0]);
        if !proved {
            assert!(found.lines[0].score < 50, "a draw, or an exchange before it: {:?}", found.lines[0]);
        }
    }
}

/// A game in which a position has come twice: the third time is a draw, whatever the table has proved without it.
#[test]
fn proofs_in_the_table_respect_positions_that_have_come_twice() {
    let won = Checkers::from_fen("W:WK14,K15:BK5").unwrap();
    let table = HashTable::new(4).unwrap();
    let first = find_with(&table, &won, &Judgement, &depth(21), 1, 1);
    assert!(first.lines[0].score >= PROVED);
    let lines_after = |plies: usize| {
        let mut record = yon::record::Record::new(won);
        for text in "15-18 5-1 18-15 1-5".split(' ').cycle().take(plies) {
            record.play_text(text).unwrap();
        }
        let standing = record.standing();
        let legal = moves(&standing.position);
        let task = Task {
            position: &standing.position,
            earlier: &standing.earlier,
            moves: &legal,
            evaluator: &Judgement,
            oracle: None,
            hash: &table,
            limits: &depth(12),
            budget: None,
            lines: legal.len(),
            threads: 1,
            stop: &Stop::new(),
            answered: &|| false,
        };
        (standing.position, search(&task, &mut |_| {}).lines)
    };
    // One ply before the third time, and two: the loser goes there.
    for (plies, text) in [(7, "1-5"), (6, "18-15")] {
        let (position, lines) = lines_after(plies);
        let mv = position.parse_move(text).unwrap();
        let line = lines.iter().find(|line| line.pv[0] == mv).unwrap();
        assert_eq!(line.score, 0, "{text}: {line:?}");
    }
}

#[test]
fn the_search_equals_the_solver_where_it_can_finish() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut compared = 0;
    for (size, tries) in [(4, 300), (6, 200), (8, 60)] {
        let solution = Solution::solve(size, &Stop::new()).unwrap();
        for _ in 0..tries {
            let position = random_in_play(size, &mut rng);
            let limits = Limits { nodes: Some(400_000), ..Limits::default() };
            let found = find(&position, &Knowledge, &limits, 1, 1);
            let Score::Proved(value) = score_of(found.lines[0].score) else { continue };
            let exact = solution.value(&position);
            if value.plies().is_some_and(|plies| u32::from(plies) <= found.depth) {
                assert_eq!(value, exact, "{}", position.fen());
                compared += 1;
            } else {
                assert_eq!(value.word(), exact.word(), "{}", position.fen());
            }
        }
    }
    assert!(compared > 450, "{compared}");
}

#[test]
fn every_line_has_its_exact_score_when_all_are_wanted() {
    let mut rng = fastrand::Rng::with_seed(3);
    let solution = Solution::solve(6, &Stop::new()).unwrap();
    for _ in 0..50 {
        let position = random_in_play(6, &mut rng);
        let count = position.count();
        let found = find(&position, &Knowledge, &Limits::default(), count, 1);
        assert_eq!(found.lines.len(), count);
        assert!(found.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        for line in &found.lines {
            let after = position.after(line.pv[0]);
            let exact = match after.outcome() {
                Some(outcome) => outcome.value_for(after.turn()),
                None => solution.value(&after),
            };
            let value = yon::game::value_of_move(&position, line.pv[0], &after, exact);
            assert_eq!(score_of(line.score), Score::Proved(value), "{}", position.fen());
        }
    }
}

#[test]
fn a_principal_line_is_legal_and_ends_where_its_score_says() {
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..50 {
        let position = random_in_play(16, &mut rng);
        let found = find(&position, &Knowledge, &depth(6), 3, 1);
        for line in &found.lines {
            let mut at = position;
            for &mv in &line.pv {
                assert!(moves(&at).contains(&mv), "{}", position.fen());
                at.play(mv);
            }
        }
    }
}

#[test]
fn a_node_limit_is_kept_and_repeats_exactly() {
    let position = Yonkoma::start(&Setup::of_size(16));
    for nodes in [1, 2, 511, 512, 513, 50_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (first, again) = (find(&position, &Knowledge, &limits, 1, 1), find(&position, &Knowledge, &limits, 1, 1));
        assert!(first.nodes <= nodes, "{} of {nodes}", first.nodes);
        assert_eq!((first.nodes, first.depth, &first.lines), (again.nodes, again.depth, &again.lines));
    }
}

#[test]
fn two_threads_find_the_same_value() {
    let mut rng = fastrand::Rng::with_seed(5);
    let solution = Solution::solve(8, &Stop::new()).unwrap();
    for _ in 0..20 {
        let position = random_in_play(8, &mut rng);
        let found = find(&position, &Knowledge, &Limits { movetime: Some(200), ..Limits::default() }, 1, 2);
        if let Score::Proved(value) = score_of(found.lines[0].score) {
            assert_eq!(matches!(value, Value::Win(_)), matches!(solution.value(&position), Value::Win(_)));
        }
    }
}

#[test]
fn a_search_that_may_not_think_still_has_a_legal_line() {
    let position = Yonkoma::start(&Setup::of_size(26));
    for limits in [Limits { movetime: Some(0), ..Limits::default() }, Limits { nodes: Some(0), ..Limits::default() }] {
        let found = find(&position, &Knowledge, &limits, 2, 1);
        assert_eq!(found.lines.len(), 2);
        assert!(found.lines.iter().all(|line| moves(&position).contains(&line.pv[0])));
    }
}

/// Games from the start with random moves; each position is searched and compared with the solution.
#[test]
fn what_the_evaluator_knows_makes_true_results() {
    const DEPTH: u32 = 4;
    let solution = Solution::solve(8, &Stop::new()).unwrap();
    let wins = |value| matches!(value, Value::Win(_));
    let mut rng = fastrand::Rng::with_seed(8);
    let mut long = 0;
    for _ in 0..60 {
        let mut position = Yonkoma::start(&Setup::of_size(8));
        while position.outcome().is_none() {
            let found = find(&position, &Knowledge, &depth(DEPTH), 1, 1);
            if let Score::Proved(claimed) = score_of(found.lines[0].score) {
                let truth = solution.value(&position);
                assert_eq!(wins(truth), wins(claimed), "{}", position.fen());
                assert!(truth.plies() <= claimed.plies(), "{}", position.fen());
                assert!(truth == claimed || claimed.plies() > Some(DEPTH as u16), "{}", position.fen());
                long += usize::from(claimed.plies() > Some(DEPTH as u16));
            }
            position.play(rng.choice(moves(&position)).expect("a game that is on has a move"));
        }
    }
    assert!(long > 20, "only {long} results were longer than the depth");
}

/// A random position in which the game is on.
fn random_in_play(size: u8, rng: &mut fastrand::Rng) -> Yonkoma {
    std::iter::repeat_with(|| Yonkoma::random(size, rng))
        .find(|position| position.outcome().is_none())
        .expect("endless")
}
