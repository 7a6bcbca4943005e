//! What stays when people leave: settings, the unfinished game, the lines they typed, and the games they finished.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::looks::Taste;
use super::{Refusal, Repl};
use crate::game::Seat;
use crate::protocol::reply;
use crate::saved::{self, GAMES, HISTORY, SavedGame, State};
use crate::session::report::Start;
use crate::settings::{Key, Kind, Settings, Spec};
use crate::text::quote;

/// Who plays a seat whom the engine does not play.
const ME: &str = "me";

/// The folder in which things are kept, and what is there now.
pub(super) struct Keeper {
    folder: PathBuf,
    state: State,
    /// The finished game that was kept last.
    finished: Option<SavedGame>,
    /// It was said that nothing can be kept.
    failed: bool,
}

impl Keeper {
    /// Keeps in this folder.
    pub(super) fn new(folder: PathBuf) -> Self {
        Keeper { folder, state: State::default(), finished: None, failed: false }
    }

    /// The file of lines that were typed.
    pub(super) fn history(&self) -> PathBuf {
        self.folder.join(HISTORY)
    }
}

fn default_of(spec: &Spec) -> String {
    match &spec.kind {
        Kind::Spin { default, .. } => default.to_string(),
        Kind::Check { default } => default.to_string(),
        Kind::Combo { default, .. } => default.to_string(),
        Kind::Text | Kind::Button => crate::settings::EMPTY.into(),
    }
}

fn kept_options(specs: &[Spec], settings: &Settings) -> Vec<(String, String)> {
    let value = |spec: &Spec| settings.get(spec.key).filter(|value| *value != default_of(spec));
    let kept = specs.iter().filter(|spec| spec.key != Key::LogFile);
    kept.filter_map(|spec| Some((spec.name.to_string(), value(spec)?))).collect()
}

impl<W: Write> Repl<W> {
    /// Who plays each seat, in words.
    fn players(&self) -> Vec<String> {
        let word = |seat: Seat| match (self.engine_seats[seat], self.levels[seat]) {
            (false, _) => ME.to_string(),
            (true, None) => "engine".to_string(),
            (true, Some(level)) => format!("level {level}"),
        };
        self.sides().seats().map(word).collect()
    }

    fn seat_players(&mut self, players: &[String]) {
        for (seat, word) in self.sides().seats().zip(players) {
            self.engine_seats[seat] = word != ME;
            let level = word.strip_prefix("level ").and_then(|level| level.parse().ok());
            self.levels[seat] = level.filter(|level| (1..=10).contains(level));
        }
    }

    /// The result of the game and why it ended, as they are kept; `*` and nothing while it is on.
    pub(super) fn result(&self) -> (String, String) {
        match (self.engine.session().outcome(), &self.ended) {
            (Some(outcome), _) => {
                let seats = self.engine.entry().seats.len();
                (reply::result(&outcome.verdict, seats), outcome.reason.word().to_string())
            }
            (None, Some(ended)) => (ended.result.clone(), ended.reason.to_string()),
            (None, None) => ("*".into(), String::new()),
        }
    }

    /// The game as it is kept.
    pub(super) fn saved_game(&self) -> SavedGame {
        let (entry, session) = (self.engine.entry(), self.engine.session());
        let record = session.record();
        let start = record.start.unwrap_or_else(|| entry.open(&self.engine.settings().setup()).fen());
        let (result, reason) = self.result();
        let players = self.players();
        let mut game = SavedGame {
            game: entry.name.into(),
            start: Some(start),
            moves: record.moves,
            players,
            result,
            reason,
            marks: None,
        };
        game.marks = self.marks_of(&game);
        game
    }

    fn state(&self) -> State {
        let waiting = self.course.as_ref().map(|course| course.back.clone());
        let on = || (!self.is_over() && !self.engine.session().record().moves.is_empty()).then(|| self.saved_game());
        let game = waiting.or_else(on);
        State {
            options: kept_options(&self.engine.specs(), self.engine.settings()),
            players: self.players(),
            swapped: self.swapped,
            confirm: self.confirm,
            plain: self.plain_set,
            flip: self.screen.flip,
            climbs: self.climbs,
            board: self.screen.taste.words()[0].into(),
            background: self.screen.taste.words()[1].into(),
            game,
        }
    }

