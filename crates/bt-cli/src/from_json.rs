//! `bt from-json`: the text of trees that are JSON, for `bt check` and `bt!`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::{chosen, plain};

/// The arguments of `bt from-json`.
#[derive(Args)]
pub struct Arguments {
    /// A file with one JSON object for each tree, or `-` for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// Runs `bt from-json`.
///
/// # Errors
/// If the file cannot be read, or is not such JSON.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let file = chosen::read_any(&arguments.file)?;
    for tree in serde_json::Deserializer::from_str(&file.text).into_iter::<plain::Tree>() {
        println!("{}", tree.map_err(|error| format!("{}: {error}", arguments.file.display()))?);
    }
    Ok(ExitCode::SUCCESS)
}
