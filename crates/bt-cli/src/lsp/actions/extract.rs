//! Makes a tree of its own of a node.

use bt_compiler::tree::builtin::Builtin;
use bt_compiler::tree::case::{camel_case, snake_case};
use bt_compiler::tree::nodes;
use bt_text::change::split;
use bt_text::judge;
use gen_lsp_types::CodeActionKind;

use super::value::{self, Value};
use super::{Change, Offer, Place};
use crate::lex::Kind;
use crate::lsp::scope::{self, Declared};
use crate::syntax::{Bytes, Header, Node};

/// The node as a tree, or why it cannot be one. `None` where it makes no sense.
pub fn offer(place: &Place) -> Option<Offer> {
    let header = place.tree.header.as_ref()?;
    let (context, _) = header.context.as_ref().zip(header.name.as_ref())?;
    // The whole tree is one already.
    if place.path.len() < 2 {
        return None;
    }
    let title = "Extract into a tree".to_owned();
    match extract(place, header, context) {
        Ok((edits, new_tree)) => {
            let mistake = judge::new_mistake(&place.document.text, place.tree, &edits);
            let mistake = mistake.or_else(|| judge::messages(&new_tree).unwrap_or_default().into_iter().next());
            Some(match mistake {
                None => Offer::Change(Change {
                    title,
                    kind: CodeActionKind::RefactorExtract,
                    edits,
                    new_tree: Some(new_tree),
                }),
                Some(why) => Offer::Refused { title, why },
            })
        }
        Err(why) => Some(Offer::Refused { title, why }),
    }
}

type Edits = Vec<(Bytes, String)>;

fn extract(place: &Place, header: &Header, context: &Bytes) -> Result<(Edits, String), String> {
    let document = place.document;
    let params = params(place)?;
    let name = name(place);
    let types = types(place, header)?;
    let (_, binding) = split(&place.document.text, place.node);
    let label = place.node.label.as_ref().map(|label| format!("{}: ", document.slice(label))).unwrap_or_default();
    let args: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let call = format!("{label}{}{args}{binding}", snake_case(&name));

    let fields: Vec<String> = params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
    // The type of a leaf may be private, and must not be in a public header then.
    let names_leaf = fields.contains("Produces>") || types.contains("Produces>");
    let visibility = match document.slice(&header.visibility) {
        visibility if names_leaf || visibility.is_empty() => String::new(),
        visibility => format!("{visibility} "),
    };
    let attributes = attributes(place, header);
    let body = body(place);
    let context = document.slice(context);
    let tree = format!("{attributes}{visibility}{name}({context}){fields}{types} = {body}");
    Ok((vec![(place.node.range.clone(), call)], tree))
}

/// The node without its label and its binding.
fn body(place: &Place) -> String {
    let (node, _) = split(&place.document.text, place.node);
    let label = place.node.name.start - place.node.range.start;
    node[label..].to_owned()
}

/// The names from outside that code of the node uses, with their types.
fn params(place: &Place) -> Result<Vec<(String, String)>, String> {
    let document = place.document;
    let mut nodes = vec![place.node];
    let mut all = Vec::new();
    while let Some(node) = nodes.pop() {
        nodes.extend(node.nodes());
        all.push(node);
    }
    let mut found = Vec::new();
    for visible in scope::visible(document, place.tree, &place.path) {
        let is_own = matches!(visible.by, Declared::Bound { node, .. } if std::ptr::eq(node, place.node));
        let name = document.slice(&visible.range);
        // The condition before a node stays outside.
        let code = all.iter().flat_map(|node| node.code().filter(|code| code.start >= place.node.range.start));
        let is_used = code.filter_map(|code| scope::uses(document, &code, name)).any(|uses| !uses.is_empty());
        if !is_used || is_own {
            continue;
        }
        let ty = match visible.by {
            Declared::Param(param) => document.slice(&param.ty).to_owned(),
            Declared::Bound { node, within } => {
                let changes = |above: &Builtin| above.later_children_see() && above.restarts();
                if nodes::find(document.slice(&within.name)).is_some_and(changes) {
                    return Err(format!("`{name}` can change while this node is active"));
                }
                value::of(document, node).ok_or_else(|| value::unknown(name))?
            }
        };
        found.push((name.to_owned(), ty));
    }
    Ok(found)
}

/// ` on M -> Result<Option<T>, E>`
fn types(place: &Place, header: &Header) -> Result<String, String> {
    let document = place.document;
    let result = header.types.iter().find(|ty| !ty.is_message).map(|ty| document.slice(&ty.range));
    let (value, error) = value::parts(result);
    let needed = match value::needed(place, value) {
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
    let messages: String = messages.map(|ty| format!(" on {}", document.slice(&ty.range))).collect();
    Ok(messages + &answer)
}

/// The attributes of the tree, without its documentation.
fn attributes(place: &Place, header: &Header) -> String {
    let mut text = place.document.slice(&header.attributes).to_owned();
    let docs = crate::lex::lex(&text);
    for doc in docs.iter().rev().filter(|token| matches!(token.kind, Kind::Doc | Kind::Comment)) {
        text.replace_range(doc.range(), "");
    }
    match text.trim() {
        "" => String::new(),
        text => format!("{text} "),
    }
}

/// A name that the file does not have: that of the label, or `Part`.
fn name(place: &Place) -> String {
    let document = place.document;
    let label = place.node.label.as_ref().map(|label| camel_case(document.slice(label)));
    let base = label.filter(|name| syn::parse_str::<syn::Ident>(name).is_ok()).unwrap_or_else(|| "Part".to_owned());
    let is_free = |name: &String| {
        let snake = snake_case(name);
        let is_label = |node: &&Node| node.label.as_ref().is_some_and(|label| document.slice(label) == snake);
        let labels = document.trees().iter().flat_map(crate::syntax::Tree::nodes).filter(is_label).count();
        let word = |wanted: &str| {
            let is = |token: &&crate::lex::Token| token.kind == Kind::Word && document.slice(&token.range()) == wanted;
            document.tokens().iter().filter(is).count()
        };
        // As a label it is not a node.
        word(name) == 0 && word(&snake) == labels && nodes::find(&snake).is_none() && camel_case(&snake) == *name
    };
    let numbered = (2..).map(|number| format!("{base}{number}"));
    std::iter::once(base.clone()).chain(numbered).find(is_free).unwrap_or(base)
}
