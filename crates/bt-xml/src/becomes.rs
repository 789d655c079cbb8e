//! What a node of BehaviorTree.CPP or nav2 becomes in `bt!`.

/// What a node becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// The node of `bt!` with this name.
    Node(&'static str, Args),
    /// A leaf of `bt!` that always ends in the same way, on purpose.
    Always(&'static str),
    /// A `run_once`, unless it is skipped later.
    RunOnce,
    WhileDoElse,
    TryCatch,
    Switch,
    KeepRunning,
    Precondition,
    Loop,
    /// Asks whether an entry was updated.
    Updated(Otherwise),
    Script,
    ScriptCondition,
    SetEntry,
    UnsetEntry,
    /// A `sequence` that keeps its place in an entry.
    Persistent,
}

/// What a node answers whose entry was not updated.
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
    /// A port that must have this value; with any other, the nodes differ.
    Only(&'static str, &'static str),
    /// A whole number.
    Count(&'static str),
    /// A whole number; for -1 it is the other node.
    CountOr(&'static str, &'static str),
    /// Seconds in Rust, whole milliseconds in XML.
    Time(&'static str),
    /// Seconds in Rust, times a second in XML.
    Rate(&'static str),
    /// Numbers of children: the names in Rust and in XML, and whether it is all children without the argument, not one.
    Thresholds(&'static [(&'static str, &'static str, bool)]),
}

/// What a number of a port counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Milliseconds,
    Count,
    Hertz,
}

/// How the ports of a node are written.
pub trait Ports {
    /// A number, which may be an entry.
    fn number(&mut self, port: &str, unit: Unit) -> String;
    /// The text of a threshold, which is not an entry.
    fn threshold(&mut self, port: &str) -> String;
}
