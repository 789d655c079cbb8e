//! The trees of a source file.

use std::cell::Cell;

use bt_compiler::depth;
use bt_compiler::tokens::is_mark;
use bt_compiler::tree::cfg::select;
use bt_compiler::tree::pieces::key;
use bt_compiler::tree::{Program, read};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use super::normal::MOST_BYTES;
use super::problem::Problem;
use super::scan::{Block, Scanned, scan};
use super::scope::Scope;
use super::uses::Use;

/// The contents of a source file.
pub struct File {
    pub trees: Vec<Found>,
    pub uses: Vec<Use>,
    /// A hash of everything that is not in a tree.
    pub rest: u64,
}

/// A tree in a file.
pub struct Found {
    pub name: Option<String>,
    pub scope: Vec<Scope>,
    /// The conditions of the tree, and of what is around it.
    pub cfgs: Vec<String>,
    /// Its tokens without spacing: a tree that was only reformatted counts as unchanged.
    pub key: Option<String>,
    /// Its header without docs and spacing, and where the header starts.
    pub header: Option<String>,
    pub at: Span,
    /// The context of a named tree, if the tree can be read.
    pub context: Option<String>,
    /// Its known problems.
    pub problems: Vec<Problem>,
    tokens: TokenStream,
    /// The tree, until it is taken: reading takes most of the time of an edit, so it is done once.
    program: Cell<Option<Program>>,
}

impl File {
    /// What a tree sees of this file.
    pub fn sees(&self, found: &Found) -> Sees<'_> {
        let inner = |scope: &[Scope]| scope.iter().rev().take_while(|scope| !matches!(scope, Scope::Module(_))).count();
        let is_seen = |used: &&Use| {
            let inside = found.scope.strip_prefix(&*used.scope);
            inside.is_some_and(|inside| inner(inside) == inside.len())
        };
        Sees { uses: self.uses.iter().filter(is_seen).collect(), functions: inner(&found.scope) }
    }
}

/// What a tree sees of its file.
#[derive(Clone, Default)]
pub struct Sees<'f> {
    pub uses: Vec<&'f Use>,
    /// The number of words at the end of its path, before its name, that are not modules.
    pub functions: usize,
}

impl Found {
    /// The text of the tree alone.
    pub fn text(&self) -> String {
        self.tokens.to_string()
    }

    pub fn tokens(&self) -> TokenStream {
        self.tokens.clone()
    }

    /// The tree, if it can be read.
    pub fn read(&self) -> Option<Program> {
        self.program.take().or_else(|| read(self.tokens.clone()).ok())
    }
}

/// Whether a `cfg` predicate in a tree held when the program was built, if that is known.
pub type Holds<'h> = &'h dyn Fn(&str) -> Option<bool>;

/// Reads a [normal](super::normal::normal) text. The error says that it is not Rust at all.
pub fn file(text: &str, holds: Holds<'_>) -> Result<File, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::of_file(format!("this file has more than {} MiB", MOST_BYTES >> 20)));
    }
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        let problem = Problem::no_tokens(&error, text);
        Problem { message: format!("this file is not valid Rust: {}", problem.message), ..problem }
    })?;
    let Scanned { blocks, uses, rest } = scan(tokens);
    Ok(File { trees: blocks.into_iter().filter_map(|block| found(block, holds)).collect(), uses, rest })
}

