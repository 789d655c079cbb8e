//! All that `run` and `receive` may take and return.

use std::marker::PhantomData;
use std::time::Duration;

use bt::{Behavior, Receive, Span, Status, bt};

/// Their hooks are private, so that the tests call those of the traits.
mod leaves {
    use super::*;

    pub trait Senses {
        fn count(&mut self) -> &mut u32;
    }

    impl Senses for u32 {
        fn count(&mut self) -> &mut u32 {
            self
        }
    }

    pub struct World<'w> {
        pub count: &'w mut u32,
    }

    macro_rules! leaf {
        ([$($attribute:tt)*] $name:ident { $run:item $($receive:item)? }) => {
            #[derive(Behavior, Clone, Copy, Default, PartialEq)]
            #[behavior($($attribute)*)]
            pub struct $name;

            impl $name {
                $run
                $($receive)?
            }
        };
    }

    leaf! { [context = u32] MutMut { fn run(&mut self, count: &mut u32) -> Status { *count += 1; Status::Success } } }
    leaf! { [context = u32] MutMutSpan {
        fn run(&mut self, count: &mut u32, span: &mut Span) -> bool { *count += 1; span.spend(0.1) }
    } }
    leaf! { [context = u32] RefRef { fn run(&self, count: &u32) -> bool { *count > 0 } } }
    leaf! { [context = u32] RefRefSpan { fn run(&self, _: &u32, span: &mut Span) -> bool { span.spend(0.1) } } }
    leaf! { [context = u32] Value { fn run(self, count: &mut u32) { *count += 1; } } }
    leaf! { [context = u32] ValueSpan { fn run(self, count: &mut u32, span: &mut Span) { *count += 1; span.spend(0.1); } } }
    leaf! { [context = impl Senses, message = str] AnySpan {
        fn run(&mut self, senses: &mut impl Senses, span: &mut Span) { *senses.count() += 1; span.spend(0.1); }
        fn receive(&mut self, senses: &mut impl Senses, letters: &str) { *senses.count() += letters.len() as u32; }
    } }
    leaf! { [context = World<'_>, message = [u32]] InWorld {
        fn run(&mut self, world: &mut World<'_>, span: &mut Span) -> bool { *world.count += 1; span.spend(0.1) }
        fn receive(&self, world: &World, numbers: &[u32]) -> Status {
            if numbers.contains(world.count) { Status::Success } else { Status::Running }
        }
    } }
    leaf! { [context = dyn Senses, message = dyn Fn() -> u32] OfTrait {
        fn run(&self, senses: &mut dyn Senses, span: &mut Span) { *senses.count() += 1; span.spend(0.1); }
        fn receive(self, senses: &mut dyn Senses, number: &dyn Fn() -> u32) { *senses.count() += number(); }
    } }
    leaf! { [context = Box<u32>, message = u32] Boxed {
        fn run(&self, count: &mut u32, span: &mut Span) { *count += 1; span.spend(0.1); }
        fn receive(self, count: &mut u32, number: &u32) -> Status { *count += number; Status::Failure }
    } }
    leaf! { [context = u32, error = &'static str, returns(success)] Fallible {
        fn run(&mut self, count: &mut u32, span: &mut Span) -> Result<Status, &'static str> {
            *count += 1;
            if span.spend(0.1) { Ok(Status::Success) } else { Err("late") }
        }
    } }

    leaf! { [context = u32, message = str, returns(success)] Quick {
        fn run(&self, _: &u32, _: &mut Span) -> Status { Status::Success }
        fn receive(&self, _: &u32, _: &str) {}
    } }

    #[derive(Behavior)]
    #[behavior(context = T, message = M)]
    pub struct Generic<'a, T: Senses, M: ?Sized, const N: usize>(pub &'a [u32; N], pub PhantomData<(T, Box<M>)>);

    impl<T: Senses, M: ?Sized, const N: usize> Generic<'_, T, M, N> {
        fn run(&self, senses: &mut T, span: &mut Span) {
            *senses.count() += self.0[0];
            span.spend(0.1);
        }

        fn receive(&self, senses: &mut T, _: &M) {
            *senses.count() += self.0[1];
        }
    }

    /// The derive ignores a method called `run_for`.
    #[derive(Behavior, Default)]
    #[behavior(context = u32)]
    pub struct NoMessage;

    impl NoMessage {
        fn run(&self, count: &mut u32) {
            *count += self.run_for();
        }

        fn run_for(&self) -> u32 {
            2
        }
    }
}

#[test]
fn run_takes_time_in_all_its_forms() {
    use leaves::*;
    bt! {
        Numbers(u32) -> Result<&'static str> = sequence <
            mut_mut,
            mut_mut_span,
            ref_ref,
            ref_ref_span,
            value,
            value_span,
            any_span,
            fallible,
            no_message,
        >
    }
    let mut count = 0;
    assert_eq!(Numbers::new().tick_for(0.5, &mut count), Ok(Status::Success));
    assert_eq!(count, 8);
    assert_eq!(Numbers::new().tick_for(0.4, &mut count), Err("late"));
    bt! { Worldly(World<'_>) = sequence < in_world, in_world > }
    let mut count = 0;
    assert_eq!(Worldly::new().tick_for(0.1, &mut World { count: &mut count }), Status::Failure);
    assert_eq!(Worldly::new().tick_for(0.2, &mut World { count: &mut count }), Status::Success);
    assert_eq!(count, 4);
    let mut span = Span::of(0.3);
    let _ = OfTrait.run_for(&mut count as &mut dyn Senses, &mut span);
    let mut boxed = Box::new(7);
    let _ = Boxed.run_for(&mut boxed, &mut span);
    let _ = Generic(&[10, 20], PhantomData::<(u32, Box<str>)>).run_for(&mut count, &mut span);
    assert_eq!((count, *boxed, span.left()), (15, 8, Duration::ZERO));
}

#[test]
fn what_returns_says_can_be_known_of_a_run_with_time() {
    const {
        let can = <leaves::MutMutSpan as Behavior<u32>>::CAN;
        assert!(can.succeed && can.fail && !can.run);
        let can = <leaves::Fallible as Behavior<u32>>::CAN;
        assert!(can.succeed && !can.fail && !can.run);
    }
    assert_eq!(size_of_val(&bt!((u32) = sequence < leaves::mut_mut_span, leaves::value_span >)), 0);
}

#[test]
fn receive_in_all_its_forms() {
    use leaves::*;
    let mut count = 0;
    assert_eq!(AnySpan.receive(&mut count, "seven"), Status::Running);
    assert_eq!(Receive::receive(&mut OfTrait, &mut count as &mut dyn Senses, &|| 2), Status::Running);
    assert_eq!(count, 7);
    assert_eq!(Receive::receive(&mut InWorld, &mut World { count: &mut count }, &[1, 7][..]), Status::Success);
    assert_eq!(Receive::receive(&mut InWorld, &mut World { count: &mut count }, &[1][..]), Status::Running);
    assert_eq!(Receive::receive(&mut Quick, &mut count, "not returned by `run`"), Status::Running);
    let mut boxed = Box::new(1);
    assert_eq!(Receive::receive(&mut Boxed, &mut boxed, &2), Status::Failure);
    let mut generic = Generic(&[10, 20], PhantomData::<(u32, Box<str>)>);
    assert_eq!(Receive::receive(&mut generic, &mut count, "ignored"), Status::Running);
    assert_eq!((count, *boxed), (27, 3));
}
