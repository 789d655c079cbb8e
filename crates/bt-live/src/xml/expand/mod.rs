//! Expands a file into the text of one tree, subtrees included, and a table of the contents of its nodes.

mod builtin;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use bt::Status;
use bt_xml::parts::{Kind, Line, Node, Opened, Script as Written, Skip, Skips, Tree, Unit, Value as Port, When};

use super::Value;
use super::entry::Link;
use super::palette::Palette;
use super::port;
use super::scope::Scope;
use super::script::{Script, names};
use super::shown;
use super::table::{Row, Rows, numbered};
use super::words::unique;

/// The most nodes of a tree, subtrees included.
const MOST: usize = 1000;

/// How deeply nodes and subtrees may be nested.
const DEPTH: usize = 64;

/// The most bytes of texts, scripts and names in a tree, subtrees included: each use of a subtree counts.
const BYTES: usize = 2 << 20;

/// The most characters of a name in a path.
const LONGEST: usize = 100;

/// A node of the text.
fn line(head: impl Into<String>, at: &Range<usize>, children: Vec<Line>) -> Line {
    Line::new(head, children).at(at)
}

/// Writes a node and everything below it, with each node on a line of its own.
pub fn write(line: &Line, text: &mut String) {
    *text += &line.head;
    for (number, child) in line.children.iter().enumerate() {
        *text += if number == 0 { " <\n" } else { ",\n" };
        write(child, text);
    }
    *text += if line.children.is_empty() { "" } else { " >" };
}

/// A number that the running tree reads from the board.
pub struct Number {
    pub name: String,
    pub link: Link,
    pub kind: Unit,
}

/// An expanded file.
pub struct Expanded {
    pub line: Line,
    pub rows: Rows,
    pub numbers: Vec<Number>,
    /// The palette IDs that it uses, and their words in the text.
    pub used: BTreeMap<String, String>,
}

/// Expands the main tree. `None` if there are errors in the files, or expanding finds some.
pub fn expand<C: ?Sized>(
    opened: &mut Opened,
    main: Option<&str>,
    palette: &Palette<C>,
    enums: &Arc<BTreeMap<String, f64>>,
) -> Option<Expanded> {
    if opened.problems.has_errors() {
        return None;
    }
    let document = std::mem::take(&mut opened.document);
    // A later tree replaces an earlier one of the same name.
    let trees: BTreeMap<&str, &Tree> = document.trees.iter().map(|tree| (&*tree.name.text, tree)).collect();
    let main = match (main.or(document.main.as_ref().map(|main| &*main.text)), trees.len()) {
        (Some(main), _) => trees.get(main).copied(),
        (None, 1) => trees.values().next().copied(),
        (None, 0) => None,
        (None, _) => {
            opened.problems.error(0..0, "there are several trees: name the one to run in `main_tree_to_execute`");
            return None;
        }
    };
    let Some(main) = main else {
        opened.problems.error(0..0, "there is no tree to run");
        return None;
    };
    // In the order of the palette, so that an ID gets the same word in an edited file.
    let mut taken = BTreeSet::from(OWN.map(str::to_owned));
    let words = palette.entries().map(|(id, _)| (id, unique(id, &mut taken))).collect();
    let mut expander = Expander {
        trees,
        skips: Skips::of(&document),
        palette,
        enums,
        opened,
        rows: Rows::default(),
        numbers: Vec::new(),
        contents: BTreeMap::new(),
        used: BTreeMap::new(),
        words,
        labels: BTreeSet::new(),
        subtrees: BTreeSet::new(),
        asking: BTreeSet::new(),
        count: 0,
        bytes: 0,
        depth: 0,
    };
    let line = expander.node(&main.root, &Scope::main(), Skip::Neither);
    let Expander { rows, numbers, used, .. } = expander;
    (!opened.problems.has_errors()).then_some(Expanded { line, rows, numbers, used })
}

/// The words of the nodes that every palette has: see `steps`.
const OWN: [&str; 18] = [
    "always_success",
    "always_failure",
    "script",
    "script_condition",
    "set_entry",
    "unset_entry",
    "was_updated",
    "updated_of",
    "conditions",
    "precondition_of",
    "each_of",
    "skipped_after",
    "has_run",
    "keep_running",
    "result_of",
    "last_result",
    "switch_of",
    "persistent",
];

