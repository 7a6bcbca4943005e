//! Yonkoma on a plane without edges, solved for all positions that are not too spread out.
//!
//! Seen along the diagonals the game falls apart. With `u = file + rank` and `v = file - rank` a move
//! changes one of the two by an even number, and the distance between two squares is half of
//! `|du| + |dv|`. So a move along `u` is legal when it lowers the sum of the `u`-distances to the two
//! enemies, or keeps it and raises the `u`-distance to the partner: what `v` is does not matter. The axes
//! meet in two places only: a checker cannot pass its partner when they share the other coordinate, and
//! the edges of the board. Without edges, a position is two *axes*, each four numbers up to a shift, and the
//! values of all pairs of axes make a table of a megabyte or two.
//!
//! No move raises the sum of the distances on an axis, so the axes with a sum up to [`WIDEST`] are closed under moves.
//! Axes with the same followers are one *class*, and the table has a row for each class.
//!
//! A position that cannot reach the edge has the value of the plane. For the others it is a good guess:
//! of random positions on 16x16 it has the winner of 88 %, and of those up to ten plies later 94 %.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Yonkoma;
use crate::board::Square;
use crate::game::{Game, Seat, Value};

/// The largest sum of the four red-blue distances on an axis that the table holds.
const WIDEST: i32 = 48;
/// The largest distance between two checkers on such an axis, now or later.
const REACH: i32 = WIDEST / 2;
/// A finished position for the side to move, which has won. In general a win is this less its plies, and a loss is a
/// win of the other side, negated.
const WON: i8 = i8::MAX;

/// The coordinates of the checkers along one diagonal direction, of each seat the smaller first. The two seats' are
/// of different parity.
type Axis = [[i32; 2]; 2];

/// What is known of an axis.
#[derive(Clone, Copy)]
struct Shape {
    class: u16,
    /// The smallest and largest coordinate that each seat's checkers, the one with the smaller coordinate
    /// first, can reach, counted from red's smaller one.
    reach: [[[i8; 2]; 2]; 2],
}

/// Where moves along an axis lead.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Followers {
    /// Whether each seat's checkers share the coordinate, so that they block each other on the other axis.
    shared: [bool; 2],
    /// For each seat, when its checkers do not block each other and when they do, the classes.
    classes: [[Vec<u16>; 2]; 2],
}

static PLANE: OnceLock<Plane> = OnceLock::new();

/// The solved plane.
pub struct Plane {
    /// By the index of an axis.
    shapes: Vec<Option<Shape>>,
    classes: usize,
    /// For each seat to move, by the classes of the two axes.
    values: [Vec<i8>; 2],
}

fn ordered(a: i32, b: i32) -> [i32; 2] {
    [a.min(b), a.max(b)]
}

fn sum_to(at: i32, enemy: [i32; 2]) -> i32 {
    (at - enemy[0]).abs() + (at - enemy[1]).abs()
}

fn sum([red, blue]: Axis) -> i32 {
    sum_to(red[0], blue) + sum_to(red[1], blue)
}

/// The coordinates of both seats along both diagonal directions.
fn axes(position: &Yonkoma) -> [Axis; 2] {
    let pairs = [0, 1].map(|seat| position.checkers(Seat::new(seat)));
    let along = |number: fn(Square) -> i32| pairs.map(|[a, b]| ordered(number(a), number(b)));
    [along(|s| i32::from(s.file) + i32::from(s.rank)), along(|s| i32::from(s.file) - i32::from(s.rank))]
}

/// The index of an axis, if it is narrow enough. Equal up to a shift means equal index.
fn index([red, blue]: Axis) -> Option<usize> {
    let gap = (red[1] - red[0]) / 2;
    let [low, high] = blue.map(|at| (at - red[0] + REACH - 1) / 2);
    let fits = gap <= REACH / 2 && blue[0] - red[0] > -REACH && blue[1] - red[0] < REACH;
    fits.then(|| ((gap * REACH + low) * REACH + high) as usize)
}

/// All axes of the table with red's smaller coordinate 0, each after all that follow it.
fn all_axes() -> Vec<Axis> {
    let odd = || (1 - REACH..REACH).step_by(2);
    let mut axes: Vec<Axis> = (0..=REACH)
        .step_by(2)
        .flat_map(|gap| odd().flat_map(move |low| odd().map(move |high| [[0, gap], [low, high]])))
        .filter(|&axis| axis[1][0] <= axis[1][1] && sum(axis) <= WIDEST)
        .collect();
    axes.sort_by_key(|&axis| (sum(axis), axis.map(|[low, high]| low - high).iter().sum::<i32>()));
    axes
}

