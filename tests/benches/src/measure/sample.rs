//! Samples of time. The program starts itself again for each, with internal arguments.

use std::process::Command;
use std::time::{Duration, Instant};

use super::statistics::{Spread, spread};
use crate::{crowd, subject};

/// The first argument of a process that takes a sample.
pub const SAMPLE: &str = "--sample";

/// What a process measures.
#[derive(Clone, Copy, Debug)]
pub enum Sample {
    /// Nanoseconds per tick of the subject with this number, measured for about this time.
    Lone(usize, Duration),
    /// Nothing: it ticks the subject with this number this many times.
    Ticks(usize, u64),
    /// Nanoseconds per tick of an agent: the crowd with this number, the number of agents, for about this time.
    Crowd(usize, usize, Duration),
}

impl Sample {
    /// The arguments that make a process take this sample.
    pub fn arguments(self) -> Vec<String> {
        let (sort, numbers) = match self {
            Sample::Lone(index, time) => ("lone", vec![index as u128, time.as_nanos()]),
            Sample::Ticks(index, ticks) => ("ticks", vec![index as u128, u128::from(ticks)]),
            Sample::Crowd(index, agents, time) => ("crowd", vec![index as u128, agents as u128, time.as_nanos()]),
        };
        [SAMPLE, sort].into_iter().map(str::to_owned).chain(numbers.iter().map(u128::to_string)).collect()
    }

    /// The sample that these arguments mean, which follow after [`SAMPLE`].
    pub fn from_arguments(arguments: &[String]) -> Option<Self> {
        let (sort, numbers) = arguments.split_first()?;
        let numbers = numbers.iter().map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>()?;
        match (sort.as_str(), numbers[..].as_ref()) {
            ("lone", &[index, time]) => Some(Sample::Lone(index as usize, Duration::from_nanos(time))),
            ("ticks", &[index, ticks]) => Some(Sample::Ticks(index as usize, ticks)),
            ("crowd", &[index, agents, time]) => {
                Some(Sample::Crowd(index as usize, agents as usize, Duration::from_nanos(time)))
            }
            _ => None,
        }
    }

    /// Takes the sample in this process.
    pub fn take(self) -> f64 {
        match self {
            Sample::Lone(index, time) => lone(&subject::subjects()[index], time),
            Sample::Ticks(index, ticks) => {
                (subject::subjects()[index].time)(0, ticks);
                0.0
            }
            Sample::Crowd(index, agents, time) => (crowd::subjects()[index].time)(agents, time),
        }
    }

    /// Takes the sample in a process of its own.
    fn spawn(self) -> Option<f64> {
        let output = Command::new(std::env::current_exe().ok()?).args(self.arguments()).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    }
}

/// Nanoseconds per tick. First it finds out how many ticks fill the time.
fn lone(subject: &subject::Subject, time: Duration) -> f64 {
    const TRIAL: u64 = 10_000;
    let trial = (subject.time)(TRIAL, TRIAL).as_nanos().max(1);
    let ticks = (u128::from(TRIAL) * time.as_nanos() / trial).max(u128::from(TRIAL)) as u64;
    (subject.time)(TRIAL, ticks).as_nanos() as f64 / ticks as f64
}

/// Takes all samples in turn, again and again: this many rounds, but no longer than this time; each at least once.
pub fn interleaved(samples: &[Sample], rounds: usize, longest: Duration) -> Vec<Option<Spread>> {
    let start = Instant::now();
    let mut taken = vec![Vec::new(); samples.len()];
    for round in 0..rounds {
        if round > 0 && start.elapsed() > longest {
            break;
        }
        for (sample, taken) in samples.iter().zip(&mut taken) {
            taken.extend(sample.spawn());
        }
    }
    taken.iter().map(|taken| spread(taken)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_mean_what_they_were_made_from() {
        for sample in [
            Sample::Lone(3, Duration::from_millis(20)),
            Sample::Ticks(4, 1000),
            Sample::Crowd(5, 1_000_000, Duration::from_millis(1)),
        ] {
            let again = Sample::from_arguments(&sample.arguments()[1..]);
            assert_eq!(format!("{again:?}"), format!("{:?}", Some(sample)));
        }
        assert!(Sample::from_arguments(&[]).is_none());
    }
}
