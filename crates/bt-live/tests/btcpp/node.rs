//! Trees as data: they are written as XML, and made smaller.

use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Clone, Debug)]
pub struct Node {
    pub name: &'static str,
    /// Ports and conditions.
    pub attributes: Vec<(&'static str, String)>,
    pub children: Vec<Node>,
    /// The fewest children that it may have.
    pub least: usize,
}

impl Node {
    pub fn new(name: &'static str, children: Vec<Node>) -> Self {
        Node { name, attributes: Vec::new(), least: children.len(), children }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    pub fn write(&self, text: &mut String) {
        let escaped = |value: &str| value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        write!(text, "<{}", self.name).expect("a text can be written to");
        for (name, value) in &self.attributes {
            write!(text, " {name}=\"{}\"", escaped(value)).expect("a text can be written to");
        }
        if self.children.is_empty() {
            *text += "/>";
            return;
        }
        *text += ">";
        self.children.iter().for_each(|child| child.write(text));
        write!(text, "</{}>", self.name).expect("a text can be written to");
    }

    fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// All trees with one node less, or one condition less.
    fn smaller(&self) -> Vec<Node> {
        let mut all: Vec<Node> = self.children.clone();
        for index in 0..self.children.len() {
            if self.children.len() > self.least {
                let mut node = self.clone();
                node.children.remove(index);
                all.push(node);
            }
            all.extend(self.children[index].smaller().into_iter().map(|child| {
                let mut node = self.clone();
                node.children[index] = child;
                node
            }));
        }
        for index in 0..self.attributes.len() {
            if self.attributes[index].0.starts_with('_') && self.attributes[index].0 != "_autoremap" {
                let mut node = self.clone();
                node.attributes.remove(index);
                all.push(node);
            }
        }
        all
    }
}

/// Trees, what their leaves answer, and the ticks.
#[derive(Clone, Debug)]
pub struct Case {
    /// The first one is the main tree.
    pub trees: Vec<(&'static str, Node)>,
    /// The answers of each leaf, which start over.
    pub answers: BTreeMap<u32, String>,
    /// A `t` for each tick, and an `h` where the tree is halted.
    pub ticks: String,
}

impl Case {
    pub fn xml(&self) -> String {
        let mut text = "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\">".to_owned();
        for (name, tree) in &self.trees {
            write!(text, "<BehaviorTree ID=\"{name}\">").expect("a text can be written to");
            tree.write(&mut text);
            text += "</BehaviorTree>";
        }
        text += "<TreeNodesModel><Action ID=\"Leaf\"><input_port name=\"id\" type=\"int\"/></Action>";
        text += "<Condition ID=\"Check\"><input_port name=\"id\" type=\"int\"/></Condition></TreeNodesModel></root>";
        text
    }

    pub fn count(&self) -> usize {
        self.trees.iter().map(|(_, tree)| tree.count()).sum()
    }

    /// Smaller cases.
    pub fn smaller(&self) -> Vec<Case> {
        let mut all = Vec::new();
        if self.ticks.len() > 1 {
            let ticks = self.ticks[..self.ticks.len() - 1].to_owned();
            all.push(Case { ticks, ..self.clone() });
        }
        for index in 0..self.trees.len() {
            all.extend(self.trees[index].1.smaller().into_iter().map(|tree| {
                let mut case = self.clone();
                case.trees[index].1 = tree;
                case
            }));
        }
        all
    }
}
