//! What is wrong with a tree though every name in it is known.

use std::collections::BTreeMap;

use crate::error::{Errors, counted, with_help};
use crate::tree::model::{Kind, Model, Node, Value};
use crate::tree::nodes::{self, Builtin, Children};

#[cfg(test)]
mod tests;

/// Reports all mistakes that can be seen before types.
pub fn check(model: &mut Model, errors: &mut Errors) {
    labels(model, errors);
    observed(model, errors);
    for node in &mut model.nodes {
        if let Kind::Builtin(name) = node.kind {
            let before = errors.count();
            children(node, nodes::get(name), errors);
            thresholds(node, errors);
            one_for_each_child(node, nodes::get(name), errors);
            node.sound &= errors.count() == before;
        }
    }
}

/// A label names one node.
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

fn children(node: &Node, builtin: &Builtin, errors: &mut Errors) {
    let (least, most) = match builtin.children {
        Children::None => (0, 0),
        Children::One | Children::Reactive => (1, 1),
        Children::Many | Children::Arms => (1, usize::MAX),
        Children::Between(least, most) => (least, most),
    };
    let found = node.children.len();
    if (least..=most).contains(&found) || !node.complete {
        return;
    }
    let expected = match builtin.children {
        Children::Many | Children::Arms => "at least 1 child".to_owned(),
        Children::Between(least, most) => format!("{least} or {most} children"),
        Children::None | Children::One | Children::Reactive => counted(least, "child"),
    };
    let message = format!(
        "`{}` takes {expected}, found {}",
        node.name,
        if found == 0 { "none".to_owned() } else { found.to_string() }
    );
    let message = match builtin.children {
        Children::One if found > 1 => with_help(message, "put them into a `sequence` or a `selector` of their own"),
        _ if found == 0 => with_help(message, format!("write {}", builtin.form())),
        _ => message,
    };
    errors.push(node.span, message);
}

/// What is observed is a reactive node.
fn observed(model: &mut Model, errors: &mut Errors) {
    for id in 0..model.nodes.len() {
        let node = &model.nodes[id];
        let (Kind::Builtin(name), &[child]) = (node.kind, &node.children[..]) else { continue };
        let child = &model.nodes[child];
        let reactive = match child.kind {
            Kind::Builtin(name) => nodes::get(name).is_reactive(),
            Kind::Unknown => true,
            Kind::Leaf(_) | Kind::Decorator(_) => false,
        };
        if nodes::get(name).children == Children::Reactive && !reactive {
            let message = format!("`{name}` stands directly above a reactive node, found `{}`", child.name);
            let help = format!("write {}", nodes::get(name).form());
            errors.push(child.span, with_help(message, help));
            model.nodes[id].sound = false;
        }
    }
}

/// A weight or a score belongs to each child.
fn one_for_each_child(node: &Node, builtin: &Builtin, errors: &mut Errors) {
    let (found, children) = (node.args.len(), node.children.len());
    if builtin.has_one_for_each_child() && node.sound && node.complete && children > 0 && found != children {
        let name = builtin.params[0].name;
        let (found, children) = (counted(found, name), counted(children, "child"));
        errors.push(node.span, format!("`{}` takes a {name} for each child, found {found} for {children}", node.name));
    }
}

/// A threshold can be reached.
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
