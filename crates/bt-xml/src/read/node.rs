//! Nodes of trees.

use roxmltree::Node as XmlNode;

use super::attributes::{Attribute, Attributes};
use super::element::{docs, lines, tag};
use super::model::KINDS;
use super::{DEPTH, Reader};
use crate::builtin::{Builtin, Takes};
use crate::document::{Condition, Kind, Name, Node, Port, Value, When};
use crate::script;

/// Names of nodes in version 3, and in version 4.
const VERSION_3: [(&str, &str); 3] = [
    ("SequenceStar", "SequenceWithMemory"),
    ("RetryUntilSuccesful", "RetryUntilSuccessful"),
    ("SubTreePlus", "SubTree"),
];

/// Names of attributes in version 3, and in version 4.
const VERSION_3_PORTS: [(&str, &str, &str); 3] = [
    ("Parallel", "success_threshold", "success_count"),
    ("Parallel", "failure_threshold", "failure_count"),
    // Until 3.4, a `Parallel` fails as soon as its threshold is out of reach.
    ("Parallel", "threshold", "success_count"),
];

/// Attributes written by BehaviorTree.CPP and editors that need no counterpart, as they pass no data.
const NOTES: [&str; 11] = [
    "_uid",
    "_fullpath",
    "_autoremap",
    "__autoremap",
    "__shared_blackboard",
    "_favorite",
    "_collapsed",
    "_hardcoded",
    "_external",
    "_subtreeOnly",
    // `bt export` writes it.
    "_rust",
];

impl Reader<'_> {
    /// A node and its descendants.
    pub(super) fn node(&mut self, element: XmlNode<'_, '_>, depth: usize) -> Node {
        let at = self.at(tag(element));
        let mut attributes = Attributes::new(element, self);
        let (id, mut kind) = self.id_and_kind(element, &mut attributes);
        let name = attributes.take("name").map(|name| name.text);
        let mut docs = docs(element);
        docs.extend(attributes.take("_description").iter().flat_map(|description| lines(&description.text)));
        let conditions = attributes.take_all(|name| When::named(name).is_some());
        let conditions = conditions.iter().filter_map(|attribute| self.condition(attribute)).collect();
        let notes = self.notes(&mut attributes);
        let rest = attributes.into_rest();
        let threshold = rest.iter().find(|port| port.name.text == "threshold").map(|port| port.value.clone());
        let mut ports: Vec<_> = rest.into_iter().filter_map(|attribute| self.port_of(attribute, kind)).collect();
        self.tell_texts(element);
        let children = element.children().filter(XmlNode::is_element);
        let children: Vec<_> = if depth < DEPTH {
            children.map(|child| self.node(child, depth + 1)).collect()
        } else {
            if children.count() > 0 {
                self.problems.error(at, format!("nodes are nested more than {DEPTH} levels deep"));
                kind = Kind::Wrong;
            }
            Vec::new()
        };
        if let (Kind::Builtin(Builtin { name: "Parallel", .. }), Some(threshold)) = (kind, threshold) {
            ports.extend(failures(&threshold, children.len()));
        }
        let kind = match kind {
            // Nothing tells its kind, so the number of children decides.
            Kind::Action if !is_long(element) => match children.len() {
                0 => Kind::Action,
                1 => Kind::Decorator,
                _ => Kind::Control,
            },
            kind => kind,
        };
        Node { id, kind, name, ports, conditions, notes, docs, children }
    }

    /// The registered name and the kind, from the short form `<MoveTo>` or the long one `<Action ID="MoveTo">`.
    fn id_and_kind(&mut self, element: XmlNode<'_, '_>, attributes: &mut Attributes) -> (Name, Kind) {
        let (tag_name, at) = (element.tag_name().name(), self.at(tag(element)));
        let id = attributes.take("ID");
        let known = VERSION_3.iter().find(|(old, _)| *old == tag_name);
        let name = known.map_or(tag_name, |(_, new)| new);
        if name == "SubTree" || is_long(element) {
            let kind = KINDS.iter().find(|(known, _)| *known == name).map_or(Kind::Action, |(_, kind)| *kind);
            let Some(id) = id else {
                self.problems.error(at.clone(), format!("`{tag_name}` needs an `ID`"));
                return (Name { text: String::new(), at }, Kind::Wrong);
            };
            return match Builtin::named(&id.text).filter(|_| !matches!(kind, Kind::SubTree)) {
                Some(builtin) => (id, Kind::Builtin(builtin)),
                None => (id, kind),
            };
        }
        if let Some(id) = id.as_ref().filter(|_| self.is_version_3) {
            self.problems.warn(id.at.clone(), format!("version 3 does not look at the `ID` of a `{tag_name}`"));
        } else if let Some(id) = id {
            let help = format!("write `<{tag_name}>`, or `<Action ID=\"{}\">`", id.text);
            self.problems.error_with(id.at, "a node has its name as its element, or as its `ID`, not both", help);
        }
        let kind = Builtin::named(name).map_or(Kind::Action, Kind::Builtin);
        (Name { text: name.to_owned(), at }, kind)
    }

    /// The attributes of editors. Every other attribute that begins with `_` gets a warning.
    fn notes(&mut self, attributes: &mut Attributes) -> Vec<(String, String)> {
        let notes = attributes.take_all(|name| name.starts_with('_'));
        for name in notes.iter().map(|note| &note.name).filter(|name| !NOTES.contains(&&*name.text)) {
            let known = When::ALL.iter().map(|(known, _)| *known).chain(NOTES);
            let message = format!("the attribute `{}` has no meaning, so it is left out", name.text);
            self.problems.warn_unknown(name.at.clone(), message, &name.text, known);
        }
        notes.into_iter().map(|note| (note.name.text, note.value.text)).collect()
    }

    fn condition(&mut self, attribute: &Attribute) -> Option<Condition> {
        let when = When::named(&attribute.name.text)?;
        let script = self.script(attribute)?;
        Some(Condition { when, script })
    }

    fn script(&mut self, attribute: &Attribute) -> Option<script::Script> {
        match script::parse(&attribute.value.text) {
            Ok(script) => Some(script),
            Err(wrong) => {
                self.problems.error(attribute.part(wrong.at), wrong.message);
                None
            }
        }
    }

    /// The part of a number that BehaviorTree.CPP reads: it ignores the rest.
    fn number<'t>(&mut self, attribute: &'t Attribute, builtin: &Builtin, port: &str) -> &'t str {
        let (text, takes) = (attribute.value.text.trim(), builtin.port(port).map_or(Takes::Text, |port| port.takes));
        let number = &text[..length_of_number(text, takes)];
        if number.is_empty() || text.parse::<f64>().is_ok_and(|_| takes == Takes::Number) || number == text {
            return &attribute.value.text;
        }
        let message =
            format!("`{}` is a number: BehaviorTree.CPP reads `{number}` and leaves out the rest", attribute.name.text);
        self.problems.warn(attribute.value.at.clone(), message);
        number
    }

    fn port_of(&mut self, attribute: Attribute, kind: Kind) -> Option<Port> {
        let mut name = attribute.name.clone();
        if let Kind::Builtin(builtin) = kind
            && let Some((.., new)) =
                VERSION_3_PORTS.iter().find(|(of, old, _)| *of == builtin.name && *old == name.text)
        {
            name.text = (*new).to_owned();
        }
        if !name.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.problems
                .error(name.at, format!("the name of a port begins with a letter, but `{}` does not", name.text));
            return None;
        }
        let (text, at) = (&attribute.value.text, attribute.value.at.clone());
        let value = match kind {
            Kind::Builtin(builtin) if builtin.port(&name.text).is_some_and(|port| port.takes == Takes::Script) => {
                self.script(&attribute).map_or(Value::Wrong, Value::Script)
            }
            Kind::Builtin(builtin) if builtin.port(&name.text).is_some_and(|port| is_number(port.takes)) => {
                value_of(self.number(&attribute, builtin, &name.text), &name.text)
            }
            Kind::SubTree if self.is_version_3 && !text.contains('{') => Value::Key(text.clone()),
            _ => value_of(text, &name.text),
        };
        Some(Port { name, value, at })
    }
}

