//! Headers, attributes, and trees in trees.

use bt::{Decorator, Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

use super::leaves::Say;
use super::public;

mod places {
    use super::{Bench, bt};

    bt! {
        #[must_use]
        #[derive(Clone)]
        #[allow(dead_code)]
        pub(crate) OfCrate(Bench) = succeed
    }
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
    bt! {
        Outer(Bench) = reactive_selector <
            scripted("C"),
            sequence < inner, unchecked < scripted("D") > >,
        >
    }
    bt! {
        Written(Bench) = reactive_selector <
            scripted("C"),
            sequence <
                forever < sequence < scripted("A"), scripted("B") > >,
                unchecked < scripted("D") >,
            >,
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

/// Answers instead of its child, and changes its answers.
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
    bt! {
        #[derive(Clone, Debug)]
        Tree(Bench) = selector <
            nervous(2) < sequence < scripted("A"), scripted("B") > >,
            scripted("C"),
        >
    }
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

    // `Running` after a child that has ended restarts it.
    let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, ..Bench::new("A=S B=S C=R") });
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.active().map(|node| node.name).collect::<Vec<_>>(), ["selector", "nervous"]);
    bench.take();
    bench.flag = false;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start B, finish B Success, after Success");
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
        Tree(Bench) = root: parallel <
            left: inner,
            right: repeat(2) < scripted("C") >,
            selector < fail, scripted("D") >,
        >
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
    bt! {
        Tree(Bench) = sequence <
            force_success < pair >,
            force_success < pair >,
            force_success < run_once < scripted("D") > >,
        >
    }
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

#[test]
fn an_unnamed_tree_without_closures_takes_any_leaves() {
    let mut bench = Bench::new("A=RS");
    let mut tree = bt!(sequence < public::blink, repeat(2) < public::nod >, nervous(9) < scripted("A") > >);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "nod, nod, start A, after Running, run A, finish A Success, after Success");
    assert_eq!(bt!(public::blink).tick(&mut 5), Status::Success);
    assert_eq!(bt!(inverter<succeed>).tick(&mut "anything"), Status::Failure);
}
