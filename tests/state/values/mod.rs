//! Values: what nodes hand to those after them.

mod cleaned;
mod den;
mod drops;
mod kept;
mod moves;
mod parts;
mod patterns;
mod sizes;

use std::task::Poll;

use bt::{Behavior, Decorator, PassesValue, Produces, Status, TreeFor, bt};

use den::{Den, Eat, Find, Miss, Pause, Rest, Search};

/// Ticks a tree this many times, and returns the records of the leaves, with a `|` after each tick.
fn ticks<A>(tree: &mut impl TreeFor<Den, Answer = A>, den: &mut Den, ticks: usize) -> String {
    let mut log = Vec::new();
    for _ in 0..ticks {
        tree.tick_for(0.1, den);
        log.push(den.take());
    }
    log.join(" | ")
}

fn trace<A>(mut tree: impl TreeFor<Den, Answer = A>, times: usize) -> String {
    ticks(&mut tree, &mut Den::default(), times)
}

bt! { AtOnce(Den) = sequence < find -> x, eat(x) > }
bt! { OverAWait(Den) = sequence < find -> x, pause(false), eat(x) > }
bt! { Two(Den) = sequence < find -> x, pause(false), find -> y, pause(false), eat(x + y), eat(y) > }

#[test]
fn a_value_is_handed_on() {
    assert_eq!(trace(AtOnce::new(), 2), "find 1, eat 1 | find 2, eat 2");
    assert_eq!(trace(OverAWait::new(), 3), "find 1 | eat 1 | find 2");
    assert_eq!(trace(Two::new(), 3), "find 1 | find 2 | eat 3, eat 2");
}

bt! { Decided(Den) = sequence < selector < miss, search(1) > -> x, eat(x) > }
bt! {
    Retried(Den) = sequence <
        retry(3) < timeout(5.0) < recover(1) < search(1), rest(1) > > > -> x,
        eat(x),
    >
}
bt! { Cleaned(Den) = sequence < finally < find, sequence < pause(false), find > > -> x, eat(x) > }
bt! { Raced(Den) = sequence < race < search(2), search(1) > -> x, eat(x) > }
bt! { Branch(Den) = sequence < if_else(|den: &Den| den.limit > 0) < miss, find > -> x, eat(x) > }
bt! {
    Chosen(Den) = sequence <
        switch(|den: &Den| den.limit) < 0 => search(1), _ => miss > -> x,
        eat(x),
    >
}
bt! { Delayed(Den) = sequence < delay(0.15) < find > -> x, pause(false), eat(x) > }
bt! { Throttled(Den) = forever < sequence < timeout(9.0) < throttle(0.15) < search(1) > > -> x, eat(x) > > }
bt! { Late(Den) -> Option<u32> = delay(0.15) < sequence < pause(false), find > > }
bt! { AfterLate(Den) = sequence < late -> x, eat(x) > }
bt! {
    First(Den) = sequence <
        priority < |den: &Den| den.limit > 0 => miss, search(1) > -> x,
        eat(x),
    >
}
bt! { Main(Den) = sequence < simple_parallel < search(1), rest(9) > -> x, eat(x) > }

#[test]
fn nodes_hand_on_the_values_of_their_children() {
    assert_eq!(trace(Decided::new(), 2), " | search 1, eat 1");
    assert_eq!(trace(Retried::new(), 2), " | search 1, eat 1");
    assert_eq!(
        trace(Cleaned::new(), 2),
        "find 1 | find 2, eat 1",
        "the value of the child, whatever the cleanup finds"
    );
    assert_eq!(trace(Raced::new(), 2), " | search 1, eat 1");
    assert_eq!(trace(Branch::new(), 1), "find 1, eat 1");
    assert_eq!(trace(Chosen::new(), 2), " | search 1, eat 1");
    assert_eq!(trace(First::new(), 2), " | search 1, eat 1");
    assert_eq!(trace(Main::new(), 2), " | search 1, eat 1");
}

