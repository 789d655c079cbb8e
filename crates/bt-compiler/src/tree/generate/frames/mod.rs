//! Frames: places with fields. Each kind has a file: what a tick does with them, and what an abort does.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Generator;
use crate::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId};

mod fields;

use fields::Field;

/// The code of a kind of frame.
pub trait FrameCode {
    /// The body of the function that ticks it. There, each field is a variable with its name, by reference.
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream;

    /// Whether the tick is a short expression that needs no function.
    fn is_short(&self) -> bool {
        false
    }

    /// Whether its first tick starts it. If so, `begins` tells the function whether this is that tick.
    fn has_start(&self) -> bool {
        false
    }

    /// Code that runs after the states of its children have been aborted.
    fn aborted(&self, _: &Generator, _: NodeId) -> Option<TokenStream> {
        None
    }

    /// The field that `aborted` uses.
    fn used_by_abort(&self) -> Option<&'static str> {
        None
    }

    /// How long ticks can be skipped while the frame is active, if the plan lets it sleep. Default: the minimum over
    /// the `states` of its children. Each field is a variable with its name, by reference.
    fn sleep(&self, generator: &Generator, states: &[Ident]) -> TokenStream {
        let sleeps: Vec<TokenStream> = states.iter().map(|state| generator.sleep(state)).collect();
        match &sleeps[..] {
            [sleep] => sleep.clone(),
            _ => generator.least(&sleeps),
        }
    }
}

/// The value of a child if the frame may still fail after the child's success. It is passed on when the frame succeeds.
pub struct Given {
    /// The variable for it.
    declared: Option<TokenStream>,
    /// The arguments of the child's tick.
    inputs: TokenStream,
    /// Passes it on, if `step` is a success.
    give: Option<TokenStream>,
}

macro_rules! code {
    ($($file:ident $kind:ident),*) => {
        $(mod $file;)*

        fn code(frame: &Frame) -> &dyn FrameCode {
            match frame {
                $(Frame::$kind(frame) => frame,)*
            }
        }
    };
}
crate::all_frames!(code);

impl Generator<'_> {
    /// The minimum of these.
    fn least(&self, sleeps: &[TokenStream]) -> TokenStream {
        let runtime = &self.runtime;
        quote!(#runtime::least(&[#(#sleeps),*]))
    }

    /// The code of the frame in a place.
    pub fn frame(&self, region: RegionId, place: PlaceId) -> &dyn FrameCode {
        match &self.tree.machine[region][place].holds {
            Holds::Frame(frame) => code(frame),
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("only frames have fields"),
        }
    }

    /// The function that ticks a frame, if it has one.
    pub fn frame_function(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let frame = self.frame(region, place);
        if frame.is_short() {
            return TokenStream::new();
        }
        let function = self.names.frame(region, place);
        let (generics, inputs, step) = (self.context().generics_of_part(&self.runtime), self.inputs(), self.step());
        let (reads, takes) = (self.reads.frame(region, place), self.tree.plan.moves.frame(region, place));
        let values = self.value_params(reads, takes, self.tree.plan.frame(region, place).gives);
        let fields = self.fields(region, place).into_iter().map(|Field { name, ty, .. }| quote!(#name: &mut #ty));
        let begins = self.frame_begins(region, place, &quote!(begins: __bt::bool));
        let (provides, body) = (self.provides(region, place), frame.tick(self, self.tree.machine[region][place].node));
        quote!(#[inline] fn #function #generics(#(#fields,)* #begins #values #inputs) -> #step { #provides #body })
    }

    /// Ticks a frame whose fields are variables: calls its function, or does the same inline.
    pub fn tick_frame(
        &self,
        region: RegionId,
        place: PlaceId,
        fields: &TokenStream,
        others: &TokenStream,
    ) -> TokenStream {
        let (frame, function) = (self.frame(region, place), self.names.frame(region, place));
        match frame.is_short() {
            true => frame.tick(self, self.tree.machine[region][place].node),
            false => quote!(Self::#function(#fields, #others)),
        }
    }

    /// The fields in the declaration of the state.
    pub fn frame_fields(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let fields = self.fields(region, place);
        let fields = fields.into_iter().map(|Field { name, ty, .. }| quote!(#name: #ty));
        quote!({ #(#fields),* })
    }

    /// The names of the fields that are states of children.
    pub fn frame_states(&self, region: RegionId, place: PlaceId) -> Vec<Ident> {
        self.frame_regions(region, place).into_iter().map(|(name, _)| name).collect()
    }

    /// The fields that are states of children, and their regions.
    pub fn frame_regions(&self, region: RegionId, place: PlaceId) -> Vec<(Ident, RegionId)> {
        let fields = self.fields(region, place).into_iter();
        fields.filter_map(|field| Some((field.name, field.state_of?))).collect()
    }

    /// A pattern that binds the fields, and the fields as arguments.
    pub fn frame_pattern(&self, region: RegionId, place: PlaceId) -> (TokenStream, TokenStream) {
        let names: Vec<Ident> = self.fields(region, place).into_iter().map(|field| field.name).collect();
        let variant = self.names.place(region, place);
        (quote!(Self::#variant { #(#names),* }), quote!(#(#names),*))
    }

    /// The argument that says whether a frame begins with this tick, if its function takes it.
    pub fn frame_begins(&self, region: RegionId, place: PlaceId, begins: &TokenStream) -> Option<TokenStream> {
        self.frame(region, place).has_start().then(|| quote!(#begins,))
    }

    /// The function that begins a frame and stores it in its place. Its temporaries are off the stack when the frame is
    /// ticked.
    pub fn frame_begin(&self, region: RegionId, place: PlaceId) -> TokenStream {
        let function = self.names.begin(region, place);
        let (generics, inputs, bounds) =
            (self.context().generics_of_part(&self.runtime), self.inputs(), self.context().bounds(&self.error()));
        let fields = self.fields(region, place);
        let repeated = fields.iter().filter(|field| field.is_repeated);
        let repeated = repeated.map(|Field { name, value, .. }| quote!(let #name = #value;));
        let begun = fields.iter().map(|Field { name, value, is_repeated, .. }| match is_repeated {
            true => quote!(#name),
            false => quote!(#name: #value),
        });
        let variant = self.names.place(region, place);
        let forgets = self.forgets(self.tree.machine[region][place].node);
        let forgets = forgets.filter(|_| self.tree.plan.frame(region, place).is_node);
        let values = self.params_of_begin(region, place);
        quote! {
            #[inline]
            fn #function #generics(&mut self, #values #inputs) #bounds {
                #forgets
                #(#repeated)*
                *self = Self::#variant { #(#begun),* };
            }
        }
    }

    /// The value of a child, kept separate from that of the frame.
    fn given(&self, child: RegionId) -> Given {
        let (runtime, has_value) = (&self.runtime, self.tree.machine[child].gives.is_some());
        Given {
            declared: has_value.then(|| quote!(let mut given = #runtime::None;)),
            inputs: self.inputs_to(child, quote!(&mut given)),
            give: has_value.then(|| {
                quote! {
                    if let #runtime::Success = step {
                        *value = #runtime::Some(#runtime::given(given));
                    }
                }
            }),
        }
    }
}
