//! Trees where nothing can be taken for granted.
//!
//! That this compiles is half of the test; the other half is run below.

#![no_std]
#![no_implicit_prelude]
#![deny(warnings, missing_docs)]
#![deny(unused_qualifications, unused_lifetimes, single_use_lifetimes)]
#![deny(clippy::all, clippy::pedantic)]
// Hooks take `self` whether they use it or not.
#![allow(clippy::unused_self)]

use ::trees::{Behavior, bt};

/// Names that generated code must not fall for.
mod hostile {
    #![allow(non_camel_case_types, dead_code, unused_macros)]
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Option;
    pub struct Result;
    pub struct Status;
    pub struct Outcome;
    pub struct Span;
    pub struct Receive;
    pub struct Tell;
    pub struct Default;
    pub struct Clone;
    pub struct Iterator;
    pub struct Box;
    pub struct FnOnce;
    pub struct Sized;
    pub mod core {}
    pub mod std {}
    pub mod bt {}
    pub mod __private {}
}
#[allow(unused_imports)]
use hostile::*;

/// What the leaves work on.
pub struct Room {
    /// How far the door is.
    pub distance: u32,
    /// Whether it is open.
    pub open: bool,
}

/// Walks to the door.
#[derive(Behavior)]
#[behavior(context = Room, crate = ::trees)]
pub struct Walk;

impl Walk {
    fn start(&mut self, _: &mut Room) {}

    fn run(&mut self, room: &mut Room) -> ::trees::Status {
        room.distance -= 1;
        if room.distance == 0 { ::trees::Status::Success } else { ::trees::Status::Running }
    }

    fn finish(&self, _: &Room, _: ::trees::Outcome) {}
}

impl ::core::default::Default for Walk {
    fn default() -> Self {
        Walk
    }
}

/// Opens the door.
#[derive(Behavior, PartialEq, Debug)]
#[behavior(context = Room, crate = ::trees)]
pub struct OpenDoor {
    wide: bool,
}

impl OpenDoor {
    fn new(wide: bool) -> Self {
        OpenDoor { wide }
    }

    fn run(&self, room: &mut Room) -> bool {
        room.open = self.wide;
        self.wide
    }
}

/// Goes through the door, which takes a time.
#[derive(Behavior)]
#[behavior(context = Room, message = Shout, crate = ::trees)]
pub struct StepThrough {
    seconds: f64,
}

/// What can be heard through the door.
pub struct Shout {
    /// Whether it is a warning.
    pub warns: bool,
}

impl StepThrough {
    fn new(seconds: f64) -> Self {
        StepThrough { seconds }
    }

    fn run(&mut self, _: &mut Room, span: &mut ::trees::Span) -> ::trees::Status {
        if span.spend(self.seconds) {
            return ::trees::Status::Success;
        }
        self.seconds -= span.seconds();
        ::trees::Status::Running
    }

    fn receive(&self, room: &mut Room, shout: &Shout) -> ::trees::Status {
        room.open = !shout.warns;
        if shout.warns { ::trees::Status::Failure } else { ::trees::Status::Running }
    }
}

/// One of the three.
#[derive(Behavior)]
#[behavior(context = Room, message = Shout, crate = ::trees)]
pub enum Act {
    /// To the door.
    Walk(Walk),
    /// To open it.
    Open(OpenDoor),
    /// Through it.
    Step(StepThrough),
}

/// Lets its child be.
pub struct Lazy;

impl ::core::default::Default for Lazy {
    fn default() -> Self {
        Lazy
    }
}

impl ::trees::Decorator<Room> for Lazy {}

/// Runs one child.
#[derive(::trees::Composite)]
#[composite(context = Room, crate = ::trees)]
pub struct Any;

impl ::core::default::Default for Any {
    fn default() -> Self {
        Any
    }
}

impl Any {
    fn start(&mut self, _: &mut Room) {}

    fn first(&mut self, room: &mut Room, children: ::core::primitive::usize) -> ::trees::Next {
        ::trees::Next::Child(if room.open { children - 1 } else { 0 })
    }

    fn after(&mut self, _: &mut Room, _: ::core::primitive::usize, ended: ::trees::Status) -> ::trees::Next {
        ::trees::Next::End(ended)
    }

