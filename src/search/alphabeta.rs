//! Principal variation search with a hash table, killer moves and history.
//!
//! Where the evaluation allows it ([`Evaluator::SELECTIVE`]), quiet moves that come late in the order are searched less deep
//! first, and again in full when they turn out better than what there was. In checkers this visits a sixth to an eleventh of
//! the nodes for a depth of 15, and won 35 of 60 points against the search without it at 20,000 nodes a move. (Tried there
//! as well: captures without a choice that cost no depth, five to twenty times the nodes for a depth; pruning by the
//! estimate near the leaves, with reductions that begin earlier, 38 of 80 points.) In Yonmoque it visits an eighth of the nodes
//! for a depth of 7 from the start and wins as many games as without, 307½ of 600 points at equal nodes and 96 of 200 at 30 ms. Elsewhere
//! nothing is left out: a depth without a forced result proves that there is none within that many
//! plies; so it does with `go mate`. (Late move reductions were tried on Yonkoma: at 100 ms a move on 16x16 they reached depth 12.3
//! instead of 9.7 and kept no more values, 181 of 200 against 183.)
//!
//! Where an estimate would be worth nothing, in the middle of an exchange, the search goes on past the depth until the
//! position is stable.
//!
//! Near the root, positions that are the same by symmetry share an entry of the table: from the start of Yonmoque a depth of 6
//! to 8 takes a quarter of the nodes, elsewhere as many as before. Where much is searched below, moves are ordered with
//! foresight ([`Evaluator::foresight`]): in Yonmoque a quarter of the nodes less for 11 plies, and 150½ of 300 points against the
//! search without at equal nodes, 103½ of 200 at 30 ms. (Looking on by one or two plies while the other side threatens to win
//! was tried there: 143, 150½ and 147½ of 300 points.)
//!
//! A position whose exact value the evaluator knows is not searched. The forced result that comes of it may take
//! more plies than the depth; a deeper search may then find a quicker one, so it is settled at its own depth.
//!
//! Nor is one whose result an oracle knows. The length of that is not known: such a score stands between those of forced
//! results and all estimates, and is the better the sooner it is come to.
//!
//! A node is ours when its turn is the parent's: nothing here assumes that sides alternate. A skipped
//! turn costs no depth, since it does not count as a ply to the end.
//!
//! Draws by repetition and by length: see [`super::draws`].

use std::sync::atomic::Ordering::Relaxed;

use super::draws::{Path, Room};
use super::hash::{Bound, Entry, NO_MOVE};
use super::{Found, INFINITE, KNOWN, KNOWN_FROM, LIKELY, Line, MAX_DEPTH, PROVED, Shared, Task, WIN, is_settled};
use crate::game::{Evaluator, Game, Value, Verdict, value_of_move};

/// The longest path that is followed; past it a position is estimated.
const MAX_PLY: usize = 400;
/// From which depth on moves are looked at longer to order them.
const FORESEEN: i32 = 3;
/// How many plies from the root symmetric positions share an entry of the table, unless positions of the game make a
/// draw the next time that they come up: those are not symmetric.
const SYMMETRIC_PLIES: usize = 4;
/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// One thread's search.
pub(super) struct Searcher<'a, G: Game, E> {
    task: &'a Task<'a, G, E>,
    shared: &'a Shared,
    /// 0 is the thread that reports and keeps the limits; the others help through the hash table.
    number: usize,
    nodes: u64,
    /// How many of them the others know of.
    published: u64,
    /// Positions that the oracle knew, of which the others do not know yet.
    known: u64,
    seldepth: usize,
    aborted: bool,
    path: Path,
    stack: Vec<Frame<G>>,
    history: Vec<i32>,
}

/// What one ply of the path remembers.
struct Frame<G: Game> {
    moves: Vec<G::Move>,
    order: Vec<(i32, u16)>,
    killers: [Option<G::Move>; 2],
    pv: Vec<G::Move>,
}

impl<G: Game> Frame<G> {
    fn new() -> Self {
        Frame { moves: Vec::new(), order: Vec::new(), killers: [None; 2], pv: Vec::new() }
    }
}

