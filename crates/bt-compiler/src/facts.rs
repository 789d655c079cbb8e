//! The texts and numbers that describe nodes in generated code. The runtime reads them in constants.

use proc_macro2::Literal;

/// A line for a node: `2 Leaf label: name`, its place in the source, its arguments, and the pattern before it, if it
/// is an arm.
pub fn line(depth: usize, sort: &str, title: &str, (line, column): (usize, usize), args: &str, arm: &str) -> String {
    let [args, arm] = [args, arm].map(|text| text.replace(['\n', '\t'], " "));
    let arm = if arm.is_empty() { arm } else { format!("\t{arm}") };
    format!("{depth} {sort} {title}\t{line}:{column}\t{args}{arm}")
}

/// The number of a shape: of the lines with everything that a save depends on.
///
/// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv), 64 bits.
pub fn shape(lines: impl Iterator<Item = String>) -> u64 {
    let bytes = lines.flat_map(|line| (line + "\n").into_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Tokens as text for a shape: without white space, which differs between compilers.
pub fn squeezed(tokens: &str) -> String {
    tokens.split_whitespace().collect()
}

/// For each node the number of the facts of its leaf type, counted from 1, in four bytes; 0 if it has none.
pub fn type_numbers(numbers: impl Iterator<Item = u32>) -> Literal {
    Literal::byte_string(&numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}
