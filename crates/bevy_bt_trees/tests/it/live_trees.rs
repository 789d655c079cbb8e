//! Agents go on in a tree whose file has changed.

use std::fs;
use std::path::PathBuf;

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::prelude::*;
use bt::{Status, bt};
use bt_live::{Live, Watching, offer, sources, watch};

use crate::world::{Log, app, log};

bt! {
    #[derive(Component)]
    Goat(Mut<'_, Log>) = forever < sequence < chew: wait(1.0), action(|log| log.0.push("grass".to_owned())) > >
}
bt! {
    #[derive(Component)]
    Hen(Mut<'_, Log>) = forever < sequence < action(|log| log.0.push("corn".to_owned())), wait(0.5) > >
}

macro_rules! agents {
    ($($tree:ty),*) => {$(
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Log;
            type Filter = ();
            type Context<'a> = Mut<'a, Log>;
            type Answer = Status;

            fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
                log
            }
        }
    )*};
}

agents!(Goat, Hen);

fn update(app: &mut App, frames: usize) {
    for _ in 0..frames {
        app.update();
    }
}

/// The plugin reads the file: no test calls `poll`.
#[test]
fn agents_change_in_place_when_their_file_does() {
    let folder = std::env::temp_dir().join(format!("bevy-bt-trees-{}", std::process::id()));
    let file = folder.join(file!());
    fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder can be made");
    let write = |text: &str| fs::write(&file, text).expect("it can be written");
    let text = include_str!("live_trees.rs");
    write(text);
    sources(&folder);
    watch(Watching::Files);

    let mut app = app();
    app.add_plugins((BtPlugin::<Live<Goat>>::new(Update).live(), BtPlugin::<Live<Hen>>::new(Update).live()));
    let goats: Vec<Entity> =
        (0..3).map(|_| app.world_mut().spawn((Live::from(Goat::new()), Log::default())).id()).collect();
    let hen = app.world_mut().spawn((Live::from(Hen::new()), Log::default())).id();
    update(&mut app, 3);
    assert!(goats.iter().all(|&goat| log(&app, goat).is_empty()));

    // The goats are in the middle of `chew`, and stay there: 0.25 s are left.
    let twice = "chew: wait(1.0), action(|log| log.0.push(\"grass\".to_owned())), action(|log| log.0.push(\"grass\".to_owned()))";
    let changed = text.replacen("chew: wait(1.0), action(|log| log.0.push(\"grass\".to_owned()))", twice, 1);
    assert_ne!(text, changed);
    write(&changed);
    update(&mut app, 1);
    assert!(goats.iter().all(|&goat| log(&app, goat) == ["grass", "grass"]), "{:?}", log(&app, goats[0]));
    let corn = log(&app, hen).len();
    update(&mut app, 2);
    assert_eq!(log(&app, hen).len(), corn + 1, "another tree of the file goes on");

    // A text with a mistake changes nothing, and what is offered is taken as a file is.
    write(&changed.replacen("= forever", "= forevr", 1));
    update(&mut app, 4);
    assert!(goats.iter().all(|&goat| log(&app, goat).len() == 4));
    offer(PathBuf::from(file!()), &changed.replacen("wait(0.5)", "wait(0.25)", 1)).expect("it is right");
    let corn = log(&app, hen).len();
    update(&mut app, 4);
    assert!(log(&app, hen).len() >= corn + 3, "{:?}", log(&app, hen));
    let _ = fs::remove_dir_all(folder);
}
