//! Every option in one struct, with the table that says its name, kind, default and range.

use std::path::PathBuf;

use crate::game::Setup;
use crate::text::quote;

/// What can be set. One value of it is owned by the engine and survives a change of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The game, by its name in the catalogue.
    pub variant: String,
    /// The side of the board of the start position, where a game has several.
    pub board_size: u8,
    /// The hash table in MB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines to report.
    pub multipv: usize,
    /// The host lets the engine think on the opponent's time; a ponder move is named.
    pub ponder: bool,
    /// Analysis: the skill level is ignored.
    pub analyse: bool,
    /// Milliseconds kept back from every clock.
    pub move_overhead: u64,
    /// 1 to 10; 10 is full strength.
    pub skill: u8,
    /// What to play where every move loses.
    pub losing: Losing,
    /// The level is that of `elo`, whatever `skill` is.
    pub limit_strength: bool,
    /// The rating to play at, on a scale on which a random mover has 0.
    pub elo: u32,
    /// The seed as it was set; 0 is a fresh one for each game.
    pub seed: u32,
    /// After how many moves without progress a game is drawn; 0 is never.
    pub quiet_limit: u32,
    /// Solved boards and tables may be used.
    pub use_tables: bool,
    /// The folder of table files.
    pub table_path: Option<PathBuf>,
    /// The file to which every line in and out is appended.
    pub log_file: Option<PathBuf>,
}

/// What the engine plays at full strength where every move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Losing {
    /// The move with the best chance against an opponent who may go wrong.
    Trap,
    /// The move that holds out longest.
    Longest,
}

impl Losing {
    /// The words for the option, the default first.
    pub const WORDS: [&str; 2] = ["trap", "longest"];
}

/// The kind of an option, with what it may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// The value at the start.
        default: u64,
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// True or false.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// The value at the start.
        default: &'static str,
        /// All words.
        words: Vec<&'static str>,
    },
    /// A text; `<empty>` is none.
    Text,
    /// A thing to do.
    Button,
}

/// The text of an unset string option.
pub const EMPTY: &str = "<empty>";

/// Which option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Key {
    Variant,
    BoardSize,
    Hash,
    Threads,
    MultiPv,
    Ponder,
    Analyse,
    MoveOverhead,
    Skill,
    LimitStrength,
    Elo,
    Losing,
    Seed,
    QuietLimit,
    UseTables,
    TablePath,
    LogFile,
    ClearHash,
}

/// One row of the option table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Which option.
    pub key: Key,
    /// The name on the wire.
    pub name: &'static str,
    /// What it may hold.
    pub kind: Kind,
}

/// The sides of the boards that a game is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The smallest.
    pub min: u8,
    /// The largest.
    pub max: u8,
    /// The one at the start.
    pub default: u8,
}

impl Sizes {
    /// True for a side that the game is played on: the only one, or an even one from the smallest to the largest.
    pub fn contains(&self, size: u8) -> bool {
        (size.is_multiple_of(2) || self.min == self.max) && (self.min..=self.max).contains(&size)
    }
}

impl std::fmt::Display for Sizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.min == self.max {
            return write!(f, "{}", self.min);
        }
        write!(f, "an even number from {} to {}", self.min, self.max)
    }
}

/// Why an option was not set. The old value stays.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("no option is named {0}; 'uci' lists them")]
    Unknown(String),
    /// The value is of the wrong kind or out of range.
    #[error("{name}: expected {expected}, found {found}")]
    Value {
        /// The option.
        name: &'static str,
        /// What it may hold.
        expected: String,
        /// What was given, quoted.
        found: String,
    },
    /// The value is right, but it could not be done.
    #[error("{name}: {reason}")]
    Refused {
        /// The option.
        name: &'static str,
        /// Why.
        reason: String,
    },
}

