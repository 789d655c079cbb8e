//! The value of a function that is a leaf, from its return type.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

use crate::codes;
use crate::error::Mistake;

/// `T` in `Option<T>`, `Poll<T>`, `Poll<Option<T>>`, and in a `Result` of those; nothing in other types.
///
/// `Poll<bool>`, `Option<Status>` and the like are errors: a `bool` or a `Status` alone is the result, and here it
/// would be a value.
pub fn value(output: &Type) -> Result<Option<TokenStream>, Mistake> {
    let output = inside(output, "Result").unwrap_or(output);
    let polled = inside(output, "Poll");
    let found = inside(polled.unwrap_or(output), "Option");
    if found.or(polled).is_some_and(|value| is_called(value, "Status")) {
        let message = "the `Status` in this type would be a value, not the result of the leaf";
        return Err(codes::LEAF_VALUE.over(output, message).help("return `Status`"));
    }
    let Some(polled) = polled else { return Ok(found.map(tokens)) };
    if is_called(polled, "bool") {
        let message = "`Poll<bool>` does not say whether the `bool` is a value or the result";
        let help = "write `#[leaf(value = bool)]` for a value, or return `Poll<Option<()>>` for a result";
        return Err(codes::LEAF_VALUE.over(output, message).help(help));
    }
    Ok(Some(tokens(inside(polled, "Option").unwrap_or(polled))))
}

/// The type inside a return type that is a request, judged by its name.
pub fn asked(output: &Type) -> Option<&Type> {
    inside(output, "Request").or_else(|| inside(output, "LocalRequest"))
}

/// The value of a leaf whose request has this answer: `T` in `T`, `Option<T>`, and in a `Result` of those.
///
/// `Status`, and a `bool` that is not in an `Option`, are errors, as in [`value`].
pub fn answer(answer: &Type, is_async: bool) -> Result<TokenStream, Mistake> {
    let answer = inside(answer, "Result").unwrap_or(answer);
    let optional = inside(answer, "Option");
    let value = ungrouped(optional.unwrap_or(answer));
    let refused = |message: &str, help: &str| Err(codes::LEAF_VALUE.over(value, message).help(help));
    if is_called(value, "Status") {
        let message = "the `Status` in this type would be a value, not the result of the leaf";
        return refused(message, "for a request without a value, write `()`; `Option<()>` can fail");
    }
    if optional.is_none() && is_called(value, "bool") {
        let message = "a request for a `bool` does not say whether the `bool` is a value or the result";
        let [optional, unit] = if is_async { ["Option<()>", "()"] } else { ["Request<Option<()>>", "Request<()>"] };
        let help = format!(
            "for a result, return `{optional}`, whose `None` is failure, or `{unit}`, which cannot fail; for a value, \
             write `#[leaf(value = bool)]`"
        );
        return refused(message, &help);
    }
    Ok(tokens(value))
}

/// Whether a return type is an answer of a leaf as it is, as far as its name says: `Status`, `bool`, `()`, `Option<_>`,
/// `Poll<()>`, `Poll<Option<_>>`, or a `Result` of one of them with its error.
pub fn is_answer(output: &Type) -> bool {
    let plain = inside(output, "Result").filter(|_| arguments(output) == 2).unwrap_or(output);
    match inside(plain, "Poll") {
        Some(polled) => is_unit(polled) || inside(polled, "Option").is_some(),
        None => {
            is_unit(plain)
                || is_called(plain, "Status")
                || is_called(plain, "bool")
                || inside(plain, "Option").is_some()
        }
    }
}

/// Whether a function with this return type can succeed, fail and be running. A type that the name alone does not show
/// can do all three: `Poll<Found>` may be a `Poll<Option<_>>`.
pub fn results(output: &TokenStream) -> (bool, bool, bool) {
    let anything = (true, true, true);
    let Ok(ty) = syn::parse2::<Type>(output.clone()) else { return anything };
    let plain = inside(&ty, "Result").unwrap_or(&ty);
    match inside(plain, "Poll") {
        Some(polled) => (true, !is_unit(polled), true),
        None if is_unit(plain) => (true, false, false),
        None if is_called(plain, "bool") || inside(plain, "Option").is_some() => (true, true, false),
        None => anything,
    }
}

