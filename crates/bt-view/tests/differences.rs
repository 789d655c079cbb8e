//! The differences of two trees: some by hand, and those of random edits.

use bt::describe::NodeKind;
use bt::{bt, leaf};
use bt_view::{Difference, Node, Outline, Tone};
use fastrand::Rng;

#[test]
fn a_child_that_moved() {
    bt! { Old(()) = parallel < a: running, b: succeed, c: sequence < running > > }
    bt! {
        New(()) = parallel <
            c: sequence < wait(1.0), running >,
            a: running,
            b: run_once < running >,
        >
    }
    let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
    assert!(!difference.is_empty());
    let expected = "  parallel
> ├── c: sequence (was child 3 of `parallel`)
+ │   ├── wait(1.0)
  │   └── running
  ├── a: running
~ └── b: succeed -> run_once
+     └── running
";
    assert_eq!(difference.drawing().text(), expected);
}

#[test]
fn wrapped_and_unwrapped() {
    #[leaf]
    fn recalled(_: &mut ()) -> bool {
        true
    }
    bt! {
        Old(()) = sequence <
            inverter < selector < fail, recalled > >,
            wait(1.0),
            force_success < wait(2.0) >,
        >
    }
    bt! {
        New(()) = forever < reactive_sequence <
            selector < fail, recalled >,
            near: wait(1.0),
            timeout(3.0) < force_success < wait(2.5) > >,
        > >
    }
    let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
    let expected = "+ forever
~ └── sequence -> reactive_sequence
-     ├── inverter
      ├── selector
      │   ├── fail
      │   └── recalled
~     ├── _ -> near: wait(1.0)
+     └── timeout(3.0)
          └── force_success
~             └── wait(2.0) -> (2.5)
";
    assert_eq!(difference.drawing().text(), expected);
}

#[test]
fn fields_and_types_are_compared() {
    #[derive(bt::Behavior, Default)]
    #[behavior(context = ())]
    struct Hit {
        times: u8,
    }
    impl Hit {
        fn run(&self, (): &()) -> bool {
            self.times > 1
        }
    }
    #[derive(bt::Behavior, Default)]
    #[behavior(context = ())]
    struct Chase<T>(T);
    impl<T> Chase<T> {
        fn run(&self, (): &()) -> bool {
            std::mem::size_of_val(&self.0) == 1
        }
    }
    bt! { Old(()) = sequence < hit { times: 1 }, chase::<u8> > }
    bt! { New(()) = sequence < hit { times: 2 }, chase::<u16> > }
    let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
    let expected = "  sequence\n~ ├── hit { times: 1 } -> { times: 2 }\n~ └── chase::<u8> -> ::<u16>\n";
    assert_eq!(difference.drawing().text(), expected);
}

#[test]
fn arms_are_compared_with_their_patterns() {
    bt! { Old(u32) = switch(|n| *n) < 0 => a: running, _ => running > }
    bt! { New(u32) = switch(|n| *n) < 1 => a: running, _ => running > }
    let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
    let expected = "  switch(|n| *n)\n~ ├── 0 -> 1 => a: running\n  └── _ => running\n";
    assert_eq!(difference.drawing().text(), expected);
}

#[test]
fn two_different_roots_are_drawn_below_each_other() {
    bt! { Old(()) = sequence < succeed > }
    bt! { New(()) = selector < condition(|_| true) > }
    let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
    assert_eq!(difference.drawing().text(), "- sequence\n- └── succeed\n+ selector\n+ └── condition(|_| true)\n");
    assert_eq!(difference.drawing().svg().matches("<rect").count(), 4);
}

/// A tree that can be edited.
#[derive(Clone)]
struct Tree {
    name: &'static str,
    label: Option<String>,
    args: String,
    children: Vec<Tree>,
}

const COMPOSITES: [&str; 4] = ["sequence", "selector", "parallel", "race"];
const DECORATORS: [&str; 4] = ["forever", "inverter", "timeout", "retry"];
const LEAVES: [&str; 6] = ["walk", "look", "bark", "wait", "running", "open_door"];

impl Tree {
    fn random(random: &mut Rng, depth: usize, labels: &mut u32) -> Tree {
        let children = match random.u32(..5) {
            0 => 1,
            1..=3 if depth > 0 => random.usize(2..5),
            _ => 0,
        };
        let children = if depth == 0 { 0 } else { children };
        let names: &[&'static str] = match children {
            0 => &LEAVES,
            1 => &DECORATORS,
            _ => &COMPOSITES,
        };
        let name = names[random.usize(..names.len())];
        let has_args = matches!(name, "timeout" | "retry" | "walk" | "wait");
        let args = if has_args { format!("({})", random.u32(1..8)) } else { String::new() };
        let label = (random.u32(..6) == 0).then(|| {
            *labels += 1;
            format!("label{labels}")
        });
        let children = (0..children).map(|_| Tree::random(random, depth - 1, labels)).collect();
        Tree { name, label, args, children }
    }

    fn outline(&self) -> Outline {
        let mut nodes = Vec::new();
        self.add(0, &mut nodes);
        Outline::from_nodes(nodes)
    }

    fn add(&self, depth: usize, nodes: &mut Vec<Node>) {
        let kind = [NodeKind::Leaf, NodeKind::Decorator, NodeKind::Composite][self.children.len().min(2)];
        let mut node = Node::new(kind, self.name, depth);
        node.label.clone_from(&self.label);
        node.args.clone_from(&self.args);
        nodes.push(node);
        self.children.iter().for_each(|child| child.add(depth + 1, nodes));
    }

