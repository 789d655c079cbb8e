//! Trees that wait for tasks of Bevy's pools.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use bevy_app::Update;
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::prelude::*;
use bevy_tasks::{AsyncComputeTaskPool, TaskPool};
use bt::{Request, bt, leaf};

use crate::world::app;

/// A sheep, and how many paths were found and given up for it.
#[derive(Component, Default)]
struct Sheep {
    steps: u32,
    asked: usize,
    given_up: Arc<AtomicUsize>,
}

bt! {
    #[derive(Component)]
    Graze(Mut<'_, Sheep>) = sequence < find_path(3) -> steps, action(|sheep| sheep.steps += steps), running >
}

bt! {
    #[derive(Component)]
    Stray(Mut<'_, Sheep>) = search
}

macro_rules! agent {
    ($tree:ident) => {
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Sheep;
            type Filter = ();
            type Context<'a> = Mut<'a, Sheep>;
            type Answer = bt::Status;

            fn context<'a>(_: Entity, _: &'a (), sheep: Mut<'a, Sheep>, _: Commands<'a, 'a>) -> Mut<'a, Sheep> {
                sheep
            }
        }
    };
}

agent! { Graze }
agent! { Stray }

/// A task of a pool is a future. Dropping it cancels it.
#[leaf]
fn find_path(sheep: &mut Mut<'_, Sheep>, to: u32) -> Request<u32> {
    sheep.asked += 1;
    Request::future(AsyncComputeTaskPool::get_or_init(TaskPool::new).spawn(async move { to * 2 }))
}

/// A task that never ends.
#[leaf]
fn search(sheep: &mut Mut<'_, Sheep>) -> Request<()> {
    struct GivenUp(Arc<AtomicUsize>);

    impl Drop for GivenUp {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    sheep.asked += 1;
    let given_up = GivenUp(sheep.given_up.clone());
    Request::future(AsyncComputeTaskPool::get_or_init(TaskPool::new).spawn(async move {
        let _given_up = given_up;
        std::future::pending::<()>().await;
    }))
}

#[test]
fn a_tree_waits_for_a_task_of_a_pool() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Graze>::new(Update));
    let flock = [0; 3].map(|_| app.world_mut().spawn((Graze::new(), Sheep::default())).id());
    for _ in 0..10_000 {
        app.update();
        if flock.iter().all(|sheep| app.world().get::<Sheep>(*sheep).is_some_and(|sheep| sheep.steps > 0)) {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    for sheep in flock {
        let sheep = app.world().get::<Sheep>(sheep).expect("it is there");
        assert_eq!((sheep.steps, sheep.asked), (6, 1));
    }
}

#[test]
fn a_despawned_agent_gives_its_task_up_once() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Stray>::new(Update));
    let sheep = app.world_mut().spawn((Stray::new(), Sheep::default())).id();
    app.update();
    app.update();
    let given_up = app.world().get::<Sheep>(sheep).expect("it is there").given_up.clone();
    assert_eq!(app.world().get::<Sheep>(sheep).map(|sheep| sheep.asked), Some(1));
    assert_eq!(given_up.load(Ordering::SeqCst), 0);
    app.world_mut().despawn(sheep);
    for _ in 0..10_000 {
        if given_up.load(Ordering::SeqCst) > 0 {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(given_up.load(Ordering::SeqCst), 1);
}
