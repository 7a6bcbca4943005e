//! Learning: analysis while people type, mistakes, puzzles, and the course.

use std::fs;

use super::player::{Player, fresh_folder, yon};

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
    let mut command = yon(&["--plain"]);
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
fn games_that_are_not_solved_have_puzzles_that_are_proved() {
    let mut player = Player::plain();
    player.ask("set UCI_Variant yonmoque");
    player.ask("set seed 3");
    let task = player.ask("puzzle");
    let claim = task.lines().last().unwrap();
    let numbers: Vec<u32> =
        claim.split(|sign: char| !sign.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    assert!(claim.contains(", and no other move wins within ") && numbers.len() == 2, "{claim}");
    let fen = player.fen();
    player.ask("no");
    // The same again on the wire: one move wins so fast, and the others do not within so many plies.
    let wire = |lines: &[String]| {
        let mut command =
            yon(&["-c", "setoption name UCI_Variant value yonmoque", "-c", &format!("position fen {fen}")]);
        for line in lines {
            command.args(["-c", line]);
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let found = wire(&[format!("go mate {}", numbers[0])]);
    assert!(found.contains(&format!(" score mate {} ", numbers[0].div_ceil(2))), "{found}");
    let best = found.lines().last().unwrap().strip_prefix("bestmove ").unwrap().split(' ').next().unwrap().to_string();
    let moves = wire(&["legalmoves".into()]);
    let others: Vec<&str> = moves.split_whitespace().skip(1).filter(|mv| *mv != best).collect();
    let none = wire(&[format!("go mate {} searchmoves {}", numbers[1], others.join(" "))]);
    let no_win = none.contains(&format!("no forced win or loss within {} plies", numbers[1]));
    assert!(no_win || none.contains(" score mate -"), "{none}");
    // Checkers has them from tables, and Yo[n]o Shogi where one move alone is safe.
    player.ask("set UCI_Variant checkers");
    let task = player.ask("puzzle");
    let claims = ["and one move alone does it. Which?\n", "and no other move wins within "];
    assert!(task.contains(" wins") && claims.iter().any(|claim| task.contains(claim)), "{task}");
    player.ask("no");
    player.ask("set UCI_Variant yonoshogi");
    player.is_refused(
        "puzzle 5",
        "puzzle: expected nothing, easy or hard in a game of more than two, where one move alone is safe",
    );
    let task = player.ask("puzzle easy");
    assert!(
        task.ends_with(" can be put out before the next turn after every move but one. Which is safe?\n"),
        "{task}"
    );
    assert!(player.ask("no").contains(" to move."));
}

#[test]
fn mistakes_are_kept_with_the_game() {
    let folder = fresh_folder();
    let mut player = Player::with_state(&folder);
    player.ask("new 6");
    player.ask("a1b2");
    player.ask("annotate");
    player.ask("a6b5");
    let listed = player.ask("mistakes");
    assert!(listed.starts_with("Move 1, a1b2 by Red, threw away the win here; "), "{listed}");
    player.press("quit\r");
    player.leaves();
    let mut player = Player::with_state(&folder);
    assert_eq!(player.ask("mistakes"), listed);
    let file = folder.join("marked.jsonl");
    player.ask(&format!("record save {}", file.display()));
    assert!(
        fs::read_to_string(&file).unwrap().contains("\"marks\":[{\"ply\":0,\"seat\":1,"),
        "the mark is in the file"
    );
    let mut other = Player::plain();
    let loaded = other.ask(&format!("load {}", file.display()));
    assert!(loaded.contains("It was looked over, with 1 mistake; 'mistakes' lists them.\n"), "{loaded}");
    assert_eq!(other.ask("mistakes"), listed);
    assert!(other.ask("train").ends_with("In the game Red played a1b2 here. Find a better move.\n"));
    assert!(other.ask("a1d4").contains("Right. a1b2 threw away the win here.\n"));
    // No escape of a file comes to the terminal.
    let escape = r#"{"game":"yonkoma","moves":["a1g7"],"players":["\u001b[31mme"],"marks":[{"ply":0,"seat":1,
                  "best":["a1b2"],"weight":1,"what":"\u001b]0;x\u0007 went"}]}"#;
    fs::write(&file, escape.replace('\n', " ")).unwrap();
    assert!(other.ask(&format!("load {}", file.display())).starts_with("Game 1 of 1: ?[31mme; *\n"));
    assert_eq!(other.ask("mistakes"), "Move 1, a1g7 by Red, ?]0;x? went; better was a1b2.\n");
    // What is odd in a file is left out.
    let odd = r#"{"game":"yonkoma","moves":["a1g7"],"marks":[{"ply":7,"seat":1,"best":[],"weight":1,"what":"x"},
                  {"ply":0,"seat":9,"best":[],"weight":1,"what":"x"}]}"#;
    fs::write(&file, odd.replace('\n', " ")).unwrap();
    assert!(other.ask(&format!("load {}", file.display())).starts_with("Game 1 of 1: ; *\n"));
    assert_eq!(other.ask("mistakes"), "No mistakes were found.\n");
}