/// A tree. `None` if its conditions do not hold.
fn found(Block { tokens, at, scope, cfgs }: Block, holds: Holds<'_>) -> Option<Found> {
    if let Some(deep) = depth::too_deep(&tokens) {
        let name = name(&tokens);
        let problems = vec![Problem::from(deep)];
        let (tokens, program) = (TokenStream::new(), Cell::default());
        return Some(Found {
            name,
            scope,
            cfgs,
            key: None,
            header: None,
            at,
            context: None,
            problems,
            tokens,
            program,
        });
    }
    let is_empty = tokens.is_empty();
    let (tokens, unknown) = select(tokens, holds);
    if tokens.is_empty() && !is_empty {
        return None;
    }
    let name = name(&tokens);
    let unknown = unknown.into_iter().filter_map(|predicate| {
        let word = predicate.into_iter().next()?;
        Some(Problem::to_build(word.span(), "this `cfg` was not used when the program was built"))
    });
    let (key, header) = (key(&tokens), header(&tokens));
    let at = without_docs(tokens.clone().into_iter()).next().map_or(at, |token| token.span());
    let (program, mistakes) = match read(tokens.clone()) {
        Ok(program) => (Some(program), Vec::new()),
        Err(mistakes) => (None, mistakes),
    };
    let named = program.as_ref().and_then(|read| read.header.item.as_ref().and(read.header.context.as_ref()));
    let context = named.map(|context| context.text());
    let problems = unknown.chain(Problem::all(mistakes)).collect();
    Some(Found { name, scope, cfgs, key, header, at, context, problems, tokens, program: Cell::new(program) })
}

/// The name of a tree: the first word after the visibility, unless the tree has mistakes.
fn name(block: &TokenStream) -> Option<String> {
    let mut tokens = block.clone().into_iter().take_while(|token| !is_mark(token, '=')).peekable();
    while let Some(token) = tokens.next() {
        match token {
            token if is_mark(&token, '#') => {
                tokens.next_if(|token| matches!(token, TokenTree::Group(_)));
            }
            TokenTree::Ident(word) if word == "pub" => {
                tokens.next_if(|token| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
                    _ => false,
                });
            }
            TokenTree::Ident(word) => return Some(word.to_string()),
            _ => return None,
        }
    }
    None
}

/// The header of a tree, without docs and without spacing.
pub fn header(block: &TokenStream) -> Option<String> {
    let header = block.clone().into_iter().take_while(|token| !is_mark(token, '='));
    key(&without_docs(header).collect())
}

