//! Memory: when values are forgotten, and the nodes that use it.

use std::collections::BTreeMap;
use std::time::Duration;

use bt::__private::{forget, memory, memory_mut, recalls, recalls_value, remember};
use bt::memory::{Recollection, Store};
use bt::{Memory, Remembers, Status, bt};

const NANOSECOND: Duration = Duration::from_nanos(1);

/// The remembered values, the oldest first.
fn facts<P, const CAPACITY: usize>(memory: &Memory<&'static str, u32, P, CAPACITY>) -> Vec<(&'static str, u32)> {
    memory.iter().map(|(key, recollection)| (*key, *recollection.value)).collect()
}

#[test]
fn a_memory_as_old_as_the_span_is_still_there() {
    for span in [Duration::ZERO, NANOSECOND, Duration::from_secs(3), Duration::from_secs(3_000_000_000)] {
        let mut memory = Memory::<_, _>::new(span);
        memory.insert("noise", 1);
        memory.advance(span);
        assert_eq!(memory.get("noise"), Some(&1));
        memory.advance(NANOSECOND);
        assert_eq!(memory.get("noise"), None);
        assert!(memory.is_empty());
    }
}

#[test]
fn some_never_forget() {
    for mut memory in
        [Memory::<_, _>::lasting(), Memory::new(Duration::MAX), Memory::new(f64::INFINITY), Memory::default()]
    {
        memory.insert("noise", 1);
        for _ in 0..3 {
            memory.advance(Duration::MAX);
        }
        assert_eq!(memory.get("noise"), Some(&1));
        let noise = memory.recall("noise").expect("it is there");
        assert_eq!(noise.age, Duration::from_nanos(u64::MAX));
    }
}

#[test]
fn a_clock_at_its_end_goes_on() {
    let (mut elephant, mut fish) = (Memory::<_, _>::lasting(), Memory::<_, _>::new(3.0));
    for memory in [&mut elephant, &mut fish] {
        memory.advance(1.0);
        memory.insert("noise", 1);
        for _ in 0..3 {
            memory.advance(Duration::MAX);
            memory.insert("steps", 2);
            memory.advance(2.0);
            assert_eq!(memory.recall("steps").map(|steps| steps.age), Some(Duration::from_secs(2)));
        }
    }
    assert_eq!((elephant.len(), fish.len()), (2, 1));
    fish.advance(1.5);
    assert!(fish.is_empty());
}

#[test]
fn agents_forget_after_spans_of_their_own() {
    let (mut guard, mut sentry) = (Memory::<_, _>::new(60.0), Memory::<_, _>::new(3.0));
    for _ in 0..200 {
        for memory in [&mut guard, &mut sentry] {
            memory.advance(0.1_f32);
        }
        guard.insert("tick", 0);
        if guard.recall("noise").is_none() {
            guard.insert("noise", 1);
            sentry.insert("noise", 1);
        }
    }
    assert_eq!(facts(&guard), [("noise", 1), ("tick", 0)]);
    assert_eq!(facts(&sentry), []);
}

#[test]
fn the_frame_rate_does_not_matter() {
    for rate in [1, 60, 1000] {
        let mut memory = Memory::<_, _>::new(2.0);
        memory.insert("noise", 1);
        for _ in 0..2 * rate {
            memory.advance(Duration::from_secs(1) / rate);
        }
        assert_eq!(memory.get("noise"), Some(&1));
        memory.advance(0.001);
        assert_eq!(memory.get("noise"), None);
    }
}

#[test]
fn a_memory_has_a_value_a_time_and_a_position() {
    let mut memory = Memory::<_, _>::new(10.0);
    memory.advance(1.0);
    memory.insert_at("noise", 7, [1.0, 2.0]);
    memory.advance(0.5);
    memory.insert("alarm", 1);
    memory.advance(0.5);
    let (half, one) = (Duration::from_millis(500), Duration::from_secs(1));
    let parts = |found: Recollection<'_, i32>| (*found.value, found.position.copied(), found.time, found.age);
    let found = |key| memory.recall(key).map(parts);
    assert_eq!(found("noise"), Some((7, Some([1.0, 2.0]), one, one)));
    assert_eq!(found("alarm"), Some((1, None, one + half, half)));
    assert_eq!(memory.recall("light"), None);
    let all = memory.iter().map(|(key, found)| (*key, parts(found)));
    assert!(all.eq([("noise", (7, Some([1.0, 2.0]), one, one)), ("alarm", (1, None, one + half, half))]));
}

