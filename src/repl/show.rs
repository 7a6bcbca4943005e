//! Answers that only show something: the board, moves, hints, options and help.

use std::io::Write;

use super::complete::{Choice, Vocabulary};
use super::input::Prompt;
use super::sides::Sides;
use super::{Refusal, Repl, looks, paint, words};
use crate::board::Square;
use crate::game::Value;
use crate::session::report::{Answer, Hint, MoveValue, Request};
use crate::settings::{EMPTY, Kind, OptionError, Spec};
use crate::text::quote;
use crate::view::{Mark, View};

impl<W: Write> Repl<W> {
    /// The names of the sides.
    pub(super) fn sides(&self) -> Sides {
        Sides::of(self.engine.entry(), self.swapped)
    }

    /// The board, with these marks or else with the last move, and whose turn it is or who has won.
    pub(super) fn show_board(&mut self, marked: Option<View>) -> Result<(), Refusal> {
        let (session, sides) = (self.engine.session(), self.sides());
        let view = marked.unwrap_or_else(|| {
            let mut view = session.view();
            session.last_move().into_iter().for_each(|square| view.mark(square, Mark::Last));
            view
        });
        let turn = match session.outcome() {
            Some(outcome) => words::outcome(&outcome, &sides),
            None if self.ended.is_some() => self.ended.as_ref().map_or(String::new(), |ended| ended.sentence.clone()),
            None if self.engine_plays(session.turn()) => {
                format!("{} to move; the engine plays it, and 'go' lets it.", sides.name(session.turn()))
            }
            None => format!("{} to move.", sides.name(session.turn())),
        };
        self.screen.draw(&view, &sides)?;
        Ok(self.screen.say(&turn)?)
    }

    /// The prompt: the side to move.
    pub(super) fn prompt(&self) -> Prompt {
        let (session, sides) = (self.engine.session(), self.sides());
        match self.is_over() {
            true => Prompt { plain: "over> ".into(), colour: "over> ".into() },
            false => {
                let name = sides.name(session.turn());
                let colour = paint::painted(name, paint::style_of(session.turn(), &sides, self.screen.looks().light));
                Prompt { plain: format!("{name}> "), colour: format!("{colour}> ") }
            }
        }
    }

    /// What can be typed now.
    pub(super) fn vocabulary(&self) -> Vocabulary {
        let session = self.engine.session();
        let moves = session.legal_moves();
        let mut squares: Vec<Square> =
            moves.iter().filter_map(|mv| session.move_squares(mv).first().copied()).collect();
        squares.dedup();
        let sizes = self.engine.entry().sizes;
        Vocabulary {
            moves,
            squares: squares.iter().map(|&square| session.square_text(square)).collect(),
            sides: self.sides().all_names().map(String::from).collect(),
            sizes: (sizes.min..=sizes.max)
                .step_by(2)
                .filter(|_| sizes.min < sizes.max)
                .map(|size| size.to_string())
                .chain(self.engine.catalog().names().into_iter().map(String::from))
                .collect(),
            options: self.engine.specs().iter().map(choice).chain(looks::choices()).collect(),
        }
    }

    /// The legal moves, all or those from a square.
    pub(super) fn moves(&mut self, square: Option<&str>) -> Result<(), Refusal> {
        self.expect_play()?;
        match square {
            None => self.all_moves(),
            Some(text) => {
                let session = self.engine.session();
                let example = session.square_text(Square::new(0, 0));
                let wrong =
                    || Refusal::Why(format!("moves: expected a square such as {example}, found {}", quote(text)));
                self.moves_from(session.parse_square(text).ok_or_else(wrong)?)
            }
        }
    }

    fn all_moves(&mut self) -> Result<(), Refusal> {
        let session = self.engine.session();
        let moves = session.legal_moves();
        let mut lines = vec![format!("{}:", words::count(moves.len(), "move"))];
        for group in moves.chunk_by(|a, b| session.move_squares(a).first() == session.move_squares(b).first()) {
            lines.extend(words::wrapped(group, self.input.width().min(100)));
        }
        Ok(self.screen.say_all(&lines)?)
    }

