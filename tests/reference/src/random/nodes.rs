//! Nodes that were added later, each group with a switch.

use fastrand::Rng;

use super::{DEEPEST, Growth};
use crate::program::{Chance, Kind, Leaf, Node, Number, Score, Turn, Weight};
use crate::world::KEYS;

/// The nodes in random programs besides the first ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nodes {
    /// `cooldown`, `every`; with chance `wait_between`.
    pub time: bool,
    /// Leaves that take the span.
    pub spans: bool,
    /// `random_sequence`, `random_selector`, `weighted`, `probability`; and `utility`.
    pub chance: bool,
    /// Trees and leaves that receive.
    pub messages: bool,
    /// `remember`, `recalls`, `forget`.
    pub memory: bool,
    /// `observe`.
    pub observe: bool,
    /// `priority`, `reactive_utility`.
    pub priority: bool,
    /// `recover`, `pipeline`, `round_robin`; and `throttle`, `keyed`, `simple_parallel`.
    pub navigation: bool,
    /// `finally`.
    pub cleanup: bool,
    /// Leaves with a value, bindings and their uses, `for_each`; in some of the programs.
    pub values: bool,
    /// Leaves that wait for requests; in some of the programs.
    pub requests: bool,
    /// More decorators and composites of the user's; in some of the programs.
    pub own: bool,
    /// More leaves that wait, so that trees sleep; in some of the programs.
    pub waits: bool,
}

impl Nodes {
    /// None of them.
    pub const FIRST: Nodes = Nodes {
        time: false,
        spans: false,
        chance: false,
        messages: false,
        memory: false,
        observe: false,
        priority: false,
        navigation: false,
        cleanup: false,
        values: false,
        requests: false,
        own: false,
        waits: false,
    };
    /// All of them.
    pub const ALL: Nodes = Nodes {
        time: true,
        spans: true,
        chance: true,
        messages: true,
        memory: true,
        observe: true,
        priority: true,
        navigation: true,
        cleanup: true,
        values: true,
        requests: true,
        own: true,
        waits: true,
    };

    /// The groups that one program has.
    pub(super) fn some(self, timed: bool, seed: u64, rng: &mut Rng) -> Nodes {
        let values = self.values && seed % 5 < 2;
        Nodes {
            time: self.time && timed,
            spans: self.spans && timed,
            chance: self.chance && rng.bool(),
            messages: self.messages && rng.bool(),
            memory: self.memory && rng.u8(..4) == 0,
            observe: self.observe && rng.bool(),
            priority: self.priority && rng.bool(),
            navigation: self.navigation && rng.bool(),
            cleanup: self.cleanup && rng.u8(..4) < if values { 3 } else { 2 },
            values,
            requests: self.requests && seed % 6 == 5,
            own: self.own && seed % 6 == 1,
            waits: self.waits && timed && seed % 6 == 3,
        }
    }
}

/// Makes one of the kinds.
type Make<'a> = fn(&mut Growth<'a>) -> Kind;

