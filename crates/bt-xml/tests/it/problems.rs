//! Files with mistakes, and their messages.

use bt_compiler::tree::keyword::is_reserved;
use bt_compiler::tree::nodes;
use bt_xml::{Level, Problem, problems};

/// `line:column message | help`, from 1, in characters.
fn told(file: &str) -> Vec<String> {
    problems(file).into_iter().map(|problem| line(file, problem)).collect()
}

fn line(file: &str, Problem { at, level, message, help, .. }: Problem) -> String {
    let before = &file[..at.start];
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let level = if level == Level::Warning { "warning: " } else { "" };
    let help = help.map(|help| format!(" | {help}")).unwrap_or_default();
    format!("{}:{column} {level}{message}{help}", before.matches('\n').count() + 1)
}

/// The problems of a file that has this tree from line 2 on.
fn told_of_tree(tree: &str) -> Vec<String> {
    told(&format!("<root BTCPP_format='4'><BehaviorTree ID='Main'>\n{tree}\n</BehaviorTree></root>"))
}

#[test]
fn files() {
    for (file, said) in [
        ("<tree/>", &["1:2 the first element of a file of trees is `root`"][..]),
        ("<root BTCPP_format='4'/>", &["1:2 the file has no `BehaviorTree`"]),
        (
            "<root BTCPP_format='5'><BehaviorTree><AlwaysSuccess/></BehaviorTree></root>",
            &["1:21 the format is 3 or 4, not `5`"],
        ),
        (
            "<root><BehaviorTree><AlwaysSuccess/></BehaviorTree></root>",
            &["1:2 warning: the file has no `BTCPP_format`, so it is read as version 3 | write `<root \
                 BTCPP_format=\"4\">`"],
        ),
        (
            "<root BTCPP_format='4'><BehaviourTree ID='A'><AlwaysSuccess/></BehaviourTree></root>",
            &["1:25 warning: `root` has no element `BehaviourTree`, so it is left out | did you mean `BehaviorTree`?"],
        ),
        (
            "<root BTCPP_format='4' main_tree_to_execute='Mian'><BehaviorTree \
             ID='Main'><AlwaysSuccess/></BehaviorTree></root>",
            &["1:46 there is no tree `Mian` | did you mean `Main`?"],
        ),
        (
            "<root BTCPP_format='4'><BehaviorTree><AlwaysSuccess/></BehaviorTree><BehaviorTree ID='B'/></root>",
            &[
                "1:25 a tree needs an `ID`, since the file has several",
                "1:70 a tree has exactly one node below `BehaviorTree`, but this one has 0",
            ],
        ),
        ("<root BTCPP_format='4'><include/></root>", &["1:25 `include` has no `path`"]),
        (
            "<root BTCPP_format='4' project_name='A' projekt='A'><BehaviorTree \
             ID='A'><AlwaysSuccess/></BehaviorTree></root>",
            &["1:41 warning: `root` has no attribute `projekt`"],
        ),
        ("<root>\n<a></b></root>", &["2:4 expected 'a' tag, not 'b'"]),
        ("<root>\n  <a b='c></root>", &["2:8 this attribute has no end: a quote is missing"]),
        ("", &["1:1 the document does not have a root node"]),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><root/>",
            &["1:1 a document type is not allowed: entities of your own are not read"],
        ),
    ] {
        assert_eq!(told(file), said, "{file}");
    }
}

