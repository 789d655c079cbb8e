//! All mistakes of a file at once.

use bt::Status;
use bt_live::xml::{Board as _, MapBoard, Palette, input, load, output, parse};

use crate::bench::{file, palette};

#[test]
fn all_mistakes_are_told() {
    let palette = Palette::new()
        .action(
            "MoveTo",
            [input("goal").number(), input("speed").number().default("1.0"), output("path")],
            |_: &mut MapBoard, _| Status::Success,
        )
        .action(
            "Turn",
            [input("angle").parsed("an angle in degrees", |text| text.strip_suffix("deg")?.parse::<f64>().ok())],
            |_, _| Status::Success,
        );
    let file = "<root BTCPP_format=\"4\">
  <BehaviorTree ID=\"Main\">
    <Sequence>
      <MoveTo goal=\"home\" path=\"{p}\"/>
      <MovTo goal=\"1\"/>
      <MoveTo path=\"{p}\" sped=\"1\"/>
      <MoveTo goal=\"1\" path=\"p\"/>
      <Turn angle=\"90\"/>
      <Turn angle=\"90deg\"><MoveTo goal=\"1\" path=\"{p}\"/></Turn>
      <SubTree ID=\"Man\"/>
      <Delay delay_msec=\"soon\"><Sleep/></Delay>
      <Script code=\"a := \"/>
      <NonblockingSequence><Sleep msec=\"1\"/><Sleep msec=\"2\"/></NonblockingSequence>
    </Sequence>
  </BehaviorTree>
</root>";
    let refused = parse(file, &palette).expect_err("it has mistakes");
    let told: Vec<String> = refused
        .mistakes()
        .iter()
        .map(|mistake| {
            let help = mistake.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{}:{} {}{help}", mistake.line, mistake.column, mistake.message)
        })
        .collect();
    let expected = [
        "4:21 `goal` is a number",
        "5:8 there is no node `MovTo` (did you mean `MoveTo`?)",
        "6:8 `MoveTo` needs the port `goal`",
        "6:26 the model of `MoveTo` has no port `sped` (did you mean `speed`?)",
        "8:20 `angle` is an angle in degrees",
        "9:8 `Turn` takes no children, as its model says, but has 1",
        "10:20 there is no tree `Man` in the files (did you mean `Main`?)",
        "11:26 `delay_msec` is a whole number, not below 0",
        "11:33 `Sleep` needs the port `msec`",
        "12:26 a value is missing at the end",
        "13:8 `NonblockingSequence` cannot run here: its children are ticked again after they have ended",
    ];
    assert_eq!(told, expected, "{refused}");
}

/// What BehaviorTree.CPP runs, though its author hardly meant it.
#[test]
fn warnings() {
    let palette = Palette::new()
        .action("Find", [output("path")], |board: &mut MapBoard, ports| {
            ports.set(board, "path", 1);
            Status::Success
        })
        .action("Wave", [], |_, _| Status::Success);
    let body =
        "<ReactiveSequence><Wave/>\n<RateController hz='1'><Find path='p'/></RateController><Wave/></ReactiveSequence>";
    let mut loaded = parse(&file(&[("Main", body)]), &palette).expect("it runs");
    let told: Vec<_> = loaded.warnings.iter().map(|told| (told.line, &*told.message)).collect();
    let said = [
        (2, "`ReactiveSequence` becomes `pipeline`: a `RateController` that waits would abort the children after it"),
        (3, "`path` is an output, and what it writes goes to no entry"),
    ];
    assert_eq!(told, said, "{}", loaded.text);
    let mut board = MapBoard::default();
    assert_eq!(loaded.tree.tick_for(0.1, &mut board), Status::Success);
    assert_eq!(board.get("p"), None);
}

/// A mistake that only the translated text shows is reported at its node.
#[test]
fn mistakes_of_the_text_are_at_their_nodes() {
    let body = "<Sequence>\n<Leaf leaf='A'/>\n<Parallel success_count='5'><Leaf leaf='B'/><Leaf \
                leaf='C'/></Parallel></Sequence>";
    let refused = parse(&file(&[("Main", body)]), &palette()).expect_err("two children cannot succeed five times");
    let mistake = &refused.mistakes()[0];
    assert_eq!((mistake.line, mistake.column), (4, 2), "{refused}");
}

#[test]
fn files_are_read_from_the_disk() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nav2/");
    let path = format!("{folder}mission.xml");
    let refused = load(&path, &palette()).expect_err("its nodes are not in this palette");
    assert_eq!(refused.mistakes()[0].file, path);
    assert!(refused.mistakes().iter().any(|mistake| mistake.message == "there is no node `FollowPath`"), "{refused}");
    let missing = load(format!("{folder}none.xml"), &palette()).expect_err("there is no such file");
    assert!(missing.mistakes()[0].message.contains("none.xml"), "{missing}");
}
