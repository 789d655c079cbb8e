//! The nodes that BehaviorTree.CPP and nav2 bring with them.

use crate::becomes::{Args, Becomes, Otherwise};
use crate::skips::Skip;

/// A node that needs no model.
#[derive(Debug, PartialEq, Eq)]
pub struct Builtin {
    pub name: &'static str,
    pub children: Children,
    pub ports: &'static [BuiltinPort],
    pub becomes: Becomes,
    /// How that differs: a warning.
    pub nearly: Option<&'static str>,
    /// How it counts its children if they are skipped.
    pub counts: Counts,
    /// Which children it never counts so: one that is skipped has no counterpart there.
    pub aside: Aside,
    /// When it is skipped itself.
    pub skipped: Skipped,
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

/// How a node counts a child that is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// As its own parent counts it.
    AsParent,
    /// The contrary.
    Inverted,
    /// As its own parent counts it, unless that is so: then it would continue, or answer something else.
    Unless(Skip),
    /// So, whatever its parent does.
    As(Skip),
    /// As a success, if it needs all successes.
    IfAllSucceed,
}

/// Children of a node that are apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    None,
    First,
    AfterFirst,
    Last,
}

/// When a node is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    Never,
    Always,
    /// If all its children are, and it has some.
    IfAllAre,
    /// If one of its children is.
    IfOneIs,
    /// If the first child is.
    IfFirstIs,
    /// If all children but the last one are.
    IfTriedAre,
    /// If a port has this value.
    If(&'static str, &'static str),
    /// If a port has this value, or all its children are skipped.
    IfOrAllAre(&'static str, &'static str),
    /// If a port does not have this value, or one of its children is skipped.
    UnlessOrOneIs(&'static str, &'static str),
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

/// A node that becomes the one with this name.
const fn same(
    name: &'static str,
    children: Children,
    ports: &'static [BuiltinPort],
    node: &'static str,
    args: Args,
) -> Builtin {
    becomes(name, children, ports, Becomes::Node(node, args))
}

const fn becomes(name: &'static str, children: Children, ports: &'static [BuiltinPort], becomes: Becomes) -> Builtin {
    let (counts, aside, skipped) = (Counts::AsParent, Aside::None, Skipped::IfAllAre);
    Builtin { name, children, ports, becomes, nearly: None, counts, aside, skipped }
}

impl Builtin {
    const fn nearly(self, how: &'static str) -> Builtin {
        Builtin { nearly: Some(how), ..self }
    }

    const fn counts(self, counts: Counts) -> Builtin {
        Builtin { counts, ..self }
    }

    const fn aside(self, aside: Aside) -> Builtin {
        Builtin { aside, ..self }
    }

    const fn skipped(self, skipped: Skipped) -> Builtin {
        Builtin { skipped, ..self }
    }
}

const fn port(name: &'static str, takes: Takes, default: &'static str) -> BuiltinPort {
    BuiltinPort { name, takes, default: Some(default) }
}

const fn required(name: &'static str, takes: Takes) -> BuiltinPort {
    BuiltinPort { name, takes, default: None }
}

use Children::{AtLeast, Between, Exactly, None as Leaf, One};
use Skipped::{IfOneIs, IfTriedAre, Never};
use Takes::{Bool, Integer, Key, Number, Status, Text, Unsigned};

const SUCCEEDS: Counts = Counts::As(Skip::Succeeds);
const FAILS: Counts = Counts::As(Skip::Fails);
const LOOP: &[BuiltinPort] = &[required("queue", Text), required("value", Key), port("if_empty", Status, "SUCCESS")];

macro_rules! switch {
    ($($case:literal)*) => { &[required("variable", Text), $(required($case, Text),)*] };
}