#[test]
fn trees() {
    for (tree, said) in [
        ("<Sequence><Wave/><Wave name='twice'/></Sequence>", &[][..]),
        ("<Sequence/>", &["2:2 `Sequence` takes at least one child, but has none"]),
        ("<Inverter><A/><B/></Inverter>", &["2:2 `Inverter` takes one child, but has 2"]),
        ("<Sequnce><A/><B/></Sequnce>", &["2:2 warning: there is no model of `Sequnce` | did you mean `Sequence`?"]),
        ("<Action ID='Wave'/>", &[]),
        ("<Action/>", &["2:2 `Action` needs an `ID`"]),
        (
            "<Wave ID='Hello'/>",
            &["2:11 a node has its name as its element, or as its `ID`, not both | write `<Wave>`, or `<Action \
               ID=\"Hello\">`"],
        ),
        ("<Repeat num_cycles='often'><A/></Repeat>", &["2:21 `num_cycles` is a whole number"]),
        ("<Repeat num_cycles='{often}'><A/></Repeat>", &[]),
        (
            "<Delay delay_msec='10,000'><A/></Delay>",
            &["2:20 warning: `delay_msec` is a number: BehaviorTree.CPP reads `10` and leaves out the rest"],
        ),
        ("<Delay delay_msec='-10'><A/></Delay>", &["2:20 `delay_msec` is a whole number, not below 0"]),
        ("<Repeat num_cycles='-2'><A/></Repeat>", &["2:21 `num_cycles` is from -1 to 2147483647"]),
        ("<RateController hz='0'><A/></RateController>", &["2:21 `hz` is above 0"]),
        ("<Repeat><A/></Repeat>", &["2:2 `Repeat` needs the port `num_cycles`"]),
        (
            "<Repeat num_cycle='3'><A/></Repeat>",
            &[
                "2:2 `Repeat` needs the port `num_cycles`",
                "2:9 `Repeat` has no port `num_cycle` | did you mean `num_cycles`?",
            ],
        ),
        ("<LoopInt queue='1;2' value='x'><A/></LoopInt>", &["2:29 `value` is a key of the blackboard: `{key}`"]),
        ("<A 1st='x'/>", &["2:4 invalid name token"]),
        (
            "<A _skipIf='x ==' _while='a < 3'/>",
            &[
                "2:17 a value is missing at the end",
                "2:29 warning: a bare `<` in an attribute is not valid XML: BehaviorTree.CPP reads it, others may not \
                 | write `&lt;`",
            ],
        ),
        ("<A _skipIf='a &lt; 3 &amp;&amp; '/>", &["2:13 a value is missing at the end"]),
        ("<A _skipIf='a\n\t ==  == 2'/>", &["3:7 a value is missing before `==`"]),
        (
            "<A a='1'b='2'/><!-- a -- b --->",
            &[
                "2:9 warning: an attribute without a blank before it is not valid XML: BehaviorTree.CPP reads it, \
                 others may not | write a blank",
                "2:23 warning: `--` in a comment is not valid XML: BehaviorTree.CPP reads it, others may not | write \
                 `-`",
                "2:28 warning: `--` in a comment is not valid XML: BehaviorTree.CPP reads it, others may not | write \
                 `-`",
            ],
        ),
        ("<Script code=\"x := 'é' + \"/>", &["2:26 a value is missing at the end"]),
        ("<SubTree ID='Mian'/>", &["2:14 warning: the tree `Mian` is in none of the files | did you mean `Main`?"]),
        ("<Sequence><SubTree ID='Main'/></Sequence>", &["2:24 the tree `Main` contains itself"]),
    ] {
        assert_eq!(told_of_tree(tree), said, "{tree}");
    }
}

#[test]
fn models() {
    let file = "<root BTCPP_format='4'>\n<TreeNodesModel>\n<Action ID='Go'><input_port name='goal' \
                type='int'/></Action>\n<Decorator ID='Twice'/>\n<Acton ID='X'/>\n</TreeNodesModel>\n<BehaviorTree \
                ID='Main'><Sequence><Go gaol='1'/><Twice/><Gp/></Sequence></BehaviorTree></root>";
    assert_eq!(
        told(file),
        [
            "5:2 warning: `Acton` is not a kind of model, so it is left out | did you mean `Action`?",
            "7:39 warning: the model of `Go` has no port `gaol` | did you mean `goal`?",
            "7:50 `Twice` takes one child, as its model says, but has none",
        ]
    );
}

