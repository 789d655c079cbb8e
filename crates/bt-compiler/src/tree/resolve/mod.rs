//! `ast` -> `model`: finds what each name means, and sorts the arguments.

use proc_macro2::Ident;

use crate::error::{Errors, counted, with_help};
use crate::spelling::closest;
use crate::tree::ast::{self, Args, Tree};
use crate::tree::model::{CodeId, Kind, Label, Model, Node, NodeId, Sort, Value};
use crate::tree::nodes::{self, Builtin, Children};
use crate::tree::source::{Code, Source};

mod arguments;
mod leaf;
#[cfg(test)]
mod tests;

/// The resolved tree, and the user's code in it. `None` if there is no node at all.
pub fn resolve(tree: &Tree, errors: &mut Errors) -> Option<(Model, Source)> {
    let own_name = tree.header.item.as_ref().map(|item| &item.name);
    let mut resolver = Resolver { own_name, model: Model { nodes: Vec::new() }, source: Source::default(), errors };
    let root = tree.root.as_ref()?;
    resolver.node(root, None, None);
    let Resolver { model, source, errors, .. } = resolver;
    let nameless = tree.header.item.is_none() && tree.header.context.is_none();
    if nameless && source.has_closures() && source.leaves().next().is_none() {
        let message = "the context of this tree cannot be told, since it has functions and no leaves";
        errors.push(root.name.span(), with_help(message, "name the context: `bt!((Room) = ...)`"));
    }
    Some((model, source))
}

struct Resolver<'a> {
    /// The name of the tree, which must not stand in itself.
    own_name: Option<&'a Ident>,
    model: Model,
    source: Source,
    errors: &'a mut Errors,
}

impl Resolver<'_> {
    fn node(&mut self, node: &ast::Node, arm: Option<&ast::Arm>, parent: Option<NodeId>) -> NodeId {
        let id = NodeId(self.model.nodes.len());
        let span = node.name.span();
        self.model.nodes.push(Node {
            id,
            kind: Kind::Unknown,
            sort: Sort::Leaf,
            name: shown(node),
            label: node.label.as_ref().map(|label| Label { name: label.to_string(), span: label.span() }),
            args_text: args_text(&node.args),
            arm_text: arm.map(|arm| arm.source.clone()).unwrap_or_default(),
            args: Vec::new(),
            parent,
            children: Vec::new(),
            complete: node.complete,
            sound: node.complete,
            depth: parent.map_or(0, |parent| self.model[parent].depth + 1),
            span,
        });
        let before = self.errors.count();
        let (kind, args) = self.kind(node);
        self.model[id].sound &= self.errors.count() == before;
        let children = node.children.iter().flatten();
        let children = children.map(|child| self.node(&child.node, child.arm.as_ref(), Some(id))).collect();
        let resolved = &mut self.model[id];
        (resolved.kind, resolved.sort) = (kind, sort(kind));
        (resolved.args, resolved.children) = (args, children);
        id
    }

    fn kind(&mut self, node: &ast::Node) -> (Kind, Vec<Value>) {
        let word = node.name.word();
        if let Some(builtin) = word.as_deref().and_then(nodes::find) {
            return self.builtin(builtin, node);
        }
        match &node.children {
            None => (self.leaf(node), Vec::new()),
            Some(children) => (self.parent(node, children.len()), Vec::new()),
        }
    }

    fn builtin(&mut self, builtin: &'static Builtin, node: &ast::Node) -> (Kind, Vec<Value>) {
        if let Some(at) = arguments::instead_of_children(builtin, node) {
            let message = format!("the children of `{}` stand in angle brackets", builtin.name);
            self.errors.push(at, with_help(message, format!("write {}", builtin.example())));
            return (Kind::Unknown, Vec::new());
        }
        self.source.asks_of_context |= builtin.asks_of_context();
        let arms: Vec<ast::Arm> = node.children.iter().flatten().filter_map(|child| child.arm.clone()).collect();
        let mut args = arguments::sort(builtin, node, &mut self.source, self.errors);
        if builtin.children == Children::Arms {
            args = args.into_iter().map(|value| self.with_arms(value, &arms)).collect();
        }
        (Kind::Builtin(builtin.name), args)
    }

    /// Joins the argument of a `switch` and the patterns of its children to one `match`.
    fn with_arms(&mut self, value: Value, arms: &[ast::Arm]) -> Value {
        match value {
            Value::Code(code) => match self.source.get(code) {
                Code::Function(on) => {
                    let on = on.clone();
                    Value::Code(self.source.add(Code::Choice { on, arms: arms.to_vec() }))
                }
                _ => value,
            },
            _ => value,
        }
    }

    fn leaf(&mut self, node: &ast::Node) -> Kind {
        self.made(node).map_or(Kind::Unknown, Kind::Leaf)
    }

    /// A leaf or a decorator of the user. Refuses the tree itself.
    fn made(&mut self, node: &ast::Node) -> Option<CodeId> {
        if self.own_name.is_some_and(|own| leaf::is_type(&node.name, own)) {
            let message = format!("the tree `{}` stands within itself", node.name.last());
            let help = "a loop is written with `forever`, `repeat` or `retry`";
            self.errors.push(node.name.span(), with_help(message, help));
            return None;
        }
        let made = leaf::made(node, self.errors)?;
        Some(self.source.add(Code::Made(made)))
    }

    /// A name with children that is not a built-in: a decorator of the user, or a mistake.
    fn parent(&mut self, node: &ast::Node, children: usize) -> Kind {
        let word = node.name.word().unwrap_or_default();
        let name = shown(node);
        if let Some(meant) = closest(&word, nodes::names_with_children()) {
            self.errors.push(
                node.name.span(),
                with_help(format!("unknown node `{name}`"), format!("did you mean `{meant}`?")),
            );
            return Kind::Unknown;
        }
        if children != 1 {
            let message = format!("unknown node `{name}` with {}", counted(children, "child"));
            let help = "a node with children is a built-in, or, with one child, a type that implements `Decorator`";
            if node.complete {
                self.errors.push(node.name.span(), with_help(message, help));
            }
            return Kind::Unknown;
        }
        self.made(node).map_or(Kind::Unknown, Kind::Decorator)
    }
}

/// Whether a node is a composite, a decorator or a leaf.
fn sort(kind: Kind) -> Sort {
    match kind {
        Kind::Decorator(_) => Sort::Decorator,
        Kind::Leaf(_) | Kind::Unknown => Sort::Leaf,
        Kind::Builtin(name) => nodes::get(name).children.sort(),
    }
}

/// The name as it is written.
fn shown(node: &ast::Node) -> String {
    let segments: Vec<String> = node.name.segments.iter().map(Ident::to_string).collect();
    segments.join("::")
}

fn args_text(args: &Args) -> String {
    match args {
        Args::None => String::new(),
        Args::List { source, .. } | Args::Fields { source, .. } => source.clone(),
    }
}
