//! Each variant of an enum holds a behavior for the enum's context.

use bt::{Behavior, Status};

struct Room;
struct Cave;

#[derive(Behavior)]
#[behavior(context = Cave)]
struct Crawl;

impl Crawl {
    fn run(&mut self, _: &mut Cave) {}
}

struct Jump;

#[derive(Behavior)]
#[behavior(context = Room)]
enum Action {
    Crawl(Crawl),
    Jump(Jump),
    Boxed { jump: Box<Jump> },
    Wait(f32),
    Status(Status),
}

fn main() {}
