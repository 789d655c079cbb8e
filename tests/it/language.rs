//! The forms that a tree can be written in.

use bt::{Behavior, Decorator, Outcome, Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

mod leaves {
    use super::{Behavior, Bench, Scripted};

    /// A leaf with arguments, fields and a value that is said aloud.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Say {
        pub what: String,
        pub times: u32,
    }

    impl Say {
        pub fn new(what: impl Into<String>, times: u32) -> Self {
            Say { what: what.into(), times }
        }

        pub fn loudly(what: &str) -> Self {
            Say { what: what.to_uppercase(), times: 1 }
        }
    }

    impl Behavior<Bench> for Say {
        type Answer = ();

        fn run(&mut self, bench: &mut Bench) {
            for _ in 0..self.times {
                bench.log.push(self.what.clone());
            }
        }
    }

    /// A leaf with a type argument.
    #[derive(Default)]
    pub struct Chase<Prey>(core::marker::PhantomData<Prey>);

    impl<Prey: Default + core::fmt::Debug> Behavior<Bench> for Chase<Prey> {
        type Answer = bool;

        fn run(&mut self, bench: &mut Bench) -> bool {
            bench.log.push(format!("chase {:?}", Prey::default()));
            true
        }
    }

    pub type A = Scripted;
}

use leaves::Say;

#[derive(Default, Debug)]
struct Wolf;

impl Bench {
    fn ring(&mut self) {
        self.log.push("ring".into());
    }

    fn is_flagged(&self) -> bool {
        self.flag
    }
}

#[test]
fn leaves_are_named_in_many_ways() {
    bt! {
        Tree(Bench) = sequence <
            say("args", 1),
            Say("camel", 1),
            leaves::say(|bench| format!("closure {}", bench.number), 2,),
            say { what: "fields".into(), times: 1 },
            self::leaves::Say::loudly("made"),
            leaves::chase::<Wolf>,
            crate::language::leaves::chase::<u32>,
            leaves::a("A"),
            action(Bench::ring),
            action(|bench| bench.log.push("closure".into())),
            inverter < condition(Bench::is_flagged) >,
            inverter < condition(move |bench| bench.flag) >,
        >
    }
    let (mut tree, mut bench) = (Tree::new(), Bench { number: 7, ..Bench::new("A=S") });
    assert_eq!(tree.tick(&mut bench), Status::Success);
    let expected = "args, camel, closure 7, closure 7, fields, MADE, chase Wolf, chase 0, start A, finish A Success, \
                    ring, closure";
    assert_eq!(bench.take(), expected);
}

/// A leaf with two arguments of any kind.
struct Note(String);

impl Note {
    fn new(first: impl core::fmt::Debug, second: impl core::fmt::Debug) -> Self {
        Note(format!("{first:?} {second:?}"))
    }
}

impl Behavior<Bench> for Note {
    type Answer = ();

    fn run(&mut self, bench: &mut Bench) {
        bench.log.push(self.0.clone());
    }
}

/// A context with two type arguments.
struct Pair<First, Second>(First, Second);

#[test]
fn marks_in_arguments_are_those_of_expressions() {
    const LIMIT: (u32,) = (2,);
    bt! {
        Tree(Bench) = sequence <
            note(1 | 2, |bench| bench.number),
            note(LIMIT.0 < 3, |bench| bench.number > 4),
            note(vec![(1, 2)].into_iter().collect::<std::collections::BTreeMap<u8, u8>>(), 3),
        >
    }
    let mut bench = Bench { number: 5, ..Bench::default() };
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "3 5, true true, {1: 2} 3");
    bt! {
        Rising(Pair<u32, u32>) = sequence <
            condition(|pair: &Pair<u32, u32>| pair.0 < pair.1),
            condition(move |pair: &Pair<u32, u32>| pair.0 < pair.1),
        >
    }
    assert_eq!(Rising::new().tick(&mut Pair(1, 2)), Status::Success);
    assert_eq!(Rising::new().tick(&mut Pair(2, 1)), Status::Failure);
}

/// A leaf of the name of a node.
#[derive(Default)]
struct Fail<Why>(core::marker::PhantomData<Why>);