#[test]
fn nodes_that_wait_before_their_child_hand_on_its_value() {
    assert_eq!(trace(Delayed::new(), 3), " | find 1 | eat 1");
    assert_eq!(trace(Throttled::new(), 5), " | search 1, eat 1 |  | search 2, eat 2 | ");
    assert_eq!(trace(AfterLate::new(), 3), " |  | find 1, eat 1");
}

bt! {
    Both(Den) = sequence <
        parallel < search(1), pause(false), search(0) > -> (a, _, b),
        pause(false),
        eat(a),
        eat(b),
    >
}

#[test]
fn a_parallel_has_a_value_for_each_child() {
    assert_eq!(trace(Both::new(), 3), "search 1 | search 2 | eat 2, eat 1");
}

bt! { Then(Den) = if_else < find -> x, sequence < pause(false), eat(x) >, eat(0) > }

#[test]
fn the_branch_behind_a_condition_sees_its_value() {
    assert_eq!(trace(Then::new(), 2), "find 1 | eat 1");
}

bt! {
    Reactive(Den) = reactive_sequence <
        find -> x,
        sequence < rest(1), wait_until(|_| x > 3), eat(x) >,
    >
}
bt! { Keeps(Den) = reactive_sequence < find -> x, search(x + 1) -> y, eat(y) > }
bt! {
    Piped(Den) = pipeline <
        find -> x,
        sequence < rest(1), action(|den: &mut Den| den.log.push(format!("{x}"))) >,
    >
}

#[test]
fn closures_see_the_newest_value_and_arguments_keep_theirs() {
    assert_eq!(trace(Reactive::new(), 4), "find 1 | find 2 | find 3 | find 4, eat 4");
    assert_eq!(
        trace(Keeps::new(), 3),
        "find 1 | find 2 | find 3, search 4, eat 4",
        "it searches for two ticks, as at first"
    );
    assert_eq!(trace(Piped::new(), 2), "find 1 | find 2, 2");
}

bt! {
    Items(Den) = for_each(|den: &Den, i| -> Option<u32> { (i < 3).then(|| den.limit + i as u32) }) -> item <
        sequence < rest(item), eat(item) >
    >
}
bt! { Plain(Den) = for_each(|_, i| (i < 2).then_some(())) < find > }
bt! { Stopped(Den) = for_each(|_, i| -> Option<usize> { Some(i) }) -> i < condition(|_| i < 3) > }

#[test]
fn for_each_runs_its_child_for_each_item() {
    assert_eq!(trace(Items::new(), 4), "eat 0 | eat 1 |  | eat 2", "the next item begins at once");
    assert_eq!(trace(Plain::new(), 1), "find 1, find 2");
    let typed = bt!((Den) = for_each(|_, i| u32::try_from(i).ok().filter(|&k| k < 2)) -> k: u32 < eat(k) >);
    assert_eq!(trace(typed, 1), "eat 0, eat 1", "its type ends before the child");
    assert_eq!(Items::new().tick(&mut Den { limit: 1, ..Den::default() }), Status::Running);
    assert_eq!(Plain::new().tick(&mut Den::default()), Status::Success, "when there are no more items");
    assert_eq!(Stopped::new().tick(&mut Den::default()), Status::Failure, "a failure of the child ends it");
}

bt! { Food(Den) -> Option<u32> = selector < miss, search(1) > }
bt! { Meal(Den) = sequence < food -> x, pause(false), eat(x) > }
bt! { Portion(Den) { much: u32 } -> Option<u32> = sequence < rest(1), succeed(much * 2) > }
bt! { Feast(Den) = sequence < food -> x, portion(x) -> y, eat(y) > }
bt! {
    Strict(Den) -> Result<Option<u32>, &'static str> = sequence <
        find -> x,
        action(|_: &mut Den| if x > 1 { Err("too many") } else { Ok(()) }),
        succeed(x),
    >
}

