//! The command line as it is typed.

use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

/// An engine that plays games of four. On a terminal it opens a prompt for people; on a pipe it speaks
/// a small UCI-like protocol (see protocol.md).
///
/// Yonkoma is designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic (2026), Yonmoque by
/// Mitsuo Yamamoto (Logy Games).
#[derive(Debug, Parser)]
#[command(name = "yon", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Door>,

    /// Execute this protocol line and wait for its search; may be repeated, in order
    #[arg(short = 'c', long = "command", value_name = "CMD")]
    pub lines: Vec<String>,

    /// With -c or run: end with exit code 1 at the first error line
    #[arg(long, global = true)]
    pub strict: bool,

    /// Append every protocol line in and out to FILE, with milliseconds
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// At the prompt: sentences instead of drawings, for people who do not see the board
    #[arg(long, global = true)]
    pub plain: bool,
}

const EXAMPLES: &str = "\
Examples:
  yon                                          play on a terminal
  yon -c 'position startpos' -c go             a perfect move of 10x10 Yonkoma
  yon move --size 8 startpos a1c3              the reply to one move, for hosts that start a program per turn
  yon move --json 'b2r/4/4/r2b r'              a move with its value
  yon move --game checkers startpos 11-15      the reply in another game
  yon perft --size 6 5                         count leaves
  yon map --game yonmoque                      what each first placing brings
  yon solve --size 16 --save                   solve a larger board, for perfect play on it
  yon rules yonkoma                            the rules";

#[derive(Debug, Subcommand)]
pub enum Door {
    /// Open the prompt for people
    Repl,
    /// Speak the text protocol, whatever standard input is
    Uci,
    /// Speak Hub, as draughts programs do
    Hub,
    /// Speak the protocol of XBoard and WinBoard
    Xboard,
    /// Execute a file of protocol lines in order, waiting for each search
    Run {
        /// The file; - is standard input
        file: PathBuf,
    },
    /// Print one move for a position
    Move(MoveArgs),
    /// Count the leaves of the move tree, depth by depth
    Perft(PerftArgs),
    /// Measure the engine: signature, nodes per second, solving times, reaction times
    Bench {
        /// Measure this part alone, several times: solve is positions solved a second
        #[arg(value_enum, conflicts_with = "signature")]
        part: Option<BenchPart>,

        /// Print the signatures alone: node totals that do not depend on the machine
        #[arg(long)]
        signature: bool,
    },
    /// Play engines against each other
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Box<MatchArgs>),
    /// Check that an engine speaks the protocol as it must
    Check {
        #[command(flatten)]
        board: Board,

        /// Its dialect
        #[arg(long, default_value = "uci", value_parser = ["uci", "ugi"])]
        proto: String,

        /// The program and its arguments; without it, this program itself
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        engine: Vec<String>,
    },
    /// Solve a board or all endings from nothing, and keep them as a table file
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// Check every value of a table file against the rules
    Verify {
        /// The table
        file: PathBuf,

        /// Check N random positions instead of all
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        sample: Option<u64>,

        /// The seed of the random positions
        #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
        seed: u64,

        #[command(flatten)]
        print: Print,
    },
    /// Print the exact value of a position, of each of its moves, and the line of best play
    Probe {
        /// The table
        file: PathBuf,

        /// startpos, or a FEN as one argument
        fen: String,

        /// Print an object
        #[arg(long)]
        json: bool,
    },
    /// Count values, distances, moves and games of a table file
    Stats {
        /// The table
        file: PathBuf,

        #[command(flatten)]
        print: Print,
    },
    /// How the skill levels of a solved board fare against each other, and what a lost side can hope for
    Ladder {
        /// From the chances of every move in every position, without playing a game
        #[arg(long, required = true)]
        exact: bool,

        #[command(flatten)]
        board: Board,

        #[command(flatten)]
        print: Print,
    },
    /// Fit the weights of an evaluation to games that it plays against itself
    Train(TrainArgs),
    /// Draw what each placing of a piece brings, in a game that has placings
    Map(MapArgs),
    /// Draw the first moves of every board as an SVG, from the results of scripts/results
    Chart {
        /// The results, such as docs/yonkoma.json
        file: PathBuf,
    },
    /// Print the rules of a game
    Rules {
        /// The game: yonkoma, checkers or yonmoque
        #[arg(default_value = "yonkoma")]
        game: String,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Which game and board.
#[derive(Debug, Args)]
pub struct Board {
    /// The game
    #[arg(long, value_name = "G")]
    pub game: Option<String>,

    /// The side of the board of startpos
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
}

/// How heavy work is done and told.
#[derive(Debug, Args)]
pub struct Print {
    /// Threads to use; without it as many as the machine has
    #[arg(long, value_name = "N", value_parser = a_few_threads())]
    pub threads: Option<usize>,

    /// Print an object
    #[arg(long)]
    pub json: bool,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  yon solve --size 12                          solve a board and say what came of it
  yon solve --size 26 --save                   keep it where the engine looks by itself
  yon solve --size 16 --out 16.yon --json      write a table file
  yon solve --game checkers --pieces 5 --save  all endings with up to five pieces";

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The game
    #[arg(long, value_name = "G")]
    pub game: Option<String>,

    /// The side of the board, where boards are solved
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,

    /// The most pieces, where endings are solved
    #[arg(long, value_name = "N")]
    pub pieces: Option<u8>,

    /// Write a table to FILE
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Write the table where the engine looks for it by itself
    #[arg(long, conflicts_with = "out")]
    pub save: bool,

    /// Replace a file of that name
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub print: Print,
}

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// The game
    #[arg(long, value_name = "G")]
    pub game: String,

    /// Games in each round
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,

    /// Rounds; each plays with the weights of the one before
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,

    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Steps of the fit
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub steps: u32,

    /// Where all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Begin with the estimate made by hand instead of the weights of the program
    #[arg(long)]
    pub from_hand: bool,

    /// Fit to the samples of FILE, which --keep has written; play no games
    #[arg(long, value_name = "FILE")]
    pub samples: Vec<PathBuf>,

    /// Write the samples of the games to FILE as well
    #[arg(long, value_name = "FILE", conflicts_with = "samples")]
    pub keep: Option<PathBuf>,

    /// Write the weights to FILE
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Replace a file of that name
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub print: Print,
}

