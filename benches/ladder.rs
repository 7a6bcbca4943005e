//! How often each skill level beats the one below, and level 1 a random mover, in games that are played:
//! `cargo bench --bench ladder -- GAME [GAMES [NODES [FIRST [LAST]]]]`.
//!
//! Each step from level FIRST to level LAST, all ten by default, plays GAMES games, 400 by default. A random opening, as
//! long as those of a match, is played in every seating: with both colours between two, with two seats each between four.
//! Every game has its own seeds. Full strength gets NODES positions a move, 100,000 by default, 20 ms or so; a level
//! below has no limit but its own.
//! `LADDER_THREADS` says how many games are played at a time, 1 by default.
//!
//! A score is the share of the opponents who were beaten or outlasted, half for a draw, with its 95 % error over the games.
//!
//! Between two, wins thrown away are counted: moves after which a win that was known is none any more. It was known when a
//! table has it or a proof finds it within [`BEFORE`] plies, and is gone when the table says so or no proof finds it within
//! [`AFTER`], both cut off at [`MOST_NODES`] positions. It is refuted quickly when whoever threw it away then loses by
//! force within [`QUICK`] plies.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use yon::catalog::{Catalog, Entry};
use yon::control::{Limits, Stop};
use yon::game::{Outcome, Score, Setup, Value, Verdict};
use yon::search::hash::HashTable;
use yon::session::report::{Answer, News, Request};
use yon::session::{Session, Tools};
use yon::settings::Settings;

/// The plies within which a win is looked for before a move.
const BEFORE: u32 = 7;
/// The plies within which it is looked for after the move.
const AFTER: u32 = 10;
/// The plies within which a refutation is quick: three moves of both sides, and three of the other side.
const QUICK: [u16; 2] = [3, 5];
/// Full strength.
const FULL: u8 = 10;
/// The most that a proof may visit.
const MOST_NODES: u64 = 300_000;

/// What the moves of one level have shown.
#[derive(Default)]
struct Tally {
    moves: AtomicU64,
    nanoseconds: AtomicU64,
    longest: AtomicU64,
    known: AtomicU64,
    thrown: AtomicU64,
    refuted: [AtomicU64; 2],
}

/// One who plays: level 0 moves at random.
struct Player {
    level: u8,
    tools: Tools,
    limits: Limits,
    rng: fastrand::Rng,
}

fn tools(entry: &Entry, level: u8, seed: u64) -> Tools {
    let settings = Settings { skill: level, ..Settings::new(entry.name, entry.sizes.default) };
    Tools { settings, seed, hash: Arc::new(HashTable::new(4).expect("4 MB")) }
}

/// The move and score of a job.
fn go(session: &dyn Session, tools: &Tools, limits: &Limits) -> (Option<String>, Option<Score>) {
    let request = Request::Go { limits: limits.clone(), searchmoves: None, ponder: false };
    let mut score = None;
    let answer = session.job(request, tools.clone())(&Stop::new(), &mut |news| {
        if let News::Info(info) = news {
            score = Some(info.score);
        }
    });
    let Answer::Best { mv, .. } = answer else { panic!("a move is the answer to go") };
    (mv, score)
}

impl Player {
    fn new(entry: &Entry, level: u8, seed: u64, nodes: u64) -> Self {
        let limits = match level {
            FULL => Limits { nodes: Some(nodes), ..Limits::default() },
            // A limit that is none, so that the time does not count.
            _ => Limits { depth: Some(200), ..Limits::default() },
        };
        Player { level, tools: tools(entry, level.max(1), seed), limits, rng: fastrand::Rng::with_seed(seed) }
    }

    fn choose(&mut self, session: &dyn Session, tally: &Tally) -> String {
        if self.level == 0 {
            let moves = session.legal_moves();
            return moves[self.rng.usize(..moves.len())].clone();
        }
        let began = Instant::now();
        let (mv, _) = go(session, &self.tools, &self.limits);
        let took = began.elapsed().as_nanos() as u64;
        tally.moves.fetch_add(1, Relaxed);
        tally.nanoseconds.fetch_add(took, Relaxed);
        tally.longest.fetch_max(took, Relaxed);
        mv.expect("the game is on")
    }
}

