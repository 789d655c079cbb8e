//! Functions as leaves: the expansion of `#[leaf]` for each form of a signature.

use bt::{Span, Status, TreeFor, bt, leaf};

/// The record of the leaves.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<String>);

impl Log {
    fn add(&mut self, text: impl ToString) {
        self.0.push(text.to_string());
    }
}

#[leaf]
fn note(log: &mut Log) {
    log.add("note");
}

#[leaf]
fn is_empty(log: &Log) -> bool {
    log.0.is_empty()
}

#[leaf]
fn say(log: &mut Log, words: String, at: &'static str) -> Status {
    log.add(format!("{words} {at}"));
    Status::Success
}

#[leaf]
fn look_at(log: &mut Log, names: &Vec<&'static str>) -> bool {
    log.add(names.join("+"));
    true
}

#[leaf]
#[derive(Clone, Debug, PartialEq)]
fn count_down(log: &mut Log, left: &mut u32) -> Status {
    log.add(*left);
    *left -= 1;
    if *left == 0 { Status::Success } else { Status::Running }
}

#[test]
fn arguments_are_held_from_start_to_finish() {
    bt! {
        Tree(Log) = sequence <
            is_empty,
            note,
            say("good".to_owned(), "day"),
            look_at(vec!["a", "b"]),
            count_down(2),
            count_down(|log| log.0.len() as u32 - 3),
        >
    }
    let (mut tree, mut log) = (Tree::new(), Log::default());
    let mut ticks = 1;
    while tree.tick(&mut log).is_running() {
        ticks += 1;
    }
    assert_eq!(log.0, ["note", "good day", "a+b", "2", "1", "2", "1"]);
    assert_eq!(ticks, 3);
}

#[test]
fn derives_go_to_the_type() {
    assert_eq!(CountDown::new(3).clone(), CountDown::new(3));
    bt! {
        #[derive(Clone, Debug)]
        Tree(Log) = count_down(2)
    }
    let (mut tree, mut log) = (Tree::new(), Log::default());
    tree.tick(&mut log);
    let mut copy = tree.clone();
    assert_eq!((tree.tick(&mut log), copy.tick(&mut log)), (Status::Success, Status::Success));
}

#[test]
fn what_cannot_run_on_takes_no_room() {
    bt! { Tree(Log) = sequence < note, is_empty, look_at(vec![]), note > }
    assert_eq!(size_of::<Tree>(), 0);
}

#[derive(Debug, PartialEq)]
struct Broken(u32);

#[leaf]
fn check(number: &mut u32, most: u32) -> Result<Status, Broken> {
    *number += 1;
    if *number > most { Err(Broken(*number)) } else { Ok(Status::Running) }
}

#[leaf]
fn pass(number: &mut u32) -> Result<(), Broken> {
    *number += 1;
    Ok(())
}

#[test]
fn errors_end_the_tree() {
    bt! { Tree(u32) -> Result<Broken> = sequence < pass, check(2) > }
    let (mut tree, mut number) = (Tree::new(), 0);
    assert_eq!(tree.tick(&mut number), Ok(Status::Running));
    assert_eq!(tree.tick(&mut number), Err(Broken(3)));
    assert!(!tree.is_running());
}

/// Goes to a place, at one metre a second.
#[leaf]
fn go_to(at: &mut f64, to: f64, span: &mut Span) -> Status {
    let way = to - *at;
    if span.spend(way.abs()) {
        *at = to;
        return Status::Success;
    }
    *at += span.seconds().copysign(way);
    Status::Running
}

#[test]
fn a_span_is_the_time_that_is_left() {
    bt! { Tree(f64) = forever < sequence < go_to(1.5), go_to(0.0) > > }
    let (mut tree, mut at) = (Tree::new(), 0.0);
    assert_eq!(tree.tick_for(10.0, &mut at), Status::Running);
    assert_eq!(at, 1.0);
}

