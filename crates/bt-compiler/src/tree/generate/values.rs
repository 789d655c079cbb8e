//! The user's own values and functions in generated code, with the parameters of the tree in scope.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::{Generator, index};
use crate::sorted::SortedSet;
use crate::tokens::{located_at, names, own};
use crate::tree::model::{CodeId, Number, ValueId};
use crate::tree::source::{Code, Use, is_closure, key_type, span_of};

impl Generator<'_> {
    /// The runtime library, named with the span of the user's token.
    pub fn runtime_at(&self, span: Span) -> Ident {
        let mut runtime = self.runtime.clone();
        runtime.set_span(span);
        runtime
    }

    /// The value of an argument: a closure is called with the context.
    pub fn value(&self, arg: &TokenStream) -> TokenStream {
        if !is_closure(arg) {
            return arg.clone();
        }
        let at = span_of(arg);
        let (runtime, context) = (self.runtime_at(at), context_at(at));
        quote_spanned!(at=> #runtime::value(#arg, #context))
    }

    /// The span of a value.
    pub fn span_of_value(&self, code: CodeId) -> Span {
        span_of(self.expression(code))
    }

    /// The span of a function.
    pub fn span_of_function(&self, code: CodeId) -> Span {
        span_of(self.function(code))
    }

    /// A timer for a time.
    pub fn new_timer(&self, time: CodeId) -> TokenStream {
        let (at, value) = (self.span_of_value(time), self.time(time));
        let timer = self.timer_type(self.tree.plan.slots.timer(&[time]), &self.runtime_at(at).into_token_stream());
        quote_spanned!(at=> <#timer>::new(#value))
    }

    /// A time: its constant, or its value.
    pub fn time(&self, time: CodeId) -> TokenStream {
        self.names.time(time).map_or_else(|| self.value_of(time), ToTokens::to_token_stream)
    }

    /// The value of an argument, with the parameters of the tree in scope.
    pub fn value_of(&self, code: CodeId) -> TokenStream {
        let tokens = self.expression(code);
        let value = self.taken(code, 0).unwrap_or_else(|| self.value(tokens));
        self.with_names(code, tokens, value)
    }

    pub fn is_closure(&self, code: CodeId) -> bool {
        matches!(self.tree.source.get(code), Code::Value(value) if is_closure(value))
    }

    /// Calls a function of the context, and ignores its result.
    pub fn act(&self, code: CodeId) -> TokenStream {
        let call = self.with_function(code, "act");
        quote!(#call;)
    }

    /// The score of a child: the result of a closure, or the value of an expression.
    pub fn score(&self, code: CodeId) -> TokenStream {
        let Code::Value(value) = self.tree.source.get(code) else { return self.with_function(code, "score") };
        let at = span_of(value);
        let (runtime, context) = (self.runtime_at(at), context_at(at));
        self.with_names(code, value, quote_spanned!(at=> #runtime::score_of(#value, #context)))
    }

    /// A number.
    pub fn number(&self, number: Number) -> TokenStream {
        match number {
            Number::Known(number) => quote!(#number),
            Number::Code(code) => {
                let (at, value) = (self.span_of_value(code), self.value_of(code));
                let runtime = self.runtime_at(at);
                quote_spanned!(at=> #runtime::number(#value))
            }
        }
    }

    /// The current value of a key.
    pub fn key_of(&self, code: CodeId) -> TokenStream {
        self.with_function(code, "value")
    }

    /// The result type that the closure of a key declares.
    pub fn type_of_key(&self, code: CodeId) -> TokenStream {
        let closure = self.function(code);
        key_type(closure).or_else(|| self.type_of_name(code)).unwrap_or_default()
    }

    /// The type of the name, if the body of a closure is just a name.
    fn type_of_name(&self, code: CodeId) -> Option<TokenStream> {
        let types = &self.interface.runtime;
        if let Some(Use { value, part, .. }) = self.tree.source.uses(code).first() {
            let ty = self.type_of(*value, types);
            return Some(match part {
                None => ty,
                // For a part of a `switch` value, `check` reports that its type cannot be inferred.
                Some(_) if self.tree.model[*value].is_matched() => ty,
                Some(part) => self.type_of_part(*value, *part, types),
            });
        }
        let mut params = self.tree.header.item.iter().flat_map(|item| &item.params);
        params.find(|param| names(self.function(code), &param.name.to_string())).map(|param| param.ty.clone())
    }

    /// Whether a condition holds.
    pub fn condition(&self, code: CodeId) -> TokenStream {
        self.with_function(code, "condition")
    }

    /// A call of a function of the runtime library with the user's function and the context.
    pub fn with_function(&self, code: CodeId, runtime_function: &str) -> TokenStream {
        let function = self.function(code);
        let at = span_of(function);
        let (runtime, closure, context) = (self.runtime_at(at), self.closure(function), context_at(at));
        let runtime_function = Ident::new(runtime_function, at);
        self.with_names(code, function, quote_spanned!(at=> #runtime::#runtime_function(#closure, #context)))
    }

    /// A call of a function that takes the context and the remaining time.
    pub fn timed_action(&self, code: CodeId) -> TokenStream {
        let function = self.function(code);
        let at = span_of(function);
        let (runtime, context, inputs) = (self.runtime_at(at), context_at(at), own("inputs", at));
        let call = quote_spanned!(at=> #runtime::timed_action(#function, #context, &mut (#inputs).span));
        self.with_names(code, function, call)
    }

    /// Calls a function whose value is used.
    pub fn action_for_value(&self, code: CodeId, is_timed: bool, out: &TokenStream) -> TokenStream {
        let function = self.function(code);
        let at = span_of(function);
        let (runtime, closure, context, inputs) =
            (self.runtime_at(at), self.closure(function), context_at(at), own("inputs", at));
        let call = match is_timed {
            true => {
                quote_spanned!(at=> #runtime::timed_action_for_value(#function, #context, &mut (#inputs).span, #out))
            }
            false => quote_spanned!(at=> #runtime::action_for_value(#closure, #context, #out)),
        };
        self.with_names(code, function, call)
    }

    /// A function as a closure, so that rustc infers its types. If it may not be a function of the context, the runtime
    /// library calls it, so that this is one error.
    pub fn closure(&self, function: &TokenStream) -> TokenStream {
        self.closure_that(function, "__call")
    }

    /// The same, with the method that calls a function which is data.
    pub fn closure_that(&self, function: &TokenStream, calls: &str) -> TokenStream {
        if is_closure(function) {
            return function.clone();
        }
        let at = span_of(function);
        let (runtime, context) = (self.runtime_at(at), own("context", at));
        if let Some(called) = called(function) {
            let call = quote_spanned!(at=> #runtime::Call(#called, #context).__call());
            return quote_spanned!(at=> |#context| { use #runtime::{MayBeNoCall as _, ReturnsPointer as _}; #call });
        }
        match self.is_data(function) {
            true => {
                let calls = Ident::new(calls, at);
                let call = quote_spanned!(at=> #runtime::Data(#function, #context).#calls());
                quote_spanned!(at=> |#context| { use #runtime::{MayBeNoFunction as _, PointsToFunction as _}; #call })
            }
            false => quote_spanned!(at=> |#context| (#function)(#context)),
        }
    }

    /// Whether this is a clone of a parameter or a value, and not of a parameter with the type of a function.
    fn is_data(&self, function: &TokenStream) -> bool {
        let mut tokens = function.clone().into_iter();
        let (Some(TokenTree::Group(block)), None) = (tokens.next(), tokens.next()) else { return false };
        let mut params = self.tree.header.item.iter().flat_map(|item| &item.params);
        let is_function = params.any(|param| names(function, &param.name.to_string()) && names(&param.ty, "fn"));
        block.delimiter() == Delimiter::Brace && !is_function
    }

    /// A function as written.
    pub fn function(&self, code: CodeId) -> &TokenStream {
        let Code::Function(function) = self.tree.source.get(code) else { unreachable!("a function is expected") };
        function
    }

    /// An argument as written.
    fn expression(&self, code: CodeId) -> &TokenStream {
        let Code::Value(value) = self.tree.source.get(code) else { unreachable!("a value is expected") };
        value
    }

    /// The context, for a node that needs a trait of it. If the context lacks the trait, rustc reports that at the
    /// node.
    pub fn context_with(&self, ability: &str, at: Span) -> TokenStream {
        let (runtime, ty) = (self.runtime_at(at), located_at(self.context().ty(), at));
        let (ability, context) = (Ident::new(ability, at), context_at(at));
        quote_spanned!(at=> { #runtime::#ability::<#ty>(); &mut *#context })
    }

    /// Whether this is the name of a parameter of the tree.
    pub fn is_param(&self, path: &TokenStream) -> bool {
        let name = path.to_string();
        self.tree.header.item.iter().flat_map(|item| &item.params).any(|param| param.name == name)
    }

    /// Brings the parameters and values into scope that a piece of code mentions.
    pub fn with_names(&self, id: CodeId, used: &TokenStream, code: TokenStream) -> TokenStream {
        if self.in_piece {
            return code;
        }
        let params = self.tree.header.item.iter().flat_map(|item| &item.params);
        let bindings: Vec<TokenStream> = params
            .filter(|param| names(used, &param.name.to_string()))
            .map(|param| {
                let (name, at) = (&param.name, span_of(&param.ty));
                let params = own("params", at);
                let mut field = name.clone();
                field.set_span(at);
                quote_spanned!(at=> let #name = &(#params).#field;)
            })
            .chain(self.takes(id))
            .chain(self.tree.source.uses(id).iter().map(|used| self.named(id, used)))
            .chain(self.matched_patterns(self.tree.source.uses(id)))
            .collect();
        if bindings.is_empty() {
            return code;
        }
        quote_spanned!(span_of(used)=> { #(#bindings)* #code })
    }
}

impl Generator<'_> {
    /// A value with the name that the user's code uses for it.
    fn named(&self, code: CodeId, Use { name, value, part, is_begun, .. }: &Use) -> TokenStream {
        let (runtime, bound) = (&self.runtime, self.bound(*value));
        let taken = self.tree.plan.moves.is_taken_by(code, *value).then(|| taken_value(*value));
        match (part.map(index), taken) {
            _ if *is_begun => quote!(#[allow(unused_variables)] let #name = ();),
            _ if self.tree.model[*value].is_matched() => TokenStream::new(),
            (None, None) => quote!(let #name = #runtime::bound(#bound);),
            (Some(part), None) => quote!(let #name = &#runtime::bound(#bound).#part;),
            (None, Some(taken)) => quote!(let #name = &#taken;),
            (Some(part), Some(taken)) => quote!(let #name = &#taken.#part;),
        }
    }

    /// Variables for the values that a piece of code takes.
    pub fn takes(&self, code: CodeId) -> Vec<TokenStream> {
        let values: SortedSet<ValueId> = self.tree.source.uses(code).iter().map(|used| used.value).collect();
        let taken = values.into_iter().filter(|&value| self.tree.plan.moves.is_taken_by(code, value));
        let take = |value: ValueId| {
            let (runtime, taken, bound) = (&self.runtime, taken_value(value), self.bound(value));
            quote!(let #taken = #runtime::last(#bound.take());)
        };
        taken.map(take).collect()
    }

    /// An argument that takes a value, or a part of it.
    pub fn taken(&self, code: CodeId, argument: usize) -> Option<TokenStream> {
        if self.in_piece {
            return None;
        }
        let takes = |used: &&Use| used.last == Some(argument) && self.tree.plan.moves.is_taken_by(code, used.value);
        let Use { name, value, part, .. } = self.tree.source.uses(code).iter().find(takes)?;
        let at = self.tree.source.get(code).span_of_argument(argument);
        let (taken, part) = (taken_value(*value), part.map(index).map(|part| quote!(.#part)));
        let mut name = name.clone();
        name.set_span(at);
        // The name is there for editors. If its type is wrong, rustc points at the value.
        Some(quote_spanned!(at=> { let _ = #name; let __value = #taken #part; __value }))
    }
}

/// The variable for a value that a piece of code takes.
pub fn taken_value(value: ValueId) -> Ident {
    Ident::new(&format!("__taken_{}", value.0), Span::call_site())
}

impl Generator<'_> {
    /// The patterns of a `switch` whose names are used, each once.
    fn matched_patterns(&self, uses: &[Use]) -> Vec<TokenStream> {
        let arm = |used: &Use| Some((used.value, self.tree.model[used.value].names[used.part?].arm?));
        let used = uses.iter().filter(|used| !used.is_begun);
        let arms: SortedSet<(ValueId, usize)> = used.filter_map(arm).collect();
        let pattern = |(value, arm): (ValueId, usize)| {
            let (runtime, bound, switch) =
                (&self.runtime, self.bound(value), &self.tree.model[self.tree.model[value].node]);
            let Code::Choice { arms, .. } = self.tree.source.get(switch.code(0)) else { return TokenStream::new() };
            let pattern = &arms[arm].pattern;
            quote! {
                #[allow(unused_variables, unused_parens, irrefutable_let_patterns)]
                let (#pattern) = #runtime::bound(#bound) else { #runtime::other_pattern() };
            }
        };
        arms.into_iter().map(pattern).collect()
    }
}

/// The context, at the source position of the user's token.
pub fn context_at(at: Span) -> Ident {
    own("context", at)
}

/// The path in a call without arguments: `reload` in `reload()`.
fn called(function: &TokenStream) -> Option<TokenStream> {
    let mut path: Vec<TokenTree> = function.clone().into_iter().collect();
    let Some(TokenTree::Group(args)) = path.pop() else { return None };
    let path: TokenStream = path.into_iter().collect();
    let is_call = args.delimiter() == Delimiter::Parenthesis && args.stream().is_empty();
    (is_call && syn::parse2::<syn::Path>(path.clone()).is_ok()).then_some(path)
}
