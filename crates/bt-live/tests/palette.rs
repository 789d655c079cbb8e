//! Trees that were never Rust.

use bt::{Behavior, Outcome, Status, leaf};
use bt_live::{Contexts, LiveTree, LiveTreeFor, Palette, PaletteFor};

#[derive(Default)]
struct World {
    journal: Vec<String>,
    hungry: bool,
    food: f64,
    started: u32,
    finished: u32,
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Walk {
    to: u32,
    steps: i32,
}

impl Walk {
    fn new(to: u32, steps: i32) -> Self {
        Walk { to, steps }
    }

    fn start(&mut self, world: &mut World) {
        world.started += 1;
        world.journal.push(format!("to {}", self.to));
    }

    fn run(&mut self, _: &mut World) -> Status {
        self.steps -= 1;
        if self.steps < 0 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.finished += 1;
        world.journal.push(format!("{outcome:?}"));
    }
}

#[derive(Behavior, Clone, Default)]
#[behavior(context = World, value = u32)]
struct Find;

impl Find {
    fn run(&mut self, world: &mut World) -> Option<u32> {
        (!world.hungry).then_some(7)
    }
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Say {
    text: String,
}

impl Say {
    fn run(&mut self, world: &mut World) {
        world.journal.push(self.text.clone());
    }
}

fn palette() -> Palette<World> {
    Palette::new()
        .leaf("walk", Walk::new)
        .leaf("find", Find::default)
        .leaf("say", |text: String| Say { text })
        .condition("is_hungry", |world: &World| world.hungry)
        .action("eat", |world: &mut World| world.food -= 1.0)
        .action("take", |world: &mut World| Some(world.journal.len() as u32))
        .number("food", |world| world.food)
}

#[test]
fn a_text_runs() {
    let text = "
        // A mission.
        sequence <
            say(\"start\"),
            find -> spot,
            guard(is_hungry) < running >,
        >
        ";
    let text = text
        .replace("guard(is_hungry) < running >", "timeout(2.5) < walk(spot, 3) >, every_time: action(eat), wait(1.0)");
    let mut tree = LiveTree::parse(&text, &palette()).unwrap_or_else(|refused| panic!("{refused}"));
    let mut world = World { food: 3.0, ..World::default() };
    assert_eq!(tree.tick_for(1.0, &mut world), Status::Running);
    assert_eq!(world.journal, ["start", "to 7"]);
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "timeout", "walk"]);
    assert!(format!("{tree:?}").contains("walk"));
    for _ in 0..2 {
        assert_eq!(tree.tick_for(0.5, &mut world), Status::Running);
    }
    assert_eq!(tree.tick_for(0.25, &mut world), Status::Running);
    assert_eq!((world.food, world.journal.len()), (2.0, 3));
    tree.abort(&mut world);
    assert!(!tree.is_running());
}

#[test]
fn all_mistakes_are_told() {
    let text = "sequence <
    wlak(1, 2),
    walk(1),
    walk(-1, 2),
\twalk(1, 2 + 3), condition(is_hungri),
    condition(|world| true), action(std::process::exit),
    self::walk(1, 2), find(),
    wait(food), wait(foot), succeed(3), say(1),
    find -> spot, say(spot),
>";
    let refused = LiveTree::parse(text, &palette()).expect_err("it has mistakes");
    let told: Vec<String> = refused
        .mistakes()
        .iter()
        .map(|mistake| {
            let help = mistake.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{}:{} {}{help}", mistake.line, mistake.column, mistake.message)
        })
        .collect();
    let expected = [
        "2:5 there is no leaf `wlak` (did you mean `walk`?)",
        "3:5 `walk` takes 2 arguments (an argument is a literal, or a name that this text binds)",
        "4:10 cannot apply unary operator `-` to type `u32`",
        "5:10 `2 + 3` is code: an argument of `walk` is a literal, or a name that this text binds",
        "5:28 there is no condition `is_hungri` (did you mean `is_hungry`?)",
        "6:15 a text has no code: name the condition (there are `is_hungry`)",
        "6:37 a text has no code: name the action (there are `eat`, `take`)",
        "7:11 there is no leaf `self::walk`",
        "7:23 `find` takes no arguments",
        "8:22 there is no number `foot` (did you mean `food`?)",
        "8:37 this needs code, which a text cannot have",
        "8:45 mismatched types: expected `String`, found integer",
        "9:23 mismatched types: expected `String`",
    ];
    assert_eq!(told, expected, "{refused}");
}

/// The mistakes in a text.
fn mistakes<C: ?Sized>(text: &str, palette: &Palette<C>) -> Vec<String> {
    let refused = LiveTree::parse(text, palette).err();
    refused.iter().flat_map(|refused| refused.mistakes()).map(|mistake| mistake.message.clone()).collect()
}

/// As many arguments as there are, one of which a text cannot have: that is the mistake.
#[test]
fn arguments_that_are_code() {
    let rule = "an argument of `walk` is a literal, or a name that this text binds";
    for (walk, what) in [
        ("walk((3, 4), 1)", "`(3, 4)` is a tuple"),
        ("walk(1, (3, (4, 5)))", "`(3, (4, 5))` is a tuple"),
        ("walk(1, ())", "`()` is a tuple"),
        ("walk(2 + 3, 1)", "`2 + 3` is code"),
        ("walk([1, 2], 1)", "`[1, 2]` is code"),
        ("walk(max(1, 2), 1)", "`max(1, 2)` is code"),
        ("walk(1, spot)", "this text does not bind `spot`"),
    ] {
        assert_eq!(mistakes(walk, &palette()), [format!("{what}: {rule}")], "{walk}");
    }
    // With another number of arguments, that is the mistake.
    assert_eq!(mistakes("walk((3, 4))", &palette()), ["`walk` takes 2 arguments"]);
    assert_eq!(mistakes("walk((3, 4), 1, 2)", &palette()), ["`walk` takes 2 arguments"]);
}

/// A context with random numbers, and a palette that does not allow them.
#[test]
fn a_palette_without_random_numbers() {
    struct Dice(rand_pcg::Pcg32, u32);
    impl bt::Random for Dice {
        type Rng = rand_pcg::Pcg32;
        fn rng(&mut self) -> &mut rand_pcg::Pcg32 {
            &mut self.0
        }
    }
    let palette = || Palette::new().action("roll", |dice: &mut Dice| dice.1 += 1);
    for text in ["random_selector < action(roll), fail >", "probability(0.5) < action(roll) >"] {
        let message = "this node draws random numbers, which its palette allows with `random()`";
        assert_eq!(mistakes(text, &palette()), [message], "{text}");
        assert_eq!(mistakes(text, &palette().random()), [""; 0], "{text}");
    }
}

/// A context that borrows.
struct Scene<'s> {
    log: &'s mut Vec<String>,
    is_dark: bool,
}