    /// Keeps what has changed since the last time. What cannot be kept is said once.
    pub(super) fn keep(&mut self) -> io::Result<()> {
        let state = self.state();
        // It is kept once, whether or not it is looked over later.
        let over = self.is_over().then(|| SavedGame { marks: None, ..self.saved_game() });
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        let mut failure = None;
        if keeper.state != state {
            match state.save(&keeper.folder) {
                Ok(()) => keeper.state = state,
                Err(error) => failure = Some(error.to_string()),
            }
        }
        // Who sits down for the next game does not make this one another.
        let same =
            |kept: &SavedGame, game: &SavedGame| SavedGame { players: game.players.clone(), ..kept.clone() } == *game;
        let is_new = |game: &SavedGame| keeper.finished.as_ref().is_none_or(|kept| !same(kept, game));
        if let Some(game) = over.filter(|game| !game.moves.is_empty() && is_new(game)) {
            if let Err(error) = saved::append(&keeper.folder.join(GAMES), &game) {
                failure = Some(format!("cannot write {}: {error}", keeper.folder.join(GAMES).display()));
            }
            keeper.finished = Some(game);
        }
        match failure.filter(|_| !std::mem::replace(&mut keeper.failed, true)) {
            Some(failure) => self.screen.say(&format!("This session is not kept: {failure}")),
            None => Ok(()),
        }
    }

    /// Brings back what was kept. A part that no longer fits is left out; returns whether a game goes on.
    pub(super) fn come_back(&mut self) -> io::Result<bool> {
        let Some(keeper) = &mut self.keeper else { return Ok(false) };
        let (state, said) = State::load(&keeper.folder);
        keeper.state = state.clone();
        for (name, value) in &state.options {
            // An option may have gone, or have another range now.
            let _ = self.engine.set_option(name, value);
        }
        (self.swapped, self.confirm, self.screen.flip) = (state.swapped, state.confirm, state.flip);
        self.climbs = state.climbs;
        self.screen.taste = Taste::of_words(&state.board, &state.background);
        if state.plain {
            self.set_plain(true)?;
        }
        // An evening does not begin with a game that nobody asked for.
        if state.players.iter().any(|player| player == ME) {
            self.seat_players(&state.players);
        }
        self.screen.say_all(&said.into_iter().collect::<Vec<_>>())?;
        match state.game {
            None => Ok(false),
            Some(mut game) => {
                if game.players.iter().all(|player| player != ME) {
                    game.players.iter_mut().for_each(|player| *player = ME.into());
                }
                let put = self.put_saved(&game);
                if let Err(error) = &put {
                    self.screen.say(&format!("The game that was left cannot go on: {error}"))?;
                }
                Ok(put.is_ok())
            }
        }
    }

    /// Puts a game that was kept, with its players.
    pub(super) fn put_saved(&mut self, game: &SavedGame) -> Result<(), Refusal> {
        if !self.engine.catalog().names().contains(&game.game.as_str()) {
            return Err(Refusal::Why(format!("expected a game that is known, found {}", quote(&game.game))));
        }
        let start = game.start.clone().map_or(Start::Startpos, Start::Fen);
        self.engine.check_game(&game.game, &start, &game.moves).map_err(Refusal::because)?;
        if game.game != self.engine.entry().name {
            self.engine.set_option("UCI_Variant", &game.game).map_err(Refusal::because)?;
        }
        self.engine.set_position(&start, &game.moves).map_err(Refusal::because)?;
        self.forget_game();
        self.seat_players(&game.players);
        self.take_marks(game);
        Ok(())
    }

    /// Appends the game to a file.
    pub(super) fn save(&mut self, path: &str) -> Result<(), Refusal> {
        let game = self.saved_game();
        let wrong = |error: io::Error| Refusal::Why(format!("record: cannot write {}: {error}", quote(path)));
        saved::append(Path::new(path), &game).map_err(wrong)?;
        let games = fs::read_to_string(path).ok().and_then(|text| saved::read_games(&text)?.ok());
        let number = games.map(|games| games.len()).filter(|games| *games > 1);
        let number = number.map_or(String::new(), |number| format!(" {number}"));
        Ok(self.screen.say(&format!("Kept in {}; 'load {path}{number}' brings it back.", quote(path)))?)
    }
}

/// The lines that were typed on earlier evenings.
pub(super) fn read_history(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(String::from).collect()
}
