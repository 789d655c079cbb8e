//! Random programs.

use fastrand::Rng;

use crate::can;
use crate::program::{Id, Kind, Leaf, Moods, Name, Node, Number, Pattern, Program, Threshold, Time, Tree, Turns};

mod nodes;
mod values;

pub use nodes::Nodes;

/// The nodes that random programs may contain: those that `bt!` knows.
pub const NODES: Nodes = Nodes::ALL;

/// How many levels a tree has at most.
const DEEPEST: usize = 8;
/// How many nodes a tree has at most, its subtrees written out.
const LARGEST: usize = 40;
/// How many children a node has at most.
const WIDEST: usize = 5;
/// One in this many trees is large, since the compiler splits large trees.
const EVERY: u64 = 16;
/// How many times as large and as wide it is.
const TIMES: usize = 6;

/// A program; the same for the same seed.
pub fn program(seed: u64) -> Program {
    program_with(NODES, seed)
}

/// A program of these nodes.
pub fn program_with(nodes: Nodes, seed: u64) -> Program {
    grown(nodes, seed, true)
}

/// A program that may have unreachable nodes and pointless loops.
pub fn unmended(seed: u64) -> Program {
    unmended_with(NODES, seed)
}

/// A program of these nodes that may have unreachable nodes and pointless loops.
pub fn unmended_with(nodes: Nodes, seed: u64) -> Program {
    grown(nodes, seed, false)
}

/// Half of those with many decorators and composites of the user's can break, and half of those with requests.
fn often_breaks(nodes: Nodes, seed: u64) -> bool {
    nodes.own && seed % 12 == 1 || nodes.requests && seed % 12 == 5
}

fn grown(nodes: Nodes, seed: u64, mend: bool) -> Program {
    let mut rng = Rng::with_seed(seed);
    let times = if seed.is_multiple_of(EVERY) { TIMES } else { 1 };
    let (fallible, timed) = (rng.u8(..3) == 0 || often_breaks(nodes, seed), rng.bool() || nodes.waits && seed % 6 == 3);
    let nodes = nodes.some(timed, seed, &mut rng);
    let subtrees = if rng.bool() { rng.usize(1..=3) } else { 0 };
    let none = Tree { root: Node::new(Kind::Fail, vec![]), has_base: true, hears: false, gives: false, ids: 0..0 };
    let mut program = Program { trees: vec![none; subtrees + 1], fallible, boxed: false };
    let (mut first_free, mut first_name) = (0, 0);
    for index in (0..=subtrees).rev() {
        let has_base = index > 0 && rng.u8(..4) > 0;
        let first = if has_base { 0 } else { first_free };
        let most = if index == 0 { LARGEST * times } else { LARGEST / 4 };
        let budget = if rng.u8(..4) == 0 || times > 1 { most } else { rng.usize(1..=most) };
        let mut growth = Growth {
            rng: &mut rng,
            program: &program,
            own: index,
            timed,
            nodes,
            mend,
            budget,
            widest: WIDEST * times,
            next: first,
            labels: 0,
            scope: Vec::new(),
            next_name: first_name,
            named: false,
            used: vec![false; subtrees + 1],
        };
        let gives = nodes.values && index > 0 && growth.rng.u8(..3) > 0;
        let depth = if index == 0 { 1 } else { DEEPEST - 2 };
        let root = if gives { growth.producer(depth, budget) } else { growth.node(depth, budget) };
        let root = values::without_unused(root);
        let ids = first..growth.next;
        first_name = growth.next_name;
        if !has_base {
            first_free = ids.end;
        }
        // The headers of some subtrees say nothing about messages.
        let hears = nodes.messages && (index == 0 || rng.u8(..4) > 0);
        program.trees[index] = Tree { root, has_base, hears, gives, ids };
    }
    program
}

/// A tree as it grows.
struct Growth<'a> {
    rng: &'a mut Rng,
    program: &'a Program,
    own: usize,
    timed: bool,
    /// The nodes besides the first ones.
    nodes: Nodes,
    /// Whether unreachable nodes and pointless loops are repaired.
    mend: bool,
    /// Nodes that may still be made.
    budget: usize,
    widest: usize,
    next: Id,
    labels: u32,
    /// The names that can be used.
    scope: Vec<Name>,
    next_name: Name,
    /// Whether the macro must know the types of values.
    named: bool,
    /// The subtrees without a parameter that are in use: a second occurrence would have the same ids.
    used: Vec<bool>,
}

