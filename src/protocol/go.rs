//! The words behind `go`: clocks of any seat, limits, and which moves to consider.

use crate::control::{Clock, Limits};
use crate::game::{MAX_SEATS, PerSeat, Seat};
use crate::session::report::Request;
use crate::text::quote;

/// The words behind `go` as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoWords {
    limits: Limits,
    times: PerSeat<Option<u64>>,
    increments: PerSeat<Option<u64>>,
    /// Clocks under a letter, which means a seat in the game that is played.
    lettered: Vec<(char, Part, u64)>,
    moves_to_go: Option<u64>,
    searchmoves: Option<Vec<String>>,
    ponder: bool,
    /// What was dropped, one message each.
    pub problems: Vec<String>,
}

/// What of a clock is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Time,
    Increment,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Part::Time => "time",
            Part::Increment => "inc",
        }
    }
}

/// The letters under which clocks are given, in any game.
const LETTERS: [char; 5] = ['w', 'b', 'r', 'o', 'g'];

#[derive(Clone, Copy)]
enum Word {
    Time(usize),
    Increment(usize),
    Lettered(char, Part),
    MovesToGo,
    Depth,
    Nodes,
    MoveTime,
    Mate,
    Infinite,
    Ponder,
    SearchMoves,
}

fn word(text: &str) -> Option<Word> {
    Some(match text {
        "p1time" => Word::Time(0),
        "p2time" => Word::Time(1),
        "p3time" => Word::Time(2),
        "p4time" => Word::Time(3),
        "p1inc" => Word::Increment(0),
        "p2inc" => Word::Increment(1),
        "p3inc" => Word::Increment(2),
        "p4inc" => Word::Increment(3),
        "movestogo" => Word::MovesToGo,
        "depth" => Word::Depth,
        "nodes" => Word::Nodes,
        "movetime" => Word::MoveTime,
        "mate" => Word::Mate,
        "infinite" => Word::Infinite,
        "ponder" => Word::Ponder,
        "searchmoves" => Word::SearchMoves,
        _ => return lettered(text),
    })
}

/// A clock under a letter, such as `btime` or `rinc`.
fn lettered(text: &str) -> Option<Word> {
    let letter = text.chars().next().filter(|letter| LETTERS.contains(letter))?;
    let part = [Part::Time, Part::Increment].into_iter().find(|part| &text[1..] == part.word())?;
    Some(Word::Lettered(letter, part))
}

/// The seat whose clock a letter means: White's and Black's are players 1 and 2 of two; of more, a letter begins the name
/// of its seat.
fn seat_of(letter: char, seats: &[&str]) -> Option<usize> {
    match (seats.len(), letter) {
        (2, 'w') => Some(0),
        (2, 'b') => Some(1),
        (2, _) => None,
        _ => seats.iter().position(|name| name.to_ascii_lowercase().starts_with(letter)),
    }
}

/// A whole number; below zero is zero, too large is the largest.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix('-') {
        Some(digits) => crate::text::read_digits(digits).map(|_| 0),
        None => crate::text::read_digits(text),
    }
}

/// Reads the words behind `go`. A pair that is wrong is dropped with a message and the rest stays; when
/// nothing else is left to say how long, the search answers at once.
pub fn read_go(words: &[&str]) -> GoWords {
    let mut go = GoWords::default();
    let mut rest = words;
    while let Some((&text, after)) = rest.split_first() {
        rest = after;
        match word(text) {
            None => go.problems.push(format!("go: unknown word {}", quote(text))),
            Some(Word::Infinite) => go.limits.infinite = true,
            Some(Word::Ponder) => go.ponder = true,
            Some(Word::SearchMoves) => {
                let end = rest.iter().position(|text| word(text).is_some()).unwrap_or(rest.len());
                let moves = go.searchmoves.get_or_insert_default();
                moves.extend(rest[..end].iter().map(|text| text.to_string()));
                rest = &rest[end..];
            }
            Some(limit) => match rest.first() {
                Some(value) if word(value).is_none() => {
                    rest = &rest[1..];
                    match number(value) {
                        Some(value) => go.set(limit, value),
                        None => {
                            go.problems.push(format!("go: {text}: expected a whole number, found {}", quote(value)));
                        }
                    }
                }
                next => {
                    let found = next.map_or("nothing".into(), |next| quote(next));
                    go.problems.push(format!("go: {text}: expected a whole number, found {found}"));
                }
            },
        }
    }
    go
}

impl GoWords {
    fn set(&mut self, limit: Word, value: u64) {
        let small = u32::try_from(value).unwrap_or(u32::MAX);
        match limit {
            Word::Time(seat) => self.times.0[seat] = Some(value),
            Word::Increment(seat) => self.increments.0[seat] = Some(value),
            Word::Lettered(letter, part) => self.lettered.push((letter, part, value)),
            Word::MovesToGo => self.moves_to_go = Some(value),
            Word::Depth => self.limits.depth = Some(small),
            Word::Nodes => self.limits.nodes = Some(value),
            Word::MoveTime => self.limits.movetime = Some(value),
            Word::Mate => self.limits.mate = Some(small),
            Word::Infinite | Word::Ponder | Word::SearchMoves => {}
        }
    }