    fn size(&self) -> usize {
        1 + self.children.iter().map(Tree::size).sum::<usize>()
    }

    /// The paths of all nodes but the root.
    fn paths(&self) -> Vec<Vec<usize>> {
        let below = |(index, child): (usize, &Tree)| {
            let below = child.paths().into_iter().map(move |path| [vec![index], path].concat());
            std::iter::once(vec![index]).chain(below).collect::<Vec<_>>()
        };
        self.children.iter().enumerate().flat_map(below).collect()
    }

    fn at(&mut self, path: &[usize]) -> &mut Tree {
        path.iter().fold(self, |tree, &index| &mut tree.children[index])
    }
}

/// What a difference counts: added, removed, changed, moved.
type Counts = [usize; 4];

fn counts(difference: &Difference) -> Counts {
    [Tone::Added, Tone::Removed, Tone::Changed, Tone::Moved].map(|tone| difference.count(tone))
}

/// Edits a tree; returns what the edit is, and what the difference must count.
fn edit(tree: &mut Tree, random: &mut Rng) -> Option<(&'static str, Counts)> {
    let paths = tree.paths();
    let path = paths.get(random.usize(..paths.len().max(1)))?.clone();
    let (&index, above) = path.split_last()?;
    match random.u32(..7) {
        0 => {
            let leaf = Tree { name: "sniff", label: None, args: String::new(), children: Vec::new() };
            let children = &mut tree.at(above).children;
            (children.len() > 1).then(|| children.insert(index, leaf))?;
            Some(("insert", [1, 0, 0, 0]))
        }
        1 => {
            let children = &mut tree.at(above).children;
            let size = (children.len() > 2).then(|| children.remove(index))?.size();
            Some(("remove", [0, size, 0, 0]))
        }
        2 => {
            let node = tree.at(&path);
            (!node.args.is_empty()).then(|| node.args = "(9)".to_owned())?;
            Some(("arguments", [0, 0, 1, 0]))
        }
        3 => {
            tree.at(&path).label = Some("other".to_owned());
            Some(("label", [0, 0, 1, 0]))
        }
        4 => {
            let node = tree.at(&path);
            (node.children.len() > 1).then(|| node.name = "reactive_sequence")?;
            Some(("name", [0, 0, 1, 0]))
        }
        5 => {
            let node = tree.at(&path);
            let wrapper = Tree { name: "delay", label: None, args: "(5)".to_owned(), children: vec![node.clone()] };
            *node = wrapper;
            Some(("wrap", [1, 0, 0, 0]))
        }
        _ => {
            let children = &mut tree.at(above).children;
            let before = children.iter().map(|child| child.name).collect::<Vec<_>>();
            let moved = (children.len() > 2).then(|| children.remove(index))?;
            let to = (index + random.usize(1..before.len())) % before.len();
            children.insert(to, moved);
            Some(("move", [0, 0, 0, 1]))
        }
    }
}

#[test]
fn a_tree_has_no_difference_to_itself() {
    let mut random = Rng::with_seed(3);
    for _ in 0..200 {
        let outline = Tree::random(&mut random, 5, &mut 0).outline();
        let same = Difference::between(&outline, &outline);
        assert!(same.is_empty(), "{}", same.drawing().text());
        assert!(same.drawing().text().lines().all(|line| line.starts_with("  ")));
    }
}

/// All nodes of both trees are there, whatever the trees are.
#[test]
fn nothing_is_left_out() {
    let mut random = Rng::with_seed(5);
    for _ in 0..200 {
        let [old, new] = [(); 2].map(|()| Tree::random(&mut random, 5, &mut 0).outline());
        let difference = Difference::between(&old, &new);
        let [added, removed, ..] = counts(&difference);
        let all = difference.drawing().text().lines().count();
        assert_eq!((all - removed, all - added), (new.nodes().len(), old.nodes().len()));
    }
}

/// One edit is what the difference shows, and nothing else.
#[test]
fn an_edit_is_what_it_shows() {
    let mut random = Rng::with_seed(7);
    let mut found = std::collections::BTreeMap::<&str, [u32; 2]>::new();
    for _ in 0..3000 {
        let old = Tree::random(&mut random, 4, &mut 0);
        let mut new = old.clone();
        let Some((what, expected)) = edit(&mut new, &mut random) else { continue };
        let difference = Difference::between(&old.outline(), &new.outline());
        let counted = counts(&difference);
        let [right, all] = found.entry(what).or_default();
        *all += 1;
        // An edit may restore the old tree; then there is no difference to count.
        *right += u32::from(counted == expected || (difference.is_empty() && old.outline() == new.outline()));
    }
    println!("{found:?}");
    assert_eq!(found.len(), 7);
    for (what, [right, all]) in found {
        assert!(all > 60 && right * 100 >= all * 99, "{what}: only {right} of {all}");
    }
}

/// The outline of an enum of trees is that of no tree.
#[test]
fn no_nodes() {
    #[derive(bt::Behavior)]
    #[behavior(context = ())]
    enum Either {
        First(First),
        Second(Second),
    }
    bt! { First(()) = running }
    bt! { Second(()) = sequence < wait(1.0), running > }
    let (none, second) = (Outline::of::<Either>(), Outline::of::<Second>());
    assert!(none.nodes().is_empty());
    assert_eq!(Difference::between(&none, &second).count(Tone::Added), 3);
    assert_eq!(Difference::between(&second, &none).count(Tone::Removed), 3);
    assert!(Difference::between(&none, &none).is_empty());
}