#[test]
fn estimates_are_called_mistakes_only_where_they_hold() {
    let mut player = Player::plain();
    player.ask("set UCI_Variant checkers");
    // A man is given away for nothing.
    player.ask("1. 11-15 24-19 2. 15x24 28x19 3. 9-14 22-18 4. 12-16");
    let found = player.ask("annotate movetime 100");
    assert!(found.contains("Move 7, a3b4 by Coral, is worth about "), "{found}");
    assert!(found.contains(" less at depth ") && found.contains("; better was "), "{found}");
    // Who lets others put him out is told so in a game of four; that is exact.
    player.ask("set UCI_Variant yonoshogi");
    player.ask("fen 4gK4/9/9/9/bK7oK/9/9/4rG4/4rK3oR r rP2G ----");
    player.ask("5h5g");
    player.ask("5h5g");
    let found = player.ask("annotate movetime 50");
    assert!(found.starts_with("Move 1, 5h5g by Red, let the others put Red out at once; better was "), "{found}");
    player.ask("set UCI_Variant yonmoque");
    player.ask("fen 5/5/bww2/3b1/5 b 4 4");
    player.ask("d2e2");
    let found = player.ask("annotate movetime 100");
    assert!(found.starts_with("Move 1, d2e2 by Blue, "), "{found}");
    assert!(
        found.contains("passed over a proved win in 1 ply") || found.contains("threw away the win here"),
        "{found}"
    );
    assert!(found.contains("; better was d2d3.\n1 mistake in the game.\n"), "{found}");
}

#[test]
fn the_course_of_yonkoma_is_taken_from_its_beginning_to_its_end() {
    let mut player = Player::small();
    player.ask("a1c3");
    let first = player.ask("learn");
    assert!(first.contains("Lesson 1 of 5: The first kind of move\n"), "{first}");
    assert!(player.ask("a1a2").starts_with("a1a2 is illegal: "));
    assert!(player.ask("a1d4").contains("Lesson 2 of 5: The second kind of move\n"));
    assert!(player.ask("e1d2").starts_with("No: That one lowers the sum, so it is of the first kind.\n"));
    assert!(player.ask("b2a3").contains("Lesson 3 of 5: The crosscut\n"));
    assert!(player.ask("a5d2").starts_with("No: That completes a crosscut"));
    assert!(player.ask("a5b4").contains("Lesson 4 of 5: The skipped turn\n"));
    assert!(player.ask("b6d4").contains("Lesson 5 of 5: Two moves to win\n"));
    assert!(player.ask("b6d4").starts_with("No: Blue gets away and wins in the end.\n"));
    let reply = player.ask("a3d6");
    assert!(reply.contains("Right. Now every move of Blue loses.\nBlue plays f5e4.\n"), "{reply}");
    assert!(reply.ends_with("And now? One move leaves Blue nothing but the crosscut.\n"), "{reply}");
    assert!(player.ask("b6d4").starts_with("No: That lets Blue win.\n"));
    let end = player.ask("b6c5");
    assert!(end.contains("That was the last one; back to the game.\n") && end.ends_with("Blue to move.\n"), "{end}");
}

#[test]
fn the_courses_of_the_other_games_are_taken_too() {
    let mut player = Player::plain();
    for (game, lessons, answers) in [
        (
            "checkers",
            10,
            &["c3d4", "c3e5", "c3e5", "c3e5g7", "c3e5g7", "e7d8", "e5c3", "c3e5", "c3b2", "g1f2", "f2e3"][..],
        ),
        ("yonmoque", 9, &["c3", "c3b3", "c1e3", "d2d3", "c2c3", "d2d3", "d2d3", "d3d4", "d4d3", "b5"]),
        ("yonoshogi", 6, &["1g1f", "5f5d", "P*5h", "5d5c+", "5i6h", "G*2b", "5a4a"]),
    ] {
        player.ask(&format!("set UCI_Variant {game}"));
        let first = player.ask("learn");
        assert!(first.contains(&format!("Lesson 1 of {lessons}: ")), "{first}");
        for (index, answer) in answers.iter().enumerate() {
            let said = player.ask(answer);
            assert!(said.contains("Right. "), "{game}, {answer}: {said}");
            assert_eq!(said.contains("That was the last one"), index + 1 == answers.len(), "{game}, {answer}: {said}");
        }
    }
    player.ask("set UCI_Variant yonmoque");
    player.ask("learn 7");
    assert!(player.ask("d3").starts_with("No: That places the fourth, and counts for nothing."));
    player.ask("set UCI_Variant yonoshogi");
    player.ask("learn 4");
    // No warning stands before the answer of a lesson.
    assert!(player.ask("5h5g").starts_with("No: The Rook still looks at the King: Red would be out at once.\n"));
    assert!(player.ask("P*1f").starts_with("No: The Rook still looks at the King. Step off the row, "));
}

#[test]
fn a_lesson_is_chosen_by_its_number_and_left_with_no() {
    let mut player = Player::plain();
    player.ask("set UCI_Variant checkers");
    player.is_refused("learn 11", "learn: expected a number from 1 to 10, found 11");
    assert!(player.ask("learn 5").contains("Lesson 5 of 10: The choice\n"));
    assert!(player.ask("c3a5").starts_with("No: That is legal, but takes one man only.\n"));
    assert!(player.ask("c3e5g7").contains("Lesson 6 of 10: Crowning\n"));
    assert!(player.ask("no").ends_with("Coral to move.\n"));
}
