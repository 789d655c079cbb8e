//! `Edit`: a change of a tree, and how it is made.

use bt_compiler::tree::nodes;

use crate::judge;
use crate::node::{Node, Tree};
use crate::refused::Refused;

/// A change of a tree. Nodes are counted from 0 in pre-order, before the edit.
///
/// What is before a `=>` belongs to the place among the children of a `switch` or a `priority`: whatever comes into
/// that place gets it. A moved or inserted node brings its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Edit {
    /// Inserts a node before the child at this index of a parent, or after the last child.
    Insert {
        /// The parent.
        parent: usize,
        /// The place among its children.
        index: usize,
        /// What is inserted.
        node: Node,
    },
    /// Removes a node with all below it.
    Remove {
        /// The node.
        node: usize,
    },
    /// Puts another node in the place of a node with all below it. It gets the label and the binding of the old one, if
    /// it has none of its own.
    Replace {
        /// The node.
        node: usize,
        /// What comes into its place.
        with: Node,
    },
    /// Gives a node the name and the arguments of another one. Its label, its binding and its children stay.
    Rename {
        /// The node.
        node: usize,
        /// The node with the new name and arguments.
        head: Node,
    },
    /// Changes an argument of a node.
    Argument {
        /// The node.
        node: usize,
        /// The number of the argument, from 0.
        index: usize,
        /// Its new text.
        text: String,
    },
    /// Puts a node into another one, as its last child. The binding of the node moves to the new parent.
    Wrap {
        /// The node.
        node: usize,
        /// The new parent, with the children that come before the node.
        wrapper: Node,
    },
    /// Puts the children of a node in its place.
    Unwrap {
        /// The node.
        node: usize,
    },
    /// Exchanges two nodes with all below them. Neither may be below the other.
    Swap {
        /// One of them.
        one: usize,
        /// The other one.
        other: usize,
    },
    /// Moves a node with all below it to another place, which may not be below it.
    Move {
        /// The node.
        node: usize,
        /// Its new parent, counted before the edit.
        parent: usize,
        /// The place among the children of the new parent, once the node is taken out.
        index: usize,
    },
}

impl Tree {
    /// Makes an edit.
    ///
    /// # Errors
    /// If it names a node that is not there, or if the compiler finds a mistake in the tree after it. The tree is then
    /// as before.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), Refused> {
        let mut edited = self.clone();
        edited.root.edit(edit)?;
        let read = judge::read(&edited.to_string())?;
        // A text that is more than an argument, or more than a name, would give another tree.
        if !read.root.has_shape_of(&edited.root) {
            return Err(Refused::because("the text of an argument, a label or a name is more than that"));
        }
        *self = read;
        Ok(())
    }
}

impl Node {
    /// Whether it has the same nodes, each with as many arguments.
    fn has_shape_of(&self, other: &Node) -> bool {
        let shape =
            |node: &Node| (node.label.clone(), node.args.as_ref().map(Vec::len), node.children.as_ref().map(Vec::len));
        self.nodes().into_iter().map(shape).eq(other.nodes().into_iter().map(shape))
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), Refused> {
        match edit {
            Edit::Insert { parent, index, node } => self.insert(*parent, *index, node.clone()),
            Edit::Remove { node } => self.take(*node).map(drop),
            Edit::Replace { node, with } => self.place(*node)?.replace(with.clone()),
            Edit::Rename { node, head } => {
                let Node { node: name, args, fields, .. } = head.clone();
                let node = self.place(*node)?;
                (node.node, node.args, node.fields) = (name, args, fields);
                Ok(())
            }
            Edit::Argument { node, index, text } => {
                let node = self.place(*node)?;
                let arg = node.args.as_mut().and_then(|args| args.get_mut(*index));
                *arg.ok_or_else(|| Refused::because(format!("`{}` has no argument {index}", node.node)))? =
                    text.clone();
                Ok(())
            }
            Edit::Wrap { node, wrapper } => self.place(*node)?.wrap(wrapper.clone()),
            Edit::Unwrap { node } => self.unwrap(*node),
            Edit::Swap { one, other } => self.swap(*one, *other),
            Edit::Move { node, parent, index } => {
                let end = node + self.place(*node)?.nodes().len();
                if (*node..end).contains(parent) {
                    return Err(Refused::because("a node cannot be moved below itself"));
                }
                let moved = self.take(*node)?;
                let parent = if *parent >= end { parent - (end - node) } else { *parent };
                self.insert(parent, *index, moved)
            }
        }
    }