#[test]
fn version_3() {
    let file = "<root BTCPP_format='3'><BehaviorTree ID='Main'><SequenceStar><SubTreePlus ID='B' \
                __autoremap='1'/><RetryUntilSuccesful num_attempts='3'><Parallel success_threshold='1' \
                failure_threshold='1'><A/><B/></Parallel></RetryUntilSuccesful></SequenceStar></\
                BehaviorTree><BehaviorTree ID='B'><A/></BehaviorTree></root>";
    assert_eq!(told(file), [""; 0]);
    // The models of subtrees are not read, nor the `ID` of a node in the short form.
    let file = "<root BTCPP_format='3'><BehaviorTree ID='Main'><Sequence ID='x'><SubTree ID='B' \
                __shared_blackboard='false'/></Sequence></BehaviorTree><BehaviorTree \
                ID='B'><A/></BehaviorTree><TreeNodesModel><SubTree ID='B'><input_port \
                name='__shared_blackboard'/><input_port name='to'/><out_port \
                name='b'/></SubTree></TreeNodesModel></root>";
    assert_eq!(
        told(file),
        [
            "1:62 warning: version 3 does not look at the `ID` of a `Sequence`",
            "1:272 warning: a model has no element `out_port` | did you mean `inout_port`?",
        ]
    );
}

/// The only threshold of a `Parallel` before version 3.5: it fails as soon as that many can no longer succeed.
#[test]
fn one_threshold() {
    let file = "<root BTCPP_format='3'><BehaviorTree ID='Main'><Parallel \
                threshold='2'><A/><B/><C/></Parallel></BehaviorTree></root>";
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.to_owned()));
    assert!(imported.trees.expect("it is right").contains("parallel(success = 2, failure = 2) <"));
}

