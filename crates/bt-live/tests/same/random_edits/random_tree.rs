//! Random trees as text, and random edits of them.

use std::fmt::Write as _;

use crate::world::mix;

/// A node of a tree that is edited.
#[derive(Clone)]
pub struct Node {
    kind: usize,
    argument: u64,
    children: Vec<Node>,
}

const NONE: usize = 0;
const ONE: usize = 1;
const MANY: usize = 2;

/// The kinds of nodes: their text around the children, and how many children they have.
const KINDS: [(&str, usize); 57] = [
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
    ("patience(@)", ONE),
    ("wander(@)", MANY),
    ("wander(@)", 3),
    ("keyed(|world| -> u64 { world.draws / 9 })", ONE),
    ("observe(|world| -> u64 { world.draws / 7 })", 5),
    ("priority", 6),
    ("utility(|world| (world.draws % 7) as f64, @)", 3),
    ("reactive_utility(|world| (world.draws % 7) as f64, @, margin = 1.5)", 3),
    ("random_sequence", MANY),
    ("random_selector", MANY),
    ("weighted(@, 2)", 3),
    ("probability(0.7)", ONE),
    ("for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) })", ONE),
    ("for_each(|_, i| -> Option<u32> { (i < 3).then_some(7) }) -> v@ < sequence < @, eat(v@) > >", 4),
    ("if_else(|world| world.draws % 3 > 0)", 3),
    ("reactive_if_else(|world| world.draws % 3 > 0)", 3),
    (
        "switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v@) => sequence < @, eat(v@) >, \
         None => fail >",
        4,
    ),
    (
        "reactive_switch(|world| -> Option<u32> { (world.draws % 3 > 0).then_some(7) }) < Some(v@) => sequence < @, \
         eat(v@) >, None => fail >",
        4,
    ),
];

/// Random numbers, and trees made of them.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % end as u64) as usize
    }

    pub fn node(&mut self, depth: usize) -> Node {
        let kind = if depth == 0 { self.below(6) } else { self.below(KINDS.len()) };
        let children = match KINDS[kind].1 {
            NONE => 0,
            ONE => 1,
            MANY => 2 + self.below(2),
            3 | 6 => 2,
            _ => 1,
        };
        let argument = 1 + self.below(4) as u64;
        Node { kind, argument, children: (0..children).map(|_| self.node(depth - 1)).collect() }
    }

    /// Changes one node.
    pub fn edit(&mut self, node: &mut Node, depth: usize) {
        let (_, children) = KINDS[node.kind];
        match self.below(9) {
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
                    ONE | 4 | 5 => vec![inner],
                    _ => vec![inner, self.node(1)],
                };
            }
            6 if node.children.len() == 1 => *node = node.children.remove(0),
            // Another node with the same children.
            7 => {
                let kind = self.below(KINDS.len());
                let children = match KINDS[kind].1 {
                    NONE => 0,
                    ONE | 4 | 5 => 1,
                    _ => 2,
                };
                if children == node.children.len() {
                    node.kind = kind;
                }
            }
            _ if !node.children.is_empty() => {
                let at = self.below(node.children.len());
                self.edit(&mut node.children[at], depth.saturating_sub(1));
            }
            _ => *node = self.node(0),
        }
    }
}

/// The text of a node. Bindings below each other have different names.
pub fn text(node: &Node, depth: usize, out: &mut String) {
    let (before, children) = KINDS[node.kind];
    let argument = node.argument.to_string();
    if children == 4 {
        let name = format!("v{depth}");
        let mut inside = String::new();
        text(&node.children[0], depth + 1, &mut inside);
        out.push_str(&before.replace("v@", &name).replace('@', &inside));
        return;
    }
    if children == 5 || children == 6 {
        let mut inside = Vec::new();
        for child in &node.children {
            inside.push(String::new());
            text(child, depth + 1, inside.last_mut().expect("it was pushed"));
        }
        match children {
            5 => write!(out, "{before} < reactive_sequence < once, {} > >", inside[0]),
            _ => write!(out, "{before} < |world| world.draws % 4 > 0 => {}, {} >", inside[0], inside[1]),
        }
        .expect("a text can be written to");
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
