//! What random trees have shown next to BehaviorTree.CPP itself: see `crates/bt-live/tests/btcpp`.

/// Two loops that write the same entry, one in the other.
#[test]
fn loops_in_loops() {
    let each = |body: &str| format!("<LoopInt queue='1;2' value='{{i}}'>{body}</LoopInt>");
    let body = each(&format!("<Sequence>{}{}</Sequence>", each("<A/>"), each("<B/>")));
    let file = format!("<root BTCPP_format='4'><BehaviorTree ID='Main'>{body}</BehaviorTree></root>");
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    let trees = imported.trees.expect("it has no errors");
    let count = |part: &str| trees.matches(part).count();
    assert_eq!((count("-> i <"), count("-> i_ <"), count("board.i = i_;")), (1, 2, 2), "{trees}");
}

/// BehaviorTree.CPP skips a node if everything in it is skipped, then runs no script after it, and does not reset all
/// nodes that have answered.
#[test]
fn what_differs_is_a_warning() {
    let told = |tree: &str| -> Vec<String> {
        let inner = "<BehaviorTree ID='Inner'><A _skipIf='a'/></BehaviorTree>";
        let file = format!(
            "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree \
             ID='Main'>{tree}</BehaviorTree>{inner}</root>"
        );
        let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
        // That of the root of `Inner`, whose parent is another tree.
        let inner = "a node that is skipped here has no counterpart: it fails instead";
        imported.problems.into_iter().map(|problem| problem.message).filter(|told| told != inner).collect()
    };
    let all = |name: &str, becomes: &str| {
        vec![format!("if all its children are skipped, BehaviorTree.CPP skips `{name}`, which {becomes} here")]
    };
    let (a, b) = ("<A _skipIf='a'/>", "<B/>");
    for (tree, expected) in [
        (format!("<Fallback><Sequence>{a}{a}</Sequence>{b}</Fallback>"), all("Sequence", "succeeds")),
        (format!("<Fallback><Sequence><SubTree ID='Inner'/>{a}</Sequence>{b}</Fallback>"), all("Sequence", "succeeds")),
        (format!("<Fallback><Sequence>{a}{b}</Sequence>{b}</Fallback>"), vec![]),
        (format!("<Sequence><Sequence>{a}{a}</Sequence>{b}</Sequence>"), vec![]),
        (
            format!("<Sequence><ReactiveFallback>{a}{a}</ReactiveFallback>{b}</Sequence>"),
            all("ReactiveFallback", "fails"),
        ),
        (format!("<Fallback><ForceSuccess>{a}</ForceSuccess>{b}</Fallback>"), all("ForceSuccess", "succeeds")),
        (format!("<Sequence><ForceFailure>{a}</ForceFailure>{b}</Sequence>"), all("ForceFailure", "fails")),
        (
            format!("<Sequence><Sequence _post='n := 1'>{a}{a}</Sequence>{b}</Sequence>"),
            vec!["`_post` differs where what is below is skipped: here the node succeeds or fails".to_owned()],
        ),
        (format!("<Sequence><Sequence _post='n := 1'>{a}{b}</Sequence>{b}</Sequence>"), vec![]),
        (
            format!("<Precondition if='a'>{b}</Precondition>"),
            vec!["`Precondition` asks again after a halt of its child".to_owned()],
        ),
        ("<Precondition if='a'><Condition ID='C'/></Precondition>".to_owned(), vec![]),
        (
            format!("<IfThenElse>{b}{b}</IfThenElse>"),
            vec!["BehaviorTree.CPP may keep this answer; here `IfThenElse` checks again".to_owned()],
        ),
        (
            format!("<RoundRobin>{b}{b}</RoundRobin>"),
            vec!["`round_robin` wraps around, as with `wrap_around`".to_owned()],
        ),
        (format!("<RoundRobin wrap_around='true'>{b}{b}</RoundRobin>"), vec![]),
        (format!("<IfThenElse>{b}{b}{b}</IfThenElse>"), vec![]),
        (
            format!("<RunOnce then_skip='false'>{a}</RunOnce>"),
            vec!["`RunOnce` does not ask its child again after it was skipped".to_owned()],
        ),
        (
            format!("<WhileDoElse>{b}{b}{b}</WhileDoElse>"),
            vec![
                "the condition of `WhileDoElse` is more than conditions: the `else` also runs when `then` fails"
                    .to_owned(),
                "BehaviorTree.CPP may keep this answer; here `WhileDoElse` checks again".to_owned(),
                "while this runs, a running branch is aborted here; BehaviorTree.CPP lets it wait".to_owned(),
            ],
        ),
        (format!("<IfThenElse><Condition ID='C'/>{b}</IfThenElse>"), vec![]),
    ] {
        assert_eq!(told(&tree), expected, "{tree}");
    }
}

/// Trees in trees in trees are looked at once.
#[test]
fn skipped_trees_in_trees() {
    let uses = |level: usize| format!("<SubTree ID='T{}'/>", level + 1).repeat(20);
    let mut trees: String = (0..12)
        .map(|level| format!("<BehaviorTree ID='T{level}'><Sequence>{}</Sequence></BehaviorTree>", uses(level)))
        .collect();
    trees += "<BehaviorTree ID='T12'><AlwaysSuccess _skipIf='true'/></BehaviorTree>";
    let file = format!("<root BTCPP_format='4' main_tree_to_execute='T0'>{trees}</root>");
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    assert!(imported.rust.is_some(), "{:?}", imported.problems);
}

/// rustc knows what a tree can answer where another tree uses it.
#[test]
fn trees_that_never_succeed() {
    let tree = |id: &str, body: &str| format!("<BehaviorTree ID='{id}'>{body}</BehaviorTree>");
    let file = format!(
        "<root BTCPP_format='4' main_tree_to_execute='Main'>{}{}{}{}</root>",
        tree("Main", "<Sequence><SubTree ID='Outer'/><A/></Sequence>"),
        tree("Other", "<Fallback><SubTree ID='Inner'/><SubTree ID='Outer'/><B/></Fallback>"),
        tree("Outer", "<Sequence><C/><SubTree ID='Inner'/></Sequence>"),
        tree(
            "Inner",
            "<ForceFailure><Inverter><KeepRunningUntilFailure><Condition \
             ID='D'/></KeepRunningUntilFailure></Inverter></ForceFailure>"
        ),
    );
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    let written = imported.trees.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    for tree in ["sequence < outer, unchecked < a, >, >", "selector < inner, outer, b, >", "sequence < c, inner, >"] {
        assert!(written.contains(tree), "{written}");
    }
}