#[test]
fn what_is_remembered_anew_is_replaced() {
    let mut memory = Memory::<_, _>::new(2.0);
    memory.insert_at("noise", 1, [1.0, 2.0]);
    memory.insert("alarm", 2);
    memory.advance(1.5);
    memory.insert("noise", 3);
    assert_eq!(facts(&memory), [("alarm", 2), ("noise", 3)]);
    assert_eq!(memory.recall("noise").and_then(|noise| noise.position), None);
    memory.advance(1.5);
    assert_eq!(facts(&memory), [("noise", 3)]);
}

#[test]
fn the_oldest_makes_room() {
    let mut memory = Memory::<_, _, (), 3>::lasting();
    assert_eq!(memory.capacity(), 3);
    for (key, value) in [("a", 1), ("b", 2), ("c", 3), ("a", 4), ("d", 5)] {
        memory.insert(key, value);
    }
    assert_eq!(facts(&memory), [("c", 3), ("a", 4), ("d", 5)]);
    assert_eq!(memory.remove("a"), Some(4));
    assert_eq!(memory.remove("a"), None);
    memory.insert("e", 6);
    assert_eq!(facts(&memory), [("c", 3), ("d", 5), ("e", 6)]);
    memory.insert("c", 7);
    assert_eq!(facts(&memory), [("d", 5), ("e", 6), ("c", 7)]);
    memory.clear();
    assert_eq!((memory.len(), memory.is_empty()), (0, true));
    memory.insert("f", 8);
    assert_eq!(facts(&memory), [("f", 8)]);
}

#[test]
fn keys_are_found_by_what_they_borrow() {
    let mut memory = Memory::<String, Vec<u32>>::lasting();
    memory.insert("noise".to_owned(), vec![1]);
    assert_eq!(memory.get("noise"), Some(&vec![1]));
    assert_eq!(memory.get(&"noise".to_owned()), Some(&vec![1]));
    assert_eq!(memory.remove("noise"), Some(vec![1]));
}

#[test]
fn insert_returns_the_value_that_the_key_had() {
    let mut memory = Memory::<_, _, [f32; 2], 2>::new(1.0);
    assert_eq!(memory.insert("noise", 1), None);
    assert_eq!(memory.insert("noise", 2), Some(1));
    assert_eq!(memory.insert_at("noise", 3, [1.0, 2.0]), Some(2));
    assert_eq!(memory.insert("noise", 4), Some(3));
    assert_eq!(memory.recall("noise").map(|noise| noise.position), Some(None));
    // The oldest of the others is forgotten for a new key, and is not what is returned.
    assert_eq!(memory.insert("alarm", 5), None);
    assert_eq!(memory.insert("light", 6), None);
    assert!(!memory.contains_key("noise") && memory.contains_key("alarm"));
    // Old values have been forgotten, so nothing is replaced.
    memory.advance(1.5);
    assert_eq!(memory.insert("alarm", 7), None);
}

