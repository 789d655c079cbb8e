//! Parses the header of a tree: everything before the `=`.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser as _;

use crate::attributes::{Attribute, parts};
use crate::codes;
use crate::context::{Context, is_static};
use crate::error::Errors;
use crate::tokens::{borrow, type_text};
use crate::tree::ast::{Cfg, Header, Item, Param};
use crate::tree::case::starts_upper;
use crate::tree::keyword::is_keyword;
use crate::tree::nodes;
use crate::tree::parse::cfg::{cfg, is_cfg};
use crate::tree::parse::context::context;
use crate::tree::parse::cursor::Cursor;
use crate::tree::parse::params::params;

/// Parses the header. `None` if it is unreadable, which is reported.
pub fn parse(cursor: &mut Cursor, errors: &mut Errors, cfgs: &mut Vec<Cfg>) -> Option<Header> {
    if is_item(cursor) { item(cursor, errors, cfgs) } else { Some(expression(cursor, errors)) }
}

/// Whether the tree declares a type: it begins with attributes, a visibility, or `Name(Context)` and more header.
fn is_item(cursor: &Cursor) -> bool {
    if cursor.peek_punct(0, '#') || cursor.peek_word(0, "pub") {
        return true;
    }
    let Some(name) = cursor.peek_ident(0) else { return false };
    // `DoorBot = ..`, `DoorBot sequence ..`, `struct DoorBot`: a declaration with something missing, or too much.
    let type_name = cursor.peek_ident(1).is_some() && (starts_upper(name) || is_of_another_item(cursor));
    if type_name || (cursor.peek_punct(1, '=') && !cursor.peek_arrow(1)) {
        return true;
    }
    if equals_ahead(cursor).is_some() {
        return true;
    }
    let header_goes_on = cursor.peek_punct(2, ':')
        || cursor.peek_punct(2, '=')
        || (cursor.peek_arrow(2) && nodes::find(&name.to_string()).is_none())
        || cursor.peek_ident(2).is_some()
        || cursor.peek_group(2, Delimiter::Brace).is_some();
    cursor.peek_group(1, Delimiter::Parenthesis).is_some() && header_goes_on || is_all_of_a_header(cursor)
}

/// Whether there is only `Bot(Room)`. It could be a leaf `Bot` constructed from a `Room`, but rarely is.
fn is_all_of_a_header(cursor: &Cursor) -> bool {
    let named = cursor.peek_ident(0).is_some_and(starts_upper);
    let Some(group) = cursor.peek_group(1, Delimiter::Parenthesis).filter(|_| named && cursor.peek(2).is_none()) else {
        return false;
    };
    let last = group.stream().into_iter().filter(|token| matches!(token, TokenTree::Ident(_))).last();
    matches!(last, Some(TokenTree::Ident(name)) if starts_upper(&name))
        && syn::parse2::<syn::Type>(group.stream()).is_ok()
}

/// The number of tokens before the `=` of a header, if there is one. It comes before the children of any node; a `<`
/// of the header itself comes after the name of a type.
fn equals_ahead(cursor: &Cursor) -> Option<usize> {
    let mut after_type = false;
    let mut ahead = 0;
    while let Some(token) = cursor.peek(ahead) {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '=' && mark.spacing() == Spacing::Alone => return Some(ahead),
            TokenTree::Punct(mark) if mark.as_char() == '<' && !after_type => return None,
            // The second mark of a pair, as in `=>` and `<=`, is not a `=` of its own.
            TokenTree::Punct(mark) if mark.as_char() != '>' && mark.spacing() == Spacing::Joint => ahead += 1,
            _ => {}
        }
        after_type = matches!(token, TokenTree::Ident(name) if starts_upper(name));
        ahead += 1;
    }
    None
}

/// Whether a group is the `(crate)` of `pub(crate)`.
fn is_restriction(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if ["crate", "self", "super", "in"].iter().any(|other| word == other))
}

/// `struct DoorBot`, `let bot`, `tree DoorBot`: a word that does not belong in a header, followed by a name.
fn is_of_another_item(cursor: &Cursor) -> bool {
    let (Some(word), Some(name)) = (cursor.peek_ident(0), cursor.peek_ident(1)) else { return false };
    let keyword = ["struct", "enum", "type", "fn", "let", "static", "const"].iter().any(|keyword| word == keyword);
    keyword || (!starts_upper(word) && starts_upper(name))
}

