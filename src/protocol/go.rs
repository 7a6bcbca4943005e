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
    moves_to_go: Option<u64>,
    searchmoves: Option<Vec<String>>,
    ponder: bool,
    /// What was dropped, one message each.
    pub problems: Vec<String>,
}

#[derive(Clone, Copy)]
enum Word {
    Time(usize),
    Increment(usize),
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
        "p1time" | "wtime" => Word::Time(0),
        "p2time" | "btime" => Word::Time(1),
        "p3time" => Word::Time(2),
        "p4time" => Word::Time(3),
        "p1inc" | "winc" => Word::Increment(0),
        "p2inc" | "binc" => Word::Increment(1),
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
        _ => return None,
    })
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

    /// The request, for the seat to move.
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
        match go(line).request(Seat::FIRST) {
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
    fn limits_may_follow_searchmoves() {
        let Request::Go { limits, searchmoves, .. } = go("searchmoves a1b2 0000 depth 3").request(Seat::FIRST) else {
            panic!("a search");
        };
        assert_eq!(searchmoves, Some(vec!["a1b2".into(), "0000".into()]));
        assert_eq!(limits.depth, Some(3));
    }
}
