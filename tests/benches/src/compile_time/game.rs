//! The source of a game: many trees, each in a file of its own, and the types of their leaves in another one.

use std::fmt::Write;

use super::shape::{self, Next, Shape};

/// How many trees a game has, and of what size.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its trees.
    pub trees: u32,
    /// The leaves of each tree.
    pub leaves: u32,
    /// The types of leaves, which the trees share.
    pub types: u32,
    /// How often the run of one leaf was edited.
    pub leaf_edits: u32,
    /// How often one tree was edited.
    pub tree_edits: u32,
}

/// How the trees are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As state machines: an enum with the running leaf.
    ByHand,
    /// With `bt!`.
    Macro,
}

impl Way {
    /// What the tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Way::ByHand => "by hand",
            Way::Macro => "bt",
        }
    }
}

/// The plain types of handwritten leaves and trees.
const PLAIN: &str = "#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status { Running, Success, Failure }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome { Success, Failure }
";

impl Game {
    /// What the tables of build times are about.
    pub const LARGE: Game = Game { trees: 40, leaves: 12, types: 100, leaf_edits: 0, tree_edits: 0 };

    /// The files below `src`, with their text.
    pub fn files(self, way: Way) -> Vec<(String, String)> {
        let mut files = vec![
            ("main.rs".to_owned(), self.main()),
            ("world.rs".to_owned(), world(way)),
            ("leaves.rs".to_owned(), self.types(way)),
        ];
        files.extend((0..self.trees).map(|tree| (format!("tree{tree}.rs"), self.tree(tree, way))));
        files
    }

    /// All of it in one text: the files as modules.
    pub fn source(self, way: Way) -> String {
        let module = |(name, text): (String, String)| {
            let name = name.trim_end_matches(".rs");
            format!("pub mod {name} {{\n{text}}}\n")
        };
        self.files(way).into_iter().skip(1).map(module).collect::<String>() + &self.ticks()
    }

    fn main(self) -> String {
        let modules = (0..self.trees).fold("mod leaves;\nmod world;\n".to_owned(), |mut text, tree| {
            let _ = writeln!(text, "mod tree{tree};");
            text
        });
        format!(
            "{modules}\n{}
fn main() {{
    let (mut trees, mut context) = (Trees::new(), Context {{ chance: 1, hash: 0 }});
    for _ in 0..1000 {{ trees.tick(&mut context); }}
    println!(\"{{}}\", context.hash);
}}
",
            self.ticks()
        )
    }

    /// All trees together.
    fn ticks(self) -> String {
        let each = |write: &dyn Fn(u32) -> String| (0..self.trees).map(write).collect::<String>();
        format!(
            "use world::Context;\n
pub struct Trees {{\n{}}}\n
impl Trees {{
    pub fn new() -> Self {{\n        Trees {{\n{}        }}\n    }}\n
    pub fn tick(&mut self, context: &mut Context) {{\n{}    }}
}}
",
            each(&|tree| format!("    tree{tree}: tree{tree}::Tree{tree},\n")),
            each(&|tree| format!("            tree{tree}: tree{tree}::Tree{tree}::new(),\n")),
            each(&|tree| format!("        self.tree{tree}.tick(context);\n")),
        )
    }

    /// The types of leaves. An edit changes the `run` of the middle one.
    fn types(self, way: Way) -> String {
        let mut text = "use super::world::{Context, Outcome, Status};\n".to_owned();
        for number in 0..self.types {
            let edits = if number == self.types / 2 { self.leaf_edits } else { 0 };
            let value = format!("u64::from(self.number) + {}", number + self.types * edits);
            shape::leaf(&mut text, &format!("Leaf{number}"), &value, way == Way::Macro, true);
        }
        text
    }

    /// The file of a tree. An edit changes the middle one, which gets a different shape and different leaves.
    fn tree(self, tree: u32, way: Way) -> String {
        let edits = if tree == self.trees / 2 { self.tree_edits } else { 0 };
        let mut dice = Dice(u64::from(tree + self.trees * edits));
        let root = Node::Composite(dice.children(0, 0, self.leaves), true);
        let types: Vec<_> = (0..self.leaves).map(|_| dice.below(self.types)).collect();
        let uses = {
            let mut names: Vec<_> = types.iter().map(|number| format!("Leaf{number}")).collect();
            names.sort();
            names.dedup();
            format!("use super::leaves::{{{}}};\n", names.join(", "))
        };
        match way {
            Way::Macro => {
                let text = root.text(&types);
                format!("use super::world::Context;\n{uses}\nbt::bt! {{\n    pub Tree{tree}(Context) = {text}\n}}\n")
            }
            Way::ByHand => {
                format!("use super::world::{{Context, Outcome, Status}};\n{uses}\n{}", machine(tree, &root, &types))
            }
        }
    }
}

fn world(way: Way) -> String {
    match way {
        Way::Macro => format!("pub {}", Shape::context()),
        Way::ByHand => format!("{PLAIN}{}", Shape::context().replace("use bt::{Outcome, Status};\n", "")),
    }
}

/// A node with the leaves of a tree by number.
enum Node {
    Leaf(u32),
    Inverter(Box<Node>),
    /// A sequence or a selector.
    Composite(Vec<Node>, bool),
}

impl Node {
    fn text(&self, types: &[u32]) -> String {
        match self {
            Node::Leaf(leaf) => format!("leaf{}({leaf})", types[*leaf as usize]),
            Node::Inverter(child) => format!("inverter < {} >", child.text(types)),
            Node::Composite(children, is_sequence) => {
                let children: Vec<_> = children.iter().map(|child| child.text(types)).collect();
                format!("{} < {} >", if *is_sequence { "sequence" } else { "selector" }, children.join(", "))
            }
        }
    }

