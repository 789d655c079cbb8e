//! The save of a tree is only loaded by that tree: not by another one, nor by a newer shape of it.

use std::marker::PhantomData;

use bt::{Behavior, Save, Status, Tree, bt};
use serde::{Deserialize, Serialize};

use super::trees::{Chances, Composites, Decorators, Game, Leaves, Parts, Rest, Shot, Targets, Work};
use super::{FORMATS, Format};

/// The interface of a tree: its saves after some ticks, and whether it loads one.
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
                let (mut tree, mut game) = ($tree::default(), Game::new(1));
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

/// A tree, and its possible later versions.
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
        pub DecoratedInAnotherWay(Game) = sequence <
            walk: work('a', 2),
            open: work('b', 2),
            force_success < wait(0.1) >,
        >
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

    /// A leaf with a type argument, which it does not hold.
    #[derive(Serialize, Deserialize)]
    pub struct Seek<T>(PhantomData<T>);

    impl<T> Default for Seek<T> {
        fn default() -> Self {
            Seek(PhantomData)
        }
    }

    impl<T> Behavior<Game> for Seek<T> {
        type Answer = Status;

        fn run(&mut self, _: &mut Game) -> Status {
            Status::Running
        }
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub SeekSmall(Game) = sequence < seek::<u8>, wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub SeekLarge(Game) = sequence < seek::<u16>, wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Patterns(Game) = switch(|game| game.number) < 1 | 3 => work('a', 2), 2 => work('b', 2), _ => wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub PatternsSwapped(Game) = switch(|game| game.number) <
            2 => work('a', 2),
            1 | 3 => work('b', 2),
            _ => wait(0.1),
        >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Guarded(Game) = switch(|game| game.number) < 2 => work('a', 2), n if n > 3 => work('b', 2), _ => wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub OtherGuard(Game) = switch(|game| game.number) <
            2 => work('a', 2),
            n if n > 4 => work('b', 2),
            _ => wait(0.1),
        >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Conditions(Game) = priority <
            |game| game.number > 3 => work('a', 2),
            Game::is_even => work('b', 2),
            wait(0.1),
        >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub ConditionsSwapped(Game) = priority <
            Game::is_even => work('a', 2),
            |game| game.number > 3 => work('b', 2),
            wait(0.1),
        >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub ConditionsKept(Game) = priority <
            |game| game.number > 3 => work('a', 2),
            if Game::is_even => work('b', 2),
            wait(0.1),
        >
    }

    bt! {
        #[derive(Default, Serialize, Deserialize)]
        pub Params(Game) { letter: char, ticks: u8, more: u8 } = sequence < work(letter, ticks), work('b', more) >
    }

    bt! {
        #[derive(Default, Serialize, Deserialize)]
        pub ParamsSwapped(Game) { letter: char, more: u8, ticks: u8 } = sequence <
            work(letter, ticks),
            work('b', more),
        >
    }

    bt! {
        #[derive(Default, Serialize, Deserialize)]
        pub ParamOfOtherType(Game) { letter: char, ticks: u8, more: i8 } = sequence <
            work(letter, ticks),
            work('b', more.unsigned_abs()),
        >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Hears(Game) on Shot = sequence < walk: work('a', 2), open: work('b', 2), wait(0.1) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Period(Game) = every(0.1, |game| game.log.push('.')) < work('a', 3) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub PeriodOfTheGame(Game) = every(|_| 0.1, |game| game.log.push('.')) < work('a', 3) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Key(Game) = observe(|game| -> u8 { game.number as u8 }) < reactive_selector < fail, work('a', 3) > >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub KeyOfOtherType(Game) = observe(|game| -> u16 { game.number as u16 }) <
            reactive_selector < fail, work('a', 3) >
        >
    }

    /// A leaf before or after the border of a subtree.
    pub mod inside {
        use super::*;

        bt! {
            #[derive(Serialize, Deserialize)]
            pub Part(Game) = sequence < work('a', 2), work('b', 2) >
        }

        bt! {
            #[derive(Serialize, Deserialize)]
            pub Inside(Game) = sequence < part >
        }
    }

    pub mod outside {
        use super::*;

        bt! {
            #[derive(Serialize, Deserialize)]
            pub Part(Game) = sequence < work('a', 2) >
        }

        bt! {
            #[derive(Serialize, Deserialize)]
            pub Outside(Game) = sequence < part, work('b', 2) >
        }
    }

    /// Leaf enums: their variants are part of the shape.
    pub mod variants {
        use super::*;

        #[derive(Behavior, Serialize, Deserialize)]
        #[behavior(context = Game)]
        pub enum First {
            Seek(Seek<u8>),
            Work(Work),
        }

        #[derive(Behavior, Serialize, Deserialize)]
        #[behavior(context = Game)]
        pub enum Second {
            Seek(Seek<u16>),
            Work(Work),
        }

        pub mod one {
            use super::{First as Either, *};

            bt! {
                #[derive(Serialize, Deserialize)]
                pub OneOfFirst(Game) = sequence < Either::Seek(Seek(PhantomData)), wait(0.1) >
            }
        }

        pub mod other {
            use super::{Second as Either, *};

            bt! {
                #[derive(Serialize, Deserialize)]
                pub OneOfSecond(Game) = sequence < Either::Seek(Seek(PhantomData)), wait(0.1) >
            }
        }
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
    use versions::inside::Inside;
    use versions::later::*;
    use versions::outside::Outside;
    use versions::variants::{one::OneOfFirst, other::OneOfSecond};
    use versions::*;

    let shapes = shapes! {
        Composites Decorators Chances Leaves Parts Targets
        First NodeInFront NodeBehind NodeLess LabelChanged LabelGone LabelMore LabelMoved Swapped Rotated Deeper LessDeep
        DeeperInFront Decorated DecoratedInAnotherWay OtherComposite OtherLeaf Subtree Shared SubtreeChanged
        SeekSmall SeekLarge Patterns PatternsSwapped Guarded OtherGuard Conditions ConditionsSwapped ConditionsKept Params ParamsSwapped
        ParamOfOtherType Hears Period PeriodOfTheGame Key KeyOfOtherType Inside Outside OneOfFirst OneOfSecond
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

#[test]
fn a_refused_save_says_what_differs_first() {
    use versions::{First, NodeBehind, NodeInFront, NodeLess};

    fn error<T: Tree + Default + for<'de> Deserialize<'de>>(save: &str) -> String {
        serde_json::from_str::<Save<T>>(save).err().expect("it is of another tree").to_string()
    }

    bt! {
        #[derive(Default, Serialize, Deserialize)]
        Turned(Game) = sequence < sequence < walk: work('a', 2), open: work('b', 2), wait(0.1) > >
    }
    bt! {
        #[derive(Default, Serialize, Deserialize)]
        Given(Game) { by: u8 } = sequence < walk: work('a', 2), open: work('b', by), wait(0.1) >
    }
    bt! {
        #[derive(Default, Serialize, Deserialize)]
        Inside(Game) = sequence < walk: work('a', 2), first >
    }
    let save = serde_json::to_string(&Save(First::new())).expect("it can be written");
    for (error, expected) in [
        (error::<NodeInFront>(&save), "node 1 is `walk: work` in the save, and `succeed` in this tree"),
        (error::<NodeBehind>(&save), "node 4 of this tree, `succeed`, is not in the save"),
        (error::<NodeLess>(&save), "node 3 of the save, `wait`, is not in this tree"),
        (error::<Turned>(&save), "node 1 is `walk: work` in the save, and `sequence` in this tree"),
        (error::<Inside>(&save), "node 2 is `open: work` in the save, and `first: sequence` in this tree"),
        (error::<Given>(&save), "the nodes are the same, but not their types, patterns, parameters or values"),
    ] {
        assert!(error.contains(&format!("of this one: {expected} (")), "{error}");
    }
    let nested = serde_json::to_string(&Save(Turned::new())).expect("it can be written");
    let moved = nested.replacen("1 sequence", "1 walk: work", 1).replacen("2 walk: work", "2 open: work", 1);
    let error = error::<First>(&moved);
    assert!(error.contains("node 2, `open`, has another parent in the save ("), "{error}");
    let damaged = serde_json::from_str::<Save<First>>(&save.replacen("1 walk", "1 talk", 1));
    assert!(damaged.err().is_some_and(|error| error.to_string().starts_with("the nodes of the save do not match")));
}

#[test]
fn the_shape_may_come_after_the_tree() {
    use versions::{First, LabelGone};

    let mut tree = First::new();
    tree.tick_for(0.05, &mut Game::new(1));
    let save = serde_json::to_value(Save(&tree)).expect("it can be written");
    let late =
        |more: &str| format!(r#"{{ "tree": {}, "more": [1], "shape": {} {more} }}"#, save["tree"], save["shape"]);
    let Save(loaded) = serde_json::from_str::<Save<First>>(&late("")).expect("it is its own");
    assert_eq!(serde_json::to_value(Save(&loaded)).expect("it can be written"), save);

    let refused = |text: &str| serde_json::from_str::<Save<First>>(text).err().expect("it is refused").to_string();
    let error = serde_json::from_str::<Save<LabelGone>>(&late("")).err().expect("it is of another tree");
    assert!(!error.to_string().contains("missing"), "{error}");
    assert!(refused(&late(r#", "shape": 1"#)).starts_with("the save is of another tree"));
    assert!(refused(&format!(r#"{{ "tree": {} }}"#, save["tree"])).starts_with("missing field `shape`"));
    assert!(refused(&format!(r#"{{ "shape": {} }}"#, save["shape"])).starts_with("missing field `tree`"));
    assert!(refused("{}").starts_with("missing field `shape`"));
}

/// A tree with a loop for each `x`, within each other.
macro_rules! deep {
    ($name:ident [$($open:tt)*] [$($close:tt)*]) => {
        bt! {
            #[derive(Serialize, Deserialize)]
            $name(()) = $($open)* wait(1.0) $($close)*
        }
    };
    ($name:ident [$($open:tt)*] [$($close:tt)*] x $($more:tt)*) => {
        deep! { $name [$($open)* repeat(2) <] [$($close)* >] $($more)* }
    };
}

deep!(Deepest [] [] x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x
    x x x x x x x x x x x x x x x x);
deep!(TooDeep [] [] x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x
    x x x x x x x x x x x x x x x x x);

#[test]
fn what_serde_json_reads_by_default_has_a_limit() {
    let (mut deepest, mut too_deep) = (Deepest::new(), TooDeep::new());
    assert!(deepest.tick_for(0.5, &mut ()).is_running() && too_deep.tick_for(0.5, &mut ()).is_running());
    // The tree and its nodes, without the leaf.
    assert_eq!((deepest.active().count(), too_deep.active().count()), (62, 63));
    for format in FORMATS {
        let Ok(loaded) = format.load::<Deepest>(&format.save(&deepest)) else { panic!("{format:?} refuses 61 loops") };
        assert_eq!(format.save(&loaded), format.save(&deepest));
    }
    assert!(Format::Postcard.load::<TooDeep>(&Format::Postcard.save(&too_deep)).is_ok());
    let error = Format::Json.load::<TooDeep>(&Format::Json.save(&too_deep)).err().expect("62 loops are too many");
    assert!(error.starts_with("recursion limit exceeded"), "{error}");
}

bt! {
    #[derive(Serialize, Deserialize)]
    LongNames(()) = sequence <
        wait_until_the_guard_has_come_back_from_his_patrol_of_the_castle_wall: wait(2.0),
        wait_until_the_guard_has_come_back_from_his_patrol_of_the_castle_gate: wait(1.0),
    >
}

bt! {
    #[derive(Serialize, Deserialize)]
    OtherLongNames(()) = sequence <
        wait_until_the_guard_has_come_back_from_his_patrol_of_the_castle_wall: wait(2.0),
        wait_until_the_guard_has_come_back_from_his_patrols_of_the_castle_gate: wait(1.0),
    >
}

/// The text of a node in a save has no limit. The beginning of it is compared, and shown.
#[test]
fn long_names_of_nodes() {
    let mut tree = LongNames::new();
    assert!(tree.tick_for(0.5, &mut ()).is_running());
    for format in FORMATS {
        let loaded = format.load::<LongNames>(&format.save(&tree)).map(|loaded| format.save(&loaded));
        assert_eq!(loaded, Ok(format.save(&tree)));
        assert!(format.load::<OtherLongNames>(&format.save(&tree)).is_err());
    }
    let error = Format::Json.load::<OtherLongNames>(&Format::Json.save(&tree)).err().expect("it is of another tree");
    assert!(error.contains("node 2 is `wait_until_the_guard_has_come_back_from_his_patrol_of_the_cast"), "{error}");
}
