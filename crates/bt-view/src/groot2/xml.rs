//! Reads the tree that a publisher sends: turns XML into an outline, and keeps names, IDs, ports and subtrees.

use std::collections::HashMap;

use bt::describe::NodeKind;
use roxmltree::{Document, Node as Element, ParsingOptions};

use crate::outline::{Node, Outline};

/// What a program that speaks Groot2's protocol runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of the main tree.
    pub name: String,
    pub tree: Outline,
    /// The id of each node.
    pub uids: Vec<u16>,
    /// The trees with blackboards: the name of each, and the position of its `SubTree` node; for the main tree, the
    /// position of its root.
    pub boards: Vec<(String, u32)>,
}

/// The most elements in a text.
const MOST_ELEMENTS: u32 = 500_000;
/// The ids of nodes have 16 bits.
const MOST_NODES: usize = u16::MAX as usize;
/// A recording cannot hold deeper trees.
const DEEPEST: usize = 1000;

/// The elements whose `ID` tells which node it is.
const GENERIC: [&str; 4] = ["Action", "Condition", "Control", "Decorator"];
const SUBTREE: &str = "SubTree";

impl Program {
    /// Reads the XML of a program.
    ///
    /// # Errors
    ///
    /// If it is not XML, or not a tree of at most 65,535 nodes, at most 1000 deep, with an id for each node.
    pub fn read(text: &str) -> Result<Self, String> {
        let options = ParsingOptions { nodes_limit: MOST_ELEMENTS, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| format!("not XML: {error}"))?;
        let root = document.root_element();
        let trees: Vec<Element<'_, '_>> = root.children().filter(|child| child.has_tag_name("BehaviorTree")).collect();
        let main = trees.iter().find(|tree| tree.attribute("_fullpath").is_none_or(str::is_empty));
        let main = *main.or(trees.first()).ok_or("there is no `BehaviorTree`")?;
        let mut reader = Reader {
            kinds: kinds(root),
            by_path: trees.iter().filter_map(|tree| Some((tree.attribute("_fullpath")?, *tree))).collect(),
            by_id: trees.iter().rev().filter_map(|tree| Some((tree.attribute("ID")?, *tree))).collect(),
            nodes: Vec::new(),
            uids: Vec::new(),
            boards: Vec::new(),
            left: Vec::new(),
        };
        let name = main.attribute("ID").unwrap_or("tree").to_owned();
        reader.boards.push((name.clone(), 0));
        reader.children(main, 0);
        reader.read()?;
        if reader.nodes.iter().filter(|node| node.depth == 0).count() != 1 {
            return Err(format!("the tree `{name}` does not have one root"));
        }
        let Reader { nodes, uids, boards, .. } = reader;
        Ok(Program { name, tree: Outline::from_nodes(nodes), uids, boards })
    }
}

/// The kinds of a program's nodes.
fn kinds<'x>(root: Element<'x, '_>) -> HashMap<&'x str, NodeKind> {
    let models = root.children().filter(|child| child.has_tag_name("TreeNodesModel"));
    let kind = |model: Element<'x, '_>| {
        let kind = match model.tag_name().name() {
            "Control" => NodeKind::Composite,
            "Decorator" | SUBTREE => NodeKind::Decorator,
            "Action" | "Condition" => NodeKind::Leaf,
            _ => return None,
        };
        Some((model.attribute("ID")?, kind))
    };
    models.flat_map(|models| models.children()).filter_map(kind).collect()
}

struct Reader<'x, 'd> {
    kinds: HashMap<&'x str, NodeKind>,
    by_path: HashMap<&'x str, Element<'x, 'd>>,
    by_id: HashMap<&'x str, Element<'x, 'd>>,
    nodes: Vec<Node>,
    uids: Vec<u16>,
    boards: Vec<(String, u32)>,
    /// The elements still to read, with their depths: the last one is next. Reading uses no recursion, so any depth is
    /// safe.
    left: Vec<(Element<'x, 'd>, usize)>,
}

impl<'x, 'd> Reader<'x, 'd> {
    /// Reads the rest. Each element adds a node, and the number of nodes is bounded, so trees that contain themselves
    /// end.
    fn read(&mut self) -> Result<(), String> {
        while let Some((element, depth)) = self.left.pop() {
            if depth > DEEPEST {
                return Err(format!("the nodes are nested more than {DEEPEST} deep"));
            }
            self.node(element, depth)?;
        }
        Ok(())
    }

    /// The elements inside this one are next.
    fn children(&mut self, parent: Element<'x, 'd>, depth: usize) {
        let children = parent.children().filter(Element::is_element);
        self.left.extend(children.rev().map(|child| (child, depth)));
    }

    fn node(&mut self, element: Element<'x, 'd>, depth: usize) -> Result<(), String> {
        let position = self.nodes.len();
        if position == MOST_NODES {
            return Err(format!("the tree has more than {MOST_NODES} nodes"));
        }
        let tag = element.tag_name().name();
        let uid = element.attribute("_uid").and_then(|uid| uid.parse().ok());
        self.uids.push(uid.ok_or_else(|| format!("the node `{tag}` has no `_uid`"))?);
        if tag == SUBTREE {
            return self.subtree(element, depth, position as u32);
        }
        let name = element.attribute("ID").filter(|_| GENERIC.contains(&tag)).unwrap_or(tag);
        let kind = self.kinds.get(name).copied().unwrap_or_else(|| {
            match element.children().filter(Element::is_element).count() {
                0 => NodeKind::Leaf,
                1 => NodeKind::Decorator,
                _ => NodeKind::Composite,
            }
        });
        let mut node = Node::new(kind, name, depth);
        node.label = element.attribute("name").filter(|label| *label != name).map(str::to_owned);
        node.args = args(element, &["name", "_uid", "_fullpath"], name != tag);
        self.nodes.push(node);
        self.children(element, depth + 1);
        Ok(())
    }

