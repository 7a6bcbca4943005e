//! The vocabulary that every game and every floor above speaks: seats, values, and the
//! traits `Game` (rules), `Notation` (text), `Evaluator` (knowledge) and `Oracle` (perfect knowledge).

mod errors;
mod sight;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

use crate::control::Stop;
use crate::fallible::{HORIZONS, Horizons};
use crate::view::View;

pub use errors::{Code, FenError, FileError, MoveError};
pub use sight::{Sight, Sights};

/// The most seats that a game may have.
pub const MAX_SEATS: usize = 4;

/// A player by number, counted from 0. Player 1 on the wire is `Seat::new(0)`: the one who
/// begins the standard game, whatever side a FEN has to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// Player 1, who begins.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SEATS`].
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// The index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number on the wire, counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// In a game of two seats, the other one.
    pub const fn other(self) -> Self {
        Seat(self.0 ^ 1)
    }
}

/// One value for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// What is settled before a game begins; each game uses what it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The side of the board, where a game is played on several.
    pub size: u8,
    /// After how many moves without progress a game is drawn, where a game has such a rule; 0 is never.
    pub quiet_limit: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Setup::of_size(10)
    }
}

impl Setup {
    /// A board of this side, and the usual rules.
    pub const fn of_size(size: u8) -> Self {
        Setup { size, quiet_limit: 40 }
    }
}

/// Why a game is over. One vocabulary for all games; [`Reason::word`] is its word on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Four checkers crossed in a 2x2 block.
    Crosscut,
    /// The side to move has no piece or no move.
    NoMoves,
    /// Four in a row.
    Four,
    /// Five in a row.
    Five,
    /// No legal action with an empty hand.
    Stuck,
    /// The same position too often.
    Repetition,
    /// Too many moves without progress.
    QuietLimit,
    /// The game's cap on its length.
    PlyLimit,
    /// A king that cannot be saved.
    Checkmate,
}

impl Reason {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Crosscut => "crosscut",
            Reason::NoMoves => "nomoves",
            Reason::Four => "four",
            Reason::Five => "five",
            Reason::Stuck => "stuck",
            Reason::Repetition => "repetition",
            Reason::QuietLimit => "quietlimit",
            Reason::PlyLimit => "plylimit",
            Reason::Checkmate => "checkmate",
        }
    }
}

/// Who won, or what each seat scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// One seat has won and all others have lost.
    Win(Seat),
    /// Nobody has won.
    Draw,
    /// Final points, one number a seat.
    Scores(PerSeat<u8>),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// By what.
    pub reason: Reason,
}

impl Outcome {
    /// The result as a value for `seat`, at the end of the game.
    pub fn value_for(&self, seat: Seat) -> Value {
        match self.verdict {
            Verdict::Win(winner) if winner == seat => Value::Win(Some(0)),
            Verdict::Win(_) => Value::Loss(Some(0)),
            Verdict::Draw => Value::Draw,
            Verdict::Scores(points) => {
                let best = points.0.iter().max().copied().unwrap_or(0);
                match points.0.iter().filter(|&&other| other == best).count() {
                    _ if points[seat] != best => Value::Loss(Some(0)),
                    1 => Value::Win(Some(0)),
                    // The best result is shared.
                    _ => Value::Draw,
                }
            }
        }
    }
}

/// A game-theoretic value for one side, with the number of plies to the end where it is known:
/// the moves of both sides, skipped turns not counted, when the winner hurries and the loser holds out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side wins by force.
    Win(Option<u16>),
    /// Neither side can force a win.
    Draw,
    /// The side loses by force.
    Loss(Option<u16>),
}

impl Value {
    /// The same value from the other side of a game for two.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Value::Win(plies) => Value::Loss(plies),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies),
        }
    }

    /// The same value one ply earlier.
    #[must_use]
    pub fn one_ply_more(self) -> Self {
        match self {
            Value::Win(plies) => Value::Win(plies.map(|n| n.saturating_add(1))),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Loss(plies.map(|n| n.saturating_add(1))),
        }
    }

    /// The plies to the end, where they are known.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies,
            Value::Draw => None,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// An order from the best value to the worst: a quick win before a slow one, then a draw,
    /// then a slow loss before a quick one. An unknown length counts as a long one.
    pub fn rank(self) -> i32 {
        match self {
            Value::Win(plies) => -100_000 + i32::from(plies.unwrap_or(u16::MAX)),
            Value::Draw => 0,
            Value::Loss(plies) => 100_000 - i32::from(plies.unwrap_or(u16::MAX)),
        }
    }
}

