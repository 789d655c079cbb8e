//! What a viewer sees of a node.

use bt_compiler::tree::nodes;
use bt_text::change::kinds::{WRAPPERS, alike};
use bt_view::edit::{Argument, ArgumentKind, Place, Refused, Shown};

use super::files::File;

/// What is at a place.
pub fn node(file: &File, place: Place) -> Result<Shown, Refused> {
    let text = &file.text;
    let path = text.path(place.at).ok_or("this node is not in the file any more")?;
    let (tree, node) = (&text.trees()[place.at.tree], path[path.len() - 1]);
    let (name, slice) = (text.slice(&node.name), |range: &_| text.slice(range).to_owned());
    let builtin = nodes::find(name);
    let args = node.args.iter().flat_map(|args| args.values.iter().map(move |value| (args, value)));
    let args = args.enumerate().map(|(index, (args, value))| {
        let named = args.names.iter().rfind(|name| {
            name.start < value.start
                && !args.values.iter().any(|other| name.end <= other.start && other.end <= value.start)
        });
        let param = builtin.and_then(|builtin| builtin.params.get(index).or(builtin.params.last()));
        let name = named.map(|name| text.slice(name)).or(param.map(|param| param.name));
        let written = text.slice(value);
        Argument { name: name.unwrap_or_default().to_owned(), text: written.to_owned(), kind: kind(written) }
    });
    Ok(Shown {
        state: file.state.clone(),
        tree: text.name(tree).unwrap_or_default().to_owned(),
        line: text.text()[..node.name.start].matches('\n').count() + 1,
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
        docs: builtin.map_or("", |builtin| builtin.does).to_owned(),
    })
}

/// How an argument is edited, by what is written.
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