    fn moves_from(&mut self, square: Square) -> Result<(), Refusal> {
        let session = self.engine.session();
        let mut view = session.view();
        if !square.is_on(view.files, view.ranks) {
            let (files, ranks) = (view.files, view.ranks);
            let square = session.square_text(square);
            return Err(Refusal::Why(format!("moves: {square} is not on the {files}x{ranks} board")));
        }
        let name = session.square_text(square);
        let from = |mv: &String| session.move_squares(mv).first() == Some(&square);
        let moves: Vec<String> = session.legal_moves().into_iter().filter(from).collect();
        if moves.is_empty() {
            return Err(Refusal::Why(format!("there is no move from {name}; 'moves' lists all")));
        }
        moves.iter().filter_map(|mv| session.move_squares(mv).pop()).for_each(|to| view.mark(to, Mark::Target));
        let sides = self.sides();
        self.screen.draw(&view, &sides)?;
        self.marked_view = Some(view);
        self.screen.say(&format!("{} from {name}{}:", words::count(moves.len(), "move"), self.marked("*")))?;
        let lines = words::wrapped(&moves, self.input.width().min(100));
        Ok(self.screen.say_all(&lines)?)
    }

    /// Who wins and the best moves, in a sentence and on the board.
    pub(super) fn hint(&mut self, movetime: Option<u64>) -> Result<(), Refusal> {
        self.expect_play()?;
        let Answer::Hint(hint) = self.think(Request::Hint { movetime })?.answer else { return Ok(()) };
        let distances = self.distances(&hint, movetime)?;
        let plies = |mv: &str| distances.iter().find(|(other, _)| other == mv).map(|(_, plies)| *plies);
        let session = self.engine.session();
        let mut view = session.view();
        let (mark, sign) = match hint.value {
            Ok(Value::Loss(_) | Value::Draw) => (Mark::Hold, "-"),
            _ => (Mark::Hint, "+"),
        };
        for mv in &hint.moves {
            let squares = session.move_squares(mv);
            squares.iter().for_each(|&square| view.mark(square, mark));
            if let (Some(&to), Some(plies)) = (squares.last(), plies(mv)) {
                // The better of two moves to the same square is written on it.
                let shown = view.caption_on(to).unwrap_or(plies);
                view.caption(to, if mark == Mark::Hint { shown.min(plies) } else { shown.max(plies) });
            }
        }
        let sides = self.sides();
        self.screen.draw(&view, &sides)?;
        self.marked_view = Some(view);
        self.screen.say(&format!("{}{}:", self.hint_sentence(&hint), self.marked(sign)))?;
        let told = |mv: &String| plies(mv).map_or(mv.clone(), |plies| format!("{mv} in {plies}"));
        let width = self.input.width().min(100);
        self.screen.say_all(&words::wrapped(&parted(hint.moves.iter().map(told).collect()), width))?;
        let lost = matches!(hint.value, Ok(Value::Loss(_)));
        let others = distances.iter().filter(|(mv, _)| lost && !hint.moves.contains(mv));
        let others: Vec<String> = others.map(|(mv, plies)| format!("{mv} in {plies}")).collect();
        if !others.is_empty() {
            self.screen.say("The others lose sooner:")?;
            self.screen.say_all(&words::wrapped(&parted(others), width))?;
        }
        Ok(())
    }

    /// How far the end is behind each move, where who wins is known, best first; nothing where a length is not.
    fn distances(&mut self, hint: &Hint, movetime: Option<u64>) -> Result<Vec<(String, u16)>, Refusal> {
        if !matches!(hint.value, Ok(Value::Win(Some(_)) | Value::Loss(Some(_)))) {
            return Ok(Vec::new());
        }
        let Answer::Values(rows) = self.think(Request::Values { movetime })?.answer else { return Ok(Vec::new()) };
        let known = |row: MoveValue| Some((row.mv, row.value.ok()?.plies()?));
        Ok(rows.into_iter().filter_map(known).collect())
    }

