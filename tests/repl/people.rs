//! What makes a game pleasant: confirming, watching, keeping, going to and fro, and sentences instead of drawings.

use std::fs;

use super::player::{Player, START_4, fresh_folder, yon};

#[test]
fn a_move_is_shown_before_it_is_played_and_waits_for_yes() {
    let mut player = Player::small();
    assert_eq!(player.ask("confirm on"), "Each move is shown first, and played at 'yes'.\n");
    let ghost = player.ask("a1c3");
    assert!(ghost.contains(" 3 .    [r]    3\n") && ghost.contains(" 1 r     .  b  1\n"), "{ghost}");
    assert!(ghost.ends_with("a1c3: yes or no?\n"), "{ghost}");
    assert_eq!(player.fen(), START_4);
    // Any other command has let the question go.
    assert_eq!(player.ask("yes"), "nothing was asked\n");
    player.ask("a1c3");
    assert!(player.ask("no").ends_with("Red to move.\n"));
    player.ask("a1c3");
    assert!(player.ask("y").ends_with("Blue to move.\n"));
    assert_eq!(player.fen(), "b2r/2r1/4/3b b 2");
    player.is_refused("d1d2", "d1d2 is illegal: d2 is not on a diagonal of d1");
    player.ask("confirm off");
    assert!(player.ask("d1b3").ends_with("Red to move.\n"));
}

#[test]
fn targets_are_green_and_the_last_piece_is_ringed() {
    let mut player = Player::at(yon(&[]), false);
    player.press("moves a1\r");
    player.sees("\u{1b}[30m\u{1b}[42m * ");
    player.answer();
    player.press("a1b2\r");
    player.sees("(r)");
    player.answer();
}

#[test]
fn undo_goes_by_whose_move_it_was_and_there_may_be_nothing() {
    let mut player = Player::small();
    player.is_refused("undo", "nothing to undo");
    player.ask("player red 10");
    // The engine has begun, so there is no move of yours yet.
    player.is_refused("undo", "nothing to undo");
    let moves = player.ask("moves");
    let mv = moves.lines().nth(1).unwrap().split_whitespace().next().unwrap().to_string();
    let before = player.fen();
    player.ask(&mv);
    let back = player.ask("undo");
    assert!(back.starts_with("Took back ") && back.lines().next().unwrap().ends_with(&format!("and {mv}.")), "{back}");
    assert_eq!(player.fen(), before);
    let again = player.ask("redo");
    assert!(again.starts_with(&format!("Played {mv} and ")), "{again}");
    player.is_refused("redo", "nothing to play again");
}

#[test]
fn a_record_is_walked_through_and_lines_that_were_left_are_kept() {
    let mut player = Player::small();
    for mv in ["a1c3", "a4b3", "c3d2"] {
        player.ask(mv);
    }
    player.is_refused("forward", "this is the end of the moves");
    assert!(player.ask("back").starts_with("Move 2, a4b3, of 3 moves.\n"));
    assert!(player.ask("goto 0").starts_with("The start, of 3 moves.\n"));
    player.is_refused("back", "this is the start of the game");
    player.is_refused("goto 4", "goto: expected a number from 0 to 3, found 4");
    assert!(player.ask("forward 9").starts_with("Move 3, c3d2, of 3 moves.\n"));
    player.is_refused("variations", "no line was tried and left yet");
    player.ask("goto 1");
    player.ask("d1c2");
    assert_eq!(player.ask("variations"), "1. after 1 move: a4b3 c3d2\n");
    assert!(player.ask("variations 1").starts_with("Move 3, c3d2, of 3 moves.\n"));
    assert_eq!(player.ask("variations"), "1. after 1 move: d1c2\n");
    player.is_refused("variations 2", "variations: expected a number from 1 to 1, found 2");
}

