//! The source of a crate with a tree in `bt!`.

use super::shape::Shape;

/// The whole crate.
pub fn source(shape: Shape) -> String {
    around(shape, &shape.leaves(true), &|number| shape.leaf(number))
}

/// A crate with these leaves, which the tree calls by these names.
pub fn around(shape: Shape, leaves: &str, name: &dyn Fn(u32) -> String) -> String {
    let tree = node(shape, 1, 0, name);
    format!(
        "{leaves}\nbt::bt! {{ pub Tree(Context) = {tree} }}\n\npub fn tick(tree: &mut Tree, context: &mut Context) -> \
         Status {{\n    tree.tick(context)\n}}\n",
    )
}

/// The text of a node of this level.
fn node(shape: Shape, level: u32, number: u32, name: &dyn Fn(u32) -> String) -> String {
    if level > shape.levels {
        return name(number);
    }
    let composite = if shape.is_sequence(level) { "sequence" } else { "selector" };
    let [first, second] = [2 * number, 2 * number + 1].map(|child| node(shape, level + 1, child, name));
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
            node(shape, 1, 0, &|number| shape.leaf(number)).replace('\n', " "),
            "sequence < selector < Leaf0, Leaf1 >, selector < Leaf2, Leaf3 > >"
        );
    }
}