struct Expander<'e, C: ?Sized> {
    trees: BTreeMap<&'e str, &'e Tree>,
    skips: Skips,
    palette: &'e Palette<C>,
    enums: &'e Arc<BTreeMap<String, f64>>,
    opened: &'e mut Opened,
    rows: Rows,
    numbers: Vec<Number>,
    /// The contents that these numbers stand for.
    contents: BTreeMap<u32, String>,
    used: BTreeMap<String, String>,
    /// The words for the IDs of the palette.
    words: BTreeMap<&'e str, String>,
    labels: BTreeSet<String>,
    /// The paths of the subtrees so far.
    subtrees: BTreeSet<String>,
    /// The paths so far of the nodes that ask whether an entry was updated.
    asking: BTreeSet<String>,
    count: usize,
    bytes: usize,
    depth: usize,
}

impl<C: ?Sized> Expander<'_, C> {
    fn node(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Line {
        self.count += 1;
        self.depth += 1;
        self.bytes += scope.prefix.len() + length(node);
        let too_much = [
            (self.count > MOST, format!("has more than {MOST} nodes")),
            (self.depth > DEPTH, format!("is nested more than {DEPTH} levels deep")),
            (self.bytes > BYTES, format!("has more than {} MiB of text", BYTES >> 20)),
        ];
        let line = if let Some((_, what)) = too_much.into_iter().find(|(is_too_much, _)| *is_too_much) {
            if !self.opened.problems.has_errors() {
                self.opened.problems.error(node.id.at.clone(), format!("with its subtrees, this tree {what}"));
            }
            line("fail", &node.id.at, Vec::new())
        } else {
            self.conditioned(node, scope, skip)
        };
        self.depth -= 1;
        line
    }

    /// A node, with the scripts before and after it.
    fn conditioned(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Line {
        if node.conditions.is_empty() {
            return self.labelled(node, scope, skip);
        }
        let mut row = self.row(node, scope);
        row.skipped = answer(skip);
        for (_, when) in When::ALL {
            if let Some(condition) = node.conditions.iter().find(|condition| condition.when == when) {
                let is_condition = matches!(when, When::FailureIf | When::SuccessIf | When::SkipIf | When::While);
                row.conditions.push((when, self.script(node, &condition.script, scope, is_condition)));
            }
        }
        row.written = node.conditions.iter().map(|of| format!("{:?} {} ", of.when, of.script)).collect();
        let is_skipped = node.conditions.iter().any(|condition| matches!(condition.when, When::SkipIf | When::While));
        if is_skipped && skip == Skip::Neither {
            self.nearly(node, Skip::NO_COUNTERPART);
        }
        self.say_what_runs_after(node);
        let head = self.numbered("conditions", row);
        let inner = self.labelled(node, scope, skip);
        Line { element: Some(shown::conditions(node)), ..line(head, &node.id.at, vec![inner]) }
    }

    /// A node, with its name as its label.
    fn labelled(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Line {
        let mut line = match node.kind {
            Kind::Builtin(builtin) => self.builtin(node, builtin, scope, skip),
            Kind::SubTree => self.subtree(node, scope, skip),
            Kind::Wrong => line("fail", &node.id.at, Vec::new()),
            _ => self.own(node, scope, skip),
        };
        if let Some(name) = node.name.as_ref().filter(|name| **name != node.id.text && !line.head.contains(": ")) {
            line.head = format!("{}: {}", unique(name, &mut self.labels), line.head);
        }
        line.element.get_or_insert_with(|| shown::element(node));
        line
    }

    fn subtree(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Line {
        let Some(tree) = self.trees.get(&*node.id.text).copied() else {
            return line("fail", &node.id.at, Vec::new());
        };
        let name: String = title(node).chars().take(LONGEST).collect();
        let path = numbered_path(&format!("{}{name}", scope.prefix), &mut self.subtrees);
        let mut root = self.node(&tree.root, &scope.inside(node, &path[scope.prefix.len()..]), skip);
        root.element.get_or_insert_default().subtrees.insert(0, shown::subtree(node));
        root
    }

    /// A node of the palette.
    fn own(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Line {
        let palette = self.palette;
        let Some(entry) = palette.entry(&node.id.text) else {
            return line("fail", &node.id.at, Vec::new());
        };
        let mut row = self.row(node, scope);
        for port in &entry.ports {
            let value = node
                .port(port.name)
                .cloned()
                .or_else(|| port.default.as_deref().map(|default| default_of(default, port.name)));
            if let Some(link) = value.and_then(|value| self.link(&value, scope, Some(port))) {
                row.ports.insert(port.name.to_owned(), link);
            }
        }
        let word = self.words[&*node.id.text].clone();
        let head = self.numbered(&word, row);
        self.used.insert(node.id.text.clone(), word);
        let below = if matches!(entry.kind, Kind::Decorator) { skip } else { Skip::Neither };
        let children = node.children.iter().map(|child| self.node(child, scope, below)).collect();
        line(head, &node.id.at, children)
    }

    /// The children of a node. `skip` is how the node itself counts if it is skipped.
    fn children(&mut self, node: &Node, scope: &Scope<'_>, skip: Skip) -> Vec<Line> {
        let children = node.children.iter().enumerate();
        children.map(|(number, child)| self.node(child, scope, skip.of_child(node, number))).collect()
    }

    /// An empty row of the table, with the node's path.
    fn row(&self, node: &Node, scope: &Scope<'_>) -> Row {
        let mut row = Row::new(scope.prefix.clone() + &title(node).chars().take(LONGEST).collect::<String>());
        row.written =
            node.ports.iter().map(|port| format!("{}={} ", port.name.text, shown::written(&port.value))).collect();
        row
    }

    /// The word of a node, with the number of its row.
    fn numbered(&mut self, word: &str, row: Row) -> String {
        format!("{word}({})", self.rows.add(row))
    }

    /// The name of a number that is read from the board.
    fn number_of(&mut self, link: Link, kind: Unit) -> String {
        let name = format!("number_{}", numbered(format!("{kind:?} {link:?}"), &mut self.contents));
        if self.numbers.iter().all(|known| known.name != name) {
            self.numbers.push(Number { name: name.clone(), link, kind });
        }
        name
    }

    /// What the text of a port is connected to.
    fn link(&self, value: &Port, scope: &Scope<'_>, port: Option<&port::Port>) -> Option<Link> {
        match (value, port) {
            (Port::Literal(text), Some(port)) => port.convert(text).ok().map(Link::Value),
            (Port::Literal(text), None) => Some(Link::Value(Value::Text(text.clone()))),
            (value, _) => scope.link(value),
        }
    }

    /// A script of a node. The value of a condition's script is a number.
    fn script(&mut self, node: &Node, script: &Written, scope: &Scope<'_>, is_condition: bool) -> Script {
        let link = |name: &str| match self.enums.get(name) {
            Some(number) => Link::Value(Value::Number(*number)),
            None => Link::Entry(scope.entry(name)),
        };
        let names = names(script).into_iter().map(|name| (name.to_owned(), link(name))).collect();
        let script = Script { statements: script.statements.clone(), names, enums: Arc::clone(self.enums) };
        for name in script.texts_for_numbers(is_condition) {
            let message = format!("`{name}` is a text here, not a number: BehaviorTree.CPP throws an exception");
            let help = format!("a comparison reads the text: write `{name} == true`");
            self.opened.problems.warn_with(node.id.at.clone(), message, help);
        }
        script
    }

    /// Reports which scripts after a node run differently if something below it is skipped.
    fn say_what_runs_after(&mut self, node: &Node) {
        let is_after = |when| matches!(when, When::OnSuccess | When::OnFailure | When::OnHalted | When::Post);
        let after = When::ALL
            .iter()
            .find(|(_, when)| is_after(*when) && node.conditions.iter().any(|condition| condition.when == *when));
        if let Some((name, _)) = after.filter(|_| self.may_skip_itself(node)) {
            self.nearly(
                node,
                format!("`{name}` differs where what is below is skipped: here the node succeeds or fails"),
            );
        }
    }

    /// Reports what behaves slightly differently.
    fn nearly(&mut self, node: &Node, message: impl Into<String>) {
        self.opened.problems.warn(node.id.at.clone(), message);
    }

    /// Whether a node may be skipped, apart from its own conditions.
    fn may_skip_itself(&self, node: &Node) -> bool {
        self.skips.may_skip_itself(node)
    }
}

/// The answer of a skipped node.
fn answer(skip: Skip) -> Status {
    Status::from(skip == Skip::Succeeds)
}

/// The name of a node in paths.
fn title(node: &Node) -> &str {
    node.name.as_ref().unwrap_or(&node.id.text)
}

/// The path, with a number if it is already taken.
fn numbered_path(path: &str, taken: &mut BTreeSet<String>) -> String {
    let (mut own, mut number) = (path.to_owned(), 2);
    while !taken.insert(own.clone()) {
        own = format!("{path}::{number}");
        number += 1;
    }
    own
}

/// The bytes of a node's contents.
fn length(node: &Node) -> usize {
    let ports = node.ports.iter().map(|port| port.name.text.len() + port.at.len());
    let scripts = node.conditions.iter().map(|condition| condition.script.to_string().len());
    ports.chain(scripts).sum()
}

/// The default of a port: a literal or an entry.
fn default_of(text: &str, name: &str) -> Port {
    match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some("=") => Port::Key(name.to_owned()),
        Some(key) => Port::Key(key.to_owned()),
        None => Port::Literal(text.to_owned()),
    }
}
