//! Groups of kinds, as patterns: for code that depends only on the number of children, or only on the arguments.

/// Nodes without children.
macro_rules! no_child {
    () => {
        Kind::Leaf(..)
            | Kind::Argued(..)
            | Kind::Action(_)
            | Kind::Fetch(_)
            | Kind::Condition(_)
            | Kind::Subtree { .. }
            | Kind::Succeed
            | Kind::SucceedWith(_)
            | Kind::Fail
            | Kind::Running
            | Kind::WaitUntil(_)
            | Kind::Wait(_)
            | Kind::WaitBetween(..)
            | Kind::Remember(..)
            | Kind::Recalls(..)
            | Kind::Forget(_)
    };
}

/// Decorators that start their child once.
macro_rules! passing {
    () => {
        Kind::Inverter
            | Kind::Unchecked
            | Kind::ForceSuccess
            | Kind::ForceFailure
            | Kind::Precondition(_)
            | Kind::Guard(_)
            | Kind::RunOnce
            | Kind::RunLimit(_)
            | Kind::Probability(_)
            | Kind::Delay(_)
            | Kind::Timeout(_)
            | Kind::Cooldown(_)
            | Kind::Throttle(_)
            | Kind::Observe(_)
            | Kind::Every(..)
            | Kind::Moody(..)
    };
}

/// Decorators that can start their child again.
macro_rules! repeating {
    () => {
        Kind::Repeat(_)
            | Kind::Forever
            | Kind::RepeatUntilFailure
            | Kind::RepeatUntilSuccess
            | Kind::Retry(_)
            | Kind::ForEach(_)
            | Kind::Keyed(_)
            | Kind::KeyedBy
    };
}

/// Nodes with several children.
macro_rules! several {
    () => {
        Kind::Sequence
            | Kind::Selector
            | Kind::ReactiveSequence
            | Kind::ReactiveSelector
            | Kind::Parallel(..)
            | Kind::ParallelAll(_)
            | Kind::Race
            | Kind::RandomSequence
            | Kind::RandomSelector
            | Kind::Weighted(_)
            | Kind::Utility(_)
            | Kind::IfElse
            | Kind::If(_)
            | Kind::ReactiveIfElse(_)
            | Kind::Switch(..)
            | Kind::ReactiveSwitch(..)
            | Kind::Priority(_)
            | Kind::ReactiveUtility(..)
            | Kind::RoundRobin
            | Kind::Pipeline
            | Kind::Recover(_)
            | Kind::Finally
            | Kind::SimpleParallel
            | Kind::Turns(..)
    };
}

/// Nodes without an argument.
macro_rules! no_argument {
    () => {
        Kind::Succeed
            | Kind::Fail
            | Kind::Running
            | Kind::Sequence
            | Kind::Selector
            | Kind::ReactiveSequence
            | Kind::ReactiveSelector
            | Kind::RandomSequence
            | Kind::RandomSelector
            | Kind::Race
            | Kind::IfElse
            | Kind::RoundRobin
            | Kind::Pipeline
            | Kind::Finally
            | Kind::SimpleParallel
            | Kind::Inverter
            | Kind::Unchecked
            | Kind::ForceSuccess
            | Kind::ForceFailure
            | Kind::Forever
            | Kind::RepeatUntilFailure
            | Kind::RepeatUntilSuccess
            | Kind::RunOnce
    };
}

/// Nodes whose only argument is a count.
macro_rules! counting {
    ($count:ident) => {
        Kind::Repeat($count) | Kind::Retry($count) | Kind::RunLimit($count) | Kind::Recover($count)
    };
}

/// Nodes whose only argument is a time.
macro_rules! lasting {
    ($time:ident) => {
        Kind::Wait($time) | Kind::Delay($time) | Kind::Timeout($time) | Kind::Cooldown($time) | Kind::Throttle($time)
    };
}

/// Nodes whose only argument is a condition.
macro_rules! asking {
    ($id:ident) => {
        Kind::Condition($id)
            | Kind::WaitUntil($id)
            | Kind::If($id)
            | Kind::ReactiveIfElse($id)
            | Kind::Precondition($id)
            | Kind::Guard($id)
    };
}

pub(crate) use {asking, counting, lasting, no_argument, no_child, passing, repeating, several};
