//! Tests of `parse`: what it reads, and how it continues after a mistake.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use crate::context::Context;
use crate::error::Errors;
use crate::tree::ast::Header;
use crate::tree::keyword::is_keyword;
use crate::tree::testing::{parse, same, shown};

/// Reads a tree without mistakes.
#[track_caller]
fn sound(text: &str) -> (Header, String) {
    let (tree, errors) = parse(text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    (tree.header, tree.root.as_ref().map(shown).expect("there is a node"))
}

/// Each text and how its nodes are read.
#[track_caller]
fn nodes(table: &[(&str, &str)]) {
    for (text, expected) in table {
        same(text, &sound(text).1, expected);
    }
}

/// Each text, its parsed form, and its mistakes.
#[track_caller]
fn mistakes(table: &[(&str, &str, &[&str])]) {
    for (text, expected, errors) in table {
        let (tree, found) = parse(text);
        assert_eq!(found, *errors, "{text}");
        same(text, &tree.root.as_ref().map(shown).unwrap_or_default(), expected);
    }
}

#[test]
fn children() {
    nodes(&[
        ("walk", "walk"),
        ("sequence < walk >", "sequence[walk]"),
        ("sequence < walk, wait, >", "sequence[walk; wait]"),
        ("sequence < >", "sequence[]"),
        ("selector < sequence < a, b >, c >", "selector[sequence[a; b]; c]"),
        ("selector < c, sequence < a, inverter < b >>>", "selector[c; sequence[a; inverter[b]]]"),
    ]);
}

#[test]
fn labels() {
    nodes(&[
        ("first: walk", "first: walk"),
        ("top: sequence < a, last: b(1) >", "top: sequence[a; last: b(1)]"),
        ("go: doors::open_door", "go: doors::open_door"),
        ("doors::open_door", "doors::open_door"),
    ]);
}

#[test]
fn mistakes_in_labels_and_arguments() {
    let label = "label .. first | a label is a name and a `:`, without a word before it | write `first: ..`";
    let bare = |name: &str, found: &str| {
        format!("{found} | arguments of `{name}` go in parentheses, found `{found}` | write `{name}({found})`")
    };
    mistakes(&[
        ("label first: walk", "first: walk", &[label]),
        ("sequence < label, first: walk >", "sequence[label; first: walk]", &[]),
        ("wait 1.0", "wait!()", &[&bare("wait", "1.0")]),
        ("repeat 2 < open 3 >", "!repeat!()[open!()]", &[&bare("repeat", "2"), &bare("open", "3")]),
    ]);
}

#[test]
fn names() {
    nodes(&[
        ("OpenDoor", "OpenDoor"),
        ("::house::doors::open_door", "::house::doors::open_door"),
        ("self::wait", "self::wait"),
        ("chase::<Wolf>", "chase<Wolf>"),
        ("chase::<Wolf, [u8; 3]>(1)", "chase<Wolf, [u8; 3]>(1)"),
        ("chase::<Vec<Wolf>> < walk >", "chase<Vec<Wolf>>[walk]"),
        ("act::<fn(u8) -> u8>", "act<fn(u8) -> u8>"),
        ("Action::Walk(Walk)", "Action::Walk(Walk)"),
    ]);
}

#[test]
fn arguments() {
    nodes(&[
        ("wait()", "wait()"),
        ("bomb(0.0, -6.0, Kind::Floating,)", "bomb(0.0; -6.0; Kind::Floating)"),
        ("wait(f(1, 2), [3, 4])", "wait(f(1, 2); [3, 4])"),
        ("wait(max::<u8, u16>(1, 2), 3)", "wait(max::<u8, u16>(1, 2); 3)"),
        ("parallel(success = 2, failure = any) < a >", "parallel(success: 2; failure: any)[a]"),
        ("is(a == b, c => d)", "is(a == b; c => d)"),
        ("take(.., 3..)", "take(..; 3..)"),
    ]);
}

#[test]
fn closures_keep_their_commas() {
    nodes(&[
        ("action(|room| room.open = true)", "action(|room| room.open = true)"),
        ("leaf(|a, b| a + b, 3)", "leaf(|a, b| a + b; 3)"),
        ("leaf(move |a, b| (a, b), |c, d| c)", "leaf(move |a, b| (a, b); |c, d| c)"),
        ("leaf(key = |a, b| a | b)", "leaf(key: |a, b| a | b)"),
        ("observe(|room| -> u32 { room.alarms }) < a >", "observe(|room| -> u32 { room.alarms })[a]"),
        ("a(|b| -> Map<u8, C<(), fn() -> D>> { b.c }, 3)", "a(|b| -> Map<u8, C<(), fn() -> D>> { b.c }; 3)"),
        ("a(|b| -> C<u8,> { c }, 3)", "a(|b| -> C<u8,> { c }; 3)"),
    ]);
}

#[test]
fn fields() {
    nodes(&[
        ("walk { steps: 3 }", "walk { steps: 3 }"),
        ("Action::Walk { steps: 3, ..base }", "Action::Walk { steps: 3, ..base }"),
        ("near { radius: 2.0 } < walk >", "near { radius: 2.0 }[walk]"),
    ]);
}

#[test]
fn bindings() {
    nodes(&[
        ("sequence < find -> prey, eat(prey) >", "sequence[find -> prey; eat(prey)]"),
        ("sequence < timeout(1.0) < find > -> prey >", "sequence[timeout(1.0)[find] -> prey]"),
        ("sequence < timeout(1.0) -> prey < find > >", "sequence[timeout(1.0)[find] -> prey]"),
        ("sequence < timeout(1.0) -> prey: u8 < find > >", "sequence[timeout(1.0)[find] -> prey: u8]"),
        ("sequence < find -> prey: Vec<u8> >", "sequence[find -> prey: Vec<u8>]"),
        ("sequence < timeout(1.0) -> prey: Vec<u8> < find > >", "sequence[timeout(1.0)[find] -> prey: Vec<u8>]"),
        ("sequence < mine -> prey: u8 < find > >", "sequence[mine[find] -> prey: u8]"),
        ("sequence < mine -> prey: u8 < a::find > >", "sequence[mine[a::find] -> prey: u8]"),
        ("sequence < mine -> prey: u8 < it: Find > >", "sequence[mine[it: Find] -> prey: u8]"),
        ("sequence < mine -> prey: Vec<a::Prey> < find > >", "sequence[mine[find] -> prey: Vec<a::Prey>]"),
        ("sequence < find -> prey: Box<dyn Prey> >", "sequence[find -> prey: Box<dyn Prey>]"),
        ("sequence < find -> prey: Option<a::Prey>, b >", "sequence[find -> prey: Option<a::Prey>; b]"),
        ("sequence < find -> prey: Vec<Vec<u8>> >", "sequence[find -> prey: Vec<Vec<u8>>]"),
        ("sequence < mine -> prey < find > >", "sequence[mine[find] -> prey]"),
        ("sequence < parallel -> (a, _) < find, find > >", "sequence[parallel[find; find] -> (a, _)]"),
        ("sequence < parallel < find, find > -> (a, b) >", "sequence[parallel[find; find] -> (a, b)]"),
        ("sequence < for_each(f) -> item: u8 < eat(item) > >", "sequence[for_each(f)[eat(item)] -> item: u8]"),
        ("for_each(f) -> item: u32 < a >", "for_each(f)[a] -> item: u32"),
        ("for_each(f) -> item: u32 < Act::Walk(item) >", "for_each(f)[Act::Walk(item)] -> item: u32"),
        ("for_each(f) -> item: Door < Walk >", "for_each(f)[Walk] -> item: Door"),
        ("for_each(f) -> item: Vec<u8> < repeat(2) < a > >", "for_each(f)[repeat(2)[a]] -> item: Vec<u8>"),
        ("for_each(f) -> item: (u8, Vec<u8>) < a >", "for_each(f)[a] -> item: (u8, Vec<u8>)"),
        (
            "for_each(f) -> item: a::Door<{ N }> < sequence < a, b > >",
            "for_each(f)[sequence[a; b]] -> item: a::Door<{N}>",
        ),
    ]);
    mistakes(&[
        (
            "sequence < timeout(1.0) -> a < find > -> b >",
            "!sequence[timeout(1.0)[find] -> a]",
            &["b | a value is bound once, but this node already has `-> a` before its children"],
        ),
        (
            "sequence < timeout(1.0) -> 3 < find > >",
            "!sequence[!timeout(1.0)]",
            &["3 | expected a name after `->`, found `3` | to bind the value of a node, write `find_prey -> prey`"],
        ),
        (
            "sequence < timeout(1.0) -> a: < find > >",
            "!sequence[timeout(1.0)[find] -> a]",
            &[": | expected the type of `a` after this `:`"],
        ),
    ]);
}

#[test]
fn arms() {
    nodes(&[
        ("switch(f) < 0 => a, _ => b >", "switch(f)[0 => a; _ => b]"),
        (
            "switch(f) < Some(n) if n > 3 => a, None | Some(_) => b >",
            "switch(f)[Some(n) if n > 3 => a; None | Some(_) => b]",
        ),
        ("reactive_switch(f) < Mood::Angry => x: shout(1), >", "reactive_switch(f)[Mood::Angry => x: shout(1)]"),
        ("switch(f) < 1..=3 => sequence < a, b >, _ => c >", "switch(f)[1..=3 => sequence[a; b]; _ => c]"),
    ]);
}

#[test]
fn headers() {
    let (header, root) = sound("walk");
    assert!(header.item.is_none() && header.context.is_none() && header.error.is_none() && header.message.is_none());
    assert_eq!(root, "walk");

    let (header, _) = sound("(Room) on Shot -> Result<DoorError> = walk");
    assert!(header.item.is_none());
    assert_eq!(written(&header), ["Room", "Shot", "DoorError"]);

    let text = "#[doc = \"Walks.\"] #[derive(Clone, fmt::Debug)] #[must_use] pub(crate) Wander(World<'_>) { radius: \
                f32, at: Option<Point> } on (Shot, u8) -> Result<Vec<DoorError>> = walk";
    let (header, _) = sound(text);
    for (found, expected) in written(&header).iter().zip(["World<'_>", "(Shot, u8)", "Vec<DoorError>"]) {
        same(text, found, expected);
    }
    let item = header.item.expect("it declares a type");
    assert_eq!(item.name, "Wander");
    same(text, &item.visibility.to_string(), "pub(crate)");
    let attributes: Vec<String> = item.attributes.iter().map(|part| part.to_token_stream().to_string()).collect();
    same(text, &attributes.join(" "), "#[doc = \"Walks.\"] #[derive(Clone)] #[derive(fmt::Debug)] #[must_use]");
    let params: Vec<String> = item.params.iter().map(|param| format!("{}: {}", param.name, param.ty)).collect();
    same(text, &params.join("; "), "radius: f32; at: Option<Point>");
}

/// The context, the messages and the error of a header.
fn written(header: &Header) -> Vec<String> {
    let context = match &header.context {
        Some(Context::Type(ty)) => Some(ty.to_string()),
        Some(Context::Impl(bounds)) => Some(format!("impl {bounds}")),
        None => None,
    };
    let tokens = |tokens: &Option<TokenStream>| tokens.as_ref().map(TokenStream::to_string);
    [context, tokens(&header.message), tokens(&header.error)].into_iter().flatten().collect()
}

#[test]
fn contexts() {
    for (text, expected) in [
        ("Bot(Room) = walk", "Room"),
        ("Bot(()) = walk", "()"),
        ("Bot(&'static Room) = walk", "&'static Room"),
        ("Bot(for<'a> fn(&'a Room)) = walk", "for<'a> fn(&'a Room)"),
        ("Bot(dyn Senses) = walk", "(dyn Senses + '_)"),
        ("Bot(dyn Senses + 'static) = walk", "(dyn Senses + 'static)"),
        ("Bot(impl Senses + Clone) = walk", "impl Senses + Clone"),
    ] {
        same(text, &written(&sound(text).0).join(""), expected);
    }
}

const FORM: &str = "a tree is declared as `pub DoorBot(Room) = sequence < walk, open_door >`";

#[test]
fn mistakes_in_headers() {
    let no_name = |found: &str| format!("{found} | expected the name of the tree, found `{found}` | {FORM}");
    let struct_ = no_name("struct");
    let arrow = format!("= | expected `=` before the tree, found `=>` | {FORM}");
    let none = format!("() | expected a context in these parentheses | {FORM}");
    let error = "write `-> Result<DoorError>` for a tree whose leaves can return an error, `-> Option<Prey>` for a \
                 tree with a value";
    mistakes(&[
        (
            "",
            "",
            &["the macro | `bt!` is empty | declare a tree: `bt! { pub DoorBot(Room) = sequence < walk, open_door > \
               }`"],
        ),
        ("struct Bot(Room) = walk", "walk", &[&struct_]),
        ("Bot = walk", "walk", &["Bot | the tree `Bot` needs a context | write `Bot(Room) = ...`"]),
        ("Bot(Room) => walk", "walk", &[&arrow]),
        ("Bot() = walk", "walk", &[&none]),
        (
            "Bot(&Room) = walk",
            "walk",
            &["& .. Room | write the context without `&`: hooks take it as `&TYPE` or `&mut TYPE`"],
        ),
        ("Bot(Room, u8) = walk", "walk", &[", | the context is a single type, but `,` follows it"]),
        (
            "Bot(Vec<(u8, u8)>, steps: u8) = walk",
            "walk",
            &[", | the context is a single type, but `,` follows it | parameters go in braces: `pub Wander(Npc) { \
               radius: f32 } = ...`"],
        ),
        // In the header of a function, everything else is different, too.
        ("fn bot(room: &mut Room) -> Status { walk }", "", &[&no_name("fn")]),
        ("Bot(World<'a>) = walk", "walk", &["' .. a | lifetimes of a context are written `'_`, found `'a`"]),
        ("Bot(impl) = walk", "walk", &["impl | expected a trait after this `impl`"]),
        ("Bot(A + B) = walk", "walk", &["A .. B | expected a type, found trait bounds | write `impl` before them"]),
        (
            "pub Bot<T>(Room) = walk",
            "walk",
            &["< | a tree cannot have type parameters, but its context may be generic: `(impl Trait)`"],
        ),
        (
            "Bot(Room) -> Error = walk",
            "walk",
            &[&format!("Error | expected `Result<Error>` or `Option<Value>` | {error}")],
        ),
        (
            "Bot(Room) on = walk",
            "walk",
            &["on | expected one type of messages after `on` | write `pub Duck(Room) on Shot = ...`"],
        ),
        ("Bot(Room) =", "", &["= | expected a node after this"]),
    ]);
}

#[test]
fn mistakes_in_parameters() {
    mistakes(&[
        ("Bot(Room) { radius } = walk", "walk", &["radius | this parameter has no type: write `radius: Type`"]),
        ("Bot(Room) { 3: f32 } = walk", "walk", &["3 | expected a parameter `name: Type`, found `3`"]),
        ("Bot(Room) { a u8 } = walk", "walk", &["u8 | expected `:` after the parameter `a`, found `u8`"]),
        ("Bot(Room) { a = 3 } = walk", "walk", &["= | expected `:` after the parameter `a`, found `=`"]),
        ("Bot(Room) { a: u8, a: u16 } = walk", "walk", &["a | the parameter `a` is given twice"]),
        ("Bot(Room) { a: u8 b: u16 } = walk", "walk", &["b | expected `,` before the next parameter, found `b`"]),
        ("Bot(Room) { a: u8 # } = walk", "walk", &["# | expected `,` before the next parameter, found `#`"]),
        ("Bot(Room) { a: u8 7 8, b: u8 } = walk", "walk", &["7 | expected `,` before the next parameter, found `7`"]),
        (
            "Bot(Room) { a: u8; b: u8 } = eat(b, a)",
            "eat(b;a)",
            &["; | expected `,` before the next parameter, found `;`"],
        ),
        ("Bot(Room) { # } = walk", "walk", &["# | expected a parameter `name: Type`, found `#`"]),
        (
            "Bot(Room) { a: , 7, b: u8 } = walk",
            "walk",
            &["a | this parameter has no type: write `a: Type`", "7 | expected a parameter `name: Type`, found `7`"],
        ),
    ]);
}

#[test]
fn mistakes_in_nodes() {
    mistakes(&[
        ("sequence < 3, walk >", "!sequence[walk]", &["3 | expected a node, found `3`"]),
        ("sequence < 3 < a, b >, walk >", "!sequence[walk]", &["3 | expected a node, found `3`"]),
        ("sequence < a:, walk >", "!sequence[walk]", &[", | expected a node after the label `a`, found `,`"]),
        ("sequence < a: b: c, d >", "!sequence[a: c; d]", &["b | a node has one label, but this one already has `a`"]),
        ("sequence < 3: c, d >", "!sequence[c; d]", &["3 | a label is a name, found `3`"]),
        (
            "sequence < if, walk >",
            "!sequence[walk]",
            &["if | expected a node, found the keyword `if` | did you mean `if_else`?"],
        ),
        ("sequence < doors::, walk >", "!sequence[walk]", &[": | expected a name after this `::`"]),
        ("sequence < doors::fn, walk >", "!sequence[walk]", &["fn | expected a name, found the keyword `fn`"]),
        (
            "sequence < #[cold] walk >",
            "!sequence[walk]",
            &["# .. [cold] | a node takes no attributes except `#[cfg(..)]`, which must come first"],
        ),
    ]);
}

#[test]
fn mistakes_in_arguments() {
    mistakes(&[
        ("sequence < wait(, 1), b >", "!sequence[wait!(1); b]", &[", | expected an argument, found `,`"]),
        ("leaf(1 +, 2)", "leaf!(2)", &["+ | expected the rest of an expression after this `+`"]),
        ("leaf(a::)", "leaf!()", &[": | expected the rest of an expression after this `::`"]),
        ("leaf(|a, 3)", "leaf!()", &["| | this `|` of a closure is not closed"]),
        ("leaf(|a|, 3)", "leaf!(3)", &["| | expected the body of the closure after this `|`"]),
    ]);
}

#[test]
fn mistakes_between_children() {
    mistakes(&[
        ("sequence < a b >", "!sequence[a; b]", &["b | expected `,` or `>`, found `b`"]),
        ("sequence < a; b >", "!sequence[a; b]", &["; | expected `,` or `>`, found `;`"]),
        ("sequence < a, , b >", "!sequence[a; b]", &[", | expected a node, found `,`"]),
        (
            "sequence < a 3 x, b >",
            "!sequence[a!(); b]",
            &["3 | arguments of `a` go in parentheses, found `3` | write `a(3)`"],
        ),
        (
            "sequence < selector < a, b >",
            "!sequence[selector[a; b]]",
            &["< | this `<` is not closed: expected a `>` after the last child"],
        ),
        (
            "sequence < a and b, c or d >",
            "!sequence[a; b; c; d]",
            &[
                "and | expected `,` or `>`, found `and` | write `sequence < a, b >` for nodes that must all succeed",
                "or | expected `,` or `>`, found `or` | write `selector < a, b >` for nodes of which one must succeed",
            ],
        ),
        ("sequence < a and, b >", "!sequence[a; and; b]", &["and | expected `,` or `>`, found `and`"]),
        (
            "sequence < npc.reload(), b >",
            "!sequence[b]",
            &[". | expected `,` or `>`, found `.` | to call a method of the context, write `action(|room| \
               room.ring_bell())`"],
        ),
        (
            "sequence < doors.open, prey @ find >",
            "!sequence[]",
            &[
                ". | expected `,` or `>`, found `.` | a leaf in a module is written with `::`: `doors::open`",
                "@ | expected `,` or `>`, found `@`",
            ],
        ),
        ("sequence < a >>", "!sequence[a]", &["> | unmatched `>`: every `<` before it is already closed"]),
        (
            "walk run",
            "!walk",
            &["run | expected the end of the tree, found `run` | one `bt!` declares one tree, which has one root"],
        ),
        (
            "sequence < 3, a b, 4 >",
            "!sequence[a; b]",
            &["3 | expected a node, found `3`", "b | expected `,` or `>`, found `b`", "4 | expected a node, found `4`"],
        ),
    ]);
}

#[test]
fn one_mistake_is_one_error() {
    mistakes(&[
        (
            "sequence a, b",
            "!sequence[a; b]",
            &["a | children of `sequence` go in angle brackets, found `a` | write `sequence < walk, open_door >`"],
        ),
        (
            "utility < 1.0 => a, |room| room.heat => b >",
            "!utility[a; b]",
            &["= .. > | the numbers of `utility` go in parentheses, one for each child | write `utility(...) < walk, \
               open_door >`"],
        ),
        (
            "sequence < wait < 1.0 >, b >",
            "!sequence[wait!(); b]",
            &["< | arguments of `wait` go in parentheses, found `<` | write `wait(1.0)`"],
        ),
    ]);
}

#[test]
fn mistakes_in_arms() {
    let elsewhere = "= .. > | `=>` is only allowed after a pattern of a `switch` or `reactive_switch`, or a condition \
                     of a `priority`";
    mistakes(&[
        ("switch(f) < a, _ => b >", "!switch(f)[_ => b]", &["a | expected `pattern => node`, found `a`"]),
        ("switch(f) < => a, _ => b >", "!switch(f)[=> a; _ => b]", &["= .. > | expected a pattern before this `=>`"]),
        (
            "switch(f) < n if => a >",
            "!switch(f)[n if => a]",
            &["= .. > | expected a condition between `if` and this `=>`"],
        ),
        ("sequence < 0 => a, b >", "!sequence[a; b]", &[elsewhere]),
        ("selector < is_hungry => eat, walk >", "!selector[eat; walk]", &[elsewhere]),
        (
            "utility < hunger => eat, thirst => drink >",
            "!utility[eat; drink]",
            &[
                "= .. > | the numbers of `utility` go in parentheses, one for each child | write `utility(...) < walk, open_door >`",
            ],
        ),
        (
            "switch(f) < 0: a, _ => b >",
            "!switch(f)[0 => a; _ => b]",
            &[": | expected `=>` after this pattern, found `:`"],
        ),
        ("switch(f) < : a, _ => b >", "!switch(f)[_ => b]", &[": | expected `pattern => node`, found `:`"]),
    ]);
}

#[test]
fn conditions_before_the_children_of_a_priority() {
    mistakes(&[
        ("priority < f => a, b >", "priority[f => a; b]", &[]),
        ("priority < |r| r.a < r.b && r.c > 1 => a < b >, c >", "priority[|r| r.a < r.b && r.c > 1 => a[b]; c]", &[]),
        ("priority < near::<Door, 3> => a, b < c > >", "priority[near::<Door, 3> => a; b[c]]", &[]),
        ("priority < a, l: switch(f) < 0 => a, _ => b > >", "priority[a; l: switch(f)[0 => a; _ => b]]", &[]),
        ("priority < => a >", "!priority[=> a]", &["= .. > | expected a condition before this `=>`"]),
        ("priority < |r| r.a, b >", "!priority[ => b]", &["| | expected `=>` and a node after this condition"]),
        ("priority < |r| r.a, b, c >", "!priority[ => b; c]", &["| | expected `=>` and a node after this condition"]),
        ("priority < f => a b, c >", "!priority[f => a;  => b; c]", &["b | expected `,` or `>`, found `b`"]),
    ]);
}

#[test]
fn a_keyword_before_a_condition() {
    let parentheses =
        "a condition that is an `if` expression goes in parentheses | write `(if .. { .. } else { .. }) => ..`";
    let last =
        "a `priority` has no `else` | write the last child without a condition: `priority < if hungry => eat, graze >`";
    mistakes(&[
        ("priority < if f => a, while g::h => l: b, c >", "priority[if f => a; while g :: h => l: b; c]", &[]),
        ("priority < if |r| r.a < r.b => a < b >, c >", "priority[if |r| r.a < r.b => a[b]; c]", &[]),
        ("priority < while move |r| r.a => a, c >", "priority[while move |r| r.a => a; c]", &[]),
        (
            "priority < if => a, b >",
            "!priority[if => a; b]",
            &["= .. > | expected a condition between `if` and this `=>`"],
        ),
        ("priority < if f, b >", "!priority[ => b]", &["if | expected `=>` and a node after this condition"]),
        ("priority < while, b >", "!priority[ => b]", &["while | expected a condition after this `while`"]),
        ("priority < a => b, if >", "!priority[a => b]", &["if | expected a condition after this `if`"]),
        (
            "sequence < priority < if f g => b >, a >",
            "!sequence[!priority[if => b]; a]",
            &["g | expected `=>` after this condition, found `g`"],
        ),
        (
            "priority < a => b, while c >",
            "!priority[a => b]",
            &["while | expected `=>` and a node after this condition"],
        ),
        (
            "priority < iff f => a, b >",
            "!priority[f => a; b]",
            &["iff | expected `if`, `while` or a condition, found `iff` | did you mean `if`?"],
        ),
        (
            "priority < unless |r| r.a > 1 => a, b >",
            "!priority[|r| r.a > 1 => a; b]",
            &["unless | expected `if`, `while` or a condition, found `unless`"],
        ),
        ("priority < f => a, else => b >", "!priority[f => a; => b]", &[&format!("else .. > | {last}")]),
        ("priority < f => a, else b >", "!priority[f => a; => b]", &[&format!("else | {last}")]),
        (
            "priority < f => a, else if g => b, c >",
            "!priority[f => a; if g => b; c]",
            &["else | a `priority` has no `else` | remove it: conditions are checked in order"],
        ),
        (
            "priority < l: if f => a, b >",
            "!priority[if f => a; b]",
            &["l | the label `l` goes after the condition of its node | write it after the `=>`: `.. => l: ..`"],
        ),
        (
            "priority < if a { x } else { y } => b, c >",
            "!priority[if => b; c]",
            &[&format!("a .. {{ y }} | {parentheses}")],
        ),
        ("priority < (if a { x } else { y }) => b, c >", "priority[(if a { x } else { y }) => b; c]", &[]),
        (
            "priority < if |r| if r.a { x } else { y } => b, c >",
            "priority[if |r| if r.a { x } else { y } => b; c]",
            &[],
        ),
        (
            "priority < if let Some(x) = y => b, c >",
            "!priority[if => b; c]",
            &["let .. y | a condition is a closure or a function of the context, found `let Some(x) = y`"],
        ),
        (
            "priority < if < a, b > >",
            "!priority[]",
            &["if | expected a node, found the keyword `if` | did you mean `if_else`?"],
        ),
    ]);
}

#[test]
fn a_keyword_instead_of_a_pattern() {
    let alone = "write the pattern alone, or `pattern if condition => ..`";
    mistakes(&[(
        "switch(f) < if 3 => a, else => b, _ if c => d >",
        "!switch(f)[_ => a; _ => b; _ if c => d]",
        &[
            &format!("if | expected a pattern, found the keyword `if` | {alone}"),
            "else | expected a pattern, found the keyword `else` | write `_ => ..`",
        ],
    )]);
}

#[test]
fn nodes_are_nested_64_levels_deep_at_the_most() {
    let nested = |levels: usize| format!("{}a{}", "b < ".repeat(levels - 1), " >".repeat(levels - 1));
    assert_eq!(parse(&nested(64)).1, [""; 0]);
    let help = "move a part into a tree of its own, and use that as a leaf";
    assert_eq!(parse(&nested(65)).1, [format!("< | nodes are nested more than 64 levels deep | {help}")]);
}

#[test]
fn keywords_are_those_of_syn() {
    for word in crate::tree::keyword::KEYWORDS.into_iter().chain(["raw", "gen", "macro_rules", "union", "walk"]) {
        let ident = Ident::new(word, Span::call_site());
        let is_refused = syn::parse2::<Ident>(ident.to_token_stream()).is_err();
        assert_eq!(is_keyword(&ident), is_refused, "{word}");
    }
}

/// The code of a mistake is the kind of what is wrong, wherever it is found.
#[test]
fn codes_of_mistakes() {
    for (text, expected) in [
        ("", "expected-node"),
        ("sequence < walk:: >", "expected-node"),
        ("#[cfg(3)] A(B) = walk", "attribute"),
        ("A() = walk", "no-context"),
        ("A(B C) = walk", "context"),
        ("A(3) = walk", "context"),
        ("A(B + C) = walk", "context"),
        ("A(B) { n: } = walk", "parameter"),
        ("A(B) { n: 3 } = walk", "parameter"),
        ("walk -> n:", "binding"),
    ] {
        let mut errors = Errors::default();
        super::parse(text.parse().expect("it is tokens"), &mut errors);
        let codes: Vec<&str> = errors.into_list().iter().map(|mistake| mistake.code.name).collect();
        assert_eq!(codes, [expected], "{text}");
    }
}