struct Scenes;

impl Contexts for Scenes {
    type Context<'s> = Scene<'s>;
}

mod lamps {
    use super::{Behavior, Scene, Status, leaf};

    #[leaf]
    fn light(scene: &mut Scene<'_>, lamp: String) {
        scene.log.push(lamp);
        scene.is_dark = false;
    }

    #[leaf]
    fn find_lamp(scene: &Scene<'_>) -> Option<String> {
        scene.is_dark.then(|| "lamp".to_owned())
    }

    #[leaf]
    fn fails(_: &Scene<'_>) -> Result<(), String> {
        Err("it has an error".to_owned())
    }

    #[derive(Behavior, Default, Clone)]
    #[behavior(context = Scene<'_>)]
    pub struct Rest {
        ticks: u32,
    }

    impl Rest {
        fn run(&mut self, _: &mut Scene<'_>) -> Status {
            self.ticks += 1;
            if self.ticks < 3 { Status::Running } else { Status::Success }
        }
    }
}

/// Each tick has another scene.
fn in_scenes(tree: &mut LiveTreeFor<Scenes>, log: &mut Vec<String>, ticks: usize) -> Status {
    let mut status = Status::Running;
    for _ in 0..ticks {
        status = tree.tick_for(0.5, &mut Scene { log, is_dark: true });
    }
    status
}

