//! What the answers of requests mean.

use std::cell::Cell;
use std::collections::HashMap;
use std::future::{pending, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use bt::observe::Mock;
use bt::{Behavior, LocalRequest, Produces, Request, Status, bt, leaf};

#[derive(Debug, PartialEq)]
struct Broken(u32);

#[derive(Default)]
struct World {
    asked: u32,
    answer: Option<Result<u32, u32>>,
}

macro_rules! leaves {
    ($($(#[value = $value:ident])? $name:ident -> $answer:ty, $world:ident => $given:expr;)*) => {$(
        #[leaf$((value = $value))?]
        fn $name($world: &mut World) -> Request<$answer> {
            $world.asked += 1;
            Request::future(ready($given))
        }
    )*};
}

leaves! {
    #[value = bool]
    truth -> bool, world => world.answer.is_some();
    unit -> (), _world => ();
    found -> Option<u32>, world => world.answer.and_then(Result::ok);
    tried -> Result<u32, Broken>, world => world.answer.unwrap().map_err(Broken);
    looked -> Result<Option<u32>, Broken>, world => match world.answer {
        Some(Ok(number)) => Ok(Some(number)),
        Some(Err(number)) => Err(Broken(number)),
        None => Ok(None),
    };
}

#[leaf]
fn lenient(world: &World) -> Request<Option<u32>> {
    Request::future(ready(world.answer.unwrap().map_err(Broken))).ok()
}

#[test]
fn an_answer_is_the_value_and_a_bool_is_one_where_the_leaf_says_so() {
    bt! { ATruth(World) -> Option<bool> = truth }
    bt! { AUnit(World) = unit }
    let mut world = World::default();
    assert_eq!(ATruth::new().tick(&mut world), Poll::Ready(Some(false)));
    world.answer = Some(Ok(1));
    assert_eq!(ATruth::new().tick(&mut world), Poll::Ready(Some(true)));
    assert_eq!(AUnit::new().tick(&mut world), Status::Success);
}

#[test]
fn none_fails_and_an_error_is_raised() {
    bt! { AFound(World) -> Option<u32> = found }
    bt! { ATried(World) -> Result<Option<u32>, Broken> = tried }
    bt! { ALooked(World) -> Result<Option<u32>, Broken> = looked }
    bt! { ALenient(World) -> Option<u32> = lenient }
    let mut world = World::default();
    assert_eq!(AFound::new().tick(&mut world), Poll::Ready(None));
    assert_eq!(ALooked::new().tick(&mut world), Ok(Poll::Ready(None)));
    world.answer = Some(Ok(4));
    assert_eq!(AFound::new().tick(&mut world), Poll::Ready(Some(4)));
    assert_eq!(ATried::new().tick(&mut world), Ok(Poll::Ready(Some(4))));
    assert_eq!(ALooked::new().tick(&mut world), Ok(Poll::Ready(Some(4))));
    assert_eq!(ALenient::new().tick(&mut world), Poll::Ready(Some(4)));
    world.answer = Some(Err(5));
    assert_eq!(ATried::new().tick(&mut world), Err(Broken(5)));
    assert_eq!(ALooked::new().tick(&mut world), Err(Broken(5)));
    assert_eq!(ALenient::new().tick(&mut world), Poll::Ready(None));
}

#[test]
fn an_alias_says_so_in_the_attribute() {
    type Asked = Request<Option<u32>>;
    type Answer = Result<u32, Broken>;

    #[leaf(request, value = u32)]
    fn aliased(_: &World) -> Asked {
        Request::future(ready(Some(3)))
    }

    #[leaf(value = u32)]
    fn inside(_: &World) -> bt::Request<Answer> {
        Request::future(ready(Err(Broken(1))))
    }

    bt! { Tree(World) -> Result<Option<u32>, Broken> = selector < aliased, inside > }
    bt! { AnInside(World) -> Result<Option<u32>, Broken> = inside }
    assert_eq!(Tree::new().tick(&mut World::default()), Ok(Poll::Ready(Some(3))));
    assert_eq!(AnInside::new().tick(&mut World::default()), Err(Broken(1)));
}

#[test]
fn a_receiver_without_senders_fails() {
    #[leaf]
    fn ask(world: &mut World) -> Request<u32> {
        world.asked += 1;
        let (sender, receiver) = channel();
        if let Some(Ok(number)) = world.answer {
            sender.send(number).unwrap();
        }
        Request::receiver(receiver)
    }
    bt! { Tree(World) -> Option<u32> = ask }
    let mut world = World::default();
    assert_eq!(Tree::new().tick(&mut world), Poll::Ready(None));
    world.answer = Some(Ok(2));
    assert_eq!(Tree::new().tick(&mut world), Poll::Ready(Some(2)));
}

#[test]
fn the_panic_of_a_thread_is_resumed_in_the_tick() {
    #[leaf]
    fn think(world: &World) -> Request<u32> {
        let answer = world.answer;
        Request::thread(thread::spawn(move || match answer {
            Some(Ok(number)) => number,
            _ => std::panic::panic_any("thought"),
        }))
    }
    bt! { Tree(World) -> Option<u32> = think }
    let mut world = World { answer: Some(Ok(2)), ..World::default() };
    let mut tree = Tree::new();
    let mut ticked = Poll::Pending;
    for _ in 0..10_000 {
        ticked = tree.tick(&mut world);
        if ticked.is_ready() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(ticked, Poll::Ready(Some(2)));
    world.answer = None;
    let mut payload = None;
    for _ in 0..10_000 {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| tree.tick(&mut world))) {
            payload = panic.downcast_ref::<&str>().copied();
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(payload, Some("thought"));
    assert!(!tree.is_running());
}

#[test]
fn an_async_function_fits_every_context() {
    #[leaf]
    async fn double(number: u32, word: &'static str) -> Result<Option<String>, Broken> {
        match number {
            0 => Err(Broken(0)),
            1 => Ok(None),
            _ => Ok(Some(word.repeat(number as usize))),
        }
    }

    #[leaf]
    async fn nothing() {}

    bt! { Tree(World) { number: u32 } -> Result<Option<String>, Broken> = sequence < nothing, double(number, "a") > }
    bt! { OfText(str) -> Result<Option<String>, Broken> = double(2, "b") }
    let mut world = World::default();
    assert_eq!(Tree::new(2).tick(&mut world), Ok(Poll::Ready(Some("aa".into()))));
    assert_eq!(Tree::new(1).tick(&mut world), Ok(Poll::Ready(None)));
    assert_eq!(Tree::new(0).tick(&mut world), Err(Broken(0)));
    assert_eq!(OfText::new().tick("text".to_owned().as_mut_str()), Ok(Poll::Ready(Some("bb".into()))));
}

#[test]
fn arguments_and_contexts_as_in_every_leaf() {
    trait Planner {
        fn plan(&self, to: &[u32]) -> u32;
    }

    impl Planner for World {
        fn plan(&self, to: &[u32]) -> u32 {
            to.iter().sum::<u32>() + self.asked
        }
    }

    #[leaf]
    fn plan(planner: &impl Planner, to: &[u32; 2], more: u32) -> Request<u32> {
        Request::future(ready(planner.plan(to) + more))
    }

    #[leaf]
    fn generic<T>(_: &mut World, value: T) -> Request<T>
    where
        T: Clone + Send + PartialEq + 'static,
    {
        Request::future(ready(value))
    }

    struct View<'a>(&'a HashMap<u32, u32>);

    #[leaf]
    fn borrowed(view: &View<'_>, key: u32) -> Request<Option<u32>> {
        Request::future(ready(view.0.get(&key).copied()))
    }

    bt! { Tree(World) -> Option<u32> = sequence < generic::<u8>(3), plan([1, 2], 4) > }
    bt! { Viewing(View<'_>) -> Option<u32> = borrowed(7) }
    assert_eq!(Tree::new().tick(&mut World::default()), Poll::Ready(Some(7)));
    let map = HashMap::from([(7, 8)]);
    assert_eq!(Viewing::new().tick(&mut View(&map)), Poll::Ready(Some(8)));
}

#[test]
fn what_is_not_send_is_local() {
    #[leaf]
    fn local(number: &Rc<Cell<u32>>) -> LocalRequest<u32> {
        let number = number.clone();
        LocalRequest::future(std::future::poll_fn(move |_| match number.get() {
            0 => Poll::Pending,
            number => Poll::Ready(number),
        }))
    }
    bt! { Tree(Rc<Cell<u32>>) -> Option<u32> = local }
    let (mut tree, mut number) = (Tree::new(), Rc::new(Cell::new(0)));
    assert_eq!(tree.tick(&mut number), Poll::Pending);
    number.set(3);
    assert_eq!(tree.tick(&mut number), Poll::Ready(Some(3)));
}

#[test]
fn an_enum_of_leaves_may_hold_one() {
    #[derive(Behavior)]
    #[behavior(context = World, error = Broken, value = u32)]
    enum Work {
        Tried(Tried),
        Found(Found),
    }

    impl Work {
        fn new(tries: bool) -> Self {
            if tries { Work::Tried(Tried::default()) } else { Work::Found(Found::default()) }
        }
    }

    bt! { Tree(World) { tries: bool } -> Result<Option<u32>, Broken> = work(tries) }
    let mut world = World { answer: Some(Err(1)), ..World::default() };
    assert_eq!(Tree::new(true).tick(&mut world), Err(Broken(1)));
    assert_eq!(Tree::new(false).tick(&mut world), Ok(Poll::Ready(None)));
}

#[test]
fn a_mocked_request_is_never_made() {
    bt! { Tree(World) = sequence < found -> number, condition(|_| number == 9) > }
    let (mut tree, mut world) = (Tree::new(), World::default());
    let mut mock = Mock::value("found", [Some(9_u32)]);
    assert_eq!(tree.tick_with(&mut world, &mut mock), Status::Success);
    assert_eq!(world.asked, 0);
}

#[test]
fn a_tree_with_requests_is_a_component() {
    #[leaf]
    fn cells(_: &World) -> Request<Cell<u32>> {
        Request::future(async {
            let cell = Cell::new(1);
            std::future::ready(()).await;
            cell
        })
    }

    #[leaf]
    fn never(_: &World) -> Request<()> {
        Request::future(pending())
    }

    fn is_component<T: Send + Sync + 'static>(_: &T) {}

    bt! { Tree(World) = sequence < cells, never > }
    let mut tree = Tree::new();
    assert_eq!(tree.tick(&mut World::default()), Status::Running);
    is_component(&tree);
    fn has_value<L: Produces<Value = Cell<u32>>>() {}
    has_value::<Cells>();
}
