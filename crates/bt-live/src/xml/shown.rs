//! What drawings, logs and observers show of a node: its element in the file, rather than the translated text.

use std::collections::BTreeMap;

use bt_compiler::tree::outline::Written;
use bt_xml::parts::{Element, Line, Node, Opened, Script, Value as Port, When};

/// The most characters of an attribute.
const LONGEST: usize = 60;

/// The element of a node.
pub fn element(node: &Node) -> Element {
    let name = node.name.clone().filter(|name| *name != node.id.text);
    Element { id: node.id.text.clone(), name, attributes: ports(node), subtrees: Vec::new() }
}

/// The element for the node that checks the conditions of another node, and runs its scripts.
pub fn conditions(node: &Node) -> Element {
    let all = When::ALL.iter().flat_map(|(name, when)| {
        let conditions = node.conditions.iter().filter(|condition| condition.when == *when);
        conditions.map(|condition| attribute(name, &script(&condition.script)))
    });
    Element { attributes: in_parentheses(all), ..helper("conditions") }
}

/// A helper of a node in the file.
pub fn helper(name: &str) -> Element {
    Element { id: name.to_owned(), ..Element::default() }
}

/// The title of a `SubTree`, for the root of its tree.
pub fn subtree(node: &Node) -> String {
    let name = node.name.as_ref().filter(|name| **name != node.id.text).map(|name| format!("{name}: "));
    format!("{}{}{}", name.unwrap_or_default(), node.id.text, ports(node))
}

fn ports(node: &Node) -> String {
    in_parentheses(node.ports.iter().map(|port| match &port.value {
        Port::Script(script) => attribute(&port.name.text, &self::script(script)),
        value => attribute(&port.name.text, &written(value)),
    }))
}

/// The text of a port.
pub fn written(value: &Port) -> String {
    match value {
        Port::Literal(text) => text.clone(),
        Port::Key(key) => format!("{{{key}}}"),
        Port::Script(script) => script.to_string(),
        Port::Wrong => String::new(),
    }
}

fn in_parentheses(attributes: impl Iterator<Item = String>) -> String {
    let attributes: Vec<String> = attributes.collect();
    if attributes.is_empty() { String::new() } else { format!("({})", attributes.join(", ")) }
}

/// A script, without the outermost parentheses of a statement.
fn script(script: &Script) -> String {
    script.statements.iter().map(|statement| bare(&statement.to_string()).to_owned()).collect::<Vec<_>>().join("; ")
}

fn bare(statement: &str) -> &str {
    let inner = statement.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(statement);
    let mut depth = 0i32;
    let is_balanced = inner.chars().all(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth >= 0
    });
    if is_balanced { inner } else { statement }
}

fn attribute(name: &str, value: &str) -> String {
    let cut: String = value.chars().take(LONGEST).collect();
    format!("{name}=\"{cut}{}\"", if cut.len() < value.len() { ".." } else { "" })
}

/// The line and column of each node in the first file. The key is the first byte of its ID, counted across all files.
pub type Places = BTreeMap<usize, (usize, usize)>;

/// Finds the places of a line and everything below it. Nodes in included files have none.
pub fn places(line: &Line, opened: &Opened, (first, files): (&str, &BTreeMap<String, String>)) -> Places {
    let mut places = Places::new();
    let text = files.get(first).map_or("", String::as_str);
    each(line, &mut |line| {
        let Some(at) = &line.at else { return };
        let (file, byte) = opened.place(at);
        if let Some(before) = text.get(..byte).filter(|_| file == first) {
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            places.insert(at.start, (before.matches('\n').count() + 1, before[start..].chars().count() + 1));
        }
    });
    places
}

/// The nodes of a line and everything below it, in the order of the text.
pub fn nodes(line: &Line, places: &Places) -> Vec<Written> {
    let mut nodes = Vec::new();
    each(line, &mut |line| {
        let helper = || helper(line.head.split('(').next().unwrap_or_default());
        let Element { id, name, attributes, subtrees } = line.element.clone().unwrap_or_else(helper);
        let label = name.map(|name| format!("{}: ", plain(&name))).unwrap_or_default();
        let place = line.at.as_ref().and_then(|at| places.get(&at.start)).copied().unwrap_or_default();
        let title = format!("{label}{}", plain(&id));
        nodes.push(Written { title, place, args: attributes, arm: subtrees.join(" => ") });
    });
    nodes
}

/// A part of a title, on one line and without the `: ` that would follow a label.
fn plain(text: &str) -> String {
    text.replace(['\n', '\t'], " ").replace(": ", ":")
}

fn each(line: &Line, see: &mut impl FnMut(&Line)) {
    see(line);
    line.children.iter().for_each(|child| each(child, see));
}
