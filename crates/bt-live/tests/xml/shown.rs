//! Drawings, observers and descriptions name what is in the file.

use bt::Status;
use bt::observe::Mock;
use bt_live::xml::{MapBoard, Palette, input, load_by, output, parse};

fn palette() -> Palette<MapBoard> {
    Palette::new()
        .action("ComputePath", [input("goal"), output("path")], |_: &mut MapBoard, _| Status::Running)
        .condition("IsBatteryLow", [input("min").number()], |_, _| true)
        .action("Stop", [input("reason")], |_, _| Status::Success)
}

const FILE: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
    <BehaviorTree ID="Main">
        <ReactiveFallback name="root">
            <Inverter><IsBatteryLow min="0.3"/></Inverter>
            <Sequence>
                <Timeout msec="500"><ComputePath name="plan: it" goal="3;4" path="{path}" _skipIf="x > 3"/></Timeout>
                <KeepRunningUntilFailure><SubTree ID="Dock" goal="{path}"/></KeepRunningUntilFailure>
                <Script code="tries += 1; (tries) == (2)"/>
            </Sequence>
        </ReactiveFallback>
    </BehaviorTree>
    <BehaviorTree ID="Dock">
        <SubTree ID="Wait" name="a while"/>
    </BehaviorTree>
    <BehaviorTree ID="Wait">
        <Sequence><Stop reason="a wall" _onSuccess="n := 1"/><Sleep msec="{ms}"/></Sequence>
    </BehaviorTree>
</root>"#;

#[test]
fn a_drawing_shows_ids_names_and_ports() {
    let mut tree = parse(FILE, &palette()).expect("it is right").tree;
    assert_eq!(
        tree.to_string(),
        r#"  root: ReactiveFallback
  ├── Inverter
  │   └── IsBatteryLow(min="0.3")
  └── Sequence
      ├── Timeout(msec="500")
      │   └── conditions(_skipIf="x > 3")
      │       └── plan:it: ComputePath(goal="3;4", path="{path}")
      ├── KeepRunningUntilFailure
      │   └── Dock(goal="{path}") => a while: Wait => Sequence
      │       ├── conditions(_onSuccess="n := 1")
      │       │   └── Stop(reason="a wall")
      │       └── Sleep(msec="{ms}")
      └── Script(code="tries += 1; tries == 2")
"#
    );
    let places: Vec<(usize, usize)> = tree.description().nodes().map(|node| (node.line, node.column)).collect();
    assert_eq!((places[0], places[2], places[10]), ((3, 10), (4, 24), (16, 20)));

    // A program finds a node by the name that it has in the file.
    let mut mock = Mock::new("IsBatteryLow", [Status::Failure]);
    assert_eq!(tree.tick_for_with(0.1, &mut MapBoard::default(), &mut mock), Status::Success);
}

#[test]
fn nodes_of_included_files_have_no_line() {
    let mut read = |path: &str| match path {
        "main.xml" => Ok(r#"<root BTCPP_format="4" main_tree_to_execute="Main"><include path="dock.xml"/>
            <BehaviorTree ID="Main"><Sequence><Stop reason=""/><SubTree ID="Dock"/></Sequence></BehaviorTree></root>"#
            .to_owned()),
        _ => {
            Ok(r#"<root BTCPP_format="4"><BehaviorTree ID="Dock"><Stop reason="x"/></BehaviorTree></root>"#.to_owned())
        }
    };
    let tree = load_by("main.xml", None, &palette(), &mut read).expect("it is right").tree;
    let lines: Vec<(&str, usize)> = tree.description().nodes().map(|node| (node.name, node.line)).collect();
    assert_eq!(lines, [("Sequence", 2), ("Stop", 2), ("Stop", 0)]);
    assert!(tree.description().nodes().all(|node| node.file == "main.xml"));
}