#[derive(Debug, Args)]
pub struct MapArgs {
    #[command(flatten)]
    pub board: Board,

    /// Nodes of the search for each placing
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Print an object
    #[arg(long)]
    pub json: bool,

    /// startpos, or a FEN as one argument
    #[arg(value_name = "FEN", default_value = "startpos")]
    pub position: String,

    /// Moves from there
    pub moves: Vec<String>,
}

#[derive(Debug, Args)]
pub struct MoveArgs {
    #[command(flatten)]
    pub board: Board,

    /// Playing strength, 1 to 10
    #[arg(long, value_name = "L", default_value_t = 10)]
    pub level: u8,

    /// Milliseconds to think; without it a second, and at once where the position is solved
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,

    /// The seed of a level's choices; 0 is a fresh one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,

    /// Print an object with the move, its value and the position
    #[arg(long)]
    pub json: bool,

    /// startpos, or a FEN as one argument
    #[arg(value_name = "FEN")]
    pub position: String,

    /// Moves from there
    pub moves: Vec<String>,
}

const MATCH_EXAMPLES: &str = "\
Examples:
  yon match --engine name=ten --engine name=five 'option.Skill Level=5' --games 100
  yon match --engine cmd=./mine name=mine --engine name=yon --each tc=10+0.1 --games 200 --concurrency 2
  yon match --engine cmd=./new --engine cmd=./old --each st=0.1 --games 1000 --sprt elo0=0,elo1=10 --records new.jsonl
  yon match --merge part1.jsonl part2.jsonl

Words of --engine and --each:
  cmd=PROGRAM (quoted as in a shell; without it, this program)  arg=ARG  dir=FOLDER  env.NAME=VALUE
  name=NAME  proto=uci|ugi  option.NAME=VALUE
  tc=[MOVES/]SECONDS[+INCREMENT]  st=SECONDS  depth=PLIES  nodes=N  timemargin=MS";

#[derive(Debug, Args)]
pub struct MatchArgs {
    /// An engine, as key=value words; give it once for each engine
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE", action = clap::ArgAction::Append)]
    engine: Vec<String>,

    /// Words for all engines
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub each: Vec<String>,

    /// The game
    #[arg(long, alias = "game", value_name = "G")]
    pub variant: Option<String>,

    /// The side of the board of the start position
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,

    /// Games for each two engines that meet (for each group of engines, in a game for more); rounded
    /// up, so that each opening is played in every seating
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = at_least_one())]
    pub games: usize,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    pub concurrency: usize,

    /// A file with a FEN or a move list a line, or random:PLIES; without it every position a few plies from the start
    #[arg(long, value_name = "FILE|random:PLIES")]
    pub openings: Option<String>,

    /// The seed of openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// End as soon as a sequential test decides
    #[arg(long, value_name = "elo0=,elo1=,alpha=,beta=")]
    pub sprt: Option<String>,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t = TournamentArg::RoundRobin)]
    pub tournament: TournamentArg,

    /// Print the result as an object
    #[arg(long)]
    pub json: bool,

    /// Append each game to FILE as it finishes
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,

    /// Go on with the match in the file of records
    #[arg(long)]
    pub resume: bool,

    /// Go on when an engine breaks down
    #[arg(long)]
    pub recover: bool,

    /// End a game once a solved board knows that it ends within PLIES; 0 is any number
    #[arg(long, value_name = "PLIES")]
    pub adjudicate: Option<u16>,

    /// Play part I of N
    #[arg(long, value_name = "I/N")]
    pub shard: Option<yon::arena::schedule::Shard>,

    /// Add up the files of records of several parts
    #[arg(long, num_args = 1.., value_name = "FILES", conflicts_with_all = ["engine", "records"])]
    pub merge: Vec<PathBuf>,
}

/// A part of the bench.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum BenchPart {
    /// Boards solved from nothing
    Solve,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum TournamentArg {
    /// Everybody meets everybody
    RoundRobin,
    /// The first engine meets each other
    Gauntlet,
}

fn a_few_threads() -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u32).range(1..=1024).map(|number| number as usize)
}

fn at_least_one() -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u32).range(1..=1_000_000).map(|number| number as usize)
}

/// The command line, with the words of each `--engine` apart.
pub fn parse() -> (Cli, Vec<Vec<String>>) {
    let matches = Cli::command().get_matches();
    let engines = matches
        .subcommand_matches("match")
        .and_then(|matches| matches.get_occurrences::<String>("engine"))
        .map(|engines| engines.map(|words| words.cloned().collect()).collect())
        .unwrap_or_default();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if !cli.lines.is_empty() && cli.command.is_some() {
        let message = "-c executes protocol lines by itself; expected no subcommand beside it";
        Cli::command().error(clap::error::ErrorKind::ArgumentConflict, message).exit();
    }
    (cli, engines)
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub board: Board,

    /// The position, as one argument
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub fen: String,

    /// The last depth, in plies
    pub depth: u32,
}
