//! What the compiler refuses in a tree. BehaviorTree.CPP runs a loop that never ends, and keeps nodes that are never
//! reached: there the author means it, so it is `unchecked`.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use bt_compiler::apart::apart;
use bt_compiler::codes::{self, Code};
use bt_compiler::error::Mistake;
use bt_compiler::tree::{mistakes, nodes};
use proc_macro2::TokenStream;

use super::answers::{Known, shown};
use super::lines::Line;
use crate::problem::Problems;

/// How often the compiler is asked. What is behind one mistake may be another one.
const ROUNDS: usize = 10;

/// How many nodes a tree has at most that the compiler is asked about. Compiling one with more takes rustc too long.
const NODES: usize = 20_000;

/// Changes a tree so that the compiler takes it. Where that cannot be, it is an error at its node. `known` is what
/// rustc will know of its leaves.
pub fn sound(header: &str, root: &mut Line, known: &Known, problems: &mut Problems) {
    for _ in 0..ROUNDS {
        let (text, starts) = written(header, &shown(root, known));
        if problems.has_errors() || starts.len() > NODES {
            return;
        }
        let line_of = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
        let found: BTreeMap<usize, Found> =
            asked(&text).into_iter().rev().map(|found| (line_of(found.at.start), found)).collect();
        let mut change = Change { found: &found, number: 0, has_changed: false, left: Vec::new(), problems };
        change.line(root, &(0..0));
        if !change.has_changed {
            for (message, at) in change.left {
                problems.error(at, message);
            }
            return;
        }
    }
}

/// Those of these names that the compiler takes for a slip in the name of a node of `bt`: names of nodes with children,
/// and of leaves.
pub fn slips(parents: impl Iterator<Item = String>, leaves: impl Iterator<Item = String>) -> HashSet<String> {
    let parents = parents.map(|name| format!("{name} < a >, {name} < a, b >, "));
    let nodes: String = parents.chain(leaves.map(|name| name + ", ")).collect();
    if nodes.is_empty() {
        return HashSet::new();
    }
    let text = format!("Tree(Board) = sequence < {nodes} >");
    let slips =
        asked(&text).into_iter().filter(|found| [codes::UNKNOWN_NODE, codes::UNKNOWN_LEAF].contains(&found.code));
    slips.map(|found| text[found.at].to_owned()).collect()
}

/// The tree as text, and where each of its lines begins.
fn written(header: &str, root: &Line) -> (String, Vec<usize>) {
    let (mut text, mut starts) = (format!("{header} = "), Vec::new());
    root.write(0, &mut text, &mut starts);
    (text, starts)
}

/// A mistake without the tokens.
struct Found {
    at: Range<usize>,
    code: &'static Code,
    message: String,
    may_be_meant: bool,
}

/// Asks the compiler.
fn asked(text: &str) -> Vec<Found> {
    apart(|| {
        let tokens = text.parse::<TokenStream>().unwrap_or_default();
        mistakes(tokens).into_iter().map(Found::from).collect()
    })
}

impl From<Mistake> for Found {
    fn from(mistake: Mistake) -> Self {
        let at = mistake.span().byte_range();
        let Mistake { code, message, may_be_meant, .. } = mistake;
        Found { at, code, message, may_be_meant }
    }
}

/// Changes the lines that are mistakes, in one walk.
struct Change<'c> {
    /// The mistakes by the numbers of their lines, in pre-order.
    found: &'c BTreeMap<usize, Found>,
    /// That of the next line.
    number: usize,
    has_changed: bool,
    /// Mistakes that stay, with the places of their nodes.
    left: Vec<(String, Range<usize>)>,
    problems: &'c mut Problems,
}

impl Change<'_> {
    /// Changes a line and all below it. A line without a place has the one above it. The answer is whether a `throttle`
    /// in it must be the last child.
    fn line(&mut self, line: &mut Line, above: &Range<usize>) -> bool {
        let at = line.at.clone().unwrap_or_else(|| above.clone());
        let found = self.found.get(&self.number);
        self.number += 1;
        let mut waits = found.is_some_and(|found| found.code == codes::THROTTLE_NOT_LAST);
        for child in &mut line.children {
            waits |= self.line(child, &at);
        }
        if waits && nodes::find(&line.head).is_some_and(|builtin| builtin.throttled_last) {
            self.pipeline(line);
            waits = false;
        }
        match found {
            Some(found) if found.may_be_meant => {
                unchecked(line);
                self.has_changed = true;
            }
            Some(found) if found.code != codes::THROTTLE_NOT_LAST => {
                self.left.push((found.message.clone(), at));
            }
            _ => {}
        }
        waits
    }

    /// A `ReactiveSequence` with a `RateController` that is not its last child.
    fn pipeline(&mut self, line: &mut Line) {
        line.head = "pipeline".to_owned();
        self.has_changed = true;
        let message =
            "`ReactiveSequence` becomes `pipeline`: a `RateController` that waits would abort the children after it";
        self.problems.warn(line.at.clone().unwrap_or_default(), message);
    }
}

/// Puts the line into an `unchecked`, which has its place in the tree.
fn unchecked(line: &mut Line) {
    *line = Line {
        docs: std::mem::take(&mut line.docs),
        arm: line.arm.take(),
        binds: line.binds.take(),
        at: line.at.clone(),
        ..Line::new("unchecked", vec![std::mem::take(line)])
    };
}

#[cfg(test)]
mod tests {
    use bt_compiler::tree::mistakes;

    use super::Found;

    /// A message can be worded better.
    #[test]
    fn words_are_not_read() {
        let tree = "Tree(Board) = sequence < forever < walk >, walk >".parse().expect("these are tokens");
        let mut mistake = mistakes(tree).pop().expect("the last node is never reached");
        (mistake.message, mistake.help) = ("wrong".to_owned(), Some("mend it".to_owned()));
        assert!(Found::from(mistake).may_be_meant);
    }
}