/// What is known of a position for the side to move, by a table or by a proof within so many plies.
fn value(session: &dyn Session, judge: &Tools, within: u32) -> Option<Value> {
    session.known_value().or_else(|| proved(session, judge, within))
}

/// What a proof finds within so many plies.
fn proved(session: &dyn Session, judge: &Tools, within: u32) -> Option<Value> {
    let limits = Limits { mate: Some(within), nodes: Some(MOST_NODES), ..Limits::default() };
    match go(session, judge, &limits).1 {
        Some(Score::Proved(value)) if value != Value::Draw => Some(value),
        _ => None,
    }
}

/// Counts a move of a level where it has a win.
fn judge_move(session: &mut dyn Session, mv: &str, judge: &Tools, tally: &Tally) {
    if !matches!(value(session, judge, BEFORE), Some(Value::Win(_))) {
        return;
    }
    tally.known.fetch_add(1, Relaxed);
    let turn = session.turn();
    session.play(mv).expect("it is legal");
    let after = match session.outcome() {
        Some(outcome) => Some(outcome.value_for(turn)),
        // A table may not know how long it takes.
        None => match value(session, judge, AFTER) {
            Some(Value::Win(None)) => {
                proved(session, judge, QUICK[1].into()).or(Some(Value::Win(None))).map(Value::flip)
            }
            value => value.map(Value::flip),
        },
    };
    session.undo();
    if !matches!(after, Some(Value::Win(_))) {
        tally.thrown.fetch_add(1, Relaxed);
        for (refuted, most) in tally.refuted.iter().zip(QUICK) {
            let quick = matches!(after, Some(Value::Loss(Some(plies))) if plies <= most);
            refuted.fetch_add(quick.into(), Relaxed);
        }
    }
}

/// A session after random plies, in which the game is on.
fn opening(entry: &Entry, seed: u64) -> Box<dyn Session> {
    let mut rng = fastrand::Rng::with_seed(seed);
    'again: loop {
        let mut session = entry.open(&Setup::of_size(entry.sizes.default));
        for _ in 0..entry.opening_plies {
            let moves = session.legal_moves();
            session.play(&moves[rng.usize(..moves.len())]).expect("it is legal");
            if session.outcome().is_some() {
                continue 'again;
            }
        }
        return session;
    }
}

/// Every way to give half of the seats to the first of two players.
fn seatings(seats: usize) -> Vec<Vec<bool>> {
    let all = (0..1u32 << seats).filter(|set| set.count_ones() as usize == seats / 2);
    all.map(|set| (0..seats).map(|seat| set >> seat & 1 == 1).collect()).collect()
}

fn points(outcome: &Outcome, seat: usize) -> f64 {
    match outcome.verdict {
        Verdict::Win(winner) if winner.index() == seat => 1.0,
        Verdict::Win(_) => 0.0,
        Verdict::Draw => 0.5,
        Verdict::Scores(points) => points.0[seat].into(),
    }
}

/// Of the opponents of the first player, the share that was beaten or outlasted.
fn share(outcome: &Outcome, seating: &[bool]) -> f64 {
    let of = |side: bool| (0..seating.len()).filter(move |&seat| seating[seat] == side);
    let mut shares = Vec::new();
    for (own, other) in of(true).flat_map(|own| of(false).map(move |other| (own, other))) {
        let (own, other) = (points(outcome, own), points(outcome, other));
        shares.push(if own > other { 1.0 } else { 0.5 * f64::from(u8::from(own == other)) });
    }
    shares.iter().sum::<f64>() / shares.len() as f64
}

