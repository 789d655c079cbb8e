//! A program as `bt!` text.
//!
//! Words in it that are no nodes, and what each means; `id` is a number, or `base + number` where the tree has a
//! parameter, and all take `world`, the context [`World`](crate::world::World), whose methods of these names say more:
//!
//! - `scripted(id)`: a leaf that says what the script says. `Derived`, `Chosen::Scripted(Derived::new(id))` are the same
//!   in other forms; `argued(number, id)` has an argument; `quick`, `Chosen::Quick(Quick::new(id))` answer `bool`,
//!   `sure` answers `()`, `fallible` may answer `Err(Broken(id))`.
//! - `busy(id)`: a leaf that takes `&mut Span`. In each run, right after it has its answer, it tells `sees` what is left,
//!   spends `Answer::nanos`, tells `spent` whether there was as much, and says its answer whether there was or not.
//! - `alert(id)`: `scripted` that receives a `Shot`, which holds a number: the answer to `World::receive` is a `Status`.
//!   `aware(id)` receives likewise and answers `()`. `Listening::Alert(Alert::new(id))` is a variant of an enum of leaves.
//! - `act`, `ask`, `number` (a `u32`) and `time` (a `Duration`) are functions of `(world, id)`; so are `score` and `chance`
//!   (both `f64`), and `beat`, which takes `&mut World` and returns nothing.
//! - Keys and values of the memory are `u32`; keys are below `KEYS`.
//! - `moody(id)`: a decorator. `Tree` is the tree itself, `Sub1` the first one that stands in it.

use std::fmt::{self, Display};

use crate::program::{Chance, Id, Kind, Leaf, Node, Number, Pattern, Program, Score, Threshold, Time, Tree, Weight};

/// A tree that can be displayed.
struct Text<'a> {
    tree: &'a Tree,
    program: &'a Program,
}

/// The name of a subtree's type.
pub fn type_name(tree: usize) -> String {
    if tree == 0 { "Tree".to_owned() } else { format!("Sub{tree}") }
}

/// The text of one tree of a program; `attributes` go before it.
pub fn tree(program: &Program, tree: usize, attributes: &str) -> String {
    let text = Text { tree: &program.trees[tree], program };
    let params = if text.tree.has_base { " { base: u32 }" } else { "" };
    let messages = if text.tree.hears { " on Shot" } else { "" };
    let result = if program.is_fallible(tree) { " -> Result<Broken>" } else { "" };
    let mut out = format!("{attributes}pub {}(World){params}{messages}{result} =", type_name(tree));
    text.node(&text.tree.root, 1, &mut out);
    out
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.trees.len()).rev().try_for_each(|index| writeln!(f, "bt! {{ {} }}", tree(self, index, "")))
    }
}

/// The label with this number.
pub fn label(number: u32) -> String {
    format!("label_{number}")
}

