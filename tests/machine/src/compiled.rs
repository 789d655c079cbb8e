//! Random trees as machines.

use bt_reference::program::{Program, intern};
use bt_reference::text;
use bt_reference::world::Status;

use crate::read::{Code, read};
use bt_compiler::error::Errors;
use bt_compiler::tree::ir::{Machine, RegionId};
use bt_compiler::tree::model::{CodeId, NodeId};
use bt_compiler::tree::{analyse, check, lower, parse, resolve};

/// A machine, and what must be known beside it to run it.
pub struct Compiled {
    pub machine: Machine,
    pub codes: Vec<Code>,
    pub nodes: Vec<Described>,
    /// Whether it takes messages.
    pub hears: bool,
}

/// What `active` says of a node.
pub struct Described {
    pub title: &'static str,
    pub depth: usize,
    pub parent: Option<NodeId>,
}

impl Compiled {
    /// One tree of a program, from its text.
    pub fn new(program: &Program, tree: usize) -> Result<Compiled, String> {
        let text = text::tree(program, tree, "");
        let tokens = text.parse().map_err(|error| format!("no tokens: {error}"))?;
        let mut errors = Errors::default();
        let parsed = parse::parse(tokens, &mut errors);
        let (mut model, source) = resolve::resolve(&parsed, &mut errors).ok_or("no node")?;
        check::check(&mut model, &mut errors);
        analyse::analyse(&model, &source, &mut errors);
        if !errors.is_empty() {
            return Err(format!("a legal tree is refused: {}", errors.into_tokens()));
        }
        let mut parents = vec![None; model.nodes.len()];
        for node in &model.nodes {
            node.children.iter().for_each(|&child| parents[child] = Some(node.id));
        }
        let described = model.nodes.iter().zip(parents).map(|(node, parent)| {
            let title = node.label.as_ref().map_or(&node.name, |label| &label.name);
            Described { title: intern(title), depth: node.depth, parent }
        });
        let nodes = described.collect();
        Ok(Compiled {
            machine: lower::lower(&model),
            codes: source.all().map(read).collect(),
            nodes,
            hears: parsed.header.message.is_some(),
        })
    }

    /// All trees of a program.
    pub fn all(program: &Program) -> Result<Vec<Compiled>, String> {
        (0..program.trees.len()).map(|tree| Compiled::new(program, tree)).collect()
    }
}

/// Where a region is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum State {
    /// Nothing is active.
    #[default]
    Idle,
    /// A branch that has ended.
    Ended(bool),
    /// In a place.
    At(usize, Held),
}

/// What a place holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    Nothing,
    Leaf { code: CodeId, argument: u32, runs: u32, ended: Option<Status> },
    Tree { base: u32, state: Box<State> },
    Group { state: Box<State> },
    Loop { left: u32, state: Box<State> },
    Decorated { ticks: u32, state: Box<State> },
    Timer { left: u64 },
    Timeout { left: u64, state: Box<State> },
    Every { period: u64, passed: u64, state: Box<State> },
    Pick { left: Vec<usize>, state: Box<State> },
    Observe { key: Option<u32>, state: Box<State> },
    Parallel { states: Vec<State> },
}

impl Held {
    /// The states of regions in it, each with its region.
    pub fn states(&self, regions: &[RegionId]) -> Vec<(RegionId, &State)> {
        let states: Vec<&State> = match self {
            Held::Nothing | Held::Leaf { .. } | Held::Tree { .. } | Held::Timer { .. } => Vec::new(),
            Held::Group { state } | Held::Loop { state, .. } | Held::Decorated { state, .. } => vec![state],
            Held::Timeout { state, .. } | Held::Every { state, .. } => vec![state],
            Held::Pick { state, .. } | Held::Observe { state, .. } => vec![state],
            Held::Parallel { states } => states.iter().collect(),
        };
        regions.iter().copied().zip(states).collect()
    }

    /// The same, to be changed.
    pub fn states_mut(&mut self) -> Vec<&mut State> {
        match self {
            Held::Nothing | Held::Leaf { .. } | Held::Tree { .. } | Held::Timer { .. } => Vec::new(),
            Held::Group { state } | Held::Loop { state, .. } | Held::Decorated { state, .. } => vec![state],
            Held::Timeout { state, .. } | Held::Every { state, .. } => vec![state],
            Held::Pick { state, .. } | Held::Observe { state, .. } => vec![state],
            Held::Parallel { states } => states.iter_mut().collect(),
        }
    }
}

/// What a tree keeps, and what the trees in it keep.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub cells: Vec<u32>,
    pub trees: Vec<Option<Kept>>,
}

impl Kept {
    /// Nothing is kept yet.
    pub fn new(all: &[Compiled], tree: usize) -> Self {
        let own = &all[tree];
        let mut trees = vec![None; own.nodes.len()];
        for place in own.machine.regions.iter().flat_map(|region| &region.places) {
            if let bt_compiler::tree::ir::Holds::Leaf(code) = place.holds
                && let Code::Tree(inner, _) = own.codes[code]
            {
                trees[place.node] = Some(Kept::new(all, inner));
            }
        }
        Kept { cells: vec![0; own.machine.cells], trees }
    }
}
