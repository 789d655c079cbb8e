//! Where and when something was measured.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The compiler, the processor and the day, as one line.
pub fn line() -> String {
    format!("{}; {}; {}", rustc(), processor(), today())
}

fn rustc() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    version.unwrap_or_else(|_| "an unknown rustc".to_owned())
}

fn processor() -> String {
    let description = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = description.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let model = model.map_or("an unknown processor", |(_, name)| name);
    format!("{model}, {count} cores")
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date this number of days after 1970-01-01. Years are counted from March, so that the leap day is the last one.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_454), (2026, 1, 1));
    }
}