    /// How marked squares look, where there is a drawing.
    fn marked(&self, sign: &str) -> String {
        if self.screen.is_plain() { String::new() } else { format!(", marked {sign}") }
    }

    fn hint_sentence(&self, hint: &Hint) -> String {
        let (mover, sides) = (self.engine.session().turn(), self.sides());
        let known = words::known(&hint.value, mover, &sides);
        let one = hint.moves.len() == 1;
        let moves = match &hint.value {
            Ok(Value::Win(_)) if hint.partial => "moves that are proved to win (others are not decided)",
            Ok(Value::Win(_)) if one => "the only winning move",
            Ok(Value::Win(_)) => "all winning moves",
            Ok(Value::Draw) => "moves that hold the draw",
            Ok(Value::Loss(_)) if one => "the move that holds out longest",
            Ok(Value::Loss(_)) => "moves that hold out longest",
            Err(_) if one => "the move that looks best",
            Err(_) => "moves that look best",
        };
        let mut known = known.chars();
        let first = known.next().map(|sign| sign.to_ascii_uppercase());
        format!("{}{}; {moves}", first.map(String::from).unwrap_or_default(), known.as_str())
    }

    /// What each move leads to.
    pub(super) fn values(&mut self, movetime: Option<u64>) -> Result<(), Refusal> {
        self.expect_play()?;
        let mover = self.engine.session().turn();
        let Answer::Values(rows) = self.think(Request::Values { movetime })?.answer else { return Ok(()) };
        let (sides, width) = (self.sides(), rows.iter().map(|row| row.mv.len()).max().unwrap_or(0));
        let line = |mv: &str, known| format!("  {mv:width$}  {}", words::known(known, mover, &sides));
        let lines: Vec<String> = rows.iter().map(|row| line(&row.mv, &row.value)).collect();
        Ok(self.screen.say_all(&lines)?)
    }

    /// Counts the leaves of the move tree.
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Refusal> {
        match self.think(Request::Perft(depth))?.answer {
            Answer::Perft { counts, total } => {
                let mut lines: Vec<String> = counts.iter().map(|(mv, count)| format!("  {mv}: {count}")).collect();
                lines.push(if total == 1 { "1 leaf".into() } else { format!("{total} leaves") });
                Ok(self.screen.say_all(&lines)?)
            }
            _ => Err(Refusal::Why("stopped before the count was done".into())),
        }
    }

    /// What the estimate is made of.
    pub(super) fn eval(&mut self) -> Result<(), Refusal> {
        let (sides, lines) = (self.sides(), self.engine.session().describe());
        let lines: Vec<String> = lines.iter().map(|line| sides.rename(line)).collect();
        Ok(self.screen.say_all(&lines)?)
    }

    /// The options, one of them, or a value for one.
    pub(super) fn set(&mut self, text: &str) -> Result<(), Refusal> {
        let specs = self.engine.specs();
        if text.is_empty() {
            return Ok(self.screen.say_all(&self.option_lines(&specs))?);
        }
        if self.set_look(text)? {
            return Ok(());
        }
        let (spec, value) = split_option(&specs, text).ok_or_else(|| no_option(text))?;
        match value {
            "" if spec.kind != Kind::Button => {
                let value = self.engine.settings().get(spec.key).unwrap_or_default();
                Ok(self.screen.say(&format!("{} is {value} ({}).", spec.name, range(spec)))?)
            }
            value => self.set_option(spec.name, value),
        }
    }

    fn option_lines(&self, specs: &[Spec]) -> Vec<String> {
        let value = |spec: &Spec| self.engine.settings().get(spec.key).unwrap_or_default();
        let own = self.look_lines().into_iter().map(|(name, value, range)| (name, value.to_string(), range));
        let rows: Vec<(&str, String, String)> =
            specs.iter().map(|spec| (spec.name, value(spec), range(spec))).chain(own).collect();
        let names = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
        let values = rows.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or(0);
        rows.iter().map(|(name, value, range)| format!("  {name:names$}  {value:values$}  {range}")).collect()
    }
}

