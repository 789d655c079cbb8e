//! The history of a tree without parallel nodes, in which nothing polls, does not depend on the frame rate, except
//! for the order of the calls of `every` within a tick. Everything else differs by at most one frame, if frames are
//! shorter than the times in the tree.

use bt_reference::play::{Reference, Said, Subject};
use bt_reference::program::{Chance, Given, Kind, Leaf, Node, Program, Score, Time, Tree, Weight};
use bt_reference::script::{ANSWERS, Answer, Mocks, Script, Words};
use bt_reference::world::{Event, Status, World};
use fastrand::Rng;

use crate::bench::{Bench, SECOND};
use crate::nodes::{every, leaf, node, sequence, wait};

/// The longest that a tree runs here.
const LONGEST: u64 = 40 * SECOND;

/// A tree of nodes that wait, and of others that take no time.
struct Growth<'a> {
    rng: &'a mut Rng,
    ids: u32,
}

impl Growth<'_> {
    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids - 1
    }

    fn time(&mut self) -> Time {
        let steps = [1, 100_000_000, 333_333_333];
        Given::Of(self.rng.u64(1..=5) * steps[self.rng.usize(..3)])
    }

    fn node(&mut self, depth: usize) -> Node {
        if depth == 0 || self.rng.u8(..5) == 0 {
            return self.leaf();
        }
        match self.rng.bool() {
            true => self.composite(depth),
            false => self.decorator(depth),
        }
    }

    fn leaf(&mut self) -> Node {
        let kind = match self.rng.u8(..8) {
            0..=2 => Kind::Wait(self.time()),
            3 => Kind::WaitBetween(self.time(), self.time()),
            4 => Kind::Fail,
            _ => Kind::Leaf(Leaf::Sure, self.id()),
        };
        Node::new(kind, vec![])
    }

    fn composite(&mut self, depth: usize) -> Node {
        let count = self.rng.usize(1..=4);
        let kind = match self.rng.u8(..6) {
            0 => Kind::Sequence,
            1 => Kind::Selector,
            2 => Kind::RandomSequence,
            3 => Kind::RandomSelector,
            4 => Kind::Weighted((0..count).map(|_| Weight::Whole(self.rng.i32(0..4))).collect()),
            _ => Kind::Utility((0..count).map(|_| Score::Float(self.id())).collect()),
        };
        Node::new(kind, (0..count).map(|_| self.node(depth - 1)).collect())
    }

    fn decorator(&mut self, depth: usize) -> Node {
        let kind = match self.rng.u8(..9) {
            0 => Kind::Inverter,
            1 => Kind::ForceSuccess,
            2 => Kind::Delay(self.time()),
            3 => Kind::Timeout(self.time()),
            4 => Kind::Probability(Chance::Of(0.75)),
            5 | 6 => Kind::Every(Given::Of(self.rng.u64(20_000_000..700_000_000)), self.id()),
            7 => Kind::Cooldown(self.time()),
            _ => return self.repeated(depth),
        };
        Node::new(kind, vec![self.node(depth - 1)])
    }

    /// Each pass takes time, or it would wait for the next tick.
    fn repeated(&mut self, depth: usize) -> Node {
        let child = Node::new(Kind::ForceSuccess, vec![self.node(depth - 1)]);
        let pass = Node::new(Kind::Sequence, vec![Node::new(Kind::Wait(self.time()), vec![]), child]);
        Node::new(Kind::Repeat(Given::Of(self.rng.u32(1..=4))), vec![pass])
    }
}

/// The history of a tree until it ends: its events without the calls of `every`, the number of these calls, its
/// result and its end.
fn history(
    reference: &mut Reference,
    script: &Script,
    mut span: impl FnMut() -> u64,
) -> (Vec<Event>, usize, Said, u64) {
    reference.reset();
    let mut world = World::new(script);
    world.change(&bt_reference::script::Step {
        does: bt_reference::script::Does::Look,
        flags: 0,
        numbers: [4, 2, 4, 1],
        forgets: 0,
    });
    let said = loop {
        let said = reference.tick(span(), &mut world);
        if said != Said::Status(Status::Running) {
            break said;
        }
    };
    let events = world.into_events();
    let beats = events.iter().filter(|event| matches!(event, Event::Beat(_))).count();
    (events.into_iter().filter(|event| !matches!(event, Event::Beat(_))).collect(), beats, said, reference.now())
}

#[test]
fn the_history_does_not_depend_on_the_frame_rate() {
    let (mut beats, mut events) = (0, 0);
    for seed in 0..6000 {
        let mut rng = Rng::with_seed(seed);
        let mut growth = Growth { rng: &mut rng, ids: 0 };
        let (root, ids) = (growth.node(5), growth.ids);
        let tree = Tree { root, has_base: false, hears: false, gives: false, ids: 0..ids };
        let program = Program { trees: vec![tree], fallible: false, boxed: false };
        let words = Words { first: vec![], seed };
        let answers = vec![Answer::DULL; ids as usize * ANSWERS];
        let script = Script { steps: vec![], answers, panics: vec![], words, mocks: Mocks::default() };
        let mut reference = Reference::new(&program);
        let once = history(&mut reference, &script, || LONGEST);
        for frame in [SECOND / 60, SECOND / 10, SECOND / 3, SECOND] {
            let found = history(&mut reference, &script, || rng.u64(frame / 2..=frame));
            assert_eq!(found, once, "seed {seed}\n{program}");
            let found = history(&mut reference, &script, || frame);
            assert_eq!(found, once, "seed {seed}\n{program}");
        }
        (beats, events) = (beats + once.1, events + once.0.len());
    }
    assert!(beats > 5_000 && events > 20_000, "{beats} beats and {events} other events");
}

/// The events in frames of this length, until the tree ends.
fn told(root: Node, frame: u64) -> Vec<String> {
    let mut bench = Bench::new(root, "");
    let mut told = vec![bench.tick(frame)];
    while bench.is_running() {
        told.push(bench.tick(frame));
    }
    told
}

fn count(told: &[String], what: &str) -> usize {
    told.iter().map(|told| told.matches(what).count()).sum()
}

#[test]
fn a_branch_acts_for_the_whole_tick_in_which_another_one_decides() {
    let work = || node(Kind::Forever, [sequence([wait(250), leaf('A')])]);
    let shift = || node(Kind::Race, [work(), wait(1000)]);
    let works = |root, frame| count(&told(root, frame), "start A");
    assert_eq!(works(shift(), 10 * SECOND), 40);
    for frame in [SECOND, SECOND / 4, SECOND / 100] {
        assert_eq!(works(shift(), frame), 4);
    }
    // The branch that decides comes first: then the others are not run any more.
    assert_eq!(works(node(Kind::Race, [wait(1000), work()]), 10 * SECOND), 0);
    // In short frames, at most one fits into a frame.
    let unequal = || node(Kind::Race, [work(), wait(1190)]);
    let found: Vec<usize> = (1..=200).map(|millis| works(unequal(), millis * SECOND / 1000)).collect();
    assert!(found.iter().all(|works| [4, 5].contains(works)) && found.contains(&5), "{found:?}");
}

#[test]
fn within_a_tick_beats_come_after_what_is_below_them() {
    let tree = || every(100, 'E', node(Kind::Repeat(Given::Of(3)), [sequence([wait(150), leaf('A')])]));
    let acts = |frame| {
        let told = told(tree(), frame).join(" ");
        told.split_whitespace().filter(|word| ["start", "beat"].contains(word)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(acts(SECOND), "start start start beat beat beat beat");
    assert_eq!(acts(SECOND / 100), "beat start beat start beat beat start");
}
