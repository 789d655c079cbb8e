//! The nodes of BehaviorTree.CPP and nav2.

use bt::Status;
use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes;
use bt_xml::parts::{
    Becomes, Builtin, Children, Kind, Line, Node, Otherwise, PIPELINE, Ports, Runs, Skip, Unit, Value as Port,
};

use super::{Expander, answer, line, numbered_path};
use crate::xml::Value;
use crate::xml::entry::Link;
use crate::xml::palette;
use crate::xml::scope::Scope;
use crate::xml::script::Script;
use crate::xml::shown;
use crate::xml::table::Row;

impl<C: ?Sized> Runs for Expander<'_, C> {
    fn may_run_itself(&self, node: &Node) -> bool {
        match node.kind {
            Kind::SubTree => self.trees.get(&*node.id.text).is_some_and(|tree| self.may_run_at_all(&tree.root)),
            _ => self.runs(node) == palette::Runs::Maybe,
        }
    }

    fn keeps(&self, node: &Node) -> Option<&'static str> {
        (self.runs(node) == palette::Runs::Stateful).then_some("keeps")
    }
}

/// The ports of a node.
struct PortsOf<'p, 'e, C: ?Sized> {
    expander: &'p mut Expander<'e, C>,
    node: &'p Node,
    builtin: &'static Builtin,
    scope: &'p Scope<'p>,
}

impl<C: ?Sized> Ports for PortsOf<'_, '_, C> {
    /// A literal number, or the name of a number that is read from the board.
    fn number(&mut self, port: &str, unit: Unit) -> String {
        if let Some(text) = self.builtin.literal(self.node, port) {
            let number: f64 = text.parse().unwrap_or_default();
            return match unit {
                Unit::Milliseconds => format!("{:?}", number / 1000.0),
                Unit::Hertz if number > 0.0 => format!("{:?}", 1.0 / number),
                Unit::Hertz => {
                    self.expander.opened.problems.error(self.node.id.at.clone(), format!("`{port}` is above 0"));
                    "1.0".to_owned()
                }
                Unit::Count => (number.clamp(0.0, f64::from(u32::MAX)) as u32).to_string(),
            };
        }
        let Some(link) = self.node.port(port).and_then(|value| self.scope.link(value)) else { return "0".to_owned() };
        self.expander.number_of(link, unit)
    }

    fn threshold(&mut self, port: &str) -> String {
        let text = self.builtin.literal(self.node, port);
        if text.is_none() {
            self.expander
                .opened
                .problems
                .error(self.node.id.at.clone(), format!("`{port}` must be a number here, not an entry"));
        }
        text.unwrap_or_default().to_owned()
    }
}

