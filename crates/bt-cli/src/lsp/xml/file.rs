//! An XML file and its tags, as far as typed.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bt_xml::parts::{Attribute, Builtin, Direction, Does, KINDS, PORTS, Tag, Takes, When, names_in_script, tags};

/// A file that contains trees or models.
pub struct File {
    pub path: PathBuf,
    pub text: String,
    pub tags: Vec<Tag>,
}

/// The model of a kind of node in a file.
pub struct Model<'f> {
    /// `Action`, `SubTree` and the like.
    pub kind: &'f str,
    pub id: Range<usize>,
    pub ports: Vec<Port<'f>>,
}

/// A port of a model.
pub struct Port<'f> {
    pub direction: Direction,
    pub name: Range<usize>,
    pub ty: Option<&'f str>,
    pub default: Option<&'f str>,
    pub docs: &'f str,
}

/// A place that names an entry of a tree.
#[derive(Clone, Debug)]
pub struct Use {
    pub name: String,
    /// The part of the file that names it.
    pub at: Range<usize>,
    pub how: How,
    /// The number of the tag.
    pub tag: usize,
    pub port: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The name alone: in braces, in a script, or as a plain attribute.
    Name,
    /// As `{=}`: the entry with the name of the port.
    Same,
}

/// Attributes that are not ports.
const RESERVED: [&str; 2] = ["ID", "name"];

impl File {
    pub fn new(path: &Path, text: &str) -> Self {
        File { path: path.to_owned(), text: text.to_owned(), tags: tags(text) }
    }

    /// Whether the file contains trees, as opposed to other XML.
    pub fn has_trees(&self) -> bool {
        self.tags.first().is_none_or(|tag| "root".starts_with(&self.text[tag.name.clone()]))
    }

    pub fn name(&self, tag: usize) -> &str {
        &self.text[self.tags[tag].name.clone()]
    }

    pub fn value(&self, tag: usize, attribute: &str) -> Option<&str> {
        Some(&self.text[self.tags[tag].value(&self.text, attribute)?])
    }

