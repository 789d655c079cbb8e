//! `Report`: what is known after a search.

use std::fmt;

use crate::counterexample::Counterexample;
use crate::search::breadth::{Limit, Progress};

/// What a search has found out about a property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All states were searched, and the property holds.
    Holds,
    /// The property fails, as this counterexample shows.
    Fails(Box<Counterexample>),
    /// Not all states were searched, so nothing is known.
    NotKnown(WhyNot),
}

/// Why not all states were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// A limit was reached.
    Limit(Limit),
    /// Another property failed first, which ended the search.
    Stopped,
    /// A leaf drew a random number whose possible outcomes are not known: see `Draws`.
    UnknownDraws,
    /// A tick or the moves did something else when they were called again with the same world and trees.
    Unrepeatable,
}

/// The result of a search: a verdict for each property, and figures. [`Check`](crate::Check) has an example.
///
/// As text, it has a line for each property that holds, and the story of one that fails.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) progress: Progress,
    pub(crate) judged: Vec<Judged>,
    pub(crate) state_bytes: usize,
    pub(crate) unknown_times: Vec<String>,
}

/// The result for a property.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub name: String,
    /// Whether the name says what must not happen.
    pub is_never: bool,
    pub verdict: Verdict,
}

impl fmt::Display for Judged {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never { write!(formatter, "never \"{}\"", self.name) } else { formatter.write_str(&self.name) }
    }
}

impl Report {
    /// Whether all states were searched, and all properties hold.
    pub fn holds(&self) -> bool {
        self.judged.iter().all(|judged| matches!(judged.verdict, Verdict::Holds))
    }

    /// The verdict on each property, with its name. The first one is that no tick panics.
    pub fn verdicts(&self) -> impl Iterator<Item = (&str, &Verdict)> {
        self.judged.iter().map(|judged| (judged.name.as_str(), &judged.verdict))
    }

    /// The first counterexample, if a property fails.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        self.judged.iter().find_map(|judged| match &judged.verdict {
            Verdict::Fails(counterexample) => Some(&**counterexample),
            _ => None,
        })
    }

    /// How many states were found.
    pub fn states(&self) -> usize {
        self.progress.states
    }

    /// How many steps were taken between them.
    pub fn steps(&self) -> usize {
        self.progress.steps
    }

    /// How many steps the last states are away from the first one.
    pub fn depth(&self) -> usize {
        self.progress.depth
    }

    /// The bytes that all states and the steps between them take, without what states hold on the heap. Only
    /// [`eventually`](crate::Check::eventually) and [`leads_to`](crate::Check::leads_to) keep steps.
    pub fn bytes(&self) -> usize {
        self.progress.bytes
    }

    /// The size of one state in bytes, without what it holds on the heap.
    pub fn state_bytes(&self) -> usize {
        self.state_bytes
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { states, steps, depth, bytes } = self.progress;
        let memory = if bytes < 1_000_000 {
            format!("{} kB", bytes.div_ceil(1000))
        } else {
            format!("{} MB", bytes / 1_000_000)
        };
        writeln!(formatter, "{states} states, {steps} steps between them, {depth} levels deep, {memory}")?;
        for judged @ Judged { verdict, .. } in &self.judged {
            match verdict {
                Verdict::Holds => writeln!(formatter, "holds: {judged}")?,
                Verdict::Fails(story) => write!(formatter, "\n{story}\n")?,
                Verdict::NotKnown(why) => writeln!(formatter, "not known: {judged}: {why}")?,
            }
        }
        if matches!(self.judged.first(), Some(Judged { verdict: Verdict::NotKnown(WhyNot::Limit(_)), .. }))
            && !self.unknown_times.is_empty()
        {
            let nodes = self.unknown_times.join("`, `");
            writeln!(formatter, "The times of `{nodes}` are not literals. Give an upper bound with `longest_time`.")?;
        }
        Ok(())
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            WhyNot::Limit(Limit::States) => "the search is incomplete: there are more states than the limit",
            WhyNot::Limit(Limit::Memory) => "the search is incomplete: the states take more memory than the limit",
            WhyNot::Limit(Limit::Time) => "the search is incomplete: the time limit was reached",
            WhyNot::Unrepeatable => "the search is incomplete: repeating a tick or move led to a different state",
            WhyNot::Stopped => "the search stopped when another property failed",
            WhyNot::UnknownDraws => {
                "a leaf draws its own random numbers, or weights are not literals, so only some outcomes were tried"
            }
        })
    }
}
