//! One game and its record behind an interface that knows no game: what every door speaks to.
//! `dyn` begins here, and is implemented once for every game.

mod jobs;
pub mod report;

use std::sync::Arc;

use crate::board::Square;
use crate::control::Stop;
use crate::game::{Evaluator, FileError, FileGame, MoveError, Notation, Oracle, Outcome, Seat, Setup, Value};
use crate::record::Record;
use crate::search::estimate;
use crate::search::hash::HashTable;
use crate::settings::Settings;
use crate::view::View;
use report::{Answer, Danger, News, PositionError, RecordText, Request, Start};

/// Work that a thread can run: it tells its news as it goes, and ends with an answer.
pub type Job = Box<dyn FnOnce(&Stop, &mut dyn FnMut(News)) -> Answer + Send>;

/// One game of any kind.
pub trait Session: Send {
    /// What people call the seats.
    fn seats(&self) -> &'static [&'static str];
    /// Puts a position: start, moves and history, or nothing at all.
    ///
    /// # Errors
    /// When the FEN or a move is wrong; the old position stays.
    fn set_position(&mut self, setup: &Setup, start: &Start, moves: &[String]) -> Result<(), PositionError>;
    /// Takes over limits on the length of a game, for the present one too.
    fn adopt(&mut self, setup: &Setup);
    /// The FEN after these moves from the present position, which stays.
    ///
    /// # Errors
    /// When a move is wrong.
    fn fen_after(&self, moves: &[String]) -> Result<String, PositionError>;
    /// Whether [`Session::set_position`] would take this.
    ///
    /// # Errors
    /// What it would say.
    fn check(&self, setup: &Setup, start: &Start, moves: &[String]) -> Result<(), PositionError>;
    /// Plays a move; the text as the wire spells it.
    ///
    /// # Errors
    /// When the move is none or is illegal.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Takes back one ply; false when there is none.
    fn undo(&mut self) -> bool;
    /// Takes a seat that has given up out of the game, if the game goes on without it; the record begins anew then.
    fn remove(&mut self, seat: Seat) -> bool;
    /// The exact value for the side to move, if it is known now.
    fn known_value(&self) -> Option<Value>;
    /// Who is to move.
    fn turn(&self) -> Seat;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The present position.
    fn fen(&self) -> String;
    /// Its key.
    fn key(&self) -> u64;
    /// Its grid.
    fn view(&self) -> View;
    /// The grid after a legal move.
    fn view_after(&self, text: &str) -> Option<View>;
    /// The squares of the last move; skipped turns are passed over.
    fn last_move(&self) -> Vec<Square>;
    /// What a legal move does, in the game's own terms, where there is something to say of it.
    fn meaning(&self, text: &str) -> Option<String>;
    /// The squares of a legal move.
    fn move_squares(&self, text: &str) -> Vec<Square>;
    /// The name of a square.
    fn square_text(&self, square: Square) -> String;
    /// The square of this name, if it can be one.
    fn parse_square(&self, text: &str) -> Option<Square>;
    /// The legal moves in the order of their bytes.
    fn legal_moves(&self) -> Vec<String>;
    /// The same in groups that are one move by the symmetry of the board.
    fn alike(&self) -> Vec<Vec<String>>;
    /// The final points of a seat that is out while others play on.
    fn points_of(&self, seat: Seat) -> Option<u8>;
    /// What a move lets happen to the player who makes it, where another move would not.
    fn danger(&self, text: &str) -> Option<Danger>;
    /// The game as a line that can be read back.
    fn record(&self) -> RecordText;
    /// The game in a format of files that other programs read, if the game has this one.
    fn game_file(&self, format: &str) -> Option<String>;
    /// The games of a file in the game's own format; `None` when the file has another.
    fn read_games(&self, text: &str) -> Option<Result<Vec<FileGame>, FileError>>;
    /// What the evaluation is made of, for people.
    fn describe(&self) -> Vec<String>;
    /// Begins in the background what makes the present board known, or better estimated.
    fn prepare(&self, settings: &Settings);
    /// Work on the present position.
    fn job(&self, request: Request, tools: Tools) -> Job;
}

