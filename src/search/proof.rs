//! Forced results within a number of plies, proved or refuted: `go mate`, in games whose evaluation sees a win at once
//! ([`Evaluator::PROVES`]).
//!
//! The question is never how good a position is, only whether the *attacker* wins from it within so many plies whatever the
//! *defender* does. One question follows the other: does the side to move win within 1 ply, does it lose within 2, does it win
//! within 3, and so on; so the first yes is the shortest way, and a no to all is a proof that there is none.
//!
//! - The last ply is not searched: [`Evaluator::wins_at_once`] answers for the attacker, and for a defender who wins first.
//! - Before the last two plies, a defender who can wait ([`Evaluator::can_wait`]) is safe unless the attacker already
//!   threatens to win at once.
//! - The table keeps answers under the key that symmetric positions share ([`Game::symmetric_key`]). A yes holds for more
//!   plies too, a no for fewer.
//!
//! **Draws.** Whoever wins within a number of plies gets nearer with each move, so no position comes twice on the way, and
//! what came before matters only where a position of the game makes a draw the next time that it comes up. Such positions
//! are no win, and answers found while there are any are kept apart, without symmetry. A limit on the length of the game
//! bounds the number of plies that is asked about.

use std::time::{Duration, Instant};

use super::draws::{ripe, salt};
use super::hash::{Bound, Entry, NO_MOVE};
use super::{MAX_DEPTH, Task};
use crate::game::{Evaluator, Game, Seat, Value, Verdict};

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 512;
/// The fewest plies for which the table is asked.
const PLIES_IN_TABLE: u32 = 3;
/// What tells the table's answers apart from scores, and the attackers from each other.
const SALT: [u64; 2] = [0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b];

/// What a proof has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The forced result for the side to move, if there is one within the plies.
    pub value: Option<Value>,
    /// The line of shortest win and longest resistance, where there is a result.
    pub line: Vec<M>,
    /// All questions up to so many plies are answered.
    pub plies: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since it began.
    pub time: Duration,
}

/// One question at a time.
struct Prover<'a, 'b, G: Game, E> {
    task: &'a Task<'b, G, E>,
    attacker: Seat,
    /// The keys of the positions that make a draw the next time that they come up.
    ripe: Vec<u64>,
    nodes: u64,
    aborted: bool,
    frames: Vec<Frame<G>>,
    history: Vec<u32>,
}

/// What one ply remembers.
struct Frame<G: Game> {
    moves: Vec<G::Move>,
    /// Moves that answered the question here before.
    killers: [Option<G::Move>; 2],
}

/// Answers the questions up to `within` plies, or until a limit of the task is met; `report` is told of each.
pub fn prove<G: Game, E: Evaluator<G>>(
    task: &Task<'_, G, E>,
    within: u32,
    report: &mut dyn FnMut(&Proof<G::Move>),
) -> Proof<G::Move> {
    task.hash.age();
    let began = Instant::now();
    let within = task.position.plies_to_draw().map_or(within, |left| left.min(within)).min(MAX_DEPTH);
    let mut prover = Prover::new(task, within);
    let mut proof = Proof { value: None, line: Vec::new(), plies: 0, nodes: 0, time: Duration::ZERO };
    for plies in 1..=within {
        let answer = prover.answer(plies);
        proof.nodes = prover.nodes;
        proof.time = began.elapsed();
        if prover.aborted {
            break;
        }
        proof.plies = plies;
        if let Some((value, line)) = answer {
            proof.value = Some(value);
            proof.line = line;
            break;
        }
        report(&proof);
    }
    proof
}

impl<'a, 'b, G: Game, E: Evaluator<G>> Prover<'a, 'b, G, E> {
    fn new(task: &'a Task<'b, G, E>, within: u32) -> Self {
        let mut keys = task.earlier.to_vec();
        keys.push(task.position.key());
        let frame = || Frame { moves: Vec::new(), killers: [None; 2] };
        Prover {
            task,
            attacker: task.position.turn(),
            ripe: G::REPETITION.map_or(Vec::new(), |often| ripe(&keys, often)),
            nodes: 0,
            aborted: false,
            frames: (0..=within + 1).map(|_| frame()).collect(),
            history: vec![0; task.position.history_slots()],
        }
    }

    /// The forced result of exactly so many plies, if there is none of fewer.
    fn answer(&mut self, plies: u32) -> Option<(Value, Vec<G::Move>)> {
        let (root, moves) = (self.task.position, self.task.moves);
        let wins = plies % 2 == 1;
        self.attacker = if wins { root.turn() } else { root.turn().other() };
        let best = if wins {
            moves.iter().find(|mv| self.falls(&root.after(**mv), plies - 1, 0))
        } else if moves.iter().all(|mv| self.conquers(&root.after(*mv), plies - 1, 0)) {
            // The first that holds out longest.
            moves.iter().find(|mv| plies < 4 || !self.conquers(&root.after(**mv), plies - 3, 0))
        } else {
            None
        };
        if self.aborted {
            return None;
        }
        let mut line = vec![*best?];
        self.follow(&root.after(line[0]), plies - 1, &mut line);
        let value = if wins { Value::Win(Some(plies as u16)) } else { Value::Loss(Some(plies as u16)) };
        Some((value, line))
    }

