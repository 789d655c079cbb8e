//! Contexts that borrow, are generic, or are objects.

use bt::{Behavior, Outcome, Status, TreeFor as _, bt, leaf};

use crate::bench::{Bench, Scripted};

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

trait Senses {
    fn sees(&self) -> bool;
    fn note(&mut self, text: &str);
}

impl Senses for Bench {
    fn sees(&self) -> bool {
        self.flag
    }

    fn note(&mut self, text: &str) {
        self.log.push(text.into());
    }
}

#[derive(Default, Clone, Debug)]
struct Watch {
    ticks: u8,
}

impl<C: Senses> Behavior<C> for Watch {
    type Answer = Status;

    fn run(&mut self, context: &mut C) -> Status {
        self.ticks += 1;
        context.note(&format!("watch {}", self.ticks));
        if self.ticks == 2 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        context.note(&format!("{outcome:?}"));
    }
}

#[test]
fn a_context_may_be_generic() {
    bt! {
        #[derive(Clone, Debug)]
        Limited(impl Senses) = run_once < watch >
    }
    bt! {
        #[derive(Clone, Debug)]
        Tree(impl Senses) = selector <
            guard(|context| context.sees()) < sequence < watch, fail > >,
            limited,
            action(|context| context.note("nothing")),
        >
    }
    let mut tree = Tree::new();
    let mut bench = Bench { flag: true, ..Bench::default() };
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.flag = false;
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "watch 1, Aborted, watch 1");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 2, Success");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "");
    // A tree for any context is a leaf in a tree for one.
    bt! { Concrete(Bench) = sequence < limited, scripted("A") > }
    let mut bench = Bench::new("A=S");
    let mut tree = Concrete::new();
    tree.tick(&mut bench);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 1, watch 2, Success, start A, finish A Success");
}

/// The abilities of any agent.
trait Able {
    fn act(&mut self);
}

impl Able for u32 {
    fn act(&mut self) {
        *self += 1;
    }
}

bt! { Object(dyn Able) = sequence < action(|able| able.act()), running > }
bt! { Around(dyn Able) = inverter < object > }

#[test]
fn a_context_may_be_an_object() {
    let (mut tree, mut count) = (Around::new(), 0u32);
    assert_eq!(tree.tick(&mut count), Status::Running);
    tree.abort(&mut count);
    assert_eq!(count, 1);
}

#[leaf]
fn do_it(able: &mut dyn Able) {
    able.act();
}

#[leaf]
fn do_times(able: &mut (dyn Able + '_), times: u32) -> bool {
    (0..times).for_each(|_| able.act());
    times > 0
}

#[derive(Behavior, Default)]
#[behavior(context = dyn Able)]
struct DoAgain {
    runs: u32,
}

impl DoAgain {
    fn run(&mut self, able: &mut dyn Able) -> Status {
        self.runs += 1;
        able.act();
        if self.runs == 2 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, able: &mut dyn Able, _: Outcome) {
        able.act();
    }
}

#[derive(Default)]
struct ActByHand;

impl Behavior<dyn Able + '_> for ActByHand {
    type Answer = ();

    fn run(&mut self, able: &mut (dyn Able + '_)) {
        able.act();
    }
}

bt! { AbleTree(dyn Able) = sequence < do_it, do_times(2), do_again, act_by_hand, object > }

#[test]
fn leaves_may_have_an_object_as_their_context() {
    /// It borrows, so it is not a `'static` object.
    struct Borrowed<'a>(&'a mut u32);

    impl Able for Borrowed<'_> {
        fn act(&mut self) {
            *self.0 += 1;
        }
    }

    let (mut tree, mut count) = (AbleTree::new(), 0);
    for _ in 0..2 {
        let able: &mut dyn Able = &mut Borrowed(&mut count);
        assert_eq!(tree.tick(able), Status::Running);
    }
    assert_eq!(count, 3 + 2 + 1 + 1 + 1);
    let mut boxed: Box<dyn Able> = Box::new(0u32);
    assert_eq!(bt!(sequence < do_it, act_by_hand >).tick(&mut *boxed), Status::Success);
    let mut unnamed = bt!((dyn Able) = sequence < do_it, action(|able| able.act()) >);
    assert_eq!(unnamed.tick(&mut *boxed), Status::Success);
}

trait Moves {
    fn position(&mut self) -> &mut i32;
}

#[derive(Default)]
struct Walker {
    sees: bool,
    position: i32,
}

impl Moves for Walker {
    fn position(&mut self) -> &mut i32 {
        &mut self.position
    }
}

impl Senses for Walker {
    fn sees(&self) -> bool {
        self.sees
    }

    fn note(&mut self, _: &str) {}
}

#[leaf]
fn step(context: &mut (impl Senses + Moves)) -> bool {
    *context.position() += 1;
    context.sees()
}

#[leaf]
fn hop<C>(context: &mut C, by: i32) -> Status
where
    C: Moves + ?Sized,
{
    *context.position() += by;
    Status::Success
}

#[derive(Behavior, Default)]
#[behavior(context = impl Senses + Moves)]
struct Wander;

impl Wander {
    fn run<C: Senses + Moves>(&self, context: &mut C) {
        *context.position() -= 1;
    }
}

#[derive(Default)]
struct Turn;

impl<C> Behavior<C> for Turn
where
    C: Moves,
{
    type Answer = ();

    fn run(&mut self, context: &mut C) {
        *context.position() *= -1;
    }
}

bt! { Turner(impl Moves) = sequence < turn, hop(2) > }
bt! {
    Patrol(impl Senses + Moves) { by: i32 } = selector <
        sequence < step, hop(by), wander, turner, action(|context| *context.position() *= 10) >,
        condition(|context| context.sees()),
    >
}

#[test]
fn a_generic_context_may_need_several_traits() {
    let mut walker = Walker { sees: true, ..Walker::default() };
    assert_eq!(Patrol::new(3).tick(&mut walker), Status::Success);
    assert_eq!(walker.position, -10);
    bt! { InWalker(Walker) = sequence < patrol(3), turner, watch > }
    assert_eq!(InWalker::new().tick(&mut walker), Status::Running);
    assert_eq!(bt!(sequence < step, turner >).tick(&mut walker), Status::Success);
    assert_eq!(bt!((impl Senses + Moves) = sequence < step, turner >).tick(&mut walker), Status::Success);
}

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

/// One lifetime for all, the shortest form.
type Ctx<'a> = Pair<'a, 'a>;

struct Pair<'a, 'b> {
    names: &'a [&'static str],
    log: &'b mut Vec<&'static str>,
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

/// Only the item of the query.
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
