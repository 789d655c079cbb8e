//! Live trees, published by Groot2's protocol.

use std::time::{Duration, Instant};

use bt_live::{LiveTree, Palette};
use bt_view::groot2::{News, Publisher, Watch};
use bt_view::serve::Options;
use bt_view::{Drawing, Recorder, Recording};

const PATIENCE: Duration = Duration::from_secs(30);

/// A program, and who watches it.
struct Scene {
    publisher: Publisher,
    watch: Watch,
}

impl Scene {
    /// The tree has the name of its agent only until it is ticked: then it is known.
    fn new<C: 'static>(tree: &mut LiveTree<C>, context: &mut C) -> Self {
        let mut publisher = Publisher::on_port::<LiveTree<C>>(0, "tree").expect("ports");
        tree.tick_for_with(0.1, context, &mut publisher.tick());
        let live = Options::new().always(true).start().expect("a port");
        let mut watch = Watch::new(live).record(Recorder::new());
        watch.add(&publisher.address().to_string()).expect("threads");
        assert!(matches!(watch.next(PATIENCE), Some(News::Began { .. })));
        Scene { publisher, watch }
    }

    fn recording(&self) -> &Recording {
        self.watch.recorder().expect("it records").recording()
    }

    /// The tree of a run of the program.
    fn drawn(&self, run: &str) -> String {
        let agent = format!("{}{run}", self.publisher.address());
        Drawing::new(self.recording().tree(&agent).expect("its tree")).text()
    }
}

#[test]
fn a_tree_of_a_text_is_seen_until_it_is_edited() {
    let palette = Palette::new().action("step", |steps: &mut u32| *steps += 1);
    let parse = |text: &str| LiveTree::parse(text, &palette).expect("it is right");
    let (mut tree, mut steps) = (parse("forever < sequence < action(step), wait(0.2) > >"), 0);
    let mut scene = Scene::new(&mut tree, &mut steps);
    assert!(scene.drawn("").contains("wait(0.2): Action_wait"), "{}", scene.drawn(""));
    // The nodes that carry on are running in the new tree, too.
    tree.switch_to(&parse("forever < sequence < action(step), wait(0.2), wait(99.0) > >"));
    tree.tick_for_with(0.0, &mut steps, &mut scene.publisher.tick());
    assert!(matches!(scene.watch.next(PATIENCE), Some(News::Lost { .. })));
    assert!(matches!(scene.watch.next(PATIENCE), Some(News::Began { nodes: 5, .. })));
    assert!(scene.drawn(", run 2").contains("wait(99.0): Action_wait"));
    let log = scene.recording().to_btlog(&format!("{}, run 2", scene.publisher.address())).expect("its tree");
    // A log begins with the running nodes: at the time 0, the id, `RUNNING`.
    let is_running = |uid| log.windows(9).any(|row| row == [0, 0, 0, 0, 0, 0, uid, 0, 1]);
    assert_eq!([1, 2, 3, 4, 5].map(is_running), [true, true, false, true, false]);
    let began = Instant::now();
    while scene.recording().events() < 20 {
        assert!(began.elapsed() < PATIENCE, "{} events", scene.recording().events());
        tree.abort_with(&mut steps, &mut scene.publisher.tick());
        tree.tick_for_with(0.1, &mut steps, &mut scene.publisher.tick());
        scene.watch.next(Duration::from_millis(5));
    }
}

#[cfg(feature = "xml")]
#[test]
fn a_tree_of_xml_is_seen() {
    use bt_live::xml::{MapBoard, parse};

    let file = r#"
        <root BTCPP_format="4">
            <BehaviorTree ID="Main">
                <Fallback><AlwaysFailure/><Sequence><Sleep msec="500"/><Script code="tries := 3"/></Sequence></Fallback>
            </BehaviorTree>
        </root>"#;
    let mut tree = parse(file, &bt_live::xml::Palette::new()).expect("it is right").tree;
    let mut board = MapBoard::default();
    let mut scene = Scene::new(&mut tree, &mut board);
    assert!(scene.drawn("").contains("Fallback") && scene.drawn("").contains("Sequence"), "{}", scene.drawn(""));
    let began = Instant::now();
    while scene.recording().events() < 20 {
        assert!(began.elapsed() < PATIENCE, "{} events", scene.recording().events());
        tree.tick_for_with(0.1, &mut board, &mut scene.publisher.tick());
        scene.watch.next(Duration::from_millis(5));
    }
}
