//! Leaves that find something: `Option`, `Poll`, and a `Result` of them.

use std::task::Poll;

use bt::{Behavior, Status, bt, leaf};

#[derive(Debug, PartialEq)]
struct Broken;

#[derive(Debug, Clone, PartialEq)]
struct Prey(u32);

#[leaf]
fn see(number: &u32) -> Option<Prey> {
    (*number > 2).then_some(Prey(*number))
}

#[leaf]
fn plan(number: &mut u32) -> Poll<Prey> {
    *number += 1;
    if *number < 3 { Poll::Pending } else { Poll::Ready(Prey(*number)) }
}

#[leaf]
fn search(number: &mut u32, most: u32) -> Poll<Option<Prey>> {
    *number += 1;
    match *number {
        0..3 => Poll::Pending,
        number => Poll::Ready((number <= most).then_some(Prey(number))),
    }
}

#[leaf]
fn fetch(number: &mut u32) -> Result<Poll<Option<Prey>>, Broken> {
    *number += 1;
    match *number {
        1 => Ok(Poll::Pending),
        2 => Ok(Poll::Ready(None)),
        3 => Ok(Poll::Ready(Some(Prey(3)))),
        _ => Err(Broken),
    }
}

#[leaf(value = bool)]
fn is_even(number: &mut u32) -> Poll<bool> {
    *number += 1;
    if *number == 1 { Poll::Pending } else { Poll::Ready(number.is_multiple_of(2)) }
}

type Found<T> = Poll<Option<T>>;

#[leaf(value = Prey)]
fn look_for(number: &mut u32) -> Found<Prey> {
    Poll::Ready((*number == 0).then_some(Prey(0)))
}

/// The results of ticks, until the root ends or there are three.
macro_rules! ticks {
    ($tree:expr, $number:ident) => {{
        let mut tree = $tree;
        std::array::from_fn::<_, 3, _>(|_| tree.tick(&mut $number))
    }};
}

use Status::{Failure, Running, Success};

#[test]
fn what_is_found_is_success() {
    let mut number = 2;
    assert_eq!(ticks!(bt!((u32) = selector < see, succeed >), number), [Success; 3]);
    assert_eq!(bt!((u32) = see).tick(&mut 2), Failure);
    assert_eq!(bt!((u32) = see).tick(&mut 3), Success);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = plan), number), [Running, Running, Success]);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = search(3)), number), [Running, Running, Success]);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = search(2)), number), [Running, Running, Failure]);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = is_even), number), [Running, Success, Success]);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = look_for), number), [Success; 3]);
}

#[test]
fn errors_pass() {
    bt! { Fetches(u32) -> Result<Broken> = fetch }
    let (mut tree, mut number) = (Fetches::new(), 0);
    let results = std::array::from_fn::<_, 4, _>(|_| tree.tick(&mut number));
    assert_eq!(results, [Ok(Running), Ok(Failure), Ok(Success), Err(Broken)]);
}

#[derive(Behavior, Default)]
#[behavior(context = u32)]
struct Sees;

impl Sees {
    fn run(&self, number: &u32) -> Option<Prey> {
        see(number)
    }
}

#[derive(Behavior, Default)]
#[behavior(context = u32, value = Prey, error = Broken)]
struct Plans;

impl Plans {
    fn run(&self, number: &mut u32) -> Result<Poll<Prey>, Broken> {
        Ok(plan(number))
    }
}

#[derive(Behavior, Default)]
#[behavior(context = u32, value = Option<Prey>)]
struct Looks;

impl Looks {
    fn run(&self, number: &mut u32) -> Poll<Option<Prey>> {
        look_for(number)
    }
}

struct ByHand;

impl ByHand {
    fn new() -> Self {
        ByHand
    }
}

impl Behavior<u32> for ByHand {
    type Answer = Poll<()>;

    fn run(&mut self, number: &mut u32) -> Poll<()> {
        plan(number).map(drop)
    }
}

#[test]
fn derived_leaves_and_those_by_hand_find_things_too() {
    let mut number = 0;
    bt! { Derived(u32) -> Result<Broken> = sequence < plans, sees > }
    assert_eq!(ticks!(Derived::new(), number), [Ok(Running), Ok(Running), Ok(Success)]);
    assert_eq!(bt!((u32) = sees).tick(&mut 0), Failure);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = by_hand()), number), [Running, Running, Success]);
    // For this leaf, `None` is a value, not a failure.
    assert_eq!(bt!((u32) = looks).tick(&mut 1), Success);
}

#[test]
fn closures_find_things() {
    let find = || bt!((u32) = action(|number| number.checked_sub(1)));
    assert_eq!((find().tick(&mut 1), find().tick(&mut 0)), (Success, Failure));
    let mut number = 0;
    assert_eq!(ticks!(bt!((u32) = action(|number| search(number, 3))), number), [Running, Running, Success]);
    number = 0;
    assert_eq!(ticks!(bt!((u32) = action(|number| plan(number).map(drop))), number), [Running, Running, Success]);
    bt! { Fetches(u32) -> Result<Broken> = action(fetch) }
    number = 1;
    assert_eq!(ticks!(Fetches::new(), number), [Ok(Failure), Ok(Success), Err(Broken)]);
}

#[test]
fn what_can_be_is_known_from_the_type() {
    bt! { Sight(u32) = selector < see, see, sees > }
    assert_eq!(size_of::<Sight>(), 0);
    bt! { Planned(u32) = plan }
    assert_eq!(<Planned as Behavior<u32>>::CAN, <Plan as Behavior<u32>>::CAN);
}
