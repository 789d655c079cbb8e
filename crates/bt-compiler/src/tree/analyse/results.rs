//! What a node can return: a condition for each of success, failure and running.
//!
//! A condition that depends on the types of leaves is an expression, which rustc evaluates. The success of `sequence <
//! a, b >` is `All([Leaf(a, Success), Leaf(b, Success)])`, if `a` and `b` are leaves of the user.

use crate::tree::model::CodeId;
use crate::tree::outcome::Outcome;

/// How many leaves an expression may name. A longer expression counts as possible, so that generated code grows no
/// faster than the tree.
const MOST_LEAVES: usize = 64;

/// Whether something is possible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Possible {
    Known(bool),
    /// Impossible on purpose, as `force_success` or `force_failure` replaces the result. So a node that is never
    /// reached because of it is not a mistake.
    Forced,
    /// Possible if the type of this leaf can give this answer.
    Leaf(CodeId, Answer),
    /// Possible if all of these are.
    All(Vec<Possible>),
    /// Possible if any of these is.
    Any(Vec<Possible>),
    /// Possible if at least this many of these are.
    AtLeast(usize, Vec<Possible>),
}

/// A question about the type of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Success,
    Failure,
    Running,
    /// It is a tree whose root is a reactive node.
    Reactive,
    /// It is not a tree that may begin to wait in a `throttle`.
    Unthrottled,
}

/// What a node can return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    pub success: Possible,
    pub failure: Possible,
    pub running: Possible,
}

impl Results {
    pub const ANYTHING: Results =
        Results { success: Possible::Known(true), failure: Possible::Known(true), running: Possible::Known(true) };

    /// Exactly these results.
    pub fn known(success: bool, failure: bool, running: bool) -> Results {
        let known = Possible::Known;
        Results { success: known(success), failure: known(failure), running: known(running) }
    }

    /// `on` is the condition for this outcome, `end` for the other one.
    pub fn after_either(outcome: Outcome, on: Possible, end: Possible, running: Possible) -> Results {
        match outcome {
            Outcome::Success => Results { success: on, failure: end, running },
            Outcome::Failure => Results { success: end, failure: on, running },
        }
    }

    /// The condition for this outcome.
    pub fn after(&self, outcome: Outcome) -> &Possible {
        match outcome {
            Outcome::Success => &self.success,
            Outcome::Failure => &self.failure,
        }
    }

    /// The results that at least one of these nodes can have.
    pub fn any_of(nodes: &[&Results]) -> Results {
        Results {
            success: any(nodes.iter().map(|node| &node.success)),
            failure: any(nodes.iter().map(|node| &node.failure)),
            running: any(nodes.iter().map(|node| &node.running)),
        }
    }

    /// Counts an expression that names too many leaves as possible.
    pub fn bounded(self) -> Results {
        Results { success: self.success.bounded(), failure: self.failure.bounded(), running: self.running.bounded() }
    }
}

impl Possible {
    /// How many leaves the expression names.
    fn leaves(&self) -> usize {
        match self {
            Possible::Known(_) | Possible::Forced => 0,
            Possible::Leaf(..) => 1,
            Possible::All(parts) | Possible::Any(parts) | Possible::AtLeast(_, parts) => {
                parts.iter().map(Possible::leaves).sum()
            }
        }
    }

    /// A forced result counts as impossible.
    pub fn strictly(self) -> Possible {
        self.with_forced(false)
    }

    /// A forced result counts as possible, so that it is not a mistake.
    pub fn if_meant(self) -> Possible {
        self.with_forced(true)
    }

    /// The result, given a claim that this is possible.
    pub fn assured(&self) -> Possible {
        if self.clone().strictly() == Possible::Known(false) { Possible::Forced } else { Possible::Known(true) }
    }

    fn with_forced(self, possible: bool) -> Possible {
        let each = |parts: Vec<Possible>| -> Vec<Possible> {
            parts.into_iter().map(|part| part.with_forced(possible)).collect()
        };
        match self {
            Possible::Forced => Possible::Known(possible),
            Possible::All(parts) => all(&each(parts)),
            Possible::Any(parts) => any(&each(parts)),
            Possible::AtLeast(count, parts) => at_least(count, &each(parts).iter().collect::<Vec<_>>()),
            Possible::Known(_) | Possible::Leaf(..) => self,
        }
    }

