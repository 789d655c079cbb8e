//! Names in the patterns of a `switch`: the child after the pattern uses them like values that nodes bind.

use std::mem::size_of;

use bt::bt;

use super::den::{Counted, Den, Eat, Find, Hold, Pause, Rest};
use super::{ticks, trace};

/// What a den is after.
#[derive(Clone, Debug, PartialEq)]
pub enum Mood {
    Calm,
    Hungry { prey: u32, places: (u8, u8) },
    Proud(Vec<u32>),
}

impl Den {
    fn mood(&self) -> Mood {
        match self.limit {
            0 => Mood::Calm,
            9 => Mood::Proud(vec![1, 2, 3]),
            prey => Mood::Hungry { prey, places: (3, 4) },
        }
    }
}

bt! {
    Chosen(Den) = switch(|den| -> Mood { den.mood() }) <
        Mood::Hungry { prey, .. } if prey == 5 => eat(50),
        Mood::Hungry { prey, places: (first, _) } => sequence < eat(prey), rest(1), eat(prey + u32::from(first)) >,
        Mood::Proud(all) => sequence < rest(1), action(|den| den.log.push(format!("{all:?}"))) >,
        Mood::Calm => eat(0),
    >
}

fn chosen(limit: u32, times: usize) -> String {
    let (mut tree, mut den) = (Chosen::new(), Den { limit, ..Den::default() });
    let first = ticks(&mut tree, &mut den, 1);
    // Decided at the start: later changes of the context do not matter.
    den.limit = 1;
    format!("{first} | {}", ticks(&mut tree, &mut den, times - 1))
}

#[test]
fn a_switch_hands_the_names_of_its_pattern_to_the_child_behind_it() {
    assert_eq!(chosen(7, 2), "eat 7 | eat 10");
    assert_eq!(chosen(5, 2), "eat 50 | eat 1");
    assert_eq!(chosen(9, 2), " | [1, 2, 3]");
    assert_eq!(chosen(0, 2), "eat 0 | eat 1");
}

bt! {
    Newest(Den) = reactive_switch(|den| -> Mood { den.mood() }) <
        Mood::Hungry { prey, .. } if prey < 7 => sequence < find -> x, rest(2), eat(prey + x * 100) >,
        Mood::Hungry { prey: much, .. } => finally < rest(9), eat(much) >,
        other => action(|den| {
            den.log.push(format!("{other:?}"));
            false
        }),
    >
}

#[test]
fn in_a_reactive_switch_the_newest_value_is_seen() {
    let (mut tree, mut den) = (Newest::new(), Den { limit: 3, ..Den::default() });
    assert_eq!(ticks(&mut tree, &mut den, 2), "find 1 | ");
    den.limit = 4;
    assert_eq!(ticks(&mut tree, &mut den, 1), "eat 104");
    den.limit = 0;
    assert_eq!(ticks(&mut tree, &mut den, 1), "Calm");
}

#[test]
fn the_cleanup_of_a_child_that_is_given_up_sees_what_was_matched_for_it() {
    let (mut tree, mut den) = (Newest::new(), Den { limit: 7, ..Den::default() });
    assert_eq!(ticks(&mut tree, &mut den, 1), "");
    den.limit = 8;
    assert_eq!(ticks(&mut tree, &mut den, 1), "");
    den.limit = 0;
    assert_eq!(ticks(&mut tree, &mut den, 1), "eat 8, Calm");
    den.limit = 7;
    ticks(&mut tree, &mut den, 1);
    tree.abort(&mut den);
    assert_eq!(den.take(), "eat 7");
}

bt! {
    Looks(Den) = observe(|den| -> bool { den.limit > 4 }) <
        reactive_switch(|den| -> Mood { den.mood() }) <
            Mood::Hungry { prey, .. } => sequence < rest(1), eat(prey), rest(1), eat(prey) >,
            _ => fail,
        >
    >
}

