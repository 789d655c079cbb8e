//! Sorts the arguments of a built-in: which parameter each is for, and whether it is of the right kind.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::error::{Errors, counted, with_help};
use crate::spelling::closest;
use crate::tree::ast::{Arg, Args, Node};
use crate::tree::model::Value;
use crate::tree::nodes::{Builtin, Children, Param, Takes};
use crate::tree::source::{Code, Source, key_type};

/// One value for each parameter, in their order.
pub fn sort(builtin: &Builtin, node: &Node, source: &mut Source, errors: &mut Errors) -> Vec<Value> {
    let mut sorter = Sorter { builtin, source, errors };
    let args: &[Arg] = match &node.args {
        Args::None => &[],
        Args::List { args, .. } => args,
        Args::Fields { .. } => {
            let message = format!("`{}` takes its arguments in parentheses", builtin.name);
            sorter.errors.push(node.args_span(), message);
            return absent(builtin);
        }
    };
    if builtin.params.iter().any(|param| param.takes == Takes::Threshold) {
        sorter.named(args)
    } else {
        sorter.in_order(args, node)
    }
}

/// The span of arguments that must have been meant as children, as in `sequence(walk, open_door)`: the node has no
/// children, and does not take such arguments.
pub fn instead_of_children(builtin: &Builtin, node: &Node) -> Option<Span> {
    let strange = match &node.args {
        Args::None => false,
        Args::List { args, .. } if builtin.params.is_empty() => !args.is_empty(),
        Args::List { args, .. } => {
            let named_only = builtin.params.iter().all(|param| param.takes == Takes::Threshold);
            named_only && args.iter().any(|arg| arg.name.is_none())
        }
        Args::Fields { .. } => builtin.params.is_empty(),
    };
    let childless = node.children.is_none() && builtin.children != Children::None;
    (childless && strange).then(|| node.args_span())
}

fn absent(builtin: &Builtin) -> Vec<Value> {
    builtin.params.iter().map(|_| Value::Absent).collect()
}

struct Sorter<'a> {
    builtin: &'a Builtin,
    source: &'a mut Source,
    errors: &'a mut Errors,
}

impl Sorter<'_> {
    /// The arguments of `parallel(success = 2, failure = any)`. Each may be left out.
    fn named(&mut self, args: &[Arg]) -> Vec<Value> {
        let mut values = absent(self.builtin);
        for arg in args {
            let Some(index) = self.named_param(arg) else { continue };
            if !matches!(values[index], Value::Absent) {
                let message = format!("the argument `{}` is given twice", self.builtin.params[index].name);
                self.errors.push(arg.span, message);
                continue;
            }
            values[index] = self.threshold(arg);
        }
        values
    }

    fn named_param(&mut self, arg: &Arg) -> Option<usize> {
        let Builtin { name: node, params, .. } = self.builtin;
        let Some(name) = &arg.name else {
            self.errors.push(arg.span, format!("an argument of `{node}` needs its name: {}", forms(params, " or ")));
            return None;
        };
        let name = name.to_string();
        let index = params.iter().position(|param| param.name == name);
        if index.is_none() {
            let message = format!("`{node}` has no argument `{name}`");
            let help = match closest(&name, params.iter().map(|param| param.name)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("it takes {}", forms(params, " and ")),
            };
            self.errors.push(arg.span, with_help(message, help));
        }
        index
    }

    fn threshold(&mut self, arg: &Arg) -> Value {
        let text = arg.value.to_string();
        match text.as_str() {
            "all" => return Value::All,
            "any" => return Value::Threshold { value: 1, span: first_span(arg) },
            _ => {}
        }
        if let Some(value) = integer(&arg.value).and_then(|literal| literal.base10_parse().ok()) {
            return Value::Threshold { value, span: first_span(arg) };
        }
        let expected = Takes::Threshold.text();
        let found = if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") };
        self.errors.push(first_span(arg), format!("expected {expected}, found {found}"));
        Value::Absent
    }

    fn in_order(&mut self, args: &[Arg], node: &Node) -> Vec<Value> {
        let Builtin { name, params, .. } = self.builtin;
        if self.builtin.has_one_for_each_child() {
            return args.iter().map(|arg| self.positional(&params[0], arg)).collect();
        }
        if let Some(extra) = args.get(params.len()) {
            let takes = counted(params.len(), "argument");
            self.errors.push(extra.span, format!("`{name}` takes {takes}, found {}", args.len()));
        }
        let missing = params.get(args.len()).map(|param| param.takes).filter(|takes| *takes != Takes::Optional);
        if let Some(missing) = missing.filter(|_| self.must_be_complete(node)) {
            let missing = missing.text();
            self.errors.push(node.args_span(), format!("`{name}` needs an argument: {missing}"));
        }
        let mut values = absent(self.builtin);
        for ((param, arg), value) in params.iter().zip(args).zip(&mut values) {
            *value = self.positional(param, arg);
        }
        values
    }

    /// Whether to report a missing argument. If an argument could not be read, or the children are missing, too, one
    /// error for that is enough.
    fn must_be_complete(&self, node: &Node) -> bool {
        let read = matches!(node.args, Args::None | Args::List { complete: true, .. });
        read && (node.children.is_some() || self.builtin.children == Children::None)
    }

    fn positional(&mut self, param: &Param, arg: &Arg) -> Value {
        let node = self.builtin.name;
        if let Some(name) = &arg.name {
            self.errors.push(name.span(), format!("the arguments of `{node}` have no names"));
            return Value::Absent;
        }
        if arg.value.is_empty() || !fits(param.takes, &arg.value) {
            let found = arg.value.to_string();
            let found = if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") };
            self.errors.push(arg.span, format!("`{node}` takes {}, found {found}", param.takes.text()));
            return Value::Absent;
        }
        let value = arg.value.clone();
        let kind = if is_literal(&value) { Value::Literal } else { Value::Code };
        kind(self.source.add(match param.takes {
            Takes::Weight => return weight(&value).map_or(Value::Absent, Value::Weight),
            Takes::Count | Takes::Time | Takes::Value | Takes::Optional | Takes::Probability => Code::Value(value),
            Takes::Function | Takes::Threshold | Takes::Choice | Takes::Key | Takes::Score => Code::Function(value),
        }))
    }
}

