//! Contexts that borrow, and palettes of all leaves.

use bt::{Behavior, Status, leaf};
use bt_live::{Contexts, LiveTreeFor, Palette, PaletteFor};

use super::{World, mistakes};

/// A context that borrows.
struct Scene<'s> {
    log: &'s mut Vec<String>,
    is_dark: bool,
}

struct Scenes;

impl Contexts for Scenes {
    type Context<'s> = Scene<'s>;
}

mod lamps {
    use super::{Behavior, Scene, Status, leaf};

    #[leaf]
    fn light(scene: &mut Scene<'_>, lamp: String) {
        scene.log.push(lamp);
        scene.is_dark = false;
    }

    #[leaf]
    fn find_lamp(scene: &Scene<'_>) -> Option<String> {
        scene.is_dark.then(|| "lamp".to_owned())
    }

    #[leaf]
    fn fails(_: &Scene<'_>) -> Result<(), String> {
        Err("it has an error".to_owned())
    }

    #[derive(Behavior, Default, Clone)]
    #[behavior(context = Scene<'_>)]
    pub struct Rest {
        ticks: u32,
    }

    impl Rest {
        fn run(&mut self, _: &mut Scene<'_>) -> Status {
            self.ticks += 1;
            if self.ticks < 3 { Status::Running } else { Status::Success }
        }
    }
}

/// Each tick has another scene.
fn in_scenes(tree: &mut LiveTreeFor<Scenes>, log: &mut Vec<String>, ticks: usize) -> Status {
    let mut status = Status::Running;
    for _ in 0..ticks {
        status = tree.tick_for(0.5, &mut Scene { log, is_dark: true });
    }
    status
}

#[test]
fn a_context_may_borrow() {
    let palette = PaletteFor::<Scenes>::new()
        .leaf("rest", lamps::Rest::default)
        .condition("is_dark", |scene: &Scene| scene.is_dark)
        .action("count", |scene: &mut Scene| scene.log.push(scene.log.len().to_string()));
    let text = "sequence < condition(is_dark), action(count), rest, wait(1.0), action(count) >";
    let mut tree = LiveTreeFor::parse(text, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    let mut log = Vec::new();
    assert_eq!(in_scenes(&mut tree, &mut log, 3), Status::Running);
    let changed = text.replace("wait(1.0)", "wait(1.0), action(count)");
    tree.switch_to(&LiveTreeFor::parse(&changed, &palette).expect("it is right"));
    assert_eq!(in_scenes(&mut tree, &mut log, 1), Status::Success);
    assert_eq!(log, ["0", "1", "2"]);
    assert_eq!(in_scenes(&mut tree, &mut log, 1), Status::Running);
    tree.abort(&mut Scene { log: &mut log, is_dark: true });
    assert!(!tree.is_running());
}

#[test]
fn a_palette_takes_all_leaves_of_its_contexts() {
    let palette = PaletteFor::<Scenes>::of_leaves();
    let text = "sequence < rest, find_lamp -> lamp, light(lamp), light(\"torch\") >";
    let mut tree = LiveTreeFor::parse(text, &palette).unwrap_or_else(|refused| panic!("{refused}"));
    let mut log = Vec::new();
    assert_eq!(in_scenes(&mut tree, &mut log, 3), Status::Success);
    assert_eq!(log, ["lamp", "torch"]);

    let wrong = |text: &str| LiveTreeFor::parse(text, &palette).expect_err("it is wrong").mistakes()[0].clone();
    assert_eq!(wrong("ligth(\"torch\")").help.as_deref(), Some("did you mean `light`?"));
    assert_eq!(wrong("light").message, "`light` takes 1 argument");
    assert_eq!(wrong("light(3)").message, "mismatched types: expected `String`, found integer");
    // The leaf returns an error, and a tree from text has no error type.
    assert_eq!(wrong("fails").message, "there is no leaf `fails`");

    let of_module = PaletteFor::<Scenes>::of_module(concat!(module_path!(), "::lamps"));
    assert!(LiveTreeFor::parse(text, &of_module).is_ok());
    // `World` is a context that does not borrow.
    let palette = Palette::<World>::of_leaves();
    assert_eq!(mistakes("sequence < find, walk { to: 3, steps: 2 } >", &palette), [""; 0]);
    let message = "a field of `walk` is a literal";
    assert_eq!(mistakes("sequence < find -> number, walk { to: number, steps: 2 } >", &palette), [message]);
    let message = "`walk` takes its fields in braces: `walk { steps: .., to: .. }`";
    assert_eq!(mistakes("walk(1, 2)", &palette), [message]);
}

#[test]
#[should_panic(expected = "no leaf in `palette::contexts::lampz` has the contexts of this palette")]
fn a_module_without_leaves() {
    let _ = PaletteFor::<Scenes>::of_module("palette::contexts::lampz");
}
