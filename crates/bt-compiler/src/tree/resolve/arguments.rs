//! Sorts the arguments of a built-in: which parameter each belongs to, and whether it is of the right kind.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use super::literal::Literal;
use crate::codes;
use crate::error::{Errors, counted};
use crate::spelling::closest;
use crate::tokens::{borrow, is_mark, text};
use crate::tree::ast::{Arg, Args, Arm, Node};
use crate::tree::model::Value;
use crate::tree::nodes::{self, Builtin, Children, Meaning, Param, Takes};
use crate::tree::source::{Code, Source, closure_params, is_closure, key_type};
use crate::written::as_written;

/// One value per parameter, in order.
pub fn sort(builtin: &Builtin, node: &Node, source: &mut Source, errors: &mut Errors) -> Vec<Value> {
    let mut sorter = Sorter { builtin, source, errors };
    let args: &[Arg] = match &node.args {
        Args::None => &[],
        Args::List { args, .. } => args,
        Args::Fields(_) => {
            let message = format!("`{}` takes its arguments in parentheses", builtin.name);
            sorter.errors.push(codes::ARGUMENT_ORDER.at(node.args_span(), message));
            return absent(builtin.params);
        }
    };
    sorter.all(args, node)
}

/// The condition before a child of a `priority`.
pub fn condition(arm: &Arm, is_last: bool, source: &mut Source, errors: &mut Errors) -> Value {
    let text = arm.pattern.to_string();
    if is_last && (text == "_" || text == "true") {
        let (keyword, pattern) = (&arm.keyword, &arm.pattern);
        let message = "the last child of a `priority` needs no condition: remove this one";
        errors.push(codes::ARM.over(quote!(#keyword #pattern), message));
        return Value::Absent;
    }
    if arm.pattern.is_empty() {
        return Value::Absent;
    }
    if let Some(inner) = node_condition(&arm.pattern) {
        let message = "expected a condition of a `priority`, found a node";
        errors.push(codes::ARM.over(&arm.pattern, message).help(format!("write `{inner} => ..`")));
        return Value::Absent;
    }
    if text == "_" || !fits(Takes::Function, &arm.pattern) {
        let message = format!("a condition is {}, found `{}`", Takes::Function.text(), as_written(&arm.pattern));
        errors.push(codes::WRONG_CONDITION.over(&arm.pattern, message));
        return Value::Absent;
    }
    Value::Code(source.add(Code::Function(arm.pattern.clone())))
}

/// The argument of `condition(..)`.
fn node_condition(pattern: &TokenStream) -> Option<String> {
    let mut tokens = pattern.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group)), None) => {
            let builtin = nodes::find(&name.to_string())?;
            (builtin.meaning == Meaning::Condition).then(|| as_written(&group.stream()))
        }
        _ => None,
    }
}

/// The span of arguments that must have been meant as children, as in `sequence(walk, open_door)`: the node has no
/// children, and does not take such arguments.
pub fn instead_of_children(builtin: &Builtin, node: &Node) -> Option<Span> {
    let named_only = builtin.params.iter().all(|param| param.takes.is_named());
    let strange = match &node.args {
        Args::None => None,
        Args::List { args, .. } if builtin.params.is_empty() => (!args.is_empty()).then(|| node.args_span()),
        Args::List { args, .. } if named_only => args.iter().any(|arg| arg.name.is_none()).then(|| node.args_span()),
        Args::List { .. } if builtin.has_one_for_each_child() => None,
        Args::List { args, .. } => args.get(builtin.params.len()).map(|extra| extra.span),
        Args::Fields(_) => builtin.params.is_empty().then(|| node.args_span()),
    };
    let childless = node.children.is_none() && builtin.children != Children::None;
    strange.filter(|_| childless)
}

/// Whether a condition must have been meant that is written as the first child, as in `guard < is_open, walk >`.
pub fn condition_is_child(builtin: &Builtin, node: &Node) -> bool {
    let takes_condition = builtin.params.first().is_some_and(|param| param.takes == Takes::Function);
    let children = node.children.as_ref().map_or(0, Vec::len);
    matches!(node.args, Args::None) && takes_condition && children == builtin.children.count().1.saturating_add(1)
}

