//! The texts of nodes.

use bt_compiler::tree::keyword::is_reserved;
use proc_macro2::TokenStream;

use crate::edits::{Edits, edited};
use crate::lex::{self, Kind, Token};
use crate::syntax::{self, Node};

/// Prepares the text of one node for a list of children: trims it, and ends a last `//` comment with a line end.
///
/// # Errors
/// If the text is not exactly one whole node.
pub fn one_node(text: &str, parent: &str) -> Result<String, String> {
    let text = text.trim();
    let [node] = &read(text, parent)?[..] else { return Err("this is not one node".to_owned()) };
    let whole = node.whole();
    let is_outside = |token: &&Token| token.start < whole.start || token.end > whole.end;
    if lex::without_trivia(&lex::lex(text)).iter().any(|token| is_outside(&token)) || node.name.is_empty() {
        return Err("this is not one node".to_owned());
    }
    Ok(closed(text))
}

/// The nodes of a text, all of which must be complete.
fn read(text: &str, parent: &str) -> Result<Vec<Node>, String> {
    text.parse::<TokenStream>().map_err(|_| "a delimiter, a string or a comment is not closed".to_owned())?;
    let nodes = syntax::nodes(text, parent);
    fn is_closed(node: &Node) -> bool {
        node.children.as_ref().is_none_or(|children| children.closed) && node.nodes().iter().all(is_closed)
    }
    match nodes.iter().all(is_closed) {
        true => Ok(nodes),
        false => Err("a `<` is not closed".to_owned()),
    }
}

/// The nodes of a text, each with the comments before it.
///
/// # Errors
/// If it is not a list of nodes, separated by commas.
pub fn nodes_of(text: &str, parent: &str) -> Result<Vec<String>, String> {
    let nodes = read(text, parent)?;
    let tokens = lex::lex(text);
    let (mut found, mut from) = (Vec::new(), 0);
    for node in &nodes {
        found.push(closed(text[from..node.range.end].trim()));
        let next = tokens.iter().find(|token| token.start >= node.range.end && !token.is_trivia());
        from = match next {
            Some(comma) if &text[comma.range()] == "," => comma.end,
            Some(_) => return Err("there is no comma between these nodes".to_owned()),
            None => node.range.end,
        };
    }
    Ok(found)
}

/// The text without the common indentation of all lines but the first.
pub fn flush(text: &str) -> String {
    let tokens = lex::lex(text);
    let lines = tokens.iter().filter(|token| token.kind == Kind::Space).filter_map(|token| {
        let last = text[token.range()].rfind('\n')?;
        (token.end < text.len()).then_some(&text[token.start + last + 1..token.end])
    });
    let least = lines.min_by_key(|indent| indent.len()).unwrap_or("");
    indented(text, least, "", "\n")
}

/// The text, with a line end if a comment at its end would swallow whatever follows.
pub fn closed(text: &str) -> String {
    let is_comment = |token: &Token| matches!(token.kind, Kind::Comment | Kind::Doc);
    let ends_open = lex::lex(text).last().is_some_and(|last| is_comment(last) && text[last.start..].starts_with("//"));
    if ends_open { format!("{text}\n") } else { text.to_owned() }
}

/// The text of one argument.
///
/// # Errors
/// If it is not exactly one argument.
pub fn one_argument(text: &str) -> Result<String, String> {
    let text = text.trim();
    let [node] = &read(&format!("f({text}\n)"), "")?[..] else { return Err("this is not one argument".to_owned()) };
    let count = node.args.as_ref().map_or(0, |args| args.values.len());
    match count {
        1 => Ok(closed(text)),
        _ => Err("this is not one argument".to_owned()),
    }
}

/// Whether the text is a valid name.
pub fn is_name(text: &str) -> bool {
    matches!(lex::lex(text)[..], [token] if token.kind == Kind::Word) && text != "on" && !is_reserved(text)
}

/// The byte after a label's colon and the spaces that follow. Comments stay.
pub fn after_label(text: &str, end: usize) -> usize {
    let after = text[end..].find(':').map_or(end, |colon| end + colon + 1);
    text.len() - text[after..].trim_start_matches([' ', '\t']).len()
}

/// A node and its descendants without certain labels: a tree may have each label only once.
pub fn without_labels(text: &str, parent: &str, without: &dyn Fn(&str) -> bool) -> String {
    let nodes = syntax::nodes(text, parent);
    let (mut left, mut edits): (Vec<&Node>, Edits) = (nodes.iter().collect(), Vec::new());
    while let Some(node) = left.pop() {
        left.extend(node.nodes());
        if let Some(label) = node.label.as_ref().filter(|label| without(&text[(*label).clone()])) {
            edits.push((label.start..after_label(text, label.end), String::new()));
        }
    }
    edited(text, &(0..text.len()), &edits)
}

/// The text with line ends of this kind.
pub fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}

/// Indents all lines but the first differently. Lines that begin inside a string or a comment stay.
pub fn indented(text: &str, from: &str, to: &str, line_end: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut edits = Vec::new();
    for token in lex::lex(&text).iter().filter(|token| token.kind == Kind::Space) {
        let Some(last) = text[token.range()].rfind('\n') else { continue };
        let start = token.start + last + 1;
        let old = if text[start..token.end].starts_with(from) { from.len() } else { 0 };
        edits.push((start..start + old, to.to_owned()));
    }
    with_line_ends(&edited(&text, &(0..text.len()), &edits), line_end)
}
