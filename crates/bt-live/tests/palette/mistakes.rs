//! What is said of texts that a palette does not take.

use bt_live::{LiveTree, Palette};

use super::{mistakes, palette};

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

/// The number of arguments is right, but one of them cannot be in a text: that is the mistake.
#[test]
fn arguments_that_are_code() {
    let rule = "an argument of `walk` is a literal, or a name that this text binds";
    for (walk, what) in [
        ("walk((3, 4), 1)", "`(3, 4)` is a tuple"),
        ("walk(1, (3, (4, 5)))", "`(3, (4, 5))` is a tuple"),
        ("walk(1, ())", "`()` is a tuple"),
        ("walk((3), 1)", "`(3)` is code"),
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
