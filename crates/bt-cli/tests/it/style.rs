//! The style of `bt fmt`, as pairs of texts.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bt_cli::{Source, fmt};

use crate::run::folder;

/// The settings of the tests: lines of 60 characters at most.
fn settings() -> &'static Path {
    // Written once: the tests are threads of one process.
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| folder("style", &[("rustfmt.toml", "max_width = 60\nuse_small_heuristics = \"Max\"\n")]))
}

fn formatted(text: &str) -> String {
    fmt::format(&Source::new(&settings().join("a.rs"), text.to_owned())).text
}

#[test]
fn trees() {
    let pairs = [
        ("bt! {T(Room)=sequence<a,b,>}", "bt! { T(Room) = sequence < a, b > }"),
        ("let a=bt!( sequence<a,b > ) ;", "let a=bt!(sequence < a, b >) ;"),
        (
            "mod a {\n  bt! { /// Docs.\n#[derive( Clone,Debug )] pub(crate) T(World<'_>){x:f32,y:u8} on Shot->Option<Vec<u8>>=a }\n}\n",
            "mod a {\n  bt! {\n      /// Docs.\n      #[derive(Clone, Debug)]\n      pub(crate) T(World<'_>) {\n          x: f32,\n          y: u8,\n      } on Shot -> Option<Vec<u8>> = a\n  }\n}\n",
        ),
        (
            "bt! { T(Room) = sequence < walk_to_the_door(1.0, 2), open_it, go: step_through < close > -> door > }",
            "bt! {\n    T(Room) = sequence <\n        walk_to_the_door(1.0, 2),\n        open_it,\n        go: step_through < close > -> door,\n    >\n}",
        ),
    ];
    for (before, after) in &pairs {
        assert_eq!(formatted(before), *after);
        assert_eq!(formatted(after), *after);
    }
}

#[test]
fn only_children() {
    let before = "bt! { T(Room) = forever < sequence < walk_to_the_door(1.0, 2), open_it_carefully, step_through > > }";
    let after = "bt! {
    T(Room) = forever < sequence <
        walk_to_the_door(1.0, 2),
        open_it_carefully,
        step_through,
    > >
}";
    assert_eq!(formatted(before), after);
    let before = "bt! { T(Room) = a_decorator < sequence < walk_to_the_door, open_it, step > > }";
    let after = "bt! {
    T(Room) = a_decorator < sequence <
        walk_to_the_door,
        open_it,
        step,
    > >
}";
    assert_eq!(formatted(before), after);
    let before = "bt! { T(Room) = a_long_name_of_a_decorator < another_decorator < a_leaf(1.0) > > }";
    let after = "bt! {
    T(Room) = a_long_name_of_a_decorator <
        another_decorator < a_leaf(1.0) >
    >
}";
    assert_eq!(formatted(before), after);
}

/// rustfmt reads what is in parentheses, and changes what is a type or an expression.
#[test]
fn in_parentheses() {
    for (before, after) in [
        ("bt!( a < b >)", "bt!(a<b>)"),
        ("bt!(a < b<c >> )", "bt!(a<b<c>>)"),
        ("bt!{a<b>}", "bt! { a < b > }"),
        ("bt ! (a<b>)", "bt!(a<b>)"),
        ("bt!/* a */{a<b>}", "bt!/* a */{ a < b > }"),
        ("bt!(a<b,c>)", "bt!(a < b, c >)"),
        ("bt!(a<b(1)>)", "bt!(a < b(1) >)"),
        ("bt!((R)=#[cfg(a)]\n    b)", "bt!((R)=#[cfg(a)]\n    b)"),
    ] {
        assert_eq!(formatted(before), after);
        assert_eq!(formatted(after), after);
    }
}

/// Nested lists are only on one line if that is short, and short leaves share lines.
#[test]
fn lists() {
    let before = "bt! { T(Room) = sequence < aaaa, selector < b, ccccc > > }
bt! { T(Room) = sequence < aaaaaaa, selector < b, ccccc > > }
bt! { T(Room) = sequence < aaaa, inverter < b > -> cc, ddddddd > }
bt! { T(Room) = sequence < aaaaaaaa, bb(1), c, aaaaaaaa, bb(2), c, aaaaaaaa, bb(3), c > }";
    let after = "bt! { T(Room) = sequence < aaaa, selector < b, ccccc > > }
bt! {
    T(Room) = sequence <
        aaaaaaa,
        selector < b, ccccc >,
    >
}
bt! { T(Room) = sequence < aaaa, inverter < b > -> cc, ddddddd > }
bt! {
    T(Room) = sequence <
        aaaaaaaa, bb(1), c, aaaaaaaa, bb(2), c, aaaaaaaa,
        bb(3), c,
    >
}";
    assert_eq!(formatted(before), after);
    assert_eq!(formatted(after), after);
}

