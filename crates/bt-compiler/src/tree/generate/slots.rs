//! The types of slots. They have expressions in braces, which the derives of a state could not parse. So if there are
//! derives, each type has an alias.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::Generator;
use crate::tree::ir::frame::Data;
use crate::tree::ir::{PlaceId, RegionId, ValueId};
use crate::tree::model::CodeId;
use crate::tree::plan::layout::{Content, Is};
use crate::tree::plan::slots::{LeafSlot, Waits};
use crate::tree::source::Made;

impl Generator<'_> {
    /// The type of a leaf's slot.
    pub fn slot(&self, leaf: CodeId, slot: LeafSlot) -> TokenStream {
        match slot {
            LeafSlot::WithMessages => {
                let (runtime, ty) = (&self.interface.runtime, &self.made(leaf).ty);
                quote!(#runtime::MessageSlot<#ty>)
            }
            LeafSlot::Sized | LeafSlot::SizedInAnyContext if self.has_derives() => {
                self.names.slot(self.tree.source.first_alike(leaf)).to_token_stream()
            }
            LeafSlot::Sized | LeafSlot::SizedInAnyContext => self.slot_of_leaf(self.made(leaf)).into_token_stream(),
        }
    }

    /// The type of the field in which a group holds a value.
    pub fn held_slot(&self, region: RegionId, place: PlaceId, value: ValueId) -> TokenStream {
        match self.tree.plan.frame(region, place).waits {
            Waits::Always => self.type_of(value, &self.interface.runtime),
            Waits::IfAnyOf { .. } => {
                let name = self.names.held_slot(region, place, value);
                quote!(#name)
            }
        }
    }

    fn has_derives(&self) -> bool {
        !self.interface.derives().is_empty()
    }

    /// All aliases.
    pub fn slots(&self) -> TokenStream {
        let allow = self.interface.allow();
        let leaves = self.names.slots().filter(|_| self.has_derives());
        let leaves = leaves.filter_map(|(leaf, name)| Some((name, self.slot_of_leaf(self.made(leaf))?)));
        let aliases = leaves.chain(self.slots_of_values());
        aliases.map(|(name, ty)| quote!(#allow type #name = #ty;)).collect()
    }

    /// `SlotOf<Walk, { __DoorBotState::KNOWN[0].slot() }>`: a slot that is empty for a leaf that can never be running.
    fn slot_of_leaf(&self, made: &Made) -> Option<TokenStream> {
        let (ty, runtime) = (&made.ty, &self.interface.runtime);
        let kind = match self.tree.plan.slots.of_leaves {
            LeafSlot::WithMessages => return None,
            LeafSlot::SizedInAnyContext => quote!({ use #runtime::NotATree as _; <#ty>::__TREE.slot() }),
            LeafSlot::Sized => {
                let known = self.known(made);
                quote!({ #known.slot() })
            }
        };
        Some(quote!(#runtime::SlotOf<#ty, #kind>))
    }

    /// The slots of held values, which hold nothing for leaves that cannot be running.
    fn slots_of_values(&self) -> impl Iterator<Item = (&Ident, TokenStream)> {
        let states = self.tree.plan.layout.states.iter().enumerate();
        let variants = states.flat_map(|(id, state)| state.variants.iter().map(move |variant| (RegionId(id), variant)));
        let fields = variants.filter_map(|(region, variant)| match (&variant.holds, variant.is) {
            (Content::Fields(fields), Is::Place(place)) => Some(fields.iter().map(move |field| (region, place, field))),
            _ => None,
        });
        fields.flatten().filter_map(|(region, place, field)| {
            let Data::Held(value) = field.data else { return None };
            let (runtime, waits) = (&self.interface.runtime, &self.tree.plan.frame(region, place).waits);
            let (ty, can_wait) = (self.type_of(value, runtime), self.can_wait(waits, runtime)?);
            let name = self.names.held_slot(region, place, value);
            Some((name, quote!(#runtime::SlotOf<#ty, { #can_wait as u8 }>)))
        })
    }
}
