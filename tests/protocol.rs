//! The text protocol as a black box: one test for each promise of protocol.md, over pipes.

#![allow(clippy::unwrap_used)] // The lint knows tests, and not what they are made of.

#[path = "protocol/bad_input.rs"]
mod bad_input;
#[path = "protocol/checkers.rs"]
mod checkers;
#[path = "protocol/doors.rs"]
mod doors;
#[path = "protocol/driver.rs"]
mod driver;
#[path = "protocol/ends.rs"]
mod ends;
#[path = "protocol/go.rs"]
mod go;
#[path = "protocol/hub.rs"]
mod hub;
#[path = "protocol/limits.rs"]
mod limits;
#[path = "protocol/losing.rs"]
mod losing;
#[path = "protocol/open.rs"]
mod open;
#[path = "protocol/options.rs"]
mod options;
#[path = "protocol/order.rs"]
mod order;
#[path = "protocol/positions.rs"]
mod positions;
#[path = "protocol/queries.rs"]
mod queries;
#[path = "protocol/scripts.rs"]
mod scripts;
#[path = "protocol/solving.rs"]
mod solving;
#[path = "protocol/values.rs"]
mod values;
#[path = "protocol/xboard.rs"]
mod xboard;
#[path = "protocol/xboard_checkers.rs"]
mod xboard_checkers;
#[path = "protocol/xboard_ponder.rs"]
mod xboard_ponder;
#[path = "protocol/yonmoque.rs"]
mod yonmoque;
#[path = "protocol/yonoshogi.rs"]
mod yonoshogi;