/// `(Room) -> Result<Error> =`, with every part optional.
fn expression(cursor: &mut Cursor, errors: &mut Errors) -> Header {
    let mut header = Header::default();
    if let Some(group) = cursor.group(Delimiter::Parenthesis) {
        header.context = context(&group, errors);
        header.message = message(cursor, errors);
        let before = errors.count();
        (header.value, header.error) = result(cursor, errors);
        if errors.count() != before {
            skip_to_equals(cursor);
        }
        if cursor.peek_group(0, Delimiter::Brace).is_some() {
            let help = "write `bt! { Bot(Room) { steps: u32 } = .. }`, and `Bot::new(3)`";
            errors.push(codes::PARAMETER.at(cursor.span(), "only a named tree can have parameters").help(help));
            cursor.take(1);
            header.lacks_params = true;
        }
        equals(cursor, errors);
    }
    header
}

/// `#[..] pub Name(Context) { params } on Message -> Result<Error> =`.
fn item(cursor: &mut Cursor, errors: &mut Errors, cfgs: &mut Vec<Cfg>) -> Option<Header> {
    let attributes = attributes(cursor, errors, cfgs);
    let visibility = visibility(cursor, errors);
    let mut others = Errors::default();
    let mut errors = errors;
    if is_of_another_item(cursor) {
        expected_name(cursor, errors);
        // In the header of a function, everything else is different, too.
        if cursor.peek_word(0, "fn") {
            errors = &mut others;
        }
        cursor.take(1);
    }
    let Some(name) = cursor.peek_ident(0).filter(|name| !is_keyword(name)).cloned() else {
        expected_name(cursor, errors);
        return None;
    };
    cursor.take(1);
    let mut parts = Parts::default();
    match (generics(&name, cursor, errors), cursor.peek_group(0, Delimiter::Parenthesis).cloned()) {
        (Generics::Context(context), _) => parts.context = Some(context),
        // It may name the type parameters.
        (Generics::Refused, Some(_)) => drop(cursor.take(1)),
        (Generics::None, _) if is_params_before_context(cursor) => {
            let message = "the context comes before the parameters";
            errors.push(codes::NO_CONTEXT.at(cursor.span(), message).help(Header::ORDER));
            parts.rest(cursor, errors);
        }
        (_, Some(group)) => {
            cursor.take(1);
            let (group, params) = params_after_context(group, errors);
            parts.context = context(&group, errors);
            params.into_iter().for_each(|params| parts.params(&params, errors));
        }
        (generics, None) => {
            if matches!(generics, Generics::None) {
                no_context(&name, cursor, errors);
            }
            if equals_ahead(cursor).is_some() {
                parts.rest(cursor, errors);
            }
        }
    }
    if cursor.angles_ahead().is_some() {
        errors.push(codes::CONTEXT.at(cursor.span(), NO_GENERICS));
        cursor.angles();
    }
    if let Some(group) = cursor.group(Delimiter::Brace).or_else(|| params_in_parentheses(cursor, errors)) {
        parts.params(&group, errors);
    }
    parts.message = message(cursor, errors).or(parts.message);
    let before = errors.count();
    parts.result(cursor, errors);
    if errors.count() != before {
        parts.rest(cursor, errors);
    } else if is_part(cursor) {
        not_equals(cursor, errors);
        parts.rest(cursor, errors);
    }
    equals(cursor, errors);
    let Parts { context, params, lacks_params, message, value, error } = parts;
    let item = Item { attributes, visibility, name, params };
    Some(Header { item: Some(item), context, message, value, error, lacks_params })
}

/// The parts after the name of a tree.
#[derive(Default)]
struct Parts {
    context: Option<Context>,
    params: Vec<Param>,
    lacks_params: bool,
    message: Option<TokenStream>,
    value: Option<TokenStream>,
    error: Option<TokenStream>,
}

impl Parts {
    fn params(&mut self, group: &Group, errors: &mut Errors) {
        let before = errors.count();
        self.params = params(group, errors);
        self.lacks_params = errors.count() != before;
    }

    fn result(&mut self, cursor: &mut Cursor, errors: &mut Errors) {
        let (value, error) = result(cursor, errors);
        self.value = value.or(self.value.take());
        self.error = error.or(self.error.take());
    }

