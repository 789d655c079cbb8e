//! Values that outlive a tick in which their producer has not run: under `observe`, and for a cleanup that an abort
//! runs.

use bt::bt;

use super::den::{Den, Eat, Find, Pause, Rest};
use super::ticks;

bt! {
    Observed(Den) = observe(|den| -> u32 { den.limit }) < reactive_sequence <
        find -> x,
        sequence < rest(2), eat(x) >,
    > >
}

#[test]
fn under_observe_the_value_of_the_last_look_is_held() {
    let (mut tree, mut den) = (Observed::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 1), "find 1");
    den.limit = 1;
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 2 | eat 2");
}

bt! { Hunt(Den) = reactive_sequence < find -> x, sequence < rest(2), eat(x) > > }
bt! { Hunter(Den) = observe(|den| -> u32 { den.limit }) < hunt > }

#[test]
fn a_tree_below_observe_holds_its_values() {
    let (mut tree, mut den) = (Hunter::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 1), "find 1");
    den.limit = 1;
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 2 | eat 2");
}

bt! { Cleanup(Den) = sequence < find -> x, finally < rest(9), eat(x) > > }
bt! { Newest(Den) = reactive_sequence < find -> x, finally < rest(9), eat(x) > > }
bt! {
    Deep(Den) = sequence <
        find -> x,
        parallel <
            guard(|den| den.limit == 0) < finally < rest(9), eat(x) > >,
            pipeline < find -> y, finally < rest(9), eat(y + 100) > >,
        >,
    >
}
bt! { After(Den) = sequence < find -> x, finally < rest(0), sequence < pause(false), eat(x) > > > }

#[test]
fn a_cleanup_that_an_abort_runs_has_its_values() {
    let (mut tree, mut den) = (Cleanup::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 1 | ");
    tree.abort(&mut den);
    assert_eq!(den.take(), "eat 1");
    let (mut tree, mut den) = (Newest::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 3), "find 1 | find 2 | find 3");
    tree.abort(&mut den);
    assert_eq!(den.take(), "eat 3");
    let (mut tree, mut den) = (Deep::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 1), "find 1, find 2");
    tree.abort(&mut den);
    assert_eq!(den.take(), "eat 1, eat 102");
    assert_eq!(ticks(&mut tree, &mut den, 1), "find 3, find 4");
    den.limit = 1;
    assert_eq!(ticks(&mut tree, &mut den, 1), "eat 3, eat 104", "a guard gives up, and so does the parallel");
    let (mut tree, mut den) = (After::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 1 | eat 1");
}

bt! {
    Inside(Den) = sequence <
        find -> x,
        cooldown(1.0) < finally < condition(|_| x > 0), rest(9) > >,
        eat(7),
    >
}

#[test]
fn a_cleanup_starts_without_the_values_that_only_its_sibling_uses() {
    let (mut tree, mut den) = (Inside::new(), Den::default());
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 1 | ");
    tree.abort(&mut den);
    assert_eq!(ticks(&mut tree, &mut den, 1), "find 2", "the cleanup was running, and is aborted");
}
