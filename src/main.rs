//! Parse, choose a door, turn an error into an exit code: 0 done, 1 a check failed, 2 wrong usage or I/O.

mod cli;

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;

use cli::{BenchPart, Board, Cli, Door, MatchArgs, TournamentArg};
use yon::arena::child::Launch;
use yon::arena::schedule::Tournament;
use yon::engine::Engine;
use yon::protocol::dialect::Foreign;
use yon::protocol::output::Output;
use yon::protocol::reply::Dialect;
use yon::protocol::{self, End, Manners};
use yon::repl;
use yon::tools::{self, ToolError};
use yon::train::Plan;

fn main() -> ExitCode {
    let (cli, engines) = cli::parse();
    match run(cli, engines) {
        Ok(code) => code,
        // The reader has seen what it wanted: that is success, as in any pipeline.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "yon: {error:#}");
            let failed = error.downcast_ref::<ToolError>().is_some_and(ToolError::is_failed_check);
            ExitCode::from(if failed { 1 } else { 2 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}

fn run(cli: Cli, engines: Vec<Vec<String>>) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    let speaks =
        matches!(cli.command, None | Some(Door::Repl | Door::Uci | Door::Hub | Door::Xboard | Door::Run { .. }));
    let logs = speaks || matches!(cli.command, Some(Door::Match(_) | Door::Check { .. }));
    let runs = !cli.lines.is_empty() || matches!(cli.command, Some(Door::Run { .. }));
    anyhow::ensure!(logs || cli.log.is_none(), "--log: expected with the protocol, repl, match or check");
    anyhow::ensure!(runs || !cli.strict, "--strict: expected with -c or run");
    match &cli.command {
        None if !cli.lines.is_empty() => script(&cli, io::Cursor::new(cli.lines.join("\n"))),
        None if io::stdin().is_terminal() => people(&cli),
        None | Some(Door::Uci) => speak(&cli, io::stdin(), Manners::default()),
        Some(Door::Hub) => speak_as(&cli, Foreign::Hub),
        Some(Door::Xboard) => speak_as(&cli, Foreign::XBoard),
        Some(Door::Repl) => people(&cli),
        Some(Door::Run { file }) if file.as_os_str() == "-" => script(&cli, io::stdin()),
        Some(Door::Run { file }) => {
            script(&cli, File::open(file).with_context(|| format!("cannot read {}", file.display()))?)
        }
        Some(Door::Move(args)) => {
            let wish = tools::r#move::Wish {
                level: args.level,
                movetime: args.movetime,
                seed: args.seed,
                json: args.json,
                start: tools::start(&args.position),
                moves: args.moves.clone(),
            };
            tools::r#move::run(engine(&args.board)?, wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Map(args)) => {
            let (start, moves) = (tools::start(&args.position), args.moves.clone());
            let wish = tools::map::Wish { start, moves, nodes: args.nodes, json: args.json };
            tools::map::run(engine(&args.board)?, &wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Perft(args)) => {
            tools::perft::run(engine(&args.board)?, &tools::start(&args.fen), args.depth, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Bench { part: Some(BenchPart::Solve), .. }) => {
            tools::bench::print_solving(&mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Bench { signature: true, .. }) => {
            tools::bench::print_signatures(&mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Bench { signature: false, .. }) => {
            tools::bench::print_all(&mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Match(args)) => run_match(&cli, args, engines, &mut out),
        Some(Door::Check { board, proto, engine: words }) => {
            let (program, args) = words.split_first().map_or((String::new(), &[][..]), |(p, rest)| (p.clone(), rest));
            let launch = Launch { program, args: args.to_vec(), ..Launch::default() };
            let dialect = if proto == "ugi" { Dialect::Ugi } else { Dialect::Uci };
            let good = tools::check::run(
                &engine(board)?,
                &tools::check::Wish { launch, dialect, log: cli.log.clone() },
                &mut out,
            )?;
            Ok(ExitCode::from(u8::from(!good)))
        }
        Some(Door::Solve(args)) => {
            let engine = engine(&Board { game: args.game.clone(), size: None })?;
            let entry = engine.entry();
            let number = tools::solve::which(entry, args.size, args.pieces)?;
            let out_file = if args.save { Some(tools::solve::place_to_keep(entry, number)?) } else { args.out.clone() };
            let (threads, json) = (args.print.threads, args.print.json);
            let wish = tools::solve::Wish { number, threads, out: out_file, force: args.force, json };
            tools::solve::run(entry, &wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Ladder { exact: _, board, print }) => {
            let engine = engine(board)?;
            let size = engine.settings().board_size;
            let wish = tools::ladder::Wish { size, threads: print.threads, json: print.json };
            tools::ladder::run(engine.entry(), &wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Train(args)) => {
            let engine = engine(&Board { game: Some(args.game.clone()), size: None })?;
            let plan =
                Plan { games: args.games, rounds: args.rounds, nodes: args.nodes, steps: args.steps, seed: args.seed };
            let wish = tools::train::Wish {
                plan,
                from_hand: args.from_hand,
                samples: args.samples.clone(),
                keep: args.keep.clone(),
                out: args.out.clone(),
                force: args.force,
                threads: args.print.threads,
                json: args.print.json,
            };
            tools::train::run(engine.entry(), &wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Verify { file, sample, seed, print }) => {
            let (threads, json) = (print.threads, print.json);
            let wish = tools::table::Wish { file: file.clone(), sample: *sample, seed: *seed, threads, json };
            tools::table::verify(&wish, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Probe { file, fen, json }) => {
            tools::table::probe(file, fen, *json, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Stats { file, print }) => {
            tools::table::stats(file, print.threads, print.json, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Chart { file }) => {
            tools::chart::run(file, &mut out)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Rules { game }) => {
            let engine = engine(&Board { game: Some(game.clone()), size: None })?;
            out.write_all(engine.entry().rules.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Door::Completions { shell }) => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "yon", &mut text);
            out.write_all(&text)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn run_match(cli: &Cli, args: &MatchArgs, engines: Vec<Vec<String>>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let good = if args.merge.is_empty() {
        let wish = tools::r#match::Wish {
            engines,
            each: args.each.clone(),
            games: args.games,
            concurrency: args.concurrency,
            openings: args.openings.clone(),
            seed: args.seed,
            sprt: args.sprt.clone(),
            tournament: match args.tournament {
                TournamentArg::RoundRobin => Tournament::RoundRobin,
                TournamentArg::Gauntlet => Tournament::Gauntlet,
            },
            json: args.json,
            records: args.records.clone(),
            resume: args.resume,
            recover: args.recover,
            log: cli.log.clone(),
            adjudicate: args.adjudicate,
            shard: args.shard,
        };
        let board = Board { game: args.variant.clone(), size: args.size };
        tools::r#match::run(&engine(&board)?, &wish, out)?
    } else {
        tools::r#match::merge(&args.merge, args.sprt.as_deref(), args.json, out)?
    };
    Ok(ExitCode::from(u8::from(!good)))
}

/// An engine with this game and board.
fn engine(board: &Board) -> anyhow::Result<Engine> {
    let mut engine = Engine::new();
    if let Some(game) = &board.game {
        engine.set_option("UCI_Variant", game)?;
    }
    if let Some(size) = board.size {
        engine.set_option("BoardSize", &size.to_string())?;
    }
    Ok(engine)
}

fn people(cli: &Cli) -> anyhow::Result<ExitCode> {
    let manners = repl::Manners { plain: cli.plain, state: yon::saved::state_folder() };
    repl::run(Engine::new(), output(cli)?, manners)?;
    Ok(ExitCode::SUCCESS)
}

fn script(cli: &Cli, input: impl Read + Send + 'static) -> anyhow::Result<ExitCode> {
    speak(cli, input, Manners { in_order: true, strict: cli.strict, dialect: None })
}

/// Speaks another dialect, whatever the first line is.
fn speak_as(cli: &Cli, dialect: Foreign) -> anyhow::Result<ExitCode> {
    speak(cli, io::stdin(), Manners { dialect: Some(dialect), ..Manners::default() })
}

fn speak(cli: &Cli, input: impl Read + Send + 'static, manners: Manners) -> anyhow::Result<ExitCode> {
    Ok(match protocol::serve(Engine::new(), input, output(cli)?, manners)? {
        End::Done => ExitCode::SUCCESS,
        End::Error => ExitCode::from(1),
    })
}

/// Standard output, with the log that was asked for.
fn output(cli: &Cli) -> anyhow::Result<Output<io::Stdout>> {
    let mut output = Output::new(io::stdout());
    output.log_to(cli.log.as_deref()).context("cannot append to the log")?;
    Ok(output)
}
