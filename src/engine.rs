//! What a door drives: the options, one session, the hash table, and the seed of the game. It knows no
//! protocol and prints nothing.

use std::sync::Arc;

use crate::catalog::{Catalog, Entry};
use crate::game::{FileError, FileGame, Setup};
use crate::search::hash::{HashTable, NoMemory};
use crate::session::report::{PositionError, Request, Start};
use crate::session::{Job, Session, Tools};
use crate::settings::{Key, OptionError, Settings, Spec, specs};
use crate::text::quote;

/// The options, the game and what it needs.
pub struct Engine {
    catalog: Catalog,
    settings: Settings,
    session: Box<dyn Session>,
    hash: Option<Arc<HashTable>>,
    seed: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// The default game at its start position.
    pub fn new() -> Self {
        let catalog = Catalog::default();
        let entry = &catalog.entries()[0];
        let settings = Settings::new(entry.name, entry.sizes.default);
        let session = entry.open(&settings.setup());
        Engine { settings, session, hash: None, seed: fastrand::u64(..), catalog }
    }

    /// The games.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The present game's entry.
    pub fn entry(&self) -> &Entry {
        self.catalog.entry(&self.settings.variant)
    }

    /// The options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The option table, the same whatever the present game, so that a host that has read it once knows it all.
    pub fn specs(&self) -> Vec<Spec> {
        specs(&self.catalog.names(), self.catalog.entries()[0].sizes)
    }

