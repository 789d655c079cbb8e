//! What is probably not meant, in files that BehaviorTree.CPP loads.

use bt_xml::{Sources, lint};

/// The warnings about a file with a main tree and others, as `line message`. The tree begins in line 2.
fn warnings(main: &str, rest: &str) -> Vec<String> {
    let models = r#"<TreeNodesModel>
        <Action ID="Make"><output_port name="to" type="int"/></Action>
        <Action ID="Use">
            <input_port name="what" type="int"/>
            <input_port name="scale" type="double"/>
            <input_port name="is_on" type="bool"/>
            <input_port name="label" type="std::string"/>
        </Action>
        <Condition ID="IsOn"/>
    </TreeNodesModel>"#;
    let file = format!(
        "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree \
         ID=\"Main\">\n{main}\n</BehaviorTree>\n{rest}{models}</root>"
    );
    let sources = Sources { paths: &["trees.xml"], ..Sources::default() };
    let found = lint(sources, &mut |_| Ok(file.clone())).into_iter();
    found.map(|problem| format!("{} {}", file[..problem.at.start].matches('\n').count() + 1, problem.message)).collect()
}

fn expect(main: &str, rest: &str, expected: &[&str]) {
    assert_eq!(warnings(main, rest), expected, "{main}{rest}");
}

