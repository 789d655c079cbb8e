//! Changes trees that the compiler would refuse.

use std::collections::HashSet;
use std::ops::Range;

use bt_compiler::apart::apart;
use bt_compiler::codes::{self, Code};
use bt_compiler::error::Mistake;
use bt_compiler::tree::mistakes;
use proc_macro2::TokenStream;

use super::answers::{Known, shown};
use crate::line::Line;
use crate::mend::{Found, mended};
use crate::problem::Problems;

/// Above this many nodes, the compiler is not asked: rustc would take too long to compile the tree anyway.
const NODES: usize = 20_000;

/// Changes a tree until the compiler accepts it. A mistake that cannot be changed is an error at its node. `known` is
/// what rustc will know about its leaves.
pub fn sound(header: &str, root: &mut Line, known: &Known, problems: &mut Problems) {
    mended(root, problems, |root, problems| {
        let (text, starts) = written(header, &shown(root, known));
        if problems.has_errors() || starts.len() > NODES {
            return Ok(());
        }
        let line_of = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
        let mut found: Vec<Found> = asked(&text).into_iter().map(|asked| asked.found(line_of)).collect();
        // Keeps the first mistake in each line.
        found.sort_by_key(|found| found.line);
        found.dedup_by_key(|found| found.line);
        if found.is_empty() { Ok(()) } else { Err(found) }
    });
}

/// The names that the compiler takes for misspellings of `bt` nodes. `parents` name nodes with children, `leaves` name
/// leaves.
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

/// The tree as text, and where each line begins.
fn written(header: &str, root: &Line) -> (String, Vec<usize>) {
    let (mut text, mut starts) = (format!("{header} = "), Vec::new());
    root.write(0, &mut text, &mut starts);
    (text, starts)
}

/// A mistake without its tokens.
struct Asked {
    at: Range<usize>,
    code: &'static Code,
    message: String,
    may_be_meant: bool,
}

/// Asks the compiler for mistakes.
fn asked(text: &str) -> Vec<Asked> {
    apart(|| {
        let tokens = text.parse::<TokenStream>().unwrap_or_default();
        mistakes(tokens).into_iter().map(Asked::from).collect()
    })
}

impl Asked {
    /// The mistake, with the number of its line.
    fn found(self, line_of: impl Fn(usize) -> usize) -> Found {
        let Asked { at, code, message, may_be_meant } = self;
        Found { line: line_of(at.start), message, may_be_meant, is_not_last: code == codes::THROTTLE_NOT_LAST }
    }
}

impl From<Mistake> for Asked {
    fn from(mistake: Mistake) -> Self {
        let at = mistake.span().byte_range();
        let Mistake { code, message, may_be_meant, .. } = mistake;
        Asked { at, code, message, may_be_meant }
    }
}

#[cfg(test)]
mod tests {
    use bt_compiler::tree::mistakes;

    use super::Asked;

    /// This allows messages to be reworded.
    #[test]
    fn words_are_not_read() {
        let tree = "Tree(Board) = sequence < forever < walk >, walk >".parse().expect("these are tokens");
        let mut mistake = mistakes(tree).pop().expect("the last node is never reached");
        (mistake.message, mistake.help) = ("wrong".to_owned(), Some("mend it".to_owned()));
        assert!(Asked::from(mistake).may_be_meant);
    }
}
