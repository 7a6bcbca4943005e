//! Games from and for files: `load`, and `record` in a format of its own.

use std::fs::File;
use std::io::{Read, Write};

use super::words::{count, harmless};
use super::{Refusal, Repl};
use crate::game::{FileGame, MoveError};
use crate::protocol::command::{Command as Wire, read as read_wire};
use crate::saved;
use crate::session::report::{PositionError, Start};
use crate::text::quote;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

impl<W: Write> Repl<W> {
    /// Prints the game in a format that other programs read.
    pub(super) fn game_file(&mut self, format: &str) -> Result<(), Refusal> {
        let title = self.engine.entry().title;
        let file = self.engine.session().game_file(format);
        let file = file.ok_or_else(|| Refusal::Why(format!("record: {title} has no files in the format {format}")))?;
        Ok(self.screen.say_all(&file.lines().collect::<Vec<_>>())?)
    }

    /// Puts a game from a file, which is known by its content: the format of a game, or lines as `record` prints them.
    pub(super) fn load(&mut self, path: &str, number: Option<u64>) -> Result<(), Refusal> {
        let text = read_file(path)?;
        if let Some(games) = saved::read_games(&text) {
            let games = games.map_err(|error| Refusal::Why(format!("load: {}: {error}", quote(path))))?;
            let number = number.unwrap_or(1);
            let game = chosen(&games, number, path)?;
            let wrong = |why: Refusal| Refusal::Why(format!("load: {}, game {number}: {why}", quote(path)));
            self.annotated = None;
            self.put_saved(game).map_err(wrong)?;
            let players = harmless(&game.players.join(", "));
            let result = harmless(if game.result.is_empty() { "*" } else { &game.result });
            self.screen.say(
                format!("Game {number} of {}: {players}; {result} {}", games.len(), harmless(&game.reason)).trim_end(),
            )?;
            if let Some(marks) = &game.marks {
                let found = count(marks.len(), "mistake");
                self.screen.say(&format!("It was looked over, with {found}; 'mistakes' lists them."))?;
            }
            return self.go_on();
        }
        let own = self.own_lines(&text, path);
        let foreign = if own.is_none() { self.engine.read_games(&text) } else { None };
        let (game, games) = match (own, foreign) {
            (Some(games), _) => (None, games),
            (None, Some((name, games))) => {
                let wrong = |error| Refusal::Why(format!("load: {}: {error}", quote(path)));
                (Some(name), games.map_err(wrong)?)
            }
            (None, None) => (None, self.read_lines(&text, path)?),
        };
        let number = number.unwrap_or(1);
        let found = chosen(&games, number, path)?;
        let start = found.start.clone().map_or(Start::Startpos, Start::Fen);
        let wrong = |error: PositionError| Refusal::Why(format!("load: {}, game {number}: {error}", quote(path)));
        let name = game.unwrap_or(self.engine.entry().name);
        let (mut moves, mut note) = (found.moves.as_slice(), None);
        match self.engine.check_game(name, &start, moves) {
            // People went on where these rules say that it is a draw.
            Err(PositionError::Move { number, error: MoveError::Over { .. } }) => {
                moves = &moves[..number - 1];
                note = Some(format!(
                    "The file goes on for {} after the end.",
                    count(found.moves.len() + 1 - number, "move")
                ));
            }
            checked => checked.map_err(wrong)?,
        }
        if name != self.engine.entry().name {
            self.engine.set_option("UCI_Variant", name).map_err(Refusal::because)?;
        }
        self.engine.set_position(&start, moves).map_err(wrong)?;
        self.forget_all();
        let title = if found.title.is_empty() { String::new() } else { format!(": {}", found.title) };
        self.screen.say(&format!("Game {number} of {}{title}.", games.len()))?;
        self.screen.say_all(&note.into_iter().collect::<Vec<_>>())?;
        self.go_on()
    }
}

/// One of the games of a file.
fn chosen<'a, T>(games: &'a [T], number: u64, path: &str) -> Result<&'a T, Refusal> {
    let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
    games.get(index).ok_or_else(|| {
        let (count, file) = (games.len(), quote(path));
        Refusal::Why(match count {
            0 => format!("load: expected a game in {file}, found none"),
            _ => format!("load: expected a number from 1 to {count}, the games of {file}, found {number}"),
        })
    })
}

