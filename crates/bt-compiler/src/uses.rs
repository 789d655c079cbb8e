//! Where code uses a variable, judged by its tokens: `prey` is used in `w.eat(&prey)`, but not in `w.prey`,
//! `prey::eat()`, or a closure with a parameter `prey`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::tokens::{is_mark, is_word};
use crate::tree::case::starts_upper;

/// Where the variable is used.
pub fn uses(code: &TokenStream, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut note = |name: &Ident| {
        found.push(name.span());
        TokenTree::from(name.clone()).into()
    };
    let mut walk = Walk { name, replace: &mut note, in_text: Vec::new() };
    walk.code(code.clone());
    let in_text = std::mem::take(&mut walk.in_text);
    found.extend(in_text);
    found
}

/// The code with the variable replaced, except in format strings.
pub fn replaced(code: &TokenStream, name: &str, mut replace: impl FnMut(&Ident) -> TokenStream) -> TokenStream {
    Walk { name, replace: &mut replace, in_text: Vec::new() }.code(code.clone())
}

struct Walk<'a> {
    name: &'a str,
    replace: &'a mut dyn FnMut(&Ident) -> TokenStream,
    /// Where format strings use the variable.
    in_text: Vec<Span>,
}

/// What the next braces contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// A block, or, after the name of a type, the fields of a struct.
    Plain,
    /// A block, even after a name that begins with a capital letter.
    Block,
    /// The arms of a `match`.
    Arms,
}

/// The state of a walk through a list of tokens: what earlier tokens mean for later ones.
struct Place<'t> {
    tokens: &'t [TokenTree],
    at: usize,
    out: TokenStream,
    braces: Braces,
    /// Whether a pattern before the next braces declares the variable inside them.
    shadows_braces: bool,
    /// Whether a `let` declares the variable for everything after its `;`.
    shadows_rest: bool,
}

impl<'t> Place<'t> {
    fn new(tokens: &'t [TokenTree]) -> Self {
        let (out, braces) = (TokenStream::new(), Braces::Plain);
        Place { tokens, at: 0, out, braces, shadows_braces: false, shadows_rest: false }
    }

    fn before(&self) -> Option<&'t TokenTree> {
        Some(&self.tokens[self.at.checked_sub(1)?])
    }

    /// The tokens up to the first place where `is` holds.
    fn until(&self, is: impl Fn(&[TokenTree]) -> bool) -> usize {
        self.at + find(&self.tokens[self.at..], is)
    }

    /// Keeps the tokens up to `end`.
    fn keep(&mut self, end: usize) {
        self.out.extend(self.tokens[self.at..end].iter().cloned());
        self.at = end;
    }

    /// Replaces the next token by code.
    fn put(&mut self, code: TokenStream) {
        self.out.extend(code);
        self.at += 1;
    }

    /// A `let`, with its pattern.
    fn binding(&mut self, name: &str) {
        let end = self.until(|rest| is_equals(rest) || is_mark(rest.first(), ';'));
        if declares(&self.tokens[self.at + 1..end], name) {
            let before = self.before();
            match is_word(before, "if") || is_word(before, "while") || is_mark(before, '&') {
                true => self.shadows_braces = true,
                false => self.shadows_rest = true,
            }
        }
        self.keep(end);
    }

    /// A `for`, with its pattern.
    fn for_loop(&mut self, name: &str) {
        let end = self.until(|rest| is_word(rest.first(), "in"));
        self.shadows_braces |= declares(&self.tokens[self.at + 1..end], name);
        self.braces = Braces::Block;
        self.keep(end);
    }

    /// The `|` before the parameters of a closure. If they declare the variable, the body is kept.
    fn closure(&mut self, name: &str) {
        let (tokens, at) = (self.tokens, self.at);
        let params = 1 + find(&tokens[at + 1..], |rest| is_mark(rest.first(), '|'));
        let body = (at + params + 1).min(tokens.len());
        self.keep(body);
        if declares(&tokens[at + 1..body], name) {
            let end = self.until(|rest| is_mark(rest.first(), ','));
            self.keep(end);
        } else {
            self.braces = if is_arrow(&tokens[body..]) { Braces::Block } else { Braces::Plain };
        }
    }
}

