//! The forms that a tree can be written in.

mod calls;
mod cfg;
mod contexts;
mod fragments;
mod lints;
mod names;
mod trees;

mod leaves {
    use bt::Behavior;

    use crate::bench::{Bench, Scripted};

    /// A leaf with arguments, fields and a value.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Say {
        pub what: String,
        pub times: u32,
    }

    impl Say {
        pub fn new(what: impl Into<String>, times: u32) -> Self {
            Say { what: what.into(), times }
        }

        pub fn loudly(what: &str) -> Self {
            Say { what: what.to_uppercase(), times: 1 }
        }
    }

    impl Behavior<Bench> for Say {
        type Answer = ();

        fn run(&mut self, bench: &mut Bench) {
            for _ in 0..self.times {
                bench.log.push(self.what.clone());
            }
        }
    }

    /// A leaf with a type argument.
    #[derive(Default)]
    pub struct Chase<Prey>(core::marker::PhantomData<Prey>);

    impl<Prey: Default + core::fmt::Debug> Behavior<Bench> for Chase<Prey> {
        type Answer = bool;

        fn run(&mut self, bench: &mut Bench) -> bool {
            bench.log.push(format!("chase {:?}", Prey::default()));
            true
        }
    }

    pub type A = Scripted;
}

mod public {
    use bt::Behavior;

    use crate::bench::Bench;

    /// A leaf that does not declare its context.
    #[derive(Default)]
    pub struct Nod;

    impl Behavior<Bench> for Nod {
        type Answer = bool;
        fn run(&mut self, bench: &mut Bench) -> bool {
            bench.log.push("nod".into());
            true
        }
    }

    /// A leaf for any context that can be debugged.
    #[derive(Default)]
    pub struct Blink;

    impl<C: core::fmt::Debug> Behavior<C> for Blink {
        type Answer = ();
        fn run(&mut self, _: &mut C) {}
    }
}
