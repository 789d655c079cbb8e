//! The nodes of BehaviorTree.CPP and nav2.

use bt_compiler::tree::builtin::Meaning as NodeMeaning;
use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::nodes;

use super::{Nodes, closure, script_of};
use crate::becomes::{Args, Becomes, Otherwise, Ports, Unit};
use crate::builtin::Builtin;
use crate::differences::Runs;
use crate::document::{Kind, Node, Value};
use crate::import::board::Seen;
use crate::import::leaves::OwnPort;
use crate::import::scopes::Meaning;
use crate::import::ty::Ty;
use crate::line::Line;
use crate::names::value_name;
use crate::script::names::assigned;
use crate::skips::Skip;

impl Runs for Nodes<'_> {
    fn may_run_itself(&self, node: &Node) -> bool {
        !self.own.get(&node.id.text).is_some_and(|own| own.is_bool())
    }

    fn keeps(&self, node: &Node) -> Option<&'static str> {
        (matches!(node.kind, Kind::Action) && self.may_run_itself(node)).then_some("may keep")
    }
}

/// The ports of a node.
struct PortsOf<'p, 'n> {
    nodes: &'p mut Nodes<'n>,
    node: &'p Node,
    builtin: &'static Builtin,
}

impl Ports for PortsOf<'_, '_> {
    fn number(&mut self, port: &str, unit: Unit) -> String {
        let Self { nodes, node, builtin } = self;
        match unit {
            Unit::Count => nodes.number(node, builtin, port, false),
            Unit::Milliseconds => nodes.number(node, builtin, port, true),
            Unit::Hertz => format!("{:?}", 1.0 / nodes.text(node, builtin, port).parse().unwrap_or(10.0)),
        }
    }

    fn threshold(&mut self, port: &str) -> String {
        self.nodes.text(self.node, self.builtin, port)
    }
}

