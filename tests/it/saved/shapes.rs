//! The save of a tree is loaded by that tree alone: not by another one, nor by a newer shape of it.

use bt::{Status, bt};
use serde::{Deserialize, Serialize};

use super::trees::{Chances, Composites, Decorators, Game, Leaves, Parts, Rest, Targets, Work};
use super::{FORMATS, Format};

/// What can be done with a tree: its saves after some ticks, and whether it loads one.
struct Shape {
    name: &'static str,
    saves: fn(Format) -> Vec<Vec<u8>>,
    load: fn(Format, &[u8]) -> Result<(), String>,
}

macro_rules! shapes {
    ($($tree:ident)*) => {
        [$(Shape {
            name: stringify!($tree),
            saves: |format| {
                let (mut tree, mut game) = ($tree::new(), Game::new(1));
                let save = |_| {
                    let save = format.save(&tree);
                    let _: Status = tree.tick_for(0.05, &mut game);
                    save
                };
                (0..6).map(save).collect()
            },
            load: |format, save| format.load::<$tree>(save).map(|_| ()),
        }),*]
    };
}

/// A tree, and what may become of it in a later version.
mod versions {
    use super::*;

    bt! {
        #[derive(Serialize, Deserialize)]
        pub First(Game) = sequence < walk: work('a', 2), open: work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub NodeInFront(Game) = sequence < succeed, walk: work('a', 2), open: work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub NodeBehind(Game) = sequence < walk: work('a', 2), open: work('b', 2), wait(0.1), succeed >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub NodeLess(Game) = sequence < walk: work('a', 2), open: work('b', 2) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub LabelChanged(Game) = sequence < walk: work('a', 2), unlock: work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub LabelGone(Game) = sequence < walk: work('a', 2), work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub LabelMore(Game) = sequence < walk: work('a', 2), open: work('b', 2), rest: wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub LabelMoved(Game) = sequence < walk: work('a', 2), work('b', 2), open: wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Swapped(Game) = sequence < open: work('b', 2), walk: work('a', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Rotated(Game) = sequence < wait(0.1), walk: work('a', 2), open: work('b', 2) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Deeper(Game) = sequence < walk: work('a', 2), sequence < open: work('b', 2), wait(0.1) > >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub LessDeep(Game) = sequence < walk: work('a', 2), sequence < open: work('b', 2) >, wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub DeeperInFront(Game) = sequence < sequence < walk: work('a', 2), open: work('b', 2) >, wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Decorated(Game) = sequence < walk: work('a', 2), open: work('b', 2), inverter < wait(0.1) > >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub DecoratedInAnotherWay(Game) = sequence < walk: work('a', 2), open: work('b', 2), force_success < wait(0.1) > >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub OtherComposite(Game) = selector < walk: work('a', 2), open: work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub OtherLeaf(Game) = sequence < walk: work('a', 2), open: work('b', 2), wait_until(|_| false) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Subtree(Game) = sequence < walk: work('a', 2), open: rest, wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Shared(Game) = sequence < rest, wait(0.1) >
    }

    pub mod later {
        use super::*;

        bt! {
            #[derive(Serialize, Deserialize)]
            pub Rest(Game) = sequence < work('r', 1), wait(0.15), wait(0.1) >
        }

        bt! {
            #[derive(Serialize, Deserialize)]
            pub SubtreeChanged(Game) = sequence < rest, wait(0.1) >
        }
    }
}

#[test]
fn each_tree_loads_its_own_saves_alone() {
    use versions::later::*;
    use versions::*;

    let shapes = shapes! {
        Composites Decorators Chances Leaves Parts Targets
        First NodeInFront NodeBehind NodeLess LabelChanged LabelGone LabelMore LabelMoved Swapped Rotated Deeper LessDeep
        DeeperInFront Decorated DecoratedInAnotherWay OtherComposite OtherLeaf Subtree Shared SubtreeChanged
    };
    let mut refused = 0;
    for format in FORMATS {
        for saved in &shapes {
            for (tick, save) in (saved.saves)(format).iter().enumerate() {
                for loading in &shapes {
                    let (loaded, own) = ((loading.load)(format, save), saved.name == loading.name);
                    let place = format!("{format:?} of {} in tick {tick}, loaded as {}", saved.name, loading.name);
                    assert_eq!(loaded.is_ok(), own, "{place}: {loaded:?}");
                    refused += usize::from(!own);
                    if !own && format == Format::Json {
                        let error = loaded.unwrap_err();
                        assert!(error.starts_with("the save is of another tree, or of an older shape"), "{error}");
                    }
                }
            }
        }
    }
    assert_eq!(refused, 2 * 6 * shapes.len() * (shapes.len() - 1));
}
