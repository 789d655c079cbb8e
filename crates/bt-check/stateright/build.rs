//! Writes random trees, which the test includes.

use std::fmt::Write as _;
use std::{env, fs, path::PathBuf};

/// How many trees there are.
const TREES: usize = 24;

struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// A node with at most this many levels. Leaves have the numbers of the tables of a world.
    fn node(&mut self, levels: u64) -> String {
        let leaf = |dice: &mut Dice| format!("act({})", dice.below(4));
        if levels == 0 {
            return leaf(self);
        }
        let asks = format!("|world| world.asks({})", self.below(3));
        match self.below(16) {
            0 | 1 => leaf(self),
            2 => format!("pause({})", self.below(4)),
            3 | 4 => format!("sequence < {} >", self.children(levels)),
            5 | 6 => format!("selector < {} >", self.children(levels)),
            7 => format!("reactive_sequence < {} >", self.children(levels)),
            8 => format!("reactive_selector < {} >", self.children(levels)),
            9 => format!("parallel < {} >", self.children(levels)),
            10 => format!("round_robin < {} >", self.children(levels)),
            11 => format!("guard({asks}) < {} >", self.node(levels - 1)),
            12 => format!("priority < {asks} => {}, {} >", self.node(levels - 1), self.node(levels - 1)),
            13 => format!("inverter < {} >", self.node(levels - 1)),
            14 => format!("repeat(2) < {} >", self.node(levels - 1)),
            _ => format!("timeout(2.0) < {} >", self.node(levels - 1)),
        }
    }

    fn children(&mut self, levels: u64) -> String {
        let children: Vec<_> = (0..2 + self.below(2)).map(|_| self.node(levels - 1)).collect();
        children.join(", ")
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BT_SEED");
    let seed = env::var("BT_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let (mut dice, mut text) = (Dice(seed), String::new());
    for tree in 0..TREES {
        let node = dice.node(3);
        let _ = writeln!(text, "bt::bt! {{ #[derive(Clone, PartialEq, Eq, Hash)] pub Tree{tree}(World) = {node} }}");
    }
    let calls: Vec<_> = (0..TREES).map(|tree| format!("$compare!(Tree{tree}::new());")).collect();
    let _ = writeln!(text, "macro_rules! each_tree {{ ($compare:ident) => {{ {} }}; }}", calls.join(" "));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo says where"));
    fs::write(out.join("trees.rs"), text).expect("the trees can be written");
}
