//! Whether a tick can leave a tree in its state. A damaged save can hold other states: loading refuses it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::alike::in_tree_order;
use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::{Data, Fit, child_with};
use crate::tree::ir::{CodeId, Holds, NodeId, PlaceId, RegionId, ValueId};
use crate::tree::plan::frames::Set;
use crate::tree::plan::layout::Field;

/// Writes the function, if the tree can be loaded.
pub fn whole(generator: &Generator, id: RegionId) -> Option<TokenStream> {
    if !generator.interface.is_loaded() {
        return None;
    }
    let runtime = &generator.runtime;
    let arms = generator.tree.machine[id].place_ids().filter_map(|place| arm(generator, id, place));
    Some(quote! {
        fn is_whole(&self) -> bool {
            use #runtime::NotATree as _;
            match self {
                #(#arms)*
                _ => true,
            }
        }
    })
}

fn arm(generator: &Generator, region: RegionId, place: PlaceId) -> Option<TokenStream> {
    let place_of = &generator.tree.machine[region][place];
    match &place_of.holds {
        Holds::Nothing | Holds::Begin => None,
        Holds::Leaf(leaf) => leaf_arm(generator, generator.names.place(region, place), *leaf, place_of.node),
        Holds::Frame(frame) => {
            let checks = Checks { generator, region, place, fields: generator.tree.plan.layout.fields(region, place) };
            let fits = frame.describe().fits().into_iter().filter_map(|fit| checks.fit(fit));
            let children = generator.frame_regions(region, place).into_iter();
            let idle = children.filter(|(_, child)| !frame.describe().may_be_idle(*child)).map(|(name, child)| {
                let (runtime, state) = (&generator.runtime, generator.region_type(child));
                quote!(!#runtime::matches!(#name, #state::Idle))
            });
            let (own, set) = (checks.fields.iter().filter_map(own_check), checks.set());
            let (pattern, _) = generator.frame_pattern(region, place);
            Some(quote!(#pattern => true #(&& #fits)* #(&& #set)* #(&& #idle)* #(&& #own)*,))
        }
    }
}

/// A tree in a leaf's place is whole, too. A message that has ended a leaf with success gives no value.
fn leaf_arm(generator: &Generator, place: &Ident, leaf: CodeId, node: NodeId) -> Option<TokenStream> {
    let runtime = &generator.runtime;
    let (may_be_tree, is_used) = (generator.tree.source.may_be_tree(leaf), generator.tree.model.is_value_used(node));
    if generator.tree.header.message.is_none() {
        let is_whole = may_be_tree.then(|| quote!(&&leaf.__is_whole()));
        let has_ended = is_used.then(|| quote!(&&!leaf.__has_succeeded()));
        return (may_be_tree || is_used).then(|| quote!(Self::#place(leaf) => true #is_whole #has_ended,));
    }
    let tree = may_be_tree.then(|| quote!(Self::#place(#runtime::MessageSlot::Active(leaf)) => leaf.__is_whole(),));
    let ended = is_used.then(|| quote!(Self::#place(#runtime::MessageSlot::Ended(true)) => false,));
    Some(quote!(#tree #ended))
}

/// What a field checks by itself.
fn own_check(field: &Field) -> Option<TokenStream> {
    let name = ident(&field.name);
    match field.data {
        Data::State(_) => Some(quote!(#name.is_whole())),
        Data::Left(children) => {
            let children = index(children);
            Some(quote!(#name.is_of(#children)))
        }
        _ => None,
    }
}

/// What must hold of the fields of a frame, as expressions of them.
struct Checks<'g> {
    generator: &'g Generator<'g>,
    region: RegionId,
    place: PlaceId,
    fields: &'g [Field],
}

impl Checks<'_> {
    fn fit(&self, fit: Fit) -> Option<TokenStream> {
        let (runtime, machine) = (&self.generator.runtime, self.generator.tree.machine);
        match fit {
            Fit::Number(name, range) => {
                let (name, first, last) = (ident(name), index(*range.start()), index(*range.end()));
                Some(quote!((#first..=#last).contains(#name)))
            }
            Fit::Active(name) => self.active(name),
            Fit::HasGiven(branch) => {
                let is_given = |data| matches!(data, Data::Given(node) if machine[branch].gives == Some(node));
                let (given, (child, state)) = (self.field(is_given)?, self.state_of(branch)?);
                Some(quote!((#given.is_some() || !#runtime::matches!(#child, #state::Succeeded))))
            }
        }
    }

    /// Whether the active child, if there is one, is the one that a field names.
    fn active(&self, name: &str) -> Option<TokenStream> {
        let (runtime, tree) = (&self.generator.runtime, &self.generator.tree);
        let field = self.fields.iter().find(|field| field.name == name)?;
        let name = ident(name);
        let number = match field.data {
            Data::Flag => quote!(1 + *#name as u32),
            Data::Ended | Data::EndedWith(_) => quote!(1 + #name.is_some() as u32),
            _ => quote!(*#name),
        };
        let of = self.fields.iter().find_map(|field| field.data.state_of())?;
        let children = &tree.model[tree.machine[self.region][self.place].node].children;
        let (child, state) = self.state_of(of)?;
        let places = in_tree_order(self.generator, of).map(|place| {
            let number = index(child_with(children, tree.machine[of][place].node));
            let name = self.generator.names.place(of, place);
            quote!((#state::#name { .. }, #number))
        });
        Some(quote!(#runtime::matches!((#child, #number), (#state::Idle, _) #(| #places)*)))
    }

    /// Whether the values that are needed by now are set.
    fn set(&self) -> Vec<TokenStream> {
        let set = self.generator.tree.plan.frame(self.region, self.place).set.iter();
        let is_set = |(value, set): &(ValueId, Set)| {
            let (held, needed) = (self.generator.held_value(*value), self.needed(set)?);
            Some(quote!((#held.is_some() || !#needed)))
        };
        set.filter_map(is_set).collect()
    }

    /// Whether a value must be set; `None` if it never must.
    fn needed(&self, set: &Set) -> Option<TokenStream> {
        let runtime = &self.generator.runtime;
        match set {
            Set::In(_, places) if places.is_empty() => None,
            Set::In(region, places) => {
                let (child, state) = self.state_of(*region)?;
                let names = places.iter().map(|&place| self.generator.names.place(*region, place));
                Some(quote!(#runtime::matches!(#child, #(#state::#names { .. })|*)))
            }
            Set::After(child) => {
                let child = index(*child);
                Some(quote!((*reached > #child)))
            }
        }
    }

    fn field(&self, is: impl Fn(Data) -> bool) -> Option<Ident> {
        self.fields.iter().find(|field| is(field.data)).map(|field| ident(&field.name))
    }

    /// The field with the state of a child, and its type.
    fn state_of(&self, region: RegionId) -> Option<(Ident, &Ident)> {
        Some((self.field(|data| data.state_of() == Some(region))?, self.generator.region_type(region)))
    }
}