/// All of them: the nodes of BehaviorTree.CPP 4.10, then the control nodes and decorators of nav2.
pub static BUILTINS: &[Builtin] = &[
    same("Sequence", AtLeast(1), &[], "sequence", Args::None).counts(SUCCEEDS),
    same("AsyncSequence", AtLeast(1), &[], "sequence", Args::None)
        .nearly("`AsyncSequence` becomes `sequence`: `sequence` continues with the next child in the same tick")
        .counts(SUCCEEDS),
    same("SequenceWithMemory", AtLeast(1), &[], "sequence", Args::None)
        .nearly("`SequenceWithMemory` becomes `sequence`: `sequence` begins at its first child after a failure")
        .counts(SUCCEEDS),
    same("ReactiveSequence", AtLeast(1), &[], "reactive_sequence", Args::None).counts(SUCCEEDS),
    same("Fallback", AtLeast(1), &[], "selector", Args::None).counts(FAILS),
    same("AsyncFallback", AtLeast(1), &[], "selector", Args::None)
        .nearly("`AsyncFallback` becomes `selector`: it continues with the next child in the same tick")
        .counts(FAILS),
    same("ReactiveFallback", AtLeast(1), &[], "reactive_selector", Args::None).counts(FAILS),
    same("IfThenElse", Between(2, 3), &[], "if_else", Args::None).aside(Aside::First).skipped(IfOneIs),
    becomes("WhileDoElse", Between(2, 3), &[], Becomes::WhileDoElse).aside(Aside::First).skipped(IfOneIs),
    same(
        "Parallel",
        AtLeast(1),
        &[port("success_count", Integer, "-1"), port("failure_count", Integer, "1")],
        "parallel",
        Args::Thresholds(&[("success", "success_count", true), ("failure", "failure_count", false)]),
    )
    .counts(Counts::IfAllSucceed),
    same(
        "ParallelAll",
        AtLeast(1),
        &[port("max_failures", Integer, "1")],
        "parallel_all",
        Args::Thresholds(&[("failure", "max_failures", false)]),
    )
    .counts(SUCCEEDS),
    becomes("TryCatch", AtLeast(2), &[port("catch_on_halt", Bool, "false")], Becomes::TryCatch)
        .nearly("`catch_on_halt` has no counterpart: the last child runs only after a failure")
        .counts(SUCCEEDS)
        .aside(Aside::Last)
        .skipped(IfTriedAre),
    becomes("Switch2", Exactly(3), switch!("case_1" "case_2"), Becomes::Switch).skipped(IfOneIs),
    becomes("Switch3", Exactly(4), switch!("case_1" "case_2" "case_3"), Becomes::Switch).skipped(IfOneIs),
    becomes("Switch4", Exactly(5), switch!("case_1" "case_2" "case_3" "case_4"), Becomes::Switch).skipped(IfOneIs),
    becomes("Switch5", Exactly(6), switch!("case_1" "case_2" "case_3" "case_4" "case_5"), Becomes::Switch)
        .skipped(IfOneIs),
    becomes("Switch6", Exactly(7), switch!("case_1" "case_2" "case_3" "case_4" "case_5" "case_6"), Becomes::Switch)
        .skipped(IfOneIs),
    same("Inverter", One, &[], "inverter", Args::None).counts(Counts::Inverted),
    same("ForceSuccess", One, &[], "force_success", Args::None).counts(SUCCEEDS),
    same("ForceFailure", One, &[], "force_failure", Args::None).counts(FAILS),
    becomes("KeepRunningUntilFailure", One, &[], Becomes::KeepRunning).counts(SUCCEEDS).skipped(Never),
    same("Repeat", One, &[required("num_cycles", Integer)], "repeat", Args::CountOr("num_cycles", "forever"))
        .counts(Counts::Unless(Skip::Succeeds)),
    same(
        "RetryUntilSuccessful",
        One,
        &[required("num_attempts", Integer)],
        "retry",
        Args::CountOr("num_attempts", "repeat_until_success"),
    )
    .counts(Counts::Unless(Skip::Fails)),
    same("Timeout", One, &[required("msec", Unsigned)], "timeout", Args::Time("msec")),
    same("Delay", One, &[required("delay_msec", Unsigned)], "delay", Args::Time("delay_msec")),
    becomes("RunOnce", One, &[port("then_skip", Bool, "true")], Becomes::RunOnce)
        .nearly("`then_skip` has no counterpart: later, `run_once` has the same result again")
        .skipped(Skipped::UnlessOrOneIs("then_skip", "false")),
    becomes(
        "Precondition",
        One,
        &[required("if", Takes::Script), port("else", Status, "FAILURE")],
        Becomes::Precondition,
    )
    .skipped(Skipped::IfOrAllAre("else", "SKIPPED")),
    becomes("LoopInt", One, LOOP, Becomes::Loop).counts(SUCCEEDS).skipped(Skipped::If("if_empty", "SKIPPED")),
    becomes("LoopBool", One, LOOP, Becomes::Loop).counts(SUCCEEDS).skipped(Skipped::If("if_empty", "SKIPPED")),
    becomes("LoopDouble", One, LOOP, Becomes::Loop).counts(SUCCEEDS).skipped(Skipped::If("if_empty", "SKIPPED")),
    becomes("LoopString", One, LOOP, Becomes::Loop).counts(SUCCEEDS).skipped(Skipped::If("if_empty", "SKIPPED")),
    becomes("SkipUnlessUpdated", One, &[required("entry", Text)], Becomes::Updated(Otherwise::Skipped))
        .skipped(Skipped::Always),
    becomes("WaitValueUpdate", One, &[required("entry", Text)], Becomes::Updated(Otherwise::Running)),
    becomes("WasEntryUpdated", Leaf, &[required("entry", Text)], Becomes::Updated(Otherwise::Failure)),
    becomes("AlwaysSuccess", Leaf, &[], Becomes::Always("succeed")),
    becomes("AlwaysFailure", Leaf, &[], Becomes::Always("fail")),
    becomes("Script", Leaf, &[required("code", Takes::Script)], Becomes::Script),
    becomes("ScriptCondition", Leaf, &[required("code", Takes::Script)], Becomes::ScriptCondition),
    becomes("SetBlackboard", Leaf, &[required("value", Text), required("output_key", Text)], Becomes::SetEntry),
    becomes("UnsetBlackboard", Leaf, &[required("key", Text)], Becomes::UnsetEntry),
    same("Sleep", Leaf, &[required("msec", Unsigned)], "wait", Args::Time("msec")),
    same("PipelineSequence", AtLeast(1), &[], "pipeline", Args::None).counts(SUCCEEDS),
    same(
        "RecoveryNode",
        Exactly(2),
        &[port("number_of_retries", Integer, "1")],
        "recover",
        Args::Count("number_of_retries"),
    )
    .counts(Counts::Unless(Skip::Fails))
    .aside(Aside::AfterFirst)
    .skipped(Skipped::IfFirstIs),
    same(
        "RoundRobin",
        AtLeast(1),
        &[port("wrap_around", Bool, "false")],
        "round_robin",
        Args::Only("wrap_around", "true"),
    )
    .nearly("`round_robin` goes round, as with `wrap_around`")
    .counts(FAILS),
    same("NonblockingSequence", AtLeast(1), &[], "sequence", Args::None)
        .nearly("`NonblockingSequence` becomes `sequence`: `sequence` waits for a child that is running")
        .counts(SUCCEEDS),
    becomes("PersistentSequence", AtLeast(1), &[required("current_child_idx", Key)], Becomes::Persistent)
        .nearly("`PersistentSequence` becomes `sequence`: `sequence` begins at its first child after a failure")
        .counts(SUCCEEDS)
        .skipped(Never),
    same("RateController", One, &[port("hz", Number, "10.0")], "throttle", Args::Rate("hz")),
];
