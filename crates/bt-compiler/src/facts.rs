//! The texts and numbers by which generated code describes nodes to the runtime, which reads them in constants.

use proc_macro2::Literal;

/// A line for a node: `2 Leaf label: name`, where it stands in the source, and its arguments.
pub fn line(depth: usize, sort: &str, title: &str, (line, column): (usize, usize), args: &str) -> String {
    let args = args.replace(['\n', '\t'], " ");
    format!("{depth} {sort} {title}\t{line}:{column}\t{args}")
}

/// For each node the number of the facts of what stands there, counted from 1, in four bytes; 0 for nothing.
pub fn stands(numbers: impl Iterator<Item = u32>) -> Literal {
    Literal::byte_string(&numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}