/// What a job needs beside the position.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The options at the time.
    pub settings: Settings,
    /// The seed of this game.
    pub seed: u64,
    /// The hash table.
    pub hash: Arc<HashTable>,
}

/// What is known about a game beside its rules.
pub struct Kit<G: Notation, E> {
    /// The evaluation.
    pub evaluator: E,
    /// Perfect knowledge, where there can be any.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// The start that a record may call `startpos`.
    pub default_setup: Setup,
}

impl<G: Notation, E> Kit<G, E> {
    /// The oracle, if tables may be used and it can know this position or those that a search comes to.
    fn helper_for(&self, position: &G, settings: &Settings) -> Option<&dyn Oracle<G>> {
        let of_use = |oracle: &&dyn Oracle<G>| oracle.covers(position) || oracle.helps(position);
        self.oracle.as_deref().filter(|oracle| settings.use_tables && of_use(oracle))
    }

    /// The oracle for the inside of a search from this position, if it is prepared.
    fn oracle_inside(&self, position: &G, settings: &Settings) -> Option<&dyn Oracle<G>> {
        let helps = |oracle: &&dyn Oracle<G>| oracle.helps(position) && oracle.is_prepared();
        self.oracle.as_deref().filter(|oracle| settings.use_tables && helps(oracle))
    }

    /// The oracle, if tables may be used and it can know this position.
    fn oracle_for(&self, position: &G, settings: &Settings) -> Option<&dyn Oracle<G>> {
        self.oracle.as_deref().filter(|oracle| settings.use_tables && oracle.covers(position))
    }
}

/// A game of `G`.
pub struct Play<G: Notation, E> {
    record: Record<G>,
    /// What the present start position was made from.
    setup: Setup,
    kit: Arc<Kit<G, E>>,
}

impl<G: Notation, E: Evaluator<G> + 'static> Play<G, E> {
    /// A game at its start position.
    pub fn new(kit: Arc<Kit<G, E>>, setup: &Setup) -> Self {
        Play { record: Record::new(G::start(setup)), setup: *setup, kit }
    }

    fn position(&self) -> &G {
        self.record.position()
    }

    fn read(setup: &Setup, start: &Start, moves: &[String]) -> Result<Record<G>, PositionError> {
        let mut start = match start {
            Start::Startpos => G::start(setup),
            Start::Fen(fen) => G::from_fen(fen)?,
        };
        start.adopt(setup);
        extended(Record::new(start), moves)
    }
}

fn extended<G: Notation>(mut record: Record<G>, moves: &[String]) -> Result<Record<G>, PositionError> {
    for (index, text) in moves.iter().enumerate() {
        record.play_text(text).map_err(|error| PositionError::Move { number: index + 1, error })?;
    }
    Ok(record)
}

