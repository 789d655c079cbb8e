//! `model` -> what each node can return: what is wrong with that, and what the whole tree can return.

use std::collections::BTreeMap;

use crate::error::{Errors, with_help};
use crate::tree::analyse::judge::{Claim, Judge, MARK};
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::model::{Model, Node};
use crate::tree::source::Source;

pub mod judge;
pub mod results;

/// What the generated code must know.
pub struct Analysis {
    /// What the root can return.
    pub root: Results,
    /// What must be possible, where only types can tell.
    pub claims: Vec<Claim>,
}

/// Finds out what one node can return, when that of its children is known.
pub type ResultsOf = fn(&mut Judge, &Node) -> Results;

/// Finds out what each node can return, and reports nodes that are never reached and loops that never end.
pub fn analyse(model: &Model, source: &Source, results_of: ResultsOf, errors: &mut Errors) -> Analysis {
    let mut judge = Judge { model, source, results: vec![Results::ANYTHING; model.nodes.len()], claims: Vec::new() };
    for node in model.nodes.iter().rev() {
        let first = judge.claims.len();
        let results = results_of(&mut judge, node).bounded();
        let mistaken = judge.claims[first..].iter().any(|claim| claim.possible == Possible::Known(false));
        // What follows from a mistake is not held against the nodes around it.
        judge.results[node.id.0] = if mistaken { Results::ANYTHING } else { results };
    }
    let Judge { mut results, mut claims, .. } = judge;
    claims.sort_by_key(|claim| claim.at);
    claims.retain(|claim| claim.possible != Possible::Known(true));
    for claim in claims.extract_if(.., |claim| claim.possible == Possible::Known(false)) {
        let help = format!("if that is meant, put it into `{MARK} < ... >`");
        errors.push(model[claim.at].span, with_help(claim.message, help));
    }
    few_of_each(&mut claims);
    Analysis { root: of_tree(results.swap_remove(0)), claims }
}

/// How many places are told of at once where the same leaf makes the same mistake.
const FEW: usize = 8;

/// Leaves out most of what types would be asked again and again.
fn few_of_each(claims: &mut Vec<Claim>) {
    let mut asked: BTreeMap<Possible, usize> = BTreeMap::new();
    claims.retain(|claim| {
        let times = asked.entry(claim.possible.clone()).or_default();
        *times += 1;
        *times <= FEW
    });
}

/// Whether a tree can wait decides about its room in other trees, and how it ends about what is reached there.
fn of_tree(root: Results) -> Results {
    Results { success: root.success.if_meant(), failure: root.failure.if_meant(), running: root.running.if_meant() }
}