    fn subtree(&mut self, element: Element<'x, 'd>, depth: usize, position: u32) -> Result<(), String> {
        let id = element.attribute("ID").ok_or("a `SubTree` has no `ID`")?;
        let path = element.attribute("_fullpath").filter(|path| !path.is_empty());
        let own = path.and_then(|path| path.rsplit('/').next()).filter(|own| !own.starts_with(&format!("{id}::")));
        let mut node = Node::new(NodeKind::Decorator, SUBTREE, depth);
        node.label = Some(element.attribute("name").or(own).unwrap_or(id).to_owned());
        node.args = args(element, &["name", "_uid", "_fullpath"], false);
        self.nodes.push(node);
        self.boards.push((path.unwrap_or(id).to_owned(), position));
        let tree = path.and_then(|path| self.by_path.get(path)).or_else(|| self.by_id.get(id));
        // Older versions write the nodes of a subtree inside its element.
        self.children(tree.copied().unwrap_or(element), depth + 1);
        Ok(())
    }
}

/// The ports and other attributes of a node.
fn args(element: Element<'_, '_>, without: &[&str], has_id: bool) -> String {
    let shown = element.attributes().filter(|attribute| !without.contains(&attribute.name()));
    let shown = shown.filter(|attribute| !(has_id && attribute.name() == "ID"));
    let shown: Vec<String> = shown.map(|attribute| format!("{}=\"{}\"", attribute.name(), attribute.value())).collect();
    if shown.is_empty() { String::new() } else { format!("({})", shown.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Drawing;

    const PATROL: &str = r#"<root BTCPP_format="4">
        <BehaviorTree ID="Patrol" _fullpath="">
            <ReactiveSequence name="root" _uid="1">
                <Inverter name="Inverter" _uid="2"><Condition ID="Low" name="low?" _uid="3"/></Inverter>
                <SubTree ID="Go" _fullpath="go1" _uid="6" target="{goal}"/>
                <SubTree ID="Go" _fullpath="Go::14" _uid="14" target="3"/>
            </ReactiveSequence>
        </BehaviorTree>
        <BehaviorTree ID="Go" _fullpath="go1"><MoveTo name="MoveTo" _uid="7" goal="{target}" _skipIf="goal==0"/></BehaviorTree>
        <BehaviorTree ID="Go" _fullpath="Go::14"><MoveTo name="move" _uid="15" goal="{target}"/></BehaviorTree>
        <TreeNodesModel><Decorator ID="Inverter"/><Action ID="MoveTo"/></TreeNodesModel>
    </root>"#;

    #[test]
    fn a_tree_is_as_its_program_has_it() {
        let program = Program::read(PATROL).expect("a tree");
        let expected = r#"root: ReactiveSequence
├── Inverter
│   └── low?: Low
├── go1: SubTree(ID="Go", target="{goal}")
│   └── MoveTo(goal="{target}", _skipIf="goal==0")
└── Go: SubTree(ID="Go", target="3")
    └── move: MoveTo(goal="{target}")
"#;
        assert_eq!(Drawing::new(&program.tree).text(), expected);
        assert_eq!(program.uids, [1, 2, 3, 6, 7, 14, 15]);
        assert_eq!(program.boards, [("Patrol".into(), 0), ("go1".into(), 3), ("Go::14".into(), 5)]);
        let kinds: Vec<NodeKind> = program.tree.nodes().iter().map(|node| node.kind).collect();
        assert_eq!(kinds[..3], [NodeKind::Composite, NodeKind::Decorator, NodeKind::Leaf]);
    }

    #[test]
    fn changed_texts_are_read_or_not() {
        let mut chance = crate::outline::tests::Chance(2);
        for _ in 0..3_000 {
            let mut bytes = PATROL.as_bytes().to_vec();
            for _ in 0..=chance.below(3) {
                let (at, from) = (chance.below(bytes.len()), chance.below(bytes.len()));
                let part = bytes[from..(from + chance.below(12)).min(PATROL.len())].to_vec();
                bytes.splice(at..(at + chance.below(12)).min(PATROL.len()), part);
                bytes.resize(PATROL.len(), b' ');
            }
            if let Ok(program) = Program::read(&String::from_utf8_lossy(&bytes)) {
                assert_eq!(program.uids.len(), program.tree.nodes().len());
                assert!(program.boards.iter().all(|(_, node)| (*node as usize) < program.uids.len()));
            }
        }
    }

    #[test]
    fn what_is_not_a_tree_is_an_error() {
        let error = |text: &str| Program::read(text).unwrap_err();
        assert!(error("tree").starts_with("not XML: "));
        assert_eq!(error("<root/>"), "there is no `BehaviorTree`");
        assert_eq!(error("<root><BehaviorTree ID='A'/></root>"), "the tree `A` does not have one root");
        assert_eq!(error("<root><BehaviorTree ID='A'><B/></BehaviorTree></root>"), "the node `B` has no `_uid`");
        let itself = "<root><BehaviorTree ID='A'><SubTree ID='A' _uid='1'/></BehaviorTree></root>";
        assert_eq!(error(itself), "the nodes are nested more than 1000 deep");
        let twice = "<S _uid='1'><SubTree ID='A' _uid='1'/><SubTree ID='A' _uid='1'/></S>";
        let wide = format!("<root><BehaviorTree ID='A'>{twice}</BehaviorTree></root>");
        assert!(
            ["the nodes are nested more than 1000 deep", "the tree has more than 65535 nodes"]
                .contains(&&*error(&wide))
        );
    }
}
