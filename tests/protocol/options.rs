//! setoption, the option table, ucinewgame.

use super::driver::{Folder, Yon, code, ms, script};

const TABLE: [&str; 18] = [
    "option name UCI_Variant type combo default yonkoma var yonkoma var checkers var yonmoque var yonoshogi",
    "option name BoardSize type spin default 10 min 4 max 26",
    "option name Hash type spin default 64 min 1 max 65536",
    "option name Threads type spin default 1 min 1 max 256",
    "option name MultiPV type spin default 1 min 1 max 256",
    "option name Ponder type check default false",
    "option name UCI_AnalyseMode type check default false",
    "option name Move Overhead type spin default 10 min 0 max 5000",
    "option name Skill Level type spin default 10 min 1 max 10",
    "option name Seed type spin default 0 min 0 max 2147483647",
    "option name QuietLimit type spin default 40 min 0 max 1000",
    "option name UseTables type check default true",
    "option name TablePath type string default <empty>",
    "option name Debug Log File type string default <empty>",
    "option name Clear Hash type button",
    "option name UCI_LimitStrength type check default false",
    "option name UCI_Elo type spin default 1000 min 0 max 4000",
    "option name Losing Play type combo default trap var trap var longest",
];

fn options() -> Vec<String> {
    script("uci\n").into_iter().filter(|line| line.starts_with("option ")).collect()
}

/// Name, type and default.
fn parts(line: &str) -> (&str, &str, Option<&str>) {
    let (name, rest) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
    let kind = rest.split(' ').next().unwrap();
    (name, kind, rest.split_once("default ").map(|(_, rest)| rest.split(' ').next().unwrap()))
}

#[test]
fn the_option_table_is_the_documented_one() {
    let mut found = options();
    let mut table = TABLE.map(String::from).to_vec();
    found.sort();
    table.sort();
    assert_eq!(found, table);
}

#[test]
fn no_option_name_holds_a_word_at_which_clients_split() {
    for line in options() {
        for word in parts(&line).0.split(' ') {
            assert!(!["min", "max", "default", "var", "type", "name", "value"].contains(&word), "{line}");
        }
    }
}

#[test]
fn each_option_but_a_button_has_a_default_in_its_range_and_holds_it_at_the_start() {
    let mut yon = Yon::new();
    for line in options() {
        let (name, kind, default) = parts(&line);
        if kind == "button" {
            assert_eq!(default, None, "{line}");
            continue;
        }
        let default = default.expect("a default");
        assert_eq!(yon.ask(&format!("query option {name}")), format!("response {default}"));
        if kind == "spin" {
            let number = |word: &str| -> u64 {
                let at = line.split_once(&format!(" {word} ")).unwrap().1;
                at.split(' ').next().unwrap().parse().unwrap()
            };
            assert!((number("min")..=number("max")).contains(&number("default")), "{line}");
        }
        yon.set(&format!("setoption name {name} value {default}"));
    }
}

#[test]
fn names_and_combo_values_are_case_insensitive_and_runs_of_blanks_count_as_one() {
    let mut yon = Yon::new();
    yon.set("setoption name sKILL   level value 3");
    assert_eq!(yon.ask("query option Skill Level"), "response 3");
    yon.set("  setoption\tname  MOVE \t OVERHEAD  value   77  ");
    assert_eq!(yon.ask("query option move  overhead"), "response 77");
    yon.set("setoption name uci_variant value YonKoma");
    assert_eq!(yon.ask("query option UCI_VARIANT"), "response yonkoma");
    yon.set("setoption name clear hash");
    yon.set("setoption name ponder value TRUE");
    assert_eq!(yon.ask("query option Ponder"), "response true");
}