#[test]
fn new_asks_when_a_game_is_on() {
    let mut player = Player::small();
    assert!(player.ask("new").ends_with("Red to move.\n"));
    player.ask("a1c3");
    assert_eq!(player.ask("new 6"), "A game is on. Begin another: yes or no?\n");
    assert!(player.ask("no").ends_with("Blue to move.\n"));
    player.ask("new 6");
    assert!(player.ask("yes").contains(" 6 b  .     .     r  6\n"));
}

#[test]
fn hints_are_marked_by_kind_and_tell_how_far_the_end_is() {
    let mut player = Player::small();
    player.ask("fen b2r/2r1/4/3b b 2");
    let hint = player.ask("hint");
    assert!(
        hint.contains("Red wins in 6 plies; ") && hint.contains("hold") && hint.contains(", marked -:\n"),
        "{hint}"
    );
    // Each move that holds out has its distance, in words and on the board; the others are told as well.
    assert!(hint.contains("  a4b3 in 6, d1c2 in 6\n") && hint.contains(" -6 "), "{hint}");
    assert!(hint.ends_with("The others lose sooner:\n  a4c2 in 5, d1b3 in 5\n"), "{hint}");
    player.ask("fen 5/5/5");
    player.ask("new 6");
    player.ask("yes");
    let hint = player.ask("hint");
    assert!(hint.contains("Red wins in 14 plies; all winning moves, marked +:\n  a1d4 in 14, f6c3 in 14\n"), "{hint}");
    assert!(hint.contains(" 4    .    +14") && hint.contains(" 3 .    +14"), "{hint}");
}

#[test]
fn the_engine_is_watched_stopped_and_watched_again() {
    let mut player = Player::plain();
    player.is_refused("watch 3 4 5", "watch: expected a level, or 2 of them, found '3 4 5'");
    player.is_refused("watch 11", "watch: expected levels from 1 to 10, found '11'");
    player.press("watch 1 2 delay 60000\r");
    player.sees("Red plays ");
    player.sees("Blue to move.");
    player.terminal.send_control('c').unwrap();
    player.sees("Stopped; 'watch' goes on from here.");
    player.answer();
    let fen = player.fen();
    assert!(fen.ends_with(" b 2"), "{fen}");
    player.press("watch delay 0\r");
    player.sees("Blue plays ");
    player.sees("Game over: ");
    player.answer();
}

#[test]
fn seats_change_hands_in_mid_game() {
    let mut player = Player::small();
    let answer = player.ask("player blue 3");
    assert_eq!(answer, "The engine plays Blue at level 3, and you play Red.\n");
    assert!(player.ask("a1c3").starts_with("Blue plays "));
    assert_eq!(player.ask("player blue me"), "You play Red and Blue; 'go' lets the engine make one move.\n");
    assert_eq!(player.ask("level"), "The engine plays at level 10, its best.\n");
    player.is_refused("player blue 11", "player: expected me, engine or a level from 1 to 10, found '11'");
    player.is_refused("player green 1", "player: expected Red, Blue, both or none, found 'green'");
}

#[test]
fn games_are_saved_and_loaded_with_players_and_result() {
    let folder = fresh_folder();
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("my games.jsonl");
    let mut player = Player::small();
    player.ask("player blue 3");
    player.ask("a1c3");
    let record = player.ask("record");
    assert!(player.ask(&format!("record save {}", file.display())).starts_with("Kept in "));
    player.ask("engine none");
    player.ask("resign");
    player.ask(&format!("record save {}", file.display()));
    let mut other = Player::plain();
    let loaded = other.ask(&format!("load {}", file.display()));
    assert!(loaded.starts_with("Game 1 of 2: me, level 3; *\n"), "{loaded}");
    assert_eq!(other.ask("record"), record);
    assert!(other.ask("player").starts_with("The engine plays Blue at level 3"));
    let loaded = other.ask(&format!("load {} 2", file.display()));
    assert!(loaded.starts_with("Game 2 of 2: me, me; p2win resigned\n"), "{loaded}");
    fs::write(&file, "{\"game\":\"chess\",\"moves\":[]}\n").unwrap();
    let why = other.ask(&format!("load {}", file.display()));
    assert!(why.contains(", game 1: expected a game that is known, found 'chess'"), "{why}");
}

