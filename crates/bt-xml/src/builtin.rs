//! The built-in nodes of BehaviorTree.CPP and nav2.

use crate::becomes::{Args, Becomes, Otherwise};

/// A node that needs no model.
#[derive(Debug, PartialEq, Eq)]
pub struct Builtin {
    pub name: &'static str,
    pub children: Children,
    pub ports: &'static [BuiltinPort],
    pub becomes: Becomes,
    /// Whether the node runs its children in order and begins each run at the first. Only matters for nodes with
    /// children.
    pub is_in_order: bool,
    /// A warning about how the node in `bt!` differs.
    pub nearly: Option<&'static str>,
    pub is_of_nav2: bool,
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

/// A port of a built-in node.
#[derive(Debug, PartialEq, Eq)]
pub struct BuiltinPort {
    pub name: &'static str,
    pub takes: Takes,
    pub does: Does,
    /// Its value if the node does not name it; ports without a default are required.
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

/// Whether BehaviorTree.CPP reads a text as a bool.
pub fn is_bool(text: &str) -> bool {
    ["true", "false", "TRUE", "FALSE", "True", "False", "1", "0"].contains(&text)
}

/// What a node does with the entry of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    Reads,
    Writes,
    /// Checks whether it was written; does not need its value.
    Asks,
    /// May read, write or remove it.
    Anything,
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

const fn node(name: &'static str, children: Children, ports: &'static [BuiltinPort], becomes: Becomes) -> Builtin {
    Builtin { name, children, ports, becomes, is_in_order: true, nearly: Option::None, is_of_nav2: false }
}

impl Builtin {
    const fn out_of_order(self) -> Builtin {
        Builtin { is_in_order: false, ..self }
    }

    const fn of_nav2(self) -> Builtin {
        Builtin { is_of_nav2: true, ..self }
    }

