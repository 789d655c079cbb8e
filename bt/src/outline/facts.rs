//! The facts of a tree: its nodes and subtrees, how many cells it keeps, and whether it needs time.

use core::iter::Enumerate;
use core::str::Lines;

use crate::engine::claims::Known;
use crate::node_info::NodeInfo;

/// The facts of a tree, which the trees that contain it read at compile time.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Its own nodes in pre-order, a [line](NodeInfo::from_line) each.
    lines: &'static str,
    /// The source file that declares it.
    file: &'static str,
    /// Its parameters, as written.
    params: &'static str,
    /// For each of its own nodes, the number of its entry in `subtrees`, counted from 1; 0 if it has none. Four bytes
    /// each, low byte first, so that a tree of any size is a single literal for the compiler.
    pub(crate) leaf_types: &'static [[u8; 4]],
    /// A hash of everything that a save of its own nodes depends on.
    pub(super) shape: u64,
    /// The facts of the types of its leaves and subtrees; none if all are plain leaves.
    subtrees: &'static [Facts],
    /// How many nodes it has, subtrees included.
    nodes: usize,
    /// How many kept cells it has, subtrees included.
    pub(crate) cells: usize,
    /// Whether a tick of it must say how long it lasts.
    timed: bool,
    /// Whether it needs a clock that runs from tick to tick.
    clocked: bool,
    /// The cells in which its own nodes keep moments of the clock: the first cell of each.
    pub(crate) clock_cells: &'static [usize],
    /// Whether it contains an `observe` node, so that `look` has an effect.
    looking: bool,
    /// Whether its root is a reactive node.
    reactive: bool,
    /// Whether its root is a `throttle`, possibly below decorators, so that it may wait before anything else.
    waits: bool,
    /// Whether a leaf in it takes messages, and no header in between names the message type.
    hears: bool,
    /// Whether a leaf in it must get its messages, but only does so if headers name their type: see
    /// `Behavior::MUST_HEAR`.
    must_hear: bool,
    /// Whether a leaf in it may hold a boxed tree.
    holds: bool,
    /// The cells of its own `throttle` nodes that nothing in it clears, the first of two each.
    pub(crate) throttled: &'static [usize],
    /// The nodes whose subtrees may have such cells that nothing in this tree clears. `None` means all nodes.
    pub(crate) open: Option<&'static [usize]>,
}

/// The own nodes of a tree in order: the number of each, and its [line](NodeInfo::from_line).
pub(crate) type OwnNodes = Enumerate<Lines<'static>>;

/// All nodes of a tree in order.
#[derive(Clone)]
pub(crate) struct AllNodes {
    facts: &'static Facts,
    /// The own nodes from the one that the next node belongs to, which begins at `begin`.
    lines: OwnNodes,
    begin: usize,
    /// Of the next node.
    position: usize,
}

impl Iterator for AllNodes {
    type Item = NodeInfo;

    fn next(&mut self) -> Option<NodeInfo> {
        if self.position == self.facts.nodes {
            return None;
        }
        let mut after = self.lines.clone();
        let own = after.next()?;
        let node = self.facts.node(self.position, self.begin, own, after.clone());
        self.position += 1;
        let end = self.begin + self.facts.below(own.0).length();
        if self.position == end {
            (self.lines, self.begin) = (after, end);
        }
        Some(node)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.facts.nodes - self.position;
        (left, Some(left))
    }
}

impl ExactSizeIterator for AllNodes {}

/// Whether a tree no longer needs these facts once its own exist.
const fn are_plain(subtrees: &[Facts]) -> bool {
    let mut index = 0;
    while index < subtrees.len() {
        if !subtrees[index].is_plain() {
            return false;
        }
        index += 1;
    }
    true
}

/// How many cells the clock of a tree takes.
const CLOCK: usize = 2;

impl Facts {
    /// The facts of a type that is not a tree.
    pub const LEAF: Facts = Facts {
        lines: "",
        file: "",
        params: "",
        leaf_types: &[],
        shape: 0,
        subtrees: &[],
        nodes: 0,
        cells: 0,
        timed: false,
        clocked: false,
        clock_cells: &[],
        looking: false,
        reactive: false,
        waits: false,
        hears: false,
        must_hear: false,
        holds: false,
        throttled: &[],
        open: Some(&[]),
    };

    /// Whether a tree no longer needs these facts once its own exist.
    const fn is_plain(&self) -> bool {
        self.lines.is_empty() && self.cells == 0 && !self.hears && !self.holds
    }

