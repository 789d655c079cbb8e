//! `bt explain`: what the code of a mistake means.

use std::process::ExitCode;

use bt_compiler::codes;
use clap::Args;

/// The arguments of `bt explain`.
#[derive(Args)]
pub struct Arguments {
    /// A code of `bt check --json`, such as `bt::unknown-node`. Default: all codes.
    code: Option<String>,
}

/// Runs `bt explain`.
///
/// # Errors
/// If there is no such code.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let Some(asked) = &arguments.code else {
        codes::ALL.iter().for_each(|code| println!("bt::{}: {}", code.name, code.means));
        return Ok(ExitCode::SUCCESS);
    };
    let name = asked.strip_prefix("bt::").unwrap_or(asked);
    let code = codes::ALL.iter().find(|code| code.name == name).ok_or_else(|| format!("no code `{asked}`"))?;
    println!("{}", code.means);
    Ok(ExitCode::SUCCESS)
}
