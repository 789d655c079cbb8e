//! Contexts that borrow, are generic, or are objects.

mod generic;
mod lifetimes;
mod objects;

use bt::{Behavior, Status, bt, leaf};

/// A world that lives for one frame.
struct World<'w> {
    log: &'w mut Vec<String>,
    names: &'w [&'static str],
}

#[derive(Default, Clone, Debug)]
struct Count {
    ticks: usize,
}

impl<'w> Behavior<World<'w>> for Count {
    type Answer = Status;

    fn run(&mut self, world: &mut World<'w>) -> Status {
        world.log.push(format!("{} {}", world.names[self.ticks], self.ticks));
        self.ticks += 1;
        if self.ticks == world.names.len() { Status::Success } else { Status::Running }
    }
}

#[test]
fn a_context_may_borrow() {
    bt! {
        #[derive(Clone, Debug)]
        Part(World<'_>) = count
    }
    bt! {
        #[derive(Clone, Debug)]
        Tree(World<'_>) = sequence <
            count,
            condition(|world| !world.names.is_empty()),
            part,
            action(|world| world.log.push("end".into())),
        >
    }
    let mut log = Vec::new();
    let mut tree = Tree::new();
    for _ in 0..3 {
        // A new borrow in each frame.
        let names = vec!["a", "b"];
        if !tree.tick(&mut World { log: &mut log, names: &names }).is_running() {
            break;
        }
    }
    assert_eq!(log, ["a 0", "b 1", "a 0", "b 1", "end"]);
    let mut unnamed = bt!(sequence < part, count >);
    let mut log = Vec::new();
    assert_eq!(unnamed.tick(&mut World { log: &mut log, names: &["x"] }), Status::Success);
}

#[test]
fn a_context_may_have_lifetimes_of_its_own() {
    bt! { Asks(for<'a> fn(&'a u32) -> &'a u32) = condition(|same| *same(&3) == 3) }
    let mut same: for<'a> fn(&'a u32) -> &'a u32 = |number| number;
    assert_eq!(Asks::new().tick(&mut same), Status::Success);
    bt! { Reads(&'static str) = condition(|text| text.is_empty()) }
    assert_eq!(Reads::new().tick(&mut ""), Status::Success);
}

/// One lifetime for all, the shortest form.
type Ctx<'a> = Pair<'a, 'a>;

struct Pair<'a, 'b> {
    names: &'a [&'static str],
    log: &'b mut Vec<&'static str>,
}

#[leaf]
fn greet(ctx: &mut Ctx<'_>) -> bool {
    let name = ctx.names.get(ctx.log.len());
    ctx.log.extend(name);
    name.is_some()
}

#[leaf]
fn greet_named<'a>(ctx: &mut Ctx<'a>) -> bool {
    let first: Option<&'a &'static str> = ctx.names.first();
    ctx.log.extend(first);
    first.is_some()
}

#[derive(Behavior, Default)]
#[behavior(context = Ctx<'_>)]
struct Leave;

impl Leave {
    fn run(&self, ctx: &mut Ctx<'_>) {
        ctx.log.push("bye");
    }
}

struct Stand;

impl Stand {
    fn new() -> Self {
        Stand
    }
}

impl<'a> Behavior<Ctx<'a>> for Stand {
    type Answer = Status;

    fn run(&mut self, _: &mut Ctx<'a>) -> Status {
        Status::Running
    }
}

bt! { Greeter(Ctx<'_>) = repeat_until_failure < greet > }
bt! { Host(Ctx<'_>) = sequence < greeter, greet_named, action(|ctx| ctx.log.push("so")), leave, stand() > }

#[test]
fn a_context_may_be_an_alias_with_a_lifetime() {
    let (mut host, mut log) = (Host::new(), Vec::new());
    for names in [&["Ann"][..], &["Ann", "Bob"]] {
        let names = names.to_vec();
        assert_eq!(host.tick(&mut Ctx { names: &names, log: &mut log }), Status::Running);
    }
    assert_eq!(log, ["Ann", "Bob"]);
    let names = vec!["Ann"];
    host.tick(&mut Ctx { names: &names, log: &mut log });
    assert_eq!(log, ["Ann", "Bob", "Ann", "so", "bye"]);
    let mut unnamed = bt!(sequence < greet_named, condition(|ctx| ctx.names.len() == 1), leave >);
    assert_eq!(unnamed.tick(&mut Ctx { names: &names, log: &mut log }), Status::Success);
}
