//! Trees as plain data, for JSON: all code is text.

use std::fmt::{self, Display, Formatter};

use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::nodes;
use bt_compiler::written::as_written;
use proc_macro2::TokenTree;
use serde::{Deserialize, Serialize};

/// A tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The text before the `=`: `pub Wander(Npc) { radius: f32 }`. Empty for a tree that is an expression.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// Its nodes.
    pub root: Node,
}

/// A node and its descendants. All code is text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The text before its `=>`, as a child of a `switch` or a `priority`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub arm: String,
    /// Its label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Its name, with its path and type arguments.
    pub node: String,
    /// The arguments in parentheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
    /// The fields in braces, with the braces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fields: String,
    /// The name of its value, or the names in parentheses, and the type if it is written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bind: String,
    /// The nodes in angle brackets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<Node>>,
}

impl Node {
    /// Converts a node of the compiler.
    pub fn new(node: &ast::Node) -> Self {
        let name = as_written(&node.name.path);
        let generics = match node.name.generics.is_empty() {
            true => String::new(),
            false => format!("::{}", as_written(&node.name.generics).trim()),
        };
        let (args, fields) = match &node.args {
            Args::None => (None, String::new()),
            Args::List { args, .. } => (Some(args.iter().map(ToString::to_string).collect()), String::new()),
            Args::Fields(group) => (None, as_written(&TokenTree::from(group.clone()).into()).trim().to_owned()),
        };
        let child = |child: &ast::Child| {
            let arm = child.arm.as_ref().map(|arm| arm.text.clone()).unwrap_or_default();
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

    /// The node without any labels.
    pub fn without_labels(&self) -> Node {
        let children = self.children.as_ref().map(|children| children.iter().map(Node::without_labels).collect());
        Node { label: String::new(), children, ..self.clone() }
    }
}

/// As in a `bt!`, on one line.
impl Display for Tree {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let equals = if self.header.is_empty() { "" } else { " = " };
        write!(formatter, "{}{equals}{}", self.header, self.root)
    }
}

/// As in a `bt!`, on one line.
impl Display for Node {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Node { arm, label, node, args, fields, bind, children } = self;
        let written = |part: &str, before: &str, after: &str| match part {
            "" => String::new(),
            part => format!("{before}{part}{after}"),
        };
        write!(formatter, "{}{}{node}", written(arm, "", " => "), written(label, "", ": "))?;
        if let Some(args) = args {
            write!(formatter, "({})", args.join(", "))?;
        }
        formatter.write_str(&written(fields, " ", ""))?;
        let bind = written(bind, " -> ", "");
        // The item of a loop is written before its child.
        let (item, value) = match nodes::find(node).is_some_and(|builtin| builtin.binds_item()) {
            true => (bind, String::new()),
            false => (String::new(), bind),
        };
        formatter.write_str(&item)?;
        if let Some(children) = children {
            let separators = std::iter::once("").chain(std::iter::repeat(","));
            let children = children.iter().zip(separators).map(|(child, separator)| format!("{separator} {child}"));
            write!(formatter, " <{} >", children.collect::<String>())?;
        }
        formatter.write_str(&value)
    }
}

fn bind(binding: &ast::Binding) -> String {
    let names: Vec<String> = binding.names.iter().map(ToString::to_string).collect();
    let names = if binding.tuple.is_some() { format!("({})", names.join(", ")) } else { names.join(", ") };
    names + &binding.ty.as_ref().map(|ty| format!(": {}", as_written(ty))).unwrap_or_default()
}