fn absent(params: &[Param]) -> Vec<Value> {
    params.iter().map(|_| Value::Absent).collect()
}

struct Sorter<'a> {
    builtin: &'a Builtin,
    source: &'a mut Source,
    errors: &'a mut Errors,
}

impl Sorter<'_> {
    /// The unnamed arguments, then the named ones, whose parameters also come last.
    fn all(&mut self, args: &[Arg], node: &Node) -> Vec<Value> {
        let params = self.builtin.params;
        let (in_order, named) = params.split_at(params.iter().take_while(|param| !param.takes.is_named()).count());
        let plain = match (in_order, named) {
            (_, []) => args.len(),
            ([], _) => 0,
            _ => args.iter().take_while(|arg| arg.name.is_none()).count(),
        };
        let (args, with_names) = args.split_at(plain);
        if let Some(late) = with_names.iter().find(|arg| arg.name.is_none() && !in_order.is_empty()) {
            let message = format!("unnamed arguments of `{}` come before named ones", self.builtin.name);
            self.errors.push(codes::ARGUMENT_ORDER.at(late.span, message));
            return absent(params);
        }
        let mut values = self.in_order(in_order, named, args, node);
        values.extend(self.named(named, with_names));
        values
    }

    /// The arguments of `parallel(success = 2, failure = any)`. All are optional.
    fn named(&mut self, params: &[Param], args: &[Arg]) -> Vec<Value> {
        let mut values = absent(params);
        for arg in args {
            let Some(index) = self.named_param(params, arg) else { continue };
            let Param { name, takes } = params[index];
            if !matches!(values[index], Value::Absent) {
                let message = format!("the argument `{name}` is given twice");
                self.errors.push(codes::ARGUMENT_TWICE.at(arg.span, message));
                continue;
            }
            values[index] = self.named_value(takes, arg);
        }
        values
    }

    fn named_param(&mut self, params: &[Param], arg: &Arg) -> Option<usize> {
        let node = self.builtin.name;
        let Some(name) = &arg.name else {
            let message = format!("an argument of `{node}` needs its name: {}", forms(params, " or "));
            self.errors.push(codes::ARGUMENT_WITHOUT_NAME.at(arg.span, message));
            return None;
        };
        let name = name.to_string();
        let index = params.iter().position(|param| param.name == name);
        if let Some(colon) = arg.colon.filter(|_| index.is_some()) {
            let mistake = codes::EXPECTED_ARGUMENT.at(colon, format!("expected `=` after `{name}`, found `:`"));
            self.errors.push(mistake.help(format!("write `{name} = {}`", as_written(&arg.value))).fix(" ="));
        }
        if index.is_none() {
            let message = format!("`{node}` has no argument `{name}`");
            let mistake = codes::UNKNOWN_ARGUMENT.at(arg.span, message);
            self.errors.push(match closest(&name, params.iter().map(|param| param.name)) {
                Some(meant) => mistake.did_you_mean(meant),
                None => mistake.help(format!("it takes {}", forms(params, " and "))),
            });
        }
        index
    }

    fn named_value(&mut self, takes: Takes, arg: &Arg) -> Value {
        let text = text(&arg.value);
        match (takes, text.as_str()) {
            (Takes::Threshold, "all") => return Value::All,
            (Takes::Threshold, "any") => return Value::Threshold { value: 1, span: first_span(arg) },
            _ => {}
        }
        let literal = Literal::read(&arg.value).filter(|_| takes == Takes::Threshold);
        if let Some(value) = literal.and_then(|literal| literal.threshold()) {
            return Value::Threshold { value, span: first_span(arg) };
        }
        if !text.is_empty() && fits(takes, &arg.value) {
            return self.value(takes, &arg.value);
        }
        let found = if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", as_written(&arg.value)) };
        let message = format!("expected {}, found {found}", takes.text());
        self.errors.push(codes::WRONG_ARGUMENT.at(first_span(arg), message));
        Value::Absent
    }

    /// The unnamed arguments; `named` are the parameters after them.
    fn in_order(&mut self, params: &[Param], named: &[Param], args: &[Arg], node: &Node) -> Vec<Value> {
        let name = self.builtin.name;
        if self.builtin.has_one_for_each_child() {
            return args.iter().map(|arg| self.positional(&params[0], arg)).collect();
        }
        if let Some(extra) = args.get(params.len()) {
            let takes = counted(params.len(), "argument");
            let message = format!("`{name}` takes {takes}, found {}", args.len());
            let help = (!named.is_empty()).then(|| format!("write another argument by name: {}", forms(named, " or ")));
            self.errors.push(codes::NUMBER_OF_ARGUMENTS.at(extra.span, message).maybe_help(help));
        }
        if let (Some(bounds), 2) =
            (args.first().and_then(|arg| range(&arg.value)).filter(|_| args.len() == 1), params.len())
        {
            let (from, to) = (as_written(&bounds.0), as_written(&bounds.1));
            let message = format!("`{name}` takes 2 arguments, found a range");
            let (mistake, meant) =
                (codes::NUMBER_OF_ARGUMENTS.at(node.args_span(), message), format!("({from}, {to})"));
            self.errors.push(mistake.help(format!("write `{name}{meant}`")).fix(meant));
            return absent(params);
        }
        let missing = params.get(args.len()).map(|param| param.takes).filter(|takes| !takes.is_optional());
        if let Some(missing) = missing.filter(|_| self.must_be_complete(node)) {
            let message = format!("`{name}` needs an argument: {}", missing.text());
            let may_be_own = matches!((&node.args, self.builtin.children), (Args::None, Children::None));
            let help = match (may_be_own, condition_is_child(self.builtin, node)) {
                (true, _) => Some(format!("for a leaf of your own with this name, write `self::{name}`")),
                (false, true) => Some(format!("the condition is not a child: write {}", self.builtin.example())),
                (false, false) => None,
            };
            self.errors.push(codes::MISSING_ARGUMENT.at(node.args_span(), message).maybe_help(help));
        }
        let mut values = absent(params);
        for ((param, arg), value) in params.iter().zip(args).zip(&mut values) {
            *value = self.positional(param, arg);
        }
        values
    }

    /// Whether to report a missing argument. If an argument could not be parsed, or the children are missing, too, one
    /// error is enough.
    fn must_be_complete(&self, node: &Node) -> bool {
        let read = matches!(node.args, Args::None | Args::List { complete: true, .. });
        read && node.children.is_some() == (self.builtin.children != Children::None)
    }

    fn positional(&mut self, param: &Param, arg: &Arg) -> Value {
        let node = self.builtin.name;
        if let Some(name) = &arg.name {
            let message = format!("arguments of `{node}` have no names");
            let value = match !arg.value.is_empty() && fits(param.takes, &arg.value) {
                true => format!("`{}`", as_written(&arg.value)),
                false => param.takes.text().to_owned(),
            };
            let help = format!("write the value alone: {value}");
            self.errors.push(codes::ARGUMENT_WITH_NAME.at(name.span(), message).help(help));
            return Value::Absent;
        }
        if is_async(&arg.value) {
            let message = format!("`{node}` takes no `async` code: a tree does not wait for it");
            let help = "write a leaf, `#[leaf] async fn fetch(url: String) -> Page`";
            self.errors.push(codes::ASYNC_CODE.at(arg.span, message).help(help));
            return Value::Absent;
        }
        if arg.value.is_empty() || !fits(param.takes, &arg.value) {
            let found = as_written(&arg.value);
            let found = if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") };
            let message = format!("`{node}` takes {}, found {found}", param.takes.text());
            self.errors.push(codes::WRONG_ARGUMENT.at(arg.span, message));
            return Value::Absent;
        }
        if param.takes == Takes::Key
            && let Some(at) = key_type(&arg.value).as_ref().and_then(borrow)
        {
            let why = match self.builtin.children {
                Children::Reactive => {
                    "a key is kept from one decision to the next, so it cannot borrow, and must be `Copy + PartialEq`"
                }
                _ => "a key is kept from tick to tick, so it cannot borrow, and must be `PartialEq`",
            };
            self.errors.push(codes::BORROWED.at(at, why));
            return Value::Absent;
        }
        self.value(param.takes, &arg.value)
    }

    /// An argument that is right, as far as its tokens show.
    fn value(&mut self, takes: Takes, value: &TokenStream) -> Value {
        let literal = Literal::read(value);
        if let (Takes::Weight | Takes::NamedNumber, Some(number)) = (takes, literal.as_ref().and_then(Literal::number))
        {
            return Value::Number(number);
        }
        let value = value.clone();
        let kind = match takes {
            Takes::Action if closure_params(&value) == 2 => Value::Timed,
            _ if literal.is_some_and(|literal| !literal.is_negative && !literal.is_truth()) => Value::Literal,
            _ => Value::Code,
        };
        kind(self.source.add(match takes {
            Takes::Score if is_closure(&value) => Code::Function(value),
            Takes::Count
            | Takes::Time
            | Takes::Value
            | Takes::Optional
            | Takes::NamedNumber
            | Takes::NamedValue
            | Takes::Probability
            | Takes::Threshold
            | Takes::Weight
            | Takes::Score => Code::Value(value),
            Takes::Function
            | Takes::Effect
            | Takes::FirstChild
            | Takes::Action
            | Takes::Choice
            | Takes::Key
            | Takes::Items => Code::Function(value),
        }))
    }
}

