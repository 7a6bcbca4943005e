//! The match runner with a game for four: a toy, since what it must do does not depend on the game.
//!
//! Countdown: the seats in turn take one or two from a heap of five. Whoever takes the last is out, and the heap is
//! five again; the score is the number of players out before, and three for the last one left.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use yon::arena::game::Table;
use yon::arena::openings::{Opening, Source, openings};
use yon::arena::results::{Games, Header};
use yon::arena::schedule::{Plan, Tournament, fixtures};
use yon::arena::setup::Contestant;
use yon::arena::standings::Standings;
use yon::arena::{Ending, Event, Match, Next};
use yon::board::Square;
use yon::catalog::Entry;
use yon::control::Stop;
use yon::game::{Code, Evaluator, FenError, Game, MoveError, Notation, Outcome, PerSeat, Reason, Seat, Setup, Verdict};
use yon::session::report::Start;
use yon::session::{Kit, Play};
use yon::settings::Sizes;
use yon::view::View;

const HEAP: u8 = 5;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Countdown {
    heap: u8,
    turn: Seat,
    scores: [Option<u8>; 4],
    ply: u32,
}

impl Countdown {
    fn left(&self) -> usize {
        self.scores.iter().filter(|score| score.is_none()).count()
    }

    fn put_out(&mut self, seat: Seat) {
        self.scores[seat.index()] = Some(4 - self.left() as u8);
        if self.left() == 1 {
            let last = self.scores.iter().position(Option::is_none).unwrap();
            self.scores[last] = Some(3);
        }
    }

    fn pass_on(&mut self) {
        for step in 1..=4 {
            let next = Seat::new((self.turn.index() + step) % 4);
            if self.scores[next.index()].is_none() {
                self.turn = next;
                return;
            }
        }
    }
}

impl Game for Countdown {
    type Move = u8;
    const NAME: &'static str = "countdown";
    const SEATS: &'static [&'static str] = &["North", "East", "South", "West"];

    fn start(_: &Setup) -> Self {
        Countdown { heap: HEAP, turn: Seat::FIRST, scores: [None; 4], ply: 1 }
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let scores: Vec<u8> = self.scores.iter().copied().collect::<Option<_>>()?;
        let scores = PerSeat([scores[0], scores[1], scores[2], scores[3]]);
        Some(Outcome { verdict: Verdict::Scores(scores), reason: Reason::NoMoves })
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend(1..=self.heap.min(2));
        }
    }

    fn play(&mut self, take: u8) {
        self.heap -= take;
        self.ply += 1;
        if self.heap == 0 {
            self.heap = HEAP;
            self.put_out(self.turn);
        }
        self.pass_on();
    }

    fn without(&self, seat: Seat) -> Option<Self> {
        let mut next = self.clone();
        next.put_out(seat);
        if next.turn == seat {
            next.pass_on();
        }
        Some(next)
    }

    fn key(&self) -> u64 {
        let scores = self.scores.iter().fold(0, |key, score| key * 5 + u64::from(score.map_or(4, u8::from)));
        scores * 64 + u64::from(self.heap) * 4 + self.turn.index() as u64
    }

    fn ply(&self) -> u32 {
        self.ply
    }
}

impl Notation for Countdown {
    fn from_fen(text: &str) -> Result<Self, FenError> {
        let wrong = || FenError::new(Code::Fields, "expected heap, turn and status");
        let fields: Vec<&str> = text.split(' ').collect();
        let [heap, turn, status] = fields[..] else { return Err(wrong()) };
        let digit = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        let scores: Vec<Option<u8>> = status.chars().map(|sign| sign.to_digit(10).map(|digit| digit as u8)).collect();
        let scores = scores.try_into().map_err(|_| wrong())?;
        Ok(Countdown { heap: digit(heap)?, turn: Seat::new(usize::from(digit(turn)?)), scores, ply: 1 })
    }

    fn fen(&self) -> String {
        let status: String =
            self.scores.iter().map(|score| score.map_or('-', |score| (b'0' + score) as char)).collect();
        format!("{} {} {status}", self.heap, self.turn.index())
    }

    fn move_text(&self, take: u8) -> String {
        take.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let found = moves.into_iter().find(|take| take.to_string() == text);
        found.ok_or(MoveError::Illegal { found: text.into(), reason: "take one or two".into() })
    }

    fn move_squares(&self, _: u8) -> Vec<Square> {
        Vec::new()
    }

    fn view(&self) -> View {
        View::new(1, 1)
    }

    fn describe(&self) -> Vec<String> {
        Vec::new()
    }
}

struct Nothing;

impl Evaluator<Countdown> for Nothing {
    fn score(&self, _: &Countdown) -> PerSeat<i32> {
        PerSeat::default()
    }

    fn promise(&self, _: &Countdown, _: u8) -> i32 {
        0
    }
}

const SETUP: Setup = Setup::of_size(4);

