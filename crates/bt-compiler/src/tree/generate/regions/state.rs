//! The state of a region: an enum over its places, and what is done with it.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::tree::generate::code::{context_at, own};
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Frame, Holds, Place, PlaceId, RegionId};
use crate::tree::model::{CodeId, NodeId};

/// The enum of a region.
pub fn declaration(generator: &Generator, id: RegionId) -> TokenStream {
    let name = generator.region_type(id);
    let (derive, allow) = (generator.interface.derive(), generator.interface.allow());
    let variants = in_tree_order(generator, id).map(|place| variant(generator, id, place));
    let ended = generator.machine.regions[id].branch.then(|| quote!(Succeeded, Failed,));
    quote! {
        #derive
        #allow
        enum #name { Idle, #ended #(#variants,)* }
    }
}

/// The functions of a region.
pub fn functions(generator: &Generator, id: RegionId) -> TokenStream {
    let region = &generator.machine.regions[id];
    let name = generator.region_type(id);
    let allow = generator.interface.allow_each();
    let outline = (id == 0).then(|| generator.outline());
    let parts = (0..region.parts.len()).map(|part| generator.part_function(id, part));
    let frames = in_tree_order(generator, id)
        .filter(|&place| matches!(region.places[place].holds, Holds::Frame(_)))
        .map(|place| generator.frame_function(id, place));
    let alike = alike(generator, id);
    let (node, abort, active) =
        (node(generator, id, &alike), abort(generator, id, &alike), active(generator, id, &alike));
    let send = generator.header.message.as_ref().map(|message| send(generator, id, message));
    let whole = (id == 0).then(|| whole(generator, id));
    let branch = region.branch.then(|| branch(generator, id));
    quote! {
        #allow
        impl #name {
            #outline
            #(#parts)*
            #(#frames)*
            #node
            #abort
            #send
            #active
        }
        #whole
        #branch
    }
}

/// What the state of a whole tree is.
fn whole(generator: &Generator, id: RegionId) -> TokenStream {
    let (runtime, name, tree) = (&generator.runtime, generator.region_type(id), &generator.interface.name);
    let links = generator.links();
    quote! {
        impl #runtime::TreeState for #name {
            const IDLE: Self = Self::Idle;
            const FACTS: #runtime::Facts = #tree::__TREE;
            const OFFSETS: &'static [usize] = &Self::OFFSETS;
            const POSITIONS: &'static [usize] = &Self::POSITIONS;
            const LINKS: &'static [u8] = #links;
        }
    }
}

/// What the state of a branch of a `parallel` is.
fn branch(generator: &Generator, id: RegionId) -> TokenStream {
    let (runtime, name) = (&generator.runtime, generator.region_type(id));
    quote! {
        impl #runtime::Branch for #name {
            const IDLE: Self = Self::Idle;
            fn end(success: bool) -> Self {
                if success { Self::Succeeded } else { Self::Failed }
            }
            fn ended(&self) -> #runtime::Option<bool> {
                match self {
                    Self::Succeeded => #runtime::Some(true),
                    Self::Failed => #runtime::Some(false),
                    _ => #runtime::None,
                }
            }
        }
    }
}

/// The places of a region as their nodes stand in the tree.
fn in_tree_order(generator: &Generator, region: RegionId) -> impl Iterator<Item = PlaceId> {
    let places = &generator.machine.regions[region].places;
    let mut order: Vec<PlaceId> = (0..places.len()).collect();
    order.sort_by_key(|&place| places[place].node);
    order.into_iter()
}

