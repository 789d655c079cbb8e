//! Where the arguments of a node can use a bound name.

use super::{Given, Kind, Node, Score, Threshold, Weight, asking, counting, lasting, no_argument};

/// An argument of a node, by its possible content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument {
    /// Nothing but what is written.
    Literal,
    /// A closure, which contains all names that the node uses.
    Closure,
    /// The first of these names.
    Bound,
}

impl<T> From<Given<T>> for Argument {
    fn from(given: Given<T>) -> Self {
        match given {
            Given::Of(_) => Argument::Literal,
            Given::Asked(_) => Argument::Closure,
            Given::Bound => Argument::Bound,
        }
    }
}

fn closure_if(is_closure: bool) -> Argument {
    if is_closure { Argument::Closure } else { Argument::Literal }
}

impl Kind {
    /// The arguments that are not part of a leaf.
    pub fn arguments(&self) -> Vec<Argument> {
        let threshold = |limit: &Option<Threshold>| closure_if(matches!(limit, Some(Threshold::Asked(_))));
        let score = |score: &Score| closure_if(!matches!(score, Score::Of(_)));
        match self {
            asking!(_id) | Kind::Action(_id) | Kind::Fetch(_id) | Kind::Observe(_id) => vec![Argument::Closure],
            Kind::Keyed(_) | Kind::ForEach(_) | Kind::Switch(..) | Kind::ReactiveSwitch(..) => vec![Argument::Closure],
            Kind::KeyedBy => vec![Argument::Bound],
            Kind::Argued(_, number) | Kind::SucceedWith(number) | Kind::Forget(number) => vec![(*number).into()],
            counting!(count) => vec![(*count).into()],
            lasting!(time) => vec![(*time).into()],
            Kind::Every(time, _) => vec![(*time).into(), Argument::Closure],
            Kind::WaitBetween(one, other) => vec![(*one).into(), (*other).into()],
            Kind::Probability(chance) => vec![(*chance).into()],
            Kind::Remember(key, value, at) => [*key, *value].into_iter().chain(*at).map(Argument::from).collect(),
            Kind::Recalls(key, value) => [*key].into_iter().chain(*value).map(Argument::from).collect(),
            Kind::Priority(turns) => turns.iter().map(|turn| closure_if(turn.condition().is_some())).collect(),
            Kind::Utility(scores) => scores.iter().map(score).collect(),
            Kind::ReactiveUtility(scores, margin) => {
                scores.iter().map(score).chain(margin.map(Argument::from)).collect()
            }
            Kind::Weighted(weights) => {
                let asked = |weight: &Weight| closure_if(weight.value().is_none());
                weights.iter().map(asked).collect()
            }
            Kind::Parallel(success, failure) => vec![threshold(success), threshold(failure)],
            Kind::ParallelAll(failure) => vec![threshold(failure)],
            Kind::Leaf(..) | Kind::Moody(..) | Kind::Turns(..) | Kind::Subtree { .. } => Vec::new(),
            no_argument!() => Vec::new(),
        }
    }

    /// How many names its arguments can use.
    pub fn most_uses(&self) -> usize {
        let arguments = self.arguments();
        match () {
            () if arguments.contains(&Argument::Closure) => usize::MAX,
            () => usize::from(arguments.contains(&Argument::Bound)),
        }
    }
}

impl Node {
    /// Whether its arguments use its names, and it has a name if it needs one.
    pub fn uses_what_it_can(&self) -> bool {
        let needs_one = self.kind.arguments().contains(&Argument::Bound);
        self.uses.len() <= self.kind.most_uses() && !(needs_one && self.uses.is_empty())
    }
}
