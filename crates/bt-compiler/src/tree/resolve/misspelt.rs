//! Refuses names in code that resemble a value or a parameter. rustc would only report that it cannot find them.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::codes;
use crate::error::Errors;
use crate::spelling::closest;
use crate::tokens::is_mark;
use crate::tree::case::starts_upper;
use crate::tree::keyword::is_keyword;
use crate::tree::source::Code;
use crate::uses::replaced;
use crate::written::as_written;

/// The names that code can use. A tree may have thousands, and most code names few.
pub trait Names {
    fn has(&self, name: &str) -> bool;
    /// The names that an unknown word is compared with.
    fn nearest(&self) -> Vec<&str>;
    fn is_empty(&self) -> bool;
}

/// Reports names that the code does not declare, if they are typos of a name in scope.
pub fn refuse(code: &Code, known: &impl Names, errors: &mut Errors) {
    // This is the name of a function, or patterns.
    let closure = |code: &TokenStream| code.clone().into_iter().count() > 1;
    let written = match code {
        Code::Made(_) | Code::Value(_) => code.written(),
        Code::Function(function) if closure(function) => function.clone(),
        Code::Function(_) | Code::Choice { .. } | Code::Type(_) => return,
    };
    match code {
        Code::Made(made) => {
            made.make.args().iter().for_each(|argument| refuse_field(argument, known, errors));
        }
        Code::Value(argument) | Code::Function(argument) => refuse_field(argument, known, errors),
        _ => {}
    }
    let mut words = Vec::new();
    if known.is_empty() || collect(&written, &mut words) {
        return;
    }
    words.sort();
    words.dedup();
    // Nearly all words are known.
    words.retain(|word| !known.has(word));
    let nearest = if words.is_empty() { Vec::new() } else { known.nearest() };
    for word in words {
        let Some(meant) = closest(&word, nearest.iter().copied()) else { continue };
        for at in free(&written, &word) {
            errors.push(codes::UNKNOWN_NAME.at(at, format!("unknown name `{word}`")).did_you_mean(meant));
        }
    }
}

/// Reports `npc.hungry` instead of `|npc| npc.hungry`: an argument that begins with an unknown name.
fn refuse_field(argument: &TokenStream, known: &impl Names, errors: &mut Errors) {
    let mut tokens = argument.clone().into_iter();
    let (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(dot)), Some(next)) =
        (tokens.next(), tokens.next(), tokens.next())
    else {
        return;
    };
    let word = name.to_string();
    let is_name = !is_keyword(&name) && !starts_upper(&name);
    let is_field = dot.as_char() == '.' && matches!(next, TokenTree::Ident(_) | TokenTree::Literal(_));
    if is_name && is_field && !known.has(&word) && !KNOWN.contains(&word.as_str()) {
        let help = format!("to read it from the context, write a closure: `|{word}| {}`", as_written(argument));
        let message = format!("unknown name `{word}`: a tree sees its parameters and values, but no local variables");
        errors.push(codes::UNKNOWN_NAME.at(name.span(), message).help(help).fix(format!("|{word}| {word}")));
    }
}

/// Names that Rust knows without a declaration.
const KNOWN: [&str; 20] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8",
    "usize", "core", "std", "alloc",
];

/// Collects the words that may be variables. Returns whether the code declares items: then any word may be one of them.
fn collect(code: &TokenStream, words: &mut Vec<String>) -> bool {
    let items = ["fn", "use", "const", "static", "struct", "enum", "impl", "mod", "type", "trait"];
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => collect(&group.stream(), words),
        TokenTree::Ident(word) => {
            let text = word.to_string();
            let is_item = items.contains(&text.as_str());
            let is_long = text.chars().count() > 2;
            if is_long && !is_keyword(&word) && !starts_upper(&word) && !KNOWN.contains(&text.as_str()) {
                words.push(text);
            }
            is_item
        }
        _ => false,
    })
}

/// Where the code uses a variable that it does not declare.
fn free(code: &TokenStream, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    find(&replaced(code, name, |name| Ident::new(PLACEHOLDER, name.span()).into_token_stream()), false, &mut found);
    found
}

/// A name that never occurs in code.
const PLACEHOLDER: &str = "__free";

/// Methods whose argument is often the name of a function.
const TAKE_FUNCTIONS: [&str; 28] = [
    "all",
    "and_then",
    "any",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "fold",
    "for_each",
    "inspect",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "map",
    "map_or",
    "map_or_else",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "or_else",
    "position",
    "retain",
    "sort_by",
    "sort_by_key",
    "then",
    "unwrap_or_else",
];

fn find(code: &TokenStream, takes_function: bool, found: &mut Vec<Span>) {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|before| &tokens[before]), tokens.get(at + 1));
        match token {
            TokenTree::Ident(name) if name == PLACEHOLDER => {
                let is_called =
                    matches!(after, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let is_argument =
                    (before.is_none() || is_mark(before, ',')) && (after.is_none() || is_mark(after, ','));
                if !(is_called || takes_function && is_argument) {
                    found.push(name.span());
                }
            }
            // Only the macro knows the meaning of its words.
            TokenTree::Group(_) if is_mark(before, '!') => {}
            TokenTree::Group(group) => {
                let method = |name: &TokenTree| TAKE_FUNCTIONS.iter().any(|method| name.to_string() == *method);
                find(&group.stream(), before.is_some_and(method), found);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, refuse};
    use crate::error::Errors;
    use crate::tree::source::Code;

    impl Names for [&str; 2] {
        fn has(&self, name: &str) -> bool {
            self.contains(&name)
        }

        fn nearest(&self) -> Vec<&str> {
            self.to_vec()
        }

        fn is_empty(&self) -> bool {
            false
        }
    }

    fn count(text: &str) -> usize {
        let (code, mut errors) = (Code::Value(text.parse().expect("it is tokens")), Errors::default());
        refuse(&code, &["prey", "radius"], &mut errors);
        errors.count()
    }

    #[test]
    fn a_typo_is_found_in_all_kinds_of_code() {
        for text in [
            "pry",
            "raduis + 1.0",
            "|room| pry > 1",
            "|room| room.eat(pry)",
            "|room| { let a = pry.x; a }",
            "|room| if pray { 1 } else { 2 }",
            "|_| &pry",
            "Foo { pry }",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
        assert_eq!(count("|room| pry + pry + prey * raduis"), 3);
    }

    #[test]
    fn a_field_without_a_closure_is_found() {
        for text in ["npc.hungry", "npc.is_hungry()", "!0 + 1", "npc.0"] {
            assert_eq!(count(text), usize::from(text.starts_with("npc")), "{text}");
        }
    }

    #[test]
    fn other_names_are_no_typos() {
        for text in [
            "prey",
            "prey.x + 1",
            "WORLD.x",
            "|pry| pry > 1",
            "|room| room.pry",
            "|room| room.pry()",
            "|room| pry(room)",
            "|room| room.all().filter(pray)",
            "|room| pry::x()",
            "|room| pry!(room)",
            "|room| matches!(room, pry)",
            "|room| { let pry = 3; pry }",
            "|room| { fn pry() {} x(pry) }",
            "|room| match room { pry => pry }",
            "|room| if let Some(pry) = room { pry }",
            "|room| { for pry in room { f(pry) } }",
            "|room| 'pry: loop { break 'pry }",
            "PREY",
            "Pry",
            "|room| room.walk(west)",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
