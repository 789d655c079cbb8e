//! Random changes of random texts: everything that a change does not name stays the same, to the byte.
//!
//! `BT_EDITS=100000 cargo test --release -p bt-text --test random` makes more of them.

use bt_compiler::tree::mistakes;
use bt_reference::{random, text};
use bt_text::lex::{Kind, lex};
use bt_text::syntax::Node;
use bt_text::{At, Change, Stock, Text};
use fastrand::Rng;

/// What a node is, without spacing and comments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plain {
    arm: String,
    label: String,
    name: String,
    args: Option<Vec<String>>,
    children: Vec<Plain>,
}

/// A text without spacing and comments.
fn bare(text: &str) -> String {
    let tokens = lex(text);
    tokens.iter().filter(|token| !token.is_trivia()).map(|token| &text[token.range()]).collect()
}

fn plain(text: &Text, node: &Node) -> Plain {
    let part = |range: Option<&std::ops::Range<usize>>| range.map_or(String::new(), |range| bare(text.slice(range)));
    Plain {
        arm: part(node.arm.as_ref()),
        label: part(node.label.as_ref()),
        name: part(Some(&node.name)),
        args: node.args.as_ref().map(|args| args.values.iter().map(|value| part(Some(value))).collect()),
        children: node.nodes().iter().map(|child| plain(text, child)).collect(),
    }
}

struct Writer<'r> {
    random: &'r mut Rng,
    text: String,
    line_end: &'static str,
    comments: usize,
}

impl Writer<'_> {
    /// Space or comments.
    fn gap(&mut self) {
        for _ in 0..self.random.usize(..3) {
            let indent = " ".repeat(self.random.usize(..9));
            let written = match self.random.u8(..9) {
                0 => format!("{}{indent}", self.line_end),
                1 => format!("{}{}{indent}", self.line_end, self.line_end),
                2 => {
                    self.comments += 1;
                    format!("// {}, < x >{}{indent}", self.comments, self.line_end)
                }
                3 => {
                    self.comments += 1;
                    format!("/* {} > \" */", self.comments)
                }
                _ => " ".to_owned(),
            };
            self.text += &written;
        }
    }

    fn node(&mut self, depth: usize, has_arm: bool) {
        if has_arm {
            self.text += ["|x| x.a < 3 => ", "if |x| x.b => ", "while |_| true =>"][self.random.usize(..3)];
            self.gap();
        }
        if self.random.u8(..4) == 0 {
            self.text += &format!("l{}:", self.text.len());
            self.gap();
        }
        let is_priority = depth > 0 && self.random.u8(..6) == 0;
        self.text +=
            if is_priority { "priority" } else { ["sequence", "walk", "retry", "a::b"][self.random.usize(..4)] };
        if self.random.bool() && !is_priority {
            self.text += ["(1)", "(1.5, n = 2)", "(\"a\\\n  b\", |a, b| a < b)", "()", "( x, )", "{ a: 1, b }"]
                [self.random.usize(..6)];
        }
        self.gap();
        if depth > 0 && (is_priority || self.random.u8(..4) > 0) {
            self.text += "<";
            let count = self.random.usize(1..4);
            for index in 0..count {
                self.gap();
                self.node(depth - 1, is_priority);
                self.gap();
                if index + 1 < count || self.random.bool() {
                    self.text += ",";
                }
            }
            self.gap();
            self.text += ">";
        }
    }
}

