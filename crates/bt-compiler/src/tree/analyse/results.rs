//! What each node can return, as far as it is known before types.
//!
//! What depends on the types of leaves stays an expression over them; rustc evaluates it.

use crate::tree::model::CodeId;

/// How many leaves an expression may name. What would name more counts as possible, so that code grows no faster than
/// the tree.
const MOST_LEAVES: usize = 64;

/// Whether something is possible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Possible {
    Known(bool),
    /// Not, and on purpose: the author has forced another result.
    Forced,
    /// If leaves of the type of this one can answer so.
    Leaf(CodeId, Answer),
    All(Vec<Possible>),
    Any(Vec<Possible>),
    AtLeast(usize, Vec<Possible>),
}

/// What a leaf can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Success,
    Failure,
    Running,
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

    /// These and no others.
    pub fn known(success: bool, failure: bool, running: bool) -> Results {
        let known = Possible::Known;
        Results { success: known(success), failure: known(failure), running: known(running) }
    }

    /// These, where `on` is the possibility of the result that is named, and `end` that of the other.
    pub fn after_either(success: bool, on: Possible, end: Possible, running: Possible) -> Results {
        if success {
            Results { success: on, failure: end, running }
        } else {
            Results { success: end, failure: on, running }
        }
    }

    /// Success or failure.
    pub fn after(&self, success: bool) -> &Possible {
        if success { &self.success } else { &self.failure }
    }

    /// The results of any of several nodes.
    pub fn any_of(nodes: &[&Results]) -> Results {
        Results {
            success: any(nodes.iter().map(|node| &node.success)),
            failure: any(nodes.iter().map(|node| &node.failure)),
            running: any(nodes.iter().map(|node| &node.running)),
        }
    }

    /// What would name too many leaves counts as possible.
    pub fn bounded(self) -> Results {
        Results { success: self.success.bounded(), failure: self.failure.bounded(), running: self.running.bounded() }
    }
}

impl Possible {
    fn leaves(&self) -> usize {
        match self {
            Possible::Known(_) | Possible::Forced => 0,
            Possible::Leaf(..) => 1,
            Possible::All(parts) | Possible::Any(parts) | Possible::AtLeast(_, parts) => {
                parts.iter().map(Possible::leaves).sum()
            }
        }
    }

    /// What was forced is not possible.
    pub fn strictly(self) -> Possible {
        self.with_forced(false)
    }

    /// What was forced is not held against anyone.
    pub fn if_meant(self) -> Possible {
        self.with_forced(true)
    }

    /// What a need has made sure of.
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

    /// What would name too many leaves counts as possible.
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

/// Leaves out what changes nothing; `neutral` is the value of nothing.
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

/// Possible if so many of these are.
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