    /// The node at this number.
    fn place(&mut self, number: usize) -> Result<&mut Node, Refused> {
        let mut left = number;
        self.find(&mut left).ok_or_else(|| Refused::because(format!("there is no node {number}")))
    }

    fn find(&mut self, left: &mut usize) -> Option<&mut Node> {
        if *left == 0 {
            return Some(self);
        }
        *left -= 1;
        self.children.iter_mut().flatten().find_map(|child| child.find(left))
    }

    /// The children among which a node is, and its index.
    fn siblings(&mut self, number: usize) -> Result<(&mut Vec<Node>, usize), Refused> {
        if number == 0 {
            return Err(Refused::because("a tree needs its root"));
        }
        self.place(number)?;
        Ok(self.siblings_below(number).expect("it is there, and not the root"))
    }

    fn siblings_below(&mut self, number: usize) -> Option<(&mut Vec<Node>, usize)> {
        let children = self.children.as_mut()?;
        let mut first = 1;
        for index in 0..children.len() {
            let end = first + children[index].nodes().len();
            if first == number {
                return Some((children, index));
            }
            if number < end {
                return children[index].siblings_below(number - first);
            }
            first = end;
        }
        None
    }

    fn insert(&mut self, parent: usize, index: usize, node: Node) -> Result<(), Refused> {
        let parent = self.place(parent)?;
        let name = &parent.node;
        match &mut parent.children {
            // A leaf with children would be a decorator.
            None => Err(Refused::because(format!("`{name}` has no children"))),
            Some(children) if index > children.len() => {
                Err(Refused::because(format!("`{name}` has no place {index} for a child")))
            }
            Some(children) => {
                children.insert(index, node);
                Ok(())
            }
        }
    }

    /// Takes a node out.
    fn take(&mut self, number: usize) -> Result<Node, Refused> {
        let (siblings, index) = self.siblings(number)?;
        Ok(siblings.remove(index))
    }

    fn replace(&mut self, with: Node) -> Result<(), Refused> {
        let old = std::mem::replace(self, with);
        self.arm = old.arm;
        let inherit = |new: &mut String, old: String| {
            if new.is_empty() {
                *new = old;
            }
        };
        inherit(&mut self.label, old.label);
        if !binds_item(&old.node) {
            inherit(&mut self.bind, old.bind);
        }
        Ok(())
    }

    fn wrap(&mut self, wrapper: Node) -> Result<(), Refused> {
        let mut inner = std::mem::replace(self, wrapper);
        self.arm = std::mem::take(&mut inner.arm);
        if !binds_item(&inner.node) && self.bind.is_empty() {
            self.bind = std::mem::take(&mut inner.bind);
        }
        self.children.get_or_insert_default().push(inner);
        Ok(())
    }

    fn unwrap(&mut self, number: usize) -> Result<(), Refused> {
        let node = self.place(number)?;
        let children = node.children.take().unwrap_or_default();
        let (arm, bind) = (node.arm.clone(), if binds_item(&node.node) { String::new() } else { node.bind.clone() });
        match <[Node; 1]>::try_from(children) {
            Ok([mut child]) => {
                child.arm = arm;
                if child.bind.is_empty() {
                    child.bind = bind;
                }
                *node = child;
            }
            Err(none) if none.is_empty() => return Err(Refused::because(format!("`{}` has no children", node.node))),
            Err(children) => {
                let (siblings, index) = self.siblings(number)?;
                siblings.splice(index..=index, children);
            }
        }
        Ok(())
    }

    fn swap(&mut self, one: usize, other: usize) -> Result<(), Refused> {
        let (first, second) = (one.min(other), one.max(other));
        if (first..first + self.place(first)?.nodes().len()).contains(&second) {
            return Err(Refused::because("a node cannot be exchanged with one below it"));
        }
        let later = self.place(second)?.clone();
        let mut earlier = std::mem::take(self.place(first)?);
        // The first node and all below it are one empty node now.
        let second = second - (earlier.nodes().len() - 1);
        let arm = std::mem::take(&mut earlier.arm);
        let place = self.place(second)?;
        earlier.arm = std::mem::take(&mut place.arm);
        *place = earlier;
        *self.place(first)? = Node { arm, ..later };
        Ok(())
    }
}

/// Whether what is after the `->` of a node is not a value of its own, but an item for its child.
fn binds_item(name: &str) -> bool {
    nodes::find(name).is_some_and(|builtin| builtin.binds_item())
}
