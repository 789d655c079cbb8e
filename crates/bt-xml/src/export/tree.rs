//! Trees as elements.

use std::collections::BTreeSet;

use super::element::{Element, can_hold};
use super::models::{Models, Port, VALUE, case_port, metadata, port_element, ports, typed};
use super::{Declared, Forest, Node, NodeKind, Sort, Tree, id, value};
use crate::names::value_name;
use crate::problem::{Level, Problem};
use crate::same::same_in_xml;

/// How deeply BehaviorTree.CPP allows nodes to be nested.
const DEPTH: usize = 256;

/// A file, and the problems found while writing it.
pub struct Written {
    pub xml: String,
    pub problems: Vec<Problem>,
}

/// Writes these trees as a file.
pub fn write(forest: &Forest) -> Written {
    let mut models = Models::new();
    let ids = forest.trees.iter().enumerate().map(|(number, tree)| {
        let unnamed = || format!("Tree {}", number + 1);
        models.ids.take(&tree.name.clone().unwrap_or_else(unnamed))
    });
    let ids: Vec<String> = ids.collect();
    let mut writer = Writer {
        forest,
        ids: &ids,
        models,
        used: BTreeSet::new(),
        tree: 0,
        names: Vec::new(),
        values: BTreeSet::new(),
        declared: BTreeSet::new(),
        problems: Vec::new(),
    };
    let trees: Vec<Element> = (0..forest.trees.len()).map(|tree| writer.tree(tree)).collect();
    writer.unused();
    let Writer { models, used, values, problems, .. } = writer;
    let mut elements: Vec<(String, Element)> = models.elements().collect();
    let subtrees = forest.trees.iter().zip(&ids).enumerate();
    elements.extend(subtrees.map(|(number, (tree, id))| (id.clone(), model(tree, id, values.contains(&number)))));
    elements.sort_by(|one, other| one.0.cmp(&other.0));
    let mut root = Element::new("root").with("BTCPP_format", "4");
    let main: Vec<&String> =
        ids.iter().enumerate().filter(|(tree, _)| !used.contains(tree)).map(|(_, id)| id).collect();
    if let [main] = main[..] {
        root = root.with("main_tree_to_execute", main);
    }
    root.children = trees;
    let mut model = Element::new("TreeNodesModel");
    model.children = elements.into_iter().map(|(_, element)| element).collect();
    root.children.push(model);
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    root.write(0, &mut xml);
    Written { xml, problems }
}

/// The model of a tree that other trees use as a subtree.
fn model(tree: &Tree, id: &str, has_value: bool) -> Element {
    let mut element = Element::new("SubTree").with("ID", id);
    element.children.extend(parameters(tree).iter().map(|port| port_element(port, &tree.docs)));
    if has_value {
        let port = typed(Element::new("output_port").with("name", VALUE), tree.value.as_deref());
        // BehaviorTree.CPP requires each subtree to name every port without a default.
        element.children.push(port.with("default", format!("{{{VALUE}}}")));
    }
    element.children.push(metadata(&tree.docs, &tree.header, None));
    element
}

fn parameters(tree: &Tree) -> Vec<Port> {
    ports(tree.parameters.iter().map(|(name, ty)| (name.clone(), Some(ty.clone()))))
}

struct Writer<'f> {
    forest: &'f Forest,
    /// The names of the trees.
    ids: &'f [String],
    models: Models,
    /// The trees that are used as subtrees.
    used: BTreeSet<usize>,
    /// The tree that is being written.
    tree: usize,
    /// The names of its parameters and values.
    names: Vec<String>,
    /// The trees whose values are bound.
    values: BTreeSet<usize>,
    /// The declared nodes that have a model.
    declared: BTreeSet<usize>,
    problems: Vec<Problem>,
}