/// A score from the side to move, as a search reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate in hundredths.
    Points(i32),
    /// A proved value; a draw is proved too.
    Proved(Value),
}

/// The rules of a game. A position is small and copied; `play` changes it in place.
///
/// # Equality
/// `==` compares the whole position, counters included; [`Game::key`] leaves the counters out.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, or the skipped turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The name as `UCI_Variant` has it.
    const NAME: &'static str;
    /// What people call the seats, in the order of play.
    const SEATS: &'static [&'static str];
    /// At which occurrence of a position the game is drawn, in a game that has such a rule. In one that has none no
    /// position comes back.
    const REPETITION: Option<usize> = None;

    /// The start position.
    fn start(setup: &Setup) -> Self;
    /// Takes over from a setup what a FEN does not say: the limits on the length of a game.
    fn adopt(&mut self, _setup: &Setup) {}
    /// The position without limits on the length of the game, as the leaves of the move tree are counted.
    #[must_use]
    fn unlimited(&self) -> Self {
        self.clone()
    }
    /// Who is to move.
    fn turn(&self) -> Seat;
    /// How the game ended, or `None` while it is on. Repetition is not known here.
    fn outcome(&self) -> Option<Outcome>;
    /// Appends every legal move: none exactly when the game is over, and the skipped turn alone
    /// when the side to move has no other. The order is fixed.
    fn moves(&self, out: &mut Vec<Self::Move>);
    /// The number of legal moves.
    fn count(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }
    /// Plays a legal move; what an illegal one does is not defined, but it does not panic.
    fn play(&mut self, mv: Self::Move);
    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
    /// True for the skipped turn, which is a ply but does not count as a move to the end.
    fn is_skip(_mv: Self::Move) -> bool {
        false
    }
    /// The skipped turn, in a game that has it.
    fn skip() -> Option<Self::Move> {
        None
    }
    /// The position without a seat that has given up, in a game that goes on without it.
    fn without(&self, _seat: Seat) -> Option<Self> {
        None
    }
    /// How many seats are still in the game.
    fn seats_left(&self) -> usize {
        Self::SEATS.len()
    }
    /// The final points of a seat that is out while others play on.
    fn points_of(&self, _seat: Seat) -> Option<u8> {
        None
    }
    /// The position as it stands when the game has ended here by repetition, in a game whose positions say so.
    fn repeated(&self) -> Option<Self> {
        None
    }
    /// A hash of board, hands and turn, without counters. Equal positions have equal keys.
    fn key(&self) -> u64;
    /// True when [`Game::symmetric_key`] is worth asking for.
    const SYMMETRIC: bool = false;
    /// A hash that positions share which are the same game by the symmetry of the board; where a game knows none, the key.
    fn symmetric_key(&self) -> u64 {
        self.key()
    }
    /// The number of the ply that is about to be played, from 1; in a game whose positions do not count, always 1.
    fn ply(&self) -> u32 {
        1
    }
    /// How many plies back an equal position can lie at most, where positions come back.
    fn reversible(&self) -> usize {
        usize::MAX
    }
    /// How many more plies without progress make a draw, where a game has such a rule.
    fn plies_to_draw(&self) -> Option<u32> {
        None
    }
    /// False in the middle of an exchange, where an estimate would be worth nothing: a search looks on.
    fn is_stable(&self) -> bool {
        true
    }
    /// How many kinds of moves a search tells apart when it remembers which were good.
    fn history_slots(&self) -> usize {
        1
    }
    /// The kind of a move, below [`Game::history_slots`].
    fn history_slot(&self, _mv: Self::Move) -> usize {
        0
    }
}

