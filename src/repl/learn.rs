//! The course of a game: staged positions, one for each rule, from the game's own file of lessons.
//!
//! ```text
//! lesson NAME          begins one
//! position FEN         where it takes place
//! say TEXT             what is said first; as many lines as it takes
//! right MOVE..         the moves that are right; without them every legal move is
//! praise TEXT          what is said of a right move
//! wrong MOVE TEXT      what is said of a wrong one
//! ```

use std::io::Write;

use super::exercise::Exercise;
use super::{Refusal, Repl};
use crate::session::report::Start;

/// A lesson with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lesson {
    name: String,
    exercise: Exercise,
}

/// The lessons of a file. A line that is none of those above is left out; a test says that there is none.
fn lessons(text: &str) -> (Vec<Lesson>, Vec<&str>) {
    let (mut lessons, mut strange): (Vec<Lesson>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "lesson" {
            let (task, start) = (Vec::new(), Start::Startpos);
            let (moves, right, praise, wrong) = (Vec::new(), Vec::new(), String::new(), Vec::new());
            let exercise = Exercise { task, start, moves, right, praise, wrong };
            lessons.push(Lesson { name: rest.into(), exercise });
            continue;
        }
        let Some(Lesson { exercise, .. }) = lessons.last_mut() else {
            strange.push(line);
            continue;
        };
        match word {
            "position" => exercise.start = Start::Fen(rest.into()),
            "say" => exercise.task.push(rest.into()),
            "right" => exercise.right = rest.split_whitespace().map(String::from).collect(),
            "praise" => exercise.praise = rest.into(),
            "wrong" => match rest.split_once(' ') {
                Some((mv, why)) => exercise.wrong.push((mv.into(), why.into())),
                None => strange.push(line),
            },
            _ => strange.push(line),
        }
    }
    (lessons, strange)
}

impl<W: Write> Repl<W> {
    /// The course from its beginning, or from one of its lessons.
    pub(super) fn learn(&mut self, number: Option<u64>) -> Result<(), Refusal> {
        let entry = self.engine.entry();
        let (lessons, _) = lessons(entry.lessons);
        if lessons.is_empty() {
            return Err(Refusal::Why(format!("learn: there is no course of {} yet; 'rules' tells them", entry.title)));
        }
        let all = lessons.len();
        let from = usize::try_from(number.unwrap_or(1)).unwrap_or(usize::MAX);
        if from > all {
            return Err(Refusal::Why(format!("learn: expected a number from 1 to {all}, found {from}")));
        }
        let staged = |(index, lesson): (usize, Lesson)| {
            let mut exercise = lesson.exercise;
            exercise.task.insert(0, format!("Lesson {} of {all}: {}", index + 1, lesson.name));
            exercise
        };
        let exercises = lessons.into_iter().enumerate().skip(from - 1).map(staged).collect();
        self.begin_course(exercises)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::game::Setup;

    #[test]
    fn every_lesson_can_be_taken_as_it_is_written() {
        let mut count = 0;
        for entry in Catalog::default().entries() {
            let (lessons, strange) = lessons(entry.lessons);
            assert!(strange.is_empty(), "{}: {strange:?}", entry.name);
            for Lesson { name, exercise } in lessons {
                count += 1;
                let setup = Setup::of_size(entry.sizes.default);
                let mut session = entry.open(&setup);
                session.set_position(&setup, &exercise.start, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
                let legal = session.legal_moves();
                assert!(!exercise.task.is_empty() && !legal.is_empty(), "{name}");
                for mv in &exercise.right {
                    assert!(legal.contains(mv), "{name}: {mv} of {legal:?}");
                }
                for (mv, _) in &exercise.wrong {
                    assert!(!exercise.right.contains(mv), "{name}: {mv}");
                    assert!(legal.contains(mv), "{name}: {mv} of {legal:?}");
                }
                if exercise.right.len() == legal.len() {
                    panic!("{name}: no move is wrong, so none need be named right");
                }
            }
        }
        assert!(count >= 13, "{count}");
    }
}
