//! The text of trees: `{}` on one line, `{:#}` with a child on each line.

use std::fmt::{self, Display, Formatter};

use bt_compiler::tree::nodes;

use crate::node::{Node, Tree};

/// The longest line that `{:#}` writes where it could write several.
const WIDTH: usize = 80;

/// As in a `bt!`.
impl Display for Tree {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let equals = if self.header.is_empty() { "" } else { " = " };
        write!(formatter, "{}{equals}", self.header)?;
        self.root.write(formatter, 0)
    }
}

/// As in a `bt!`.
impl Display for Node {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.write(formatter, 0)
    }
}

impl Node {
    fn write(&self, formatter: &mut Formatter<'_>, indent: usize) -> fmt::Result {
        let (before, after) = self.around();
        let Some(children) = &self.children else { return write!(formatter, "{before}{after}") };
        write!(formatter, "{before} <")?;
        if !formatter.alternate() || indent + self.width() <= WIDTH && !self.is_nested() {
            for (index, child) in children.iter().enumerate() {
                formatter.write_str(if index == 0 { " " } else { ", " })?;
                child.write(formatter, indent)?;
            }
            return write!(formatter, " >{after}");
        }
        for child in children {
            write!(formatter, "\n{:1$}", "", indent + 4)?;
            child.write(formatter, indent + 4)?;
            formatter.write_str(if children.len() > 1 { "," } else { "" })?;
        }
        write!(formatter, "\n{:1$}>{after}", "", indent)
    }

    /// What is before and after the children.
    fn around(&self) -> (String, String) {
        let arm = if self.arm.is_empty() { String::new() } else { format!("{} => ", self.arm) };
        let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
        let bind = if self.bind.is_empty() { String::new() } else { format!(" -> {}", self.bind) };
        let before = arm + &label + &self.head();
        // The item of a loop comes before its child.
        match nodes::find(&self.node).is_some_and(|builtin| builtin.binds_item()) {
            true => (before + &bind, String::new()),
            false => (before, bind),
        }
    }

    fn width(&self) -> usize {
        self.to_string().chars().count()
    }

    /// Whether a list of nodes is in a list of nodes: that is hard to read on one line.
    fn is_nested(&self) -> bool {
        let is_list = |node: &Node| node.children.as_ref().is_some_and(|children| children.len() > 1);
        is_list(self) && self.nodes()[1..].iter().any(|node| is_list(node))
            || self.children.iter().flatten().any(Node::is_nested)
    }
}

#[cfg(test)]
mod tests {
    use crate::Tree;

    #[test]
    fn lists_in_lists_are_on_lines_of_their_own() {
        let text = "Dog(Yard) = selector < sequence < sees_cat, timeout(5.0) < chase > >, for_each(|yard, i| yard.cat(i)) \
                    -> cat: Cat < bark_at(cat) >, nap >";
        let tree: Tree = text.parse().expect("a tree");
        assert_eq!(tree.to_string(), text);
        let lines = "Dog(Yard) = selector <\n    sequence < sees_cat, timeout(5.0) < chase > >,\n    \
                     for_each(|yard, i| yard.cat(i)) -> cat: Cat < bark_at(cat) >,\n    nap,\n>";
        assert_eq!(format!("{tree:#}"), lines);
        assert_eq!(lines.parse(), Ok(tree));
    }
}
