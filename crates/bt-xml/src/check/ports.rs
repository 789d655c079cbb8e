//! Checks the ports of nodes.

use super::Known;
use crate::builtin::{Builtin, BuiltinPort, Takes, is_bool};
use crate::document::{Kind, Model, Node, Port, Value};
use crate::problem::Problems;

impl Known<'_> {
    pub(super) fn check_ports(&self, node: &Node, problems: &mut Problems) {
        match node.kind {
            Kind::Builtin(builtin) => check_builtin(node, builtin, problems),
            // BehaviorTree.CPP passes them to the tree, whatever its model lists.
            Kind::SubTree => {}
            _ => {
                if let Some(model) = self.named.model(&node.id.text) {
                    check_modelled(node, model, problems);
                }
            }
        }
    }
}

fn check_builtin(node: &Node, builtin: &Builtin, problems: &mut Problems) {
    for port in &node.ports {
        let name = &*port.name.text;
        match builtin.port(name) {
            None => {
                let message = format!("`{}` has no port `{name}`", builtin.name);
                problems.unknown(port.name.at.clone(), message, name, builtin.ports.iter().map(|port| port.name));
            }
            Some(known) => {
                check_value(port, known, problems);
                check_range(port, problems);
            }
        }
    }
    for missing in builtin.ports.iter().filter(|known| known.default.is_none()) {
        if node.ports.iter().all(|port| port.name.text != missing.name) {
            problems.error(node.id.at.clone(), format!("`{}` needs the port `{}`", builtin.name, missing.name));
        }
    }
}

fn check_value(port: &Port, known: &BuiltinPort, problems: &mut Problems) {
    let expected = match (&port.value, known.takes) {
        (Value::Literal(text), takes) => takes.expects(text.trim()),
        (_, _) => None,
    };
    if let Some(expected) = expected {
        problems.error(port.at.clone(), format!("`{}` is {expected}", known.name));
    }
}

/// Reports numbers that make a node pointless.
fn check_range(port: &Port, problems: &mut Problems) {
    let Value::Literal(text) = &port.value else { return };
    let Ok(number) = text.trim().parse::<f64>() else { return };
    let most = f64::from(i32::MAX);
    let (fits, expected) = match &*port.name.text {
        "num_cycles" | "num_attempts" => ((-1.0..=most).contains(&number), "from -1 to 2147483647"),
        "number_of_retries" => ((0.0..=most).contains(&number), "from 0 to 2147483647"),
        "hz" => (number > 0.0 && number.is_finite(), "above 0"),
        _ => (true, ""),
    };
    if !fits {
        problems.error(port.at.clone(), format!("`{}` is {expected}", port.name.text));
    }
}

impl Takes {
    /// What to write instead of this text, if it does not fit.
    fn expects(self, text: &str) -> Option<&'static str> {
        let (fits, expected) = match self {
            Takes::Integer => (text.parse::<i64>().is_ok(), "a whole number"),
            Takes::Unsigned => (text.parse::<u64>().is_ok(), "a whole number, not below 0"),
            Takes::Number => (text.parse::<f64>().is_ok(), "a number"),
            Takes::Bool => (is_bool(text), "`true` or `false`"),
            Takes::Status => {
                let all = ["IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED"];
                (all.contains(&text), "SUCCESS, FAILURE, RUNNING, SKIPPED or IDLE")
            }
            Takes::Key => (false, "a key of the blackboard: `{key}`"),
            Takes::Script | Takes::Text => (true, ""),
        };
        (!fits).then_some(expected)
    }
}

/// BehaviorTree.CPP knows the ports of a node from C++; the model in a file may be older.
fn check_modelled(node: &Node, model: &Model, problems: &mut Problems) {
    let of = &model.id.text;
    for port in &node.ports {
        let name = &*port.name.text;
        if model.ports.iter().any(|known| known.name.text == name) {
            continue;
        }
        let known = model.ports.iter().map(|port| &*port.name.text);
        let (at, message) = (port.name.at.clone(), format!("the model of `{of}` has no port `{name}`"));
        match model.is_of_code {
            true => problems.unknown(at, message, name, known),
            false => problems.warn_unknown(at, message, name, known),
        }
    }
}