/// Calls `found` for every move along an axis with the new coordinates of `own`, which stay in their places.
fn moves(own: [i32; 2], enemy: [i32; 2], blocked: bool, mut found: impl FnMut([i32; 2])) {
    for which in 0..2 {
        let (from, partner) = (own[which], own[1 - which]);
        for step in [-2, 2] {
            let mut to = from + step;
            while sum_to(to, enemy) <= sum_to(from, enemy) && !(blocked && to == partner) {
                if sum_to(to, enemy) < sum_to(from, enemy) || (to - partner).abs() > (from - partner).abs() {
                    found(if which == 0 { [to, partner] } else { [partner, to] });
                }
                to += step;
            }
        }
    }
}

/// Calls `found` with every axis that a move of `seat` leads to, and whether its checkers change places.
fn follow(axis: Axis, seat: usize, blocked: bool, mut found: impl FnMut(Axis, bool)) {
    moves(axis[seat], axis[1 - seat], blocked, |own| {
        let mut next = axis;
        next[seat] = ordered(own[0], own[1]);
        found(next, own[0] > own[1]);
    });
}

impl Plane {
    /// The table, which is made at the first call, within some hundredths of a second.
    pub fn get() -> &'static Plane {
        PLANE.get_or_init(Plane::solve)
    }

    /// The table, if it is made.
    pub fn ready() -> Option<&'static Plane> {
        PLANE.get()
    }

    fn solve() -> Plane {
        let mut shapes = vec![None; ((REACH / 2 + 1) * REACH * REACH) as usize];
        let mut numbers = HashMap::new();
        let mut followers = Vec::new();
        for axis in all_axes() {
            let own = followers_of(axis, &shapes);
            let class = *numbers.entry(own.clone()).or_insert(followers.len() as u16);
            if usize::from(class) == followers.len() {
                followers.push(own);
            }
            let shape = Shape { class, reach: reach_of(axis, &shapes) };
            if let Some(index) = index(axis) {
                shapes[index] = Some(shape);
            }
        }
        let classes = followers.len();
        let mut plane = Plane { shapes, classes, values: [vec![0; classes * classes], vec![0; classes * classes]] };
        for i in 0..classes {
            for j in 0..=i {
                let values = plane.value_of(i, j, &followers);
                for (table, value) in plane.values.iter_mut().zip(values) {
                    table[i * classes + j] = value;
                    table[j * classes + i] = value;
                }
            }
        }
        plane
    }

    /// The values of a pair of classes for each seat to move, from those of the positions that follow.
    fn value_of(&self, i: usize, j: usize, followers: &[Followers]) -> [i8; 2] {
        let (one, two) = (&followers[i], &followers[j]);
        let best = [0, 1].map(|seat| {
            let row = |class: usize| &self.values[1 - seat][class * self.classes..][..self.classes];
            let first = one.classes[seat][usize::from(two.shared[seat])].iter().map(|&next| row(j)[usize::from(next)]);
            let second = two.classes[seat][usize::from(one.shared[seat])].iter().map(|&next| row(i)[usize::from(next)]);
            // What is good for the other side is bad for this one, and one ply has passed.
            first.chain(second).min().map(|worst| worst.signum() - worst)
        });
        // A side without a move is skipped; when neither has one, the game is over.
        match best {
            [Some(red), Some(blue)] => [red, blue],
            [Some(red), None] => [red, -red],
            [None, Some(blue)] => [-blue, blue],
            [None, None] => [WON, WON],
        }
    }

    fn shape(&self, axis: Axis) -> Option<Shape> {
        self.shapes[index(axis)?]
    }

    /// The value for the side to move if the board had no edges, then what it would be with the turn passed to
    /// the other side; `None` when the checkers are too far apart.
    pub fn guess(&self, position: &Yonkoma) -> Option<[Value; 2]> {
        let [one, two] = axes(position).map(|axis| self.shape(axis));
        let place = usize::from(one?.class) * self.classes + usize::from(two?.class);
        Some([position.turn(), position.turn().other()].map(|seat| decode(self.values[seat.index()][place])))
    }

    /// The value for the side to move, if no move from now on can meet an edge.
    pub fn known(&self, position: &Yonkoma) -> Option<Value> {
        let [u, v] = axes(position);
        let (one, two) = (self.shape(u)?, self.shape(v)?);
        let inside = (0..2).all(|seat| {
            // The one with the smaller `u` has the larger `v` when `du * dv`, or `df * df - dr * dr`, is negative.
            let [a, b] = position.checkers(Seat::new(seat));
            let crossed = usize::from(a.file.abs_diff(b.file) < a.rank.abs_diff(b.rank));
            let fits_reach =
                |which| fits(position.size(), reach(u, one, seat, which), reach(v, two, seat, which ^ crossed));
            (0..2).all(fits_reach)
        });
        let place = usize::from(one.class) * self.classes + usize::from(two.class);
        inside.then(|| decode(self.values[position.turn().index()][place]))
    }
}

