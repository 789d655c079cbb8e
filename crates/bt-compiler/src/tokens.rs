//! Searches in tokens; handles invisible groups, and tokens that parsers skip.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Token, Type};

use crate::codes;
use crate::error::Mistake;

/// A name that was read as text, raw or not.
pub fn ident(name: &str, span: Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(name, span),
    }
}

/// Whether a token, if there is one, is this mark.
pub fn is_mark<'t>(token: impl Into<Option<&'t TokenTree>>, mark: char) -> bool {
    matches!(token.into(), Some(TokenTree::Punct(found)) if found.as_char() == mark)
}

/// Whether a token, if there is one, is one of these marks.
pub fn is_one_of(marks: &str, token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if marks.contains(found.as_char()))
}

/// Whether a token, if there is one, is this word.
pub fn is_word<'t>(token: impl Into<Option<&'t TokenTree>>, word: &str) -> bool {
    matches!(token.into(), Some(TokenTree::Ident(found)) if found == word)
}

/// Whether any of the names occurs in the tokens, including the names of lifetimes.
pub fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The content of an invisible group, into which a `macro_rules!` macro puts a fragment: `$n` in `$n * 2`.
pub fn fragment(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => Some(group.stream()),
        _ => None,
    }
}

/// The tokens, without an invisible group around all of them.
pub fn ungrouped(tokens: TokenStream) -> TokenStream {
    let mut all = tokens.clone().into_iter();
    match (all.next().as_ref().and_then(fragment), all.next()) {
        (Some(inner), None) => ungrouped(inner),
        _ => tokens,
    }
}

/// A type without the invisible group of a `macro_rules!` macro around it.
pub fn without_group(ty: Type) -> Type {
    match ty {
        Type::Group(group) => without_group(*group.elem),
        ty => ty,
    }
}

/// Takes all remaining tokens.
pub fn drain(input: ParseStream) {
    while input.parse::<TokenTree>().is_ok() {}
}

/// After a mistake: takes all tokens up to the next comma.
pub fn skip_to_comma(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        drop(input.parse::<TokenTree>());
    }
}

/// Takes the comma after an entry of an attribute. The last entry needs none.
pub fn comma(input: ParseStream) -> Result<(), Mistake> {
    if input.is_empty() || input.parse::<Option<Token![,]>>()?.is_some() {
        return Ok(());
    }
    Err(codes::ATTRIBUTE_KEY.at(input.span(), "expected `,`"))
}

/// Whether a type is `()`.
pub fn is_unit(ty: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = ungrouped(ty.clone()).into_iter().collect();
    match &tokens[..] {
        [TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty(),
        _ => false,
    }
}

/// An expression or a pattern, with parentheses for the invisible groups in it: rustc ignores invisible groups in the
/// output of a macro.
pub fn parenthesized(tokens: TokenStream) -> TokenStream {
    let visible = |token: TokenTree| match fragment(&token) {
        None => token,
        Some(inner) => {
            let mut group = Group::new(Delimiter::Parenthesis, parenthesized(inner));
            group.set_span(token.span());
            group.into()
        }
    };
    ungrouped(tokens).into_iter().map(visible).collect()
}

/// The tokens as text, without invisible groups.
pub fn text(tokens: &TokenStream) -> String {
    opened(tokens.clone()).to_string()
}

/// A type as text, as a user writes it: `Hit<'_>`.
pub fn type_text(ty: &TokenStream) -> String {
    text(ty).replace(" < ", "<").replace(" >", ">").replace(" :: ", "::").replace(" ,", ",")
}

fn opened(tokens: TokenStream) -> TokenStream {
    let open = |token: TokenTree| match (fragment(&token), token) {
        (Some(inner), _) => opened(inner),
        (None, TokenTree::Group(group)) => {
            TokenTree::Group(Group::new(group.delimiter(), opened(group.stream()))).into()
        }
        (None, token) => token.into(),
    };
    tokens.into_iter().map(open).collect()
}

/// The `&` of a reference that is not `'static`. Parameters of functions may be references.
pub fn borrow(ty: &TokenStream) -> Option<Span> {
    let tokens: Vec<TokenTree> = ty.clone().into_iter().collect();
    let is = |at: usize, wanted: &str| tokens.get(at).is_some_and(|token| token.to_string() == wanted);
    let inside = (0..tokens.len()).find(|&at| ["fn", "for", "dyn"].iter().any(|word| is(at, word)));
    let at = (0..inside.unwrap_or(tokens.len())).find(|&at| is(at, "&") && !is(at + 2, "static"))?;
    Some(tokens[at].span())
}

/// The tokens at another source position, with the same meaning of names.
pub fn located_at(tokens: &TokenStream, at: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), located_at(&group.stream(), at)).into();
        }
        token.set_span(token.span().located_at(at));
        token
    };
    tokens.clone().into_iter().map(locate).collect()
}

/// A variable of a generated function, at the position of the user's token. With the token's own span, the name would
/// mean a variable of the user.
pub fn own(name: &str, span: Span) -> Ident {
    Ident::new(name, Span::call_site().located_at(span))
}

/// Whether the tokens contain a name, including those in format strings.
pub fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{name}")),
        TokenTree::Punct(_) => false,
    })
}
