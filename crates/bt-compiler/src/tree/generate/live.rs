//! What a tree leaves for `bt-live`: a function for each piece of the user's code, and a table that `inventory` collects.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::values::closure;
use super::{Generator, Interface, index};
use crate::context::message_with_lifetimes;
use crate::message::{is_relayed, others};
use crate::tree::Live;
use crate::tree::model::CodeId;
use crate::tree::pieces::{Given, Kind, Means, Piece, Read, Simple, cloned_name};
use crate::tree::source::{Code, Inputs, Made, Make, is_closure, span_of};

impl Interface {
    /// Whether the tree can be live: it has a name, and its header names its context.
    fn is_live(&self) -> bool {
        !self.is_unnamed() && !self.context.is_generic() && !self.context.is_of_leaf()
    }

    /// The traits of a live tree that are never called, since it has mistakes, or an editor asks.
    pub fn broken_live(&self) -> Option<TokenStream> {
        let broken = quote!(__bt::broken());
        self.is_live().then(|| self.live(&broken, &broken, &broken, &TokenStream::new()))
    }

    /// The traits of a live tree, with these bodies.
    fn live(
        &self,
        param: &TokenStream,
        call: &TokenStream,
        call_other: &TokenStream,
        relay: &TokenStream,
    ) -> TokenStream {
        let (name, (generics, context)) = (&self.name, self.context.for_impl());
        quote! {
            impl __bt::live::LiveTree for #name {
                fn param(&self, index: __bt::usize) -> &dyn __bt::Any { #param }
            }
            impl #generics __bt::live::LiveContext<#context> for #name {
                fn call(index: u32, context: &mut #context, io: &mut __bt::live::Io<'_, '_, '_>) { #call }

                fn call_other(
                    adapter: &(dyn __bt::Any + __bt::live::Send + __bt::live::Sync),
                    index: u32,
                    context: &mut #context,
                    io: &mut __bt::live::Io<'_, '_, '_>,
                ) {
                    #call_other
                }

                #relay
            }
        }
    }
}

/// A function, and its entry in the table.
struct Emitted {
    key: (Kind, String, Vec<String>),
    body: TokenStream,
    entry: TokenStream,
    /// The type of a leaf.
    leaf: Option<TokenStream>,
}

