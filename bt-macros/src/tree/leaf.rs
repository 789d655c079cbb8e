//! The name of a leaf or a decorator -> the type it stands for, and the expression that makes one.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::ast::{Arg, Args, Name, Node};
use super::source::{Inputs, Made, Make};
use crate::error::Errors;

/// What a leaf or a decorator is made of.
pub fn made(node: &Node, errors: &mut Errors) -> Option<Made> {
    let name = &node.name;
    if is_path_keyword(name.last()) {
        errors.push(name.span(), format!("expected a node, found `{}`", name.last()));
        return None;
    }
    let args = args(node, errors)?;
    let made = if is_value_of_type(name) { value(name, args) } else { instance(name, args) };
    Some(Made { decorates: node.children.is_some(), ..made })
}

/// `open_door`, `open_door(a, b)`, `open_door { a: 1 }`: a type, made anew.
fn instance(name: &Name, args: Given) -> Made {
    let path = with_last(name, &camel(name.last()));
    let generics = &name.generics;
    let may_be_tree = !matches!(args, Given::Fields(_));
    let make = match args {
        Given::Nothing => Make::Default,
        Given::List(inputs) => Make::New(inputs),
        Given::Fields(fields) => Make::Literal(fields),
    };
    Made { ty: quote!(#path #generics), make, span: name.span(), decorates: false, may_be_tree }
}

/// `BotAction::Walk(..)`: a value of the type `BotAction`.
fn value(name: &Name, args: Given) -> Made {
    let mut ty: Vec<TokenTree> = name.path.clone().into_iter().collect();
    ty.truncate(ty.len() - 3);
    let ty: TokenStream = ty.into_iter().collect();
    let (path, generics) = (&name.path, &name.generics);
    let path = if generics.is_empty() { quote!(#path) } else { quote!(#path::#generics) };
    let make = match args {
        Given::Nothing if starts_upper(name.last()) => Make::DefaultVariant(path),
        Given::Nothing => Make::Call { path, inputs: Inputs { args: Vec::new(), span: name.span() } },
        Given::List(inputs) => Make::Call { path, inputs },
        Given::Fields(fields) => Make::LiteralVariant(quote!(#path #fields)),
    };
    let span = name.segments[name.segments.len() - 2].span();
    Made { ty, make, span, decorates: false, may_be_tree: true }
}

enum Given {
    Nothing,
    List(Inputs),
    Fields(TokenStream),
}

fn args(node: &Node, errors: &mut Errors) -> Option<Given> {
    match &node.args {
        Args::None => Some(Given::Nothing),
        Args::Fields { group, .. } => Some(Given::Fields(TokenTree::Group(group.clone()).into())),
        Args::List { args, span, .. } => {
            let values: Vec<Option<TokenStream>> = args.iter().map(|arg| plain(arg, errors)).collect();
            let args = values.into_iter().collect::<Option<_>>()?;
            Some(Given::List(Inputs { args, span: *span }))
        }
    }
}

fn plain(arg: &Arg, errors: &mut Errors) -> Option<TokenStream> {
    if let Some(name) = &arg.name {
        errors.push(name.span(), "the arguments of a leaf have no names; fields do: `leaf { field: value }`");
        return None;
    }
    Some(arg.value.clone())
}

/// Whether the name stands for the type `own`.
pub fn is_type(name: &Name, own: &Ident) -> bool {
    let here = match &name.segments[..] {
        [_] => true,
        [scope, _] => scope == "self",
        _ => false,
    };
    here && camel(name.last()) == *own
}

/// Whether the last part but one is a type, of which the last part makes a value.
fn is_value_of_type(name: &Name) -> bool {
    name.segments.len() >= 2 && starts_upper(&name.segments[name.segments.len() - 2])
}

/// Whether it is the name of a type.
pub fn starts_upper(ident: &Ident) -> bool {
    ident.to_string().chars().next().is_some_and(char::is_uppercase)
}

fn is_path_keyword(ident: &Ident) -> bool {
    ident == "self" || ident == "super" || ident == "crate" || ident == "Self" || ident == "_"
}

fn with_last(name: &Name, last: &Ident) -> TokenStream {
    let mut path: Vec<TokenTree> = name.path.clone().into_iter().collect();
    path.pop();
    path.push(TokenTree::Ident(last.clone()));
    path.into_iter().collect()
}

/// `open_door` -> `OpenDoor`; a name that begins with a capital letter stays as it is.
fn camel(ident: &Ident) -> Ident {
    if starts_upper(ident) {
        return ident.clone();
    }
    let name = ident.to_string();
    Ident::new(&camel_case(name.trim_start_matches("r#")), ident.span())
}

/// Each word with a capital letter, and no `_` between them.
pub fn camel_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    let camel: String = name.split('_').map(word).collect();
    // `_2nd` is a name, but `2nd` is none.
    if camel.starts_with(char::is_alphabetic) { camel } else { format!("__{camel}") }
}

/// Each word in small letters, with `_` between them.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            snake.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{camel_case, snake_case};

    #[test]
    fn cases() {
        for (snake, camel) in [("walk", "Walk"), ("open_door", "OpenDoor"), ("goto_2nd", "Goto2nd"), ("a_b_c", "ABC")] {
            assert_eq!(camel_case(snake), camel);
        }
        for (camel, snake) in
            [("Walk", "walk"), ("OpenDoor", "open_door"), ("open_door", "open_door"), ("HTTP", "http")]
        {
            assert_eq!(snake_case(camel), snake);
        }
    }
}
