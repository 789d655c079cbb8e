//! The expansion is the same in every build, short, and free of anything that a tree must not need.

use proc_macro2::TokenStream;
use quote::quote;

/// A door bot, expanded and formatted.
const DOOR_BOT: &str = include_str!("door_bot.expanded.rs");

fn expand(tree: TokenStream) -> String {
    let code = bt_compiler::tree::compile(quote!(::bt::__private), tree);
    prettyplease::unparse(&syn::parse2(code).expect("the expansion is Rust"))
}

fn on_one_line(tree: &str) -> String {
    let expansion = expand(tree.parse().expect("it is tokens"));
    expansion.split_whitespace().collect::<Vec<_>>().join(" ")
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
fn only_blocks_that_are_jumped_to_have_a_label() {
    let trees = [
        "T(Room) = sequence < a, selector < b, inverter < c > >, succeed, d >",
        "T(Room) = selector < sequence < condition(f), guard(f) < condition(f) > >, force_success < a >, fail >",
        "T(Room) = if_else < condition(f), a, switch(f) < 1 => sequence < b, c >, _ => fail > >",
        "T(Room) = sequence < if_else(f) < a >, selector < if_else(f) < b, c >, weighted(W, |r| r.w) < d, e > >, \
         succeed >",
        "T(Room) = sequence < succeed, selector < switch(f) < 1 => succeed, 2 => fail, _ => a >, b >, c >",
        "T(Room) = sequence < run_once < a >, force_success < condition(f) >, delay(1.0) < b >, c >",
    ];
    for tree in trees {
        let expansion = expand(tree.parse().expect("it is tokens"));
        assert!(!expansion.contains("compile_error"), "{tree} has a mistake");
        let declared = expansion.lines().filter_map(|line| line.trim_start().strip_suffix(": {"));
        for label in declared.filter(|label| label.starts_with('\'')) {
            let uses = expansion.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
            assert!(uses.filter(|word| *word == label).count() > 1, "{label} is in vain in {tree}:\n{expansion}");
        }
    }
}

#[test]
fn the_drawing_of_a_tree_shows_patterns_as_they_are_written() {
    let tree =
        "T(Room) = switch(f) < (-1, _) => a, Kind::Large(3 | 4) if big() => b, Kind::Of { size, .. } => c, _ => d >";
    let expansion = expand(tree.parse().expect("it is tokens"));
    for line in ["├── (-1, _) => a\n", "├── Kind::Large(3 | 4) if big() => b\n", "└── _ => d\n"] {
        assert!(expansion.contains(line), "{line} is not in {expansion}");
    }
}

#[test]
fn in_a_generic_tree_a_leaf_that_cannot_wait_is_not_resumed() {
    let expansion = on_one_line("T(impl Senses) = a");
    assert!(expansion.contains("Self::a(__leaf) if <A as __bt::Node<impl_Senses>>::KNOWN.can.run =>"), "{expansion}");
}

#[test]
fn claims_are_checked_once_the_context_is_known() {
    let (known, generic) =
        (on_one_line("T(Room) = selector < a, b >"), on_one_line("T(impl Senses) = selector < a, b >"));
    assert!(known.contains("const _: () = __bt::need_end("), "{known}");
    assert!(generic.contains("const { __bt::need_end("), "{generic}");
}

#[test]
fn nothing_is_boxed() {
    let source = "T(Room) = parallel < sequence < a, retry(3) < b > >, forever < guard(f) < race < c, d > > >, fear < \
                  run_once < e > > >";
    for expansion in [door_bot(), expand(source.parse().expect("it is tokens"))] {
        for word in ["Box", "dyn", "unsafe", "Rc", "Vec", "alloc", "transmute"] {
            let found = expansion.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word);
            assert!(!found, "`{word}` in an expansion");
        }
    }
}