    /// The facts of a leaf that holds a boxed tree. That may have a clock, and `observe` nodes.
    #[cfg(feature = "alloc")]
    pub(crate) const HOLDER: Facts = Facts { clocked: true, looking: true, holds: true, ..Facts::LEAF };

    /// A tree that has `own_cells` cells itself.
    pub const fn of(
        lines: &'static str,
        leaf_types: &'static [u8],
        subtrees: &'static [Facts],
        own_cells: usize,
    ) -> Self {
        let leaf_types = leaf_types.as_chunks().0;
        let (mut facts, mut node) = (Facts { lines, leaf_types, subtrees, cells: own_cells, ..Facts::LEAF }, 0);
        while node < leaf_types.len() {
            let below = facts.below(node);
            facts.nodes += below.length();
            facts.cells += below.cells;
            facts.timed |= below.timed;
            facts.clocked |= below.clocked;
            facts.looking |= below.looking;
            facts.hears |= below.hears;
            facts.holds |= below.holds;
            facts.must_hear |= below.must_hear;
            node += 1;
        }
        // The facts of plain leaves are left out of the program.
        if are_plain(subtrees) {
            facts.subtrees = &[];
        }
        facts
    }

    /// A leaf that is an enum: one of several behaviors is active, and their nodes are not shown.
    pub const fn choice(lines: &'static str, leaf_types: &'static [u8], variants: &'static [Facts]) -> Self {
        Facts { nodes: 0, open: None, ..Facts::of(lines, leaf_types, variants, 0) }
    }

    /// The facts of the leaf or subtree at a node.
    pub(crate) const fn below(&self, node: usize) -> Facts {
        match u32::from_le_bytes(self.leaf_types[node]) {
            0 => Facts::LEAF,
            _ if self.subtrees.is_empty() => Facts::LEAF,
            number => self.subtrees[number as usize - 1],
        }
    }

    /// Adds where it is declared, and its parameters.
    pub const fn declared(self, file: &'static str, params: &'static str) -> Self {
        Facts { file, params, ..self }
    }

    /// Adds the shape of its own nodes.
    pub const fn shaped(self, shape: u64) -> Self {
        Facts { shape, ..self }
    }

    /// Adds that it has timed nodes.
    pub const fn timed(self) -> Self {
        Facts { timed: true, ..self }
    }

    /// Adds whether a leaf takes the remaining time.
    pub const fn timed_if(self, timed: bool) -> Self {
        Facts { timed: self.timed | timed, ..self }
    }

    /// Adds what is known of its leaves: whether one takes time, and whether one must get its messages.
    pub const fn with_known(self, known: &[Known]) -> Self {
        let (mut facts, mut leaf) = (self, 0);
        while leaf < known.len() {
            facts.timed |= known[leaf].timed;
            facts.hears |= known[leaf].must_hear;
            facts.must_hear |= known[leaf].must_hear;
            leaf += 1;
        }
        facts
    }

    /// Adds that it has nodes that need the clock, and the cells in which they keep moments.
    pub const fn clocked(self, clock_cells: &'static [usize]) -> Self {
        Facts { clocked: true, clock_cells, ..self }
    }

    /// How many cells it has itself. They come before those of its subtrees.
    pub(crate) const fn own_cells(&self) -> usize {
        let (mut own, mut node) = (self.cells, 0);
        while node < self.leaf_types.len() {
            own -= self.below(node).cells;
            node += 1;
        }
        own
    }

    /// Adds that it has `observe` nodes.
    pub const fn looking(self) -> Self {
        Facts { looking: true, ..self }
    }

    /// A leaf that takes messages.
    pub const fn hearing(self) -> Self {
        Facts { hears: true, ..self }
    }

    /// A leaf that gets messages only if headers name their type.
    pub const fn having_to_hear(self) -> Self {
        Facts { must_hear: true, ..self.hearing() }
    }

    /// The header of the tree names the message type.
    pub const fn with_messages(self) -> Self {
        Facts { hears: false, ..self }
    }

    /// Whether it is a tree with leaves that take messages, and its header does not name their type.
    pub const fn relays(&self) -> bool {
        self.hears && self.nodes > 0
    }

    /// Whether messages do not reach one of its leaves, since its header does not name their type.
    pub const fn is_deaf(&self) -> bool {
        self.relays() && self.must_hear
    }

    /// Whether a leaf in it may hold a boxed tree.
    pub(crate) const fn holds(&self) -> bool {
        self.holds
    }