    /// After a mistake, reads the remaining parts before the `=` in any order. So the type of the tree has everything
    /// that could be parsed, and its uses cause no further errors.
    fn rest(&mut self, cursor: &mut Cursor, errors: &mut Errors) {
        if equals_ahead(cursor).is_none() {
            return skip_to_equals(cursor);
        }
        while !cursor.is_empty() && !cursor.peek_punct(0, '=') {
            match cursor.peek(0) {
                Some(TokenTree::Group(group)) if is_params_next(cursor) || group.delimiter() == Delimiter::Brace => {
                    let group = group.clone();
                    cursor.take(1);
                    self.params(&group, errors);
                }
                Some(TokenTree::Group(group))
                    if self.context.is_none() && group.delimiter() == Delimiter::Parenthesis =>
                {
                    let group = group.clone();
                    cursor.take(1);
                    self.context = context(&group, errors);
                }
                _ if cursor.peek_word(0, "on") => self.message = message(cursor, errors),
                _ if cursor.peek_arrow(0) => self.result(cursor, errors),
                _ => drop(cursor.take(1)),
            }
        }
    }
}

/// Whether parameters come next, in braces or parentheses, and the context after them.
fn is_params_before_context(cursor: &Cursor) -> bool {
    let params = cursor.peek_group(0, Delimiter::Brace).is_some() || is_params_next(cursor);
    params && cursor.peek_group(1, Delimiter::Parenthesis).is_some_and(|next| !is_params(next))
}

/// Whether parameters in parentheses come next.
fn is_params_next(cursor: &Cursor) -> bool {
    cursor.peek_group(0, Delimiter::Parenthesis).is_some_and(is_params)
}

/// Whether a group holds parameters: `(steps: u32)`.
fn is_params(group: &Group) -> bool {
    names_params(&Cursor::new(group.stream(), group.span()))
}

/// The error for a tree whose name is not followed by its context.
fn no_context(name: &Ident, cursor: &Cursor, errors: &mut Errors) {
    let write = format!("write `{name}(Room) = ...`");
    let missing = cursor.is_empty() || cursor.peek_punct(0, '=') || cursor.peek_group(0, Delimiter::Brace).is_some();
    if missing || equals_ahead(cursor).is_none() {
        let message = format!("the tree `{name}` needs a context");
        return errors.push(codes::NO_CONTEXT.at(name.span(), message).help(write));
    }
    let help = if cursor.peek_word(0, "pub") { format!("write `pub {name}(Room) = ...`") } else { write };
    let found = cursor.found();
    let message = format!("expected the context in parentheses, found {found}");
    errors.push(codes::NO_CONTEXT.at(cursor.span(), message).help(help));
}

fn expected_name(cursor: &Cursor, errors: &mut Errors) {
    let found = cursor.found();
    let message = format!("expected the name of the tree, found {found}");
    errors.push(codes::HEADER.at(cursor.span(), message).help(Header::FORM));
}

/// What follows the name of a tree in angle brackets.
enum Generics {
    None,
    /// The context, which belongs in parentheses. That is reported.
    Context(Context),
    /// Something else, which is reported.
    Refused,
}

/// Refuses `<T>`, as trees have no type parameters. If no context follows, it was meant as the context.
fn generics(name: &Ident, cursor: &mut Cursor, errors: &mut Errors) -> Generics {
    if !cursor.peek_punct(0, '<') {
        return Generics::None;
    }
    let at = cursor.span();
    let Some(inside) = cursor.angles() else {
        errors.push(codes::CONTEXT.at(at, NO_GENERICS));
        skip_to_equals(cursor);
        return Generics::Refused;
    };
    let mut group = Group::new(Delimiter::Parenthesis, inside.clone());
    group.set_span(at);
    let mut other = Errors::default();
    let meant = context(&group, &mut other);
    match (other.check(), meant) {
        (Ok(()), Some(meant)) if cursor.peek_group(0, Delimiter::Parenthesis).is_none() => {
            let help = format!("write `{name}({}) = ...`", type_text(&inside));
            errors.push(codes::CONTEXT.at(at, "the context of a tree goes in parentheses, found `<`").help(help));
            Generics::Context(meant)
        }
        _ => {
            errors.push(codes::CONTEXT.at(at, NO_GENERICS));
            Generics::Refused
        }
    }
}

const NO_GENERICS: &str = "a tree cannot have type parameters, but its context may be generic: `(impl Trait)`";