#[test]
fn what_is_pasted_is_a_position_or_a_game() {
    let mut player = Player::small();
    assert!(player.ask("b2r/2r1/4/3b b 2").ends_with("Blue to move.\n"));
    assert_eq!(player.fen(), "b2r/2r1/4/3b b 2");
    player.ask("1. a1c3 a4b3 2. c3d2 *");
    assert_eq!(player.ask("record"), format!("position fen {START_4} moves a1c3 a4b3 c3d2\n"));
    player.is_refused("1. a1a2", "moves: move 1: a1a2 is illegal: a2 is not on a diagonal of a1");
    let folder = fresh_folder();
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.txt");
    fs::write(&file, "1. a1c3 a4b3\nb2r/2r1/4/3b b 2\n").unwrap();
    assert!(player.ask(&format!("load {} 2", file.display())).starts_with("Game 2 of 2.\n"));
    assert_eq!(player.fen(), "b2r/2r1/4/3b b 2");
}

#[test]
fn settings_and_the_unfinished_game_are_there_the_next_evening() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    for line in ["new 4", "player blue 3", "confirm on", "flip", "a1c3", "yes"] {
        player.ask(line);
    }
    let record = player.ask("record");
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert!(player.greeting.contains("The game you left goes on; 'new' begins another."), "{}", player.greeting);
    assert!(player.greeting.contains("   d  c  b  a\n") || player.greeting.contains("   d  c  b  a\r\n"));
    assert_eq!(player.ask("record"), record);
    assert_eq!(player.ask("player"), "The engine plays Blue at level 3, and you play Red.\n");
    assert!(player.ask("new").starts_with("A game is on."));
    // The lines that were typed come back with the arrows.
    player.press("\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A");
    player.sees("confirm on");
}

