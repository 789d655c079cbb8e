//! Counts of instructions, by `valgrind`: the same in every run, however busy the machine is.

use std::process::Command;

use super::sample::Sample;

/// Whether there is a `valgrind`.
pub fn can_be_counted() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Instructions per tick of the subject with this number: those of twice the ticks, minus those of the ticks.
pub fn per_tick(subject: usize, ticks: u64) -> Option<f64> {
    let once = count(Sample::Ticks(subject, ticks))?;
    let twice = count(Sample::Ticks(subject, 2 * ticks))?;
    Some((twice as f64 - once as f64) / ticks as f64)
}

fn count(sample: Sample) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(sample.arguments())
        .output()
        .ok()?;
    counted(&String::from_utf8_lossy(&output.stderr))
}

/// The number after `Collected :`.
fn counted(report: &str) -> Option<u64> {
    let (_, number) = report.lines().find_map(|line| line.split_once("Collected :"))?;
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found_in_the_report() {
        assert_eq!(counted("==1== Events    : Ir\n==1== Collected : 1234\n"), Some(1234));
        assert_eq!(counted("valgrind: no such file"), None);
    }
}