impl Walk<'_> {
    /// Code in which the variable has its outer meaning.
    fn code(&mut self, code: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        if declares_item(&tokens, self.name) {
            return tokens.into_iter().collect();
        }
        let mut place = Place::new(&tokens);
        while place.at < tokens.len() {
            self.token(&mut place);
        }
        place.out
    }

    fn token(&mut self, place: &mut Place) {
        let (tokens, at) = (place.tokens, place.at);
        match &tokens[at] {
            TokenTree::Ident(word) if word == "let" => return place.binding(self.name),
            TokenTree::Ident(word) if word == "for" => return place.for_loop(self.name),
            TokenTree::Ident(word) if word == "match" => place.braces = Braces::Arms,
            TokenTree::Ident(word) if word == "if" || word == "while" || word == "in" => place.braces = Braces::Block,
            TokenTree::Ident(word) if word == self.name && is_use(&tokens[..at], &tokens[at + 1..]) => {
                return place.put((self.replace)(word));
            }
            TokenTree::Punct(mark) if mark.as_char() == '|' => match ends_value(place.before()) {
                false => return place.closure(self.name),
                true if is_mark(tokens.get(at + 1), '|') => return place.keep(at + 2),
                true => {}
            },
            TokenTree::Punct(mark) if mark.as_char() == ';' && place.shadows_rest => return place.keep(tokens.len()),
            TokenTree::Group(group) => return self.group(place, group),
            TokenTree::Literal(literal) if names_in_text(&literal.to_string(), self.name) => {
                self.in_text.push(literal.span());
            }
            _ => {}
        }
        place.keep(at + 1);
    }

    fn group(&mut self, place: &mut Place, group: &Group) {
        let inner = match group.delimiter() {
            Delimiter::Brace if place.shadows_braces => group.stream(),
            Delimiter::Brace if place.braces == Braces::Arms => self.arms(group.stream()),
            Delimiter::Brace if place.braces == Braces::Plain && is_type(place.before()) => self.fields(group.stream()),
            _ => self.code(group.stream()),
        };
        if group.delimiter() == Delimiter::Brace {
            (place.braces, place.shadows_braces) = (Braces::Plain, false);
        }
        place.put(regrouped(group, inner).into());
    }

    /// The arms of a `match`.
    fn arms(&mut self, arms: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = arms.into_iter().collect();
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < tokens.len() {
            let arrow = at + find(&tokens[at..], is_fat_arrow);
            let guard = at + find(&tokens[at..arrow], |rest| is_word(rest.first(), "if"));
            let body = (arrow + 2).min(tokens.len());
            let block =
                matches!(tokens.get(body), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
            let end = if block { body + 1 } else { body + find(&tokens[body..], |rest| is_mark(rest.first(), ',')) };
            let part = |from: usize, to: usize| tokens[from..to].iter().cloned().collect::<TokenStream>();
            if declares(&tokens[at..guard], self.name) {
                out.extend(part(at, end));
            } else {
                let (guarded, done) = (self.code(part(guard, arrow)), self.code(part(body, end)));
                out.extend([part(at, guard), guarded, part(arrow, body), done]);
            }
            at = end;
            if is_mark(tokens.get(at), ',') {
                out.extend([tokens[at].clone()]);
                at += 1;
            }
        }
        out
    }

    /// The fields of a struct literal.
    fn fields(&mut self, fields: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = fields.into_iter().collect();
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < tokens.len() {
            let end = at + find(&tokens[at..], |rest| is_mark(rest.first(), ','));
            match &tokens[at..end] {
                [TokenTree::Ident(field)] if field == self.name => {
                    let value = (self.replace)(field);
                    out.extend(quote!(#field: #value));
                }
                [field @ TokenTree::Ident(_), colon, value @ ..] if is_mark(colon, ':') => {
                    out.extend([field.clone(), colon.clone()]);
                    out.extend(self.code(value.iter().cloned().collect()));
                }
                rest => out.extend(self.code(rest.iter().cloned().collect())),
            }
            out.extend(tokens.get(end).cloned());
            at = end + 1;
        }
        out
    }
}

fn regrouped(group: &Group, inner: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), inner);
    regrouped.set_span(group.span());
    regrouped.into()
}

