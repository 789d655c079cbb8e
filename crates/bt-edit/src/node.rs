//! Trees as plain data.

use bt_compiler::tree::ast::{self, Args};
use bt_compiler::written::as_written;
use proc_macro2::TokenTree;

/// A tree.
///
/// ```
/// use bt_edit::Tree;
///
/// let tree: Tree = "pub Dog(Yard) = selector < chase, nap: wait(3.0) >".parse()?;
/// assert_eq!(tree.header, "pub Dog(Yard)");
/// assert_eq!(tree.nodes()[2].label, "nap");
/// # Ok::<(), bt_edit::Refused>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Tree {
    /// What is before the `=`: `pub Wander(Npc) { radius: f32 }`. Empty for a tree that is an expression.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub header: String,
    /// Its nodes.
    pub root: Node,
}

/// A node and all below it. All code is text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Node {
    /// What is before the `=>` of a child of a `switch` or a `priority`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub arm: String,
    /// Its label.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub label: String,
    /// Its name, with its path and type arguments.
    pub node: String,
    /// The arguments in parentheses.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub args: Option<Vec<String>>,
    /// The fields in braces, with the braces.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub fields: String,
    /// The name of its value, or the names in parentheses, and the type if it is written.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub bind: String,
    /// The nodes in angle brackets.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub children: Option<Vec<Node>>,
}

impl Tree {
    /// All nodes in pre-order: an [`Edit`](crate::Edit) counts them so.
    #[must_use]
    pub fn nodes(&self) -> Vec<&Node> {
        self.root.nodes()
    }
}

impl Node {
    /// The node in the terms of the compiler.
    #[doc(hidden)]
    #[must_use]
    pub fn new(node: &ast::Node) -> Self {
        let name = as_written(&node.name.path);
        let generics = match node.name.generics.is_empty() {
            true => String::new(),
            false => format!("::{}", as_written(&node.name.generics).trim()),
        };
        let (args, fields) = match &node.args {
            Args::None => (None, String::new()),
            Args::List { args, .. } => (Some(args.iter().map(arg).collect()), String::new()),
            Args::Fields { group, .. } => (None, as_written(&TokenTree::from(group.clone()).into()).trim().to_owned()),
        };
        let child = |child: &ast::Child| {
            let arm = child.arm.as_ref().map(|arm| arm.source.clone()).unwrap_or_default();
            Node { arm, ..Node::new(&child.node) }
        };
        Node {
            arm: String::new(),
            label: node.label.as_ref().map(ToString::to_string).unwrap_or_default(),
            node: name + &generics,
            args,
            fields,
            bind: node.binding.as_ref().map(bind).unwrap_or_default(),
            children: node.children.as_ref().map(|children| children.iter().map(child).collect()),
        }
    }

    /// The node and all below it, in pre-order.
    #[must_use]
    pub fn nodes(&self) -> Vec<&Node> {
        let mut found = vec![self];
        found.extend(self.children.iter().flatten().flat_map(Node::nodes));
        found
    }

    /// The name with its arguments.
    #[must_use]
    pub fn head(&self) -> String {
        let args = self.args.as_ref().map(|args| format!("({})", args.join(", "))).unwrap_or_default();
        let space = if self.fields.is_empty() { "" } else { " " };
        format!("{}{args}{space}{}", self.node, self.fields)
    }

    /// This node without all labels.
    #[must_use]
    pub fn without_labels(&self) -> Node {
        let children = self.children.as_ref().map(|children| children.iter().map(Node::without_labels).collect());
        Node { label: String::new(), children, ..self.clone() }
    }
}

fn arg(arg: &ast::Arg) -> String {
    let name = arg.name.as_ref().map(|name| format!("{name} = ")).unwrap_or_default();
    name + &as_written(&arg.value)
}

fn bind(binding: &ast::Binding) -> String {
    let names: Vec<String> = binding.names.iter().map(ToString::to_string).collect();
    let names = if binding.tuple.is_some() { format!("({})", names.join(", ")) } else { names.join(", ") };
    names + &binding.ty.as_ref().map(|ty| format!(": {}", as_written(ty))).unwrap_or_default()
}