/// A game between two levels; the share of the first player, and his points a seat.
fn play(entry: &Entry, levels: [u8; 2], seating: &[bool], number: u64, nodes: u64, tally: &Tally) -> (f64, f64) {
    let mut session = opening(entry, number / seatings(seating.len()).len() as u64);
    let seed = |seat: usize| (number * seating.len() as u64 + seat as u64) * 2 + 1;
    let level = |first: bool| if first { levels[0] } else { levels[1] };
    let mut players: Vec<Player> =
        seating.iter().enumerate().map(|(seat, &first)| Player::new(entry, level(first), seed(seat), nodes)).collect();
    let nobody = Tally::default();
    let judge = tools(entry, FULL, 1);
    let counted = seating.len() == 2 && levels[0] > 0;
    loop {
        if let Some(outcome) = session.outcome() {
            let own: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat]).collect();
            let mean = own.iter().map(|&seat| points(&outcome, seat)).sum::<f64>() / own.len() as f64;
            return (share(&outcome, seating), mean);
        }
        let seat = session.turn().index();
        let mv = players[seat].choose(&*session, if seating[seat] { tally } else { &nobody });
        if counted && seating[seat] && levels[0] < FULL {
            judge_move(&mut *session, &mv, &judge, tally);
        }
        session.play(&mv).expect("it is legal");
    }
}

/// The mean, and its 95 % error.
fn mean(list: &[f64]) -> (f64, f64) {
    let n = list.len().max(1) as f64;
    let mean = list.iter().sum::<f64>() / n;
    let spread = list.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.96 * (spread / n).sqrt())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let number = |at: usize, default: u64| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let catalog = Catalog::default();
    let Some(entry) = catalog.entries().iter().find(|entry| args.first().is_some_and(|name| name == entry.name)) else {
        println!("usage: cargo bench --bench ladder -- GAME [GAMES [NODES [FIRST [LAST]]]]");
        println!("GAME: {}", catalog.names().join(", "));
        return;
    };
    let (games, nodes, first, last) = (number(1, 400), number(2, 100_000), number(3, 1), number(4, FULL.into()));
    let threads = std::env::var("LADDER_THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let seatings = seatings(entry.seats.len());
    println!("{}: {games} games a step, full strength with {nodes} positions a move", entry.name);
    for level in first.max(1)..=last.min(FULL.into()) {
        let levels = [level as u8, level as u8 - 1];
        let (tally, next, results) = (Tally::default(), AtomicU64::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Relaxed);
                        if game >= games {
                            return;
                        }
                        let seating = &seatings[game as usize % seatings.len()];
                        let result = play(entry, levels, seating, game, nodes, &tally);
                        results.lock().expect("no thread has panicked").push(result);
                    }
                });
            }
        });
        let results = results.into_inner().expect("no thread has panicked");
        let (score, error) = mean(&results.iter().map(|result| result.0).collect::<Vec<f64>>());
        let below = if level == 1 { "a random mover".into() } else { format!("level {}", level - 1) };
        print!("level {level} scores {score:.3} +- {error:.3} against {below}");
        if entry.seats.len() > 2 {
            let (points, error) = mean(&results.iter().map(|result| result.1).collect::<Vec<f64>>());
            print!(", {points:.2} +- {error:.2} points a game");
        }
        let count = |counter: &AtomicU64| counter.load(Relaxed);
        let moves = count(&tally.moves).max(1);
        let [a_move, longest] = [count(&tally.nanoseconds) / moves, count(&tally.longest)].map(Duration::from_nanos);
        print!("; {:.1} ms a move, at most {:.1}", a_move.as_secs_f64() * 1e3, longest.as_secs_f64() * 1e3);
        if entry.seats.len() == 2 && level < u64::from(FULL) {
            let [known, thrown] = [&tally.known, &tally.thrown].map(count);
            let [three, five] = [&tally.refuted[0], &tally.refuted[1]].map(count);
            print!("; of {known} known wins {thrown} thrown away, {three} refuted within 3 plies, {five} within 5");
        }
        println!();
    }
}
