//! Refuses a variable as the argument of an unnamed tree.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::codes;
use crate::error::Errors;
use crate::tree::source::Code;

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
