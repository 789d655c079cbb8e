//! The frame of a user's composite, around the state of the active child. `turn` is the number of the child that has
//! the turn, counted from 1; it is 0 before the first.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::FrameCode;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::Composed;
use crate::tree::ir::{Holds, NodeId, PlaceId};

impl FrameCode for Composed {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let runtime = &generator.runtime;
        let has_value = generator.tree.model.is_value_used(node);
        let passes = has_value.then(|| generator.passes_value(generator.made(self.composite)));
        let forget = has_value.then(|| quote!(*given = #runtime::None;));
        let (start, resume) = (start(self, generator), resume(self, generator, node));
        let (after, inputs) = (
            turn(self, generator, "after", quote!((*turn - 1) as #runtime::usize, status)),
            generator.inputs_to(self.child, quote!(given)),
        );
        let (give, finish) =
            (has_value.then(|| give(self, generator)), hook(self, generator, "finish", quote!(outcome)));
        quote! {
            #passes
            let step = 'end: {
                if begins {
                    #start
                } else {
                    #resume
                }
                loop {
                    let status = match child.tick(turn, #inputs) {
                        #runtime::Success => #runtime::Status::Success,
                        #runtime::Failure => {
                            #forget
                            #runtime::Status::Failure
                        }
                        step => break 'end step,
                    };
                    match #after {
                        #runtime::Ok(next) => *turn = next,
                        #runtime::Err(step) => break 'end step,
                    }
                    if !inputs.may_repeat() {
                        break 'end #runtime::Running;
                    }
                }
            };
            #give
            if let #runtime::Some(outcome) = step.outcome() {
                #finish;
            }
            step
        }
    }

    fn has_start(&self) -> bool {
        true
    }

    fn aborted(&self, generator: &Generator, _: NodeId) -> Option<TokenStream> {
        let runtime = &generator.runtime;
        let finish = hook(self, generator, "finish", quote!(#runtime::Outcome::Aborted));
        Some(quote!(#finish;))
    }

    fn used_by_abort(&self) -> Option<&'static str> {
        Some("composite")
    }

    fn sleep(&self, generator: &Generator, states: &[Ident]) -> TokenStream {
        let (runtime, looks) = (&generator.runtime, looks(self, generator));
        let sleeps = states.iter().map(|state| generator.sleep(state));
        quote!(if #looks { #runtime::None } else { #(#sleeps)* })
    }
}

/// Calls a hook.
fn hook(frame: &Composed, generator: &Generator, name: &str, inputs: TokenStream) -> TokenStream {
    generator.hook(generator.made(frame.composite), name, quote!(composite, context, #inputs))
}

/// Calls a function of the runtime about the type of the composite. rustc shows the composite in errors.
fn of_type(frame: &Composed, generator: &Generator, function: &str, inputs: &TokenStream) -> TokenStream {
    let made = generator.made(frame.composite);
    let (at, ty, runtime) = (made.span, &made.ty, generator.runtime_at(made.span));
    let function = Ident::new(function, at);
    quote_spanned!(at=> #runtime::#function::<#ty, _, _>(#inputs))
}

/// The turn after a hook, or the step that ends the node.
fn turn(frame: &Composed, generator: &Generator, name: &str, inputs: TokenStream) -> TokenStream {
    let (result, can) = (hook(frame, generator, name, inputs), generator.of_made(frame.composite, "CAN"));
    let children = index(frame.begins.len());
    match name {
        "look" => of_type(frame, generator, "looked", &quote!(#can, #children, *turn, #result)),
        _ => of_type(frame, generator, "chosen", &quote!(#name, #can, #children, #result)),
    }
}

/// Starts the composite, and sets the first turn.
fn start(frame: &Composed, generator: &Generator) -> TokenStream {
    let (runtime, children) = (&generator.runtime, index(frame.begins.len()));
    let start = hook(frame, generator, "start", quote!());
    let (started, first) =
        (of_type(frame, generator, "started_composite", &start), turn(frame, generator, "first", quote!(#children)));
    quote! {
        if let #runtime::Err(step) = #started {
            break 'end step;
        }
        match #first {
            #runtime::Ok(first) => *turn = first,
            #runtime::Err(step) => break 'end step,
        }
    }
}

/// Lets the composite look. A child that has ended or not begun is not looked at.
fn resume(frame: &Composed, generator: &Generator, node: NodeId) -> TokenStream {
    let (runtime, looks, is_active) = (&generator.runtime, looks(frame, generator), is_active(frame, generator));
    let looked = turn(frame, generator, "look", quote!((*turn - 1) as #runtime::usize));
    let give_up = generator.gives_up(node, generator.abort(quote!(child), frame.child));
    quote! {
        if #looks && #is_active {
            match #looked {
                #runtime::Ok(next) if next == *turn => {}
                #runtime::Ok(next) => {
                    #give_up;
                    *turn = next;
                }
                #runtime::Err(step) => {
                    #give_up;
                    break 'end step;
                }
            }
        }
    }
}

/// Whether the composite has a `look`, by its type.
fn looks(frame: &Composed, generator: &Generator) -> TokenStream {
    generator.of_made(frame.composite, "LOOKS")
}

/// Whether the child that has the turn has begun and was not ended by a message.
fn is_active(frame: &Composed, generator: &Generator) -> TokenStream {
    let (runtime, state) = (&generator.runtime, generator.region_type(frame.child));
    let region = &generator.tree.machine[frame.child];
    // A child that is not a leaf is active until its turn, even if a message has ended something in it.
    let is_leaf = |&place: &PlaceId| {
        let node = region[place].node;
        matches!(region[place].holds, Holds::Leaf(_)) && generator.tree.model[node].parent == Some(region.node)
    };
    let arms = region.place_ids().filter(is_leaf).map(|place| {
        let name = generator.names.place(frame.child, place);
        let active = quote!(leaf.__seek(0, #runtime::Search::CHILD).is_some());
        match generator.tree.header.message {
            None => quote!(#state::#name(leaf) => #active,),
            Some(_) => quote! {
                #state::#name(#runtime::MessageSlot::Active(leaf)) => #active,
                #state::#name(#runtime::MessageSlot::Ended(_)) => false,
            },
        }
    });
    quote! {{
        use #runtime::NotATree as _;
        match &*child {
            #state::Idle => false,
            #(#arms)*
            _ => true,
        }
    }}
}

/// Passes on the value of the child that ended last, if `step` is a success.
fn give(frame: &Composed, generator: &Generator) -> TokenStream {
    let (runtime, ty) = (&generator.runtime, &generator.made(frame.composite).ty);
    quote! {
        if let #runtime::Success = step {
            *value = #runtime::Some(#runtime::given_by::<#ty, _>(given.take()));
        }
    }
}
