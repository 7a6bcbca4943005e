//! The engine against a baseline that knows nothing but the number of pieces.

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Game, PerSeat, Seat, Setup, Verdict};
use yon::games::checkers::{CORAL, Checkers, Learned, Move, WHITE};
use yon::record::Record;
use yon::search::hash::HashTable;
use yon::search::{Task, search};

/// A plain alpha-beta of this depth; captures are searched out past it.
const DEPTH: i32 = 5;

fn material(position: &Checkers) -> i32 {
    let board = position.board();
    let side = |side: usize| 100 * board.men(side).count_ones() as i32 + 130 * board.kings(side).count_ones() as i32;
    let own = position.turn().index();
    side(own) - side(1 - own)
}

fn alpha_beta(position: &Checkers, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.verdict {
            Verdict::Win(winner) if winner == position.turn() => 10_000 + depth,
            Verdict::Win(_) => -10_000 - depth,
            _ => 0,
        };
    }
    if depth <= 0 && position.is_stable() {
        return material(position);
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for mv in moves {
        alpha = alpha.max(-alpha_beta(&position.after(mv), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The best move by material; which of equal ones is a matter of chance.
fn baseline(position: &Checkers, rng: &mut fastrand::Rng) -> Move {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    rng.shuffle(&mut moves);
    let value = |mv: &Move| -alpha_beta(&position.after(*mv), DEPTH - 1, -20_000, 20_000);
    moves.into_iter().max_by_key(value).unwrap()
}

fn engine(record: &Record<Checkers>, hash: &HashTable) -> Move {
    let standing = record.standing();
    let mut moves = Vec::new();
    standing.position.moves(&mut moves);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let task = Task {
        position: &standing.position,
        earlier: &standing.earlier,
        moves: &moves,
        evaluator: &Learned::default(),
        hash,
        oracle: None,
        limits: &limits,
        budget: None,
        lines: 1,
        threads: 1,
        stop: &Stop::new(),
        answered: &|| false,
    };
    search(&task, &mut |_| {}).lines[0].pv[0]
}

/// Plays from a position after three random plies; the points of the engine, twice over.
fn game(seed: u64, seat: Seat) -> i32 {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut record = Record::new(Checkers::start(&Setup::default()));
    for _ in 0..3 {
        let mut moves = Vec::new();
        record.position().moves(&mut moves);
        record.play(moves[rng.usize(0..moves.len())]);
    }
    let hash = HashTable::new(8).unwrap();
    while record.outcome().is_none() {
        let mv = match record.position().turn() == seat {
            true => engine(&record, &hash),
            false => baseline(record.position(), &mut rng),
        };
        record.play(mv);
    }
    match record.outcome().unwrap().verdict {
        Verdict::Win(winner) => 2 * i32::from(winner == seat),
        _ => 1,
    }
}

#[test]
fn twenty_games_against_a_depth_of_five_with_material_alone_bring_eighteen_points_and_no_loss() {
    let points: Vec<i32> = (0..10).flat_map(|seed| [CORAL, WHITE].map(|seat| game(seed, seat))).collect();
    assert!(!points.contains(&0), "{points:?}");
    assert!(points.iter().sum::<i32>() >= 36, "{points:?}");
}

#[test]
fn the_baseline_sees_a_capture_that_wins() {
    use yon::game::Notation;
    let position = Checkers::from_fen("B:W18,32:B14,3").unwrap();
    let mv = baseline(&position, &mut fastrand::Rng::with_seed(1));
    assert!(!mv.captured().count_ones().is_multiple_of(2), "{}", position.move_text(mv));
    let scores: PerSeat<i32> = Learned::default().score(&position);
    assert_eq!(scores[CORAL], -scores[WHITE]);
}
