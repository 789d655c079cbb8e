//! All messages have one type, lifetimes included.

use bt::{Behavior, Status};

struct Room;
struct Text<'a>(&'a str);

#[derive(Behavior)]
#[behavior(context = Room, message = Text)]
struct Elided;

impl Elided {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Room, _: &Text) {}
}

#[derive(Behavior)]
#[behavior(context = Room, message = Text<'static>)]
struct Forever;

impl Forever {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Room, _: &Text) {}
}

#[derive(Behavior)]
#[behavior(context = Room, message = Text<'a>)]
struct Named<'a>(&'a str);

impl<'a> Named<'a> {
    fn run(&mut self, _: &mut Room) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Room, text: &Text<'a>) {
        self.0 = text.0;
    }
}

fn main() {}
