//! Table files: what is written is read back, and what was changed behind the writer's back is never an answer.

#![allow(clippy::unwrap_used)] // The lint knows tests, and not what they are made of.

#[path = "tables/damage.rs"]
mod damage;
#[path = "protocol/driver.rs"]
mod driver;
#[path = "tables/engine.rs"]
mod engine;
#[path = "tables/made.rs"]
mod made;
#[path = "tables/stats.rs"]
mod stats;
#[path = "tables/verify.rs"]
mod verify;
#[path = "tables/writing.rs"]
mod writing;
