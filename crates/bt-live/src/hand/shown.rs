//! What a viewer sees of a node.

use bt::__private::live::{LiteralType, literal_types};
use bt_compiler::tree::case::last_name;
use bt_compiler::tree::nodes;
use bt_text::Text;
use bt_text::change::kinds::{WRAPPERS, alike};
use bt_view::edit::{Argument, ArgumentKind, Place, Refused, Shown};

use super::declared::{self, line};

/// The node at a place.
pub fn node(text: &Text, state: &str, place: Place) -> Result<Shown, Refused> {
    let path = text.path(place.at).ok_or("this node is not in the file any more")?;
    let (tree, node) = (&text.trees()[place.at.tree], path[path.len() - 1]);
    let (name, slice) = (text.slice(&node.name), |range: &_| text.slice(range).to_owned());
    let builtin = nodes::find(name);
    let declared = if builtin.is_none() { declared::leaf(text, name) } else { None };
    let params = declared.as_ref().map_or(&[][..], |declared| &declared.params);
    let args = node.args.iter().flat_map(|args| args.values.iter().map(move |value| (args, value)));
    let args = args.enumerate().map(|(index, (args, value))| {
        let named = args.names.iter().rfind(|name| {
            name.start < value.start
                && !args.values.iter().any(|other| name.end <= other.start && other.end <= value.start)
        });
        let param = builtin.and_then(|builtin| builtin.params.get(index).or(builtin.params.last()));
        let name = named
            .map(|name| text.slice(name))
            .or(param.map(|param| param.name))
            .or(params.get(index).map(|(name, _)| *name));
        let written = text.slice(value);
        let (name, choices) = (name.unwrap_or_default().to_owned(), choices(written));
        Argument { name, text: written.to_owned(), kind: kind(written), choices }
    });
    Ok(Shown {
        state: state.to_owned(),
        tree: text.name(tree).unwrap_or_default().to_owned(),
        line: line(text, node.name.start),
        text: slice(&node.whole()),
        label: node.label.as_ref().map(slice).unwrap_or_default(),
        name: name.to_owned(),
        args: args.collect(),
        children: node.nodes().len(),
        kinds: alike(name).into_iter().map(str::to_owned).collect(),
        wrappers: WRAPPERS
            .iter()
            .filter(|wrapper| !wrapper.contains('|'))
            .map(|wrapper| (*wrapper).to_owned())
            .collect(),
        docs: builtin
            .map_or(declared.map(|declared| declared.docs), |builtin| Some(builtin.does.to_owned()))
            .unwrap_or_default(),
    })
}

/// The alternatives to a variant of an enum that derives `Literal`.
fn choices(text: &str) -> Vec<String> {
    let Some((path, variant)) = text.rsplit_once("::").map(|(path, variant)| (path.trim(), variant.trim())) else {
        return Vec::new();
    };
    let is_meant =
        |known: &&LiteralType| last_name((known.type_name)()) == last_name(path) && known.variants.contains(&variant);
    let known = literal_types().find(is_meant);
    known.map_or_else(Vec::new, |known| known.variants.iter().map(|variant| format!("{path}::{variant}")).collect())
}

/// How an argument is edited, judging by its text.
fn kind(text: &str) -> ArgumentKind {
    let number = text.strip_prefix('-').unwrap_or(text).trim_start().replace('_', "");
    match text {
        "true" | "false" => ArgumentKind::Bool,
        _ if !number.starts_with(|first: char| first.is_ascii_digit()) => ArgumentKind::Text,
        _ if number.bytes().all(|byte| byte.is_ascii_digit()) => ArgumentKind::Integer,
        _ if number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => ArgumentKind::Float,
        _ => ArgumentKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::{ArgumentKind, kind};

    #[test]
    fn arguments_are_edited_by_what_is_written() {
        for (text, expected) in [
            ("1", ArgumentKind::Integer),
            ("-1_000", ArgumentKind::Integer),
            ("2.5", ArgumentKind::Float),
            ("- 2.", ArgumentKind::Float),
            ("true", ArgumentKind::Bool),
            ("1u8", ArgumentKind::Text),
            ("1 + 1", ArgumentKind::Text),
            ("pace", ArgumentKind::Text),
            ("\"1\"", ArgumentKind::Text),
            ("-x", ArgumentKind::Text),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
