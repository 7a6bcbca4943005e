//! The search for more than two players against the dumbest recursion, and what it must not miss in Yo\[n\]o Shogi.

use yon::control::{Limits, Stop};
use yon::game::{Evaluator, Game, Notation, Outcome, PerSeat, Reason, Score, Seat, Setup, Value, Verdict};
use yon::games::yonoshogi::{Judgement, Yonoshogi};
use yon::record::Record;
use yon::search::hash::HashTable;
use yon::search::many::{Method, search_by};
use yon::search::{Found, Task, score_of};

const METHODS: [Method; 4] = [Method::MaxN, Method::Paranoid, Method::BestReply, Method::Tree];

/// A toy for three: the seats in turn take one to three from a heap; whoever takes the last has its number of points and
/// the others share the rest by the moves that were played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap {
    left: u8,
    turn: u8,
    sum: u8,
}

impl Game for Heap {
    type Move = u8;
    const NAME: &'static str = "heap";
    const SEATS: &'static [&'static str] = &["North", "East", "South"];

    fn start(_: &Setup) -> Self {
        Heap { left: 9, turn: 0, sum: 0 }
    }

    fn turn(&self) -> Seat {
        Seat::new(self.turn.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut points = PerSeat::default();
        for seat in 0..3 {
            points.0[seat] = (self.sum + self.turn * 3 + seat as u8 * 2) % 3;
        }
        (self.left == 0).then_some(Outcome { verdict: Verdict::Scores(points), reason: Reason::NoMoves })
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, take: u8) {
        self.left -= take;
        self.sum = (self.sum * 2 + take + self.turn) % 7;
        self.turn = (self.turn + 1) % 3;
    }

    fn key(&self) -> u64 {
        (u64::from(self.left) * 8 + u64::from(self.sum)) * 4 + u64::from(self.turn)
    }
}

/// Numbers without sense that tell positions apart.
struct Chance;

impl Evaluator<Heap> for Chance {
    fn score(&self, heap: &Heap) -> PerSeat<i32> {
        let mut points = PerSeat::default();
        for seat in 0..3 {
            points.0[seat] = (heap.key() as i32 * 37 + seat as i32 * 53) % 190;
        }
        points
    }

    fn promise(&self, heap: &Heap, take: u8) -> i32 {
        (heap.key() as i32 + i32::from(take) * 5) % 11
    }
}

fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn points(heap: &Heap) -> PerSeat<i32> {
    match heap.outcome().map(|outcome| outcome.verdict) {
        Some(Verdict::Scores(points)) => PerSeat(points.0.map(|points| 100 * i32::from(points))),
        _ => Chance.score(heap),
    }
}

/// Each for himself; among moves that bring the same the most promising.
fn max_n(heap: &Heap, depth: u32) -> PerSeat<i32> {
    if depth == 0 || heap.left == 0 {
        return points(heap);
    }
    let mut moves = legal(heap);
    moves.sort_by_key(|&mv| -Chance.promise(heap, mv));
    let after = |mv| max_n(&heap.after(mv), depth - 1);
    let better =
        |best: PerSeat<i32>, next: PerSeat<i32>| if next[heap.turn()] > best[heap.turn()] { next } else { best };
    moves.into_iter().map(after).reduce(better).expect("a move")
}

/// All against one.
fn paranoid(heap: &Heap, us: Seat, depth: u32) -> i32 {
    if depth == 0 || heap.left == 0 {
        return points(heap)[us];
    }
    let values = legal(heap).into_iter().map(|mv| paranoid(&heap.after(mv), us, depth - 1));
    (if heap.turn() == us { values.max() } else { values.min() }).expect("a move")
}

/// One reply to each of our moves, by any of the others; the rest play what is most promising.
fn best_reply(heap: &Heap, us: Seat, depth: u32, reply: bool) -> i32 {
    if depth == 0 || heap.left == 0 {
        return points(heap)[us];
    }
    let moves = legal(heap);
    if heap.turn() == us {
        return moves.into_iter().map(|mv| best_reply(&heap.after(mv), us, depth - 1, true)).max().expect("a move");
    }
    let mut special = moves[0];
    for &mv in &moves {
        if Chance.promise(heap, mv) > Chance.promise(heap, special) {
            special = mv;
        }
    }
    let after = heap.after(special);
    if !reply {
        return best_reply(&after, us, depth, false);
    }
    let replies = moves.into_iter().map(|mv| best_reply(&heap.after(mv), us, depth - 1, false));
    let left = (after.turn() != us).then(|| best_reply(&after, us, depth, true));
    replies.chain(left).min().expect("a move")
}

