//! Leaves and trees for any context with a trait: a live tree may use those that a built tree uses with its context.

use bt::{Status, bt, leaf};
use bt_live::{Live, offer};

trait Senses {
    fn note(&mut self, what: String);
}

struct World<'w> {
    journal: &'w mut Vec<String>,
}

impl Senses for World<'_> {
    fn note(&mut self, what: String) {
        self.journal.push(what);
    }
}

#[leaf]
fn listen(senses: &mut impl Senses, times: u32) {
    senses.note(format!("listen {times}"));
}

/// A leaf for any context, with a type of its own.
#[derive(bt::Behavior)]
#[behavior(context = impl Senses)]
struct Carry<T: std::fmt::Debug> {
    what: T,
}

impl<T: std::fmt::Debug> Carry<T> {
    fn new(what: T) -> Self {
        Carry { what }
    }

    fn run(&mut self, senses: &mut impl Senses) -> Status {
        senses.note(format!("carry {:?}", self.what));
        Status::Success
    }
}

type Carried = Carry<u8>;

bt! { pub Patrol(impl Senses) = sequence < listen(1), wait(1.0), listen(2) > }

bt! { pub Guard(World<'_>) = sequence < listen(3), carried(4), patrol > }

bt! { pub Other(World<'_>) = wait(9.0) }

fn text(from: &str, to: &str) -> String {
    let text = include_str!("generic.rs");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn what_some_tree_has_may_be_used() {
    let (mut guard, mut other, mut journal) = (Live::from(Guard::new()), Live::from(Other::new()), Vec::new());
    assert_eq!(guard.tick_for(0.5, &mut World { journal: &mut journal }), Status::Running);
    assert_eq!(journal, ["listen 3", "carry 4", "listen 1"]);
    assert_eq!(other.tick_for(0.5, &mut World { journal: &mut journal }), Status::Running);

    // Another tree of the module has them too, with other arguments.
    let nodes = "pub Other(World<'_>) = sequence < listen(7), carried(8), patrol >";
    let used = text("pub Other(World<'_>) = wait(9.0)", nodes);
    assert_eq!(offer(file!(), &used).unwrap_or_else(|refused| panic!("{refused}")).trees, ["generic::Other"]);
    journal.clear();
    assert_eq!(other.tick_for(0.5, &mut World { journal: &mut journal }), Status::Running);
    assert_eq!(journal, ["listen 7", "carry 8", "listen 1"]);

    // The generic tree itself runs as it was built. An update says so.
    let patrol = used.replacen("sequence < listen(1)", "sequence < listen(9)", 1);
    let patrol = patrol.replacen("listen(7)", "listen(6)", 1);
    let update = offer(file!(), &patrol).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!((update.trees, update.is_code_older), (vec!["generic::Other"], true));
    journal.clear();
    assert_eq!(other.tick_for(2.0, &mut World { journal: &mut journal }), Status::Success);
    assert_eq!(journal, ["listen 2"]);
    assert_eq!(other.tick_for(0.5, &mut World { journal: &mut journal }), Status::Running);
    assert_eq!(journal, ["listen 2", "listen 6", "carry 8", "listen 1"]);

    // No built tree has the leaf with this type.
    let refused = offer(file!(), &text("pub Other(World<'_>) = wait(9.0)", "pub Other(World<'_>) = CarriedFar(8)"));
    assert!(refused.expect_err("it is new").to_string().contains("no built tree has this leaf: build again"));
}
