//! Random trees, and random edits of them.

use crate::node::{Kind, Tree};
use crate::world::mix;
use Kind::*;

pub struct Random(u64);

const LEAVES: [Kind; 8] = [Act, Act, Act, Act, Nap, Nap, Eat, Greet];

const INNER: [Kind; 20] = [
    Sequence,
    Sequence,
    Sequence,
    Selector,
    Selector,
    Inverter,
    Parallel,
    Parallel,
    ParallelAll,
    ParallelAll,
    Repeat,
    Retry,
    Timeout,
    Timeout,
    Patience,
    RunOnce,
    Cooldown,
    Guard,
    Finally,
    Finally,
];

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(mix(seed))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % end as u64) as usize
    }

    fn one(&mut self, kinds: &[Kind]) -> Kind {
        kinds[self.below(kinds.len())]
    }

    /// Several branches, most of the time: then an edit can abort a part.
    pub fn tree(&mut self) -> Tree {
        if self.below(4) == 0 {
            return self.node(4, &[]);
        }
        let mut tree = self.leaf(ParallelAll, 0);
        tree.children = (0..2 + self.below(2)).map(|_| self.node(4, &[])).collect();
        match self.below(2) {
            0 => tree,
            _ => {
                let binder = self.binder();
                let branch = self.node(3, &[binder.name]);
                tree.children.push(branch);
                Tree { children: vec![binder, tree], ..self.leaf(Sequence, 0) }
            }
        }
    }

    /// A node that may use these names.
    fn node(&mut self, depth: usize, names: &[u32]) -> Tree {
        let mut kind = if depth == 0 || self.below(5) == 0 { self.one(&LEAVES) } else { self.one(&INNER) };
        let mut fitting = names.to_vec();
        fitting.retain(|name| name % 2 == u32::from(kind == Greet));
        if matches!(kind, Eat | Greet) && fitting.is_empty() {
            kind = Act;
        }
        let name = if fitting.is_empty() { 0 } else { fitting[self.below(fitting.len())] };
        let mut tree = self.leaf(kind, name);
        let count = match kind {
            kind if kind.is_leaf() => 0,
            kind if kind.has_many() => 2 + self.below(2),
            Finally => 2,
            _ => 1,
        };
        let mut names = names.to_vec();
        for _ in 0..count {
            if kind == Sequence && self.below(3) == 0 {
                let binder = self.binder();
                names.push(binder.name);
                tree.children.push(binder);
            }
            let child = self.node(depth.saturating_sub(1), &names);
            tree.children.push(child);
        }
        tree
    }

    fn leaf(&mut self, kind: Kind, name: u32) -> Tree {
        let label = (self.below(6) == 0).then(|| self.below(4) as u32);
        Tree { kind, label, number: self.below(6) as u32, name, children: Vec::new() }
    }

    fn binder(&mut self) -> Tree {
        let name = self.below(6) as u32;
        Tree { label: None, ..self.leaf(if name.is_multiple_of(2) { Find } else { Name }, name) }
    }

    /// Changes one node.
    pub fn edit(&mut self, tree: &mut Tree) {
        let names = names(tree);
        let at = self.below(tree.size());
        let node = nth(tree, at).expect("there is such a node");
        let many = node.kind.has_many();
        match self.below(16) {
            0 | 12..16 => *node = self.node(2, &names),
            1 => node.number = self.below(6) as u32,
            2 | 3 if many => {
                let new = if self.below(4) == 0 { self.binder() } else { self.node(1, &names) };
                node.children.insert(self.below(node.children.len() + 1), new);
            }
            4 | 5 if many && node.children.len() > 1 => {
                node.children.remove(self.below(node.children.len()));
            }
            6 if node.children.len() > 1 => {
                let (one, other) = (self.below(node.children.len()), self.below(node.children.len()));
                node.children.swap(one, other);
            }
            7 | 8 if !matches!(node.kind, Find | Name) => {
                let kind = self.one(&INNER);
                let mut around = self.leaf(kind, 0);
                around.children = vec![node.clone()];
                if kind.has_many() || kind == Finally {
                    let new = self.node(1, &names);
                    around.children.insert(self.below(2), new);
                }
                *node = around;
            }
            9 if !node.children.is_empty() => *node = node.children.swap_remove(0),
            10 => node.label = (self.below(3) > 0).then(|| self.below(4) as u32),
            11 => {
                let kind = self.one(&INNER);
                let fits = match kind {
                    Finally => node.children.len() == 2,
                    kind if kind.has_many() => !node.children.is_empty(),
                    _ => node.children.len() == 1,
                };
                if fits {
                    node.kind = kind;
                }
            }
            _ => node.name = self.below(6) as u32,
        }
    }
}

/// A node by its number in pre-order.
fn nth(tree: &mut Tree, at: usize) -> Option<&mut Tree> {
    if at == 0 {
        return Some(tree);
    }
    let mut first = 1;
    for child in &mut tree.children {
        let size = child.size();
        if at < first + size {
            return nth(child, at - first);
        }
        first += size;
    }
    None
}

/// All names that a tree binds.
fn names(tree: &Tree) -> Vec<u32> {
    let own = matches!(tree.kind, Find | Name).then_some(tree.name);
    own.into_iter().chain(tree.children.iter().flat_map(names)).collect()
}
