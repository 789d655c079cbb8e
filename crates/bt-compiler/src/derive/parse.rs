//! Parses
//! `#[behavior(context = TYPE, message = TYPE, error = TYPE, value = TYPE, returns(success, ..), new(TYPE, ..), crate =
//! PATH)]`, `#[decorator(context = TYPE, error = TYPE, crate = PATH)]`, and
//! `#[composite(context = TYPE, error = TYPE, returns(success, ..), crate = PATH)]`.

use proc_macro2::{Ident, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{Attribute, Meta, Path, Token, Type, parenthesized};

use super::model::{Attributes, Context, Returns};
use crate::codes;
use crate::context::{self, Context as Written, with_lifetimes};
use crate::error::{Errors, Mistake};
use crate::spelling::closest;
use crate::tokens::{borrow, comma, is_mark};

/// An attribute that goes with a derive.
pub struct Helper {
    name: &'static str,
    /// The keys that it takes.
    keys: &'static [&'static str],
    /// The keys, as a list.
    list: &'static str,
    expected: &'static str,
    /// The hooks that a type with it usually has.
    hooks: &'static str,
}

impl Helper {
    /// Whether this is the attribute, or a typo of it. rustc reports typos, and no other error may follow.
    fn is_path(&self, path: &Path) -> bool {
        path.get_ident().is_some_and(|name| closest(&name.to_string(), [self.name]).is_some())
    }
}

/// The attribute of leaves.
pub const BEHAVIOR: Helper = Helper {
    name: "behavior",
    keys: &["context", "message", "error", "value", "returns", "new", "crate"],
    list: "`context`, `message`, `error`, `value`, `returns`, `new` or `crate`",
    expected: "expected `context = TYPE`, `message = TYPE`, `error = TYPE`, `value = TYPE`, `returns(...)`, \
               `new(...)` or `crate = PATH`",
    hooks: "`fn run(&mut self, context: &mut TYPE) -> Status`",
};

/// The attribute of decorators.
pub const DECORATOR: Helper = Helper {
    name: "decorator",
    keys: &["context", "error", "crate"],
    list: "`context`, `error` or `crate`",
    expected: "expected `context = TYPE`, `error = TYPE` or `crate = PATH`",
    hooks: "`fn before(&mut self, context: &mut TYPE) -> Option<Status>` or `fn after(&mut self, context: &mut TYPE, \
            status: Status) -> Status`",
};

/// The attribute of composites.
pub const COMPOSITE: Helper = Helper {
    name: "composite",
    keys: &["context", "error", "returns", "crate"],
    list: "`context`, `error`, `returns` or `crate`",
    expected: "expected `context = TYPE`, `error = TYPE`, `returns(...)` or `crate = PATH`",
    hooks: "`fn first(&mut self, context: &mut TYPE, children: usize) -> Next` and `fn after(&mut self, context: &mut \
            TYPE, child: usize, ended: Status) -> Next`",
};

const EXPECTED_RETURNS: &str = "expected `returns(...)` with some of `success`, `failure` and `running`";

/// Reads all the attributes of a type.
pub fn parse(helper: &'static Helper, name: &Ident, attributes: &[Attribute], errors: &mut Errors) -> Attributes {
    let mut found = Found::new(helper);
    for attribute in attributes.iter().filter(|attribute| helper.is_path(attribute.path())) {
        found.read(attribute, errors);
    }
    let is_helper = |path: &&Ident| [BEHAVIOR, DECORATOR, COMPOSITE].iter().any(|other| **path == other.name);
    let mut names = attributes.iter().filter_map(|attribute| attribute.path().get_ident());
    let other = names.find(|path| *path != helper.name && is_helper(path));
    if let (false, Some(other)) = (found.context_tried, other) {
        let message = format!("`#[{other}(...)]` belongs to another derive");
        let mistake = codes::ATTRIBUTE_PLACE.at(other.span(), message);
        errors.push(mistake.help(format!("write `#[{}(...)]`", helper.name)).fix(helper.name));
    } else if !found.context_tried {
        let message = format!("`{name}` does not declare its context");
        let Helper { name: attribute, hooks, .. } = helper;
        let help = format!("write `#[{attribute}(context = TYPE)]`, with the type that its hooks take: {hooks}");
        errors.push(codes::NO_CONTEXT.at(name.span(), message).help(help));
    }
    found.attributes
}