/// A node's place in the tree.
#[derive(Clone, Copy)]
struct Place {
    /// Plies from the root, skipped turns included.
    ply: usize,
    /// Plies from the root that count towards the end.
    counted: i32,
}

fn to_hash(score: i32, counted: i32) -> i16 {
    let own = match score {
        s if s >= KNOWN_FROM => s + counted,
        s if s <= -KNOWN_FROM => s - counted,
        s => s,
    };
    own as i16
}

/// How many plies after its position a proved result of the table comes.
fn plies_of(score: i16) -> u32 {
    (WIN - i32::from(score).abs()).unsigned_abs()
}

fn from_hash(score: i16, counted: i32) -> i32 {
    match i32::from(score) {
        s if s >= KNOWN_FROM => s - counted,
        s if s <= -KNOWN_FROM => s + counted,
        s => s,
    }
}

impl<'a, G: Game, E: Evaluator<G>> Searcher<'a, G, E> {
    pub(super) fn new(task: &'a Task<'a, G, E>, shared: &'a Shared, number: usize) -> Self {
        Searcher {
            task,
            shared,
            number,
            nodes: 0,
            published: 0,
            known: 0,
            seldepth: 0,
            aborted: false,
            path: Path::new::<G>(task.position, task.earlier),
            stack: vec![Frame::new(), Frame::new()],
            history: vec![0; task.position.history_slots()],
        }
    }

    /// Searches deeper and deeper.
    pub(super) fn deepen(mut self, report: &mut dyn FnMut(&Found<G::Move>)) -> Found<G::Move> {
        let limits = self.task.limits;
        let deepest = [limits.depth, limits.mate].into_iter().flatten().min().unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        // Something legal to answer with, whatever happens.
        let mut root: Vec<Line<G::Move>> = self
            .task
            .moves
            .iter()
            .map(|&mv| Line { score: self.estimate_after(mv), points: None, pv: vec![mv] })
            .collect();
        root.sort_by_key(|line| -line.score);
        let wanted = self.task.lines.clamp(1, root.len());
        let mut best = self.found(0, &root[..wanted]);
        for depth in 1..=deepest {
            let searched = self.iteration(&mut root, depth + (self.number as u32 & 1), wanted);
            if self.aborted {
                // The first move was the best before; what was finished after it is better still.
                if wanted == 1 && searched > 0 {
                    best = self.found(best.depth.max(1), &root[..1]);
                }
                break;
            }
            best = self.found(depth, &root[..wanted]);
            report(&best);
            if best.lines.iter().all(|line| is_settled(line.score, depth)) || self.time_is_used_up() {
                break;
            }
        }
        if !self.aborted && self.number == 0 {
            self.settle_ties(&mut best);
        }
        self.publish_nodes();
        best.nodes = self.shared.nodes.load(Relaxed);
        best.time = self.shared.began.elapsed();
        best
    }

    /// Puts the earlier of moves with the same settled result first.
    fn settle_ties(&mut self, best: &mut Found<G::Move>) {
        if !best.lines.iter().all(|line| is_settled(line.score, best.depth)) {
            return;
        }
        let place = |line: &Line<G::Move>| self.task.moves.iter().position(|mv| *mv == line.pv[0]);
        best.lines.sort_by_key(|line| (-line.score, place(line)));
        if best.lines.len() > 1 {
            return;
        }
        let Line { score, pv, .. } = best.lines[0].clone();
        for &mv in self.task.moves.iter().take_while(|mv| **mv != pv[0]) {
            let found = self.root_move(mv, best.depth as i32, score - 1);
            if self.aborted {
                return;
            }
            if found == score {
                best.lines[0] = self.root_line(mv, score);
                return;
            }
        }
    }

    fn root_line(&self, mv: G::Move, score: i32) -> Line<G::Move> {
        let mut pv = vec![mv];
        pv.extend_from_slice(&self.stack[1].pv);
        Line { score, points: None, pv }
    }

    fn found(&self, depth: u32, lines: &[Line<G::Move>]) -> Found<G::Move> {
        Found {
            depth,
            seldepth: (self.seldepth as u32).max(depth),
            lines: lines.iter().map(|line| self.completed(line)).collect(),
            nodes: self.shared.nodes.load(Relaxed) + self.nodes - self.published,
            known: self.shared.known.load(Relaxed) + self.known,
            hashfull: self.task.hash.permille(),
            time: self.shared.began.elapsed(),
        }
    }

