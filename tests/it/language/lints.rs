//! Lints that users turn on do not fire for generated code: this file compiles with them as errors.

#![deny(elided_lifetimes_in_paths, missing_debug_implementations, single_use_lifetimes, trivial_casts, unit_bindings)]
#![deny(unnameable_types, unreachable_pub, unused_lifetimes, unused_qualifications, unused_results)]

use bt::{Behavior, Decorator, Outcome, Span, Status, bt, leaf};

#[derive(Debug)]
pub(crate) struct Room {
    doors: u32,
}

#[derive(Debug)]
pub(crate) struct Shot;

#[leaf]
#[derive(Debug)]
pub(crate) fn walk(_: &mut Room, _: &u32) -> Status {
    Status::Success
}

#[leaf]
#[derive(Debug)]
fn knock(room: &mut Room) -> bool {
    room.doors > 0
}

#[derive(Behavior, Debug, Default)]
#[behavior(context = Room, message = Shot)]
pub(crate) struct Hop {
    height: u32,
}

impl Hop {
    fn start(&mut self, _: &mut Room) {
        self.height = 1;
    }

    fn run(&mut self, _: &mut Room, _: &mut Span) -> bool {
        self.height > 0
    }

    fn finish(&mut self, _: &mut Room, _: Outcome) {}

    fn receive(&mut self, _: &mut Room, _: &Shot) {}
}

#[derive(Behavior, Debug)]
#[behavior(context = Room)]
enum Act {
    Hop(Hop),
    Knock(Knock),
}

#[derive(Debug, Default)]
struct Calm;

impl<C> Decorator<C> for Calm {}

bt! {
    #[derive(Debug)]
    pub(crate) Listener(Room) { steps: u32 } on Shot = sequence <
        walk(steps),
        timeout(1.0) < hop >,
        repeat(steps) < calm < knock > >,
        parallel < knock, wait(0.5) >,
        cooldown(1.0) < hop >,
    >
}

bt! {
    #[derive(Debug)]
    Private(Room) = sequence <
        Act::Knock,
        Act::Hop,
        observe(|room| -> u32 { room.doors }) < reactive_selector < knock, hop > >,
        switch(|room| room.doors) < 1 => listener(2), _ => knock >,
    >
}

#[test]
fn generated_code_does_not_set_off_lints() {
    let mut room = Room { doors: 1 };
    assert_ne!(Private::new().tick_for(1.0, &mut room), Status::Failure);
    assert_eq!(bt!(sequence < knock, knock >).tick(&mut room), Status::Success);
}