    /// The tags around a tag, nearest first.
    fn around(&self, tag: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.tags[tag].parent, |tag| self.tags[*tag].parent)
    }

    /// The tag of the tree that a tag is in.
    pub fn tree_of(&self, tag: usize) -> Option<usize> {
        self.around(tag).find(|around| self.name(*around) == "BehaviorTree")
    }

    pub fn is_in_models(&self, tag: usize) -> bool {
        self.around(tag).any(|around| self.name(around) == "TreeNodesModel")
    }

    fn beginnings(&self) -> impl Iterator<Item = usize> {
        (0..self.tags.len()).filter(|tag| !self.tags[*tag].is_end)
    }

    /// The tags of trees, with the places of their names.
    pub fn trees(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let trees = self.beginnings().filter(|tag| self.name(*tag) == "BehaviorTree");
        trees.filter_map(|tag| Some((tag, self.tags[tag].value(&self.text, "ID")?)))
    }

    /// The tree with a name.
    pub fn tree(&self, name: &str) -> Option<(usize, Range<usize>)> {
        self.trees().find(|(_, at)| self.text[at.clone()] == *name)
    }

    /// The tags in a tree.
    pub fn nodes(&self, tree: usize) -> impl Iterator<Item = usize> {
        self.beginnings().filter(move |tag| self.tree_of(*tag) == Some(tree))
    }

    /// The tags that run a tree.
    pub fn calls(&self, tree: &str) -> impl Iterator<Item = usize> {
        let subtrees = self.beginnings().filter(|tag| self.name(*tag) == "SubTree" && !self.is_in_models(*tag));
        subtrees.filter(move |tag| self.value(*tag, "ID") == Some(tree))
    }

    /// The registered name of a node, and where it is.
    pub fn id(&self, tag: usize) -> Option<Range<usize>> {
        let is_long = KINDS.iter().any(|(kind, _)| *kind == self.name(tag));
        let name = self.tags[tag].name.clone();
        if is_long { self.tags[tag].value(&self.text, "ID") } else { (!name.is_empty()).then_some(name) }
    }

    pub fn builtin(&self, tag: usize) -> Option<&'static Builtin> {
        Builtin::named(&self.text[self.id(tag)?])
    }

    pub fn models(&self) -> impl Iterator<Item = Model<'_>> {
        let models = self.beginnings().filter(|tag| {
            let parent = self.tags[*tag].parent;
            parent.is_some_and(|parent| self.name(parent) == "TreeNodesModel")
        });
        models.filter_map(|tag| {
            let ports = self.beginnings().filter(|port| self.tags[*port].parent == Some(tag));
            Some(Model {
                kind: self.name(tag),
                id: self.tags[tag].value(&self.text, "ID")?,
                ports: ports.filter_map(|port| self.port(port)).collect(),
            })
        })
    }

    fn port(&self, tag: usize) -> Option<Port<'_>> {
        let (_, direction) = PORTS.iter().find(|(name, _)| *name == self.name(tag))?;
        let after = self.tags[tag].range.end;
        let inner = self.text.get(after..self.tags[tag].end).and_then(|text| text.split('<').next());
        Some(Port {
            direction: *direction,
            name: self.tags[tag].value(&self.text, "name")?,
            ty: self.value(tag, "type"),
            default: self.value(tag, "default"),
            docs: self.value(tag, "description").or(inner).unwrap_or_default().trim(),
        })
    }

    /// The innermost tag that contains the byte.
    pub fn tag_at(&self, byte: usize) -> Option<usize> {
        let after = self.tags.partition_point(|tag| tag.range.start < byte);
        let tag = after.checked_sub(1)?;
        let range = &self.tags[tag].range;
        let is_whole = self.text[range.clone()].ends_with('>');
        // An unfinished tag extends to the next one.
        let next = self.tags.get(after).map_or(self.text.len(), |next| next.range.start);
        (byte < range.end || !is_whole && byte <= next).then_some(tag)
    }

    /// The element around a byte that is not inside a tag.
    pub fn element_at(&self, byte: usize) -> Option<usize> {
        self.beginnings().filter(|tag| self.tags[*tag].range.end <= byte && byte < self.tags[*tag].end).last()
    }

    /// The entries that are named in a tree.
    pub fn entries(&self, tree: usize) -> Vec<Use> {
        let attributes = self.nodes(tree).flat_map(|tag| self.tags[tag].attributes.iter().map(move |at| (tag, at)));
        attributes.flat_map(|(tag, attribute)| self.entries_of(tag, attribute)).collect()
    }

    fn entries_of(&self, tag: usize, attribute: &Attribute) -> Vec<Use> {
        let port = self.text[attribute.name.clone()].to_owned();
        let Some(value) = attribute.value.clone().filter(|_| !RESERVED.contains(&&*port)) else { return Vec::new() };
        let one = |at: Range<usize>, how| {
            let name = if how == How::Same { port.clone() } else { self.text[at.clone()].to_owned() };
            Use { name, at, how, tag, port: port.clone() }
        };
        if self.is_script(tag, &port) {
            return names_in_script(&self.text, value).into_iter().map(|at| one(at, How::Name)).collect();
        }
        let text = self.text[value.clone()].trim();
        let start = value.start + self.text[value.clone()].len() - self.text[value].trim_start().len();
        let names_one = |builtin: &Builtin| builtin.port(&port).is_some_and(|port| port.does != Does::Reads);
        match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            _ if port.starts_with('_') => Vec::new(),
            _ if ["=", "{=}"].contains(&text) => vec![one(start..start + text.len(), How::Same)],
            Some(name) => vec![one(start + 1..start + 1 + name.len(), How::Name)],
            None if !text.is_empty() && self.builtin(tag).is_some_and(names_one) => {
                vec![one(start..start + text.len(), How::Name)]
            }
            None => Vec::new(),
        }
    }

    /// Whether an attribute of a node is a script.
    pub fn is_script(&self, tag: usize, attribute: &str) -> bool {
        let takes = |builtin: &'static Builtin| builtin.port(attribute).is_some_and(|port| port.takes == Takes::Script);
        When::named(attribute).is_some() || self.builtin(tag).is_some_and(takes)
    }
}