    /// The rest of the line: what wins fastest, and what holds out longest.
    fn follow(&mut self, position: &G, plies: u32, line: &mut Vec<G::Move>) {
        if plies == 0 || position.outcome().is_some() {
            return;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let attacks = position.turn() == self.attacker;
        let next = moves.into_iter().find(|&mv| {
            let after = position.after(mv);
            match attacks {
                true => self.falls(&after, plies - 1, 0),
                false => plies < 4 || !self.conquers(&after, plies - 3, 0),
            }
        });
        if let Some(mv) = next.filter(|_| !self.aborted) {
            line.push(mv);
            self.follow(&position.after(mv), plies - 1, line);
        }
    }

    fn must_end(&mut self) -> bool {
        if self.task.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.aborted = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            let stop = self.task.stop;
            let late = self.task.budget.is_some_and(|budget| !stop.is_pondering() && stop.clock() >= budget.hard);
            self.aborted |= stop.is_stopped() || late;
        }
        self.aborted
    }

    /// How the game ended for the attacker, or that a position of the game makes a draw here.
    fn ended(&self, position: &G) -> Option<bool> {
        match position.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Win(winner)) => Some(winner == self.attacker),
            Some(_) => Some(false),
            None => (!self.ripe.is_empty() && self.ripe.contains(&position.key())).then_some(false),
        }
    }

    fn slot(&self, position: &G) -> u64 {
        let attacker = SALT[self.attacker.index() & 1];
        match self.ripe.as_slice() {
            [] => position.symmetric_key() ^ attacker,
            ripe => position.key() ^ salt(ripe) ^ attacker,
        }
    }

    fn remembered(&self, slot: u64, plies: u32) -> Option<bool> {
        let entry = self.task.hash.get(slot)?;
        match entry.bound {
            Bound::Lower if u32::from(entry.depth) <= plies => Some(true),
            Bound::Upper if u32::from(entry.depth) >= plies => Some(false),
            _ => None,
        }
    }

    fn remember(&self, slot: u64, plies: u32, yes: bool) {
        let bound = if yes { Bound::Lower } else { Bound::Upper };
        let depth = plies.min(u8::MAX.into()) as u8;
        self.task.hash.put(slot, Entry { score: 0, depth, bound, room: u8::MAX, index: NO_MOVE });
    }

    /// True when the attacker, who is to move, wins within so many plies: an odd number.
    fn conquers(&mut self, position: &G, plies: u32, ply: usize) -> bool {
        if self.must_end() {
            return false;
        }
        if let Some(ended) = self.ended(position) {
            return ended;
        }
        let at_once = self.task.evaluator.wins_at_once(position, self.attacker);
        if at_once || plies < 3 {
            return at_once;
        }
        let slot = self.slot(position);
        if let Some(answer) = self.remembered(slot, plies) {
            return answer;
        }
        let found = self.any(position, ply, |own, next| own.falls(next, plies - 1, ply + 1));
        if !self.aborted {
            self.remember(slot, plies, found);
        }
        found
    }

    /// True when the defender, who is to move, loses within so many plies: an even number.
    fn falls(&mut self, position: &G, plies: u32, ply: usize) -> bool {
        if self.must_end() {
            return false;
        }
        if let Some(ended) = self.ended(position) {
            return ended;
        }
        let evaluator = self.task.evaluator;
        if plies < 2 || evaluator.wins_at_once(position, self.attacker.other()) {
            return false;
        }
        if plies == 2 && !evaluator.wins_at_once(position, self.attacker) && evaluator.can_wait(position) {
            return false;
        }
        let kept = plies >= PLIES_IN_TABLE;
        let slot = if kept { self.slot(position) } else { 0 };
        if let Some(answer) = kept.then(|| self.remembered(slot, plies)).flatten() {
            return answer;
        }
        let escapes = self.any(position, ply, |own, next| !own.conquers(next, plies - 1, ply + 1) && !own.aborted);
        if kept && !self.aborted {
            self.remember(slot, plies, !escapes);
        }
        !escapes
    }

    /// True when some move leads to a position of which `answers` is true: first what answered before.
    fn any(&mut self, position: &G, ply: usize, mut answers: impl FnMut(&mut Self, &G) -> bool) -> bool {
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        position.moves(&mut moves);
        let killers = self.frames[ply].killers;
        let worth = |mv: &G::Move| match killers.iter().position(|killer| *killer == Some(*mv)) {
            Some(place) => u32::MAX - place as u32,
            None => self.history[position.history_slot(*mv)],
        };
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(worth(mv)));
        let mut found = None;
        for &mv in &moves {
            if answers(self, &position.after(mv)) {
                found = Some(mv);
                break;
            }
            if self.aborted {
                break;
            }
        }
        self.frames[ply].moves = moves;
        if let Some(mv) = found {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                killers[1] = killers[0].replace(mv);
            }
            let worth = &mut self.history[position.history_slot(mv)];
            *worth = worth.saturating_add(1);
        }
        found.is_some()
    }
}
