//! Each change, as text before and after.

use bt_text::{At, Change, Text};

/// The change of the node with this label, or with this name.
fn changed(text: &str, node: &str, change: Change) -> Result<String, String> {
    let file = Text::new(text, true);
    let nodes = file.trees()[0].nodes();
    let is = |part: &std::ops::Range<usize>| file.slice(part) == node;
    let found = nodes.iter().position(|found| found.label.as_ref().is_some_and(is) || is(&found.name));
    let at = At { tree: 0, node: found.expect("the node is in the text") };
    file.change(at, &change).map(|changed| changed.text)
}

#[track_caller]
fn check(before: &str, node: &str, change: Change, after: &str) {
    // A text of one line does not say how its lines end.
    for line_end in ["\n", "\r\n"].into_iter().take(before.lines().count()) {
        let [before, after] = [before, after].map(|text| text.replace('\n', line_end));
        assert_eq!(changed(&before, node, change.clone()).as_deref(), Ok(&*after), "{before}");
    }
}

fn text(text: &str) -> String {
    text.to_owned()
}

const INLINE: &str = "A(u8) = sequence < a, /* of b */ b(1, x = 2), c >";
const BROKEN: &str = "\
A(u8) = sequence <
    a, // of a

    // of b
    b < d >,
    /* of c */ c,
>";

