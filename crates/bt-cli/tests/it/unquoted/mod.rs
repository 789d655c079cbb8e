//! Removes the definitions of macros from a file, and what macros like `quote!` quote: blocks in them are not trees
//! yet.

use proc_macro2::{Group, TokenStream, TokenTree};

const QUOTES: [&str; 7] =
    ["macro_rules", "quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify", "compile_error"];

/// The tokens without those groups; all others keep their places.
pub fn unquoted(tokens: TokenStream) -> TokenStream {
    let (mut kept, mut quoted) = (Vec::new(), 0);
    for token in tokens {
        let quotes = |word: &proc_macro2::Ident| QUOTES.iter().any(|quote| word == quote);
        // The name of a macro comes after `macro_rules!`.
        quoted = match &token {
            TokenTree::Ident(word) if quotes(word) => 3,
            TokenTree::Punct(mark) if mark.as_char() == '!' && quoted == 3 => 2,
            TokenTree::Ident(_) if quoted == 2 => 1,
            TokenTree::Group(_) if quoted == 1 || quoted == 2 => {
                quoted = 0;
                continue;
            }
            _ => 0,
        };
        kept.push(match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), unquoted(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        });
    }
    kept.into_iter().collect()
}
