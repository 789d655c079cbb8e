//! Agents of several kinds: enums of trees, and boxed trees.

use std::time::Duration;

use bt::{Behavior, DynTree, NodeEvent, Outcome, Save, Status, Tree, TreeObserver, bt};
use bt_crowd::Crowd;
// Both traits have methods of the same names.
use bt::TreeFor as _;

const SECOND: Duration = Duration::from_secs(1);

/// The actions of a pet.
type Log = Vec<&'static str>;

/// Stays until it receives a message.
#[derive(Behavior, Clone, Debug, Default, serde::Serialize)]
#[behavior(context = Log, message = str)]
struct Listen;

impl Listen {
    fn run(&self, _: &mut Log) -> Status {
        Status::Running
    }

    fn receive(&self, log: &mut Log, _: &str) -> Status {
        log.push("heard");
        Status::Success
    }

    fn finish(&self, log: &mut Log, outcome: Outcome) {
        if outcome == Outcome::Aborted {
            log.push("aborted");
        }
    }
}

bt! {
    #[derive(Clone, Debug, serde::Serialize)]
    Dog(Log) on str = sequence < action(|log| log.push("woof")), listen, action(|log| log.push("sit")) >
}
bt! {
    #[derive(Clone, Debug, serde::Serialize)]
    Cat(Log) { name: &'static str } = forever < sequence < wait(0.25), action(|log| log.push(name)) > >
}

#[derive(Behavior, Clone, Debug, serde::Serialize)]
#[behavior(context = Log, message = str)]
enum Pet {
    Dog(Dog),
    Cat { tree: Cat },
}

/// Counts the ends of nodes.
#[derive(Default)]
struct Ends(u32);

impl TreeObserver for Ends {
    fn finish(&mut self, _: &NodeEvent, _: Outcome) {
        self.0 += 1;
    }
}

fn names(tree: &Pet) -> Vec<&'static str> {
    bt::TreeFor::active(tree).map(|node| node.name).collect()
}

/// A glob imports all traits of trees at once.
#[test]
fn the_methods_of_an_enum_are_found_beside_those_of_trait_objects() {
    use bt::*;

    bt! { Nap(()) = running }

    #[derive(Behavior)]
    #[behavior(context = ())]
    enum Any {
        Nap(Nap),
    }

    let mut any = Any::Nap(Nap::new());
    assert_eq!(any.tick_for(0.5, &mut ()), Status::Running);
    assert!(any.is_running() && any.active().count() == 1);
    let mut boxed: Box<dyn DynTree<()>> = Box::new(any);
    boxed.abort(&mut ());
    assert!(!boxed.is_running());
}

#[test]
fn an_enum_of_trees_is_a_tree() {
    let (mut dog, mut cat, mut log) = (Pet::Dog(Dog::new()), Pet::Cat { tree: Cat::new("meow") }, Log::new());
    fn tick(pet: &mut Pet, log: &mut Log) -> Status {
        bt::TreeFor::tick_for(pet, 0.5, log)
    }
    assert_eq!((tick(&mut dog, &mut log), tick(&mut cat, &mut log)), (Status::Running, Status::Running));
    assert_eq!(log, ["woof", "meow", "meow"]);
    assert_eq!(names(&dog), ["sequence", "listen"]);
    assert_eq!(names(&cat), ["forever", "sequence", "wait"]);
    for pet in [&mut dog, &mut cat] {
        pet.send(&mut log, "sit!");
    }
    let mut ends = Ends::default();
    let status = bt::TreeFor::tick_for_with(&mut dog, 0.0, &mut log, &mut ends);
    assert_eq!((status, ends.0), (Status::Success, 2));
    assert!(!bt::TreeFor::is_running(&dog) && bt::TreeFor::is_running(&cat));
    assert_eq!(log[3..], ["heard", "sit"]);
    tick(&mut dog, &mut log);
    bt::TreeFor::abort(&mut dog, &mut log);
    bt::TreeFor::reset(&mut cat);
    assert_eq!(log.last(), Some(&"aborted"));
    assert_eq!((names(&dog), names(&cat)), (vec![], vec![]));
    const { assert!(<Pet as Behavior<Log>>::TAKES_TIME) }
}

#[test]
fn an_enum_of_trees_is_lent_with_its_variant() {
    struct Owner(Pet);
    let mut owner = Owner(Pet::Cat { tree: Cat::new("purr") });
    let status = Pet::lend(
        &mut owner,
        |owner| &mut owner.0,
        |pet, owner| {
            assert!(matches!(owner.0, Pet::Cat { .. }));
            bt::TreeFor::tick_for(pet, 1.0, &mut Log::new())
        },
    );
    assert_eq!((status, names(&owner.0).len()), (Status::Running, 3));
}