fn decode(value: i8) -> Value {
    let plies = Some((WON - value.abs()).unsigned_abs().into());
    if value > 0 { Value::Win(plies) } else { Value::Loss(plies) }
}

fn followers_of(axis: Axis, shapes: &[Option<Shape>]) -> Followers {
    let classes = |seat, blocked| {
        let mut classes = Vec::new();
        follow(axis, seat, blocked, |next, _| {
            classes.extend(index(next).and_then(|index| shapes[index]).map(|shape| shape.class));
        });
        classes.sort_unstable();
        classes.dedup();
        classes
    };
    Followers {
        shared: axis.map(|[low, high]| low == high),
        classes: [0, 1].map(|seat| [classes(seat, false), classes(seat, true)]),
    }
}

/// The coordinates that each checker can reach on an axis on which red's smaller coordinate is 0.
fn reach_of(axis: Axis, shapes: &[Option<Shape>]) -> [[[i8; 2]; 2]; 2] {
    let mut widest = axis.map(|pair| pair.map(|at| [at as i8; 2]));
    for seat in 0..2 {
        follow(axis, seat, false, |next, swapped| {
            let Some(shape) = index(next).and_then(|index| shapes[index]) else { return };
            for (other, which) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let [low, high] = reach(next, shape, other, which ^ usize::from(swapped && other == seat));
                let wide = &mut widest[other][which];
                *wide = [wide[0].min(low as i8), wide[1].max(high as i8)];
            }
        });
    }
    widest
}

/// The smallest and largest coordinate that a checker can reach on this axis.
fn reach(axis: Axis, shape: Shape, seat: usize, which: usize) -> [i32; 2] {
    shape.reach[seat][which].map(|at| i32::from(at) + axis[0][0])
}

/// True when a rectangle, given by its bounds along the two diagonals, lies on the board.
fn fits(size: u8, u: [i32; 2], v: [i32; 2]) -> bool {
    let most = 2 * (i32::from(size) - 1);
    u[0] + v[0] >= 0 && u[1] + v[1] <= most && u[0] - v[1] >= 0 && u[1] - v[0] <= most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Stop;
    use crate::games::yonkoma::Solution;

    #[test]
    fn no_game_is_too_long_for_a_value() {
        let shortest = Plane::get().values.iter().flatten().map(|value| value.abs()).min();
        assert!(shortest.is_some_and(|value| value > 1), "the longest game takes {shortest:?} from {WON}");
    }

    #[test]
    fn what_is_known_is_the_value_on_the_board() {
        let solution = Solution::solve(10, &Stop::new()).unwrap();
        let mut rng = fastrand::Rng::with_seed(10);
        let mut known = 0;
        for _ in 0..300_000 {
            let position = Yonkoma::random(10, &mut rng);
            if let Some(value) = Plane::get().known(&position) {
                assert_eq!(value, solution.value(&position), "{position:?}");
                known += 1;
            }
        }
        assert!(known > 1000, "only {known} positions were known");
    }

    #[test]
    fn what_is_known_stays_known() {
        let mut rng = fastrand::Rng::with_seed(26);
        for size in [16, 26] {
            let positions = std::iter::repeat_with(|| Yonkoma::random(size, &mut rng)).take(200_000);
            for position in positions.filter(|position| Plane::get().known(position).is_some()) {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert!(moves.iter().all(|&mv| Plane::get().known(&position.after(mv)).is_some()), "{position:?}");
            }
        }
    }

    #[test]
    fn the_guess_is_mostly_right() {
        let solution = Solution::solve(10, &Stop::new()).unwrap();
        let mut rng = fastrand::Rng::with_seed(10);
        let mut right = 0;
        for _ in 0..10_000 {
            let position = Yonkoma::random(10, &mut rng);
            let wins = |value| matches!(value, Value::Win(_));
            let guess = Plane::get().guess(&position);
            right += usize::from(guess.is_some_and(|guess| wins(guess[0]) == wins(solution.value(&position))));
        }
        assert!(right > 8000, "right {right} of 10,000");
    }
}