impl Writer<'_> {
    fn tree(&mut self, number: usize) -> Element {
        let tree = &self.forest.trees[number];
        self.tree = number;
        self.names = tree.parameters.iter().map(|(name, _)| name.clone()).collect();
        collect_names(&tree.root, &mut self.names);
        for (level, told) in [(Level::Warning, &tree.lost), (Level::Error, &tree.refused)] {
            for (at, message) in told {
                self.push(&Node { at: at.clone(), ..Node::default() }, level, message.clone());
            }
        }
        let mut element = Element::new("BehaviorTree").with("ID", &self.ids[number]);
        element.children.push(self.node(&tree.root, 1));
        element
    }

    fn push(&mut self, node: &Node, level: Level, message: String) {
        let file = self.forest.trees[self.tree].file.clone();
        self.problems.push(Problem { file, at: node.at.clone(), level, message, help: None, first: None });
    }

    fn tell(&mut self, node: &Node, message: String) {
        self.push(node, Level::Warning, message);
    }

    fn node(&mut self, node: &Node, depth: usize) -> Element {
        let mut element = match &node.kind {
            NodeKind::Builtin(sort, parameters) => self.builtin(node, *sort, parameters),
            NodeKind::Tree(tree) => self.subtree(node, *tree),
            NodeKind::Declared(number) => self.own(node, Some(*number)),
            NodeKind::Other => self.own(node, None),
        };
        element.comments.clone_from(&node.comments);
        if !node.label.is_empty() {
            element.attributes.insert(usize::from(element.name == "SubTree"), ("name".to_owned(), node.label.clone()));
        }
        let odd = element.attributes.iter().flat_map(|(_, value)| value.chars()).find(|c| !can_hold(*c));
        if let Some(odd) = odd {
            self.push(node, Level::Error, format!("XML cannot hold the character {odd:?}"));
        }
        if depth == DEPTH && !node.children.is_empty() {
            self.push(node, Level::Error, format!("BehaviorTree.CPP reads at most {DEPTH} levels of nodes"));
            return element;
        }
        element.children = node.children.iter().map(|child| self.node(child, depth + 1)).collect();
        element
    }

    fn builtin(&mut self, node: &Node, sort: Sort, parameters: &[&str]) -> Element {
        let same = same_in_xml(&node.name, &node.args).filter(|_| node.bind.is_empty());
        if let Some((builtin, ports)) = same.filter(|(builtin, _)| builtin.children.accept(node.children.len())) {
            self.models.needs(builtin);
            let element = Element::new(builtin.name);
            return ports.into_iter().fold(element, |element, (name, value)| element.with(name, value));
        }
        let values: Option<Vec<_>> = node.args.iter().map(|arg| value::plain(&arg.text)).collect();
        let values = values.filter(|_| node.fields.is_empty());
        let (head, ports, values) = match &values {
            Some(values) => {
                let names = node.args.iter().enumerate().map(|(number, arg)| match parameters.get(number) {
                    _ if !arg.name.is_empty() => arg.name.clone(),
                    Some(name) => (*name).to_owned(),
                    None => parameters.last().map_or("arg", |name| *name).to_owned(),
                });
                let ports = ports(names.map(|name| (name, None)));
                (template(node, &ports), ports, values.iter().map(|value| (*value).to_owned()).collect())
            }
            None => (head(node), Vec::new(), Vec::new()),
        };
        let code = if ports.is_empty() { args(node) } else { String::new() };
        let wanted = match node.bind.is_empty() {
            true => id::of_code(&node.name, &code),
            false => id::of_code(&node.name, &code) + " value",
        };
        let names: Vec<String> = ports.iter().map(|port| port.name.clone()).collect();
        let model = self.models.of(sort, &head, ports, &wanted);
        let id = model.id.clone();
        let message = format!("`{}` has no counterpart in BehaviorTree.CPP: register the node `{id}`", node.name);
        self.tell(node, message);
        let element =
            names.into_iter().zip(values).fold(Element::new(id), |element, (name, value)| element.with(name, value));
        self.with_value_and_cases(node, sort, &head, element)
    }

    /// A node of the user's, with a port for each argument.
    fn own(&mut self, node: &Node, declared: Option<usize>) -> Element {
        let declared = declared.map(|number| (number, &self.forest.nodes[number]));
        let sort = match (declared, node.children.len()) {
            (Some((_, declared)), _) => declared.sort,
            (None, 0) => Sort::Action,
            (None, 1) => Sort::Decorator,
            (None, _) => Sort::Control,
        };
        let known = declared.and_then(|(_, declared)| declared.parameters.clone());
        let known = known.filter(|known| known.len() == node.args.len()).unwrap_or_default();
        let names = (0..node.args.len()).map(|number| match known.get(number) {
            Some((name, ty)) => (name.clone(), Some(ty.clone())),
            None => (format!("arg_{}", number + 1), None),
        });
        let ports = match node.fields.is_empty() {
            true => ports(names),
            false => ports([("fields".to_owned(), None)].into_iter()),
        };
        let texts = match node.fields.is_empty() {
            true => node.args.iter().map(|arg| (arg.name.clone(), arg.text.clone())).collect(),
            false => vec![(String::new(), node.fields.clone())],
        };
        let mut values = Vec::new();
        for (port, (name, text)) in ports.iter().zip(texts) {
            let text = if name.is_empty() { text } else { format!("{name} = {text}") };
            let value = value::of_rust(&text, &self.names);
            if value::is_code(&value) {
                self.tell(node, format!("`{}` is Rust code, which BehaviorTree.CPP gets as text: `{text}`", port.name));
            }
            values.push((port.name.clone(), value));
        }
        let head = template(node, &ports);
        let model = self.models.of(sort, &head, ports, &id::of_path(&node.name));
        let element =
            values.into_iter().fold(Element::new(&model.id), |element, (name, value)| element.with(name, value));
        if let Some((number, declared)) = declared {
            model.declared(declared);
            self.declared.insert(number);
        }
        self.with_value_and_cases(node, sort, &head, element)
    }

    /// Adds ports for the value of a node, and for what its children have before `=>`.
    fn with_value_and_cases(&mut self, node: &Node, sort: Sort, head: &str, mut element: Element) -> Element {
        let model = self.models.of(sort, head, Vec::new(), "");
        if !node.bind.is_empty() {
            model.has_value = true;
            element = element.with(VALUE, format!("{{{}}}", node.bind));
        }
        for (number, child) in node.children.iter().enumerate().filter(|(_, child)| !child.arm.is_empty()) {
            model.cases = model.cases.max(number + 1);
            element = element.with(case_port(number + 1), value::of_rust(&child.arm, &[]));
        }
        element
    }

    fn subtree(&mut self, node: &Node, number: usize) -> Element {
        let tree = &self.forest.trees[number];
        self.used.insert(number);
        let mut element = Element::new("SubTree").with("ID", &self.ids[number]);
        let is_positional = node.fields.is_empty() && node.args.iter().all(|arg| arg.name.is_empty());
        let is_positional = is_positional && node.args.len() == tree.parameters.len();
        if is_positional {
            for (port, arg) in parameters(tree).iter().zip(&node.args) {
                let value = value::of_rust(&arg.text, &self.names);
                if value::is_code(&value) {
                    let message =
                        format!("`{}` is Rust code, which BehaviorTree.CPP gets as text: `{}`", port.name, arg.text);
                    self.tell(node, message);
                }
                element = element.with(&port.name, value);
            }
        } else {
            let message = "the arguments of the subtree are Rust code, which BehaviorTree.CPP does not read";
            self.tell(node, message.to_owned());
            // BehaviorTree.CPP requires a value for every port.
            element = element.with("_autoremap", "true").with("_rust", head(node));
        }
        if is_positional && value_name(&self.ids[number]) != node.name {
            element = element.with("_rust", &node.name);
        }
        if !node.bind.is_empty() {
            self.values.insert(number);
            element = element.with(VALUE, format!("{{{}}}", node.bind));
        }
        element
    }

    /// Adds models of the nodes that no tree uses.
    fn unused(&mut self) {
        let forest = self.forest;
        for (_, declared) in forest.nodes.iter().enumerate().filter(|(number, _)| !self.declared.contains(number)) {
            let Declared { name, sort, parameters, .. } = declared;
            let names = parameters.iter().flatten().map(|(name, ty)| (name.clone(), Some(ty.clone())));
            let node = Node { name: name.clone(), ..Node::default() };
            let ports = ports(names);
            let head = template(&node, &ports);
            self.models.of(*sort, &head, ports, &id::of_path(name)).declared(declared);
        }
    }
}

