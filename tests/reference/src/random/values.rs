//! Bindings in random programs.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{DEEPEST, Growth};
use crate::program::{Argument, Kind, Leaf, Name, Node, Number, Pattern, Threshold, Turns};
use crate::values::{deciders, has_value, reaches};

/// The tree without unused bindings.
pub(super) fn without_unused(root: Node) -> Node {
    let used: BTreeSet<Name> = root.all().iter().flat_map(|node| node.uses.clone()).collect();
    unbound(root, &used)
}

fn unbound(mut node: Node, used: &BTreeSet<Name>) -> Node {
    for name in &mut node.binds {
        *name = name.filter(|name| used.contains(name));
    }
    if node.names().next().is_none() {
        node.binds.clear();
    }
    if let Kind::Switch(_, arms) | Kind::ReactiveSwitch(_, arms) = &mut node.kind {
        for arm in arms.iter_mut().filter(|arm| !arm.name().is_some_and(|name| used.contains(&name))) {
            *arm = arm.unnamed();
        }
    }
    node.children = node.children.into_iter().map(|child| unbound(child, used)).collect();
    node
}

impl Growth<'_> {
    fn name(&mut self) -> Name {
        self.next_name += 1;
        self.next_name - 1
    }

    /// A pattern that may have a name.
    pub(super) fn named_pattern(&mut self, pattern: Pattern) -> Pattern {
        match pattern {
            Pattern::Above(limit) if self.nodes.values && self.rng.bool() => Pattern::AboveAs(limit, self.name()),
            Pattern::Any if self.nodes.values && self.rng.bool() => Pattern::As(self.name()),
            Pattern::Is(_) | Pattern::Either(..) | Pattern::Above(_) | Pattern::Any => pattern,
            Pattern::AboveAs(..) | Pattern::As(_) => pattern,
        }
    }

    /// Binds the items of a `for_each`.
    pub(super) fn bind_items(&mut self, node: &mut Node) {
        if node.kind.facts().binds_items && self.rng.u8(..4) > 0 {
            node.binds = vec![Some(self.name())];
        }
    }

    /// The next child of a node, of those that it still needs; `asked` means that the node must have a value.
    pub(super) fn child(&mut self, kind: &Kind, left: Range<usize>, depth: usize, share: usize, asked: bool) -> Node {
        let reaches = left.len() > 1 && reaches(kind, left.start, left.start + 1);
        if reaches && self.nodes.values && self.rng.u8(..3) > 0 {
            return self.bound(depth, share);
        }
        let decides = || deciders(kind, left.end).is_some_and(|deciders| deciders.contains(&left.start));
        if asked && decides() { self.producer(depth, share) } else { self.node(depth, share) }
    }

    /// A node with a name for its value, or with one for each child.
    fn bound(&mut self, depth: usize, share: usize) -> Node {
        if share < 3 || depth + 1 >= DEEPEST || self.rng.u8(..5) > 0 {
            let name = self.name();
            return self.producer(depth, share).bind(name);
        }
        self.budget = self.budget.saturating_sub(1);
        let count = self.rng.usize(2..=3);
        let success = self.rng.bool().then_some(Threshold::All);
        let mut parallel = Node::new(Kind::Parallel(success, self.threshold(count)), vec![]);
        let named = std::mem::replace(&mut self.named, true);
        for index in 0..count {
            let binds = index == 0 || self.rng.u8(..3) > 0;
            let share = (share - 1) / count;
            let child = if binds { self.producer(depth + 1, share) } else { self.node(depth + 1, share) };
            parallel.binds.push(binds.then(|| self.name()));
            parallel.children.push(child);
        }
        self.named = named;
        self.finish(&mut parallel);
        self.mended(parallel)
    }

    /// A node with a value.
    pub(super) fn producer(&mut self, depth: usize, share: usize) -> Node {
        self.budget = self.budget.saturating_sub(1);
        let is_leaf = depth >= DEEPEST || share < 2 || self.budget == 0 || self.rng.bool();
        let mut node = match () {
            () if !is_leaf => self.passing(depth, share - 1),
            () => {
                let takes = !self.named && self.rng.bool();
                let subtree = if takes { self.subtree(|tree| tree.gives) } else { None };
                Node::new(subtree.unwrap_or_else(|| self.finding()), vec![])
            }
        };
        self.finish(&mut node);
        node
    }

    /// A leaf with a value.
    pub(super) fn finding(&mut self) -> Kind {
        match self.rng.u8(..10) {
            0 | 1 => Kind::Leaf(Leaf::Spot, self.id()),
            2 => Kind::Leaf(Leaf::Collect, self.id()),
            3 | 4 if self.program.fallible => Kind::Leaf(Leaf::Dig, self.id()),
            5 if self.nodes.messages => Kind::Leaf(Leaf::Scout, self.id()),
            6 if !self.named => Kind::Fetch(self.id()),
            7 if !self.named => Kind::SucceedWith(self.count()),
            8 | 9 if self.nodes.requests => self.asking(),
            _ => Kind::Leaf(Leaf::Find, self.id()),
        }
    }

    /// A node with children, one of which gives it its value.
    fn passing(&mut self, depth: usize, share: usize) -> Node {
        let count = self.rng.usize(1..=share.clamp(1, 3));
        match self.rng.u8(..12) {
            0 | 1 if self.nodes.cleanup => return self.with_cleanup(depth, share, true),
            2 if self.nodes.observe => return self.observing(count, depth, share, true),
            _ => {}
        }
        let (kind, count) = match self.rng.u8(..6) {
            0..=2 if self.nodes.own => (Kind::Turns(Turns::Giving, self.id()), count.max(2)),
            0..=2 => (self.passing_composite(count), count),
            3 => self.passing_branches(),
            4 if self.rng.u8(..3) == 0 => (Kind::Turns(Turns::Giving, self.id()), count.max(2)),
            _ => (self.passing_decorator(), 1),
        };
        self.grown(kind, count, depth, share, true)
    }

    /// A random composite whose children bind values. If there are values in scope already, it may be a `finally` whose
    /// cleanup uses them.
    pub(super) fn of_values(&mut self, count: usize, depth: usize, share: usize) -> Node {
        let (kind, count) = match self.rng.u8(..8) {
            0..=2 if self.nodes.cleanup && !self.scope.is_empty() => return self.with_cleanup(depth, share, false),
            0 | 1 => (Kind::IfElse, self.rng.usize(2..=3)),
            2 if self.nodes.navigation => (Kind::Pipeline, count),
            3 | 4 => (Kind::ReactiveSequence, count),
            _ => (Kind::Sequence, count),
        };
        self.with_children(kind, count, depth, share)
    }

    /// A composite that ticks its first child again while the second one is active: when the first one fails then, the
    /// cleanup of the second one uses the value from before. The first one is often a `finally`, too.
    pub(super) fn watched(&mut self, depth: usize, share: usize) -> Node {
        let kind = if self.nodes.navigation && self.rng.bool() { Kind::Pipeline } else { Kind::ReactiveSequence };
        self.budget = self.budget.saturating_sub(2);
        let name = self.name();
        // Small subtrees: the larger they are, the less often everything that this test needs happens.
        let mut finder = match self.rng.u8(..4) {
            0 => self.passing(depth + 1, share / 2),
            _ => self.with_cleanup(depth + 1, (share / 2).min(4), true),
        };
        self.finish(&mut finder);
        self.scope.push(name);
        let mut user = self.with_cleanup(depth + 1, (share / 2).min(4), false);
        if self.rng.bool() {
            user.children[0] = Node::new(Kind::Running, vec![]);
        }
        let rest = user.children.pop().expect("it has a cleanup");
        let uses = Node::new(self.given(), vec![]).using(&[name]);
        user.children.push(Node::new(Kind::Sequence, vec![uses, rest]));
        self.scope.pop();
        self.finish(&mut user);
        self.mended(Node::new(kind, vec![finder.bind(name), user]))
    }

    fn passing_composite(&mut self, count: usize) -> Kind {
        let chance = self.nodes.chance;
        match self.rng.u8(..14) {
            0 | 1 => Kind::Sequence,
            2 | 3 => Kind::Selector,
            4 => Kind::ReactiveSequence,
            5 => Kind::ReactiveSelector,
            6 => Kind::Race,
            7 => Kind::Switch(self.id(), self.arms(count)),
            8 => Kind::ReactiveSwitch(self.id(), self.arms(count)),
            9 if self.nodes.priority => self.with_a_turn(count),
            10 if self.nodes.navigation => Kind::Pipeline,
            11 if self.nodes.navigation => Kind::RoundRobin,
            12 if chance => Kind::RandomSelector,
            13 if chance => Kind::Weighted((0..count).map(|_| self.weight()).collect()),
            _ if chance => Kind::Utility((0..count).map(|_| self.score()).collect()),
            _ => Kind::Selector,
        }
    }

    /// A node with a certain number of children.
    fn passing_branches(&mut self) -> (Kind, usize) {
        match self.rng.u8(..5) {
            0 => (Kind::If(self.id()), self.rng.usize(1..=2)),
            1 => (Kind::ReactiveIfElse(self.id()), self.rng.usize(1..=2)),
            2 if self.nodes.navigation => (Kind::Recover(self.count()), 2),
            3 if self.nodes.navigation => (Kind::SimpleParallel, 2),
            _ => (Kind::IfElse, self.rng.usize(2..=3)),
        }
    }

    fn passing_decorator(&mut self) -> Kind {
        match self.rng.u8(..14) {
            0 if self.timed => Kind::Timeout(self.time()),
            1 if self.timed => Kind::Delay(self.time()),
            2 if self.nodes.time => Kind::Cooldown(self.time()),
            3 if self.nodes.time => Kind::Every(self.time(), self.id()),
            4 if self.nodes.time && self.nodes.navigation => Kind::Throttle(self.time()),
            5 if self.nodes.chance => Kind::Probability(self.chance()),
            6 if self.nodes.navigation => Kind::Keyed(self.id()),
            7 if !self.scope.is_empty() => Kind::KeyedBy,
            8 => Kind::Precondition(self.id()),
            9 => Kind::RunLimit(self.count()),
            10 => Kind::Unchecked,
            11 => Kind::RepeatUntilSuccess,
            12 | 13 => Kind::Retry(self.count()),
            _ => Kind::Guard(self.id()),
        }
    }

    /// A leaf that is given a value.
    pub(super) fn given(&mut self) -> Kind {
        Kind::Argued(self.id(), Number::Bound)
    }

    /// Whether an argument is a value that is bound.
    pub(super) fn takes_bound(&mut self) -> bool {
        !self.scope.is_empty() && self.rng.u8(..3) == 0
    }

    /// Writes names into the arguments of a node, if there are some.
    pub(super) fn use_names(&mut self, node: &mut Node) {
        let most = node.kind.most_uses().min(2);
        if self.scope.is_empty() || most == 0 {
            return;
        }
        let least = usize::from(node.kind.arguments().contains(&Argument::Bound));
        let count = match self.rng.u8(..8) {
            0..=2 => least,
            7 => most,
            _ => 1,
        };
        for _ in 0..count {
            let name = self.scope[self.rng.usize(..self.scope.len())];
            if !node.uses.contains(&name) {
                node.uses.push(name);
            }
        }
    }

    /// A leaf with all results, in place of a node: it has a value if the node has one.
    pub(super) fn stand_in(&mut self, node: &Node) -> Node {
        let has_value = has_value(node, self.program);
        let mut find = || Node::new(Kind::Leaf(Leaf::Find, self.id()), vec![]);
        let bare = match node.binds.len() {
            _ if node.kind.facts().binds_items => return self.scripted(),
            0 | 1 if has_value => find(),
            0 => return self.scripted(),
            several => Node::new(Kind::Parallel(None, None), (0..several).map(|_| find()).collect()),
        };
        Node { binds: node.binds.clone(), ..bare }
    }

    fn scripted(&mut self) -> Node {
        Node::new(Kind::Leaf(Leaf::Scripted, self.id()), vec![])
    }
}
