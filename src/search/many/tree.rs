//! Monte Carlo tree search with a max^n tree: each node keeps the mean points of all seats, each player goes where his own
//! are most or where little has been tried, and a new leaf is judged by the estimate.

use super::Watch;
use super::root::Root;
use crate::game::{Evaluator, Game, PerSeat, Seat};
use crate::search::Found;

/// How much a player tries moves that look promising and have been tried little, in hundredths of a point.
const CURIOSITY: f32 = 300.0;
/// How much less than its parent a move is taken to bring that has not been tried, in hundredths of a point.
const DOUBT: f32 = 15.0;
/// By how much more promise a move gets e times the share.
const WARMTH: f32 = 800.0;
/// A share of tries that is given to all moves alike.
const EVEN: f32 = 0.1;
/// Visits of a node that count it into the depth.
const FIRM: u32 = 8;
/// Tries between two reports at first; each report waits for as many more.
const FIRST_REPORT: u64 = 256;

struct Node<M> {
    mv: M,
    /// The seat that has made the move.
    mover: u8,
    visits: u32,
    prior: f32,
    /// Sums of points.
    sums: [f32; 4],
    first: u32,
    count: u16,
    /// Its moves have been listed; a finished game has none.
    expanded: bool,
}

struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    /// The most nodes; past them leaves are judged again and again.
    most: usize,
    /// Scratch.
    moves: Vec<G::Move>,
    promises: Vec<f32>,
    deepest: u32,
}

fn add<M>(node: &mut Node<M>, points: &PerSeat<i32>) {
    node.visits += 1;
    for (sum, &points) in node.sums.iter_mut().zip(&points.0) {
        *sum += points as f32;
    }
}

impl<G: Game> Tree<G> {
    fn push(&mut self, mv: G::Move, mover: Seat, prior: f32) {
        self.nodes.push(Node {
            mv,
            mover: mover.index() as u8,
            visits: 0,
            prior,
            sums: [0.0; 4],
            first: 0,
            count: 0,
            expanded: false,
        });
    }

    /// Lists the moves of a node with the share of tries that each is to get.
    fn expand<E: Evaluator<G>>(&mut self, index: usize, position: &G, evaluator: &E) {
        self.moves.clear();
        position.moves(&mut self.moves);
        self.promises.clear();
        let promise = |&mv: &G::Move| (evaluator.promise(position, mv) as f32 / WARMTH).min(4.0);
        self.promises.extend(self.moves.iter().map(promise));
        let most = self.promises.iter().copied().fold(f32::MIN, f32::max);
        self.promises.iter_mut().for_each(|promise| *promise = (*promise - most).exp());
        let total: f32 = self.promises.iter().sum();
        let even = EVEN / self.moves.len().max(1) as f32;
        let (first, count) = (self.nodes.len() as u32, self.moves.len() as u16);
        let turn = position.turn();
        for at in 0..self.moves.len() {
            self.push(self.moves[at], turn, (1.0 - EVEN) * self.promises[at] / total + even);
        }
        let node = &mut self.nodes[index];
        (node.first, node.count, node.expanded) = (first, count, true);
    }

    fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    /// The child to try next.
    fn choose(&self, index: usize) -> Option<usize> {
        let node = &self.nodes[index];
        let seat = usize::from(self.nodes.get(node.first as usize)?.mover & 3);
        let mean = node.sums[seat] / node.visits.max(1) as f32;
        let curiosity = CURIOSITY * (node.visits as f32 + 1.0).sqrt();
        let worth = |child: &Node<G::Move>| {
            let value = match child.visits {
                0 => mean - DOUBT,
                visits => child.sums[seat] / visits as f32,
            };
            value + curiosity * child.prior / (1 + child.visits) as f32
        };
        let mut best: Option<(f32, usize)> = None;
        for at in self.children(index) {
            let worth = worth(&self.nodes[at]);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The line that was tried most from a node on.
    fn line(&self, mut index: usize) -> (Vec<G::Move>, u32) {
        let (mut line, mut firm) = (Vec::new(), 0);
        loop {
            let best = self.children(index).max_by_key(|&at| (self.nodes[at].visits, std::cmp::Reverse(at)));
            let Some(best) = best.filter(|&at| self.nodes[at].visits > 0) else { return (line, firm) };
            line.push(self.nodes[best].mv);
            firm += u32::from(self.nodes[best].visits >= FIRM);
            index = best;
        }
    }
}

/// Searches until it is told to end.
pub(super) fn search<G: Game, E: Evaluator<G>>(
    watch: &mut Watch<'_, G, E>,
    mut root: Root<'_, G, E>,
    report: &mut dyn FnMut(&Found<G::Move>),
) -> Found<G::Move> {
    let evaluator = watch.task.evaluator;
    let position = watch.task.position;
    let deepest = watch.task.limits.depth.unwrap_or(u32::MAX).max(1);
    let most = (watch.task.hash.megabytes() << 20) / size_of::<Node<G::Move>>();
    let mut tree: Tree<G> = Tree { nodes: Vec::new(), most, moves: Vec::new(), promises: Vec::new(), deepest: 0 };
    tree.push(root.candidates[0].mv, position.turn(), 1.0);
    // The root's own moves, with the priors of all of them.
    tree.expand(0, position, evaluator);
    let wanted: Vec<usize> = {
        let place = |mv: G::Move| tree.children(0).find(|&at| tree.nodes[at].mv == mv).unwrap_or(1);
        root.candidates.iter().map(|candidate| place(candidate.mv)).collect()
    };
    for at in tree.children(0) {
        if !wanted.contains(&at) {
            // Left out: infinitely bad.
            tree.nodes[at].prior = f32::NEG_INFINITY;
        }
    }
    let mut depth = 0;
    let mut next_report = FIRST_REPORT;
    let mut path = Vec::new();
    while !watch.is_over() {
        try_one(&mut tree, watch, position, &mut path);
        if watch.nodes < next_report {
            continue;
        }
        next_report = watch.nodes + watch.nodes / 4 + 1;
        let (_, firm) = tree.line(0);
        let deeper = firm > depth;
        depth = depth.max(firm);
        if deeper {
            take_over(&tree, &mut root, &wanted, position.turn());
            let seldepth = tree.deepest;
            report(&root.found(watch, depth.min(deepest), seldepth));
        }
        if depth >= deepest || watch.is_late() {
            break;
        }
    }
    take_over(&tree, &mut root, &wanted, position.turn());
    let seldepth = tree.deepest;
    root.found(watch, depth.min(deepest), seldepth)
}

/// Follows the most promising line to its end, judges that, and remembers it on the way back.
fn try_one<G: Game, E: Evaluator<G>>(tree: &mut Tree<G>, watch: &Watch<'_, G, E>, start: &G, path: &mut Vec<usize>) {
    path.clear();
    path.push(0);
    let mut position = start.clone();
    let mut index = 0;
    while let Some(child) = tree.choose(index) {
        position.play(tree.nodes[child].mv);
        path.push(child);
        index = child;
        if tree.nodes[child].visits == 0 {
            break;
        }
        if !tree.nodes[child].expanded && tree.nodes.len() < tree.most && watch.ended(&position).is_none() {
            tree.expand(child, &position, watch.task.evaluator);
        }
    }
    tree.deepest = tree.deepest.max(path.len() as u32 - 1);
    let points = watch.judge(&position);
    path.iter().for_each(|&at| add(&mut tree.nodes[at], &points));
}

/// Puts what the tree has found into the root.
fn take_over<G: Game, E: Evaluator<G>>(tree: &Tree<G>, root: &mut Root<'_, G, E>, wanted: &[usize], turn: Seat) {
    for (candidate, &at) in root.candidates.iter_mut().zip(wanted) {
        let node = &tree.nodes[at];
        if node.visits == 0 {
            continue;
        }
        let mean = node.sums.map(|sum| (sum / node.visits as f32).round() as i32);
        candidate.points = PerSeat(mean);
        candidate.rank = (i64::from(node.visits) << 32) + i64::from(candidate.points[turn]);
        candidate.pv.truncate(1);
        candidate.pv.extend(tree.line(at).0);
    }
}
