//! `model` -> what the tree can return.

use super::judge::Judge;
use super::model::{Kind, Model, Node};
use super::nodes;
use super::results::{Answer, Possible, Results};

/// Finds out what the whole tree can return.
///
/// Whether it can wait decides about its room in other trees, so that is worth asking types about; how it ends is not.
pub fn analyse(model: &Model) -> Results {
    let mut judge = Judge { results: vec![Results::ANYTHING; model.nodes.len()] };
    for node in model.nodes.iter().rev() {
        judge.results[node.id] = results(&judge, node).bounded();
    }
    let root = judge.results.swap_remove(0);
    Results { success: root.success.unless_never(), failure: root.failure.unless_never(), ..root }
}

fn results(judge: &Judge, node: &Node) -> Results {
    match node.kind {
        Kind::Builtin(name) => (nodes::get(name).results)(judge, node),
        Kind::Leaf(leaf) => Results {
            success: Possible::Leaf(leaf, Answer::Success),
            failure: Possible::Leaf(leaf, Answer::Failure),
            running: Possible::Leaf(leaf, Answer::Running),
        },
        Kind::Decorator(_) | Kind::Unknown => Results::ANYTHING,
    }
}