/// The number of tokens before the first place where `is` holds; all of them if there is none.
fn find(tokens: &[TokenTree], is: impl Fn(&[TokenTree]) -> bool) -> usize {
    (0..tokens.len()).find(|&at| is(&tokens[at..])).unwrap_or(tokens.len())
}

/// A lone `=`, which ends a pattern.
fn is_equals(tokens: &[TokenTree]) -> bool {
    is_mark(tokens.first(), '=') && !is_mark(tokens.get(1), '=') && !is_mark(tokens.get(1), '>')
}

fn is_fat_arrow(tokens: &[TokenTree]) -> bool {
    is_mark(tokens.first(), '=') && is_mark(tokens.get(1), '>')
}

fn is_arrow(tokens: &[TokenTree]) -> bool {
    is_mark(tokens.first(), '-') && is_mark(tokens.get(1), '>')
}

/// Whether a name here is the variable, rather than a field, a method, a macro, or part of a path.
fn is_use(before: &[TokenTree], after: &[TokenTree]) -> bool {
    // `..prey` is the end of a range, or the rest of a struct.
    let dot = is_mark(before.last(), '.') && !is_mark(before.len().checked_sub(2).map(|at| &before[at]), '.');
    let before = before.last();
    let in_path = is_mark(after.first(), ':') && is_mark(after.get(1), ':');
    let in_macro = is_mark(after.first(), '!') && matches!(after.get(1), Some(TokenTree::Group(_)));
    let lifetime_or_path = is_mark(before, '\'') || is_mark(before, ':');
    !(dot || in_path || in_macro || lifetime_or_path)
}

/// Whether an expression can end here, so that a `|` after it is an operator.
fn ends_value(before: Option<&TokenTree>) -> bool {
    match before {
        Some(TokenTree::Ident(word)) => {
            !["move", "return", "else", "in", "if", "match", "while"].iter().any(|keyword| word == keyword)
        }
        Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        Some(TokenTree::Punct(mark)) => mark.as_char() == '?',
        None => false,
    }
}

/// Whether braces after this contain the fields of a struct.
fn is_type(before: Option<&TokenTree>) -> bool {
    matches!(before, Some(TokenTree::Ident(name)) if starts_upper(name)) || is_mark(before, '>')
}

/// Whether a block declares an item of this name: then the name means the item throughout the block.
fn declares_item(tokens: &[TokenTree], name: &str) -> bool {
    let items = ["fn", "const", "static"];
    tokens.windows(2).any(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(of)] => items.iter().any(|item| word == item) && of == name,
        _ => false,
    })
}

/// Whether a pattern, with its type, declares a variable of this name.
fn declares(pattern: &[TokenTree], name: &str) -> bool {
    words(pattern, false).iter().any(|word| word == name)
}

/// The variables that a pattern declares. Names that begin with a capital letter are constants and variants.
pub fn declared(pattern: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let mut names = words(&tokens, false);
    let no_names = ["_", "ref", "mut", "box", "true", "false"];
    names.retain(|name| !starts_upper(name) && !no_names.iter().any(|other| name == other));
    names
}