#[test]
fn a_damaged_state_is_set_aside_and_a_finished_game_is_kept() {
    let folder = fresh_folder();
    let place = folder.join("yon");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("state.json"), "{\"confirm\": tr").unwrap();
    let mut player = Player::with_state(&folder);
    let said = player.greeting.replace(['\r', '\n'], "");
    assert!(said.contains("state.json is damaged (") && said.contains("it is set aside as "), "{said}");
    assert_eq!(fs::read_to_string(place.join("state.json.damaged-1")).unwrap(), "{\"confirm\": tr");
    player.ask("new 4");
    player.ask("a1c3");
    let end = player.ask("resign");
    assert!(end.ends_with("Game over: Red wins because Blue has resigned.\n"), "{end}");
    player.is_refused("d1b3", "the game is over; 'undo' takes a move back and 'new' begins again");
    let games = fs::read_to_string(place.join("games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 1, "{games}");
    assert!(games.contains("\"moves\":[\"a1c3\"]") && games.contains("\"result\":\"p1win\""), "{games}");
    assert!(player.ask("undo").ends_with("Blue to move.\n"));
}

#[test]
fn two_people_agree_on_a_draw_and_the_engine_takes_one_when_it_is_not_better() {
    let mut player = Player::small();
    assert_eq!(player.ask("draw"), "Red offers a draw. Blue: yes or no?\n");
    assert_eq!(player.ask("no"), "No draw; the game goes on.\n");
    player.ask("draw");
    assert!(player.ask("yes").ends_with("Game over: a draw by agreement.\n"));
    player.ask("undo");
    player.ask("player blue 10");
    // Red wins from here, so Blue is glad of a draw.
    assert!(player.ask("draw").ends_with("Game over: a draw by agreement.\n"));
    player.ask("undo");
    player.ask("player blue me");
    let answer = player.ask("player red 10");
    assert!(answer.contains("Red plays "), "{answer}");
    assert!(player.ask("draw").ends_with("Red declines the draw.\n"));
}

#[test]
fn plain_mode_says_everything_in_sentences_without_an_escape() {
    let mut command = yon(&["--plain"]);
    command.env("TERM", "xterm");
    let mut player = Player::at(command, false);
    let mut heard = player.greeting.clone();
    for (line, sentence) in [
        ("new 4", "Red to move."),
        ("last", "No move was played yet."),
        ("a1c3", "Red played a1c3."),
        ("last", "Red played a1c3."),
        ("where red", "Red has c3 and d4."),
        ("where", "Blue has d1 and a4."),
        ("row 3", "Row 3: Red r on c3."),
        ("row 2", "Row 2 is empty."),
        ("row 9", "row: expected a name from 1 to 4, found '9'"),
        ("file d", "File d: Blue b on d1 and Red r on d4."),
        ("value", "Red wins in "),
        ("moves d1", "2 moves from d1:"),
    ] {
        player.press(&format!("{line}\n"));
        let answer = player.answer();
        assert!(answer.contains(sentence), "{line}: {answer}");
        heard += &answer;
    }
    assert!(!heard.contains('\u{1b}') && !heard.contains("   a  b  c  d"), "{heard:?}");
}

#[test]
fn plain_is_turned_on_in_mid_session() {
    let mut player = Player::small();
    player.press("plain on\r");
    player.sees("Plain is on: ");
    player.answer();
    player.press("a1c3\n");
    assert!(player.sees("Blue to move.").contains("Red played a1c3."));
    player.answer();
}

#[test]
fn plain_off_brings_the_line_editor_back() {
    let mut command = yon(&["--plain"]);
    command.env("TERM", "xterm");
    let mut player = Player::at(command, false);
    for time in 0..2 {
        player.press("new 4\n");
        let heard = player.answer();
        assert!(!heard.contains('\u{1b}'), "{heard:?}");
        player.press("plain off\n");
        player.sees("Plain is off.");
        // The board is there in colour, and so are completion and the arrow keys.
        player.sees("\u{1b}[1m\u{1b}[97m\u{1b}[41m r \u{1b}[0m");
        player.answer();
        player.press("a1c\t\r");
        player.sees("(r)");
        player.answer();
        player.press("und\t\r");
        player.sees("Took back a1c3.");
        player.answer();
        player.press("\u{1b}[A\u{1b}[A\r");
        player.sees("(r)");
        player.answer();
        player.press("undo\r");
        player.answer();
        // What is typed ahead is read by whoever reads then.
        player.press(if time == 0 { "plain on\r" } else { "quit\r" });
        if time == 0 {
            player.sees("Plain is on: ");
            player.answer();
        }
    }
    player.leaves();
}

#[test]
fn lines_typed_ahead_of_plain_off_are_not_lost() {
    let mut command = yon(&["--plain"]);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut player = Player::at(command, true);
    player.press("new 4\nplain off\na1c3\n");
    player.sees("Plain is off.");
    player.sees("(r)");
    player.sees("Blue to move.");
    player.answer();
    player.terminal.send_control('c').unwrap();
    player.sees("The game goes on; 'quit' or Ctrl-D leaves.");
    player.press("quit\r");
    player.leaves();
}

#[test]
fn a_question_mark_behind_a_command_explains_it() {
    let mut player = Player::small();
    for line in ["undo ?", "undo?", "und ?"] {
        assert!(player.ask(line).starts_with("undo [N]: take back"), "{line}");
    }
    assert!(player.ask("?").starts_with("Type a move"));
    assert_eq!(player.ask("explain a1a2"), "a1a2 is illegal: a2 is not on a diagonal of a1\n");
    let falls = "a1c3 is legal: the sum of distances to the enemy checkers falls from 6 to 4.\n";
    assert_eq!(player.ask("explain a1c3"), falls);
    assert_eq!(player.fen(), START_4);
    player.ask("6/6/2b3/6/1r4/r4b r");
    let why = player.ask("explain b2a3");
    assert!(why.contains("the sum of distances to the enemy checkers would rise from "), "{why}");
}

#[test]
fn a_legal_move_is_explained_in_the_terms_of_each_game() {
    let mut player = Player::small();
    player.ask("6/6/2b3/6/br4/4r1 r");
    let stays = "b2a3 is legal: the sum of distances to the enemy checkers stays 3, \
                 while the distance to the other checker rises from 3 to 4.\n";
    assert_eq!(player.ask("explain b2a3"), stays);
    for (game, fen, mv, words) in [
        ("checkers", "B:W15,22,32:B11", "c3e5g7", "jumps to e5, g7 and takes the man on d4 and the man on f6.\n"),
        ("yonmoque", "5/5/bww2/3b1/5 b 4 4", "d2d3", "turn over; that makes four in a row.\nGame over: Blue wins"),
        ("yonoshogi", "4gK4/9/9/9/bK7oK/9/4oG4/9/3rK3rR1 r - ----", "2i1i", "; it threatens Orange's King.\n"),
    ] {
        player.ask(&format!("set UCI_Variant {game}"));
        player.ask(&format!("fen {fen}"));
        let before = player.fen();
        let said = player.ask(&format!("explain {mv}"));
        assert!(said.starts_with(&format!("{mv} is legal: ")) && said.contains(words), "{game}: {said}");
        assert_eq!(player.fen(), before);
    }
}

#[test]
fn who_resigns_among_four_leaves_the_record_whole() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.ask("set UCI_Variant yonoshogi");
    player.ask("1g1f");
    player.ask("1e2e");
    assert!(player.ask("resign").starts_with("Green has resigned.\n"));
    assert_eq!(player.ask("last"), "Green has resigned.\n");
    let after = player.fen();
    assert!(after.contains(" --0- "), "{after}");
    player.ask("7e6e");
    let record = player.ask("record");
    assert_eq!(record, "position startpos moves 1g1f 1e2e resign 7e6e\n");
    player.ask("undo");
    assert_eq!(player.fen(), after);
    assert!(player.ask("undo").starts_with("Took back the resignation.\n"));
    assert!(player.fen().contains(" g - ---- 3"));
    assert!(player.ask("goto 3").starts_with("Move 3, resign, of 4 moves.\n"));
    player.ask("forward");
    assert_eq!(player.ask("record"), record);
    player.is_refused(
        "draw",
        "draw: two can agree on one; in a game of more 'resign' gives up, and the rules say what is drawn",
    );
    let file = folder.join("four.jsonl");
    player.ask(&format!("record save {}", file.display()));
    assert!(fs::read_to_string(&file).unwrap().contains("\"1e2e\",\"resign\",\"7e6e\""));
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert_eq!(player.ask("record"), record);
    player.anew("new");
    player.ask(record.trim());
    assert_eq!(player.ask("record"), record);
    player.ask(&format!("load {}", file.display()));
    assert_eq!(player.ask("record"), record);
}