struct Scene<'a, 'b> {
    names: &'a [&'a str],
    greeted: &'b mut Vec<String>,
}

#[leaf]
fn greet(scene: &mut Scene<'_, '_>) -> bool {
    let name = scene.names.get(scene.greeted.len());
    scene.greeted.extend(name.map(|name| name.to_string()));
    name.is_some()
}

/// Greets, with names for the lifetimes.
#[leaf]
fn greet_again<'a, 'b>(scene: &mut Scene<'a, 'b>) -> bool {
    let first: Option<&'a &'a str> = scene.names.first();
    scene.greeted.extend(first.map(|name| name.to_string()));
    first.is_some()
}

#[test]
fn a_context_has_any_number_of_lifetimes() {
    bt! {
        Tree(Scene<'_, '_>) = sequence <
            repeat_until_failure < greet >,
            greet_again,
            condition(|scene| scene.greeted.len() > 2),
        >
    }
    let (mut tree, mut greeted) = (Tree::new(), Vec::new());
    for names in [&["Ann"][..], &["Ann", "Bob"]] {
        let names = names.to_vec();
        tree.tick(&mut Scene { names: &names, greeted: &mut greeted });
    }
    let names = ["Ann", "Bob"];
    assert_eq!(tree.tick(&mut Scene { names: &names, greeted: &mut greeted }), Status::Success);
    assert_eq!(greeted, ["Ann", "Bob", "Ann"]);
    // Unnamed trees take the context from their leaves, even if they contain closures.
    let mut unnamed = bt!(sequence < force_success < greet >, condition(|scene| !scene.names.is_empty()) >);
    assert_eq!(unnamed.tick(&mut Scene { names: &names, greeted: &mut greeted }), Status::Success);
}

trait Counter {
    fn number(&mut self) -> &mut u32;
}

impl Counter for u32 {
    fn number(&mut self) -> &mut u32 {
        self
    }
}

#[leaf]
fn add(counter: &mut impl Counter, by: u32) {
    *counter.number() += by;
}

#[leaf]
fn double<C: Counter + ?Sized>(counter: &mut C) {
    *counter.number() *= 2;
}

trait Prey {
    const WEIGHT: u32;
}

struct Hare;

impl Prey for Hare {
    const WEIGHT: u32 = 4;
}

#[leaf]
fn eat<P: Prey, const TIMES: u32>(counter: &mut u32) -> bool {
    *counter += P::WEIGHT * TIMES;
    true
}

#[leaf]
fn feed<P: Prey>(counter: &mut u32, _prey: &P) {
    *counter += P::WEIGHT;
}

#[test]
fn contexts_and_leaves_are_generic() {
    bt! { Any(impl Counter) = sequence < add(3), double > }
    bt! { Known(u32) = sequence < any, eat::<Hare, 2>, feed::<Hare>(Hare) > }
    let mut number = 1;
    assert_eq!(Known::new().tick(&mut number), Status::Success);
    assert_eq!(number, 20);
}

mod elsewhere {
    use super::{Log, leaf};

    /// A leaf for other modules.
    #[leaf]
    pub(super) fn wave(log: &mut Log) {
        log.add("wave");
    }
}

#[test]
fn a_leaf_is_as_visible_as_its_function() {
    bt! { Tree(Log) = elsewhere::wave }
    let mut log = Log::default();
    assert_eq!(Tree::new().tick(&mut log), Status::Success);
    elsewhere::wave(&mut log);
    assert_eq!(log.0, ["wave", "wave"]);
}

#[test]
fn a_generic_tree_ticks_them_too() {
    fn tick_twice<C>(mut tree: impl TreeFor<C, Answer = Status>, context: &mut C) -> [Status; 2] {
        [tree.tick_for(0.0, context), tree.tick_for(0.0, context)]
    }
    bt! { Tree(Log) = count_down(2) }
    assert_eq!(tick_twice(Tree::new(), &mut Log::default()), [Status::Running, Status::Success]);
}
