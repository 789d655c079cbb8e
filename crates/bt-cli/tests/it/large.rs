//! Files with very long lines, or with deep nesting.

use std::path::Path;

use bt_cli::Source;
use bt_cli::check::check;

#[test]
fn a_mistake_on_a_long_line_is_drawn_with_what_is_around_it() {
    let children = vec!["näh: walk"; 600].join(", ");
    let file = Source::new(Path::new("a.rs"), format!("use bt::bt;\nbt! {{ A(Room) = sequence < {children} > }}\n"));
    let mistakes = check(&file);
    assert_eq!(mistakes.len(), 599);
    for (number, mistake) in mistakes.iter().enumerate() {
        let drawing = mistake.draw(&file, false);
        let column = 28 + (number + 1) * 11;
        assert!(drawing.contains(&format!(" --> a.rs:2:{column}\n")), "{drawing}");
        let lines: Vec<&str> = drawing.lines().collect();
        let marked = lines.iter().position(|line| line.contains('^')).expect("it is marked");
        let mark = lines[marked].chars().position(|c| c == '^').expect("it is marked");
        let under: String = lines[marked - 1].chars().skip(mark).take(3).collect();
        assert_eq!(under, "näh", "{drawing}");
        assert!(lines.iter().all(|line| line.chars().count() < 200), "{drawing}");
    }
}

#[test]
fn nested_values_are_refused_in_each_place() {
    let kinds = ["!", "- ", "*", "&", "|a| ", "|| ", "move |a, b| ", "if a { b } else ", "return "];
    let places = [
        "bt! { A(Room) = if(|room| @) < a > }",
        "bt! { A(Room) = walk(@) }",
        "bt! { A(Room) = priority < |room| @ => a, b > }",
        "bt! { A(Room) = switch(|room| room.x) < n if @ => a, _ => b > }",
    ];
    for (kind, place) in kinds.iter().flat_map(|kind| places.iter().map(move |place| (kind, place))) {
        let text = place.replace('@', &format!("{}{{ c }}", kind.repeat(20_000)));
        let mistakes = check(&Source::new(Path::new("a.rs"), text));
        let messages: Vec<&str> = mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
        assert_eq!(messages, ["this is nested more than 128 levels deep"], "{kind} {place}");
    }
}

/// Ends within seconds if names are looked up. Comparing each name with all others would take ten times as long.
#[test]
fn each_name_of_many_trees_is_looked_up() {
    let trees: String = (0..20_000).map(|number| format!("bt! {{ A{number}(Room) = walk }}\n")).collect();
    let leaves: String = (0..2_000).map(|number| format!("#[leaf]\nfn b{number}(_: &mut Room) {{}}\n")).collect();
    let twice = "bt! { A19999(Room) = walk }\nstruct B1999;\n";
    let mistakes = check(&Source::new(Path::new("a.rs"), format!("use bt::{{bt, leaf}};\n{trees}{leaves}{twice}")));
    let messages: Vec<&str> = mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
    let tree = "the tree `A19999` has the name of a type that is declared here already";
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[1], tree);
    assert!(messages[0].contains("`B1999`"), "{}", messages[0]);
}
