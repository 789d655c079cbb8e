//! Arguments of leaves that a text changes: they are converted by type, as rustc reads them.

use std::time::Duration;

use bt::{Literal, Status, bt, leaf};
use bt_live::{Live, offer};

type Journal = Vec<String>;

mod game {
    /// Its variants are arguments of leaves.
    #[derive(bt::Literal, Clone, Copy, Debug, PartialEq)]
    pub enum Gear {
        Low,
        High,
    }
}

use game::Gear as Shift;

/// Known by its name, with the name of a variant as its argument.
#[derive(Literal, Clone, Debug, PartialEq)]
enum Mode {
    Slow,
    Fast,
    At(f32, Option<u8>),
    #[cfg(any())]
    Never,
}

#[allow(unused_imports, reason = "texts use it")]
use Mode::Fast;

/// Its constants are known to rustc alone.
#[derive(Clone, Debug, PartialEq)]
struct Spot(i32);

impl Spot {
    const HOME: Spot = Spot(7);
}

const STEPS: u32 = 12;

/// Made by `new`: a text may use the arguments that a built tree shows.
#[derive(bt::Behavior)]
#[behavior(context = Journal)]
struct Drive {
    mode: Mode,
    steps: u32,
}

impl Drive {
    fn new(mode: Mode, steps: u32) -> Self {
        Drive { mode, steps }
    }

    fn run(&mut self, journal: &mut Journal) -> Status {
        journal.push(format!("{:?} {}", self.mode, self.steps));
        Status::Success
    }
}

#[leaf]
#[allow(clippy::too_many_arguments)]
fn numbers(journal: &mut Journal, a: u8, b: i8, c: f32, d: i64, e: usize, f: u128, g: f64) {
    journal.push(format!("{a} {b} {c} {d} {e} {f} {g}"));
}

#[leaf]
fn words(journal: &mut Journal, yes: bool, letter: char, word: &'static str, owned: String) {
    journal.push(format!("{yes} {letter} {word} {owned}"));
}

#[leaf]
fn perhaps(journal: &mut Journal, a: Option<u32>, b: Option<&'static str>, mode: Option<Mode>) {
    journal.push(format!("{a:?} {b:?} {mode:?}"));
}

#[leaf]
fn rest(journal: &mut Journal, time: Duration) {
    journal.push(format!("{time:?}"));
}

#[leaf]
fn use_gear(journal: &mut Journal, gear: Shift) {
    journal.push(format!("{gear:?}"));
}

/// Made by a struct literal, as in a built tree.
#[derive(bt::Behavior)]
#[behavior(context = Journal)]
struct Park {
    spot: Option<u32>,
    mode: Mode,
}

impl Park {
    fn run(&self, journal: &mut Journal) -> Status {
        journal.push(format!("park {:?} {:?}", self.spot, self.mode));
        Status::Success
    }
}

/// No built tree has it.
#[derive(bt::Behavior)]
#[behavior(context = Journal)]
struct Honk {
    times: u32,
    how: &'static str,
}

impl Honk {
    fn run(&self, journal: &mut Journal) -> Status {
        journal.push(format!("honk {} {}", self.times, self.how));
        Status::Success
    }
}

#[leaf]
fn walk(journal: &mut Journal, to: Spot) {
    journal.push(format!("{to:?}"));
}

bt! { pub Car(Journal) { limit: u32 } = drive(Mode::Slow, STEPS) }

bt! {
    pub Other(Journal) = sequence <
        walk(Spot::HOME),
        drive(Mode::At(0.5, None), 1),
        park { mode: Mode::Slow, spot: None },
    >
}

fn text(nodes: &str) -> String {
    include_str!("arguments.rs").replacen("drive(Mode::Slow, STEPS)", nodes, 1)
}

