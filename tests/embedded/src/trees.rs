//! The trees, by the names of the features that build them.

use bt_embedded_trees::{Program, Trace, crew::Crew, door::Door, rover::Rover, run, sentry::Sentry};

/// A tree.
pub struct Tree {
    /// Its feature.
    pub name: &'static str,
    /// Runs it in this process.
    pub run: fn() -> Trace,
}

/// All of them.
pub const ALL: &[Tree] = &[
    Tree { name: "door", run: here::<Door> },
    Tree { name: "sentry", run: here::<Sentry> },
    Tree { name: "rover", run: here::<Rover> },
    Tree { name: "crew", run: here::<Crew> },
];

fn here<P: Program>() -> Trace {
    run::<P>(P::tick)
}
