//! Expressions that choose one of several children.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::{quote, quote_spanned};

use super::values::context_at;
use super::{Generator, index};
use crate::tokens::ident;
use crate::tokens::own;
use crate::tree::ir::Choice;
use crate::tree::model::{CodeId, NodeId, Number};
use crate::tree::source::Code;

impl Generator<'_> {
    /// An expression that chooses one of the given pieces of code. The value that the patterns of a `switch` match
    /// goes to `out`, if something uses it later.
    pub fn choose(
        &self,
        choice: &Choice,
        chosen: &[TokenStream],
        node: NodeId,
        out: Option<&TokenStream>,
    ) -> TokenStream {
        match choice {
            Choice::If(code) => {
                let condition = self.holds(*code, node);
                let (then, otherwise) = (&chosen[0], &chosen[1]);
                quote!(if #condition { #then } else { #otherwise })
            }
            Choice::Match(code, _) => self.matched(*code, chosen, node, out, true),
            Choice::Weighted(weights) => {
                let at = self.span(node);
                let runtime = self.runtime_at(at);
                let (none, children) = chosen.split_last().expect("there is a way without children");
                let numbers = 0..children.len();
                let rng = self.context_with("draws", at);
                let read = weights.iter().any(|weight| matches!(weight, Number::Code(_)));
                let weights = weights.iter().map(|&weight| self.number(weight));
                let weights = quote_spanned!(at=> [#(#weights),*]);
                let draw = match read {
                    // Closures are called first, since they cannot borrow the context while it draws.
                    true => quote_spanned!(at=> { let weights = #weights; #runtime::weigh(#rng, weights) }),
                    false => quote_spanned!(at=> #runtime::weigh(#rng, #weights)),
                };
                let node = index(node.0);
                quote!(match inputs.weighed(#node, #draw) { #(#runtime::Some(#numbers) => #children,)* _ => #none })
            }
        }
    }

    /// A `match` on a value, which is reported to observers if there can be one.
    pub fn matched(
        &self,
        code: CodeId,
        chosen: &[TokenStream],
        node: NodeId,
        out: Option<&TokenStream>,
        reports: bool,
    ) -> TokenStream {
        let Code::Choice { on, arms } = self.tree.source.get(code) else { unreachable!("a choice is expected") };
        let span = self.span(node);
        let runtime = self.runtime_at(span);
        let (closure, context) = (self.closure_that(on, "__choose"), context_at(span));
        let mut on_value = quote_spanned!(span=> #runtime::value(#closure, &*#context));
        if reports {
            let chosen = own("chosen", span);
            let report = self.report_value(node, quote!(#chosen));
            // rustc shows the span of the value in errors.
            on_value = quote_spanned!(span=> { let #chosen = #on_value; #report #chosen });
        }
        if let Some(out) = out {
            on_value = quote_spanned!(span=> #runtime::matched(#on_value, &mut #out));
        }
        let names = self.tree.model[node].matches.map(|value| &self.tree.model[value].names[..]).unwrap_or_default();
        let mut used = on.clone();
        let arms = arms.iter().zip(chosen).enumerate().map(|(index, (arm, chosen))| {
            let pattern = &arm.pattern;
            let guard = arm.guard.as_ref().map(|guard| quote!(if #guard));
            used.extend(arm.guard.clone());
            // rustc proposes missing arms where the last arm ends: that must be where the user's node ends.
            // Names that the child uses are not unused variables.
            let used = names.iter().filter(|name| name.used && name.arm == Some(index));
            let used = used.map(|name| ident(&name.name, name.span));
            let mut chosen = Group::new(Delimiter::Brace, quote!(#(let _ = &#used;)* #chosen));
            chosen.set_span(arm.end);
            let arrow = &arm.arrow;
            quote!(#pattern #guard #arrow #chosen,)
        });
        let arms: TokenStream = arms.collect();
        self.with_names(code, &used, quote!(match #on_value { #arms }))
    }
}
