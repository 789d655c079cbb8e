//! The leaves, decorators and composites that a file declares.

use bt_compiler::derive;
use bt_compiler::leaf::{self, Can};
use bt_compiler::tree::case::snake_case;
use bt_xml::export::read::code::{text, without_docs};
use bt_xml::export::{Declared, Sort};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::Source;
use crate::blocks::{self, Found};

/// All of them, in file order.
pub fn declared(file: &Source) -> Vec<Declared> {
    let Ok(tokens) = file.tokens() else { return Vec::new() };
    let found = blocks::find(tokens).into_iter();
    found
        .filter_map(|found| match found {
            Found::Leaf { attribute, function, .. } => function_leaf(attribute, function),
            Found::Type { derive, item, .. } => of_type(derive, item),
            Found::Block(_) | Found::Literal { .. } => None,
        })
        .collect()
}

fn function_leaf(attribute: TokenStream, function: TokenStream) -> Option<Declared> {
    let signature = leaf::signature(attribute.clone(), function.clone())?;
    let (function, docs) = without_docs(function);
    let mut head: Vec<TokenTree> = function.into_iter().collect();
    // Removes the body.
    head.pop();
    // It returns `bool`: a value always has another type.
    let is_condition = signature.value.is_none()
        && matches!(signature.can, Can { success: true, failure: true, running: false, error: false, .. });
    let attribute = if attribute.is_empty() { "#[leaf]".to_owned() } else { format!("#[leaf({})]", text(&attribute)) };
    Some(Declared {
        name: signature.name,
        sort: if is_condition { Sort::Condition } else { Sort::Action },
        docs,
        parameters: Some(signature.arguments),
        value: signature.value,
        declaration: format!("{attribute} {}", text(&head.into_iter().collect())),
    })
}

fn of_type(derive: &str, item: TokenStream) -> Option<Declared> {
    let input = syn::parse2::<syn::DeriveInput>(item.clone()).ok()?;
    // Each variant of an enum is a leaf of its own.
    if matches!(input.data, syn::Data::Enum(_)) {
        return None;
    }
    let (item, docs) = without_docs(item);
    let is_unit = item
        .clone()
        .into_iter()
        .all(|token| !matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace));
    let has_default = is_unit || derive::derives_default(&input);
    let sort = match derive {
        "Decorator" => Sort::Decorator,
        "Composite" => Sort::Control,
        _ => Sort::Action,
    };
    Some(Declared {
        name: snake_case(&input.ident.to_string()),
        sort,
        docs,
        parameters: has_default.then(Vec::new),
        value: None,
        declaration: text(&item),
    })
}
