//! What leaves can answer, as far as rustc can tell from their types: a `bool`, a tree that never succeeds.

use std::collections::BTreeMap;

use bt_compiler::tree::builtin::{Answers, Meaning, Times};
use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::nodes;

use crate::line::Line;

/// A `bt` leaf with these answers; `None` if any leaf will do.
fn leaf(answers: Answers) -> Option<&'static str> {
    Some(match (answers.success, answers.failure, answers.running) {
        (true, true, false) => "condition(|_| true)",
        (true, false, false) => "succeed",
        (false, true, false) => "fail",
        (true, false, true) => "wait(1.0)",
        (false, true, true) => "inverter < wait(1.0) >",
        (false, false, true) => "running",
        _ => return None,
    })
}

fn or(one: Answers, other: Answers) -> Answers {
    Answers {
        success: one.success || other.success,
        failure: one.failure || other.failure,
        running: one.running || other.running,
    }
}

/// Whether it can have this outcome.
fn can(answers: Answers, end: Outcome) -> bool {
    if end.is_success() { answers.success } else { answers.failure }
}

/// The answers after success and failure are replaced.
fn mapped(answers: Answers, success: Outcome, failure: Outcome) -> Answers {
    let becomes = |end| answers.success && success == end || answers.failure && failure == end;
    Answers { success: becomes(Outcome::Success), failure: becomes(Outcome::Failure), ..answers }
}

/// What the leaves with these names can answer.
pub type Known = BTreeMap<String, Answers>;

/// The tree as shown to the compiler, which cannot see the types of leaves.
pub fn shown(line: &Line, known: &Known) -> Line {
    let head = known.get(name(line)).filter(|_| line.children.is_empty()).and_then(|answers| leaf(*answers));
    let children = line.children.iter().map(|child| shown(child, known)).collect();
    Line { head: head.map_or_else(|| line.head.clone(), str::to_owned), children, ..line.clone() }
}

fn name(line: &Line) -> &str {
    line.head.split_once('(').map_or(&*line.head, |(name, _)| name).trim()
}

/// What a tree can answer. If that is hard to tell, the result has more answers.
pub fn answers(line: &Line, known: &Known) -> Answers {
    let children: Vec<Answers> = line.children.iter().map(|child| answers(child, known)).collect();
    let first = children.first().copied().unwrap_or(Answers::ANY);
    let Some(builtin) = nodes::find(name(line)) else { return known.get(name(line)).copied().unwrap_or(Answers::ANY) };
    match builtin.meaning {
        Meaning::Chain(go_on) | Meaning::Reactive(go_on) => {
            let turned = |answers| if go_on.is_success() { answers } else { inverted(answers) };
            turned(in_order(children.into_iter().map(turned)))
        }
        Meaning::Map(success, failure) => mapped(first, success, failure),
        Meaning::Loop(turns, Times::Endless) => {
            let ends = Answers { success: can(first, !turns.go_on_after), failure: false, running: true };
            mapped(ends, turns.result, turns.result)
        }
        Meaning::Passes | Meaning::Finally => first,
        meaning => meaning.answers().unwrap_or(Answers::ANY),
    }
}

fn inverted(answers: Answers) -> Answers {
    mapped(answers, Outcome::Failure, Outcome::Success)
}

/// What children can answer that run one after the other as long as they succeed.
fn in_order(children: impl Iterator<Item = Answers>) -> Answers {
    let mut all = Answers::SUCCESS;
    for child in children {
        if all.success {
            all = Answers { success: child.success, ..or(all, child) };
        }
    }
    all
}
