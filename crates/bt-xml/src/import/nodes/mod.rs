//! Nodes of XML as nodes of `bt!`.

mod builtin;
mod conditions;
mod halted;
mod loops;
mod switch;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use bt_compiler::tree::nodes;

use super::bindings::Bindings;
use super::board::{Board, Seen};
use super::facts::is_constant;
use super::leaves::{Own, OwnPort};
use super::parameters::Way;
use super::scopes::{EntryId, Meaning, Scope};
use super::script::{Translator, todo};
use super::ty::{Ty, duration, float};
use crate::builtin::Builtin;
use crate::document::{Kind, Node, Value, items};
use crate::line::Line;
use crate::names::{label_name, unique, value_name};
use crate::problem::Problems;
use crate::script::Script;
use crate::script::names::assigned;
use crate::skips::{Skip, Skips};
pub use halted::Halted;

/// Translates the nodes of one tree.
pub struct Nodes<'i> {
    pub board: &'i Board,
    pub bindings: &'i Bindings,
    /// The number of the scope.
    pub number: usize,
    pub scope: &'i Scope,
    pub own: &'i BTreeMap<String, Own>,
    pub skips: &'i Skips,
    /// The names and scopes of its subtrees, in the order of the file.
    pub subtrees: std::vec::IntoIter<Option<(String, &'i Scope)>>,
    /// The arguments of each of these subtrees.
    pub arguments: std::slice::Iter<'i, BTreeMap<String, Meaning>>,
    pub labels: HashSet<String>,
    /// The names of the items of the loops around a node.
    pub items: Vec<String>,
    /// The values of C++ enums, and how often the Rust names each.
    pub constants: &'i mut BTreeMap<String, usize>,
    /// The fields that leaves write.
    pub written: &'i mut BTreeSet<EntryId>,
    /// The fields of nodes that check whether an entry was written.
    pub seen: &'i mut Vec<Seen>,
    /// The decorators for `_onHalted`.
    pub halted: &'i mut Vec<Halted>,
    /// The type names that are taken.
    pub taken: &'i mut HashSet<String>,
    /// The user's types that have values written as texts.
    pub readers: &'i mut BTreeSet<String>,
    /// What has no exact counterpart in `bt!`.
    pub problems: &'i mut Problems,
}