/// The name of a node, as it is written.
pub fn name(kind: &Kind) -> String {
    let name = match kind {
        Kind::Leaf(Leaf::Scripted, _) => "scripted",
        Kind::Leaf(Leaf::Derived, _) => "Derived",
        Kind::Leaf(Leaf::Chosen, _) => "Chosen::Scripted",
        Kind::Leaf(Leaf::ChosenQuick, _) => "Chosen::Quick",
        Kind::Leaf(Leaf::Quick, _) => "quick",
        Kind::Leaf(Leaf::Sure, _) => "super::sure",
        Kind::Leaf(Leaf::Fallible, _) => "fallible",
        Kind::Leaf(Leaf::Busy, _) => "busy",
        Kind::Leaf(Leaf::Alert, _) => "alert",
        Kind::Leaf(Leaf::Aware, _) => "aware",
        Kind::Leaf(Leaf::ChosenAlert, _) => "Listening::Alert",
        Kind::Argued(..) => "argued",
        Kind::Action(_) => "action",
        Kind::Condition(_) => "condition",
        Kind::Subtree { tree, .. } => return format!("sub{tree}"),
        Kind::Succeed => "succeed",
        Kind::Fail => "fail",
        Kind::Running => "running",
        Kind::WaitUntil(_) => "wait_until",
        Kind::Wait(_) => "wait",
        Kind::WaitBetween(..) => "wait_between",
        Kind::Remember(..) => "remember",
        Kind::Recalls(..) => "recalls",
        Kind::Forget(_) => "forget",
        Kind::Sequence => "sequence",
        Kind::Selector => "selector",
        Kind::ReactiveSequence => "reactive_sequence",
        Kind::ReactiveSelector => "reactive_selector",
        Kind::Parallel(..) => "parallel",
        Kind::ParallelAll(_) => "parallel_all",
        Kind::Race => "race",
        Kind::RandomSequence => "random_sequence",
        Kind::RandomSelector => "random_selector",
        Kind::Weighted(_) => "weighted",
        Kind::Utility(_) => "utility",
        Kind::IfElse | Kind::If(_) => "if_else",
        Kind::ReactiveIfElse(_) => "reactive_if_else",
        Kind::Switch(..) => "switch",
        Kind::ReactiveSwitch(..) => "reactive_switch",
        Kind::Priority(_) => "priority",
        Kind::ReactiveUtility(..) => "reactive_utility",
        Kind::RoundRobin => "round_robin",
        Kind::Pipeline => "pipeline",
        Kind::Recover(_) => "recover",
        Kind::Finally => "finally",
        Kind::Observe(_) => "observe",
        Kind::Inverter => "inverter",
        Kind::Unchecked => "unchecked",
        Kind::ForceSuccess => "force_success",
        Kind::ForceFailure => "force_failure",
        Kind::Repeat(_) => "repeat",
        Kind::Forever => "forever",
        Kind::RepeatUntilFailure => "repeat_until_failure",
        Kind::RepeatUntilSuccess => "repeat_until_success",
        Kind::Retry(_) => "retry",
        Kind::Precondition(_) => "precondition",
        Kind::Guard(_) => "guard",
        Kind::RunOnce => "run_once",
        Kind::RunLimit(_) => "run_limit",
        Kind::Probability(_) => "probability",
        Kind::Delay(_) => "delay",
        Kind::Timeout(_) => "timeout",
        Kind::Cooldown(_) => "cooldown",
        Kind::Throttle(_) => "throttle",
        Kind::Keyed(_) => "keyed",
        Kind::SimpleParallel => "simple_parallel",
        Kind::Every(..) => "every",
        Kind::Moody(_) => "moody",
    };
    name.to_owned()
}

