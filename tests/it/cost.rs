//! What a tree costs: bytes of state, and no allocation.

use std::mem::size_of;
use std::time::Duration;

use bt::{Behavior, Random, Status, TreeFor, bt};
use rand_pcg::Pcg32;

/// The context: leaves count it down.
#[derive(Default)]
struct Room {
    left: u32,
}

macro_rules! waits {
    ($($leaf:ident)*) => {$(
        #[derive(Default)]
        struct $leaf;
        impl Behavior<Room> for $leaf {
            type Answer = Status;
            fn run(&mut self, room: &mut Room) -> Status {
                room.left = room.left.saturating_sub(1);
                if room.left % 2 == 0 { Status::Success } else { Status::Running }
            }
        }
    )*};
}

waits! { A B C D E F G H I J K L M }

/// A leaf with a field.
#[derive(Default)]
struct Walk {
    steps: u32,
}

impl Behavior<Room> for Walk {
    type Answer = Status;
    fn run(&mut self, _: &mut Room) -> Status {
        self.steps += 1;
        if self.steps > 2 { Status::Success } else { Status::Running }
    }
}

/// A large leaf that never waits.
#[derive(Default)]
struct Throw {
    _power: [u64; 16],
}

impl Behavior<Room> for Throw {
    type Answer = bool;
    fn run(&mut self, _: &mut Room) -> bool {
        true
    }
}

bt! { DoorBot(Room) = sequence < a, b, c, d > }
bt! {
    Sentry(Room) = selector <
        sequence < a, b >,
        sequence < c, d, e >,
        sequence < f, g >,
        sequence < h, i >,
        sequence < j, k, l, m >,
    >
}
bt! { Carrier(Room) = sequence < a, b, c, d, walk, e, f, g, h, i > }
bt! { Thrower(Room) = sequence < throw, a, throw, b > }
bt! {
    Reactive(Room) = reactive_selector <
        guard(|room| room.left > 1000) < sequence < a, b > >,
        forever < c >,
    >
}
bt! { Parallel(Room) = parallel < a, sequence < b, c >, repeat(3) < d > > }
bt! { Kept(Room) = sequence < run_once < a >, run_limit(2) < b > > }
bt! { Nested(Room) = sequence < door_bot, sentry > }

bt! { Patrol(Room) = sequence < wait(0.1), a, timeout(0.5) < b >, action(|room| room.left = 1) > }
bt! { Short(()) = wait(4.28) }
bt! { Long(()) = wait(4.3) }
bt! { Computed(()) = wait(2.0 + 2.0) }
bt! { Suffixed(()) = sequence < wait(1_0.5e-1_f32), every(0.5, |()| {}) < wait(Duration::from_secs(1)) > > }

#[test]
fn a_literal_time_that_fits_takes_four_bytes() {
    assert_eq!(size_of::<Patrol>(), 5);
    assert_eq!((size_of::<Short>(), size_of::<Long>(), size_of::<Computed>()), (5, 9, 5));
    assert_eq!(size_of::<Suffixed>(), 9);
}

struct Dice(Pcg32);

impl Random for Dice {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.0
    }
}

const MOMENT: f64 = 0.25;
const BRIEF: f32 = 0.5;
static MEASURED: f64 = 0.125;
const HOUR: Duration = Duration::from_secs(3600);

mod times {
    pub const REST: core::time::Duration = core::time::Duration::from_millis(300);
}

bt! { Millis(Room) = wait(Duration::from_millis(100)) }
bt! { Named(Room) = wait(MOMENT) }
bt! { Single(Room) = wait(BRIEF * 2.0) }
bt! { Static(Room) = wait(MEASURED) }
bt! { Quarter(Room) = timeout(Duration::from_secs(2) / 4) < wait(times::REST + Duration::from_millis(100)) > }
bt! { Hour(Room) = wait(HOUR) }
bt! { Drawn(Dice) = wait_between(0.1, MOMENT) }
bt! { Beats(Room) = every(times::REST, |_| ()) < wait(MOMENT) > }
bt! { Param(Room) { LIMIT: f64 } = wait(LIMIT) }

