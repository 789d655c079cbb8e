//! `model` -> what each node can return. Reports nodes that are never reached and loops that never end.
//!
//! For example, whether a leaf can fail may depend on its type, which is not known here. Then the result is an
//! expression, and a mistake becomes a [claim](judge::Claim) that rustc checks.

use crate::error::{Errors, Mistake};
use crate::sorted::SortedMap;
use crate::tree::analyse::judge::{Claim, Judge, UNCHECKED};
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::check::Mistaken;
use crate::tree::model::{Model, Node, NodeId};
use crate::tree::source::Source;

pub mod judge;
pub mod results;

/// What `generate` needs to know about the results.
pub struct Analysis {
    /// What the root can return.
    pub root: Results,
    /// Whether it does not begin to wait in a `throttle`.
    pub unthrottled: Possible,
    /// The claims that depend on the types of leaves.
    pub claims: Vec<Claim>,
}

/// Finds out what one node can return. The results of its children are known then.
pub type ResultsOf = fn(&mut Judge, &Node) -> Results;

/// Finds out what each node can return, and reports nodes that are never reached and loops that never end.
pub fn analyse(
    model: &Model,
    source: &Source,
    mistaken: &Mistaken,
    results_of: ResultsOf,
    errors: &mut Errors,
) -> Analysis {
    let results = vec![Results::ANYTHING; model.nodes.len()];
    let mut judge = Judge { model, source, mistaken, results, claims: Vec::new() };
    for node in model.nodes.iter().rev() {
        let first = judge.claims.len();
        let results = results_of(&mut judge, node).bounded();
        let mistaken = judge.claims[first..].iter().any(|claim| claim.possible == Possible::Known(false));
        // After a mistake any result counts as possible, so that the nodes around it are not reported, too.
        judge.results[node.id.0] = if mistaken { Results::ANYTHING } else { results };
    }
    let unthrottled = judge.unthrottled(NodeId(0));
    let Judge { mut results, mut claims, .. } = judge;
    claims.sort_by_key(|claim| claim.at);
    claims.retain(|claim| claim.possible != Possible::Known(true));
    for claim in claims.extract_if(.., |claim| claim.possible == Possible::Known(false)) {
        let help = format!("if this is intended, wrap it in `{UNCHECKED} < ... >`");
        let mistake = claim.code.at(model[claim.at].span, claim.message).help(help);
        errors.push(Mistake { may_be_meant: claim.may_be_meant, ..mistake });
    }
    few_of_each(&mut claims);
    for claim in claims.iter_mut().filter(|claim| claim.may_be_meant) {
        let way_out = format!(" (if this is intended, wrap it in `{UNCHECKED} < ... >`)");
        claim.message += &way_out;
        if let Some((_, if_endless)) = &mut claim.if_endless {
            *if_endless += &way_out;
        }
    }
    Analysis { root: of_tree(results.swap_remove(0)), unthrottled, claims }
}

/// How many claims with the same condition are kept. rustc would report each of them.
const FEW: usize = 8;

/// Keeps only the first few claims with the same condition.
fn few_of_each(claims: &mut Vec<Claim>) {
    let mut found: SortedMap<Possible, usize> = SortedMap::new();
    claims.retain(|claim| {
        let times = found.get_or_insert_with(claim.possible.clone(), || 0);
        *times += 1;
        *times <= FEW
    });
}

/// The results of the root as other trees see them. A result that is impossible on purpose counts as possible, so
/// that they do not report nodes that it makes unreachable.
fn of_tree(root: Results) -> Results {
    Results { success: root.success.if_meant(), failure: root.failure.if_meant(), running: root.running.if_meant() }
}