/// The option table. `games` are the names for `UCI_Variant`, the first being the default.
pub fn specs(games: &[&'static str], sizes: Sizes) -> Vec<Spec> {
    let spin = |default, min, max| Kind::Spin { default, min, max };
    let check = |default| Kind::Check { default };
    let variants = Kind::Combo { default: games[0], words: games.to_vec() };
    let losing = Kind::Combo { default: Losing::WORDS[0], words: Losing::WORDS.to_vec() };
    let sizes = spin(sizes.default.into(), sizes.min.into(), sizes.max.into());
    let row = |key, name, kind| Spec { key, name, kind };
    vec![
        row(Key::Variant, "UCI_Variant", variants),
        row(Key::BoardSize, "BoardSize", sizes),
        row(Key::Hash, "Hash", spin(64, 1, 65_536)),
        row(Key::Threads, "Threads", spin(1, 1, 256)),
        row(Key::MultiPv, "MultiPV", spin(1, 1, 256)),
        row(Key::Ponder, "Ponder", check(false)),
        row(Key::Analyse, "UCI_AnalyseMode", check(false)),
        row(Key::MoveOverhead, "Move Overhead", spin(10, 0, 5000)),
        row(Key::Skill, "Skill Level", spin(10, 1, 10)),
        row(Key::LimitStrength, "UCI_LimitStrength", check(false)),
        row(Key::Elo, "UCI_Elo", spin(1000, 0, 4000)),
        row(Key::Losing, "Losing Play", losing),
        row(Key::Seed, "Seed", spin(0, 0, 2_147_483_647)),
        row(Key::QuietLimit, "QuietLimit", spin(Setup::default().quiet_limit.into(), 0, 1000)),
        row(Key::UseTables, "UseTables", check(true)),
        row(Key::TablePath, "TablePath", Kind::Text),
        row(Key::LogFile, "Debug Log File", Kind::Text),
        row(Key::ClearHash, "Clear Hash", Kind::Button),
    ]
}

/// Where table files are kept when nothing else is said; `None` where the system has no such place.
pub fn default_table_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "yon").map(|dirs| dirs.data_dir().join("tables"))
}

impl Settings {
    /// Where table files are looked for.
    pub fn table_folder(&self) -> Option<PathBuf> {
        self.table_path.clone().or_else(default_table_folder)
    }

    /// Every option at its default, for a game and the side of its start position.
    pub fn new(variant: &str, board_size: u8) -> Self {
        Settings {
            variant: variant.into(),
            board_size,
            hash: 64,
            threads: 1,
            multipv: 1,
            ponder: false,
            analyse: false,
            move_overhead: 10,
            skill: 10,
            losing: Losing::Trap,
            limit_strength: false,
            elo: 1000,
            seed: 0,
            quiet_limit: Setup::default().quiet_limit,
            use_tables: true,
            table_path: None,
            log_file: None,
        }
    }

    /// The value of an option as text; a button has none.
    pub fn get(&self, key: Key) -> Option<String> {
        let path = |path: &Option<PathBuf>| path.as_ref().map_or(EMPTY.into(), |path| path.display().to_string());
        Some(match key {
            Key::Variant => self.variant.clone(),
            Key::BoardSize => self.board_size.to_string(),
            Key::Hash => self.hash.to_string(),
            Key::Threads => self.threads.to_string(),
            Key::MultiPv => self.multipv.to_string(),
            Key::Ponder => self.ponder.to_string(),
            Key::Analyse => self.analyse.to_string(),
            Key::MoveOverhead => self.move_overhead.to_string(),
            Key::Skill => self.skill.to_string(),
            Key::LimitStrength => self.limit_strength.to_string(),
            Key::Elo => self.elo.to_string(),
            Key::Losing => Losing::WORDS[self.losing as usize].into(),
            Key::Seed => self.seed.to_string(),
            Key::QuietLimit => self.quiet_limit.to_string(),
            Key::UseTables => self.use_tables.to_string(),
            Key::TablePath => path(&self.table_path),
            Key::LogFile => path(&self.log_file),
            Key::ClearHash => return None,
        })
    }

