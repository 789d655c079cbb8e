//! The answers of conditions. With the feature `parts`, observers also get their parts.

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::values::context_at;
use super::{Generator, index};
use crate::tree::condition::{Condition, Expression, has_operator, says_itself};
use crate::tree::model::{CodeId, NodeId};
use crate::tree::source::span_of;

impl Generator<'_> {
    /// Whether a condition holds, as the argument of a report.
    pub fn reported(&self, code: CodeId, node: NodeId, report: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
        match self.condition_in_parts(code, node) {
            None => report(self.condition(code)),
            Some(condition) => {
                let report = report(quote!(holds));
                quote!({ let holds = #condition; #report })
            }
        }
    }

    /// Whether a condition holds, if it has parts to report.
    pub fn condition_in_parts(&self, code: CodeId, node: NodeId) -> Option<TokenStream> {
        let function = self.function(code);
        let condition = self.parts.then(|| Condition::read(function)).flatten()?;
        let at = span_of(function);
        let (runtime, context, head) = (self.runtime_at(at), context_at(at), &condition.head);
        let body = self.in_parts(&condition, &condition.body);
        let node = index(node.0);
        let reports = match self.in_piece {
            true => quote!((&mut io.inputs, io.node)),
            false => quote!((&mut *inputs, #node)),
        };
        // The closure may have its own names for `inputs` and `node`.
        let call = quote_spanned!(at=> #runtime::condition(#head #body, #context));
        let call = quote!({ let (__parts, __node) = #reports; #call });
        Some(self.with_names(code, function, call))
    }

    /// An expression that reports its parts as they are evaluated.
    fn in_parts(&self, condition: &Condition, expression: &Expression) -> TokenStream {
        match expression {
            Expression::Joined { first, others } => {
                let first = self.in_parts(condition, first);
                let others = others.iter().map(|(sign, other)| {
                    let other = self.in_parts(condition, other);
                    quote!(#sign #other)
                });
                quote!(#first #(#others)*)
            }
            Expression::Grouped { not, group, inner } => {
                let mut inner = Group::new(group.delimiter(), self.in_parts(condition, inner));
                inner.set_span(group.span());
                quote!(#not #inner)
            }
            // As an operand of `&&`, it gets rustc's error if it is not a `bool`.
            Expression::Whole(code) => {
                let text = condition.text(code);
                quote!(__parts.part(__node, #text, #code && true))
            }
            Expression::Compared { left, sign, right } => self.compared(condition, [left, right], sign),
        }
    }

    /// A comparison. Each side is evaluated once.
    fn compared(&self, condition: &Condition, sides: [&TokenStream; 2], sign: &TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        let [left, right] = [(sides[0], "left"), (sides[1], "right")].map(|(code, name)| {
            let text = condition.text(code);
            if says_itself(code) {
                return Side { text, name: None, borrow: None, operand: code.clone(), value: quote!(#runtime::Opaque) };
            }
            // rustc reports a mistake at the whole side.
            let end = code.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
            let (begin, name) = (span_of(code), Ident::new(name, end));
            let deref = quote_spanned!(begin=> *);
            Side {
                text: if has_operator(code) { format!("({text})") } else { text },
                borrow: Some(quote!(&(#code))),
                operand: quote!(#deref #name),
                value: quote!({ use #runtime::MayBeOpaque as _; #runtime::Glimpse(#runtime::Some(&#name)).__shown() }),
                name: Some(name),
            }
        });
        let (names, borrows) = ([&left.name, &right.name], [&left.borrow, &right.borrow]);
        let (names, borrows) = (names.into_iter().flatten(), borrows.into_iter().flatten());
        let (left_text, sign_text, right_text) = (&left.text, condition.text(sign), &right.text);
        let (left, left_value, right, right_value) = (&left.operand, &left.value, &right.operand, &right.value);
        // In parentheses, since it may be the beginning of a block.
        quote! {
            (match (#(#borrows,)*) {
                (#(#names,)*) => {
                    let __holds = #left #sign #right;
                    __parts.compared(__node, [#left_text, #sign_text, #right_text], __holds, #left_value, #right_value)
                }
            })
        }
    }
}

/// A side of a comparison.
struct Side {
    text: String,
    /// What it borrows, and under which name. `None` if the code alone shows it.
    borrow: Option<TokenStream>,
    name: Option<Ident>,
    operand: TokenStream,
    value: TokenStream,
}
