//! `ast` -> `model`: finds the meaning of each name, and sorts the arguments.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::codes;
use crate::context::Context;
use crate::error::Errors;
use crate::spelling::{node_slip, typo};
use crate::tree::ast::{self, Args, Header, Param, Tree};
use crate::tree::builtin::Passes;
use crate::tree::case::starts_upper;
use crate::tree::model::{Bound, CodeId, Kind, Label, Model, Node, NodeId, Value, ValueId};
use crate::tree::nodes::{self, Builtin, Children, Sort, Takes};
use crate::tree::source::{Code, Make, Source};
use crate::written::as_written;
use scope::{Placed, Scope, second_child_sees};

mod arguments;
mod captures;
mod changes;
mod dynamic;
mod leaf;
mod literal;
mod misspelt;
mod scope;
#[cfg(test)]
mod tests;
mod used_values;

/// The resolved tree and the user's code in it; `None` if there is no node at all.
pub fn resolve(runtime: &TokenStream, tree: &Tree, errors: &mut Errors) -> Option<(Model, Source)> {
    let own_name = tree.header.item.as_ref().map(|item| &item.name);
    let params: &[Param] = tree.header.item.as_ref().map_or(&[], |item| &item.params);
    let root = tree.root.as_ref()?;
    let (source, scope) = (Source::default(), Scope::new(root, params));
    let (nodes, values) = (Vec::new(), Vec::new());
    let header = &tree.header;
    let mut resolver = Resolver { runtime, header, own_name, nodes, values, source, scope, errors };
    resolver.node(root, None, Above { parent: None, depth: 0, value: header.value.as_ref() });
    let Resolver { nodes, values, source, scope, errors, .. } = resolver;
    let nodes: Vec<Node> = nodes.into_iter().map(|node| node.expect("each node is resolved")).collect();
    let has_value = tree.header.value.is_some();
    let used_values = used_values::used_values(&nodes, &values, has_value, |name| name.used);
    let named_values = used_values::used_values(&nodes, &values, has_value, |name| name.name != "_");
    let uses = used_values::uses(&nodes);
    let model = Model { nodes, values, has_value, used_values, named_values, uses };
    scope.report(&model, errors);
    let nameless = tree.header.item.is_none() && tree.header.context.is_none();
    if nameless && source.has_closures() && source.leaves().next().is_none() {
        let message = "cannot infer the context of this tree, since it has functions but no leaves";
        errors.push(codes::NO_CONTEXT.at(root.name.span(), message).help("name the context: `bt!((Room) = ...)`"));
    }
    Some((model, source))
}

struct Resolver<'a> {
    /// The path of the runtime library.
    runtime: &'a TokenStream,
    header: &'a Header,
    /// The name of the tree, which must not contain itself.
    own_name: Option<&'a Ident>,
    /// The nodes so far. `None` means that the node's children are being resolved.
    nodes: Vec<Option<Node>>,
    values: Vec<Bound>,
    source: Source,
    /// The names of values that are in scope.
    scope: Scope,
    errors: &'a mut Errors,
}

/// The surroundings of a node.
struct Above<'a> {
    parent: Option<NodeId>,
    depth: usize,
    /// The required type of the node's value, if a binding or the header states it.
    value: Option<&'a TokenStream>,
}

/// What is resolved of a node before its children.
struct Resolved {
    id: NodeId,
    depth: usize,
    kind: Kind,
    args: Vec<Value>,
    binds: Option<ValueId>,
    matches: Option<ValueId>,
}

