//! What values cost: nothing where they are used in the same tick, and once beside the places of their scope.

use std::mem::size_of;

use bt::bt;

use super::den::{Den, Eat, Find, Pause, Rest, Search};

bt! { AtOnce(Den) = sequence < find -> x, eat(x) > }
bt! { Through(Den) = sequence < timeout(1.0) < find > -> x, timeout(1.0) < eat(x) > > }
bt! { Instants(Den) = sequence < find -> x, condition(|den| den.limit < x), condition(|_| x > 0), eat(x) > }
bt! { OverAWait(Den) = sequence < find -> x, wait_until(|den| den.limit > 0), eat(x) > }
bt! { OverAPause(Den) = sequence < find -> x, pause(false), eat(x) > }
bt! { AsArgument(Den) = sequence < find -> x, search(x) > }
bt! { Argument(Den) = search(3) }
bt! { Four(Den) = sequence <
    find -> a, wait_until(|den| den.limit > 0), find -> b, wait_until(|den| den.limit > 0),
    find -> c, wait_until(|den| den.limit > 0), eat(a), eat(b), eat(c)
> }
bt! { Apart(Den) = sequence <
    sequence < find -> a, wait_until(|den| den.limit > 0), eat(a) >,
    sequence < find -> b, wait_until(|den| den.limit > 0), eat(b) >
> }

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
