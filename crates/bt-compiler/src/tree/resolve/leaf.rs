//! Resolves the name of a leaf or a decorator: its type, and the expression that constructs it.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use crate::codes;
use crate::error::Errors;
use crate::tree::ast::{Arg, Args, Name, Node};
use crate::tree::case::{camel_case, starts_upper};
use crate::tree::model::CodeId;
use crate::tree::source::{Inputs, Made, Make, Role};

/// The id of code that is not in the source yet.
const UNKNOWN: CodeId = CodeId(0);

/// The type of a leaf or a decorator, and how it is constructed.
pub fn made(node: &Node, errors: &mut Errors) -> Option<Made> {
    let name = &node.name;
    if is_path_keyword(name.last()) {
        errors.push(codes::EXPECTED_NODE.at(name.span(), format!("expected a node, found `{}`", name.last())));
        return None;
    }
    let args = args(node, errors)?;
    let made = if is_value_of_type(name) { value(name, args) } else { instance(name, args) };
    let role = match &node.children {
        None => Role::Leaf,
        Some(children) if children.len() == 1 => Role::Decorator,
        Some(_) => Role::Composite,
    };
    Some(Made { role, ..made })
}

/// `open_door`, `open_door(a, b)`, `open_door { a: 1 }`: a type, constructed at each start.
fn instance(name: &Name, args: Given) -> Made {
    let path = with_last(name, &camel(name.last()));
    let generics = &name.generics;
    let may_be_tree = !matches!(args, Given::Fields(_));
    let make = match args {
        Given::Nothing => Make::Default,
        Given::List(inputs) => Make::New(inputs),
        Given::Fields(fields) => Make::Literal(fields),
    };
    Made { id: UNKNOWN, ty: quote!(#path #generics), make, span: name.span(), role: Role::Leaf, may_be_tree }
}

/// `BotAction::Walk(..)`: a value of the type `BotAction`.
fn value(name: &Name, args: Given) -> Made {
    let mut ty: Vec<TokenTree> = name.path.clone().into_iter().collect();
    // Without the `::Walk` at the end, which is three tokens.
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
    Made { id: UNKNOWN, ty, make, span, role: Role::Leaf, may_be_tree: true }
}

/// The arguments of a leaf or a decorator.
enum Given {
    Nothing,
    List(Inputs),
    Fields(TokenStream),
}

fn args(node: &Node, errors: &mut Errors) -> Option<Given> {
    match &node.args {
        Args::None => Some(Given::Nothing),
        Args::Fields(group) => Some(Given::Fields(TokenTree::Group(group.clone()).into())),
        Args::List { args, span, .. } => {
            let values: Vec<Option<TokenStream>> = args.iter().map(|arg| plain(arg, node, errors)).collect();
            let args = values.into_iter().collect::<Option<_>>()?;
            Some(Given::List(Inputs { args, span: *span }))
        }
    }
}

fn plain(arg: &Arg, node: &Node, errors: &mut Errors) -> Option<TokenStream> {
    if let Some(name) = &arg.name {
        let of = node.name.last();
        let message = format!("arguments of `{of}` have no names; to name fields, write `{of} {{ {name}: .. }}`");
        errors.push(codes::ARGUMENT_WITH_NAME.at(name.span(), message));
        return None;
    }
    Some(arg.value.clone())
}

/// Whether the name refers to the type `own`.
pub fn is_type(name: &Name, own: &Ident) -> bool {
    let here = match &name.segments[..] {
        [_] => true,
        [scope, _] => scope == "self",
        _ => false,
    };
    here && camel(name.last()) == *own
}

/// Whether the name is `Type::value`: the last segment but one is a type, and the last constructs a value of it.
fn is_value_of_type(name: &Name) -> bool {
    name.segments.len() >= 2 && starts_upper(&name.segments[name.segments.len() - 2])
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

/// `open_door` -> `OpenDoor`. A name that begins with a capital letter is unchanged.
fn camel(ident: &Ident) -> Ident {
    if starts_upper(ident) {
        return ident.clone();
    }
    let name = ident.to_string();
    Ident::new(&camel_case(name.trim_start_matches("r#")), ident.span())
}
