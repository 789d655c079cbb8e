//! A window with a flock of sheep, and a dog that drives them into a pen. Each has a tree, and shows its active leaf.
//!
//! ```text
//! cargo +1.97.1 run
//! cargo +1.97.1 run -- --live
//! ```
//!
//! With `--live`, the trees of the dog and of one sheep are on a page in the browser.

mod dog;
mod field;
mod picture;
mod sheep;

use bevy::prelude::*;
use bevy_bt_trees::{BtPage, BtPlugin, BtSystems, BtViewPlugin, BtWatched};
use bt_view::serve::Options;

use dog::DogMind;
use field::{Dog, FIELD, Sheep};
use picture::Disc;
use sheep::SheepMind;

fn main() -> std::io::Result<()> {
    let size = FIELD.as_uvec2();
    let window = Window { title: "Sheep".to_owned(), resolution: size.into(), resizable: false, ..Window::default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() }))
        .add_plugins((BtViewPlugin::<Sheep>::new(Update), BtViewPlugin::<Dog>::new(Update)))
        .add_plugins((
            BtPlugin::<SheepMind>::new(Update).with_titles().with_page(),
            BtPlugin::<DogMind>::new(Update).with_titles().with_page(),
        ))
        .init_resource::<Disc>()
        .add_systems(Startup, (picture::draw_field, bring_them))
        .add_systems(
            Update,
            (picture::place, picture::show::<SheepMind>, picture::show::<DogMind>).after(BtSystems::Titles),
        );
    if std::env::args().any(|argument| argument == "--live") {
        let page = BtPage::start(Options::new())?;
        println!("open {}", page.url());
        app.insert_resource(page);
    }
    app.run();
    Ok(())
}

fn bring_them(mut commands: Commands, disc: Res<Disc>) {
    let dog = Dog { at: Vec2::new(-300.0, -220.0) };
    commands.spawn((DogMind::new(), dog, disc.agent(13.0), Name::new("dog"), BtWatched));
    for number in 0..24 {
        let mut sheep = commands.spawn((SheepMind::new(), Sheep::new(number), disc.agent(10.0)));
        if number == 0 {
            sheep.insert((Name::new("sheep"), BtWatched));
        }
    }
}