impl<C: ?Sized> Expander<'_, C> {
    pub(super) fn builtin(&mut self, node: &Node, builtin: &'static Builtin, scope: &Scope<'_>, skip: Skip) -> Line {
        let at = &node.id.at;
        let plain = |head: &str, children| line(head, at, children);
        self.say_how_it_differs(node, builtin, skip);
        match builtin.becomes {
            Becomes::Node(name, _) => {
                let head = builtin.head(node, &mut PortsOf { expander: self, node, builtin, scope });
                let head = if aborts_by_waiting(node, builtin) { Some("pipeline".to_owned()) } else { head };
                let children = self.children(node, scope, skip);
                let line = match builtin.children {
                    Children::AtLeast(_) => many(&head.unwrap_or_default(), at, children),
                    _ => plain(&head.unwrap_or_default(), children),
                };
                // Consequences, such as children that are never reached, are intended.
                let ends_one_way = nodes::find(name).is_some_and(|node| node.meaning.ends_one_way());
                if ends_one_way && !node.children.is_empty() {
                    let line = Line { element: Some(shown::element(node)), ..line };
                    Line { element: Some(shown::helper("unchecked")), ..plain("unchecked", vec![line]) }
                } else {
                    line
                }
            }
            Becomes::WhileDoElse => {
                let mut branches = self.children(node, scope, skip);
                let condition = plain("result_of(0)", vec![branches.remove(0)]);
                plain("reactive_sequence", vec![condition, plain("reactive_if_else(last_result)", branches)])
            }
            Becomes::TryCatch => {
                let mut tried = self.children(node, scope, skip);
                let catch = tried.pop().expect("it has two children at least");
                plain("selector", vec![many("sequence", at, tried), plain("force_failure", vec![catch])])
            }
            Becomes::KeepRunning => plain("keep_running(0)", self.children(node, scope, skip)),
            Becomes::RunOnce if builtin.is_same(node) => plain("run_once", self.children(node, scope, skip)),
            Becomes::RunOnce => {
                if skip == Skip::Neither {
                    self.nearly(node, Skip::NO_COUNTERPART);
                }
                let mut row = self.row(node, scope);
                row.skipped = answer(skip);
                let head = self.numbered("skipped_after", row);
                let inner = plain("has_run(0)", self.children(node, scope, skip));
                plain(&head, vec![plain("run_limit(1)", vec![inner])])
            }
            Becomes::Precondition => {
                let mut row = self.row(node, scope);
                row.code = self.code(node, scope, "if");
                row.otherwise = self.status(node, builtin, "else", skip);
                plain(&self.numbered("precondition_of", row), self.children(node, scope, skip))
            }
            Becomes::Loop => {
                let mut row = self.ported(node, scope);
                row.otherwise = self.status(node, builtin, "if_empty", skip);
                plain(&self.numbered("each_of", row), self.children(node, scope, skip))
            }
            Becomes::Updated(Otherwise::Skipped) => {
                if skip == Skip::Neither {
                    self.nearly(node, Skip::NO_COUNTERPART);
                }
                self.updated("updated_of", node, scope, answer(skip), skip)
            }
            Becomes::Updated(Otherwise::Running) => self.updated("updated_of", node, scope, Status::Running, skip),
            Becomes::Updated(Otherwise::Failure) => self.updated("was_updated", node, scope, Status::Failure, skip),
            Becomes::Always(_) | Becomes::Script | Becomes::ScriptCondition => {
                self.leaf(&snake_case(builtin.name), node, scope)
            }
            Becomes::SetEntry => self.leaf("set_entry", node, scope),
            Becomes::UnsetEntry => self.leaf("unset_entry", node, scope),
            Becomes::Persistent => {
                let row = self.ported(node, scope);
                many(&self.numbered("persistent", row), at, self.children(node, scope, skip))
            }
            Becomes::Switch => {
                let row = self.ported(node, scope);
                plain(&self.numbered("switch_of", row), self.children(node, scope, skip))
            }
        }
    }

    /// Warns about differences in a node's behavior.
    fn say_how_it_differs(&mut self, node: &Node, builtin: &'static Builtin, skip: Skip) {
        // These behave exactly alike.
        let is_same = builtin.is_same(node) || matches!(builtin.becomes, Becomes::RunOnce | Becomes::Persistent);
        for (at, differs) in self.skips.differences(node, builtin, skip, is_same, self) {
            self.opened.problems.warn(at, differs);
        }
        if aborts_by_waiting(node, builtin) {
            self.nearly(node, PIPELINE);
        }
    }

    /// How many ticks a node of the palette may take.
    fn runs(&self, node: &Node) -> palette::Runs {
        self.palette.entry(&node.id.text).map_or(palette::Runs::Maybe, |entry| entry.runs)
    }

    /// A leaf that every palette has, with its ports and its script.
    fn leaf(&mut self, word: &str, node: &Node, scope: &Scope<'_>) -> Line {
        let mut row = self.ported(node, scope);
        row.code = self.code(node, scope, "code");
        line(self.numbered(word, row), &node.id.at, Vec::new())
    }

    /// A node that asks whether an entry was updated. Its path is unique, because the board remembers it.
    fn updated(&mut self, word: &str, node: &Node, scope: &Scope<'_>, otherwise: Status, skip: Skip) -> Line {
        let mut row = self.ported(node, scope);
        row.path = numbered_path(&row.path, &mut self.asking);
        row.otherwise = otherwise;
        line(self.numbered(word, row), &node.id.at, self.children(node, scope, skip))
    }

    /// A row with all ports of a node.
    fn ported(&mut self, node: &Node, scope: &Scope<'_>) -> Row {
        let mut row = self.row(node, scope);
        for port in &node.ports {
            let name = &*port.name.text;
            // These keys may be written without braces.
            let is_key = ["output_key", "key", "entry"].contains(&name);
            let link = match &port.value {
                Port::Literal(key) if is_key => Some(Link::Entry(scope.entry(key.trim()))),
                Port::Literal(text) if name == "value" => Some(Link::Value(Value::Text(text.clone()))),
                value => self.link(value, scope, None),
            };
            row.ports.extend(link.map(|link| (name.to_owned(), link)));
        }
        row
    }

    fn code(&mut self, node: &Node, scope: &Scope<'_>, port: &str) -> Option<Script> {
        match node.port(port)? {
            Port::Script(script) => Some(self.script(node, script, scope, node.id.text != "Script")),
            _ => None,
        }
    }

    /// The status in a port.
    fn status(&mut self, node: &Node, builtin: &'static Builtin, name: &str, skip: Skip) -> Status {
        match builtin.literal(node, name) {
            Some("SUCCESS") => Status::Success,
            Some("FAILURE") => Status::Failure,
            Some("RUNNING") => Status::Running,
            Some("SKIPPED") => {
                if skip == Skip::Neither {
                    self.nearly(node, format!("`{name}` is SKIPPED, which has no counterpart here: the node fails"));
                }
                answer(skip)
            }
            _ => {
                self.opened
                    .problems
                    .error(node.id.at.clone(), format!("`{name}` is SUCCESS, FAILURE, RUNNING or SKIPPED"));
                Status::Failure
            }
        }
    }
}

/// Whether a `RateController` that waits aborts the children after it, which `bt!` refuses.
fn aborts_by_waiting(node: &Node, builtin: &Builtin) -> bool {
    let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
    builtin.name == "ReactiveSequence" && before_the_last.iter().any(begins_with_a_rate)
}

fn begins_with_a_rate(node: &Node) -> bool {
    let is_rate = matches!(node.kind, Kind::Builtin(builtin) if builtin.name == "RateController");
    is_rate || node.children.first().is_some_and(begins_with_a_rate)
}

/// A node with several children, or the only child itself.
fn many(head: &str, at: &std::ops::Range<usize>, mut children: Vec<Line>) -> Line {
    match children.len() {
        1 if !head.starts_with("reactive") => children.remove(0),
        _ => line(head, at, children),
    }
}
