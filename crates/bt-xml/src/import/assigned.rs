//! What a script writes.

use crate::script::{Expr, Script};

/// The names that a script assigns to.
pub fn assigned(script: &Script) -> Vec<&str> {
    fn collect<'s>(expr: &'s Expr, found: &mut Vec<&'s str>) {
        match expr {
            Expr::Assign(_, to, value) => {
                if let Expr::Name(name) = &**to {
                    found.push(name);
                }
                collect(value, found);
            }
            Expr::Unary(_, operand) => collect(operand, found),
            Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|side| collect(side, found)),
            Expr::Compare(first, chain) => {
                collect(first, found);
                chain.iter().for_each(|(_, operand)| collect(operand, found));
            }
            Expr::Choose(parts) => parts.iter().for_each(|part| collect(part, found)),
            Expr::Number(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Name(_) => {}
        }
    }
    let mut found = Vec::new();
    script.statements.iter().for_each(|statement| collect(statement, &mut found));
    found
}
