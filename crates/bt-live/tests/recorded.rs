//! Live trees in a recording.

use bt_live::{LiveTree, Palette};
use bt_view::Recorder;

fn robot(text: &str) -> LiveTree<u32> {
    let palette = Palette::new().action("step", |steps: &mut u32| *steps += 1).action("rest", |_: &mut u32| ());
    LiveTree::parse(text, &palette).expect("it is right")
}

#[test]
fn a_tree_of_a_text_has_the_name_of_its_agent_until_it_is_edited() {
    let (mut recorder, mut tree, mut steps) = (Recorder::new(), robot("sequence < action(step), action(rest) >"), 0);
    let key = recorder.agent::<LiveTree<u32>>("robot");
    assert_eq!(recorder.recording().to_btlog("robot"), None, "its tree is not known yet");
    for _ in 0..2 {
        tree.tick_for_with(0.1, &mut steps, &mut recorder.tick_for(key, 0.1));
    }
    assert_eq!(recorder.recording().agents().collect::<Vec<_>>(), ["robot"]);
    let log = recorder.recording().to_btlog("robot").expect("it has been ticked");
    assert!(String::from_utf8_lossy(&log).contains("action(rest)"));

    tree.switch_to(&robot("sequence < action(step), action(step) >"));
    tree.tick_for_with(0.1, &mut steps, &mut recorder.tick_for(key, 0.1));
    assert_eq!(recorder.recording().agents().collect::<Vec<_>>(), ["robot", "robot, edit 1"]);
    assert!(recorder.recording().to_btlog("robot, edit 1").is_some());
}
