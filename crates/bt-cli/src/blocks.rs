//! Finds what the macros of `bt-trees` read in a file: `bt!` blocks, functions with `#[leaf]`, and types with derives.

use bt_compiler::tokens::is_mark;
use bt_compiler::tree::QUOTING_MACROS;
pub use bt_compiler::tree::source::span_of_all as span;
use bt_text::lex;
use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};

use crate::Source;

/// What a macro reads.
pub enum Found {
    /// A `bt! { .. }`.
    Block(Block),
    /// `#[leaf(attribute)] function`
    Leaf {
        /// The tokens in the parentheses of the attribute.
        attribute: TokenStream,
        /// The item without the attribute.
        function: TokenStream,
        /// The attribute, beginning with its `#`.
        call: Span,
    },
    /// A type with `#[derive(Behavior)]`, `#[derive(Decorator)]` or `#[derive(Composite)]`.
    Type {
        /// The name of the derive.
        derive: &'static str,
        /// The whole item.
        item: TokenStream,
        /// The name of the derive in its list.
        call: Span,
    },
    /// A type with `#[derive(Literal)]`.
    Literal {
        /// The whole item.
        item: TokenStream,
        /// The name of the derive in its list.
        call: Span,
    },
}

/// A `bt! { .. }`.
pub struct Block {
    /// The delimiters and what is between them.
    pub group: Group,
    /// From `bt` to the closing delimiter.
    pub call: Span,
    /// Why a formatter leaves it as it is.
    pub kept: Option<Kept>,
}

/// Why a block is not formatted.
#[derive(Clone, Copy, PartialEq)]
pub enum Kept {
    /// It is below `#[rustfmt::skip]`.
    Skip,
    /// It is in a macro definition, or quoted by a macro like `quote!`: its tokens are not a tree yet.
    Quoted,
}

/// Everything in these tokens that a macro reads, in file order. In macro definitions, and in what macros like `quote!`
/// quote, only blocks are found.
pub fn find(tokens: TokenStream) -> Vec<Found> {
    let mut found = Vec::new();
    walk(tokens, None, &mut found);
    found
}

fn walk(tokens: TokenStream, mut kept: Option<Kept>, found: &mut Vec<Found>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let ends = ends_of_items(&tokens);
    // The end of the item below a `#[rustfmt::skip]`.
    let mut skipped_to = 0;
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        let kept_here = kept.or((at < skipped_to).then_some(Kept::Skip));
        if let [TokenTree::Punct(hash), TokenTree::Punct(mark), TokenTree::Group(attribute), ..] = rest
            && hash.as_char() == '#'
            && mark.as_char() == '!'
            && is_skip(attribute)
        {
            kept = kept.or(Some(Kept::Skip));
        }
        let attributes = attributes(rest);
        // Docs alone involve no macro.
        if !attributes.is_empty() && attributes.iter().all(|attribute| is_doc(attribute)) {
            at += attributes.len() * 2;
            continue;
        }
        if !attributes.is_empty() {
            let end = ends[at + attributes.len() * 2] - at;
            if attributes.iter().any(|attribute| is_skip(attribute)) {
                skipped_to = skipped_to.max(at + end);
            }
            if kept != Some(Kept::Quoted) {
                items_of_macros(&attributes, &rest[..end], found);
            }
            at += attributes.len() * 2;
            continue;
        }
        if let [TokenTree::Ident(name), TokenTree::Punct(mark), rest @ ..] = rest
            && mark.as_char() == '!'
            && mark.spacing() == Spacing::Alone
        {
            match rest {
                [TokenTree::Ident(_), TokenTree::Group(rules), ..] if name == "macro_rules" => {
                    walk(rules.stream(), Some(Kept::Quoted), found);
                    at += 4;
                    continue;
                }
                [TokenTree::Group(quoted), ..] if QUOTING_MACROS.iter().any(|quote| name == quote) => {
                    walk(quoted.stream(), Some(Kept::Quoted), found);
                    at += 3;
                    continue;
                }
                [TokenTree::Group(group), ..] if name == "bt" => {
                    let call = name.span().join(group.span_close()).unwrap_or(group.span());
                    found.push(Found::Block(Block { group: group.clone(), call, kept: kept_here }));
                }
                _ => {}
            }
        }
        if let TokenTree::Group(group) = &tokens[at] {
            walk(group.stream(), kept_here, found);
        }
        at += 1;
    }
}

/// The groups of the outer attributes that begin the tokens.
fn attributes(tokens: &[TokenTree]) -> Vec<&Group> {
    let pairs = tokens.chunks_exact(2).map_while(|pair| match pair {
        [TokenTree::Punct(hash), TokenTree::Group(group)]
            if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
        {
            Some(group)
        }
        _ => None,
    });
    pairs.collect()
}

/// For each token, and for the end of the list: the end of the item, statement or macro call that begins there, after
/// its first `{ .. }` or `;`.
fn ends_of_items(tokens: &[TokenTree]) -> Vec<usize> {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    let mut found = vec![tokens.len(); tokens.len() + 1];
    for at in (0..tokens.len()).rev() {
        found[at] = if ends(&tokens[at]) { at + 1 } else { found[at + 1] };
    }
    found
}

/// `doc = ".."`, as a doc comment is expanded.
fn is_doc(attribute: &Group) -> bool {
    matches!(attribute.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// `rustfmt::skip`
fn is_skip(attribute: &Group) -> bool {
    attribute.stream().to_string().split_whitespace().collect::<String>().contains("rustfmt::skip")
}

/// Finds the leaf and the types for the macros among these attributes.
fn items_of_macros(attributes: &[&Group], item: &[TokenTree], found: &mut Vec<Found>) {
    for (index, attribute) in attributes.iter().enumerate() {
        let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
        let list = match tokens.last() {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => TokenStream::new(),
        };
        let path = match tokens.last() {
            Some(TokenTree::Group(_)) => &tokens[..tokens.len() - 1],
            _ => &tokens[..],
        };
        match last_word(path).as_deref() {
            Some("leaf") => {
                let own = index * 2..index * 2 + 2;
                let others = item.iter().enumerate().filter(|(at, _)| !own.contains(at));
                let function = others.map(|(_, token)| token.clone()).collect();
                let call = span(&item[own].iter().cloned().collect());
                found.push(Found::Leaf { attribute: list, function, call });
            }
            Some("derive") => {
                let paths: Vec<TokenTree> = list.into_iter().collect();
                for path in paths.split(|token| is_mark(token, ',')) {
                    let (name, call) = (last_word(path), span(&path.iter().cloned().collect()));
                    let known = ["Behavior", "Decorator", "Composite"].into_iter();
                    if name.as_deref() == Some("Literal") {
                        found.push(Found::Literal { item: item.iter().cloned().collect(), call });
                    }
                    for derive in known.filter(|known| name.as_deref() == Some(known)) {
                        found.push(Found::Type { derive, item: item.iter().cloned().collect(), call });
                    }
                }
            }
            _ => {}
        }
    }
}

fn last_word(path: &[TokenTree]) -> Option<String> {
    match path.last()? {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    }
}

/// The trees of a file that contains nothing else.
pub fn trees(file: &Source, tokens: TokenStream) -> Vec<TokenStream> {
    let found = lex::trees(&file.text, &lex::lex(&file.text));
    let mut trees = vec![TokenStream::new(); found.len()];
    for token in tokens {
        let start = file.range(token.span()).start;
        trees[found.partition_point(|tree| tree.end <= start).min(found.len() - 1)].extend([token]);
    }
    trees
}
