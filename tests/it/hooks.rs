//! The hooks of leaves: the time that `run` takes, and the messages that `receive` takes.

use std::marker::PhantomData;
use std::time::Duration;

use bt::private::{Cell, Hears as _, Ignores as _, Inputs, Tell, Watch};
use bt::{Behavior, Decorator, Outcome, Receive, Span, Status, bt};

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A log of what was left at which moment.
type Log = Vec<(&'static str, Duration)>;

/// Takes a time, over as many ticks as it needs.
#[derive(Behavior, Clone)]
#[behavior(context = Log)]
struct Move {
    name: &'static str,
    left: Duration,
}

impl Move {
    fn new(name: &'static str, time: u64) -> Self {
        Move { name, left: millis(time) }
    }

    fn run(&mut self, log: &mut Log, span: &mut Span) -> Status {
        log.push((self.name, span.left()));
        if span.spend(self.left) {
            return Status::Success;
        }
        self.left -= span.left();
        Status::Running
    }
}

/// Notes what is left.
#[derive(Behavior)]
#[behavior(context = Log)]
struct Note {
    name: &'static str,
}

impl Note {
    fn new(name: &'static str) -> Self {
        Note { name }
    }

    fn run(&self, log: &mut Log, span: &mut Span) {
        log.push((self.name, span.left()));
    }
}

/// Spends some of the time, and then is running all the same.
#[derive(Behavior, Default)]
#[behavior(context = Log)]
struct Dawdle;

impl Dawdle {
    fn run(&self, _: &mut Log, span: &mut Span) -> Status {
        span.spend(0.1);
        Status::Running
    }
}

#[test]
fn a_span_tells_what_is_left_and_is_spent() {
    let mut span = Span::of(0.5);
    assert_eq!((span.left(), span.seconds()), (millis(500), 0.5));
    assert!(!span.spend(millis(501)));
    assert_eq!(span.left(), millis(500), "nothing is taken if there is not enough");
    assert!(span.spend(0.25f32));
    assert_eq!(span.left(), millis(250));
    assert!(span.spend(millis(250)), "all of it may be spent");
    assert_eq!((span.left(), span.seconds()), (Duration::ZERO, 0.0));
    assert!(!span.spend(Duration::from_nanos(1)));
    assert!(span.spend(0.0));
}

#[test]
fn what_a_leaf_leaves_passes_to_the_next() {
    bt! { Way(Log) = sequence < move("A", 300), move("B", 400), wait(0.1), note("end") > }
    let (mut way, mut log) = (Way::new(), Log::new());
    assert_eq!(way.tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("A", millis(1000)), ("B", millis(700)), ("end", millis(200))]);
    log.clear();
    for _ in 0..3 {
        assert_eq!(way.tick_for(0.25, &mut log), Status::Running);
    }
    assert_eq!(way.tick_for(0.25, &mut log), Status::Success);
    let expected = [("A", 250), ("A", 250), ("B", 200), ("B", 250), ("end", 200)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

#[test]
fn a_tick_is_an_instant() {
    bt! { Notes(Log) = sequence < note("A"), move("B", 0), move("C", 1) > }
    let (mut notes, mut log) = (Notes::new(), Log::new());
    assert_eq!(notes.tick(&mut log), Status::Running);
    assert_eq!(log, [("A", Duration::ZERO), ("B", Duration::ZERO), ("C", Duration::ZERO)]);
}

#[test]
fn inner_nodes_share_the_span_out() {
    bt! {
        Parts(Log) = sequence <
            timeout(0.5) < note("cut") >,
            parallel < move("A", 300), move("B", 500), note("whole") >,
            selector < timeout(0.1) < move("C", 200) >, note("after C") >,
            repeat(2) < move("D", 50) >,
            note("end"),
        >
    }
    let (mut parts, mut log) = (Parts::new(), Log::new());
    assert_eq!(parts.tick_for(1.0, &mut log), Status::Success);
    let expected = [
        ("cut", 500),
        ("A", 1000),
        ("B", 1000),
        ("whole", 1000),
        ("C", 100),
        ("after C", 400),
        ("D", 400),
        ("D", 350),
        ("end", 300),
    ];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

/// Takes what is running for done.
#[derive(Default)]
struct Impatient;

impl<C> Decorator<C> for Impatient {
    fn after(&mut self, _: &mut C, _: Status) -> Status {
        Status::Success
    }
}

#[test]
fn a_leaf_that_is_running_has_used_all() {
    bt! { Dawdler(Log) = dawdle }
    bt! { Tree(Log) = sequence < impatient < dawdle >, note("1"), wait(0.5), impatient < dawdler >, note("2") > }
    let (mut tree, mut log) = (Tree::new(), Log::new());
    assert_eq!(tree.tick_for(1.0, &mut log), Status::Running);
    assert_eq!(tree.tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("1", Duration::ZERO), ("2", Duration::ZERO)]);
    bt! { Late(Log) = sequence < force_success < timeout(0.3) < dawdle > >, note("3") > }
    bt! { Never(Log) = sequence < parallel(success = 1) < dawdle, move("4", 400) >, note("5") > }
    log.clear();
    assert_eq!(Late::new().tick_for(1.0, &mut log), Status::Success);
    assert_eq!(Never::new().tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("3", millis(700)), ("4", millis(1000)), ("5", millis(600))]);
}

/// Either.
#[derive(Behavior)]
#[behavior(context = Log)]
enum Act {
    Move(Move),
    Note(Note),
    Rest(Rest),
}

bt! { Rest(Log) = sequence < wait(0.1), move("in a tree", 100) > }

#[test]
fn an_enum_hands_the_span_on() {
    bt! {
        Acts(Log) = sequence <
            Act::Move(Move::new("A", 300)), Act::Note(Note::new("B")), Act::Rest(Rest::new()), note("end"),
        >
    }
    let mut log = Log::new();
    assert_eq!(Acts::new().tick_for(1.0, &mut log), Status::Success);
    let expected = [("A", 1000), ("B", 700), ("in a tree", 600), ("end", 500)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

#[test]
fn run_is_run_for_in_an_instant() {
    let (mut log, mut act) = (Log::new(), Act::Move(Move::new("A", 10)));
    let _ = Behavior::run(&mut act, &mut log);
    let _ = act.run_for(&mut log, &mut Span::of(0.02));
    let mut note = Note::new("B");
    Behavior::run(&mut note, &mut log);
    let _ = note.run_for(&mut log, &mut Span::of(0.03));
    assert_eq!(log, [("A", 0), ("A", 20), ("B", 0), ("B", 30)].map(|(name, left)| (name, millis(left))));
}

/// All that `run` and `receive` may take and return.
mod forms {
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

    /// A method of this name is none of the derive's business.
    #[derive(Behavior, Default)]
    #[behavior(context = u32)]
    pub struct NoMessage;

    impl NoMessage {
        fn run(&self, count: &mut u32) {
            *count += self.receive(1) + self.run_for();
        }

        fn receive(&self, number: u32) -> u32 {
            number
        }

        fn run_for(&self) -> u32 {
            1
        }
    }
}

#[test]
fn run_takes_time_in_all_its_forms() {
    use forms::*;
    bt! {
        Numbers(u32) -> Result<&'static str> = sequence <
            mut_mut, mut_mut_span, ref_ref, ref_ref_span, value, value_span, any_span, fallible, no_message,
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
        let can = <forms::MutMutSpan as Behavior<u32>>::CAN;
        assert!(can.succeed && can.fail && !can.run);
        let can = <forms::Fallible as Behavior<u32>>::CAN;
        assert!(can.succeed && !can.fail && !can.run);
    }
    assert_eq!(size_of_val(&bt!((u32) = sequence < forms::mut_mut_span, forms::value_span >)), 0);
}

#[test]
fn receive_in_all_its_forms() {
    use forms::*;
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

struct Shot {
    damage: u32,
}

struct Noise;

trait Sky {
    fn log(&mut self) -> &mut Vec<String>;
}

impl Sky for Vec<String> {
    fn log(&mut self) -> &mut Vec<String> {
        self
    }
}

/// Hears of shots.
#[derive(Behavior, Clone)]
#[behavior(context = impl Sky, message = Shot)]
struct Fly {
    feathers: u32,
}

impl Fly {
    fn run(&mut self, _: &mut impl Sky) -> Status {
        Status::Running
    }

    fn receive(&mut self, sky: &mut impl Sky, shot: &Shot) -> Status {
        sky.log().push(format!("shot {}", shot.damage));
        self.feathers = self.feathers.saturating_sub(shot.damage);
        match self.feathers {
            0 => Status::Failure,
            1 => Status::Success,
            _ => Status::Running,
        }
    }

    fn finish(&mut self, sky: &mut impl Sky, outcome: Outcome) {
        sky.log().push(format!("finish {outcome:?}"));
    }
}

/// Hears of nothing.
#[derive(Behavior, Clone, Default)]
#[behavior(context = impl Sky)]
struct Swim;

impl Swim {
    fn run(&mut self, _: &mut impl Sky) -> Status {
        Status::Running
    }

    fn finish(&mut self, sky: &mut impl Sky, outcome: Outcome) {
        sky.log().push(format!("finish {outcome:?}"));
    }
}

bt! { Dive(impl Sky) = run_once < swim > }

/// A leaf by hand.
struct Nest;

impl<C: ?Sized> Behavior<C> for Nest {
    type Answer = Status;

    fn run(&mut self, _: &mut C) -> Status {
        Status::Running
    }
}

impl<C: ?Sized> Receive<C, Shot> for Nest {
    fn receive(&mut self, _: &mut C, shot: &Shot) -> Status {
        Status::from(shot.damage < 10)
    }
}

impl<C: ?Sized> Receive<C, Noise> for Nest {
    fn receive(&mut self, _: &mut C, _: &Noise) -> Status {
        Status::Failure
    }
}

#[derive(Behavior)]
#[behavior(context = impl Sky, message = Shot)]
enum Duck {
    Fly(Fly),
    Swim { it: Swim },
    Dive(Dive),
    Nest(Nest),
    Nested(Flock<Fly>),
}

/// A variant that is a type parameter has to take the message.
#[derive(Behavior)]
#[behavior(context = impl Sky, message = Shot)]
enum Flock<T> {
    One(T),
    Two(Second<T>),
}

#[derive(Behavior)]
#[behavior(context = impl Sky)]
struct Second<T>(T);

impl<T> Second<T> {
    fn run(&self, _: &mut impl Sky) -> Status {
        Status::Running
    }
}

#[test]
fn an_enum_hands_messages_on() {
    let (mut sky, shot) = (Vec::new(), Shot { damage: 2 });
    let mut duck = Duck::Fly(Fly { feathers: 5 });
    assert_eq!(duck.receive(&mut sky, &shot), Status::Running);
    assert_eq!(duck.receive(&mut sky, &shot), Status::Success);
    assert_eq!(Duck::Swim { it: Swim }.receive(&mut sky, &shot), Status::Running);
    assert_eq!(Duck::Dive(Dive::new()).receive(&mut sky, &shot), Status::Running);
    assert_eq!(Duck::Nest(Nest).receive(&mut sky, &shot), Status::Success);
    assert_eq!(Duck::Nested(Flock::One(Fly { feathers: 1 })).receive(&mut sky, &shot), Status::Failure);
    assert_eq!(Duck::Nested(Flock::Two(Second(Fly { feathers: 1 }))).receive(&mut sky, &shot), Status::Running);
    assert_eq!(sky, ["shot 2", "shot 2", "shot 2"], "its finish is the business of the tree");
}

/// As the code of a tree whose context is any does it.
fn send_to_all<C: Sky>(
    (fly, swim, nest, duck): (&mut Fly, &mut Swim, &mut Nest, &mut Duck),
    kept: &mut [Cell],
    sky: &mut C,
    shot: &Shot,
) -> [Option<bool>; 4] {
    let inputs = &mut Inputs::new(kept, &[0], Span::of(0.0), ());
    [
        Tell::new(fly, &*sky, shot).__listener().tell(0, sky, inputs),
        Tell::new(swim, &*sky, shot).__listener().tell(0, sky, inputs),
        Tell::new(nest, &*sky, shot).__listener().tell(0, sky, inputs),
        Tell::new(duck, &*sky, shot).__listener().tell(0, sky, inputs),
    ]
}

#[test]
fn a_message_finishes_the_leaf_that_it_ends() {
    let mut kept = bt::private::Kept::<1>::NEW;
    let mut sky = Vec::new();
    let mut flies = (Fly { feathers: 3 }, Swim, Nest, Duck::Fly(Fly { feathers: 4 }));
    let mut send = |damage, sky: &mut Vec<String>| {
        let (fly, swim, nest, duck) = &mut flies;
        send_to_all((fly, swim, nest, duck), kept.cells(), sky, &Shot { damage })
    };
    assert_eq!(send(1, &mut sky), [None, None, Some(true), None]);
    assert_eq!(sky, ["shot 1", "shot 1"]);
    sky.clear();
    assert_eq!(send(2, &mut sky), [Some(false), None, Some(true), Some(true)]);
    assert_eq!(sky, ["shot 2", "finish Failure", "shot 2", "finish Success"]);
    sky.clear();
    assert_eq!(send(10, &mut sky), [Some(false), None, Some(false), Some(false)]);
}

/// Counts in the cell of its own how often it has heard anything.
struct Counting;

impl Counting {
    pub const __TREE: bt::private::Facts = bt::private::Facts::of("", &[], &[], 1);
}

impl Behavior<()> for Counting {
    type Answer = Status;

    fn run(&mut self, _: &mut ()) -> Status {
        Status::Running
    }
}

impl Receive<(), str> for Counting {
    fn receive(&mut self, _: &mut (), _: &str) -> Status {
        Status::Success
    }

    fn __receive<W: Watch>(&mut self, node: usize, (): &mut (), inputs: &mut Inputs<'_, W>, _: &str) -> Status {
        inputs.inside(node, &[], |inputs| bt::private::count_up(inputs.cell(0)));
        Status::Running
    }
}

#[derive(Behavior)]
#[behavior(context = (), message = str)]
enum Counts {
    One(Counting),
    Two(Counting),
}

#[test]
fn variants_keep_their_cells_apart() {
    let mut kept = bt::private::Kept::<2>::NEW;
    let tell = |mut counts: Counts, kept: &mut [Cell]| {
        let mut context = ();
        let inputs = &mut Inputs::new(kept, &[0], Span::of(0.0), ());
        Tell::new(&mut counts, &(), "psst").__listener().tell(0, &mut context, inputs)
    };
    assert_eq!(tell(Counts::Two(Counting), kept.cells()), None);
    let counted = |kept: &mut bt::private::Kept<2>| {
        [0, 1].map(|cell| [1, 2].map(|limit| !bt::private::is_below(&kept.cells()[cell], limit)))
    };
    assert_eq!(counted(&mut kept), [[false, false], [true, false]]);
    assert_eq!(tell(Counts::One(Counting), kept.cells()), None);
    assert_eq!(tell(Counts::One(Counting), kept.cells()), None);
    assert_eq!(counted(&mut kept), [[true, true], [true, false]]);
    assert_eq!(Counts::Two(Counting).receive(&mut (), "psst"), Status::Success);
}

/// Keeps to what it declares, unless it is shot too hard.
#[derive(Behavior)]
#[behavior(context = (), message = Shot, returns(running, failure))]
struct Declared;

impl Declared {
    fn run(&self, _: &mut ()) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut (), shot: &Shot) -> Status {
        match shot.damage {
            0 => Status::Running,
            1 => Status::Failure,
            _ => Status::Success,
        }
    }
}

#[test]
fn a_message_ends_a_leaf_with_what_it_declares() {
    assert_eq!(Receive::receive(&mut Declared, &mut (), &Shot { damage: 0 }), Status::Running);
    assert_eq!(Receive::receive(&mut Declared, &mut (), &Shot { damage: 1 }), Status::Failure);
    let panic = std::panic::catch_unwind(|| Receive::receive(&mut Declared, &mut (), &Shot { damage: 2 }));
    let panic = panic.expect_err("it is not declared");
    let message = panic.downcast_ref::<String>().expect("it is formatted");
    let expected = "the `receive` of `it::hooks::Declared` returned `Success`, which its `returns(...)` leaves out";
    assert_eq!(message, expected);
}
