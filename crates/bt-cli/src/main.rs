//! The command `bt`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use bt_cli::{check, files};
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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Check { paths, json } => run_check(&paths, json),
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