impl Resolver<'_> {
    /// Resolves a node and its descendants. The node gets an id before its children.
    fn node(&mut self, node: &ast::Node, arm: Option<&ast::Arm>, above: Above<'_>) -> NodeId {
        let Above { parent, depth, value } = above;
        let value = match &node.binding {
            Some(binding) => binding.ty.as_ref().filter(|_| binding.tuple.is_none()),
            None => value,
        };
        let id = NodeId(self.nodes.len());
        self.nodes.push(None);
        let (before, codes) = (self.errors.count(), self.source.all().count());
        let (kind, args) = self.kind(node, value);
        self.scope.refuse_changes(self.source.all().skip(codes), self.errors);
        let Placed { uses, all_set } = self.placed(codes, id);
        captures::refuse_self(self.source.all().skip(codes), self.errors);
        if self.own_name.is_some() {
            captures::refuse_context(self.source.all().skip(codes), self.header.context.as_ref(), self.errors);
        }
        // If parameters were meant, the header is at fault.
        if self.own_name.is_none() && before == 0 && !takes_scores(kind) {
            captures::refuse(self.source.all().skip(codes), self.errors);
        }
        let binds = node.binding.as_ref().map(|binding| {
            let bound = self.scope.bind(binding, id, &mut self.source, self.errors);
            self.value(bound)
        });
        let matches = self.patterns(&args, id).map(|bound| self.value(bound));
        let read = node.complete && !matches!(node.args, Args::List { complete: false, .. });
        let sound = read && all_set && self.errors.count() == before;
        let resolved = Resolved { id, depth, kind, args, binds, matches };
        let children = self.children(node, &resolved, value);
        let args = resolved.args;
        let one_too_many = kind.is(|builtin| arguments::condition_is_child(builtin, node));
        self.nodes[id.0] = Some(Node {
            id,
            kind,
            name: shown(node),
            label: node.label.as_ref().map(|label| Label { name: label.to_string(), span: label.span() }),
            args_text: args_text(node) + &binding_text(node),
            arm_text: arm.map(|arm| arm.text.clone()).unwrap_or_default(),
            keeps_turn: arm.and_then(|arm| arm.keyword.as_ref()).is_some_and(|keyword| keyword == "if"),
            args,
            parent,
            children,
            complete: node.complete && !one_too_many,
            sound,
            depth,
            span: node.name.span(),
            binds,
            matches,
            uses,
        });
        id
    }

    /// Replaces the names of values by places, in all code after the first `codes` pieces.
    fn placed(&mut self, codes: usize, id: NodeId) -> Placed {
        let mut placed = Placed { uses: Vec::new(), all_set: true };
        for code in self.source.since(codes) {
            let at = (code, id);
            self.scope.place(at, &mut self.values, &mut self.source, self.errors, &mut placed);
        }
        placed
    }

    fn value(&mut self, bound: Bound) -> ValueId {
        self.values.push(bound);
        ValueId(self.values.len() - 1)
    }

    /// The value that the patterns of a `switch` match, if they contain names.
    fn patterns(&mut self, args: &[Value], id: NodeId) -> Option<Bound> {
        let code = args.first().and_then(|arg| arg.code())?;
        let Code::Choice { arms, .. } = self.source.get(code) else { return None };
        self.scope.bind_patterns(arms, id, self.errors)
    }

    /// Resolves the children of a node. Some of them can use the values bound by earlier ones.
    fn children(&mut self, node: &ast::Node, above: &Resolved, value: Option<&TokenStream>) -> Vec<NodeId> {
        let names = self.scope.count();
        if let (true, Some(item)) = (above.kind.is(Builtin::binds_item), above.binds) {
            self.scope.show(&self.values, item);
        }
        let second_sees = second_child_sees(above.kind, &above.args);
        let mut children = Vec::new();
        for (index, child) in node.children.iter().flatten().enumerate() {
            if let Some(matched) = above.matches {
                self.scope.hide(names);
                self.scope.show_pattern(&self.values, matched, index);
            }
            let passed = value.filter(|_| passes_value_of(above, index, node.children.as_ref().map_or(0, Vec::len)));
            let place = Above { parent: Some(above.id), depth: above.depth + 1, value: passed };
            let child = self.node(&child.node, child.arm.as_ref(), place);
            children.push(child);
            let seen = above.kind.is(Builtin::later_children_see) || (index == 0 && second_sees);
            let bound = self.nodes[child.0].as_ref().filter(|node| !node.binds_item()).and_then(|node| node.binds);
            if let Some(value) = bound.filter(|_| seen) {
                self.scope.show(&self.values, value);
            } else if index == 1 && second_sees {
                self.scope.hide(names);
            }
        }
        self.scope.hide(names);
        children
    }

    fn kind(&mut self, node: &ast::Node, value: Option<&TokenStream>) -> (Kind, Vec<Value>) {
        let word = node.name.word();
        if let Some(builtin) = word.as_deref().and_then(nodes::find) {
            return self.builtin(builtin, node, value);
        }
        match &node.children {
            None => (self.leaf(node), Vec::new()),
            Some(children) => (self.parent(node, children.len()), Vec::new()),
        }
    }

    fn builtin(
        &mut self,
        builtin: &'static Builtin,
        node: &ast::Node,
        value: Option<&TokenStream>,
    ) -> (Kind, Vec<Value>) {
        if let Some(at) = arguments::instead_of_children(builtin, node) {
            let message = format!("children of `{}` go in angle brackets", builtin.name);
            let help = format!("write {}", builtin.example());
            self.errors.push(codes::CHILDREN_IN_PARENTHESES.at(at, message).help(help));
            return (Kind::Unknown, Vec::new());
        }
        if builtin.holds_tree && node.children.is_none() {
            let made = dynamic::made(builtin, node, (self.runtime, self.header), value, self.errors);
            return (made.map_or(Kind::Unknown, |made| Kind::Leaf(self.source.add(Code::Made(made)))), Vec::new());
        }
        self.source.asks_of_context |= builtin.asks_of_context();
        let arms: Vec<ast::Arm> = node.children.iter().flatten().filter_map(|child| child.arm.clone()).collect();
        let mut args = arguments::sort(builtin, node, &mut self.source, self.errors);
        if builtin.children == Children::Arms {
            args = args.into_iter().map(|value| self.with_arms(value, &arms)).collect();
        }
        if builtin.children == Children::Conditions {
            args = self.conditions(node.children.as_deref().unwrap_or_default());
        }
        (Kind::Builtin(builtin), args)
    }

    /// The conditions of a `priority`, one for each child. Only the last child may omit its condition.
    fn conditions(&mut self, children: &[ast::Child]) -> Vec<Value> {
        let last = children.len().saturating_sub(1);
        let condition = |(index, child): (usize, &ast::Child)| match &child.arm {
            Some(arm) => arguments::condition(arm, index == last, &mut self.source, self.errors),
            None if index == last => Value::Absent,
            None => {
                let message = "only the last child of a `priority` may have no condition";
                let name = shown(&child.node);
                let help = format!(
                    "write `|room| room.is_open => {name}`; to try this child and the ones after it in order, put \
                     them into a `selector`"
                );
                self.errors.push(codes::ARM.at(child.node.name.span(), message).help(help));
                Value::Absent
            }
        };
        children.iter().enumerate().map(condition).collect()
    }

    /// Joins the argument of a `switch` and the patterns of its children into one `match`.
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
        let word = node.name.word().unwrap_or_default();
        if let Some(meant) = typo(&word, nodes::names_of_leaves()) {
            let help = format!("did you mean `{meant}`? (for a leaf of your own, write `self::{word}`)");
            let message = format!("unknown leaf `{word}`");
            self.errors.push(codes::UNKNOWN_LEAF.at(node.name.span(), message).help(help).fix(meant));
            return Kind::Unknown;
        }
        self.made(node).map_or(Kind::Unknown, Kind::Leaf)
    }

    /// A user's leaf, decorator or composite. The tree itself is refused.
    fn made(&mut self, node: &ast::Node) -> Option<CodeId> {
        if self.own_name.is_some_and(|own| leaf::is_type(&node.name, own)) {
            let message = format!("`{}` contains itself", node.name.last());
            let help = "to write a loop, use `forever`, `repeat` or `retry`";
            self.errors.push(codes::CONTAINS_ITSELF.at(node.name.span(), message).help(help));
            return None;
        }
        let made = leaf::made(node, self.errors)?;
        if matches!(made.make, Make::Call { .. }) && self.is_context(&made.ty) {
            let name = shown(node);
            let message = format!("`{name}` is a function of the context, not a leaf");
            let help = format!("write `action({name})`, or `condition({name})`");
            self.errors.push(codes::FUNCTION_AS_LEAF.at(node.name.span(), message).help(help));
            return None;
        }
        Some(self.source.add(Code::Made(made)))
    }

    fn is_context(&self, ty: &TokenStream) -> bool {
        // Lifetimes and type arguments are left out where a function is named.
        let name = |ty: &TokenStream| ty.to_string().split(" <").next().map(str::to_owned);
        matches!(&self.header.context, Some(Context::Type(context)) if name(context) == name(ty))
    }

    /// A name with children that is not a built-in: a user's decorator or composite, or a mistake.
    fn parent(&mut self, node: &ast::Node, children: usize) -> Kind {
        let word = node.name.word().unwrap_or_default();
        let name = shown(node);
        // No built-in is in CamelCase.
        let can_be_slip = children == 1 || !starts_upper(node.name.last());
        if let Some(meant) = meant(&word, children).filter(|_| can_be_slip) {
            let own = if children == 1 { "decorator" } else { "composite" };
            let help = format!("did you mean `{meant}`? (for a {own} of your own, write `self::{word}`)");
            let mistake = codes::UNKNOWN_NODE.at(node.name.span(), format!("unknown node `{name}`"));
            self.errors.push(mistake.help(help).fix(meant));
            return Kind::Unknown;
        }
        // The number of children decides what it is. After a mistake in a child, that is unknown.
        if !node.complete {
            return Kind::Unknown;
        }
        if children == 0 {
            let message = format!("`{name}` has angle brackets, but no children");
            let help = "a type that implements `Decorator` takes one child, a type that implements `Composite` two or \
                        more; a leaf has no angle brackets";
            self.errors.push(codes::NO_CHILDREN.at(node.name.span(), message).help(help));
            return Kind::Unknown;
        }
        let kind = if children == 1 { Kind::Decorator } else { Kind::Composite };
        self.made(node).map_or(Kind::Unknown, kind)
    }
}

