//! Nodes of XML as nodes of `bt!`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::bindings::Bindings;
use super::board::Board;
use super::leaves::{Own, OwnPort, assigned};
use super::lines::Line;
use super::names::value_name;
use super::scopes::{EntryId, Meaning, Scope, is_blackboard};
use super::script::Translator;
use super::types::Ty;
use crate::builtin::Builtin;
use crate::document::{Condition, Kind, Node, Value, When};
use crate::problem::{Problems, nearest};
use crate::script::Script;

/// Translates the nodes of one tree.
pub struct Nodes<'i> {
    pub board: &'i Board,
    pub bindings: &'i Bindings,
    /// The number of the scope.
    pub number: usize,
    pub scope: &'i Scope,
    pub own: &'i BTreeMap<String, Own>,
    /// The names of its subtrees and the keys that they use, in the order of the file.
    pub subtrees: std::vec::IntoIter<Option<(String, &'i BTreeSet<String>)>>,
    pub labels: HashSet<String>,
    pub constants: &'i mut BTreeSet<String>,
    /// The fields that leaves write.
    pub written: &'i mut BTreeSet<EntryId>,
    /// What cannot be said in `bt!`, or only nearly.
    pub problems: &'i mut Problems,
}

/// What becomes of a child that is skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// Its parent goes on with the next child, as after a success.
    Succeeds,
    /// Its parent goes on with the next child, as after a failure.
    Fails,
    /// Neither is the same.
    Neither,
}

