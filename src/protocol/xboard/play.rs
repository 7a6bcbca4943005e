//! The game as the client tells of it: new ones, moves, positions, what is taken back, and what is clicked on.

use std::time::Instant;

use super::parts::PASS;
use super::{XBoard, game, lines, variants};
use crate::engine::Engine;
use crate::game::Seat;
use crate::protocol::command::Command;
use crate::protocol::dialect::Step;
use crate::session::report::{PositionError, RecordText, Start};

/// The game with these moves added to it, or without its last ones.
pub(super) fn position(record: RecordText, add: Option<String>, less: usize) -> Command {
    let start = record.start.map_or(Start::Startpos, Start::Fen);
    let mut moves = record.moves;
    moves.truncate(moves.len().saturating_sub(less));
    moves.extend(add);
    Command::Position { start, moves }
}

pub(super) fn set(name: &str, value: &str) -> Step {
    Step::Do(Command::SetOption { name: name.into(), value: value.into() })
}

/// That program takes the move back, and shows the reason only when it is told to.
pub(super) fn refuse(text: &str, reason: &str) -> Vec<Step> {
    let refused = format!("Illegal move ({reason}): {text}");
    vec![Step::Say(refused), Step::Say(format!("telluser {text} is illegal: {reason}"))]
}

pub(super) fn unknown(line: &str) -> Vec<Step> {
    vec![Step::Say(format!("Error (unknown command): {line}"))]
}

impl XBoard {
    /// A new game on a board: the engine plays the second side.
    pub(super) fn new_game(&mut self) {
        self.ours = (!self.analyses).then_some(Seat::FIRST.other());
        self.against_program = false;
        self.level.new_game();
        self.new_position();
    }

    pub(super) fn new_position(&mut self) {
        self.ended = false;
        self.parts.clear();
        self.clicked.clear();
    }

    /// Ends the work under way.
    pub(super) fn drop(&mut self) -> Step {
        self.pondered = None;
        Step::Drop
    }

    pub(super) fn variant(&mut self, name: &str, engine: &Engine) -> Vec<Step> {
        let Some((_, entry, game, size)) = variants(engine).find(|(other, ..)| other == name) else {
            return vec![Step::Say(format!("Error (unknown variant): {name}"))];
        };
        let mut steps = vec![self.drop(), set("UCI_Variant", entry.name)];
        if entry.sizes.min < entry.sizes.max {
            steps.push(set("BoardSize", &size.to_string()));
        }
        steps.push(Step::Do(Command::NewGame));
        steps.extend((game.setup)(size).into_iter().map(Step::Say));
        steps.push(Step::Look);
        self.new_game();
        steps
    }

    /// The side whose turn the client sees.
    pub(super) fn turn(&self, engine: &Engine) -> Seat {
        let turn = engine.session().turn();
        if self.parts.pass_is_due() { turn.other() } else { turn }
    }

    /// The legal moves that begin as the one that is not complete; none when all do.
    pub(super) fn searchmoves(&self, engine: &Engine) -> Option<Vec<String>> {
        let begun = self.parts.begun();
        let (session, game) = (engine.session(), game(engine)?);
        let fen = session.fen();
        let mut moves = session.legal_moves();
        moves.retain(|mv| (game.spell)(&fen, &begun, mv).is_some());
        (!begun.is_empty()).then_some(moves)
    }

    pub(super) fn user_move(&mut self, text: &str, engine: &Engine, working: bool) -> Vec<Step> {
        let session = engine.session();
        let theirs = lines::squares(text, session.view().ranks, false);
        self.clicked.clear();
        if self.parts.pass_is_due() {
            if theirs != PASS {
                let side = session.seats()[session.turn().index()];
                return refuse(text, &format!("the move of {side} is not complete"));
            }
            self.parts.add(PASS, false);
            return vec![self.drop(), Step::Look];
        }
        let mut told = self.parts.begun();
        told.push(theirs);
        let ours = match game(engine).map(|game| (game.read_move)(&session.fen(), &told)) {
            None => told.concat(),
            Some(Ok(Some(ours))) => ours,
            Some(Ok(None)) => {
                self.parts.add(&told[told.len() - 1], false);
                return vec![self.drop(), Step::Look];
            }
            Some(Err(reason)) => return refuse(text, &reason),
        };
        let command = position(session.record(), Some(ours.clone()), 0);
        let Command::Position { start, moves } = &command else { return Vec::new() };
        if let Err(error) = engine.check_position(start, moves) {
            return match &error {
                PositionError::Move { error, .. } => refuse(text, &lines::reason(error)),
                PositionError::Fen(error) => refuse(text, &error.to_string()),
            };
        }
        self.parts.add(&told[told.len() - 1], true);
        if let Some((expected, limits)) = self.pondered.take().filter(|_| working) {
            let same = expected == ours || lines::parts(engine, &session.fen(), &[], &expected) == told;
            if same && self.level.covers(&limits) {
                self.began = Some(Instant::now());
                return vec![Step::PonderHit(expected)];
            }
        }
        vec![self.drop(), Step::Do(command), Step::Look]
    }

    pub(super) fn set_board(&mut self, text: &str, engine: &Engine) -> Vec<Step> {
        let fen = game(engine).map(|game| (game.read)(text));
        match fen {
            Some(Ok(fen)) => {
                self.new_position();
                let start = Start::Fen(fen);
                vec![self.drop(), Step::Do(Command::Position { start, moves: Vec::new() }), Step::Look]
            }
            Some(Err(error)) => vec![Step::Say(format!("tellusererror Illegal position: {error}"))],
            None => unknown("setboard"),
        }
    }

    pub(super) fn take_back(&mut self, parts: usize, engine: &Engine) -> Vec<Step> {
        let Some(moves) = self.parts.take_back(parts) else {
            let command = if parts == 1 { "undo" } else { "remove" };
            return vec![Step::Say(format!("Error (no move to take back): {command}"))];
        };
        self.ended = false;
        self.clicked.clear();
        vec![self.drop(), Step::Do(position(engine.session().record(), None, moves)), Step::Look]
    }

    /// What is lit once a piece was clicked on, or what it takes.
    pub(super) fn lift(&mut self, text: &str, engine: &Engine) -> Vec<Step> {
        let session = engine.session();
        let Some(square) = session.parse_square(&lines::squares(text, session.view().ranks, false)) else {
            return vec![Step::Say(lines::highlight(&[], engine))];
        };
        let lit = match game(engine).and_then(|game| game.lit) {
            _ if self.parts.pass_is_due() => Vec::new(),
            None => lines::reached(square, engine),
            Some(lit) => {
                let (fen, begun) = (session.fen(), self.parts.begun());
                // Another piece of the player's begins anew.
                if !lit(&fen, &begun, &[square]).is_empty() {
                    self.clicked.clear();
                }
                self.clicked.push(square);
                lit(&fen, &begun, &self.clicked)
            }
        };
        vec![Step::Say(lines::highlight(&lit, engine))]
    }
}