impl Generator<'_> {
    /// What a live tree needs: its table, its pieces, and its implementations of the traits. An unnamed tree has none, and
    /// neither has a tree whose context is generic or not named.
    pub fn live(&self, live: &Live) -> TokenStream {
        let Live { pieces, text: written } = live;
        let Some(item) = self.header.item.as_ref().filter(|_| self.interface.is_live()) else {
            return TokenStream::new();
        };
        let (name, error, context) = (&item.name, self.error(), self.context().ty());
        let text = name.to_string();
        let params = item.params.iter().enumerate().map(|(at, param)| {
            let (at, name) = (index(at), &param.name);
            quote!(#at => &self.__params.#name,)
        });
        let declared = item.params.iter().map(|param| {
            let (name, ty) = (param.name.to_string(), &param.ty);
            quote!(__bt::live::Param::of::<#ty>(#name))
        });
        let mut all: Vec<Emitted> = Vec::new();
        for piece in pieces {
            if let Some(emitted) = self.piece(piece)
                && all.iter().all(|other| other.key != emitted.key)
            {
                all.push(emitted);
            }
        }
        let bodies = all.iter().map(|emitted| &emitted.body);
        let draws = quote!({ use __bt::live::Unprobed as _; __bt::live::Probe::<#context>::NEW.__draw(context, io); });
        let (names, functions): (Vec<Ident>, Vec<TokenStream>) = bodies
            .chain([&draws])
            .enumerate()
            .map(|(number, body)| {
                let name = format_ident!("__piece_{number}");
                let io = quote!(io: &mut __bt::live::Io<'_, '_, '_>);
                let function = quote!(fn #name(context: &mut #context, #io) { #body });
                (name, function)
            })
            .unzip();
        let numbers = (0u32..).take(names.len()).map(proc_macro2::Literal::u32_unsuffixed);
        let entries = all.iter().map(|emitted| &emitted.entry);
        let leaves = (0u32..).zip(&all).filter_map(|(number, emitted)| {
            let number = proc_macro2::Literal::u32_unsuffixed(number);
            emitted.leaf.as_ref().map(|leaf| (number, leaf))
        });
        let leaves: Vec<_> = leaves.collect();
        let receives = self.live_receive(&leaves);
        let traits = self.interface.live(
            &quote!(match index { #(#params)* _ => &() }),
            &quote!(__call(index, context, io)),
            &quote!(__bt::live::adapts::<__Adapter>(adapter)(index, context, io)),
            &self.live_relay(&leaves),
        );
        quote! {
            type __Adapter = fn(u32, &mut #context, &mut __bt::live::Io<'_, '_, '_>);
            #(#functions)*
            fn __call(index: u32, context: &mut #context, io: &mut __bt::live::Io<'_, '_, '_>) {
                match index { #(#numbers => #names(context, io),)* _ => __bt::live::no_piece() }
            }
            #traits
            #receives
            __bt::live::inventory::submit! {
                __bt::live::Unit {
                    tree: __bt::live::type_name::<#name>,
                    name: #text,
                    text: #written,
                    file: __bt::file!(),
                    package: __bt::live::option_env!("CARGO_MANIFEST_DIR"),
                    facts: || <#name as __bt::GeneratedTree>::__FACTS,
                    context: __bt::live::type_id::<__Adapter>,
                    adapter: || __bt::live::adapter(__call as __Adapter),
                    error: __bt::live::type_id::<#error>,
                    params: || __bt::live::vec![#(#declared),*],
                    codes: || {
                        use __bt::live::Unprobed as _;
                        __bt::live::vec![
                            #(#entries,)*
                            __bt::live::Code::new(__bt::live::Kind::Draws, "", __bt::live::vec![])
                                .refused(__bt::live::Probe::<#context>::NEW.__draws())
                        ]
                    },
                }
            }
        }
    }

    /// Passes a message to a leaf, whatever its type is.
    fn live_relay(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> TokenStream {
        let context = self.context().ty();
        let arms = leaves.iter().map(|(number, leaf)| {
            quote! {
                [#number] => __bt::live::relay::<#leaf, _, _>(context, io, message),
                [#number, inside @ ..] => __bt::live::Probe::<#leaf>::NEW.__relay(inside, context, io, message),
            }
        });
        quote! {
            fn relay<__Message: __bt::Any>(
                path: &[u32],
                context: &mut #context,
                io: &mut __bt::live::Io<'_, '_, '_>,
                message: &__Message,
            ) {
                use __bt::live::Unprobed as _;
                match path { #(#arms)* _ => {} }
            }
        }
    }

    /// Passes a message of the type in the header to a leaf, if that takes such messages.
    fn live_receive(&self, leaves: &[(proc_macro2::Literal, &TokenStream)]) -> Option<TokenStream> {
        let (name, written) = (&self.interface.name, self.header.message.as_ref()?);
        let others = others(written);
        let (message, lifetimes) = message_with_lifetimes(written.clone());
        let (parameters, context) = self.context().parameters();
        let arms = leaves.iter().map(|(number, leaf)| {
            // Messages that borrow do not reach trees in places of leaves.
            let inside = is_relayed(written).then(|| {
                quote!([#number, inside @ ..] => __bt::live::Probe::<#leaf>::NEW.__relay(inside, context, io, message),)
            });
            quote! {
                [#number] => __bt::live::delivered::<#leaf>(io, |leaf, node, inputs| {
                    __bt::Deliver::new(leaf, &*context, message).__listener().deliver(node, context, inputs)
                }),
                #inside
            }
        });
        Some(quote! {
            impl<#(#lifetimes,)* #parameters> __bt::live::LiveReceive<#context, #message> for #name {
                fn deliver(
                    path: &[u32],
                    context: &mut #context,
                    io: &mut __bt::live::Io<'_, '_, '_>,
                    message: &#message,
                ) {
                    use __bt::live::Unprobed as _;
                    use __bt::{Hears as _, Mishears as _, #others as _};
                    match path { #(#arms)* _ => {} }
                }
            }
        })
    }

    /// A piece. `None` if it cannot be in the table, so that a text with it needs a build.
    fn piece(&self, piece: &Piece) -> Option<Emitted> {
        let Given::Code(key) = &piece.given else { return None };
        let kind = Ident::new(&format!("{:?}", piece.kind), Span::call_site());
        let reads = piece.reads.iter().map(|read| {
            let (name, ty) = (&read.name, self.type_of_read(read)?);
            Some(quote!(__bt::live::read::<#ty>(#name)))
        });
        let reads: Vec<TokenStream> = reads.collect::<Option<_>>()?;
        let (body, more) = match self.source.get(piece.code) {
            Code::Made(made) => (self.made_piece(piece, made)?, self.entry_of_made(piece, made)?),
            _ => (self.function_piece(piece)?, self.entry_of_function(piece)?),
        };
        let lets = self.lets(piece)?;
        let reads = quote!(__bt::live::vec![#(#reads),*]);
        let names = piece.reads.iter().map(|read| read.name.clone()).collect();
        Some(Emitted {
            key: (piece.kind, key.clone(), names),
            body: if matches!(self.source.get(piece.code), Code::Made(_)) { body } else { quote!(#lets #body) },
            entry: quote!(__bt::live::Code::new(__bt::live::Kind::#kind, #key, #reads) #more),
            leaf: match self.source.get(piece.code) {
                Code::Made(made) if piece.kind == Kind::Leaf => Some(made.ty.clone()),
                _ => None,
            },
        })
    }

    /// The piece of a leaf, a decorator or a composite.
    fn made_piece(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, make, lets, error) = (&made.ty, self.live_make(made, piece)?, self.lets(piece)?, self.error());
        let function = match piece.kind {
            Kind::Leaf => {
                return Some(quote! {
                    use __bt::live::Unprobed as _;
                    __bt::live::Probe::<#ty>::NEW.__leaf::<_, #error>(
                        context,
                        io,
                        |context, io| { #lets #make },
                        |value| __bt::live::gift!(value),
                    )
                });
            }
            Kind::Decorator => quote!(decorator),
            _ => quote!(composite),
        };
        Some(quote! {
            use __bt::live::Unprobed as _;
            __bt::live::#function::<#ty, _, _, #error>(context, io, |context, io| {
                #lets
                __bt::live::Probe::<#ty>::NEW.__slot(#make)
            })
        })
    }

    /// The piece of a function or a value.
    fn function_piece(&self, piece: &Piece) -> Option<TokenStream> {
        let (error, gift) = (self.error(), quote!(|value| __bt::live::gift!(value)));
        let keeps = matches!(&piece.given, Given::Code(key) if key.contains('@'));
        Some(match (piece.kind, self.source.get(piece.code)) {
            (Kind::Condition, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::condition(context, io, #function))
            }
            (Kind::Action, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::action::<_, _, #error>(context, io, #function, #gift))
            }
            (Kind::TimedAction, Code::Function(function)) => {
                quote!(__bt::live::timed_action::<_, _, #error>(context, io, #function, #gift))
            }
            (Kind::Effect, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::act(context, io, #function))
            }
            (Kind::Score, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::score(context, io, #function))
            }
            (Kind::Score, Code::Value(value)) => quote!(__bt::live::score_of(context, io, #value)),
            (Kind::Key, Code::Function(function)) => {
                let function = closure(function);
                quote!(let key = __bt::live::gift!(__bt::value(#function, context)); __bt::live::key(io, key))
            }
            (Kind::Items, Code::Function(function)) => {
                let gift = if keeps { gift } else { quote!(|_| __bt::None) };
                quote!(__bt::live::item(context, io, #function, #gift))
            }
            (Kind::Choice, Code::Choice { .. }) => self.live_choice(piece),
            (Kind::Memory, _) => self.live_memory(piece)?,
            (Kind::Value, Code::Value(value)) if !keeps => {
                let value = self.value(value);
                quote!(let _ = #value; __bt::live::give(io, __bt::None))
            }
            (Kind::Value, Code::Value(value)) => {
                let value = match cloned_name(value) {
                    // Its type may have no `Clone`.
                    Some(name) => {
                        let read = piece.reads.iter().find(|read| read.name == name);
                        let (ty, name) = (self.type_of_read(read?)?, self.name_of(piece, read?)?);
                        quote!(match __bt::live::clone_of!(#ty) {
                            __bt::Some(clone) => __bt::live::gift!(clone(#name)),
                            __bt::None => __bt::None,
                        })
                    }
                    None => {
                        let value = self.value(value);
                        quote!(__bt::live::gift!(#value))
                    }
                };
                quote!(let value = #value; __bt::live::give(io, value))
            }
            (Kind::Time | Kind::Count | Kind::Number, Code::Value(value)) => {
                let take = match piece.kind {
                    Kind::Time => quote!(nanos),
                    Kind::Count => quote!(count),
                    _ => quote!(number),
                };
                let value = self.value(value);
                quote!(__bt::live::#take(io, #value))
            }
            (Kind::Type, _) => TokenStream::new(),
            _ => return None,
        })
    }

    /// A `switch`: which of its arms matches.
    fn live_choice(&self, piece: &Piece) -> TokenStream {
        let Code::Choice { on, arms } = self.source.get(piece.code) else { unreachable!("a choice is expected") };
        let function = closure(on);
        let arms = arms.iter().enumerate().map(|(number, arm)| {
            let (pattern, arrow, number) = (&arm.pattern, &arm.arrow, index(number));
            let guard = arm.guard.as_ref().map(|guard| quote!(if #guard));
            quote!(#pattern #guard #arrow #number,)
        });
        let on = quote! {{
            let chosen = __bt::value(#function, &*context);
            io.inputs.value(io.node, { use __bt::MayBeOpaque as _; __bt::Glimpse(__bt::Some(&chosen)).__shown() });
            chosen
        }};
        let (on, given) = match self.model.matched(piece.node) {
            Some(_) => {
                let given = quote!(match given {
                    __bt::Some(value) => __bt::live::gift!(value),
                    __bt::None => __bt::None,
                });
                (quote!(__bt::matched(#on, &mut given)), given)
            }
            None => (
                on,
                quote!({
                    let _: __bt::Option<()> = given;
                    __bt::None
                }),
            ),
        };
        quote! {
            let mut given = __bt::None;
            let chosen = match #on { #(#arms)* };
            let given = #given;
            __bt::live::matched(io, chosen, given)
        }
    }

    /// A call of the memory of the context.
    fn live_memory(&self, piece: &Piece) -> Option<TokenStream> {
        let (before, args) = self.args_of_memory(piece, &mut |at, simple| self.live_arg(at, simple))?;
        let (lend, function) = self.function_of_memory(piece);
        Some(quote!(#before let holds = __bt::#function(#lend, #(#args),*); __bt::live::holds(io, holds)))
    }

    /// The arguments of such a call. Closures are called before, since they cannot borrow the context meanwhile.
    fn args_of_memory(
        &self,
        piece: &Piece,
        simple: &mut dyn FnMut(usize, &Simple) -> Option<TokenStream>,
    ) -> Option<(TokenStream, Vec<TokenStream>)> {
        let (mut before, mut args) = (TokenStream::new(), Vec::new());
        for (at, code) in [piece.code].iter().chain(&piece.others).enumerate() {
            let Code::Value(value) = self.source.get(*code) else { return None };
            let given = match piece.args.get(at)? {
                Some(known) => simple(at, known)?,
                None if is_closure(value) => {
                    let (name, value) = (format_ident!("__value_{at}"), self.value(value));
                    before.extend(quote!(let #name = #value;));
                    name.to_token_stream()
                }
                None => value.clone(),
            };
            args.push(given);
        }
        Some((before, args))
    }

    /// How a node borrows the memory, and the function that it calls.
    fn function_of_memory(&self, piece: &Piece) -> (TokenStream, Ident) {
        let name = self.model[piece.node].name.as_str();
        let function = match (name, piece.others.len()) {
            ("remember", 2) => "remember_at",
            ("recalls", 1) => "recalls_value",
            (name, _) => name,
        };
        let lend = if name == "recalls" { quote!(__bt::memory(&*context)) } else { quote!(__bt::memory_mut(context)) };
        (lend, Ident::new(function, Span::call_site()))
    }

    /// What the table says of a leaf, a decorator or a composite.
    fn entry_of_made(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, context, check) = (&made.ty, self.context().ty(), self.check(piece)?);
        let refused = quote!(.checked(#check).refused(__bt::live::Probe::<#ty>::NEW.__refused()));
        let known = match piece.kind {
            Kind::Leaf => {
                let adapter = made.may_be_tree.then(|| {
                    quote! {
                        tree: __bt::live::Probe::<#ty>::NEW.__tree(),
                        adapter: || __bt::Some(__bt::live::adapter((|index, context, io| {
                            use __bt::live::Unprobed as _;
                            __bt::live::Probe::<#ty>::NEW.__call(index, context, io)
                        }) as __Adapter)),
                    }
                });
                quote!({
                    use __bt::NotATree as _;
                    __bt::live::LeafType {
                        facts: <#ty>::__TREE,
                        active: |held, node, search| match __bt::live::held::<#ty>(held) {
                            __bt::Some(__bt::MessageSlot::Active(leaf)) => leaf.__active(node, search),
                            __bt::Some(__bt::MessageSlot::Ended(_)) => search.found_above(node),
                            __bt::None => __bt::None,
                        },
                        #adapter
                        ..__bt::live::LeafType::leaf::<#ty, #context>()
                    }
                })
            }
            Kind::Decorator => {
                let timed = self.of_made(piece.code, "TAKES_TIME");
                quote!(__bt::live::LeafType::node::<#ty>(#timed, __bt::Can::ANYTHING, false))
            }
            _ => {
                let (can, looks) = (self.of_made(piece.code, "CAN"), self.of_made(piece.code, "LOOKS"));
                quote!(__bt::live::LeafType::node::<#ty>(false, #can, #looks))
            }
        };
        let value = (piece.kind == Kind::Leaf).then(
            || quote!(.gives(__bt::live::value_type!(<<#ty as __bt::Node<#context>>::Answer as __bt::Answer>::Value))),
        );
        Some(quote!(.of(#known) #value #refused))
    }

    /// What the table says of a function or a value.
    fn entry_of_function(&self, piece: &Piece) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        let value = match piece.kind {
            Kind::Action | Kind::TimedAction | Kind::Value if self.model.is_value_used(piece.node) => {
                Some(self.type_of_used_value(piece.node, &runtime))
            }
            Kind::Items => self.model.live(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Choice => self.model.matched(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Key => Some(self.type_of_key(piece.code)),
            Kind::Type => match self.source.get(piece.code) {
                Code::Type(ty) => Some(ty.clone()),
                _ => None,
            },
            _ => None,
        };
        let value = value.map(|ty| quote!(.gives(__bt::live::value_type!(#ty))));
        let check = match piece.kind {
            Kind::Memory => {
                let check = self.check(piece)?;
                Some(quote!(.checked(#check)))
            }
            _ => None,
        };
        Some(quote!(#value #check))
    }

    fn live_make(&self, made: &Made, piece: &Piece) -> Option<TokenStream> {
        let (ty, runtime) = (&made.ty, &self.runtime);
        Some(match &made.make {
            Make::Default => quote!(<#ty as #runtime::Bare>::bare()),
            Make::New(inputs) => {
                let args = self.live_args(inputs, piece)?;
                quote!(<#ty>::new(#(#args),*))
            }
            Make::Call { path, inputs } => {
                let args = self.live_args(inputs, piece)?;
                quote!(#path(#(#args),*))
            }
            Make::Literal(fields) => quote!({ type __Leaf = #ty; __Leaf #fields }),
            Make::LiteralVariant(literal) => literal.clone(),
            Make::DefaultVariant(path) => quote!(#path(#runtime::Default::default())),
            Make::Held(_) | Make::Named { .. } => self.make_held(made),
        })
    }

    /// The function that checks the types of the arguments that are no code. rustc infers them from a call that is never
    /// made.
    fn check(&self, piece: &Piece) -> Option<TokenStream> {
        if piece.args.iter().all(Option::is_none) {
            return Some(quote!(|_| __bt::Ok(())));
        }
        let mut checks = TokenStream::new();
        let mut simple = |at: usize, simple: &Simple| {
            let (name, number) = (format_ident!("__argument_{at}"), index(at));
            let like = match simple {
                Simple::Literal(literal) => quote!(|| #literal),
                Simple::Name(read) => {
                    let ty = self.type_of_read(read)?;
                    checks.extend(quote!(__bt::live::cloned::<#ty>(args, #number, __bt::live::clone_of!(#ty))?;));
                    quote!(__bt::live::like::<#ty>)
                }
            };
            checks.extend(quote!(let #name = __bt::None; __bt::live::check(args, #number, #like, &#name)?;));
            Some(quote!(__bt::live::like_in(&#name)))
        };
        let call = match self.source.get(piece.code) {
            Code::Made(made) => {
                let (path, inputs) = match &made.make {
                    Make::New(inputs) => {
                        let ty = &made.ty;
                        (quote!(<#ty>::new), inputs)
                    }
                    Make::Call { path, inputs } => (path.clone(), inputs),
                    _ => return Some(quote!(|_| __bt::Ok(()))),
                };
                let args = inputs.args.iter().zip(&piece.args).enumerate().map(|(at, (arg, known))| match known {
                    None => Some(self.value(arg)),
                    Some(known) => simple(at, known),
                });
                let (args, ty) = (args.collect::<Option<Vec<_>>>()?, &made.ty);
                quote!(let _: #ty = #path(#(#args),*);)
            }
            _ => {
                let (before, args) = self.args_of_memory(piece, &mut simple)?;
                let (lend, function) = self.function_of_memory(piece);
                quote!(#before let _ = __bt::#function(#lend, #(#args),*);)
            }
        };
        let lets = piece.reads.iter().map(|read| self.let_name(piece, read, quote!(__bt::live::like())));
        let lets: Vec<TokenStream> = lets.collect::<Option<_>>()?;
        let context = self.context().ty();
        Some(quote! {
            |args| {
                #checks
                if false {
                    let context: &mut #context = __bt::live::like();
                    #(#lets)*
                    #call
                }
                __bt::Ok(())
            }
        })
    }

    fn live_args(&self, inputs: &Inputs, piece: &Piece) -> Option<Vec<TokenStream>> {
        let args = inputs.args.iter().zip(&piece.args).enumerate().map(|(at, (arg, simple))| match simple {
            None => Some(self.value(arg)),
            Some(simple) => self.live_arg(at, simple),
        });
        args.collect()
    }

    /// An argument that is no code.
    fn live_arg(&self, at: usize, simple: &Simple) -> Option<TokenStream> {
        let at = index(at);
        Some(match simple {
            Simple::Literal(literal) => quote!(io.arg(#at, || #literal)),
            Simple::Name(read) => {
                let ty = self.type_of_read(read)?;
                quote!(io.arg_by::<#ty>(#at, __bt::live::clone_of!(#ty)))
            }
        })
    }

    /// Brings the names into scope that a piece reads.
    fn lets(&self, piece: &Piece) -> Option<TokenStream> {
        let lets = piece.reads.iter().enumerate().map(|(at, read)| {
            let (at, ty) = (index(at), self.type_of_read(read)?);
            self.let_name(piece, read, quote!(io.read::<#ty>(#at)))
        });
        lets.collect()
    }

    /// Brings a name into scope, or the names of a pattern.
    fn let_name(&self, piece: &Piece, read: &Read, value: TokenStream) -> Option<TokenStream> {
        let ty = self.type_of_read(read)?;
        if let Means::Matched(matched, arm) = read.means {
            let switch = &self.model[self.model[matched].node];
            let Code::Choice { arms, .. } = self.source.get(switch.code(0)) else { return None };
            let pattern = &arms[arm].pattern;
            return Some(quote! {
                let __matched: &#ty = #value;
                #[allow(unused_variables, unused_parens, irrefutable_let_patterns)]
                let (#pattern) = __matched else { __bt::other_pattern() };
            });
        }
        let name = self.name_of(piece, read)?;
        Some(quote!(let #name: &#ty = #value;))
    }

    fn name_of(&self, piece: &Piece, read: &Read) -> Option<TokenStream> {
        match read.means {
            Means::Param(param) => {
                let mut name = self.header.item.as_ref()?.params.get(param)?.name.clone();
                name.set_span(span_of(&self.source.get(piece.code).written()));
                Some(name.to_token_stream())
            }
            Means::Value(..) => {
                let codes = [piece.code].into_iter().chain(piece.others.iter().copied());
                let used = codes.flat_map(|code: CodeId| self.source.uses(code)).find(|used| used.name == read.name)?;
                Some(used.name.to_token_stream())
            }
            Means::Matched(..) => None,
        }
    }

    /// The type of what a name means, if it can be named.
    fn type_of_read(&self, read: &Read) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        match read.means {
            Means::Param(param) => Some(self.header.item.as_ref()?.params.get(param)?.ty.clone()),
            Means::Value(value, Some(part)) => Some(self.type_of_part(value, part, &runtime)),
            Means::Value(value, None) | Means::Matched(value, _) => Some(self.type_of(value, &runtime)),
        }
    }
}
