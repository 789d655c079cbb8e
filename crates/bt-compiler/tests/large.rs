//! Trees with thousands of nodes of one kind. Each test ends within a second if compile time is proportional to the
//! tree, and takes minutes if it is quadratic.

use bt_compiler::codes;
use bt_compiler::tree::{compile, mistakes, read};

/// The mistakes in a tree with these children, each of them once for each number.
fn count(header: &str, node: &str, count: usize, child: impl Fn(usize) -> String) -> usize {
    mistakes(tokens(&tree(header, node, count, child))).len()
}

fn tree(header: &str, node: &str, count: usize, child: impl Fn(usize) -> String) -> String {
    let children: Vec<String> = (0..count).map(child).collect();
    format!("{header} = {node} < {} >", children.join(", "))
}

fn tokens(text: &str) -> proc_macro2::TokenStream {
    text.parse().expect("it is tokens")
}

#[test]
fn children_of_a_parallel() {
    assert_eq!(count("A(Room)", "parallel", 8000, |_| "walk".to_owned()), 0);
    // Only the first child that is never reached is reported.
    let at = |number| if number == 6000 { "fail".to_owned() } else { "walk".to_owned() };
    let found = mistakes(tokens(&tree("A(Room)", "parallel", 8000, at)));
    let messages: Vec<&str> = found.iter().map(|mistake| mistake.message.as_str()).collect();
    assert_eq!(messages, ["`walk` is never reached: `parallel` is always decided before it"]);
}

#[test]
fn parameters_and_leaves_that_use_them() {
    let params: Vec<String> = (0..2000).map(|number| format!("param{number}: u32")).collect();
    let header = format!("A(Room) {{ {} }}", params.join(", "));
    assert_eq!(count(&header, "sequence", 2000, |number| format!("walk(param{number})")), 0);
    let changes = count(&header, "sequence", 200, |number| format!("walk({{ param{number} = 1; 2 }})"));
    assert_eq!(changes, 200);
}

#[test]
fn names_that_nobody_knows() {
    let child = |number| format!("find -> value{number}, walk(unknwon{number})");
    assert_eq!(count("A(Room)", "sequence", 1500, child), 0);
    // A suggestion is still found among the names around it.
    let child = |number| format!("find -> a_value_{number:04}, walk(a_vaule_{number:04})");
    assert_eq!(count("A(Room)", "sequence", 300, child), 300);
}

#[test]
fn values_that_are_used_soon() {
    let text = tree("A(Room)", "sequence", 1000, |number| format!("find -> value{number}, walk(value{number})"));
    let program = read(tokens(&text)).expect("it has no mistake");
    assert_eq!(program.model.values.len(), 1000);
}

#[test]
fn values_that_live_together() {
    let both = |count: usize| {
        let binders = (0..count).map(|number| format!("find -> value{number}"));
        let users = (0..count).map(|number| format!("walk(value{number})"));
        let children: Vec<String> = binders.chain(users).collect();
        tokens(&format!("A(Room) = sequence < {} >", children.join(", ")))
    };
    assert!(read(both(80)).is_ok());
    let found = read(both(3000)).err().expect("it is refused");
    let messages: Vec<&str> = found.iter().map(|mistake| mistake.message.as_str()).collect();
    assert_eq!(
        messages,
        ["the values of this tree are held across more than 10000 nodes in total, `value3` included (a value counts \
          once for each node up to its last use)"]
    );
    assert_eq!(found[0].code, codes::HELD_TOO_LONG);
}

#[test]
fn generated_code() {
    let length = |node: &str, count: usize| {
        let text = tree("A(Room)", node, count, |_| "walk".to_owned());
        compile("::bt".parse().expect("it is a path"), tokens(&text)).to_string().len()
    };
    for node in ["sequence", "random_selector", "reactive_selector"] {
        let (few, many) = (length(node, 300), length(node, 3000));
        // Numbers have more digits.
        assert!(many < few * 11, "{node}: {many} bytes of code, and {few} for a tenth of the children");
    }
}