/// Trees that BehaviorTree.CPP runs, and that the compiler would refuse in Rust.
#[test]
fn trees_that_the_compiler_takes() {
    let passes =
        Some("`KeepRunningUntilFailure` takes a tick for each pass; `repeat_until_failure` continues in the same tick");
    for (tree, trees, said) in [
        (
            "<KeepRunningUntilFailure><ForceSuccess><A/></ForceSuccess></KeepRunningUntilFailure>",
            "inverter < unchecked < repeat_until_failure < force_success < a, >, >, >, >",
            passes,
        ),
        (
            "<Sequence><KeepRunningUntilFailure><A/></KeepRunningUntilFailure><B name='here'/></Sequence>",
            "sequence < inverter < repeat_until_failure < a, >, >, unchecked < here: b, >, >",
            passes,
        ),
        // Only a leaf that is a condition answers at once.
        (
            "<Sequence><KeepRunningUntilFailure><Condition ID='A'/></KeepRunningUntilFailure><B/></Sequence>",
            "sequence < inverter < repeat_until_failure < a, >, >, unchecked < b, >, >",
            None,
        ),
        (
            "<Parallel success_count='1'><A/><Condition ID='B'/><C/></Parallel>",
            "parallel(success = 1) < a, b, unchecked < c, >, >",
            None,
        ),
        ("<Parallel success_count='1'><A/><B/><C/></Parallel>", "parallel(success = 1) < a, b, c, >", None),
        ("<ParallelAll max_failures='-1'><A/><B/></ParallelAll>", "parallel_all(failure = 2) < a, b, >", None),
        ("<ParallelAll max_failures='-2'><A/><B/></ParallelAll>", "parallel_all < a, b, >", None),
        (
            "<Switch2 variable='{x}' case_1='1' \
             case_2='2'><KeepRunningUntilFailure><ForceSuccess><A/></ForceSuccess></KeepRunningUntilFailure><B/><C/></\
             Switch2>",
            "1 => inverter < unchecked < repeat_until_failure < force_success < a, >, >, >, >, 2 => b, _ => c, >",
            passes,
        ),
        (
            "<ReactiveSequence><A/><RateController hz='2'><B/></RateController><C/></ReactiveSequence>",
            "pipeline < a, throttle(0.5) < b, >, c, >",
            Some(
                "`ReactiveSequence` becomes `pipeline`: a `RateController` that waits would abort the children after \
                 it",
            ),
        ),
        (
            "<ReactiveSequence><A/><RateController hz='2'><B/></RateController></ReactiveSequence>",
            "reactive_sequence < a, throttle(0.5) < b, >, >",
            None,
        ),
    ] {
        let file = format!("<root BTCPP_format='4'><BehaviorTree ID='Main'>{tree}</BehaviorTree></root>");
        let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
        let told: Vec<_> = imported.problems.into_iter().map(|problem| problem.message).collect();
        assert_eq!(told, said.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{tree}");
        let written = imported.trees.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(written.contains(trees), "{written}");
    }
}

/// The place of a name has its prefix, whatever its letters.
#[test]
fn elements_with_prefixes() {
    for name in ["aééé:Action", "b:Action"] {
        let prefix = name.split(':').next().expect("it has one");
        let file = format!(
            "<root BTCPP_format='4' xmlns:{prefix}='x'><BehaviorTree ID='Main'><{name}/></BehaviorTree></root>"
        );
        let found = problems(&file);
        assert!(!found.is_empty());
        found.iter().for_each(|problem| assert_eq!(file.get(problem.at.clone()), Some(name), "{problem:?}"));
    }
}

/// Rust has no literals for `nan` and `inf`. Items are split as BehaviorTree.CPP splits them.
#[test]
fn values_that_are_not_literals_of_rust() {
    let import = |tree: &str| {
        let file = format!(
            "<root BTCPP_format='4'><BehaviorTree ID='Main'>{tree}</BehaviorTree><TreeNodesModel><Action \
             ID='Say'><input_port name='of'/></Action><Action ID='Turn'><input_port name='by' \
             type='double'/></Action></TreeNodesModel></root>"
        );
        let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
        let problems: Vec<_> = imported.problems.into_iter().map(|problem| problem.message).collect();
        (imported.rust.expect("it is right"), problems)
    };
    for (number, written) in [("nan", "f64::NAN"), ("inf", "f64::INFINITY"), ("-infinity", "f64::NEG_INFINITY")] {
        let (rust, problems) = import(&format!("<Turn by='{number}'/>"));
        assert!(rust.contains(&format!("turn({written})")), "{rust}");
        assert_eq!(problems, [""; 0]);
    }
    for (queue, items) in [("1;2;", "[1, 2]"), ("", "[]"), ("3", "[3]")] {
        let (rust, _) = import(&format!("<LoopInt queue='{queue}' value='{{v}}'><Say of='{{v}}'/></LoopInt>"));
        assert!(rust.contains(&format!("{items}.get(item)")), "{rust}");
    }
}

/// Two ports of a leaf would have one name in Rust, and the name of another leaf is a keyword of Rust.
#[test]
fn names_of_ports() {
    let file = "<root BTCPP_format='4'><BehaviorTree ID='Main'><Yield goalPose='1' \
                goal_pose='2'/></BehaviorTree><TreeNodesModel><Action ID='Yield'><input_port \
                name='goalPose'/><input_port name='goalPose'/></Action></TreeNodesModel></root>";
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.to_owned()));
    let rust = imported.rust.expect("it is right");
    assert!(rust.contains("pub fn yield_(board: &mut Board, goal_pose: i64, goal_pose_2: i64)"), "{rust}");
}