#[test]
fn ctrl_c_ends_what_the_engines_play_on_when_nobody_else_is_left() {
    let mut player = Player::plain();
    player.ask("set UCI_Variant yonoshogi");
    player.ask("play red");
    player.press("resign\r");
    player.sees("Orange plays ");
    player.sees("Blue plays ");
    player.sees("Orange plays ");
    player.sees("Green plays ");
    player.terminal.send_control('c').unwrap();
    player.sees("The engine plays no side any more; 'engine all' lets it go on.");
    player.answer();
}

#[test]
fn the_board_is_drawn_into_files() {
    let folder = fresh_folder();
    let mut player = Player::small();
    player.ask("a1c3");
    player.ask("moves d1");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("board.svg");
    assert!(player.ask(&format!("svg {}", file.display())).starts_with("Drawn into "));
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("#3c9a4b"), "the targets are in it");
    assert!(svg.contains("stroke=\"#ffffff\" stroke-width=\"4\""), "and so is the last move");
    let all = folder.join("all");
    assert!(player.ask(&format!("svg --all {}", all.display())).starts_with("2 positions drawn into "));
    assert_eq!(fs::read_dir(&all).unwrap().count(), 2);
    assert!(player.ask("svg").starts_with("svg: expected a file, or '--all' and a folder, found nothing"));
}

