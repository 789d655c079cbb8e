//! Turns a node into a tree of its own.

use bt_compiler::tree::case::{camel_case, snake_case};
use bt_compiler::tree::nodes::{self, Builtin};

use super::list::{STEP, indent_at};
use super::part::Part;
use super::place::split;
use super::value::{self, Value};
use super::written::{indented, is_name};
use super::{Changed, fit};
use crate::edits::{Edits, moved};
use crate::lex::{Kind, Token, lex};
use crate::scope::{self, Declared};
use crate::syntax::{Header, Node, Tree};
use crate::text::{At, Text};

/// A node that has become a tree of its own: the result of [`extract`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extracted {
    /// The replacement for the node: the new tree, used as a leaf.
    pub edits: Edits,
    /// The new tree, from its attributes to its last node, not formatted yet.
    pub tree: String,
}

/// Turns a node into a tree of its own, for a caller that decides where the new tree goes. [`Change::Extract`] puts it
/// after the old tree.
///
/// [`Change::Extract`]: super::Change::Extract
///
/// # Errors
///
/// If the node is the root, the tree around it has no name, or the node uses or gives a value whose type the text does
/// not reveal: the reason, in one sentence.
pub fn extract(text: &Text, at: At) -> Result<Extracted, String> {
    let Some((tree, path)) = text.trees().get(at.tree).zip(text.path(at)) else {
        return Err("this node is not in the file".to_owned());
    };
    let [.., _, node] = path[..] else { return Err("this is already a tree of its own".to_owned()) };
    let Some(header) = &tree.header else { return Err("the tree around it has no name".to_owned()) };
    let Some((context, _)) = header.context.as_ref().zip(header.name.as_ref()) else {
        return Err("the tree around it has no name".to_owned());
    };
    let part = Part { text, tree, path, node };
    let params = params(&part)?;
    let name = name(&part);
    let types = types(&part, header)?;
    let (_, binding) = split(text.text(), node);
    let label = node.label.as_ref().map(|label| format!("{}: ", text.slice(label))).unwrap_or_default();
    let args: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let call = format!("{label}{}{args}{binding}", snake_case(&name));

    let fields: Vec<String> = params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
    // A leaf's type may be private, and then must not be in a public header.
    let names_leaf = fields.contains("Produces>") || types.contains("Produces>");
    let visibility = match text.slice(&header.visibility) {
        visibility if names_leaf || visibility.is_empty() => String::new(),
        visibility => format!("{visibility} "),
    };
    let attributes = attributes(&part, header);
    let body = body(&part);
    let context = text.slice(context);
    let tree = format!("{attributes}{visibility}{name}({context}){fields}{types} = {body}");
    Ok(Extracted { edits: vec![(node.range.clone(), call)], tree })
}

/// The text with the node as a tree of its own, which follows the tree that contained it.
pub fn change(text: &Text, at: At) -> Result<Changed, String> {
    let Extracted { mut edits, tree } = extract(text, at)?;
    let (all, line_end) = (text.text(), text.line_end());
    let around = &text.trees()[at.tree];
    let node = edits[0].0.start;
    let (end, before) = (text.end_of(around), format!("{line_end}{line_end}"));
    if text.holds_trees_alone() {
        let tree = indented(&tree, indent_at(all, node), "", line_end);
        edits.push((end..end, format!("{before}{tree}")));
    } else {
        let outer = indent_at(all, around.call.start);
        let inner = format!("{outer}{STEP}");
        let one_line = format!("{outer}bt! {{ {tree} }}");
        let written = match tree.contains('\n') || one_line.chars().count() > fit::WIDEST {
            true => {
                let tree = indented(&tree, indent_at(all, node), &inner, line_end);
                format!("{outer}bt! {{{line_end}{inner}{tree}{line_end}{outer}}}")
            }
            false => one_line,
        };
        edits.push((end..end, format!("{before}{written}")));
    }
    let new = text.edited(&edits);
    let call = new.path(at).and_then(|path| path.last().map(|node| node.range.clone()));
    let call = call.ok_or("the tree could not be read after the change")?;
    let (new, start) = fit::fitted(new, at.tree, call, moved(end, &edits[..1]));
    let Some(number) = new.trees().iter().position(|tree| tree.range.start >= start) else {
        return Err("the new tree could not be read".to_owned());
    };
    let range = new.trees()[number].range.clone();
    let (new, _) = fit::fitted(new, number, range, 0);
    Ok(Changed { text: new.text().to_owned(), at })
}

