//! What a node of BehaviorTree.CPP or nav2 becomes in `bt!`.

/// What a node becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// The node of `bt!` with this name.
    Node(&'static str, Args),
    /// A leaf of `bt!` that always ends the same way, on purpose.
    Always(&'static str),
    /// A `run_once`, unless later ticks skip it.
    RunOnce,
    WhileDoElse,
    TryCatch,
    Switch,
    KeepRunning,
    Precondition,
    Loop,
    /// Checks whether an entry was updated.
    Updated(Otherwise),
    Script,
    ScriptCondition,
    SetEntry,
    UnsetEntry,
    /// A `sequence` that stores its position in an entry.
    Persistent,
}

/// The answer of a node whose entry was not updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    Skipped,
    Running,
    Failure,
}

/// How ports become arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Args {
    None,
    /// A port that must have this value. With any other value, the nodes differ.
    Only(&'static str, &'static str),
    /// A whole number.
    Count(&'static str),
    /// A whole number. For -1, the other node is used.
    CountOr(&'static str, &'static str),
    /// Seconds in Rust, whole milliseconds in XML.
    Time(&'static str),
    /// A period in seconds in Rust, a frequency in hertz in XML.
    Rate(&'static str),
    /// Numbers of children: the names in Rust and in XML, and whether a missing argument means all children instead of
    /// one.
    Thresholds(&'static [(&'static str, &'static str, bool)]),
}

/// The unit of a port's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Milliseconds,
    Count,
    Hertz,
}

/// Writes the ports of a node as text.
pub trait Ports {
    /// A number, possibly from an entry.
    fn number(&mut self, port: &str, unit: Unit) -> String;
    /// The text of a threshold, which is never an entry.
    fn threshold(&mut self, port: &str) -> String;
}
