//! The `TreeNodesModel`: describes each node that BehaviorTree.CPP does not know.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::element::Element;
use super::id::Ids;
use super::{Declared, Sort};
use crate::builtin::{Builtin, Children, Takes};
use crate::names::unique;

/// Names that a port of an argument cannot have.
const RESERVED: [&str; 3] = ["name", "ID", "value"];

/// The port for the value of a node.
pub const VALUE: &str = "value";

/// All models, in the order of their first use.
pub struct Models {
    pub ids: Ids,
    known: HashMap<(Sort, String), usize>,
    all: Vec<Model>,
    /// The nodes of nav2.
    nav2: BTreeSet<&'static str>,
}

/// The model of a node.
pub struct Model {
    pub id: String,
    sort: Sort,
    /// The node in Rust, with its port names in braces: `go({to}, {speed})`.
    template: String,
    ports: Vec<Port>,
    /// Whether any tree binds its value.
    pub has_value: bool,
    value: Option<String>,
    /// The largest number of its children that have a pattern or a condition, in any tree.
    pub cases: usize,
    docs: String,
    declaration: String,
}

/// A port for an argument.
pub struct Port {
    pub name: String,
    pub ty: Option<String>,
}

impl Models {
    pub fn new() -> Self {
        Models { ids: Ids::new(), known: HashMap::new(), all: Vec::new(), nav2: BTreeSet::new() }
    }

    /// The model of a node, by its template in Rust. `wanted` is the preferred name of a new model.
    pub fn of(&mut self, sort: Sort, template: &str, ports: Vec<Port>, wanted: &str) -> &mut Model {
        let (all, ids) = (&mut self.all, &mut self.ids);
        let at = *self.known.entry((sort, template.to_owned())).or_insert_with(|| {
            let (id, template) = (ids.take(wanted), template.to_owned());
            let (value, docs, declaration) = (None, String::new(), String::new());
            all.push(Model { id, sort, template, ports, has_value: false, value, cases: 0, docs, declaration });
            all.len() - 1
        });
        &mut self.all[at]
    }

    pub fn needs(&mut self, builtin: &'static Builtin) {
        if builtin.is_of_nav2 {
            self.nav2.insert(builtin.name);
        }
    }

    /// The elements by the names of the nodes.
    pub fn elements(&self) -> impl Iterator<Item = (String, Element)> {
        let own = self.all.iter().map(|model| (model.id.clone(), model.element()));
        own.chain(self.nav2.iter().filter_map(|name| Some(((*name).to_owned(), of_nav2(Builtin::named(name)?)))))
    }
}

impl Model {
    /// Adds what the node's declaration shows.
    pub fn declared(&mut self, declared: &Declared) {
        self.docs.clone_from(&declared.docs);
        self.declaration.clone_from(&declared.declaration);
        self.value.clone_from(&declared.value);
        self.has_value |= declared.value.is_some();
    }

    fn element(&self) -> Element {
        let name = match self.sort {
            Sort::Action => "Action",
            Sort::Condition => "Condition",
            Sort::Control => "Control",
            Sort::Decorator => "Decorator",
        };
        let mut element = Element::new(name).with("ID", &self.id);
        let ports = self.ports.iter().map(|port| port_element(port, &self.docs));
        element.children.extend(ports);
        if self.has_value {
            let value = Element::new("output_port").with("name", VALUE);
            element.children.push(typed(value, self.value.as_deref()));
        }
        let cases = (1..=self.cases).map(|case| Element::new("input_port").with("name", case_port(case)));
        element.children.extend(cases);
        let declaration = Some(&*self.declaration).filter(|text| !text.is_empty());
        element.children.push(metadata(&self.docs, &self.template, declaration));
        element
    }
}

/// The port for what precedes the `=>` of a child.
pub fn case_port(number: usize) -> String {
    format!("case_{number}")
}

/// An input port. Its description comes from the list of arguments in the docs.
pub fn port_element(port: &Port, docs: &str) -> Element {
    let element = typed(Element::new("input_port").with("name", &port.name), port.ty.as_deref());
    let item = format!("- `{}`: ", port.name);
    match docs.lines().find_map(|line| line.trim().strip_prefix(&item)) {
        Some(description) => element.with("description", description),
        None => element,
    }
}

/// The element with the C++ name of its type.
pub fn typed(element: Element, ty: Option<&str>) -> Element {
    let Some(ty) = ty else { return element };
    let cpp = match ty {
        "u8" => "uint8_t",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" | "usize" => "uint64_t",
        "i8" => "int8_t",
        "i16" => "int16_t",
        "i32" => "int",
        "i64" | "isize" => "int64_t",
        "f32" => "float",
        "f64" => "double",
        "String" | "&'static str" | "&str" => "std::string",
        other => other,
    };
    element.with("type", cpp)
}

/// Records the node in Rust, so that it can be imported again.
pub fn metadata(docs: &str, rust: &str, declaration: Option<&str>) -> Element {
    let mut fields = Element::new("MetadataFields");
    let entries = [
        ("description", Some(docs).filter(|docs| !docs.is_empty())),
        ("rust", Some(rust)),
        ("declaration", declaration),
    ];
    for (name, text) in entries.into_iter().filter_map(|(name, text)| Some((name, text?))) {
        fields.children.push(Element::new("Metadata").with(name, text));
    }
    fields
}

/// Ports for arguments with these names.
pub fn ports(names: impl Iterator<Item = (String, Option<String>)>) -> Vec<Port> {
    let mut taken: HashSet<String> = RESERVED.map(str::to_owned).into();
    let ports = names.map(|(name, ty)| {
        let plain = name.trim_start_matches("r#").trim_start_matches('_');
        let plain = match plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => plain.to_owned(),
            false => format!("arg_{plain}"),
        };
        // `name` is an attribute of every node.
        let plain = if RESERVED.contains(&&*plain) { plain + "_" } else { plain };
        Port { name: unique(plain, "_", &mut taken), ty }
    });
    ports.collect()
}

/// The model of a node of nav2.
fn of_nav2(builtin: &Builtin) -> Element {
    let kind = if builtin.children == Children::One { "Decorator" } else { "Control" };
    let mut element = Element::new(kind).with("ID", builtin.name);
    for port in builtin.ports {
        let ty = match port.takes {
            Takes::Integer => "int",
            Takes::Bool => "bool",
            _ => "double",
        };
        let port_element = Element::new("input_port").with("name", port.name).with("type", ty);
        element.children.push(match port.default {
            Some(default) => port_element.with("default", default),
            None => port_element,
        });
    }
    element
}
