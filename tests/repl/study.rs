//! Learning: analysis while people type, mistakes, puzzles, and the course.

use super::player::Player;

#[test]
fn an_analysis_streams_above_the_prompt_while_people_type() {
    let mut player = Player::plain();
    player.ask("set BoardSize 16");
    player.press("analyse\r");
    player.sees("Analysing; go on typing");
    player.sees("depth ");
    // Keys typed during the stream: the half-typed line, the cursor and completion survive.
    player.press("mves");
    player.sees("mves");
    player.sees("depth ");
    player.press("\u{1b}[D\u{1b}[D\u{1b}[Do\r");
    player.sees("28 moves:");
    player.sees("depth ");
    player.press("analys\t off\r");
    player.sees("The analysis is at its end.");
    player.answer();
    assert!(player.ask("fen").contains(" r 1"));
}

#[test]
fn an_analysis_shows_as_many_lines_as_are_asked_for() {
    let mut player = Player::plain();
    player.ask("set BoardSize 16");
    assert_eq!(player.ask("multipv 3"), "MultiPV is 3.\n");
    assert_eq!(player.ask("multipv"), "An analysis shows 3 lines.\n");
    player.press("analyse\r");
    for number in ["1. ", "2. ", "3. "] {
        player.sees("depth ");
        player.sees(number);
    }
    player.press("quit\r");
    player.leaves();
}

#[test]
fn an_analysis_streams_in_plain_mode_too() {
    let mut command = super::player::yon(&["--plain"]);
    command.env("TERM", "dumb");
    let mut player = Player::at(command, false);
    player.press("new 16\n");
    player.answer();
    player.press("analyse\n");
    player.sees("depth ");
    player.press("analyse off\n");
    let heard = player.sees("The analysis is at its end.");
    assert!(!heard.contains('\u{1b}'), "{heard:?}");
}

#[test]
fn mistakes_are_found_listed_and_done_better() {
    let mut player = Player::small();
    player.is_refused("mistakes", "no game was looked over yet; 'annotate' does it");
    player.is_refused("annotate", "annotate: expected a game with moves, found none");
    player.ask("new 6");
    // On this board Red wins with a1d4 or f6c3 alone.
    player.ask("a1b2");
    let found = player.ask("annotate");
    assert!(found.starts_with("Move 1, a1b2 by Red, threw away the win here; better was a1d4 or f6c3.\n"), "{found}");
    assert!(found.ends_with("1 mistake in the game.\n"), "{found}");
    assert!(player.ask("mistakes 1").starts_with("Move 1, a1b2 by Red, "));
    let task = player.ask("train");
    assert!(task.ends_with("In the game Red played a1b2 here. Find a better move.\n"), "{task}");
    let wrong = player.ask("a1c3");
    assert!(wrong.starts_with("No: a1c3, and Blue wins in ") && wrong.contains("Try another move"), "{wrong}");
    let right = player.ask("a1d4");
    assert!(right.contains("Right. a1b2 threw away the win here.\n"), "{right}");
    assert!(right.contains("back to the game.") && right.ends_with("Blue to move.\n"), "{right}");
}

#[test]
fn a_puzzle_has_one_winning_move() {
    let mut player = Player::small();
    player.ask("new 6");
    player.ask("set seed 1");
    player.is_refused("puzzle soft", "puzzle: expected easy, hard or a number of plies, found 'soft'");
    let task = player.ask("puzzle easy");
    assert!(task.contains(" plies, and one move alone does it. Which?\n"), "{task}");
    let hint = player.ask("hint");
    assert!(hint.contains("; the only winning move, marked +:\n"), "{hint}");
    let mv = hint.lines().last().unwrap().split_whitespace().next().unwrap().to_string();
    let listed = player.ask("moves");
    let words: Vec<&str> = listed.lines().skip(1).flat_map(str::split_whitespace).collect();
    let wrong = words.into_iter().find(|word| *word != mv).unwrap();
    assert!(player.ask(wrong).starts_with(&format!("No: {wrong}, and ")));
    let right = player.ask(&mv);
    assert!(right.contains("Right. Every other move lets the win go.\n"), "{right}");
    player.ask("puzzle hard");
    assert!(player.ask("no").contains("Red to move."));
}

#[test]
fn the_course_of_yonkoma_is_taken_from_its_beginning_to_its_end() {
    let mut player = Player::small();
    player.ask("a1c3");
    let first = player.ask("learn");
    assert!(first.contains("Lesson 1 of 4: The first kind of move\n"), "{first}");
    assert!(player.ask("a1a2").starts_with("a1a2 is illegal: "));
    assert!(player.ask("a1d4").contains("Lesson 2 of 4: The second kind of move\n"));
    assert!(player.ask("e1d2").starts_with("No: That one lowers the sum, so it is of the first kind.\n"));
    assert!(player.ask("b2a3").contains("Lesson 3 of 4: The crosscut\n"));
    assert!(player.ask("a5d2").starts_with("No: That completes a crosscut"));
    assert!(player.ask("a5b4").contains("Lesson 4 of 4: The skipped turn\n"));
    let end = player.ask("b6d4");
    assert!(end.contains("That was the last one; back to the game.\n") && end.ends_with("Blue to move.\n"), "{end}");
}

#[test]
fn checkers_has_a_course_of_ten_lessons_and_other_games_say_that_they_have_none() {
    let mut player = Player::plain();
    player.press("set UCI_Variant checkers\r");
    player.sees("Coral to move.");
    player.press("learn 5\r");
    player.sees("Lesson 5 of 10: The choice");
    player.press("c3a5\r");
    player.sees("No: That is legal, but takes one man only.");
    player.press("c3e5g7\r");
    player.sees("Lesson 6 of 10: Crowning");
    player.press("no\r");
    player.sees("Coral to move.");
    player.press("set UCI_Variant yonmoque\r");
    player.sees("   a  b  c  d  e");
    player.press("learn\r");
    player.sees("learn: there is no course of Yonmoque yet; 'rules' tells them");
}
