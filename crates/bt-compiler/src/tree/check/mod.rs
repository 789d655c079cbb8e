//! Finds mistakes in a resolved tree that are visible without types: labels, numbers of children, thresholds,
//! weights.

use proc_macro2::Ident;

use crate::codes;
use crate::error::{Errors, Mistake, counted};
use crate::sorted::{SortedMap, SortedSet};
use crate::tree::builtin::{Builtin, Children};
use crate::tree::model::{Kind, Model, Node, NodeId, Value};
use crate::tree::source::Source;

#[cfg(test)]
mod tests;
mod values;

/// The nodes in which a mistake has been found.
pub type Mistaken = SortedSet<NodeId>;

/// Reports these mistakes. Returns the nodes with a mistake from this or an earlier phase.
pub fn check(model: &Model, source: &Source, errors: &mut Errors) -> Mistaken {
    let mut mistaken: Mistaken = model.nodes.iter().filter(|node| !node.sound).map(|node| node.id).collect();
    labels(model, errors);
    observed(model, errors, &mut mistaken);
    throttled(model, errors);
    for node in &model.nodes {
        if let Kind::Builtin(builtin) = node.kind {
            let before = errors.count();
            let sound = !mistaken.contains(&node.id);
            children(node, builtin, sound, errors);
            thresholds(node, errors);
            one_for_each_child(node, builtin, sound, errors);
            if errors.count() != before {
                mistaken.insert(node.id);
            }
        }
    }
    values::values(model, source, &mut mistaken, errors);
    values::keys(model, source, &mistaken, errors);
    mistaken
}

/// The mistake that the type of the tree with this name is already declared elsewhere. A macro cannot see that.
pub fn taken(name: &Ident) -> Mistake {
    let message = format!("the tree `{name}` has the name of a type that is declared here already");
    codes::TAKEN_NAME.at(name.span(), message).help("choose another name for one of them")
}

/// Reports a label that names several nodes.
fn labels(model: &Model, errors: &mut Errors) {
    let mut seen = SortedMap::new();
    for node in &model.nodes {
        let Some(label) = &node.label else { continue };
        let first = seen.get_or_insert_with(&label.name, || node.id);
        if *first != node.id {
            let message = format!("the label `{}` is already used by another node", label.name);
            let help = format!("the first one is `{}: {}`", label.name, model[*first].name);
            errors.push(codes::LABEL_TWICE.at(label.span, message).help(help));
        }
    }
}

/// Reports a node with too few or too many children.
fn children(node: &Node, builtin: &Builtin, sound: bool, errors: &mut Errors) {
    let (least, most) = node.takes_children(builtin);
    let found = node.children.len();
    // If the condition in parentheses is wrong, the meaning of the children is unknown.
    let unknown = builtin.has_first_child_as_argument() && !sound;
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
    let mistake = codes::NUMBER_OF_CHILDREN.at(node.span, message);
    errors.push(match builtin.children {
        Children::One if found > 1 => mistake.help("wrap them in a `sequence` or a `selector`"),
        _ if least < builtin.children.count().0 => {
            mistake.help("the condition in parentheses replaces the first child")
        }
        _ if found == 0 || matches!(builtin.children, Children::Roles { .. }) => {
            mistake.help(format!("write {}", builtin.example()))
        }
        _ => mistake,
    });
}

/// Reports a child of `observe` that is not a reactive node.
fn observed(model: &Model, errors: &mut Errors, mistaken: &mut Mistaken) {
    for node in model.nodes.iter().filter(|node| node.observes()) {
        let (Kind::Builtin(builtin), &[child]) = (node.kind, &node.children[..]) else { continue };
        let child = &model[child];
        let reactive = match child.kind {
            Kind::Builtin(builtin) => builtin.meaning.is_reactive(),
            // Whether a leaf is a tree with a reactive root depends on its type.
            Kind::Unknown | Kind::Leaf(_) => true,
            Kind::Decorator(_) | Kind::Composite(_) => false,
        };
        if !reactive {
            let message = format!("the child of `{}` must be a reactive node, found `{}`", builtin.name, child.name);
            let help = format!("write {}", builtin.example());
            errors.push(codes::CHILD_NOT_REACTIVE.at(child.span, message).help(help));
            mistaken.insert(node.id);
        }
    }
}

/// Reports a `throttle` that would abort the children after it whenever it waits.
fn throttled(model: &Model, errors: &mut Errors) {
    for node in model.nodes.iter().filter(|node| node.kind.is(|builtin| builtin.throttled_last)) {
        let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
        let waiting = before_the_last.iter().map(|&child| model.waits_first(child));
        for throttle in waiting.filter(|waiting| waiting.throttles()) {
            let message = format!(
                "a `{}` in a `{}` must be its last child: while it waits, it would abort later children",
                throttle.name, node.name
            );
            errors.push(codes::THROTTLE_NOT_LAST.at(throttle.span, message).help("write a `pipeline`"));
        }
    }
}

/// Reports a node that does not have one weight or score per child.
fn one_for_each_child(node: &Node, builtin: &Builtin, sound: bool, errors: &mut Errors) {
    let named = builtin.params.iter().filter(|param| param.takes.is_named()).count();
    let (found, children) = (node.args.len() - named, node.children.len());
    if builtin.has_one_for_each_child() && sound && node.complete && children > 0 && found != children {
        let name = builtin.params[0].name;
        let (found, children) = (counted(found, name), counted(children, "child"));
        let message = format!("`{}` takes a {name} for each child, found {found} for {children}", node.name);
        errors.push(codes::WEIGHTS.at(node.span, message));
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
            let message = format!("the threshold {value} is never reached: `{}` has {found}", node.name);
            errors.push(codes::THRESHOLD.at(span, message));
        }
    }
}
