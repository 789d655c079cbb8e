//! Values that pass through nodes whose code is a separate function.

use bt::bt;

use super::den::{Den, Eat, Find, Rest, Search};
use super::trace;

bt! { Guarded(Den) = reactive_sequence < guard(|den: &Den| den.limit == 0) < find > -> x, search(1) -> y, eat(x + y) > }
bt! { Whole(Den) = reactive_sequence < selector < reactive_selector < find > > -> x, eat(x) > }
bt! {
    Grouped(Den) = sequence <
        find -> a,
        find -> b,
        selector < action(|_: &mut Den| b > 9), rest(1) >,
        selector < action(|_: &mut Den| b > 1) >,
        eat(a),
    >
}

bt! {
    After(Den) = sequence <
        timeout(9.0) < find > -> x,
        parallel < find, find > -> (y, z),
        eat(x + y + z),
    >
}
bt! {
    Before(Den) = sequence <
        timeout(9.0) -> x < find >,
        parallel -> (y, z) < find, find >,
        eat(x + y + z),
    >
}
bt! { Typed(Den) = sequence < selector -> x: u32 < action(|_| Some(7)) >, eat(x) > }

#[test]
fn a_binding_may_come_before_the_children() {
    assert_eq!(trace(After::new(), 1), "find 1, find 2, find 3, eat 6");
    assert_eq!(trace(Before::new(), 1), "find 1, find 2, find 3, eat 6");
    assert_eq!(trace(Typed::new(), 1), "eat 7");
}

#[test]
fn a_guard_a_reactive_node_and_a_chain_hand_values_on() {
    assert_eq!(trace(Guarded::new(), 2), "find 1 | find 2, search 3, eat 5");
    assert_eq!(trace(Whole::new(), 1), "find 1, eat 1");
    assert_eq!(trace(Grouped::new(), 2), "find 1, find 2 | eat 1");
}
