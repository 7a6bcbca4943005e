//! How well each level below full strength sees; `cargo bench --bench ladder -- checkers` measures what comes of it.

use crate::game::{Sight, Sights};

/// From level 1 to level 9, fitted so that each step up is about as high as the next.
pub(super) const LEVELS: Sights = [
    Sight::new(1, 0, 150),
    Sight::new(1, 100, 180),
    Sight::new(3, 100, 60),
    Sight::new(3, 100, 45),
    Sight::new(4, 100, 43),
    Sight::new(5, 100, 41),
    Sight::new(5, 100, 27),
    Sight::new(6, 100, 21),
    Sight::new(7, 100, 15),
];
