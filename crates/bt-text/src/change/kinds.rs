//! What a node can be wrapped in, and what it can become.

use bt_compiler::tree::builtin::{Children, Takes};
use bt_compiler::tree::nodes;

/// The nodes that need no further code to wrap another one.
pub const WRAPPERS: [&str; 16] = [
    "sequence",
    "selector",
    "reactive_sequence",
    "reactive_selector",
    "parallel",
    "inverter",
    "force_success",
    "force_failure",
    "guard(|_| true)",
    "timeout(1.0)",
    "delay(1.0)",
    "cooldown(1.0)",
    "retry(3)",
    "repeat(3)",
    "forever",
    "run_once",
];

/// A built-in node as one would first write it: `retry(3)`, `wait(1.0)`. Its code is as simple as possible.
///
/// ```
/// use bt_text::change::kinds::sample;
///
/// assert_eq!(sample("retry").as_deref(), Some("retry(3)"));
/// assert_eq!(sample("wait_between").as_deref(), Some("wait_between(1.0, 2.0)"));
/// assert_eq!(sample("sequence").as_deref(), Some("sequence"));
/// assert_eq!(sample("walk"), None);
/// ```
pub fn sample(name: &str) -> Option<String> {
    let builtin = nodes::find(name)?;
    let mut times = ["1.0", "2.0"].into_iter().cycle();
    let args: Vec<&str> = builtin
        .params
        .iter()
        .filter_map(|param| match param.takes {
            Takes::Count => Some("3"),
            Takes::Time => times.next(),
            Takes::Probability => Some("0.5"),
            Takes::Weight | Takes::Score => Some("1"),
            Takes::Function | Takes::FirstChild => Some("|_| true"),
            Takes::Effect | Takes::Action => Some("|_| ()"),
            Takes::Value => Some("1"),
            Takes::Choice | Takes::Key => Some("|_| -> u32 { 0 }"),
            Takes::Items => Some("|_, i| -> Option<usize> { (i < 3).then_some(i) }"),
            Takes::Threshold | Takes::Optional | Takes::NamedNumber | Takes::NamedValue => None,
        })
        .collect();
    Some(if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) })
}

/// The built-in nodes that take as many children as this one, so it can become one of them.
pub fn alike(name: &str) -> Vec<&'static str> {
    let Some(own) = nodes::find(name) else { return Vec::new() };
    let others = nodes::all().filter(|other| other.name != name && fits(own.children, other.children));
    others.map(|other| other.name).collect()
}

/// Whether the children of one node fit the other.
fn fits(own: Children, other: Children) -> bool {
    let many = |children| matches!(children, Children::Many | Children::Roles { .. });
    own == other || many(own) && many(other)
}

/// The text of a node that is renamed. It keeps its arguments if the new node takes the same ones.
pub(super) fn renamed(old: &str, args: &str, new: &str) -> Option<String> {
    let takes = |name: &str| -> Option<Vec<Takes>> {
        Some(nodes::find(name)?.params.iter().map(|param| param.takes).collect())
    };
    match takes(old) == Some(takes(new)?) {
        true => Some(format!("{new}{args}")),
        false => sample(new),
    }
}
