//! State that is saved and loaded: all of it, and errors for invalid data.

use std::fmt::Debug;

use bt::__private::{ChildrenLeft, Kept, ShortTimer, SlotOf, Timer};
use bt::{Memory, Post, Status, bt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, json, to_value};

use crate::bench::Bench;

/// Checks its serialized form, and that it is equal after loading.
fn written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(state: &T, written: Value) {
    assert_eq!(to_value(state).expect("it can be written"), written);
    assert_eq!(&from_value::<T>(written).expect("it can be read"), state);
}

/// The error of reading this.
fn refused<T: DeserializeOwned>(written: Value) -> String {
    match from_value::<T>(written) {
        Ok(_) => panic!("it can be read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn kept_state_has_as_many_numbers_as_it_has_cells() {
    written_as(&Kept::<0>::NEW, json!([]));
    written_as(&Kept::<3>::NEW, json!([0, 0, 0]));
    assert_eq!(refused::<Kept<3>>(json!([1, 2])), "invalid length 2, expected a sequence of 3");
    assert_eq!(refused::<Kept<3>>(json!([1, 2, 3, 4])), "invalid length 4, expected a sequence of at most 3");
    assert!(refused::<Kept<1>>(json!([u64::MAX])).contains("expected u32"));
}

#[test]
fn timers_are_nanoseconds() {
    written_as(&Timer::new(1.5), json!(1_500_000_000));
    written_as(&Timer::new(f64::INFINITY), json!(u64::MAX));
    assert!(refused::<Timer>(json!(1.5)).contains("expected u64"));
}

#[test]
fn a_short_timer_is_written_as_any_other_and_has_no_more_than_it_can_hold() {
    written_as(&ShortTimer::new(1.5), json!(1_500_000_000));
    let from_a_longer_time = from_value::<ShortTimer>(json!(9_000_000_000_u64)).expect("it is a number");
    written_as(&from_a_longer_time, json!(u32::MAX));
}

#[test]
fn a_leaf_that_cannot_be_running_is_not_read() {
    assert_eq!(refused::<SlotOf<Bench, 0>>(json!({})), "this leaf cannot be running");
    assert_eq!(from_value::<SlotOf<u32, 1>>(json!(3)).expect("it is the leaf itself"), 3);
}

#[test]
fn the_children_left_have_as_many_bytes_as_they_need() {
    let mut left = ChildrenLeft::<2>::all(9);
    written_as(&left, json!([255, 1]));
    left.best(|_| 0.0);
    written_as(&left, json!([254, 1]));
    assert_eq!(refused::<ChildrenLeft<2>>(json!([1])), "invalid length 1, expected a sequence of 2");
    assert_eq!(refused::<ChildrenLeft<2>>(json!([1, 1, 1])), "invalid length 3, expected a sequence of at most 2");
}

bt! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    Rounds(u32) = forever < sequence <
        force_success < run_limit(2) < action(|count| *count += 1) > >,
        timeout(5.0) < wait(0.5) >,
        condition(|count| *count < 100),
        parallel < wait(1.0), run_once < wait(0.25) > >,
    > >
}

#[test]
fn a_tree_that_was_saved_goes_on_where_it_was() {
    let (mut tree, mut count) = (Rounds::new(), 0);
    for _ in 0..40 {
        assert_eq!(tree.tick_for(0.2, &mut count), Status::Running);
        let written = to_value(&tree).expect("it can be written");
        let mut other: Rounds = from_value(written).expect("it can be read");
        assert_eq!(other, tree);
        let mut other_count = count;
        for _ in 0..10 {
            other.tick_for(0.1, &mut other_count);
        }
        let mut same = tree.clone();
        let mut same_count = count;
        for _ in 0..10 {
            same.tick_for(0.1, &mut same_count);
        }
        assert_eq!((other, other_count), (same, same_count));
    }
    assert_eq!(count, 2);
}

type Few = Memory<String, u32, [f32; 2], 2>;

#[test]
fn a_memory_is_written_with_its_clock() {
    let mut memory = Few::new(3.0);
    written_as(&memory, json!({ "span": 3_000_000_000_u64, "now": 0, "entries": [] }));
    memory.advance(1.0);
    memory.insert_at("noise".to_owned(), 7, [1.0, 2.5]);
    memory.advance(1.0);
    memory.insert("alarm".to_owned(), 1);
    let noise = json!({ "key": "noise", "value": 7, "time": 1_000_000_000, "position": [1.0, 2.5] });
    let alarm = json!({ "key": "alarm", "value": 1, "time": 2_000_000_000, "position": null });
    written_as(&memory, json!({ "span": 3_000_000_000_u64, "now": 2_000_000_000, "entries": [noise, alarm] }));
    written_as(&Few::lasting(), json!({ "span": u64::MAX, "now": 0, "entries": [] }));
}

/// A memory as in a file.
fn file(span: u64, now: u64, entries: &[(&str, u64)]) -> Value {
    let entry = |(key, time): &(&str, u64)| json!({ "key": key, "value": 1, "time": time, "position": null });
    json!({ "span": span, "now": now, "entries": entries.iter().map(entry).collect::<Vec<_>>() })
}

#[test]
fn a_memory_that_cannot_be_is_refused() {
    let too_many = file(9, 5, &[("a", 1), ("b", 2), ("c", 3)]);
    assert_eq!(refused::<Few>(too_many), "invalid length 3, expected a sequence of at most 2");
    let order = "what is remembered is not in the order of its times";
    assert_eq!(refused::<Few>(file(9, 5, &[("a", 2), ("b", 1)])), order);
    assert_eq!(refused::<Few>(file(9, 5, &[("a", 2), ("b", 6)])), order);
    assert_eq!(refused::<Few>(file(9, 5, &[("a", 2), ("a", 3)])), "one key is remembered twice");
}

#[test]
fn a_memory_with_a_shorter_span_forgets_when_it_is_read() {
    let memory: Few = from_value(file(2, 5, &[("a", 2), ("b", 3)])).expect("it can be read");
    assert_eq!(memory.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b"]);
}

#[test]
fn a_post_keeps_what_is_in_it() {
    let mut post = Post::<u32, String, 3>::new();
    for number in 0..5 {
        post.post(number, number.to_string()).expect("there is room");
        let round = post.round();
        if number < 3 {
            post.take(round);
        }
    }
    let written = to_value(&post).expect("it can be written");
    assert_eq!(written, json!([[3, "3"], [4, "4"]]));
    let mut other: Post<u32, String, 3> = from_value(written).expect("it can be read");
    assert_eq!(other.len(), 2);
    other.post(5, "5".to_owned()).expect("there is room");
    let round = other.round();
    for number in 3..6 {
        assert_eq!(other.take(round), Some((number, number.to_string())));
    }
    assert_eq!(other.take(round), None);
    let too_many = json!([[1, "a"], [2, "b"]]);
    assert_eq!(refused::<Post<u32, String, 1>>(too_many), "invalid length 2, expected a sequence of at most 1");
}
