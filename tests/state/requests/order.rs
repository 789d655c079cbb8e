//! When a request is dropped, among everything else that happens.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use bt::{Behavior, LocalRequest, Outcome, Pending, Request, Status, bt, leaf};

type Events = Arc<Mutex<Vec<String>>>;

#[derive(Default)]
struct World {
    events: Events,
    answer: Arc<Mutex<Option<u32>>>,
    /// Which cancel panics.
    panics: &'static str,
}

impl World {
    fn note(&self, event: String) {
        self.events.lock().unwrap().push(event);
    }

    fn take(&self) -> String {
        std::mem::take(&mut *self.events.lock().unwrap()).join(", ")
    }
}

/// An argument that is seen when it is dropped.
struct Order(&'static str, Events);

impl Clone for Order {
    // Only the leaf's own clone counts.
    fn clone(&self) -> Self {
        Order("", self.1.clone())
    }
}

impl Drop for Order {
    fn drop(&mut self) {
        if !self.0.is_empty() {
            self.1.lock().unwrap().push(format!("drop {}", self.0));
        }
    }
}

struct Work {
    name: &'static str,
    events: Events,
    answer: Arc<Mutex<Option<u32>>>,
    panics: bool,
}

impl Pending for Work {
    type Answer = u32;

    fn poll(&mut self) -> Poll<u32> {
        self.answer.lock().unwrap().map_or(Poll::Pending, Poll::Ready)
    }

    fn cancel(&mut self) {
        self.events.lock().unwrap().push(format!("cancel {}", self.name));
        assert!(!self.panics, "cancelled");
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.events.lock().unwrap().push(format!("end of {}", self.name));
    }
}

#[leaf]
fn ask(world: &World, name: &'static str, order: &Order) -> LocalRequest<u32> {
    assert!(!order.0.is_empty());
    world.note(format!("ask {name}"));
    let (events, answer) = (world.events.clone(), world.answer.clone());
    LocalRequest::new(Work { name, events, answer, panics: world.panics == name })
}

#[derive(Behavior)]
#[behavior(context = World)]
struct Other(&'static str);

impl Other {
    fn new(name: &'static str) -> Self {
        Other(name)
    }

    fn start(&mut self, world: &World) {
        world.note(format!("start {}", self.0));
    }

    fn run(&mut self, _: &World) -> Status {
        Status::Running
    }

    fn finish(&mut self, world: &World, outcome: Outcome) {
        world.note(format!("finish {} {outcome:?}", self.0));
    }
}

fn order(world: &World) -> Order {
    Order("order", world.events.clone())
}

#[test]
fn an_abort_drops_it_before_the_next_finish() {
    bt! { Tree(World) = parallel < other("a"), ask("x", |world| order(world)), other("b") > }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(world.take(), "start a, ask x, start b");
    tree.abort(&mut world);
    assert_eq!(world.take(), "finish a Aborted, cancel x, end of x, drop order, finish b Aborted");
}

#[test]
fn an_answer_drops_it_before_anything_starts() {
    bt! { Tree(World) = sequence < ask("x", |world| order(world)) -> number, condition(|_| number == 2), other("b") > }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Status::Running);
    *world.answer.lock().unwrap() = Some(2);
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(world.take(), "ask x, end of x, drop order, start b");
    // An answer in the first tick.
    tree.reset();
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(world.take(), "ask x, end of x, drop order, start b");
}

#[test]
fn a_reactive_node_drops_it_before_another_child_starts() {
    bt! {
        Tree(World) = reactive_selector <
            sequence < condition(|world| world.panics == "now"), other("a") >,
            ask("x", |world| order(world)),
        >
    }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Status::Running);
    world.panics = "now";
    tree.tick(&mut world);
    let events = world.take();
    let (cancelled, started) = (events.find("drop order").unwrap(), events.find("start a").unwrap());
    // A reactive node starts the earlier child first, as it does with any leaf; the request goes right after it.
    assert!(events.contains("cancel x, end of x, drop order"), "{events}");
    assert!(started < cancelled, "{events}");
}

#[test]
fn a_panic_in_a_cancel_passes_on_and_the_tree_is_idle() {
    bt! {
        Tree(World) = parallel <
            run_once < other("a") >,
            ask("x", |world| order(world)),
            ask("y", |world| order(world)),
            other("b"),
        >
    }
    let mut world = World { panics: "x", ..World::default() };
    for how in ["abort", "reset"] {
        let mut tree = Tree::new();
        assert_eq!(tree.tick(&mut world), Status::Running);
        world.take();
        let ended = catch_unwind(AssertUnwindSafe(|| match how {
            "abort" => tree.abort(&mut world),
            _ => tree.reset(),
        }));
        let payload = ended.expect_err(how);
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"cancelled"));
        assert!(!tree.is_running(), "{how}");
        let events = world.take();
        for once in ["cancel x", "end of x", "cancel y", "end of y"] {
            assert_eq!(events.matches(once).count(), 1, "{how}: {events}");
        }
        assert!(!events.contains("finish b"), "{how}: {events}");
        // State that the tree keeps is reset, too.
        world.panics = "";
        assert_eq!(tree.tick(&mut world), Status::Running);
        assert_eq!(world.take(), "start a, ask x, ask y, start b", "{how}");
        world.panics = "x";
    }
}

#[test]
fn a_panic_in_a_poll_is_no_cancel() {
    struct Panics(Events);

    impl Pending for Panics {
        type Answer = ();

        fn poll(&mut self) -> Poll<()> {
            panic!("polled");
        }

        fn cancel(&mut self) {
            self.0.lock().unwrap().push("cancel".into());
        }
    }

    #[leaf]
    fn fragile(world: &World) -> LocalRequest<()> {
        LocalRequest::new(Panics(world.events.clone()))
    }

    bt! { Tree(World) = fragile }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert!(catch_unwind(AssertUnwindSafe(|| tree.tick(&mut world))).is_err());
    assert!(!tree.is_running());
    drop(tree);
    assert_eq!(world.take(), "");
}

#[test]
fn a_reaper_gets_the_work_after_the_cancel() {
    let events = Events::default();
    let answer = Arc::<Mutex<Option<u32>>>::default();
    let reaped = Arc::<Mutex<Vec<Work>>>::default();
    let work = Work { name: "x", events: events.clone(), answer, panics: false };
    let (seen, box_) = (events.clone(), reaped.clone());
    let request = Request::with_cancel(work, move |work| {
        seen.lock().unwrap().push("reap".into());
        box_.lock().unwrap().push(work);
    });
    drop(request);
    assert_eq!(events.lock().unwrap().join(", "), "cancel x, reap");
    // The other side can still answer after the cancel.
    let mut work = reaped.lock().unwrap().pop().unwrap();
    *work.answer.lock().unwrap() = Some(1);
    assert_eq!(work.poll(), Poll::Ready(1));
}
