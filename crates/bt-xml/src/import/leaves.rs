//! The nodes that a file uses and does not define: leaves, decorators and composites that the user fills in.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;

use bt_compiler::leaf::hides_prelude;
use bt_compiler::tree::nodes;

use super::facts::{Facts, Kinds};
use super::keys::is_blackboard;
use super::said;
use super::scopes::{EntryId, Scope, Scopes};
use super::sound::slips;
use super::ty::Ty;
use super::types::Types;
use crate::document::{Direction, Kind, Node, Port, Value, When};
use crate::names::{type_name, unique, value_name};
use crate::script::Script;
use crate::script::names::{assigned, names_of};

/// A node that the user fills in.
pub struct Own {
    pub kind: Kind,
    /// The name in a tree: `move_to`.
    pub name: String,
    pub ports: Vec<OwnPort>,
    /// The type of the value that it returns instead of writing its output.
    pub value: Option<Ty>,
    /// The output that it returns.
    returned: Option<OwnPort>,
    docs: Vec<String>,
    /// Whether a tree uses it.
    is_used: bool,
}

pub struct OwnPort {
    /// The name in XML.
    pub key: String,
    pub name: String,
    pub ty: Ty,
    pub is_written: bool,
    /// Whether it is only written, never read.
    pub is_only_written: bool,
    /// Whether some nodes of this kind leave it out.
    pub is_optional: bool,
    pub default: Option<String>,
    description: Option<String>,
}

/// The user's types in all ports.
pub fn port_types<'k>(kinds: &'k Kinds, types: &'k mut Types) -> impl Iterator<Item = String> + 'k {
    let ports = kinds.iter().flat_map(|(id, (_, ports))| ports.iter().map(move |port| (id, port)));
    ports.filter_map(|(id, port)| match types.of_port(id, port) {
        Ty::Own(name) => Some(name),
        _ => None,
    })
}

/// All of them by their names in XML. The names given to their types are added to `taken`.
pub fn own(
    facts: &Facts<'_>,
    written: &BTreeSet<(String, String)>,
    types: &mut Types,
    taken: &mut HashSet<String>,
) -> BTreeMap<String, Own> {
    let is_parent = |(_, (kind, _)): &(&String, &(Kind, _))| matches!(kind, Kind::Control | Kind::Decorator);
    let is_leaf = |(id, found): &(&String, &(Kind, _))| !is_parent(&(id, found)) || !facts.parents.contains(&***id);
    let name = |(id, _): (&String, _)| value_name(&type_name(id));
    let slips = slips(facts.kinds.iter().filter(is_parent).map(name), facts.kinds.iter().filter(is_leaf).map(name));
    let own = facts.kinds.iter().map(|(id, (kind, ports))| {
        let kind = match *kind {
            Kind::Control | Kind::Decorator
                if !facts.parents.contains(&**id) && facts.counts.contains_key(&(&**id, "")) =>
            {
                Kind::Action
            }
            Kind::SubTree => Kind::Action,
            kind => kind,
        };
        let model = facts.named.model(id);
        let mut names = HashSet::new();
        let ports = ports.iter().map(|key| {
            let known = facts.named.port(id, key);
            let is_written = match known {
                Some(known) => known.direction != Direction::Input,
                None => written.contains(&(id.clone(), key.clone())),
            };
            let is_only_written = known.map_or(is_written, |known| known.direction == Direction::Output);
            let default = known.and_then(|known| known.default.clone());
            let description = known.and_then(|known| known.description.clone());
            let is_optional = facts.counts.get(&(&**id, &**key)) < facts.counts.get(&(&**id, ""));
            let (name, ty) = (unique(port_name(key), "_", &mut names), types.of_port(id, key));
            OwnPort { name, ty, is_written, is_only_written, is_optional, default, description, key: key.clone() }
        });
        let (ports, mut ty) = (ports.collect(), type_name(id));
        let node = value_name(&ty);
        if nodes::find(&node).is_some() || slips.contains(&node) || hides_prelude(&ty) || taken.contains(&ty) {
            ty += if matches!(kind, Kind::Action | Kind::Condition) { "Leaf" } else { "Node" };
        }
        let name = value_name(&unique(ty, "", taken));
        let mut docs = model.map(said::of_model).unwrap_or_default();
        let is_used = facts.counts.contains_key(&(&**id, ""));
        if !is_used {
            if docs.is_empty() {
                docs.push(format!("`{id}`."));
            }
            docs.push("No tree uses it.".to_owned());
        }
        (id.clone(), Own { kind, name, ports, value: None, returned: None, docs, is_used })
    });
    own.collect()
}