/// Whether a closure is `|room| name`: the type of its key is that of the name.
fn names_its_key(closure: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = closure.clone().into_iter().collect();
    let name = matches!(&tokens[..], [.., TokenTree::Punct(bar), TokenTree::Ident(_)] if bar.as_char() == '|');
    name && is_closure(closure) && closure_params(closure) == 1
}

/// Whether an argument can be right, as far as its tokens show. A literal is not a function, a literal count is an
/// integer, a literal time is a float, neither is negative, and a literal weight or score is a number.
fn fits(takes: Takes, value: &TokenStream) -> bool {
    match takes {
        Takes::Key => return key_type(value).is_some() || names_its_key(value),
        Takes::Items if is_closure(value) => return closure_params(value) == 2,
        Takes::Function | Takes::Effect | Takes::Action if compares(value) => return false,
        Takes::Count | Takes::Time if range(value).is_some() => return false,
        _ => {}
    }
    let Some(literal) = Literal::read(value) else { return true };
    match takes {
        Takes::Value | Takes::Optional | Takes::NamedValue => true,
        Takes::Weight | Takes::Score | Takes::NamedNumber => literal.number().is_some(),
        Takes::Probability => literal.number().is_some_and(|number| (0.0..=1.0).contains(&number)),
        Takes::Count => literal.is_integer() && !literal.is_negative,
        Takes::Time => literal.is_float() && !literal.is_negative,
        _ => false,
    }
}

