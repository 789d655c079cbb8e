//! The code of `reactive_sequence` and `reactive_selector`, which start from the first child every tick.
//!
//! The state contains the active child. A child before it runs in a separate empty state, `earlier`. If the node
//! continues after that child, the active one is unaffected. Otherwise the active child is aborted, and `earlier`
//! becomes the state.
//!
//! If nothing observes the tick, a `guard` is checked first. While its condition does not hold, it only costs a test
//! and a branch.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::sorted::SortedSet;
use crate::tree::generate::bound::Caller;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Body, CodeId, Outcome, Part, PartId, RegionId, Slot, ValueId};
use crate::tree::plan::parts::{Child, Finds};

/// A child after which a later one may be active.
struct Turn<'a> {
    region: RegionId,
    /// The reactive node.
    id: PartId,
    node: &'a Part,
    child: PartId,
    go_on_after: Outcome,
    /// Whether the child is the active one.
    is_active: TokenStream,
    /// Whether a later child is the active one.
    is_early: TokenStream,
}

impl Generator<'_> {
    pub fn reactive(&self, region: RegionId, id: PartId, go_on_after: Outcome, children: &[PartId]) -> TokenStream {
        let (node, plan) = (&self.tree.machine[region][id], self.tree.plan.part(region, id).body.reactive());
        let resumes = self.resumes(node);
        let by_number = plan.finds_active == Finds::ByNumber;
        let number = by_number.then(|| self.active_child_of(region, children));
        let last = self.ended(go_on_after);
        let steps = children.iter().enumerate().map(|(number, &child)| {
            let (name, inputs) = (self.names.part(region, child), self.inputs_of_child(region, node, child, child));
            let Child { uses, runs_apart } = &plan.children[number];
            let bound = |ticked| self.bound_by_step(region, node, child, ticked);
            let in_place = self.in_place(bound(quote!(self.#name(#inputs))), go_on_after);
            if !runs_apart {
                return self.reading_child(node, uses, in_place);
            }
            let (is_active, is_early) = match plan.finds_active {
                Finds::ByPatterns => (self.is_in(region, &[child]), self.is_in(region, &children[number + 1..])),
                Finds::ByNumber => {
                    let number = index(number + 1);
                    (quote!(active(self) == #number), quote!(active(self) > #number))
                }
            };
            let turn = Turn { region, id, node, child, go_on_after, is_active, is_early };
            let is_early = &turn.is_early;
            let early = self.early(&turn, bound(quote!(earlier.#name(#inputs))));
            let step = quote!(if #is_early { #early } else { #in_place });
            let step = match self.tree.machine[region][child].body {
                Body::Guard { ask, child: inner } => {
                    let guarded = self.guarded(&turn, &self.tree.machine[region][child], ask, inner);
                    quote!(if __Watch::OBSERVED { #step } else { #guarded })
                }
                _ => step,
            };
            let step = if node.observed { quote!(if !resumes || !(#is_early) { #step }) } else { step };
            self.reading_child(node, uses, step)
        });
        quote! {
            #resumes
            #number
            #(#steps)*
            #last
        }
    }

    /// Code that sees these as values.
    fn reading_child(&self, node: &Part, used: &[ValueId], code: TokenStream) -> TokenStream {
        let keeps = node.body.keeps();
        let lets = used.iter().map(|&value| {
            let (name, held) = (self.bound(value), self.held_value(value));
            if keeps.contains(&value) {
                quote!(let #name = #held.as_ref();)
            } else {
                quote!(let #name = #name.as_ref();)
            }
        });
        let lets: TokenStream = lets.collect();
        if lets.is_empty() { code } else { quote!({ #lets #code }) }
    }

    /// Aborts whatever is active in the region. Its cleanups may use values kept in the surrounding frame.
    pub(super) fn abort_all_of(&self, region: RegionId, part: PartId) -> TokenStream {
        let used = &self.tree.plan.part(region, part).kept_for_abort;
        self.reading_child(&self.tree.machine[region][part], used, self.abort(quote!(self), region))
    }

    /// The arguments of a part that is a child, or of the code in it. The child's binding goes into a variable, or into
    /// a field of the frame around the node.
    fn inputs_of_child(&self, region: RegionId, node: &Part, child: PartId, part: PartId) -> TokenStream {
        let keeps = node.body.keeps();
        let binds = self.bound_by_child(region, child);
        let out = match binds {
            Some(value) if keeps.contains(&value) => self.held_value(value).to_token_stream(),
            binds => self.out(binds.map(Slot::Local)),
        };
        {
            let unset = SortedSet::from_iter(binds);
            self.inputs_to_part(region, part, Caller { unset: &unset, ..Caller::PARAMS }, out)
        }
    }

    /// The step of a child. If the child binds a value, it is reported to observers.
    fn bound_by_step(&self, region: RegionId, node: &Part, child: PartId, step: TokenStream) -> TokenStream {
        let Body::Reactive { keeps, .. } = &node.body else { unreachable!("it is a reactive node") };
        let Some(value) = self.bound_by_child(region, child) else { return step };
        let held = if keeps.contains(&value) { self.held_value(value) } else { self.bound(value).clone() };
        self.has_bound(step, value, held.to_token_stream())
    }

    /// The value that a child binds, if anything uses it.
    fn bound_by_child(&self, region: RegionId, child: PartId) -> Option<ValueId> {
        self.tree.plan.part(region, child).binds
    }

    /// Whether the active child is one of these.
    fn is_in(&self, region: RegionId, children: &[PartId]) -> TokenStream {
        let runtime = &self.runtime;
        let patterns: Vec<_> =
            children.iter().map(|&child| self.pattern(region, child)).filter(|pattern| !pattern.is_empty()).collect();
        if patterns.is_empty() { quote!(false) } else { quote!(#runtime::matches!(self, #(#patterns)|*)) }
    }

    /// A function for the number of the active child.
    fn active_child_of(&self, region: RegionId, children: &[PartId]) -> TokenStream {
        let children: Vec<Option<PartId>> = children.iter().copied().map(Some).collect();
        let active = self.active_child(quote!(state), region, &children);
        quote!(let active = |state: &Self| #active;)
    }

    /// A child that is active, or that begins while none is active.
    fn in_place(&self, step: TokenStream, go_on_after: Outcome) -> TokenStream {
        let end = self.ended(!go_on_after);
        self.after_child(step, go_on_after, quote!(), quote!(break 'whole #end))
    }

    /// A child before the active one.
    fn early(&self, turn: &Turn, step: TokenStream) -> TokenStream {
        let give_up = self.gives_up(turn.node.node, self.abort_all_of(turn.region, turn.id));
        let go_on_after = turn.go_on_after;
        quote! {
            let (mut earlier, whole) = (Self::Idle, inputs.span);
            let step = #step;
            if !step.ended_with(#go_on_after) {
                inputs.with_span(step.gives_up(whole, inputs.span), |inputs| #give_up);
                *self = earlier;
                break 'whole step;
            }
            inputs.span = whole;
        }
    }

    /// A child that is a `guard`, in a tick that nothing observes.
    fn guarded(&self, turn: &Turn, guard: &Part, ask: CodeId, inner: PartId) -> TokenStream {
        let Turn { region, id, node, child, go_on_after, is_active, is_early } = turn;
        let (runtime, inputs, condition) =
            (&self.runtime, self.inputs_of_child(*region, node, *child, inner), self.condition(ask));
        let (forgets, inner) = (self.forgets(guard.node), self.names.part(*region, inner));
        let abort = self.abort_all_of(*region, *id);
        let (guard_gives_up, gives_up) = (self.gives_up(guard.node, abort.clone()), self.gives_up(node.node, abort));
        let early = self.early(turn, quote!(inputs.apart(|inputs| { #forgets earlier.#inner(#inputs) })));
        let in_place = self.in_place(quote!(self.#inner(#inputs)), *go_on_after);
        let failed = go_on_after.is_success().then(|| {
            quote! {
                if #is_early {
                    #gives_up;
                }
                break 'whole #runtime::Failure;
            }
        });
        quote! {
            if #condition {
                if !(#is_active) && #is_early {
                    #early
                } else {
                    if let Self::Idle = self {
                        #forgets
                    }
                    #in_place
                }
            } else {
                if #is_active {
                    #guard_gives_up;
                } else {
                    #forgets
                }
                #failed
            }
        }
    }
}