#[test]
fn the_smallest_and_the_largest_value_are_taken_and_those_beyond_are_refused() {
    let mut yon = Yon::new();
    for (name, min, max) in [
        ("BoardSize", 4, 26),
        ("Hash", 1, 1024),
        ("Threads", 1, 256),
        ("MultiPV", 1, 256),
        ("Move Overhead", 0, 5000),
        ("Skill Level", 1, 10),
        ("Seed", 0, 2_147_483_647),
        ("QuietLimit", 0, 1000),
    ] {
        for value in [min, max] {
            yon.set(&format!("setoption name {name} value {value}"));
            assert_eq!(yon.ask(&format!("query option {name}")), format!("response {value}"));
        }
    }
    yon.set("setoption name Hash value 16");
    for (name, value) in [
        ("BoardSize", "3"),
        ("BoardSize", "2"),
        ("BoardSize", "28"),
        ("BoardSize", "27"),
        ("Hash", "0"),
        ("Hash", "65537"),
        ("Threads", "0"),
        ("Threads", "257"),
        ("MultiPV", "0"),
        ("MultiPV", "257"),
        ("Move Overhead", "-1"),
        ("Move Overhead", "5001"),
        ("Skill Level", "0"),
        ("Skill Level", "11"),
        ("QuietLimit", "-1"),
        ("QuietLimit", "1001"),
        ("Seed", "-1"),
        ("Seed", "2147483648"),
        ("Seed", "99999999999999999999999999"),
    ] {
        refused(&mut yon, name, value);
    }
}

/// One error line with code `value` that names option and value, and the old value stays.
fn refused(yon: &mut Yon, name: &str, value: &str) {
    let before = yon.ask(&format!("query option {name}"));
    let lines = yon.tell(&format!("setoption name {name} value {value}"));
    assert_eq!(lines.len(), 1, "{name} {value}: {lines:?}");
    assert_eq!(code(&lines[0]), "value", "{lines:?}");
    let found = if value.is_empty() { "found" } else { value };
    for word in [name, "expected", "found", found] {
        assert!(lines[0].contains(word), "{word}: {lines:?}");
    }
    assert_eq!(yon.ask(&format!("query option {name}")), before);
}

#[test]
fn odd_sizes_and_values_of_the_wrong_kind_are_refused_and_the_old_value_stays() {
    let mut yon = Yon::new();
    yon.set("setoption name BoardSize value 8\nsetoption name Hash value 32\nsetoption name Ponder value true");
    for (name, value) in [
        ("BoardSize", "7"),
        ("BoardSize", "25"),
        ("BoardSize", "ten"),
        ("BoardSize", "8.0"),
        ("BoardSize", "+8"),
        ("BoardSize", ""),
        ("Hash", "big"),
        ("Hash", "0x10"),
        ("Hash", "1 2"),
        ("Threads", "1e1"),
        ("Ponder", "1"),
        ("Ponder", "yes"),
        ("Ponder", ""),
        ("UCI_AnalyseMode", "maybe"),
        ("UseTables", "no"),
        ("UCI_Variant", "chess"),
        ("UCI_Variant", ""),
    ] {
        refused(&mut yon, name, value);
    }
    assert_eq!(code(&yon.ask("setoption name Clear Hash value now")), "value");
}

#[test]
fn an_unknown_option_and_wrong_words_are_refused() {
    let mut yon = Yon::new();
    let line = yon.ask("setoption name SizeOfBoard value 8");
    assert!(code(&line) == "option" && line.contains("SizeOfBoard"), "{line}");
    for line in ["setoption", "setoption Hash 3", "setoption name", "setoption name value 3"] {
        assert_eq!(code(&yon.ask(line)), "command", "{line}");
    }
}

