//! A crowd that is saved and loaded: the same agents with the same ids, and errors for inconsistent data.

use bt::bt;
use bt_crowd::{AgentId, Crowd};
use serde_json::{Value, from_str, from_value, json, to_value};

bt! {
    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    Count(u64) = sequence <
        wait_until(|number| *number % 7 == 0),
        action(|number| *number += 1),
        wait_until(|_| false),
    >
}

type Counters = Crowd<Count, u64>;

fn tick(crowd: &mut Counters) {
    crowd.tick(|tree, number| {
        *number += 1;
        tree.tick(number);
    });
}

/// A crowd that has been used: the ids of its agents, and those of agents that have been removed.
fn used(agents: u64) -> (Counters, Vec<AgentId>, Vec<AgentId>) {
    let mut crowd = Crowd::new();
    let (mut ids, mut gone) = (Vec::new(), Vec::new());
    for number in 0..agents {
        ids.push(crowd.insert(Count::new(), number));
        if number % 3 == 2 {
            let id = ids.swap_remove(number as usize % ids.len());
            assert!(crowd.remove(id).is_some());
            gone.push(id);
        }
        if number % 100 == 0 {
            tick(&mut crowd);
        }
    }
    // At the end, many slots are free, not in the order of their numbers.
    for _ in 0..ids.len() / 3 {
        let id = ids.swap_remove(ids.len() / 2);
        assert!(crowd.remove(id).is_some());
        gone.push(id);
    }
    (crowd, ids, gone)
}

fn agents(crowd: &Counters) -> Vec<(AgentId, Count, u64)> {
    crowd.iter().map(|(id, tree, number)| (id, tree.clone(), *number)).collect()
}

/// A loaded crowd and its ids behave like the saved ones.
fn goes_on_the_same(mut crowd: Counters, mut loaded: Counters, ids: &[AgentId], gone: &[AgentId]) {
    assert_eq!(crowd.len(), loaded.len());
    assert_eq!(agents(&crowd), agents(&loaded));
    assert!(gone.iter().all(|id| loaded.get(*id).is_none() && loaded.remove(*id).is_none()));
    for (number, id) in ids.iter().enumerate().filter(|(number, _)| number % 2 == 0) {
        assert_eq!(crowd.remove(*id), loaded.remove(*id), "agent {number}");
    }
    for number in 0..ids.len() as u64 + 10 {
        let id = crowd.insert(Count::new(), number);
        assert_eq!(id, loaded.insert(Count::new(), number));
        assert!(!gone.contains(&id) && !ids.contains(&id));
    }
    for _ in 0..10 {
        tick(&mut crowd);
        tick(&mut loaded);
    }
    assert_eq!(agents(&crowd), agents(&loaded));
}

#[test]
fn a_crowd_goes_on_with_the_same_ids() {
    // The last one has more slots than a block has seats.
    for number in [0, 1, 2, 3, 10, 500, 30_000] {
        let (crowd, ids, gone) = used(number);
        let saved = postcard::to_stdvec(&crowd).expect("it can be saved");
        let loaded = postcard::from_bytes(&saved).expect("it can be loaded");
        let few = ids.len().min(300);
        goes_on_the_same(crowd, loaded, &ids[..few], &gone[..gone.len().min(300)]);
    }
}

#[test]
fn ids_are_saved_too() {
    let (crowd, ids, gone) = used(500);
    let saved = to_value((&crowd, &ids, &gone)).expect("they can be saved");
    let (loaded, ids, gone) = from_value::<(Counters, Vec<AgentId>, Vec<AgentId>)>(saved).expect("they can be loaded");
    goes_on_the_same(crowd, loaded, &ids, &gone);
}

#[test]
fn this_is_what_is_saved() {
    let mut crowd = Counters::new();
    let ids = [3, 4, 5].map(|number| crowd.insert(Count::new(), number));
    crowd.remove(ids[1]);
    let saved = to_value(&crowd).expect("it can be saved");
    let tree = to_value(Count::new()).expect("it can be saved");
    assert_eq!(saved, json!({ "generations": [1, 2, 1], "free": [1], "agents": [[tree, 3], [tree, 5]] }));
    assert_eq!(to_value(ids[2]).expect("it can be saved"), json!({ "slot": 2, "generation": 1 }));
}

/// Why a crowd with these slots, these free slots and this number of agents is not loaded.
fn refused(generations: Value, free: Value, agents: usize) -> String {
    let agent = to_value((Count::new(), 7)).expect("it can be saved");
    let saved = json!({ "generations": generations, "free": free, "agents": vec![agent; agents] });
    match from_value::<Counters>(saved) {
        Ok(_) => panic!("it is loaded"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(refused(json!([1, 2, 1]), json!([1]), 1), "1 agents in 2 slots");
    assert_eq!(refused(json!([1, 2, 1]), json!([1]), 3), "3 agents in 2 slots");
    let free = "the list of free slots does not match the slots";
    // A free slot is missing, listed twice, taken, or out of range; a slot that was never used is not free.
    for list in [json!([]), json!([1, 1]), json!([0]), json!([1, 2]), json!([3]), json!([u32::MAX])] {
        assert_eq!(refused(json!([1, 2, 1]), list, 2), free);
    }
    assert_eq!(refused(json!([0]), json!([0]), 0), free);
    assert!(refused(json!([-1]), json!([]), 0).contains("expected u32"));
}

bt! {
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    Seek(u64) = reactive_sequence < action(|number| Some(*number)) -> found: u64, wait_until(|number| *number > found) >
}

#[test]
fn an_agent_without_a_value_that_it_uses_is_refused() {
    let mut crowd = Crowd::new();
    crowd.insert(Seek::new(), 7);
    crowd.tick(|tree, number| {
        tree.tick(number);
    });
    let saved = to_value(&crowd).expect("it can be saved").to_string();
    assert!(saved.contains("\"held_found\":7"), "{saved}");
    let load = |saved: &str| from_str::<Crowd<Seek, u64>>(saved).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(load(&saved), Ok(()));
    let error = load(&saved.replace("held_found", "held_lost")).expect_err("it is refused");
    assert!(error.contains("the save is damaged: a tree is never in this state"), "{error}");
}

#[test]
fn a_slot_that_has_been_through_all_generations_stays_unused() {
    let saved = json!({ "generations": [0, 2], "free": [1], "agents": [] });
    let mut crowd = from_value::<Counters>(saved).expect("it can be loaded");
    let slots = [1, 2].map(|number| to_value(crowd.insert(Count::new(), number)).expect("it can be saved"));
    assert_eq!(slots, [json!({ "slot": 1, "generation": 3 }), json!({ "slot": 2, "generation": 1 })]);
}

#[test]
fn a_forged_id_is_refused_or_finds_nobody() {
    let (mut crowd, ..) = used(10);
    // A free slot has an even generation, which no agent has.
    for generation in [0, 2, 4, u32::MAX - 1] {
        let forged = json!({ "slot": 1, "generation": generation });
        let error = from_value::<AgentId>(forged).expect_err("it is refused").to_string();
        assert_eq!(error, "no agent can have this id");
    }
    for slot in [0, 1, 1000, u32::MAX] {
        let forged = from_value::<AgentId>(json!({ "slot": slot, "generation": 999 })).expect("it may be one");
        assert!(crowd.get(forged).is_none() && crowd.get_mut(forged).is_none() && crowd.remove(forged).is_none());
    }
}
