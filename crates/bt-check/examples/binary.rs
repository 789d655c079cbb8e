//! How long a check takes for binary trees of 7 to 2,055 nodes, next to what BehaVerify publishes for its own trees:
//! `cargo run --release -p bt-check --features progress --example binary`.

use std::time::Instant;

use bt::describe::Description;
use bt::{Behavior, Status, TreeFor, bt};
use bt_check::{Check, Checkable};

/// Starts in one tick, and answers in a later one whatever the world says.
#[derive(Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Status)]
struct Act {
    started: bool,
}

impl Act {
    fn run(&mut self, answer: &mut Status) -> Status {
        if std::mem::replace(&mut self.started, true) { *answer } else { Status::Running }
    }
}

macro_rules! binary {
    ($tree:ident = $node:ident < $($children:ident),* >) => {
        bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $tree(Status) = $node < $($children),* >
        }
    };
}

// Each tree has a node above two copies of the tree before it. The last one has eight more leaves, since BehaVerify's
// tree has 2,055 nodes, not 2,047.
binary!(Nodes3 = sequence<act, act>);
binary!(Nodes7 = selector<nodes3, nodes3>);
binary!(Nodes15 = sequence<nodes7, nodes7>);
binary!(Nodes31 = selector<nodes15, nodes15>);
binary!(Nodes63 = sequence<nodes31, nodes31>);
binary!(Nodes127 = selector<nodes63, nodes63>);
binary!(Nodes255 = sequence<nodes127, nodes127>);
binary!(Nodes511 = selector<nodes255, nodes255>);
binary!(Nodes1023 = sequence<nodes511, nodes511>);
binary!(Nodes2055 = selector<nodes1023, nodes1023, act, act, act, act, act, act, act, act>);

fn main() {
    println!(
        "{:>6} {:>7} {:>6} {:>13} {:>10} {:>11}",
        "nodes", "states", "steps", "bytes a state", "bt-check", "BehaVerify"
    );
    check(7, Nodes7::new(), "");
    check(31, Nodes31::new(), "0.12 s");
    check(127, Nodes127::new(), "0.45 s");
    check(511, Nodes511::new(), "1.8 s");
    check(2055, Nodes2055::new(), "7.2 s");
}

/// Whatever the leaves answer, one of them is active until the tree ends; and it ends.
fn check<T: TreeFor<Status, Answer = Status> + Checkable>(nodes: usize, tree: T, published: &str) {
    assert_eq!(Description::of::<T>().nodes().len(), nodes);
    let begin = Instant::now();
    let report = Check::new(Status::Running, tree)
        .tick(|answer, tree| tree.tick(answer))
        .moves(|_, next| {
            for answer in [Status::Success, Status::Failure, Status::Running] {
                next.at_some_time(format_args!("{answer:?}"), answer);
            }
        })
        .always("a leaf is active", |now| now.is_active("act") == now.is_running())
        .eventually("it ends", |now| !now.is_running())
        .progress_line()
        .holds();
    let (time, states, steps, bytes) =
        (begin.elapsed().as_secs_f64(), report.states(), report.steps(), report.state_bytes());
    println!("{nodes:>6} {states:>7} {steps:>6} {bytes:>13} {time:>8.4} s {published:>11}");
}
