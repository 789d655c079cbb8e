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
    assert!(changed(BROKEN, "b", Change::Move { parent: 3, index: 0 }).is_err());
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
    let before = "\u{feff}#!/bin/x\r\nfn a() {} // é\r\nbt! { pub A(u8) = sequence < wait(1.0), b > }\r\n// bt! { B(u8) = a }\r\n";
    let file = Text::new(before, false);
    let change = Change::Argument { index: 0, text: text("2.0") };
    let changed = file.change(At { tree: 0, node: 1 }, &change).expect("it is there");
    assert_eq!((changed.text, changed.at.node), (before.replace("1.0", "2.0"), 1));
    assert_eq!(file.trees().len(), 1);
    assert!(file.change(At { tree: 1, node: 0 }, &change).is_err());
    assert!(file.change(At { tree: 0, node: 9 }, &change).is_err());
}