impl Nodes<'_> {
    pub fn line(&mut self, node: &Node, skip: Skip) -> Line {
        let line = match node.kind {
            Kind::Builtin(builtin) => self.builtin(node, builtin, skip),
            Kind::SubTree => match self.subtrees.next().flatten().zip(self.arguments.next()) {
                Some(((name, subtree), given)) => {
                    let arguments = self.arguments_of(node, subtree, given);
                    let used = &subtree.used;
                    // Ports with a default from the model are left out: their place is that of the node.
                    let ports = node.ports.iter().filter(|port| port.name.at != node.id.at);
                    for port in ports.filter(|port| !used.contains(&port.name.text)) {
                        let message = format!("the tree `{}` uses no key `{}`", node.id.text, port.name.text);
                        let (name, known) = (&port.name, used.iter().map(String::as_str));
                        self.problems.warn_unknown(name.at.clone(), message, &name.text, known);
                    }
                    Line::leaf(called(&name, &arguments))
                }
                None => self.own(node, skip),
            },
            Kind::Wrong => Line::leaf("fail"),
            _ => self.own(node, skip),
        };
        let binds = self.bindings.bound_by(self.number, node).map(|entry| self.board.fields[entry].name.clone());
        let line = Line { binds, at: Some(node.id.at.clone()), ..line };
        let label = self.label(node, &line);
        let mut line = self.with_conditions(node, line.labelled(label), skip);
        line.docs.extend(node.docs.iter().cloned());
        line
    }

    /// Reports a difference in behavior, or an omission.
    fn nearly(&mut self, node: &Node, message: impl Into<String>) {
        self.problems.warn(node.id.at.clone(), message);
    }

    fn label(&mut self, node: &Node, line: &Line) -> Option<String> {
        let label = label_name(node.name.as_ref()?);
        let is_plain = label.trim_end_matches('_') != line.head.split('(').next().unwrap_or_default();
        is_plain.then(|| unique(label, "_", &mut self.labels))
    }

    /// The children of a node; `skip` is how the node itself counts if it is skipped.
    fn lines(&mut self, node: &Node, skip: Skip) -> Vec<Line> {
        let children = node.children.iter().enumerate();
        children.map(|(number, child)| self.line(child, skip.of_child(node, number))).collect()
    }

    fn children(&mut self, node: &Node, skip: Skip) -> Vec<Line> {
        let mut lines: Vec<_> = self.lines(node, skip);
        // `bt!` refuses children that can never run.
        let last = lines.len().saturating_sub(1);
        for line in &mut lines[..last] {
            if nodes::find(&line.head).is_some_and(|builtin| builtin.meaning.ends_one_way()) {
                let inner = std::mem::take(line);
                *line = Line::new("unchecked", vec![inner]);
            }
        }
        lines
    }

    /// A node of the user's.
    fn own(&mut self, node: &Node, skip: Skip) -> Line {
        let own = &self.own[&node.id.text];
        let arguments: Vec<_> = own.ports.iter().map(|port| self.argument(node, port)).collect();
        let head = called(&own.name, &arguments);
        let children = self.children(node, skip);
        if matches!(self.own[&node.id.text].kind, Kind::Control) && children.len() < 2 {
            let count = children.len();
            self.nearly(
                node,
                format!("a composite of `bt` takes at least two children, but `{}` has {count}", node.id.text),
            );
            return children.into_iter().next().unwrap_or_else(|| Line::leaf("fail"));
        }
        Line::new(head, children)
    }

    /// An entry that a leaf writes.
    fn entry(&mut self, entry: EntryId) -> String {
        let field = &self.board.fields[entry];
        if field.parameter.is_none() {
            self.written.insert(entry);
        }
        field.entry()
    }

    /// The arguments for the parameters of a subtree.
    fn arguments_of(&mut self, node: &Node, subtree: &Scope, given: &BTreeMap<String, Meaning>) -> Vec<String> {
        let board = self.board;
        let arguments = subtree.parameters.iter().map(|(key, parameter)| {
            let field = &board.fields[*parameter];
            match given.get(key) {
                Some(Meaning::Entry(entry)) if field.parameter == Some(Way::Output) => self.entry(*entry),
                Some(Meaning::Entry(entry)) => board.fields[*entry].argument(),
                Some(Meaning::Constant(text)) => {
                    let port = node.ports.iter().find(|port| port.name.text == *key);
                    let at = port.map_or(&node.id.at, |port| &port.name.at);
                    self.constant(at, text, &OwnPort::read(key, field.ty.clone()))
                }
                None => field.ty.default().to_owned(),
            }
        });
        arguments.collect()
    }

    fn argument(&mut self, node: &Node, port: &OwnPort) -> String {
        let value = node.ports.iter().find(|given| given.name.text == port.key);
        let at = value.map_or_else(|| node.id.at.clone(), |given| given.name.at.clone());
        let meaning = match value.map(|given| &given.value) {
            Some(Value::Key(key)) => self.scope.keys.get(key).cloned(),
            Some(Value::Literal(text)) => Some(Meaning::Constant(text.clone())),
            _ => port.default.clone().map(Meaning::Constant),
        };
        match meaning {
            Some(Meaning::Entry(entry)) if port.is_written => {
                let written = self.entry(entry);
                match (port.is_optional, self.board.fields[entry].parameter) {
                    (true, None) => format!("Some({written} as Entry<_>)"),
                    (true, Some(_)) => format!("Some({written})"),
                    (false, _) => written,
                }
            }
            Some(Meaning::Entry(entry)) => self.board.fields[entry].argument(),
            None if port.is_written && port.is_optional => "None".to_owned(),
            _ if port.is_written => {
                self.problems.warn(at, format!("the output `{}` goes to no entry", port.key));
                "|_| todo!()".to_owned()
            }
            Some(Meaning::Constant(text)) => self.constant(&at, &text, port),
            None => port.ty.default().to_owned(),
        }
    }

    fn constant(&mut self, at: &Range<usize>, text: &str, port: &OwnPort) -> String {
        let written = text;
        let json = from_json(text.trim());
        let (trimmed, text) = json.as_deref().map_or((text.trim(), text), |json| (json, json));
        let said = match &port.ty {
            // Items are reported one by one.
            Ty::List(item) | Ty::Queue(item) => {
                let item = OwnPort::read(&port.key, (**item).clone());
                let items: Vec<_> = items(trimmed).map(|text| self.constant(at, text.trim(), &item)).collect();
                let after = if matches!(port.ty, Ty::Queue(_)) { ".into()" } else { "" };
                Some(format!("vec![{}]{after}", items.join(", ")))
            }
            Ty::Bool => match &*trimmed.to_lowercase() {
                "true" | "1" => Some("true".to_owned()),
                "false" | "0" => Some("false".to_owned()),
                _ => None,
            },
            Ty::Int => trimmed.parse::<i64>().ok().map(|number| number.to_string()),
            Ty::Number if trimmed.trim_start_matches("std::") == "numeric_limits<double>::infinity()" => {
                Some("f64::INFINITY".to_owned())
            }
            Ty::Number if is_constant(trimmed) => {
                *self.constants.entry(trimmed.to_owned()).or_default() += 1;
                Some(trimmed.to_owned())
            }
            Ty::Number => float(trimmed),
            Ty::Text => Some(format!("{text:?}.to_string()")),
            Ty::Char => text.parse::<char>().ok().map(|letter| format!("{letter:?}")),
            Ty::Duration(unit) => duration(trimmed, *unit),
            Ty::Optional(_) if trimmed.is_empty() => Some("None".to_owned()),
            Ty::Optional(inner) => {
                let inner = OwnPort::read(&port.key, (**inner).clone());
                Some(format!("Some({})", self.constant(at, text, &inner)))
            }
            Ty::Own(own) => return self.own_constant(at, port, own, written),
        };
        said.unwrap_or_else(|| {
            let message =
                format!("`{}` is {text:?}, which cannot be read as `{}`: it is a `todo!`", port.key, port.ty.name());
            self.problems.warn(at.clone(), message);
            todo(text)
        })
    }

    /// A text that one of the user's functions parses.
    fn own_constant(&mut self, at: &Range<usize>, port: &OwnPort, own: &str, text: &str) -> String {
        self.readers.insert(own.to_owned());
        let reader = reader(own);
        self.problems.warn(at.clone(), format!("`{}` is {text:?}: fill in `{reader}`, which reads it", port.key));
        format!("{reader}({text:?})")
    }

    /// The script in Rust, and why it differs, if it does.
    fn translated(&mut self, node: &Node, how: impl FnOnce(&mut Translator<'_>) -> String) -> (String, Option<String>) {
        let mut translator = Translator {
            board: self.board,
            scope: self.scope,
            constants: self.constants,
            wrong: None,
            unknown: BTreeSet::new(),
        };
        let text = how(&mut translator);
        let (wrong, unknown) = (translator.wrong, translator.unknown);
        for ty in unknown.iter().filter(|_| wrong.is_none()) {
            self.nearly(node, format!("entries of an unknown type are compared: fill in `{ty}`, with `PartialEq`"));
        }
        (text, wrong)
    }

    /// A condition as a closure.
    fn holds(&mut self, node: &Node, script: &Script, not: bool) -> String {
        let (text, wrong) = self.translated(node, |translator| translator.condition(script, not));
        let writes = || (!assigned(script).is_empty()).then(|| "a condition writes no entries".to_owned());
        closure(&self.or_todo(node, script, text, writes().or(wrong)))
    }

    /// A script that is run, as a node.
    fn does(&mut self, node: &Node, script: &Script) -> Line {
        let (text, wrong) = self.translated(node, |translator| translator.action(script));
        self.action(node, script, text, wrong)
    }

    fn action(&mut self, node: &Node, script: &Script, text: String, wrong: Option<String>) -> Line {
        let open = if wrong.is_some() { "|_| -> bt::Status" } else { "|board|" };
        let text = self.or_todo(node, script, text, wrong);
        let text = if open.contains("->") { format!("{{ {text} }}") } else { text };
        Line::leaf(format!("action({open} {text})"))
    }

    /// The script in Rust. If it differs, a `todo!` takes its place: a guess might always hold, or never.
    fn or_todo(&mut self, node: &Node, script: &Script, text: String, wrong: Option<String>) -> String {
        let Some(wrong) = wrong else { return text };
        self.nearly(node, format!("the script `{script}` is a `todo!` in Rust: {wrong}"));
        todo(&script.to_string())
    }

    /// The text of a port of a built-in node, or its default.
    fn text(&mut self, node: &Node, builtin: &Builtin, name: &str) -> String {
        let default = builtin.port(name).and_then(|port| port.default);
        match node.port(name) {
            Some(Value::Literal(text)) => text.trim().to_owned(),
            Some(Value::Key(key)) => match self.scope.keys.get(key) {
                Some(Meaning::Constant(text)) => text.trim().to_owned(),
                _ => {
                    let default = default.unwrap_or("0");
                    self.nearly(node, format!("`{name}` is a constant in Rust, not an entry: {default} is used"));
                    default.to_owned()
                }
            },
            _ => default.unwrap_or_default().to_owned(),
        }
    }

    /// The number that is written, or a closure that reads an entry.
    fn number(&mut self, node: &Node, builtin: &Builtin, name: &str, seconds: bool) -> String {
        match self.scope.meaning(node, name).cloned() {
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[entry];
                let (place, closure) = (field.place(), if field.parameter.is_some() { "" } else { "|board| " });
                match (seconds, &field.ty) {
                    (true, Ty::Int) => format!("{closure}{place} as f64 / 1000.0"),
                    (true, Ty::Number) => format!("{closure}{place} / 1000.0"),
                    (true, Ty::Duration(_)) => format!("{closure}{place}.as_secs_f64()"),
                    (false, Ty::Int | Ty::Number) => format!("{closure}{place} as u32"),
                    (_, ty) => {
                        self.nearly(
                            node,
                            format!("`{name}` is of type `{}`, and not a number: it is a `todo!`", ty.name()),
                        );
                        format!("{}{}", if closure.is_empty() { "" } else { "|_| " }, todo(&field.name))
                    }
                }
            }
            Some(Meaning::Constant(text)) => number(&text, seconds),
            None => number(&self.text(node, builtin, name), seconds),
        }
    }
}

