//! Watched agents are on the live page; all others are not.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPage, BtPlugin, BtRate, BtReceive, BtSend, BtWatched};
use bevy_ecs::prelude::*;
use bt::{Behavior, Status, TreeObserver, bt};
use bt_view::serve::Options;
use serde_json::Value;

use crate::world::{Gone, Log, app, log};

struct Whistle;

/// Waits for a whistle.
#[derive(Behavior, Default)]
#[behavior(context = Mut<'_, Log>, message = Whistle)]
struct Heed;

impl Heed {
    fn run(&mut self, log: &mut Mut<'_, Log>) -> Status {
        log.0.push("heeds".to_owned());
        Status::Running
    }

    fn receive(&mut self, _: &mut Mut<'_, Log>, _: &Whistle) -> Status {
        Status::Success
    }

    fn finish(&mut self, log: &mut Mut<'_, Log>, outcome: bt::Outcome) {
        log.0.push(format!("{outcome:?}"));
    }
}

#[derive(Component)]
struct Asleep;

bt! {
    #[derive(Component)]
    Dog(Mut<'_, Log>) on Whistle = forever < sequence < heed, wait(9.0) > >
}
bt! {
    #[derive(Component)]
    Wolf(Mut<'_, Log>) on Whistle = forever < sequence < heed, wait(9.0) > >
}

macro_rules! agents {
    ($($tree:ty),*) => {$(
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Log;
            type Filter = Without<Asleep>;
            type Context<'a> = Mut<'a, Log>;
            type Answer = Status;

            fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
                log
            }
        }
    )*};
}

