//! Random edits of running trees: each start has exactly one finish, no value is read that was not set, nothing panics.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use bt::{Behavior, Outcome, Status, TreeFor, bt, leaf};
use bt_live::{Live, offer};

use crate::world::mix;

struct World {
    draws: u64,
    instances: u64,
    active: BTreeSet<u64>,
}

impl World {
    fn draw(&mut self, end: u64) -> u64 {
        self.draws += 1;
        mix(self.draws) % end
    }
}

/// A leaf that checks that it is started and finished once.
#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Act {
    instance: u64,
}

impl Act {
    fn new(_: u32) -> Self {
        Act { instance: 0 }
    }

    fn start(&mut self, world: &mut World) {
        assert_eq!(self.instance, 0, "it has started before");
        world.instances += 1;
        self.instance = world.instances;
        world.active.insert(self.instance);
    }

    fn run(&mut self, world: &mut World) -> Status {
        assert!(world.active.contains(&self.instance), "it is not active");
        match world.draw(6) {
            0 | 1 => Status::Success,
            2 => Status::Failure,
            _ => Status::Running,
        }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        assert!(world.active.remove(&self.instance), "it has finished before");
    }
}

#[leaf]
fn find(world: &mut World) -> Option<u32> {
    (world.draw(4) > 0).then_some(7)
}

#[leaf]
fn name(world: &mut World) -> Option<String> {
    (world.draw(4) > 0).then(|| "Ada".to_owned())
}

#[leaf]
fn eat(_: &mut World, prey: u32) -> bool {
    prey == 7
}

#[leaf]
fn greet(_: &mut World, name: String) -> bool {
    name == "Ada"
}

bt! { pub Known(World) = sequence < act(1), find -> number, eat(number), name -> text, greet(text), condition(|world| world.draws % 3 > 0),
guard(|world| world.draws % 5 > 0) < running > > }

bt! { pub Edited(World) = timeout(9.0) < running > }

/// A node of a tree that is edited.
#[derive(Clone)]
struct Node {
    kind: usize,
    argument: u64,
    children: Vec<Node>,
}

const NONE: usize = 0;
const ONE: usize = 1;
const MANY: usize = 2;

/// The kinds of nodes: their text around the children, and how many children they have.
const KINDS: [(&str, usize); 39] = [
    ("act(@)", NONE),
    ("act(@)", NONE),
    ("act(@)", NONE),
    ("wait(@.5)", NONE),
    ("find", NONE),
    ("condition(|world| world.draws % 3 > 0)", NONE),
    ("sequence", MANY),
    ("selector", MANY),
    ("parallel", MANY),
    ("parallel_all", MANY),
    ("race", MANY),
    ("reactive_sequence", MANY),
    ("reactive_selector", MANY),
    ("pipeline", MANY),
    ("round_robin", MANY),
    ("simple_parallel", 3),
    ("recover(@)", 3),
    ("finally", 3),
    ("sequence < find -> v@, @, eat(v@) >", 4),
    ("sequence < name -> v@, @, greet(v@) >", 4),
    ("reactive_sequence < find -> v@, @, eat(v@) >", 4),
    ("reactive_sequence < find -> v@, finally < @, eat(v@) > >", 4),
    ("pipeline < name -> v@, @, greet(v@) >", 4),
    ("sequence < find -> v@, parallel < @, eat(v@) > >", 4),
    ("sequence < find -> v@, finally < @, eat(v@) > >", 4),
    ("inverter", ONE),
    ("force_success", ONE),
    ("force_failure", ONE),
    ("repeat(@)", ONE),
    ("retry(@)", ONE),
    ("forever", ONE),
    ("timeout(@.5)", ONE),
    ("delay(@.5)", ONE),
    ("cooldown(@.5)", ONE),
    ("throttle(@.5)", ONE),
    ("run_once", ONE),
    ("run_limit(@)", ONE),
    ("guard(|world| world.draws % 5 > 0)", ONE),
    ("repeat_until_failure", ONE),
];

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % end as u64) as usize
    }

    fn node(&mut self, depth: usize) -> Node {
        let kind = if depth == 0 { self.below(6) } else { self.below(KINDS.len()) };
        let children = match KINDS[kind].1 {
            NONE => 0,
            ONE => 1,
            MANY => 2 + self.below(2),
            3 => 2,
            _ => 1,
        };
        let argument = 1 + self.below(4) as u64;
        Node { kind, argument, children: (0..children).map(|_| self.node(depth - 1)).collect() }
    }

    /// Changes one node.
    fn edit(&mut self, node: &mut Node, depth: usize) {
        let (_, children) = KINDS[node.kind];
        match self.below(8) {
            0 => *node = self.node(depth.min(2)),
            1 => node.argument = 1 + self.below(4) as u64,
            2 if children == MANY => {
                let at = self.below(node.children.len());
                let new = self.node(1);
                node.children.insert(at, new);
            }
            3 if node.children.len() > 2 => {
                let at = self.below(node.children.len());
                node.children.remove(at);
            }
            4 if node.children.len() > 1 => node.children.swap(0, 1),
            5 => {
                let inner = node.clone();
                *node = self.node(0);
                node.kind = 6 + self.below(KINDS.len() - 6);
                node.children = match KINDS[node.kind].1 {
                    ONE | 4 => vec![inner],
                    _ => vec![inner, self.node(1)],
                };
            }
            6 if node.children.len() == 1 => *node = node.children.remove(0),
            _ if !node.children.is_empty() => {
                let at = self.below(node.children.len());
                self.edit(&mut node.children[at], depth.saturating_sub(1));
            }
            _ => *node = self.node(0),
        }
    }
}

