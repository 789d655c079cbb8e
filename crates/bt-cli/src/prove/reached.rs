//! All that a tree can do: tests compare it with the reference interpreter. The command asks for none of this.

use std::collections::{BTreeSet, HashSet};

use super::machine::Order;
use super::prover::Prover;
use super::search::{Question, Seen, explore};
use crate::trees::Tree;

/// What a tree can reach. Nodes are numbered in pre-order, with subtrees written out.
pub struct Reached {
    /// The sets of nodes that can be active after a tick.
    pub active: BTreeSet<Vec<usize>>,
    /// The sets of nodes that can be active after a tick and after the next one.
    pub steps: BTreeSet<(Vec<usize>, Vec<usize>)>,
    /// Whether each node can start.
    pub started: Vec<bool>,
    /// Whether the search stopped early.
    pub is_cut: bool,
}

impl Prover<'_> {
    /// Everything that a tree can reach. With `free`, conditions may change within a tick.
    pub fn reached(&self, tree: &Tree, free: bool) -> Reached {
        let shape = self.shape(tree);
        let shape = if free { shape.with_free_conditions() } else { shape };
        let seen = explore(&shape, &Question::default(), self.most);
        let active = |state: usize| -> Vec<usize> { seen.states[state].0.active().collect() };
        let steps = if seen.is_cut { vec![] } else { seen.ticks() };
        let steps = steps.into_iter().map(|(from, to)| (active(from), active(to))).collect();
        let active = seen.between().map(active).collect();
        Reached { active, steps, started: seen.started, is_cut: seen.is_cut }
    }

    /// Whether `before` can start after `after`, without `always` in between; `None` if the search stopped early.
    pub fn breaks(&self, tree: &Tree, [after, always, before]: [usize; 3], free: bool) -> Option<bool> {
        let shape = self.shape(tree);
        let shape = if free { shape.with_free_conditions() } else { shape };
        let order = Order { after: vec![after], always: vec![always], before: vec![before] };
        let seen = explore(&shape, &Question { order, ..Question::default() }, self.most);
        if seen.is_cut { None } else { Some(seen.found.is_some()) }
    }
}

impl Seen {
    /// The pairs of states between ticks that are one tick apart.
    fn ticks(&self) -> Vec<(usize, usize)> {
        let mut after = vec![Vec::new(); self.states.len()];
        for &(from, to) in &self.edges {
            after[from as usize].push(to as usize);
        }
        let mut ticks = Vec::new();
        for from in self.between() {
            let (mut met, mut open) = (HashSet::new(), vec![from]);
            while let Some(at) = open.pop() {
                for &to in after[at].iter().filter(|&&to| met.insert(to)) {
                    match self.states[to].0.is_between() {
                        true => ticks.push((from, to)),
                        false => open.push(to),
                    }
                }
            }
        }
        ticks
    }
}
