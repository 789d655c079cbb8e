//! The stack that a tick takes, also in a build without optimization: fibers and small machines have little of it.

use std::thread;

use bt::{Behavior, Outcome, Status, TreeFor, bt};

/// The stack of a thread here, in bytes.
const STACK: usize = 48 * 1024;

/// How much of that the hooks leave for their callees and for the thread.
const REST: usize = 8 * 1024;

/// Records how deep on the stack its hooks are called.
struct World {
    number: u32,
    lowest: usize,
}

impl World {
    fn hook(&mut self) {
        let here = 0_u8;
        self.lowest = self.lowest.min(std::ptr::from_ref(&here).addr());
    }
}

/// Runs three times.
#[derive(Behavior, Default)]
#[behavior(context = World)]
struct Step {
    runs: u8,
}

impl Step {
    fn start(&mut self, world: &mut World) {
        world.hook();
    }

    fn run(&mut self, world: &mut World) -> Status {
        world.hook();
        self.runs += 1;
        if self.runs < 3 { Status::Running } else { Status::Success }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        world.hook();
    }
}

/// A step that takes a kilobyte.
#[derive(Behavior)]
#[behavior(context = World)]
struct Big {
    step: Step,
    load: [u8; 1024],
}

impl Big {
    fn new(load: u8) -> Self {
        Big { step: Step::default(), load: [load; 1024] }
    }

    fn run(&mut self, world: &mut World) -> Status {
        self.load[0] ^= 1;
        self.step.run(world)
    }
}

/// Calls a macro with this many numbers, each followed by a bracket.
macro_rules! twenty_one {
    ($tree:ident) => {
        $tree! { 1 > 2 > 3 > 4 > 5 > 6 > 7 > 8 > 9 > 10 > 11 > 12 > 13 > 14 > 15 > 16 > 17 > 18 > 19 > 20 > 21 > }
    };
}

macro_rules! sixty_three {
    ($tree:ident) => {
        $tree! {
            1 > 2 > 3 > 4 > 5 > 6 > 7 > 8 > 9 > 10 > 11 > 12 > 13 > 14 > 15 > 16 > 17 > 18 > 19 > 20 > 21 > 22 > 23 > 24 > 25 >
            26 > 27 > 28 > 29 > 30 > 31 > 32 > 33 > 34 > 35 > 36 > 37 > 38 > 39 > 40 > 41 > 42 > 43 > 44 > 45 > 46 > 47 > 48 >
            49 > 50 > 51 > 52 > 53 > 54 > 55 > 56 > 57 > 58 > 59 > 60 > 61 > 62 > 63 >
        }
    };
}

macro_rules! trees {
    ($($number:tt $close:tt)*) => {
        bt! { Repeats(World) = $( repeat($number) < )* step $( $close )* }
        bt! { Timeouts(World) = $( timeout(f64::from($number)) < )* step $( $close )* }
        bt! { Parallels(World) = $( parallel(success = 1) < Step { runs: $number - $number }, )* step $( $close )* }
        bt! { Leaves(World) = sequence < $( big($number) ),* > }
        bt! { Branches(World) = parallel < $( Step { runs: $number & 1 } ),* > }
    };
}

sixty_three!(trees);

bt! {
    FewLeaves(World) = sequence <
        big(1), big(2), big(3), big(4), big(5), big(6), big(7), big(8), big(9), big(10), big(11), big(12), big(13),
        big(14), big(15), big(16),
    >
}

/// A third as deep, with a third of the stack, since these take long to compile.
macro_rules! shallow_trees {
    ($($number:tt $close:tt)*) => {
        bt! { Priorities(World) = $( priority < |world| world.number < $number => )* step $( $close )* }
        bt! { Guards(World) = $( guard(|world| world.number < $number) < )* step $( $close )* }
        bt! { Reactive(World) = $( reactive_selector < condition(|world| world.number == $number), )* step $( $close )* }
    };
}

twenty_one!(shallow_trees);

/// Ticks, observes and aborts a tree. Returns how deep its hooks were called.
fn depth<T: TreeFor<World> + Default>() -> usize {
    let here = 0_u8;
    let here = std::ptr::from_ref(&here).addr();
    let mut world = World { number: 0, lowest: here };
    let mut tree = T::default();
    for _ in 0..10 {
        let _ = tree.tick_for(0.25, &mut world);
    }
    tree.abort(&mut world);
    for _ in 0..10 {
        let _ = tree.tick_for_with(0.25, &mut world, &mut Silent);
    }
    tree.abort_with(&mut world, &mut Silent);
    here - world.lowest
}

struct Silent;

impl bt::TreeObserver for Silent {}

/// Measures, and if the stack is small enough, runs again with exactly this stack.
fn takes_little<T: TreeFor<World> + Default + 'static>(most: usize) {
    let depth = depth::<T>();
    println!("{depth} bytes: {}", std::any::type_name::<T>());
    assert!(depth > 0 && depth < most, "{}: {depth} bytes", std::any::type_name::<T>());
    let thread = thread::Builder::new().stack_size(STACK).spawn(self::depth::<T>);
    assert_eq!(thread.expect("there are threads").join().ok(), Some(depth));
}

#[test]
fn nesting_takes_little() {
    takes_little::<Repeats>(STACK - REST);
    takes_little::<Timeouts>(STACK - REST);
    takes_little::<Parallels>(STACK - REST);
    takes_little::<Priorities>((STACK - REST) / 3);
    takes_little::<Guards>((STACK - REST) / 3);
    takes_little::<Reactive>((STACK - REST) / 3);
}

#[test]
fn leaves_side_by_side_take_little() {
    takes_little::<Leaves>(STACK - REST);
    takes_little::<FewLeaves>(STACK - REST);
    takes_little::<Branches>(STACK - REST);
}