    /// Counts an expression that names too many leaves as possible.
    pub fn bounded(self) -> Possible {
        if self.leaves() > MOST_LEAVES { Possible::Known(true) } else { self }
    }
}

/// Possible if all of these are.
pub fn all<'a>(parts: impl IntoIterator<Item = &'a Possible>) -> Possible {
    join(parts, true, Possible::All)
}

/// Possible if any of these is.
pub fn any<'a>(parts: impl IntoIterator<Item = &'a Possible>) -> Possible {
    join(parts, false, Possible::Any)
}

/// Joins the parts, without those that change nothing. `neutral` is the value of a join of no parts.
fn join<'a>(
    parts: impl IntoIterator<Item = &'a Possible>,
    neutral: bool,
    make: fn(Vec<Possible>) -> Possible,
) -> Possible {
    let mut kept: Vec<Possible> = Vec::new();
    for part in parts {
        match part {
            Possible::Known(known) if *known == neutral => {}
            Possible::Known(known) => return Possible::Known(*known),
            part if kept.len() <= MOST_LEAVES && kept.contains(part) => {}
            part => kept.push(part.clone()),
        }
    }
    match kept.len() {
        0 => Possible::Known(neutral),
        1 => kept.swap_remove(0),
        _ => make(kept),
    }
}

/// Possible if at least `count` of these are.
pub fn at_least(count: usize, parts: &[&Possible]) -> Possible {
    let known = parts.iter().filter(|part| ***part == Possible::Known(true)).count();
    let open: Vec<Possible> =
        parts.iter().filter(|part| !matches!(part, Possible::Known(_))).map(|&part| part.clone()).collect();
    match count.saturating_sub(known) {
        0 => Possible::Known(true),
        missing if missing > open.len() => Possible::Known(false),
        1 => any(&open),
        missing if missing == open.len() => all(&open),
        missing => Possible::AtLeast(missing, open),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, CodeId, Possible, all, any, at_least};

    #[test]
    fn what_is_known_is_left_out() {
        let (yes, no, leaf) =
            (Possible::Known(true), Possible::Known(false), Possible::Leaf(CodeId(0), Answer::Failure));
        assert_eq!(all([&yes, &leaf]), leaf);
        assert_eq!(all([&no, &leaf]), no);
        assert_eq!(any([&yes, &leaf]), yes);
        assert_eq!(any([&no, &leaf, &leaf]), leaf);
        assert_eq!(all([]), yes);
        assert_eq!(any([]), no);
        assert_eq!(at_least(0, &[]), yes);
        assert_eq!(at_least(1, &[&yes, &leaf]), yes);
        assert_eq!(at_least(2, &[&yes, &no]), no);
        assert_eq!(at_least(2, &[&yes, &leaf]), leaf);
        let other = Possible::Leaf(CodeId(1), Answer::Failure);
        assert_eq!(at_least(1, &[&leaf, &other]), any([&leaf, &other]));
        assert_eq!(at_least(2, &[&leaf, &other]), all([&leaf, &other]));
    }

    #[test]
    fn what_is_forced_lies_between() {
        let (forced, leaf) = (Possible::Forced, Possible::Leaf(CodeId(0), Answer::Failure));
        let (both, either) = (all([&forced, &leaf]), any([&forced, &leaf]));
        assert_eq!((both.clone().strictly(), both.if_meant()), (Possible::Known(false), leaf.clone()));
        assert_eq!((either.clone().strictly(), either.if_meant()), (leaf.clone(), Possible::Known(true)));
        let two = at_least(2, &[&forced, &leaf, &Possible::Known(true)]);
        assert_eq!((two.clone().strictly(), two.if_meant()), (leaf, Possible::Known(true)));
    }

    #[test]
    fn what_names_more_than_64_leaves_counts_as_possible() {
        let leaves: Vec<Possible> = (0..65).map(|leaf| Possible::Leaf(CodeId(leaf), Answer::Failure)).collect();
        let most = all([&any(&leaves[..32]), &any(&leaves[32..64])]);
        let more = all([&any(&leaves[..32]), &any(&leaves[32..])]);
        assert_eq!((most.clone().bounded(), more.bounded()), (most, Possible::Known(true)));
    }
}