impl Growth<'_> {
    fn id(&mut self) -> Id {
        self.next += 1;
        self.next - 1
    }

    /// A node with at most this many nodes in it.
    fn node(&mut self, depth: usize, share: usize) -> Node {
        self.budget = self.budget.saturating_sub(1);
        let mut node = if depth >= DEEPEST || share < 2 || self.budget == 0 {
            self.leaf()
        } else if self.rng.u8(..5) < 3 {
            self.composite(depth, share - 1)
        } else if self.rng.u8(..8) == 0 {
            self.leaf()
        } else {
            self.decorator(depth, share - 1)
        };
        self.finish(&mut node);
        node
    }

    fn finish(&mut self, node: &mut Node) {
        self.label(node);
        self.use_names(node);
    }

    fn label(&mut self, node: &mut Node) {
        if self.rng.u8(..6) == 0 {
            node.label = Some(self.labels);
            self.labels += 1;
        }
    }

    fn leaf(&mut self) -> Node {
        if let Some(kind) = self.later_leaf() {
            return Node::new(kind, vec![]);
        }
        let kind = match self.rng.u8(..32) {
            0 => Kind::Succeed,
            1 => Kind::Fail,
            2 => Kind::Running,
            3 | 4 => Kind::WaitUntil(self.id()),
            5 | 6 => Kind::Condition(self.id()),
            7 | 8 => Kind::Action(self.id()),
            9 => Kind::Argued(self.id(), Number::Asked(self.id())),
            10 | 11 => Kind::Leaf(Leaf::Quick, self.id()),
            12 => Kind::Leaf(Leaf::Sure, self.id()),
            13 => Kind::Leaf(Leaf::Derived, self.id()),
            14 => Kind::Leaf([Leaf::Chosen, Leaf::ChosenQuick][self.rng.usize(..2)], self.id()),
            15..=18 if self.program.fallible => Kind::Leaf(Leaf::Fallible, self.id()),
            24..=28 if self.timed => Kind::Wait(self.time()),
            20..=23 => self.subtree(|_| true).unwrap_or_else(|| Kind::Leaf(Leaf::Scripted, self.id())),
            _ => Kind::Leaf(Leaf::Scripted, self.id()),
        };
        Node::new(kind, vec![])
    }

    /// A tree that comes later in the program, if it suits.
    fn subtree(&mut self, suits: fn(&Tree) -> bool) -> Option<Kind> {
        let later = self.own + 1..self.program.trees.len();
        if later.is_empty() {
            return None;
        }
        let index = self.rng.usize(later);
        let tree = &self.program.trees[index];
        let size = self.size(&tree.root);
        if size > self.budget + 1 || !suits(tree) {
            return None;
        }
        if !tree.has_base {
            // Only in the main tree, which is not a leaf of another one.
            if self.own != 0 || std::mem::replace(&mut self.used[index], true) {
                return None;
            }
            self.budget -= size - 1;
            return Some(Kind::Subtree { tree: index, base: 0 });
        }
        self.budget -= size - 1;
        let base = self.next;
        self.next += tree.ids.end;
        Some(Kind::Subtree { tree: index, base })
    }

    /// How many nodes there are when subtrees are written out.
    fn size(&self, node: &Node) -> usize {
        let below: usize = node.children.iter().map(|child| self.size(child)).sum();
        let inner = if let Kind::Subtree { tree, .. } = node.kind { Some(tree) } else { None };
        inner.map_or(1 + below, |tree| self.size(&self.program.trees[tree].root))
    }

    fn composite(&mut self, depth: usize, share: usize) -> Node {
        let most = share.clamp(1, self.widest);
        let count = self.rng.usize(1..=most);
        if let Some(node) = self.later_composite(count, depth, share) {
            return node;
        }
        let kind = match self.rng.u8(..20) {
            19 => Kind::Turns(self.turns(), self.id()),
            0..=2 => Kind::Sequence,
            3..=5 => Kind::Selector,
            6 | 7 => Kind::ReactiveSequence,
            8 | 9 => Kind::ReactiveSelector,
            10 | 11 => Kind::Parallel(self.threshold(count), self.threshold(count)),
            12 => Kind::ParallelAll(self.threshold(count)),
            13 => Kind::Race,
            14 => Kind::IfElse,
            15 => Kind::ReactiveIfElse(self.id()),
            16 => Kind::If(self.id()),
            17 => Kind::Switch(self.id(), self.arms(count)),
            _ => Kind::ReactiveSwitch(self.id(), self.arms(count)),
        };
        let count = if kind == Kind::IfElse {
            self.rng.usize(2..=3)
        } else if matches!(kind, Kind::Turns(..)) {
            count.max(2)
        } else if matches!(kind, Kind::If(_) | Kind::ReactiveIfElse(_)) {
            self.rng.usize(1..=2)
        } else {
            count
        };
        self.with_children(kind, count, depth, share)
    }

    fn with_children(&mut self, kind: Kind, count: usize, depth: usize, share: usize) -> Node {
        self.grown(kind, count, depth, share, false)
    }

    /// A node with children; `asked` means that it must have a value.
    fn grown(&mut self, kind: Kind, count: usize, depth: usize, share: usize, asked: bool) -> Node {
        let scope = self.scope.clone();
        let mut node = Node::new(kind, vec![]);
        self.bind_items(&mut node);
        for index in 0..count {
            self.scope = scope.iter().copied().chain(crate::values::visible(&node, index)).collect();
            let child = self.child(&node.kind, index..count, depth + 1, share / count, asked);
            node.children.push(child);
        }
        self.scope = scope;
        self.mended(node)
    }

    fn decorator(&mut self, depth: usize, share: usize) -> Node {
        if let Some(kind) = self.later_decorator() {
            return self.with_children(kind, 1, depth, share);
        }
        let kind = match self.rng.u8(..23) {
            0 => Kind::Inverter,
            1 => Kind::ForceSuccess,
            2 => Kind::ForceFailure,
            3 | 4 => Kind::Repeat(self.count()),
            5 => Kind::Forever,
            6 => Kind::RepeatUntilFailure,
            7 => Kind::RepeatUntilSuccess,
            8 | 9 => Kind::Retry(self.count()),
            10 => Kind::Precondition(self.id()),
            11 | 12 => Kind::Guard(self.id()),
            13 => Kind::RunOnce,
            14 => Kind::RunLimit(self.count()),
            15 | 16 if self.timed => Kind::Delay(self.time()),
            17..=19 if self.timed => Kind::Timeout(self.time()),
            22 => Kind::Unchecked,
            15 | 16 => Kind::Guard(self.id()),
            _ => Kind::Moody(self.moods(), self.id()),
        };
        self.with_children(kind, 1, depth, share)
    }

    /// The node without unreachable children and pointless loops: a leaf with all results is put before the first of
    /// them.
    fn mended(&mut self, mut node: Node) -> Node {
        // Those before the last child of a `reactive_sequence` may not wait.
        if node.kind == Kind::ReactiveSequence {
            for index in 0..node.children.len() - 1 {
                if can::waits(&node.children[index], self.program) {
                    node.children[index] = self.stand_in(&node.children[index]);
                }
            }
        }
        if !self.mend {
            return node;
        }
        while let Some(&first) = can::unreachable(&node, self.program).first() {
            let cause = if node.kind == Kind::IfElse { 0 } else { first - 1 };
            node.children[cause] = self.stand_in(&node.children[cause]);
        }
        if can::is_in_vain(&node, self.program) {
            node.children[0] = self.stand_in(&node.children[0]);
        }
        node
    }

    fn threshold(&mut self, children: usize) -> Option<Threshold> {
        match self.rng.u8(..9) {
            0 | 1 => None,
            8 => Some(Threshold::Asked(self.id())),
            2 => Some(Threshold::All),
            3 => Some(Threshold::Any),
            // A threshold of 0 is decided after the first child, so it needs no other one.
            4 if children == 1 => Some(Threshold::Of(0)),
            _ => Some(Threshold::Of(self.rng.usize(1..=children))),
        }
    }

    fn arms(&mut self, count: usize) -> Vec<Pattern> {
        let mut arm = |_| match self.rng.u8(..3) {
            0 => Pattern::Is(self.rng.u32(..6)),
            1 => Pattern::Either(self.rng.u32(..3), self.rng.u32(3..6)),
            _ => Pattern::Above(self.rng.u32(..5)),
        };
        let mut arms: Vec<Pattern> = (1..count).map(&mut arm).chain([Pattern::Any]).collect();
        for arm in &mut arms {
            *arm = self.named_pattern(*arm);
        }
        arms
    }

    fn moods(&mut self) -> Moods {
        if self.program.fallible && self.rng.bool() { Moods::Shaky } else { Moods::Moody }
    }

    fn turns(&mut self) -> Turns {
        match self.rng.u8(..4) {
            0 if self.program.fallible && self.nodes.own => Turns::Brittle,
            0 | 1 => Turns::Steady,
            2 if self.program.fallible => Turns::Brittle,
            3 if self.nodes.own && self.nodes.values => Turns::Giving,
            _ => Turns::Fickle,
        }
    }

    fn count(&mut self) -> Number {
        if self.takes_bound() {
            return Number::Bound;
        }
        if self.rng.bool() { Number::Of(self.rng.u32(..=3)) } else { Number::Asked(self.id()) }
    }

    fn time(&mut self) -> Time {
        if self.takes_bound() {
            return Time::Bound;
        }
        match self.rng.u8(..8) {
            0 | 1 => Time::Asked(self.id()),
            2 => Time::Of(0),
            3 => Time::Of(self.rng.u64(1..=4) * 250_000_000 + 1),
            _ => Time::Of(self.rng.u64(1..=6) * 250_000_000),
        }
    }
}
