//! What a viewer sees of a node.

use bt::__private::live::{LiteralType, literal_types};
use bt_compiler::tree::nodes;
use bt_text::Text;
use bt_text::change::kinds::{WRAPPERS, alike};
use bt_text::lex;
use bt_view::edit::{Argument, ArgumentKind, Place, Refused, Shown};

/// What is at a place.
pub fn node(text: &Text, state: &str, place: Place) -> Result<Shown, Refused> {
    let path = text.path(place.at).ok_or("this node is not in the file any more")?;
    let (tree, node) = (&text.trees()[place.at.tree], path[path.len() - 1]);
    let (name, slice) = (text.slice(&node.name), |range: &_| text.slice(range).to_owned());
    let builtin = nodes::find(name);
    let params = if builtin.is_none() { params(text, name) } else { Vec::new() };
    let args = node.args.iter().flat_map(|args| args.values.iter().map(move |value| (args, value)));
    let args = args.enumerate().map(|(index, (args, value))| {
        let named = args.names.iter().rfind(|name| {
            name.start < value.start
                && !args.values.iter().any(|other| name.end <= other.start && other.end <= value.start)
        });
        let param = builtin.and_then(|builtin| builtin.params.get(index).or(builtin.params.last()));
        let name = named.map(|name| text.slice(name)).or(param.map(|param| param.name)).or(params.get(index).copied());
        let written = text.slice(value);
        let (name, choices) = (name.unwrap_or_default().to_owned(), choices(written));
        Argument { name, text: written.to_owned(), kind: kind(written), choices }
    });
    Ok(Shown {
        state: state.to_owned(),
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

/// The names of the arguments of a leaf, if it is a function of the file: without the context and the time.
fn params<'t>(text: &'t Text, leaf: &str) -> Vec<&'t str> {
    let code = lex::significant(text.tokens());
    let word = |at: usize| code.get(at).map_or("", |token| text.slice(&token.range()));
    let leaf = leaf.rsplit("::").next().unwrap_or(leaf);
    let is_function = |at: &usize| word(*at) == "fn" && word(at + 1) == leaf && word(at + 2) == "(";
    let Some(open) = (0..code.len()).find(is_function).map(|at| at + 2) else { return Vec::new() };
    let (mut found, mut depth, mut is_time) = (Vec::new(), 0_usize, false);
    for at in open..code.len() {
        match word(at) {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            ":" if depth == 1 && word(at + 1) != ":" && word(at - 1) != ":" => {
                found.push(word(at - 1));
                is_time = false;
            }
            "Span" if !is_time => {
                is_time = true;
                found.pop();
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found.into_iter().skip(1).collect()
}

/// What else can be written in place of a variant of an enum that derives `Literal`.
fn choices(text: &str) -> Vec<String> {
    let Some((path, variant)) = text.rsplit_once("::").map(|(path, variant)| (path.trim(), variant.trim())) else {
        return Vec::new();
    };
    let last = |path: &str| path.rsplit("::").next().unwrap_or(path).trim().to_owned();
    let is_meant = |known: &&LiteralType| last((known.type_name)()) == last(path) && known.variants.contains(&variant);
    let known = literal_types().find(is_meant);
    known.map_or_else(Vec::new, |known| known.variants.iter().map(|variant| format!("{path}::{variant}")).collect())
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
    use bt_text::Text;

    use super::{ArgumentKind, kind, params};

    #[test]
    fn arguments_have_the_names_of_the_function() {
        let text =
            "fn a(x: &mut u32) {} fn go(npc: &mut Npc<'_, (u8, u8)>, to: [f32; 2], span: &mut bt::Span, fast: bool) {}";
        let text = Text::new(text, false);
        assert_eq!(params(&text, "a"), [""; 0]);
        assert_eq!(params(&text, "crate::go"), ["to", "fast"]);
        assert_eq!(params(&text, "no"), [""; 0]);
    }

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