#[test]
fn entries_that_are_read_before_they_are_written() {
    const LATE: &str = "2 `{a}` is read before it is written: `Make`, which writes it, runs later";
    let late = |main: &str| expect(main, "", &[LATE]);
    late(r#"<Sequence><Use what="{a}"/><Make to="{a}"/></Sequence>"#);
    late(r#"<Sequence><Timeout msec="9"><Use what="{a}"/></Timeout><Make to="{a}"/></Sequence>"#);
    // A script stops the tree, so no fallback comes after it.
    late(r#"<Fallback><ScriptCondition code="a == 1"/><Make to="{a}"/></Fallback>"#);
    late(r#"<Sequence><IsOn _skipIf="a == 1"/><Make to="{a}"/></Sequence>"#);

    let right = |main: &str| expect(main, "", &[]);
    right(r#"<Sequence><Make to="{a}"/><Use what="{a}"/></Sequence>"#);
    // The program may set an entry that no node writes.
    right(r#"<Sequence><Use what="{a}"/><Use what="{b}"/></Sequence>"#);
    // It is written in an earlier round, or by a sibling that runs meanwhile.
    right(r#"<Repeat num_cycles="3"><Sequence><Use what="{a}"/><Make to="{a}"/></Sequence></Repeat>"#);
    right(r#"<ReactiveSequence><Use what="{a}"/><Make to="{a}"/></ReactiveSequence>"#);
    right(r#"<Parallel><Use what="{a}"/><Make to="{a}"/></Parallel>"#);
    // If the entry is not set, the failure is intended.
    right(r#"<Fallback><Use what="{a}"/><Make to="{a}"/></Fallback>"#);
    // A script after a node may use what the node writes.
    right(r#"<Make to="{a}" _onSuccess="b := a"/>"#);
    // It is unknown what `Unknown` does with the entry.
    right(r#"<Sequence><Use what="{a}"/><Unknown a="{a}"/></Sequence>"#);
    right(r#"<Sequence><Use what="{@a}"/><Make to="{@a}"/></Sequence>"#);
}

#[test]
fn entries_that_nobody_gives_a_subtree() {
    let sub = r#"<BehaviorTree ID="Sub"><Sequence><Use what="{a}"/><Make to="{a}"/></Sequence></BehaviorTree>"#;
    let late = "2 `Sub` reads `{a}` before `Make` in it writes it, and this `SubTree` does not pass it";
    expect(r#"<SubTree ID="Sub"/>"#, sub, &[late]);
    for right in
        [r#"<SubTree ID="Sub" a="{b}"/>"#, r#"<SubTree ID="Sub" a="1"/>"#, r#"<SubTree ID="Sub" _autoremap="1"/>"#]
    {
        expect(right, sub, &[]);
    }
    expect(r#"<Repeat num_cycles="2"><SubTree ID="Sub"/></Repeat>"#, sub, &[]);

    // This also holds through a tree that passes on an entry which it never got.
    let outer = r#"<BehaviorTree ID="Outer"><SubTree ID="Sub" b="{c}"/></BehaviorTree>
        <BehaviorTree ID="Sub"><Use what="{b}"/></BehaviorTree>"#;
    let missing = "2 `Outer` reads `{c}`, which nothing in it writes, and this `SubTree` does not pass it";
    expect(r#"<SubTree ID="Outer"/>"#, outer, &[missing]);
    expect(r#"<SubTree ID="Outer" c="{d}"/>"#, outer, &[]);
    // A name in a script may be an enum value.
    expect(r#"<SubTree ID="Sub"/>"#, r#"<BehaviorTree ID="Sub"><Script code="a := Red"/></BehaviorTree>"#, &[]);
}

/// Each tree runs the next one twice, so 2^39 ways lead to the last one.
#[test]
fn trees_that_are_run_in_many_ways() {
    let next = |number: usize| format!(r#"<SubTree ID="T{}"/>"#, number + 1).repeat(2);
    let all = (1..40)
        .map(|number| format!(r#"<BehaviorTree ID="T{number}"><Sequence>{}</Sequence></BehaviorTree>"#, next(number)));
    let last =
        r#"<BehaviorTree ID="T40"><Sequence><Sleep msec="{t}"/><Script code="t := 5"/></Sequence></BehaviorTree>"#;
    let late = "4 `T40` reads `{t}` before `Script` in it writes it, and this `SubTree` does not pass it";
    expect(r#"<SubTree ID="T1"/>"#, &(all.collect::<String>() + last), &[late, late]);
    // In the second round, the entry is written.
    let again = r#"<Repeat num_cycles="2"><SubTree ID="T39"/></Repeat>"#;
    expect(again, &format!(r#"<BehaviorTree ID="T39">{}</BehaviorTree>{last}"#, r#"<SubTree ID="T40"/>"#), &[]);
}

#[test]
fn children_that_never_run() {
    let never =
        |child: &str, before: &str, how: &str| format!("2 `{child}` never runs: `{before}` before it never {how}");
    let cases = [
        (r#"<Fallback><AlwaysSuccess/><IsOn/></Fallback>"#, never("IsOn", "AlwaysSuccess", "fails")),
        (r#"<Fallback><ForceSuccess><IsOn/></ForceSuccess><IsOn/></Fallback>"#, never("IsOn", "ForceSuccess", "fails")),
        (r#"<Sequence><Inverter><AlwaysSuccess/></Inverter><IsOn/></Sequence>"#, never("IsOn", "Inverter", "succeeds")),
        (
            r#"<Sequence><KeepRunningUntilFailure><IsOn/></KeepRunningUntilFailure><IsOn/></Sequence>"#,
            never("IsOn", "KeepRunningUntilFailure", "succeeds"),
        ),
        (
            r#"<Sequence><Repeat num_cycles="-1"><Make to="{a}"/></Repeat><IsOn/><IsOn/></Sequence>"#,
            never("IsOn", "Repeat", "succeeds"),
        ),
        (
            r#"<Fallback><RetryUntilSuccessful num_attempts="-1"><IsOn/></RetryUntilSuccessful><Make to="{a}"/></Fallback>"#,
            never("Make", "RetryUntilSuccessful", "fails"),
        ),
    ];
    for (main, expected) in cases {
        expect(main, "", &[&expected]);
    }
    for right in [
        r#"<Fallback><ForceSuccess _skipIf="a"><IsOn/></ForceSuccess><IsOn/></Fallback>"#,
        r#"<Fallback><ForceSuccess><IsOn _while="a"/></ForceSuccess><IsOn/></Fallback>"#,
        r#"<Fallback><Sequence><IsOn/><AlwaysFailure/></Sequence><IsOn/></Fallback>"#,
        r#"<Fallback><RetryUntilSuccessful num_attempts="{n}"><IsOn/></RetryUntilSuccessful><IsOn/></Fallback>"#,
        r#"<Fallback><Timeout msec="5"><AlwaysSuccess/></Timeout><IsOn/></Fallback>"#,
    ] {
        expect(right, "", &[]);
    }
    // What a subtree does counts, but a tree that does nothing is a placeholder.
    let fallback = r#"<Fallback><SubTree ID="Sub"/><IsOn/></Fallback>"#;
    let sub = r#"<BehaviorTree ID="Sub"><ForceSuccess><IsOn/></ForceSuccess></BehaviorTree>"#;
    expect(fallback, sub, &[&never("IsOn", "Sub", "fails")]);
    expect(fallback, r#"<BehaviorTree ID="Sub"><Sequence><AlwaysSuccess/></Sequence></BehaviorTree>"#, &[]);
}

#[test]
fn loops_that_spin() {
    let spins = |main: &str, name: &str, until: &str| {
        let message = format!(
            "2 `{name}` repeats its child until it {until}, which it never does, and nothing in it waits: it spins"
        );
        expect(main, "", &[&message]);
    };
    let retry = |child: &str| format!(r#"<RetryUntilSuccessful num_attempts="-1">{child}</RetryUntilSuccessful>"#);
    spins(&retry("<ForceFailure><IsOn/></ForceFailure>"), "RetryUntilSuccessful", "succeeds");
    spins(r#"<Repeat num_cycles="-1"><Script code="a := 1"/></Repeat>"#, "Repeat", "fails");
    expect(&retry("<IsOn/>"), "", &[]);
    expect(&retry("<ForceFailure><Sleep msec=\"5\"/></ForceFailure>"), "", &[]);
    expect(&retry("<ForceFailure><Make to=\"{a}\"/></ForceFailure>"), "", &[]);
    expect(r#"<Repeat num_cycles="3"><Script code="a := 1"/></Repeat>"#, "", &[]);
}

#[test]
fn values_and_entries_of_other_types() {
    let cases = [
        (r#"<Use what="abc"/>"#, "`what` of `Use` is a whole number"),
        (r#"<Use scale="fast"/>"#, "`scale` of `Use` is a number"),
        (r#"<Use is_on="on"/>"#, "`is_on` of `Use` is `true` or `false`"),
        (
            r#"<Sequence><Make to="{a}"/><Use scale="{a}"/></Sequence>"#,
            "`{a}` is `int` in the model of `Make`, and `double` in that of `Use`: an entry has one type",
        ),
    ];
    for (main, expected) in cases {
        expect(main, "", &[&format!("2 {expected}")]);
    }
    let passed = r#"<BehaviorTree ID="Sub"><Use is_on="{b}"/></BehaviorTree>"#;
    let expected = "2 `{a}` is `int` in the model of `Make`, and `bool` in that of `Use`: an entry has one type";
    let shown = warnings(r#"<Sequence><Make to="{a}"/><SubTree ID="Sub" b="{a}"/></Sequence>"#, passed);
    assert_eq!(shown.iter().map(|line| line.replacen("4 ", "2 ", 1)).collect::<Vec<_>>(), [expected]);
    // BehaviorTree.CPP reads a number at the beginning of a text, and any type from a text.
    for right in [
        r#"<Use what="-3" scale=".5" is_on="TRUE" label="abc"/>"#,
        r#"<Use what="5s" scale="inf"/>"#,
        r#"<Sequence><Use label="{a}"/><Use what="{a}"/></Sequence>"#,
    ] {
        expect(right, "", &[]);
    }
}

/// Each of many calls asks for the types of a tree with many entries.
#[test]
fn a_large_tree_that_is_run_often() {
    let uses: String = (0..3000).map(|entry| format!(r#"<Make to="{{e{entry}}}"/>"#)).collect();
    let inside = format!(r#"<BehaviorTree ID="Sub"><Sequence>{uses}</Sequence></BehaviorTree>"#);
    let calls = r#"<SubTree ID="Sub" e7="{a}"/>"#.repeat(3000);
    let shown = warnings(&format!(r#"<Sequence><Make to="{{a}}"/>{calls}</Sequence>"#), &inside);
    assert!(shown.iter().all(|line| !line.contains("an entry has one type")));
    // Each call misses many entries.
    let uses = uses.replace("Make to", "Use what");
    let inside = format!(r#"<BehaviorTree ID="Sub"><Sequence>{uses}</Sequence></BehaviorTree>"#);
    assert!((10_000..20_000).contains(&warnings(&format!("<Sequence>{calls}</Sequence>"), &inside).len()));
}

#[test]
fn a_file_with_scripts_is_of_version_4() {
    let file = r#"<root><BehaviorTree ID="Main"><AlwaysSuccess _skipIf="a"/></BehaviorTree></root>"#;
    let found: Vec<_> = bt_xml::problems(file).into_iter().map(|problem| problem.message).collect();
    assert_eq!(found, ["the file has no `BTCPP_format`; it is read as version 4, since only that has such scripts"]);
}

#[test]
fn a_node_without_a_model_is_only_reported_if_it_is_misspelled_for_sure() {
    expect("<Sequence><inverter><IsOn/></inverter></Sequence>", "", &["2 there is no model of `inverter`"]);
    expect("<Sequence><GetBlackboard/><SwitchController/><CheckCondition/></Sequence>", "", &[]);
}