/// Whether a function with this return type can return an error. A type that the name alone does not show can.
pub fn can_err(output: &TokenStream) -> bool {
    let Ok(ty) = syn::parse2::<Type>(output.clone()) else { return true };
    let plain = inside(&ty, "Poll").unwrap_or(&ty);
    !is_unit(plain) && !is_called(plain, "bool") && !is_called(plain, "Status") && inside(plain, "Option").is_none()
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// How many generic arguments the last part of a path has.
fn arguments(ty: &Type) -> usize {
    let Type::Path(path) = ty else { return 0 };
    match path.path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(given)) => given.args.len(),
        _ => 0,
    }
}

fn is_called(ty: &Type, name: &str) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn tokens(ty: &Type) -> TokenStream {
    ty.to_token_stream()
}

/// A type without the invisible group of a `macro_rules!` macro around it.
fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        ty => ty,
    }
}

/// The first type argument of a type with this name, with any path.
fn inside<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ungrouped(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(given) = &last.arguments else { return None };
    given.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{answer, results, value};
    use syn::{Type, parse_quote};

    fn read(output: &Type) -> String {
        value(output).map_or("refused".to_owned(), |value| value.unwrap_or_default().to_string())
    }

    #[test]
    fn the_value_is_in_the_signature() {
        assert_eq!(read(&parse_quote!(Option<Prey>)), "Prey");
        assert_eq!(read(&parse_quote!(Poll<Prey>)), "Prey");
        assert_eq!(read(&parse_quote!(core::task::Poll<Option<Prey>>)), "Prey");
        assert_eq!(read(&parse_quote!(Result<Poll<Option<Prey>>, Broken>)), "Prey");
        assert_eq!(read(&parse_quote!(io::Result<Option<bool>>)), "bool");
        assert_eq!(read(&parse_quote!(Option<Option<Prey>>)), "Option < Prey >");
    }

    #[test]
    fn other_results_have_none() {
        assert_eq!(read(&parse_quote!(Status)), "");
        assert_eq!(read(&parse_quote!(Result<bool, Broken>)), "");
        assert_eq!(read(&parse_quote!(())), "");
        assert_eq!(read(&parse_quote!(Poll<bool>)), "refused");
        for ambiguous in
            [parse_quote!(Option<Status>), parse_quote!(Poll<bt::Status>), parse_quote!(Poll<Option<Status>>)]
        {
            assert_eq!(read(&ambiguous), "refused");
        }
    }

    #[test]
    fn the_value_of_a_request_is_in_its_answer() {
        let read = |ty: &str| {
            let ty = syn::parse_str(ty).expect("a type");
            answer(&ty, false).map_or("refused".to_owned(), |value| value.to_string())
        };
        assert_eq!(read("()"), "()");
        assert_eq!(read("Path"), "Path");
        assert_eq!(read("Option<Path>"), "Path");
        assert_eq!(read("Result<Option<Path>, Broken>"), "Path");
        assert_eq!(read("Option<bool>"), "bool");
        for ambiguous in ["bool", "Result<bool, Broken>", "io::Result<bool>", "Status", "Option<Status>"] {
            assert_eq!(read(ambiguous), "refused", "{ambiguous}");
        }
    }

    #[test]
    fn the_return_type_says_what_a_leaf_can_answer() {
        let can = |output: &str| results(&output.parse().expect("tokens"));
        let anything = (true, true, true);
        assert_eq!(can("()"), (true, false, false));
        assert_eq!(can("Result<(), DoorError>"), (true, false, false));
        assert_eq!(can("bool"), (true, true, false));
        assert_eq!(can("Result<Option<Key>, DoorError>"), (true, true, false));
        assert_eq!(can("std::task::Poll<()>"), (true, false, true));
        assert_eq!(can("Poll<Option<Key>>"), anything);
        // It may be an alias of an `Option`.
        assert_eq!(can("Poll<Found>"), anything);
        assert_eq!(can("Status"), anything);
        assert_eq!(can("Answer"), anything);
    }
}