    fn look(&mut self, _: &mut Room, _: ::core::primitive::usize) -> ::trees::Look {
        ::trees::Look::Stay
    }
}

bt! {
    /// Walks to the door and opens it, in every way there is.
    pub Bot(Room) = sequence < walk, first: open_door(true), Act::Open(OpenDoor::new(true)) >
}

bt! {
    /// Goes through two doors.
    pub Doors(Room) = sequence < step_through(0.5), Act::Step(StepThrough::new(0.25)) >
}

bt! {
    /// Every kind of node.
    pub All(Room) { wide: bool } = parallel_all(failure = all) <
        sequence < walk, open_door(wide), open_door { wide: true } >,
        selector < fail, succeed, unchecked < running > >,
        reactive_sequence < condition(|room| room.distance > 0), action(|room| room.open = true) >,
        reactive_selector < fail, guard(|room| room.open) < succeed > >,
        race < succeed, unchecked < running > >,
        if_else < succeed, fail, unchecked < succeed > >,
        if_else(|room| room.open) < succeed >,
        reactive_if_else(|room| room.open) < succeed, fail >,
        reactive_utility(1, |room| room.distance, margin = |_| 0.5) < succeed, fail >,
        parallel(success = |room| room.distance, failure = 1 + 1) < succeed, fail >,
        switch(|room| room.distance) < 0 => succeed, n if n > 3 => fail, _ => running >,
        reactive_switch(|room| room.distance) < 0 => succeed, _ => fail >,
        inverter < force_success < force_failure < succeed > > >,
        repeat(2) < retry(|room| room.distance) < succeed > >,
        repeat_until_failure < unchecked < repeat_until_success < fail > > >,
        run_once < run_limit(3) < forever < fail > > >,
        precondition(|room| room.open) < lazy < succeed > >,
        any < succeed, fail >,
        wait_until(|room| room.distance == 0),
    >
}

/// A tree whose header names its error type.
pub mod failing {
    use ::trees::{Behavior, bt};

    /// What can go wrong.
    #[derive(Debug, PartialEq)]
    pub struct Stuck;

    /// A leaf that gets stuck.
    #[derive(Behavior)]
    #[behavior(context = super::Room, error = Stuck, crate = ::trees)]
    pub struct Pull;

    impl ::core::default::Default for Pull {
        fn default() -> Self {
            Pull
        }
    }

    impl Pull {
        fn run(&mut self, room: &mut super::Room) -> ::core::result::Result<bool, Stuck> {
            if room.open { ::core::result::Result::Ok(true) } else { ::core::result::Result::Err(Stuck) }
        }
    }

    bt! {
        /// Pulls.
        pub Puller(super::Room) -> Result<Stuck> = sequence < pull, super::walk >
    }
}

#[cfg(test)]
mod tests {
    use super::{Act, All, Bot, Doors, OpenDoor, Room, Shout, StepThrough, failing};
    use ::core::{assert, assert_eq};
    use ::trees::{Receive, Status, bt};

    #[test]
    fn they_run() {
        let mut room = Room { distance: 2, open: false };
        let mut bot = Bot::new();
        assert_eq!(bot.tick_for(0.0, &mut room), Status::Running);
        assert_eq!(bot.tick_for(0.0, &mut room), Status::Success);
        assert!(room.open);
        let mut all = All::new(true);
        room.distance = 5;
        for _ in 0..10 {
            if !all.tick(&mut room).is_running() {
                break;
            }
        }
        all.abort(&mut room);
        assert!(!all.is_running());
        room.open = false;
        assert_eq!(failing::Puller::new().tick(&mut room), ::core::result::Result::Err(failing::Stuck));
        let mut doors = Doors::new();
        assert_eq!(doors.tick_for(0.625, &mut room), Status::Running);
        assert_eq!(doors.tick_for(0.125, &mut room), Status::Success);
        let shout = Shout { warns: true };
        assert_eq!(Act::Step(StepThrough::new(1.0)).receive(&mut room, &shout), Status::Failure);
        assert_eq!(Act::Open(OpenDoor::new(true)).receive(&mut room, &shout), Status::Running);
        let mut unnamed = bt!(
            (Room) = sequence < guard(|room| !room.open) < succeed >, inverter < condition(|room| room.open) > >
        );
        assert_eq!(unnamed.tick(&mut room), Status::Success);
    }
}