bt! { Cat(Mut<'_, Log>) = forever < heed > }

#[derive(Behavior, Component)]
#[behavior(context = Mut<'_, Log>)]
enum Pet {
    Cat(Cat),
}

agents!(Dog, Wolf, Pet);

impl BtReceive for Dog {
    type Message = Whistle;

    fn receive(&mut self, log: &mut Mut<'_, Log>, whistle: &Whistle) {
        self.send(log, whistle);
    }

    fn receive_with(&mut self, log: &mut Mut<'_, Log>, whistle: &Whistle, observer: &mut impl TreeObserver) {
        self.send_with(log, whistle, observer);
    }
}

/// It has no `receive_with`, so the page does not learn what a message does.
impl BtReceive for Wolf {
    type Message = Whistle;

    fn receive(&mut self, log: &mut Mut<'_, Log>, whistle: &Whistle) {
        self.send(log, whistle);
    }
}

/// A step on the page: the number of the agent, the sort of step, and how many ticks it covers.
type Step = (u64, &'static str, u64);

/// What the page shows.
struct Page {
    agents: Vec<String>,
    steps: Vec<Step>,
    /// The nodes that have ended, with their outcomes.
    ends: Vec<(u64, &'static str)>,
}

/// Reads the first data that the page gets.
fn page(app: &App) -> Page {
    let live = app.world().resource::<BtPage>();
    let mut stream = TcpStream::connect(live.address()).expect("the page is served");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", live.address()).expect("a request");
    let data = BufReader::new(stream).lines().take(100).map(|line| line.expect("a line in time"));
    let data = data.filter_map(|line| Some(line.strip_prefix("data: ")?.to_owned())).next().expect("a part");
    let part: Value = serde_json::from_str(&data).expect("JSON");
    let numbers =
        |list: &Value| -> Vec<u64> { list.as_array().expect("a list").iter().filter_map(Value::as_u64).collect() };

    let agents = part["agents"].as_array().expect("a list").iter();
    let agents = agents.map(|agent| agent[0].as_str().expect("a name").to_owned()).collect();
    let (all, mut steps) = (numbers(&part["steps"]), Vec::new());
    let mut rest = &all[..];
    while let [agent, sort, _, _, others @ ..] = rest {
        let sort = ["tick", "abort", "message", "reset", "unseen"][*sort as usize];
        let (count, others) = if sort == "unseen" { (others[0], &others[1..]) } else { (1, others) };
        steps.push((*agent, sort, count));
        rest = others;
    }
    // All other events are starts, runs and reasons.
    let outcomes = [(4, "success"), (5, "failure"), (6, "aborted")];
    let events = numbers(&part["events"]);
    let ends = events.chunks(3).filter_map(|event| {
        let (_, outcome) = outcomes.iter().find(|(code, _)| *code == event[1])?;
        Some((event[0], *outcome))
    });
    Page { agents, steps, ends: ends.collect() }
}

/// An app whose page keeps all steps, also while it has no viewer.
fn yard() -> App {
    let mut app = app();
    app.add_plugins((
        BtPlugin::<Dog>::new(Update).with_messages().with_page(),
        BtPlugin::<Wolf>::new(Update).with_page().with_messages(),
    ));
    app.insert_resource(BtPage::start(Options::new().always(true)).expect("a port"));
    app
}

fn dog(app: &mut App, extra: impl Bundle) -> Entity {
    app.world_mut().spawn((Dog::new(), Log::default(), extra)).id()
}

#[test]
fn watched_agents_alone_are_on_the_page_and_all_agents_are_ticked() {
    let mut app = yard();
    let rex = dog(&mut app, (BtWatched, Name::new("Rex")));
    let other = dog(&mut app, Name::new("Bello"));
    let nameless = dog(&mut app, BtWatched);
    app.update();
    app.update();
    let mut page = page(&app);
    page.agents.sort_unstable();
    assert_eq!(page.agents, [nameless.to_string(), "Rex".to_owned()]);
    assert_eq!(page.steps, [(0, "tick", 1), (1, "tick", 1), (0, "tick", 1), (1, "tick", 1)]);
    for dog in [rex, other, nameless] {
        assert_eq!(log(&app, dog), ["heeds", "heeds"]);
    }
}

#[test]
fn ticks_that_were_not_watched_are_a_gap() {
    let mut app = yard();
    let rex = dog(&mut app, ());
    let ticks = |app: &mut App, count: u32| (0..count).for_each(|_| app.update());
    ticks(&mut app, 3);
    app.world_mut().entity_mut(rex).insert(BtWatched);
    ticks(&mut app, 1);
    app.world_mut().entity_mut(rex).remove::<BtWatched>();
    ticks(&mut app, 2);
    app.world_mut().entity_mut(rex).insert(BtWatched);
    ticks(&mut app, 1);
    assert_eq!(page(&app).steps, [(0, "unseen", 3), (0, "tick", 1), (0, "unseen", 2), (0, "tick", 1)]);
    assert_eq!(log(&app, rex).len(), 7);
}

#[test]
fn frames_in_which_a_watched_agent_is_not_ticked_are_no_gap() {
    let mut app = yard();
    let rex = dog(&mut app, BtWatched);
    let ticks = |app: &mut App, count: u32| (0..count).for_each(|_| app.update());
    ticks(&mut app, 1);
    app.world_mut().entity_mut(rex).insert(Asleep);
    ticks(&mut app, 3);
    app.world_mut().entity_mut(rex).remove::<Asleep>();
    app.world_mut().entity_mut(rex).insert(BtRate::every_ticks(4));
    ticks(&mut app, 8);
    assert_eq!(page(&app).steps, [(0, "tick", 1); 3]);
    assert_eq!(log(&app, rex).len(), 3);
}

#[test]
fn the_page_shows_the_abort_of_a_despawn_and_of_a_removal() {
    let mut app = yard();
    let [rex, ben] = [(); 2].map(|()| dog(&mut app, BtWatched));
    app.update();
    app.world_mut().despawn(rex);
    app.world_mut().entity_mut(ben).remove::<Dog>();
    assert_eq!(app.world().resource::<Gone>().0, [["heeds", "Aborted"]]);
    let page = page(&app);
    assert_eq!(page.steps, [(0, "tick", 1), (1, "tick", 1), (0, "abort", 1), (1, "abort", 1)]);
    let aborted = [(2, "aborted"), (1, "aborted"), (0, "aborted")];
    assert_eq!(page.ends, [aborted, aborted].concat());
}

#[test]
fn the_page_does_not_show_the_abort_of_an_agent_that_is_not_watched() {
    let mut app = yard();
    let rex = dog(&mut app, BtWatched);
    let ben = dog(&mut app, ());
    app.update();
    app.world_mut().entity_mut(rex).remove::<BtWatched>();
    app.world_mut().despawn(rex);
    app.world_mut().entity_mut(ben).insert(BtWatched);
    app.world_mut().despawn(ben);
    assert_eq!(app.world().resource::<Gone>().0, [["heeds", "Aborted"], ["heeds", "Aborted"]]);
    assert_eq!(page(&app).steps, [(0, "tick", 1)]);
}

#[test]
fn a_tree_that_is_removed_without_an_abort_is_reset_on_the_page() {
    let mut app = yard();
    let rex = dog(&mut app, BtWatched);
    app.update();
    app.world_mut().entity_mut(rex).remove::<Log>();
    app.world_mut().despawn(rex);
    assert_eq!(page(&app).steps, [(0, "tick", 1), (0, "reset", 1)]);
}

#[test]
fn the_page_shows_a_message_with_its_effects() {
    let mut app = yard();
    let rex = dog(&mut app, BtWatched);
    app.update();
    app.world_mut().write_message(BtSend { to: rex, message: Whistle });
    app.update();
    let page = page(&app);
    assert_eq!(page.steps, [(0, "tick", 1), (0, "message", 1), (0, "tick", 1)]);
    assert_eq!(page.ends, [(2, "success")]);
    assert_eq!(log(&app, rex), ["heeds", "Success"]);
}

#[test]
fn after_a_message_without_events_the_page_gets_the_active_nodes() {
    let mut app = yard();
    let wolf = app.world_mut().spawn((Wolf::new(), Log::default(), BtWatched)).id();
    app.update();
    app.world_mut().write_message(BtSend { to: wolf, message: Whistle });
    app.update();
    let page = page(&app);
    assert_eq!(page.steps, [(0, "tick", 1), (0, "message", 1), (0, "unseen", 1), (0, "tick", 1)]);
    assert_eq!(log(&app, wolf), ["heeds", "Success"]);
}

#[test]
fn without_a_page_watched_agents_are_ticked_and_aborted_and_get_messages() {
    let mut app = yard();
    app.world_mut().remove_resource::<BtPage>();
    let [rex, ben] = [(); 2].map(|()| dog(&mut app, BtWatched));
    app.update();
    app.world_mut().write_message(BtSend { to: ben, message: Whistle });
    app.update();
    app.world_mut().despawn(rex);
    assert_eq!(app.world().resource::<Gone>().0, [["heeds", "heeds", "Aborted"]]);
    assert_eq!(log(&app, ben), ["heeds", "Success"]);
}

#[test]
fn an_enum_of_trees_is_ticked_and_not_shown() {
    let mut app = yard();
    app.add_plugins(BtPlugin::<Pet>::new(Update).with_page());
    let pet = app.world_mut().spawn((Pet::Cat(Cat::new()), Log::default(), BtWatched)).id();
    dog(&mut app, (BtWatched, Name::new("Rex")));
    app.update();
    assert_eq!(log(&app, pet), ["heeds"]);
    assert_eq!(page(&app).agents, ["Rex"]);
}

#[test]
fn viewers_cannot_control_trees() {
    let live = BtPage::start(Options::new().control(true).aborts(true).mocks(true)).expect("a port");
    for request in ["pause", "step", "abort?agent=0", "mock?agent=0&node=0&answer=success"] {
        let mut stream = TcpStream::connect(live.address()).expect("the page is served");
        let address = live.address();
        let text = format!(
            "POST /{request} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).expect("a request");
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).expect("an answer");
        assert!(answer.contains(" 403 "), "{request}: {answer}");
    }
}