#[test]
fn a_crowd_can_be_mixed() {
    let mut crowd = Crowd::new();
    let new = |n: usize| if n.is_multiple_of(3) { Pet::Dog(Dog::new()) } else { Pet::Cat { tree: Cat::new("meow") } };
    let ids: Vec<_> = (0..2000).map(|n| crowd.insert(new(n), Log::new())).collect();
    let tick = |crowd: &mut Crowd<Pet, Log>| {
        crowd.tick(|pet, log| {
            bt::TreeFor::tick_for(pet, 0.25, log);
        });
    };
    tick(&mut crowd);
    assert!(ids.iter().step_by(3).all(|&id| crowd.send(id, "sit!")));
    tick(&mut crowd);
    for (n, id) in ids.into_iter().enumerate() {
        let (pet, log) = crowd.get(id).expect("it is there");
        assert_eq!(log.join(" "), if n % 3 == 0 { "woof heard sit" } else { "meow meow" });
        assert_eq!(bt::TreeFor::is_running(pet), n % 3 != 0);
    }
    let (mut pets, mut logs): (Vec<_>, Vec<_>) = (0..2000).map(|n| (new(n), Log::new())).unzip();
    bt_crowd::tick_all(&mut pets, &mut logs, |pet, log| {
        bt::TreeFor::tick_for(pet, 0.25, log);
    });
    assert!(logs.iter().enumerate().all(|(n, log)| log.join(" ") == if n % 3 == 0 { "woof" } else { "meow" }));
}

#[test]
fn an_enum_of_trees_is_saved() {
    let mut pet = Pet::Dog(Dog::new());
    bt::TreeFor::tick_for(&mut pet, 0.0, &mut Log::new());
    assert!(serde_json::to_string(&Save(&pet)).expect("it can be saved").contains("Dog"));
}

#[derive(Debug, PartialEq)]
struct Lost(u32);

impl From<u32> for Lost {
    fn from(number: u32) -> Self {
        Lost(number)
    }
}

struct World<'a>(&'a mut u32);

bt! { Safe(World<'_>) = action(|world| *world.0 += 1) }
bt! { Risky(World<'_>) -> Result<u32> = action(|world| if *world.0 > 1 { Err(*world.0) } else { Ok(()) }) }

#[derive(Behavior)]
#[behavior(context = World<'_>, error = Lost)]
enum Way {
    Safe(Safe),
    Risky(Risky),
}

#[derive(Behavior)]
#[behavior(context = impl Default + PartialOrd<u32>)]
enum Any<T> {
    One(One),
    Other(T),
}

bt! { One(impl Default + PartialOrd<u32>) = succeed }

#[test]
fn errors_borrows_and_types_pass_through_an_enum_of_trees() {
    let (mut ways, mut number) = ([Way::Safe(Safe::new()), Way::Risky(Risky::new())], 1);
    let ticked = ways.each_mut().map(|way| way.tick(&mut World(&mut number)));
    assert_eq!(ticked, [Ok(Status::Success), Err(Lost(2))]);
    let mut any: [Any<One>; 2] = [Any::One(One::new()), Any::Other(One::new())];
    assert_eq!(any.each_mut().map(|any| any.tick(&mut 7)), [Status::Success; 2]);
    fn is_tree<T: Tree>() {}
    is_tree::<Any<Way>>();
}

#[test]
fn trees_of_all_types_work_through_pointers() {
    let mut pets: Vec<Box<dyn DynTree<Log>>> =
        vec![Box::new(Dog::new()), Box::new(Pet::Cat { tree: Cat::new("meow") }), Box::new(bt!((Log) = running))];
    let (mut log, mut ends) = (Log::new(), Ends::default());
    for pet in &mut pets {
        assert_eq!(pet.tick_for(SECOND / 4, &mut log), Status::Running);
        assert!(pet.is_running());
    }
    let active = pets.iter().map(|pet| pet.active().map(|node| node.name).collect());
    let active: Vec<Vec<_>> = active.collect();
    assert_eq!(active, [vec!["sequence", "listen"], vec!["forever", "sequence", "wait"], vec!["running"]]);
    for pet in &mut pets {
        pet.tick_for_with(SECOND / 4, &mut log, &mut ends);
        pet.abort_with(&mut log, &mut ends);
        assert_eq!(pet.active().count(), 0);
        pet.tick_for(SECOND / 4, &mut log);
        pet.abort(&mut log);
        pet.tick_for(SECOND / 4, &mut log);
        pet.reset();
        assert!(!pet.is_running());
    }
    // Two nodes of the dog end, a pass of three nodes of the cat and three more, and the last one itself.
    assert_eq!(ends.0, 9);
    type AnyWay = dyn for<'a> DynTree<World<'a>, Result<Status, Lost>> + Send;
    let mut ways: Vec<Box<AnyWay>> = vec![Box::new(Way::Safe(Safe::new())), Box::new(Way::Risky(Risky::new()))];
    let mut number = 3;
    let ticked: Vec<_> = ways.iter_mut().map(|way| way.tick_for(SECOND, &mut World(&mut number))).collect();
    assert_eq!(ticked, [Ok(Status::Success), Err(Lost(4))]);
    assert_eq!(ways[0].active().count(), 0);
}