#[test]
fn a_context_may_borrow() {
    let palette = PaletteFor::<Scenes>::new()
        .leaf("rest", lamps::Rest::default)
        .condition("is_dark", |scene: &Scene| scene.is_dark)
        .action("count", |scene: &mut Scene| scene.log.push(scene.log.len().to_string()));
    let text = "sequence < condition(is_dark), action(count), rest, wait(1.0), action(count) >";
    let mut tree = LiveTreeFor::parse(text, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    let mut log = Vec::new();
    assert_eq!(in_scenes(&mut tree, &mut log, 3), Status::Running);
    let changed = text.replace("wait(1.0)", "wait(1.0), action(count)");
    tree.switch_to(&LiveTreeFor::parse(&changed, &palette).expect("it is right"));
    assert_eq!(in_scenes(&mut tree, &mut log, 1), Status::Success);
    assert_eq!(log, ["0", "1", "2"]);
    assert_eq!(in_scenes(&mut tree, &mut log, 1), Status::Running);
    tree.abort(&mut Scene { log: &mut log, is_dark: true });
    assert!(!tree.is_running());
}

#[test]
fn a_palette_takes_all_leaves_of_its_contexts() {
    let palette = PaletteFor::<Scenes>::of_leaves();
    let text = "sequence < rest, find_lamp -> lamp, light(lamp), light(\"torch\") >";
    let mut tree = LiveTreeFor::parse(text, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    let mut log = Vec::new();
    assert_eq!(in_scenes(&mut tree, &mut log, 3), Status::Success);
    assert_eq!(log, ["lamp", "torch"]);

    let wrong = |text: &str| LiveTreeFor::parse(text, &palette).expect_err("it is wrong").mistakes()[0].clone();
    assert_eq!(wrong("ligth(\"torch\")").help.as_deref(), Some("did you mean `light`?"));
    assert_eq!(wrong("light").message, "`light` takes 1 argument");
    assert_eq!(wrong("light(3)").message, "mismatched types: expected `String`, found integer");
    // It has an error, and a text has none.
    assert_eq!(wrong("fails").message, "there is no leaf `fails`");

    let of_module = PaletteFor::<Scenes>::of_module(concat!(module_path!(), "::lamps"));
    assert!(LiveTreeFor::parse(text, &of_module).is_ok());
    // `World` is a context that does not borrow.
    let palette = Palette::<World>::of_leaves();
    assert_eq!(mistakes("sequence < find, walk { to: 3, steps: 2 } >", &palette), [""; 0]);
    let message = "a field of `walk` is a literal";
    assert_eq!(mistakes("sequence < find -> number, walk { to: number, steps: 2 } >", &palette), [message]);
    let message = "`walk` takes its fields in braces: `walk { steps: .., to: .. }`";
    assert_eq!(mistakes("walk(1, 2)", &palette), [message]);
}

#[test]
#[should_panic(expected = "no leaf in `palette::lampz` has the contexts of this palette")]
fn a_module_without_leaves() {
    let _ = PaletteFor::<Scenes>::of_module("palette::lampz");
}

/// Random numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A tree that is nearly always right.
fn tree(numbers: &mut Numbers, depth: usize) -> String {
    const LEAVES: [&str; 12] = [
        "walk(1, 2)",
        "walk(9, 0)",
        "find -> spot",
        "say(\"x\")",
        "condition(is_hungry)",
        "action(eat)",
        "wait(0.5)",
        "wait(food)",
        "fail",
        "succeed",
        "running",
        "wait_until(is_hungry)",
    ];
    const ONE: [&str; 18] = [
        "inverter",
        "forever",
        "repeat(3)",
        "retry(2)",
        "timeout(1.25)",
        "cooldown(0.5)",
        "delay(0.25)",
        "guard(is_hungry)",
        "force_success",
        "force_failure",
        "repeat_until_success",
        "repeat_until_failure",
        "run_once",
        "run_limit(2)",
        "throttle(0.5)",
        "every(0.5, eat)",
        "recover",
        "precondition(is_hungry)",
    ];
    const MANY: [&str; 11] = [
        "sequence",
        "selector",
        "reactive_sequence",
        "reactive_selector",
        "parallel(1)",
        "parallel_all",
        "race",
        "round_robin",
        "priority",
        "if_else(is_hungry)",
        "simple_parallel",
    ];
    if depth == 0 || numbers.below(4) == 0 {
        return numbers.one(&LEAVES).to_owned();
    }
    if numbers.below(2) == 0 {
        return format!("{} < {} >", numbers.one(&ONE), tree(numbers, depth - 1));
    }
    let name = numbers.one(&MANY);
    let children: Vec<String> = (0..=numbers.below(4)).map(|_| tree(numbers, depth - 1)).collect();
    format!("{name} < {} >", children.join(", "))
}

/// A text that may be anything.
fn broken(numbers: &mut Numbers, mut text: String) -> String {
    const WORDS: [&str; 40] = [
        "<",
        ">",
        ",",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "->",
        ":",
        "::",
        "=",
        "=>",
        "|",
        "#",
        "!",
        "'",
        "\"",
        "//",
        "/*",
        "*/",
        "\u{0}",
        "\u{feff}",
        "木",
        "é",
        "\r",
        "\t",
        "\n",
        "1",
        "-1",
        "1e999",
        "0x",
        "340282366920938463463374607431768211456",
        "r#",
        "switch",
        "label: ",
        "#[cfg(x)]",
        "bt! {",
        "$",
    ];
    for _ in 0..numbers.below(4) {
        let at = floor(&text, numbers.below(text.len() + 1));
        match numbers.below(3) {
            0 => text.insert_str(at, numbers.one(&WORDS)),
            1 => drop(text.drain(at..floor(&text, at + numbers.below(6)))),
            _ => {
                let end = floor(&text, at + numbers.below(30)).max(at);
                let copied = text[at..end].to_owned();
                let to = floor(&text, numbers.below(text.len() + 1));
                text.insert_str(to, &copied);
            }
        }
    }
    text
}

#[test]
fn no_text_does_harm() {
    let (mut numbers, mut ran, mut refused) = (Numbers(7), 0, 0);
    let palette = palette();
    for _ in 0..1500 {
        let text = tree(&mut numbers, 4);
        let text = broken(&mut numbers, text);
        match LiveTree::parse(&text, &palette) {
            Ok(mut tree) => {
                ran += 1;
                let mut world = World { food: 0.25, ..World::default() };
                for tick in 0..20 {
                    world.hungry = numbers.below(2) == 0;
                    if tree.tick_for(0.25, &mut world) != Status::Running {
                        assert_eq!(world.started, world.finished, "{text}");
                    }
                    if tick % 7 == 6 {
                        tree.abort(&mut world);
                        assert_eq!(world.started, world.finished, "{text}");
                    }
                }
                tree.abort(&mut world);
                assert_eq!(world.started, world.finished, "{text}");
            }
            Err(problems) => {
                refused += 1;
                assert!(!problems.mistakes().is_empty() && !problems.to_string().is_empty(), "{text}");
                assert!(problems.mistakes().iter().all(|mistake| mistake.line > 0 && mistake.column > 0), "{text}");
            }
        }
    }
    assert!(ran > 100 && refused > 100, "{ran} ran, {refused} were refused");
}

#[test]
fn texts_are_limited() {
    let palette = palette();
    let told = |text: &str| LiveTree::parse(text, &palette).expect_err("it is too much").mistakes()[0].message.clone();
    assert_eq!(told(&" ".repeat(70_000)), "this text has more than 64 KiB");
    assert_eq!(told(&format!("sequence < {} >", "walk(1, 2),".repeat(1001))), "this tree has more than 1000 nodes");
    let deep = "this is nested more than 128 levels deep";
    assert_eq!(told(&"inverter<".repeat(5000)), deep);
    assert_eq!(told(&format!("walk({}1{}, 2)", "(".repeat(5000), ")".repeat(5000))), deep);
    // The longest ones that are read.
    let long = format!("sequence < {} >", "walk(1, 0),".repeat(990));
    let mut tree = LiveTree::parse(&long, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(tree.tick_for(0.0, &mut World::default()), Status::Success);
    let names = ["a,", "a->b,", "walk(1,2)->a,", "a:b,", "<,", "a(|x|y),", "switch(x)<", "#[cfg(x)]a,", "say(\"x\"),"];
    for name in names {
        // As many as are read, and as many as there is room for.
        for times in [1000 / name.matches([',', '<']).count() - 1, 60_000 / name.len()] {
            let text = format!("sequence < {}", name.repeat(times));
            assert!(LiveTree::parse(&text, &palette).is_err(), "{name}");
        }
    }
    for args in ["1,", "a,", "|x|y,", "a::b,", "-", "a.b,"] {
        assert!(LiveTree::parse(&format!("walk({})", args.repeat(60_000 / args.len())), &palette).is_err(), "{args}");
        assert!(LiveTree::parse(&format!("walk({})", args.repeat(9000 / args.len())), &palette).is_err(), "{args}");
    }
    // A loop without an end is left for the next tick.
    let mut endless =
        LiveTree::parse("forever < repeat(1000000) < forever < action(eat) > > >", &palette).expect("it is right");
    let mut world = World::default();
    assert_eq!(endless.tick_for(1.0, &mut world), Status::Running);
    assert!(world.food < 0.0 && world.food > -100_000.0, "{}", world.food);
}

/// The last boundary of characters at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[test]
fn what_a_text_cannot_have_is_named() {
    let told = |text: &str| LiveTree::parse(text, &palette()).expect_err("it cannot have that").mistakes()[0].clone();
    for (text, column, message) in [
        ("sequence < \u{1f415} >", 12, "the character `\u{1f415}` cannot be here"),
        ("sequence < \u{202e}wait(1.0) >", 12, "the character `\\u{202e}` cannot be here"),
        ("\0", 1, "the character `\\0` cannot be here"),
        ("sequence < wait(1.0", 16, "a delimiter, a string or a comment is not closed"),
        ("dynamic(hungry)", 1, "`dynamic` needs code, which a text cannot have"),
        ("sequence < #[cfg(test)] wait(1.0) >", 18, "a tree that is read while the program runs takes no `#[cfg(..)]`"),
    ] {
        let mistake = told(text);
        assert_eq!((mistake.column, &*mistake.message, mistake.help), (column, message, None), "{text}");
    }
}
