//! Counts of instructions, by `valgrind`: the same in every run, however busy the machine is.

use std::process::Command;

use super::sample::Sample;

/// Whether there is a `valgrind`.
pub fn can_be_counted() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Instructions per tick of the subject with this number: a run with twice as many ticks, minus a run with the ticks.
pub fn per_tick(subject: usize, ticks: u64) -> Option<f64> {
    let once = count(Sample::Ticks(subject, ticks))?;
    let twice = count(Sample::Ticks(subject, 2 * ticks))?;
    Some((twice as f64 - once as f64) / ticks as f64)
}

/// What this program executes between two calls of a function, for each pair, when it is started with this argument.
/// `function` is a pattern of callgrind.
pub fn between_marks(function: &str, argument: &str) -> Option<Vec<u64>> {
    let folder = std::env::temp_dir().join(format!("bt-instructions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let ended = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--dump-after={function}"))
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(std::env::current_exe().ok()?)
        .arg(argument)
        .output();
    // The first file counts what happens before the first call; the one without a number, what follows the last.
    let counts = (2..).map_while(|number| std::fs::read_to_string(folder.join(format!("out.{number}"))).ok());
    let counts = counts.map(|text| total(&text)).collect();
    std::fs::remove_dir_all(&folder).ok()?;
    ended.ok()?.status.success().then_some(counts).flatten()
}

/// The number after `totals:`.
fn total(file: &str) -> Option<u64> {
    file.lines().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
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
        assert_eq!(total("events: Ir\ntotals: 1234\n"), Some(1234));
    }
}
