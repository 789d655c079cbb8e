//! The names that a script reads, and those that it assigns to.

use std::ops::Range;

use super::lex::{Word, words};
use super::{Assign, Expr, Script};

impl Expr {
    /// The name that it assigns to itself, outside of its parts.
    fn assigned(&self) -> Option<&str> {
        let Expr::Assign(_, to, _) = self else { return None };
        if let Expr::Name(name) = &**to { Some(name) } else { None }
    }
}

/// The names that a script assigns to.
pub fn assigned(script: &Script) -> Vec<&str> {
    fn collect<'s>(expr: &'s Expr, found: &mut Vec<&'s str>) {
        found.extend(expr.assigned());
        expr.parts().into_iter().for_each(|part| collect(part, found));
    }
    let mut found = Vec::new();
    script.statements.iter().for_each(|statement| collect(statement, &mut found));
    found
}

/// The names that every run of a script writes.
pub fn always(script: &Script) -> Vec<String> {
    script.statements.iter().filter_map(Expr::assigned).map(str::to_owned).collect()
}

/// The names that a script reads before writing them.
pub fn reads(script: &Script) -> Vec<&str> {
    fn collect<'s>(expr: &'s Expr, found: &mut Vec<&'s str>) {
        match expr {
            Expr::Assign(Assign::Create | Assign::Set, _, value) => collect(value, found),
            Expr::Name(name) => found.push(name),
            _ => expr.parts().into_iter().for_each(|part| collect(part, found)),
        }
    }
    let (mut found, mut written) = (Vec::new(), Vec::new());
    for statement in &script.statements {
        let mut names = Vec::new();
        collect(statement, &mut names);
        found.extend(names.into_iter().filter(|name| !written.contains(name)));
        written.extend(statement.assigned());
    }
    found
}

/// All names in a script.
pub fn names_of(script: &Script) -> Vec<String> {
    let mut found = Vec::new();
    script.statements.iter().for_each(|statement| names_in(statement, &mut found));
    found
}

fn names_in(expr: &Expr, found: &mut Vec<String>) {
    if let Expr::Name(name) = expr {
        found.push(name.clone());
    }
    expr.parts().into_iter().for_each(|part| names_in(part, found));
}

/// Where the names are in the text of a script. Empty if the script has a malformed word.
pub fn places_of_names(script: &str) -> Vec<Range<usize>> {
    let words = words(script, usize::MAX).unwrap_or_default();
    let is_value = |name: &str| ["true", "false"].contains(&name);
    let names = words.into_iter().filter(|(word, _)| matches!(word, Word::Name(name) if !is_value(name)));
    names.map(|(_, at)| at).collect()
}
