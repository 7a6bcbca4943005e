//! What was told of the game, part by part: a move that the client cannot show at once is told in several, with a pass of
//! the other side between two of them.

/// A turn that is passed.
pub(super) const PASS: &str = "@@@@";

struct Part {
    text: String,
    /// A move of the game is complete with it.
    whole: bool,
}

/// The parts since the position that was set up last.
#[derive(Default)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, text: &str, whole: bool) {
        self.0.push(Part { text: text.into(), whole });
    }

    /// A whole move in these parts.
    pub(super) fn add_move(&mut self, parts: &[String]) {
        for (left, part) in (0..parts.len()).rev().zip(parts) {
            self.add(part, left == 0);
            if left > 0 {
                self.add(PASS, false);
            }
        }
    }

    fn unfinished(&self) -> impl DoubleEndedIterator<Item = &Part> {
        let start = self.0.iter().rposition(|part| part.whole).map_or(0, |last| last + 1);
        self.0[start..].iter()
    }

    /// The parts of a move that is not complete.
    pub(super) fn begun(&self) -> Vec<String> {
        self.unfinished().filter(|part| part.text != PASS).map(|part| part.text.clone()).collect()
    }

    /// The other side must pass before the move goes on.
    pub(super) fn pass_is_due(&self) -> bool {
        self.unfinished().next_back().is_some_and(|part| part.text != PASS)
    }

    /// Takes back so many parts, and says how many moves were complete with them; none when there are fewer.
    pub(super) fn take_back(&mut self, count: usize) -> Option<usize> {
        let rest = self.0.len().checked_sub(count)?;
        Some(self.0.drain(rest..).filter(|part| part.whole).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_parts_is_taken_back_part_by_part() {
        let mut parts = Parts::default();
        parts.add(PASS, true);
        parts.add_move(&["a".into(), "b".into(), "c".into()]);
        assert!(parts.begun().is_empty() && !parts.pass_is_due());
        assert_eq!(parts.take_back(1), Some(1));
        assert!(parts.begun() == ["a", "b"] && !parts.pass_is_due());
        assert_eq!(parts.take_back(1), Some(0));
        assert!(parts.begun() == ["a", "b"] && parts.pass_is_due());
        assert_eq!(parts.take_back(5), None);
        assert_eq!(parts.take_back(4), Some(1));
        assert!(parts.begun().is_empty() && !parts.pass_is_due());
    }
}
