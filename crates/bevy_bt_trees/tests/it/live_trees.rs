//! Agents continue in a tree whose file has changed.

use std::fs;
use std::path::PathBuf;

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtEdited, BtPlugin, BtSystems};
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

/// The edits of the last frames, each in a few words.
#[derive(Resource, Default)]
struct Edits(Vec<String>);

fn note(mut messages: MessageReader<BtEdited>, mut edits: ResMut<Edits>) {
    edits.0.extend(messages.read().map(|edit| match edit {
        BtEdited::Taken(update) => format!("{} changed, {} mended", update.trees.len(), update.mended.len()),
        BtEdited::Refused(refused) => refused.mistakes()[0].message.clone(),
    }));
}

fn edits(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Edits>().0)
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
    app.init_resource::<Edits>().add_systems(Update, note.after(BtSystems::View));
    let goats: Vec<Entity> =
        (0..3).map(|_| app.world_mut().spawn((Live::from(Goat::new()), Log::default())).id()).collect();
    let hen = app.world_mut().spawn((Live::from(Hen::new()), Log::default())).id();
    update(&mut app, 3);
    assert!(goats.iter().all(|&goat| log(&app, goat).is_empty()));
    assert_eq!(edits(&mut app), [""; 0]);

    // The goats are in the middle of `chew`, and stay there: 0.25 s are left.
    let twice = "chew: wait(1.0), action(|log| log.0.push(\"grass\".to_owned())), action(|log| \
                 log.0.push(\"grass\".to_owned()))";
    let changed = text.replacen("chew: wait(1.0), action(|log| log.0.push(\"grass\".to_owned()))", twice, 1);
    assert_ne!(text, changed);
    write(&changed);
    update(&mut app, 1);
    assert!(goats.iter().all(|&goat| log(&app, goat) == ["grass", "grass"]), "{:?}", log(&app, goats[0]));
    assert_eq!(edits(&mut app), ["1 changed, 0 mended"]);
    let corn = log(&app, hen).len();
    update(&mut app, 2);
    assert_eq!(log(&app, hen).len(), corn + 1, "another tree of the file continues");

    // A text with a mistake changes nothing, and what is offered is taken as a file is.
    let wrong = changed.replacen("= forever", "= forevr", 1);
    write(&wrong);
    update(&mut app, 4);
    assert!(goats.iter().all(|&goat| log(&app, goat).len() == 4));
    assert_eq!(edits(&mut app), ["unknown node `forevr`"]);
    write(&changed);
    update(&mut app, 2);
    assert_eq!(edits(&mut app), ["0 changed, 1 mended"]);
    write(&wrong);
    update(&mut app, 1);
    offer(PathBuf::from(file!()), &changed.replacen("wait(0.5)", "wait(0.25)", 1)).expect("it is right");
    let corn = log(&app, hen).len();
    update(&mut app, 4);
    assert!(log(&app, hen).len() >= corn + 3, "{:?}", log(&app, hen));
    let _ = fs::remove_dir_all(folder);
}
