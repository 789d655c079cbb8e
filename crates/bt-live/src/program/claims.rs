//! Checks what rustc checks in a built tree by the types of its leaves: all nodes can be reached, and loops can end.

use bt::__private::live::LeafType;
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::analyse::judge::Claim;
use bt_compiler::tree::analyse::results::{Answer, Possible};
use bt_compiler::tree::ir::CodeId;

use crate::text::problem::Problem;

/// The claims that do not hold.
pub fn check<'l>(tree: &Compiled, leaf: impl Fn(CodeId) -> Option<&'l LeafType>) -> Vec<Problem> {
    let wrong = tree.claims.iter().filter(|claim| !is_possible(&claim.possible, &leaf));
    let problem = |claim: &Claim| Problem {
        may_be_meant: claim.may_be_meant,
        ..Problem::new(tree.model[claim.at].span, claim.message.clone())
    };
    wrong.map(problem).collect()
}

/// Whether something is possible. The function of an `action` might give any answer, because its type is not known
/// here.
fn is_possible<'l>(possible: &Possible, leaf: &impl Fn(CodeId) -> Option<&'l LeafType>) -> bool {
    let is = |part: &Possible| is_possible(part, leaf);
    match possible {
        Possible::Known(known) => *known,
        Possible::Forced => true,
        Possible::Leaf(code, answer) => leaf(*code).is_none_or(|leaf| match answer {
            Answer::Success => leaf.known.can.succeed,
            Answer::Failure => leaf.known.can.fail,
            Answer::Running => leaf.known.can.run,
            Answer::Reactive => leaf.facts.is_reactive(),
            Answer::Unthrottled => !leaf.facts.waits(),
        }),
        Possible::All(parts) => parts.iter().all(is),
        Possible::Any(parts) => parts.iter().any(is),
        Possible::AtLeast(count, parts) => parts.iter().filter(|part| is(part)).count() >= *count,
    }
}
