//! What is wrong with a tree though every name in it is known.

use std::collections::BTreeMap;

use super::arguments::counted;
use super::model::{Kind, Model, Node, Value};
use super::nodes::Children;
use crate::error::{Errors, with_help};

/// Reports all mistakes that can be seen before types.
pub fn check(model: &Model, errors: &mut Errors) {
    labels(model, errors);
    for node in &model.nodes {
        if let Kind::Builtin(builtin) = node.kind {
            children(node, builtin.children, errors);
            thresholds(node, errors);
        } else if let Kind::Leaf(_) = node.kind {
            children(node, Children::None, errors);
        }
    }
}

/// A label names one node.
fn labels(model: &Model, errors: &mut Errors) {
    let mut seen = BTreeMap::new();
    for label in model.nodes.iter().filter_map(|node| node.label.as_ref()) {
        if let Some(first) = seen.insert(&label.name, label.span) {
            errors.push(label.span, format!("the label `{}` is used twice", label.name));
            errors.push(first, format!("the label `{}` is first used here", label.name));
        }
    }
}

fn children(node: &Node, takes: Children, errors: &mut Errors) {
    let (least, most) = match takes {
        Children::None => (0, 0),
        Children::One => (1, 1),
        Children::Many | Children::Arms => (1, usize::MAX),
        Children::Between(least, most) => (least, most),
    };
    let found = node.children.len();
    if (least..=most).contains(&found) || !node.complete {
        return;
    }
    let expected = match takes {
        Children::Many | Children::Arms => "at least 1 child".to_owned(),
        Children::Between(least, most) => format!("{least} or {most} children"),
        Children::None | Children::One => counted(least, "child"),
    };
    let message = format!(
        "`{}` takes {expected}, found {}",
        node.name,
        if found == 0 { "none".to_owned() } else { found.to_string() }
    );
    let help = match takes {
        Children::One if found > 1 => Some("put them into a `sequence` or a `selector` of their own"),
        Children::Many | Children::One if found == 0 => Some("children stand in angle brackets: `< walk, open_door >`"),
        _ => None,
    };
    errors.push(node.span, help.map_or(message.clone(), |help| with_help(&message, help)));
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
