//! Trees written by `bt export`, restored: the models record what each node is in Rust.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::Texts;
use super::nodes::called;
use crate::document::{Direction, Document, Kind, Model, Node, Tree, Value};
use crate::export::value::to_rust;
use crate::line::Line;
use crate::names::value_name;
use crate::problem::Problems;
use crate::same::same_in_rust;

/// The models that record a node of Rust.
pub struct Back<'d> {
    models: Vec<&'d Model>,
    /// All models, by name.
    known: HashMap<&'d str, &'d Model>,
}

impl<'d> Back<'d> {
    pub fn new(document: &'d Document) -> Self {
        let models: Vec<_> = document.models.iter().filter(|model| model.metadata("rust").is_some()).collect();
        let known = models.iter().map(|model| (&*model.id.text, *model)).collect();
        Back { models, known }
    }

    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// Whether `bt export` wrote the tree.
    pub fn has(&self, tree: &Tree) -> bool {
        self.subtree(&tree.name.text).is_some()
    }

    fn subtree(&self, name: &str) -> Option<&'d Model> {
        self.known.get(name).copied().filter(|model| matches!(model.kind, Kind::SubTree))
    }

    /// Writes its trees, and the declarations of their nodes.
    pub fn write(&self, trees: &[Tree], problems: &mut Problems, texts: &mut Texts) {
        let mut own = Texts::default();
        for tree in trees {
            let Some(model) = self.subtree(&tree.name.text) else { continue };
            let root = Reader { back: self, problems }.line(&tree.root);
            let docs: Vec<String> = match model.metadata("description") {
                Some(docs) => docs.split('\n').map(str::to_owned).collect(),
                None => tree.docs.clone(),
            };
            let header = model.metadata("rust").unwrap_or_default();
            match header.is_empty() || header.starts_with('(') {
                true => own.add_expression(&value_name(&tree.name.text), header, &root),
                false => own.add_tree(&docs, header, &root),
            }
        }
        let declarations = self.declarations();
        if texts.rust.is_empty() {
            texts.rust += &uses(&declarations, !own.trees.is_empty());
        }
        texts.rust += &own.rust;
        texts.rust += &declarations;
        texts.trees += if texts.trees.is_empty() { "" } else { "\n" };
        texts.trees += &own.trees;
    }

    fn declarations(&self) -> String {
        let (mut text, mut written) = (String::new(), HashSet::new());
        for model in &self.models {
            let Some(declaration) = model.metadata("declaration").filter(|text| written.insert(*text)) else {
                continue;
            };
            text += "\n";
            for line in model.metadata("description").iter().flat_map(|docs| docs.split('\n')) {
                text += format!("/// {line}").trim_end();
                text += "\n";
            }
            text += declaration;
            // An item that is not a function is complete.
            text += &match declaration.ends_with(['}', ';']) {
                true => "\n".to_owned(),
                false => format!(" {{\n    todo!({:?})\n}}\n", model.id.text),
            };
        }
        text
    }
}

impl Texts {
    /// Adds a tree that was an expression.
    fn add_expression(&mut self, name: &str, header: &str, root: &Line) {
        let mut tree = Texts::default();
        tree.add_tree(&[], header, root);
        let gap = if self.trees.is_empty() { "" } else { "\n" };
        let _ = write!(self.trees, "{gap}{}", tree.trees);
        let _ = write!(
            self.rust,
            "\n/// A tree that is an expression.\npub fn {name}() {{\n    let _tree = {};\n}}\n",
            tree.rust.trim()
        );
    }
}

/// The `use` item that these declarations need.
fn uses(declarations: &str, has_trees: bool) -> String {
    let words: HashSet<&str> = declarations.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let names = ["Behavior", "Composite", "Decorator", "Status"].into_iter().filter(|name| words.contains(name));
    let mut names: Vec<_> = names.chain(has_trees.then_some("bt")).collect();
    names.extend(words.contains("leaf").then_some("leaf"));
    match &*names {
        [] => String::new(),
        [one] => format!("use bt::{one};\n"),
        all => format!("use bt::{{{}}};\n", all.join(", ")),
    }
}

/// Reads the nodes of one tree.
struct Reader<'b, 'd> {
    back: &'b Back<'d>,
    problems: &'b mut Problems,
}

impl Reader<'_, '_> {
    fn warn(&mut self, node: &Node, message: String) {
        self.problems.warn(node.id.at.clone(), message);
    }

