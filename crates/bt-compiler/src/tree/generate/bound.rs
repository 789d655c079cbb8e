//! Values that nodes bind: how functions pass them to each other.
//!
//! A value is in a variable of the function that runs the node, or in a field of a frame. Functions that run users of
//! the value get it as a parameter, if it is set. A node stores its own value in the parameter `value` of its function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::names::named;
use super::{Generator, index};
use crate::sorted::SortedSet;
use crate::tokens::ident;
use crate::tree::ir::{Frame, Holds, NodeId, PartId, PlaceId, RegionId, Slot, ValueId};
use crate::tree::model::{CodeId, Kind};
use crate::tree::plan::slots::Waits;
use crate::tree::types::{self, Type};

/// The origin of the values that a function passes on. All others are its own parameters.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// The values in its variables.
    pub locals: &'a SortedSet<ValueId>,
    /// The values that are not set.
    pub unset: &'a SortedSet<ValueId>,
    /// The values among its own parameters that it may take, or lend to a function that only reads them.
    pub takes: &'a SortedSet<ValueId>,
}

impl Caller<'_> {
    pub const PARAMS: Caller<'static> =
        Caller { locals: &SortedSet::new(), unset: &SortedSet::new(), takes: &SortedSet::new() };
}

/// The start of a type. A parameter of the type has that span, so a leaf without a value causes one error, at the leaf.
fn begin(ty: &TokenStream) -> Span {
    ty.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

impl Generator<'_> {
    /// The variable or parameter that has a value.
    pub fn bound(&self, value: ValueId) -> &Ident {
        &self.names.values[value.0]
    }

    /// The field of a frame that holds a value.
    pub fn held_value(&self, value: ValueId) -> Ident {
        named(&self.tree.plan.names.held(value))
    }

    /// The type of a bound value. `runtime` is the path of the runtime library at that place.
    pub fn type_of(&self, value: ValueId, runtime: &TokenStream) -> TokenStream {
        let ty = types::of_value(self.tree.model, self.tree.source, &self.tree.model[value]);
        ty.expect("`check` reports a type that cannot be inferred").tokens(runtime)
    }

    /// Whether the type of a value is known.
    pub fn can_name(&self, value: ValueId) -> bool {
        !self.tree.model[value].refused
            && types::of_value(self.tree.model, self.tree.source, &self.tree.model[value]).is_some()
    }

    /// The type of one of the values of a `parallel`.
    pub fn type_of_part(&self, value: ValueId, part: usize, runtime: &TokenStream) -> TokenStream {
        let parallel = self.tree.model[value].node;
        self.type_of_node(self.tree.model[parallel].children[part], runtime)
    }

    /// The type of a node's used value, from the binding above it or from the tree.
    pub fn type_of_used_value(&self, node: NodeId, runtime: &TokenStream) -> TokenStream {
        let mut used = node;
        loop {
            let above = self.tree.model[used].parent;
            match (self.tree.model.live(used), above) {
                (Some(value), _) => {
                    // A child of a `parallel` supplies a part of the value.
                    let whole = self.tree.model[value].tuple.is_none();
                    return if whole { self.type_of(value, runtime) } else { self.type_of_node(node, runtime) };
                }
                (None, Some(above)) => {
                    if self.tree.model.live(above).is_some_and(|value| self.tree.model[value].tuple.is_some()) {
                        return self.type_of_node(used, runtime);
                    }
                    used = above;
                }
                (None, None) => return self.tree.header.value.clone().expect("somebody asks for the value"),
            }
        }
    }

    fn type_of_node(&self, node: NodeId, runtime: &TokenStream) -> TokenStream {
        let ty = match self.tree.model.live(node) {
            Some(value) => types::of_value(self.tree.model, self.tree.source, &self.tree.model[value]),
            None => types::of_node(self.tree.model, self.tree.source, node),
        };
        ty.expect("`check` reports a type that cannot be inferred").tokens(runtime)
    }

    /// A variable for each unused name, so that rustc warns about it. For leaves whose value only has unused names,
    /// also checks that the value exists.
    pub fn unused_names(&self) -> Option<TokenStream> {
        let runtime = &self.interface.runtime;
        let names = self.tree.model.values.iter().filter(|bound| !bound.is_matched()).flat_map(|bound| &bound.names);
        let unused = names.filter(|name| !name.used && !name.name.starts_with('_')).map(|name| {
            let name = ident(&name.name, name.span);
            quote!(let #name = ();)
        });
        let leaves = self.tree.model.nodes.iter().filter(|node| self.tree.model.is_value_unused(node.id));
        let asked =
            leaves.filter_map(|leaf| match (leaf.kind, types::of_node(self.tree.model, self.tree.source, leaf.id)?) {
                (Kind::Leaf(_), Type::OfLeaf { ty, span }) => {
                    Some(quote_spanned!(span=> #runtime::has_value::<#ty>();))
                }
                _ => None,
            });
        let code: TokenStream = unused.chain(asked).collect();
        (!code.is_empty()).then(|| quote!(#[allow(dead_code, clippy::all)] const _: () = { fn unused() { #code } };))
    }

    /// The parameters for the values that a function reads, for those that it takes, and for the value that it returns.
    pub fn value_params(
        &self,
        reads: &SortedSet<ValueId>,
        takes: &SortedSet<ValueId>,
        gives: Option<NodeId>,
    ) -> TokenStream {
        let (runtime, types) = (&self.runtime, quote!(__bt));
        let reads = reads.iter().map(|&value| {
            let (name, ty) = (self.bound(value), self.type_of(value, &types));
            let at = begin(&ty);
            if takes.contains(&value) {
                return quote_spanned!(at=> #name: &mut #runtime::Option<#ty>,);
            }
            quote_spanned!(at=> #name: #runtime::Option<&#ty>,)
        });
        let gives = gives.map(|node| {
            let ty = self.type_of_used_value(node, &types);
            let value = ident("value", Span::call_site());
            quote_spanned!(begin(&ty)=> #value: &mut #runtime::Option<#ty>,)
        });
        quote!(#(#reads)* #gives)
    }

    /// The type's position for the first of these values. A call that passes them gets the same position.
    pub fn place_of_values(&self, reads: &SortedSet<ValueId>, gives: Option<NodeId>) -> Option<Span> {
        let types = quote!(__bt);
        let read = reads.first().map(|&value| self.type_of(value, &types));
        read.or_else(|| gives.map(|node| self.type_of_used_value(node, &types))).as_ref().map(begin)
    }

    /// The arguments for the values that a function reads, and for those that it takes.
    pub fn value_args(&self, reads: &SortedSet<ValueId>, takes: &SortedSet<ValueId>, caller: Caller) -> TokenStream {
        let runtime = &self.runtime;
        let args = reads.iter().map(|value| {
            let name = self.bound(*value);
            match (caller.unset.contains(value), takes.contains(value)) {
                (true, true) => quote!(&mut #runtime::None,),
                (true, false) => quote!(#runtime::None,),
                (false, true) if caller.locals.contains(value) => quote!(&mut #name,),
                (false, true) => quote!(&mut *#name,),
                (false, false) if caller.takes.contains(value) => quote!(#name.as_ref(),),
                (false, false) => quote!(#name,),
            }
        });
        quote!(#(#args)*)
    }

    /// The arguments of the tick of a child's region, whose value, if it has one, goes to `out`.
    pub fn inputs_to(&self, region: RegionId, out: TokenStream) -> TokenStream {
        self.inputs_of_caller(region, Caller::PARAMS, out)
    }

    /// The arguments of the tick of a child's region, with values from `caller`.
    pub fn inputs_of_caller(&self, region: RegionId, caller: Caller, out: TokenStream) -> TokenStream {
        let (reads, takes) =
            (self.reads.region(self.tree.machine, region), self.tree.plan.moves.region(self.tree.machine, region));
        let reads = self.value_args(reads, takes, caller);
        let gives = self.tree.machine[region].gives.map(|_| quote!(#out,));
        let keeps = self.keeps(region, self.tree.machine[region].entry).iter().map(|&value| self.held_value(value));
        let inputs = self.inputs_on();
        quote!(#(#keeps,)* #reads #gives #inputs)
    }

    /// The values that a part keeps in fields of the frame around it.
    pub fn keeps(&self, region: RegionId, part: PartId) -> &[ValueId] {
        self.tree.machine[region][part].body.keeps()
    }

    /// The arguments of the tick of a child's region whose value is that of the parent.
    pub fn inputs_of_region(&self, region: RegionId) -> TokenStream {
        self.inputs_to(region, quote!(value))
    }

    /// The arguments of a part, whose value, if it has one, goes to `out`.
    pub fn inputs_to_part(&self, region: RegionId, part: PartId, caller: Caller, out: TokenStream) -> TokenStream {
        let reads = self.value_args(self.reads.part(region, part), self.tree.plan.moves.part(region, part), caller);
        let gives = self.tree.machine[region][part].gives.map(|_| quote!(#out,));
        let inputs = self.inputs_on();
        quote!(#reads #gives #inputs)
    }

    /// The arguments of a part whose value is that of the parent.
    pub fn inputs_of_part(&self, region: RegionId, part: PartId) -> TokenStream {
        self.inputs_to_part(region, part, Caller::PARAMS, quote!(value))
    }

    /// The arguments of the function of a frame, without its fields.
    pub fn inputs_to_frame(&self, region: RegionId, place: PlaceId, caller: Caller, out: TokenStream) -> TokenStream {
        let reads = self.value_args(self.reads.frame(region, place), self.tree.plan.moves.frame(region, place), caller);
        let gives = self.tree.plan.frame(region, place).gives.map(|_| quote!(#out,));
        let inputs = self.inputs_on();
        quote!(#reads #gives #inputs)
    }

    /// The first statement in the function of a group: its fields are the values that its children use.
    pub fn provides(&self, region: RegionId, place: PlaceId) -> TokenStream {
        match &self.tree.machine[region][place].holds {
            Holds::Frame(Frame::Group(_)) => self.shown(region, place).1,
            _ => TokenStream::new(),
        }
    }

    /// The fields of a frame that hold values, and the code that turns them into values.
    pub fn shown(&self, region: RegionId, place: PlaceId) -> (Vec<Ident>, TokenStream) {
        let (runtime, values) = (&self.runtime, &self.tree.plan.frame(region, place).provides);
        let is_set = matches!(self.tree.machine[region][place].holds, Holds::Frame(Frame::Group(_)));
        let lets = values.iter().map(|&value| {
            let (name, held) = (self.bound(value), self.held_value(value));
            if is_set {
                let ty = self.type_of(value, &quote!(__bt));
                quote!(let #name: #runtime::Option<&#ty> = #runtime::Some(#runtime::Held::__value_ref(#held));)
            } else {
                quote!(let #name = #held.as_ref();)
            }
        });
        (values.iter().map(|&value| self.held_value(value)).collect(), lets.collect())
    }

    /// The parameters of the function that begins a frame.
    pub fn params_of_begin(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let (runtime, frame) = (&self.runtime, self.tree.plan.frame(region, place));
        let held = frame.takes.iter().map(|&value| {
            let (name, ty) = (self.bound(value), self.type_of(value, &quote!(__bt)));
            quote!(#name: &mut #runtime::Option<#ty>,)
        });
        let used = self.value_params(&frame.begins_with, self.tree.plan.moves.begin(region, place), None);
        quote!(#(#held)* #used)
    }

    /// The arguments of the function that begins a frame.
    pub fn inputs_to_begin(&self, region: RegionId, place: PlaceId, caller: Caller) -> TokenStream {
        let frame = self.tree.plan.frame(region, place);
        let held = frame.takes.iter().map(|value| {
            let name = self.bound(*value);
            if caller.locals.contains(value) { quote!(&mut #name,) } else { quote!(&mut *#name,) }
        });
        let used = self.value_args(&frame.begins_with, self.tree.plan.moves.begin(region, place), caller);
        let inputs = self.inputs_on();
        quote!(#(#held)* #used #inputs)
    }

    /// Whether a group can be active between ticks, as an expression. `None` if it always can.
    pub fn can_wait(&self, waits: &Waits, runtime: &TokenStream) -> Option<TokenStream> {
        let Waits::IfAnyOf { leaves, actions } = waits else { return None };
        let types: SortedSet<usize> = leaves.iter().filter_map(|&leaf| self.index_of_known(self.made(leaf))).collect();
        let (leaves, state) = (types.into_iter().map(index), self.region_type(RegionId(0)));
        let known = (leaves.len() > 0).then(|| quote!(#runtime::can_wait(&#state::KNOWN, &[#(#leaves),*])));
        let actions = actions.iter().map(|&action| {
            let function = answer_of(action);
            quote!(#runtime::can_act(&#state::#function))
        });
        let any: Vec<TokenStream> = known.into_iter().chain(actions).collect();
        Some(match &any[..] {
            [] => quote!(false),
            [one] => one.clone(),
            _ => quote!(#runtime::any(&[#(#any),*])),
        })
    }

    /// For each action on which the type of a state depends: a function whose return type shows whether the action can
    /// be running. It is never called.
    pub fn answers_of_actions(&self) -> TokenStream {
        let frames =
            self.tree.plan.regions.iter().flat_map(|region| &region.places).filter_map(|place| place.frame.as_ref());
        let actions = frames.flat_map(|frame| match &frame.waits {
            Waits::IfAnyOf { actions, .. } => &actions[..],
            Waits::Always => &[],
        });
        let actions: SortedSet<CodeId> = actions.copied().collect();
        actions.into_iter().map(|action| self.answer_of(action)).collect()
    }

    fn answer_of(&self, action: CodeId) -> TokenStream {
        let (runtime, context, function) = (&self.runtime, self.context().ty(), answer_of(action));
        let values: SortedSet<ValueId> = self.tree.source.uses(action).iter().map(|used| used.value).collect();
        let values = values.into_iter().map(|value| {
            let (name, ty) = (self.bound(value), self.type_of(value, &quote!(__bt)));
            quote!(let #name: #runtime::Option<&#ty> = #runtime::None;)
        });
        let params = self.interface.params_type.as_ref();
        let params = params.map(|ty| quote!(let params: &#ty = #runtime::never();));
        let answers = self.with_function(action, "answers");
        quote! {
            fn #function(context: &mut #context) -> impl #runtime::MayRun + use<> {
                use #runtime::MayBeNoAnswer as _;
                #(#values)*
                #params
                #runtime::may_run(#answers.__known())
            }
        }
    }

    /// The declarations of variables for values.
    pub fn declared(&self, locals: &SortedSet<ValueId>) -> TokenStream {
        let runtime = &self.runtime;
        let lets = locals.iter().map(|&value| {
            let (name, ty) = (self.bound(value), self.type_of(value, &quote!(__bt)));
            quote!(let mut #name: #runtime::Option<#ty> = #runtime::None;)
        });
        lets.collect()
    }

    /// Code that sees these variables as values, if they are set.
    pub fn reading(&self, values: impl Iterator<Item = ValueId>, code: TokenStream) -> TokenStream {
        let names: Vec<&Ident> = values.map(|value| self.bound(value)).collect();
        if names.is_empty() {
            return code;
        }
        quote!({ #(let #names = #names.as_ref();)* #code })
    }

    /// The destination of a step's value, as an argument.
    pub fn out(&self, slot: Option<Slot>) -> TokenStream {
        match slot {
            Some(Slot::Local(value)) => {
                let name = self.bound(value);
                quote!(&mut #name)
            }
            Some(Slot::Out) | None => quote!(value),
        }
    }
}

/// The name of the function that shows whether an action can be running.
fn answer_of(action: CodeId) -> Ident {
    named(&format!("__may_run_{}", action.0))
}
