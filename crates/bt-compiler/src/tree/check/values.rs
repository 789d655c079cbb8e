//! Checks bindings: whether there is a value, whether its type can be inferred, whether the number of names is right.

use proc_macro2::Span;

use super::Mistaken;
use crate::codes;
use crate::error::{Errors, Mistake, counted};
use crate::tree::builtin::{Builtin, Children, Passes, Takes};
use crate::tree::model::{Bound, Kind, Model, Node, NodeId, Value};
use crate::tree::source::{Code, Source, key_type};
use crate::tree::types;

/// Reports missing values.
pub fn values(model: &Model, source: &Source, mistaken: &mut Mistaken, errors: &mut Errors) {
    for bound in &model.values {
        let (Some(first), node) = (bound.names.first(), &model[bound.node]) else { continue };
        if bound.refused {
            continue;
        }
        if bound.is_matched() {
            patterns(model, source, bound, mistaken, errors);
        } else if node.binds_item() {
            items(model, source, bound, mistaken, errors);
        } else if is_parallel(node) {
            parallel(model, bound, mistaken, errors);
        } else if let Some(tuple) = bound.tuple {
            let message = format!("`{}` has one value, so it takes one name", node.name);
            let help = match node.kind.builtin().is_some_and(|builtin| builtin.children == Children::Many) {
                true => format!("write `-> {}`; only a `parallel` has a value for each child", first.name),
                false => format!("write `-> {}`", first.name),
            };
            errors.push(codes::NUMBER_OF_NAMES.at(tuple, message).help(help).fix(&first.name));
        } else if let Err(culprit) = has_value(model, bound.node, mistaken) {
            errors.push(no_value(first.span, node, &model[culprit]));
        } else if bound.ty.is_none()
            && !mistaken.contains(&node.id)
            && types::of_node(model, source, bound.node).is_none()
        {
            let message = format!("cannot infer the type of `{}` from `{}`", first.name, node.name);
            let help = format!("write the type: `-> {}: Type`", first.name);
            errors.push(codes::UNKNOWN_TYPE.at(first.span, message).help(help));
        }
    }
    if model.has_value
        && let Err(culprit) = has_value(model, NodeId(0), mistaken)
    {
        let message = format!("this tree has a value, but `{}` has none", model[culprit].title());
        errors.push(codes::NO_VALUE.at(model[culprit].span, message).help(why(&model[NodeId(0)], &model[culprit])));
    }
}

/// Reports keys that consist of only a name in a pattern: the type of a part cannot be inferred.
pub fn keys(model: &Model, source: &Source, mistaken: &Mistaken, errors: &mut Errors) {
    for node in model.nodes.iter().filter(|node| !mistaken.contains(&node.id)) {
        let Kind::Builtin(builtin) = node.kind else { continue };
        let (name, takes) = (builtin.name, builtin.takes(node.args.len()));
        let keys = node.args.iter().zip(takes).filter(|(_, takes)| *takes == Takes::Key);
        for code in keys.filter_map(|(arg, _)| arg.code()) {
            let (Code::Function(key), Some(used)) = (source.get(code), source.uses(code).first()) else { continue };
            let part = used.part.filter(|_| model[used.value].is_matched());
            if key_type(key).is_none() && part.is_some_and(|part| !types::is_whole(model, source, used.value, part)) {
                let message =
                    format!("cannot infer the type of this key from `{}`, which is part of a value", used.name);
                let help = format!("write the type: `{name}(|_| -> Type {{ {}.clone() }})`", used.name);
                errors.push(codes::UNKNOWN_TYPE.at(node.span, message).help(help));
            }
        }
    }
}

fn is_parallel(node: &Node) -> bool {
    node.kind.is(Builtin::gives_each)
}

/// Whether a node has a value; if not, the node below it, or itself, that lacks one.
fn has_value(model: &Model, id: NodeId, mistaken: &Mistaken) -> Result<(), NodeId> {
    let node = &model[id];
    if mistaken.contains(&id) || matches!(node.kind, Kind::Unknown) {
        return Ok(());
    }
    let passing = node.passing().filter(|_| !is_parallel(node)).ok_or(id)?;
    passing.into_iter().try_for_each(|child| has_value(model, child, mistaken))
}

fn no_value(at: Span, node: &Node, culprit: &Node) -> Mistake {
    if node.id == culprit.id && !is_parallel(node) {
        let any = "values come from leaves that find something, and from nodes that pass on the value of a child";
        let help = node.kind.builtin().and_then(|builtin| builtin.how_to_have_value).unwrap_or(any);
        return codes::NO_VALUE.at(at, format!("`{}` has no value to bind", node.title())).help(help);
    }
    let message = format!("`{}` has no value here, since `{}` has none", node.title(), culprit.title());
    codes::NO_VALUE.at(at, message).help(why(node, culprit))
}

