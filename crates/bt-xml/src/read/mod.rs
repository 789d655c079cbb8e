//! Reads a file: XML to a [`Document`].

mod attributes;
mod element;
mod model;
mod node;
mod outputs;

use std::ops::Range;

pub use model::{KINDS, PORTS};
pub use node::value_of;
use roxmltree::{Document as Xml, Error, Node as XmlNode, ParsingOptions};

use crate::document::{Document, Include, Name, Tree, When};
use crate::problem::Problems;
use crate::repair::{ATTRIBUTES, ELEMENTS, Repaired};
use attributes::Attributes;
use element::{docs, lines, tag};

/// How long a file may be, in bytes.
const LENGTH: usize = 16 << 20;

/// How many elements, comments and texts a file may have.
const NODES: u32 = 1 << 20;

/// How deeply nodes may be nested, as in BehaviorTree.CPP.
const DEPTH: usize = 256;

/// Reads the content of a file, if it is XML with trees. Places are counted from `base`.
pub fn read(file: &str, base: usize, problems: &mut Problems) -> Option<Document> {
    if file.len() > LENGTH {
        problems.error(base..base, format!("the file is longer than {} MB", LENGTH >> 20));
        return None;
    }
    let repaired = Repaired::new(file);
    if let Some(at) = repaired.too_many {
        problems.error(base + at..base + at + 1, format!("the file has more than {ELEMENTS} elements"));
        return None;
    }
    if let Some(at) = repaired.crowded {
        problems.error(base + at..base + at + 1, format!("an element has more than {ATTRIBUTES} attributes"));
        return None;
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES, ..ParsingOptions::default() };
    match Xml::parse_with_options(&repaired.text, options) {
        Ok(xml) => {
            warn_of_lax(base, &repaired, problems);
            Reader { file, repaired: &repaired, base, problems, is_version_3: false }.document(&xml)
        }
        Err(error) => {
            let (at, message) = malformed(&error, &repaired);
            problems.error(base + at.start..base + at.end, message);
            None
        }
    }
}

/// How many lax places are listed one by one.
const LAX: usize = 20;

fn warn_of_lax(base: usize, repaired: &Repaired, problems: &mut Problems) {
    for (at, lax) in repaired.lax.iter().take(LAX) {
        let (what, help) = lax.said();
        let message = format!("{what} is not valid XML: BehaviorTree.CPP reads it, others may not");
        problems.warn_with(base + at.start..base + at.end, message, help);
    }
}

/// The place and message for a file that is not valid XML.
fn malformed(error: &Error, repaired: &Repaired) -> (Range<usize>, String) {
    if let Some(quote) = repaired.open_quote {
        return (quote..quote + 1, "this attribute has no end: a quote is missing".to_owned());
    }
    let message = match error {
        Error::DtdDetected => "a document type is not allowed: entities of your own are not read".to_owned(),
        Error::NodesLimitReached => format!("the file has more than {NODES} elements"),
        // The message ends with the place, which is shown anyway.
        error => {
            let text = error.to_string();
            text.rfind(" at ").map_or(&*text, |end| &text[..end]).to_owned()
        }
    };
    let at = match error.pos() {
        none if none.row <= 1 && none.col <= 1 => 0,
        pos => {
            let before = repaired.text.split_inclusive('\n').take(pos.row as usize - 1).map(str::len).sum::<usize>();
            let line = &repaired.text[before..];
            before + line.char_indices().nth(pos.col as usize - 1).map_or(line.len(), |(at, _)| at)
        }
    };
    let at = repaired.original(at);
    (at..at, message)
}

/// Whether a file contains anything that only version 4 has.
fn is_of_version_4(root: XmlNode<'_, '_>) -> bool {
    root.descendants().filter(XmlNode::is_element).any(|element| {
        element.tag_name().name().starts_with("Script")
            || element.attributes().any(|at| at.name() == "_autoremap" || When::named(at.name()).is_some())
    })
}

/// Whether a file of version 3 means the same in version 4. There, `port="key"` of a subtree is a text, and some nodes
/// have other names.
fn means_the_same_in_4(root: XmlNode<'_, '_>) -> bool {
    const ONLY_IN_3: [&str; 3] = ["SubTreePlus", "SequenceStar", "RetryUntilSuccesful"];
    root.descendants().filter(XmlNode::is_element).all(|element| {
        let names = [element.tag_name().name(), element.attribute("ID").unwrap_or_default()];
        let is_subtree = names[0].eq_ignore_ascii_case("SubTree");
        let mut ports = element.attributes().filter(|port| !["ID", "name"].contains(&port.name()));
        let is_key = |text: &str| text.trim().starts_with('{') && text.trim().ends_with('}');
        let is_in_a_tree = element.ancestors().any(|above| above.has_tag_name("BehaviorTree"));
        let reads = !is_subtree || !is_in_a_tree || ports.all(|port| is_key(port.value()));
        reads
            && !names.iter().any(|name| ONLY_IN_3.contains(name))
            && element.attributes().all(|at| !at.value().contains("${"))
    })
}

/// What is known while a file is read.
pub(crate) struct Reader<'r> {
    file: &'r str,
    repaired: &'r Repaired,
    /// Where the file begins among all files.
    base: usize,
    problems: &'r mut Problems,
    /// Whether the file is version 3, where `port="key"` of a subtree is a key.
    is_version_3: bool,
}

