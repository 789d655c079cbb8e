//! Drawings of trees in all languages.

use bt::{Status, bt, leaf};
use bt_view::{Drawing, Outline, State};

#[leaf]
fn chase(dog: &mut bool) -> Status {
    if *dog { Status::Running } else { Status::Failure }
}

bt! {
    Dog(bool) = forever < selector <
        alarm: sequence < condition(|dog| *dog && "\"<&>\"".len() > 2), chase >,
        rest: wait(8.0),
    > >
}

fn state(ticks: &[bool]) -> State {
    let (mut dog, mut state) = (Dog::new(), State::default());
    for tick in ticks {
        dog.tick_for_with(1.0, &mut tick.clone(), &mut state);
    }
    state
}

#[test]
fn a_state_is_marked_in_text() {
    let outline = Outline::of::<Dog>();
    let text = Drawing::with_state(&outline, &state(&[true, false])).ascii().text();
    assert_eq!(
        text,
        r#"* forever
* `-- selector
-     |-- alarm: sequence
+     |   |-- condition(|dog| *dog && "\"<&>\"".len() > 2)
-     |   `-- chase
*     `-- rest: wait(8.0)
"#
    );
}

#[test]
fn colors_are_only_there_when_asked_for() {
    let outline = Outline::of::<Dog>();
    let drawing = Drawing::with_state(&outline, &state(&[true]));
    assert!(!drawing.text().contains('\x1b'));
    let text = drawing.colors(true).text();
    let first = text.lines().next();
    assert_eq!(first, Some("\x1b[1;33m* forever\x1b[0m"));
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("  ")),
        "a node that never ran has no color: {text}"
    );
}

#[test]
fn texts_are_escaped_in_each_language() {
    let outline = Outline::of::<Dog>();
    let drawing = Drawing::new(&outline);
    assert!(
        drawing.dot().contains(r#"n3 [label="condition(|dog| *dog && \"\\\"<&>\\\"\".len() > 2)""#),
        "{}",
        drawing.dot()
    );
    let mermaid = drawing.mermaid();
    assert!(mermaid.contains(r##"n3["condition(|dog| #42;dog #38;#38; #34;#92;#34;#60;"##), "{mermaid}");
    let svg = drawing.svg();
    assert!(svg.contains("*dog &amp;&amp; &quot;\\&quot;&lt;&amp;&gt;"), "{svg}");
    assert!(!svg.contains("<&"));
}

#[test]
fn a_picture_shortens_long_closures_and_not_names() {
    bt! {
        Long(u32) = sequence <
            the_label_of_a_condition: condition(|n| *n > 100 && *n % 2 == 0 && *n < 1000),
            condition(|n| *n > 100 && *n % 2 == 0 && *n < 1000),
            wait(0.5),
        >
    }
    let outline = Outline::of::<Long>();
    let svg = Drawing::new(&outline).svg();
    for text in [
        "condition(|n| *n &gt; 100 &amp;&amp; *n % 2 ==…)",
        "wait(0.5)",
        "the_label_of_a_condition: condition(|n| *n &gt; 10…",
    ] {
        assert!(svg.contains(&format!("\">{text}</text>")), "{text}: {svg}");
    }
    assert!(svg.contains("*n &lt; 1000)</title>"), "the whole text is still there: {svg}");
}

#[test]
fn each_language_has_all_nodes_and_edges() {
    let outline = Outline::of::<Dog>();
    let drawing = Drawing::with_state(&outline, &state(&[true]));
    assert_eq!((drawing.dot().matches("[label=").count(), drawing.dot().matches("->").count()), (6, 5));
    assert_eq!((drawing.mermaid().matches("[\"").count(), drawing.mermaid().matches("-->").count()), (6, 5));
    assert_eq!((drawing.svg().matches("<rect").count(), drawing.svg().matches("<path").count()), (6, 5));
}
