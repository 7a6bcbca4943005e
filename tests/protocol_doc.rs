//! protocol.md against the program: every example is run, and its tables are what the program says.
//!
//! In a block with the info string `yon`, a line `> …` is sent and a line `< …` must come back, `*` standing for
//! anything. Each block has a program of its own.

#![allow(clippy::unwrap_used)] // The lint knows tests, and not what they are made of.

#[path = "protocol/driver.rs"]
mod driver;

use std::collections::BTreeSet;

use driver::{Yon, ms};

const PAGE: &str = include_str!("../protocol.md");

/// How many examples there are. Change it with the page.
const BLOCKS: usize = 33;

/// The examples, each with the number of its first line.
fn blocks() -> Vec<(usize, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Vec<&str>)> = None;
    let mut other = false;
    for (number, line) in (1..).zip(PAGE.lines()) {
        match (line, &mut open) {
            ("```yon", None) => open = Some((number + 1, Vec::new())),
            ("```", Some(_)) => blocks.extend(open.take()),
            (line, Some((_, lines))) => lines.push(line),
            (line, None) if line.starts_with("```") => other = !other,
            _ => {}
        }
    }
    assert!(open.is_none() && !other, "a block is not closed");
    blocks
}

/// True when `text` is `pattern`, in which `*` stands for any run of characters.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(middle) = last.replace(part) {
            let Some(at) = rest.find(middle) else { return false };
            rest = &rest[at + str::len(middle)..];
        }
    }
    match last {
        None => rest.is_empty(),
        Some(end) => rest.ends_with(end),
    }
}

#[test]
fn the_pattern_matches_runs_of_anything() {
    for (pattern, text) in
        [("a", "a"), ("*", ""), ("*", "x y"), ("a*", "abc"), ("a*c", "abbc"), ("a * b * c", "a 1 b 2 c")]
    {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a", "ab"), ("a", ""), ("a*c", "abcd"), ("a*b*c", "acb"), ("ab*ba", "aba"), ("*x", "xy")] {
        assert!(!fits(pattern, text), "{pattern} {text}");
    }
}

#[test]
fn there_are_as_many_examples_as_expected() {
    assert_eq!(blocks().len(), BLOCKS);
}

#[test]
fn every_example_does_what_the_page_says() {
    let mut wrong = Vec::new();
    for (first, lines) in blocks() {
        assert!(lines.iter().any(|line| line.starts_with('<')), "the block at line {first} expects nothing");
        let mut yon = Yon::new();
        let mut free_text = false;
        for (number, line) in (first..).zip(&lines) {
            if let Some(input) = line.strip_prefix("> ") {
                yon.say(input);
                free_text = ["bench", "eval", "help"].contains(&input);
            } else if let Some(expected) = line.strip_prefix("< ") {
                let found = yon.line();
                if !fits(expected, &found) {
                    wrong.push(format!("line {number}:\nexpected {expected}\nfound    {found}\n"));
                }
            } else {
                panic!("line {number}: expected '> ' or '< ', found {line}");
            }
        }
        if !free_text {
            // Nothing more than the page says.
            yon.silent(ms(20));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The rows of the first table under a heading, as cells.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let section = PAGE.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}")).1;
    let rows: Vec<Vec<&str>> = section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 5, "{heading}");
    rows
}

/// The text between the first pair of backticks.
fn code(cell: &str) -> &str {
    cell.split('`').nth(1).unwrap_or_else(|| panic!("no code in {cell}"))
}

fn inputs() -> Vec<&'static str> {
    blocks().into_iter().flat_map(|(_, lines)| lines).filter_map(|line| line.strip_prefix("> ")).collect()
}

#[test]
fn the_commands_of_the_page_are_those_of_the_program() {
    let documented: BTreeSet<String> = table("## Commands").iter().map(|row| code(row[0]).to_string()).collect();
    let answer = Yon::new().ask("query commands");
    let found: BTreeSet<String> = answer.split(' ').skip(1).map(String::from).collect();
    assert_eq!(documented, found);
}

#[test]
fn every_command_has_an_example() {
    let used: BTreeSet<&str> = inputs().iter().filter_map(|line| line.split(' ').next()).collect();
    for row in table("## Commands") {
        assert!(used.contains(code(row[0])), "{}", row[0]);
    }
}