/// The text of a node. Bindings below each other have different names.
fn text(node: &Node, depth: usize, out: &mut String) {
    let (before, children) = KINDS[node.kind];
    let argument = node.argument.to_string();
    if children == 4 {
        let name = format!("v{depth}");
        let mut inside = String::new();
        text(&node.children[0], depth + 1, &mut inside);
        out.push_str(&before.replace("v@", &name).replace('@', &inside));
        return;
    }
    out.push_str(&before.replace('@', &argument));
    if !node.children.is_empty() {
        out.push_str(" < ");
        for child in &node.children {
            text(child, depth + 1, out);
            out.push_str(", ");
        }
        out.push('>');
    }
}

static TAKEN: AtomicU64 = AtomicU64::new(0);

#[test]
fn each_start_has_one_finish() {
    let mut agents: Vec<(Live<Edited>, World)> = Vec::new();
    for seed in 0..60_u64 {
        let mut random = Random(seed << 32);
        let mut tree = random.node(4);
        for edit in 0..30_u64 {
            let mut words = String::new();
            text(&tree, 0, &mut words);
            let words = format!("bt! {{ pub Edited(World) = {words} }}");
            let taken = match offer(file!(), &words) {
                Ok(_) => true,
                // A node that can never be reached, or a loop that never ends.
                Err(refused) => {
                    let refused = refused.to_string();
                    assert!(!refused.contains("cannot run") && !refused.contains("build again"), "{refused}");
                    false
                }
            };
            TAKEN.fetch_add(u64::from(taken), Ordering::Relaxed);
            if agents.len() < 6 {
                let world = World { draws: seed * 1000 + edit, instances: 0, active: BTreeSet::new() };
                agents.push((Live::from(Edited::new()), world));
            }
            for (tree, world) in &mut agents {
                for _ in 0..1 + random.below(3) {
                    let seconds = [0.0, 0.25, 1.0][random.below(3)];
                    if TreeFor::tick_for(tree, seconds, world) != Status::Running {
                        assert!(world.active.is_empty(), "a tree that has ended has no active leaf: {words}");
                    }
                    let _ = tree.active().count();
                    let _ = TreeFor::<World>::sleep(tree);
                }
            }
            let before = tree.clone();
            random.edit(&mut tree, 3);
            let mut words = String::new();
            text(&tree, 0, &mut words);
            if words.len() > 3000 {
                tree = before;
            }
        }
        if seed % 10 == 9 {
            for (mut tree, mut world) in agents.drain(..) {
                TreeFor::abort(&mut tree, &mut world);
                assert!(world.active.is_empty(), "all have finished");
            }
        }
    }
    let taken = TAKEN.load(Ordering::Relaxed);
    assert!(taken > 800, "most edits are right, but only {taken} were");
}
