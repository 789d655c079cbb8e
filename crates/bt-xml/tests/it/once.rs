//! A tree that is used in several places is one `bt!`, wherever that means the same.

use bt_xml::import;

const MODELS: &str = r#"<TreeNodesModel>
    <Action ID="Find"><output_port name="at" type="Pose"/></Action>
    <Action ID="Go"><input_port name="to" type="Pose"/><input_port name="speed" type="double"/></Action>
    <Action ID="Move"><inout_port name="at" type="Pose"/></Action>
</TreeNodesModel>"#;

fn imported(trees: &str, format: u32) -> (String, Vec<String>) {
    let file = format!("<root BTCPP_format=\"{format}\" main_tree_to_execute=\"M\">{trees}{MODELS}</root>");
    let imported = import(&["a.xml"], &[], &mut |_| Ok(file.clone()));
    let problems = imported.problems.into_iter().map(|problem| problem.message).collect();
    (imported.trees.unwrap_or_else(|| panic!("{problems:?}")), problems)
}

/// What is before the `=` of each tree.
fn headers(main: &str, trees: &[(&str, &str)]) -> Vec<String> {
    let tree = |(name, root): (&str, &str)| format!("<BehaviorTree ID=\"{name}\">{root}</BehaviorTree>");
    let texts: String = std::iter::once(("M", main)).chain(trees.iter().copied()).map(tree).collect();
    let (text, _) = imported(&texts, 4);
    let headers = text.lines().filter_map(|line| line.strip_prefix("pub ")?.split_once(" = "));
    headers.map(|(header, _)| header.replace("(Board)", "")).collect()
}

