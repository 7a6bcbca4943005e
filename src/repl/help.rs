//! Help: the list of commands, more about one, and what to say where a word is none.

use std::io::Write;

use super::command::{COMMANDS, Found, Usage, Verb, find};
use super::{Refusal, Repl, words};
use crate::text::quote;

impl<W: Write> Repl<W> {
    /// The commands, or one of them.
    pub(super) fn help(&mut self, word: Option<&str>) -> Result<(), Refusal> {
        let Some(word) = word else { return self.all_help() };
        match find(word) {
            Found::Whole(verb) | Found::Begun(verb) => Ok(self.screen.say_all(&help_on(verb))?),
            Found::Several(names) => Err(several(word, &names)),
            Found::None(near) => Err(unknown(word, near)),
        }
    }

    fn all_help(&mut self) -> Result<(), Refusal> {
        let example = self.engine.session().legal_moves().into_iter().next();
        let example = example.map_or(String::new(), |mv| format!(" such as {mv}"));
        let width = COMMANDS.iter().map(|usage| typed(usage).len()).max().unwrap_or(0);
        self.screen.say(&format!("Type a move{example}, or one of these; a few first letters are enough."))?;
        for usage in COMMANDS {
            self.screen.say(&format!("  {:width$}  {}", typed(usage), usage.what))?;
        }
        Ok(self.screen.say("Tab completes, the arrow keys bring earlier lines back, Ctrl-C ends a search.")?)
    }
}

/// What to say where a word begins several commands.
pub(super) fn several(word: &str, names: &[&str]) -> Refusal {
    Refusal::Why(format!("{} may be {}", quote(word), words::listed(names, "or")))
}

/// What to say where a word is no command.
pub(super) fn unknown(word: &str, near: Option<&str>) -> Refusal {
    Refusal::Why(match near {
        Some(near) => format!("unknown command {}; did you mean '{near}'?", quote(word)),
        None => format!("unknown command {}; 'help' lists them", quote(word)),
    })
}

fn typed(usage: &Usage) -> String {
    format!("{} {}", usage.name, usage.words).trim_end().to_string()
}

/// More about a command.
fn help_on(verb: Verb) -> Vec<String> {
    let usage = verb.usage();
    let mut lines = vec![format!("{}: {}", typed(usage), usage.what)];
    lines.extend(examples(verb).iter().map(|line| format!("  {line}")));
    lines
}

fn examples(verb: Verb) -> &'static [&'static str] {
    match verb {
        Verb::Moves => &["moves a1     draws the board with * where a1 can go; so does a1 alone"],
        Verb::Go => &[
            "go                  takes a second, or plays at once where the position is solved",
            "go movetime 5000    takes five seconds",
            "go depth 8          looks eight plies ahead",
            "go infinite         thinks until Ctrl-C",
        ],
        Verb::Undo => &[
            "undo      takes back your last move, with the engine's reply and skipped turns behind it",
            "undo 3    takes back three moves, whoever made them",
        ],
        Verb::Play => &["play none    lets the engine play every side; 'level' says how strong it is"],
        Verb::Engine => &["engine none    lets you play every side; 'level' says how strong it is"],
        Verb::New => &["new      the same board", "new 8    a board of 8x8", "new checkers    another game"],
        Verb::Record => &[
            "record        a line that is read here as it is printed, with or without its first word",
            "record save games.jsonl    appends the game with its players and result to a file",
            "record pdn    a file that other programs read, in the game that has this format",
        ],
        Verb::Load => &[
            "load game.pdn        the first game of a file, in a format that other programs write",
            "load games.txt 12    the twelfth of a file of lines as 'record' prints them",
        ],
        Verb::Set => &[
            "set Skill Level 3",
            "set skill 3    the same, as long as the beginning fits one name alone",
            "set board unicode      shapes and shaded squares; ascii draws letters, auto what the terminal can show",
            "set background light   colours for a light terminal",
        ],
        Verb::Level => &[
            "level 3      of 10; 'player blue 3' is for one side",
            "level auto   a level up after each game that you win, one down after each that you lose",
        ],
        Verb::Redo => &["redo    the move that was taken back, and the engine's reply to it"],
        Verb::Player => &["player blue 2    the engine plays Blue at level 2", "player blue me   you play Blue"],
        Verb::Watch => &[
            "watch                 the engine against itself; Ctrl-C stops, and 'watch' goes on",
            "watch 3 8 delay 500   with a level for each side and half a second for each move",
        ],
        Verb::Confirm => &["[ ] shows where the piece would stand; then type yes or no"],
        Verb::Back => &["back      one move back; nothing is lost", "back 5    five moves"],
        Verb::Forward => &["forward      one move forward again", "forward 5    five moves"],
        Verb::Variations => {
            &["variations      the lines that were tried and left", "variations 2    goes to the second"]
        }
        Verb::Analyse => &["lines appear above the prompt while you type; 'multipv 3' shows three"],
        Verb::Annotate => &[
            "annotate                 looks at each move of the game",
            "annotate movetime 1000   for a second each, where nothing is known",
        ],
        Verb::Puzzle => {
            &["puzzle easy    a short one", "puzzle 5       one that wins in five plies", "'hint' tells, 'no' leaves"]
        }
        Verb::Learn => {
            &["learn      from the beginning; a typed move answers", "learn 3    the third lesson", "'no' leaves"]
        }
        Verb::Train => &["after 'annotate': the positions before the mistakes, the worst first"],
        Verb::Svg => {
            &["svg board.svg    with the marks or the last move", "svg --all game   every position into a folder"]
        }
        Verb::Plain => &["then 'last', 'where red', 'row 3', 'file c' and 'value' tell what stands where"],
        Verb::Board => &["( ) is the last move, * where a piece can go, + a good move, - one that only holds"],
        Verb::Position => &["position startpos moves ..., as 'record' prints it"],
        _ => &[],
    }
}