/// The words in a pattern that are names on their own, rather than field names or parts of paths.
fn words(pattern: &[TokenTree], in_braces: bool) -> Vec<Ident> {
    let word = |at: usize| match &pattern[at] {
        TokenTree::Group(group) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            words(&inner, group.delimiter() == Delimiter::Brace)
        }
        TokenTree::Ident(word) => {
            let colon = |at: Option<usize>| at.is_some_and(|at| is_mark(pattern.get(at), ':'));
            let (before, after) = (at.checked_sub(1), Some(at + 1));
            let is_field = in_braces && colon(after) && !colon(Some(at + 2));
            let is_of_field = in_braces && colon(before) && !colon(at.checked_sub(2));
            let stands = is_of_field || is_use(&pattern[..at], &pattern[at + 1..]);
            if stands && !is_field { vec![word.clone()] } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    (0..pattern.len()).flat_map(word).collect()
}

/// `{name}` in a format string, but not `{names}` or `{{name}}`.
fn names_in_text(text: &str, name: &str) -> bool {
    let opening = format!("{{{name}");
    text.match_indices(&opening).any(|(at, _)| {
        let after = text[at + opening.len()..].chars().next();
        let escaped = text[..at].chars().rev().take_while(|&mark| mark == '{').count() % 2 == 1;
        matches!(after, Some('}' | ':')) && !escaped
    })
}

#[cfg(test)]
mod tests {
    use super::{declared, replaced, uses};

    fn code(text: &str) -> proc_macro2::TokenStream {
        text.parse().expect("it is tokens")
    }

    #[test]
    fn a_variable_is_used_where_it_is_a_value() {
        for text in [
            "x",
            "x.y",
            "|c| c.eat(&x)",
            "a + x",
            "f(x)",
            "[1, x]",
            "Foo { x }",
            "Foo { y: x }",
            "if x > 3 { 1 } else { 2 }",
            "|w| -> Vec2 { x }",
            "match x { Some(y) => y, None => 0 }",
            "match y { 0 => x, _ => 1 }",
            "println!(\"{}\", x)",
            "format!(\"{x:?}\")",
            "|x| 1, x",
            "{ let y = x; y }",
            "{ let x = x + 1; x }",
            "if let Some(y) = x { y }",
            "-x",
            "!x",
            "0..x",
            "0..=x",
            "if a == MAX { x } else { 0 }",
            "(|x| x)(x)",
            "{ fn y() {} x }",
            "a({ fn x() {} x() }, x)",
        ] {
            assert_eq!(uses(&code(text), "x").len(), 1, "{text}");
        }
    }

    #[test]
    fn other_things_have_the_same_name() {
        for text in [
            "w.x",
            "w.x()",
            "x::y()",
            "Foo { x: 1 }",
            "|x| x + 1",
            "|c, x| c.f(x)",
            "|&x| x",
            "move |(x, y)| x",
            "x!(1)",
            "{ let x = 1; x + x }",
            "if let Some(x) = y { x } else { 0 }",
            "match y { Some(x) => x, None => 0 }",
            "'x",
            "for x in y { f(x); }",
            "xs",
            "\"{xs}\"",
            "\"{{x}}\"",
            "|w| { let (x, y) = w.pair(); x }",
        ] {
            assert_eq!(uses(&code(text), "x").len(), 0, "{text}");
        }
    }

    #[test]
    fn it_is_replaced_where_it_is_used() {
        let place = |text: &str| replaced(&code(text), "x", |x| quote::quote!((*#x))).to_string();
        assert_eq!(place("|c| c.x == x"), code("|c| c.x == (*x)").to_string());
        assert_eq!(place("Foo { x, y: x }"), code("Foo { x: (*x), y: (*x) }").to_string());
        assert_eq!(place("a || b(|x| x, x)"), code("a || b(|x| x, (*x))").to_string());
        assert_eq!(place("format!(\"{x}\")"), code("format!(\"{x}\")").to_string());
    }

    #[test]
    fn patterns_declare_variables() {
        for (pattern, names) in [
            ("n", "n"),
            ("_", ""),
            ("Mood::Angry(prey)", "prey"),
            ("mood::Angry(prey) | Hungry(prey)", "prey prey"),
            ("Some(ref x)", "x"),
            ("(a, _, [b, .., c])", "a b c"),
            ("At { x, y: other, .. }", "x other"),
            ("At { place: Place { x: a, y: b } }", "a b"),
            ("n @ 1..=9", "n"),
            ("1 | 2", ""),
            ("NONE", ""),
            ("true", ""),
            ("limits::LOW..=limits::high", ""),
        ] {
            let found: Vec<String> = declared(&code(pattern)).iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), names, "{pattern}");
        }
        assert_eq!(uses(&code("|At { a: x, .. }| x"), "x").len(), 0, "it is declared after a field's name");
    }
}