    const fn nearly(self, how: &'static str) -> Builtin {
        Builtin { nearly: Some(how), ..self }
    }
}

const fn port(name: &'static str, takes: Takes, default: &'static str) -> BuiltinPort {
    BuiltinPort { name, takes, does: Does::Reads, default: Some(default) }
}

const fn required(name: &'static str, takes: Takes) -> BuiltinPort {
    BuiltinPort { name, takes, does: Does::Reads, default: None }
}

impl BuiltinPort {
    const fn does(self, does: Does) -> BuiltinPort {
        BuiltinPort { does, ..self }
    }
}

use Becomes::{
    Always, KeepRunning, Loop, Node, Persistent, Precondition, RunOnce, Script, ScriptCondition, SetEntry, Switch,
    TryCatch, UnsetEntry, Updated, WhileDoElse,
};
use Children::{AtLeast, Between, Exactly, None as Leaf, One};
use Takes::{Bool, Integer, Key, Number, Status, Text, Unsigned};

const LOOP: &[BuiltinPort] = &[
    required("queue", Text).does(Does::Anything),
    required("value", Key).does(Does::Writes),
    port("if_empty", Status, "SUCCESS"),
];

const ENTRY: &[BuiltinPort] = &[required("entry", Text).does(Does::Asks)];

macro_rules! switch {
    ($($case:literal)*) => { &[required("variable", Text), $(required($case, Text),)*] };
}

/// All built-in nodes: those of BehaviorTree.CPP 4.10, then the control nodes and decorators of nav2.
pub static BUILTINS: &[Builtin] = &[
    node("Sequence", AtLeast(1), &[], Node("sequence", Args::None)),
    node("AsyncSequence", AtLeast(1), &[], Node("sequence", Args::None))
        .nearly("`AsyncSequence` becomes `sequence`: `sequence` continues with the next child in the same tick"),
    node("SequenceWithMemory", AtLeast(1), &[], Node("sequence", Args::None))
        .out_of_order()
        .nearly("`SequenceWithMemory` becomes `sequence`: `sequence` begins at its first child after a failure"),
    node("ReactiveSequence", AtLeast(1), &[], Node("reactive_sequence", Args::None)),
    node("Fallback", AtLeast(1), &[], Node("selector", Args::None)),
    node("AsyncFallback", AtLeast(1), &[], Node("selector", Args::None))
        .nearly("`AsyncFallback` becomes `selector`: it continues with the next child in the same tick"),
    node("ReactiveFallback", AtLeast(1), &[], Node("reactive_selector", Args::None)),
    node("IfThenElse", Between(2, 3), &[], Node("if_else", Args::None)),
    node("WhileDoElse", Between(2, 3), &[], WhileDoElse),
    node(
        "Parallel",
        AtLeast(1),
        &[port("success_count", Integer, "-1"), port("failure_count", Integer, "1")],
        Node("parallel", Args::Thresholds(&[("success", "success_count", true), ("failure", "failure_count", false)])),
    ),
    node(
        "ParallelAll",
        AtLeast(1),
        &[port("max_failures", Integer, "1")],
        Node("parallel_all", Args::Thresholds(&[("failure", "max_failures", false)])),
    ),
    node("TryCatch", AtLeast(2), &[port("catch_on_halt", Bool, "false")], TryCatch)
        .nearly("`catch_on_halt` has no counterpart: the last child runs only after a failure"),
    node("Switch2", Exactly(3), switch!("case_1" "case_2"), Switch),
    node("Switch3", Exactly(4), switch!("case_1" "case_2" "case_3"), Switch),
    node("Switch4", Exactly(5), switch!("case_1" "case_2" "case_3" "case_4"), Switch),
    node("Switch5", Exactly(6), switch!("case_1" "case_2" "case_3" "case_4" "case_5"), Switch),
    node("Switch6", Exactly(7), switch!("case_1" "case_2" "case_3" "case_4" "case_5" "case_6"), Switch),
    node("Inverter", One, &[], Node("inverter", Args::None)),
    node("ForceSuccess", One, &[], Node("force_success", Args::None)),
    node("ForceFailure", One, &[], Node("force_failure", Args::None)),
    node("KeepRunningUntilFailure", One, &[], KeepRunning),
    node("Repeat", One, &[required("num_cycles", Integer)], Node("repeat", Args::CountOr("num_cycles", "forever"))),
    node(
        "RetryUntilSuccessful",
        One,
        &[required("num_attempts", Integer)],
        Node("retry", Args::CountOr("num_attempts", "repeat_until_success")),
    ),
    node("Timeout", One, &[required("msec", Unsigned)], Node("timeout", Args::Time("msec"))),
    node("Delay", One, &[required("delay_msec", Unsigned)], Node("delay", Args::Time("delay_msec"))),
    node("RunOnce", One, &[port("then_skip", Bool, "true")], RunOnce)
        .nearly("`then_skip` has no counterpart: afterwards, `run_once` repeats its result"),
    node("Precondition", One, &[required("if", Takes::Script), port("else", Status, "FAILURE")], Precondition),
    node("LoopInt", One, LOOP, Loop),
    node("LoopBool", One, LOOP, Loop),
    node("LoopDouble", One, LOOP, Loop),
    node("LoopString", One, LOOP, Loop),
    node("SkipUnlessUpdated", One, ENTRY, Updated(Otherwise::Skipped)),
    node("WaitValueUpdate", One, ENTRY, Updated(Otherwise::Running)),
    node("WasEntryUpdated", Leaf, ENTRY, Updated(Otherwise::Failure)),
    node("AlwaysSuccess", Leaf, &[], Always("succeed")),
    node("AlwaysFailure", Leaf, &[], Always("fail")),
    node("Script", Leaf, &[required("code", Takes::Script)], Script),
    node("ScriptCondition", Leaf, &[required("code", Takes::Script)], ScriptCondition),
    node("SetBlackboard", Leaf, &[required("value", Text), required("output_key", Text).does(Does::Writes)], SetEntry),
    node("UnsetBlackboard", Leaf, &[required("key", Text).does(Does::Anything)], UnsetEntry),
    node("Sleep", Leaf, &[required("msec", Unsigned)], Node("wait", Args::Time("msec"))),
    node("PipelineSequence", AtLeast(1), &[], Node("pipeline", Args::None)).of_nav2(),
    node(
        "RecoveryNode",
        Exactly(2),
        &[port("number_of_retries", Integer, "1")],
        Node("recover", Args::Count("number_of_retries")),
    )
    .of_nav2(),
    node(
        "RoundRobin",
        AtLeast(1),
        &[port("wrap_around", Bool, "false")],
        Node("round_robin", Args::Only("wrap_around", "true")),
    )
    .of_nav2()
    .nearly("`round_robin` wraps around, as with `wrap_around`"),
    node("NonblockingSequence", AtLeast(1), &[], Node("sequence", Args::None))
        .of_nav2()
        .out_of_order()
        .nearly("`NonblockingSequence` becomes `sequence`: `sequence` waits for a child that is running"),
    node("PersistentSequence", AtLeast(1), &[required("current_child_idx", Key).does(Does::Anything)], Persistent)
        .of_nav2()
        .nearly("`PersistentSequence` becomes `sequence`: `sequence` begins at its first child after a failure"),
    node("RateController", One, &[port("hz", Number, "10.0")], Node("throttle", Args::Rate("hz"))).of_nav2(),
];