/// The names bound by a node and those below it.
fn collect_names(node: &Node, names: &mut Vec<String>) {
    let bound = node.bind.split(": ").next().unwrap_or_default();
    let words = bound.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty() && *word != "_");
    names.extend(words.map(str::to_owned));
    node.children.iter().for_each(|child| collect_names(child, names));
}

fn args(node: &Node) -> String {
    let args = node.args.iter().map(|arg| match &*arg.name {
        "" => arg.text.clone(),
        name => format!("{name} = {}", arg.text),
    });
    args.collect::<Vec<_>>().join(", ")
}

/// A node without its children, as written in Rust.
fn head(node: &Node) -> String {
    match (&*node.fields, node.args.is_empty()) {
        ("", true) => node.name.clone(),
        ("", false) => format!("{}({})", node.name, args(node)),
        (fields, _) => format!("{} {fields}", node.name),
    }
}

/// A node with ports instead of arguments.
fn template(node: &Node, ports: &[Port]) -> String {
    if !node.fields.is_empty() {
        return format!("{} {{fields}}", node.name);
    }
    let named = |(number, port): (usize, &Port)| match node.args.get(number).map_or("", |arg| &arg.name) {
        "" => format!("{{{}}}", port.name),
        // The port of a user's node has the name in its value.
        _ if !matches!(node.kind, NodeKind::Builtin(..)) => format!("{{{}}}", port.name),
        name => format!("{name} = {{{}}}", port.name),
    };
    let ports: Vec<String> = ports.iter().enumerate().map(named).collect();
    if ports.is_empty() { node.name.clone() } else { format!("{}({})", node.name, ports.join(", ")) }
}
