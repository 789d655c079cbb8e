//! What the text of a tree reveals about the types of values.

use bt_compiler::tree::case::{camel_case, last_name, snake_case};
use bt_compiler::tree::nodes::{self, Passes};

use super::part::Part;
use crate::syntax::Node;
use crate::text::Text;

/// The value that a node must have.
pub enum Value {
    /// Nobody uses the value.
    None,
    /// A value of this type.
    Type(String),
    /// The type is not known.
    Unknown,
}

/// The type of the value that a node binds.
pub fn of(text: &Text, node: &Node) -> Option<String> {
    if let Some(ty) = node.binding.as_ref().and_then(|binding| binding.ty.as_ref()) {
        return Some(text.slice(ty).to_owned());
    }
    let name = text.slice(&node.name);
    match nodes::find(name) {
        Some(_) => of_closure(text, node),
        // The type of a leaf's value follows from a trait.
        None if node.children.is_none() && node.binding.as_ref().is_none_or(|binding| binding.names.len() == 1) => {
            Some(format!("<{} as bt::Produces>::Value", type_of(name)))
        }
        None => None,
    }
}

/// `doors::find::<Door>` -> `doors::Find::<Door>`
fn type_of(path: &str) -> String {
    let last = last_name(path);
    let start = path[..path.find('<').unwrap_or(path.len())].rfind(last).unwrap_or(0);
    let is_type = snake_case(last) != last;
    let own = if is_type { last.to_owned() } else { camel_case(last) };
    format!("{}{own}{}", &path[..start], &path[start + last.len()..])
}

/// The `T` of a closure with `-> Option<T>`.
fn of_closure(text: &Text, node: &Node) -> Option<String> {
    let args = text.slice(&node.args.as_ref()?.inner);
    let (_, result) = args.split_once("-> Option<")?;
    let mut depth = 1_usize;
    let end = result.char_indices().find(|&(at, letter)| {
        match letter {
            '<' => depth += 1,
            '>' if !result[..at].ends_with('-') => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map(|(end, _)| result[..end].to_owned())
}

/// The value and the error in `Option<T>`, `Result<E>` or `Result<Option<T>, E>`.
pub fn parts(result: Option<&str>) -> (Option<String>, Option<String>) {
    let inner = |text: &str, name: &str| {
        let text = text.trim().strip_prefix(name)?.trim_start().strip_prefix('<')?;
        Some(text.trim_end().strip_suffix('>')?.trim().to_owned())
    };
    let Some(result) = result else { return (None, None) };
    if let Some(value) = inner(result, "Option") {
        return (Some(value), None);
    }
    let Some(both) = inner(result, "Result") else { return (None, None) };
    let mut depth = 0_usize;
    let comma = both.char_indices().find(|(_, letter)| {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *letter == ','
    });
    match comma {
        Some((at, _)) => (inner(&both[..at], "Option"), Some(both[at + 1..].trim().trim_end_matches(',').to_owned())),
        None => (None, Some(both)),
    }
}

/// The value that a node must have, if the value of the tree has this type.
pub fn needed(part: &Part<'_>, of_tree: Option<String>) -> Value {
    let text = part.text;
    let mut needed = of_tree.map_or(Value::None, Value::Type);
    for (depth, node) in part.path.iter().enumerate() {
        let builtin = nodes::find(text.slice(&node.name));
        let binds = node.binding.as_ref().filter(|_| builtin.is_none_or(|builtin| !builtin.binds_item()));
        if binds.is_some() {
            needed = of(text, node).map_or(Value::Unknown, Value::Type);
        }
        let Some(child) = part.path.get(depth + 1) else { break };
        let index = node.index_of(child).unwrap_or(0);
        let passes = match builtin.map_or(Passes::Children, |builtin| builtin.passes) {
            Passes::Nothing | Passes::Own | Passes::Items => false,
            Passes::Children => true,
            Passes::First => index == 0,
            Passes::Last => index + 1 == node.nodes().len(),
            Passes::Branches => index > 0,
            Passes::Each => {
                // Each child has its own name in the binding.
                let is_named =
                    binds.and_then(|binding| binding.names.get(index)).is_some_and(|name| text.slice(name) != "_");
                needed = if is_named { Value::Unknown } else { Value::None };
                true
            }
        };
        if !passes {
            needed = Value::None;
        }
    }
    match needed {
        // A leaf determines the type of its value.
        Value::Unknown if nodes::find(text.slice(&part.node.name)).is_none() => {
            of(text, part.node).map_or(Value::Unknown, Value::Type)
        }
        needed => needed,
    }
}

/// The reason why a value cannot become a parameter.
pub fn unknown(name: &str) -> String {
    format!("the type of `{name}` is not known: write `-> {name}: Type` where it is bound")
}
