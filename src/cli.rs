//! The command line as it is typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

/// An engine that plays games of four. On a terminal it opens a prompt for people; on a pipe it speaks
/// a small UCI-like protocol (see protocol.md).
///
/// Yonkoma is designed by Mark Steere in collaboration with Claude, an AI model made by Anthropic (2026).
#[derive(Debug, Parser)]
#[command(name = "yon", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Door>,

    /// Execute this protocol line and wait for its search; may be repeated, in order
    #[arg(short = 'c', long = "command", value_name = "CMD", conflicts_with = "door")]
    pub lines: Vec<String>,

    /// With -c or run: end with exit code 1 at the first error line
    #[arg(long, global = true)]
    pub strict: bool,

    /// Append every protocol line in and out to FILE, with milliseconds
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  yon                                          play on a terminal
  yon -c 'position startpos' -c go             a perfect move of 10x10 Yonkoma
  yon move --size 8 startpos a1c3              the reply to one move, for hosts that start a program per turn
  yon move --json 'b2r/4/4/r2b r'              a move with its value
  yon perft --size 6 5                         count leaves
  yon rules yonkoma                            the rules";

#[derive(Debug, Subcommand)]
#[group(id = "door")]
pub enum Door {
    /// Open the prompt for people
    Repl,
    /// Speak the text protocol, whatever standard input is
    Uci,
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
        /// Print the signatures alone: node totals that do not depend on the machine
        #[arg(long)]
        signature: bool,
    },
    /// Print the rules of a game
    Rules {
        /// The game
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
