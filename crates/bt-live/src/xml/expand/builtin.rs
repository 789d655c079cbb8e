//! The nodes of BehaviorTree.CPP and nav2.

use bt::Status;
use bt_xml::parts::{Builtin, Node, Skip, Value as Port};

use super::differences::aborts_by_waiting;
use super::{Expander, Line, NumberKind, answer, numbered_path};
use crate::xml::Value;
use crate::xml::entry::Link;
use crate::xml::scope::Scope;
use crate::xml::script::Script;
use crate::xml::table::Row;

/// Nodes that are nodes of `bt!`.
const SAME: [(&str, &str); 9] = [
    ("Sequence", "sequence"),
    ("AsyncSequence", "sequence"),
    ("SequenceWithMemory", "sequence"),
    ("ReactiveSequence", "reactive_sequence"),
    ("Fallback", "selector"),
    ("AsyncFallback", "selector"),
    ("ReactiveFallback", "reactive_selector"),
    ("PipelineSequence", "pipeline"),
    ("RoundRobin", "round_robin"),
];

impl<C: ?Sized> Expander<'_, C> {
    pub(super) fn builtin(&mut self, node: &Node, builtin: &'static Builtin, scope: &Scope<'_>, skip: Skip) -> Line {
        let (name, at) = (builtin.name, &node.id.at);
        let plain = |head: &str, children| Line::new(head, at, children);
        self.say_how_it_differs(node, builtin, skip);
        if let Some((_, head)) = SAME.iter().find(|(known, _)| *known == name) {
            let children = self.children(node, scope, skip);
            return many(if aborts_by_waiting(node, builtin) { "pipeline" } else { head }, at, children);
        }
        match name {
            "IfThenElse" => plain("if_else", self.children(node, scope, skip)),
            "WhileDoElse" => {
                let mut branches = self.children(node, scope, skip);
                let condition = plain("result_of(0)", vec![branches.remove(0)]);
                plain("reactive_sequence", vec![condition, plain("reactive_if_else(last_result)", branches)])
            }
            "Parallel" => self.parallel(node, builtin, scope, skip),
            "ParallelAll" => {
                let failures = self.threshold(node, builtin, scope, "max_failures");
                let head =
                    if failures == 1 { "parallel_all".into() } else { format!("parallel_all(failure = {failures})") };
                let children = self.children(node, scope, skip);
                many(&head, at, children)
            }
            "TryCatch" => {
                let mut tried = self.children(node, scope, skip);
                let catch = tried.pop().expect("it has two children at least");
                plain("selector", vec![many("sequence", at, tried), plain("force_failure", vec![catch])])
            }
            "Inverter" => plain("inverter", self.children(node, scope, skip)),
            // What follows from these, such as children that are never reached, is meant.
            "ForceSuccess" => plain("unchecked", vec![plain("force_success", self.children(node, scope, skip))]),
            "ForceFailure" => plain("unchecked", vec![plain("force_failure", self.children(node, scope, skip))]),
            "KeepRunningUntilFailure" => plain("keep_running(0)", self.children(node, scope, skip)),
            "Repeat" => self.repeat(node, builtin, scope, skip, ["num_cycles", "repeat", "forever"]),
            "RetryUntilSuccessful" => {
                self.repeat(node, builtin, scope, skip, ["num_attempts", "retry", "repeat_until_success"])
            }
            "Timeout" => self.timed(node, builtin, scope, skip, ["msec", "timeout"]),
            "Delay" => self.timed(node, builtin, scope, skip, ["delay_msec", "delay"]),
            "Sleep" => self.timed(node, builtin, scope, skip, ["msec", "wait"]),
            "RateController" => {
                let hz = self.number(node, builtin, scope, "hz", NumberKind::Hertz);
                plain(&format!("throttle({hz})"), self.children(node, scope, skip))
            }
            "RecoveryNode" => {
                let retries = self.number(node, builtin, scope, "number_of_retries", NumberKind::Count);
                plain(&format!("recover({retries})"), self.children(node, scope, skip))
            }
            "RunOnce" => {
                if self.literal(node, builtin, "then_skip") == Some("false".to_owned()) {
                    return plain("run_once", self.children(node, scope, skip));
                }
                if skip == Skip::Neither {
                    self.nearly(node, Skip::NO_COUNTERPART);
                }
                let mut row = self.row(node, scope);
                row.skipped = answer(skip);
                let number = self.add(row);
                let inner = plain("has_run(0)", self.children(node, scope, skip));
                plain(&format!("skipped_after({number})"), vec![plain("run_limit(1)", vec![inner])])
            }
            "Precondition" => {
                let mut row = self.row(node, scope);
                row.code = self.code(node, scope, "if");
                row.otherwise = self.status(node, builtin, "else", skip);
                let number = self.add(row);
                plain(&format!("precondition_of({number})"), self.children(node, scope, skip))
            }
            "LoopInt" | "LoopBool" | "LoopDouble" | "LoopString" => {
                let mut row = self.ported(node, scope);
                row.otherwise = self.status(node, builtin, "if_empty", skip);
                let number = self.add(row);
                plain(&format!("each_of({number})"), self.children(node, scope, skip))
            }
            "SkipUnlessUpdated" => {
                if skip == Skip::Neither {
                    self.nearly(node, Skip::NO_COUNTERPART);
                }
                self.updated("updated_of", node, scope, answer(skip), skip)
            }
            "WaitValueUpdate" => self.updated("updated_of", node, scope, Status::Running, skip),
            "WasEntryUpdated" => self.updated("was_updated", node, scope, Status::Failure, skip),
            "AlwaysSuccess" => self.leaf("always_success", node, scope),
            "AlwaysFailure" => self.leaf("always_failure", node, scope),
            "Script" => self.leaf("script", node, scope),
            "ScriptCondition" => self.leaf("script_condition", node, scope),
            "SetBlackboard" => self.leaf("set_entry", node, scope),
            "UnsetBlackboard" => self.leaf("unset_entry", node, scope),
            "PersistentSequence" => {
                let row = self.ported(node, scope);
                let number = self.add(row);
                let children = self.children(node, scope, skip);
                many(&format!("persistent({number})"), at, children)
            }
            switch if switch.starts_with("Switch") => {
                let row = self.ported(node, scope);
                let number = self.add(row);
                plain(&format!("switch_of({number})"), self.children(node, scope, skip))
            }
            other => {
                self.opened.error(at.clone(), format!("`{other}` cannot run here"));
                plain("fail", Vec::new())
            }
        }
    }

    /// A leaf of every palette, with its ports and its script.
    fn leaf(&mut self, word: &str, node: &Node, scope: &Scope<'_>) -> Line {
        let mut row = self.ported(node, scope);
        row.code = self.code(node, scope, "code");
        let number = self.add(row);
        Line::new(format!("{word}({number})"), &node.id.at, Vec::new())
    }

    /// A node that asks whether an entry was updated. Its path is its own, as the board remembers it.
    fn updated(&mut self, word: &str, node: &Node, scope: &Scope<'_>, otherwise: Status, skip: Skip) -> Line {
        let mut row = self.ported(node, scope);
        row.path = numbered_path(&row.path, &mut self.asking);
        row.otherwise = otherwise;
        let number = self.add(row);
        Line::new(format!("{word}({number})"), &node.id.at, self.children(node, scope, skip))
    }

    /// A row with all ports of a node.
    fn ported(&mut self, node: &Node, scope: &Scope<'_>) -> Row {
        let mut row = self.row(node, scope);
        for port in &node.ports {
            let name = &*port.name.text;
            // The key of these may be written without braces.
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
        match &node.ports.iter().find(|given| given.name.text == port)?.value {
            Port::Script(script) => Some(self.script(node, script, scope, node.id.text != "Script")),
            _ => None,
        }
    }

    /// The literal of a port, or its default. Nothing, if it is connected to an entry.
    pub(super) fn literal(&self, node: &Node, builtin: &'static Builtin, name: &str) -> Option<String> {
        match node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value) {
            Some(Port::Literal(text)) => Some(text.trim().to_owned()),
            Some(_) => None,
            None => builtin.port(name)?.default.map(str::to_owned),
        }
    }

    /// The status in a port.
    fn status(&mut self, node: &Node, builtin: &'static Builtin, name: &str, skip: Skip) -> Status {
        match self.literal(node, builtin, name).as_deref() {
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
                self.opened.error(node.id.at.clone(), format!("`{name}` is SUCCESS, FAILURE, RUNNING or SKIPPED"));
                Status::Failure
            }
        }
    }

    fn repeat(
        &mut self,
        node: &Node,
        builtin: &'static Builtin,
        scope: &Scope<'_>,
        skip: Skip,
        [port, name, endless]: [&str; 3],
    ) -> Line {
        let head = match self.literal(node, builtin, port) {
            Some(text) if text.starts_with('-') => endless.to_owned(),
            _ => format!("{name}({})", self.number(node, builtin, scope, port, NumberKind::Count)),
        };
        let children = self.children(node, scope, skip);
        Line::new(head, &node.id.at, children)
    }

    fn timed(
        &mut self,
        node: &Node,
        builtin: &'static Builtin,
        scope: &Scope<'_>,
        skip: Skip,
        [port, name]: [&str; 2],
    ) -> Line {
        let seconds = self.number(node, builtin, scope, port, NumberKind::Milliseconds);
        let children = self.children(node, scope, skip);
        Line::new(format!("{name}({seconds})"), &node.id.at, children)
    }

    /// A number that is written, or the name of one that is read from the board.
    fn number(
        &mut self,
        node: &Node,
        builtin: &'static Builtin,
        scope: &Scope<'_>,
        port: &str,
        kind: NumberKind,
    ) -> String {
        if let Some(text) = self.literal(node, builtin, port) {
            let number: f64 = text.parse().unwrap_or_default();
            return match kind {
                NumberKind::Milliseconds => format!("{:?}", number / 1000.0),
                NumberKind::Hertz if number > 0.0 => format!("{:?}", 1.0 / number),
                NumberKind::Hertz => {
                    self.opened.error(node.id.at.clone(), format!("`{port}` is above 0"));
                    "1.0".to_owned()
                }
                NumberKind::Count => (number.clamp(0.0, f64::from(u32::MAX)) as u32).to_string(),
            };
        }
        let given = node.ports.iter().find(|given| given.name.text == port).map(|given| &given.value);
        let Some(link) = given.and_then(|value| scope.link(value)) else { return "0".to_owned() };
        self.number_of(link, kind)
    }

    /// A threshold of a parallel: below 0 it is counted from all children.
    fn threshold(&mut self, node: &Node, builtin: &'static Builtin, _: &Scope<'_>, port: &str) -> i64 {
        let count = node.children.len() as i64;
        let Some(text) = self.literal(node, builtin, port) else {
            self.opened.error(node.id.at.clone(), format!("`{port}` is a number here, and no entry"));
            return count;
        };
        match text.parse::<i64>() {
            Ok(number) if number < 0 => count + number + 1,
            Ok(number) => number,
            Err(_) => count,
        }
    }

    fn parallel(&mut self, node: &Node, builtin: &'static Builtin, scope: &Scope<'_>, skip: Skip) -> Line {
        let count = node.children.len() as i64;
        let success = self.threshold(node, builtin, scope, "success_count");
        let failure = self.threshold(node, builtin, scope, "failure_count");
        let children = self.children(node, scope, skip);
        let head = match (success == count, failure == 1) {
            (true, true) => "parallel".to_owned(),
            (true, false) => format!("parallel(failure = {failure})"),
            (false, true) => format!("parallel(success = {success})"),
            (false, false) => format!("parallel(success = {success}, failure = {failure})"),
        };
        many(&head, &node.id.at, children)
    }
}

/// A node with several children, or its only child.
fn many(head: &str, at: &std::ops::Range<usize>, mut children: Vec<Line>) -> Line {
    match children.len() {
        1 if !head.starts_with("reactive") => children.remove(0),
        _ => Line::new(head, at, children),
    }
}
