//! Finds the `bt!` blocks in a Rust file, even if delimiters do not match.

use std::ops::Range;

use bt_compiler::tree::QUOTING_MACROS;

use super::{Delimiters, Kind, Token};

/// A `bt! { .. }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// From `bt` to the closing delimiter, or as far as the text can belong to the block.
    pub call: Range<usize>,
    /// What is between the delimiters.
    pub content: Range<usize>,
}

/// The `bt!` blocks among the significant tokens of a file, outer blocks first.
pub fn blocks(text: &str, tokens: &[Token]) -> Vec<Block> {
    let delimiters = Delimiters::of(text, tokens);
    let is = |at: usize, kind, word: &str| {
        tokens.get(at).is_some_and(|token: &Token| token.kind == kind && &text[token.range()] == word)
    };
    let opens = |at: usize| tokens.get(at).is_some_and(|token: &Token| token.kind == Kind::Open);
    let is_word = |at: usize| tokens.get(at).is_some_and(|token: &Token| token.kind == Kind::Word);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !(is_word(at) && is(at + 1, Kind::Mark, "!")) {
            at += 1;
            continue;
        }
        let name = &text[tokens[at].range()];
        let body = if name == "macro_rules" { at + 3 } else { at + 2 };
        if !opens(body) {
            at += 1;
        } else if name == "macro_rules" || QUOTING_MACROS.contains(&name) {
            at = delimiters.close(body).unwrap_or(body) + 1;
        } else {
            if name == "bt" {
                found.push(block(text, tokens, &delimiters, at));
            }
            at = body + 1;
        }
    }
    found
}

/// The block with its name at this index.
fn block(text: &str, tokens: &[Token], delimiters: &Delimiters, name: usize) -> Block {
    let open = tokens[name + 2];
    let start = tokens[name].start;
    let matched = delimiters.close(name + 2).map(|close| tokens[close].range());
    let close = match matched {
        Some(close) if delimiters.balanced || !text[start..close.start].contains('\n') => Some(close),
        // A block with a missing brace would take a brace of the surrounding code.
        _ => closing_line(text, tokens, name).or(matched),
    };
    match close {
        Some(close) => Block { call: start..close.end, content: open.end..close.start },
        None => {
            let end = next_item(text, tokens, name);
            Block { call: start..end, content: open.end..end }
        }
    }
}

/// The first closing delimiter that begins a line and has the indentation of the block's first line.
fn closing_line(text: &str, tokens: &[Token], name: usize) -> Option<Range<usize>> {
    let wanted = indentation(text, tokens[name].start).0;
    let end = next_item(text, tokens, name);
    let close = tokens[name + 3..].iter().take_while(|token| token.start < end).find(|token| {
        let (indent, first) = indentation(text, token.start);
        token.kind == Kind::Close && first && indent == wanted
    });
    close.map(Token::range)
}

/// The start of the next item that is not indented deeper than this block, or the end of the text.
fn next_item(text: &str, tokens: &[Token], name: usize) -> usize {
    const ITEMS: [&str; 13] =
        ["bt", "fn", "impl", "struct", "enum", "mod", "use", "pub", "const", "static", "trait", "type", "let"];
    let wanted = indentation(text, tokens[name].start).0;
    let next = tokens[name + 3..].iter().find(|token| {
        let is_item = match token.kind {
            Kind::Word => ITEMS.contains(&&text[token.range()]),
            Kind::Mark => &text[token.range()] == "#",
            _ => false,
        };
        let (indent, first) = indentation(text, token.start);
        is_item && first && indent <= wanted
    });
    next.map_or(text.len(), |token| token.start)
}

/// The indentation of the line with this byte, and whether only white space precedes the byte.
fn indentation(text: &str, byte: usize) -> (usize, bool) {
    let line = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..byte];
    let indent = before.len() - before.trim_start().len();
    (indent, indent == before.len())
}
