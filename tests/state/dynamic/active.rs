//! What is active in a tree in a box.

use super::*;

bt! { Nap(Npc) = sequence < action(|npc| npc.say("nap")), asleep: running > }
bt! { Inner(Npc) = race < nested: dynamic(|_| Box::new(Nap::new())), wait(2.0) > }
bt! { Outer(Npc) = sequence < succeed, dynamic(|_| Box::new(Inner::new())), succeed > }

#[test]
fn the_active_nodes_are_those_of_all_trees() {
    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    assert!(tree.tick_for(0.5, &mut npc).is_running());
    let seen = |nodes: &mut dyn Iterator<Item = bt::describe::NodeInfo>| {
        nodes.map(|node| format!("{}{} {}", " ".repeat(node.depth), node.title(), node.nested)).collect::<Vec<_>>()
    };
    let expected =
        ["sequence 0", " dynamic 0", "  race 1", "   nested 1", "    sequence 2", "     asleep 2", "   wait 1"];
    assert_eq!(seen(&mut tree.active()), expected);
    assert_eq!(seen(&mut TreeFor::<Npc>::active(&tree)), expected);
    let boxed: Box<dyn DynTree<Npc>> = Box::new(tree);
    assert_eq!(seen(&mut boxed.active()), expected);
    assert_eq!(boxed.sleep(), Some(Duration::from_millis(1_500)));
    let drawing = "\
* sequence
  ├── succeed
* ├── dynamic(|_| Box::new(Inner::new()))
* │   └── race
* │       ├── nested: dynamic(|_| Box::new(Nap::new()))
* │       │   └── sequence
  │       │       ├── action(|npc| npc.say(\"nap\"))
* │       │       └── asleep: running
* │       └── wait(2.0)
  └── succeed
";
    assert_eq!(boxed.active().drawing().to_string(), drawing);
}

bt! { Two(Npc) = parallel < left: dynamic(|_| Box::new(Nap::new())), right: dynamic(|_| Box::new(Stand::new())) > }

#[test]
fn trees_are_drawn_below_the_nodes_that_hold_them() {
    let (mut npc, mut tree) = (Npc::default(), Two::new());
    let idle =
        "  parallel\n  |-- left: dynamic(|_| Box::new(Nap::new()))\n  `-- right: dynamic(|_| Box::new(Stand::new()))\n";
    assert_eq!(format!("{tree:#}"), idle);
    assert!(tree.tick_for(0.5, &mut npc).is_running());
    let running = "\
* parallel
* |-- left: dynamic(|_| Box::new(Nap::new()))
* |   `-- sequence
  |       |-- action(|npc| npc.say(\"nap\"))
* |       `-- asleep: running
* `-- right: dynamic(|_| Box::new(Stand::new()))
*     `-- stay
";
    assert_eq!(format!("{tree:#}"), running);
    tree.abort(&mut npc);
    assert_eq!(format!("{tree:#}"), idle);
    assert_eq!(Description::of::<Two>().to_string().lines().count(), 3);
}
