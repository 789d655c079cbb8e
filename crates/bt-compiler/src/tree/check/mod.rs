//! Finds mistakes in a resolved tree that can be seen without types: labels, numbers of children, thresholds, weights.

use std::collections::BTreeMap;

use crate::error::{Errors, counted, with_help};
use crate::tree::model::{Kind, Model, Node, NodeId, Value};
use crate::tree::nodes::{self, Builtin, Children};
use crate::tree::source::Source;

#[cfg(test)]
mod tests;
mod values;

/// Reports these mistakes. A node that has one is no longer `sound`.
pub fn check(model: &mut Model, source: &Source, errors: &mut Errors) {
    labels(model, errors);
    observed(model, errors);
    throttled(model, errors);
    for node in &mut model.nodes {
        if let Kind::Builtin(name) = node.kind {
            let before = errors.count();
            children(node, nodes::get(name), errors);
            thresholds(node, errors);
            one_for_each_child(node, nodes::get(name), errors);
            node.sound &= errors.count() == before;
        }
    }
    values::values(model, source, errors);
    values::keys(model, source, errors);
}

/// Reports a label that names several nodes.
fn labels(model: &Model, errors: &mut Errors) {
    let mut seen = BTreeMap::new();
    for label in model.nodes.iter().filter_map(|node| node.label.as_ref()) {
        let (first, uses) = seen.entry(&label.name).or_insert((label.span, 0));
        *uses += 1;
        if *uses == 2 {
            errors.push(*first, format!("the label `{}` is first used here", label.name));
        }
        if *uses > 1 {
            errors.push(label.span, format!("the label `{}` names another node already", label.name));
        }
    }
}

/// Reports a node with too few or too many children.
fn children(node: &Node, builtin: &Builtin, errors: &mut Errors) {
    let (least, most) = builtin.count(&node.args);
    let found = node.children.len();
    // With a wrong condition in parentheses, nobody knows which children are meant.
    let unknown = builtin.has_first_child_as_argument() && !node.sound;
    if (least..=most).contains(&found) || !node.complete || unknown {
        return;
    }
    let expected = match builtin.children {
        Children::Many | Children::Arms | Children::Conditions => "at least 1 child".to_owned(),
        Children::Roles { optional: Some(_), .. } => format!("{least} or {most} children"),
        Children::None | Children::One | Children::Reactive | Children::Roles { .. } => counted(least, "child"),
    };
    let message = format!(
        "`{}` takes {expected}, found {}",
        node.name,
        if found == 0 { "none".to_owned() } else { found.to_string() }
    );
    let message = match builtin.children {
        Children::One if found > 1 => with_help(message, "put them into a `sequence` or a `selector` of their own"),
        _ if least < builtin.children.count().0 => {
            with_help(message, "what stands in parentheses takes the place of the first child")
        }
        _ if found == 0 => with_help(message, format!("write {}", builtin.example())),
        _ => message,
    };
    errors.push(node.span, message);
}

/// Reports a child of `observe` that is not a reactive node.
fn observed(model: &mut Model, errors: &mut Errors) {
    for id in (0..model.nodes.len()).map(NodeId) {
        let node = &model[id];
        let (Kind::Builtin(name), &[child]) = (node.kind, &node.children[..]) else { continue };
        let child = &model[child];
        let reactive = match child.kind {
            Kind::Builtin(name) => nodes::get(name).reactive,
            // Whether a leaf is a tree with a reactive root is a question of its type.
            Kind::Unknown | Kind::Leaf(_) => true,
            Kind::Decorator(_) => false,
        };
        if nodes::get(name).children == Children::Reactive && !reactive {
            let message = format!("`{name}` stands directly above a reactive node, found `{}`", child.name);
            let help = format!("write {}", nodes::get(name).example());
            errors.push(child.span, with_help(message, help));
            model[id].sound = false;
        }
    }
}

/// Reports a `throttle` that would abort the children behind it whenever it waits.
fn throttled(model: &Model, errors: &mut Errors) {
    for node in model.nodes.iter().filter(|node| matches!(node.kind, Kind::Builtin("reactive_sequence"))) {
        let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
        let waiting = before_the_last.iter().map(|&child| model.waits_first(child));
        for throttle in waiting.filter(|waiting| waiting.is_throttle()) {
            let message = "a `throttle` in a `reactive_sequence` is its last child: while it waits, it would abort those behind it";
            errors.push(throttle.span, with_help(message, "write a `pipeline`"));
        }
    }
}

/// Reports a node whose number of weights or scores is not its number of children.
fn one_for_each_child(node: &Node, builtin: &Builtin, errors: &mut Errors) {
    let named = builtin.params.iter().filter(|param| param.takes.is_named()).count();
    let (found, children) = (node.args.len() - named, node.children.len());
    if builtin.has_one_for_each_child() && node.sound && node.complete && children > 0 && found != children {
        let name = builtin.params[0].name;
        let (found, children) = (counted(found, name), counted(children, "child"));
        errors.push(node.span, format!("`{}` takes a {name} for each child, found {found} for {children}", node.name));
    }
}

/// Reports a threshold that is greater than the number of children.
fn thresholds(node: &Node, errors: &mut Errors) {
    let children = node.children.len();
    for value in &node.args {
        if let Value::Threshold { value, span } = *value
            && value > children
            && node.complete
            && children > 0
        {
            let found = counted(children, "child");
            errors.push(span, format!("the threshold {value} is never reached: `{}` has {found}", node.name));
        }
    }
}