impl<Why> Behavior<Bench> for Fail<Why> {
    type Answer = ();

    fn run(&mut self, bench: &mut Bench) {
        bench.log.push("not at all".into());
    }
}

#[test]
fn a_name_with_type_arguments_is_no_node() {
    bt! { Tree(Bench) = sequence < fail::<Wolf>, fail::<Option<fn(u32) -> Wolf>> > }
    let mut bench = Bench::default();
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "not at all, not at all");
}

macro_rules! often {
    ($name:ident, $context:ty, $times:expr, $leaf:path) => {
        bt! { $name($context) = repeat($times) < $leaf > }
    };
}

#[test]
fn parts_of_a_tree_are_handed_on_by_other_macros() {
    often!(Tree, Bench, 1 + 1, leaves::chase::<u32>);
    let (mut tree, mut bench) = (Tree::new(), Bench::default());
    while tree.tick(&mut bench).is_running() {}
    assert_eq!(bench.take(), "chase 0, chase 0");
}

/// One of several leaves.
#[derive(Behavior)]
#[behavior(context = Bench)]
enum Deed {
    Nod(public::Nod),
    Say(Say),
}

impl Deed {
    fn greet() -> Self {
        Deed::Say(Say::new("hello", 1))
    }
}

#[test]
fn a_variant_without_arguments_holds_a_default() {
    bt! { Tree(Bench) = sequence < Deed::Nod, Deed::Say(Say::loudly("yes")), Deed::greet > }
    let mut bench = Bench::default();
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "nod, YES, hello");
}

mod places {
    use super::{Bench, bt};

    bt! { #[must_use] #[derive(Clone)] #[allow(dead_code)] pub(crate) OfCrate(Bench) = succeed }
    bt! { pub(super) OfParent(Bench) = succeed }
    bt! { pub(in crate::language) OfPath(Bench) = succeed }
}

#[test]
fn a_tree_has_attributes_and_a_visibility() {
    let mut bench = Bench::default();
    assert_eq!(places::OfCrate::new().clone().tick(&mut bench), Status::Success);
    assert_eq!(places::OfParent::new().tick(&mut bench), Status::Success);
    assert_eq!(places::OfPath::new().tick(&mut bench), Status::Success);
}

#[test]
fn actions_answer_like_leaves() {
    bt! {
        Tree(Bench) -> Result<Broken> = selector <
            action(|bench| bench.number > 5),
            action(|bench| if bench.number == 3 { Status::Success } else { Status::Running }),
            action(|_| Err::<bool, _>(Broken("never"))),
        >
    }
    let (mut tree, mut bench) = (Tree::new(), Bench::default());
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    bench.number = 3;
    assert_eq!(tree.tick(&mut bench), Ok(Status::Success));
    bt! { Failing(Bench) -> Result<Broken> = action(|_| Err::<bool, _>(Broken("now"))) }
    assert_eq!(Failing::new().tick(&mut bench), Err(Broken("now")));
}

#[test]
fn parameters_are_for_arguments() {
    bt! {
        /// Says a word.
        #[derive(Clone, Debug, PartialEq, Default)]
        Speak(Bench) { word: String, least: u32 } = sequence <
            condition(|bench| bench.number >= least),
            say(word, least + 1),
            scripted("A"),
        >
    }
    bt! { Tree(Bench) = sequence < speak("inner".into(), 0), speak(String::from("again"), |bench| bench.number) > }
    let mut bench = Bench::new("A=S");
    let mut tree = Speak::new("outer".into(), 1);
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    bench.number = 1;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "outer, outer, start A, finish A Success");
    assert_eq!(Speak::default(), Speak::new(String::new(), 0));
    bt! { Inner(Bench) = speak("inner".into(), 0) }
    assert_eq!(Inner::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "inner, start A, finish A Success");
}