/// A suggestion for an unknown name with this number of children, if it is an obvious typo, or the name of a built-in
/// in another library. Any other name is that of a decorator or a composite of the user.
fn meant(name: &str, children: usize) -> Option<&'static str> {
    // With one child it may still be a decorator with the name of another library's composite.
    let other = nodes::find_other(name).filter(|ours| children != 1 || ours.children.sort() == Sort::Decorator);
    other.map(|ours| ours.name).or_else(|| node_slip(name, nodes::names_with_children()))
}

/// Whether the value of the node may come from this child.
fn passes_value_of(above: &Resolved, index: usize, children: usize) -> bool {
    let Kind::Builtin(builtin) = above.kind else {
        return matches!(above.kind, Kind::Decorator(_) | Kind::Composite(_));
    };
    match builtin.passes {
        Passes::Children => true,
        Passes::First => index == 0,
        Passes::Last => index + 1 == children,
        Passes::Branches => index > 0 || above.args.first().is_some_and(|arg| arg.code().is_some()),
        Passes::Nothing | Passes::Each | Passes::Own | Passes::Items => false,
    }
}

/// Whether arguments of the node may be names of functions.
fn takes_scores(kind: Kind) -> bool {
    kind.is(|builtin| builtin.params.iter().any(|param| param.takes == Takes::Score))
}

/// The name as written.
fn shown(node: &ast::Node) -> String {
    let segments: Vec<String> = node.name.segments.iter().map(Ident::to_string).collect();
    segments.join("::")
}

/// ` -> prey`, as written.
fn binding_text(node: &ast::Node) -> String {
    let Some(ast::Binding { names, tuple, .. }) = &node.binding else { return String::new() };
    let names: Vec<String> = names.iter().map(Ident::to_string).collect();
    let names = names.join(", ");
    if tuple.is_some() { format!(" -> ({names})") } else { format!(" -> {names}") }
}

/// `::<Wolf>(3)`, `(margin = 0.2)` or ` { speed: 1.0 }`: what follows the name.
fn args_text(node: &ast::Node) -> String {
    let types = match node.name.generics.is_empty() {
        true => String::new(),
        false => format!("::{}", as_written(&node.name.generics)),
    };
    types
        + &match &node.args {
            Args::None => String::new(),
            Args::List { args, .. } => {
                let args: Vec<String> = args.iter().map(ToString::to_string).collect();
                format!("({})", args.join(", "))
            }
            Args::Fields(group) => format!(" {}", as_written(&TokenTree::from(group.clone()).into())),
        }
}
