//! Reads the `TreeNodesModel`, which describes kinds of nodes.

use roxmltree::Node as XmlNode;

use super::Reader;
use super::attributes::Attributes;
use super::element::{docs, lines, tag};
use crate::document::{Direction, Kind, Model, ModelPort};

/// The names of node kinds, in models and in the long form of a node.
pub const KINDS: [(&str, Kind); 5] = [
    ("Action", Kind::Action),
    ("Condition", Kind::Condition),
    ("Control", Kind::Control),
    ("Decorator", Kind::Decorator),
    ("SubTree", Kind::SubTree),
];

/// The names of ports in models.
pub const PORTS: [(&str, Direction); 4] = [
    ("input_port", Direction::Input),
    ("output_port", Direction::Output),
    ("inout_port", Direction::InOut),
    // The name that nav2 uses.
    ("bidirectional_port", Direction::InOut),
];

/// Whether a comment is a heading for several models: `#### ACTION NODES ####`.
fn is_heading(line: &str) -> bool {
    ["####", "====", "----", "****"].iter().any(|rule| line.starts_with(rule))
}

impl Reader<'_> {
    pub(super) fn models(&mut self, element: XmlNode<'_, '_>) -> Vec<Model> {
        self.tell_texts(element);
        Attributes::new(element, self).tell_rest(self, "TreeNodesModel");
        element.children().filter(XmlNode::is_element).filter_map(|model| self.model(model)).collect()
    }

    fn model(&mut self, element: XmlNode<'_, '_>) -> Option<Model> {
        let (name, at) = (element.tag_name().name(), self.at(tag(element)));
        let Some(&(_, kind)) = KINDS.iter().find(|(known, _)| *known == name) else {
            let known = KINDS.iter().map(|(known, _)| *known);
            let message = format!("`{name}` is not a kind of model, so it is left out");
            self.problems.warn_unknown(at, message, name, known);
            return None;
        };
        let mut attributes = Attributes::new(element, self);
        // Groot uses it to decide whether the model may be changed.
        let (id, _) = (attributes.take("ID"), attributes.take("editable"));
        attributes.tell_rest(self, name);
        self.tell_texts(element);
        if id.is_none() {
            self.problems.error(at, "a model needs an `ID`");
        }
        let ports = element.children().filter(XmlNode::is_element).filter_map(|port| self.port(port)).collect();
        let fields = element.children().filter(|child| child.has_tag_name("MetadataFields"));
        let entries = fields.flat_map(|fields| fields.children()).flat_map(|entry| entry.attributes());
        let metadata = entries.map(|entry| (entry.name().to_owned(), entry.value().to_owned())).collect();
        let mut model = Model {
            id: id?,
            kind,
            docs: docs(element).into_iter().filter(|line| !is_heading(line)).collect(),
            ports,
            metadata,
            is_version_3: self.is_version_3,
            is_extra: false,
            is_of_code: false,
        };
        if model.docs.is_empty() {
            model.docs = model.metadata("description").map(lines).unwrap_or_default();
        }
        Some(model)
    }

    fn port(&mut self, element: XmlNode<'_, '_>) -> Option<ModelPort> {
        let (name, at) = (element.tag_name().name(), self.at(tag(element)));
        if name == "MetadataFields" {
            return None;
        }
        let Some(&(_, direction)) = PORTS.iter().find(|(known, _)| *known == name) else {
            let known = PORTS.iter().map(|(known, _)| *known);
            self.problems.warn_unknown(at, format!("a model has no element `{name}`"), name, known);
            return None;
        };
        let mut attributes = Attributes::new(element, self);
        let mut text = |name: &str| attributes.take(name).map(|value| value.text);
        let (ty, default, description) = (text("type"), text("default"), text("description"));
        let port = attributes.take("name");
        attributes.tell_rest(self, name);
        if port.is_none() {
            self.problems.error(at, "a port needs a `name`");
        }
        let said = element.text().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        // Groot writes it as text, `bt export` as an attribute. A file may have both.
        let description = match (description, said) {
            (Some(one), Some(other)) if one.trim() != other => Some(format!("{one} {other}")),
            (one, other) => one.or(other),
        };
        Some(ModelPort { name: port?, direction, ty, default, description })
    }
}
