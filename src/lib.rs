//! Yon ("four") plays games of four. This page is the map of the house.
//!
//! A line of text walks through it one way:
//!
//! ```text
//! stdin line -> protocol::command (typed, or an error reply) -> engine (options, one session)
//!            -> session (one game and its record; a search is a job that it hands out)
//!            -> rules / search / solver (generic, monomorphised) -> session::report (typed)
//!            -> protocol::reply -> stdout line
//! ```
//!
//! Other dialects, Hub and that of XBoard, come in by the same door: [`protocol::dialect`] turns their lines into the same
//! commands, and the same typed answers into their lines. A dialect is a file; what a game is called there stands in
//! [`catalog::Clients`].
//!
//! People come in by another door, [`repl`], the subcommands by [`tools`], and matches between engines are run by
//! [`arena`], in which the same session is the referee. All meet at [`engine`] and [`session`].
//!
//! Floors; imports point down only, and a test holds them to it:
//!
//! ```text
//! 4  protocol  repl  arena  tools   the only writers to stdout and stderr
//! 3  catalog  engine            catalog names the games, engine owns options, session and hash table
//! 2  session  settings  saved   dyn begins here, implemented once for every game
//! 1b perft  search  record      generic: they never name a game
//! 1a games                      rules, text, evaluation, solver; games never import each other
//! 0  game  board  view  control  text  table  fallible
//! ```
//!
//! A fifth game is a file and a folder under `games/`, one entry in [`catalog`], and data files under `tests/cases`.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, clippy::exit))]

pub mod arena;
pub mod board;
pub mod catalog;
pub mod control;
pub mod engine;
pub mod fallible;
pub mod game;
pub mod games;
pub mod network;
pub mod perft;
pub mod protocol;
pub mod record;
pub mod repl;
pub mod saved;
pub mod search;
pub mod session;
pub mod settings;
pub mod table;
pub mod text;
pub mod tools;
pub mod train;
pub mod view;
pub mod weights;