/// Whether this is itself a comparison, instead of a closure that makes one: `n > 3`, `!open`.
fn compares(value: &TokenStream) -> bool {
    if is_closure(value) {
        return false;
    }
    let marks: Vec<Option<char>> = value
        .clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Punct(mark) => Some(mark.as_char()),
            _ => None,
        })
        .collect();
    let pair =
        |pair: &[Option<char>]| matches!(pair, [Some('=' | '!' | '<' | '>'), Some('=')] | [Some('&'), Some('&')]);
    let generic = marks.windows(3).any(|three| three == [Some(':'), Some(':'), Some('<')]);
    let less = !generic && marks.iter().flatten().any(|mark| matches!(mark, '<' | '>'));
    marks.first() == Some(&Some('!')) || marks.windows(2).any(pair) || less
}

/// Whether this is an `async` closure or block.
fn is_async(value: &TokenStream) -> bool {
    matches!(value.clone().into_iter().next(), Some(TokenTree::Ident(word)) if word == "async")
}

/// The two ends of a range.
fn range(value: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    let at = tokens.windows(2).position(|pair| is_mark(&pair[0], '.') && is_mark(&pair[1], '.'))?;
    let to = tokens[at + 2..].iter().skip_while(|token| is_mark(*token, '='));
    (!is_closure(value)).then(|| (tokens[..at].iter().cloned().collect(), to.cloned().collect()))
}

fn first_span(arg: &Arg) -> Span {
    arg.value.clone().into_iter().next().map_or(arg.span, |token| token.span())
}

fn forms(params: &[Param], between: &str) -> String {
    let forms: Vec<String> = params.iter().map(|param| format!("`{} = ...`", param.name)).collect();
    forms.join(between)
}
