//! How well each level below full strength sees; `cargo bench --bench ladder -- yonmoque` measures what comes of it.

use crate::game::{Sight, Sights};

/// From level 1 to level 9, fitted so that each step up is about as high as the next.
pub(super) const LEVELS: Sights = [
    Sight::new(1, 1, 3000),
    Sight::new(1, 80, 3000),
    Sight::new(2, 90, 2000),
    Sight::new(3, 100, 3000),
    Sight::new(3, 100, 350),
    Sight::new(4, 100, 2500),
    Sight::new(4, 100, 350),
    Sight::new(4, 100, 100),
    Sight::new(5, 100, 100),
];
