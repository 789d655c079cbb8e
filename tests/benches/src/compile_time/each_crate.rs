//! How long each crate of a build takes: cargo calls this program instead of the compiler.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use super::build::children;

/// The file in which the costs are collected.
const LOG: &str = "BT_COST_OF_CRATES";

/// Lets this command note what each call of the compiler costs.
pub fn note(command: &mut Command, log: &Path) -> io::Result<()> {
    fs::write(log, "")?;
    command.env("RUSTC_WRAPPER", env::current_exe()?).env(LOG, log);
    Ok(())
}

/// The crates of a build and their processor seconds, in the order in which they were ready.
pub fn noted(log: &Path) -> io::Result<Vec<(String, f64)>> {
    let mut crates: Vec<(String, f64)> = Vec::new();
    for line in fs::read_to_string(log)?.lines() {
        let Some((name, seconds)) = line.split_once(' ') else { continue };
        let seconds: f64 = seconds.parse().map_err(io::Error::other)?;
        match crates.iter_mut().find(|(other, _)| other == name) {
            Some((_, sum)) => *sum += seconds,
            None => crates.push((name.to_owned(), seconds)),
        }
    }
    Ok(crates)
}

/// If cargo calls this program as the compiler: runs the compiler, and returns its exit status.
pub fn called_as_compiler() -> Option<ExitCode> {
    let log = env::var_os(LOG)?;
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let (compiler, arguments) = arguments.split_first()?;
    let name = arguments.iter().skip_while(|argument| *argument != "--crate-name").nth(1);
    let mut command = Command::new(compiler);
    command.args(arguments);
    let status = command.status().ok()?;
    // The name of a call that asks for settings alone.
    if let Some(name) = name.filter(|name| *name != "___") {
        let (user, system) = children()?;
        let line = format!("{} {}\n", name.display(), user + system);
        let mut file = fs::OpenOptions::new().append(true).open(log).ok()?;
        file.write_all(line.as_bytes()).ok()?;
    }
    Some(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