    /// The row of an option, whatever the case and the blanks of the name.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn spec(&self, name: &str) -> Result<Spec, OptionError> {
        let plain = name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let found = self.specs().into_iter().find(|spec| spec.name.eq_ignore_ascii_case(&plain));
        found.ok_or_else(|| OptionError::Unknown(quote(&plain)))
    }

    /// Sets an option and does what follows from it: another game or board puts its start position and
    /// empties record and hash. Which option it was is returned.
    ///
    /// # Errors
    /// When there is no such option or the value is wrong; nothing changes then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Key, OptionError> {
        let spec = self.spec(name)?;
        let mut settings = self.settings.clone();
        settings.set(&spec, value)?;
        match spec.key {
            Key::Hash if self.hash.as_ref().is_some_and(|hash| hash.megabytes() == settings.hash) => {}
            Key::Hash => {
                let refused = |error: NoMemory| OptionError::Refused { name: spec.name, reason: error.to_string() };
                self.hash = Some(Arc::new(HashTable::new(settings.hash).map_err(refused)?));
            }
            Key::ClearHash => self.clear_hash(),
            Key::TablePath => refuse_missing_folder(&spec, &settings)?,
            _ => {}
        }
        let old = std::mem::replace(&mut self.settings, settings);
        match spec.key {
            Key::Variant if old.variant != self.settings.variant => self.restart(),
            Key::BoardSize if old.board_size != self.settings.board_size => self.restart(),
            Key::QuietLimit if old.quiet_limit != self.settings.quiet_limit => {
                self.session.adopt(&self.setup());
                // What was a draw within the old limit is perhaps none within the new one.
                self.clear_hash();
            }
            Key::Seed => self.draw_seed(),
            Key::TablePath => self.prepare(),
            _ => {}
        }
        Ok(spec.key)
    }

    fn setup(&self) -> Setup {
        self.settings.setup()
    }

    fn restart(&mut self) {
        self.session = self.entry().open(&self.setup());
        self.clear_hash();
    }

    fn draw_seed(&mut self) {
        self.seed = if self.settings.seed == 0 { fastrand::u64(..) } else { self.settings.seed.into() };
    }

    /// Drops what the hash table holds; memory is taken anew at the next search.
    fn clear_hash(&mut self) {
        self.hash = None;
    }

    /// A new game: clears hash, history and the game's seed, and sets the start position.
    pub fn new_game(&mut self) {
        self.restart();
        self.draw_seed();
        self.prepare();
    }

    /// Puts a position.
    ///
    /// # Errors
    /// When the FEN or a move is wrong; the old position stays.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        self.session.set_position(&self.setup(), start, moves)?;
        self.prepare();
        Ok(())
    }

    /// Whether [`Engine::set_position`] would take this.
    ///
    /// # Errors
    /// What it would say.
    pub fn check_position(&self, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        self.session.check(&self.setup(), start, moves)
    }

    /// The games of a file that another program has written, with the game that they are of: the present one if it reads
    /// the file, otherwise the first that does; `None` when no game reads it.
    pub fn read_games(&self, text: &str) -> Option<(&'static str, Result<Vec<FileGame>, FileError>)> {
        let others = self.catalog.entries().iter().filter(|entry| entry.name != self.entry().name);
        let mut entries = std::iter::once(self.entry()).chain(others);
        entries.find_map(|entry| Some((entry.name, entry.open(&self.setup()).read_games(text)?)))
    }

    /// Whether another game would take this position.
    ///
    /// # Errors
    /// What it would say.
    pub fn check_game(&self, name: &str, start: &Start, moves: &[String]) -> Result<(), PositionError> {
        self.catalog.entry(name).open(&self.setup()).check(&self.setup(), start, moves)
    }

    /// Begins in the background what makes the present board known, or better estimated.
    pub fn prepare(&self) {
        self.session.prepare(&self.settings);
    }

    /// The game.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The game, to play in.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// A game of the present kind beside the one that is played.
    ///
    /// # Errors
    /// As [`Engine::set_position`].
    pub fn open_at(&self, start: &Start, moves: &[String]) -> Result<Box<dyn Session>, PositionError> {
        let mut session = self.entry().open(&self.setup());
        session.set_position(&self.setup(), start, moves)?;
        session.prepare(&self.settings);
        Ok(session)
    }

    /// Work on the present position. Where the memory for the hash table cannot be had, a table of 1 MB serves.
    ///
    /// # Errors
    /// When there is no memory even for that.
    pub fn job(&mut self, request: Request) -> Result<Job, NoMemory> {
        let tools = self.tools()?;
        Ok(self.session.job(request, tools))
    }

    /// The same in a game beside the one that is played, at full strength whatever the level.
    ///
    /// # Errors
    /// As [`Engine::job`].
    pub fn job_in(&mut self, session: &dyn Session, request: Request) -> Result<Job, NoMemory> {
        let mut tools = self.tools()?;
        tools.settings.analyse = true;
        Ok(session.job(request, tools))
    }

    /// The same on the present position, at full strength whatever the level.
    ///
    /// # Errors
    /// As [`Engine::job`].
    pub fn analysis(&mut self, request: Request) -> Result<Job, NoMemory> {
        let mut tools = self.tools()?;
        tools.settings.analyse = true;
        Ok(self.session.job(request, tools))
    }

    /// The level at which it plays, by itself or by its rating.
    pub fn level(&self) -> u8 {
        self.settings.level(&(self.entry().ratings)(self.settings.board_size))
    }

    fn tools(&mut self) -> Result<Tools, NoMemory> {
        let hash = match &self.hash {
            Some(hash) => Arc::clone(hash),
            None => {
                let table = HashTable::new(self.settings.hash).or_else(|_| HashTable::new(1))?;
                Arc::clone(self.hash.insert(Arc::new(table)))
            }
        };
        let settings = Settings { skill: self.level(), ..self.settings.clone() };
        Ok(Tools { settings, seed: self.seed, hash })
    }
}

fn refuse_missing_folder(spec: &Spec, settings: &Settings) -> Result<(), OptionError> {
    match &settings.table_path {
        Some(path) if !path.is_dir() => Err(OptionError::Refused {
            name: spec.name,
            reason: format!("expected a folder, found {}", quote(&path.display().to_string())),
        }),
        _ => Ok(()),
    }
}