/// How the value of a node follows from those of its children.
fn why(node: &Node, culprit: &Node) -> String {
    if is_parallel(culprit) {
        return format!(
            "the values of a `{}` are bound directly at it, one name for each child: `-> (a, b)`",
            culprit.name
        );
    }
    let Kind::Builtin(builtin) = node.kind else { return "give the node a value, or bind another node".to_owned() };
    let name = builtin.name;
    match builtin.passes {
        Passes::Last => format!("the value of a `{name}` is that of its last child"),
        Passes::First => format!("the value of a `{name}` is that of its first child"),
        Passes::Branches => format!("the value of an `{name}` is that of the branch that ran: each needs one"),
        Passes::Children if node.children.len() > 1 => {
            format!("the value of a `{name}` is that of the child that decided: each needs one")
        }
        Passes::Children => format!("the value of a `{name}` is that of its child"),
        Passes::Nothing | Passes::Each | Passes::Own | Passes::Items => {
            "give the node a value, or bind another node".to_owned()
        }
    }
}

/// The names of the values of a `parallel`.
fn parallel(model: &Model, bound: &Bound, mistaken: &Mistaken, errors: &mut Errors) {
    let (node, name) = (&model[bound.node], &model[bound.node].name);
    let Some(tuple) = bound.tuple else {
        let first = &bound.names[0];
        let names: Vec<String> = node.children.iter().map(|&child| model[child].title().to_owned()).collect();
        let help = format!("write one name for each child, `_` for none: `-> ({})`", names.join(", "));
        let message = format!("a `{name}` has a value for each child");
        return errors.push(codes::NUMBER_OF_NAMES.at(first.span, message).help(help));
    };
    if bound.names.len() != node.children.len() && node.complete {
        let message = format!(
            "this `{name}` has {}, but {} here",
            counted(node.children.len(), "child"),
            counted(bound.names.len(), "name")
        );
        let help = "write one name for each child, `_` for none";
        return errors.push(codes::NUMBER_OF_NAMES.at(tuple, message).help(help));
    }
    let all = matches!(node.args.first(), Some(Value::Absent | Value::All) | None)
        || matches!(node.args.first(), Some(Value::Threshold { value, .. }) if *value == node.children.len());
    if !all {
        let message = format!("this `{name}` can succeed before all of its children, so their values may be unset");
        errors.push(codes::MAY_BE_UNSET.at(tuple, message).help("remove `success = ..`, so that all must succeed"));
    }
    for (&child, name) in node.children.iter().zip(&bound.names).filter(|(_, name)| name.name != "_") {
        if let Err(culprit) = has_value(model, child, mistaken) {
            errors.push(no_value(name.span, &model[child], &model[culprit]));
        }
    }
}

/// The item of a `for_each`.
fn items(model: &Model, source: &Source, bound: &Bound, mistaken: &mut Mistaken, errors: &mut Errors) {
    let (first, node) = (&bound.names[0], &model[bound.node]);
    if let Some(tuple) = bound.tuple {
        let message = format!("`{}` has one item at a time, so it takes one name", node.name);
        let help = format!("write `-> {}`", first.name);
        errors.push(codes::NUMBER_OF_NAMES.at(tuple, message).help(help).fix(&first.name));
    } else if !mistaken.contains(&node.id) && types::of_value(model, source, bound).is_none() {
        let message = format!("cannot infer the type of `{}` from this closure", first.name);
        let help = format!("write the type: `|room, i| -> Option<Type> {{ .. }}`, or `-> {}: Type`", first.name);
        errors.push(codes::UNKNOWN_TYPE.at(first.span, message).help(help));
        // A written type that is not an `Option` may be the only mistake.
        if let Some(code) = node.args.first().and_then(|arg| arg.code())
            && matches!(source.get(code), Code::Function(closure) if key_type(closure).is_some())
        {
            mistaken.insert(node.id);
        }
    }
}

/// The names in the patterns of a `switch`.
fn patterns(model: &Model, source: &Source, bound: &Bound, mistaken: &Mistaken, errors: &mut Errors) {
    let node = &model[bound.node];
    if !mistaken.contains(&node.id)
        && let Some(name) = bound.names.iter().find(|name| name.used)
        && types::of_value(model, source, bound).is_none()
    {
        let message = format!("cannot infer the type of `{}` from this `{}`", name.name, node.name);
        let help = format!("write the type that it matches: `{}(|room| -> Type {{ .. }})`", node.name);
        errors.push(codes::UNKNOWN_TYPE.at(name.span, message).help(help));
    }
}
