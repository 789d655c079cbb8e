//! The trees to compile: each composite has two children, levels alternate between `sequence` and `selector`, and
//! leaves are numbered from 0.

use std::fmt::Write;

/// Which sort of leaves a tree has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// One type, which takes its number.
    Numbered,
    /// As many types as leaves.
    Distinct,
}

/// A tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The levels of composites.
    pub levels: u32,
    /// The sort of leaves.
    pub leaves: Leaves,
}

impl Shape {
    /// How many leaves it has.
    pub fn count(self) -> u32 {
        1 << self.levels
    }

    /// Whether the composites of this level, counted from 1, are sequences.
    pub fn is_sequence(self, level: u32) -> bool {
        level % 2 == 1
    }

    /// Which leaf comes after this one if it has ended so.
    pub fn after(self, leaf: u32, success: bool) -> Next {
        let mut child = leaf;
        for level in (1..=self.levels).rev() {
            if child.is_multiple_of(2) && success == self.is_sequence(level) {
                return Next::Leaf((child + 1) << (self.levels - level));
            }
            child /= 2;
        }
        Next::End(success)
    }

    /// The context, and the leaves; each has all three hooks.
    pub fn leaves(self, with_derive: bool) -> String {
        let mut source = Self::context();
        match self.leaves {
            Leaves::Numbered => leaf(&mut source, "Leaf", "u64::from(self.number)", with_derive, true),
            Leaves::Distinct => {
                (0..self.count()).for_each(|number| {
                    leaf(&mut source, &self.leaf(number), &format!("{number}_u64"), with_derive, false);
                });
            }
        }
        source
    }

    /// The context of all leaves.
    pub fn context() -> String {
        "use bt::{Outcome, Status};\n\npub struct Context { pub chance: u64, pub hash: u64 }\n".to_owned()
    }

    /// What a leaf does with its number.
    pub fn run(number: &str) -> String {
        format!(
            "        context.chance = context.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add({number});
        match context.chance >> 60 {{ 0 => Status::Running, 1..8 => Status::Failure, _ => Status::Success }}"
        )
    }

    /// All three hooks of a leaf with this number.
    pub fn hooks(number: &str) -> String {
        format!(
            "    fn start(&mut self, context: &mut Context) {{ context.hash ^= {number}; }}
    fn run(&mut self, context: &mut Context) -> Status {{
{}
    }}
    fn finish(&mut self, context: &mut Context, outcome: Outcome) {{ context.hash += outcome as u64; }}",
            Self::run(number)
        )
    }

    /// What the leaf with this number is called in the tree.
    pub fn leaf(self, number: u32) -> String {
        match self.leaves {
            Leaves::Numbered => format!("leaf({number})"),
            Leaves::Distinct => format!("Leaf{number}"),
        }
    }
}

/// What comes after a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This leaf.
    Leaf(u32),
    /// The end of the tree, with success or failure.
    End(bool),
}

/// The type of a leaf, which takes a number if `has_number`. `value` is the number that it computes with.
pub fn leaf(source: &mut String, name: &str, value: &str, with_derive: bool, has_number: bool) {
    if with_derive {
        let default = if has_number { "" } else { ", Default" };
        let _ = writeln!(source, "#[derive(bt::Behavior{default})]\n#[behavior(context = Context)]");
    }
    let (fields, new) = if has_number {
        (" { number: u32 }", "pub fn new(number: u32) -> Self { Self { number } }")
    } else {
        (";", "")
    };
    let hooks = Shape::hooks(value).replace("    fn ", "    pub fn ");
    let _ = write!(source, "pub struct {name}{fields}\nimpl {name} {{\n    {new}\n{hooks}\n}}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_follow_each_other_as_the_composites_say() {
        let shape = Shape { levels: 2, leaves: Leaves::Numbered };
        assert_eq!(shape.count(), 4);
        assert_eq!(shape.after(0, false), Next::Leaf(1), "a selector continues after a failure");
        assert_eq!(shape.after(0, true), Next::Leaf(2), "and its success sends the sequence on");
        assert_eq!(shape.after(1, false), Next::End(false));
        assert_eq!(shape.after(3, true), Next::End(true));
    }
}