#[test]
fn under_observe_what_was_matched_at_the_last_look_is_held() {
    let (mut tree, mut den) = (Looks::new(), Den { limit: 3, ..Den::default() });
    ticks(&mut tree, &mut den, 1);
    den.limit = 4;
    assert_eq!(ticks(&mut tree, &mut den, 1), "eat 3");
    den.limit = 6;
    assert_eq!(ticks(&mut tree, &mut den, 1), "eat 6");
}

bt! {
    Nested(Den) = sequence <
        find -> x,
        switch(|den| -> u32 { den.limit }) <
            n if n < x => eat(n),
            n => switch(|_| -> (u32, u32) { (n, x) }) <
                (n, 1) | (1, n) => if_else(|_| n > 2) < eat(n), eat(100) >,
                (_, m) => pipeline < pause(false), eat(m + n) >,
            >,
        >,
    >
}

#[test]
fn patterns_nest() {
    let nested = |limit, found| {
        let mut den = Den { limit, found, ..Den::default() };
        ticks(&mut Nested::new(), &mut den, 2)
    };
    assert_eq!(nested(1, 4), "find 5, eat 1 | find 6, eat 1");
    assert_eq!(nested(6, 0), "find 1, eat 6 | find 2");
    assert_eq!(nested(8, 3), "find 4 | eat 12");
}

bt! {
    Kept(Den) = sequence <
        switch(|den| -> Counted { den.one_more() }) < all => sequence < rest(1), hold(all, 1), rest(1) > >,
        rest(1),
    >
}
bt! {
    KeptAnew(Den) = reactive_switch(|den| -> Counted { den.one_more() }) <
        all => sequence < rest(1), hold(all, 1), rest(1) >
    >
}

#[test]
fn what_is_matched_is_dropped_once() {
    for ticks in 0..6 {
        let mut den = Den::default();
        let (mut kept, mut anew) = (Kept::new(), KeptAnew::new());
        for _ in 0..ticks {
            kept.tick(&mut den);
            anew.tick(&mut den);
        }
        kept.abort(&mut den);
        drop(anew);
        assert_eq!(den.alive.get(), 0, "after {ticks} ticks");
    }
}

bt! { AtOnce(Den) = switch(|den| -> u32 { den.limit }) < n => eat(n) > }
bt! { OverAWait(Den) = switch(|den| -> u32 { den.limit }) < n => sequence < rest(1), eat(n) > > }
bt! { Anew(Den) = selector < reactive_switch(|den| -> u32 { den.limit }) < n => sequence < rest(1), eat(n) > > > }
bt! { Found(Den) = sequence < find -> n, rest(1), eat(n) > }
bt! { Alone(Den) = selector < reactive_switch(|den| -> u32 { den.limit }) < _ => sequence < rest(1), eat(1) > > > }

#[test]
fn what_is_matched_takes_room_only_while_something_may_need_it() {
    assert_eq!(size_of::<AtOnce>(), 0);
    assert_eq!(size_of::<OverAWait>(), size_of::<Found>(), "as much as a value that is bound");
    assert_eq!(size_of::<Anew>(), size_of::<Alone>());
    assert_eq!(trace(OverAWait::new(), 2), " | eat 0");
}

bt! { KeyedByAll(Den) = switch(|den| -> u32 { den.limit }) < n => keyed(|_| n) < eat(n) > > }
bt! {
    KeyedByPart(Den) = reactive_switch(|den| -> Mood { den.mood() }) <
        Mood::Hungry { prey, .. } => keyed(|_| -> u32 { prey }) < sequence < eat(prey), rest(9) > >,
        _ => fail,
    >
}

#[test]
fn a_name_in_a_pattern_is_a_key() {
    assert_eq!(trace(KeyedByAll::new(), 1), "eat 0");
    let (mut tree, mut den) = (KeyedByPart::new(), Den { limit: 3, ..Den::default() });
    assert_eq!(ticks(&mut tree, &mut den, 2), "eat 3 | ");
    den.limit = 4;
    assert_eq!(ticks(&mut tree, &mut den, 2), "eat 4 | ");
}