/// The attributes read so far.
struct Found {
    helper: &'static Helper,
    keys: Vec<String>,
    /// Whether there is a context, or a reported mistake that was meant as one.
    context_tried: bool,
    attributes: Attributes,
}

impl Found {
    fn new(helper: &'static Helper) -> Self {
        let attributes = Attributes { bt: quote!(::bt), ..Attributes::default() };
        Found { helper, keys: Vec::new(), context_tried: false, attributes }
    }

    fn read(&mut self, attribute: &Attribute, errors: &mut Errors) {
        let Meta::List(list) = &attribute.meta else {
            self.context_tried = true;
            let expected = format!("expected `#[{}(context = TYPE)]`", self.helper.name);
            return errors.push(codes::ATTRIBUTE_KEY.over(&attribute.meta, expected));
        };
        let entries = |input: ParseStream| {
            while !input.is_empty() {
                if let Err(mistake) = self.entry(input).and_then(|()| comma(input)) {
                    errors.push(mistake);
                    skip_entry(input);
                }
            }
            Ok(())
        };
        // This cannot fail: `entries` reads all tokens, and collects its errors.
        let _ = list.parse_args_with(entries);
    }

    /// One `key = value`.
    fn entry(&mut self, input: ParseStream) -> Result<(), Mistake> {
        let Helper { name: attribute, keys, expected, .. } = self.helper;
        let key = input.call(Ident::parse_any).map_err(|error| codes::ATTRIBUTE_KEY.at(error.span(), expected))?;
        let name = key.to_string();
        if !keys.contains(&&*name) {
            return Err(self.unknown(&key, input.peek(Token![=])));
        }
        self.context_tried |= name == "context";
        if self.keys.contains(&name) {
            let message = format!("`{key}` is given twice, but a {attribute} has one");
            return Err(codes::ATTRIBUTE_KEY.at(key.span(), message));
        }
        let found = &mut self.attributes;
        match &*name {
            "context" => found.context = Some(context(value(&key, "TYPE", input)?)?),
            "returns" => found.returns = Some(returns(&key, input)?),
            "new" => found.new = Some(new(&key, input)?),
            "error" => found.error = Some(error(value(&key, "TYPE", input)?)?),
            "value" => found.value = Some(owned(value(&key, "TYPE", input)?)?),
            "message" => found.message = Some(message(value(&key, "TYPE", input)?)?),
            _ => found.bt = value::<ModPath>(&key, "PATH", input)?.0.into_token_stream(),
        }
        self.keys.push(name);
        Ok(())
    }

    fn unknown(&mut self, key: &Ident, has_value: bool) -> Mistake {
        let Helper { keys, list, expected, .. } = self.helper;
        let meant = closest(&key.to_string(), keys.iter().copied());
        self.context_tried |= !has_value || meant == Some("context");
        let mistake = |message: String| codes::ATTRIBUTE_KEY.at(key.span(), message);
        match (meant, has_value) {
            (Some(meant), _) => mistake(format!("unknown key `{key}`")).did_you_mean(meant),
            (None, true) => mistake(format!("unknown key `{key}`, expected {list}")),
            (None, false) => mistake(format!("{expected}, found `{key}`")),
        }
    }
}

/// A path as in `use`, so that `crate` and `super` are allowed.
struct ModPath(Path);

impl Parse for ModPath {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        Path::parse_mod_style(input).map(ModPath)
    }
}