#[test]
fn a_memory_is_iterated_from_both_ends() {
    let mut memory = Memory::<_, _>::new(1.0);
    assert_eq!(memory.iter().next_back(), None);
    for key in 'a'..='e' {
        memory.insert(key, ());
    }
    memory.remove(&'c');
    let keys = |found: Vec<(&char, Recollection<'_, ()>)>| found.into_iter().map(|(key, _)| *key).collect::<String>();
    assert_eq!(keys((&memory).into_iter().collect()), "abde");
    assert_eq!(keys(memory.iter().rev().collect()), "edba");
    let mut iter = memory.iter();
    assert_eq!(iter.len(), 4);
    assert_eq!((iter.next().map(|(key, _)| *key), iter.next_back().map(|(key, _)| *key)), (Some('a'), Some('e')));
    assert_eq!(iter.len(), 2);
    assert_eq!(format!("{:?}", memory.iter().take(0).collect::<Vec<_>>()), "[]");
}

#[test]
fn it_does_what_a_list_does() {
    const SPAN: u64 = 40;
    let (mut memory, mut list) = (Memory::<u8, u32, u8, 4>::new(Duration::from_nanos(SPAN)), Vec::new());
    let (mut fates, mut now, mut too_many, mut too_old) = (fastrand::Rng::with_seed(5), 0, 0, 0);
    for value in 0..20_000 {
        let key = fates.u8(..6);
        match fates.u32(..4) {
            0 => {
                let dt = fates.u64(..20);
                now += dt;
                memory.advance(Duration::from_nanos(dt));
                let before = list.len();
                list.retain(|(_, _, _, time)| now - time <= SPAN);
                too_old += before - list.len();
            }
            1 => {
                let place = list.iter().position(|(known, ..)| *known == key);
                assert_eq!(memory.remove(&key), place.map(|place| list.remove(place).1));
            }
            with_position => {
                let place = list.iter().position(|(known, ..)| *known == key);
                let replaced = place.map(|place| list.remove(place).1);
                if list.len() == 4 {
                    list.remove(0);
                    too_many += 1;
                }
                let position = (with_position == 2).then_some(key);
                list.push((key, value, position, now));
                let returned = match position {
                    Some(position) => memory.insert_at(key, value, position),
                    None => memory.insert(key, value),
                };
                assert_eq!(returned, replaced);
            }
        }
        let known = |(key, found): (&u8, Recollection<'_, u32, u8>)| {
            (*key, *found.value, found.position.copied(), u64::try_from(found.time.as_nanos()).expect("it is short"))
        };
        assert!(memory.iter().map(known).eq(list.iter().copied()));
        let value = list.iter().find(|(known, ..)| *known == key).map(|(_, value, ..)| value);
        assert_eq!(memory.get(&key), value);
        assert_eq!(memory.contains_key(&key), value.is_some());
    }
    assert!(too_many > 1000 && too_old > 1000, "{too_many} {too_old}");
}

/// A store that never forgets by itself.
#[derive(Default)]
struct Chronicle(BTreeMap<&'static str, u32>);

impl Store for Chronicle {
    type Key = &'static str;
    type Value = u32;

    fn insert(&mut self, key: &'static str, value: u32) -> Option<u32> {
        self.0.insert(key, value)
    }

    fn get(&self, key: &&'static str) -> Option<&u32> {
        self.0.get(key)
    }

    fn remove(&mut self, key: &&'static str) -> Option<u32> {
        self.0.remove(key)
    }
}

/// A context with either kind of memory.
struct Scribe<M>(M);

impl<M: Store> Remembers for Scribe<M> {
    type Memory = M;

    fn memory(&self) -> &M {
        &self.0
    }

    fn memory_mut(&mut self) -> &mut M {
        &mut self.0
    }
}

/// Calls the functions that generated code calls for the nodes.
fn nodes<C: Remembers<Memory: Store<Key = &'static str, Value = u32>>>(mut context: C) {
    assert!(!recalls(memory(&context), "noise"));
    remember(memory_mut(&mut context), "noise", 3);
    assert!(recalls(memory(&context), "noise"));
    assert!(recalls_value(memory(&context), "noise", 3));
    assert!(!recalls_value(memory(&context), "noise", 4));
    assert!(!recalls_value(memory(&context), "alarm", 3));
    remember(memory_mut(&mut context), "noise", 4);
    assert!(recalls_value(memory(&context), "noise", 4));
    forget(memory_mut(&mut context), "alarm");
    forget(memory_mut(&mut context), "noise");
    assert!(!recalls(memory(&context), "noise"));
}

#[test]
fn nodes_take_any_store() {
    nodes(Memory::<_, _>::lasting());
    nodes(Scribe(Memory::<_, _, (), 1>::new(0.0)));
    nodes(Scribe(Chronicle::default()));
}

#[test]
fn remember_stores_a_position_if_it_has_one() {
    type Map = Scribe<Memory<&'static str, u32, (i32, i32)>>;
    bt! {
        Spot(Map) { x: i32 } = sequence <
            remember("noise", 5, at = (x, 2)),
            remember(
                "echo",
                6,
                at = |map| map.0.recall("noise").and_then(|noise| noise.position.copied()).unwrap_or_default(),
            ),
            remember("light", |_| 7, at = (x + 1, 3)),
            remember("light", 8),
        >
    }
    let mut map = Scribe(Memory::lasting());
    assert_eq!(Spot::new(4).tick(&mut map), Status::Success);
    let known: Vec<_> = map.0.iter().map(|(key, known)| (*key, *known.value, known.position.copied())).collect();
    assert_eq!(known, [("noise", 5, Some((4, 2))), ("echo", 6, Some((4, 2))), ("light", 8, None)]);
}