    /// True when the search answers only when it is told to.
    pub fn is_open(&self) -> bool {
        self.limits.infinite || self.ponder
    }

    /// True with `infinite`: not even `ponderhit` lets it answer by itself.
    pub fn is_infinite(&self) -> bool {
        self.limits.infinite
    }

    /// Gives the clocks under letters to the seats of a game; those that it has not are problems.
    #[must_use]
    pub fn seated(mut self, seats: &[&str]) -> Self {
        for (letter, part, value) in std::mem::take(&mut self.lettered) {
            match (seat_of(letter, seats), part) {
                (Some(seat), Part::Time) => self.times.0[seat] = Some(value),
                (Some(seat), Part::Increment) => self.increments.0[seat] = Some(value),
                (None, part) => {
                    let word = format!("{letter}{}", part.word());
                    self.problems.push(format!("go: {word}: no player of this game has this clock"));
                }
            }
        }
        self
    }

    /// The request, for the seat to move, once the clocks are [`GoWords::seated`].
    pub fn request(self, turn: Seat) -> Request {
        let mut limits = self.limits;
        // A clock that is given for others only says nothing about this move.
        limits.clock = self.times[turn].map(|left| Clock {
            left,
            increment: self.increments[turn].unwrap_or(0),
            moves_to_go: self.moves_to_go,
        });
        let nothing = limits == Limits::default() && !self.ponder;
        let clocks_of_others = (0..MAX_SEATS).any(|seat| self.times.0[seat].is_some());
        if nothing && !self.problems.is_empty() && !clocks_of_others {
            limits.movetime = Some(0);
        }
        Request::Go { limits, searchmoves: self.searchmoves, ponder: self.ponder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoWords {
        read_go(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(line: &str) -> Limits {
        match go(line).seated(&["White", "Black"]).request(Seat::FIRST) {
            Request::Go { limits, .. } => limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bad_pair_is_dropped_and_the_others_stay() {
        let words = go("depth x movetime 5 nodes wtime 100 wibble");
        assert_eq!(
            words.problems,
            [
                "go: depth: expected a whole number, found 'x'",
                "go: nodes: expected a whole number, found 'wtime'",
                "go: unknown word 'wibble'",
            ]
        );
        let limits = limits("depth x movetime 5 nodes wtime 100 wibble");
        assert_eq!((limits.depth, limits.movetime, limits.nodes), (None, Some(5), None));
        assert_eq!(limits.clock.map(|clock| clock.left), Some(100));
    }

    #[test]
    fn with_nothing_but_bad_pairs_it_answers_at_once() {
        for line in ["depth", "movetime abc", "wibble", "nodes 1e6"] {
            assert_eq!(limits(line).movetime, Some(0), "{line}");
        }
        assert_eq!(limits(""), Limits::default());
    }

    #[test]
    fn negative_is_zero_and_too_large_is_the_largest() {
        assert_eq!(limits("wtime -50").clock.map(|clock| clock.left), Some(0));
        assert_eq!(limits("movetime 99999999999999999999999").movetime, Some(u64::MAX));
        assert_eq!(limits("depth 99999999999").depth, Some(u32::MAX));
    }

    #[test]
    fn each_player_has_his_own_clock_under_either_name() {
        let ours = limits("p1time 1000 p1inc 10 p2time 2000 p2inc 20 movestogo 3");
        assert_eq!(ours.clock, Some(Clock { left: 1000, increment: 10, moves_to_go: Some(3) }));
        assert_eq!(limits("wtime 1000 winc 10 btime 2000 binc 20 movestogo 3"), ours);
        assert_eq!(limits("btime 2000 binc 20").clock, None);
    }

    #[test]
    fn letters_name_the_seats_of_a_game_for_four() {
        let seats = ["Red", "Orange", "Green", "Blue"];
        let line = "rtime 1000 rinc 1 otime 2000 oinc 2 gtime 3000 ginc 3 btime 4000 binc 4 wtime 5000";
        let words = go(line).seated(&seats);
        assert_eq!(words.problems, ["go: wtime: no player of this game has this clock"]);
        for (seat, left) in [(0, 1000), (1, 2000), (2, 3000), (3, 4000)] {
            let Request::Go { limits, .. } = words.clone().request(Seat::new(seat)) else { panic!("a search") };
            let increment = left / 1000;
            assert_eq!(limits.clock, Some(Clock { left, increment, moves_to_go: None }), "{seat}");
        }
        assert_eq!(go("rtime 5").seated(&seats[..2]).problems, ["go: rtime: no player of this game has this clock"]);
    }

    #[test]
    fn limits_may_follow_searchmoves() {
        let Request::Go { limits, searchmoves, .. } = go("searchmoves a1b2 0000 depth 3").request(Seat::FIRST) else {
            panic!("a search");
        };
        assert_eq!(searchmoves, Some(vec!["a1b2".into(), "0000".into()]));
        assert_eq!(limits.depth, Some(3));
    }
}
