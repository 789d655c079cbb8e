//! The summary of a tree: answers that need no question.

use super::findings::Findings;
use super::prover::{Prover, label, name};
use super::together::has_several;
use crate::chosen::title;
use crate::trees::Tree;

/// What can be active together in a tree, what never starts, and what never ends.
pub fn summary(prover: &Prover, tree: &Tree, findings: &Findings) -> String {
    let file = prover.file;
    let model = &tree.known.model;
    let mut text = title(file, tree) + "\n";
    for node in model.nodes.iter().filter(|node| has_several(node)) {
        let children: Vec<String> = node.children.iter().map(|child| format!("`{}`", label(model, *child))).collect();
        let several = name(file, model, node.id);
        text += &format!("  active together: the children of {several}: {}\n", children.join(", "));
    }
    if !model.nodes.iter().any(has_several) {
        text += "  one leaf is active at a time\n";
    }
    let shape = prover.shape(tree);
    let named = |node: usize| {
        let node = &shape.nodes[node];
        format!("`{}` in line {}", node.title, file.position(node.range.start).0)
    };
    for (node, why) in &findings.unreached {
        text += &format!("  never reached: {}, since {why}\n", named(*node));
    }
    for node in &findings.locked {
        text +=
            &format!("  never left: once {} is active, it stays active, whatever the leaves answer\n", named(*node));
    }
    for node in &findings.busy {
        text += &format!("  never waits: {} runs all its passes in a single tick\n", named(*node));
    }
    if !findings.is_cut {
        let states = findings.states;
        return text + &format!("  {states} state{} between ticks\n", if states == 1 { "" } else { "s" });
    }
    let undecided: Vec<String> = findings.undecided.iter().map(|node| named(*node)).collect();
    if !undecided.is_empty() {
        text += &format!("  perhaps never reached: {}\n", undecided.join(", "));
    }
    text + &format!("  incomplete: the search stopped after {} states; raise the limit with `--most`\n", prover.most)
}