fn find<G: Game, E: Evaluator<G>>(
    method: Method,
    position: &G,
    evaluator: &E,
    limits: &Limits,
    lines: usize,
) -> Found<G::Move> {
    let hash = HashTable::new(1).unwrap();
    let moves = legal(position);
    let task = Task {
        position,
        earlier: &[],
        moves: &moves,
        evaluator,
        oracle: None,
        hash: &hash,
        limits,
        budget: limits.budget(0),
        lines,
        threads: 1,
        stop: &Stop::new(),
        answered: &|| false,
    };
    search_by(method, &task, &mut |_| {})
}

#[test]
fn each_way_finds_what_the_dumbest_recursion_finds() {
    let mut compared = 0;
    for left in 2..10 {
        for turn in 0..3 {
            for sum in 0..7 {
                let heap = Heap { left, turn, sum };
                let us = heap.turn();
                for depth in 1..6 {
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    let own = |method| find(method, &heap, &Chance, &limits, 1).lines[0].points.unwrap()[us];
                    assert_eq!(own(Method::MaxN), max_n(&heap, depth)[us], "{heap:?} {depth}");
                    assert_eq!(own(Method::Paranoid), paranoid(&heap, us, depth), "{heap:?} {depth}");
                    assert_eq!(own(Method::BestReply), best_reply(&heap, us, depth, true), "{heap:?} {depth}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 8 * 3 * 7 * 5);
}

#[test]
fn a_tree_comes_to_play_as_max_n_does_to_the_end() {
    let mut same = 0;
    for sum in 0..7 {
        let heap = Heap { left: 6, turn: 0, sum };
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let found = find(Method::Tree, &heap, &Chance, &limits, 1);
        let best = max_n(&heap, 6)[Seat::FIRST];
        let played = max_n(&heap.after(found.lines[0].pv[0]), 5)[Seat::FIRST];
        same += i32::from(played == best);
    }
    assert_eq!(same, 7);
}

/// The positions of random games.
fn random_positions(seeds: std::ops::Range<u64>, visit: &mut dyn FnMut(&Yonoshogi)) {
    for seed in seeds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut record = Record::new(Yonoshogi::start(&Setup::default()));
        while record.outcome().is_none() && record.moves().len() < 200 {
            visit(record.position());
            let moves = legal(record.position());
            record.play(moves[rng.usize(..moves.len())]);
        }
    }
}

/// True when some moves of the others put a player out before his next turn: all of them are tried, but those of the last
/// one, on which no other's turn follows.
fn can_fall(position: &Yonoshogi, player: usize) -> bool {
    if position.board().king(player).is_none() {
        return true;
    }
    let mover = position.turn().index();
    let next = (1..4).map(|step| (mover + step) & 3).find(|&other| position.is_in_play(other));
    if position.outcome().is_some() || mover == player || next == Some(player) {
        return false;
    }
    legal(position).into_iter().any(|mv| can_fall(&position.after(mv), player))
}

/// True when a player is out by the turn of another whatever is played: everything is tried.
fn must_fall(position: &Yonoshogi, player: usize, other: usize) -> bool {
    if position.board().king(player).is_none() {
        return true;
    }
    if position.outcome().is_some() || position.turn().index() == other {
        return false;
    }
    legal(position).into_iter().all(|mv| must_fall(&position.after(mv), player, other))
}

#[test]
fn a_move_that_survives_is_played_whatever_the_budget() {
    let at_once = Limits { movetime: Some(0), ..Limits::default() };
    let few = Limits { nodes: Some(50), ..Limits::default() };
    let deep = Limits { depth: Some(3), ..Limits::default() };
    let (mut in_danger, mut rng) = (0, fastrand::Rng::with_seed(1));
    random_positions(0..60, &mut |position| {
        // Trying everything takes long where many are left; a share of the positions will do.
        let share = [1, 1, 1, 4, 40][position.players()];
        if rng.u32(..share) > 0 {
            return;
        }
        let player = position.turn().index();
        let survives = |mv| !can_fall(&position.after(mv), player);
        let moves = legal(position);
        if moves.iter().all(|&mv| survives(mv)) || !moves.iter().any(|&mv| survives(mv)) {
            return;
        }
        in_danger += 1;
        for method in METHODS {
            for limits in [&at_once, &few] {
                let mv = find(method, position, &Judgement, limits, 1).lines[0].pv[0];
                assert!(survives(mv), "{} {} {method:?} {limits:?}", position.fen(), position.move_text(mv));
            }
        }
        let mv = find(Method::default(), position, &Judgement, &deep, 1).lines[0].pv[0];
        assert!(survives(mv), "{} {}", position.fen(), position.move_text(mv));
    });
    assert!(in_danger > 60, "{in_danger}");
}

#[test]
fn a_checkmate_that_is_there_is_taken() {
    let few = Limits { nodes: Some(50), ..Limits::default() };
    let mut mates = 0;
    random_positions(200..260, &mut |position| {
        if position.players() > 3 {
            return;
        }
        let player = position.turn().index();
        let others = || (0..4).filter(|&other| other != player && position.is_in_play(other));
        let taken = |mv| {
            let after = position.after(mv);
            let survives = !can_fall(&after, player);
            if survives { others().filter(|&other| must_fall(&after, other, player)).count() } else { 0 }
        };
        let moves = legal(position);
        let best = moves.iter().map(|&mv| taken(mv)).max().unwrap_or(0);
        if best == 0 {
            return;
        }
        mates += 1;
        for method in METHODS {
            let mv = find(method, position, &Judgement, &few, 1).lines[0].pv[0];
            assert_eq!(taken(mv), best, "{} {} {method:?}", position.fen(), position.move_text(mv));
        }
    });
    assert!(mates > 50, "{mates}");
}

#[test]
fn a_mate_between_two_is_a_proved_win() {
    let position = Yonoshogi::from_fen("6gLgKgL/9/7rG1/9/9/9/9/9/4rK4 r rG -0-1 60").unwrap();
    for method in METHODS {
        let limits = Limits { nodes: Some(400), ..Limits::default() };
        let found = find(method, &position, &Judgement, &limits, 1);
        assert_eq!(position.move_text(found.lines[0].pv[0]), "G*2b", "{method:?}");
        assert_eq!(score_of(found.lines[0].score), Score::Proved(Value::Win(Some(2))), "{method:?}");
        assert_eq!(found.lines[0].points.unwrap()[Seat::FIRST], 300);
    }
}

#[test]
fn lines_are_as_many_as_wanted_all_different_and_in_order() {
    random_positions(300..303, &mut |position| {
        let count = legal(position).len();
        for (method, lines) in METHODS.into_iter().flat_map(|method| [(method, 3), (method, 500)]) {
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let found = find(method, position, &Judgement, &limits, lines);
            assert_eq!(found.lines.len(), count.min(lines));
            assert!(found.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{}", position.fen());
            let mut firsts: Vec<String> = found.lines.iter().map(|line| position.move_text(line.pv[0])).collect();
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), found.lines.len());
            for line in &found.lines {
                let mut end = *position;
                for &mv in &line.pv {
                    assert!(legal(&end).contains(&mv), "{} {:?}", position.fen(), line.pv);
                    end.play(mv);
                }
            }
        }
    });
}

#[test]
fn a_position_that_would_come_for_the_fourth_time_is_a_draw_for_the_search() {
    // Two are left, and each shuffles; Red is far ahead and must not let the fourth occurrence come.
    let mut record = Record::new(Yonoshogi::from_fen("4gK4/9/9/9/9/9/8rR/8rR/4rK4 r - -0-1 1").unwrap());
    for mv in ["5i4i", "5a6a", "4i5i", "6a5a", "5i4i", "5a6a", "4i5i", "6a5a", "5i4i", "5a6a"] {
        record.play_text(mv).unwrap();
    }
    let standing = record.standing();
    let (hash, moves) = (HashTable::new(1).unwrap(), legal(&standing.position));
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let (stop, answered) = (Stop::new(), || false);
    let task = Task {
        position: &standing.position,
        earlier: &standing.earlier,
        moves: &moves,
        evaluator: &Judgement,
        oracle: None,
        hash: &hash,
        limits: &limits,
        budget: None,
        lines: moves.len(),
        threads: 1,
        stop: &stop,
        answered: &answered,
    };
    let found = search_by(Method::Paranoid, &task, &mut |_| {});
    let back = found.lines.iter().find(|line| standing.position.move_text(line.pv[0]) == "4i5i").unwrap();
    assert_eq!(back.points.unwrap()[Seat::FIRST], 200, "the draw is worth two points: {back:?}");
}