    /// A line with a forced result that ends where the evaluator knows the value, followed to the end.
    fn completed(&self, line: &Line<G::Move>) -> Line<G::Move> {
        let mut line = line.clone();
        if line.score.abs() >= PROVED {
            let mut position = line.pv.iter().fold(self.task.position.clone(), |position, &mv| position.after(mv));
            while let Some(mv) = self.known_best(&position) {
                line.pv.push(mv);
                position.play(mv);
            }
        }
        line
    }

    /// The best move where the evaluator knows the values after all moves.
    fn known_best(&self, position: &G) -> Option<G::Move> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut best = None;
        for mv in moves {
            let after = position.after(mv);
            let over = after.outcome().map(|outcome| outcome.value_for(after.turn()));
            let value = value_of_move(position, mv, &after, over.or_else(|| self.task.evaluator.known(&after))?);
            best = best.filter(|&(rank, _)| rank <= value.rank()).or(Some((value.rank(), mv)));
        }
        best.map(|(_, mv)| mv)
    }

    fn publish_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.published, Relaxed);
        self.published = self.nodes;
        self.shared.known.fetch_add(std::mem::take(&mut self.known), Relaxed);
    }

    /// One depth over all root moves; sorts them, those with an exact score first. Returns how many were finished.
    fn iteration(&mut self, root: &mut [Line<G::Move>], depth: u32, wanted: usize) -> usize {
        for searched in 0..root.len() {
            let mv = root[searched].pv[0];
            let floor = if searched < wanted { -INFINITE } else { root[wanted - 1].score };
            let score = self.root_move(mv, depth as i32, floor);
            if self.aborted {
                return searched;
            }
            if score > floor || searched < wanted {
                let line = self.root_line(mv, score);
                // Into its place among the lines found so far; the others keep their order.
                let place = root[..searched.min(wanted)].partition_point(|other| other.score >= score);
                root[place..=searched].rotate_right(1);
                root[place] = line;
            }
        }
        root.len()
    }

    fn root_move(&mut self, mv: G::Move, depth: i32, floor: i32) -> i32 {
        let position = self.task.position;
        let next = position.after(mv);
        let counted = i32::from(!G::is_skip(mv));
        let place = Place { ply: 1, counted };
        let same = next.turn() == position.turn();
        if floor > -INFINITE {
            let score = self.child(&next, same, depth - counted, floor, floor + 1, place);
            if self.aborted || score <= floor {
                return score;
            }
        }
        self.child(&next, same, depth - counted, floor, INFINITE, place)
    }

    fn child(&mut self, next: &G, same: bool, depth: i32, alpha: i32, beta: i32, place: Place) -> i32 {
        if same { self.node(next, depth, alpha, beta, place) } else { -self.node(next, depth, -beta, -alpha, place) }
    }

    fn estimate(&self, position: &G) -> i32 {
        self.task.evaluator.score(position)[position.turn()].clamp(1 - KNOWN_FROM, KNOWN_FROM - 1)
    }

    /// The score of a position whose exact value the evaluator knows.
    fn known(&self, position: &G, counted: i32) -> Option<i32> {
        match self.task.evaluator.known(position)? {
            Value::Win(Some(plies)) => Some(WIN - counted - i32::from(plies)),
            Value::Loss(Some(plies)) => Some(counted + i32::from(plies) - WIN),
            Value::Draw => Some(0),
            _ => None,
        }
    }

    /// The score of a position whose result the oracle knows.
    fn oracles_score(&mut self, position: &G, counted: i32) -> Option<i32> {
        let value = self.task.oracle.filter(|oracle| oracle.ready(position))?.probe(position)?;
        self.known += 1;
        let size = if self.path.is_clear(position) { KNOWN - counted } else { LIKELY - counted };
        Some(match value {
            Value::Win(_) => size,
            Value::Draw => 0,
            Value::Loss(_) => -size,
        })
    }

    fn estimate_after(&self, mv: G::Move) -> i32 {
        let before = self.task.position;
        let next = before.after(mv);
        let counted = i32::from(!G::is_skip(mv));
        let end = ended(&next, counted).filter(|_| self.task.evaluator.sees_end(&next));
        let score = end.unwrap_or_else(|| self.estimate(&next));
        if next.turn() == before.turn() { score } else { -score }
    }

    fn time_is_used_up(&self) -> bool {
        let forced = self.task.moves.len() == 1 && self.task.limits.clock.is_some();
        let soft = self.task.budget.is_some_and(|budget| self.task.stop.clock() >= budget.soft);
        self.number == 0 && !self.task.stop.is_pondering() && (forced || soft)
    }

    fn must_end(&mut self) -> bool {
        if self.number == 0 && self.task.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return true;
        }
        if !self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            return false;
        }
        self.publish_nodes();
        let stop = self.task.stop;
        let out_of_time = || self.task.budget.is_some_and(|b| !stop.is_pondering() && stop.clock() >= b.hard);
        stop.is_stopped()
            || self.shared.done.load(Relaxed)
            || (self.task.answered)()
            || (self.number == 0 && out_of_time())
    }

    /// The value of a position for the side to move in it, if it lies between `alpha` and `beta`;
    /// otherwise a bound beyond them.
    fn node(&mut self, position: &G, depth: i32, mut alpha: i32, mut beta: i32, place: Place) -> i32 {
        let Place { ply, counted } = place;
        // One for this node and one for those below it.
        while self.stack.len() <= ply + 1 {
            self.stack.push(Frame::new());
        }
        self.stack[ply].pv.clear();
        if self.must_end() {
            self.aborted = true;
            return 0;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let key = if G::REPETITION.is_some() { position.key() } else { 0 };
        if self.path.repeats(position, key) {
            return 0;
        }
        let end = ended(position, counted);
        if end.is_some() && !self.task.evaluator.sees_end(position) {
            return self.estimate(position);
        }
        if let Some(score) =
            end.or_else(|| self.known(position, counted)).or_else(|| self.oracles_score(position, counted))
        {
            return score;
        }
        // No result from here can be quicker than one ply.
        alpha = alpha.max(-WIN + counted + 1);
        beta = beta.min(WIN - counted - 1);
        if alpha >= beta {
            return alpha;
        }
        let exchange = || self.task.evaluator.follows_exchanges() && !position.is_stable();
        if (depth <= 0 && !exchange()) || ply >= MAX_PLY {
            return self.estimate(position);
        }
        let is_pv = beta - alpha > 1;
        let key = if G::REPETITION.is_some() { key } else { position.key() };
        let room = Room::of(position, depth);
        let shared = G::SYMMETRIC && E::SYMMETRIC && ply <= SYMMETRIC_PLIES && !self.path.is_ripe();
        let in_table = if shared { position.symmetric_key() } else { key };
        let slot = self.path.slot(in_table, room);
        let (entry, same_room) = match self.task.hash.get(slot) {
            // What is proved far from the draw may still hold here.
            None if room.is_near() => (self.task.hash.get(self.path.slot(in_table, Room::far())), false),
            entry => (entry, room.is_near()),
        };
        if let Some(entry) = entry {
            let score = from_hash(entry.score, counted);
            let holds = match score.abs() {
                PROVED.. => same_room || room.holds(plies_of(entry.score)),
                KNOWN_FROM.. => same_room || room.left() >= entry.room,
                _ => same_room || !room.is_near(),
            };
            let deep = i32::from(entry.depth) >= depth && !is_pv;
            let at_least = holds && entry.bound != Bound::Upper && (deep || score >= KNOWN_FROM);
            let at_most = holds && entry.bound != Bound::Lower && (deep || score <= -KNOWN_FROM);
            if (at_least && score >= beta) || (at_most && score <= alpha) || (at_least && at_most) {
                return score;
            }
        }
        self.path.push(key);
        let score = self.expand(position, depth, alpha, beta, place, entry.map_or(NO_MOVE, |entry| entry.index), slot);
        self.path.pop();
        score
    }

    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        position: &G,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        place: Place,
        hash_index: u16,
        key: u64,
    ) -> i32 {
        let Place { ply, counted } = place;
        let floor = alpha;
        let is_pv = beta - alpha > 1;
        self.order_moves(position, depth, ply, hash_index);
        let selective = E::SELECTIVE && self.task.limits.mate.is_none();
        let stable = position.is_stable();
        let (mut best, mut best_index) = (-INFINITE, NO_MOVE);
        for tried in 0..self.stack[ply].order.len() {
            let index = self.stack[ply].order[tried].1;
            let mv = self.stack[ply].moves[usize::from(index)];
            let next = position.after(mv);
            let plies = i32::from(!G::is_skip(mv));
            let below = Place { ply: ply + 1, counted: counted + plies };
            let same = next.turn() == position.turn();
            let rest = depth - plies;
            let reduction = if selective && stable { reduction(depth, tried, is_pv) } else { 0 };
            let mut score = alpha + 1;
            if reduction > 0 {
                score = self.child(&next, same, rest - reduction, alpha, alpha + 1, below);
            }
            if score > alpha && !self.aborted && (tried > 0 || !is_pv) {
                score = self.child(&next, same, rest, alpha, alpha + 1, below);
            }
            if score > alpha && is_pv && !self.aborted {
                score = self.child(&next, same, rest, alpha, beta, below);
            }
            if self.aborted {
                return 0;
            }
            if score > best {
                (best, best_index) = (score, index);
            }
            if score > alpha {
                alpha = score;
                let (upper, lower) = self.stack.split_at_mut(ply + 1);
                upper[ply].pv.clear();
                upper[ply].pv.push(mv);
                upper[ply].pv.extend_from_slice(&lower[0].pv);
            }
            if alpha >= beta {
                self.reward(position, mv, depth, ply);
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > floor => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            score: to_hash(best, counted),
            depth: depth.clamp(0, 255) as u8,
            bound,
            room: Room::of(position, depth).left(),
            index: if bound == Bound::Upper { hash_index } else { best_index },
        };
        self.task.hash.put(key, entry);
        best
    }

    /// Fills the frame with the legal moves, the most promising first.
    fn order_moves(&mut self, position: &G, depth: i32, ply: usize, hash_index: u16) {
        let frame = &mut self.stack[ply];
        frame.moves.clear();
        frame.order.clear();
        position.moves(&mut frame.moves);
        for (index, &mv) in (0u16..).zip(&frame.moves) {
            let worth = if index == hash_index {
                i32::MAX
            } else if frame.killers.contains(&Some(mv)) {
                1 << 28
            } else {
                let evaluator = self.task.evaluator;
                let foresight = if depth >= FORESEEN { evaluator.foresight(position, mv) } else { 0 };
                evaluator.promise(position, mv) + foresight + self.history[position.history_slot(mv)]
            };
            frame.order.push((worth, index));
        }
        frame.order.sort_unstable_by_key(|&(worth, index)| (std::cmp::Reverse(worth), index));
    }

    /// Remembers a move that refuted its parent.
    fn reward(&mut self, position: &G, mv: G::Move, depth: i32, ply: usize) {
        const MOST: i32 = 1 << 20;
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            killers[1] = killers[0].replace(mv);
        }
        let slot = &mut self.history[position.history_slot(mv)];
        *slot += depth * depth;
        if *slot > MOST {
            self.history.iter_mut().for_each(|worth| *worth /= 2);
        }
    }
}

/// How much less deep a move is searched at first that comes late in the order.
fn reduction(depth: i32, tried: usize, is_pv: bool) -> i32 {
    let late = if is_pv { 4 } else { 2 };
    match depth {
        _ if depth < 3 || tried < late => 0,
        _ if depth < 6 || tried < late + 2 => 1,
        _ => 2,
    }
}

/// The score of a finished game for the side to move.
fn ended<G: Game>(position: &G, counted: i32) -> Option<i32> {
    position.outcome().map(|outcome| match outcome.verdict {
        Verdict::Win(winner) if winner == position.turn() => WIN - counted,
        Verdict::Win(_) => -WIN + counted,
        Verdict::Draw | Verdict::Scores(_) => 0,
    })
}
