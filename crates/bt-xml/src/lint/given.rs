//! Entries that a tree reads although nothing sets them.

use std::collections::{BTreeMap, BTreeSet};

use super::order::runs_again;
use super::uses::Known;
use crate::document::{Document, Kind, Node};
use crate::named::Named;
use crate::problem::Problems;

/// Where many calls miss many entries, nobody reads every pair of them.
const MOST: usize = 10_000;

/// The blackboard of a subtree starts with nothing but the ports that its `SubTree` passes. So an entry must be passed,
/// or written before it is read. Entries of a main tree may be set by the program.
pub fn lint(document: &Document, known: &Known<'_>, problems: &mut Problems) {
    let mains: BTreeSet<&str> = document.mains.iter().map(|main| &*main.text).collect();
    let calls = Calls::of(&known.named);
    for call in calls.of.values().flatten().filter(|call| !call.node.connects_same_names()) {
        if problems.count() > MOST {
            return;
        }
        let (node, name) = (call.node, &*call.node.id.text);
        let Some(needs) = known.needs(name).filter(|_| !mains.contains(name)) else { continue };
        let mut warn = |entry: &str, what: String| {
            let message = format!("`{name}` reads `{{{entry}}}`{what}, and this `SubTree` does not pass it");
            let help = format!("write `{entry}=\"{{..}}\"`, or `_autoremap=\"true\"`");
            problems.warn_with(node.id.at.clone(), message, help);
        };
        for entry in needs.missing.iter().filter(|entry| node.port(entry).is_none()) {
            warn(entry, ", which nothing in it writes".to_owned());
        }
        // Entries written by one run still exist in the next.
        for (entry, late) in
            needs.late.iter().filter(|(entry, _)| node.port(entry).is_none() && !calls.runs_again(call))
        {
            warn(entry, format!(" before `{}` in it writes it", late.writer.id.text));
        }
    }
    for main in mains.iter().filter(|main| !calls.of.contains_key(*main)) {
        let takes = |entry: &str| known.named.port(main, entry).is_some();
        let late = known.needs(main).into_iter().flat_map(|needs| &needs.late);
        for (entry, late) in late.filter(|(entry, late)| late.is_certain && !takes(entry)) {
            let message = format!(
                "`{{{entry}}}` is read before it is written: `{}`, which writes it, runs later",
                late.writer.id.text
            );
            problems.warn(late.at.clone(), message);
        }
    }
}

/// Which trees run which.
struct Calls<'d> {
    of: BTreeMap<&'d str, Vec<Call<'d>>>,
    /// The trees that may run a second time, as far as the files show.
    repeated: BTreeSet<&'d str>,
}

struct Call<'d> {
    node: &'d Node,
    /// Whether nothing in its tree runs it a second time.
    is_once: bool,
    /// The tree that contains it.
    from: &'d str,
}

impl<'d> Calls<'d> {
    fn of(named: &Named<'d>) -> Self {
        let document = named.document;
        let mut of = BTreeMap::<_, Vec<_>>::new();
        for tree in &document.trees {
            let mut open = vec![(&tree.root, true)];
            while let Some((node, is_once)) = open.pop() {
                if matches!(node.kind, Kind::SubTree) {
                    of.entry(&*node.id.text).or_default().push(Call { node, is_once, from: &tree.name.text });
                }
                open.extend(node.children.iter().map(|child| (child, is_once && !runs_again(node))));
            }
        }
        let mut calls = Calls { of, repeated: BTreeSet::new() };
        // Each tree after those that run it.
        for name in named.subtrees_first().into_iter().rev().map(|tree| &*document.trees[tree].name.text) {
            if calls.of.get(name).into_iter().flatten().any(|call| calls.runs_again(call)) {
                calls.repeated.insert(name);
            }
        }
        calls
    }

    /// Whether the tree may run a second time because of this call.
    fn runs_again(&self, call: &Call<'_>) -> bool {
        !call.is_once || self.repeated.contains(call.from)
    }
}
