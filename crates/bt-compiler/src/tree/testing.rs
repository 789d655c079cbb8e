//! Runs the phases on a text and prints their output, for the tests of the phases.
//!
//! White space makes no difference in comparisons: see [`same`].

use proc_macro2::{Span, TokenStream};

use crate::error::{Errors, Mistake};
use crate::tree::ast::{self, Args, Tree};
use crate::tree::model::{Kind, Model, Value};
use crate::tree::source::{Code, Inputs, Make, Source};
use crate::tree::{check, parse, resolve};

/// What `parse` reads, and the mistakes that it finds.
pub fn parse(text: &str) -> (Tree, Vec<String>) {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens(text), &mut errors);
    (tree, listed(errors))
}

/// The nodes that `resolve` finds, one a line, and its mistakes. `parse` must have found none.
pub fn resolve(text: &str) -> (Vec<String>, Vec<String>) {
    resolve_with("::bt::__private", text)
}

/// The nodes that `resolve` finds, and its mistakes, with another path of the runtime library, which says which
/// features that has.
pub fn resolve_with(runtime: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let mut errors = Errors::default();
    let tree = parse_soundly(text, &mut errors);
    let resolved = resolve::resolve(&tokens(runtime), &tree, &mut errors);
    let nodes = resolved.map(|(model, source)| nodes(&model, &source)).unwrap_or_default();
    (nodes, listed(errors))
}

/// The mistakes that `check` finds. The phases before it must have found none.
pub fn check(text: &str) -> Vec<String> {
    let mut errors = Errors::default();
    let tree = parse_soundly(text, &mut errors);
    let (model, source) =
        resolve::resolve(&quote::quote!(::bt::__private), &tree, &mut errors).expect("the tree has a root");
    assert!(errors.is_empty(), "{text}: {:?}", listed(errors));
    check::check(&model, &source, &mut errors);
    listed(errors)
}

/// Whether two texts are alike, up to white space.
#[track_caller]
pub fn same(text: &str, found: &str, expected: &str) {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(squeezed(found), squeezed(expected), "\nof: {text}\nfound: {found}\nexpected: {expected}");
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parse_soundly(text: &str, errors: &mut Errors) -> Tree {
    let tree = parse::parse(tokens(text), errors);
    if !errors.is_empty() {
        panic!("{text}: {:?}", listed(std::mem::take(errors)));
    }
    tree
}

/// Each mistake as `where | message`, where help follows its message after one more `|`.
fn listed(errors: Errors) -> Vec<String> {
    let listed = |Mistake { tokens, message, help, .. }: Mistake| {
        let (first, last) = (words_at(tokens.0), words_at(tokens.1));
        let at = if first == last { first } else { format!("{first} .. {last}") };
        [at, message].into_iter().chain(help).collect::<Vec<_>>().join(" | ")
    };
    errors.into_list().into_iter().map(listed).collect()
}

fn words_at(span: Span) -> String {
    span.source_text().unwrap_or_else(|| "the macro".to_owned())
}

/// A node as it has been read: `label: name(arg; name: arg)[child; pattern if guard => child]`. A `!` in front says
/// that something of it could not be read.
pub fn shown(node: &ast::Node) -> String {
    let complete = if node.complete { "" } else { "!" };
    let label = node.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
    let children = node.children.as_ref().map(|children| {
        let children: Vec<String> = children.iter().map(shown_child).collect();
        format!("[{}]", children.join("; "))
    });
    let ast::Name { path, generics, .. } = &node.name;
    let (args, children) = (shown_args(&node.args), children.unwrap_or_default());
    format!("{complete}{label}{path}{generics}{args}{children}{}", shown_binding(node.binding.as_ref()))
}

fn shown_binding(binding: Option<&ast::Binding>) -> String {
    let Some(ast::Binding { names, tuple, ty, .. }) = binding else { return String::new() };
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let names = names.join(", ");
    let names = if tuple.is_some() { format!("({names})") } else { names };
    let ty = ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
    format!(" -> {names}{ty}")
}

fn shown_args(args: &Args) -> String {
    match args {
        Args::None => String::new(),
        Args::Fields(group) => group.to_string(),
        Args::List { args, complete, .. } => {
            let arg = |arg: &ast::Arg| match &arg.name {
                Some(name) => format!("{name}: {}", arg.value),
                None => arg.value.to_string(),
            };
            let args: Vec<String> = args.iter().map(arg).collect();
            format!("{}({})", if *complete { "" } else { "!" }, args.join("; "))
        }
    }
}

fn shown_child(child: &ast::Child) -> String {
    let arm = child.arm.as_ref().map(|arm| match &arm.guard {
        Some(guard) => format!("{} if {guard} => ", arm.pattern),
        None => {
            let keyword = arm.keyword.as_ref().map(|keyword| format!("{keyword} "));
            format!("{}{} => ", keyword.unwrap_or_default(), arm.pattern)
        }
    });
    format!("{}{}", arm.unwrap_or_default(), shown(&child.node))
}

/// The nodes in pre-order, each after a `-` for each level below the root.
fn nodes(model: &Model, source: &Source) -> Vec<String> {
    let code = |id| code(source.get(id));
    let node = |node: &crate::tree::model::Node| {
        let kind = match node.kind {
            Kind::Builtin(builtin) => builtin.name.to_owned(),
            Kind::Leaf(made) => format!("leaf {}", code(made)),
            Kind::Decorator(made) => format!("decorator {}", code(made)),
            Kind::Composite(made) => format!("composite {}", code(made)),
            Kind::Unknown => format!("unknown {}", node.name),
        };
        let value = |value: &Value| match *value {
            Value::Code(id) | Value::Literal(id) | Value::Timed(id) => code(id),
            Value::Threshold { value, .. } => value.to_string(),
            Value::All => "all".to_owned(),
            Value::Number(number) => format!("number {number}"),
            Value::Absent => "absent".to_owned(),
        };
        let args: Vec<String> = node.args.iter().map(value).collect();
        let label = node.label.as_ref().map(|label| format!("{}: ", label.name)).unwrap_or_default();
        format!("{}{label}{kind}({})", "-".repeat(node.depth), args.join("; "))
    };
    model.nodes.iter().map(node).collect()
}

/// A piece of the user's code, with what it is taken for.
fn code(code: &Code) -> String {
    match code {
        Code::Function(function) => format!("function {function}"),
        Code::Value(value) => format!("value {value}"),
        Code::Type(ty) => format!("type {ty}"),
        Code::Choice { on, arms } => {
            let patterns: Vec<String> = arms.iter().map(|arm| arm.pattern.to_string()).collect();
            format!("match {on} {{ {} }}", patterns.join("; "))
        }
        Code::Made(made) => match &made.make {
            Make::Default => format!("{}::default", made.ty),
            Make::New(inputs) => format!("{}::new({})", made.ty, values(inputs)),
            Make::Held(inputs) | Make::Named { inputs, .. } => format!("{}: held({})", made.ty, values(inputs)),
            Make::Literal(fields) => format!("{} {fields}", made.ty),
            Make::Call { path, inputs } => format!("{}: call {path}({})", made.ty, values(inputs)),
            Make::LiteralVariant(literal) => format!("{}: literal {literal}", made.ty),
            Make::DefaultVariant(path) => format!("{}: default {path}", made.ty),
        },
    }
}

fn values(inputs: &Inputs) -> String {
    let values: Vec<String> = inputs.args.iter().map(TokenStream::to_string).collect();
    values.join("; ")
}