/// The name of an argument.
fn port_name(key: &str) -> String {
    match value_name(key) {
        name if name == "board" => "board_".to_owned(),
        name => name,
    }
}

/// The ports that count as outputs although no model names them: for each entry that nothing is known to write, the
/// port that uses it first, in the order in which the tree runs.
pub fn written_by_unmodelled(facts: &Facts<'_>, scopes: &Scopes) -> BTreeSet<(String, String)> {
    let mut entries = Uses::default();
    for (scope, node, is_after) in scopes.as_they_run(facts) {
        let now = node.conditions.iter().filter(|condition| (condition.when >= When::OnSuccess) == is_after);
        now.for_each(|condition| entries.script(scope, &condition.script));
        if !is_after {
            node.ports.iter().for_each(|port| entries.port(facts, scope, node, port));
        }
    }
    let Uses { written, all } = entries;
    let unwritten = all.into_iter().filter(|(entry, uses)| !written.contains(entry) && uses.len() > 1);
    unwritten.filter_map(|(_, uses)| uses.into_iter().next().flatten()).collect()
}

/// The uses of entries, in the order in which they happen.
#[derive(Default)]
struct Uses {
    /// The entries that something is known to write.
    written: BTreeSet<EntryId>,
    /// The ids of nodes and their ports, where no model says what a port does; `None` for what reads an entry.
    all: BTreeMap<EntryId, Vec<Option<(String, String)>>>,
}

impl Uses {
    fn script(&mut self, scope: &Scope, script: &Script) {
        self.written.extend(assigned(script).into_iter().filter_map(|name| scope.entry(name)));
        for entry in names_of(script).iter().filter_map(|name| scope.entry(name)) {
            self.all.entry(entry).or_default().push(None);
        }
    }

    fn port(&mut self, facts: &Facts<'_>, scope: &Scope, node: &Node, port: &Port) {
        let key = match &port.value {
            Value::Key(key) => key,
            Value::Literal(key) if is_blackboard(node) && port.name.text == "output_key" => key,
            Value::Script(script) => return self.script(scope, script),
            _ => return,
        };
        let Some(entry) = scope.entry(key.trim()) else { return };
        let known = facts.named.port(&node.id.text, &port.name.text);
        let is_subtree = facts.named.number_of(node).is_some();
        match (node.kind, known) {
            (Kind::Builtin(_), _) if ["output_key", "value"].contains(&&*port.name.text) => {
                self.written.insert(entry);
            }
            (Kind::Builtin(_), _) => self.all.entry(entry).or_default().push(None),
            _ if is_subtree => {}
            (_, Some(known)) if known.direction != Direction::Input => {
                self.written.insert(entry);
            }
            (_, known) => {
                let open = known.is_none().then(|| (node.id.text.clone(), port.name.text.clone()));
                self.all.entry(entry).or_default().push(open);
            }
        }
    }
}

impl OwnPort {
    /// The description and the default that the model gives.
    fn said(&self) -> Option<String> {
        said::of_port(self.description.as_deref(), self.default.as_deref())
    }

    /// A port that is read.
    pub fn read(key: &str, ty: Ty) -> Self {
        let name = port_name(key);
        OwnPort {
            key: key.to_owned(),
            name,
            ty,
            is_written: false,
            is_only_written: false,
            is_optional: false,
            default: None,
            description: None,
        }
    }
}

impl Own {
    /// Makes it return the value of its output, instead of writing a field.
    pub fn return_output(&mut self) {
        if let Some(output) = self.ports.iter().position(|port| port.is_written) {
            let output = self.ports.remove(output);
            self.value = Some(output.ty.clone());
            self.returned = Some(output);
        }
    }

    /// Whether it is a leaf that is never running and changes nothing.
    pub fn is_condition(&self) -> bool {
        matches!(self.kind, Kind::Condition) && !self.ports.iter().any(|port| port.is_written)
    }

    /// Whether it is a leaf that returns a `bool`.
    pub fn is_bool(&self) -> bool {
        matches!(self.kind, Kind::Condition) && self.value.is_none()
    }

