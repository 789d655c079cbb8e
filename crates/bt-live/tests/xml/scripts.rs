//! Scripts: values, operators and types, as BehaviorTree.CPP's `scripting/operators.hpp` has them.

use bt::Status;
use bt_live::xml::{Board, Value, parse};

use crate::bench::{Bench, file, palette, tree, warnings};

fn escaped(script: &str) -> String {
    script.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The value that a script gives to `x`, or why it has none.
fn value(script: &str) -> Result<Value, String> {
    let mut loaded = tree(&format!("<Script code=\"{}\"/>", escaped(script)));
    let mut bench = Bench::default();
    match loaded.tree.tick_for(0.0, &mut bench) {
        Status::Success => Ok(bench.board.get("x").expect("the script sets it")),
        _ => Err(bench.board.failures().join(", ")),
    }
}

#[test]
fn values() {
    for (script, expected) in [
        ("x := 1 + 2 * 3", "7.0"),
        ("x := 7 / 2", "3.5"),
        ("x := 1 / 0", "inf"),
        ("x := 6 & 3", "2.0"),
        ("x := 6 | 3", "7.0"),
        ("x := 6 ^ 3", "5.0"),
        ("x := ~0", "-1.0"),
        ("x := -2 - -3", "1.0"),
        ("x := !0 + !5", "1.0"),
        ("x := 1", "1"),
        ("x := true", "true"),
        ("x := 0xFF", "255"),
        ("x := 'a' + 'b'", "\"ab\""),
        ("x := 'a' .. 1", "\"a1\""),
        ("x := 1.5 .. 'm'", "\"1.500000m\""),
        ("x := 'a' .. (1 + 1)", "\"a2.000000\""),
        ("x := GREEN", "2.0"),
        ("x := GREEN == 'GREEN'", "1.0"),
        ("x := 1 < 2 < 3", "1.0"),
        ("x := 3 > 2 > 2", "0.0"),
        ("x := 0.1 + 0.2 == 0.3", "1.0"),
        ("x := 1 == 1.0001", "0.0"),
        ("x := 'b' > 'a'", "1.0"),
        ("x := '2' == 2", "1.0"),
        ("x := 'true' == 1", "1.0"),
        ("x := 1 ? 'yes' : 'no'", "\"yes\""),
        ("x := '0' ? 'yes' : 'no'", "\"no\""),
        ("x := 1; x += 2; x *= 3; x -= 1; x /= 4", "2"),
        ("x := 'a'; x += 'b'", "\"ab\""),
        ("x := 5; x = '7'", "7"),
        ("x := 5.5; x = 6", "6.0"),
        ("y := x := 3; x = y + 1", "4"),
    ] {
        assert_eq!(value(script).map(|value| format!("{value:?}")), Ok(expected.to_owned()), "{script}");
    }
}

/// Intended differences: a whole number may become one with a fraction, `1e10` and `1.0` are whole, and values of enums
/// are constants.
const NOT_THE_SAME: [(&str, &str); 5] = [
    ("x := 3; x /= 2; r := (x)", "1.5"),
    ("x := 3; x = 4.5; r := (x)", "4.5"),
    ("r := ('n' .. 1e10)", "'n10000000000'"),
    ("r := (1.0 .. '')", "'1'"),
    ("r := (RED := 3)", "throws"),
];

/// Scripts with the value that BehaviorTree.CPP 4.10 gives to `r`, where `RED` is 1 and `GREEN` is 2. It does not say
/// why it throws.
#[test]
fn recorded() {
    let mut differences = Vec::new();
    for line in include_str!("scripts.tsv").lines() {
        let (script, recorded) = line.split_once('\t').expect("a line is a script and its value");
        let mut loaded = tree(&format!("<Script code=\"{}\"/>", escaped(script)));
        let mut bench = Bench::default();
        let status = loaded.tree.tick_for(0.0, &mut bench);
        let found = match bench.board.get("r").filter(|_| status == Status::Success) {
            None => "throws".to_owned(),
            Some(Value::Text(text)) => format!("'{text}'"),
            Some(value) => format!("{:?}", value.to::<f64>().expect("it is a text or a number")),
        };
        let is_same = match (recorded.parse::<f64>(), found.parse::<f64>()) {
            (Ok(recorded), Ok(found)) => recorded == found || recorded.is_nan() && found.is_nan(),
            _ => recorded == found,
        };
        if !is_same && !NOT_THE_SAME.iter().any(|(known, ours)| *known == script && *ours == found) {
            differences.push(format!("{script}: recorded {recorded}, found {found}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Where BehaviorTree.CPP throws an exception.
#[test]
fn failures() {
    for (script, why) in [
        ("x := y", "Script: the entry `y` is not set"),
        ("x = 1", "Script: the entry `x` is not set: make it with `:=`"),
        ("x := 'a' - 1", "Script: `-` has no meaning between \"a\" and 1"),
        ("x := 'a' + 1", "Script: `+` has no meaning between \"a\" and 1"),
        ("x := 1 .. 2", "Script: `..` has no meaning between 1 and 2"),
        ("x := -'a'", "Script: `-` needs a number, but has \"a\""),
        ("x := 1.5 & 1", "Script: 1.5 has no bits, since it is not a whole number"),
        ("x := 'apple' == 1", "Script: \"apple\" cannot be compared with a number"),
        ("x := 1; x = 'apple'", "Script: \"apple\" cannot be compared with a number"),
        ("x := 'a'; x = 1", "Script: `x` is \"a\", so it cannot become 1"),
        ("RED := 1", "Script: `RED` is a constant, so it cannot be assigned to"),
    ] {
        assert_eq!(value(script), Err(why.to_owned()), "{script}");
    }
}

/// A subtree with this body, whose `SubTree` has the port `flag`.
fn with_flag(flag: &str, body: &str) -> bt_live::xml::Loaded<Bench> {
    let trees = [("Main", &*format!("<SubTree ID='Sub' name='sub' flag='{flag}' x='{{x}}'/>")), ("Sub", body)];
    parse(&file(&trees), &palette()).unwrap_or_else(|refused| panic!("{refused}"))
}

/// In BehaviorTree.CPP, `true` in a port of a subtree is a text, which only comparisons read as a number; anything else
/// throws an exception.
#[test]
fn a_flag_of_a_port() {
    let help = "a comparison reads the text: write `flag == true`";
    for (flag, script, expected) in [
        ("true", "flag == true", Ok("1.0")),
        ("true", "flag == 1", Ok("1.0")),
        ("true", "flag != false", Ok("1.0")),
        ("false", "flag == true", Ok("0.0")),
        ("false", "flag < 1 == true", Ok("1.0")),
        ("true", "flag == 'true'", Ok("1.0")),
        ("true", "!(flag == true) || flag == true && 1", Ok("1.0")),
        ("true", "flag == true ? 'yes' : 'no'", Ok("\"yes\"")),
        ("true", "flag .. '!'", Ok("\"true!\"")),
        ("true", "flag", Ok("\"true\"")),
        ("true", "!flag", Err("`!` needs a number, but has \"true\"")),
        ("false", "!flag", Err("`!` needs a number, but has \"false\"")),
        ("true", "-flag", Err("`-` needs a number, but has \"true\"")),
        ("true", "flag && 1", Err("`&&` has no meaning between \"true\" and 1")),
        ("true", "0 || flag", Err("`||` has no meaning between 0 and \"true\"")),
        ("true", "flag ? 1 : 2", Err("`?` needs a number, but has \"true\"")),
        ("1", "!flag", Ok("0.0")),
        ("0", "flag ? 1 : !flag && 1", Ok("1.0")),
        ("2.5", "flag ? 1 : 2", Ok("1")),
    ] {
        let mut loaded = with_flag(flag, &format!("<Script code=\"x := ({})\"/>", escaped(script)));
        let warned: Vec<_> =
            loaded.warnings.iter().map(|warning| warning.help.as_deref().unwrap_or_default()).collect();
        assert_eq!(warned, vec![help; usize::from(expected.is_err())], "{script}");
        let mut bench = Bench::default();
        let status = loaded.tree.tick_for(0.0, &mut bench);
        let found = bench.board.get("x").filter(|_| status == Status::Success).map(|value| format!("{value:?}"));
        match expected {
            Ok(expected) => assert_eq!(found.as_deref(), Some(expected), "{flag} {script}"),
            Err(why) => {
                let why = format!("sub/Script: {why}: a comparison reads this text, `== true`");
                assert_eq!((found, bench.board.failures()), (None, &[why][..]), "{flag} {script}");
            }
        }
    }
}

/// The same where a condition is the flag itself.
#[test]
fn a_flag_is_not_a_condition() {
    for body in [
        "<ScriptCondition code='flag'/>",
        "<AlwaysSuccess _failureIf='flag'/>",
        "<AlwaysSuccess _while='flag'/>",
        "<Precondition if='flag' else='FAILURE'><AlwaysSuccess/></Precondition>",
    ] {
        let mut loaded = with_flag("true", body);
        let message = "`flag` is a text here, not a number: BehaviorTree.CPP throws an exception";
        assert!(warnings(&loaded).contains(&message), "{body}: {:?}", warnings(&loaded));
        let mut bench = Bench::default();
        assert_eq!(loaded.tree.tick_for(0.0, &mut bench), Status::Failure, "{body}");
        let why = "a condition must be a number, but this is \"true\": a comparison reads this text, `== true`";
        assert!(bench.board.failures()[0].ends_with(why), "{body}: {:?}", bench.board.failures());
        let body = body.replace("'flag'", "'flag == false'");
        assert!(!warnings(&with_flag("true", &body)).contains(&message), "{body}");
    }
    // A script that is not a condition may be a text.
    assert!(warnings(&with_flag("true", "<AlwaysSuccess _post='flag'/>")).is_empty());
}

/// The value of a port's text, in scripts of the subtree.
#[test]
fn constants_of_subtrees() {
    for (text, expected) in [
        ("7", "7"),
        ("-7", "-7"),
        ("+7", "\"+7\""),
        ("-7.0", "-7.0"),
        ("1e3", "1000.0"),
        (" 7", "\" 7\""),
        ("1;2", "\"1;2\""),
        ("9000000000", "9000000000"),
        ("True", "\"True\""),
    ] {
        let mut bench = Bench::default();
        let mut loaded = with_flag(text, "<Script code='x := flag'/>");
        assert_eq!(loaded.tree.tick_for(0.0, &mut bench), Status::Success);
        assert_eq!(bench.board.get("x").map(|value| format!("{value:?}")).as_deref(), Some(expected), "{text}");
    }
}

/// Neither side of `&&` and `||` is left out.
#[test]
fn there_is_no_short_circuit() {
    assert_eq!(
        value("x := 1; y := 1; (1 || (y := 0)); (0 && (x := y))").map(|value| format!("{value:?}")),
        Ok("0".to_owned())
    );
    assert!(value("x := 1 || missing").is_err());
}

#[test]
fn a_text_does_not_grow_without_end() {
    let mut loaded = tree("<Repeat num_cycles='-1'><Script code=\"x := (1 == 1) ? x + x : x\"/></Repeat>");
    let mut bench = Bench::default();
    bench.board.set("x", Value::Text("12345678".to_owned()));
    for _ in 0..100 {
        loaded.tree.tick_for(0.1, &mut bench);
    }
    let text = bench.board.get("x").and_then(|text| text.to::<String>()).expect("it is a text");
    assert_eq!(text.len(), 64 << 10);
    assert!(bench.board.failures()[0].contains("64 KiB"));
}