/// The attributes, without `#[cfg(..)]`.
fn attributes(cursor: &mut Cursor, errors: &mut Errors, cfgs: &mut Vec<Cfg>) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    while cursor.peek_punct(0, '#') {
        if is_cfg(cursor) {
            let whole = cursor.all();
            let found = cfg(cursor, errors);
            cfgs.extend(found.map(|(predicate, attribute)| Cfg { predicate, attribute, whole }));
            continue;
        }
        let Some(group) = cursor.peek_group(1, Delimiter::Bracket).cloned() else {
            errors.push(codes::HEADER.at(cursor.span(), "the attribute of a tree is written `#[...]`"));
            cursor.take(1);
            if cursor.punct('!').is_some() {
                cursor.group(Delimiter::Bracket);
            }
            continue;
        };
        let tokens: TokenStream = cursor.take(2).into_iter().collect();
        if syn::Attribute::parse_outer.parse2(tokens.clone()).is_err() {
            let message = "expected an attribute like that of a struct: `#[name]` or `#[name(...)]`";
            errors.push(codes::HEADER.over(tokens, message));
            continue;
        }
        attributes.extend(parts(tokens, group.stream()));
    }
    attributes
}

fn visibility(cursor: &mut Cursor, errors: &mut Errors) -> TokenStream {
    if !cursor.peek_word(0, "pub") {
        return TokenStream::new();
    }
    let restricted = cursor.peek_group(1, Delimiter::Parenthesis).is_some_and(is_restriction);
    let visibility: TokenStream = cursor.take(1 + usize::from(restricted)).into_iter().collect();
    if syn::parse2::<syn::Visibility>(visibility.clone()).is_err() {
        errors.push(codes::HEADER.over(visibility, "expected `pub`, `pub(crate)`, `pub(super)` or `pub(in path)`"));
        return TokenStream::new();
    }
    visibility
}

/// `on Message`.
fn message(cursor: &mut Cursor, errors: &mut Errors) -> Option<TokenStream> {
    if !cursor.peek_word(0, "on") {
        return None;
    }
    let at = cursor.span();
    cursor.take(1);
    let mut message = TokenStream::new();
    let ends = |cursor: &Cursor| {
        let params = cursor.peek_group(0, Delimiter::Brace).is_some() || is_params_next(cursor);
        cursor.peek_arrow(0) || cursor.peek_punct(0, '=') || params
    };
    while !cursor.is_empty() && !ends(cursor) {
        message.extend(cursor.take(1));
    }
    match syn::parse2::<syn::Type>(message.clone()) {
        Ok(syn::Type::Reference(reference)) if !is_static(&reference) => {
            errors.push(codes::HEADER.over(reference, "write the message without `&`: `send` takes it as `&TYPE`"));
            return None;
        }
        Ok(syn::Type::TraitObject(_)) | Err(_) => {}
        Ok(_) => return Some(message),
    }
    let at = message.into_iter().next().map_or(at, |token| token.span());
    let message = "expected one type of messages after `on`";
    errors.push(codes::HEADER.at(at, message).help("write `pub Duck(Room) on Shot = ...`"));
    None
}

/// `-> Result<Error>`, `-> Option<T>`, `-> Result<Option<T>, Error>`: the value and the error.
fn result(cursor: &mut Cursor, errors: &mut Errors) -> (Option<TokenStream>, Option<TokenStream>) {
    if !cursor.peek_arrow(0) || cursor.peek_fat_arrow(0) {
        return (None, None);
    }
    let arrow = cursor.span();
    cursor.take(2);
    let at = if cursor.is_empty() { arrow } else { cursor.span() };
    let word = cursor.peek_ident(0).filter(|_| cursor.peek_punct(1, '<')).map(Ident::to_string);
    let types = word.as_ref().and_then(|_| {
        cursor.take(1);
        types(cursor.angles()?)
    });
    match (word.as_deref(), types.as_deref()) {
        (Some("Option"), Some([value])) => match borrow(value) {
            None => return (Some(value.clone()), None),
            Some(at) => errors.push(codes::BORROWED.at(at, "a value is stored in the tree, so it cannot borrow")),
        },
        (Some("Result"), Some([error])) => match inside_option(error) {
            None => return (None, Some(error.clone())),
            Some(value) => {
                let value = type_text(&value);
                let message = "a `Result` with one type names the error of a tree, but this one is an `Option`";
                let help = format!("write `-> Option<{value}>`, or `-> Result<Option<{value}>, Error>`");
                errors.push(codes::HEADER.over(error, message).help(help));
            }
        },
        (Some("Result"), Some([value, error])) if inside_option(value).is_some() => {
            return (inside_option(value), Some(error.clone()));
        }
        _ => {
            let help = "write `-> Result<DoorError>` for a tree whose leaves can return an error, `-> Option<Prey>` \
                        for a tree with a value";
            errors.push(codes::HEADER.at(at, "expected `Result<Error>` or `Option<Value>`").help(help));
        }
    }
    (None, None)
}