/// The tokens without doc comments. For the compiler, each of those is a `#` and a group.
fn without_docs(tokens: impl Iterator<Item = TokenTree>) -> impl Iterator<Item = TokenTree> {
    let is_doc = |token: Option<&TokenTree>| match token {
        Some(TokenTree::Group(group)) => {
            group.stream().into_iter().next().is_some_and(|word| word.to_string() == "doc")
        }
        _ => false,
    };
    let mut tokens = tokens.peekable();
    std::iter::from_fn(move || {
        loop {
            let token = tokens.next()?;
            if !(is_mark(&token, '#') && is_doc(tokens.peek())) {
                return Some(token);
            }
            tokens.next();
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{File, file};

    fn read(text: &str) -> File {
        file(text, &|predicate| predicate.starts_with("known").then(|| predicate == "known_true"))
            .unwrap_or_else(|problem| panic!("{problem:?}"))
    }

    /// The trees of a text: `scope::Name`, with `!` if it has mistakes.
    fn trees(text: &str) -> Vec<String> {
        let file = read(text);
        let named = |found: &super::Found| {
            let scope = found.scope.iter().map(|scope| match scope {
                super::Scope::Named(name) | super::Scope::Module(name) => format!("{name}::"),
                super::Scope::Impl => "impl::".to_owned(),
            });
            let mark = if found.read().is_none() { "!" } else { "" };
            format!("{}{}{mark}", scope.collect::<String>(), found.name.as_deref().unwrap_or("?"))
        };
        file.trees.iter().map(named).collect()
    }

    #[test]
    fn trees_are_found_with_what_is_around_them() {
        let text = "
            //! bt! { No(u8) = running }
            use bt::{bt, self as b};
            bt! { /// Doc
                pub(crate) A(u8) = running }
            mod m { #[cfg(x)] pub mod r#in { bt!(B(u8) = running); } bt![C(u8) = running]; }
            const fn f<const N: usize>() -> [u8; { 3 }] where [u8; N]: Sized { if a { bt! { D(u8) = running } } }
            impl X { async fn g(&self) { let x = || { bt! { E(u8) = running } }; } }
            trait T { fn h() { my_macro! { bt! { F(u8) = runing } } } }
            const Q: u8 = { bt! { pub G(u8) = running } 3 };
            static S: u8 = 0; /* bt! { No(u8) = running } */
            macro_rules! x { () => { bt! { No(u8) = running } } }
            fn z() -> u8; struct Z { a: fn(u8) }
            quote! { bt! { No(u8) = running } }
            fn t() { let b = bt! { sequence < running > }; bt != bt; \"bt! { No(u8) = running }\" }
            bt! { H(u8) = running }";
        let found = trees(text);
        let expected = ["A", "m::in::B", "m::C", "f::D", "impl::g::E", "T::h::F!", "Q::G", "t::sequence", "H"];
        assert_eq!(found, expected);
        let file = read(text);
        assert_eq!(file.trees[1].cfgs, ["cfg(x)"]);
        assert!(file.trees.iter().enumerate().all(|(at, tree)| at == 1 || tree.cfgs.is_empty()));
        assert_eq!(file.uses.len(), 2);
        assert_eq!(file.trees[0].header.as_deref(), Some("pub(crate)A(u8)"));
    }

    #[test]
    fn conditions_belong_to_the_next_item() {
        let text = "#[cfg(a)] bt! { A(u8) = running } #[cfg(not(a))] bt! { A(u8) = wait(1.0) } bt! { B(u8) = running }
            #[cfg(b)] #[doc = \"\"] fn f() { bt! { C(u8) = running } } bt! { D(u8) = running }
            #[cfg(c)] struct S; bt! { E(u8) = running } mod m { #![cfg(d)] }  #[cfg(e)] use x; bt! { F(u8) = running }";
        let file = read(text);
        let cfgs: Vec<String> = file.trees.iter().map(|tree| tree.cfgs.join(" ")).collect();
        assert_eq!(cfgs, ["cfg(a)", "cfg(not(a))", "", "cfg(b)", "", "", ""]);
    }

    #[test]
    fn what_is_no_tree_has_a_number() {
        let text = "fn a() { bt! { A(u8) = running } b(1) } macro_rules! x { () => { 1 } } use a::b;";
        let rest = read(text).rest;
        assert_eq!(rest, read(&text.replace("running", "wait(1.0)").replace("b(1)", "b ( 1 ) /* now */")).rest);
        for (from, to) in
            [("b(1)", "b(2)"), ("b(1)", "b[1]"), ("=> { 1 }", "=> { 2 }"), ("a::b", "a::c"), ("a()", "c()")]
        {
            assert_ne!(rest, read(&text.replacen(from, to, 1)).rest, "{to}");
        }
    }

    #[test]
    fn hostile_files_are_refused_or_read() {
        for (open, close) in [("{", "}"), ("mod a {", "}"), ("f(", ")"), ("bt! {", "}"), ("use a::{", "};")] {
            let text = format!("{}{}", open.repeat(100_000), close.repeat(100_000));
            assert!(file(&text, &|_| None).is_ok(), "{open}");
            assert!(file(&text[1..], &|_| None).is_err() || open.len() > 1, "{open}");
        }
        for deep in ["sequence < ".repeat(50_000), format!("a({})", "(".repeat(50_000) + &")".repeat(50_000))] {
            let found = read(&format!("bt! {{ A(u8) = {deep} }} bt! {{ B(u8) = running }}")).trees;
            assert_eq!(found[0].problems[0].message, "this is nested more than 128 levels deep");
            assert!(found[0].read().is_none() && found[1].read().is_some());
        }
        let found = read(&format!("bt! {{ A(u8) {{ x: {}u8 }} = running }}", "&".repeat(50_000))).trees;
        assert!(found[0].read().is_none());
        for text in ["bt! { A(u8) = \"", "bt! { A(u8) = running ", "bt! A(u8) = running }", "'", "\u{0}", "r#\"", "/*"]
        {
            assert!(file(text, &|_| None).is_err(), "{text}");
        }
        for text in ["", "bt!", "bt! {}", "bt! ()", "mod", "fn", "use", "#", "macro_rules!", "bt! { = }", "bt! { A = }"]
        {
            assert!(file(text, &|_| None).is_ok(), "{text}");
        }
    }
}