    /// The item that the user fills in.
    pub fn text(&self, id: &str) -> String {
        let mut text = String::new();
        let docs = if self.docs.is_empty() { &[format!("`{id}`.")][..] } else { &self.docs };
        docs.iter().for_each(|line| text += &format!("/// {line}\n"));
        let arguments = self.ports.iter().filter_map(|port| Some((&*port.name, port.said()?)));
        let returned = self.returned.iter().filter_map(|port| Some(("", port.said()?)));
        for (number, (name, said)) in arguments.chain(returned).enumerate() {
            let gap = if number == 0 { "///\n" } else { "" };
            let name = if name.is_empty() { "returns".to_owned() } else { format!("`{name}`") };
            let _ = writeln!(text, "{gap}/// - {name}: {said}");
        }
        text += self.allowed();
        match self.kind {
            Kind::Decorator | Kind::Control => self.node(&mut text, id),
            _ => self.leaf(&mut text, id),
        }
        text
    }

    /// The attribute for an item that no tree uses.
    fn allowed(&self) -> &'static str {
        if self.is_used { "" } else { "#[allow(dead_code)]\n" }
    }

    fn arguments(&self, before: &str) -> String {
        let types = self.ports.iter().map(|port| match port.is_written {
            true if port.is_optional => format!("{}: Option<Entry<{}>>", port.name, port.ty.name()),
            true => format!("{}: Entry<{}>", port.name, port.ty.name()),
            false => format!("{}: {}", port.name, port.ty.name()),
        });
        types.map(|argument| format!("{before}{argument}")).collect()
    }

    fn leaf(&self, text: &mut String, id: &str) {
        let board = if self.is_condition() { "&Board" } else { "&mut Board" };
        let status = match &self.value {
            Some(Ty::Own(ty)) => format!("Poll<Option<{ty}>>"),
            Some(ty) => format!("Poll<Option<{}>>", ty.name()),
            None if self.is_bool() => "bool".to_owned(),
            None => "Status".to_owned(),
        };
        let used: String = self.ports.iter().map(|port| format!(", {}", port.name)).collect();
        let used = if used.is_empty() { "board".to_owned() } else { format!("(board{used})") };
        if self.ports.len() > 6 {
            *text += "#[allow(clippy::too_many_arguments)]\n";
        }
        let _ = write!(
            text,
            "#[leaf]\npub fn {}(board: {board}{}) -> {status} {{\n    let _ = {used};\n    todo!({id:?})\n}}\n",
            self.name,
            self.arguments(", "),
        );
    }

    fn node(&self, text: &mut String, id: &str) {
        let ty = type_name(&self.name);
        let (derive, hooks) = match self.kind {
            Kind::Decorator => ("Decorator", DECORATOR),
            _ => ("Composite", COMPOSITE),
        };
        if self.ports.is_empty() {
            let _ = write!(
                text,
                "#[derive(bt::{derive}, Default)]\n#[{}(context = Board)]\npub struct {ty};\n\n{}impl {ty} {{{}}}\n",
                derive.to_lowercase(),
                self.allowed(),
                hooks.trim_start_matches('\n').replacen("    fn", "\n    fn", 1).replace("TODO", &format!("{id:?}")),
            );
            return;
        }
        let _ = write!(text, "#[derive(bt::{derive})]\n#[{}(context = Board)]\n", derive.to_lowercase());
        let fields: String = self.arguments("\n    pub ").replace("\n    pub ", ",\n    pub ");
        let fields = fields.trim_start_matches(',');
        let _ = write!(text, "pub struct {ty} {{{fields},\n}}\n\n");
        let (names, arguments): (Vec<_>, _) =
            (self.ports.iter().map(|port| &*port.name).collect(), self.arguments(", "));
        let _ = write!(
            text,
            "{}impl {ty} {{\n    pub fn new({}) -> Self {{\n        {ty} {{ {} }}\n    }}\n{}}}\n",
            self.allowed(),
            arguments.trim_start_matches(", "),
            names.join(", "),
            hooks.replace("TODO", &format!("{id:?}")),
        );
    }
}

const DECORATOR: &str = "
    fn before(&mut self, board: &mut Board) -> Option<Status> {
        let _ = board;
        todo!(TODO)
    }

    fn after(&mut self, board: &mut Board, ended: Status) -> Status {
        let _ = board;
        ended
    }
";

const COMPOSITE: &str = "
    fn first(&mut self, board: &mut Board, children: usize) -> bt::Next {
        let _ = (board, children);
        todo!(TODO)
    }

    fn after(&mut self, board: &mut Board, child: usize, ended: Status) -> bt::Next {
        let _ = (board, child, ended);
        todo!(TODO)
    }
";
