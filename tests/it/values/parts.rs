//! Values that go through nodes whose code is a function of its own.

use bt::bt;

use super::den::{Den, Eat, Find, Rest, Search};
use super::trace;

bt! { Guarded(Den) = reactive_sequence < guard(|den: &Den| den.limit == 0) < find > -> x, search(1) -> y, eat(x + y) > }
bt! { Whole(Den) = reactive_sequence < selector < reactive_selector < find > > -> x, eat(x) > }
bt! { Grouped(Den) = sequence < find -> a, find -> b, selector < action(|_: &mut Den| b > 9), rest(1) >, selector < action(|_: &mut Den| b > 1) >, eat(a) > }

#[test]
fn a_guard_a_reactive_node_and_a_chain_hand_values_on() {
    assert_eq!(trace(Guarded::new(), 2), "find 1 | find 2, search 3, eat 5");
    assert_eq!(trace(Whole::new(), 1), "find 1, eat 1");
    assert_eq!(trace(Grouped::new(), 2), "find 1, find 2 | eat 1");
}
