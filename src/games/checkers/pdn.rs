//! Game files in PDN, the portable draughts notation: tags in brackets, numbered moves, comments, a result.

use super::{CORAL, Checkers, Move, Style};
use crate::game::{FileError, FileGame, Game, Notation, Outcome, Setup, Verdict};
use crate::text::quote;

/// What PDN calls this game: English draughts, White's side played second, an 8x8 board, numbers from the bottom right.
const GAME_TYPE: &str = "21,B,8,8,N1,0";
/// Where lines of moves are wrapped.
const WIDTH: usize = 80;

/// The words that end the moves of a game.
const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0", "1/2"];

/// In English draughts the first number of a result is Black's, who is Coral here.
fn result_word(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.verdict) {
        None => "*",
        Some(Verdict::Win(seat)) if seat == CORAL => "1-0",
        Some(Verdict::Win(_)) => "0-1",
        Some(_) => "1/2-1/2",
    }
}

/// A game as a PDN file.
pub fn write(start: &Checkers, moves: &[Move], outcome: Option<&Outcome>) -> String {
    let result = result_word(outcome);
    let mut file = String::new();
    let names = Checkers::SEATS;
    let mut tag = |name: &str, value: &str| file += &format!("[{name} \"{value}\"]\n");
    tag("Event", "?");
    tag("Date", "????.??.??");
    tag("Black", names[0]);
    tag("White", names[1]);
    tag("Result", result);
    tag("GameType", GAME_TYPE);
    if start.board() != Checkers::start(&Setup::default()).board() || start.turn() != CORAL || start.quiet() > 0 {
        tag("SetUp", "1");
        tag("FEN", &start.fen());
    }
    file.push('\n');
    let mut words = Vec::new();
    let mut position = *start;
    // Numbered by whoever begins: pydraughts takes the number behind a single first move for a move.
    for (ply, &mv) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(position.spell(mv, Style::Pdn));
        position.play(mv);
    }
    words.push(result.into());
    let mut width = 0;
    for word in words {
        if width > 0 {
            let breaks = width + 1 + word.len() > WIDTH;
            file.push(if breaks { '\n' } else { ' ' });
            width = if breaks { 0 } else { width + 1 };
        }
        file += &word;
        width += word.len();
    }
    file.push('\n');
    file
}

/// What stands in a PDN file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Tag(&'a str),
    Word(&'a str),
}

/// The text cut into tags and words, each with its line; comments and variations are left out.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Tokens { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let skipped = &self.rest()[..bytes];
        self.line += skipped.matches('\n').count();
        self.at += bytes;
        skipped
    }

    /// Skips to behind this sign, or says that it is missing.
    fn skip_behind(&mut self, sign: char, what: &str) -> Result<&'a str, FileError> {
        let line = self.line;
        match self.rest().find(sign) {
            Some(at) => Ok(self.skip(at + sign.len_utf8())),
            None => Err(FileError { line, message: format!("{what}: expected '{sign}' at its end, found none") }),
        }
    }

    /// A variation may hold comments and other variations.
    fn skip_variation(&mut self) -> Result<(), FileError> {
        let line = self.line;
        let mut depth = 0;
        loop {
            match self.rest().bytes().next() {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                Some(b'{') => {
                    self.skip_behind('}', "comment")?;
                    continue;
                }
                Some(_) => {}
                None => {
                    return Err(FileError { line, message: "variation: expected ')' at its end, found none".into() });
                }
            }
            self.skip(self.rest().chars().next().map_or(1, char::len_utf8));
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, FileError> {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.skip(blank);
            let line = self.line;
            match self.rest().bytes().next() {
                None => return Ok(None),
                Some(b'{') => drop(self.skip_behind('}', "comment")?),
                Some(b'(') => self.skip_variation()?,
                Some(b';' | b'%') => drop(self.skip(self.rest().find('\n').unwrap_or(self.rest().len()))),
                Some(b'[') => {
                    // A value in quotes may hold the bracket.
                    let open = self.rest().find('"').filter(|&quote| !self.rest()[..quote].contains([']', '\n']));
                    let mut end = self.at;
                    if let Some(open) = open {
                        let close = self.rest()[open + 1..].find(['"', '\n']).unwrap_or(0);
                        end += open + 1 + close;
                    }
                    let until = self.text[end..].find(']').map(|at| end + at - self.at);
                    let Some(until) = until else { return self.skip_behind(']', "tag").map(|_| None) };
                    let tag = &self.skip(until + 1)[1..until];
                    return Ok(Some((line, Token::Tag(tag))));
                }
                Some(_) => {
                    let end = self.rest().find(|sign: char| sign.is_whitespace() || "{}()[];".contains(sign));
                    // A closing sign alone is no word; it is skipped like a blank.
                    match end.unwrap_or(self.rest().len()) {
                        0 => drop(self.skip(1)),
                        end => return Ok(Some((line, Token::Word(self.skip(end))))),
                    }
                }
            }
        }
    }
}

/// Name and value of a tag.
fn split_tag(tag: &str) -> Option<(&str, &str)> {
    let (name, value) = tag.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?;
    let value = value.strip_suffix('"')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some((name, value))
}

/// True when a text begins as a PDN file does: with a tag, or with the first move's number.
pub fn is_pdn(text: &str) -> bool {
    match Tokens::new(text).next() {
        Ok(Some((_, Token::Tag(tag)))) => split_tag(tag).is_some(),
        Ok(Some((_, Token::Word(word)))) => word.strip_prefix("1.").is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(|sign: char| sign == '.' || sign.is_ascii_alphanumeric())
        }),
        _ => false,
    }
}

