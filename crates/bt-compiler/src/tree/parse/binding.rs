//! Parses the binding after a node: `-> prey`, `-> spot: Vec2`, `-> (left, right)`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::codes;
use crate::error::Errors;
use crate::tokens::borrow;
use crate::tree::ast::Binding;
use crate::tree::case::starts_upper;
use crate::tree::keyword::is_keyword;
use crate::tree::parse::cursor::Cursor;

const FORM: &str = "to bind the value of a node, write `find_prey -> prey`";

/// Parses the binding, if there is one. A malformed binding is reported. If children may follow, a `<` begins them
/// instead of belonging to the type.
pub fn binding(cursor: &mut Cursor, before_children: bool, errors: &mut Errors) -> Option<Binding> {
    if cursor.peek_fat_arrow(0) || !cursor.peek_arrow(0) {
        return None;
    }
    let arrow: TokenStream = cursor.take(2).into_iter().collect();
    if let Some(group) = cursor.group(Delimiter::Parenthesis) {
        return Some(Binding { names: names(&group, errors), tuple: Some(group.span()), ty: None, refused: false });
    }
    let Some(name) = cursor.peek_ident(0).cloned() else {
        let found = cursor.found();
        if cursor.is_empty() || cursor.peek_punct(0, ',') || cursor.peek_punct(0, '>') {
            errors.push(codes::BINDING.over(arrow, "expected a name after this `->`").help(FORM));
        } else {
            let message = format!("expected a name after `->`, found {found}");
            errors.push(codes::BINDING.at(cursor.span(), message).help(FORM));
            cursor.skip_to_separator();
        }
        return None;
    };
    cursor.take(1);
    let named = check_name(&name, errors);
    let before = errors.count();
    let ty = ty(cursor, &name, before_children, errors);
    let refused = errors.count() != before;
    named.then(|| Binding { names: vec![name], tuple: None, ty, refused })
}

/// Whether this can be the name of a value; if not, it is reported.
fn check_name(name: &Ident, errors: &mut Errors) -> bool {
    if name == "_" {
        errors.push(codes::BINDING.at(name.span(), "an unused value needs no name").help("remove the `-> _`"));
        return false;
    }
    if is_keyword(name) {
        errors.push(codes::BINDING.at(name.span(), format!("the name of a value cannot be the keyword `{name}`")));
        return false;
    }
    true
}

/// The names in `(left, _, right)`.
fn names(group: &Group, errors: &mut Errors) -> Vec<Ident> {
    let mut cursor = Cursor::new(group.stream(), group.span_close());
    let mut names = Vec::new();
    while !cursor.is_empty() {
        match cursor.ident() {
            Some(name) if name == "_" || !is_keyword(&name) => names.push(name),
            Some(name) => errors
                .push(codes::BINDING.at(name.span(), format!("the name of a value cannot be the keyword `{name}`"))),
            None => {
                let found = cursor.found();
                let message = format!("expected the name of a value, found {found}");
                let help = "write one name for each child: `-> (left, right)`";
                errors.push(codes::BINDING.at(cursor.span(), message).help(help));
                return names;
            }
        }
        if !cursor.is_empty() && cursor.punct(',').is_none() {
            let message = format!("expected `,` before the next name, found {}", cursor.found());
            errors.push(codes::BINDING.at(cursor.span(), message));
            return names;
        }
    }
    names
}

/// `: Type`, up to the next `,` or `>` outside of angle brackets, or up to the children.
fn ty(cursor: &mut Cursor, name: &Ident, before_children: bool, errors: &mut Errors) -> Option<TokenStream> {
    let colon: Span = cursor.punct(':')?;
    let mut ty = Vec::new();
    while let Some(token) = cursor.peek(0) {
        let taken = match token {
            _ if cursor.peek_arrow(0) => 2,
            TokenTree::Punct(mark) if matches!(mark.as_char(), '>' | ',') => break,
            TokenTree::Punct(mark) if mark.as_char() == '<' => match type_arguments(cursor, before_children) {
                Some(taken) => taken,
                None => break,
            },
            _ => 1,
        };
        ty.extend(cursor.take(taken));
    }
    let ty: TokenStream = ty.into_iter().collect();
    if syn::parse2::<syn::Type>(ty.clone()).is_err() {
        let at = ty.clone().into_iter().next().map_or(colon, |token| token.span());
        let message = format!("expected the type of `{name}` after this `:`");
        match ty.is_empty() {
            true => errors.push(codes::BINDING.at(at, message)),
            false => errors.push(codes::BINDING.over(ty, format!("expected the type of `{name}`"))),
        }
        return None;
    }
    if let Some(at) = borrow(&ty) {
        let help = "write an owned type, or `&'static`";
        errors.push(codes::BORROWED.at(at, "a value is stored in the tree, so it cannot borrow").help(help));
        return None;
    }
    Some(ty)
}

/// The number of tokens from this `<` to its `>` if they are type arguments; `None` if they are children. After a
/// built-in node with children, they are type arguments only if children follow. Any other name may be a leaf or a
/// decorator, so the content decides.
fn type_arguments(cursor: &Cursor, before_children: bool) -> Option<usize> {
    let Some(count) = cursor.angles_ahead() else { return (!before_children).then_some(1) };
    let children_follow = cursor.peek_punct(count, '<');
    (children_follow || (!before_children && is_type_ahead(cursor, 1))).then_some(count)
}

/// Types with names in lower case.
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8",
    "usize",
];

/// Whether a type begins here, rather than a node. Names of nodes are in lower case, those of types are not.
pub fn is_type_ahead(cursor: &Cursor, mut at: usize) -> bool {
    match cursor.peek(at) {
        Some(TokenTree::Punct(mark)) => !matches!(mark.as_char(), '#' | '|'),
        Some(TokenTree::Ident(word)) if word == "_" => true,
        Some(TokenTree::Ident(word)) if is_keyword(word) && !cursor.peek_path_separator(at + 1) => true,
        Some(TokenTree::Ident(_)) => {
            while cursor.peek_path_separator(at + 1) && cursor.peek_ident(at + 3).is_some() {
                at += 3;
            }
            let is_label = cursor.peek_punct(at + 1, ':') && !cursor.peek_path_separator(at + 1);
            let named = |name: &Ident| starts_upper(name) || PRIMITIVE.iter().any(|primitive| name == primitive);
            !is_label && cursor.peek_ident(at).is_some_and(named)
        }
        _ => true,
    }
}
