//! An export only has elements and attributes that BehaviorTree.CPP and Groot2 document.

use std::collections::HashMap;

use bt_xml::export::{Arg, Declared, Forest, Node, NodeKind, Sort, Tree, export};
use roxmltree::{Document, Node as Element};

/// The contents of each element of the model, with the attributes that may be written.
const MODEL: [(&str, &[&str], &[&str]); 10] = [
    ("Action", &["ID", "editable"], PORTS),
    ("Condition", &["ID", "editable"], PORTS),
    ("Control", &["ID", "editable"], PORTS),
    ("Decorator", &["ID", "editable"], PORTS),
    ("SubTree", &["ID", "editable"], PORTS),
    ("input_port", PORT, &[]),
    ("output_port", PORT, &[]),
    ("inout_port", PORT, &[]),
    ("MetadataFields", &[], &["Metadata"]),
    ("Metadata", &["description", "rust", "declaration"], &[]),
];
const PORTS: &[&str] = &["input_port", "output_port", "inout_port", "MetadataFields"];
const PORT: &[&str] = &["name", "type", "default", "description"];

/// Characters that no ID and no name of a port contains.
const FORBIDDEN: &str = " \t\r\n<>&\"'/\\:*?|.;";

fn check_model(element: Element<'_, '_>) {
    let name = element.tag_name().name();
    let (_, attributes, children) = MODEL.iter().find(|(known, ..)| *known == name).expect("it is documented");
    for attribute in element.attributes() {
        assert!(attributes.contains(&attribute.name()), "{name} {}", attribute.name());
        if ["ID", "name"].contains(&attribute.name()) {
            assert!(!attribute.value().contains(|c| FORBIDDEN.contains(c)), "{name} {:?}", attribute.value());
        }
    }
    for child in element.children().filter(Element::is_element) {
        assert!(children.contains(&child.tag_name().name()), "{} in {name}", child.tag_name().name());
        check_model(child);
    }
}

/// Each attribute of a node is its name, or a port of its model.
fn check_node(node: Element<'_, '_>, models: &HashMap<&str, Vec<&str>>) {
    let name = node.tag_name().name();
    let id = node.attribute("ID").unwrap_or(name);
    for attribute in node.attributes().map(|attribute| attribute.name()) {
        let is_port = models.get(id).is_some_and(|ports| ports.contains(&attribute));
        let is_known = ["name", "ID"].contains(&attribute) || attribute.starts_with('_') || is_port;
        assert!(is_known || !models.contains_key(id), "{id} {attribute}");
    }
    node.children().filter(Element::is_element).for_each(|child| check_node(child, models));
}

#[test]
fn exports_are_as_documented() {
    let arg = |text: &str| Arg { name: String::new(), text: text.to_owned() };
    let node = |name: &str, kind, args: &[&str], children| Node {
        name: name.to_owned(),
        kind,
        args: args.iter().map(|text| arg(text)).collect(),
        children,
        ..Node::default()
    };
    let say =
        Node { bind: "words".to_owned(), ..node("say", NodeKind::Declared(0), &["\"a <b> & c\"", "x.y"], vec![]) };
    let guard = node("guard", NodeKind::Builtin(Sort::Decorator, vec!["condition"]), &["|npc| npc.a < 2"], vec![say]);
    let inner = node("inner", NodeKind::Tree(1), &["2.5"], vec![]);
    let root = node("sequence", NodeKind::Builtin(Sort::Control, vec![]), &[], vec![guard, inner]);
    let float = |name: &str| vec![(name.to_owned(), "f32".to_owned())];
    let tree = |name: &str, root, parameters| Tree {
        name: Some(name.to_owned()),
        header: format!("{name}(Npc)"),
        docs: "Some \"docs\".".to_owned(),
        root,
        parameters,
        ..Tree::default()
    };
    let leaf = node("rest", NodeKind::Other, &["name", "3"], vec![]);
    let declared = Declared {
        name: "say".to_owned(),
        sort: Sort::Action,
        docs: "Says it.\n\n- `text`: what".to_owned(),
        parameters: Some(vec![("text".to_owned(), "String".to_owned()), ("ID".to_owned(), "u8".to_owned())]),
        value: Some("Vec<u8>".to_owned()),
        declaration: "#[leaf] fn say()".to_owned(),
    };
    let forest =
        Forest { trees: vec![tree("Day", root, vec![]), tree("Inner", leaf, float("speed"))], nodes: vec![declared] };
    let xml = export(&forest).xml.expect("no errors");
    let document = Document::parse(&xml).expect("it is XML");
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("BTCPP_format")), ("root", Some("4")));
    let model = root.children().find(|element| element.has_tag_name("TreeNodesModel")).expect("it has one");
    model.children().filter(Element::is_element).for_each(check_model);
    let models: HashMap<&str, Vec<&str>> = model
        .children()
        .filter_map(|model| Some((model.attribute("ID")?, model)))
        .map(|(id, model)| (id, model.children().filter_map(|port| port.attribute("name")).collect()))
        .collect();
    assert!(models.len() >= 5, "{models:?}");
    let trees = root.children().filter(|element| element.has_tag_name("BehaviorTree"));
    let nodes = trees.flat_map(|tree| tree.children()).filter(Element::is_element);
    nodes.for_each(|node| check_node(node, &models));
}
