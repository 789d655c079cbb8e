#![doc = include_str!("docs/nodes.md")]

/// An empty module for each node, whose documentation is the page of the node. Its examples are tested where the leaves
/// and functions are that they use: in the book.
macro_rules! nodes {
    ($($node:ident)*) => {$(
        #[cfg_attr(not(doctest), doc = include_str!(concat!("docs/nodes/", stringify!($node), ".md")))]
        pub mod $node {}
    )*};
}

nodes! {
    action condition cooldown delay dynamic every fail finally for_each force_failure force_success
    forever forget guard if_else inverter keyed observe parallel parallel_all pipeline precondition
    priority probability race random_selector random_sequence reactive_if_else reactive_selector
    reactive_sequence reactive_switch reactive_utility recalls recover remember repeat
    repeat_until_failure repeat_until_success retry round_robin run_limit run_once running selector
    sequence simple_parallel succeed switch throttle timeout unchecked utility wait wait_between
    wait_until weighted
}
