//! Files that try to do harm: they cause errors, in bounded time and memory.

use std::time::Duration;

use bt_live::xml::parse;

use crate::bench::{Bench, file, palette};

fn refused(text: &str) -> String {
    parse(text, &palette())
        .expect_err("it is too much")
        .mistakes()
        .first()
        .map(|mistake| mistake.message.clone())
        .unwrap_or_default()
}

fn runs(body: &str) {
    let mut loaded = parse(&file(&[("Main", body)]), &palette()).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(!loaded.tree.tick_for(0.1, &mut Bench::default()).is_running());
}

#[test]
fn files_are_limited() {
    // Each tree uses the next one twice.
    let trees: Vec<(String, String)> = (0..20)
        .map(|tree| {
            (format!("T{tree}"), format!("<Sequence><SubTree ID='T{0}'/><SubTree ID='T{0}'/></Sequence>", tree + 1))
        })
        .chain([("T20".to_owned(), "<AlwaysSuccess/>".to_owned())])
        .collect();
    let trees: Vec<(&str, &str)> = trees.iter().map(|(name, body)| (&**name, &**body)).collect();
    assert_eq!(refused(&file(&trees)), "with its subtrees, this tree has more than 1000 nodes");
    // Each tree is nested in the previous one.
    let trees: Vec<(String, String)> = (0..400)
        .map(|tree| (format!("T{tree}"), format!("<SubTree ID='T{}' _autoremap='1' a='{{b}}'/>", tree + 1)))
        .chain([("T400".to_owned(), "<Note text='{a}'/>".to_owned())])
        .collect();
    let trees: Vec<(&str, &str)> = trees.iter().map(|(name, body)| (&**name, &**body)).collect();
    assert_eq!(refused(&file(&trees)), "with its subtrees, this tree is nested more than 64 levels deep");
    let deep = format!("{}<AlwaysSuccess/>{}", "<Inverter>".repeat(120), "</Inverter>".repeat(120));
    assert_eq!(refused(&file(&[("Main", &deep)])), "with its subtrees, this tree is nested more than 64 levels deep");
    let deeper = format!("{}{}", "<Inverter>".repeat(100_000), "</Inverter>".repeat(100_000));
    assert!(!refused(&file(&[("Main", &deeper)])).is_empty());
    let long = format!("<Sequence>{}</Sequence>", "<AlwaysSuccess/>".repeat(1001));
    assert_eq!(refused(&file(&[("Main", &long)])), "with its subtrees, this tree has more than 1000 nodes");
    assert!(!refused("<!DOCTYPE a [<!ENTITY b \"c\">]><root/>").is_empty());
    assert!(!refused("").is_empty());
    assert!(!refused(&file(&[("Main", "<SubTree ID='Main'/>")])).is_empty());
    assert_eq!(refused(&"<".repeat(300 << 10)), "the files have more than 256 KiB");
    // A long text in a subtree that is used often.
    let (note, uses) = (format!("<Note text='{}'/>", "x".repeat(9000)), "<SubTree ID='Inner'/>".repeat(400));
    let trees = [("Main", &*format!("<Sequence>{uses}</Sequence>")), ("Inner", &*note)];
    assert_eq!(refused(&file(&trees)), "with its subtrees, this tree has more than 2 MiB of text");
    // As many mistakes as fit.
    let unknown: String = (0..9000).map(|number| format!("<SubTree ID='T{number}'/>")).collect();
    assert!(!refused(&file(&[("Main", &format!("<Sequence>{unknown}</Sequence>"))])).is_empty());
    assert!(!refused(&file(&[("Main", &format!("<Sequence>{}</Sequence>", "<Lead/>".repeat(30_000)))])).is_empty());
    // As long and as deep as trees can be.
    let long = format!("<Sequence>{}</Sequence>", "<AlwaysSuccess/>".repeat(990));
    runs(&long);
    let deep = format!("{}<AlwaysSuccess/>{}", "<Inverter>".repeat(63), "</Inverter>".repeat(63));
    runs(&deep);
    // Names that are not words, and that are taken.
    let names = ["Sequence", "sequence", "fn", "a b", "木", "", "1", "conditions", "_", "a: b < c"];
    let named: String =
        names.iter().map(|name| format!("<Note name='{}' text='x'/>", name.replace('<', "&lt;"))).collect();
    runs(&format!("<Sequence>{named}{named}</Sequence>"));
}

