//! Decides which nodes BehaviorTree.CPP and `bt` share, for `import`, for trees that run from XML, and for `export`.

use bt_compiler::tree::builtin::Meaning;
use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::nodes;

use crate::arg::Arg;
use crate::becomes::{Args, Becomes, Ports, Unit};
use crate::builtin::{BUILTINS, Builtin};
use crate::document::{Node, Value};

impl Builtin {
    /// The node in `bt!`: its name and arguments. `None` if it becomes several nodes.
    pub fn head(&self, node: &Node, ports: &mut impl Ports) -> Option<String> {
        let Becomes::Node(name, args) = self.becomes else { return None };
        let is_endless = |port| self.literal(node, port) == Some("-1");
        let args = match args {
            Args::None | Args::Only(..) => String::new(),
            Args::CountOr(port, endless) if is_endless(port) => return Some(endless.to_owned()),
            Args::Count(port) | Args::CountOr(port, _) => ports.number(port, Unit::Count),
            Args::Time(port) => ports.number(port, Unit::Milliseconds),
            Args::Rate(port) => ports.number(port, Unit::Hertz),
            Args::Thresholds(all) => {
                let count = node.children.len() as i64;
                let each = all.iter().filter_map(|(name, port, is_all)| {
                    let threshold = threshold(count, &ports.threshold(port));
                    (threshold != if *is_all { count } else { 1 }).then(|| format!("{name} = {threshold}"))
                });
                each.collect::<Vec<_>>().join(", ")
            }
        };
        Some(if args.is_empty() { name.to_owned() } else { format!("{name}({args})") })
    }