#[test]
fn arguments_are_converted_by_type() {
    let (mut car, mut journal) = (Live::from(Car::new(5)), Journal::new());
    assert_eq!(car.tick(&mut journal), Status::Success);
    assert_eq!(journal, ["Slow 12"]);
    Other::new().tick(&mut journal);
    for (nodes, expected) in [
        ("drive(Mode::Fast, 3)", "Fast 3"),
        ("drive(Fast, limit)", "Fast 5"),
        ("drive(self::Mode::At(1.5, Some(3)), 0xff_u32)", "At(1.5, Some(3)) 255"),
        // Shown as in a built tree.
        ("drive(Mode::At(0.5, None), 1)", "At(0.5, None) 1"),
        ("walk(Spot::HOME)", "Spot(7)"),
        ("numbers(255, -128, 1e3, -1_000, 0xff, 0b11, 2.5e-1)", "255 -128 1000 -1000 255 3 0.25"),
        ("numbers(b'a', -0x80i8, -0.5f32, 0o17, 1usize, 3u128, 1f64)", "97 -128 -0.5 15 1 3 1"),
        ("words(true, 'x', \"a\\\"b\", r\"c\\d\".to_owned())", "true x a\"b c\\d"),
        ("words(true, 'x', \"a\", String::from(\"b\"))", "true x a b"),
        ("perhaps(Some(3), None, Some(Mode::Fast))", "Some(3) None Some(Fast)"),
        ("perhaps(Option::None, Some(\"x\"), std::option::Option::None)", "None Some(\"x\") None"),
        ("rest(Duration::from_millis(1_500))", "1.5s"),
        ("rest(std::time::Duration::ZERO)", "0ns"),
        ("rest(Duration::new(1, 5))", "1.000000005s"),
        ("use_gear(Shift::High)", "High"),
        ("park { spot: Some(3), mode: Fast }", "park Some(3) Fast"),
        ("honk { how: \"long\", times: 5 }", "honk 5 long"),
        ("use_gear(game::Gear::Low)", "Low"),
    ] {
        offer(file!(), &text(nodes)).unwrap_or_else(|refused| panic!("{nodes}: {refused}"));
        journal.clear();
        assert_eq!((car.tick(&mut journal), journal.join(", ")), (Status::Success, expected.to_owned()), "{nodes}");
    }

    // Mistakes are reported at the argument, all at once, and the old tree continues.
    for (nodes, messages) in [
        (
            "drive(3, \"x\")",
            &[
                ("3", "mismatched types: expected `Mode`, found integer"),
                ("\"x\"", "mismatched types: expected `u32`, found `&str`"),
            ][..],
        ),
        (
            "drive(Mode::Fats, -1)",
            &[("Mode::Fats", "no variant `Fats` in `Mode`"), ("-1", "cannot apply unary operator `-` to type `u32`")],
        ),
        (
            "drive(Slow, 4294967296)",
            &[("Slow", "cannot find `Slow` in this scope"), ("4294967296", "literal out of range for `u32`")],
        ),
        ("drive(Mode::At(1), 1)", &[("Mode::At(1)", "the arguments of `Mode::At` are missing, or have other types")]),
        (
            "drive(Mode::Never, OTHER)",
            &[("Mode::Never", "no variant `Never` in `Mode`"), ("OTHER", "`OTHER` is in no built tree: build again")],
        ),
        (
            "drive(Some(3), None)",
            &[("Some(3)", "`Some` is in no built tree: build again"), ("None", "expected `u32`, found `Option<_>`")],
        ),
        (
            "numbers(256, -129, 1, 3.0, -1, 3u8, 1e400)",
            &[
                ("256", "literal out of range for `u8`"),
                ("-129", "literal out of range for `i8`"),
                ("1,", "mismatched types: expected `f32`, found integer"),
                ("3.0", "mismatched types: expected `i64`, found floating-point number"),
                ("-1,", "cannot apply unary operator `-` to type `usize`"),
                ("3u8", "mismatched types: expected `u128`, found `u8`"),
                ("1e400", "literal out of range for `f64`"),
            ],
        ),
        (
            "words(1, \"x\", 'x', None)",
            &[
                ("1", "expected `bool`, found integer"),
                ("\"x\"", "expected `char`, found `&str`"),
                ("'x'", "expected `&str`, found `char`"),
                ("None", "expected `String`, found `Option<_>`"),
            ],
        ),
        (
            "words(true, 'x', \"a\".to_string(), \"b\")",
            &[("\"a\".to_string()", "expected `&str`, found `String`"), ("\"b\"", "expected `String`, found `&str`")],
        ),
        (
            "perhaps(3, Some(3), Some(Mode::Fats))",
            &[
                ("3", "expected `Option<u32>`, found integer"),
                ("Some(3)", "expected `&str`, found integer"),
                ("Some(Mode::Fats)", "no variant `Fats` in `Mode`"),
            ],
        ),
        ("rest(2.0)", &[("2.0", "expected `Duration`, found floating-point number")]),
        ("walk(Spot::AWAY)", &[("Spot::AWAY", "`Spot::AWAY` is in no built tree: build again")]),
        (
            "park { spot: 3, mode: Mode::Fats }",
            &[("3", "expected `Option<u32>`, found integer"), ("Mode::Fats", "no variant `Fats` in `Mode`")],
        ),
        ("honk { how: 3, times: 4 }", &[("3", "expected `&str`, found integer")]),
        // A live tree clones the value of a name.
        ("drive(limit, 3)", &[("drive", "no built tree has this leaf with such arguments: build again")]),
        (
            "drive(Mode::Fast, limit + 1)",
            &[("limit + 1", "no built tree has this code as an argument of `drive`: build again")],
        ),
    ] {
        let text = text(nodes);
        let refused = offer(file!(), &text).expect_err(nodes);
        let found: Vec<(usize, usize, String)> =
            refused.mistakes().iter().map(|mistake| (mistake.line, mistake.column, mistake.message.clone())).collect();
        let at = text.find(nodes).expect("it is there");
        let line = text[..at].lines().count();
        let start = text[..at].lines().last().map_or(0, str::len) + 1;
        let mut from = 0;
        assert_eq!(found.len(), messages.len(), "{refused}");
        for ((found_line, column, message), (place, expected)) in found.iter().zip(messages) {
            let place = nodes[from..].find(place).expect("it is in the text") + from;
            from = place + 1;
            assert_eq!((*found_line, *column), (line, start + place), "{refused}");
            assert!(message.contains(expected), "{expected}: {refused}");
        }
        journal.clear();
        assert_eq!((car.tick(&mut journal), journal.join(", ")), (Status::Success, "Low".to_owned()), "{nodes}");
    }
}

/// The name of its parameter comes from outside of the macro.
macro_rules! counting {
    ($steps:ident) => {
        bt! { Counting(Journal) { $steps: u32 } = action(|journal| journal.push($steps.to_string())) }
    };
}

counting!(steps);

#[test]
fn a_macro_may_be_given_the_name_of_a_parameter() {
    let (mut counting, mut journal) = (Live::from(Counting::new(3)), Journal::new());
    assert!(counting.tick(&mut journal).is_success());
    assert_eq!(journal, ["3"]);
}
