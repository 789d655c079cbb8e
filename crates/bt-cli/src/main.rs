//! The command `bt`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bt_cli::fmt::Refused;
use bt_cli::xml_files::Others;
use bt_cli::{
    Source, check, check_xml, diff, draw, explain, export, files, fmt, from_json, import, lsp, prove, schema, watch,
};
use clap::{Parser, Subcommand};

/// Checks, formats, draws and compares the behavior trees of `bt-trees`.
#[derive(Parser)]
#[command(name = "bt", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reports the mistakes in trees and leaves, without a build. In XML, also warns of likely mistakes.
    Check {
        /// Rust files, `.bt` files, the XML of BehaviorTree.CPP, or folders of such files.
        #[arg(default_value = ".")]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        others: Others,
        /// Writes one JSON object for each mistake.
        #[arg(long)]
        json: bool,
    },
    /// Shows which nodes of trees were added, removed, moved or changed.
    Diff(diff::Arguments),
    /// Draws trees, without a build.
    Draw(draw::Arguments),
    /// Explains the code of a mistake.
    Explain(explain::Arguments),
    /// Writes trees as the XML of BehaviorTree.CPP and Groot2.
    Export(export::Arguments),
    /// Writes all trees in one style.
    Fmt {
        /// Rust files, `.bt` files, or folders of such files.
        #[arg(default_value = ".")]
        paths: Vec<PathBuf>,
        /// Changes nothing, but lists the files that would change. The exit code is 1 if there are any.
        #[arg(long)]
        check: bool,
        /// Reads a file from standard input, formats it with rustfmt, too, and writes it to standard output. A path is
        /// then only the name of this file.
        #[arg(long)]
        stdin: bool,
    },
    /// Turns trees from JSON into text.
    FromJson(from_json::Arguments),
    /// Turns BehaviorTree.CPP's trees from XML into Rust.
    Import(import::Arguments),
    /// Finds out what can happen in a tree, whatever its leaves answer, without a build.
    Prove(prove::Arguments),
    /// Writes a grammar or a JSON schema of a crate's trees, for programs that write trees.
    Schema(schema::Arguments),
    /// Shows programs of BehaviorTree.CPP, or others that Groot2 can show, on a page while they run.
    Watch(watch::Arguments),
    /// Serves an editor over standard input and output.
    #[command(version)]
    Lsp,
}

/// The exit code after writing to a pipe that nobody reads any more, as shells report it.
const BROKEN_PIPE: i32 = 141;

/// The reader of `bt draw .. | head` has seen enough, so a closed pipe is not an error.
fn end_quietly_at_a_closed_pipe() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        if message.starts_with("failed printing to stdout: Broken pipe") {
            std::process::exit(BROKEN_PIPE);
        }
        report(panic);
    }));
}

fn main() -> ExitCode {
    end_quietly_at_a_closed_pipe();
    let done = match Arguments::parse().command {
        Command::Check { paths, others, json } => run_check(&paths, &others, json),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Fmt { paths, check, stdin: true } => format_stdin(&paths, check),
        Command::Fmt { paths, check, stdin: false } => format_files(&paths, check),
        Command::FromJson(arguments) => from_json::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Lsp => lsp::run().map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::from(2)
    })
}

fn run_check(paths: &[PathBuf], others: &Others, json: bool) -> Result<ExitCode, String> {
    let xml = check_xml::find(paths)?;
    let rust: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir() || !files::is_xml(path)).cloned().collect();
    let rust = if xml.is_empty() { files::find(&rust)? } else { files::find_with(&rust, &["rs", "bt"])? };
    let mut count = 0;
    for path in rust {
        let file = files::read(&path)?;
        let mistakes = check::check(&file);
        count += mistakes.len();
        for mistake in &mistakes {
            match json {
                true => println!("{}", mistake.to_json(&file)),
                false => println!("{}\n", mistake.draw(&file, std::io::stdout().is_terminal())),
            }
        }
    }
    if !json && count > 0 {
        eprintln!("{count} {}", if count == 1 { "mistake" } else { "mistakes" });
    }
    let is_xml_right = xml.is_empty() || check_xml::run(&xml, others, json)?;
    Ok(if count == 0 && is_xml_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn format_files(paths: &[PathBuf], check: bool) -> Result<ExitCode, String> {
    let mut code = ExitCode::SUCCESS;
    let files = files::find(paths)?.iter().map(|path| files::read(path)).collect::<Result<Vec<_>, _>>()?;
    for (file, formatted) in files.iter().zip(fmt::format_all(&files)) {
        warn(file, &formatted);
        if formatted.text == file.text {
            continue;
        }
        if check {
            println!("{}", file.path.display());
            code = ExitCode::FAILURE;
        } else {
            let written = std::fs::write(&file.path, formatted.text);
            written.map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
        }
    }
    Ok(code)
}

fn format_stdin(paths: &[PathBuf], check: bool) -> Result<ExitCode, String> {
    let [path] = paths else { return Err(format!("`--stdin` reads one file, but {} are named", paths.len())) };
    let text = std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    let path = if path == Path::new(".") { Path::new("<stdin>") } else { path };
    let file = Source::new(path, text.clone());
    let (file, formatted) = match () {
        () if file.holds_trees_alone() => {
            let formatted = fmt::format(&file);
            (file, formatted)
        }
        () => match fmt::format_with_rustfmt(&file) {
            Ok(both) => both,
            Err(Refused::Missing) => {
                eprintln!("warning: rustfmt cannot be run, so only the trees are formatted");
                let formatted = fmt::format(&file);
                (file, formatted)
            }
            Err(Refused::Text(message)) => {
                eprint!("{message}");
                return Ok(ExitCode::FAILURE);
            }
        },
    };
    warn(&file, &formatted);
    if check {
        return Ok(if formatted.text == text { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    print!("{}", formatted.text);
    Ok(ExitCode::SUCCESS)
}

/// Warns of the trees that are left unchanged.
fn warn(file: &Source, formatted: &fmt::Formatted) {
    for (byte, why) in &formatted.left {
        let (line, column) = file.position(*byte);
        eprintln!("warning: {}:{line}:{column}: not formatted: {why}", file.path.display());
    }
}
