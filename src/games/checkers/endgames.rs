//! Endgame tables: for every position with few pieces who wins, and in how many steps to the next capture or man's move.
//!
//! Only positions with Coral to move are kept; the others are these with the board turned and the sides exchanged.
//! [`layout`] numbers them, [`code`] says what is kept of each and how it follows from the positions after it,
//! [`solver`] works it out, [`table`] keeps it on disk, [`verify`] checks it against the rules, [`claim`] says what it
//! proves of a position with its quiet moves, and [`oracle`] has the tables that a process uses.

pub mod claim;
pub mod code;
pub mod layout;
pub mod oracle;
pub mod solver;
pub mod stats;
pub mod table;
pub mod verify;
