//! The arguments of a node.

use super::value;
use crate::program::{
    Chance, Given, Id, Kind, Leaf, Name, Number, Program, Score, Threshold, Time, Tree, Weight, asking, counting,
    lasting, no_argument,
};

/// How the arguments of one node are written.
pub(super) struct Args<'a> {
    pub tree: &'a Tree,
    pub program: &'a Program,
    /// The names in its closures.
    pub uses: &'a [Name],
}

impl Args<'_> {
    /// All of them, in parentheses.
    pub fn all(&self, kind: &Kind) -> String {
        match kind {
            Kind::Leaf(Leaf::Chosen, id) => format!("(Derived::new({}))", self.id(*id)),
            Kind::Leaf(Leaf::ChosenQuick, id) => format!("(Quick::new({}))", self.id(*id)),
            Kind::Leaf(Leaf::ChosenAlert, id) => format!("(Alert::new({}))", self.id(*id)),
            Kind::Leaf(_, id) | Kind::Moody(_, id) | Kind::Turns(_, id) => format!("({})", self.id(*id)),
            Kind::Argued(id, Number::Bound) => format!("({}, {})", self.bound(), self.id(*id)),
            Kind::Argued(id, argument) => format!("({}, {})", self.number(*argument), self.id(*id)),
            Kind::Action(id) => format!("({})", self.closure("act", *id)),
            Kind::Fetch(id) => format!("({})", self.closure("fetch", *id)),
            Kind::SucceedWith(Number::Of(number)) => format!("(value({number}))"),
            Kind::SucceedWith(Number::Asked(id)) => {
                format!("(|world| {})", self.block(*id, &format!("value(number(world, {}))", self.id(*id))))
            }
            Kind::SucceedWith(Number::Bound) => format!("({})", self.bound()),
            asking!(id) => format!("({})", self.condition(*id)),
            Kind::Switch(id, arms) | Kind::ReactiveSwitch(id, arms) if arms.iter().any(|arm| arm.name().is_some()) => {
                let uses = self.statements(*id);
                format!("(|world| -> Value {{ {uses}value(number(world, {})) }})", self.id(*id))
            }
            Kind::Switch(id, _) | Kind::ReactiveSwitch(id, _) => format!("({})", self.closure("number", *id)),
            Kind::Subtree { tree, base } if self.program.trees[*tree].has_base => format!("({})", self.id(*base)),
            counting!(count) => format!("({})", self.number(*count)),
            Kind::ForEach(id) => {
                let item = format!("item(world, {}, index)", self.id(*id));
                let uses = self.statements(*id);
                format!("(|world, index| -> Option<Value> {{ {uses}{item} }})")
            }
            lasting!(time) => format!("({})", self.time(*time)),
            Kind::WaitBetween(one, other) => format!("({}, {})", self.time(*one), self.time(*other)),
            Kind::Every(time, id) => format!("({}, {})", self.time(*time), self.closure("beat", *id)),
            Kind::Probability(chance) => format!("({})", self.chance(*chance)),
            Kind::Weighted(weights) => format!("({})", list(weights.iter().map(|&each| self.weight(each)))),
            Kind::Utility(scores) => format!("({})", list(scores.iter().map(|&score| self.score(score)))),
            Kind::ReactiveUtility(scores, margin) => {
                let margin = margin.map(|margin| format!("margin = {}", self.chance(margin)));
                format!("({})", list(scores.iter().map(|&score| self.score(score)).chain(margin)))
            }
            Kind::Observe(id) | Kind::Keyed(id) => {
                format!("(|world| -> u32 {{ {}number(world, {}) }})", self.statements(*id), self.id(*id))
            }
            Kind::KeyedBy => format!("(|_| {})", self.bound()),
            Kind::Remember(key, value, Some(at)) => {
                format!("({}, {}, at = {})", self.number(*key), self.number(*value), self.number(*at))
            }
            Kind::Remember(key, value, None) | Kind::Recalls(key, Some(value)) => {
                format!("({}, {})", self.number(*key), self.number(*value))
            }
            Kind::Recalls(key, None) | Kind::Forget(key) => format!("({})", self.number(*key)),
            Kind::Parallel(success, failure) => self.thresholds(&[("success", success), ("failure", failure)]),
            Kind::ParallelAll(failure) => self.thresholds(&[("failure", failure)]),
            no_argument!() | Kind::Subtree { .. } | Kind::Priority(_) => String::new(),
        }
    }

    pub fn condition(&self, id: Id) -> String {
        self.closure("ask", id)
    }

    fn id(&self, id: Id) -> String {
        if self.tree.has_base { format!("base + {id}") } else { id.to_string() }
    }

    /// A closure that calls a function of the context.
    fn closure(&self, function: &str, id: Id) -> String {
        format!("|world| {}", self.block(id, &format!("{function}(world, {})", self.id(id))))
    }

    /// An expression, after the calls that report the values in it.
    fn block(&self, id: Id, expression: &str) -> String {
        match self.statements(id) {
            none if none.is_empty() => expression.to_owned(),
            statements => format!("{{ {statements}{expression} }}"),
        }
    }

    fn statements(&self, id: Id) -> String {
        self.uses.iter().map(|name| format!("uses(world, {}, &{}); ", self.id(id), value(*name))).collect()
    }

    /// The name in an argument that is not a closure.
    fn bound(&self) -> String {
        value(self.uses[0])
    }

    fn given<T>(&self, given: Given<T>, written: impl Fn(T) -> String, asked: &str, made: &str) -> String {
        match given {
            Given::Of(literal) => written(literal),
            Given::Asked(id) => self.closure(asked, id),
            Given::Bound => format!("{made}(&{})", self.bound()),
        }
    }

    fn number(&self, number: Number) -> String {
        self.given(number, |number| number.to_string(), "number", "few")
    }

    fn chance(&self, chance: Chance) -> String {
        self.given(chance, |chance| format!("{chance:?}"), "chance", "likely")
    }

    fn time(&self, time: Time) -> String {
        let written = |nanos| match nanos {
            nanos if nanos % 250_000_000 == 0 => format!("{:?}", nanos as f64 / 1e9),
            nanos => format!("std::time::Duration::from_nanos({nanos})"),
        };
        self.given(time, written, "time", "long")
    }

    fn score(&self, score: Score) -> String {
        match score {
            Score::Float(id) => self.closure("score", id),
            Score::Whole(id) => self.closure("number", id),
            Score::Of(score) => format!("{score:?}"),
        }
    }

    fn weight(&self, weight: Weight) -> String {
        match weight {
            Weight::Whole(value) => value.to_string(),
            Weight::Part(value) => format!("{value:?}"),
            Weight::Asked(id) => self.closure("number", id),
            Weight::Scored(id) => self.closure("score", id),
        }
    }

    fn thresholds(&self, named: &[(&str, &Option<Threshold>)]) -> String {
        let value = |threshold| match threshold {
            Threshold::Of(number) => number.to_string(),
            Threshold::All => "all".to_owned(),
            Threshold::Any => "any".to_owned(),
            Threshold::Asked(id) => self.closure("number", id),
        };
        let one = |(name, threshold): &(&str, &Option<Threshold>)| Some(format!("{name} = {}", value((**threshold)?)));
        let given: Vec<String> = named.iter().filter_map(one).collect();
        if given.is_empty() { String::new() } else { format!("({})", given.join(", ")) }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