#[test]
fn a_new_board_size_puts_its_start_position_and_empties_the_record() {
    let mut yon = Yon::new();
    yon.set("setoption name MultiPV value 3\nposition startpos moves a1b2");
    yon.set("setoption name BoardSize value 8");
    assert_eq!(yon.ask("query fen"), "response b6r/8/8/8/8/8/8/r6b r 1");
    assert_eq!(yon.ask("record"), "record position fen b6r/8/8/8/8/8/8/r6b r 1");
    assert_eq!(yon.ask("query option MultiPV"), "response 3", "all other options stay");
    yon.set("position startpos moves a1b2\nsetoption name BoardSize value 8");
    assert!(yon.ask("record").ends_with(" moves a1b2"), "the same value changes nothing");
    assert_eq!(code(&yon.ask("setoption name BoardSize value 9")), "value");
    assert!(yon.ask("record").ends_with(" moves a1b2"), "a refused value changes nothing");
    yon.set("setoption name UCI_Variant value yonkoma");
    assert!(yon.ask("record").ends_with(" moves a1b2"), "nor does the same game");
}

#[test]
fn a_new_board_size_empties_the_hash() {
    let mut yon = Yon::searching(16);
    let first = yon.go("depth 6").timeless();
    assert_ne!(yon.go("depth 6").timeless(), first, "the hash table is of use");
    yon.set("setoption name BoardSize value 18\nsetoption name BoardSize value 16");
    assert_eq!(yon.go("depth 6").timeless(), first);
}

#[test]
fn clear_hash_empties_the_hash() {
    let mut yon = Yon::searching(16);
    let first = yon.go("depth 6").timeless();
    yon.set("setoption name Clear Hash");
    assert_eq!(yon.go("depth 6").timeless(), first);
}

#[test]
fn board_size_is_for_startpos_and_a_fen_of_another_size_does_not_change_it() {
    let mut yon = Yon::new();
    yon.set("setoption name BoardSize value 6\nposition fen b2r/4/4/r2b r");
    assert_eq!(yon.ask("query board"), "response files 4 ranks 4 seats 2");
    assert_eq!(yon.ask("query option BoardSize"), "response 6");
    yon.set("position startpos");
    assert_eq!(yon.ask("query fen"), "response b4r/6/6/6/6/r4b r 1");
}

#[test]
fn ucinewgame_and_uginewgame_stop_a_search_and_set_the_start_position() {
    for command in ["ucinewgame", "uginewgame"] {
        let mut yon = Yon::searching(16);
        yon.set("position startpos moves a1b2 a16b15");
        yon.say(&format!("go infinite\n{command}\nrecord"));
        let lines = yon.until("record");
        assert!(lines[lines.len() - 2].starts_with("bestmove "), "{lines:?}");
        assert!(lines[lines.len() - 1].ends_with("r 1"), "no moves are left: {lines:?}");
        assert_eq!(yon.ask("query option BoardSize"), "response 16", "options stay");
    }
}

#[test]
fn ucinewgame_clears_the_hash() {
    let mut yon = Yon::searching(16);
    let first = yon.go("depth 6").timeless();
    yon.set("ucinewgame");
    assert_eq!(yon.go("depth 6").timeless(), first);
}

#[test]
fn ucinewgame_keeps_solved_boards() {
    let mut yon = Yon::on(14);
    yon.until_solved();
    yon.set("ucinewgame");
    assert!(yon.go("movetime 0").last().tbhits > 0);
}

#[test]
fn a_seed_makes_levels_reproducible_and_0_is_fresh_at_each_ucinewgame() {
    fn game(yon: &mut Yon) -> Vec<String> {
        yon.set("ucinewgame");
        let fens = ["b4r/6/6/6/6/r4b r", "b4r/6/6/6/1r4/5b b", "5r/1b4/6/6/1r4/5b r", "b6r/8/8/8/8/8/8/r6b r"];
        fens.iter().map(|fen| (yon.set(&format!("position fen {fen}")), yon.go("").best).1).collect()
    }
    let mut yon = Yon::on(6);
    yon.set("setoption name Skill Level value 1\nsetoption name Seed value 7");
    let first = game(&mut yon);
    assert_eq!(game(&mut yon), first);
    let mut other = Yon::on(6);
    other.set("setoption name Seed value 7\nsetoption name Skill Level value 1");
    assert_eq!(game(&mut other), first);
    yon.set("setoption name Seed value 0");
    assert!((0..20).any(|_| game(&mut yon) != first), "a fresh seed plays differently");
}

