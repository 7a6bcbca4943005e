//! The people's door on a real pseudo-terminal, key by key as it is typed, and on a pipe.

use std::io::Write;
use std::process::{Output, Stdio};

#[path = "repl/looks.rs"]
mod looks;
#[path = "repl/people.rs"]
mod people;
#[path = "repl/player.rs"]
mod player;
#[path = "repl/study.rs"]
mod study;

use player::{Player, START_4, yon};

/// What a pipe is answered.
fn pipe(args: &[&str], input: &[u8]) -> Output {
    let mut command = yon(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn piped(input: &str) -> String {
    let output = pipe(&["repl"], input.as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_start_says_what_this_is_and_how_to_move() {
    let mut player = Player::plain();
    let greeting = player.greeting.clone();
    for text in [
        concat!("Yon ", env!("CARGO_PKG_VERSION")),
        "designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic (2026)",
        "10 b  .     .     .     .     r",
        " 1 r     .     .     .     .  b",
        "   a  b  c  d  e  f  g  h  i  j",
        "Red to move.",
        "Type a move such as a1b2, 'moves' to list them, 'go' to let the engine play,",
        "'help' for everything else",
    ] {
        assert!(greeting.contains(text), "{text}: {greeting}");
    }
    player.press("quit\r");
    player.leaves();
}

#[test]
fn a_typed_move_is_played_however_it_is_spelt() {
    let mut player = Player::small();
    for spelling in ["a1c3", "A1C3", "A1 c3", "a1-c3", "a1 -> c3", "  a1c3  ", "play a1c3"] {
        player.anew("new");
        let answer = player.ask(spelling);
        assert!(answer.contains(" 3 .    (r)    3\n"), "{spelling}: {answer}");
        assert!(answer.contains(" 1(.)    .  b  1\n   a  b  c  d\nBlue to move.\n"), "{spelling}: {answer}");
        assert_eq!(player.fen(), "b2r/2r1/4/3b b 2", "{spelling}");
    }
}

#[test]
fn what_cannot_be_done_is_answered_in_one_line_and_changes_nothing() {
    let refused = [
        ("a1a2", "a1a2 is illegal: a2 is not on a diagonal of a1"),
        ("b2c3", "b2c3 is illegal: there is no checker on b2"),
        ("D1C2", "d1c2 is illegal: the checker on d1 is not Red's, and Red is to move"),
        ("pass", "pass is illegal: Red has a move, and a turn is skipped only without one"),
        ("a1c", "expected a move such as 'a1c3', found 'a1c'"),
        ("udno", "unknown command 'udno'; did you mean 'undo'?"),
        ("mvoes", "unknown command 'mvoes'; did you mean 'moves'?"),
        ("xyzzy", "unknown command 'xyzzy'; 'help' lists them"),
        ("h", "'h' may be hint or help"),
        ("isready", "'isready' is for programs, and 'yon uci' speaks with them; 'help' lists more"),
        ("moves b2", "there is no move from b2; 'moves' lists all"),
        ("moves e5", "moves: e5 is not on the 4x4 board"),
        ("moves here", "moves: expected a square such as a1, found 'here'"),
        ("moves a1 b2", "moves: expected nothing or one square, found 'b2'"),
        ("c4", "there is no move from c4; 'moves' lists all"),
        ("go depth", "go: depth: expected a whole number, found nothing"),
        ("go movetime -x", "go: movetime: expected a whole number, found '-x'"),
        ("go fast", "go: unknown word 'fast'; expected 'movetime MS', 'depth N' or 'infinite'"),
        ("go ponder", "go: 'ponder' is for programs; expected a limit or 'infinite'"),
        ("go searchmoves a1a4", "go: searchmoves: expected legal moves, found 'a1a4'"),
        ("hint now", "hint: expected nothing or 'movetime MS', found 'now'"),
        ("values movetime", "values: expected milliseconds after 'movetime', found nothing"),
        ("undo", "nothing to undo"),
        ("undo x", "undo: expected nothing or a number of moves from 1, found 'x'"),
        ("new 7", "new: expected an even number from 4 to 26, found '7'"),
        ("new 99999999999999999999", "new: expected an even number from 4 to 26, found '99999999999999999999'"),
        ("board now", "board: expected no words after it, found 'now'"),
        ("engine green", "engine: expected Red, Blue, both or none, found 'green'"),
        ("play green", "play: expected Red, Blue, both or none, found 'green'"),
        ("level 11", "level: expected a number from 1 to 10 or auto, found '11'"),
        ("sides green", "sides: expected Red, Blue, White or Black, found 'green'"),
        ("fen b2r/4/4/r2b", "fen: expected board, side and optionally ply, found only 'b2r/4/4/r2b'"),
        ("fen b2r/4/4/r2x r", "fen: board row 4: expected 'r', 'b' or a number of empty squares, found 'x'"),
        ("position", "position: expected 'startpos' or 'fen', found nothing"),
        (
            "position startpos moves a1c3 a1a1",
            "position: move 2: a1a1 is illegal: Blue has a move, and a turn is skipped only without one",
        ),
        ("record it", "record: expected nothing, or 'position' and a record to read, found 'it'"),
        ("set nothing 3", "no option is named 'nothing'; 'set' lists them"),
        ("set skill level x", "Skill Level: expected a number from 1 to 10, found 'x'"),
        ("set usetables perhaps", "UseTables: expected true or false, found 'perhaps'"),
        ("set BoardSize 5", "BoardSize: expected an even number from 4 to 26, found '5'"),
        ("eval now", "eval: expected no words after it, found 'now'"),
        ("rules now", "rules: expected no words after it, found 'now'"),
        ("help xyzzy", "unknown command 'xyzzy'; 'help' lists them"),
        ("quit now", "quit: expected no words after it, found 'now'"),
    ];
    let script: String = refused.iter().map(|(line, _)| format!("{line}\nrecord\n")).collect();
    let shown = piped(&format!("new 4\n{script}"));
    let (_, answers) = shown.rsplit_once("Red to move.\n").unwrap();
    let mut answers = answers.lines();
    for (line, why) in refused {
        assert_eq!(answers.next(), Some(why), "{line}");
        assert_eq!(answers.next(), Some(format!("position fen {START_4}").as_str()), "{line}");
    }
    assert_eq!(answers.next(), None);
}

#[test]
fn moves_are_listed_and_marked_on_the_board() {
    let mut player = Player::small();
    assert_eq!(player.ask("moves"), "4 moves:\n  a1b2 a1c3\n  d4b2 d4c3\n");
    let marked = "   a  b  c  d\n 4 b  .     r  4\n 3 .     *     3\n 2    *     .  2\n 1 r     .  b  1\n   a  b  c  d\n2 moves from a1, marked *:\n  a1b2 a1c3\n";
    for line in ["moves a1", "mo A1", "a1"] {
        assert_eq!(player.ask(line), marked, "{line}");
    }
}

#[test]
fn the_engine_makes_a_move_and_says_what_it_leads_to() {
    for line in ["go", "g", "go movetime 2000"] {
        let mut player = Player::small();
        let answer = player.ask(line);
        assert!(answer.starts_with("Red plays ") && answer.contains(" wins in "), "{line}: {answer}");
        assert!(answer.contains("Blue to move."), "{line}: {answer}");
    }
    let mut player = Player::plain();
    player.ask("set BoardSize 16");
    let answer = player.ask("go depth 2");
    assert!(answer.contains("Red plays ") && answer.contains(" for Red, depth 2."), "{answer}");
}

#[test]
fn hints_and_values_are_sentences() {
    let mut player = Player::small();
    let hint = player.ask("hint");
    assert!(hint.contains(" wins in ") && hint.contains("marked +:") && hint.contains('+'), "{hint}");
    let values = player.ask("values");
    assert_eq!(values.lines().count(), 4, "{values}");
    assert!(values.lines().all(|line| line.contains(" wins in ")), "{values}");
    player.anew("new 16");
    let hint = player.ask("hint movetime 100");
    assert!(hint.contains("Estimate ") && hint.contains("marked +:"), "{hint}");
}

#[test]
fn moves_are_taken_back() {
    let mut player = Player::small();
    player.ask("a1c3");
    let answer = player.ask("undo");
    assert!(answer.starts_with("Took back a1c3.\n") && answer.ends_with("Red to move.\n"), "{answer}");
    assert_eq!(player.fen(), START_4);
    for mv in ["a1c3", "a4b3", "c3d2"] {
        player.ask(mv);
    }
    player.is_refused("undo 4", "undo: expected a number from 1 to 3, found 4");
    assert!(player.ask("undo 3").starts_with("Took back c3d2, a4b3 and a1c3.\n"));
    assert_eq!(player.fen(), START_4);
}

#[test]
fn a_whole_game_is_played_to_its_end() {
    let mut player = Player::small();
    for mv in ["a1c3", "a4b3", "c3d2", "d1c2"] {
        assert!(player.ask(mv).contains(" to move."), "{mv}");
    }
    let answer = player.ask("d4b2");
    assert!(answer.starts_with("Blue has no move, so the turn is skipped.\n"), "{answer}");
    assert!(answer.contains("Red to move."), "{answer}");
    assert!(player.ask("undo").starts_with("Took back d4b2.\n"));
    player.ask("d4b2");
    let end = player.ask("d2c3");
    assert!(end.ends_with("Game over: Blue wins because Red has completed a crosscut.\n"), "{end}");
    let over = "the game is over; 'undo' takes a move back and 'new' begins again";
    player.is_refused("b2a1", &format!("b2a1 comes after the end of the game; {over}"));
    for line in ["go", "hint", "values", "moves"] {
        player.is_refused(line, over);
    }
    let record = player.ask("record");
    assert_eq!(record, format!("position fen {START_4} moves a1c3 a4b3 c3d2 d1c2 d4b2 0000 d2c3\n"));
    assert!(player.ask("undo").contains("Red to move."));
}

#[test]
fn positions_are_printed_and_read() {
    let mut player = Player::small();
    let moves = "position fen b2r/4/4/r2b r moves a1c3 a4b3";
    for line in [moves.to_string(), format!("record {moves}"), moves.replace(" moves", " 1 moves")] {
        player.anew("new");
        assert!(player.ask(&line).ends_with("Red to move.\n"), "{line}");
        assert_eq!(player.ask("record"), format!("position fen {START_4} moves a1c3 a4b3\n"));
    }
    assert!(player.ask("fen 6/6/2b3/6/1r4/r4b b 7").contains("Blue to move."));
    assert_eq!(player.fen(), "6/6/2b3/6/1r4/r4b b 7");
    assert!(player.anew("new 8").contains(" 8 b  .     .     .     r  8\n"));
    assert!(player.ask("board").contains("Red to move."));
    assert!(player.ask("eval").contains("estimate for Red"));
    let rules = player.ask("rules");
    assert!(rules.contains("Designed by Mark Steere") && rules.contains("Crosscut."), "{rules}");
}

#[test]
fn options_are_listed_and_set() {
    let mut player = Player::small();
    let list = player.ask("set");
    assert!(list.contains("  BoardSize          4        4 to 26\n"), "{list}");
    assert!(list.contains("  Skill Level        10       1 to 10\n"), "{list}");
    assert_eq!(player.ask("set skill level 3"), "Skill Level is 3.\n");
    assert_eq!(player.ask("set skill"), "Skill Level is 3 (1 to 10).\n");
    assert_eq!(player.ask("setoption name Skill Level value 4"), "Skill Level is 4.\n");
    assert_eq!(player.ask("level"), "The engine plays at level 4 of 10.\n");
    assert_eq!(player.ask("level 10"), "The engine plays at level 10, its best.\n");
    assert_eq!(player.ask("set clear hash"), "Clear Hash: done.\n");
    assert!(player.ask("set BoardSize 6").contains(" 6 b  .     .     r  6\n"));
}

#[test]
fn the_engine_answers_by_itself() {
    let mut player = Player::small();
    assert_eq!(player.ask("engine blue"), "The engine plays Blue, and you play Red.\n");
    let answer = player.ask("a1c3");
    assert!(answer.starts_with("Blue plays ") && answer.ends_with("Red to move.\n"), "{answer}");
    let back = player.ask("undo");
    assert!(back.starts_with("Took back ") && back.lines().next().unwrap().ends_with(" and a1c3."), "{back}");
    assert_eq!(player.fen(), START_4);
    let answer = player.ask("play black");
    assert!(answer.starts_with("The engine plays Red, and you play Blue.\nRed plays "), "{answer}");
    let answer = player.anew("new");
    assert!(answer.starts_with("Red plays ") && answer.ends_with("Blue to move.\n"), "{answer}");
    let answer = player.ask("engine both");
    assert!(answer.contains("Game over: "), "{answer}");
    assert_eq!(player.ask("engine none"), "You play Red and Blue; 'go' lets the engine make one move.\n");
}

#[test]
fn the_sides_have_other_names() {
    let mut player = Player::small();
    assert_eq!(player.ask("sides"), "The sides are Red and Blue.\n");
    let board = "   a  b  c  d\n 4 b  .     w  4\n 3 .     .     3\n 2    .     .  2\n 1 w     .  b  1\n   a  b  c  d\nWhite to move.\n";
    assert_eq!(player.ask("sides white"), board);
    let why = "d1c2 is illegal: the checker on d1 is not White's, and White is to move";
    player.is_refused("d1c2", why);
    assert!(player.ask("go").starts_with("White plays "));
    assert!(player.ask("sides red").contains("Blue to move."));
}

#[test]
fn help_lists_the_commands_and_explains_each() {
    let mut player = Player::plain();
    let help = player.ask("help");
    for name in ["moves", "undo", "hint", "record", "go", "new", "fen", "set", "help", "quit", "rules", "sides"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(name)), "{name}: {help}");
        assert!(player.ask(&format!("help {name}")).starts_with(name), "{name}");
    }
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
}

#[test]
fn tab_completes_commands_and_moves() {
    let mut player = Player::small();
    player.press("und\t\r");
    player.sees("undo");
    player.sees("nothing to undo");
    player.answer();
    player.press("a1c\t\r");
    player.sees("(r)");
    player.sees("Blue to move.");
    player.answer();
    player.press("D1\t");
    player.sees("d1b3  d1c2");
    player.answer();
    player.press("c\t\r");
    player.sees("Red to move.");
    player.answer();
    player.press("set skill\t 3\r");
    player.sees("Skill Level is 3.");
    player.answer();
}

#[test]
fn arrows_bring_earlier_lines_back() {
    let mut player = Player::small();
    player.ask("a1c3");
    player.ask("undo");
    player.press("\u{1b}[A\u{1b}[A\r");
    player.sees("(r)");
    player.sees("Blue to move.");
    player.answer();
    assert_eq!(player.fen(), "b2r/2r1/4/3b b 2");
}

#[test]
fn ctrl_c_ends_a_search_and_nothing_else() {
    let mut player = Player::plain();
    player.ask("set BoardSize 16");
    player.press("go infinite\r");
    player.sees("Searching until Ctrl-C is pressed.");
    player.sees("depth ");
    player.terminal.send_control('c').unwrap();
    player.sees("Red plays ");
    player.sees("Blue to move.");
    player.answer();
    let before = player.fen();
    player.press("a1");
    player.sees("a1");
    player.terminal.send_control('c').unwrap();
    player.sees("The game goes on; 'quit' or Ctrl-D leaves.");
    player.answer();
    assert_eq!(player.fen(), before);
    player.press("go movetime 100000\r");
    player.sees("depth ");
    player.terminal.send_control('c').unwrap();
    player.sees("Blue plays ");
    player.answer();
}

#[test]
fn ctrl_c_ends_a_game_that_the_engine_plays_alone() {
    let mut player = Player::plain();
    player.ask("set BoardSize 26");
    player.press("engine both\r");
    player.sees("Red plays ");
    player.sees("Blue plays ");
    player.terminal.send_control('c').unwrap();
    player.sees("The engine plays no side any more; 'engine both' lets it go on.");
    player.answer();
    assert!(player.ask("engine").starts_with("You play Red and Blue"));
}

#[test]
fn ctrl_d_leaves() {
    let mut player = Player::plain();
    player.terminal.send_control('d').unwrap();
    player.leaves();
}

#[test]
fn colour_is_shown_where_it_is_wanted() {
    let mut player = Player::at(yon(&[]), false);
    assert!(player.greeting.contains("\u{1b}[1m\u{1b}[97m\u{1b}[41m r \u{1b}[0m"), "{:?}", player.greeting);
    player.press("moves a1\r");
    player.sees("\u{1b}[42m * \u{1b}[0m");
    player.sees("8 moves from a1, marked *:");
    let mut command = yon(&[]);
    command.env("NO_COLOR", "1");
    let greeting = Player::at(command, false).greeting;
    assert!(greeting.contains("10 b  .     .     .     .     r"), "{greeting:?}");
    assert!(!greeting.contains("\u{1b}[1m") && !greeting.contains("\u{1b}[0m"), "{greeting:?}");
}

#[test]
fn a_suggestion_is_taken_with_the_right_arrow() {
    let mut player = Player::at(yon(&[]), true);
    player.press("und\u{1b}[C\r");
    player.sees("nothing to undo");
}

#[test]
fn a_simple_terminal_gets_no_escapes() {
    let mut command = yon(&[]);
    command.env("TERM", "dumb");
    let mut player = Player::at(command, false);
    assert!(!player.greeting.contains('\u{1b}') && !player.greeting.contains("   a  b"), "{:?}", player.greeting);
    player.press("a1c3\n");
    assert!(player.sees("Blue to move.").contains("Red played a1c3."));
    player.answer();
    player.press("plain off\n");
    player.sees("Plain stays on, for on a terminal of the kind 'dumb' nothing can be drawn over.");
    player.answer();
    player.terminal.send_control('c').unwrap();
    player.sees("The game goes on; 'quit' or Ctrl-D leaves.");
    player.answer();
    player.press("new 16\n");
    player.answer();
    player.press("yes\n");
    player.answer();
    for end in ["\u{3}", "\n"] {
        player.press("go infinite\n");
        player.sees("Thinking; Ctrl-C or Enter ends it.");
        player.press(end);
        let answer = player.answer();
        assert!(answer.contains(" plays ") && !answer.contains('\u{1b}'), "{answer:?}");
    }
    player.press("\u{4}");
    player.leaves();
}

#[test]
fn several_pasted_lines_are_done_one_after_the_other() {
    let mut player = Player::small();
    player.press("\u{1b}[200~a1c3\ra4b3\r\u{1b}[201~\r");
    player.sees("Blue to move.");
    player.sees("Red to move.");
}

#[test]
fn the_largest_board_fits_80_columns() {
    let mut player = Player::plain();
    let board = player.anew("new 26");
    assert!(board.contains("\n   a  b  c "), "{board}");
    for line in board.lines().chain(player.ask("moves a1").lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_pipe_is_read_line_by_line_without_prompt_and_escapes() {
    let shown = piped("new 4\na1c3\n\n# a comment\nudno\nfen\r\nrecord");
    let answers = "\nBlue to move.\nunknown command 'udno'; did you mean 'undo'?\nb2r/2r1/4/3b b 2\nposition fen b2r";
    assert!(shown.contains(answers), "{shown}");
    assert!(!shown.contains('\u{1b}') && !shown.contains("> "), "{shown}");
    assert!(piped("new 4\nfen b3/4/2r1/b2r r\ngo perft 0\n").ends_with("\n1 leaf\n"));
    assert!(piped("").contains("Red to move."));
    assert!(piped("new 16\ngo infinite").contains("Red plays "));
    assert!(!piped("quit\nnew 4").contains("   a  b  c  d\n"));
}

#[test]
fn no_input_is_too_strange() {
    let mut input = b"new 4\n\xff\xfe\n\0\n".to_vec();
    input.extend(vec![b'a'; 200_000]);
    input.extend_from_slice(
        "\n\u{1b}[31m\nmoves é\nset é\nhelp é\n\u{202e}a1\nundo 99999999999999999999\nfen\n".as_bytes(),
    );
    let output = pipe(&["repl"], &input);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    for text in ["expected UTF-8", "NUL byte", "expected a line of at most 131072 bytes", "'?[31m'", START_4] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    assert!(!shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn a_reader_that_has_seen_enough_is_a_success() {
    let mut command = yon(&["repl"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may have ended before all was written.
    let _ = input.write_all(b"new 16\ngo movetime 50\nhelp\nrules\n");
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn the_log_holds_both_directions() {
    let path = std::env::temp_dir().join(format!("yon-repl-{}.log", std::process::id()));
    let name = path.to_str().unwrap();
    assert!(pipe(&["repl", "--log", name], b"new 4\nfen\n").status.success());
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(log.contains(" > fen\n") && log.contains(&format!(" < {START_4}\n")), "{log}");
    let refused = piped("set debug log file /no/such/folder/file\nset debug log file");
    assert!(refused.contains("expected a file to append to, found '/no/such/folder/file'"), "{refused}");
    assert!(refused.contains("Debug Log File is <empty>"), "{refused}");
}
