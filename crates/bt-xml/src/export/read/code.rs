//! Code as text on one line, which depends only on the tokens.

use bt_compiler::tokens::is_mark;
use bt_compiler::written::{BEFORE_A_VALUE, as_written, one_line};
use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

/// The text of these tokens, without what formatters add or remove: commas before closing delimiters, and braces around
/// a closure or `match` arm that is a single expression.
pub fn text(tokens: &TokenStream) -> String {
    let tokens = plain(tokens.clone());
    let text = as_written(&tokens);
    // The text is a name or a literal.
    if !text.contains(|c: char| c.is_ascii_punctuation() && !"_\"".contains(c)) {
        return text;
    }
    let is_same = |text: &str| text.parse::<TokenStream>().is_ok_and(|read| read.to_string() == tokens.to_string());
    if is_same(&text) { text } else { tokens.to_string() }
}

fn plain(tokens: TokenStream) -> TokenStream {
    let mut written: Vec<TokenTree> = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            written.push(on_one_line(token));
            continue;
        };
        let inner: Vec<TokenTree> = plain(group.stream()).into_iter().collect();
        let is_brace = group.delimiter() == Delimiter::Brace;
        let (is_end, before_comma) = (rest.peek().is_none(), rest.peek().is_some_and(|token| is_mark(token, ',')));
        match written.last() {
            Some(TokenTree::Punct(bar))
                if bar.as_char() == '|' && is_brace && (is_end || before_comma) && is_expression(&inner) =>
            {
                written.extend(inner);
            }
            _ if is_arrow(&written) && is_brace && is_expression(&inner) => {
                written.extend(inner);
                if !is_end && !before_comma {
                    written.push(Punct::new(',', Spacing::Alone).into());
                }
            }
            _ => {
                let is_block = is_arrow(&written) && is_brace;
                let is_tuple = group.delimiter() == Delimiter::Parenthesis && !written.last().is_some_and(is_called);
                written.push(Group::new(group.delimiter(), without_last_comma(inner, is_tuple)).into());
                if is_block && before_comma {
                    rest.next();
                }
            }
        }
    }
    written.into_iter().collect()
}

/// A literal without line breaks.
fn on_one_line(token: TokenTree) -> TokenTree {
    match &token {
        TokenTree::Literal(literal) => one_line(literal.to_string()).parse::<Literal>().map_or(token, TokenTree::from),
        _ => token,
    }
}

/// Whether parentheses after this token hold arguments.
fn is_called(before: &TokenTree) -> bool {
    match before {
        TokenTree::Ident(name) => !BEFORE_A_VALUE.contains(&name.to_string().as_str()),
        TokenTree::Group(_) => true,
        TokenTree::Punct(mark) => matches!(mark.as_char(), '>' | '!'),
        TokenTree::Literal(_) => false,
    }
}

/// Removes a comma at the end, unless it makes a tuple of one.
fn without_last_comma(inner: Vec<TokenTree>, is_tuple: bool) -> TokenStream {
    let commas = inner.iter().filter(|token| is_mark(*token, ',')).count();
    let is_last = inner.last().is_some_and(|token| is_mark(token, ','));
    let length = if is_last && !(is_tuple && commas == 1) { inner.len() - 1 } else { inner.len() };
    inner.into_iter().take(length).collect()
}

/// Whether the tokens end with `=>`.
fn is_arrow(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Punct(equals), TokenTree::Punct(more)]
        if equals.as_char() == '=' && equals.spacing() == Spacing::Joint && more.as_char() == '>')
}

/// Whether the tokens inside braces are certainly one expression.
fn is_expression(inner: &[TokenTree]) -> bool {
    let is_word = |token: &TokenTree, words: &[&str]| match token {
        TokenTree::Ident(word) => words.iter().any(|other| word == other),
        _ => false,
    };
    let Some(first) = inner.first() else { return false };
    if is_word(first, &["let", "fn", "use", "const", "static", "struct", "unsafe", "return", "break"]) {
        return false;
    }
    inner.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Punct(mark) => !matches!(mark.as_char(), ';' | '#' | ','),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let is_literal = at.checked_sub(1).is_some_and(|before| {
                matches!(&inner[before], TokenTree::Ident(name) if name.to_string().starts_with(char::is_uppercase))
            });
            inner.get(at + 1).is_none_or(|next| is_literal || is_word(next, &["else"]))
        }
        _ => true,
    })
}

/// The tokens without doc comments, and the text of those comments.
pub fn without_docs(tokens: TokenStream) -> (TokenStream, String) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut rest, mut docs, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        match doc(&tokens[at..]) {
            Some(text) => {
                docs.extend(text.split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()));
                at += 2;
            }
            None => {
                rest.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    (rest.into_iter().collect(), docs.join("\n"))
}

/// The text of a `#[doc = "text"]` that begins the tokens.
fn doc(tokens: &[TokenTree]) -> Option<String> {
    let [TokenTree::Punct(hash), TokenTree::Group(group), ..] = tokens else { return None };
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] = &inner[..] else { return None };
    let text = syn::parse_str::<syn::LitStr>(&text.to_string()).ok()?;
    (hash.as_char() == '#' && name == "doc").then(|| text.value())
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn what_formatters_add_is_not_written() {
        for (code, line) in [
            ("action(|w| w.go(\n    a,\n))", "action(|w| w.go(a))"),
            ("say(\"to\nyou\", (1,))", "say(\"to\\nyou\", (1,))"),
            ("|w| { w.go() }", "|w| w.go()"),
            ("match (a,) { _ => b(c,), }", "match (a,) { _ => b(c) }"),
        ] {
            assert_eq!(text(&code.parse().expect("it is code")), line);
        }
    }
}