/// The value in `key = value`.
fn value<T: Parse>(key: &Ident, kind: &str, input: ParseStream) -> Result<T, Mistake> {
    if !input.peek(Token![=]) {
        return Err(codes::ATTRIBUTE_KEY.at(key.span(), format!("expected `{key} = {kind}`")));
    }
    input.parse::<Token![=]>()?;
    input.parse().map_err(|error| codes::ATTRIBUTE_KEY.at(error.span(), format!("expected `{key} = {kind}`")))
}

/// What is in the parentheses after a key.
fn list<'i>(input: ParseStream<'i>) -> syn::Result<ParseBuffer<'i>> {
    let list;
    parenthesized!(list in input);
    Ok(list)
}

/// The list after `returns`.
fn returns(key: &Ident, input: ParseStream) -> Result<Returns, Mistake> {
    let list = list(input).map_err(|_| codes::ATTRIBUTE_KEY.at(key.span(), EXPECTED_RETURNS))?;
    let names = list.parse_terminated(Ident::parse_any, Token![,]);
    let names = names.map_err(|error| codes::ATTRIBUTE_KEY.at(error.span(), EXPECTED_RETURNS))?;
    if names.is_empty() {
        return Err(codes::ATTRIBUTE_KEY.at(key.span(), EXPECTED_RETURNS));
    }
    let mut returns = Returns { at: key.span(), success: false, failure: false, running: false };
    for name in names {
        let result = match &*name.to_string() {
            "success" => &mut returns.success,
            "failure" => &mut returns.failure,
            "running" => &mut returns.running,
            _ => return Err(codes::ATTRIBUTE_KEY.at(name.span(), EXPECTED_RETURNS)),
        };
        if std::mem::replace(result, true) {
            return Err(codes::ATTRIBUTE_KEY.at(name.span(), format!("`{name}` is given twice")));
        }
    }
    Ok(returns)
}

const EXPECTED_NEW: &str = "expected `new(...)` with the types of its arguments";

/// The types after `new`.
fn new(key: &Ident, input: ParseStream) -> Result<Vec<Type>, Mistake> {
    let list = list(input).map_err(|_| codes::ATTRIBUTE_KEY.at(key.span(), EXPECTED_NEW))?;
    let types = list.parse_terminated(Type::parse, Token![,]);
    let types = types.map_err(|error| codes::ATTRIBUTE_KEY.at(error.span(), EXPECTED_NEW))?;
    let owned = |ty: Type| match borrows(&ty)? {
        true => Err(codes::ATTRIBUTE_KEY.over(ty, "an argument of `new` cannot borrow, since the leaf stores it")),
        false => Ok(ty),
    };
    types.into_iter().map(owned).collect()
}

/// After a mistake: skips everything up to and including the next comma.
fn skip_entry(input: ParseStream) {
    while let Ok(token) = input.parse::<TokenTree>() {
        if is_mark(&token, ',') {
            break;
        }
    }
}

fn context(found: Type) -> Result<Context, Mistake> {
    Ok(match context::context(found)? {
        Written::Impl(bounds) => {
            let (bounds, count) = with_lifetimes(bounds);
            Context::Any(bounds, count)
        }
        Written::Type(ty) => match with_lifetimes(ty) {
            (ty, 0) => Context::Owned(ty),
            (ty, count) => Context::Borrowing(ty, count),
        },
    })
}

fn message(found: Type) -> Result<Type, Mistake> {
    if matches!(&found, Type::Reference(reference) if !context::is_static(reference)) {
        let message = "write the message without `&`: `receive` takes it as `&TYPE`";
        return Err(codes::ATTRIBUTE_KEY.over(found, message));
    }
    context::refuse_impl(&found.to_token_stream())?;
    Ok(found)
}

fn error(found: Type) -> Result<Type, Mistake> {
    if borrows(&found)? {
        return Err(codes::BORROWED.over(found, "an error cannot borrow from the context"));
    }
    Ok(found)
}