/// Words with commas between them.
fn parted(mut words: Vec<String>) -> Vec<String> {
    if let Some((_, before)) = words.split_last_mut() {
        // Moves without a distance stand without commas, as everywhere.
        before.iter_mut().filter(|word| word.contains(' ')).for_each(|word| word.push(','));
    }
    words
}

/// What an option may hold.
fn range(spec: &Spec) -> String {
    match &spec.kind {
        Kind::Spin { min, max, .. } => format!("{min} to {max}"),
        Kind::Check { .. } => "true or false".into(),
        Kind::Combo { words, .. } => words::listed(words, "or"),
        Kind::Text => format!("a path, or {EMPTY}"),
        Kind::Button => format!("'set {}' does it", spec.name),
    }
}

fn choice(spec: &Spec) -> Choice {
    let values = match &spec.kind {
        Kind::Check { .. } => vec!["true".into(), "false".into()],
        Kind::Combo { words, .. } => words.iter().map(|word| word.to_string()).collect(),
        _ => Vec::new(),
    };
    Choice { name: spec.name.into(), values }
}

/// The option whose name, whole or begun, stands before the value; its name may have blanks in it.
fn split_option<'a>(specs: &'a [Spec], text: &'a str) -> Option<(&'a Spec, &'a str)> {
    let mut ends: Vec<usize> = text.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
    ends.push(text.len());
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let whole = |end: &usize| {
        let name = plain(&text[..*end]);
        Some((specs.iter().find(|spec| spec.name.eq_ignore_ascii_case(&name))?, *end))
    };
    let begun = |end: &usize| {
        let name = plain(&text[..*end]);
        let mut found = specs.iter().filter(|spec| spec.name.to_ascii_lowercase().starts_with(&name));
        let only = found.next().filter(|_| !name.is_empty());
        if found.next().is_some() { None } else { Some((only?, *end)) }
    };
    // No name is longer than this many words, so a long value costs nothing.
    ends.truncate(4);
    let (spec, end) = ends.iter().rev().find_map(whole).or_else(|| ends.iter().rev().find_map(begun))?;
    let value = text[end..].trim();
    Some((spec, value.strip_prefix('=').map_or(value, str::trim_start)))
}

/// What to say where an option is unknown.
pub(super) fn no_option(text: &str) -> Refusal {
    let name = text.split_whitespace().next().unwrap_or(text);
    Refusal::Why(format!("no option is named {}; 'set' lists them", quote(name)))
}

/// What to say where a command did not set an option.
pub(super) fn option_refusal(command: &str, error: OptionError) -> Refusal {
    Refusal::Why(match error {
        OptionError::Unknown(name) => format!("no option is named {name}; 'set' lists them"),
        OptionError::Value { expected, found, .. } => format!("{command}: expected {expected}, found {found}"),
        OptionError::Refused { reason, .. } => format!("{command}: {reason}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Sizes, specs};

    #[test]
    fn an_option_is_found_by_its_whole_name_or_its_beginning() {
        let specs = specs(&["a game"], Sizes { min: 4, max: 8, default: 6 });
        let split = |text| split_option(&specs, text).map(|(spec, value)| (spec.name, value));
        for (text, found) in [
            ("Skill Level 3", Some(("Skill Level", "3"))),
            ("skill  level  3", Some(("Skill Level", "3"))),
            ("skill 3", Some(("Skill Level", "3"))),
            ("skill level = 3", Some(("Skill Level", "3"))),
            ("skill le 3", Some(("Skill Level", "3"))),
            ("Hash", Some(("Hash", ""))),
            ("clear", Some(("Clear Hash", ""))),
            ("TablePath /a b/c", Some(("TablePath", "/a b/c"))),
            ("m 3", None),
            ("nothing", None),
        ] {
            assert_eq!(split(text), found, "{text}");
        }
    }
}
