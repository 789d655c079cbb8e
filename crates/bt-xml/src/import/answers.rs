//! What leaves can answer, as far as rustc will know it from their types: a tree that never succeeds, a `bool`.

use std::collections::BTreeMap;

use super::lines::Line;

/// Whether a node can succeed, fail and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    success: bool,
    failure: bool,
    running: bool,
}

const ANY: Answers = Answers { success: true, failure: true, running: true };

/// That of a function that returns `bool`.
pub const BOOL: Answers = Answers { success: true, failure: true, running: false };

impl Answers {
    /// A leaf of `bt` that can answer this. Nothing, where any will do.
    fn leaf(self) -> Option<&'static str> {
        Some(match (self.success, self.failure, self.running) {
            (true, true, false) => "condition(|_| true)",
            (true, false, false) => "succeed",
            (false, true, false) => "fail",
            (true, false, true) => "wait(1.0)",
            (false, true, true) => "inverter < wait(1.0) >",
            (false, false, true) => "running",
            _ => return None,
        })
    }

    fn or(self, other: Answers) -> Answers {
        Answers {
            success: self.success || other.success,
            failure: self.failure || other.failure,
            running: self.running || other.running,
        }
    }

    fn inverted(self) -> Answers {
        Answers { success: self.failure, failure: self.success, ..self }
    }
}

/// What the leaves with these names can answer.
pub type Known = BTreeMap<String, Answers>;

/// The same tree for the compiler, which does not know the types of its leaves.
pub fn shown(line: &Line, known: &Known) -> Line {
    let head = known.get(name(line)).filter(|_| line.children.is_empty()).and_then(|answers| answers.leaf());
    let children = line.children.iter().map(|child| shown(child, known)).collect();
    Line { head: head.map_or_else(|| line.head.clone(), str::to_owned), children, ..line.clone() }
}

fn name(line: &Line) -> &str {
    line.head.split_once('(').map_or(&*line.head, |(name, _)| name).trim()
}

/// What a tree can answer. More, where that is hard to say.
pub fn answers(line: &Line, known: &Known) -> Answers {
    let children: Vec<Answers> = line.children.iter().map(|child| answers(child, known)).collect();
    let first = children.first().copied().unwrap_or(ANY);
    match name(line) {
        "succeed" => Answers { failure: false, running: false, ..ANY },
        "fail" => Answers { success: false, running: false, ..ANY },
        "running" => Answers { success: false, failure: false, ..ANY },
        "condition" => BOOL,
        "sequence" | "reactive_sequence" => in_order(&children),
        "selector" | "reactive_selector" => {
            in_order(&children.into_iter().map(Answers::inverted).collect::<Vec<_>>()).inverted()
        }
        "inverter" => first.inverted(),
        "force_success" => Answers { failure: false, success: first.success || first.failure, ..first },
        "force_failure" => Answers { success: false, failure: first.success || first.failure, ..first },
        "repeat_until_failure" => Answers { success: first.failure, failure: false, running: true },
        "repeat_until_success" => Answers { failure: false, running: true, ..first },
        "forever" => Answers { success: false, running: true, ..first },
        "unchecked" => first,
        "finally" => first,
        leaf => known.get(leaf).copied().unwrap_or(ANY),
    }
}

/// What children can answer that run one after the other while they succeed.
fn in_order(children: &[Answers]) -> Answers {
    let mut all = Answers { success: true, failure: false, running: false };
    for child in children {
        if all.success {
            all = Answers { success: child.success, ..all.or(Answers { success: false, ..*child }) };
        }
    }
    all
}
