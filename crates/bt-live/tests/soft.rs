//! Leaves, values and decorators that cannot be live are in the same program. They compile, and a text that uses one in
//! a live tree is refused.

use std::cell::Cell;
use std::rc::Rc;

use bt::{Status, bt, leaf};
use bt_live::{Live, offer};

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

bt! { Rest(World<'_>) = sequence < condition(|world| world.seen.get() == 0), running > }

/// The text of this file with other nodes in the tree `Rest`.
fn edited(nodes: &str) -> String {
    include_str!("soft.rs").replacen("sequence < condition(|world| world.seen.get() == 0), running >", nodes, 1)
}

#[test]
fn what_cannot_be_live_is_refused_where_a_text_uses_it() {
    let seen = Cell::new(0);
    assert_eq!(Walk::new().tick(&mut World { seen: &seen }), Status::Running);
    seen.set(0);
    let mut rest = Live::from(Rest::new());
    assert_eq!(rest.tick(&mut World { seen: &seen }), Status::Running);
    for (nodes, messages) in [
        (
            "sequence < find -> path: Path, follow(path) >",
            ["so it cannot be a value in a live tree", "Follow` is not `Send + Sync + 'static`"],
        ),
        ("shared(Rc::new(())) < running >", ["Shared` is not `Send + Sync + 'static`", "in a live tree"]),
    ] {
        let refused = offer(file!(), &edited(nodes)).expect_err(nodes).to_string();
        for message in messages {
            assert!(refused.contains(message), "{refused}");
        }
    }
    // The value of `find` is not used.
    offer(file!(), &edited("sequence < find, running >")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(rest.tick(&mut World { seen: &seen }), Status::Running);
}