fn variant(generator: &Generator, region: RegionId, id: PlaceId) -> TokenStream {
    let runtime = &generator.interface.runtime;
    let name = generator.names.place(region, id);
    match &generator.machine.regions[region].places[id].holds {
        Holds::Nothing | Holds::Begin => quote!(#name),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let ty = &made.ty;
            if generator.header.message.is_some() {
                return quote!(#name(#runtime::MessageSlot<#ty>));
            }
            if generator.context().is_generic() {
                return quote!(#name(#ty));
            }
            let wait = generator.wait(*leaf);
            quote!(#name(#wait))
        }
        Holds::Frame(frame) => {
            let fields = generator.frame_fields(frame);
            quote!(#name #fields)
        }
    }
}

/// The places of a region, in groups of which the same is said: leaves of the same type, and places that hold nothing.
/// That is said once for each group, since large trees compile faster so.
fn alike(generator: &Generator, region: RegionId) -> Vec<Vec<PlaceId>> {
    let mut alike: Vec<Vec<PlaceId>> = Vec::new();
    let mut first: BTreeMap<Option<CodeId>, usize> = BTreeMap::new();
    for place in in_tree_order(generator, region) {
        let of = match generator.machine.regions[region].places[place].holds {
            Holds::Begin | Holds::Frame(_) => {
                alike.push(vec![place]);
                continue;
            }
            Holds::Nothing => None,
            Holds::Leaf(leaf) => Some(generator.source.first_alike(leaf)),
        };
        match first.get(&of) {
            Some(&first) => alike[first].push(place),
            None => {
                first.insert(of, alike.len());
                alike.push(vec![place]);
            }
        }
    }
    alike
}

/// The function that tells the node of a place that is one of several alike, if there are any.
fn node(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> Option<TokenStream> {
    let arms = alike.iter().filter(|places| places.len() > 1).flatten().map(|&place| {
        let (name, node) = (generator.names.place(id, place), node_of(generator, id, place));
        quote!(Self::#name { .. } => #node,)
    });
    has_several(alike).then(|| {
        quote! {
            #[inline]
            fn node(&self) -> usize {
                match self {
                    #(#arms)*
                    _ => 0,
                }
            }
        }
    })
}

fn has_several(alike: &[Vec<PlaceId>]) -> bool {
    alike.iter().any(|places| places.len() > 1)
}

fn node_of(generator: &Generator, region: RegionId, place: PlaceId) -> Literal {
    index(generator.machine.regions[region].places[place].node)
}

/// The function that aborts what is active.
fn abort(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> TokenStream {
    let runtime = &generator.runtime;
    let (generics, inputs) = (generator.context().generics_of_part(runtime), generator.inputs_without_params());
    let bounds = generator.context().bounds(&generator.error());
    let node = has_several(alike).then(|| quote!(let node = self.node();));
    let arms = alike.iter().filter_map(|places| abort_arm(generator, id, places));
    quote! {
        fn abort #generics(&mut self, #inputs) #bounds {
            #node
            match self {
                #(#arms)*
                _ => {}
            }
            *self = Self::Idle;
        }
    }
}

/// The node of the place that is active, of these.
fn active_node(generator: &Generator, region: RegionId, places: &[PlaceId]) -> TokenStream {
    match places {
        [place] => node_of(generator, region, *place).to_token_stream(),
        _ => quote!(node),
    }
}

fn abort_arm(generator: &Generator, region: RegionId, alike: &[PlaceId]) -> Option<TokenStream> {
    let Place { node, holds } = &generator.machine.regions[region].places[alike[0]];
    let names = alike.iter().map(|&place| generator.names.place(region, place));
    let active_node = active_node(generator, region, alike);
    match holds {
        Holds::Begin => None,
        Holds::Nothing => Some(quote!(#(Self::#names)|* => inputs.aborted(#active_node),)),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let leaf = own("leaf", made.span);
            let abort = generator.behavior(made, "__abort", quote!(#leaf, #active_node, context, inputs));
            Some(quote!(#(Self::#names(#leaf))|* => #abort,))
        }
        Holds::Frame(frame) => {
            let (name, states) = (generator.names.place(region, alike[0]), generator.frame_states(frame));
            let stopped = generator.frame_aborted(frame);
            let abort = quote!(#(#states.abort(context, inputs);)* #stopped);
            let abort = match frame {
                Frame::Group { .. } => abort,
                _ => aborts(*node, &abort),
            };
            Some(quote!(Self::#name { #(#states,)* .. } => { #abort }))
        }
    }
}

/// The abort of a node with code of its own.
fn aborts(node: NodeId, abort: &TokenStream) -> TokenStream {
    let node = index(node);
    if abort.is_empty() { quote!(inputs.aborted(#node);) } else { quote!(inputs.aborts(#node, |inputs| { #abort });) }
}

/// The function that hands a message to what is active.
fn send(generator: &Generator, id: RegionId, message: &TokenStream) -> TokenStream {
    let runtime = &generator.runtime;
    let (generics, inputs) = (generator.context().generics_of_part(runtime), generator.inputs_without_params());
    let bounds = generator.context().bounds(&generator.error());
    let arms = in_tree_order(generator, id).filter_map(|place| send_arm(generator, id, place));
    quote! {
        fn send #generics(&mut self, #inputs, message: &#message) #bounds {
            use #runtime::{Hears as _, Ignores as _, Mishears as _};
            match self {
                #(#arms)*
                _ => {}
            }
        }
    }
}

fn send_arm(generator: &Generator, region: RegionId, id: PlaceId) -> Option<TokenStream> {
    let runtime = &generator.runtime;
    let Place { node, holds } = &generator.machine.regions[region].places[id];
    let name = generator.names.place(region, id);
    match holds {
        Holds::Nothing | Holds::Begin => None,
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let (at, node) = (made.span, index(*node));
            let (there, leaf, context) = (generator.runtime_at(at), generator.held(made), context_at(at));
            let [inputs, message] = ["inputs", "message"].map(|name| own(name, at));
            let tell = quote_spanned! {at=>
                #there::Tell::new(#leaf, &*#context, #message).__listener().tell(#node, #context, #inputs)
            };
            Some(quote! {
                Self::#name(place) => {
                    if let #runtime::MessageSlot::Active(#leaf) = place
                        && let #runtime::Some(success) = #tell
                    {
                        *place = #runtime::MessageSlot::Ended(success);
                    }
                }
            })
        }
        Holds::Frame(frame) => {
            let states = generator.frame_states(frame);
            let any = !states.is_empty();
            any.then(|| quote!(Self::#name { #(#states,)* .. } => { #(#states.send(context, inputs, message);)* }))
        }
    }
}

/// The function that finds the first active leaf at or after a position.
fn active(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> TokenStream {
    let runtime = &generator.runtime;
    let node = has_several(alike).then(|| quote!(let node = self.node();));
    let arms = alike.iter().map(|places| active_arm(generator, id, places));
    quote! {
        #[inline]
        fn active(&self, search: #runtime::Search) -> #runtime::Option<usize> {
            use #runtime::NotATree as _;
            #node
            match self {
                #(#arms)*
                _ => #runtime::None,
            }
        }
    }
}

fn active_arm(generator: &Generator, region: RegionId, alike: &[PlaceId]) -> TokenStream {
    let runtime = &generator.runtime;
    let names: Vec<&Ident> = alike.iter().map(|&place| generator.names.place(region, place)).collect();
    let node = active_node(generator, region, alike);
    match &generator.machine.regions[region].places[alike[0]].holds {
        Holds::Nothing | Holds::Begin => quote!(#(Self::#names)|* => search.found(#node),),
        Holds::Leaf(_) => {
            if generator.header.message.is_none() {
                return quote!(#(Self::#names(leaf))|* => leaf.__active(#node, search),);
            }
            quote! {
                #(Self::#names(#runtime::MessageSlot::Active(leaf)))|* => leaf.__active(#node, search),
                #(Self::#names(#runtime::MessageSlot::Ended(_)))|* => search.found_above(#node),
            }
        }
        Holds::Frame(frame) => {
            let (name, states) = (names[0], generator.frame_states(frame));
            quote! {
                Self::#name { #(#states,)* .. } => {
                    #runtime::None #(.or_else(|| #states.active(search)))*
                        .or_else(|| search.found(#node))
                }
            }
        }
    }
}