/// A leaf has neither the name of a node of `bt`, nor a keyword, nor a name of Rust's prelude.
#[test]
fn names_that_a_leaf_cannot_have() {
    let ids = "Wait Cooldown ForEach Weighted Yield Gen Type Box Vec Send Drop Some FromIterator".split(' ');
    let leaves: String = ids.map(|id| format!("<Action ID='{id}'/>")).collect();
    let file =
        format!("<root BTCPP_format='4'><BehaviorTree ID='Main'><Sequence>{leaves}</Sequence></BehaviorTree></root>");
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    let rust = imported.rust.unwrap_or_else(|| panic!("{:?}", imported.problems));
    let names: Vec<&str> = rust.split("pub fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    assert_eq!(names.len(), 13, "{rust}");
    for name in names {
        let function = format!("fn {name}(board: &mut Board) -> Status {{}}").parse().expect("these are tokens");
        let mistakes = bt_compiler::leaf::mistakes(Default::default(), function);
        assert!(mistakes.is_empty() && nodes::find(name).is_none() && !is_reserved(name), "{name}: {mistakes:?}");
    }
}

/// A custom node whose name is nearly the name of a node of `bt`.
#[test]
fn names_that_look_like_slips() {
    let file = "<root BTCPP_format='4'><BehaviorTree \
                ID='Main'><Sequnce><Repeats><A/></Repeats><B/></Sequnce></BehaviorTree></root>";
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.to_owned()));
    let trees = imported.trees.unwrap_or_else(|| panic!("{:?}", imported.problems));
    let written = trees.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(written.contains("sequnce_node < repeats_node < a, >, b, >"), "{written}");
    // Leaves and subtrees, too, and a subtree that none of the files has.
    let file = "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree ID='Main'><Sequence><Wat/><SubTree \
                ID='Runing'/><SubTree ID='Suceed'/></Sequence></BehaviorTree><BehaviorTree \
                ID='Runing'><A/></BehaviorTree></root>";
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.to_owned()));
    let trees = imported.trees.unwrap_or_else(|| panic!("{:?}", imported.problems));
    let written = trees.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(written.contains("sequence < wat_leaf, runing_tree, suceed_leaf, >"), "{written}");
}

/// A tree in a file replaces the one of the same name in an included file; that one replaces earlier ones.
#[test]
fn trees_that_are_replaced() {
    let tree = |id: &str, node: &str| format!("<BehaviorTree ID='{id}'>{node}</BehaviorTree>");
    let load = |path: &str| -> Result<String, String> {
        let inner = match path {
            "a.xml" => format!(
                "<include path='b.xml'/><include path='c.xml'/>{}{}",
                tree("Main", "<SubTree ID='Go'/>"),
                tree("Rest", "<A/>")
            ),
            "b.xml" => tree("Go", "<B/>") + &tree("Rest", "<B/>"),
            _ => tree("Go", "<C/>"),
        };
        Ok(format!("<root BTCPP_format='4'>{inner}</root>"))
    };
    let imported = bt_xml::import(&["a.xml"], &[], &mut |path| load(path));
    let told = imported
        .problems
        .iter()
        .map(|problem| (&*problem.file, &*problem.message, &*problem.first.as_ref().expect("it has one").file));
    let said = |name: &str| format!("a second tree `{name}`: BehaviorTree.CPP takes the last one");
    assert_eq!(told.collect::<Vec<_>>(), [("a.xml", &*said("Rest"), "b.xml"), ("c.xml", &*said("Go"), "b.xml")]);
    let trees = imported.trees.expect("it is right");
    assert!(trees.contains("Go(Board) = c") && trees.contains("Rest(Board) = a") && !trees.contains("= b"), "{trees}");
}

/// Files that want time, memory or the stack.
#[test]
fn hostile_files() {
    let tree = |inner: &str| format!("<root BTCPP_format='4'><BehaviorTree ID='M'>{inner}</BehaviorTree></root>");
    let deep = tree(&("<Inverter>".repeat(100_000) + "<A/>" + &"</Inverter>".repeat(100_000)));
    assert_eq!(told(&deep).len(), 1, "only the depth is told");
    let open = tree(&"<Inverter>".repeat(100_000));
    let wide = tree(&format!("<Sequence>{}</Sequence>", "<A/>".repeat(40_000)));
    let wider = tree(&"<A/>".repeat(60_000));
    assert_eq!(told(&wider), ["1:200037 the file has more than 50000 elements"]);
    let bare = tree(&format!("<A a='{}'/>", "&<".repeat(200_000)));
    let quote = tree(&format!("<A a='{}", "<A b=\"c\"/>".repeat(100_000)));
    let circle: String = (0..2_000)
        .map(|n| format!("<BehaviorTree ID='T{n}'><SubTree ID='T{}'/></BehaviorTree>", (n + 1) % 2_000))
        .collect();
    for (file, most) in
        [(open, 1), (wide, 0), (bare, 20), (quote, 1), (format!("<root BTCPP_format='4'>{circle}</root>"), 1)]
    {
        assert!(told(&file).len() <= most, "{:?}", told(&file).iter().take(3).collect::<Vec<_>>());
    }
    assert_eq!(told(&" ".repeat(17 << 20)), ["1:1 the file is longer than 16 MB"]);
}