/// Random numbers that are the same in each run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A tree of nodes of all kinds.
fn tree(numbers: &mut Numbers, depth: usize) -> String {
    const LEAVES: [&str; 11] = [
        "<Leaf leaf='A'?/>",
        "<Leaf leaf='B'?/>",
        "<AlwaysSuccess?/>",
        "<AlwaysFailure?/>",
        "<Script code='a := 1; b := a + 1'?/>",
        "<Script code='a = b'?/>",
        "<ScriptCondition code='a > 0'?/>",
        "<Sleep msec='150'?/>",
        "<SetBlackboard value='3' output_key='b'?/>",
        "<UnsetBlackboard key='a'?/>",
        "<SubTree ID='Inner' a='{b}'?/>",
    ];
    const ONE: [&str; 17] = [
        "Inverter",
        "ForceSuccess",
        "ForceFailure",
        "KeepRunningUntilFailure",
        "Repeat num_cycles='3'",
        "Repeat num_cycles='-1'",
        "RetryUntilSuccessful num_attempts='{b}'",
        "RetryUntilSuccessful num_attempts='-1'",
        "Timeout msec='200'",
        "Delay delay_msec='{a}'",
        "RunOnce",
        "RunOnce then_skip='false'",
        "Precondition if='a == 1' else='SKIPPED'",
        "Precondition if='b == 2' else='RUNNING'",
        "LoopInt queue='1;2;3' value='{a}' if_empty='FAILURE'",
        "RateController hz='5'",
        "LoopString queue='{b}' value='{c}'",
    ];
    const MANY: [&str; 12] = [
        "Sequence",
        "AsyncSequence",
        "ReactiveSequence",
        "Fallback",
        "ReactiveFallback",
        "Parallel",
        "Parallel success_count='1'",
        "ParallelAll",
        "PipelineSequence",
        "RoundRobin",
        "TryCatch",
        "PersistentSequence current_child_idx='{a}'",
    ];
    const THREE: [&str; 3] = ["IfThenElse", "WhileDoElse", "Switch2 variable='{a}' case_1='1' case_2='2'"];
    const CONDITIONS: [&str; 10] = [
        "",
        "",
        "",
        " _skipIf='a == 1'",
        " _while='a != 2'",
        " _failureIf='b == 1'",
        " _successIf='missing'",
        " _onSuccess='a := 2'",
        " _onHalted='b := 1'",
        " _post='a := 1' _onFailure='b += 1'",
    ];
    let condition = numbers.one(&CONDITIONS);
    if depth == 0 || numbers.below(5) == 0 {
        return numbers.one(&LEAVES).replace('?', condition);
    }
    let (head, count) = match numbers.below(5) {
        0 | 1 => (numbers.one(&ONE), 1),
        2 => (numbers.one(&THREE), 3),
        _ => (numbers.one(&MANY), 2 + numbers.below(2)),
    };
    let children: String = (0..count).map(|_| tree(numbers, depth - 1)).collect();
    let name = head.split(' ').next().unwrap_or_default();
    format!("<{head}{condition}>{children}</{name}>")
}

/// Trees of all nodes run without a panic, and each start of a leaf has its one finish.
#[test]
fn random_trees_run() {
    let (mut numbers, mut ran) = (Numbers(11), 0);
    let palette = palette();
    let mut reasons = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let (main, inner) = (tree(&mut numbers, 4), "<Sequence><Leaf leaf='A'/><Script code='a += 1'/></Sequence>");
        let text = file(&[("Main", &main), ("Inner", inner)]);
        match parse(&text, &palette) {
            Ok(mut loaded) => {
                ran += 1;
                let mut bench = Bench::new("A=RSFRRS B=SRF");
                bench.answers.values_mut().for_each(|answers| answers.wrap = true);
                for tick in 0..12 {
                    loaded.tree.tick_for(Duration::from_millis(100), &mut bench);
                    if tick % 5 == 4 {
                        loaded.tree.abort(&mut bench);
                    }
                }
                loaded.tree.abort(&mut bench);
                let count = |what: &str| bench.log.iter().filter(|event| event.starts_with(what)).count();
                assert_eq!(count("start"), count("finish"), "{text}");
            }
            Err(refused) => reasons.extend(refused.mistakes().iter().map(|mistake| mistake.message.clone())),
        }
    }
    assert!(ran >= 350, "{ran} ran: {reasons:#?}");
}

/// Deeply nested trees, all of which may be skipped: each is analysed once.
#[test]
fn skipped_trees_in_trees() {
    let uses = |level: usize| format!("<SubTree ID='T{}'/>", level + 1).repeat(30);
    let tree =
        |level: usize| format!("<BehaviorTree ID='T{level}'><Sequence>{}</Sequence></BehaviorTree>", uses(level));
    let mut trees: String = (0..12).map(tree).collect();
    trees += "<BehaviorTree ID='T12'><AlwaysSuccess _skipIf='true'/></BehaviorTree>";
    let file = format!("<root BTCPP_format='4' main_tree_to_execute='T0'>{trees}</root>");
    let refused = parse(&file, &palette()).expect_err("it has too many nodes");
    assert!(refused.mistakes()[0].message.contains("has more than 1000 nodes"), "{refused}");
}
