//! A program as `bt!` text.
//!
//! Words in it that are not nodes, and their meaning; `id` is a number, or `base + number` if the tree has a
//! parameter, and all take `world`, the context [`World`](crate::world::World), whose methods of these names say
//! more:
//!
//! - `scripted(id)`: a leaf that says what the script says. `Derived`, `Chosen::Scripted(Derived::new(id))` are the
//!   same in other forms; `argued(number, id)` has an argument; `quick`, `Chosen::Quick(Quick::new(id))` answer `bool`,
//!   `sure` answers `()`, `fallible` may answer `Err(Broken(id))`.
//! - `busy(id)`: a leaf that takes `&mut Span`. In each run, right after it has its answer, it reports to `sees` what
//!   is left, spends `Answer::nanos`, reports to `spent` whether there was as much, and returns its answer in either
//!   case.
//! - `alert(id)`: `scripted` that receives a `Shot`, which holds a number: the answer to `World::receive` is a
//!   `Status`. `aware(id)` receives likewise and answers `()`. `Listening::Alert(Alert::new(id))` is a variant of an
//!   enum of leaves.
//! - `act`, `ask`, `number` (a `u32`) and `time` (a `Duration`) are functions of `(world, id)`; so are `score` and
//!   `chance` (both `f64`), and `beat`, which takes `&mut World` and returns nothing.
//! - Keys and values of the memory are `u32`; keys are below `KEYS`.
//! - `find(id)`, `spot(id)`, `collect(id)`, `dig(id)`, `scout(id)`: leaves that answer as `World::find` says when they
//!   succeed, right after their run and before their finish: `Poll<Option<Value>>`; `Option<Value>`, as `quick` does;
//!   `Poll<Value>`, ready unless it is running; `Result<Poll<Option<Value>>, Broken>`; and a `find` that receives.
//! - `Value` is a type that holds a `u32`; `value(number)` makes one. `value_1` and so on are names of bindings.
//! - `fetch(world, id)`: an `act` that has a value. `item(world, id, index)`: an item of a `for_each`.
//! - `uses(world, id, &value)`: reports to the world which value a closure uses.
//! - `above(&value, limit)`: whether the number that a value holds is greater.
//! - `few`, `long` and `likely` make a number, a `Duration` and a probability of a `&Value`.
//! - `moody(id)`: a decorator. `fickle(id)`, `steady(id)`, `brittle(id)`: composites, which answer as `World::turn`
//!   says; `steady` has no look, and `brittle` may return an error. `Tree` is the tree itself, `Sub1` its first
//!   subtree.

use std::fmt::{self, Display};

use crate::program::{Kind, Leaf, Name, Node, Pattern, Program, Tree, Turn};
use crate::values::{self, Known};

mod args;

use args::Args;

/// A tree that can be displayed.
struct Text<'a> {
    tree: &'a Tree,
    program: &'a Program,
}

/// The name of a subtree's type.
pub fn type_name(tree: usize) -> String {
    if tree == 0 { "Tree".to_owned() } else { format!("Sub{tree}") }
}

/// The text of one tree of a program; `attributes` go before it. A subtree in a box is
/// `dynamic(Box::new(Sub1::new(..)))`.
pub fn tree(program: &Program, tree: usize, attributes: &str) -> String {
    let text = Text { tree: &program.trees[tree], program };
    let params = if text.tree.has_base { " { base: u32 }" } else { "" };
    // A box is for the error and the messages of the tree around it.
    let hears = if program.boxed { program.hears() } else { text.tree.hears };
    let messages = if hears { " on Shot" } else { "" };
    let result = match (text.tree.gives, if program.boxed { program.fallible } else { program.is_fallible(tree) }) {
        (false, false) => "",
        (false, true) => " -> Result<Broken>",
        (true, false) => " -> Option<Value>",
        (true, true) => " -> Result<Option<Value>, Broken>",
    };
    let mut out = format!("{attributes}pub {}(World){params}{messages}{result} =", type_name(tree));
    text.node(&text.tree.root, 1, &mut out);
    out
}

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.trees.len()).rev().try_for_each(|index| writeln!(f, "bt! {{ {} }}", tree(self, index, "")))
    }
}

/// The label with this number.
pub fn label(number: u32) -> String {
    format!("label_{number}")
}

/// The name of a value with this number.
pub fn value(name: Name) -> String {
    format!("value_{name}")
}

/// The name of a node, as it is written.
pub fn name(kind: &Kind) -> String {
    if let Kind::Leaf(leaf, _) = kind {
        return name_of_leaf(*leaf).to_owned();
    }
    if let Kind::Subtree { tree, .. } = kind {
        return format!("sub{tree}");
    }
    if let Kind::Moody(moods, _) = kind {
        return snake_case(&format!("{moods:?}"));
    }
    if let Kind::Turns(turns, _) = kind {
        return snake_case(&format!("{turns:?}"));
    }
    let name = snake_case(&format!("{kind:?}"));
    let written = match name.as_str() {
        "fetch" => "action",
        "succeed_with" => "succeed",
        "if" => "if_else",
        "keyed_by" => "keyed",
        name => name,
    };
    written.to_owned()
}

