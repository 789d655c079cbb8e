//! What values cost: nothing if they are used in the same tick; otherwise they are stored once, next to the places of
//! their scope.

use std::mem::size_of;

use bt::{Status, bt, leaf};

use super::den::{Den, Eat, Find, Pause, Rest, Search};

bt! { AtOnce(Den) = sequence < find -> x, eat(x) > }
bt! { Through(Den) = sequence < timeout(1.0) < find > -> x, timeout(1.0) < eat(x) > > }
bt! { Instants(Den) = sequence < find -> x, condition(|den| den.limit < x), condition(|_| x > 0), eat(x) > }
bt! { OverAWait(Den) = sequence < find -> x, wait_until(|den| den.limit > 0), eat(x) > }
bt! { OverAPause(Den) = sequence < find -> x, pause(false), eat(x) > }
bt! { AsArgument(Den) = sequence < find -> x, search(x) > }
bt! { Argument(Den) = search(3) }
bt! {
    Four(Den) = sequence <
        find -> a,
        wait_until(|den| den.limit > 0),
        find -> b,
        wait_until(|den| den.limit > 0),
        find -> c,
        wait_until(|den| den.limit > 0),
        eat(a),
        eat(b),
        eat(c),
    >
}
bt! {
    Apart(Den) = sequence <
        sequence < find -> a, wait_until(|den| den.limit > 0), eat(a) >,
        sequence < find -> b, wait_until(|den| den.limit > 0), eat(b) >,
    >
}

/// Fails or succeeds at once, with a number by value.
#[leaf]
fn reject(den: &mut Den, what: u32) -> bool {
    den.limit == what
}

#[leaf]
fn accept(_: &mut Den) {}

impl Den {
    fn note(&mut self, what: u32) {
        self.log.push(format!("note {what}"));
    }

    fn sleep(&mut self) {
        self.limit = 0;
    }

    fn mull_over(&mut self, what: u32) -> Status {
        Status::from(self.limit > what)
    }
}

fn nod(den: &mut Den) {
    den.limit += 1;
}

bt! { Endings(Den) = sequence < find -> x, force_success < reject(x) >, action(|den| den.note(x)), accept, accept > }
bt! {
    ThenRests(Den) = sequence < find -> x, force_success < reject(x) >, action(|den| den.note(x)), rest(1), rest(1) >
}
bt! { Functions(Den) = sequence < find -> x, action(nod), action(Den::sleep), eat(x) > }
/// A context that holds a tree which changes it.
#[derive(Default)]
struct Nest {
    eggs: [u32; 3],
    own: Option<Assigns>,
}

#[leaf]
fn count(nest: &mut Nest) -> Option<u32> {
    Some(nest.eggs[0])
}

bt! {
    Assigns(Nest) = sequence <
        count -> eggs,
        action(|nest| nest.eggs[1] += eggs),
        action(|nest| {
            nest.own = Some(Assigns::new());
            nest.eggs[2] = eggs + 1;
        }),
    >
}
bt! { MayRun(Den) = sequence < find -> x, action(|den| den.mull_over(x)), eat(x) > }
bt! { Rests(Den) = sequence < rest(1), rest(1) > }

#[test]
fn what_ends_at_once_holds_nothing() {
    assert_eq!((size_of::<Endings>(), size_of::<Functions>()), (1, 1), "the place of an action, and no number");
    assert_eq!(size_of::<Assigns>(), 1, "an assignment ends at once");
    assert_eq!(size_of::<ThenRests>(), size_of::<Rests>());
    assert_eq!(size_of::<MayRun>(), 8);
    let (mut tree, mut nest) = (Assigns::new(), Nest { eggs: [2, 3, 0], own: None });
    assert_eq!(tree.tick(&mut nest), Status::Success);
    assert_eq!((nest.eggs, nest.own.is_some()), ([2, 5, 3], true));
    let (mut tree, mut den) = (ThenRests::new(), Den::default());
    while tree.tick(&mut den).is_running() {}
    assert_eq!(den.take(), "find 1, note 1");
}

#[test]
fn a_value_takes_room_only_while_something_may_need_it() {
    assert_eq!(size_of::<AtOnce>(), 0);
    assert_eq!(size_of::<Instants>(), 0);
    assert!(size_of::<OverAWait>() <= 8, "{}", size_of::<OverAWait>());
    assert!(size_of::<OverAPause>() <= 8, "{}", size_of::<OverAPause>());
    assert_eq!(size_of::<AsArgument>(), size_of::<Argument>(), "an argument is moved into its leaf");
    assert!(size_of::<Four>() <= 16, "{}", size_of::<Four>());
    assert!(size_of::<Apart>() <= 8, "scopes that do not overlap share their room: {}", size_of::<Apart>());
    let _ = size_of::<(Through, Rest)>();
}
