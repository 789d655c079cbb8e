//! The source of a crate with a tree in `bt!`.

use super::shape::Shape;

/// The whole crate.
pub fn source(shape: Shape) -> String {
    let tree = node(shape, 1, 0);
    format!(
        "{}\nbt::bt! {{ pub Tree(Context) = {tree} }}\n\npub fn tick(tree: &mut Tree, context: &mut Context) -> Status {{\n    tree.tick(context)\n}}\n",
        shape.leaves(true)
    )
}

/// The text of a node of this level.
fn node(shape: Shape, level: u32, number: u32) -> String {
    if level > shape.levels {
        return shape.leaf(number);
    }
    let composite = if shape.is_sequence(level) { "sequence" } else { "selector" };
    let [first, second] = [2 * number, 2 * number + 1].map(|child| node(shape, level + 1, child));
    format!("{composite} < {first},\n{second} >")
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Leaves, Shape};
    use super::*;

    #[test]
    fn a_tree_is_written_out() {
        let shape = Shape { levels: 2, leaves: Leaves::Distinct };
        assert_eq!(
            node(shape, 1, 0).replace('\n', " "),
            "sequence < selector < Leaf0, Leaf1 >, selector < Leaf2, Leaf3 > >"
        );
    }
}