    /// The successors of each leaf, after success and after failure. Returns the first leaf.
    fn flow(&self, success: Next, failure: Next, after: &mut [(Next, Next)]) -> Next {
        match self {
            Node::Leaf(leaf) => {
                after[*leaf as usize] = (success, failure);
                Next::Leaf(*leaf)
            }
            Node::Inverter(child) => child.flow(failure, success, after),
            Node::Composite(children, is_sequence) => {
                let last = if *is_sequence { success } else { failure };
                children.iter().rev().fold(last, |next, child| match is_sequence {
                    true => child.flow(next, failure, after),
                    false => child.flow(success, next, after),
                })
            }
        }
    }
}

/// A tree by hand.
fn machine(tree: u32, root: &Node, types: &[u32]) -> String {
    let (yes, no) = (Next::End(true), Next::End(false));
    let mut after = vec![(yes, no); types.len()];
    let start = root.flow(yes, no, &mut after);
    let go = |next| match next {
        Next::Leaf(leaf) => {
            let ty = types[leaf as usize];
            format!("{{ let mut leaf = Leaf{ty}::new({leaf}); leaf.start(context); State::At{leaf}(leaf) }}")
        }
        Next::End(true) => "return Status::Success".to_owned(),
        Next::End(false) => "return Status::Failure".to_owned(),
    };
    let (mut states, mut arms) = (String::new(), String::new());
    for ((leaf, ty), (success, failure)) in types.iter().enumerate().zip(after) {
        let _ = write!(states, ", At{leaf}(Leaf{ty})");
        let _ = write!(
            arms,
            "                State::At{leaf}(mut leaf) => match leaf.run(context) {{
                    Status::Running => {{ self.state = State::At{leaf}(leaf); return Status::Running; }}
                    Status::Success => {{ leaf.finish(context, Outcome::Success); {} }}
                    Status::Failure => {{ leaf.finish(context, Outcome::Failure); {} }}
                }},
",
            go(success),
            go(failure)
        );
    }
    format!(
        "enum State {{ Idle{states} }}\n
pub struct Tree{tree} {{ state: State }}\n
impl Tree{tree} {{
    pub fn new() -> Self {{ Tree{tree} {{ state: State::Idle }} }}\n
    pub fn tick(&mut self, context: &mut Context) -> Status {{
        let mut state = std::mem::replace(&mut self.state, State::Idle);
        loop {{
            state = match state {{
                State::Idle => {},
{arms}            }};
        }}
    }}
}}
",
        go(start)
    )
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    /// This many leaves, numbered from `first`, as the children of a composite of this level: directly, or below
    /// others.
    fn children(&mut self, level: u32, first: u32, leaves: u32) -> Vec<Node> {
        let (mut nodes, mut at) = (Vec::new(), first);
        while at < first + leaves {
            let left = first + leaves - at;
            let size = (1 + self.below(4)).min(left);
            // A composite of all of them would be one below itself.
            let size = if size == leaves { 1 } else { size };
            let node = match size {
                1 => Node::Leaf(at),
                _ => Node::Composite(self.children(level + 1, at, size), level % 2 == 1),
            };
            nodes.push(if self.below(6) == 0 { Node::Inverter(Box::new(node)) } else { node });
            at += size;
        }
        nodes
    }
}
