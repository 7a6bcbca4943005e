//! A table file in use: what it answers, what is wrong with it, and what a person was told of it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::TableError;

/// A file that was opened as a table of kind `T`, or could not be.
#[derive(Debug)]
pub struct OpenTable<T> {
    path: PathBuf,
    /// The table, if the file is one.
    table: Option<T>,
    /// What is wrong with the file. Once something is, it is asked no more: a search knows better.
    fault: OnceLock<String>,
    /// What was told last.
    told: Mutex<Option<String>>,
}

/// An error with its cause.
fn in_full(error: &TableError) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

impl<T> OpenTable<T> {
    /// What came of opening the file.
    pub fn new(path: &Path, table: Result<T, TableError>) -> Self {
        let fault = table.as_ref().err().map_or_else(OnceLock::new, |error| OnceLock::from(in_full(error)));
        OpenTable { path: path.into(), table: table.ok(), fault, told: Mutex::default() }
    }

    /// The table, while nothing is wrong with it.
    pub fn good(&self) -> Option<&T> {
        self.table.as_ref().filter(|_| self.fault.get().is_none())
    }

    /// Asks the table, while nothing is wrong with it; an error is its fault from then on.
    pub fn ask<A>(&self, question: impl FnOnce(&T) -> Result<A, TableError>) -> Option<A> {
        question(self.good()?).map_err(|error| self.fault.get_or_init(|| in_full(&error))).ok()
    }

    /// What is wrong with the file.
    pub fn fault(&self) -> Option<&String> {
        self.fault.get()
    }

    /// What a person should know of it, once, and again when that has changed.
    pub fn remark(&self) -> Option<String> {
        let remark = match self.fault() {
            Some(fault) => format!("table not used: {fault}"),
            None => format!("table {}", self.path.display()),
        };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        (told.as_ref() != Some(&remark)).then(|| told.insert(remark).clone())
    }
}