/// How many failures make a `Parallel` of version 3.4 fail: so many that the threshold is out of reach.
fn failures(threshold: &Name, children: usize) -> Option<Port> {
    let failures = (children + 1).checked_sub(threshold.text.trim().parse().ok()?)?;
    let name = Name { text: "failure_count".to_owned(), at: threshold.at.clone() };
    Some(Port { name, value: Value::Literal(failures.to_string()), at: threshold.at.clone() })
}

fn is_number(takes: Takes) -> bool {
    matches!(takes, Takes::Integer | Takes::Unsigned | Takes::Number)
}

/// The length of the number that begins the text.
fn length_of_number(text: &str, takes: Takes) -> usize {
    let digits = |from: usize| text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - from);
    let whole = usize::from(text.starts_with('-'));
    let mut length = whole + digits(whole);
    if matches!(takes, Takes::Number) && text[length..].starts_with('.') {
        length += 1 + digits(length + 1);
    }
    if length > whole { length } else { 0 }
}

/// Whether it is a node in the long form, `<Action ID="..">`.
fn is_long(element: XmlNode<'_, '_>) -> bool {
    KINDS.iter().any(|(known, _)| *known == element.tag_name().name())
}

/// The value of a port.
pub fn value_of(text: &str, port: &str) -> Value {
    let trimmed = text.trim();
    if trimmed == "=" {
        return Value::Key(port.to_owned());
    }
    match trimmed.strip_prefix('{').or(trimmed.strip_prefix("${")).and_then(|rest| rest.strip_suffix('}')) {
        Some("=") => Value::Key(port.to_owned()),
        Some(key) => Value::Key(key.to_owned()),
        None => Value::Literal(text.to_owned()),
    }
}
