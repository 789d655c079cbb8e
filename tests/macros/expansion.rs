//! The expansion is the same in every build, short, and free of what a tree must not need.

use proc_macro2::TokenStream;
use quote::quote;

/// The door bot of the README, expanded and formatted.
const DOOR_BOT: &str = include_str!("door_bot.expanded.rs");

fn expand(tree: TokenStream) -> String {
    let code = crate::tree::compile(quote!(::bt::private), tree);
    prettyplease::unparse(&syn::parse2(code).expect("the expansion is Rust"))
}

fn door_bot() -> String {
    // As in a source file: the positions of nodes are part of the expansion.
    expand("pub DoorBot(Room) = sequence < walk, open_door, step_through, close_door >".parse().expect("it is tokens"))
}

#[test]
fn the_door_bot_expands_to_what_is_on_record() {
    let expanded = door_bot();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("macros/door_bot.expanded.rs", &expanded).expect("the record can be written");
    }
    assert_eq!(expanded, DOOR_BOT, "if the change is wanted, run this test with BLESS=1 and read the difference");
}

#[test]
fn expansions_are_the_same_every_time() {
    let source =
        "#[derive(Clone)] T(Room) { a: u32 } = parallel < x: a, repeat(a) < b(1) >, reactive_selector < c, d::<E> > >";
    let tree = || expand(source.parse().expect("it is tokens"));
    let first = tree();
    for _ in 0..20 {
        assert_eq!(tree(), first);
    }
}

#[test]
fn nothing_is_boxed() {
    let source = "T(Room) = parallel < sequence < a, retry(3) < b > >, forever < guard(f) < race < c, d > > >, fear < run_once < e > > >";
    for expansion in [door_bot(), expand(source.parse().expect("it is tokens"))] {
        for word in ["Box", "dyn", "unsafe", "Rc", "Vec", "alloc", "transmute"] {
            let found = expansion.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word);
            assert!(!found, "`{word}` in an expansion");
        }
    }
}