impl Nodes<'_> {
    pub fn line(&mut self, node: &Node, skipped: Skipped) -> Line {
        let line = match node.kind {
            Kind::Builtin(builtin) => self.builtin(node, builtin, skipped),
            Kind::SubTree => match self.subtrees.next().flatten() {
                Some((name, used)) => {
                    for port in node.ports.iter().filter(|port| !used.contains(&port.name.text)) {
                        let message = format!("the tree `{}` uses no key `{}`", node.id.text, port.name.text);
                        let meant = nearest(&port.name.text, used.iter().map(String::as_str));
                        match meant.map(|meant| format!("did you mean `{meant}`?")) {
                            Some(help) => self.problems.warn_with(port.name.at.clone(), message, help),
                            None => self.problems.warn(port.name.at.clone(), message),
                        }
                    }
                    Line::leaf(name)
                }
                None => self.own(node, skipped),
            },
            Kind::Wrong => Line::leaf("fail"),
            _ => self.own(node, skipped),
        };
        let binds = self.bindings.bound_by(self.number, node).map(|entry| self.board.fields[entry].name.clone());
        let line = Line { binds, ..line };
        let label = self.label(node, &line);
        let mut line = self.with_conditions(node, line.labelled(label), skipped);
        line.docs.extend(node.docs.iter().cloned());
        line
    }

    /// Says what is only nearly the same, or is left out.
    fn nearly(&mut self, node: &Node, message: impl Into<String>) {
        self.problems.warn(node.id.at.clone(), message);
    }

    fn label(&mut self, node: &Node, line: &Line) -> Option<String> {
        let label = value_name(node.name.as_ref()?);
        let is_plain = label.trim_end_matches('_') != line.head.split('(').next().unwrap_or_default();
        (is_plain && self.labels.insert(label.clone())).then_some(label)
    }

    fn children(&mut self, node: &Node, skipped: Skipped) -> Vec<Line> {
        let mut lines: Vec<_> = node.children.iter().map(|child| self.line(child, skipped)).collect();
        // `bt!` refuses children that are never reached.
        let last = lines.len().saturating_sub(1);
        for line in &mut lines[..last] {
            if ["fail", "force_failure", "succeed", "force_success"].contains(&&*line.head) {
                let inner = std::mem::take(line);
                *line = Line::new("unchecked", vec![inner]);
            }
        }
        lines
    }

    /// A node of the user's.
    fn own(&mut self, node: &Node, skipped: Skipped) -> Line {
        let own = &self.own[&node.id.text];
        let arguments: Vec<_> = own.ports.iter().map(|port| self.argument(node, port)).collect();
        let head = match &*arguments {
            [] => own.name.clone(),
            arguments => format!("{}({})", own.name, arguments.join(", ")),
        };
        let children = match node.kind {
            Kind::Decorator => self.children(node, skipped),
            _ => self.children(node, Skipped::Neither),
        };
        if matches!(self.own[&node.id.text].kind, Kind::Control) && children.len() < 2 {
            let count = children.len();
            self.nearly(
                node,
                format!("a composite of `bt` takes at least two children, and `{}` has {count}", node.id.text),
            );
            return children.into_iter().next().unwrap_or_else(|| Line::leaf("fail"));
        }
        Line::new(head, children)
    }

    fn argument(&mut self, node: &Node, port: &OwnPort) -> String {
        let value = node.ports.iter().find(|given| given.name.text == port.key);
        let meaning = match value.map(|given| &given.value) {
            Some(Value::Key(key)) => self.scope.keys.get(key).cloned(),
            Some(Value::Literal(text)) => Some(Meaning::Constant(text.clone())),
            _ => port.default.clone().map(Meaning::Constant),
        };
        match meaning {
            Some(Meaning::Entry(entry)) if port.is_written => {
                self.written.insert(entry);
                let name = &self.board.fields[entry].name;
                if port.is_optional { format!("Some(Board::{name} as Entry<_>)") } else { format!("Board::{name}") }
            }
            Some(Meaning::Entry(entry)) if self.board.fields[entry].is_bound => {
                let field = &self.board.fields[entry];
                if matches!(field.ty, Ty::Own(_)) { format!("Some({})", field.name) } else { field.name.clone() }
            }
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[entry];
                format!("|board| board.{}{}", field.name, field.ty.clone_call())
            }
            None if port.is_written && port.is_optional => "None".to_owned(),
            _ if port.is_written => {
                self.nearly(node, format!("the output `{}` goes to no entry", port.key));
                "|_| todo!()".to_owned()
            }
            Some(Meaning::Constant(text)) => self.constant(node, &text, port),
            None => port.ty.default().to_owned(),
        }
    }

    fn constant(&mut self, node: &Node, text: &str, port: &OwnPort) -> String {
        let trimmed = text.trim();
        let said = match port.ty {
            Ty::Bool => match &*trimmed.to_lowercase() {
                "true" | "1" => Some("true".to_owned()),
                "false" | "0" => Some("false".to_owned()),
                _ => None,
            },
            Ty::Int => trimmed.parse::<i64>().ok().map(|number| number.to_string()),
            Ty::Number => trimmed.parse::<f64>().ok().map(|number| format!("{number:?}")),
            Ty::Text => Some(format!("{text:?}.to_string()")),
            Ty::Own(_) => None,
        };
        said.unwrap_or_else(|| {
            let ty = port.ty.name();
            self.nearly(node, format!("`{}` is {text:?}: write it as `{ty}`", port.key));
            if matches!(port.ty, Ty::Own(_)) { "None".to_owned() } else { "Default::default()".to_owned() }
        })
    }

    fn translator(&mut self) -> Translator<'_> {
        Translator { board: self.board, scope: self.scope, constants: self.constants, wrong: None }
    }

    /// A condition as a closure.
    fn holds(&mut self, node: &Node, script: &Script, not: bool) -> String {
        let mut translator = self.translator();
        let (mut text, mut wrong) = (translator.condition(script, not), translator.wrong.take());
        if !assigned(script).is_empty() {
            text = (!not).to_string();
            wrong = Some("a condition writes no entries".to_owned());
        }
        self.script_problem(node, script, wrong);
        format!("|board| {text}")
    }

    /// A script that is run, as a node.
    fn does(&mut self, node: &Node, script: &Script) -> Line {
        let mut translator = self.translator();
        let (text, wrong) = (translator.action(script), translator.wrong.take());
        self.script_problem(node, script, wrong);
        Line::leaf(format!("action(|board| {text})"))
    }

    fn script_problem(&mut self, node: &Node, script: &Script, wrong: Option<String>) {
        if let Some(wrong) = wrong {
            self.nearly(node, format!("the script `{script}` is not the same in Rust: {wrong}"));
        }
    }

    /// A port of a node of BehaviorTree.CPP: what is written, or its default.
    fn text(&mut self, node: &Node, builtin: &Builtin, name: &str) -> String {
        let default = builtin.port(name).and_then(|port| port.default);
        match node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value) {
            Some(Value::Literal(text)) => text.trim().to_owned(),
            Some(Value::Key(key)) => match self.scope.keys.get(key) {
                Some(Meaning::Constant(text)) => text.trim().to_owned(),
                _ => {
                    let default = default.unwrap_or("0");
                    self.nearly(node, format!("`{name}` is fixed in Rust, and no entry: it is {default} here"));
                    default.to_owned()
                }
            },
            _ => default.unwrap_or_default().to_owned(),
        }
    }

    /// A number that is written, or a closure for an entry.
    fn number(&mut self, node: &Node, builtin: &Builtin, name: &str, seconds: bool) -> String {
        let given = node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value);
        let meaning = match given {
            Some(Value::Key(key)) => self.scope.keys.get(key).cloned(),
            _ => None,
        };
        match meaning {
            Some(Meaning::Entry(entry)) => {
                let field = &self.board.fields[entry];
                match (seconds, &field.ty) {
                    (true, Ty::Int) => format!("|board| board.{} as f64 / 1000.0", field.name),
                    (true, _) => format!("|board| board.{} / 1000.0", field.name),
                    (false, _) => format!("|board| board.{} as u32", field.name),
                }
            }
            Some(Meaning::Constant(text)) => number(&text, seconds),
            None => number(&self.text(node, builtin, name), seconds),
        }
    }

    fn builtin(&mut self, node: &Node, builtin: &Builtin, skipped: Skipped) -> Line {
        let plain = |name: &str, children| Line::new(name, children);
        match builtin.name {
            "Sequence" | "AsyncSequence" | "SequenceWithMemory" | "NonblockingSequence" | "PersistentSequence" => {
                if builtin.name != "Sequence" {
                    let how = match builtin.name {
                        "AsyncSequence" => "`sequence` goes on with the next child in the same tick",
                        "NonblockingSequence" => "`sequence` waits for a child that is running",
                        _ => "`sequence` begins at its first child after a failure",
                    };
                    self.nearly(node, format!("`{}` becomes `sequence`: {how}", builtin.name));
                }
                plain("sequence", self.children(node, Skipped::Succeeds))
            }
            "ReactiveSequence" => plain("reactive_sequence", self.children(node, Skipped::Succeeds)),
            "Fallback" | "AsyncFallback" => {
                if builtin.name == "AsyncFallback" {
                    self.nearly(
                        node,
                        "`AsyncFallback` becomes `selector`: it goes on with the next child in the same tick",
                    );
                }
                plain("selector", self.children(node, Skipped::Fails))
            }
            "ReactiveFallback" => plain("reactive_selector", self.children(node, Skipped::Fails)),
            "IfThenElse" => plain("if_else", self.children(node, Skipped::Neither)),
            "WhileDoElse" => self.while_do_else(node),
            "Parallel" => self.parallel(node, builtin),
            "ParallelAll" => {
                let failures = self.text(node, builtin, "max_failures");
                let head = if failures == "1" {
                    "parallel_all".to_owned()
                } else {
                    format!("parallel_all(failure = {failures})")
                };
                Line::new(head, self.children(node, Skipped::Neither))
            }
            "TryCatch" => self.try_catch(node, builtin),
            "Inverter" => plain("inverter", self.children(node, Skipped::Neither)),
            "ForceSuccess" => plain("force_success", self.children(node, Skipped::Succeeds)),
            "ForceFailure" => plain("force_failure", self.children(node, Skipped::Fails)),
            // That of `bt` ends with success.
            "KeepRunningUntilFailure" => {
                let inner = plain("repeat_until_failure", self.children(node, Skipped::Succeeds));
                plain("inverter", vec![inner])
            }
            "Repeat" => self.repeat(node, builtin, "num_cycles", "repeat", "forever"),
            "RetryUntilSuccessful" => self.repeat(node, builtin, "num_attempts", "retry", "repeat_until_success"),
            "Timeout" => self.timed(node, builtin, "msec", "timeout", skipped),
            "Delay" => self.timed(node, builtin, "delay_msec", "delay", skipped),
            "Sleep" => self.timed(node, builtin, "msec", "wait", skipped),
            "RunOnce" => {
                if self.text(node, builtin, "then_skip") != "false" {
                    self.nearly(node, "`then_skip` has no counterpart: later, `run_once` has the same result again");
                }
                plain("run_once", self.children(node, skipped))
            }
            "Precondition" => self.precondition(node, builtin, skipped),
            "RateController" => {
                let hz: f64 = self.text(node, builtin, "hz").parse().unwrap_or(10.0);
                Line::new(format!("throttle({:?})", 1.0 / hz), self.children(node, skipped))
            }
            "PipelineSequence" => plain("pipeline", self.children(node, Skipped::Succeeds)),
            "RecoveryNode" => {
                let retries = self.number(node, builtin, "number_of_retries", false);
                Line::new(format!("recover({retries})"), self.children(node, Skipped::Neither))
            }
            "RoundRobin" => {
                if self.text(node, builtin, "wrap_around") == "true" {
                    self.nearly(node, "`wrap_around` has no counterpart: `round_robin` fails after its last child");
                }
                plain("round_robin", self.children(node, Skipped::Fails))
            }
            // `bt!` refuses what follows from them: children that are never reached, loops that never end.
            "AlwaysSuccess" => plain("unchecked", vec![Line::leaf("succeed")]),
            "AlwaysFailure" => plain("unchecked", vec![Line::leaf("fail")]),
            "Script" => match script_of(node, "code") {
                Some(script) => self.does(node, script),
                None => Line::leaf("succeed"),
            },
            "ScriptCondition" => match script_of(node, "code") {
                Some(script) if assigned(script).is_empty() => {
                    Line::leaf(format!("condition({})", self.holds(node, script, false)))
                }
                Some(script) => {
                    let mut translator = self.translator();
                    let (text, wrong) = (translator.condition(script, false), translator.wrong.take());
                    self.script_problem(node, script, wrong);
                    Line::leaf(format!("action(|board| {text})"))
                }
                None => Line::leaf("succeed"),
            },
            "SetBlackboard" | "UnsetBlackboard" => self.set(node),
            "LoopInt" | "LoopDouble" | "LoopString" | "LoopBool" if self.items(node).is_some() => {
                self.for_each(node, builtin, skipped)
            }
            switch if switch.starts_with("Switch") => self.switch(node, builtin),
            other => {
                self.nearly(node, format!("`{other}` has no counterpart: its place is left open"));
                let children = self.children(node, Skipped::Neither);
                children.into_iter().next().unwrap_or_else(|| Line::leaf("succeed"))
            }
        }
    }

    fn timed(&mut self, node: &Node, builtin: &Builtin, port: &str, name: &str, skipped: Skipped) -> Line {
        let seconds = self.number(node, builtin, port, true);
        Line::new(format!("{name}({seconds})"), self.children(node, skipped))
    }

    fn repeat(&mut self, node: &Node, builtin: &Builtin, port: &str, name: &str, endless: &str) -> Line {
        let children = self.children(node, Skipped::Neither);
        let literal = node.ports.iter().find(|given| given.name.text == port).map(|given| &given.value);
        match literal {
            Some(Value::Literal(text)) if text.trim() == "-1" => Line::new(endless, children),
            _ => Line::new(format!("{name}({})", self.number(node, builtin, port, false)), children),
        }
    }

    fn parallel(&mut self, node: &Node, builtin: &Builtin) -> Line {
        let count = node.children.len() as i64;
        let threshold = |text: &str| match text.parse::<i64>() {
            Ok(-1) => count,
            Ok(number) if number < 0 => count + number + 1,
            Ok(number) => number,
            Err(_) => count,
        };
        let (success, failure) = (
            threshold(&self.text(node, builtin, "success_count")),
            threshold(&self.text(node, builtin, "failure_count")),
        );
        let children = self.children(node, Skipped::Neither);
        let head = match (success == count, failure == 1) {
            (true, true) => "parallel".to_owned(),
            (true, false) => format!("parallel(failure = {failure})"),
            (false, true) => format!("parallel(success = {success})"),
            (false, false) => format!("parallel(success = {success}, failure = {failure})"),
        };
        Line::new(head, children)
    }

    fn while_do_else(&mut self, node: &Node) -> Line {
        let condition = self.condition_of(&node.children[0]);
        let mut children: Vec<_> = node.children[1..].iter().map(|child| self.line(child, Skipped::Neither)).collect();
        if let Some(condition) = condition {
            return Line::new(format!("reactive_if_else(|board| {condition})"), children);
        }
        self.nearly(
            node,
            "the condition of `WhileDoElse` is more than conditions: the `else` also runs when `then` fails",
        );
        let first = self.line(&node.children[0], Skipped::Neither);
        let then = Line::new("reactive_sequence", vec![first, children.remove(0)]);
        let other = children.pop().unwrap_or_else(|| Line::leaf("fail"));
        Line::new("reactive_selector", vec![then, other])
    }

    /// A node that is nothing but conditions, as an expression.
    fn condition_of(&mut self, node: &Node) -> Option<String> {
        if !node.conditions.is_empty() {
            return None;
        }
        let joined = |parts: Option<Vec<String>>, sign: &str| Some(format!("({})", parts?.join(sign)));
        match node.kind {
            Kind::Condition | Kind::Action => {
                let own = self.own.get(&node.id.text).filter(|own| own.is_condition())?;
                let arguments: Vec<_> = own.ports.iter().map(|port| self.argument(node, port)).collect();
                let arguments = arguments.iter().map(|text| format!(", {}", text.trim_start_matches("|board| ")));
                Some(format!("{}(board{})", own.name, arguments.collect::<String>()))
            }
            Kind::Builtin(builtin) => match builtin.name {
                "ScriptCondition" => {
                    let script = script_of(node, "code")?;
                    Some(self.holds(node, script, false).trim_start_matches("|board| ").to_owned())
                }
                "AlwaysSuccess" => Some("true".to_owned()),
                "AlwaysFailure" => Some("false".to_owned()),
                "Inverter" => match self.condition_of(&node.children[0])? {
                    text if text.contains(' ') && !text.starts_with('(') => Some(format!("!({text})")),
                    text => Some(format!("!{text}")),
                },
                "Sequence" | "ReactiveSequence" => {
                    joined(node.children.iter().map(|child| self.condition_of(child)).collect(), " && ")
                }
                "Fallback" | "ReactiveFallback" => {
                    joined(node.children.iter().map(|child| self.condition_of(child)).collect(), " || ")
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn try_catch(&mut self, node: &Node, builtin: &Builtin) -> Line {
        if self.text(node, builtin, "catch_on_halt") != "false" {
            self.nearly(node, "`catch_on_halt` has no counterpart: the last child runs only after a failure");
        }
        let mut children = self.children(node, Skipped::Succeeds);
        let catch = children.pop().unwrap_or_else(|| Line::leaf("fail"));
        let tried = Line::new("sequence", children);
        Line::new("selector", vec![tried, Line::new("force_failure", vec![catch])])
    }

    fn precondition(&mut self, node: &Node, builtin: &Builtin, skipped: Skipped) -> Line {
        let children = self.children(node, skipped);
        let Some(script) = script_of(node, "if") else { return Line::new("unchecked", children) };
        let condition = self.holds(node, script, false);
        match (&*self.text(node, builtin, "else"), skipped) {
            ("FAILURE", _) | ("SKIPPED", Skipped::Fails) => Line::new(format!("precondition({condition})"), children),
            ("SUCCESS", _) | ("SKIPPED", Skipped::Succeeds) => {
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

    /// The texts of a loop's queue, unless it is an entry.
    fn items(&self, node: &Node) -> Option<Vec<String>> {
        let queue = match &node.ports.iter().find(|port| port.name.text == "queue")?.value {
            Value::Literal(text) => text,
            Value::Key(key) => match self.scope.keys.get(key)? {
                Meaning::Constant(text) => text,
                Meaning::Entry(_) => return None,
            },
            _ => return None,
        };
        Some(queue.split(';').filter(|item| !item.trim().is_empty()).map(str::to_owned).collect())
    }

    /// A loop over the texts of its queue: each is written to the entry before the child begins.
    fn for_each(&mut self, node: &Node, builtin: &Builtin, skipped: Skipped) -> Line {
        self.nearly(
            node,
            format!("`{}` takes a tick for each item; `for_each` goes on in the same tick", builtin.name),
        );
        let value = node.ports.iter().find(|port| port.name.text == "value").map(|port| &port.value);
        let entry = match value {
            Some(Value::Key(key)) => self.scope.keys.get(key).cloned(),
            _ => None,
        };
        let Some(Meaning::Entry(entry)) = entry else {
            self.nearly(node, "`value` is no entry of the tree: the place of the loop is left open");
            return Line::leaf("fail");
        };
        let (name, ty) = (self.board.fields[entry].name.clone(), self.board.fields[entry].ty.clone());
        let port = OwnPort::read("queue", ty.clone());
        let items = self.items(node).unwrap_or_default();
        let items: Vec<_> = items.iter().map(|item| self.constant(node, item, &port)).collect();
        let writes = Line::leaf(format!("action(|board| {{ board.{name} = {name}{}; }})", ty.clone_call()));
        let children = [writes].into_iter().chain(self.children(node, Skipped::Succeeds)).collect();
        let ty = ty.name();
        let each = Line {
            after: Some(name),
            ..Line::new(
                format!("for_each(|_, item| -> Option<{ty}> {{ [{}].get(item).cloned() }})", items.join(", ")),
                vec![Line::new("sequence", children)],
            )
        };
        match (&*self.text(node, builtin, "if_empty"), skipped) {
            ("SUCCESS", _) | ("SKIPPED", Skipped::Succeeds) => each,
            ("FAILURE", _) | ("SKIPPED", Skipped::Fails) => Line::new("sequence", vec![each, Line::leaf("fail")]),
            (other, _) => {
                self.nearly(node, format!("`if_empty` is {other}, which has no counterpart here: the loop succeeds"));
                each
            }
        }
    }

    fn switch(&mut self, node: &Node, builtin: &Builtin) -> Line {
        let on = node.ports.iter().find(|port| port.name.text == "variable").map(|port| &port.value);
        let meaning = match on {
            Some(Value::Key(key)) => self.scope.keys.get(key).cloned(),
            _ => None,
        };
        let Some(Meaning::Entry(entry)) = meaning else {
            self.nearly(node, "`variable` is no entry: the place of the switch is left open");
            return Line::leaf("fail");
        };
        let field = &self.board.fields[entry];
        let (name, ty) = (field.name.clone(), field.ty.clone());
        let head = match ty {
            Ty::Text => format!("switch(|board| board.{name}.as_str())"),
            _ => format!("switch(|board| board.{name})"),
        };
        let cases = 1..node.children.len();
        let patterns: Vec<_> = cases.map(|case| self.text(node, builtin, &format!("case_{case}"))).collect();
        let patterns = patterns.into_iter().map(|case| match ty {
            Ty::Text => format!("{case:?}"),
            Ty::Number => format!("x if x == {:?}", case.parse::<f64>().unwrap_or_default()),
            _ => case,
        });
        let mut arms = Vec::new();
        for (pattern, child) in patterns.chain(["_".to_owned()]).zip(&node.children) {
            let mut line = self.line(child, Skipped::Neither);
            let label = line.label.take().map(|label| format!("{label}: ")).unwrap_or_default();
            line.head = format!("{pattern} => {label}{}", line.head);
            arms.push(line);
        }
        Line::new(head, arms)
    }

    /// `SetBlackboard`, `UnsetBlackboard`.
    fn set(&mut self, node: &Node) -> Line {
        debug_assert!(is_blackboard(node));
        let port = |name: &str| node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value);
        let key = match port("output_key").or(port("key")) {
            Some(Value::Literal(key) | Value::Key(key)) => self.scope.keys.get(key.trim()).cloned(),
            _ => None,
        };
        let Some(Meaning::Entry(entry)) = key else {
            self.nearly(node, "this is no entry of the tree: nothing is set");
            return Line::leaf("succeed");
        };
        let (name, ty) = (self.board.fields[entry].name.clone(), self.board.fields[entry].ty.clone());
        let value = match port("value") {
            None => {
                if !matches!(ty, Ty::Own(_)) {
                    self.nearly(node, format!("`{name}` is never unset: it gets its default, `{}`", ty.default()));
                }
                "Default::default()".to_owned()
            }
            Some(Value::Key(key)) => match self.scope.keys.get(key) {
                Some(Meaning::Entry(from)) => {
                    let from = &self.board.fields[*from];
                    format!("board.{}{}", from.name, from.ty.clone_call())
                }
                _ => "Default::default()".to_owned(),
            },
            Some(Value::Literal(text)) => {
                let to = OwnPort::read("value", ty);
                self.constant(node, text, &to)
            }
            Some(_) => "Default::default()".to_owned(),
        };
        Line::leaf(format!("action(|board| {{ board.{name} = {value}; }})"))
    }

    /// The node with its scripts before and after it. Those after it also run where one before it has answered, unless
    /// the node is skipped.
    fn with_conditions(&mut self, node: &Node, line: Line, skipped: Skipped) -> Line {
        let mut conditions: Vec<_> = node.conditions.iter().collect();
        conditions.sort_by_key(|condition| condition.when);
        let (after, before): (Vec<_>, Vec<_>) =
            conditions.into_iter().partition(|condition| condition.when >= When::OnSuccess);
        let may_skip = |condition: &&Condition| matches!(condition.when, When::SkipIf | When::While);
        let is_skipped = before.iter().any(may_skip);
        if is_skipped && !after.is_empty() && !before.iter().all(may_skip) {
            self.nearly(node, "the scripts after the node do not run where one before it has answered");
        }
        let add_after = |nodes: &mut Self, line| after.iter().fold(line, |line, after| nodes.after(node, after, line));
        let line = if is_skipped { add_after(self, line) } else { line };
        // The one that is asked last is the innermost.
        let line = before.iter().rev().fold(line, |line, before| self.before(node, before, line, skipped));
        if is_skipped { line } else { add_after(self, line) }
    }

    fn before(&mut self, node: &Node, condition: &Condition, line: Line, skipped: Skipped) -> Line {
        let fails = Skipped::Fails;
        let result = match condition.when {
            When::FailureIf => fails,
            When::SuccessIf => Skipped::Succeeds,
            _ => skipped,
        };
        if result == Skipped::Neither {
            self.nearly(node, "a node that is skipped here has no counterpart: it fails instead");
        }
        let is_while = condition.when == When::While;
        let holds = self.holds(node, &condition.script, !is_while && result != Skipped::Succeeds);
        match (is_while, result) {
            (true, Skipped::Succeeds) => {
                Line::new(format!("reactive_if_else({holds})"), vec![line, Line::leaf("succeed")])
            }
            (true, _) => Line::new(format!("guard({holds})"), vec![line]),
            (false, Skipped::Succeeds) => {
                Line::new("if_else", vec![Line::leaf(format!("condition({holds})")), Line::leaf("succeed"), line])
            }
            (false, _) => Line::new(format!("precondition({holds})"), vec![line]),
        }
    }

    fn after(&mut self, node: &Node, condition: &Condition, line: Line) -> Line {
        let does = self.does(node, &condition.script);
        let succeeded = |line, does| Line::new("sequence", vec![line, does]);
        let failed = |line, does| {
            let failed = Line::new("sequence", vec![does, Line::leaf("fail")]);
            Line::new("selector", vec![line, failed])
        };
        match condition.when {
            When::OnSuccess => succeeded(line, does),
            When::OnFailure => failed(line, does),
            When::Post => failed(succeeded(line, does.clone()), does),
            _ => {
                self.nearly(node, "`_onHalted` becomes `finally`, whose script runs whatever the result was");
                Line::new("finally", vec![line, does])
            }
        }
    }
}

/// The script in a port.
fn script_of<'n>(node: &'n Node, port: &str) -> Option<&'n Script> {
    match node.ports.iter().find(|given| given.name.text == port).map(|given| &given.value) {
        Some(Value::Script(script)) => Some(script),
        _ => None,
    }
}

/// A number as it is written in Rust; milliseconds as seconds.
fn number(text: &str, seconds: bool) -> String {
    match (seconds, text.trim().parse::<f64>()) {
        (true, Ok(milliseconds)) => format!("{:?}", milliseconds / 1000.0),
        _ => text.trim().to_owned(),
    }
}
