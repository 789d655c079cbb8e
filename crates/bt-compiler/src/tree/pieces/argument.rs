//! Reads arguments: literals, names, and the fields of struct literals.

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

use crate::tokens::is_mark;

/// The fields of a struct literal, ordered by name, each with its value. `None` if it contains anything else.
pub fn fields(tokens: &TokenStream) -> Option<Vec<(Ident, TokenStream)>> {
    let mut tokens = only_group(tokens, Delimiter::Brace)?.into_iter().peekable();
    let mut fields = Vec::new();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(name) = token else { return None };
        tokens.next_if(|token| is_mark(token, ':'))?;
        let value: TokenStream = std::iter::from_fn(|| tokens.next_if(|token| !is_mark(token, ','))).collect();
        if value.is_empty() || tokens.next_if(|token| is_mark(token, ',')).is_none() && tokens.peek().is_some() {
            return None;
        }
        fields.push((name, value));
    }
    fields.sort_by_key(|(name, _)| name.to_string());
    Some(fields)
}

/// Whether the tokens are one literal, which may have a sign.
pub fn is_literal(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    let is_negative = tokens.next_if(|token| is_mark(token, '-')).is_some();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Literal(literal)), None) => {
            !is_negative || literal.to_string().starts_with(|digit: char| digit.is_ascii_digit())
        }
        (Some(TokenTree::Ident(word)), None) => !is_negative && (word == "true" || word == "false"),
        _ => false,
    }
}

/// The literal in `"text".to_owned()`, `"text".to_string()` or `String::from("text")`.
pub fn owned_text(tokens: &TokenStream) -> Option<Literal> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_text = |literal: &Literal| literal.to_string().ends_with(['"', '#']);
    let text = match &tokens[..] {
        [TokenTree::Literal(text), TokenTree::Punct(dot), TokenTree::Ident(to), TokenTree::Group(none)]
            if dot.as_char() == '.' && (to == "to_owned" || to == "to_string") && none.stream().is_empty() =>
        {
            text.clone()
        }
        [
            TokenTree::Ident(ty),
            TokenTree::Punct(_),
            TokenTree::Punct(colon),
            TokenTree::Ident(from),
            TokenTree::Group(of),
        ] if ty == "String" && colon.as_char() == ':' && from == "from" => {
            match Vec::from_iter(of.stream()).as_slice() {
                [TokenTree::Literal(text)] => text.clone(),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(text).filter(is_text)
}

/// The name in `{ let __value = ::core::clone::Clone::clone(&*name); __value }`, which `resolve` generates for an
/// argument that consists of a name.
pub fn cloned_name(arg: &TokenStream) -> Option<String> {
    cloned(arg).map(|name| name.to_string())
}

fn cloned(arg: &TokenStream) -> Option<TokenTree> {
    let block = only_group(arg, Delimiter::Brace)?;
    let mut tokens = block.into_iter();
    let is_let = match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(keyword)), Some(TokenTree::Ident(name))) => keyword == "let" && name == "__value",
        _ => false,
    };
    let place = tokens.find_map(|token| match token {
        TokenTree::Group(group) if is_let => Some(group.stream()),
        _ => None,
    })?;
    place.into_iter().last()
}

/// Where an argument is in its text.
pub fn place_of(arg: &TokenStream) -> Span {
    if let Some(name) = cloned(arg) {
        return name.span();
    }
    let mut tokens = arg.clone().into_iter().map(|token| token.span());
    let first = tokens.next().unwrap_or_else(Span::call_site);
    tokens.last().and_then(|last| first.join(last)).unwrap_or(first)
}

fn only_group(tokens: &TokenStream, delimiter: Delimiter) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}