impl Text<'_> {
    fn node(&self, node: &Node, depth: usize, out: &mut String) {
        *out += &format!("\n{}", "    ".repeat(depth));
        self.bare(node, depth, out);
    }

    fn bare(&self, node: &Node, depth: usize, out: &mut String) {
        if let Some(number) = node.label {
            *out += &format!("{}: ", label(number));
        }
        *out += &name(&node.kind);
        *out += &self.args(&node.kind);
        if node.children.is_empty() {
            return;
        }
        *out += " <";
        let arms: Vec<Option<String>> = match &node.kind {
            Kind::Switch(_, arms) | Kind::ReactiveSwitch(_, arms) => {
                arms.iter().copied().map(pattern).map(Some).collect()
            }
            Kind::Priority(conditions) => conditions.iter().map(|id| id.map(|id| self.condition(id))).collect(),
            _ => Vec::new(),
        };
        for (index, child) in node.children.iter().enumerate() {
            *out += &format!("{}\n{}", if index == 0 { "" } else { "," }, "    ".repeat(depth + 1));
            if let Some(Some(arm)) = arms.get(index) {
                *out += &format!("{arm} => ");
            }
            self.bare(child, depth + 1, out);
        }
        // Both ways to end a list are right.
        *out += if node.label.is_some() { ",>" } else { ">" };
    }

    fn args(&self, kind: &Kind) -> String {
        match kind {
            Kind::Leaf(Leaf::Chosen, id) => format!("(Derived::new({}))", self.id(*id)),
            Kind::Leaf(Leaf::ChosenQuick, id) => format!("(Quick::new({}))", self.id(*id)),
            Kind::Leaf(Leaf::ChosenAlert, id) => format!("(Alert::new({}))", self.id(*id)),
            Kind::Leaf(_, id) | Kind::Moody(id) => format!("({})", self.id(*id)),
            Kind::Argued(id, argument) => format!("(|world| number(world, {}), {})", self.id(*argument), self.id(*id)),
            Kind::Action(id) => format!("(|world| act(world, {}))", self.id(*id)),
            Kind::Condition(id)
            | Kind::WaitUntil(id)
            | Kind::If(id)
            | Kind::ReactiveIfElse(id)
            | Kind::Precondition(id)
            | Kind::Guard(id) => {
                format!("({})", self.condition(*id))
            }
            Kind::Switch(id, _) | Kind::ReactiveSwitch(id, _) => format!("(|world| number(world, {}))", self.id(*id)),
            Kind::Subtree { tree, base } if self.program.trees[*tree].has_base => format!("({})", self.id(*base)),
            Kind::Repeat(count) | Kind::Retry(count) | Kind::RunLimit(count) | Kind::Recover(count) => {
                format!("({})", self.number(*count))
            }
            Kind::Wait(time)
            | Kind::Delay(time)
            | Kind::Timeout(time)
            | Kind::Cooldown(time)
            | Kind::Throttle(time) => {
                format!("({})", self.time(*time))
            }
            Kind::WaitBetween(one, other) => format!("({}, {})", self.time(*one), self.time(*other)),
            Kind::Every(time, id) => format!("({}, |world| beat(world, {}))", self.time(*time), self.id(*id)),
            Kind::Probability(chance) => format!("({})", self.chance(*chance)),
            Kind::Weighted(weights) => format!("({})", list(weights.iter().map(|&each| self.weight(each)))),
            Kind::Utility(scores) => format!("({})", list(scores.iter().map(|&score| self.score(score)))),
            Kind::ReactiveUtility(scores, margin) => {
                let margin = margin.map(|margin| format!("margin = {}", self.chance(margin)));
                format!("({})", list(scores.iter().map(|&score| self.score(score)).chain(margin)))
            }
            Kind::Observe(id) | Kind::Keyed(id) => format!("(|world| -> u32 {{ number(world, {}) }})", self.id(*id)),
            Kind::Remember(key, value, Some(at)) => {
                format!("({}, {}, at = {})", self.number(*key), self.number(*value), self.number(*at))
            }
            Kind::Remember(key, value, None) | Kind::Recalls(key, Some(value)) => {
                format!("({}, {})", self.number(*key), self.number(*value))
            }
            Kind::Recalls(key, None) | Kind::Forget(key) => format!("({})", self.number(*key)),
            Kind::Parallel(success, failure) => self.thresholds(&[("success", success), ("failure", failure)]),
            Kind::ParallelAll(failure) => self.thresholds(&[("failure", failure)]),
            _ => String::new(),
        }
    }

    fn condition(&self, id: Id) -> String {
        format!("|world| ask(world, {})", self.id(id))
    }

    fn id(&self, id: Id) -> String {
        if self.tree.has_base { format!("base + {id}") } else { id.to_string() }
    }

    fn number(&self, number: Number) -> String {
        match number {
            Number::Of(number) => number.to_string(),
            Number::Asked(id) => format!("|world| number(world, {})", self.id(id)),
        }
    }

    fn chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Of(chance) => format!("{chance:?}"),
            Chance::Asked(id) => format!("|world| chance(world, {})", self.id(id)),
        }
    }

    fn score(&self, score: Score) -> String {
        match score {
            Score::Float(id) => format!("|world| score(world, {})", self.id(id)),
            Score::Whole(id) => format!("|world| number(world, {})", self.id(id)),
            Score::Of(score) => format!("{score:?}"),
        }
    }

    fn weight(&self, weight: Weight) -> String {
        match weight {
            Weight::Whole(value) => value.to_string(),
            Weight::Part(value) => format!("{value:?}"),
            Weight::Asked(id) => format!("|world| number(world, {})", self.id(id)),
            Weight::Scored(id) => format!("|world| score(world, {})", self.id(id)),
        }
    }

    fn thresholds(&self, named: &[(&str, &Option<Threshold>)]) -> String {
        let value = |threshold| match threshold {
            Threshold::Of(number) => number.to_string(),
            Threshold::All => "all".to_owned(),
            Threshold::Any => "any".to_owned(),
            Threshold::Asked(id) => format!("|world| number(world, {})", self.id(id)),
        };
        let one = |(name, threshold): &(&str, &Option<Threshold>)| Some(format!("{name} = {}", value((**threshold)?)));
        let given: Vec<String> = named.iter().filter_map(one).collect();
        if given.is_empty() { String::new() } else { format!("({})", given.join(", ")) }
    }

    fn time(&self, time: Time) -> String {
        match time {
            Time::Of(nanos) if nanos % 250_000_000 == 0 => format!("{:?}", nanos as f64 / 1e9),
            Time::Of(nanos) => format!("std::time::Duration::from_nanos({nanos})"),
            Time::Asked(id) => format!("|world| time(world, {})", self.id(id)),
        }
    }
}

fn pattern(pattern: Pattern) -> String {
    match pattern {
        Pattern::Is(value) => value.to_string(),
        Pattern::Either(one, other) => format!("{one} | {other}"),
        Pattern::Above(value) => format!("n if n > {value}"),
        Pattern::Any => "_".to_owned(),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
