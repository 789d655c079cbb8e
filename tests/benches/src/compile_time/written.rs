//! The ways to write the leaves of a tree, each with work at its start and its end.

use std::fmt::Write;

use super::shape::{Leaves, Shape};
use super::tree;

/// How the leaves of a tree are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// By hand: an implementation of `Behavior`.
    ByHand,
    /// As methods of a type that derives `Behavior`.
    Derived,
    /// As functions with `#[leaf]`, which have no start and no end.
    Functions,
}

impl Written {
    /// All ways; the others are compared with the first one.
    pub const ALL: [Written; 3] = [Written::ByHand, Written::Derived, Written::Functions];

    /// What the table calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Written::ByHand => "`Behavior` by hand",
            Written::Derived => "derived",
            Written::Functions => "`#[leaf]`",
        }
    }

    /// A crate with a tree of this shape, a type for each leaf.
    pub fn source(self, shape: Shape) -> String {
        let mut source = shape.leaves(true);
        if self != Written::Derived {
            source = Shape::context();
            (0..shape.count()).for_each(|number| self.leaf(&mut source, shape, number));
        }
        tree::around(shape, &source, &|number| self.name_in_tree(shape, number))
    }

    fn name_in_tree(self, shape: Shape, number: u32) -> String {
        match self {
            Written::Functions => format!("leaf{number}"),
            _ => Shape { leaves: Leaves::Distinct, ..shape }.leaf(number),
        }
    }

    fn leaf(self, source: &mut String, shape: Shape, number: u32) {
        let (name, run) = (self.name_in_tree(shape, number), Shape::run(&format!("{number}_u64")));
        let _ = match self {
            Written::Functions => {
                writeln!(source, "#[bt::leaf]\nfn {name}(context: &mut Context) -> Status {{\n{run}\n}}")
            }
            _ => writeln!(
                source,
                "#[derive(Default)]\npub struct {name};\nimpl bt::Behavior<Context> for {name} {{\n    type Answer = \
                 Status;\n{}\n}}",
                Shape::hooks(&format!("{number}_u64"))
            ),
        };
    }
}