fn entry() -> Entry {
    let kit = Arc::new(Kit { evaluator: Nothing, oracle: None, default_setup: SETUP });
    Entry {
        name: Countdown::NAME,
        title: "Countdown",
        seats: Countdown::SEATS,
        other_seats: &[],
        credit: "",
        rules: "",
        lessons: "",
        sizes: Sizes { min: 4, max: 4, default: 4 },
        opening_plies: 1,
        bench: (&[], 1),
        solve: None,
        tables: None,
        ratings: |_| [0; 10],
        ladder: None,
        train: None,
        clients: yon::catalog::Clients::default(),
        open: Box::new(move |setup| Box::new(Play::new(Arc::clone(&kit), setup))),
    }
}

fn contestant(name: &str, argument: &str, pace: &str) -> Contestant {
    let command = format!("cmd=sh {}/tests/engines/counts.sh {argument}", env!("CARGO_MANIFEST_DIR"));
    Contestant::read(&[], &[command, format!("name={name}"), pace.into()], 1).unwrap()
}

fn play(contestants: &[Contestant], games: usize) -> (Ending, Header, Games) {
    let entry = entry();
    let plan = Plan { engines: contestants.len(), seats: 4, games, tournament: Tournament::RoundRobin };
    let fixtures = fixtures(&plan);
    let names = contestants.iter().map(|contestant| contestant.name.clone()).collect();
    let header = Header::new(entry.name, 4, names, 4, fixtures.len(), String::new());
    let (cancel, trouble) = (Stop::new(), Mutex::new(None));
    let game = Match {
        table: Table {
            entry: &entry,
            setup: SETUP,
            contestants,
            adjudicate: None,
            cancel: &cancel,
            trouble: &trouble,
            log: &|_| None,
        },
        fixtures,
        openings: vec![Opening { start: Start::Startpos, moves: Vec::new() }],
        concurrency: 2,
        recover: true,
    };
    let mut records = Games::new();
    let ending = game.run(&AtomicBool::new(false), &mut |event| {
        if let Event::Finished(record) = event {
            records.insert(record.game, record.clone());
        }
        Next::GoOn
    });
    (ending, header, records)
}

#[test]
fn every_fair_seating_is_played_and_points_and_ranks_are_counted() {
    let engines = [contestant("a", "", "tc=10"), contestant("b", "", "tc=10")];
    let (ending, header, records) = play(&engines, 6);
    assert_eq!((ending, records.len()), (Ending::Complete, 6));
    for record in records.values() {
        assert!(record.faults.is_empty(), "{record:?}");
        let mut points = record.points.clone();
        points.sort_by(f64::total_cmp);
        assert_eq!(points, [0.0, 1.0, 2.0, 3.0]);
        assert!(record.result.starts_with("scores "), "{record:?}");
    }
    let standings = Standings::new(&header, &records);
    // All six seatings of two engines on four seats: both have had the same, so they have scored the same.
    let means: Vec<f64> = standings.rows.iter().map(|row| row.points.mean().unwrap().value).collect();
    assert_eq!(means, [1.5, 1.5]);
    assert_eq!(standings.rows[0].points.ranks.iter().sum::<u64>(), 12);
    let table = standings.table().join("\n");
    assert!(table.contains("Mean +/-") && table.contains("1.50 +/- "), "{table}");
    assert!(standings.duels.is_empty());
}

#[test]
fn a_seat_that_forfeits_is_out_and_the_others_play_on() {
    let engines = [contestant("good", "", "depth=1"), contestant("bad", "1", "depth=1")];
    let (ending, header, records) = play(&engines, 6);
    assert_eq!((ending, records.len()), (Ending::Complete, 6));
    for record in records.values() {
        assert_eq!(record.faults.len(), 2, "both seats of the bad engine fail: {record:?}");
        let mut points = record.points.clone();
        points.sort_by(f64::total_cmp);
        assert_eq!(points, [0.0, 1.0, 2.0, 3.0], "the others played on to the end: {record:?}");
        for (order, fault) in record.faults.iter().enumerate() {
            assert_eq!(record.points[fault.seat - 1], order as f64, "out in the order of the faults: {record:?}");
            assert!(fault.what.contains("illegal move: '7'"), "{record:?}");
        }
        assert!(record.record.starts_with("position fen "), "it goes on from a FEN: {record:?}");
        assert_eq!(record.reason, "nomoves");
    }
    let standings = Standings::new(&header, &records);
    assert_eq!(standings.rows.iter().map(|row| row.faults).collect::<Vec<_>>(), [0, 12]);
    let means: Vec<f64> = standings.rows.iter().map(|row| row.points.mean().unwrap().value).collect();
    assert_eq!(means, [2.5, 0.5]);
}

#[test]
fn three_and_four_engines_meet_in_every_seating() {
    let engine = |name| contestant(name, "", "depth=1");
    let (_, _, records) = play(&[engine("a"), engine("b"), engine("c")], 1);
    assert_eq!(records.len(), 36);
    let (_, _, records) = play(&[engine("a"), engine("b"), engine("c"), engine("d")], 1);
    assert_eq!(records.len(), 24);
}

#[test]
fn openings_come_from_any_game() {
    let found = openings(&Source::Tree { plies: 2 }, &entry(), &SETUP, 1, 1).unwrap();
    assert_eq!(found.len(), 4);
}