impl Reader<'_> {
    /// Translates a place in the XML to its place in the file.
    fn at(&self, range: Range<usize>) -> Range<usize> {
        let at = self.repaired.original_range(range);
        self.base + at.start..self.base + at.end
    }

    fn document(&mut self, xml: &Xml<'_>) -> Option<Document> {
        let (root, mut document) = (xml.root_element(), Document::default());
        if root.tag_name().name() != "root" {
            let at = self.at(tag(root));
            self.problems.error(at, "the first element of a file of trees is `root`");
            return None;
        }
        let mut attributes = Attributes::new(root, self);
        self.format(attributes.take("BTCPP_format"), root);
        document.main = attributes.take("main_tree_to_execute");
        // Groot2 writes it in its projects.
        attributes.take("project_name");
        document.mains.extend(document.main.clone());
        attributes.tell_rest(self, "root");
        self.tell_texts(root);
        let mut has_models = false;
        for element in root.children().filter(XmlNode::is_element) {
            match element.tag_name().name() {
                "include" => document.includes.extend(self.include(element)),
                "BehaviorTree" => document.trees.extend(self.tree(element)),
                "TreeNodesModel" if has_models => {
                    let at = self.at(tag(element));
                    self.problems.error(at, "a file has one `TreeNodesModel`, and this is the second one");
                }
                "TreeNodesModel" => {
                    has_models = true;
                    document.models = self.models(element);
                }
                other => {
                    let message = format!("`root` has no element `{other}`, so it is left out");
                    let at = self.at(tag(element));
                    self.problems.warn_unknown(
                        at,
                        message,
                        other,
                        ["BehaviorTree", "TreeNodesModel", "include"].into_iter(),
                    );
                }
            }
        }
        self.name_the_only_tree(&mut document, root);
        if self.is_version_3 {
            outputs::connect(&mut document);
        }
        Some(document)
    }

    /// Warns about texts between elements: BehaviorTree.CPP ignores them.
    fn tell_texts(&mut self, element: XmlNode<'_, '_>) {
        for text in element.children().filter(XmlNode::is_text) {
            let said = text.text().unwrap_or_default();
            if !said.trim().is_empty() {
                let start = text.range().start + said.len() - said.trim_start().len();
                let at = self.at(start..start + said.trim().len().min(text.range().end - start));
                self.problems.warn(at, "this text is in no element, so it is left out");
            }
        }
    }

    fn format(&mut self, format: Option<Name>, root: XmlNode<'_, '_>) {
        match format {
            Some(format) if format.text == "4" => {}
            Some(format) if format.text == "3" => self.is_version_3 = true,
            Some(format) => {
                self.problems.error(format.at, format!("the format is 3 or 4, not `{}`", format.text));
            }
            None if is_of_version_4(root) => {
                let at = self.at(tag(root));
                let what = "the file has no `BTCPP_format`; it is read as version 4, since only that has such scripts";
                self.problems.warn_with(at, what, "write `<root BTCPP_format=\"4\">`");
            }
            None => {
                self.is_version_3 = true;
                let at = self.at(tag(root));
                self.problems.warn_with(
                    at,
                    "the file has no `BTCPP_format`, so it is read as version 3",
                    match means_the_same_in_4(root) {
                        true => "write `<root BTCPP_format=\"4\">`",
                        false => "convert it with `convert_v3_to_v4.py` of BehaviorTree.CPP",
                    },
                );
            }
        }
    }

    fn include(&mut self, element: XmlNode<'_, '_>) -> Option<Include> {
        let mut attributes = Attributes::new(element, self);
        let (path, package) = (attributes.take("path"), attributes.take("ros_pkg"));
        attributes.tell_rest(self, "include");
        if path.is_none() {
            let at = self.at(tag(element));
            self.problems.error(at, "`include` has no `path`");
        }
        Some(Include { path: path?, package: package.map(|package| package.text) })
    }

    fn tree(&mut self, element: XmlNode<'_, '_>) -> Option<Tree> {
        let mut attributes = Attributes::new(element, self);
        let at = self.at(tag(element));
        let name = attributes.take("ID").unwrap_or(Name { text: String::new(), at: at.clone() });
        let mut docs = docs(element);
        docs.extend(attributes.take("_description").iter().flat_map(|description| lines(&description.text)));
        attributes.tell_rest(self, "BehaviorTree");
        self.tell_texts(element);
        let nodes: Vec<_> = element.children().filter(XmlNode::is_element).collect();
        if nodes.len() != 1 {
            let count = nodes.len();
            self.problems
                .error(at, format!("a tree has exactly one node below `BehaviorTree`, but this one has {count}"));
        }
        let root = self.node(*nodes.first()?, 1);
        Some(Tree { name, file: 0, docs, root })
    }

    /// Names the only tree of a file. In a file with several trees, each needs a name of its own.
    fn name_the_only_tree(&mut self, document: &mut Document, root: XmlNode<'_, '_>) {
        let count = root.children().filter(|element| element.tag_name().name() == "BehaviorTree").count();
        for tree in document.trees.iter_mut().filter(|tree| tree.name.text.is_empty()) {
            if count == 1 {
                tree.name.text = "MainTree".to_owned();
            } else {
                self.problems.error(tree.name.at.clone(), "a tree needs an `ID`, since the file has several");
            }
        }
        let has_elements = root.children().any(|element| element.is_element());
        if !has_elements {
            let at = self.at(tag(root));
            self.problems.error(at, "the file has no `BehaviorTree`");
        }
    }
}