fn owned(found: Type) -> Result<Type, Mistake> {
    if borrows(&found)? {
        return Err(codes::BORROWED.over(found, "the value of a leaf cannot borrow from its context"));
    }
    Ok(found)
}

/// Whether there is a `'_` or a `&` in a type that must not borrow.
fn borrows(ty: &Type) -> Result<bool, Mistake> {
    let tokens = ty.to_token_stream();
    context::refuse_impl(&tokens)?;
    Ok(borrow(&tokens).is_some() || with_lifetimes(tokens).1 > 0)
}

#[cfg(test)]
mod tests {
    use super::{Attributes, BEHAVIOR, Context, parse};
    use crate::error::Errors;
    use syn::{DeriveInput, Type, parse_quote};

    fn read(input: &DeriveInput) -> (Attributes, String) {
        let mut errors = Errors::default();
        let attributes = parse(&BEHAVIOR, &input.ident, &input.attrs, &mut errors);
        let mistakes = errors.into_list();
        (attributes, quote::quote!(#(#mistakes)*).to_string())
    }

    #[test]
    fn all_keys_in_several_attributes() {
        let (attributes, errors) = read(&parse_quote! {
            #[behavior(context = Room, new(Vec2, f32,), crate = crate::renamed)]
            #[behavior(error = DoorError, message = [Shot],)]
            struct Walk;
        });
        assert_eq!(errors, "");
        assert!(matches!(attributes.context, Some(Context::Owned(room)) if room.to_string() == "Room"));
        assert!(attributes.error.is_some());
        assert_eq!(attributes.new.map(|types| types.len()), Some(2));
        assert!(matches!(attributes.message, Some(Type::Slice(_))));
        assert_eq!(attributes.bt.to_string(), "crate :: renamed");
    }

    #[test]
    fn lifetimes_are_named() {
        let (attributes, _) = read(&parse_quote! {
            #[behavior(context = (World<'_>, &'static str, [Eye<'_>; 2]))]
            struct Walk;
        });
        let Some(Context::Borrowing(context, 2)) = attributes.context else { panic!("it borrows") };
        assert_eq!(context.to_string(), "(World < '__context > , & 'static str , [Eye < '__context_2 > ; 2])");
    }

    #[test]
    fn bounds_are_the_context() {
        let (attributes, errors) = read(&parse_quote!(
            #[behavior(context = impl Senses + Send)]
            struct Walk;
        ));
        assert_eq!(errors, "");
        assert!(matches!(attributes.context, Some(Context::Any(bounds, 0)) if bounds.to_string() == "Senses + Send"));
    }

    #[test]
    fn mistakes_are_reported_all_at_once() {
        let (_, errors) = read(&parse_quote! {
            #[behavior(contxt = A, context = , context = B, context = C, message = &D, Room, size = 1, error = &'_ str, 7)]
            struct Walk;
        });
        let mistakes = [
            "did you mean `context`?",
            "expected `context = TYPE`\"",
            "`context` is given twice",
            "write the message without `&`",
            "or `crate = PATH`, found `Room`",
            "unknown key `size`, expected",
            "cannot borrow",
            "or `crate = PATH`\"",
        ];
        for mistake in mistakes {
            assert_eq!(errors.matches(mistake).count(), 1, "{mistake}: {errors}");
        }
        assert_eq!(errors.matches("compile_error").count(), mistakes.len());
    }

    #[test]
    fn a_missing_context_is_reported_once() {
        for input in [
            parse_quote!(
                struct Walk;
            ),
            parse_quote!(
                #[behavior]
                struct Walk;
            ),
            parse_quote!(
                #[behavior()]
                struct Walk;
            ),
            parse_quote!(
                #[behavior(Room)]
                struct Walk;
            ),
            parse_quote!(
                #[behavior(contxt = Room)]
                struct Walk;
            ),
            parse_quote!(
                #[behavior(error = DoorError)]
                struct Walk;
            ),
        ] {
            assert_eq!(read(&input).1.matches("compile_error").count(), 1);
        }
    }
}