impl<G: Notation, E: Evaluator<G> + 'static> Session for Play<G, E> {
    fn seats(&self) -> &'static [&'static str] {
        G::SEATS
    }

    fn set_position(&mut self, setup: &Setup, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        self.record = Self::read(setup, start, moves)?;
        self.setup = *setup;
        Ok(())
    }

    fn adopt(&mut self, setup: &Setup) {
        self.setup.quiet_limit = setup.quiet_limit;
        self.record.adopt(setup);
    }

    fn fen_after(&self, moves: &[String]) -> Result<String, PositionError> {
        Ok(extended(self.record.clone(), moves)?.standing().shown().fen())
    }

    fn check(&self, setup: &Setup, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        Self::read(setup, start, moves).map(drop)
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.record.play_text(text)?;
        Ok(self.record.move_texts().pop().unwrap_or_default())
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn remove(&mut self, seat: Seat) -> bool {
        let without = self.position().without(seat);
        let removed = without.is_some();
        if let Some(position) = without {
            self.record = Record::new(position);
        }
        removed
    }

    fn known_value(&self) -> Option<Value> {
        let position = self.position();
        match self.outcome() {
            Some(outcome) => Some(outcome.value_for(position.turn())),
            None => {
                let probed = self.kit.oracle.as_deref().and_then(|oracle| oracle.probe(position));
                let probed = probed.filter(|value| *value == Value::Draw || self.record.standing().is_clear());
                probed.or_else(|| self.kit.evaluator.known(position))
            }
        }
    }

    fn turn(&self) -> Seat {
        self.position().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn fen(&self) -> String {
        self.record.standing().shown().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn view(&self) -> View {
        self.record.standing().shown().view()
    }

    fn view_after(&self, text: &str) -> Option<View> {
        let mv = self.position().parse_move(text).ok()?;
        Some(self.record.standing().after(mv).shown().view())
    }

    fn last_move(&self) -> Vec<Square> {
        let squares = |&mv| self.position().move_squares(mv);
        self.record.moves().iter().rev().map(squares).find(|squares| !squares.is_empty()).unwrap_or_default()
    }

    fn meaning(&self, text: &str) -> Option<String> {
        let position = self.position();
        position.meaning(position.parse_move(text).ok()?)
    }

    fn move_squares(&self, text: &str) -> Vec<Square> {
        let position = self.position();
        position.parse_move(text).map_or(Vec::new(), |mv| position.move_squares(mv))
    }

    fn square_text(&self, square: Square) -> String {
        G::square_text(square)
    }

    fn parse_square(&self, text: &str) -> Option<Square> {
        G::parse_square(text)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        jobs::texts_in_order(self.position(), &jobs::moves_of(self.position()))
    }

    fn alike(&self) -> Vec<Vec<String>> {
        let mut groups: Vec<(u64, Vec<String>)> = Vec::new();
        for text in self.legal_moves() {
            let Ok(mv) = self.position().parse_move(&text) else { continue };
            let key = self.position().after(mv).symmetric_key();
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, group)) => group.push(text),
                None => groups.push((key, vec![text])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    fn points_of(&self, seat: Seat) -> Option<u8> {
        self.position().points_of(seat)
    }

    fn danger(&self, text: &str) -> Option<Danger> {
        let position = self.position();
        let mv = position.parse_move(text).ok()?;
        let survives = |&mv: &G::Move| self.kit.evaluator.forecast(position, mv).survives;
        if survives(&mv) || !jobs::moves_of(position).iter().any(survives) {
            return None;
        }
        let after = position.after(mv);
        let out = after.outcome().is_some() || after.points_of(position.turn()).is_some();
        Some(if out { Danger::OutAtOnce } else { Danger::OutBeforeNextTurn })
    }

    fn record(&self) -> RecordText {
        let start = self.record.start();
        // The word is read back with the board that is set, so that must be the default one too.
        let usual = Setup { size: self.kit.default_setup.size, ..self.setup };
        let default = *start == G::start(&self.setup) && *start == G::start(&usual);
        RecordText { start: (!default).then(|| start.fen()), moves: self.record.move_texts() }
    }

    fn game_file(&self, format: &str) -> Option<String> {
        G::FILE_FORMAT.filter(|name| *name == format)?;
        G::to_file(self.record.start(), self.record.moves(), self.outcome().as_ref())
    }

    fn read_games(&self, text: &str) -> Option<Result<Vec<FileGame>, FileError>> {
        G::from_file(text)
    }

    fn describe(&self) -> Vec<String> {
        let position = self.position();
        let mut lines = position.describe();
        let score = estimate(&self.kit.evaluator, position);
        lines.push(format!("estimate for {}: {score}", G::SEATS[position.turn().index()]));
        if let Some(value) = self.known_value() {
            let plies = value.plies().map_or(String::new(), |plies| format!(" in {plies}"));
            lines.push(format!("exact for {}: {}{plies}", G::SEATS[position.turn().index()], value.word()));
        }
        lines
    }

    fn prepare(&self, settings: &Settings) {
        if let Some(oracle) = &self.kit.oracle {
            oracle.look_in(settings.table_folder().as_deref());
        }
        jobs::begin(&self.kit, self.position(), settings);
    }

    fn job(&self, request: Request, tools: Tools) -> Job {
        let (standing, kit) = (self.record.standing(), Arc::clone(&self.kit));
        Box::new(move |stop, news| jobs::run(&standing, &kit, &request, &tools, stop, news))
    }
}