#[test]
fn a_subtree_means_what_its_text_means() {
    bt! { Inner(Bench) = forever < sequence < scripted("A"), scripted("B") > > }
    bt! { Outer(Bench) = reactive_selector < scripted("C"), sequence < inner, unchecked < scripted("D") > > > }
    bt! {
        Written(Bench) = reactive_selector <
            scripted("C"),
            sequence < forever < sequence < scripted("A"), scripted("B") > >, unchecked < scripted("D") > >,
        >
    }
    let scripts = "A=SRSSF B=RSRS C=FFFFFFRS D=S";
    let (mut tree, mut bench) = (Outer::new(), Bench::new(scripts));
    let (mut written, mut other) = (Written::new(), Bench::new(scripts));
    for _ in 0..20 {
        assert_eq!(tree.tick(&mut bench), written.tick(&mut other));
        assert_eq!(bench.take(), other.take());
        assert_eq!(tree.is_running(), written.is_running());
    }
}

#[test]
fn an_unnamed_tree_takes_its_context_from_its_leaves() {
    let mut tree = bt!((Bench) = sequence < say("named", 1), condition(|bench| bench.flag) >);
    let mut bench = Bench::default();
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "named");
    bt! { Speak(Bench) = say("subtree", 1) }
    let mut tree = bt!(sequence < speak, inverter < condition(|bench| bench.flag) >, say("unnamed", 1) >);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "subtree, unnamed");
    let mut decorated = bt!(nervous(1) < sequence < condition(|bench| !bench.flag), speak > >);
    assert_eq!(decorated.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "subtree, after Success");
    assert_eq!(bt!(Say("capital", 1)).tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "capital");
    let mut fallible = bt!((Bench) -> Result<Broken> = fallible("A"));
    assert_eq!(fallible.tick(&mut Bench::new("A=E")), Err(Broken("A")));
}

/// Answers in the place of its child, and changes its answers.
#[derive(Debug, Clone)]
struct Nervous {
    left: u32,
}

impl Nervous {
    fn new(left: u32) -> Self {
        Nervous { left }
    }
}

impl Decorator<Bench> for Nervous {
    fn before(&mut self, bench: &mut Bench) -> Option<Status> {
        if self.left == 0 {
            bench.log.push("enough".into());
            return Some(Status::Failure);
        }
        self.left -= 1;
        None
    }

    fn after(&mut self, bench: &mut Bench, status: Status) -> Status {
        bench.log.push(format!("after {status:?}"));
        match status {
            Status::Success if bench.flag => Status::Running,
            Status::Running if bench.number == 1 => Status::Success,
            other => other,
        }
    }
}

#[test]
fn decorators_of_the_users_own() {
    bt! { #[derive(Clone, Debug)] Tree(Bench) = selector < nervous(2) < sequence < scripted("A"), scripted("B") > >, scripted("C") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S B=R C=R"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Success, start B, after Running");
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "run B, after Running");
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "enough, finish B Aborted, start C");

    // An answer that ends the node while its child is running aborts the child.
    let (mut tree, mut bench) = (Tree::new(), Bench { number: 1, ..Bench::new("A=S B=R C=R") });
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start B, after Running, finish B Aborted");

    // `Running` after a child that has ended starts it afresh.
    let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, ..Bench::new("A=S B=S C=R") });
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.active().map(|node| node.name).collect::<Vec<_>>(), ["selector", "nervous"]);
    bench.take();
    bench.flag = false;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start B, finish B Success, after Success");
}

/// A world that lives for one frame.
struct World<'w> {
    log: &'w mut Vec<String>,
    names: &'w [&'static str],
}

#[derive(Default, Clone, Debug)]
struct Count {
    ticks: usize,
}

impl<'w> Behavior<World<'w>> for Count {
    type Answer = Status;

    fn run(&mut self, world: &mut World<'w>) -> Status {
        world.log.push(format!("{} {}", world.names[self.ticks], self.ticks));
        self.ticks += 1;
        if self.ticks == world.names.len() { Status::Success } else { Status::Running }
    }
}