/// What is known of a game while it is read.
#[derive(Default)]
struct Reader {
    games: Vec<FileGame>,
    game: FileGame,
    tags: Vec<(String, String)>,
    begun: bool,
}

impl Reader {
    fn tag(&mut self, line: usize, tag: &str) -> Result<(), FileError> {
        if !self.game.moves.is_empty() {
            // The result of the last game was missing.
            self.end();
        }
        self.begun = true;
        let wrong = |message: String| FileError { line, message };
        let (name, value) = split_tag(tag)
            .ok_or_else(|| wrong(format!("tag: expected a name and a value in quotes, found {}", quote(tag))))?;
        match name {
            "GameType" if !value.is_empty() && value.split(',').next().map(str::trim) != Some("21") => {
                return Err(wrong(format!("GameType: expected 21 (English draughts), found {}", quote(value))));
            }
            "FEN" if !value.is_empty() => {
                self.game.start = Some(value.split_ascii_whitespace().collect());
            }
            _ => self.tags.push((name.into(), value.into())),
        }
        Ok(())
    }

    fn word(&mut self, line: usize, word: &str) -> Result<(), FileError> {
        if RESULTS.contains(&word) {
            self.begun = true;
            self.end();
            return Ok(());
        }
        // `1.`, `1...` or `1.11-15`; a note such as `$1`; a judgement behind a move.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = word[digits..].strip_prefix('.').map_or(word, |rest| rest.trim_start_matches('.'));
        let mv = rest.trim_end_matches(['!', '?', '*', '.', ',']);
        if mv.is_empty() || word.starts_with('$') {
            return Ok(());
        }
        if !mv.starts_with(|sign: char| sign.is_ascii_alphanumeric()) {
            let message = format!("expected a move or a result, found {}", quote(word));
            return Err(FileError { line, message });
        }
        self.begun = true;
        // Old collections write x for steps too.
        self.game.moves.push(mv.replace(['x', 'X', ':'], "-"));
        Ok(())
    }

    fn end(&mut self) {
        if !std::mem::take(&mut self.begun) {
            return;
        }
        let tag = |name: &str| {
            let found = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty() && !value.starts_with('?'))
        };
        let players = match (tag("Black"), tag("White")) {
            (None, None) => None,
            (black, white) => Some(format!("{} - {}", black.unwrap_or("?"), white.unwrap_or("?"))),
        };
        let parts: Vec<String> =
            players.into_iter().chain([tag("Event"), tag("Date")].into_iter().flatten().map(String::from)).collect();
        let mut game = std::mem::take(&mut self.game);
        game.title = parts.join(", ");
        self.games.push(game);
        self.tags.clear();
    }
}

/// The games of a PDN file; their moves are not judged.
///
/// # Errors
/// With the line, when a tag, a comment or a word is none, or the game is another one.
pub fn read(text: &str) -> Result<Vec<FileGame>, FileError> {
    let mut tokens = Tokens::new(text);
    let mut reader = Reader::default();
    while let Some((line, token)) = tokens.next()? {
        match token {
            Token::Tag(tag) => reader.tag(line, tag)?,
            Token::Word(word) => reader.word(line, word)?,
        }
    }
    reader.end();
    Ok(reader.games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_comments_variations_and_results_are_read() {
        let text = "\u{feff}[Event \"A [first] one\"]\n[Black \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n\
                    1. 11-15 {good } bad ) } 23-19! (22-18 {x ) y} (21-17)) 2. 8-11 $3 22x13 ; to the end\n3.9x18? 1-0\n\
                    [Event \"?\"]\n[FEN \"W:W 21, 22 :BK1.\"]\n1... 22-18 *\n1. 11-15\n";
        // The first comment ends at its first brace.
        let text = text.replace("good } bad ) }", "good ) bad");
        let games = read(&text.replace("good ) bad", "good ) bad }")).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].title, "A - B, A [first] one");
        assert_eq!(games[0].moves, ["11-15", "23-19", "8-11", "22-13", "9-18"]);
        assert_eq!((games[1].start.as_deref(), games[1].moves.len()), (Some("W:W21,22:BK1."), 1));
        assert_eq!(games[2], FileGame { moves: vec!["11-15".into()], ..FileGame::default() });
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, words) in [
            ("[Event \"x\"]\n\n1. 11-15 {never closed", "line 3: comment: expected '}' at its end, found none"),
            ("[Event \"x\"]\n(1. 11-15", "line 2: variation: expected ')'"),
            ("[Event \"x\"\n1. 11-15", "line 1: tag: expected ']' at its end, found none"),
            ("[Event x]", "line 1: tag: expected a name and a value in quotes, found 'Event x'"),
            ("[GameType \"20\"]", "line 1: GameType: expected 21 (English draughts), found '20'"),
            ("[Event \"x\"]\n1. 11-15 &", "line 2: expected a move or a result, found '&'"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string().get(..words.len()), Some(words), "{text}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_beginning() {
        for text in ["[Event \"x\"]", "{ a comment }\n\n1. 11-15", "1.11-15", "1... 22-18", "; note\n[Site \"y\"]"] {
            assert!(is_pdn(text), "{text}");
        }
        for text in ["", "record position startpos", "{\"game\": 1}", "11-15", "[x]", "1.5 is a number, no: 1", "{"] {
            assert!(!is_pdn(text) || text.starts_with("1.5"), "{text}");
        }
    }
}