/// Entities that would grow to gigabytes, names in names, thousands of attributes.
#[test]
fn files_that_would_grow() {
    let entities: String =
        (1..20).map(|n| format!("<!ENTITY e{n} '{}'>", format!("&e{};", n - 1).repeat(10))).collect();
    let bomb = format!("<!DOCTYPE a [<!ENTITY e0 'lol'>{entities}]><root BTCPP_format='4'>&e19;</root>");
    assert_eq!(told(&bomb), ["1:1 a document type is not allowed: entities of your own are not read"]);
    let attributes: String = (0..500_000).map(|n| format!(" a{n}='x'")).collect();
    assert_eq!(told_of_tree(&format!("<A{attributes}/>")), ["2:8900 an element has more than 1000 attributes"]);
    let script = format!("<Script code='x := {}1{}'/>", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(told_of_tree(&script).len(), 1);
    let script = format!("<Script code='x := {}1'/>", "-".repeat(100_000));
    assert!(told_of_tree(&script).len() <= 1);
}

/// Each tree uses the next one twice, with a different constant each time, which the last one reads: 2^40 of them.
#[test]
fn trees_that_would_grow() {
    let tree = |n: usize| {
        let subtree = |value: u8| format!("<SubTree ID='T{}' c{n}='{value}' _autoremap='true'/>", n + 1);
        format!("<BehaviorTree ID='T{n}'><Sequence>{}{}</Sequence></BehaviorTree>", subtree(1), subtree(2))
    };
    let trees: String = (0..40).map(tree).collect();
    let ports: String = (0..40).map(|n| format!(" p{n}='{{c{n}}}'")).collect();
    let file = format!("<root BTCPP_format='4'>{trees}<BehaviorTree ID='T40'><Use{ports}/></BehaviorTree></root>");
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    let messages: Vec<_> = imported.problems.iter().map(|problem| &*problem.message).collect();
    assert_eq!((imported.rust, messages), (None, vec!["there are too many subtrees in subtrees"]));
}

/// A tree of many nodes, used with a different constant each time, is written as often.
#[test]
fn trees_that_are_written_often() {
    let uses: String = (0..200).map(|n| format!("<SubTree ID='Go' to='{n}'/>")).collect();
    let file = |nodes: usize| {
        let nodes = "<Use to='{to}'/>".repeat(nodes);
        format!(
            "<root BTCPP_format='4'><BehaviorTree ID='Main'><Sequence>{uses}</Sequence></BehaviorTree>
             <BehaviorTree ID='Go'><Sequence>{nodes}</Sequence></BehaviorTree></root>"
        )
    };
    let import = |file: String| bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    assert!(import(file(2)).rust.is_some());
    let messages: Vec<_> = import(file(1_000)).problems.into_iter().map(|problem| problem.message).collect();
    assert_eq!(messages, ["there are too many subtrees in subtrees"]);
}

/// rustc wants single underscores in names: `Move` is `move_` alone.
#[test]
fn fields_of_trees_with_the_name_of_a_keyword() {
    let tree = |id: &str, more: &str| {
        format!("<BehaviorTree ID='{id}'><Sequence><Script code='at := 1'/>{more}</Sequence></BehaviorTree>")
    };
    let file = format!("<root BTCPP_format='4'>{}{}</root>", tree("Main", "<SubTree ID='Move'/>"), tree("Move", ""));
    let rust = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone())).rust.expect("it has no mistake");
    assert!(rust.contains("pub move_at: f64") && !rust.contains("__"), "{rust}");
}