#[test]
fn someone_new_finishes_a_first_game_against_level_2() {
    let mut player = Player::plain();
    assert!(player.greeting.contains("'player blue 2' for an easy opponent"), "{}", player.greeting);
    player.ask("set seed 1");
    assert_eq!(player.ask("player blue 2"), "The engine plays Blue at level 2, and you play Red.\n");
    let mut shown = String::new();
    while !shown.contains("Game over: ") {
        let hint = player.ask("hint");
        let moves = hint.lines().skip_while(|line| !line.contains(", marked ")).nth(1);
        let mv = moves.and_then(|line| line.split_whitespace().next()).unwrap_or_else(|| panic!("a move: {hint}"));
        shown = player.ask(mv);
        assert!(!shown.contains("is illegal"), "{shown}");
    }
    assert!(shown.ends_with("Game over: Red wins because Blue has completed a crosscut.\n"), "{shown}");
}

#[test]
fn someone_new_finishes_a_first_game_of_each_of_the_others_too() {
    let mut player = Player::plain();
    assert!(player.greeting.contains("Red has r and Blue has b."), "{}", player.greeting);
    let others = "Another game: 'new checkers', 'new yonmoque' or 'new yonoshogi'.";
    assert!(player.greeting.contains(others), "{}", player.greeting);
    for (game, title, opponents) in [
        ("checkers", "Checkers. ", &["white"][..]),
        ("Yonmoque", "Yonmoque. Yonmoque is designed by Mitsuo Yamamoto", &["white"]),
        ("yonoshogi", "Yo[n]o Shogi. Yo[n]o Shogi is designed by", &["orange", "green", "blue"]),
    ] {
        let shown = player.ask(&format!("new {game}"));
        assert!(shown.starts_with(title) && shown.contains("Type a move such as "), "{shown}");
        player.ask("set seed 1");
        for opponent in opponents {
            player.ask(&format!("player {opponent} 2"));
        }
        let mut shown = String::new();
        for _ in 0..400 {
            if shown.contains("Game over: ") {
                break;
            }
            let hint = player.ask("hint movetime 20");
            let moves = hint.lines().skip_while(|line| !line.contains(", marked ")).nth(1);
            let mv = moves.and_then(|line| line.split_whitespace().next()).unwrap_or_else(|| panic!("a move: {hint}"));
            shown = player.ask(mv);
            if shown.contains("Warning: ") {
                shown = player.ask(mv);
            }
            assert!(!shown.contains("is illegal"), "{shown}");
        }
        assert!(shown.contains("Game over: "), "{game}: {shown}");
    }
    player.is_refused("new chess", "new: expected nothing or 9, the only board, found 'chess'");
}

#[test]
fn what_cannot_be_kept_is_said_once_and_costs_no_game() {
    let folder = fresh_folder();
    fs::create_dir_all(&folder).unwrap();
    // A file stands where the folder should be.
    fs::write(folder.join("yon"), "").unwrap();
    let mut player = Player::with_state(&folder);
    let said = player.ask("new 4");
    assert_eq!(said.matches("This session is not kept: ").count(), 1, "{said}");
    assert!(!player.ask("a1c3").contains("not kept"));
    assert!(player.ask("resign").ends_with("Game over: Red wins because Blue has resigned.\n"));
    player.press("quit\r");
    player.leaves();
}