impl<'a> Growth<'a> {
    /// One of those that are switched on, as often as not.
    fn one_of(&mut self, groups: &[(bool, &[Make<'a>])]) -> Option<Kind> {
        let on = groups.iter().filter(|(on, _)| *on);
        let makes: Vec<Make<'a>> = on.flat_map(|(_, makes)| makes.iter().copied()).collect();
        if makes.is_empty() || self.rng.bool() {
            return None;
        }
        let make = makes[self.rng.usize(..makes.len())];
        Some(make(self))
    }

    pub(super) fn later_leaf(&mut self) -> Option<Kind> {
        let Nodes { time, spans, chance, messages, memory, values, requests, waits, .. } = self.nodes;
        let in_scope = !self.scope.is_empty();
        self.one_of(&[
            (spans, &[|growth| Kind::Leaf(Leaf::Busy, growth.id())]),
            (waits, &[Growth::waiting, Growth::waiting, Growth::waiting]),
            (time && chance, &[|growth| Kind::WaitBetween(growth.time(), growth.time())]),
            (messages, &[Growth::hearing, Growth::hearing]),
            (values, &[Growth::finding]),
            (requests, &[Growth::asking, Growth::asking]),
            (in_scope, &[Growth::given, Growth::given, |growth| Kind::Condition(growth.id())]),
            (memory, &[Growth::remembering, Growth::recalling, Growth::forgetting]),
        ])
    }

    pub(super) fn later_composite(&mut self, count: usize, depth: usize, share: usize) -> Option<Node> {
        let Nodes { chance, observe, priority, navigation, cleanup, values, own, .. } = self.nodes;
        match if own { self.rng.u8(..6) } else { 0 } {
            1 | 2 if share > 1 => {
                let kind = Kind::Turns(self.turns(), self.id());
                return Some(self.with_children(kind, count.max(2), depth, share));
            }
            3 => {
                let kind = Kind::Moody(self.moods(), self.id());
                return Some(self.with_children(kind, 1, depth, share));
            }
            _ => {}
        }
        if cleanup && values && share > 3 && depth + 2 < DEEPEST && self.rng.u8(..5) < 2 {
            return Some(self.watched(depth, share));
        }
        if observe && self.rng.u8(..3) == 0 {
            return Some(self.observing(count, depth, share, false));
        }
        if priority && self.rng.u8(..4) == 0 {
            let kind = self.with_a_turn(count);
            return Some(self.with_children(kind, count, depth, share));
        }
        if navigation && self.rng.u8(..4) == 0 {
            let (kind, count) = self.of_navigation(count);
            return Some(self.with_children(kind, count, depth, share));
        }
        if cleanup && self.rng.u8(..4) == 0 {
            return Some(self.with_cleanup(depth, share, false));
        }
        if values && self.rng.u8(..3) == 0 {
            return Some(self.of_values(count, depth, share));
        }
        if chance && self.rng.u8(..3) == 0 {
            let kind = self.chosen_by_chance(count);
            return Some(self.with_children(kind, count, depth, share));
        }
        None
    }

    pub(super) fn later_decorator(&mut self) -> Option<Kind> {
        let Nodes { time, chance, navigation, values, own, .. } = self.nodes;
        let in_scope = !self.scope.is_empty();
        self.one_of(&[
            (time, &[|growth| Kind::Cooldown(growth.time()), |growth| Kind::Every(growth.time(), growth.id())]),
            (navigation, &[|growth| Kind::Keyed(growth.id())]),
            (
                own,
                &[|growth| Kind::Moody(growth.moods(), growth.id()), |growth| Kind::Moody(growth.moods(), growth.id())],
            ),
            (values, &[|growth| Kind::ForEach(growth.id())]),
            (in_scope, &[|_| Kind::KeyedBy, |growth| Kind::Guard(growth.id())]),
            (time && navigation, &[|growth| Kind::Throttle(growth.time())]),
            (chance, &[|growth| Kind::Probability(growth.chance())]),
        ])
    }

    /// `finally`, with a cleanup that often begins with what can break.
    pub(super) fn with_cleanup(&mut self, depth: usize, share: usize, asked: bool) -> Node {
        let mut finally = self.grown(Kind::Finally, 2, depth, share, asked);
        if self.program.fallible && (self.nodes.values || self.rng.bool()) {
            let breaks = Node::new(Kind::Leaf(Leaf::Fallible, self.id()), vec![]);
            let rest = finally.children.pop().expect("it has a cleanup");
            finally.children.push(Node::new(Kind::Sequence, vec![breaks, rest]));
        }
        finally
    }

    /// A composite of those that robots use, and how many children it has.
    fn of_navigation(&mut self, count: usize) -> (Kind, usize) {
        match self.rng.u8(..4) {
            0 => (Kind::Recover(self.count()), 2),
            2 => (Kind::SimpleParallel, 2),
            1 => (Kind::RoundRobin, count),
            _ => (Kind::Pipeline, count),
        }
    }

    fn chosen_by_chance(&mut self, count: usize) -> Kind {
        match self.rng.u8(..4) {
            0 => Kind::RandomSequence,
            1 => Kind::RandomSelector,
            2 => Kind::Weighted((0..count).map(|_| self.weight()).collect()),
            _ => Kind::Utility((0..count).map(|_| self.score()).collect()),
        }
    }

    /// `observe`, with what it is for directly below it.
    pub(super) fn observing(&mut self, count: usize, depth: usize, share: usize, asked: bool) -> Node {
        let key = self.id();
        if !asked
            && self.rng.u8(..3) == 0
            && let Some(tree) = self.subtree(|tree| tree.root.kind.facts().looks)
        {
            return Node::new(Kind::Observe(key), vec![Node::new(tree, vec![])]);
        }
        let (kind, count) = match self.rng.u8(..8) {
            6 | 7 if self.nodes.priority => (self.with_a_turn(count), count),
            0 | 1 => (Kind::ReactiveSequence, count),
            2 | 3 => (Kind::ReactiveSelector, count),
            4 => (Kind::ReactiveIfElse(self.id()), self.rng.usize(1..=2)),
            _ => (Kind::ReactiveSwitch(self.id(), self.arms(count)), count),
        };
        self.budget = self.budget.saturating_sub(1);
        let mut reactive = self.grown(kind, count, depth + 1, share, asked);
        self.finish(&mut reactive);
        Node::new(Kind::Observe(key), vec![reactive])
    }

    /// A composite that chooses one child.
    pub(super) fn with_a_turn(&mut self, count: usize) -> Kind {
        if self.rng.bool() {
            return Kind::Priority(self.turns_of_arms(count));
        }
        let scores = (0..count).map(|_| self.score()).collect();
        Kind::ReactiveUtility(scores, self.rng.bool().then(|| self.chance()))
    }

    /// A condition for each child, half of them with `if`; the last one may have none.
    fn turns_of_arms(&mut self, count: usize) -> Vec<Turn> {
        let turn = |number| match (number < count || self.rng.bool(), self.rng.bool()) {
            (false, _) => Turn::Otherwise,
            (true, false) => Turn::While(self.id()),
            (true, true) => Turn::If(self.id()),
        };
        (1..=count).map(turn).collect()
    }

    fn hearing(&mut self) -> Kind {
        Kind::Leaf([Leaf::Alert, Leaf::Alert, Leaf::Aware, Leaf::ChosenAlert][self.rng.usize(..4)], self.id())
    }

    /// A leaf that waits.
    fn waiting(&mut self) -> Kind {
        Kind::Wait(self.time())
    }

    /// A leaf that waits for a request.
    pub(super) fn asking(&mut self) -> Kind {
        let leaf = if self.program.fallible && self.rng.bool() { Leaf::Demanded } else { Leaf::Asked };
        Kind::Leaf(leaf, self.id())
    }

    fn remembering(&mut self) -> Kind {
        Kind::Remember(self.key(), self.key(), self.rng.bool().then(|| self.key()))
    }

    fn recalling(&mut self) -> Kind {
        let key = self.key();
        Kind::Recalls(key, self.rng.bool().then(|| self.key()))
    }

    fn forgetting(&mut self) -> Kind {
        Kind::Forget(self.key())
    }

    /// A key; there are few different values, so that requested values are often stored ones.
    fn key(&mut self) -> Number {
        if self.takes_bound() {
            return Number::Bound;
        }
        if self.rng.bool() { Number::Of(self.rng.u32(..KEYS as u32)) } else { Number::Asked(self.id()) }
    }

    pub(super) fn weight(&mut self) -> Weight {
        match self.rng.u8(..6) {
            0..=2 => Weight::Whole(self.rng.i32(-1..=4)),
            3 | 4 => Weight::Part([-0.5, 0.0, 0.1, 0.5, 2.25][self.rng.usize(..5)]),
            _ if self.rng.bool() => Weight::Asked(self.id()),
            _ => Weight::Scored(self.id()),
        }
    }

    pub(super) fn score(&mut self) -> Score {
        match self.rng.u8(..5) {
            0 | 1 => Score::Float(self.id()),
            2 | 3 => Score::Whole(self.id()),
            _ => Score::Of([-1.5, 0.0, 0.5, 1.0, 2.25][self.rng.usize(..5)]),
        }
    }

    pub(super) fn chance(&mut self) -> Chance {
        if self.takes_bound() {
            return Chance::Bound;
        }
        if self.rng.bool() {
            return Chance::Asked(self.id());
        }
        Chance::Of([0.0, 0.25, 0.5, 0.75, 1.0][self.rng.usize(..5)])
    }
}
