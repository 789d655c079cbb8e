//! The nodes that BehaviorTree.CPP and nav2 bring with them.

/// A node that needs no model.
#[derive(Debug, PartialEq, Eq)]
pub struct Builtin {
    pub name: &'static str,
    pub children: Children,
    pub ports: &'static [BuiltinPort],
}

/// How many children a node takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Children {
    None,
    One,
    AtLeast(usize),
    Exactly(usize),
    Between(usize, usize),
}

/// A port of a node that needs no model.
#[derive(Debug, PartialEq, Eq)]
pub struct BuiltinPort {
    pub name: &'static str,
    pub takes: Takes,
    /// What it is if the node does not name it; ports without one are required.
    pub default: Option<&'static str>,
}

/// What may be written for a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Integer,
    /// Not below 0.
    Unsigned,
    Number,
    Bool,
    Status,
    Script,
    Text,
    /// Only a key of the blackboard.
    Key,
}

impl Builtin {
    pub fn named(name: &str) -> Option<&'static Builtin> {
        BUILTINS.iter().find(|builtin| builtin.name == name)
    }

    pub fn port(&self, name: &str) -> Option<&'static BuiltinPort> {
        self.ports.iter().find(|port| port.name == name)
    }
}

impl Children {
    pub fn accept(self, count: usize) -> bool {
        match self {
            Children::None => count == 0,
            Children::One => count == 1,
            Children::AtLeast(least) => count >= least,
            Children::Exactly(exactly) => count == exactly,
            Children::Between(least, most) => (least..=most).contains(&count),
        }
    }
}

impl std::fmt::Display for Children {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Children::None => f.write_str("no children"),
            Children::One | Children::Exactly(1) => f.write_str("one child"),
            Children::AtLeast(1) => f.write_str("at least one child"),
            Children::AtLeast(least) => write!(f, "at least {least} children"),
            Children::Exactly(exactly) => write!(f, "{exactly} children"),
            Children::Between(least, most) => write!(f, "{least} to {most} children"),
        }
    }
}

const fn node(name: &'static str, children: Children, ports: &'static [BuiltinPort]) -> Builtin {
    Builtin { name, children, ports }
}

const fn port(name: &'static str, takes: Takes, default: &'static str) -> BuiltinPort {
    BuiltinPort { name, takes, default: Some(default) }
}

const fn required(name: &'static str, takes: Takes) -> BuiltinPort {
    BuiltinPort { name, takes, default: None }
}

use Children::{AtLeast, Between, Exactly, None as Leaf, One};
use Takes::{Bool, Integer, Key, Number, Status, Text, Unsigned};

const LOOP: &[BuiltinPort] = &[required("queue", Text), required("value", Key), port("if_empty", Status, "SUCCESS")];

macro_rules! switch {
    ($($case:literal)*) => { &[required("variable", Text), $(required($case, Text),)*] };
}

/// All of them: the nodes of BehaviorTree.CPP 4.10, then the control nodes and decorators of nav2.
pub static BUILTINS: &[Builtin] = &[
    node("Sequence", AtLeast(1), &[]),
    node("AsyncSequence", AtLeast(1), &[]),
    node("SequenceWithMemory", AtLeast(1), &[]),
    node("ReactiveSequence", AtLeast(1), &[]),
    node("Fallback", AtLeast(1), &[]),
    node("AsyncFallback", AtLeast(1), &[]),
    node("ReactiveFallback", AtLeast(1), &[]),
    node("IfThenElse", Between(2, 3), &[]),
    node("WhileDoElse", Between(2, 3), &[]),
    node("Parallel", AtLeast(1), &[port("success_count", Integer, "-1"), port("failure_count", Integer, "1")]),
    node("ParallelAll", AtLeast(1), &[port("max_failures", Integer, "1")]),
    node("TryCatch", AtLeast(2), &[port("catch_on_halt", Bool, "false")]),
    node("Switch2", Exactly(3), switch!("case_1" "case_2")),
    node("Switch3", Exactly(4), switch!("case_1" "case_2" "case_3")),
    node("Switch4", Exactly(5), switch!("case_1" "case_2" "case_3" "case_4")),
    node("Switch5", Exactly(6), switch!("case_1" "case_2" "case_3" "case_4" "case_5")),
    node("Switch6", Exactly(7), switch!("case_1" "case_2" "case_3" "case_4" "case_5" "case_6")),
    node("Inverter", One, &[]),
    node("ForceSuccess", One, &[]),
    node("ForceFailure", One, &[]),
    node("KeepRunningUntilFailure", One, &[]),
    node("Repeat", One, &[required("num_cycles", Integer)]),
    node("RetryUntilSuccessful", One, &[required("num_attempts", Integer)]),
    node("Timeout", One, &[required("msec", Unsigned)]),
    node("Delay", One, &[required("delay_msec", Unsigned)]),
    node("RunOnce", One, &[port("then_skip", Bool, "true")]),
    node("Precondition", One, &[required("if", Takes::Script), port("else", Status, "FAILURE")]),
    node("LoopInt", One, LOOP),
    node("LoopBool", One, LOOP),
    node("LoopDouble", One, LOOP),
    node("LoopString", One, LOOP),
    node("SkipUnlessUpdated", One, &[required("entry", Text)]),
    node("WaitValueUpdate", One, &[required("entry", Text)]),
    node("WasEntryUpdated", Leaf, &[required("entry", Text)]),
    node("AlwaysSuccess", Leaf, &[]),
    node("AlwaysFailure", Leaf, &[]),
    node("Script", Leaf, &[required("code", Takes::Script)]),
    node("ScriptCondition", Leaf, &[required("code", Takes::Script)]),
    node("SetBlackboard", Leaf, &[required("value", Text), required("output_key", Text)]),
    node("UnsetBlackboard", Leaf, &[required("key", Text)]),
    node("Sleep", Leaf, &[required("msec", Unsigned)]),
    node("PipelineSequence", AtLeast(1), &[]),
    node("RecoveryNode", Exactly(2), &[port("number_of_retries", Integer, "1")]),
    node("RoundRobin", AtLeast(1), &[port("wrap_around", Bool, "false")]),
    node("NonblockingSequence", AtLeast(1), &[]),
    node("PersistentSequence", AtLeast(1), &[required("current_child_idx", Key)]),
    node("RateController", One, &[port("hz", Number, "10.0")]),
];
