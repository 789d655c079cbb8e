//! Compares the behavior of a tree with that of the reference.

use std::fmt::Write as _;

use crate::invariants::Invariants;
use crate::play::{Log, Reference, Said, Stepped, Subject, play};
use crate::program::Program;
use crate::script::{ANSWERS, Answer, Script, Step, Words};
use crate::world::{Does, Told};

/// A program with its reference.
pub struct Measure {
    reference: Reference,
    invariants: Invariants,
}

impl Measure {
    /// For this program.
    pub fn new(program: &Program) -> Self {
        Measure { reference: Reference::new(program), invariants: Invariants::new(program) }
    }

    /// Plays a script with both: returns the number of compared ticks, or the difference.
    pub fn compare(&mut self, script: &Script, subject: &mut dyn Subject) -> Result<usize, String> {
        self.reference.reset();
        let mut expected = play(&mut self.reference, script);
        let found = play(subject, script);
        let told = match &found.told {
            Some(told) => observed(&mut expected, &found.steps, told),
            None => forget_told(&mut expected),
        };
        told?;
        if let Some(text) = difference(&expected, &found) {
            return Err(text);
        }
        // Mocks break the rules of the nodes that they answer for.
        if script.mocks.seed != 0 {
            return Ok(script.steps.len());
        }
        // The reference must obey the same rules: otherwise both could break one.
        match self.invariants.check(script, &found) {
            Ok(()) => Ok(script.steps.len()),
            Err((step, broken)) => Err(format!("at step {step}: {broken}\n")),
        }
    }
}

/// Without an observer, no events are compared.
fn forget_told(expected: &mut Log) -> Result<(), String> {
    expected.told = None;
    expected.steps.iter_mut().for_each(|step| step.told = 0);
    Ok(())
}

/// Compares the events of observers, and ignores allowed differences: in a step that ends in a panic, one may have a
/// few more than the other.
fn observed(expected: &mut Log, steps: &[Stepped], found: &[Told]) -> Result<(), String> {
    let told = expected.told.take().unwrap_or_default();
    let (mut from, mut active) = ((0, 0), 0);
    for (index, (one, other)) in expected.steps.iter_mut().zip(steps).enumerate() {
        let (mut wanted, mut got) = (&told[from.0..one.told], &found[from.1..other.told]);
        from = (one.told, other.told);
        let panicked = other.said == Said::Panicked;
        if panicked {
            let both = wanted.len().min(got.len());
            (wanted, got) = (&wanted[..both], &got[..both]);
        }
        if wanted != got {
            return Err(format!("at step {index}, observers are told\n  expected: {wanted:?}\n  found   : {got:?}\n"));
        }
        one.told = other.told;
        active = if panicked || !other.is_running { 0 } else { active + balance(got) };
        if active != other.active.len() as isize {
            return Err(format!(
                "at step {index}, {active} nodes have started and not finished, not {:?}\n",
                other.active
            ));
        }
    }
    expected.told = Some(found.to_vec());
    Ok(())
}

/// How many more nodes start than finish.
fn balance(told: &[Told]) -> isize {
    let each = |told: &Told| match told.does {
        Does::Start => 1,
        Does::Run(_) => 0,
        Does::Finish(_) => -1,
    };
    told.iter().map(each).sum()
}

/// The first difference.
fn difference(expected: &Log, found: &Log) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut text = String::new();
    let same = expected.events.iter().zip(&found.events).take_while(|(one, other)| one == other).count();
    let mut before = 0;
    for (index, (one, other)) in expected.steps.iter().zip(&found.steps).enumerate() {
        let differs = same < one.events.max(other.events) || one != other;
        if !differs {
            before = one.events;
            continue;
        }
        let _ = writeln!(text, "at step {index}, the first differing event is number {same}");
        for (who, log, stepped) in [("expected", expected, one), ("found   ", found, other)] {
            let first = same.saturating_sub(20).clamp(before, stepped.events);
            let events = &log.events[first..stepped.events.min(first + 40)];
            let _ = writeln!(text, "  {who}: {events:?}\n            {:?}, active {:?}", stepped.said, stepped.active);
            if one.memory != other.memory {
                let _ = writeln!(text, "            remembered {:?}", stepped.memory);
            }
        }
        return Some(text);
    }
    Some(text)
}

/// A program and a script, as a failure prints them.
pub fn case(program: &Program, script: &Script) -> String {
    let mut text = format!("{program}");
    for (index, step) in script.steps.iter().enumerate() {
        let forgets = if step.forgets == 0 { String::new() } else { format!(", forgets {:b}", step.forgets) };
        let Step { does, flags, numbers, .. } = step;
        let _ = writeln!(text, "step {index}: {does:?}, flags ^ {flags:08b}, numbers {numbers:?}{forgets}");
    }
    let _ = writeln!(text, "panics at events {:?}", script.panics);
    if script.words != Words::default() {
        let _ = writeln!(text, "random words {:?}, then from {}", script.words.first, script.words.seed);
    }
    for (id, answers) in script.answers.chunks(ANSWERS).enumerate() {
        // The default is success.
        if answers.iter().any(|answer| *answer != Answer::DULL) {
            let answers: Vec<String> = answers.iter().map(short).collect();
            let _ = writeln!(text, "answers of {id}: {}", answers.join(" "));
        }
    }
    text
}

/// `F!^100~2`: failure, also of a decorator, a change of the third flag, and two eighths of a second used.
fn short(answer: &Answer) -> String {
    let odd = if answer.odd { "!" } else { "" };
    let toggles = if answer.toggles == 0 { String::new() } else { format!("^{:b}", answer.toggles) };
    let busy = if answer.eighths == 0 { String::new() } else { format!("~{}", answer.eighths) };
    format!("{:?}{odd}{toggles}{busy}", answer.letter)
}