/// The expected result without spacing; `None` if the change makes no sense.
fn expected(root: &Plain, path: &[usize], change: &Change) -> Option<Plain> {
    let mut root = root.clone();
    fn get<'p>(root: &'p mut Plain, path: &[usize]) -> &'p mut Plain {
        path.iter().fold(root, |node, &index| &mut node.children[index])
    }
    let (parent, index) = match path.split_last() {
        Some((index, parent)) => (Some(parent), *index),
        None => (None, 0),
    };
    let own = get(&mut root, path).clone();
    match change {
        Change::Argument { index, text } => {
            *get(&mut root, path).args.as_mut()?.get_mut(*index)? = bare(text);
        }
        Change::Label { name } => {
            if name.is_empty() && own.label.is_empty() {
                return None;
            }
            get(&mut root, path).label = name.clone();
        }
        Change::Delete => _ = get(&mut root, parent?).children.remove(index),
        Change::Duplicate => {
            let mut copy = own;
            unlabelled(&mut copy);
            get(&mut root, parent?).children.insert(index + 1, copy);
        }
        Change::Up => get(&mut root, parent?).children.swap(index, index.checked_sub(1)?),
        Change::Down => {
            let children = &mut get(&mut root, parent?).children;
            if index + 1 == children.len() {
                return None;
            }
            children.swap(index, index + 1);
        }
        Change::Out => {
            let (outer_index, outer) = parent?.split_last()?;
            let mut node = get(&mut root, parent?).children.remove(index);
            let outer = get(&mut root, outer);
            if outer.name != "priority" {
                node.arm.clear();
            }
            outer.children.insert(outer_index + 1, node);
        }
        Change::In => {
            let children = &mut get(&mut root, parent?).children;
            let before = index.checked_sub(1)?;
            let mut node = children.remove(index);
            if children[before].name != "priority" {
                node.arm.clear();
            }
            children[before].children.push(node);
        }
        Change::Wrap { .. } => {
            let node = get(&mut root, path);
            let inner = Plain { arm: String::new(), ..node.clone() };
            let (arm, label, name) = (own.arm, String::new(), "inverter".to_owned());
            *node = Plain { arm, label, name, args: None, children: vec![inner] };
        }
        Change::Unwrap => {
            if own.children.is_empty()
                || own.children.len() > 1 && (parent.is_none() || !own.children[0].arm.is_empty())
            {
                return None;
            }
            match (parent, own.children.len()) {
                (_, 1) => *get(&mut root, path) = Plain { arm: own.arm, ..own.children[0].clone() },
                (Some(parent), _) => {
                    let mut children = own.children;
                    children[0].arm = own.arm;
                    get(&mut root, parent).children.splice(index..=index, children).for_each(drop);
                }
                (None, _) => return None,
            }
        }
        Change::Insert { index, .. } => {
            let children = &mut get(&mut root, path).children;
            children.insert((*index).min(children.len()), new());
        }
        Change::After { .. } => get(&mut root, parent?).children.insert(index + 1, new()),
        Change::Replace { .. } => *get(&mut root, path) = new(),
        Change::Siblings { count, change } => {
            let (children, end) = (&mut get(&mut root, parent?).children, index + count);
            if end > children.len() {
                return None;
            }
            match **change {
                Change::Delete => _ = children.drain(index..end),
                Change::Up => children[index.checked_sub(1)?..end].rotate_left(1),
                Change::Down if end < children.len() => children[index..=end].rotate_right(1),
                Change::Duplicate => {
                    let mut copies = children[index..end].to_vec();
                    copies.iter_mut().for_each(unlabelled);
                    children.splice(end..end, copies).for_each(drop);
                }
                _ => return None,
            }
        }
        Change::Move { .. } | Change::Kind { .. } | Change::Paste { .. } | Change::Extract | Change::Inline => {
            return None;
        }
        other => panic!("{other:?} has no meaning here"),
    }
    Some(root)
}

fn unlabelled(node: &mut Plain) {
    node.label.clear();
    node.children.iter_mut().for_each(unlabelled);
}

fn new() -> Plain {
    Plain { arm: String::new(), label: String::new(), name: "new".to_owned(), args: None, children: Vec::new() }
}

fn change(random: &mut Rng) -> Change {
    let text = || "new".to_owned();
    match random.u8(..15) {
        0 => Change::Argument { index: random.usize(..3), text: "|x| (x, 1 < 2)".to_owned() },
        1 => Change::Label { name: ["", "label"][random.usize(..2)].to_owned() },
        2 => Change::Delete,
        3 => Change::Duplicate,
        4 => Change::Up,
        5 => Change::Down,
        6 => Change::Out,
        7 => Change::In,
        8 => Change::Wrap { wrapper: "inverter".to_owned() },
        9 => Change::Unwrap,
        10 => Change::Insert { index: random.usize(..4), text: text() },
        11 => Change::After { text: text() },
        12 | 13 => {
            let change = [Change::Delete, Change::Duplicate, Change::Up, Change::Down][random.usize(..4)].clone();
            Change::Siblings { count: random.usize(1..4), change: Box::new(change) }
        }
        _ => Change::Replace { text: text() },
    }
}

fn path_of(text: &Text, at: At) -> Vec<usize> {
    let path = text.path(at).expect("it is in the text");
    let index = |pair: &[&Node]| pair[0].index_of(pair[1]);
    path.windows(2).map(|pair| index(pair).expect("it is a child")).collect()
}

fn comments(text: &str) -> Vec<&str> {
    let tokens = lex(text);
    let comments = tokens.iter().filter(|token| matches!(token.kind, Kind::Comment | Kind::Doc));
    let mut comments: Vec<&str> = comments.map(|token| text[token.range()].trim_end_matches('\r')).collect();
    comments.sort_unstable();
    comments
}