    /// The literal of a port, or its default. `None` if the port is connected to an entry.
    pub fn literal<'n>(&self, node: &'n Node, name: &str) -> Option<&'n str> {
        match node.port(name) {
            Some(Value::Literal(text)) => Some(text.trim()),
            Some(_) => None,
            None => self.port(name)?.default,
        }
    }

    /// The one port that must have the given value for the node to behave the same in `bt!`.
    pub fn only(&self) -> Option<(&'static str, &'static str)> {
        match self.becomes {
            Becomes::Node(_, Args::Only(port, value)) => Some((port, value)),
            Becomes::RunOnce => Some(("then_skip", "false")),
            Becomes::TryCatch => Some(("catch_on_halt", "false")),
            _ => None,
        }
    }

    /// Whether the node behaves the same in `bt!` with the ports it has.
    pub fn is_same(&self, node: &Node) -> bool {
        self.only().is_some_and(|(port, value)| self.literal(node, port) == Some(value))
    }

    /// The meaning of the node that it becomes, if it becomes a single node.
    pub fn meaning(&self) -> Option<Meaning> {
        match self.becomes {
            Becomes::Node(name, _) | Becomes::Always(name) => nodes::find(name).map(|node| node.meaning),
            _ => None,
        }
    }

    /// Whether a child runs only after all children before it succeeded in the same run.
    pub fn needs_all_before(&self) -> bool {
        let goes_on = Outcome::Success;
        let meaning = self.meaning();
        let is_sequence =
            [Meaning::Chain(goes_on), Meaning::Reactive(goes_on), Meaning::Pipeline].map(Some).contains(&meaning);
        is_sequence && self.is_in_order
    }

    /// Whether it succeeds exactly when its child succeeds.
    pub fn passes_success(&self) -> bool {
        match self.meaning() {
            Some(Meaning::Timeout | Meaning::Delay) => true,
            Some(Meaning::Loop(turns, _)) => turns.go_on_after == Outcome::Failure,
            _ => false,
        }
    }

    /// Whether its first child is a condition that chooses between the others.
    pub fn asks_first(&self) -> bool {
        self.becomes == Becomes::WhileDoElse || self.meaning() == Some(Meaning::IfElse)
    }

    /// The equivalent nodes of `bt!`, with their arguments. A node that requires a certain value of a port comes first.
    fn same(&self) -> Vec<(&'static str, Args)> {
        match self.becomes {
            _ if self.nearly.is_some() && self.only().is_none() => Vec::new(),
            Becomes::Node(name, args @ Args::CountOr(port, endless)) => {
                vec![(endless, Args::Only(port, "-1")), (name, args)]
            }
            Becomes::Node(name, args) => vec![(name, args)],
            Becomes::Always(name) => vec![(name, Args::None)],
            Becomes::RunOnce => {
                self.only().map(|(port, value)| ("run_once", Args::Only(port, value))).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A threshold: a negative number counts from the number of children.
fn threshold(count: i64, text: &str) -> i64 {
    match text.parse::<i64>() {
        Ok(number) if number < 0 => count + number + 1,
        Ok(number) => number,
        Err(_) => count,
    }
}

/// The XML node and ports that are equivalent to a node of `bt` with these arguments, if any.
pub fn same_in_xml(bt: &str, args: &[Arg]) -> Option<(&'static Builtin, Vec<(&'static str, String)>)> {
    let same = |builtin: &'static Builtin| {
        let (_, ports) = builtin.same().into_iter().find(|(name, _)| *name == bt)?;
        Some((builtin, ports))
    };
    let (builtin, ports) = BUILTINS.iter().find_map(same)?;
    Some((builtin, ports.to_ports(args)?))
}

/// The `bt` node and arguments that are equivalent to an XML node with these ports, if any.
pub fn same_in_rust(xml: &str, ports: &[(&str, &str)]) -> Option<(&'static str, Vec<String>)> {
    let same = Builtin::named(xml)?.same();
    same.into_iter().find_map(|(name, args)| Some((name, args.to_arguments(ports)?)))
}

impl Args {
    fn to_ports(self, args: &[Arg]) -> Option<Vec<(&'static str, String)>> {
        let one = || args.first().filter(|arg| args.len() == 1 && arg.name.is_empty()).map(|arg| &*arg.text);
        let port = |name, value: String| Some(vec![(name, value)]);
        match self {
            Args::None => args.is_empty().then(Vec::new),
            Args::Only(name, value) => args.is_empty().then(|| vec![(name, value.to_owned())]),
            Args::Count(name) | Args::CountOr(name, _) => port(name, count(one()?)?),
            Args::Time(name) => {
                let (seconds, milliseconds) = (seconds(one()?)?, seconds(one()?)? * 1000.0);
                let is_exact = milliseconds.fract() == 0.0 && milliseconds / 1000.0 == seconds;
                (is_exact && (0.0..1e15).contains(&milliseconds)).then(|| vec![(name, format!("{milliseconds}"))])
            }
            Args::Rate(name) => {
                let seconds = seconds(one()?)?;
                let rate = 1.0 / seconds;
                (rate.is_finite() && rate > 0.0 && 1.0 / rate == seconds).then(|| vec![(name, format!("{rate:?}"))])
            }
            Args::Thresholds(names) => {
                let port = |arg: &Arg| {
                    let (_, port, _) = names.iter().find(|(name, ..)| *name == arg.name)?;
                    Some((*port, count(&arg.text)?))
                };
                args.iter().map(port).collect()
            }
        }
    }

    fn to_arguments(self, ports: &[(&str, &str)]) -> Option<Vec<String>> {
        let one =
            |name: &str| ports.first().filter(|port| ports.len() == 1 && port.0 == name).map(|port| port.1.trim());
        match self {
            Args::None => ports.is_empty().then(Vec::new),
            Args::Only(name, value) => (one(name)? == value).then(Vec::new),
            Args::Count(name) | Args::CountOr(name, _) => Some(vec![count(one(name)?)?]),
            Args::Time(name) => Some(vec![format!("{:?}", one(name)?.parse::<u64>().ok()? as f64 / 1000.0)]),
            Args::Rate(name) => {
                let rate = one(name)?.parse::<f64>().ok().filter(|rate| *rate > 0.0)?;
                Some(vec![format!("{:?}", 1.0 / rate)])
            }
            Args::Thresholds(names) => {
                let argument = |(port, value): &(&str, &str)| {
                    let (name, ..) = names.iter().find(|(_, known, _)| known == port)?;
                    Some(format!("{name} = {}", count(value.trim())?))
                };
                ports.iter().map(argument).collect()
            }
        }
    }
}

/// An integer of digits alone that both sides can hold.
fn count(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && text.parse::<i32>().is_ok()).then(|| text.to_owned())
}

/// Seconds as a float.
fn seconds(text: &str) -> Option<f64> {
    let is_plain = text.contains('.') && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse::<f64>().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::same_in_rust;

    #[test]
    fn round_robin_goes_round() {
        assert_eq!(same_in_rust("RoundRobin", &[("wrap_around", "true")]), Some(("round_robin", Vec::new())));
        assert_eq!(same_in_rust("RoundRobin", &[]), None);
    }

    #[test]
    fn counts_are_digits_alone() {
        let repeat = |count: &str| same_in_rust("Repeat", &[("num_cycles", count)]);
        assert_eq!(repeat(" 3 "), Some(("repeat", vec!["3".to_owned()])));
        assert_eq!(repeat("-1"), Some(("forever", Vec::new())));
        for other in ["-2", "+3", "", "{n}", "3.0", "99999999999"] {
            assert_eq!(repeat(other), None, "{other}");
        }
    }
}
