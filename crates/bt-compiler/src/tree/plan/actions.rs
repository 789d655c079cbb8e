//! What the tokens of an action's function reveal about its answer, before rustc knows its type.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{BinOp, Token};

use crate::tokens::is_mark;
use crate::tree::ast::Header;
use crate::tree::keyword::is_keyword;

/// What is known about the function of an `action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It returns `()`, so it is never running.
    EndsAtOnce,
    /// Its type determines whether it can be running, and the type of the state may depend on that.
    Plain,
    /// It may be running. The type of the state cannot depend on it: the function might contain a state of its own
    /// tree, whose type would then depend on itself.
    Unknown,
}

/// Macros that do not return from the surrounding function.
const MACROS: [&str; 12] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "eprint",
    "eprintln",
    "format",
    "print",
    "println",
    "write",
    "writeln",
];

/// What is known about a function, given as a path or a closure.
pub fn action(function: &TokenStream, header: &Header) -> Action {
    if syn::parse2::<syn::Path>(function.clone()).is_ok() {
        let name = function.to_string();
        let is_param = header.item.iter().flat_map(|item| &item.params).any(|param| param.name == name);
        return if is_param { Action::Unknown } else { Action::Plain };
    }
    let tokens: Vec<TokenTree> = function.clone().into_iter().collect();
    let [TokenTree::Punct(open), TokenTree::Ident(_), TokenTree::Punct(close), body @ ..] = &tokens[..] else {
        return Action::Unknown;
    };
    match body {
        _ if (open.as_char(), close.as_char()) != ('|', '|') => Action::Unknown,
        [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace && ends_in_statement(&block.stream()) => {
            Action::EndsAtOnce
        }
        _ if is_assignment(body) => Action::EndsAtOnce,
        [TokenTree::Ident(_), ..] if body.iter().all(calls_methods) => Action::Plain,
        _ => Action::Unknown,
    }
}

/// Whether code only calls methods: `npc.say(*word)`.
fn calls_methods(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => !is_keyword(name),
        TokenTree::Punct(mark) => ".,&*".contains(mark.as_char()),
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Parenthesis && group.stream().into_iter().all(|token| calls_methods(&token))
        }
    }
}

/// Whether an expression assigns, so that its value is `()`: `npc.hunger += 1`.
fn is_assignment(body: &[TokenTree]) -> bool {
    let assigns = |input: ParseStream| {
        let mut found = false;
        while !input.is_empty() && !found {
            if input.peek(Token![..=]) || input.peek(Token![=>]) {
                break;
            }
            found = match input.parse::<BinOp>() {
                Ok(operator) => changes(&operator),
                Err(_) if input.peek(Token![=]) => true,
                // In `if let`, the `=` does not assign.
                Err(_) => match input.parse()? {
                    TokenTree::Ident(name) if is_keyword(&name) => break,
                    _ => false,
                },
            };
        }
        // The assigned value does not matter.
        input.parse::<TokenStream>().map(|_| found)
    };
    assigns.parse2(body.iter().cloned().collect()).unwrap_or(false)
}

fn changes(operator: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign, ShrAssign,
        SubAssign,
    };
    matches!(
        operator,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Whether a block ends with a `;`, and nothing in it returns earlier, so that its value is `()`.
fn ends_in_statement(block: &TokenStream) -> bool {
    let last = block.clone().into_iter().last();
    is_mark(last.as_ref(), ';') && goes_on(block)
}

/// Whether code neither returns nor loops forever, as far as its tokens show.
fn goes_on(code: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Group(group) => goes_on(&group.stream()),
        TokenTree::Punct(mark) => mark.as_char() != '?',
        TokenTree::Literal(_) => true,
        TokenTree::Ident(name) if name == "return" || name == "loop" => false,
        // `name != other` compares.
        TokenTree::Ident(name) if is_mark(tokens.get(at + 1), '!') && !is_mark(tokens.get(at + 2), '=') => {
            MACROS.iter().any(|known| name == known)
        }
        TokenTree::Ident(_) => true,
    })
}