#[test]
fn a_context_may_borrow() {
    bt! { #[derive(Clone, Debug)] Part(World<'_>) = count }
    bt! {
        #[derive(Clone, Debug)]
        Tree(World<'_>) = sequence <
            count, condition(|world| !world.names.is_empty()), part, action(|world| world.log.push("end".into())),
        >
    }
    let mut log = Vec::new();
    let mut tree = Tree::new();
    for _ in 0..3 {
        // A new borrow in each frame.
        let names = vec!["a", "b"];
        if !tree.tick(&mut World { log: &mut log, names: &names }).is_running() {
            break;
        }
    }
    assert_eq!(log, ["a 0", "b 1", "a 0", "b 1", "end"]);
    let mut unnamed = bt!(sequence < part, count >);
    let mut log = Vec::new();
    assert_eq!(unnamed.tick(&mut World { log: &mut log, names: &["x"] }), Status::Success);
}

#[test]
fn a_context_may_have_lifetimes_of_its_own() {
    bt! { Asks(for<'a> fn(&'a u32) -> &'a u32) = condition(|same| *same(&3) == 3) }
    let mut same: for<'a> fn(&'a u32) -> &'a u32 = |number| number;
    assert_eq!(Asks::new().tick(&mut same), Status::Success);
    bt! { Reads(&'static str) = condition(|text| text.is_empty()) }
    assert_eq!(Reads::new().tick(&mut ""), Status::Success);
}

trait Senses {
    fn sees(&self) -> bool;
    fn note(&mut self, text: &str);
}

impl Senses for Bench {
    fn sees(&self) -> bool {
        self.flag
    }

    fn note(&mut self, text: &str) {
        self.log.push(text.into());
    }
}

#[derive(Default, Clone, Debug)]
struct Watch {
    ticks: u8,
}

impl<C: Senses> Behavior<C> for Watch {
    type Answer = Status;

    fn run(&mut self, context: &mut C) -> Status {
        self.ticks += 1;
        context.note(&format!("watch {}", self.ticks));
        if self.ticks == 2 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        context.note(&format!("{outcome:?}"));
    }
}

#[test]
fn a_context_may_be_generic() {
    bt! { #[derive(Clone, Debug)] Limited(impl Senses) = run_once < watch > }
    bt! {
        #[derive(Clone, Debug)]
        Tree(impl Senses) = selector <
            guard(|context| context.sees()) < sequence < watch, fail > >,
            limited,
            action(|context| context.note("nothing")),
        >
    }
    let mut tree = Tree::new();
    let mut bench = Bench { flag: true, ..Bench::default() };
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.flag = false;
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "watch 1, Aborted, watch 1");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 2, Success");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "");
    // A tree for any context is a leaf in a tree for one.
    bt! { Concrete(Bench) = sequence < limited, scripted("A") > }
    let mut bench = Bench::new("A=S");
    let mut tree = Concrete::new();
    tree.tick(&mut bench);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 1, watch 2, Success, start A, finish A Success");
}

#[test]
fn errors_convert() {
    #[derive(Debug, PartialEq)]
    struct Any(String);
    impl From<Broken> for Any {
        fn from(broken: Broken) -> Self {
            Any(broken.0.to_owned())
        }
    }
    bt! { Inner(Bench) -> Result<Broken> = fallible("A") }
    bt! { Tree(Bench) -> Result<Any> = sequence < scripted("B"), inner > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RE B=S"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    assert_eq!(tree.tick(&mut bench), Err(Any("A".into())));
    assert_eq!(bench.take(), "start B, finish B Success, start A, run A, finish A Aborted");
    assert!(!tree.is_running());
}

#[test]
fn labels_and_active_nodes() {
    bt! { Inner(Bench) = sequence < first: scripted("A"), second: scripted("B") > }
    bt! {
        Tree(Bench) = root: parallel < left: inner, right: repeat(2) < scripted("C") >, selector < fail, scripted("D") > >
    }
    let titles = |tree: &Tree| tree.active().map(|node| node.title()).collect::<Vec<_>>().join(" ");
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RS B=R C=R D=RS"));
    assert_eq!(titles(&tree), "");
    tree.tick(&mut bench);
    assert_eq!(titles(&tree), "root left first right scripted selector scripted");
    tree.tick(&mut bench);
    assert_eq!(titles(&tree), "root left second right scripted");
    tree.abort(&mut bench);
    assert_eq!(titles(&tree), "");
}

#[test]
fn kept_cells_of_subtrees_are_their_own() {
    bt! { Once(Bench) { name: &'static str } = run_once < scripted(name) > }
    bt! { Pair(Bench) = sequence < once("A"), run_limit(1) < scripted("B") >, once("C") > }
    bt! { Tree(Bench) = sequence < force_success < pair >, force_success < pair >, force_success < run_once < scripted("D") > > > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S B=S C=F D=S"));
    tree.tick(&mut bench);
    let pair = "start A, finish A Success, start B, finish B Success, start C, finish C Failure";
    assert_eq!(bench.take(), format!("{pair}, {pair}, start D, finish D Success"));
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "");
    tree.reset();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), format!("{pair}, {pair}, start D, finish D Success"));
}

mod public {
    use super::{Behavior, Bench};

    /// A leaf that does not say what its context is.
    #[derive(Default)]
    pub struct Nod;

    impl Behavior<Bench> for Nod {
        type Answer = bool;
        fn run(&mut self, bench: &mut Bench) -> bool {
            bench.log.push("nod".into());
            true
        }
    }

    /// A leaf for any context that can be debugged.
    #[derive(Default)]
    pub struct Blink;

    impl<C: core::fmt::Debug> Behavior<C> for Blink {
        type Answer = ();
        fn run(&mut self, _: &mut C) {}
    }
}

#[test]
fn an_unnamed_tree_without_closures_takes_any_leaves() {
    let mut bench = Bench::new("A=RS");
    let mut tree = bt!(sequence < public::blink, repeat(2) < public::nod >, nervous(9) < scripted("A") > >);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "nod, nod, start A, after Running, run A, finish A Success, after Success");
    assert_eq!(bt!(public::blink).tick(&mut 5), Status::Success);
    assert_eq!(bt!(inverter<succeed>).tick(&mut "anything"), Status::Failure);
}

/// Functions and leaves with the names that generated code uses for its own.
mod look_alikes {
    use super::{Behavior, Bench, bt};

    fn step(bench: &mut Bench) {
        bench.number += 1;
    }

    fn success(bench: &Bench) -> bool {
        bench.number > 0
    }

    fn kept(bench: &Bench) -> u32 {
        bench.number + 1
    }

    macro_rules! leaves {
        ($($leaf:ident)*) => {$(
            #[derive(Default, Debug, Clone)]
            struct $leaf;
            impl Behavior<Bench> for $leaf {
                type Answer = bool;
                fn run(&mut self, bench: &mut Bench) -> bool {
                    bench.log.push(stringify!($leaf).into());
                    true
                }
            }
        )*};
    }

    leaves! { Idle Succeeded Failed Node Step Kept Context Tick Abort Active Child Left Timer }

    bt! {
        #[derive(Clone, Debug)]
        pub Tree(Bench) { span: u32, context: u32 } = sequence <
            idle, succeeded, failed, node, self::step, kept, context, tick, abort, active, child, left, timer,
            action(step), condition(success), turns: repeat(|bench| kept(bench)) < action(|bench| bench.number += span + context) >,
            repeat(2) < decorator: parallel < ended: idle, tally: tick, context: node, span: left, kept: abort, end: child, params: step > >,
            active: reactive_sequence < earlier: condition(success), whole: child, chosen: running >,
        >
    }
}

#[test]
fn names_of_users_are_not_taken_for_ours() {
    let (mut tree, mut bench) = (look_alikes::Tree::new(10, 100), Bench::default());
    for _ in 0..10 {
        tree.tick(&mut bench);
    }
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "active", "chosen"]);
    assert_eq!(bench.number, 221);
}

/// What an agent can do, whatever it is.
trait Able {
    fn act(&mut self);
}

impl Able for u32 {
    fn act(&mut self) {
        *self += 1;
    }
}

bt! { Object(dyn Able) = sequence < action(|able| able.act()), running > }
bt! { Around(dyn Able) = inverter < object > }

#[test]
fn a_context_may_be_an_object() {
    let (mut tree, mut count) = (Around::new(), 0u32);
    assert_eq!(tree.tick(&mut count), Status::Running);
    tree.abort(&mut count);
    assert_eq!(count, 1);
}
