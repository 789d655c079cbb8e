//! Random trees as machines.

use bt_reference::program::{Program, intern};
use bt_reference::text;
use bt_reference::world::Status;

use crate::read::{Code, read};
use crate::values::{Given, Names, Values};
use bt_compiler::error::Errors;
use bt_compiler::tree::ir::{Holds, Machine, PlaceId, RegionId};
use bt_compiler::tree::model::{CodeId, NodeId};
use bt_compiler::tree::plan::Plan;
use bt_compiler::tree::{analyse, check, lower, nodes, parse, plan, resolve};

/// A machine, and what else is needed to run it.
pub struct Compiled {
    pub machine: Machine,
    pub plan: Plan,
    pub codes: Vec<Code>,
    pub nodes: Vec<Described>,
    pub names: Names,
}

/// What `active` says about a node.
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
        let (model, source) = resolve::resolve(&"::bt::__private".parse().expect("it is tokens"), &parsed, &mut errors)
            .ok_or("no node")?;
        let mistaken = check::check(&model, &source, &mut errors);
        analyse::analyse(&model, &source, &mistaken, nodes::results, &mut errors);
        errors.check().map_err(|mistakes| format!("a legal tree is refused: {mistakes:?}"))?;
        let described = model.nodes.iter().map(|node| Described {
            title: intern(node.title()),
            depth: node.depth,
            parent: node.parent,
        });
        let described = described.collect();
        let machine = lower::lower(&model, nodes::lower);
        Ok(Compiled {
            plan: plan::plan(&parsed.header, &model, &source, &machine),
            machine,
            codes: source.all().map(read).collect(),
            nodes: described,
            names: Names::new(&model, &source),
        })
    }

    /// The regions in a place, in the order of its fields.
    pub fn regions(&self, region: RegionId, place: PlaceId) -> Vec<RegionId> {
        self.plan.layout.fields(region, place).iter().filter_map(|field| field.data.state_of()).collect()
    }

    /// A piece of the user's code.
    pub fn code(&self, code: CodeId) -> &Code {
        &self.codes[code.0]
    }

    /// The subtree at a node, if there is one.
    pub fn tree_at(&self, node: NodeId) -> Option<usize> {
        let mut places = self.machine.places().filter(|place| place.node == node);
        places.find_map(|place| {
            let Holds::Leaf(code) = place.holds else { return None };
            if let Code::Tree(tree, _) = *self.code(code) { Some(tree) } else { None }
        })
    }

    /// What `active` says about a node.
    pub fn node(&self, node: NodeId) -> &Described {
        &self.nodes[node.0]
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
    At(PlaceId, Held),
}

/// What a place holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    Nothing,
    Leaf {
        code: CodeId,
        argument: u32,
        runs: u32,
        ended: Option<Status>,
    },
    Tree {
        base: u32,
        state: Box<State>,
    },
    Group {
        values: Values,
        state: Box<State>,
    },
    ForEach {
        index: u32,
        values: Values,
        state: Box<State>,
    },
    Loop {
        left: u32,
        state: Box<State>,
    },
    Decorated {
        ticks: u32,
        state: Box<State>,
    },
    /// `turn` is `None` before the first turn.
    Composed {
        calls: u32,
        turn: Option<usize>,
        state: Box<State>,
    },
    Timer {
        left: u64,
    },
    Timeout {
        left: u64,
        state: Box<State>,
    },
    Every {
        period: u64,
        passed: u64,
        state: Box<State>,
    },
    Pick {
        left: Vec<usize>,
        state: Box<State>,
    },
    Contest {
        left: Vec<usize>,
        margin: f64,
        state: Box<State>,
    },
    Observe {
        key: Option<u32>,
        state: Box<State>,
    },
    Recover {
        left: u32,
        recovers: bool,
        state: Box<State>,
    },
    Finally {
        ended: Option<Status>,
        given: Option<Given>,
        state: Box<State>,
    },
    RoundRobin {
        failed: usize,
        state: Box<State>,
    },
    Parallel {
        enough: [usize; 2],
        given: Vec<Option<Given>>,
        states: Vec<State>,
    },
    Both {
        states: Vec<State>,
    },
    Pipeline {
        reached: usize,
        values: Values,
        states: Vec<State>,
    },
}

/// The states in what a place holds.
macro_rules! states_of {
    ($held:expr, $iter:ident) => {
        match $held {
            Held::Nothing | Held::Leaf { .. } | Held::Tree { .. } | Held::Timer { .. } => Vec::new(),
            Held::Group { state, .. } | Held::Loop { state, .. } | Held::Decorated { state, .. } => vec![state],
            Held::Timeout { state, .. } | Held::Every { state, .. } | Held::ForEach { state, .. } => vec![state],
            Held::Pick { state, .. } | Held::Observe { state, .. } | Held::Recover { state, .. } => vec![state],
            Held::RoundRobin { state, .. } | Held::Contest { state, .. } | Held::Finally { state, .. } => vec![state],
            Held::Composed { state, .. } => vec![state],
            Held::Parallel { states, .. } | Held::Both { states } | Held::Pipeline { states, .. } => {
                states.$iter().collect()
            }
        }
    };
}

impl Held {
    /// The values in it.
    pub fn values(&self) -> Values {
        match self {
            Held::Group { values, .. } | Held::ForEach { values, .. } | Held::Pipeline { values, .. } => values.clone(),
            Held::Nothing | Held::Leaf { .. } | Held::Tree { .. } | Held::Timer { .. } => Values::new(),
            Held::Loop { .. } | Held::Decorated { .. } | Held::Timeout { .. } | Held::Every { .. } => Values::new(),
            Held::Pick { .. } | Held::Contest { .. } | Held::Observe { .. } | Held::Recover { .. } => Values::new(),
            Held::Finally { .. } | Held::RoundRobin { .. } | Held::Parallel { .. } => Values::new(),
            Held::Both { .. } | Held::Composed { .. } => Values::new(),
        }
    }

    /// The states of regions in it, each with its region.
    pub fn states(&self, regions: &[RegionId]) -> Vec<(RegionId, &State)> {
        let states: Vec<&State> = states_of!(self, iter);
        regions.iter().copied().zip(states).collect()
    }

    /// The states, mutably.
    pub fn states_mut(&mut self) -> Vec<&mut State> {
        states_of!(self, iter_mut)
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
        for place in own.machine.places() {
            if let Holds::Leaf(code) = place.holds
                && let Code::Tree(inner, _) = *own.code(code)
            {
                trees[place.node.0] = Some(Kept::new(all, inner));
            }
        }
        Kept { cells: vec![0; own.machine.cells.len()], trees }
    }
}
