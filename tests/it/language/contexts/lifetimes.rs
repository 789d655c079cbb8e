//! Contexts with several lifetimes, as the systems of an engine have them.

use bt::{Behavior, Outcome, Status, TreeFor as _, bt, leaf};

/// Mocks of a game engine: the lifetimes are invariant, like those of commands and query items.
mod engine {
    use std::cell::Cell;
    use std::marker::PhantomData;

    type Invariant<'a> = PhantomData<Cell<&'a ()>>;

    pub struct Commands<'w, 's> {
        pub queue: &'s mut Vec<&'static str>,
        world: Invariant<'w>,
    }

    impl<'w, 's> Commands<'w, 's> {
        pub fn new(queue: &'s mut Vec<&'static str>) -> Self {
            Commands { queue, world: PhantomData }
        }
    }

    /// The item of a query for one entity.
    pub struct NpcItem<'w, 's> {
        pub health: &'w mut u32,
        state: Invariant<'s>,
    }

    impl<'w> NpcItem<'w, '_> {
        pub fn new(health: &'w mut u32) -> Self {
            NpcItem { health, state: PhantomData }
        }
    }

    pub struct Res<'w, T>(pub &'w T);
}

use engine::{Commands, NpcItem, Res};

/// The data that a system passes to the trees.
struct Frame<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    npc: NpcItem<'w, 's>,
    time: Res<'w, u32>,
}

#[leaf]
fn shout(frame: &mut Frame<'_, '_, '_>) {
    frame.commands.queue.push("shout");
}

#[leaf]
fn heal(frame: &mut Frame<'_, '_, '_>, by: u32) -> Status {
    *frame.npc.health += by * frame.time.0;
    if *frame.npc.health < 10 { Status::Running } else { Status::Success }
}

#[leaf]
fn hurt<'w, 's>(frame: &mut Frame<'_, 'w, 's>) {
    let npc: &mut NpcItem<'w, 's> = &mut frame.npc;
    *npc.health -= 1;
}

/// Its context is only the item of the query.
#[leaf]
fn rest(npc: &mut NpcItem<'_, '_>) {
    *npc.health += 1;
}

#[derive(Behavior, Default, Clone, Debug)]
#[behavior(context = Frame<'_, '_, '_>)]
struct Sleep {
    ticks: u32,
}

impl Sleep {
    fn start(&mut self, frame: &mut Frame) {
        frame.commands.queue.push("sleep");
    }

    fn run(&mut self, frame: &mut Frame<'_, '_, '_>) -> Status {
        self.ticks += frame.time.0;
        if self.ticks < 4 { Status::Running } else { Status::Success }
    }

    fn finish(&mut self, frame: &Frame<'_, '_, '_>, _: Outcome) {
        assert!(*frame.npc.health > 0);
    }
}

#[derive(Default, Clone, Debug)]
struct Wake;

impl<'w, 's> Behavior<Frame<'_, 'w, 's>> for Wake {
    type Answer = ();

    fn run(&mut self, frame: &mut Frame<'_, 'w, 's>) {
        frame.commands.queue.push("wake");
    }
}

bt! {
    #[derive(Clone, Debug)]
    Nap(Frame<'_, '_, '_>) = sequence < sleep, wake >
}
bt! {
    Healer(Frame<'_, '_, '_>) { by: u32 } = sequence <
        shout,
        guard(|frame| *frame.npc.health > 0) < heal(by) >,
        hurt,
        nap,
        action(|frame| frame.commands.queue.push("end")),
        condition(|frame| *frame.npc.health > *frame.time.0),
    >
}

/// One system in a frame: everything that it passes is borrowed for that frame.
fn in_a_frame(health: &mut u32, queue: &mut Vec<&'static str>, tick: impl FnOnce(&mut Frame) -> Status) -> Status {
    let time = 2;
    let mut commands = Commands::new(queue);
    tick(&mut Frame { commands: &mut commands, npc: NpcItem::new(health), time: Res(&time) })
}

#[test]
fn a_context_may_be_what_a_system_of_an_engine_has() {
    let (mut health, mut queue) = (1, Vec::new());
    let mut healer = Healer::new(3);
    let mut ticks = 1;
    while in_a_frame(&mut health, &mut queue, |frame| healer.tick(frame)).is_running() {
        ticks += 1;
    }
    assert_eq!((ticks, health), (3, 12));
    assert_eq!(queue, ["shout", "sleep", "wake", "end"]);
    // Unnamed, also with closures, and aborted.
    let mut unnamed = bt!(sequence < shout, nap, condition(|frame| *frame.time.0 > 0) >);
    assert_eq!(in_a_frame(&mut health, &mut queue, |frame| unnamed.tick(frame)), Status::Running);
    in_a_frame(&mut health, &mut queue, |frame| {
        unnamed.abort(frame);
        Status::Success
    });
    assert!(!unnamed.is_running());
    let mut rests = bt!((NpcItem<'_, '_>) = sequence < rest, condition(|npc| *npc.health == 13) >);
    assert_eq!(rests.tick(&mut NpcItem::new(&mut health)), Status::Success);
}

/// A leaf and a tree in one enum. What the lifetimes of the context have to outlive is known from its fields only.
#[derive(Behavior)]
#[behavior(context = Frame<'_, '_, '_>)]
enum Pause {
    Wake(Wake),
    Nap(Nap),
}

/// Trees alone, so the enum is one.
#[derive(Behavior)]
#[behavior(context = Frame<'_, '_, '_>)]
enum Mind {
    Healer(Healer),
    Nap(Nap),
}

bt! { Pauses(Frame<'_, '_, '_>) = sequence < Pause::Nap(Nap::new()), Pause::Wake(Wake) > }

#[test]
fn an_enum_of_leaves_and_trees_may_have_a_context_with_several_lifetimes() {
    let (mut health, mut queue) = (1, Vec::new());
    let mut pauses = Pauses::new();
    assert_eq!(in_a_frame(&mut health, &mut queue, |frame| pauses.tick(frame)), Status::Running);
    assert_eq!(in_a_frame(&mut health, &mut queue, |frame| pauses.tick(frame)), Status::Success);
    let mut minds = [Mind::Nap(Nap::new()), Mind::Healer(Healer::new(3))];
    for mind in &mut minds {
        assert_eq!(in_a_frame(&mut health, &mut queue, |frame| mind.tick(frame)), Status::Running);
        assert_eq!(mind.sleep(), None);
    }
    assert_eq!(queue, ["sleep", "wake", "wake", "sleep", "shout"]);
}
