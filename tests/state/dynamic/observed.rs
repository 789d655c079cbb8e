//! What an observer hears of a tree in a box.

use super::*;

#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    depth: usize,
}

impl Lines {
    fn line(&mut self, text: String) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.depth)));
    }
}

impl TreeObserver for Lines {
    fn begin(&mut self, tree: Description) {
        self.line(format!("tick of {} nodes", tree.nodes().count()));
    }

    fn enter(&mut self, holder: &NodeEvent, tree: Description) {
        let (at, nodes) = (holder.position(), tree.nodes().count());
        self.line(format!("{at} {} enter {nodes} nodes {:?}", holder.node().title(), holder.time()));
        self.depth += 1;
    }

    fn leave(&mut self) {
        self.depth -= 1;
        self.line("leave".to_owned());
    }

    fn start(&mut self, event: &NodeEvent) {
        self.line(format!("{} {} start {:?}", event.position(), event.node().title(), event.time()));
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.line(format!("{} {} {status:?} {:?}", event.position(), event.node().title(), event.time()));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.line(format!("{} {} why {why}", event.position(), event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.line(format!("{} {} {outcome:?} {:?}", event.position(), event.node().title(), event.time()));
    }
}

bt! { Outer(Npc) = sequence < wait(0.5), dynamic(|_| Box::new(Inner::new())) > }
bt! { Inner(Npc) = selector < condition(|npc| npc.is_called), sequence < wait(1.0), fail >, stay > }

#[test]
fn events_come_between_enter_and_leave() {
    let (mut npc, mut tree, mut lines) = (Npc::default(), Outer::new(), Lines::default());
    let _ = tree.tick_for_with(1.0, &mut npc, &mut lines);
    let _ = tree.tick_for_with(1.0, &mut npc, &mut lines);
    tree.abort_with(&mut npc, &mut lines);
    assert_eq!(
        lines.lines,
        [
            "tick of 3 nodes",
            "0 sequence start 0ns",
            "1 wait start 0ns",
            "1 wait Success 500ms",
            "1 wait Success 500ms",
            "2 dynamic start 500ms",
            "2 dynamic enter 6 nodes 500ms",
            "  0 selector start 500ms",
            "  1 condition start 500ms",
            "  1 condition why false",
            "  1 condition Failure 500ms",
            "  1 condition Failure 500ms",
            "  2 sequence start 500ms",
            "  3 wait start 500ms",
            "  3 wait Running 1s",
            "leave",
            "2 dynamic Running 1s",
            "tick of 3 nodes",
            "2 dynamic enter 6 nodes 0ns",
            "  3 wait Success 500ms",
            "  3 wait Success 500ms",
            "  4 fail start 500ms",
            "  4 fail Failure 500ms",
            "  4 fail Failure 500ms",
            "  2 sequence Failure 500ms",
            "  5 stay start 500ms",
            "  5 stay Running 1s",
            "leave",
            "2 dynamic Running 1s",
            "tick of 3 nodes",
            "2 dynamic enter 6 nodes 0ns",
            "  5 stay Aborted 0ns",
            "  0 selector Aborted 0ns",
            "leave",
            "2 dynamic Aborted 0ns",
            "0 sequence Aborted 0ns",
        ]
    );
}

#[test]
fn several_observers_are_told() {
    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    let (mut one, mut two) = (Lines::default(), Some(Lines::default()));
    let _ = tree.tick_for_with(1.0, &mut npc, &mut (&mut one, &mut two, ()));
    assert!(one.lines.len() > 10);
    assert_eq!(Some(one.lines), two.map(|two| two.lines));
}

#[test]
fn mocks_answer_for_it_and_in_it() {
    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    let mut mock = Mock::new("dynamic", [Status::Running, Status::Failure]);
    assert!(tree.tick_for_with(1.0, &mut npc, &mut mock).is_running());
    assert_eq!(tree.tick_for_with(1.0, &mut npc, &mut mock), Status::Failure);
    assert_eq!(npc.take(), "");
    let mut mock = Mock::new("stay", [Status::Success]);
    assert_eq!(tree.tick_for_with(2.0, &mut npc, &mut mock), Status::Success);
    assert_eq!((npc.take().as_str(), mock.unused()), ("start Success", 0));
    // Mocked first, it begins when no answer is left.
    let mut mock = Mock::new("dynamic", [Status::Running]);
    assert!(tree.tick_for_with(1.0, &mut npc, &mut mock).is_running());
    assert!(tree.tick_for_with(1.5, &mut npc, &mut mock).is_running());
    assert_eq!(npc.take(), "start");
}
