//! `Switch2` and similar nodes.

use super::{Nodes, closure};
use crate::builtin::Builtin;
use crate::document::Node;
use crate::import::facts::is_constant;
use crate::import::scopes::Meaning;
use crate::import::script::todo;
use crate::import::ty::Ty;
use crate::line::Line;
use crate::skips::Skip;

impl Nodes<'_> {
    pub(super) fn switch(&mut self, node: &Node, builtin: &Builtin, skip: Skip) -> Line {
        let cases = 1..node.children.len();
        let patterns: Vec<_> = cases.map(|case| self.text(node, builtin, &format!("case_{case}"))).collect();
        let (head, ty) = match self.scope.meaning(node, "variable").cloned() {
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[entry];
                let (place, ty) = (field.place(), field.ty.clone());
                let head = match &ty {
                    Ty::Text => format!("switch({})", closure(&format!("{place}.as_str()"))),
                    ty if !ty.is_plain() => format!("switch({})", closure(&format!("&{place}"))),
                    _ => format!("switch({})", closure(&place)),
                };
                (head, ty)
            }
            _ => {
                let text = self.text(node, builtin, "variable");
                // BehaviorTree.CPP compares numbers by value.
                let text = patterns.iter().find(|case| is_same(case, &text)).unwrap_or(&text);
                (format!("switch(|_| {text:?})"), Ty::Text)
            }
        };
        let patterns: Vec<_> = patterns.into_iter().map(|case| self.pattern(node, &case, &ty)).collect();
        let mut arms = Vec::new();
        for (pattern, child) in patterns.into_iter().chain(["_".to_owned()]).zip(&node.children) {
            arms.push(Line { arm: Some(pattern), ..self.line(child, skip) });
        }
        Line::new(head, arms)
    }

    /// A case of a switch over this type.
    fn pattern(&mut self, node: &Node, case: &str, ty: &Ty) -> String {
        let fits = match ty {
            Ty::Text => return format!("{case:?}"),
            Ty::Number if is_constant(case) => {
                *self.constants.entry(case.to_owned()).or_default() += 1;
                return format!("x if x == {case}");
            }
            Ty::Number => case.parse::<f64>().ok().map(|number| format!("x if x == {number:?}")),
            Ty::Int => case.parse::<i64>().ok().map(|number| number.to_string()),
            Ty::Bool => match case {
                "true" | "1" => Some("true".to_owned()),
                "false" | "0" => Some("false".to_owned()),
                _ => None,
            },
            _ => {
                self.nearly(node, format!("the case {case:?} of the type `{}` is a `todo!` in Rust", ty.name()));
                return format!("_ if {}", todo(case));
            }
        };
        fits.unwrap_or_else(|| {
            self.nearly(node, format!("the case {case:?} is not a `{}`: it is never taken", ty.name()));
            "_ if false".to_owned()
        })
    }
}

/// Whether a switch treats two texts as equal.
fn is_same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    one == other || number(one).is_some_and(|one| Some(one) == number(other))
}
