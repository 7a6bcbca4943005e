//! Deeper and deeper over all moves: max^n, and alpha-beta for paranoid and best reply.
//!
//! Where one player stands against all others a value is the points of the one who searches, in sixteenths of hundredths,
//! so that estimates that are equal in hundredths can be told apart by nothing else; a result that all others together
//! cannot hinder stands above all estimates.

use super::root::Root;
use super::{Method, Watch};
use crate::game::{Evaluator, Game, PerSeat, Seat};
use crate::search::hash::{Bound, Entry, NO_MOVE};
use crate::search::{Found, INFINITE, PROVED, WIN};

/// Parts of a hundredth of a point.
const PARTS: i32 = 16;
/// The longest path.
const MAX_PLY: usize = 128;

struct Searcher<'w, 't, G: Game, E> {
    method: Method,
    watch: &'w mut Watch<'t, G, E>,
    us: Seat,
    seldepth: usize,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<G::Move>>,
    pv: Vec<Vec<G::Move>>,
}

/// Where a node stands in its round of turns.
#[derive(Clone, Copy)]
struct Place {
    ply: usize,
    /// One of the others may still play a searched move before our next turn.
    reply: bool,
}

/// Searches until it is told to end.
pub(super) fn search<G: Game, E: Evaluator<G>>(
    method: Method,
    watch: &mut Watch<'_, G, E>,
    mut root: Root<'_, G, E>,
    report: &mut dyn FnMut(&Found<G::Move>),
) -> Found<G::Move> {
    let limits = watch.task.limits;
    let most = MAX_PLY as u32 - 8;
    let deepest = [limits.depth, limits.mate].into_iter().flatten().min().unwrap_or(most).clamp(1, most);
    let us = watch.task.position.turn();
    watch.task.hash.age();
    let pv = vec![Vec::new(); MAX_PLY + 2];
    let mut searcher = Searcher { method, watch, us, seldepth: 0, spare: Vec::new(), pv };
    let mut finished = 0;
    let mut found = root.found(searcher.watch, 0, 0);
    for depth in 1..=deepest {
        let any = searcher.iteration(&mut root, depth);
        let whole = !searcher.watch.ended;
        // Several lines that are half of one depth and half of another cannot be held against each other.
        if any && (whole || root.lines() == 1) {
            finished = if whole { depth } else { finished.max(1) };
            found = root.found(searcher.watch, finished, searcher.seldepth as u32);
        }
        if !whole {
            break;
        }
        report(&found);
        let settled = found.lines.iter().all(|line| line.score.abs() >= PROVED);
        if settled || searcher.watch.is_late() {
            break;
        }
    }
    found
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, '_, G, E> {
    /// One depth over the moves of the root, the best so far first; true when any was finished.
    fn iteration(&mut self, root: &mut Root<'_, G, E>, depth: u32) -> bool {
        root.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.rank));
        let lines = root.lines();
        let mut best: Vec<i32> = Vec::new();
        for searched in 0..root.candidates.len() {
            let floor = if best.len() < lines { -INFINITE } else { best[lines - 1] };
            let after = root.candidates[searched].after.clone();
            let (value, points) = if self.method == Method::MaxN {
                let points = self.max_n(&after, depth as i32 - 1, 1);
                (PARTS * points[self.us], points)
            } else {
                let value = self.node(&after, depth as i32 - 1, floor, INFINITE, Place { ply: 1, reply: true });
                (value, PerSeat::default())
            };
            if self.watch.ended {
                return searched > 0;
            }
            let candidate = &mut root.candidates[searched];
            candidate.rank = (i64::from(depth) << 32) + i64::from(value);
            // What the forecast has proved stays so.
            candidate.proved = (value >= PROVED).then_some(WIN - value).into_iter().chain(candidate.proved).min();
            candidate.points = points;
            if value > floor {
                candidate.pv.truncate(1);
                candidate.pv.extend_from_slice(&self.pv[1]);
            }
            if self.method != Method::MaxN {
                // What the others get is judged at the end of the line.
                let end = candidate.pv.iter().fold(self.watch.task.position.clone(), |end, &mv| end.after(mv));
                candidate.points = self.watch.judge(&end);
                candidate.points[self.us] = value.clamp(0, 100 * PARTS * G::SEATS.len() as i32) / PARTS;
            }
            let place = best.partition_point(|&other| other >= value);
            best.insert(place, value);
        }
        true
    }

    /// Puts a move before the line that follows it.
    fn lengthen(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The value of a finished game.
    fn end(&self, points: &PerSeat<i32>, ply: usize) -> i32 {
        let all = 100 * (G::SEATS.len() as i32 - 1);
        // Who has won wants it soon, who is out wants it late.
        if points[self.us] >= all { WIN - ply as i32 } else { PARTS * points[self.us] + ply as i32 / 8 }
    }

    /// The move that looks best.
    fn most_promising(&mut self, position: &G) -> G::Move {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.moves(&mut moves);
        let evaluator = self.watch.task.evaluator;
        let mut best = (i32::MIN, moves[0]);
        for &mv in &moves {
            let promise = evaluator.promise(position, mv);
            if promise > best.0 {
                best = (promise, mv);
            }
        }
        moves.clear();
        self.spare.push(moves);
        best.1
    }

    /// All legal moves, the most promising first.
    fn ordered(&mut self, position: &G, first: u16) -> Vec<(i32, u16, G::Move)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        position.moves(&mut moves);
        let evaluator = self.watch.task.evaluator;
        let mut order: Vec<(i32, u16, G::Move)> =
            (0u16..).zip(&moves).map(|(index, &mv)| (evaluator.promise(position, mv), index, mv)).collect();
        order.sort_unstable_by_key(|&(promise, index, _)| (index != first, std::cmp::Reverse(promise), index));
        moves.clear();
        self.spare.push(moves);
        order
    }

    /// The value of a position for us, if it lies between `alpha` and `beta`; otherwise a bound beyond them.
    fn node(&mut self, position: &G, depth: i32, mut alpha: i32, mut beta: i32, place: Place) -> i32 {
        let Place { ply, reply } = place;
        self.pv[ply].clear();
        if self.watch.is_over() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if position.outcome().is_some() && !self.watch.task.evaluator.sees_end(position) {
            return PARTS * self.watch.task.evaluator.score(position)[self.us];
        }
        if let Some(points) = self.watch.ended(position) {
            return self.end(&points, ply);
        }
        if let Some(points) = position.points_of(self.us) {
            let mut all = PerSeat::default();
            all[self.us] = 100 * i32::from(points);
            return self.end(&all, ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return PARTS * self.watch.task.evaluator.score(position)[self.us];
        }
        let ours = position.turn() == self.us;
        let best_reply = self.method == Method::BestReply && !ours;
        if best_reply && !reply {
            let mv = self.most_promising(position);
            let value = self.node(&position.after(mv), depth, alpha, beta, Place { ply: ply + 1, reply });
            self.lengthen(ply, mv);
            return value;
        }
        let key = position.key() ^ (self.us.index() as u64 + 1 + 8 * self.method as u64 + 64 * u64::from(reply)) << 40;
        let entry = self.watch.task.hash.get(key);
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) >= depth && beta - alpha <= 1) {
            let score = i32::from(entry.score);
            let (at_least, at_most) = (entry.bound != Bound::Upper, entry.bound != Bound::Lower);
            if score.abs() < PROVED && (at_least && score >= beta || at_most && score <= alpha) {
                return score;
            }
        }
        let order = self.ordered(position, entry.map_or(NO_MOVE, |entry| entry.index));
        // The move of one who plays no searched reply.
        let special = order.iter().max_by_key(|&&(promise, index, _)| (promise, std::cmp::Reverse(index)));
        let special = special.map(|&(.., mv)| mv).filter(|_| best_reply);
        let (start_alpha, start_beta) = (alpha, beta);
        let (mut best, mut best_index) = (if ours { -INFINITE } else { INFINITE }, NO_MOVE);
        for (tried, &(_, index, mv)) in order.iter().enumerate() {
            let next = position.after(mv);
            let mut value =
                self.child(&next, depth - 1, alpha, beta, Place { ply: ply + 1, reply: ours }, tried > 0, ours);
            // The reply may also be left to one who comes later.
            if special == Some(mv) && next.turn() != self.us && value > alpha && !self.watch.ended {
                let kept = std::mem::take(&mut self.pv[ply + 1]);
                let left = self.node(&next, depth, alpha, beta.min(value), Place { ply: ply + 1, reply: true });
                if left < value {
                    value = left;
                } else {
                    self.pv[ply + 1] = kept;
                }
            }
            if self.watch.ended {
                return 0;
            }
            if ours && value > best || !ours && value < best {
                (best, best_index) = (value, index);
                if value > start_alpha && value < start_beta {
                    self.lengthen(ply, mv);
                }
            }
            if ours {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            best if best >= start_beta => Bound::Lower,
            best if best <= start_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = best.clamp(-WIN, WIN) as i16;
        self.watch
            .task
            .hash
            .put(key, Entry { score, depth: depth.clamp(0, 255) as u8, bound, room: u8::MAX, index: best_index });
        best
    }

    /// A move after the first is held against a window of one, and searched in full if it is better.
    #[allow(clippy::too_many_arguments)]
    fn child(&mut self, next: &G, depth: i32, alpha: i32, beta: i32, place: Place, later: bool, ours: bool) -> i32 {
        if later && beta - alpha > 1 {
            let (low, high) = if ours { (alpha, alpha + 1) } else { (beta - 1, beta) };
            let value = self.node(next, depth, low, high, place);
            if self.watch.ended || ours && value <= alpha || !ours && value >= beta {
                return value;
            }
        }
        self.node(next, depth, alpha, beta, place)
    }

    /// The points of a position when each plays for his own.
    fn max_n(&mut self, position: &G, depth: i32, ply: usize) -> PerSeat<i32> {
        self.pv[ply].clear();
        if self.watch.is_over() {
            return PerSeat::default();
        }
        self.seldepth = self.seldepth.max(ply);
        if depth <= 0 || ply >= MAX_PLY {
            return self.watch.judge(position);
        }
        if let Some(points) = self.watch.ended(position) {
            return points;
        }
        let (turn, all) = (position.turn(), 100 * (G::SEATS.len() as i32 - 1));
        let mut best: Option<PerSeat<i32>> = None;
        for (_, _, mv) in self.ordered(position, NO_MOVE) {
            let points = self.max_n(&position.after(mv), depth - 1, ply + 1);
            if self.watch.ended {
                return points;
            }
            if best.is_none_or(|best| points[turn] > best[turn]) {
                best = Some(points);
                self.lengthen(ply, mv);
                if points[turn] >= all {
                    break;
                }
            }
        }
        best.unwrap_or_default()
    }
}
