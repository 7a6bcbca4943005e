//! The rule sets. Games never import each other.

pub mod checkers;
pub mod yonkoma;
pub mod yonmoque;
pub mod yonoshogi;
