//! Endgame tables: for every position with few pieces who wins, and in how many steps to the next capture or man's move.
//!
//! Only positions with Coral to move are kept; the others are these with the board turned and the sides exchanged.
//! [`layout`] numbers them, [`code`] says what is kept of each and how it follows from the positions after it, and
//! [`solver`] works it out.

pub mod code;
pub mod layout;
pub mod solver;
