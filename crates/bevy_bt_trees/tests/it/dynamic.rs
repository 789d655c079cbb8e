//! Trees that are known only at run time, in agents.

use bevy_app::Update;
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::prelude::*;
use bt::{DynTree, bt};

use crate::world::{Log, app, log};

type Skill = Box<dyn for<'a> DynTree<Mut<'a, Log>>>;

/// What an agent has learned: a component, since the function is `Send` and `Sync`.
type Make = fn() -> Skill;

bt! { Dig(Mut<'_, Log>) = sequence < wait(0.5), action(|log| log.0.push("dig".to_owned())) > }
bt! { Sing(Mut<'_, Log>) = sequence < wait(0.25), action(|log| log.0.push("sing".to_owned())) > }

bt! {
    #[derive(Component)]
    Work(Mut<'_, Log>) { learned: Make } = forever < dynamic(learned()) >
}

/// A skill by itself: a component, too.
#[derive(Component)]
struct Known(Skill);

impl BtAgent for Work {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Mut<'a, Log>;
    type Answer = bt::Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

#[test]
fn an_agent_runs_trees_in_boxes() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Work>::new(Update));
    let dig: Make = || Box::new(Dig::new());
    let sing: Make = || Box::new(Sing::new());
    let agents = [dig, sing].map(|learned| {
        let known = Known(learned());
        app.world_mut().spawn((Work::new(learned), Log::default(), known)).id()
    });
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(log(&app, agents[0]), ["dig", "dig"]);
    assert_eq!(log(&app, agents[1]), ["sing"; 4]);
    assert!(app.world().get::<Known>(agents[0]).is_some_and(|known| !known.0.is_running()));
}
