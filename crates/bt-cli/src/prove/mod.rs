//! `bt prove`: what can be active together, without a build and without a world.
//!
//! Leaves may answer anything. Conditions may hold or not, but where two nodes have the same condition, word for word, it is the same
//! for both within a tick. So what is proved holds; what is not proved may still hold, for reasons that the tree does not show.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use bt_compiler::tree::model::{Model, NodeId};
use clap::Args;

use crate::draw::{is_chosen, read, split, title};
use crate::trees::{self, Tree};
use crate::{Report, Source};

mod together;

use together::{Condition, Never, contradiction, has_several, never_together};

/// The arguments of `bt prove`.
#[derive(Args)]
pub struct Arguments {
    /// A Rust file or a `.bt` file, or `-` for the standard input. `FILE:NAME` is the tree of that name, `FILE:LINE` the one in
    /// that line.
    file: String,
    /// Labels of nodes that must not be active together after a tick: `fire and reload`. A single label must never be active.
    /// Nodes without a label have their name. Subtrees are single nodes.
    #[arg(long)]
    never: Vec<String>,
}

/// Runs `bt prove`. The exit code is 1 if something is not proved.
///
/// # Errors
/// If the file cannot be read, or if no tree has a label.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let (path, which) = split(&arguments.file);
    let file = read(&path)?;
    let colours = std::io::stderr().is_terminal();
    let show = |report: &Report| eprintln!("{}\n", report.draw(&file, colours));
    let (trees, mistakes) = match trees::read(&file) {
        Ok(read) => read,
        Err(report) => {
            show(&report);
            return Ok(ExitCode::FAILURE);
        }
    };
    mistakes.iter().for_each(show);
    let chosen: Vec<&Tree> = trees.iter().filter(|tree| is_chosen(&file, tree, which.as_deref())).collect();
    if chosen.is_empty() && mistakes.is_empty() {
        return Err(format!("no tree in {}", arguments.file));
    }
    let mut all = mistakes.is_empty();
    if arguments.never.is_empty() {
        chosen.iter().for_each(|tree| print!("{}", summary(&file, tree)));
    }
    for never in &arguments.never {
        let mut found = false;
        for tree in &chosen {
            if let Some(answer) = answer(&file, tree, never) {
                found = true;
                all &= answer.is_ok();
                println!("{}: {}", title(&file, tree), answer.unwrap_or_else(|not| not));
            }
        }
        if !found {
            return Err(format!("no tree has all of the labels in `{never}`"));
        }
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What can be active together in a tree.
pub fn summary(file: &Source, tree: &Tree) -> String {
    let model = &tree.known.model;
    let mut text = title(file, tree) + "\n";
    for node in &model.nodes {
        if let Some(Condition { text: condition, .. }) = contradiction(model, node.id) {
            let above_is_too = node.parent.is_some_and(|above| contradiction(model, above).is_some());
            if !above_is_too {
                text += &format!(
                    "  never active: {}, since `{condition}` would have to hold and not to hold\n",
                    name(file, model, node.id)
                );
            }
        }
        if has_several(node) {
            let children: Vec<String> =
                node.children.iter().map(|child| format!("`{}`", label(model, *child))).collect();
            text += &format!(
                "  active together: the children of {}: {}\n",
                name(file, model, node.id),
                children.join(", ")
            );
        }
    }
    if !model.nodes.iter().any(has_several) {
        text += "  one leaf is active at a time\n";
    }
    text
}

/// Whether these nodes are never active together, and why: `Ok` if that is proved. `None` if the tree has no such nodes.
pub fn answer(file: &Source, tree: &Tree, never: &str) -> Option<Result<String, String>> {
    let model = &tree.known.model;
    let labels: Vec<&str> = never.split(" and ").map(str::trim).collect();
    let named = |wanted: &&str| -> Vec<NodeId> {
        model.nodes.iter().map(|node| node.id).filter(|&id| label(model, id) == *wanted).collect()
    };
    let nodes: Vec<Vec<NodeId>> = labels.iter().map(named).collect();
    if nodes.iter().any(Vec::is_empty) {
        return None;
    }
    if let [alone] = &nodes[..] {
        let reasons: Option<Vec<Condition>> = alone.iter().map(|&node| contradiction(model, node)).collect();
        return Some(match reasons {
            Some(reasons) => {
                Ok(format!("never {never}: proved, since `{}` would have to hold and not to hold", reasons[0].text))
            }
            None => Err(format!("never {never}: not proved, since {} can be active", name(file, model, alone[0]))),
        });
    }
    // All of them are never active together if two of them never are.
    for (index, one) in nodes.iter().enumerate() {
        for other in &nodes[index + 1..] {
            let pairs = one.iter().flat_map(|&one| other.iter().map(move |&other| (one, other)));
            let reasons: Option<Vec<Never>> = pairs.map(|(one, other)| never_together(model, one, other)).collect();
            let Some(reason) = reasons.and_then(|reasons| reasons.into_iter().next()) else { continue };
            return Some(Ok(format!("never {never}: proved, since {}", why(file, model, &reason))));
        }
    }
    Some(Err(format!("never {never}: not proved, as far as the tree alone shows they can be active together")))
}

fn why(file: &Source, model: &Model, reason: &Never) -> String {
    match reason {
        Never::OneAtATime(above) => format!("{} has one active child at a time", name(file, model, *above)),
        Never::Excluded(condition) => format!("`{}` holds for one, and does not for the other", condition.text),
    }
}

/// The label of a node, or its name.
fn label(model: &Model, id: NodeId) -> &str {
    let node = &model[id];
    node.label.as_ref().map_or(node.name.as_str(), |label| label.name.as_str())
}

/// A node, and its line.
fn name(file: &Source, model: &Model, id: NodeId) -> String {
    let line = file.position(file.range(model[id].span).start).0;
    format!("`{}` in line {line}", label(model, id))
}
