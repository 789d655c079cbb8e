//! Random edits of random trees: each leaves a tree that the compiler accepts, or changes nothing.

use bt_compiler::tree::mistakes;
use bt_edit::{Edit, Node, Stock, Tree};
use bt_reference::{random, text};
use proc_macro2::{TokenStream, extra};

const LEAVES: [&str; 8] = [
    "scripted(3)",
    "quick(4)",
    "act(|world| act(world, 5))",
    "condition(|world| ask(world, 6))",
    "wait(1.5)",
    "label: succeed",
    "find(7) -> found",
    "fail",
];

const PARENTS: [&str; 12] = [
    "sequence",
    "selector",
    "reactive_sequence",
    "parallel",
    "inverter",
    "timeout(2.0)",
    "repeat(3)",
    "retry(2)",
    "guard(|world| ask(world, 8))",
    "force_success",
    "if_else",
    "sequence < quick(9) >",
];

/// The trees of random programs, without those that are two by a `cfg`.
fn trees(seeds: std::ops::Range<u64>) -> Vec<Tree> {
    let texts = seeds.flat_map(|seed| {
        let program = random::program(seed);
        (0..program.trees.len()).map(|tree| text::tree(&program, tree, "")).collect::<Vec<_>>()
    });
    texts.map(|text| text.parse().unwrap_or_else(|refused| panic!("{refused}: {text}"))).collect()
}

/// Names and arguments of all nodes, sorted: what stays when nodes change their places.
fn heads(tree: &Tree) -> Vec<String> {
    let mut heads: Vec<String> = tree.nodes().into_iter().map(Node::head).collect();
    heads.sort();
    heads
}

/// The heads with these added.
fn with(mut heads: Vec<String>, node: &Node) -> Vec<String> {
    heads.extend(node.nodes().into_iter().map(Node::head));
    heads.sort();
    heads
}

/// The heads without these.
fn without<'a>(mut heads: Vec<String>, nodes: impl IntoIterator<Item = &'a Node>) -> Vec<String> {
    for node in nodes {
        let head = node.head();
        heads.remove(heads.iter().position(|other| *other == head).expect("it was there"));
    }
    heads
}

/// Checks a tree without the code under test.
fn assert_sound(tree: &Tree, edit: &Edit) {
    let tokens: TokenStream = tree.to_string().parse().expect("tokens");
    let found: Vec<String> = mistakes(tokens).into_iter().map(|mistake| mistake.message).collect();
    assert!(found.is_empty(), "{edit:?}: {tree}: {found:?}");
    extra::invalidate_current_thread_spans();
    assert_eq!(tree.to_string().parse().as_ref(), Ok(tree), "{edit:?}");
}

/// Whether the nodes are those that the edit says.
fn assert_made(before: &Tree, edit: &Edit, after: &Tree) {
    let (nodes, found) = (before.nodes(), heads(after));
    let expected = match edit {
        Edit::Insert { node, .. } => with(heads(before), node),
        Edit::Remove { node } => without(heads(before), nodes[*node].nodes()),
        Edit::Replace { node, with: new } => with(without(heads(before), nodes[*node].nodes()), new),
        Edit::Rename { node, head } => {
            with(without(heads(before), [nodes[*node]]), &Node { children: None, ..head.clone() })
        }
        Edit::Wrap { wrapper, .. } => with(heads(before), wrapper),
        Edit::Unwrap { node } => without(heads(before), [nodes[*node]]),
        Edit::Swap { .. } | Edit::Move { .. } => heads(before),
        Edit::Argument { node, index, text } => {
            let args = after.nodes()[*node].args.as_ref().expect("arguments");
            assert_eq!(args[*index], *text);
            let mut old = nodes[*node].clone();
            old.args.as_mut().expect("arguments")[*index].clone_from(text);
            with(without(heads(before), [nodes[*node]]), &Node { children: None, ..old })
        }
    };
    assert_eq!(found, expected, "{edit:?} of {before}");
}

/// The number that tells kinds of edits apart.
fn kind(edit: &Edit) -> usize {
    match edit {
        Edit::Insert { .. } => 0,
        Edit::Remove { .. } => 1,
        Edit::Replace { .. } => 2,
        Edit::Rename { .. } => 3,
        Edit::Argument { .. } => 4,
        Edit::Wrap { .. } => 5,
        Edit::Unwrap { .. } => 6,
        Edit::Swap { .. } => 7,
        Edit::Move { .. } => 8,
    }
}

#[test]
fn each_edit_leaves_a_tree_or_changes_nothing() {
    let count: usize = std::env::var("BT_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    let stock = Stock::new(LEAVES, PARENTS).expect("these are nodes");
    let mut random = fastrand::Rng::with_seed(1);
    let mut below = |bound: usize| random.usize(..bound);
    let (mut made, mut refused) = ([0; 9], [0; 9]);
    let each = 20;
    for mut tree in trees(0..count as u64 / each).into_iter().cycle().take(count / each as usize) {
        for _ in 0..each {
            let (before, edit) = (tree.clone(), stock.draw(&tree, &mut below));
            match tree.apply(&edit) {
                Ok(()) => {
                    assert_sound(&tree, &edit);
                    assert_made(&before, &edit, &tree);
                    made[kind(&edit)] += 1;
                }
                Err(why) => {
                    assert_eq!(tree, before, "{edit:?}");
                    assert!(!why.reasons().is_empty() && why.reasons().iter().all(|reason| !reason.is_empty()));
                    refused[kind(&edit)] += 1;
                }
            }
        }
    }
    println!("made {made:?}, refused {refused:?}");
    assert!(made.iter().all(|&count| count > 0), "each kind of edit can be made: {made:?}");
    assert!(refused.iter().sum::<usize>() > 0, "some edits are wrong");
}
