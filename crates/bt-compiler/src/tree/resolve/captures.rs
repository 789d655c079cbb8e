//! Refuses what code in a tree cannot see: the local variables around an unnamed tree, the context as an argument of a
//! leaf, and `self`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::codes;
use crate::context::Context;
use crate::error::Errors;
use crate::tokens::{is_mark, is_word, names};
use crate::tree::case::{last_name, snake_case};
use crate::tree::source::Code;

/// Reports `shoot(npc, 3)` in a tree for an `Npc`: nodes get the context without an argument.
pub fn refuse_context<'a>(codes: impl Iterator<Item = &'a Code>, context: Option<&Context>, errors: &mut Errors) {
    let Some(Context::Type(context)) = context else { return };
    let context = snake_case(last_name(&context.to_string()));
    let args = codes.flat_map(|code| match code {
        Code::Made(made) => made.make.args(),
        _ => &[],
    });
    for name in args.filter_map(borrowed_variable).filter(|name| *name == context) {
        let message = format!("unknown name `{name}`: nodes get the context without an argument");
        let help = format!("remove this `{name}`, or write `self::{name}` for a function of this name");
        errors.push(codes::UNKNOWN_NAME.at(name.span(), message).help(help));
    }
}

/// Reports `self` in code, once in each piece.
pub fn refuse_self<'a>(codes: impl Iterator<Item = &'a Code>, errors: &mut Errors) {
    for code in codes.filter(|code| !matches!(code, Code::Choice { .. } | Code::Type(_))) {
        let written = code.written();
        // A function in a closure has a `self` of its own.
        if let Some(at) = find_self(&written).filter(|_| !names(&written, "fn")) {
            let help = "to read from the context, write a closure: `|room| room.is_open`";
            errors.push(codes::UNKNOWN_NAME.at(at, "a tree has no `self`").help(help));
        }
    }
}

/// The first `self` that is not the beginning of a path.
fn find_self(code: &TokenStream) -> Option<Span> {
    let tokens: Vec<TokenTree> = code.clone().into_iter().collect();
    let before = |at: usize| tokens.get(at.wrapping_sub(1));
    tokens.iter().enumerate().find_map(|(at, token)| match token {
        TokenTree::Ident(word) if word == "self" => {
            let in_path = is_mark(before(at), ':') || is_mark(tokens.get(at + 1), ':');
            (!in_path).then(|| word.span())
        }
        // `use fmt::{self, Write}` and `pub(self)` are paths, too.
        TokenTree::Group(_) if is_mark(before(at), ':') || is_word(before(at), "pub") => None,
        TokenTree::Group(group) => find_self(&group.stream()),
        _ => None,
    })
}

/// The variable in `npc`, `&npc` and `&mut npc`.
fn borrowed_variable(value: &TokenStream) -> Option<Ident> {
    let is_borrow = |token: &TokenTree| is_mark(token, '&') || matches!(token, TokenTree::Ident(word) if word == "mut");
    variable(&value.clone().into_iter().skip_while(is_borrow).collect())
}

/// Reports arguments that are nothing but the name of a variable. Constants have capital letters.
pub fn refuse<'a>(codes: impl Iterator<Item = &'a Code>, errors: &mut Errors) {
    let values = codes.flat_map(|code| match code {
        Code::Value(value) => std::slice::from_ref(value),
        Code::Made(made) if made.make.takes_values() => made.make.args(),
        _ => &[],
    });
    for name in values.filter_map(variable) {
        let message = format!("`{name}` is a local variable, which an unnamed tree cannot capture");
        let help = format!(
            "a named tree can have parameters: `bt! {{ Bot(Room) {{ {name}: u32 }} = .. }}`, `Bot::new({name})`"
        );
        errors.push(codes::CAPTURED_VARIABLE.at(name.span(), message).help(help));
    }
}

fn variable(value: &TokenStream) -> Option<Ident> {
    let mut tokens = value.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => {
            let text = name.to_string();
            let is_value = ["true", "false", "self"].contains(&text.as_str());
            (!is_value && text.starts_with(char::is_lowercase)).then_some(name)
        }
        _ => None,
    }
}