    /// Sets an option from its text. What follows from it (a new position, a new hash table) is the caller's work.
    ///
    /// # Errors
    /// When the value is of the wrong kind or out of range; nothing is changed then.
    pub fn set(&mut self, spec: &Spec, text: &str) -> Result<(), OptionError> {
        let wrong = |expected: String| OptionError::Value { name: spec.name, expected, found: quote(text) };
        match &spec.kind {
            Kind::Spin { min, max, .. } => {
                let even = spec.key == Key::BoardSize;
                let number = crate::text::read_digits(text)
                    .filter(|n| (*min..=*max).contains(n) && !(even && n % 2 == 1))
                    .ok_or_else(|| {
                        let kind = if even { "an even number" } else { "a number" };
                        wrong(format!("{kind} from {min} to {max}"))
                    })?;
                self.set_number(spec.key, number);
            }
            Kind::Check { .. } => {
                let value = match text.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("true or false".into())),
                };
                self.set_check(spec.key, value);
            }
            Kind::Combo { words, .. } => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                let word = *word.ok_or_else(|| wrong(format!("one of {}", words.join(", "))))?;
                match spec.key {
                    Key::Losing if word == Losing::WORDS[0] => self.losing = Losing::Trap,
                    Key::Losing => self.losing = Losing::Longest,
                    _ => self.variant = word.into(),
                }
            }
            Kind::Text => {
                let path = (!text.is_empty() && text != EMPTY).then(|| PathBuf::from(text));
                match spec.key {
                    Key::TablePath => self.table_path = path,
                    _ => self.log_file = path,
                }
            }
            Kind::Button if text.is_empty() => {}
            Kind::Button => return Err(wrong("no value".into())),
        }
        Ok(())
    }

    fn set_number(&mut self, key: Key, number: u64) {
        match key {
            Key::BoardSize => self.board_size = number as u8,
            Key::Hash => self.hash = number as usize,
            Key::Threads => self.threads = number as usize,
            Key::MultiPv => self.multipv = number as usize,
            Key::MoveOverhead => self.move_overhead = number,
            Key::Skill => self.skill = number as u8,
            Key::Elo => self.elo = number as u32,
            Key::QuietLimit => self.quiet_limit = number as u32,
            _ => self.seed = number as u32,
        }
    }

    fn set_check(&mut self, key: Key, value: bool) {
        match key {
            Key::Ponder => self.ponder = value,
            Key::Analyse => self.analyse = value,
            Key::LimitStrength => self.limit_strength = value,
            _ => self.use_tables = value,
        }
    }

    /// What a game that begins now is settled to.
    pub fn setup(&self) -> Setup {
        Setup { size: self.board_size, quiet_limit: self.quiet_limit }
    }

    /// The level to play at, by the ratings of levels 1 to 10 on the present board: the one whose rating is nearest, where the
    /// strength is limited by a rating.
    pub fn level(&self, ratings: &[u32; 10]) -> u8 {
        if !self.limit_strength {
            return self.skill;
        }
        let nearest = (1..=10).min_by_key(|&level| ratings[usize::from(level) - 1].abs_diff(self.elo));
        nearest.unwrap_or(self.skill)
    }

    /// True when the engine is to play its best.
    pub fn full_strength(&self) -> bool {
        self.analyse || self.skill == 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<Spec> {
        specs(&["yonkoma"], Sizes { min: 4, max: 26, default: 10 })
    }

    #[test]
    fn defaults_are_those_of_the_table() {
        let settings = Settings::new("yonkoma", 10);
        for spec in table() {
            let default = match spec.kind {
                Kind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{}", spec.name);
                    Some(default.to_string())
                }
                Kind::Check { default } => Some(default.to_string()),
                Kind::Combo { default, .. } => Some(default.to_string()),
                Kind::Text => Some(EMPTY.to_string()),
                Kind::Button => None,
            };
            assert_eq!(settings.get(spec.key), default, "{}", spec.name);
        }
    }

    #[test]
    fn no_name_holds_a_word_that_clients_split_at() {
        for spec in table() {
            for word in spec.name.split(' ') {
                assert!(!["min", "max", "default", "var", "type", "name", "value"].contains(&word), "{}", spec.name);
            }
        }
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut settings = Settings::new("yonkoma", 10);
        for spec in table() {
            let wrong: &[&str] = match spec.kind {
                Kind::Spin { .. } => &["", "-1", "+5", "x", "4.0", "99999999999999999999", "2147483648"],
                Kind::Check { .. } => &["", "1", "yes", "true true"],
                Kind::Combo { .. } => &["", "chess"],
                Kind::Text => &[],
                Kind::Button => &["now"],
            };
            for text in wrong {
                let before = settings.clone();
                assert!(settings.set(&spec, text).is_err(), "{} {text}", spec.name);
                assert_eq!(settings, before);
            }
        }
    }

    #[test]
    fn an_odd_board_is_refused() {
        let mut settings = Settings::new("yonkoma", 10);
        let table = table();
        let error = settings.set(&table[1], "7").unwrap_err();
        assert_eq!(error.to_string(), "BoardSize: expected an even number from 4 to 26, found '7'");
        assert!(settings.set(&table[1], "26").is_ok());
        assert_eq!(settings.board_size, 26);
    }
}