#[test]
fn a_narrow_terminal_gets_a_narrow_board() {
    let mut command = std::process::Command::new("sh");
    let line = concat!("stty cols 24; exec '", env!("CARGO_BIN_EXE_yon"), "'");
    command.args(["-c", line]).env("TERM", "xterm").env("NO_COLOR", "1").env("XDG_STATE_HOME", fresh_folder());
    let mut player = Player::at(command, true);
    let board = player.ask("board");
    assert!(board.starts_with("   a b c d e f g h i j\n10 b .   .   .   .   r\n"), "{board}");
    let wide = player.ask("new 4");
    assert!(wide.starts_with("   a  b  c  d\n 4 b  .     r  4\n"), "{wide}");
}

#[test]
fn an_evening_does_not_begin_with_the_engine_alone() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.ask("new 4");
    player.ask("engine both");
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert!(!player.greeting.contains(" plays "), "{}", player.greeting);
    assert!(player.ask("player").starts_with("You play Red and Blue; "));
}

#[test]
fn the_level_goes_by_the_results() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.ask("new 4");
    player.is_refused("level 11", "level: expected a number from 1 to 10 or auto, found '11'");
    player.ask("level 4");
    let rule = "It goes a level up after each game that you win, and down after one that you lose.\n";
    assert_eq!(player.ask("level auto"), format!("The engine plays at level 4 of 10.\n{rule}"));
    player.ask("engine blue");
    player.ask("a1c3");
    let lost = player.ask("resign");
    assert!(lost.ends_with("You lost: the engine plays at level 3 from now on.\n"), "{lost}");
    // It is the same game still: it counts once, and it is kept once.
    player.ask("undo");
    assert!(!player.ask("resign").contains("the engine plays at level"));
    player.ask("player blue 5");
    let games = fs::read_to_string(folder.join("yon/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 1, "{games}");
    // Red wins on 4x4 from here whatever level 1 does.
    player.ask("new 4");
    player.ask("player blue 1");
    let mut end = String::new();
    while !end.contains("Game over") {
        let hint = player.ask("hint");
        let mv = hint.split("marked +:").nth(1).and_then(|moves| moves.split_whitespace().next()).unwrap().to_string();
        end = player.ask(&mv);
    }
    assert!(end.ends_with("You won: the engine plays at level 2 from now on.\n"), "{end}");
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert!(player.ask("level").ends_with(rule));
    assert_eq!(player.ask("level 7"), "The engine plays Blue at level 2; elsewhere at level 7 of 10.\n");
    assert_eq!(player.ask("player blue engine"), "The engine plays Blue, and you play Red.\n");
    assert_eq!(player.ask("level"), "The engine plays at level 7 of 10.\n");
}

#[test]
fn what_was_found_in_one_game_is_not_told_of_the_next() {
    let mut player = Player::plain();
    player.ask("new 6");
    for line in ["a1d4", "a6b5", "f6e5"] {
        player.ask(line);
    }
    assert!(player.ask("annotate").contains("threw away the win here"));
    player.ask("new checkers");
    player.ask("yes");
    player.is_refused("train", "no game was looked over yet; 'annotate' does it");
}

#[test]
fn a_line_that_was_not_finished_takes_no_other_game_with_it() {
    let folder = fresh_folder();
    let file = folder.join("yon/games.jsonl");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{\"game\":\"yonk").unwrap();
    let mut player = Player::with_state(&folder);
    player.ask("new 4");
    player.ask("a1c3");
    player.ask("resign");
    let games = fs::read_to_string(&file).unwrap();
    assert!(games.starts_with("{\"game\":\"yonk\n{\"game\":\"yonkoma\""), "{games}");
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let mut player = Player::small();
    player.is_refused("load /dev/tty", "load: cannot read '/dev/tty': expected a file");
    let file = fresh_folder().with_extension("jsonl");
    player.ask("a1c3");
    assert!(
        player
            .ask(&format!("record save {}", file.display()))
            .ends_with(&format!("'load {}' brings it back.\n", file.display()))
    );
    assert!(player.ask(&format!("record save {}", file.display())).ends_with(" 2' brings it back.\n"));
}