#[test]
fn a_tree_has_a_value() {
    let (mut food, mut den) = (Food::new(), Den::default());
    assert_eq!(food.tick(&mut den), Poll::Pending);
    assert_eq!(food.tick(&mut den), Poll::Ready(Some(1)));
    assert_eq!(trace(Meal::new(), 3), " | search 1 | eat 1");
    assert_eq!(trace(Feast::new(), 3), " | search 1 | eat 2");
    let (mut strict, mut den) = (Strict::new(), Den::default());
    assert_eq!(strict.tick(&mut den), Ok(Poll::Ready(Some(1))));
    assert_eq!(strict.tick(&mut den), Err("too many"));
}

/// Lets its child run twice at the most.
#[derive(Decorator, Default)]
#[decorator(context = Den)]
struct Calm;

impl PassesValue for Calm {}

bt! { Calmly(Den) = sequence < calm < find > -> x, eat(x) > }

#[derive(Behavior)]
#[behavior(context = Den, value = u32)]
enum Way {
    Find(Find),
    Search(Search),
}

struct Seven;

impl Seven {
    fn new() -> Self {
        Seven
    }
}

impl Produces for Seven {
    type Value = u32;
}

impl Behavior<Den> for Seven {
    type Answer = Option<u32>;

    fn run(&mut self, _: &mut Den) -> Option<u32> {
        Some(7)
    }
}

bt! { ByHand(Den) = sequence < seven() -> x, eat(x) > }
bt! { OneOf(Den) = sequence < Way::Find(Find) -> x, Way::Search(Search::new(1)) -> y, eat(x + y) > }
bt! { Acts(Den) = sequence < action(|den: &mut Den| (den.limit == 0).then_some(5)) -> x: u32, eat(x) > }

#[test]
fn leaves_of_all_kinds_have_values() {
    assert_eq!(trace(Calmly::new(), 1), "find 1, eat 1");
    assert_eq!(trace(ByHand::new(), 1), "eat 7");
    assert_eq!(trace(OneOf::new(), 2), "find 1 | search 2, eat 3");
    assert_eq!(trace(Acts::new(), 1), "eat 5");
}

bt! {
    Reused(Den) { base: u32 } = selector <
        sequence < find -> x, condition(|_| x > 5), eat(x) >,
        sequence < find -> x, eat(x + base) >,
    >
}
bt! {
    Macros(Den) = sequence <
        find -> x,
        action(|den: &mut Den| den.log.push(format!("{x} {} {x:02}", x + 1))),
        condition(|den| matches!(den.found, y if y == x)),
    >
}
bt! {
    Shadows(Den) = sequence <
        find -> x,
        action(|den: &mut Den| {
            let x = x + 10;
            den.log.push(x.to_string())
        }),
        eat([1, 2, 3].iter().map(|x| x * 2).sum::<u32>() + x),
    >
}
bt! {
    Keyed(Den) = sequence <
        find -> x,
        reactive_sequence < find -> y, keyed(|_| y) < search(1) > > -> z,
        eat(z + x),
    >
}

#[test]
fn unnamed_trees_have_values() {
    assert_eq!(trace(bt!((Den) = sequence < find -> x, pause(false), eat(x) >), 2), "find 1 | eat 1");
    assert_eq!(trace(bt!((Den) = sequence < find -> x, repeat(x) < eat(x) > >), 1), "find 1, eat 1");
}

#[test]
fn names_are_found_in_code() {
    assert_eq!(trace(Reused::new(10), 1), "find 1, find 2, eat 12");
    assert_eq!(trace(Macros::new(), 1), "find 1, 1 2 01");
    assert_eq!(trace(Shadows::new(), 1), "find 1, 11, eat 13");
    assert_eq!(trace(Keyed::new(), 3), "find 1, find 2 | find 3 | find 4", "a new key restarts it");
}

bt! { Drawn(Den) = sequence < find -> prey, for_each(|_, i| -> Option<usize> { None }) -> _item < eat(prey) > > }

#[test]
fn drawings_show_what_is_bound() {
    let text = bt::describe::drawing(&Drawn::new()).to_string();
    assert!(text.contains("find -> prey"), "{text}");
    assert!(text.contains("-> _item"), "{text}");
}
