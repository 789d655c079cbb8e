//! Counts what a macro does: `expand trees 100` expands a tree a hundred times; `expand asks 100` only checks a hundred
//! times whether an editor runs it. Run it below `valgrind --tool=callgrind` with two counts, and compare the results.

use std::hint::black_box;

use bt_compiler::{editor, tree};
use proc_macro2::{TokenStream, extra};

const TREE: &str = "pub DoorBot(Room) = sequence < walk_to_door, selector < open_door, smash_door >, walk_through >";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, count] = &arguments[..] else { panic!("expected `trees` or `asks`, and a number") };
    let count: usize = count.parse().expect("a number");
    for _ in 0..count {
        match &what[..] {
            "trees" => {
                let tokens: TokenStream = TREE.parse().expect("tokens");
                black_box(tree::compile(TokenStream::new(), tokens));
                extra::invalidate_current_thread_spans();
            }
            _ => {
                black_box(editor::asks());
            }
        }
    }
}