/// The name of the function that parses a type of the user's.
pub fn reader(own: &str) -> String {
    value_name(own) + "_from"
}

/// A closure that may ignore the context.
fn closure(text: &str) -> String {
    let needs = text.contains("board") && !text.starts_with("todo!(");
    format!("|{}| {text}", if needs { "board" } else { "_" })
}

/// A node of `bt!` without children.
pub fn called(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) }
}

/// The script in a port.
fn script_of<'n>(node: &'n Node, port: &str) -> Option<&'n Script> {
    match node.port(port) {
        Some(Value::Script(script)) => Some(script),
        _ => None,
    }
}

/// The value of `json:..` in Rust: a number, a text, or a flat list of these.
fn from_json(text: &str) -> Option<String> {
    let json = text.strip_prefix("json:")?.trim();
    let inner =
        |text: &str, open, close| text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).map(str::to_owned);
    if let Some(text) = inner(json, '"', '"') {
        return (!text.contains(['"', '\\'])).then_some(text);
    }
    match inner(json, '[', ']') {
        Some(items) => (!items.contains(['[', '{', '"'])).then(|| items.replace(',', ";")),
        None => (!json.contains('{')).then(|| json.to_owned()),
    }
}

/// A number as Rust writes it; milliseconds become seconds.
fn number(text: &str, seconds: bool) -> String {
    match (seconds, text.trim().parse::<f64>()) {
        (true, Ok(milliseconds)) => format!("{:?}", milliseconds / 1000.0),
        _ => text.trim().to_owned(),
    }
}
