//! Leaves, values and decorators that cannot be live, in a crate with the feature `live`: a feature that applies to all
//! crates of a program must not change which of them compile.

use bt::{Status, bt, leaf};
use std::cell::Cell;
use std::rc::Rc;

struct World<'w> {
    seen: &'w Cell<u32>,
}

struct Path(Rc<u32>);

#[leaf]
fn find(_: &World<'_>) -> Option<Path> {
    Some(Path(Rc::new(3)))
}

/// Takes what cannot be cloned, and cannot be sent.
#[derive(bt::Behavior)]
#[behavior(context = World<'_>)]
struct Follow {
    path: Path,
}

impl Follow {
    fn new(path: Path) -> Self {
        Follow { path }
    }

    fn run(&mut self, world: &mut World<'_>) -> Status {
        world.seen.set(world.seen.get() + *self.path.0);
        Status::Success
    }
}

#[derive(bt::Decorator)]
#[decorator(context = World<'_>)]
struct Shared(Rc<()>);

impl Shared {
    fn new(held: Rc<()>) -> Self {
        Shared(held)
    }

    fn after(&mut self, _: &World<'_>, status: Status) -> Status {
        let _ = &self.0;
        status
    }
}

bt! {
    Walk(World<'_>) = sequence <
        find -> path: Path,
        follow(path),
        shared(Rc::new(())) < succeed >,
        action(|world| Some(Rc::new(world.seen.get()))) -> sum: Rc<u32>,
        condition(|world| *sum == world.seen.get()),
        keyed(|_| -> *const u32 { std::ptr::null() }) < running >,
    >
}

fn main() {
    let seen = Cell::new(0);
    let status = Walk::new().tick(&mut World { seen: &seen });
    println!("{status:?} {}", seen.get());
}
