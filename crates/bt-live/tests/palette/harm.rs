//! Texts that may be anything: they run, or are refused.

use bt::Status;
use bt_live::LiveTree;

use super::{World, palette};

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
    let wide = |children: usize| format!("sequence < {} >", "walk(1, 2),".repeat(children));
    assert_eq!(told(&wide(1000)), "this tree has more than 1000 nodes");
    assert!(LiveTree::parse(&wide(999), &palette).is_ok());
    let deep = "this is nested more than 128 levels deep";
    assert_eq!(told(&"inverter<".repeat(5000)), deep);
    assert_eq!(told(&format!("walk({}1{}, 2)", "(".repeat(5000), ")".repeat(5000))), deep);
    // The longest text that is accepted.
    let long = format!("sequence < {} >", "walk(1, 0),".repeat(990));
    let mut tree = LiveTree::parse(&long, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(tree.tick_for(0.0, &mut World::default()), Status::Success);
    let names = ["a,", "a->b,", "walk(1,2)->a,", "a:b,", "<,", "a(|x|y),", "switch(x)<", "#[cfg(x)]a,", "say(\"x\"),"];
    for name in names {
        // As many as are accepted, and as many as fit into a text.
        for times in [1000 / name.matches([',', '<']).count() - 1, 60_000 / name.len()] {
            let text = format!("sequence < {}", name.repeat(times));
            assert!(LiveTree::parse(&text, &palette).is_err(), "{name}");
        }
    }
    for args in ["1,", "a,", "|x|y,", "a::b,", "-", "a.b,"] {
        assert!(LiveTree::parse(&format!("walk({})", args.repeat(60_000 / args.len())), &palette).is_err(), "{args}");
        assert!(LiveTree::parse(&format!("walk({})", args.repeat(9000 / args.len())), &palette).is_err(), "{args}");
    }
    // An endless loop yields to the next tick.
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
