//! The nodes of `bt` that BehaviorTree.CPP and nav2 have, too, with the same arguments: for `export`, and for the
//! import of what it wrote.

use crate::builtin::Builtin;
use crate::export::arg::Arg;

/// A node that both sides have.
pub struct Counterpart {
    pub bt: &'static str,
    pub xml: &'static str,
    ports: Ports,
}

/// How arguments become ports.
enum Ports {
    None,
    /// A port that says in XML what is another node in Rust.
    Fixed(&'static str, &'static str),
    /// A whole number.
    Count(&'static str),
    /// Seconds in Rust, whole milliseconds in XML.
    Time(&'static str),
    /// Seconds in Rust, times a second in XML.
    Rate(&'static str),
    /// Numbers with names: the names in Rust and in XML.
    Named(&'static [(&'static str, &'static str)]),
}

const fn node(bt: &'static str, xml: &'static str, ports: Ports) -> Counterpart {
    Counterpart { bt, xml, ports }
}

/// All of them. Of those with one name in XML, one that fixes a port is the first.
static COUNTERPARTS: [Counterpart; 24] = [
    node("sequence", "Sequence", Ports::None),
    node("selector", "Fallback", Ports::None),
    node("reactive_sequence", "ReactiveSequence", Ports::None),
    node("reactive_selector", "ReactiveFallback", Ports::None),
    node("if_else", "IfThenElse", Ports::None),
    node("parallel", "Parallel", Ports::Named(&[("success", "success_count"), ("failure", "failure_count")])),
    node("parallel_all", "ParallelAll", Ports::Named(&[("failure", "max_failures")])),
    node("inverter", "Inverter", Ports::None),
    node("force_success", "ForceSuccess", Ports::None),
    node("force_failure", "ForceFailure", Ports::None),
    node("forever", "Repeat", Ports::Fixed("num_cycles", "-1")),
    node("repeat", "Repeat", Ports::Count("num_cycles")),
    node("repeat_until_success", "RetryUntilSuccessful", Ports::Fixed("num_attempts", "-1")),
    node("retry", "RetryUntilSuccessful", Ports::Count("num_attempts")),
    node("timeout", "Timeout", Ports::Time("msec")),
    node("delay", "Delay", Ports::Time("delay_msec")),
    node("wait", "Sleep", Ports::Time("msec")),
    node("run_once", "RunOnce", Ports::Fixed("then_skip", "false")),
    node("succeed", "AlwaysSuccess", Ports::None),
    node("fail", "AlwaysFailure", Ports::None),
    node("pipeline", "PipelineSequence", Ports::None),
    node("recover", "RecoveryNode", Ports::Count("number_of_retries")),
    node("round_robin", "RoundRobin", Ports::Fixed("wrap_around", "true")),
    node("throttle", "RateController", Ports::Rate("hz")),
];

impl Counterpart {
    /// The node for one of `bt` with its ports, if it says the same with these arguments.
    pub fn of(bt: &str, args: &[Arg]) -> Option<(&'static Builtin, Vec<(&'static str, String)>)> {
        let found = COUNTERPARTS.iter().find(|node| node.bt == bt)?;
        Some((Builtin::named(found.xml)?, found.to_ports(args)?))
    }

    fn to_ports(&self, args: &[Arg]) -> Option<Vec<(&'static str, String)>> {
        let one = || args.first().filter(|arg| args.len() == 1 && arg.name.is_empty()).map(|arg| &*arg.text);
        let port = |name, value: String| Some(vec![(name, value)]);
        match self.ports {
            Ports::None => args.is_empty().then(Vec::new),
            Ports::Fixed(name, value) => args.is_empty().then(|| vec![(name, value.to_owned())]),
            Ports::Count(name) => port(name, count(one()?)?),
            Ports::Time(name) => {
                let (seconds, milliseconds) = (seconds(one()?)?, seconds(one()?)? * 1000.0);
                let is_exact = milliseconds.fract() == 0.0 && milliseconds / 1000.0 == seconds;
                (is_exact && (0.0..1e15).contains(&milliseconds)).then(|| vec![(name, format!("{milliseconds}"))])
            }
            Ports::Rate(name) => {
                let seconds = seconds(one()?)?;
                let rate = 1.0 / seconds;
                (rate.is_finite() && rate > 0.0 && 1.0 / rate == seconds).then(|| vec![(name, format!("{rate:?}"))])
            }
            Ports::Named(names) => {
                let port = |arg: &Arg| {
                    let (_, port) = names.iter().find(|(name, _)| *name == arg.name)?;
                    Some((*port, count(&arg.text)?))
                };
                args.iter().map(port).collect()
            }
        }
    }

    /// The name and the arguments in Rust for a node of XML with these ports, if `bt` has the same.
    pub fn back(xml: &str, ports: &[(&str, &str)]) -> Option<(&'static str, Vec<String>)> {
        let same = COUNTERPARTS.iter().filter(|node| node.xml == xml);
        same.filter_map(|node| Some((node.bt, node.to_arguments(ports)?))).next()
    }

    fn to_arguments(&self, ports: &[(&str, &str)]) -> Option<Vec<String>> {
        let one =
            |name: &str| ports.first().filter(|port| ports.len() == 1 && port.0 == name).map(|port| port.1.trim());
        match self.ports {
            Ports::None => ports.is_empty().then(Vec::new),
            Ports::Fixed(name, value) => (one(name)? == value).then(Vec::new),
            Ports::Count(name) => Some(vec![count(one(name)?)?]),
            Ports::Time(name) => Some(vec![format!("{:?}", one(name)?.parse::<u64>().ok()? as f64 / 1000.0)]),
            Ports::Rate(name) => {
                let rate = one(name)?.parse::<f64>().ok().filter(|rate| *rate > 0.0)?;
                Some(vec![format!("{:?}", 1.0 / rate)])
            }
            Ports::Named(names) => {
                let argument = |(port, value): &(&str, &str)| {
                    let (name, _) = names.iter().find(|(_, known)| known == port)?;
                    Some(format!("{name} = {}", count(value.trim())?))
                };
                ports.iter().map(argument).collect()
            }
        }
    }
}

/// A number of digits alone that both sides can hold.
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
    use super::Counterpart;

    #[test]
    fn round_robin_goes_round() {
        assert_eq!(Counterpart::back("RoundRobin", &[("wrap_around", "true")]), Some(("round_robin", Vec::new())));
        assert_eq!(Counterpart::back("RoundRobin", &[]), None);
    }

    #[test]
    fn counts_are_digits_alone() {
        let repeat = |count: &str| Counterpart::back("Repeat", &[("num_cycles", count)]);
        assert_eq!(repeat(" 3 "), Some(("repeat", vec!["3".to_owned()])));
        assert_eq!(repeat("-1"), Some(("forever", Vec::new())));
        for other in ["-2", "+3", "", "{n}", "3.0", "99999999999"] {
            assert_eq!(repeat(other), None, "{other}");
        }
    }
}