    /// Whether one of its leaves gets messages only if headers name their type.
    pub const fn must_hear(&self) -> bool {
        self.must_hear
    }

    /// Which slot a leaf needs if its context is not known, as a number for
    /// [`SlotOf`](crate::engine::tick::slot_of::SlotOf).
    pub const fn slot(&self) -> u8 {
        if self.hears && !self.relays() { 2 } else { 1 }
    }

    /// Adds that its root is a reactive node.
    pub const fn reactive(self) -> Self {
        Facts { reactive: true, ..self }
    }

    /// Adds whether it begins to wait in a `throttle`.
    pub const fn waiting_if(self, waits: bool) -> Self {
        Facts { waits, ..self }
    }

    /// Adds the moments of `throttle` nodes that nothing in it clears: its own cells, and nodes that may be trees.
    pub const fn throttled(self, throttled: &'static [usize], open: &'static [usize]) -> Self {
        Facts { throttled, open: Some(open), ..self }
    }

    /// Whether a tree at one of these nodes has moments that are left to the tree around it.
    pub const fn is_throttled_at(&self, nodes: &[usize]) -> bool {
        let mut index = 0;
        while index < nodes.len() {
            if self.below(nodes[index]).is_throttled() {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether it has moments that are left to the tree around it.
    pub(crate) const fn is_throttled(&self) -> bool {
        if !self.throttled.is_empty() {
            return true;
        }
        match self.open {
            Some(open) => self.is_throttled_at(open),
            None => {
                let mut node = 0;
                while node < self.leaf_types.len() {
                    if self.below(node).is_throttled() {
                        return true;
                    }
                    node += 1;
                }
                false
            }
        }
    }

    /// Whether it begins to wait in a `throttle`.
    pub const fn waits(&self) -> bool {
        self.waits
    }

    /// Whether its root is a reactive node.
    pub const fn is_reactive(&self) -> bool {
        self.reactive
    }

    /// Whether a tick of it must say how long it lasts.
    pub const fn is_timed(&self) -> bool {
        self.timed
    }

    /// Whether it needs a clock that runs from tick to tick.
    pub(crate) const fn is_clocked(&self) -> bool {
        self.clocked
    }

    /// Whether all its subtrees have one node at most.
    pub const fn is_flat(&self) -> bool {
        self.nodes == self.leaf_types.len()
    }

    /// How many cells it has as a whole tree: those of its nodes, then the clock, then the request to look.
    pub const fn kept(&self) -> usize {
        self.cells + if self.clocked { CLOCK } else { 0 } + self.looking as usize
    }

    /// Whether it keeps nothing for the next tick besides the cells of its nodes: no clock, and no request to look.
    #[inline(always)]
    pub(crate) const fn keeps_nothing_for_ticks(&self) -> bool {
        !self.clocked && !self.looking
    }

    /// The first of the cells that hold the clock, if it needs one.
    pub const fn clock_cell(&self) -> Option<usize> {
        if self.clocked { Some(self.cells) } else { None }
    }

    /// Whether a cell is one of those that hold the clock.
    #[cfg(feature = "migrate")]
    pub(crate) fn is_clock(&self, cell: usize) -> bool {
        self.clock_cell().is_some_and(|first| (first..first + CLOCK).contains(&cell))
    }

    /// The cell that holds the request to look, if there is an `observe` node.
    pub const fn look_cell(&self) -> Option<usize> {
        if self.looking { Some(self.kept() - 1) } else { None }
    }

    /// How many nodes it adds to the tree that contains it; a leaf is one node.
    pub(crate) const fn length(&self) -> usize {
        if self.nodes == 0 { 1 } else { self.nodes }
    }

    pub(crate) fn own_nodes(&self) -> OwnNodes {
        self.lines.lines().enumerate()
    }

    /// All nodes in order. Takes less time than [`find`](Facts::find) for each of them.
    pub(crate) fn all(&'static self) -> AllNodes {
        AllNodes { facts: self, lines: self.own_nodes(), begin: 0, position: 0 }
    }

    /// The node at a position. The root of a subtree has the label or the name of the subtree.
    pub(crate) fn find(&self, position: usize) -> NodeInfo {
        let (mut begin, mut lines) = (0, self.own_nodes());
        while let Some((index, line)) = lines.next() {
            let end = begin + self.below(index).length();
            if position < end {
                return self.node(position, begin, (index, line), lines);
            }
            begin = end;
        }
        unreachable!("the position is one of the tree's own")
    }

    /// The node at a position that belongs to an own node, which begins at `begin`. `after` are the own nodes after it.
    fn node(&self, position: usize, begin: usize, own: (usize, &'static str), after: OwnNodes) -> NodeInfo {
        let ((index, line), subtree) = (own, self.below(own.0));
        let stand_in = NodeInfo::from_line(line);
        if subtree.nodes == 0 {
            let below = after.take_while(|(_, line)| NodeInfo::depth_of(line) > stand_in.depth);
            let end = begin + 1 + below.map(|(index, _)| self.below(index).length()).sum::<usize>();
            let (parent, params) = (self.parent(own, begin), if index == 0 { self.params } else { "" });
            return NodeInfo { position, parent, end, params, file: self.file, ..stand_in };
        }
        let node = subtree.find(position - begin);
        let (end, depth) = (begin + node.end, stand_in.depth + node.depth);
        match node.parent {
            Some(parent) => NodeInfo { position, parent: Some(begin + parent), end, depth, ..node },
            None => {
                let (parent, label, arm) = (self.parent(own, begin), Some(stand_in.title()), stand_in.arm);
                NodeInfo { position, parent, end, depth, label, arm, ..node }
            }
        }
    }

    /// Visits all nodes in order, with their depths, labels and positions. Unlike [`all`](Facts::all), it does not
    /// search for parents and ends, which saves do not have.
    #[cfg(feature = "serde")]
    pub(crate) fn each_node<E>(&self, visit: &mut impl FnMut(NodeInfo) -> Result<(), E>) -> Result<(), E> {
        self.each_node_below(None, &mut 0, visit)
    }

    #[cfg(feature = "serde")]
    fn each_node_below<E>(
        &self,
        stand_in: Option<NodeInfo>,
        position: &mut usize,
        visit: &mut impl FnMut(NodeInfo) -> Result<(), E>,
    ) -> Result<(), E> {
        for (index, line) in self.own_nodes() {
            let mut node = NodeInfo::from_line(line);
            if let Some(stand_in) = stand_in {
                node.depth += stand_in.depth;
                if index == 0 {
                    node.label = Some(stand_in.title());
                }
            }
            let subtree = self.below(index);
            if subtree.nodes > 0 {
                subtree.each_node_below(Some(node), position, visit)?;
                continue;
            }
            visit(NodeInfo { position: *position, ..node })?;
            *position += 1;
        }
        Ok(())
    }

    /// The position of the parent of one of its own nodes, which begins at `begin`: of the last node before it that is
    /// one level higher.
    fn parent(&self, (index, line): (usize, &str), mut begin: usize) -> Option<usize> {
        let depth = NodeInfo::depth_of(line);
        let before = &self.lines[..line.as_ptr().addr() - self.lines.as_ptr().addr()];
        (0..index).rev().zip(before.lines().rev()).find_map(|(index, line)| {
            begin -= self.below(index).length();
            (NodeInfo::depth_of(line) + 1 == depth).then_some(begin)
        })
    }

    /// Whether another tree has the same nodes.
    pub(crate) fn is_like(&self, other: &Facts) -> bool {
        let has_like = |node| {
            let (one, other) = (self.below(node), other.below(node));
            one.nodes == other.nodes && (one.nodes == 0 || one.is_like(&other))
        };
        (self.nodes, self.lines, self.file, self.params) == (other.nodes, other.lines, other.file, other.params)
            && (0..self.leaf_types.len()).all(has_like)
    }

    /// How many nodes it has, subtrees included.
    pub(crate) const fn nodes(&self) -> usize {
        self.nodes
    }
}

/// The position of each node with subtrees written out; the last entry is the number of all nodes.
pub const fn positions<const ENTRIES: usize>(facts: Facts) -> [usize; ENTRIES] {
    let mut positions = [0; ENTRIES];
    let mut node = 0;
    while node < facts.leaf_types.len() {
        positions[node + 1] = positions[node] + facts.below(node).length();
        node += 1;
    }
    positions
}

/// The first kept cell of each node, after the tree's own cells; the last entry is the number of all cells.
pub const fn offsets<const ENTRIES: usize>(own: usize, facts: Facts) -> [usize; ENTRIES] {
    let mut offsets = [own; ENTRIES];
    let mut node = 0;
    while node < facts.leaf_types.len() {
        offsets[node + 1] = offsets[node] + facts.below(node).cells;
        node += 1;
    }
    offsets
}
