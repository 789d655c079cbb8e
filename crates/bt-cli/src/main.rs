//! The command `bt`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bt_cli::{Source, check, files, fmt, lsp};
use clap::{Parser, Subcommand};

/// Checks and formats the behavior trees of `bt-trees`.
#[derive(Parser)]
#[command(name = "bt", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reports the mistakes in trees and leaves, without a build.
    Check {
        /// Rust files, `.bt` files, or folders of such files.
        #[arg(default_value = ".")]
        paths: Vec<PathBuf>,
        /// Writes one JSON object for each mistake.
        #[arg(long)]
        json: bool,
    },
    /// Writes all trees in one style.
    Fmt {
        /// Rust files, or folders of such files.
        #[arg(default_value = ".")]
        paths: Vec<PathBuf>,
        /// Changes nothing, but names the files that would change. The exit code is 1 if there are any.
        #[arg(long)]
        check: bool,
        /// Reads a Rust file from the standard input, and writes it to the standard output.
        #[arg(long)]
        stdin: bool,
    },
    /// Serves an editor over the standard input and output.
    Lsp,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check { paths, json } => run_check(&paths, json),
        Command::Fmt { check, stdin: true, .. } => format_stdin(check),
        Command::Fmt { paths, check, stdin: false } => format_files(&paths, check),
        Command::Lsp => lsp::run().map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::from(2)
    })
}

fn run_check(paths: &[PathBuf], json: bool) -> Result<ExitCode, String> {
    let mut count = 0;
    for path in files::find(paths)? {
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
    Ok(if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn format_files(paths: &[PathBuf], check: bool) -> Result<ExitCode, String> {
    let mut code = ExitCode::SUCCESS;
    for path in files::find(paths)? {
        let file = files::read(&path)?;
        let formatted = fmt::format(&file);
        warn(&file, &formatted);
        if formatted.text == file.text {
            continue;
        }
        if check {
            println!("{}", path.display());
            code = ExitCode::FAILURE;
        } else {
            let written = std::fs::write(&path, formatted.text);
            written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    Ok(code)
}

fn format_stdin(check: bool) -> Result<ExitCode, String> {
    let text = std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    let file = Source::new(Path::new("<stdin>"), text);
    let formatted = fmt::format(&file);
    warn(&file, &formatted);
    if check {
        return Ok(if formatted.text == file.text { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    print!("{}", formatted.text);
    Ok(ExitCode::SUCCESS)
}

/// Names the trees that are left as they are.
fn warn(file: &Source, formatted: &fmt::Formatted) {
    for (byte, why) in &formatted.left {
        let (line, column) = file.position(*byte);
        eprintln!("warning: {}:{line}:{column}: not formatted: {why}", file.path.display());
    }
}
