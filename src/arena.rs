//! The match runner.

pub mod schedule;
pub mod statistics;