/// The moves of a list that numbers them, `1. a1c3 a4b3 2. c3d2`, or `None` when nothing is numbered.
fn numbered_moves(line: &str) -> Option<Vec<String>> {
    let mut moves = Vec::new();
    let mut numbers = 0;
    for word in line.split_whitespace() {
        let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let behind = rest.trim_start_matches('.');
        let is_number = rest.len() < word.len() && behind.len() < rest.len();
        numbers += usize::from(is_number);
        let mv = if is_number { behind } else { word };
        if !mv.is_empty() && !["*", "1-0", "0-1", "1/2-1/2"].contains(&mv) {
            moves.push(mv.to_string());
        }
    }
    (numbers > 0 && !moves.is_empty()).then_some(moves)
}

fn read_file(path: &str) -> Result<String, Refusal> {
    let wrong = |why: String| Refusal::Why(format!("load: cannot read {}: {why}", quote(path)));
    // To open another thing may wait for ever.
    let kind = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?;
    if !kind.is_file() {
        return Err(wrong("expected a file".into()));
    }
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong(format!("expected a file of at most {} MB", LARGEST >> 20)));
    }
    // Old collections have names in other encodings; their moves are plain.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl<W: Write> Repl<W> {
    /// The same where each of them is a game of the present kind; other formats have numbered moves too.
    fn own_lines(&self, text: &str, path: &str) -> Option<Vec<FileGame>> {
        let start = |game: &FileGame| game.start.clone().map_or(Start::Startpos, Start::Fen);
        let fits = |game: &FileGame| self.engine.check_position(&start(game), &game.moves).is_ok();
        self.read_lines(text, path).ok().filter(|games| !games.is_empty() && games.iter().all(fits))
    }

    /// Lines as `record` prints them, positions, and numbered moves; blank lines and comments are nothing.
    fn read_lines(&self, text: &str, path: &str) -> Result<Vec<FileGame>, Refusal> {
        let mut games = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            match read_wire(line) {
                Ok(None) => {}
                Ok(Some(Wire::Position { start, moves })) => {
                    let start = match start {
                        Start::Startpos => None,
                        Start::Fen(fen) => Some(fen),
                    };
                    games.push(FileGame { title: String::new(), start, moves });
                }
                _ if self.engine.check_position(&Start::Fen(line.trim().into()), &[]).is_ok() => {
                    games.push(FileGame { title: String::new(), start: Some(line.trim().into()), moves: Vec::new() });
                }
                _ if numbered_moves(line).is_some() => {
                    games.push(FileGame {
                        title: String::new(),
                        start: None,
                        moves: numbered_moves(line).unwrap_or_default(),
                    });
                }
                _ => {
                    let (file, found) = (quote(path), quote(line));
                    let expected = "expected a game as 'record' prints it, or a file of games in PDN";
                    return Err(Refusal::Why(format!("load: {file}: line {number}: {expected}, found {found}")));
                }
            }
        }
        Ok(games)
    }

    /// Takes a line that was pasted: a position, numbered moves, or a game as it is kept.
    pub(super) fn paste(&mut self, line: &str) -> Result<bool, Refusal> {
        if let Some(Ok(games)) = saved::read_games(line)
            && let Some(game) = games.first()
        {
            self.put_saved(game)?;
            self.go_on()?;
            return Ok(true);
        }
        let fen = Start::Fen(line.to_string());
        if self.engine.check_position(&fen, &[]).is_ok() {
            return self.set_position("fen", &fen, &[]).map(|()| true);
        }
        match numbered_moves(line) {
            Some(moves) => self.set_position("moves", &Start::Startpos, &moves).map(|()| true),
            None => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::numbered_moves;

    #[test]
    fn numbered_moves_are_read_with_and_without_blanks() {
        for line in ["1. a1c3 a4b3 2. c3d2", "1.a1c3 a4b3 2.c3d2 *", "1. a1c3 1... a4b3 2. c3d2 1-0"] {
            assert_eq!(numbered_moves(line).unwrap(), ["a1c3", "a4b3", "c3d2"], "{line}");
        }
        for line in ["a1c3 a4b3", "1.", "11-15", "", "hello"] {
            assert_eq!(numbered_moves(line), None, "{line}");
        }
    }
}