#[test]
fn random_changes_keep_all_else() {
    let edits = std::env::var("BT_EDITS").map_or(3000, |edits| edits.parse().expect("a number"));
    let (mut random, mut made) = (Rng::with_seed(42), 0);
    for _ in 0..edits {
        let line_end = ["\n", "\r\n"][random.usize(..2)];
        let mut writer = Writer { random: &mut random, text: String::new(), line_end, comments: 0 };
        let (before, after) = (format!("// é{line_end}fn a() {{}} bt! {{"), format!("}}{line_end}// end"));
        writer.text = format!("{before} A(u8) =");
        writer.gap();
        writer.node(3, false);
        writer.gap();
        let written = writer.text.replace("\\\n", &format!("\\{line_end}"));
        let text = Text::new(written + &after, false);
        let root = &text.trees()[0].roots[0];
        let at = At { tree: 0, node: random.usize(..root.size()) };
        let (change, path) = (change(&mut random), path_of(&text, at));
        let is_arm = text.path(at).and_then(|path| path.last().copied()).is_some_and(|node| node.arm.is_some());
        let expected = expected(&plain(&text, root), &path, &change);
        let written = || format!("{change:?} at {at:?} of\n{}", text.text());
        let changed = match text.change(at, &change) {
            Ok(changed) => changed,
            Err(why) => {
                assert_eq!(expected, None, "{why}: {}", written());
                continue;
            }
        };
        made += 1;
        let after_it = Text::new(changed.text.clone(), false);
        let is_right = after_it.trees().len() == 1 && after_it.trees()[0].roots.len() == 1;
        assert!(is_right, "{}\nbecame\n{}", written(), after_it.text());
        let found = plain(&after_it, &after_it.trees()[0].roots[0]);
        assert_eq!(Some(&found), expected.as_ref(), "{}\nbecame\n{}", written(), after_it.text());
        assert!(after_it.text().starts_with(&before) && after_it.text().ends_with(&after), "{}", written());
        let node =
            after_it.path(changed.at).expect("the changed node is there").last().map(|node| plain(&after_it, node));
        if matches!(change, Change::Insert { .. } | Change::After { .. } | Change::Replace { .. }) {
            assert_eq!(node, Some(new()), "{}", written());
        }
        if line_end == "\r\n" && text.text().contains("\r\n") {
            assert_eq!(after_it.text().matches('\n').count(), after_it.text().matches("\r\n").count(), "{}", written());
        }
        // Only what was deleted, replaced or copied changes the comments, and a condition that its parent asked.
        let loses_arm = matches!(change, Change::In | Change::Out) && is_arm;
        let one = match &change {
            Change::Siblings { change, .. } => change,
            one => one,
        };
        let changes = matches!(one, Change::Delete | Change::Duplicate | Change::Replace { .. } | Change::Unwrap);
        let keeps = !changes && !loses_arm;
        assert!(
            !keeps || comments(text.text()) == comments(after_it.text()),
            "{}\nbecame\n{}",
            written(),
            after_it.text()
        );
    }
    assert!(made * 3 > edits, "{made} of {edits} changes were made");
}

/// The trees of random programs, in a file each.
fn random_trees(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Text> {
    seeds.flat_map(|seed| {
        let program = random::program(seed);
        let texts = (0..program.trees.len()).map(|tree| Text::new(text::tree(&program, tree, ""), true));
        texts.collect::<Vec<_>>()
    })
}

#[test]
fn a_stock_makes_changes_that_the_compiler_accepts() {
    let edits: usize = std::env::var("BT_EDITS").map_or(400, |edits| edits.parse().expect("a number"));
    let leaves = ["scripted(3)", "act(|world| act(world, 5))", "wait(1.5)", "found: succeed", "find(7) -> found"];
    let parents = ["sequence", "reactive_selector", "timeout(2.0)", "guard(|world| ask(world, 8))", "if_else"];
    let stock = Stock::new(leaves, parents).expect("these are nodes");
    let mut random = Rng::with_seed(1);
    let mut made = std::collections::BTreeMap::new();
    for mut tree in random_trees(0..edits as u64 / 20) {
        for _ in 0..20 {
            let before = tree.clone();
            let Some((at, change)) = stock.change(&mut tree, &mut |bound| random.usize(..bound)) else {
                assert_eq!(tree.text(), before.text());
                continue;
            };
            let found = mistakes(tree.text().parse().expect("tokens"));
            assert!(found.is_empty(), "{change:?} at {at:?} of {}: {}", before.text(), found[0].message);
            let kind = format!("{change:?}").split([' ', '{']).next().map(str::to_owned);
            *made.entry(kind).or_insert(0) += 1;
        }
    }
    assert_eq!(made.len(), 10, "each kind of change can be made: {made:?}");
}

#[test]
fn a_stock_has_nodes_alone() {
    for wrong in ["walk, eat", "A(u8) = walk", "(", "sequence <", ""] {
        assert!(Stock::new([wrong], ["sequence"]).is_err(), "{wrong}");
    }
    assert!(Stock::new(["walk"], ["sequence < walk >"]).is_err(), "it has children");
}