/// Every prefix of a file, and every file with one byte missing or changed, is read without a panic.
#[test]
fn damaged_files() {
    let file = "<root BTCPP_format=\"4\">\n<!-- doc é -->\n<BehaviorTree ID=\"Main\"><Sequence name='x'><SubTree \
                ID=\"B\" a=\"{=}\" b='{@c}' _autoremap=\"true\"/><Script code=\"x := 'ü' &amp;&amp; 1 < \
                2\"/></Sequence></BehaviorTree><TreeNodesModel><Action ID='Go'><input_port \
                name='a'>text</input_port></Action></TreeNodesModel></root>";
    for (at, char) in file.char_indices() {
        let (before, after) = (&file[..at], &file[at + char.len_utf8()..]);
        told(before);
        told(&format!("{before}{after}"));
        for other in ["<", ">", "\"", "'", "&", "{", "é", "\0"] {
            told(&format!("{before}{other}{after}"));
        }
    }
}

/// A file of version 3 has a different meaning in version 4 if a subtree has `port="key"`.
#[test]
fn the_format_is_a_hint_where_it_is_right() {
    let help = |node: &str| {
        let file = format!("<root><BehaviorTree ID='Main'>{node}</BehaviorTree></root>");
        let told =
            bt_xml::problems(&file).into_iter().find(|problem| problem.message.contains("has no `BTCPP_format`"));
        told.and_then(|problem| problem.help).unwrap_or_default()
    };
    for same in ["<A/>", "<A goal='key'/>", "<SubTree ID='B'/>", "<SubTree ID='B' goal='{key}'/>"] {
        assert_eq!(help(same), "write `<root BTCPP_format=\"4\">`", "{same}");
    }
    for other in ["<SubTree ID='B' goal='key'/>", "<SequenceStar><A/></SequenceStar>", "<A goal='${key}'/>"] {
        assert!(help(other).starts_with("convert it with"), "{other}");
    }
}

/// BehaviorTree.CPP fills in the defaults of a subtree's model, and refuses a subtree without a value for a port.
#[test]
fn defaults_of_subtrees() {
    let file = |subtree: &str| {
        format!(
            "<root BTCPP_format='4'><BehaviorTree ID='Main'>{subtree}</BehaviorTree>
             <BehaviorTree ID='Go'><Script code='at := speed * 2'/></BehaviorTree>
             <TreeNodesModel><SubTree ID='Go'><input_port name='speed' default='1.5'/><input_port \
             name='to'/></SubTree></TreeNodesModel></root>"
        )
    };
    for (subtree, part) in [
        ("<SubTree ID='Go' to='home' speed='4'/>", "board.at = 4.0 * 2.0"),
        ("<SubTree ID='Go' to='home'/>", "board.at = 1.5 * 2.0"),
        ("<SubTree ID='Go' _autoremap='true'/>", "board.at = board.speed * 2.0"),
    ] {
        let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file(subtree)));
        assert!(imported.trees.as_ref().is_some_and(|trees| trees.contains(part)), "{subtree}: {imported:?}");
    }
    let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file("<SubTree ID='Go'/>")));
    let told: Vec<_> = imported.problems.iter().map(|problem| &*problem.message).collect();
    assert_eq!(told, ["the subtree `Go` needs the port `to`"]);
}

/// BehaviorTree.CPP throws when such a node is ticked.
#[test]
fn thresholds_that_are_never_reached() {
    for (parallel, said) in [
        ("<Parallel success_count='3' failure_count='-3'><A/><B/></Parallel>", &["success_count", "failure_count"][..]),
        ("<Parallel success_count='-2' failure_count='2'><A/><B/></Parallel>", &[]),
        ("<ParallelAll max_failures='3'><A/><B/></ParallelAll>", &["max_failures"]),
    ] {
        let file = format!("<root BTCPP_format='4'><BehaviorTree ID='Main'>{parallel}</BehaviorTree></root>");
        let imported = bt_xml::import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
        let told: Vec<_> = imported.problems.into_iter().map(|problem| problem.message).collect();
        let expected = said.iter().map(|name| format!("`{name}` is at most 2, since there are 2 children"));
        assert_eq!(told, expected.collect::<Vec<_>>());
        assert_eq!(imported.rust.is_some(), said.is_empty());
    }
}
