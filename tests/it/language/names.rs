//! Names that generated code uses, too.

use bt::{Behavior, bt};

use crate::bench::Bench;

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
            idle,
            succeeded,
            failed,
            node,
            self::step,
            kept,
            context,
            tick,
            abort,
            active,
            child,
            left,
            timer,
            action(step),
            condition(success),
            turns: repeat(|bench| kept(bench)) < action(|bench| bench.number += span + context) >,
            repeat(2) < decorator: parallel <
                ended: idle,
                tally: tick,
                context: node,
                span: left,
                kept: abort,
                end: child,
                params: step,
            > >,
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

/// Trees, and nodes in a node with branches, whose names could meet those of generated types and variables.
mod near_names {
    use super::{Behavior, Bench, bt};

    macro_rules! leaves {
        ($($leaf:ident)*) => {$(
            #[derive(Default)]
            struct $leaf;
            impl Behavior<Bench> for $leaf {
                type Answer = bt::Status;
                fn run(&mut self, _: &mut Bench) -> bt::Status {
                    bt::Status::Running
                }
            }
        )*};
    }

    leaves! { Walk Search Message Node Branch Step Leaf Place Gen Params Context Inputs Ended Tally End State Whole Active }

    bt! { pub Patrol(Bench) = repeat(3) < sequence < walk, walk > > }
    bt! { pub PatrolWalk(Bench) = repeat(3) < sequence < walk, walk > > }
    bt! { pub _Patrol(Bench) = repeat(3) < sequence < walk, walk > > }
    bt! {
        pub All(Bench) on u32 = parallel <
            search, message, node, branch, step, leaf, place, gen, params, context, inputs, ended, tally, end, state,
            whole, active,
        >
    }
}

#[test]
fn names_of_trees_and_branches_do_not_meet_generated_ones() {
    let mut bench = Bench::default();
    assert!(near_names::Patrol::new().tick(&mut bench).is_running());
    assert!(near_names::PatrolWalk::new().tick(&mut bench).is_running());
    assert!(near_names::_Patrol::new().tick(&mut bench).is_running());
    let mut all = near_names::All::new();
    assert!(all.tick(&mut bench).is_running());
    all.send(&mut bench, &1);
    assert_eq!(all.active().count(), 18);
    all.abort(&mut bench);
}