/// The types in a list with commas, if that is what it is.
fn types(tokens: TokenStream) -> Option<Vec<TokenStream>> {
    let list = syn::punctuated::Punctuated::<syn::Type, syn::Token![,]>::parse_terminated.parse2(tokens).ok()?;
    Some(list.iter().map(ToTokens::to_token_stream).collect())
}

/// `T` in `Option<T>`.
fn inside_option(ty: &TokenStream) -> Option<TokenStream> {
    let mut cursor = Cursor::new(ty.clone(), Span::call_site());
    cursor.peek_word(0, "Option").then(|| cursor.take(1))?;
    cursor.angles().filter(|_| cursor.is_empty())
}

/// Whether a parameter comes next: `steps: u32`.
fn names_params(cursor: &Cursor) -> bool {
    cursor.peek_ident(0).is_some() && cursor.peek_punct(1, ':')
}

/// The parameters in `(Npc, steps: u32)`, which are reported, and the group without them.
fn params_after_context(group: Group, errors: &mut Errors) -> (Group, Option<Group>) {
    let part = |tokens: TokenStream| {
        let mut part = Group::new(group.delimiter(), tokens);
        part.set_span(group.span());
        part
    };
    let mut cursor = Cursor::new(group.stream(), group.span_close());
    let mut ty = TokenStream::new();
    while !cursor.is_empty() {
        if let Some(at) = cursor.punct(',').filter(|_| names_params(&cursor)) {
            let message = "the context is a single type, but `,` follows it";
            errors.push(codes::CONTEXT.at(at, message).help(PARAMS_FORM));
            return (part(ty), Some(part(std::iter::from_fn(|| cursor.next()).collect())));
        }
        ty.extend(cursor.take(cursor.angles_ahead().unwrap_or(1)));
    }
    (group, None)
}

/// `(steps: u32)` in place of `{ steps: u32 }`, which is reported.
fn params_in_parentheses(cursor: &mut Cursor, errors: &mut Errors) -> Option<Group> {
    let group = cursor.peek_group(0, Delimiter::Parenthesis)?.clone();
    is_params(&group).then(|| cursor.take(1))?;
    let message = "expected `=` before the tree, found `(`";
    errors.push(codes::HEADER.at(group.span(), message).help(PARAMS_FORM));
    Some(group)
}

const PARAMS_FORM: &str = "parameters go in braces: `pub Wander(Npc) { radius: f32 } = ...`";

/// Whether a part of a header comes next.
fn is_part(cursor: &Cursor) -> bool {
    let word = ["on", "pub"].iter().any(|word| cursor.peek_word(0, word));
    let arrow = cursor.peek_arrow(0) && !cursor.peek_fat_arrow(0);
    word || arrow || cursor.peek_group(0, Delimiter::Brace).is_some() || is_params_next(cursor)
}

/// The help for a token that is not the expected `=`.
fn help_before_equals(cursor: &Cursor) -> &'static str {
    if names_params(cursor) {
        PARAMS_FORM
    } else if is_part(cursor) {
        Header::ORDER
    } else {
        Header::FORM
    }
}

/// `=`, with which the header ends.
fn equals(cursor: &mut Cursor, errors: &mut Errors) {
    let at: Span = cursor.span();
    if !cursor.peek_fat_arrow(0) && cursor.punct('=').is_some() {
        return;
    }
    if cursor.is_empty() {
        // If anything else before it is missing, that has been reported.
        if errors.is_empty() {
            errors.push(codes::HEADER.at(at, "expected `=` and a node after this").help(Header::FORM));
        }
        return;
    }
    not_equals(cursor, errors);
    if cursor.peek_fat_arrow(0) {
        cursor.take(2);
        return;
    }
    if equals_ahead(cursor).is_some() {
        skip_to_equals(cursor);
    }
    while !cursor.is_empty() && cursor.peek_ident(0).is_none() && !cursor.peek_punct(0, '=') {
        cursor.take(1);
    }
    cursor.punct('=');
}

/// The error for a token that is not the expected `=`.
fn not_equals(cursor: &Cursor, errors: &mut Errors) {
    let found = cursor.found();
    let help = help_before_equals(cursor);
    errors.push(codes::HEADER.at(cursor.span(), format!("expected `=` before the tree, found {found}")).help(help));
}

/// Skips the tokens before the `=`, or all if there is none.
fn skip_to_equals(cursor: &mut Cursor) {
    match equals_ahead(cursor) {
        Some(ahead) => drop(cursor.take(ahead)),
        None => while cursor.next().is_some() {},
    }
}