#[test]
fn arguments_and_labels() {
    let argument = |index, text: &str| Change::Argument { index, text: text.to_owned() };
    check(INLINE, "b", argument(0, "-7"), &INLINE.replace("(1,", "(-7,"));
    check(INLINE, "b", argument(1, "|a, b| a < b"), &INLINE.replace("= 2", "= |a, b| a < b"));
    for wrong in ["1, 2", "", "(", "1) < a", "\"", "/*"] {
        assert!(changed(INLINE, "b", argument(0, wrong)).is_err(), "{wrong}");
    }
    assert!(changed(INLINE, "b", argument(2, "1")).is_err());
    let label = |name: &str| Change::Label { name: name.to_owned() };
    check(INLINE, "b", label("x"), &INLINE.replace("b(", "x: b("));
    check("A(u8) = x: /* y */ a", "x", label("z"), "A(u8) = z: /* y */ a");
    check("A(u8) = x: a", "x", label(""), "A(u8) = a");
    for wrong in ["a b", "1", "a:", "_", "pub"] {
        assert!(changed(INLINE, "b", label(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn deleted_nodes_leave_comments() {
    check(INLINE, "a", Change::Delete, "A(u8) = sequence < /* of b */ b(1, x = 2), c >");
    check(INLINE, "c", Change::Delete, "A(u8) = sequence < a, /* of b */ b(1, x = 2) >");
    check(INLINE, "b", Change::Delete, "A(u8) = sequence < a, /* of b */ c >");
    check(BROKEN, "b", Change::Delete, &BROKEN.replace("    b < d >,\n", ""));
    check(BROKEN, "a", Change::Delete, &BROKEN.replace("a, // of a", "// of a"));
    check("A(u8) = s < a /* x */, b >", "a", Change::Delete, "A(u8) = s <  /* x */ b >");
    check("A(u8) = s <\n    a, b,\n    c,\n>", "b", Change::Delete, "A(u8) = s <\n    a,\n    c,\n>");
    assert!(changed(INLINE, "sequence", Change::Delete).is_err());
}

#[test]
fn moved_nodes_take_their_comments() {
    check(INLINE, "b", Change::Up, "A(u8) = sequence < b(1, x = 2), a, /* of b */ c >");
    check(INLINE, "b", Change::Down, "A(u8) = sequence < a, /* of b */ c, b(1, x = 2) >");
    check(
        BROKEN,
        "b",
        Change::Up,
        "\
A(u8) = sequence <
    // of b
    b < d >,
    a, // of a

    /* of c */ c,
>",
    );
    check(BROKEN, "d", Change::Out, &BROKEN.replace("b < d >,", "b < >,\n    d,"));
    let inside = BROKEN.replace("b < d >", "b < d, /* of c */ c >").replace("    /* of c */ c,\n", "");
    check(BROKEN, "c", Change::In, &inside);
    for (node, change) in [("a", Change::Up), ("c", Change::Down), ("a", Change::Out), ("a", Change::In)] {
        assert!(changed(BROKEN, node, change).is_err(), "{node}");
    }
    assert!(changed(BROKEN, "b", Change::Move { tree: None, parent: 3, index: 0 }).is_err());
}

#[test]
fn a_condition_stays_with_the_parent_that_asks_it() {
    let before = "A(u8) = sequence < priority < |x| x => a, b >, c >";
    check(before, "a", Change::Down, "A(u8) = sequence < priority < b, |x| x => a >, c >");
    check(before, "a", Change::Out, "A(u8) = sequence < priority < b >, a, c >");
    check(before, "a", Change::Wrap { wrapper: text("retry(3)") }, &before.replace("a,", "retry(3) < a >,"));
    let replace = Change::Replace { text: text("|y| y => z") };
    check(before, "a", replace, &before.replace("|x| x => a", "|y| y => z"));
}

#[test]
fn a_binding_moves_to_the_only_child_of_a_node_that_goes() {
    let (wrapped, bare) =
        ("A(u8) = s < timeout(5.0) < find > -> prey, eat(prey) >", "A(u8) = s < find -> prey, eat(prey) >");
    check(wrapped, "timeout", Change::Unwrap, bare);
    check(bare, "find", Change::Wrap { wrapper: text("timeout(5.0)") }, wrapped);
}

#[test]
fn inserted_nodes_look_like_their_siblings() {
    let insert = |index| Change::Insert { index, text: text("n(1)") };
    check(INLINE, "sequence", insert(0), &INLINE.replace("< a", "< n(1), a"));
    check(INLINE, "sequence", insert(3), &INLINE.replace("c >", "c, n(1) >"));
    check(BROKEN, "sequence", insert(1), &BROKEN.replace("    // of b", "    n(1),\n    // of b"));
    check(BROKEN, "sequence", insert(9), &BROKEN.replace("c,\n", "c,\n    n(1),\n"));
    check(BROKEN, "a", Change::After { text: text("n") }, &BROKEN.replace("    // of b", "    n,\n    // of b"));
    check(BROKEN, "d", insert(0), &BROKEN.replace("d >", "d < n(1) > >"));
    check(BROKEN, "a", Change::After { text: text("x: n") }, &BROKEN.replace("    // of b", "    x: n,\n    // of b"));
    for wrong in ["", "a, b", "a >, b <", "a < b", "a )", "// a", "a }", "\"a", "label:"] {
        let insert = Change::Insert { index: 0, text: text(wrong) };
        assert!(changed(INLINE, "sequence", insert).is_err(), "{wrong}");
    }
    let commented = Change::Insert { index: 0, text: text("n // now") };
    check(INLINE, "sequence", commented, &INLINE.replace("< a", "< n // now\n    , a"));
}

#[test]
fn wrapped_and_unwrapped_nodes_keep_their_lines() {
    let wrap = |wrapper: &str| Change::Wrap { wrapper: wrapper.to_owned() };
    check(
        BROKEN,
        "sequence",
        wrap("inverter"),
        &BROKEN.replace("sequence <", "inverter < sequence <").replace("\n>", "\n> >"),
    );
    check("A(u8) = find -> x", "find", wrap("retry(3)"), "A(u8) = retry(3) < find > -> x");
    let wrapped = BROKEN.replace("sequence <", "inverter < sequence <").replace("\n>", "\n> >");
    check(&wrapped, "inverter", Change::Unwrap, BROKEN);
    check(BROKEN, "b", Change::Unwrap, &BROKEN.replace("b < d >", "d"));
    check(
        "A(u8) = s <\n    t <\n        // of a\n        a, // after a\n        b,\n        // last\n    >,\n    c,\n>",
        "t",
        Change::Unwrap,
        "A(u8) = s <\n    // of a\n    a, // after a\n    b\n    // last\n    ,\n    c,\n>",
    );
    assert!(changed(INLINE, "sequence", Change::Unwrap).is_err());
    assert!(changed(INLINE, "a", Change::Unwrap).is_err());
}

#[test]
fn a_copy_has_no_labels() {
    let before = "A(u8) = sequence < x: a < y: b >, c >";
    check(before, "x", Change::Duplicate, "A(u8) = sequence < x: a < y: b >, a < b >, c >");
}

#[test]
fn what_is_pasted_has_labels_that_are_free() {
    let paste = || Change::Paste { text: text("x: a < z: b >") };
    check("A(u8) = sequence < x: a, c >", "c", paste(), "A(u8) = sequence < x: a, c, a < z: b > >");
    check("A(u8) = sequence < a, c >", "sequence", paste(), "A(u8) = sequence < a, c, x: a < z: b > >");
    assert!(changed(INLINE, "a", Change::Paste { text: text("fn main() {}") }).is_err());
}

#[test]
fn another_kind_keeps_arguments_that_fit() {
    let kind = |name: &str| Change::Kind { name: name.to_owned() };
    check("A(u8) = retry(n + 1) < a >", "retry", kind("repeat"), "A(u8) = repeat(n + 1) < a >");
    check("A(u8) = x: sequence < a >", "x", kind("selector"), "A(u8) = x: selector < a >");
    check("A(u8) = retry(5) < a >", "retry", kind("timeout"), "A(u8) = timeout(1.0) < a >");
    check("A(u8) = timeout(5.0) < a >", "timeout", kind("inverter"), "A(u8) = inverter < a >");
    assert!(changed("A(u8) = sequence < a >", "sequence", kind("walk")).is_err());
}

#[test]
fn long_lines_are_broken() {
    let long = format!("A(u8) = sequence < {}, b >", "a".repeat(70));
    let wrap = Change::Wrap { wrapper: text("timeout(1.0)") };
    assert!(changed(&long, "b", wrap.clone()).is_ok_and(|text| !text.contains('\n')), "it fits");
    let insert = Change::Insert { index: 1, text: text("selector < cccccccccc, dddddddddddd >") };
    let expected = "A(u8) = sequence <\n    A,\n    selector < cccccccccc, dddddddddddd >,\n    b,\n>";
    let expected = expected.replace('A', &"a".repeat(70)).replacen(&"a".repeat(70), "A", 1);
    check(&long, "sequence", insert, &expected);
    let single = format!("A(u8) = forever < sequence < {}, b > >", "a".repeat(70));
    let expected = format!("A(u8) = forever < retry(3) < sequence <\n    {},\n    b,\n> > >", "a".repeat(70));
    check(
        &single,
        "sequence",
        Change::Wrap { wrapper: text("retry(3)") },
        &single.replace("sequence <", "retry(3) < sequence <").replace(" b > >", " b > > >"),
    );
    let longer = single.replace("b >", "bbbbbbbbbbbb >");
    check(
        &longer,
        "sequence",
        Change::Wrap { wrapper: text("retry(3)") },
        &expected.replace("    b,", "    bbbbbbbbbbbb,"),
    );
}

#[test]
fn strings_over_several_lines_stay() {
    let before = "A(u8) = s <\n    t <\n        say(\"one\n  two\"),\n        b,\n    >,\n>";
    check(before, "say", Change::Out, "A(u8) = s <\n    t <\n        b,\n    >,\n    say(\"one\n  two\"),\n>");
}

#[test]
fn all_else_stays() {
    let before = "\u{feff}#!/bin/x\r\nfn a() {} // é\r\nbt! { pub A(u8) = sequence < wait(1.0), b > }\r\n// bt! { \
                  B(u8) = a }\r\n";
    let file = Text::new(before, false);
    let change = Change::Argument { index: 0, text: text("2.0") };
    let changed = file.change(At { tree: 0, node: 1 }, &change).expect("it is there");
    assert_eq!((changed.text, changed.at.node), (before.replace("1.0", "2.0"), 1));
    assert_eq!(file.trees().len(), 1);
    assert!(file.change(At { tree: 1, node: 0 }, &change).is_err());
    assert!(file.change(At { tree: 0, node: 9 }, &change).is_err());
}

/// The change of this many siblings.
fn several(count: usize, change: Change) -> Change {
    Change::Siblings { count, change: Box::new(change) }
}

const FOUR: &str = "A(u8) = sequence < a, b < x >, /* of c */ c(1), d >";
const LINES: &str = "\
A(u8) = sequence <
    a, // of a
    // of b
    b < d >,
    c,
    e < f >,
>";

#[test]
fn siblings_are_changed_together() {
    check(FOUR, "b", several(2, Change::Delete), "A(u8) = sequence < a, /* of c */ d >");
    check(FOUR, "c", several(2, Change::Delete), "A(u8) = sequence < a, b < x > /* of c */  >");
    check(FOUR, "a", several(2, Change::Duplicate), &FOUR.replace("c(1)", "a, b < x >, c(1)"));
    check(FOUR, "b", several(2, Change::Up), "A(u8) = sequence < b < x >, c(1), a, /* of c */ d >");
    check(FOUR, "b", several(2, Change::Down), "A(u8) = sequence < a, /* of c */ d, b < x >, c(1) >");
    let wrap = Change::Wrap { wrapper: text("retry(3)") };
    check(FOUR, "b", several(2, wrap.clone()), "A(u8) = sequence < a, retry(3) < b < x >, c(1) >, /* of c */ d >");
    check(FOUR, "c", several(2, Change::In), "A(u8) = sequence < a, b < x, c(1), d > /* of c */  >");
    check(
        LINES,
        "b",
        several(2, Change::Up),
        "A(u8) = sequence <\n    // of b\n    b < d >,\n    c,\n    a, // of a\n    e < f >,\n>",
    );
    check(LINES, "b", several(3, Change::Delete), "A(u8) = sequence <\n    a, // of a\n    // of b\n>");
    check(LINES, "c", several(2, Change::Duplicate), &LINES.replace("e < f >,\n", "e < f >,\n    c,\n    e < f >,\n"));
    let inner = "A(u8) = sequence < a, s < b, c >, d >";
    check(inner, "b", several(2, Change::Out), "A(u8) = sequence < a, s < >, b, c, d >");
    let after = Change::After { text: text("n") };
    check(FOUR, "a", several(2, after), &FOUR.replace("c(1)", "n, c(1)"));
    for (count, change) in [
        (2, Change::Unwrap),
        (3, Change::Delete),
        (0, Change::Delete),
        (2, Change::Down),
        (2, several(2, Change::Delete)),
        (2, Change::Label { name: text("x") }),
    ] {
        assert!(changed(FOUR, "c", several(count, change.clone())).is_err(), "{count} {change:?}");
    }
    assert!(changed(FOUR, "sequence", several(2, Change::Delete)).is_err());
    let arms = "A(u8) = priority < |x| x.a => a, |x| x.b => b, c >";
    assert!(changed(arms, "a", several(2, wrap)).is_err(), "a condition would be lost");
}

/// Wherever siblings go, they keep their order, and nothing else changes.
#[test]
fn siblings_are_moved_anywhere() {
    let before = "A(u8) = r < a, s < b, c < x >, d >, t < e >, f >";
    let places = ["r", "s", "t", "e", "c"];
    for (from, count) in [("b", 2), ("c", 2), ("b", 3), ("a", 2), ("t", 2)] {
        for to in places {
            let file = Text::new(before, true);
            let nodes = file.trees()[0].nodes();
            let number = |name: &str| nodes.iter().position(|node| file.slice(&node.name) == name).expect("a node");
            for index in 0..=nodes[number(to)].nodes().len() {
                let change = several(count, Change::Move { tree: None, parent: number(to), index });
                let Ok(changed) = file.change(At { tree: 0, node: number(from) }, &change) else { continue };
                let new = Text::new(changed.text.clone(), true);
                let names: Vec<&str> = new.trees()[0].nodes().iter().map(|node| new.slice(&node.name)).collect();
                let mut sorted = names.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, ["a", "b", "c", "d", "e", "f", "r", "s", "t", "x"], "{changed:?}");
                let target = new.trees()[0].nodes().into_iter().find(|node| new.slice(&node.name) == to);
                let children: Vec<&str> =
                    target.expect("it is there").nodes().iter().map(|node| new.slice(&node.name)).collect();
                let first = children.iter().position(|name| *name == from).expect("it is a child");
                let path = file.path(At { tree: 0, node: number(from) }).expect("a node");
                let own = path[path.len() - 2].nodes();
                let start = own.iter().position(|node| file.slice(&node.name) == from).expect("it is there");
                let moved: Vec<&str> = own[start..start + count].iter().map(|node| file.slice(&node.name)).collect();
                assert_eq!(children[first..first + count], moved[..], "{from} to {to} {index}: {changed:?}");
                assert_eq!(names[changed.at.node], from, "{from} to {to} {index}: {changed:?}");
            }
        }
    }
}

#[test]
fn several_nodes_are_pasted() {
    let paste = Change::Paste { text: text("x: n,\n        // of m\n        m <\n            o,\n        >,\n") };
    let expected = LINES.replace("    c,\n", "    c,\n    x: n,\n    // of m\n    m <\n        o,\n    >,\n");
    check(LINES, "c", paste.clone(), &expected);
    let root = LINES.replace("e < f >,\n", "e < f >,\n    x: n,\n    // of m\n    m <\n        o,\n    >,\n");
    check(LINES, "sequence", paste, &root);
    for wrong in ["a b", "a, b c", "a, >", ""] {
        assert!(changed(LINES, "c", Change::Paste { text: text(wrong) }).is_err(), "{wrong}");
    }
}

#[test]
fn a_node_becomes_a_tree_and_goes_back() {
    let before = "\
// é
    bt! {
        /// Docs.
        pub A(R) { v: f32 } = sequence <
            // of a
            a,
            hunt: sequence <
                // of go
                go(v), /* ! */
                b,
            >,
            c,
        >
    }

    fn main() {}
";
    let call = "            hunt: hunt(v),\n            c,\n        >\n    }\n";
    let tree = "
    bt! {
        pub Hunt(R) { v: f32 } = sequence <
            // of go
            go(v), /* ! */
            b,
        >
    }
";
    for line_end in ["\n", "\r\n"] {
        let file = Text::new(before.replace('\n', line_end), false);
        let extracted = file.change(At { tree: 0, node: 2 }, &Change::Extract).expect("it can be one");
        let start = before.find("            hunt:").expect("it is there");
        let end = before.find("\n    fn main").expect("it is there");
        let expected = format!("{}{call}{tree}{}", &before[..start], &before[end..]);
        assert_eq!(extracted.text, expected.replace('\n', line_end));
        assert_eq!(extracted.at, At { tree: 0, node: 2 });
    }
    // If the tree has no parameters, the change can be reversed.
    let before = before.replace("go(v)", "go(1)");
    let file = Text::new(before.clone(), false);
    let extracted = file.change(At { tree: 0, node: 2 }, &Change::Extract).expect("it can be one").text;
    let new = Text::new(extracted.clone(), false);
    let back = new.change(At { tree: 0, node: 2 }, &Change::Inline).expect("it is a tree").text;
    let tree = tree.replace(" { v: f32 }", "").replace("go(v)", "go(1)");
    assert_eq!(back.replacen(&tree, "", 1), before);
    for (node, change) in [(0, Change::Extract), (0, Change::Inline), (1, Change::Inline), (9, Change::Extract)] {
        assert!(file.change(At { tree: 0, node }, &change).is_err(), "{node} {change:?}");
    }
}

#[test]
fn a_node_moves_to_another_tree() {
    let a = ["a, // first", "// Goes.", "go: b(1),"];
    let b = ["c,", "d,"];
    let file = |a: &[&str], b: &[&str]| {
        let (a, b) = (a.join("\n        "), b.join("\n        "));
        let first = format!("bt! {{\n    /// A.\n    A(u8) = sequence <\n        {a}\n    >\n}}\n\n");
        format!("{first}bt! {{\n    B(u8) = selector <\n        {b}\n    >\n}}\n")
    };
    let moved = |tree, node, to, parent, index| {
        let change = Change::Move { tree: Some(to), parent, index };
        Text::new(file(&a, &b), false).change(At { tree, node }, &change)
    };
    let there = moved(0, 2, 1, 0, 1).expect("it has a place there");
    let expected = file(&a[..1], &["c,", "// Goes.", "go: b(1),", "d,"]);
    assert_eq!((there.text, there.at), (expected, At { tree: 1, node: 2 }));
    let back = moved(1, 2, 0, 0, 0).expect("it has a place there");
    let expected = file(&["d,", "a, // first", "// Goes.", "go: b(1),"], &b[..1]);
    assert_eq!((back.text, back.at), (expected, At { tree: 0, node: 1 }));
    for (tree, node, to, parent) in [(0, 0, 1, 0), (0, 1, 7, 0), (0, 1, 1, 9)] {
        assert!(moved(tree, node, to, parent, 0).is_err(), "{tree} {node} {to} {parent}");
    }
}

#[test]
fn arguments_are_written_where_a_tree_uses_its_parameters() {
    let rest = "Rest(u8) { long: f32, to: Spot, n: i8, word: &'static str } =\n    sequence < wait(long), go { to }, \
                add(n, |x| *x > n && n.pow(2) < 9), say(word), priority < |x| *x < n => stay > >";
    let inlined = |header: &str, call: &str| {
        let text = format!("{header} = sequence < find -> v, rest({call}), end >\n{rest}");
        let at = At { tree: 0, node: 2 };
        let changed = Text::new(text, true).change(at, &Change::Inline)?.text;
        Ok::<_, String>(
            changed
                .split_once("find -> v,")
                .expect("it is there")
                .1
                .split_once("end")
                .expect("it is there")
                .0
                .to_owned(),
        )
    };
    let compact = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (call, expected) in [
        (
            "2.5, Spot::HOME, 3, \"so\"",
            "sequence < wait(2.5), go { to: Spot::HOME }, add(3, |x| *x > 3_i8 && 3_i8.pow(2) < 9), say(\"so\"), \
             priority < |x| *x < 3_i8 => stay > >,",
        ),
        (
            "0.1, HOME, -3, WORD",
            "sequence < wait(0.1_f32), go { to: HOME }, add(-3, |x| *x > (-3_i8) && (-3_i8).pow(2) < 9), say(WORD), \
             priority < |x| *x < (-3_i8) => stay > >,",
        ),
        (
            "time, v, n, word",
            "sequence < wait(time), go { to: v }, add(n, |x| *x > n && n.pow(2) < 9), say(word), priority < |x| *x < \
             n => stay > >,",
        ),
    ] {
        let header = "A(u8) { time: f32, n: u8, word: &'static str }";
        // A list that is broken over lines has one more comma.
        assert_eq!(compact(inlined(header, call).expect(call)).replace(">, >,", "> >,"), expected);
    }
    for (call, why) in [
        ("1.0 + 2.0, HOME, 1, WORD", "`1.0 + 2.0` is evaluated once"),
        ("1.0, |x| x.home(), 1, WORD", "is evaluated once"),
        ("1.0, spot, 1, WORD", "`spot` is evaluated once"),
        ("1.0, Spot::new(1), 1, WORD", "is evaluated once"),
        ("1.0, HOME, x, WORD", "`x` has another meaning in that tree"),
        ("1.0, HOME, 1", "the wrong arguments"),
    ] {
        let refused = inlined("A(u8) { x: u8 }", call).expect_err(call);
        assert!(refused.contains(why), "{call}: {refused}");
    }
    let other = |tree: &str, call: &str| {
        Text::new(format!("A(u8) = sequence < a, b({call}) >\n{tree}"), true)
            .change(At { tree: 0, node: 2 }, &Change::Inline)
    };
    let refused = other("B(u8) { n: u8 } = c(|_| println!(\"{n}\"))", "3").expect_err("it is in a text");
    assert!(refused.contains("takes names only"), "{refused}");
    let refused = other("B(u8) { n: Metres } = c(|x| x.go(n))", "3.0").expect_err("its type is not known");
    assert!(refused.contains("as a `Metres`"), "{refused}");
    let reactive = "A(u8) = reactive_sequence < find -> v, b(v) >\nB(u8) { n: u8 } = c(n)";
    let refused = Text::new(reactive, true).change(At { tree: 0, node: 2 }, &Change::Inline).expect_err("it changes");
    assert!(refused.contains("`v` can change while this node is active"), "{refused}");
}

#[test]
fn a_tree_is_written_where_it_is_used() {
    let trees = "A(u8) = sequence < x: b -> y, c >\nB(u8) = z: t < x: u, w: v >\nC(u8) { n: u8 } = u(n)\nD(u8) = d";
    let inline = |text: &str, tree, node| Text::new(text, true).change(At { tree, node }, &Change::Inline);
    let inlined = inline(trees, 0, 1).expect("it is a tree");
    assert_eq!(inlined.text, trees.replacen("x: b -> y", "x: t < u, w: v > -> y", 1));
    for (text, tree, node, why) in [
        (trees, 0, 2, "`c` is used with the wrong arguments"),
        (trees, 1, 1, "not a tree of this file"),
        (trees, 3, 0, "into itself"),
        ("A(u8) = b\nB(u8) = c\nB(u8) = d", 0, 0, "several"),
        ("A(u8) = b\nB(u8) = c -> x", 0, 0, "binds"),
    ] {
        let refused = inline(text, tree, node).expect_err("it cannot be");
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn leaves_with_types_and_names_that_are_keywords() {
    let before = "bt! { pub Guard(R) = sequence < doors::find::<Door> -> door, open(door) > }\n";
    let file = Text::new(before.to_owned(), false);
    let extracted = file.change(At { tree: 0, node: 2 }, &Change::Extract).expect("it can be one").text;
    assert!(extracted.contains("{ door: <doors::Find::<Door> as bt::Produces>::Value }"), "{extracted}");
    for name in ["match", "loop", "gen", "on", "_"] {
        assert!(file.change(At { tree: 0, node: 2 }, &Change::Label { name: name.to_owned() }).is_err(), "{name}");
    }
}
