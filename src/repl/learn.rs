//! The course of a game: staged positions, one for each rule, from the game's own file of lessons.
//!
//! ```text
//! lesson NAME          begins one
//! position FEN         where it takes place
//! say TEXT             what is said first; as many lines as it takes
//! right MOVE..         the moves that are right; without them every legal move that is not named as wrong
//! praise TEXT          what is said of a right move
//! wrong MOVE TEXT      what is said of a wrong one, or of all others for the move *
//! reply MOVE..         what the others answer to a right move; a second task begins there, with words of its own
//! ```

use std::io::Write;

use super::exercise::Exercise;
use super::{Refusal, Repl};
use crate::session::report::Start;

/// A lesson with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lesson {
    name: String,
    /// What is to be done, one after the other.
    steps: Vec<Exercise>,
}

/// One from which nothing is known yet.
fn blank(replies: Vec<String>) -> Exercise {
    Exercise {
        task: Vec::new(),
        start: Start::Startpos,
        moves: Vec::new(),
        replies,
        right: Vec::new(),
        praise: String::new(),
        wrong: Vec::new(),
    }
}

/// The lessons of a file. A line that is none of those above is left out; a test says that there is none.
fn lessons(text: &str) -> (Vec<Lesson>, Vec<&str>) {
    let (mut lessons, mut strange): (Vec<Lesson>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "lesson" {
            lessons.push(Lesson { name: rest.into(), steps: vec![blank(Vec::new())] });
            continue;
        }
        let steps = lessons.last_mut().map(|lesson| &mut lesson.steps);
        if let ("reply", Some(steps)) = (word, steps) {
            steps.push(blank(rest.split_whitespace().map(String::from).collect()));
            continue;
        }
        let Some(exercise) = lessons.last_mut().and_then(|lesson| lesson.steps.last_mut()) else {
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
            let mut steps = lesson.steps;
            if let Some(first) = steps.first_mut() {
                first.task.insert(0, format!("Lesson {} of {all}: {}", index + 1, lesson.name));
            }
            steps
        };
        let exercises = lessons.into_iter().enumerate().skip(from - 1).flat_map(staged).collect();
        self.begin_course(exercises)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Catalog, Entry};
    use crate::game::Setup;
    use crate::session::report::Danger;

    /// Takes a lesson in every way that it allows, from one of its steps on; returns how many ways there are.
    fn take(entry: &Entry, name: &str, steps: &[Exercise]) -> usize {
        let [step, rest @ ..] = steps else { return 1 };
        let setup = Setup::of_size(entry.sizes.default);
        let open = |moves: &[String]| {
            let mut session = entry.open(&setup);
            session.set_position(&setup, &step.start, moves).unwrap_or_else(|error| panic!("{name}: {error}"));
            session
        };
        let session = open(&step.moves);
        let (mover, legal) = (session.turn(), session.legal_moves());
        assert!(!step.task.is_empty() && !step.praise.is_empty() && !legal.is_empty(), "{name}");
        for mv in step.right.iter().chain(step.wrong.iter().map(|(mv, _)| mv).filter(|mv| *mv != "*")) {
            assert!(legal.contains(mv), "{name}: {mv} of {legal:?}");
        }
        assert!(step.wrong.iter().all(|(mv, _)| !step.right.contains(mv)), "{name}");
        assert!(step.right.len() < legal.len(), "{name}: no move is wrong, so none need be named right");
        // Where some moves lose a player's place in the game, none of the others is called wrong.
        let safe = |mv: &&String| session.danger(mv).is_none();
        if legal.iter().any(|mv| session.danger(mv) == Some(Danger::OutAtOnce)) {
            legal.iter().filter(safe).for_each(|mv| assert!(step.takes(mv), "{name}: {mv} is safe"));
        }
        let mut ways = 0;
        for mv in legal.iter().filter(|mv| step.takes(mv)) {
            let mut after = open(&step.moves);
            assert_eq!(session.danger(mv), None, "{name}: {mv} is praised");
            after.play(mv).unwrap();
            if let Some(outcome) = after.outcome() {
                assert_ne!(outcome.value_for(mover).word(), "loss", "{name}: {mv} is praised and loses");
            }
            let Some(next) = rest.first() else {
                ways += 1;
                continue;
            };
            let moves = step.moves_after(mv, &next.replies);
            assert!(!next.replies.is_empty() && next.start == Start::Startpos, "{name}");
            let mut rest = rest.to_vec();
            (rest[0].start, rest[0].moves) = (step.start.clone(), moves);
            ways += take(entry, name, &rest);
        }
        assert!(ways > 0, "{name}: nothing is right");
        ways
    }

    #[test]
    fn every_lesson_can_be_taken_as_it_is_written() {
        let (mut count, mut several) = (0, 0);
        for entry in Catalog::default().entries() {
            let (lessons, strange) = lessons(entry.lessons);
            assert!(strange.is_empty(), "{}: {strange:?}", entry.name);
            assert!(!lessons.is_empty(), "{} has no course", entry.name);
            for Lesson { name, steps } in lessons {
                take(entry, &name, &steps);
                count += 1;
                several += usize::from(steps.len() > 1);
            }
        }
        assert!(count >= 28 && several >= 4, "{count}, {several} of them in several steps");
    }

    #[test]
    fn moves_that_are_called_forced_are_proved() {
        let catalog = Catalog::default();
        let lost = |name: &str, fen: &str, moves: &[&str]| {
            let entry = catalog.entry(name);
            let mut session = entry.open(&Setup::of_size(6));
            let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
            session.set_position(&Setup::of_size(6), &Start::Fen(fen.into()), &moves).unwrap();
            session.known_value().map(|value| (value.word(), value.plies()))
        };
        // The lesson in which two moves win: knowledge of small boards is made in the background.
        let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
        let entry = catalog.entry("yonkoma");
        entry.open(&Setup::of_size(6)).prepare(&crate::settings::Settings::new("yonkoma", 6));
        let fen = "1rb3/5b/6/r5/6/6 r";
        while lost("yonkoma", fen, &[]).is_none() && std::time::Instant::now() < end {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert_eq!(lost("yonkoma", fen, &[]), Some(("win", Some(4))));
        assert_eq!(lost("yonkoma", fen, &["a3d6", "f5e4", "b6c5"]), Some(("loss", Some(1))));
    }
}
