//! `#[cfg(...)]` on trees and on nodes, and the order of attributes.

use bt::{Behavior, Status, bt};
use serde::{Deserialize, Serialize};

type Log = Vec<&'static str>;

/// A leaf that says a word.
#[derive(Clone, Behavior)]
#[behavior(context = Log)]
struct Say(&'static str);

impl Say {
    fn new(word: &'static str) -> Self {
        Say(word)
    }

    fn run(&mut self, log: &mut Log) {
        log.push(self.0);
    }
}

bt! {
    /// Taken.
    #[cfg(all())]
    Chosen(Log) { word: &'static str } = say(word)
}

bt! {
    /// Left out, with everything that belongs to it.
    #[derive(Missing)]
    #[cfg(not(all()))]
    Chosen(Log) { word: &'static str } = repeat(2) < sequence < missing(word), parallel < missing, wait(1.0) > > >
}

bt! {
    #[cfg(any())]
    #[cfg(all())]
    Chosen(Log) = missing
}

#[test]
fn a_tree_can_have_a_condition() {
    let mut log = Log::new();
    assert_eq!(Chosen::new("a").tick(&mut log), Status::Success);
    assert_eq!(log, ["a"]);
}

bt! {
    #[cfg(all())]
    #[derive(Clone)]
    pub Nodes(Log) = sequence <
        #[cfg(any())] missing(2) < missing >,
        #[cfg(all())] a: say("a"),
        #[cfg(any())] #[cfg(all())] never: say("!"),
        inverter <
            #[cfg(any())] succeed,
            #[cfg(not(any()))] selector < fail, #[cfg(any())] say("b") >,
        >,
        #[cfg(not(any()))] switch(|log| log.len()) <
            #[cfg(any())] 1 => say("!"),
            #[cfg(all())] 1 => say("c"),
            _ => fail,
        >,
        priority <
            #[cfg(any())] |log| log.len() < 9 => say("!"),
            #[cfg(all())] if |log| log.len() > 1 => say("d"),
            fail,
        >,
        a_second: say("e"),
        #[cfg(any())] say("!"),
    >
}

#[test]
fn nodes_can_have_conditions() {
    let mut log = Log::new();
    assert_eq!(Nodes::new().clone().tick(&mut log), Status::Success);
    assert_eq!(log, ["a", "c", "d", "e"]);
}

#[test]
fn a_node_that_is_left_out_counts_for_nothing() {
    bt! {
        Whole(Log) = parallel <
            #[cfg(any())] running,
            race < #[cfg(any())] fail, running, #[cfg(all())] wait(1.0) >,
        >
    }
    bt! { Written(Log) = parallel < race < running, wait(1.0) > > }
    let (mut whole, mut written, mut log) = (Whole::new(), Written::new(), Log::new());
    assert_eq!(whole.tick_for(0.5, &mut log), Status::Running);
    assert_eq!(written.tick_for(0.5, &mut log), Status::Running);
    let nodes = |node: bt::describe::NodeInfo| (node.depth, node.name);
    assert!(whole.active().map(nodes).eq(written.active().map(nodes)));
    assert_eq!(size_of::<Whole>(), size_of::<Written>());
}

#[test]
fn an_expression_may_have_conditions() {
    let mut log = Log::new();
    let mut tree =
        bt!(sequence < #[cfg(any())] missing, say("a"), #[cfg(all())] say("b"), #[cfg(not(all()))] say("c") >);
    assert_eq!(tree.tick(&mut log), Status::Success);
    let mut root = bt!((Log) = #[cfg(all())]
    action(|log| log.push("c")));
    assert_eq!(root.tick(&mut log), Status::Success);
    assert_eq!(log, ["a", "b", "c"]);
}

macro_rules! with_feature {
    ($(#[$meta:meta])* $name:ident, $condition:meta) => {
        bt! { $(#[$meta])* $name(Log) = sequence < #[cfg(all($condition, $condition))] say("on"), say("off") > }
    };
}

with_feature!(
    #[cfg(all())]
    On,
    all()
);
with_feature!(
    #[cfg(not(any()))]
    Off,
    any()
);

#[test]
fn conditions_may_come_from_fragments() {
    let mut log = Log::new();
    On::new().tick(&mut log);
    Off::new().tick(&mut log);
    assert_eq!(log, ["on", "off", "off"]);
}

bt! {
    /// The helper attribute of a derive is below it, and applies to the tree alone.
    #[derive(Clone, Debug, PartialEq)]
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING-KEBAB-CASE", deny_unknown_fields)]
    Saved(Log) {
        /// The name of a field of its own.
        #[serde(rename = "w")]
        word: u32,
        #[serde(skip, default = "rest")]
        rest: f64,
    } = repeat(2) <
        sequence < condition(|_| word > 0), wait(rest) >
    >
}

fn rest() -> f64 {
    2.5
}

#[test]
fn what_helps_a_derive_is_for_the_tree_alone() {
    let mut tree = Saved::new(3, 2.5);
    tree.tick_for(0.5, &mut Log::new());
    let text = serde_json::to_string(&tree).expect("it can be written");
    assert!(text.contains("\"w\":3") && text.contains("repeat"), "{text}");
    assert!(!text.contains("rest") && !text.contains("__state"), "{text}");
    assert_eq!(serde_json::from_str::<Saved>(&text).expect("it can be read"), tree);
}

bt! {
    #[cfg_attr(all(), derive(Serialize), serde(rename_all = "UPPERCASE"), derive(Clone))]
    Tagged(Log) = repeat(2) < wait(1.0) >
}

#[test]
fn a_cfg_attr_keeps_its_order() {
    let text = serde_json::to_string(&Tagged::new().clone()).expect("it can be written");
    assert!(text.contains("STATE"), "{text}");
}
