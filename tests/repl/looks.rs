//! How the board looks: signs beyond ASCII, colours for light and dark terminals, and what is kept of it.

use super::player::{Player, fresh_folder, yon};

/// The columns of the smallest terminal that is tried.
const TINY: &str = "stty cols 7 rows 3; exec '";

#[test]
fn a_tiny_terminal_gets_its_answers() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("{TINY}{}'", env!("CARGO_BIN_EXE_yon"))]);
    command.env("TERM", "xterm").env("NO_COLOR", "1").env("XDG_STATE_HOME", fresh_folder());
    let mut player = Player::at(command, true);
    for line in ["new 4", "hint", "set board unicode", "moves a1", "a1c3", "annotate", "puzzle", "no", "learn", "no"] {
        player.press(&format!("{line}\r"));
        player.answer();
    }
    player.press("quit\r");
    player.leaves();
}

/// A board is drawn with these beyond ASCII.
const SHADE: &str = "░░░";

/// What is shown comes byte by byte; here it is text again.
fn text(shown: &str) -> String {
    let bytes: Vec<u8> = shown.chars().map(|byte| u8::try_from(u32::from(byte)).expect("a byte")).collect();
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_board_is_drawn_beyond_ascii_where_the_terminal_can_show_it() {
    let greeting = |pairs: &[(&str, &str)]| {
        let mut command = yon(&[]);
        for (name, value) in pairs {
            command.env(name, value);
        }
        text(&Player::at(command, true).greeting)
    };
    let shown = greeting(&[("LC_ALL", "C.UTF-8")]);
    assert!(shown.contains("10 ⬢ ░░░") && shown.contains("░░░    ◉  10"), "{shown}");
    for plain in [
        &[("LC_ALL", "C")][..],
        &[("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1")],
        &[("LC_ALL", "C.UTF-8"), ("TERM", "dumb")],
    ] {
        assert!(greeting(plain).is_ascii(), "{plain:?}");
    }
}

#[test]
fn signs_are_set_and_kept() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.ask("new 4");
    assert_eq!(player.ask("set board"), "Board is auto (auto, unicode or ascii).\n");
    let drawn = text(&player.ask("set board unicode"));
    assert!(drawn.starts_with("Board is unicode.\n   a  b  c  d\n 4 ⬢ ░░░    ◉  4\n 3░░░"), "{drawn}");
    // A number behind the word is the size of the board, as ever.
    assert!(text(&player.ask("set board 6")).contains(" 6 ⬢ ░░░"));
    player.is_refused("set board runes", "board: expected auto, unicode or ascii, found 'runes'");
    player.is_refused("set background a4", "background: expected auto, light or dark, found 'a4'");
    assert!(player.ask("set").contains("  Board              unicode  auto, unicode or ascii\n"));
    player.ask("a1d4");
    let marked = text(&player.ask("moves f1"));
    assert!(marked.contains(" * ") && marked.contains(SHADE), "{marked}");
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    let greeting = text(&player.greeting);
    assert!(greeting.contains(SHADE) && greeting.contains("(◉)"), "{greeting}");
    let drawn = player.ask("set board = ascii");
    assert!(drawn.starts_with("Board is ascii.\n") && drawn.is_ascii(), "{drawn}");
}

#[test]
fn a_light_terminal_gets_other_colours() {
    let shown = |light: bool| {
        let mut command = yon(&[]);
        command.env("COLORFGBG", if light { "0;15" } else { "15;0" });
        Player::at(command, false).greeting
    };
    let (dark, light) = (shown(false), shown(true));
    assert!(dark.contains("\u{1b}[97m\u{1b}[41m r ") && light.contains("\u{1b}[31m r "), "{light:?}");
    for code in ["33", "37", "93", "97"] {
        assert!(!light.contains(&format!("\u{1b}[{code}m")), "{code}: {light:?}");
    }
    let mut player = Player::at(yon(&[]), false);
    player.press("set background light\r");
    player.sees("Background is light.");
    player.sees("\u{1b}[1m\u{1b}[31m r ");
    // The prompt as well.
    player.sees("\u{1b}[1m\u{1b}[31mRed\u{1b}[0m> ");
    player.press("set background dark\r");
    player.sees("\u{1b}[97m\u{1b}[41m r ");
}

#[test]
fn the_background_is_kept_and_completed() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.press("set backg\t lig\t\r");
    player.sees("Background is light.");
    player.answer();
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert_eq!(player.ask("set background"), "Background is light (auto, light or dark).\n");
}

#[test]
fn sentences_stay_sentences_whatever_the_board() {
    let mut command = yon(&["--plain"]);
    command.env("LC_ALL", "C.UTF-8");
    let mut player = Player::at(command, false);
    player.press("set board unicode\n");
    let heard = player.answer();
    assert!(heard.contains("Board is unicode.") && heard.is_ascii() && !heard.contains('\u{1b}'), "{heard:?}");
}
