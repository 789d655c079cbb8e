//! Which leaves receive a message, and which it ends.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

use bt::__private::{Adapted, Cell, Choice, Chosen, Deliver, ReceiveInside, TickInputs, Watch};
use bt::{Behavior, Outcome, Produces, Receive, Span, Status, bt};

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

/// Receives shots.
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

/// Receives nothing.
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

/// A handwritten leaf.
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

/// Like the code of a tree for any context.
fn send_to_all<C: Sky>(
    (fly, swim, nest, duck): (&mut Fly, &mut Swim, &mut Nest, &mut Duck),
    kept: &mut [Cell],
    sky: &mut C,
    shot: &Shot,
) -> [Option<bool>; 4] {
    use bt::__private::{Hears as _, Relays as _};
    let inputs = &mut TickInputs::new(kept, &[0], Span::of(0.0), ());
    [
        Deliver::new(fly, &*sky, shot).__listener().deliver(0, sky, inputs),
        Deliver::new(swim, &*sky, shot).__listener().deliver(0, sky, inputs),
        Deliver::new(nest, &*sky, shot).__listener().deliver(0, sky, inputs),
        Deliver::new(duck, &*sky, shot).__listener().deliver(0, sky, inputs),
    ]
}

#[test]
fn a_message_finishes_the_leaf_that_it_ends() {
    let mut kept = bt::__private::Kept::<1>::NEW;
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

/// Counts its messages in its own cell.
struct Counting;

impl Counting {
    pub const __TREE: bt::__private::Facts = bt::__private::Facts::of("", &[], &[], 1);
}

impl Behavior<()> for Counting {
    type Answer = Adapted<Status, Choice>;

    fn run(&mut self, _: &mut ()) -> Self::Answer {
        Adapted::new(Status::Running)
    }
}

impl Chosen<()> for Counting {
    fn run_chosen<W: Watch>(&mut self, _: usize, context: &mut (), _: &mut TickInputs<'_, W>) -> Self::Answer {
        self.run(context)
    }

    fn finish_chosen<W: Watch>(&mut self, _: usize, _: &mut (), _: &mut TickInputs<'_, W>, _: Outcome) {}

    fn relay_chosen<M: Any, W: Watch>(&mut self, _: usize, _: &mut (), _: &mut TickInputs<'_, W>, _: &M) -> Status {
        Status::Running
    }
}

impl Receive<(), str> for Counting {
    fn receive(&mut self, _: &mut (), _: &str) -> Status {
        Status::Success
    }
}

impl ReceiveInside<(), str> for Counting {
    fn receive_inside<W: Watch>(
        &mut self,
        node: usize,
        (): &mut (),
        inputs: &mut TickInputs<'_, W>,
        _: &str,
    ) -> Status {
        inputs.inside(node, &[], |inputs| bt::__private::count_up(inputs.cell(0)));
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
    use bt::__private::Hears as _;
    let mut kept = bt::__private::Kept::<2>::NEW;
    let tell = |mut counts: Counts, kept: &mut [Cell]| {
        let mut context = ();
        let inputs = &mut TickInputs::new(kept, &[0], Span::of(0.0), ());
        Deliver::new(&mut counts, &(), "psst").__listener().deliver(0, &mut context, inputs)
    };
    assert_eq!(tell(Counts::Two(Counting), kept.cells()), None);
    let counted = |kept: &mut bt::__private::Kept<2>| {
        [0, 1].map(|cell| [1, 2].map(|limit| !bt::__private::is_below(&kept.cells()[cell], limit)))
    };
    assert_eq!(counted(&mut kept), [[false, false], [true, false]]);
    assert_eq!(tell(Counts::One(Counting), kept.cells()), None);
    assert_eq!(tell(Counts::One(Counting), kept.cells()), None);
    assert_eq!(counted(&mut kept), [[true, true], [true, false]]);
    assert_eq!(Counts::Two(Counting).receive(&mut (), "psst"), Status::Success);
}

/// By hand, with a value that its `receive` cannot give.
#[derive(Default)]
struct Listen;

impl Produces for Listen {
    type Value = u32;
}

impl Behavior<Vec<u32>> for Listen {
    type Answer = Poll<Option<u32>>;

    fn run(&mut self, _: &mut Vec<u32>) -> Poll<Option<u32>> {
        Poll::Pending
    }
}

impl Receive<Vec<u32>, Shot> for Listen {
    fn receive(&mut self, _: &mut Vec<u32>, shot: &Shot) -> Status {
        Status::from(shot.damage > 0)
    }
}

bt! { Heard(Vec<u32>) on Shot = selector < sequence < listen -> n, action(|heard| heard.push(n)) >, running > }
bt! { Told(Vec<u32>) on Shot -> Option<u32> = listen }
bt! { Ignored(Vec<u32>) on Shot = sequence < listen, action(|heard| heard.push(1)) > }

#[test]
fn a_message_that_ends_a_leaf_gives_no_value() {
    let (heard, shot) = (&mut Vec::new(), Shot { damage: 1 });
    let mut tree = Ignored::new();
    assert!(tree.tick(heard).is_running());
    tree.send(heard, &shot);
    assert!(tree.tick(heard).is_success(), "nobody uses the value");
    let mut tree = Heard::new();
    assert!(tree.tick(heard).is_running());
    tree.send(heard, &Shot { damage: 0 });
    assert!(tree.tick(heard).is_running(), "a failure needs no value");
    let expected = "the `receive` of `it::hooks::messages::Listen` returned `Success`, but the tree uses the value of \
                    this leaf, and only `run` returns one";
    let assert_panics = |tick: &mut dyn FnMut(&mut Vec<u32>)| {
        let panic = catch_unwind(AssertUnwindSafe(|| tick(&mut Vec::new()))).expect_err("there is no value");
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(expected));
    };
    let (mut tree, mut told) = (Heard::new(), Told::new());
    assert!(tree.tick(heard).is_running() && told.tick(heard).is_pending());
    tree.send(heard, &shot);
    told.send(heard, &shot);
    assert_panics(&mut |heard| _ = tree.tick(heard));
    assert!(!tree.is_running());
    assert_panics(&mut |heard| _ = told.tick(heard));
}

/// Returns only what it declares, unless the shot is too hard.
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
    let expected =
        "the `receive` of `it::hooks::messages::Declared` returned `Success`, which its `returns(...)` leaves out";
    assert_eq!(message, expected);
}