impl Nodes<'_> {
    pub(super) fn builtin(&mut self, node: &Node, builtin: &'static Builtin, skip: Skip) -> Line {
        let is_same = builtin.only().is_some_and(|(port, value)| self.text(node, builtin, port) == value);
        for (at, differs) in self.skips.differences(node, builtin, skip, is_same, self) {
            self.problems.warn(at, differs);
        }
        match builtin.becomes {
            Becomes::Node(_, args) => {
                if let Args::Thresholds(_) = args {
                    self.check_thresholds(node);
                }
                let head = builtin.head(node, &mut PortsOf { nodes: self, node, builtin });
                Line::new(head.unwrap_or_default(), self.children(node, skip))
            }
            Becomes::RunOnce => Line::new("run_once", self.children(node, skip)),
            Becomes::Persistent => Line::new("sequence", self.children(node, skip)),
            // `bt!` would refuse the consequences: children that never run, loops that never end.
            Becomes::Always(leaf) => Line::new("unchecked", vec![Line::leaf(leaf)]),
            Becomes::WhileDoElse => self.while_do_else(node, skip),
            Becomes::TryCatch => self.try_catch(node, skip),
            // The loop of `bt` ends with success.
            Becomes::KeepRunning => {
                if self.may_run(&node.children[0]) {
                    self.nearly(
                        node,
                        "`KeepRunningUntilFailure` takes a tick for each pass; `repeat_until_failure` continues in \
                         the same tick",
                    );
                }
                Line::new("inverter", vec![Line::new("repeat_until_failure", self.children(node, skip))])
            }
            Becomes::Precondition => self.precondition(node, builtin, skip),
            Becomes::Script => match script_of(node, "code") {
                Some(script) => self.does(node, script),
                None => Line::leaf("succeed"),
            },
            Becomes::ScriptCondition => match script_of(node, "code") {
                Some(script) if assigned(script).is_empty() => {
                    Line::leaf(format!("condition({})", self.holds(node, script, false)))
                }
                Some(script) => {
                    let (text, wrong) = self.translated(node, |translator| translator.condition(script, false));
                    self.action(node, script, text, wrong)
                }
                None => Line::leaf("succeed"),
            },
            Becomes::SetEntry | Becomes::UnsetEntry => self.set(node, builtin),
            Becomes::Loop => self.for_each(node, builtin, skip),
            Becomes::Updated(otherwise) => self.updated(node, builtin, otherwise, skip),
            Becomes::Switch => self.switch(node, builtin, skip),
        }
    }

    /// Reports a threshold that can never be reached: BehaviorTree.CPP throws when the node is ticked.
    fn check_thresholds(&mut self, node: &Node) {
        let count = node.children.len();
        for port in &node.ports {
            let threshold = match &port.value {
                Value::Literal(text) => text.trim().parse::<i64>().ok(),
                _ => None,
            };
            if threshold.is_some_and(|threshold| threshold.unsigned_abs() > count as u64) {
                let message = format!("`{}` is at most {count}, since there are {count} children", port.name.text);
                self.problems.error(port.at.clone(), message);
            }
        }
    }

    fn while_do_else(&mut self, node: &Node, skip: Skip) -> Line {
        let first = &node.children[0];
        if let Some(condition) = self.condition_of(first) {
            let branches = node.children[1..].iter().map(|child| self.line(child, skip)).collect();
            let head = format!("reactive_if_else({})", closure(&condition));
            return Line { docs: Self::said_of(first), ..Line::new(head, branches) };
        }
        self.nearly(
            node,
            "the condition of `WhileDoElse` is more than conditions: the `else` also runs when `then` fails",
        );
        // The `else` would run after a failed `then`.
        let skip = if skip == Skip::Fails { Skip::Neither } else { skip };
        let mut children = self.lines(node, skip).into_iter();
        let tried = children.by_ref().take(2).collect();
        let other = children.next().unwrap_or_else(|| Line::leaf("fail"));
        Line::new("reactive_selector", vec![Line::new("reactive_sequence", tried), other])
    }

    /// The names and comments of nodes that become an expression, which has no labels.
    fn said_of(node: &Node) -> Vec<String> {
        let name = node.name.as_deref().filter(|name| !is_name_of(name, &node.id.text));
        let own = node.docs.iter().cloned().chain(name.map(|name| format!("`{}`: {name}", node.id.text)));
        own.chain(node.children.iter().flat_map(Self::said_of)).collect()
    }

    /// A node that consists only of conditions, as an expression.
    fn condition_of(&mut self, node: &Node) -> Option<String> {
        if !node.conditions.is_empty() {
            return None;
        }
        let joined = |parts: Option<Vec<String>>, sign: &str| Some(format!("({})", parts?.join(sign)));
        match node.kind {
            Kind::Condition | Kind::Action => {
                let own = self.own.get(&node.id.text).filter(|own| own.is_condition())?;
                let arguments: Vec<_> = own.ports.iter().map(|port| self.argument_of_closure(node, port)).collect();
                let arguments = arguments.iter().map(|text| format!(", {}", text.trim_start_matches("|board| ")));
                Some(format!("{}(board{})", own.name, arguments.collect::<String>()))
            }
            Kind::Builtin(builtin) => match builtin.becomes {
                Becomes::ScriptCondition => {
                    let script = script_of(node, "code")?;
                    let holds = self.holds(node, script, false);
                    Some(holds.trim_start_matches("|board| ").trim_start_matches("|_| ").to_owned())
                }
                Becomes::Always(leaf) => {
                    let answers = nodes::find(leaf).and_then(|leaf| leaf.meaning.answers());
                    Some(answers?.success.to_string())
                }
                Becomes::Node(..) if builtin.nearly.is_none() => match builtin.meaning()? {
                    NodeMeaning::Map(Outcome::Failure, Outcome::Success) => {
                        match self.condition_of(&node.children[0])? {
                            text if text.contains(' ') && !text.starts_with('(') => Some(format!("!({text})")),
                            text => Some(format!("!{text}")),
                        }
                    }
                    NodeMeaning::Chain(go_on) | NodeMeaning::Reactive(go_on) => {
                        let sign = if go_on.is_success() { " && " } else { " || " };
                        joined(node.children.iter().map(|child| self.condition_of(child)).collect(), sign)
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// An argument inside a closure, where the names of values are borrowed.
    fn argument_of_closure(&mut self, node: &Node, port: &OwnPort) -> String {
        let text = self.argument(node, port);
        let is_name =
            text.chars().all(|c| c.is_alphanumeric() || c == '_') && !["true", "false", "None"].contains(&&*text);
        if is_name && text.starts_with(char::is_lowercase) { text + port.ty.clone_call() } else { text }
    }

    fn try_catch(&mut self, node: &Node, skip: Skip) -> Line {
        let mut children = self.children(node, skip);
        let catch = children.pop().unwrap_or_else(|| Line::leaf("fail"));
        let tried = Line::new("sequence", children);
        Line::new("selector", vec![tried, Line::new("force_failure", vec![catch])])
    }

    fn precondition(&mut self, node: &Node, builtin: &Builtin, skip: Skip) -> Line {
        let children = self.children(node, skip);
        let Some(script) = script_of(node, "if") else { return Line::new("unchecked", children) };
        let condition = self.holds(node, script, false);
        match (&*self.text(node, builtin, "else"), skip) {
            ("FAILURE", _) | ("SKIPPED", Skip::Fails) => Line::new(format!("precondition({condition})"), children),
            ("SUCCESS", _) | ("SKIPPED", Skip::Succeeds) => {
                let condition = Line::leaf(format!("condition({condition})"));
                Line::new(
                    "if_else",
                    vec![condition].into_iter().chain(children).chain([Line::leaf("succeed")]).collect(),
                )
            }
            (other, _) => {
                self.nearly(node, format!("`else` is {other}, which has no counterpart here: the node fails instead"));
                Line::new(format!("precondition({condition})"), children)
            }
        }
    }

    /// A node that checks whether an entry was written since the last check. Writes before the first check count.
    fn updated(&mut self, node: &Node, builtin: &Builtin, otherwise: Otherwise, skip: Skip) -> Line {
        let entry = self.scope.meaning_of_name(node, "entry").cloned();
        let mut children = self.children(node, skip);
        let field = match entry {
            Some(Meaning::Entry(entry)) => &self.board.fields[entry],
            _ => {
                self.nearly(
                    node,
                    format!("`entry` names no entry of the tree, so `{}` never sees it change", builtin.name),
                );
                return match children.pop() {
                    Some(child) => Line::new("precondition(|_| false)", vec![child]),
                    None => Line::leaf("condition(|_| false)"),
                };
            }
        };
        let (name, writes) = (field.name.clone(), field.writes.clone().unwrap_or_default());
        let count = self.seen.iter().filter(|seen| seen.writes == writes).count() + 1;
        let seen = format!("{name}_seen_{count}");
        self.seen.push(Seen { name: seen.clone(), writes: writes.clone() });
        self.nearly(
            node,
            format!("`{}` looks at `{writes}`: where code of yours writes `{name}`, add one to it", builtin.name),
        );
        let is_new = format!("|board| board.{seen} != board.{writes}");
        let sees = Line::leaf(format!("action(|board| {{ board.{seen} = board.{writes}; }})"));
        let Some(child) = children.pop() else {
            return Line::new("sequence", vec![Line::leaf(format!("condition({is_new})")), sees]);
        };
        if otherwise == Otherwise::Running {
            return Line::new("sequence", vec![Line::leaf(format!("wait_until({is_new})")), sees, child]);
        }
        let inner = Line::new("sequence", vec![sees, child]);
        if skip == Skip::Succeeds {
            let condition = Line::leaf(format!("condition({is_new})"));
            return Line::new("if_else", vec![condition, inner, Line::leaf("succeed")]);
        }
        if skip == Skip::Neither {
            self.nearly(node, Skip::NO_COUNTERPART);
        }
        Line::new(format!("precondition({is_new})"), vec![inner])
    }

    /// `SetBlackboard`, `UnsetBlackboard`.
    fn set(&mut self, node: &Node, builtin: &Builtin) -> Line {
        let key = if builtin.becomes == Becomes::SetEntry { "output_key" } else { "key" };
        let Some(Meaning::Entry(entry)) = self.scope.meaning_of_name(node, key).cloned() else {
            self.nearly(node, "this is not an entry of the tree: nothing is set");
            return Line::leaf("succeed");
        };
        let (name, ty) = (self.board.fields[entry].name.clone(), self.board.fields[entry].ty.clone());
        let value = match node.port("value") {
            None => {
                if !matches!(ty, Ty::Own(_)) {
                    self.nearly(node, format!("`{name}` is never unset: it gets its default, `{}`", ty.default()));
                }
                "Default::default()".to_owned()
            }
            Some(Value::Key(key)) => match self.scope.keys.get(key) {
                Some(Meaning::Entry(from)) => {
                    let from = &self.board.fields[*from];
                    format!("{}{}", from.place(), from.ty.clone_call())
                }
                _ => "Default::default()".to_owned(),
            },
            Some(Value::Literal(text)) => {
                let to = OwnPort::read("value", ty);
                self.constant(&node.id.at, text, &to)
            }
            Some(_) => "Default::default()".to_owned(),
        };
        let counts = self.board.fields[entry].counts();
        Line::leaf(format!("action(|board| {{ board.{name} = {value};{counts} }})"))
    }
}

/// Whether a name only repeats the kind of the node.
fn is_name_of(name: &str, id: &str) -> bool {
    value_name(name) == value_name(id)
}
