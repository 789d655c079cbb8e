//! One build, and what it took.

use std::fs;
use std::io;
use std::process::Command;
use std::time::Instant;

use super::scratch::{Profile, Scratch};

/// What a build took, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// By the clock.
    pub wall: f64,
    /// Of the processors in the compiler itself, where the system tells.
    pub user: Option<f64>,
    /// Of the processors in all, where the system tells.
    pub cpu: Option<f64>,
    /// The part of the wall time until all macros were expanded, if the compiler reports it.
    pub macros: Option<f64>,
}

/// Builds the crate: all of it that is not yet built.
pub fn build(scratch: &Scratch, profile: Profile) -> io::Result<Cost> {
    cost(scratch.cargo("build", profile))
}

/// What a command takes.
pub fn cost(mut command: Command) -> io::Result<Cost> {
    let (start, before) = (Instant::now(), children());
    let output = command.output()?;
    let wall = start.elapsed().as_secs_f64();
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let spent = before.zip(children()).map(|(before, after)| (after.0 - before.0, after.1 - before.1));
    Ok(Cost { wall, user: spent.map(|(user, _)| user), cpu: spent.map(|(user, system)| user + system), macros: None })
}

/// Builds a source this many times, after its dependencies; the fastest build counts.
pub fn build_source(scratch: &Scratch, source: &str, profile: Profile, times: usize) -> io::Result<Cost> {
    scratch.write("")?;
    build(scratch, profile)?;
    let mut best: Option<Cost> = None;
    for time in 0..times {
        // Another text each time, or nothing would be built.
        scratch.write(&format!("{source}// {time}\n"))?;
        let cost = build(scratch, profile)?;
        if best.is_none_or(|best| cost.wall < best.wall) {
            best = Some(cost);
        }
    }
    let macros = (0..times).filter_map(|time| macros(scratch, &format!("{source}// {time}\n"), profile));
    Ok(Cost { macros: macros.min_by(f64::total_cmp), ..best.unwrap_or_default() })
}

/// Seconds until all macros are expanded. It is an option for compiler developers, which may output nothing.
fn macros(scratch: &Scratch, source: &str, profile: Profile) -> Option<f64> {
    scratch.write(source).ok()?;
    let mut command = scratch.cargo_apart("rustc", profile);
    let output = command.args(["--", "-Ztime-passes"]).env("RUSTC_BOOTSTRAP", "1").output().ok()?;
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    seconds_of_pass(&told, "macro_expand_crate")
}

/// `time:   0.012; rss: ..\tmacro_expand_crate`
fn seconds_of_pass(told: &str, pass: &str) -> Option<f64> {
    let line = told.lines().find(|line| line.split_whitespace().last() == Some(pass))?;
    let (seconds, _) = line.trim_start().strip_prefix("time:")?.split_once(';')?;
    seconds.trim().parse().ok()
}

/// The processor time, in seconds, of all programs that this one has started, including the system; needs `/proc`.
pub fn children() -> Option<(f64, f64)> {
    /// What Linux counts in, on all processors of today.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in brackets and may hold anything, they are the 14th and the 15th.
    let mut ticks = stat.rsplit_once(')')?.1.split_whitespace().skip(13).map(str::parse::<f64>);
    let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some((user / TICKS_PER_SECOND, system / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_pass_is_found() {
        let told = "time:   0.001; rss:   30MB ->   31MB (   +1MB)\tparse_crate\ntime:   0.125; rss: \
                    1MB\tmacro_expand_crate\n";
        assert_eq!(seconds_of_pass(told, "macro_expand_crate"), Some(0.125));
        assert_eq!(seconds_of_pass("error", "macro_expand_crate"), None);
    }
}
