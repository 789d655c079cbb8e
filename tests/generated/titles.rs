//! The titles of active nodes.

use bt::describe::NodeInfo;
use bt_reference::program::intern;

/// The active nodes as they would be without boxes and units: the root of a tree in a box is in the place of its
/// `dynamic`.
pub fn without_boxes(nodes: impl Iterator<Item = NodeInfo>) -> impl Iterator<Item = (usize, &'static str)> {
    let mut around = None;
    nodes.filter_map(move |node| {
        if node.name == "dynamic" {
            let title = around.take().or(node.label).unwrap_or_else(|| type_in_box(node.args));
            around = Some(title);
            return None;
        }
        let title = around.take().unwrap_or(node.title());
        Some((node.depth - node.nested, title.trim_start_matches("units::")))
    })
}

/// `sub1`, for the arguments `(Box::new(Sub1::new(..)))` of a `dynamic`.
fn type_in_box(args: &str) -> &'static str {
    let number = args.split("Sub").nth(1).and_then(|rest| rest.split("::").next()).expect("a subtree is boxed");
    intern(&format!("sub{number}"))
}
