//! Agents with trees of a text follow its file.

use std::fs;

use bevy_app::Update;
use bevy_bt_trees::{BtPlugin, BtTexts};
use bevy_ecs::prelude::*;
use bt_live::{Contexts, LiveTreeFor, PaletteFor, TreeFileFor, Watching, watch};

use crate::world::{Log, app, log};

/// The contexts of geese.
struct Geese;

impl Contexts for Geese {
    type Context<'tick> = Mut<'tick, Log>;
}

impl BtTexts for Geese {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

fn palette() -> PaletteFor<Geese> {
    let says = |word: &'static str| move |log: &mut Mut<Log>| log.0.push(word.to_owned());
    PaletteFor::new().action("honk", says("honk")).action("hiss", says("hiss"))
}

/// The plugin reads the file: the test calls no `poll`.
#[test]
fn agents_follow_the_file_of_their_tree() {
    let folder = std::env::temp_dir().join(format!("bevy-bt-texts-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let (path, text) = (folder.join("goose.bt"), "forever < sequence < rest: wait(1.0), action(honk) > >");
    let write = |text: &str| fs::write(&path, text).expect("it can be written");
    write(text);
    watch(Watching::Files);
    let file = TreeFileFor::open(&path, palette()).expect("it is right");

    let mut app = app();
    app.add_plugins(BtPlugin::<LiveTreeFor<Geese>>::new(Update).live());
    let geese = [(); 2].map(|()| app.world_mut().spawn((file.tree(), Log::default())).id());
    let stray = LiveTreeFor::parse(text, &palette()).expect("it is right");
    let stray = app.world_mut().spawn((stray, Log::default())).id();
    for _ in 0..3 {
        app.update();
    }
    assert!(geese.iter().all(|&goose| log(&app, goose).is_empty()));

    // They are in the middle of `rest`, and stay there: 0.25 s are left.
    write("forever < sequence < rest: wait(1.0), action(hiss), action(honk) > >");
    app.update();
    assert!(geese.iter().all(|&goose| log(&app, goose) == ["hiss", "honk"]), "{:?}", log(&app, geese[0]));
    assert_eq!(log(&app, stray), ["honk"], "a tree without a file stays as it is");

    // A text with a mistake changes nothing.
    write("forever < sequence < rest: wait(1.0), action(fly) > >");
    for _ in 0..4 {
        app.update();
    }
    assert!(geese.iter().all(|&goose| log(&app, goose).len() == 4));
    fs::remove_dir_all(folder).expect("it can be removed");
}
