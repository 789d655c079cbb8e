//! The values that steps pass to each other, and those that group frames hold.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Writer, leave};
use crate::sorted::SortedSet;
use crate::tree::generate::bound::Caller;
use crate::tree::ir::frame::Group;
use crate::tree::ir::{Exits, Frame, Holds, Outcome, PartId, PlaceId, Target, ValueId};

impl Writer<'_> {
    /// The destination of a step's value, if it is used.
    pub(super) fn out(&self, exits: Exits) -> Option<TokenStream> {
        exits.success.value.map(|slot| self.generator.out(Some(slot)))
    }

    /// The values that the beginning of a step reads from variables of the function.
    pub(super) fn reads(&self, step: usize) -> impl Iterator<Item = ValueId> {
        self.plan.steps[step].reads.iter().copied()
    }

    fn group(&self, place: PlaceId) -> Option<&Group> {
        match &self.generator.tree.machine[self.region][place].holds {
            Holds::Frame(Frame::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// The outcome after which a group gives back the values that it holds.
    pub(super) fn gives_back_after(&self, place: PlaceId) -> Option<Outcome> {
        self.group(place)?.gives_back_after
    }

    /// Puts the values held by a group back into variables of the function.
    fn given_back(&self, place: PlaceId) -> TokenStream {
        let (generator, runtime) = (self.generator, &self.generator.runtime);
        let holds = self.group(place).map_or(&[][..], |group| &group.holds).iter();
        let back = holds.map(|&value| {
            let (name, held) = (generator.bound(value), generator.held_value(value));
            let deref = (!self.plan.locals.contains(&value)).then(|| quote!(*));
            quote!(#deref #name = #runtime::Some(#runtime::Held::__value_out(#held));)
        });
        back.collect()
    }

    /// The start of a group. A group of leaves that cannot be running holds nothing, so it has no place.
    pub(super) fn unless_at_once(&self, step: usize, place: PlaceId, exits: Exits, begun: TokenStream) -> TokenStream {
        let (generator, waits) = (self.generator, &self.generator.tree.plan.frame(self.region, place).waits);
        let can_wait = self.group(place).zip(generator.can_wait(waits, &quote!(__bt)));
        let Some((group, can_wait)) = can_wait else { return begun };
        let (state, none, out) =
            (generator.region_type(group.child), &SortedSet::new(), generator.out(exits.success.value));
        let inputs = generator.inputs_of_caller(group.child, self.caller(none), out);
        let ticked = self.bound(quote!(#state::Idle.tick(#inputs)), exits);
        let at_once = self.go(step, generator.reading(group.holds.iter().copied(), ticked), exits);
        quote!(if const { #can_wait } { #begun } else { #at_once })
    }

    /// The code after the tick of a frame in its place. Values held by a group go back into variables.
    pub(super) fn after_frame(
        &self,
        step: usize,
        place: PlaceId,
        exits: Exits,
        ticked: TokenStream,
        resumes: bool,
    ) -> TokenStream {
        let (generator, runtime) = (self.generator, &self.generator.runtime);
        let on = |target| if resumes { self.to(target) } else { self.on(step, target) };
        if let Some(after) = self.gives_back_after(place) {
            let (name, back) = (generator.names.place(self.region, place), self.given_back(place));
            let held = self.group(place).into_iter().flat_map(|group| &group.holds);
            let held = held.map(|&value| generator.held_value(value));
            let back = quote! {
                if let Self::#name { #(#held,)* .. } = #runtime::replace(self, Self::Idle) { #back }
            };
            let (then, otherwise) = (on(exits.after(after).to), leave(on(exits.after(!after).to)));
            return generator.after_either(ticked, after, quote!(#back #then), otherwise);
        }
        let arm = |after: Outcome| {
            let (ended, target) = (generator.ended(after), exits.after(after).to);
            let on = on(target);
            (target != Target::End(after) || on.is_empty()).then(|| quote!(#ended => { #on }))
        };
        match (arm(Outcome::Success), arm(Outcome::Failure)) {
            _ if self.is_returned(step) && !resumes => quote!(#runtime::Region::leave(#ticked, self)),
            (None, None) => quote!({ return #runtime::Region::leave(#ticked, self) }),
            (success, failure) => quote!({
                match #runtime::Region::leave(#ticked, self) { #success #failure step => return step }
            }),
        }
    }

    /// What the flow passes on where these values are not set.
    pub(super) fn caller<'a>(&'a self, unset: &'a SortedSet<ValueId>) -> Caller<'a> {
        Caller { locals: &self.plan.locals, unset, ..Caller::PARAMS }
    }

    pub(super) fn inputs_to_frame(&self, place: PlaceId, exits: Exits, unset: &SortedSet<ValueId>) -> TokenStream {
        let (caller, out) = (self.caller(unset), self.generator.out(exits.success.value));
        self.generator.inputs_to_frame(self.region, place, caller, out)
    }

    pub(super) fn inputs_to_part(&self, part: PartId, exits: Exits, unset: &SortedSet<ValueId>) -> TokenStream {
        let (caller, out) = (self.caller(unset), self.generator.out(exits.success.value));
        self.generator.inputs_to_part(self.region, part, caller, out)
    }
}