fn name_of_leaf(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Scripted => "scripted",
        Leaf::Derived => "Derived",
        Leaf::Chosen => "Chosen::Scripted",
        Leaf::ChosenQuick => "Chosen::Quick",
        Leaf::Quick => "quick",
        Leaf::Sure => "super::sure",
        Leaf::Fallible => "fallible",
        Leaf::Busy => "busy",
        Leaf::Alert => "alert",
        Leaf::Aware => "aware",
        Leaf::ChosenAlert => "Listening::Alert",
        Leaf::Find => "find",
        Leaf::Spot => "spot",
        Leaf::Collect => "collect",
        Leaf::Dig => "dig",
        Leaf::Scout => "scout",
        Leaf::Asked => "asked",
        Leaf::Demanded => "demanded",
    }
}

/// The first word of a text like `RoundRobin(..)`, as `round_robin`.
fn snake_case(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars().take_while(|letter| letter.is_alphanumeric()) {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

impl Text<'_> {
    fn node(&self, node: &Node, depth: usize, out: &mut String) {
        *out += &format!("\n{}", "    ".repeat(depth));
        self.bare(node, depth, out);
    }

    fn bare(&self, node: &Node, depth: usize, out: &mut String) {
        if let Some(number) = node.label {
            *out += &format!("{}: ", label(number));
        }
        let args = Args { tree: self.tree, program: self.program, uses: &node.uses };
        if let Kind::Subtree { tree, .. } = node.kind
            && self.program.is_boxed(node)
        {
            *out += &boxed(tree, &args.all(&node.kind));
        } else {
            *out += &(name(&node.kind) + &args.all(&node.kind));
        }
        let binds_items = node.kind.facts().binds_items;
        if binds_items {
            *out += &bindings(node, self.program);
        }
        if !node.children.is_empty() {
            self.children(node, &args, depth, out);
        }
        if !binds_items {
            *out += &bindings(node, self.program);
        }
    }

    fn children(&self, node: &Node, args: &Args, depth: usize, out: &mut String) {
        *out += " <";
        let arms: Vec<Option<String>> = if let Kind::Priority(turns) = &node.kind {
            let in_every_tick = if node.label.is_some() { "while " } else { "" };
            let turn = |turn: &Turn| match *turn {
                Turn::While(id) => Some(in_every_tick.to_owned() + &args.condition(id)),
                Turn::If(id) => Some("if ".to_owned() + &args.condition(id)),
                Turn::Otherwise => None,
            };
            turns.iter().map(turn).collect()
        } else {
            let arms = node.kind.patterns();
            let named = arms.iter().any(|arm| arm.name().is_some());
            arms.iter().map(|&arm| Some(if named { pattern_of_value(arm) } else { pattern(arm) })).collect()
        };
        for (index, child) in node.children.iter().enumerate() {
            *out += &format!("{}\n{}", if index == 0 { "" } else { "," }, "    ".repeat(depth + 1));
            if let Some(Some(arm)) = arms.get(index) {
                *out += &format!("{arm} => ");
            }
            self.bare(child, depth + 1, out);
        }
        // Both ways to end a list are right.
        *out += if node.label.is_some() { ",>" } else { ">" };
    }
}

/// `dynamic` with a box around a subtree.
fn boxed(tree: usize, inputs: &str) -> String {
    let inputs = if inputs.is_empty() { "()" } else { inputs };
    format!("dynamic(Box::new({}::new{inputs}))", type_name(tree))
}

/// ` -> value_1`, with its type if the macro cannot know that.
fn bindings(node: &Node, program: &Program) -> String {
    let name = |name: &Option<Name>| name.map_or_else(|| "_".to_owned(), value);
    match &node.binds[..] {
        [] => String::new(),
        [one] if values::known(node, program) == Known::Value || program.is_boxed(node) => {
            format!(" -> {}: Value", name(one))
        }
        [one] => format!(" -> {}", name(one)),
        several => format!(" -> ({})", several.iter().map(name).collect::<Vec<_>>().join(", ")),
    }
}

fn pattern(pattern: Pattern) -> String {
    match pattern {
        Pattern::Is(value) => value.to_string(),
        Pattern::Either(one, other) => format!("{one} | {other}"),
        Pattern::Above(value) => format!("n if n > {value}"),
        Pattern::Any => "_".to_owned(),
        Pattern::AboveAs(limit, name) => format!("{0} if above(&{0}, {limit})", value(name)),
        Pattern::As(name) => value(name),
    }
}

/// The pattern if a `Value` is matched, since it has a name there.
fn pattern_of_value(arm: Pattern) -> String {
    match arm {
        Pattern::Is(_) | Pattern::Either(..) => format!("Value({})", pattern(arm)),
        Pattern::Above(value) => format!("Value(n) if n > {value}"),
        Pattern::Any | Pattern::AboveAs(..) | Pattern::As(_) => pattern(arm),
    }
}
