//! Trees inside live trees: they run from their own texts.

use bt::observe::TreeObserver;
use bt::{Status, TreeFor, bt};
use bt_live::{Live, offer};

struct World {
    journal: Vec<String>,
}

impl World {
    fn note(&mut self, what: &str) {
        self.journal.push(what.to_owned());
    }
}

bt! {
    pub Eat(World) { food: &'static str } = sequence <
        action(|world| world.note(food)),
        chew: wait(1.0),
        action(|world| world.note("swallowed")),
    >
}

bt! { pub Meal(World) = sequence < eat("bread"), eat("cheese"), action(|world| world.note("full")) > }

bt! { pub Day(World) = sequence < action(|world| world.note("up")), meal, wait(10.0) > }

fn edited(from: &str, to: &str) -> String {
    let text = include_str!("subtrees.rs");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

struct Agent {
    day: Live<Day>,
    world: World,
}

impl Agent {
    fn tick(&mut self, seconds: f64) -> Status {
        TreeFor::tick_for(&mut self.day, seconds, &mut self.world)
    }

    fn journal(&mut self) -> String {
        std::mem::take(&mut self.world.journal).join(", ")
    }

    fn titles(&self) -> Vec<&'static str> {
        self.day.active().map(|node| node.title()).collect()
    }
}

/// The titles of nodes that start.
#[derive(Default)]
struct Starts(Vec<String>);

impl TreeObserver for Starts {
    fn start(&mut self, event: &bt::observe::NodeEvent) {
        self.0.push(event.node().title().to_owned());
    }
}

#[test]
fn an_edit_reaches_agents_inside_a_subtree() {
    let mut agent = Agent { day: Live::from(Day::new()), world: World { journal: Vec::new() } };
    let mut starts = Starts::default();
    let status = TreeFor::tick_for_with(&mut agent.day, 0.5, &mut agent.world, &mut starts);
    assert_eq!(status, Status::Running);
    assert_eq!(agent.journal(), "up, bread");
    // As in the compiled tree.
    let (mut compiled, mut world, mut expected) = (Day::new(), World { journal: Vec::new() }, Starts::default());
    let _ = compiled.tick_for_with(0.5, &mut world, &mut expected);
    assert_eq!(starts.0, expected.0);
    assert_eq!(agent.titles(), compiled.active().map(|node| node.title()).collect::<Vec<_>>());

    // The innermost tree changes, two trees below: its active wait keeps the rest of its time.
    let chewed = edited("chew: wait(1.0),", "chew: wait(1.0), action(|world| world.note(food)),");
    let update = offer(file!(), &chewed).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(update.trees, ["subtrees::Day", "subtrees::Eat", "subtrees::Meal"]);
    assert_eq!(agent.tick(0.25), Status::Running);
    assert_eq!(agent.journal(), "");
    assert_eq!(agent.tick(0.5), Status::Running);
    assert_eq!(agent.journal(), "bread, swallowed, cheese");
    assert_eq!(agent.titles(), ["sequence", "meal", "eat", "chew"]);

    // The tree around it changes, and so do its arguments.
    let meal = chewed.replacen("eat(\"cheese\"), action", "eat(\"apple\"), eat(\"cake\"), action", 1);
    offer(file!(), &meal).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(agent.tick(1.0), Status::Running);
    assert_eq!(agent.journal(), "cheese, swallowed, cake");

    // The active node of the subtree is gone: the subtree starts over.
    let gone = meal.replacen("        chew: wait(1.0),", "        wait_until(|world| world.journal.len() > 1),", 1);
    let refused = offer(file!(), &gone).expect_err("it is new").to_string();
    assert!(refused.contains("this code is new: build again"), "{refused}");
    let gone = meal.replacen("        chew: wait(1.0),", "        delay(30.0) < succeed >,", 1);
    offer(file!(), &gone).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(agent.tick(5.0), Status::Running);
    assert_eq!(agent.journal(), "cake");
    assert_eq!(agent.titles(), ["sequence", "meal", "eat", "delay"]);

    // As at first.
    offer(file!(), include_str!("subtrees.rs")).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(agent.tick(0.0), Status::Running);
    assert_eq!(agent.journal(), "bread");
    agent.day.abort(&mut agent.world);
    assert!(!agent.day.is_running());
}
