//! Clones, saves and sleep of trees with requests.

use std::future::poll_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Wake, Waker};
use std::time::Duration;

use bt::{Request, Save, Status, bt, leaf};
use serde::{Deserialize, Serialize};

#[derive(Default)]
struct World {
    asked: Vec<(String, u32)>,
    answer: Arc<Mutex<Option<u32>>>,
    waker: Option<Waker>,
    cancelled: Arc<AtomicUsize>,
}

/// Counts its drops without an answer.
struct Count(Arc<AtomicUsize>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[leaf]
#[derive(Clone, Debug, Serialize, Deserialize)]
fn ask(world: &mut World, word: String, number: u32) -> Request<u32> {
    world.asked.push((word, number));
    let (answer, count) = (world.answer.clone(), Count(world.cancelled.clone()));
    let request = Request::future(poll_fn(move |context| {
        let _ = &count;
        match *answer.lock().unwrap() {
            Some(number) => Poll::Ready(number),
            None => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }));
    match &world.waker {
        Some(waker) => request.waking(waker.clone()),
        None => request,
    }
}

bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    Tree(World) -> Option<u32> = sequence < ask("a".to_owned(), 3) -> number, succeed, ask("b".to_owned(), number) >
}

#[test]
fn a_clone_asks_anew_in_its_next_run() {
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Poll::Pending);
    let mut clone = tree.clone();
    assert!(clone.is_running());
    assert_eq!(world.asked.len(), 1);
    assert_eq!(clone.tick(&mut world), Poll::Pending);
    assert_eq!(world.asked, [("a".into(), 3), ("a".into(), 3)]);
    *world.answer.lock().unwrap() = Some(5);
    assert_eq!(clone.tick(&mut world), Poll::Ready(Some(5)));
    assert_eq!(world.asked.len(), 3);
    assert_eq!(world.asked[2], ("b".into(), 5));
    drop(tree);
    assert_eq!(world.cancelled.load(Ordering::SeqCst), 3);
}

#[test]
fn a_loaded_save_asks_anew_in_its_next_run() {
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Poll::Pending);
    let save = serde_json::to_string(&Save(&tree)).unwrap();
    drop(tree);
    let Save(mut loaded) = serde_json::from_str::<Save<Tree>>(&save).unwrap();
    assert!(loaded.is_running());
    assert_eq!(loaded.sleep(), None);
    assert_eq!(loaded.tick(&mut world), Poll::Pending);
    assert_eq!(world.asked, [("a".into(), 3), ("a".into(), 3)]);
    let bytes = postcard::to_stdvec(&loaded).unwrap();
    let mut again: Tree = postcard::from_bytes(&bytes).unwrap();
    *world.answer.lock().unwrap() = Some(5);
    assert_eq!(again.tick(&mut world), Poll::Ready(Some(5)));
}

#[test]
fn debug_shows_the_arguments() {
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Poll::Pending);
    let shown = format!("{tree:?}");
    assert!(shown.contains("(\"a\", 3)") && shown.contains("asked: true"), "{shown}");
}

#[test]
fn it_sleeps_only_if_somebody_wakes_it() {
    #[derive(Default)]
    struct Bell(AtomicUsize);

    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    bt! { Limited(World) = timeout(2.0) < ask("c".to_owned(), 1) > }
    bt! { Both(World) = parallel < ask("d".to_owned(), 1), wait(3.0) > }
    let bell = Arc::<Bell>::default();
    let mut world = World::default();
    for (waker, forever, limited, both) in [
        (None, None, None, None),
        (
            Some(Waker::from(bell.clone())),
            Some(Duration::MAX),
            Some(Duration::from_secs(2)),
            Some(Duration::from_secs(3)),
        ),
    ] {
        world.waker = waker;
        let mut tree = Tree::new();
        assert_eq!(tree.tick(&mut world), Poll::Pending);
        assert_eq!(tree.sleep(), forever);
        // A clone has not asked yet.
        assert_eq!(tree.clone().sleep(), None);
        let mut tree = Limited::new();
        assert_eq!(tree.tick_for(0.0, &mut world), Status::Running);
        assert_eq!(tree.sleep(), limited);
        let mut tree = Both::new();
        assert_eq!(tree.tick_for(0.0, &mut world), Status::Running);
        assert_eq!(tree.sleep(), both);
    }
    // The future has used the waker once in each of three trees.
    assert_eq!(bell.0.load(Ordering::SeqCst), 3);
}