    fn line(&mut self, node: &Node) -> Line {
        if !node.conditions.is_empty() {
            self.warn(
                node,
                "the conditions of a node in a tree of `bt export` are left out: write them in Rust".to_owned(),
            );
        }
        let mut children: Vec<Line> = node.children.iter().map(|child| self.line(child)).collect();
        for (number, line) in children.iter_mut().enumerate() {
            if let Some(arm) = text(node, &format!("case_{}", number + 1)) {
                line.arm = Some(to_rust(&arm));
            }
        }
        let (head, has_value) = self.head(node);
        let label = node.name.as_ref().map(|name| if is_name(name) { name.clone() } else { value_name(name) });
        let bind = if has_value { text(node, "value").map(|text| bare(&text).to_owned()) } else { None };
        // The item of a loop is written before its child.
        let is_loop = head.starts_with("for_each(");
        let (after, binds) = if is_loop { (bind, None) } else { (None, bind) };
        Line { docs: node.docs.clone(), label, after, binds, ..Line::new(head, children) }
    }

    /// The node in Rust, and whether it may have a value.
    fn head(&mut self, node: &Node) -> (String, bool) {
        let model = self.back.known.get(&*node.id.text).copied();
        if let Some(model) =
            model.filter(|model| matches!(model.kind, Kind::SubTree) == matches!(node.kind, Kind::SubTree))
        {
            let has_value =
                model.ports.iter().any(|port| port.name.text == "value" && port.direction == Direction::Output);
            return (self.of_model(node, model), has_value);
        }
        let ports = node.ports.iter().map(|port| match &port.value {
            Value::Literal(text) => Some((&*port.name.text, &**text)),
            _ => None,
        });
        if let (Kind::Builtin(builtin), Some(ports)) = (node.kind, ports.collect::<Option<Vec<_>>>())
            && let Some((name, args)) = same_in_rust(builtin.name, &ports)
        {
            return (called(name, &args), false);
        }
        self.warn(node, format!("`{}` is not a node of `bt export`: write what it is in Rust", node.id.text));
        let args: Vec<String> =
            node.ports.iter().filter_map(|port| text(node, &port.name.text)).map(|text| argument(&text)).collect();
        (called(&value_name(&node.id.text), &args), false)
    }

    /// The template of the model, with the values of its ports.
    fn of_model(&mut self, node: &Node, model: &Model) -> String {
        let rust = model.metadata("rust").unwrap_or_default();
        let inputs = model.ports.iter().filter(|port| port.direction == Direction::Input);
        let names: Vec<&str> = inputs.map(|port| &*port.name.text).collect();
        let is_text = |name: &str| {
            model.ports.iter().any(|port| port.name.text == name && port.ty.as_deref() == Some("std::string"))
        };
        let mut value = |name: &str| match text(node, name) {
            // An editor writes a text of digits without quotes.
            Some(text) if is_text(name) && !text.contains(['{', '"', '\\', ':']) => format!("\"{text}\""),
            Some(text) => argument(&text),
            None => {
                self.warn(node, format!("the port `{name}` has no value: write one in Rust"));
                "todo!()".to_owned()
            }
        };
        if matches!(model.kind, Kind::SubTree) {
            return match node.notes.iter().find(|(name, _)| name == "_rust") {
                // `rust` includes the arguments.
                Some((_, rust)) if node.ports.iter().all(|port| !names.contains(&&*port.name.text)) => rust.clone(),
                Some((_, rust)) => called(rust, &names.iter().map(|name| value(name)).collect::<Vec<_>>()),
                None => called(&value_name(&model.id.text), &names.iter().map(|name| value(name)).collect::<Vec<_>>()),
            };
        }
        let (mut head, mut rest) = (String::new(), rust);
        while let Some((before, after)) = rest.split_once('{') {
            head += before;
            rest = match after.split_once('}').filter(|(name, _)| names.contains(name)) {
                Some((name, after)) => {
                    head += &value(name);
                    after
                }
                None => {
                    head.push('{');
                    after
                }
            };
        }
        head + rest
    }
}

/// The text of a port; a key is in braces.
fn text(node: &Node, name: &str) -> Option<String> {
    Some(match node.port(name)? {
        Value::Literal(text) => text.clone(),
        Value::Key(key) => format!("{{{key}}}"),
        Value::Script(script) => script.to_string(),
        Value::Wrong => String::new(),
    })
}

/// The argument for a port's text: a bound value, or the value in Rust.
fn argument(text: &str) -> String {
    match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        Some(name) if is_name(name) => name.to_owned(),
        Some(key) => value_name(key),
        None => to_rust(text),
    }
}

fn bare(text: &str) -> &str {
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text)
}

/// Whether a text is a valid name in Rust.
fn is_name(text: &str) -> bool {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
