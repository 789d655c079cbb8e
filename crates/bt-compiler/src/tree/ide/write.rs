//! `sketch` -> a function that uses each of the user's tokens once, in text order.
//!
//! Nobody calls the function. An editor reads it to offer completions at a token, and to show the docs of what a token
//! names. The editor expands the text twice, once unchanged and once with a marker at the cursor, and compares both by
//! position. So everything before a token may only depend on the text before that token. Names derived from other names
//! come after those, or at the end.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::sketch::{Arg, Args, Arm, Binding, Child, Node, Sketch, Tokens};
use crate::context::{Context, context, parameter};
use crate::editor::anywhere;
use crate::sorted::SortedMap;
use crate::tokens::{ident, is_mark};
use crate::tree::builtin::{Builtin, Children, Passes, Takes};
use crate::tree::case::{camel_case, starts_upper};
use crate::tree::nodes;
use crate::tree::source;

/// The function of a tree.
pub fn write(runtime: &TokenStream, sketch: &Sketch) -> TokenStream {
    let mut writer = Writer::new(sketch);
    let types = sketch.types.iter().map(|ty| quote!(let _: (#(#ty)*);));
    let params = sketch.params.iter().map(|param| quote!(let #(#param)* = __ide::any();));
    let begins: TokenStream = types.chain(params).collect();
    let header = writer.header.clone();
    let nodes: TokenStream =
        [&sketch.root].into_iter().chain(&sketch.rest).map(|child| writer.child(child).0).collect();
    let (generics, names) = (&writer.generics, writer.names());
    quote! {
        #[allow(warnings, clippy::all)]
        const _: () = {
            use #runtime::ide as __ide;
            #header
            fn __tree #generics () { #begins #nodes #names }
        };
    }
}

struct Writer {
    /// Code that shows the type of the context.
    header: TokenStream,
    generics: TokenStream,
    /// The context, in the form that the functions of `ide` take.
    context: TokenStream,
    /// The first leaf, which provides the context of a tree without a header.
    first_leaf: Option<TokenStream>,
    /// Names of leaves, and the types they refer to.
    leaves: SortedMap<String, (Ident, Ident)>,
    /// The number of values written so far.
    values: usize,
}

/// Where the value of a node is, if it has one.
type Value = Option<TokenStream>;

impl Writer {
    fn new(sketch: &Sketch) -> Self {
        let (mut header, mut generics, mut of) = (TokenStream::new(), TokenStream::new(), quote!(__Context<'_>));
        if let Some(tokens) = &sketch.context {
            let written: TokenStream = tokens.iter().cloned().collect();
            let is_impl = matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "impl");
            if is_impl {
                let bounds: TokenStream = tokens[1..].iter().cloned().collect();
                let name = parameter(&bounds);
                let again = anywhere(bounds.clone());
                header = quote!(fn __context<__Any: #bounds>() {});
                (generics, of) = (quote!(<#name: #again>), quote!(#name));
            } else {
                header = quote!(fn __context(_: &(#written)) {});
                let ty = syn::parse2(anywhere(written)).map(context);
                of = match ty {
                    Ok(Ok(Context::Type(ty))) => ty,
                    _ => quote!(()),
                };
            }
        }
        Writer { header, generics, context: of, first_leaf: None, leaves: SortedMap::new(), values: 0 }
    }

    /// Code that must follow all of the user's tokens: names derived from them.
    fn names(&self) -> TokenStream {
        let leaves = self.leaves.iter().map(|(_, (snake, camel))| quote!(use #camel as #snake;));
        let context = self.first_leaf.as_ref().map(|leaf| quote!(type __Context<'a> = __ide::ContextOf<'a, #leaf>;));
        quote!(use __ide::nodes::*; #(#leaves)* #context)
    }

    fn child(&mut self, child: &Child) -> (TokenStream, Value) {
        let Some(node) = &child.node else { return (quote!(let _: ();), None) };
        self.node(node)
    }

    fn node(&mut self, node: &Node) -> (TokenStream, Value) {
        let word = match &node.name[..] {
            [TokenTree::Ident(word)] => Some(word.to_string()),
            _ => None,
        };
        match word.as_deref().and_then(nodes::find) {
            Some(builtin) => self.builtin(builtin, node),
            None => self.leaf(node),
        }
    }

    /// A user's leaf, decorator or composite.
    fn leaf(&mut self, node: &Node) -> (TokenStream, Value) {
        let name = &node.name;
        if name.is_empty() {
            return self.children(node, None);
        }
        let ty = self.type_of(name);
        let names_variant = matches!(words(name)[..], [.., before, _] if starts_upper(before));
        let shown = if names_variant { TokenStream::new() } else { quote!(let _: (#(#name)*);) };
        let made = match &node.args {
            Args::None if names_variant => quote!(let _ = #(#name)*;),
            Args::None => TokenStream::new(),
            Args::List(group, args) => {
                let args = in_place_of(group, args.iter().map(|arg| self.argument(arg)));
                let function = if names_variant { quote!(#(#name)*) } else { quote!(<#ty>::new) };
                quote!(let _ = #function #args;)
            }
            Args::Fields(group) if names_variant => quote!(let _ = #(#name)* #group;),
            Args::Fields(group) => quote!(let _ = #ty #group;),
        };
        if self.first_leaf.is_none() {
            self.first_leaf = Some(anywhere(ty.clone()));
        }
        let own = match &node.children {
            None => Some(quote!(__ide::value::<#ty>())),
            Some(_) => None,
        };
        let (children, last) = self.children(node, None);
        let (binding, value) = self.binding(node.binding.as_ref(), own.or(last));
        (quote!(#shown #made #children #binding), value)
    }

    fn builtin(&mut self, builtin: &Builtin, node: &Node) -> (TokenStream, Value) {
        let name = &node.name;
        let shown = match &node.children {
            Some(_) => quote!(let _: (#(#name)*<_>);),
            None => quote!(let _: (#(#name)*);),
        };
        let (args, found) = self.arguments(builtin, &node.args);
        let own = found.clone().filter(|_| matches!(builtin.passes, Passes::Own | Passes::Items));
        if builtin.binds_item() {
            let (binding, _) = self.binding(node.binding.as_ref(), own);
            let (children, _) = self.children(node, None);
            return (quote!(#shown #args #binding #children), None);
        }
        let (children, passed) = self.children(node, Some((builtin, found)));
        let (binding, value) = self.binding(node.binding.as_ref(), own.or(passed));
        (quote!(#shown #args #children #binding), value)
    }

    /// The arguments of a built-in node, and the name of the last unnamed argument's result.
    fn arguments(&mut self, builtin: &Builtin, args: &Args) -> (TokenStream, Value) {
        let Args::List(_, args) = args else { return (TokenStream::new(), None) };
        let takes = builtin.takes(args.iter().filter(|arg| arg.name.is_none()).count().max(1));
        let (mut statements, mut found) = (TokenStream::new(), None);
        // Any other name would only clutter the completions.
        let needed = matches!(builtin.passes, Passes::Own | Passes::Items) || builtin.children == Children::Arms;
        let mut unnamed = takes.into_iter().filter(|takes| !takes.is_named());
        for arg in args {
            let takes = if arg.name.is_none() { unnamed.next() } else { None };
            let (value, name) = (self.taken(takes, &arg.value), self.next_value());
            let words: Vec<&TokenTree> = arg.value.iter().collect();
            let has_names = builtin.params.iter().any(|param| param.takes.is_named());
            statements.extend(match (&arg.name, &words[..]) {
                (Some(field), _) => {
                    let node = Ident::new(builtin.name, Span::call_site());
                    quote!(let _ = __ide::arguments::#node { #field: #value, ..__ide::any() };)
                }
                // It may become the name of a parameter.
                (None, [TokenTree::Ident(_)]) if has_names && takes.is_none() => {
                    let node = Ident::new(builtin.name, Span::call_site());
                    quote!(let _ = __ide::arguments::#node { #value, ..__ide::any() };)
                }
                (None, _) if needed => quote!(let #name = #value;),
                (None, _) => quote!(let _ = #value;),
            });
            if takes.is_some() && needed {
                found = Some(quote!(#name));
            }
        }
        (statements, found)
    }

    /// An argument of a built-in node, in the form that a function of `ide` takes.
    fn taken(&self, takes: Option<Takes>, value: &Tokens) -> TokenStream {
        let context = &self.context;
        if closure_params(value) == 0 {
            let function = match takes {
                Some(Takes::Function | Takes::FirstChild | Takes::Choice | Takes::Key) => quote!(read),
                Some(Takes::Action | Takes::Effect) => quote!(act),
                Some(Takes::Items) => quote!(item),
                _ => return quote!((#(#value)*)),
            };
            return quote!(__ide::#function::<#context, _>(#(#value)*));
        }
        let function = match takes {
            Some(Takes::Action) if closure_params(value) > 1 => quote!(act_for),
            Some(Takes::Action | Takes::Effect) => quote!(act),
            Some(Takes::Items) => quote!(item),
            _ => quote!(read),
        };
        quote!(__ide::#function::<#context, _>(#(#value)*))
    }

    /// An argument of a leaf, with its comma. A closure is called with the context.
    fn argument(&self, arg: &Arg) -> TokenStream {
        let (context, value, comma) = (&self.context, &arg.value, &arg.comma);
        match closure_params(value) {
            0 => quote!(#(#value)* #comma),
            _ => quote!(__ide::read::<#context, _>(#(#value)*) #comma),
        }
    }

    /// The children of a node, and the value that it passes on.
    fn children(&mut self, node: &Node, builtin: Option<(&Builtin, Value)>) -> (TokenStream, Value) {
        let Some(children) = &node.children else { return (TokenStream::new(), None) };
        let (passes, found) = builtin.map_or((Passes::Children, None), |(builtin, found)| (builtin.passes, found));
        let (mut statements, mut arms, mut values) = (TokenStream::new(), TokenStream::new(), Vec::new());
        for child in children {
            let (code, value) = self.child(child);
            match &child.arm {
                Some(Arm::Pattern { pattern, guard }) => {
                    let guard = guard.as_ref().map(|guard| quote!(if { #(#guard)* }));
                    let pattern = if pattern.is_empty() { quote!(_) } else { quote!(#(#pattern)*) };
                    arms.extend(quote!(#pattern #guard => { #code }));
                }
                Some(Arm::Condition(condition)) => {
                    let condition = self.taken(Some(Takes::Function), condition);
                    statements.extend(quote!(let _ = #condition; #code));
                    values.push(value);
                }
                None if arms.is_empty() => {
                    statements.extend(code);
                    values.push(value);
                }
                None => arms.extend(quote!(_ if { #code true } => {})),
            }
        }
        if !arms.is_empty() {
            let on = found.unwrap_or_else(|| quote!(__ide::any()));
            statements.extend(quote!(match #on { #arms _ => {} }));
        }
        let value = match passes {
            Passes::Nothing | Passes::Own | Passes::Items => None,
            Passes::First => values.into_iter().next().flatten(),
            Passes::Last => values.into_iter().next_back().flatten(),
            Passes::Children => values.into_iter().flatten().next(),
            Passes::Branches => values.into_iter().skip(1).flatten().next(),
            Passes::Each => {
                let each = values.into_iter().map(|value| value.unwrap_or_else(|| quote!(())));
                Some(quote!((#(#each,)*)))
            }
        };
        (statements, value)
    }

    /// A name for the value of a node.
    fn binding(&mut self, binding: Option<&Binding>, value: Value) -> (TokenStream, Value) {
        let Some(Binding { names, ty }) = binding else { return (TokenStream::new(), value) };
        let value = value.unwrap_or_else(|| quote!(__ide::any()));
        let ty = ty.as_ref().map(|ty| quote!(: #(#ty)*));
        (quote!(let #names #ty = #value;), None)
    }

    fn next_value(&mut self) -> Ident {
        self.values += 1;
        format_ident!("__value_{}", self.values)
    }

    /// The type that the name of a leaf refers to, without a position in the text.
    fn type_of(&mut self, name: &Tokens) -> TokenStream {
        let Some(last) = words(name).last().map(|&last| last.clone()) else { return quote!(()) };
        if starts_upper(&last) {
            return anywhere(name.iter().cloned().collect());
        }
        let camel = Ident::new(&camel_case(&last.to_string().replace("r#", "")), Span::call_site());
        if words(name).len() == 1 && !matches!(name.first(), Some(TokenTree::Punct(_))) {
            let snake = ident(&last.to_string(), Span::call_site());
            self.leaves.insert(last.to_string(), (snake, camel.clone()));
        }
        let replaced = name.iter().map(|token| match token {
            TokenTree::Ident(word) if *word == last => camel.clone().into(),
            token => token.clone(),
        });
        anywhere(replaced.collect())
    }
}

/// The words of a path, without those in its type arguments.
fn words(path: &[TokenTree]) -> Vec<&Ident> {
    let before_types = path.iter().take_while(|token| !is_mark(*token, '<'));
    before_types.filter_map(|token| if let TokenTree::Ident(word) = token { Some(word) } else { None }).collect()
}

/// The number of parameters of a closure; 0 for anything else.
fn closure_params(value: &[TokenTree]) -> usize {
    source::closure_params(&value.iter().cloned().collect())
}

/// Arguments in the parentheses of a group.
fn in_place_of(group: &Group, args: impl Iterator<Item = TokenStream>) -> Group {
    let mut args = Group::new(group.delimiter(), args.collect());
    args.set_span(group.span());
    args
}
