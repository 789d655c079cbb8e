//! `ast` -> `model`: finds what each name means, and sorts the arguments.

use proc_macro2::{Ident, TokenStream};

use crate::context::Context;
use crate::error::{Errors, counted, with_help};
use crate::spelling::{closest, slip, typo};
use crate::tree::ast::{self, Args, Param, Tree};
use crate::tree::model::{Bound, CodeId, Kind, Label, Model, Node, NodeId, Sort, Value, ValueId};
use crate::tree::nodes::{self, Builtin, Children, Takes};
use crate::tree::source::{Code, Make, Source};
use scope::{Scope, later_children_see, second_child_sees};

mod arguments;
mod captures;
mod changes;
mod leaf;
mod scope;
#[cfg(test)]
mod tests;

/// The resolved tree, and the user's code in it. `None` if there is no node at all.
pub fn resolve(tree: &Tree, errors: &mut Errors) -> Option<(Model, Source)> {
    let own_name = tree.header.item.as_ref().map(|item| &item.name);
    let params: &[Param] = tree.header.item.as_ref().map_or(&[], |item| &item.params);
    let context = tree.header.context.as_ref();
    let root = tree.root.as_ref()?;
    let model = Model { nodes: Vec::new(), values: Vec::new(), has_value: tree.header.value.is_some() };
    let (source, scope) = (Source::default(), Scope::new(root));
    let mut resolver = Resolver { own_name, params, context, model, source, scope, errors };
    resolver.node(root, None, None);
    let Resolver { model, source, scope, errors, .. } = resolver;
    scope.report(&model, errors);
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
    params: &'a [Param],
    context: Option<&'a Context>,
    model: Model,
    source: Source,
    /// The names of values that can be used.
    scope: Scope,
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
            args_text: args_text(&node.args) + &binding_text(node),
            arm_text: arm.map(|arm| arm.source.clone()).unwrap_or_default(),
            passes_waiting: false,
            args: Vec::new(),
            parent,
            children: Vec::new(),
            complete: node.complete,
            sound: node.complete && !matches!(node.args, Args::List { complete: false, .. }),
            depth: parent.map_or(0, |parent| self.model[parent].depth + 1),
            span,
            binds: None,
            matches: None,
            uses: Vec::new(),
            asked: false,
            starting: Vec::new(),
            asks_later: true,
            at_once: false,
            in_flow: false,
            observes: false,
            cleanup: None,
        });
        let (before, codes) = (self.errors.count(), self.source.all().count());
        let (kind, args) = self.kind(node);
        changes::refuse(self.params, self.source.all().skip(codes), self.errors);
        for code in self.source.since(codes) {
            self.scope.place(code, id, self.params, &mut self.model, &mut self.source, self.errors);
        }
        // Where parameters were meant, the header is at fault.
        if self.own_name.is_none() && before == 0 && !takes_scores(kind) {
            captures::refuse(self.source.all().skip(codes), self.errors);
        }
        if let Some(binding) = &node.binding {
            let bound = self.scope.bind(binding, id, self.params, &mut self.source, self.errors);
            self.model[id].binds = Some(ValueId(self.model.values.len()));
            self.model.values.push(bound);
        }
        if let Some(bound) = self.patterns(&args, id) {
            self.model[id].matches = Some(ValueId(self.model.values.len()));
            self.model.values.push(bound);
        }
        let resolved = &mut self.model[id];
        resolved.sound &= self.errors.count() == before;
        (resolved.kind, resolved.sort) = (kind, sort(kind));
        resolved.passes_waiting = matches!(kind, Kind::Builtin(name) if nodes::get(name).passes_waiting());
        resolved.args = args;
        self.children(node, id);
        id
    }

    /// The value that the patterns of a `switch` take apart, if there are names in them.
    fn patterns(&mut self, args: &[Value], id: NodeId) -> Option<Bound> {
        let code = args.first().and_then(|arg| arg.code())?;
        let Code::Choice { arms, .. } = self.source.get(code) else { return None };
        self.scope.bind_patterns(arms, id, self.params, self.errors)
    }

    /// Resolves the children of a node. Some of them can use the values that those before them bind.
    fn children(&mut self, node: &ast::Node, id: NodeId) {
        let kind = self.model[id].kind;
        let names = self.scope.count();
        if let (Kind::Builtin(name), Some(item)) = (kind, self.model[id].binds)
            && nodes::binds_for_its_child(name)
        {
            self.scope.show(&self.model, item);
        }
        for (index, child) in node.children.iter().flatten().enumerate() {
            if let Some(matched) = self.model[id].matches {
                self.scope.hide(names);
                self.scope.show_pattern(&self.model, matched, index);
            }
            let child = self.node(&child.node, child.arm.as_ref(), Some(id));
            self.model[id].children.push(child);
            let seen = later_children_see(kind) || (index == 0 && second_child_sees(&self.model, id));
            if let Some(value) = self.model[child].binds.filter(|_| seen && !self.binds_item(child)) {
                self.scope.show(&self.model, value);
            } else if index == 1 && second_child_sees(&self.model, id) {
                self.scope.hide(names);
            }
        }
        self.scope.hide(names);
        if let Kind::Leaf(_) = kind {
            self.model[id].asks_later = false;
        }
        if let Kind::Builtin(name) = kind {
            let builtin = nodes::get(name);
            let node = &mut self.model[id];
            node.starting = builtin.starting(node).to_vec();
            node.asks_later = builtin.asks_later || builtin.reactive;
            (node.at_once, node.in_flow) = (builtin.at_once, builtin.in_flow);
            node.observes = builtin.children == Children::Reactive;
            node.cleanup = node.children.get(1).copied().filter(|_| builtin.cleans_up);
        }
    }

    /// Whether what a node binds is for its child.
    fn binds_item(&self, id: NodeId) -> bool {
        matches!(self.model[id].kind, Kind::Builtin(name) if nodes::binds_for_its_child(name))
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
        if builtin.children == Children::Conditions {
            args = self.conditions(node.children.as_deref().unwrap_or_default());
        }
        (Kind::Builtin(builtin.name), args)
    }

    /// The conditions of a `priority`, one for each child. Only the last child may have none.
    fn conditions(&mut self, children: &[ast::Child]) -> Vec<Value> {
        let last = children.len().saturating_sub(1);
        let condition = |(index, child): (usize, &ast::Child)| match &child.arm {
            Some(arm) => arguments::condition(arm, index == last, &mut self.source, self.errors),
            None if index == last => Value::Absent,
            None => {
                let message = "only the last child of a `priority` may stand without a condition";
                let help = format!("write `|room| room.is_open => {}`", shown(&child.node));
                self.errors.push(child.node.name.span(), with_help(message, help));
                Value::Absent
            }
        };
        children.iter().enumerate().map(condition).collect()
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
        let word = node.name.word().unwrap_or_default();
        if let Some(meant) = typo(&word, nodes::names_of_leaves()) {
            let help = format!("did you mean `{meant}`? (a leaf of your own is named `self::{word}`)");
            self.errors.push(node.name.span(), with_help(format!("unknown leaf `{word}`"), help));
            return Kind::Unknown;
        }
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
        if matches!(made.make, Make::Call { .. }) && self.is_context(&made.ty) {
            let name = shown(node);
            let message = format!("`{name}` is a function of the context, and no leaf");
            let help = format!("write `action({name})`, or `condition({name})`");
            self.errors.push(node.name.span(), with_help(message, help));
            return None;
        }
        Some(self.source.add(Code::Made(made)))
    }

    fn is_context(&self, ty: &TokenStream) -> bool {
        // Lifetimes and type arguments are left out where a function is named.
        let name = |ty: &TokenStream| ty.to_string().split(" <").next().map(str::to_owned);
        matches!(self.context, Some(Context::Type(context)) if name(context) == name(ty))
    }

    /// A name with children that is not a built-in: a decorator of the user, or a mistake.
    fn parent(&mut self, node: &ast::Node, children: usize) -> Kind {
        let word = node.name.word().unwrap_or_default();
        let name = shown(node);
        if let Some(help) = meant(&word, children) {
            self.errors.push(node.name.span(), with_help(format!("unknown node `{name}`"), help));
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

/// What other libraries call our nodes.
const OTHER_WORDS: [(&str, &str); 22] = [
    ("fallback", "selector"),
    ("select", "selector"),
    ("any_of", "selector"),
    ("seq", "sequence"),
    ("all_of", "sequence"),
    ("parallel_any", "race"),
    ("if_then_else", "if_else"),
    ("random", "random_selector"),
    ("reactive_fallback", "reactive_selector"),
    ("dynamic_selector", "reactive_selector"),
    ("not", "inverter"),
    ("invert", "inverter"),
    ("repeat_forever", "forever"),
    ("until_success", "repeat_until_success"),
    ("until_failure", "repeat_until_failure"),
    ("until_fail", "repeat_until_failure"),
    ("always_succeed", "force_success"),
    ("always_fail", "force_failure"),
    ("succeeder", "force_success"),
    ("failer", "force_failure"),
    ("time_limit", "timeout"),
    ("limit", "run_limit"),
];

/// A suggestion for an unknown name with so many children. With one child it is a decorator of the user's, unless it is
/// hardly anything but a slip, or what another library calls a decorator of ours.
fn meant(name: &str, children: usize) -> Option<String> {
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == name).map(|(_, ours)| *ours);
    if children == 1 {
        let decorator = other.filter(|ours| sort(Kind::Builtin(ours)) == Sort::Decorator);
        let meant = decorator.or_else(|| slip(name, nodes::names_with_children()))?;
        return Some(format!("did you mean `{meant}`? (a decorator of your own is named `self::{name}`)"));
    }
    let meant = other.or_else(|| closest(name, nodes::names_with_children()))?;
    Some(format!("did you mean `{meant}`?"))
}

/// Whether arguments of the node may be names of functions.
fn takes_scores(kind: Kind) -> bool {
    matches!(kind, Kind::Builtin(name) if nodes::get(name).params.iter().any(|param| param.takes == Takes::Score))
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

/// ` -> prey`, as it is written.
fn binding_text(node: &ast::Node) -> String {
    let Some(ast::Binding { names, tuple, .. }) = &node.binding else { return String::new() };
    let names: Vec<String> = names.iter().map(Ident::to_string).collect();
    let names = names.join(", ");
    if tuple.is_some() { format!(" -> ({names})") } else { format!(" -> {names}") }
}

fn args_text(args: &Args) -> String {
    match args {
        Args::None => String::new(),
        Args::List { source, .. } | Args::Fields { source, .. } => source.clone(),
    }
}