/// Whether an argument can be right, as far as its tokens show. A literal is not a function, a literal count is an
/// integer, and a literal time is a float.
fn fits(takes: Takes, value: &TokenStream) -> bool {
    match takes {
        Takes::Weight => return weight(value).is_some(),
        Takes::Key => return key_type(value).is_some(),
        Takes::Probability => {
            return weight(value).is_none_or(|number| (0.0..=1.0).contains(&number)) && !is_text(value);
        }
        _ => {}
    }
    let mut tokens = value.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Literal(literal)), None) => match takes {
            Takes::Count => integer(value).is_some(),
            Takes::Time => matches!(syn::Lit::new(literal), syn::Lit::Float(_)),
            Takes::Value | Takes::Optional => true,
            _ => false,
        },
        _ => true,
    }
}

/// Whether the argument is one literal.
fn is_literal(value: &TokenStream) -> bool {
    let mut tokens = value.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Literal(_)), None))
}

fn is_text(tokens: &TokenStream) -> bool {
    matches!(syn::parse2(tokens.clone()), Ok(syn::Lit::Str(_)))
}

/// The tokens as a number without a sign.
fn number(tokens: &TokenStream) -> Option<f64> {
    match syn::parse2(tokens.clone()).ok()? {
        syn::Lit::Int(number) => number.base10_parse().ok(),
        syn::Lit::Float(number) => number.base10_parse().ok(),
        _ => None,
    }
}

/// The tokens as a number, which may be negative.
fn weight(tokens: &TokenStream) -> Option<f64> {
    let mut rest = tokens.clone().into_iter();
    match rest.next() {
        Some(TokenTree::Punct(minus)) if minus.as_char() == '-' => number(&rest.collect()).map(|number| -number),
        _ => number(tokens),
    }
}

/// The tokens as an integer.
fn integer(tokens: &TokenStream) -> Option<syn::LitInt> {
    syn::parse2(tokens.clone()).ok()
}

fn first_span(arg: &Arg) -> Span {
    arg.value.clone().into_iter().next().map_or(arg.span, |token| token.span())
}

fn forms(params: &[Param], between: &str) -> String {
    let forms: Vec<String> = params.iter().map(|param| format!("`{} = ...`", param.name)).collect();
    forms.join(between)
}