const GO: (&str, &str) = ("A", r#"<Go to="{to}" speed="{speed}"/>"#);

#[test]
fn what_the_places_give_is_a_parameter() {
    let sequence = |children: &str| format!("<Sequence>{children}</Sequence>");
    for (main, expected) in [
        // Constants.
        (r#"<SubTree ID="A" to="{p}" speed="1"/><SubTree ID="A" to="{p}" speed="2.5"/>"#, "A { speed: f64 }"),
        (r#"<SubTree ID="A" to="{p}" speed="1"/><SubTree ID="A" to="{p}" speed="1"/>"#, "A"),
        // Entries that are written earlier.
        (
            r#"<Find at="{p}"/><Find at="{q}"/><SubTree ID="A" to="{p}" speed="1"/><SubTree ID="A" to="{q}" speed="1"/>"#,
            "A { to: Option<Pose> }",
        ),
        // The program may set these at any time.
        (r#"<SubTree ID="A" to="{p}" speed="1"/><SubTree ID="A" to="{q}" speed="1"/>"#, "A, A2"),
        (r#"<SubTree ID="A" to="{p}" speed="{s}"/><SubTree ID="A" to="{p}" speed="{t}"/>"#, "A, A2"),
        // The entry is written by a script while the tree runs, or by a node around it.
        (
            r#"<Parallel><Script code="s := 1"/><SubTree ID="A" to="{p}" speed="{s}"/></Parallel>
               <SubTree ID="A" to="{p}" speed="1"/>"#,
            "A, A2",
        ),
        (
            r#"<Sequence _onFailure="s := 1"><SubTree ID="A" to="{p}" speed="{s}"/></Sequence>
               <SubTree ID="A" to="{p}" speed="1"/>"#,
            "A, A2",
        ),
        (
            r#"<ReactiveSequence><Script code="s := 1"/><SubTree ID="A" to="{p}" speed="{s}"/></ReactiveSequence>
               <SubTree ID="A" to="{p}" speed="1"/>"#,
            "A, A2",
        ),
        (
            r#"<Fallback><Script code="s := 1"/><SubTree ID="A" to="{p}" speed="{s}"/></Fallback>
               <SubTree ID="A" to="{p}" speed="1"/>"#,
            "A { speed: f64 }",
        ),
    ] {
        assert_eq!(headers(&sequence(main), &[GO])[1..].join(", "), expected, "{main}");
    }
}

#[test]
fn parameters_are_passed_on() {
    let around = ("B", r#"<Sequence><SubTree ID="A" to="{to}" speed="{fast}"/></Sequence>"#);
    let main = r#"<Sequence><SubTree ID="B" to="{p}" fast="1"/><SubTree ID="B" to="{p}" fast="2"/></Sequence>"#;
    assert_eq!(headers(main, &[around, GO]), ["M", "B { fast: f64 }", "A { speed: f64 }"]);
    let (main, _) = imported(
        &format!(
            r#"<BehaviorTree ID="M">{main}</BehaviorTree><BehaviorTree ID="B">{}</BehaviorTree><BehaviorTree ID="A">{}</BehaviorTree>"#,
            around.1, GO.1
        ),
        4,
    );
    for line in ["b(1.0),", "b(2.0),", "a(fast),", "go(|board| board.p.clone(), speed)"] {
        assert!(main.contains(line), "{line}\n{main}");
    }
}

/// BehaviorTree.CPP gives a subtree `true` as a text.
#[test]
fn a_bool_may_be_a_text() {
    let sites = r#"<Sequence><SubTree ID="A" on="true"/><SubTree ID="A" on="false"/></Sequence>"#;
    let text = |code: &str| ("A", format!(r#"<ScriptCondition code="{code}"/>"#));
    for (code, expected) in [("on == 'true'", "A { on: String }"), ("on", "A { on: bool }")] {
        let (name, root) = text(code);
        assert_eq!(headers(sites, &[(name, &root)])[1..], [expected]);
    }
}

/// A bound value has the name of its key, even if another tree binds one of that name.
#[test]
fn bound_values_have_plain_names() {
    let find = r#"<Sequence><Find at="{p}"/><Go to="{p}" speed="1"/></Sequence>"#;
    let tree = |name: &str| format!(r#"<BehaviorTree ID="{name}">{find}</BehaviorTree>"#);
    let (text, _) = imported(&(tree("M") + &tree("N")), 4);
    assert_eq!(text.matches("find -> p,").count(), 2, "{text}");
}

/// An entry that scripts only use as a condition is `true` or `false`.
#[test]
fn a_condition_is_a_bool() {
    for (code, expected) in [("ready", "bool"), ("!ready || busy", "bool"), ("ready == 'yes' || ready", "String")] {
        let file = format!(
            r#"<root BTCPP_format="4"><BehaviorTree ID="M"><AlwaysSuccess _skipIf="{code}"/></BehaviorTree></root>"#
        );
        let rust = import(&["a.xml"], &[], &mut |_| Ok(file.clone())).rust.expect("no errors");
        assert!(rust.contains(&format!("pub ready: {expected},")), "{code}\n{rust}");
    }
}

#[test]
fn outputs_are_entries() {
    let find = ("A", r#"<Find at="{at}"/>"#);
    let main = r#"<Sequence><SubTree ID="A" at="{p}"/><SubTree ID="A" at="{q}"/></Sequence>"#;
    assert_eq!(headers(main, &[find]), ["M", "A { at: Entry<Option<Pose>> }"]);
    // If the tree both reads and writes the entry, it needs the entry itself.
    let moves = ("A", r#"<Move at="{at}"/>"#);
    assert_eq!(headers(main, &[moves]), ["M", "A", "A2"]);
    // So does a number that is constant in Rust.
    let parallel = ("A", r#"<Parallel success_count="{n}"><AlwaysSuccess/><AlwaysSuccess/></Parallel>"#);
    let main = r#"<Sequence><SubTree ID="A" n="1"/><SubTree ID="A" n="2"/></Sequence>"#;
    assert_eq!(headers(main, &[parallel]), ["M", "A", "A2"]);
}

#[test]
fn entries_of_one_run_are_shared() {
    let in_sequence = r#"<Sequence><SubTree ID="A"/><SubTree ID="A"/></Sequence>"#;
    let together = r#"<Parallel><SubTree ID="A"/><SubTree ID="A"/></Parallel>"#;
    let written_first = r#"<Sequence><Find at="{p}"/><Script code="n := 1"/><Go to="{p}" speed="{n}"/></Sequence>"#;
    let read_first = r#"<Sequence><Script code="n += 1"/><Go to="{p}" speed="{n}"/></Sequence>"#;
    let perhaps_written = r#"<Sequence><Script code="n := 1" _skipIf="true"/><Go to="{p}" speed="{n}"/></Sequence>"#;
    let after_a_failure = r#"<Fallback><Find at="{p}"/><Go to="{p}" speed="1"/></Fallback>"#;
    for (main, tree, expected) in [
        (in_sequence, written_first, "M, A"),
        (together, written_first, "M, A, A2"),
        (in_sequence, read_first, "M, A, A2"),
        (in_sequence, perhaps_written, "M, A, A2"),
        (in_sequence, after_a_failure, "M, A, A2"),
    ] {
        assert_eq!(headers(main, &[("A", tree)]).join(", "), expected, "{main} {tree}");
    }
}

/// Version 3 writes an output with and without braces to the same entry.
#[test]
fn outputs_of_version_3() {
    let tree = |at: &str| {
        format!(
            r#"<BehaviorTree ID="M"><Sequence><Find at="{at}"/><Go to="{{p}}" speed="1"/></Sequence></BehaviorTree>"#
        )
    };
    let (text, problems) = imported(&tree("p"), 3);
    assert!(text.contains("find -> p"), "{text}");
    assert_eq!(problems, [""; 0]);
    assert_eq!(imported(&tree("{p}"), 3), (text, problems));
    assert_eq!(imported(&tree("p"), 4).1, ["the output `at` goes to no entry"]);
}

/// A subtree runs where it is used, so the nodes after it can read what it writes.
#[test]
fn without_models_the_first_that_runs_writes() {
    let find = r#"<BehaviorTree ID="F"><Look found="{target}"/></BehaviorTree>"#;
    let main = r#"<SubTree ID="F" target="{spot}"/><Walk to="{spot}"/>"#;
    let main = format!(r#"<BehaviorTree ID="M"><Sequence>{main}</Sequence></BehaviorTree>"#);
    for file in [format!("{main}{find}"), format!("{find}{main}")] {
        let (text, _) = imported(&file, 4);
        assert!(text.contains("look(Board::spot)"), "{text}");
        assert!(text.contains("walk(|board| board.spot.clone())"), "{text}");
    }
}

/// A script that reads an entry after a node reads what the node wrote, if nothing else writes it.
#[test]
fn without_models_a_node_writes_what_scripts_read_later() {
    for (reads, writes) in [
        (r#"<Look far="{far}"/><ScriptCondition code="far > 3"/>"#, true),
        (r#"<Look far="{far}" _onSuccess="near = far"/>"#, true),
        (r#"<Look far="{far}"/><Parallel success_count="{far}"><AlwaysSuccess/></Parallel>"#, true),
        (r#"<Sequence _onSuccess="near = far"><Look far="{far}"/></Sequence>"#, true),
        (r#"<ScriptCondition code="far > 3"/><Look far="{far}"/>"#, false),
        (r#"<Look far="{far}" _skipIf="far > 3"/>"#, false),
        (r#"<Script code="far := 3"/><Look far="{far}"/><ScriptCondition code="far > 3"/>"#, false),
    ] {
        let (text, _) = imported(&format!(r#"<BehaviorTree ID="M"><Sequence>{reads}</Sequence></BehaviorTree>"#), 4);
        let is_input = text.contains("look(|board|");
        assert_eq!(is_input, !writes, "{reads}\n{text}");
    }
}