/// The node without label and binding.
fn body(part: &Part<'_>) -> String {
    let (node, _) = split(part.text.text(), part.node);
    let label = part.node.name.start - part.node.range.start;
    node[label..].to_owned()
}

/// The names that the node's code uses from outside, with their types.
fn params(part: &Part<'_>) -> Result<Vec<(String, String)>, String> {
    let text = part.text;
    let mut nodes = vec![part.node];
    let mut all = Vec::new();
    while let Some(node) = nodes.pop() {
        nodes.extend(node.nodes());
        all.push(node);
    }
    let mut found = Vec::new();
    for visible in scope::visible(text, part.tree, &part.path) {
        let is_own = matches!(visible.by, Declared::Bound { node, .. } if std::ptr::eq(node, part.node));
        let name = text.slice(&visible.range);
        // The condition before the node stays in the old tree.
        let code = all.iter().flat_map(|node| node.code().filter(|code| code.start >= part.node.range.start));
        let is_used = code.filter_map(|code| scope::uses(text, &code, name)).any(|uses| !uses.is_empty());
        if !is_used || is_own {
            continue;
        }
        let ty = match visible.by {
            Declared::Param(param) => text.slice(&param.ty).to_owned(),
            Declared::Bound { node, within } => {
                let changes = |above: &Builtin| above.later_children_see() && above.meaning.restarts();
                if nodes::find(text.slice(&within.name)).is_some_and(changes) {
                    return Err(format!("`{name}` can change while this node is active"));
                }
                value::of(text, node).ok_or_else(|| value::unknown(name))?
            }
        };
        found.push((name.to_owned(), ty));
    }
    Ok(found)
}

/// ` on M -> Result<Option<T>, E>`
fn types(part: &Part<'_>, header: &Header) -> Result<String, String> {
    let text = part.text;
    let result = header.types.iter().find(|ty| !ty.is_message).map(|ty| text.slice(&ty.range));
    let (value, error) = value::parts(result);
    let needed = match value::needed(part, value) {
        Value::None => None,
        Value::Type(ty) => Some(ty),
        Value::Unknown => return Err("the type of its value is not known: write it, `-> name: Type`".to_owned()),
    };
    let answer = match (needed, error) {
        (None, None) => String::new(),
        (Some(value), None) => format!(" -> Option<{value}>"),
        (None, Some(error)) => format!(" -> Result<{error}>"),
        (Some(value), Some(error)) => format!(" -> Result<Option<{value}>, {error}>"),
    };
    let messages = header.types.iter().filter(|ty| ty.is_message);
    let messages: String = messages.map(|ty| format!(" on {}", text.slice(&ty.range))).collect();
    Ok(messages + &answer)
}

/// The attributes of the tree, without docs.
fn attributes(part: &Part<'_>, header: &Header) -> String {
    let mut text = part.text.slice(&header.attributes).to_owned();
    for doc in lex(&text).iter().rev().filter(|token| matches!(token.kind, Kind::Doc | Kind::Comment)) {
        text.replace_range(doc.range(), "");
    }
    match text.trim() {
        "" => String::new(),
        text => format!("{text} "),
    }
}

/// A name that is free in the file: that of the label, or `Part`.
fn name(part: &Part<'_>) -> String {
    let text = part.text;
    let label = part.node.label.as_ref().map(|label| camel_case(text.slice(label)));
    let base = label.filter(|name| is_name(name)).unwrap_or_else(|| "Part".to_owned());
    let is_free = |name: &String| {
        let snake = snake_case(name);
        let is_label = |node: &&Node| node.label.as_ref().is_some_and(|label| text.slice(label) == snake);
        let labels = text.trees().iter().flat_map(Tree::nodes).filter(is_label).count();
        let word = |wanted: &str| {
            let is = |token: &&Token| token.kind == Kind::Word && text.slice(&token.range()) == wanted;
            text.tokens().iter().filter(is).count()
        };
        // A label does not count as a node.
        word(name) == 0 && word(&snake) == labels && nodes::find(&snake).is_none() && camel_case(&snake) == *name
    };
    let numbered = (2..).map(|number| format!("{base}{number}"));
    std::iter::once(base.clone()).chain(numbered).find(is_free).unwrap_or(base)
}
