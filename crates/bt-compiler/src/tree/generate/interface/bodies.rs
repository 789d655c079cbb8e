//! The bodies of a tree's methods.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::place::place;
use crate::tree::draw;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::RegionId;

/// What the methods of a tree do. Their docs and signatures are the same for all trees.
pub struct Bodies {
    pub fields: TokenStream,
    pub new: TokenStream,
    /// Whether the tree or a subtree may need ticks that take time.
    pub may_keep_time: bool,
    /// In a tree with a generic context: whether a leaf takes time, as an expression of the context.
    pub takes_time: Option<TokenStream>,
    /// Passes the machine to a task.
    pub enter: TokenStream,
    pub send: TokenStream,
    pub send_with: TokenStream,
    pub look: TokenStream,
    pub reset: TokenStream,
    pub is_running: TokenStream,
    pub active: TokenStream,
    pub sleep: TokenStream,
    /// The constant with the possible results, if not all are possible.
    pub can: Option<TokenStream>,
    pub send_inside: TokenStream,
    /// The constant description.
    pub tree: TokenStream,
    /// Whether no value was lost, in a tree that can be loaded.
    pub is_whole: Option<TokenStream>,
    /// The items that say in which place the tree waits.
    pub place: TokenStream,
    pub docs: TokenStream,
}

/// The bodies for a tree without errors.
pub fn bodies(generator: &Generator) -> Bodies {
    let (runtime, interface, state) =
        (&generator.interface.runtime, generator.interface, generator.region_type(RegionId(0)));
    let name = &interface.name;
    let params = interface.params_type.as_ref().map_or_else(|| quote!(()), |_| quote!(self.__params));
    let params_value = interface.params_value();
    let machine = generator.tree.machine;
    let timed =
        if generator.tree.plan.timed.by_nodes { Some(quote!(.timed())) } else { generator.timed_by_decorators() };
    let known = generator.known_of_leaves();
    let cells = machine.clock_cells.iter().map(|cell| index(cell.0));
    let clocked = machine.needs.clock.then(|| quote!(.clocked(&[#(#cells),*])));
    let looking = machine.needs.look.then(|| quote!(.looking()));
    let reactive = machine.reactive.then(|| quote!(.reactive()));
    let with_messages = interface.message.is_some().then(|| quote!(.with_messages()));
    let (throttled, waits) = (generator.open_throttles(), generator.waits_first());
    let instantly = |watch: TokenStream, work: TokenStream| {
        let stored = quote!(&mut self.__state, &mut self.__kept);
        quote!(__bt::between_ticks(#stored, #watch, |state, inputs| #work))
    };
    let watching = quote!(__bt::Observed::new::<#state>(observer));
    let send = quote!(state.send(context, inputs, message));
    Bodies {
        fields: quote!(__state: #state, __kept: #runtime::Kept<{ #name::__TREE.kept() }>),
        new: quote!(Self { #params_value __state: #state::Idle, __kept: __bt::Kept::NEW }),
        may_keep_time: generator.tree.plan.timed.is_possible(),
        takes_time: generator.takes_time_in_context(),
        enter: quote!(task.run(&mut self.__state, &mut self.__kept, &#params, context)),
        send: instantly(quote!(()), send.clone()),
        send_with: instantly(watching, send),
        look: quote!(Self::__TREE.look(self.__kept.cells());),
        // The state comes last, as dropping a leaf in it may panic.
        reset: quote!(self.__kept = __bt::Kept::NEW; self.__state = #state::Idle;),
        is_running: quote!(if let #state::Idle = self.__state { false } else { true }),
        active: quote!(self.__state.active(search.inside(at, &#state::POSITIONS))),
        sleep: generator.sleep_of_tree(),
        can: generator.can(),
        send_inside: quote! {
            inputs.inside_tree::<#state, _>(node, |inputs| self.__state.send(context, inputs, message));
        },
        tree: quote_spanned! {interface.name.span()=>
            #state::NODES #timed #known #clocked #looking #reactive #with_messages #throttled #waits
        },
        is_whole: interface.is_loaded().then(|| quote!(self.__state.is_whole())),
        place: place(generator),
        docs: draw::docs(generator.tree.model),
    }
}
