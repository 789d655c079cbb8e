//! The user's own code, and calls of the runtime library.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::{Generator, index};
use crate::tree::ir::{Call, Choice};
use crate::tree::model::{CodeId, NodeId};
use crate::tree::source::{Code, Inputs, Made, Make, is_closure, key_type, span_of};

impl Generator<'_> {
    /// `<Walk as Behavior<Room>>::hook(inputs)`, all of it at the user's token, so that rustc points there.
    pub fn behavior(&self, made: &Made, hook: &str, inputs: TokenStream) -> TokenStream {
        let hook = self.item_of(made, "Behavior", hook);
        quote_spanned!(made.span=> #hook(#inputs))
    }

    /// The leaf that waits in a place, or else a new one, as an argument of its tick.
    pub fn waiting_or_new(&self, made: &Made, place: &Ident) -> TokenStream {
        let (runtime, held, new) = (&self.runtime, self.held(made), self.new_leaf(made));
        quote!(match self {
            Self::#place(#held) => #runtime::Ok(#held),
            _ => #new,
        })
    }

    /// A new leaf, as an argument of its tick.
    pub fn new_leaf(&self, made: &Made) -> TokenStream {
        let (runtime, make) = (&self.runtime, self.make(made));
        quote!(#runtime::Err(#make))
    }

    /// Ticks a leaf and goes on after success and after failure; anything else stops the tick.
    pub fn tick_leaf(
        &self,
        made: &Made,
        leaf: TokenStream,
        (place, node): (&Ident, NodeId),
        success: TokenStream,
        failure: TokenStream,
    ) -> TokenStream {
        let (runtime, there, at) = (&self.runtime, self.runtime_at(made.span), made.span);
        let (node, held, ticked) = (index(node), self.held(made), Ident::new("ticked", at));
        let tick = self.behavior(made, "__tick", quote!(#leaf, #node, context, inputs));
        let raise = quote_spanned!(at=> #there::raise(#ticked));
        quote!(match #tick {
            #runtime::Ticked::Success => { #success }
            #runtime::Ticked::Failure => { #failure }
            #runtime::Ticked::Rests(#held) => {
                *self = Self::#place(#held);
                return #runtime::Running;
            }
            #ticked => return #raise,
        })
    }

    /// The variable that holds a leaf. It stands at the user's token, to which rustc points for what is wrong with its
    /// type; so its name must not hide one of the user's.
    pub fn held(&self, made: &Made) -> Ident {
        Ident::new("__leaf", made.span)
    }

    /// `<Patience as Decorator<Room>>::hook(inputs)`, all of it at the user's token.
    pub fn decorator(&self, made: &Made, hook: &str, inputs: TokenStream) -> TokenStream {
        let hook = self.item_of(made, "Decorator", hook);
        quote_spanned!(made.span=> #hook(#inputs))
    }

    fn item_of(&self, made: &Made, of: &str, item: &str) -> TokenStream {
        let (ty, context, runtime) = (&made.ty, self.context().ty(), self.runtime_at(made.span));
        let (of, item) = (Ident::new(of, made.span), Ident::new(item, made.end()));
        let open = made.open();
        quote_spanned!(made.span=> #open #ty as #runtime::#of<#context>>::#item)
    }

    /// What a leaf can answer.
    pub fn can_of(&self, made: &Made) -> TokenStream {
        self.item_of(made, "Behavior", "CAN")
    }

    /// In a generic tree, where types cannot tell whether a leaf can be running: the condition that it can.
    pub fn if_can_run(&self, made: &Made) -> Option<TokenStream> {
        self.context().is_generic().then(|| {
            let can = self.can_of(made);
            quote!(if #can.run)
        })
    }

    /// The type of the place of a leaf that may wait.
    pub fn wait(&self, leaf: CodeId) -> TokenStream {
        match self.names.wait(self.source.first_alike(leaf)) {
            Some(name) => quote!(#name),
            None => self.wait_for(self.made(leaf)),
        }
    }

    /// Types of places that are needed more than once, each with a name: rustc finds out once what they are.
    pub fn waits(&self) -> TokenStream {
        let allow = self.interface.allow();
        let waits = self.names.waits().map(|(leaf, name)| {
            let wait = self.wait_for(self.made(leaf));
            quote!(#allow type #name = #wait;)
        });
        waits.collect()
    }

    fn wait_for(&self, made: &Made) -> TokenStream {
        let (ty, context, runtime) = (&made.ty, self.context().ty(), &self.interface.runtime);
        let (open, can) = (made.open(), Ident::new("CAN", made.end()));
        let can_run = quote_spanned!(made.span=> { #open #ty as #runtime::Behavior<#context>>::#can.run });
        quote!(#runtime::SlotOf<#ty, #can_run>)
    }

    /// The runtime library, named where the user's token stands.
    pub fn runtime_at(&self, span: Span) -> Ident {
        let mut runtime = self.runtime.clone();
        runtime.set_span(span);
        runtime
    }

    /// The expression that makes a leaf or a decorator.
    pub fn make(&self, made: &Made) -> TokenStream {
        let (runtime, ty, span) = (self.runtime_at(made.span), &made.ty, made.span);
        let value = match &made.make {
            Make::Default => quote_spanned!(span=> <#ty as #runtime::Default>::default()),
            Make::New(inputs) => {
                let inputs = self.group(inputs);
                quote_spanned!(span=> <#ty>::new #inputs)
            }
            Make::Literal(fields) => quote_spanned!(span=> { type __Leaf = #ty; __Leaf #fields }),
            Make::LiteralVariant(literal) => literal.clone(),
            Make::Call { path, inputs } => {
                let inputs = self.group(inputs);
                quote!(#path #inputs)
            }
            Make::DefaultVariant(path) => {
                quote_spanned!(span=> #path(#runtime::Default::default()))
            }
        };
        let used = match &made.make {
            Make::New(inputs) | Make::Call { inputs, .. } => inputs.args.iter().cloned().collect(),
            Make::Literal(literal) | Make::LiteralVariant(literal) => literal.clone(),
            Make::Default | Make::DefaultVariant(_) => TokenStream::new(),
        };
        self.with_params(&used, value)
    }

    /// The arguments of a call, in the user's own parentheses.
    fn group(&self, inputs: &Inputs) -> Group {
        let values = inputs.args.iter().map(|arg| self.value(arg));
        let mut group = Group::new(Delimiter::Parenthesis, quote!(#(#values),*));
        group.set_span(inputs.span);
        group
    }

    /// The value of an argument: a closure is called with the context.
    fn value(&self, arg: &TokenStream) -> TokenStream {
        if !is_closure(arg) {
            return arg.clone();
        }
        let at = span_of(arg);
        let (runtime, context) = (self.runtime_at(at), context_at(at));
        quote_spanned!(at=> #runtime::value(#arg, #context))
    }

    /// Where a count stands.
    pub fn span_of_value(&self, code: CodeId) -> Span {
        let Code::Value(tokens) = self.source.get(code) else { unreachable!("a count is a value") };
        span_of(tokens)
    }

    /// Where a function stands.
    pub fn span_of_function(&self, code: CodeId) -> Span {
        let Code::Function(function) = self.source.get(code) else { unreachable!("a function is expected") };
        span_of(function)
    }

    /// The value of a count.
    pub fn count(&self, code: CodeId) -> TokenStream {
        let Code::Value(tokens) = self.source.get(code) else { unreachable!("a count is a value") };
        self.with_params(tokens, self.value(tokens))
    }

    /// A call that gives a `Step`, or, if it answers at once, a `bool`.
    pub fn call(&self, call: &Call, node: NodeId) -> TokenStream {
        let runtime = &self.runtime;
        match call {
            Call::Action(code) => self.with_function(*code, "action"),
            Call::Condition(code) => self.condition(*code),
            Call::WaitUntil(code) => self.with_function(*code, "wait_until"),
            Call::Running => quote!(#runtime::Running),
            Call::Constant(success) => quote!(#success),
            Call::IsEmpty(cell) => quote!(#runtime::is_empty(inputs.cell(#cell))),
            Call::KeptSuccess(cell) => quote!(#runtime::kept_success(inputs.cell(#cell))),
            Call::Keep(cell, success) => quote!(#runtime::keep(inputs.cell(#cell), #success)),
            Call::IsBelow(cell, limit) => {
                let limit = self.count(*limit);
                quote!(#runtime::is_below(&inputs.kept[inputs.base + #cell], #limit))
            }
            Call::CountUp(cell) => quote!(#runtime::count_up(inputs.cell(#cell))),
            Call::HasCooled(cell, time) => {
                let (at, time) = (self.span_of_value(*time), self.count(*time));
                let (runtime, inputs) = (self.runtime_at(at), own("inputs", at));
                quote_spanned!(at=> #runtime::has_cooled(&#inputs.kept[#inputs.base + #cell..], #time, &#inputs.span))
            }
            Call::Chance(probability) => {
                let (at, probability) = (self.span(node), self.count(*probability));
                let (runtime, rng) = (self.runtime_at(at), self.asked("draws", at));
                quote_spanned!(at=> { let probability = #probability; #runtime::chance(#rng, probability) })
            }
            Call::Remember(key, value) => self.in_memory(node, "memory_mut", "remember", &[*key, *value]),
            Call::Recalls(key, None) => self.in_memory(node, "memory", "recalls", &[*key]),
            Call::Recalls(key, Some(value)) => self.in_memory(node, "memory", "recalls_value", &[*key, *value]),
            Call::Forget(key) => self.in_memory(node, "memory_mut", "forget", &[*key]),
        }
    }

    /// A function of the runtime library that works on the memory of the context. What closures give is known before
    /// the memory is lent.
    fn in_memory(&self, node: NodeId, lend: &str, function: &str, values: &[CodeId]) -> TokenStream {
        let at = self.span(node);
        let (runtime, lent) = (self.runtime_at(at), self.asked("has_memory", at));
        let (lend, function) = (Ident::new(lend, at), Ident::new(function, at));
        let (mut before, mut args) = (Vec::new(), Vec::new());
        for &code in values {
            let (value, name) = (self.count(code), format_ident!("__value_{}", args.len(), span = at));
            if self.is_closure(code) {
                before.push(quote_spanned!(at=> let #name = #value;));
                args.push(quote!(#name));
            } else {
                args.push(value);
            }
        }
        quote_spanned!(at=> { #(#before)* #runtime::#function(#runtime::#lend(#lent), #(#args),*) })
    }

    /// The context, of which a node asks something: what it has not is told at the node.
    pub fn asked(&self, asks: &str, at: Span) -> TokenStream {
        let (runtime, ty) = (self.runtime_at(at), located_at(self.context().ty(), at));
        let (asks, context) = (Ident::new(asks, at), context_at(at));
        quote_spanned!(at=> { #runtime::#asks::<#ty>(); &mut *#context })
    }

    /// Whether a value is one token, the same whenever it is read.
    pub fn is_literal(&self, code: CodeId) -> bool {
        let Code::Value(value) = self.source.get(code) else { return false };
        let mut tokens = value.clone().into_iter();
        matches!((tokens.next(), tokens.next()), (Some(TokenTree::Literal(_)), None))
    }

    fn is_closure(&self, code: CodeId) -> bool {
        matches!(self.source.get(code), Code::Value(value) if is_closure(value))
    }

    /// A call of a function of the context that gives nothing.
    pub fn act(&self, code: CodeId) -> TokenStream {
        let call = self.with_function(code, "act");
        quote!(#call;)
    }

    /// The score of a child.
    pub fn score(&self, code: CodeId) -> TokenStream {
        self.with_function(code, "score")
    }

    /// What a key is now.
    pub fn key_of(&self, code: CodeId) -> TokenStream {
        self.with_function(code, "value")
    }

    /// The type that the closure of a key says it gives.
    pub fn type_of_key(&self, code: CodeId) -> TokenStream {
        let Code::Function(closure) = self.source.get(code) else { unreachable!("a key is a closure") };
        key_type(closure).unwrap_or_default()
    }

    /// Whether a condition holds.
    pub fn condition(&self, code: CodeId) -> TokenStream {
        self.with_function(code, "condition")
    }

    fn with_function(&self, code: CodeId, runtime_function: &str) -> TokenStream {
        let Code::Function(function) = self.source.get(code) else { unreachable!("a function is expected") };
        let at = span_of(function);
        let (runtime, closure, context) = (self.runtime_at(at), closure(function), context_at(at));
        let runtime_function = Ident::new(runtime_function, at);
        self.with_params(function, quote_spanned!(at=> #runtime::#runtime_function(#closure, #context)))
    }

    /// An expression that chooses one of several.
    pub fn choose(&self, choice: &Choice, chosen: &[TokenStream], node: NodeId) -> TokenStream {
        match choice {
            Choice::If(code) => {
                let condition = self.condition(*code);
                let (then, otherwise) = (&chosen[0], &chosen[1]);
                quote!(if #condition { #then } else { #otherwise })
            }
            Choice::Match(code) => self.matched(*code, chosen, node),
            Choice::Weighted(weights) => {
                let at = self.span(node);
                let runtime = self.runtime_at(at);
                let (none, children) = chosen.split_last().expect("there is a way without children");
                let numbers = 0..children.len();
                let rng = self.asked("draws", at);
                let draw = quote_spanned!(at=> #runtime::weigh(#rng, [#(#weights),*]));
                quote!(match #draw { #(#runtime::Some(#numbers) => #children,)* _ => #none })
            }
        }
    }

    fn matched(&self, code: CodeId, chosen: &[TokenStream], node: NodeId) -> TokenStream {
        let Code::Choice { on, arms } = self.source.get(code) else { unreachable!("a choice is expected") };
        let span = self.span(node);
        let runtime = self.runtime_at(span);
        let (closure, context) = (closure(on), context_at(span));
        let on_value = quote_spanned!(span=> #runtime::value(#closure, &*#context));
        let mut used = on.clone();
        let arms = arms.iter().zip(chosen).map(|(arm, chosen)| {
            let pattern = &arm.pattern;
            let guard = arm.guard.as_ref().map(|guard| quote!(if #guard));
            used.extend(arm.guard.clone());
            // To rustc, which proposes arms that are missing, the arm ends where the user's node does.
            let mut chosen = Group::new(Delimiter::Brace, chosen.clone());
            chosen.set_span(arm.end);
            let arrow = &arm.arrow;
            quote!(#pattern #guard #arrow #chosen,)
        });
        let arms: TokenStream = arms.collect();
        self.with_params(&used, quote!(match #on_value { #arms }))
    }

    /// Brings the parameters of the tree into scope that these tokens name.
    fn with_params(&self, used: &TokenStream, code: TokenStream) -> TokenStream {
        let params = self.header.item.iter().flat_map(|item| &item.params);
        let bindings: Vec<TokenStream> = params
            .filter(|param| names(used, &param.name.to_string()))
            .map(|param| {
                let (name, at) = (&param.name, span_of(&param.ty));
                let (runtime, params) = (self.runtime_at(at), own("params", at));
                let mut field = name.clone();
                field.set_span(at);
                quote_spanned!(at=> let #name = #runtime::Clone::clone(&(#params).#field);)
            })
            .collect();
        if bindings.is_empty() {
            return code;
        }
        quote_spanned!(span_of(used)=> { #(#bindings)* #code })
    }
}

/// The same tokens, to rustc at another place.
fn located_at(tokens: &TokenStream, at: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), located_at(&group.stream(), at)).into();
        }
        token.set_span(token.span().located_at(at));
        token
    };
    tokens.clone().into_iter().map(locate).collect()
}

/// A variable of a generated function, named at the user's token, where its name alone would not mean it.
pub fn own(name: &str, span: Span) -> Ident {
    Ident::new(name, Span::call_site().located_at(span))
}

/// The context, named at the user's token.
pub fn context_at(at: Span) -> Ident {
    own("context", at)
}

/// A function as a closure, whose types are then inferred.
fn closure(function: &TokenStream) -> TokenStream {
    if is_closure(function) {
        return function.clone();
    }
    let at = span_of(function);
    let context = own("context", at);
    quote_spanned!(at=> |#context| (#function)(#context))
}

/// Whether an identifier stands in the tokens.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        // `{name}` in a format string.
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{name}")),
        TokenTree::Punct(_) => false,
    })
}