/// Positions and moves as text. Moves are parsed by finding the legal move that is so spelt.
pub trait Notation: Game {
    /// Reads a FEN; optional fields may be missing.
    ///
    /// # Errors
    /// [`FenError`] names the field, what was expected and what was found.
    fn from_fen(text: &str) -> Result<Self, FenError>;
    /// The FEN with every field.
    fn fen(&self) -> String;
    /// The move as the wire spells it.
    fn move_text(&self, mv: Self::Move) -> String;
    /// The legal move spelt so.
    ///
    /// # Errors
    /// [`MoveError`] when the text spells no move, or one that is not legal here; the reason is in the game's terms.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;
    /// What a legal move does, in the game's own terms: the end of a sentence that begins with the move. `None` where
    /// there is nothing to say of it.
    fn meaning(&self, _mv: Self::Move) -> Option<String> {
        None
    }
    /// The square that a move leaves and the one that it reaches, to mark them on a board.
    fn move_squares(&self, mv: Self::Move) -> Vec<crate::board::Square>;
    /// The name of a square.
    fn square_text(square: crate::board::Square) -> String {
        square.to_string()
    }
    /// The square of this name, if it can be one.
    fn parse_square(text: &str) -> Option<crate::board::Square> {
        crate::board::Square::parse(text)
    }
    /// The position as a grid to draw.
    fn view(&self) -> View;
    /// Free text about the position for people: what the evaluation is made of.
    fn describe(&self) -> Vec<String>;
    /// The name of the format of game files that programs for this game share, where there is one.
    const FILE_FORMAT: Option<&'static str> = None;
    /// A game in that format.
    fn to_file(_start: &Self, _moves: &[Self::Move], _outcome: Option<&Outcome>) -> Option<String> {
        None
    }
    /// The games of a file in that format; `None` when it has another. The moves are not judged.
    fn from_file(_text: &str) -> Option<Result<Vec<FileGame>, FileError>> {
        None
    }
}

/// A game as a file has it: texts that are judged when they are played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileGame {
    /// Who played whom, and when, in a line; empty when the file does not say.
    pub title: String,
    /// The FEN of the start, or `None` for the start position.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// What is sure to have come of a move by its player's next turn, in a game in which players can be put out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Forecast {
    /// Whatever the others do, the player is still in the game.
    pub survives: bool,
    /// How many others are out, whatever they do.
    pub takes_out: u8,
    /// The player has then won, after at most so many plies, this one included.
    pub wins: Option<u16>,
}

impl Default for Forecast {
    fn default() -> Self {
        Forecast { survives: true, takes_out: 0, wins: None }
    }
}

/// Knowledge that guides a search. In a game for two, scores are hundredths of a unit of the game's own, one number a seat;
/// in one for more, hundredths of the points that each seat may expect at the end.
pub trait Evaluator<G: Game>: Send + Sync {
    /// How many points make a difference that a beginner sees.
    const GRAIN: i32 = 100;
    /// How well the levels below full strength see, in a game in which they go by estimates. In one where results are
    /// known they go by these alone.
    const LEVELS: Option<Sights> = None;
    /// False where positions that are the same by symmetry may have different estimates.
    const SYMMETRIC: bool = true;
    /// True where a search may look less deep where little is to be expected. Forced results stay proofs, but a depth
    /// without one no longer proves that there is none.
    const SELECTIVE: bool = false;
    /// True when [`Evaluator::wins_at_once`] knows, in a game for two whose sides take turns: forced results within a number
    /// of plies are proved by a search of its own then, see [`crate::search::proof`].
    const PROVES: bool = false;
    /// The estimate of a position; of one in which the game is over, for an evaluation that does not see the end.
    fn score(&self, position: &G) -> PerSeat<i32>;
    /// False when a search is to take a position in which the game is over for one to be estimated.
    fn sees_end(&self, _position: &G) -> bool {
        true
    }
    /// False when a search is to estimate a position in the middle of an exchange as any other.
    fn follows_exchanges(&self) -> bool {
        true
    }
    /// How promising a move looks before it is searched; larger is better.
    fn promise(&self, position: &G, mv: G::Move) -> i32;
    /// What [`Evaluator::promise`] leaves out because it takes longer to see. A search asks for it where much is searched
    /// below.
    fn foresight(&self, _position: &G, _mv: G::Move) -> i32 {
        0
    }
    /// What is sure to come of a move by its player's next turn. `takes_out` may be less than it is where that would take
    /// long to find out; `survives` is exact.
    fn forecast(&self, _position: &G, _mv: G::Move) -> Forecast {
        Forecast::default()
    }
    /// Makes what the estimate needs, if that takes time; returns when it is there. Until then a simpler
    /// estimate serves, so that a clock need not wait.
    fn prepare(&self) {}
    /// Begins in the background what [`Evaluator::prepare`] makes.
    fn begin(&self) {}
    /// True when a side has a move that wins at once, or would have it if it were to move.
    fn wins_at_once(&self, _position: &G, _seat: Seat) -> bool {
        false
    }
    /// True only when the side to move has a move after which the other side cannot win at once unless it could now if it
    /// were to move.
    fn can_wait(&self, _position: &G) -> bool {
        false
    }
    /// How far the skill levels see on the board of this position.
    fn horizons(&self, _position: &G) -> Horizons {
        HORIZONS
    }
    /// The exact value for the side to move, with its plies, where that takes no search.
    fn known(&self, _position: &G) -> Option<Value> {
        None
    }
}