#[test]
fn arms_and_code() {
    let before = "bt! { T(Room) = selector < switch(|r|r.a*2) < Some(n)if n>3=>a(1),1..=2|4=>b, _=>c>, priority<if \
                  |r|r.a<3=>x: a, while f=>b, c>, action(|r|{r.a+=1;r.b}), d{a:1,b} > }";
    let after = "bt! {
    T(Room) = selector <
        switch(|r| r.a * 2) <
            Some(n) if n > 3 => a(1),
            1..=2 | 4 => b,
            _ => c,
        >,
        priority <
            if |r| r.a < 3 => x: a,
            while f => b,
            c,
        >,
        action(|r| {
            r.a += 1;
            r.b
        }),
        d { a: 1, b },
    >
}";
    assert_eq!(formatted(before), after);
}

#[test]
fn comments_and_empty_lines() {
    let before = "bt! { // before
  T(Room) = sequence < // open


    // a
    a /* one */, // two


    /* b */ b // three
    ,

    // end
  > // after
  // last
}";
    let after = "bt! {
    // before
    T(Room) = sequence < // open
        // a
        a, /* one */ // two

        /* b */
        b, // three

        // end
    > // after
    // last
}";
    assert_eq!(formatted(before), after);
    assert_eq!(formatted(after), after);
}

#[test]
fn what_stays_as_it_is() {
    for text in [
        "macro_rules! m { ($a:ident) => { bt!{T(Room)=$a} } }",
        "#[rustfmt::skip]\nbt!{T(Room)=a}",
        "#[rustfmt::skip]\nmod a { fn b() { bt!(a<b>); } }",
        "bt!{T(Room)=sequense<a>}",
        "fn a( ) { x }  // bt!{ T(Room)=a }\n/// bt!{ T(Room)=a }\nfn b() {}",
        "fn a() { bt!{T(Room)=a} ",
        "",
    ] {
        assert_eq!(formatted(text), text);
    }
    assert_eq!(
        formatted(
            "\u{feff}fn a( ) {}\r\nbt! {T(Room)=a_long_name_to_break, // c\r\n}\r\n".replace(", //", " //").as_str()
        ),
        "\u{feff}fn a( ) {}\r\nbt! {\r\n    T(Room) = a_long_name_to_break // c\r\n}\r\n"
    );
}

#[test]
fn headers() {
    let pairs = [
        ("bt!{A(R)on(Shot,u8)->Option<Vec<u8>> =b}", "bt! { A(R) on (Shot, u8) -> Option<Vec<u8>> = b }"),
        ("bt!{A(R){a:u8}on Shot=b}", "bt! { A(R) { a: u8 } on Shot = b }"),
        (
            "bt!{A(R){first:HashMap<u8,Vec<u8>>,second:fn(u8,u8)->u8,third:[u8;3]}=b}",
            "bt! {\n    A(R) {\n        first: HashMap<u8, Vec<u8>>,\n        second: fn(u8, u8) -> u8,\n        \
             third: [u8; 3],\n    } = b\n}",
        ),
        ("bt!{A(R){/* a */a:u8}=sequence<b,c>}", "bt! { A(R){/* a */a:u8} = sequence < b, c > }"),
        ("bt! {\n // a\n\n\n A(R)= // b\n\n b }", "bt! {\n    // a\n\n    A(R) =\n        // b\n\n        b\n}"),
    ];
    for (before, after) in &pairs {
        assert_eq!(formatted(before), *after);
        assert_eq!(formatted(after), *after);
    }
}

#[test]
fn tabs_and_line_ends() {
    let lines = |tab: &str| {
        format!(
            "mod a {{\n{tab}bt! {{\n{tab}{tab}T(Room) = sequence <\n{tab}{tab}{tab}a,\n{tab}{tab}{tab}action(|room| \
             {{\n{tab}{tab}{tab}{tab}room.b(\"\n    \
             \");\n{tab}{tab}{tab}{tab}room.c\n{tab}{tab}{tab}}}),\n{tab}{tab}>\n{tab}}}\n}}\n"
        )
    };
    let before = |tab: &str| {
        format!("mod a {{\n{tab}bt! {{T(Room)=sequence<a,action(|room|{{room.b(\"\n    \");room.c}})>}}\n}}\n")
    };
    for tab in ["    ", "\t"] {
        assert_eq!(formatted(&before(tab)), lines(tab));
        assert_eq!(formatted(&lines(tab)), lines(tab));
        let crlf = |text: String| text.replace('\n', "\r\n");
        assert_eq!(formatted(&crlf(before(tab))), crlf(lines(tab)));
        assert_eq!(formatted(&crlf(lines(tab))), crlf(lines(tab)));
    }
}
