//! Nested generic types: each composite has its children and an index as fields, and everything is known at compile
//! time.

use bt::Status;

use crate::workloads::{deep, door, sentry};
use crate::world::{Answer, Tick};

/// A leaf.
pub struct Leaf<F>(pub F);

impl<C, R: Answer, F: FnMut(&mut C) -> R> Tick<C> for Leaf<F> {
    #[inline]
    fn tick(&mut self, context: &mut C) -> Status {
        (self.0)(context).status()
    }
}

/// Success becomes failure, and failure success.
pub struct Inverter<T>(pub T);

impl<C, T: Tick<C>> Tick<C> for Inverter<T> {
    #[inline]
    fn tick(&mut self, context: &mut C) -> Status {
        match self.0.tick(context) {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            Status::Running => Status::Running,
        }
    }
}

/// Runs its children in order until one fails.
pub struct Sequence<T>(T, u8);

/// Runs its children in order until one succeeds.
pub struct Selector<T>(T, u8);

/// A sequence of these children.
pub fn sequence<T>(children: T) -> Sequence<T> {
    Sequence(children, 0)
}

/// A selector of these children.
pub fn selector<T>(children: T) -> Selector<T> {
    Selector(children, 0)
}

/// The index is only stored if a child keeps running, and the code goes straight through the children.
macro_rules! composites {
    ($($composite:ident continues with $on:ident: ($($child:ident $index:tt)*);)*) => {$(
        impl<Context, $($child: Tick<Context>),*> Tick<Context> for $composite<($($child,)*)> {
            #[inline]
            fn tick(&mut self, context: &mut Context) -> Status {
                let from = self.1;
                self.1 = 0;
                $(
                    if from <= $index {
                        match self.0.$index.tick(context) {
                            Status::$on => {}
                            Status::Running => {
                                self.1 = $index;
                                return Status::Running;
                            }
                            ended => return ended,
                        }
                    }
                )*
                Status::$on
            }
        }
    )*};
}

composites! {
    Sequence continues with Success: (A 0 B 1);
    Sequence continues with Success: (A 0 B 1 C 2);
    Sequence continues with Success: (A 0 B 1 C 2 D 3);
    Selector continues with Failure: (A 0 B 1);
    Selector continues with Failure: (A 0 B 1 C 2 D 3 E 4);
}

/// W1.
pub fn door() -> impl Tick<door::Room> {
    sequence((Leaf(door::walk), Leaf(door::open_door), Leaf(door::step_through), Leaf(door::close_door)))
}

/// W2.
pub fn sentry() -> impl Tick<sentry::Sentry> {
    fn ask(condition: impl Fn(&sentry::Sentry) -> bool) -> impl Tick<sentry::Sentry> {
        Leaf(move |sentry: &mut sentry::Sentry| condition(sentry))
    }
    selector((
        sequence((ask(sentry::is_surprised), Leaf(sentry::react))),
        sequence((ask(sentry::can_see), ask(sentry::within), Leaf(sentry::bomb))),
        sequence((ask(sentry::has_target), Leaf(sentry::track))),
        sequence((ask(sentry::has_noise), Leaf(sentry::target_noise))),
        sequence((ask(sentry::is_low), Leaf(sentry::fly_patrol), Leaf(sentry::goto_node), Leaf(sentry::wait_random))),
    ))
}

/// W3. Each part is named after its level, and takes the number of its first leaf.
pub fn deep() -> impl Tick<deep::Deep> {
    struct Numbered<const NUMBER: u8>;

    impl<const NUMBER: u8> Tick<deep::Deep> for Numbered<NUMBER> {
        #[inline]
        fn tick(&mut self, deep: &mut deep::Deep) -> Status {
            deep::leaf(NUMBER, deep)
        }
    }

    macro_rules! six {
        ($first:expr) => {
            selector((Numbered::<{ $first }>, Numbered::<{ $first + 1 }>))
        };
    }
    macro_rules! five {
        ($first:expr) => {
            sequence((six!($first), six!($first + 2)))
        };
    }
    macro_rules! four {
        ($first:expr) => {
            selector((five!($first), five!($first + 4)))
        };
    }
    macro_rules! three {
        ($first:expr) => {
            sequence((four!($first), Inverter(four!($first + 8))))
        };
    }
    macro_rules! two {
        ($first:expr) => {
            selector((three!($first), three!($first + 16)))
        };
    }
    sequence((two!(0), Inverter(two!(32))))
}