/// An evaluation that is a sum of weights times features, so that its weights can be fitted to games.
pub trait Linear<G: Game>: Evaluator<G> + Clone {
    /// The weights, in points.
    fn weights(&self) -> Vec<f32>;
    /// The same evaluation with other weights, as many, and how they were made.
    #[must_use]
    fn with_weights(&self, weights: &[f32], made: &str) -> Self;
    /// The weights as a file keeps them.
    fn to_file(&self) -> crate::weights::Weights;
    /// Calls `found` for each feature of a position with its weight's number and its amount, seen from the first seat.
    fn features(&self, position: &G, found: &mut dyn FnMut(usize, f32));
}

/// Perfect knowledge of some positions.
pub trait Oracle<G: Game>: Send + Sync {
    /// True when this oracle will know the position once it is prepared.
    fn covers(&self, position: &G) -> bool;
    /// Begins in the background what makes the position's board known; returns at once.
    fn begin(&self, position: &G);
    /// Works until the position's board is known or `stop` says so; true when it is known.
    fn prepare(&self, position: &G, stop: &Stop) -> bool;
    /// True when a probe of this position will answer now.
    fn ready(&self, position: &G) -> bool;
    /// The value for the side to move, if it is known now.
    fn probe(&self, position: &G) -> Option<Value>;
    /// True when a search from this position may often come to positions that the oracle knows, once they are prepared:
    /// it asks inside of its tree then.
    fn helps(&self, _root: &G) -> bool {
        false
    }
    /// True when all that the oracle makes by itself for [`Oracle::helps`] is there.
    fn is_prepared(&self) -> bool {
        false
    }
    /// How far it is from a position with a result of unknown length to the next step that cannot be taken back.
    /// Whoever wins makes progress by going where the way is shortest, whoever loses holds out where it is longest.
    fn way(&self, _position: &G) -> u32 {
        0
    }
    /// The chance of the lost side in a position to win with its best tries against an opponent who may go wrong, if that is
    /// worked out by now: the mean over the skill levels 3, 5, 7 and 9, each with one move in ten at random.
    fn chance(&self, _position: &G) -> Option<f64> {
        None
    }
    /// Begins in the background what makes [`Oracle::chance`] known on this board; false where that cannot be, and where it
    /// is known already.
    fn begin_chances(&self, _position: &G) -> bool {
        false
    }
    /// Where table files are looked for from now on.
    fn look_in(&self, _folder: Option<&std::path::Path>) {}
    /// What a person should know of the tables for this position, told once: which file is used, or why not.
    fn remark(&self, _position: &G) -> Option<String> {
        None
    }
}

/// The value that a move brings to the side that makes it, given the value of the position it
/// leads to for the side to move there.
pub fn value_of_move<G: Game>(before: &G, mv: G::Move, after: &G, value_after: Value) -> Value {
    let value = if after.turn() == before.turn() { value_after } else { value_after.flip() };
    if G::is_skip(mv) { value } else { value.one_ply_more() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_rank_from_the_quickest_win_to_the_quickest_loss() {
        let order = [
            Value::Win(Some(1)),
            Value::Win(Some(9)),
            Value::Win(None),
            Value::Draw,
            Value::Loss(None),
            Value::Loss(Some(9)),
            Value::Loss(Some(1)),
        ];
        for pair in order.windows(2) {
            assert!(pair[0].rank() < pair[1].rank(), "{pair:?}");
        }
    }

    #[test]
    fn an_outcome_is_a_value_for_each_seat() {
        let outcome = Outcome { verdict: Verdict::Win(Seat::new(1)), reason: Reason::Crosscut };
        assert_eq!(outcome.value_for(Seat::new(1)), Value::Win(Some(0)));
        assert_eq!(outcome.value_for(Seat::new(0)), Value::Loss(Some(0)));
        let scores = |points| Outcome { verdict: Verdict::Scores(PerSeat(points)), reason: Reason::Checkmate };
        let values = |points| [0, 1, 2, 3].map(|seat| scores(points).value_for(Seat::new(seat)));
        let (win, lost) = (Value::Win(Some(0)), Value::Loss(Some(0)));
        assert_eq!(values([1, 3, 0, 2]), [lost, win, lost, lost]);
        assert_eq!(values([1, 0, 1, 1]), [Value::Draw, lost, Value::Draw, Value::Draw]);
    }
}
