//! `model` -> what each node can return: what is wrong with that, and what the whole tree can return.

use std::collections::BTreeMap;

use crate::error::{Errors, with_help};
use crate::tree::analyse::judge::{Judge, MARK, Need};
use crate::tree::analyse::results::{Answer, Possible, Results};
use crate::tree::model::{Kind, Model, Node};
use crate::tree::nodes;
use crate::tree::source::Source;

pub mod judge;
pub mod results;

/// What the generated code must know.
pub struct Analysis {
    /// What the root can return.
    pub root: Results,
    /// What must be possible, where only types can tell.
    pub needs: Vec<Need>,
}

/// Finds out what each node can return, and reports nodes that are never reached and loops that never end.
pub fn analyse(model: &Model, source: &Source, errors: &mut Errors) -> Analysis {
    let mut judge = Judge { model, results: vec![Results::ANYTHING; model.nodes.len()], needs: Vec::new() };
    for node in model.nodes.iter().rev() {
        let first = judge.needs.len();
        let results = results(&mut judge, source, node).bounded();
        let mistaken = judge.needs[first..].iter().any(|need| need.possible == Possible::Known(false));
        // What follows from a mistake is not held against the nodes around it.
        judge.results[node.id] = if mistaken { Results::ANYTHING } else { results };
    }
    let Judge { mut results, mut needs, .. } = judge;
    needs.sort_by_key(|need| need.at);
    needs.retain(|need| need.possible != Possible::Known(true));
    for need in needs.extract_if(.., |need| need.possible == Possible::Known(false)) {
        let help = format!("if that is meant, put it into `{MARK} < ... >`");
        errors.push(model.nodes[need.at].span, with_help(need.message, help));
    }
    few_of_each(&mut needs);
    Analysis { root: of_tree(results.swap_remove(0)), needs }
}

/// How many places are told of at once where the same leaf makes the same mistake.
const FEW: usize = 8;

/// Leaves out most of what types would be asked again and again.
fn few_of_each(needs: &mut Vec<Need>) {
    let mut asked: BTreeMap<Possible, usize> = BTreeMap::new();
    needs.retain(|need| {
        let times = asked.entry(need.possible.clone()).or_default();
        *times += 1;
        *times <= FEW
    });
}

/// Whether a tree can wait decides about its room in other trees, and how it ends about what is reached there.
fn of_tree(root: Results) -> Results {
    Results { success: root.success.if_meant(), failure: root.failure.if_meant(), running: root.running.if_meant() }
}

fn results(judge: &mut Judge, source: &Source, node: &Node) -> Results {
    match node.kind {
        Kind::Builtin(name) if node.sound => (nodes::get(name).results)(judge, node),
        Kind::Leaf(leaf) => {
            let answers = |answer| Possible::Leaf(source.first_alike(leaf), answer);
            Results {
                success: answers(Answer::Success),
                failure: answers(Answer::Failure),
                running: answers(Answer::Running),
            }
        }
        Kind::Builtin(_) | Kind::Decorator(_) | Kind::Unknown => Results::ANYTHING,
    }
}
