//! Code that constructs, stores and calls leaves, decorators and composites.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::values::context_at;
use super::{Generator, index};
use crate::sorted::SortedSet;
use crate::tree::ir::{PlaceId, RegionId, ValueId};
use crate::tree::model::{CodeId, NodeId};
use crate::tree::pieces;
use crate::tree::plan::places::Pieces;
use crate::tree::source::{Inputs, Made, Make, Role, is_closure, span_of};

impl Generator<'_> {
    /// `<Walk as Node<Room>>::call(inputs)`: a hook of a leaf, a decorator or a composite. It is entirely at the user's
    /// token, so that rustc points there.
    pub fn hook(&self, made: &Made, call: &str, inputs: TokenStream) -> TokenStream {
        let call = self.item_of(made, call);
        quote_spanned!(made.span=> #call(#inputs))
    }

    /// The function that begins a leaf, so nothing of it is on the stack while other leaves are ticked. In a large
    /// region it also resumes the leaf.
    pub fn leaf_function(&self, region: RegionId, id: PlaceId, leaf: CodeId) -> TokenStream {
        let (made, node) = (self.made(leaf), self.tree.machine[region][id].node);
        let (runtime, held, make) = (&self.runtime, self.held(made), self.make(made));
        let (place, function) = (self.names.place(region, id), self.names.begin(region, id));
        let (generics, inputs) = (self.context().generics_of_part(runtime), self.inputs());
        let gives = self.tree.model.is_value_used(node).then_some(node);
        let out = gives.map(|_| quote!(value));
        let ticked = match (self.tree.plan.place(region, id).code, &out) {
            (Pieces::Two | Pieces::OneIfUnit, None) => {
                let node = index(node.0);
                self.hook(made, "begin_with", quote!(#make, #node, context, inputs))
            }
            (Pieces::Two | Pieces::OneIfUnit, Some(_)) => self.tick_leaf(made, quote!(#runtime::Err(#make)), node, out),
            (Pieces::One, _) => {
                let leaf = quote!(match self { Self::#place(#held) => #runtime::Ok(#held), _ => #runtime::Err(#make) });
                self.tick_leaf(made, leaf, node, out)
            }
        };
        let step = Ident::new("__step", made.span);
        let passed = self.raise(made, quote!(#step));
        let reads: SortedSet<ValueId> = self.tree.model[node].uses.iter().copied().collect();
        let is_taken = |value: &ValueId| self.tree.plan.moves.is_taken_by(made.id, *value);
        let takes: SortedSet<ValueId> = reads.iter().copied().filter(is_taken).collect();
        let values = self.value_params(&reads, &takes, gives);
        let returned = self.step();
        quote! {
            #[inline]
            fn #function #generics(&mut self, #values #inputs) -> #returned {
                match #ticked {
                    #runtime::Rests(leaf) => {
                        *self = Self::#place(leaf);
                        #runtime::Running
                    }
                    #runtime::Passes(#step) => #passed,
                }
            }
        }
    }

    /// The arm for a leaf that has begun and is still running: its place becomes the state.
    pub fn rests(&self, region: RegionId, id: PlaceId) -> TokenStream {
        let (runtime, place) = (&self.runtime, self.names.place(region, id));
        quote!(#runtime::Rests(leaf) => return self.rest(leaf, Self::#place))
    }

    /// Begins a leaf without arguments, where the flow reaches it.
    pub fn begin_leaf(&self, region: RegionId, id: PlaceId, leaf: CodeId) -> TokenStream {
        let (made, node) = (self.made(leaf), index(self.tree.machine[region][id].node.0));
        if self.tree.plan.place(region, id).code != Pieces::OneIfUnit {
            return self.hook(made, "begin", quote!(#node, context, inputs));
        }
        let (runtime, place) = (&self.runtime, self.names.place(region, id));
        let is_running = quote!(#runtime::matches!(self, Self::#place(_)));
        self.hook(made, "begin_or_resume", quote!(#is_running, #node, context, inputs))
    }

    /// Ticks a leaf that waits in its place.
    pub fn resume_leaf(&self, made: &Made, node: NodeId, out: Option<TokenStream>) -> TokenStream {
        let (runtime, held) = (&self.runtime, self.held(made));
        match out {
            None => {
                let node = index(node.0);
                self.hook(made, "run_in", quote!(#held, false, #node, context, inputs, #runtime::Plainly))
            }
            Some(_) => {
                let tick = self.tick_leaf(made, quote!(#runtime::Ok(#held)), node, out);
                quote_spanned!(made.span=> #tick.of_resumed())
            }
        }
    }

    /// Converts the step of a leaf to one of its tree. An error that cannot be converted is reported once, however
    /// often this occurs.
    pub fn raise(&self, made: &Made, step: TokenStream) -> TokenStream {
        let runtime = self.runtime_at(made.span);
        quote_spanned!(made.span=> #runtime::raise(#step))
    }

    /// A used value of the leaf goes to `out`.
    fn tick_leaf(&self, made: &Made, leaf: TokenStream, node: NodeId, out: Option<TokenStream>) -> TokenStream {
        let (node, at) = (index(node.0), made.span);
        let Some(out) = out else { return self.hook(made, "tick_in", quote!(#leaf, #node, context, inputs)) };
        // rustc reports a value of the wrong type in this closure.
        let there = self.runtime_at(at);
        let keep = quote_spanned!(at=> |__answer| #there::keep_value(__answer, #out));
        self.hook(made, "tick_for_value", quote!(#leaf, #node, context, inputs, #keep))
    }

    /// The variable that holds a leaf. It has the span of the user's token, so that rustc points there if the type is
    /// wrong. With that span it could hide a variable of the user, so its name is reserved.
    pub fn held(&self, made: &Made) -> Ident {
        Ident::new("__leaf", made.span)
    }

    /// Checks that a decorator or a composite passes on the value of a child.
    pub fn passes_value(&self, made: &Made) -> TokenStream {
        let (there, ty) = (self.runtime_at(made.span), &made.ty);
        quote_spanned!(made.span=> #there::passes_value::<#ty>();)
    }

    /// A constant of a decorator or a composite.
    pub fn of_made(&self, made: CodeId, item: &str) -> TokenStream {
        self.item_of(self.made(made), item)
    }

    /// `<Patience as Decorator<Room>>::item`, of the trait with which the tree calls the type.
    pub fn item_of(&self, made: &Made, item: &str) -> TokenStream {
        let (ty, context, runtime) = (&made.ty, self.context().ty(), self.runtime_at(made.span));
        let (of, item) = (Ident::new(made.role.of_trait(), made.span), Ident::new(item, made.end()));
        let open = made.open();
        // The result type of a decorator's or composite's hook is inferred.
        let returned = (made.role != Role::Leaf).then(|| quote_spanned!(made.span=> , _));
        quote_spanned!(made.span=> #open #ty as #runtime::#of<#context #returned>>::#item)
    }

    /// What is known about a leaf: from the table if the tree has a known context.
    pub fn known(&self, made: &Made) -> TokenStream {
        match self.index_of_known(made) {
            Some(leaf) => {
                let (state, leaf) = (self.region_type(RegionId(0)), index(leaf));
                quote!(#state::KNOWN[#leaf])
            }
            None => self.item_of(made, "KNOWN"),
        }
    }

    /// The index of a leaf in the table.
    pub fn index_of_known(&self, made: &Made) -> Option<usize> {
        if self.context().is_generic() {
            return None;
        }
        self.tree.plan.leaf_types.number(self.tree.source.first_alike(made.id))
    }

    /// The table of what is known about leaves, with each type once.
    pub fn table_of_known(&self) -> Option<TokenStream> {
        let leaves = &self.tree.plan.leaf_types.first;
        if self.context().is_generic() || leaves.is_empty() {
            return None;
        }
        let (runtime, count) = (&self.runtime, index(leaves.len()));
        let known = leaves.iter().map(|&leaf| self.item_of(self.made(leaf), "KNOWN"));
        Some(quote!(const KNOWN: [#runtime::Known; #count] = [#(#known),*];))
    }

    /// Whether a leaf or a decorator takes time.
    pub fn takes_time(&self, made: &Made) -> TokenStream {
        match made.role {
            Role::Leaf => {
                let known = self.known(made);
                quote!(#known.timed)
            }
            Role::Decorator | Role::Composite => self.item_of(made, "TAKES_TIME"),
        }
    }

    /// In a generic tree: the guard of a `match` arm that checks whether a leaf can be running. In other trees the type
    /// of the slot decides that.
    pub fn if_can_run(&self, made: &Made) -> Option<TokenStream> {
        self.context().is_generic().then(|| {
            let known = self.known(made);
            quote!(if #known.can.run)
        })
    }

    /// The expression that constructs a leaf or a decorator.
    pub fn make(&self, made: &Made) -> TokenStream {
        if let Some(shared) = self.shared(made.id).filter(|_| !self.in_piece) {
            return self.shared_call(shared);
        }
        let (runtime, ty, span) = (self.runtime_at(made.span), &made.ty, made.span);
        let value = match &made.make {
            Make::Default => quote_spanned!(span=> <#ty as #runtime::Bare>::bare()),
            Make::New(inputs) => {
                let inputs = self.group(made.id, inputs);
                quote_spanned!(span=> <#ty>::new #inputs)
            }
            Make::Held(inputs) => held_tree(made, inputs),
            Make::Named { holds, inputs } => self.named_tree(made, holds, inputs),
            Make::Literal(tokens) => {
                let fields = self.literal(made, tokens);
                quote_spanned!(span=> { type __Leaf = #ty; __Leaf #fields })
            }
            Make::LiteralVariant(literal) => literal.clone(),
            Make::Call { path, inputs } => {
                let inputs = self.group(made.id, inputs);
                quote!(#path #inputs)
            }
            Make::DefaultVariant(path) => {
                quote_spanned!(span=> #path(#runtime::Default::default()))
            }
        };
        let used = match &made.make {
            Make::Literal(literal) | Make::LiteralVariant(literal) => literal.clone(),
            make => make.args().iter().cloned().collect(),
        };
        self.with_names(made.id, &used, value)
    }

    /// A `dynamic` with the name given by its argument. It is written as a literal: with a function call, a type that
    /// is not a registry would cause a second error.
    fn named_tree(&self, made: &Made, holds: &TokenStream, inputs: &Inputs) -> TokenStream {
        let (open, ty, name) = (made.open(), &made.ty, self.name_of_tree(made, &inputs.args[0]));
        quote_spanned!(made.span=> #open #ty>::around(#holds { name: #name, tree: None }))
    }

    /// The leaf `dynamic`, without names in scope.
    pub fn make_held(&self, made: &Made) -> TokenStream {
        match &made.make {
            Make::Named { holds, inputs } => self.named_tree(made, holds, inputs),
            Make::Held(inputs) => held_tree(made, inputs),
            _ => TokenStream::new(),
        }
    }

    /// The name given by an argument. A closure is called through a function, so that rustc knows its result type.
    fn name_of_tree(&self, made: &Made, arg: &TokenStream) -> TokenStream {
        if !is_closure(arg) {
            return arg.clone();
        }
        let (there, context) = (self.runtime_at(made.span), context_at(span_of(arg)));
        quote_spanned!(made.span=> #there::name_of_tree(#arg, #context))
    }

    /// The fields of a struct literal.
    fn literal(&self, made: &Made, literal: &TokenStream) -> TokenStream {
        match pieces::fields(literal).filter(|_| self.in_piece) {
            None => literal.clone(),
            Some(fields) => {
                let (names, values): (Vec<Ident>, Vec<TokenStream>) = fields.into_iter().unzip();
                let values = self.args_in_piece(made.id, &values);
                quote_spanned!(span_of(literal)=> { #(#names: #values),* })
            }
        }
    }

    /// The arguments of a call, in the user's own parentheses.
    fn group(&self, id: CodeId, inputs: &Inputs) -> Group {
        let values = match self.in_piece {
            true => self.args_in_piece(id, &inputs.args),
            false => {
                let args = inputs.args.iter().enumerate();
                let args = args.map(|(at, arg)| self.taken(id, at).unwrap_or_else(|| self.value(arg)));
                // In a block, each literal of a wrong type is an error of its own.
                let several = inputs.args.iter().filter(|arg| pieces::is_literal(arg)).count() > 1;
                args.map(|arg| if several && pieces::is_literal(&arg) { in_block(arg) } else { arg }).collect()
            }
        };
        let mut group = Group::new(Delimiter::Parenthesis, quote!(#(#values),*));
        group.set_span(inputs.span);
        group
    }
}

/// A literal in a block at its own place.
fn in_block(literal: TokenStream) -> TokenStream {
    let at = span_of(&literal);
    let mut block = Group::new(Delimiter::Brace, literal);
    block.set_span(at);
    TokenTree::Group(block).into()
}

/// A `dynamic` with the tree given by its argument. The closure is passed as a separate argument, so that rustc knows
/// the type of the box inside.
fn held_tree(made: &Made, inputs: &Inputs) -> TokenStream {
    let (ty, arg) = (&made.ty, &inputs.args[0]);
    let at = span_of(arg);
    match is_closure(arg) {
        true => {
            let context = context_at(at);
            quote_spanned!(at=> <#ty>::of(#arg, #context))
        }
        false => quote_spanned!(at=> <#ty>::new(#arg)),
    }
}
