//! What a script writes.

use crate::script::{Assign, Expr, Script};

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

/// The names that each run of a script writes.
pub fn always(script: &Script) -> Vec<String> {
    let to = |statement: &Expr| match statement {
        Expr::Assign(_, to, _) => match &**to {
            Expr::Name(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    script.statements.iter().filter_map(to).collect()
}

/// The names that a script reads before it has written them.
pub fn reads(script: &Script) -> Vec<String> {
    fn collect(expr: &Expr, found: &mut Vec<String>) {
        match expr {
            Expr::Assign(assign, to, value) => {
                if !matches!(assign, Assign::Create | Assign::Set) {
                    collect(to, found);
                }
                collect(value, found);
            }
            Expr::Name(name) => found.push(name.clone()),
            Expr::Number(_) | Expr::Bool(_) | Expr::Text(_) => {}
            Expr::Unary(_, operand) => collect(operand, found),
            Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|side| collect(side, found)),
            Expr::Compare(first, chain) => {
                collect(first, found);
                chain.iter().for_each(|(_, operand)| collect(operand, found));
            }
            Expr::Choose(parts) => parts.iter().for_each(|part| collect(part, found)),
        }
    }
    let (mut found, mut written) = (Vec::new(), Vec::new());
    for statement in &script.statements {
        let mut names = Vec::new();
        collect(statement, &mut names);
        found.extend(names.into_iter().filter(|name| !written.contains(name)));
        if let Expr::Assign(_, to, _) = statement
            && let Expr::Name(name) = &**to
        {
            written.push(name.clone());
        }
    }
    found
}