#[test]
fn what_the_page_says_about_commands_during_a_search_is_so() {
    for row in table("## Commands") {
        let command = code(row[0]);
        let line = match command {
            "setoption" => "setoption name Hash value 16",
            "position" => "position startpos",
            "go" => "go perft 1",
            "query" => "query turn",
            "stop" | "ponderhit" | "wait" => continue,
            other => other,
        };
        let mut yon = Yon::searching(26);
        yon.say(&format!("go infinite\n{line}"));
        let ended = match row[2] {
            "answered at once" => false,
            "ends it first" => true,
            other => panic!("{command}: {other}"),
        };
        if command == "quit" {
            assert!(yon.ended().lines.iter().any(|line| line.starts_with("bestmove ")));
            continue;
        }
        let lines = yon.tell("");
        assert_eq!(lines.iter().any(|line| line.starts_with("bestmove ")), ended, "{command}: {lines:?}");
    }
}

#[test]
fn the_option_table_is_what_uci_lists() {
    let mut documented = BTreeSet::new();
    for row in table("## Options") {
        let (name, kind, default, range) = (code(row[0]), row[1], row[2].trim_matches('`'), row[3]);
        let rest = match kind {
            "spin" => {
                let (min, max) = range.split_once(" to ").expect("a range");
                format!(" default {default} min {min} max {max}")
            }
            "combo" => format!(" default {default} var {}", range.replace(", ", " var ")),
            "check" | "string" => format!(" default {default}"),
            "button" => String::new(),
            other => panic!("{other}"),
        };
        documented.insert(format!("option name {name} type {kind}{rest}"));
    }
    let mut yon = Yon::new();
    yon.say("uci");
    let found: BTreeSet<String> = yon.until("uciok").into_iter().filter(|line| line.starts_with("option ")).collect();
    assert_eq!(documented, found);
}

#[test]
fn the_codes_of_the_page_are_those_of_the_program_and_each_has_an_example() {
    let documented: BTreeSet<&str> = table("## Errors").iter().map(|row| code(row[0])).collect();
    let fixed = "command option value limit fields size piece count colour side hand counter status move over";
    assert_eq!(documented, fixed.split(' ').collect());
    let shown: BTreeSet<&str> =
        PAGE.lines().filter_map(|line| line.strip_prefix("< info string error ")?.split(':').next()).collect();
    for code in documented {
        // No game here has players who leave it.
        assert!(shown.contains(code) || code == "status", "{code}");
    }
}

#[test]
fn every_query_of_the_page_works_and_is_shown() {
    let shown = inputs();
    for row in table("### query") {
        for query in row[0].split('`').skip(1).step_by(2) {
            let word = query.split(' ').next().expect("a word");
            let line = match word {
                "option" => "query option Hash".to_string(),
                "valid" => "query valid fen b2r/4/4/r2b r".to_string(),
                _ => format!("query {word}"),
            };
            assert!(Yon::new().ask(&line).starts_with("response "), "{query}");
            assert!(shown.iter().any(|line| line.starts_with(&format!("query {word}"))), "no example of {query}");
        }
    }
}

#[test]
fn every_word_behind_go_is_read() {
    for row in table("### go") {
        for word in row[0].split('`').skip(1).step_by(2) {
            let mut yon = Yon::searching(4);
            if row[1].contains("Yo[n]o Shogi") {
                yon.say("setoption name UCI_Variant value yonoshogi");
            }
            yon.say(&match word {
                "infinite" | "ponder" => format!("go {word}\nstop"),
                "searchmoves" => "go searchmoves a1b2 depth 1".to_string(),
                _ => format!("go {word} 1"),
            });
            let lines = yon.until("bestmove");
            assert!(!lines.iter().any(|line| line.starts_with("info string error")), "{word}: {lines:?}");
        }
    }
}

#[test]
fn the_page_names_the_designer_and_the_version() {
    assert!(PAGE.contains("Mark Steere"));
    assert!(PAGE.lines().next().is_some_and(|line| line.ends_with("version 1")));
    assert_eq!(Yon::new().ask("query protocol"), "response 1");
}

#[test]
fn examples_of_the_shell_are_so() {
    let mut yon = Yon::new();
    yon.bytes(b"position startpos\ngo depth 1\n");
    let ended = yon.end();
    assert!(ended.code == Some(0) && ended.lines.last().is_some_and(|line| line == "bestmove a1g7"), "{ended:?}");
}