#[test]
fn a_constant_time_is_as_small_as_a_literal_one() {
    assert_eq!([size_of::<Millis>(), size_of::<Named>(), size_of::<Single>(), size_of::<Static>()], [5; 4]);
    assert_eq!(size_of::<Quarter>(), size_of::<Patrol>() + 4);
    assert_eq!((size_of::<Hour>(), size_of::<Drawn>()), (9, 5));
    assert_eq!(size_of::<Beats>(), 13);
    assert_eq!(size_of::<Param>(), 24, "a parameter is not a constant");
    assert_eq!(size_of_val(&bt!((Room) = wait(MOMENT))), 5);
}

#[test]
fn a_constant_time_is_exact() {
    fn ends<T: TreeFor<Room>>(mut tree: T, time: f64) {
        let room = &mut Room::default();
        tree.tick_for(Duration::from_secs_f64(time) - Duration::from_nanos(1), room);
        assert!(tree.is_running());
        tree.tick_for(Duration::from_nanos(1), room);
        assert!(!tree.is_running());
    }
    ends(Millis::new(), 0.1);
    ends(Named::new(), 0.25);
    ends(Single::new(), 1.0);
    ends(Static::new(), 0.125);
    ends(Quarter::new(), 0.4);
    ends(Hour::new(), 3600.0);
    ends(Param::new(0.7), 0.7);
}

#[test]
fn a_time_is_exact_whatever_its_timer_takes() {
    let nano = Duration::from_nanos(1);
    let (mut short, mut long) = (Short::new(), Long::new());
    assert!(short.tick_for(Duration::from_millis(4_280) - nano, &mut ()).is_running());
    assert!(short.tick_for(nano, &mut ()).is_success());
    assert!(long.tick_for(Duration::from_millis(4_300) - nano, &mut ()).is_running());
    assert!(long.tick_for(nano, &mut ()).is_success());
}

#[test]
fn state_is_small() {
    assert_eq!(size_of::<DoorBot>(), 1);
    assert_eq!(size_of::<Sentry>(), 1);
    assert!(size_of::<Carrier>() <= 8);
    assert_eq!(size_of::<Thrower>(), 1, "a leaf that cannot wait takes no room");
    assert_eq!(size_of::<Reactive>(), 1);
    assert!(size_of::<Parallel>() <= 12);
    assert_eq!(size_of::<Kept>(), 9);
    assert!(size_of::<Nested>() <= 2);
}

fn ticks<T: Default + TreeFor<Room, Answer = Status>>() {
    let mut room = Room { left: 3 };
    let mut tree = T::default();
    for tick in 0..100 {
        room.left = room.left.max(tick % 7);
        let _ = tree.tick(&mut room);
        if tick % 10 == 0 {
            tree.abort(&mut room);
        }
    }
}

#[test]
fn nothing_is_allocated() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1))));
    assert_eq!(counted.count_total, 1, "the counter counts");
    let counted = allocation_counter::measure(|| {
        ticks::<DoorBot>();
        ticks::<Sentry>();
        ticks::<Carrier>();
        ticks::<Thrower>();
        ticks::<Reactive>();
        ticks::<Parallel>();
        ticks::<Kept>();
        ticks::<Nested>();
    });
    assert_eq!(counted.count_total, 0);
}

bt! { Instant(Room) = sequence < throw, selector < throw, condition(|room| room.left == 0) > > }
bt! { OfInstants(Room) = sequence < instant, parallel < instant, instant > > }

#[test]
fn a_tree_that_cannot_wait_takes_no_room_in_another() {
    const {
        assert!(!<Instant as Behavior<Room>>::CAN.run);
        assert!(!<OfInstants as Behavior<Room>>::CAN.run);
        assert!(<Sentry as Behavior<Room>>::CAN.run);
    }
    bt! { Outer(Room) = sequence < of_instants, a, instant > }
    assert_eq!(size_of::<Outer>(), 1);
    assert_eq!(Outer::new().tick(&mut Room { left: 1 }), Status::Success);
}

#[test]
fn a_leaf_that_cannot_wait_need_not_have_what_a_tree_derives() {
    bt! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        Plain(Room) = sequence < throw, running, unchecked < condition(|room| room.left == 0) > >
    }
    let mut tree = Plain::new();
    let new = tree;
    tree.tick(&mut Room::default());
    assert_ne!(tree, new);
    assert_eq!(format!("{tree:?}"), "Plain { __state: running, __kept: Kept([]) }");
}