#[test]
fn analyse_mode_ignores_the_level() {
    let mut yon = Yon::on(6);
    yon.set("setoption name Skill Level value 1\nsetoption name UCI_AnalyseMode value true");
    for seed in 1..6 {
        yon.set(&format!("setoption name Seed value {seed}"));
        let found = yon.go("");
        assert_eq!((found.best.as_str(), found.last().score().as_str()), ("a1d4", "mate 7"));
    }
    yon.set("setoption name UCI_AnalyseMode value false");
    let played = (1..20).any(|seed| {
        yon.set(&format!("setoption name Seed value {seed}"));
        yon.go("").best != "a1d4"
    });
    assert!(played, "level 1 errs");
}

#[test]
fn use_tables_false_is_search_only() {
    let mut yon = Yon::searching(6);
    assert!(yon.go("depth 5").infos.iter().all(|info| info.tbhits == 0));
    yon.set("setoption name UseTables value true");
    assert!(yon.go("depth 5").last().tbhits > 0);
}

#[test]
fn several_threads_answer_once() {
    let mut yon = Yon::searching(16);
    yon.set("setoption name Threads value 2");
    assert_eq!(yon.go("depth 5").last().depth, 5);
}

#[test]
fn a_hash_that_cannot_be_had_is_reported_and_the_old_one_kept() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -v 3000000; exec \"$0\"", env!("CARGO_BIN_EXE_yon")]);
    let mut yon = Yon::run(command);
    yon.set("setoption name Hash value 32");
    assert_eq!(code(&yon.ask("setoption name Hash value 65536")), "value");
    assert_eq!(yon.ask("query option Hash"), "response 32");
    yon.set("setoption name UseTables value false");
    assert_ne!(yon.go("depth 2").best, "(none)");
}

#[test]
fn debug_log_file_takes_every_line_in_and_out() {
    let folder = Folder::new("log file");
    let path = folder.file("a  log");
    let mut yon = Yon::new();
    yon.set(&format!("setoption name Debug Log File value {path}"));
    assert_eq!(yon.ask("query option debug log file"), format!("response {path}"));
    yon.say("go depth 1 # no");
    yon.until("bestmove");
    assert_eq!(code(&yon.ask("setoption name Debug Log File value /nonexistent/x")), "value");
    assert_eq!(yon.ask("query option Debug Log File"), format!("response {path}"), "the old value stays");
    yon.set("setoption name Debug Log File value <empty>");
    yon.tell("query turn");
    let log = std::fs::read_to_string(&path).unwrap();
    let entries: Vec<&str> = log.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert!(log.lines().all(|line| line.split(' ').next().unwrap().parse::<u64>().is_ok()), "milliseconds: {log}");
    for entry in ["> go depth 1 # no", "> isready", "< readyok", "> query option debug log file"] {
        assert!(entries.contains(&entry), "{entry}: {log}");
    }
    assert!(entries.iter().any(|entry| entry.starts_with("< bestmove ")), "{log}");
    assert!(entries.iter().any(|entry| entry.starts_with("< info depth 1 ")), "{log}");
    assert!(!entries.contains(&"> query turn"), "{log}");
}

#[test]
fn table_path_is_a_folder_that_exists() {
    let folder = Folder::new("tables");
    let mut yon = Yon::new();
    yon.set(&format!("setoption name TablePath value {}", folder.0.display()));
    assert_eq!(yon.ask("query option TablePath"), format!("response {}", folder.0.display()));
    refused(&mut yon, "TablePath", "/nonexistent");
    yon.set("setoption name TablePath value <empty>");
    assert_eq!(yon.ask("query option TablePath"), "response <empty>");
    yon.set("setoption name TablePath value");
    yon.silent(ms(20));
}
