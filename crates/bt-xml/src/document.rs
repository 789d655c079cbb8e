//! A file of trees as data.

use std::ops::Range;

use bt_compiler::tree::meaning::Meaning;

use crate::builtin::Builtin;
use crate::script::Script;

/// The content of files.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The tree that runs, if the first file names one.
    pub main: Option<Name>,
    /// The main tree named by each file that is not an include.
    pub mains: Vec<Name>,
    /// The files that it includes, in order.
    pub includes: Vec<Include>,
    pub trees: Vec<Tree>,
    pub models: Vec<Model>,
}

/// A name with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub at: Range<usize>,
}

/// `<include path=".." ros_pkg=".."/>`.
#[derive(Clone, Debug)]
pub struct Include {
    pub path: Name,
    /// The ROS package in whose folder the path begins.
    pub package: Option<String>,
}

/// `<BehaviorTree ID="..">`.
#[derive(Clone, Debug)]
pub struct Tree {
    pub name: Name,
    /// The number of its file.
    pub file: usize,
    /// The comments before it, and its `_description`.
    pub docs: Vec<String>,
    pub root: Node,
}

/// A node of a tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its registered name: `Sequence`, `SubTree`, `MoveTo`.
    pub id: Name,
    pub kind: Kind,
    /// The name of this instance.
    pub name: Option<String>,
    pub ports: Vec<Port>,
    pub conditions: Vec<Condition>,
    /// Attributes that editors write, such as `_uid`.
    pub notes: Vec<(String, String)>,
    /// The comments before it, and its `_description`.
    pub docs: Vec<String>,
    pub children: Vec<Node>,
}

impl Node {
    /// The value of a port.
    pub fn port(&self, name: &str) -> Option<&Value> {
        self.ports.iter().find(|port| port.name.text == name).map(|port| &port.value)
    }

    /// The node of BehaviorTree.CPP or nav2 that it is, if it is one.
    pub fn builtin(&self) -> Option<&'static Builtin> {
        if let Kind::Builtin(builtin) = self.kind { Some(builtin) } else { None }
    }

    /// The meaning of a built-in node, if a single node of `bt` is equivalent.
    pub fn meaning(&self) -> Option<Meaning> {
        self.builtin()?.meaning()
    }

    /// Whether it is a subtree whose keys are connected by name to the keys around it.
    pub fn connects_same_names(&self) -> bool {
        let names = ["_autoremap", "__autoremap", "__shared_blackboard"];
        let is_on = |value: &str| ["true", "1"].contains(&&*value.trim().to_lowercase());
        matches!(self.kind, Kind::SubTree)
            && self.notes.iter().any(|(name, value)| names.contains(&&**name) && is_on(value))
    }
}

/// The items of a list in a text, as BehaviorTree.CPP splits it: `1;2;` has two items, and an empty text none.
pub fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split_terminator(';')
}

/// What kind of node it is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Builtin(&'static Builtin),
    /// Its [`id`](Node::id) is the tree that it runs.
    SubTree,
    Action,
    Condition,
    Control,
    Decorator,
    /// It could not be read, which is already reported.
    Wrong,
}

/// An attribute that passes data.
#[derive(Clone, Debug)]
pub struct Port {
    pub name: Name,
    pub value: Value,
    /// The place of the value.
    pub at: Range<usize>,
}

/// The value of a port.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `{key}`: an entry of the tree's blackboard. `{=}` is the one with the port's name, and `@key` is an entry of the
    /// main tree's.
    Key(String),
    Literal(String),
    /// A script, as in `code` and `if` of BehaviorTree.CPP's own nodes.
    Script(Script),
    /// It could not be read, which is already reported.
    Wrong,
}

/// A script that is run before or after a node.
#[derive(Clone, Debug)]
pub struct Condition {
    pub when: When,
    pub script: Script,
}

/// When a script of a node runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    FailureIf,
    SuccessIf,
    SkipIf,
    While,
    OnSuccess,
    OnFailure,
    OnHalted,
    Post,
}

impl When {
    /// In the order in which BehaviorTree.CPP checks them.
    pub const ALL: [(&'static str, When); 8] = [
        ("_failureIf", When::FailureIf),
        ("_successIf", When::SuccessIf),
        ("_skipIf", When::SkipIf),
        ("_while", When::While),
        ("_onSuccess", When::OnSuccess),
        ("_onFailure", When::OnFailure),
        ("_onHalted", When::OnHalted),
        ("_post", When::Post),
    ];

    pub fn named(name: &str) -> Option<When> {
        When::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, when)| when)
    }
}

/// The model of a kind of node.
#[derive(Clone, Debug)]
pub struct Model {
    pub id: Name,
    pub kind: Kind,
    /// The comments before it.
    pub docs: Vec<String>,
    pub ports: Vec<ModelPort>,
    /// Its `MetadataFields`: names and texts.
    pub metadata: Vec<(String, String)>,
    /// Whether its file is version 3, where ports of a subtree need no value.
    pub is_version_3: bool,
    /// Whether its file was named only for its models.
    pub is_extra: bool,
    /// Whether it describes a node known from code, not from a file: then the node has no other ports.
    pub is_of_code: bool,
}

impl Model {
    /// A text of the `MetadataFields`.
    pub fn metadata(&self, name: &str) -> Option<&str> {
        self.metadata.iter().find(|(known, _)| known == name).map(|(_, text)| &**text)
    }
}

/// A port in a model.
#[derive(Clone, Debug)]
pub struct ModelPort {
    pub name: Name,
    pub direction: Direction,
    /// The type in C++, if the model names one.
    pub ty: Option<String>,
    pub default: Option<String>,
    pub description: Option<String>,
}

/// The direction of data through a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
    InOut,
}
