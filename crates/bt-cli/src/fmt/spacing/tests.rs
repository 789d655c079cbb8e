//! Code on one line, as rustfmt formats it.

use proc_macro2::{TokenStream, TokenTree};

use super::{Limits, line};

fn written(text: &str) -> Option<String> {
    let tokens: TokenStream = text.parse().expect("tokens");
    line(&tokens.into_iter().collect::<Vec<TokenTree>>(), Limits { call: 60, fields: 18 })
}

/// Each example is formatted by rustfmt, and must be restored after all optional spaces are removed.
#[test]
fn as_rustfmt() {
    for text in [
        "1.0",
        "a, b, margin = 0.2",
        "|room| room.open",
        "|room| -> bool { room.open }",
        "|room, i| -> Option<Vec<u8>> { room.doors.get(i) }",
        "move |_| -1",
        "|npc: &mut Npc| !npc.seen && npc.a < npc.b",
        "|a| a.b * 2 - -1 & 3 | 4",
        "|a| *a.b",
        "&mut a.b[1..=n]",
        "..",
        "Some(n) | None",
        "Mood::Angry { level: 3 }",
        "Point { x, y }",
        "Room::ring_bell",
        "crate::a::<Wolf, 3>",
        "(a,)",
        "f(a, g(b))?.c()",
        "a as u32 > 3",
        "[1, 2, 3]",
        "|| x",
        "&'static str",
        "-> prey",
        "-> spot: Vec<f32>",
        "-> (a, _)",
        "1 << 3",
        "|&(a, b)| a == b",
        "Vec::<u8>::new()",
    ] {
        assert_eq!(written(text).as_deref(), Some(text));
        let (wide, narrow) = (text.replace(',', " , "), text.replace(", ", ",").replace(" = ", "="));
        assert_eq!(written(&wide).as_deref(), Some(text), "of {wide}");
        assert_eq!(written(&narrow).as_deref(), Some(text), "of {narrow}");
    }
}

#[test]
fn what_rustfmt_decides() {
    for text in [
        "|a| { a.b; }",
        "|a| if a { b } else { c }",
        "|a| match a { _ => b }",
        "format!(\"{a}\")",
        "|a| { a.b }",
        "f(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb)",
        "Point { x: 100000, y: 200000 }",
        "\"a\tb\"",
        "f(b\"a\tb\")",
        "\"a\nb\"",
    ] {
        assert_eq!(written(text), None, "{text}");
    }
}
