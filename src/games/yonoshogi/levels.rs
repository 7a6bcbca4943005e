//! How well each level below full strength sees; `cargo bench --bench ladder -- yonoshogi` measures what comes of it.

use crate::game::{Sight, Sights};

/// From level 1 to level 9, fitted so that each step up is about as high as the next.
pub(super) const LEVELS: Sights = [
    Sight::new(1, 0, 8000),
    Sight::new(1, 0, 550),
    Sight::new(1, 0, 300),
    Sight::new(1, 100, 250),
    Sight::new(1, 100, 150),
    Sight::new(2, 100, 700),
    Sight::new(2, 100, 40),
    Sight::new(3, 100, 50),
    Sight::new(3, 100, 10),
];
